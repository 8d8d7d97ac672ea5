//! Stepping and playing.

use std::process::Command;

use glam::Vec2;

use crate::driver::{Program, screen};

pub const FALLING: &str = r#"Scene(
    version: 1,
    gravity: (0.0, -9.81),
    bodies: [
        Body(name: "ball", shape: Circle(radius: 0.5), position: (0.3, 1.05), motion: Dynamic(velocity: (1.0, 0.0)), restitution: 0.5),
        Body(name: "floor", shape: Rectangle(width: 10.0, height: 1.0)),
        Body(name: "marker", shape: Circle(radius: 0.25), position: (4.0, 3.0)),
    ],
)
"#;

/// Positions of the bodies according to `report --frame N`.
pub fn reported_positions(program: &Program, frame: u64) -> Vec<Vec2> {
    std::fs::write(program.path("again.ron"), FALLING).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_collision-test"))
        .args(["report", "again.ron", "--format", "json", "--frame", &frame.to_string()])
        .current_dir(program.folder.path())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let number = |value: &serde_json::Value| value.as_f64().unwrap() as f32;
    report["bodies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|body| Vec2::new(number(&body["position"][0]), number(&body["position"][1])))
        .collect()
}

/// Moves the marker by one grid step, which makes the present state frame 0, and saves.
pub fn positions_in_the_window(program: &mut Program) -> Vec<Vec2> {
    let marker = program.view().screen_from_world(Vec2::new(4.0, 3.0));
    program.click(marker);
    program.key("Right");
    program.save();
    program.scene().bodies.iter().map(|body| body.position).collect()
}

#[test]
fn ten_steps_in_the_window_equal_frame_10_of_the_report_bit_for_bit() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    for frame in 1..=10 {
        program.key("period");
        program.wait_until("frame:", |text| text == frame.to_string());
    }
    let expected = reported_positions(&program, 10);
    let got = positions_in_the_window(&mut program);
    assert_eq!(got[..2], expected[..2]);
    assert_ne!(got[0], Vec2::new(0.3, 1.05), "the ball moved");
}

#[test]
fn a_window_can_begin_at_a_frame() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &["--frame", "70"]);
    assert_eq!(program.latest("frame:").as_deref(), Some("70"));
    let expected = reported_positions(&program, 70);
    assert_eq!(positions_in_the_window(&mut program)[..2], expected[..2]);
}

#[test]
fn stepping_back_is_exact() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    for frame in 1..=12 {
        program.key("period");
        program.wait_until("frame:", |text| text == frame.to_string());
    }
    for frame in (7..12).rev() {
        program.key("comma");
        program.wait_until("frame:", |text| text == frame.to_string());
    }
    let expected = reported_positions(&program, 7);
    assert_eq!(positions_in_the_window(&mut program)[..2], expected[..2]);
}

#[test]
fn space_plays_and_pauses_and_home_goes_back() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    program.key("space");
    program.wait_until("frame:", |text| text.parse::<u64>().is_ok_and(|frame| frame > 20));
    program.key("space");
    program.wait_for("paused:");
    program.key("Home");
    program.wait_until("frame:", |text| text == "0");
    let (path, _) = program.screenshot();
    assert!(path.ends_with("screenshots/scene-frame-0.png"), "{path:?}");
}

#[test]
fn a_frame_that_takes_long_shows_its_progress_and_escape_stops_it() {
    let Some(screen) = screen() else { return };
    let ball = |i: u32| {
        let (x, y) = (i % 20, 2 + i / 20);
        format!("(name: \"{i}\", shape: Circle(radius: 0.45), position: ({x}, {y}), motion: Dynamic()),\n")
    };
    let balls: String = (0..300).map(ball).collect();
    let floor = "(name: \"floor\", shape: Wall(start: (-20, 0), end: (40, 0)))";
    let scene = format!("(version: 1, gravity: (0, -9.81), solver: Rigid, bodies: [{balls} {floor}])");
    let scene = collision_test::scene::Scene::from_ron(&scene, "test").unwrap();
    let link = collision_test::scene::link::Link::to(&scene, 0, None, &scene).text("").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::spawn(&screen, folder, &[&format!("{link}&frame=99999999")]);
    let asks = "The link asks for frame 99999999; it gets frame 100000, the last that a link may ask for.";
    program.wait_until("computing:", |target| target == "100000");
    program.wait_until("message:", |text| text == asks);
    program.wait_for("ready:");
    program.input(&["key Escape"]);
    program.wait_until("computing:", |target| target == "none");
    program.wait_until("message:", |text| {
        text.starts_with("Stopped at frame ") && text.ends_with(" on the way to 100000.")
    });
    assert!(program.is_running());
}
