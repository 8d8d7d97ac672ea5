//! Flat against flat: the axes, and the one or two points by clipping.

use std::ops::ControlFlow;

use glam::Vec2;

use super::hull::Face;
use super::search::{Search, Source};
use super::{Contact, ContactPoint, Hull, Pair, Placed};
use crate::sat::{PARALLEL, SatObserver};

/// By how much (cosine) the other shape's face must be better aligned with the normal than the face that gave the axis, to
/// become the reference. It matters only where rounding chose between equal axes.
const REFERENCE_BIAS: f32 = 1.0e-4;
/// Corners that stand side by side within this share of the face's length count as `a`'s, so that a point keeps its feature
/// while rounding moves one corner past the other.
const CORNER_BIAS: f32 = 1.0e-3;
/// Faces that touch along a stretch are level within this. Metres.
const EVEN: f32 = 2.0e-5;

/// The face normals of both shapes, parallel ones once.
#[inline]
pub(super) fn hulls<P: Hull, Q: Hull, O: SatObserver>(
    p: &P,
    q: &Q,
    pair: &Pair,
    observer: &mut O,
) -> Option<Contact> {
    let (p, q) = (Placed { hull: p, at: pair.p }, Placed { hull: q, at: pair.q });
    let mut search = Search::new(pair, observer);
    let mut flow = p.hull.axes(|face, normal, span| {
        let direction = p.at.rotation.rotate(normal);
        let span = span.shifted(direction.dot(p.at.offset));
        search.test(Source::FaceOfP(face), direction, span, q.extent(direction))
    });
    if flow.is_continue() {
        flow = q.hull.axes(|face, normal, span| {
            let direction = q.at.rotation.rotate(normal);
            let (along_p, along_q) = (p.extent(direction), span.shifted(direction.dot(q.at.offset)));
            if !search.matters(along_p, along_q) || p.hull.has_axis_along(p.at.rotation.unrotate(direction)) {
                return ControlFlow::Continue(());
            }
            search.test(Source::FaceOfQ(face), direction, along_p, along_q)
        });
    }
    let _ = flow;
    let best = search.finish()?;
    let facing = Facing::new(&p, &q, best.normal, best.source);
    let (points, count) = facing.points(pair.flipped, best.depth);
    Some(pair.contact(best.normal, best.depth, points, count))
}

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

    /// Clips the incident face to the length of the reference face. Each end that is left is a point if it lies below the
    /// reference face, midway between the two faces. Each point is named by the corner that ends the common stretch there
    /// and the other shape's face: the name is the same whichever face is the reference.
    #[inline]
    pub fn points(&self, flipped: bool, depth: f32) -> ([ContactPoint; 2], u8) {
        let mut points = [ContactPoint::default(); 2];
        let mut count = 0;
        for end in self.ends(flipped).into_iter().flatten() {
            if end.depth >= 0.0 {
                points[usize::from(count)] = ContactPoint { depth: end.depth.min(depth), ..end };
                count += 1;
            }
        }
        if count == 0 {
            points[0] = ContactPoint { depth, ..self.deepest(flipped) };
            count = 1;
        }
        (points, count)
    }

    /// Both ends of the clipped incident face in order along the normal toward `a`, turned left, with depths of either sign.
    /// `None` where the faces have no common stretch worth the name.
    #[inline]
    pub fn ends(&self, flipped: bool) -> Option<[ContactPoint; 2]> {
        let reference_is_a = self.reference_is_p != flipped;
        // The reference normal points away from its shape: toward `a` if that is `b`.
        let toward_a = if reference_is_a { -self.reference.normal } else { self.reference.normal };
        let tangent = toward_a.perp();
        let sorted = |face: &Face| {
            let [first, second] = face.corners.map(|(p, i)| (p.dot(tangent), p, i));
            if first.0 <= second.0 { [first, second] } else { [second, first] }
        };
        let (reference, incident) = (sorted(&self.reference), sorted(&self.incident));
        let length = reference[1].0 - reference[0].0;
        let common = reference[1].0.min(incident[1].0) - reference[0].0.max(incident[0].0);
        let meet = common > PARALLEL * length;
        if !meet {
            return None;
        }
        Some([0, 1].map(|end| {
            let inward = if end == 0 { 1.0 } else { -1.0 };
            let (r, i, other_i) = (reference[end], incident[end], incident[1 - end]);
            let beyond = (r.0 - i.0) * inward;
            let point =
                if beyond > 0.0 { i.1 + (other_i.1 - i.1) * (beyond / (other_i.0 - i.0).abs()) } else { i.1 };
            let slack = CORNER_BIAS * length;
            let a_is_inner = if reference_is_a { beyond >= -slack } else { beyond <= slack };
            let (vertex, other) = if a_is_inner == reference_is_a {
                (r.2, self.incident.index)
            } else {
                (i.2, self.reference.index)
            };
            self.point(point, u32::from(!a_is_inner) << 16 | vertex << 8 | other)
        }))
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
        let [first, second] =
            self.incident.corners.map(|(p, i)| self.point(p, owner << 16 | i << 8 | self.reference.index));
        if second.depth > first.depth { second } else { first }
    }

    /// The point midway between an incident point and the reference face, seen from `a`'s anchor.
    #[inline]
    fn point(&self, incident: Vec2, feature: u32) -> ContactPoint {
        let depth = (self.reference.corners[0].0 - incident).dot(self.reference.normal);
        ContactPoint { from_a: incident + self.reference.normal * (0.5 * depth), depth, feature }
    }
}
