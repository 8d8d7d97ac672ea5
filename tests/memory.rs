//! What the editor holds of the frames that it has computed. Alone in its file: the allocator of the whole process counts.
#![cfg(feature = "window")]
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "../crates/collide2d/tests/counting/mod.rs"]
mod counting;

use collision_test::app::{AppState, Command, Settings, TimeCommand};
use collision_test::picture::display::Rect;
use glam::Vec2;

/// A page ended at 2 GB after nine minutes of three bodies: each checkpoint had kept what its step had worked with, 70 kB of
/// which the time line, which says how much the frames take, knew nothing.
#[test]
fn frames_take_what_the_time_line_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    for name in ["a-ball-drops-and-rests", "slope", "crowd-of-1000"] {
        let scene = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes").join(name);
        std::fs::copy(scene.with_extension("ron"), &path).unwrap();
        let canvas = Rect { min: Vec2::ZERO, max: Vec2::new(800.0, 600.0) };
        let mut state = AppState::open(&path, Settings::default(), canvas).unwrap();
        let (warm_up, frames) = if name == "crowd-of-1000" { (10, 60) } else { (100, 2_000) };
        let mut go_to = |frame| {
            while state.run().frame() < frame {
                state.apply(Command::Time(TimeCommand::Seek(frame)));
                state.advance(0.0);
            }
            [counting::bytes_held(), state.run().frames.memory()].map(|bytes| bytes as isize)
        };
        let ([before, told_before], [after, told_after]) = (go_to(warm_up), go_to(frames));
        let (held, told) = (after - before, told_after - told_before);
        // Events, trails and the readings of the panels are not counted.
        assert!(held < 2 * told + 500_000, "{name}: {held} bytes more, {told} told");
    }
}
