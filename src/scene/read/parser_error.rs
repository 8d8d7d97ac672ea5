//! What the parser of RON refuses, in words.

use std::borrow::Cow;

use ron::Error as RonError;

use super::{RonRefusal, short};
use crate::platform::plain;
use crate::scene::brackets::{self, MissingBracket};
use crate::scene::fault::{field_label, is_of_numbers, nearest, owner_label};
use crate::scene::file::BOTH_SHAPES;
use crate::scene::locate::{LineColumn, PathStep, place_of, value_at};
use crate::scene::validate::allowed_at;
use crate::scene::{Scene, SceneError, expectation, generator, input, joint, query, stop, vary};

const NO_SCENE: &str = "this is no scene; allowed: Scene(version: 1, bodies: […])";

/// An error of the parser.
pub(super) struct ParserError<'e> {
    refusal: RonRefusal<'e>,
    path: &'e [PathStep],
    error: &'e RonError,
    /// Where it stopped.
    cursor: usize,
    /// Where its last token starts.
    token: LineColumn,
    /// What the path is in: `body "ball"`.
    owner: String,
}

impl<'e> ParserError<'e> {
    pub fn new(
        refusal: RonRefusal<'e>,
        path: &'e [PathStep],
        error: &'e RonError,
        cursor: usize,
        token: LineColumn,
    ) -> Self {
        let owner = owner_label(path, refusal.body_name(path).as_deref());
        Self { refusal, path, error, cursor, token, owner }
    }

    pub fn refused(&self) -> SceneError {
        if let Some(missing) = self.missing_bracket() {
            return self.at_bracket(&missing);
        }
        if self.is_cut_off() {
            return self.at_cursor("the file ends before the scene does; allowed: …)");
        }
        let of_content = self.wrong_name().or_else(|| self.wrong_value());
        of_content.unwrap_or_else(|| self.wrong_syntax())
    }

    /// The closing bracket without which the parser stopped.
    fn missing_bracket(&self) -> Option<MissingBracket> {
        let RonRefusal { text, .. } = self.refusal;
        brackets::missing(text, [self.cursor, self.refusal.offset_at(self.token)], |text| {
            let mut deserializer = ron::Deserializer::from_str(text).ok()?;
            // As the scene itself is read: another way would be another copy of all of that.
            let parsed = serde_path_to_error::deserialize::<_, Scene>(&mut deserializer);
            let is_refused = parsed.is_err() || deserializer.end().is_err();
            is_refused.then(|| text.len() - deserializer.remainder().len())
        })
    }

    fn at_bracket(&self, missing: &MissingBracket) -> SceneError {
        let MissingBracket { at, opened_at, closing } = *missing;
        let text = self.refusal.text;
        let before = text.get(..opened_at).unwrap_or_default();
        let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or_default();
        let bracket = text.get(opened_at..).and_then(|rest| rest.chars().next()).unwrap_or('(');
        let opened = place_of(text, opened_at);
        let line = if opened.line == place_of(text, at).line {
            String::new()
        } else {
            format!(" of line {}", opened.line)
        };
        let owner = &self.owner;
        self.refusal.at(at, &format!("{owner}: {word}{bracket}{line} is not closed here; allowed: {closing}"))
    }

    /// Whether the file ends too early, which says more than the error.
    fn is_cut_off(&self) -> bool {
        let known_better = matches!(
            self.error,
            RonError::ExpectedStringEnd
                | RonError::UnclosedBlockComment
                | RonError::ExpectedDifferentStructName { .. }
        );
        !known_better && self.rest().is_some_and(|rest| rest.trim().is_empty())
    }

    /// A field or a variant that there is not, or that is missing.
    fn wrong_name(&self) -> Option<SceneError> {
        let of = |outer: &Option<String>| outer.as_ref().map(|o| format!(" of {o}")).unwrap_or_default();
        Some(match self.error {
            RonError::NoSuchStructField { expected, found, outer } => {
                let hint = nearest(found, expected.iter().copied());
                let hint = hint.map(|h| format!("; did you mean {h:?}?")).unwrap_or_default();
                let (found, of, fields) = (plain::quoted(found), of(outer), expected.join(", "));
                self.at_token(&format!("unknown field {found}{of}{hint}; allowed: {fields}"))
            }
            RonError::DuplicateStructField { field, outer } => {
                self.at_token(&format!("field {field:?}{} is given twice; allowed: once", of(outer)))
            }
            RonError::MissingStructField { field, outer } => {
                let whole = [self.path, &[PathStep::Field(Cow::Borrowed(*field))]].concat();
                let hint = allowed_at(&whole).map(|a| format!("; allowed: {a}")).unwrap_or_default();
                self.at_value(&format!("{}: field {field:?}{} is missing{hint}", self.owner, of(outer)))
            }
            RonError::NoSuchEnumVariant { expected, found, .. } => {
                let hint = nearest(found, expected.iter().copied());
                let hint = hint.map(|h| format!("; did you mean {h}?")).unwrap_or_default();
                let (field, found) = (field_label(self.path), plain::label(found));
                self.at_token(&format!("{field} is {found}{hint}; allowed: {}", expected.join(", ")))
            }
            _ => return None,
        })
    }

    /// A value of another kind than its field has.
    fn wrong_value(&self) -> Option<SceneError> {
        match self.error {
            RonError::ExpectedDifferentStructName { .. } if self.path.is_empty() && !self.is_at_struct() => {
                Some(self.at_value(NO_SCENE))
            }
            RonError::ExpectedDifferentStructName { expected, found } => {
                let (owner, found) = (&self.owner, plain::quoted(found));
                Some(self.at_value(&format!(
                    "{owner}: {found} stands where {expected}(…) is expected; allowed: {expected}(…) or (…)"
                )))
            }
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
                if !self.path.is_empty() =>
            {
                Some(self.at_value(&self.value_words()))
            }
            // The point has more than two numbers.
            RonError::ExpectedStructLikeEnd
                if allowed_at(self.path).is_some_and(|a| a.contains("(x, y)")) =>
            {
                Some(self.at_value(&self.value_words()))
            }
            _ => None,
        }
    }

    /// Text that is no RON, or no RON of a scene.
    fn wrong_syntax(&self) -> SceneError {
        let Self { refusal, cursor, token, .. } = *self;
        let in_field =
            || if self.path.is_empty() { String::new() } else { format!("{}: ", field_label(self.path)) };
        match self.error {
            RonError::Message(what) if what == BOTH_SHAPES => self.at_token(what),
            // A value such as Static or Linear, with brackets.
            RonError::ExpectedComma if self.word_before_bracket().is_some() => {
                let word = self.word_before_bracket().unwrap_or_default();
                self.at_cursor(&format!("{word} has brackets; allowed: {word} without brackets"))
            }
            RonError::ExpectedIdentifier
            | RonError::InvalidIdentifier(_)
            | RonError::SuggestRawIdentifier(_) => self.at_cursor(&format!(
                "{} stands where the name of a field is expected; allowed: Scene(version: 1, bodies: […])",
                self.next_character()
            )),
            RonError::ExpectedComma => self.at_cursor(&format!(
                "{}{} stands behind a value; allowed: a comma, or the closing bracket",
                in_field(),
                self.next_character()
            )),
            RonError::UnclosedBlockComment => {
                // The parser is past the two opening characters.
                let place = LineColumn { column: token.column.saturating_sub(2).max(1), ..token };
                refusal.at_place(place, "the comment that begins here never ends; allowed: /* … */")
            }
            RonError::ExceededRecursionLimit => refusal.at(cursor, "brackets are nested too deep"),
            RonError::TrailingCharacters => {
                refusal.at(cursor, "the scene has ended, yet more follows; allowed: comments")
            }
            RonError::ExpectedNamedStructLike(_) | RonError::ExpectedStructLike => {
                refusal.at(cursor, NO_SCENE)
            }
            other => {
                let what = other.to_string();
                let mut what = what.chars();
                let what = what.next().map(|c| c.to_lowercase().chain(what).collect::<String>());
                self.at_cursor(&format!("{}{}", in_field(), plain::label(&what.unwrap_or_default())))
            }
        }
    }

    fn at_token(&self, what: &str) -> SceneError {
        self.refusal.at_place(self.token, &format!("{}: {what}", self.owner))
    }

    fn at_cursor(&self, what: &str) -> SceneError {
        self.refusal.at(self.cursor, &format!("{}: {what}", self.owner))
    }

    fn at_value(&self, what: &str) -> SceneError {
        self.refusal.at(self.refusal.nearest_offset(self.path), what)
    }

    /// What the value is, and what is allowed in its place.
    fn value_words(&self) -> String {
        let Self { refusal, path, ref owner, .. } = *self;
        let offset = refusal.nearest_offset(path);
        let rest = refusal.text.get(offset..).unwrap_or_default();
        let word = rest.split([',', ')', ']', '\n']).next().unwrap_or_default().trim();
        let found = short(value_at(refusal.text, offset).unwrap_or(word)).unwrap_or("something else");
        let found = if found.is_empty() { "missing" } else { found };
        // An element of a list is named itself, not its list.
        let is_thing = matches!(path, [PathStep::Field(list), PathStep::Index(_)] if !is_of_numbers(list));
        let field = if is_thing { owner.clone() } else { format!("{owner}: {}", field_label(path)) };
        let allowed = allowed_values(path).unwrap_or_else(|| "another value".to_owned());
        format!("{field} is {found}; allowed: {allowed}")
    }

    /// What the parser has not read.
    fn rest(&self) -> Option<&'e str> {
        self.refusal.text.get(self.cursor..)
    }

    /// The word before the bracket at which the parser stopped; `None`: there is no bracket.
    fn word_before_bracket(&self) -> Option<&'e str> {
        if !self.rest()?.starts_with('(') {
            return None;
        }
        let before = self.refusal.text.get(..self.cursor)?.trim_end();
        let word = before.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        (!word.is_empty()).then_some(word)
    }

    /// The first character that the parser has not read, blanks apart, in quotes.
    fn next_character(&self) -> String {
        let rest = self.rest().unwrap_or_default().trim_start();
        plain::quoted(&rest.chars().take(1).collect::<String>())
    }

    /// Whether the name at which the parser stopped is that of a struct.
    fn is_at_struct(&self) -> bool {
        let rest = self.rest().unwrap_or_default();
        rest.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_').trim_start().starts_with('(')
    }
}

/// What may stand at a path: for an element of a list of things one of those.
fn allowed_values(path: &[PathStep]) -> Option<String> {
    let [.., PathStep::Field(list), PathStep::Index(_)] = path else { return allowed_at(path) };
    Some(match list.as_ref() {
        "bodies" => "Body(name: …, shape: …)".to_owned(),
        "shapes" => "Part(shape: …, at: …, turned: …, density: …)".to_owned(),
        "listeners" => "Listener(name: …, kind: …, body: …, then: …)".to_owned(),
        "generators" => generator::allowed_line(),
        "joints" => joint::LINE.to_owned(),
        "queries" => query::allowed_line(),
        "expect" => expectation::allowed_line(),
        "stops" => stop::allowed_line(),
        "inputs" => input::allowed_line(),
        "vary" => vary::LINE.to_owned(),
        "bookmarks" => "Bookmark(frame: …, note: …)".to_owned(),
        _ => return allowed_at(path),
    })
}
