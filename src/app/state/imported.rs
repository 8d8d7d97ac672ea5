//! Files of other programs as new scenes: unsaved, so that saving asks for a name and the file stays.

use std::path::Path;

use collide2d::World;

use super::AppState;
use crate::app::commands::Effect;
use crate::app::files::Settings;
use crate::app::files::document::Document;
use crate::app::messages::Level;
use crate::elsewhere::import::{self, Imported, PIXELS_PER_METRE};
use crate::picture::display::Rect;
use crate::platform::plain;
use crate::scene::SceneError;

/// Most objects that a message names.
const MOST_NAMED: usize = 3;

impl AppState {
    /// Starts with the scene that another program's file makes.
    pub(super) fn open_imported(path: &Path, settings: Settings, canvas: Rect) -> Result<Self, SceneError> {
        let loaded = load(path)?;
        let mut state = Self::empty(settings, canvas);
        state.show_imported(path, loaded);
        state.files.sweep();
        Ok(state)
    }

    /// Shows the scene that another program's file makes, or a message why it makes none.
    pub(super) fn import(&mut self, path: &Path, effects: &mut Vec<Effect>) {
        match load(path) {
            Ok(loaded) => {
                self.show_imported(path, loaded);
                effects.push(Effect::Watch(None));
            }
            Err(error) => {
                if !path.exists() {
                    self.files.storage.forget(path);
                }
                self.messages.push(Level::Error, error.message);
            }
        }
    }

    fn show_imported(&mut self, path: &Path, (imported, world): (Imported, World)) {
        self.files.add_recent(path);
        let mut text = format!("Imported {} from {}.", imported.summary(), plain::path(path));
        let left_out: Vec<String> = imported.left_out.iter().map(ToString::to_string).collect();
        for (title, lines) in [("Changed", &imported.changed), ("Left out", &left_out)] {
            text.push_str(&listed(title, lines));
        }
        let level = if left_out.is_empty() { Level::Info } else { Level::Warning };
        self.install(Document::unsaved(imported.scene), world);
        self.refresh();
        self.messages.push(level, text);
    }
}

fn load(path: &Path) -> Result<(Imported, World), SceneError> {
    let imported = import::load(path, PIXELS_PER_METRE)?;
    let world = imported.scene.to_world()?;
    Ok((imported, world))
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
