//! The section of listeners: added, named, edited and removed with the mouse, and undone.

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

fn press(program: &Program, name: &str) {
    program.reveal(name);
    program.press(name);
}

#[test]
fn listeners_are_edited_with_the_mouse_and_undone() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    // A click beside the bodies: nothing is selected, so the scene's own panel shows.
    let beside = program.view().canvas.max - Vec2::splat(20.0);
    program.click(beside);
    press(&program, "Listener 0");
    press(&program, "Its name");
    program.input(&["type gum"]);
    program.key("Return");
    press(&program, "Choice then");
    program.press("the body bursts");
    program.save();
    let listener = program.scene().listeners[0].clone();
    assert_eq!((listener.name.as_deref(), listener.then), (Some("gum"), Then::Burst(8)));
    assert_eq!(listener.body.as_deref(), Some("ball"));

    program.key("ctrl+z");
    program.save();
    assert_eq!(program.scene().listeners[0].then, Then::Ignore);
    program.key("ctrl+shift+z");

    press(&program, "Add listener");
    program.save();
    assert_eq!(program.scene().listeners.len(), 2);
    assert_eq!(program.scene().listeners[1].body, None);
    press(&program, "Remove listener 0");
    program.save();
    let left = program.scene().listeners;
    assert_eq!((left.len(), left[0].name.as_deref()), (1, None));
    program.key("ctrl+z");
    program.key("ctrl+z");
    program.save();
    assert_eq!(program.scene().listeners, [listener]);
}
