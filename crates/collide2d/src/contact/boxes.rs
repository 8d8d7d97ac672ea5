//! Rectangle against rectangle and against wall. A wall is a box without height, whose ends are no faces.
//!
//! The four axes with the absolute entries of the relative rotation (Gottschalk, Lin and Manocha 1996), without a loop over
//! corners. Then the winning face's frame, turned by quarters until that face looks along x, so that there is one case
//! to clip.

use glam::{Vec2, Vec4, Vec4Swizzles};

use super::facing::EVEN;
use super::frame::{inward, wall_center, wall_turn};
use super::search::{Axis, Source};
use super::{Contact, ContactPoint, Count};
use crate::aabb::Interval;
use crate::pose::Pose;
use crate::sat::{PARALLEL, SatObserver};
use crate::shape::{Rectangle, Wall};

/// Corners that stand side by side within this share of the face's length count as `a`'s, so that a point keeps its feature
/// while rounding moves one corner past the other.
pub(super) const CORNER_BIAS: f32 = 1.0e-3;

/// Signs that a quarter turn clockwise leaves coordinates with, once they have changed places; of two vectors.
const TURNED_BACK: Vec4 = Vec4::new(1.0, -1.0, 1.0, -1.0);
/// Signs of the x axis of a frame, beside two lengths, by the face that quarter turns make it look along.
const FRAME: [Vec4; 4] = [
    Vec4::ONE,
    Vec4::new(-1.0, 1.0, 1.0, 1.0),
    Vec4::new(-1.0, -1.0, 1.0, 1.0),
    Vec4::new(1.0, -1.0, 1.0, 1.0),
];
/// Signs of the other box's centre and rotation as the box of the winning face sees them from there: by the winning axis, for
/// the face along it and then for the one against it.
const SEEN: [[Vec4; 4]; 2] = [
    [Vec4::ONE, TURNED_BACK, Vec4::new(-1.0, -1.0, 1.0, -1.0), Vec4::new(-1.0, 1.0, -1.0, -1.0)],
    [
        Vec4::NEG_ONE,
        Vec4::new(-1.0, 1.0, -1.0, 1.0),
        Vec4::new(1.0, 1.0, -1.0, 1.0),
        Vec4::new(1.0, -1.0, 1.0, 1.0),
    ],
];
/// The way that `a` must move, along a face's normal: by whether the face is `b`'s.
pub(super) const SIDE: [f32; 2] = [-1.0, 1.0];

/// Which of two ends, or of nothing in third place, are the points of a contact: in order along the normal toward `a`, turned
/// left, and what lies below the face first. By whether the face is `b`'s, and by which ends lie below it.
pub(super) const PLACES: [[[usize; 2]; 4]; 2] =
    [[[0, 2], [0, 2], [1, 2], [1, 0]], [[0, 2], [0, 2], [1, 2], [0, 1]]];

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

/// By how much two boxes overlap along the axes of each: `p`'s x and y axis, then `q`'s.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Overlaps {
    pub overlap: Vec4,
    /// `q`'s centre seen from `p`'s along each axis.
    pub along: Vec4,
    /// Rotation of `q` seen from `p`: cosine and sine, twice.
    turn: Vec4,
    /// The x axes of the boxes in the world, and their half extents: `p`'s, then `q`'s.
    turns: Vec4,
    halves: Vec4,
}

impl Blocks<false> {
    #[inline(always)]
    pub fn of_rectangles(a: &Rectangle, pose_a: &Pose, b: &Rectangle, pose_b: &Pose) -> Self {
        let place = |pose: &Pose| {
            let (at, turn) = (pose.position, pose.rotation.x_axis());
            Vec4::new(at.x, at.y, turn.x, turn.y)
        };
        let (at_a, at_b) = (place(pose_a), place(pose_b));
        let p = Block { half: a.half_extents(), turn: at_a.zw() };
        let q = Block { half: b.half_extents(), turn: at_b.zw() };
        Self { p, q, offset: (at_b - at_a).xy(), flipped: false }
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
        if overlaps.touching::<WALL>() { contact::<WALL>(overlaps, p_from_a, self.flipped) } else { None }
    }

    #[inline(always)]
    pub fn overlaps(&self) -> Overlaps {
        let (p, q, offset) = (&self.p, &self.q, self.offset);
        let turns = Vec4::new(p.turn.x, p.turn.y, q.turn.x, q.turn.y);
        let halves = Vec4::new(p.half.x, p.half.y, q.half.x, q.half.y);
        let offset = Vec4::new(offset.x, offset.y, offset.x, offset.y);
        let along = turns.xxzz() * offset + turns.yyww() * (offset.yxwz() * TURNED_BACK);
        let q_turn = turns.zwzw();
        let turn = turns.xxxx() * q_turn + turns.yyyy() * (q_turn.yxwz() * TURNED_BACK);
        let across = turn.abs();
        let reach = halves + (halves.zwxy() * across.xxxx() + halves.wzyx() * across.yyyy());
        Overlaps { overlap: reach - along.abs(), along, turn, turns, halves }
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
        let [p_x, p_y, q_x, q_y] = overlaps.overlap.to_array();
        let told = tell(Source::FaceOfP(0), p.turn, p_x) && tell(Source::FaceOfP(1), p.turn.perp(), p_y);
        if told && !overlaps.parallel() {
            let _ = if WALL {
                tell(Source::FaceOfQ(0), q.turn.perp(), q_y)
            } else {
                tell(Source::FaceOfQ(0), q.turn, q_x) && tell(Source::FaceOfQ(1), q.turn.perp(), q_y)
            };
        }
    }
}

/// The contact of boxes that touch. Out of line: a near miss has no registers to save.
#[inline(never)]
fn contact<const WALL: bool>(overlaps: Overlaps, p_from_a: Vec2, flipped: bool) -> Option<Contact> {
    Some(overlaps.clip::<WALL>(p_from_a, flipped))
}

/// The lesser number, where both are. One instruction.
#[inline(always)]
pub(super) fn least(one: f32, other: f32) -> f32 {
    if one < other { one } else { other }
}

#[inline(always)]
pub(super) fn most(one: f32, other: f32) -> f32 {
    if one > other { one } else { other }
}

#[inline(always)]
fn xyxy(one: Vec4, other: Vec4) -> Vec4 {
    Vec4::new(one.x, one.y, other.x, other.y)
}

#[inline(always)]
fn zwzw(one: Vec4, other: Vec4) -> Vec4 {
    Vec4::new(one.z, one.w, other.z, other.w)
}

impl Overlaps {
    /// `q`'s axes are `p`'s, and do not count.
    #[inline(always)]
    pub fn parallel(&self) -> bool {
        self.turn.abs().cmple(Vec4::splat(PARALLEL)).any()
    }

    /// The first axis of least overlap, and that.
    #[inline(always)]
    fn least<const WALL: bool>(&self) -> (WinningAxis, f32) {
        let mut overlap = self.overlap;
        if WALL {
            overlap.z = f32::INFINITY;
        }
        if self.parallel() {
            (overlap.z, overlap.w) = (f32::INFINITY, f32::INFINITY);
        }
        let least = overlap.min_element();
        let axis = overlap.cmpeq(Vec4::splat(least)).bitmask().trailing_zeros();
        (WinningAxis(axis as usize & 3), least)
    }

    /// The axis of least overlap, and the contact on its face. Each end of the common stretch is a point if it lies below the
    /// face.
    #[inline(always)]
    fn clip<const WALL: bool>(&self, p_from_a: Vec2, flipped: bool) -> Contact {
        let (axis, depth) = self.least::<WALL>();
        let ends = self.ends::<WALL>(axis, flipped);
        let [mut first, second] = ends.points(p_from_a, depth);
        let [keep_first, keep_second] = ends.depths.map(|below| usize::from(ends.common & (below >= 0.0)));
        let keep = keep_first | keep_second << 1;
        if keep == 0 {
            first = ends.deepest(p_from_a, depth);
        }
        let points = [first, second, ContactPoint::default(), ContactPoint::default()];
        let [one, other] = PLACES[ends.of_b][keep];
        Contact {
            normal: ends.normal(),
            depth,
            points: [points[one & 3], points[other & 3]],
            count: if keep == 0b11 { Count::Two } else { Count::One },
        }
    }

    /// The point of touch of boxes that just touch, from `p`'s centre: the middle of what touches. Also the axis, the way that
    /// `a` must move.
    #[inline(always)]
    pub fn touch<const WALL: bool>(&self, axis: WinningAxis, flipped: bool) -> (Vec2, Vec2) {
        let ends = self.ends::<WALL>(axis, flipped);
        let points = ends.points(Vec2::ZERO, f32::INFINITY);
        let [first, second] = [points[1 - ends.of_b], points[ends.of_b]];
        let touch = if !ends.common {
            ends.deepest(Vec2::ZERO, 0.0).from_a
        } else if (first.depth - second.depth).abs() <= EVEN {
            first.from_a.midpoint(second.from_a)
        } else if first.depth > second.depth {
            first.from_a
        } else {
            second.from_a
        };
        (touch, ends.normal())
    }

    /// The other box's face that looks at the winning face most, clipped to its length.
    #[inline(always)]
    fn ends<const WALL: bool>(&self, WinningAxis(axis): WinningAxis, flipped: bool) -> Ends {
        let Self { along, turn, turns, halves, .. } = *self;
        let (of_q, lying) = (axis >> 1 & 1, axis & 1);
        let of_p = of_q == 0;
        // Everything is chosen by index, for the processor cannot foretell any of it. The face looks at the other box, and
        // along its axis if that is in the middle and the face `p`'s.
        let behind = (along.cmple(Vec4::ZERO).bitmask() as usize ^ 0b1100) >> axis & 1;
        let face = lying + 2 * behind;
        // The reference box is the one of the winning face: its x axis and half extents, the other's centre and rotation as it
        // sees them. By quarter turns the winning face looks along x.
        let (p, q) = (xyxy(turns, halves), zwzw(turns, halves));
        let boxes = [p, p.yxwz(), q, q.yxwz()];
        let (reference, incident) = (boxes[axis] * FRAME[face], boxes[2 - 2 * of_q]);
        let (p, q) = (xyxy(along, turn), zwzw(along, turn));
        let seen = [p, p.yxwz(), q, q.yxwz()][axis] * SEEN[behind][axis];

        // The incident face's outward normal, and half its length; a wall's ends are no faces.
        let across = seen.abs();
        let no_end = if WALL { [-1.0, across.z][of_q] } else { across.z };
        let by_y = across.wwww().cmpgt(Vec4::splat(no_end));
        let incident = zwzw(seen, incident);
        let incident = Vec4::select(by_y, incident.yxwz(), incident);
        let by_y = by_y.bitmask() & 1;
        let incident_behind = 1 ^ by_y ^ incident.cmplt(Vec4::ZERO).bitmask() & 1;
        let incident_face = (by_y + 2 * incident_behind) as usize;
        let incident = incident * FRAME[incident_face];

        // From `p`'s centre, in the winning face's frame: x outward, y along the face, counter-clockwise around its box. The
        // incident face runs against it.
        let centers = [zwzw(seen.xyxy(), Vec4::ZERO).zwxy(), zwzw(-seen.xyxy(), Vec4::ZERO)][of_q];
        let level = centers.x + reference.z;
        let (low, high) = (centers.y - reference.w, centers.y + reference.w);
        let middle = centers.zwzw() + incident.xyxy() * incident.zzzz();
        let corners = middle + incident.yxyx() * Vec4::new(-1.0, 1.0, 1.0, -1.0) * incident.wwww();

        let names = |is_wall: bool, face: usize| {
            let face = face as u32;
            if is_wall {
                Names { face: 0, from: face & 1 ^ face >> 1, to: face >> 1 }
            } else {
                Names { face, from: face, to: (face + 1) & 3 }
            }
        };
        let (own, others) = (names(WALL & !of_p, face), names(WALL & of_p, incident_face));
        let of_b = of_q ^ usize::from(flipped);
        let length = 2.0 * reference.w;
        let slack = CORNER_BIAS * length;
        // The inner corner names a point, with the other's face; whose it is stands in bit 16. `beyond`: how far the incident
        // corner stands past the end of the face.
        let b = of_b as u32;
        let (of_own, of_other) = (b << 16 | others.face, (1 - b) << 16 | own.face);
        let end = |beyond: f32, own_corner: u32, other_corner: u32| {
            let a_is_inner = beyond * SIDE[of_b] <= slack;
            let own_is_inner = u32::from(a_is_inner) != b;
            if own_is_inner { of_own | own_corner << 8 } else { of_other | other_corner << 8 }
        };
        let slope = -incident.y / incident.x;
        let (before, after) = (low - corners.y, corners.w - high);
        let (cut_low, cut_high) = (most(before, 0.0), most(after, 0.0));
        let clipped = corners + Vec4::new(slope * cut_low, cut_low, slope * -cut_high, -cut_high);
        Ends {
            turn: reference.xy(),
            of_b,
            common: least(high, corners.w) - most(low, corners.y) > PARALLEL * length,
            clipped,
            depths: [level - clipped.x, level - clipped.z],
            features: [end(before, own.from, others.to), end(after, own.to, others.from)],
            corners,
            corner_names: [others.to, others.from],
            level,
            face: own.face,
        }
    }

    /// What is no number does not overlap. Without a branch of its own: which axis separates cannot be foretold.
    #[inline(always)]
    pub fn touching<const WALL: bool>(&self) -> bool {
        let no_end = if WALL { 0b0100 } else { 0 };
        let needless = if self.parallel() { 0b1100 } else { no_end };
        self.overlap.cmpgt(Vec4::ZERO).bitmask() | needless == 0b1111
    }
}

/// The axis whose face a contact is on: `p`'s x and y axis, then `q`'s. A number, because a choice by index costs the same
/// whether it was foreseen or not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WinningAxis(usize);

impl WinningAxis {
    pub const P_X: Self = Self(0);
    pub const P_Y: Self = Self(1);
    pub const Q_X: Self = Self(2);
    pub const Q_Y: Self = Self(3);
}

/// What is left of the incident face, in the winning face's frame: of two ends the lower one first.
#[derive(Clone, Copy)]
struct Ends {
    /// The frame's x axis in the world.
    turn: Vec2,
    /// 1 if the winning face is `b`'s, else 0.
    of_b: usize,
    /// Whether the faces have a common stretch.
    common: bool,
    clipped: Vec4,
    /// How far the ends lie below the winning face.
    depths: [f32; 2],
    features: [u32; 2],
    /// The incident face's corners and what they are called.
    corners: Vec4,
    corner_names: [u32; 2],
    /// Where the winning face is along x, and what it is called.
    level: f32,
    face: u32,
}

impl Ends {
    /// The way that `a` must move, without negative zeros.
    #[inline(always)]
    fn normal(&self) -> Vec2 {
        self.turn * SIDE[self.of_b] + Vec2::ZERO
    }

    /// Each midway between the two faces, at most as deep as said.
    #[inline(always)]
    fn points(&self, p_from_a: Vec2, depth: f32) -> [ContactPoint; 2] {
        let [one, other] = self.depths;
        self.out(
            p_from_a,
            self.clipped,
            [one, other],
            [least(one, depth), least(other, depth)],
            self.features,
        )
    }

    /// The incident face's deeper corner.
    #[inline(always)]
    fn deepest(&self, p_from_a: Vec2, depth: f32) -> ContactPoint {
        let depths = [self.level - self.corners.x, self.level - self.corners.z];
        let name = |corner| (1 - self.of_b as u32) << 16 | corner << 8 | self.face;
        let points = self.out(p_from_a, self.corners, depths, [depth; 2], self.corner_names.map(name));
        points[usize::from(depths[1] >= depths[0])]
    }

    #[inline(always)]
    fn out(
        &self,
        p_from_a: Vec2,
        ends: Vec4,
        below: [f32; 2],
        depths: [f32; 2],
        features: [u32; 2],
    ) -> [ContactPoint; 2] {
        let middle = ends + Vec4::new(0.5 * below[0], 0.0, 0.5 * below[1], 0.0);
        let from_center = middle * self.turn.x + middle.yxwz() * (TURNED_BACK * -self.turn.y);
        let from_a = from_center + Vec4::new(p_from_a.x, p_from_a.y, p_from_a.x, p_from_a.y);
        [
            ContactPoint { from_a: from_a.xy(), depth: depths[0], feature: features[0] },
            ContactPoint { from_a: from_a.zw(), depth: depths[1], feature: features[1] },
        ]
    }
}

/// What a face and its two corners are called.
#[derive(Clone, Copy)]
struct Names {
    face: u32,
    from: u32,
    to: u32,
}
