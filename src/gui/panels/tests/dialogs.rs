//! Questions, and the dialogs for files.

use super::*;

#[test]
fn enter_saves_unsaved_work_and_escape_cancels() {
    for (key, expected) in [(Key::Enter, Answer::Save), (Key::Escape, Answer::Cancel)] {
        let mut desk = Desk::of(&touching(), 1280.0, 720.0);
        let rename = Change::Rename(0, "moon".to_owned());
        desk.state.apply(rename.into());
        desk.state.apply(Command::File(FileCommand::Leave(Leave::Quit)));
        desk.pass(Vec::new());
        desk.pass(Vec::new());
        assert!(desk.panels.is_modal(&desk.state));
        assert!(desk.shows("Discard"));
        assert_eq!(desk.key(key), [Command::Answer(expected)]);
    }
}

#[test]
fn the_first_esc_closes_the_dialog_that_saves() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.panels.files.save(folder.path().to_owned(), "scene.ron");
    for _ in 0..3 {
        assert_eq!(desk.pass(Vec::new()), []);
    }
    assert!(desk.context.memory(|memory| memory.focused()).is_some(), "the name can be typed at once");
    assert_eq!(desk.key(Key::Escape), [Command::News(News::DialogCancelled)]);
    assert!(!desk.panels.is_modal(&desk.state));
    // The open dialog starts without focus in a field: Esc closes it.
    desk.panels.files.open(folder.path().to_owned());
    for _ in 0..3 {
        desk.pass(Vec::new());
    }
    assert_eq!(desk.key(Key::Escape), [Command::News(News::DialogCancelled)]);
}

#[test]
fn the_canvas_alone_is_saved_under_the_name_typed_and_never_over_a_file_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("contact.svg");
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let save = |desk: &mut Desk| {
        desk.panels.files.save_picture(folder.path().to_owned(), "contact");
        // The dialog reads the folder on another thread.
        for _ in 0..50 {
            desk.pass(Vec::new());
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let save = desk.text_ending(" Save").unwrap();
        let commands = desk.click(save);
        desk.pass(Vec::new());
        commands
    };
    assert_eq!(save(&mut desk), [Command::File(FileCommand::SaveCanvasTo(path.clone()))]);
    std::fs::write(&path, "mine").unwrap();
    let asked = FileCommand::AskToOverwrite(Box::new(FileCommand::SaveCanvasTo(path.clone())));
    assert_eq!(save(&mut desk), [Command::File(asked.clone())], "contact.svg is there");
    desk.state.apply(Command::File(asked));
    (0..2).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.panels.is_modal(&desk.state) && desk.shows("Overwrite"), "{:?}", desk.state.question());
    assert_eq!(desk.key(Key::Enter), [Command::Answer(Answer::Cancel)], "nothing is lost by Enter twice");
    let again = desk.state.apply(Command::Answer(Answer::Cancel));
    assert_eq!(again, [Effect::CanvasDialog(folder.path().to_owned(), "contact.svg".to_owned())]);
    assert_eq!(std::fs::read(&path).unwrap(), b"mine");
}

#[test]
fn recordings_and_what_can_be_imported_are_listed_to_open() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a.ron", "b.jsonl", "c.tmx", "d.svg", "e.json", "f.tmj", "g.txt"] {
        std::fs::write(folder.path().join(name), "").unwrap();
    }
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.panels.files.open(folder.path().to_owned());
    for _ in 0..50 {
        desk.pass(Vec::new());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let names = [" a.ron", " b.jsonl", " c.tmx", " d.svg", " e.json", " f.tmj", " g.txt"];
    let listed = names.map(|name| desk.text_ending(name).is_some());
    assert_eq!(listed, [true, true, true, true, true, true, false]);
    let row = desk.text_ending(" b.jsonl").unwrap();
    desk.click(row);
    let open = desk.text_ending(" Open").unwrap();
    let path = folder.path().join("b.jsonl");
    assert_eq!(desk.click(open), [Command::File(FileCommand::Leave(Leave::OpenPath(path)))]);
}

#[test]
fn the_file_that_is_selected_can_be_read_in_both_themes() {
    let folder = tempfile::tempdir().unwrap();
    touching().save(&folder.path().join("scene.ron")).unwrap();
    for dark in [true, false] {
        let mut desk = Desk::of(&touching(), 1280.0, 720.0);
        if !dark {
            desk.state.apply(Command::View(ViewCommand::ToggleTheme));
            style::apply(&desk.context, &desk.state.showing().theme);
        }
        let selection = desk.context.style().visuals.selection;
        desk.panels.files.open(folder.path().to_owned());
        // The dialog reads the folder on another thread.
        for _ in 0..50 {
            desk.pass(Vec::new());
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        let row = desk.shapes.iter().find_map(|clipped| match &clipped.shape {
            // The list has an icon before the name.
            Shape::Text(text) if text.galley.text().ends_with(" scene.ron") => Some(text.pos),
            _ => None,
        });
        desk.click(row.unwrap() + vec2(30.0, 6.0));
        let accent = Palette::of(&desk.state.showing().theme).accent;
        let named = desk.shapes.iter().any(|clipped| match &clipped.shape {
            Shape::Text(text) => {
                let colors = text.galley.job.sections.iter().map(|section| section.format.color);
                text.galley.text() == "scene.ron" && colors.chain([text.fallback_color]).any(|c| c == accent)
            }
            _ => false,
        });
        assert!(named, "dark {dark}");
        assert_eq!(
            desk.context.style().visuals.selection,
            selection,
            "what else is selected looks as before"
        );
    }
}

/// The ring of the focus is what Enter answers with; the default counts while nothing has it.
#[test]
fn enter_takes_the_button_that_has_the_focus() {
    for (tabs, expected) in
        [Answer::Save, Answer::Save, Answer::Discard, Answer::Cancel].into_iter().enumerate()
    {
        let mut desk = Desk::of(&touching(), 1280.0, 720.0);
        desk.state.apply(Change::Rename(0, "moon".to_owned()).into());
        desk.state.apply(Command::File(FileCommand::Leave(Leave::Quit)));
        desk.pass(Vec::new());
        desk.pass(Vec::new());
        for _ in 0..tabs {
            assert_eq!(desk.key(Key::Tab), []);
            desk.pass(Vec::new());
        }
        assert_eq!(desk.key(Key::Enter), [Command::Answer(expected)], "after {tabs} tabs");
    }
}

/// What is typed replaced nothing: it came after the proposed ending.
#[test]
fn what_is_typed_in_the_dialog_for_saving_replaces_the_proposed_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.panels.files.save(folder.path().to_owned(), "scene.ron");
    // The dialog reads the folder on another thread.
    for _ in 0..50 {
        desk.pass(Vec::new());
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    desk.pass(vec![Event::Text("ball".to_owned())]);
    let mut commands = desk.key(Key::Enter);
    (0..3).for_each(|_| commands.extend(desk.pass(Vec::new())));
    assert_eq!(commands, [Command::File(FileCommand::SaveTo(folder.path().join("ball.ron")))]);
}

/// The row below was discarded as well: it slid under the pointer.
#[test]
fn a_second_click_where_work_was_discarded_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let recovery = folder.path().join("recovery");
    std::fs::create_dir_all(&recovery).unwrap();
    for name in ["1-a.ron", "2-b.ron", "3-c.ron"] {
        touching().save(&recovery.join(name)).unwrap();
    }
    let canvas = crate::picture::display::Rect { min: Vec2::ZERO, max: Vec2::new(900.0, 600.0) };
    let settings = Settings { storage: Some(folder.path().to_owned()), ..Settings::default() };
    let mut desk = Desk::new(AppState::new(settings, canvas), 1280.0, 720.0);
    desk.state.apply(Command::File(FileCommand::ShowLeft));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let discard = desk.text("Discard");
    let commands = desk.click(discard);
    let [Command::File(FileCommand::DiscardLeft(first))] = &commands[..] else { panic!("{commands:?}") };
    desk.state.apply(commands[0].clone());
    assert_eq!(desk.click(discard), [], "the same place");
    assert_eq!(desk.state.question().unwrap().rows.len(), 3);
    let undo = desk.text("Undo");
    assert_eq!(desk.click(undo), [Command::File(FileCommand::KeepLeft(first.clone()))]);
}
