//! Impacts ahead: the time of impact of each pair, and where its bodies will be then.

use collide2d::{Pose, Turning, World};

use crate::app::looking::pairs::Pair;
use crate::picture::overlay::ImpactGhost;
use crate::platform::sorting;
use crate::report::impacts::{self, Course, impact, straight};

/// Longest time to look ahead. Seconds.
pub const LONGEST_HORIZON: f32 = 20.0;
/// Most impacts that are shown at once, the soonest first.
pub const MOST_IMPACTS: usize = 100;

/// How far ahead impacts are computed, and for which pairs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookAhead {
    /// Seconds.
    pub horizon: f32,
    /// Every pair, not only the selected one.
    pub all: bool,
    /// Bodies keep their angular velocity on the way; otherwise they do not turn.
    pub rotating: bool,
    /// Also those of bodies that fall on, with gravity and their own acceleration.
    pub falling: bool,
}

impl Default for LookAhead {
    /// Two seconds, the selected pair, without rotation.
    fn default() -> Self {
        Self { horizon: 2.0, all: false, rotating: false, falling: false }
    }
}

impl LookAhead {
    /// How bodies move that do not fall.
    pub fn course(&self) -> Course {
        if self.rotating { Course::Turning } else { Course::Straight }
    }

    /// How bodies move in all that is looked for.
    pub fn courses(&self) -> impl Iterator<Item = Course> + use<> {
        [Some(self.course()), self.falling.then_some(Course::Falling)].into_iter().flatten()
    }

    /// Clamps the horizon to the allowed range.
    pub(in crate::app) fn valid(self) -> Self {
        let horizon = if self.horizon.is_finite() { self.horizon.clamp(0.05, LONGEST_HORIZON) } else { 2.0 };
        Self { horizon, ..self }
    }
}

/// The impacts ahead of the selected pair or of every pair, the soonest first.
pub fn impacts(world: &World, pair: Option<Pair>, ahead: LookAhead) -> Vec<ImpactGhost> {
    let LookAhead { horizon, all, .. } = ahead;
    let of = |course: Course| {
        let found = if all {
            impacts::impacts(world, horizon, course)
        } else {
            pair.and_then(|(a, b)| impact(world, a, b, horizon, course)).into_iter().collect()
        };
        found.into_iter().map(move |impact| (course, impact))
    };
    let mut found: Vec<_> = ahead.courses().flat_map(of).collect();
    sorting::sort_by(&mut found, |(_, p), (_, q)| p.time.total_cmp(&q.time));
    found.truncate(MOST_IMPACTS);
    found.iter().filter_map(|(course, impact)| ImpactGhost::of(world, impact, *course)).collect()
}

/// The present pose of a body, and its linear and angular velocity.
pub(in crate::app) fn motion(world: &World, index: u32, rotating: bool) -> Option<(Pose, Turning)> {
    let body = world.body(index)?;
    Some((*body.pose(), if rotating { Turning::of(body) } else { straight(body) }))
}
