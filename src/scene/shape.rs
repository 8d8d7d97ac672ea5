//! Shapes as in the file: the names of the kinds and their fields.

use std::borrow::Cow;
use std::f32::consts::TAU;

use collide2d::{LINE_THICKNESS, MAX_EXTENT, MAX_POINTS, Part, Pose, Shape, ShapeError, ShapeKind};
use glam::Vec2;
use serde::Deserialize;

use super::fault::{At, Fault, vec2_text};
use super::field::{Field, FieldKind, place, randomize};
use super::file::{one, point, points};
use super::kinds::kind_of;
use super::limit::Limit;
use super::random::RandomValues;

/// Most points of a chain.
pub const MAX_CHAIN_POINTS: usize = 4096;
/// Most parts of a body of several shapes.
pub const MAX_PARTS: usize = 4096;

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
        /// Of rounded corners, outside of width and height. Metres, >= 0.
        #[serde(default)]
        radius: f32,
    },
    /// A convex polygon, local coordinates.
    Polygon {
        /// 3 to 64 points.
        #[serde(deserialize_with = "points")]
        points: Vec<Vec2>,
        /// Of rounded corners, outside of the points. Metres, >= 0.
        #[serde(default)]
        radius: f32,
    },
    /// A segment, local coordinates.
    Wall {
        /// One end.
        #[serde(deserialize_with = "point")]
        start: Vec2,
        #[serde(deserialize_with = "point")]
        end: Vec2,
    },
    /// Segments end to end, local coordinates.
    Chain {
        /// 2 to [`MAX_CHAIN_POINTS`] points; 3 at least of a closed one.
        #[serde(deserialize_with = "points")]
        points: Vec<Vec2>,
        /// A last segment goes from the last point to the first.
        #[serde(default)]
        closed: bool,
        /// It holds only bodies on its right-hand side, going along.
        #[serde(default)]
        one_sided: bool,
    },
    /// Several shapes: what a file has as a body's `shapes`.
    #[serde(skip_deserializing)]
    Compound {
        /// 1 to [`MAX_PARTS`].
        parts: Vec<ScenePart>,
    },
}

kind_of!(SceneShape, ShapeKind: Circle Capsule Rectangle Polygon Wall Chain Compound);

/// One of a body's several shapes.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename = "Part", deny_unknown_fields)]
pub struct ScenePart {
    /// Any but a compound.
    pub shape: SceneShape,
    /// Local space of the body. Metres.
    #[serde(default, deserialize_with = "point")]
    pub at: Vec2,
    /// Degrees, counter-clockwise.
    #[serde(default)]
    pub turned: f32,
    /// Its share of the body's mass is area times density, > 0.
    #[serde(default = "one")]
    pub density: f32,
}

// A variant for each shape kind, and a place in each list. The compiler does not notice a missing one here.
const _: () = assert!(ShapeKind::COUNT == 7 && WRITTEN_KINDS.len() + 1 == ShapeKind::COUNT);

/// The kinds that a file may name as a shape; the other is a body's `shapes`.
pub static WRITTEN_KINDS: [ShapeKind; 6] = [
    ShapeKind::Circle,
    ShapeKind::Capsule,
    ShapeKind::Rectangle,
    ShapeKind::Polygon,
    ShapeKind::Wall,
    ShapeKind::Chain,
];

/// The fields of shapes, in the order of the file. Points have rows of their own in the inspector.
pub static SHAPE_FIELDS: [Field<SceneShape>; 10] = [
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
        FieldKind::Points { least: 3, most: MAX_POINTS, place: place!(points in SceneShape::Polygon) },
    ),
    Field::new(
        "points",
        "",
        FieldKind::Points { least: 2, most: MAX_CHAIN_POINTS, place: place!(points in SceneShape::Chain) },
    ),
    Field::flag("closed", "Closed", false, place!(closed in SceneShape::Chain))
        .note(|_| Cow::Borrowed("from the last point to the first")),
    Field::flag("one_sided", "One-sided", false, place!(one_sided in SceneShape::Chain))
        .note(|_| Cow::Borrowed("holds what is on its right, going along")),
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
    Field::number(
        "radius",
        "Rounding",
        Limit::Rounding,
        Some(0.0),
        place!(radius in SceneShape::Rectangle | SceneShape::Polygon),
    )
    .metres()
    .note(|_| Cow::Borrowed("radius of the corners, outside")),
];

/// The fields of a part beside its shape.
pub static PART_FIELDS: [Field<ScenePart>; 3] = [
    Field::vector("at", "At", Limit::Coordinate, Some(Vec2::ZERO), place!(ScenePart.at)).metres(),
    Field::number("turned", "Turned", Limit::Coordinate, Some(0.0), place!(ScenePart.turned)).unit("°", 0.5),
    Field::number("density", "Density", Limit::Positive, Some(1.0), place!(ScenePart.density))
        .note(|_| Cow::Borrowed("its share of the mass: area × density")),
];

/// The syntax of a shape of this kind: "Circle(radius: …)".
pub fn form(kind: ShapeKind) -> String {
    let fields = match kind {
        ShapeKind::Circle => "(radius: …)",
        ShapeKind::Capsule => "(start: …, end: …, radius: …)",
        ShapeKind::Rectangle => "(width: …, height: …)",
        ShapeKind::Polygon | ShapeKind::Chain => "(points: […])",
        ShapeKind::Wall => "(start: …, end: …)",
        // In a file these are the body's `shapes`.
        ShapeKind::Compound => "",
    };
    format!("{}{fields}", file_name(kind))
}

/// The kind's name in files and reports: "Circle".
pub fn file_name(kind: ShapeKind) -> &'static str {
    match kind {
        ShapeKind::Circle => "Circle",
        ShapeKind::Capsule => "Capsule",
        ShapeKind::Rectangle => "Rectangle",
        ShapeKind::Polygon => "Polygon",
        ShapeKind::Wall => "Wall",
        ShapeKind::Chain => "Chain",
        ShapeKind::Compound => "Compound",
    }
}

impl SceneShape {
    /// One of this kind, for tests. The core may refuse it even where the values are valid: three points may lie on one
    /// line.
    pub fn random(kind: ShapeKind, values: &mut dyn RandomValues) -> Self {
        match kind {
            ShapeKind::Circle => Self::Circle { radius: values.number(Limit::Size) },
            ShapeKind::Capsule => {
                let (start, end) = (values.point(), values.point());
                Self::Capsule { start, end, radius: values.number(Limit::Size) }
            }
            ShapeKind::Rectangle => {
                let (width, height) = (values.number(Limit::Size), values.number(Limit::Size));
                Self::Rectangle { width, height, radius: values.number(Limit::Rounding) }
            }
            ShapeKind::Polygon => {
                let points = random_outline(values);
                Self::Polygon { points, radius: values.number(Limit::Rounding) }
            }
            ShapeKind::Wall => Self::Wall { start: values.point(), end: values.point() },
            ShapeKind::Chain => {
                let points = (0..2 + values.whole(38)).map(|_| values.point()).collect();
                Self::Chain { points, closed: values.flag(), one_sided: values.flag() }
            }
            ShapeKind::Compound => {
                let parts = (0..1 + values.whole(3)).map(|_| ScenePart::random(values)).collect();
                Self::Compound { parts }
            }
        }
    }

    /// The shape of a body until its shapes are read.
    pub(super) fn none() -> Self {
        Self::Compound { parts: Vec::new() }
    }

    /// A body's `shapes`; none where it has one shape.
    pub fn parts(&self) -> &[ScenePart] {
        if let Self::Compound { parts } = self { parts } else { &[] }
    }

    /// [`SceneShape::parts`], mutable.
    pub fn parts_mut(&mut self) -> &mut [ScenePart] {
        if let Self::Compound { parts } = self { parts } else { &mut [] }
    }

    /// Whether it has an inside, or one of its parts has; what has none cannot burst.
    pub fn has_area(&self) -> bool {
        match self {
            Self::Compound { parts } => parts.iter().any(|part| part.shape.kind().has_inside()),
            simple => simple.kind().has_inside(),
        }
    }

    /// The core crate's shape; the error names the field.
    pub fn to_shape(&self) -> Result<Shape, ShapeError> {
        match self {
            Self::Circle { radius } => Shape::circle(*radius),
            Self::Capsule { start, end, radius } => Shape::capsule(*start, *end, *radius),
            Self::Rectangle { width, height, radius } => Shape::rounded_rectangle(*width, *height, *radius),
            Self::Polygon { points, radius } => Shape::rounded_polygon(points, *radius),
            Self::Wall { start, end } => Shape::wall(*start, *end),
            Self::Chain { points, closed, one_sided } => Shape::chain(points, *closed, *one_sided),
            Self::Compound { parts } => {
                Shape::compound(parts.iter().map(ScenePart::to_part).collect::<Result<_, _>>()?)
            }
        }
    }

    /// The points of the shape with their labels: "Start", "Point 3".
    pub fn points(&self) -> Vec<(String, Vec2)> {
        match self {
            Self::Circle { .. } | Self::Rectangle { .. } | Self::Compound { .. } => Vec::new(),
            Self::Polygon { points, .. } | Self::Chain { points, .. } => {
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
            Self::Circle { .. } | Self::Rectangle { .. } | Self::Compound { .. } => None,
            Self::Polygon { points, .. } | Self::Chain { points, .. } => points.get_mut(index),
            Self::Capsule { start, end, .. } | Self::Wall { start, end } => {
                [start, end].into_iter().nth(index)
            }
        }
    }

    /// The points of a polygon or a chain, which may be more and less.
    pub fn free_points(&mut self) -> Option<&mut Vec<Vec2>> {
        match self {
            Self::Polygon { points, .. } | Self::Chain { points, .. } => Some(points),
            Self::Circle { .. }
            | Self::Capsule { .. }
            | Self::Rectangle { .. }
            | Self::Wall { .. }
            | Self::Compound { .. } => None,
        }
    }

    /// Adds a point to a polygon or a chain, on the side that begins at this point; `None`: in its middle. The shape may become
    /// one that is refused.
    pub fn add_point(&mut self, side: usize, point: Option<Vec2>) {
        let Some(points) = self.free_points() else { return };
        let ends = points.get(side).zip(points.get((side + 1) % points.len().max(1)));
        if let Some(middle) = ends.map(|(start, end)| start.midpoint(*end)) {
            points.insert(side + 1, point.unwrap_or(middle));
        }
    }

    /// Takes a point from a polygon or a chain. The shape may become one that is refused.
    pub fn remove_point(&mut self, index: usize) {
        if let Some(points) = self.free_points().filter(|points| index < points.len()) {
            points.remove(index);
        }
    }

    /// Why the points of a polygon or a chain are refused, in few words.
    pub fn refused_points(&self) -> Option<String> {
        let (count, most, allowed) = match self {
            Self::Polygon { points, .. } => {
                (points.len(), MAX_POINTS, "must stay convex: group pieces for a concave body")
            }
            Self::Chain { points, .. } => {
                (points.len(), MAX_CHAIN_POINTS, "must be apart from its neighbours")
            }
            Self::Circle { .. }
            | Self::Capsule { .. }
            | Self::Rectangle { .. }
            | Self::Wall { .. }
            | Self::Compound { .. } => return None,
        };
        if count > most {
            return Some(format!("at most {most} points"));
        }
        self.to_shape().is_err().then(|| allowed.to_owned())
    }

    /// Corners, ends and centres. Local space.
    pub fn landmarks(&self) -> Vec<Vec2> {
        let mut marks = vec![Vec2::ZERO];
        match self {
            Self::Rectangle { width, height, .. } => {
                let half = Vec2::new(*width, *height) * 0.5;
                marks.extend([half, -half, Vec2::new(half.x, -half.y), Vec2::new(-half.x, half.y)]);
            }
            Self::Compound { parts } => {
                for part in parts {
                    let pose = part.pose();
                    marks.extend(part.shape.landmarks().into_iter().map(|mark| pose.world_from_local(mark)));
                }
            }
            Self::Circle { .. }
            | Self::Capsule { .. }
            | Self::Polygon { .. }
            | Self::Wall { .. }
            | Self::Chain { .. } => marks.extend(self.points().into_iter().map(|(_, point)| point)),
        }
        marks
    }

    /// Area, of a line that of its thickness among parts. Square metres.
    pub(super) fn weight(&self) -> f32 {
        let length = |points: &[Vec2]| points.windows(2).map(|ends| ends[0].distance(ends[1])).sum::<f32>();
        match self {
            Self::Wall { start, end } => start.distance(*end) * LINE_THICKNESS,
            Self::Chain { points, closed, .. } => {
                let last = points.last().zip(points.first()).filter(|_| *closed);
                (length(points) + last.map_or(0.0, |(last, first)| last.distance(*first))) * LINE_THICKNESS
            }
            Self::Circle { .. }
            | Self::Capsule { .. }
            | Self::Rectangle { .. }
            | Self::Polygon { .. }
            | Self::Compound { .. } => self.to_shape().map_or(0.0, |shape| shape.area()),
        }
    }

    /// Makes each -0.0 of it 0.0.
    pub fn drop_zero_signs(&mut self) {
        self.for_each_field(&mut |field| field.for_each_number(&mut |number| *number += 0.0));
    }
}

impl ScenePart {
    /// At the body's position, of density 1.
    pub fn new(shape: SceneShape) -> Self {
        Self { shape, at: Vec2::ZERO, turned: 0.0, density: 1.0 }
    }

    /// One of any kind that a part may have, for tests.
    fn random(values: &mut dyn RandomValues) -> Self {
        let kind = WRITTEN_KINDS[values.whole(WRITTEN_KINDS.len() as u64 - 1) as usize];
        let mut part = Self::new(SceneShape::random(kind, values));
        randomize(&PART_FIELDS, &mut part, values);
        part
    }

    /// Local space of the body.
    pub fn pose(&self) -> Pose {
        Pose::new(self.at, self.turned)
    }

    fn to_part(&self) -> Result<Part, ShapeError> {
        Ok(Part::new(self.shape.to_shape()?, self.pose()).with_density(self.density))
    }
}

/// 3 to 5 points anywhere, or 3 to [`MAX_POINTS`] of an ellipse, in either winding.
fn random_outline(values: &mut dyn RandomValues) -> Vec<Vec2> {
    if values.flag() {
        return (0..3 + values.whole(2)).map(|_| values.point()).collect();
    }
    let count = 3 + values.whole(MAX_POINTS as u64 - 3);
    let half = Vec2::new(values.number(Limit::Size), values.number(Limit::Size));
    let (turn, winding) = (values.number(Limit::Share), if values.flag() { 1.0 } else { -1.0 });
    let angle = |i: u64| winding * TAU * (turn + i as f32) / count as f32;
    (0..count).map(|i| half * Vec2::from_angle(angle(i))).collect()
}

/// `at`: the body's place.
pub(super) fn check_shapes(at: &At<'_>, shape: &SceneShape) -> Result<(), Fault> {
    let SceneShape::Compound { parts } = shape else { return check_shape(&at.field("shape"), shape) };
    let at = at.field("shapes");
    at.require((1..=MAX_PARTS).contains(&parts.len()), || format!("a list of {}", parts.len()))?;
    for (i, part) in parts.iter().enumerate() {
        let at = at.index(i);
        check_shape(&at.field("shape"), &part.shape)?;
        PART_FIELDS.iter().try_for_each(|field| field.check(&at, part))?;
    }
    Ok(())
}

/// `at`: the shape's place.
pub(super) fn check_shape(at: &At<'_>, shape: &SceneShape) -> Result<(), Fault> {
    at.require(shape.kind() != ShapeKind::Compound, || "several shapes".to_owned())?;
    SHAPE_FIELDS.iter().try_for_each(|field| field.check(at, shape))?;
    let Err(error) = shape.to_shape() else { return Ok(()) };
    let point = |i: usize| shape.points().get(i).map(|(_, point)| vec2_text(point)).unwrap_or_default();
    Err(match &error {
        ShapeError::NotConvex { point: i, straight } => Fault {
            because: Some(format!("where the outline {}", not_convex(shape, *i, *straight))),
            allowed: Some(CONVEX.to_owned()),
            ..at.field("points").index(*i).fault(point(*i))
        },
        ShapeError::ZeroLength => Fault {
            because: Some(format!("where the {} starts", shape.kind().name())),
            allowed: Some(format!("a point apart from start: a {} has a length", shape.kind().name())),
            ..at.field("end").fault(point(1))
        },
        ShapeError::SamePoint { point: i } => Fault {
            because: Some("where the point before it is".to_owned()),
            allowed: Some("a point apart from its neighbours".to_owned()),
            ..at.field("points").index(*i).fault(point(*i))
        },
        ShapeError::ChainPointCount { found, .. } => Fault {
            because: Some("of a closed chain".to_owned()),
            allowed: Some(format!("a list of 3 to {MAX_CHAIN_POINTS} points (x, y), or closed: false")),
            ..at.field("points").fault(format!("a list of {found}"))
        },
        ShapeError::HalfIsZero { what, found } => {
            Fault { allowed: Some(HALF_IS_POSITIVE.to_owned()), ..at.field(what).fault(format!("{found:?}")) }
        }
        // Every other error is found above, field by field.
        _ => Fault {
            because: Some(format!("of which {}", shape_problem(shape, &error))),
            ..at.fault("a shape".to_owned())
        },
    })
}

/// What is wrong with the outline of a polygon at the point of this index, which its constructor refused.
fn not_convex(shape: &SceneShape, index: usize, straight: bool) -> &'static str {
    let SceneShape::Polygon { points, .. } = shape else { return "is not convex" };
    let at = |i: usize| points.get(i % points.len().max(1)).copied().unwrap_or_default();
    let (before, point, after) = (at(index + points.len().max(1) - 1), at(index), at(index + 1));
    if points.len() > 3 && points.first() == points.last() {
        "comes back to the first point, which closes it by itself"
    } else if point == before || point == after {
        "has the same point twice"
    } else if straight {
        "is straight, or turns back on itself"
    } else {
        "is not convex"
    }
}

/// The core crate's error about a shape, in words.
pub fn shape_problem(shape: &SceneShape, error: &ShapeError) -> String {
    match error {
        ShapeError::OutOfRange { what, found } => {
            format!("{what} is {found:?}; allowed: a finite number up to {MAX_EXTENT}")
        }
        ShapeError::NotPositive { what, found } => format!("{what} is {found:?}; allowed: a number > 0"),
        ShapeError::HalfIsZero { what, found } => format!("{what} is {found:?}; allowed: {HALF_IS_POSITIVE}"),
        ShapeError::PointCount(n) => format!("points has {n}; allowed: 3 to {MAX_POINTS}"),
        ShapeError::NotConvex { point, straight } => {
            format!("outline {} at points[{point}]; allowed: {CONVEX}", not_convex(shape, *point, *straight))
        }
        ShapeError::ZeroLength => "end is where start is; allowed: a point apart from start".to_owned(),
        other => other.to_string(),
    }
}

const HALF_IS_POSITIVE: &str = "a number of which the half is > 0";
const CONVEX: &str = "a convex outline, in either winding, that never crosses itself, no three neighbours on one line; others in several shapes";
