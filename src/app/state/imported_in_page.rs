//! Files of other programs are not read in a page, which would be longer to load for it.

use std::path::Path;

use crate::app::files::document::Document;
use crate::app::messages::Level;
use crate::platform::plain;
use crate::scene::SceneError;

/// Says where such a file is imported.
pub(super) fn read(path: &Path) -> Result<(Document, (Level, String)), SceneError> {
    let path = plain::path(path);
    let message = format!(
        "{path}: files of other programs are not read in a browser; `collision-test import` on a computer makes a scene of it"
    );
    Err(SceneError { message })
}
