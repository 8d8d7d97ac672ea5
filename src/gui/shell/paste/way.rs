//! The clipboard's owner on its own thread, or macroquad's clipboard where there is none.

use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::time::Duration;

use macroquad::input::{is_key_down, is_key_pressed};
use macroquad::miniquad::{self, KeyCode};

use super::PasteInto;
use crate::gui::PastedText;
use crate::gui::shell::Shell;

/// Longest wait of a frame for another program's text. Most answer within it, so that pasted text comes
/// before what is typed next.
const AT_ONCE: Duration = Duration::from_millis(30);

/// A paste that waits for the clipboard's owner.
#[derive(Debug)]
pub struct Pasting {
    into: PasteInto,
    coming: Receiver<PastedText>,
}

impl Shell {
    pub(super) fn give(&mut self, text: String) {
        #[cfg(target_os = "linux")]
        if let Some(clipboard) = self.desktop.clipboard() {
            return clipboard.copy(text);
        }
        miniquad::window::clipboard_set(&text);
        self.desktop.kept = Some(text);
    }

    /// Puts back on macroquad's clipboard what its own user interface has taken away: it empties the clipboard at the
    /// beginning of each frame in which Ctrl and C or X are down.
    fn put_back(&mut self) {
        #[cfg(target_os = "linux")]
        if self.desktop.clipboard().is_some() {
            return;
        }
        let down = |keys: [KeyCode; 2]| keys.into_iter().any(|key| is_key_down(key) || is_key_pressed(key));
        let kept = &mut self.desktop.kept;
        if !down([KeyCode::LeftControl, KeyCode::RightControl]) {
            *kept = None;
        } else if down([KeyCode::C, KeyCode::X]) {
            if let Some(text) = kept.as_ref().filter(|text| !text.is_empty()) {
                miniquad::window::clipboard_set(text);
            }
        } else if kept.is_none() && !cfg!(target_os = "linux") {
            *kept = Some(miniquad::window::clipboard_get().unwrap_or_default());
        }
    }

    /// Pastes the clipboard. A slow owner is waited for in [`Shell::pasted_late`].
    pub(in crate::gui::shell) fn paste(&mut self, into: PasteInto) {
        if self.typing.pasting.is_some() {
            return;
        }
        let coming = self.read_clipboard();
        match coming.recv_timeout(AT_ONCE) {
            Ok(answer) => self.pasted(into, answer),
            Err(RecvTimeoutError::Timeout) => self.typing.pasting = Some(Pasting { into, coming }),
            Err(RecvTimeoutError::Disconnected) => self.pasted(into, Ok(String::new())),
        }
    }

    fn read_clipboard(&self) -> Receiver<PastedText> {
        #[cfg(target_os = "linux")]
        if let Some(clipboard) = self.desktop.clipboard() {
            return clipboard.read();
        }
        let (send, answer) = channel();
        let _ = send.send(Ok(miniquad::window::clipboard_get().unwrap_or_default()));
        answer
    }

    pub(in crate::gui::shell) fn pasted_late(&mut self) {
        self.put_back();
        let Some(pasting) = self.typing.pasting.take() else { return };
        match pasting.coming.try_recv() {
            Ok(answer) => self.pasted(pasting.into, answer),
            Err(TryRecvError::Empty) => self.typing.pasting = Some(pasting),
            Err(TryRecvError::Disconnected) => self.pasted(pasting.into, Ok(String::new())),
        }
    }
}
