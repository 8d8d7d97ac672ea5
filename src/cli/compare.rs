//! `compare`.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{panic, thread};

use collide2d::Leaf;
use serde::Serialize;

use super::at_frame::load_recording;
use super::{CompareArgs, OutputFormat, output};
use crate::elsewhere::differences::{WhyLeftOut, WrongEvent, WrongQuery};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::compare::{Comparison, Difference, PairRows, Tolerances, What, compare};
use crate::elsewhere::recording::ghosts::{TheirGhost, ghosts};
use crate::elsewhere::recording::systematic::{Systematic, systematic};
use crate::platform::plain;
use crate::scene::numbers::count;
use crate::scene::{FoundParts, MAX_CANDIDATES, leaf_name};

mod against;
mod between;
mod hints;

/// About how many differences the text lists; of each pair at least one.
const MOST_LISTED: usize = 100;

/// What a comparison found, as far as it was asked for.
struct Found {
    recording: Recording,
    /// With the differences that were asked for, the worst first.
    comparison: Comparison,
    systematic: Vec<Systematic>,
    /// What bounds the comparison, a sentence each.
    limits: Vec<String>,
    /// What overlaps and should not, or is held and should not be, a sentence each.
    overlaps: Vec<String>,
    /// What other options list, a sentence each.
    hints: Vec<String>,
}

pub fn run(args: &CompareArgs) -> Result<ExitCode, String> {
    let recording = load(&args.recording)?;
    if let Some(other) = &args.other {
        return against::run(args, &recording, other);
    }
    if args.between {
        return between::run(args, &recording);
    }
    let pair = args.pair.as_deref().map(|text| find_pair(&recording, text)).transpose()?;
    if let Some(kind) = args.kind.as_ref().filter(|kind| !What::NAMES.contains(&kind.as_str())) {
        let allowed = What::NAMES.join(", ");
        return Err(format!("--kind {kind}: it is of two recordings; allowed: {allowed}"));
    }
    let defaults = Tolerances::default();
    let tolerances =
        Tolerances { tolerance: args.tolerance.unwrap_or(defaults.tolerance), margin: args.margin };
    let bar = output::progress_bar(recording.frames().len() as u64);
    if args.ghosts {
        let found = ghosts(&recording, || bar.inc(1));
        bar.finish_and_clear();
        let mut found = found.map_err(|what| format!("{}: {what}", plain::path(&args.recording)))?;
        let is_asked = |ghost: &TheirGhost| {
            pair.is_none_or(|pair| {
                let parts = recording.asked_parts(ghost.bodies, pair);
                parts.is_some_and(|[a, b]| ghost.may_be(ghost.bodies.0, a) && ghost.may_be(ghost.bodies.1, b))
            })
        };
        found.retain(is_asked);
        if args.first {
            let mut seen = HashSet::new();
            found.retain(|ghost| seen.insert(ghost.bodies));
        }
        output::to_stdout(|out| write_ghosts(out, args.format, &recording, &found))?;
        return Ok(ExitCode::from(u8::from(!found.is_empty())));
    }
    // What is asked for narrowly is answered alone.
    let is_whole = pair.is_none() && args.kind.is_none();
    let say_more = || (hints::of_overlaps(&recording, tolerances), hints::hints(&recording));
    let (comparison, (overlaps, hints)) = thread::scope(|scope| {
        let more = is_whole.then(|| scope.spawn(say_more));
        let comparison = compare(&recording, tolerances, || bar.inc(1));
        let more = more.map(|more| more.join().unwrap_or_else(|fault| panic::resume_unwind(fault)));
        (comparison, more.unwrap_or_default())
    });
    bar.finish_and_clear();
    let mut comparison = comparison.map_err(|what| format!("{}: {what}", plain::path(&args.recording)))?;
    let systematic = systematic(&recording, tolerances, &comparison);
    let limits = recording.limits(&comparison, tolerances);
    if let Some(pair) = pair {
        comparison.keep_pair(&recording, pair, tolerances);
    }
    comparison.differences.retain(|one| args.kind.as_deref().is_none_or(|kind| one.what.name() == kind));
    if args.first {
        comparison.differences = comparison.by_pair().iter().filter_map(PairRows::first).cloned().collect();
    }
    let found = Found { recording, comparison, systematic, limits, overlaps, hints };
    output::to_stdout(|out| match args.format {
        OutputFormat::Text => found.write_text(out),
        OutputFormat::Json => found.write_json(out),
    })?;
    Ok(ExitCode::from(u8::from(!found.comparison.differences.is_empty())))
}

/// A recording with frames: without any nothing would be compared.
fn load(path: &Path) -> Result<Recording, String> {
    if path.extension().is_some_and(|ending| ending == "ron") {
        let name = plain::path(path);
        return Err(format!(
            "{name}: is a scene; allowed: a recording, which ends in .jsonl (`record` makes one of a scene)"
        ));
    }
    let recording = load_recording(path)?;
    if recording.frames().is_empty() {
        let path = plain::path(path);
        return Err(format!(
            "{path}: the recording has no frames, so nothing is compared; allowed: one at least"
        ));
    }
    Ok(recording)
}

fn write_ghosts(
    out: &mut impl Write,
    format: OutputFormat,
    recording: &Recording,
    ghosts: &[TheirGhost],
) -> io::Result<()> {
    let frames = recording.frames().len();
    match format {
        OutputFormat::Text => {
            let engine = plain::label(recording.engine());
            writeln!(out, "{}, {engine}", count(frames, "frame", "frames"))?;
            for ghost in ghosts {
                let [of_a, of_b] = ghost.leaves();
                let [a, b] = [(ghost.bodies.0, of_a), (ghost.bodies.1, of_b)]
                    .map(|(body, leaf)| leaf_name(&recording.body_name(body), leaf));
                writeln!(out, "frame {}, {a} and {b}: {}", ghost.frame, ghost.sentence(recording))?;
            }
            match ghosts.len() {
                0 => writeln!(out, "no ghost contact"),
                n => writeln!(out, "{}", count(n, "ghost contact", "ghost contacts")),
            }
        }
        OutputFormat::Json => {
            let ghosts = ghosts.iter().map(|ghost| GhostJson::of(recording, ghost)).collect();
            let json = GhostsJson { recording: recording.name(), engine: recording.engine(), frames, ghosts };
            output::pretty_json(out, &json)
        }
    }
}

#[derive(Serialize)]
struct GhostsJson<'a> {
    recording: &'a str,
    engine: &'a str,
    frames: usize,
    ghosts: Vec<GhostJson>,
}

/// Indices of recorded bodies, and of their shapes where a body of several is known to meet with one; `part` is the
/// neighbour's shape; degrees; normals point toward `a`.
#[derive(Serialize)]
struct GhostJson {
    frame: u64,
    a: u32,
    b: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    part_a: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    part_b: Option<u32>,
    neighbour: u32,
    part: u32,
    by: f32,
    normal: [f32; 2],
    allowed: [f32; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    impulse: Option<f32>,
}

impl GhostJson {
    fn of(recording: &Recording, ghost: &TheirGhost) -> Self {
        let [a, b] = [ghost.bodies.0, ghost.bodies.1].map(|body| recording.place_of(body));
        let (neighbour, part) = (recording.place_of(ghost.beside.0), ghost.beside.1.part().unwrap_or(0));
        let [normal, allowed] = [ghost.normal, ghost.allowed].map(|normal| normal.to_array());
        let [part_a, part_b] = ghost.leaves().map(Leaf::part_of_several);
        Self {
            frame: ghost.frame,
            a,
            b,
            part_a,
            part_b,
            neighbour,
            part,
            by: ghost.by,
            normal,
            allowed,
            impulse: ghost.impulse,
        }
    }
}

/// Whether two bodies are the pair that was asked for, or have the same names in the file.
fn is_pair(recording: &Recording, bodies: (u32, u32), pair: (u32, u32)) -> bool {
    recording.asked_parts(bodies, (pair, [None; 2])).is_some()
}

/// [`find_pair`] where only whole bodies are told.
fn find_bodies(recording: &Recording, text: &str) -> Result<(u32, u32), String> {
    match find_pair(recording, text)? {
        (bodies, [None, None]) => Ok(bodies),
        _ => Err(format!("--pair {}: whole bodies are needed here", plain::label(text))),
    }
}

/// The recorded bodies of `A,B`, by name or index, or of their shapes, the lower index first.
fn find_pair(recording: &Recording, text: &str) -> Result<FoundParts, String> {
    let problem = |what: String| format!("--pair {}: {what}", plain::label(text));
    recording.find_pair(text).map_err(problem)?.ok_or_else(|| {
        let unknown = recording.scene().find_any_parts(text).err();
        problem(unknown.unwrap_or_else(|| "two names or indices of recorded bodies are needed".to_owned()))
    })
}

impl Found {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let (recording, comparison) = (&self.recording, &self.comparison);
        let Comparison { frames, theirs, ours, excused, limited, differences, silent, .. } = comparison;
        let n = |n: usize, word: &str| count(n, word, &format!("{word}s"));
        let engine = plain::label(recording.engine());
        writeln!(
            out,
            "{}, {engine}: {} of theirs, {ours} of ours",
            n(*frames, "frame"),
            n(*theirs, "touching pair")
        )?;
        if let Some(queries) = comparison.queries_sentence() {
            writeln!(out, "{queries}")?;
        }
        for what in recording.missing() {
            writeln!(out, "{what}")?;
        }
        for limit in &self.limits {
            writeln!(out, "{limit}")?;
        }
        for pair in silent {
            writeln!(out, "{}", pair.sentence(recording))?;
        }
        for overlap in &self.overlaps {
            writeln!(out, "{overlap}")?;
        }
        if let Some(joined) = comparison.joined_sentence(recording) {
            writeln!(out, "{joined}")?;
        }
        if let Some(shallow) = comparison.shallow_sentence() {
            writeln!(out, "{shallow}")?;
        }
        for error in &self.systematic {
            writeln!(out, "all over: {}\n  {}", error.sentence, error.outcome())?;
        }
        if *limited > 0 {
            let frames = n(*limited, "frame");
            writeln!(
                out,
                "{frames} with more than {MAX_CANDIDATES} pairs of shapes near each other: the first of them were \
                 compared, and those that touch in theirs"
            )?;
        }
        let pairs = comparison.by_pair();
        let most = (MOST_LISTED / pairs.len().max(1)).max(1);
        for pair in &pairs {
            self.write_pair(out, pair, most)?;
        }
        let excused: String = excused.sentences().map(|sentence| format!("; {sentence}")).collect();
        match differences.len() {
            0 => writeln!(out, "no difference{excused}")?,
            count => writeln!(out, "{} of {}{excused}", n(count, "difference"), n(pairs.len(), "pair"))?,
        }
        self.hints.iter().try_for_each(|hint| writeln!(out, "{hint}"))
    }

    /// The differences of a pair; of several their number, and where they begin and are worst.
    fn write_pair(&self, out: &mut impl Write, pair: &PairRows, most: usize) -> io::Result<()> {
        let Some(worst) = pair.worst() else { return Ok(()) };
        let who = self.recording.who(worst.bodies, [None; 2], " and ");
        if pair.rows.len() > 1 {
            writeln!(out, "{who}: {}", pair.summary())?;
        }
        for (_, difference) in pair.rows.iter().take(most) {
            let sentence = self.recording.sentence(difference);
            let who = self.recording.who(difference.bodies, difference.parts, " and ");
            writeln!(out, "frame {}, {who}: {sentence}", difference.frame)?;
        }
        if pair.rows.len() > most {
            writeln!(out, "  and {} more of {who}; --format json lists all", pair.rows.len() - most)?;
        }
        Ok(())
    }

    fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { recording, comparison, systematic, limits, overlaps, hints } = self;
        let json = ComparisonJson {
            recording: recording.name(),
            engine: recording.engine(),
            frames: comparison.frames,
            theirs: comparison.theirs,
            ours: comparison.ours,
            ties: comparison.excused.ties,
            ghosts: comparison.excused.ghosts,
            limited_frames: comparison.limited,
            shallow: comparison.shallow,
            missing: recording.missing(),
            limits,
            hints: overlaps.iter().chain(hints).collect(),
            silent: comparison.silent.iter().map(|pair| pair.sentence(recording)).collect(),
            joined: comparison.joined(recording),
            systematic: systematic
                .iter()
                .map(|Systematic { sentence, cure, left, is_of_normals: _ }| SystematicJson {
                    sentence,
                    cure,
                    left: *left,
                })
                .collect(),
            differences: comparison
                .differences
                .iter()
                .map(|difference| DifferenceJson::of(recording, difference))
                .collect(),
        };
        output::pretty_json(out, &json)
    }
}

#[derive(Serialize)]
struct ComparisonJson<'a> {
    recording: &'a str,
    engine: &'a str,
    frames: usize,
    theirs: usize,
    ours: usize,
    ties: usize,
    ghosts: usize,
    #[serde(skip_serializing_if = "is_zero")]
    limited_frames: usize,
    #[serde(skip_serializing_if = "is_zero")]
    shallow: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<String>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    limits: &'a [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    hints: Vec<&'a String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    silent: Vec<String>,
    #[serde(skip_serializing_if = "is_zero")]
    joined: usize,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    systematic: Vec<SystematicJson<'a>>,
    differences: Vec<DifferenceJson>,
}

/// An error of the whole recording, what mends it, and the number of differences that are left then.
#[derive(Serialize)]
struct SystematicJson<'a> {
    sentence: &'a str,
    cure: &'a str,
    left: usize,
}

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// Metres, radians; normals point toward `a`.
#[derive(Serialize)]
struct DifferenceJson {
    frame: u64,
    a: u32,
    b: u32,
    /// Indices of the shapes, of bodies of several where they are told.
    #[serde(skip_serializing_if = "Option::is_none")]
    shape_a: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape_b: Option<u32>,
    what: &'static str,
    /// How many times the tolerance; `null` where that is infinite.
    times: Option<f32>,
    /// Index of the query in its frame.
    #[serde(skip_serializing_if = "Option::is_none")]
    query: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    theirs: Option<ValueJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ours: Option<ValueJson>,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
enum ValueJson {
    Depth(f32),
    Gap(f32),
    Normal([f32; 2]),
    Point([f32; 2]),
    Points([[f32; 2]; 2]),
    Event(&'static str),
    Body(u32),
    Fraction(f32),
    Distance(f32),
    #[serde(rename = "frames_before")]
    FramesBefore(u64),
    #[serde(rename = "left_out")]
    LeftOut(&'static str),
}

impl DifferenceJson {
    fn of(recording: &Recording, difference: &Difference) -> Self {
        use ValueJson::{
            Body, Depth, Distance, Event, Fraction, FramesBefore, Gap, LeftOut, Normal, Point, Points,
        };
        let place = |body: u32| Body(recording.place_of(body));
        let mut index = None;
        let (theirs, ours) = match difference.what {
            What::OnlyTheirs { depth, left_out: Some(left_out), .. } => {
                (depth.map(Depth), Some(LeftOut(left_out.name())))
            }
            What::OnlyTheirs { depth, gap, left_out: None } => (depth.map(Depth), Some(Gap(gap))),
            What::OnlyOurs { depth } => (None, Some(Depth(depth))),
            What::Normal { theirs, ours, .. } => (Some(Normal(theirs.into())), Some(Normal(ours.into()))),
            What::Flip { theirs, .. } => (Some(Normal(theirs.into())), None),
            What::Gap { theirs, ours } => (Some(Gap(theirs)), Some(Gap(ours))),
            What::Depth { theirs, ours } => (Some(Depth(theirs)), Some(Depth(ours))),
            What::Point { theirs, .. } => (Some(Point(theirs.into())), None),
            What::Event(WrongEvent::Late { kind, frames }) => {
                (Some(Event(kind.name())), Some(FramesBefore(frames)))
            }
            What::Event(WrongEvent::Repeated { kind }) => (Some(Event(kind.name())), None),
            What::Event(WrongEvent::Missing { kind } | WrongEvent::Unended { kind }) => {
                (None, Some(Event(kind.name())))
            }
            What::Event(WrongEvent::False { kind, gap } | WrongEvent::Ahead { kind, gap }) => {
                (Some(Event(kind.name())), Some(Gap(gap)))
            }
            What::Event(WrongEvent::Gone { kind }) => (Some(Event(kind.name())), None),
            What::Event(WrongEvent::Masked { kind }) => {
                (Some(Event(kind.name())), Some(LeftOut(WhyLeftOut::Masks.name())))
            }
            What::Query { query, wrong } => {
                index = Some(query);
                match wrong {
                    WrongQuery::Missed { ours, .. } => (None, Some(place(ours))),
                    WrongQuery::OnlyTheirs { theirs, .. } => (Some(place(theirs)), None),
                    WrongQuery::Body { theirs, ours, .. } => (Some(place(theirs)), Some(place(ours))),
                    WrongQuery::Fraction { theirs, ours, .. } => {
                        (Some(Fraction(theirs)), Some(Fraction(ours)))
                    }
                    WrongQuery::Normal { theirs, ours } => {
                        (Some(Normal(theirs.into())), Some(Normal(ours.into())))
                    }
                    WrongQuery::Point { theirs, ours } => {
                        (Some(Point(theirs.into())), Some(Point(ours.into())))
                    }
                    WrongQuery::Distance { theirs, ours } => (Some(Distance(theirs)), Some(Distance(ours))),
                    WrongQuery::NearestPoints { theirs, .. } => (Some(Points(theirs.map(Into::into))), None),
                }
            }
        };
        let [a, b] = [difference.bodies.0, difference.bodies.1].map(|body| recording.place_of(body));
        let times = Some(difference.times).filter(|times| times.is_finite());
        let what = difference.what.name();
        let [shape_a, shape_b] = difference.parts;
        Self { frame: difference.frame, a, b, shape_a, shape_b, what, times, query: index, theirs, ours }
    }
}
