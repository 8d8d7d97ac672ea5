//! Ghost contacts of another engine: those whose normals the outline of the recorded static shapes does not allow.

use collide2d::{Aabb, Ghost, Leaf, LeafShape, PairKey, Ray, Shape, World, cast_ray};
use glam::Vec2;

use super::{BodyKind, Recording, TheirContact, is_meant};
use crate::scene::numbers::number;
use crate::scene::{ghost_words, leaf_name};

/// A contact of theirs that is a ghost.
#[derive(Clone, Debug, PartialEq)]
pub struct TheirGhost {
    pub frame: u64,
    /// Recorded bodies, the lower index first.
    pub bodies: (u32, u32),
    /// Degrees.
    pub by: f32,
    /// Theirs, toward the first body.
    pub normal: Vec2,
    /// The file has the normal the other way round.
    is_turned: bool,
    /// The nearest one that is allowed, toward the first body.
    pub allowed: Vec2,
    /// In the engine's unit; `None`: not told.
    pub impulse: Option<f32>,
    /// The static body's shape.
    met: (u32, Leaf),
    /// The same of the neighbour.
    pub beside: (u32, Leaf),
}

/// A static shape is met where a point of the contact is within its depth and this of it, and of its surface along the
/// normal. Metres.
const NEAR: f32 = 0.02;
/// A normal is along a segment within this. Sine.
const PARALLEL: f32 = 1.0e-3;
/// Contacts of one pair with normals closer than this are one manifold. Cosine.
const SAME_NORMAL: f32 = 0.9999;

/// The ghosts among the contacts that touch or have an impulse, in order of time; `passed` is called after each frame.
pub fn ghosts(recording: &Recording, mut passed: impl FnMut()) -> Result<Vec<TheirGhost>, String> {
    let every = recording.every_body().map_err(|error| error.message)?;
    let mut found = Vec::new();
    for index in 0..recording.frames().len() {
        found.extend(recording.ghosts_at(&every, index));
        passed();
    }
    Ok(found)
}

impl Recording {
    /// [`ghosts`] of the frame of this index; `every` is [`Recording::every_body`].
    pub fn ghosts_at(&self, every: &World, index: usize) -> Vec<TheirGhost> {
        self.ghosts_among(every, index, |_| true)
    }

    /// The same of two bodies.
    pub fn ghosts_of(&self, every: &World, index: usize, bodies: (u32, u32)) -> Vec<TheirGhost> {
        self.ghosts_among(every, index, |contact| contact.bodies == bodies)
    }

    fn ghosts_among(
        &self,
        every: &World,
        index: usize,
        is_asked: impl Fn(&TheirContact) -> bool,
    ) -> Vec<TheirGhost> {
        let is_static = |body: u32| self.kind(body) == BodyKind::Static;
        let is_suspect = |contact: &TheirContact| {
            is_static(contact.bodies.0) != is_static(contact.bodies.1) && is_asked(contact)
        };
        let contacts = manifolds(self.their_contacts(index).filter(is_suspect));
        let Some(frame) = self.frames.get(index).filter(|_| !contacts.is_empty()) else { return Vec::new() };
        let mut world = self.world_at(every, index);
        for body in (0..self.body_count() as u32).filter(|body| self.kind(*body) == BodyKind::Sensor) {
            world.remove(body);
        }
        contacts.iter().filter_map(|contact| of_contact(self, &world, frame.frame, contact)).collect()
    }
}

/// The contacts that matter; those of one pair that differ in their points alone are one.
fn manifolds(contacts: impl Iterator<Item = TheirContact>) -> Vec<TheirContact> {
    let mut manifolds: Vec<TheirContact> = Vec::new();
    for contact in contacts {
        let pushes = contact.impulse.is_some_and(|impulse| impulse > 0.0);
        let Some(normal) = contact.normal.filter(|_| !contact.sensor && !contact.filtered) else { continue };
        if !contact.touches() && !pushes {
            continue;
        }
        let is_same = |known: &&mut TheirContact| {
            (known.bodies, known.shapes) == (contact.bodies, contact.shapes)
                && known.normal.is_some_and(|known| known.dot(normal) > SAME_NORMAL)
        };
        match manifolds.iter_mut().find(is_same) {
            Some(known) => {
                known.points.extend(&contact.points);
                known.depth = known.depth.into_iter().chain(contact.depth).reduce(f32::max);
                known.impulse = match (known.impulse, contact.impulse) {
                    (Some(p), Some(q)) => Some(p + q),
                    (p, q) => p.or(q),
                };
            }
            None => manifolds.push(contact),
        }
    }
    manifolds
}

/// A contact that is a ghost whichever of its shapes it means, with the shape for which it is least off.
fn of_contact(
    recording: &Recording,
    world: &World,
    frame: u64,
    contact: &TheirContact,
) -> Option<TheirGhost> {
    let ((a, b), normal) = (contact.bodies, contact.normal?);
    let is_static = |body: u32| recording.kind(body) == BodyKind::Static;
    let (still, mover, [of_still, of_mover]) = match (is_static(a), is_static(b)) {
        (true, false) => (a, b, [contact.shapes.0, contact.shapes.1]),
        (false, true) => (b, a, [contact.shapes.1, contact.shapes.0]),
        (true, true) | (false, false) => return None,
    };
    let (moving, standing) = world.body(mover).zip(world.body(still))?;
    if !moving.leaves().iter().any(|leaf| is_meant(leaf.leaf, of_mover)) {
        return None;
    }
    let out = if still == b { normal } else { -normal };
    let near = NEAR + contact.depth.unwrap_or(0.0).abs();
    let mut least: Option<(Leaf, Ghost)> = None;
    let point = |point: &Vec2| Aabb { min: point - near, max: point + near };
    let around = contact.points.iter().map(point).reduce(|p, q| p.union(&q));
    let shapes = around.map_or_else(|| standing.leaves(), |around| standing.leaves_in(&around));
    for shape in shapes.iter().filter(|shape| is_meant(shape.leaf, of_still)) {
        let points = our_points_unless_told(world, contact, ([mover, still], shape.leaf));
        let is_met = |point: &Vec2| {
            shape.shape.distance(&shape.pose, *point) <= near && way_out(shape, *point, out) <= near
        };
        if !points.iter().any(is_met) {
            continue;
        }
        let ghost = world.ghost_of([mover, still], shape.leaf, out, &points)?;
        if least.is_none_or(|(_, known)| ghost.by < known.by) {
            least = Some((shape.leaf, ghost));
        }
    }
    let (leaf, ghost) = least?;
    Some(TheirGhost {
        frame,
        bodies: contact.bodies,
        by: ghost.by,
        normal,
        is_turned: contact.is_turned,
        allowed: if still == b { ghost.allowed } else { -ghost.allowed },
        impulse: contact.impulse,
        met: (still, leaf),
        beside: (ghost.neighbour, ghost.leaf),
    })
}

/// How far a point in a shape is from its surface along the unit vector `out`; along a segment from its end there. Metres.
fn way_out(leaf: &LeafShape<'_>, point: Vec2, out: Vec2) -> f32 {
    if let Shape::Wall(wall) = leaf.shape {
        let [start, end] = [wall.start(), wall.end()].map(|end| leaf.pose.world_from_local(end));
        if (end - start).normalize_or_zero().perp_dot(out).abs() <= PARALLEL {
            return (start - point).dot(out).max((end - point).dot(out)).max(0.0);
        }
    }
    let disc = leaf.shape.bounding_circle();
    let far = 4.0 * disc.radius + leaf.pose.world_from_local(disc.center).distance(point);
    let Ok(ray) = Ray::between(point + out * far, point) else { return 0.0 };
    cast_ray(leaf.shape, &leaf.pose, &ray, true).map_or(0.0, |hit| far * (1.0 - hit.fraction))
}

/// The points of a contact; where the engine tells none, those of ours.
fn our_points_unless_told(
    world: &World,
    contact: &TheirContact,
    ([mover, still], leaf): ([u32; 2], Leaf),
) -> Vec<Vec2> {
    if !contact.points.is_empty() {
        return contact.points.clone();
    }
    let mut ours = world.contacts_of(PairKey::new(mover, still));
    ours.retain(|ours| leaf == if ours.a == still { ours.leaf_a } else { ours.leaf_b });
    let points = ours.iter().flat_map(|ours| {
        let at = world.body(ours.a).map(|body| body.pose().position).unwrap_or_default();
        ours.contact.points().iter().map(move |point| at + point.from_a)
    });
    points.collect()
}

impl TheirGhost {
    /// The shapes of the two bodies that meet; of the one that moves none is known.
    pub fn leaves(&self) -> [Leaf; 2] {
        [self.bodies.0, self.bodies.1].map(|body| if body == self.met.0 { self.met.1 } else { Leaf::WHOLE })
    }

    /// Whether it may be of this part of a body: of the one that moves none is known.
    pub fn may_be(&self, body: u32, part: Option<u32>) -> bool {
        part.is_none() || body != self.met.0 || self.met.1.part() == part
    }

    /// "its normal (-1, 0) is 90° off what the outline of ground/2 and ground/1 allows, (0, 1) is the nearest allowed"; normals
    /// as the file has them.
    pub fn sentence(&self, recording: &Recording) -> String {
        let impulse = match self.impulse {
            Some(impulse) => format!(", impulse {}", number(impulse)),
            None => String::new(),
        };
        let name = |(body, leaf): (u32, Leaf)| leaf_name(&recording.body_name(body), leaf);
        let [shape, neighbour] = [self.met, self.beside].map(name);
        let filed =
            |normal: Vec2| recording.upright(if self.is_turned { -normal } else { normal }) + Vec2::ZERO;
        ghost_words(filed(self.normal), self.by, [&shape, &neighbour], filed(self.allowed)) + &impulse
    }
}
