//! Continuous collision: fast bodies stop at the time of impact with immovable ones, bullets and what they meet as well.

use glam::Vec2;

use super::driven::Driven;
use super::rigid::bodies::{BodyStart, Mass, RigidBodies};
use super::rigid::spring::SLOP;
use super::slide::Stopped;
use super::stops::Stops;
use super::task::{Problem, Task};
use crate::aabb::Aabb;
use crate::body::{Body, Motion};
use crate::broad_phase::box_tree::BoxTree;
use crate::broad_phase::grown;
use crate::collide::least_overlap;
use crate::contact::manifold::{Contact, ContactPoint};
use crate::decide::Decider;
use crate::event::{ContactEvent, Phase, Touch};
use crate::generator::not_colliding::NotColliding;
use crate::observe::{Stage, StepObserver};
use crate::pair::PairKey;
use crate::pose::Pose;
use crate::shape::{Leaf, Shape};
use crate::still::StillBodies;
use crate::sweep::{Impact, Turning, first_touch, first_touch_rotating, separation};

/// Distance past the impact at which a body is stopped, so that the next step finds the contact. Metres.
const BITE: f32 = 0.5 * SLOP;
/// Limit of the same, as a fraction of the body's inner radius, of a compound or a line of its bounding circle.
const BITE_SHARE: f32 = 0.25;
/// Radius of a body's core, as a fraction of its inner radius.
const CORE_RADIUS: f32 = 0.25;
/// The same of a body that has no inner radius; of a line it is half a length. Metres.
const LINE_CORE: f32 = 0.1 * BITE;
/// Distance before its impact at which the core is stopped. Metres.
const CORE_CLEARANCE: f32 = 0.1 * BITE;
/// A body without inner radius rests on what its core meets if it ends the step no deeper in it. Metres.
const RESTING: f32 = 2.0 * SLOP;
/// Accuracy of the sweep of a body that turns. Metres.
const TOLERANCE: f32 = 0.1 * BITE;
/// Motion in a step above which the core is swept, as a fraction of the inner radius.
const CORE_MOTION: f32 = 0.05;

/// A body in the way of a fast one: an immovable one, or any in the way of a bullet.
#[derive(Clone, Copy, Debug)]
struct Obstacle {
    body: usize,
    /// It is movable.
    moves: bool,
    /// Fraction of the step's motion before the impact, 0 to 1.
    share: f32,
    /// Toward the fast body.
    normal: Vec2,
    /// Only the core meets it. It is immovable.
    core: bool,
    /// From the body's centre to the core that was swept. Metres.
    lift: Vec2,
}

impl Obstacle {
    /// The motion of an immovable obstacle after the impact, which carries the body along. None of a movable
    /// one: that is taken back to the impact itself.
    fn left(&self, body: &Body, before: &BodyStart) -> Driven {
        if self.moves { Driven::default() } else { Driven::of(body, before).times(1.0 - self.share) }
    }
}

/// The sweep of fast bodies, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct FastBodies {
    /// Bounds of immovable bodies over the whole step, but for those that are set apart.
    immovable: BoxTree,
    /// Immovable bodies near the swept one.
    near: Vec<u32>,
    /// Movable body and task, for each touching contact with an immovable body; sorted.
    rests: Vec<(u32, u32)>,
    /// Bounds of the other bodies over the whole step, where any body is a bullet.
    movable: BoxTree,
    /// What bullets met and somebody took, with the fraction of the step's motion.
    met: Vec<(f32, ContactEvent)>,
    /// Contacts of bullets that began and ended within the step.
    pub passed: Vec<ContactEvent>,
}

struct Surroundings<'a> {
    bodies: &'a [Body],
    /// Before the step.
    before: &'a [BodyStart],
    tasks: &'a [Task],
    still: &'a StillBodies,
    decider: Decider<'a>,
    not_colliding: &'a NotColliding,
    /// The farthest that any point of an immovable body moved in the step. Metres.
    driven: f32,
    /// Pairs that were stopped.
    stopped: &'a [(PairKey, f32)],
}

impl FastBodies {
    /// Sweeps fast dynamic bodies against the immovable ones and stops them at the time of impact; bullets against the
    /// movable ones as well, and stops both.
    ///
    /// Where a body and an obstacle moved against each other by more than the body's inner radius, it is swept, except
    /// against what it touched before, in `tasks`. Where they did by more than [`CORE_MOTION`] of that radius, it is swept
    /// by its core, so that a spinning body cannot tunnel through a contact. `stops` gets the bodies, and the pairs that
    /// touch there.
    pub fn stop<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        rigid: &RigidBodies,
        problem: Problem<'_>,
        stops: &mut Stops,
        observer: &mut O,
    ) {
        let Problem { still, tasks, decider, events, not_colliding, .. } = problem;
        let RigidBodies { moving: before, masses, .. } = rigid;
        let mut prepared = false;
        let is_driven = |i: &usize| masses[*i].inverse == 0.0 && !bodies[*i].is_static();
        let driven = still.visited().filter(is_driven).map(|i| {
            let driven = Driven::of(&bodies[i], &before[i]);
            driven.moved.length() + driven.swing(&bodies[i])
        });
        let driven = driven.fold(0.0, f32::max);
        self.passed.clear();
        for i in still.visited() {
            let (body, start) = (&bodies[i], &before[i]);
            if masses[i].inverse == 0.0 {
                continue;
            }
            let moved = body.center() - start.center();
            let inner = body.shape().inner_radius();
            if moved.length() + driven <= CORE_MOTION * inner && !body.is_bullet() {
                continue;
            }
            if !prepared {
                self.prepare(bodies, before, masses, problem);
                prepared = true;
            }
            let surroundings = Surroundings {
                bodies,
                before,
                tasks,
                still,
                decider,
                not_colliding,
                driven,
                stopped: &stops.pairs,
            };
            let Some(first) = self.first_obstacle(&surroundings, i, moved, observer) else {
                self.note_passed(bodies, events, 1.0);
                continue;
            };
            let rounding = 2.0 * f32::EPSILON * start.start.position.abs().max_element();
            let size = if inner > 0.0 {
                body.shape().inner_or_bounding_radius()
            } else {
                body.shape().bounding_circle().radius
            };
            let bite = BITE.min(BITE_SHARE * size).max(rounding);
            let turned = body.angle() - start.start_angle;
            let (obstacle, at) = (&bodies[first.body], &before[first.body]);
            let left = first.left(obstacle, at);
            // From the obstacle's centre, at the impact.
            let arm =
                start.center() - at.center() + (moved - (obstacle.center() - at.center())) * first.share;
            let along = |by: Vec2| moved * first.share + by + left.takes_along(arm + by);
            let mut past = bite;
            if first.core {
                let clearance = CORE_CLEARANCE.max(rounding);
                let by = along(first.lift + first.normal * clearance);
                put(&mut bodies[i], start, by, turned, first.share);
                past = -clearance;
                if inner == 0.0 && lower(bodies, i, &first, bite) {
                    past = bite;
                }
            } else {
                let by = along(-first.normal * bite);
                let turned_along = if body.has_fixed_rotation() { 0.0 } else { left.turned };
                let turned = turned * f64::from(first.share) + turned_along;
                put(&mut bodies[i], start, by, turned, first.share);
            }
            if first.moves {
                let (met, start) = (&mut bodies[first.body], &before[first.body]);
                let (moved, turned) = (met.center() - start.center(), met.angle() - start.start_angle);
                put(met, start, moved * first.share, turned * f64::from(first.share), first.share);
            }
            self.note_passed(bodies, events, first.share);
            stops.put_back(i as u32, first.share);
            if !first.moves && !first.core {
                let (body, at, end) = (i as u32, Some(first.body as u32), start.center() + moved);
                stops.at_obstacles.push(Stopped { body, at, end, normal: first.normal });
            }
            if first.moves {
                stops.put_back(first.body as u32, first.share);
            }
            if !first.core {
                stops.pairs.push((PairKey::new(i as u32, first.body as u32), first.share));
            }
            if O::OBSERVES {
                let (body, at) = (i as u32, first.body as u32);
                observer.stage(&Stage::Stopped { body, at, share: first.share, past }, bodies);
            }
        }
    }

    /// Keeps what the last swept body met before it was stopped, unless it touched that at the start of the step, in `events`,
    /// or touches it at the end: then the next step finds the contact.
    fn note_passed(&mut self, bodies: &[Body], events: &[ContactEvent], share: f32) {
        for (at, event) in self.met.drain(..) {
            let (a, b) = (&bodies[event.pair.a() as usize], &bodies[event.pair.b() as usize]);
            let is_passed = self.passed.iter().any(|passed| passed.pair == event.pair);
            let known = events.binary_search_by_key(&event.pair, |known| known.pair);
            let is_new = !is_passed && known.ok().is_none_or(|at| events[at].phase == Phase::End);
            if is_new && at < share && least_overlap(a.shape(), a.pose(), b.shape(), b.pose()).is_none() {
                self.passed.push(event);
            }
        }
    }

    /// Collects obstacles and touching contacts, once in a step in which any body is fast.
    fn prepare(&mut self, bodies: &[Body], before: &[BodyStart], masses: &[Mass], problem: Problem<'_>) {
        let Problem { still, tasks, .. } = problem;
        let movable = |body: u32| masses[body as usize].inverse > 0.0;
        let bounds = |i: usize| (bounds_of_step(&bodies[i], &before[i]), i as u32);
        let is_obstacle = |i: &usize| {
            let body = &bodies[*i];
            !movable(*i as u32) && !body.is_removed()
        };
        self.immovable.fill(still.visited().filter(is_obstacle).map(bounds));
        let has_bullets = still.visited().any(|i| bodies[i].is_bullet());
        let others = still.visited().filter(|i| has_bullets && movable(*i as u32));
        self.movable.fill(others.map(bounds));
        self.rests.clear();
        for (i, task) in tasks.iter().enumerate() {
            let (a, b) = (task.pair.a(), task.pair.b());
            if task.deepest() > 0.0 && movable(a) != movable(b) {
                self.rests.push((if movable(a) { a } else { b }, i as u32));
            }
        }
        self.rests.sort_unstable();
    }

    /// Finds the bodies that the swept one may meet in these bounds of its motion: the immovable ones, ascending, then
    /// those that a bullet meets as well.
    fn find_near(&mut self, around: &Surroundings<'_>, fast: usize, swept: &Aabb) {
        let Self { immovable, movable, near, .. } = self;
        let body = &around.bodies[fast];
        immovable.overlapping(swept, near);
        if around.still.are_apart() {
            around.still.for_each_near(swept, |other| {
                let i = other as usize;
                if bounds_of_step(&around.bodies[i], &around.before[i]).overlaps(swept) {
                    near.push(other);
                }
            });
            near.sort_unstable();
        }
        if body.is_bullet() {
            let of_immovable = near.len();
            movable.for_each_overlapping(swept, |other| near.push(other));
            near.retain(|other| *other != fast as u32);
            near[of_immovable..].sort_unstable();
        }
        near.retain(|other| {
            body.filter().lets_meet(around.bodies[*other as usize].filter())
                && !around.not_colliding.has(PairKey::new(fast as u32, *other))
        });
    }

    /// The obstacle with the earliest time of impact.
    fn first_obstacle<O: StepObserver>(
        &mut self,
        around: &Surroundings<'_>,
        fast: usize,
        moved: Vec2,
        observer: &mut O,
    ) -> Option<Obstacle> {
        self.met.clear();
        let (body, start) = (&around.bodies[fast], &around.before[fast]);
        let inner = body.shape().inner_radius();
        let is_whole = |motion: f32| motion > inner || body.is_bullet();
        let (disc, start_center) = (Shape::circle(CORE_RADIUS * inner).ok(), start.center());
        let bounds = match &disc {
            Some(core) if !is_whole(moved.length() + around.driven) => {
                grown(&core.aabb(&Pose::new(start_center, 0.0)), 0.0)
            }
            _ => start.aabb(body),
        };
        let ahead = Aabb { min: bounds.min + moved, max: bounds.max + moved };
        self.find_near(around, fast, &bounds.union(&ahead));
        let Self { near, rests, met, .. } = self;
        if near.is_empty() {
            return None;
        }
        let core = disc.or_else(|| core_without_radius(body));
        let rests = &rests[rests.partition_point(|&(of, _)| of < fast as u32)..];
        let touched = || {
            let own = rests.iter().take_while(|&&(of, _)| of == fast as u32);
            own.filter_map(|&(_, i)| {
                let task = &around.tasks[i as usize];
                task.seen_from(fast as u32).map(|(other, normal)| (other, normal, task.deepest()))
            })
        };
        // Lifted off its resting contacts, a body that slides along a row of walls does not hit their edges.
        let mut lifted = start.start;
        for (_, normal, depth) in touched() {
            lifted.position += normal * (depth + 0.5 * BITE);
        }
        // A core without radius is on the body's border.
        let core_center =
            if inner > 0.0 { start_center } else { start_center + lifted.position - start.start.position };
        let mut first: Option<Obstacle> = None;
        for &other in &*near {
            let (obstacle, at) = (&around.bodies[other as usize], &around.before[other as usize]);
            let pair = PairKey::new(fast as u32, other);
            if around.decider.passing.is_behind(pair) {
                continue;
            }
            // Asked once, about the first impact found.
            let mut taken = None;
            let driven = Driven::of(obstacle, at);
            let relative = moved - driven.moved;
            let motion = relative.length() + driven.swing(obstacle);
            if motion <= CORE_MOTION * inner && !body.is_bullet() {
                continue;
            }
            let moves = obstacle.is_movable();
            if moves && around.stopped.iter().any(|(stopped, _)| *stopped == pair) {
                continue;
            }
            let turned_there = driven.turned_outline(obstacle.shape()) as f32;
            let task = around.tasks.binary_search_by_key(&pair, |task| task.pair);
            let held = match task {
                Ok(task) if moves => around.tasks[task].deepest() > 0.0,
                _ => touched().any(|(i, ..)| i == other),
            };
            let mut meet = |shape: &Shape, pose: &Pose, core: bool| {
                let turned = if core { 0.0 } else { (body.angle() - start.start_angle) as f32 };
                let impact = if turned == 0.0 && turned_there == 0.0 {
                    first_touch(shape, pose, obstacle.shape(), &at.start, relative, 1.0)
                } else {
                    let center = body.local_center();
                    let motion = Turning { velocity: relative, angular_velocity: turned, center };
                    let center = obstacle.local_center();
                    let rest = Turning { angular_velocity: turned_there, center, ..Turning::default() };
                    first_touch_rotating(
                        shape,
                        pose,
                        &motion,
                        obstacle.shape(),
                        &at.start,
                        &rest,
                        1.0,
                        TOLERANCE,
                    )
                };
                let sooner = |impact: &Impact| first.is_none_or(|first| impact.time < first.share);
                let is_met = impact.is_some();
                let Some(impact) = impact.filter(sooner) else { return is_met };
                if core && inner == 0.0 && rests_on(body, obstacle, impact.normal) {
                    return true;
                }
                let mut takes = || {
                    // In the frame in which the obstacle stays.
                    let point = pose.position + impact.from_a + relative * impact.time;
                    let flip = if pair.a() == other { -1.0 } else { 1.0 };
                    let from_a = point - around.bodies[pair.a() as usize].pose().position;
                    let point = ContactPoint { from_a, depth: 0.0, feature: 0 };
                    let contact = Contact::with_one_point(impact.normal * flip, 0.0, point);
                    let event = around.decider.ask(pair, [Leaf::WHOLE; 2], contact, around.bodies, observer);
                    let is_taken = event.resolved_by.is_some();
                    if is_taken && body.is_bullet() {
                        let touch = Some(Touch { normal: contact.normal, depth: 0.0 });
                        let fraction = Some(impact.time);
                        met.push((impact.time, ContactEvent { touch, fraction, ..event }));
                    }
                    is_taken
                };
                if !*taken.get_or_insert_with(&mut takes) {
                    let (body, share, normal) = (other as usize, impact.time, impact.normal);
                    let lift = if core { pose.position - start_center } else { Vec2::ZERO };
                    first = Some(Obstacle { body, moves, share, normal, core, lift });
                }
                true
            };
            let is_met = is_whole(motion) && !held && meet(body.shape(), &lifted, false);
            // What has its core on its border meets with that no sooner.
            if let (Some(core), false) = (&core, moves || is_met && inner == 0.0) {
                meet(core, &Pose::new(core_center, 0.0), true);
            }
        }
        first
    }
}

/// Puts a body at a place of its way in the step, with the velocity of its free flight there if no contact
/// acted on it.
pub(super) fn put(body: &mut Body, start: &BodyStart, by: Vec2, turned: f64, share: f32) {
    body.restore(start.start, start.start_angle);
    body.displace(by, turned);
    body.sync_bounds();
    fly_until(body, start, share);
}

/// Gives a body the velocity of its free flight after a fraction of the way if no contact acted on it. It has
/// the velocity of the end of the step before.
pub(super) fn fly_until(body: &mut Body, start: &BodyStart, share: f32) {
    if !start.touched {
        let velocity = velocity_at(body.motion(), start.start_velocity, body.velocity(), share);
        body.move_at(velocity, body.angular_velocity());
    }
}

/// Moves a body whose core was stopped on to the obstacle, if it does not touch it: a line that lies along a face is stopped
/// above it as its core is, and hung there step after step.
fn lower(bodies: &mut [Body], index: usize, first: &Obstacle, bite: f32) -> bool {
    let (body, obstacle) = (&bodies[index], &bodies[first.body]);
    let gap = separation(body.shape(), body.pose(), obstacle.shape(), obstacle.pose());
    if gap >= 0.0 {
        bodies[index].displace(-first.normal * (gap + bite), 0.0);
        bodies[index].sync_bounds();
    }
    gap >= 0.0
}

/// Whether a body ends the step in an obstacle no deeper than at rest, and on the side of this normal.
fn rests_on(body: &Body, obstacle: &Body, normal: Vec2) -> bool {
    least_overlap(body.shape(), body.pose(), obstacle.shape(), obstacle.pose())
        .is_some_and(|found| found.depth <= RESTING && found.normal.dot(normal) > 0.0)
}

/// The core of a body that has no inner radius, about its centre: a small disc, of a line a short one, since lines never
/// meet. `None` where its centre is not on it, as that of a cup: what is there does not meet the body.
fn core_without_radius(body: &Body) -> Option<Shape> {
    let center = body.local_center();
    let has_inside = |shape: &Shape, pose: &Pose| {
        (shape.distance(pose, center) <= BITE).then(|| shape.kind().has_inside())
    };
    let is_solid = match body.shape() {
        Shape::Compound(compound) => {
            let there = compound.parts().iter().filter_map(|part| has_inside(&part.shape, &part.pose));
            there.reduce(|p, q| p || q)
        }
        shape => has_inside(shape, &Pose::default()),
    }?;
    if is_solid {
        Shape::circle(LINE_CORE).ok()
    } else {
        Shape::wall(Vec2::new(-LINE_CORE, 0.0), Vec2::new(LINE_CORE, 0.0)).ok()
    }
}

/// The body's bounds at the start of the step and at its end.
fn bounds_of_step(body: &Body, start: &BodyStart) -> Aabb {
    // The box of a long chain takes long.
    if start.start == *body.pose() {
        return body.aabb();
    }
    let ends = body.aabb().union(&start.aabb(body));
    // On the arc of a turn t a point is no farther from the chord than r·t²/8.
    let driven = Driven::of(body, start);
    let bulge = driven.swing(body) * (driven.turned.abs().to_radians() as f32 / 8.0);
    if bulge > 0.0 { grown(&ends, bulge) } else { ends }
}

/// The velocity after a fraction of a free flight, by conservation of energy. Across the acceleration it does not change.
pub(super) fn velocity_at(motion: &Motion, start: Vec2, end: Vec2, share: f32) -> Vec2 {
    let between = start.lerp(end, share);
    let Motion::Dynamic { damping, .. } = *motion else { return between };
    let gained = end - start;
    let along = gained / gained.length();
    let [from, to, speed] = [start, end, between].map(|velocity| velocity.dot(along));
    if damping != 1.0 || !along.is_finite() || speed == 0.0 {
        return between;
    }
    // v² = v0² + 2·a·s; over the whole flight 2·a·s = v1² − v0².
    let squared = from * from + (to * to - from * from) * share;
    between - along * speed + along * (speed * (squared.max(0.0).sqrt() / speed.abs()))
}

#[cfg(test)]
#[path = "../../tests/unit/fast.rs"]
mod tests;
