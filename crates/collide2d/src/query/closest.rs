//! The nearest points of two shapes.

use glam::{DVec2, Vec2};

use super::rounded_hull::{HullPart, RoundedHull, nearest_on_segment, turn_of, unturned, with_hull};
use super::{TOUCH_SHARE, rounded};
use crate::aabb::Interval;
use crate::collide::collide;
use crate::collide::leaves::LeafPair;
use crate::collide::outline::is_cut;
use crate::contact::manifold::Contact;
use crate::pose::Pose;
use crate::sat::axis::Feature;
use crate::shape::leaf::Leaf;
use crate::shape::{MAX_POINTS, Shape};

/// The nearest points of two shapes; of shapes in contact those that the way out joins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClosestPoints {
    /// Between the shapes; of shapes in contact minus the penetration depth. Metres.
    pub distance: f32,
    /// On `a` and on `b`. World coordinates, metres. Where faces lie along each other, the middle of what they share.
    pub points: [Vec2; 2],
    /// As [`Contact::normal`]: from `b`'s point toward `a`'s, of shapes in contact the other way. World axes.
    pub normal: Vec2,
    /// Of `a` and of `b`. Of a circle [`Feature::Center`].
    pub features: [Feature; 2],
    /// The parts or segments of both.
    pub leaves: [Leaf; 2],
    /// Of shapes in contact.
    pub contact: Option<Contact>,
}

/// The nearest points of two shapes, exact for every pair of kinds; two walls that cross are 0 apart.
///
/// ```
/// use collide2d::glam::Vec2;
/// use collide2d::{Pose, Shape, closest_points};
///
/// let (ball, crate_) = (Shape::circle(1.0)?, Shape::rectangle(2.0, 2.0)?);
/// let gap = closest_points(&ball, &Pose::default(), &crate_, &Pose::at(2.5, 0.0));
/// assert_eq!(gap.distance, 0.5);
/// assert_eq!(gap.points, [Vec2::new(1.0, 0.0), Vec2::new(1.5, 0.0)]);
/// # Ok::<(), collide2d::ShapeError>(())
/// ```
pub fn closest_points(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> ClosestPoints {
    if a.is_composite() || b.is_composite() {
        return closest_of_leaves(a, pose_a, b, pose_b);
    }
    let contact = collide(a, pose_a, b, pose_b);
    with_hull(a, |of_a| {
        with_hull(b, |of_b| {
            let a = Placed::new(of_a, pose_a, pose_a.position);
            let b = Placed::new(of_b, pose_b, pose_a.position);
            match contact {
                Some(contact) if touches_round(&a, &b, contact) => ClosestPoints {
                    distance: -contact.depth,
                    normal: contact.normal,
                    contact: Some(contact),
                    ..apart(&a, &b)
                },
                Some(contact) => of_contact(&a, &b, contact),
                None => apart(&a, &b),
            }
        })
    })
}

/// Whether a round part is in contact by no more than a touch. Then the axes of a face and of its corner may overlap by the
/// same within rounding, and the contact's point may lie beyond the face: the nearest points of the cores are exact.
fn touches_round(a: &Placed<'_>, b: &Placed<'_>, contact: Contact) -> bool {
    let radii = a.hull.radius + b.hull.radius;
    radii > 0.0 && f64::from(contact.depth) <= radii * f64::from(TOUCH_SHARE)
}

/// Of all pairs of leaves the nearest, or the deepest in contact.
#[cold]
fn closest_of_leaves(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> ClosestPoints {
    let mut nearest: Option<ClosestPoints> = None;
    a.for_each_leaf(pose_a, None, &mut |of_a| {
        b.for_each_leaf(pose_b, None, &mut |of_b| {
            let positions = [pose_a.position, pose_b.position];
            let found = closest_of_pair(&LeafPair::of_leaves(of_a, of_b, positions));
            if nearest.is_none_or(|nearest| found.distance < nearest.distance) {
                nearest = Some(found);
            }
        });
    });
    nearest.unwrap_or(ClosestPoints {
        distance: f32::INFINITY,
        points: [pose_a.position, pose_b.position],
        normal: Vec2::Y,
        features: [Feature::Center; 2],
        leaves: [Leaf::WHOLE; 2],
        contact: None,
    })
}

/// Of two leaves; in contact along a way that the outline of a chain allows, where that holds them.
pub(crate) fn closest_of_pair(pair: &LeafPair<'_>) -> ClosestPoints {
    let LeafPair { a, b, .. } = pair;
    let found = closest_points(a.shape, &a.pose, b.shape, &b.pose);
    let is_of_chain = a.chain.is_some() || b.chain.is_some();
    let is_held = is_of_chain && found.contact.is_some() && !pair.is_behind();
    let contact = if is_held { pair.collide() } else { None };
    let found = match contact {
        Some(contact) if Some(contact) != found.contact => with_hull(a.shape, |of_a| {
            with_hull(b.shape, |of_b| {
                let placed = |hull, pose| Placed::new(hull, pose, a.pose.position);
                let (of_a, of_b) = (placed(of_a, &a.pose), placed(of_b, &b.pose));
                at_corner(pair, of_contact(&of_a, &of_b, contact), surfaces(&of_a, &of_b, &contact))
            })
        }),
        _ => found,
    };
    ClosestPoints { leaves: pair.leaves(), ..found }
}

/// Where both surfaces are along the contact's normal. Metres.
fn surfaces(a: &Placed<'_>, b: &Placed<'_>, contact: &Contact) -> [f64; 2] {
    let normal = contact.normal.as_dvec2().normalize();
    [-a.reach(-normal), b.reach(normal)]
}

/// At a chain's corner under a face of the other shape this one's point is above the corner: it reaches farther elsewhere.
fn at_corner(pair: &LeafPair<'_>, found: ClosestPoints, [on_a, on_b]: [f64; 2]) -> ClosestPoints {
    let Some(contact) = found.contact.filter(|contact| is_cut(on_b - on_a, contact.depth)) else {
        return found;
    };
    let farther = contact.normal * (on_b - on_a - f64::from(contact.depth)) as f32;
    let [of_a, of_b] = found.points;
    let points = if pair.a.chain.is_some() { [of_a, of_b - farther] } else { [of_a + farther, of_b] };
    let features = contact.points()[0].features(pair.a.shape, pair.b.shape);
    ClosestPoints { points, features, ..found }
}

/// The contact's points on both surfaces: the deepest, of equally deep ones the middle.
pub(super) fn of_contact(a: &Placed<'_>, b: &Placed<'_>, contact: Contact) -> ClosestPoints {
    let normal = contact.normal.as_dvec2().normalize();
    let deepest = contact.points().iter().map(|point| point.depth).fold(0.0, f32::max);
    let counts = |depth: f32| deepest - depth <= 1.0e-6 * (1.0 + deepest);
    let kept = contact.points().iter().filter(|point| counts(point.depth));
    let (sum, count) = kept.fold((DVec2::ZERO, 0.0), |(sum, n), p| (sum + p.from_a.as_dvec2(), n + 1.0));
    let middle = a.meets(b, normal, sum / count);
    let on = |surface: f64| middle + normal * (surface - middle.dot(normal));
    let points = surfaces(a, b, &contact).map(on);
    ClosestPoints {
        distance: -contact.depth,
        points: points.map(|point| a.world(point)),
        normal: contact.normal,
        features: [a.foremost(-normal), b.foremost(normal)],
        leaves: [Leaf::WHOLE; 2],
        contact: Some(contact),
    }
}

fn apart(a: &Placed<'_>, b: &Placed<'_>) -> ClosestPoints {
    let Near { mut points, mut parts, .. } = nearest_of_cores(a, b);
    let between = points[0] - points[1];
    let away = between.length();
    let normal = normal_across(a, b, between);
    let (own, other) = (a.foremost_part(-normal), b.foremost_part(normal));
    if let (HullPart::Face(of_a), HullPart::Face(of_b)) = (own, other)
        && let Some(middle) = common_middle(a.face(of_a), b.face(of_b), normal)
    {
        points = middle;
        parts = [own, other];
    }
    let radii = a.hull.radius + b.hull.radius;
    let [on_a, on_b] = [points[0] - normal * a.hull.radius, points[1] + normal * b.hull.radius];
    ClosestPoints {
        distance: (away - radii).max(0.0) as f32,
        points: [a.world(on_a), a.world(on_b)],
        normal: rounded(normal),
        features: [a.hull.feature(parts[0]), b.hull.feature(parts[1])],
        leaves: [Leaf::WHOLE; 2],
        contact: None,
    }
}

/// The corners of a shape in world axes, measured from a world position.
pub(super) struct Placed<'s> {
    pub hull: &'s RoundedHull<'s>,
    from: DVec2,
    turn: DVec2,
    corners: [DVec2; MAX_POINTS],
}

impl<'s> Placed<'s> {
    pub fn new(hull: &'s RoundedHull<'s>, pose: &Pose, from: Vec2) -> Self {
        let (turn, from) = (turn_of(pose), from.as_dvec2());
        let position = pose.position.as_dvec2() - from;
        let mut corners = [DVec2::ZERO; MAX_POINTS];
        for (i, corner) in corners.iter_mut().enumerate().take(hull.count()) {
            *corner = position + turn.rotate(hull.corner(i));
        }
        Self { hull, from, turn, corners }
    }

    fn corners(&self) -> &[DVec2] {
        &self.corners[..self.hull.count()]
    }

    fn face(&self, i: usize) -> (DVec2, DVec2) {
        let n = self.hull.count();
        (self.corners[i % n], self.corners[(i + 1) % n])
    }

    /// Edges without repetition: a segment has one, a circle its centre.
    fn edges(&self) -> usize {
        let n = self.hull.count();
        if n == 2 { 1 } else { n }
    }

    /// The largest coordinate along a unit vector.
    pub fn reach(&self, along: DVec2) -> f64 {
        self.corners().iter().map(|corner| corner.dot(along)).fold(f64::NEG_INFINITY, f64::max)
            + self.hull.radius
    }

    /// Where the two touch, or are deepest in each other; `normal` leads toward this one. Where faces are nearly parallel a
    /// manifold or a sweep tells the `middle` of both, and a corner alone touches.
    pub fn meets(&self, other: &Placed<'_>, normal: DVec2, middle: DVec2) -> DVec2 {
        let across = normal.perp();
        let (own, their) = (self.foremost_span(-normal, across), other.foremost_span(normal, across));
        let (from, to, at) = (own.min.max(their.min), own.max.min(their.max), middle.dot(across));
        let meets = if from <= to { at.clamp(from, to) } else { 0.5 * (from + to) };
        middle + across * (meets - at)
    }

    /// How far what lies farthest in a direction reaches along the one across it: of a corner both ends are the same.
    fn foremost_span(&self, direction: DVec2, across: DVec2) -> Interval<f64> {
        /// A face turned by less than this is one, however the direction is rounded. Radians.
        const FACE: f64 = 1.0e-4;
        let along = |way: DVec2| Interval::around(self.corners().iter().map(move |corner| corner.dot(way)));
        let (farthest, whole) = (along(direction).max, along(across));
        let least = farthest - FACE * (whole.max - whole.min);
        let foremost = self.corners().iter().filter(|corner| corner.dot(direction) >= least);
        Interval::around(foremost.map(|corner| corner.dot(across)))
    }

    /// What lies farthest in a direction of length 1.
    fn foremost_part(&self, direction: DVec2) -> HullPart {
        self.hull.foremost(unturned(self.turn, direction))
    }

    /// What of the shape lies farthest in a direction of length 1, world axes.
    pub fn foremost(&self, direction: DVec2) -> Feature {
        self.hull.feature(self.foremost_part(direction))
    }

    pub fn world(&self, point: DVec2) -> Vec2 {
        (self.from + point).as_vec2()
    }
}

struct Near {
    squared: f64,
    points: [DVec2; 2],
    parts: [HullPart; 2],
}

/// The nearest points of two hulls without their radii, of equal ones the first: a corner of one and an edge of the other,
/// or where two segments cross.
fn nearest_of_cores(a: &Placed<'_>, b: &Placed<'_>) -> Near {
    let mut near = Near {
        squared: f64::INFINITY,
        points: [DVec2::ZERO; 2],
        parts: [HullPart::Corner(0), HullPart::Corner(0)],
    };
    if let (2, 2) = (a.hull.count(), b.hull.count())
        && let Some(point) = crossing(a.face(0), b.face(0))
    {
        return Near { squared: 0.0, points: [point; 2], parts: [HullPart::Face(0), HullPart::Face(0)] };
    }
    for (of_b, own, other) in [(false, a, b), (true, b, a)] {
        for (i, &corner) in own.corners().iter().enumerate() {
            for edge in 0..other.edges() {
                let (from, to) = other.face(edge);
                let (point, share) = nearest_on_segment(corner, from, to);
                let squared = point.distance_squared(corner);
                if squared < near.squared {
                    let n = other.hull.count();
                    let part = match share {
                        _ if n == 1 || share <= 0.0 => HullPart::Corner(edge),
                        _ if share >= 1.0 => HullPart::Corner((edge + 1) % n),
                        _ => HullPart::Face(edge),
                    };
                    let (points, parts) = ([corner, point], [HullPart::Corner(i), part]);
                    near = if of_b {
                        Near { squared, points: [points[1], points[0]], parts: [parts[1], parts[0]] }
                    } else {
                        Near { squared, points, parts }
                    };
                }
            }
        }
    }
    near
}

/// Where two segments cross, ends included; `None` of parallel ones.
fn crossing((a, b): (DVec2, DVec2), (c, d): (DVec2, DVec2)) -> Option<DVec2> {
    let (p, q) = (b - a, d - c);
    let across = p.perp_dot(q);
    let (along_p, along_q) = ((c - a).perp_dot(q) / across, (c - a).perp_dot(p) / across);
    let is_met = across != 0.0 && (0.0..=1.0).contains(&along_p) && (0.0..=1.0).contains(&along_q);
    is_met.then(|| a + p * along_p)
}

/// The direction in which `a` leaves, of cores that are `between` apart. Those that overlap by rounding alone would give
/// the opposite one.
fn normal_across(a: &Placed<'_>, b: &Placed<'_>, between: DVec2) -> DVec2 {
    let away = between.length();
    let coordinate = a.corners().iter().chain(b.corners()).map(|p| p.abs().max_element()).fold(0.0, f64::max);
    if away > 4.0 * f64::from(f32::EPSILON) * coordinate { between / away } else { widest_gap(a, b) }
}

/// The direction in which `a` leaves along the face axis with the widest gap, of cores that touch.
fn widest_gap(a: &Placed<'_>, b: &Placed<'_>) -> DVec2 {
    let mut widest = (f64::NEG_INFINITY, DVec2::Y);
    for (own, other, sign) in [(a, b, -1.0), (b, a, 1.0)] {
        for face in 0..own.hull.count() {
            let normal = own.turn.rotate(own.hull.normal(face)).normalize_or(DVec2::Y);
            let gap = -(own.reach(normal) + other.reach(-normal));
            if gap > widest.0 {
                widest = (gap, normal * sign);
            }
        }
    }
    widest.1
}

/// The points on both faces at the middle of the stretch that they share, seen along the normal; `None` where they share
/// none.
fn common_middle(own: (DVec2, DVec2), other: (DVec2, DVec2), normal: DVec2) -> Option<[DVec2; 2]> {
    let along = normal.perp();
    let span = |(from, to): (DVec2, DVec2)| {
        let (from, to) = (from.dot(along), to.dot(along));
        (from.min(to), from.max(to))
    };
    let ((own_low, own_high), (low, high)) = (span(own), span(other));
    let (low, high) = (own_low.max(low), own_high.min(high));
    let at = |(from, _): (DVec2, DVec2)| along * low.midpoint(high) + normal * from.dot(normal);
    (low < high).then(|| [at(own), at(other)])
}
