//! The palette, and the search of the help.

use super::*;
use crate::app::{Direction, ListEdit, MotionKind, NoteEdit, PaletteScope, SceneItem, Stride};

fn searching(scope: PaletteScope, text: &str) -> Desk {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.panels.palette.open(scope);
    desk.pass(Vec::new());
    desk.pass(vec![Event::Text(text.to_owned())]);
    desk.pass(Vec::new());
    desk
}

#[test]
fn some_letters_find_a_command_a_body_or_a_scene_and_enter_takes_it() {
    let go_to_crate = Command::Select(SelectCommand::GoTo(SceneItem::Body(1)));
    for (text, expected) in [
        ("fitpair", Command::View(ViewCommand::LookClosely)),
        ("pair fit", Command::View(ViewCommand::LookClosely)),
        ("aabb", Command::View(ViewCommand::ToggleLayer(Layer::Aabbs))),
        ("crate body", go_to_crate.clone()),
        ("newton rods", Command::File(FileCommand::Leave(Leave::OpenShipped("newtons-cradle-on-rods")))),
        ("saveas", Command::File(FileCommand::SaveAs)),
        ("theme", Command::View(ViewCommand::ToggleTheme)),
        ("GIF", Command::File(FileCommand::ShareFilm)),
    ] {
        let mut desk = searching(PaletteScope::Everything, text);
        assert!(desk.panels.is_modal(&desk.state));
        assert_eq!(desk.key(Key::Enter), [expected], "{text}");
        assert!(!desk.panels.is_modal(&desk.state));
    }
    let mut desk = searching(PaletteScope::Contents, "crt");
    assert_eq!(desk.key(Key::Enter), [go_to_crate]);
    let desk = searching(PaletteScope::Contents, "fit");
    assert!(desk.shows("Nothing in the scene has these letters."), "commands are no part of the scene");
}

#[test]
fn the_palette_adds_the_stops_that_are_offered() {
    let mut desk = searching(PaletteScope::Everything, "stop when begin to touch");
    let offered = desk.state.offered_stops().swap_remove(0).1;
    assert_eq!(desk.key(Key::Enter), [NoteEdit::Stop(ListEdit::Add(offered)).into()]);
    assert!(!desk.panels.is_modal(&desk.state));
}

#[test]
fn the_palette_goes_to_a_frame_and_sets_solver_and_motion() {
    let to = |frame| Command::Time(TimeCommand::Seek(frame));
    let rigid = Change::Scene(SceneEdit::Set("solver", FieldValue::Choice(2)));
    let kinematic = Change::Body(vec![1], BodyEdit::MotionKind(MotionKind::Kinematic));
    for (text, expected) in [
        ("57", to(57)),
        ("frame 57", to(57)),
        ("go to frame 0", to(0)),
        ("rigid solver", rigid.into()),
        ("motion kin", kinematic.into()),
    ] {
        let mut desk = Desk::of(&touching(), 1280.0, 720.0);
        desk.state.apply(Command::Select(SelectCommand::Only(vec![1])));
        desk.panels.palette.open(PaletteScope::Everything);
        desk.pass(Vec::new());
        desk.pass(vec![Event::Text(text.to_owned())]);
        desk.pass(Vec::new());
        assert_eq!(desk.key(Key::Enter), [expected], "{text}");
    }
    let mut desk = searching(PaletteScope::Everything, "frame 99999999999999999999999");
    assert_eq!(desk.key(Key::Enter), [], "there is no such number");
    let desk = searching(PaletteScope::Contents, "57");
    assert!(!desk.shows("Go to frame 57"), "a frame is no part of the scene");
}

#[test]
fn the_palette_has_every_command_with_its_key_and_takes_none_that_cannot_be() {
    for row in table() {
        let mut desk = searching(PaletteScope::Everything, row.label);
        assert!(desk.shows(row.label), "{}", row.label);
        if let Some(key) = row.shortcuts.first() {
            assert!(desk.shows(&key.to_string()), "{}: {key}", row.label);
        }
        let has_twin = table().filter(|other| other.label.contains(row.label)).count() > 1;
        if !has_twin && !desk.state.is_enabled(&row.command) && row.label.len() > 10 {
            assert_eq!(desk.key(Key::Enter), [], "{}", row.label);
            assert!(desk.panels.is_modal(&desk.state), "it stays open");
        }
    }
}

#[test]
fn arrows_choose_and_go_round() {
    let first = table().next().unwrap().command.clone();
    let second = table().nth(1).unwrap().command.clone();
    let mut desk = searching(PaletteScope::Everything, "");
    desk.key(Key::ArrowDown);
    assert_eq!(desk.key(Key::Enter), [second]);
    let mut desk = searching(PaletteScope::Everything, "");
    desk.key(Key::ArrowUp);
    desk.key(Key::ArrowDown);
    assert_eq!(desk.key(Key::Enter), [first]);
    let mut desk = searching(PaletteScope::Everything, "zzz");
    assert_eq!(desk.key(Key::Enter), []);
    desk.key(Key::Escape);
    assert!(!desk.panels.is_modal(&desk.state));
}

#[test]
fn the_help_is_searched_as_one_types() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::ToggleHelp));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    let focused = desk.context.memory(egui::Memory::focused);
    assert_eq!(focused, Some(crate::gui::panels::help::search_id()));
    desk.pass(vec![Event::Text("one number".to_owned())]);
    desk.pass(Vec::new());
    assert!(desk.shows("Nudge left by one number") && !desk.shows("Play or pause"));
    let nudge = Command::Edit(EditCommand::Nudge(Direction::Left, Stride::Float));
    let key = crate::app::info(&nudge).unwrap().shortcuts[0].to_string();
    assert!(desk.shows(&key));
    // A place of the manual is gone to.
    let place = desk.text("The window");
    desk.click(place);
    desk.pass(Vec::new());
    assert!(desk.shows("This is what the canvas shows of the selected pair"));
    assert!(!desk.shows("Nudge left by one number"), "the search is over");
}
