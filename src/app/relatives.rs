//! The degenerate relatives of a pair, as a scene: what collision tests get wrong first. Each pair stands apart from
//! the others, so that only its own two bodies meet.

use collide2d::{Pose, Shape};
use glam::{DVec2, Vec2};

use crate::app::one_float::{Nudge, WorldAxis, touch_begins};
use crate::explain::minkowski::{self, Sum};
use crate::scene::{Scene, SceneBody, SceneMotion, SceneShape};

/// From the origin. Metres.
const FAR: f32 = 100_000.0;
/// A thin shape is so many times as long as thick.
const THIN: f32 = 1000.0;
/// Share of the smaller body's size that a pair which is to touch overlaps by.
const OVERLAP: f64 = 0.05;
/// Largest distance from pair to pair. Metres.
const MOST_APART: f32 = 10_000.0;

/// How a pair is made hard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HardRelative {
    Parallel,
    JustTouching,
    OneNumberApart,
    CornerOnCorner,
    SameCentre,
    Thin,
    Far,
}

impl HardRelative {
    const ALL: [Self; 7] = [
        Self::Parallel,
        Self::JustTouching,
        Self::OneNumberApart,
        Self::CornerOnCorner,
        Self::SameCentre,
        Self::Thin,
        Self::Far,
    ];

    /// What the names of its bodies begin with.
    fn name(self) -> &'static str {
        match self {
            Self::Parallel => "parallel",
            Self::JustTouching => "just touching",
            Self::OneNumberApart => "one number apart",
            Self::CornerOnCorner => "corner on corner",
            Self::SameCentre => "same centre",
            Self::Thin => "1 : 1000",
            Self::Far => "at 100 km",
        }
    }
}

/// The relatives of two bodies that can touch; the error says why there are none.
pub fn relatives(a: &SceneBody, b: &SceneBody) -> Result<Scene, String> {
    let shapes = [a, b].map(|body| body.shape.to_shape().map_err(|error| error.to_string()));
    let [shape_a, shape_b] = shapes;
    let (shape_a, shape_b) = (shape_a?, shape_b?);
    let reach = |shape: &Shape| {
        let circle = shape.bounding_circle();
        circle.center.length() + circle.radius
    };
    let apart = 3.0 * (reach(&shape_a) + reach(&shape_b));
    if apart > MOST_APART {
        return Err(format!(
            "The two are too large to be made hard: {apart} m from pair to pair; allowed: 10 000 m."
        ));
    }
    let mut scene = Scene {
        name: format!("Relatives of {} and {}", a.name, b.name),
        about: "The pair parallel, just touching, corner on corner, thin, far away: where collision tests go wrong."
            .to_owned(),
        ..Scene::default()
    };
    for (index, relative) in (0_u8..).zip(HardRelative::ALL) {
        let at = match relative {
            HardRelative::Far => Vec2::new(FAR, 0.0),
            HardRelative::Parallel
            | HardRelative::JustTouching
            | HardRelative::OneNumberApart
            | HardRelative::CornerOnCorner
            | HardRelative::SameCentre
            | HardRelative::Thin => Vec2::new(-apart * f32::from(index), 0.0),
        };
        let Some(pair) = placed(relative, a, b, at) else { continue };
        for (body, name) in pair.into_iter().zip([&a.name, &b.name]) {
            let name = format!("{}: {name}", relative.name());
            scene.bodies.push(SceneBody { name, motion: SceneMotion::Static, outline: None, ..body });
        }
    }
    Ok(scene)
}

/// The pair with B at this place; `None`: these shapes have no such relative.
fn placed(relative: HardRelative, a: &SceneBody, b: &SceneBody, at: Vec2) -> Option<[SceneBody; 2]> {
    let mut a = a.clone();
    let now = a.position.as_dvec2() - b.position.as_dvec2();
    let b = SceneBody { position: at, ..b.clone() };
    match relative {
        HardRelative::Parallel => {
            let (of_a, of_b) = (face_angle(&a.shape)?, face_angle(&b.shape)?);
            a.rotation = (b.rotation + of_b + 180.0 - of_a).rem_euclid(360.0);
        }
        HardRelative::Thin => a.shape = thin(&a.shape),
        HardRelative::JustTouching
        | HardRelative::OneNumberApart
        | HardRelative::CornerOnCorner
        | HardRelative::SameCentre
        | HardRelative::Far => {}
    }
    let (shape_a, shape_b) = (a.shape.to_shape().ok()?, b.shape.to_shape().ok()?);
    let pose = |body: &SceneBody| Pose::new(body.position, body.rotation);
    let sum = minkowski::sum(&shape_a, pose(&a).rotation, &shape_b, pose(&b).rotation)?;
    let small = f64::from(shape_a.bounding_circle().radius.min(shape_b.bounding_circle().radius));
    let offset = match relative {
        HardRelative::Parallel => on_parallel_faces(&sum, OVERLAP * small)?,
        HardRelative::CornerOnCorner => on_a_corner(&sum),
        HardRelative::SameCentre => DVec2::ZERO,
        HardRelative::Thin | HardRelative::Far => inside(&sum, now, OVERLAP * small),
        // As high as the middle, so that A meets B on its way.
        HardRelative::JustTouching | HardRelative::OneNumberApart => DVec2::new(0.0, sum.middle().y),
    };
    a.position = (at.as_dvec2() + offset).as_vec2();
    if matches!(relative, HardRelative::JustTouching | HardRelative::OneNumberApart) {
        let way = Nudge { axis: WorldAxis::X, grows: true };
        let begins = touch_begins(&shape_a, &pose(&a), &shape_b, &pose(&b), way)?;
        a.position.x = if relative == HardRelative::JustTouching { begins.touching } else { begins.apart };
    }
    Some([a, b])
}

/// Angle of the outward normal of the first face, local. Degrees; `None`: the shape has none.
fn face_angle(shape: &SceneShape) -> Option<f32> {
    let of = |from: Vec2, to: Vec2| (-(to - from).perp()).to_angle().to_degrees();
    match shape {
        SceneShape::Circle { .. } | SceneShape::Chain { .. } | SceneShape::Compound { .. } => None,
        SceneShape::Rectangle { .. } => Some(0.0),
        SceneShape::Capsule { start, end, .. } | SceneShape::Wall { start, end } => Some(of(*start, *end)),
        SceneShape::Polygon { .. } => {
            let corners = shape.to_shape().ok()?.corners();
            Some(of(*corners.first()?, *corners.get(1)?))
        }
    }
}

/// The shape a thousand times as long as thick.
fn thin(shape: &SceneShape) -> SceneShape {
    let flat = |v: Vec2| Vec2::new(v.x, v.y / THIN);
    match shape {
        SceneShape::Circle { radius } => SceneShape::Circle { radius: radius / THIN },
        SceneShape::Capsule { start, end, .. } => {
            SceneShape::Capsule { start: *start, end: *end, radius: start.distance(*end) / THIN }
        }
        SceneShape::Rectangle { width, .. } => {
            SceneShape::Rectangle { width: *width, height: width / THIN, radius: 0.0 }
        }
        SceneShape::Polygon { points, .. } => {
            SceneShape::Polygon { points: points.iter().copied().map(flat).collect(), radius: 0.0 }
        }
        SceneShape::Wall { .. } | SceneShape::Chain { .. } | SceneShape::Compound { .. } => shape.clone(),
    }
}

/// In the middle of the edge that faces of both made, `deep` inside.
fn on_parallel_faces(sum: &Sum, deep: f64) -> Option<DVec2> {
    let edges = sum.edges();
    let index = edges.iter().position(|edge| edge.a.is_some() && edge.b.is_some())?;
    let corner = |index: usize| sum.corners().get(index % edges.len()).map(|corner| corner.at);
    let normal = edges.get(index)?.normal;
    Some((corner(index)? + corner(index + 1)?) * 0.5 + normal * (sum.radius() - deep))
}

/// On the outline where it goes around a corner.
fn on_a_corner(sum: &Sum) -> DVec2 {
    let edges = sum.edges();
    let corner = sum.corners().first().map_or(DVec2::ZERO, |corner| corner.at);
    let normals = edges.first().zip(edges.last()).map(|(first, last)| first.normal + last.normal);
    let out = normals.and_then(DVec2::try_normalize).unwrap_or(DVec2::new(0.6, 0.8));
    corner + out * sum.radius()
}

/// The place itself where the pair touches; else the nearest where it does, `deep` inside.
fn inside(sum: &Sum, place: DVec2, deep: f64) -> DVec2 {
    let nearest = sum.nearest(place);
    if nearest.distance < 0.0 { place } else { nearest.point - nearest.normal * deep }
}
