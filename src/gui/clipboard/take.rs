//! Takes the text of another program that owns the clipboard.

use x11rb::protocol::xproto::GetPropertyReply;

use super::*;
use crate::app::CLIPBOARD_LIMIT;

/// Longest pause of the owner.
const PATIENCE: Duration = Duration::from_secs(2);
/// Longest transfer, however steadily its parts come.
const LONGEST: Duration = Duration::from_secs(60);

/// The transfer under way.
#[derive(Debug)]
pub struct Take {
    /// Receives the text. Each transfer has a window of its own, so that a late part of one that was given up
    /// goes nowhere.
    window: Window,
    to: Vec<Sender<PastedText>>,
    /// The kind of text that is asked for, and those to try after it.
    target: Atom,
    others: Vec<Atom>,
    /// The text so far, where it comes in parts.
    parts: Option<Vec<u8>>,
    until: Instant,
    end: Instant,
}

impl Take {
    /// The time at which the transfer is given up.
    pub fn deadline(&self) -> Instant {
        self.until.min(self.end)
    }
}

impl Server {
    /// Asks the clipboard's owner for its text.
    pub(super) fn take(&mut self, to: Sender<PastedText>) -> Result<(), ReplyOrIdError> {
        if let Some(take) = &mut self.take {
            take.to.push(to);
            return Ok(());
        }
        let owner = self.connection.get_selection_owner(self.atoms.CLIPBOARD)?.reply()?.owner;
        if owner == x11rb::NONE {
            let _ = to.send(Ok(String::new()));
            self.waker.wake();
            return Ok(());
        }
        let window = hidden_window(&self.connection, self.root)?;
        let (target, others) = (self.atoms.UTF8_STRING, vec![AtomEnum::STRING.into(), self.atoms.PLAIN]);
        let now = Instant::now();
        let (until, end) = (now + PATIENCE, now + LONGEST);
        self.take = Some(Take { window, to: vec![to], target, others, parts: None, until, end });
        self.ask(window, target)
    }

    fn ask(&self, window: Window, target: Atom) -> Result<(), ReplyOrIdError> {
        let (clipboard, data) = (self.atoms.CLIPBOARD, self.atoms.COLLISION_TEST_DATA);
        self.connection.convert_selection(window, clipboard, target, data, x11rb::CURRENT_TIME)?;
        Ok(())
    }

    /// The owner has answered: with the text, with the promise of parts, or with a refusal.
    pub(super) fn arrived(&mut self, notice: &SelectionNotifyEvent) -> Result<(), ReplyOrIdError> {
        let Some(take) = &mut self.take else { return Ok(()) };
        if take.window != notice.requestor || take.target != notice.target || take.parts.is_some() {
            return Ok(());
        }
        take.until = Instant::now() + PATIENCE;
        if notice.property == x11rb::NONE {
            let Some(other) = take.others.pop() else {
                return self.answer(Err("The clipboard holds no text.".to_owned()));
            };
            take.target = other;
            let window = take.window;
            return self.ask(window, other);
        }
        let window = take.window;
        let Some(reply) = self.data(window)? else {
            return self.answer(Err("The clipboard holds no text.".to_owned()));
        };
        if reply.type_ == self.atoms.INCR {
            if let Some(take) = &mut self.take {
                take.parts = Some(Vec::new());
            }
            return Ok(());
        }
        let answer = if reply.bytes_after > 0 { Err(too_long()) } else { text(reply.type_, reply.value) };
        self.answer(answer)
    }

    /// A part of the text is there. An empty one is the last.
    pub(super) fn part_arrived(&mut self, notice: &PropertyNotifyEvent) -> Result<(), ReplyOrIdError> {
        let is_ours = |take: &&mut Take| take.window == notice.window && take.parts.is_some();
        if notice.atom != self.atoms.COLLISION_TEST_DATA || self.take.as_mut().filter(is_ours).is_none() {
            return Ok(());
        }
        let reply = self.data(notice.window)?;
        let Some(take) = &mut self.take else { return Ok(()) };
        let (Some(reply), Some(parts)) = (reply, &mut take.parts) else { return Ok(()) };
        take.until = Instant::now() + PATIENCE;
        parts.extend_from_slice(&reply.value);
        if reply.bytes_after > 0 || parts.len() > CLIPBOARD_LIMIT {
            return self.answer(Err(too_long()));
        }
        if reply.value.is_empty() {
            let all = std::mem::take(parts);
            return self.answer(text(reply.type_, all));
        }
        Ok(())
    }

    /// Reads and deletes what the owner has put into the window; `None`: nothing that is text.
    fn data(&self, window: Window) -> Result<Option<GetPropertyReply>, ReplyOrIdError> {
        let (data, most) = (self.atoms.COLLISION_TEST_DATA, (CLIPBOARD_LIMIT / 4 + 1) as u32);
        let reply = self.connection.get_property(true, window, data, AtomEnum::ANY, 0, most)?.reply().ok();
        Ok(reply.filter(|reply| reply.format == 8 || reply.type_ == self.atoms.INCR))
    }

    /// Ends the transfer.
    pub(super) fn answer(&mut self, answer: PastedText) -> Result<(), ReplyOrIdError> {
        let Some(take) = self.take.take() else { return Ok(()) };
        self.connection.destroy_window(take.window)?;
        for to in take.to {
            // Nobody waits for it any more where this fails.
            let _ = to.send(answer.clone());
        }
        self.waker.wake();
        Ok(())
    }
}

fn too_long() -> String {
    format!(
        "The clipboard holds more than {} MB, which is the most that is pasted.",
        CLIPBOARD_LIMIT / 1_000_000
    )
}

/// The text of these bytes. `STRING` is Latin-1, every other kind UTF-8.
fn text(kind: Atom, bytes: Vec<u8>) -> PastedText {
    if kind == u32::from(AtomEnum::STRING) {
        return Ok(bytes.into_iter().map(char::from).collect());
    }
    String::from_utf8(bytes).map_err(|_| "The clipboard's text is not UTF-8.".to_owned())
}
