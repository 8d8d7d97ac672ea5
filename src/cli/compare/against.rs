//! `compare A.jsonl B.jsonl`.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;

use super::{find_bodies, is_pair, load};
use crate::cli::{CompareArgs, OutputFormat, output};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::against::{
    OtherTimes, RunBodies, RunComparison, RunDifference, RunQuantity, against,
};
use crate::platform::plain;
use crate::scene::numbers::count;

/// Two numbers of a file that are closer to each other are one.
const AS_READ: &str = "numbers are compared as f32, to about 7 digits";

pub fn run(args: &CompareArgs, a: &Recording, other: &std::path::Path) -> Result<ExitCode, String> {
    if let Some(kind) = args.kind.as_ref().filter(|kind| !RunQuantity::NAMES.contains(&kind.as_str())) {
        let allowed = RunQuantity::NAMES.join(", ");
        return Err(format!("--kind {kind}: it is of one recording beside ours; allowed: {allowed}"));
    }
    let b = load(other)?;
    let pair = args.pair.as_deref().map(|text| find_bodies(a, text)).transpose()?;
    let bar = output::progress_bar(a.frames().len().min(b.frames().len()) as u64);
    let mut found = against(a, &b, args.tolerance.unwrap_or_default(), || bar.inc(1));
    bar.finish_and_clear();
    found.differences.retain(|one| {
        let is_asked = |(p, q): (u32, u32)| match one.bodies {
            RunBodies::One(body) => body == p || body == q,
            RunBodies::Pair(c, d) => is_pair(a, (c, d), (p, q)),
        };
        pair.is_none_or(is_asked) && args.kind.as_deref().is_none_or(|kind| kind == one.quantity.name())
    });
    if args.first {
        let mut seen = BTreeSet::new();
        found.differences.retain(|one| seen.insert(one.bodies));
    }
    output::to_stdout(|out| match args.format {
        OutputFormat::Text => write_text(out, [a, &b], &found),
        OutputFormat::Json => write_json(out, [a, &b], &found),
    })?;
    Ok(ExitCode::from(u8::from(!found.is_same())))
}

fn write_text(out: &mut impl Write, [a, b]: [&Recording; 2], found: &RunComparison) -> io::Result<()> {
    let frames = |n: usize| count(n, "frame", "frames");
    let engines = [a, b].map(|recording| plain::label(recording.engine()).into_owned());
    let [first, second] = &engines;
    writeln!(out, "{} of both by {}, {first} and {second}", frames(found.frames), found.clock())?;
    if let Some(times) = found.told_times() {
        writeln!(out, "{times}")?;
    }
    for (which, alone) in ["first", "second"].iter().zip(found.alone) {
        if alone > 0 {
            writeln!(out, "{} of the {which} alone", frames(alone))?;
        }
    }
    for (of_b, of_a) in &found.by_index {
        let (name_a, name_b) = (a.body_name(*of_a), b.body_name(*of_b));
        writeln!(out, "body {of_a} is matched by index: {name_a} and {name_b}")?;
    }
    for ((recording, which), bodies) in [(a, "first"), (b, "second")].into_iter().zip(&found.unmatched) {
        for body in bodies {
            writeln!(out, "{} is in the {which} alone", recording.body_name(*body))?;
        }
    }
    for (what, one) in firsts(found) {
        let (frame, by) = one.first();
        let (label, by) = (one.label(a), one.amount(by));
        writeln!(out, "first {what} that differs: frame {frame}, {label}: {by}")?;
    }
    for one in &found.differences {
        writeln!(out, "{} differs in {}: {}", one.label(a), frames(one.frames), one.grows())?;
    }
    match found.differences.len() {
        0 if found.is_same() => writeln!(out, "no difference; {AS_READ}"),
        0 => writeln!(out, "no difference in what both tell; {AS_READ}"),
        n => writeln!(out, "{}; {AS_READ}", count(n, "difference", "differences")),
    }
}

/// The earliest of bodies, contacts, events and queries.
fn firsts(found: &RunComparison) -> Vec<(&'static str, &RunDifference)> {
    let group = |quantity: RunQuantity| match quantity {
        RunQuantity::Shape
        | RunQuantity::There
        | RunQuantity::Position
        | RunQuantity::Angle
        | RunQuantity::Velocity
        | RunQuantity::AngularVelocity => "body",
        RunQuantity::Contact
        | RunQuantity::Depth
        | RunQuantity::Normal
        | RunQuantity::Point
        | RunQuantity::Impulse => "contact",
        RunQuantity::Event => "event",
        RunQuantity::Query
        | RunQuantity::Fraction
        | RunQuantity::HitPoint
        | RunQuantity::HitNormal
        | RunQuantity::Distance => "query",
    };
    let first = |what: &'static str| {
        let mut of_group = found.differences.iter().filter(|one| group(one.quantity) == what);
        of_group.next().map(|one| (what, one))
    };
    ["body", "contact", "event", "query"].into_iter().filter_map(first).collect()
}

/// Metres and radians; indices are those of the first recording.
#[derive(Serialize)]
struct AgainstJson<'r> {
    recordings: [&'r str; 2],
    engines: [&'r str; 2],
    frames: usize,
    frames_alone: [usize; 2],
    clock: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    other_times: Option<OtherTimesJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    matched_by_index: Vec<u32>,
    #[serde(skip_serializing_if = "is_matched")]
    unmatched: [Vec<u32>; 2],
    first: FirstJson,
    differences: Vec<RunRowJson>,
}

/// A number of both at other times, and when it is in each. Seconds.
#[derive(Serialize)]
struct OtherTimesJson {
    frame: u64,
    times: [f64; 2],
}

fn is_matched(unmatched: &[Vec<u32>; 2]) -> bool {
    unmatched.iter().all(Vec::is_empty)
}

#[derive(Default, Serialize)]
struct FirstJson {
    body: Option<RunRowJson>,
    contact: Option<RunRowJson>,
    event: Option<RunRowJson>,
    query: Option<RunRowJson>,
}

#[derive(Clone, Serialize)]
struct RunRowJson {
    what: &'static str,
    frame: u64,
    by: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    body: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    a: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    b: Option<u32>,
    frames: usize,
    growth: Vec<GrowthJson>,
}

#[derive(Clone, Serialize)]
struct GrowthJson {
    frame: u64,
    by: f32,
}

impl RunRowJson {
    fn of(recording: &Recording, one: &RunDifference) -> Self {
        let place = |body: u32| Some(recording.place_of(body));
        let (body, a, b) = match one.bodies {
            RunBodies::One(body) => (place(body), None, None),
            RunBodies::Pair(a, b) => (None, place(a), place(b)),
        };
        let (frame, by) = one.first();
        let growth = one.growth.iter().map(|(frame, by)| GrowthJson { frame: *frame, by: *by });
        let (what, frames) = (one.quantity.name(), one.frames);
        Self { what, frame, by, body, a, b, frames, growth: growth.collect() }
    }
}

fn write_json(out: &mut impl Write, [a, b]: [&Recording; 2], found: &RunComparison) -> io::Result<()> {
    let mut first = FirstJson::default();
    for (what, one) in firsts(found) {
        let row = Some(RunRowJson::of(a, one));
        match what {
            "body" => first.body = row,
            "contact" => first.contact = row,
            "event" => first.event = row,
            _ => first.query = row,
        }
    }
    let places = |recording: &Recording, bodies: &[u32]| -> Vec<u32> {
        bodies.iter().map(|body| recording.place_of(*body)).collect()
    };
    let json = AgainstJson {
        recordings: [a.name(), b.name()],
        engines: [a.engine(), b.engine()],
        frames: found.frames,
        frames_alone: found.alone,
        clock: if found.by_time { "time" } else { "frame" },
        other_times: found.other_times.map(|OtherTimes { frame, times }| OtherTimesJson { frame, times }),
        matched_by_index: found.by_index.iter().map(|(_, of_a)| a.place_of(*of_a)).collect(),
        unmatched: [places(a, &found.unmatched[0]), places(b, &found.unmatched[1])],
        first,
        differences: found.differences.iter().map(|one| RunRowJson::of(a, one)).collect(),
    };
    output::pretty_json(out, &json)
}
