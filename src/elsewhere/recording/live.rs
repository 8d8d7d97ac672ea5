//! Lines of a recording that come while it is shown.

use serde::Serialize;

use super::read::{BYTE_ORDER_MARK, begins_anew, too_long};
use super::{Recording, StoredFrame};

#[derive(Clone, Debug, PartialEq)]
pub enum Arrival {
    /// A recording begins; it has no frames yet.
    Begins(Box<Recording>),
    Frame(Box<StoredFrame>),
    /// A sentence about a line that is not read: in a file that is none of ours there are as many as lines.
    Skipped(String),
    /// A sentence about what else is missing, or about who sends.
    Message(String),
}

/// What a game is asked for on its connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum GameAnswer {
    /// A stop holds at this frame of its recording.
    Pause {
        /// Always true.
        pause: bool,
        frame: u64,
        why: String,
    },
    Resume {
        /// Always true.
        resume: bool,
    },
}

impl GameAnswer {
    pub fn pause(frame: u64, why: &str) -> Self {
        Self::Pause { pause: true, frame, why: why.to_owned() }
    }

    pub fn resume() -> Self {
        Self::Resume { resume: true }
    }

    /// Without the line feed.
    pub fn line(&self) -> String {
        // Numbers and text are JSON always.
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Reads lines one after the other: a header, then frames.
#[derive(Clone, Debug, Default)]
pub struct LineReader {
    /// The header, once it is read, without frames.
    recording: Option<Recording>,
    lines: u64,
}

impl LineReader {
    /// What a line is; nothing: an empty one. One that cannot be read is told, with its number, and skipped; so is what
    /// is missing in one that is taken.
    pub fn read(&mut self, line: &[u8]) -> Vec<Arrival> {
        self.read_line(line).unwrap_or_else(|what| vec![self.skipped(&what)])
    }

    /// As [`LineReader::read`], but for a line that cannot be read: the error begins with its number.
    pub fn try_read(&mut self, line: &[u8]) -> Result<Vec<Arrival>, String> {
        self.read_line(line).map_err(|what| format!("line {}: {what}", self.lines))
    }

    fn read_line(&mut self, line: &[u8]) -> Result<Vec<Arrival>, String> {
        self.lines += 1;
        let mark = if self.lines == 1 { BYTE_ORDER_MARK } else { &[] };
        let line = line.strip_prefix(mark).unwrap_or(line);
        if line.iter().all(u8::is_ascii_whitespace) {
            return Ok(Vec::new());
        }
        match &mut self.recording {
            None => self.begin(line),
            Some(recording) => match recording.frame_of(line) {
                Ok((frame, missing)) => {
                    Ok(self.messages(missing).into_iter().chain([Arrival::Frame(Box::new(frame))]).collect())
                }
                Err(_) if begins_anew(line) => self.begin(line),
                Err(what) => Err(what),
            },
        }
    }

    fn begin(&mut self, line: &[u8]) -> Result<Vec<Arrival>, String> {
        let (recording, missing) = Recording::with_header(line)?;
        self.recording = Some(recording.clone());
        Ok([Arrival::Begins(Box::new(recording))].into_iter().chain(self.messages(missing)).collect())
    }

    /// What is missing in the line that was read last.
    fn messages(&self, missing: Vec<String>) -> Vec<Arrival> {
        let line = self.lines;
        missing.into_iter().map(|what| Arrival::Message(format!("line {line}: {what}"))).collect()
    }

    /// Why the line after those read so far is not read: it has no end in sight.
    pub fn too_long(&self) -> String {
        format!("line {}: {}", self.lines + 1, too_long())
    }

    /// Tells that the line after those read so far is skipped.
    pub fn skip(&mut self, what: &str) -> Arrival {
        self.lines += 1;
        self.skipped(what)
    }

    pub fn has_begun(&self) -> bool {
        self.recording.is_some()
    }

    fn skipped(&self, what: &str) -> Arrival {
        Arrival::Skipped(format!("line {} is skipped: {what}", self.lines))
    }
}
