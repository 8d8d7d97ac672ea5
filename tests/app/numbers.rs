//! A depth has the same digits on the canvas, in the report's text and in the stages, however small it is.

use collision_test::app::{Command, EventKind, LengthChoice, PointerButton, Tool, ViewCommand};
use collision_test::explain::stages;
use collision_test::picture::display::{Align, Item, text_size};
use collision_test::report::{Report, ReportOptions};
use collision_test::scene::numbers::LengthUnit;

use glam::Vec2;

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
        let unit = if radius < 0.05 { LengthUnit::MILLIMETRE } else { LengthUnit::METRE };
        assert_eq!(hand.state.unit(), unit);
        for text in labels.iter().chain([&line.to_owned(), &stage.sentence, &stage.title]) {
            let other = if unit == LengthUnit::METRE { " mm" } else { " m" };
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

/// What is read, drawn and dragged is in a game's pixels, with y downwards; the scene stays in metres.
#[test]
fn everything_read_and_dragged_is_in_the_pixels_of_a_game() {
    let mut hand = TestHand::new();
    hand.apply(Command::View(ViewCommand::WriteLengths(LengthChoice::Pixel)));
    hand.apply(Command::View(ViewCommand::SetPixelsPerMetre(64.0)));
    hand.apply(Command::View(ViewCommand::ToggleYDown));
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    let told = hand.state.explanation().unwrap().lines().join(" ");
    // The ball lies 0.25 m deep on the top of the crate, 1 m above its middle.
    for words in ["16 px", "(0, -1)", "(0, -48) px"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let texts = |hand: &TestHand| -> Vec<String> {
        let items = hand.state.picture().items;
        let texts = items.iter().filter_map(|(_, item)| match item {
            Item::Text { text, .. } => Some(text.clone()),
            _ => None,
        });
        texts.collect()
    };
    let labels = texts(&hand);
    assert!(labels.iter().any(|text| text.contains("16.000 px")), "{labels:?}");
    assert!(labels.iter().all(|text| !text.ends_with(" m")), "{labels:?}");
    hand.drag((6.0, 0.0), (7.013, 1.007));
    let gem = hand.scene().bodies[2].position;
    let pixels = gem * 64.0;
    assert!((pixels * 100.0).round().distance(pixels * 100.0) < 0.02, "{pixels} are whole hundredths");
    assert!(gem.distance(Vec2::new(7.013, 1.007)) < 0.01, "{gem} is in metres");
    // The same bytes of the file, whatever the window shows.
    assert!(hand.scene().to_ron().contains("(0.0, 1.75)"));
}

/// At the right edge of the canvas the number stands to the left of the pointer, all of it.
#[test]
fn the_number_beside_the_pointer_stays_on_the_canvas() {
    let mut hand = TestHand::new();
    hand.apply(Command::Tool(Tool::Pull));
    let (from, canvas) = (hand.screen((0.0, 1.5)), hand.state.showing().view().canvas);
    hand.frame_of(&[EventKind::Pressed(PointerButton::Left, from)], from, 0.016);
    for x in [600.0, 800.0, 900.0, 1000.0, 1080.0] {
        let at = Vec2::new(x, from.y);
        hand.frame_of(&[EventKind::Moved(at)], at, 0.016);
        let items = hand.state.picture().items;
        let (text, begin) = items
            .iter()
            .find_map(|(_, item)| match item {
                Item::Text { text, position, align, .. } if text.starts_with("push: ") => {
                    let width = text_size(text, 14.0, true).x;
                    Some((text.clone(), if align.0 == Align::End { position.x - width } else { position.x }))
                }
                _ => None,
            })
            .expect("a push is told");
        let end = begin + text_size(&text, 14.0, true).x;
        assert!(begin >= canvas.min.x && end <= canvas.max.x, "{text} from {begin} to {end} at {x}");
    }
}
