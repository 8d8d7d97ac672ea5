//! From the axis of least overlap of two shapes with flat faces to their contact.

use glam::{Vec2, Vec4, Vec4Swizzles};

use super::boxes::{CORNER_BIAS, PLACES, SIDE, least, most};
use super::facing::{Facing, REFERENCE_BIAS};
use super::flat::{Best, Blocks, Flat};
use super::{Contact, ContactPoint, Count, Pair};
use crate::sat::PARALLEL;

impl Best {
    /// Clips the face that looks at the winning one most to its length. Each end that is left is a point if it lies below the
    /// winning face, midway between the two. Both ends at once, and every choice by index: none can be foretold.
    #[inline(always)]
    pub fn contact<L: Blocks + ?Sized>(&self, p: &Flat<'_, L>, q: &Flat<'_, L>, pair: &Pair) -> Contact {
        let flats = [p, q];
        let (own, other) = (flats[self.of_q & 1], flats[(1 - self.of_q) & 1]);
        let leaves = own.normal_out(self.face) * -SIDE[self.against & 1];
        let of_p_leaves = leaves * SIDE[self.of_q & 1];
        // The reference face looks along the way that the other shape leaves, the incident face against it.
        let opposite = own.facing(leaves);
        let face = [self.face, opposite][self.against & 1];
        let normal = own.normal_out(face);
        if normal.dot(leaves) < 1.0 - REFERENCE_BIAS {
            let facing = Facing::choose(p, q, of_p_leaves, self.of_q == 0);
            let (points, count) = facing.points(pair.flipped, self.depth);
            return pair.contact(of_p_leaves, self.depth, points, count);
        }
        let of_b = self.of_q & 1 ^ usize::from(pair.flipped);
        let incident = other.facing(-leaves);
        let names = [own.names(face), other.names(incident)];
        let ends = Ends::new(normal, own.ends(face), other.ends(incident), names, of_b);
        ends.contact(pair.toward_a(of_p_leaves), self.depth, pair.anchor)
    }
}

/// What is left of the incident face: two ends, the one first that the winning face begins at. Seen from `a`'s anchor.
struct Ends {
    /// 1 if the winning face is `b`'s, else 0.
    of_b: usize,
    /// Whether the faces have a common stretch.
    common: bool,
    clipped: Vec4,
    features: [u32; 2],
    /// Of the winning face: its normal, twice, its beginning, twice, and its name.
    normal: Vec4,
    from: Vec4,
    name: u32,
    /// The incident face's corners, and what they are called.
    corners: Vec4,
    corner_names: [u32; 2],
}

impl Ends {
    #[inline(always)]
    fn new(normal: Vec2, own: Vec4, incident: Vec4, names: [[u32; 3]; 2], of_b: usize) -> Self {
        // Counter-clockwise around its shape the winning face runs along the tangent, the incident face against it.
        let tangent = Vec4::new(-normal.y, normal.x, -normal.y, normal.x);
        let along = |ends: Vec4| {
            let products = ends * tangent;
            products + products.yxwz()
        };
        let (own_along, incident_along) = (along(own), along(incident));
        let (low, high) = (own_along.x, own_along.z);
        let (incident_low, incident_high) = (incident_along.z, incident_along.x);
        let length = high - low;
        let slack = CORNER_BIAS * length;
        // The inner corner names a point, with the other's face; whose it is stands in bit 16. `beyond`: how far the incident
        // corner stands past the end of the face.
        let [[own_face, own_from, own_to], [face, from, to]] = names;
        let b = of_b as u32;
        let end = |beyond: f32, own_corner: u32, corner: u32| {
            let a_is_inner = beyond * SIDE[of_b] <= slack;
            let own_is_inner = u32::from(a_is_inner) != b;
            let of_own = b << 16 | own_corner << 8 | face;
            let of_other = (1 - b) << 16 | corner << 8 | own_face;
            of_other ^ ((of_own ^ of_other) & u32::from(own_is_inner).wrapping_neg())
        };
        let (before, after) = (low - incident_low, incident_high - high);
        let (cut_low, cut_high) = (most(before, 0.0), most(after, 0.0));
        let corners = incident.zwxy();
        let slope = (incident.xyxy() - incident.zwzw()) / Vec4::splat(incident_high - incident_low);
        let cut = slope * Vec4::new(cut_low, cut_low, -cut_high, -cut_high);
        Self {
            of_b,
            common: least(high, incident_high) - most(low, incident_low) > PARALLEL * length,
            clipped: corners + cut,
            features: [end(before, own_from, to), end(after, own_to, from)],
            normal: Vec4::new(normal.x, normal.y, normal.x, normal.y),
            from: own.xyxy(),
            name: own_face,
            corners,
            corner_names: [to, from],
        }
    }

    #[inline(always)]
    fn contact(&self, normal: Vec2, depth: f32, anchor: Vec2) -> Contact {
        let (below, [mut first, second]) = self.points(self.clipped, self.features, depth, anchor);
        let [keep_first, keep_second] = below.map(|below| usize::from(self.common & (below >= 0.0)));
        let keep = keep_first | keep_second << 1;
        if keep == 0 {
            first = self.deepest(depth, anchor);
        }
        let points = [first, second, ContactPoint::default(), ContactPoint::default()];
        let [one, other] = PLACES[self.of_b][keep];
        Contact {
            normal,
            depth,
            points: [points[one & 3], points[other & 3]],
            count: if keep == 0b11 { Count::Two } else { Count::One },
        }
    }

    /// How far each end lies below the winning face, and the points midway, at most as deep as said.
    #[inline(always)]
    fn points(
        &self,
        ends: Vec4,
        features: [u32; 2],
        depth: f32,
        anchor: Vec2,
    ) -> ([f32; 2], [ContactPoint; 2]) {
        let products = (self.from - ends) * self.normal;
        let below = products + products.yxwz();
        let from_a = ends + self.normal * (below.xxzz() * 0.5);
        let from_a = from_a + Vec4::new(anchor.x, anchor.y, anchor.x, anchor.y);
        let point = |from_a, below, feature| ContactPoint { from_a, depth: least(below, depth), feature };
        let points = [point(from_a.xy(), below.x, features[0]), point(from_a.zw(), below.z, features[1])];
        ([below.x, below.z], points)
    }

    /// The incident face's deeper corner.
    #[inline(always)]
    fn deepest(&self, depth: f32, anchor: Vec2) -> ContactPoint {
        let name = |corner| (1 - self.of_b as u32) << 16 | corner << 8 | self.name;
        let ([to, from], points) =
            self.points(self.corners, self.corner_names.map(name), f32::INFINITY, anchor);
        ContactPoint { depth, ..points[usize::from(from >= to)] }
    }
}
