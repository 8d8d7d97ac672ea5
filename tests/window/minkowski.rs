//! The Minkowski difference in the side panel, and steps of one number, in the real window.

use glam::Vec2;

use crate::driver::{Program, screen};

/// A ball in a crate's right side.
const PAIR: &str = r#"(version: 1, bodies: [
    (name: "ball", shape: Circle(radius: 1.0), position: (2.75, 0.25)),
    (name: "crate", shape: Rectangle(width: 4.0, height: 3.0)),
])"#;

#[test]
fn a_drag_in_the_difference_moves_a_the_other_way_as_one_undo_step() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, PAIR, &[]);
    program.key("Tab");
    program.key("alt+m");
    let before = program.scene().bodies[0].position;
    let from = program.place("Minkowski difference").center().round();
    program.drag(from, from + Vec2::new(-40.0, 20.0), None);
    program.save();
    let after = program.scene().bodies[0].position;
    // The origin went left and down, so the ball went right and up, by the same scale.
    let way = after - before;
    assert!(way.x > 0.1 && way.y > 0.05, "{before} to {after}");
    assert!((way.x - 2.0 * way.y).abs() < 0.05 * way.x, "{way}");
    program.key("ctrl+z");
    program.save();
    assert_eq!(program.scene().bodies[0].position, before);
}

#[test]
fn alt_and_an_arrow_step_one_number_and_alt_t_finds_where_touching_begins() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, PAIR, &[]);
    let view = program.view();
    program.click(view.screen_from_world(Vec2::new(3.4, 0.25)));
    program.key("alt+Left");
    program.save();
    assert_eq!(program.scene().bodies[0].position.x.to_bits(), 2.75_f32.next_down().to_bits());
    // Coming from the right the ball touches the side at x = 2 while its centre is nearer than 3.
    program.key("alt+t");
    program.save();
    assert_eq!(program.scene().bodies[0].position.x.to_bits(), 3.0_f32.next_down().to_bits());
}
