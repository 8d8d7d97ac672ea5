//! What a kernel reads of a body.

use super::super::frame::{wall_arm, wall_turn};
use crate::pose::Pose;
use crate::shape::{Shape, ShapeKind};

/// A shape where it is, in three parts of four numbers, of which a kernel reads what it needs. Metres, world axes.
///
/// | shape | `near` | `far` | `arm` |
/// |---|---|---|---|
/// | circle | x, y, radius, kind | | |
/// | rectangle | x, y, half the width, kind | cosine, sine, half the height | |
/// | wall | x, y, half the length, kind | cosine and sine of the way from start to end | from position to middle: x and y in f64 |
/// | polygon | x, y, 0, kind | | |
///
/// The kind is kept as bits, each f64 as the lower and the upper half of its bits.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub struct Record {
    pub(super) near: [f32; 4],
    pub(super) far: [f32; 4],
    pub(super) arm: [f32; 4],
}

impl Record {
    /// The record of a shape at a pose; made anew when either changes.
    #[inline]
    pub fn new(shape: &Shape, pose: &Pose) -> Self {
        let (at, turn) = (pose.position, pose.rotation.x_axis());
        let kind = f32::from_bits(shape.kind() as u32);
        let (near, far, arm) = match shape {
            Shape::Circle(c) => ([at.x, at.y, c.radius(), kind], [0.0; 4], [0.0; 4]),
            Shape::Rectangle(r) => {
                let half = r.half_extents();
                ([at.x, at.y, half.x, kind], [turn.x, turn.y, half.y, 0.0], [0.0; 4])
            }
            Shape::Polygon(_) => ([at.x, at.y, 0.0, kind], [0.0; 4], [0.0; 4]),
            Shape::Wall(w) => {
                let (turn, arm) = (wall_turn(w, pose), wall_arm(w, pose));
                let ([x0, x1], [y0, y1]) = (halves(arm.x), halves(arm.y));
                ([at.x, at.y, w.radius(), kind], [turn.x, turn.y, 0.0, 0.0], [x0, x1, y0, y1])
            }
        };
        Self { near, far, arm }
    }

    /// [`ShapeKind`] as a number.
    #[inline(always)]
    pub(super) fn kind(&self) -> u32 {
        self.near[3].to_bits()
    }
}

fn halves(x: f64) -> [f32; 2] {
    let bits = x.to_bits();
    [f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32)]
}

/// As [`Record::kind`] has them.
pub(super) const CIRCLE: u32 = ShapeKind::Circle as u32;
pub(super) const RECTANGLE: u32 = ShapeKind::Rectangle as u32;
pub(super) const POLYGON: u32 = ShapeKind::Polygon as u32;
pub(super) const WALL: u32 = ShapeKind::Wall as u32;
