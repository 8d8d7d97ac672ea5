//! Flat against flat: the axes.

use std::array;

use glam::{Vec2, Vec4, Vec4Swizzles};

use super::boxes::least;
use super::frame::{inward, outward};
use super::hull::Face;
use super::lanes::least as first_least;
use super::lanes::{LANES, Lanes, at, less, without, without_one};
use super::search::{Axis, Source};
use super::{Contact, Pair};
use crate::aabb::Interval;
use crate::sat::{PARALLEL, SatObserver};

/// The corners of a shape: eight, or eight after eight.
pub(super) trait Blocks {
    fn all(&self) -> &[Lanes];
    /// Those that this corner is among.
    fn around(&self, corner: usize) -> &Lanes;
}

impl Blocks for [Lanes; 1] {
    #[inline(always)]
    fn all(&self) -> &[Lanes] {
        self
    }
    #[inline(always)]
    fn around(&self, _: usize) -> &Lanes {
        &self[0]
    }
}

impl Blocks for [Lanes] {
    #[inline(always)]
    fn all(&self) -> &[Lanes] {
        self
    }
    #[inline(always)]
    fn around(&self, corner: usize) -> &Lanes {
        self.get(corner / LANES).unwrap_or(&Lanes::NOTHING)
    }
}

/// A shape with flat faces where it is.
#[derive(Clone, Copy)]
pub(super) struct Flat<'l, L: ?Sized = [Lanes]> {
    pub lanes: &'l L,
    pub corners: usize,
    /// It reaches this far from its anchor in every direction; 0 of shapes that are long, of which that says little.
    pub inner: f32,
    /// A wall has one face, and its start is corner 0.
    pub is_wall: bool,
    /// Its x axis in the world, and its anchor seen from `a`'s.
    pub turn: Vec2,
    pub offset: Vec2,
}

/// The axis of least overlap.
#[derive(Clone, Copy)]
pub(super) struct Best {
    pub depth: f32,
    /// Whose face: 0 for `p`'s. And which.
    pub of_q: usize,
    pub face: usize,
    /// 1 if the other shape leaves against the face's normal, else 0.
    pub against: usize,
}

/// The face normals of both shapes, parallel ones once.
#[inline(always)]
pub(super) fn hulls<O: SatObserver>(p: &Flat, q: &Flat, pair: &Pair, observer: &mut O) -> Option<Contact> {
    let ([few_p], [few_q]) = (p.lanes, q.lanes) else {
        return Some(one_by_one(p, q, pair, observer)?.contact(p, q, pair));
    };
    let (few_p, few_q) = (p.of(array::from_ref(few_p)), q.of(array::from_ref(few_q)));
    let is_foreseen = !O::WATCHES && p.inner > 0.0 && q.inner > 0.0;
    let best = if is_foreseen { nearest_first(&few_p, &few_q) } else { one_by_one(p, q, pair, observer) }?;
    Some(best.contact(&few_p, &few_q, pair))
}

/// What [`one_by_one`] finds, of shapes with at most eight corners. How much each axis overlaps at least is known from how far
/// the shapes reach in any case. So the axis that promises least is tried first, and of the others those that may beat it: of
/// shapes that touch there are one or two.
#[inline(always)]
fn nearest_first(p: &Flat<[Lanes; 1]>, q: &Flat<[Lanes; 1]>) -> Option<Best> {
    let ([lanes_p], [lanes_q]) = (p.lanes, q.lanes);
    let apart = q.offset - p.offset;
    let turn = inward(p.turn, q.turn);
    let (q_from_p, p_from_q) = (inward(p.turn, apart), -inward(q.turn, apart));
    let (corners_p, corners_q) = (lanes_p.turned(Vec2::new(turn.x, -turn.y)), lanes_q.turned(turn));
    let mut promises_p = lanes_p.least_ways_out(q.inner, q_from_p);
    let mut promises_q = lanes_q.least_ways_out(p.inner, p_from_q);
    let of_p = |face: usize| {
        let (out, back) = lanes_p.way_out(face, &corners_q, q_from_p);
        // Of two ways out that are as short `p` takes the one along the normal: `q` leaves against it.
        Best { depth: least(out, back), of_q: 0, face, against: usize::from(out >= back) }
    };
    let of_q = |face: usize| {
        let (out, back) = lanes_q.way_out(face, &corners_p, p_from_q);
        let parallel = lanes_p.has_axis_along(outward(turn, lanes_q.normal(face)), PARALLEL);
        let depth = if parallel { f32::INFINITY } else { least(out, back) };
        Best { depth, of_q: 1, face, against: usize::from(back < out) }
    };

    let mut best = Best { depth: f32::INFINITY, of_q: 0, face: 0, against: 0 };
    for _ in 0..LANES {
        // One of each at once: whose it will be cannot be foretold.
        let ((face_p, _), (face_q, _)) = (first_least(&promises_p), first_least(&promises_q));
        best = best.or_if_less(&of_p(face_p)).or_if_less(&of_q(face_q));
        (promises_p, promises_q) = (without_one(&promises_p, face_p), without_one(&promises_q, face_q));
        let promised = promises_p[0].min(promises_p[1]).min(promises_q[0].min(promises_q[1])).min_element();
        if promised > best.depth || promised == f32::INFINITY || best.depth <= 0.0 {
            break;
        }
    }
    (best.depth > 0.0 && best.depth < f32::INFINITY).then_some(best)
}

impl Best {
    /// This, or the other one if that overlaps less, or as much and stands before it in the order told.
    #[inline(always)]
    fn or_if_less(&self, other: &Self) -> Self {
        let order = |best: &Self| best.of_q * LANES + best.face;
        let less = (other.depth < self.depth) | (other.depth == self.depth) & (order(other) < order(self));
        Self {
            depth: least(other.depth, self.depth),
            of_q: if less { other.of_q } else { self.of_q },
            face: if less { other.face } else { self.face },
            against: if less { other.against } else { self.against },
        }
    }
}

/// Every axis in the order told: the first of least overlap.
#[inline(always)]
fn one_by_one<O: SatObserver>(p: &Flat, q: &Flat, pair: &Pair, observer: &mut O) -> Option<Best> {
    let apart = q.offset - p.offset;
    let turn = inward(p.turn, q.turn);
    let turned_back = Vec2::new(turn.x, -turn.y);
    let (q_from_p, p_from_q) = (inward(p.turn, apart), -inward(q.turn, apart));
    let mut best = Best { depth: f32::INFINITY, of_q: 0, face: 0, against: 0 };
    let mut listens = true;

    for (block, lanes) in p.lanes.iter().enumerate() {
        let (out, back) = lanes.ways_out(q.lanes, q.corners, turn, q_from_p);
        let overlap = [out[0].min(back[0]), out[1].min(back[1])];
        if O::WATCHES {
            for i in 0..LANES {
                listens = listens
                    && (at(&overlap, i) == f32::INFINITY || {
                        let axis = p.axis(block, i, q, at(&overlap, i), true, pair);
                        axis.tell(pair.flipped, observer).is_continue()
                    });
            }
        }
        let (i, depth) = first_least(&overlap);
        if depth < best.depth {
            // Of two ways out that are as short `p` takes the one along the normal: `q` leaves against it.
            let against = usize::from(less(&out, &back) >> i & 1 == 0);
            best = Best { depth, of_q: 0, face: block * LANES + i, against };
        }
    }
    if !O::WATCHES && best.depth <= 0.0 {
        return None;
    }
    for (block, lanes) in q.lanes.iter().enumerate() {
        let (out, back) = lanes.ways_out(p.lanes, p.corners, turned_back, p_from_q);
        let mut overlap = [out[0].min(back[0]), out[1].min(back[1])];
        let parallel = |i: usize| {
            let direction = outward(turn, lanes.normal(i));
            p.lanes.iter().any(|lanes| lanes.has_axis_along(direction, PARALLEL))
        };
        if O::WATCHES {
            for i in 0..LANES {
                listens = listens
                    && (at(&overlap, i) == f32::INFINITY || parallel(i) || {
                        let axis = q.axis(block, i, p, at(&overlap, i), false, pair);
                        axis.tell(pair.flipped, observer).is_continue()
                    });
            }
        }
        let mut skipped = 0_u32;
        loop {
            let (i, depth) = first_least(&overlap);
            if depth >= best.depth {
                break;
            }
            if !parallel(i) {
                let against = usize::from(less(&back, &out) >> i & 1 == 1);
                best = Best { depth, of_q: 1, face: block * LANES + i, against };
                break;
            }
            skipped |= 1 << i;
            overlap = without(&overlap, skipped);
        }
    }
    (best.depth > 0.0 && best.depth < f32::INFINITY).then_some(best)
}

impl<'l, L: Blocks + ?Sized> Flat<'l, L> {
    /// The same shape, its corners kept in another way.
    #[inline(always)]
    fn of<M: ?Sized>(&self, lanes: &'l M) -> Flat<'l, M> {
        let Self { corners, inner, is_wall, turn, offset, .. } = *self;
        Flat { lanes, corners, inner, is_wall, turn, offset }
    }

    #[inline(always)]
    fn normal(&self, face: usize) -> Vec2 {
        self.lanes.around(face).normal(face)
    }

    /// In world axes.
    #[inline(always)]
    pub fn normal_out(&self, face: usize) -> Vec2 {
        outward(self.turn, self.normal(face))
    }

    #[inline(always)]
    fn local(&self, corner: usize) -> Vec2 {
        self.lanes.around(corner).corner(corner)
    }

    #[inline(always)]
    fn corner(&self, corner: usize) -> Vec2 {
        self.offset + outward(self.turn, self.local(corner))
    }

    #[inline(always)]
    pub fn next(&self, corner: usize) -> usize {
        if corner + 1 == self.corners { 0 } else { corner + 1 }
    }

    /// Both ends of a face, as [`Flat::face`] has them.
    #[inline(always)]
    pub fn ends(&self, face: usize) -> Vec4 {
        let (from, to) = (self.local(face), self.local(self.next(face)));
        let ends = Vec4::new(from.x, from.y, to.x, to.y);
        let Vec2 { x: cos, y: sin } = self.turn;
        let offset = Vec4::new(self.offset.x, self.offset.y, self.offset.x, self.offset.y);
        offset + (ends * cos + ends.yxwz() * Vec4::new(-sin, sin, -sin, sin))
    }

    /// What a face and its ends are called.
    #[inline(always)]
    pub fn names(&self, face: usize) -> [u32; 3] {
        let next = self.next(face);
        let [name, from, to] = if self.is_wall { [0, next, face] } else { [face, face, next] };
        [name as u32, from as u32, to as u32]
    }

    /// The face whose normal is nearest to the world direction.
    #[inline(always)]
    pub fn facing(&self, direction: Vec2) -> usize {
        let direction = inward(self.turn, direction);
        let (mut face, mut most) = (0, f32::NEG_INFINITY);
        for (block, lanes) in self.lanes.all().iter().enumerate() {
            let (i, along) = lanes.facing(direction);
            if along > most {
                (face, most) = (block * LANES + i, along);
            }
        }
        face
    }

    /// In world axes, seen from `a`'s anchor.
    #[inline(always)]
    pub fn face(&self, face: usize) -> Face {
        let next = self.next(face);
        let (index, corners) = if self.is_wall { (0, [next, face]) } else { (face, [face, next]) };
        Face {
            index: index as u32,
            normal: self.normal_out(face),
            from: self.corner(face),
            to: self.corner(next),
            corners: corners.map(|i| i as u32),
        }
    }

    /// An axis as told.
    #[cold]
    fn axis(&self, block: usize, i: usize, other: &Self, overlap: f32, is_p: bool, pair: &Pair) -> Axis {
        let lanes = self.lanes.around(block * LANES);
        let direction = outward(self.turn, lanes.normal(i));
        let own = Interval { min: lanes.min[i], max: lanes.max[i] };
        let own = own.shifted(direction.dot(self.offset + pair.anchor));
        let nowhere = Interval { min: f32::INFINITY, max: f32::NEG_INFINITY };
        let other = (0..other.corners).fold(nowhere, |interval, corner| {
            let along = direction.dot(other.corner(corner) + pair.anchor);
            Interval { min: interval.min.min(along), max: interval.max.max(along) }
        });
        let face = (block * LANES + i) as u32;
        if is_p {
            Axis { source: Source::FaceOfP(face), direction, p: own, q: other, overlap }
        } else {
            Axis { source: Source::FaceOfQ(face), direction, p: other, q: own, overlap }
        }
    }
}
