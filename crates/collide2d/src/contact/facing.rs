//! The two faces of a contact, and what is left of the one clipped to the length of the other.

use glam::Vec2;

use super::boxes::CORNER_BIAS;
use super::flat::{Blocks, Flat};
use super::hull::Face;
use super::search::Source;
use super::{ContactPoint, Count, Hull, Placed};
use crate::sat::PARALLEL;

/// By how much (cosine) the other shape's face must be better aligned with the normal than the face that gave the axis, to
/// become the reference. It matters only where rounding chose between equal axes.
pub(super) const REFERENCE_BIAS: f32 = 1.0e-4;
/// Faces that touch along a stretch are level within this. Metres.
pub(super) const EVEN: f32 = 2.0e-5;

/// The two faces that meet: `reference` is the one along the normal, `incident` the other.
pub(crate) struct Facing {
    reference: Face,
    incident: Face,
    reference_is_p: bool,
}

impl Facing {
    /// `normal`: the way that `p` must move.
    #[inline]
    pub fn new<P: Hull, Q: Hull>(p: &Placed<P>, q: &Placed<Q>, normal: Vec2, source: Source) -> Self {
        let (of_p, of_q) = (p.facing(-normal), q.facing(normal));
        let bias = if matches!(source, Source::FaceOfP(_)) { REFERENCE_BIAS } else { -REFERENCE_BIAS };
        if of_q.normal.dot(normal) > of_p.normal.dot(-normal) + bias {
            Self { reference: of_q, incident: of_p, reference_is_p: false }
        } else {
            Self { reference: of_p, incident: of_q, reference_is_p: true }
        }
    }

    /// [`Facing::new`] for a way out that no face of the axis' own shape looks along.
    #[cold]
    pub(super) fn choose<L: Blocks + ?Sized>(
        p: &Flat<'_, L>,
        q: &Flat<'_, L>,
        normal: Vec2,
        of_p: bool,
    ) -> Self {
        let (of_p_face, of_q_face) = (p.face(p.facing(-normal)), q.face(q.facing(normal)));
        let bias = if of_p { REFERENCE_BIAS } else { -REFERENCE_BIAS };
        if of_q_face.normal.dot(normal) > of_p_face.normal.dot(-normal) + bias {
            Self { reference: of_q_face, incident: of_p_face, reference_is_p: false }
        } else {
            Self { reference: of_p_face, incident: of_q_face, reference_is_p: true }
        }
    }

    /// Clips the incident face to the length of the reference face. Each end that is left is a point if it lies below the
    /// reference face, midway between the two faces. Each point is named by the corner that ends the common stretch there
    /// and the other shape's face: the name is the same whichever face is the reference.
    #[inline]
    pub fn points(&self, flipped: bool, depth: f32) -> ([ContactPoint; 2], Count) {
        let clamped = |point: ContactPoint| ContactPoint { depth: point.depth.min(depth), ..point };
        if let Some([first, second]) = self.ends(flipped) {
            let (keep_first, keep_second) = (first.depth >= 0.0, second.depth >= 0.0);
            if keep_first || keep_second {
                let points = if keep_first { [first, second] } else { [second, first] };
                return (
                    points.map(clamped),
                    if keep_first && keep_second { Count::Two } else { Count::One },
                );
            }
        }
        let deepest = ContactPoint { depth, ..self.deepest(flipped) };
        ([deepest, ContactPoint::default()], Count::One)
    }

    /// Both ends of the clipped incident face in order along the normal toward `a`, turned left, with depths of either sign.
    /// `None` where the faces have no common stretch worth the name.
    #[inline]
    pub fn ends(&self, flipped: bool) -> Option<[ContactPoint; 2]> {
        let (reference, incident) = (&self.reference, &self.incident);
        let reference_is_a = self.reference_is_p != flipped;
        // Counter-clockwise around its shape the reference face runs along the tangent, the incident face against it.
        let tangent = reference.normal.perp();
        let (low, high) = (reference.from.dot(tangent), reference.to.dot(tangent));
        let (incident_low, incident_high) = (incident.to.dot(tangent), incident.from.dot(tangent));
        let common = high.min(incident_high) - low.max(incident_low);
        let meet = common > PARALLEL * (high - low);
        if !meet {
            return None;
        }
        let slack = CORNER_BIAS * (high - low);
        let slope = (incident.from - incident.to) / (incident_high - incident_low);
        // `beyond`: how far the incident corner stands past the end of the reference face.
        let end = |beyond: f32, reference_corner: u32, corner: Vec2, incident_corner: u32, inward: Vec2| {
            let a_is_inner = if reference_is_a { beyond >= -slack } else { beyond <= slack };
            let (vertex, other) = if a_is_inner == reference_is_a {
                (reference_corner, incident.index)
            } else {
                (incident_corner, reference.index)
            };
            let feature = u32::from(!a_is_inner) << 16 | vertex << 8 | other;
            self.point(corner + inward * beyond.max(0.0), feature)
        };
        let first = end(low - incident_low, reference.corners[0], incident.to, incident.corners[1], slope);
        let second =
            end(incident_high - high, reference.corners[1], incident.from, incident.corners[0], -slope);
        // The reference normal points toward `a` if the reference is `b`.
        Some(if reference_is_a { [second, first] } else { [first, second] })
    }

    /// The point of touch of faces that just touch, seen from `a`'s anchor: the middle of what touches.
    pub fn touch(&self, flipped: bool) -> Vec2 {
        match self.ends(flipped) {
            Some([first, second]) if (first.depth - second.depth).abs() <= EVEN => {
                first.from_a.midpoint(second.from_a)
            }
            Some([first, second]) if first.depth > second.depth => first.from_a,
            Some([_, second]) => second.from_a,
            None => self.deepest(flipped).from_a,
        }
    }

    /// The incident face's deeper corner.
    fn deepest(&self, flipped: bool) -> ContactPoint {
        let owner = u32::from(self.reference_is_p != flipped);
        let (face, [from, to]) = (&self.incident, self.incident.corners);
        let corner = |p: Vec2, i: u32| self.point(p, owner << 16 | i << 8 | self.reference.index);
        let (first, second) = (corner(face.from, from), corner(face.to, to));
        if second.depth > first.depth { second } else { first }
    }

    /// The point midway between an incident point and the reference face, seen from `a`'s anchor.
    #[inline]
    fn point(&self, incident: Vec2, feature: u32) -> ContactPoint {
        let depth = (self.reference.from - incident).dot(self.reference.normal);
        ContactPoint { from_a: incident + self.reference.normal * (0.5 * depth), depth, feature }
    }
}
