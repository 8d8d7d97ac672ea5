//! Rectangle against rectangle and against wall. A wall is a box without height, whose ends are no faces.
//!
//! The four axes with the absolute entries of the relative rotation (Gottschalk, Lin and Manocha 1996), without a loop over
//! corners. Then the winning face's frame, turned by quarters until that face looks along x, so that there is one case
//! to clip.

use glam::{Vec2, Vec2Swizzles};

use super::flat::EVEN;
use super::frame::{inward, outward, turned_back, wall_center, wall_turn};
use super::search::{Axis, Source};
use super::{Contact, ContactPoint, Count};
use crate::aabb::Interval;
use crate::pose::Pose;
use crate::sat::{PARALLEL, SatObserver};
use crate::shape::{Rectangle, Wall};

/// Corners that stand side by side within this share of the face's length count as `a`'s, so that a point keeps its feature
/// while rounding moves one corner past the other.
pub(super) const CORNER_BIAS: f32 = 1.0e-3;

/// A box around its centre. `turn` is its x axis in the world: cosine and sine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block {
    pub half: Vec2,
    pub turn: Vec2,
}

impl Block {
    #[inline(always)]
    pub fn of_rectangle(rectangle: &Rectangle, pose: &Pose) -> Self {
        Self { half: rectangle.half_extents(), turn: pose.rotation.x_axis() }
    }

    #[inline(always)]
    pub fn of_wall(wall: &Wall, pose: &Pose) -> Self {
        Self { half: Vec2::new(wall.radius(), 0.0), turn: wall_turn(wall, pose) }
    }
}

/// Two boxes where they are: `p` a rectangle, `q` the other one, or a wall if `WALL`. `offset` runs from `p`'s centre to
/// `q`'s, in world axes. `flipped`: the caller's `a` is `q`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Blocks<const WALL: bool> {
    pub p: Block,
    pub q: Block,
    pub offset: Vec2,
    pub flipped: bool,
}

/// By how much two boxes overlap along the axes of each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlaps {
    pub p: Vec2,
    pub q: Vec2,
    /// `q`'s axes are `p`'s, and do not count.
    pub parallel: bool,
    /// `q`'s centre along the axes of each.
    pub along_p: Vec2,
    pub along_q: Vec2,
    /// Rotation of `q` seen from `p`: cosine and sine.
    turn: Vec2,
}

impl Blocks<false> {
    #[inline(always)]
    pub fn of_rectangles(a: &Rectangle, pose_a: &Pose, b: &Rectangle, pose_b: &Pose) -> Self {
        let (p, q) = (Block::of_rectangle(a, pose_a), Block::of_rectangle(b, pose_b));
        Self { p, q, offset: pose_b.position - pose_a.position, flipped: false }
    }
}

impl Blocks<true> {
    #[inline(always)]
    pub fn with_wall(p: &Rectangle, pose_p: &Pose, q: &Wall, pose_q: &Pose, flipped: bool) -> Self {
        let offset = wall_center(q, pose_q, pose_p.position);
        Self { p: Block::of_rectangle(p, pose_p), q: Block::of_wall(q, pose_q), offset, flipped }
    }
}

impl<const WALL: bool> Blocks<WALL> {
    /// `p_from_a`: from `a`'s position to `p`'s, world axes.
    #[inline(always)]
    pub fn collide<O: SatObserver>(&self, p_from_a: Vec2, observer: &mut O) -> Option<Contact> {
        let overlaps = self.overlaps();
        if O::WATCHES {
            self.tell(&overlaps, p_from_a, observer);
        }
        if overlaps.touching::<WALL>() { Some(self.clip(&overlaps, p_from_a)) } else { None }
    }

    #[inline(always)]
    pub fn overlaps(&self) -> Overlaps {
        let (p, q) = (&self.p, &self.q);
        let turn = inward(p.turn, q.turn);
        let (along_p, along_q) = (inward(p.turn, self.offset), inward(q.turn, self.offset));
        let (c, s) = (turn.x.abs(), turn.y.abs());
        let reach = |from: Vec2, to: Vec2| {
            Vec2::new(to.x + (from.x * c + from.y * s), to.y + (from.x * s + from.y * c))
        };
        Overlaps {
            p: reach(q.half, p.half) - along_p.abs(),
            q: reach(p.half, q.half) - along_q.abs(),
            parallel: (c <= PARALLEL) | (s <= PARALLEL),
            along_p,
            along_q,
            turn,
        }
    }

    /// The axis of least overlap, and the contact on its face. Each end of the common stretch is a point if it lies below the
    /// face.
    #[inline(always)]
    pub fn clip(&self, overlaps: &Overlaps, p_from_a: Vec2) -> Contact {
        let (axis, depth) = overlaps.least::<WALL>();
        let ends = self.ends(overlaps, axis);
        let Ends { turn, reference_is_a, common, first, second, .. } = ends;
        let (keep_first, keep_second) = (common & (first.depth >= 0.0), common & (second.depth >= 0.0));
        let (mut first, second) = if keep_first { (first, second) } else { (second, first) };
        if !(keep_first | keep_second) {
            first = Point { depth, ..ends.deepest() };
        }
        let in_world = |p: &Point| ContactPoint {
            from_a: p_from_a + outward(turn, Vec2::new(p.x, p.y)),
            depth: p.depth.min(depth),
            feature: p.feature,
        };
        Contact {
            normal: (if reference_is_a { -turn } else { turn }) + Vec2::ZERO,
            depth,
            points: [in_world(&first), in_world(&second)],
            count: if keep_first & keep_second { Count::Two } else { Count::One },
        }
    }

    /// The point of touch of boxes that just touch, from `p`'s centre: the middle of what touches. Also the axis, the way that
    /// `a` must move.
    #[inline(always)]
    pub fn touch(&self, overlaps: &Overlaps, axis: WinningAxis) -> (Vec2, Vec2) {
        let ends = self.ends(overlaps, axis);
        let Ends { turn, reference_is_a, common, first, second, .. } = ends;
        let point = |p: &Point| outward(turn, Vec2::new(p.x, p.y));
        let touch = if !common {
            point(&ends.deepest())
        } else if (first.depth - second.depth).abs() <= EVEN {
            point(&first).midpoint(point(&second))
        } else if first.depth > second.depth {
            point(&first)
        } else {
            point(&second)
        };
        (touch, (if reference_is_a { -turn } else { turn }) + Vec2::ZERO)
    }

    /// The other box's face that looks at the winning face most, clipped to its length; each point midway between the two.
    #[inline(always)]
    fn ends(&self, overlaps: &Overlaps, axis: WinningAxis) -> Ends {
        let (p, q) = (&self.p, &self.q);
        let WinningAxis { upright, of_p } = axis;
        // The reference box is the one of the winning face: its half extents, rotation, the other's half extents, centre and
        // rotation as it sees them.
        let (reference, turn, incident) =
            if of_p { (p.half, p.turn, q.half) } else { (q.half, q.turn, p.half) };
        let (center, sine) =
            if of_p { (overlaps.along_p, overlaps.turn.y) } else { (-overlaps.along_q, -overlaps.turn.y) };
        let relative = Vec2::new(overlaps.turn.x, sine);
        // Quarter turns, until the winning face looks along x.
        let (reference, turn, center, relative) = if upright {
            (reference, turn, center, relative)
        } else {
            (reference.yx(), turn.perp(), turned_back(center), turned_back(relative))
        };
        let behind = (center.x < 0.0) | (of_p & (center.x == 0.0));
        let (turn, center, relative) =
            if behind { (-turn, -center, -relative) } else { (turn, center, relative) };
        let face = u32::from(!upright) + 2 * u32::from(behind);

        // The incident face's outward normal, and half its length; a wall's ends are no faces.
        let by_x = !(WALL & of_p) & (relative.x.abs() >= relative.y.abs());
        let (facing, out, incident) = if by_x {
            (-relative.x, relative, incident)
        } else {
            (relative.y, relative.perp(), incident.yx())
        };
        let incident_behind = facing < 0.0;
        let out = if incident_behind { -out } else { out };
        let incident_face = u32::from(!by_x) + 2 * u32::from(incident_behind);

        // From `p`'s centre, in the winning face's frame: x outward, y along the face, counter-clockwise around its box. The
        // incident face runs against it.
        let (own_center, center) = if of_p { (Vec2::ZERO, center) } else { (-center, Vec2::ZERO) };
        let (level, low, high) =
            (own_center.x + reference.x, own_center.y - reference.y, own_center.y + reference.y);
        let (middle, stretch) = (center + out * incident.x, out.perp() * incident.y);
        let (from, to) = (middle - stretch, middle + stretch);

        let names = |is_wall: bool, face: u32| {
            if is_wall {
                Names { face: 0, from: face & 1 ^ face >> 1, to: face >> 1 }
            } else {
                Names { face, from: face, to: (face + 1) & 3 }
            }
        };
        let (own, others) = (names(WALL & !of_p, face), names(WALL & of_p, incident_face));
        let reference_is_a = of_p != self.flipped;
        let slack = CORNER_BIAS * (2.0 * reference.y);
        // `beyond`: how far the incident corner stands past the end of the face.
        let end = |beyond: f32, own_corner: u32, other_corner: u32| {
            let a_is_inner = if reference_is_a { beyond >= -slack } else { beyond <= slack };
            let (vertex, face) = if a_is_inner == reference_is_a {
                (own_corner, others.face)
            } else {
                (other_corner, own.face)
            };
            u32::from(!a_is_inner) << 16 | vertex << 8 | face
        };
        let point = |x: f32, y: f32, feature: u32| Point::between(Vec2::new(x, y), level, feature);
        let slope = -out.y / out.x;
        let (before, after) = (low - to.y, from.y - high);
        let (cut_low, cut_high) = (before.max(0.0), after.max(0.0));
        let first = point(to.x + slope * cut_low, to.y + cut_low, end(before, own.from, others.to));
        let second = point(from.x - slope * cut_high, from.y - cut_high, end(after, own.to, others.from));

        let common = high.min(from.y) - low.max(to.y) > PARALLEL * (2.0 * reference.y);
        // The face's normal points toward `a` if the face is `b`'s.
        let (first, second) = if reference_is_a { (second, first) } else { (first, second) };
        let corners = [(from, others.from), (to, others.to)];
        Ends { turn, reference_is_a, common, first, second, corners, level, face: own.face }
    }

    #[cold]
    fn tell<O: SatObserver>(&self, overlaps: &Overlaps, p_from_a: Vec2, observer: &mut O) {
        let (p, q) = (&self.p, &self.q);
        let q_from_a = p_from_a + self.offset;
        let mut tell = |source, direction: Vec2, overlap| {
            let along = |block: &Block, from_a: Vec2| {
                let across = inward(block.turn, direction).abs();
                Interval::around(direction.dot(from_a), across.dot(block.half))
            };
            let axis = Axis { source, direction, p: along(p, p_from_a), q: along(q, q_from_a), overlap };
            axis.tell(self.flipped, observer).is_continue()
        };
        let told = tell(Source::FaceOfP(0), p.turn, overlaps.p.x)
            && tell(Source::FaceOfP(1), p.turn.perp(), overlaps.p.y);
        if told && !overlaps.parallel {
            let _ = if WALL {
                tell(Source::FaceOfQ(0), q.turn.perp(), overlaps.q.y)
            } else {
                tell(Source::FaceOfQ(0), q.turn, overlaps.q.x)
                    && tell(Source::FaceOfQ(1), q.turn.perp(), overlaps.q.y)
            };
        }
    }
}

impl Overlaps {
    /// The first axis of least overlap, and that.
    #[inline(always)]
    fn least<const WALL: bool>(&self) -> (WinningAxis, f32) {
        let other = !self.parallel;
        let (mut depth, mut upright, mut of_p) = (self.p.x, true, true);
        (depth, upright) = if self.p.y < depth { (self.p.y, false) } else { (depth, upright) };
        let better = !WALL & other & (self.q.x < depth);
        (depth, upright, of_p) = if better { (self.q.x, true, false) } else { (depth, upright, of_p) };
        let better = other & (self.q.y < depth);
        (depth, upright, of_p) = if better { (self.q.y, false, false) } else { (depth, upright, of_p) };
        (WinningAxis { upright, of_p }, depth)
    }

    /// What is no number does not overlap.
    #[inline(always)]
    pub fn touching<const WALL: bool>(&self) -> bool {
        let of_p = (self.p.x > 0.0) & (self.p.y > 0.0);
        let of_q = (WALL | (self.q.x > 0.0)) & (self.q.y > 0.0);
        of_p & (self.parallel | of_q)
    }
}

/// The axis whose face a contact is on: of `p` or `q`, its x axis (upright faces) or its y axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WinningAxis {
    pub upright: bool,
    pub of_p: bool,
}

/// What is left of the incident face, in the winning face's frame, in order along the normal toward `a`, turned left.
#[derive(Clone, Copy)]
struct Ends {
    /// The frame's x axis in the world.
    turn: Vec2,
    reference_is_a: bool,
    /// Whether the faces have a common stretch.
    common: bool,
    first: Point,
    second: Point,
    /// The incident face's corners and what they are called.
    corners: [(Vec2, u32); 2],
    /// Where the winning face is along x, and what it is called.
    level: f32,
    face: u32,
}

impl Ends {
    /// The incident face's deeper corner.
    #[inline(always)]
    fn deepest(&self) -> Point {
        let [one, other] = self.corners.map(|(at, corner)| {
            let name = u32::from(self.reference_is_a) << 16 | corner << 8 | self.face;
            Point::between(at, self.level, name)
        });
        if other.depth > one.depth { other } else { one }
    }
}

impl Point {
    /// Midway between a point and the winning face.
    #[inline(always)]
    fn between(at: Vec2, level: f32, feature: u32) -> Self {
        let depth = level - at.x;
        Self { x: at.x + 0.5 * depth, y: at.y, depth, feature }
    }
}

/// What a face and its two corners are called.
#[derive(Clone, Copy)]
struct Names {
    face: u32,
    from: u32,
    to: u32,
}

/// A point in the winning face's frame.
#[derive(Clone, Copy)]
struct Point {
    x: f32,
    y: f32,
    depth: f32,
    feature: u32,
}
