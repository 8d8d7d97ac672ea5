//! A long recording, of which the first frames are shown while a thread reads the others.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TryRecvError, sync_channel};
use std::time::{Duration, Instant};

use super::line_slips::is_cut_short;
use super::live::{Arrival, LineReader};
use super::read::MAX_LINE_SIZE;
use super::{Missing, Recording};
use crate::platform::{plain, regular_file};

/// A file of this size is read within a tenth of a second. Bytes.
const SHORT_FILE: u64 = 8 << 20;
/// How long lines are gathered before they are handed on.
const BATCH_TIME: Duration = Duration::from_millis(8);
/// Batches that wait for the window.
const MOST_WAITING: usize = 8;

/// What a thread has read of a file since it was asked last.
#[derive(Debug)]
pub struct BackgroundReading {
    batches: Receiver<Vec<Arrival>>,
    done: Arc<AtomicU64>,
    /// Bytes.
    size: u64,
}

struct FileLines {
    file: BufReader<File>,
    reader: LineReader,
    line: Vec<u8>,
    done: Arc<AtomicU64>,
    missing: Missing,
}

impl Recording {
    /// As [`Recording::load`]; of a long file the frames up to the first one, and what reads the others. A line among those
    /// that cannot be read ends it there, and is told.
    pub fn begin_loading(path: &Path) -> Result<(Self, Option<BackgroundReading>), String> {
        let name = plain::path(path);
        let file = regular_file::reader(path).map_err(|what| format!("{name}: {what}"))?;
        let size = file.metadata().map_or(0, |known| known.len());
        let whole = || Ok((Self::load(path)?, None));
        if size <= SHORT_FILE {
            return whole();
        }
        let done = Arc::new(AtomicU64::new(0));
        let mut lines = FileLines {
            file: BufReader::with_capacity(1 << 18, file),
            reader: LineReader::default(),
            line: Vec::new(),
            done: Arc::clone(&done),
            missing: Missing::default(),
        };
        let mut recording: Option<Self> = None;
        let recording = loop {
            if let Some(recording) = recording.take_if(|recording| !recording.frames().is_empty()) {
                break recording;
            }
            let at_line = |what: String| format!("{name}, {what}");
            let Some(arrivals) = lines.next().map_err(at_line)? else { return whole() };
            for arrival in arrivals {
                match (arrival, &mut recording) {
                    (Arrival::Begins(begun), _) => recording = Some(*begun),
                    (Arrival::Frame(frame), Some(recording)) => recording.push(*frame)?,
                    (Arrival::Message(what) | Arrival::Missing(what) | Arrival::Skipped(what), _) => {
                        lines.missing.add(|| what);
                    }
                    (Arrival::Frame(_), None) | (Arrival::Dropped(_) | Arrival::Closed(_), _) => {}
                }
            }
        };
        let (sender, batches) = sync_channel(MOST_WAITING);
        let thread = std::thread::Builder::new().name("recording".to_owned());
        let began = thread.spawn(move || lines.send(&sender, &name));
        began.map_err(|error| format!("no thread can be begun: {error}"))?;
        Ok((recording, Some(BackgroundReading { batches, done, size })))
    }
}

impl BackgroundReading {
    /// What was read since the last call; `None`: that was all.
    pub fn take(&self) -> Option<Vec<Arrival>> {
        let mut arrivals = Vec::new();
        loop {
            match self.batches.try_recv() {
                Ok(batch) => arrivals.extend(batch),
                Err(TryRecvError::Empty) => return Some(arrivals),
                Err(TryRecvError::Disconnected) if arrivals.is_empty() => return None,
                Err(TryRecvError::Disconnected) => return Some(arrivals),
            }
        }
    }

    /// How much of the file is read, 0 to 1.
    pub fn share(&self) -> f32 {
        self.done.load(Ordering::Relaxed) as f32 / self.size.max(1) as f32
    }

    /// The size of the file. Bytes.
    pub fn size(&self) -> u64 {
        self.size
    }
}

impl FileLines {
    /// What the next line is; `None`: there is none. `Err` begins with the line's number, where the file can be read.
    fn next(&mut self) -> Result<Option<Vec<Arrival>>, String> {
        self.line.clear();
        let size = (&mut self.file).take(MAX_LINE_SIZE + 1).read_until(b'\n', &mut self.line);
        let size = size.map_err(|error| format!("cannot be read: {error}"))? as u64;
        self.done.fetch_add(size, Ordering::Relaxed);
        match size {
            0 => Ok(None),
            size if size > MAX_LINE_SIZE => Err(self.reader.too_long()),
            _ => match self.reader.try_read(&self.line) {
                Err(_) if self.reader.has_begun() && is_cut_short(&self.line) => {
                    let cut = self.reader.cut_short();
                    self.missing.add(|| cut);
                    Ok(None)
                }
                read => read.map(Some),
            },
        }
    }

    /// Sends all that is left; ends where nobody takes it any more.
    fn send(mut self, batches: &SyncSender<Vec<Arrival>>, name: &str) {
        loop {
            let (begin, mut batch) = (Instant::now(), Vec::new());
            let is_over = loop {
                match self.next() {
                    Ok(Some(arrivals)) => {
                        batch.extend(arrivals.into_iter().filter_map(|arrival| match arrival {
                            Arrival::Message(what) | Arrival::Missing(what) | Arrival::Skipped(what) => {
                                self.missing.add(|| what);
                                None
                            }
                            // A file is sent by nobody.
                            Arrival::Dropped(_) | Arrival::Closed(_) => None,
                            Arrival::Begins(_) | Arrival::Frame(_) => Some(arrival),
                        }))
                    }
                    end => {
                        batch.extend(self.missing.all().into_iter().map(Arrival::Message));
                        let broken =
                            end.err().map(|what| format!("{name}, {what}. What follows is not read."));
                        batch.extend(broken.map(Arrival::Message));
                        break true;
                    }
                }
                if begin.elapsed() >= BATCH_TIME {
                    break false;
                }
            };
            if batches.send(batch).is_err() || is_over {
                return;
            }
        }
    }
}
