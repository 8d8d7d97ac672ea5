//! Runs a scene, or goes through a recording, until a stop holds.

use std::collections::BTreeMap;

use collide2d::{SolverKind, World};
use serde::Serialize;

use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::between::crossed_before;
use crate::elsewhere::recording::compare::{PassingPairs, Tolerances, compare};
use crate::report::check::{Expected, Failure, RangesWatch};
use crate::report::not_finite::NotFinite;
use crate::report::stops::{NamedBodies, StopFrame, StopSeen, StopWatch};
use crate::report::why::CameThroughWatch;
use crate::scene::{Scene, Stop, StopCondition, StopKind};

/// The first frame at which a stop holds, and why.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoppedAt {
    /// As in a file.
    pub stop: String,
    pub frame: u64,
    pub why: String,
}

/// What [`until`] found.
#[derive(Clone, Debug, PartialEq)]
pub enum Until {
    Stopped(StoppedAt),
    Never(NeverHeld),
}

/// A stop holds in no frame up to the last one.
#[derive(Clone, Debug, PartialEq)]
pub struct NeverHeld {
    /// As in a file.
    pub stop: String,
    pub last: u64,
    pub end: Option<NotFinite>,
    /// If a ghost was asked for: why the scene's solver uses none.
    pub no_ghosts: Option<&'static str>,
}

/// Stops with all that they may ask of a scene's frames: its `expect` lines too.
#[derive(Clone, Debug)]
pub struct SceneStops {
    watch: StopWatch,
    expected: Expected,
    ranges: RangesWatch,
    decided: Vec<(usize, Option<Failure>)>,
    through: CameThroughWatch,
}

/// Stops of a recording, with what its frames up to the last one that was seen let pass.
#[derive(Clone, Debug)]
pub struct RecordingStops {
    watch: StopWatch,
    passing: PassingPairs,
    through: CameThroughWatch,
}

impl SceneStops {
    /// Watches valid stops of the scene.
    pub fn of<'s>(scene: &Scene, stops: impl IntoIterator<Item = &'s Stop>) -> Self {
        let (watch, ranges) = (StopWatch::of(scene, stops), RangesWatch::of(scene));
        let asks_crossings = watch.asks_crossings() || ranges.asks_crossings();
        Self {
            watch,
            expected: Expected::of(scene),
            ranges,
            decided: Vec::new(),
            through: CameThroughWatch::new(asks_crossings),
        }
    }

    /// Looks at the world's frame, which follows the last one: the stops whose conditions are true in it.
    pub fn see(&mut self, scene: &Scene, world: &World) -> Vec<StopSeen> {
        let came_through = self.through.step_to(world);
        let frame = StopFrame { came_through: &came_through, ..StopFrame::of_steps(world) };
        let decided = self.ranges.see(scene, &frame);
        self.decided.extend(decided.iter().cloned());
        if !self.watch.asks_failures() {
            return self.watch.see(&frame);
        }
        let of_frame = self.expected.check(scene, world).chain(decided);
        let failures: Vec<_> =
            of_frame.filter_map(|(index, failure)| Some((index, failure?.to_string()))).collect();
        self.watch.see(&StopFrame { failures: &failures, ..frame })
    }

    /// The expectations of ranges that were decided since the last call, each with its failure, if any.
    pub fn take_decided(&mut self) -> Vec<(usize, Option<Failure>)> {
        std::mem::take(&mut self.decided)
    }

    /// [`StopWatch::sentence`] in the world's frame.
    pub fn sentence(&self, seen: &StopSeen, scene: &Scene, world: &World) -> String {
        self.watch.sentence(seen, &scene.with_pieces(world.pieces()))
    }
}

/// Steps the scene's `world` from frame 0 until a valid stop holds, at most `within` steps; `passed` is called after each.
pub fn until(scene: &Scene, world: &mut World, stop: &Stop, within: u64, mut passed: impl FnMut()) -> Until {
    if stop.condition.kind() == StopKind::Crosses {
        // Valid settings stay valid.
        let _ = world.set_settings(world.settings().with_crossings(true));
    }
    let mut stops = SceneStops::of(scene, [stop]);
    loop {
        if let Some(seen) = stops.see(scene, world).first() {
            let why = stops.sentence(seen, scene, world);
            return Until::Stopped(StoppedAt { stop: stop.text(), frame: world.frame(), why });
        }
        let end = NotFinite::of(world);
        if end.is_some() || world.frame() >= within {
            let no_ghosts = no_ghosts(scene, stop);
            let (stop, last) = (stop.text(), world.frame());
            return Until::Never(NeverHeld { stop, last, end, no_ghosts });
        }
        world.step();
        passed();
    }
}

/// Why the solver of a scene may use no ghost that a stop asks for, as where tiles are bodies of their own.
pub fn no_ghosts(scene: &Scene, stop: &Stop) -> Option<&'static str> {
    if !matches!(stop.condition, StopCondition::Ghost { .. }) {
        return None;
    }
    match scene.solver {
        SolverKind::Off => Some(
            "with `solver: Off` no contact ever acts: a ghost is one that a solver used; allowed: Linear, Rigid",
        ),
        SolverKind::Rigid if !scene.rigid.smooth_seams => None,
        SolverKind::Linear | SolverKind::Rigid => Some(
            "our solvers smooth the seams of static bodies that lie against each other, where other engines have ghosts; with \
             `solver: Rigid, rigid: (smooth_seams: false)` ours has them too",
        ),
    }
}

/// Neither velocities are told nor ways, which take two frames.
fn is_without_velocities(recording: &Recording) -> bool {
    let tells = |index: usize| {
        (0..recording.body_count() as u32).any(|body| recording.knows_velocity_of(body, index))
    };
    !recording.frames().is_empty() && !(0..recording.frames().len()).any(tells)
}

/// A stop of a scene as a person types it.
pub fn stop_of_scene(scene: &Scene, text: &str) -> Result<Stop, String> {
    let stop = scene.read_stop(text)?;
    if let StopCondition::Differs {} = stop.condition {
        return Err("Differs() is of a recording, whose contacts are compared; found a scene".to_owned());
    }
    Ok(stop)
}

/// A stop of a recording as a person types it.
pub fn stop_of_recording(recording: &Recording, text: &str) -> Result<Stop, String> {
    let stop = recording.scene().read_stop(text)?;
    match &stop.condition {
        StopCondition::Event { .. } => Err("a recording has no listeners".to_owned()),
        StopCondition::Energy { .. } => Err("a recording does not tell masses".to_owned()),
        StopCondition::Fails {} => Err("a recording has no expectations".to_owned()),
        StopCondition::Hit { .. } => Err("a recording has no queries with names".to_owned()),
        StopCondition::Opens { .. } => {
            Err("a recording does not tell where joints hold its bodies".to_owned())
        }
        StopCondition::Grounded { .. } | StopCondition::Stuck { .. } => {
            Err("a recording has no movers".to_owned())
        }
        StopCondition::Ghost { .. } => {
            Err("a recording does not tell what its engine's solver used; compare --ghosts lists its ghosts"
                .to_owned())
        }
        StopCondition::Faster { .. } if is_without_velocities(recording) => {
            Err("this recording tells no velocities".to_owned())
        }
        StopCondition::Begin { .. }
        | StopCondition::End { .. }
        | StopCondition::Deeper { .. }
        | StopCondition::Faster { .. }
        | StopCondition::Outside { .. }
        | StopCondition::Turns { .. }
        | StopCondition::Crosses { .. }
        | StopCondition::Differs {}
        | StopCondition::NotFinite {} => Ok(stop),
    }
}

impl RecordingStops {
    /// Watches valid stops of a recording; `names`: [`Recording::scene`].
    pub fn of<'s>(names: &Scene, stops: impl IntoIterator<Item = &'s Stop>) -> Self {
        let watch = StopWatch::with(stops, |name| NamedBodies::of(names, name), |_| u32::MAX);
        let through = CameThroughWatch::new(watch.asks_crossings());
        Self { watch, passing: PassingPairs::default(), through }
    }

    /// Looks at a frame of a recording, by index: the one that follows the last one that was seen. `every`:
    /// [`Recording::every_body`]. `differences`: those of the frame, in words.
    pub fn see(
        &mut self,
        recording: &Recording,
        every: &World,
        index: usize,
        differences: &[String],
    ) -> Vec<StopSeen> {
        let Some(frame) = recording.frames().get(index) else { return Vec::new() };
        let is_asked = self.watch.asks_crossings();
        let crossed = if is_asked { crossed_before(recording, every, index) } else { Vec::new() };
        let world = self.passing.world_at(recording, every, index, usize::MAX);
        let came_through = self.through.frame_to((recording, every), &world, index, None);
        self.watch.see(&StopFrame {
            crossed: &crossed,
            came_through: &came_through,
            number: frame.frame,
            time: frame.time,
            world: &world,
            is_recorded: true,
            failures: &[],
            differences,
        })
    }

    /// The recording has dropped so many of its oldest frames.
    pub fn forget(&mut self, dropped: usize) {
        self.passing.forget(dropped);
    }

    /// [`StopWatch::sentence`].
    pub fn sentence(&self, seen: &StopSeen, scene: &Scene) -> String {
        self.watch.sentence(seen, scene)
    }
}

/// Goes through the first `within` frames of a recording and one more, until a stop holds;
/// `passed` is called after each.
pub fn until_in(
    recording: &Recording,
    stop: &Stop,
    within: u64,
    mut passed: impl FnMut(),
) -> Result<Until, String> {
    let every = recording.every_body().map_err(|e| e.message)?;
    let scene = recording.scene();
    let mut stops = RecordingStops::of(&scene, [stop]);
    let mut differences: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    if let StopCondition::Differs {} = stop.condition {
        for found in &compare(recording, Tolerances::default(), || ())?.differences {
            differences.entry(found.frame).or_default().push(recording.pair_sentence(found));
        }
    }
    let mut last = 0;
    let count = usize::try_from(within).unwrap_or(usize::MAX).saturating_add(1);
    for (index, frame) in recording.frames().iter().enumerate().take(count) {
        last = frame.frame;
        let differences = differences.get(&frame.frame).map(Vec::as_slice).unwrap_or_default();
        let seen = stops.see(recording, &every, index, differences);
        if let Some(seen) = seen.first() {
            let why = stops.sentence(seen, &scene);
            return Ok(Until::Stopped(StoppedAt { stop: stop.text(), frame: last, why }));
        }
        passed();
    }
    let stop = stop.text();
    Ok(Until::Never(NeverHeld { stop, last, end: None, no_ghosts: None }))
}
