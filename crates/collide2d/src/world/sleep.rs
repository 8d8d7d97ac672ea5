//! Islands of bodies that came to rest: they sleep, and steps leave them out, until something wakes them.

use std::mem;

use glam::Vec2;

use super::calm::{CALM_TIME, Calm, IslandSearch};
use super::detect::{Detector, test_leaves};
use super::{Touching, World};
use crate::body::Body;
use crate::decide::{Decider, Passing};
use crate::generator::Generator;
use crate::island::{Island, WakeCause, Waking};
use crate::observe::{Stage, StepObserver};
use crate::pair::PairKey;
use crate::settings::WorldSettings;
use crate::solver::rigid::points::KnownImpulses;
use crate::solver::task::Task;
use crate::solver::{Needs, near};

/// What sleeps.
#[derive(Clone, Debug, Default)]
pub(super) struct Sleep {
    /// By index. Empty without [`WorldSettings::sleep`].
    calm: Vec<Calm>,
    /// Sorted by their first body.
    islands: Vec<Island>,
    /// Since the last step ended.
    woken: Vec<Waking>,
    /// Bodies set or added since the last step.
    stirred: Vec<u32>,
    /// Of pairs that steps leave out, as the last one knew it that did not.
    pub(super) touching: Vec<Touching>,
    pub(super) passing: Passing,
    pub(super) impulses: KnownImpulses,
    /// In the last step every body lay still.
    is_idle: bool,
}

stored!(Sleep { calm, islands, woken, stirred, touching, passing, impulses, is_idle });

impl World {
    /// The islands that sleep, sorted by their first body; none without [`WorldSettings::sleep`].
    ///
    /// An island sleeps once all its bodies have been slower than 0.05 m/s for half a second (under `Linear`, whose stacks quiver:
    /// have not gone 2.5 cm); then it is at rest. It wakes when a body
    /// that moves touches one of its own or is about to (unless a sensor, a listener or a one-way body takes the contact), when
    /// a body of it or one that it touches is set ([`World::body_mut`]), pushed, or removed, when one is put onto it, and when
    /// settings, listeners or generators change. Contacts within it are in [`World::detect`], not in
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
        &self.sleep.islands
    }

    /// A body was set, pushed, added or is about to be removed.
    pub(super) fn disturb(&mut self, index: u32) {
        if !self.settings.sleep {
            return;
        }
        if let Some(body) = self.bodies.get_mut(index as usize) {
            body.set_stirred(true);
            self.sleep.stirred.push(index);
        }
        if let Some(calm) = self.sleep.calm.get_mut(index as usize) {
            calm.time = 0.0;
        }
        self.wake(|island| {
            let mut of_it = [&island.bodies, &island.neighbours].into_iter();
            of_it.any(|bodies| bodies.binary_search(&index).is_ok()).then_some(WakeCause::Set(index))
        });
    }

    /// The world's settings, listeners or generators changed.
    pub(super) fn wake_all(&mut self) {
        self.wake(|_| Some(WakeCause::Changed));
        if !self.settings.sleep {
            self.settle();
            self.sleep.calm.clear();
        }
        self.sleep.calm.iter_mut().for_each(|calm| calm.time = 0.0);
    }

    fn wake(&mut self, cause: impl Fn(&Island) -> Option<WakeCause>) {
        let Sleep { islands, woken, calm, .. } = &mut self.sleep;
        let before = woken.len();
        for island in islands.extract_if(.., |island| cause(island).is_some()) {
            for &body in &island.bodies {
                self.bodies[body as usize].set_asleep(false);
                calm[body as usize].time = 0.0;
            }
            woken.extend(cause(&island).map(|cause| Waking { island, cause }));
        }
        if woken.len() > before {
            self.part();
        }
    }

    /// Whether a step would change nothing but the frame.
    pub(super) fn is_idle(&self) -> bool {
        let Sleep { is_idle, stirred, woken, .. } = &self.sleep;
        *is_idle
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
        self.wake(|island| {
            let by = |body: &u32| met.get(met.partition_point(|[sleeper, _]| sleeper < body));
            let found = island.bodies.iter().find_map(|body| by(body).filter(|[sleeper, _]| sleeper == body));
            found.map(|[_, by]| WakeCause::Met(*by))
        });
        !met.is_empty()
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
        };
        let mut is_met = false;
        test_leaves(bodies, pair, needs.reach, &mut |leaves| {
            // What is taken moves nothing, but a body that was set changes who touches whom.
            is_met |= match leaves.collide() {
                Some(contact) => {
                    by.is_stirred() || !decider.takes(pair, leaves.leaves(), contact, bodies, &mut ())
                }
                None if needs.reach > 0.0 => {
                    near::approach(leaves, ends, settings.timestep).is_some_and(|found| {
                        !decider.takes(pair, leaves.leaves(), found.in_place(), bodies, &mut ())
                    })
                }
                None => false,
            };
        });
        is_met
    }

    /// Ends a step: notes who is calm, and lets islands sleep of which all bodies have been so for long enough.
    pub(super) fn fall_asleep(&mut self, search: &mut IslandSearch, tasks: &[Task]) {
        self.settle();
        let Self { sleep, bodies, .. } = self;
        sleep.calm.resize(bodies.len(), Calm::UNSEEN);
        let mut longest = 0.0_f32;
        sleep.is_idle = true;
        for (body, calm) in bodies.iter().zip(&mut sleep.calm) {
            sleep.is_idle &= body.lies_still();
            if body.is_movable() {
                calm.follow(body, &self.settings);
                longest = longest.max(calm.time);
            }
        }
        if longest < CALM_TIME {
            return;
        }
        let ends = self.generators.iter().flatten().filter_map(Generator::ends);
        let held = tasks.iter().map(|task| [task.pair.a(), task.pair.b()]).chain(ends);
        search.begin(bodies.len());
        for [a, b] in held.clone() {
            // A ground is no body.
            let Some(other) = bodies.get(b as usize) else { continue };
            let is_moving = |body: &Body| {
                !body.is_movable() && (body.velocity() != Vec2::ZERO || body.angular_velocity() != 0.0)
            };
            match [&bodies[a as usize], other].map(Body::is_movable) {
                [true, true] => search.join(a, b),
                [true, false] => search.is_restless[a as usize] |= is_moving(other),
                [false, true] => search.is_restless[b as usize] |= is_moving(&bodies[a as usize]),
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
        sleep.islands.append(&mut islands);
        sleep.islands.sort_unstable_by_key(|island| island.bodies[0]);
        self.part();
    }

    /// What was set is from now on what it lies as.
    fn settle(&mut self) {
        for index in self.sleep.stirred.drain(..) {
            if let Some(body) = self.bodies.get_mut(index as usize) {
                body.set_stirred(false);
            }
        }
    }

    /// Takes away from the step what it leaves out, and gives back what it does not.
    fn part(&mut self) {
        let Self { bodies, generators, sleep, touching, passing, impulses, .. } = self;
        let is_out = |a: u32, b: u32| {
            // A ground is no body, and lies still.
            let ends = || [a, b].into_iter().filter_map(|body| bodies.get(body as usize));
            ends().all(Body::lies_still) && ends().any(Body::is_asleep)
        };
        let pair_is_out = |pair: PairKey| is_out(pair.a(), pair.b());
        divide(touching, &mut sleep.touching, |touching| touching.pair, pair_is_out);
        let Passing { let_through, behind } = passing;
        divide(let_through, &mut sleep.passing.let_through, |pair| *pair, pair_is_out);
        divide(behind, &mut sleep.passing.behind, |pair| *pair, pair_is_out);
        divide(&mut impulses.points, &mut sleep.impulses.points, |known| known.pair, pair_is_out);
        let link_is_out = |generator: u32| {
            let ends = generators.get(generator as usize).and_then(|place| place.as_ref()?.ends());
            ends.is_some_and(|[a, b]| is_out(a, b))
        };
        divide(&mut impulses.links, &mut sleep.impulses.links, |known| known.generator, link_is_out);
    }

    /// Tells an observer what woke, fell asleep and sleeps.
    pub(super) fn tell_sleep<O: StepObserver>(&mut self, observer: &mut O) {
        let Sleep { woken, islands, .. } = &mut self.sleep;
        let woken = mem::take(woken);
        if O::OBSERVES && !(woken.is_empty() && islands.is_empty()) {
            observer.stage(&Stage::Sleep { woken, islands: islands.clone() }, &self.bodies);
        }
    }

    /// Whether a state with this could have got here.
    pub(super) fn sleep_is_consistent(&self) -> bool {
        let Sleep { calm, islands, woken, stirred, touching, passing, impulses, .. } = &self.sleep;
        let count = self.bodies.len();
        let is_body = |body: &u32| (*body as usize) < count;
        let are_sorted = |bodies: &[u32]| bodies.is_sorted_by(|a, b| a < b) && bodies.iter().all(is_body);
        let is_pair = |pair: &PairKey| pair.a() < pair.b() && is_body(&pair.b());
        let mut of_islands: Vec<u32> = islands.iter().flat_map(|island| &island.bodies).copied().collect();
        of_islands.sort_unstable();
        let asleep = (0..).zip(&self.bodies).filter(|(_, body)| body.is_asleep()).map(|(index, _)| index);
        let slots = count + self.generators.len();
        let pairs = |list: &[PairKey]| list.is_sorted_by(|p, q| p < q) && list.iter().all(is_pair);
        calm.len() <= count
            && asleep.eq(of_islands.iter().copied())
            && of_islands.last().is_none_or(|last| (*last as usize) < calm.len())
            && islands.iter().all(|island| !island.bodies.is_empty() && are_sorted(&island.neighbours))
            && islands.iter().all(|island| are_sorted(&island.bodies))
            && woken.iter().flat_map(|waking| &waking.island.bodies).all(is_body)
            && stirred.iter().all(is_body)
            && touching.is_sorted_by(|p, q| p.pair < q.pair)
            && touching.iter().all(|touching| is_pair(&touching.pair))
            && pairs(&passing.let_through)
            && pairs(&passing.behind)
            && impulses.points.is_sorted_by_key(|known| known.pair)
            && impulses.points.iter().all(|known| (known.pair.b() as usize) < slots)
    }

    /// What the next steps depend on, for [`World::hash`].
    pub(super) fn sleep_state(&self) -> impl Iterator<Item = u64> + '_ {
        let Sleep { calm, islands, touching, impulses, .. } = &self.sleep;
        let calm = calm.iter().flat_map(|calm| [u64::from(calm.time.to_bits()), calm.angle.to_bits()]);
        let of_island =
            |island: &Island| island.bodies.iter().map(|body| u64::from(*body)).collect::<Vec<_>>();
        let islands =
            islands.iter().flat_map(move |island| [vec![island.since], of_island(island)]).flatten();
        let touching = touching.iter().flat_map(|touching| [touching.pair.get(), touching.since]);
        let floats = |known: [f32; 2]| known.map(|float| u64::from(float.to_bits()));
        let points = impulses.points.iter().flat_map(move |known| floats([known.normal, known.tangent]));
        calm.chain(islands).chain(touching).chain(points)
    }
}

impl WorldSettings {
    /// Whether what rests in the one rests in the other.
    pub(super) fn rests_as(self, other: Self) -> bool {
        let asked = |settings: Self| settings.with_crossings(false).with_used_contacts(false);
        asked(self) == asked(other)
    }
}

/// Moves what is out to `out`, and what is not to `acting`, each sorted.
fn divide<T, K: Ord + Copy>(
    acting: &mut Vec<T>,
    out: &mut Vec<T>,
    key: impl Fn(&T) -> K,
    is_out: impl Fn(K) -> bool,
) {
    let mut all = mem::take(acting);
    all.append(out);
    all.sort_by_key(&key);
    (*out, *acting) = all.into_iter().partition(|one| is_out(key(one)));
}
