//! Edits of what a person notes on a run: stops, watched numbers, bookmarks. They leave the world as it is, so that a
//! recording takes them too.

use crate::scene::{Bookmark, Scene, Stop, StopKind};

#[derive(Clone, Debug, PartialEq)]
pub enum NoteEdit {
    AddStop(Stop),
    SetStop(usize, Stop),
    RemoveStop(usize),
    /// A stop as in a file, in the place of that of this index or as a new one. An empty text removes it, or is none.
    ReadStop(Option<usize>, String),
    /// The watched numbers, by name.
    SetWatch(Vec<String>),
    AddBookmark(Bookmark),
    SetBookmark(usize, Bookmark),
    RemoveBookmark(usize),
}

impl NoteEdit {
    /// Whether the world is asked for what it does not tell otherwise.
    pub fn asks_world(&self) -> bool {
        match self {
            Self::AddStop(stop) | Self::SetStop(_, stop) => stop.condition.kind() == StopKind::Crosses,
            Self::ReadStop(_, text) => text.contains(StopKind::Crosses.name()),
            Self::RemoveStop(_)
            | Self::SetWatch(_)
            | Self::AddBookmark(_)
            | Self::SetBookmark(..)
            | Self::RemoveBookmark(_) => false,
        }
    }

    /// Edits the notes of a scene. `read` reads a stop that a person typed; its `Err` says what is wrong.
    pub fn apply(
        &self,
        scene: &mut Scene,
        read: impl Fn(&Scene, &str) -> Result<Stop, String>,
    ) -> Result<(), String> {
        match self {
            Self::AddStop(stop) => scene.stops.push(stop.clone()),
            Self::SetStop(index, stop) => set(&mut scene.stops, *index, stop),
            Self::RemoveStop(index) => remove(&mut scene.stops, *index),
            Self::ReadStop(index, text) if text.trim().is_empty() => {
                if let Some(index) = index {
                    remove(&mut scene.stops, *index);
                }
            }
            Self::ReadStop(index, text) => {
                let stop = read(scene, text)?;
                match index {
                    Some(index) => set(&mut scene.stops, *index, &stop),
                    None => scene.stops.push(stop),
                }
            }
            Self::SetWatch(names) => scene.watch.clone_from(names),
            Self::AddBookmark(bookmark) => {
                let at = scene.bookmarks.partition_point(|known| known.frame <= bookmark.frame);
                scene.bookmarks.insert(at, bookmark.clone());
            }
            Self::SetBookmark(index, bookmark) => set(&mut scene.bookmarks, *index, bookmark),
            Self::RemoveBookmark(index) => remove(&mut scene.bookmarks, *index),
        }
        Ok(())
    }
}

fn set<T: Clone>(list: &mut [T], index: usize, value: &T) {
    if let Some(place) = list.get_mut(index) {
        place.clone_from(value);
    }
}

fn remove<T>(list: &mut Vec<T>, index: usize) {
    if index < list.len() {
        list.remove(index);
    }
}
