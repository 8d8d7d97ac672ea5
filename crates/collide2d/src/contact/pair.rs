//! Where the two shapes of a pair are, seen from one of them.

use glam::{Vec2, Vec4, Vec4Swizzles};

use super::{Contact, ContactPoint, Count};
use crate::pose::{Pose, Rotation};
use crate::shape::{BoundingCircle, Shape};

/// Bounding discs are apart where their distance squared exceeds the reach squared by this share. Rounding alone then
/// cannot part shapes that the axes find touching.
pub(super) const DISC_SLACK: f32 = 4.0e-6;

/// Rotation and place of one shape. World axes; the place is that of the shape's anchor, seen from `a`'s anchor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub rotation: Rotation,
    pub offset: Vec2,
}

/// A pair in its normal order: `p` is of the kind that stands first in circle, rectangle, polygon, wall; `a` if they are the
/// same. Everything is measured from `a`'s anchor, so that nothing is lost far from the world's origin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair {
    pub p: Placement,
    pub q: Placement,
    /// Whether `p` is the caller's `b`.
    pub flipped: bool,
    /// From `a`'s position to its anchor, world axes.
    pub anchor: Vec2,
}

impl Pair {
    #[inline]
    pub fn new(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Self {
        let (anchor_a, anchor_b) = (a.anchor(), b.anchor());
        let (anchor, offset) = if anchor_a == Vec2::ZERO && anchor_b == Vec2::ZERO {
            (Vec2::ZERO, pose_b.position - pose_a.position)
        } else {
            let exact = |pose: &Pose, v: Vec2| {
                let (sin, cos) = (f64::from(pose.rotation.sin()), f64::from(pose.rotation.cos()));
                glam::DVec2::new(cos, sin).rotate(v.as_dvec2())
            };
            let (to_a, to_b) = (exact(pose_a, anchor_a), exact(pose_b, anchor_b));
            let apart = pose_b.position.as_dvec2() - pose_a.position.as_dvec2();
            (to_a.as_vec2(), (apart + to_b - to_a).as_vec2())
        };
        let a_at = Placement { rotation: pose_a.rotation, offset: Vec2::ZERO };
        let b_at = Placement { rotation: pose_b.rotation, offset };
        let flipped = a.kind() > b.kind();
        let (p, q) = if flipped { (b_at, a_at) } else { (a_at, b_at) };
        Self { p, q, flipped, anchor }
    }

    /// Whether the bounding discs do not meet. Places that are no numbers are apart.
    #[inline]
    pub fn bounds_are_apart(&self, a: &Shape, b: &Shape) -> bool {
        let (p, q) = if self.flipped { (b, a) } else { (a, b) };
        let disc = |shape: &Shape, at: &Placement| match shape {
            Shape::Circle(_) | Shape::Rectangle(_) => (at.offset, shape.bounding_circle().radius),
            Shape::Capsule(_) | Shape::Polygon(_) | Shape::Wall(_) => {
                let bounds = shape.bounding_circle();
                (at.offset + at.rotation.rotate(bounds.center - shape.anchor()), bounds.radius)
            }
        };
        let ((p_center, p_radius), (q_center, q_radius)) = (disc(p, &self.p), disc(q, &self.q));
        let reach = p_radius + q_radius;
        let near = p_center.distance_squared(q_center) <= reach * reach * (1.0 + DISC_SLACK);
        !near
    }

    /// The contact in the caller's terms. `normal` is the way that `p` must move; points are seen from `a`'s anchor.
    #[inline]
    pub fn contact(&self, normal: Vec2, depth: f32, mut points: [ContactPoint; 2], count: Count) -> Contact {
        for point in &mut points {
            point.from_a += self.anchor;
        }
        Contact { normal: self.toward_a(normal), depth, points, count }
    }

    /// The way that `p` must move as the way that `a` must, without negative zeros.
    #[inline]
    pub fn toward_a(&self, normal: Vec2) -> Vec2 {
        (if self.flipped { -normal } else { normal }) + Vec2::ZERO
    }
}

/// [`Pair::bounds_are_apart`] of shapes whose anchor is their origin, both turned at once.
#[inline(always)]
pub(super) fn discs_are_apart(
    p: BoundingCircle,
    at_p: &Placement,
    q: BoundingCircle,
    at_q: &Placement,
) -> bool {
    let (turn_p, turn_q) = (at_p.rotation.x_axis(), at_q.rotation.x_axis());
    let turns = Vec4::new(turn_p.x, turn_p.y, turn_q.x, turn_q.y);
    let centers = Vec4::new(p.center.x, p.center.y, q.center.x, q.center.y);
    let turned = turns.xxzz() * centers + turns.yyww() * (centers.yxwz() * Vec4::new(-1.0, 1.0, -1.0, 1.0));
    let apart = (at_p.offset + turned.xy()) - (at_q.offset + turned.zw());
    let reach = p.radius + q.radius;
    let near = apart.length_squared() <= reach * reach * (1.0 + DISC_SLACK);
    !near
}
