//! `report`.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use collide2d::{ContactEvent, Phase, World};
use serde::Serialize;

use super::added::AddedParts;
use super::at_frame::{RecordedFrame, SceneAtFrame, load, step_to};
use super::{EventsArg, PairsArg, ReportArgs, ReportFormat, StateArgs, html, output, series};
use crate::app::run::simulation::DEFAULT_BUDGET;
use crate::elsewhere::recording::Recording;
use crate::explain::stages;
use crate::platform::plain::{self, PlainWriter};
use crate::platform::regular_file;
use crate::report::hashes::{self, FrameHash, HashComparison, HashesCheck};
use crate::report::not_finite::NotFinite;
use crate::report::until::{self, NeverHeld, StoppedAt, Until};
use crate::report::{self, PairReport, Report, ReportOptions, WhichAxes, WhichBodies, WhichPairs};
use crate::scene::{FoundParts, Scene, SceneQuery};

/// Size limit of a file of hashes. Bytes.
const MAX_HASHES_SIZE: u64 = 256 * 1024 * 1024;

/// Memory for the events and hashes of one report: as much as the time line takes. Bytes.
const MAX_KEPT: usize = DEFAULT_BUDGET;

pub fn run(args: &ReportArgs) -> Result<ExitCode, String> {
    let recording = args.state.recording()?;
    let recording = recording.as_ref();
    if args.watch.is_some() || args.format == ReportFormat::Csv {
        if args.against.is_some() {
            return Err(
                "--against: --watch and csv tell numbers, no hashes; allowed: --hash with text, json or html"
                    .to_owned(),
            );
        }
        return series::run(args, recording).map(|()| ExitCode::SUCCESS);
    }
    if args.frames.is_some() {
        return Err("--frames: it says which frames of --watch are printed; allowed: --frame".to_owned());
    }
    let Some(stop) = &args.until else { return report(args, &args.state, recording, None) };
    match until(args, recording, stop)? {
        Until::Stopped(stopped) => {
            let state = StateArgs { frame: stopped.frame, scene: args.state.scene.clone() };
            report(args, &state, recording, Some(stopped))
        }
        Until::Never(never) => print_never(never, args.format),
    }
}

/// Tells that a stop never holds, which is exit code 1.
pub fn print_never(never: NeverHeld, format: ReportFormat) -> Result<ExitCode, String> {
    let NeverHeld { stop, last, end, no_ghosts } = never;
    output::to_stdout(|out| {
        if format == ReportFormat::Json {
            let never = NeverStopped { stop: &stop, frame: None, tried_to: last };
            return output::json_line(out, &NeverReport { frame: None, until: never });
        }
        let why = if end.is_some() { "; the state is no longer finite there" } else { "" };
        writeln!(out, "{} holds in no frame up to {last}{why}", plain::label(&stop))?;
        no_ghosts.iter().try_for_each(|why| writeln!(out, "{why}"))
    })?;
    Ok(ExitCode::from(1))
}

/// What JSON says where a stop never holds.
#[derive(Serialize)]
struct NeverReport<'s> {
    frame: Option<u64>,
    until: NeverStopped<'s>,
}

#[derive(Serialize)]
struct NeverStopped<'s> {
    stop: &'s str,
    frame: Option<u64>,
    tried_to: u64,
}

/// Looks for the first frame at which the stop holds.
fn until(args: &ReportArgs, recording: Option<&Recording>, text: &str) -> Result<Until, String> {
    let problem = |what: String| format!("--until: {what}");
    if let Some(recording) = recording {
        let stop = until::stop_of_recording(recording, text).map_err(problem)?;
        let bar = output::progress_bar(args.within.min(recording.frames().len() as u64));
        let found = until::until_in(recording, &stop, args.within, || bar.inc(1))?;
        bar.finish_and_clear();
        return Ok(found);
    }
    let SceneAtFrame { scene, mut world, .. } =
        load(&StateArgs { frame: 0, scene: args.state.scene.clone() }, None)?;
    let stop = until::stop_of_scene(&scene, text).map_err(problem)?;
    let bar = output::progress_bar(args.within);
    let found = until::until(&scene, &mut world, &stop, args.within, || bar.inc(1));
    bar.finish_and_clear();
    Ok(found)
}

/// Prints the report of a frame; `until` says why it is this one.
fn report(
    args: &ReportArgs,
    state: &StateArgs,
    recording: Option<&Recording>,
    until: Option<StoppedAt>,
) -> Result<ExitCode, String> {
    let mut comparison = args.against.as_deref().map(read_hashes).transpose()?.map(HashesCheck::with);
    let mut at = load(state, recording)?;
    check_options(args, at.recorded.as_ref())?;
    if let (true, ReportFormat::Text, None) = (args.hash, args.format, &comparison) {
        return print_hashes(&mut at.world, state.frame).map(|()| ExitCode::SUCCESS);
    }
    let last = if at.recorded.is_some() { 0 } else { state.frame };
    let mut before = FramesBefore::default();
    let not_finite = before.step_to(&mut at.world, last, args, comparison.as_mut())?;
    let outcome = comparison.map(HashesCheck::outcome);
    if let (ReportFormat::Text, Some(outcome)) = (args.format, &outcome) {
        output::to_stdout(|out| writeln!(out, "{}", outcome.sentence(&at.scene)))?;
        return Ok(code(Some(outcome)));
    }
    if let Some(end) = &not_finite {
        output::complain(&end.sentence_at(state.frame, &at.scene));
    }
    let FramesBefore { events, hashes, last: before, .. } = before;
    let stages = match &args.query {
        Some(name) => Some(stages::query_stages(&at.scene, &at.world, find_query(&at.scene, name)?)),
        None => args.stages.then(|| stages::stages(&at.scene, &at.world)),
    };
    let added = AddedParts {
        not_finite,
        until,
        events: args.events.map(|_| events),
        stages,
        stages_of: args.query.clone(),
        hashes: args.hash.then_some(hashes),
    };
    if args.format == ReportFormat::Html {
        if let Some(option) = args.not_on_page() {
            output::complain(&format!("{option}: the page does not show it; allowed: --format text or json"));
        }
        let page = html::page(args, &at, recording, before.as_ref(), added)?;
        output::to_stdout(|out| out.write_all(page.as_bytes()))?;
        return Ok(code(outcome.as_ref()));
    }
    print(args, &at, added, before.as_ref())?;
    if let Some(outcome) = &outcome {
        output::complain(&outcome.sentence(&at.scene));
    }
    Ok(code(outcome.as_ref()))
}

/// Refuses options that this format, or a recording, has no use for.
fn check_options(args: &ReportArgs, recorded: Option<&RecordedFrame>) -> Result<(), String> {
    let Some(recorded) = recorded else { return Ok(()) };
    if let Some(option) = steps_option(args) {
        return Err(format!(
            "{option}: a recording has the other engine's steps, not ours; allowed: a scene"
        ));
    }
    recorded.check_impacts(args.impacts)
}

/// The pair that is asked for, and the parts of it that are meant.
fn asked_pair(args: &ReportArgs, scene: &Scene, world: &World) -> Result<Option<FoundParts>, String> {
    let Some(asked) = &args.pair else { return Ok(None) };
    let refuse = |what: &str| format!("--pair {}: {what}", plain::label(asked));
    let found = scene.with_pieces(world.pieces()).find_any_parts(asked);
    let (pair, parts) = found.map_err(|what| refuse(&what))?;
    match PairReport::of_parts(world, pair, parts, false) {
        Some(_) => Ok(Some((pair, parts))),
        None => Err(refuse("the two are no pair at this frame; explain --pair tells why")),
    }
}

/// What is kept of the frames up to the one that is reported.
#[derive(Default)]
struct FramesBefore {
    events: Vec<ContactEvent>,
    hashes: Vec<FrameHash>,
    /// Memory that these take. Bytes.
    kept: usize,
    /// The state before the last step; `None`: no step was made.
    last: Option<World>,
}

impl FramesBefore {
    /// Steps to the last frame; returns why the state is not finite, if it is not.
    fn step_to(
        &mut self,
        world: &mut World,
        last: u64,
        args: &ReportArgs,
        mut comparison: Option<&mut HashesCheck>,
    ) -> Result<Option<NotFinite>, String> {
        step_to(world, last, |world| {
            if world.frame() + 1 == last {
                self.last = Some(world.clone());
            }
            if let Some(which) = args.events {
                let wanted = |phase| which == EventsArg::All || phase != Phase::Persist;
                let before = self.events.len();
                self.events.extend(world.events().iter().filter(|event| wanted(event.phase)));
                self.kept += (self.events.len() - before) * size_of::<ContactEvent>();
            }
            if args.hash {
                let hash = FrameHash::of(world);
                if let Some(comparison) = &mut comparison {
                    comparison.add(&hash);
                }
                if args.format != ReportFormat::Text {
                    self.kept += size_of::<FrameHash>() + size_of_val(hash.bodies.as_slice());
                    self.hashes.push(hash);
                }
            }
            if self.kept <= MAX_KEPT { Ok(()) } else { Err(too_much(world.frame())) }
        })
    }
}

/// Prints the report as text or JSON. The pairs are tested while they are written: there may be millions.
fn print(
    args: &ReportArgs,
    at: &SceneAtFrame,
    added: AddedParts,
    before: Option<&World>,
) -> Result<(), String> {
    let SceneAtFrame { scene, world, recorded } = at;
    let options = ReportOptions {
        bodies: WhichBodies::Every,
        pairs: match (asked_pair(args, scene, world)?, args.pairs) {
            (Some(asked), _) => WhichPairs::Of(asked),
            (None, PairsArg::Touching) => WhichPairs::Touching,
            (None, PairsArg::All) => WhichPairs::All,
        },
        without_static: recorded.is_some(),
        axes: WhichAxes::Every,
        motion: true,
        shortcuts: args.shortcuts,
        second_opinion: args.second_opinion.asked()?,
        ..args.ahead()
    };
    let mut report = Report::of(scene, world, &ReportOptions { pairs: WhichPairs::Deepest(0), ..options });
    let previous = before.into_iter().flat_map(World::bodies).map(|body| body.pose().position);
    report.set_previous(&previous.collect::<Vec<_>>());
    added.put_into(&mut report, scene);
    if let Some(recorded) = recorded {
        recorded.put_moment(&mut report);
    }
    let count = match options.pairs {
        WhichPairs::All => (world.bodies().len() as u64).pow(2) / 2,
        WhichPairs::Of(_) => 1,
        WhichPairs::Touching | WhichPairs::Deepest(_) => report.touching as u64,
    };
    let bar = output::bar_beside_output(count);
    let pairs = |take: &mut dyn FnMut(&PairReport) -> io::Result<()>| {
        let mut write = |pair: &PairReport| {
            bar.inc(1);
            take(pair)
        };
        report::for_each_pair(world, &options, &mut write)
    };
    output::to_stdout(|out| match args.format {
        ReportFormat::Json => report.write_json_with(out, pairs),
        ReportFormat::Text | ReportFormat::Csv | ReportFormat::Html => {
            report.write_text_with(&mut PlainWriter(out), pairs)
        }
    })?;
    bar.finish_and_clear();
    Ok(())
}

impl ReportArgs {
    /// An option that a page does not show.
    fn not_on_page(&self) -> Option<&'static str> {
        let given = [
            ("--pairs all", self.pairs == PairsArg::All),
            ("--shortcuts", self.shortcuts),
            ("--second-opinion", self.second_opinion.second_opinion),
        ];
        given.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
    }
}

pub(super) fn find_query<'s>(scene: &'s Scene, name: &str) -> Result<&'s SceneQuery, String> {
    scene.query(name).ok_or_else(|| {
        let names: Vec<String> =
            scene.queries.iter().map(|query| plain::quoted(&query.name).to_string()).collect();
        let allowed = match &names[..] {
            [] => "there are none at this frame".to_owned(),
            names => format!("the queries are: {}", names.join(", ")),
        };
        format!("--query {}: no query has this name; {allowed}", plain::label(name))
    })
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

/// Prints the hash of each frame while it is computed.
fn print_hashes(world: &mut World, last: u64) -> Result<(), String> {
    output::to_stdout(|out| {
        hashes::write_header(out)?;
        step_to(world, last, |world| hashes::write(out, &FrameHash::of(world))).map(drop)
    })
}

fn too_much(frame: u64) -> String {
    format!(
        "--frame: the events and hashes up to frame {frame} take more than {} MiB; allowed: an earlier frame, \
         or --hash alone as text, which is printed while it is computed",
        MAX_KEPT >> 20
    )
}

/// The option that needs steps of ours.
fn steps_option(args: &ReportArgs) -> Option<&'static str> {
    let given = [
        ("--events", args.events.is_some()),
        ("--stages", args.stages && args.query.is_none()),
        ("--hash", args.hash),
    ];
    given.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
}
