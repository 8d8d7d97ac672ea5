//! What is counted of a scene and of what is left of it.

use crate::scene::Scene;
use crate::scene::numbers::count;

/// What is counted of a scene whose stop holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SceneSize {
    bodies: usize,
    /// Up to the one in which the stop holds.
    frames: usize,
    lines: usize,
}

impl SceneSize {
    /// `text`: [`Scene::to_ron`].
    pub fn of(scene: &Scene, text: &str, frame: u64) -> Self {
        Self {
            bodies: scene.bodies.len(),
            frames: usize::try_from(frame).unwrap_or(usize::MAX),
            lines: text.lines().count(),
        }
    }

    /// "2 of 31 bodies, 12 of 340 frames, 14 of 120 lines". The line of the stop may make a short scene longer.
    pub fn of_whole(&self, whole: &Self) -> String {
        let lines = format!(", {} of {}", self.lines, count(whole.lines, "line", "lines"));
        format!(
            "{} of {}, {} of {}{}",
            self.bodies,
            count(whole.bodies, "body", "bodies"),
            self.frames,
            count(whole.frames, "frame", "frames"),
            if self.lines <= whole.lines { &lines } else { "" },
        )
    }
}
