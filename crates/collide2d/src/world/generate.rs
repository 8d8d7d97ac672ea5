//! The generators of a world, and their part in a step.

use glam::Vec2;

use super::World;
use super::step::Scratch;
use crate::body::{Body, Motion};
use crate::generator::contacts::outcome;
use crate::generator::not_colliding::NotColliding;
use crate::generator::{GeneratedContact, Generator, GeneratorError, GeneratorOutcome, Ground, Link};
use crate::observe::{Stage, StepObserver};
use crate::pair::PairKey;
use crate::settings::WorldSettings;
use crate::solver::Needs;
use crate::solver::near::{Displaced, NEAR};
use crate::solver::task::{LinkTask, Task};

impl World {
    /// Adds a generator; returns its index, which never changes while it is there. Refuses one that names a body that is not
    /// there.
    pub fn add_generator(&mut self, generator: Generator) -> Result<u32, GeneratorError> {
        for body in generator.ends().into_iter().flatten() {
            self.body(body).ok_or(GeneratorError::NoBody(body))?;
        }
        self.wake_all();
        let reused =
            self.settings.reuse_places.then(|| self.generators.iter().position(Option::is_none)).flatten();
        let index = reused.unwrap_or(self.generators.len());
        if reused.is_some() {
            self.forget_generator(index as u32);
            self.generators[index] = Some(generator);
        } else {
            self.generators.push(Some(generator));
        }
        if generator.not_colliding().is_some() {
            self.find_not_colliding();
        }
        Ok(index as u32)
    }

    /// Finds again which pairs do not collide.
    pub(super) fn find_not_colliding(&mut self) {
        let not_colliding = NotColliding::of(&self.generators);
        if not_colliding.pairs() != self.not_colliding.pairs() {
            self.not_colliding = not_colliding;
            self.scratch.changes.fixed += 1;
        }
    }

    /// The joint that holds these two, which do not collide; `None`: there is none.
    pub fn joint_without_collision(&self, pair: PairKey) -> Option<u32> {
        let mut generators = self.generators();
        let found = generators.find(|(_, generator)| generator.not_colliding() == Some(pair));
        found.map(|(index, _)| index)
    }

    /// Forgets what the last step left of the generator that had this place.
    fn forget_generator(&mut self, index: u32) {
        let slot = self.bodies.len() as u32 + index;
        self.impulses.points.retain(|known| known.pair.b() != slot);
        self.impulses.links.retain(|known| known.generator != index);
        self.waiting_generated.retain(|source| source.generator() != Some(index));
    }

    /// Removes a generator; returns false if there is none of that index. The others keep theirs; its place may be
    /// used again, see [`WorldSettings::reuse_places`].
    pub fn remove_generator(&mut self, index: u32) -> bool {
        let is_there =
            self.generators.get_mut(index as usize).is_some_and(|generator| generator.take().is_some());
        if is_there {
            self.find_not_colliding();
            self.wake_all();
        }
        is_there
    }

    /// One generator; `None` if there is none of that index, or it or one of its bodies was removed.
    pub fn generator(&self, index: u32) -> Option<&Generator> {
        self.generators.get(index as usize)?.as_ref()
    }

    /// All generators by index.
    pub fn generators(&self) -> impl Iterator<Item = (u32, &Generator)> {
        (0..).zip(&self.generators).filter_map(|(index, generator)| Some((index, generator.as_ref()?)))
    }

    /// The contacts that the generators make of the present state, by generator, then body; those that had no
    /// place in the last step wait.
    pub fn generated(&self) -> Vec<GeneratedContact> {
        let outcomes = self.generators().map(|(index, generator)| outcome(index, generator, &self.bodies));
        let mut made: Vec<_> = outcomes.flat_map(contacts_of).collect();
        for made in &mut made {
            made.waiting = self.waiting_generated.binary_search(&made.source()).is_ok();
        }
        made
    }

    /// Drops the cables, rods and joints of a removed body. Unlike [`World::drop_orphans`] it looks at no bodies,
    /// which would take long where many are removed.
    pub(super) fn drop_links_of(&mut self, body: u32) {
        self.drop_links(|_, ends| ends.contains(&body));
    }

    /// Drops the cables, rods and joints of which a body is gone.
    pub(super) fn drop_orphans(&mut self) {
        let gone = |bodies: &[Body], end: u32| bodies.get(end as usize).is_none_or(Body::is_removed);
        self.drop_links(|bodies, ends| ends.into_iter().any(|end| gone(bodies, end)));
    }

    fn drop_links(&mut self, goes: impl Fn(&[Body], [u32; 2]) -> bool) {
        let Self { bodies, generators, .. } = self;
        let goes = |generator: &mut Generator| generator.ends().is_some_and(|ends| goes(bodies, ends));
        let dropped = generators.iter_mut().filter_map(|place| place.take_if(goes)).count();
        if dropped > 0 {
            self.find_not_colliding();
        }
    }

    /// Puts a body in its place, which is a free one or follows the last. The index of a ground among the solver's
    /// bodies grows with their number.
    pub(super) fn put_body(&mut self, index: u32, body: Body) {
        let added = self.bodies.len() as u32;
        self.tree.forget();
        if matches!(body.motion(), Motion::Mover { .. }) {
            self.movers.may_have(index);
        }
        let changes = &mut self.scratch.changes;
        if index == added && !body.is_static() {
            changes.others += 1
        } else {
            changes.fixed += 1
        }
        if body.is_static() {
            self.fixed_tree.forget();
        }
        if let Some(place) = self.bodies.get_mut(index as usize) {
            *place = body;
        } else {
            self.bodies.push(body);
            for known in self.impulses.points.iter_mut().filter(|known| known.pair.b() >= added) {
                known.pair = PairKey::new(known.pair.a(), known.pair.b() + 1);
            }
            self.sleep.left_out.move_grounds(added);
        }
        self.disturb(index);
    }

    /// Places kept for contacts of generators: as many as had none in the last step, and at most half of all.
    /// An odd place is theirs in every second step.
    pub(super) fn kept_for_generated(&self) -> usize {
        let most = self.settings.max_contacts;
        let odd = usize::from(!most.is_multiple_of(2) && !self.frame.is_multiple_of(2));
        self.waiting_generated.len().min(most / 2 + odd)
    }

    /// Generators take what room the contacts of pairs left. If some do not fit, the next step starts with the
    /// first that did not.
    pub(super) fn generate<O: StepObserver>(&mut self, scratch: &mut Scratch, observer: &mut O) {
        self.drop_orphans();
        let room = self.settings.max_contacts.saturating_sub(self.contacts.len());
        let mut outcomes: Vec<(u32, GeneratorOutcome)> = self
            .generators()
            .map(|(index, generator)| (index, outcome(index, generator, &self.bodies)))
            .collect();
        let mut all: Vec<&mut GeneratedContact> =
            outcomes.iter_mut().flat_map(|(_, outcome)| contacts_mut(outcome)).collect();
        let first = self.next_generated.take();
        self.waiting_generated.clear();
        if all.len() > room {
            let start = first.map_or(0, |first| all.partition_point(|contact| contact.source() < first));
            all.rotate_left(start);
            for contact in &mut all[room..] {
                contact.waiting = true;
                self.next_generated.get_or_insert(contact.source());
                self.waiting_generated.push(contact.source());
            }
            self.waiting_generated.sort_unstable();
        }
        if O::OBSERVES {
            for (generator, outcome) in &outcomes {
                let stage = Stage::Generator { generator: *generator, outcome: outcome.clone() };
                observer.stage(&stage, &self.bodies);
            }
        }
        scratch.generated.clear();
        scratch.generated.extend(
            outcomes
                .into_iter()
                .flat_map(|(_, outcome)| contacts_of(outcome))
                .filter(|contact| !contact.waiting),
        );
    }

    /// Adds the generated contacts to the solver's work.
    pub(super) fn add_generated(&self, scratch: &mut Scratch) {
        let needs = Needs::of(&self.settings);
        scratch.links.clear();
        if !needs.contacts {
            return;
        }
        let bodies = &self.bodies[..];
        let Scratch { generated, tasks, links, .. } = scratch;
        // Speculative contacts: of bodies that do not touch the ground yet.
        let mut room = self.settings.max_contacts;
        for (index, generator) in self.generators() {
            // They are in order.
            let first = generated.partition_point(|made| made.generator < index);
            let mut own = generated[first..].iter().take_while(|made| made.generator == index);
            if let Generator::Ground(ground) = generator {
                let touching = own.filter_map(|made| self.ground_task(index, ground, made.a, needs.reach));
                tasks.extend(touching);
                if needs.reach > 0.0 {
                    let apart = |body: &Body| ground.holds(body) && ground.depth(body) <= 0.0;
                    let near = (0..).zip(bodies).filter(|(_, body)| apart(body));
                    let near =
                        near.filter_map(|(body, _)| self.ground_task(index, ground, body, needs.reach));
                    let before = tasks.len();
                    tasks.extend(near.take(room));
                    room -= tasks.len() - before;
                }
                continue;
            }
            let Some(link) = generator.link() else { continue };
            let Some((a, b)) = link.held(bodies) else { continue };
            let (contact, depth) = link.contact(a, b);
            let speculative = depth <= 0.0 && needs.reach > 0.0 && is_near(&link, a, b, &self.settings);
            let movable = a.is_movable() || b.is_movable();
            if movable && (own.next().is_some() || !link.pushes() && speculative) {
                links.push(LinkTask { generator: index, link, contact, depth });
            }
        }
        tasks.sort_by_key(|task| task.pair);
    }

    /// The contact of a body with a ground, the immovable body of the index that follows the bodies'.
    fn ground_task(&self, generator: u32, ground: &Ground, body: u32, reach: f32) -> Option<Task> {
        let a = self.bodies.get(body as usize).filter(|body| body.is_movable())?;
        let mut contact = ground.contact(a, reach)?;
        // The points stay the body's own.
        contact.shift(ground.normal() * (0.5 * reach));
        let mix = &self.settings.mix;
        Some(Task {
            pair: PairKey::new(body, self.bodies.len() as u32 + generator),
            leaves: 0,
            found: Displaced { contact, offset: ground.normal() * -reach },
            restitution: mix.restitution.of(a.restitution(), ground.restitution()),
            friction: mix.friction.of(a.friction(), ground.friction()),
            conveyor: a.conveyor(),
            event: None,
            at_seam: false,
            buried: false,
            carried: Some(body),
        })
    }
}

/// Whether a slack cable may become taut in the step.
fn is_near(link: &Link, a: &Body, b: &Body, settings: &WorldSettings) -> bool {
    let dt = settings.timestep;
    let [at_a, at_b] = link.anchors;
    let rim = |body: &Body, at: Vec2| {
        body.angular_velocity().to_radians().abs() * (body.local_center() - at).length()
    };
    let speed = (a.velocity() - b.velocity()).length() + rim(a, at_a) + rim(b, at_b);
    link.length - link.distance(a, b) <= NEAR + 2.0 * speed * dt
}

fn contacts_of(outcome: GeneratorOutcome) -> Vec<GeneratedContact> {
    if let GeneratorOutcome::Contacts(contacts) = outcome { contacts } else { Vec::new() }
}

fn contacts_mut(outcome: &mut GeneratorOutcome) -> &mut [GeneratedContact] {
    if let GeneratorOutcome::Contacts(contacts) = outcome { contacts } else { &mut [] }
}
