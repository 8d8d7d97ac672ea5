//! What a body is made from.

use glam::Vec2;

use super::{Motion, valid_one_way, valid_pose};
use crate::filter::Filter;
use crate::pose::Pose;
use crate::settings::{FINITE, ValueError, check, not_negative, share};
use crate::shape::Shape;

/// What a body is made from.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct BodyDef {
    /// Shape in the body's local space.
    pub shape: Shape,
    /// Initial position and rotation.
    pub pose: Pose,
    /// How it moves.
    pub motion: Motion,
    /// 0 to 1; see [`crate::WorldSettings::mix`] for a pair's.
    pub restitution: f32,
    /// >= 0; see [`crate::WorldSettings::mix`] for a pair's.
    pub friction: f32,
    /// Contacts are found and reported as events, never resolved.
    ///
    /// ```
    /// use collide2d::glam::Vec2;
    /// use collide2d::{BodyDef, Motion, Pose, ResolvedBy, Shape, World};
    ///
    /// let mut world = World::default();
    /// world.add(BodyDef::new(Shape::rectangle(1.0, 1.0)?, Pose::at(2.0, 0.0)).with_sensor(true))?;
    /// let motion = Motion::dynamic(1.0).with_velocity(Vec2::new(60.0, 0.0));
    /// let ball = world.add(BodyDef::new(Shape::circle(0.5)?, Pose::at(1.0, 0.0)).with_motion(motion))?;
    /// world.step();
    /// assert_eq!(world.events()[0].resolved_by, Some(ResolvedBy::Sensor));
    /// assert_eq!(world.body(ball).map(|ball| ball.velocity()), Some(Vec2::new(60.0, 0.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub sensor: bool,
    /// Under `Rigid` the body is swept against everything: it stops at dynamic bodies that it would have passed
    /// through, not at immovable ones alone, and sensors that it passes have their events. Default false.
    pub bullet: bool,
    /// Which bodies it meets. Bodies that do not meet are no pair.
    pub filter: Filter,
    /// Factor of [`crate::WorldSettings::gravity`], not of the body's own acceleration. Default 1.
    pub gravity_scale: f32,
    /// Contacts, cables and rods never turn it; its angular velocity still does.
    pub fixed_rotation: bool,
    /// Speed of its surface along (n.y, -n.x) of the outward normal n: +x on a top face, clockwise around the body.
    /// Metres per second. Only friction feels it, so only `Rigid` does.
    pub conveyor: f32,
    /// Holds others from one side alone: those whose contact, as the two first meet, has its normal on this body's
    /// surface within 45° of this direction, and is no deeper than what they approach in the step plus 1 cm. Others pass
    /// through until the two are apart. Local space, any vector but (0, 0).
    pub one_way: Option<Vec2>,
}

impl BodyDef {
    /// A static body of restitution 0 and friction 0.5.
    pub fn new(shape: Shape, pose: Pose) -> Self {
        Self {
            shape,
            pose,
            motion: Motion::Static,
            restitution: 0.0,
            friction: 0.5,
            sensor: false,
            bullet: false,
            filter: Filter::default(),
            gravity_scale: 1.0,
            fixed_rotation: false,
            conveyor: 0.0,
            one_way: None,
        }
    }

    /// With another [`BodyDef::pose`].
    pub fn with_pose(self, pose: Pose) -> Self {
        Self { pose, ..self }
    }

    /// With another [`BodyDef::motion`].
    pub fn with_motion(self, motion: Motion) -> Self {
        Self { motion, ..self }
    }

    /// With another [`BodyDef::restitution`].
    pub fn with_restitution(self, restitution: f32) -> Self {
        Self { restitution, ..self }
    }

    /// With another [`BodyDef::friction`].
    pub fn with_friction(self, friction: f32) -> Self {
        Self { friction, ..self }
    }

    /// With another [`BodyDef::filter`].
    pub fn with_filter(self, filter: Filter) -> Self {
        Self { filter, ..self }
    }

    /// With another [`BodyDef::gravity_scale`].
    pub fn with_gravity_scale(self, gravity_scale: f32) -> Self {
        Self { gravity_scale, ..self }
    }

    /// With another [`BodyDef::fixed_rotation`].
    pub fn with_fixed_rotation(self, fixed_rotation: bool) -> Self {
        Self { fixed_rotation, ..self }
    }

    /// With another [`BodyDef::conveyor`].
    pub fn with_conveyor(self, conveyor: f32) -> Self {
        Self { conveyor, ..self }
    }

    /// With another [`BodyDef::one_way`].
    pub fn with_one_way(self, one_way: Option<Vec2>) -> Self {
        Self { one_way, ..self }
    }

    /// With another [`BodyDef::sensor`].
    pub fn with_sensor(self, sensor: bool) -> Self {
        Self { sensor, ..self }
    }

    /// With another [`BodyDef::bullet`].
    pub fn with_bullet(self, bullet: bool) -> Self {
        Self { bullet, ..self }
    }

    pub(crate) fn validate(&self) -> Result<(), ValueError> {
        valid_pose(&self.pose)?;
        self.motion.validate()?;
        share("restitution", self.restitution)?;
        not_negative("friction", self.friction)?;
        check(self.gravity_scale.is_finite(), "gravity scale", self.gravity_scale, FINITE)?;
        check(self.conveyor.is_finite(), "conveyor", self.conveyor, FINITE)?;
        valid_one_way(self.one_way)
    }
}

impl Default for BodyDef {
    /// A static disc of radius 0.5 m at the origin.
    fn default() -> Self {
        let disc = Shape::circle(0.5).expect("half a metre is a radius");
        Self::new(disc, Pose::default())
    }
}
