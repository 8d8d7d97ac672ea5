//! Dragging, rotating, resizing, undo.

use collision_test::app::hand::handles::{HandlePart, ShapeHandle, handles};
use collision_test::scene::SceneShape;
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

const CRATE: &str = r#"Scene(
    version: 1,
    bodies: [
        Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0)),
        Body(name: "ball", shape: Circle(radius: 1.0), position: (0.0, 3.5)),
        Body(name: "wall", shape: Wall(start: (-4.0, -2.5), end: (4.0, -2.5))),
    ],
)
"#;

/// Selects a body by a click at a world point of it alone; returns the handle that changes `part`.
fn handle(program: &mut Program, body: u32, at: Vec2, part: HandlePart) -> Vec2 {
    let view = program.view();
    program.click(view.screen_from_world(at));
    let scene = program.scene();
    let world = scene.to_world().unwrap();
    let found = handles(&scene, &world, &view, &[body], 1.0).into_iter().find(|h| h.part == part);
    found.unwrap_or_else(|| panic!("no handle {part:?}")).screen
}

#[test]
fn the_round_handle_turns_in_steps_with_shift() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, CRATE, &[]);
    let from = handle(&mut program, 0, Vec2::new(-1.5, 0.5), HandlePart::Rotation);
    let center = program.view().screen_from_world(Vec2::ZERO);
    // The drag is a quarter turn clockwise on the screen, and a little more that the steps of 15 degrees
    // round off.
    let arm = from - center;
    let to = center + Vec2::from_angle(93.0_f32.to_radians()).rotate(arm);
    program.drag(from, to, Some("shift"));
    program.save();
    assert_eq!(program.scene().bodies[0].rotation.rem_euclid(360.0), 270.0);
    // Without Shift the angle follows the pointer.
    let before = program.scene_text();
    program.key("ctrl+z");
    program.drag(from, to, None);
    program.save();
    let free = program.scene().bodies[0].rotation.rem_euclid(360.0);
    assert!((free - 267.0).abs() < 1.5, "{free}");
    assert_ne!(program.scene_text(), before);
}

#[test]
fn square_handles_resize_one_side_and_both_with_alt() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, CRATE, &[]);
    let before = program.scene_text();
    let scale = program.view().scale;
    let from = handle(&mut program, 0, Vec2::new(-1.5, 0.5), HandlePart::Shape(ShapeHandle::Sides(Vec2::X)));
    let moved = Vec2::new(50.0, 0.0);
    let slack = 1.5 / scale;
    let size = |program: &Program| match program.scene().bodies[0].shape {
        SceneShape::Rectangle { width, height, .. } => (width, height, program.scene().bodies[0].position.x),
        ref other => panic!("{other:?}"),
    };
    program.drag(from, from + moved, None);
    program.save();
    let (width, height, x) = size(&program);
    assert!((width - 4.0 - moved.x / scale).abs() < slack && height == 2.0, "{width} × {height}");
    assert!((x - moved.x / scale / 2.0).abs() < slack, "the left side stays: {x}");
    program.key("ctrl+z");
    program.drag(from, from + moved, Some("alt"));
    program.save();
    let (width, height, x) = size(&program);
    assert!((width - 4.0 - 2.0 * moved.x / scale).abs() < 2.0 * slack && height == 2.0, "{width} × {height}");
    assert!(x.abs() < 1e-6, "both sides move: {x}");
    program.key("ctrl+z");
    program.save();
    let after = program.scene();
    program.key("ctrl+z");
    assert_eq!(after.bodies.len(), 3);
    assert_eq!(
        collision_test::scene::Scene::from_ron(&before, "before").unwrap(),
        after,
        "undo takes everything back"
    );
}

#[test]
fn a_circles_radius_and_a_walls_end_follow_their_handles() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, CRATE, &[]);
    let scale = program.view().scale;
    let slack = 1.5 / scale;
    let from = handle(&mut program, 1, Vec2::new(0.3, 3.8), HandlePart::Shape(ShapeHandle::Radius));
    program.drag(from, from + Vec2::new(30.0, 0.0), None);
    program.save();
    let SceneShape::Circle { radius } = program.scene().bodies[1].shape else { panic!("no circle") };
    assert!((radius - 1.0 - 30.0 / scale).abs() < slack, "{radius}");
    let from = handle(&mut program, 2, Vec2::new(2.0, -2.5), HandlePart::Shape(ShapeHandle::Point(1)));
    program.drag(from, from + Vec2::new(-40.0, -25.0), None);
    program.save();
    let wall = program.scene().bodies[2].clone();
    let SceneShape::Wall { start, end } = wall.shape else { panic!("no wall") };
    let end = wall.position + end;
    let expected = Vec2::new(4.0, -2.5) + Vec2::new(-40.0, 25.0) / scale;
    assert!((end - expected).abs().max_element() < slack, "{end}, not {expected}");
    assert_eq!(wall.position + start, Vec2::new(-4.0, -2.5));
}

#[test]
fn k_drags_out_a_capsule_whose_radius_has_a_handle() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, CRATE, &[]);
    let view = program.view();
    let slack = 1.5 / view.scale;
    let (from, to) = (Vec2::new(-3.5, 3.0), Vec2::new(-1.5, 3.0));
    program.key("k");
    program.drag(view.screen_from_world(from).round(), view.screen_from_world(to).round(), None);
    program.save();
    let body = program.scene().bodies[3].clone();
    let SceneShape::Capsule { start, end, radius } = body.shape else { panic!("no capsule") };
    assert!((body.position + start - from).abs().max_element() < slack, "{start}");
    assert!((body.position + end - to).abs().max_element() < slack, "{end}");
    assert!((radius - 0.5).abs() < slack, "{radius}");
    let grip = handle(&mut program, 3, body.position, HandlePart::Shape(ShapeHandle::Radius));
    program.drag(grip, grip - Vec2::new(0.0, 20.0), None);
    program.save();
    let SceneShape::Capsule { radius: larger, .. } = program.scene().bodies[3].shape else {
        panic!("no capsule")
    };
    assert!((larger - radius - 20.0 / view.scale).abs() < slack, "{larger}");
}

#[test]
fn shift_pressed_in_the_frame_of_the_click_before_counts() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, CRATE, &[]);
    let view = program.view();
    let [crate_, ball] =
        [Vec2::new(-1.5, 0.5), Vec2::new(0.3, 3.8)].map(|at| view.screen_from_world(at).round());
    // All in one frame, or in two.
    program.input(&[&format!(
        "mousemove {} {} click 1 mousemove {} {} keydown shift click 1 keyup shift",
        crate_.x, crate_.y, ball.x, ball.y
    )]);
    program.key("Delete");
    program.save();
    assert_eq!(program.scene().bodies.len(), 1);
}
