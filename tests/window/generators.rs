//! Generators in the scene panel: added, edited and removed by the mouse.

use collision_test::scene::{SceneGenerator, SceneJoint};
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

/// The two overlap in a square of 0.4 m, in whose middle the joint is; they do not collide.
#[test]
fn a_joint_is_added_where_the_first_two_bodies_meet() {
    let Some(screen) = screen() else { return };
    let bodies = r#"Scene(
    version: 1,
    solver: Rigid,
    bodies: [
        Body(name: "arm", shape: Rectangle(width: 2.0, height: 0.4)),
        Body(name: "hand", shape: Rectangle(width: 0.8, height: 0.4), position: (1.0, 0.0), rotation: 180.0, motion: Dynamic()),
    ],
)
"#;
    let mut program = Program::open(&screen, bodies, &[]);
    let joints = |program: &mut Program| {
        program.save();
        program.scene().joints
    };
    press(&program, "+ Revolute");
    let at = |x: f32| Vec2::new(x, 0.0);
    let is_near = |p: Vec2, q: Vec2| p.distance(q) < 1.0e-6;
    let found = joints(&mut program);
    let [SceneJoint { a, b, at_a, at_b, collide: false }] = &found[..] else { panic!("{found:?}") };
    assert_eq!([a, b], ["arm", "hand"]);
    assert!(is_near(*at_a, at(0.8)) && is_near(*at_b, at(0.2)), "{found:?}");
    press(&program, "Remove joint 0 between arm and hand");
    assert_eq!(joints(&mut program), []);
}
