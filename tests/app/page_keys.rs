//! The page's script keeps keys from the browser: those of the table of commands, and no others without a reason.

use std::collections::BTreeSet;

use collision_test::app::{Key, KeyCombo, Modifiers, table};

/// The codes of a set of `input.js`.
fn codes(name: &str) -> BTreeSet<String> {
    let script = include_str!("../../crates/web/page/input.js");
    let (_, after) = script.split_once(&format!("const {name} = new Set([")).unwrap();
    let inside = after.split("])").next().unwrap();
    inside.split(',').map(|code| code.trim().trim_matches('"').to_owned()).collect()
}

/// The name that a browser gives to a key.
fn code(key: Key) -> String {
    match key {
        Key::Letter(letter) => format!("Key{letter}"),
        Key::Digit(digit) => format!("Digit{digit}"),
        Key::F(number) => format!("F{number}"),
        Key::Left | Key::Right | Key::Up | Key::Down => format!("Arrow{key:?}"),
        Key::Space
        | Key::Period
        | Key::Comma
        | Key::Plus
        | Key::Minus
        | Key::Home
        | Key::End
        | Key::PageUp
        | Key::PageDown
        | Key::Delete
        | Key::Escape
        | Key::Enter
        | Key::Tab => format!("{key:?}"),
    }
}

fn shortcuts(is_wanted: impl Fn(&KeyCombo) -> bool) -> BTreeSet<String> {
    let all = table().flat_map(|row| row.shortcuts).filter(|combo| is_wanted(combo));
    all.map(|combo| code(combo.key)).collect()
}

/// Copy, cut and paste come as the browser's own events; arrows, Home and End are kept with every modifier; a browser keeps
/// Ctrl+N and Ctrl+Q for itself, so that in a page Alt+N is New.
#[test]
fn the_page_keeps_the_keys_of_commands_from_the_browser() {
    let elsewhere = [
        "KeyC",
        "KeyX",
        "KeyV",
        "ArrowLeft",
        "ArrowRight",
        "ArrowUp",
        "ArrowDown",
        "Home",
        "End",
        "KeyN",
        "KeyQ",
    ];
    let mut with_ctrl = shortcuts(|combo| combo.modifiers.ctrl);
    with_ctrl.retain(|code| !elsewhere.contains(&code.as_str()));
    assert_eq!(with_ctrl, codes("WITH_CTRL"));
    let mut with_alt = shortcuts(|combo| combo.modifiers.alt);
    with_alt.insert("KeyN".to_owned());
    assert_eq!(with_alt, codes("WITH_ALT"));
    let alone = codes("ALONE");
    let functions = shortcuts(|combo| combo.modifiers == Modifiers::NONE && matches!(combo.key, Key::F(_)));
    assert!(functions.len() >= 3 && functions.is_subset(&alone), "{functions:?} and {alone:?}");
    assert!(shortcuts(|combo| matches!(combo.key, Key::Home | Key::End)).is_subset(&alone));
}
