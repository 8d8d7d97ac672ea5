//! Where the lines go: a file, a window that listens, or memory.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::path::Path;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use serde::Serialize;
use thiserror::Error;

use crate::pause::Answers;
use crate::{Event, Frame, Header, LastSeconds, Pause, Places};

/// Lines that wait for the socket; at 60 frames a second, two seconds.
const WAITING_LINES: usize = 120;

/// Most events and lines of the log of dropped frames that wait for the next frame.
const MOST_CARRIED: usize = 10_000;

/// How long connecting may take, and how long the socket may take to accept bytes before it counts as gone.
const PATIENCE: Duration = Duration::from_secs(1);

/// Why a line was not written.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The value is none that a recording can have.
    #[error("{place}: found {found}; allowed: {allowed}")]
    Refused {
        /// The field.
        place: String,
        /// What it holds.
        found: String,
        /// What it may hold.
        allowed: String,
    },
    /// Frames come in order.
    #[error("frame {found} after frame {last}; allowed: a later frame at the same time or later")]
    OutOfOrder {
        /// The frame before.
        last: u64,
        /// This frame.
        found: u64,
    },
    /// The file or the connection.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Writes a recording line by line. Each frame is handed on at once, so that it is there if the game stops.
#[derive(Debug)]
pub struct Recorder {
    places: Places,
    /// The header's unit. Metres.
    unit: f32,
    last: Option<(u64, f64)>,
    target: Target,
    dropped: u64,
    /// Of frames that were dropped; the next one has them.
    carried: (Vec<Event>, Vec<String>),
}

/// Where the lines go.
pub(crate) enum Target {
    Writer(Box<dyn Write + Send + Sync>),
    Socket {
        lines: Option<SyncSender<Vec<u8>>>,
        /// Lines by which bodies come and go, and headers: none of them may get lost.
        kept: VecDeque<Vec<u8>>,
        sender: Option<JoinHandle<()>>,
        answers: Answers,
    },
    Memory(LastSeconds),
}

impl Target {
    /// A new file; one that is there is replaced.
    pub fn file(path: impl AsRef<Path>) -> Result<Self, RecordError> {
        Ok(Self::Writer(Box::new(File::create(path)?)))
    }

    /// Waits at most a second for the connection.
    pub fn socket(address: impl ToSocketAddrs) -> Result<Self, RecordError> {
        let mut stream = connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        let answers = Answers::of(stream.try_clone()?)?;
        let (lines, waiting) = sync_channel::<Vec<u8>>(WAITING_LINES);
        let sender = std::thread::Builder::new().name("collision-record".to_owned()).spawn(move || {
            for line in waiting {
                if stream.write_all(&line).is_err() {
                    break;
                }
            }
            // What reads the answers would hold the connection open. It fails where the window is gone already.
            let _ = stream.shutdown(Shutdown::Write);
        })?;
        Ok(Self::Socket { lines: Some(lines), kept: VecDeque::new(), sender: Some(sender), answers })
    }

    /// As [`Recorder::pause`].
    pub fn pause(&self) -> Option<Pause> {
        match self {
            Self::Socket { answers, .. } => answers.pause(),
            Self::Writer(_) | Self::Memory(_) => None,
        }
    }
}

impl Recorder {
    /// A new file; one that is there is replaced.
    pub fn to_file(path: impl AsRef<Path>, header: &Header) -> Result<Self, RecordError> {
        header.check_metric()?;
        Self::new(Target::file(path)?, header)
    }

    /// Anything that takes bytes. It is flushed after each line.
    pub fn to_writer(
        writer: impl Write + Send + Sync + 'static,
        header: &Header,
    ) -> Result<Self, RecordError> {
        Self::new(Target::Writer(Box::new(writer)), header)
    }

    /// A window started with `--listen`, for instance at `127.0.0.1:7878`. Waits at most a second for the
    /// connection, and never afterwards: what the window has no time to read is dropped and counted. The next frame has
    /// the events and the log of one that is dropped.
    pub fn to_socket(address: impl ToSocketAddrs, header: &Header) -> Result<Self, RecordError> {
        header.check_metric()?;
        Self::new(Target::socket(address)?, header)
    }

    /// Memory, which is written when it is asked for.
    pub fn to_memory(memory: &LastSeconds, header: &Header) -> Result<Self, RecordError> {
        Self::new(Target::Memory(memory.clone()), header)
    }

    pub(crate) fn new(target: Target, header: &Header) -> Result<Self, RecordError> {
        let (places, carried) = (Places::default(), Default::default());
        let mut recorder = Self { places, unit: 1.0, last: None, target, dropped: 0, carried };
        recorder.begin(header)?;
        Ok(recorder)
    }

    /// Begins anew with other bodies, as a game does with its next level: what was written before is another recording.
    pub fn begin(&mut self, header: &Header) -> Result<(), RecordError> {
        header.check_metric()?;
        if let Target::Memory(memory) = &self.target {
            memory.begin(header);
        } else {
            self.send(line(header)?, true)?;
        }
        (self.places, self.unit, self.last) = (Places::of(header), header.metres_per_unit, None);
        self.carried = Default::default();
        Ok(())
    }

    /// Writes a frame. Of a frame that is refused nothing is written, and the recording can go on.
    pub fn write(&mut self, frame: &Frame) -> Result<(), RecordError> {
        let places = self.places.after(frame)?;
        for (i, added) in frame.add.iter().enumerate() {
            added.body.check_metric(&format!("add[{i}]"), self.unit)?;
        }
        if let Some((last, time)) = self.last
            && (frame.frame <= last || frame.time < time)
        {
            return Err(RecordError::OutOfOrder { last, found: frame.frame });
        }
        if let Cow::Owned(places) = places {
            self.places = places;
        }
        if let Target::Memory(memory) = &self.target {
            memory.push(frame);
        } else {
            let mut frame = Cow::Borrowed(frame);
            let (events, log) = std::mem::take(&mut self.carried);
            if !events.is_empty() || !log.is_empty() {
                let frame = frame.to_mut();
                frame.events.splice(0..0, events);
                frame.log.splice(0..0, log);
            }
            // A frame that changes bodies is never dropped, so those of the events are there.
            if !self.send(line(&*frame)?, frame.changes_bodies())? {
                self.dropped += 1;
                self.carried = (newest(&frame.events), newest(&frame.log));
            }
        }
        self.last = Some((frame.frame, frame.time));
        Ok(())
    }

    /// Hands a line on; `false`: it is dropped. One that `must` arrive waits for room, and the game does not.
    fn send(&mut self, line: Vec<u8>, must: bool) -> Result<bool, RecordError> {
        let (lines, kept) = match &mut self.target {
            Target::Writer(writer) => {
                writer.write_all(&line)?;
                writer.flush()?;
                return Ok(true);
            }
            Target::Socket { lines, kept, .. } => (lines, kept),
            Target::Memory(_) => return Ok(true),
        };
        let Some(lines) = lines else { return Err(gone()) };
        while let Some(waiting) = kept.pop_front() {
            match lines.try_send(waiting) {
                Ok(()) => {}
                Err(TrySendError::Full(waiting)) => {
                    kept.push_front(waiting);
                    break;
                }
                Err(TrySendError::Disconnected(_)) => return Err(gone()),
            }
        }
        let outcome = if kept.is_empty() { lines.try_send(line) } else { Err(TrySendError::Full(line)) };
        match outcome {
            Ok(()) => {}
            Err(TrySendError::Full(line)) if must => kept.push_back(line),
            Err(TrySendError::Full(_)) => return Ok(false),
            Err(TrySendError::Disconnected(_)) => return Err(gone()),
        }
        Ok(true)
    }

    /// The pause that the window asks for, where a stop holds in what it was sent; `None` once the person resumes the game
    /// there, or closes the window. A game that it concerns steps its world only while there is none.
    pub fn pause(&self) -> Option<Pause> {
        self.target.pause()
    }

    /// How many frames a slow window cost; 0 for files and memory.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl Drop for Target {
    /// Waits until the lines that were accepted are sent, or the window is gone.
    fn drop(&mut self) {
        if let Self::Socket { lines, kept, sender, .. } = self {
            if let Some(lines) = lines.take() {
                // The sender ends where the window is gone.
                let _ = kept.drain(..).try_for_each(|line| lines.send(line));
            }
            if let Some(sender) = sender.take() {
                // It cannot have panicked: it only writes.
                let _ = sender.join();
            }
        }
    }
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Writer(_) => "Writer",
            Self::Socket { .. } => "Socket",
            Self::Memory(_) => "Memory",
        })
    }
}

/// The newest of what is carried on to the next frame, at most [`MOST_CARRIED`].
fn newest<T: Clone>(all: &[T]) -> Vec<T> {
    all[all.len().saturating_sub(MOST_CARRIED)..].to_vec()
}

fn gone() -> RecordError {
    io::Error::from(io::ErrorKind::BrokenPipe).into()
}

fn connect(address: impl ToSocketAddrs) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::InvalidInput, "the address names no host");
    let begin = Instant::now();
    for address in address.to_socket_addrs()? {
        // One second for all of them: a name may have several.
        let Some(left) = PATIENCE.checked_sub(begin.elapsed()).filter(|left| !left.is_zero()) else { break };
        match TcpStream::connect_timeout(&address, left) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

pub(crate) fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}
