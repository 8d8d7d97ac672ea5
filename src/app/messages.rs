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

#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Identifies it, to dismiss it.
    pub id: u64,
    pub level: Level,
    /// One or more lines.
    pub text: String,
    /// Seconds until it disappears.
    pub remaining: f32,
}

/// The shown messages, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    list: Vec<Message>,
    next_id: u64,
}

/// Most shown messages; the oldest is dropped first.
const MOST: usize = 6;

impl Messages {
    /// Shows a message; a text that is already shown gets its time-out renewed.
    pub fn push(&mut self, level: Level, text: impl Into<String>) {
        let text = text.into();
        let remaining = match level {
            Level::Info => 4.0,
            Level::Warning => 7.0,
            Level::Error => 20.0,
        };
        if let Some(same) = self.list.iter_mut().find(|m| m.level == level && m.text == text) {
            same.remaining = remaining;
            return;
        }
        if self.list.len() >= MOST {
            self.list.remove(0);
        }
        self.list.push(Message { id: self.next_id, level, text, remaining });
        self.next_id += 1;
    }

    /// Advances the time-outs by `dt` seconds.
    pub fn tick(&mut self, dt: f32) {
        for message in &mut self.list {
            message.remaining -= dt;
        }
        self.list.retain(|m| m.remaining > 0.0);
    }

    pub fn dismiss(&mut self, id: u64) {
        self.list.retain(|m| m.id != id);
    }

    /// Dismisses those that begin so.
    pub fn dismiss_beginning(&mut self, text: &str) {
        self.list.retain(|m| !m.text.starts_with(text));
    }

    /// The shown messages, oldest first.
    pub fn list(&self) -> &[Message] {
        &self.list
    }
}
