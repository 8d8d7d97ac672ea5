//! Generators in the scene panel: added, edited and removed by the mouse.

use collision_test::scene::SceneGenerator;
use glam::Vec2;

use crate::driver::{Program, screen};

const BALL: &str = r#"Scene(
    version: 1,
    gravity: (0.0, -9.81),
    solver: Rigid,
    bodies: [
        Body(name: "ball", shape: Circle(radius: 0.5), position: (0.0, 2.0), motion: Dynamic()),
        Body(name: "peg", shape: Circle(radius: 0.2), position: (3.0, 2.0)),
    ],
)
"#;

fn press(program: &Program, name: &str) {
    program.reveal(name);
    program.press(name);
}

fn generators(program: &mut Program) -> Vec<SceneGenerator> {
    program.save();
    program.scene().generators
}

#[test]
fn a_ground_added_by_the_mouse_carries_the_ball() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BALL, &[]);
    press(&program, "+ Ground");
    let at = |y: f32| {
        let (point, normal) = (Vec2::new(0.0, y), Vec2::Y);
        vec![SceneGenerator::Ground { point, normal, restitution: 0.0, friction: 0.5 }]
    };
    assert_eq!(generators(&mut program), at(1.5), "under the ball");
    press(&program, "Point y");
    program.input(&["key ctrl+a", "key 0", "key Return"]);
    assert_eq!(generators(&mut program), at(0.0));
    program.key("space");
    program.wait_until("frame:", |frame| frame.parse::<u64>().is_ok_and(|frame| frame >= 150));
    program.key("space");
    // An edit makes the present state the new frame 0, which is saved.
    press(&program, "Gravity x");
    program.input(&["key --delay 0 0 period 0 0 1", "key Return"]);
    program.save();
    let ball = program.scene().bodies[0].position;
    assert!((ball.y - 0.5).abs() < 0.003, "it rests on the ground: {ball}");
    press(&program, "Remove ground 0");
    assert_eq!(generators(&mut program), []);
    program.key("ctrl+z");
    assert_eq!(generators(&mut program), at(0.0));
}

#[test]
fn a_rod_is_added_between_the_first_two_bodies() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BALL, &[]);
    press(&program, "+ Rod");
    let rod = |length: f32| vec![SceneGenerator::rod("ball", "peg", length)];
    assert_eq!(generators(&mut program), rod(3.0));
    press(&program, "Length");
    program.input(&["key ctrl+a", "key 2", "key Return"]);
    assert_eq!(generators(&mut program), rod(2.0));
}
