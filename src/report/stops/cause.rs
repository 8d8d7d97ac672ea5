//! Why a stop's condition is true in a frame: what makes it true, in numbers and in words.

use collide2d::{Body, Energy, Leaf, MoverObstacle};
use glam::Vec2;

use super::StopFrame;
use crate::platform::plain;
use crate::scene::numbers::{LengthUnit, decimal, number, number_64, short};
use crate::scene::obstacle::{MoverStop, NoClimb, obstacle_name};
use crate::scene::watched;
use crate::scene::{ANY, BodyPart, PairParts, Scene, StopCondition, leaf_name, touch};

/// Why a condition is true: for a pair, a body or a line, of several the first one that is new.
#[derive(Clone, Debug, PartialEq)]
pub struct StopCause {
    pub(super) of: CauseOf,
    pub(super) found: CauseFound,
}

/// What makes a condition true; of a pair in the order of the stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CauseOf {
    Pair(u32, u32),
    Body(u32),
    /// A listener and the pair whose contact it takes.
    Listener(u32, (u32, u32)),
    /// A query, by its index among the scene's.
    Query(usize),
    /// An `expect` line or a difference, by its index.
    Line(usize),
    World,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum CauseFound {
    /// Metres.
    Depth(f32),
    /// A contact begins in a step. Metres.
    Begun {
        /// As the step found it, before it was solved.
        found: f32,
        /// In the frame after the step, which the canvas shows; 0: none.
        left: f32,
    },
    Ended,
    /// Two went into each other on one side, and have their shortest way out on the other.
    CameThrough,
    /// How far a cable, a rod or a joint of two is open. Metres.
    Opening(f32),
    /// Metres per second.
    Speed(f32),
    Position(Vec2),
    /// Degrees.
    Turn(f32),
    /// Joules.
    Gain {
        before: Energy,
        now: Energy,
    },
    /// Bodies and their leaves, and degrees.
    Ghost {
        mover: (u32, Leaf),
        still: (u32, Leaf),
        neighbour: (u32, Leaf),
        by: f32,
    },
    /// What a query hits first, and at which fraction of a way.
    Hit {
        body: u32,
        fraction: Option<f32>,
    },
    /// What a mover stands on, and its normal there.
    Ground(MoverObstacle, Vec2),
    /// What stops a mover that is stuck, if anything does.
    Stuck(Option<MoverStop>),
    Words(String),
}

impl CauseOf {
    /// The same of a pair whichever way round `when` holds of it.
    pub(super) fn unordered(self) -> Self {
        match self {
            Self::Pair(a, b) => Self::Pair(a.min(b), a.max(b)),
            Self::Listener(listener, (a, b)) => Self::Listener(listener, (a.min(b), a.max(b))),
            Self::Body(_) | Self::Query(_) | Self::Line(_) | Self::World => self,
        }
    }
}

impl StopCause {
    pub(super) fn of_pair(a: u32, b: u32, found: CauseFound) -> Self {
        Self { of: CauseOf::Pair(a, b), found }
    }

    pub(super) fn of_body(body: u32, found: CauseFound) -> Self {
        Self { of: CauseOf::Body(body), found }
    }

    /// Takes a pair the other way round; `false`: it is of none.
    pub(super) fn turn(&mut self) -> bool {
        match &mut self.of {
            CauseOf::Pair(a, b) | CauseOf::Listener(_, (a, b)) => {
                std::mem::swap(a, b);
                true
            }
            CauseOf::Body(_) | CauseOf::Query(_) | CauseOf::Line(_) | CauseOf::World => false,
        }
    }

    pub(super) fn of_line(index: usize, words: &str) -> Self {
        Self { of: CauseOf::Line(index), found: CauseFound::Words(words.to_owned()) }
    }

    /// The index of the listener that takes a contact.
    pub fn listener(&self) -> Option<u32> {
        if let CauseOf::Listener(listener, _) = self.of { Some(listener) } else { None }
    }

    /// The index of the query that hits.
    pub fn query(&self) -> Option<usize> {
        if let CauseOf::Query(query) = self.of { Some(query) } else { None }
    }

    /// The index of the `expect` line that does not hold, or of the difference.
    pub fn line(&self) -> Option<usize> {
        if let CauseOf::Line(line) = self.of { Some(line) } else { None }
    }

    /// The two bodies and their parts or segments, of a ghost contact.
    pub fn leaves(&self) -> Option<[(u32, Leaf); 2]> {
        if let CauseFound::Ghost { mover, still, .. } = self.found { Some([mover, still]) } else { None }
    }

    /// What a mover stands on, or what stops it, its normal there, and why it is not climbed.
    pub fn obstacle(&self) -> Option<(MoverObstacle, Vec2, Option<NoClimb>)> {
        match self.found {
            CauseFound::Ground(obstacle, normal) => Some((obstacle, normal, None)),
            CauseFound::Stuck(Some(MoverStop { hit, climb })) => Some((hit.obstacle, hit.normal, climb)),
            _ => None,
        }
    }

    /// The bodies, to look at them.
    pub fn bodies(&self) -> Vec<u32> {
        match (self.of, &self.found) {
            (_, CauseFound::Ghost { mover, still, .. }) => return vec![mover.0, still.0],
            (CauseOf::Body(body), _) => {
                if let Some((MoverObstacle::Body(other), ..)) = self.obstacle() {
                    return vec![body, other];
                }
            }
            _ => {}
        }
        match self.of {
            CauseOf::Pair(a, b) | CauseOf::Listener(_, (a, b)) => vec![a, b],
            CauseOf::Body(body) => vec![body],
            CauseOf::Query(_) => {
                if let CauseFound::Hit { body, .. } = self.found {
                    vec![body]
                } else {
                    Vec::new()
                }
            }
            CauseOf::Line(_) | CauseOf::World => Vec::new(),
        }
    }

    pub(super) fn words(&self, condition: &StopCondition, scene: &Scene) -> String {
        let name = |index: u32| scene.shown_name(index);
        let who = match self.of {
            CauseOf::Pair(a, b) => {
                let written = condition.names();
                let [a, b] = [(0, a), (1, b)].map(|(place, index)| match written.get(place) {
                    Some(&written) if written != ANY => plain::label(written),
                    _ => name(index),
                });
                format!("{a} and {b}")
            }
            CauseOf::Listener(_, (a, b)) => format!("{} and {}", name(a), name(b)),
            CauseOf::Body(body) => name(body).into_owned(),
            CauseOf::Query(query) => {
                let query = scene.queries.get(query).map(|query| plain::label(&query.name));
                query.unwrap_or_default().into_owned()
            }
            CauseOf::Line(_) | CauseOf::World => String::new(),
        };
        let metres = |length: f32| LengthUnit::METRE.text(length);
        match (&self.found, condition) {
            (CauseFound::Begun { found, left }, _) => {
                let now = match [found, left].map(|depth| metres(*depth)) {
                    [found, left] if found == left => String::new(),
                    _ if *left == 0.0 => ", no contact after the step".to_owned(),
                    [_, left] => format!(", {left} after the step"),
                };
                format!("{who} begin to touch, found {} deep{now}", metres(*found))
            }
            (CauseFound::Depth(depth), StopCondition::Crosses { .. }) => {
                format!("{who} passed through each other in this step, {} deep on the way", metres(*depth))
            }
            (CauseFound::Depth(depth), StopCondition::Event { .. }) => {
                let listener = match self.of {
                    CauseOf::Listener(listener, _) => scene.listener_names().nth(listener as usize),
                    CauseOf::Pair(..)
                    | CauseOf::Body(_)
                    | CauseOf::Query(_)
                    | CauseOf::Line(_)
                    | CauseOf::World => None,
                };
                let listener = listener.unwrap_or_default();
                // One without a name is "listener 1".
                let listener = listener.strip_prefix("listener ").unwrap_or(&listener);
                format!("listener {listener} takes the contact of {who}, depth {}", metres(*depth))
            }
            (CauseFound::Depth(depth), StopCondition::Deeper { than, .. }) => {
                let [deep, limit] = told_apart([*depth, *than], metres, " m");
                format!("{who} are {deep} deep, more than {limit}")
            }
            (CauseFound::Depth(depth), _) => format!("{who}: depth {}", metres(*depth)),
            (CauseFound::CameThrough, _) => format!(
                "{who} came through each other: they went in on one side, and are past the middle, so that the shortest way \
                 out leads on through the other"
            ),
            (CauseFound::Opening(opening), StopCondition::Opens { than, .. }) => {
                let [opening, limit] = told_apart([*opening, *than], metres, " m");
                format!("what joins {who} is open by {opening}, more than {limit}")
            }
            (CauseFound::Opening(opening), _) => format!("what joins {who} is open by {}", metres(*opening)),
            (CauseFound::Ended, _) => format!("the contact of {who} ends"),
            (CauseFound::Speed(speed), StopCondition::Faster { than, .. }) => {
                let [speed, limit] =
                    told_apart([*speed, *than], |speed| format!("{} m/s", number(speed)), " m/s");
                format!("{who} moves at {speed}, faster than {limit}")
            }
            (CauseFound::Speed(speed), _) => format!("{who} moves at {} m/s", number(*speed)),
            (CauseFound::Position(at), StopCondition::Outside { min, max, .. }) => {
                let is_hidden = |at: f32, limit: f32| at != limit && number(at) == number(limit);
                let hidden = [min, max].iter().any(|end| is_hidden(at.x, end.x) || is_hidden(at.y, end.y));
                let point = |point: Vec2| {
                    if hidden {
                        format!("({}, {}) m", point.x, point.y)
                    } else {
                        LengthUnit::METRE.point(point)
                    }
                };
                let [at, min, max] = [*at, *min, *max].map(point);
                format!("{who} is at {at}, outside of {min} to {max}")
            }
            (CauseFound::Position(at), _) => format!("{who} is at {}", LengthUnit::METRE.point(*at)),
            (CauseFound::Turn(turn), StopCondition::Turns { by, .. }) => {
                let [turn, by] = told_apart([*turn, *by], |turn| format!("{}°", number(turn)), "°");
                format!("the normal of {who} turned by {turn}, more than {by}")
            }
            (CauseFound::Turn(turn), _) => format!("the normal of {who} turned by {}°", number(*turn)),
            (CauseFound::Gain { before, now }, _) => {
                let [from, to] = [before.total(), now.total()].map(number_64);
                let kinetic = number_64(before.kinetic.max(now.kinetic));
                let rise = number_64(now.total() - before.total());
                format!("the energy rose by {rise} J from {from} J to {to} J; {kinetic} J of it is kinetic")
            }
            (&CauseFound::Ghost { mover, still, neighbour, by }, _) => {
                let mover = name(mover.0);
                let [still, neighbour] = [still, neighbour].map(|(body, leaf)| leaf_name(&name(body), leaf));
                format!(
                    "the contact of {mover} with {still} is a ghost: its normal is {}° off what the outline of {still} and \
                     {neighbour} allows, and the solver used it",
                    short(f64::from(by))
                )
            }
            (CauseFound::Hit { body, fraction }, _) => {
                let at = fraction.map(|fraction| format!(" at fraction {}", number(fraction)));
                format!("query {who} hits {}{}", name(*body), at.unwrap_or_default())
            }
            (CauseFound::Ground(on, _), _) => format!("{who} stands on {}", obstacle_name(scene, *on)),
            (CauseFound::Stuck(by), _) => match by {
                Some(by) => {
                    format!("{who} is stuck: {} stops it", obstacle_name(scene, by.hit.obstacle))
                }
                None => format!("{who} is stuck"),
            },
            (CauseFound::Words(what), StopCondition::NotFinite {}) => {
                format!("the {what} of {who} is no longer finite")
            }
            (CauseFound::Words(words), _) => words.clone(),
        }
    }
}

/// A number and the limit that it is beyond: rounded, or with all digits where they would read the same.
fn told_apart(numbers: [f32; 2], rounded: impl Fn(f32) -> String, unit: &str) -> [String; 2] {
    let [number, limit] = numbers.map(rounded);
    if number == limit { numbers.map(|exact| format!("{exact}{unit}")) } else { [number, limit] }
}

/// The variables of `when` for a cause; `parts`: of a pair those that are meant. A body that the step removed is where it
/// was last, with its speed among `speeds`, those of the frame before.
pub(super) fn values(
    frame: &StopFrame<'_>,
    cause: &StopCause,
    parts: PairParts,
    speeds: &[f32],
) -> Vec<(&'static str, f64)> {
    const OF_A: [&str; 4] = ["a.speed", "a.x", "a.y", "a.angle"];
    const OF_B: [&str; 4] = ["b.speed", "b.x", "b.y", "b.angle"];
    const BARE: [&str; 4] = ["speed", "x", "y", "angle"];
    let world = frame.world;
    let time = if frame.is_recorded { frame.time } else { decimal(frame.time as f32) };
    let mut values = vec![("time", time), ("frame", frame.number as f64)];
    let mut add = |names: [&'static str; 4], index: u32| {
        let there = |body: &&Body| !body.is_removed() || !frame.is_recorded;
        let Some(body) = world.bodies().get(index as usize).filter(there) else {
            return values.extend(names.map(|name| (name, f64::NAN)));
        };
        let before = || speeds.get(index as usize).copied().unwrap_or(f32::NAN);
        let speed = if body.is_removed() { before() } else { watched::speed(body) };
        let pose = body.pose();
        let known = [speed, pose.position.x, pose.position.y, pose.rotation.degrees()];
        values.extend(names.into_iter().zip(known.map(decimal)));
    };
    match cause.of {
        CauseOf::Pair(a, b) | CauseOf::Listener(_, (a, b)) => {
            add(OF_A, a);
            add(OF_B, b);
            let depth = match cause.found {
                CauseFound::Depth(depth) | CauseFound::Begun { found: depth, .. } => depth,
                CauseFound::Ended
                | CauseFound::CameThrough
                | CauseFound::Opening(_)
                | CauseFound::Speed(_)
                | CauseFound::Position(_)
                | CauseFound::Turn(_)
                | CauseFound::Gain { .. }
                | CauseFound::Ghost { .. }
                | CauseFound::Hit { .. }
                | CauseFound::Ground(..)
                | CauseFound::Stuck(_)
                | CauseFound::Words(_) => {
                    let [a, b] = [(a, parts[0]), (b, parts[1])].map(|(body, part)| BodyPart { body, part });
                    touch(world, a, b).map_or(0.0, |(depth, _)| depth)
                }
            };
            values.push(("depth", decimal(depth)));
        }
        CauseOf::Body(body) => add(BARE, body),
        CauseOf::Query(_) => {
            if let CauseFound::Hit { body, .. } = cause.found {
                add(BARE, body);
            }
        }
        CauseOf::Line(_) | CauseOf::World => {}
    }
    values
}
