//! A frame of reference: the world's, or a body's own. Reports are in world coordinates; what is shown in a
//! body's frame is derived here.

use collide2d::{Aabb, Body, Interval, Pose, Rotation, Shape};
use glam::Vec2;

/// Where a frame's axes are in the world.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Frame {
    /// World point at (0, 0) of the frame. Metres.
    pub origin: Vec2,
    pub rotation: Rotation,
}

impl Frame {
    /// The world's own.
    pub const WORLD: Self = Self { origin: Vec2::ZERO, rotation: Rotation::IDENTITY };

    /// The frame of a body at this pose.
    pub fn of(pose: &Pose) -> Self {
        Self { origin: pose.position, rotation: pose.rotation }
    }

    /// A body's frame; `None` where the body is gone, or its pose has a NaN or an infinity.
    pub fn of_body(body: &Body) -> Option<Self> {
        let Pose { position, rotation } = *body.pose();
        let is_there = !body.is_removed() && position.is_finite() && rotation.degrees().is_finite();
        is_there.then(|| Self::of(body.pose()))
    }

    /// Whether its axes are parallel to the world's, so that boxes stay boxes.
    fn is_level(&self) -> bool {
        self.rotation == Rotation::IDENTITY
    }

    /// A world point in coordinates of the frame.
    pub fn local_point(&self, world: Vec2) -> Vec2 {
        self.rotation.unrotate(world - self.origin)
    }

    /// A point of the frame in the world.
    pub fn world_point(&self, local: Vec2) -> Vec2 {
        self.origin + self.rotation.rotate(local)
    }

    /// A world direction along the frame's axes; the length stays.
    pub fn local_direction(&self, world: Vec2) -> Vec2 {
        self.rotation.unrotate(world)
    }

    /// A direction of the frame in the world.
    pub fn world_direction(&self, local: Vec2) -> Vec2 {
        self.rotation.rotate(local)
    }

    /// An interval along a world direction, measured from the world point `from`, as measured from the frame's
    /// origin. Metres.
    pub fn local_interval(&self, direction: Vec2, interval: Interval<f64>, from: Vec2) -> Interval<f64> {
        let way = (from.as_dvec2() - self.origin.as_dvec2()).dot(direction.as_dvec2());
        Interval { min: interval.min + way, max: interval.max + way }
    }

    /// The smallest box around a body along the frame's axes, in its coordinates.
    pub fn box_of(&self, body: &Body) -> Aabb {
        if self.is_level() {
            let Aabb { min, max } = body.aabb();
            return Aabb { min: min - self.origin, max: max - self.origin };
        }
        self.box_of_shape(body.shape(), body.pose())
    }

    /// That of a shape that is no body's.
    pub fn box_of_shape(&self, shape: &Shape, pose: &Pose) -> Aabb {
        let degrees = pose.rotation.degrees() - self.rotation.degrees();
        let position = self.local_point(pose.position);
        shape.aabb(&Pose { position, rotation: Rotation::from_degrees(degrees) })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use collide2d::{BodyDef, Shape, World};

    use super::*;

    #[test]
    fn a_body_is_a_level_box_in_its_own_frame() {
        let mut world = World::default();
        let shape = Shape::rectangle(4.0, 2.0).unwrap();
        world.add(BodyDef::new(shape, Pose::new(Vec2::new(3.0, -1.0), 30.0))).unwrap();
        let body = &world.bodies()[0];
        let own = Frame::of(body.pose()).box_of(body);
        assert_eq!(own, Aabb { min: Vec2::new(-2.0, -1.0), max: Vec2::new(2.0, 1.0) });
        assert_eq!(Frame::WORLD.box_of(body), body.aabb());
        let frame = Frame { origin: Vec2::new(1.0, 0.0), rotation: Rotation::from_degrees(90.0) };
        assert_eq!(frame.local_point(Vec2::new(1.0, 2.0)), Vec2::new(2.0, 0.0));
        assert_eq!(frame.world_point(Vec2::new(2.0, 0.0)), Vec2::new(1.0, 2.0));
        // Along the world's x, from 1 to 2 as seen from (3, 0): from 3 to 4 as seen from (1, 0).
        let interval = frame.local_interval(Vec2::X, Interval { min: 1.0, max: 2.0 }, Vec2::new(3.0, 0.0));
        assert_eq!((interval.min, interval.max), (3.0, 4.0));
    }
}
