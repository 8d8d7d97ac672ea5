//! Ghost collisions at seams between immovable bodies.

use super::rigid::spring::SLOP;
use super::task::Task;
use crate::body::Body;

/// Normals closer than this are the same. Cosine.
const SAME_NORMAL: f32 = 0.999_999;
/// An immovable body that rises above the carrying one by more than this slope is an obstacle.
const FLUSH_SLOPE: f32 = 0.02;
/// A moving body that touches more immovable bodies than this is not checked for seams.
const MOST_NEIGHBOURS: usize = 32;

/// Marks buried contacts of a moving body with an immovable one: another immovable body touches it at least
/// as deeply, from another direction, every point of the contact lies in or on that other body, and the
/// buried one does not rise above it. A ball that rolls over the joint of two walls meets the next wall's end
/// like this (Terdiman, "Contact generation for meshes", voids such contacts too).
///
/// A chain's contacts need no such look, and compounds get none. `by_body` is scratch memory.
pub(crate) fn bury(bodies: &[Body], tasks: &mut [Task], by_body: &mut Vec<(u32, u32)>) {
    by_body.clear();
    by_body.extend(
        (0..).zip(&*tasks).filter_map(|(i, task)| Some((task.carried.filter(|_| task.leaves == 0)?, i))),
    );
    by_body.sort_unstable();
    for group in
        by_body.chunk_by(|(x, _), (y, _)| x == y).filter(|g| (2..=MOST_NEIGHBOURS).contains(&g.len()))
    {
        for &(body, i) in group {
            let covers =
                |&(_, j): &(u32, u32)| i != j && covered(bodies, body, tasks, i as usize, j as usize);
            if group.iter().any(covers) {
                tasks[i as usize].buried = true;
            }
        }
    }
}

fn covered(bodies: &[Body], body: u32, tasks: &[Task], i: usize, j: usize) -> bool {
    let (hit, other) = (&tasks[i], &tasks[j]);
    let (Some((met, normal)), Some((neighbour, carrying))) = (hit.seen_from(body), other.seen_from(body))
    else {
        return false;
    };
    // Of two equally deep contacts the later one is buried.
    let deeper = other.deepest() > hit.deepest() || (other.deepest() == hit.deepest() && j < i);
    if !deeper || normal.dot(carrying) > SAME_NORMAL {
        return false;
    }
    let (neighbour, met) = (&bodies[neighbour as usize], &bodies[met as usize]);
    let position = bodies[hit.pair.a() as usize].pose().position;
    let surface = neighbour.shape().support(neighbour.pose(), carrying);
    let top = met.shape().support(met.pose(), carrying);
    let rise = (top - surface).dot(carrying);
    // The point of a speculative contact is uncertain by its depth.
    let reach = hit.found.contact.depth + SLOP;
    hit.found.contact.points().iter().all(|point| {
        let point = position + hit.contact_arm(point);
        let run = (top - point).perp_dot(carrying).abs();
        rise <= 2.0 * SLOP + FLUSH_SLOPE * run && neighbour.shape().distance(neighbour.pose(), point) <= reach
    })
}
