//! Follows a file to which lines are added.

use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::live::{Arrival, LineReader};
use super::read::{MAX_LINE_SIZE, too_long};
use crate::platform::{plain, regular_file};

/// Bytes of a read.
const CHUNK: usize = 1 << 18;
/// Most chunks of one call, however fast the disk is.
const MOST_CHUNKS: usize = 16;
/// Bytes at the beginning by which a file that was written anew is known.
const KNOWN: usize = 256;

/// Reads the lines that are added to a file. Its last line waits until it is complete.
#[derive(Debug)]
pub struct Tail {
    path: PathBuf,
    reader: LineReader,
    /// Bytes read.
    offset: u64,
    /// The first bytes read.
    start: Vec<u8>,
    /// The line that is not complete.
    line: Vec<u8>,
    /// The rest of a line that is too long is passed over.
    skips: bool,
    has_more: bool,
    /// What was told last of a file that cannot be read.
    obstacle: Option<String>,
}

impl Tail {
    /// Begins with the first line. A file that is not there yet is waited for.
    pub fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            reader: LineReader::default(),
            offset: 0,
            start: Vec::new(),
            line: Vec::new(),
            skips: false,
            has_more: true,
            obstacle: None,
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the last read ended before the file did.
    pub fn has_more(&self) -> bool {
        self.has_more
    }

    /// Reads what was added, for as long as `time` allows.
    pub fn read(&mut self, time: Duration) -> Vec<Arrival> {
        let mut arrivals = Vec::new();
        let outcome = self.read_into(&mut arrivals, time);
        if outcome.is_err() {
            self.has_more = false;
        }
        let obstacle = outcome.err();
        if obstacle != self.obstacle {
            let message = obstacle.as_ref().filter(|_| self.offset > 0 || self.path.exists());
            arrivals
                .extend(message.map(|what| Arrival::Message(format!("{}: {what}", plain::path(&self.path)))));
            self.obstacle = obstacle;
        }
        arrivals
    }

    fn read_into(&mut self, arrivals: &mut Vec<Arrival>, time: Duration) -> Result<(), String> {
        let unreadable = |error: std::io::Error| format!("cannot be read: {error}");
        let begin = Instant::now();
        let mut file = regular_file::reader(&self.path)?;
        let size = file.metadata().map_err(unreadable)?.len();
        let mut start = vec![0; self.start.len()];
        if size < self.offset || file.read_exact(&mut start).is_err() || start != self.start {
            *self = Self::new(&self.path);
            arrivals.push(Arrival::Message(format!("{} was written anew.", plain::path(&self.path))));
        }
        file.seek(SeekFrom::Start(self.offset)).map_err(unreadable)?;
        let mut chunk = vec![0; CHUNK];
        for _ in 0..MOST_CHUNKS {
            let count = file.read(&mut chunk).map_err(unreadable)?;
            let read = chunk.get(..count).unwrap_or_default();
            self.offset += count as u64;
            let missing = KNOWN.saturating_sub(self.start.len()).min(count);
            self.start.extend_from_slice(read.get(..missing).unwrap_or_default());
            self.take(read, arrivals);
            self.has_more = count > 0;
            if count == 0 || begin.elapsed() >= time {
                break;
            }
        }
        Ok(())
    }

    fn take(&mut self, mut bytes: &[u8], arrivals: &mut Vec<Arrival>) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            let (line, rest) = bytes.split_at(end);
            bytes = rest.get(1..).unwrap_or_default();
            if std::mem::take(&mut self.skips) {
                continue;
            }
            self.line.extend_from_slice(line);
            arrivals.extend(self.reader.read(&self.line));
            self.line.clear();
        }
        if self.skips {
            return;
        }
        self.line.extend_from_slice(bytes);
        if self.line.len() as u64 > MAX_LINE_SIZE {
            self.skips = true;
            self.line = Vec::new();
            arrivals.push(self.reader.skip(&too_long()));
        }
    }
}
