//! The list of contacts.

use super::*;

#[test]
fn a_click_on_a_contact_looks_at_its_pair() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    assert!(desk.shows("0.250"));
    let row = desk.text("ball – crate");
    let commands = desk.click(row);
    assert!(commands.contains(&Command::View(ViewCommand::HoverPair(Some((0, 1))))), "{commands:?}");
    assert!(commands.contains(&Command::View(ViewCommand::SelectPair(Some((0, 1))))), "{commands:?}");
}

#[test]
fn the_pointer_on_a_contact_tells_where_its_point_lies() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let row = desk.text("ball – crate");
    desk.point(row);
    for _ in 0..20 {
        desk.pass(Vec::new());
    }
    assert!(desk.shows("The point lies on the surface of ball, where it reaches deepest into crate."));
}

#[test]
fn contacts_that_come_back_find_their_room_again() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let before = desk.text("Contacts");
    let move_to = |y| Change::Body(vec![0], BodyEdit::Set("position", FieldValue::Y(y))).into();
    for y in [9.0, 1.75] {
        desk.state.apply(move_to(y));
        (0..3).for_each(|_| drop(desk.pass(Vec::new())));
        assert_eq!(desk.text("Contacts"), before, "{y}");
    }
}
