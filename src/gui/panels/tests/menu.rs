//! The menus.

use super::*;

#[test]
fn menus_push_the_commands_of_the_table() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let file = desk.text("File");
    desk.click(file);
    let entry = desk.text("Save as…");
    assert_eq!(desk.click(entry), [Command::File(FileCommand::SaveAs)]);
    assert!(!desk.shows("Save as…"), "the menu closes");
}

#[test]
fn a_layer_is_switched_without_closing_the_menu() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let view = desk.text("View");
    desk.click(view);
    let entry = desk.text("AABBs");
    let layer = Layer::Aabbs;
    assert_eq!(desk.click(entry), [Command::View(ViewCommand::ToggleLayer(layer))]);
    assert!(desk.shows("AABBs"));
}

#[test]
fn the_status_bar_says_that_the_shapes_are_off_and_a_click_shows_them() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    assert!(!desk.shows("shapes are off"));
    let toggle = Command::View(ViewCommand::ToggleLayer(Layer::Shapes));
    desk.state.apply(toggle.clone());
    desk.pass(Vec::new());
    let at = desk.text("shapes are off");
    assert_eq!(desk.click(at), [toggle]);
}
