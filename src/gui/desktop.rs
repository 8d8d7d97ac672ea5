//! What macroquad does not provide: whether there is a display, input while nothing is drawn, the pointer
//! outside of the window, and a new window title. On X11 a second connection provides them: it wakes an idle window on
//! input, and follows a drag beyond the window's edge, where macroquad gets no events. On Windows the window's
//! queue of messages tells of input, on a Mac the session does; where nothing does, the window draws at a low rate.

use std::io::Write as _;
use std::time::Duration;

use egui_macroquad::egui::Pos2;
use macroquad::miniquad;

#[cfg(target_os = "linux")]
use super::clipboard::Clipboard;
use super::input::Pointer;
use super::waker::Waker;
use crate::app::AppState;
use crate::platform::clock::Instant;
use crate::platform::plain;

/// Class of the window on X11, by which it is found.
pub const WINDOW_CLASS: &str = "collision-test";

/// Frames come one after the other, and [`Desktop`] sleeps between them.
pub const ON_DEMAND: bool = false;

/// Time between two looks for input where no thread is woken by it.
const LOOK: Duration = Duration::from_millis(16);
/// Time between frames where nothing tells of input: soon after the last one, and later.
const POLL: [Duration; 2] = [Duration::from_millis(30), Duration::from_millis(250)];
/// For so long after the last input more is likely.
const SOON: Duration = Duration::from_secs(10);

/// Prints a line on standard output; a closed pipe is no error.
pub fn print(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{}", plain::text(line.trim_end()));
    let _ = out.flush();
}

/// Physical pixels of a point, as the system says.
pub fn scale() -> f32 {
    miniquad::window::dpi_scale()
}

/// How many notches the wheel turned. The size of a notch differs between systems; its direction does not.
pub fn notches(turned: f32) -> f32 {
    if turned == 0.0 { 0.0 } else { turned.signum() }
}

/// The second connection to the display.
#[derive(Debug)]
pub struct Desktop {
    waker: Waker,
    #[cfg(target_os = "linux")]
    x11: x11::Connection,
    #[cfg(target_os = "linux")]
    clipboard: Option<Clipboard>,
    /// Text of macroquad's clipboard since Ctrl went down.
    pub kept: Option<String>,
}

impl Desktop {
    /// Connects before the window is opened. `Err` says why there can be no window.
    pub fn connect() -> Result<Self, String> {
        let waker = Waker::default();
        Ok(Self {
            #[cfg(target_os = "linux")]
            x11: x11::Connection::connect()?,
            #[cfg(target_os = "linux")]
            clipboard: Clipboard::start(&waker),
            waker,
            kept: None,
        })
    }

    /// Finds the window once it is open: events on it wake it from now on.
    pub fn attach(&mut self) {
        #[cfg(target_os = "linux")]
        self.x11.attach(&self.waker);
        #[cfg(target_os = "linux")]
        if let (Some(clipboard), Some(window)) = (&self.clipboard, self.x11.window) {
            clipboard.opened(window);
        }
    }

    /// Whether a loss of the focus was only told to macroquad, so that it forgets a held Ctrl; once for each.
    pub fn feigned_focus_loss(&self) -> bool {
        #[cfg(target_os = "linux")]
        return self.x11.feigned_focus_loss();
        #[cfg(not(target_os = "linux"))]
        return false;
    }

    /// The handle that wakes the window.
    pub fn waker(&self) -> &Waker {
        &self.waker
    }

    /// Size of the screen, where it is known. Physical pixels.
    pub fn screen(&self) -> Option<(f32, f32)> {
        #[cfg(target_os = "linux")]
        return Some(self.x11.screen);
        #[cfg(not(target_os = "linux"))]
        return None;
    }

    /// Gives a window that has just opened its size. Physical pixels.
    pub fn resize(&self, width: u32, height: u32) {
        miniquad::window::set_window_size(width, height);
    }

    /// Opens a link in a tab of its own. `false`: a window has no tabs.
    pub fn open_tab(&self, _: &str) -> bool {
        false
    }

    /// Does nothing: text comes as keys.
    pub fn type_at(&self, _: Option<Pos2>) {}

    /// Does nothing: a window has nobody to tell what it shows.
    pub fn tell(&mut self, _: &AppState) {}

    /// Does nothing, as [`Desktop::tell`].
    pub fn at_rest(&mut self, _: &AppState) {}

    /// Sleeps before the next frame.
    pub fn pause(&self, time: Duration) {
        std::thread::sleep(time);
    }

    /// Sleeps until the window is woken or has input, or at most until `deadline`; returns whether it was woken.
    /// `since_input`: time since the last input.
    pub fn wait(&self, deadline: Instant, since_input: Duration) -> bool {
        let began = Instant::now();
        let most = deadline.saturating_duration_since(began);
        #[cfg(target_os = "linux")]
        if self.x11.is_attached() {
            return self.waker.wait(most);
        }
        if !input::IS_TOLD {
            return self.waker.wait(most.min(poll(since_input)));
        }
        loop {
            let left = most.saturating_sub(began.elapsed());
            if left.is_zero() {
                return false;
            }
            if input::came(began, left.min(LOOK)) || self.waker.wait(Duration::ZERO) {
                return true;
            }
        }
    }

    /// The pointer; `None` where the system does not provide it.
    pub fn pointer(&self) -> Option<Pointer> {
        #[cfg(target_os = "linux")]
        return self.x11.pointer();
        #[cfg(not(target_os = "linux"))]
        return None;
    }

    /// The clipboard; `None` where macroquad's is the only one.
    #[cfg(target_os = "linux")]
    pub fn clipboard(&self) -> Option<&Clipboard> {
        self.clipboard.as_ref()
    }

    /// Sets the window's title, where the system allows it.
    pub fn set_title(&self, title: &str) {
        #[cfg(target_os = "linux")]
        self.x11.set_title(title);
        #[cfg(not(target_os = "linux"))]
        let _ = title;
    }
}

/// Time until the next frame where nothing tells of input.
fn poll(since_input: Duration) -> Duration {
    POLL[usize::from(since_input > SOON)]
}

/// Input, told by the window's queue of messages.
#[cfg(windows)]
mod input {
    #![allow(unsafe_code)]

    use std::time::Duration;

    use windows_sys::Win32::Foundation::WAIT_OBJECT_0;
    use windows_sys::Win32::UI::WindowsAndMessaging::{
        MWMO_INPUTAVAILABLE, MsgWaitForMultipleObjectsEx, QS_ALLINPUT,
    };

    use crate::platform::clock::Instant;

    pub const IS_TOLD: bool = true;

    /// Waits for a message, at most this long; returns whether one is there.
    pub fn came(_: Instant, most: Duration) -> bool {
        let most = u32::try_from(most.as_millis()).unwrap_or_default().max(1);
        // SAFETY: no handles are passed, so that the pointer to them is not read.
        let found = unsafe {
            MsgWaitForMultipleObjectsEx(0, std::ptr::null(), most, QS_ALLINPUT, MWMO_INPUTAVAILABLE)
        };
        found == WAIT_OBJECT_0
    }
}

/// Input, told by the session.
#[cfg(target_os = "macos")]
mod input {
    #![allow(unsafe_code)]

    use std::time::Duration;

    use crate::platform::clock::Instant;

    pub const IS_TOLD: bool = true;

    /// The session as a person uses it, and any event; CGEventTypes.h.
    const SESSION: i32 = 0;
    const ANY: u32 = u32::MAX;

    #[link(name = "CoreGraphics", kind = "framework")]
    unsafe extern "C" {
        safe fn CGEventSourceSecondsSinceLastEventType(state: i32, kind: u32) -> f64;
    }

    /// Waits this long; returns whether there was input since the wait `began`.
    pub fn came(began: Instant, most: Duration) -> bool {
        std::thread::sleep(most);
        CGEventSourceSecondsSinceLastEventType(SESSION, ANY) < began.elapsed().as_secs_f64()
    }
}

#[cfg(not(any(windows, target_os = "macos")))]
mod input {
    use std::time::Duration;

    use crate::platform::clock::Instant;

    pub const IS_TOLD: bool = false;

    pub fn came(_: Instant, _: Duration) -> bool {
        false
    }
}

#[cfg(target_os = "linux")]
mod x11 {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use x11rb::connection::Connection as _;
    use x11rb::errors::{ConnectionError, ReplyError};
    use x11rb::protocol::Event;
    use x11rb::protocol::xinput::{self, ConnectionExt as _};
    use x11rb::protocol::xproto::{
        AtomEnum, ChangeWindowAttributesAux, ConnectionExt as _, EventMask, FOCUS_OUT_EVENT, FocusOutEvent,
        KeyButMask, Keycode, NotifyDetail, NotifyMode, PropMode, Window,
    };
    use x11rb::rust_connection::RustConnection;
    use x11rb::wrapper::ConnectionExt as _;

    use super::{Pointer, WINDOW_CLASS, Waker};

    #[derive(Debug)]
    pub struct Connection {
        connection: Arc<RustConnection>,
        root: Window,
        /// Its size. Pixels.
        pub screen: (f32, f32),
        /// Windows of other runs of the program.
        others: Vec<Window>,
        pub window: Option<Window>,
        /// Losses of the focus that macroquad was told, and that the shell has not seen yet.
        feigned: Arc<AtomicUsize>,
    }

    impl Connection {
        pub fn connect() -> Result<Self, String> {
            let display = std::env::var("DISPLAY").unwrap_or_default();
            if display.is_empty() {
                return Err("there is no display (DISPLAY is not set)".to_owned());
            }
            let (connection, screen) = RustConnection::connect(None)
                .map_err(|error| format!("the display {display} cannot be reached ({error})"))?;
            let roots = &connection.setup().roots;
            let root =
                roots.get(screen).ok_or_else(|| format!("the display {display} has no screen {screen}"))?;
            let (root, screen) =
                (root.root, (f32::from(root.width_in_pixels), f32::from(root.height_in_pixels)));
            let connection = Arc::new(connection);
            let mut found =
                Self { connection, root, screen, others: Vec::new(), window: None, feigned: Arc::default() };
            found.others = found.windows();
            Ok(found)
        }

        pub fn attach(&mut self, waker: &Waker) {
            self.window = self.windows().into_iter().find(|window| !self.others.contains(window));
            if self.window.is_some_and(|window| self.listen(window).is_err()) {
                self.window = None;
            }
            let Some(window) = self.window else { return };
            let (connection, waker) = (Arc::clone(&self.connection), waker.clone());
            let (feigned, controls) = (Arc::clone(&self.feigned), self.controls().unwrap_or_default());
            std::thread::spawn(move || {
                while let Ok(event) = connection.wait_for_event() {
                    if matches!(&event, Event::KeyPress(key) if controls.contains(&key.detail)) {
                        feigned.fetch_add(1, Ordering::Relaxed);
                        let _ = forget_keys(&connection, window);
                    }
                    waker.wake();
                }
                // The display is gone: the window must see it.
                waker.wake();
            });
        }

        /// Codes of the keys that are Ctrl.
        fn controls(&self) -> Result<Vec<Keycode>, ReplyError> {
            let modifiers = self.connection.get_modifier_mapping()?.reply()?;
            // In the order Shift, Lock, Control, …; 0 is no key.
            let of_each = (modifiers.keycodes.len() / 8).max(1);
            let keys = modifiers.keycodes.chunks(of_each).nth(2).unwrap_or_default();
            Ok(keys.iter().copied().filter(|key| *key != 0).collect())
        }

        pub fn feigned_focus_loss(&self) -> bool {
            let one_less = |count: usize| count.checked_sub(1);
            self.feigned.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_less).is_ok()
        }

        /// Subscribes to every event that macroquad gets as well. Only one client may select button presses
        /// on a window, so these come as raw events.
        fn listen(&self, window: Window) -> Result<(), ReplyError> {
            let events = EventMask::KEY_PRESS
                | EventMask::KEY_RELEASE
                | EventMask::BUTTON_RELEASE
                | EventMask::POINTER_MOTION
                | EventMask::ENTER_WINDOW
                | EventMask::LEAVE_WINDOW
                | EventMask::EXPOSURE
                | EventMask::FOCUS_CHANGE
                | EventMask::STRUCTURE_NOTIFY;
            let wanted = ChangeWindowAttributesAux::new().event_mask(events);
            self.connection.change_window_attributes(window, &wanted)?.check()?;
            self.connection.xinput_xi_query_version(2, 2)?.reply()?;
            let masters = u16::from(bool::from(xinput::Device::ALL_MASTER));
            let raw =
                xinput::EventMask { deviceid: masters, mask: vec![xinput::XIEventMask::RAW_BUTTON_PRESS] };
            self.connection.xinput_xi_select_events(self.root, &[raw])?.check()?;
            Ok(())
        }

        pub fn is_attached(&self) -> bool {
            self.window.is_some()
        }

        pub fn pointer(&self) -> Option<Pointer> {
            let reply = self.connection.query_pointer(self.window?).ok()?.reply().ok()?;
            let held = [KeyButMask::BUTTON1, KeyButMask::BUTTON2, KeyButMask::BUTTON3]
                .map(|button| reply.mask.contains(button));
            reply
                .same_screen
                .then(|| Pointer { position: (f32::from(reply.win_x), f32::from(reply.win_y)), held })
        }

        pub fn set_title(&self, title: &str) {
            let _ = self.try_set_title(title);
        }

        fn try_set_title(&self, title: &str) -> Result<(), ReplyError> {
            let Some(window) = self.window else { return Ok(()) };
            let connection = &self.connection;
            let name = connection.intern_atom(false, b"_NET_WM_NAME")?.reply()?.atom;
            let utf8 = connection.intern_atom(false, b"UTF8_STRING")?.reply()?.atom;
            connection.change_property8(PropMode::REPLACE, window, name, utf8, title.as_bytes())?;
            connection.change_property8(
                PropMode::REPLACE,
                window,
                AtomEnum::WM_NAME,
                utf8,
                title.as_bytes(),
            )?;
            connection.flush()?;
            Ok(())
        }

        /// Every window of this program's class, those of other runs included.
        fn windows(&self) -> Vec<Window> {
            let mut found = Vec::new();
            let mut open = vec![self.root];
            while let Some(window) = open.pop() {
                if self.class_of(window).is_some_and(|class| class.starts_with(WINDOW_CLASS.as_bytes())) {
                    found.push(window);
                    continue;
                }
                let tree = self.connection.query_tree(window).ok().and_then(|cookie| cookie.reply().ok());
                open.extend(tree.into_iter().flat_map(|tree| tree.children));
            }
            found
        }

        fn class_of(&self, window: Window) -> Option<Vec<u8>> {
            let cookie =
                self.connection.get_property(false, window, AtomEnum::WM_CLASS, AtomEnum::STRING, 0, 64);
            Some(cookie.ok()?.reply().ok()?.value)
        }
    }

    /// Tells macroquad that its window has lost the focus, so that it holds no key for down. Its own user interface
    /// would empty the clipboard in each frame in which Ctrl and C or X are down, whosever it is.
    fn forget_keys(connection: &RustConnection, window: Window) -> Result<(), ConnectionError> {
        let event = FocusOutEvent {
            response_type: FOCUS_OUT_EVENT,
            detail: NotifyDetail::NONLINEAR,
            sequence: 0,
            event: window,
            mode: NotifyMode::NORMAL,
        };
        // Without a mask it goes to the client that made the window: macroquad alone.
        connection.send_event(false, window, EventMask::NO_EVENT, event)?;
        connection.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_word_of_input_frames_come_soon_at_first_and_then_rarely() {
        assert!(poll(Duration::ZERO) <= Duration::from_millis(33), "a drag begins at once");
        assert!(poll(Duration::from_secs(60)) >= Duration::from_millis(200), "an idle window costs little");
    }
}
