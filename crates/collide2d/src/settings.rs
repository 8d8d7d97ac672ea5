//! Settings of a world, and the error for numbers that it refuses.

use std::fmt;

use glam::Vec2;

use crate::tolerance::SLOWEST_BOUNCE;

/// What a step does about contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SolverKind {
    /// Bodies move and contacts are found, not resolved. A body that moves farther than its own size in a
    /// step may pass through a thin one.
    Off,
    /// Positions are separated by inverse mass, impulses act along the normal, nothing rotates. For what is not
    /// piled up: a tall stack sags. A fast body may pass through a thin one, as with `Off`;
    /// [`crate::first_touch`] finds what it would have hit.
    #[default]
    Linear,
    /// With rotation and friction. Fast bodies stop at immovable ones that they would have passed through, and what lands
    /// is put back to where it touches.
    Rigid,
}

/// Settings of a world.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct WorldSettings {
    /// Metres per second squared. Default zero.
    pub gravity: Vec2,
    /// Seconds per step, > 0. Default 1/60.
    pub timestep: f32,
    /// Most contacts resolved in one step; the rest wait for the next. Default [`usize::MAX`]: no limit.
    pub max_contacts: usize,
    /// Most candidate pairs tested in one step, > 0; `None`, the default: no limit. Of more, those of the lowest
    /// keys are tested, and [`WorldSettings::max_contacts`] of them are resolved, the deepest.
    pub max_candidates: Option<usize>,
    /// Most iterations of `Linear` in one step, 1 to [`MAX_ITERATIONS`]; `None`: twice the contacts.
    pub iterations: Option<u32>,
    /// What a step does about contacts.
    pub solver: SolverKind,
    /// Switches of `Rigid`.
    pub rigid: RigidSettings,
    /// How a pair's restitution and friction come of those of its bodies.
    pub mix: Mix,
    /// The place of a body or generator that was removed is used again once its events are gone, so that memory follows
    /// what is there at a time. Without, an index names one body for ever; a [`crate::BodyHandle`] does so in both.
    /// Default true.
    pub reuse_places: bool,
    /// [`crate::World::crossed`] tells what passed through each other within a step. Default false.
    pub crossings: bool,
    /// [`crate::World::used_contacts`] tells which contacts with static bodies the solver used. Default false.
    pub used_contacts: bool,
    /// Islands of bodies that came to rest sleep: steps leave them out until something wakes them, see
    /// [`crate::World::islands`]. What wakes may go on otherwise than what never slept. Default false.
    pub sleep: bool,
}

/// Settings of [`SolverKind::Rigid`]. The switches show what would happen without a part of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RigidSettings {
    /// Sub-steps of a step, 1 to [`MAX_SUBSTEPS`]; `None`, the default: as many as it takes for none to be longer than a
    /// 240th of a second.
    pub substeps: Option<u32>,
    /// The impulses of the last step are applied at the start of the next. Default true.
    pub warm_starting: bool,
    /// Fast bodies stop at immovable ones, and any body at a ground, that they would have passed through, and a fast kinematic
    /// one takes along what it would have passed over; a pair that would end the step deep in each other is put back to
    /// where it touches. Default true.
    pub continuous: bool,
    /// Pairs that are about to touch are stopped before they overlap. Default true.
    pub speculative: bool,
    /// A body that slides over the seam of two immovable ones that lie against each other does not meet the side of the next: its
    /// contact is turned to the face of the neighbour, or left out. Off, seams make ghost collisions, as in engines that test pair
    /// by pair. Default true.
    pub smooth_seams: bool,
    /// What closes no faster does not bounce, whatever its restitution: gravity alone builds up some speed in each step. Metres per
    /// second, >= 0. Default [`SLOWEST_BOUNCE`].
    pub slowest_bounce: f32,
}

/// The rules for a pair's restitution and friction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mix {
    /// Default [`MixRule::Larger`].
    pub restitution: MixRule,
    /// Default [`MixRule::Root`].
    pub friction: MixRule,
}

/// One number of a pair from those of its two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MixRule {
    /// The larger one.
    Larger,
    /// The smaller one.
    Smaller,
    /// Half of their sum.
    Average,
    /// Their product.
    Product,
    /// The square root of their product.
    Root,
}

/// Largest [`RigidSettings::substeps`].
pub const MAX_SUBSTEPS: u32 = 64;

/// Largest [`WorldSettings::iterations`].
pub const MAX_ITERATIONS: u32 = 1_000_000;

/// A number that a body or a world refuses.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct ValueError {
    /// Which number: "mass", "velocity x", …
    pub what: &'static str,
    /// The number.
    pub found: f32,
    /// The allowed range in words: "a number greater than 0".
    pub allowed: &'static str,
}

impl Default for WorldSettings {
    fn default() -> Self {
        Self {
            gravity: Vec2::ZERO,
            timestep: 1.0 / 60.0,
            max_contacts: usize::MAX,
            max_candidates: None,
            iterations: None,
            solver: SolverKind::Linear,
            rigid: RigidSettings::default(),
            mix: Mix::default(),
            reuse_places: true,
            crossings: false,
            used_contacts: false,
            sleep: false,
        }
    }
}

impl Default for RigidSettings {
    fn default() -> Self {
        Self {
            substeps: None,
            warm_starting: true,
            continuous: true,
            speculative: true,
            smooth_seams: true,
            slowest_bounce: SLOWEST_BOUNCE,
        }
    }
}

impl Default for Mix {
    fn default() -> Self {
        Self { restitution: MixRule::Larger, friction: MixRule::Root }
    }
}

impl MixRule {
    /// Of two numbers >= 0.
    pub fn of(self, a: f32, b: f32) -> f32 {
        match self {
            Self::Larger => a.max(b),
            Self::Smaller => a.min(b),
            Self::Average => 0.5 * (a + b),
            Self::Product => a * b,
            Self::Root => (a * b).sqrt(),
        }
    }
}

impl WorldSettings {
    /// With another [`WorldSettings::gravity`].
    pub fn with_gravity(self, gravity: Vec2) -> Self {
        Self { gravity, ..self }
    }

    /// With another [`WorldSettings::timestep`].
    pub fn with_timestep(self, timestep: f32) -> Self {
        Self { timestep, ..self }
    }

    /// With another [`WorldSettings::max_contacts`].
    pub fn with_max_contacts(self, max_contacts: usize) -> Self {
        Self { max_contacts, ..self }
    }

    /// With another [`WorldSettings::max_candidates`].
    pub fn with_max_candidates(self, max_candidates: Option<usize>) -> Self {
        Self { max_candidates, ..self }
    }

    /// With another [`WorldSettings::iterations`].
    pub fn with_iterations(self, iterations: Option<u32>) -> Self {
        Self { iterations, ..self }
    }

    /// With another [`WorldSettings::solver`].
    pub fn with_solver(self, solver: SolverKind) -> Self {
        Self { solver, ..self }
    }

    /// With other [`WorldSettings::rigid`].
    pub fn with_rigid(self, rigid: RigidSettings) -> Self {
        Self { rigid, ..self }
    }

    /// With another [`WorldSettings::mix`].
    pub fn with_mix(self, mix: Mix) -> Self {
        Self { mix, ..self }
    }

    /// With another [`WorldSettings::reuse_places`].
    pub fn with_reuse_places(self, reuse_places: bool) -> Self {
        Self { reuse_places, ..self }
    }

    /// With another [`WorldSettings::crossings`].
    pub fn with_crossings(self, crossings: bool) -> Self {
        Self { crossings, ..self }
    }

    /// With another [`WorldSettings::used_contacts`].
    pub fn with_used_contacts(self, used_contacts: bool) -> Self {
        Self { used_contacts, ..self }
    }

    /// With another [`WorldSettings::sleep`].
    pub fn with_sleep(self, sleep: bool) -> Self {
        Self { sleep, ..self }
    }

    pub(crate) fn validate(&self) -> Result<(), ValueError> {
        finite(["gravity x", "gravity y"], self.gravity)?;
        positive("timestep", self.timestep)?;
        check(self.max_candidates != Some(0), "max_candidates", 0.0, "a whole number greater than 0")?;
        let iterations = self.iterations.unwrap_or(1);
        let holds = (1..=MAX_ITERATIONS).contains(&iterations);
        check(holds, "iterations", iterations as f32, "a whole number from 1 to 1000000")?;
        let substeps = self.rigid.substeps.unwrap_or(1);
        let holds = (1..=MAX_SUBSTEPS).contains(&substeps);
        check(holds, "substeps", substeps as f32, "a whole number from 1 to 64")?;
        not_negative("slowest_bounce", self.rigid.slowest_bounce)
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, found, allowed } = self;
        write!(f, "{what} is {found}; it must be {allowed}")
    }
}

impl std::error::Error for ValueError {}

pub(crate) fn check(
    holds: bool,
    what: &'static str,
    found: f32,
    allowed: &'static str,
) -> Result<(), ValueError> {
    if holds { Ok(()) } else { Err(ValueError { what, found, allowed }) }
}

pub(crate) fn positive(what: &'static str, found: f32) -> Result<(), ValueError> {
    check(found > 0.0 && found.is_finite(), what, found, "a finite number greater than 0")
}

pub(crate) fn share(what: &'static str, found: f32) -> Result<(), ValueError> {
    check((0.0..=1.0).contains(&found), what, found, "a number from 0 to 1")
}

pub(crate) fn not_negative(what: &'static str, found: f32) -> Result<(), ValueError> {
    check(found >= 0.0 && found.is_finite(), what, found, "a finite number of at least 0")
}

pub(crate) fn finite(what: [&'static str; 2], found: Vec2) -> Result<(), ValueError> {
    check(found.x.is_finite(), what[0], found.x, FINITE)?;
    check(found.y.is_finite(), what[1], found.y, FINITE)
}

pub(crate) const FINITE: &str = "a finite number";
