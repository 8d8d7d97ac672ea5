//! parry2d.

use parry2d::math::{Pose, Vector};
use parry2d::shape::{Ball, ConvexPolygon, Cuboid, Polyline, PolylineFlags, Segment, SharedShape};

use crate::form::{Form, Place};

pub fn vector(v: glam::Vec2) -> Vector {
    Vector::new(v.x, v.y)
}

pub fn pose(place: &Place) -> Pose {
    let mut pose = Pose::from_translation(vector(place.position));
    (pose.rotation.re, pose.rotation.im) = (place.rotation.cos(), place.rotation.sin());
    pose
}

pub fn polygon(points: &[glam::Vec2]) -> ConvexPolygon {
    ConvexPolygon::from_convex_polyline_unmodified(points.iter().map(|p| vector(*p)).collect())
        .unwrap_or_else(|| panic!("parry2d takes no polygon of {points:?}"))
}

/// A shape behind a trait object.
pub fn shared(form: &Form) -> SharedShape {
    match form {
        Form::Circle(radius) => SharedShape::new(Ball::new(*radius)),
        Form::Rectangle(half) => SharedShape::new(Cuboid::new(vector(*half))),
        Form::Polygon(points) => SharedShape::new(polygon(points)),
        Form::Wall(start, end) => SharedShape::new(Segment::new(vector(*start), vector(*end))),
        Form::Capsule { half_length, radius } => SharedShape::capsule_y(*half_length, *radius),
        Form::Chain(points) => {
            let points = points.iter().map(|point| vector(*point)).collect();
            SharedShape::new(Polyline::with_flags(points, None, PolylineFlags::ORIENTED))
        }
    }
}
