//! Ghost contacts: a contact whose normal the outline of the static shapes around it does not allow, because it is with a
//! face or a corner that lies against a neighbour ("internal edges", Terdiman, "Contact generation for meshes").
//!
//! Shapes of static bodies that the mover meets and whose surfaces meet are one outline. A contact with one of them is a
//! ghost if no point of its manifold, moved along the normal onto the shape's surface, lies on the outline with the
//! contact's normal allowed there.

pub(crate) mod merge;

use std::f64::consts::PI;

use glam::{DVec2, Vec2};

use crate::aabb::Aabb;
use crate::body::Body;
use crate::event::PairContact;
use crate::joined::{ALLOWED, JoinedShapes, OutlineShape, off};
use crate::pair::PairKey;
use crate::pose::Pose;
use crate::shape::Leaf;
use crate::world::World;

/// Most shapes among which the nearest place of the outline is looked for, where no point of a contact lies
/// on it.
const MOST_SHAPES: usize = 256;
/// Reach of the first search for it, as a multiple of the tolerance of meeting; then it doubles.
const FIRST_REACH: f64 = 64.0;
const MOST_DOUBLINGS: u32 = 24;

/// What makes a contact a ghost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ghost {
    /// The static body at whose seam the contact is.
    pub neighbour: u32,
    /// Which shape of it.
    pub leaf: Leaf,
    /// Angle between the contact's normal and [`Ghost::allowed`]; [`GHOST_FROM`] or more. Degrees.
    pub by: f32,
    /// The nearest normal that the outline allows, on `b`'s surface toward `a` as the contact's.
    pub allowed: Vec2,
    /// Where the normals were compared. World.
    pub place: Vec2,
}

/// A contact that may be a ghost, measured from the position of the static body.
struct Suspect<'c> {
    mover: u32,
    still: u32,
    leaf: Leaf,
    /// Out of the static body's surface.
    normal: DVec2,
    points: &'c [DVec2],
}

impl World {
    /// The ghost that a contact between a static and a non-static body is, at their present poses; `None`: it is no ghost.
    /// Contacts of chains and of sensors never are. Only the neighbours of the contact are looked at.
    ///
    /// ```
    /// use collide2d::{BodyDef, Motion, Pose, Shape, World};
    ///
    /// let mut world = World::default();
    /// for x in [-0.5, 0.5] {
    ///     world.add(BodyDef::new(Shape::rectangle(1.0, 1.0)?, Pose::at(x, -0.5)))?;
    /// }
    /// let player = BodyDef::new(Shape::rectangle(0.4, 0.4)?, Pose::at(-0.199, 0.198));
    /// world.add(player.with_motion(Motion::dynamic(1.0)))?;
    /// let contacts = world.detect();
    /// // On the left tile it stands; the right one stops it by the face that lies against the left one.
    /// assert_eq!(world.ghost(&contacts[0]), None);
    /// let ghost = world.ghost(&contacts[1]).expect("the seam of two tiles");
    /// assert_eq!((ghost.neighbour, ghost.by), (0, 90.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ghost(&self, contact: &PairContact) -> Option<Ghost> {
        self.ghost_at(contact, self.body(contact.a)?.pose().position)
    }

    /// [`World::ghost`] of a contact that was found when `a` was elsewhere. World.
    pub fn ghost_at(&self, contact: &PairContact, position_a: Vec2) -> Option<Ghost> {
        let (a, b) = (self.body(contact.a)?, self.body(contact.b)?);
        let normal = contact.contact.normal.as_dvec2();
        let (mover, still, leaf, normal) = match (a.is_static(), b.is_static()) {
            (false, true) => (contact.a, contact.b, contact.leaf_b, normal),
            (true, false) => (contact.b, contact.a, contact.leaf_a, -normal),
            (true, true) | (false, false) => return None,
        };
        let from = position_a.as_dvec2() - self.body(still)?.pose().position.as_dvec2();
        // A chain's contact is never a ghost.
        if leaf.segment().is_some() {
            return None;
        }
        let points = contact.contact.points();
        let points: Vec<_> = points.iter().map(|point| from + point.from_a.as_dvec2()).collect();
        let ghost = self.suspect_is_ghost(&Suspect { mover, still, leaf, normal, points: &points })?;
        let side = if still == contact.b { 1.0 } else { -1.0 };
        Some(Ghost { allowed: ghost.allowed * side, ..ghost })
    }

    /// [`World::ghost`] of a contact that anybody found between a body that moves and a shape of a static one. `normal`:
    /// unit vector out of the static body's surface, as is the result's; `points`: of the manifold. World.
    pub fn ghost_of(
        &self,
        [mover, still]: [u32; 2],
        leaf: Leaf,
        normal: Vec2,
        points: &[Vec2],
    ) -> Option<Ghost> {
        let origin = self.body(still)?.pose().position.as_dvec2();
        let points: Vec<_> = points.iter().map(|point| point.as_dvec2() - origin).collect();
        let normal = normal.as_dvec2();
        self.suspect_is_ghost(&Suspect { mover, still, leaf, normal, points: &points })
    }

    fn suspect_is_ghost(&self, suspect: &Suspect<'_>) -> Option<Ghost> {
        let (mover, still) = (self.body(suspect.mover)?, self.body(suspect.still)?);
        // Nothing catches on a sensor.
        if mover.is_sensor() || still.is_sensor() {
            return None;
        }
        let origin = still.pose().position;
        let mut looked = JoinedShapes { shapes: vec![self.met_shape(suspect)?] };
        let mut best: Option<(f64, DVec2, DVec2)> = None;
        let mut neighbour: Option<(f64, u32, Leaf)> = None;
        let mut inside = Vec::new();
        for &point in suspect.points {
            looked.shapes.truncate(1);
            let place = looked.shapes[0].exit(point, suspect.normal);
            let reach = looked.shapes[0].reach(place);
            self.add_shapes(&mut looked, suspect, place, reach);
            match off(&looked.free(place, 0, None), suspect.normal) {
                Some((by, _)) if by < ALLOWED => return None,
                Some((by, allowed)) => {
                    if best.is_none_or(|(least, ..)| by < least) {
                        best = Some((by, allowed, place));
                    }
                }
                None => inside.push(place),
            }
            // The neighbour without which the normal would be least off.
            for i in looked.at(place, 0) {
                let without = off(&looked.free(place, 0, Some(i)), suspect.normal).map_or(PI, |(by, _)| by);
                if neighbour.is_none_or(|(least, ..)| without < least) {
                    neighbour = Some((without, looked.shapes[i].body, looked.shapes[i].leaf));
                }
            }
        }
        // A shape by itself has no ghosts.
        let (_, neighbour, leaf) = neighbour?;
        let nearest = || {
            let found = inside.iter().filter_map(|place| self.nearest_of_outline(suspect, *place));
            found.min_by(|(p, _), (q, _)| p.total_cmp(q)).map(|(_, found)| found)
        };
        let (by, allowed, at) = best.or_else(nearest)?;
        if by < ALLOWED {
            return None;
        }
        let place = (origin.as_dvec2() + at).as_vec2();
        Some(Ghost { neighbour, leaf, by: by.to_degrees() as f32, allowed: allowed.as_vec2(), place })
    }

    /// The shape that the contact is with.
    fn met_shape(&self, suspect: &Suspect<'_>) -> Option<OutlineShape<'_>> {
        let body = self.body(suspect.still)?;
        let at = Pose { position: Vec2::ZERO, ..*body.pose() };
        Some(OutlineShape::new(suspect.still, &body.shape().leaf(suspect.leaf, &at)?, DVec2::ZERO))
    }

    /// Adds the other shapes within `reach` of a place, by body and leaf.
    fn add_shapes<'w>(&'w self, to: &mut JoinedShapes<'w>, suspect: &Suspect<'_>, place: DVec2, reach: f64) {
        let Some(origin) = self.body(suspect.still).map(|body| body.pose().position.as_dvec2()) else {
            return;
        };
        let around = |p: DVec2| {
            let reach = reach + f64::from(4.0 * f32::EPSILON) * p.abs().max_element();
            Aabb { min: (p - reach).as_vec2(), max: (p + reach).as_vec2() }
        };
        let mut near = Vec::new();
        self.fixed_tree().overlapping(&around(origin + place), &mut near);
        for index in near {
            // The tree may know a place of which another body has become.
            let is_met = |body: &&Body| {
                let is_pair = index != suspect.mover && self.is_pair(PairKey::new(suspect.mover, index));
                is_pair && body.is_static() && !body.is_sensor()
            };
            let Some(body) = self.body(index).filter(is_met) else { continue };
            let from = body.pose().position.as_dvec2() - origin;
            let at = Pose { position: Vec2::ZERO, ..*body.pose() };
            body.shape().for_each_leaf(&at, Some(&around(place - from)), &mut |leaf| {
                if (index, leaf.leaf) != (suspect.still, suspect.leaf) {
                    to.shapes.push(OutlineShape::new(index, leaf, from));
                }
            });
        }
    }

    /// From a place inside of the outline: the distance to the nearest place on it, and there by how much the
    /// normal is off, the nearest allowed normal, and the place itself.
    fn nearest_of_outline(&self, suspect: &Suspect<'_>, from: DVec2) -> Option<(f64, (f64, DVec2, DVec2))> {
        let met = self.met_shape(suspect)?;
        let mut reach = FIRST_REACH * met.reach(from);
        let mut found = None;
        for _ in 0..MOST_DOUBLINGS {
            let mut outline = JoinedShapes { shapes: vec![met.clone()] };
            self.add_shapes(&mut outline, suspect, from, reach);
            let is_last = outline.shapes.len() > MOST_SHAPES;
            outline.keep_connected();
            found = outline.nearest(from);
            // Farther away there may be shapes that were not looked at, which cover what was found as well.
            let tolerance = outline.shapes.iter().map(|shape| shape.reach(from)).fold(0.0, f64::max);
            let distance = found.as_ref().map_or(0.0, |(distance, _)| *distance + 2.0 * tolerance);
            if is_last || (found.is_some() && distance <= reach) {
                break;
            }
            reach = distance.max(2.0 * reach);
        }
        let (distance, place) = found?;
        let (by, allowed) = off(&place.free, suspect.normal)?;
        Some((distance, (by, allowed, place.at)))
    }
}
