//! Contacts of theirs that hold two bodies deep in each other, which the engine let into each other before: of a one-way body,
//! or by a listener of the game that turned the contact off.

use std::collections::{BTreeMap, BTreeSet};

use collide2d::World;
use glam::vec2;

use super::compare::{PassingPairs, Tolerances, depth_of};
use super::{Recording, TheirContact};
use crate::scene::numbers::{count, number};

/// A body that is slower goes neither way through a one-way body. Metres per second.
const SLOW: f32 = 0.1;

/// Why a contact should not hold its bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
enum WhyNotHeld {
    /// The one-way body lets the other one through, and this impulse holds it.
    OneWay { impulse: f32 },
    /// The same, whose impulse is not told, where the velocity of the other one along the way out turns with the contact. Metres per
    /// second.
    Turned { from: f32, to: f32 },
    /// The contact was left out on purpose up to this frame, since which the two have not parted.
    Filtered { until: u64 },
}

/// The first frame in which two bodies are held so, and how many more there are.
#[derive(Clone, Copy, Debug)]
struct HeldInside {
    frame: u64,
    /// Metres.
    depth: f32,
    why: WhyNotHeld,
    more: usize,
}

impl Recording {
    /// A sentence for each two bodies.
    pub fn held_inside(&self, tolerances: Tolerances) -> Result<Vec<String>, String> {
        let is_filtered = |index: usize| self.their_contacts(index).any(|contact| contact.filtered);
        let has_passing = self.has_passing();
        if !has_passing && !(0..self.frames.len()).any(is_filtered) {
            return Ok(Vec::new());
        }
        let every = self.every_body().map_err(|error| error.message)?;
        let (mut passing, mut found) = (PassingPairs::default(), BTreeMap::<(u32, u32), HeldInside>::new());
        let mut left_out = BTreeSet::new();
        for (index, frame) in self.frames.iter().enumerate() {
            let holds = |contact: &TheirContact| contact.touches() && !contact.filtered && !contact.sensor;
            let held: Vec<TheirContact> = self.their_contacts(index).filter(holds).collect();
            let before = std::mem::take(&mut left_out);
            left_out.extend(
                self.their_contacts(index).filter(|contact| contact.filtered).map(|contact| contact.bodies),
            );
            if !has_passing && !held.iter().any(|contact| before.contains(&contact.bodies)) {
                continue;
            }
            let world = self.world_at(&every, index);
            if has_passing {
                passing.follow(self, index, &world);
            }
            let earlier = index.checked_sub(1).filter(|_| !frame.follows_gap());
            for contact in held {
                let bodies = contact.bodies;
                let depth = depth_of(&world, bodies);
                let impulse =
                    contact.impulse.filter(|impulse| *impulse > 0.0 && passing.lets_through(bodies));
                let was_left_out = || {
                    let earlier =
                        earlier.filter(|_| before.contains(&bodies) && !left_out.contains(&bodies))?;
                    let was_deep = depth_of(&self.world_at(&every, earlier), bodies) > 0.0;
                    let until = self.frames.get(earlier)?.frame;
                    was_deep.then_some(WhyNotHeld::Filtered { until })
                };
                let turned = || {
                    let is_let_through = contact.impulse.is_none() && passing.lets_through(bodies);
                    self.turned_out(&world, index, bodies).filter(|_| is_let_through)
                };
                let why = impulse
                    .map(|impulse| WhyNotHeld::OneWay { impulse })
                    .or_else(was_left_out)
                    .or_else(turned);
                let Some(why) = why.filter(|_| depth > tolerances.tolerance + tolerances.margin) else {
                    continue;
                };
                let one = HeldInside { frame: frame.frame, depth, why, more: 0 };
                found.entry(bodies).and_modify(|known| known.more += 1).or_insert(one);
            }
        }
        Ok(found.iter().map(|(bodies, one)| self.held_sentence(*bodies, one)).collect())
    }

    /// How the velocity of one body along the way out of the other, which is one-way, turns with a contact that the frame of this index
    /// is the first to tell, and that nothing else touches.
    fn turned_out(&self, world: &World, index: usize, (a, b): (u32, u32)) -> Option<WhyNotHeld> {
        let out_of = |body: u32| {
            let body = world.body(body)?;
            Some(body.pose().rotation.rotate(body.one_way()?))
        };
        let (out, [one_way, other]) =
            out_of(a).map(|out| (out, [a, b])).or_else(|| Some((out_of(b)?, [b, a])))?;
        let (before, after) = (index.checked_sub(1)?, index + 1);
        let follows_gap = [index, after]
            .iter()
            .any(|index| self.frames.get(*index).is_none_or(|frame| frame.follows_gap()));
        let touches = |index: usize, bodies: (u32, u32)| {
            let mut told = self.their_contacts(index).filter(TheirContact::touches);
            told.any(|contact| contact.bodies == bodies)
        };
        let touches_others = |index: usize| {
            let mut told =
                self.their_contacts(index).filter(TheirContact::touches).map(|contact| contact.bodies);
            told.any(|bodies| bodies != (a, b) && (bodies.0 == other || bodies.1 == other))
        };
        if follows_gap || touches(before, (a, b)) || [index, after].into_iter().any(touches_others) {
            return None;
        }
        let speed = |index: usize| {
            let velocity =
                |body: u32| self.frames.get(index)?.velocity(body).map(|velocity| self.metric(velocity));
            let [x, y, _] = velocity(other)?;
            let [of_x, of_y, _] = velocity(one_way).unwrap_or_default();
            Some((vec2(x, y) - vec2(of_x, of_y)).dot(out))
        };
        let (before, now, after) = (speed(before)?, speed(index)?, speed(after)?);
        let (from, to) = (before.min(now), now.max(after));
        (from < -SLOW && to >= 0.0).then_some(WhyNotHeld::Turned { from, to })
    }

    /// "frame 32: player and platform are held 0.5 m deep in each other, …".
    fn held_sentence(&self, bodies: (u32, u32), one: &HeldInside) -> String {
        let HeldInside { frame, depth, why, more } = *one;
        let (who, depth) = (self.who(bodies, [None; 2], " and "), number(depth));
        let why = match why {
            WhyNotHeld::OneWay { impulse } => {
                format!("by an impulse of {}, which the one-way body lets through", number(impulse))
            }
            WhyNotHeld::Turned { from, to } => format!(
                "by a contact with which the velocity along the way out turns from {} to {} m/s, which the one-way body lets through",
                number(from),
                number(to)
            ),
            WhyNotHeld::Filtered { until } => format!(
                "up to frame {until} the engine left the contact out on purpose (\"filtered\"), and the two have not parted since"
            ),
        };
        let joint = if matches!(one.why, WhyNotHeld::Filtered { .. }) { ": " } else { " " };
        let more = if more == 0 {
            String::new()
        } else {
            format!("; so in {}", count(more, "more frame", "more frames"))
        };
        format!("frame {frame}: {who} are held {depth} m deep in each other{joint}{why}{more}")
    }
}
