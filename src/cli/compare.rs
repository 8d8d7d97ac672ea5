//! `compare`.

use std::io::{self, Write};
use std::process::ExitCode;

use serde::Serialize;

use super::{CompareArgs, OutputFormat, output};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::compare::{Comparison, Difference, Tolerances, What, compare};
use crate::platform::plain;
use crate::scene::MAX_CANDIDATES;
use crate::scene::numbers::count;

/// Most differences that the text lists.
const MOST_LISTED: usize = 100;

pub fn run(args: &CompareArgs) -> Result<ExitCode, String> {
    let recording = Recording::load(&args.recording)?;
    let tolerances = Tolerances { tolerance: args.tolerance, margin: args.margin };
    let bar = output::progress_bar(recording.frames().len() as u64);
    let comparison = compare(&recording, tolerances, || bar.inc(1));
    bar.finish_and_clear();
    let comparison = comparison.map_err(|what| format!("{}: {what}", plain::path(&args.recording)))?;
    output::to_stdout(|out| match args.format {
        OutputFormat::Text => write_text(out, &recording, &comparison),
        OutputFormat::Json => write_json(out, &recording, &comparison),
    })?;
    Ok(ExitCode::from(u8::from(!comparison.differences.is_empty())))
}

fn write_text(out: &mut impl Write, recording: &Recording, comparison: &Comparison) -> io::Result<()> {
    let Comparison { frames, theirs, ours, ties, limited, differences } = comparison;
    let engine = plain::label(recording.engine());
    writeln!(
        out,
        "{}, {engine}: {theirs} touching pairs of theirs, {ours} of ours",
        count(*frames, "frame", "frames")
    )?;
    if *limited > 0 {
        let frames = count(*limited, "frame", "frames");
        writeln!(
            out,
            "{frames} with more than {MAX_CANDIDATES} pairs of shapes near each other: the first of them were compared, \
             and those that touch in theirs"
        )?;
    }
    for difference in differences.iter().take(MOST_LISTED) {
        let (a, b) = difference.bodies;
        let pair = format!("{} and {}", recording.body_name(a), recording.body_name(b));
        writeln!(out, "frame {}, {pair}: {}", difference.frame, difference.what.sentence())?;
    }
    if differences.len() > MOST_LISTED {
        writeln!(out, "and {} more; --format json lists all", differences.len() - MOST_LISTED)?;
    }
    let ties = match ties {
        0 => String::new(),
        ties => format!(
            "; of {} both normals are right: two ways out are equally long",
            count(*ties, "contact", "contacts")
        ),
    };
    match differences.len() {
        0 => writeln!(out, "no difference{ties}"),
        n => writeln!(out, "{}{ties}", count(n, "difference", "differences")),
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
    #[serde(skip_serializing_if = "is_zero")]
    limited_frames: usize,
    differences: Vec<DifferenceJson>,
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
    what: &'static str,
    /// How many times the tolerance; `null` where that is infinite.
    times: Option<f32>,
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
}

fn write_json(out: &mut impl Write, recording: &Recording, comparison: &Comparison) -> io::Result<()> {
    let json = ComparisonJson {
        recording: recording.name(),
        engine: recording.engine(),
        frames: comparison.frames,
        theirs: comparison.theirs,
        ours: comparison.ours,
        ties: comparison.ties,
        limited_frames: comparison.limited,
        differences: comparison.differences.iter().map(DifferenceJson::of).collect(),
    };
    writeln!(out, "{}", plain::json(&serde_json::to_string_pretty(&json)?))
}

impl DifferenceJson {
    fn of(difference: &Difference) -> Self {
        use ValueJson::{Depth, Gap, Normal, Point};
        let (theirs, ours) = match difference.what {
            What::OnlyTheirs { depth, gap } => (depth.map(Depth), Some(Gap(gap))),
            What::OnlyOurs { depth } => (None, Some(Depth(depth))),
            What::Normal { theirs, ours, .. } => (Some(Normal(theirs.into())), Some(Normal(ours.into()))),
            What::Flip { theirs, .. } => (Some(Normal(theirs.into())), None),
            What::Gap { theirs, ours } => (Some(Gap(theirs)), Some(Gap(ours))),
            What::Depth { theirs, ours } => (Some(Depth(theirs)), Some(Depth(ours))),
            What::Point { theirs, .. } => (Some(Point(theirs.into())), None),
        };
        let (a, b) = difference.bodies;
        let times = Some(difference.times).filter(|times| times.is_finite());
        Self { frame: difference.frame, a, b, what: difference.what.name(), times, theirs, ours }
    }
}
