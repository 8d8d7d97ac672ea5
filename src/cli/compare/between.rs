//! `compare --between`.

use std::collections::HashSet;
use std::io::{self, Write};
use std::process::ExitCode;

use collide2d::World;
use serde::Serialize;

use super::{find_bodies, hints, is_pair};
use crate::cli::{CompareArgs, OutputFormat, output};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::between::{Between, TheirCrossing, between};
use crate::elsewhere::recording::compare::Tolerances;
use crate::platform::plain;
use crate::report::why::CameThroughWatch;
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
            first_through((recording, &every), args.teleport, is_asked)
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

/// The first pair that is asked for and came through each other, with the engine's number of the frame.
fn first_through(
    recorded: (&Recording, &World),
    teleport: Option<f32>,
    is_asked: impl Fn((u32, u32)) -> bool,
) -> Option<(u64, (u32, u32))> {
    let (recording, every) = recorded;
    let mut watch = CameThroughWatch::new(true);
    recording.frames().iter().enumerate().find_map(|(index, frame)| {
        let world = recording.world_at(every, index);
        let came = watch.frame_to(recorded, &world, index, teleport);
        came.into_iter().find(|bodies| is_asked(*bodies)).map(|bodies| (frame.frame, bodies))
    })
}

/// "bullet and wall touch in frame 12, so that is no crossing between two frames: …"
fn through_sentence(recording: &Recording, (frame, (a, b)): (u64, (u32, u32))) -> String {
    let [a, b] = [a, b].map(|body| plain::label(&recording.body_name(body)).into_owned());
    let pair = plain::on_command_line(&format!("{a},{b}"));
    format!(
        "{a} and {b} touch in frame {frame}, so that is no crossing between two frames: they went in on one side, and are past \
         the middle there, so that the shortest way out leads on through the other; explain --frame {frame} --pair {pair}"
    )
}

fn write(
    out: &mut impl Write,
    args: &CompareArgs,
    recording: &Recording,
    found: &Between,
    came_through: Option<(u64, (u32, u32))>,
    overlaps: Vec<String>,
) -> io::Result<()> {
    let came_through = came_through.map(|came| through_sentence(recording, came));
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
