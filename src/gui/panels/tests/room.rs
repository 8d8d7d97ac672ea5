//! Which part of the window has how much room.

use super::layout::{crowd, drag, place, shows};
use super::*;
use crate::app::TourMove;

/// The line above the axes moved by the room of the contacts at most, and dragged down it made the table of axes lower than
/// it can be, which pushed bodies, contacts and the scene up.
#[test]
fn a_line_of_the_side_panel_gives_height_to_its_neighbours_and_only_then_to_the_next_part() {
    let mut desk = Desk::of(&crowd((0..40).map(|i| format!("body {i}"))), 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    let parts =
        |desk: &mut Desk| ["Part own", "Part bodies", "Part contacts", "Part axes"].map(|p| place(desk, p));
    let heights = |desk: &mut Desk| parts(desk).map(|part| part.height());
    let line = |desk: &mut Desk, name: &str| place(desk, name).center();
    let bottom = place(&mut desk, "Part axes").bottom();
    let before = heights(&mut desk);
    // Up: the contacts have their least height, so the bodies give, and the line is where the pointer is.
    let from = place(&mut desk, "Line above axes");
    let room = before[1] + before[2];
    let up = 30.0;
    drag(&mut desk, from, -up);
    let after = heights(&mut desk);
    assert!(
        (line(&mut desk, "Line above axes").y - (from.center().y - up)).abs() < 2.0,
        "{before:?} {after:?}"
    );
    assert!((after[3] - before[3] - up).abs() < 3.0, "{before:?} {after:?}");
    assert!((after[1] + after[2] - room + up).abs() < 3.0 && after[1] < before[1], "{before:?} {after:?}");
    assert!((after[0] - before[0]).abs() < 3.0, "{before:?} {after:?}");
    // Down as far as it goes: the contacts alone get what the axes give, and nothing leaves the panel.
    let from = place(&mut desk, "Line above axes");
    drag(&mut desk, from, 600.0);
    let low = heights(&mut desk);
    assert!((place(&mut desk, "Part axes").bottom() - bottom).abs() < 1.0, "{:?}", parts(&mut desk));
    assert!((low[0] - after[0]).abs() < 3.0 && (low[1] - after[1]).abs() < 3.0, "{after:?} {low:?}");
    assert!((low[2] + low[3] - after[2] - after[3]).abs() < 3.0, "{after:?} {low:?}");
    // A line that is dragged there and back leaves all parts as they were.
    let from = place(&mut desk, "Line above contacts").center();
    desk.point(from);
    let mut commands = desk.pass(vec![button(from, true)]);
    for by in [-300.0, 0.0] {
        let moved = desk.pass(vec![Event::PointerMoved(from + vec2(0.0, by))]);
        moved.iter().for_each(|command| _ = desk.state.apply(command.clone()));
        commands.extend(moved);
    }
    desk.pass(vec![button(from, false)]);
    desk.pass(Vec::new());
    assert!(!commands.is_empty());
    let back = heights(&mut desk);
    assert!(back.iter().zip(low).all(|(now, then)| (now - then).abs() < 2.0), "{low:?} {back:?}");
}

/// At 860 by 420 the card of the tour, the legend and the time line left 90 points of canvas.
#[test]
fn the_tour_leaves_a_low_window_half_of_its_height_for_the_canvas() {
    let mut desk = Desk::of(&touching(), 860.0, 420.0);
    desk.state.apply(Command::File(FileCommand::Leave(Leave::Tour(TourMove::Restart))));
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    assert!(shows(&mut desk, "Tour Skip"));
    let canvas = desk.context.available_rect();
    assert!(canvas.height() > 190.0, "{canvas}");
}

/// A message that is about what is selected lay over it in the upper left corner.
#[test]
fn a_message_is_at_the_right_where_it_would_lie_over_what_is_selected() {
    let at = |selected: Option<(u32, u32)>| {
        let mut desk = Desk::of(&crowd((0..40).map(|i| format!("body {i}"))), 1280.0, 720.0);
        desk.state.apply(Command::View(ViewCommand::SelectPair(selected)));
        // The row of bodies is at the upper edge of the canvas.
        let canvas = desk.state.showing().view().canvas;
        desk.state.apply(Command::View(ViewCommand::Pan(Vec2::new(0.0, 30.0 - 0.5 * canvas.size().y))));
        desk.state.apply(Command::View(ViewCommand::Warn("Look here.".to_owned())));
        for _ in 0..3 {
            desk.pass(Vec::new());
        }
        desk.text("Look here.").x
    };
    let (none, left, right) = (at(None), at(Some((0, 1))), at(Some((38, 39))));
    assert!(none < 300.0 && left > 600.0 && right < 300.0, "{none} {left} {right}");
}

/// At 900 points the hint of a tool was the first to go, and nobody found how a polygon ends.
#[test]
fn the_hint_of_a_tool_is_there_in_a_narrow_window() {
    for width in [900.0, 1280.0] {
        let mut desk = Desk::of(&crowd((0..2).map(|i| format!("body {i}"))), width, 600.0);
        let idle = desk.state.hint();
        desk.pass(Vec::new());
        assert!(desk.shows("idle"), "{width}: {idle}");
        desk.state.apply(Command::Tool(Tool::Draw(ShapeKind::Polygon)));
        (0..2).for_each(|_| drop(desk.pass(Vec::new())));
        let hint = desk.state.hint();
        assert!(hint != idle && desk.shows(hint.split(" · ").next().unwrap()), "{width}: {hint}");
    }
}
