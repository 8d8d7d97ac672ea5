//! The kinds of shapes, in their bodies' local space. The constructors refuse bad data.

mod bounds;
mod capsule;
pub(crate) mod chain;
mod circle;
mod compound;
pub(crate) mod corners;
mod error;
mod hull;
pub(crate) mod leaf;
mod moments;
mod polygon;
mod rectangle;
pub(crate) mod segment_tree;
mod wall;

use glam::{DVec2, Vec2};

pub use bounds::BoundingCircle;
pub use capsule::Capsule;
pub use chain::Chain;
pub use circle::Circle;
pub use compound::{Compound, LINE_THICKNESS, Part};
use compound::{Weighed, weighed};
pub use error::ShapeError;
pub use leaf::{Leaf, LeafShape};
use moments::Measures;
pub use polygon::{Polygon, smallest_circle};
pub use rectangle::Rectangle;
pub use wall::Wall;

use crate::aabb::Aabb;
use crate::pose::{Pose, Rotation};
use crate::stored::{Bytes, Stored};
use crate::tolerance::PARALLEL;

/// Largest coordinate or size that a shape may have. Metres.
pub const MAX_EXTENT: f32 = 1.0e6;
/// Most points that a polygon may have.
pub const MAX_POINTS: usize = 64;

/// The closed set of shapes.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A disc.
    Circle(Circle),
    /// Every point within a radius of a segment.
    Capsule(Capsule),
    /// A rectangle, its corners sharp or rounded.
    Rectangle(Rectangle),
    /// A convex polygon, its corners sharp or rounded.
    Polygon(Polygon),
    /// A segment.
    Wall(Wall),
    /// Segments end to end.
    Chain(Chain),
    /// Several shapes as one.
    Compound(Compound),
}

/// The kind of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShapeKind {
    /// [`Shape::Circle`].
    Circle,
    /// [`Shape::Capsule`].
    Capsule,
    /// [`Shape::Rectangle`].
    Rectangle,
    /// [`Shape::Polygon`].
    Polygon,
    /// [`Shape::Wall`].
    Wall,
    /// [`Shape::Chain`].
    Chain,
    /// [`Shape::Compound`].
    Compound,
}

impl ShapeKind {
    /// Every kind, in the order in which the kinds of a pair are named.
    pub const ALL: [Self; 7] = [
        Self::Circle,
        Self::Capsule,
        Self::Rectangle,
        Self::Polygon,
        Self::Wall,
        Self::Chain,
        Self::Compound,
    ];
    /// The kinds that are one convex shape. They come first.
    pub const SIMPLE: [Self; 5] = [Self::Circle, Self::Capsule, Self::Rectangle, Self::Polygon, Self::Wall];
    /// How many kinds there are.
    pub const COUNT: usize = Self::ALL.len();

    /// "circle", …: as in the text of a [`PairKind`](crate::PairKind).
    pub fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Capsule => "capsule",
            Self::Rectangle => "rectangle",
            Self::Polygon => "polygon",
            Self::Wall => "wall",
            Self::Chain => "chain",
            Self::Compound => "compound",
        }
    }

    /// Whether the shape has an inside. A shape without one is a line.
    pub fn has_inside(self) -> bool {
        match self {
            Self::Circle | Self::Capsule | Self::Rectangle | Self::Polygon | Self::Compound => true,
            Self::Wall | Self::Chain => false,
        }
    }

    /// Whether faces go around the shape from corner to corner, as a rectangle's do.
    pub fn is_enclosed_by_faces(self) -> bool {
        match self {
            Self::Rectangle | Self::Polygon => true,
            Self::Circle | Self::Capsule | Self::Wall | Self::Chain | Self::Compound => false,
        }
    }

    /// Whether some of the outline is flat.
    pub(crate) fn has_faces(self) -> bool {
        match self {
            Self::Circle => false,
            Self::Capsule | Self::Rectangle | Self::Polygon | Self::Wall | Self::Chain | Self::Compound => {
                true
            }
        }
    }

    /// Whether the core, around which the shape is rounded, has a face on every side of it.
    pub(crate) fn has_flat_core(self) -> bool {
        match self {
            Self::Rectangle | Self::Polygon | Self::Wall => true,
            Self::Circle | Self::Capsule | Self::Chain | Self::Compound => false,
        }
    }

    /// Whether shapes of the kind have leaves other than themselves.
    pub fn is_composite(self) -> bool {
        match self {
            Self::Chain | Self::Compound => true,
            Self::Circle | Self::Capsule | Self::Rectangle | Self::Polygon | Self::Wall => false,
        }
    }

    /// The kind of this name; `None` for other text.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

// `ShapeKind::ALL` is in the order of the kinds and holds each of them.
const _: () = {
    let mut i = 0;
    while i < ShapeKind::COUNT {
        assert!(ShapeKind::ALL[i] as usize == i);
        i += 1;
    }
};

/// Evaluates an expression on the inner shape, whichever kind it is.
macro_rules! of_kind {
    ($shape:expr, $own:ident => $expression:expr) => {
        match $shape {
            Shape::Circle($own) => $expression,
            Shape::Capsule($own) => $expression,
            Shape::Rectangle($own) => $expression,
            Shape::Polygon($own) => $expression,
            Shape::Wall($own) => $expression,
            Shape::Chain($own) => $expression,
            Shape::Compound($own) => $expression,
        }
    };
}

impl Shape {
    /// A disc. `radius` in metres, > 0, at most [`MAX_EXTENT`].
    pub fn circle(radius: f32) -> Result<Self, ShapeError> {
        Circle::new(radius).map(Self::Circle)
    }

    /// Every point within `radius` > 0 of the segment from `start` to a different `end`. Metres, local space.
    pub fn capsule(start: Vec2, end: Vec2, radius: f32) -> Result<Self, ShapeError> {
        Capsule::new(start, end, radius).map(Self::Capsule)
    }

    /// A rectangle around the origin. Metres, both > 0 (their halves too), at most [`MAX_EXTENT`].
    pub fn rectangle(width: f32, height: f32) -> Result<Self, ShapeError> {
        Self::rounded_rectangle(width, height, 0.0)
    }

    /// Every point within `radius` >= 0 of a rectangle: that far outside of `width` and `height`. Metres.
    pub fn rounded_rectangle(width: f32, height: f32, radius: f32) -> Result<Self, ShapeError> {
        Rectangle::new(width, height, radius).map(Self::Rectangle)
    }

    /// A convex polygon, 3 to [`MAX_POINTS`] points in either winding; kept counter-clockwise from the first.
    pub fn polygon(points: &[Vec2]) -> Result<Self, ShapeError> {
        Self::rounded_polygon(points, 0.0)
    }

    /// Every point within `radius` >= 0 of a [`Shape::polygon`]: that far outside of `points`. Metres.
    pub fn rounded_polygon(points: &[Vec2], radius: f32) -> Result<Self, ShapeError> {
        Polygon::new(points, radius).map(Self::Polygon)
    }

    /// A segment from `start` to `end`. Metres, local space; the two must differ.
    pub fn wall(start: Vec2, end: Vec2) -> Result<Self, ShapeError> {
        Wall::new(start, end).map(Self::Wall)
    }

    /// Segments end to end from point to point: at least 2 points (3 if `closed`, which adds a segment from
    /// the last point to the first), none of length 0. `one_sided`: it collides only with bodies on the
    /// right-hand side of its direction.
    pub fn chain(points: &[Vec2], closed: bool, one_sided: bool) -> Result<Self, ShapeError> {
        Chain::new(points, closed, one_sided).map(Self::Chain)
    }

    /// Several shapes as one; none of them is a compound.
    pub fn compound(parts: Vec<Part>) -> Result<Self, ShapeError> {
        Compound::new(parts).map(Self::Compound)
    }

    /// Its kind.
    pub fn kind(&self) -> ShapeKind {
        match self {
            Self::Circle(_) => ShapeKind::Circle,
            Self::Capsule(_) => ShapeKind::Capsule,
            Self::Rectangle(_) => ShapeKind::Rectangle,
            Self::Polygon(_) => ShapeKind::Polygon,
            Self::Wall(_) => ShapeKind::Wall,
            Self::Chain(_) => ShapeKind::Chain,
            Self::Compound(_) => ShapeKind::Compound,
        }
    }

    /// The corners, counter-clockwise, in local space: a rectangle's from the lower right, a wall's ends;
    /// a chain's points; none of a circle, a capsule or a compound. Face `i` runs from corner `i` to corner `i + 1`.
    /// A rounded shape reaches [`Shape::radius`] farther.
    pub fn corners(&self) -> Vec<Vec2> {
        match self {
            Self::Circle(_) | Self::Capsule(_) | Self::Compound(_) => Vec::new(),
            Self::Chain(c) => c.points().to_vec(),
            Self::Rectangle(r) => r.corners().to_vec(),
            Self::Polygon(p) => p.vertices().to_vec(),
            Self::Wall(w) => vec![w.start(), w.end()],
        }
    }

    /// Radius around the core: a circle's centre, a capsule's segment, the corners of a rounded shape. Metres; 0 where
    /// nothing is round.
    pub fn radius(&self) -> f32 {
        match self {
            Self::Circle(circle) => circle.radius(),
            Self::Capsule(capsule) => capsule.radius(),
            Self::Rectangle(rectangle) => rectangle.radius(),
            Self::Polygon(polygon) => polygon.radius(),
            Self::Wall(_) | Self::Chain(_) | Self::Compound(_) => 0.0,
        }
    }

    /// A disc around the shape, in local space; a polygon's is the smallest.
    pub fn bounding_circle(&self) -> BoundingCircle {
        of_kind!(self, shape => shape.bounding())
    }

    /// The support point along `direction` (world axes, any length but 0). World coordinates.
    pub fn support(&self, pose: &Pose, direction: Vec2) -> Vec2 {
        of_kind!(self, shape => shape.support(pose, direction))
    }

    /// The smallest axis-aligned box around the shape. World coordinates.
    pub fn aabb(&self, pose: &Pose) -> Aabb {
        self.extent(pose.rotation).at(pose.position)
    }

    /// [`Shape::aabb`] at the world's origin.
    pub(crate) fn extent(&self, rotation: Rotation) -> Aabb {
        of_kind!(self, shape => shape.extent(rotation))
    }

    /// Whether the world point is in the shape or on its edge; for a wall or a chain, on a segment within
    /// rounding.
    pub fn contains(&self, pose: &Pose, point: Vec2) -> bool {
        let p = pose.local_from_world(point);
        match self {
            Self::Circle(circle) => circle.contains(p),
            Self::Capsule(capsule) => capsule.contains(p),
            Self::Rectangle(rectangle) => rectangle.contains(p),
            Self::Polygon(polygon) => polygon.contains(p),
            Self::Wall(wall) => wall.contains(p, pose.position),
            Self::Chain(chain) => chain.contains(p, pose.position),
            Self::Compound(compound) => compound.contains(p),
        }
    }

    /// Distance from the world point to the shape; 0 inside. Metres.
    pub fn distance(&self, pose: &Pose, point: Vec2) -> f32 {
        let p = pose.local_from_world(point);
        of_kind!(self, shape => shape.distance(p))
    }

    /// Mass at density 1, by which a compound's mass is shared: the area, or that of a line
    /// [`LINE_THICKNESS`] thick.
    pub(crate) fn weight(&self) -> f32 {
        match self {
            Self::Wall(wall) => 2.0 * wall.radius() * LINE_THICKNESS,
            Self::Chain(chain) => chain.weight(),
            Self::Compound(compound) => compound.weight(),
            Self::Circle(_) | Self::Capsule(_) | Self::Rectangle(_) | Self::Polygon(_) => self.area(),
        }
    }

    /// Area. Square metres; 0 for a wall and a chain, of a compound the sum of the parts'.
    pub fn area(&self) -> f32 {
        of_kind!(self, shape => shape.measures().area)
    }

    /// Centre of mass of the shape with even density, local space.
    #[inline]
    pub fn centroid(&self) -> Vec2 {
        of_kind!(self, shape => shape.measures().centroid)
    }

    /// Moment of inertia about the centroid, of even density; a wall is a thin rod. kg·m², `mass` in kg.
    #[inline]
    pub fn moment_of_inertia(&self, mass: f32) -> f32 {
        mass * of_kind!(self, shape => shape.measures().gyration_squared)
    }

    /// Radius of the largest disc around the centroid inside the shape: a body that moves by less in a step
    /// does not jump over another. Metres; 0 for a wall or a chain.
    pub fn inner_radius(&self) -> f32 {
        of_kind!(self, shape => shape.measures().inner_radius)
    }

    /// [`Shape::inner_radius`]; for a compound or a chain, whose centroid may lie outside, the bounding
    /// circle's radius.
    pub(crate) fn inner_or_bounding_radius(&self) -> f32 {
        if self.is_composite() { self.bounding_circle().radius } else { self.inner_radius() }
    }

    /// The face whose normal is opposite to that of `face`, within [`PARALLEL`]: of a line its other side, which
    /// has the same index.
    pub(crate) fn opposite_face(&self, face: u32) -> Option<u32> {
        match self {
            Self::Circle(_) | Self::Chain(_) | Self::Compound(_) => None,
            Self::Capsule(_) | Self::Wall(_) => Some(face),
            Self::Rectangle(_) => Some((face + 2) % 4),
            Self::Polygon(polygon) => {
                let normals = polygon.normals();
                let normal = *normals.get(face as usize)?;
                let is_opposite = |n: &Vec2| n.perp_dot(normal).abs() <= PARALLEL && n.dot(normal) < 0.0;
                normals.iter().position(is_opposite).map(|i| i as u32)
            }
        }
    }

    /// Prefetches what a collision test reads. The number has no meaning.
    pub(crate) fn prefetch(&self) -> u32 {
        match self {
            Self::Polygon(p) => p.prefetch(),
            Self::Circle(_)
            | Self::Capsule(_)
            | Self::Rectangle(_)
            | Self::Wall(_)
            | Self::Chain(_)
            | Self::Compound(_) => 0,
        }
    }
}

/// A valid segment's normal, to the left of the direction from start to end, and half its length.
fn segment(start: Vec2, end: Vec2) -> Result<(Vec2, f32), ShapeError> {
    point_in_range("start", start)?;
    point_in_range("end", end)?;
    let direction = (end.as_dvec2() - start.as_dvec2()).normalize_or_zero().as_vec2();
    let is_point = direction == Vec2::ZERO;
    if is_point { Err(ShapeError::ZeroLength) } else { Ok((direction.perp(), length(end - start) * 0.5)) }
}

/// The point farther along the direction; of a tie the first.
fn farther(along: Vec2, p: Vec2, q: Vec2) -> Vec2 {
    if q.dot(along) > p.dot(along) { q } else { p }
}

/// A core's support point, moved out by the radius.
#[inline(always)]
fn rounded_support(core: Vec2, direction: Vec2, radius: f32) -> Vec2 {
    if radius > 0.0 { core + direction.normalize_or_zero() * radius } else { core }
}

/// Whether `p` is within a radius of a segment.
fn is_within(radius: f32, p: DVec2, from: DVec2, to: DVec2) -> bool {
    let (segment, p) = (to - from, p - from);
    let along = (p.dot(segment) / segment.length_squared()).clamp(0.0, 1.0);
    p.distance_squared(segment * along) <= f64::from(radius).powi(2)
}

/// Length of a vector, also where f32 cannot hold the square.
fn length(v: Vec2) -> f32 {
    if v.length_squared() >= f32::MIN_POSITIVE { v.length() } else { v.as_dvec2().length() as f32 }
}

/// Distance from `p` to the segment. Metres.
pub(crate) fn segment_distance(p: Vec2, from: Vec2, to: Vec2) -> f32 {
    let (edge, to_p) = (to - from, p - from);
    // `max`: a segment whose squared length underflows is a point.
    let along = (to_p.dot(edge) / edge.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
    if along == 1.0 { p.distance(to) } else { to_p.distance(edge * along) }
}

fn positive(what: &'static str, found: f32) -> Result<f32, ShapeError> {
    in_range(|| what.to_owned(), found)?;
    if found > 0.0 { Ok(found) } else { Err(ShapeError::NotPositive { what, found }) }
}

/// Checks the corner radius of a rounded shape.
fn rounding(radius: f32) -> Result<f32, ShapeError> {
    in_range(|| "radius".to_owned(), radius)?;
    // Without a negative zero.
    if radius >= 0.0 { Ok(radius + 0.0) } else { Err(ShapeError::Negative { what: "radius", found: radius }) }
}

fn point_in_range(what: &str, p: Vec2) -> Result<(), ShapeError> {
    in_range(|| format!("{what} x"), p.x)?;
    in_range(|| format!("{what} y"), p.y).map(|_| ())
}

fn in_range(what: impl FnOnce() -> String, found: f32) -> Result<f32, ShapeError> {
    if found.is_finite() && found.abs() <= MAX_EXTENT {
        Ok(found)
    } else {
        Err(ShapeError::OutOfRange { what: what(), found })
    }
}

stored_enum!(ShapeKind { 0: Circle, 1: Capsule, 2: Rectangle, 3: Polygon, 4: Wall, 5: Chain, 6: Compound });

impl Stored for Shape {
    /// Its kind, and what it is made from.
    fn store(&self, to: &mut Vec<u8>) {
        self.kind().store(to);
        match self {
            Self::Circle(circle) => circle.radius().store(to),
            Self::Capsule(capsule) => {
                [capsule.start(), capsule.end()].store(to);
                capsule.radius().store(to);
            }
            Self::Rectangle(rectangle) => {
                rectangle.half_extents().store(to);
                rectangle.radius().store(to);
            }
            Self::Polygon(polygon) => {
                polygon.vertices().to_vec().store(to);
                polygon.radius().store(to);
            }
            Self::Wall(wall) => [wall.start(), wall.end()].store(to),
            Self::Chain(chain) => {
                chain.points().to_vec().store(to);
                [chain.is_closed(), chain.is_one_sided()].store(to);
            }
            Self::Compound(compound) => compound.parts().to_vec().store(to),
        }
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        let made = match ShapeKind::load(from)? {
            ShapeKind::Circle => Self::circle(f32::load(from)?),
            ShapeKind::Capsule => {
                let [start, end] = Stored::load(from)?;
                Self::capsule(start, end, f32::load(from)?)
            }
            ShapeKind::Rectangle => {
                let half = Vec2::load(from)?;
                Self::rounded_rectangle(2.0 * half.x, 2.0 * half.y, f32::load(from)?)
            }
            ShapeKind::Polygon => {
                let points: Vec<Vec2> = Stored::load(from)?;
                Self::rounded_polygon(&points, f32::load(from)?)
            }
            ShapeKind::Wall => {
                let [start, end] = Stored::load(from)?;
                Self::wall(start, end)
            }
            ShapeKind::Chain => {
                let points: Vec<Vec2> = Stored::load(from)?;
                let [closed, one_sided] = Stored::load(from)?;
                Self::chain(&points, closed, one_sided)
            }
            ShapeKind::Compound => Self::compound(Stored::load(from)?),
        };
        made.ok()
    }
}
