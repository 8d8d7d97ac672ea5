//! The page's script keeps keys from the browser: with Ctrl and Alt it asks for those of the table of commands.

use collision_test::app::{Command, Key, Modifiers, ViewCommand, table};

/// By themselves they are in a list of `input.js`, with others that would scroll, go back or search.
#[test]
fn the_page_keeps_the_keys_of_commands_from_the_browser() {
    let script = include_str!("../../crates/web/page/input.js");
    let alone = script.lines().find(|line| line.contains("const ALONE = ")).unwrap();
    let keys = table().flat_map(|row| row.shortcuts).map(|combo| (combo.key, combo.modifiers));
    let named =
        keys.filter(|(_, modifiers)| *modifiers == Modifiers::NONE).filter_map(|(key, _)| match key {
            Key::F(number) => Some(format!("\"F{number}\"")),
            Key::Home | Key::End => Some(format!("\"{key:?}\"")),
            _ => None,
        });
    let named: Vec<String> = named.collect();
    assert!(named.len() >= 5, "{named:?}");
    named.iter().for_each(|name| assert!(alone.contains(name), "{name}"));
}

/// Only of letters is it asked; arrows, Home and End are kept with Ctrl, arrows with Alt. The sizes of panels are the
/// browser's own there.
#[test]
fn with_ctrl_and_alt_commands_have_letters_and_keys_that_the_page_keeps_by_itself() {
    let rows = table().filter(|row| !matches!(row.command, Command::View(ViewCommand::SizeInterface(_))));
    for combo in rows.flat_map(|row| row.shortcuts) {
        let is_arrow = matches!(combo.key, Key::Left | Key::Right | Key::Up | Key::Down);
        let is_end = matches!(combo.key, Key::Home | Key::End);
        let is_letter = matches!(combo.key, Key::Letter(_));
        assert!(!combo.modifiers.ctrl || is_letter || is_arrow || is_end, "{combo:?}");
        assert!(!combo.modifiers.alt || combo.modifiers.ctrl || is_letter || is_arrow, "{combo:?}");
    }
}
