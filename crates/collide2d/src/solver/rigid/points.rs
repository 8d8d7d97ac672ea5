//! Contact points at the start of the step.

use glam::Vec2;

use super::bodies::{Mass, RigidBodies, State};
use crate::pair::PairKey;
use crate::solver::task::Task;
use crate::still::StillBodies;

/// The impulses of a contact point in the last step, for warm starting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KnownImpulse {
    pub pair: PairKey,
    pub feature: u32,
    /// Newton seconds.
    pub normal: f32,
    /// Newton seconds.
    pub tangent: f32,
    /// As [`Task::leaves`].
    pub leaves: u32,
}

/// The impulse of a cable or rod in the last step, for warm starting; of a joint there are two, along x and along y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct LinkImpulse {
    pub generator: u32,
    /// Newton seconds; positive: apart, or on the body of the lower index.
    pub impulse: f32,
}

/// Impulses of the last step, for warm starting.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KnownImpulses {
    /// Sorted by pair.
    pub points: Vec<KnownImpulse>,
    /// Sorted by generator.
    pub links: Vec<LinkImpulse>,
}

impl KnownImpulses {
    pub fn clear(&mut self) {
        self.points.clear();
        self.links.clear();
    }
}

/// A contact point, before it is copied to its row.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(16))]
pub(super) struct RigidPoint {
    pub normal: Vec2,
    pub depth: f32,
    pub friction: f32,
    /// From the centres to the point, at the start of the step.
    pub arm_a: Vec2,
    pub arm_b: Vec2,
    /// Of the last step. Newton seconds.
    pub normal_impulse: f32,
    pub tangent_impulse: f32,
    /// Of the pair, at the surface.
    pub restitution: f32,
    /// As [`Task::conveyor`].
    pub conveyor: f32,
    pub feature: u32,
    pub pair: PairKey,
    /// Twice the index of its task, plus its own among the contact's points.
    pub number: u32,
}

impl RigidPoint {
    pub fn a(&self) -> usize {
        self.pair.a() as usize
    }

    pub fn b(&self) -> usize {
        self.pair.b() as usize
    }

    /// Index of its task.
    pub fn task(&self) -> u32 {
        self.number >> 1
    }

    /// Effective mass along `direction`. Kilograms.
    pub fn mass_along(&self, direction: Vec2, masses: &[Mass]) -> f32 {
        let (a, b) = (masses[self.a()], masses[self.b()]);
        let (lever_a, lever_b) = (self.arm_a.perp_dot(direction), self.arm_b.perp_dot(direction));
        let inverse = a.inverse
            + b.inverse
            + a.inverse_inertia * lever_a * lever_a
            + b.inverse_inertia * lever_b * lever_b;
        inverse.recip()
    }

    /// Separating speed along the normal.
    pub fn separating(&self, states: &[State]) -> f32 {
        self.relative_velocity(states).dot(self.normal)
    }

    /// Velocity of `a`'s point relative to `b`'s.
    pub fn relative_velocity(&self, states: &[State]) -> Vec2 {
        let (a, b) = (&states[self.a()], &states[self.b()]);
        a.velocity() + self.arm_a.perp() * a.spin() - b.velocity() - self.arm_b.perp() * b.spin()
    }

    /// Restitution of an impact at this depth, so that the pair's restitution holds at the surface: on the way in forces added
    /// speed over the depth, on the way out they remove it again. 0 for a slow impact. `closing`: metres per second.
    pub fn restitution_at_depth(&self, closing: f32, bodies: &RigidBodies) -> f32 {
        if self.restitution == 0.0 || closing <= 0.0 {
            return self.restitution;
        }
        let (a, b) = (&bodies.moving[self.a()], &bodies.moving[self.b()]);
        let pressing = (b.acceleration - a.acceleration).dot(self.normal).max(0.0);
        let added = 2.0 * pressing * self.depth.max(0.0);
        let arrived = closing * closing - added;
        if arrived <= bodies.slowest_bounce * bodies.slowest_bounce {
            return 0.0;
        }
        (self.restitution * self.restitution * arrived + added).sqrt() / closing
    }

    /// Applies an impulse to `a`, its opposite to `b`.
    pub fn push(&self, bodies: &mut RigidBodies, impulse: Vec2) {
        let (a, b) = (bodies.masses[self.a()], bodies.masses[self.b()]);
        let spin_a = a.inverse_inertia * self.arm_a.perp_dot(impulse);
        let spin_b = b.inverse_inertia * self.arm_b.perp_dot(impulse);
        bodies.states[self.a()].push(impulse * a.inverse, spin_a);
        bodies.states[self.b()].push(impulse * -b.inverse, -spin_b);
    }
}

/// Fills the points of all contacts, with the impulses of the last step, and marks the bodies they act on.
/// Returns whether any closes fast enough to bounce.
pub(super) fn fill_points(
    points: &mut Vec<RigidPoint>,
    bodies: &mut RigidBodies,
    tasks: &[Task],
    known: &[KnownImpulse],
) -> bool {
    points.clear();
    let (mut next, mut hits) = (0, false);
    for (place, task) in (0..).zip(tasks).filter(|(_, task)| !task.buried) {
        let (a, b) = (task.pair.a() as usize, task.pair.b() as usize);
        let apart = bodies.moving[a].start.position - bodies.moving[b].start.position;
        let (to_center_a, to_center_b) = (bodies.moving[a].to_center, bodies.moving[b].to_center);
        while known.get(next).is_some_and(|k| k.pair < task.pair) {
            next += 1;
        }
        let known = known[next..].iter().take_while(|k| k.pair == task.pair);
        [a, b].into_iter().for_each(|body| bodies.touch(body));
        for (index, found) in (0..).zip(task.found.contact.points()) {
            let arm = task.contact_arm(found);
            let is_held = |k: &&KnownImpulse| k.feature == found.feature && k.leaves == task.leaves;
            let held = known.clone().find(is_held);
            let point = RigidPoint {
                normal: task.found.contact.normal,
                depth: task.found.depth(found.depth),
                friction: task.friction,
                arm_a: arm - to_center_a,
                arm_b: arm + apart - to_center_b,
                normal_impulse: held.map_or(0.0, |k| k.normal),
                tangent_impulse: held.map_or(0.0, |k| k.tangent),
                restitution: task.restitution,
                conveyor: task.conveyor,
                feature: found.feature,
                pair: task.pair,
                number: 2 * place + index,
            };
            hits |= point.separating(&bodies.states) < -bodies.slowest_bounce;
            points.push(point);
        }
    }
    hits
}

/// Marks the bodies that the points act on, and no others.
pub(super) fn mark_touched(points: &[RigidPoint], bodies: &mut RigidBodies, still: &StillBodies) {
    still.visited().for_each(|body| bodies.moving[body].touched = false);
    for body in points.iter().flat_map(|point| [point.a(), point.b()]) {
        bodies.moving[body].touched = bodies.masses[body].inverse > 0.0;
    }
}

stored!(KnownImpulse { pair, feature, normal, tangent, leaves });
stored!(LinkImpulse { generator, impulse });
stored!(KnownImpulses { points, links });
