//! Cables, rods and joints: constraints between points of two bodies, one after the other, before the rows of contacts.
//! Each is a stiff spring, a rod's of either sign; under `Linear` a rod is two contacts, one that pulls and one that
//! pushes. A revolute joint is two rods of length 0 along the principal axes of what its ends have of inverse mass as the bodies
//! are turned in each pass, so that neither disturbs the other (as one would solve its 2 × 2 block). Along axes that are kept while
//! the bodies turn a long arm's two rods disturb each other, and what the rounds leave of it adds energy without limit.

use glam::Vec2;

use super::RigidSolver;
use super::bodies::{Mass, RigidBodies, State};
use super::points::LinkImpulse;
use super::report::StepReport;
use super::row::Pass;
use super::spring::{FASTEST_PUSH, Spring};
use crate::generator::contacts::{apart, direction};
use crate::generator::{ContactSource, Holds};
use crate::math;
use crate::observe::{Iteration, StepObserver, Work};
use crate::solver::task::LinkTask;

/// Stiffness of the spring that mends the length, and the same as a fraction of the sub-steps per second. Hertz.
const HERTZ: f32 = 120.0;
const HERTZ_SHARE: f32 = 0.5;
/// Its damping ratio.
const DAMPING: f32 = 2.0;
/// A slack cable bounces where it would be taut within this many times the sub-step: rounding may not put it off.
const EARLY: f32 = 1.01;
/// Rounds over all links in each pass, forth and back in turn.
const ROUNDS: usize = 4;

/// A cable, a rod, or one of the two directions of a joint, while the solver works on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct RigidLink {
    task: LinkTask,
    /// From the end at `b` to that at `a`, at the start of the step.
    apart: Vec2,
    /// From the centres to the ends at the start of the step.
    arm_a: Vec2,
    arm_b: Vec2,
    /// Toward `a`.
    normal: Vec2,
    /// Sign of the normal: 1 if it points from `b` to `a`.
    side: f32,
    /// One of the two of a joint, which follow each other.
    is_of_joint: bool,
    depth: f32,
    /// As [`RigidBodies::slowest_bounce`].
    slowest_bounce: f32,
    /// Along the normal, accumulated. Newton seconds.
    impulse: f32,
    /// What the bodies were given in this sub-step.
    given: Given,
}

/// An impulse on `a`, its opposite on `b`, and the angular impulses of both.
#[derive(Clone, Copy, Debug, Default)]
struct Given {
    impulse: Vec2,
    turn_a: f32,
    turn_b: f32,
}

impl RigidLink {
    /// Of a cable or a rod.
    fn new(task: &LinkTask, bodies: &RigidBodies, known: &[LinkImpulse]) -> Self {
        let [a, b] = [task.link.a, task.link.b].map(|body| &bodies.moving[body as usize]);
        let [arm_a, arm_b] = task.link.arms(&a.start, &b.start);
        let apart = apart(&a.start, &b.start, [arm_a, arm_b]);
        let side = if task.contact.normal.dot(direction(apart).0) < 0.0 { -1.0 } else { 1.0 };
        Self {
            task: *task,
            apart,
            arm_a: arm_a - a.to_center,
            arm_b: arm_b - b.to_center,
            normal: task.contact.normal,
            side,
            is_of_joint: false,
            depth: task.depth,
            slowest_bounce: bodies.slowest_bounce,
            impulse: known.first().map_or(0.0, |known| known.impulse * side),
            given: Given::default(),
        }
    }

    /// The two directions of a joint.
    fn of_joint(task: &LinkTask, bodies: &RigidBodies, known: &[LinkImpulse]) -> [Self; 2] {
        let link = Self::new(task, bodies, &[]);
        let known = if let [x, y] = known { Vec2::new(x.impulse, y.impulse) } else { Vec2::ZERO };
        let mut both = [Self { side: 1.0, is_of_joint: true, ..link }; 2];
        Self::aim_joint(&mut both, known, link.principal_axis([link.arm_a, link.arm_b], &bodies.masses));
        both.map(|link| Self { depth: -link.apart.dot(link.normal), ..link })
    }

    /// Gives the two directions of a joint the impulse of both.
    fn aim_joint(both: &mut [Self], impulse: Vec2, axis: Vec2) {
        for (link, normal) in both.iter_mut().zip([axis, axis.perp()]) {
            (link.normal, link.impulse) = (normal, impulse.dot(normal));
        }
    }

    /// Turns the two directions of a joint to the principal axes of now.
    fn turn_joint(both: &mut [Self], states: &[State], masses: &[Mass]) {
        let Some(first) = both.first() else { return };
        let axis = first.principal_axis(first.arms(states), masses);
        let impulse = both.iter().map(|link| link.normal * link.impulse).sum();
        Self::aim_joint(both, impulse, axis);
    }

    /// An axis of the ends' inverse mass: an impulse along it gives them no speed across. Unit vector.
    fn principal_axis(&self, [arm_a, arm_b]: [Vec2; 2], masses: &[Mass]) -> Vec2 {
        let [a, b] = self.bodies().map(|body| masses[body].inverse_inertia);
        let of = |arm: Vec2, weight: f32| {
            [arm.y * arm.y * weight, arm.x * arm.x * weight, -arm.x * arm.y * weight]
        };
        let ([xx_a, yy_a, xy_a], [xx_b, yy_b, xy_b]) = (of(arm_a, a), of(arm_b, b));
        let (difference, across) = (xx_a + xx_b - yy_a - yy_b, 2.0 * (xy_a + xy_b));
        // Half of the angle of (difference, across), without an angle.
        let length = (difference * difference + across * across).sqrt();
        let axis = if difference > 0.0 {
            Vec2::new(length + difference, across)
        } else {
            Vec2::new(across.abs(), (length - difference).copysign(across))
        };
        axis.normalize_or(Vec2::X)
    }

    pub(super) fn bodies(&self) -> [usize; 2] {
        [self.task.link.a as usize, self.task.link.b as usize]
    }

    /// Follows the bodies: direction and depth.
    fn follow(&mut self, states: &[State]) {
        let [a, b] = self.bodies();
        let [arm_a, arm_b] = self.arms(states);
        let shift = states[a].shift() - states[b].shift();
        let apart = self.apart + shift + (arm_a - self.arm_a) - (arm_b - self.arm_b);
        if self.is_of_joint {
            self.depth = -apart.dot(self.normal);
            return;
        }
        let (normal, distance) = direction(apart);
        (self.normal, self.depth) = (normal * self.side, self.side * (self.task.link.length - distance));
    }

    fn arms(&self, states: &[State]) -> [Vec2; 2] {
        let [a, b] = self.bodies();
        [turned(&states[a], self.arm_a), turned(&states[b], self.arm_b)]
    }

    fn separating(&self, states: &[State]) -> f32 {
        self.separating_at(states, self.bodies().map(|body| states[body].motion))
    }

    /// The separating speed of these motions of the two bodies.
    fn separating_at(&self, states: &[State], motions: [[f32; 4]; 2]) -> f32 {
        let [arm_a, arm_b] = self.arms(states);
        let velocity = |[x, y, spin, _]: [f32; 4], arm: Vec2| Vec2::new(x, y) + arm.perp() * spin;
        (velocity(motions[0], arm_a) - velocity(motions[1], arm_b)).dot(self.normal)
    }

    /// Effective mass along the normal. Kilograms.
    fn mass(&self, states: &[State], masses: &[Mass]) -> f32 {
        let ([a, b], [arm_a, arm_b]) = (self.bodies(), self.arms(states));
        let inverse = |mass: Mass, arm: Vec2| {
            let lever = arm.perp_dot(self.normal);
            mass.inverse + mass.inverse_inertia * lever * lever
        };
        (inverse(masses[a], arm_a) + inverse(masses[b], arm_b)).recip()
    }

    /// Gives an impulse along the normal to `a`, its opposite to `b`.
    fn push(&mut self, impulse: f32, states: &mut [State], masses: &[Mass]) {
        let [arm_a, arm_b] = self.arms(states);
        let impulse = self.normal * impulse;
        let turns = Given { impulse, turn_a: arm_a.perp_dot(impulse), turn_b: -arm_b.perp_dot(impulse) };
        self.give(turns, states, masses);
    }

    fn give(&mut self, more: Given, states: &mut [State], masses: &[Mass]) {
        let [a, b] = self.bodies();
        states[a].push(more.impulse * masses[a].inverse, more.turn_a * masses[a].inverse_inertia);
        states[b].push(more.impulse * -masses[b].inverse, more.turn_b * masses[b].inverse_inertia);
        self.given.impulse += more.impulse;
        self.given.turn_a += more.turn_a;
        self.given.turn_b += more.turn_b;
    }

    /// Makes the impulses of the last sub-step, which the bodies were given again, act along the present
    /// direction.
    fn aim(&mut self, states: &mut [State], masses: &[Mass]) {
        let Given { impulse, turn_a, turn_b } = self.given;
        self.give(Given { impulse: -impulse, turn_a: -turn_a, turn_b: -turn_b }, states, masses);
        self.given = Given::default();
        self.push(self.impulse, states, masses);
    }

    /// The impulse that makes the separating speed what the length demands. `h`: seconds of the sub-step.
    fn solve(&mut self, pass: Pass, h: f32, states: &mut [State], masses: &[Mass]) -> Iteration {
        let before = self.separating(states);
        let slack = self.depth < 0.0 && !self.task.link.pushes();
        let bounces = self.task.link.restitution > 0.0 && before < -self.slowest_bounce;
        let (target, spring) = if slack && bounces && pass == Pass::Relax {
            // The next sub-step is to reverse this speed.
            (before, Spring::NONE)
        } else if slack {
            // It may become taut.
            (self.depth / h, Spring::NONE)
        } else if pass == Pass::Relax {
            (0.0, Spring::NONE)
        } else {
            let spring = Spring::new(HERTZ.min(HERTZ_SHARE / h), DAMPING, h);
            ((spring.bias_rate * self.depth).clamp(-FASTEST_PUSH, FASTEST_PUSH), spring)
        };
        let (mass, softness) = (self.mass(states, masses) * spring.mass_scale, spring.impulse_scale);
        let accumulated = self.impulse;
        let sum = accumulated + mass * (target - before) - softness * accumulated;
        self.impulse = if self.task.link.pushes() { sum } else { sum.max(0.0) };
        let impulse = self.impulse - accumulated;
        self.push(impulse, states, masses);
        Iteration {
            target,
            mass,
            softness,
            accumulated_before: accumulated,
            impulse,
            ..self.told(pass.work(), before, states)
        }
    }

    fn told(&self, work: Work, before: f32, states: &[State]) -> Iteration {
        let (a, b) = (self.task.link.a, self.task.link.b);
        Iteration {
            work,
            source: ContactSource::Generated { generator: self.task.generator, a, b: Some(b) },
            normal: self.normal,
            separating_before: before,
            separating_at_impulse: before,
            separating_after: self.separating(states),
            restitution: self.task.link.restitution,
            pulls: self.task.link.pushes(),
            depth_before: self.depth,
            depth_after: self.depth,
            ..Iteration::default()
        }
    }
}

/// An arm, rotated as the body since the start of the step: of a circle as well, whose contact points do not rotate with it.
fn turned(state: &State, arm: Vec2) -> Vec2 {
    let is_round = state.place[2..] == [0.0; 2];
    if !is_round || state.turn() == 0.0 || arm == Vec2::ZERO {
        return state.turned(arm);
    }
    let (sin, cos) = math::sin_cos(state.turn());
    Vec2::new(cos * arm.x - sin * arm.y, sin * arm.x + cos * arm.y)
}

impl RigidSolver {
    /// Takes the links of a step, with the impulses of the last one, sorted by generator.
    pub(super) fn fill_links(&mut self, tasks: &[LinkTask], known: &[LinkImpulse]) {
        self.links.clear();
        for task in tasks {
            let first = known.partition_point(|known| known.generator < task.generator);
            let own = known[first..].partition_point(|known| known.generator == task.generator);
            let known = &known[first..first + own];
            match task.link.holds {
                Holds::Farthest | Holds::Distance => {
                    self.links.push(RigidLink::new(task, &self.bodies, known))
                }
                Holds::Together => self.links.extend(RigidLink::of_joint(task, &self.bodies, known)),
            }
        }
    }

    /// Marks the bodies that links act on.
    pub(super) fn begin_links(&mut self) {
        for body in self.links.iter().flat_map(RigidLink::bodies) {
            self.bodies.touch(body);
        }
    }

    /// Restitution, one cable after the other, of those that would stretch in the next move. It acts before
    /// forces and warm start: an impulse that a neighbour is given again is no speed of an impact, and what
    /// gravity is about to add did not arrive. A slack cable bounces before the passes would brake it. `h`:
    /// seconds of the sub-step.
    pub(super) fn bounce_links<O: StepObserver>(&mut self, h: f32, report: &mut StepReport<'_, O>) {
        let Self { links, bodies, .. } = self;
        let (states, masses) = (&mut bodies.states, &bodies.masses);
        for link in links.iter_mut().filter(|link| link.task.link.restitution > 0.0) {
            let before = link.separating(states);
            let pushed = link.separating_at(states, link.bodies().map(|body| bodies.drives[body].push));
            if before >= -link.slowest_bounce || link.depth < EARLY * (before + pushed) * h {
                continue;
            }
            let (target, mass) = (-link.task.link.restitution * before, link.mass(states, masses));
            let impulse = mass * (target - before);
            let (given, ends) = (link.given, link.bodies());
            let motions = ends.map(|body| states[body].motion);
            link.push(impulse, states, masses);
            link.given = given;
            // The next sub-step does not give it again.
            for (body, motion) in ends.into_iter().zip(motions) {
                for (i, free) in bodies.drives[body].free.iter_mut().enumerate() {
                    *free += states[body].motion[i] - motion[i];
                }
            }
            if O::OBSERVES {
                let told = Iteration { target, mass, impulse, ..link.told(Work::Bounce, before, states) };
                report.tell_link(told, &bodies.moving, states);
            }
        }
    }

    /// [`RigidLink::aim`] of each link.
    pub(super) fn aim_links(&mut self) {
        let Self { links, bodies, .. } = self;
        for link in links {
            link.aim(&mut bodies.states, &bodies.masses);
        }
    }

    /// Gives every link the impulse of the last step again.
    pub(super) fn warm_start_links<O: StepObserver>(&mut self, report: &mut StepReport<'_, O>) {
        let Self { links, bodies, .. } = self;
        let (states, masses) = (&mut bodies.states, &bodies.masses);
        for link in links {
            let (before, impulse) = (link.separating(states), link.impulse);
            link.push(impulse, states, masses);
            if O::OBSERVES {
                let told = link.told_again(before, states, masses);
                report.tell_link(told, &bodies.moving, states);
            }
        }
    }

    /// Solves every link, in [`Pass::Relax`] without the spring. `h`: seconds of the sub-step.
    pub(super) fn solve_links<O: StepObserver>(
        &mut self,
        pass: Pass,
        h: f32,
        report: &mut StepReport<'_, O>,
    ) {
        let Self { links, bodies, .. } = self;
        let (states, masses) = (&mut bodies.states, &bodies.masses);
        for both in
            links.chunk_by_mut(|one, other| one.is_of_joint && one.task.generator == other.task.generator)
        {
            if both.len() == 2 {
                RigidLink::turn_joint(both, states, masses);
            }
            both.iter_mut().for_each(|link| link.follow(states));
        }
        for round in 0..ROUNDS {
            for i in 0..links.len() {
                let i = if round % 2 == 0 { i } else { links.len() - 1 - i };
                let told = links[i].solve(pass, h, states, masses);
                if O::OBSERVES {
                    report.tell_link(told, &bodies.moving, states);
                }
            }
        }
    }

    /// Tells the observer of the warm start after the first sub-step, link by link. A body without a contact of
    /// shapes gets the step's sum with its last link.
    pub(super) fn tell_links_again<O: StepObserver>(
        &mut self,
        sums: &[[f32; 4]],
        in_rows: &[bool],
        report: &mut StepReport<'_, O>,
    ) {
        let Self { links, bodies, .. } = self;
        let (states, masses) = (&mut bodies.states, &bodies.masses);
        let mut last = vec![0; states.len()];
        for (i, link) in links.iter().enumerate() {
            link.bodies().into_iter().for_each(|body| last[body] = i);
        }
        for (i, link) in links.iter().enumerate() {
            // A copy: the bodies have this impulse already.
            let mut link = *link;
            let before = link.separating(states);
            link.push(link.impulse, states, masses);
            for body in link.bodies() {
                if last[body] == i && !in_rows[body] {
                    states[body].motion = sums[body];
                }
            }
            let told = link.told_again(before, states, masses);
            report.tell_link(told, &bodies.moving, states);
        }
    }

    pub(super) fn copy_link_impulses(&self, known: &mut Vec<LinkImpulse>) {
        known.clear();
        let mut links = self.links.iter();
        while let Some(link) = links.next() {
            let of = |impulse: f32| LinkImpulse { generator: link.task.generator, impulse };
            if !link.is_of_joint {
                known.push(of(link.impulse * link.side));
                continue;
            }
            let other = links.next().map_or(Vec2::ZERO, |other| other.normal * other.impulse);
            let both = link.normal * link.impulse + other;
            known.extend(both.to_array().map(of));
        }
    }
}

impl RigidLink {
    fn told_again(&self, before: f32, states: &[State], masses: &[Mass]) -> Iteration {
        Iteration {
            target: before,
            mass: self.mass(states, masses),
            accumulated_before: self.impulse,
            impulse: self.impulse,
            ..self.told(Work::WarmStart, before, states)
        }
    }
}
