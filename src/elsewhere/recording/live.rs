//! Lines of a recording that come while it is shown.

use serde::Serialize;

use super::read::{BYTE_ORDER_MARK, CUT_SHORT, begins_anew, too_long};
use super::{Recording, StoredFrame};

#[derive(Clone, Debug, PartialEq)]
pub enum Arrival {
    /// A recording begins; it has no frames yet.
    Begins(Box<Recording>),
    Frame(Box<StoredFrame>),
    /// A sentence about a line that is not read: in a file that is none of ours there are as many as lines.
    Skipped(String),
    /// A sentence about what is missing in a frame that is taken: there may be as many as frames.
    Missing(String),
    /// So many frames of the game were dropped here, for which the window had no room.
    Dropped(u64),
    /// A sentence about a header, or about who sends or would.
    Message(String),
    /// The game that was heard is heard no longer; a sentence says why.
    Closed(String),
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
    /// The last header could not be read: no frame is taken until one can.
    waits_for_header: bool,
    lines: u64,
    /// How many of them are skipped: of several that come at once the last is told.
    skipped: u64,
}

impl LineReader {
    /// What a line is; nothing: an empty one. One that cannot be read is told, with its number, and skipped; so is what
    /// is missing in one that is taken.
    pub fn read(&mut self, line: &[u8]) -> Vec<Arrival> {
        self.read_line(line).unwrap_or_else(|what| {
            let until = if self.waits_for_header { ". No frame is read until a header can be" } else { "" };
            vec![self.skipped(&format!("{what}{until}"))]
        })
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
            Some(_) if self.waits_for_header && !begins_anew(line) => Ok(Vec::new()),
            Some(recording) => match recording.frame_of(line) {
                Ok((frame, missing)) => {
                    let missing = self.at_line(missing).map(Arrival::Missing);
                    Ok(missing.chain([Arrival::Frame(Box::new(frame))]).collect())
                }
                Err(_) if begins_anew(line) => {
                    let begun = self.begin(line);
                    self.waits_for_header = begun.is_err();
                    begun
                }
                Err(what) => Err(what),
            },
        }
    }

    fn begin(&mut self, line: &[u8]) -> Result<Vec<Arrival>, String> {
        let (recording, missing) = Recording::with_header(line)?;
        self.recording = Some(recording.clone());
        let missing = self.at_line(missing).map(Arrival::Message);
        Ok([Arrival::Begins(Box::new(recording))].into_iter().chain(missing).collect())
    }

    /// What is missing in the line that was read last.
    fn at_line(&self, missing: Vec<String>) -> impl Iterator<Item = String> + use<> {
        let line = self.lines;
        missing.into_iter().map(move |what| format!("line {line}: {what}"))
    }

    /// Why the line after those read so far is not read: it has no end in sight.
    pub fn too_long(&self) -> String {
        format!("line {}: {}", self.lines + 1, too_long())
    }

    /// That the line that was read last, which is the file's last, is left out.
    pub fn cut_short(&self) -> String {
        format!("line {}: {CUT_SHORT}", self.lines)
    }

    /// Tells that the line after those read so far is skipped.
    pub fn skip(&mut self, what: &str) -> Arrival {
        self.lines += 1;
        self.skipped(what)
    }

    pub fn has_begun(&self) -> bool {
        self.recording.is_some()
    }

    fn skipped(&mut self, what: &str) -> Arrival {
        let before = match self.skipped {
            0 => String::new(),
            1 => "; one line before it was skipped as well".to_owned(),
            before => format!("; {before} lines before it were skipped as well"),
        };
        self.skipped += 1;
        Arrival::Skipped(format!("line {} is skipped: {what}{before}", self.lines))
    }
}

/// Cuts bytes, as they come, into lines.
#[derive(Clone, Debug)]
pub struct LineCutter {
    /// The line that is not complete.
    line: Vec<u8>,
    /// The rest of a line that is too long is passed over.
    skips: bool,
    /// The longest line. Bytes.
    longest: usize,
}

impl LineCutter {
    pub fn new(longest: u64) -> Self {
        Self { line: Vec::new(), skips: false, longest: longest as usize }
    }

    /// Calls `take` with each line that these bytes complete, without its end, and with `None` where one is too long.
    pub fn cut(&mut self, mut bytes: &[u8], mut take: impl FnMut(Option<&[u8]>)) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            let (line, rest) = bytes.split_at(end);
            bytes = rest.get(1..).unwrap_or_default();
            self.add(line, &mut take);
            if !std::mem::take(&mut self.skips) {
                take(Some(&self.line));
            }
            self.line.clear();
        }
        self.add(bytes, &mut take);
    }

    fn add(&mut self, bytes: &[u8], take: &mut impl FnMut(Option<&[u8]>)) {
        if self.skips {
            return;
        }
        self.line.extend_from_slice(bytes);
        if self.line.len() > self.longest {
            self.skips = true;
            self.line = Vec::new();
            take(None);
        }
    }

    /// The last line, which has no end.
    pub fn rest(&mut self) -> Option<Vec<u8>> {
        (!self.line.is_empty()).then(|| std::mem::take(&mut self.line))
    }
}
