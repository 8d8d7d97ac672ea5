//! Shapes as other programs have them, and how they become shapes of a scene: under an affine map, which may stretch
//! and mirror.

use collide2d::MAX_EXTENT;
use glam::{DAffine2, DMat2, DVec2, Vec2};

use super::convex;
use crate::scene::SceneShape;
use crate::scene::validate::shape_problem;

/// Corners of the polygon that takes an ellipse's place.
pub const ELLIPSE_CORNERS: usize = 32;
/// Most corners of one outline.
pub const MOST_CORNERS: usize = crate::scene::MAX_OUTLINE;
/// What counts as equal lengths and as a right angle, relative: the rounding of a file's f32 numbers.
const EQUAL: f64 = 1.0e-5;

/// Which points an outline that crosses or contains itself encloses, as in SVG.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inside {
    /// Those that the outline winds around.
    NonZero,
    /// Those from which a ray crosses the outline an odd number of times.
    EvenOdd,
}

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
    Area(Vec<Vec<DVec2>>, Inside),
    /// Segments from point to point.
    Line(Vec<DVec2>),
}

/// Shapes of a scene at one pose, which together are one form.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
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
    pub fn placed(&self, to_world: &DAffine2) -> Result<Placed, String> {
        let position = to_world.translation;
        if !(to_world.is_finite() && position.abs().max_element() <= f64::from(MAX_EXTENT)) {
            return Err(format!("is farther than {MAX_EXTENT} m from the origin"));
        }
        let Axes { along, scale, local } = Axes::of(&to_world.matrix2).ok_or("has no size")?;
        let (shapes, lost, changed) = match self {
            Self::Ellipse(half) | Self::Rectangle(half) | Self::Capsule(half)
                if half.min_element() <= 0.0 =>
            {
                return Err("has no size".to_owned());
            }
            Self::Ellipse(half) => match scale.map(|scale| *half * scale) {
                Some(half) if is_equal(half.x, half.y) => {
                    (vec![SceneShape::Circle { radius: half.x as f32 }], 0, None)
                }
                _ => {
                    let corners = ellipse(*half);
                    let changed =
                        format!("is an ellipse, taken as the polygon of {ELLIPSE_CORNERS} corners on it");
                    (vec![polygon(corners.map(|p| local * p))], 0, Some(changed))
                }
            },
            Self::Rectangle(half) => {
                let shape = match scale.map(|scale| 2.0 * *half * scale) {
                    Some(size) => SceneShape::Rectangle { width: size.x as f32, height: size.y as f32 },
                    None => {
                        let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(DVec2::from);
                        polygon(corners.into_iter().map(|corner| local * (corner * *half)))
                    }
                };
                (vec![shape], 0, None)
            }
            Self::Capsule(half) if is_equal(half.x, half.y) => return Self::Ellipse(*half).placed(to_world),
            Self::Capsule(half) => match scale {
                Some(scale) if is_equal(scale.x, scale.y) => (vec![capsule(*half * scale)], 0, None),
                _ => {
                    let changed = "is a capsule that is stretched, taken as a polygon".to_owned();
                    (vec![polygon(around_capsule(*half).map(|p| local * p))], 0, Some(changed))
                }
            },
            Self::Area(lines, inside) => {
                let count = self.points();
                if count > MOST_CORNERS {
                    return Err(format!("has {count} corners; allowed: up to {MOST_CORNERS}"));
                }
                let lines = lines.iter().map(|line| line.iter().map(|p| local * *p).collect());
                let lines: Vec<Vec<DVec2>> = lines.collect();
                is_in_extent(lines.iter().flatten())?;
                let (pieces, lost) = convex::pieces(&lines, *inside)?;
                let changed =
                    (pieces.len() > 1).then(|| format!("is cut into {} convex pieces", pieces.len()));
                (pieces.into_iter().map(|points| SceneShape::Polygon { points }).collect(), lost, changed)
            }
            Self::Line(points) => {
                is_in_extent(points.iter().map(|p| local * *p).collect::<Vec<_>>().iter())?;
                let points: Vec<Vec2> = points.iter().map(|p| rounded(local * *p)).collect();
                let ends = points.windows(2).filter_map(|ends| Some((*ends.first()?, *ends.last()?)));
                let walls = ends.filter(|(start, end)| start != end);
                (walls.map(|(start, end)| SceneShape::Wall { start, end }).collect(), 0, None)
            }
        };
        let (mut good, mut problem) = (Vec::new(), None);
        let all = shapes.len() + lost;
        for shape in shapes {
            match shape.to_shape() {
                Ok(_) => good.push(shape),
                Err(error) => problem = Some(format!("has a shape whose {}", shape_problem(&error))),
            }
        }
        if good.is_empty() {
            return Err(problem.unwrap_or_else(|| "encloses no area and has no length".to_owned()));
        }
        let lost = all - good.len();
        let rotation = along.y.atan2(along.x).to_degrees() as f32 + 0.0;
        Ok(Placed { shapes: good, position: rounded(position), rotation, changed, lost })
    }
}

/// What a linear map does to the axes.
struct Axes {
    /// Unit vector of the x axis's image.
    along: DVec2,
    /// The lengths of the images, where they are at a right angle.
    scale: Option<DVec2>,
    /// The map without the rotation to `along`.
    local: DMat2,
}

impl Axes {
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

fn is_in_extent<'p>(mut points: impl Iterator<Item = &'p DVec2>) -> Result<(), String> {
    let is_in = |p: &DVec2| p.is_finite() && p.abs().max_element() <= f64::from(MAX_EXTENT);
    if points.all(is_in) { Ok(()) } else { Err(format!("is larger than {MAX_EXTENT} m")) }
}

/// In f32, and never -0.
fn rounded(p: DVec2) -> Vec2 {
    p.as_vec2() + Vec2::ZERO
}

fn polygon(corners: impl Iterator<Item = DVec2>) -> SceneShape {
    SceneShape::Polygon { points: corners.map(rounded).collect() }
}

/// Corners on the ellipse, counter-clockwise where y is up.
fn ellipse(half: DVec2) -> impl Iterator<Item = DVec2> {
    (0..ELLIPSE_CORNERS).map(move |i| half * on_circle(i as f64 / ELLIPSE_CORNERS as f64))
}

fn on_circle(turns: f64) -> DVec2 {
    turned(360.0 * turns).x_axis
}

/// The point of each half circle's centre, and the radius.
fn ends(half: DVec2) -> (DVec2, f64) {
    let radius = half.min_element();
    (half - radius, radius)
}

fn capsule(half: DVec2) -> SceneShape {
    let (end, radius) = ends(half);
    SceneShape::Capsule { start: rounded(-end), end: rounded(end), radius: radius as f32 }
}

/// Corners on a capsule's edge.
fn around_capsule(half: DVec2) -> impl Iterator<Item = DVec2> {
    let (end, radius) = ends(half);
    (0..ELLIPSE_CORNERS).map(move |i| {
        // Half a step aside, so that as many corners are on each end.
        let direction = on_circle((i as f64 + 0.5) / ELLIPSE_CORNERS as f64);
        radius * direction + end * direction.signum()
    })
}
