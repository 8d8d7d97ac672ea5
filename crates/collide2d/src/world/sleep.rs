//! Islands of bodies that came to rest: they sleep, and steps leave them out, until something wakes them.

use std::collections::BTreeMap;
use std::mem;

use glam::Vec2;

use super::World;
use super::calm::{CALM_TIME, Calm, IslandSearch};
use super::detect::{Detector, test_leaves};
use super::left_out::{Acting, LeftOutPairs};
use super::sleepers::Sleepers;
use crate::body::Body;
use crate::decide::Decider;
use crate::generator::Generator;
use crate::island::{Island, WakeCause, Waking};
use crate::observe::{Stage, StepObserver};
use crate::pair::PairKey;
use crate::settings::WorldSettings;
use crate::solver::task::Task;
use crate::solver::{Needs, near};
use crate::still::StillBodies;

/// The sleeping islands, and what is known of bodies that may fall asleep.
#[derive(Clone, Debug, Default)]
pub(super) struct Sleep {
    /// By index. Empty without [`WorldSettings::sleep`].
    calm: Vec<Calm>,
    sleepers: Sleepers,
    /// Since the last step ended.
    woken: Vec<Waking>,
    /// Bodies set or added since the last step.
    stirred: Vec<u32>,
    pub(super) left_out: LeftOutPairs,
    /// In the last step every body lay still.
    is_idle: bool,
}

stored!(Sleep { calm, sleepers, woken, stirred, left_out, is_idle });

impl World {
    /// The islands that sleep, sorted by their first body; none without [`WorldSettings::sleep`].
    ///
    /// An island sleeps once all its bodies have been slower than 0.05 m/s for half a second (under `Linear`, whose stacks
    /// quiver: have not gone 2.5 cm) and none is carried by a body that moves by itself or by a conveyor; then it is at rest.
    /// It wakes when a body that moves touches one of its own or is about to (unless a sensor, a listener or a one-way body
    /// takes the contact), when a body of it or one that it touches is set ([`World::body_mut`]), pushed, or removed, when one
    /// is put onto it, and when settings, listeners or generators change. Contacts within it are in [`World::detect`], not in
    /// [`World::contacts`], and have no events until it wakes.
    ///
    /// ```
    /// use collide2d::glam::Vec2;
    /// use collide2d::{BodyDef, Motion, Pose, Shape, World, WorldSettings};
    ///
    /// let settings = WorldSettings::default().with_gravity(Vec2::new(0.0, -9.81)).with_sleep(true);
    /// let mut world = World::new(settings)?;
    /// world.add(BodyDef::new(Shape::rectangle(20.0, 1.0)?, Pose::at(0.0, -0.5)))?;
    /// let ball = world.add(BodyDef::new(Shape::circle(0.5)?, Pose::at(0.0, 0.5)).with_motion(Motion::dynamic(1.0)))?;
    /// for _ in 0..60 {
    ///     world.step();
    /// }
    /// assert_eq!(world.islands()[0].bodies, [ball.index()]);
    /// world.body_mut(ball).map(|ball| ball.apply_impulse(Vec2::X, Vec2::ZERO));
    /// assert!(world.islands().is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn islands(&self) -> &[Island] {
        self.sleep.sleepers.islands()
    }

    /// A body was set, pushed, added or is about to be removed.
    pub(super) fn disturb(&mut self, index: u32) {
        if !self.settings.sleep {
            return;
        }
        if let Some(body) = self.bodies.get_mut(index as usize)
            && !body.is_stirred()
        {
            body.set_stirred(true);
            self.sleep.stirred.push(index);
        }
        if let Some(calm) = self.sleep.calm.get_mut(index as usize) {
            calm.time = 0.0;
        }
        self.wake(&self.sleep.sleepers.islands_at(index), |_| WakeCause::Set(index));
    }

    /// The world's settings, listeners or generators changed.
    pub(super) fn wake_all(&mut self) {
        self.wake(&self.sleep.sleepers.numbers(), |_| WakeCause::Changed);
        if !self.settings.sleep {
            self.settle();
            self.sleep.calm.clear();
        }
        self.sleep.calm.iter_mut().for_each(|calm| calm.time = 0.0);
        self.sleep.is_idle = false;
    }

    /// Wakes the islands of these numbers, which are ascending.
    fn wake(&mut self, numbers: &[u32], cause: impl Fn(&Island) -> WakeCause) {
        if numbers.is_empty() {
            return;
        }
        let Sleep { sleepers, woken, calm, .. } = &mut self.sleep;
        let before = woken.len();
        for island in sleepers.take(numbers) {
            for &body in &island.bodies {
                self.bodies[body as usize].set_asleep(false);
                calm[body as usize].time = 0.0;
            }
            self.scratch.woken.extend(&island.bodies);
            woken.push(Waking { cause: cause(&island), island });
        }
        self.part(before);
    }

    /// Whether a step would change nothing but the frame.
    pub(super) fn is_idle(&self) -> bool {
        let Sleep { is_idle, stirred, woken, .. } = &self.sleep;
        self.settings.sleep
            && *is_idle
            && stirred.is_empty()
            && woken.is_empty()
            && self.inputs.is_empty()
            && self.touching.is_empty()
            && self.events.is_empty()
            && self.waiting_contacts() == 0
    }

    /// Wakes the islands that bodies meet which are awake; returns whether there were any.
    pub(super) fn wake_met(&mut self, detector: &Detector) -> bool {
        let mut met: Vec<[u32; 2]> = Vec::new();
        for &pair in detector.pairs() {
            let [a, b] = [pair.a(), pair.b()].map(|body| self.bodies[body as usize].is_asleep());
            let [sleeper, other] = if a { [pair.a(), pair.b()] } else { [pair.b(), pair.a()] };
            if a != b && self.is_met(pair, &self.bodies[other as usize]) {
                met.push([sleeper, other]);
            }
        }
        met.sort_unstable();
        // Of each island the first that is met, by its number.
        let mut first_met = BTreeMap::new();
        for [sleeper, by] in met {
            let number = self.sleep.sleepers.island_of(sleeper);
            number.map(|number| first_met.entry(number).or_insert(by));
        }
        let numbers: Vec<u32> = first_met.keys().copied().collect();
        self.wake(&numbers, |island| WakeCause::Met(first_met[&island.bodies[0]]));
        !numbers.is_empty()
    }

    /// Whether `by`, the body of the pair that is awake, wakes the other one.
    fn is_met(&self, pair: PairKey, by: &Body) -> bool {
        let is_moving = by.velocity() != Vec2::ZERO || by.angular_velocity() != 0.0;
        if !by.is_stirred() && !by.is_movable() && !is_moving {
            return false;
        }
        let (bodies, settings, needs) = (&self.bodies[..], &self.settings, Needs::of(&self.settings));
        let ends = [pair.a(), pair.b()].map(|body| &bodies[body as usize]);
        let decider = Decider {
            frame: self.frame,
            listeners: &self.listeners,
            timestep: settings.timestep,
            passing: &self.passing,
            held: &[],
        };
        let mut is_met = false;
        test_leaves(bodies, pair, needs.reach, &mut |leaves| {
            // What is taken moves nothing, but a body that was set changes who touches whom.
            is_met |= match leaves.collide() {
                Some(contact) => {
                    by.is_stirred() || !decider.takes(pair, leaves.leaves(), contact, bodies, &mut ())
                }
                None if needs.reach > 0.0 => near::approach(leaves, ends, settings).is_some_and(|found| {
                    !decider.takes(pair, leaves.leaves(), found.in_place(), bodies, &mut ())
                }),
                None => false,
            };
        });
        is_met
    }

    /// Ends a step: notes who is calm, and lets islands sleep of which all bodies have been so for long enough.
    pub(super) fn fall_asleep(&mut self, search: &mut IslandSearch, still: &mut StillBodies, tasks: &[Task]) {
        // Listeners may have removed bodies and added others.
        self.scratch.woken.extend(&self.sleep.stirred);
        self.settle();
        let Self { sleep, bodies, scratch, .. } = self;
        still.grow(bodies.len());
        still.wake(&mut scratch.woken);
        sleep.calm.resize(bodies.len(), Calm::UNSEEN);
        let (mut longest, mut resting) = (0.0_f32, 0);
        sleep.is_idle = true;
        for index in still.visited() {
            let (body, calm) = (&bodies[index], &mut sleep.calm[index]);
            if body.lies_still() {
                resting += 1;
                continue;
            }
            sleep.is_idle = false;
            if body.is_movable() {
                calm.follow(body, &self.settings);
                longest = longest.max(calm.time);
            }
        }
        still.end_step(resting);
        if longest < CALM_TIME {
            return;
        }
        let ends = self.generators.iter().flatten().filter_map(Generator::ends);
        let held = tasks.iter().map(|task| [task.pair.a(), task.pair.b()]).chain(ends);
        search.begin(bodies.len(), still.visited());
        // What nothing holds is not at rest where anything accelerates it, however slow it is at the top of its way.
        for body in still.visited() {
            search.is_restless[body] = bodies[body].acceleration(self.settings.gravity) != Vec2::ZERO;
        }
        for end in held.clone().flatten() {
            if let Some(is_restless) = search.is_restless.get_mut(end as usize) {
                *is_restless = false;
            }
        }
        for [a, b] in held.clone() {
            // A ground is no body.
            let Some(other) = bodies.get(b as usize) else { continue };
            let own = &bodies[a as usize];
            let is_moving = |body: &Body| {
                let moves = body.velocity() != Vec2::ZERO || body.angular_velocity() != 0.0;
                body.conveyor() != 0.0 || (moves && !body.is_movable())
            };
            let is_carried = is_moving(own) || is_moving(other);
            match [own, other].map(Body::is_movable) {
                [true, true] => {
                    search.join(a, b);
                    search.is_restless[a as usize] |= is_carried;
                }
                [true, false] => search.is_restless[a as usize] |= is_carried,
                [false, true] => search.is_restless[b as usize] |= is_carried,
                [false, false] => {}
            }
        }
        let mut islands = search.islands(bodies, &sleep.calm, self.frame);
        if islands.is_empty() {
            return;
        }
        let touching = self.touching.iter().map(|touching| [touching.pair.a(), touching.pair.b()]);
        for [a, b] in held.chain(touching) {
            for [own, other] in [[a, b], [b, a]] {
                if own.max(other) as usize >= bodies.len() {
                    continue;
                }
                let (first, of_other) = (search.first(own), search.first(other));
                let island = islands.binary_search_by_key(&first, |island| island.bodies[0]);
                if let (Ok(at), true) = (island, first != of_other) {
                    islands[at].neighbours.push(other);
                }
            }
        }
        for island in &mut islands {
            island.neighbours.sort_unstable();
            island.neighbours.dedup();
            island.bodies.iter().for_each(|&body| bodies[body as usize].set_asleep(true));
        }
        sleep.sleepers.add(islands);
        self.part(self.sleep.woken.len());
    }

    /// Bodies that were set or added count from now on as lying where they are.
    fn settle(&mut self) {
        for index in self.sleep.stirred.drain(..) {
            if let Some(body) = self.bodies.get_mut(index as usize) {
                body.set_stirred(false);
            }
        }
    }

    /// Takes from the step the pairs and links that it leaves out, and gives back those that it does not, of
    /// bodies that were set and of the islands woken from this number on.
    fn part(&mut self, wakings: usize) {
        let Self { bodies, generators, sleep, touching, passing, impulses, .. } = self;
        let Sleep { woken, stirred, left_out, .. } = sleep;
        let is_out = |a: u32, b: u32| {
            // A ground is no body, and lies still.
            let ends = || [a, b].into_iter().filter_map(|body| bodies.get(body as usize));
            ends().all(Body::lies_still) && ends().any(Body::is_asleep)
        };
        let link_is_out = |generator: u32| {
            let ends = generators.get(generator as usize).and_then(|place| place.as_ref()?.ends());
            ends.is_some_and(|[a, b]| is_out(a, b))
        };
        let woken = woken[wakings..].iter().flat_map(|waking| &waking.island.bodies);
        left_out.part(
            Acting { touching, passing, impulses },
            woken.chain(&*stirred).copied(),
            |pair| is_out(pair.a(), pair.b()),
            link_is_out,
        );
    }

    /// Tells an observer what woke, fell asleep and sleeps; nothing without [`WorldSettings::sleep`].
    pub(super) fn tell_sleep<O: StepObserver>(&mut self, observer: &mut O) {
        let woken = mem::take(&mut self.sleep.woken);
        let islands = self.islands();
        if O::OBSERVES && self.settings.sleep && !(woken.is_empty() && islands.is_empty()) {
            observer.stage(&Stage::Sleep { woken, islands: islands.to_vec() }, &self.bodies);
        }
    }

    /// Whether a state with this could have got here.
    pub(super) fn sleep_is_consistent(&self) -> bool {
        let Sleep { calm, sleepers, woken, stirred, left_out, .. } = &self.sleep;
        let (islands, count) = (sleepers.islands(), self.bodies.len());
        let is_body = |body: &u32| (*body as usize) < count;
        let are_sorted = |bodies: &[u32]| bodies.is_sorted_by(|a, b| a < b) && bodies.iter().all(is_body);
        let mut of_islands: Vec<u32> = islands.iter().flat_map(|island| &island.bodies).copied().collect();
        of_islands.sort_unstable();
        let asleep = (0..).zip(&self.bodies).filter(|(_, body)| body.is_asleep()).map(|(index, _)| index);
        calm.len() <= count
            && asleep.eq(of_islands.iter().copied())
            && of_islands.last().is_none_or(|last| (*last as usize) < calm.len())
            && islands.iter().all(|island| !island.bodies.is_empty() && are_sorted(&island.neighbours))
            && islands.iter().all(|island| are_sorted(&island.bodies))
            && woken.iter().flat_map(|waking| &waking.island.bodies).all(is_body)
            && stirred.iter().all(is_body)
            && left_out.is_consistent(count, count + self.generators.len())
    }

    /// What the next steps depend on, for [`World::hash`].
    pub(super) fn sleep_state(&self) -> impl Iterator<Item = u64> + '_ {
        let Sleep { calm, sleepers, left_out, .. } = &self.sleep;
        let calm = calm.iter().flat_map(|calm| [u64::from(calm.time.to_bits()), calm.angle.to_bits()]);
        let of_island =
            |island: &Island| island.bodies.iter().map(|body| u64::from(*body)).collect::<Vec<_>>();
        let islands = sleepers
            .islands()
            .iter()
            .flat_map(move |island| [vec![island.since], of_island(island)])
            .flatten();
        let touching = left_out.touching().flat_map(|touching| [touching.pair.get(), touching.since]);
        let floats = |known: [f32; 2]| known.map(|float| u64::from(float.to_bits()));
        let points = left_out.points().flat_map(move |known| floats([known.normal, known.tangent]));
        let passing = left_out.passing().map(PairKey::get);
        calm.chain(islands).chain(touching).chain(points).chain(passing)
    }
}

impl WorldSettings {
    /// Whether a body that rests under these settings rests under the others.
    pub(super) fn rests_as(self, other: Self) -> bool {
        let asked = |settings: Self| settings.with_crossings(false).with_used_contacts(false);
        asked(self) == asked(other)
    }
}
