//! Bodies: a shape, where it is, and how it moves.

mod def;
mod motion;

use glam::Vec2;

use crate::aabb::Aabb;
use crate::filter::Filter;
use crate::pose::{Pose, Rotation, TURNS};
use crate::settings::{FINITE, ValueError, check, finite, not_negative, share};
use crate::shape::leaf::LeafShape;
use crate::shape::{BoundingCircle, Leaf, Shape};
use crate::stored::{Bytes, Stored};
pub use def::BodyDef;
pub use motion::Motion;

/// A body in a world.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    now: BodyDef,
    /// Degrees. The pose's angle before rounding to f32, so that small turns add up.
    angle: f64,
    removed: bool,
    piece: bool,
    asleep: bool,
    /// Set or added since the last step, in a world whose bodies may sleep.
    stirred: bool,
    /// Bounds relative to the position, at the present rotation.
    extent: Aabb,
}

impl Body {
    pub(crate) fn new(mut def: BodyDef) -> Self {
        let angle = def.pose.rotation.angle();
        def.pose.rotation = Rotation::from_angle(angle);
        Self {
            angle,
            extent: def.shape.extent(def.pose.rotation),
            now: def,
            removed: false,
            piece: false,
            asleep: false,
            stirred: false,
        }
    }

    /// A piece of the body, which bursts; `None` if a number is not allowed.
    pub(crate) fn piece(&self, shape: Shape, pose: Pose, motion: Motion) -> Option<Self> {
        let def = BodyDef { shape, pose, motion, ..self.now.clone() };
        def.validate().ok()?;
        Some(Self { piece: true, ..Self::new(def) })
    }

    /// One leaf of its shape, where that is now; `None`: it has no such leaf.
    pub fn leaf(&self, leaf: Leaf) -> Option<LeafShape<'_>> {
        self.now.shape.leaf(leaf, &self.now.pose)
    }

    /// The leaves of its shape whose bounding boxes meet `area`, in order, where they are now. World.
    pub fn leaves_in(&self, area: &Aabb) -> Vec<LeafShape<'_>> {
        self.leaves_of(Some(area))
    }

    /// All leaves of its shape, in order, where they are now. World.
    pub fn leaves(&self) -> Vec<LeafShape<'_>> {
        self.leaves_of(None)
    }

    fn leaves_of(&self, area: Option<&Aabb>) -> Vec<LeafShape<'_>> {
        let mut leaves = Vec::new();
        self.now.shape.for_each_leaf(&self.now.pose, area, &mut |leaf| leaves.push(*leaf));
        leaves
    }

    /// The body with one leaf of its shape alone, where that is now; `None`: it has no such leaf.
    pub fn with_leaf(&self, leaf: Leaf) -> Option<Self> {
        let LeafShape { shape, pose, .. } = self.leaf(leaf)?;
        let def = BodyDef { shape: shape.clone(), pose, ..self.now.clone() };
        Some(Self { removed: self.removed, piece: self.piece, ..Self::new(def) })
    }

    /// Takes the body out of the simulation; its index stays in use.
    pub(crate) fn remove(&mut self) {
        (self.now.motion, self.removed) = (Motion::Static, true);
    }

    /// Its shape, local space.
    pub fn shape(&self) -> &Shape {
        &self.now.shape
    }

    /// Position and rotation now.
    pub fn pose(&self) -> &Pose {
        &self.now.pose
    }

    /// How it moves, with its present velocities.
    pub fn motion(&self) -> &Motion {
        &self.now.motion
    }

    /// 0 to 1; see [`crate::WorldSettings::mix`] for a pair's.
    pub fn restitution(&self) -> f32 {
        self.now.restitution
    }

    /// >= 0; see [`crate::WorldSettings::mix`] for a pair's.
    pub fn friction(&self) -> f32 {
        self.now.friction
    }

    /// As [`BodyDef::sensor`].
    pub fn is_sensor(&self) -> bool {
        self.now.sensor
    }

    /// As [`BodyDef::bullet`].
    pub fn is_bullet(&self) -> bool {
        self.now.bullet
    }

    /// As [`BodyDef::filter`].
    pub fn filter(&self) -> Filter {
        self.now.filter
    }

    /// As [`BodyDef::gravity_scale`].
    pub fn gravity_scale(&self) -> f32 {
        self.now.gravity_scale
    }

    /// As [`BodyDef::fixed_rotation`].
    pub fn has_fixed_rotation(&self) -> bool {
        self.now.fixed_rotation
    }

    /// As [`BodyDef::conveyor`].
    pub fn conveyor(&self) -> f32 {
        self.now.conveyor
    }

    /// As [`BodyDef::one_way`].
    pub fn one_way(&self) -> Option<Vec2> {
        self.now.one_way
    }

    /// Never moves.
    pub fn is_static(&self) -> bool {
        matches!(self.now.motion, Motion::Static)
    }

    /// Removed by [`crate::World::remove`]: it is in no pair, and rests where it was.
    pub fn is_removed(&self) -> bool {
        self.removed
    }

    /// Part of an island that sleeps, see [`crate::WorldSettings::sleep`]: at rest, and left out of the steps.
    pub fn is_asleep(&self) -> bool {
        self.asleep
    }

    /// Static as the last step knew it, or asleep. Steps leave out pairs of two such bodies.
    pub(crate) fn lies_still(&self) -> bool {
        self.asleep || self.is_static() && !self.stirred
    }

    /// Contacts and forces move it.
    pub(crate) fn is_movable(&self) -> bool {
        matches!(self.now.motion, Motion::Dynamic { .. }) && !self.asleep
    }

    /// Puts it to sleep, at rest, or wakes it.
    pub(crate) fn set_asleep(&mut self, asleep: bool) {
        self.asleep = asleep;
        if asleep {
            self.move_at(Vec2::ZERO, 0.0);
        }
    }

    /// It was set or added since the last step.
    pub(crate) fn is_stirred(&self) -> bool {
        self.stirred
    }

    pub(crate) fn set_stirred(&mut self, stirred: bool) {
        self.stirred = stirred;
    }

    /// A circle that a body was replaced by, see [`crate::Then::Burst`]: its contacts match no listener.
    pub fn is_piece(&self) -> bool {
        self.piece
    }

    /// Metres per second; zero for a static body.
    pub fn velocity(&self) -> Vec2 {
        self.now.motion.velocity()
    }

    /// Degrees per second; zero for a static body.
    pub fn angular_velocity(&self) -> f32 {
        self.now.motion.angular_velocity()
    }

    /// The velocity that its rotation gives to a point of it. World, metres and metres per second.
    pub fn turning_velocity_at(&self, point: Vec2) -> Vec2 {
        (point - self.center()).perp() * self.angular_velocity().to_radians()
    }

    /// Kilograms; infinite unless dynamic.
    pub fn mass(&self) -> f32 {
        match self.now.motion {
            Motion::Dynamic { mass, .. } => mass,
            Motion::Static | Motion::Kinematic { .. } | Motion::Mover { .. } => f32::INFINITY,
        }
    }

    /// Gravity's and its own acceleration; zero unless dynamic. Metres per second squared.
    #[inline]
    pub fn acceleration(&self, gravity: Vec2) -> Vec2 {
        match self.now.motion {
            Motion::Dynamic { acceleration, .. } => gravity * self.now.gravity_scale + acceleration,
            Motion::Static | Motion::Kinematic { .. } | Motion::Mover { .. } => Vec2::ZERO,
        }
    }

    /// 1/kg; zero for infinite mass.
    pub fn inverse_mass(&self) -> f32 {
        inverse(self.mass())
    }

    /// Inverse moment of inertia about the centre of mass. 1/(kg·m²); zero for infinite mass and a fixed
    /// rotation.
    pub(crate) fn inverse_inertia(&self) -> f32 {
        match self.now.motion {
            Motion::Dynamic { mass, .. } if !self.now.fixed_rotation => {
                inverse(self.now.shape.moment_of_inertia(mass))
            }
            _ => 0.0,
        }
    }

    /// World position of the point it rotates about: the centre of mass of a dynamic body, else the position.
    pub fn center(&self) -> Vec2 {
        self.now.pose.world_from_local(self.local_center())
    }

    /// World position of the centre of mass, whatever the motion.
    pub(crate) fn world_centroid(&self) -> Vec2 {
        self.now.pose.world_from_local(self.now.shape.centroid())
    }

    /// [`Body::center`] in local space.
    pub fn local_center(&self) -> Vec2 {
        match self.now.motion {
            Motion::Dynamic { .. } => self.now.shape.centroid(),
            Motion::Static | Motion::Kinematic { .. } | Motion::Mover { .. } => Vec2::ZERO,
        }
    }

    /// World bounds.
    #[inline]
    pub fn aabb(&self) -> Aabb {
        self.extent.at(self.now.pose.position)
    }

    /// Bounding circle in world coordinates.
    pub fn bounding_circle(&self) -> BoundingCircle {
        let local = self.now.shape.bounding_circle();
        BoundingCircle { center: self.now.pose.world_from_local(local.center), radius: local.radius }
    }

    /// Moves the body to this pose, which must be finite.
    pub fn set_pose(&mut self, pose: Pose) -> Result<(), ValueError> {
        valid_pose(&pose)?;
        // What is moved and not turned keeps the angle that its degrees are rounded from.
        if self.angle.abs() <= TURNS || pose.rotation != self.now.pose.rotation {
            self.angle = pose.rotation.angle();
        }
        self.now.pose = Pose { rotation: Rotation::from_angle(self.angle), ..pose };
        self.sync_bounds();
        Ok(())
    }

    /// Gives the body another shape.
    pub fn set_shape(&mut self, shape: Shape) {
        self.now.shape = shape;
        self.sync_bounds();
    }

    /// Replaces [`Body::motion`]; refuses a mass <= 0, damping outside of 0 to 1, and NaN or infinity.
    pub fn set_motion(&mut self, motion: Motion) -> Result<(), ValueError> {
        motion.validate()?;
        self.now.motion = motion;
        Ok(())
    }

    /// Metres per second, finite. A static body stays at rest.
    pub fn set_velocity(&mut self, new: Vec2) -> Result<(), ValueError> {
        self.set_motion(self.now.motion.with_velocity(new))
    }

    /// Degrees per second, finite. A static body stays at rest.
    pub fn set_angular_velocity(&mut self, new: f32) -> Result<(), ValueError> {
        self.set_motion(self.now.motion.with_angular_velocity(new))
    }

    /// Applies an impulse (newton seconds) at a world point. No effect on infinite mass, nor on the spin of a fixed rotation.
    /// Refused if the velocity would not be finite.
    pub fn apply_impulse(&mut self, impulse: Vec2, point: Vec2) -> Result<(), ValueError> {
        finite(["impulse x", "impulse y"], impulse)?;
        finite(["point x", "point y"], point)?;
        let Motion::Dynamic { mass, velocity, angular_velocity, .. } = self.now.motion else { return Ok(()) };
        let turn = (point - self.center()).perp_dot(impulse) * self.inverse_inertia();
        let pushed = self.now.motion.with_velocity(velocity + impulse * inverse(mass));
        self.set_motion(pushed.with_angular_velocity(angular_velocity + turn.to_degrees()))
    }

    /// 0 to 1.
    pub fn set_restitution(&mut self, restitution: f32) -> Result<(), ValueError> {
        share("restitution", restitution)?;
        self.now.restitution = restitution;
        Ok(())
    }

    /// >= 0, finite.
    pub fn set_friction(&mut self, friction: f32) -> Result<(), ValueError> {
        not_negative("friction", friction)?;
        self.now.friction = friction;
        Ok(())
    }

    /// As [`BodyDef::filter`].
    pub fn set_filter(&mut self, filter: Filter) {
        self.now.filter = filter;
    }

    /// A finite number, see [`BodyDef::gravity_scale`].
    pub fn set_gravity_scale(&mut self, gravity_scale: f32) -> Result<(), ValueError> {
        check(gravity_scale.is_finite(), "gravity scale", gravity_scale, FINITE)?;
        self.now.gravity_scale = gravity_scale;
        Ok(())
    }

    /// As [`BodyDef::fixed_rotation`].
    pub fn set_fixed_rotation(&mut self, fixed_rotation: bool) {
        self.now.fixed_rotation = fixed_rotation;
    }

    /// Metres per second, finite, see [`BodyDef::conveyor`].
    pub fn set_conveyor(&mut self, conveyor: f32) -> Result<(), ValueError> {
        check(conveyor.is_finite(), "conveyor", conveyor, FINITE)?;
        self.now.conveyor = conveyor;
        Ok(())
    }

    /// As [`BodyDef::one_way`].
    pub fn set_one_way(&mut self, one_way: Option<Vec2>) -> Result<(), ValueError> {
        valid_one_way(one_way)?;
        self.now.one_way = one_way;
        Ok(())
    }

    /// As [`BodyDef::sensor`].
    pub fn set_sensor(&mut self, sensor: bool) {
        self.now.sensor = sensor;
    }

    /// As [`BodyDef::bullet`].
    pub fn set_bullet(&mut self, bullet: bool) {
        self.now.bullet = bullet;
    }

    /// Sets what a step computed: metres per second, degrees per second. NaN and infinity are not refused.
    #[inline]
    pub(crate) fn move_at(&mut self, new: Vec2, spin: f32) {
        match &mut self.now.motion {
            Motion::Static => {}
            Motion::Mover { velocity, .. } => *velocity = new,
            Motion::Kinematic { velocity, angular_velocity }
            | Motion::Dynamic { velocity, angular_velocity, .. } => {
                (*velocity, *angular_velocity) = (new, spin);
            }
        }
    }

    /// Moves [`Body::center`] by metres and rotates about it by degrees. After a rotation the bounds need
    /// [`Body::sync_bounds`].
    #[inline]
    pub(crate) fn displace(&mut self, by: Vec2, degrees: f64) {
        if degrees == 0.0 {
            self.now.pose.position += by;
        } else {
            self.displace_and_turn(by, degrees);
        }
    }

    fn displace_and_turn(&mut self, by: Vec2, degrees: f64) {
        let center = self.local_center();
        let before = self.now.pose.rotation.rotate(center);
        self.angle += degrees;
        self.now.pose.rotation = Rotation::from_angle(self.angle);
        // A body that rotates about its position does not move by rounding.
        let swing = before - self.now.pose.rotation.rotate(center);
        self.now.pose.position += if center == Vec2::ZERO { by } else { by + swing };
    }

    /// Resets the pose and its unrounded angle; after a rotation the bounds need [`Body::sync_bounds`].
    pub(crate) fn restore(&mut self, pose: Pose, angle: f64) {
        (self.now.pose, self.angle) = (pose, angle);
    }

    pub(crate) fn move_to(&mut self, position: Vec2) {
        // An equal position keeps the sign of its zeros.
        if position != self.now.pose.position {
            self.now.pose.position = position;
        }
    }

    /// Computes the bounds for the present rotation.
    pub(crate) fn sync_bounds(&mut self) {
        self.extent = self.now.shape.extent(self.now.pose.rotation);
    }

    /// Degrees, unrounded.
    pub(crate) fn angle(&self) -> f64 {
        self.angle
    }
}

/// 1 over a mass or a moment of inertia, clamped so that products of two are finite; 0 for 0 and infinity.
pub(crate) fn inverse(mass: f32) -> f32 {
    const RANGE: (f32, f32) = (1.0e-18, 1.0e18);
    if mass > 0.0 && mass.is_finite() { mass.recip().clamp(RANGE.0, RANGE.1) } else { 0.0 }
}

fn valid_pose(pose: &Pose) -> Result<(), ValueError> {
    finite(["position x", "position y"], pose.position)?;
    check(pose.rotation.degrees().is_finite(), "rotation", pose.rotation.degrees(), FINITE)
}

fn valid_one_way(direction: Option<Vec2>) -> Result<(), ValueError> {
    let Some(direction) = direction else { return Ok(()) };
    finite(["one-way x", "one-way y"], direction)?;
    check(direction != Vec2::ZERO, "one-way", 0.0, "a direction other than (0, 0)")
}

stored!(BodyDef {
    shape,
    pose,
    motion,
    restitution,
    friction,
    sensor,
    bullet,
    filter,
    gravity_scale,
    fixed_rotation,
    conveyor,
    one_way,
});

impl Stored for Body {
    fn store(&self, to: &mut Vec<u8>) {
        let Self { now, angle, removed, piece, asleep, stirred, extent: _ } = self;
        now.store(to);
        angle.store(to);
        [*removed, *piece, *asleep, *stirred].iter().for_each(|flag| flag.store(to));
    }

    /// Pose and velocities may be NaN or infinite, as a step can leave them; everything else is validated.
    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        let mut now = BodyDef::load(from)?;
        let at_rest = now.motion.with_velocity(Vec2::ZERO).with_angular_velocity(0.0);
        now.clone().with_pose(Pose::default()).with_motion(at_rest).validate().ok()?;
        let angle = f64::load(from)?;
        now.pose.rotation = Rotation::from_angle(angle);
        let extent = now.shape.extent(now.pose.rotation);
        Some(Self {
            now,
            angle,
            removed: bool::load(from)?,
            piece: bool::load(from)?,
            asleep: bool::load(from)?,
            stirred: bool::load(from)?,
            extent,
        })
    }
}
