//! `report`.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use collide2d::{Phase, World};

use super::{EventsArg, Format, PairsArg, ReportArgs, StateArgs, output};
use crate::plain::{self, PlainWriter};
use crate::regular_file;
use crate::report::hashes::{self, FrameHash, HashComparison};
use crate::report::{Report, ReportOptions, WhichAxes, WhichBodies, WhichPairs};
use crate::scene::Scene;
use crate::stages;

/// Size limit of a file of hashes. Bytes.
const MAX_HASHES_SIZE: u64 = 256 * 1024 * 1024;

pub fn run(args: &ReportArgs) -> Result<ExitCode, String> {
    let against = args.against.as_deref().map(read_hashes).transpose()?;
    let (mut events, mut hashes) = (Vec::new(), Vec::new());
    let (scene, world) = walk(&args.state, |world| {
        if let Some(which) = args.events {
            let wanted = |phase| which == EventsArg::All || phase != Phase::Persist;
            events.extend(world.events().iter().filter(|event| wanted(event.phase)));
        }
        if args.hash {
            hashes.push(FrameHash::of(world));
        }
    })?;
    let outcome = against.map(|theirs| hashes::compare(&hashes, &theirs));
    if let (true, Format::Text) = (args.hash, args.format) {
        output::to_stdout(|out| match &outcome {
            Some(outcome) => writeln!(out, "{}", outcome.sentence(&scene)),
            None => hashes::write(out, &hashes),
        })?;
        return Ok(code(outcome.as_ref()));
    }
    let options = ReportOptions {
        bodies: WhichBodies::Every,
        pairs: match args.pairs {
            PairsArg::Touching => WhichPairs::Touching,
            PairsArg::All => WhichPairs::All,
        },
        axes: WhichAxes::Every,
        impacts: args.impacts,
        rotating: args.rotating,
    };
    let mut report = Report::of(&scene, &world, &options);
    report.events = args.events.map(|_| events);
    report.stages = args.stages.then(|| stages::stages(&scene, &world));
    report.hashes = args.hash.then_some(hashes);
    output::to_stdout(|out| match args.format {
        Format::Json => report.write_json(out),
        Format::Text => report.write_text(&mut PlainWriter(out)),
    })?;
    if let Some(outcome) = &outcome {
        output::complain(&outcome.sentence(&scene));
    }
    Ok(code(outcome.as_ref()))
}

fn code(outcome: Option<&HashComparison>) -> ExitCode {
    ExitCode::from(u8::from(matches!(
        outcome,
        Some(HashComparison::Differs(_) | HashComparison::Same { frames: 0 })
    )))
}

fn read_hashes(path: &Path) -> Result<Vec<FrameHash>, String> {
    let named = |what: &dyn std::fmt::Display| format!("--against {}: {what}", plain::path(path));
    let text = regular_file::read(path, MAX_HASHES_SIZE).map_err(|what| named(&what))?;
    let text = String::from_utf8(text).map_err(|e| named(&format!("cannot be read: {e}")))?;
    hashes::read(&text).map_err(|what| named(&what))
}

/// The named scene or the built-in one, and its world after the steps.
pub fn state(args: &StateArgs) -> Result<(Scene, World), String> {
    walk(args, |_| {})
}

/// [`state`], with a callback for every frame, from frame 0 to the last one.
fn walk(args: &StateArgs, mut tell: impl FnMut(&World)) -> Result<(Scene, World), String> {
    let scene = match &args.scene {
        Some(path) => Scene::load(path).map_err(|e| e.to_string())?,
        None => Scene::built_in(),
    };
    let mut world = scene.to_world().map_err(|e| e.to_string())?;
    tell(&world);
    while world.frame() < args.frame {
        world.step();
        tell(&world);
    }
    Ok((scene, world))
}
