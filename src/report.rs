//! The report: everything read off a [`World`], for JSON, text, `check` and the overlay.

pub mod check;
pub mod ghosts;
pub mod hashes;
pub mod hunt;
pub mod impacts;
pub(crate) mod json;
mod listed;
mod movers;
pub mod not_finite;
mod options;
mod pair;
pub mod queries;
pub mod reduce;
mod rows;
pub mod stops;
mod stream;
mod text;
pub mod until;
pub mod why;

use std::ops::ControlFlow;

use collide2d::{
    Body, ContactEvent, DeepestContacts, DeepestSearch, Energy, Leaf, Momentum, PairContact, ResolvedBy,
    ResolverEffort, SolverKind, World,
};
use glam::Vec2;

use crate::explain::stages::StageText;
pub use crate::explain::stages::{axis_source_label, is_containment, longer_way, overlap_name};
use crate::explain::stages::{listener_label, resolved_by};
use crate::platform::plain;
use crate::report::not_finite::NotFinite;
use crate::scene::Scene;
use crate::scene::numbers::LengthUnit;
use crate::scene::query::ask::AskedQueries;
use hashes::FrameHash;
use movers::MoverReport;
pub use options::{LEAST_SHOWN, ReportOptions, WhichAxes, WhichBodies, WhichPairs};
use pair::leaves_of;
pub use pair::{ContactReport, EndedAt, PairReport, TraceReport};
use queries::QueryReport;
pub use rows::{BodyReport, GeneratedReport, ImpactReport, ReactionReport};
use stream::for_each_listed;
pub use stream::{PairStream, for_each_pair};
pub use text::write_formulas;
use until::StoppedAt;

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
        match options.pairs {
            WhichPairs::All | WhichPairs::Of(_) => self.list_entries(world, options),
            WhichPairs::Touching | WhichPairs::Deepest(_) => self.list(world, contacts, options.axes),
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

    /// Lists pairs whether they touch or not.
    fn list_entries(&mut self, world: &World, options: &ReportOptions) {
        let _ = for_each_listed(options.pairs, world, &mut |pair, leaves, contact| {
            self.pairs.extend(PairReport::of(world, pair, leaves, contact, options.axes.has(pair)));
            ControlFlow::Continue(())
        });
    }

    /// Lists the pairs of these contacts, and the ghosts that acted in the last step and do not touch any more.
    fn list(&mut self, world: &World, contacts: &[PairContact], asked: WhichAxes) {
        // The trace of a pair of several entries is that of the deepest.
        let of_one = matches!(asked, WhichAxes::Of(..));
        let axes = if of_one { WhichAxes::None } else { asked };
        let of_contact = |contact: &PairContact| {
            let pair = (contact.a, contact.b);
            PairReport::of(world, pair, leaves_of(contact), Some(contact), axes.has(pair))
        };
        self.pairs.extend(contacts.iter().filter_map(of_contact));
        for (pair, leaves) in ghosts::acted_apart(world) {
            let before =
                self.pairs.partition_point(|listed| ((listed.a, listed.b), listed.leaves) < (pair, leaves));
            if let Some(ghost) = PairReport::of(world, pair, leaves, None, axes.has(pair)) {
                self.pairs.insert(before, ghost);
            }
        }
        if let WhichAxes::Of(i, j) = asked {
            self.trace(world, Some((i, j)));
        }
    }

    fn read_bodies(&mut self, scene: &Scene, world: &World, options: &ReportOptions) {
        let bodies = match options.bodies {
            WhichBodies::Every => world.bodies(),
            WhichBodies::None => &[],
        };
        self.bodies.resize_with(bodies.len(), BodyReport::default);
        for ((index, body), report) in (0..).zip(bodies).zip(&mut self.bodies) {
            report.read(scene, index, body);
            report.mover = MoverReport::of(scene, world, index);
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

    /// Leaves out the velocity of one body, and unless `is_static` its predicted impacts. Called in the order
    /// of the bodies.
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

    /// Contacts of bodies with grounds.
    pub fn on_grounds(&self) -> usize {
        self.generated.iter().filter(|generated| generated.made.b.is_none()).count()
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
