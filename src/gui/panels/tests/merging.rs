//! The bar of tiles that are shown as a chain.

use super::*;

/// "Enter merges, Esc leaves them." was written on the canvas, and nothing was there to click.
#[test]
fn the_bar_of_a_merge_makes_the_chain_or_leaves_the_tiles() {
    let square = |name: &str, x: f32| SceneBody {
        position: Vec2::new(x, 0.0),
        ..SceneBody::new(name, SceneShape::Rectangle { width: 1.0, height: 1.0, radius: 0.0 })
    };
    let scene = Scene { bodies: vec![square("one", 0.0), square("two", 1.0)], ..Scene::default() };
    for (label, left) in [("Leave", 2), ("Merge", 1)] {
        let mut desk = Desk::of(&scene, 1280.0, 720.0);
        desk.state.apply(Command::Select(SelectCommand::All));
        desk.pass(Vec::new());
        assert!(!desk.shows("2 tiles → 1 chain."));
        desk.state.apply(Command::Edit(EditCommand::MergeTiles));
        (0..2).for_each(|_| _ = desk.pass(Vec::new()));
        assert!(desk.shows("2 tiles → 1 chain."));
        let button = desk.text(label);
        for command in desk.click(button) {
            desk.state.apply(command);
        }
        desk.pass(Vec::new());
        assert!(desk.state.merge_draft().is_none() && !desk.shows("2 tiles → 1 chain."));
        assert_eq!(desk.state.scene().bodies.len(), left, "{label}");
    }
}
