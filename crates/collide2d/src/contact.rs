//! Contacts of a pair of shapes.

mod flat;
mod hull;
mod pair;
mod round;
mod search;

use glam::Vec2;

use crate::pose::Pose;
use crate::sat::SatObserver;
use crate::shape::Shape;

pub(crate) use flat::Facing;
pub(crate) use hull::{Hull, Placed};
pub(crate) use pair::Pair;
pub(crate) use search::Source;

/// One point of a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// From `a`'s position to the point, in world axes. Metres. Relative, so that it is exact far from the world's origin.
    pub from_a: Vec2,
    /// Penetration depth at this point. Metres, >= 0.
    pub depth: f32,
    /// Which features met here; the same from frame to frame while the same features meet.
    pub feature: u32,
}

/// How two shapes touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Unit vector on `b`'s surface that points toward `a`. World axes.
    pub normal: Vec2,
    /// Length of the shortest translation that separates the shapes. Metres, > 0.
    pub depth: f32,
    points: [ContactPoint; 2],
    count: u8,
}

impl Contact {
    /// One point, or two where flat meets flat: then in order along the normal turned left.
    #[inline]
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..usize::from(self.count)]
    }

    /// World position of one of [`Contact::points`], given the pose of `a`.
    #[inline]
    pub fn world_point(pose_a: &Pose, point: &ContactPoint) -> Vec2 {
        pose_a.position + point.from_a
    }
}

/// The contact of two shapes; `None` where they are apart or only touch.
/// Wall against wall never has one.
///
/// Ties are broken the same way every time: of axes with equal overlap the first tried counts (for the order see
/// [`collide_observed`]), and of the two ways out along an axis the one along its direction, taken by the shape of the kind
/// that stands first in circle, rectangle, polygon, wall, or by `a` if the kinds are the same. So a circle in the middle of a
/// rectangle leaves by face 0, one with its centre on a wall leaves to the left of the way from start to end, and of two
/// circles with one centre `a` leaves upward.
#[inline]
pub fn collide(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Option<Contact> {
    collide_observed(a, pose_a, b, pose_b, &mut ())
}

/// [`collide`], with every axis of the separating-axis test told to `observer` in the order tried.
///
/// The axes are those that the pair needs (Gottschalk, Lin and Manocha 1996): the face normals of both shapes, parallel ones
/// once, and with a circle the line from its centre through the other shape's nearest point where that is a corner, an end or
/// a centre. Order: faces of a rectangle before those of a polygon before that of a wall, `a`'s before `b`'s if the kinds are
/// the same, each by index; the circle's axis last.
pub fn collide_observed(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    observer: &mut impl SatObserver,
) -> Option<Contact> {
    use Shape::{Circle, Polygon, Rectangle, Wall};
    if let (Wall(_), Wall(_)) = (a, b) {
        return None;
    }
    let pair = Pair::new(a, pose_a, b, pose_b);
    let apart = pair.bounds_are_apart(a, b);
    if apart && observer.early_out().is_break() {
        return None;
    }
    let contact = match (a, b) {
        (Circle(a), Circle(b)) => round::circles(a, b, &pair, observer),
        (Circle(p), Rectangle(q)) | (Rectangle(q), Circle(p)) => round::circle_hull(p, q, &pair, observer),
        (Circle(p), Polygon(q)) | (Polygon(q), Circle(p)) => round::circle_hull(p, q, &pair, observer),
        (Circle(p), Wall(q)) | (Wall(q), Circle(p)) => round::circle_hull(p, q, &pair, observer),
        (Rectangle(p), Rectangle(q)) => flat::hulls(p, q, &pair, observer),
        (Rectangle(p), Polygon(q)) | (Polygon(q), Rectangle(p)) => flat::hulls(p, q, &pair, observer),
        (Rectangle(p), Wall(q)) | (Wall(q), Rectangle(p)) => flat::hulls(p, q, &pair, observer),
        (Polygon(p), Polygon(q)) => flat::hulls(p, q, &pair, observer),
        (Polygon(p), Wall(q)) | (Wall(q), Polygon(p)) => flat::hulls(p, q, &pair, observer),
        (Wall(_), Wall(_)) => None,
    };
    // Discs that are apart hold shapes that are apart, whatever rounding makes of the axes.
    if apart { None } else { contact }
}
