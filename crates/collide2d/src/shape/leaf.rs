//! The leaves of a shape: what the separating-axis test can test. A simple shape is one leaf, a compound has one for
//! each part, a chain one for each segment.

use glam::Vec2;

use super::{Chain, Part, Shape};
use crate::aabb::Aabb;
use crate::pose::Pose;

/// Which part of a compound, and which segment of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leaf {
    part: u32,
    segment: u32,
}

const NONE: u32 = u32::MAX;
/// The part of a compound of one.
const ONLY: u32 = u32::MAX - 1;

stored!(Leaf { part, segment });

impl Leaf {
    /// A shape of one leaf.
    pub const WHOLE: Self = Self { part: NONE, segment: NONE };

    /// Index of the part; `None` where the shape is no compound.
    pub fn part(self) -> Option<u32> {
        match self.part {
            NONE => None,
            ONLY => Some(0),
            part => Some(part),
        }
    }

    /// The same of a compound of several parts: the only part needs no number.
    pub fn part_of_several(self) -> Option<u32> {
        self.part().filter(|_| self.part != ONLY)
    }

    /// Index of the segment; `None` where the leaf is not a chain's.
    pub fn segment(self) -> Option<u32> {
        (self.segment != NONE).then_some(self.segment)
    }
}

impl Leaf {
    /// A hash of a pair of leaves, the same from step to step; 0 for two simple shapes.
    pub fn number(pair: [Self; 2]) -> u32 {
        if pair == [Self::WHOLE; 2] {
            return 0;
        }
        let numbers = pair.iter().flat_map(|leaf| [leaf.part().unwrap_or(NONE), leaf.segment]);
        numbers.fold(0x811c_9dc5, |hash: u32, number| (hash ^ number).wrapping_mul(0x0100_0193)) | 1
    }
}

impl Default for Leaf {
    fn default() -> Self {
        Self::WHOLE
    }
}

/// A leaf of a shape, and where it is.
#[derive(Clone, Copy, Debug)]
pub struct LeafShape<'s> {
    /// Which one.
    pub leaf: Leaf,
    /// No compound and no chain.
    pub shape: &'s Shape,
    /// In the frame of the whole shape's pose.
    pub pose: Pose,
    /// The chain that it is a segment of, and the segment's index.
    pub chain: Option<(&'s Chain, usize)>,
}

impl<'s> LeafShape<'s> {
    /// The chain that it is a segment of, if that is one-sided.
    pub(crate) fn one_sided_chain(&self) -> Option<&'s Chain> {
        self.chain.map(|(chain, _)| chain).filter(|chain| chain.is_one_sided())
    }

    /// Whether it is a segment of a one-sided chain and lets through what moves along `way` (world axes),
    /// because that comes from the left-hand side.
    pub(crate) fn is_passed_along(&self, way: Vec2) -> bool {
        self.chain.is_some_and(|(chain, segment)| {
            let way = self.pose.rotation.unrotate(way);
            chain.is_one_sided() && way.dot(chain.normal(segment)) < 0.0
        })
    }
}

impl Shape {
    /// Whether it is a one-sided chain, or has one among its parts.
    pub fn is_one_sided(&self) -> bool {
        match self {
            Self::Chain(chain) => chain.is_one_sided(),
            Self::Compound(compound) => compound.parts().iter().any(|part| part.shape.is_one_sided()),
            _ => false,
        }
    }

    /// Whether it has leaves other than itself.
    #[inline]
    pub(crate) fn is_composite(&self) -> bool {
        self.kind().is_composite()
    }

    /// One of the leaves, the whole shape being at `pose`; `None` where there is no such leaf.
    pub(crate) fn leaf<'s>(&'s self, leaf: Leaf, pose: &Pose) -> Option<LeafShape<'s>> {
        let (shape, pose) = match (self, leaf.part()) {
            (Self::Compound(compound), Some(part)) => {
                let part = compound.parts().get(part as usize)?;
                (&part.shape, part.pose.within(pose))
            }
            (Self::Compound(_), None) | (_, Some(_)) => return None,
            (simple, None) => (simple, *pose),
        };
        match (shape, leaf.segment()) {
            (Self::Chain(chain), Some(segment)) => {
                let segment = segment as usize;
                Some(LeafShape {
                    leaf,
                    shape: chain.segments().get(segment)?,
                    pose,
                    chain: Some((chain, segment)),
                })
            }
            (Self::Chain(_), None) | (_, Some(_)) => None,
            (simple, None) => Some(LeafShape { leaf, shape: simple, pose, chain: None }),
        }
    }

    /// Visits the leaves whose boxes meet `area` (`None`: all leaves), in order. `area` is in the frame that
    /// `pose` is given in. A simple shape is always visited.
    pub(crate) fn for_each_leaf<'s>(
        &'s self,
        pose: &Pose,
        area: Option<&Aabb>,
        visit: &mut dyn FnMut(&LeafShape<'s>),
    ) {
        match self {
            Self::Compound(compound) => {
                let is_only = compound.parts().len() == 1;
                let mut visit_part = |index: usize, Part { shape, pose: place, .. }: &'s Part| {
                    let part = if is_only { ONLY } else { index as u32 };
                    let pose = place.within(pose);
                    if area.is_some_and(|area| !grown(&shape.aabb(&pose)).overlaps(area)) {
                        return;
                    }
                    match shape {
                        Self::Chain(chain) => for_each_segment(chain, part, &pose, area, visit),
                        simple => {
                            let leaf = Leaf { part, segment: NONE };
                            visit(&LeafShape { leaf, shape: simple, pose, chain: None });
                        }
                    }
                };
                let parts = compound.parts();
                match compound.tree().zip(area) {
                    Some((tree, area)) => {
                        let area = grown(&seen_from(area, pose));
                        tree.for_each_overlapping(&area, &mut |i| visit_part(i, &parts[i]));
                    }
                    None => parts.iter().enumerate().for_each(|(i, part)| visit_part(i, part)),
                }
            }
            Self::Chain(chain) => for_each_segment(chain, NONE, pose, area, visit),
            simple => visit(&LeafShape { leaf: Leaf::WHOLE, shape: simple, pose: *pose, chain: None }),
        }
    }
}

fn for_each_segment<'s>(
    chain: &'s Chain,
    part: u32,
    pose: &Pose,
    area: Option<&Aabb>,
    visit: &mut dyn FnMut(&LeafShape<'s>),
) {
    let mut visit = |i: usize| {
        let leaf = Leaf { part, segment: i as u32 };
        visit(&LeafShape { leaf, shape: &chain.segments()[i], pose: *pose, chain: Some((chain, i)) });
    };
    match area {
        Some(area) => chain.tree().for_each_overlapping(&grown(&seen_from(area, pose)), &mut visit),
        None => (0..chain.segments().len()).for_each(visit),
    }
}

/// The bounds of `area` in the local frame of `pose`.
fn seen_from(area: &Aabb, pose: &Pose) -> Aabb {
    let (center, half) = (pose.local_from_world(area.center()), area.size() * 0.5);
    let x = pose.rotation.unrotate(Vec2::new(half.x, 0.0)).abs();
    let half = x + pose.rotation.unrotate(Vec2::new(0.0, half.y)).abs();
    Aabb { min: center - half, max: center + half }
}

/// Grown by the rounding of its coordinates, so that no leaf that touches is missed.
pub(crate) fn grown(aabb: &Aabb) -> Aabb {
    let margin = aabb.min.abs().max(aabb.max.abs()) * (4.0 * f32::EPSILON);
    Aabb { min: aabb.min - margin, max: aabb.max + margin }
}
