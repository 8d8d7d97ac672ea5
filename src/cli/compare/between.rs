//! `compare --between`.

use std::collections::HashSet;
use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;

use super::{find_bodies, hints, is_pair};
use crate::cli::{CompareArgs, OutputFormat, output};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::between::{Between, TheirCrossing, between};
use crate::elsewhere::recording::compare::Tolerances;
use crate::platform::plain;
use crate::scene::numbers::{count, number};

pub fn run(args: &CompareArgs, recording: &Recording) -> Result<ExitCode, String> {
    let pair = args.pair.as_deref().map(|text| find_bodies(recording, text)).transpose()?;
    let bar = output::progress_bar(recording.frames().len() as u64);
    let found = between(recording, args.teleport, || bar.inc(1));
    bar.finish_and_clear();
    let mut found = found.map_err(|what| format!("{}: {what}", plain::path(&args.recording)))?;
    for crossings in [&mut found.crossings, &mut found.untold] {
        crossings.retain(|one| pair.is_none_or(|pair| is_pair(recording, one.bodies, pair)));
        if args.first {
            let mut seen = HashSet::new();
            crossings.retain(|one| seen.insert(one.bodies));
        }
    }
    let is_asked = |bodies| pair.is_none_or(|pair| is_pair(recording, bodies, pair));
    let came_through = match found.crossings.as_slice() {
        [] => {
            let every = recording.every_body().map_err(|e| e.message)?;
            hints::first_through((recording, &every), args.teleport, |_, bodies| is_asked(bodies))
        }
        _ => None,
    };
    let overlaps = match pair {
        None => hints::of_overlaps(recording, Tolerances::default()),
        Some(_) => Vec::new(),
    };
    output::to_stdout(|out| write(out, args, recording, &found, came_through, overlaps))?;
    Ok(ExitCode::from(u8::from(!found.crossings.is_empty())))
}

fn write(
    out: &mut impl Write,
    args: &CompareArgs,
    recording: &Recording,
    found: &Between,
    came_through: Option<(u64, (u32, u32))>,
    overlaps: Vec<String>,
) -> io::Result<()> {
    let came_through = came_through.map(|came| hints::through_sentence(recording, came));
    let frames = recording.frames().len();
    match args.format {
        OutputFormat::Text => {
            let (frames, engine) = (count(frames, "frame", "frames"), plain::label(recording.engine()));
            writeln!(out, "{frames}, {engine}")?;
            let times = count(found.teleports, "time", "times");
            match args.teleport {
                Some(metres) => {
                    let metres = number(metres);
                    writeln!(
                        out,
                        "put elsewhere {times}: what moves more than {metres} m in a frame is put there"
                    )?;
                }
                None => writeln!(
                    out,
                    "put elsewhere {times}: what moves more in a frame than four times the longer side of its box and \
                     twice what its velocity, or its way in the frame before, lets expect; --teleport sets it"
                )?,
            }
            overlaps.iter().try_for_each(|overlap| writeln!(out, "{overlap}"))?;
            for one in &found.crossings {
                writeln!(out, "{}; nobody reported it", one.sentence(recording))?;
            }
            came_through.iter().try_for_each(|came| writeln!(out, "{came}"))?;
            if let Some(first) = found.untold.first() {
                let (left_out, first) =
                    (count(found.untold.len(), "crossing", "crossings"), first.sentence(recording));
                writeln!(
                    out,
                    "left out {left_out} of two of which nothing is ever told (sensors, bodies that do not move by \
                     themselves); the first: {first}"
                )?;
            }
            match found.crossings.len() {
                0 if !found.untold.is_empty() => writeln!(out, "no other crossing"),
                0 => writeln!(out, "no crossing"),
                n => writeln!(out, "{}", count(n, "crossing", "crossings")),
            }
        }
        OutputFormat::Json => {
            let crossing = |one: &TheirCrossing| CrossingJson {
                frame: one.frames.0,
                next: one.frames.1,
                a: recording.place_of(one.bodies.0),
                b: recording.place_of(one.bodies.1),
                fraction: one.crossing.fraction,
                depth: one.crossing.depth,
            };
            let json = BetweenJson {
                recording: recording.name(),
                engine: recording.engine(),
                frames,
                teleport: args.teleport,
                teleports: found.teleports,
                crossings: found.crossings.iter().map(crossing).collect(),
                untold: found.untold.iter().map(crossing).collect(),
                came_through,
                hints: overlaps,
            };
            output::pretty_json(out, &json)
        }
    }
}

/// `teleport`: metres; `null`: as far as the body's size and speed let expect.
#[derive(Serialize)]
struct BetweenJson<'r> {
    recording: &'r str,
    engine: &'r str,
    frames: usize,
    teleport: Option<f32>,
    teleports: usize,
    crossings: Vec<CrossingJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    untold: Vec<CrossingJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    came_through: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hints: Vec<String>,
}

/// Indices of recorded bodies; `fraction` of the way from frame to frame; `depth` in metres.
#[derive(Serialize)]
struct CrossingJson {
    frame: u64,
    next: u64,
    a: u32,
    b: u32,
    fraction: f32,
    depth: f32,
}
