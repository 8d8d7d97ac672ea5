//! What is computed from the other rooms: the report, what the layers of time show, expectations, the rows of
//! the log.
//!
//! Each reading remembers what it was made of: the document's revision, the run's stamp, and the settings
//! that it depends on. It is read again when one of these differs, and only then.

pub mod ahead;
pub mod events;
pub mod frame_log;
pub mod moment_log;
pub mod plots;
pub mod readings;
pub mod stop_log;
pub mod watch_log;

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use collide2d::{ContactEvent, DeepestSearch, Leaf, PairKey, Phase, Piece, Stage, World};

use crate::app::commands::Panel;
use crate::app::derived::ahead::LookAhead;
use crate::app::derived::events::{EventFilter, EventPairs, Matches};
use crate::app::derived::readings::Expectations;
use crate::app::hand::tools::EditorView;
use crate::app::looking::pairs::{self, Pair};
use crate::app::run::playback::Playback;
use crate::app::run::{Run, Stamp};
use crate::app::showing::Showing;
use crate::app::showing::units::Units;
use crate::app::spent::processor_time;
use crate::elsewhere::recording::compare::Tolerances;
use crate::explain::their_side::TheirSide;
use crate::picture::overlay::{Age, ContactAge, Extras, Layer, Layers};
use crate::report::queries::QueryReport;
use crate::report::why::{FirstMeeting, PairPast};
use crate::report::{Report, ReportOptions, WhichAxes, WhichPairs};
use crate::scene::Scene;
use crate::scene::query::ask::AskedQueries;

#[derive(Debug, Default)]
pub struct Derived {
    /// The touching pairs of the state on the canvas, and the selected pair with its axes.
    pub report: Report,
    /// What finds the report's contacts.
    search: DeepestSearch,
    /// The scene with the names of pieces, and what it was made of; `None`: there are no pieces.
    named: Option<(u64, Vec<Piece>, Scene)>,
    /// What the report was read off; `None` before the first reading.
    report_of: Option<ReportKey>,
    /// The pair whose axes the report holds, and the parts and segments of it that were chosen.
    traced: Option<TracedPair>,
    /// What the layers of time show.
    pub extras: Arc<Extras>,
    extras_of: Option<ExtrasKey>,
    /// What the other engine tells of the selected pair, and of what state; while Why? is shown.
    theirs: Option<(TheirsKey, Option<TheirSide>)>,
    /// What led the selected two to the state on the canvas; while Why? is shown.
    past: Option<(PastKey, PairPast)>,
    /// How the selected pair first met, where a one-way body lets it through.
    met: Option<(MeetingKey, Option<FirstMeeting>)>,
    pub expectations: Expectations,
    /// Events that pass the filter of the log; empty while the log is not shown.
    pub filtered: Matches,
    /// Events of the selected pair.
    pub of_pair: Matches,
    /// Run and state to which the scene of a recording was brought.
    moment: (u64, u64),
    /// Processor time spent on reading the world.
    pub spent: Duration,
}

type TracedPair = (Pair, Option<[Leaf; 2]>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct ReportKey {
    revision: u64,
    shown: u64,
    units: Units,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct TheirsKey {
    report: Option<ReportKey>,
    pair: Pair,
    tolerances: Tolerances,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct PastKey {
    report: Option<ReportKey>,
    pair: Pair,
    traced: Option<TracedPair>,
    /// Of a recording: who moves farther in a frame was put there. Metres.
    teleport: Option<f32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct MeetingKey {
    run: u64,
    pair: Pair,
    /// `None`: no step found the contact yet; then it is decided by the report's state.
    since: Option<u64>,
    report: Option<ReportKey>,
}

#[derive(Clone, Debug, PartialEq)]
struct ExtrasKey {
    report: Option<ReportKey>,
    pair: Option<Pair>,
    traced: Option<TracedPair>,
    stamp: Stamp,
    layers: Layers,
    ahead: LookAhead,
    trail: u32,
    /// The two crossed on the way to this frame of a recording.
    crossed: bool,
    /// The panel that tells the second opinion is shown.
    why: bool,
}

impl Derived {
    /// Checks the `expect` lines whose frames are computed.
    pub fn check_expectations(&mut self, scene: &Scene, run: &mut Run) {
        self.expectations.update(scene, run);
    }

    /// The frame of a recording that is shown, and of which opening: what was found of one holds of no other.
    pub fn moment(&self) -> (u64, u64) {
        self.moment
    }

    /// Whether a frame of a recording is shown to which its scene was not brought yet; it is from now on.
    pub fn is_new_moment(&mut self, run: &Run) -> bool {
        let Stamp { run: of, shown, .. } = run.stamp;
        run.frames.playback().is_some() && std::mem::replace(&mut self.moment, (of, shown)) != (of, shown)
    }

    /// Reads the state on the canvas if the report is stale; returns whether it was.
    pub fn read_report(&mut self, seen: &EditorView, revision: u64) -> bool {
        let units = seen.showing.kept.units;
        let of = Some(ReportKey { revision, shown: seen.run.stamp.shown, units });
        if self.report_of == of {
            return false;
        }
        let begin = processor_time();
        self.name_pieces(seen, revision);
        let pair = tested_pair(seen);
        let axes = pair.map_or(WhichAxes::None, |(a, b)| WhichAxes::Of(a, b));
        let pairs = WhichPairs::shown(seen.scene);
        let without_static = seen.run.frames.playback().is_some();
        let options = ReportOptions { pairs, axes, without_static, ..ReportOptions::default() };
        let search = &mut self.search;
        if seen.run.inside.is_some() {
            self.report.read(seen.scene, seen.run.shown(), &options, search);
            if let Some(tested) = tested_so_far(seen) {
                self.report.keep_pairs(|a, b| tested.binary_search(&(a, b)).is_ok());
            }
        } else {
            self.report.read_stepped(seen.scene, seen.run.world(), &options, search);
        }
        if let Some(playback) = seen.run.frames.playback() {
            let shown = seen.run.shown();
            let asked = playback.recording.our_queries(playback.index);
            self.report.queries = QueryReport::of(&AskedQueries::with(seen.scene, asked), shown);
            (self.report.frame, self.report.time) = (seen.run.frame(), seen.run.time() as f32);
        }
        self.report.unit = units.shown(self.report.unit);
        (self.report_of, self.traced) = (of, traced_pair(seen));
        self.trace_chosen(seen);
        self.spent += processor_time().saturating_sub(begin);
        true
    }

    fn name_pieces(&mut self, seen: &EditorView, revision: u64) {
        let pieces = seen.run.pieces();
        if self.named.as_ref().is_some_and(|(of, named, _)| *of == revision && named == pieces) {
            return;
        }
        self.named = match seen.scene.with_pieces(pieces) {
            Cow::Borrowed(_) => None,
            Cow::Owned(scene) => Some((revision, pieces.to_vec(), scene)),
        };
    }

    /// The scene with the names of pieces; `None`: there are none, or the scene has another revision.
    pub fn named(&self, revision: u64) -> Option<&Scene> {
        self.named.as_ref().filter(|(of, ..)| *of == revision).map(|(.., scene)| scene)
    }

    /// Gives the report the axes of the selected pair; returns whether the pair changed.
    pub fn trace(&mut self, seen: &EditorView) -> bool {
        let traced = traced_pair(seen);
        let other = self.traced != traced;
        if other {
            self.traced = traced;
            self.report.trace(seen.run.shown(), traced.map(|(pair, _)| pair));
            self.trace_chosen(seen);
        }
        other
    }

    /// Gives the report the axes of the chosen parts instead, where they are among the pair's contacts.
    fn trace_chosen(&mut self, seen: &EditorView) {
        if let Some((pair, Some(leaves))) = self.traced {
            self.report.trace_leaves(seen.run.shown(), pair, leaves);
        }
    }

    /// Reads what the other engine tells of the selected pair.
    pub fn read_theirs(&mut self, seen: &EditorView) {
        let playback = seen.run.frames.playback().filter(|_| seen.showing.panel == Panel::Why);
        let Some((playback, pair)) = playback.zip(seen.looking.selected_pair()) else {
            self.theirs = None;
            return;
        };
        let key = TheirsKey { report: self.report_of, pair, tolerances: playback.tolerances() };
        if self.theirs.as_ref().is_none_or(|(of, _)| *of != key) {
            self.theirs = Some((key, playback.their_side(pair)));
        }
    }

    /// What the other engine tells of a pair, as read last; `None`: it was not read.
    pub fn theirs(&self, pair: Pair) -> Option<&Option<TheirSide>> {
        let of_pair = self.theirs.as_ref().filter(|(of, _)| of.pair == pair && of.report == self.report_of);
        of_pair.map(|(_, theirs)| theirs)
    }

    /// Reads what led the two bodies that are asked for to the state on the canvas.
    pub fn read_past(&mut self, run: &mut Run, showing: &Showing, asked: Option<Pair>) {
        let Some(pair) = asked.filter(|_| showing.panel == Panel::Why && run.inside.is_none()) else {
            self.past = None;
            return;
        };
        let teleport = run.frames.playback().and_then(Playback::teleport);
        let of = PastKey { report: self.report_of, pair, traced: self.traced, teleport };
        if self.past.as_ref().is_some_and(|(known, _)| *known == of) {
            return;
        }
        let read = self.report.pair(pair);
        let frame = run.frame();
        let past = if let Some(playback) = run.frames.playback() {
            playback.past(pair, read.map_or([None; 2], |read| read.leaves.map(Leaf::part_of_several)))
        } else if frame > 0
            && let Some(read) = read
            && let Some(simulation) = run.frames.simulation()
        {
            let before = simulation.world_at(frame - 1);
            PairPast::of_step(before, run.world(), pair, read.leaves)
        } else {
            PairPast::default()
        };
        self.past = Some((of, past));
    }

    /// What led two bodies to the state on the canvas, as read last; `None`: it was not read.
    pub fn past(&self, pair: Pair) -> Option<&PairPast> {
        let is_now =
            |of: &PastKey| of.pair == pair && of.report == self.report_of && of.traced == self.traced;
        self.past.as_ref().filter(|(of, _)| is_now(of)).map(|(_, past)| past)
    }

    /// Reads how the selected pair first met, where a one-way body lets it through.
    pub fn read_meeting(&mut self, run: &mut Run, pair: Option<Pair>) {
        let Some(pair) = pair.filter(|(a, b)| {
            let is_one_way =
                |index: &u32| run.shown().body(*index).is_some_and(|body| body.one_way().is_some());
            is_one_way(a) || is_one_way(b)
        }) else {
            self.met = None;
            return;
        };
        let key_pair = PairKey::new(pair.0, pair.1);
        let since = FirstMeeting::since(run.shown(), key_pair);
        let report = self.report_of.filter(|_| since.is_none());
        let key = MeetingKey { run: run.stamp.run, pair, since, report };
        if self.met.is_some_and(|(of, _)| of == key) {
            return;
        }
        let present = FirstMeeting::present(run.shown(), key_pair);
        let met = match (present, since) {
            (Some(_), Some(since)) => {
                let earlier = run.frames.simulation().map(|run| run.world_at(since.saturating_sub(1)));
                earlier.and_then(|earlier| FirstMeeting::find(earlier, key_pair, since))
            }
            (present, _) => present,
        };
        self.met = Some((key, met));
    }

    /// How a pair first met that a one-way body lets through, as read last.
    pub fn met(&self, pair: Pair) -> Option<&FirstMeeting> {
        self.met.as_ref().filter(|(of, _)| of.pair == pair).and_then(|(_, met)| met.as_ref())
    }

    /// Brings the rows of the log and the events of the selected pair up to date.
    pub fn match_events(&mut self, seen: &EditorView) {
        let (log, run) = (&seen.run.frames.log().events, seen.run.stamp.run);
        let scene = &*seen.scene.with_pieces(seen.run.pieces());
        match seen.looking.selected_pair() {
            Some((a, b)) => {
                let filter = EventFilter { pairs: EventPairs::Of(a, b), ..EventFilter::default() };
                self.of_pair.update(run, log, Some((a, b)), &filter, scene);
            }
            None => self.of_pair.clear(),
        }
        if seen.showing.panel != Panel::Events {
            return self.filtered.clear();
        }
        let filter = &seen.showing.event_filter;
        let pair = match filter.pairs {
            EventPairs::All => None,
            EventPairs::Selected => seen.looking.pinned_pair,
            EventPairs::Of(a, b) => Some((a.min(b), a.max(b))),
        };
        self.filtered.update(run, log, pair, filter, scene);
    }

    /// Reads what the layers of time show, if it is stale.
    pub fn read_extras(&mut self, run: &mut Run, showing: &Showing, pair: Option<Pair>) {
        let recorded = run.frames.playback().is_some();
        let has_crossed = |pair| recorded && run.frames.log().moments.crosses(run.frame(), pair);
        let of = ExtrasKey {
            crossed: pair.is_some_and(has_crossed),
            report: self.report_of,
            pair,
            traced: self.traced,
            stamp: run.stamp,
            layers: showing.layers,
            ahead: showing.look_ahead,
            trail: showing.trail,
            why: showing.panel == Panel::Why,
        };
        if self.extras_of.as_ref() == Some(&of) {
            return;
        }
        let on = |layer| of.layers.has(layer) && !(recorded && layer == Layer::Impacts);
        let mut extras = Extras::default();
        if on(Layer::Ages) && run.inside.is_none() {
            extras.ages = match run.frames.playback() {
                Some(playback) => playback.ages(pairs::touching(&self.report)),
                None => ages(run.world()),
            };
        }
        if on(Layer::Trails) {
            extras.trails = match run.frames.playback() {
                Some(playback) => playback.trails(showing.trail as usize),
                None => run.frames.log().trails(run.frame()),
            };
        }
        if on(Layer::OldFuture)
            && let Some(old) = run.old_future.as_ref().filter(|old| old.frame() == run.frame())
        {
            extras.old_future = old.world().bodies().to_vec();
        }
        if on(Layer::OldFuture) {
            match run.frames.playback() {
                Some(playback) => {
                    (extras.kept, extras.second) =
                        (vec![playback.bodies_beside()], playback.contacts_beside());
                }
                None => extras.kept = run.kept_elsewhere(),
            }
        }
        if on(Layer::Impacts) {
            extras.impacts = ahead::impacts(run.shown(), pair, of.ahead);
            extras.horizon = (pair.is_some() || of.ahead.all).then_some(of.ahead.horizon);
            extras.courses = of.ahead.courses().collect();
        }
        if on(Layer::Theirs)
            && let Some(playback) = run.frames.playback()
        {
            extras.theirs = playback.theirs();
        }
        if let Some(pair) = pair.filter(|_| of.why || on(Layer::SecondOpinion)) {
            extras.ask(run.shown(), &self.report, pair);
        }
        let recording = run.inside.as_ref().map(|inside| &inside.recording);
        if let Some(largest) = recording.and_then(|recording| recording.largest_impulse()) {
            extras.impulses = recording.and_then(|recording| recording.impulse()).into_iter().collect();
            extras.largest_of_step = (!extras.impulses.is_empty()).then_some(largest);
        }
        extras.lit_generator = recording.and_then(|recording| recording.generator());
        extras.previous = recording.into_iter().flat_map(|recording| recording.moved()).collect();
        if let Some((playback, pair)) = run.frames.playback().zip(pair).filter(|_| of.crossed) {
            (extras.previous, extras.is_frame_before) = (playback.before(pair), true);
        }
        match recording.map(|recording| recording.stage()) {
            Some(Some(Stage::BroadPhase(pairs))) => {
                extras.broad_phase = pairs.iter().map(|pair| (pair.a(), pair.b())).collect();
            }
            Some(_) => {}
            None if on(Layer::Impulses) => {
                let impulses = run.frames.impulses().map(|impulses| impulses.points.clone());
                extras.impulses = impulses.unwrap_or_default();
            }
            None => {}
        }
        (self.extras, self.extras_of) = (Arc::new(extras), Some(of));
    }
}

/// Inside a step whose narrow phase is not over: the pairs tested so far. The canvas shows no other contacts.
fn tested_so_far(seen: &EditorView) -> Option<Vec<Pair>> {
    seen.run.inside.as_ref()?.recording.tested_so_far()
}

/// The selected pair, unless its test comes later in the step that is shown.
fn tested_pair(seen: &EditorView) -> Option<Pair> {
    let tested = tested_so_far(seen);
    let is_tested = |pair: &Pair| tested.as_ref().is_none_or(|tested| tested.binary_search(pair).is_ok());
    seen.looking.selected_pair().filter(is_tested)
}

/// [`tested_pair`], and the chosen parts and segments of it.
fn traced_pair(seen: &EditorView) -> Option<TracedPair> {
    tested_pair(seen).map(|pair| (pair, seen.looking.selected_leaves()))
}

/// The ages of the contacts that the last step handled.
fn ages(world: &World) -> Vec<ContactAge> {
    let age = |event: &ContactEvent| {
        let age = match (event.phase, event.resolved_by) {
            (Phase::End, _) => return None,
            (_, Some(_)) => Age::Taken,
            (Phase::Begin, None) => Age::New,
            (Phase::Persist, None) => Age::Lasting,
        };
        Some(ContactAge { pair: (event.pair.a(), event.pair.b()), age })
    };
    world.events().iter().filter_map(age).collect()
}
