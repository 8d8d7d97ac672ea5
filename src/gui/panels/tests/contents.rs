//! The list of what the scene has.

use super::layout::{place, shows};
use super::*;
use crate::app::SceneItem;
use crate::gui::panels::{fields, heading};

/// 300 balls in a row on a floor; ball 7 has a mask and two parts are those of the last body.
fn many() -> Scene {
    let text: String = (0..300)
        .map(|i| {
            let y = if i == 120 { 0.4 } else { 5.0 };
            let masks = if i == 7 { ", is: [\"player\"]" } else { "" };
            format!("(name: \"ball {i}\", shape: Circle(radius: 0.5), position: ({}.0, {y}){masks}),", 2 * i)
        })
        .collect();
    let text = format!(
        "(version: 1, bodies: [{text} (name: \"Floor\", shape: Wall(start: (-5.0, 0.0), end: (900.0, 0.0))), \
         (name: \"lamp\", shapes: [Part(shape: Circle(radius: 1.0)), Part(shape: Rectangle(width: 1.0, height: 3.0))], \
         position: (-50.0, 0.0))], queries: [Ray(name: \"sight\", from: (0.0, 9.0), to: (9.0, 9.0))], \
         stops: [Faster(body: \"lamp\", than: 3.0)])"
    );
    Scene::from_ron(&text, "test").unwrap()
}

fn filtered(desk: &mut Desk, text: &str) {
    let field = place(desk, "Filter of bodies").center();
    desk.click(field);
    desk.select_all();
    desk.pass(vec![Event::Text(text.to_owned())]);
    desk.pass(Vec::new());
}

#[test]
fn a_body_among_many_is_found_by_what_it_does_and_is() {
    let mut desk = Desk::of(&many(), 1280.0, 720.0);
    desk.tick();
    desk.pass(Vec::new());
    assert!(desk.shows("Contents") && desk.shows("304"));
    let mut asks = |text: &str, found: &str, count: &str| {
        filtered(&mut desk, text);
        assert!(shows(&mut desk, found), "{text}");
        assert!(desk.shows(count), "{text}: {count}");
    };
    asks("touching circle", "Body ball 120", "1 of 304");
    asks("player", "Body ball 7", "1 of 304");
    asks("sight", "query sight", "1 of 304");
    asks("stop", "stop Faster(body: \"lamp\", than: 3.0)", "1 of 304");
    filtered(&mut desk, "zebra");
    assert!(desk.shows("Nothing passes the filter."));
    // Only the rows in sight are laid out.
    filtered(&mut desk, "ball");
    let rows = desk.shapes.iter().filter(
        |clipped| matches!(&clipped.shape, Shape::Text(text) if text.galley.text().starts_with("ball ")),
    );
    assert!(rows.count() < 40);
}

#[test]
fn a_click_goes_to_a_query_and_shift_selects_a_range() {
    let mut desk = Desk::of(&many(), 1280.0, 900.0);
    filtered(&mut desk, "sight");
    let row = place(&mut desk, "query sight").center();
    assert_eq!(desk.click(row), [Command::Select(SelectCommand::GoTo(SceneItem::Query(0)))]);
    filtered(&mut desk, "ball 29");
    let first = place(&mut desk, "Body ball 29").center();
    assert_eq!(desk.click(first), [Command::Select(SelectCommand::Only(vec![29]))]);
    let last = place(&mut desk, "Body ball 290").center();
    let press = |pressed| Event::PointerButton {
        pos: last,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::SHIFT,
    };
    desk.point(last);
    desk.pass_holding(Modifiers::SHIFT, vec![press(true)]);
    let added = desk.pass_holding(Modifiers::SHIFT, vec![press(false)]);
    assert_eq!(added, [Command::Select(SelectCommand::Add(vec![29, 129, 229, 290]))]);
}

#[test]
fn a_name_is_typed_in_its_row_and_the_icons_hide_and_lock() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.panels.contents.rename(1);
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    desk.pass(vec![Event::Text("X".to_owned())]);
    let mut commands = desk.key(Key::Enter);
    for _ in 0..3 {
        commands.extend(desk.pass(Vec::new()));
    }
    assert_eq!(commands.len(), 1, "{commands:?}");
    assert!(
        matches!(&commands[0], Command::Edit(EditCommand::Do(Change::Rename(1, name))) if name.contains('X')),
        "{commands:?}"
    );
    let row = place(&mut desk, "Body ball").center();
    desk.point(row);
    let eye = place(&mut desk, "Hide ball").center();
    assert_eq!(desk.click(eye), [Command::Select(SelectCommand::Hide(vec![0], true))]);
    desk.state.apply(Command::Select(SelectCommand::Hide(vec![0], true)));
    desk.point(row);
    let lock = place(&mut desk, "Lock ball").center();
    assert_eq!(desk.click(lock), [Command::Select(SelectCommand::Lock(vec![0], true))]);
    assert!(shows(&mut desk, "Show ball"), "what is hidden says so without the pointer");
}

#[test]
fn parts_and_masks_are_listed_below_the_selected_body() {
    let mut desk = Desk::of(&many(), 1280.0, 720.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![301])));
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    assert!(desk.shows("1: circle") && desk.shows("2: rectangle"));
    let part = desk.text("1: circle");
    assert_eq!(desk.click(part), [Command::Select(SelectCommand::Enter(301))]);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![7])));
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    assert!(desk.shows("is player"));
}

/// The field closed, and what was typed was gone.
#[test]
fn a_name_that_is_refused_stays_in_its_row_with_what_is_allowed_below_it() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let taken = desk.state.scene().bodies[0].name.clone();
    desk.panels.contents.rename(1);
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    desk.pass(vec![Event::Text(taken.clone())]);
    assert_eq!(desk.key(Key::Enter), []);
    for _ in 0..4 {
        assert_eq!(desk.pass(Vec::new()), []);
    }
    assert!(desk.shows("Another body has this name."));
    desk.pass(vec![Event::Text(" 2".to_owned())]);
    assert!(!desk.shows("Another body has this name."), "the text is another one");
    let renamed = Change::Rename(1, format!("{taken} 2"));
    assert_eq!(desk.key(Key::Enter), [renamed.into()]);

    // Escape drops it, and the row is a row again.
    desk.panels.contents.rename(1);
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    desk.pass(vec![Event::Text(taken)]);
    desk.key(Key::Enter);
    fields::leave(&desk.context, fields::FocusLoss::Revert);
    assert_eq!(desk.key(Key::Escape), []);
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(!desk.shows("Another body has this name.") && !fields::any_draft(&desk.context));
}

/// The first click selects, and the inspector of the body took the height of the list: the second one hit a line
/// between the parts.
#[test]
fn a_double_click_renames_the_row_that_its_first_click_selected() {
    let mut desk = Desk::of(&many(), 1280.0, 720.0);
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let row = place(&mut desk, "Body ball 2");
    let click = || [true, false].map(|pressed| button(row.center(), pressed)).to_vec();
    desk.point(row.center());
    for command in desk.pass(click()) {
        desk.state.apply(command);
    }
    desk.pass(Vec::new());
    assert_eq!(desk.state.looking().selection(), [2]);
    desk.pass(click());
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    desk.pass(vec![Event::Text("first".to_owned())]);
    let renamed = Change::Rename(2, "first".to_owned());
    assert_eq!(desk.key(Key::Enter), [renamed.into()]);
    (0..4).for_each(|_| drop(desk.pass(Vec::new())));
    assert_ne!(place(&mut desk, "Body ball 2"), row, "the inspector has its height now");
}

/// The name of a recording or a piece was printed over the word before it.
#[test]
fn what_stands_beside_a_heading_is_cut_where_it_is_too_long() {
    let desk = Desk::of(&touching(), 1280.0, 720.0);
    let palette = Palette::of(&desk.state.showing().theme);
    let mut width = None;
    let _ = desk.context.run(RawInput::default(), |context| {
        egui::Area::new("long".into()).show(context, |ui| {
            ui.set_width(300.0);
            heading(ui, palette, "Recording", &"a name ".repeat(60));
            width = Some(ui.min_rect().width());
        });
    });
    assert!(width.is_some_and(|width| width <= 300.5), "{width:?}");
}
