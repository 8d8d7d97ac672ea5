//! Compounds: several shapes as one.

use std::fmt;
use std::sync::Arc;

use glam::{DVec2, Vec2};

use super::{BoundingCircle, Measures, Shape, ShapeError, ShapeKind};
use crate::aabb::Aabb;
use crate::pose::{Pose, Rotation};
use crate::shape::segment_tree::SegmentTree;
use crate::stored::{Bytes, Stored};

/// Thickness that walls and chains are given when a compound's mass is shared by area. Metres.
pub const LINE_THICKNESS: f32 = 0.02;

/// One shape of a [`Compound`].
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Any but a compound.
    pub shape: Shape,
    /// Where it is in the compound.
    pub pose: Pose,
    /// The part's share of the mass is proportional to its area times this, > 0. No unit.
    pub density: f32,
}

impl Part {
    /// Of density 1.
    pub fn new(shape: Shape, pose: Pose) -> Self {
        Self { shape, pose, density: 1.0 }
    }

    /// With another [`Part::density`].
    pub fn with_density(self, density: f32) -> Self {
        Self { density, ..self }
    }
}

impl Stored for Part {
    fn store(&self, to: &mut Vec<u8>) {
        let Self { shape, pose, density } = self;
        shape.store(to);
        pose.store(to);
        density.store(to);
    }

    /// Refuses a nested compound before it is read: damaged bytes could nest deeply enough to overflow the
    /// stack.
    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        let mut ahead = Bytes(from.0);
        if ShapeKind::load(&mut ahead)? == ShapeKind::Compound {
            return None;
        }
        Some(Self { shape: Stored::load(from)?, pose: Stored::load(from)?, density: Stored::load(from)? })
    }
}

/// Several shapes as one. Centre of mass and moment of inertia are the sums of the parts', so where parts overlap it
/// counts twice, as in Box2D and rapier.
#[derive(Clone, PartialEq)]
pub struct Compound(Arc<CompoundFacts>);

#[derive(PartialEq)]
struct CompoundFacts {
    parts: Box<[Part]>,
    bounding: BoundingCircle,
    measures: Weighed,
    inner_radius: f32,
    /// The tree of the parts' boxes; `None` for fewer than [`MANY`] parts.
    tree: Option<SegmentTree>,
}

/// Fewest parts that are looked up in a tree.
const MANY: usize = 32;

/// Measures of several shapes, each weighed by area and density.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weighed {
    area: f64,
    /// The sum of areas times densities, lines with their thickness.
    pub weight: f64,
    centroid: DVec2,
    gyration_squared: f64,
}

impl Weighed {
    pub fn measures(&self) -> Measures {
        Measures {
            area: self.area as f32,
            centroid: self.centroid.as_vec2(),
            gyration_squared: self.gyration_squared as f32,
            inner_radius: 0.0,
        }
    }
}

/// The measures of several shapes as one, by the parallel axis theorem.
pub(super) fn weighed<'s>(parts: impl Iterator<Item = (&'s Shape, Pose, f32)> + Clone) -> Weighed {
    let each = parts.map(|(shape, pose, density)| {
        let weight = f64::from(shape.weight()) * f64::from(density);
        (weight, pose.world_from_local(shape.centroid()).as_dvec2(), shape)
    });
    let told: f64 = each.clone().map(|(weight, ..)| weight).sum();
    // The areas of the smallest shapes round to 0; then all count alike.
    let each = each.map(|(weight, at, shape)| (if told > 0.0 { weight } else { 1.0 }, at, shape));
    let weight = if told > 0.0 { told } else { each.clone().count() as f64 };
    let centroid = each.clone().map(|(weight, at, _)| at * weight).sum::<DVec2>() / weight;
    let second = |(weight, at, shape): (f64, DVec2, &Shape)| {
        weight * (f64::from(shape.moment_of_inertia(1.0)) + at.distance_squared(centroid))
    };
    let gyration_squared = each.clone().map(second).sum::<f64>() / weight;
    let area = each.map(|(.., shape)| f64::from(shape.area())).sum();
    Weighed { area, weight, centroid, gyration_squared }
}

impl fmt::Debug for Compound {
    /// What it was made of.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Compound").field("parts", &self.0.parts).finish()
    }
}

impl Compound {
    pub(super) fn new(parts: Vec<Part>) -> Result<Self, ShapeError> {
        if parts.is_empty() {
            return Err(ShapeError::NoParts);
        }
        for (i, part) in parts.iter().enumerate() {
            if matches!(part.shape, Shape::Compound(_)) {
                return Err(ShapeError::Nested { part: i });
            }
            if !(part.density > 0.0 && part.density.is_finite()) {
                return Err(ShapeError::Density { part: i, found: part.density });
            }
            let position = part.pose.position;
            super::point_in_range(&format!("part {i}"), position)?;
            super::in_range(|| format!("part {i} turned"), part.pose.rotation.degrees())?;
        }
        let boxes = || parts.iter().map(|part| part.shape.aabb(&part.pose));
        let center = boxes().reduce(|p, q| p.union(&q)).unwrap_or_default().center();
        let reach = |part: &Part| {
            let own = part.shape.bounding_circle();
            part.pose.world_from_local(own.center).distance(center) + own.radius
        };
        let radius = parts.iter().map(reach).fold(0.0, f32::max).next_up();
        let measures = weighed(parts.iter().map(|part| (&part.shape, part.pose, part.density)));
        let inner = |part: &Part| {
            let from_own = part.pose.world_from_local(part.shape.centroid()).as_dvec2();
            part.shape.inner_radius() - from_own.distance(measures.centroid) as f32
        };
        let inner_radius = parts.iter().map(inner).fold(0.0, f32::max);
        let bounding = BoundingCircle { center, radius };
        let tree = (parts.len() >= MANY).then(|| SegmentTree::of(boxes()));
        Ok(Self(Arc::new(CompoundFacts { parts: parts.into(), bounding, measures, inner_radius, tree })))
    }

    /// In the order given.
    pub fn parts(&self) -> &[Part] {
        &self.0.parts
    }

    /// The tree of the parts' boxes; `None` for fewer than [`MANY`] parts.
    pub(crate) fn tree(&self) -> Option<&SegmentTree> {
        self.0.tree.as_ref()
    }

    pub(super) fn bounding(&self) -> BoundingCircle {
        self.0.bounding
    }

    pub(super) fn support(&self, pose: &Pose, direction: Vec2) -> Vec2 {
        let supports = self.parts().iter().map(|part| part.shape.support(&part.pose.within(pose), direction));
        supports.reduce(|p, q| super::farther(direction, p, q)).unwrap_or(pose.position)
    }

    pub(super) fn extent(&self, rotation: Rotation) -> Aabb {
        let at = Pose { position: Vec2::ZERO, rotation };
        let boxes = self.parts().iter().map(|part| part.shape.aabb(&part.pose.within(&at)));
        boxes.reduce(|p, q| p.union(&q)).unwrap_or_default()
    }

    pub(super) fn contains(&self, p: Vec2) -> bool {
        self.parts().iter().any(|part| part.shape.contains(&part.pose, p))
    }

    pub(super) fn distance(&self, p: Vec2) -> f32 {
        self.parts().iter().map(|part| part.shape.distance(&part.pose, p)).fold(f32::INFINITY, f32::min)
    }

    #[inline]
    pub(super) fn measures(&self) -> Measures {
        Measures { inner_radius: self.0.inner_radius, ..self.0.measures.measures() }
    }

    pub(crate) fn weight(&self) -> f32 {
        self.0.measures.weight as f32
    }
}
