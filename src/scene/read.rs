//! Reads RON text into a [`super::Scene`], with errors that name line and column.

use std::borrow::Cow;
use std::path::Path;

use ron::Error as RonError;
use serde::Deserialize as _;
use serde_path_to_error::Segment;
use unicode_width::UnicodeWidthStr as _;

use super::brackets::{self, MissingBracket};
use super::fault::{field_label, is_of_numbers, nearest, owner_label};
use super::file::BOTH_SHAPES;
use super::locate::{LineColumn, PathStep, offset_of, place_of, string_at, value_at};
use super::validate::{allowed_at, find_fault};
use super::{Scene, SceneError, expectation, generator, input, query, stop};
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
        refusal.of_parser(&path, &error, cursor, token.into())
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

const NO_SCENE: &str = "this is no scene; allowed: Scene(version: 1, bodies: […])";

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

    /// The word that ends at `offset`, where a bracket follows it.
    fn word_before_bracket(&self, offset: usize) -> Option<&str> {
        if !self.text.get(offset..)?.starts_with('(') {
            return None;
        }
        let before = self.text.get(..offset)?.trim_end();
        let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        (!word.is_empty()).then_some(word)
    }

    /// Byte offset of a place.
    fn offset_at(&self, LineColumn { line, column }: LineColumn) -> usize {
        let mut lines = self.text.split_inclusive('\n');
        let before: usize = lines.by_ref().take(line.saturating_sub(1)).map(str::len).sum();
        let within = lines.next().and_then(|line| line.char_indices().nth(column.saturating_sub(1)));
        before + within.map_or(0, |(at, _)| at)
    }

    /// What stands at `offset`, or behind the blanks there: its first character, in quotes.
    fn character_at(&self, offset: usize) -> String {
        let rest = self.text.get(offset..).unwrap_or_default().trim_start();
        plain::quoted(&rest.chars().take(1).collect::<String>())
    }

    /// Whether a name at `offset` is that of a struct.
    fn is_struct_at(&self, offset: usize) -> bool {
        let rest = self.text.get(offset..).unwrap_or_default();
        rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start().starts_with('(')
    }

    /// The closing bracket without which the parser stopped at `cursor`.
    fn missing_bracket(&self, cursor: usize, token: LineColumn) -> Option<MissingBracket> {
        brackets::missing(self.text, [cursor, self.offset_at(token)], |text| {
            let mut deserializer = ron::Deserializer::from_str(text).ok()?;
            let parsed = Scene::deserialize(&mut deserializer).and_then(|_| deserializer.end());
            parsed.is_err().then(|| text.len() - deserializer.remainder().len())
        })
    }

    fn of_bracket(&self, owner: &str, missing: &MissingBracket) -> SceneError {
        let MissingBracket { at, opened_at, closing } = *missing;
        let before = self.text.get(..opened_at).unwrap_or_default();
        let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let bracket = self.text.get(opened_at..).and_then(|rest| rest.chars().next()).unwrap_or('(');
        let opened = place_of(self.text, opened_at);
        let line = if opened.line == place_of(self.text, at).line {
            String::new()
        } else {
            format!(" of line {}", opened.line)
        };
        self.at(at, &format!("{owner}: {word}{bracket}{line} is not closed here; allowed: {closing}"))
    }

    /// The parser's error at `path`; it stopped at `cursor`, and its last token starts at `token`.
    fn of_parser(&self, path: &[PathStep], error: &RonError, cursor: usize, token: LineColumn) -> SceneError {
        let name = self.body_name(path);
        let owner = owner_label(path, name.as_deref());
        let value = |what: &dyn Fn(&str, &str) -> String| {
            let offset = self.nearest_offset(path);
            let rest = self.text.get(offset..).unwrap_or_default();
            let word = rest.split([',', ')', ']', '\n']).next().unwrap_or_default().trim();
            let found = value_at(self.text, offset).unwrap_or(word);
            let found = short(found).unwrap_or("something else");
            self.at(offset, &what(&owner, if found.is_empty() { "missing" } else { found }))
        };
        if let Some(missing) = self.missing_bracket(cursor, token) {
            return self.of_bracket(&owner, &missing);
        }
        let at_end = self.text.get(cursor..).is_some_and(|rest| rest.trim().is_empty());
        let known_better = matches!(
            error,
            RonError::ExpectedStringEnd
                | RonError::UnclosedBlockComment
                | RonError::ExpectedDifferentStructName { .. }
        );
        if at_end && !known_better {
            return self.at(cursor, &format!("{owner}: the file ends before the scene does; allowed: …)"));
        }
        let place = if path.is_empty() { owner.clone() } else { format!("{owner}: {}", field_label(path)) };
        let fields_of = |what: &Option<String>| what.as_ref().map(|o| format!(" of {o}")).unwrap_or_default();
        match error {
            RonError::NoSuchStructField { expected, found, outer } => {
                let hint = nearest(found, expected.iter().copied());
                let hint = hint.map(|h| format!("; did you mean {h:?}?")).unwrap_or_default();
                let fields = expected.join(", ");
                let what = fields_of(outer);
                self.at_place(
                    token,
                    &format!(
                        "{owner}: unknown field {}{what}{hint}; allowed: {fields}",
                        plain::quoted(found)
                    ),
                )
            }
            RonError::DuplicateStructField { field, outer } => {
                let what = fields_of(outer);
                self.at_place(token, &format!("{owner}: field {field:?}{what} is given twice; allowed: once"))
            }
            RonError::MissingStructField { field, outer } => {
                let whole = [path, &[PathStep::Field(Cow::Borrowed(*field))]].concat();
                let hint = allowed_at(&whole).map(|a| format!("; allowed: {a}")).unwrap_or_default();
                let what = fields_of(outer);
                value(&|owner, _| format!("{owner}: field {field:?}{what} is missing{hint}"))
            }
            RonError::NoSuchEnumVariant { expected, found, .. } => {
                let hint = nearest(found, expected.iter().copied());
                let hint = hint.map(|h| format!("; did you mean {h}?")).unwrap_or_default();
                let field = field_label(path);
                let (found, variants) = (plain::label(found), expected.join(", "));
                self.at_place(token, &format!("{owner}: {field} is {found}{hint}; allowed: {variants}"))
            }
            RonError::ExpectedDifferentStructName { .. } if path.is_empty() && !self.is_struct_at(cursor) => {
                self.at(self.nearest_offset(path), NO_SCENE)
            }
            RonError::ExpectedDifferentStructName { expected, found } => value(&|owner, _| {
                format!(
                    "{owner}: {} stands where {expected}(…) is expected; allowed: {expected}(…) or (…)",
                    plain::quoted(found)
                )
            }),
            RonError::ExpectedFloat
            | RonError::FloatUnderscore
            | RonError::ExpectedInteger
            | RonError::IntegerOutOfBounds
            | RonError::InvalidIntegerDigit { .. }
            | RonError::UnderscoreAtBeginning
            | RonError::ExpectedBoolean
            | RonError::ExpectedString
            | RonError::ExpectedStringEnd
            | RonError::ExpectedArray
            | RonError::ExpectedStructLike
            | RonError::ExpectedNamedStructLike(_)
            | RonError::ExpectedDifferentLength { .. }
            | RonError::ExpectedIdentifier
            | RonError::InvalidIdentifier(_)
            | RonError::SuggestRawIdentifier(_)
            | RonError::InvalidValueForType { .. }
                if !path.is_empty() =>
            {
                value(&|owner, found| wrong_value(owner, path, found))
            }
            // The point has more than two numbers.
            RonError::ExpectedStructLikeEnd if allowed_at(path).is_some_and(|a| a.contains("(x, y)")) => {
                value(&|owner, found| wrong_value(owner, path, found))
            }
            RonError::Message(what) if what == BOTH_SHAPES => {
                self.at_place(token, &format!("{owner}: {what}"))
            }
            // A value such as Static or Linear, with brackets.
            RonError::ExpectedComma if self.word_before_bracket(cursor).is_some() => {
                let word = self.word_before_bracket(cursor).unwrap_or_default();
                self.at(cursor, &format!("{owner}: {word} has brackets; allowed: {word} without brackets"))
            }
            RonError::ExpectedIdentifier
            | RonError::InvalidIdentifier(_)
            | RonError::SuggestRawIdentifier(_) => {
                let found = self.character_at(cursor);
                self.at(
                    cursor,
                    &format!(
                        "{owner}: {found} stands where the name of a field is expected; allowed: \
                         Scene(version: 1, bodies: […])"
                    ),
                )
            }
            RonError::ExpectedComma => {
                let found = self.character_at(cursor);
                self.at(
                    cursor,
                    &format!(
                        "{place}: {found} stands behind a value; allowed: a comma, or the closing bracket"
                    ),
                )
            }
            RonError::UnclosedBlockComment => {
                // The parser is past the two opening characters.
                let place = LineColumn { column: token.column.saturating_sub(2).max(1), ..token };
                self.at_place(place, "the comment that begins here never ends; allowed: /* … */")
            }
            RonError::ExceededRecursionLimit => self.at(cursor, "brackets are nested too deep"),
            RonError::TrailingCharacters => {
                self.at(cursor, "the scene has ended, yet more follows; allowed: comments")
            }
            RonError::ExpectedNamedStructLike(_) | RonError::ExpectedStructLike => self.at(cursor, NO_SCENE),
            other => {
                let what = other.to_string();
                let mut what = what.chars();
                let what = what.next().map(|c| c.to_lowercase().chain(what).collect::<String>());
                self.at(cursor, &format!("{place}: {}", plain::label(&what.unwrap_or_default())))
            }
        }
    }
}

fn wrong_value(owner: &str, path: &[PathStep], found: &str) -> String {
    // An element of a list is named itself, not its list.
    let is_thing = matches!(path, [PathStep::Field(list), PathStep::Index(_)] if !is_of_numbers(list));
    let field = if is_thing { owner.to_owned() } else { format!("{owner}: {}", field_label(path)) };
    let what = match (last_field(path), path.last()) {
        (Some("bodies"), Some(PathStep::Index(_))) => Some("Body(name: …, shape: …)".to_owned()),
        (Some("shapes"), Some(PathStep::Index(_))) => {
            Some("Part(shape: …, at: …, turned: …, density: …)".to_owned())
        }
        (Some("listeners"), Some(PathStep::Index(_))) => {
            Some("Listener(name: …, kind: …, body: …, then: …)".to_owned())
        }
        (Some("generators"), Some(PathStep::Index(_))) => Some(generator::allowed_line()),
        (Some("queries"), Some(PathStep::Index(_))) => Some(query::allowed_line()),
        (Some("expect"), Some(PathStep::Index(_))) => Some(expectation::allowed_line()),
        (Some("stops"), Some(PathStep::Index(_))) => Some(stop::allowed_line()),
        (Some("inputs"), Some(PathStep::Index(_))) => Some(input::allowed_line()),
        (Some("bookmarks"), Some(PathStep::Index(_))) => Some("Bookmark(frame: …, note: …)".to_owned()),
        _ => allowed_at(path),
    };
    format!("{field} is {found}; allowed: {}", what.unwrap_or_else(|| "another value".to_owned()))
}

fn last_field(path: &[PathStep]) -> Option<&str> {
    path.iter().rev().find_map(|s| match s {
        PathStep::Field(name) => Some(name.as_ref()),
        PathStep::Index(_) => None,
    })
}
