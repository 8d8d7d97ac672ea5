//! Contact points, as the step found them.

use glam::Vec2;

use super::bodies::{Mass, State};
use super::{KnownImpulse, RigidSolver, Task};
use crate::world::PairKey;

#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct Point {
    pub normal: Vec2,
    pub depth: f32,
    pub friction: f32,
    /// From the centres to the point, at the start of the step.
    pub arm_a: Vec2,
    pub arm_b: Vec2,
    /// What held it in the last step. Newton seconds.
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
    pub restitution: f32,
    pub feature: u32,
    pub pair: PairKey,
    /// Which of the contact's points.
    pub index: u32,
}

impl Point {
    /// Holds nothing.
    pub const NONE: Self = Self {
        normal: Vec2::ZERO,
        depth: 0.0,
        friction: 0.0,
        arm_a: Vec2::ZERO,
        arm_b: Vec2::ZERO,
        normal_impulse: 0.0,
        tangent_impulse: 0.0,
        restitution: 0.0,
        feature: 0,
        pair: PairKey::NONE,
        index: 0,
    };

    pub fn a(&self) -> usize {
        self.pair.a() as usize
    }
    pub fn b(&self) -> usize {
        self.pair.b() as usize
    }

    /// Mass that an impulse along `direction` moves.
    pub fn mass_along(&self, direction: Vec2, masses: &[Mass]) -> f32 {
        let (a, b) = (masses[self.a()], masses[self.b()]);
        let (lever_a, lever_b) = (self.arm_a.perp_dot(direction), self.arm_b.perp_dot(direction));
        let inverse = a.inverse
            + b.inverse
            + a.inverse_inertia * lever_a * lever_a
            + b.inverse_inertia * lever_b * lever_b;
        inverse.recip()
    }

    /// Speed along the normal at which `a` leaves `b`.
    pub fn separating(&self, states: &[State]) -> f32 {
        self.relative_velocity(states).dot(self.normal)
    }

    /// Of `a`'s point seen from `b`'s.
    pub fn relative_velocity(&self, states: &[State]) -> Vec2 {
        let (a, b) = (&states[self.a()], &states[self.b()]);
        a.velocity() + self.arm_a.perp() * a.spin() - b.velocity() - self.arm_b.perp() * b.spin()
    }
}

impl RigidSolver {
    /// Makes the points of all contacts, with the impulses that held them; notes which bodies they act on. Says whether any closes
    /// so fast that it may bounce.
    pub(super) fn prepare_points(&mut self, tasks: &[Task], known: &[KnownImpulse]) -> bool {
        self.points.clear();
        let (mut next, mut hits) = (0, false);
        for task in tasks.iter().filter(|task| !task.buried) {
            let (a, b) = (task.pair.a() as usize, task.pair.b() as usize);
            let (place_a, place_b) = (self.places[a], self.places[b]);
            let apart = place_a.position - place_b.position;
            while known.get(next).is_some_and(|k| k.pair < task.pair) {
                next += 1;
            }
            let known = known[next..].iter().take_while(|k| k.pair == task.pair);
            self.moving[a].touched |= self.masses[a].inverse > 0.0;
            self.moving[b].touched |= self.masses[b].inverse > 0.0;
            for (index, found) in (0..).zip(task.found.contact.points()) {
                let arm = task.contact_arm(found);
                let held = known.clone().find(|k| k.feature == found.feature);
                let mut point = Point {
                    normal: task.found.contact.normal,
                    depth: task.depth(found),
                    friction: task.friction,
                    arm_a: arm - place_a.to_center,
                    arm_b: arm + apart - place_b.to_center,
                    normal_impulse: held.map_or(0.0, |k| k.normal),
                    tangent_impulse: held.map_or(0.0, |k| k.tangent),
                    restitution: task.restitution,
                    feature: found.feature,
                    pair: task.pair,
                    index,
                };
                if point.restitution != 0.0 {
                    point.restitution = self.restitution_at_depth(&point);
                }
                hits |= self.may_bounce(&point);
                self.points.push(point);
            }
        }
        hits
    }

    /// Notes which bodies the points act on.
    pub(super) fn mark_touched(&mut self) {
        for body in &mut self.moving {
            body.touched = false;
        }
        for body in self.points.iter().flat_map(|point| [point.a(), point.b()]) {
            self.moving[body].touched = self.masses[body].inverse > 0.0;
        }
    }

    /// An impulse on `a`, its opposite on `b`.
    pub(super) fn push(&mut self, i: usize, impulse: Vec2) {
        let point = &self.points[i];
        let (a, b) = (self.masses[point.a()], self.masses[point.b()]);
        let spin_a = a.inverse_inertia * point.arm_a.perp_dot(impulse);
        let spin_b = b.inverse_inertia * point.arm_b.perp_dot(impulse);
        self.states[point.a()].push(impulse * a.inverse, spin_a);
        self.states[point.b()].push(impulse * -b.inverse, -spin_b);
    }
}

/// The normal turned by -90°.
pub(super) fn tangent(normal: Vec2) -> Vec2 {
    Vec2::new(normal.y, -normal.x)
}
