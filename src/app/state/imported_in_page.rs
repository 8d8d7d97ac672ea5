//! Files of other programs are not read in a page, which would be longer to load for it.

use std::path::Path;

use super::AppState;
use crate::app::commands::Effect;
use crate::app::files::Settings;
use crate::app::messages::Level;
use crate::picture::display::Rect;
use crate::platform::plain;
use crate::scene::SceneError;

/// Whether the file's name ends like one that the program imports elsewhere.
pub(super) fn is_importable(path: &Path) -> bool {
    let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    ending.is_some_and(|ending| ["tmx", "svg", "json", "tmj"].contains(&ending.as_str()))
}

impl AppState {
    pub(super) fn open_imported(path: &Path, _: Settings, _: Rect) -> Result<Self, SceneError> {
        Err(refused(path))
    }

    /// Says where such a file is imported.
    pub(super) fn import(&mut self, path: &Path, _: &mut Vec<Effect>) {
        self.messages.push(Level::Error, refused(path).message);
    }
}

fn refused(path: &Path) -> SceneError {
    let path = plain::path(path);
    let message = format!(
        "{path}: files of other programs are not read in a browser; `collision-test import` on a computer makes a scene of it"
    );
    SceneError { message }
}
