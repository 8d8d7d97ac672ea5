//! `report`.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;

use collide2d::{ContactEvent, Leaf, Meeting, Phase, World};
use glam::Vec2;
use serde::Serialize;

use super::{EventsArg, PairsArg, ReportArgs, ReportFormat, StateArgs, html, output, series};
use crate::app::run::simulation::DEFAULT_BUDGET;
use crate::elsewhere::recording::compare::{PassingPairs, Tolerances};
use crate::elsewhere::recording::queries::TheirWay;
use crate::elsewhere::recording::{self, RecordedMoment, Recording, StoredFrame, TheirContact, ToldPair};
use crate::explain::stages;
use crate::picture::overlay::{TheirMark, Theirs};
use crate::platform::plain::{self, PlainWriter};
use crate::platform::regular_file;
use crate::report::hashes::{self, FrameHash, HashComparison, HashesCheck};
use crate::report::not_finite::NotFinite;
use crate::report::until::{self, StoppedAt, Until};
use crate::report::why::PairPast;
use crate::report::{self, PairReport, Report, ReportOptions, WhichAxes, WhichBodies, WhichPairs};
use crate::scene::{FoundParts, PairParts, Scene, SceneQuery, StopCondition, touch};

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
        Until::Never { last, end } => {
            let why = if end.is_some() { "; the state is no longer finite there" } else { "" };
            let never = format!("{} holds in no frame up to {last}{why}", plain::label(stop));
            output::to_stdout(|out| match args.format {
                ReportFormat::Text | ReportFormat::Csv | ReportFormat::Html => writeln!(out, "{never}"),
                ReportFormat::Json => {
                    let never = NeverStopped { stop, frame: None, tried_to: last };
                    serde_json::to_writer(&mut *out, &NeverReport { frame: None, until: never })?;
                    writeln!(out)
                }
            })?;
            Ok(ExitCode::from(1))
        }
    }
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
    let stop = scene.read_stop(text).map_err(problem)?;
    if let StopCondition::Differs {} = stop.condition {
        return Err(problem(
            "Differs() is of a recording, whose contacts are compared; found a scene".to_owned(),
        ));
    }
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
    let SceneAtFrame { scene, mut world, recorded } = load(state, recording)?;
    if args.pair.is_some() && args.format != ReportFormat::Html {
        return Err("--pair: allowed with --format html; `explain` tells of a pair alone".to_owned());
    }
    if let Some(option) = recorded.as_ref().and(steps_option(args)) {
        return Err(format!(
            "{option}: a recording has the other engine's steps, not ours; allowed: a scene"
        ));
    }
    let last = if recorded.is_some() { 0 } else { state.frame };
    if let (true, ReportFormat::Text, None) = (args.hash, args.format, &comparison) {
        return print_hashes(&mut world, state.frame).map(|()| ExitCode::SUCCESS);
    }
    let (mut events, mut hashes, mut kept) = (Vec::new(), Vec::new(), 0);
    let mut previous = Vec::new();
    let not_finite = step_to(&mut world, last, |world| {
        if world.frame() + 1 == last {
            previous = world.bodies().iter().map(|body| body.pose().position).collect();
        }
        if let Some(which) = args.events {
            let wanted = |phase| which == EventsArg::All || phase != Phase::Persist;
            let of_frame = world.events().iter().filter(|event| wanted(event.phase));
            let before = events.len();
            events.extend(of_frame);
            kept += (events.len() - before) * size_of::<ContactEvent>();
        }
        if args.hash {
            let hash = FrameHash::of(world);
            if let Some(comparison) = &mut comparison {
                comparison.add(&hash);
            }
            if let ReportFormat::Json = args.format {
                kept += size_of::<FrameHash>() + size_of_val(hash.bodies.as_slice());
                hashes.push(hash);
            }
        }
        if kept <= MAX_KEPT { Ok(()) } else { Err(too_much(world.frame())) }
    })?;
    let outcome = comparison.map(HashesCheck::outcome);
    if let (ReportFormat::Text, Some(outcome)) = (args.format, &outcome) {
        output::to_stdout(|out| writeln!(out, "{}", outcome.sentence(&scene)))?;
        return Ok(code(Some(outcome)));
    }
    if args.format == ReportFormat::Html {
        let page = html::page(args, &SceneAtFrame { scene, world, recorded }, recording, until)?;
        output::to_stdout(|out| out.write_all(page.as_bytes()))?;
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
        falling: args.falling,
        motion: true,
        shortcuts: args.shortcuts,
        second_opinion: args.second_opinion.asked()?,
    };
    // The pairs are told while they are written: there may be millions.
    let mut report = Report::of(&scene, &world, &ReportOptions { pairs: WhichPairs::Deepest(0), ..options });
    report.set_previous(&previous);
    report.not_finite = not_finite;
    report.until = until;
    report.events = args.events.map(|_| events);
    if report.events.is_some() {
        let listeners = 0..scene.listeners.len() as u32;
        report.listeners = listeners.map(|index| stages::listener_name(&scene, index)).collect();
    }
    report.stages = match &args.query {
        Some(name) => Some(stages::query_stages(&scene, &world, find_query(&scene, name)?)),
        None => args.stages.then(|| stages::stages(&scene, &world)),
    };
    report.stages_of.clone_from(&args.query);
    report.hashes = args.hash.then_some(hashes);
    if let Some(recorded) = &recorded {
        recorded.put_moment(&mut report);
    }
    let count = match options.pairs {
        WhichPairs::All => (world.bodies().len() as u64).pow(2) / 2,
        WhichPairs::Touching | WhichPairs::Deepest(_) => report.touching as u64,
    };
    let bar = output::bar_beside_output(count);
    let pairs = |tell: &mut dyn FnMut(&PairReport) -> io::Result<()>| {
        let mut write = |pair: &PairReport| {
            bar.inc(1);
            tell(pair)
        };
        report::for_each_pair(&world, &options, &mut write)
    };
    if let Some(end) = &report.not_finite {
        output::complain(&end.sentence(&scene));
    }
    output::to_stdout(|out| match args.format {
        ReportFormat::Json => report.write_json_with(out, pairs),
        ReportFormat::Text | ReportFormat::Csv | ReportFormat::Html => {
            report.write_text_with(&mut PlainWriter(out), pairs)
        }
    })?;
    bar.finish_and_clear();
    if let Some(outcome) = &outcome {
        output::complain(&outcome.sentence(&scene));
    }
    Ok(code(outcome.as_ref()))
}

pub(super) fn find_query<'s>(scene: &'s Scene, name: &str) -> Result<&'s SceneQuery, String> {
    scene.query(name).ok_or_else(|| {
        let names: Vec<String> =
            scene.queries.iter().map(|query| plain::quoted(&query.name).to_string()).collect();
        let allowed = if names.is_empty() { "the scene has none".to_owned() } else { names.join(", ") };
        format!("--query {}: no query has this name; the queries are: {allowed}", plain::label(name))
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

/// A scene and its world, or a frame of a recording as both.
pub struct SceneAtFrame {
    pub scene: Scene,
    pub world: World,
    pub recorded: Option<RecordedFrame>,
}

/// The frame of a recording that a scene is.
pub struct RecordedFrame {
    /// Index of the frame.
    index: usize,
    moment: RecordedMoment,
    /// What one-way bodies and one-sided chains let pass.
    passing: PassingPairs,
    engine: String,
    theirs: Vec<TheirContact>,
    joints: Vec<[Vec2; 3]>,
    ways: Vec<TheirWay>,
    /// By the names of the scene's queries.
    answers: Vec<(String, String)>,
    frame: u64,
    time: f64,
}

/// Frames of a recording that are read one after the other.
struct RecordedFrames<'r> {
    recording: &'r Recording,
    /// [`Recording::every_body`].
    every: World,
    /// What was let pass in the frame that was read last.
    passing: PassingPairs,
}

impl<'r> RecordedFrames<'r> {
    fn of(recording: &'r Recording) -> Result<Self, String> {
        let every = recording.every_body().map_err(|e| e.to_string())?;
        Ok(Self { recording, every, passing: PassingPairs::default() })
    }

    /// The frame of this index.
    fn at(&mut self, index: usize) -> Result<SceneAtFrame, String> {
        let Self { recording, every, passing } = self;
        if recording.has_passing() {
            passing.follow(recording, index, &recording.world_at(every, index));
        }
        let (frame, time) = recording.frames().get(index).map_or((0, 0.0), |frame| (frame.frame, frame.time));
        let moment = recording.moment(index);
        let (engine, theirs) = (recording.engine().to_owned(), recording.their_contacts(index).collect());
        let scene = moment.scene.clone();
        let mut world = scene.build_world().map_err(|e| e.to_string())?;
        world.set_meetings(passing.meetings(|body| moment.body_of(body)));
        Ok(SceneAtFrame {
            scene,
            world,
            recorded: Some(RecordedFrame {
                index,
                moment,
                passing: passing.clone(),
                engine,
                theirs,
                joints: recording.their_joints(index),
                ways: recording.their_ways(index),
                answers: recording.their_answers(index),
                frame,
                time,
            }),
        })
    }
}

impl SceneAtFrame {
    /// The frame of this index of a recording.
    pub fn recorded(recording: &Recording, index: usize) -> Result<Self, String> {
        RecordedFrames::of(recording)?.at(index)
    }

    pub fn frame(&self) -> u64 {
        self.recorded.as_ref().map_or(self.world.frame(), |recorded| recorded.frame)
    }

    /// Seconds.
    pub fn time(&self) -> f64 {
        self.recorded.as_ref().map_or(self.world.time_of(self.world.frame()), |recorded| recorded.time)
    }

    /// Tells these frames of a scene, or those of its recording that have such a number; both ends included.
    pub fn for_each(
        scene: Option<&Path>,
        recording: Option<&Recording>,
        (first, last): (u64, u64),
        mut tell: impl FnMut(&Self) -> Result<(), String>,
    ) -> Result<(), String> {
        if let Some(recording) = recording {
            let of_range = |(_, frame): &(usize, &StoredFrame)| (first..=last).contains(&frame.frame);
            let mut frames = recording.frames().iter().enumerate().filter(of_range).peekable();
            if frames.peek().is_none() {
                recording.index_of(first).map_err(|what| format!("--frames: {what}"))?;
            }
            let mut recorded = RecordedFrames::of(recording)?;
            return frames.try_for_each(|(index, _)| tell(&recorded.at(index)?));
        }
        let mut state = load(&StateArgs { frame: 0, scene: scene.map(Path::to_owned) }, None)?;
        loop {
            if state.world.frame() >= first {
                tell(&state)?;
            }
            if state.world.frame() >= last || NotFinite::of(&state.world).is_some() {
                return Ok(());
            }
            state.world.step();
        }
    }
}

impl RecordedFrame {
    /// Its world, in which bodies that the engine moves are dynamic.
    pub fn moving_world(&self, recording: &Recording) -> Result<World, String> {
        let mut world = recording.world_of(&self.moment).map_err(|e| e.to_string())?;
        world.set_meetings(self.meetings());
        Ok(world)
    }

    fn meetings(&self) -> Vec<Meeting> {
        self.passing.meetings(|body| self.moment.body_of(body))
    }

    /// What led two bodies of its scene, or these parts of them, to the frame. `every`: [`Recording::every_body`].
    pub fn past(&self, (recording, every): (&Recording, &World), (pair, parts): FoundParts) -> PairPast {
        let recorded = self.moment.recorded_body(pair.0).zip(self.moment.recorded_body(pair.1));
        let Some(bodies) = recorded else { return PairPast::default() };
        let met = self.passing.first_met(bodies);
        PairPast::recorded((recording, every), self.index, (bodies, parts), met, None)
    }

    /// The frame's number in the recording.
    pub fn number(&self) -> u64 {
        self.frame
    }

    /// What the other engine answered to the query of this name, in words.
    pub fn answer(&self, query: &str) -> Option<&str> {
        self.answers.iter().find(|(name, _)| name == query).map(|(_, answer)| answer.as_str())
    }

    /// The pair of `A,B`, which names recorded bodies or parts as `compare` and `report` print them, the parts that are meant,
    /// and what the other engine tells of it. Of bodies alone the parts are those that touch, or are nearest to each other.
    pub fn find_pair(&self, recording: &Recording, text: &str) -> Result<(FoundParts, ToldPair), String> {
        let moment = &self.moment;
        let is_gone = || format!("one of them is not there in frame {}", self.frame);
        let told = |bodies: (u32, u32), parts: PairParts| {
            let told = recording.told_pair(self.index, (bodies, parts), Tolerances::default());
            told.ok_or_else(is_gone)
        };
        if let Some(((a, b), parts)) = recording.find_pair(text)? {
            let (a, b) = (recording.there(self.index, a), recording.there(self.index, b));
            let (bodies, parts) = if a < b { ((a, b), parts) } else { ((b, a), [parts[1], parts[0]]) };
            let told = told(bodies, parts)?;
            let pair = moment.body_of(bodies.0).zip(moment.body_of(bodies.1)).ok_or_else(is_gone)?;
            let meant = if parts == [None; 2] { told.nearest.map(Leaf::part) } else { parts };
            return Ok(((pair, meant), told));
        }
        let (pair, parts) = moment.scene.find_parts(text)?;
        let bodies = moment.recorded_body(pair.0).zip(moment.recorded_body(pair.1));
        Ok(((pair, parts), told(bodies.ok_or_else(is_gone)?, parts)?))
    }

    /// What the other engine found, for the picture of a report.
    pub fn theirs(&self) -> Theirs {
        let mark = |contact: &TheirContact| {
            let (a, b) = contact.bodies;
            let pair = self.moment.body_of(a).zip(self.moment.body_of(b))?;
            Some(TheirMark { pair, contact: contact.clone(), differs: false })
        };
        Theirs {
            engine: self.engine.clone(),
            marks: self.theirs.iter().filter_map(mark).collect(),
            joints: self.joints.clone(),
            ways: self.ways.clone(),
        }
    }

    /// Puts the recording's frame and time into the report.
    pub fn put_moment(&self, report: &mut Report) {
        (report.frame, report.time) = (self.frame, self.time as f32);
    }
}

/// The named scene or the built-in one, and its world after the steps; of a recording the frame.
pub fn state(args: &StateArgs) -> Result<SceneAtFrame, String> {
    let recording = args.recording()?;
    let mut state = load(args, recording.as_ref())?;
    if state.recorded.is_none() {
        step_to(&mut state.world, args.frame, |_| Ok::<(), String>(()))?;
    }
    Ok(state)
}

/// What led two bodies of a run to its present state. Where they are apart its last step is made again, to know whether they
/// passed through each other in it.
pub fn past_of_run(scene: &Scene, world: &World, pair: (u32, u32)) -> Result<PairPast, String> {
    let past = PairPast::of_run(scene, world, pair);
    if world.frame() == 0 || past.missed_touch.is_some() || touch(world, pair.0, pair.1).is_some() {
        return Ok(past);
    }
    let mut before = scene.to_world().map_err(|e| e.to_string())?;
    step_to(&mut before, world.frame() - 1, |_| Ok::<(), String>(()))?;
    Ok(PairPast { met: past.met, ..PairPast::of_step(before, world, pair) })
}

impl StateArgs {
    /// The recording that is named; `None`: it is a scene.
    pub fn recording(&self) -> Result<Option<Recording>, String> {
        let path = self.scene.as_deref().filter(|path| recording::is_recording(path));
        path.map(Recording::load).transpose()
    }
}

/// The scene and its world at frame 0; of its recording the frame that is named.
fn load(args: &StateArgs, recording: Option<&Recording>) -> Result<SceneAtFrame, String> {
    if let Some(recording) = recording {
        let index = recording.index_of(args.frame).map_err(|what| format!("--frame: {what}"))?;
        return SceneAtFrame::recorded(recording, index);
    }
    let scene = match &args.scene {
        Some(path) => Scene::load(path).map_err(|e| e.to_string())?,
        None => Scene::built_in(),
    };
    let world = scene.to_world().map_err(|e| e.to_string())?;
    Ok(SceneAtFrame { scene, world, recorded: None })
}

/// Steps to a frame, with a progress bar where that takes long; tells every frame, the present one and the
/// last included, and stops at the first error. Returns the first frame whose state is not finite.
fn step_to<E>(
    world: &mut World,
    last: u64,
    mut tell: impl FnMut(&World) -> Result<(), E>,
) -> Result<Option<NotFinite>, E> {
    /// Fewer steps are over before a bar can be read.
    const LEAST: u64 = 1000;
    let bar = output::progress_bar(if last < LEAST { 0 } else { last });
    tell(world)?;
    let mut not_finite = None;
    while world.frame() < last {
        world.step();
        bar.inc(1);
        not_finite = not_finite.or_else(|| NotFinite::of(world));
        tell(world)?;
    }
    bar.finish_and_clear();
    Ok(not_finite)
}
