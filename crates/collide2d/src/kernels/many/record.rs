//! What a kernel reads of a body.

use crate::pose::Pose;
use crate::sat::frame::{wall_arm, wall_turn};
use crate::shape::{Shape, ShapeKind};

/// The shapes of all bodies where they are, by index, as kernels read them. Made anew for a body that moves or changes its shape.
///
/// In parts of four numbers, of which a kernel reads what it needs; metres, world axes:
///
/// | shape | near | far | arm |
/// |---|---|---|---|
/// | circle | x, y, radius, kind | 0, 0, 0, reach | |
/// | rectangle | x, y, half the width, kind | cosine, sine, half the height, reach | |
/// | wall | x, y, half the length, kind | cosine and sine of the way from start to end, 0, place of its arm | from position to middle: x and y in f64 |
/// | polygon | x, y, 0, kind | 0, 0, 0, reach | |
///
/// Nothing of a shape is farther from its position than its reach. Kind and place are kept as bits, each f64 as the lower and the upper half of its bits.
#[derive(Clone, Debug, Default)]
pub struct Records {
    pub(super) bodies: Vec<Record>,
    /// Of walls alone.
    pub(super) arms: Vec<Part>,
}

/// What there is of a body.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Record {
    pub near: Part,
    pub far: Part,
}

pub(super) type Part = [f32; 4];

impl Records {
    /// Bodies that are there.
    #[inline]
    pub fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Forgets all; keeps the memory.
    pub fn clear(&mut self) {
        self.bodies.clear();
        self.arms.clear();
    }

    /// Sets memory aside for so many more bodies.
    pub fn reserve(&mut self, more: usize) {
        self.bodies.reserve_exact(more);
    }

    /// Adds a body.
    #[inline]
    pub fn push(&mut self, shape: &Shape, pose: &Pose) {
        let record = self.record(shape, pose, None);
        self.bodies.push(record);
    }

    /// Puts a body elsewhere or gives it another shape. Does nothing where there is none of that index.
    #[inline]
    pub fn set(&mut self, index: usize, shape: &Shape, pose: &Pose) {
        let Some(before) = self.bodies.get(index) else { return };
        let arm = (before.kind() == WALL).then(|| before.far[3].to_bits());
        self.bodies[index] = self.record(shape, pose, arm);
    }

    /// `arm`: the place of the arm that the body has.
    #[inline]
    fn record(&mut self, shape: &Shape, pose: &Pose, arm: Option<u32>) -> Record {
        let (at, turn) = (pose.position, pose.rotation.x_axis());
        let near = |size: f32| [at.x, at.y, size, f32::from_bits(shape.kind() as u32)];
        match shape {
            Shape::Circle(c) => Record { near: near(c.radius()), far: [0.0, 0.0, 0.0, c.radius()] },
            Shape::Rectangle(r) => {
                let half = r.half_extents();
                Record { near: near(half.x), far: [turn.x, turn.y, half.y, r.radius()] }
            }
            Shape::Capsule(_) => {
                let bounds = shape.bounding_circle();
                Record { near: near(0.0), far: [0.0, 0.0, 0.0, bounds.center.length() + bounds.radius] }
            }
            Shape::Polygon(p) => Record { near: near(0.0), far: [0.0, 0.0, 0.0, p.reach()] },
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
                Record { near: near(w.radius()), far: [turn.x, turn.y, 0.0, f32::from_bits(arm)] }
            }
        }
    }
}

impl Record {
    /// Whether two bodies are too far from each other to touch, by far more than rounding could tell. Never said of a wall.
    #[inline(always)]
    pub fn out_of_reach(&self, other: &Self) -> bool {
        let (x, y) = (self.near[0] - other.near[0], self.near[1] - other.near[1]);
        let reach = self.far[3] + other.far[3];
        let far = x * x + y * y > reach * reach * (1.0 + MORE_THAN_ROUNDING) + f32::MIN_POSITIVE;
        far & (self.kind() != WALL) & (other.kind() != WALL)
    }

    /// [`ShapeKind`] as a number.
    #[inline(always)]
    pub fn kind(&self) -> u32 {
        self.near[3].to_bits()
    }
}

impl<'s> FromIterator<(&'s Shape, &'s Pose)> for Records {
    fn from_iter<I: IntoIterator<Item = (&'s Shape, &'s Pose)>>(bodies: I) -> Self {
        let mut records = Self::default();
        bodies.into_iter().for_each(|(shape, pose)| records.push(shape, pose));
        records
    }
}

/// As a share of a distance squared.
const MORE_THAN_ROUNDING: f32 = 1.0e-4;

fn halves(x: f64) -> [f32; 2] {
    let bits = x.to_bits();
    [f32::from_bits(bits as u32), f32::from_bits((bits >> 32) as u32)]
}

/// As [`Record::kind`] has it.
const WALL: u32 = ShapeKind::Wall as u32;
