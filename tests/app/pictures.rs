//! Golden pictures of the layers that read several frames. `UPDATE_PICTURES=1` rewrites them; with
//! `PICTURES_AS_PNG=FOLDER` each is also written there as PNG.

use std::path::{Path, PathBuf};

use collision_test::app::{BodyEdit, Change, Command, EditCommand, LookAhead, TimeCommand, ViewCommand};
use collision_test::picture::backend::png::{encode, rasterize};
use collision_test::picture::backend::svg::svg;
use collision_test::picture::overlay::Layer;
use collision_test::scene::field::FieldValue;
use glam::Vec2;

use crate::hand::{TestHand, canvas};
use crate::timeline::{settle, time, view};

fn check(hand: &TestHand, name: &str) {
    let (list, size, background) =
        (hand.state.picture(), canvas().max + 50.0, hand.state.showing().theme.background);
    if let Some(folder) = std::env::var_os("PICTURES_AS_PNG") {
        let picture = rasterize(&list, size, background).unwrap();
        let bytes = encode(picture.width, picture.height, &picture.rgba).unwrap();
        std::fs::write(PathBuf::from(folder).join(name).with_extension("png"), bytes).unwrap();
    }
    let found = svg(&list, size, background);
    let golden =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name).with_extension("svg");
    if std::env::var_os("UPDATE_PICTURES").is_some() {
        std::fs::write(&golden, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&golden).unwrap_or_default();
    let mut lines = found.lines().zip(expected.lines()).enumerate();
    if let Some((line, (found, expected))) = lines.find(|(_, (f, e))| f != e) {
        panic!("{name}: line {} of the picture is\n{found}\nand was\n{expected}", line + 1);
    }
    assert_eq!(found.len(), expected.len(), "{name}");
}

/// A row of boxes on a slope, a ball that rolls into them, one with a sensor of its own, and a bar that
/// rotates above.
const YARD: &str = r#"(version: 1, name: "Yard", gravity: (0.0, -9.81), bodies: [
    (name: "floor", shape: Wall(start: (-8.0, 0.0), end: (8.0, 0.0))),
    (name: "ramp", shape: Polygon(points: [(-8.0, 0.0), (-3.0, 0.0), (-8.0, 3.0)]), friction: 0.2),
    (name: "ball", shape: Circle(radius: 0.6), position: (-6.0, 2.6), motion: Dynamic(mass: 2.0)),
    (name: "low", shape: Rectangle(width: 1.6, height: 1.0), position: (1.0, 0.5), motion: Dynamic(mass: 3.0)),
    (name: "high", shape: Rectangle(width: 1.0, height: 1.0), position: (1.2, 1.5), motion: Dynamic(mass: 1.0)),
    (name: "gate", shape: Rectangle(width: 0.4, height: 3.0), position: (4.0, 1.5), sensor: true),
    (name: "tile", shape: Polygon(points: [(0.0, 0.6), (-0.5, -0.4), (0.5, -0.4)]), position: (4.0, 0.4), motion: Dynamic()),
    (name: "bar", shape: Rectangle(width: 3.0, height: 0.3), position: (-1.0, 4.0), motion: Kinematic(angular_velocity: 120.0)),
    (name: "bird", shape: Circle(radius: 0.3), position: (-4.0, 5.0), motion: Dynamic(velocity: (3.0, 2.0), acceleration: (0.0, 9.81))),
])"#;

fn yard(solver: &str, frame: u64, layers: &[Layer]) -> TestHand {
    let mut hand = TestHand::on(&YARD.replace("bodies: [", &format!("solver: {solver}, bodies: [")));
    hand.apply(time(TimeCommand::Seek(frame)));
    for layer in layers {
        hand.apply(view(ViewCommand::ToggleLayer(*layer)));
    }
    hand
}

#[test]
fn impulses_ages_and_centres() {
    let mut hand =
        yard("Rigid", 75, &[Layer::Impulses, Layer::Ages, Layer::Centers, Layer::Depth, Layer::Normals]);
    hand.apply(view(ViewCommand::SelectPair(None)));
    settle(&mut hand);
    check(&hand, "time-impulses");
}

#[test]
fn trails_and_impacts_ahead() {
    let mut hand = yard("Linear", 30, &[Layer::Trails, Layer::Impacts]);
    hand.apply(view(ViewCommand::SelectPair(Some((2, 3)))));
    let ahead = LookAhead { horizon: 3.0, all: true, rotating: true, falling: false };
    hand.apply(view(ViewCommand::SetLookAhead(ahead)));
    hand.apply(view(ViewCommand::ToggleTheme));
    settle(&mut hand);
    hand.wait(0.0);
    check(&hand, "time-impacts-light");
}

#[test]
fn the_old_future_behind_the_new() {
    let mut hand = yard("Linear", 80, &[]);
    hand.apply(time(TimeCommand::Seek(40)));
    let edit = Change::Body(vec![3], BodyEdit::Set("position", FieldValue::X(-0.5)));
    hand.apply(Command::Edit(EditCommand::Do(edit)));
    hand.apply(time(TimeCommand::Seek(40)));
    hand.apply(view(ViewCommand::SelectPair(None)));
    settle(&mut hand);
    hand.wait(0.0);
    assert!(hand.state.run().old_future.as_ref().is_some_and(|old| old.frame() == 40));
    check(&hand, "time-old-future");
}

#[test]
fn the_canvas_inside_a_step() {
    let mut hand = yard("Linear", 74, &[Layer::Impulses]);
    let last = collision_test::explain::stages::stages(hand.scene(), hand.state.run().world());
    let bounce = last.iter().position(|text| text.title.starts_with("Iteration")).unwrap();
    hand.apply(time(TimeCommand::ToStage(bounce + 1)));
    assert_eq!(hand.state.looking().selected_pair(), last[bounce].pair);
    check(&hand, "time-inside-a-step");
    assert_eq!(
        hand.state
            .picture()
            .items
            .iter()
            .filter(|(s, _)| s.source == collision_test::picture::display::Source::Editor)
            .count(),
        0
    );
    assert_ne!(Vec2::ZERO, hand.state.run().shown().bodies()[2].velocity());
}
