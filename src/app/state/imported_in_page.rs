//! Files of other programs are not read in a page, which would be longer to load for it.

use std::path::Path;

use super::AppState;
use crate::app::commands::Effect;
use crate::app::files::Settings;
use crate::app::messages::Level;
use crate::picture::display::Rect;
use crate::platform::plain;
use crate::scene::SceneError;

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
