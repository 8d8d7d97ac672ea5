//! Contacts of a pair of shapes.

mod boxes;
mod disc;
mod faces;
mod facing;
mod flat;
mod frame;
mod gap;
mod hull;
mod lanes;
pub mod many;
mod pair;
mod round;
mod search;

use std::fmt;

use glam::Vec2;

use crate::pose::Pose;
use crate::sat::SatObserver;
use crate::shape::{self, Shape};

use disc::Look;
use flat::Flat;

pub(crate) use boxes::{Blocks, Overlaps, WinningAxis};
pub(crate) use facing::Facing;
pub(crate) use frame::outward;
pub(crate) use gap::widest_gap;
pub(crate) use hull::{Hull, Placed};
pub(crate) use lanes::{LANES, Lanes};
pub(crate) use pair::Pair;
pub(crate) use round::RoundBox;
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
#[derive(Clone, Copy)]
pub struct Contact {
    /// Unit vector on `b`'s surface that points toward `a`. World axes.
    pub normal: Vec2,
    /// Length of the shortest translation that separates the shapes. Metres, > 0.
    pub depth: f32,
    points: [ContactPoint; 2],
    count: Count,
}

/// How many points a contact has.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u8)]
pub(crate) enum Count {
    One = 1,
    Two = 2,
}

/// Of the two places for points only those that hold one count.
impl PartialEq for Contact {
    fn eq(&self, other: &Self) -> bool {
        (self.normal, self.depth, self.points()) == (other.normal, other.depth, other.points())
    }
}

impl fmt::Debug for Contact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { normal, depth, .. } = self;
        let mut contact = f.debug_struct("Contact");
        contact.field("normal", normal).field("depth", depth).field("points", &self.points()).finish()
    }
}

impl Contact {
    /// One point, or two where flat meets flat: then in order along the normal turned left.
    #[inline]
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count as usize]
    }

    #[inline(always)]
    fn round(normal: Vec2, depth: f32, from_a: Vec2, feature: u32) -> Self {
        let point = ContactPoint { from_a, depth, feature };
        Self { normal, depth, points: [point; 2], count: Count::One }
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
#[inline(always)]
pub fn collide(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Option<Contact> {
    // The contact of two circles stays in registers on its way to the caller, and is not put together from memory.
    if let (Shape::Circle(a), Shape::Circle(b)) = (a, b) {
        return round::circles(a, b, pose_b.position - pose_a.position, &mut ());
    }
    let Contact { normal, depth, points, count } = contact(a, pose_a, b, pose_b, &mut ())?;
    Some(Contact { normal, depth, points, count })
}

/// [`collide`], with every axis of the separating-axis test told to `observer` in the order tried.
///
/// The axes are those that the pair needs (Gottschalk, Lin and Manocha 1996): the face normals of both shapes, parallel ones
/// once, and with a circle the line from its centre through the other shape's nearest point where that is a corner, an end or
/// a centre. Order: faces of a rectangle before those of a polygon before that of a wall, `a`'s before `b`'s if the kinds are
/// the same, each by index; the circle's axis last.
#[inline]
pub fn collide_observed<O: SatObserver>(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    observer: &mut O,
) -> Option<Contact> {
    // Who watches hears first that the bounding discs are apart. They say nothing that the axes do not: of polygons, whose
    // axes are many, they are asked first in any case.
    let apart =
        O::WATCHES && discs_are_apart(a, pose_a, b, pose_b) && collide(a, pose_a, b, pose_b).is_none();
    if apart && observer.early_out().is_break() {
        return None;
    }
    let contact = contact(a, pose_a, b, pose_b, observer);
    if apart { None } else { contact }
}

#[inline(always)]
fn contact<O: SatObserver>(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    observer: &mut O,
) -> Option<Contact> {
    use Shape::{Capsule, Circle, Polygon, Rectangle, Wall};
    match (a, b) {
        (Capsule(_), _) | (_, Capsule(_)) => None,
        (Circle(a), Circle(b)) => round::circles(a, b, pose_b.position - pose_a.position, observer),
        (Circle(p), Rectangle(q)) => circle_rectangle::<O, false>(p, pose_a, q, pose_b, observer),
        (Rectangle(q), Circle(p)) => circle_rectangle::<O, true>(p, pose_b, q, pose_a, observer),
        (Circle(p), Wall(q)) => circle_wall::<O, false>(p, pose_a, q, pose_b, observer),
        (Wall(q), Circle(p)) => circle_wall::<O, true>(p, pose_b, q, pose_a, observer),
        (Rectangle(a), Rectangle(b)) => rectangles(a, pose_a, b, pose_b, observer),
        (Rectangle(p), Wall(q)) => rectangle_wall::<O, false>(p, pose_a, q, pose_b, observer),
        (Wall(q), Rectangle(p)) => rectangle_wall::<O, true>(p, pose_b, q, pose_a, observer),
        (Wall(_), Wall(_)) => None,
        (Polygon(a), Polygon(b)) if !a.is_far() & !b.is_far() => polygons(a, pose_a, b, pose_b, observer),
        _ => with_polygon(a, pose_a, b, pose_b, observer),
    }
}

// A function for each pair of kinds, out of line, so that none carries the registers and branches of another.

#[inline(never)]
fn rectangles<O: SatObserver>(
    a: &shape::Rectangle,
    pose_a: &Pose,
    b: &shape::Rectangle,
    pose_b: &Pose,
    observer: &mut O,
) -> Option<Contact> {
    Blocks::of_rectangles(a, pose_a, b, pose_b).collide(Vec2::ZERO, observer)
}

/// `FLIPPED`, here and below: `a` is `q`.
#[inline(never)]
fn circle_rectangle<O: SatObserver, const FLIPPED: bool>(
    p: &shape::Circle,
    pose_p: &Pose,
    q: &shape::Rectangle,
    pose_q: &Pose,
    observer: &mut O,
) -> Option<Contact> {
    let p_from_a = p_from_a::<FLIPPED>(pose_p, pose_q);
    RoundBox::with_rectangle(p, pose_p, q, pose_q).collide(p_from_a, FLIPPED, observer)
}

#[inline(never)]
fn circle_wall<O: SatObserver, const FLIPPED: bool>(
    p: &shape::Circle,
    pose_p: &Pose,
    q: &shape::Wall,
    pose_q: &Pose,
    observer: &mut O,
) -> Option<Contact> {
    let p_from_a = p_from_a::<FLIPPED>(pose_p, pose_q);
    RoundBox::with_wall(p, pose_p, q, pose_q).collide(p_from_a, FLIPPED, observer)
}

#[inline(never)]
fn rectangle_wall<O: SatObserver, const FLIPPED: bool>(
    p: &shape::Rectangle,
    pose_p: &Pose,
    q: &shape::Wall,
    pose_q: &Pose,
    observer: &mut O,
) -> Option<Contact> {
    Blocks::with_wall(p, pose_p, q, pose_q, FLIPPED).collide(p_from_a::<FLIPPED>(pose_p, pose_q), observer)
}

/// From `a`'s position to `p`'s, world axes.
#[inline(always)]
fn p_from_a<const FLIPPED: bool>(pose_p: &Pose, pose_q: &Pose) -> Vec2 {
    if FLIPPED { pose_p.position - pose_q.position } else { Vec2::ZERO }
}

/// [`with_polygon`] of two that lie around their bodies' origins.
#[inline(never)]
fn polygons<O: SatObserver>(
    p: &shape::Polygon,
    pose_p: &Pose,
    q: &shape::Polygon,
    pose_q: &Pose,
    observer: &mut O,
) -> Option<Contact> {
    let place = |pose: &Pose, offset| pair::Placement { rotation: pose.rotation, offset };
    let pair = Pair {
        p: place(pose_p, Vec2::ZERO),
        q: place(pose_q, pose_q.position - pose_p.position),
        flipped: false,
        anchor: Vec2::ZERO,
    };
    if !O::WATCHES && pair::discs_are_apart(p.bounding(), &pair.p, q.bounding(), &pair.q) {
        return None;
    }
    flat::hulls(&of_polygon(p, &pair.p), &of_polygon(q, &pair.q), &pair, observer)
}

/// The pairs with a polygon: bounding discs, then the axes.
#[inline(never)]
fn with_polygon<O: SatObserver>(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    observer: &mut O,
) -> Option<Contact> {
    use Shape::{Circle, Polygon, Rectangle, Wall};
    let pair = Pair::new(a, pose_a, b, pose_b);
    if !O::WATCHES && pair.bounds_are_apart(a, b) {
        return None;
    }
    match (a, b) {
        (Circle(p), Polygon(q)) | (Polygon(q), Circle(p)) => {
            let look = if O::WATCHES { Look::Doubt } else { disc::look(p, q, &pair) };
            match look {
                Look::Apart => None,
                Look::Touching(contact) => Some(contact),
                Look::Doubt => round::circle_polygon(p, q, &pair, observer),
            }
        }
        (Polygon(p), Polygon(q)) => {
            flat::hulls(&of_polygon(p, &pair.p), &of_polygon(q, &pair.q), &pair, observer)
        }
        (Rectangle(p), Polygon(q)) | (Polygon(q), Rectangle(p)) => {
            let lanes = [Lanes::of_rectangle(p)];
            let p = of_lanes(&lanes, 4, 0.0, false, &pair.p);
            flat::hulls(&p, &of_polygon(q, &pair.q), &pair, observer)
        }
        (Polygon(p), Wall(q)) | (Wall(q), Polygon(p)) => {
            let lanes = [Lanes::of_wall(q)];
            let q = of_lanes(&lanes, 2, 0.0, true, &pair.q);
            flat::hulls(&of_polygon(p, &pair.p), &q, &pair, observer)
        }
        _ => None,
    }
}

#[inline(always)]
fn of_polygon<'p>(polygon: &'p shape::Polygon, at: &pair::Placement) -> Flat<'p> {
    of_lanes(polygon.lanes(), polygon.corner_count(), polygon.inner(), false, at)
}

#[inline(always)]
fn of_lanes<'l>(
    lanes: &'l [Lanes],
    corners: usize,
    inner: f32,
    is_wall: bool,
    at: &pair::Placement,
) -> Flat<'l> {
    Flat { lanes, corners, inner, is_wall, turn: at.rotation.x_axis(), offset: at.offset }
}

#[cold]
fn discs_are_apart(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> bool {
    !matches!((a, b), (Shape::Wall(_), Shape::Wall(_)))
        && Pair::new(a, pose_a, b, pose_b).bounds_are_apart(a, b)
}
