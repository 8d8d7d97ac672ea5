//! Positions separated by inverse mass, impulses along the normal, no rotation.
//!
//! Bodies move by v·dt + ½·a·dt², exact for constant acceleration, so that the textbook's free fall holds. The closing
//! speed that one frame's acceleration built up is removed, so that a bounce of restitution 1 keeps its energy to within
//! that frame.

use glam::Vec2;

use super::neighbours::Neighbours;
use super::task::{LinkTask, Task};
use super::worst_first::WorstFirst;
use crate::body::Body;
use crate::generator::{ContactSource, Holds};
use crate::observe::{Iteration, ResolverEffort, Stage, StepObserver, Unresolved, Work};
use crate::pair::PairKey;
use crate::tolerance::LINEAR_SLOP;

/// Slower closing counts as rounding. Metres per second.
const MIN_CLOSING: f32 = 1.0e-5;
/// A smaller excess of depth counts as rounding. Metres.
const MIN_EXCESS: f32 = 1.0e-6;
/// Most iterations per contact, where the settings do not limit them.
const ITERATIONS_PER_CONTACT: u32 = 2;

/// Millington's contact resolver ("Game Physics Engine Development", 2nd edition, chapter 7).
///
/// Of all contacts that close or interpenetrate, the one of the lowest separating speed is resolved: an
/// impulse along the normal gives it the separating speed that restitution demands, then the depth is removed
/// by shifts in proportion to inverse mass. The contacts that share a body are updated, and the next one is
/// chosen. Speed from this frame's acceleration does not bounce, so resting contacts rest.
#[derive(Debug, Default)]
pub(crate) struct LinearSolver {
    /// Of the tasks, then of the links.
    contacts: Vec<LinearContact>,
    /// The link of each contact after those of the tasks.
    links: Vec<LinkOfContact>,
    /// The bodies, then the grounds.
    bodies: Vec<LinearBody>,
    /// Index of the first ground.
    grounds: usize,
    neighbours: Neighbours,
    worst: WorstFirst,
    /// Contacts that need work, a rod once; counted for an observer only.
    candidates: u32,
}

#[derive(Debug)]
struct LinearContact {
    a: usize,
    b: usize,
    normal: Vec2,
    depth: f32,
    restitution: f32,
    /// Separating speed from this frame's acceleration, <= 0.
    built_up: f32,
    /// An iteration has worked on it.
    resolved: bool,
}

#[derive(Debug)]
struct LinkOfContact {
    /// Index of its task.
    index: usize,
    generator: u32,
    holds: Holds,
    /// Of the two contacts of a rod, or of one direction of a joint, the one before is the first.
    is_second: bool,
}

/// Default: a ground.
#[derive(Debug, Default)]
struct LinearBody {
    start: Vec2,
    shift: Vec2,
    velocity: Vec2,
    inverse_mass: f32,
}

impl LinearBody {
    fn of(body: &Body) -> Self {
        Self {
            start: body.pose().position,
            shift: Vec2::ZERO,
            velocity: body.velocity(),
            inverse_mass: if body.is_asleep() { 0.0 } else { body.inverse_mass() },
        }
    }
}

impl LinearSolver {
    /// `tasks` are sorted by pair; `built_up` is the velocity of each body and ground from this step's
    /// acceleration; `iterations` is their limit, `None` twice the contacts. Returns `None` if there are
    /// neither tasks nor links.
    pub(crate) fn solve<O: StepObserver>(
        &mut self,
        bodies: &mut [Body],
        iterations: Option<u32>,
        tasks: &[Task],
        links: &[LinkTask],
        built_up: &[Vec2],
        observer: &mut O,
    ) -> Option<ResolverEffort> {
        self.contacts.clear();
        self.links.clear();
        if tasks.is_empty() && links.is_empty() {
            return None;
        }
        self.prepare(bodies, tasks, links, built_up);
        let limit = iterations.unwrap_or((self.contacts.len() as u32).saturating_mul(ITERATIONS_PER_CONTACT));
        if O::OBSERVES {
            self.candidates = self.left().count() as u32;
        }
        let mut used = 0;
        while used < limit {
            let Some(chosen) = self.worst.argmin() else { break };
            let mut iteration = self.resolve(chosen);
            iteration.candidates = self.candidates;
            self.update_neighbours::<O>(chosen, iteration.moved_a, iteration.moved_b);
            if O::OBSERVES {
                let contact = &self.contacts[chosen];
                self.write_back(bodies, [contact.a, contact.b]);
                let from_a = match tasks.get(chosen) {
                    Some(task) => {
                        iteration.source = ContactSource::of_slots(task.pair, bodies.len());
                        iteration.leaves = task.leaves;
                        task.found.contact.middle()
                    }
                    None => {
                        self.describe_link(&links[self.links[chosen - tasks.len()].index], &mut iteration)
                    }
                };
                iteration.position = self.bodies[contact.a].start + self.bodies[contact.a].shift + from_a;
                iteration.index = used;
                observer.stage(&Stage::Iteration(iteration), bodies);
            }
            used += 1;
        }
        for contact in &self.contacts {
            self.write_back(bodies, [contact.a, contact.b]);
        }
        let left = if used < limit { 0 } else { self.left().count() as u32 };
        Some(ResolverEffort { used, limit, left, waiting: 0 })
    }

    /// Contacts that still need work after [`LinearSolver::solve`]: of the tasks in their order, then of the links.
    pub(crate) fn unresolved(&self) -> Vec<Unresolved> {
        if self.contacts.is_empty() {
            return Vec::new();
        }
        let unresolved = |i: usize| {
            let contact = &self.contacts[i];
            let (a, b) = (contact.a as u32, contact.b as u32);
            let (closing, depth) = (-separating_speed(contact, &self.bodies), contact.depth);
            let Some(link) = self.link_of(i) else {
                let source = ContactSource::of_slots(PairKey::new(a, b), self.grounds);
                return Unresolved { source, closing, depth };
            };
            let source = ContactSource::Generated { generator: link.generator, a, b: Some(b) };
            if link.holds == Holds::Farthest {
                return Unresolved { source, closing, depth };
            }
            if link.holds == Holds::Together {
                return Unresolved { source, closing, depth: depth - LINEAR_SLOP };
            }
            let place = |body: usize| self.bodies[body].start + self.bodies[body].shift;
            let pulls = contact.normal.dot(place(contact.a) - place(contact.b)) < 0.0;
            let side = if pulls { 1.0 } else { -1.0 };
            Unresolved { source, closing: side * closing, depth: side * (depth - LINEAR_SLOP) }
        };
        self.left().map(unresolved).collect()
    }

    /// Whether an iteration of [`LinearSolver::solve`] worked on the task of this index.
    pub(crate) fn has_resolved(&self, task: usize) -> bool {
        self.contacts.get(task).is_some_and(|contact| contact.resolved)
    }

    /// The contacts that need work, a rod once.
    fn left(&self) -> impl Iterator<Item = usize> + '_ {
        self.worst.candidates().filter(|&i| !(self.is_second(i) && self.worst.is_candidate(i - 1)))
    }

    fn link_of(&self, contact: usize) -> Option<&LinkOfContact> {
        self.links.get(contact.checked_sub(self.contacts.len() - self.links.len())?)
    }

    fn is_second(&self, contact: usize) -> bool {
        self.link_of(contact).is_some_and(|link| link.is_second)
    }

    /// Whether the contact needs work, or the other one of its rod.
    fn needs_work(&self, contact: usize) -> bool {
        let of_rod = |other: usize, second: usize| self.is_second(second) && self.worst.is_candidate(other);
        self.worst.is_candidate(contact)
            || of_rod(contact.wrapping_sub(1), contact)
            || of_rod(contact + 1, contact + 1)
    }

    fn prepare(&mut self, bodies: &[Body], tasks: &[Task], links: &[LinkTask], built_up: &[Vec2]) {
        self.grounds = bodies.len();
        self.bodies.resize_with(built_up.len(), LinearBody::default);
        let of_tasks = tasks.iter().flat_map(|task| [task.pair.a(), task.pair.b()]);
        for index in of_tasks.chain(links.iter().flat_map(|task| [task.link.a, task.link.b])) {
            let body = bodies.get(index as usize);
            self.bodies[index as usize] = body.map_or_else(LinearBody::default, LinearBody::of);
        }
        self.contacts.extend(tasks.iter().map(|task| {
            let (a, b) = (task.pair.a() as usize, task.pair.b() as usize);
            let normal = task.found.contact.normal;
            LinearContact {
                a,
                b,
                normal,
                depth: task.found.contact.depth,
                restitution: task.restitution,
                built_up: (built_up[a] - built_up[b]).dot(normal).min(0.0),
                resolved: false,
            }
        }));
        self.add_links(links, built_up);

        let (contacts, moving) = (&self.contacts, &self.bodies);
        let pairs = contacts.iter().map(|contact| (contact.a, contact.b));
        self.neighbours.fill(moving.len(), pairs, |body| moving[body].inverse_mass > 0.0);
        self.worst.fill(contacts.iter().map(|contact| urgency(contact, moving)));
    }

    /// A rod is two contacts, one that pulls and one that pushes, each deeper by [`LINEAR_SLOP`]: it leaves none. A joint is
    /// such two along x and two along y.
    fn add_links(&mut self, links: &[LinkTask], built_up: &[Vec2]) {
        for (index, task) in links.iter().enumerate() {
            let (a, b) = (task.link.a as usize, task.link.b as usize);
            let (generator, holds) = (task.generator, task.link.holds);
            let mut add = |normal: Vec2, depth: f32, is_second: bool| {
                let built_up = (built_up[a] - built_up[b]).dot(normal).min(0.0);
                let restitution = task.link.restitution;
                self.contacts.push(LinearContact {
                    a,
                    b,
                    normal,
                    depth,
                    restitution,
                    built_up,
                    resolved: false,
                });
                self.links.push(LinkOfContact { index, generator, holds, is_second });
            };
            let (normal, depth) = (task.contact.normal, task.depth);
            let mut add_both = |normal: Vec2, depth: f32| {
                add(normal, depth + LINEAR_SLOP, false);
                add(-normal, LINEAR_SLOP - depth, true);
            };
            match holds {
                Holds::Farthest => add(normal, depth, false),
                Holds::Distance => add_both(normal, depth),
                Holds::Together => {
                    let mends = normal * depth;
                    add_both(Vec2::X, mends.x);
                    add_both(Vec2::Y, mends.y);
                }
            }
        }
    }

    /// Names the link in what the observer is told; returns the way from `a` to the link's middle.
    fn describe_link(&self, task: &LinkTask, iteration: &mut Iteration) -> Vec2 {
        let (a, b) = (task.link.a, task.link.b);
        iteration.source = ContactSource::Generated { generator: task.generator, a, b: Some(b) };
        if task.link.pushes() {
            iteration.depth_before -= LINEAR_SLOP;
            iteration.depth_after = iteration.depth_before.min(0.0);
        }
        task.contact.middle()
    }

    /// Resolves one contact: speed, then depth.
    fn resolve(&mut self, chosen: usize) -> Iteration {
        let contact = &mut self.contacts[chosen];
        contact.resolved = true;
        let (inverse_a, inverse_b) =
            (self.bodies[contact.a].inverse_mass, self.bodies[contact.b].inverse_mass);
        let mass = (inverse_a + inverse_b).recip();
        let before = separating_speed(contact, &self.bodies);
        let (mut target, mut impulse) = (before, 0.0);
        if before < 0.0 {
            target = (-contact.restitution * (before - contact.built_up)).max(0.0);
            impulse = mass * (target - before);
            self.bodies[contact.a].velocity += contact.normal * (impulse * inverse_a);
            self.bodies[contact.b].velocity -= contact.normal * (impulse * inverse_b);
        }
        let excess = (contact.depth - LINEAR_SLOP).max(0.0);
        let moved_a = contact.normal * (excess * mass * inverse_a);
        let moved_b = contact.normal * -(excess * mass * inverse_b);
        self.bodies[contact.a].shift += moved_a;
        self.bodies[contact.b].shift += moved_b;
        let depth_before = contact.depth;
        contact.depth -= excess;
        Iteration {
            work: Work::Linear,
            normal: contact.normal,
            separating_before: before,
            separating_at_impulse: before,
            separating_after: separating_speed(contact, &self.bodies),
            built_up: contact.built_up,
            restitution: contact.restitution,
            target,
            mass,
            impulse,
            moved_a,
            moved_b,
            depth_before,
            depth_after: contact.depth,
            ..Iteration::default()
        }
    }

    /// Updates depth and urgency of every contact that shares a body with the one just resolved.
    fn update_neighbours<O: StepObserver>(&mut self, chosen: usize, moved_a: Vec2, moved_b: Vec2) {
        let (a, b) = (self.contacts[chosen].a, self.contacts[chosen].b);
        for (body, moved) in [(a, moved_a), (b, moved_b)] {
            for i in self.neighbours.of(body) {
                let contact = &mut self.contacts[i];
                if i != chosen {
                    let along = moved.dot(contact.normal);
                    contact.depth += if contact.a == body { -along } else { along };
                }
                let key = urgency(contact, &self.bodies);
                let needed_work = O::OBSERVES && self.needs_work(i);
                self.worst.set(i, key);
                if O::OBSERVES {
                    let [was, is] = [needed_work, self.needs_work(i)].map(u32::from);
                    self.candidates = self.candidates + is - was;
                }
            }
        }
    }

    fn write_back(&self, bodies: &mut [Body], pair: [usize; 2]) {
        for i in pair {
            let moving = &self.bodies[i];
            if moving.inverse_mass > 0.0 {
                let spin = bodies[i].angular_velocity();
                bodies[i].move_at(moving.velocity, spin);
                bodies[i].move_to(moving.start + moving.shift);
            }
        }
    }
}

fn separating_speed(contact: &LinearContact, moving: &[LinearBody]) -> f32 {
    (moving[contact.a].velocity - moving[contact.b].velocity).dot(contact.normal)
}

/// The separating speed; infinite if the contact needs no work.
fn urgency(contact: &LinearContact, moving: &[LinearBody]) -> f32 {
    let speed = separating_speed(contact, moving);
    if speed < -MIN_CLOSING || contact.depth > LINEAR_SLOP + MIN_EXCESS { speed } else { f32::INFINITY }
}
