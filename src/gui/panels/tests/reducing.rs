//! The plate of a scene that is reduced, and the button that begins.

use super::*;
use crate::app::{NoteEdit, ReduceMove};

fn act(desk: &mut Desk, label: &str) {
    let button = desk.text(label);
    for command in desk.click(button) {
        desk.state.apply(command);
    }
    (0..2).for_each(|_| _ = desk.pass(Vec::new()));
}

#[test]
fn the_plate_stops_the_search_and_keeps_the_smaller_scene_or_leaves_the_whole_one() {
    let mut scene = touching();
    scene.bodies.push(SceneBody {
        position: Vec2::new(9.0, 0.0),
        ..SceneBody::new("aside", SceneShape::Circle { radius: 1.0 })
    });
    for (label, left) in [("Back to the whole scene", 3), ("Keep the small scene", 2)] {
        let mut desk = Desk::of(&scene, 1280.0, 2000.0);
        let stop = "Deeper(a: \"ball\", b: \"crate\", than: 0)".to_owned();
        desk.state.apply(NoteEdit::ReadStop(None, stop).into());
        desk.state.apply(Command::Select(SelectCommand::Only(Vec::new())));
        (0..3).for_each(|_| drop(desk.pass(Vec::new())));
        act(&mut desk, "Reduce the scene");
        assert!(desk.state.hand().is_reducing() && desk.shows("Reducing: "));
        while desk.state.hand().is_reducing() {
            desk.state.advance(0.016);
        }
        (0..2).for_each(|_| _ = desk.pass(Vec::new()));
        assert!(desk.shows("Reduced to what ") && !desk.shows("Reducing: "));
        act(&mut desk, label);
        assert!(desk.state.hand().reduce.is_none() && !desk.shows("Reduced to what "));
        assert_eq!(desk.state.scene().bodies.len(), left, "{label}");
    }
}

/// The way to a frame is under way while tiles are shown as a chain, and a scene is reduced: one plate lay on another.
#[test]
fn plates_at_the_bottom_stand_above_each_other() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let stop = "Faster(body: \"ball\", than: 1000000)".to_owned();
    desk.state.apply(NoteEdit::ReadStop(None, stop).into());
    desk.state.apply(Command::Select(SelectCommand::All));
    desk.state.apply(Command::Time(TimeCommand::Reduce(ReduceMove::Begin(None))));
    desk.state.apply(Command::Time(TimeCommand::Seek(1_000_000)));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.state.run().seeking.is_some() && desk.state.hand().is_reducing());
    let [seek, reduce] = ["Stop seeking", "Stop reducing"].map(|name| layout::place(&mut desk, name));
    assert!(seek.bottom() < reduce.top(), "{seek} {reduce}");
}
