//! The panel Why? and the menu of the canvas.

use egui_macroquad::egui::{pos2, vec2};

use super::{Desk, touching};
use crate::app::{
    BodyEdit, Change, Command, EditCommand, FileCommand, ListEdit, NoteEdit, PairText, Panel, ViewCommand,
};
use crate::scene::field::FieldValue;
use crate::scene::{Stop, StopCondition};

#[test]
fn the_panel_explains_the_pair_and_follows_it() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let tab = desk.text("Why?");
    let command = Command::View(ViewCommand::ShowPanel(Panel::Why));
    assert_eq!(desk.click(tab), std::slice::from_ref(&command));
    desk.state.apply(command);
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    assert!(desk.shows("ball and crate are in contact: moving ball by 0.25 m"));
    let agrees = desk.shows("parry2d agrees: ");
    assert_eq!(agrees, crate::explain::second_opinion::IS_BUILT_IN);
    // The tab has the name of the first button too: that is beside the next one.
    let at = desk.text("Markdown") - vec2(66.0, 0.0);
    assert_eq!(desk.click(at), [Command::Edit(EditCommand::CopyPair(PairText::Scene))]);
    let at = desk.text("Markdown");
    assert_eq!(desk.click(at), [Command::Edit(EditCommand::CopyPair(PairText::Markdown))]);
    let at = desk.text("Program");
    desk.click(at);
    desk.pass(Vec::new());
    let at = desk.text("Rust test");
    assert_eq!(desk.click(at), [Command::Edit(EditCommand::CopyPair(PairText::RustTest))]);
    // The last button was cut at the edge of the window.
    assert!(desk.text("Picture…").x < desk.size.x - 40.0, "{}", desk.text("Picture…"));
    let at = desk.text("Picture…");
    assert_eq!(desk.click(at), [Command::File(FileCommand::SaveCanvas)]);
    let up = Change::Body(vec![0], BodyEdit::Set("position", FieldValue::Y(2.5)));
    desk.state.apply(up.into());
    desk.pass(Vec::new());
    assert!(desk.shows("ball and crate are 0.5 m apart."));
    desk.state.apply(Command::View(ViewCommand::SelectPair(None)));
    desk.pass(Vec::new());
    assert!(desk.shows("Point at two shapes that touch"));
}

#[test]
fn the_menu_of_the_canvas_has_the_commands_of_the_pair_and_closes_after_one() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.panels.context_menu.open(pos2(300.0, 200.0));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    let at = desk.text("Copy the pair as Markdown");
    let commands = desk.click(at);
    assert!(commands.contains(&Command::Edit(EditCommand::CopyPair(PairText::Markdown))), "{commands:?}");
    desk.pass(Vec::new());
    assert!(!desk.shows("Copy the pair as Markdown"));
    desk.panels.context_menu.open(pos2(300.0, 200.0));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    assert!(desk.shows("Copy the pair as Markdown"));
    desk.click(pos2(40.0, 500.0));
    desk.pass(Vec::new());
    assert!(!desk.shows("Copy the pair as Markdown"));
    desk.panels.context_menu.open(pos2(300.0, 100.0));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    let at = desk.text("Stop when they begin to touch");
    let stop = Stop::new(StopCondition::Begin { a: "ball".to_owned(), b: "crate".to_owned() });
    assert_eq!(desk.click(at), [NoteEdit::Stop(ListEdit::Add(stop)).into()]);
}
