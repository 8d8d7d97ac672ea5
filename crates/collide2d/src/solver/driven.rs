//! How far a body moved in a step, and where it takes what is beside it.

use glam::Vec2;

use super::rigid::bodies::BodyStart;
use crate::body::Body;
use crate::pose::Rotation;
use crate::shape::Shape;

/// A body's motion in a part of the step.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Driven {
    /// Of the centre. Metres.
    pub moved: Vec2,
    /// Degrees.
    pub turned: f64,
}

impl Driven {
    pub fn of(body: &Body, before: &BodyStart) -> Self {
        Self { moved: body.center() - before.center(), turned: body.angle() - before.start_angle }
    }

    pub fn times(self, share: f32) -> Self {
        Self { moved: self.moved * share, turned: self.turned * f64::from(share) }
    }

    /// Motion of the point at `arm` from the centre, carried along. Metres.
    pub fn takes_along(&self, arm: Vec2) -> Vec2 {
        if self.turned == 0.0 {
            return self.moved;
        }
        self.moved + Rotation::from_angle(self.turned).rotate(arm) - arm
    }

    /// The turn that changes where the shape is: a disc is the same however it turns. Degrees.
    pub fn turned_outline(&self, shape: &Shape) -> f64 {
        if matches!(shape, Shape::Circle(_)) { 0.0 } else { self.turned }
    }

    /// The farthest that the turn moves any point of the shape. Metres.
    pub fn swing(&self, body: &Body) -> f32 {
        let turned = self.turned_outline(body.shape());
        if turned == 0.0 {
            return 0.0;
        }
        let disc = body.shape().bounding_circle();
        turned.abs().to_radians() as f32 * (disc.center.distance(body.local_center()) + disc.radius)
    }
}
