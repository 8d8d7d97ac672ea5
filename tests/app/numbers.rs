//! A depth has the same digits on the canvas, in the report's text and in the stages, however small it is.

use collision_test::app::{Command, ViewCommand};
use collision_test::explain::stages;
use collision_test::picture::display::Item;
use collision_test::report::{Report, ReportOptions};
use collision_test::scene::numbers::LengthUnit;

use crate::hand::TestHand;

/// Two discs of this radius that overlap by `depth`. Metres.
fn discs(radius: f32, depth: f32) -> String {
    format!(
        "(version: 1, bodies: [
            (name: \"left\", shape: Circle(radius: {radius:?})),
            (name: \"right\", shape: Circle(radius: {radius:?}), position: ({:?}, 0.0), motion: Dynamic()),
        ])",
        2.0 * radius - depth
    )
}

/// The lengths in a text, in metres: a number before "m" or "mm".
fn lengths(text: &str) -> Vec<f64> {
    let words: Vec<&str> = text.split([' ', ',', ';', ':', '\n']).filter(|word| !word.is_empty()).collect();
    let length = |pair: &[&str]| {
        let per_unit = match *pair.get(1)? {
            "m" => 1.0,
            "mm" => 1.0e-3,
            _ => return None,
        };
        Some(pair.first()?.replace('−', "-").parse::<f64>().ok()? * per_unit)
    };
    words.windows(2).filter_map(length).collect()
}

#[test]
fn a_depth_has_the_same_digits_everywhere() {
    for (radius, depth) in [(1.0, 0.25), (1.0, 9.99e-5), (0.001, 9.99e-5), (0.001, 1.234e-6), (0.02, 0.0123)]
    {
        let mut hand = TestHand::on(&discs(radius, depth));
        let scene = hand.scene().clone();
        let world = hand.state.run().world().clone();
        let report = Report::of(&scene, &world, &ReportOptions::default());
        let depth = f64::from(report.pairs[0].contact.as_ref().unwrap().depth);
        let is_depth = |length: &f64| (length - depth).abs() <= 1.0e-3 * depth;

        hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
        let labels: Vec<String> = hand
            .state
            .picture()
            .items
            .iter()
            .filter_map(|(_, item)| match item {
                Item::Text { text, .. } => Some(text.clone()),
                _ => None,
            })
            .collect();
        assert!(labels.iter().any(|label| lengths(label).iter().any(is_depth)), "{depth}: {labels:?}");

        let mut text = Vec::new();
        report.write_text(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        let line = text.lines().find(|line| line.contains("normal (")).unwrap();
        assert!(lengths(line).iter().any(is_depth), "{depth}: {line}");

        let stages = stages::stages(&scene, &world);
        let stage = stages.iter().find(|stage| stage.title.contains("contact")).unwrap();
        assert!(lengths(&stage.sentence).iter().any(is_depth), "{depth}: {stage:?}");
        assert!(lengths(&stage.title).iter().any(is_depth), "{depth}: {stage:?}");

        // A small scene is in millimetres, all of it.
        let unit = if radius < 0.05 { LengthUnit::Millimetre } else { LengthUnit::Metre };
        assert_eq!(hand.state.unit(), unit);
        for text in labels.iter().chain([&line.to_owned(), &stage.sentence, &stage.title]) {
            let other = if unit == LengthUnit::Metre { " mm" } else { " m" };
            assert!(!format!("{text} ").contains(&format!("{other} ")), "{text}");
        }
    }
}

#[test]
fn a_scene_of_a_millimetre_fills_the_canvas() {
    for radius in [1.0e-3, 1.0, 100_000.0] {
        let hand = TestHand::on(&discs(radius, 0.1 * radius));
        let (view, size) = (hand.state.showing().view(), 3.9 * radius * hand.state.showing().view().scale);
        let room = view.canvas.size().x;
        assert!((0.3 * room..room).contains(&size), "{radius} m: {size} of {room} pixels");
    }
}
