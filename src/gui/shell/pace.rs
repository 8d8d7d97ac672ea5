//! When frames are drawn, how long they take, and when the window sleeps.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use egui_macroquad::egui;

use super::Shell;
use crate::app::processor_time;
use crate::gui::feed::Feed;
use crate::gui::stats::{FrameStage, FrameTimes, Stats, Stopwatch};
use crate::platform::clock::Instant;

/// Shortest time between frames, for displays that do not wait for vertical sync.
const FRAME: Duration = Duration::from_millis(15);
/// Time for which frames go on after the last input, so that animations of egui finish.
const AFTERGLOW: Duration = Duration::from_millis(80);
/// Frames that are drawn after the last input, however long each takes: what wakes the window may come before the input does,
/// and egui lays out again in the frame after one that changed a size.
const AFTER_INPUT: u64 = 4;
const SLEEP: Duration = Duration::from_secs(30);
/// Frames until the panels have their sizes; the scene is fitted to the canvas until then.
const SETTLING: u64 = 4;

pub(super) struct Pace {
    pub frame: u64,
    /// The panels have their sizes from this frame on.
    pub settled_at: u64,
    /// The state changed after the picture was made.
    pub outdated: bool,
    pub began: Instant,
    last_input: Instant,
    /// The frame in which the last input came.
    input_in: u64,
    /// When egui wants the next frame.
    repaint_at: Arc<Mutex<Option<Instant>>>,
    /// Time at which the picture was submitted.
    pub handed: Instant,
    /// Processor time at which egui's triangles were complete.
    pub ready: Arc<Mutex<Duration>>,
    /// Frames per second.
    pub rate: f32,
    pub stopwatch: Stopwatch,
    pub stats: Option<Stats>,
}

impl Pace {
    pub fn new(egui: &egui::Context, stats: Option<Stats>) -> Self {
        let repaint_at = Arc::new(Mutex::new(None));
        let asked = Arc::clone(&repaint_at);
        egui.set_request_repaint_callback(move |info| {
            let at = Instant::now() + info.delay.min(SLEEP);
            let mut asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
            *asked = Some(asked.map_or(at, |before: Instant| before.min(at)));
        });
        Self {
            frame: 0,
            settled_at: SETTLING,
            outdated: false,
            began: Instant::now(),
            last_input: Instant::now(),
            input_in: 0,
            repaint_at,
            handed: Instant::now(),
            ready: Arc::default(),
            rate: 0.0,
            stopwatch: Stopwatch::default(),
            stats,
        }
    }

    /// Begins a frame; returns the seconds since the last one began.
    pub fn begin(&mut self) -> f32 {
        let began = Instant::now();
        let dt = began.duration_since(self.began).as_secs_f32();
        self.began = began;
        *self.repaint_at.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.stopwatch = Stopwatch::start();
        dt
    }

    /// Ends a frame that began `dt` seconds after the one before. Frames after a sleep do not count for the rate.
    pub fn end(&mut self, dt: f32) {
        self.handed = Instant::now();
        if dt < 0.2 {
            self.rate += (1.0 / dt.max(1.0e-3) - self.rate) * 0.1;
        }
        self.frame += 1;
    }

    /// The times of the frame that is on the screen now.
    pub fn times(&mut self) -> FrameTimes {
        let now = Instant::now();
        let mut times = self.stopwatch.times();
        times.add(FrameStage::Show, now - self.handed);
        times.add(FrameStage::Frame, now - self.began);
        if let Some(stats) = &mut self.stats {
            stats.push(times);
        }
        times
    }

    /// There is input.
    pub fn hear(&mut self) {
        (self.last_input, self.input_in) = (Instant::now(), self.frame);
    }

    /// The panels' sizes change from this frame on.
    pub fn unsettle(&mut self) {
        self.settled_at = self.frame + SETTLING;
    }

    pub fn is_settling(&self) -> bool {
        self.frame < self.settled_at
    }

    /// When egui wants the next frame, if it does.
    pub fn egui_wants(&self) -> Option<Instant> {
        *self.repaint_at.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Laps at the processor time at which egui's triangles were complete.
    pub fn lap_at_mesh(&mut self) {
        let ready = *self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        self.stopwatch.lap_at(FrameStage::Mesh, ready);
    }
}

impl Shell {
    /// Sleeps while there is no work.
    pub(super) fn sleep(&mut self) {
        let now = Instant::now();
        let (pace, egui_wants) = (&self.pace, self.pace.egui_wants());
        let busy = self.state.run().moves()
            || self.state.run().is_working()
            || self.state.hand().is_reducing()
            || self.state.showing().camera.is_turning()
            || self.typing.buttons.any()
            || !self.typing.keys_waiting.is_empty()
            || pace.frame < pace.settled_at + SETTLING
            || pace.outdated
            || self.outlet.is_asked()
            || !self.outlet.pictures.is_empty()
            || self.feed.as_ref().is_some_and(Feed::has_more)
            || now.duration_since(pace.last_input) < AFTERGLOW
            || pace.frame < pace.input_in + AFTER_INPUT
            || egui_wants.is_some_and(|at| at <= now);
        if busy {
            return self.desktop.pause((pace.began + FRAME).saturating_duration_since(now));
        }
        self.desktop.at_rest(&self.state);
        let longest = if self.state.is_active() { Duration::from_millis(100) } else { SLEEP };
        let feed = self.feed.as_ref().and_then(Feed::deadline);
        let deadlines = [egui_wants, self.watch.deadline(), feed].into_iter().flatten();
        let deadline = deadlines.fold(now + longest, Instant::min);
        if self.desktop.wait(deadline, now.duration_since(self.pace.last_input)) {
            self.pace.hear();
        }
    }
}

/// The first item that egui draws: its callback records the processor time at which the triangles were
/// complete.
pub(super) fn record_time(area: egui::Rect, ready: &Arc<Mutex<Duration>>) -> egui::PaintCallback {
    let ready = Arc::clone(ready);
    let callback = egui_miniquad::CallbackFn::new(move |_, _| {
        *ready.lock().unwrap_or_else(PoisonError::into_inner) = processor_time();
    });
    egui::PaintCallback { rect: area, callback: Arc::new(callback) }
}
