//! The stages of a step: for each, the state after it, a sentence, and a formula with its numbers.
//!
//! A recording observes the real step, so the state after its last stage is the next frame bit for bit. Pairs
//! of two static bodies, which the step does not test, are tested for the recording alone.

use collide2d::{Body, GeneratorOutcome, Iteration, Motion, PairCounts, PairKey, Pose, Stage, World};
use glam::Vec2;

use crate::scene::numbers::LengthUnit;
use crate::scene::{Scene, generator_name};

mod boxes;
mod broad_phase;
mod circles;
mod events;
mod forces;
pub(crate) mod formula;
mod generators;
mod impulses;
mod inputs;
mod iteration;
mod left_over;
mod linear;
mod motion;
mod movers;
mod narrow_phase;
mod queries;
mod reactions;
mod recorder;
mod sleep;
mod text;
mod words;

pub use formula::Formula;
pub use generators::{ends_apart, opening};
pub use impulses::{Impulses, PointImpulse};
pub use narrow_phase::where_points_lie;
pub use queries::query_stages;
use recorder::Recorder;
pub use text::{BroadPhaseCounts, StageText};
pub use words::{
    axis_source_label, begins_within, capital, dropped_words, feature_name, is_containment, listed,
    listener_label, listener_name, longer_way, other_side, overlap_name, phase_name, resolved_by, taken_by,
};

/// Most stages recorded of one step, some 30 MB; later iterations are left out.
pub const MOST_STAGES: usize = 100_000;

/// Most pairs of two static bodies that are tested for a recording.
const MOST_STATIC: usize = 16;

#[derive(Clone, Debug)]
pub struct StepRecord {
    stages: Vec<RecordedStage>,
    /// Index of the events among the stages.
    events: usize,
    changes: Vec<BodyChange>,
    left_out: usize,
    pairs: PairCounts,
    unit: LengthUnit,
    /// Length of the step. Seconds.
    timestep: f32,
    largest_impulse: Option<f32>,
    /// The state at `done`, but for reactions of listeners.
    world: World,
    /// Index of the reactions among the stages, if there are any.
    reactions: Option<usize>,
    /// The state at `done`, once the reactions are done.
    reacted: Option<World>,
    done: usize,
}

#[derive(Clone, Debug)]
struct RecordedStage {
    stage: Stage,
    /// A test of two static bodies, which is no part of the step.
    left_alone: bool,
    /// What rounding may add to an iteration's speeds. Metres per second.
    speed_rounding: f32,
    /// The last iteration before this one that moved a body of its pair.
    moved_by: Option<u32>,
    /// End of its changes in [`StepRecord::changes`]; they begin where those of the previous stage end.
    changes: usize,
}

impl RecordedStage {
    fn detects(&self) -> bool {
        matches!(self.stage, Stage::BroadPhase(_) | Stage::NarrowPhase { .. })
    }
}

/// The change of one body in one stage.
#[derive(Clone, Copy, Debug, PartialEq)]
struct BodyChange {
    body: u32,
    before: MotionState,
    after: MotionState,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct MotionState {
    pose: Pose,
    velocity: Vec2,
    angular_velocity: f32,
}

/// Texts of every stage of the step from `world`'s frame to the next.
pub fn stages(scene: &Scene, world: &World) -> Vec<StageText> {
    let mut recording = StepRecord::of(world, None);
    let mut texts = Vec::with_capacity(recording.len());
    while recording.done < recording.len() {
        recording.go_to(recording.done + 1);
        texts.extend(recording.text(scene));
    }
    texts
}

impl StepRecord {
    /// Records the step from `world`'s frame to the next, positioned before its first stage. The `selected`
    /// pair is tested even where both bodies are static.
    pub fn of(world: &World, selected: Option<(u32, u32)>) -> Self {
        let Recorder { stages, changes, left_out, .. } = Recorder::of(world);
        let pairs = world.pair_counts(MOST_STATIC);
        let unit = LengthUnit::of(world.bodies());
        let impulses = stages.iter().filter_map(iteration::point_impulse);
        let sizes = impulses.map(|point| point.impulse.abs().max(point.friction.abs()));
        let largest_impulse = sizes.reduce(f32::max).filter(|largest| *largest > 0.0 && largest.is_finite());
        let (world, timestep, events) = (world.clone(), world.timestep(), 0);
        let (reactions, reacted) = (None, None);
        let mut recording = Self {
            stages,
            events,
            changes,
            left_out,
            pairs,
            unit,
            timestep,
            largest_impulse,
            world,
            reactions,
            reacted,
            done: 0,
        };
        recording.add_left_alone(selected.map(|(a, b)| PairKey::new(a, b)));
        let is_events = |recorded: &RecordedStage| matches!(recorded.stage, Stage::Events(_));
        recording.events = recording.stages.iter().position(is_events).unwrap_or_default();
        let reacts = |recorded: &RecordedStage| matches!(recorded.stage, Stage::Reactions(_));
        recording.reactions = recording.stages.iter().position(reacts);
        recording
    }

    /// Records what finds the contacts of `world` as it is: broad phase and narrow phase.
    pub fn of_detection(world: &World, selected: Option<(u32, u32)>) -> Self {
        let mut still = world.clone();
        for index in 0..world.bodies().len() as u32 {
            if let Some(body) = still.body_mut(index).filter(|body| !body.is_static()) {
                // At rest it is tested where it is.
                _ = body.set_motion(Motion::dynamic(1.0));
            }
        }
        let mut recording = Self::of(&still, selected);
        recording.stages.retain(RecordedStage::detects);
        recording
    }

    /// Adds tests of pairs of two static bodies after those of the step.
    fn add_left_alone(&mut self, selected: Option<PairKey>) {
        let is_static = |index| self.world.body(index).is_some_and(Body::is_static);
        let selected = selected.filter(|pair| is_static(pair.a()) && is_static(pair.b()));
        let others = selected.filter(|pair| !self.pairs.first_static.contains(pair));
        let pairs = self.pairs.first_static.iter().copied().chain(others);
        let tests = pairs.filter_map(|pair| Some((pair, self.world.test_pair(pair)?)));
        let Some(last) = self.stages.iter().rposition(RecordedStage::detects) else { return };
        let changes = self.stages.get(last).map_or(0, |recorded| recorded.changes);
        let added = tests.map(|(pair, outcome)| RecordedStage {
            stage: Stage::NarrowPhase { pair, outcome },
            left_alone: true,
            speed_rounding: 0.0,
            moved_by: None,
            changes,
        });
        let added: Vec<_> = added.collect();
        self.stages.splice(last + 1..last + 1, added);
    }

    pub fn len(&self) -> usize {
        self.stages.len()
    }

    /// Always false: every step has the end of the frame.
    pub fn is_empty(&self) -> bool {
        self.stages.is_empty()
    }

    /// Stages done, 0 to [`StepRecord::len`].
    pub fn done(&self) -> usize {
        self.done
    }

    /// Number of iterations beyond [`MOST_STAGES`], which were not recorded.
    pub fn left_out(&self) -> usize {
        self.left_out
    }

    /// The state after the stages done: the bodies are those of that stage, everything else is as before the
    /// step.
    pub fn world(&self) -> &World {
        self.reacted.as_ref().unwrap_or(&self.world)
    }

    /// The depth at which the narrow phase or a generator found the iteration's contact. Metres.
    fn depth_found(&self, told: &Iteration) -> Option<f32> {
        let Some(pair) = told.source.pair() else { return self.depth_generated(told) };
        let Stage::Events(events) = self.at(self.events)? else { return None };
        let at = events.binary_search_by_key(&pair, |event| event.pair).ok()?;
        Some(events.get(at)?.touch?.depth)
    }

    /// The second contact of a rod, against the normal that was found, has none.
    fn depth_generated(&self, told: &Iteration) -> Option<f32> {
        let before_events = self.stages[..self.events.min(self.stages.len())].iter().rev();
        let outcomes = before_events.map_while(|recorded| match &recorded.stage {
            Stage::Generator { outcome: GeneratorOutcome::Contacts(made), .. } => Some(made.as_slice()),
            Stage::Generator { .. } => Some([].as_slice()),
            _ => None,
        });
        let made = outcomes.flatten().find(|made| made.source() == told.source)?;
        (made.contact.normal.dot(told.normal) > 0.0).then_some(made.contact.depth)
    }

    /// The last stage done.
    pub fn stage(&self) -> Option<&Stage> {
        self.at(self.done.checked_sub(1)?)
    }

    /// The impulses of the last stage done if it is an iteration; 0 along the normal where its sentence says
    /// that it is rounding alone.
    pub fn impulse(&self) -> Option<PointImpulse> {
        iteration::point_impulse(self.stages.get(self.done.checked_sub(1)?)?)
    }

    /// The bodies that the last stage done has moved, with their poses before it.
    pub fn moved(&self) -> impl Iterator<Item = (u32, Pose)> {
        let last = self.end_of(self.done.saturating_sub(1))..self.end_of(self.done);
        let changes = self.changes.get(last).unwrap_or_default().iter();
        let moved = changes.filter(|change| change.before.pose != change.after.pose);
        moved.map(|change| (change.body, change.before.pose))
    }

    /// The largest impulse or friction of the step's iterations; `None`: there is none. Newton seconds.
    pub fn largest_impulse(&self) -> Option<f32> {
        self.largest_impulse
    }

    pub fn at(&self, index: usize) -> Option<&Stage> {
        self.stages.get(index).map(|recorded| &recorded.stage)
    }

    /// Whether a stage is the test of two static bodies, which is no part of the step.
    pub fn is_left_alone(&self, index: usize) -> bool {
        self.stages.get(index).is_some_and(|recorded| recorded.left_alone)
    }

    /// Whether the step has as many candidate pairs as it may test, and so perhaps more.
    pub fn is_limited(&self) -> bool {
        let most = self.world.settings().max_candidates.unwrap_or(usize::MAX);
        let is_at_limit = |recorded: &RecordedStage| matches!(&recorded.stage, Stage::BroadPhase(pairs) if pairs.len() >= most);
        self.stages.iter().any(is_at_limit)
    }

    /// Whether the narrow phase is still to come or under way.
    pub fn is_testing(&self) -> bool {
        let detects = |stage: &Stage| {
            matches!(
                stage,
                Stage::Movers(_) | Stage::Forces(_) | Stage::BroadPhase(_) | Stage::NarrowPhase { .. }
            )
        };
        self.stage().is_none_or(detects)
    }

    /// The pairs tested by the stages done, sorted; `None` once the narrow phase is over.
    pub fn tested_so_far(&self) -> Option<Vec<(u32, u32)>> {
        if !self.is_testing() {
            return None;
        }
        let done = self.stages.get(..self.done).unwrap_or_default();
        let pair_of = |recorded: &RecordedStage| match &recorded.stage {
            Stage::NarrowPhase { pair, .. } => Some((pair.a(), pair.b())),
            _ => None,
        };
        let mut pairs: Vec<_> = done.iter().filter_map(pair_of).collect();
        pairs.sort_unstable();
        Some(pairs)
    }

    /// The pairs of the state, as the broad phase counts them.
    pub fn pair_counts(&self) -> &PairCounts {
        &self.pairs
    }

    /// The pair of a stage; a contact that a generator made has none.
    pub fn pair(&self, index: usize) -> Option<(u32, u32)> {
        match self.at(index)? {
            Stage::NarrowPhase { pair, .. } | Stage::Landed { pair, .. } => Some((pair.a(), pair.b())),
            Stage::Iteration(told) => told.source.pair().map(|pair| (pair.a(), pair.b())),
            Stage::Stopped { body, at, .. } => Some((*body.min(at), *body.max(at))),
            _ => None,
        }
    }

    /// The generator of the last stage done, where it works on one or on its contact.
    pub fn generator(&self) -> Option<u32> {
        match self.stage()? {
            Stage::Generator { generator, .. } | Stage::StoppedAtGround { generator, .. } => Some(*generator),
            Stage::Iteration(told) => told.source.generator(),
            Stage::Movers(_)
            | Stage::Forces(_)
            | Stage::BroadPhase(_)
            | Stage::NarrowPhase { .. }
            | Stage::Events(_)
            | Stage::SubstepForces { .. }
            | Stage::SubstepMove { .. }
            | Stage::FreeMotion
            | Stage::Stopped { .. }
            | Stage::Landed { .. }
            | Stage::Slid { .. }
            | Stage::Reactions(_)
            | Stage::Sleep { .. }
            | Stage::FrameEnd { .. } => None,
        }
    }

    /// Where the last stage done works on a generator's contact. World.
    pub fn generated_at(&self) -> Option<Vec2> {
        match self.stage()? {
            Stage::Generator { outcome: GeneratorOutcome::Contacts(made), .. } => {
                let made = made.first()?;
                let position = self.world.body(made.a)?.pose().position;
                Some(position + made.contact.points().first()?.from_a)
            }
            Stage::Iteration(told) if told.source.generator().is_some() => Some(self.impulse()?.position),
            _ => None,
        }
    }

    /// Goes to the state after `done` stages.
    pub fn go_to(&mut self, done: usize) {
        let done = done.min(self.stages.len());
        let (from, to) = (self.end_of(self.done), self.end_of(done));
        if from <= to {
            for change in self.changes.get(from..to).unwrap_or_default() {
                change.after.apply(&mut self.world, change.body);
            }
        } else {
            for change in self.changes.get(to..from).unwrap_or_default().iter().rev() {
                change.before.apply(&mut self.world, change.body);
            }
        }
        self.done = done;
        let reactions = self.reactions.filter(|at| done > *at).and_then(|at| self.at(at));
        self.reacted = match reactions {
            Some(Stage::Reactions(reactions)) => {
                let mut reacted = self.world.clone();
                reacted.react(reactions);
                Some(reacted)
            }
            _ => None,
        };
    }

    /// The title of a stage, for a list.
    pub fn title(&self, index: usize, scene: &Scene) -> String {
        let scene = &*scene.with_pieces(self.world().pieces());
        self.stages.get(index).map(|recorded| title(recorded, self.unit, scene)).unwrap_or_default()
    }

    /// The text of the last stage done; `None` before the first.
    pub fn text(&self, scene: &Scene) -> Option<StageText> {
        let index = self.done.checked_sub(1)?;
        let scene = &*scene.with_pieces(self.world().pieces());
        let changes = self.changes.get(self.end_of(index)..self.end_of(self.done)).unwrap_or_default();
        let recorded = self.stages.get(index)?;
        let mut text = text(recorded, changes, self, scene).capped();
        text.title = title(recorded, self.unit, scene);
        text.left_alone = recorded.left_alone;
        text.pair = self.pair(index);
        if self.left_out > 0 && matches!(self.at(index), Some(Stage::FrameEnd { .. })) {
            let stages = if self.left_out == 1 { "stage before it is" } else { "stages before it are" };
            text.details.push(format!("{} {stages} not listed", self.left_out));
        }
        Some(text)
    }

    fn end_of(&self, done: usize) -> usize {
        done.checked_sub(1).and_then(|last| self.stages.get(last)).map_or(0, |recorded| recorded.changes)
    }
}

fn title(recorded: &RecordedStage, unit: LengthUnit, scene: &Scene) -> String {
    let title = match &recorded.stage {
        Stage::Movers(moves) => movers::title(moves, scene),
        Stage::Forces(_) => "Forces".to_owned(),
        Stage::BroadPhase(pairs) => broad_phase::title(pairs),
        Stage::NarrowPhase { pair, outcome } => narrow_phase::title(*pair, outcome, unit, scene),
        Stage::Generator { generator, outcome } => generators::title(*generator, outcome, unit, scene),
        Stage::Events(events) => events::title(events),
        Stage::Iteration(iteration) => iteration::title(iteration, recorded.speed_rounding, scene),
        Stage::SubstepForces { index, .. } => format!("Sub-step {}: forces", index + 1),
        Stage::SubstepMove { index, .. } => format!("Sub-step {}: move", index + 1),
        Stage::FreeMotion => "Free motion".to_owned(),
        Stage::Stopped { body, at, .. } => {
            format!("Fast body: {} stopped at {}", words::name(scene, *body), words::name(scene, *at))
        }
        Stage::StoppedAtGround { body, generator, .. } => {
            let (body, ground) = (words::name(scene, *body), generator_name(scene, *generator));
            format!("Fast body: {body} stopped at {ground}")
        }
        Stage::Landed { pair, .. } => {
            let [a, b] = [pair.a(), pair.b()].map(|body| words::name(scene, body));
            format!("Landing: {a} and {b} put back to where they touch")
        }
        Stage::Slid { body, .. } => format!("Slide: {} goes on", words::name(scene, *body)),
        Stage::Reactions(reactions) => reactions::title(reactions),
        Stage::Sleep { woken, islands } => sleep::title(woken, islands),
        Stage::FrameEnd { frame, .. } => format!("End of the step: frame {frame}"),
    };
    if recorded.left_alone { format!("{title}, both static") } else { title }
}

/// `changes`: the stage's changes of bodies; `recording`: positioned after the stage.
fn text(
    recorded: &RecordedStage,
    changes: &[BodyChange],
    recording: &StepRecord,
    scene: &Scene,
) -> StageText {
    let unit = recording.unit;
    match &recorded.stage {
        Stage::Movers(moves) => movers::text(moves, recording, scene),
        Stage::Forces(forces) => forces::text(forces, changes, recording, scene),
        Stage::BroadPhase(pairs) => broad_phase::broad_phase(pairs, recording, scene),
        Stage::NarrowPhase { pair, outcome } => {
            narrow_phase::narrow_phase(*pair, outcome, recorded.left_alone, recording, scene)
        }
        Stage::Generator { generator, outcome } => {
            generators::generated(*generator, outcome, recording, scene)
        }
        Stage::Events(events) => events::events(events, recording, scene),
        Stage::Iteration(iteration) => iteration::iteration(iteration, changes, recorded, recording, scene),
        Stage::SubstepForces { duration, .. } => motion::substep_forces(*duration, changes, scene),
        Stage::SubstepMove { duration, .. } => motion::substep_move(*duration, changes, unit, scene),
        Stage::FreeMotion => motion::free_motion(changes, recording, scene),
        Stage::Stopped { body, at, share, past } => {
            motion::stopped([*body, *at], [*share, *past], changes, recording, scene)
        }
        Stage::StoppedAtGround { body, generator, share, past } => {
            motion::stopped_at_ground([*body, *generator], [*share, *past], changes, unit, scene)
        }
        Stage::Landed { pair, share, past } => {
            motion::landed([pair.a(), pair.b()], [*share, *past], changes, recording, scene)
        }
        Stage::Slid { body, by } => motion::slid(*body, *by, changes, recording, scene),
        Stage::Reactions(reactions) => reactions::text(reactions, recording.world(), scene),
        Stage::Sleep { woken, islands } => sleep::text(woken, islands, recording, scene),
        Stage::FrameEnd { frame, waiting, resolver, unresolved } => {
            left_over::frame_end((*frame, *waiting), (*resolver, unresolved), changes, recording, scene)
        }
    }
}

impl MotionState {
    fn of(body: &Body) -> Self {
        Self { pose: *body.pose(), velocity: body.velocity(), angular_velocity: body.angular_velocity() }
    }

    fn apply(self, world: &mut World, index: u32) {
        if let Some(body) = world.body_mut(index) {
            // A body with a NaN or an infinity keeps the state of the stage before.
            let put = body.set_pose(self.pose).and_then(|()| body.set_velocity(self.velocity));
            _ = put.and_then(|()| body.set_angular_velocity(self.angular_velocity));
        }
    }
}
