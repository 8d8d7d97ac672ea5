//! Listens for a running game that sends the lines of a recording, over TCP or a WebSocket, and answers it.
//!
//! Each connection has a thread that reads whatever comes, so that the game never waits for the window; frames for which
//! there is no room are dropped and counted. One game is heard at a time. Another one takes the place of one that is silent,
//! once it has sent a header: who is refused, or only connects, changes nothing.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use self::connection::GameConnection;
use self::mailbox::Mailbox;
use super::live::{Arrival, GameAnswer};

mod connection;
mod game_stream;
mod mailbox;
mod origin;
mod web_frames;

pub use origin::Origin;

/// Most arrivals of one call: whoever takes them shows a picture in between.
const MOST_TAKEN: usize = 1000;
/// Longest line of a game. Bytes.
const MAX_LINE: u64 = 16 << 20;
/// How long a read waits until it looks whether listening is over, and whether there is an answer to send.
const PATIENCE: Duration = Duration::from_millis(50);
/// Who has sent nothing for so long, and was not asked to pause, gives way to another one.
const SILENCE: Duration = Duration::from_secs(1);

/// An open port. Listening ends when it is dropped.
#[derive(Debug)]
pub struct RecordListener {
    address: SocketAddr,
    mailbox: Arc<Mailbox>,
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
        let mailbox = Arc::new(Mailbox::new(wake));
        let hearing = Arc::clone(&mailbox);
        let accept = move || accept(&port, &hearing, &origins.into());
        std::thread::Builder::new().name("listen".to_owned()).spawn(accept)?;
        Ok(Self { address, mailbox })
    }

    /// Where it listens; a port that was given as 0 has its number.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What came since the last call, or a part of it.
    pub fn take(&self) -> Vec<Arrival> {
        self.mailbox.take(MOST_TAKEN)
    }

    /// Whether something has come that was not taken.
    pub fn has_more(&self) -> bool {
        !self.mailbox.is_empty()
    }

    /// Says something to the game whose recording was taken last, if it is still there.
    pub fn answer(&self, answer: GameAnswer) {
        self.mailbox.answer(answer);
    }
}

impl Drop for RecordListener {
    /// A game that is paused goes on.
    fn drop(&mut self) {
        self.mailbox.close();
        // A connection of its own ends the wait for one. Not every system connects to "all addresses".
        let own: IpAddr = match self.address.ip() {
            ip if !ip.is_unspecified() => ip,
            IpAddr::V4(_) => Ipv4Addr::LOCALHOST.into(),
            IpAddr::V6(_) => Ipv6Addr::LOCALHOST.into(),
        };
        let _ = TcpStream::connect_timeout(&SocketAddr::new(own, self.address.port()), PATIENCE);
    }
}

/// Gives each connection a thread of its own.
fn accept(port: &TcpListener, mailbox: &Arc<Mailbox>, origins: &Arc<[Origin]>) {
    for number in 1.. {
        let accepted = port.accept();
        if mailbox.is_over() {
            return;
        }
        let begun = accepted.and_then(|(stream, from)| {
            connection::prepare(&stream)?;
            if !mailbox.admit() {
                return Err(io::Error::other(format!("{from} is one too many at a time")));
            }
            let connection = GameConnection { number, from, mailbox: Arc::clone(mailbox) };
            let origins = Arc::clone(origins);
            let thread = std::thread::Builder::new().name("game".to_owned());
            let begun = thread.spawn(move || connection.run(stream, origins));
            begun.map(drop).inspect_err(|_| mailbox.leave(number, None, false))
        });
        if let Err(error) = begun {
            // Who went before they were heard, or too many of them: others may come.
            mailbox.tell(format!("A connection was not taken: {error}."));
            std::thread::sleep(SILENCE);
        }
    }
}

fn is_wait(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted)
}
