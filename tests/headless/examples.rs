//! The examples of `docs/your-engine.md` run as written, where their language is there, and write the same two frames.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::process::{Command, Stdio};

use collision_test::elsewhere::recording::Recording;
use collision_test::elsewhere::recording::compare::{Tolerances, compare};
use collision_test::report::check::check;
use collision_test::scene::Scene;

/// A language, the file of its example, and what runs it, one command after the other.
const LANGUAGES: [(&str, &str, &[&[&str]]); 3] = [
    ("c", "example.c", &[&["cc", "-Wall", "-Werror", "example.c", "-o", "example"], &["./example"]]),
    ("javascript", "example.js", &[&["node", "example.js"]]),
    ("python", "example.py", &[&["python3", "example.py"]]),
];

/// The blocks of a language in a page.
fn blocks<'p>(page: &'p str, language: &str) -> Vec<&'p str> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).filter_map(|rest| rest.split("\n```").next()).collect()
}

/// Runs the commands in a folder; `None`: one of the programs is not there.
fn run(folder: &Path, commands: &[&[&str]]) -> Option<()> {
    for command in commands {
        let (program, args) = command.split_first()?;
        let program =
            if let Some(own) = program.strip_prefix("./") { folder.join(own) } else { program.into() };
        let output = Command::new(program).args(args).current_dir(folder).stdin(Stdio::null()).output();
        let output = output.ok()?;
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{command:?}: {text}");
    }
    Some(())
}

#[test]
fn the_examples_of_your_engine_run_as_written_and_have_no_difference() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/your-engine.md")).unwrap();
    // Rust's is run as a test of the crate's page; nothing here runs C# and GDScript.
    for language in ["rust,no_run", "csharp", "gdscript"] {
        assert_eq!(blocks(&page, language).len(), 1, "{language}");
    }
    let mut ran = Vec::new();
    for (language, file, commands) in LANGUAGES {
        let [example] = blocks(&page, language)[..] else { panic!("{language}: one example is expected") };
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(file), format!("{example}\n")).unwrap();
        if run(folder.path(), commands).is_none() {
            eprintln!("{language} is not there");
            continue;
        }
        let recording = Recording::load(&folder.path().join("game.jsonl")).unwrap();
        let found = compare(&recording, Tolerances { tolerance: 1.0e-6, margin: 0.0 }, || ()).unwrap();
        assert_eq!((found.frames, found.theirs, found.ours), (2, 1, 1), "{language}");
        assert_eq!(found.differences, [], "{language}");
        ran.push(language);
    }
    // Rust's linker is one.
    assert!(ran.contains(&"c") || !cfg!(target_os = "linux"), "no C compiler: {ran:?}");
}

#[test]
fn what_the_scenes_of_the_manual_expect_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/manual/scenes.md")).unwrap();
    let scenes = blocks(&page, "ron");
    assert_eq!(scenes.len(), 2);
    for text in scenes {
        let scene = Scene::from_ron(text, "scenes.md").unwrap_or_else(|e| panic!("{e}"));
        let failures = check(&scene).unwrap().failures;
        assert!(!scene.expect.is_empty() && failures.is_empty(), "{failures:?}");
    }
}
