//! Who watches a step, and what is told: every stage as plain data.

use glam::Vec2;

use crate::body::Body;
use crate::contact::manifold::Contact;
use crate::event::{ContactEvent, PairContact, ResolvedBy};
use crate::pair::PairKey;

/// Watches [`crate::World::step_with`]. `()` is told nothing and costs nothing.
pub trait StepObserver {
    /// Whether [`StepObserver::stage`] is called; the step puts no stage together where it is not.
    const WATCHES: bool = true;

    /// A stage is done and `bodies` are as it left them.
    fn stage(&mut self, stage: &Stage, bodies: &[Body]) {
        let _ = (stage, bodies);
    }

    /// A contact was found, after detection and before the solver, which leaves those that [`ContactDecision::resolve`]
    /// was called on.
    fn contact(&mut self, contact: &mut ContactDecision<'_>) {
        let _ = contact;
    }
}

impl StepObserver for () {
    const WATCHES: bool = false;
}

/// A contact that a subscriber may take.
#[derive(Debug)]
pub struct ContactDecision<'a> {
    /// The pair and how it touches.
    pub contact: &'a PairContact,
    /// Begin or persist, and who took it already.
    pub event: &'a mut ContactEvent,
    /// The state between detection and solver.
    pub bodies: &'a [Body],
}

impl ContactDecision<'_> {
    /// Takes the contact: the solver leaves it.
    pub fn resolve(&mut self) {
        self.event.resolved_by.get_or_insert(ResolvedBy::Observer);
    }
}

/// One stage of a step, done.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Forces were taken, and under `Off` and `Linear` bodies were moved. One entry for each body that moves.
    Forces(Vec<BodyForces>),
    /// Pairs whose AABBs overlap.
    BroadPhase(Vec<PairKey>),
    /// One pair was tested.
    NarrowPhase {
        /// The pair.
        pair: PairKey,
        /// What came of it.
        outcome: PairOutcome,
    },
    /// Contacts that began, go on and ended, and who took them.
    Events(Vec<ContactEvent>),
    /// The solver did one thing to one contact.
    Iteration(Iteration),
    /// `Rigid`: velocities of the bodies in contact took up a share of the timestep's forces.
    SubstepForces {
        /// Sub-step, from 0.
        index: u32,
        /// Seconds.
        duration: f32,
    },
    /// `Rigid`: the bodies in contact moved by a share of the timestep.
    SubstepMove {
        /// Sub-step, from 0.
        index: u32,
        /// Seconds.
        duration: f32,
    },
    /// `Rigid` stopped a fast body at its first touch.
    Stopped {
        /// The fast body.
        body: u32,
        /// The static body that it would have passed through.
        at: u32,
        /// Share of the step's motion done, 0 to 1.
        share: f32,
    },
    /// The step is over.
    FrameEnd {
        /// The frame that the world is at now.
        frame: u64,
        /// Contacts that did not fit.
        waiting: usize,
    },
}

/// What forces did to one body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyForces {
    /// Its index.
    pub body: u32,
    /// Gravity and its own. Metres per second squared.
    pub acceleration: Vec2,
    /// Metres per second, before.
    pub velocity_before: Vec2,
    /// Metres per second, after acceleration and damping (`Rigid` takes them up in its sub-steps).
    pub velocity_after: Vec2,
    /// How far the centre moved. Metres.
    pub moved: Vec2,
    /// How far it turned. Degrees.
    pub turned: f32,
}

/// What the narrow phase found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PairOutcome {
    /// The bounding circles do not meet.
    EarlyOut,
    /// An axis separates the shapes. `Rigid` may work on such a pair all the same where the gap is small enough to close.
    Separated,
    /// They touch.
    Contact(Contact),
    /// They touch, but this frame's contacts are full.
    Waiting(Contact),
}

/// What kind of work an [`Iteration`] was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Work {
    /// `Linear`: speed, then interpenetration.
    Linear,
    /// `Rigid`: the bounce, before all else.
    Bounce,
    /// `Rigid`: the impulses of the step before, applied again.
    WarmStart,
    /// `Rigid`: the soft constraint, which pushes out as well.
    Solve,
    /// `Rigid`: without the push, so that it leaves no speed behind.
    Relax,
}

/// One thing done to one contact: `impulse = mass × (target − separating_at_impulse) − softness × accumulated_before`, or as much of
/// it as leaves the accumulated impulse >= 0. Only the two bodies of the pair change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Iteration {
    /// Counts up within the step.
    pub index: u32,
    /// What was done.
    pub work: Work,
    /// `Rigid`: which sub-step.
    pub substep: u32,
    /// The pair.
    pub pair: PairKey,
    /// Which of the contact's points (`Rigid`).
    pub point: u32,
    /// World position of the point, the middle of all points under `Linear`.
    pub position: Vec2,
    /// As in [`Contact`].
    pub normal: Vec2,
    /// Speed along the normal at which `a` leaves `b`; negative: they close. Metres per second.
    pub separating_before: f32,
    /// The same, after friction and before the impulse.
    pub separating_at_impulse: f32,
    /// The same, after.
    pub separating_after: f32,
    /// Part of `separating_before` that this frame's acceleration alone built up and that does not bounce (`Linear`).
    pub built_up: f32,
    /// Restitution of the pair.
    pub restitution: f32,
    /// Separating speed aimed at. Metres per second.
    pub target: f32,
    /// Mass that the impulse moves, 1 / (sum of the inverse masses), scaled by the softness. Kilograms.
    pub mass: f32,
    /// Share of the accumulated impulse that the soft constraint gives back.
    pub softness: f32,
    /// Impulse along the normal accumulated before, over the step (`Rigid`). Newton seconds.
    pub accumulated_before: f32,
    /// Impulse along the normal, on `a`; `b` gets the opposite. Newton seconds.
    pub impulse: f32,
    /// Impulse of friction along the tangent (the normal turned by -90°), on `a` (`Rigid`). Newton seconds.
    pub friction_impulse: f32,
    /// Metres that `a` was moved.
    pub moved_a: Vec2,
    /// Metres that `b` was moved.
    pub moved_b: Vec2,
    /// Depth, before. Metres; negative: the gap of a pair that `Rigid` sees touch soon.
    pub depth_before: f32,
    /// The same, after.
    pub depth_after: f32,
}
