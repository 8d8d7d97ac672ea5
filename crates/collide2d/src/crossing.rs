//! What two moving shapes passed through on the way.

use crate::collide::least_overlap;
use crate::pose::Pose;
use crate::shape::Shape;
use crate::sweep::{ChainSides, Impact, Turning, first_touch_from};
use crate::tolerance::LINEAR_SLOP;

/// Two shapes passed through each other: apart at both ends of a motion, deeper than [`LINEAR_SLOP`] in between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// Fraction of the motion at which they first touch, 0 to 1.
    pub fraction: f32,
    /// Greatest penetration depth on the way. Metres.
    pub depth: f32,
}

/// Tolerance of the sweeps that find where the overlap begins and ends. Metres.
const TOLERANCE: f32 = 0.25 * LINEAR_SLOP;
/// Intervals between the depths that are sampled from one end to the other.
const SAMPLES: u32 = 32;
/// Refinements around the deepest sample; each shortens the step to two thirds.
const ROUNDS: u32 = 16;

/// The crossing of two shapes that move and turn for `seconds`; `None` if there is none. Its ends are found
/// by a sweep forward in time and one backward ([`crate::first_touch_rotating`]), the depth by samples in
/// between.
///
/// ```
/// use collide2d::glam::Vec2;
/// use collide2d::{Pose, Shape, Turning, crossing};
///
/// let (ball, wall) = (Shape::circle(0.5)?, Shape::wall(Vec2::new(4.0, -1.0), Vec2::new(4.0, 1.0))?);
/// let flies = Turning { velocity: Vec2::new(10.0, 0.0), ..Turning::default() };
/// let crossing = crossing([&ball, &wall], [&Pose::default(); 2], [&flies, &Turning::default()], 1.0);
/// let crossing = crossing.expect("it ends 5.5 m past the wall");
/// assert!((crossing.fraction - 0.35).abs() < 1.0e-4 && (crossing.depth - 0.5).abs() < 1.0e-3);
/// # Ok::<(), collide2d::ShapeError>(())
/// ```
pub fn crossing(
    [a, b]: [&Shape; 2],
    poses: [&Pose; 2],
    motions: [&Turning; 2],
    seconds: f32,
) -> Option<Crossing> {
    crossing_and_touch([a, b], poses, motions, seconds).map(|(crossing, _)| crossing)
}

/// [`crossing`], and the first touch.
pub fn crossing_and_touch(
    [a, b]: [&Shape; 2],
    poses: [&Pose; 2],
    motions: [&Turning; 2],
    seconds: f32,
) -> Option<(Crossing, Impact)> {
    let at = |time: f32| [0, 1].map(|i| motions[i].pose_after(poses[i], time));
    let depth_at = |time: f32| {
        let [pose_a, pose_b] = at(time);
        least_overlap(a, &pose_a, b, &pose_b).map_or(0.0, |found| found.depth)
    };
    if depth_at(seconds) > 0.0 {
        return None;
    }
    let touch = |poses: [&Pose; 2], motions: [&Turning; 2], sides: ChainSides| {
        first_touch_from([a, b], poses, motions, seconds, TOLERANCE, sides)
    };
    let met = touch(poses, motions, ChainSides::Held)?;
    let first = met.time;
    let [end_a, end_b] = at(seconds);
    let [back_a, back_b] = motions.map(Turning::backward);
    // Backward in time, a one-sided chain is met from behind.
    let last = seconds - touch([&end_a, &end_b], [&back_a, &back_b], ChainSides::Both)?.time;
    let step = (last - first).max(0.0) / SAMPLES as f32;
    let samples = (0..=SAMPLES).map(|i| first + step * i as f32).map(|time| (time, depth_at(time)));
    let (mut time, mut depth) = samples.max_by(|p, q| p.1.total_cmp(&q.1))?;
    let mut step = step;
    for _ in 0..ROUNDS {
        for beside in [time - step, time + step] {
            let there = depth_at(beside);
            if there > depth {
                (time, depth) = (beside, there);
            }
        }
        step *= 2.0 / 3.0;
    }
    (depth > LINEAR_SLOP).then_some((Crossing { fraction: first / seconds, depth }, met))
}
