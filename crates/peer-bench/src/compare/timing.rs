//! Timing in rounds in which the contestants take turns.

use std::time::Duration;

use serde::Serialize;

/// The rounds of one contestant, in the unit of its row.
#[derive(Clone, Debug, Serialize)]
pub struct Stats {
    pub median: f64,
    pub lower_quartile: f64,
    pub upper_quartile: f64,
    pub rounds: Vec<f64>,
}

impl Stats {
    pub fn of(rounds: Vec<f64>) -> Self {
        let mut sorted = rounds.clone();
        sorted.sort_by(f64::total_cmp);
        let at = |share: f64| sorted[((sorted.len() - 1) as f64 * share).round() as usize];
        Self { median: at(0.5), lower_quartile: at(0.25), upper_quartile: at(0.75), rounds }
    }

    /// Distance between the quartiles as a share of the median.
    pub fn spread(&self) -> f64 {
        (self.upper_quartile - self.lower_quartile) / self.median
    }
}

/// Runs each contestant once per round, in an order that changes from round to round. A contestant gets the
/// round's number and returns its time.
pub fn alternate<C>(
    contestants: &mut [C],
    rounds: u32,
    rng: &mut fastrand::Rng,
    mut run: impl FnMut(&mut C, u32) -> f64,
) -> Vec<Stats> {
    let mut times = vec![Vec::new(); contestants.len()];
    let mut turn: Vec<usize> = (0..contestants.len()).collect();
    for round in 0..rounds {
        rng.shuffle(&mut turn);
        for &i in &turn {
            times[i].push(run(&mut contestants[i], round));
        }
    }
    times.into_iter().map(Stats::of).collect()
}

/// Processor time of this thread, where the system has it, so that other programs on the machine do not
/// count.
pub fn time(work: impl FnOnce()) -> Duration {
    let start = now();
    work();
    now().saturating_sub(start)
}

/// Name of what [`time`] measures.
pub const CLOCK: &str = if cfg!(target_os = "linux") { "processor time of the thread" } else { "wall clock" };

#[cfg(target_os = "linux")]
fn now() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

#[cfg(not(target_os = "linux"))]
fn now() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> = std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
