//! The frames of a WebSocket, as a server reads them (RFC 6455, section 5). What messages hold is handed on as it comes, each
//! with a line's end behind it: a message is one line, or several, and may be longer than memory. The library reads the
//! headers; its own reader hands on whole messages alone, and ends the connection at one that is too long or not UTF-8: a line
//! that cannot be read is to be told and skipped.

use std::io::Cursor;

use tungstenite::protocol::CloseFrame;
use tungstenite::protocol::frame::coding::{CloseCode, Control, Data, OpCode};
use tungstenite::protocol::frame::{Frame, FrameHeader};

/// What a frame of the other side asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WebControl {
    Ping(Vec<u8>),
    /// With its code and reason as they came.
    Close(Vec<u8>),
}

/// Reads frames, which may come in parts.
#[derive(Debug, Default)]
pub struct WebFrames {
    /// The header of the next frame, as far as it has come.
    header: Vec<u8>,
    frame: Option<FrameUnderWay>,
    /// What the control frame under way holds.
    control: Vec<u8>,
    /// A message was begun and is not whole.
    in_message: bool,
    /// The last byte of a message that was handed on.
    last: Option<u8>,
}

#[derive(Clone, Copy, Debug)]
struct FrameUnderWay {
    opcode: OpCode,
    is_last: bool,
    /// Bytes that are to come.
    left: u64,
    mask: [u8; 4],
    /// How many bytes have come, modulo 4.
    at: usize,
}

/// Longest content of a control frame. Bytes.
const MAX_CONTROL: u64 = 125;

impl WebFrames {
    /// Puts what messages hold into `text`; `Err` says what the other side does wrong.
    pub fn read(&mut self, mut bytes: &[u8], text: &mut Vec<u8>) -> Result<Vec<WebControl>, &'static str> {
        let mut controls = Vec::new();
        loop {
            let Some(frame) = &mut self.frame else {
                let Some((first, rest)) = bytes.split_first() else { return Ok(controls) };
                bytes = rest;
                self.header.push(*first);
                self.frame = header(&self.header)?;
                if let Some(begun) = self.frame {
                    self.header.clear();
                    self.begin(begun)?;
                }
                continue;
            };
            let count = usize::try_from(frame.left).unwrap_or(usize::MAX).min(bytes.len());
            let (content, rest) = bytes.split_at(count);
            bytes = rest;
            let (mask, at) = (frame.mask, frame.at);
            let plain = content.iter().zip(mask.iter().cycle().skip(at)).map(|(byte, mask)| byte ^ mask);
            frame.left -= count as u64;
            frame.at = (at + count) % mask.len();
            match frame.opcode {
                OpCode::Control(_) => self.control.extend(plain),
                OpCode::Data(_) => {
                    text.extend(plain);
                    if count > 0 {
                        self.last = text.last().copied();
                    }
                }
            }
            if frame.left > 0 {
                return Ok(controls);
            }
            let done = *frame;
            self.frame = None;
            match done.opcode {
                OpCode::Control(Control::Ping) => {
                    controls.push(WebControl::Ping(std::mem::take(&mut self.control)));
                }
                OpCode::Control(Control::Close) => {
                    controls.push(WebControl::Close(std::mem::take(&mut self.control)));
                }
                OpCode::Control(_) => self.control.clear(),
                OpCode::Data(_) if done.is_last => {
                    self.in_message = false;
                    if self.last.take() != Some(b'\n') {
                        text.push(b'\n');
                    }
                }
                OpCode::Data(_) => {}
            }
        }
    }

    fn begin(&mut self, frame: FrameUnderWay) -> Result<(), &'static str> {
        match frame.opcode {
            OpCode::Data(Data::Continue) if !self.in_message => Err("a message goes on that was not begun"),
            OpCode::Data(Data::Text | Data::Binary) if self.in_message => {
                Err("a message begins within another")
            }
            OpCode::Data(_) => {
                self.in_message = true;
                Ok(())
            }
            OpCode::Control(_) if frame.is_last && frame.left <= MAX_CONTROL => Ok(()),
            OpCode::Control(_) => Err("a control frame is too long, or in parts"),
        }
    }
}

/// The header of a frame, if it is whole.
fn header(bytes: &[u8]) -> Result<Option<FrameUnderWay>, &'static str> {
    let parsed = FrameHeader::parse(&mut Cursor::new(bytes));
    let Some((header, left)) = parsed.map_err(|_| "a frame is of a kind that is not known")? else {
        return Ok(None);
    };
    if header.rsv1 || header.rsv2 || header.rsv3 {
        return Err("a frame has an extension that was not agreed on");
    }
    if left > i64::MAX as u64 {
        return Err("a frame's length is negative");
    }
    let mask = header.mask.ok_or("a frame is not masked")?;
    Ok(Some(FrameUnderWay { opcode: header.opcode, is_last: header.is_final, left, mask, at: 0 }))
}

/// A message of one line.
pub fn message(line: &str) -> Frame {
    Frame::message(line.to_owned(), OpCode::Data(Data::Text), true)
}

/// The close of a connection, with as much of the reason as a control frame holds.
pub fn close(code: CloseCode, reason: &str) -> Frame {
    let most = reason.len().min(MAX_CONTROL as usize - size_of::<u16>());
    let end = (0..=most).rev().find(|end| reason.is_char_boundary(*end)).unwrap_or_default();
    Frame::close(Some(CloseFrame { code, reason: reason.get(..end).unwrap_or_default().into() }))
}

/// The answer to a close, which repeats its code.
pub fn closed(content: &[u8]) -> Frame {
    Frame::from_payload(FrameHeader::default(), content.get(..2).unwrap_or_default().to_vec().into())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn bytes_of(frame: Frame) -> Vec<u8> {
        let mut bytes = Vec::new();
        frame.format(&mut bytes).unwrap();
        bytes
    }

    /// A browser's frame.
    fn masked(first: u8, content: &[u8]) -> Vec<u8> {
        let header = FrameHeader { mask: Some([0x12, 0x34, 0x56, 0x78]), ..FrameHeader::default() };
        let mut bytes = bytes_of(Frame::from_payload(header, content.to_vec().into()));
        bytes[0] = first;
        bytes
    }

    #[test]
    fn messages_are_lines_however_their_bytes_come() {
        let long = "x".repeat(70_000);
        let parts = [
            masked(0x81, b"one"),
            masked(0x01, b"tw"),
            masked(0x89, b"ping"),
            masked(0x00, b""),
            masked(0x80, b"o\n"),
            masked(0x8a, b"pong"),
            masked(0x82, b"three\nfour"),
            masked(0x81, b""),
            masked(0x81, long.as_bytes()),
            masked(0x88, &[0x03, 0xe8]),
        ];
        let bytes = parts.concat();
        for size in [1, 2, 7, bytes.len()] {
            let (mut frames, mut text, mut controls) = (WebFrames::default(), Vec::new(), Vec::new());
            for part in bytes.chunks(size) {
                controls.extend(frames.read(part, &mut text).unwrap());
            }
            assert_eq!(String::from_utf8(text).unwrap(), format!("one\ntwo\nthree\nfour\n\n{long}\n"));
            assert_eq!(controls, [WebControl::Ping(b"ping".to_vec()), WebControl::Close(vec![0x03, 0xe8])]);
        }
    }

    #[test]
    fn what_a_browser_never_sends_is_refused() {
        for bytes in [
            vec![0x81, 0x00],
            masked(0xc1, b"x"),
            masked(0x83, b"x"),
            masked(0x80, b"x"),
            masked(0x09, b"x"),
            masked(0x89, &[0; 126]),
            [masked(0x01, b"x"), masked(0x81, b"y")].concat(),
            vec![0x82, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4],
        ] {
            assert!(WebFrames::default().read(&bytes, &mut Vec::new()).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn a_reason_is_cut_where_a_control_frame_ends() {
        let bytes = bytes_of(close(CloseCode::Away, &"ö".repeat(100)));
        assert_eq!(bytes[..4], [0x88, 124, 0x03, 0xe9]);
        assert_eq!(bytes.len(), 2 + 124);
    }
}
