//! Messages for the person, with a time-out.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Level {
    /// An action succeeded.
    Info,
    /// An action was not carried out, and nothing is lost.
    Warning,
    /// Something went wrong.
    Error,
}

/// What makes a message untrue before its time-out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrueUntil {
    /// Another frame than this one is shown.
    OtherFrame(u64),
    /// An edit is undone or redone.
    Undo,
    /// The scene's new start is saved or undone: until then it is shown without a time-out.
    StartIsKept,
    /// The document's file is read or written again.
    FileIsRead,
    /// Another picture of the window is taken, of which it would be a part.
    Screenshot,
    /// An edit is made, or another one is refused.
    OtherEdit,
    /// Another line of a recording is not whole.
    OtherLine,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Identifies it, to dismiss it.
    pub id: u64,
    pub level: Level,
    /// One or more lines.
    pub text: String,
    /// Seconds until it disappears; may be infinity.
    pub remaining: f32,
    /// Seconds for which it is marked, because it was told while it was shown.
    pub flash: f32,
    until: Option<TrueUntil>,
}

/// The shown messages, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    list: Vec<Message>,
    next_id: u64,
}

/// Most shown messages; the oldest is dropped first.
const MOST: usize = 6;
/// How long a message is marked that is told again. Seconds.
const FLASH: f32 = 0.8;

impl Messages {
    /// Shows a message; a text that is already shown becomes the newest one and is marked.
    pub fn push(&mut self, level: Level, text: impl Into<String>) {
        self.push_for(level, None, text.into());
    }

    /// Shows a message that [`Messages::withdraw`] may take away.
    pub fn push_until(&mut self, level: Level, until: TrueUntil, text: impl Into<String>) {
        self.push_for(level, Some(until), text.into());
    }

    /// Shows a message in the place of those that it makes untrue: a drag that is refused tells so once, not at each move.
    pub fn push_instead(&mut self, level: Level, until: TrueUntil, text: impl Into<String>) {
        let text = text.into();
        self.list.retain(|m| m.until != Some(until) || m.text == text);
        self.push_for(level, Some(until), text);
    }

    fn push_for(&mut self, level: Level, until: Option<TrueUntil>, text: String) {
        let remaining = match (until, level) {
            (Some(TrueUntil::StartIsKept), _) => f32::INFINITY,
            (_, Level::Info) => 4.0,
            (_, Level::Warning) => 7.0,
            (_, Level::Error) => 20.0,
        };
        let shown = self.list.len();
        self.list.retain(|m| m.level != level || m.text != text);
        let flash = if self.list.len() < shown { FLASH } else { 0.0 };
        if self.list.len() >= MOST {
            let oldest = self.list.iter().position(|m| m.until != Some(TrueUntil::StartIsKept));
            self.list.remove(oldest.unwrap_or(0));
        }
        self.list.push(Message { id: self.next_id, level, text, remaining, flash, until });
        self.next_id += 1;
    }

    /// Advances the time-outs by `dt` seconds.
    pub fn tick(&mut self, dt: f32) {
        for message in &mut self.list {
            message.remaining -= dt;
            message.flash = (message.flash - dt).max(0.0);
        }
        self.list.retain(|m| m.remaining > 0.0);
    }

    pub fn dismiss(&mut self, id: u64) {
        self.list.retain(|m| m.id != id);
    }

    /// Dismisses those that this makes untrue.
    pub fn withdraw(&mut self, until: TrueUntil) {
        self.list.retain(|m| m.until != Some(until));
    }

    /// Dismisses those that are true of another frame alone.
    pub fn keep_of_frame(&mut self, frame: u64) {
        self.list.retain(|m| !matches!(m.until, Some(TrueUntil::OtherFrame(of)) if of != frame));
    }

    /// The shown messages, oldest first.
    pub fn list(&self) -> &[Message] {
        &self.list
    }
}
