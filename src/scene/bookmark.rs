//! Bookmarks: frames with a note, on the time line.

use serde::Deserialize;

use super::fault::{At, Fault};
use super::file::whole;
use super::limit::MAX_EXPECT_FRAME;
use super::write::{RonFields, RonNode, string};

/// Longest note. Characters.
const MAX_NOTE: usize = 200;

/// One line of `bookmarks`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bookmark {
    #[serde(default, deserialize_with = "whole")]
    pub frame: u64,
    /// What the frame shows; may be empty.
    #[serde(default)]
    pub note: String,
}

impl Bookmark {
    /// The line that is written.
    pub(super) fn to_value(&self) -> RonNode {
        let mut fields = RonFields::default();
        fields.always("frame", RonNode::Text(self.frame.to_string()));
        fields.given("note", !self.note.is_empty(), || string(&self.note));
        fields.into_group("Bookmark(")
    }

    pub(super) fn check(&self, at: &At<'_>) -> Result<(), Fault> {
        at.field("frame").require(self.frame <= MAX_EXPECT_FRAME, || self.frame.to_string())?;
        let length = self.note.chars().count();
        at.field("note").require(length <= MAX_NOTE, || format!("{length} characters long"))
    }
}

/// The values allowed in `bookmarks` or in a field of a bookmark; `None` for other fields.
pub(super) fn allowed(field: &str) -> Option<String> {
    Some(match field {
        "bookmarks" => "a list [Bookmark(frame: …, note: …), …]".to_owned(),
        "note" => format!("a text in double quotes, at most {MAX_NOTE} characters"),
        _ => return None,
    })
}
