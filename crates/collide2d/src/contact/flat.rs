//! Flat against flat: the axes, and the one or two points by clipping.

use glam::Vec2;

use super::boxes::CORNER_BIAS;
use super::frame::{inward, outward};
use super::hull::Face;
use super::lanes::{LANES, Lanes, at, least, less, without};
use super::search::{Axis, Source};
use super::{Contact, ContactPoint, Count, Hull, Pair, Placed};
use crate::aabb::Interval;
use crate::sat::{PARALLEL, SatObserver};

/// By how much (cosine) the other shape's face must be better aligned with the normal than the face that gave the axis, to
/// become the reference. It matters only where rounding chose between equal axes.
const REFERENCE_BIAS: f32 = 1.0e-4;
/// Faces that touch along a stretch are level within this. Metres.
pub(super) const EVEN: f32 = 2.0e-5;

/// A shape with flat faces where it is.
#[derive(Clone, Copy)]
pub(super) struct Flat<'l> {
    pub lanes: &'l [Lanes],
    pub corners: usize,
    /// A wall has one face, and its start is corner 0.
    pub is_wall: bool,
    /// Its x axis in the world, and its anchor seen from `a`'s.
    pub turn: Vec2,
    pub offset: Vec2,
}

/// The axis of least overlap.
#[derive(Clone, Copy)]
struct Best {
    depth: f32,
    /// Whose face, and which.
    of_p: bool,
    face: usize,
    /// Whether the other shape leaves against the face's normal.
    against: bool,
}

/// The face normals of both shapes, parallel ones once.
#[inline(always)]
pub(super) fn hulls<O: SatObserver>(p: &Flat, q: &Flat, pair: &Pair, observer: &mut O) -> Option<Contact> {
    let apart = q.offset - p.offset;
    let turn = inward(p.turn, q.turn);
    let turned_back = Vec2::new(turn.x, -turn.y);
    let (q_from_p, p_from_q) = (inward(p.turn, apart), -inward(q.turn, apart));
    let mut best = Best { depth: f32::INFINITY, of_p: true, face: 0, against: false };
    let mut listens = true;

    for (block, lanes) in p.lanes.iter().enumerate() {
        let (out, back) = lanes.ways_out(q.lanes, q.corners, turn, q_from_p);
        let overlap = [out[0].min(back[0]), out[1].min(back[1])];
        if O::WATCHES {
            for i in 0..LANES {
                listens = listens
                    && (at(&overlap, i) == f32::INFINITY || {
                        let axis = p.axis(block, i, q, at(&overlap, i), true, pair);
                        axis.tell(pair.flipped, observer).is_continue()
                    });
            }
        }
        let (i, depth) = least(&overlap);
        if depth < best.depth {
            // Of two ways out that are as short `p` takes the one along the normal: `q` leaves against it.
            best =
                Best { depth, of_p: true, face: block * LANES + i, against: less(&out, &back) >> i & 1 == 0 };
        }
    }
    if !O::WATCHES && best.depth <= 0.0 {
        return None;
    }
    for (block, lanes) in q.lanes.iter().enumerate() {
        let (out, back) = lanes.ways_out(p.lanes, p.corners, turned_back, p_from_q);
        let mut overlap = [out[0].min(back[0]), out[1].min(back[1])];
        let parallel = |i: usize| {
            let direction = outward(turn, lanes.normal(i));
            p.lanes.iter().any(|lanes| lanes.has_axis_along(direction, PARALLEL))
        };
        if O::WATCHES {
            for i in 0..LANES {
                listens = listens
                    && (at(&overlap, i) == f32::INFINITY || parallel(i) || {
                        let axis = q.axis(block, i, p, at(&overlap, i), false, pair);
                        axis.tell(pair.flipped, observer).is_continue()
                    });
            }
        }
        let mut skipped = 0_u32;
        loop {
            let (i, depth) = least(&overlap);
            if depth >= best.depth {
                break;
            }
            if !parallel(i) {
                best = Best {
                    depth,
                    of_p: false,
                    face: block * LANES + i,
                    against: less(&back, &out) >> i & 1 == 1,
                };
                break;
            }
            skipped |= 1 << i;
            overlap = without(&overlap, skipped);
        }
    }
    if best.depth <= 0.0 || best.depth == f32::INFINITY {
        return None;
    }
    let (own, other) = if best.of_p { (p, q) } else { (q, p) };
    let along = own.normal_out(best.face);
    let leaves = if best.against { -along } else { along };
    // The reference face looks along the way that the other shape leaves, the incident face against it.
    let reference = if best.against { own.facing(leaves) } else { best.face };
    let facing = if !best.against || own.normal_out(reference).dot(leaves) >= 1.0 - REFERENCE_BIAS {
        let incident = other.face(other.facing(-leaves));
        Facing { reference: own.face(reference), incident, reference_is_p: best.of_p }
    } else {
        Facing::choose(p, q, if best.of_p { -leaves } else { leaves }, best.of_p)
    };
    let (points, count) = facing.points(pair.flipped, best.depth);
    Some(pair.contact(if best.of_p { -leaves } else { leaves }, best.depth, points, count))
}

impl Flat<'_> {
    #[inline(always)]
    fn normal(&self, face: usize) -> Vec2 {
        self.lanes.get(face / LANES).map_or(Vec2::ZERO, |lanes| lanes.normal(face))
    }

    /// In world axes.
    #[inline(always)]
    fn normal_out(&self, face: usize) -> Vec2 {
        outward(self.turn, self.normal(face))
    }

    #[inline(always)]
    fn corner(&self, corner: usize) -> Vec2 {
        let local = self.lanes.get(corner / LANES).map_or(Vec2::ZERO, |lanes| lanes.corner(corner));
        self.offset + outward(self.turn, local)
    }

    /// The face whose normal is nearest to the world direction.
    #[inline(always)]
    fn facing(&self, direction: Vec2) -> usize {
        let direction = inward(self.turn, direction);
        let (mut face, mut most) = (0, f32::NEG_INFINITY);
        for (block, lanes) in self.lanes.iter().enumerate() {
            let (i, along) = lanes.facing(direction);
            if along > most {
                (face, most) = (block * LANES + i, along);
            }
        }
        face
    }

    /// In world axes, seen from `a`'s anchor.
    #[inline(always)]
    fn face(&self, face: usize) -> Face {
        let next = if face + 1 == self.corners { 0 } else { face + 1 };
        let (index, corners) = if self.is_wall { (0, [next, face]) } else { (face, [face, next]) };
        Face {
            index: index as u32,
            normal: self.normal_out(face),
            from: self.corner(face),
            to: self.corner(next),
            corners: corners.map(|i| i as u32),
        }
    }

    /// An axis as told.
    #[cold]
    fn axis(&self, block: usize, i: usize, other: &Self, overlap: f32, is_p: bool, pair: &Pair) -> Axis {
        let lanes = &self.lanes[block];
        let direction = outward(self.turn, lanes.normal(i));
        let own = Interval { min: lanes.min[i], max: lanes.max[i] };
        let own = own.shifted(direction.dot(self.offset + pair.anchor));
        let nowhere = Interval { min: f32::INFINITY, max: f32::NEG_INFINITY };
        let other = (0..other.corners).fold(nowhere, |interval, corner| {
            let along = direction.dot(other.corner(corner) + pair.anchor);
            Interval { min: interval.min.min(along), max: interval.max.max(along) }
        });
        let face = (block * LANES + i) as u32;
        if is_p {
            Axis { source: Source::FaceOfP(face), direction, p: own, q: other, overlap }
        } else {
            Axis { source: Source::FaceOfQ(face), direction, p: other, q: own, overlap }
        }
    }
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

    /// [`Facing::new`] for a way out that no face of the axis' own shape looks along.
    #[cold]
    fn choose(p: &Flat, q: &Flat, normal: Vec2, of_p: bool) -> Self {
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
