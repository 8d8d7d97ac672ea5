//! One stop: what makes its condition true in a frame.

use std::collections::{BTreeMap, BTreeSet};

use collide2d::{Body, ContactEvent, Energy, MoverMove, PairContact, PairKey, Phase, ResolvedBy, World};
use glam::Vec2;

use super::cause::{CauseFound, CauseOf, StopCause, values};
use super::{LazyContacts, NamedBodies, StopFrame};
use crate::explain::stages::opening;
use crate::report::ghosts;
use crate::report::not_finite::NotFinite;
use crate::scene::expression::ConditionExpression;
use crate::scene::obstacle::MoverStop;
use crate::scene::query::ask::AskedQueries;
use crate::scene::watched;
use crate::scene::{ANY, BodyPart, LEAST_GAIN, SceneQuery, Stop, StopCondition, StopKind, touch, toward};

#[derive(Clone, Debug)]
pub(super) struct WatchedStop {
    pub stop: Stop,
    pub when: Option<ConditionExpression>,
    a: NamedBodies,
    b: NamedBodies,
    /// `None`: any.
    listener: Option<u32>,
    /// What made it true in the frame before, each [`CauseOf::unordered`].
    last: BTreeSet<CauseOf>,
    /// The pairs that touched in the frame before, where the events do not tell.
    touching: BTreeSet<(u32, u32)>,
    /// The normals of the frame before, toward the first of a pair.
    normals: BTreeMap<(u32, u32), Vec2>,
}

/// A pair in the order of a stop, with depth and normal toward the first.
type TouchingPair = ((u32, u32), f32, Vec2);

impl WatchedStop {
    /// Before the first frame. These functions find bodies and listeners by name.
    pub fn of(stop: &Stop, bodies: impl Fn(&str) -> NamedBodies, listener: impl Fn(&str) -> u32) -> Self {
        let names = stop.condition.names();
        let [a, b] = [0, 1].map(|place| names.get(place).copied().unwrap_or(ANY));
        let listener = match &stop.condition {
            StopCondition::Event { listener: name } if name != ANY => Some(listener(name)),
            _ => None,
        };
        Self {
            when: stop.expression(),
            stop: stop.clone(),
            a: bodies(a),
            b: bodies(b),
            listener,
            last: BTreeSet::new(),
            touching: BTreeSet::new(),
            normals: BTreeMap::new(),
        }
    }

    pub fn kind(&self) -> StopKind {
        self.stop.condition.kind()
    }

    /// Whether the condition is true; of several causes the first that was none in the frame before.
    pub fn see(
        &mut self,
        frame: &StopFrame<'_>,
        touching: &LazyContacts,
        energy: Option<(Energy, Energy)>,
        queries: &AskedQueries,
        speeds: &[f32],
    ) -> Option<(bool, StopCause)> {
        let mut causes = self.causes(frame, touching, energy, queries);
        if let Some(when) = &self.when {
            let parts = [self.a.part(), self.b.part()];
            let is_any = self.a == NamedBodies::Any && self.b == NamedBodies::Any;
            causes.retain_mut(|cause| {
                when.holds(&values(frame, cause, parts, speeds))
                    || is_any && cause.turn() && when.holds(&values(frame, cause, parts, speeds))
            });
        }
        let is_new = |cause: &StopCause| !self.last.contains(&cause.of.unordered());
        let first = causes.iter().find(|cause| is_new(cause)).or_else(|| causes.first());
        let seen = first.map(|cause| (is_new(cause), cause.clone()));
        self.last = causes.into_iter().map(|cause| cause.of.unordered()).collect();
        seen
    }

    fn causes(
        &mut self,
        frame: &StopFrame<'_>,
        touching: &LazyContacts,
        energy: Option<(Energy, Energy)>,
        queries: &AskedQueries,
    ) -> Vec<StopCause> {
        let world = frame.world;
        match &self.stop.condition {
            StopCondition::Begin { .. } => self.begins(frame, touching),
            StopCondition::End { .. } => self.ends(frame, touching),
            StopCondition::Deeper { than, .. } => {
                let deep = self.touching(frame, touching).into_iter().filter(|(_, depth, _)| depth > than);
                deep.map(|((a, b), depth, _)| StopCause::of_pair(a, b, CauseFound::Depth(depth))).collect()
            }
            StopCondition::Faster { than, .. } => {
                let speed = |(index, body): (u32, &Body)| (index, watched::speed(body));
                let fast = self.a.bodies(world).into_iter().map(speed).filter(|(_, speed)| speed > than);
                fast.map(|(index, speed)| StopCause::of_body(index, CauseFound::Speed(speed))).collect()
            }
            StopCondition::Outside { min, max, .. } => {
                let place = |(index, body): (u32, &Body)| (index, body.pose().position);
                let is_outside = |(_, at): &(u32, Vec2)| !(at.cmpge(*min) & at.cmple(*max)).all();
                let outside = self.a.bodies(world).into_iter().map(place).filter(is_outside);
                outside.map(|(index, at)| StopCause::of_body(index, CauseFound::Position(at))).collect()
            }
            StopCondition::Turns { by, .. } => {
                let by = *by;
                self.turns(frame, touching, by)
            }
            StopCondition::Event { .. } => self.events(frame),
            StopCondition::Energy { gains } => {
                let Some((before, now)) = energy else { return Vec::new() };
                let rise = now.total() - before.total();
                let share = f64::from(*gains) * before.kinetic.max(now.kinetic);
                let gain = CauseFound::Gain { before, now };
                let is_gain = rise > share && rise >= LEAST_GAIN;
                is_gain.then_some(StopCause { of: CauseOf::World, found: gain }).into_iter().collect()
            }
            StopCondition::Fails {} => {
                let failures = frame.failures.iter();
                failures.map(|(index, words)| StopCause::of_line(*index, words)).collect()
            }
            StopCondition::Differs {} => {
                let differences = frame.differences.iter().enumerate();
                differences.map(|(index, words)| StopCause::of_line(index, words)).collect()
            }
            StopCondition::NotFinite {} => {
                let end = NotFinite::of(world).into_iter();
                end.map(|end| StopCause::of_body(end.body, CauseFound::Words(end.what.to_owned()))).collect()
            }
            StopCondition::Grounded { .. } => {
                let grounded = self.a.bodies(world).into_iter().filter_map(|(index, _)| {
                    let ground = world.mover_ground(index)?;
                    let found = CauseFound::Ground(ground.obstacle, ground.normal);
                    Some(StopCause::of_body(index, found))
                });
                grounded.collect()
            }
            StopCondition::Stuck { .. } => {
                let stuck =
                    world.movers().iter().filter(|moved| moved.stuck && self.a.has(world, moved.body));
                let cause = |moved: &MoverMove| {
                    let by = MoverStop::of(moved, |_| true);
                    StopCause::of_body(moved.body, CauseFound::Stuck(by))
                };
                stuck.map(cause).collect()
            }
            StopCondition::Ghost { by, .. } => self.ghosts(world, *by),
            StopCondition::Crosses { .. } => {
                let crossed = frame.crossed.iter();
                let named = crossed.filter_map(|known| {
                    let (a, b) = self.ordered(world, known.pair.a(), known.pair.b())?;
                    Some(StopCause::of_pair(a, b, CauseFound::Depth(known.crossing.depth)))
                });
                let through = frame.came_through.iter().filter_map(|&(a, b)| {
                    let (a, b) = self.ordered(world, a, b)?;
                    Some(StopCause::of_pair(a, b, CauseFound::CameThrough))
                });
                named.chain(through).collect()
            }
            StopCondition::Opens { than, .. } => {
                let open = world.generators().filter_map(|(_, link)| {
                    let [a, b] = link.ends()?;
                    let ((a, b), opening) = (self.ordered(world, a, b)?, opening(link, world)? as f32);
                    (opening > *than).then(|| StopCause::of_pair(a, b, CauseFound::Opening(opening)))
                });
                open.collect()
            }
            StopCondition::Hit { query: name } => {
                let asked = queries.queries().iter().enumerate();
                let asked = asked.filter(|(_, query)| name == ANY || query.name == *name);
                let hit = |(index, query): (usize, &SceneQuery)| {
                    let (body, fraction) = queries.placed(query, world)?.ask(world).first_hit()?;
                    let found = CauseFound::Hit { body, fraction };
                    Some(StopCause { of: CauseOf::Query(index), found })
                };
                asked.filter_map(hit).collect()
            }
        }
    }

    /// A contact of a named pair; `None`: it is of another, or of other parts.
    fn named(&self, world: &World, known: &PairContact) -> Option<TouchingPair> {
        let (a, b) = self.ordered(world, known.a, known.b)?;
        let meant = (self.a.meant(world, a)?, self.b.meant(world, b)?);
        let (depth, normal) = toward(known, meant.0, meant.1)?;
        Some(((a, b), depth, normal))
    }

    /// Whether a part of a body is named: events are those of whole bodies.
    fn names_part(&self) -> bool {
        self.a.part().or(self.b.part()).is_some()
    }

    /// A pair in the order of the stop; `None`: it is not named.
    fn ordered(&self, world: &World, a: u32, b: u32) -> Option<(u32, u32)> {
        let is_named = |a: u32, b: u32| self.a.has(world, a) && self.b.has(world, b);
        if is_named(a, b) {
            Some((a, b))
        } else if is_named(b, a) {
            Some((b, a))
        } else {
            None
        }
    }

    /// The named pairs that touch in the present state.
    fn touching(&self, frame: &StopFrame<'_>, touching: &LazyContacts) -> Vec<TouchingPair> {
        let world = frame.world;
        if self.a != NamedBodies::Any && self.b != NamedBodies::Any {
            let pair = self.a.one(world).zip(self.b.one(world));
            let touch = |(a, b): (BodyPart, BodyPart)| {
                let (depth, normal) = touch(world, a, b)?;
                Some(((a.body, b.body), depth, normal))
            };
            pair.and_then(touch).into_iter().collect()
        } else {
            let contacts = touching.get_or_init(|| world.detect_all()).iter();
            deepest(contacts.filter_map(|known| self.named(world, known)))
        }
    }

    /// The named pairs that touch as the events tell: in the step, or where it stopped them at their first touch.
    fn touched(&self, frame: &StopFrame<'_>, touching: &LazyContacts) -> Vec<TouchingPair> {
        if !frame.has_events() {
            return self.touching(frame, touching);
        }
        let world = frame.world;
        let mut touched = deepest(world.contacts().iter().filter_map(|known| self.named(world, known)));
        let stopped = world.events().iter().filter(|event| event.fraction.is_some());
        let stopped: BTreeSet<PairKey> = stopped.map(|event| event.pair).collect();
        let mut more = self.touching(frame, touching);
        more.retain(|((a, b), ..)| {
            let is_known = || touched.binary_search_by_key(&(*a, *b), |(pair, ..)| *pair).is_ok();
            stopped.contains(&PairKey::new(*a, *b)) && !is_known()
        });
        touched.extend(more);
        touched.sort_by_key(|(pair, ..)| *pair);
        touched
    }

    fn begins(&mut self, frame: &StopFrame<'_>, touching: &LazyContacts) -> Vec<StopCause> {
        let world = frame.world;
        let begin =
            |(a, b): (u32, u32), found, left| StopCause::of_pair(a, b, CauseFound::Begun { found, left });
        let before = std::mem::take(&mut self.touching);
        if frame.has_events() && !self.names_part() {
            // A contact of frame 0 begins as an event in the first step that has a place for it.
            let begun = self.events_of(world, Phase::Begin).filter(|(pair, _)| !before.contains(pair));
            let causes = begun
                .map(|(pair, event)| {
                    let found = event.touch.map_or(0.0, |touch| touch.depth);
                    let left = || touch(world, pair.0, pair.1).map_or(0.0, |(depth, _)| depth);
                    begin(pair, found, if frame.is_recorded { found } else { left() })
                })
                .collect();
            [self.touching, _] = without_event(world, before);
            return causes;
        }
        let now = self.touched(frame, touching);
        let begun = now.iter().filter(|(pair, ..)| !before.contains(pair));
        let causes = begun.map(|(pair, depth, _)| begin(*pair, *depth, *depth)).collect();
        self.touching = now.into_iter().map(|(pair, ..)| pair).collect();
        causes
    }

    fn ends(&mut self, frame: &StopFrame<'_>, touching: &LazyContacts) -> Vec<StopCause> {
        let world = frame.world;
        let before = std::mem::take(&mut self.touching);
        let mut ended: Vec<(u32, u32)> = Vec::new();
        if frame.has_events() && !self.names_part() {
            ended.extend(self.events_of(world, Phase::End).map(|(pair, _)| pair));
            let [waiting, apart] = without_event(world, before);
            ended.extend(apart);
            self.touching = waiting;
        } else {
            let now = self.touched(frame, touching).into_iter().map(|(pair, ..)| pair).collect();
            ended.extend(before.difference(&now));
            self.touching = now;
        }
        ended.into_iter().map(|(a, b)| StopCause::of_pair(a, b, CauseFound::Ended)).collect()
    }

    /// The events of named pairs in this phase.
    fn events_of<'w>(
        &self,
        world: &'w World,
        phase: Phase,
    ) -> impl Iterator<Item = ((u32, u32), &'w ContactEvent)> {
        let of_phase = world.events().iter().filter(move |event| event.phase == phase);
        of_phase.filter_map(|event| Some((self.ordered(world, event.pair.a(), event.pair.b())?, event)))
    }

    /// The normal is that of the present state, or of a pair that does not touch any more, that of the step. A contact that
    /// ended as the step began, or began within it, has no normal of the frame before.
    fn turns(&mut self, frame: &StopFrame<'_>, touching: &LazyContacts, by: f32) -> Vec<StopCause> {
        let world = frame.world;
        let mut normals = BTreeMap::new();
        if frame.has_events() {
            let of_step = deepest(world.contacts().iter().filter_map(|known| self.named(world, known)));
            normals.extend(of_step.into_iter().map(|(pair, _, normal)| (pair, normal)));
        }
        normals.extend(self.touching(frame, touching).into_iter().map(|(pair, _, normal)| (pair, normal)));
        let before = std::mem::replace(&mut self.normals, normals);
        let events = if frame.has_events() { world.events() } else { &[] };
        let parts = |event: &&ContactEvent| event.phase == Phase::End || event.fraction.is_some();
        let new: BTreeSet<PairKey> = events.iter().filter(parts).map(|event| event.pair).collect();
        let turned = self.normals.iter().filter_map(|(pair, normal)| {
            if new.contains(&PairKey::new(pair.0, pair.1)) {
                return None;
            }
            let turn = angle(*before.get(pair)?, *normal);
            (turn > by).then(|| StopCause::of_pair(pair.0, pair.1, CauseFound::Turn(turn)))
        });
        turned.collect()
    }

    /// The ghosts of named bodies that acted; of any body they are those of what moves.
    fn ghosts(&self, world: &World, by: f32) -> Vec<StopCause> {
        let (mut causes, mut known) = (Vec::new(), BTreeSet::new());
        for (contact, ghost) in ghosts::acted(world).iter().filter(|(_, ghost)| ghost.by >= by) {
            let is_static = |body: u32| world.body(body).is_some_and(Body::is_static);
            let (a, b) = ((contact.a, contact.leaf_a), (contact.b, contact.leaf_b));
            let (mover, still) = if is_static(contact.b) { (a, b) } else { (b, a) };
            let Some(body) = [mover.0, still.0].into_iter().find(|body| self.a.has(world, *body)) else {
                continue;
            };
            let neighbour = (ghost.neighbour, ghost.leaf);
            let found = CauseFound::Ghost { mover, still, neighbour, by: ghost.by };
            let cause = StopCause::of_body(body, found);
            if known.insert(cause.of) {
                causes.push(cause);
            }
        }
        causes
    }

    fn events(&self, frame: &StopFrame<'_>) -> Vec<StopCause> {
        let events = frame.world.events().iter().filter(|event| event.phase != Phase::End);
        let taken = events.filter_map(|event| {
            let Some(ResolvedBy::Listener(listener)) = event.resolved_by else { return None };
            let of = CauseOf::Listener(listener, (event.pair.a(), event.pair.b()));
            let found = CauseFound::Depth(event.touch.map_or(0.0, |touch| touch.depth));
            self.listener.is_none_or(|wanted| wanted == listener).then_some(StopCause { of, found })
        });
        if frame.has_events() { taken.collect() } else { Vec::new() }
    }
}

/// Of each pair the deepest contact, of equally deep ones the first; by pair.
fn deepest(contacts: impl Iterator<Item = TouchingPair>) -> Vec<TouchingPair> {
    let mut found: BTreeMap<(u32, u32), (f32, Vec2)> = BTreeMap::new();
    for (pair, depth, normal) in contacts {
        let known = found.entry(pair).or_insert((depth, normal));
        if depth > known.0 {
            *known = (depth, normal);
        }
    }
    found.into_iter().map(|(pair, (depth, normal))| (pair, depth, normal)).collect()
}

/// Of the pairs that touched in frame 0 those that no event has told of yet: what still touches and waits for a place, and
/// what is apart. Pairs of static bodies, which have no events, are in neither.
fn without_event(world: &World, pairs: BTreeSet<(u32, u32)>) -> [BTreeSet<(u32, u32)>; 2] {
    let told: BTreeSet<PairKey> = world.events().iter().map(|event| event.pair).collect();
    let is_static = |body: u32| world.bodies().get(body as usize).is_some_and(Body::is_static);
    let are_static = |(a, b): &(u32, u32)| is_static(*a) && is_static(*b);
    let untold =
        pairs.into_iter().filter(|pair| !are_static(pair) && !told.contains(&PairKey::new(pair.0, pair.1)));
    let (waiting, apart) = untold.partition(|pair| touch(world, pair.0, pair.1).is_some());
    [waiting, apart]
}

/// Degrees between two unit vectors.
fn angle(a: Vec2, b: Vec2) -> f32 {
    a.perp_dot(b).abs().atan2(a.dot(b)).to_degrees()
}
