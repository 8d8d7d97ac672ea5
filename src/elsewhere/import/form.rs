//! Shapes as other programs have them, and how they become shapes of a scene: under an affine map, which may
//! stretch and mirror.

use collide2d::MAX_EXTENT;
use glam::{DAffine2, DMat2, DVec2, Vec2};

use super::convex::{self, InsideRule, MOST_CORNERS};
use crate::scene::SceneShape;
use crate::scene::shape::{MAX_CHAIN_POINTS, shape_problem};

/// Corners of the polygon that takes an ellipse's place.
pub const ELLIPSE_CORNERS: usize = 32;
/// What counts as equal lengths and as a right angle, relative: the rounding of a file's f32 numbers.
const EQUAL: f64 = 1.0e-5;

/// A shape in coordinates of its own.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// Around the origin. Half of width and height.
    Ellipse(DVec2),
    /// Around the origin. Half of width and height.
    Rectangle(DVec2),
    /// Around the origin, round at the ends of its longer side. Half of width and height.
    Capsule(DVec2),
    /// What closed lines enclose.
    Area(Vec<Vec<DVec2>>, InsideRule),
    /// Segments from point to point.
    Line(Vec<DVec2>),
}

/// Shapes of a scene at one pose, which together are one form.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedShapes {
    /// At least one.
    pub shapes: Vec<SceneShape>,
    /// Metres.
    pub position: Vec2,
    /// Degrees, counter-clockwise.
    pub rotation: f32,
    /// How the shapes differ from the form; `None`: they do not.
    pub changed: Option<String>,
    /// Pieces that are too small or too thin to be shapes.
    pub lost: usize,
}

impl Form {
    /// How many points it has, which is what reading it costs.
    pub fn points(&self) -> usize {
        match self {
            Self::Ellipse(_) | Self::Rectangle(_) | Self::Capsule(_) => 1,
            Self::Area(lines, _) => lines.iter().map(Vec::len).sum(),
            Self::Line(points) => points.len(),
        }
    }

    /// The form under a map to the world (metres, y up). The error completes "it …".
    pub fn placed(&self, to_world: &DAffine2) -> Result<PlacedShapes, String> {
        let position = to_world.translation;
        if !(to_world.is_finite() && position.abs().max_element() <= f64::from(MAX_EXTENT)) {
            return Err(format!("is farther than {MAX_EXTENT} m from the origin"));
        }
        let axes = FormAxes::of(&to_world.matrix2).ok_or("has no size")?;
        let Made { shapes, mut lost, changed } = self.made(&axes)?;
        let (mut good, mut problem) = (Vec::with_capacity(shapes.len()), None);
        for shape in shapes {
            match shape.to_shape() {
                Ok(_) => good.push(shape),
                Err(error) => {
                    lost += 1;
                    problem = Some(format!("has a shape whose {}", shape_problem(&shape, &error)));
                }
            }
        }
        if good.is_empty() {
            return Err(problem.unwrap_or_else(|| "encloses no area and has no length".to_owned()));
        }
        let (position, rotation) = (rounded(position), axes.rotation());
        Ok(PlacedShapes { shapes: good, position, rotation, changed, lost })
    }

    /// Its shapes at the pose that the map has.
    fn made(&self, axes: &FormAxes) -> Result<Made, String> {
        match self {
            Self::Ellipse(half) | Self::Rectangle(half) | Self::Capsule(half)
                if half.min_element() <= 0.0 =>
            {
                Err("has no size".to_owned())
            }
            Self::Ellipse(half) => Ok(ellipse(*half, axes)),
            Self::Rectangle(half) => Ok(rectangle(*half, axes)),
            Self::Capsule(half) if is_equal(half.x, half.y) => Ok(ellipse(*half, axes)),
            Self::Capsule(half) => Ok(capsule(*half, axes)),
            Self::Area(lines, inside) => area(lines, *inside, axes),
            Self::Line(points) => line(points, axes),
        }
    }
}

/// Position and rotation of a map, as [`Form::placed`] has them. Metres, degrees.
pub fn pose_of(map: &DAffine2) -> Option<(Vec2, f32)> {
    Some((rounded(map.translation), FormAxes::of(&map.matrix2)?.rotation()))
}

/// Shapes of a form, before they are tested.
#[derive(Default)]
struct Made {
    shapes: Vec<SceneShape>,
    lost: usize,
    changed: Option<String>,
}

impl Made {
    fn one(shape: SceneShape) -> Self {
        Self { shapes: vec![shape], ..Self::default() }
    }

    fn polygon(corners: impl Iterator<Item = DVec2>, axes: &FormAxes) -> Self {
        Self::one(SceneShape::Polygon {
            points: corners.map(|p| rounded(axes.local * p)).collect(),
            radius: 0.0,
        })
    }
}

/// What a linear map does to the axes.
struct FormAxes {
    /// Unit vector of the x axis's image.
    along: DVec2,
    /// The lengths of the images, where they are at a right angle.
    scale: Option<DVec2>,
    /// The map without the rotation to `along`.
    local: DMat2,
}

impl FormAxes {
    /// `None` for a map that flattens.
    fn of(map: &DMat2) -> Option<Self> {
        let (x, y) = (map.x_axis, map.y_axis);
        let lengths = DVec2::new(x.length(), y.length());
        let along = x.try_normalize()?;
        if map.determinant().abs() <= 1.0e-9 * lengths.x * lengths.y {
            return None;
        }
        let is_right = x.dot(y).abs() <= EQUAL * lengths.x * lengths.y;
        let local = DMat2::from_cols(along, along.perp()).transpose() * *map;
        Some(Self { along, scale: is_right.then_some(lengths), local })
    }

    /// Of the x axis. Degrees.
    fn rotation(&self) -> f32 {
        self.along.y.atan2(self.along.x).to_degrees() as f32 + 0.0
    }

    fn local_points(&self, points: &[DVec2]) -> Vec<DVec2> {
        points.iter().map(|p| self.local * *p).collect()
    }
}

/// A rotation about the origin, exact for multiples of 90°.
pub fn turned(degrees: f64) -> DMat2 {
    let quarter = degrees.rem_euclid(360.0) / 90.0;
    let (sin, cos) = match quarter {
        0.0 => (0.0, 1.0),
        1.0 => (1.0, 0.0),
        2.0 => (0.0, -1.0),
        3.0 => (-1.0, 0.0),
        _ => degrees.to_radians().sin_cos(),
    };
    DMat2::from_cols(DVec2::new(cos, sin), DVec2::new(-sin, cos))
}

pub fn is_equal(a: f64, b: f64) -> bool {
    (a - b).abs() <= EQUAL * a.abs().max(b.abs())
}

fn check_extent(points: &[DVec2]) -> Result<(), String> {
    let is_in = |p: &DVec2| p.is_finite() && p.abs().max_element() <= f64::from(MAX_EXTENT);
    if points.iter().all(is_in) { Ok(()) } else { Err(format!("is larger than {MAX_EXTENT} m")) }
}

/// In f32, and never -0.
fn rounded(p: DVec2) -> Vec2 {
    p.as_vec2() + Vec2::ZERO
}

fn ellipse(half: DVec2, axes: &FormAxes) -> Made {
    match axes.scale.map(|scale| half * scale) {
        Some(half) if is_equal(half.x, half.y) => Made::one(SceneShape::Circle { radius: half.x as f32 }),
        Some(_) | None => {
            let corners = (0..ELLIPSE_CORNERS).map(|i| half * on_circle(i as f64));
            let changed = format!("is an ellipse, taken as the polygon of {ELLIPSE_CORNERS} corners on it");
            Made { changed: Some(changed), ..Made::polygon(corners, axes) }
        }
    }
}

fn rectangle(half: DVec2, axes: &FormAxes) -> Made {
    match axes.scale.map(|scale| 2.0 * half * scale) {
        Some(size) => {
            Made::one(SceneShape::Rectangle { width: size.x as f32, height: size.y as f32, radius: 0.0 })
        }
        None => {
            let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(DVec2::from);
            Made::polygon(corners.into_iter().map(|corner| corner * half), axes)
        }
    }
}

fn capsule(half: DVec2, axes: &FormAxes) -> Made {
    let radius = half.min_element();
    // The centre of one of the half circles.
    let end = half - radius;
    match axes.scale {
        Some(scale) if is_equal(scale.x, scale.y) => {
            let (start, end) = (rounded(-end * scale), rounded(end * scale));
            Made::one(SceneShape::Capsule { start, end, radius: (radius * scale.x) as f32 })
        }
        Some(_) | None => {
            // Half a step aside, so that both ends get as many corners.
            let directions = (0..ELLIPSE_CORNERS).map(|i| on_circle(i as f64 + 0.5));
            let corners = directions.map(|direction| radius * direction + end * direction.signum());
            let changed = "is a capsule that is stretched, taken as a polygon".to_owned();
            Made { changed: Some(changed), ..Made::polygon(corners, axes) }
        }
    }
}

fn area(lines: &[Vec<DVec2>], inside: InsideRule, axes: &FormAxes) -> Result<Made, String> {
    let count: usize = lines.iter().map(Vec::len).sum();
    if count > MOST_CORNERS {
        return Err(format!("has {count} corners; allowed: up to {MOST_CORNERS}"));
    }
    let lines: Vec<Vec<DVec2>> = lines.iter().map(|line| axes.local_points(line)).collect();
    lines.iter().try_for_each(|line| check_extent(line))?;
    let (pieces, lost) = convex::pieces(&lines, inside)?;
    let changed = (pieces.len() > 1).then(|| format!("is cut into {} convex pieces", pieces.len()));
    let shapes = pieces.into_iter().map(|points| SceneShape::Polygon { points, radius: 0.0 }).collect();
    Ok(Made { shapes, lost, changed })
}

fn line(points: &[DVec2], axes: &FormAxes) -> Result<Made, String> {
    let points = axes.local_points(points);
    check_extent(&points)?;
    let mut points: Vec<Vec2> = points.into_iter().map(rounded).collect();
    points.dedup();
    let shapes = match points.as_slice() {
        [] | [_] => Vec::new(),
        [start, end] => vec![SceneShape::Wall { start: *start, end: *end }],
        [first, .., last] if first == last && (4..=MAX_CHAIN_POINTS + 1).contains(&points.len()) => {
            points.pop();
            vec![SceneShape::Chain { points, closed: true, one_sided: false }]
        }
        // Each chain ends where the next one begins.
        long => (0..long.len() - 1)
            .step_by(MAX_CHAIN_POINTS - 1)
            .map(|from| long[from..(from + MAX_CHAIN_POINTS).min(long.len())].to_vec())
            .map(|points| SceneShape::Chain { points, closed: false, one_sided: false })
            .collect(),
    };
    Ok(Made { shapes, ..Made::default() })
}

/// The direction of a corner among [`ELLIPSE_CORNERS`].
fn on_circle(corner: f64) -> DVec2 {
    turned(360.0 * corner / ELLIPSE_CORNERS as f64).x_axis
}
