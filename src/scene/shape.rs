//! Shapes as in the file: the names of the kinds and their fields.

use collide2d::{MAX_EXTENT, MAX_POINTS, Shape, ShapeError, ShapeKind};
use glam::Vec2;
use serde::Deserialize;

use super::fault::{At, Fault, vec2_text};
use super::field::{Field, FieldKind, place};
use super::file::{point, points};
use super::limit::Limit;

/// A shape as in the file; points keep the order and winding that were written.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Shape", deny_unknown_fields)]
pub enum SceneShape {
    /// A circle around the body's position.
    Circle {
        /// Metres, > 0.
        radius: f32,
    },
    /// Every point within a radius of a segment, local coordinates.
    Capsule {
        /// One end of the segment.
        #[serde(deserialize_with = "point")]
        start: Vec2,
        #[serde(deserialize_with = "point")]
        end: Vec2,
        /// Metres, > 0.
        radius: f32,
    },
    /// A rectangle around the body's position.
    Rectangle {
        /// Metres, > 0.
        width: f32,
        /// Metres, > 0.
        height: f32,
    },
    /// A convex polygon, local coordinates.
    Polygon {
        /// 3 to 64 points.
        #[serde(deserialize_with = "points")]
        points: Vec<Vec2>,
    },
    /// A segment, local coordinates.
    Wall {
        /// One end.
        #[serde(deserialize_with = "point")]
        start: Vec2,
        #[serde(deserialize_with = "point")]
        end: Vec2,
    },
}

// A variant for each shape kind. The compiler does not notice a missing one here.
const _: () = assert!(ShapeKind::SIMPLE.len() == 5);

/// The fields of shapes, in the order of the file. Points have rows of their own in the inspector.
pub static SHAPE_FIELDS: [Field<SceneShape>; 6] = [
    Field::vector(
        "start",
        "",
        Limit::Coordinate,
        None,
        place!(start in SceneShape::Capsule | SceneShape::Wall),
    ),
    Field::vector("end", "", Limit::Coordinate, None, place!(end in SceneShape::Capsule | SceneShape::Wall)),
    Field::new(
        "points",
        "",
        FieldKind::Points { most: MAX_POINTS, place: place!(points in SceneShape::Polygon) },
    ),
    Field::number("width", "Size", Limit::Size, None, place!(width in SceneShape::Rectangle))
        .metres()
        .prefix("w "),
    Field::number("height", "Size", Limit::Size, None, place!(height in SceneShape::Rectangle))
        .metres()
        .prefix("h "),
    Field::number(
        "radius",
        "Radius",
        Limit::Size,
        None,
        place!(radius in SceneShape::Circle | SceneShape::Capsule),
    )
    .metres(),
];

/// The syntax of a shape of this kind: "Circle(radius: …)".
pub fn form(kind: ShapeKind) -> &'static str {
    match kind {
        ShapeKind::Circle => "Circle(radius: …)",
        ShapeKind::Capsule => "Capsule(start: …, end: …, radius: …)",
        ShapeKind::Rectangle => "Rectangle(width: …, height: …)",
        ShapeKind::Polygon => "Polygon(points: […])",
        ShapeKind::Wall => "Wall(start: …, end: …)",
        ShapeKind::Chain => "Chain(points: […])",
        ShapeKind::Compound => "Compound(parts: […])",
    }
}

/// The kind's name in files and reports: "Circle".
pub fn file_name(kind: ShapeKind) -> &'static str {
    form(kind).split('(').next().unwrap_or_default()
}

impl SceneShape {
    pub fn kind(&self) -> ShapeKind {
        match self {
            Self::Circle { .. } => ShapeKind::Circle,
            Self::Capsule { .. } => ShapeKind::Capsule,
            Self::Rectangle { .. } => ShapeKind::Rectangle,
            Self::Polygon { .. } => ShapeKind::Polygon,
            Self::Wall { .. } => ShapeKind::Wall,
        }
    }

    /// The core crate's shape; the error names the field.
    pub fn to_shape(&self) -> Result<Shape, ShapeError> {
        match self {
            Self::Circle { radius } => Shape::circle(*radius),
            Self::Capsule { start, end, radius } => Shape::capsule(*start, *end, *radius),
            Self::Rectangle { width, height } => Shape::rectangle(*width, *height),
            Self::Polygon { points } => Shape::polygon(points),
            Self::Wall { start, end } => Shape::wall(*start, *end),
        }
    }

    /// The points of the shape with their labels: "Start", "Point 3".
    pub fn points(&self) -> Vec<(String, Vec2)> {
        match self {
            Self::Circle { .. } | Self::Rectangle { .. } => Vec::new(),
            Self::Polygon { points } => {
                points.iter().enumerate().map(|(i, point)| (format!("Point {i}"), *point)).collect()
            }
            Self::Capsule { start, end, .. } | Self::Wall { start, end } => {
                vec![("Start".to_owned(), *start), ("End".to_owned(), *end)]
            }
        }
    }

    /// One of [`SceneShape::points`], mutable.
    pub fn point_mut(&mut self, index: usize) -> Option<&mut Vec2> {
        match self {
            Self::Circle { .. } | Self::Rectangle { .. } => None,
            Self::Polygon { points } => points.get_mut(index),
            Self::Capsule { start, end, .. } | Self::Wall { start, end } => {
                [start, end].into_iter().nth(index)
            }
        }
    }
}

pub(super) fn check_shape(at: &At<'_>, shape: &SceneShape) -> Result<(), Fault> {
    SHAPE_FIELDS.iter().try_for_each(|field| field.check(at, shape))?;
    let Err(error) = shape.to_shape() else { return Ok(()) };
    let point = |i: usize| shape.points().get(i).map(|(_, point)| vec2_text(point)).unwrap_or_default();
    Err(match &error {
        ShapeError::NotConvex { point: i } => Fault {
            because: Some("where the outline is not convex".to_owned()),
            allowed: Some(CONVEX.to_owned()),
            ..at.field("points").index(*i).fault(point(*i))
        },
        ShapeError::ZeroLength => Fault {
            because: Some(format!("where the {} starts", shape.kind().name())),
            allowed: Some(format!("a point apart from start: a {} has a length", shape.kind().name())),
            ..at.field("end").fault(point(1))
        },
        ShapeError::HalfIsZero { what, found } => {
            Fault { allowed: Some(HALF_IS_POSITIVE.to_owned()), ..at.field(what).fault(format!("{found:?}")) }
        }
        // Every other error is found above, field by field.
        _ => Fault {
            because: Some(format!("of which {}", shape_problem(&error))),
            ..at.fault("a shape".to_owned())
        },
    })
}

/// The core crate's error about a shape, in words.
pub fn shape_problem(error: &ShapeError) -> String {
    match error {
        ShapeError::OutOfRange { what, found } => {
            format!("{what} is {found:?}; allowed: a finite number up to {MAX_EXTENT}")
        }
        ShapeError::NotPositive { what, found } => format!("{what} is {found:?}; allowed: a number > 0"),
        ShapeError::HalfIsZero { what, found } => format!("{what} is {found:?}; allowed: {HALF_IS_POSITIVE}"),
        ShapeError::PointCount(n) => format!("points has {n}; allowed: 3 to {MAX_POINTS}"),
        ShapeError::NotConvex { point } => format!("points[{point}] is not convex; allowed: {CONVEX}"),
        ShapeError::ZeroLength => "end is where start is; allowed: a point apart from start".to_owned(),
        other => other.to_string(),
    }
}

const HALF_IS_POSITIVE: &str = "a number of which the half is > 0";
const CONVEX: &str =
    "a convex outline, in either winding, that never crosses itself, no three neighbours on one line";
