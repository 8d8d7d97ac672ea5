//! What a generator makes of the bodies as they are.

use glam::Vec2;

use super::{GeneratedContact, Generator, GeneratorOutcome, Ground, Link};
use crate::body::Body;
use crate::contact::manifold::{Contact, ContactPoint};
use crate::pose::Pose;
use crate::shape::Shape;
use crate::tolerance::{EVEN, even};

/// A point of a shape that reaches farthest toward a ground.
#[derive(Clone, Copy, Debug, Default)]
struct SupportPoint {
    /// From the body's position. World axes, metres.
    from_a: Vec2,
    feature: u32,
}

/// What a generator gives with the bodies as they are; no contact waits.
pub(crate) fn outcome(index: u32, generator: &Generator, bodies: &[Body]) -> GeneratorOutcome {
    let made = |a, b, contact| GeneratedContact { generator: index, a, b, contact, waiting: false };
    let contacts: Vec<_> = match generator {
        Generator::Ground(ground) => {
            let held = (0..).zip(bodies).filter(|(_, body)| ground.holds(body));
            held.filter_map(|(a, body)| Some(made(a, None, ground.contact(body, 0.0)?))).collect()
        }
        Generator::Cable(_) | Generator::Rod(_) | Generator::Revolute(_) => {
            let link = generator.link().and_then(|link| Some((link, link.held(bodies)?)));
            let Some((link, (a, b))) = link else { return GeneratorOutcome::HoldsNothing };
            let (contact, depth) = link.contact(a, b);
            if depth <= 0.0 && !link.pushes() {
                return GeneratorOutcome::Slack(-depth);
            }
            vec![made(link.a, Some(link.b), contact)]
        }
    };
    if contacts.is_empty() { GeneratorOutcome::NothingBelow } else { GeneratorOutcome::Contacts(contacts) }
}

impl Ground {
    /// Whether it acts on the body.
    pub(crate) fn holds(&self, body: &Body) -> bool {
        !body.is_static() && !body.is_sensor() && !body.is_removed()
    }

    /// Depth of the body's support point below the line. Metres; negative: the gap.
    pub(crate) fn depth(&self, body: &Body) -> f32 {
        let ([first, _], _) = support(body, self.normal);
        self.depth_of(body, first.from_a)
    }

    fn depth_of(&self, body: &Body, from_a: Vec2) -> f32 {
        (self.point - body.pose().position - from_a).dot(self.normal)
    }

    /// The contact that the ground would have if it were higher by `margin`: its depths are larger by that.
    pub(crate) fn contact(&self, body: &Body, margin: f32) -> Option<Contact> {
        let (points, count) = support(body, self.normal);
        let [first, second] = points.map(|SupportPoint { from_a, feature }| {
            let depth = self.depth_of(body, from_a) + margin;
            ContactPoint { from_a, depth, feature }
        });
        if first.depth.is_nan() || first.depth <= 0.0 {
            return None;
        }
        let both = count == 2 && second.depth > -EVEN;
        let mut points = [first, ContactPoint { depth: second.depth.max(0.0), ..second }];
        if both && points[0].from_a.dot(self.normal.perp()) > points[1].from_a.dot(self.normal.perp()) {
            points.swap(0, 1);
        }
        Some(Contact::with_points(self.normal, first.depth, points, both))
    }
}

impl Link {
    /// The two bodies; `None` if neither can be held.
    pub(crate) fn held<'b>(&self, bodies: &'b [Body]) -> Option<(&'b Body, &'b Body)> {
        let (a, b) = (bodies.get(self.a as usize)?, bodies.get(self.b as usize)?);
        let taken = |body: &Body| body.is_sensor() || body.is_removed();
        let free = taken(a) || taken(b) || (a.is_static() && b.is_static());
        (!free).then_some((a, b))
    }

    /// From the positions of the two to its ends. World axes, metres.
    pub(crate) fn arms(&self, a: &Pose, b: &Pose) -> [Vec2; 2] {
        let [at_a, at_b] = self.anchors;
        [a.rotation.rotate(at_a), b.rotation.rotate(at_b)]
    }

    /// How far apart its ends are. Metres.
    pub(crate) fn distance(&self, a: &Body, b: &Body) -> f32 {
        let (a, b) = (a.pose(), b.pose());
        direction(apart(a, b, self.arms(a, b))).1
    }

    /// The contact, and its depth: of a cable that is slack this is negative.
    pub(crate) fn contact(&self, a: &Body, b: &Body) -> (Contact, f32) {
        let (a, b) = (a.pose(), b.pose());
        let ends = self.arms(a, b);
        let (from_b, distance) = direction(apart(a, b, ends));
        let stretch = distance - self.length;
        let too_short = self.pushes() && stretch < 0.0;
        let (normal, depth) = if too_short { (from_b, -stretch) } else { (-from_b, stretch) };
        let middle = ends[0] + from_b * (-0.5 * distance);
        let point = ContactPoint { from_a: middle, depth: depth.max(0.0), feature: 0 };
        (Contact::with_one_point(normal, depth.max(0.0), point), depth)
    }
}

/// From the end at `b` to that at `a`. Metres.
pub(crate) fn apart(a: &Pose, b: &Pose, [arm_a, arm_b]: [Vec2; 2]) -> Vec2 {
    a.position - b.position + (arm_a - arm_b)
}

/// Unit vector and length; of no length the unit vector is up.
pub(crate) fn direction(apart: Vec2) -> (Vec2, f32) {
    let exact = apart.as_dvec2();
    let distance = exact.length();
    let unit = if distance > 0.0 { (exact / distance).as_vec2() } else { Vec2::Y };
    (unit, distance as f32)
}

/// The support points against `normal`, the farthest first: the second one is the other end of the face or
/// capsule side, or of a polygon the neighbour that reaches farther. The number says how many there are.
fn support(body: &Body, normal: Vec2) -> ([SupportPoint; 2], usize) {
    if !body.shape().is_composite() {
        return support_of(body.shape(), &Pose { position: Vec2::ZERO, ..*body.pose() }, normal);
    }
    // Of several leaves; several of its points may be one place.
    let mut points: Vec<SupportPoint> = Vec::new();
    let mut number = 0;
    let at = Pose { position: Vec2::ZERO, ..*body.pose() };
    body.shape().for_each_leaf(&at, None, &mut |leaf| {
        let (found, count) = support_of(leaf.shape, &Pose { position: Vec2::ZERO, ..leaf.pose }, normal);
        points.extend(found[..count].iter().map(|point| SupportPoint {
            from_a: point.from_a + leaf.pose.position,
            feature: number << 8 | point.feature,
        }));
        number += 1;
    });
    ends_of_lowest(&points, normal)
}

/// The lowest of these points, and its lower neighbour on their convex hull. Of points on one line, as parts
/// side by side have them, the two outermost: among inner ones, another would be the lowest at every tilt.
fn ends_of_lowest(points: &[SupportPoint], normal: Vec2) -> ([SupportPoint; 2], usize) {
    let (along, height) = (-normal.perp(), normal);
    let lower = |p: SupportPoint, q: SupportPoint| {
        if q.from_a.dot(height) < p.from_a.dot(height) { [q, p] } else { [p, q] }
    };
    let Some(lowest) = points.iter().copied().reduce(|p, q| lower(p, q)[0]) else {
        return ([SupportPoint::default(); 2], 1);
    };
    let from_lowest = |point: SupportPoint| {
        let from = point.from_a - lowest.from_a;
        Vec2::new(from.dot(along), from.dot(height))
    };
    let beside = |side: f32| {
        let beside = points.iter().copied().filter(|point| from_lowest(*point).x * side > 0.0);
        beside.reduce(|p, q| {
            let (of_p, of_q) = (from_lowest(p), from_lowest(q));
            let (near, far) = if of_p.x.abs() < of_q.x.abs() { (p, q) } else { (q, p) };
            let (of_near, of_far) = (from_lowest(near), from_lowest(far));
            // Below the line from the lowest to the one that is farther.
            let below = of_far.y * (of_near.x / of_far.x) - of_near.y;
            if below > even(of_far.x.abs()) { near } else { far }
        })
    };
    match (beside(-1.0), beside(1.0)) {
        (Some(left), Some(right)) => {
            let ([left_end, right_end], ends) = ([left, right].map(from_lowest), lower(left, right));
            let across = right_end.x - left_end.x;
            // Of the line between the two where the lowest is.
            let above = (left_end.y * right_end.x - right_end.y * left_end.x) / across;
            (if above > even(across) { [lowest, ends[0]] } else { ends }, 2)
        }
        (Some(second), None) | (None, Some(second)) => ([lowest, second], 2),
        (None, None) => ([lowest, lowest], 1),
    }
}

/// The same of a simple shape.
fn support_of(shape: &Shape, pose: &Pose, normal: Vec2) -> ([SupportPoint; 2], usize) {
    let turn = pose.rotation;
    let into = turn.unrotate(-normal);
    let radius = shape.radius();
    let corner = |feature: usize, local: Vec2| {
        let core = turn.rotate(local);
        let from_a = if radius > 0.0 { core - normal * radius } else { core };
        SupportPoint { from_a, feature: feature as u32 }
    };
    let farthest_first = |p: SupportPoint, q: SupportPoint| {
        if q.from_a.dot(normal) < p.from_a.dot(normal) { [q, p] } else { [p, q] }
    };
    let of_corners = |corners: &[Vec2]| {
        let (i, j) = lowest(corners, into);
        farthest_first(corner(i, corners[i]), corner(j, corners[j]))
    };
    match shape.ends() {
        Some([start, end]) => (farthest_first(corner(0, start), corner(1, end)), 2),
        None if shape.kind().is_enclosed_by_faces() => (shape.with_hull_corners(of_corners), 2),
        None => ([SupportPoint { from_a: normal * -radius, feature: 0 }; 2], 1),
    }
}

/// Index of the corner farthest along `into`, and of its neighbour that reaches farther.
fn lowest(corners: &[Vec2], into: Vec2) -> (usize, usize) {
    let n = corners.len();
    let reach = |i: usize| corners[i].dot(into);
    let first = (1..n).fold(0, |best, i| if reach(i) > reach(best) { i } else { best });
    let (before, after) = ((first + n - 1) % n, (first + 1) % n);
    (first, if reach(before) > reach(after) { before } else { after })
}
