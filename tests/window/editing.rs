//! Dragging, rotating, resizing, undo.

use glam::Vec2;

use crate::driver::{Program, screen};

const BALL: &str = r#"Scene(
    version: 1,
    bodies: [
        Body(name: "ball", shape: Circle(radius: 1.0), position: (-3.0, 0.0)),
        Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0), position: (3.0, 0.0)),
    ],
)
"#;

#[test]
fn a_drag_moves_the_ball_by_the_distance_dragged_and_undo_brings_the_bytes_back() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BALL, &[]);
    let before = std::fs::read(program.save()).unwrap();
    let view = program.view();
    let from = view.screen_from_world(Vec2::new(-3.0, 0.0)).round();
    let moved = Vec2::new(60.0, -90.0);
    program.drag(from, from + moved, None);
    program.save();
    let ball = &program.scene().bodies[0];
    let expected = Vec2::new(-3.0, 0.0) + Vec2::new(moved.x, -moved.y) / view.scale;
    let slack = 1.5 / view.scale;
    assert!((ball.position - expected).abs().max_element() <= slack, "{:?}, not {expected}", ball.position);
    program.key("ctrl+z");
    program.save();
    assert_eq!(std::fs::read(program.path("scene.ron")).unwrap(), before);
    program.key("ctrl+shift+z");
    program.save();
    assert_eq!(program.scene().bodies[0], *ball, "redo");
}
