//! Finds the position of a value in RON text by following a path of fields and indices with the parser
//! itself; and whether a text has comments.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use ron::Deserializer;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};

/// One element of the path from the scene to a value.
#[derive(Clone, Debug, PartialEq)]
pub enum PathStep {
    Field(Cow<'static, str>),
    /// An element of a list, or a coordinate of a point.
    Index(usize),
}

/// A position in a text; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
}

/// Byte offset of the value at `path`; `None` where there is none, or the text is malformed before it.
pub fn offset_of(text: &str, path: &[PathStep]) -> Option<usize> {
    let mut deserializer = Deserializer::from_str(text).ok()?;
    let arrived = Cell::new(false);
    let _ = Follow { path, arrived: &arrived }.deserialize(&mut deserializer);
    arrived.get().then(|| text.len() - deserializer.remainder().len())
}

/// The value that starts at `offset`, as written; `None` where it is malformed.
pub fn value_at(text: &str, offset: usize) -> Option<&str> {
    let rest = text.get(offset..)?;
    let mut deserializer = Deserializer::from_str(rest).ok()?;
    IgnoredAny::deserialize(&mut deserializer).ok()?;
    rest.get(..rest.len() - deserializer.remainder().len()).map(str::trim_end)
}

pub fn string_at(text: &str, path: &[PathStep]) -> Option<String> {
    ron::from_str(value_at(text, offset_of(text, path)?)?).ok()
}

/// Line and column of a byte offset.
pub fn place_of(text: &str, offset: usize) -> LineColumn {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    LineColumn { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
}

/// Whether a scene's text has comments, which a scene does not keep.
pub fn has_comments(text: &str) -> bool {
    let mut rest = text;
    while let Some(at) = rest.find(['"', '/']) {
        let (before, found) = rest.split_at(at);
        rest = &found[1..];
        if found.starts_with("//") || found.starts_with("/*") {
            return true;
        }
        if found.starts_with('"') {
            let without = before.trim_end_matches('#');
            // A raw string ends with as many marks as it began with.
            let end =
                without.ends_with('r').then(|| format!("\"{}", "#".repeat(before.len() - without.len())));
            rest = match end {
                Some(end) => rest.split_once(&end).map_or("", |(_, rest)| rest),
                None => after_string(rest),
            };
        }
    }
    false
}

/// What follows a string that has begun.
fn after_string(text: &str) -> &str {
    let mut is_escaped = false;
    let end = text.find(|c| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    end.map_or("", |end| &text[end + 1..])
}

/// Skips everything off the path; at its end, stops the parser with an error.
#[derive(Clone, Copy)]
struct Follow<'p> {
    path: &'p [PathStep],
    arrived: &'p Cell<bool>,
}

impl<'de> DeserializeSeed<'de> for Follow<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        if self.path.is_empty() {
            self.arrived.set(true);
            return Err(D::Error::custom("arrived"));
        }
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Follow<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a struct or a list")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match self.path {
                [PathStep::Field(name), rest @ ..] if *name == key => {
                    return map.next_value_seed(Follow { path: rest, ..self });
                }
                _ => map.next_value::<IgnoredAny>()?,
            };
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        if let [PathStep::Index(index), rest @ ..] = self.path {
            for _ in 0..*index {
                if seq.next_element::<IgnoredAny>()?.is_none() {
                    return Ok(());
                }
            }
            seq.next_element_seed(Follow { path: rest, ..self })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::has_comments;

    #[test]
    fn comments_are_found_outside_of_strings_alone() {
        let with = [
            "(a: 1) // b",
            "/* b */ (a: 1)",
            r#"(a: "x", // b"#,
            r#"(a: "\\\"" /* b */)"#,
            "(a: r#\"\"\"# // b",
        ];
        let without = [
            "(a: 1)",
            "",
            r#"(a: "http://b")"#,
            r#"(a: "/* \" // b")"#,
            "(a: r#\"\" // b\"#)",
            "(a: \"// never closed",
            "1 / 2",
        ];
        for text in with {
            assert!(has_comments(text), "{text}");
        }
        for text in without {
            assert!(!has_comments(text), "{text}");
        }
    }
}
