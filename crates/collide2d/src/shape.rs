//! The four shapes. A shape lives in the local space of its body; its data cannot be bad, because the constructors refuse it.

mod corners;
mod error;
mod polygon;

use glam::Vec2;

pub(crate) use corners::{Corners, Hull, LANES};
pub use error::ShapeError;
pub use polygon::Polygon;

use crate::aabb::Aabb;
use crate::pose::{Pose, Rotation};

/// Largest coordinate or size that a shape may have. Metres.
pub const MAX_EXTENT: f32 = 1.0e6;
/// Most points that a polygon may have.
pub const MAX_POINTS: usize = 64;

/// A disc around the local origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    radius: f32,
}

/// A rectangle around the local origin, sides along the local axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    half: Vec2,
    /// Half the diagonal.
    radius: f32,
}

/// A segment without thickness, solid from both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    start: Vec2,
    end: Vec2,
    normal: Vec2,
    /// Half the length.
    radius: f32,
}

/// The closed set of shapes.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc.
    Circle(Circle),
    /// A rectangle.
    Rectangle(Rectangle),
    /// A convex polygon.
    Polygon(Polygon),
    /// A segment.
    Wall(Wall),
}

/// The kind of a shape, for tables over pairs of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShapeKind {
    /// [`Shape::Circle`].
    Circle,
    /// [`Shape::Rectangle`].
    Rectangle,
    /// [`Shape::Polygon`].
    Polygon,
    /// [`Shape::Wall`].
    Wall,
}

/// A disc that holds a whole shape. Metres, local space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoundingCircle {
    /// Centre in local space.
    pub center: Vec2,
    /// Radius.
    pub radius: f32,
}

impl BoundingCircle {
    /// The disc with its centre measured from another local point.
    #[inline]
    pub(crate) fn seen_from(self, origin: Vec2) -> Self {
        Self { center: self.center - origin, radius: self.radius }
    }
}

impl Circle {
    /// Metres, > 0.
    #[inline]
    pub fn radius(&self) -> f32 {
        self.radius
    }
}

impl Rectangle {
    /// Half the width and half the height. Metres, > 0.
    #[inline]
    pub fn half_extents(&self) -> Vec2 {
        self.half
    }

    /// Half the diagonal. Metres.
    #[inline]
    pub(crate) fn radius(&self) -> f32 {
        self.radius
    }

    /// Counter-clockwise from the lower right. Local space.
    #[inline]
    pub fn corners(&self) -> [Vec2; 4] {
        let h = self.half;
        [Vec2::new(h.x, -h.y), h, Vec2::new(-h.x, h.y), -h]
    }
}

impl Wall {
    /// Local space.
    #[inline]
    pub fn start(&self) -> Vec2 {
        self.start
    }

    /// Local space.
    #[inline]
    pub fn end(&self) -> Vec2 {
        self.end
    }

    /// Unit vector to the left of the way from start to end. Local space.
    #[inline]
    pub fn normal(&self) -> Vec2 {
        self.normal
    }

    /// Half the length. Metres.
    #[inline]
    pub(crate) fn radius(&self) -> f32 {
        self.radius
    }

    /// The middle. Local space.
    #[inline]
    pub(crate) fn center(&self) -> Vec2 {
        self.start.midpoint(self.end)
    }

    #[inline]
    fn bounding(&self) -> BoundingCircle {
        BoundingCircle { center: self.center(), radius: self.radius }
    }

    /// As [`Shape::anchor`].
    #[inline]
    pub(crate) fn anchor(&self) -> Vec2 {
        anchor_of(self.bounding())
    }
}

impl Shape {
    /// A disc. `radius` in metres, > 0, at most [`MAX_EXTENT`].
    pub fn circle(radius: f32) -> Result<Self, ShapeError> {
        Ok(Self::Circle(Circle { radius: positive("radius", radius)? }))
    }

    /// A rectangle around the origin. Metres, both > 0, at most [`MAX_EXTENT`].
    pub fn rectangle(width: f32, height: f32) -> Result<Self, ShapeError> {
        let half = Vec2::new(positive("width", width)?, positive("height", height)?) * 0.5;
        Ok(Self::Rectangle(Rectangle { half, radius: half.length() }))
    }

    /// A convex polygon, 3 to [`MAX_POINTS`] points in either winding; kept counter-clockwise, first point first.
    pub fn polygon(points: &[Vec2]) -> Result<Self, ShapeError> {
        Polygon::new(points).map(Self::Polygon)
    }

    /// A segment from `start` to `end`. Metres, local space; the two must differ.
    pub fn wall(start: Vec2, end: Vec2) -> Result<Self, ShapeError> {
        for (name, v) in [("start x", start.x), ("start y", start.y), ("end x", end.x), ("end y", end.y)] {
            in_range(|| name.to_owned(), v)?;
        }
        let direction = (end.as_dvec2() - start.as_dvec2()).normalize_or_zero().as_vec2();
        if direction == Vec2::ZERO {
            return Err(ShapeError::ZeroLength);
        }
        Ok(Self::Wall(Wall { start, end, normal: direction.perp(), radius: start.distance(end) * 0.5 }))
    }

    /// Which of the four it is.
    pub fn kind(&self) -> ShapeKind {
        match self {
            Self::Circle(_) => ShapeKind::Circle,
            Self::Rectangle(_) => ShapeKind::Rectangle,
            Self::Polygon(_) => ShapeKind::Polygon,
            Self::Wall(_) => ShapeKind::Wall,
        }
    }

    /// The corners, counter-clockwise, in local space: a rectangle's from the lower right, a wall's ends; none for a circle.
    /// Face `i` runs from corner `i` to corner `i + 1`.
    pub fn corners(&self) -> Vec<Vec2> {
        match self {
            Self::Circle(_) => Vec::new(),
            Self::Rectangle(r) => r.corners().to_vec(),
            Self::Polygon(p) => p.vertices().to_vec(),
            Self::Wall(w) => vec![w.start, w.end],
        }
    }

    /// A disc that holds the shape, in local space; a polygon's is the smallest there is.
    #[inline]
    pub fn bounding_circle(&self) -> BoundingCircle {
        match self {
            Self::Circle(c) => BoundingCircle { center: Vec2::ZERO, radius: c.radius },
            Self::Rectangle(r) => BoundingCircle { center: Vec2::ZERO, radius: r.radius },
            Self::Polygon(p) => p.bounding,
            Self::Wall(w) => w.bounding(),
        }
    }

    /// The point of the shape farthest along `direction` (world axes, any length but 0). World coordinates.
    pub fn support(&self, pose: &Pose, direction: Vec2) -> Vec2 {
        if let Self::Circle(c) = self {
            return pose.position + direction.normalize_or_zero() * c.radius;
        }
        let along = pose.rotation.unrotate(direction);
        let farther = |p: Vec2, q: Vec2| if q.dot(along) > p.dot(along) { q } else { p };
        pose.world_from_local(match self {
            Self::Circle(_) => Vec2::ZERO,
            Self::Rectangle(r) => Vec2::new(r.half.x.copysign(along.x), r.half.y.copysign(along.y)),
            Self::Polygon(p) => p.vertices().iter().copied().reduce(farther).unwrap_or_default(),
            Self::Wall(w) => farther(w.start, w.end),
        })
    }

    /// The smallest axis-aligned box around the shape. World coordinates.
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        self.extent(pose.rotation).at(pose.position)
    }

    /// [`Shape::aabb`] at the world's origin.
    pub(crate) fn extent(&self, rotation: Rotation) -> Aabb {
        let turned = |p: Vec2| rotation.rotate(p);
        let (min, max) = match self {
            Self::Circle(c) => (Vec2::splat(-c.radius), Vec2::splat(c.radius)),
            Self::Rectangle(r) => {
                let half = turned(Vec2::new(r.half.x, 0.0)).abs() + turned(Vec2::new(0.0, r.half.y)).abs();
                (-half, half)
            }
            Self::Polygon(p) => p
                .vertices()
                .iter()
                .map(|v| turned(*v))
                .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(min, max), v| (min.min(v), max.max(v))),
            Self::Wall(w) => {
                let (start, end) = (turned(w.start), turned(w.end));
                (start.min(end), start.max(end))
            }
        };
        Aabb { min, max }
    }

    /// Whether the world point is in the shape or on its edge. A wall holds only the points on the segment, within rounding.
    pub fn contains(&self, pose: &Pose, point: Vec2) -> bool {
        let p = pose.local_from_world(point);
        match self {
            Self::Circle(c) => p.as_dvec2().length_squared() <= f64::from(c.radius).powi(2),
            Self::Rectangle(r) => p.abs().cmple(r.half).all(),
            Self::Polygon(poly) => poly.contains(p),
            Self::Wall(w) => {
                let coordinate = [pose.position, w.start, w.end].map(|v| v.abs().max_element());
                let rounding = 2.0 * f32::EPSILON * coordinate.into_iter().fold(0.0, f32::max);
                segment_distance(p, w.start, w.end) <= rounding
            }
        }
    }

    /// Distance from the world point to the shape; 0 inside. Metres. The mouse picks walls with it.
    pub fn distance(&self, pose: &Pose, point: Vec2) -> f32 {
        let p = pose.local_from_world(point);
        match self {
            Self::Circle(c) => (p.length() - c.radius).max(0.0),
            Self::Rectangle(r) => (p.abs() - r.half).max(Vec2::ZERO).length(),
            Self::Polygon(poly) if poly.contains(p) => 0.0,
            Self::Polygon(poly) => {
                poly.faces().map(|(from, to)| segment_distance(p, from, to)).fold(f32::INFINITY, f32::min)
            }
            Self::Wall(w) => segment_distance(p, w.start, w.end),
        }
    }

    /// Area. Square metres; 0 for a wall.
    pub fn area(&self) -> f32 {
        match self {
            Self::Circle(c) => std::f32::consts::PI * c.radius * c.radius,
            Self::Rectangle(r) => 4.0 * r.half.x * r.half.y,
            Self::Polygon(p) => p.facts.area,
            Self::Wall(_) => 0.0,
        }
    }

    /// Centre of mass of the shape with even density, local space.
    pub fn centroid(&self) -> Vec2 {
        match self {
            Self::Circle(_) | Self::Rectangle(_) => Vec2::ZERO,
            Self::Polygon(p) => p.centroid,
            Self::Wall(w) => w.start.midpoint(w.end),
        }
    }

    /// Moment of inertia about the centroid of the shape with even density; a wall is a thin rod. kg·m², `mass` in kg.
    pub fn moment_of_inertia(&self, mass: f32) -> f32 {
        mass * match self {
            Self::Circle(c) => c.radius * c.radius / 2.0,
            Self::Rectangle(r) => r.half.length_squared() / 3.0,
            Self::Polygon(p) => p.facts.gyration_squared,
            Self::Wall(w) => w.start.distance_squared(w.end) / 12.0,
        }
    }

    /// Radius of the largest disc around the centroid that the shape holds: a body that moves by less in a step does not
    /// jump over another. Metres; 0 for a wall.
    pub fn inner_radius(&self) -> f32 {
        match self {
            Self::Circle(c) => c.radius,
            Self::Rectangle(r) => r.half.min_element(),
            Self::Polygon(p) => p.facts.inner_radius,
            Self::Wall(_) => 0.0,
        }
    }

    /// Reads a little of all that a test of collision reads. The number means nothing.
    #[inline]
    pub(crate) fn fetch(&self) -> u32 {
        match self {
            Self::Polygon(p) => p.fetch(),
            _ => 0,
        }
    }

    /// The local point that a pair is computed around.
    #[inline]
    pub(crate) fn anchor(&self) -> Vec2 {
        match self {
            Self::Circle(_) | Self::Rectangle(_) => Vec2::ZERO,
            Self::Polygon(p) => p.anchor(),
            Self::Wall(w) => w.anchor(),
        }
    }
}

/// The local origin, or the middle of a shape that is far from it: coordinates measured from here are about as large as
/// the shape, so that a wall written in world coordinates far out is as exact as one at the origin.
fn anchor_of(bounds: BoundingCircle) -> Vec2 {
    if bounds.center.length_squared() <= bounds.radius * bounds.radius { Vec2::ZERO } else { bounds.center }
}

/// Distance from `p` to the segment. Metres.
pub(crate) fn segment_distance(p: Vec2, from: Vec2, to: Vec2) -> f32 {
    let (edge, to_p) = (to - from, p - from);
    // `max`: a segment too short for its squared length to be a number is a point.
    let along = (to_p.dot(edge) / edge.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
    if along == 1.0 { p.distance(to) } else { to_p.distance(edge * along) }
}

fn positive(what: &'static str, found: f32) -> Result<f32, ShapeError> {
    in_range(|| what.to_owned(), found)?;
    if found > 0.0 { Ok(found) } else { Err(ShapeError::NotPositive { what, found }) }
}

fn in_range(what: impl FnOnce() -> String, found: f32) -> Result<f32, ShapeError> {
    if found.is_finite() && found.abs() <= MAX_EXTENT {
        Ok(found)
    } else {
        Err(ShapeError::OutOfRange { what: what(), found })
    }
}
