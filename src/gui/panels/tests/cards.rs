//! Cards of pinned pairs.

use super::layout::place;
use super::*;

/// A ball 0.25 m deep in a crate, and a gem beside it.
#[test]
fn a_pinned_card_stays_while_another_pair_is_selected_and_what_differs_is_marked() {
    let mut scene = touching();
    let points = vec![Vec2::new(0.0, 1.0), Vec2::new(-1.0, -1.0), Vec2::new(1.0, -1.0)];
    let gem = SceneBody::new("gem", SceneShape::Polygon { points, radius: 0.0 });
    scene.bodies.push(SceneBody { position: Vec2::new(6.0, 0.0), ..gem });
    let mut desk = Desk::of(&scene, 1280.0, 900.0);
    let select = |desk: &mut Desk, bodies: [u32; 2]| {
        desk.state.apply(Command::Select(SelectCommand::Only(bodies.to_vec())));
        desk.state.apply(Command::Select(SelectCommand::PinCard));
        desk.pass(Vec::new());
        desk.pass(Vec::new());
    };
    let marked = |desk: &Desk, words: &str| {
        let warning = Palette::of(&desk.state.showing().theme).warning;
        desk.shapes.iter().any(|clipped| match &clipped.shape {
            Shape::Text(text) if text.galley.text() == words => {
                let color = text.galley.job.sections[0].format.color;
                text.override_text_color.unwrap_or(color) == warning
            }
            _ => false,
        })
    };
    select(&mut desk, [0, 1]);
    place(&mut desk, "Card ball – crate");
    assert!(desk.shows("0.250 m") && !marked(&desk, "0.250 m"), "one card differs from none");
    select(&mut desk, [1, 2]);
    let cards = ["Card ball – crate", "Card crate – gem"].map(|card| place(&mut desk, card));
    assert!(!cards[0].intersects(cards[1]), "they are side by side: {cards:?}");
    desk.pass(Vec::new());
    assert!(marked(&desk, "0.250 m"), "the other pair has no depth");
    // Deeper by 0.1 m: the card is live.
    let change = Change::Body(vec![0], BodyEdit::Set("position", FieldValue::Y(1.65)));
    desk.state.apply(change.into());
    desk.pass(Vec::new());
    assert!(desk.shows("0.350 m"));
    desk.state.apply(Command::Select(SelectCommand::RemoveCard(0)));
    desk.state.apply(Command::Select(SelectCommand::PinCard));
    assert!(desk.state.looking().cards.is_empty());
}
