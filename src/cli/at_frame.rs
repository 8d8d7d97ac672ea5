//! The scene that a command is given, at a frame.

use std::path::Path;

use collide2d::{Leaf, World};
use glam::Vec2;

use super::{StateArgs, output};
use crate::elsewhere::recording::compare::{PassingPairs, Tolerances};
use crate::elsewhere::recording::queries::TheirWay;
use crate::elsewhere::recording::{self, RecordedMoment, Recording, StoredFrame, TheirContact, ToldPair};
use crate::explain::their_query::TheirAnswer;
use crate::explain::their_side::TheirSide;
use crate::picture::overlay::{TheirMark, Theirs};
use crate::platform::plain;
use crate::report::Report;
use crate::report::not_finite::NotFinite;
use crate::report::why::{CameThrough, PairPast};
use crate::scene::{FoundParts, PairParts, Scene};

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
    frame: u64,
    time: f64,
    tells_velocities: bool,
    /// Bodies of the scene whose velocity it does not tell, and whether each is static.
    untold: Vec<(u32, bool)>,
}

/// Frames of a recording that are read one after the other.
struct RecordedFrames<'r> {
    recording: &'r Recording,
    /// [`Recording::every_body`], where one of its bodies decides what it lets pass.
    every: Option<World>,
    /// What was let pass in the frame that was read last.
    passing: PassingPairs,
}

impl<'r> RecordedFrames<'r> {
    fn of(recording: &'r Recording) -> Result<Self, String> {
        let every = recording.has_passing().then(|| recording.every_body()).transpose();
        let every = every.map_err(|e| e.to_string())?;
        Ok(Self { recording, every, passing: PassingPairs::default() })
    }

    /// The frame of this index.
    fn at(&mut self, index: usize) -> Result<SceneAtFrame, String> {
        let Self { recording, every, passing } = self;
        if let Some(every) = every {
            passing.follow(recording, index, &recording.world_at(every, index));
        }
        let frame = recording.frames().get(index);
        let tells_velocities = frame.is_some_and(StoredFrame::tells_velocities);
        let tells_of = |body: u32| frame.is_some_and(|frame| frame.tells_velocity_of(body));
        let (frame, time) = frame.map_or((0, 0.0), |frame| (frame.frame, frame.time));
        let moment = recording.moment(index);
        let (engine, theirs) = (recording.engine().to_owned(), recording.their_contacts(index).collect());
        let scene = moment.scene.clone();
        let mut world = scene.build_world().map_err(|e| e.to_string())?;
        world.set_meetings(passing.meetings(|body| moment.body_of(body)));
        let untold =
            (0..).zip(world.bodies()).filter(|(body, _)| !moment.recorded_body(*body).is_some_and(tells_of));
        let untold = untold.map(|(index, body)| (index, body.is_static())).collect();
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
                frame,
                time,
                tells_velocities,
                untold,
            }),
        })
    }
}

impl SceneAtFrame {
    pub fn frame(&self) -> u64 {
        self.recorded.as_ref().map_or(self.world.frame(), |recorded| recorded.frame)
    }

    /// Seconds.
    pub fn time(&self) -> f64 {
        self.recorded.as_ref().map_or(self.world.time_of(self.world.frame()), |recorded| recorded.time)
    }

    /// Goes through these frames of a scene, or those of its recording that have such a number; both ends included.
    pub fn for_each(
        scene: Option<&Path>,
        recording: Option<&Recording>,
        (first, last): (u64, u64),
        mut each: impl FnMut(&Self) -> Result<(), String>,
    ) -> Result<(), String> {
        if let Some(recording) = recording {
            let mut frames = frames_of(recording, (first, last))?;
            let mut recorded = RecordedFrames::of(recording)?;
            return frames.try_for_each(|(index, _)| each(&recorded.at(index)?));
        }
        let mut state = load(&StateArgs { frame: 0, scene: scene.map(Path::to_owned) }, None)?;
        loop {
            if state.world.frame() >= first {
                each(&state)?;
            }
            if state.world.frame() >= last || NotFinite::of(&state.world).is_some() {
                return Ok(());
            }
            state.world.step();
        }
    }
}

impl RecordedFrame {
    /// What led two bodies of its scene, or these parts of them, to the frame. `every`: [`Recording::every_body`].
    pub fn past(&self, (recording, every): (&Recording, &World), (pair, parts): FoundParts) -> PairPast {
        let recorded = self.moment.recorded_body(pair.0).zip(self.moment.recorded_body(pair.1));
        let Some(bodies) = recorded else { return PairPast::default() };
        let met = self.passing.first_met(bodies);
        PairPast::recorded((recording, every), self.index, (bodies, parts), met, None)
    }

    /// What the other engine answered to the query of this name.
    pub fn their_answer(&self, recording: &Recording, query: &str) -> Result<Option<TheirAnswer>, String> {
        let every = recording.every_body().map_err(|e| e.to_string())?;
        Ok(TheirAnswer::of((recording, &every), self.index, query))
    }

    /// The pair of `A,B`, which names recorded bodies or parts as `compare` and `report` print them, the parts that are meant,
    /// and what the other engine tells of it. Of bodies alone the parts are those that touch, or are nearest to each other.
    pub fn find_pair(
        &self,
        (recording, every): (&Recording, &World),
        text: &str,
    ) -> Result<(FoundParts, ToldPair), String> {
        let moment = &self.moment;
        let is_gone = || format!("one of them is not there in frame {}", self.frame);
        let told = |bodies: (u32, u32), parts: PairParts| {
            self.told((recording, every), (bodies, parts)).ok_or_else(is_gone)
        };
        if let Some(((a, b), parts)) = recording.find_pair(text)? {
            let (a, b) = (recording.there(self.index, a), recording.there(self.index, b));
            let (bodies, parts) = if a < b { ((a, b), parts) } else { ((b, a), [parts[1], parts[0]]) };
            let told = told(bodies, parts)?;
            let pair = moment.body_of(bodies.0).zip(moment.body_of(bodies.1)).ok_or_else(is_gone)?;
            let meant = if parts == [None; 2] { told.nearest.map(Leaf::part_of_several) } else { parts };
            return Ok(((pair, meant), told));
        }
        let (pair, parts) = moment.scene.find_parts(text)?;
        let bodies = moment.recorded_body(pair.0).zip(moment.recorded_body(pair.1));
        Ok(((pair, parts), told(bodies.ok_or_else(is_gone)?, parts)?))
    }

    /// What the other engine tells of two recorded bodies, or of these parts of them; `None`: one of them is not there.
    fn told(&self, (recording, every): (&Recording, &World), meant: FoundParts) -> Option<ToldPair> {
        let (bodies, met) = (meant.0, self.passing.first_met(meant.0));
        let told = recording.told_pair(every, self.index, meant, met, Tolerances::default())?;
        let ghosts = recording.ghosts_of(every, self.index, bodies);
        let through = CameThrough::in_frame(recording, every, self.index, None, bodies);
        let told = told.came_in_by(through.map(|through| through.first_normal));
        Some(told.with(recording, recording.event_faults(self.index, bodies), &ghosts))
    }

    /// The same of two bodies of its scene, in words.
    pub fn their_side(&self, recorded: (&Recording, &World), pair: (u32, u32)) -> Option<TheirSide> {
        let [a, b] = [pair.0, pair.1].map(|body| self.moment.recorded_body(body));
        Some(TheirSide::of(&self.told(recorded, ((a?, b?), [None; 2]))?))
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

    /// Refuses impacts ahead where the frame tells no velocities.
    pub fn check_impacts(&self, asked: Option<f32>) -> Result<(), String> {
        if asked.is_some() && !self.tells_velocities {
            return Err(format!("--impacts: frame {} of this recording tells no velocities", self.frame));
        }
        Ok(())
    }

    /// Puts the recording's frame and time into the report, and takes out what it does not tell.
    pub fn put_moment(&self, report: &mut Report) {
        (report.frame, report.time) = (self.frame, self.time as f32);
        report.leave_out_masses();
        if !self.tells_velocities {
            return report.leave_out_velocities();
        }
        for (body, is_static) in &self.untold {
            report.leave_out_velocity_of(*body, *is_static);
        }
    }
}

/// The named scene or the built-in one, and its world after the steps; of a recording the frame.
pub fn state(args: &StateArgs) -> Result<SceneAtFrame, String> {
    state_in(args, args.recording()?.as_ref())
}

/// The same; `recording` is the one that is named, loaded.
pub fn state_in(args: &StateArgs, recording: Option<&Recording>) -> Result<SceneAtFrame, String> {
    let mut state = load(args, recording)?;
    if state.recorded.is_none() {
        step_to(&mut state.world, args.frame, |_| Ok::<(), String>(()))?;
    }
    Ok(state)
}

/// The same, with the world before the last step; `None`: no step was made.
pub fn state_with_before(
    args: &StateArgs,
    recording: Option<&Recording>,
) -> Result<(SceneAtFrame, Option<World>), String> {
    let (mut state, mut before) = (load(args, recording)?, None);
    if state.recorded.is_none() {
        step_to(&mut state.world, args.frame, |world| {
            if world.frame() + 1 == args.frame {
                before = Some(world.clone());
            }
            Ok::<(), String>(())
        })?;
    }
    Ok((state, before))
}

/// What led two bodies of a run, or these parts or segments, to its present state. `before`: the state before the last step;
/// `None`: it has made none.
pub fn past_of_run(
    scene: &Scene,
    world: &World,
    before: Option<&World>,
    pair: (u32, u32),
    leaves: [Leaf; 2],
) -> PairPast {
    let past = PairPast::of_run(scene, world, pair);
    let Some(before) = before else { return past };
    let of_step = PairPast::of_step(before.clone(), world, pair, leaves);
    PairPast { met: past.met, missed_touch: past.missed_touch.or(of_step.missed_touch), ..of_step }
}

impl StateArgs {
    /// The recording that is named; `None`: it is a scene.
    pub fn recording(&self) -> Result<Option<Recording>, String> {
        let path = self.scene.as_deref().filter(|path| recording::is_recording(path));
        path.map(load_recording).transpose()
    }
}

/// A recording that is read. A last line within which the file ends is left out, and told on standard error.
pub fn load_recording(path: &Path) -> Result<Recording, String> {
    let recording = Recording::load(path)?;
    if let Some(what) = recording.cut_short() {
        output::complain(&format!("{}, {what}", plain::path(path)));
    }
    Ok(recording)
}

/// The index of the frame of a recording that has this number. Where none has it, the frame that is shown in its place is told on
/// standard error.
pub fn index_of_frame(recording: &Recording, asked: u64) -> Result<usize, String> {
    let index = recording.index_of(asked).map_err(|what| format!("--frame: {what}"))?;
    let shown = recording.frames().get(index).map_or(0, |frame| frame.frame);
    if asked > 0 && shown != asked {
        output::complain(&format!("--frame: the recording has no frame {asked}; this is frame {shown}"));
    }
    Ok(index)
}

/// The frames of a recording that have such a number, both ends included, with their indices.
pub fn frames_of(
    recording: &Recording,
    (first, last): (u64, u64),
) -> Result<impl Iterator<Item = (usize, &StoredFrame)>, String> {
    let of_range = move |(_, frame): &(usize, &StoredFrame)| (first..=last).contains(&frame.frame);
    let mut frames = recording.frames().iter().enumerate().filter(of_range).peekable();
    if frames.peek().is_none() {
        recording.index_of(first).map_err(|what| format!("--frames: {what}"))?;
    }
    Ok(frames)
}

/// The scene and its world at frame 0; of its recording the frame that is named.
pub fn load(args: &StateArgs, recording: Option<&Recording>) -> Result<SceneAtFrame, String> {
    if let Some(recording) = recording {
        return RecordedFrames::of(recording)?.at(index_of_frame(recording, args.frame)?);
    }
    let scene = match &args.scene {
        Some(path) => Scene::load(path).map_err(|e| e.to_string())?,
        None => Scene::built_in(),
    };
    let world = scene.to_world().map_err(|e| e.to_string())?;
    Ok(SceneAtFrame { scene, world, recorded: None })
}

/// Steps to a frame, with a progress bar where that takes long; `each` is called for every frame, the present one and the
/// last included, and stops it by an error. Returns the first frame whose state is not finite.
pub fn step_to<E>(
    world: &mut World,
    last: u64,
    mut each: impl FnMut(&World) -> Result<(), E>,
) -> Result<Option<NotFinite>, E> {
    /// Fewer steps are over before a bar can be read.
    const LEAST: u64 = 1000;
    let bar = output::progress_bar(if last < LEAST { 0 } else { last });
    each(world)?;
    let mut not_finite = None;
    while world.frame() < last {
        world.step();
        bar.inc(1);
        not_finite = not_finite.or_else(|| NotFinite::of(world));
        each(world)?;
    }
    bar.finish_and_clear();
    Ok(not_finite)
}
