//! The contact of a chain's segment: the least translation along a normal that the outline allows.
//!
//! On a segment its own two normals are allowed; on a corner the cone between the normals of both segments,
//! on each side; at a free end every normal from one face's to the other's. A one-sided chain allows those of
//! its right-hand side alone. Box2D's chain shapes and parry's oriented polylines, which have one side, clamp
//! a contact's normal like this, so that nothing catches on the joint of two segments. A corner's cone is on
//! the side where the corner is convex: a shape whose center is inside of the corner, where it is concave, is
//! pushed by the faces alone.

use glam::{DVec2, Vec2};

use crate::contact::clip::corner_on_face;
use crate::contact::hulls::of_hulls;
use crate::contact::manifold::{Contact, ContactPoint};
use crate::pose::Pose;
use crate::sat::axis::Side;
use crate::sat::exact;
use crate::sat::hulls::Hulls;
use crate::sat::search::{Axis, PairSource, Shapes};
use crate::shape::chain::Chain;
use crate::shape::leaf::LeafShape;

/// Directions closer than this are the same. Radians.
const SAME_DIRECTION: f64 = 1.0e-5;
/// A depth and an overlap that differ by no more are equal: a share of the overlap, plus metres.
const CUT: f64 = 1.0e-3;
const ROUNDING: f64 = 1.0e-6;

/// A placed segment of a chain, and the other shape. World axes, measured from the frame's origin.
struct Segment<'s> {
    chain: &'s Chain,
    index: usize,
    pose: &'s Pose,
    other: &'s LeafShape<'s>,
    normal: DVec2,
    one_sided: bool,
}

/// What gives a way out its direction.
#[derive(Clone, Copy)]
enum AllowedWay {
    /// The segment's face: along its normal if `true`, else against it.
    Face(bool),
    /// A face of the other shape.
    Other(usize),
    /// A corner of the other shape's core, and the segment's start (0) or end (1).
    Corners(usize, usize),
    /// The normal of the neighbour at the segment's start (0) or end (1), or [`Segment::beyond`] it.
    Neighbour(usize),
    /// The same, where the other shape's face of the second index leans over that corner.
    UnderFace(usize, usize),
}

impl<'s> Segment<'s> {
    fn of(chain: &'s Chain, index: usize, pose: &'s Pose, other: &'s LeafShape<'s>) -> Self {
        let normal = normal(chain, index, pose);
        Self { chain, index, pose, other, normal, one_sided: chain.is_one_sided() }
    }

    /// Start and end.
    fn ends(&self) -> [DVec2; 2] {
        let place = |p: Vec2| self.pose.position.as_dvec2() + exact::turned(self.pose, p);
        self.chain.ends(self.index).map(place)
    }

    /// The normals of the neighbours at the start and at the end; `None`: a free end.
    fn neighbours(&self) -> [Option<DVec2>; 2] {
        let normal = |segment| normal(self.chain, segment, self.pose);
        self.chain.neighbours(self.index).map(|segment| segment.map(normal))
    }

    /// The end that reaches farther along `direction`.
    fn farther(&self, direction: DVec2) -> usize {
        let [start, end] = self.ends();
        usize::from((end - start).dot(direction) > 0.0)
    }

    /// The direction out of an end: the last that a free end of a one-sided chain allows.
    fn beyond(&self, end: usize) -> DVec2 {
        let ends = self.ends();
        (ends[end] - ends[1 - end]).normalize_or_zero()
    }

    fn reach(&self, direction: DVec2) -> f64 {
        let [start, end] = self.ends();
        start.dot(direction).max(end.dot(direction))
    }

    /// Overlap with the other shape along a direction that it would leave along. Metres.
    fn overlap(&self, direction: DVec2) -> f64 {
        let other =
            exact::interval(self.other.shape, &self.other.pose, direction.as_vec2().as_dvec2(), Vec2::ZERO);
        self.reach(direction) - other.min
    }

    /// Whether a face of the other shape, from which it would leave along `way`, leans farther over the corner at an end than
    /// the border of what is allowed there.
    fn is_leant_over(&self, end: usize, border: DVec2, way: DVec2) -> bool {
        // The segment's own normal on that side of the chain.
        let is_right = self.neighbours()[end].is_none_or(|neighbour| neighbour.dot(border) < 0.0);
        let own = if is_right { -self.normal } else { self.normal };
        way.dot(border) > 0.0 && is_between(border, own, way)
    }

    /// Whether the outline allows the other shape to leave along `direction`.
    fn allows(&self, direction: DVec2) -> bool {
        let is_right = self.normal.dot(direction) < 0.0;
        if self.normal.perp_dot(direction).abs() <= SAME_DIRECTION {
            return is_right || !self.one_sided;
        }
        let end = self.farther(direction);
        let Some(neighbour) = self.neighbours()[end] else {
            return !self.one_sided || self.normal.dot(direction) <= SAME_DIRECTION;
        };
        let sides: &[f64] = if self.one_sided { &[-1.0] } else { &[1.0, -1.0] };
        sides.iter().any(|side| {
            let cone = [self.normal, neighbour].map(|normal| normal * *side);
            is_between(direction, cone[0], cone[1]) && !self.holds_inside(end, cone)
        })
    }

    /// Whether the other shape's center is inside of the corner at an end of a two-sided chain, opposite to the cone of normals
    /// on the side where the corner is convex: along one of these it would be pushed through the chain. Beyond a free end of
    /// the neighbour nothing is inside.
    fn holds_inside(&self, end: usize, cone: [DVec2; 2]) -> bool {
        let Some(neighbour) = self.chain.neighbours(self.index)[end].filter(|_| !self.one_sided) else {
            return false;
        };
        let LeafShape { shape, pose, .. } = self.other;
        let center = pose.position.as_dvec2() + exact::turned(pose, shape.centroid());
        let corner = self.ends()[end];
        let is_beyond = self.chain.neighbours(neighbour)[end].is_none() && {
            let free =
                self.pose.position.as_dvec2() + exact::turned(self.pose, self.chain.ends(neighbour)[end]);
            (center - free).dot(free - corner) > 0.0
        };
        !is_beyond && cone.iter().all(|normal| normal.dot(center - corner) < 0.0)
    }
}

/// The normal of a segment. Unit vector, world axes.
fn normal(chain: &Chain, segment: usize, pose: &Pose) -> DVec2 {
    exact::turned(pose, chain.normal(segment)).normalize()
}

/// Whether a direction is in the cone between two others, on its borders included.
fn is_between(direction: DVec2, one: DVec2, other: DVec2) -> bool {
    let width = one.perp_dot(other);
    if width.abs() <= SAME_DIRECTION && one.dot(other) > 0.0 {
        return one.perp_dot(direction).abs() <= SAME_DIRECTION && one.dot(direction) > 0.0;
    }
    let side = 1.0_f64.copysign(width);
    side * one.perp_dot(direction) >= -SAME_DIRECTION
        && side * direction.perp_dot(other) >= -SAME_DIRECTION
        && direction.dot(one + other) > 0.0
}

/// Whether a chain's outline allows a contact that moves `a` along `toward_a`. True where neither of the
/// two is a chain's segment, or both are.
pub(super) fn allows(a: &LeafShape<'_>, b: &LeafShape<'_>, toward_a: Vec2) -> bool {
    of_pair(a, b).is_none_or(|(_, sign, segment)| segment.allows(toward_a.as_dvec2() * sign))
}

/// Which of two leaves is a chain's segment, by what sign a direction toward `a` is one out of the chain, and the segment;
/// `None` where both are or neither is.
fn of_pair<'s>(a: &'s LeafShape<'s>, b: &'s LeafShape<'s>) -> Option<(Side, f64, Segment<'s>)> {
    match (a.chain, b.chain) {
        (Some((chain, index)), None) => Some((Side::A, -1.0, Segment::of(chain, index, &a.pose, b))),
        (None, Some((chain, index))) => Some((Side::B, 1.0, Segment::of(chain, index, &b.pose, a))),
        (Some(_), Some(_)) | (None, None) => None,
    }
}

/// What the outline allows in place of a direction that it denies.
pub(crate) struct Denied {
    /// The other segment of the corner.
    pub neighbour: Option<u32>,
    /// Between these a direction out of the chain is allowed. Unit vectors, world axes.
    pub between: [Vec2; 2],
}

/// Which of two leaves is a chain's, and what its outline allows where `a` would leave along `toward_a`; `None` where that
/// way is allowed.
pub(crate) fn denied(a: &LeafShape<'_>, b: &LeafShape<'_>, toward_a: Vec2) -> Option<(Side, Denied)> {
    let (side, sign, segment) = of_pair(a, b)?;
    let direction = toward_a.as_dvec2() * sign;
    if segment.allows(direction) {
        return None;
    }
    let end = segment.farther(direction);
    let outward = if segment.one_sided || segment.normal.dot(direction) < 0.0 { -1.0 } else { 1.0 };
    let cone = |outward: f64| {
        let other = segment.neighbours()[end].map_or(segment.beyond(end), |normal| normal * outward);
        [segment.normal * outward, other]
    };
    let between = match cone(outward) {
        // The other side's cone is for what is on that side.
        other_side if segment.holds_inside(end, other_side) => cone(-outward),
        own_side => own_side,
    };
    let neighbour = segment.chain.neighbours(segment.index)[end].map(|segment| segment as u32);
    // Without negative zeros.
    let between = between.map(|normal| normal.as_vec2() + Vec2::ZERO);
    Some((side, Denied { neighbour, between }))
}

/// Whether a contact is less deep than the whole shapes overlap along its normal, beyond rounding: at a corner under a face.
pub(crate) fn is_cut(overlap: f64, depth: f32) -> bool {
    overlap - f64::from(depth) > CUT * overlap + ROUNDING
}

/// The contact of two leaves, one of them a segment of a chain, from `contact`, which is that of their shapes; `None` where
/// both are segments, and where they are apart.
pub(super) fn allowed(a: &LeafShape<'_>, b: &LeafShape<'_>, contact: Contact) -> Option<Contact> {
    let (_, sign, segment) = of_pair(a, b)?;
    if segment.allows(contact.normal.as_dvec2() * sign) {
        return Some(contact);
    }
    least_allowed(a, b, &segment)
}

/// Upper bound of the depth of the contact of a chain's segment with another leaf: the overlap along the
/// segment's own normals, which are always allowed. Metres; `None` where both are segments, or neither is.
pub(super) fn most_depth(a: &LeafShape<'_>, b: &LeafShape<'_>) -> Option<f64> {
    let (.., segment) = of_pair(a, b)?;
    let LeafShape { shape, pose, .. } = segment.other;
    let (face, direction) = (segment.reach(segment.normal), segment.normal.as_vec2());
    let along = exact::interval(shape, pose, direction.as_dvec2(), Vec2::ZERO);
    let (up, down) = (face - along.min, along.max - face);
    Some(if segment.one_sided { down } else { up.min(down) })
}

/// The contact of the least depth whose normal is allowed.
#[cold]
fn least_allowed(a: &LeafShape<'_>, b: &LeafShape<'_>, segment: &Segment<'_>) -> Option<Contact> {
    let shapes = Shapes { a: a.shape, pose_a: &a.pose, b: b.shape, pose_b: &b.pose };
    let mut made = [None; 2];
    // The other shape comes first in the order of kinds.
    let hulls = Hulls::of(shapes, &mut made);
    let anchor = a.pose.position.as_dvec2() + hulls.anchor.as_dvec2();
    let p = &hulls.p;
    let faces = if p.hull.corners > 1 { 0..p.hull.corners } else { 0..0 };
    let face_way = |face| -p.normal(face).as_dvec2();
    let mut best: Option<(f64, DVec2, AllowedWay)> = None;
    let mut try_way = |direction: DVec2, way: AllowedWay| {
        let depth = match way {
            // What clears the face clears the segment, however far the shape reaches beyond it.
            AllowedWay::UnderFace(_, face) => {
                let way = face_way(face);
                segment.overlap(way) / way.dot(direction)
            }
            AllowedWay::Face(_)
            | AllowedWay::Other(_)
            | AllowedWay::Corners(..)
            | AllowedWay::Neighbour(_) => segment.overlap(direction),
        };
        // Of two as deep within rounding the first.
        if best.is_none_or(|(least, ..)| depth < least - 1.0e-6 * least.abs()) {
            best = Some((depth, direction, way));
        }
    };
    for along in [true, false] {
        if !(along && segment.one_sided) {
            try_way(if along { segment.normal } else { -segment.normal }, AllowedWay::Face(along));
        }
    }
    let (ends, neighbours) = (segment.ends(), segment.neighbours());
    let mut try_border = |direction: DVec2, end: usize| {
        for face in faces.clone().filter(|face| segment.is_leant_over(end, direction, face_way(*face))) {
            try_way(direction, AllowedWay::UnderFace(end, face));
        }
        try_way(direction, AllowedWay::Neighbour(end));
    };
    for (end, neighbour) in neighbours.into_iter().enumerate() {
        let Some(neighbour) = neighbour else { continue };
        for direction in [neighbour, -neighbour] {
            let is_own_end = segment.farther(direction) == end;
            let is_apart = segment.normal.perp_dot(direction).abs() > SAME_DIRECTION;
            if is_own_end && is_apart && segment.allows(direction) {
                try_border(direction, end);
            }
        }
    }
    for (end, neighbour) in neighbours.into_iter().enumerate() {
        // The border of what a free end of a one-sided chain allows.
        if segment.one_sided && neighbour.is_none() {
            try_border(segment.beyond(end), end);
        }
    }
    for face in faces {
        let direction = face_way(face);
        if segment.allows(direction) {
            try_way(direction, AllowedWay::Other(face));
        }
    }
    if p.hull.radius > 0.0 {
        for corner in 0..p.hull.corners {
            let center = p.corner(corner).as_dvec2() + anchor;
            for (end, at) in ends.into_iter().enumerate() {
                let direction = (center - at).normalize_or_zero();
                if segment.farther(direction) == end && segment.allows(direction) {
                    try_way(direction, AllowedWay::Corners(corner, end));
                }
            }
        }
    }
    let (depth, direction, way) = best.filter(|(depth, ..)| *depth > 0.0)?;
    Some(contact_along(&hulls, segment, anchor, depth as f32, direction, way))
}

fn contact_along(
    hulls: &Hulls<'_>,
    segment: &Segment<'_>,
    anchor: DVec2,
    depth: f32,
    direction: DVec2,
    way: AllowedWay,
) -> Contact {
    let p_leaves = direction.as_vec2();
    let normal = if hulls.flipped { -p_leaves } else { p_leaves } + Vec2::ZERO;
    let (p, from_a) = (&hulls.p, hulls.anchor);
    if p.hull.corners == 1 {
        let at = p.corner(0) - p_leaves * p.hull.radius + from_a;
        let feature = match way {
            AllowedWay::Corners(_, end) | AllowedWay::Neighbour(end) => 1 << 8 | end as u32,
            AllowedWay::Face(_) | AllowedWay::Other(_) | AllowedWay::UnderFace(..) => 0,
        };
        return Contact::with_one_point(normal, depth, ContactPoint { from_a: at, depth, feature });
    }
    let axis = |source, direction, p_leaves_along| Axis { source, direction, overlap: depth, p_leaves_along };
    // In a hull a segment's end comes first.
    let in_hull = |end: usize| 1 - end as u16;
    // The corner where the segments meet, midway between the surfaces.
    let at_corner = |end: usize, feature: u32| {
        let corner = (segment.ends()[end] - anchor).as_vec2() + from_a;
        let from_a = corner - p_leaves * (0.5 * depth);
        Contact::with_one_point(normal, depth, ContactPoint { from_a, depth, feature })
    };
    match way {
        AllowedWay::Face(along) => {
            let own = segment.normal.as_vec2();
            of_hulls(hulls, &axis(PairSource::FaceOfQ(0), own, along))
        }
        AllowedWay::Other(face) => of_hulls(hulls, &axis(PairSource::FaceOfP(face as u32), -p_leaves, false)),
        AllowedWay::Corners(corner, end) => {
            let source = PairSource::Corners(corner as u16, in_hull(end));
            of_hulls(hulls, &axis(source, -p_leaves, false))
        }
        AllowedWay::Neighbour(end) => {
            let (of_p, of_q) = (p.support(-p_leaves), in_hull(end));
            at_corner(end, 1 << 17 | u32::from(of_p) << 8 | u32::from(of_q))
        }
        // As where the face's own normal is allowed.
        AllowedWay::UnderFace(end, face) => {
            at_corner(end, corner_on_face(!hulls.flipped, end as u32, p.hull.names(face).0))
        }
    }
}
