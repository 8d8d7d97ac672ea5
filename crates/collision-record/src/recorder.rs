//! Where the lines go: a file, or a window that listens.

use std::fs::File;
use std::io::{self, Write as _};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::Path;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::JoinHandle;
use std::time::Duration;

use serde::Serialize;
use thiserror::Error;

use crate::{Frame, Header};

/// Lines that wait for the socket; at 60 frames a second, two seconds.
const WAITING_LINES: usize = 120;

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
    header: Header,
    last: Option<(u64, f64)>,
    target: Target,
    dropped: u64,
}

#[derive(Debug)]
enum Target {
    File(File),
    Socket { lines: Option<SyncSender<Vec<u8>>>, sender: Option<JoinHandle<()>> },
}

impl Recorder {
    /// A new file; one that is there is replaced.
    pub fn to_file(path: impl AsRef<Path>, header: &Header) -> Result<Self, RecordError> {
        header.check()?;
        let mut file = File::create(path)?;
        file.write_all(&line(header)?)?;
        Ok(Self::new(header, Target::File(file)))
    }

    /// A window started with `--listen`, for instance at `127.0.0.1:7878`. Waits at most a second for the
    /// connection, and never afterwards: what the window has no time to read is dropped and counted.
    pub fn to_socket(address: impl ToSocketAddrs, header: &Header) -> Result<Self, RecordError> {
        header.check()?;
        let mut stream = connect(address)?;
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(PATIENCE))?;
        stream.write_all(&line(header)?)?;
        let (lines, waiting) = sync_channel::<Vec<u8>>(WAITING_LINES);
        let sender = std::thread::Builder::new().name("collision-record".to_owned()).spawn(move || {
            for line in waiting {
                if stream.write_all(&line).is_err() {
                    break;
                }
            }
        })?;
        Ok(Self::new(header, Target::Socket { lines: Some(lines), sender: Some(sender) }))
    }

    fn new(header: &Header, target: Target) -> Self {
        Self { header: header.clone(), last: None, target, dropped: 0 }
    }

    /// Writes a frame. Of a frame that is refused nothing is written, and the recording can go on.
    pub fn write(&mut self, frame: &Frame) -> Result<(), RecordError> {
        frame.check(&self.header)?;
        if let Some((last, time)) = self.last
            && (frame.frame <= last || frame.time < time)
        {
            return Err(RecordError::OutOfOrder { last, found: frame.frame });
        }
        let line = line(frame)?;
        match &mut self.target {
            Target::File(file) => file.write_all(&line)?,
            Target::Socket { lines, .. } => match lines.as_ref().map(|lines| lines.try_send(line)) {
                Some(Ok(())) => {}
                Some(Err(TrySendError::Full(_))) => self.dropped += 1,
                Some(Err(TrySendError::Disconnected(_))) | None => {
                    return Err(io::Error::from(io::ErrorKind::BrokenPipe).into());
                }
            },
        }
        self.last = Some((frame.frame, frame.time));
        Ok(())
    }

    /// How many frames a slow window cost; 0 for a file.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
}

impl Drop for Recorder {
    /// Waits until the lines that were accepted are sent, or the window is gone.
    fn drop(&mut self) {
        if let Target::Socket { lines, sender } = &mut self.target {
            lines.take();
            if let Some(sender) = sender.take() {
                // It cannot have panicked: it only writes.
                let _ = sender.join();
            }
        }
    }
}

fn connect(address: impl ToSocketAddrs) -> io::Result<TcpStream> {
    let mut last = io::Error::new(io::ErrorKind::InvalidInput, "the address names no host");
    for address in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}

fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}
