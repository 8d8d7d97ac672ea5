//! Impacts ahead: the time of impact of each pair, and where its bodies will be then.

use collide2d::{Pose, Turning, World};

use super::pairs::Pair;
use crate::overlay::ImpactGhost;
use crate::report::ImpactReport;
use crate::report::impacts::{self, impact, straight};

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
}

impl Default for LookAhead {
    /// Two seconds, the selected pair, without rotation.
    fn default() -> Self {
        Self { horizon: 2.0, all: false, rotating: false }
    }
}

impl LookAhead {
    /// Clamps the horizon to the allowed range.
    pub(super) fn valid(self) -> Self {
        let horizon = if self.horizon.is_finite() { self.horizon.clamp(0.05, LONGEST_HORIZON) } else { 2.0 };
        Self { horizon, ..self }
    }
}

/// The impacts ahead of the selected pair or of every pair, the soonest first.
pub(super) fn impacts(world: &World, pair: Option<Pair>, ahead: LookAhead) -> Vec<ImpactGhost> {
    let LookAhead { horizon, all, rotating } = ahead;
    let mut found = if all {
        impacts::impacts(world, horizon, rotating)
    } else {
        pair.and_then(|(a, b)| impact(world, a, b, horizon, rotating)).into_iter().collect()
    };
    found.sort_by(|p, q| p.time.total_cmp(&q.time));
    found.truncate(MOST_IMPACTS);
    found.into_iter().filter_map(|impact| ghost(world, impact, rotating)).collect()
}

/// The poses of both bodies at the impact, and their paths to it.
fn ghost(world: &World, impact: ImpactReport, rotating: bool) -> Option<ImpactGhost> {
    let pair = (impact.a, impact.b);
    let (pose_a, motion_a) = motion(world, pair.0, rotating)?;
    let (pose_b, motion_b) = motion(world, pair.1, rotating)?;
    let poses = [motion_a.pose_after(&pose_a, impact.time), motion_b.pose_after(&pose_b, impact.time)];
    let way = |from: &Pose, to: &Pose, center| [from.world_from_local(center), to.world_from_local(center)];
    Some(ImpactGhost {
        pair,
        time: impact.time,
        point: impact.point,
        normal: impact.normal,
        poses,
        ways: [way(&pose_a, &poses[0], motion_a.center), way(&pose_b, &poses[1], motion_b.center)],
        rotating,
    })
}

/// The present pose of a body, and its linear and angular velocity.
pub(super) fn motion(world: &World, index: u32, rotating: bool) -> Option<(Pose, Turning)> {
    let body = world.bodies().get(index as usize)?;
    Some((*body.pose(), if rotating { Turning::of(body) } else { straight(body) }))
}
