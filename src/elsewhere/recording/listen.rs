//! Listens for a running game that sends the lines of a recording, over TCP or a WebSocket, and answers it.
//!
//! A thread reads whatever comes, so that the game never waits for the window; frames for which the window has no
//! time are dropped and counted. One game is heard at a time; another one takes the place of one that is silent.

use std::io::{self, BufRead, BufReader, Read as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::time::{Duration, Instant};

use self::game_stream::GameStream;
use self::mailbox::Mailbox;
use super::live::{Arrival, LineReader};

mod game_stream;
mod mailbox;
mod origin;

pub use origin::Origin;

/// Arrivals that wait for the window; at 60 frames a second, two seconds.
const WAITING: usize = 120;
/// Longest line of a game. Bytes.
const MAX_LINE: u64 = 16 << 20;
/// How long a read waits until it looks whether listening is over, and whether there is an answer to send.
const PATIENCE: Duration = Duration::from_millis(50);
/// Who has sent no line for so long gives way to another one.
const SILENCE: Duration = Duration::from_secs(1);

/// An open port. Listening ends when it is dropped.
#[derive(Debug)]
pub struct RecordListener {
    address: SocketAddr,
    arrivals: Receiver<Arrival>,
    answers: Sender<String>,
    is_over: Arc<AtomicBool>,
}

impl RecordListener {
    /// Listens at this address; each arrival calls `wake`. Pages of this computer may send, and those of `origins`.
    pub fn start(
        address: SocketAddr,
        origins: Vec<Origin>,
        wake: impl Fn() + Send + 'static,
    ) -> io::Result<Self> {
        let port = TcpListener::bind(address)?;
        let address = port.local_addr()?;
        let (send, arrivals) = sync_channel(WAITING);
        let (answers, to_send) = channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let hearing = Hearing {
            is_over: Arc::clone(&is_over),
            origins: origins.into(),
            answers: to_send,
            mailbox: Mailbox::new(send, wake),
        };
        std::thread::Builder::new().name("listen".to_owned()).spawn(move || hearing.run(&port))?;
        Ok(Self { address, arrivals, answers, is_over })
    }

    /// Where it listens; a port that was given as 0 has its number.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What came since the last call.
    pub fn take(&self) -> Vec<Arrival> {
        self.arrivals.try_iter().take(WAITING).collect()
    }

    /// Sends a line to the game that is heard, if there is one.
    pub fn answer(&self, line: String) {
        // The thread ends only with this listener, or when the port fails.
        let _ = self.answers.send(line);
    }
}

impl Drop for RecordListener {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // A connection of its own ends the wait for one. Not every system connects to "all addresses".
        let own: IpAddr = match self.address.ip() {
            ip if !ip.is_unspecified() => ip,
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        };
        let _ = TcpStream::connect_timeout(&SocketAddr::new(own, self.address.port()), PATIENCE);
    }
}

enum HeardOf {
    Game,
    /// Somebody who sent no header.
    Stranger,
    /// Somebody who was silent, and who takes the place.
    Silent(TcpStream, SocketAddr),
}

struct Hearing {
    is_over: Arc<AtomicBool>,
    origins: Arc<[Origin]>,
    answers: Receiver<String>,
    mailbox: Mailbox,
}

impl Hearing {
    fn run(mut self, port: &TcpListener) {
        let mut next = None;
        loop {
            let (stream, from) = match next.take() {
                Some(waiting) => waiting,
                None => match port.accept() {
                    Ok(accepted) => accepted,
                    Err(error) => {
                        if self.is_over.load(Ordering::Relaxed) {
                            return;
                        }
                        // Who went before they were heard, or too many open files: others may come.
                        self.mailbox.post(format!("A connection was not taken: {error}."));
                        std::thread::sleep(SILENCE);
                        continue;
                    }
                },
            };
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            match self.hear(stream, port) {
                Ok(HeardOf::Game) => {
                    self.mailbox.post(format!("The game at {from} has closed its connection."))
                }
                Ok(HeardOf::Stranger) => {}
                Ok(HeardOf::Silent(stream, other)) => {
                    self.mailbox
                        .post(format!("{from} is silent: from now on {other} is heard in its place."));
                    next = Some((stream, other));
                }
                Err(error) if game_stream::is_refusal(&error) => {
                    self.mailbox.post(format!("{from}: {error}"))
                }
                Err(error) => self.mailbox.post(format!("The connection from {from} failed: {error}.")),
            }
            if self.is_over.load(Ordering::Relaxed) || self.mailbox.is_closed {
                return;
            }
        }
    }

    /// Reads the lines of one game until it goes, or is silent while another one waits at the `port`.
    fn hear(&mut self, stream: TcpStream, port: &TcpListener) -> io::Result<HeardOf> {
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_write_timeout(Some(SILENCE))?;
        let mut heard = Instant::now();
        // What was meant for the game before.
        self.answers.try_iter().for_each(drop);
        let connection = GameStream::new(stream, Arc::clone(&self.origins));
        let mut stream = BufReader::with_capacity(1 << 16, connection);
        let (mut reader, mut line, mut skips) = (LineReader::default(), Vec::new(), false);
        loop {
            for answer in self.answers.try_iter() {
                stream.get_mut().send(&answer)?;
            }
            let room = (MAX_LINE + 1).saturating_sub(line.len() as u64);
            let is_end = match stream.by_ref().take(room).read_until(b'\n', &mut line) {
                Ok(count) => count == 0,
                Err(error) if is_wait(&error) => false,
                Err(error) => return Err(error),
            };
            let is_whole = line.ends_with(b"\n");
            if is_whole {
                heard = Instant::now();
            } else if heard.elapsed() > SILENCE
                && let Some((stream, from)) = waiting(port)?
            {
                return Ok(HeardOf::Silent(stream, from));
            }
            if is_whole && std::mem::take(&mut skips) {
                line.clear();
            } else if is_whole || (is_end && !line.is_empty() && !skips) {
                let arrivals = reader.read(line.strip_suffix(b"\n").unwrap_or(&line));
                line.clear();
                arrivals.into_iter().for_each(|arrival| self.mailbox.put(arrival));
                if !reader.has_begun() {
                    return Ok(HeardOf::Stranger);
                }
            } else if line.len() as u64 > MAX_LINE {
                line = Vec::new();
                if !std::mem::replace(&mut skips, true) {
                    let what = format!("is too long; allowed: up to {} MiB", MAX_LINE >> 20);
                    self.mailbox.put(reader.skip(&what));
                }
            }
            self.mailbox.post_late();
            if is_end || self.is_over.load(Ordering::Relaxed) || self.mailbox.is_closed {
                return Ok(if reader.has_begun() { HeardOf::Game } else { HeardOf::Stranger });
            }
        }
    }
}

fn waiting(port: &TcpListener) -> io::Result<Option<(TcpStream, SocketAddr)>> {
    port.set_nonblocking(true)?;
    let accepted = port.accept();
    port.set_nonblocking(false)?;
    let Ok((stream, from)) = accepted else { return Ok(None) };
    stream.set_nonblocking(false)?;
    Ok(Some((stream, from)))
}

fn is_wait(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted)
}
