//! The observer of a step, and the stages it is told, as plain data.

use glam::Vec2;

use crate::body::Body;
use crate::contact::manifold::Contact;
use crate::event::{ContactEvent, PairContact, Reaction, ResolvedBy};
use crate::generator::{ContactSource, GeneratorOutcome};
use crate::island::{Island, Waking};
use crate::mover::MoverMove;
use crate::pair::PairKey;
#[cfg(doc)]
use crate::shape::Leaf;

/// Observes [`crate::World::step_with`]. `()` observes nothing and costs nothing.
pub trait StepObserver {
    /// Whether [`StepObserver::stage`] is called. If not, the step builds no [`Stage`].
    const OBSERVES: bool = true;

    /// Called after each stage; `bodies` are as it left them.
    fn stage(&mut self, stage: &Stage, bodies: &[Body]) {
        let _ = (stage, bodies);
    }

    /// Called for each contact after detection and before the solver, which skips those that
    /// [`ContactDecision::resolve`] was called on.
    ///
    /// `Rigid` also asks about pairs that do not touch yet, before it stops them: those that are near before its
    /// sub-steps, what a fast body would pass through after them. Their depth is minus the gap, 0 where a sweep
    /// meets the surface, and their event has no [`ContactEvent::touch`] and is not reported.
    fn contact(&mut self, contact: &mut ContactDecision<'_>) {
        let _ = contact;
    }
}

impl StepObserver for () {
    const OBSERVES: bool = false;
}

/// A contact that an observer may keep from the solver.
#[derive(Debug)]
pub struct ContactDecision<'a> {
    /// The pair and how it touches, or is about to.
    pub contact: &'a PairContact,
    /// Begin or persist; `resolved_by` is set if a sensor or a listener took the contact.
    pub event: &'a mut ContactEvent,
    /// As they are between detection and solver.
    pub bodies: &'a [Body],
}

impl ContactDecision<'_> {
    /// The solver skips the contact.
    pub fn resolve(&mut self) {
        self.event.resolved_by.get_or_insert(ResolvedBy::Observer);
    }
}

/// One finished stage of a step.
#[derive(Clone, Debug, PartialEq)]
pub enum Stage {
    /// Movers looked for their ways; the step moves them along these as it moves kinematic bodies. Told only if there are any.
    Movers(Vec<MoverMove>),
    /// Forces were applied; `Off` and `Linear` also moved the bodies. One entry per body that is not static.
    Forces(Vec<BodyForces>),
    /// Pairs whose AABBs overlap.
    BroadPhase(Vec<PairKey>),
    /// One pair was tested.
    NarrowPhase {
        /// The pair.
        pair: PairKey,
        /// What the test found.
        outcome: PairOutcome,
    },
    /// A generator gave its contacts, or none.
    Generator {
        /// Index of the generator.
        generator: u32,
        /// What it gave.
        outcome: GeneratorOutcome,
    },
    /// Contacts that began, persist and ended, and what kept them from the solver.
    Events(Vec<ContactEvent>),
    /// The solver did one piece of work on one contact.
    Iteration(Iteration),
    /// `Rigid`: the forces of a sub-step were applied to the bodies in contact.
    SubstepForces {
        /// Sub-step, from 0.
        index: u32,
        /// Seconds.
        duration: f32,
    },
    /// `Rigid`: the bodies in contact moved for a sub-step.
    SubstepMove {
        /// Sub-step, from 0.
        index: u32,
        /// Seconds.
        duration: f32,
    },
    /// `Rigid`: the bodies without contacts moved for the whole step.
    FreeMotion,
    /// `Rigid` stopped a fast body at its time of impact.
    Stopped {
        /// The fast body.
        body: u32,
        /// The body that it would have passed through: an immovable one, or any that a bullet would have; a movable one is
        /// taken back to the time of impact as well.
        at: u32,
        /// Fraction of the step's motion until then, 0 to 1.
        share: f32,
        /// How deep the body is put, against the normal of the other's surface, so that the next step finds the
        /// contact; negative: how far off the surface. Metres.
        past: f32,
    },
    /// `Rigid` kept a body from ending the step below a ground.
    StoppedAtGround {
        /// The body.
        body: u32,
        /// Index of the ground among the generators.
        generator: u32,
        /// Fraction of the step's motion until then, 0 to 1; 1: it was below the ground before, and is lifted.
        share: f32,
        /// How far below the line the body is put, so that the next step finds the contact. Metres.
        past: f32,
    },
    /// `Rigid` put a pair back that would have ended the step deep in each other.
    Landed {
        /// The pair.
        pair: PairKey,
        /// Fraction of the step's motion until then, 0 to 1.
        share: f32,
        /// How deep the two are then, so that the next step finds the contact. Metres.
        past: f32,
    },
    /// `Rigid` moved a body that it had stopped at an immovable obstacle along that, for the rest of the step.
    Slid {
        /// The body.
        body: u32,
        /// World. Metres.
        by: Vec2,
    },
    /// Listeners removed bodies or burst them; told only if one did.
    Reactions(Vec<Reaction>),
    /// Islands woke, fell asleep ([`Island::since`] is the frame that the step led to) or sleep; told only if one did.
    Sleep {
        /// Since the last step ended.
        woken: Vec<Waking>,
        /// Those that sleep now, sorted by their first body.
        islands: Vec<Island>,
    },
    /// The step is over.
    FrameEnd {
        /// The world's frame from now on.
        frame: u64,
        /// Contacts that did not fit.
        waiting: usize,
        /// What `Linear` did, and what waits; `None` if it had nothing to do and nothing waits.
        resolver: Option<ResolverEffort>,
        /// Contacts that need more work than the iterations of `Linear` allowed: those of pairs and grounds by
        /// body, then those of cables and rods.
        unresolved: Vec<Unresolved>,
    },
}

/// What a step did about its contacts, where `Linear` had any or some had no place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResolverEffort {
    /// Iterations used (`Linear`).
    pub used: u32,
    /// Most iterations: [`crate::WorldSettings::iterations`], or twice the contacts; 0 unless `Linear` had contacts.
    pub limit: u32,
    /// Contacts that still close or overlap by more than `Linear` leaves on purpose.
    pub left: u32,
    /// Contacts that had no place among [`crate::WorldSettings::max_contacts`], under any solver: nothing holds them
    /// in this step.
    pub waiting: usize,
}

/// A contact that still closes or overlaps when the iterations of `Linear` are used up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unresolved {
    /// What the contact comes from, and its bodies.
    pub source: ContactSource,
    /// Closing speed, or the speed at which a cable or rod lengthens; negative: the opposite. Metres per second.
    pub closing: f32,
    /// Penetration depth, or how much a cable or rod is too long; negative: a rod is too short. Up to 0.1 mm is
    /// left on purpose, except of rods. Metres.
    pub depth: f32,
}

/// The effect of forces on one body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyForces {
    /// Index of the body.
    pub body: u32,
    /// Gravity and its own. Metres per second squared.
    pub acceleration: Vec2,
    /// Metres per second, before.
    pub velocity_before: Vec2,
    /// Metres per second, after acceleration and damping (which `Rigid` applies in its sub-steps).
    pub velocity_after: Vec2,
    /// Motion of the centre. Metres.
    pub moved: Vec2,
    /// Rotation. Degrees.
    pub turned: f32,
}

/// What the narrow phase found for a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PairOutcome {
    /// The bounding circles do not meet.
    EarlyOut,
    /// A separating axis exists. `Rigid` may still work on the pair if its gap is small enough to close.
    Separated,
    /// The shapes touch.
    Contact(Contact),
    /// The shapes touch, but this frame's contacts are full.
    Waiting(Contact),
    /// The shapes touch, but one came from the side on which the other, a one-sided chain, holds nothing: no contact.
    Behind(Contact),
}

/// The kind of an [`Iteration`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Work {
    /// `Linear`: velocity, then penetration.
    #[default]
    Linear,
    /// `Rigid`: restitution, before the sub-steps.
    Bounce,
    /// `Rigid`: the impulses known so far, applied again.
    WarmStart,
    /// `Rigid`: the soft constraint, which also pushes out of penetration.
    Solve,
    /// `Rigid`: without that push, so that no speed of it remains.
    Relax,
}

/// One impulse on one contact: `impulse = mass × (target − separating_at_impulse) − softness ×
/// accumulated_before`, clamped so that the accumulated impulse stays >= 0 unless [`Iteration::pulls`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Iteration {
    /// Counts up within the step.
    pub index: u32,
    /// Contacts that needed work, this one included (`Linear`). It has the lowest separating speed of them.
    pub candidates: u32,
    /// Its kind.
    pub work: Work,
    /// Sub-step, from 0 (`Rigid`).
    pub substep: u32,
    /// What the contact comes from, and its bodies.
    pub source: ContactSource,
    /// Which parts or segments of the two bodies touch, as [`Leaf::number`]; 0 of a generator's contact.
    pub leaves: u32,
    /// Index of the contact's point (`Rigid`).
    pub point: u32,
    /// World position of the point; under `Linear` the mean of all points.
    pub position: Vec2,
    /// As in [`Contact`].
    pub normal: Vec2,
    /// Separating speed, along the normal; negative: closing. Metres per second.
    pub separating_before: f32,
    /// The same, before the impulse, which follows friction; in [`Work::Relax`] friction follows it.
    pub separating_at_impulse: f32,
    /// The same, after.
    pub separating_after: f32,
    /// Part of `separating_before` that comes from this frame's acceleration and does not bounce (`Linear`).
    pub built_up: f32,
    /// Restitution of the pair.
    pub restitution: f32,
    /// Desired separating speed. Metres per second.
    pub target: f32,
    /// Effective mass along the normal, scaled by the soft constraint. Kilograms.
    pub mass: f32,
    /// Fraction of the accumulated impulse that the soft constraint takes back.
    pub softness: f32,
    /// The accumulated impulse may be negative: a rod pulls as well as it pushes (`Rigid`).
    pub pulls: bool,
    /// Accumulated impulse along the normal, before (`Rigid`). Newton seconds.
    pub accumulated_before: f32,
    /// Impulse along the normal, on `a`; `b` gets the opposite. Newton seconds.
    pub impulse: f32,
    /// Friction impulse along the tangent (the normal rotated by -90°), on `a` (`Rigid`). Newton seconds.
    pub friction_impulse: f32,
    /// Displacement of `a`. Metres.
    pub moved_a: Vec2,
    /// Displacement of `b`. Metres.
    pub moved_b: Vec2,
    /// Penetration depth, before. Metres; negative: the gap of a pair that `Rigid` predicts to touch.
    pub depth_before: f32,
    /// The same, after.
    pub depth_after: f32,
}
