//! Ghost collisions at seams between immovable bodies.

use glam::Vec2;

use super::near::Displaced;
use super::rigid::spring::SLOP;
use super::task::Task;
use crate::body::Body;
use crate::contact::hulls::of_hulls;
use crate::contact::manifold::Contact;
use crate::sat::exact;
use crate::sat::hulls::Hulls;
use crate::sat::search::{Axis, PairSource, Shapes};
use crate::shape::corners::Hull;

/// Normals closer than this are the same. Cosine.
const SAME_NORMAL: f32 = 0.999_999;
/// A face carries along normals up to 20° from its own. Cosine.
const SAME_FACE: f32 = 0.94;
/// An immovable body that rises above the carrying one by more than this slope is an obstacle.
const FLUSH_SLOPE: f32 = 0.02;
/// A moving body that touches more immovable bodies than this is not checked for seams.
const MOST_NEIGHBOURS: usize = 32;

/// Finds contacts of a moving body with the side of an immovable one that lies against another: that neighbour touches
/// the moving body from another direction, every point of the contact lies in or on the neighbour, and the one met does
/// not rise above it. A ball that rolls over the joint of two walls meets the next wall's end like this (Terdiman,
/// "Contact generation for meshes", voids such contacts too).
///
/// Such a contact is turned to the neighbour's normal where the two have a face in common there, so that a body that
/// lands on both is carried by both; else it is buried. A chain's contacts need no such look, and compounds get none.
/// `by_body` is scratch memory.
pub(crate) fn bury(bodies: &[Body], tasks: &mut [Task], by_body: &mut Vec<(u32, u32)>) {
    by_body.clear();
    by_body.extend(
        (0..).zip(&*tasks).filter_map(|(i, task)| Some((task.carried.filter(|_| task.leaves == 0)?, i))),
    );
    by_body.sort_unstable();
    for group in
        by_body.chunk_by(|(x, _), (y, _)| x == y).filter(|g| (2..=MOST_NEIGHBOURS).contains(&g.len()))
    {
        // Found for all of a body's contacts before any is changed.
        let mut carrying = [None; MOST_NEIGHBOURS];
        for (place, &(body, i)) in carrying.iter_mut().zip(group) {
            let covers =
                |&&(_, j): &&(u32, u32)| i != j && is_covered(bodies, body, tasks, i as usize, j as usize);
            *place =
                group.iter().find(covers).and_then(|&(_, j)| carrying_face(bodies, body, &tasks[j as usize]));
        }
        for (place, &(body, i)) in carrying.iter().zip(group) {
            let Some((_, carrying)) = *place else { continue };
            let task = &mut tasks[i as usize];
            task.at_seam = true;
            match turned(bodies, body, task, carrying) {
                Some(contact) => task.found = Displaced { contact, offset: Vec2::ZERO },
                None => task.buried = true,
            }
        }
    }
}

/// Whether contact `j` covers contact `i`. Of two that cover each other the deeper one carries, of equally
/// deep ones the first.
fn is_covered(bodies: &[Body], body: u32, tasks: &[Task], i: usize, j: usize) -> bool {
    let (hit, other) = (&tasks[i], &tasks[j]);
    let is_deeper = other.deepest() > hit.deepest() || (other.deepest() == hit.deepest() && j < i);
    covers(bodies, body, hit, other) && (is_deeper || !covers(bodies, body, other, hit))
}

/// The immovable body of a contact, and the normal of its face that carries `body`; of one without such a face the
/// contact's, as where a tilted body stands on it with a corner.
fn carrying_face(bodies: &[Body], body: u32, task: &Task) -> Option<(u32, Vec2)> {
    let (still, normal) = task.seen_from(body)?;
    let (shape, turn) = (bodies[still as usize].shape(), bodies[still as usize].pose().rotation);
    let mut made = None;
    let hull = Hull::of(shape, &mut made);
    if hull.corners < 2 || hull.radius > 0.0 {
        return Some((still, normal));
    }
    let local = turn.unrotate(normal);
    let face = turn.rotate(hull.normal(hull.facing(local)));
    let is_near = (SAME_FACE..SAME_NORMAL).contains(&face.dot(normal));
    Some((still, if is_near { face } else { normal }))
}

fn covers(bodies: &[Body], body: u32, hit: &Task, other: &Task) -> bool {
    let (Some((met, normal)), Some((neighbour, carrying))) =
        (hit.seen_from(body), carrying_face(bodies, body, other))
    else {
        return false;
    };
    if normal.dot(carrying) > SAME_NORMAL {
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

/// The contact of two faces along the normal of the carrying neighbour, which points toward `body`; of a contact that
/// is hardly deeper than resting ones none.
fn turned(bodies: &[Body], body: u32, task: &Task, carrying: Vec2) -> Option<Contact> {
    if task.deepest() <= SLOP {
        return None;
    }
    let [a, b] = [task.pair.a(), task.pair.b()].map(|i| &bodies[i as usize]);
    let shapes = Shapes { a: a.shape(), pose_a: a.pose(), b: b.shape(), pose_b: b.pose() };
    let mut made = [None; 2];
    let hulls = Hulls::of(shapes, &mut made);
    let moves_p = (task.pair.a() == body) != hulls.flipped;
    let (met, source): (_, fn(u32) -> PairSource) =
        if moves_p { (&hulls.q, PairSource::FaceOfQ) } else { (&hulls.p, PairSource::FaceOfP) };
    let face = met.facing(carrying);
    let direction = met.normal(face);
    if met.hull.corners < 2 || direction.perp_dot(carrying).abs() > FLUSH_SLOPE {
        return None;
    }
    let reach = |body: &Body, along: Vec2| {
        exact::interval(body.shape(), body.pose(), along.as_dvec2(), a.pose().position).max
    };
    let (mover, still) = if task.pair.a() == body { (a, b) } else { (b, a) };
    let overlap = (reach(still, direction) + reach(mover, -direction)) as f32;
    let axis = Axis { source: source(face as u32), direction, overlap, p_leaves_along: moves_p };
    let contact = (overlap > 0.0).then(|| of_hulls(&hulls, &axis))?;
    (contact.points().len() == 2).then_some(contact)
}
