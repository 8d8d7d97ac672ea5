//! The contact of two shapes.

use std::fmt;

use glam::Vec2;

use crate::pose::Pose;
use crate::stored::{Bytes, Stored};

/// One point of a contact.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactPoint {
    /// From `a`'s position to the point, world axes: exact far from the world's origin. Metres.
    pub from_a: Vec2,
    /// Penetration depth at this point. Metres, >= 0.
    pub depth: f32,
    /// Number of the features that meet here: equal from frame to frame while the same features meet.
    pub feature: u32,
}

/// A contact: normal, penetration depth and one or two points.
#[derive(Clone, Copy)]
pub struct Contact {
    /// Unit vector on `b`'s surface that points toward `a`. World axes.
    pub normal: Vec2,
    /// Length of the shortest translation that separates the shapes. Metres, > 0.
    pub depth: f32,
    points: [ContactPoint; 2],
    count: Count,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(u8)]
enum Count {
    One = 1,
    Two = 2,
}

/// Compares only as many points as there are.
impl PartialEq for Contact {
    fn eq(&self, other: &Self) -> bool {
        (self.normal, self.depth, self.points()) == (other.normal, other.depth, other.points())
    }
}

impl fmt::Debug for Contact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { normal, depth, .. } = self;
        let mut contact = f.debug_struct("Contact");
        contact.field("normal", normal).field("depth", depth).field("points", &self.points()).finish()
    }
}

impl ContactPoint {
    /// Selects without a branch and without a store to memory.
    #[inline(always)]
    pub(crate) fn or(self, other: Self, is_other: bool) -> Self {
        let pick =
            |this: f32, other: f32| f32::from_bits(if is_other { other.to_bits() } else { this.to_bits() });
        Self {
            from_a: Vec2::new(pick(self.from_a.x, other.from_a.x), pick(self.from_a.y, other.from_a.y)),
            depth: pick(self.depth, other.depth),
            feature: if is_other { other.feature } else { self.feature },
        }
    }
}

impl Contact {
    pub(crate) fn with_one_point(normal: Vec2, depth: f32, point: ContactPoint) -> Self {
        Self { normal, depth, points: [point; 2], count: Count::One }
    }

    /// The same contact, copied field by field: a wide load right after narrow stores stalls the processor.
    #[inline(always)]
    pub(crate) fn in_parts(self) -> Self {
        let Self { normal, depth, points: [first, second], count } = self;
        let points = [first.or(second, false), second.or(first, false)];
        Self { normal: Vec2::new(normal.x, normal.y), depth, points, count }
    }

    pub(crate) fn with_points(normal: Vec2, depth: f32, points: [ContactPoint; 2], both: bool) -> Self {
        Self { normal, depth, points, count: if both { Count::Two } else { Count::One } }
    }

    /// The same contact, with its deepest point at the contact's depth.
    pub(super) fn as_deep_as_the_whole(mut self) -> Self {
        let [first, second] = &mut self.points;
        let deepest = if self.count == Count::Two && second.depth > first.depth { second } else { first };
        deepest.depth = self.depth;
        self
    }

    /// One point, or two where faces meet, in order along the normal turned left.
    pub fn points(&self) -> &[ContactPoint] {
        &self.points[..self.count as usize]
    }

    /// Both points. After a single contact point, the second is the other end of the faces' common stretch,
    /// its depth negative across the gap. Without such a stretch it may be any point whose depth is not
    /// negative.
    pub(crate) fn ends(&self) -> &[ContactPoint; 2] {
        &self.points
    }

    /// Mean of the points, measured from `a`'s position, world axes. Metres.
    pub fn middle(&self) -> Vec2 {
        let points = self.points();
        points.iter().map(|point| point.from_a).sum::<Vec2>() / points.len() as f32
    }

    /// The contact and its points, deeper by `by`.
    pub(crate) fn deepen(&mut self, by: f32) {
        self.depth += by;
        self.points.iter_mut().for_each(|point| point.depth += by);
    }

    pub(crate) fn shift(&mut self, by: Vec2) {
        for point in &mut self.points {
            point.from_a += by;
        }
    }

    /// World position of one of [`Contact::points`], given the pose of `a`.
    pub fn world_point(pose_a: &Pose, point: &ContactPoint) -> Vec2 {
        pose_a.position + point.from_a
    }
}

stored!(ContactPoint { from_a, depth, feature });

impl Stored for Contact {
    fn store(&self, to: &mut Vec<u8>) {
        self.normal.store(to);
        self.depth.store(to);
        // A point beyond their number may hold anything.
        self.points().to_vec().store(to);
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        let (normal, depth) = (Vec2::load(from)?, f32::load(from)?);
        match Vec::load(from)?[..] {
            [point] => Some(Self::with_one_point(normal, depth, point)),
            [first, second] => Some(Self::with_points(normal, depth, [first, second], true)),
            _ => None,
        }
    }
}
