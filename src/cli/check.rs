//! `check`.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use walkdir::WalkDir;

use super::{CheckArgs, CheckFormat, output};
use crate::cli::check::formats::CheckedFile;
use crate::elsewhere::recording::is_recording;
use crate::explain::second_opinion::{self, Agreement, NAME};
use crate::platform::plain;
use crate::report::check::{Expected, check};
use crate::report::not_finite::NotFinite;
use crate::scene::numbers::{LengthUnit, count as number_of};
use crate::scene::{Scene, SceneError};

mod formats;

#[derive(Default)]
struct Tally {
    scenes: usize,
    expectations: usize,
    failures: usize,
    /// Scenes whose state did not stay finite.
    ended: usize,
    broken: usize,
    opinions: Opinions,
}

/// Second opinions: of all pairs, frame by frame.
#[derive(Default)]
struct Opinions {
    agree: usize,
    ties: usize,
    differ: usize,
}

pub fn run(args: &CheckArgs) -> Result<ExitCode, String> {
    let asked = args.second_opinion.asked()?;
    let mut count = Tally::default();
    let (mut files, mut checked_files) = (Vec::new(), Vec::new());
    for path in &args.paths {
        for message in find(path, &mut files) {
            output::complain(&message);
            checked_files.push(CheckedFile::broken(path, message));
            count.broken += 1;
        }
    }
    // Text is printed while scenes are checked, the other formats at the end.
    let print = |line: &str| match args.format {
        CheckFormat::Text => output::to_stdout(|out| writeln!(out, "{line}")),
        CheckFormat::Json | CheckFormat::Junit => Ok(()),
    };
    let bar = output::progress_bar(files.len() as u64);
    for file in &files {
        bar.set_message(plain::path(file));
        match Scene::load(file).and_then(|scene| Ok((check(&scene)?, scene))) {
            Ok((checked, scene)) => {
                count.scenes += 1;
                count.expectations += scene.expect.len();
                count.failures += checked.failures.len();
                count.ended += usize::from(checked.end.is_some());
                let end = checked.end.as_ref().map(|end| end.sentence(&scene));
                for line in checked.failures.iter().map(ToString::to_string).chain(end.clone()) {
                    bar.suspend(|| print(&format!("{}: {line}", plain::path(file))))?;
                }
                let mut differ = Vec::new();
                if let Some(tolerance) = asked {
                    differ = differing(&scene, &args.frames, tolerance, &mut count.opinions)
                        .map_err(|error| format!("{}: {error}", plain::path(file)))?;
                    for line in &differ {
                        bar.suspend(|| print(&format!("{}: {line}", plain::path(file))))?;
                    }
                }
                if args.format != CheckFormat::Text {
                    checked_files.push(CheckedFile::of(file, &scene, &checked, end, differ));
                }
            }
            Err(error) => {
                count.broken += 1;
                let error = error.to_string();
                bar.suspend(|| output::complain(&error));
                checked_files.push(CheckedFile::broken(file, error));
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    match args.format {
        CheckFormat::Text => {
            for line in count.summary(asked.is_some()) {
                print(&line)?;
            }
        }
        CheckFormat::Json => output::to_stdout(|out| formats::write_json(out, &checked_files, &count))?,
        CheckFormat::Junit => {
            let xml = formats::junit(&checked_files)?;
            output::to_stdout(|out| writeln!(out, "{xml}"))?;
        }
    }
    Ok(ExitCode::from(count.code()))
}

impl Tally {
    fn code(&self) -> u8 {
        if self.broken > 0 {
            2
        } else {
            u8::from(self.failures > 0 || self.ended > 0 || self.opinions.differ > 0)
        }
    }

    /// The lines after those of the scenes; `opinion`: one was asked for.
    fn summary(&self, opinion: bool) -> Vec<String> {
        let Self { scenes, expectations, failures, ended, broken, ref opinions } = *self;
        let unread = format!("{} could not be read", number_of(broken, "path", "paths"));
        let do_not = |n: usize| if n == 1 { "does not" } else { "do not" };
        let outcome = match failures {
            0 => "all hold".to_owned(),
            _ => format!("{failures} {} hold", do_not(failures)),
        };
        let outcome = match ended {
            0 => outcome,
            _ => format!("{outcome}; {} {} stay finite", number_of(ended, "scene", "scenes"), do_not(ended)),
        };
        let checked = format!(
            "{}, {}: {outcome}",
            number_of(scenes, "scene", "scenes"),
            number_of(expectations, "expectation", "expectations")
        );
        let summary = match (scenes, broken) {
            (0, 1..) => format!("nothing checked: {unread}"),
            (_, 0) => checked,
            _ => format!("{checked}; {unread}"),
        };
        let mut lines = vec![summary];
        let Opinions { agree, ties, differ } = *opinions;
        if opinion && scenes > 0 {
            let pairs = number_of(agree + ties + differ, "pair", "pairs");
            let of = format!("second opinion on {pairs}: {NAME} agrees on {agree}");
            let line =
                format!("{of}, has another normal that is right as well on {ties}, differs on {differ}");
            lines.push(line);
        }
        lines
    }
}

/// Where the second opinion differs at frame 0, the frames of the expectations and `frames`, in words.
fn differing(
    scene: &Scene,
    frames: &[u64],
    tolerance: f32,
    opinions: &mut Opinions,
) -> Result<Vec<String>, SceneError> {
    let mut world = scene.to_world()?;
    let expected = Expected::of(scene);
    let frames: BTreeSet<u64> = expected.frames().chain(frames.iter().copied()).chain([0]).collect();
    let mut lines = Vec::new();
    for frame in frames {
        while world.frame() < frame && NotFinite::of(&world).is_none() {
            world.step();
        }
        if world.frame() < frame || NotFinite::of(&world).is_some() {
            break;
        }
        let scene = scene.with_pieces(world.pieces());
        second_opinion::for_each_near_pair(&world, tolerance, |(a, b), opinion| {
            match opinion.verdict {
                Agreement::Agree => opinions.agree += 1,
                Agreement::Tie => opinions.ties += 1,
                Agreement::Differ => opinions.differ += 1,
            }
            if opinion.verdict == Agreement::Differ {
                let name = |index: u32| scene.bodies.get(index as usize).map_or("?", |body| &body.name);
                let (a, b) = (plain::quoted(name(a)), plain::quoted(name(b)));
                let text = opinion.text(LengthUnit::METRE).join(" ");
                lines.push(format!("{a} and {b} at frame {frame}: {text}"));
            }
        });
    }
    Ok(lines)
}

/// The file itself, or the *.ron files in the folder and the folders in it, sorted; links to folders are not
/// followed. Returns what could not be searched; the search goes on past it.
fn find(path: &Path, files: &mut Vec<PathBuf>) -> Vec<String> {
    if is_recording(path) {
        let how = "a recording has no expectations; allowed: a scene, a folder of scenes, or `compare` of a recording";
        return vec![format!("{}: {how}", plain::path(path))];
    }
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
