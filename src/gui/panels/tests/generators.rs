//! Cables, rods and joints: their buttons, and what is typed into their fields.

use collide2d::SolverKind;

use super::layout::place;
use super::*;
use crate::app::ListEdit;
use crate::gui::panels::fields;
use crate::scene::SceneJoint;

/// The ball and the crate, whose joints, if any, are shown.
fn desk(joints: Vec<SceneJoint>) -> Desk {
    let mut desk = Desk::of(&Scene { joints, ..touching() }, 1280.0, 1600.0);
    desk.state.apply(Command::Select(SelectCommand::Only(Vec::new())));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    desk
}

fn joint() -> SceneJoint {
    SceneJoint { a: "ball".to_owned(), b: "crate".to_owned(), ..SceneJoint::default() }
}

/// A new scene is `Linear`, under which a hinge does not swing.
#[test]
fn a_joint_says_what_the_solver_does_with_it() {
    for (solver, told) in [
        (SolverKind::Off, Some("Off holds nothing together")),
        (SolverKind::Linear, Some("Linear turns no body; Rigid does")),
        (SolverKind::Rigid, None),
    ] {
        let mut desk = Desk::of(&Scene { joints: vec![joint()], solver, ..touching() }, 1280.0, 1600.0);
        desk.state.apply(Command::Select(SelectCommand::Only(Vec::new())));
        (0..3).for_each(|_| drop(desk.pass(Vec::new())));
        for words in ["Off holds nothing together", "Linear turns no body; Rigid does"] {
            assert_eq!(desk.shows(words), told == Some(words), "{solver:?} {words}");
        }
    }
    let mut without = desk(Vec::new());
    without.pass(Vec::new());
    assert!(!without.shows("Linear turns no body"));
}

/// It was said that the name stands in double quotes, in a field where quotes are refused as well.
#[test]
fn a_refused_name_of_a_joint_is_told_without_a_word_of_quotes() {
    let mut desk = desk(vec![joint()]);
    let field = place(&mut desk, "To").center();
    desk.click(field);
    desk.select_all();
    desk.pass(vec![Event::Text("crane".to_owned())]);
    assert_eq!(desk.key(Key::Enter), []);
    desk.pass(Vec::new());
    assert!(desk.shows("no body is called; did you mean \"crate\"?; allowed: the name of a body"));
    assert!(!desk.shows("double quotes"));
}

/// The anchors were those of the place, turned back with the body: with -2.4e-7 in the place of 0.
#[test]
fn a_new_joint_is_written_without_rounding_noise() {
    for (turned, far) in [(0.0, 0.0), (35.0, 0.0), (-120.0, 0.0), (35.0, 700.0)] {
        let mut scene = touching();
        for body in &mut scene.bodies {
            body.position.x += far;
        }
        scene.bodies[0].rotation = turned;
        let mut desk = Desk::of(&scene, 1280.0, 1600.0);
        desk.state.apply(Command::Select(SelectCommand::Only(Vec::new())));
        (0..3).for_each(|_| drop(desk.pass(Vec::new())));
        let add = place(&mut desk, "+ Revolute").center();
        let commands = desk.click(add);
        let [Command::Edit(EditCommand::Do(Change::Scene(SceneEdit::Joint(ListEdit::Add(added)))))] =
            &commands[..]
        else {
            panic!("{commands:?}")
        };
        // The middle of the square that both boxes have: 0.875 m above the middle of the crate.
        assert_eq!(added.at_b, Vec2::new(0.0, 0.875), "{turned}° {far}");
        let ends = [added.at_a, added.at_b].into_iter().zip(&scene.bodies);
        let [on_ball, on_crate] =
            ends.map(|(at, body)| body.pose().world_from_local(at)).collect::<Vec<_>>()[..]
        else {
            panic!("two bodies")
        };
        assert!(on_ball.distance(on_crate) < 2.0e-6_f32.max(3.0e-7 * far), "{on_ball} {on_crate}");
        let most = if far > 0.0 { 4 } else { 6 };
        let decimals = |value: f32| value.to_string().split_once('.').map_or(0, |(_, text)| text.len());
        let found = decimals(added.at_a.x).max(decimals(added.at_a.y));
        assert!(found <= most, "{turned}° {far}: {:?}", added.at_a);
    }
}

/// From "To at y" it went to the next joint.
#[test]
fn tab_leads_to_the_box_of_a_joint_which_space_ticks() {
    let mut desk = desk(vec![joint()]);
    let focused = |desk: &Desk| desk.context.memory(|memory| memory.focused());
    let leave = |desk: &mut Desk, how| {
        fields::leave(&desk.context, how);
        (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    };
    let to = place(&mut desk, "To").center();
    desk.click(to);
    for _ in 0..4 {
        leave(&mut desk, fields::FocusLoss::Next);
        assert!(!fields::is_on_tab_stop(&desk.context));
    }
    let before = focused(&desk).unwrap();
    leave(&mut desk, fields::FocusLoss::Next);
    assert!(fields::is_on_tab_stop(&desk.context));
    let at = desk.context.read_response(focused(&desk).unwrap()).unwrap().rect;
    assert!(place(&mut desk, "Collide").intersects(at));
    let collides = SceneJoint { collide: true, ..joint() };
    assert_eq!(desk.key(Key::Space), [Change::Scene(SceneEdit::Joint(ListEdit::Set(0, collides))).into()]);
    leave(&mut desk, fields::FocusLoss::Previous);
    assert_eq!(focused(&desk), Some(before));
    leave(&mut desk, fields::FocusLoss::Next);
    let on_box = focused(&desk);
    leave(&mut desk, fields::FocusLoss::Next);
    assert!(focused(&desk).is_some_and(|id| id != before) && focused(&desk) != on_box);
    leave(&mut desk, fields::FocusLoss::Previous);
    assert!(fields::is_on_tab_stop(&desk.context) && focused(&desk) == on_box);
    leave(&mut desk, fields::FocusLoss::Revert);
    assert_eq!(focused(&desk), None, "Esc leaves it");
}
