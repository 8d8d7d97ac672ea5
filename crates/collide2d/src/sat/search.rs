//! The separating-axis test.
//!
//! Two convex shapes are apart exactly where their intervals along some axis are apart, and only the normals
//! of their faces and the lines through their nearest points need to be tried (Gottschalk, Lin and Manocha,
//! "OBBTree", 1996; Ericson, "Real-Time Collision Detection", 2005, section 5.2.1). A separating axis ends the
//! test. If there is none, the shapes are in contact, and the axis of least overlap gives the shortest
//! translation that separates them: penetration depth and normal. Of axes with equal overlap the first tried
//! counts.
//!
//! Before the axes come the bounding circles: shapes whose circles do not meet are apart.
//!
//! The test runs in one of three modes, which find the same axis. *Observed*: the observer is told every axis
//! in turn, and an overlap as small as its own rounding is computed again in f64 before. *Silent*, under an
//! observer that ignores what it is told: the same axes, no intervals. *Unobserved*, under `()`: as little as
//! the answer needs. Boxes are rejected by all axes at once, of each eight faces the axis of least overlap
//! alone is tested, and everything is f32; where rounding may decide, the test runs again, silent.

use std::ops::ControlFlow;

use glam::{DVec2, Vec2};

use super::axis::{AxisSource, AxisTest, Feature, SatObserver, Side};
use super::exact;
use crate::aabb::Interval;
use crate::pose::Pose;
use crate::shape::Shape;
use crate::shape::corners::WaysOut;
use crate::tolerance::{BOUNDING, CORNER_OF_RADIUS, TOUCHING, TOUCHING_EXACTLY};

/// Source of an axis, in the pair's normal order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PairSource {
    FaceOfP(u32),
    FaceOfQ(u32),
    /// From a corner of `p`, a circle's centre or a capsule's end, through a corner of `q`: indices in hulls.
    Corners(u16, u16),
}

/// An axis of a pair in its normal order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Axis {
    pub source: PairSource,
    /// Unit vector, world axes.
    pub direction: Vec2,
    /// Metres; the axis separates where it is <= 0.
    pub overlap: f32,
    /// The shortest translation of `p` that separates is along `direction`; else it is against it.
    pub p_leaves_along: bool,
}

impl Axis {
    /// Direction of the shortest translation of `p` that separates.
    pub fn p_leaves(&self) -> Vec2 {
        if self.p_leaves_along { self.direction } else { -self.direction }
    }
}

/// The two shapes of a pair as the caller named them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shapes<'s> {
    pub a: &'s Shape,
    pub pose_a: &'s Pose,
    pub b: &'s Shape,
    pub pose_b: &'s Pose,
}

impl<'s> Shapes<'s> {
    /// `p`, of the kind first in [`crate::ShapeKind`] (of one kind `a`), then `q`; and whether `p` is `b`.
    pub fn in_order(&self) -> ([(&'s Shape, &'s Pose); 2], bool) {
        let (a, b) = ((self.a, self.pose_a), (self.b, self.pose_b));
        if self.are_flipped() { ([b, a], true) } else { ([a, b], false) }
    }

    /// `p` is `b`.
    fn are_flipped(&self) -> bool {
        self.a.kind() > self.b.kind()
    }
}

/// The axes of a pair of kinds.
pub(crate) trait PairAxes: Copy {
    /// From one bounding circle's centre to the other's, and the sum of their radii. Metres.
    fn bounds(&self) -> (Vec2, f32);
    /// The caller's `a` is `q`.
    fn is_flipped(&self) -> bool;
    /// An overlap below this may be rounding alone. Metres.
    fn rounding(&self) -> f32 {
        TOUCHING * self.bounds().1
    }

    /// Whether some axis separates, found for all at once: a branch on each would be mispredicted. Asked by
    /// the unobserved test alone; `false` where that would cost as much as the test.
    #[inline(always)]
    fn rejects(&self) -> bool {
        false
    }

    /// Tests `p`'s faces, those of `q` parallel to none of `p`'s, and the axes through two points.
    fn test_axes<O: SatObserver>(&self, search: &mut AxisSearch<'_, O>) -> ControlFlow<()>;
}

/// The test. Returns what `contact` makes of the axis of least overlap; `None` where the shapes are apart or
/// only touch.
#[inline(always)]
pub(crate) fn test<P: PairAxes, O: SatObserver, C>(
    pair: P,
    shapes: Shapes<'_>,
    observer: &mut O,
    contact: impl FnOnce(&P, &Axis) -> C,
) -> Option<C> {
    if cfg!(feature = "kernels") && !O::OBSERVES && pair.rejects() {
        None
    } else {
        test_each_axis(pair, shapes, observer, contact)
    }
}

/// A function of its own: within [`test`] its registers would be saved before `rejects`, 12 instructions more for each pair
/// of boxes that is rejected.
#[inline(always)]
fn test_each_axis<P: PairAxes, O: SatObserver, C>(
    pair: P,
    shapes: Shapes<'_>,
    observer: &mut O,
    contact: impl FnOnce(&P, &Axis) -> C,
) -> Option<C> {
    let (offset, reach) = pair.bounds();
    let apart = discs_are_apart(offset, reach);
    if apart && observer.early_out().is_break() {
        return None;
    }
    let mut search = AxisSearch {
        shapes,
        rounding: pair.rounding(),
        observer,
        least: None,
        separates: apart,
        told: 0,
        deciding: None,
        first_separating: None,
    };
    // `Break` means that a separating axis ended the test.
    let _ = pair.test_axes(&mut search);
    if O::OBSERVES
        && let Some(index) = search.first_separating.or(search.deciding)
    {
        search.observer.decided(index);
    }
    let axis = search.least.filter(|_| !search.separates)?;
    if !O::OBSERVES && axis.overlap < pair.rounding() {
        return rechecked_in_f64(pair, shapes, contact);
    }
    Some(contact(&pair, &axis))
}

/// The silent test: overlaps that rounding may decide are computed again in f64.
#[cold]
#[inline(never)]
fn rechecked_in_f64<P: PairAxes, C>(
    pair: P,
    shapes: Shapes<'_>,
    contact: impl FnOnce(&P, &Axis) -> C,
) -> Option<C> {
    struct Silent;
    impl SatObserver for Silent {
        const INTERVALS: bool = false;
    }
    test_each_axis(pair, shapes, &mut Silent, contact)
}

/// Whether two discs whose centres differ by `offset` do not meet. NaN is apart.
pub(crate) fn discs_are_apart(offset: Vec2, reach: f32) -> bool {
    let meet = offset.length_squared() <= reach * reach * (1.0 + BOUNDING);
    !meet
}

/// The axes tested so far.
pub(crate) struct AxisSearch<'s, O> {
    shapes: Shapes<'s>,
    /// As [`PairAxes::rounding`].
    rounding: f32,
    observer: &'s mut O,
    least: Option<Axis>,
    separates: bool,
    /// For the observer: the number of axes told, and which of them decide.
    told: usize,
    deciding: Option<usize>,
    first_separating: Option<usize>,
}

impl<O: SatObserver> AxisSearch<'_, O> {
    /// Tests the axes of eight faces; `axis` is `None` for one that does not count. Without an observer only
    /// the first of least overlap is tested, where it counts: no other can decide.
    #[inline(always)]
    pub fn test_faces(
        &mut self,
        ways: &WaysOut,
        axis: impl Fn(usize, f32) -> Option<Axis>,
    ) -> ControlFlow<()> {
        if !O::OBSERVES {
            let (i, overlap) = ways.least_overlap();
            if !self.matters(overlap) {
                return ControlFlow::Continue(());
            }
            if let Some(axis) = axis(i, overlap) {
                return self.test(axis);
            }
        }
        for (i, overlap) in ways.overlaps().into_iter().enumerate() {
            if self.matters(overlap)
                && let Some(axis) = axis(i, overlap)
            {
                self.test(axis)?;
            }
        }
        ControlFlow::Continue(())
    }

    pub fn shapes(&self) -> Shapes<'_> {
        self.shapes
    }

    /// Whether an axis of this overlap must be tested: every one that counts for an observer.
    fn matters(&self, overlap: f32) -> bool {
        overlap < f32::INFINITY && (O::OBSERVES || self.is_less(overlap))
    }

    fn is_less(&self, overlap: f32) -> bool {
        self.least.is_none_or(|least| overlap < least.overlap)
    }

    /// Tests an axis. `Break` ends the test.
    #[inline(always)]
    pub fn test(&mut self, mut axis: Axis) -> ControlFlow<()> {
        if O::OBSERVES && axis.overlap < self.rounding {
            if axis.overlap > 0.0 {
                axis.overlap = sign_in_f64(self.shapes, &axis);
            } else if axis.overlap == f32::NEG_INFINITY {
                axis = far_apart(self.shapes, axis);
            }
        }
        // NaN does not overlap.
        let overlaps = axis.overlap > 0.0;
        self.separates |= !overlaps;
        if !O::OBSERVES && !overlaps {
            return ControlFlow::Break(());
        }
        let is_less = self.is_less(axis.overlap);
        if is_less {
            self.least = Some(axis);
        }
        if O::OBSERVES {
            let goes_on = self.tell(&axis, is_less);
            return if overlaps { ControlFlow::Continue(()) } else { goes_on };
        }
        ControlFlow::Continue(())
    }

    /// Tells the observer, in terms of the caller's `a` and `b`.
    fn tell(&mut self, axis: &Axis, is_less: bool) -> ControlFlow<()> {
        let ([(p, _), (q, _)], flipped) = self.shapes.in_order();
        let (of_p, of_q) = if flipped { (Side::B, Side::A) } else { (Side::A, Side::B) };
        let Shapes { a, pose_a, b, pose_b } = self.shapes;
        let interval = |shape, pose| {
            if O::INTERVALS {
                exact::interval(shape, pose, axis.direction.as_dvec2(), pose_a.position)
            } else {
                Interval::default()
            }
        };
        let test = AxisTest {
            source: match axis.source {
                PairSource::FaceOfP(face) => AxisSource::Face(of_p, face),
                PairSource::FaceOfQ(face) => AxisSource::Face(of_q, face),
                PairSource::Corners(i, j) => match (Feature::of_corner(p, i), Feature::of_corner(q, j)) {
                    (Feature::Center, feature) => AxisSource::Center(of_p, feature),
                    (end, feature) => AxisSource::End(of_p, end, feature),
                },
            },
            // Without negative zeros.
            direction: axis.direction + Vec2::ZERO,
            a: interval(a, pose_a),
            b: interval(b, pose_b),
            overlap: axis.overlap,
            a_leaves_along: axis.p_leaves_along != flipped,
        }
        .toward_other([a, b]);
        let overlaps = axis.overlap > 0.0;
        if !overlaps {
            self.first_separating.get_or_insert(self.told);
        }
        if is_less {
            self.deciding = Some(self.told);
        }
        self.told += 1;
        self.observer.axis(&test)
    }
}

/// The axis of shapes so far apart that the square of their distance overflows, computed in f64. Its gap is
/// clamped to what an f32 can hold.
#[cold]
fn far_apart(shapes: Shapes<'_>, axis: Axis) -> Axis {
    let (way, exact) = across(shapes, &axis);
    let direction = way.filter(|way| way.is_finite()).map_or(axis.direction, DVec2::as_vec2);
    Axis { direction, overlap: exact.max(f64::from(f32::MIN)) as f32, ..axis }
}

/// An overlap as small as its own rounding gets its sign from f64: shapes that only touch are no contact.
#[cold]
fn sign_in_f64(shapes: Shapes<'_>, axis: &Axis) -> f32 {
    let (_, exact) = across(shapes, axis);
    let Shapes { a, pose_a, b, pose_b } = shapes;
    let discs = f64::from(a.bounding_circle().radius) + f64::from(b.bounding_circle().radius);
    let reach = discs + pose_a.position.as_dvec2().distance(pose_b.position.as_dvec2());
    if exact <= TOUCHING_EXACTLY * reach { exact.min(0.0) as f32 } else { axis.overlap }
}

/// The axis through two corners that are too near to each other for f32, as beside a large shape; computed in
/// f64. `None`: they are too near for a direction even so.
#[cold]
pub(super) fn through_near_corners(shapes: Shapes<'_>, source: PairSource) -> Option<Axis> {
    let axis = Axis { source, direction: Vec2::ZERO, overlap: 0.0, p_leaves_along: false };
    let (way, overlap) = across(shapes, &axis);
    let radii = exact::radius(shapes.a) + exact::radius(shapes.b);
    let is_far = radii - overlap > CORNER_OF_RADIUS * radii;
    Some(Axis { direction: way.filter(|_| is_far)?.as_vec2(), overlap: overlap as f32, ..axis })
}

/// The overlap of an axis in f64, and for an axis through two corners the unit vector from `p`'s to `q`'s.
fn across(shapes: Shapes<'_>, axis: &Axis) -> (Option<DVec2>, f64) {
    let Shapes { a, pose_a, b, pose_b } = shapes;
    let from = pose_a.position;
    match axis.source {
        PairSource::FaceOfP(face) | PairSource::FaceOfQ(face) => {
            let of_a = matches!(axis.source, PairSource::FaceOfP(_)) != shapes.are_flipped();
            let (own, pose) = if of_a { (a, pose_a) } else { (b, pose_b) };
            let normal = exact::normal(own, pose, face).unwrap_or_else(|| axis.direction.as_dvec2());
            let interval = |shape, pose| exact::interval(shape, pose, normal, from);
            (None, interval(a, pose_a).overlap(interval(b, pose_b)))
        }
        PairSource::Corners(of_p, of_q) => {
            let flipped = shapes.are_flipped();
            let (of_a, of_b) = if flipped { (of_q, of_p) } else { (of_p, of_q) };
            let apart: DVec2 = exact::corner(b, pose_b, of_b, from) - exact::corner(a, pose_a, of_a, from);
            let overlap = exact::radius(a) + exact::radius(b) - apart.length();
            ((if flipped { -apart } else { apart }).try_normalize(), overlap)
        }
    }
}
