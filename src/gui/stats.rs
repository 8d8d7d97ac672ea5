//! How long the stages of a frame take.

use std::fmt;
use std::time::{Duration, Instant};

/// A part of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Input and what it changes: the world's steps, the report, the picture as a list.
    State,
    /// Panels, and the picture as triangles.
    Panels,
    /// Triangles to the screen.
    Paint,
    /// All of them.
    Frame,
}

impl Stage {
    const ALL: [(Self, &'static str); 4] =
        [(Self::State, "state"), (Self::Panels, "panels"), (Self::Paint, "paint"), (Self::Frame, "frame")];
}

/// Most frames that are kept.
const MOST: usize = 100_000;

/// Times of the stages of every frame so far.
#[derive(Debug)]
pub struct Stats {
    started: Instant,
    first_frame: Option<Duration>,
    times: [Vec<f32>; 4],
}

impl Stats {
    /// Counts from now.
    pub fn new(started: Instant) -> Self {
        Self { started, first_frame: None, times: Default::default() }
    }

    /// A frame is on the screen.
    pub fn frame_done(&mut self) {
        self.first_frame.get_or_insert_with(|| self.started.elapsed());
    }

    /// A stage took this long.
    pub fn add(&mut self, stage: Stage, time: Duration) {
        let times = &mut self.times[stage as usize];
        if times.len() < MOST {
            times.push(time.as_secs_f32() * 1000.0);
        }
    }

    /// Milliseconds below which this share of a stage's times lie.
    pub fn percentile(&self, stage: Stage, share: f32) -> f32 {
        let mut times = self.times[stage as usize].clone();
        times.sort_by(f32::total_cmp);
        let index = (share * times.len() as f32) as usize;
        times.get(index.min(times.len().saturating_sub(1))).copied().unwrap_or(0.0)
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.first_frame.unwrap_or_default().as_secs_f32() * 1000.0;
        writeln!(f, "first frame after {first:.0} ms; {} frames", self.times[Stage::Frame as usize].len())?;
        writeln!(f, "{:<8}{:>9}{:>9}{:>9}{:>9}", "ms", "p50", "p90", "p99", "max")?;
        for (stage, name) in Stage::ALL {
            write!(f, "{name:<8}")?;
            for share in [0.5, 0.9, 0.99, 1.0] {
                write!(f, "{:>9.2}", self.percentile(stage, share))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_the_times_put_in() {
        let mut stats = Stats::new(Instant::now());
        for ms in (1..=100).rev() {
            stats.add(Stage::Paint, Duration::from_millis(ms));
        }
        assert_eq!(stats.percentile(Stage::Paint, 0.5), 51.0);
        assert_eq!(stats.percentile(Stage::Paint, 1.0), 100.0);
        assert_eq!(stats.percentile(Stage::State, 0.5), 0.0);
    }
}
