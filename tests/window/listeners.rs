//! The section of listeners: added, named, edited and removed with the mouse, and undone.

use std::time::Duration;

use collide2d::Then;
use glam::Vec2;

use crate::driver::{Program, screen};

const BODIES: &str = r#"Scene(
    version: 1,
    bodies: [
        Body(name: "ball", shape: Circle(radius: 1.0), position: (0.0, 1.75)),
        Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0)),
    ],
    listeners: [Listener(body: "ball")],
)
"#;

/// The row of the first listener, before and after the panel is scrolled by [`SCROLLED`] notches.
const FIRST: Vec2 = Vec2::new(1020.0, 356.0);
const SCROLLED: usize = 3;
const ADD: Vec2 = Vec2::new(1246.0, 214.0);
const REMOVE_FIRST: Vec2 = Vec2::new(1258.0, 240.0);
const NAME: Vec2 = Vec2::new(1140.0, 266.0);
const THEN: Vec2 = Vec2::new(1108.0, 343.0);
const BURSTS: Vec2 = Vec2::new(1084.0, 425.0);

fn click(program: &Program, at: Vec2) {
    program.click(at);
    std::thread::sleep(Duration::from_millis(500));
}

#[test]
fn listeners_are_edited_with_the_mouse_and_undone() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    // A click beside the bodies: nothing is selected, so the scene's own panel shows.
    click(&program, Vec2::new(600.0, 580.0));
    click(&program, FIRST);
    for _ in 0..SCROLLED {
        program.input(&["click 5"]);
    }
    std::thread::sleep(Duration::from_millis(500));
    click(&program, NAME);
    program.input(&["type gum"]);
    program.key("Return");
    click(&program, THEN);
    click(&program, BURSTS);
    program.save();
    let listener = program.scene().listeners[0].clone();
    assert_eq!((listener.name.as_deref(), listener.then), (Some("gum"), Then::Burst(8)));
    assert_eq!(listener.body.as_deref(), Some("ball"));

    program.key("ctrl+z");
    program.save();
    assert_eq!(program.scene().listeners[0].then, Then::Ignore);
    program.key("ctrl+shift+z");

    click(&program, ADD);
    program.save();
    assert_eq!(program.scene().listeners.len(), 2);
    assert_eq!(program.scene().listeners[1].body, None);
    click(&program, REMOVE_FIRST);
    program.save();
    let left = program.scene().listeners;
    assert_eq!((left.len(), left[0].name.as_deref()), (1, None));
    program.key("ctrl+z");
    program.key("ctrl+z");
    program.save();
    assert_eq!(program.scene().listeners, [listener]);
}
