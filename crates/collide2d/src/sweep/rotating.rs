//! Time of impact of shapes that turn while they move, by conservative advancement.

use std::ops::ControlFlow;

use glam::{DVec2, Vec2};

use super::Impact;
use crate::body::Body;
use crate::collide::leaves::{EVERYWHERE, for_each_pair};
use crate::collide::{collide, collide_observed, least_overlap};
use crate::pose::Pose;
use crate::sat::axis::{AxisTest, SatObserver};
use crate::shape::Shape;
use crate::shape::leaf::LeafShape;

/// Steps after which the search gives up; only shapes that slide along each other take so many.
const MOST_STEPS: usize = 1 << 14;
/// Longest step, in tolerances, while shapes slide along each other within the tolerance.
const LONGEST_SLIDE: f64 = 64.0;

/// Motion of a shape: a point moves straight, and the shape rotates about it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Turning {
    /// Of the point. Metres per second.
    pub velocity: Vec2,
    /// Degrees per second, counter-clockwise.
    pub angular_velocity: f32,
    /// The point, local space.
    pub center: Vec2,
}

impl Turning {
    /// The current motion of a body.
    pub fn of(body: &Body) -> Self {
        Self {
            velocity: body.velocity(),
            angular_velocity: body.angular_velocity(),
            center: body.local_center(),
        }
    }

    /// The reverse motion.
    pub(crate) fn backward(&self) -> Self {
        Self { velocity: -self.velocity, angular_velocity: -self.angular_velocity, center: self.center }
    }

    /// Pose after `time` seconds of a shape that is at `pose` now.
    pub fn pose_after(&self, pose: &Pose, time: f32) -> Pose {
        self.after(pose, f64::from(time))
    }

    fn after(&self, pose: &Pose, time: f64) -> Pose {
        let turned = || pose.rotation.turned(f64::from(self.angular_velocity) * time);
        let rotation = if self.angular_velocity == 0.0 { pose.rotation } else { turned() };
        let swing = pose.rotation.rotate(self.center) - rotation.rotate(self.center);
        let way = self.velocity.as_dvec2() * time + swing.as_dvec2();
        Pose { position: (pose.position.as_dvec2() + way).as_vec2(), rotation }
    }

    /// Greatest speed of a point of the shape by rotation. Metres per second.
    fn rim_speed(&self, shape: &Shape) -> f64 {
        f64::from(self.angular_velocity.abs()).to_radians() * f64::from(shape.farthest_from(self.center))
    }
}

/// [`super::first_touch`] of shapes that also turn: the time of impact of `a` and `b` within `horizon`
/// seconds. `None` where they do not touch, only graze, or are in contact already.
///
/// Conservative advancement (Mirtich, "Impulse-based dynamic simulation of rigid body systems", 1996, section
/// 2.3.2): an axis that separates now does so at least for its gap divided by the greatest speed of any point
/// along it. Time advances by the longest such time of all axes until the gap is at most `tolerance` metres
/// and the shapes are about to enter each other. The error is at most the time in which they move by two
/// tolerances.
#[allow(clippy::too_many_arguments)]
pub fn first_touch_rotating(
    a: &Shape,
    pose_a: &Pose,
    motion_a: &Turning,
    b: &Shape,
    pose_b: &Pose,
    motion_b: &Turning,
    horizon: f32,
    tolerance: f32,
) -> Option<Impact> {
    first_touch_from([a, b], [pose_a, pose_b], [motion_a, motion_b], horizon, tolerance, ChainSides::Held)
}

/// Whether two simple shapes that are apart touch within `horizon` seconds, as [`first_touch_rotating`] finds it. Those
/// that end in contact need no search.
pub(crate) fn touch_within(
    [a, b]: [&Shape; 2],
    [pose_a, pose_b]: [&Pose; 2],
    [motion_a, motion_b]: [&Turning; 2],
    horizon: f32,
    tolerance: f32,
) -> bool {
    let from_b = |pose: &Pose| Pose { position: pose.position - pose_b.position, ..*pose };
    let end_a = motion_a.pose_after(&from_b(pose_a), horizon);
    let end_b = motion_b.pose_after(&from_b(pose_b), horizon);
    least_overlap(a, &end_a, b, &end_b).is_some()
        || first_touch_rotating(a, pose_a, motion_a, b, pose_b, motion_b, horizon, tolerance).is_some()
}

/// The sides from which a one-sided chain is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChainSides {
    /// The right-hand side of its direction, where it holds bodies.
    Held,
    Both,
}

/// [`first_touch_rotating`] with one-sided chains touched from these sides.
pub(crate) fn first_touch_from(
    [a, b]: [&Shape; 2],
    [pose_a, pose_b]: [&Pose; 2],
    [motion_a, motion_b]: [&Turning; 2],
    horizon: f32,
    tolerance: f32,
    sides: ChainSides,
) -> Option<Impact> {
    if least_overlap(a, pose_a, b, pose_b).is_some() {
        return None;
    }
    if a.is_composite() || b.is_composite() {
        let mut first: Option<Impact> = None;
        let whole_a = motion_a;
        for_each_pair(a, pose_a, b, pose_b, EVERYWHERE, &mut |pair| {
            let of_leaf = |motion: &Turning, body: &Pose, leaf: &Pose| Turning {
                center: leaf.local_from_world(body.world_from_local(motion.center)),
                ..*motion
            };
            let at_a = Pose { position: Vec2::ZERO, ..*pose_a };
            let at_b = Pose { position: pose_b.position - pose_a.position, ..*pose_b };
            let motion_a = of_leaf(motion_a, &at_a, &pair.a.pose);
            let motion_b = of_leaf(motion_b, &at_b, &pair.b.pose);
            let horizon = first.map_or(horizon, |first| first.time);
            let (a, b) = (&pair.a, &pair.b);
            let impact = first_touch_rotating(
                a.shape, &a.pose, &motion_a, b.shape, &b.pose, &motion_b, horizon, tolerance,
            );
            let is_held = |impact: &Impact| {
                let then =
                    |leaf: &LeafShape<'_>, motion: &Turning| motion.pose_after(&leaf.pose, impact.time);
                let (a, b) = (
                    LeafShape { pose: then(a, &motion_a), ..*a },
                    LeafShape { pose: then(b, &motion_b), ..*b },
                );
                sides == ChainSides::Both
                    || !a.is_passed_along(impact.normal) && !b.is_passed_along(-impact.normal)
            };
            if let Some(impact) = impact.filter(is_held)
                && first.is_none_or(|first| impact.time < first.time)
            {
                let leaf = motion_a.pose_after(&a.pose, impact.time).position;
                let body = whole_a.pose_after(&at_a, impact.time).position;
                first = Some(Impact { from_a: impact.from_a + (leaf - body), ..impact });
            }
        });
        return first;
    }
    // Measured from `b`'s current position, so that shapes far from the origin are as exact as near it.
    let start = |pose: &Pose| Pose { position: pose.position - pose_b.position, ..*pose };
    let (start_a, start_b) = (start(pose_a), start(pose_b));
    let at = |time: f64| (motion_a.after(&start_a, time), motion_b.after(&start_b, time));
    let velocity = motion_a.velocity.as_dvec2() - motion_b.velocity.as_dvec2();
    let rim = motion_a.rim_speed(a) + motion_b.rim_speed(b);
    let fastest = velocity.length() + rim;
    let (horizon, tolerance) = (f64::from(horizon), f64::from(tolerance));
    let is_moving = fastest > 0.0 && tolerance > 0.0 && horizon >= 0.0;
    if !is_moving {
        return None;
    }
    let shortest = 2.0 * tolerance / fastest;
    let (mut time, mut slide, mut apart) = (0.0, shortest, None);
    for _ in 0..MOST_STEPS {
        let (pose_a, pose_b) = at(time);
        let mut free = Free { velocity, rim, gap: f64::NEG_INFINITY, time: 0.0 };
        let touch = collide_observed(a, &pose_a, b, &pose_b, &mut free).is_some();
        // At time 0 they count as apart: a touch found there is rounding of the relative poses.
        if touch && let Some(apart) = apart {
            return Some(entry([a, b], apart, time, shortest, at));
        }
        if free.gap == f64::NEG_INFINITY || time >= horizon {
            return None;
        }
        let step = if free.gap > tolerance {
            slide = shortest;
            free.time.max(shortest)
        } else {
            slide = (slide * 1.5).min(shortest * LONGEST_SLIDE);
            free.time.max(slide)
        };
        apart = Some(time);
        time = (time + step).min(horizon);
    }
    None
}

/// Bisection between a time at which the shapes are apart and one at which they are in contact.
fn entry(
    [a, b]: [&Shape; 2],
    mut apart: f64,
    mut inside: f64,
    accuracy: f64,
    at: impl Fn(f64) -> (Pose, Pose),
) -> Impact {
    while inside - apart > accuracy * 0.25 {
        let middle = 0.5 * (apart + inside);
        if middle <= apart || middle >= inside {
            break;
        }
        let (pose_a, pose_b) = at(middle);
        if least_overlap(a, &pose_a, b, &pose_b).is_some() {
            inside = middle;
        } else {
            apart = middle;
        }
    }
    let (pose_a, pose_b) = at(inside);
    let contact = collide(a, &pose_a, b, &pose_b);
    let (normal, from_a) =
        contact.map_or((Vec2::Y, Vec2::ZERO), |contact| (contact.normal, contact.middle()));
    Impact { time: inside as f32, from_a, normal }
}

/// Observer of one test: how long its axes keep the shapes apart.
struct Free {
    velocity: DVec2,
    rim: f64,
    /// The widest gap. Metres.
    gap: f64,
    /// The longest time that any axis is known to separate. Seconds.
    time: f64,
}

impl SatObserver for Free {
    const INTERVALS: bool = false;

    fn early_out(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn axis(&mut self, test: &AxisTest) -> ControlFlow<()> {
        let gap = -f64::from(test.overlap);
        self.gap = self.gap.max(gap);
        if gap > 0.0 {
            let closing = self.rim - self.velocity.dot(test.toward_a().as_dvec2());
            let time = if closing > 0.0 { gap / closing } else { f64::INFINITY };
            self.time = self.time.max(time);
        }
        ControlFlow::Continue(())
    }
}
