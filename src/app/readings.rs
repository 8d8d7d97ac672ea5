//! What is read off many frames, brought up to date as frames are computed: expectations, plots, what the layers of time show.

use std::sync::Arc;
use std::time::Duration;

use collide2d::{Phase, Stage};

use super::commands::Panel;
use super::state::AppState;
use crate::check::{Failure, check_frame};
use crate::overlay::{Age, ContactAge, Extras, Layer};
use crate::scene::Expectation;
use crate::stages::PointImpulse;

/// Reading off frames that were passed may take so long in one drawn frame.
const CATCH_UP_TIME: Duration = Duration::from_millis(8);
/// Frames that trails may go back.
pub(super) const TRAIL_RANGE: (u32, u32) = (1, 600);

/// A line of `expect` on the time line.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectationMark {
    /// Its index in the scene.
    pub index: usize,
    /// The frame that it is about.
    pub frame: u64,
    /// Whether it holds; `None` until its frame is computed.
    pub holds: Option<bool>,
    /// What was found instead.
    pub failure: Option<Failure>,
}

/// Energy and momentum of the scene over time: seconds; joules, newton seconds, newton metre seconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EnergyPlot {
    /// Of moving and turning.
    pub kinetic: Vec<[f64; 2]>,
    /// Of height.
    pub potential: Vec<[f64; 2]>,
    /// Both.
    pub total: Vec<[f64; 2]>,
    /// Linear momentum along x.
    pub momentum_x: Vec<[f64; 2]>,
    /// Linear momentum along y.
    pub momentum_y: Vec<[f64; 2]>,
    /// About the world's origin.
    pub angular: Vec<[f64; 2]>,
    /// Time of the present frame.
    pub now: f64,
}

/// The lines of `expect` and what became of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Expectations {
    lines: Vec<Expectation>,
    marks: Vec<ExpectationMark>,
    known: bool,
}

impl Expectations {
    /// Nothing is known of them any more.
    pub(super) fn forget(&mut self) {
        self.known = false;
    }
}

impl AppState {
    /// The lines of `expect`, in file order, and whether they hold; known as their frames are computed.
    pub fn expectations(&self) -> &[ExpectationMark] {
        &self.expectations.marks
    }

    /// The panel on show at the side.
    pub fn panel(&self) -> Panel {
        self.panel
    }

    /// Frames that trails go back.
    pub fn trail(&self) -> u32 {
        self.trail
    }

    /// For each body that leaves a trail, the places of its centre, oldest first; none while the layer is off.
    pub fn trails(&self) -> &[(u32, Vec<glam::Vec2>)] {
        &self.extras.trails
    }

    /// Whether there is work that goes on from tick to tick: a frame far off, frames to be read, the old future.
    pub fn is_working(&self) -> bool {
        let is_late = |old: &super::OldFuture| old.frame() != self.frame();
        self.seek_target.is_some()
            || self.simulation.is_behind(self.frames_ahead())
            || (self.layers.has(Layer::OldFuture) && self.old_future.as_ref().is_some_and(is_late))
    }

    /// Energy and momentum up to the last frame computed; `None` while the panel is off.
    pub fn energy_plot(&self) -> Option<EnergyPlot> {
        if self.panel != Panel::Plots {
            return None;
        }
        let timestep = f64::from(self.scene().timestep);
        let samples = self.simulation.records().motion();
        let skip =
            usize::try_from(self.frame()).unwrap_or(usize::MAX).saturating_sub(super::ahead::PLOT_FRAMES);
        let mut plot = EnergyPlot { now: self.time(), ..EnergyPlot::default() };
        for (frame, sample) in samples.iter().enumerate().skip(skip).take(2 * super::ahead::PLOT_FRAMES) {
            let time = frame as f64 * timestep;
            plot.kinetic.push([time, sample.energy.kinetic]);
            plot.potential.push([time, sample.energy.potential]);
            plot.total.push([time, sample.energy.total()]);
            plot.momentum_x.push([time, sample.momentum.linear.x]);
            plot.momentum_y.push([time, sample.momentum.linear.y]);
            plot.angular.push([time, sample.momentum.angular]);
        }
        Some(plot)
    }

    /// Says what is to be read off the frames: what is on show, and nothing else.
    pub(super) fn want_readings(&mut self) {
        let (panel, layers) = (self.panel, self.layers);
        let pair = if panel == Panel::Plots { self.chosen } else { None };
        let trail = if layers.has(Layer::Trails) { u64::from(self.trail) } else { 0 };
        self.simulation.watch_impulses(layers.has(Layer::Impulses));
        self.simulation.set_trail(trail);
        let records = self.simulation.records_mut();
        records.set_persist(self.event_filter.persist && panel == Panel::Events);
        records.set_motion(panel == Panel::Plots);
        records.set_pair(pair);
        self.check_expectations();
    }

    fn check_expectations(&mut self) {
        let expect = &self.document.scene.expect;
        if !self.expectations.known || self.expectations.lines != *expect {
            let mark = |(index, e): (usize, &Expectation)| ExpectationMark {
                index,
                frame: e.frame(),
                holds: None,
                failure: None,
            };
            let marks: Vec<_> = expect.iter().enumerate().map(mark).collect();
            self.simulation.want(marks.iter().map(|mark| mark.frame));
            self.expectations = Expectations { lines: expect.clone(), marks, known: true };
        }
        for world in self.simulation.records_mut().take_copies() {
            for (index, failure) in check_frame(&self.document.scene, &world) {
                if let Some(mark) = self.expectations.marks.get_mut(index) {
                    mark.holds = Some(failure.is_none());
                    mark.failure = failure;
                }
            }
        }
    }

    /// Reads on, off frames that were passed before someone asked.
    pub(super) fn catch_up(&mut self) {
        let ahead = self.frames_ahead();
        if self.simulation.is_behind(ahead) {
            self.simulation.catch_up(ahead, CATCH_UP_TIME);
            self.extras_stale = true;
        }
        self.follow_old_future(CATCH_UP_TIME);
    }

    /// What the layers of time show now.
    pub(super) fn read_extras(&mut self) {
        self.extras_stale = false;
        let on = |layer| self.layers.has(layer);
        let mut extras = Extras::default();
        if on(Layer::Ages) && self.inside.is_none() {
            extras.ages = ages(self.simulation.world());
        }
        if on(Layer::Trails) {
            extras.trails = self.simulation.records().trails(self.frame());
        }
        if on(Layer::OldFuture)
            && let Some(old) = self.old_future.as_ref().filter(|old| old.frame() == self.frame())
        {
            extras.old_future = old.world().bodies().to_vec();
        }
        extras.impacts = self.find_impacts();
        match self.inside.as_ref().map(|inside| inside.recording().stage()) {
            Some(Some(Stage::Iteration(told))) => extras.impulses = vec![PointImpulse::of(told)],
            Some(Some(Stage::BroadPhase(pairs))) => {
                extras.broad_phase = pairs.iter().map(|pair| (pair.a(), pair.b())).collect();
            }
            Some(_) => {}
            None if on(Layer::Impulses) => {
                let impulses = self.simulation.impulses().map(|impulses| impulses.points.clone());
                extras.impulses = impulses.unwrap_or_default();
            }
            None => {}
        }
        self.extras = Arc::new(extras);
    }
}

/// How old the contacts are that the last step handled.
fn ages(world: &collide2d::World) -> Vec<ContactAge> {
    let age = |event: &collide2d::ContactEvent| {
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
