//! A game's connection: lines over plain TCP, or the messages of a WebSocket.

use std::io::{self, Read as _, Write as _};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use tungstenite::Error;
use tungstenite::error::ProtocolError;
use tungstenite::handshake::HandshakeError;
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::StatusCode;
use tungstenite::protocol::frame::Frame;
use tungstenite::protocol::frame::coding::CloseCode;

use super::is_wait;
use super::origin::Origin;
use super::web_frames::{self, WebControl, WebFrames};
use crate::platform::plain;

/// How long a page may take to send the request of a WebSocket.
const HANDSHAKE: Duration = Duration::from_secs(5);
/// Bytes of a read.
const CHUNK: usize = 1 << 16;
/// How long this side waits for the other to close as well: a connection that is closed with something unread is reset, by
/// which the other side loses what it was told last.
const FAREWELL: Duration = Duration::from_millis(200);

/// Reads as lines: each message of a WebSocket is one, or several.
pub struct GameStream {
    stream: TcpStream,
    origins: Arc<[Origin]>,
    transport: Transport,
    chunk: Vec<u8>,
}

enum Transport {
    /// Nothing has come yet: the first byte tells which of the others it is.
    Unknown,
    Lines,
    WebSocket(WebFrames),
    /// A WebSocket that both sides have closed, or one whose handshake failed.
    Closed,
}

/// What came of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Heard {
    /// Some of a line, or lines.
    Bytes,
    /// Nothing within the time of a read, or nothing that is a line's.
    Nothing,
    /// The other side has closed.
    End,
}

impl GameStream {
    /// `origins`: whose pages may send beside this computer's.
    pub fn new(stream: TcpStream, origins: Arc<[Origin]>) -> Self {
        Self { stream, origins, transport: Transport::Unknown, chunk: vec![0; CHUNK] }
    }

    pub fn send(&mut self, line: &str) -> io::Result<()> {
        match self.transport {
            // Who has sent nothing hears nothing.
            Transport::Unknown | Transport::Closed => Ok(()),
            Transport::Lines => self.stream.write_all(format!("{line}\n").as_bytes()),
            Transport::WebSocket(_) => self.send_frame(web_frames::message(line)),
        }
    }

    fn send_frame(&mut self, frame: Frame) -> io::Result<()> {
        let mut bytes = Vec::new();
        frame.format(&mut bytes).map_err(io::Error::other)?;
        self.stream.write_all(&bytes)
    }

    /// Puts what comes next of its lines into `into`.
    pub fn read(&mut self, into: &mut Vec<u8>) -> io::Result<Heard> {
        if let Transport::Unknown = self.transport {
            let mut first = [0];
            match self.stream.peek(&mut first) {
                Ok(0) => return Ok(Heard::End),
                Ok(_) => self.transport = self.begin(first[0])?,
                Err(error) if is_wait(&error) => return Ok(Heard::Nothing),
                Err(error) => return Err(error),
            }
        }
        if let Transport::Closed = self.transport {
            return Ok(Heard::End);
        }
        let count = match self.stream.read(&mut self.chunk) {
            Ok(count) => count,
            Err(error) if is_wait(&error) => return Ok(Heard::Nothing),
            Err(error) => return Err(error),
        };
        let bytes = self.chunk.get(..count).unwrap_or_default();
        let Transport::WebSocket(frames) = &mut self.transport else {
            into.extend_from_slice(bytes);
            return Ok(if count > 0 { Heard::Bytes } else { Heard::End });
        };
        if count == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it broke off without being closed"));
        }
        let before = into.len();
        let controls = frames.read(bytes, into).map_err(|what| {
            io::Error::new(io::ErrorKind::InvalidData, format!("this is no WebSocket any more: {what}"))
        })?;
        for control in controls {
            match control {
                WebControl::Ping(content) => self.send_frame(Frame::pong(content))?,
                WebControl::Close(content) => {
                    self.transport = Transport::Closed;
                    // Who has gone away needs no answer.
                    let _ = self.send_frame(web_frames::closed(&content));
                    break;
                }
            }
        }
        Ok(if into.len() > before { Heard::Bytes } else { Heard::Nothing })
    }

    /// A recording begins with a brace, a request of HTTP with a letter, one of TLS with a byte of its own.
    fn begin(&mut self, first: u8) -> io::Result<Transport> {
        if first == TLS {
            return Err(refusal("this is TLS (wss:// or https://); here a game uses ws://, or plain TCP"));
        }
        if !first.is_ascii_uppercase() {
            return Ok(Transport::Lines);
        }
        self.transport = Transport::Closed;
        shake_hands(&self.stream, &self.origins)?;
        Ok(Transport::WebSocket(WebFrames::default()))
    }

    /// Whether the other side has gone, for all that can be known before its lines are read. Waits as a read does.
    pub fn is_gone(&self) -> bool {
        match self.stream.peek(&mut [0]) {
            Ok(count) => count == 0,
            Err(error) => !is_wait(&error),
        }
    }

    /// Closes the connection; a WebSocket is told why.
    pub fn hang_up(mut self, code: CloseCode, reason: &str) {
        if let Transport::WebSocket(_) = self.transport {
            // Who has gone away needs no word.
            let _ = self.send_frame(web_frames::close(code, reason));
        }
        let begin = Instant::now();
        if self.stream.shutdown(Shutdown::Write).is_ok() {
            while begin.elapsed() < FAREWELL {
                match self.stream.read(&mut self.chunk) {
                    Ok(0) => break,
                    Ok(_) => {}
                    Err(error) if is_wait(&error) => {}
                    Err(_) => break,
                }
            }
        }
    }
}

/// The first byte of a client's hello. (RFC 8446, section 5.1)
const TLS: u8 = 0x16;

fn shake_hands(stream: &TcpStream, origins: &[Origin]) -> io::Result<()> {
    let mut answer = stream;
    #[expect(clippy::result_large_err, reason = "the library's type, once a connection")]
    let check = |request: &Request, response: Response| match check_origin(request, origins) {
        Ok(()) => Ok(response),
        Err(why) => {
            let mut refused = ErrorResponse::new(Some(why));
            *refused.status_mut() = StatusCode::FORBIDDEN;
            Err(refused)
        }
    };
    let begin = Instant::now();
    let mut outcome = tungstenite::accept_hdr(stream, check);
    loop {
        match outcome {
            Ok(_) => return Ok(()),
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
                let status = match error {
                    Error::Protocol(ProtocolError::MissingSecWebSocketVersionHeader) => {
                        "426 Upgrade Required\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13"
                    }
                    _ => "400 Bad Request",
                };
                // Who has gone away needs no answer.
                let _ = write!(
                    answer,
                    "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{why}",
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
