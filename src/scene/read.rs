//! Reads RON text into a [`super::Scene`], with errors that name line and column.

mod parser_error;

use std::borrow::Cow;
use std::path::Path;

use ron::Error as RonError;
use serde_path_to_error::Segment;
use unicode_width::UnicodeWidthStr as _;

use self::parser_error::ParserError;
use super::locate::{LineColumn, PathStep, offset_of, place_of, string_at, value_at};
use super::validate::find_fault;
use super::{Scene, SceneError};
use crate::platform::{plain, regular_file};

/// The version of the format that this program reads and writes.
pub const VERSION: u32 = 1;
/// Size limit of a file. Bytes.
pub const MAX_FILE_SIZE: u64 = 64 * 1024 * 1024;

/// What is said of a link where a file is needed.
const LINK: &str = "this is a link, which the window opens alone; allowed: a file";

pub fn load(path: &Path) -> Result<Scene, SceneError> {
    from_bytes(&read_bytes(path)?, &plain::path(path))
}

/// The content of a file, which may be no scene.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, SceneError> {
    regular_file::read(path, MAX_FILE_SIZE).map_err(|what| {
        let is_link = path.to_str().is_some_and(|text| text.contains("#scene="));
        let what = if is_link { LINK.to_owned() } else { what };
        SceneError { message: format!("{}: {what}", plain::path(path)) }
    })
}

/// Reads the content of a file; `source` names it in errors.
pub fn from_bytes(bytes: &[u8], source: &str) -> Result<Scene, SceneError> {
    let text = std::str::from_utf8(bytes).map_err(|e| {
        let good = bytes.get(..e.valid_up_to()).and_then(|b| std::str::from_utf8(b).ok()).unwrap_or_default();
        let LineColumn { line, column } = place_of(good, good.len());
        SceneError {
            message: format!(
                "{source}:{line}:{column}: this is not UTF-8 text; allowed: a scene in RON, UTF-8"
            ),
        }
    })?;
    from_ron(text, source)
}

pub fn from_ron(text: &str, source: &str) -> Result<Scene, SceneError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let refusal = RonRefusal { text, source };
    if text.trim().is_empty() {
        return Err(refusal.at(0, "the file is empty; allowed: Scene(version: 1, bodies: […])"));
    }
    let mut deserializer = ron::Deserializer::from_str(text)
        .map_err(|e| refusal.at_place(e.span.end.into(), &e.code.to_string()))?;
    let parsed = serde_path_to_error::deserialize::<_, Scene>(&mut deserializer)
        .map_err(|e| (steps(e.path()), e.into_inner()))
        .and_then(|scene| deserializer.end().map(|()| scene).map_err(|e| (Vec::new(), e)));
    // A newer file may have unknown fields, so its version is checked before everything else.
    let version_at = offset_of(text, &[PathStep::Field("version".into())]);
    if let Some(offset) = version_at
        && let Some(found) = value_at(text, offset)
        && found.parse::<u64>().is_ok_and(|v| v != u64::from(VERSION))
    {
        let why = if found == "0" { "which never was" } else { "newer than this program" };
        return Err(refusal.at(offset, &format!("scene: version is {found}, {why}; allowed: {VERSION}")));
    }
    let scene = parsed.map_err(|(path, error)| {
        let cursor = text.len() - deserializer.remainder().len();
        let token = deserializer.span_error(RonError::Eof).span.start;
        ParserError::new(refusal, &path, &error, cursor, token.into()).refused()
    })?;
    match find_fault(&scene) {
        None => Ok(scene),
        Some(fault) => {
            let name = refusal.body_name(&fault.path);
            // A missing field has no position; the error names its parent.
            let (offset, found) = match offset_of(text, &fault.path) {
                Some(offset) => (offset, value_at(text, offset).and_then(short).unwrap_or(&fault.found)),
                None => (refusal.nearest_offset(&fault.path), fault.found.as_str()),
            };
            Err(refusal.at(offset, &fault.message_with(name.as_deref(), found)))
        }
    }
}

impl From<ron::error::Position> for LineColumn {
    fn from(p: ron::error::Position) -> Self {
        Self { line: p.line, column: p.col }
    }
}

fn steps(path: &serde_path_to_error::Path) -> Vec<PathStep> {
    path.iter()
        .filter_map(|segment| match segment {
            Segment::Seq { index } => Some(PathStep::Index(*index)),
            Segment::Map { key } => Some(PathStep::Field(Cow::Owned(key.clone()))),
            // A variant's name is part of its value.
            Segment::Enum { .. } | Segment::Unknown => None,
        })
        .collect()
}

fn short(value: &str) -> Option<&str> {
    (!value.contains(char::is_control) && value.chars().count() <= 60).then_some(value)
}

/// Formats the error for a refused file.
#[derive(Clone, Copy)]
struct RonRefusal<'t> {
    text: &'t str,
    source: &'t str,
}

impl RonRefusal<'_> {
    fn at(&self, offset: usize, what: &str) -> SceneError {
        self.at_place(place_of(self.text, offset), what)
    }

    /// Byte offset of a place.
    fn offset_at(&self, LineColumn { line, column }: LineColumn) -> usize {
        let mut lines = self.text.split_inclusive('\n');
        let before: usize = lines.by_ref().take(line.saturating_sub(1)).map(str::len).sum();
        let within = lines.next().and_then(|line| line.char_indices().nth(column.saturating_sub(1)));
        before + within.map_or(0, |(at, _)| at)
    }

    /// `FILE:LINE:COLUMN: what`, and below it the line with a caret under the place.
    fn at_place(&self, place: LineColumn, what: &str) -> SceneError {
        let LineColumn { line, column } = place;
        let mut message = format!("{}:{line}:{column}: {what}", self.source);
        let written = self.text.lines().nth(line - 1).unwrap_or_default();
        if !written.trim().is_empty() {
            // A long line is cut on the left so that the caret stays visible.
            let from = column.saturating_sub(60);
            let until = column - 1 - from;
            let spaced = |c: char| if c == '\t' { ' ' } else { c };
            let cut = written.chars().skip(from).take(100).map(spaced);
            // What is escaped is longer than it was, and the caret stands below what follows it.
            let (before, after): (String, String) =
                (cut.clone().take(until).collect(), cut.skip(until).collect());
            let (before, after) = (plain::label(&before), plain::label(&after));
            let mark = " ".repeat(before.width());
            message.push_str(&format!("\n{line:>5} | {before}{after}\n      | {mark}^"));
        }
        SceneError { message }
    }

    fn body_name(&self, path: &[PathStep]) -> Option<String> {
        let [PathStep::Field(list), PathStep::Index(i), ..] = path else { return None };
        if list != "bodies" {
            return None;
        }
        let path = [PathStep::Field("bodies".into()), PathStep::Index(*i), PathStep::Field("name".into())];
        string_at(self.text, &path)
    }

    /// Position of the value, or of its nearest parent that has one.
    fn nearest_offset(&self, path: &[PathStep]) -> usize {
        (0..=path.len())
            .rev()
            .find_map(|n| offset_of(self.text, path.get(..n).unwrap_or_default()))
            .unwrap_or(0)
    }
}
