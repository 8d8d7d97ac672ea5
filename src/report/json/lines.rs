//! JSON with a row a line: objects of an array stand each on its own line, other arrays and objects on one.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter};

use crate::platform::plain;

/// How the objects under a key are laid out.
struct RowLayout {
    /// Empty for the whole.
    key: &'static str,
    /// Spaces before a key that begins a line.
    indent: usize,
    /// The keys that begin a line.
    lines: &'static [&'static str],
    /// The objects have no spaces, and hold no rows.
    is_dense: bool,
}

const WHOLE: RowLayout = RowLayout {
    key: "",
    indent: 2,
    lines: &[
        "scene",
        "not_finite",
        "limited",
        "momentum",
        "resolver",
        "bodies",
        "pairs",
        "generated",
        "queries",
        "rotating",
        "impacts",
        "falling",
        "events",
        "reactions",
        "stages",
        "hashes",
        "touching",
        "paragraph",
        "sentences",
        "report",
    ],
    is_dense: false,
};
const OF_KEYS: [RowLayout; 5] = [
    RowLayout { key: "queries", indent: 6, lines: &["hits"], is_dense: false },
    RowLayout {
        key: "pairs",
        indent: 6,
        lines: &["points", "axes", "deciding_axis", "shortcuts", "second_opinion"],
        is_dense: false,
    },
    RowLayout { key: "stages", indent: 6, lines: &["formulas"], is_dense: false },
    RowLayout { key: "report", indent: 4, lines: &["pairs"], is_dense: false },
    RowLayout { key: "sentences", indent: 0, lines: &[], is_dense: true },
];

/// Writes `value` and the end of its last line. Numbers read back the same; NaN and infinity are `null`, and characters
/// of which a terminal does more than draw them are escaped.
pub fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let formatter = RowLines { open: Vec::new(), layout: Some(&WHOLE), element: None, key: None };
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut *out, formatter))?;
    writeln!(out)
}

/// An array or object that is being written.
struct Open {
    /// Of its objects, or of itself if it is one.
    layout: Option<&'static RowLayout>,
    /// Of the lines that begin in it.
    indent: usize,
    has_lines: bool,
    is_dense: bool,
}

struct RowLines {
    open: Vec<Open>,
    /// Of the value that comes next.
    layout: Option<&'static RowLayout>,
    /// An element of an array begins, and whether it is the first: its kind decides the space before it.
    element: Option<bool>,
    /// A key begins, and whether it is the first: its name decides the space before it.
    key: Option<bool>,
}

impl RowLines {
    fn is_dense(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_dense)
    }

    /// The space before an element that is no row. Words and indices stand without.
    fn space(&mut self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        if self.element.take() == Some(false) && !self.is_dense() { out.write_all(b" ") } else { Ok(()) }
    }

    /// The space before a key that begins with `start`, and its quote.
    fn begin_key(&mut self, out: &mut (impl Write + ?Sized), start: &str) -> io::Result<()> {
        let (Some(is_first), Some(object)) = (self.key.take(), self.open.last_mut()) else { return Ok(()) };
        self.layout = OF_KEYS.iter().find(|layout| layout.key == start);
        if !is_first {
            out.write_all(b",")?;
        }
        if object.layout.is_some_and(|layout| layout.lines.contains(&start)) {
            object.has_lines |= is_first;
            new_line(out, object.indent)?;
        } else if !object.is_dense {
            out.write_all(b" ")?;
        }
        out.write_all(b"\"")
    }
}

fn new_line(out: &mut (impl Write + ?Sized), indent: usize) -> io::Result<()> {
    write!(out, "\n{:indent$}", "")
}

impl Formatter for RowLines {
    fn write_null<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.space(out)?;
        out.write_all(b"null")
    }

    fn write_f32<W: Write + ?Sized>(&mut self, out: &mut W, value: f32) -> io::Result<()> {
        self.space(out)?;
        CompactFormatter.write_f32(out, value)
    }

    /// A key may be an index.
    fn write_u32<W: Write + ?Sized>(&mut self, out: &mut W, value: u32) -> io::Result<()> {
        self.begin_key(out, "")?;
        CompactFormatter.write_u32(out, value)
    }

    fn begin_string<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        if self.key.is_some() { Ok(()) } else { out.write_all(b"\"") }
    }

    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        self.begin_key(out, text)?;
        out.write_all(plain::json(text).as_bytes())
    }

    fn write_char_escape<W: Write + ?Sized>(&mut self, out: &mut W, escape: CharEscape) -> io::Result<()> {
        self.begin_key(out, "")?;
        CompactFormatter.write_char_escape(out, escape)
    }

    fn end_string<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin_key(out, "")?;
        out.write_all(b"\"")
    }

    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.space(out)?;
        let (indent, is_dense) = self.open.last().map_or((0, false), |open| (open.indent, open.is_dense));
        self.open.push(Open { layout: self.layout.take(), indent, has_lines: false, is_dense });
        out.write_all(b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.element = None;
        if let Some(array) = self.open.pop().filter(|array| array.has_lines) {
            new_line(out, array.indent)?;
        }
        out.write_all(b"]")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, is_first: bool) -> io::Result<()> {
        self.element = Some(is_first);
        if is_first { Ok(()) } else { out.write_all(b",") }
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        let (mut layout, mut indent, mut is_dense) = (self.layout.take(), 0, false);
        if let Some(around) = self.open.last_mut() {
            (indent, is_dense) = (around.indent, around.is_dense);
            if self.element.take().is_some() && !is_dense {
                around.has_lines = true;
                layout = around.layout;
                indent += 2;
                new_line(out, indent)?;
            }
        }
        let is_dense = is_dense || layout.is_some_and(|layout| layout.is_dense);
        let indent = layout.map_or(indent, |layout| layout.indent);
        self.open.push(Open { layout, indent, has_lines: false, is_dense });
        out.write_all(b"{")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, _: &mut W, is_first: bool) -> io::Result<()> {
        self.key = Some(is_first);
        Ok(())
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(if self.is_dense() { b":" } else { b": " })
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        let around = |open: &[Open]| open.last().map_or(0, |open| open.indent);
        match self.open.pop() {
            Some(object) if object.has_lines => new_line(out, around(&self.open))?,
            Some(object) if !object.is_dense => out.write_all(b" ")?,
            _ => {}
        }
        out.write_all(b"}")
    }
}
