//! Regular polygons from the tool bar, and shapes fitted to outlines, by mouse.

use collision_test::scene::SceneShape;
use glam::Vec2;

use crate::driver::{Program, screen};

const ROCKET: &str = r#"Scene(
    version: 1,
    bodies: [
        Body(
            name: "rocket",
            shape: Circle(radius: 0.5),
            outline: [
                (0.0, 2.0), (-0.5, 1.0), (-0.5, -1.0), (-1.0, -2.0), (0.0, -1.5), (1.0, -2.0), (0.5, -1.0),
                (0.5, 1.0),
            ],
        ),
        Body(name: "floor", shape: Wall(start: (-5.0, -3.0), end: (5.0, -3.0))),
    ],
)
"#;

#[test]
fn an_octagon_is_dragged_out_of_the_tool_bar() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, ROCKET, &[]);
    let view = program.view();
    let center = view.screen_from_world(Vec2::new(-3.0, 0.0)).round();
    program.press("Button Octagon");
    // Up in the drag: nine corners; Shift: it stands on a side.
    let at = |point: Vec2| format!("mousemove {} {}", point.x, point.y);
    let (first, last) = (at(center), at(center + Vec2::new(0.0, -50.0)));
    program.input(&[
        &first,
        "mousedown 1",
        &at(center + Vec2::new(0.0, -20.0)),
        "key Up",
        &last,
        "mouseup 1",
    ]);
    program.save();
    let body = program.scene().bodies.pop().unwrap();
    let SceneShape::Polygon { points, .. } = &body.shape else { panic!("{body:?}") };
    assert_eq!((body.name.as_str(), points.len()), ("polygon", 9));
    let radius = points[0].length() * view.scale;
    assert!((radius - 50.0).abs() < 1.5, "{radius} pixels");
    assert!(body.position.distance(view.world_from_screen(center)) * view.scale < 1.0);
    program.key("ctrl+z");
    program.save();
    assert_eq!(program.scene().bodies.len(), 2);
}

#[test]
fn a_circle_is_fitted_from_the_menu_and_undo_brings_the_bytes_back() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, ROCKET, &[]);
    let before = std::fs::read(program.save()).unwrap();
    let view = program.view();
    program.click(view.screen_from_world(Vec2::ZERO));
    program.press("Menu Edit");
    program.press("Fit a circle");
    program.save();
    let body = program.scene().bodies.swap_remove(0);
    assert_eq!((body.shape, body.position), (SceneShape::Circle { radius: 2.125 }, Vec2::new(0.0, -0.125)));
    assert_eq!(body.outline.unwrap()[0], Vec2::new(0.0, 2.125), "it stays where it is");
    program.key("ctrl+z");
    program.save();
    assert_eq!(std::fs::read(program.path("scene.ron")).unwrap(), before);
}
