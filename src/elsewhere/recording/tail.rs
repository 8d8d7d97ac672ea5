//! Follows a file to which lines are added.

use std::fs::{File, Metadata};
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

use super::live::{Arrival, LineCutter, LineReader};
use super::read::{MAX_LINE_SIZE, too_long};
use crate::platform::{plain, regular_file};

/// Bytes of a read.
const CHUNK: usize = 1 << 18;
/// Most chunks of one call, however fast the disk is.
const MOST_CHUNKS: usize = 16;
/// Bytes at the beginning, and of those that were read last, by which a file that was written anew is known.
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
    /// The last bytes read.
    end: Vec<u8>,
    /// All bytes read.
    sum: Checksum,
    /// The file that was read.
    file: Option<FileId>,
    /// When it was changed last, once it was read to its end.
    modified: Option<SystemTime>,
    cutter: LineCutter,
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
            end: Vec::new(),
            sum: Checksum::default(),
            file: None,
            modified: None,
            cutter: LineCutter::new(MAX_LINE_SIZE),
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
        let unreadable = |error: io::Error| format!("cannot be read: {error}");
        let begin = Instant::now();
        let mut file = regular_file::reader(&self.path)?;
        let known = file.metadata().map_err(unreadable)?;
        if !self.is_same(&mut file, &known) {
            *self = Self::new(&self.path);
            arrivals.push(Arrival::Message(format!("{} was written anew.", plain::path(&self.path))));
        }
        self.file = FileId::of(&known);
        file.seek(SeekFrom::Start(self.offset)).map_err(unreadable)?;
        let mut chunk = vec![0; CHUNK];
        for _ in 0..MOST_CHUNKS {
            let count = file.read(&mut chunk).map_err(unreadable)?;
            let read = chunk.get(..count).unwrap_or_default();
            self.offset += count as u64;
            let missing = KNOWN.saturating_sub(self.start.len()).min(count);
            self.start.extend_from_slice(read.get(..missing).unwrap_or_default());
            self.end.extend_from_slice(read);
            self.end.drain(..self.end.len().saturating_sub(KNOWN));
            self.sum.add(read);
            self.take(read, arrivals);
            self.has_more = count > 0;
            if count == 0 || begin.elapsed() >= time {
                break;
            }
        }
        // What was written since is not read yet, and its time is not that of what was.
        let now = file.metadata().ok().filter(|now| now.len() == self.offset);
        self.modified = now.and_then(|now| now.modified().ok());
        Ok(())
    }

    /// Whether the file begins with what was read of it. A game that runs again may write as much as before, or more, before
    /// anybody looks.
    fn is_same(&self, file: &mut File, known: &Metadata) -> bool {
        let (size, of) = (known.len(), FileId::of(known));
        if size < self.offset || (self.file.is_some() && of != self.file) {
            return false;
        }
        let begin = self.offset - self.end.len() as u64;
        if !holds(file, 0, &self.start) || !holds(file, begin, &self.end) {
            return false;
        }
        // Nothing was added, and it was written all the same.
        let is_touched =
            size == self.offset && self.modified.is_some() && known.modified().ok() != self.modified;
        !is_touched || Checksum::of(file, self.offset).is_ok_and(|sum| sum == self.sum)
    }

    fn take(&mut self, bytes: &[u8], arrivals: &mut Vec<Arrival>) {
        let reader = &mut self.reader;
        self.cutter.cut(bytes, |line| match line {
            Some(line) => arrivals.extend(reader.read(line)),
            None => arrivals.push(reader.skip(&too_long())),
        });
    }
}

fn holds(file: &mut File, at: u64, bytes: &[u8]) -> bool {
    let mut found = vec![0; bytes.len()];
    let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut found));
    read.is_ok() && found == bytes
}

/// What tells a file from another one that has taken its name, where the system tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FileId {
    #[cfg(unix)]
    device_and_inode: (u64, u64),
    #[cfg(not(unix))]
    created: SystemTime,
}

impl FileId {
    #[cfg(unix)]
    fn of(known: &Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt as _;
        Some(Self { device_and_inode: (known.dev(), known.ino()) })
    }

    #[cfg(not(unix))]
    fn of(known: &Metadata) -> Option<Self> {
        Some(Self { created: known.created().ok()? })
    }
}

/// FNV-1a of 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    fn add(&mut self, bytes: &[u8]) {
        self.0 =
            bytes.iter().fold(self.0, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }

    /// Of the first bytes of a file, so many.
    fn of(file: &mut File, size: u64) -> io::Result<Self> {
        let (mut sum, mut chunk, mut left) = (Self::default(), vec![0; CHUNK], size);
        file.seek(SeekFrom::Start(0))?;
        while left > 0 {
            let most = chunk.len().min(usize::try_from(left).unwrap_or(usize::MAX));
            let part = chunk.get_mut(..most).unwrap_or_default();
            file.read_exact(part)?;
            sum.add(part);
            left -= most as u64;
        }
        Ok(sum)
    }
}
