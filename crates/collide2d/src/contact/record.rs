//! The data of a body that a kernel reads.

use crate::pose::Pose;
use crate::sat::frame::{wall_arm, wall_turn};
use crate::shape::{Shape, ShapeKind};

/// The shapes and poses of all bodies, by index, in the form that kernels read. A body that moves or changes
/// its shape must be [`set`](Self::set) again.
///
/// Parts of four numbers, metres, world axes:
///
/// | shape | near | far | arm |
/// |---|---|---|---|
/// | circle | x, y, radius, kind | 0, 0, 0, reach | |
/// | sharp rectangle | x, y, half the width, kind | cosine, sine, half the height, reach | |
/// | wall | x, y, half the length, kind | direction: x, y; 0, index of the arm | to the middle: x, y in f64 |
/// | polygon and all others | x, y, 0, kind | 0, 0, 0, reach | |
///
/// Reach: an upper bound of the distance from the position to a point of the shape. Kind and index are stored
/// as bits, each f64 as the lower and the upper half of its bits.
#[derive(Clone, Debug, Default)]
pub struct BodyRecords {
    pub(crate) bodies: Vec<BodyRecord>,
    /// Of walls only.
    pub(crate) arms: Vec<RecordPart>,
}

#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct BodyRecord {
    pub near: RecordPart,
    pub far: RecordPart,
}

pub(crate) type RecordPart = [f32; 4];

impl BodyRecords {
    /// Number of bodies.
    #[inline]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Removes all bodies; keeps the memory.
    pub fn clear(&mut self) {
        self.bodies.clear();
        self.arms.clear();
    }

    /// Reserves memory for `more` bodies.
    pub fn reserve(&mut self, more: usize) {
        self.bodies.reserve_exact(more);
    }

    /// Resizes to `count` bodies. New ones are circles of radius 0, each to be [`set`](Self::set).
    pub(crate) fn grow(&mut self, count: usize) {
        self.bodies.resize(count, BodyRecord { near: [0.0; 4], far: [0.0; 4] });
    }

    /// Adds a body.
    #[inline]
    pub fn push(&mut self, shape: &Shape, pose: &Pose) {
        let record = self.record(shape, pose, None);
        self.bodies.push(record);
    }

    /// Replaces a body's shape and pose. Does nothing where no body has the index.
    #[inline]
    pub fn set(&mut self, index: usize, shape: &Shape, pose: &Pose) {
        let Some(before) = self.bodies.get(index) else { return };
        let arm = (before.kind() == ShapeKind::Wall as u32).then(|| before.far[3].to_bits());
        self.bodies[index] = self.record(shape, pose, arm);
    }

    /// `arm`: index of the body's present arm.
    #[inline]
    fn record(&mut self, shape: &Shape, pose: &Pose, arm: Option<u32>) -> BodyRecord {
        let (at, turn) = (pose.position, pose.rotation.x_axis());
        let near = |size: f32| [at.x, at.y, size, f32::from_bits(kernel_kind(shape) as u32)];
        match shape {
            Shape::Circle(c) => BodyRecord { near: near(c.radius()), far: [0.0, 0.0, 0.0, c.radius()] },
            Shape::Rectangle(r) if r.is_sharp() => {
                let half = r.half_extents();
                BodyRecord { near: near(half.x), far: [turn.x, turn.y, half.y, r.reach()] }
            }
            Shape::Wall(w) => {
                let (turn, to_middle) = (wall_turn(w, pose), wall_arm(w, pose));
                let ([x0, x1], [y0, y1]) = (halves(to_middle.x), halves(to_middle.y));
                let arm = arm.unwrap_or_else(|| {
                    self.arms.push([0.0; 4]);
                    (self.arms.len() - 1) as u32
                });
                if let Some(place) = self.arms.get_mut(arm as usize) {
                    *place = [x0, x1, y0, y1];
                }
                BodyRecord { near: near(w.radius()), far: [turn.x, turn.y, 0.0, f32::from_bits(arm)] }
            }
            // No kernel tests it.
            _ => {
                let bounds = shape.bounding_circle();
                BodyRecord { near: near(0.0), far: [0.0, 0.0, 0.0, bounds.center.length() + bounds.radius] }
            }
        }
    }
}

/// The kind that the kernels sort a shape by: composite and rounded shapes count as polygons, which no kernel
/// tests.
fn kernel_kind(shape: &Shape) -> ShapeKind {
    match shape {
        Shape::Rectangle(rectangle) if !rectangle.is_sharp() => ShapeKind::Polygon,
        composite if composite.is_composite() => ShapeKind::Polygon,
        simple => simple.kind(),
    }
}

impl BodyRecord {
    /// [`ShapeKind`] as a number.
    #[inline(always)]
    pub fn kind(&self) -> u32 {
        self.near[3].to_bits()
    }
}

impl<'s> FromIterator<(&'s Shape, &'s Pose)> for BodyRecords {
    fn from_iter<I: IntoIterator<Item = (&'s Shape, &'s Pose)>>(bodies: I) -> Self {
        let mut records = Self::default();
        bodies.into_iter().for_each(|(shape, pose)| records.push(shape, pose));
        records
    }
}

fn halves(x: f64) -> [f32; 2] {
    let bits = x.to_bits();
    [f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32)]
}
