//! What a state alone does not tell of two bodies: how they came to it, and of a recording what its engine says of them.

use collide2d::{
    Body, Contact, ContactEvent, Leaf, Motion, PairKey, PairKind, Phase, Pose, SolverKind, Turning, World,
    collide_leaves, first_touch_rotating,
};
use glam::Vec2;

use super::first_meeting::FirstMeeting;
use super::response::observed::{ObservedStep, may_meet};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::between::{pair_before_frame, pair_in_both, pair_moving_to};
use crate::elsewhere::recording::compare::FirstMet;
use crate::scene::{PairParts, Scene, may_be_parts};

/// Two normals are of sides across from each other where their dot product is less: by more than 120°.
const ACROSS: f32 = -0.5;
/// Accuracy of the first touch. Metres.
const TOUCH: f32 = 1.0e-4;

/// What finds in another engine a contact that two bodies moved past in a step, after a shorter step: the words that go on.
pub(super) const THEIR_CURES: &str =
    "; so does the engine's continuous collision detection, if it has one, or a thicker body";
/// The same of a sensor, which that seldom looks for.
pub(super) const THEIR_CURES_OF_SENSORS: &str = "; so does a cast along the way, or a thicker body";

/// What led two bodies to a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairPast {
    /// They passed through each other since the frame before.
    pub missed_touch: Option<MissedTouch>,
    /// They overlap since the last frame, and met on the side that is across from their normal.
    pub came_through: Option<CameThrough>,
    /// Of two that passed, or came, through each other: they a step before.
    pub came_from: Option<Box<StepBefore>>,
    /// Of a recording: the two a step before the state, whatever they did since.
    pub recorded_before: Option<Box<StepBefore>>,
    /// How they first met, of two of a run that a one-way body lets through each other.
    pub met: Option<FirstMeeting>,
    /// What the last step did with their contact, of a run.
    pub step: Option<Box<ObservedStep>>,
    /// Of a recording.
    pub recorded: Option<RecordedPast>,
}

/// Two bodies a step before a state.
#[derive(Clone, Debug, PartialEq)]
pub struct StepBefore {
    pub bodies: [Body; 2],
    /// Of a recording: the time to the frame. Seconds.
    pub recorded: Option<f32>,
}

impl StepBefore {
    /// Where those of a pair were that are elsewhere in a world.
    pub fn poses_elsewhere(&self, now: &World, pair: (u32, u32)) -> Vec<(u32, Pose)> {
        let both = [pair.0, pair.1].into_iter().zip(&self.bodies);
        let poses = both.map(|(index, before)| (index, *before.pose()));
        poses.filter(|(index, pose)| now.body(*index).is_some_and(|body| body.pose() != pose)).collect()
    }
}

/// Two bodies that are apart in two frames, and overlap between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MissedTouch {
    /// When they first touch. Seconds.
    pub time: f64,
    /// Metres.
    pub depth: f32,
}

/// Two bodies that went into each other on one side, and have their shortest way out on the other since the last frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CameThrough {
    /// Normal of their first touch, of two that touched a frame before of their contact then; toward the first of the two.
    pub first_normal: Vec2,
    /// They were in contact a frame before, and were pushed past the middle.
    pub touched_before: bool,
    /// They are recorded bodies.
    pub is_recorded: bool,
}

/// A contact by which two bodies may have come through each other.
#[derive(Clone, Copy, Debug)]
struct EntryContact {
    /// `None`: of parts that are not known.
    leaves: Option<[Leaf; 2]>,
    /// Toward the first of the two.
    normal: Vec2,
    depth: f32,
}

impl CameThrough {
    /// Two bodies in the last step of a world, `a < b`; `before`: its bodies one step earlier.
    pub(super) fn in_last_step(before: &[Body], now: &World, (a, b): (u32, u32)) -> Option<Self> {
        let pair = PairKey::new(a, b);
        let present = now.contacts_of(pair).into_iter().filter(|known| !now.lets_through(known));
        let present = present.map(|known| EntryContact {
            leaves: Some([known.leaf_a, known.leaf_b]),
            normal: known.contact.normal,
            depth: known.contact.depth,
        });
        // `Off` and `Linear` find contacts after they moved bodies, and may have pushed out again what they found.
        let finds_after = now.settings().solver != SolverKind::Rigid;
        let is_begun =
            |event: &&ContactEvent| finds_after && event.pair == pair && event.phase == Phase::Begin;
        let begun = now.events().iter().filter(is_begun).filter_map(|event| event.touch);
        let begun =
            begun.map(|touch| EntryContact { leaves: None, normal: touch.normal, depth: touch.depth });
        let contact = deepest(present.chain(begun))?;
        let before = |body: u32| before.get(body as usize);
        let (before_a, before_b) = before(a).zip(before(b))?;
        let (now_a, now_b) = now.body(a).zip(now.body(b))?;
        Self::of([before_a, before_b], [now_a, now_b], contact, false)
    }

    /// Two recorded bodies in the frame of this index, the lower index first. `every`: [`Recording::every_body`]; `teleport`: who
    /// moves farther in a frame was put there, in metres.
    pub fn in_frame(
        recording: &Recording,
        every: &World,
        index: usize,
        teleport: Option<f32>,
        bodies: (u32, u32),
    ) -> Option<Self> {
        let [before, now] = pair_in_both(recording, every, index, teleport, bodies)?;
        let (before, now) = ([&before[0], &before[1]], [&now[0], &now[1]]);
        let contacts = contacts(now).into_iter().map(|(leaves, contact)| EntryContact {
            leaves: Some(leaves),
            normal: contact.normal,
            depth: contact.depth,
        });
        Self::of(before, now, deepest(contacts)?, true)
    }

    /// Two bodies in two states that follow each other; each moves straight and turns evenly, the shorter way round. `contact`:
    /// their deepest.
    fn of(before: [&Body; 2], now: [&Body; 2], contact: EntryContact, is_recorded: bool) -> Option<Self> {
        let known = contacts(before);
        let touched_before = !known.is_empty();
        let first_normal = if touched_before {
            // Of other parts the normals may face each other, as of the walls of a pit.
            let same = known.iter().find(|(leaves, _)| Some(*leaves) == contact.leaves);
            same?.1.normal
        } else {
            first_touch_normal(before, now)?
        };
        (first_normal.dot(contact.normal) < ACROSS).then_some(Self {
            first_normal,
            touched_before,
            is_recorded,
        })
    }
}

/// The normal with which two bodies that are apart first touch on their way from one state to the next.
pub(super) fn first_touch_normal(before: [&Body; 2], now: [&Body; 2]) -> Option<Vec2> {
    let ([a, b], motions) = (before, [motion(before[0], now[0]), motion(before[1], now[1])]);
    let (pose_a, pose_b) = (a.pose(), b.pose());
    let touch =
        first_touch_rotating(a.shape(), pose_a, &motions[0], b.shape(), pose_b, &motions[1], 1.0, TOUCH);
    Some(touch?.normal)
}

/// The way of a body from one state to the next, in a second; it turns the shorter way round.
pub(super) fn motion(before: &Body, now: &Body) -> Turning {
    let turn = now.pose().rotation.degrees() - before.pose().rotation.degrees();
    Turning {
        velocity: now.center() - before.center(),
        angular_velocity: (turn + 180.0).rem_euclid(360.0) - 180.0,
        center: before.local_center(),
    }
}

pub(super) fn contacts([a, b]: [&Body; 2]) -> Vec<([Leaf; 2], Contact)> {
    collide_leaves(a.shape(), a.pose(), b.shape(), b.pose())
}

fn deepest(contacts: impl Iterator<Item = EntryContact>) -> Option<EntryContact> {
    contacts.max_by(|p, q| p.depth.total_cmp(&q.depth))
}

/// What a recording tells of two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedPast {
    pub engine: String,
    /// The engine's number of the frame in which they first met, and what was decided then by a one-way body or a one-sided
    /// chain, of two that touch.
    pub met: Option<(u64, FirstMet)>,
    /// Their contacts of the present frame are told as of a pair that is left out on purpose.
    pub is_filtered: bool,
    /// They are told as contacts that are never resolved.
    pub is_sensor: bool,
}

impl MissedTouch {
    /// What the last step of a world tells that looks for such pairs.
    pub(super) fn in_last_step(world: &World, pair: PairKey) -> Option<Self> {
        let known = world.crossed().iter().find(|known| known.pair == pair)?;
        let before = world.time_of(world.frame().saturating_sub(1));
        let length = world.time_of(world.frame()) - before;
        let time = before + f64::from(known.crossing.fraction) * length;
        Some(Self { time, depth: known.crossing.depth })
    }
}

impl PairPast {
    /// Two recorded bodies in the frame of this index, or these parts of them. `every`: [`Recording::every_body`]; `met`: of
    /// two that touch; `teleport`: who moves farther in a frame was put there, in metres.
    pub fn recorded(
        (recording, every): (&Recording, &World),
        index: usize,
        (bodies, parts): ((u32, u32), PairParts),
        met: Option<FirstMet>,
        teleport: Option<f32>,
    ) -> Self {
        let frame = |index: usize| recording.frames().get(index);
        let missed_touch = || {
            let known = pair_before_frame(recording, every, index, teleport, bodies)?.crossing;
            let (from, to) = (frame(index.checked_sub(1)?)?.time, frame(index)?.time);
            Some(MissedTouch { time: from + f64::from(known.fraction) * (to - from), depth: known.depth })
        };
        let is_meant = |(a, b): (Option<u32>, Option<u32>)| may_be_parts([a, b], parts);
        let told: Vec<_> = recording
            .their_contacts(index)
            .filter(|contact| contact.bodies == bodies && is_meant(contact.shapes))
            .collect();
        let (filtered, others): (Vec<_>, Vec<_>) = told.iter().partition(|contact| contact.filtered);
        let missed_touch = missed_touch();
        let is_filtered = !filtered.is_empty() && !others.iter().any(|contact| contact.touches());
        // What is left out on purpose nothing parts.
        let came_through =
            CameThrough::in_frame(recording, every, index, teleport, bodies).filter(|_| !is_filtered);
        let is_fast = missed_touch.is_some() || came_through.is_some();
        let before = pair_moving_to(recording, every, index, teleport, bodies);
        let before = before.map(|(bodies, seconds)| Box::new(StepBefore { bodies, recorded: Some(seconds) }));
        Self {
            missed_touch,
            came_through,
            came_from: before.clone().filter(|_| is_fast),
            recorded_before: before,
            met: None,
            step: None,
            recorded: Some(RecordedPast {
                engine: recording.engine().to_owned(),
                met: met.and_then(|met| Some((frame(met.index)?.frame, met))),
                is_filtered,
                is_sensor: !others.is_empty() && others.iter().all(|contact| contact.sensor),
            }),
        }
    }

    /// Two bodies of a world that is a later state of the scene. Whether they passed through each other is told of one whose
    /// steps look for it.
    pub fn of_run(scene: &Scene, world: &World, (a, b): (u32, u32)) -> Self {
        let pair = PairKey::new(a, b);
        let missed_touch = MissedTouch::in_last_step(world, pair);
        Self { missed_touch, met: FirstMeeting::of(scene, world, pair), ..Self::default() }
    }

    /// Two bodies of a world that was stepped; `before` is the world one step earlier. Of several parts or segments what the
    /// step did is told of these.
    pub fn of_step(mut before: World, now: &World, (a, b): (u32, u32), leaves: [Leaf; 2]) -> Self {
        let pair = PairKey::new(a, b);
        let step = ObservedStep::of(&before, now, pair, leaves).map(Box::new);
        let came_through = CameThrough::in_last_step(before.bodies(), now, (a, b));
        let both = before.body(a).zip(before.body(b));
        let came_from = both.map(|(a, b)| StepBefore { bodies: [a.clone(), b.clone()], recorded: None });
        let came_from = came_from.map(Box::new);
        if came_through.is_some() {
            return Self { came_through, came_from, step, ..Self::default() };
        }
        // What touches for longer did not come through in this step.
        let is_old = |event: &ContactEvent| event.pair == pair && event.phase == Phase::Persist;
        if now.events().iter().any(is_old)
            || !may_meet([&before, now], pair, 0.0)
            || before.set_settings(before.settings().with_crossings(true)).is_err()
        {
            return Self { step, ..Self::default() };
        }
        before.step();
        let missed_touch = MissedTouch::in_last_step(&before, pair);
        let came_from = came_from.filter(|_| missed_touch.is_some());
        Self { missed_touch, came_from, step, ..Self::default() }
    }
}

/// What of the solver finds a contact that two bodies moved past in a step, as far as it is not on: `Rigid` with `continuous`
/// sweeps a fast Dynamic body against those that are not Dynamic, and a bullet against everything. The words that go on after
/// another cure; empty: nothing does.
pub(super) fn looks_ahead(world: &World, bodies: [&Body; 2], needs_bullet: bool) -> Vec<&'static str> {
    let dynamic: Vec<&Body> = bodies.into_iter().filter(|body| is_dynamic(body)).collect();
    if dynamic.is_empty() {
        return Vec::new();
    }
    let settings = world.settings();
    let (is_rigid, is_continuous) = (settings.solver == SolverKind::Rigid, settings.rigid.continuous);
    let needs_bullet = needs_bullet || dynamic.len() == 2 || (is_rigid && is_continuous);
    let cures = [
        ("`solver: Rigid`", !is_rigid),
        ("`continuous: true` of `rigid`", !is_continuous),
        (
            "`bullet: true` of one that is Dynamic",
            needs_bullet && !dynamic.iter().any(|body| body.is_bullet()),
        ),
    ];
    let cures: Vec<&str> = cures.into_iter().filter_map(|(cure, lacks)| lacks.then_some(cure)).collect();
    match cures[..] {
        [] => Vec::new(),
        [one] => vec!["; so does ", one],
        [one, other] => vec!["; so do ", one, " and ", other, " together"],
        [one, other, third, ..] => vec!["; so do ", one, ", ", other, " and ", third, " together"],
    }
}

pub(super) fn is_dynamic(body: &Body) -> bool {
    matches!(body.motion(), Motion::Dynamic { .. })
}

/// Whether a sensor or a listener takes the contacts of two bodies: these stop nothing, and only bullets meet them on the way.
pub(super) fn are_taken(world: &World, pair: PairKey, bodies: [&Body; 2]) -> bool {
    bodies.iter().any(|body| body.is_sensor()) || listener_of(world, pair, bodies).is_some()
}

/// The first listener that takes the contacts of two bodies.
pub(super) fn listener_of(world: &World, pair: PairKey, bodies: [&Body; 2]) -> Option<u32> {
    let kind = PairKind::of(bodies[0].shape(), bodies[1].shape());
    let is_piece = bodies.iter().any(|body| body.is_piece());
    let mut listeners = (0..).zip(world.listeners());
    let takes = listeners.find(|(_, listener)| !is_piece && listener.takes(pair, kind));
    takes.map(|(index, _)| index)
}
