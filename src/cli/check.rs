//! `check`.

use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use walkdir::WalkDir;

use super::{CheckArgs, output};
use crate::check::check;
use crate::plain;
use crate::scene::Scene;

#[derive(Default)]
struct Tally {
    scenes: usize,
    expectations: usize,
    failures: usize,
    broken: usize,
}

pub fn run(args: &CheckArgs) -> Result<ExitCode, String> {
    let mut count = Tally::default();
    let mut files = Vec::new();
    for path in &args.paths {
        for message in find(path, &mut files) {
            output::complain(&message);
            count.broken += 1;
        }
    }
    let bar = progress_bar(files.len());
    for file in &files {
        bar.set_message(plain::path(file));
        let outcome = Scene::load(file).and_then(|scene| Ok((scene.expect.len(), check(&scene)?)));
        match outcome {
            Ok((expectations, failures)) => {
                count.scenes += 1;
                count.expectations += expectations;
                count.failures += failures.len();
                for failure in failures {
                    bar.suspend(|| {
                        output::to_stdout(|out| writeln!(out, "{}: {failure}", plain::path(file)))
                    })?;
                }
            }
            Err(error) => {
                count.broken += 1;
                bar.suspend(|| output::complain(&error.to_string()));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let Tally { scenes, expectations, failures, broken } = count;
    let n = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
    let unread = format!("{} could not be read", n(broken, "path"));
    let outcome = match failures {
        0 => "all hold".to_owned(),
        _ => format!("{failures} {} not hold", if failures == 1 { "does" } else { "do" }),
    };
    let checked = format!("{}, {}: {outcome}", n(scenes, "scene"), n(expectations, "expectation"));
    let summary = match (scenes, broken) {
        (0, 1..) => format!("nothing checked: {unread}"),
        (_, 0) => checked,
        _ => format!("{checked}; {unread}"),
    };
    output::to_stdout(|out| writeln!(out, "{summary}"))?;
    Ok(ExitCode::from(if broken > 0 {
        2
    } else if failures > 0 {
        1
    } else {
        0
    }))
}

/// The file itself, or the *.ron files in the folder and the folders in it, sorted; links to folders are not
/// followed. Returns what could not be searched; the search goes on past it.
fn find(path: &Path, files: &mut Vec<PathBuf>) -> Vec<String> {
    if !path.is_dir() {
        // Loading reports whatever is wrong with it.
        files.push(path.to_owned());
        return Vec::new();
    }
    let before = files.len();
    let mut unread = Vec::new();
    for entry in WalkDir::new(path).sort_by_file_name() {
        match entry {
            Ok(entry) => {
                let is_scene = entry.path().extension().is_some_and(|e| e.eq_ignore_ascii_case("ron"));
                if is_scene && !entry.path().is_dir() {
                    files.push(entry.into_path());
                }
            }
            Err(error) => {
                let at = plain::path(error.path().unwrap_or(path));
                let why = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
                unread.push(format!("{at}: cannot be searched: {why}"));
            }
        }
    }
    if files.len() == before && unread.is_empty() {
        unread.push(format!("{}: no *.ron file in this folder", plain::path(path)));
    }
    unread
}

/// A progress bar, hidden unless standard error is a terminal and there is more than one file.
fn progress_bar(files: usize) -> ProgressBar {
    if files < 2 || !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::with_draw_target(Some(files as u64), ProgressDrawTarget::stderr());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {wide_msg}") {
        bar.set_style(style);
    }
    bar
}
