//! Two that went past each other's middle within a frame: ours takes the shortest way out, which leads on, and an engine that keeps
//! the side on which they met tells the way back.

use glam::Vec2;

use crate::elsewhere::differences::What;
use crate::elsewhere::recording::{ToldPair, ToldShape};
use crate::explain::minkowski;
use crate::scene::numbers::number;

/// A normal is of the side on which two met where the dot product with the normal there is more: it is within 60° of it.
const SAME_SIDE: f32 = 0.5;

/// What to look at where a difference is that theirs has the way back; `None`: it has not.
pub(super) fn of_difference(told: &ToldPair, what: &What) -> Option<String> {
    let came_in_by = told.came_in_by?;
    let (normal, depth) = match *what {
        What::Normal { theirs, .. } => (theirs, None),
        What::Depth { theirs, .. } => (told.their_normal?, Some(theirs)),
        What::OnlyTheirs { .. }
        | What::OnlyOurs { .. }
        | What::Flip { .. }
        | What::Gap { .. }
        | What::Point { .. }
        | What::Event(_)
        | What::Query { .. } => return None,
    };
    let length = length(told, normal).filter(|_| normal.dot(came_in_by) > SAME_SIDE)?;
    let is_it = depth.is_none_or(|depth| (depth - length).abs() <= told.tolerances.tolerance);
    is_it.then(|| {
        format!(
            "Look at how far the two move in a frame: theirs keeps the side on which they met, where the way back out is {} m, and \
             ours takes the shortest way out of these poses, which leads on. So neither a sign nor a skin is wrong; after a shorter \
             step, or with the engine's continuous collision detection, both find that side.",
            number(length)
        )
    })
}

/// How far the first of the two has to go along a unit vector, world axes, until the shapes of our contact are apart. Metres.
fn length(told: &ToldPair, normal: Vec2) -> Option<f32> {
    let shape = |side: usize| told.shapes[side].iter().find(|shape| shape.leaf == told.nearest[side]);
    let [a, b]: [&ToldShape; 2] = [shape(0)?, shape(1)?];
    let sum = minkowski::sum(&a.shape, a.pose.rotation, &b.shape, b.pose.rotation)?;
    Some(sum.way_out(minkowski::offset(&a.pose, &b.pose), normal.as_dvec2()) as f32)
}
