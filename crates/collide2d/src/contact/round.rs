//! Circle against circle, and circle against a shape with flat faces.

use glam::Vec2;

use super::frame::{TINY, inward, outward, unit_or, wall_center, wall_turn};
use super::pair::DISC_SLACK;
use super::search::{Axis, Search, Source};
use super::{Contact, ContactPoint, Count, Hull, Pair, Placed};
use crate::aabb::Interval;
use crate::pose::Pose;
use crate::sat::{Feature, SatObserver};
use crate::shape::{Circle, Polygon, Rectangle, Wall};

/// Feature number of a vertex that a circle meets; a face has its index alone.
pub(super) const VERTEX: u32 = 1 << 8;

/// One axis, through the centres; the contact point is midway between the two surfaces. `offset` runs from `a`'s centre to
/// `b`'s.
#[inline(always)]
pub(super) fn circles<O: SatObserver>(
    a: &Circle,
    b: &Circle,
    offset: Vec2,
    observer: &mut O,
) -> Option<Contact> {
    let (a, b) = (a.radius(), b.radius());
    let reach = a + b;
    let near = offset.length_squared() <= reach * reach * (1.0 + DISC_SLACK);
    if !O::WATCHES && !near {
        return None;
    }
    let (direction, distance) = unit_or(offset, Vec2::Y);
    let depth = reach - distance;
    if O::WATCHES {
        let (p, q) = (Interval::around(0.0, a), Interval::around(distance, b));
        let source = Source::Center(Feature::Center);
        let _ = Axis { source, direction, p, q, overlap: depth }.tell(false, observer);
    }
    // Of two circles with one centre `a` leaves upward.
    let side = if distance > 0.0 { -1.0 } else { 1.0 };
    let normal = direction * side + Vec2::ZERO;
    let (on_a, on_b) = (normal * -a, offset + normal * b);
    (depth > 0.0).then(|| Contact::round(normal, depth, (on_a + on_b) * 0.5, 0))
}

/// A circle and a box, or a wall (a box without height, whose ends are no faces) if `WALL`. Seen from the box.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RoundBox<const WALL: bool> {
    /// The box's x axis in the world: cosine and sine.
    pub turn: Vec2,
    /// The circle's centre in the box's frame.
    pub center: Vec2,
    pub radius: f32,
    pub half: Vec2,
}

impl RoundBox<false> {
    #[inline(always)]
    pub fn with_rectangle(p: &Circle, pose_p: &Pose, q: &Rectangle, pose_q: &Pose) -> Self {
        let turn = pose_q.rotation.x_axis();
        let center = inward(turn, pose_p.position - pose_q.position);
        Self { turn, center, radius: p.radius(), half: q.half_extents() }
    }
}

impl RoundBox<true> {
    #[inline(always)]
    pub fn with_wall(p: &Circle, pose_p: &Pose, q: &Wall, pose_q: &Pose) -> Self {
        let turn = wall_turn(q, pose_q);
        let center = inward(turn, -wall_center(q, pose_q, pose_p.position));
        Self { turn, center, radius: p.radius(), half: Vec2::new(q.radius(), 0.0) }
    }
}

/// How a circle and a box meet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meeting {
    pub depth: f32,
    /// The way that the circle must move, in the box's frame.
    pub normal: Vec2,
    pub feature: u32,
}

/// The axes of a circle and a box: overlaps along the faces' normals, and along the way from the centre to the corner.
#[derive(Clone, Copy, Debug)]
struct Axes {
    faces: Vec2,
    corner: f32,
    /// Whether a corner is nearest.
    at_corner: bool,
    /// From the corner to the centre, unit length.
    from_corner: Vec2,
}

impl<const WALL: bool> RoundBox<WALL> {
    /// Outside the box the nearest point decides, be it on a face or a corner: its axis is the one of least overlap, to the
    /// bit. Inside, and where rounding ties a corner with a face, the axes are weighed one by one.
    #[inline(always)]
    pub fn meet(&self) -> Option<Meeting> {
        let (center, radius) = (self.center, self.radius);
        let out = center.abs() - self.half;
        let outside = out.max(Vec2::ZERO);
        let squared = outside.length_squared();
        let near = squared <= radius * radius * (1.0 + DISC_SLACK);
        if !near {
            return None;
        }
        let distance = squared.sqrt();
        let at_corner = self.at_corner(out);
        let depth = radius - distance;
        let tie = at_corner & (depth >= radius - if WALL { out.y } else { out.max_element() });
        if (squared < TINY) | tie {
            // Taken apart and put together, so that it is not read back from memory where it is found below.
            let Meeting { depth, normal, feature } = self.weigh()?;
            return Some(Meeting { depth, normal, feature });
        }
        let normal = Vec2::new(outside.x.copysign(center.x), outside.y.copysign(center.y)) / distance;
        let face = if WALL { 0 } else { u32::from(out.y > 0.0) };
        // No branch: which of the two it is nobody can guess.
        let (corner, mask) = (VERTEX | self.corner_index(), u32::from(at_corner).wrapping_neg());
        let feature = face ^ ((face ^ corner) & mask);
        (depth > 0.0).then_some(Meeting { depth, normal, feature })
    }

    #[inline(always)]
    fn at_corner(&self, out: Vec2) -> bool {
        (out.x > 0.0) & (WALL | (out.y > 0.0))
    }

    /// The face normals, and the axis from the circle's centre through the nearest corner if a corner is nearest.
    #[cold]
    fn weigh(&self) -> Option<Meeting> {
        let side = |x: f32| if x >= 0.0 { 1.0 } else { -1.0 };
        let Axes { faces, corner, at_corner, from_corner } = self.axes();
        let (x, y) = (Vec2::new(side(self.center.x), 0.0), Vec2::new(0.0, side(self.center.y)));
        let (mut depth, mut normal, mut feature) = if WALL {
            (faces.y, y, 0)
        } else if faces.y < faces.x {
            (faces.y, y, 1)
        } else {
            (faces.x, x, 0)
        };
        if at_corner && corner < depth {
            (depth, normal, feature) = (corner, from_corner, VERTEX | self.corner_index());
        }
        (depth > 0.0).then_some(Meeting { depth, normal, feature })
    }

    fn axes(&self) -> Axes {
        let out = self.center.abs() - self.half;
        let at_corner = self.at_corner(out);
        let (direction, distance) = unit_or(out.max(Vec2::ZERO), Vec2::X);
        let side = Vec2::new(1.0_f32.copysign(self.center.x), 1.0_f32.copysign(self.center.y));
        let (faces, corner) = (self.radius - out, self.radius - distance);
        Axes { faces, corner, at_corner: at_corner && distance > 0.0, from_corner: direction * side }
    }

    /// The nearest corner: counter-clockwise from the lower right; a wall's start is 0 and its end 1.
    #[inline(always)]
    fn corner_index(&self) -> u32 {
        let (right, up) = (u32::from(self.center.x > 0.0), u32::from(self.center.y > 0.0));
        if WALL { right } else { (3 * (1 - right)) ^ up }
    }

    /// `center_from_a`: from `a`'s position to the circle's centre, world axes.
    #[inline(always)]
    pub fn collide<O: SatObserver>(
        &self,
        center_from_a: Vec2,
        flipped: bool,
        observer: &mut O,
    ) -> Option<Contact> {
        if O::WATCHES {
            self.tell(center_from_a, flipped, observer);
        }
        let meeting = self.meet()?;
        let normal = outward(self.turn, meeting.normal);
        let point = center_from_a - normal * self.radius;
        let toward_a = (if flipped { -normal } else { normal }) + Vec2::ZERO;
        Some(Contact::round(toward_a, meeting.depth, point, meeting.feature))
    }

    #[cold]
    fn tell<O: SatObserver>(&self, center_from_a: Vec2, flipped: bool, observer: &mut O) {
        let (axes, turn) = (self.axes(), self.turn);
        let box_from_a = center_from_a - outward(turn, self.center);
        let mut tell = |source, direction: Vec2, q: Interval, overlap: f32| {
            let p = Interval::around(direction.dot(center_from_a), self.radius);
            Axis { source, direction, p, q, overlap }.tell(flipped, observer).is_continue()
        };
        let mut face = |index, direction: Vec2, half: f32, overlap: f32| {
            let q = Interval::around(direction.dot(box_from_a), half);
            tell(Source::FaceOfQ(index), direction, q, overlap)
        };
        let told = if WALL {
            face(0, turn.perp(), 0.0, axes.faces.y)
        } else {
            face(0, turn, self.half.x, axes.faces.x) && face(1, turn.perp(), self.half.y, axes.faces.y)
        };
        if told && axes.at_corner {
            let feature = match (WALL, self.corner_index()) {
                (true, 0) => Feature::Start,
                (true, _) => Feature::End,
                (false, index) => Feature::Vertex(index),
            };
            let direction = -outward(turn, axes.from_corner);
            // The near end decides: the way out past the far end is never the shorter one.
            let near = direction.dot(center_from_a) + (self.radius - axes.corner);
            let far = direction.dot(box_from_a) + inward(turn, direction).abs().dot(self.half);
            let q = Interval { min: near, max: far.max(near) };
            let _ = tell(Source::Center(feature), direction, q, axes.corner);
        }
    }
}

/// The face normals, and the axis from the circle's centre through the nearest corner if a corner is nearest. The contact
/// point is the circle's deepest.
#[inline(never)]
pub(super) fn circle_polygon<O: SatObserver>(
    circle: &Circle,
    hull: &Polygon,
    pair: &Pair,
    observer: &mut O,
) -> Option<Contact> {
    let (center, radius) = (pair.p.offset, circle.radius());
    let hull = Placed { hull, at: pair.q };
    let mut search = Search::new(pair, observer);
    let flow = hull.hull.axes(|face, normal, span| {
        let direction = hull.at.rotation.rotate(normal);
        search.test(
            Source::FaceOfQ(face),
            direction,
            Interval::around(direction.dot(center), radius),
            span.shifted(direction.dot(hull.at.offset)),
        )
    });
    if flow.is_continue() {
        let local = hull.local(center);
        if let Some((feature, corner)) = hull.hull.nearest_corner(local)
            && let (direction, distance) = unit_or(hull.at.rotation.rotate(corner - local), Vec2::ZERO)
            && distance > 0.0
        {
            let middle = direction.dot(center);
            let near = middle + distance;
            // The near end decides: the way out past the far end is never the shorter one.
            let far = if O::WATCHES { hull.extent(direction).max.max(near) } else { f32::INFINITY };
            let _ = search.test(
                Source::Center(feature),
                direction,
                Interval::around(middle, radius),
                Interval { min: near, max: far },
            );
        }
    }
    let best = search.finish()?;
    let feature = match best.source {
        Source::FaceOfP(face) | Source::FaceOfQ(face) => face,
        Source::Center(Feature::Vertex(vertex)) => VERTEX | vertex,
        Source::Center(_) => VERTEX,
    };
    let point = ContactPoint { from_a: center - best.normal * radius, depth: best.depth, feature };
    Some(pair.contact(best.normal, best.depth, [point, ContactPoint::default()], Count::One))
}
