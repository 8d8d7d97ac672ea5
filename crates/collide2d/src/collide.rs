//! The contact of a pair of shapes: a table of the pairs of kinds. A row names what the separating-axis test
//! reads of such a pair (`sat`), and what makes the contact of the axis of least overlap (`contact`).

pub(crate) mod leaf_trace;
pub(crate) mod leaves;
pub(crate) mod outline;

use glam::Vec2;

use crate::contact::manifold::Contact;
use crate::contact::{boxes, hulls, round};
use crate::pose::Pose;
use crate::sat::axis::SatObserver;
use crate::sat::boxes::BoxPair;
use crate::sat::discs::{DiscBox, DiscHull, Discs};
use crate::sat::frame::toward_a;
use crate::sat::hulls::Hulls;
use crate::sat::search::{Axis, PairAxes, Shapes, test};
use crate::shape::Shape;

/// What the test makes of the axis of least overlap.
trait FromAxis: From<Contact> {
    fn from_axis<P: PairAxes>(pair: &P, axis: &Axis, contact: impl FnOnce(&P, &Axis) -> Contact) -> Self;
}

impl FromAxis for Contact {
    #[inline(always)]
    fn from_axis<P: PairAxes>(pair: &P, axis: &Axis, contact: impl FnOnce(&P, &Axis) -> Contact) -> Self {
        contact(pair, axis)
    }
}

/// Normal and depth of a [`Contact`], bit for bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeastOverlap {
    pub normal: Vec2,
    /// Metres.
    pub depth: f32,
}

impl FromAxis for LeastOverlap {
    #[inline(always)]
    fn from_axis<P: PairAxes>(pair: &P, axis: &Axis, _: impl FnOnce(&P, &Axis) -> Contact) -> Self {
        Self { normal: toward_a(axis.p_leaves(), pair.is_flipped()), depth: axis.overlap }
    }
}

impl From<Contact> for LeastOverlap {
    fn from(contact: Contact) -> Self {
        Self { normal: contact.normal, depth: contact.depth }
    }
}

/// The contact of two shapes; `None` where they are apart or only touch, and for two walls.
///
/// Ties: of axes with equal overlap the first tried counts (for the order see [`collide_observed`]); of the
/// two directions of an axis the shape whose kind is first in [`crate::ShapeKind`], or `a` of the same kinds,
/// leaves along the axis. So a circle in the middle of a rectangle leaves by face 0, one with its centre on a
/// wall to the left of the direction from start to end, and of two circles with the same centre `a` leaves
/// upward. Of compounds and chains it is the deepest contact of their leaves.
#[inline(always)]
pub fn collide(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Option<Contact> {
    let shapes = Shapes { a, pose_a, b, pose_b };
    // Circles first: their test is hardly longer than the choice.
    if let (Shape::Circle(_), Shape::Circle(_)) = (a, b) {
        return Some(test(Discs::of(shapes)?, shapes, &mut (), round::of_discs)?.in_parts());
    }
    Some(by_kinds::<_, Contact>(shapes, &mut ())?.in_parts())
}

/// [`collide`] without the contact's points, which take half of its time.
#[inline]
pub(crate) fn least_overlap(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Option<LeastOverlap> {
    by_kinds(Shapes { a, pose_a, b, pose_b }, &mut ())
}

/// [`collide`] by the separating-axis test, which tells `observer` every axis in the order tried.
///
/// The axes are the face normals of both shapes, parallel ones once, and where one of them is round (a
/// circle, a capsule, a rounded rectangle or polygon) the line through the nearest points of their cores
/// where those are corners, ends or centres (Gottschalk, Lin and Manocha 1996). Order: the faces of the shape
/// whose kind comes first in [`crate::ShapeKind`] (`a` if the kinds are the same), then the other's, each by
/// index; then the axes through two points.
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
fn by_kinds<O: SatObserver, A: FromAxis>(shapes: Shapes<'_>, observer: &mut O) -> Option<A> {
    use Shape::{Chain, Circle, Compound, Polygon, Rectangle, Wall};
    // A function of its own, so that no pair of kinds saves registers for another.
    macro_rules! row {
        ($pair:path, $contact:path, $of_round:ident) => {{
            #[inline(never)]
            fn row<O: SatObserver, A: FromAxis>(shapes: Shapes<'_>, observer: &mut O) -> Option<A> {
                // A rounded rectangle or polygon is a hull as any other.
                match $pair(shapes) {
                    Some(pair) => {
                        test(pair, shapes, observer, |pair, axis| A::from_axis(pair, axis, $contact))
                    }
                    None => $of_round(shapes, observer),
                }
            }
            row(shapes, observer)
        }};
    }
    match (shapes.a, shapes.b) {
        (Circle(_), Circle(_)) => test(Discs::of(shapes)?, shapes, observer, |discs, axis| {
            A::from_axis(discs, axis, round::of_discs)
        }),
        (Circle(_), Rectangle(_)) | (Rectangle(_), Circle(_)) => {
            row!(DiscBox::with_rectangle, round::of_disc_box, of_round)
        }
        (Circle(_), Wall(_)) | (Wall(_), Circle(_)) => row!(DiscBox::with_wall, round::of_disc_box, of_round),
        (Circle(_), Polygon(_)) | (Polygon(_), Circle(_)) => {
            row!(DiscHull::of, round::of_disc_hull, of_round)
        }
        (Rectangle(_), Rectangle(_)) => {
            row!(BoxPair::of_rectangles, boxes::of_boxes, of_hulls)
        }
        (Rectangle(_), Wall(_)) | (Wall(_), Rectangle(_)) => {
            row!(BoxPair::with_wall, boxes::of_boxes, of_hulls)
        }
        (Chain(_) | Compound(_), _) | (_, Chain(_) | Compound(_)) => of_leaves(shapes, observer),
        (Wall(_), Wall(_)) => None,
        _ => of_hulls(shapes, observer),
    }
}

/// The deepest contact of all pairs of leaves; the observer is told of no axis, since each pair has its own.
#[cold]
#[inline(never)]
fn of_leaves<O: SatObserver, A: FromAxis>(shapes: Shapes<'_>, _: &mut O) -> Option<A> {
    leaves::deepest(shapes.a, shapes.pose_a, shapes.b, shapes.pose_b).map(A::from)
}

/// [`of_hulls`] of round corners, kept out of a circle's way with sharp ones: the rows of boxes take more instructions
/// with it.
#[cold]
#[inline(never)]
fn of_round<O: SatObserver, A: FromAxis>(shapes: Shapes<'_>, observer: &mut O) -> Option<A> {
    of_hulls(shapes, observer)
}

#[inline(never)]
fn of_hulls<O: SatObserver, A: FromAxis>(shapes: Shapes<'_>, observer: &mut O) -> Option<A> {
    let mut made = [None; 2];
    test(Hulls::of(shapes, &mut made), shapes, observer, |pair, axis| {
        A::from_axis(pair, axis, hulls::of_hulls)
    })
}
