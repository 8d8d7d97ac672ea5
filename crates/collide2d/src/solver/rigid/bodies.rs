//! The solver's state of each body, and its integration.

use std::ops::Range;

use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, dispatch, f32x8};
use glam::{Vec2, Vec4};

use super::lanes::{Eight, WIDTH, gathered, transposed};
use crate::aabb::Aabb;
use crate::body::{Body, Motion, inverse};
use crate::math;
use crate::pose::Pose;
use crate::settings::WorldSettings;
use crate::still::{ROW, StillBodies};

const _: () = assert!(ROW.is_multiple_of(WIDTH));

/// The bodies while the solver works on them, in memory kept between steps.
#[derive(Debug, Default)]
pub(in crate::solver) struct RigidBodies {
    /// The start of each body, then one at rest for each generator: a ground is an immovable body.
    pub moving: Vec<BodyStart>,
    /// Like `moving`, padded with at least one static sentinel up to a multiple of [`WIDTH`].
    pub masses: Vec<Mass>,
    /// Padded like `masses`, as are `drives` and `turns`.
    pub(super) states: Vec<State>,
    pub(super) drives: Vec<Drive>,
    /// 1; or 0 for a circle, whose contact point does not rotate with it.
    turns: Vec<f32>,
    /// What closes no faster does not bounce. Metres per second.
    pub(super) slowest_bounce: f32,
}

/// A body before the step. Default: at rest.
#[derive(Debug, Default)]
pub(in crate::solver) struct BodyStart {
    pub start: Pose,
    /// From the position to the centre then, world axes.
    pub to_center: Vec2,
    pub start_angle: f64,
    pub start_velocity: Vec2,
    /// Degrees per second.
    pub start_spin: f32,
    pub acceleration: Vec2,
    /// Dynamic, and a contact acts on it.
    pub touched: bool,
    /// Dynamic, and an impact of the step with restitution changed its velocity.
    pub bounced: bool,
}

/// Zero: infinite mass.
#[derive(Clone, Copy, Debug)]
pub(in crate::solver) struct Mass {
    /// 1/kg.
    pub inverse: f32,
    /// 1/(kg·m²).
    pub inverse_inertia: f32,
}

/// The part of a body's state that contacts read and change.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct State {
    /// Velocity, metres per second; spin, radians per second; rotation since the start of the step, radians.
    pub motion: [f32; 4],
    /// Shift of the centre of mass in the step, metres; cosine - 1 and sine of the rotation, 0 for a circle.
    pub place: [f32; 4],
}

/// The effect of forces on a body in a sub-step.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(super) struct Drive {
    /// Added to velocity and spin; in the last place the factor of damping.
    pub push: [f32; 4],
    /// [`State::motion`] after forces; the difference from it is the contacts'.
    pub free: [f32; 4],
}

impl BodyStart {
    /// [`Body::center`] before the step.
    pub fn center(&self) -> Vec2 {
        self.start.position + self.to_center
    }

    /// Bounds before the step.
    pub fn aabb(&self, body: &Body) -> Aabb {
        body.shape().aabb(&self.start)
    }
}

impl Mass {
    pub const INFINITE: Self = Self { inverse: 0.0, inverse_inertia: 0.0 };
}

impl State {
    pub const REST: Self = Self { motion: [0.0; 4], place: [0.0; 4] };

    /// Of a body at the start of the step. Metres per second, degrees per second.
    fn of(velocity: Vec2, spin: f32) -> Self {
        Self { motion: [velocity.x, velocity.y, spin.to_radians(), 0.0], ..Self::REST }
    }

    pub fn velocity(&self) -> Vec2 {
        Vec2::new(self.motion[0], self.motion[1])
    }

    pub fn spin(&self) -> f32 {
        self.motion[2]
    }

    pub fn turn(&self) -> f32 {
        self.motion[3]
    }

    pub fn shift(&self) -> Vec2 {
        Vec2::new(self.place[0], self.place[1])
    }

    /// A vector, rotated as the body since the start of the step.
    pub fn turned(&self, v: Vec2) -> Vec2 {
        v + Vec2::new(self.place[2] * v.x - self.place[3] * v.y, self.place[3] * v.x + self.place[2] * v.y)
    }

    pub fn push(&mut self, velocity: Vec2, spin: f32) {
        self.motion[0] += velocity.x;
        self.motion[1] += velocity.y;
        self.motion[2] += spin;
    }
}

impl Drive {
    const NONE: Self = Self { push: [0.0, 0.0, 0.0, 1.0], free: [0.0; 4] };
}

impl RigidBodies {
    /// Takes the bodies of a step whose sub-steps take `h` seconds; of those that are not visited the last step's are right.
    pub(super) fn fill(
        &mut self,
        bodies: &[Body],
        still: &StillBodies,
        generators: usize,
        settings: &WorldSettings,
        h: f32,
    ) {
        self.slowest_bounce = settings.rigid.slowest_bounce;
        let Self { moving, masses, states, drives, turns, slowest_bounce: _ } = self;
        // Grounds and lanes beyond them are at rest.
        let padded = (bodies.len() + generators + 1).next_multiple_of(WIDTH);
        moving.truncate(bodies.len());
        moving.resize_with(bodies.len() + generators, BodyStart::default);
        pad(masses, bodies.len(), padded, Mass::INFINITE);
        pad(states, bodies.len(), padded, State::REST);
        pad(drives, bodies.len(), padded, Drive::NONE);
        pad(turns, bodies.len(), padded, 0.0);
        for index in still.visited() {
            let body = &bodies[index];
            let (mut acceleration, mut mass_of, mut drive) = (Vec2::ZERO, Mass::INFINITE, Drive::NONE);
            if let (Motion::Dynamic { mass, .. }, false) = (*body.motion(), body.is_asleep()) {
                acceleration = body.acceleration(settings.gravity);
                mass_of = Mass { inverse: inverse(mass), inverse_inertia: body.inverse_inertia() };
                drive.push = [acceleration.x * h, acceleration.y * h, 0.0, body.motion().velocity_kept(h)];
            }
            let (velocity, spin, pose) = (body.velocity(), body.angular_velocity(), *body.pose());
            masses[index] = mass_of;
            states[index] = State::of(velocity, spin);
            drives[index] = drive;
            turns[index] = if body.shape().kind().has_faces() { 1.0 } else { 0.0 };
            moving[index] = BodyStart {
                start: pose,
                to_center: pose.rotation.rotate(body.local_center()),
                start_angle: body.angle(),
                start_velocity: velocity,
                start_spin: spin,
                acceleration,
                touched: false,
                bounced: false,
            };
        }
    }

    /// A contact acts on the body, or a cable or rod, before any has changed its state.
    pub(super) fn touch(&mut self, body: usize) {
        let moving = &mut self.moving[body];
        if self.masses[body].inverse > 0.0 {
            moving.touched = true;
        } else {
            // Of what is not visited, impulses beyond all bounds would be left from the last step.
            self.states[body] = State::of(moving.start_velocity, moving.start_spin);
        }
    }

    /// An impact with restitution changed the body's velocity. One that is not movable may not be visited in the next
    /// step, which would keep the mark.
    pub(super) fn set_bounced(&mut self, body: usize) {
        self.moving[body].bounced = self.masses[body].inverse > 0.0;
    }

    /// Integrates forces; after the first sub-step also adds the last one's contact impulses (warm start).
    pub(super) fn integrate_velocities(&mut self, first: bool, still: &StillBodies) {
        for stretch in still.stretches() {
            self.integrate_stretch(first, stretch.clone());
        }
    }

    fn integrate_stretch(&mut self, first: bool, stretch: Range<usize>) {
        for (state, drive) in self.states[stretch.clone()].iter_mut().zip(&mut self.drives[stretch]) {
            let (motion, push) = (Vec4::from_array(state.motion), Vec4::from_array(drive.push));
            let given = if first { Vec4::ZERO } else { motion - Vec4::from_array(drive.free) };
            let free = (motion + push.with_w(0.0)) * Vec4::splat(push.w).with_w(1.0);
            drive.free = free.to_array();
            state.motion = (free + given.with_w(0.0)).to_array();
        }
    }

    /// Moves the bodies by a sub-step.
    pub(super) fn advance(&mut self, level: Level, still: &StillBodies, h: f32) {
        for stretch in still.stretches() {
            let rows = stretch.start..stretch.end.next_multiple_of(WIDTH);
            dispatch!(level, simd => self.advance_in_rows(simd, rows.clone(), h));
        }
    }

    #[inline(always)]
    fn advance_in_rows<S: Simd>(&mut self, simd: S, rows: Range<usize>, h: f32) {
        let (states, _) = self.states[rows.clone()].as_chunks_mut::<WIDTH>();
        let (turns, _) = self.turns[rows].as_chunks::<WIDTH>();
        for (states, turns) in states.iter_mut().zip(turns) {
            let [x, y, spin, turn] = gathered(simd, |l| &states[l].motion);
            let [shift_x, shift_y, ..] = gathered(simd, |l| &states[l].place);
            let turn = turn + spin * h;
            let (cos_less_one, sin) = turned(simd, turn * f32x8::load_array_ref(simd, turns));
            let places = transposed([shift_x + x * h, shift_y + y * h, cos_less_one, sin]);
            let motions = transposed([x, y, spin, turn]);
            for l in 0..4 {
                let (low, high) = places[l].split();
                low.store_array(&mut states[l].place);
                high.store_array(&mut states[l + 4].place);
                let (low, high) = motions[l].split();
                low.store_array(&mut states[l].motion);
                high.store_array(&mut states[l + 4].motion);
            }
        }
    }

    /// Copies the solver's state to the bodies that contacts act on.
    pub(super) fn write_back(&self, bodies: &mut [Body], still: &StillBodies) {
        for stretch in still.stretches() {
            let of_solver = self.moving[stretch.clone()].iter().zip(&self.states[stretch.clone()]);
            for (body, (moving, state)) in bodies[stretch.clone()].iter_mut().zip(of_solver) {
                write_back_one(body, moving, state);
            }
        }
    }

    /// Moves bodies without contacts exactly: by v·dt + ½·a·dt².
    pub(super) fn move_free(&mut self, bodies: &mut [Body], still: &StillBodies, dt: f32) {
        for index in still.visited() {
            let (body, moving) = (&mut bodies[index], &self.moving[index]);
            if moving.touched || body.is_static() || body.is_asleep() {
                continue;
            }
            let (velocity, spin) = (moving.start_velocity, moving.start_spin);
            let shift = velocity * dt + moving.acceleration * (0.5 * dt * dt);
            let turned = f64::from(spin) * f64::from(dt);
            body.restore(moving.start, moving.start_angle);
            if body.inverse_mass() > 0.0 {
                let kept = body.motion().velocity_kept(dt);
                body.move_at((velocity + moving.acceleration * dt) * kept, spin * kept);
            }
            if shift != Vec2::ZERO || turned != 0.0 {
                body.displace(shift, turned);
                body.sync_bounds();
            }
        }
    }
}

/// Makes what follows the first `count` places of `list` `vacant`.
fn pad<T: Clone>(list: &mut Vec<T>, count: usize, padded: usize, vacant: T) {
    list.truncate(count);
    list.resize(padded, vacant);
}

pub(super) fn write_back_one(body: &mut Body, moving: &BodyStart, state: &State) {
    if moving.touched {
        body.restore(moving.start, moving.start_angle);
        body.displace(state.shift(), f64::from(state.turn()).to_degrees());
        body.move_at(state.velocity(), state.spin().to_degrees());
        body.sync_bounds();
    }
}

/// Cosine - 1, and sine; by their series where the first terms are exact to f32.
#[inline(always)]
fn turned<S: Simd>(simd: S, angle: f32x8<S>) -> (f32x8<S>, f32x8<S>) {
    let square = angle * angle;
    let cos_less_one = square * (square * (-(square * (1.0 / 720.0)) + 1.0 / 24.0) - 0.5);
    let sin = angle * (-(square * (-(square * (1.0 / 120.0)) + 1.0 / 6.0)) + 1.0);
    if simd.splat_f32x8(0.3).simd_le(angle.abs()).any_true() {
        let (mut cos_less_one, mut sin) = (cos_less_one.to_array(), sin.to_array());
        turn_far(&angle.to_array(), &mut cos_less_one, &mut sin);
        return (f32x8::load_array(simd, cos_less_one), f32x8::load_array(simd, sin));
    }
    (cos_less_one, sin)
}

/// The same of large angles, beyond the first terms.
#[cold]
fn turn_far(angles: &Eight, cos_less_one: &mut Eight, sin: &mut Eight) {
    for (l, angle) in angles.iter().enumerate().filter(|(_, angle)| angle.abs() >= 0.3) {
        let (exact, cos) = math::sin_cos(*angle);
        (cos_less_one[l], sin[l]) = (cos - 1.0, exact);
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/bodies.rs"]
mod tests;
