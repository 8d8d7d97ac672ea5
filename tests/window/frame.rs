//! The canvas in a body's own frame, in the real window.

use collide2d::Pose;
use collision_test::picture::theme::Theme;
use glam::Vec2;

use crate::driver::{Program, screen};

const TURNED: &str = r#"Scene(
    version: 1,
    bodies: [
        Body(name: "ball", shape: Circle(radius: 1.0), position: (2.6, 1.8)),
        Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0), position: (0.5, 0.25), rotation: 30.0),
    ],
)
"#;

#[test]
fn o_levels_the_crate_and_a_drag_goes_where_the_pointer_goes() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TURNED, &[]);
    let start = program.view();
    program.key("o");
    program.wait_until("view:", |_| true);
    program.key("o");
    // Only the view at rest is announced, with its rotation.
    program.wait_until("view:", |line| line.ends_with(" 30"));
    let view = program.view();
    let pose = Pose::new(Vec2::new(0.5, 0.25), 30.0);
    let at = |local: Vec2| view.screen_from_local(&pose, local);
    let (_, picture) = program.screenshot();
    let lower: Vec<Vec2> = [-1.8, -1.2, -0.6, 0.0].map(|x| at(Vec2::new(x, -1.0))).to_vec();
    for edge in &lower {
        assert!((edge.y - lower[0].y).abs() < 0.01, "{lower:?}");
        assert!(picture.count_near(*edge, 3.0, Theme::DARK.pair_b, 24) > 0, "no edge at {edge}");
        assert_eq!(
            picture.count_near(*edge + Vec2::new(0.0, 9.0), 3.0, Theme::DARK.pair_b, 24),
            0,
            "below {edge}"
        );
    }
    let from = view.screen_from_world(Vec2::new(2.8, 2.3)).round();
    program.drag(from, from + Vec2::new(60.0, 0.0), None);
    program.save();
    let moved = program.scene().bodies[0].position - Vec2::new(2.6, 1.8);
    let expected = pose.rotation.rotate(Vec2::new(60.0 / view.scale, 0.0));
    assert!((moved - expected).abs().max_element() < 1.5 / view.scale, "{moved}, not {expected}");
    program.key("o");
    program.wait_until("view:", |line| line.split_whitespace().count() == 7);
    assert_eq!(program.view(), start);
}
