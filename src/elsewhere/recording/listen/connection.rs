//! One connection, from its first byte to its end. It becomes the game that is heard once it has sent a header.

use std::io;
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;

use tungstenite::protocol::frame::coding::CloseCode;

use super::super::live::{Arrival, LineCutter, LineReader};
use super::game_stream::{GameStream, Heard, is_refusal};
use super::mailbox::{Mailbox, Standing};
use super::origin::Origin;
use super::{MAX_LINE, PATIENCE, SILENCE};
use crate::platform::plain;

pub struct GameConnection {
    pub number: u64,
    pub from: SocketAddr,
    pub mailbox: Arc<Mailbox>,
}

/// How a connection ended.
enum Ending {
    /// The other side has closed it.
    Closed,
    Failed(io::Error),
    /// Its first line is no header.
    Stranger(String),
    /// Another game took its place.
    Replaced,
    /// Nobody listens any more.
    Over,
}

impl GameConnection {
    /// Reads what comes until one of the two sides closes.
    pub fn run(self, stream: TcpStream, origins: Arc<[Origin]>) {
        let mut stream = GameStream::new(stream, origins);
        let ending = self.hear(&mut stream);
        let from = self.from;
        let (told, is_news, code, reason) = match &ending {
            Ending::Closed => {
                let told = format!("The game at {from} has closed its connection.");
                (Some(told), false, CloseCode::Away, "the window listens no longer".to_owned())
            }
            Ending::Failed(error) => {
                let (told, is_news) = if is_refusal(error) {
                    (format!("{from}: {error}."), true)
                } else {
                    let is_news = error.kind() != io::ErrorKind::UnexpectedEof;
                    (format!("The connection from {from} failed: {error}."), is_news)
                };
                (Some(told), is_news, CloseCode::Protocol, error.to_string())
            }
            Ending::Stranger(what) => {
                let told = format!("{from} is not heard: {what}. A game begins with the header's line.");
                (Some(told), true, CloseCode::Policy, what.clone())
            }
            Ending::Replaced => (None, false, CloseCode::Away, "another game took the place".to_owned()),
            Ending::Over => (None, false, CloseCode::Away, "the window listens no longer".to_owned()),
        };
        let told = told.map(|text| plain::text(&text).into_owned());
        if let Ending::Over = ending {
            // The end of listening waits until the game is told.
            stream.hang_up(code, &reason);
            self.mailbox.leave(self.number, told, is_news);
        } else {
            self.mailbox.leave(self.number, told, is_news);
            stream.hang_up(code, &reason);
        }
    }

    fn hear(&self, stream: &mut GameStream) -> Ending {
        let (mut reader, mut cutter) = (LineReader::default(), LineCutter::new(MAX_LINE));
        let (mut bytes, mut is_heard) = (Vec::new(), false);
        loop {
            let standing = self.mailbox.standing(self.number);
            for answer in self.mailbox.answers_for(self.number) {
                if let Err(error) = stream.send(&answer.line()) {
                    return Ending::Failed(error);
                }
            }
            match standing {
                Standing::Over => return Ending::Over,
                Standing::Unheard if is_heard => return Ending::Replaced,
                Standing::Unheard | Standing::Heard => {}
            }
            bytes.clear();
            let heard = stream.read(&mut bytes);
            if !bytes.is_empty() {
                self.mailbox.hear(self.number);
            }
            let mut arrivals = Vec::new();
            let mut stranger = None;
            let mut read = |line: Option<&[u8]>| {
                if stranger.is_some() {
                    return;
                }
                match line {
                    Some(line) if reader.has_begun() => arrivals.extend(reader.read(line)),
                    Some(line) => match reader.try_read(line) {
                        Ok(read) => arrivals.extend(read),
                        Err(what) => stranger = Some(what),
                    },
                    None => {
                        let what = format!("is too long; allowed: up to {} MiB", MAX_LINE >> 20);
                        match reader.has_begun() {
                            true => arrivals.push(reader.skip(&what)),
                            false => stranger = Some(format!("line 1: {what}")),
                        }
                    }
                }
            };
            cutter.cut(&bytes, &mut read);
            let ending = match heard {
                Ok(Heard::Bytes | Heard::Nothing) => None,
                Ok(Heard::End) => Some(Ending::Closed),
                Err(error) => Some(Ending::Failed(error)),
            };
            // What a game wrote last may have no end.
            if ending.is_some()
                && let Some(line) = cutter.rest()
            {
                read(Some(&line));
            }
            if !is_heard && !arrivals.is_empty() {
                match self.wait_for_place(stream) {
                    Ok(()) => is_heard = true,
                    Err(ending) => return ending,
                }
            }
            if !arrivals.into_iter().all(|arrival| self.mailbox.put(self.number, escaped(arrival))) {
                continue;
            }
            if let Some(what) = stranger {
                return Ending::Stranger(what);
            }
            if let Some(ending) = ending {
                return ending;
            }
        }
    }

    /// Waits until this game is heard. What it sends meanwhile waits in the system's buffers.
    fn wait_for_place(&self, stream: &GameStream) -> Result<(), Ending> {
        loop {
            match self.mailbox.take_place(self.number, self.from) {
                Standing::Heard => return Ok(()),
                Standing::Over => return Err(Ending::Over),
                Standing::Unheard if stream.is_gone() => return Err(Ending::Closed),
                Standing::Unheard => std::thread::sleep(PATIENCE),
            }
        }
    }
}

/// What is told of others' words shows their control characters.
fn escaped(arrival: Arrival) -> Arrival {
    let escaped = |text: String| plain::text(&text).into_owned();
    match arrival {
        Arrival::Skipped(text) => Arrival::Skipped(escaped(text)),
        Arrival::Missing(text) => Arrival::Missing(escaped(text)),
        Arrival::Message(text) => Arrival::Message(escaped(text)),
        Arrival::Closed(text) => Arrival::Closed(escaped(text)),
        Arrival::Begins(_) | Arrival::Frame(_) | Arrival::Dropped(_) => arrival,
    }
}

/// The time-outs of a connection.
pub fn prepare(stream: &TcpStream) -> io::Result<()> {
    // On some systems it does not block, as the port did not when it was asked for it.
    stream.set_nonblocking(false)?;
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(SILENCE))
}
