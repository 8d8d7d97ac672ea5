//! The contact of a pair of shapes: chooses between the separating-axis test and the kernels.
//!
//! `inline(always)`: two circles touching take 8 ns with it, else 18; circle-wall near 10, else 13.

use std::fmt;

use glam::Vec2;

use crate::body::Body;
use crate::contact::manifold::Contact;
use crate::contact::outcome::{OneByOne, Outcome};
pub use crate::contact::record::BodyRecords;
use crate::contact::{boxes, hulls, round};
use crate::kernels::Many;
use crate::pair::PairKey;
use crate::pose::Pose;
use crate::sat::axis::SatObserver;
use crate::sat::boxes::BoxPair;
use crate::sat::discs::{DiscBox, DiscHull, Discs};
use crate::sat::hulls::Hulls;
use crate::sat::search::{Axis, PairAxes, Shapes, discs_are_apart, least_overlap};
use crate::shape::{Circle, Shape};

/// The contact of two shapes; `None` where they are apart or only touch, and for two walls.
///
/// Ties: of axes with equal overlap the first tried counts (for the order see [`collide_observed`]); of the
/// two directions of an axis the shape whose kind is first in [`crate::ShapeKind`], or `a` of the same kinds,
/// leaves along the axis. So a circle in the middle of a rectangle leaves by face 0, one with its centre on a
/// wall to the left of the direction from start to end, and of two circles with the same centre `a` leaves
/// upward.
#[inline(always)]
pub fn collide(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Option<Contact> {
    if let (Shape::Circle(p), Shape::Circle(q)) = (a, b) {
        return Some(discs(p, q, Shapes { a, pose_a, b, pose_b }, &mut ())?.in_parts());
    }
    Some(by_kinds(Shapes { a, pose_a, b, pose_b }, &mut ())?.in_parts())
}

/// [`collide`] by the separating-axis test, which tells `observer` every axis in the order tried.
///
/// The axes are the face normals of both shapes, parallel ones once, and with a circle the line from its
/// centre through the other shape's nearest point where that is a corner, an end or a centre (Gottschalk, Lin
/// and Manocha 1996). Order: faces of a rectangle, a polygon, a wall, `a`'s before `b`'s of the same kinds,
/// each by index; then the circle's axis.
#[inline]
pub fn collide_observed<O: SatObserver>(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    observer: &mut O,
) -> Option<Contact> {
    by_kinds(Shapes { a, pose_a, b, pose_b }, observer)
}

#[inline(always)]
fn by_kinds<O: SatObserver>(shapes: Shapes<'_>, observer: &mut O) -> Option<Contact> {
    use Shape::{Capsule, Circle, Polygon, Rectangle, Wall};
    match (shapes.a, shapes.b) {
        (Circle(p), Circle(q)) => discs(p, q, shapes, observer),
        (Circle(_), Rectangle(_)) | (Rectangle(_), Circle(_)) => disc_rectangle(shapes, observer),
        (Circle(_), Wall(_)) | (Wall(_), Circle(_)) => disc_wall(shapes, observer),
        (Circle(_), Polygon(_)) | (Polygon(_), Circle(_)) => disc_polygon(shapes, observer),
        (Rectangle(_), Rectangle(_)) => rectangles(shapes, observer),
        (Rectangle(_), Wall(_)) | (Wall(_), Rectangle(_)) => rectangle_wall(shapes, observer),
        (Capsule(_) | Polygon(_), _) | (_, Capsule(_) | Polygon(_)) => hulls(shapes, observer),
        (Wall(_), Wall(_)) => None,
    }
}

#[inline(always)]
fn tested<P: PairAxes, O: SatObserver>(
    pair: P,
    shapes: Shapes<'_>,
    observer: &mut O,
    contact: impl FnOnce(&P, &Axis) -> Contact,
) -> Option<Contact> {
    let axis = least_overlap(&pair, shapes, observer)?;
    if !O::WATCHES && axis.overlap < pair.rounding() {
        let Shapes { a, pose_a, b, pose_b } = shapes;
        return tested_settled(pair, Shapes { a, pose_a, b, pose_b }, contact);
    }
    Some(contact(&pair, &axis))
}

/// The test with an observer that ignores what it is told: overlaps that rounding may decide are settled.
#[cold]
#[inline(never)]
fn tested_settled<P: PairAxes>(
    pair: P,
    shapes: Shapes<'_>,
    contact: impl FnOnce(&P, &Axis) -> Contact,
) -> Option<Contact> {
    struct Silent;
    impl SatObserver for Silent {
        const INTERVALS: bool = false;
    }
    tested(pair, shapes, &mut Silent, contact)
}

#[inline(always)]
fn discs<O: SatObserver>(p: &Circle, q: &Circle, shapes: Shapes<'_>, observer: &mut O) -> Option<Contact> {
    let pair =
        Discs { a: p.radius(), b: q.radius(), offset: shapes.pose_b.position - shapes.pose_a.position };
    tested(pair, shapes, observer, round::of_discs)
}

// Each pair of kinds has a function out of line, so that none saves registers for another.

#[inline(never)]
fn disc_rectangle<O: SatObserver>(shapes: Shapes<'_>, observer: &mut O) -> Option<Contact> {
    let ([(Shape::Circle(p), pose_p), (Shape::Rectangle(q), pose_q)], flipped) = shapes.in_order() else {
        return None;
    };
    let pair = DiscBox::with_rectangle(p, pose_p, q, pose_q, flipped);
    // All axes at once, with one branch: near 19 ns to 11 (loaded machine). The branch on the axis that ends the
    // test is mispredicted.
    let apart = || discs_are_apart(pair.outside().max(Vec2::ZERO), pair.radius);
    if cfg!(feature = "kernels") && !O::WATCHES && apart() {
        return None;
    }
    tested(pair, shapes, observer, round::of_disc_box)
}

#[inline(never)]
fn disc_wall<O: SatObserver>(shapes: Shapes<'_>, observer: &mut O) -> Option<Contact> {
    let ([(Shape::Circle(p), pose_p), (Shape::Wall(q), pose_q)], flipped) = shapes.in_order() else {
        return None;
    };
    tested(DiscBox::with_wall(p, pose_p, q, pose_q, flipped), shapes, observer, round::of_disc_box)
}

#[inline(never)]
fn disc_polygon<O: SatObserver>(shapes: Shapes<'_>, observer: &mut O) -> Option<Contact> {
    let ([(Shape::Circle(p), _), (Shape::Polygon(q), _)], flipped) = shapes.in_order() else { return None };
    let pair = DiscHull::new(p, q, shapes.pose_a, shapes.pose_b, flipped);
    tested(pair, shapes, observer, round::of_disc_hull)
}

#[inline(never)]
fn rectangles<O: SatObserver>(shapes: Shapes<'_>, observer: &mut O) -> Option<Contact> {
    let (Shape::Rectangle(p), Shape::Rectangle(q)) = (shapes.a, shapes.b) else { return None };
    of_boxes(BoxPair::of_rectangles(p, shapes.pose_a, q, shapes.pose_b), shapes, observer)
}

#[inline(never)]
fn rectangle_wall<O: SatObserver>(shapes: Shapes<'_>, observer: &mut O) -> Option<Contact> {
    let ([(Shape::Rectangle(p), pose_p), (Shape::Wall(q), pose_q)], flipped) = shapes.in_order() else {
        return None;
    };
    of_boxes(BoxPair::with_wall(p, pose_p, q, pose_q, flipped), shapes, observer)
}

#[inline(always)]
fn of_boxes<const WALL: bool, O: SatObserver>(
    pair: BoxPair<WALL>,
    shapes: Shapes<'_>,
    observer: &mut O,
) -> Option<Contact> {
    // As in `disc_rectangle`: rectangle-rectangle near 32 ns to 15, rectangle-wall near 41 to 20.
    if cfg!(feature = "kernels") && !O::WATCHES && pair.overlaps().separate::<WALL>() {
        return None;
    }
    tested(pair, shapes, observer, boxes::of_boxes)
}

#[inline(never)]
fn hulls<O: SatObserver>(shapes: Shapes<'_>, observer: &mut O) -> Option<Contact> {
    let mut made = [None; 2];
    tested(Hulls::of(shapes, &mut made), shapes, observer, hulls::of_hulls)
}

/// Shapes and poses of bodies by index.
pub trait Bodies {
    /// `None` where no body has the index.
    fn body(&self, index: u32) -> Option<(&Shape, &Pose)>;
}

impl Bodies for &[(Shape, Pose)] {
    fn body(&self, index: u32) -> Option<(&Shape, &Pose)> {
        self.get(index as usize).map(|(shape, pose)| (shape, pose))
    }
}

impl Bodies for &[Body] {
    fn body(&self, index: u32) -> Option<(&Shape, &Pose)> {
        self.get(index as usize).map(|body| (body.shape(), body.pose()))
    }
}

/// The contact of every pair, in the order of `pairs`, bit for bit that of [`collide`]. A pair with an index
/// that no body has is apart.
///
/// ```
/// use collide2d::{PairKey, Pose, Shape, collide, collide_many};
///
/// let ball = Shape::circle(1.0)?;
/// let bodies = [0.0, 1.5, 9.0].map(|x| (ball.clone(), Pose::at(x, 0.0)));
/// let contacts = collide_many(&bodies, &[PairKey::new(0, 1), PairKey::new(1, 2)]);
/// assert_eq!(contacts[0], collide(&bodies[0].0, &bodies[0].1, &bodies[1].0, &bodies[1].1));
/// assert_eq!(contacts[1], None);
/// # Ok::<(), collide2d::ShapeError>(())
/// ```
pub fn collide_many(bodies: &[(Shape, Pose)], pairs: &[PairKey]) -> Vec<Option<Contact>> {
    let records: BodyRecords = bodies.iter().map(|(shape, pose)| (shape, pose)).collect();
    let mut found = Vec::new();
    NarrowPhase::default().collide(&records, &bodies, pairs, &mut found);
    found.iter().map(Outcome::contact).collect()
}

/// [`collide_many`] for repeated calls: keeps its memory, reads records that the caller keeps, and writes
/// into the caller's memory.
#[derive(Default)]
pub struct NarrowPhase {
    kernels: Many,
}

impl NarrowPhase {
    /// Writes the outcome of each pair to `found`, in the order of `pairs`. `records` are those of `bodies`.
    /// Fastest with thousands of pairs in a call, sorted by body.
    pub fn collide(
        &mut self,
        records: &BodyRecords,
        bodies: &dyn Bodies,
        pairs: &[PairKey],
        found: &mut Vec<Outcome>,
    ) {
        found.resize(pairs.len(), Outcome::APART);
        self.kernels.collide(records, &ByIndex(bodies), pairs, found);
    }
}

impl fmt::Debug for NarrowPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NarrowPhase").finish_non_exhaustive()
    }
}

pub(crate) struct ByIndex<'b>(pub &'b dyn Bodies);

impl OneByOne for ByIndex<'_> {
    #[inline(never)]
    fn collide(&self, pair: PairKey) -> Outcome {
        match (self.0.body(pair.a()), self.0.body(pair.b())) {
            (Some((a, pose_a)), Some((b, pose_b))) => Outcome::from(collide(a, pose_a, b, pose_b)),
            _ => Outcome::APART,
        }
    }

    fn prefetch(&self, pair: PairKey) -> u32 {
        let of = |index| {
            self.0.body(index).map_or(0, |(shape, pose)| shape.prefetch() ^ pose.rotation.cos().to_bits())
        };
        of(pair.a()) ^ of(pair.b())
    }
}
