//! The four shapes. A shape lives in the local space of its body; its data cannot be bad, because the constructors refuse it.

use glam::Vec2;

use crate::aabb::Aabb;
use crate::pose::Pose;

/// Largest coordinate or size that a shape may have. Metres.
pub const MAX_EXTENT: f32 = 1.0e6;
/// Most points that a polygon may have.
pub const MAX_POINTS: usize = 64;

/// Why a shape was refused.
#[derive(Clone, Debug, PartialEq)]
pub enum ShapeError {
    /// A number is NaN, infinite, or beyond [`MAX_EXTENT`].
    OutOfRange {
        /// Which number: "radius", "width", "point 3 x", …
        what: String,
        /// The number.
        found: f32,
    },
    /// A size is not greater than zero.
    NotPositive {
        /// Which size.
        what: &'static str,
        /// The number.
        found: f32,
    },
    /// A polygon has too few or too many points.
    PointCount(usize),
    /// The polygon turns the wrong way, crosses itself, or has three neighbours on one line, at this point.
    NotConvex {
        /// Index of the point, in the order given.
        point: usize,
    },
    /// A wall's start and end are the same point.
    ZeroLength,
}

/// A disc around the local origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    radius: f32,
}

/// A rectangle around the local origin, sides along the local axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    half: Vec2,
}

/// A convex polygon of 3 to [`MAX_POINTS`] points, counter-clockwise in local space.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    vertices: Box<[Vec2]>,
    normals: Box<[Vec2]>,
    bounding: BoundingCircle,
}

/// A segment without thickness, solid from both sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wall {
    start: Vec2,
    end: Vec2,
    normal: Vec2,
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

impl Shape {
    /// A disc. `radius` in metres, > 0, at most [`MAX_EXTENT`].
    pub fn circle(radius: f32) -> Result<Self, ShapeError> {
        Ok(Self::Circle(Circle { radius: positive("radius", radius)? }))
    }

    /// A rectangle around the origin. Metres, both > 0, at most [`MAX_EXTENT`].
    pub fn rectangle(width: f32, height: f32) -> Result<Self, ShapeError> {
        Ok(Self::Rectangle(Rectangle {
            half: Vec2::new(positive("width", width)?, positive("height", height)?) * 0.5,
        }))
    }

    /// A convex polygon, 3 to [`MAX_POINTS`] points in either winding; kept counter-clockwise, first point first.
    pub fn polygon(points: &[Vec2]) -> Result<Self, ShapeError> {
        if !(3..=MAX_POINTS).contains(&points.len()) {
            return Err(ShapeError::PointCount(points.len()));
        }
        for (i, p) in points.iter().enumerate() {
            in_range(|| format!("point {i} x"), p.x)?;
            in_range(|| format!("point {i} y"), p.y)?;
        }
        let mut vertices = points.to_vec();
        if doubled_area(&vertices) < 0.0 {
            vertices[1..].reverse();
        }
        let n = vertices.len();
        let normals: Box<[Vec2]> = (0..n)
            .map(|i| {
                let edge = vertices[(i + 1) % n] - vertices[i];
                Vec2::new(edge.y, -edge.x).normalize_or_zero()
            })
            .collect();
        // TODO(core): refuse what is not convex, with the index of the point as given.
        let center = vertices.iter().sum::<Vec2>() / n as f32;
        let radius = vertices.iter().map(|v| v.distance(center)).fold(0.0, f32::max);
        Ok(Self::Polygon(Polygon {
            vertices: vertices.into(),
            normals,
            bounding: BoundingCircle { center, radius },
        }))
    }

    /// A segment from `start` to `end`. Metres, local space; the two must differ.
    pub fn wall(start: Vec2, end: Vec2) -> Result<Self, ShapeError> {
        for (name, v) in [("start x", start.x), ("start y", start.y), ("end x", end.x), ("end y", end.y)] {
            in_range(|| name.to_owned(), v)?;
        }
        let direction = (end - start).normalize_or_zero();
        if direction == Vec2::ZERO {
            return Err(ShapeError::ZeroLength);
        }
        Ok(Self::Wall(Wall { start, end, normal: direction.perp() }))
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
            Self::Rectangle(Rectangle { half: h }) => {
                vec![Vec2::new(h.x, -h.y), *h, Vec2::new(-h.x, h.y), -*h]
            }
            Self::Polygon(p) => p.vertices.to_vec(),
            Self::Wall(w) => vec![w.start, w.end],
        }
    }

    /// A disc that holds the shape, in local space.
    pub fn bounding_circle(&self) -> BoundingCircle {
        match self {
            Self::Circle(c) => BoundingCircle { center: Vec2::ZERO, radius: c.radius },
            Self::Rectangle(r) => BoundingCircle { center: Vec2::ZERO, radius: r.half.length() },
            Self::Polygon(p) => p.bounding,
            Self::Wall(w) => {
                BoundingCircle { center: (w.start + w.end) * 0.5, radius: w.start.distance(w.end) * 0.5 }
            }
        }
    }

    /// The point of the shape farthest along `direction` (world axes, any length but 0). World coordinates.
    pub fn support(&self, pose: &Pose, direction: Vec2) -> Vec2 {
        match self {
            Self::Circle(c) => pose.position + direction.normalize_or_zero() * c.radius,
            _ => {
                let local = pose.rotation.unrotate(direction);
                let farthest = self
                    .corners()
                    .into_iter()
                    .max_by(|p, q| p.dot(local).total_cmp(&q.dot(local)))
                    .unwrap_or_default();
                pose.world_from_local(farthest)
            }
        }
    }

    /// The smallest axis-aligned box around the shape. World coordinates.
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        let (min, max) = match self {
            Self::Circle(c) => (pose.position - c.radius, pose.position + c.radius),
            _ => (
                Vec2::new(self.support(pose, Vec2::NEG_X).x, self.support(pose, Vec2::NEG_Y).y),
                Vec2::new(self.support(pose, Vec2::X).x, self.support(pose, Vec2::Y).y),
            ),
        };
        Aabb { min, max }
    }

    /// Whether the world point is in the shape or on its edge. A wall holds only the points on the segment, within rounding.
    pub fn contains(&self, pose: &Pose, point: Vec2) -> bool {
        let p = pose.local_from_world(point);
        match self {
            Self::Circle(c) => p.length_squared() <= c.radius * c.radius,
            Self::Rectangle(r) => p.abs().cmple(r.half).all(),
            Self::Polygon(poly) => poly.vertices.iter().zip(&poly.normals).all(|(v, n)| n.dot(p - *v) <= 0.0),
            Self::Wall(_) => self.distance(pose, point) <= 1.0e-6 * point.length().max(1.0),
        }
    }

    /// Distance from the world point to the shape; 0 inside. Metres. The mouse picks walls with it.
    pub fn distance(&self, pose: &Pose, point: Vec2) -> f32 {
        let p = pose.local_from_world(point);
        if let Self::Circle(c) = self {
            return (p.length() - c.radius).max(0.0);
        }
        if !matches!(self, Self::Wall(_)) && self.contains(pose, point) {
            return 0.0;
        }
        let corners = self.corners();
        (0..corners.len())
            .map(|i| {
                let (from, to) = (corners[i], corners[(i + 1) % corners.len()]);
                let edge = to - from;
                let t = ((p - from).dot(edge) / edge.length_squared()).clamp(0.0, 1.0);
                p.distance(from + edge * t)
            })
            .fold(f32::INFINITY, f32::min)
    }

    /// Area. Square metres; 0 for a wall.
    pub fn area(&self) -> f32 {
        match self {
            Self::Circle(c) => std::f32::consts::PI * c.radius * c.radius,
            Self::Rectangle(r) => 4.0 * r.half.x * r.half.y,
            Self::Polygon(p) => 0.5 * doubled_area(&p.vertices),
            Self::Wall(_) => 0.0,
        }
    }

    /// Centre of mass of the shape with even density, local space.
    pub fn centroid(&self) -> Vec2 {
        match self {
            Self::Circle(_) | Self::Rectangle(_) => Vec2::ZERO,
            // TODO(core): the area centroid.
            Self::Polygon(p) => p.vertices.iter().sum::<Vec2>() / p.vertices.len() as f32,
            Self::Wall(w) => (w.start + w.end) * 0.5,
        }
    }
}

fn doubled_area(vertices: &[Vec2]) -> f32 {
    (0..vertices.len()).map(|i| vertices[i].perp_dot(vertices[(i + 1) % vertices.len()])).sum()
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
