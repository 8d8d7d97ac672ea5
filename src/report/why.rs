//! Why two shapes touch, or do not: an explanation of one pair in plain words, and what is taken away of it.
//!
//! An explanation is data: sentences made of fixed words, of the two bodies' names and of numbers. Every number
//! says what it is ([`Quantity`]) and is read from the trace of the observed test, of the response from what an observer of
//! the step was told; but for the distance of shapes that are apart, which the test does not need, none is computed from
//! the shapes a second time.

use collide2d::{Aabb, AxisTest, Body, Feature, Leaf, PairKey, ShapeKind, Side, World, separation};
use glam::Vec2;
use serde::Serialize;

use crate::explain::their_side::TheirSide;
use crate::platform::plain;
use crate::report::ghosts::{self, GhostReport, PairOfLeaves};
use crate::report::{EndedAt, PairReport, TraceReport};
use crate::scene::merge::chains_of;
use crate::scene::numbers::{self, LengthUnit, number_64};
use crate::scene::{PairParts, Scene, leaf_name};

mod apart;
mod came_through_watch;
mod first_meeting;
mod json;
mod kept_off;
mod links;
mod past;
mod response;
mod sentences;
pub mod take_away;
mod touching;
mod why_not;

pub use came_through_watch::CameThroughWatch;
pub use first_meeting::FirstMeeting;
use kept_off::KeptOff;
pub use links::hanging_together;
pub use past::{CameThrough, MissedTouch, PairPast, RecordedPast};
use response::Response;
pub use why_not::{NoEffect, WhyNot, held_together};

/// An explanation of one pair, `a < b`.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// Indices of the bodies.
    pub pair: (u32, u32),
    /// Their names as they are shown.
    pub names: [String; 2],
    /// They are in contact.
    pub touching: bool,
    /// Why the two do not affect each other; `None`: they do.
    pub why_not: Option<WhyNot>,
    /// Of a ghost contact: the neighbour, the normal that the outline allows, and the cures.
    pub ghost: Option<String>,
    /// The same of other parts of the two, see [`Explanation::with_ghosts_beside`].
    pub ghosts_beside: Vec<String>,
    /// In the order in which they are read.
    pub sentences: Vec<Sentence>,
    /// Of a recording: what the other engine tells.
    pub theirs: Option<TheirSide>,
    /// Other bodies that sentences name, by index.
    others: Vec<(u32, String)>,
    unit: LengthUnit,
}

/// What a sentence is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// The outcome.
    Verdict,
    /// The early-outs: AABBs and bounding circles.
    EarlyOuts,
    /// The axes, and which one decided.
    Axes,
    Features,
    /// The contact points.
    Points,
    /// What the step that led to the state did with the contact.
    Response,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Sentence {
    pub topic: Topic,
    /// Words, names and numbers, in order.
    pub parts: Vec<SentencePart>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SentencePart {
    /// Words, which hold no number.
    Words(&'static str),
    Name(Side),
    /// The name of a body of this index, which is none of the two.
    Other(u32),
    Number(Quantity, GivenValue),
}

/// What a number is. Indices of axes, points and features count from 0, as in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// The gap between the AABBs in x.
    AabbGapX,
    /// The gap between the AABBs in y.
    AabbGapY,
    Axes,
    /// The number of axes on which the intervals overlap.
    AxesThatOverlap,
    /// The place of this axis in the test, from 1.
    PlaceOf(usize),
    Direction(usize),
    /// The overlap on this axis; the shorter way out where one interval is inside the other.
    Overlap(usize),
    /// The longer way out on this axis.
    LongerWay(usize),
    Gap(usize),
    /// The distance of a pair that is apart.
    Distance,
    /// By how much this axis overlaps more than the deciding one.
    Lead(usize),
    /// The angle between the ways out along this axis and the deciding one.
    Turn(usize),
    /// The segment that shares the corner to which this axis leads.
    Neighbour(usize),
    /// The first and the second of the normals between which one is allowed where this axis leads.
    AllowedFrom(usize),
    AllowedTo(usize),
    /// The feature of a, or of b, that gives this axis.
    AxisFeature(usize, #[serde(serialize_with = "side")] Side),
    Normal,
    /// The normal of the first touch, of two that came through each other.
    FirstNormal,
    /// Of a cable, a rod or a joint between the two: the distance of its ends, its length, and how much is too much.
    LinkDistance,
    LinkLength,
    LinkExcess,
    Depth,
    Point(usize),
    PointDepth(usize),
    /// The distance of this point from either surface, along the normal.
    FromSurface(usize),
    /// The feature of a, or of b, that meets the other's in this point.
    MetFeature(usize, #[serde(serialize_with = "side")] Side),
    /// Of the step that led to the state: the sum of the impulses along the normal, and that over the step's time.
    Impulse,
    Force,
    /// What friction gave, and what it may give.
    Friction,
    FrictionLimit,
    PairFriction,
    FrictionOf(#[serde(serialize_with = "side")] Side),
    /// Speed of the surfaces along each other at the end of the step.
    Slip,
    Closing,
    /// Part of the closing speed that the step's acceleration built up.
    BuiltUp,
    Parting,
    PairRestitution,
    /// The restitution that a bounce used, where it is not the pair's.
    UsedRestitution,
    RestitutionOf(#[serde(serialize_with = "side")] Side),
    /// What closes no faster does not bounce under `Rigid`.
    SlowestBounce,
    /// The frame in which their contact began.
    TouchedSince,
    /// Most iterations of `Linear`, and the contacts that they left.
    Iterations,
    ContactsLeft,
    DepthLeft,
    ClosingLeft,
    /// How far along its way in the step a body was put.
    PutBackTo(#[serde(serialize_with = "side")] Side),
    /// How far it then went on along what it met.
    WentOn(#[serde(serialize_with = "side")] Side),
    /// The frame since which it sleeps.
    SleepsSince(#[serde(serialize_with = "side")] Side),
    /// What sleeps was slower, or went less far, for so long.
    CalmSpeed,
    CalmWay,
    CalmTime,
    CarriedAt,
    /// Of what stops a mover: the angle of its normal from up, and that up to which it were ground.
    Slope,
    MaxSlope,
    /// How high a mover climbs.
    Step,
    /// Of bodies that hang together by cables, rods and joints: their mass, that of the lightest, and how many times as much it is.
    HangingMass,
    LightestMass,
    MassRatio,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum GivenValue {
    /// Metres.
    Length(f64),
    /// How many, or which.
    Count(u64),
    /// Degrees.
    Angle(f64),
    /// Unit vector.
    Direction(#[serde(serialize_with = "coordinates")] Vec2),
    /// World.
    Place(#[serde(serialize_with = "coordinates")] Vec2),
    /// Newton seconds.
    Impulse(f64),
    /// Newtons.
    Force(f64),
    /// Metres per second.
    Speed(f64),
    /// Kilograms.
    Mass(f64),
    /// Seconds.
    Time(f64),
    Percent(f64),
    /// Without a unit.
    Plain(f64),
}

/// What an explanation is read from.
struct Read<'r> {
    trace: &'r TraceReport,
    aabbs: [Aabb; 2],
    kinds: [ShapeKind; 2],
    leaves: [Leaf; 2],
    let_through: bool,
    /// One of the two is one-way and holds the other. Sensors hold nothing.
    held_one_way: bool,
    came_through: Option<CameThrough>,
    /// One of the two is a mover that keeps its distance from the other.
    kept_off: Option<KeptOff>,
    /// What of the solver would stop them where they met: [`past::looks_ahead`]. Empty where a sensor or a listener takes the
    /// contact.
    looks_ahead: Vec<&'static str>,
    /// Metres; of a pair in contact minus its depth.
    distance: f32,
}

/// What a pair's name says of a leaf: not the segment of a body that is a chain.
fn part_alone(leaf: Leaf) -> Leaf {
    if leaf.segment().is_some() && leaf.part().is_none() { Leaf::WHOLE } else { leaf }
}

impl Explanation {
    /// The explanation of a pair of `world`, which was made from `scene`, and of whose report `pair` is with its axes;
    /// `None` where a body of it is gone or not finite.
    pub fn of_pair(scene: &Scene, world: &World, pair: &PairReport, unit: LengthUnit) -> Option<Self> {
        Self::of_pair_after(scene, world, pair, &PairPast::of_run(scene, world, (pair.a, pair.b)), unit)
    }

    /// The same, with what led the two to the state.
    pub fn of_pair_after(
        scene: &Scene,
        world: &World,
        pair: &PairReport,
        past: &PairPast,
        unit: LengthUnit,
    ) -> Option<Self> {
        let bodies = pair.bodies(world)?;
        let is_finite = |p: Vec2| p.is_finite();
        if !bodies.iter().all(|body| is_finite(body.aabb().min) && is_finite(body.aabb().max)) {
            return None;
        }
        let named = scene.with_pieces(world.pieces());
        let read = Read {
            trace: pair.trace.as_deref()?,
            aabbs: bodies.map(|body| body.aabb()),
            kinds: bodies.map(|body| body.shape().kind()),
            leaves: pair.leaves,
            let_through: pair.let_through,
            held_one_way: !pair.let_through
                && bodies.iter().any(|body| body.one_way().is_some())
                && !bodies.iter().any(|body| body.is_sensor()),
            came_through: past.came_through,
            kept_off: KeptOff::of(world, (pair.a, pair.b)),
            looks_ahead: if past::are_taken(world, PairKey::new(pair.a, pair.b), bodies) {
                Vec::new()
            } else {
                past::looks_ahead(world, bodies, false)
            },
            distance: separation(bodies[0].shape(), bodies[0].pose(), bodies[1].shape(), bodies[1].pose()),
        };
        let name = |index: u32, leaf: Leaf| leaf_name(&named.shown_name(index), part_alone(leaf));
        let explained = Self {
            pair: (pair.a, pair.b),
            names: [name(pair.a, pair.leaves[0]), name(pair.b, pair.leaves[1])],
            touching: pair.contact.is_some(),
            why_not: WhyNot::of(&named, world, ((pair.a, pair.b), [None; 2]), Some(pair), past, unit),
            ghost: pair
                .ghost
                .as_ref()
                .map(|ghost| ghost_text(&named, world, (((pair.a, pair.b), pair.leaves), ghost), unit)),
            ghosts_beside: Vec::new(),
            sentences: match &pair.contact {
                Some(contact) => touching::sentences(&read, contact),
                None => apart::sentences(&read),
            },
            theirs: None,
            others: Vec::new(),
            unit,
        };
        Some(explained.with_links(world).with_response(&named, world, pair, past))
    }

    /// With what the step that led to the state did with the contact.
    fn with_response(mut self, named: &Scene, world: &World, pair: &PairReport, past: &PairPast) -> Self {
        let key = PairKey::new(self.pair.0, self.pair.1);
        let bodies = world.body(key.a()).zip(world.body(key.b()));
        let Some((step, (a, b))) = past.step.as_deref().zip(bodies) else { return self };
        let response = Response {
            world,
            pair: key,
            bodies: [a, b],
            step,
            depth: pair.contact.as_ref().map(|contact| contact.depth),
            is_without_effect: self.why_not.is_some(),
        };
        let others = step.put_back.iter().filter_map(|back| back.at);
        self.others.extend(others.map(|index| (index, named.shown_name(index).into_owned())));
        self.sentences.extend(response.sentences());
        self
    }

    /// With what the cables, rods and joints between the two do.
    fn with_links(mut self, world: &World) -> Self {
        let (a, b) = self.pair;
        let joins_both = |ends: [u32; 2]| ends == [a, b] || ends == [b, a];
        let between = world.generators().filter(|(_, link)| link.ends().is_some_and(joins_both));
        self.sentences.extend(between.filter_map(|(_, link)| links::of_link(link, world, self.pair)));
        self
    }

    /// With the ghosts of the same two bodies, in these parts alone if they are given, besides that of the pair itself.
    pub fn with_ghosts_beside(
        self,
        scene: &Scene,
        world: &World,
        pair: &PairReport,
        parts: PairParts,
    ) -> Self {
        let named = scene.with_pieces(world.pieces());
        let found = ghosts::of_bodies(world, self.pair, parts).into_iter();
        let others = found.filter(|((_, leaves), _)| *leaves != pair.leaves);
        let ghosts_beside = others.map(|(of, ghost)| ghost_text(&named, world, (of, &ghost), self.unit));
        Self { ghosts_beside: ghosts_beside.collect(), ..self }
    }

    /// With what the other engine tells of the pair.
    pub fn beside(self, theirs: Option<TheirSide>) -> Self {
        Self { theirs, ..self }
    }

    pub fn text(&self, sentence: &Sentence) -> String {
        sentence.parts.iter().map(|part| self.part(part)).collect()
    }

    /// The lines that are told of the pair: why the two do not affect each other and what was asked for before, what is told
    /// of a topic each, of a ghost.
    pub fn lines(&self) -> Vec<String> {
        let reason = self.why_not.iter().flat_map(WhyNot::lines);
        let topics = Topic::ALL.into_iter().map(|topic| self.about(topic));
        reason.chain(topics).chain(self.ghosts().cloned()).filter(|line| !line.is_empty()).collect()
    }

    /// What is told of the pair's ghost, and of those beside it.
    pub fn ghosts(&self) -> impl Iterator<Item = &String> {
        self.ghost.iter().chain(&self.ghosts_beside)
    }

    /// The texts of the sentences about a topic, as one; empty where there are none.
    pub fn about(&self, topic: Topic) -> String {
        let texts: Vec<String> = self.of_topic(topic).map(|sentence| self.text(sentence)).collect();
        texts.join(" ")
    }

    /// All sentences, as one paragraph.
    pub fn paragraph(&self) -> String {
        let texts: Vec<String> = self.sentences.iter().map(|sentence| self.text(sentence)).collect();
        texts.join(" ")
    }

    fn of_topic(&self, topic: Topic) -> impl Iterator<Item = &Sentence> {
        self.sentences.iter().filter(move |sentence| sentence.topic == topic)
    }

    fn part(&self, part: &SentencePart) -> String {
        match part {
            SentencePart::Words(words) => (*words).to_owned(),
            SentencePart::Name(Side::A) => self.names[0].clone(),
            SentencePart::Name(Side::B) => self.names[1].clone(),
            SentencePart::Other(index) => {
                let name = self.others.iter().find(|(other, _)| other == index);
                name.map_or_else(String::new, |(_, name)| name.clone())
            }
            SentencePart::Number(_, value) => match *value {
                GivenValue::Length(metres) => {
                    format!("{} {}", number_64(metres * self.unit.per_metre()), self.unit.name())
                }
                GivenValue::Count(count) => count.to_string(),
                GivenValue::Angle(degrees) => format!("{}°", numbers::short(degrees)),
                GivenValue::Direction(direction) => self.unit.direction(direction),
                GivenValue::Place(place) => self.unit.point(place),
                GivenValue::Impulse(value) => format!("{} N·s", number_64(value)),
                GivenValue::Force(value) => format!("{} N", number_64(value)),
                GivenValue::Speed(value) => format!("{} m/s", number_64(value)),
                GivenValue::Mass(value) => format!("{} kg", number_64(value)),
                GivenValue::Time(value) => format!("{} s", number_64(value)),
                GivenValue::Percent(value) => format!("{} %", number_64(value)),
                GivenValue::Plain(value) => number_64(value),
            },
        }
    }
}

impl Topic {
    /// Every topic, in the order of an explanation.
    pub const ALL: [Self; 6] =
        [Self::Verdict, Self::EarlyOuts, Self::Axes, Self::Features, Self::Points, Self::Response];
}

impl Read<'_> {
    fn axis(&self, index: usize) -> Option<&AxisTest> {
        self.trace.local.axes.get(index)
    }

    /// The other axis that comes nearest to deciding.
    fn runner_up(&self, deciding: usize) -> Option<usize> {
        let is_dropped = |index: usize| self.trace.dropped.iter().any(|dropped| dropped.axis == index);
        self.least_overlap(|index| index != deciding && !is_dropped(index))
    }

    /// The axis with the widest gap.
    fn widest_gap(&self) -> Option<usize> {
        self.least_overlap(|_| true)
    }

    /// The axis of least overlap among those that count, of a tie the first.
    fn least_overlap(&self, counts: impl Fn(usize) -> bool) -> Option<usize> {
        let axes = self.trace.local.axes.iter().enumerate().filter(|(index, _)| counts(*index));
        axes.min_by(|(_, p), (_, q)| p.overlap.total_cmp(&q.overlap)).map(|(index, _)| index)
    }

    fn ended_at(&self) -> Option<EndedAt> {
        EndedAt::of(self.trace, [&self.aabbs[0], &self.aabbs[1]])
    }

    fn segment(&self, side: Side) -> Option<u32> {
        self.leaves[side as usize].segment()
    }

    fn kind(&self, side: Side) -> ShapeKind {
        match side {
            Side::A => self.kinds[0],
            Side::B => self.kinds[1],
        }
    }
}

/// Rounded corners slide over a seam that they touch less deep than this share of the inner radius, some third of a usual radius.
const ROUNDED: f32 = 0.1;
/// The least inner radius of which that is a share. Metres.
const MIN_ROUNDED: f32 = 0.01;

/// What a ghost contact is, and what mends it.
fn ghost_text(
    named: &Scene,
    world: &World,
    (((a, b), leaves), report): (PairOfLeaves, &GhostReport),
    unit: LengthUnit,
) -> String {
    let is_static = |index: &u32| world.body(*index).is_some_and(Body::is_static);
    let mut sides = [(a, leaves[0]), (b, leaves[1])];
    // The normal is toward the first body.
    let is_second_still = is_static(&b);
    if is_second_still {
        sides.reverse();
    }
    let [(still, leaf), (mover, leaf_of_mover)] = sides;
    let name = |index: u32| named.shown_name(index);
    let (still_name, mover_name) = (leaf_name(&name(still), leaf), leaf_name(&name(mover), leaf_of_mover));
    let neighbour = leaf_name(&name(report.ghost.neighbour), report.ghost.leaf);
    let mut tiles = vec![still, report.ghost.neighbour];
    tiles.dedup();
    let is_merged = chains_of(named, &tiles).is_ok();
    let command = if is_merged { " (Edit > Merge touching tiles into a chain)" } else { "" };
    let acted = if report.acted { "The solver used it in the step to this frame. " } else { "" };
    let shape = world.body(mover).map(Body::shape);
    let is_round = shape.is_some_and(|shape| matches!(shape.kind(), ShapeKind::Circle | ShapeKind::Capsule));
    // Along the normal that is allowed: how far it is in the outline, whatever the contact says.
    let allowed = report.ghost.allowed;
    let out = if is_second_still { allowed } else { -allowed };
    let reach = |index: u32, leaf: Leaf, way: Vec2| {
        let leaf = world.body(index)?.leaf(leaf)?;
        Some(leaf.shape.support(&leaf.pose, way).dot(out))
    };
    let depth = reach(still, leaf, out).zip(reach(mover, leaf_of_mover, -out)).map(|(top, end)| top - end);
    let most = shape.map_or(0.0, |shape| ROUNDED * shape.inner_radius().max(MIN_ROUNDED));
    let rounder = if let Some(depth) = depth.filter(|depth| *depth > most) {
        format!(
            "; a shorter step (`timestep`), or `solver: Rigid` with `continuous: true`, finds the contact before it is {} deep, \
             where rounded corners mend nothing",
            unit.text(depth)
        )
    } else if is_round {
        String::new()
    } else {
        format!(", or a rounded {} (`radius` on its rectangle or polygon, a Capsule as `shape`)", name(mover))
    };
    format!(
        "The contact of {mover_name} and {still_name} is a ghost: its normal {} is {} what the outline of {still_name} and {neighbour} allows. They lie against \
         each other, and the nearest normal allowed there is {}. {acted}A cure is one Chain along the outline in place of \
         both{command}{rounder}.",
        unit.direction(report.normal),
        report.off(),
        unit.direction(allowed)
    )
}

/// A name that messages use for a pair: "ball and crate".
pub fn pair_in_sentence(scene: &Scene, (a, b): (u32, u32)) -> String {
    let name = |index| scene.bodies.get(index as usize).map_or("?".into(), |body| plain::label(&body.name));
    format!("{} and {}", name(a), name(b))
}

/// The number of a feature; of one without, such as a wall's start, none.
fn number_of(feature: Feature) -> Option<u32> {
    match feature {
        Feature::Face(index) | Feature::Vertex(index) => Some(index),
        Feature::Start | Feature::End | Feature::Center => None,
    }
}

fn coordinates<S: serde::Serializer>(v: &Vec2, serializer: S) -> Result<S::Ok, S::Error> {
    v.to_array().serialize(serializer)
}

fn side<S: serde::Serializer>(side: &Side, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(side)
}
