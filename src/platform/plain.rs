//! Words of others (names of files and bodies, texts of scenes) made safe to print: a terminal takes a control
//! character as a command, and a bidirectional one reorders the line.

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::Path;

/// The text with control and bidirectional characters, and those that end lines, as escapes, `\u{1b}`; line feed and tab stay.
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, |c| c != '\n' && c != '\t')
}

/// Most characters that a message or the window shows of others' words.
pub const MOST: usize = 200;

/// A word of others in quotes for a message: on one line, and cut after [`MOST`] characters.
pub fn quoted(word: &str) -> String {
    let (start, is_cut) = cut(word, MOST);
    format!("{start:?}{}", if is_cut { "…" } else { "" })
}

/// A word of a command line that a shell takes as it is.
pub fn on_command_line(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) && !word.starts_with('-') {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// A word of others for the window and for tables: on one line, and cut after [`MOST`] characters.
pub fn label(word: &str) -> Cow<'_, str> {
    shortened(word, MOST)
}

/// A word of others on one line, cut after `most` characters.
pub fn shortened(word: &str, most: usize) -> Cow<'_, str> {
    let (start, is_cut) = cut(word, most);
    let mut label = escaped(start, |_| true);
    if is_cut {
        label.to_mut().push('…');
    }
    label
}

/// The first characters, and whether there are more.
fn cut(word: &str, most: usize) -> (&str, bool) {
    match word.char_indices().nth(most) {
        Some((end, _)) => (word.get(..end).unwrap_or_default(), true),
        None => (word, false),
    }
}

/// A path for a message: on one line, and of more than [`MOST`] characters the last ones, among which is the file's name.
pub fn path(path: &Path) -> String {
    let path = path.to_string_lossy();
    let start = path.char_indices().rev().nth(MOST - 1).map_or(0, |(start, _)| start);
    let end = escaped(path.get(start..).unwrap_or_default(), |_| true);
    if start == 0 { end.into_owned() } else { format!("…{end}") }
}

/// A whole path, for who reads it to find the file: on one line.
pub fn whole_path(path: &Path) -> String {
    escaped(&path.to_string_lossy(), |_| true).into_owned()
}

/// Escapes what is not plain, as far as `escapes` agrees.
fn escaped(text: &str, escapes: impl Fn(char) -> bool) -> Cow<'_, str> {
    let escapes = |c: char| !is_plain(c) && escapes(c);
    if !text.contains(escapes) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if escapes(c) { plain.extend(c.escape_unicode()) } else { plain.push(c) }
    }
    Cow::Owned(plain)
}

/// Whether a terminal only draws the character, no reader of lines takes it for the end of one, and XML may have it. The
/// bidirectional ones are those of Unicode's UAX #9.
fn is_plain(c: char) -> bool {
    let turns =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let is_none_of_xml = matches!(c, '\u{fffe}' | '\u{ffff}');
    let ends_line = matches!(c, '\u{2028}' | '\u{2029}');
    !c.is_control() && !ends_line && !turns && !is_none_of_xml
}

/// A JSON text with the characters of which a terminal does more than draw them as JSON's escapes: it reads as the same
/// value.
pub fn json(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| byte < 0x7f) {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_plain(c) || c == '\n' {
            plain.push(c);
        } else {
            plain.push_str(&format!("\\u{:04x}", u32::from(c)));
        }
    }
    Cow::Owned(plain)
}

/// Writes [`text`] of all that is written to it. Each write must be whole UTF-8, as `write!` makes it.
#[derive(Debug)]
pub struct PlainWriter<W: Write>(pub W);

impl<W: Write> Write for PlainWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(text(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
