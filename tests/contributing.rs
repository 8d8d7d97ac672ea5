//! The lists of CONTRIBUTING.md, walked: the files that they name exist, and hold what is said to stand there.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::{Path, PathBuf};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// The text under a heading.
fn section(heading: &str) -> String {
    let text = read("CONTRIBUTING.md");
    let (_, after) =
        text.split_once(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("no {heading:?}"));
    after.split("\n## ").next().unwrap().to_owned()
}

/// What stands in backticks.
fn code(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Everything in a file, or in the files of a folder and of its folders.
fn all_in(path: &Path) -> String {
    if path.is_file() {
        return std::fs::read_to_string(path).unwrap();
    }
    let mut inside: Vec<PathBuf> =
        std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).collect();
    inside.sort();
    inside.iter().map(|path| all_in(path)).collect()
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + word.len()..].chars().next());
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// A path stands from the project's folder, or beside the path that was named last; an option is one of the command
/// line; a word stands in one of the places that its section names.
#[test]
fn what_the_lists_name_is_there() {
    let cli = all_in(&root().join("src/cli.rs"));
    for (heading, least) in [
        ("A new layer", 8),
        ("A new command", 2),
        ("A new kind of expectation", 5),
        ("A page of the manual", 4),
    ] {
        let text = section(heading);
        let named = code(&text);
        assert!(named.len() >= least, "{heading}: {named:?}");
        let mut places: Vec<PathBuf> = Vec::new();
        let mut words = Vec::new();
        for name in named {
            let beside = places.last().and_then(|last| last.parent()).map(|folder| folder.join(name));
            let found = [Some(root().join(name)), beside].into_iter().flatten().find(|path| path.exists());
            match (found, name.strip_prefix("--")) {
                (Some(path), _) => places.push(path),
                (None, Some(option)) => assert!(has_word(&cli, option), "{heading}: no option {name}"),
                (None, None) => {
                    assert!(!name.contains('/'), "{heading}: {name} is not there");
                    words.push(name);
                }
            }
        }
        let texts: Vec<String> = places.iter().map(|place| all_in(place)).collect();
        for word in words {
            assert!(texts.iter().any(|text| has_word(text, word)), "{heading}: {word} stands nowhere there");
        }
    }
}

/// Each line of `layers!` has its file in a room that the list names (or is the file of the room), with `INFO`.
#[test]
fn each_layer_is_a_file_with_its_info() {
    let overlay = read("src/picture/overlay.rs");
    let (_, list) = overlay.split_once("\nlayers! {").unwrap();
    let list = list.split("\n}").next().unwrap();
    let files: Vec<&str> =
        list.lines().filter_map(|line| Some(line.split_once("=> ")?.1.trim_end_matches(','))).collect();
    assert!(files.len() >= 22, "{files:?}");
    let text = section("A new layer");
    let rooms = ["bodies", "contacts", "axes", "motion"];
    for file in files {
        let folder = root().join("src/picture/overlay");
        let places = rooms.iter().map(|room| folder.join(room).join(file)).chain([folder.join(file)]);
        let found: Vec<_> =
            places.map(|place| place.with_extension("rs")).filter(|place| place.is_file()).collect();
        assert_eq!(found.len(), 1, "{file}: {found:?}");
        assert!(std::fs::read_to_string(&found[0]).unwrap().contains(" const INFO: LayerInfo ="), "{file}");
    }
    assert!(rooms.iter().all(|room| text.contains(room)), "{text}");
}

/// Each area of commands has its table of rows in its own file, and is applied in `src/app/state`.
#[test]
fn each_area_of_commands_has_its_rows_and_is_applied() {
    let applied = all_in(&root().join("src/app/state.rs")) + &all_in(&root().join("src/app/state"));
    let mut areas = 0;
    for entry in std::fs::read_dir(root().join("src/app/commands")).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let names = text.lines().filter_map(|line| line.strip_prefix("pub enum "));
        for name in names.map(|name| name.trim_end_matches(" {")).filter(|name| name.ends_with("Command")) {
            assert!(
                text.contains(&format!("CommandRow<{name}>]")),
                "{} has no rows of {name}",
                path.display()
            );
            assert!(applied.contains(&format!("{name}::")), "{name} is not applied");
            areas += 1;
        }
    }
    assert!(areas >= 5, "{areas}");
}

/// No other file of the program names a kind of expectation.
#[test]
fn kinds_of_expectations_stand_in_their_file_alone() {
    let file = "src/scene/expectation.rs";
    let text = read(file);
    let (_, kinds) = text.split_once("kinds!(Expectation of ExpectationKind: ").unwrap();
    let kinds: Vec<&str> = kinds.split(')').next().unwrap().split_whitespace().collect();
    assert!(kinds.contains(&"Contact"), "{kinds:?}");
    for part in ["fn bodies", "fn observe", "fn words", "fn random", "fn to_value"] {
        assert!(text.contains(part), "{file} has no {part}");
    }
    let mut folders = vec![root().join("src")];
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            let shown = path.to_str().unwrap().replace('\\', "/");
            if path.is_dir() {
                folders.push(path);
            } else if !shown.ends_with(file) && !shown.contains("tests") && shown.ends_with(".rs") {
                let other = std::fs::read_to_string(&path).unwrap();
                for kind in &kinds {
                    assert!(!has_word(&other, &format!("Expectation::{kind}")), "{shown} names {kind}");
                }
            }
        }
    }
}
