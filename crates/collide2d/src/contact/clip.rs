//! Contact points by clipping the incident face against the reference face.
//!
//! The *reference face* gave the axis of least overlap, the *incident face* is the other shape's that is most
//! antiparallel to it. The incident face is cut to the length of the reference face; each end left below the
//! reference face is a contact point, midway between the two (Catto, "Contact Manifolds", Game Developers
//! Conference 2007, after Sutherland and Hodgman).

use glam::Vec2;

use super::manifold::{Contact, ContactPoint};
use crate::tolerance::{PARALLEL, SAME_CORNER, even};

/// A face of a shape, counter-clockwise around it, in the clipping frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClipFace {
    pub from: Vec2,
    pub to: Vec2,
    /// Index of the face, and of its two corners.
    pub name: u32,
    pub corners: [u32; 2],
    /// From the face out to the surface: a capsule's radius. Metres.
    pub radius: f32,
}

/// An end of the incident face, and the end of the reference face beside it.
struct FaceEnd {
    /// The incident corner.
    corner: Vec2,
    /// Indices of the two corners.
    incident_corner: u32,
    reference_corner: u32,
    /// How far the incident corner lies past the end of the reference face; negative: within. Metres.
    past: f32,
    /// Along the incident face, back from the corner, for each metre along the reference face.
    inward: Vec2,
}

/// The number of a corner on a face: bit 16 is set where the corner is `b`'s.
pub(crate) fn corner_on_face(is_of_b: bool, corner: u32, face: u32) -> u32 {
    u32::from(is_of_b) << 16 | corner << 8 | face
}

/// The reference and the incident face of a contact.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FacePair {
    /// Outward unit normal of the reference face.
    pub(super) normal: Vec2,
    pub(super) reference: ClipFace,
    pub(super) length: f32,
    pub(super) incident: ClipFace,
    /// Along the incident face for each metre along the reference face.
    pub(super) slope: Vec2,
    pub(super) reference_is_a: bool,
    /// The clipping frame: its x axis in the world, and its origin measured from `a`'s position.
    pub(super) turn: Vec2,
    pub(super) origin: Vec2,
}

impl FacePair {
    /// The contact with the normal `toward_a`; no point is deeper than `depth`. The ends are chosen without a
    /// branch, which would be mispredicted.
    #[inline(always)]
    pub(super) fn contact(&self, toward_a: Vec2, depth: f32) -> Contact {
        let (ends, meet) = self.ends();
        let kept = ends.map(|end| meet & (end.depth >= 0.0));
        if !(kept[0] | kept[1]) {
            return Contact::with_one_point(toward_a, depth, ContactPoint { depth, ..self.deepest() });
        }
        let [low, high] =
            ends.map(|end| ContactPoint { depth: if end.depth < depth { end.depth } else { depth }, ..end });
        // In order along the normal turned left: `b`'s face runs that way, `a`'s against it.
        let low_is_first = if self.reference_is_a { !kept[1] } else { kept[0] };
        let points = [low.or(high, !low_is_first), low.or(high, low_is_first)];
        Contact::with_points(toward_a, depth, points, kept[0] & kept[1])
    }

    /// Where faces that just touch meet, measured from `a`'s position: the middle of the common stretch.
    #[inline(always)]
    pub(crate) fn touch(&self) -> Vec2 {
        let ([first, second], meet) = self.ends();
        if !meet {
            self.deepest().from_a
        } else if (first.depth - second.depth).abs() <= even(first.from_a.distance(second.from_a)) {
            first.from_a.midpoint(second.from_a)
        } else if first.depth > second.depth {
            first.from_a
        } else {
            second.from_a
        }
    }

    /// Both ends of the clipped incident face, in order along the reference face, with depths of either sign;
    /// and whether the faces have a common stretch. The feature of an end is the corner that ends the common
    /// stretch there and the other shape's face, so that it is the same whichever face is the reference.
    #[inline(always)]
    fn ends(&self) -> ([ContactPoint; 2], bool) {
        let Self { reference, incident, length, slope, .. } = *self;
        // The reference face runs along the tangent, the incident face against it.
        let tangent = self.normal.perp();
        let (low, high) = (reference.from.dot(tangent), reference.to.dot(tangent));
        let (incident_low, incident_high) = (incident.to.dot(tangent), incident.from.dot(tangent));
        let common = high.min(incident_high) - low.max(incident_low);
        let lower = FaceEnd {
            corner: incident.to,
            incident_corner: incident.corners[1],
            reference_corner: reference.corners[0],
            past: low - incident_low,
            inward: slope,
        };
        let upper = FaceEnd {
            corner: incident.from,
            incident_corner: incident.corners[0],
            reference_corner: reference.corners[1],
            past: incident_high - high,
            inward: -slope,
        };
        ([self.clipped(lower), self.clipped(upper)], common > PARALLEL * length)
    }

    /// An end of the common stretch: the incident corner, cut off at the end of the reference face. Corners side
    /// by side count as `a`'s.
    #[inline(always)]
    fn clipped(&self, end: FaceEnd) -> ContactPoint {
        let slack = SAME_CORNER * self.length;
        let reference_ends = if self.reference_is_a { end.past >= -slack } else { end.past > slack };
        let is_of_b = reference_ends != self.reference_is_a;
        let corner = if reference_ends { end.reference_corner } else { end.incident_corner };
        let face = if reference_ends { self.incident.name } else { self.reference.name };
        let cut = if end.past > 0.0 { end.past } else { 0.0 };
        self.midway(end.corner + end.inward * cut, corner_on_face(is_of_b, corner, face))
    }

    /// The incident corner less far past the ends of the reference face, else the deeper one; of a capsule's
    /// faces the one nearer to the reference face. Of faces tip to tip on one line it is the tip.
    fn deepest(&self) -> ContactPoint {
        let [from, to] = self.incident.corners;
        let corner =
            |p: Vec2, i: u32| self.midway(p, corner_on_face(self.reference_is_a, i, self.reference.name));
        let (first, second) = (corner(self.incident.from, from), corner(self.incident.to, to));
        let along = |p: Vec2| p.dot(self.normal.perp());
        let (low, high) = (along(self.reference.from), along(self.reference.to));
        let past = |p: Vec2| (low - along(p)).max(along(p) - high).max(0.0);
        let (first_past, second_past) = (past(self.incident.from), past(self.incident.to));
        let farther = second_past - first_past;
        let is_round = self.reference.radius + self.incident.radius > 0.0;
        let is_second = if is_round {
            // Round ends touch a little past the face's end as well: the core nearer to the face is the one.
            let above = |point: &ContactPoint| self.reference.radius + self.incident.radius - point.depth;
            let apart = |past: f32, above: f32| if past > 0.0 { past.hypot(above.max(0.0)) } else { above };
            apart(second_past, above(&second)) < apart(first_past, above(&first))
        } else if farther.abs() > PARALLEL * self.length {
            farther < 0.0
        } else {
            second.depth > first.depth
        };
        if is_second { second } else { first }
    }

    #[inline(always)]
    fn midway(&self, incident: Vec2, feature: u32) -> ContactPoint {
        let round = self.incident.radius;
        let depth = (self.reference.from - incident).dot(self.normal) + (self.reference.radius + round);
        let point = incident + self.normal * (0.5 * depth - round);
        ContactPoint { from_a: self.turn.rotate(point) + self.origin, depth, feature }
    }
}
