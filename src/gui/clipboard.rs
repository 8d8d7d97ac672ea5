//! The clipboard of X11, on a thread of its own with a connection of its own: other programs are served while
//! the window sleeps, and the window never waits for another program.
//!
//! X11 has no store for copied text. Its owner hands it to each program that asks, in parts where it is long
//! (INCR). Source: Inter-Client Communication Conventions Manual, section 2. A reader that pauses for 30 s is
//! forgotten, and 8 MB at most are taken.
//!
//! Two libraries were passed over, both measured: arboard 3.7 gives up on an owner that pauses 15 ms between its pieces
//! (70 kB in pieces of 1 000 bytes); x11-clipboard 0.9 answers whoever asks for a picture with the text, and keeps its
//! transfers by the property alone, which two readers may share. On other systems macroquad's clipboard is used.

use std::io::{Read as _, Write as _};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use x11rb::connection::{Connection as _, RequestConnection as _};
use x11rb::errors::{ConnectionError, ReplyOrIdError};
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    Atom, AtomEnum, ConnectionExt as _, CreateWindowAux, EventMask, PropMode, Property, PropertyNotifyEvent,
    SELECTION_NOTIFY_EVENT, SelectionNotifyEvent, SelectionRequestEvent, Timestamp, Window, WindowClass,
};
use x11rb::rust_connection::RustConnection;
use x11rb::wrapper::ConnectionExt as _;

use super::PastedText;
use super::waker::Waker;

mod give;
mod take;

use give::Gifts;
use take::Take;

x11rb::atom_manager! {
    /// Names on the X server.
    Atoms: AtomsCookie {
        CLIPBOARD,
        TARGETS,
        MULTIPLE,
        TIMESTAMP,
        ATOM_PAIR,
        INCR,
        UTF8_STRING,
        TEXT,
        PLAIN: b"text/plain;charset=utf-8",
        COLLISION_TEST_DATA,
        COLLISION_TEST_TIME,
    }
}

#[derive(Debug)]
pub struct Clipboard {
    jobs: Sender<Job>,
    /// A byte ends the thread's sleep.
    bell: UnixStream,
}

#[derive(Debug)]
enum Job {
    Copy(String),
    Read(Sender<PastedText>),
    /// The program's window is open.
    Opened(Window),
}

impl Clipboard {
    /// Starts the thread; `None` where the display cannot be reached.
    pub fn start(waker: &Waker) -> Option<Self> {
        let (jobs, taken) = channel();
        let (bell, rung) = UnixStream::pair().ok()?;
        rung.set_nonblocking(true).ok()?;
        bell.set_nonblocking(true).ok()?;
        let mut server = Server::connect(taken, rung, waker.clone()).ok()?;
        // An error ends the thread: the display is gone, and the window with it.
        let run = move || drop(server.run());
        std::thread::Builder::new().name("clipboard".to_owned()).spawn(run).ok()?;
        Some(Self { jobs, bell })
    }

    pub fn copy(&self, text: String) {
        self.order(Job::Copy(text));
    }

    /// Reads the clipboard. The answer wakes the window.
    pub fn read(&self) -> Receiver<PastedText> {
        let (send, answer) = channel();
        self.order(Job::Read(send));
        answer
    }

    /// Names the program's window, from which the clipboard is taken back: macroquad's own user interface empties the
    /// clipboard in each frame in which Ctrl and C or X are down.
    pub fn opened(&self, window: Window) {
        self.order(Job::Opened(window));
    }

    fn order(&self, job: Job) {
        let _ = self.jobs.send(job);
        // A full pipe has woken the thread already.
        let _ = (&self.bell).write(&[0]);
    }
}

/// The thread's state.
struct Server {
    connection: RustConnection,
    root: Window,
    /// A hidden window: the owner in the eyes of other programs.
    window: Window,
    /// The program's own window, once it is open. What it puts on the clipboard is macroquad's empty text.
    shown: Window,
    atoms: Atoms,
    jobs: Receiver<Job>,
    bell: UnixStream,
    waker: Waker,
    text: Text,
    gifts: Gifts,
    take: Option<Take>,
}

/// The text that was copied here.
enum Text {
    /// Another program owns the clipboard, or nobody.
    Theirs,
    /// It is ours as soon as the server has told the time.
    Soon(Arc<[u8]>),
    /// It is ours since this time of the server.
    Ours(Arc<[u8]>, Timestamp),
}

impl Server {
    fn connect(jobs: Receiver<Job>, bell: UnixStream, waker: Waker) -> Result<Self, ReplyOrIdError> {
        let (connection, screen) =
            RustConnection::connect(None).map_err(|_| ConnectionError::UnknownError)?;
        let root = connection.setup().roots.get(screen).ok_or(ConnectionError::UnknownError)?.root;
        let atoms = Atoms::new(&connection)?.reply()?;
        let window = hidden_window(&connection, root)?;
        let gifts = Gifts::new(connection.maximum_request_bytes());
        let (text, take, shown) = (Text::Theirs, None, x11rb::NONE);
        Ok(Self { connection, root, window, shown, atoms, jobs, bell, waker, text, gifts, take })
    }

    /// Serves until the window is closed or the display is gone.
    fn run(&mut self) -> Result<(), ReplyOrIdError> {
        loop {
            // A request for a reply may queue events, so both queues must be empty before the sleep.
            loop {
                let event = self.connection.poll_for_event()?;
                let job = self.jobs.try_recv();
                if matches!(job, Err(TryRecvError::Disconnected)) {
                    return Ok(());
                }
                if event.is_none() && job.is_err() {
                    break;
                }
                event.map_or(Ok(()), |event| self.on_event(&event))?;
                job.map_or(Ok(()), |job| self.on_job(job))?;
            }
            let now = Instant::now();
            self.gifts.expire(now);
            if self.take.as_ref().is_some_and(|take| take.deadline() <= now) {
                self.answer(Err("The program that owns the clipboard does not answer.".to_owned()))?;
            }
            self.connection.flush()?;
            self.sleep(now);
        }
    }

    fn sleep(&mut self, now: Instant) {
        let deadlines = self.gifts.deadline().into_iter().chain(self.take.as_ref().map(Take::deadline));
        let most = deadlines.min().map(|at| at.saturating_duration_since(now));
        // The wait ends a little after the deadline, not before it.
        let most = most.and_then(|most| Timespec::try_from(most + Duration::from_millis(1)).ok());
        let mut sources = [
            PollFd::from_borrowed_fd(self.connection.stream().as_fd(), PollFlags::IN),
            PollFd::from_borrowed_fd(self.bell.as_fd(), PollFlags::IN),
        ];
        if poll(&mut sources, most.as_ref()).is_err() {
            std::thread::sleep(Duration::from_millis(10));
        }
        let mut bytes = [0; 64];
        while matches!(self.bell.read(&mut bytes), Ok(count) if count == bytes.len()) {}
    }

    fn on_job(&mut self, job: Job) -> Result<(), ReplyOrIdError> {
        match job {
            Job::Copy(text) => self.own_soon(text.into_bytes().into())?,
            Job::Opened(window) => self.shown = window,
            Job::Read(to) => match &self.text {
                Text::Soon(bytes) | Text::Ours(bytes, _) => {
                    let _ = to.send(Ok(String::from_utf8_lossy(bytes).into_owned()));
                    self.waker.wake();
                }
                Text::Theirs => self.take(to)?,
            },
        }
        Ok(())
    }

    /// Errors of requests arrive as events as well: another program's window is gone, which is no fault.
    fn on_event(&mut self, event: &Event) -> Result<(), ReplyOrIdError> {
        match event {
            Event::SelectionRequest(request) => self.give(request)?,
            Event::SelectionClear(clear) if clear.selection == self.atoms.CLIPBOARD => self.lost()?,
            Event::SelectionNotify(notice) => self.arrived(notice)?,
            Event::PropertyNotify(notice) if notice.state == Property::DELETE => {
                self.gifts.part_taken(&self.connection, notice)?;
            }
            Event::PropertyNotify(notice) if notice.window == self.window => self.own(notice)?,
            Event::PropertyNotify(notice) => self.part_arrived(notice)?,
            Event::DestroyNotify(gone) => self.gifts.forget(gone.window),
            _ => {}
        }
        Ok(())
    }

    /// Asks for the server's time, which every owner must know: an empty change of a property tells it.
    fn own_soon(&mut self, text: Arc<[u8]>) -> Result<(), ReplyOrIdError> {
        self.text = Text::Soon(text);
        let (time, kind) = (self.atoms.COLLISION_TEST_TIME, AtomEnum::STRING);
        self.connection.change_property8(PropMode::APPEND, self.window, time, kind, &[])?;
        Ok(())
    }

    /// Becomes the clipboard's owner at the time that the server has told.
    fn own(&mut self, notice: &PropertyNotifyEvent) -> Result<(), ReplyOrIdError> {
        let Text::Soon(text) = &self.text else { return Ok(()) };
        let text = Arc::clone(text);
        self.connection.set_selection_owner(self.window, self.atoms.CLIPBOARD, notice.time)?;
        self.text = Text::Ours(text, notice.time);
        if self.owner()? == self.window { Ok(()) } else { self.lost() }
    }

    /// Somebody else owns the clipboard: it is theirs, unless it is macroquad's empty text.
    fn lost(&mut self) -> Result<(), ReplyOrIdError> {
        let Text::Ours(text, _) = &self.text else { return Ok(()) };
        let text = Arc::clone(text);
        let owner = self.owner()?;
        if owner != x11rb::NONE && owner == self.shown {
            return self.own_soon(text);
        }
        if owner != self.window {
            self.text = Text::Theirs;
        }
        Ok(())
    }

    fn owner(&self) -> Result<Window, ReplyOrIdError> {
        Ok(self.connection.get_selection_owner(self.atoms.CLIPBOARD)?.reply()?.owner)
    }
}

/// A window that is never shown, and that tells of changes of its properties.
fn hidden_window(connection: &RustConnection, root: Window) -> Result<Window, ReplyOrIdError> {
    let window = connection.generate_id()?;
    let events = CreateWindowAux::new().event_mask(EventMask::PROPERTY_CHANGE);
    let (depth, kind, visual) = (0, WindowClass::INPUT_ONLY, x11rb::COPY_FROM_PARENT);
    connection.create_window(depth, window, root, -10, -10, 1, 1, 0, kind, visual, &events)?;
    Ok(window)
}
