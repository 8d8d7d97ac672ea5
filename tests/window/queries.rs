//! Queries by mouse: a ray is dragged out, kept, asked why and moved by its end; a body is cast; a gap is measured.

use collision_test::scene::QueryForm;
use glam::Vec2;

use crate::driver::{Program, TOUCHING, screen};

/// Drags from one place of the world to another.
fn drag(program: &mut Program, from: (f32, f32), to: (f32, f32)) {
    let view = program.view();
    program.drag(view.screen_from_world(from.into()), view.screen_from_world(to.into()), None);
}

fn press(program: &Program, name: &str) {
    program.reveal(name);
    program.press(name);
}

/// The ends of the scene's first ray.
#[track_caller]
fn ray(program: &Program) -> [Vec2; 2] {
    let queries = program.scene().queries;
    let QueryForm::Ray { from, to, of: None } = queries[0].form else { panic!("{queries:?}") };
    [from, to]
}

/// A pixel of the canvas, and rounding. Metres.
const FINE: f32 = 0.02;

#[test]
fn queries_are_dragged_out_asked_why_moved_and_removed_with_the_mouse() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    program.key("q");
    drag(&mut program, (-3.5, 0.5), (3.0, 0.5));
    program.key("Return");
    program.save();
    let [from, to] = ray(&program);
    assert!(
        from.distance(Vec2::new(-3.5, 0.5)) < FINE && to.distance(Vec2::new(3.0, 0.5)) < FINE,
        "{from} {to}"
    );

    // Why, in the list of the scene's own panel: one sentence at least, and none after a second click.
    press(&program, "Query ray");
    program.reveal("Why ray");
    press(&program, "Query ray");
    assert!(program.places("Why ray").is_empty());

    // Its end is a handle.
    drag(&mut program, (3.0, 0.5), (3.0, 2.5));
    program.save();
    assert!(ray(&program)[1].distance(Vec2::new(3.0, 2.5)) < FINE, "{}", program.scene_text());

    // With a body selected that body is cast.
    program.key("Escape");
    program.key("v");
    let ball = program.view().screen_from_world(Vec2::new(0.0, 2.2));
    program.click(ball);
    program.key("q");
    drag(&mut program, (-2.5, 2.8), (-1.5, 2.8));
    program.key("Return");
    program.save();
    let queries = program.scene().queries;
    let QueryForm::Cast { body, by: Some(by), .. } = &queries[1].form else { panic!("{queries:?}") };
    assert_eq!(body.as_deref(), Some("ball"));
    assert!(by.distance(Vec2::new(1.0, 0.0)) < FINE, "{by}");

    // From body to body a gap is measured, and kept as a query.
    program.key("m");
    drag(&mut program, (0.0, 2.4), (1.0, -0.4));
    program.key("Return");
    program.save();
    let queries = program.scene().queries;
    let QueryForm::Closest { a, b } = &queries[2].form else { panic!("{queries:?}") };
    assert_eq!((a.as_str(), b.as_str()), ("ball", "crate"));
    program.key("ctrl+z");
    program.save();
    assert_eq!(program.scene().queries.len(), 2);
}
