//! A recovery file that an earlier run left, or something else wrote.

use std::fs;
use std::path::Path;

use collision_test::app::files::recovery::left::{self, Leftover};
use collision_test::app::{Answer, AppState, Command, FileCommand, Leave, Settings};
use collision_test::picture::display::Rect;
use collision_test::scene::Scene;
use glam::Vec2;

use crate::scenes::{bits, shipped};
use crate::text;

const FILE: &str = "77-left.ron";

/// Lines before the content; `DOCUMENT` stands for the path of an existing scene file.
const HEADERS: [&str; 8] = [
    "",
    "// Unsaved work: (document: Some(\"DOCUMENT\"), content: None, time: 1, process: 77)\n",
    "// Unsaved work: (document: Some(\"DOCUMENT.gone\"), content: Some(\"no fingerprint\"), time: 1)\n",
    "// Unsaved work: (document: Some(\"\"), time: 18446744073709551615, process: 4294967295)\n",
    "// Unsaved work: (document: Some(\"/dev/zero\"))\n",
    "// Unsaved work: (document: None, process: -1)\n",
    "// Unsaved work: (document: Some(\"\\u{0}\u{1b}\"))\n",
    "// Unsaved work: \n",
];

/// Bytes as a recovery file are restored whole or refused in words, and nothing removes them but a restored
/// copy, the same scene on the disk, or a person.
pub fn recovery_file(data: &[u8]) {
    let (flags, rest) = data.split_first().unwrap_or((&0, &[]));
    let (header, locked, in_editor) = (usize::from(flags % 8), flags & 8 != 0, flags & 0x30 == 0);
    let place = tempfile::tempdir().unwrap();
    let document = place.path().join("bench.ron");
    fs::write(&document, &shipped()[0].text).unwrap();
    let folder = place.path().join("recovery");
    fs::create_dir(&folder).unwrap();
    let file = folder.join(FILE);
    let mut content = HEADERS[header].replace("DOCUMENT", &document.to_string_lossy()).into_bytes();
    content.extend(text::text(rest));
    fs::write(&file, &content).unwrap();
    // The lock file of a dead process says that nobody has seen the work.
    if locked {
        fs::write(file.with_extension("lock"), "").unwrap();
    }

    let listed = left::list(&folder);
    if listed.is_empty() {
        return assert_is_on_the_disk(&content, &document);
    }
    assert!(matches!(&listed[..], [one] if one.file() == file && one.is_new() == locked), "{listed:?}");
    assert_words(&listed[0]);
    let restored = left::restore(&file);
    assert_eq!(fs::read(&file).unwrap(), content);
    match &restored {
        Ok(document) => document.scene().validate().unwrap(),
        Err(error) => assert!(error.message.len() < 5000, "{error}"),
    }
    if in_editor {
        restore_in_editor(
            place.path(),
            &file,
            &content,
            restored.ok().map(|document| bits(document.scene())),
        );
    }
}

/// Restores the file as a person does; where it cannot be, the file and the open scene stay.
fn restore_in_editor(storage: &Path, file: &Path, content: &[u8], scene: Option<String>) {
    let settings = Settings { storage: Some(storage.to_owned()), recovery: true, ..Settings::default() };
    let canvas = Rect { min: Vec2::ZERO, max: Vec2::new(1000.0, 700.0) };
    let mut state = AppState::new(settings, canvas);
    let first = bits(state.scene());
    state.apply(Command::Answer(Answer::Cancel));
    state.apply(Command::File(FileCommand::ShowLeft));
    assert!(state.question().is_some());
    state.apply(Command::File(FileCommand::Leave(Leave::Restore(file.to_owned()))));
    state.scene().validate().unwrap();
    assert_eq!(bits(state.scene()), scene.clone().unwrap_or(first));
    assert_eq!(state.files().document.is_dirty(), scene.is_some());
    drop(state);
    match scene {
        Some(scene) => {
            let files = fs::read_dir(file.parent().unwrap()).unwrap().map(|entry| entry.unwrap().path());
            let kept = files.filter_map(|path| Scene::load(&path).ok()).any(|kept| bits(&kept) == scene);
            assert!(kept, "the restored work is in no recovery file");
        }
        None => assert_eq!(fs::read(file).unwrap(), content),
    }
}

/// The file is no longer listed, so the scene of its document must be the same.
fn assert_is_on_the_disk(content: &[u8], document: &Path) {
    let text = std::str::from_utf8(content).unwrap();
    let kept = Scene::from_ron(text, "recovery").unwrap();
    assert_eq!(kept, Scene::load(document).unwrap());
}

fn assert_words(left: &Leftover) {
    assert!(!left.difference().is_empty() && left.difference().len() < 5000, "{}", left.difference());
    assert!(!left.age().is_empty());
}
