//! Rotation, friction and restitution: sub-stepped soft constraints with a relax pass.

mod bounce;

use glam::Vec2;

use super::Task;
use crate::pose::Pose;
use crate::shape::ShapeKind;
use crate::world::{Body, Iteration, Motion, PairKey, Stage, StepObserver, Work, WorldSettings, inverse};
use bounce::Bounces;

/// Depth at which contacts come to rest. Metres. Within it a contact is kept and pushes nothing, so that what lies still goes on
/// touching.
pub(super) const SLOP: f32 = 1.0e-3;
/// Longest sub-step. Seconds; a 60th of a second has eight.
const LONGEST_SUBSTEP: f32 = 1.0 / 480.0;
/// Stiffness of the soft contact, at most, and as a share of the sub-steps per second. Hertz. Twice that against infinite mass.
const CONTACT_HERTZ: f32 = 60.0;
const CONTACT_HERTZ_SHARE: f32 = 0.25;
/// Damping of the soft contact, 1 being critical.
const CONTACT_DAMPING: f32 = 10.0;
/// Fastest push out of a penetration. Metres per second.
const FASTEST_PUSH: f32 = 3.0;

/// The "soft step" of Box2D v3: Catto, "Soft Constraints" (GDC 2011), "Understanding Constraints" (GDC 2014) and "Solver2D" (2024),
/// in memory kept between steps.
///
/// Bounces come first (see [`bounce`]). Then the timestep is cut into sub-steps. In each, velocities take up the forces; the impulses
/// known so far are applied again (warm start); every contact point gets friction, then an impulse along the normal that behaves
/// like a stiff damped spring where it is too deep; positions move; and a relax pass without the spring takes out the speed
/// that the push left.
#[derive(Debug, Default)]
pub(crate) struct RigidSolver {
    moving: Vec<Moving>,
    points: Vec<Point>,
    bounces: Bounces,
}

/// The impulses that held a contact point in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KnownImpulse {
    pub pair: PairKey,
    pub feature: u32,
    /// Newton seconds.
    pub normal: f32,
    /// Newton seconds.
    pub tangent: f32,
}

#[derive(Debug)]
struct Moving {
    start: Pose,
    start_angle: f64,
    start_velocity: Vec2,
    /// Degrees per second.
    start_spin: f32,
    /// Metres and radians since the start of the step, of the centre of mass.
    shift: Vec2,
    turn: f32,
    turn_sin_cos: (f32, f32),
    velocity: Vec2,
    /// Radians per second.
    spin: f32,
    acceleration: Vec2,
    /// Share of velocity kept in a sub-step.
    kept: f32,
    inverse_mass: f32,
    inverse_inertia: f32,
    /// A circle's point of contact does not turn with it.
    round: bool,
    /// Dynamic, and a contact acts on it.
    touched: bool,
}

#[derive(Debug)]
struct Point {
    pair: PairKey,
    a: usize,
    b: usize,
    index: u32,
    feature: u32,
    normal: Vec2,
    /// From the centres to the point, at the start of the step.
    arm_a: Vec2,
    arm_b: Vec2,
    depth: f32,
    friction: f32,
    restitution: f32,
    normal_mass: f32,
    tangent_mass: f32,
    spring: Spring,
    normal_impulse: f32,
    tangent_impulse: f32,
}

/// A damped spring, solved implicitly over one sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spring {
    /// Share of the error that is aimed to be gone after a second. 1/s.
    bias_rate: f32,
    mass_scale: f32,
    impulse_scale: f32,
}

impl Spring {
    const RIGID: Self = Self { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };

    fn new(hertz: f32, damping: f32, h: f32) -> Self {
        let omega = std::f32::consts::TAU * hertz;
        let a1 = 2.0 * damping + h * omega;
        let a2 = h * omega * a1;
        let a3 = (1.0 + a2).recip();
        Self { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }
}

impl RigidSolver {
    /// Moves every body by one timestep. `tasks` are sorted by pair; `known` is what the last step left, and is left for the next.
    pub(crate) fn solve<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        settings: &WorldSettings,
        tasks: &[Task],
        known: &mut Vec<KnownImpulse>,
        observer: &mut O,
    ) {
        let dt = settings.timestep;
        let substeps = ((dt / LONGEST_SUBSTEP - 1.0e-3).ceil() as u32).clamp(1, 64);
        let h = dt / substeps as f32;
        self.prepare_bodies(bodies, settings, h);
        self.prepare_points(bodies, tasks, known, h);

        let mut index = 0;
        self.mark_touched();
        self.bounce(bodies, &mut index, observer);
        self.let_bounces_come();
        self.mark_touched();
        for substep in 0..substeps {
            if self.points.is_empty() {
                break;
            }
            self.take_forces(h);
            if O::WATCHES {
                self.write_back(bodies);
                observer.stage(&Stage::SubstepForces { index: substep, duration: h }, bodies);
            }
            for work in [Work::WarmStart, Work::Solve, Work::Relax] {
                if work == Work::Relax {
                    self.advance(h);
                    if O::WATCHES {
                        self.write_back(bodies);
                        observer.stage(&Stage::SubstepMove { index: substep, duration: h }, bodies);
                    }
                }
                for i in 0..self.points.len() {
                    let told = match work {
                        Work::WarmStart => self.warm_start(i),
                        _ => self.solve_point(i, work, h),
                    };
                    self.tell(i, told, &mut index, substep, bodies, observer);
                }
            }
        }
        self.write_back(bodies);
        self.move_free_bodies(bodies, dt);
        known.clear();
        known.extend(self.points.iter().map(|point| KnownImpulse {
            pair: point.pair,
            feature: point.feature,
            normal: point.normal_impulse,
            tangent: point.tangent_impulse,
        }));
        known.sort_unstable_by_key(|k| (k.pair, k.feature));
    }

    fn prepare_bodies(&mut self, bodies: &[Body], settings: &WorldSettings, h: f32) {
        self.moving.clear();
        self.moving.extend(bodies.iter().map(|body| {
            let (mut acceleration, mut kept, mut inverse_inertia) = (Vec2::ZERO, 1.0, 0.0);
            if let Motion::Dynamic { mass, acceleration: own, damping, .. } = *body.motion() {
                acceleration = settings.gravity + own;
                kept = if damping == 1.0 { 1.0 } else { damping.powf(h) };
                let inertia = body.shape().moment_of_inertia(mass);
                inverse_inertia = inverse(inertia);
            }
            Moving {
                start: *body.pose(),
                start_angle: body.angle(),
                start_velocity: body.velocity(),
                start_spin: body.angular_velocity(),
                shift: Vec2::ZERO,
                turn: 0.0,
                turn_sin_cos: (0.0, 1.0),
                velocity: body.velocity(),
                spin: body.angular_velocity().to_radians(),
                acceleration,
                kept,
                inverse_mass: body.inverse_mass(),
                inverse_inertia,
                round: body.shape().kind() == ShapeKind::Circle,
                touched: false,
            }
        }));
    }

    /// Notes which bodies the points act on.
    fn mark_touched(&mut self) {
        for body in &mut self.moving {
            body.touched = false;
        }
        for body in self.points.iter().flat_map(|point| [point.a, point.b]) {
            self.moving[body].touched = self.moving[body].inverse_mass > 0.0;
        }
    }

    fn prepare_points(&mut self, bodies: &[Body], tasks: &[Task], known: &[KnownImpulse], h: f32) {
        let hertz = CONTACT_HERTZ.min(CONTACT_HERTZ_SHARE / h);
        let between_dynamic = Spring::new(hertz, CONTACT_DAMPING, h);
        let against_fixed = Spring::new(2.0 * hertz, CONTACT_DAMPING, h);
        self.points.clear();
        // What is solved last holds best: contacts with infinite mass.
        for fixed in [false, true] {
            for task in tasks.iter().filter(|task| !task.buried) {
                let (a, b) = (task.pair.a() as usize, task.pair.b() as usize);
                let (body_a, body_b, normal) = (&bodies[a], &bodies[b], task.found.contact.normal);
                let (moving_a, moving_b) = (&self.moving[a], &self.moving[b]);
                if fixed != (moving_a.inverse_mass == 0.0 || moving_b.inverse_mass == 0.0) {
                    continue;
                }
                let apart = body_a.pose().position - body_b.pose().position;
                for (index, point) in task.found.contact.points().iter().enumerate() {
                    let arm_a =
                        task.contact_arm(point) - body_a.pose().rotation.rotate(body_a.local_center());
                    let arm_b = task.contact_arm(point) + apart
                        - body_b.pose().rotation.rotate(body_b.local_center());
                    let mass_along = |direction: Vec2| {
                        let (lever_a, lever_b) = (arm_a.perp_dot(direction), arm_b.perp_dot(direction));
                        let inverse = moving_a.inverse_mass
                            + moving_b.inverse_mass
                            + moving_a.inverse_inertia * lever_a * lever_a
                            + moving_b.inverse_inertia * lever_b * lever_b;
                        inverse.recip()
                    };
                    let depth = task.depth(point);
                    let key = (task.pair, point.feature);
                    let held =
                        known.binary_search_by_key(&key, |k| (k.pair, k.feature)).ok().map(|i| known[i]);
                    let mut point = Point {
                        pair: task.pair,
                        a,
                        b,
                        index: index as u32,
                        feature: point.feature,
                        normal,
                        arm_a,
                        arm_b,
                        depth,
                        friction: task.friction,
                        restitution: task.restitution,
                        normal_mass: mass_along(normal),
                        tangent_mass: mass_along(tangent(normal)),
                        spring: if fixed { against_fixed } else { between_dynamic },
                        normal_impulse: held.map_or(0.0, |k| k.normal),
                        tangent_impulse: held.map_or(0.0, |k| k.tangent),
                    };
                    point.restitution = point.restitution_at_depth(moving_a, moving_b);
                    self.points.push(point);
                }
            }
        }
    }

    fn take_forces(&mut self, h: f32) {
        for body in self.moving.iter_mut().filter(|body| body.touched) {
            body.velocity = (body.velocity + body.acceleration * h) * body.kept;
            body.spin *= body.kept;
        }
    }

    fn advance(&mut self, h: f32) {
        for body in &mut self.moving {
            body.shift += body.velocity * h;
            body.turn += body.spin * h;
            body.turn_sin_cos = body.turn.sin_cos();
        }
    }

    /// The impulses known so far, again.
    fn warm_start(&mut self, i: usize) -> Iteration {
        let mut told = self.look_at(i, Work::WarmStart);
        let point = &self.points[i];
        (told.impulse, told.friction_impulse) = (point.normal_impulse, point.tangent_impulse);
        self.push(i, point.normal * point.normal_impulse + tangent(point.normal) * point.tangent_impulse);
        told
    }

    /// Friction, then the impulse along the normal: with the spring in [`Work::Solve`], without it in [`Work::Relax`].
    fn solve_point(&mut self, i: usize, work: Work, h: f32) -> Iteration {
        let mut told = self.look_at(i, work);
        let point = &mut self.points[i];
        let along = tangent(point.normal);
        let slip = relative_velocity(point, &self.moving[point.a], &self.moving[point.b]).dot(along);
        let limit = point.friction * point.normal_impulse;
        let sum = (point.tangent_impulse - point.tangent_mass * slip).max(-limit).min(limit);
        told.friction_impulse = sum - point.tangent_impulse;
        point.tangent_impulse = sum;
        self.push(i, along * told.friction_impulse);

        let excess = told.depth_before - SLOP;
        let point = &self.points[i];
        let mut spring = Spring::RIGID;
        told.target = 0.0;
        if excess < 0.0 {
            // Room is left: it may close as fast as fills it.
            told.target = excess / h;
        } else if work == Work::Solve {
            spring = point.spring;
            told.target = (spring.bias_rate * excess).min(FASTEST_PUSH);
        }
        told.mass = point.normal_mass * spring.mass_scale;
        told.softness = spring.impulse_scale;
        told.separating_at_impulse =
            relative_velocity(point, &self.moving[point.a], &self.moving[point.b]).dot(point.normal);
        // The sum never pulls.
        let wanted =
            told.mass * (told.target - told.separating_at_impulse) - told.softness * point.normal_impulse;
        let sum = (point.normal_impulse + wanted).max(0.0);
        told.impulse = sum - point.normal_impulse;
        let push = point.normal * told.impulse;
        self.points[i].normal_impulse = sum;
        self.push(i, push);
        told
    }

    /// What there is to tell of a point before anything is done to it.
    fn look_at(&self, i: usize, work: Work) -> Iteration {
        let point = &self.points[i];
        let (a, b) = (&self.moving[point.a], &self.moving[point.b]);
        let depth = current_depth(point, a, b);
        let speed = relative_velocity(point, a, b).dot(point.normal);
        Iteration {
            index: 0,
            work,
            substep: 0,
            pair: point.pair,
            point: point.index,
            position: Vec2::ZERO,
            normal: point.normal,
            separating_before: speed,
            separating_at_impulse: speed,
            separating_after: speed,
            built_up: 0.0,
            restitution: point.restitution,
            target: speed,
            mass: point.normal_mass,
            softness: 0.0,
            accumulated_before: point.normal_impulse,
            impulse: 0.0,
            friction_impulse: 0.0,
            moved_a: Vec2::ZERO,
            moved_b: Vec2::ZERO,
            depth_before: depth,
            depth_after: depth,
        }
    }

    /// An impulse on `a`, its opposite on `b`.
    fn push(&mut self, i: usize, impulse: Vec2) {
        let point = &self.points[i];
        let a = &mut self.moving[point.a];
        a.velocity += impulse * a.inverse_mass;
        a.spin += a.inverse_inertia * point.arm_a.perp_dot(impulse);
        let b = &mut self.moving[point.b];
        b.velocity -= impulse * b.inverse_mass;
        b.spin -= b.inverse_inertia * point.arm_b.perp_dot(impulse);
    }

    fn tell<O: StepObserver>(
        &self,
        i: usize,
        mut told: Iteration,
        index: &mut u32,
        substep: u32,
        bodies: &mut [Body],
        observer: &mut O,
    ) {
        if O::WATCHES {
            let point = &self.points[i];
            for body in [point.a, point.b] {
                Self::write_back_one(&mut bodies[body], &self.moving[body]);
            }
            let a = &self.moving[point.a];
            told.position = bodies[point.a].center() + turned_arm(point.arm_a, a);
            told.separating_after = self.look_at(i, told.work).separating_before;
            (told.index, told.substep) = (*index, substep);
            *index += 1;
            observer.stage(&Stage::Iteration(told), bodies);
        }
    }

    /// Brings the bodies that contacts act on up to the solver's state.
    fn write_back(&self, bodies: &mut [Body]) {
        for (body, moving) in bodies.iter_mut().zip(&self.moving) {
            Self::write_back_one(body, moving);
        }
    }

    fn write_back_one(body: &mut Body, moving: &Moving) {
        if moving.touched {
            body.restore(moving.start, moving.start_angle);
            body.displace(moving.shift, f64::from(moving.turn).to_degrees());
            body.set_velocity(moving.velocity);
            body.set_angular_velocity(moving.spin.to_degrees());
            body.sync_bounds();
        }
    }

    /// Bodies that nothing touches move exactly: by v·dt + ½·a·dt².
    fn move_free_bodies(&mut self, bodies: &mut [Body], dt: f32) {
        for (body, moving) in bodies.iter_mut().zip(&mut self.moving).filter(|(_, m)| !m.touched) {
            if body.is_static() {
                continue;
            }
            let (velocity, spin) = (moving.start_velocity, moving.start_spin);
            moving.shift = velocity * dt + moving.acceleration * (0.5 * dt * dt);
            let turned = f64::from(spin) * f64::from(dt);
            body.restore(moving.start, moving.start_angle);
            if let Motion::Dynamic { damping, .. } = *body.motion() {
                let kept = if damping == 1.0 { 1.0 } else { damping.powf(dt) };
                body.set_velocity((velocity + moving.acceleration * dt) * kept);
                body.set_angular_velocity(spin * kept);
            }
            if moving.shift != Vec2::ZERO || turned != 0.0 {
                body.displace(moving.shift, turned);
                body.sync_bounds();
            }
        }
    }
}

/// The normal turned by -90°.
fn tangent(normal: Vec2) -> Vec2 {
    Vec2::new(normal.y, -normal.x)
}

/// Of `a`'s point seen from `b`'s.
fn relative_velocity(point: &Point, a: &Moving, b: &Moving) -> Vec2 {
    a.velocity + point.arm_a.perp() * a.spin - b.velocity - point.arm_b.perp() * b.spin
}

/// The point's depth, followed along the normal as the bodies moved since the start of the step.
fn current_depth(point: &Point, a: &Moving, b: &Moving) -> f32 {
    let shift = |arm: Vec2, body: &Moving| {
        if body.round { body.shift } else { body.shift + turned_arm(arm, body) - arm }
    };
    point.depth - (shift(point.arm_a, a) - shift(point.arm_b, b)).dot(point.normal)
}

/// The way from the centre to the point, as the body has turned since the start of the step.
fn turned_arm(arm: Vec2, body: &Moving) -> Vec2 {
    if body.round {
        return arm;
    }
    let (sin, cos) = body.turn_sin_cos;
    Vec2::new(cos * arm.x - sin * arm.y, sin * arm.x + cos * arm.y)
}
