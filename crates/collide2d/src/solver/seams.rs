//! Seams between immovable bodies: the end of one under the face of its neighbour is no obstacle.

use super::rigid::SLOP;
use crate::contact::Contact;
use crate::world::{Body, PairContact};

/// Normals closer than this are one. Cosine.
const SAME_NORMAL: f32 = 0.999;
/// Immovable bodies that one moving body touches, above which seams are not looked for.
const MOST_NEIGHBOURS: usize = 32;

/// Marks contacts of a moving body with an immovable one that are buried: another immovable body touches it at least as deeply,
/// from another direction, and every point of the contact lies in or on that other body. A ball that rolls over the joint of
/// two walls meets the next wall's end so, a sliding box its edge (Terdiman, "Contact generation for meshes", voids them likewise).
///
/// `contacts` are sorted by pair; `by_body` is memory to work in.
pub(crate) fn mark(
    bodies: &[Body],
    contacts: &[PairContact],
    by_body: &mut Vec<(u32, u32)>,
    mut buried: impl FnMut(usize),
) {
    by_body.clear();
    for (i, pair) in contacts.iter().enumerate() {
        let (a, b) = (&bodies[pair.a as usize], &bodies[pair.b as usize]);
        if a.is_sensor() || b.is_sensor() {
            continue;
        }
        match (a.inverse_mass() > 0.0, b.inverse_mass() > 0.0) {
            (true, false) => by_body.push((pair.a, i as u32)),
            (false, true) => by_body.push((pair.b, i as u32)),
            _ => {}
        }
    }
    by_body.sort_unstable();
    for group in
        by_body.chunk_by(|(x, _), (y, _)| x == y).filter(|g| (2..=MOST_NEIGHBOURS).contains(&g.len()))
    {
        for &(body, i) in group {
            let hit = &contacts[i as usize];
            let covers = |&(_, j): &(u32, u32)| i != j && covered(bodies, body, hit, &contacts[j as usize]);
            if group.iter().any(covers) {
                buried(i as usize);
            }
        }
    }
}

fn covered(bodies: &[Body], body: u32, hit: &PairContact, other: &PairContact) -> bool {
    // Both normals toward the moving body; of two equally deep the later one gives way.
    let normal = |c: &PairContact| if c.a == body { c.contact.normal } else { -c.contact.normal };
    let deeper = other.contact.depth > hit.contact.depth
        || (other.contact.depth == hit.contact.depth && other.key() < hit.key());
    if !deeper || normal(hit).dot(normal(other)) > SAME_NORMAL {
        return false;
    }
    let neighbour = &bodies[if other.a == body { other.b } else { other.a } as usize];
    let pose = bodies[hit.a as usize].pose();
    let reach = hit.contact.depth + SLOP;
    hit.contact.points().iter().all(|point| {
        let world = Contact::world_point(pose, point);
        neighbour.shape().distance(neighbour.pose(), world) <= reach
    })
}
