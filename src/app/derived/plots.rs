//! Plots over time: the distance of a pair, energy and momentum.

use collide2d::separation;

use crate::app::derived::ahead::{LookAhead, motion};
use crate::app::looking::pairs::Pair;
use crate::app::run::Run;
use crate::report::impacts::impact;

/// Most past frames that a plot shows.
const PLOT_FRAMES: usize = 3600;
/// Points of the predicted line of the sweep.
const SWEEP_POINTS: usize = 120;

/// The distance of a pair over time. Seconds; metres, negative: depth.
#[derive(Clone, Debug, PartialEq)]
pub struct SeparationPlot {
    pub pair: Pair,
    /// Time of the present frame.
    pub now: f64,
    /// Frames up to the present one.
    pub past: Vec<[f64; 2]>,
    /// Frames ahead, as the solver computes them or as they are recorded; extended from tick to tick while time is paused.
    pub predicted: Vec<[f64; 2]>,
    /// The distance ahead at constant velocities, as the sweep computes it; it ends at the time of impact.
    pub sweep: Vec<[f64; 2]>,
    /// Frames, past and ahead, in which the solver had a contact of the pair, or the recorded engine told one.
    pub acted: Vec<[f64; 2]>,
    pub impact: Option<f64>,
}

/// Energy and momentum of the scene over time. Seconds; joules, newton seconds, newton metre seconds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EnergyPlot {
    /// Linear and rotational.
    pub kinetic: Vec<[f64; 2]>,
    /// Gravitational.
    pub potential: Vec<[f64; 2]>,
    pub total: Vec<[f64; 2]>,
    pub momentum_x: Vec<[f64; 2]>,
    pub momentum_y: Vec<[f64; 2]>,
    /// About the world's origin.
    pub angular: Vec<[f64; 2]>,
    /// Time of the present frame.
    pub now: f64,
}

impl SeparationPlot {
    /// Plots the pair whose distance the run reads; `None` if it reads none.
    pub fn of(run: &Run, ahead: LookAhead) -> Option<Self> {
        let (pair, samples) = run.frames.log().pair()?;
        let present = run.frames.place();
        let frames_ahead = if run.playing { 0 } else { run.wanted.ahead as usize };
        let first = present.saturating_sub(PLOT_FRAMES);
        let end = present.saturating_add(frames_ahead);
        let within = samples.iter().enumerate().take(end.saturating_add(1)).skip(first);
        let (mut past, mut predicted, mut acted) = (Vec::new(), Vec::new(), Vec::new());
        for (frame, sample) in within {
            let point = [run.frames.time_at(frame), f64::from(sample.separation)];
            if point[1].is_nan() {
                continue;
            }
            if frame <= present {
                past.push(point);
            }
            if frame >= present {
                predicted.push(point);
            }
            if sample.acted {
                acted.push(point);
            }
        }
        let now = run.time();
        if run.frames.playback().is_some() {
            // What comes is recorded, so nothing is predicted.
            return Some(Self { pair, now, past, predicted, sweep: Vec::new(), acted, impact: None });
        }
        let impact = impact(run.world(), pair.0, pair.1, ahead.horizon, ahead.course());
        let impact = impact.map(|impact| f64::from(impact.time));
        let seconds = impact.unwrap_or(f64::from(ahead.horizon));
        let sweep = sweep_line(run, pair, ahead.rotating, seconds).unwrap_or_default();
        Some(Self { pair, now, past, predicted, sweep, acted, impact: impact.map(|time| now + time) })
    }
}

/// The distance of the pair over the next seconds at constant velocities.
fn sweep_line(run: &Run, (a, b): Pair, rotating: bool, seconds: f64) -> Option<Vec<[f64; 2]>> {
    let (world, now) = (run.world(), run.time());
    let (pose_a, motion_a) = motion(world, a, rotating)?;
    let (pose_b, motion_b) = motion(world, b, rotating)?;
    let (shape_a, shape_b) =
        (world.bodies().get(a as usize)?.shape(), world.bodies().get(b as usize)?.shape());
    let point = |i: usize| {
        let time = seconds * i as f64 / SWEEP_POINTS as f64;
        let (pose_a, pose_b) =
            (motion_a.pose_after(&pose_a, time as f32), motion_b.pose_after(&pose_b, time as f32));
        [now + time, f64::from(separation(shape_a, &pose_a, shape_b, &pose_b))]
    };
    Some((0..=SWEEP_POINTS).map(point).collect())
}

impl EnergyPlot {
    /// Plots the frames up to the last computed one, as far as the run reads them.
    pub fn of(run: &Run) -> Self {
        let skip = usize::try_from(run.frame()).unwrap_or(usize::MAX).saturating_sub(PLOT_FRAMES);
        let mut plot = Self { now: run.time(), ..Self::default() };
        for (frame, sample) in run.frames.log().motion().iter().enumerate().skip(skip).take(2 * PLOT_FRAMES) {
            let time = run.frames.time_of(frame as u64);
            plot.kinetic.push([time, sample.energy.kinetic]);
            plot.potential.push([time, sample.energy.potential]);
            plot.total.push([time, sample.energy.total()]);
            plot.momentum_x.push([time, sample.momentum.linear.x]);
            plot.momentum_y.push([time, sample.momentum.linear.y]);
            plot.angular.push([time, sample.momentum.angular]);
        }
        plot
    }
}
