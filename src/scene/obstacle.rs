//! What movers meet, in words.

use std::borrow::Cow;

use collide2d::{MoverCast, MoverHit, MoverMove, MoverObstacle, MoverPurpose, MoverSurface};

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

/// What stops a mover on its way: the last that it met while it slid, which is no ground if something else is there.
pub fn stopped_by(moved: &MoverMove) -> Option<MoverHit> {
    let slides = moved.casts.iter().filter(|cast| cast.purpose == MoverPurpose::Slide);
    let hits = || slides.clone().filter_map(|cast: &MoverCast| cast.hit);
    hits().rfind(|hit| !hit.surface.is_ground()).or_else(|| hits().next_back())
}
