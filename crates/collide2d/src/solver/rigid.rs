//! Rotation, friction and restitution: sub-stepped soft constraints with a relax pass.

mod bounce;
mod row;
mod rows;
mod telling;
#[cfg(test)]
mod tests;

use fearless_simd::{Level, Simd, dispatch};
use glam::{Vec2, Vec4};

use super::Task;
use super::fast::FastBodies;
use crate::aabb::Aabb;
use crate::pose::Pose;
use crate::shape::ShapeKind;
use crate::world::{Body, Listener, Motion, PairKey, Stage, StepObserver, Work, WorldSettings, inverse};
use bounce::Bounces;
use row::{Pushing, State};
use rows::Rows;
use telling::Telling;

/// Depth at which contacts come to rest. Metres. Within it a contact is kept and pushes nothing, so that what lies still goes on
/// touching.
pub(super) const SLOP: f32 = 1.0e-3;
/// Longest sub-step. Seconds; a 60th of a second has four.
const LONGEST_SUBSTEP: f32 = 1.0 / 240.0;
/// Stiffness of the soft contact, at most, and as a share of the sub-steps per second. Hertz. Twice that against infinite mass, and
/// where something far heavier touches a body. Half as much again throws the boxes of a tall pyramid up.
const CONTACT_HERTZ: f32 = 40.0;
const CONTACT_HERTZ_SHARE: f32 = 0.25;
/// Damping of the soft contact, 1 being critical.
const CONTACT_DAMPING: f32 = 7.0;
/// Passes more, with the spring, over contacts of bodies that something far heavier touches.
const STRAINED_PASSES: usize = 2;
/// Fastest push out of a penetration. Metres per second.
const FASTEST_PUSH: f32 = 3.0;

/// The "soft step" of Box2D v3: Catto, "Soft Constraints" (GDC 2011), "Understanding Constraints" (GDC 2014) and "Solver2D" (2024),
/// in memory kept between steps.
///
/// Bounces come first (see [`bounce`]). Then the timestep is cut into sub-steps. In each, velocities take up the forces; the impulses
/// known so far are applied again (warm start; after the first sub-step as one sum for each body); every contact point gets friction, then an impulse along the normal that behaves
/// like a stiff damped spring where it is too deep; positions move; and a relax pass without the spring takes out the
/// speed that the push left. Contacts are solved eight at a time (see [`row`]).
#[derive(Debug)]
pub(crate) struct RigidSolver {
    /// Which instructions to use.
    level: Level,
    moving: Vec<Moving>,
    /// Of each body, and of one that cannot be moved in the place of one that is not there.
    masses: Vec<Mass>,
    /// Of each body, and of one at rest that stands in where a row has no contact.
    states: Vec<State>,
    drives: Vec<Drive>,
    points: Vec<Point>,
    bounces: Bounces,
    rows: Rows,
    fast: FastBodies,
}

impl Default for RigidSolver {
    fn default() -> Self {
        Self::at(Level::new())
    }
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

/// A body as the step found it.
#[derive(Debug)]
pub(super) struct Moving {
    pub start: Pose,
    pub start_angle: f64,
    pub start_velocity: Vec2,
    /// Degrees per second.
    start_spin: f32,
    acceleration: Vec2,
    /// Dynamic, and a contact acts on it.
    touched: bool,
}

/// 0 for what nothing pushes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mass {
    /// 1/kg.
    pub inverse: f32,
    /// 1/(kg·m²).
    pub inverse_inertia: f32,
}

impl Mass {
    const INFINITE: Self = Self { inverse: 0.0, inverse_inertia: 0.0 };
}

impl Moving {
    /// [`Body::center`] before the step.
    pub fn center(&self, body: &Body) -> Vec2 {
        self.start.world_from_local(body.local_center())
    }

    /// Bounds before the step.
    pub fn aabb(&self, body: &Body) -> Aabb {
        body.shape().aabb(&self.start)
    }
}

/// What moves a body in a sub-step besides contacts.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
struct Drive {
    /// Added to [`State::motion`].
    push: [f32; 4],
    /// [`State::motion`] as forces alone left it: what is more came from contacts.
    free: [f32; 4],
    /// Share of velocity kept.
    kept: f32,
    /// 1, or 0 for a circle: its point of contact does not turn with it.
    turns: f32,
}

#[derive(Debug)]
struct Point {
    pair: PairKey,
    a: u32,
    b: u32,
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
    /// It neither pushes nor gives back.
    const NONE: Self = Self { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };

    fn new(hertz: f32, damping: f32, h: f32) -> Self {
        let omega = std::f32::consts::TAU * hertz;
        let a1 = 2.0 * damping + h * omega;
        let a2 = h * omega * a1;
        let a3 = (1.0 + a2).recip();
        Self { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }
}

impl RigidSolver {
    /// With the instructions of `level`; the results are the same at each.
    pub(crate) fn at(level: Level) -> Self {
        Self {
            level,
            moving: Vec::new(),
            masses: Vec::new(),
            states: Vec::new(),
            drives: Vec::new(),
            points: Vec::new(),
            bounces: Bounces::default(),
            rows: Rows::default(),
            fast: FastBodies::default(),
        }
    }

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
        self.prepare_bodies(bodies, settings);
        self.prepare_points(bodies, tasks, known);

        self.mark_touched();
        let mut telling = Telling { bodies, observer, index: 0, substep: 0 };
        self.bounce(&mut telling);
        self.let_bounces_come();
        self.mark_touched();
        if !self.points.is_empty() {
            self.rows.fill(&self.points, &self.masses);
            self.prepare_drives(telling.bodies, h);
            for substep in 0..substeps {
                telling.substep = substep;
                self.substep(h, &mut telling);
            }
            self.rows.hand_back(&mut self.points);
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
    }

    /// After [`RigidSolver::solve`]: stops what would pass through something that it cannot push.
    pub(crate) fn stop_fast<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        tasks: &[Task],
        listeners: &[Listener],
        observer: &mut O,
    ) {
        self.fast.stop(bodies, &self.moving, &self.masses, tasks, listeners, observer);
    }

    fn substep<O: StepObserver>(&mut self, h: f32, telling: &mut Telling<'_, O>) {
        let hertz = CONTACT_HERTZ.min(CONTACT_HERTZ_SHARE / h);
        let between_dynamic = Spring::new(hertz, CONTACT_DAMPING, h);
        let against_fixed = Spring::new(2.0 * hertz, CONTACT_DAMPING, h);
        let level = self.level;
        self.take_forces();
        if O::WATCHES {
            self.tell_forces(h, telling);
        }
        for work in [Work::WarmStart, Work::Solve, Work::Relax] {
            if work == Work::WarmStart && telling.substep > 0 {
                continue;
            }
            if work == Work::Relax {
                self.advance(h);
                if O::WATCHES {
                    self.write_back(telling.bodies);
                    let stage = Stage::SubstepMove { index: telling.substep, duration: h };
                    telling.observer.stage(&stage, telling.bodies);
                }
            }
            let again = if work == Work::Solve { STRAINED_PASSES } else { 0 };
            for group in [0, 1, 2, 3].into_iter().chain([1, 3].into_iter().cycle().take(2 * again)) {
                let spring = if group == 0 { between_dynamic } else { against_fixed };
                let pushing = Pushing { spring, per_second: h.recip() };
                dispatch!(level, simd => self.pass(simd, work, group, pushing, telling));
            }
        }
    }

    /// Does one kind of work on every contact of a group.
    #[inline(always)]
    fn pass<S: Simd, O: StepObserver>(
        &mut self,
        simd: S,
        work: Work,
        group: usize,
        pushing: Pushing,
        telling: &mut Telling<'_, O>,
    ) {
        let Self { rows, states, moving, points, .. } = self;
        let rows = rows.group(group);
        if O::WATCHES {
            for row in rows {
                row.work_watched(simd, work, states, pushing, |states, row, k, told| {
                    row.each_at(k, points, |l, point| {
                        telling.tell(point.iteration(work, told, l), point, moving, states);
                    });
                });
            }
            return;
        }
        // The work is known to each loop, so that it holds what it needs alone. No closure: it would not get the instructions.
        match work {
            Work::WarmStart => {
                for row in rows {
                    row.work(simd, Work::WarmStart, states, pushing);
                }
            }
            Work::Solve => {
                for row in rows {
                    row.work(simd, Work::Solve, states, pushing);
                }
            }
            _ => {
                for row in rows {
                    row.work(simd, Work::Relax, states, pushing);
                }
            }
        }
    }

    fn prepare_bodies(&mut self, bodies: &[Body], settings: &WorldSettings) {
        self.moving.clear();
        self.moving.extend(bodies.iter().map(|body| {
            let acceleration = match *body.motion() {
                Motion::Dynamic { acceleration, .. } => settings.gravity + acceleration,
                _ => Vec2::ZERO,
            };
            Moving {
                start: *body.pose(),
                start_angle: body.angle(),
                start_velocity: body.velocity(),
                start_spin: body.angular_velocity(),
                acceleration,
                touched: false,
            }
        }));
        self.masses.clear();
        self.masses.extend(bodies.iter().map(|body| match *body.motion() {
            Motion::Dynamic { mass, .. } => Mass {
                inverse: inverse(mass),
                inverse_inertia: inverse(body.shape().moment_of_inertia(mass)),
            },
            _ => Mass::INFINITE,
        }));
        self.masses.push(Mass::INFINITE);
        self.states.clear();
        self.states.extend(self.moving.iter().map(|body| State {
            motion: [body.start_velocity.x, body.start_velocity.y, body.start_spin.to_radians(), 0.0],
            ..State::REST
        }));
        self.states.push(State::REST);
    }

    fn prepare_drives(&mut self, bodies: &[Body], h: f32) {
        self.drives.clear();
        self.drives.extend(self.moving.iter().zip(&self.states).zip(bodies).map(
            |((moving, state), body)| {
                let round = body.shape().kind() == ShapeKind::Circle;
                let turns = if round { 0.0 } else { 1.0 };
                let mut drive = Drive { push: [0.0; 4], free: state.motion, kept: 1.0, turns };
                if let Motion::Dynamic { damping, .. } = *body.motion()
                    && moving.touched
                {
                    drive.push = [moving.acceleration.x * h, moving.acceleration.y * h, 0.0, 0.0];
                    drive.kept = if damping == 1.0 { 1.0 } else { damping.powf(h) };
                }
                drive
            },
        ));
    }

    /// Notes which bodies the points act on.
    fn mark_touched(&mut self) {
        for body in &mut self.moving {
            body.touched = false;
        }
        for body in self.points.iter().flat_map(|point| [point.a, point.b]) {
            let body = body as usize;
            self.moving[body].touched = self.masses[body].inverse > 0.0;
        }
    }

    fn prepare_points(&mut self, bodies: &[Body], tasks: &[Task], known: &[KnownImpulse]) {
        self.points.clear();
        let mut known = known;
        for task in tasks.iter().filter(|task| !task.buried) {
            let (a, b) = (task.pair.a() as usize, task.pair.b() as usize);
            let (body_a, body_b, normal) = (&bodies[a], &bodies[b], task.found.contact.normal);
            let (mass_a, mass_b) = (self.masses[a], self.masses[b]);
            let apart = body_a.pose().position - body_b.pose().position;
            let center_a = body_a.pose().rotation.rotate(body_a.local_center());
            let center_b = body_b.pose().rotation.rotate(body_b.local_center());
            while known.first().is_some_and(|k| k.pair < task.pair) {
                known = &known[1..];
            }
            let inverse_mass = mass_a.inverse + mass_b.inverse;
            for (index, point) in task.found.contact.points().iter().enumerate() {
                let arm = task.contact_arm(point);
                let (arm_a, arm_b) = (arm - center_a, arm + apart - center_b);
                let mass_along = |direction: Vec2| {
                    let (lever_a, lever_b) = (arm_a.perp_dot(direction), arm_b.perp_dot(direction));
                    let inverse = inverse_mass
                        + mass_a.inverse_inertia * lever_a * lever_a
                        + mass_b.inverse_inertia * lever_b * lever_b;
                    inverse.recip()
                };
                let held =
                    known.iter().take_while(|k| k.pair == task.pair).find(|k| k.feature == point.feature);
                let mut point = Point {
                    pair: task.pair,
                    a: task.pair.a(),
                    b: task.pair.b(),
                    index: index as u32,
                    feature: point.feature,
                    normal,
                    arm_a,
                    arm_b,
                    depth: task.depth(point),
                    friction: task.friction,
                    restitution: task.restitution,
                    normal_mass: mass_along(normal),
                    tangent_mass: mass_along(tangent(normal)),
                    normal_impulse: held.map_or(0.0, |k| k.normal),
                    tangent_impulse: held.map_or(0.0, |k| k.tangent),
                };
                if point.restitution != 0.0 {
                    point.restitution = self.restitution_at_depth(&point);
                }
                self.points.push(point);
            }
        }
    }

    /// Velocities take up the forces of a sub-step, and again what contacts gave them in the one before.
    fn take_forces(&mut self) {
        for (state, drive) in self.states.iter_mut().zip(&mut self.drives) {
            let (motion, kept) = (Vec4::from_array(state.motion), drive.kept);
            let given = (motion - Vec4::from_array(drive.free)).with_w(0.0);
            let free = (motion + Vec4::from_array(drive.push)) * Vec4::new(kept, kept, kept, 1.0);
            drive.free = free.to_array();
            state.motion = (free + given).to_array();
        }
    }

    fn advance(&mut self, h: f32) {
        for (state, drive) in self.states.iter_mut().zip(&self.drives) {
            let [x, y, spin, turn] = &mut state.motion;
            *turn += *spin * h;
            let (versine, sin) = turned(*turn * drive.turns);
            state.place = [state.place[0] + *x * h, state.place[1] + *y * h, versine, sin];
        }
    }

    /// An impulse on `a`, its opposite on `b`.
    fn push(&mut self, i: usize, impulse: Vec2) {
        let point = &self.points[i];
        let (a, b) = (self.masses[point.a as usize], self.masses[point.b as usize]);
        let spin_a = a.inverse_inertia * point.arm_a.perp_dot(impulse);
        let spin_b = b.inverse_inertia * point.arm_b.perp_dot(impulse);
        self.states[point.a as usize].push(impulse * a.inverse, spin_a);
        self.states[point.b as usize].push(impulse * -b.inverse, -spin_b);
    }

    /// Brings the bodies that contacts act on up to the solver's state.
    fn write_back(&self, bodies: &mut [Body]) {
        for ((body, moving), state) in bodies.iter_mut().zip(&self.moving).zip(&self.states) {
            write_back_one(body, moving, state);
        }
    }

    /// Bodies that nothing touches move exactly: by v·dt + ½·a·dt².
    fn move_free_bodies(&mut self, bodies: &mut [Body], dt: f32) {
        for (body, moving) in bodies.iter_mut().zip(&mut self.moving).filter(|(_, m)| !m.touched) {
            if body.is_static() {
                continue;
            }
            let (velocity, spin) = (moving.start_velocity, moving.start_spin);
            let shift = velocity * dt + moving.acceleration * (0.5 * dt * dt);
            let turned = f64::from(spin) * f64::from(dt);
            body.restore(moving.start, moving.start_angle);
            if let Motion::Dynamic { damping, .. } = *body.motion() {
                let kept = if damping == 1.0 { 1.0 } else { damping.powf(dt) };
                body.set_velocity((velocity + moving.acceleration * dt) * kept);
                body.set_angular_velocity(spin * kept);
            }
            if shift != Vec2::ZERO || turned != 0.0 {
                body.displace(shift, turned);
                body.sync_bounds();
            }
        }
    }
}

impl Point {
    /// Speed along the normal at which `a` leaves `b`.
    fn separating(&self, states: &[State]) -> f32 {
        self.relative_velocity(states).dot(self.normal)
    }

    /// Of `a`'s point seen from `b`'s.
    fn relative_velocity(&self, states: &[State]) -> Vec2 {
        let (a, b) = (&states[self.a as usize], &states[self.b as usize]);
        a.velocity() + self.arm_a.perp() * a.spin() - b.velocity() - self.arm_b.perp() * b.spin()
    }
}

fn write_back_one(body: &mut Body, moving: &Moving, state: &State) {
    if moving.touched {
        body.restore(moving.start, moving.start_angle);
        body.displace(state.shift(), f64::from(state.turn()).to_degrees());
        body.set_velocity(state.velocity());
        body.set_angular_velocity(state.spin().to_degrees());
        body.sync_bounds();
    }
}

/// Cosine less 1, and sine. By their series where the first terms are exact to f32.
fn turned(angle: f32) -> (f32, f32) {
    if angle.abs() < 0.3 {
        let square = angle * angle;
        let versine = square * (-0.5 + square * (1.0 / 24.0 - square * (1.0 / 720.0)));
        (versine, angle * (1.0 - square * (1.0 / 6.0 - square * (1.0 / 120.0))))
    } else {
        let (sin, cos) = angle.sin_cos();
        (cos - 1.0, sin)
    }
}

/// The normal turned by -90°.
fn tangent(normal: Vec2) -> Vec2 {
    Vec2::new(normal.y, -normal.x)
}
