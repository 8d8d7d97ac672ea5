//! The degenerate relatives of a pair: only a pair's own bodies meet, and each is held against a second opinion.

use std::ops::ControlFlow;

use collision_test::app::relatives::relatives;
use collision_test::app::{BodyEdit, Change, Command, EditCommand, FileCommand, Leave, ViewCommand};
use collision_test::explain::second_opinion::{self, Agreement, TOLERANCE};
use collision_test::scene::field::FieldValue;
use collision_test::scene::{Scene, SceneBody, SceneShape};
use glam::Vec2;

use crate::hand::TestHand;

fn shapes() -> [SceneShape; 5] {
    let v = Vec2::new;
    [
        SceneShape::Circle { radius: 0.7 },
        SceneShape::Capsule { start: v(-1.0, 0.2), end: v(0.8, 0.0), radius: 0.4 },
        SceneShape::Rectangle { width: 2.0, height: 1.2, radius: 0.0 },
        SceneShape::Polygon { points: vec![v(1.0, 0.1), v(-0.4, 0.9), v(-0.8, -0.7)], radius: 0.0 },
        SceneShape::Wall { start: v(-1.3, -0.2), end: v(1.1, 0.4) },
    ]
}

fn scene_of(a: &SceneShape, b: &SceneShape) -> Scene {
    let one = SceneBody { position: Vec2::new(0.4, 0.3), rotation: 20.0, ..SceneBody::new("one", a.clone()) };
    let other = SceneBody { rotation: -35.0, ..SceneBody::new("other", b.clone()) };
    relatives(&one, &other).unwrap()
}

#[test]
fn the_relatives_of_every_pair_of_kinds_meet_their_own_alone_and_are_what_their_names_say() {
    let mut differ = 0;
    for (i, a) in shapes().iter().enumerate() {
        for (j, b) in shapes().iter().enumerate().filter(|(j, _)| (i, *j) != (4, 4)) {
            let scene = scene_of(a, b);
            assert_eq!(Scene::from_ron(&scene.to_ron(), "relatives").unwrap(), scene, "{}", scene.to_ron());
            // A circle has no face that could be parallel.
            let expected = if i == 0 || j == 0 { 12 } else { 14 };
            assert_eq!(scene.bodies.len(), expected, "{}", scene.to_ron());
            let world = scene.to_world().unwrap();
            let name = |index: u32| scene.bodies[index as usize].name.clone();
            let mut touching = Vec::new();
            world.for_each_contact(|contact| {
                assert_eq!(
                    (contact.a % 2, contact.a + 1),
                    (0, contact.b),
                    "{} and {}",
                    name(contact.a),
                    name(contact.b)
                );
                touching.push(name(contact.a));
                ControlFlow::Continue(())
            });
            let touches = |what: &str| touching.iter().any(|name| name.starts_with(what));
            for what in ["just touching", "same centre", "1 : 1000", "at 100 km"] {
                assert!(touches(what), "{what} does not touch: {}", scene.to_ron());
            }
            assert!(!touches("one number apart"), "{}", scene.to_ron());
            second_opinion::for_each_near_pair(&world, TOLERANCE, |(a, b), opinion| {
                assert_eq!(a + 1, b, "{} is near {}", name(a), name(b));
                if opinion.verdict == Agreement::Differ {
                    differ += 1;
                    assert!(
                        opinion.ours.holds() && !opinion.theirs.holds(),
                        "{} {}: {opinion:?}",
                        name(a),
                        scene.to_ron()
                    );
                }
            });
        }
    }
    assert!(differ < 40, "{differ} of some 160");
}

#[test]
fn the_pair_looked_at_is_made_hard_as_an_unsaved_scene_after_a_question() {
    let mut hand = TestHand::new();
    let make = || Command::File(FileCommand::Leave(Leave::Relatives));
    let pair = hand.state.derived().report.pairs.first().map(|pair| (pair.a, pair.b)).unwrap();
    let name = hand.scene().bodies[pair.0 as usize].name.clone();
    hand.apply(Command::View(ViewCommand::SelectPair(Some(pair))));
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(
        vec![pair.0],
        BodyEdit::Set("rotation", FieldValue::Number(12.0)),
    ))));
    hand.apply(Command::View(ViewCommand::SelectPair(Some(pair))));
    hand.apply(make());
    assert!(hand.state.question().is_some(), "unsaved work is asked about");
    let bodies = hand.scene().bodies.len();
    hand.apply(Command::Answer(collision_test::app::Answer::Discard));
    assert_ne!(hand.scene().bodies.len(), bodies);
    assert!(hand.scene().bodies.iter().any(|body| body.name == format!("same centre: {name}")));
    assert!(
        hand.state.files().document.is_dirty() && hand.state.files().document.path().is_none(),
        "it is work that no file has"
    );
}
