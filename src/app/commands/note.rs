//! Edits of what a person notes on a run: stops, watched numbers, bookmarks, numbers that vary. They leave the world as it is, so that a
//! recording takes them too.

use super::list_edit::ListEdit;
use crate::scene::{Bookmark, Scene, Stop, StopKind, Vary};

#[derive(Clone, Debug, PartialEq)]
pub enum NoteEdit {
    Stop(ListEdit<Stop>),
    /// A stop as in a file, in the place of that of this index or as a new one. An empty text removes it, or is none.
    ReadStop(Option<usize>, String),
    /// The watched numbers, by name.
    SetWatch(Vec<String>),
    /// One that is added has its place by its frame.
    Bookmark(ListEdit<Bookmark>),
    Vary(ListEdit<Vary>),
}

impl NoteEdit {
    /// Whether the world is asked for what it does not tell otherwise.
    pub fn asks_world(&self) -> bool {
        match self {
            Self::Stop(ListEdit::Add(stop) | ListEdit::Set(_, stop)) => {
                stop.condition.kind() == StopKind::Crosses
            }
            Self::ReadStop(_, text) => text.contains(StopKind::Crosses.name()),
            Self::Stop(ListEdit::Remove(_)) | Self::SetWatch(_) | Self::Bookmark(_) | Self::Vary(_) => false,
        }
    }

    /// Edits the notes of a scene. `read` reads a stop that a person typed; its `Err` says what is wrong.
    pub fn apply(
        &self,
        scene: &mut Scene,
        read: impl Fn(&Scene, &str) -> Result<Stop, String>,
    ) -> Result<(), String> {
        match self {
            Self::Stop(edit) => edit.apply(&mut scene.stops),
            Self::ReadStop(index, text) => {
                let edit = match index {
                    Some(index) if text.trim().is_empty() => ListEdit::Remove(*index),
                    None if text.trim().is_empty() => return Ok(()),
                    Some(index) => ListEdit::Set(*index, read(scene, text)?),
                    None => ListEdit::Add(read(scene, text)?),
                };
                edit.apply(&mut scene.stops);
            }
            Self::SetWatch(names) => scene.watch.clone_from(names),
            Self::Bookmark(ListEdit::Add(bookmark)) => {
                let at = scene.bookmarks.partition_point(|known| known.frame <= bookmark.frame);
                scene.bookmarks.insert(at, bookmark.clone());
            }
            Self::Bookmark(edit) => edit.apply(&mut scene.bookmarks),
            Self::Vary(edit) => edit.apply(&mut scene.vary),
        }
        Ok(())
    }
}
