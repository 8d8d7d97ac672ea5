//! What movers meet, in words.

use std::borrow::Cow;

use collide2d::{MoverCast, MoverHit, MoverMove, MoverObstacle, MoverPurpose, MoverSurface};
use glam::Vec2;

use super::{Scene, generator_name};

/// The name of what a mover meets, as it is shown.
pub fn obstacle_name(scene: &Scene, obstacle: MoverObstacle) -> Cow<'_, str> {
    match obstacle {
        MoverObstacle::Body(index) => scene.shown_name(index),
        MoverObstacle::Generator(index) => Cow::Owned(generator_name(scene, index)),
    }
}

/// "wall".
pub fn surface_name(surface: MoverSurface) -> &'static str {
    match surface {
        MoverSurface::Ground => "ground",
        MoverSurface::Corner => "the corner of a step",
        MoverSurface::Wall => "wall",
        MoverSurface::Ceiling => "ceiling",
        MoverSurface::TooHigh => "higher than its step",
    }
}

/// What stops a mover on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoverStop {
    pub hit: MoverHit,
    /// `None`: the mover did not try to climb it.
    pub climb: Option<NoClimb>,
}

/// Why a mover did not climb what stopped it, lifted by its step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoClimb {
    /// What is below reaches higher than its step.
    TooHigh,
    /// Something is in the way there as well.
    InTheWay,
    NoGround,
}

/// Ways that are no longer are rounding. Metres.
pub const ROUNDED: f32 = 1.0e-6;

impl MoverStop {
    /// The last obstacle of those that are meant that it met while it slid, which is no ground if another one is none.
    pub fn of(moved: &MoverMove, is_meant: impl Fn(MoverObstacle) -> bool) -> Option<Self> {
        let slides = moved.casts.iter().enumerate().filter(|(_, cast)| cast.purpose == MoverPurpose::Slide);
        let hits = slides.filter_map(|(at, cast)| Some((at, cast.hit?)));
        let hits: Vec<(usize, MoverHit)> = hits.filter(|(_, hit)| is_meant(hit.obstacle)).collect();
        let (at, hit) = hits.iter().rfind(|(_, hit)| !hit.surface.is_ground()).or(hits.last())?;
        Some(Self { hit: *hit, climb: NoClimb::after(moved, *at) })
    }
}

impl NoClimb {
    /// Of the climb that follows the cast of this index; `None`: none does, or it led up.
    fn after(moved: &MoverMove, at: usize) -> Option<Self> {
        let casts = climb_at(moved.casts.get(at + 1..).unwrap_or_default());
        if casts.is_empty() || casts.iter().map(|cast| cast.moved).sum::<Vec2>().length() > ROUNDED {
            return None;
        }
        let hit = |purpose| casts.iter().find(|cast| cast.purpose == purpose).and_then(|cast| cast.hit);
        Some(match (hit(MoverPurpose::StepOver), hit(MoverPurpose::StepDown)) {
            (_, Some(down)) if down.surface == MoverSurface::TooHigh => Self::TooHigh,
            (_, Some(down)) if down.surface != MoverSurface::Ground => Self::NoGround,
            (Some(_), _) => Self::InTheWay,
            (None, _) => Self::NoGround,
        })
    }
}

/// The casts of a climb with which these begin: up, over and down.
pub fn climb_at(casts: &[MoverCast]) -> &[MoverCast] {
    let is_climb = |cast: &&MoverCast| {
        matches!(cast.purpose, MoverPurpose::StepUp | MoverPurpose::StepOver | MoverPurpose::StepDown)
    };
    let length = casts.iter().take_while(is_climb).count();
    casts.get(..length).unwrap_or_default()
}
