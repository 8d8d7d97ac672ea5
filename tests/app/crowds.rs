//! Thousands of bodies at one spot: what is drawn and selected_pair through is bounded by what is in sight.

use std::fmt::Write as _;

use collision_test::app::{Command, SelectCommand, TimeCommand, ViewCommand};
use collision_test::picture::display::{DisplayList, Item, Provenance, Source};
use collision_test::picture::overlay::Layer;
use collision_test::scene::MAX_CANDIDATES;

use crate::hand::TestHand;

fn pile(count: usize) -> String {
    let mut scene = "(version: 1, bodies: [\n".to_owned();
    for i in 0..count {
        writeln!(scene, "(name: \"c{i}\", shape: Circle(radius: 1), motion: Dynamic()),").unwrap();
    }
    scene + "])"
}

fn points(list: &DisplayList) -> usize {
    let of = |item: &Item| match item {
        Item::Path { points, .. } => points.len(),
        Item::Segments { lines, .. } => lines.len(),
        Item::Circle { .. } | Item::Arrow { .. } | Item::Text { .. } => 1,
    };
    list.items.iter().map(|(_, item)| of(item)).sum()
}

#[test]
fn all_that_is_selected_layered_and_inside_a_step_of_a_pile_is_a_bounded_picture() {
    let mut hand = TestHand::on(&pile(8000));
    hand.hover((0.1, 0.2));
    assert!(hand.selected_pair().is_some(), "a pair under the pointer");
    hand.apply(Command::Select(SelectCommand::All));
    assert_eq!(hand.state.looking().selection().len(), 8000);
    let layers = [Layer::Names, Layer::Aabbs, Layer::BoundingCircles, Layer::Velocities, Layer::Centers];
    for layer in layers {
        hand.apply(Command::View(ViewCommand::ToggleLayer(layer)));
    }
    let bound = 40_000;
    let list = hand.state.picture();
    let is_outline = |(from, item): &(Provenance, Item)| {
        from.source == Source::Editor && matches!(item, Item::Circle { fill: None, .. })
    };
    let outlines = list.items.iter().filter(|item| is_outline(item)).count();
    assert!((40..2000).contains(&outlines), "{outlines} outlines of the selection");
    let is_text = |(_, item): &(Provenance, Item)| matches!(item, Item::Text { .. });
    let first_text = list.items.iter().position(is_text).unwrap();
    let last_outline = list.items.iter().rposition(is_outline).unwrap();
    assert!(last_outline < first_text, "they are drawn as a crowd is");
    assert!(points(&list) < bound, "{} points", points(&list));
    // Forces, broad phase, the first tests.
    for stage in 1..4 {
        hand.apply(Command::Time(TimeCommand::StageForward));
        let inside = hand.state.run().inside.as_ref().unwrap();
        assert!(inside.count() < 110_000, "{}", inside.count());
        let count = points(&hand.state.picture());
        assert!(count < bound, "{count} points in stage {stage}");
    }
    assert!(hand.state.run().inside.as_ref().unwrap().text.title.starts_with("Narrow phase"));
    hand.apply(Command::Time(TimeCommand::LeaveStep));
    hand.apply(Command::Time(TimeCommand::StepForward));
    assert!(hand.state.derived().report.at_least);
    assert!(hand.state.run().world().waiting_contacts() < MAX_CANDIDATES);
}

/// A few are outlined all, wherever they are.
#[test]
fn a_selected_body_under_others_is_outlined() {
    let mut hand = TestHand::on(&pile(200));
    hand.apply(Command::Select(SelectCommand::Only(vec![0])));
    let list = hand.state.picture();
    assert!(list.items.iter().any(|(from, _)| from.source == Source::Editor));
}
