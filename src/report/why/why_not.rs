//! Why two bodies do not affect each other: reasons in the order in which a step would ask for them, up to the one
//! that decides.

use collide2d::{
    Aabb, Body, ContactEvent, OneWayRule, PairContact, PairKey, Phase, ResolvedBy, Shape, SolverKind, World,
    collide_leaves, separation,
};
use serde::Serialize;

use super::first_meeting::FirstMeeting;
use super::past::{
    MissedTouch, PairPast, THEIR_CURES, THEIR_CURES_OF_SENSORS, are_taken, is_dynamic, listener_of,
    looks_ahead,
};
use crate::explain::stages::{capital, listener_label};
use crate::platform::named::named;
use crate::platform::plain;
use crate::report::{EndedAt, PairReport};
use crate::scene::named::part_name;
use crate::scene::numbers::{LengthUnit, number_64, short};
use crate::scene::{FoundParts, PairParts, Scene, deepest_contact, generator_name, masks};

/// The reason that decides, and those that were asked for before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WhyNot {
    pub reason: NoEffect,
    /// A sentence.
    pub text: String,
    /// They do not keep the two from each other.
    pub passed: Vec<NoEffect>,
}

named! {
    /// What keeps two bodies from affecting each other, in the order in which it is asked for.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum NoEffect {
        Removed = "removed",
        BothStatic = "both static",
        /// Walls and chains never collide with each other.
        BothLines = "both lines",
        Masks = "masks",
        /// A joint holds them, and they do not collide with each other.
        Joint = "joint",
        /// A recorded engine leaves the pair out on purpose.
        Filtered = "filtered",
        Sensor = "sensor",
        Listener = "listener",
        OneWay = "one-way",
        /// A one-sided chain does not hold what comes from behind.
        OneSided = "one-sided",
        MovedTooFar = "moved too far",
        Aabbs = "AABBs",
        BoundingCircles = "bounding circles",
        Axis = "axis",
        PoolFull = "pool full",
        SolverOff = "solver Off",
        InfiniteMasses = "infinite masses",
        /// A neighbour's contact carries instead.
        Seam = "seam",
    }
}

/// Two bodies, `a < b`, in a state.
struct AskedPair<'s> {
    /// It has a body for each piece.
    scene: &'s Scene,
    world: &'s World,
    pair: PairKey,
    /// The parts that are meant.
    parts: PairParts,
    bodies: [&'s Body; 2],
    names: [String; 2],
    /// `None`: there is no such pair.
    read: Option<&'s PairReport>,
    /// Of the last step, if the two touched in it.
    event: Option<&'s ContactEvent>,
    /// The deepest contact of the present state.
    contact: Option<PairContact>,
    past: &'s PairPast,
}

impl WhyNot {
    /// `None`: they affect each other, or there are no two such bodies. `scene` has a body for each piece; `read` is the
    /// pair with its axes, where there is one, and `past` what led the two to the state.
    pub fn of(
        scene: &Scene,
        world: &World,
        ((a, b), parts): FoundParts,
        read: Option<&PairReport>,
        past: &PairPast,
        unit: LengthUnit,
    ) -> Option<Self> {
        let body = |index: u32| world.bodies().get(index as usize);
        let pair = PairKey::new(a, b);
        let is_touching = |event: &&ContactEvent| event.pair == pair && event.phase != Phase::End;
        let asked = AskedPair {
            scene,
            world,
            pair,
            parts,
            bodies: [body(a)?, body(b)?],
            names: [a, b].map(|index| scene.shown_name(index).into_owned()),
            read,
            event: world.events().iter().find(is_touching),
            contact: deepest_contact(world, ((a, b), [None; 2])),
            past,
        };
        let mut passed = Vec::new();
        for reason in NoEffect::ALL {
            if let Some(text) = asked.text(reason, unit) {
                return Some(Self { reason, text, passed });
            }
            let is_asked = match reason {
                // Of a run there is nothing to ask.
                NoEffect::Filtered => past.recorded.is_some(),
                NoEffect::Joint => !scene.joints.is_empty(),
                _ => true,
            };
            if is_asked {
                passed.push(reason);
            }
        }
        None
    }

    /// The reason, and what was asked for before it.
    pub fn lines(&self) -> Vec<String> {
        std::iter::once(self.text.clone()).chain(self.asked_before()).collect()
    }

    /// What was asked for before the reason, as a line; `None`: nothing was.
    pub fn asked_before(&self) -> Option<String> {
        let names: Vec<&str> = self.passed.iter().map(|reason| reason.name()).collect();
        let text = || format!("Ruled out before: {}.", names.join(", "));
        (!names.is_empty()).then(text)
    }
}

impl AskedPair<'_> {
    /// Why, if this is the reason.
    fn text(&self, reason: NoEffect, unit: LengthUnit) -> Option<String> {
        let [a, b] = &self.names;
        match reason {
            NoEffect::Removed => {
                let gone = self.side(Body::is_removed)?;
                Some(format!("{gone} was removed: it is in no pair from then on."))
            }
            NoEffect::BothStatic => self.bodies.iter().all(|body| body.is_static()).then(|| {
                let text = format!(
                    "{a} and {b} are both Static: a step does not test them against each other (`motion`)."
                );
                // Reports list two static bodies that touch, but for those.
                std::iter::once(text).chain(self.masks()).collect::<Vec<_>>().join(" ")
            }),
            NoEffect::BothLines => {
                let [(a, is_line_a), (b, is_line_b)] = [self.part(0), self.part(1)];
                let text = || format!("{a} and {b} are both lines without thickness, which never collide.");
                (is_line_a && is_line_b).then(text)
            }
            NoEffect::Masks => self.masks(),
            NoEffect::Joint => held_together(self.scene, self.world, self.pair),
            NoEffect::Filtered => {
                let recorded = self.past.recorded.as_ref().filter(|recorded| recorded.is_filtered)?;
                Some(format!(
                    "{} leaves {a} and {b} out on purpose: the recording tells of their pair in this frame as filtered \
                     (`filtered`).",
                    plain::label(&recorded.engine)
                ))
            }
            NoEffect::Sensor => {
                if let Some(sensor) = self.side(Body::is_sensor) {
                    let text = format!(
                        "{sensor} is a sensor: its contacts are reported and never resolved (`sensor`)."
                    );
                    return Some(self.with_missed_touch(text, unit));
                }
                let recorded = self.past.recorded.as_ref().filter(|recorded| recorded.is_sensor)?;
                Some(format!(
                    "{} tells the contact of {a} and {b} as a sensor's: reported and never resolved (`sensor`).",
                    plain::label(&recorded.engine)
                ))
            }
            NoEffect::Listener => self.listener().map(|text| self.with_missed_touch(text, unit)),
            NoEffect::OneWay => self.one_way(),
            NoEffect::OneSided => self.one_sided(),
            NoEffect::MovedTooFar => self.moved_too_far(unit),
            NoEffect::Aabbs => {
                self.ended(|ended| ended == EndedAt::Aabbs)?;
                let [box_a, box_b] = self.aabbs()?;
                let gap = -box_a.overlap(&box_b);
                let (gap, axis) = if gap.x >= gap.y { (gap.x, "x") } else { (gap.y, "y") };
                // By their rounding boxes may be farther apart than what is in them.
                let [p, q] = self.bodies;
                let distance = separation(p.shape(), p.pose(), q.shape(), q.pose());
                let is_whole = self.parts == [None; 2] && distance > 0.0;
                let gap = unit.text(if is_whole { gap.min(distance) } else { gap });
                Some(format!(
                    "{a} and {b} do not touch: their AABBs (upright boxes) are {gap} apart in {axis}."
                ))
            }
            NoEffect::BoundingCircles => {
                self.ended(|ended| ended == EndedAt::BoundingCircles)?;
                Some(format!("{a} and {b} do not touch: their bounding circles do not meet."))
            }
            NoEffect::Axis => {
                if self.contact.is_some() {
                    return None;
                }
                let trace = self.read?.trace.as_deref()?;
                let Some(index) = trace.stops_at else { return Some(format!("{a} and {b} do not touch.")) };
                let axis = trace.local.axes.get(index)?;
                if axis.overlap == 0.0 {
                    let along = unit.direction(axis.direction);
                    return Some(format!("{a} and {b} only touch: along {along} they overlap by nothing."));
                }
                Some(format!(
                    "{a} and {b} do not touch: along {} a gap of {} separates them.",
                    unit.direction(axis.direction),
                    unit.text(-axis.overlap + 0.0)
                ))
            }
            NoEffect::PoolFull => {
                let since = self.world.waiting_since(self.pair).filter(|_| self.contact.is_some())?;
                Some(format!(
                    "The contact of {a} and {b} has had no place since frame {since}: a step handles {} (`max_contacts`).",
                    self.world.settings().max_contacts
                ))
            }
            NoEffect::SolverOff => (self.world.settings().solver == SolverKind::Off)
                .then(|| "The scene's `solver` is Off: contacts are reported and never resolved.".to_owned()),
            NoEffect::InfiniteMasses => {
                let is_immovable = |body: &&Body| body.inverse_mass() == 0.0;
                let text = || {
                    format!(
                        "{a} and {b} have infinite mass, both: one moves as told and the other not at all, or both as told \
                         (`motion`)."
                    )
                };
                self.bodies.iter().all(is_immovable).then(text)
            }
            NoEffect::Seam => {
                let text = || {
                    format!(
                        "The solver leaves the contact of {a} and {b} out: at the seam of two immovable bodies the other \
                         one carries."
                    )
                };
                (self.event?.resolved_by == Some(ResolvedBy::Seam)).then(text)
            }
        }
    }

    /// The name of the first of the two of which this holds.
    fn side(&self, holds: impl Fn(&Body) -> bool) -> Option<&str> {
        let (_, name) = self.bodies.iter().zip(&self.names).find(|(body, _)| holds(body))?;
        Some(name)
    }

    /// Of a contact that somebody takes from the solver: there may be none to take.
    fn with_missed_touch(&self, text: String, unit: LengthUnit) -> String {
        std::iter::once(text).chain(self.moved_too_far(unit)).collect::<Vec<_>>().join(" ")
    }

    fn moved_too_far(&self, unit: LengthUnit) -> Option<String> {
        let [a, b] = &self.names;
        let MissedTouch { time, depth } = self.past.missed_touch?;
        let (when, cure) = match &self.past.recorded {
            None => {
                let needs_bullet =
                    are_taken(self.world, self.pair, self.bodies) || self.moved_within_inner_radius();
                let or = looks_ahead(self.world, self.bodies, needs_bullet).concat();
                let cure = format!(" A shorter step (`timestep`, `timesteps`) finds the contact{or}.");
                ("in the step to this frame", cure)
            }
            Some(_) => {
                let is_sensor = self.side(Body::is_sensor).is_some();
                let or = if is_sensor { THEIR_CURES_OF_SENSORS } else { THEIR_CURES };
                let cure = format!(" A shorter step finds the contact{or}.");
                ("between the frame before and this one", cure)
            }
        };
        Some(format!(
            "{a} and {b} moved too far {when}: they touched at {} s, were up to {} deep on the \
             way, and are apart at both ends.{cure}",
            number_64(time),
            unit.text(depth)
        ))
    }

    /// Whether a Dynamic one moved against the other by no more than its inner radius in the last step: then its core alone is
    /// swept, unless it is a bullet.
    fn moved_within_inner_radius(&self) -> bool {
        let frame = self.world.frame();
        let length = self.world.time_of(frame) - self.world.time_of(frame.saturating_sub(1));
        let [a, b] = self.bodies;
        let moved = a.velocity().distance(b.velocity()) * length as f32;
        self.bodies.iter().any(|body| is_dynamic(body) && moved <= body.shape().inner_radius())
    }

    /// Name of the shape that is meant of a body, and whether it is of lines alone.
    fn part(&self, side: usize) -> (String, bool) {
        let (shape, name) = (self.bodies[side].shape(), &self.names[side]);
        let Shape::Compound(compound) = shape else { return (name.clone(), is_line(shape)) };
        match self.parts[side].and_then(|index| Some((index, compound.parts().get(index as usize)?))) {
            Some((index, part)) if compound.parts().len() > 1 => {
                (part_name(name, index + 1), is_line(&part.shape))
            }
            Some(_) | None => (name.clone(), compound.parts().iter().all(|part| is_line(&part.shape))),
        }
    }

    fn ended(&self, is: impl Fn(EndedAt) -> bool) -> Option<()> {
        if self.contact.is_some() {
            return None;
        }
        let trace = self.read?.trace.as_deref()?;
        let aabbs = self.aabbs()?;
        EndedAt::of(trace, [&aabbs[0], &aabbs[1]]).filter(|ended| is(*ended)).map(|_| ())
    }

    /// Of what the test was made of: of a body of several shapes and of a chain one part and one segment.
    fn aabbs(&self) -> Option<[Aabb; 2]> {
        Some(self.read?.trace.as_deref()?.bodies(self.bodies).map(Body::aabb))
    }

    fn masks(&self) -> Option<String> {
        let [p, q] = self.bodies.map(Body::filter);
        if p.lets_meet(q) {
            return None;
        }
        let body = |index: u32| self.scene.bodies.get(index as usize);
        let bodies = [body(self.pair.a())?, body(self.pair.b())?];
        let misspelt = masks::misspelt(self.scene, bodies).map(|what| format!("; {what}"));
        let misspelt = misspelt.unwrap_or_else(|| ".".to_owned());
        Some(format!("Masks keep them apart{}{misspelt}", masks::why_apart(bodies, [p, q])))
    }

    fn listener(&self) -> Option<String> {
        let [a, b] = &self.names;
        let took = self.event.and_then(|event| match event.resolved_by {
            Some(ResolvedBy::Listener(index)) => Some(index),
            _ => None,
        });
        let index = took.or_else(|| listener_of(self.world, self.pair, self.bodies))?;
        let listener = plain::label(&listener_label(self.scene, index)).into_owned();
        // One without a name is "listener 1".
        let listener = listener.strip_prefix("listener ").unwrap_or(&listener);
        Some(format!("Listener {listener} takes the contacts of {a} and {b} from the solver."))
    }

    /// Of shapes that overlap where the world has no contact.
    fn one_sided(&self) -> Option<String> {
        if self.contact.is_some() || !self.world.is_pair(self.pair) {
            return None;
        }
        let chain = self.side(|body| body.shape().is_one_sided())?;
        let [a, b] = self.bodies;
        let overlaps = !collide_leaves(a.shape(), a.pose(), b.shape(), b.pose()).is_empty();
        let [a, b] = &self.names;
        overlaps.then(|| {
            format!(
                "{a} and {b} are no contact: {chain} is one-sided and holds only what is on its right-hand side, going along, \
                 as the two first meet (`one_sided`); with its points in the other order that is this side."
            )
        })
    }

    fn one_way(&self) -> Option<String> {
        self.contact.filter(|contact| self.world.lets_through(contact))?;
        let [a, b] = &self.names;
        if let Some((since, met)) = self.past.recorded.as_ref().and_then(|recorded| recorded.met) {
            let off = (0..).zip(met.off).find(|(_, off)| *off > 45.0);
            let rule = match off {
                Some((_, off)) => {
                    format!("the normal was {}° off its direction then, more than 45°", short(f64::from(off)))
                }
                None => {
                    "they were deeper then than their approach since the frame before plus 1 cm".to_owned()
                }
            };
            let one_way = match off {
                Some((side, _)) => &self.names[side],
                None => self.side(|body| body.one_way().is_some())?,
            };
            return Some(format!(
                "{one_way} is one-way and has let {a} and {b} through each other since frame {since}, in which they met, until \
                 they are apart: {rule} (`one_way`)."
            ));
        }
        let let_through = |one_way: &str, since: u64, rule: &str| {
            format!(
                "{one_way} is one-way and has let {a} and {b} through each other since frame {since}, until they are apart\
                 {rule} (`one_way`)."
            )
        };
        let rule_of = |met: &FirstMeeting| (0..).zip(met.rules).find_map(|(side, rule)| Some((side, rule?)));
        let Some((met, (side, rule))) = self.past.met.as_ref().and_then(|met| Some((met, rule_of(met)?)))
        else {
            let since = self.event.map_or(self.world.frame(), |event| event.since);
            return Some(let_through(self.side(|body| body.one_way().is_some())?, since, ""));
        };
        let (one_way, is_now): (&String, bool) = (&self.names[side], met.frame == self.world.frame());
        let rule = match (rule, is_now) {
            (OneWayRule::Direction, _) => {
                let (is, off) = (if is_now { "is" } else { "was" }, short(f64::from(met.off[side])));
                format!(": the normal out of {one_way} {is} {off}° off its direction, more than 45°")
            }
            (OneWayRule::Depth, true) => {
                ": they are deeper than their approach in this step plus 1 cm".to_owned()
            }
            (OneWayRule::Depth, false) => {
                ": they were deeper than their approach in that step plus 1 cm".to_owned()
            }
        };
        Some(let_through(one_way, met.frame, &rule))
    }
}

/// The sentence that a joint holds two bodies together which do not collide; `None`: none does.
pub fn held_together(scene: &Scene, world: &World, pair: PairKey) -> Option<String> {
    let joint = generator_name(scene, world.joint_without_collision(pair)?);
    Some(format!(
        "{} joins them, and what it joins does not collide with each other (`collide: false`).",
        capital(&joint)
    ))
}

/// Walls and chains.
fn is_line(shape: &Shape) -> bool {
    !shape.kind().has_inside()
}
