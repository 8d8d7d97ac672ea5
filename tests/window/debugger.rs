//! A debugger's hands, by mouse and keys: a body is pulled, a stop is muted, numbers are watched, a frame is flagged.

use collision_test::scene::SceneInput;
use glam::Vec2;

use crate::driver::{Program, screen};

const FLOATING: &str = r#"Scene(
    version: 1,
    gravity: (0.0, 0.0),
    solver: Rigid,
    bodies: [
        Body(name: "ball", shape: Circle(radius: 1.0), position: (0.0, 0.0), motion: Dynamic(mass: 2.0)),
        Body(name: "floor", shape: Wall(start: (-5.0, -3.0), end: (5.0, -3.0))),
    ],
    stops: [ Begin(a: "ball", b: "floor") ],
)
"#;

#[test]
fn a_body_is_pulled_by_the_mouse_while_time_runs_and_the_file_keeps_it() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FLOATING, &[]);
    let view = program.view();
    let ball = view.screen_from_world(Vec2::ZERO);
    program.key("h");
    program.xdotool("key space");
    let place = |at: Vec2| format!("mousemove {} {}", at.x.round(), at.y.round());
    program.xdotool(&place(ball));
    program.xdotool("mousedown 1");
    for step in 1..=10 {
        program.xdotool(&place(ball + Vec2::new(6.0, -4.0) * step as f32));
        // The frame that was being drawn may not have seen the mouse there: the next has.
        program.skip();
        (0..2).for_each(|_| drop(program.wait_for("frame:")));
    }
    program.xdotool("mouseup 1");
    program.xdotool("key space");
    program.settle();
    program.save();
    let scene = program.scene();
    let [SceneInput::Pull { frames: (first, last), body, to, .. }] = &scene.inputs[..] else {
        panic!("{:?}", scene.inputs)
    };
    assert!(first < last && body == "ball" && to.len() > 1, "{first} {last} {to:?}");
    let mut world = scene.to_world().unwrap();
    (0..=*last).for_each(|_| world.step());
    let moved = world.bodies()[0].pose().position;
    assert!(moved.x > 0.0 && moved.y > 0.0, "{moved}");
}

#[test]
fn a_stop_is_muted_a_frame_flagged_a_body_and_a_pair_watched_by_mouse_and_keys() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FLOATING, &[]);
    program.reveal("Mute stop 0");
    program.press("Mute stop 0");
    program.key("ctrl+b");
    let ball = program.view().screen_from_world(Vec2::ZERO);
    program.click(ball);
    program.key("n");
    program.key("ctrl+a");
    program.key("n");
    program.save();
    let scene = program.scene();
    assert!(scene.stops[0].muted);
    assert_eq!(scene.bookmarks.len(), 1);
    assert_eq!(scene.watch, ["ball.speed", "ball,floor.depth", "ball,floor.distance"]);
}
