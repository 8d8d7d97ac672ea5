//! A game's connection: lines over plain TCP, or the messages of a WebSocket.

use std::io::{self, Read, Write as _};
use std::net::TcpStream;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tungstenite::handshake::HandshakeError;
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::StatusCode;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::{Error, Message, WebSocket};

use super::origin::Origin;
use super::{MAX_LINE, is_wait};
use crate::platform::plain;

/// How long a page may take to send the request of a WebSocket.
const HANDSHAKE: Duration = Duration::from_secs(1);

/// Reads as lines: each message of a WebSocket is one, or several.
pub struct GameStream {
    origins: Arc<[Origin]>,
    transport: Transport,
}

enum Transport {
    /// Nothing has come yet: the first byte tells which of the others it is.
    Unknown(TcpStream),
    Lines(TcpStream),
    WebSocket(Box<WebMessages>),
    /// Its handshake failed.
    Closed,
}

struct WebMessages {
    socket: WebSocket<TcpStream>,
    /// The message that is read, and how much of it was.
    bytes: Vec<u8>,
    read: usize,
}

impl GameStream {
    /// `origins`: whose pages may send beside this computer's.
    pub fn new(stream: TcpStream, origins: Arc<[Origin]>) -> Self {
        Self { origins, transport: Transport::Unknown(stream) }
    }

    pub fn send(&mut self, line: &str) -> io::Result<()> {
        match &mut self.transport {
            // Who has sent nothing hears nothing.
            Transport::Unknown(_) | Transport::Closed => Ok(()),
            Transport::Lines(stream) => writeln!(stream, "{line}"),
            Transport::WebSocket(messages) => {
                messages.socket.send(Message::text(line)).or_else(|error| ended(error).map(drop))
            }
        }
    }

    /// A recording begins with a brace, the request of a WebSocket with a G.
    fn begin(&mut self, stream: TcpStream) -> io::Result<Transport> {
        let mut first = [0];
        match stream.peek(&mut first) {
            Err(error) => {
                self.transport = Transport::Unknown(stream);
                return Err(error);
            }
            Ok(_) if first != *b"G" => return Ok(Transport::Lines(stream)),
            Ok(_) => {}
        }
        let socket = shake_hands(stream, &self.origins)?;
        Ok(Transport::WebSocket(Box::new(WebMessages { socket, bytes: Vec::new(), read: 0 })))
    }
}

impl Read for GameStream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if let Transport::Unknown(_) = self.transport
            && let Transport::Unknown(stream) = std::mem::replace(&mut self.transport, Transport::Closed)
        {
            self.transport = self.begin(stream)?;
        }
        match &mut self.transport {
            Transport::Lines(stream) => stream.read(into),
            Transport::WebSocket(messages) => messages.read(into),
            Transport::Unknown(_) | Transport::Closed => Ok(0),
        }
    }
}

impl Read for WebMessages {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.read == self.bytes.len() {
            match self.socket.read() {
                Ok(message @ (Message::Text(_) | Message::Binary(_))) => {
                    self.bytes = message.into_data().into();
                    self.bytes.push(b'\n');
                    self.read = 0;
                }
                // Pings are answered by the library.
                Ok(Message::Ping(_) | Message::Pong(_) | Message::Close(_) | Message::Frame(_)) => {}
                Err(error) => return ended(error),
            }
        }
        let count = self.bytes.get(self.read..).unwrap_or_default().read(into)?;
        self.read += count;
        Ok(count)
    }
}

/// A connection that was closed has an end; anything else is an error.
fn ended(error: Error) -> io::Result<usize> {
    match error {
        Error::ConnectionClosed | Error::AlreadyClosed => Ok(0),
        Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake) => Ok(0),
        Error::Io(error) => Err(error),
        error => Err(io::Error::other(error)),
    }
}

fn shake_hands(stream: TcpStream, origins: &[Origin]) -> io::Result<WebSocket<TcpStream>> {
    let mut answer = stream.try_clone()?;
    #[expect(clippy::result_large_err, reason = "the library's type, once a connection")]
    let check = |request: &Request, response: Response| match check_origin(request, origins) {
        Ok(()) => Ok(response),
        Err(why) => {
            let mut refused = ErrorResponse::new(Some(why));
            *refused.status_mut() = StatusCode::FORBIDDEN;
            Err(refused)
        }
    };
    let longest = MAX_LINE as usize;
    let config = WebSocketConfig::default().max_message_size(Some(longest)).max_frame_size(Some(longest));
    let begin = Instant::now();
    let mut outcome = tungstenite::accept_hdr_with_config(stream, check, Some(config));
    loop {
        match outcome {
            Ok(socket) => return Ok(socket),
            Err(HandshakeError::Interrupted(unfinished)) if begin.elapsed() < HANDSHAKE => {
                outcome = unfinished.handshake();
            }
            Err(HandshakeError::Interrupted(_)) => return Err(io::ErrorKind::TimedOut.into()),
            Err(HandshakeError::Failure(Error::Http(response))) => {
                let why = response.body().as_deref().map(String::from_utf8_lossy).unwrap_or_default();
                return Err(refusal(&why));
            }
            Err(HandshakeError::Failure(Error::Io(error))) if !is_wait(&error) => return Err(error),
            Err(HandshakeError::Failure(error)) => {
                let why =
                    "Here games send their recordings, over a WebSocket or plain TCP; there is no page.\n";
                // Who has gone away needs no answer.
                let _ = write!(
                    answer,
                    "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{why}",
                    why.len()
                );
                return Err(refusal(&format!(
                    "this is no WebSocket ({}), and no recording: a game opens a WebSocket, or sends the header's line",
                    plain::label(&error.to_string())
                )));
            }
        }
    }
}

/// Any page that is open in a browser can reach this port, so its origin is asked for; other programs send none.
fn check_origin(request: &Request, origins: &[Origin]) -> Result<(), String> {
    let Some(origin) = request.headers().get("origin") else { return Ok(()) };
    let origin = String::from_utf8_lossy(origin.as_bytes());
    let shown = plain::label(&origin);
    match origin.parse::<Origin>() {
        Ok(origin) if origin.is_this_computer() || origins.contains(&origin) => Ok(()),
        Ok(origin) => Err(format!(
            "a page of {shown} is refused: only pages of this computer may send; --allow-origin {origin} lets it in"
        )),
        Err(why) => Err(format!("a page is refused: its origin {shown} is none: {why}")),
    }
}

fn refusal(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, why)
}

/// Whether the error is that this side let nobody in.
pub fn is_refusal(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::PermissionDenied
}
