//! Moving shapes: when they first touch another.

use std::ops::ControlFlow;

use glam::Vec2;

use super::closest::{ClosestPoints, Placed, closest_of_pair, closest_points};
use super::rounded_hull::with_hull;
use super::{QueryObserver, QueryStep, TOUCH_SHARE};
use crate::broad_phase::grown;
use crate::collide::leaves::LeafPair;
use crate::collide::outline::{Denied, denied};
use crate::collide::{collide, collide_observed};
use crate::contact::manifold::Contact;
use crate::pair::PairKind;
use crate::pose::Pose;
use crate::sat::axis::{AxisSource, AxisTest, Feature, SatObserver, Side};
use crate::settings::{FINITE, ValueError, check, finite};
use crate::shape::Shape;
use crate::shape::leaf::{Leaf, LeafShape};
use crate::sweep::{Impact, Turning, first_touch, first_touch_rotating};

/// A way that closes an axis by no more than this share of its length runs along it.
const ALONG: f32 = 1.0e-6;
/// How exact the time of impact of a turning shape is, as a share of the smaller size.
const ACCURACY: f64 = 1.0e-5;
/// Two hits are at the same time within this share of the way.
const SAME_TIME: f32 = 1.0e-6;

/// A shape on its way: it moves straight, and turns about its local origin at an even rate.
#[derive(Clone, Debug, PartialEq)]
pub struct ShapeCast {
    shape: Shape,
    pose: Pose,
    translation: Vec2,
    turn: f32,
    /// What it turns about: of a compound's part not its own origin. Local space.
    center: Vec2,
}

/// Where a moving shape first touches another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastHit {
    /// Of the whole way, 0 to 1: the time of impact.
    pub fraction: f32,
    /// On the moving shape and on the other, at that time. World coordinates, metres.
    pub points: [Vec2; 2],
    /// Unit vector on the other shape's surface that points toward the moving one. World axes.
    pub normal: Vec2,
    /// Of the moving shape and of the other. Of a circle [`Feature::Center`].
    pub features: [Feature; 2],
    /// The parts or segments of both that meet.
    pub leaves: [Leaf; 2],
    /// The contact at the start, `a` being the moving shape, where it is deeper than [`TOUCH_SHARE`] of the smaller size.
    pub starts_inside: Option<Contact>,
}

impl ShapeCast {
    /// From `pose` by `translation` metres. Refuses NaN and infinity, and a way of length 0.
    pub fn new(shape: Shape, pose: Pose, translation: Vec2) -> Result<Self, ValueError> {
        Self::turning(shape, pose, translation, 0.0)
    }

    /// The same with a turn of so many degrees over the whole way, counter-clockwise; then the translation may be 0.
    pub fn turning(shape: Shape, pose: Pose, translation: Vec2, turn: f32) -> Result<Self, ValueError> {
        finite(["position x", "position y"], pose.position)?;
        check(pose.rotation.degrees().is_finite(), "rotation", pose.rotation.degrees(), FINITE)?;
        finite(["translation x", "translation y"], translation)?;
        check(turn.is_finite(), "turn", turn, FINITE)?;
        let moves = translation != Vec2::ZERO || turn != 0.0;
        check(moves, "length of the way", 0.0, "a number greater than 0, where the shape does not turn")?;
        Ok(Self { shape, pose, translation, turn, center: Vec2::ZERO })
    }

    /// The moving shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Where it starts.
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// Its whole way. Metres.
    pub fn translation(&self) -> Vec2 {
        self.translation
    }

    /// Over the whole way. Degrees, counter-clockwise.
    pub fn turn(&self) -> f32 {
        self.turn
    }

    /// Its pose at a fraction of the way.
    pub fn pose_at(&self, fraction: f32) -> Pose {
        self.motion().pose_after(&self.pose, fraction)
    }

    /// With the whole way as one second.
    fn motion(&self) -> Turning {
        Turning { velocity: self.translation, angular_velocity: self.turn, center: self.center }
    }
}

/// When a moving shape first touches another. `None` where it passes or only grazes, and for two walls.
///
/// A start that is deeper than [`TOUCH_SHARE`](crate::TOUCH_SHARE) of the smaller size is a hit at fraction 0, with its
/// contact, whatever the way. A start that touches is a hit at 0 only if the way closes every axis on which the shapes
/// touch: going away, or along, it is none.
///
/// ```
/// use collide2d::glam::Vec2;
/// use collide2d::{Pose, Shape, ShapeCast, cast_shape};
///
/// let floor = Shape::rectangle(20.0, 1.0)?;
/// let on_the_floor = Pose::at(0.0, 1.0);
/// let step = |x, y| ShapeCast::new(Shape::circle(0.5).unwrap(), on_the_floor, Vec2::new(x, y)).unwrap();
/// assert_eq!(cast_shape(&step(3.0, 0.0), &floor, &Pose::default()), None);
/// let hit = cast_shape(&step(3.0, -1.0), &floor, &Pose::default()).expect("it goes into the floor");
/// assert_eq!((hit.fraction, hit.normal), (0.0, Vec2::Y));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cast_shape(cast: &ShapeCast, other: &Shape, pose: &Pose) -> Option<CastHit> {
    cast_shape_observed(cast, other, pose, &mut ())
}

/// [`cast_shape`]; the observer is told the start, and every axis of the pair as it is there.
pub fn cast_shape_observed<O: QueryObserver>(
    cast: &ShapeCast,
    other: &Shape,
    pose: &Pose,
    observer: &mut O,
) -> Option<CastHit> {
    if cast.shape.is_composite() || other.is_composite() {
        return cast_of_leaves(cast, other, pose, observer);
    }
    let contact = collide(&cast.shape, &cast.pose, other, pose);
    let size = smaller_size(&cast.shape, other);
    let touch = size * f64::from(TOUCH_SHARE);
    if O::OBSERVES {
        let depth = contact.map_or(0.0, |contact| contact.depth);
        observer.step(&QueryStep::Start { depth, touches_up_to: touch });
        let translation = cast.translation;
        collide_observed(&cast.shape, &cast.pose, other, pose, &mut Axes { translation, observer });
    }
    if let Some(deep) = contact.filter(|contact| f64::from(contact.depth) > touch) {
        let start = closest_points(&cast.shape, &cast.pose, other, pose);
        return Some(at_start(&start, Some(deep)));
    }
    let mut from = cast.pose;
    if contact.is_some() || may_touch(cast, other, pose, touch) {
        let start = closest_points(&cast.shape, &cast.pose, other, pose);
        if f64::from(start.distance) <= touch {
            let (translation, across) = (cast.translation, start.normal);
            let mut axes = TouchAxes { translation, across, touch, nearest: None, stays_out: false };
            collide_observed(&cast.shape, &cast.pose, other, pose, &mut axes);
            if let Some((normal, _)) = axes.nearest.filter(|_| !axes.stays_out) {
                return Some(CastHit { normal, ..at_start(&start, None) });
            }
            if cast.turn == 0.0 {
                return None;
            }
            from.position += start.normal * contact.map_or(0.0, |contact| contact.depth + touch as f32);
        }
    }
    let impact = if cast.turn == 0.0 {
        first_touch(&cast.shape, &from, other, pose, cast.translation, 1.0)?
    } else {
        let (motion, still) = (cast.motion(), Turning::default());
        let accuracy = (size * ACCURACY) as f32;
        first_touch_rotating(&cast.shape, &from, &motion, other, pose, &still, 1.0, accuracy)?
    };
    Some(at_impact(cast, other, pose, impact))
}

/// A hit of two leaves, and the normals between which the outline allows it where its own is not.
type LeafHit = (CastHit, Option<[Vec2; 2]>);

/// The first hit of all pairs of leaves; a leaf turns about the whole shape's origin.
#[cold]
fn cast_of_leaves<O: QueryObserver>(
    cast: &ShapeCast,
    other: &Shape,
    pose: &Pose,
    observer: &mut O,
) -> Option<CastHit> {
    let mut first: Option<LeafHit> = None;
    cast.shape.for_each_leaf(&cast.pose, None, &mut |own| {
        other.for_each_leaf(pose, None, &mut |leaf| {
            let found = hit_of_leaf(cast, own, leaf, pose.position, observer);
            if let Some(found) =
                found.filter(|found| first.as_ref().is_none_or(|first| is_sooner(found, first)))
            {
                first = Some(found);
            }
        });
    });
    // On the corner of a chain each segment alone would let it off to the side.
    first.map(|(hit, allowed)| match allowed {
        Some([one, other]) => {
            let nearer = if one.dot(hit.normal) >= other.dot(hit.normal) { one } else { other };
            CastHit { normal: nearer, ..hit }
        }
        None => hit,
    })
}

/// [`cast_shape`] at each leaf of the other shape alone, in their order; what a chain lets through is no hit.
pub fn cast_shape_at_leaves(cast: &ShapeCast, other: &Shape, pose: &Pose) -> Vec<CastHit> {
    let mut hits = Vec::new();
    other.for_each_leaf(pose, None, &mut |leaf| {
        let mut first = None;
        cast.shape.for_each_leaf(&cast.pose, None, &mut |own| {
            let found = hit_of_leaf(cast, own, leaf, pose.position, &mut ());
            if let Some(found) =
                found.filter(|found| first.as_ref().is_none_or(|first| is_sooner(found, first)))
            {
                first = Some(found);
            }
        });
        hits.extend(first.map(|(hit, _)| hit));
    });
    hits
}

/// The hit of a leaf of the cast shape at a leaf of the other one, which is at `place`.
fn hit_of_leaf<O: QueryObserver>(
    cast: &ShapeCast,
    own: &LeafShape<'_>,
    leaf: &LeafShape<'_>,
    place: Vec2,
    observer: &mut O,
) -> Option<LeafHit> {
    let (leaf_of_own, center) = (own.leaf, own.pose.local_from_world(cast.pose.position));
    let of_own = ShapeCast { shape: own.shape.clone(), pose: own.pose, center, ..cast.clone() };
    let hit = cast_shape_observed(&of_own, leaf.shape, &leaf.pose, observer)?;
    let own = &LeafShape { pose: of_own.pose_at(hit.fraction), ..*own };
    if leaf.is_passed_along(-hit.normal) || own.is_passed_along(hit.normal) {
        return None;
    }
    let is_of_chain = own.chain.is_some() || leaf.chain.is_some();
    let hit = if hit.starts_inside.is_some() && is_of_chain {
        // The way out is one that the outline allows.
        let pair = LeafPair::of_leaves(own, leaf, [cast.pose.position, place]);
        let start = closest_of_pair(&pair);
        at_start(&start, start.contact)
    } else {
        hit
    };
    // The outline of a chain that turns is that of its pose at the time of impact.
    let allowed = denied(own, leaf, hit.normal).map(|(side, Denied { between, .. })| match side {
        Side::A => between.map(|outward| -outward),
        Side::B => between,
    });
    // What comes from behind goes away from all that the outline allows: the joint of two segments stops it no more than
    // they do.
    let goes_away = |normal: &Vec2| cast.translation.dot(*normal) >= 0.0;
    let is_let_through = own.one_sided_chain().or(leaf.one_sided_chain()).is_some()
        && cast.turn == 0.0
        && allowed.is_some_and(|allowed| allowed.iter().all(goes_away));
    (!is_let_through).then_some((CastHit { leaves: [leaf_of_own, leaf.leaf], ..hit }, allowed))
}

/// Of those that it begins in the deepest; where segments meet, one along whose outline it is stopped.
fn is_sooner((hit, allowed): &LeafHit, (first, first_allowed): &LeafHit) -> bool {
    let depth = |hit: &CastHit| hit.starts_inside.map_or(0.0, |contact| contact.depth);
    let later = hit.fraction - first.fraction;
    if later.abs() <= SAME_TIME && allowed.is_some() != first_allowed.is_some() {
        allowed.is_none()
    } else {
        later < 0.0 || later == 0.0 && depth(hit) > depth(first)
    }
}

/// Of two shapes: the smaller one's; a wall has none. Metres.
fn smaller_size(a: &Shape, b: &Shape) -> f64 {
    let size = |shape: &Shape| {
        if shape.kind().has_inside() { with_hull(shape, |hull| hull.smaller_size()) } else { f64::INFINITY }
    };
    let size = size(a).min(size(b));
    if size.is_finite() { size } else { 0.0 }
}

/// Whether the boxes are within a touch: else the nearest points need not be found.
fn may_touch(cast: &ShapeCast, other: &Shape, pose: &Pose, touch: f64) -> bool {
    let near = grown(&cast.shape.aabb(&cast.pose), 2.0 * touch as f32);
    PairKind::new(cast.shape.kind(), other.kind()).can_touch()
        && near.overlaps(&grown(&other.aabb(pose), 0.0))
}

fn at_start(start: &ClosestPoints, starts_inside: Option<Contact>) -> CastHit {
    let ClosestPoints { points, normal, features, leaves, .. } = *start;
    CastHit { fraction: 0.0, points, normal, features, leaves, starts_inside }
}

fn at_impact(cast: &ShapeCast, other: &Shape, pose: &Pose, impact: Impact) -> CastHit {
    let mut then = cast.pose;
    let time = f64::from(impact.time);
    if cast.turn != 0.0 {
        then.rotation = cast.pose.rotation.turned(f64::from(cast.turn) * time);
    }
    let swing = cast.pose.rotation.rotate(cast.center) - then.rotation.rotate(cast.center);
    let position = cast.pose.position.as_dvec2() + cast.translation.as_dvec2() * time + swing.as_dvec2();
    let touch = position + impact.from_a.as_dvec2();
    then.position = position.as_vec2();
    let normal = impact.normal.as_dvec2().normalize();
    with_hull(&cast.shape, |own| {
        with_hull(other, |hull| {
            let from = cast.pose.position;
            let (own, hull) = (Placed::new(own, &then, from), Placed::new(hull, pose, from));
            let at = own.meets(&hull, normal, touch - from.as_dvec2());
            let on = |surface: f64| own.world(at + normal * (surface - at.dot(normal)));
            CastHit {
                fraction: impact.time,
                points: [on(-own.reach(-normal)), on(hull.reach(normal))],
                normal: impact.normal,
                features: [own.foremost(-normal), hull.foremost(normal)],
                leaves: [Leaf::WHOLE; 2],
                starts_inside: None,
            }
        })
    })
}

/// Passes the axes of a test on to a query's observer.
struct Axes<'o, O> {
    translation: Vec2,
    observer: &'o mut O,
}

impl<O: QueryObserver> SatObserver for Axes<'_, O> {
    fn early_out(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn axis(&mut self, test: &AxisTest) -> ControlFlow<()> {
        let closing = -self.translation.as_dvec2().dot(test.toward_a().as_dvec2());
        self.observer.step(&QueryStep::Axis { test: *test, closing });
        ControlFlow::Continue(())
    }
}

/// Observer of shapes that touch: those stay apart on their way if an axis on which they only touch is not closed.
struct TouchAxes {
    translation: Vec2,
    /// Between the nearest points, toward the moving shape: exact where an axis through two near corners is not.
    across: Vec2,
    touch: f64,
    /// Of these axes the one of least overlap: toward the moving shape, and the overlap.
    nearest: Option<(Vec2, f32)>,
    stays_out: bool,
}

impl SatObserver for TouchAxes {
    const INTERVALS: bool = false;

    fn early_out(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn axis(&mut self, test: &AxisTest) -> ControlFlow<()> {
        if f64::from(test.overlap) <= self.touch {
            let normal = test.toward_a();
            let exact = match test.source {
                AxisSource::Face(..) | AxisSource::Neighbour(..) => normal,
                AxisSource::Center(..) | AxisSource::End(..) => self.across,
            };
            self.stays_out |= -self.translation.dot(exact) <= ALONG * self.translation.length();
            if self.nearest.is_none_or(|(_, overlap)| test.overlap < overlap) {
                self.nearest = Some((normal, test.overlap));
            }
        }
        ControlFlow::Continue(())
    }
}
