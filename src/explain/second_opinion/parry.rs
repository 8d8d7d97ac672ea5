//! What parry2d says of a pair: its contact manifold, as an engine that uses it gets it, and where that has no
//! point, its distance.

use collide2d::{Pose, Shape};
use glam::{DVec2, Vec2};
use parry2d::math::{Pose as ParryPose, Rotation as ParryRotation, Vector};
use parry2d::query::{self, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher};
use parry2d::shape::{Ball, Capsule, ConvexPolygon, Cuboid, RoundShape, Segment, SharedShape};

use super::Said;

/// Shorter edges and segments are not taken: parry2d asserts that the square of a length is not 0. Of a scaled length.
const SHORTEST: f64 = 1.0e-6;
/// Larger shapes and distances are not taken: nothing of the smaller shape is left beside them in an f32.
const LARGEST: f64 = 1.0e5;

/// A shape of parry2d, around its own middle.
struct ParryShape {
    shape: SharedShape,
    /// The segment of a capsule, what a rounded shape is around; of every other shape the shape itself.
    core: SharedShape,
    /// Around the core. Of a scaled length.
    radius: f32,
    rotation: ParryRotation,
    /// World. Metres.
    middle: DVec2,
}

/// What parry2d says; `None` for a shape that it does not take.
///
/// Its tolerances are lengths made for bodies of about a metre, and its numbers are f32. So each shape is put around
/// its own middle, `a` at the origin, and the pair is scaled by the power of two that makes `size` one metre.
pub(super) fn ask(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose, size: f64) -> Option<Said> {
    let scale = size.log2().round().exp2().recip();
    if !scale.is_normal() {
        return None;
    }
    let (a, b) = (ParryShape::of(a, pose_a, scale)?, ParryShape::of(b, pose_b, scale)?);
    let offset = (b.middle - a.middle) * scale;
    if offset.length() > LARGEST {
        return None;
    }
    let offset = vector(offset.as_vec2());
    let place_a = ParryPose { rotation: a.rotation, translation: Vector::ZERO };
    let place_b = ParryPose { rotation: b.rotation, translation: offset };
    let mut manifold = ContactManifold::<(), ()>::new();
    let relative = place_a.inv_mul(&place_b);
    let (shape_a, shape_b) = (&*a.shape, &*b.shape);
    DefaultQueryDispatcher
        .contact_manifold_convex_convex(&relative, shape_a, shape_b, None, None, 0.0, &mut manifold)
        .ok()?;
    let origin = pose_a.position.as_dvec2();
    let from_a = |at: Vector| DVec2::new(at.x.into(), at.y.into()) / scale + (a.middle - origin);
    let deepest = manifold.points.iter().map(|point| -point.dist).fold(0.0, f32::max);
    if deepest > 0.0 {
        // It points from the first shape to the second.
        let normal = place_a.rotation * -manifold.local_n1;
        let points = manifold.points.iter().map(|point| {
            let ends = [place_a * point.local_p1, place_b * point.local_p2].map(from_a);
            (((ends[0] + ends[1]) * 0.5).as_vec2(), (f64::from(-point.dist) / scale) as f32)
        });
        let depth = (f64::from(deepest) / scale) as f32;
        return Some(Said::Touching {
            normal: Vec2::new(normal.x, normal.y),
            depth,
            points: points.collect(),
        });
    }
    // GJK ends early on what is round, so it measures from core to core.
    let gap = query::distance(&place_a, &*a.core, &place_b, &*b.core).ok()?;
    let gap = (gap.distance - a.radius - b.radius).max(0.0);
    Some(Said::Apart { gap: (f64::from(gap) / scale) as f32 })
}

fn vector(v: Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

impl ParryShape {
    fn of(shape: &Shape, pose: &Pose, scale: f64) -> Option<Self> {
        let length = |start: Vec2, end: Vec2| start.as_dvec2().distance(end.as_dvec2()) * scale;
        let shortest = match shape {
            // Each pair of leaves is a pair of its own.
            Shape::Chain(_) | Shape::Compound(_) => return None,
            Shape::Circle(_) => f64::INFINITY,
            Shape::Capsule(capsule) => length(capsule.start(), capsule.end()),
            Shape::Rectangle(_) | Shape::Polygon(_) | Shape::Wall(_) => {
                let corners = shape.corners();
                let next = corners.iter().cycle().skip(1);
                corners.iter().zip(next).map(|(p, q)| length(*p, *q)).fold(f64::INFINITY, f64::min)
            }
        };
        if shortest < SHORTEST || f64::from(shape.bounding_circle().radius) * scale > LARGEST {
            return None;
        }
        let middle = match shape {
            Shape::Circle(_) | Shape::Rectangle(_) | Shape::Chain(_) | Shape::Compound(_) => DVec2::ZERO,
            Shape::Capsule(capsule) => middle(capsule.start(), capsule.end()),
            Shape::Wall(wall) => middle(wall.start(), wall.end()),
            Shape::Polygon(_) => shape.bounding_circle().center.as_dvec2(),
        };
        let local = |v: Vec2| vector(((v.as_dvec2() - middle) * scale).as_vec2());
        let scaled = |length: f32| (f64::from(length) * scale) as f32;
        let mut core = None;
        let shape = match shape {
            Shape::Chain(_) | Shape::Compound(_) => return None,
            Shape::Circle(circle) => SharedShape::new(Ball::new(scaled(circle.radius()))),
            Shape::Capsule(capsule) => {
                let (start, end) = (local(capsule.start()), local(capsule.end()));
                let radius = scaled(capsule.radius());
                core = Some((SharedShape::new(Segment::new(start, end)), radius));
                SharedShape::new(Capsule::new(start, end, radius))
            }
            Shape::Rectangle(rectangle) => {
                let cuboid = Cuboid::new(local(rectangle.half_extents()));
                rounded(cuboid, scaled(rectangle.radius()), &mut core)
            }
            Shape::Polygon(polygon) => {
                let points = polygon.vertices().iter().map(|vertex| local(*vertex)).collect();
                let polygon_core = ConvexPolygon::from_convex_polyline_unmodified(points)?;
                rounded(polygon_core, scaled(polygon.radius()), &mut core)
            }
            Shape::Wall(wall) => SharedShape::new(Segment::new(local(wall.start()), local(wall.end()))),
        };
        let (sin, cos) = (pose.rotation.sin(), pose.rotation.cos());
        let middle = pose.position.as_dvec2() + DVec2::new(cos.into(), sin.into()).rotate(middle);
        let mut rotation = ParryRotation::IDENTITY;
        (rotation.re, rotation.im) = (cos, sin);
        let (core, radius) = core.unwrap_or_else(|| (shape.clone(), 0.0));
        Some(Self { shape, core, radius, rotation, middle })
    }
}

/// A shape with a radius around it, and what that is around.
fn rounded<S>(inner_shape: S, border_radius: f32, core: &mut Option<(SharedShape, f32)>) -> SharedShape
where
    S: parry2d::shape::Shape + Clone,
    RoundShape<S>: parry2d::shape::Shape,
{
    if border_radius == 0.0 {
        return SharedShape::new(inner_shape);
    }
    *core = Some((SharedShape::new(inner_shape.clone()), border_radius));
    SharedShape::new(RoundShape { inner_shape, border_radius })
}

fn middle(start: Vec2, end: Vec2) -> DVec2 {
    (start.as_dvec2() + end.as_dvec2()) * 0.5
}
