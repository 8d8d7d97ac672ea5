//! The report: everything read off a [`World`], for JSON, text, `check` and the overlay.

pub mod check;
pub mod ghosts;
pub mod hashes;
pub mod impacts;
pub(crate) mod json;
pub mod not_finite;
mod pair;
pub mod queries;
mod rows;
pub mod stops;
mod text;
pub mod until;
pub mod why;

use std::io;
use std::ops::{ControlFlow, Range};

use collide2d::{
    Body, ContactEvent, DeepestContacts, DeepestSearch, Energy, Leaf, Momentum, PairContact, ResolvedBy,
    ResolverEffort, SolverKind, World,
};
use glam::Vec2;

use crate::explain::classic_mistakes::{self, PairKeys};
use crate::explain::second_opinion;
use crate::explain::stages::StageText;
pub use crate::explain::stages::{axis_source_label, is_containment, longer_way, overlap_name};
use crate::explain::stages::{listener_label, resolved_by};
use crate::platform::plain;
use crate::report::not_finite::NotFinite;
use crate::scene::numbers::{LengthUnit, at_least};
use crate::scene::query::ask::AskedQueries;
use crate::scene::{FoundParts, PairParts, Scene, are_meant};
use hashes::FrameHash;
pub use pair::{ContactReport, EndedAt, PairReport, TraceReport};
use pair::{can_touch, for_each_entry, leaves_of};
use queries::QueryReport;
pub use rows::{BodyReport, GeneratedReport, ImpactReport, ReactionReport};
pub use text::write_formulas;
use until::StoppedAt;

/// The pairs that a report lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhichPairs {
    #[default]
    Touching,
    /// At most so many touching pairs, the deepest.
    Deepest(usize),
    /// Every pair that can touch: not two that are lines, or that masks keep apart.
    All,
    /// This pair alone, or these parts of it, whether it touches or not.
    Of(FoundParts),
}

impl WhichPairs {
    /// As many touching pairs as the window and a picture show: those that the solver can handle in a frame,
    /// and never fewer than [`LEAST_SHOWN`].
    pub fn shown(scene: &Scene) -> Self {
        Self::Deepest(scene.max_contacts.max(LEAST_SHOWN))
    }
}

/// Touching pairs that are shown however few the solver can handle.
pub const LEAST_SHOWN: usize = 4096;

/// The pairs whose axes are traced. Tracing costs time, so the window traces the selected pair only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhichAxes {
    /// Every listed pair.
    #[default]
    Every,
    /// This pair only, `a < b`; it is listed even where it does not touch.
    Of(u32, u32),
    None,
}

/// The bodies that a report lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhichBodies {
    #[default]
    Every,
    /// No body, for callers that read them from the world.
    None,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ReportOptions {
    pub bodies: WhichBodies,
    pub pairs: WhichPairs,
    /// Two static bodies that touch are no pair, as in a step: of a recording, whose tiles may overlap by rounding.
    pub without_static: bool,
    /// Pairs with a trace of their axes.
    pub axes: WhichAxes,
    /// Time within which impacts are predicted; `None`: no prediction. Seconds.
    pub impacts: Option<f32>,
    /// Prediction of impacts includes rotation.
    pub rotating: bool,
    /// Impacts are predicted a second time, with the bodies' accelerations.
    pub falling: bool,
    /// Momentum and energy of the bodies listed, and of all.
    pub motion: bool,
    /// What classic shortcuts answer for each pair of [`for_each_pair`].
    pub shortcuts: bool,
    /// Tolerance of a second opinion on each pair of [`for_each_pair`]; `None`: not requested.
    pub second_opinion: Option<f32>,
}

/// The state of a world at one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    pub scene: String,
    /// Steps taken.
    pub frame: u64,
    /// Seconds.
    pub time: f32,
    /// The unit of lengths in text; everything here is in metres.
    pub unit: LengthUnit,
    /// Every body, by index; empty where not requested.
    pub bodies: Vec<BodyReport>,
    /// It is a frame of a recording that tells no velocities: those in the world are 0.
    lacks_velocities: bool,
    /// Bodies that move, and whose velocity it does not tell; sorted.
    untold: Vec<u32>,
    /// The first frame whose state was not finite, and why; the report of it or a later one means nothing.
    pub not_finite: Option<NotFinite>,
    /// Pairs, sorted by `a`, then `b`.
    pub pairs: Vec<PairReport>,
    /// Touching pairs of the state, listed or not.
    pub touching: usize,
    /// More may touch: of more candidate pairs than [`crate::scene::MAX_CANDIDATES`] those of the lowest keys were tested.
    pub at_least: bool,
    /// Contacts that wait after a step that had more candidate pairs than that: at least so many.
    pub waiting_at_least: Option<usize>,
    /// Momentum of all dynamic bodies; `None` where not requested or none is dynamic.
    pub momentum: Option<Momentum>,
    /// Mechanical energy of all dynamic bodies; `None` as with the momentum.
    pub energy: Option<Energy>,
    /// What `Linear` did in the step to this frame; `None` where it had nothing to do.
    pub resolver: Option<ResolverEffort>,
    /// The pair that is listed for its trace alone.
    extra: Option<(u32, u32, [Leaf; 2])>,
    /// Contacts that generators make of the state, by generator, then body.
    pub generated: Vec<GeneratedReport>,
    /// What the scene's queries find in the state.
    pub queries: Vec<QueryReport>,
    /// Predicted impacts, sorted by `a`, then `b`; `None` where not requested.
    pub impacts: Option<Vec<ImpactReport>>,
    /// The same of bodies that fall on, which keep their accelerations.
    pub falling: Option<Vec<ImpactReport>>,
    /// Time within which they are predicted. Seconds.
    pub horizon: f32,
    /// Prediction of impacts includes rotation.
    pub rotating: bool,
    /// Contact events up to this frame; `None` where not requested.
    pub events: Option<Vec<ContactEvent>>,
    /// Names of the scene's listeners, by index, each with what it matches; empty where no events are requested.
    pub listeners: Vec<String>,
    /// The same without what they match; for every report.
    listener_names: Vec<String>,
    /// What listeners did to their bodies in the step to this frame.
    pub reactions: Vec<ReactionReport>,
    /// The stages of the step from this frame to the next; `None` where not requested.
    pub stages: Option<Vec<StageText>>,
    /// The stages are those of this query.
    pub stages_of: Option<String>,
    /// State hashes of the frames up to this one; `None` where not requested.
    pub hashes: Option<Vec<FrameHash>>,
    /// Why this frame is reported; `None` where it was named.
    pub until: Option<StoppedAt>,
}

/// Hands the pairs to a writer in turn, until the first error.
pub trait PairStream: FnOnce(&mut dyn FnMut(&PairReport) -> io::Result<()>) -> io::Result<()> {}

impl<F: FnOnce(&mut dyn FnMut(&PairReport) -> io::Result<()>) -> io::Result<()>> PairStream for F {}

impl Report {
    /// The report of `world`, which was made from `scene`.
    pub fn of(scene: &Scene, world: &World, options: &ReportOptions) -> Self {
        let mut report = Self::default();
        report.read(scene, world, options, &mut DeepestSearch::default());
        report
    }

    /// [`Report::of`] that reuses the memory of an older report, and of the search that it was read by.
    pub fn read(
        &mut self,
        scene: &Scene,
        world: &World,
        options: &ReportOptions,
        search: &mut DeepestSearch,
    ) {
        let every;
        let found = match options.pairs {
            WhichPairs::Touching => {
                let mut contacts = Vec::new();
                world.for_each_contact(|contact| {
                    contacts.extend(Some(*contact).filter(|contact| options.lists(world, contact)));
                    ControlFlow::Continue(())
                });
                every = DeepestContacts { touching: contacts.len(), contacts, at_least: false };
                &every
            }
            WhichPairs::Deepest(most) if options.without_static => search.find_moving(world, most),
            WhichPairs::Deepest(most) => search.find(world, most),
            WhichPairs::All | WhichPairs::Of(_) => search.find(world, 0),
        };
        self.at_least = found.at_least;
        self.read_contacts(scene, world, options, &found.contacts, found.touching);
    }

    /// [`Report::read`] of a world that was not changed since its last step. Where that step did not move
    /// bodies after detection, its contacts are used: they are bit for bit those that detection would find
    /// again.
    pub fn read_stepped(
        &mut self,
        scene: &Scene,
        world: &World,
        options: &ReportOptions,
        search: &mut DeepestSearch,
    ) {
        let as_found = world.settings().solver == SolverKind::Off && world.frame() > 0;
        let lists_all = match options.pairs {
            WhichPairs::Touching => true,
            WhichPairs::Deepest(most) => world.contacts().len() <= most,
            WhichPairs::All | WhichPairs::Of(_) => false,
        };
        // A step does not test pairs of static bodies, and skips contacts beyond `max_contacts`.
        let is_left_out = |body: &Body| body.is_static() && body.shape().kind().has_inside();
        let is_whole = world.waiting_contacts() == 0
            && !world.reached_max_candidates()
            && !world.bodies().iter().any(is_left_out);
        if as_found && lists_all && is_whole {
            self.at_least = false;
            self.read_contacts(scene, world, options, world.contacts(), world.contacts().len());
        } else {
            self.read(scene, world, options, search);
        }
    }

    /// Reads a state of which `touching` pairs touch; `contacts` are those to list, sorted by pair.
    fn read_contacts(
        &mut self,
        scene: &Scene,
        world: &World,
        options: &ReportOptions,
        contacts: &[PairContact],
        touching: usize,
    ) {
        let scene = &*scene.with_pieces(world.pieces());
        self.scene.clone_from(&scene.name);
        self.frame = world.frame();
        self.time = world.time_of(world.frame()) as f32;
        self.unit = LengthUnit::of(world.bodies());
        self.resolver = world.resolver();
        self.waiting_at_least = world.reached_max_candidates().then(|| world.waiting_contacts());
        self.reactions =
            world.reactions().iter().map(|reaction| ReactionReport::of(scene, reaction)).collect();
        self.read_bodies(scene, world, options);
        self.pairs.clear();
        (self.touching, self.extra) = (touching, None);
        let read = |(a, b), leaves, contact: Option<&PairContact>| {
            PairReport::of(world, (a, b), leaves, contact, options.axes.has(a, b))
        };
        if options.lists_entries() {
            let _ = options.for_each_entry(world, &mut |pair, leaves, contact| {
                self.pairs.extend(read(pair, leaves, contact));
                ControlFlow::Continue(())
            });
        } else {
            // The trace of a pair of several entries is that of the deepest.
            let of_one = matches!(options.axes, WhichAxes::Of(..));
            let axes = if of_one { WhichAxes::None } else { options.axes };
            let read = |contact: &PairContact| {
                let pair = (contact.a, contact.b);
                PairReport::of(world, pair, leaves_of(contact), Some(contact), axes.has(pair.0, pair.1))
            };
            self.pairs.extend(contacts.iter().filter_map(read));
            for (pair, leaves) in ghosts::acted_apart(world) {
                let before =
                    self.pairs.partition_point(|read| ((read.a, read.b), read.leaves) < (pair, leaves));
                let traced = axes.has(pair.0, pair.1);
                if let Some(ghost) = PairReport::of(world, pair, leaves, None, traced) {
                    self.pairs.insert(before, ghost);
                }
            }
            if let WhichAxes::Of(i, j) = options.axes {
                self.trace(world, Some((i, j)));
            }
        }
        self.generated.clear();
        let made = world.generated().into_iter();
        self.generated.extend(made.filter_map(|made| GeneratedReport::of(scene, world, made)));
        self.queries = QueryReport::of(&AskedQueries::of(scene), world);
        let course = if options.rotating { impacts::Course::Turning } else { impacts::Course::Straight };
        self.impacts = options.impacts.map(|horizon| impacts::impacts(world, horizon, course));
        let falling = options.impacts.filter(|_| options.falling);
        self.falling = falling.map(|horizon| impacts::impacts(world, horizon, impacts::Course::Falling));
        self.horizon = options.impacts.unwrap_or_default();
        self.rotating = options.impacts.is_some() && options.rotating;
        (self.not_finite, self.events, self.stages, self.hashes) = (None, None, None, None);
        self.stages_of = None;
        self.listeners.clear();
        let listeners = 0..scene.listeners.len() as u32;
        self.listener_names = listeners.map(|index| listener_label(scene, index)).collect();
    }

    fn read_bodies(&mut self, scene: &Scene, world: &World, options: &ReportOptions) {
        let bodies = match options.bodies {
            WhichBodies::Every => world.bodies(),
            WhichBodies::None => &[],
        };
        self.bodies.resize_with(bodies.len(), BodyReport::default);
        for ((index, body), report) in (0..).zip(bodies).zip(&mut self.bodies) {
            report.read(scene, index, body);
            report.momentum = if options.motion { body.momentum() } else { None };
            report.energy = if options.motion { body.energy(world.settings().gravity) } else { None };
        }
        let moves = self.bodies.iter().any(|body| body.momentum.is_some());
        self.momentum = moves.then(|| world.momentum());
        self.energy = moves.then(|| world.energy());
    }

    /// Tells the positions of the bodies before the last step, by index.
    pub fn set_previous(&mut self, positions: &[Vec2]) {
        for (body, position) in self.bodies.iter_mut().zip(positions) {
            body.previous_position = Some(*position);
        }
    }

    /// A recording tells no masses.
    pub fn leave_out_masses(&mut self) {
        (self.momentum, self.energy) = (None, None);
        for body in &mut self.bodies {
            (body.momentum, body.energy) = (None, None);
        }
    }

    /// Where a recording tells no velocities, those in the world are 0 and mean nothing.
    pub fn leave_out_velocities(&mut self) {
        self.lacks_velocities = true;
        for body in &mut self.bodies {
            (body.velocity, body.angular_velocity) = (None, None);
        }
    }

    /// The same of one body, which may be at rest for good; called in the order of the bodies.
    pub fn leave_out_velocity_of(&mut self, body: u32, is_static: bool) {
        if let Some(left_out) = self.bodies.get_mut(body as usize) {
            (left_out.velocity, left_out.angular_velocity) = (None, None);
        }
        if !is_static {
            self.untold.push(body);
            let is_told = |impact: &ImpactReport| impact.a != body && impact.b != body;
            for impacts in [&mut self.impacts, &mut self.falling].into_iter().flatten() {
                impacts.retain(is_told);
            }
        }
    }

    /// Whether it does not tell how fast two bodies close.
    fn lacks_closing(&self, pair: &PairReport) -> bool {
        self.lacks_velocities || [pair.a, pair.b].iter().any(|body| self.untold.binary_search(body).is_ok())
    }

    /// The names of a pair's bodies, for texts.
    fn names(&self, pair: &PairReport) -> [String; 2] {
        [pair.a, pair.b].map(|index| self.name(index))
    }

    fn name(&self, index: u32) -> String {
        match self.bodies.get(index as usize) {
            Some(body) => plain::label(&body.name).into_owned(),
            None => format!("#{index}"),
        }
    }

    /// The listed pair of these bodies, `a < b`, as [`Report::index_of`] chooses it.
    pub fn pair(&self, pair: (u32, u32)) -> Option<&PairReport> {
        self.pairs.get(self.index_of(pair).ok()?)
    }

    /// The listed pairs of leaves of two bodies.
    pub fn entries(&self, pair: (u32, u32)) -> &[PairReport] {
        self.pairs.get(self.range_of(pair)).unwrap_or_default()
    }

    fn range_of(&self, pair: (u32, u32)) -> Range<usize> {
        let start = self.pairs.partition_point(|listed| (listed.a, listed.b) < pair);
        let count = self.pairs.iter().skip(start).take_while(|listed| (listed.a, listed.b) == pair).count();
        start..start + count
    }

    /// The place of a pair in the list, or where it would be. Of several entries the one with a trace, where that is not
    /// each, else the deepest, else the first.
    pub fn index_of(&self, pair: (u32, u32)) -> Result<usize, usize> {
        let range = self.range_of(pair);
        let listed = self.pairs.get(range.clone()).unwrap_or_default();
        let depth = |i: &usize| {
            let pair = listed.get(*i);
            let depth = pair.and_then(|pair| pair.contact.as_ref()).map_or(-1.0, |contact| contact.depth);
            (pair.is_some_and(|pair| pair.trace.is_some()), depth)
        };
        let order = |i: &usize, j: &usize| {
            let ((p, deep), (q, deeper)) = (depth(i), depth(j));
            p.cmp(&q).then(deep.total_cmp(&deeper)).then(j.cmp(i))
        };
        (0..listed.len()).max_by(order).map(|i| range.start + i).ok_or(range.start)
    }

    /// Keeps those of the listed pairs that `keeps` names; the others count as not touching.
    pub fn keep_pairs(&mut self, keeps: impl Fn(u32, u32) -> bool) {
        self.pairs.retain(|pair| keeps(pair.a, pair.b));
        self.touching = self.pairs.iter().filter(|pair| pair.contact.is_some()).count();
    }

    /// "at least " where [`Report::at_least`] holds, before the number of touching pairs.
    pub fn at_least_word(&self) -> &'static str {
        at_least(self.at_least)
    }

    /// Touching pairs that are not listed; none is deeper than those that are, unless [`Report::at_least`] holds.
    pub fn left_out(&self) -> usize {
        self.touching.saturating_sub(self.pairs.iter().filter(|pair| pair.contact.is_some()).count())
    }

    /// Contacts of bodies with grounds.
    pub fn on_grounds(&self) -> usize {
        self.generated.iter().filter(|generated| generated.made.b.is_none()).count()
    }

    /// Replaces the trace in a report of touching pairs by that of `pair`; other pairs are not computed
    /// again. `world` must be the one that was read.
    pub fn trace(&mut self, world: &World, pair: Option<(u32, u32)>) {
        self.trace_parts(world, pair, [None; 2]);
    }

    /// [`Report::trace`] of a pair `a < b`, in its listed entry of these leaves; the report stays as it is where there is none.
    pub fn trace_leaves(&mut self, world: &World, (a, b): (u32, u32), leaves: [Leaf; 2]) {
        let Some(bodies) = world.body(a).zip(world.body(b)) else { return };
        let range = self.range_of((a, b));
        let listed = self.pairs.get_mut(range).unwrap_or_default();
        if !listed.iter().any(|pair| pair.leaves == leaves) {
            return;
        }
        for pair in listed {
            let traced = || TraceReport::of([bodies.0, bodies.1], leaves, pair.contact.is_some());
            pair.trace = (pair.leaves == leaves).then(|| Box::new(traced()));
        }
    }

    /// [`Report::trace`], in these parts alone if they are given.
    pub fn trace_parts(&mut self, world: &World, pair: Option<(u32, u32)>, parts: PairParts) {
        let extra = self.extra.take();
        self.pairs.retain_mut(|pair| {
            pair.trace = None;
            Some((pair.a, pair.b, pair.leaves)) != extra
        });
        let Some((i, j)) = pair else { return };
        let ((a, b), parts) = if i < j { ((i, j), parts) } else { ((j, i), [parts[1], parts[0]]) };
        let Some(traced) = PairReport::of_parts(world, (a, b), parts, true) else { return };
        let range = self.range_of((a, b));
        let listed = self.pairs.get_mut(range.clone()).unwrap_or_default();
        match listed.iter_mut().find(|pair| pair.leaves == traced.leaves) {
            Some(pair) => pair.trace = traced.trace,
            None => {
                self.extra = Some((a, b, traced.leaves));
                let before = listed.iter().filter(|pair| pair.leaves < traced.leaves).count();
                self.pairs.insert(range.start + before, traced);
            }
        }
    }
}

/// Hands over the pairs of [`WhichPairs::Touching`], [`WhichPairs::All`] or [`WhichPairs::Of`] in the report's order, in memory that
/// does not grow with their number. Stops at the first error, which is returned.
pub fn for_each_pair(
    world: &World,
    options: &ReportOptions,
    write: &mut dyn FnMut(&PairReport) -> io::Result<()>,
) -> io::Result<()> {
    let mut written = Ok(());
    let keys = options.shortcuts.then(|| {
        let mut keys = PairKeys::default();
        world.for_each_contact(|c| {
            keys.put((c.a, c.b));
            ControlFlow::Continue(())
        });
        keys
    });
    let mut read = |(a, b): (u32, u32), leaves: [Leaf; 2], contact: Option<&PairContact>| {
        if let Some(mut pair) = PairReport::of(world, (a, b), leaves, contact, options.axes.has(a, b)) {
            if let Some(keys) = &keys {
                // A shortcut knows no outline of a chain.
                let bodies = pair.bodies(world).filter(|_| !pair.is_of_chain());
                let shortcuts =
                    bodies.map(|[a_, b_]| classic_mistakes::of_pair(a_, b_, keys.of_pair((a, b))));
                pair.shortcuts = shortcuts.unwrap_or_default();
            }
            if let Some(tolerance) = options.second_opinion {
                let contact = contact.map(|contact| contact.contact);
                let alone = pair.trace.as_ref().filter(|trace| trace.leaves.is_some());
                let contact = alone.map_or(contact, |trace| trace.contact);
                let bodies = pair.bodies(world).filter(|_| !pair.is_of_chain());
                let opinion =
                    bodies.and_then(|bodies| second_opinion::of_bodies(bodies, contact.as_ref(), tolerance));
                pair.second_opinion = opinion.map(Box::new);
            }
            written = write(&pair);
        }
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    if options.lists_entries() {
        let _ = options.for_each_entry(world, &mut read);
    } else {
        let mut apart = ghosts::acted_apart(world).into_iter().peekable();
        world.for_each_contact(|c| {
            let pair = ((c.a, c.b), leaves_of(c));
            while let Some((apart, leaves)) = apart.next_if(|apart| *apart < pair) {
                read(apart, leaves, None)?;
            }
            if options.lists(world, c) { read(pair.0, pair.1, Some(c)) } else { ControlFlow::Continue(()) }
        });
        let _ = apart.try_for_each(|(pair, leaves)| read(pair, leaves, None));
    }
    written
}

/// Is called with a pair, two of its leaves, and their contact.
type EntryVisitor<'v> = &'v mut dyn FnMut((u32, u32), [Leaf; 2], Option<&PairContact>) -> ControlFlow<()>;

impl ReportOptions {
    /// Whether pairs are listed that do not touch, and each of their parts.
    fn lists_entries(&self) -> bool {
        matches!(self.pairs, WhichPairs::All | WhichPairs::Of(_))
    }

    /// The entries of those.
    fn for_each_entry(&self, world: &World, visit: EntryVisitor<'_>) -> ControlFlow<()> {
        let mut of_pair = |pair: (u32, u32), parts: PairParts| {
            let mut flow = ControlFlow::Continue(());
            for_each_entry(world, pair, &mut |leaves, contact| {
                if flow.is_continue() && are_meant(leaves, parts) {
                    flow = visit(pair, leaves, contact);
                }
            });
            flow
        };
        match self.pairs {
            WhichPairs::Of((pair, parts)) => of_pair(pair, parts),
            _ => every_pair(world).try_for_each(|pair| of_pair(pair, [None; 2])),
        }
    }

    /// Whether a contact's pair is one of those that touch.
    fn lists(&self, world: &World, contact: &PairContact) -> bool {
        let is_static = |body: u32| world.body(body).is_some_and(Body::is_static);
        !(self.without_static && is_static(contact.a) && is_static(contact.b))
    }
}

impl WhichAxes {
    fn has(self, a: u32, b: u32) -> bool {
        match self {
            Self::Every => true,
            Self::Of(i, j) => (a, b) == (i.min(j), i.max(j)),
            Self::None => false,
        }
    }
}

/// Every pair but wall with wall and those of one group, sorted.
fn every_pair(world: &World) -> impl Iterator<Item = (u32, u32)> + '_ {
    let count = world.bodies().len() as u32;
    let every = (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)));
    every.filter(|&(a, b)| can_touch(world, a, b))
}

/// What took the contact of an event from the solver: "sensor", or one of these names of listeners.
fn taker(listeners: &[String], event: &ContactEvent) -> Option<String> {
    let named = match event.resolved_by {
        Some(ResolvedBy::Listener(index)) => listeners.get(index as usize).cloned(),
        Some(ResolvedBy::Sensor | ResolvedBy::Observer | ResolvedBy::OneWay | ResolvedBy::Seam) | None => {
            None
        }
    };
    named.or_else(|| resolved_by(event))
}
