//! What happens next: first touches ahead, and the distance of the pair looked at over time.

use collide2d::{Pose, Turning, World, separation};

use super::commands::Panel;
use super::looked::Pair;
use super::state::AppState;
use crate::overlay::{ImpactGhost, Layer};
use crate::report::impacts::{impact, straight};
use crate::report::{Axes, Bodies, Pairs, Report, ReportOptions};

/// Longest time to look ahead. Seconds.
pub const LONGEST_HORIZON: f32 = 20.0;
/// First touches that are shown at once, the soonest first.
pub const MOST_IMPACTS: usize = 100;
/// Past frames that the plot shows, at most.
pub const PLOT_FRAMES: usize = 3600;
/// Points of the line of the linear sweep.
const SWEEP_POINTS: usize = 120;

/// How far and for whom first touches are looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LookAhead {
    /// Seconds.
    pub horizon: f32,
    /// Every pair, not only the one looked at.
    pub all: bool,
    /// Bodies turn on the way as they do now; else they do not turn.
    pub rotating: bool,
}

/// The distance of a pair over time: seconds, metres; negative: depth.
#[derive(Clone, Debug, PartialEq)]
pub struct SeparationPlot {
    /// The pair, `a < b`.
    pub pair: Pair,
    /// Time of the present frame.
    pub now: f64,
    /// Frames up to the present one.
    pub past: Vec<[f64; 2]>,
    /// Frames ahead as the solver will have them; it is filled from tick to tick while time stands still.
    pub predicted: Vec<[f64; 2]>,
    /// Ahead, if both keep their present velocities, as first touches are found; it ends at the touch.
    pub sweep: Vec<[f64; 2]>,
    /// Frames, past and ahead, in which the solver had a contact of the pair.
    pub acted: Vec<[f64; 2]>,
    /// The first touch ahead.
    pub impact: Option<f64>,
}

impl Default for LookAhead {
    /// Two seconds, for the pair looked at, without turning.
    fn default() -> Self {
        Self { horizon: 2.0, all: false, rotating: false }
    }
}

impl LookAhead {
    /// With a horizon that is allowed.
    pub(super) fn valid(self) -> Self {
        let horizon = if self.horizon.is_finite() { self.horizon.clamp(0.05, LONGEST_HORIZON) } else { 2.0 };
        Self { horizon, ..self }
    }
}

impl AppState {
    /// How far and for whom first touches are looked for.
    pub fn look_ahead(&self) -> LookAhead {
        self.ahead
    }

    /// First touches ahead, as the layer shows them; none while it is off.
    pub fn impacts(&self) -> &[ImpactGhost] {
        &self.extras.impacts
    }

    /// Frames that the pair's distance is followed beyond the present one.
    pub(super) fn frames_ahead(&self) -> u64 {
        if self.playing || self.panel != Panel::Plots {
            return 0;
        }
        (self.ahead.horizon / self.scene().timestep).ceil() as u64
    }

    /// The first touches that the layer is to show.
    pub(super) fn find_impacts(&self) -> Vec<ImpactGhost> {
        if !self.layers.has(Layer::Impacts) {
            return Vec::new();
        }
        let (world, LookAhead { horizon, all, rotating }) = (self.shown(), self.ahead);
        let mut found = if all {
            let options = ReportOptions {
                bodies: Bodies::None,
                pairs: Pairs::Touching,
                axes: Axes::None,
                impacts: Some(horizon),
                rotating,
            };
            Report::of(self.scene(), world, &options).impacts.unwrap_or_default()
        } else {
            self.looked().and_then(|(a, b)| impact(world, a, b, horizon, rotating)).into_iter().collect()
        };
        found.sort_by(|p, q| p.time.total_cmp(&q.time));
        found.truncate(MOST_IMPACTS);
        let ghost = |impact: crate::report::ImpactReport| {
            let pair = (impact.a, impact.b);
            let [a, b] = [pair.0, pair.1].map(|index| motion(world, index, rotating));
            let ((pose_a, motion_a), (pose_b, motion_b)) = (a?, b?);
            let poses =
                [motion_a.pose_after(&pose_a, impact.time), motion_b.pose_after(&pose_b, impact.time)];
            let way =
                |from: &Pose, to: &Pose, center| [from.world_from_local(center), to.world_from_local(center)];
            Some(ImpactGhost {
                pair,
                time: impact.time,
                point: impact.point,
                normal: impact.normal,
                poses,
                ways: [way(&pose_a, &poses[0], motion_a.center), way(&pose_b, &poses[1], motion_b.center)],
                rotating,
            })
        };
        found.into_iter().filter_map(ghost).collect()
    }

    /// The distance of the pair looked at over time; `None` while the panel is off or no pair is looked at.
    pub fn separation_plot(&self) -> Option<SeparationPlot> {
        let (pair, samples) = self.simulation.records().pair()?;
        let timestep = f64::from(self.scene().timestep);
        let present = usize::try_from(self.frame()).unwrap_or(usize::MAX);
        let first = present.saturating_sub(PLOT_FRAMES);
        let end = present.saturating_add(self.frames_ahead() as usize).max(present);
        let at = |frame: usize, separation: f32| [frame as f64 * timestep, f64::from(separation)];
        let within = samples.iter().enumerate().take(end.saturating_add(1)).skip(first);
        let (mut past, mut predicted, mut acted) = (Vec::new(), Vec::new(), Vec::new());
        for (frame, sample) in within {
            let point = at(frame, sample.separation);
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
        let now = self.time();
        let ahead = self.ahead;
        let impact = impact(self.world(), pair.0, pair.1, ahead.horizon, ahead.rotating);
        let impact = impact.map(|impact| f64::from(impact.time));
        let sweep = self.sweep_line(pair, now, impact.unwrap_or(f64::from(ahead.horizon)));
        Some(SeparationPlot {
            pair,
            now,
            past,
            predicted,
            sweep,
            acted,
            impact: impact.map(|time| now + time),
        })
    }

    fn sweep_line(&self, (a, b): Pair, now: f64, seconds: f64) -> Vec<[f64; 2]> {
        let (world, rotating) = (self.world(), self.ahead.rotating);
        let (Some((pose_a, motion_a)), Some((pose_b, motion_b))) =
            (motion(world, a, rotating), motion(world, b, rotating))
        else {
            return Vec::new();
        };
        let shape = |index: u32| world.bodies().get(index as usize).map(|body| body.shape());
        let (Some(shape_a), Some(shape_b)) = (shape(a), shape(b)) else { return Vec::new() };
        let point = |i: usize| {
            let time = seconds * i as f64 / SWEEP_POINTS as f64;
            let (pose_a, pose_b) =
                (motion_a.pose_after(&pose_a, time as f32), motion_b.pose_after(&pose_b, time as f32));
            [now + time, f64::from(separation(shape_a, &pose_a, shape_b, &pose_b))]
        };
        (0..=SWEEP_POINTS).map(point).collect()
    }
}

fn motion(world: &World, index: u32, rotating: bool) -> Option<(Pose, Turning)> {
    let body = world.bodies().get(index as usize)?;
    Some((*body.pose(), if rotating { Turning::of(body) } else { straight(body) }))
}
