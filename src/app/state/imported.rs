//! Files of other programs as new scenes: unsaved, so that saving asks for a name and the file stays.

use std::path::Path;

use crate::app::files::document::Document;
use crate::app::messages::Level;
use crate::elsewhere::import::{self, PIXELS_PER_METRE, Tiles};
use crate::platform::plain;
use crate::scene::SceneError;

/// Most objects that a message names.
const MOST_NAMED: usize = 3;

/// The scene that another program's file makes, and a message that says how.
pub(super) fn read(path: &Path) -> Result<(Document, (Level, String)), SceneError> {
    let imported = import::load(path, PIXELS_PER_METRE, Tiles::Outlines)?;
    let mut text = format!("Imported {} from {}.", imported.summary(), plain::path(path));
    let left_out: Vec<String> = imported.left_out.iter().map(ToString::to_string).collect();
    for (title, lines) in [("Changed", &imported.changed), ("Left out", &left_out)] {
        text.push_str(&listed(title, lines));
    }
    let level = if left_out.is_empty() { Level::Info } else { Level::Warning };
    Ok((Document::unsaved(imported.scene), (level, text)))
}

/// How many lines there are, and the first of them; nothing where there are none.
fn listed(title: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut text = format!("\n{title}: {}", lines.len());
    for line in lines.iter().take(MOST_NAMED) {
        text.push_str(&format!("\n- {line}"));
    }
    if lines.len() > MOST_NAMED {
        text.push_str("\n- …");
    }
    text
}
