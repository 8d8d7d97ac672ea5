//! Times of the stages of a frame.
//!
//! The program's own work is measured in processor time of the thread that draws, so that neither other
//! programs nor the graphics driver's threads count. Submitting triangles to the driver and waiting for the
//! picture are measured separately: on a machine without a GPU the driver does its work there.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use crate::app::processor_time;
use crate::platform::clock::Instant;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameStage {
    /// Events, commands and what they change.
    Input,
    /// Steps of the world.
    Step,
    /// Reading the world: contacts of the present state.
    Report,
    /// The canvas as a list of items.
    Overlay,
    Panels,
    /// Items and panels as triangles, and as instances for the GPU.
    Mesh,
    /// All of the above: the program's own work.
    Work,
    /// Steps of the world on other threads, which the drawing does not wait for; in processor time as well.
    Beside,
    /// Triangles and instances submitted to the driver.
    Submit,
    /// Waiting until the picture is shown.
    Show,
    /// The whole frame; like [`FrameStage::Show`] in wall-clock time, not processor time.
    Frame,
}

impl FrameStage {
    /// Every stage, in the order of the frame.
    pub const ALL: [Self; 11] = [
        Self::Input,
        Self::Step,
        Self::Report,
        Self::Overlay,
        Self::Panels,
        Self::Mesh,
        Self::Work,
        Self::Beside,
        Self::Submit,
        Self::Show,
        Self::Frame,
    ];
    /// The program's own work; [`FrameStage::Work`] is their sum.
    pub const OWN: [Self; 6] =
        [Self::Input, Self::Step, Self::Report, Self::Overlay, Self::Panels, Self::Mesh];

    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Step => "step",
            Self::Report => "report",
            Self::Overlay => "overlay",
            Self::Panels => "panels",
            Self::Mesh => "mesh",
            Self::Work => "work",
            Self::Beside => "beside",
            Self::Submit => "submit",
            Self::Show => "show",
            Self::Frame => "frame",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FrameTimes([f32; FrameStage::ALL.len()]);

impl FrameTimes {
    /// Adds the time of a stage; one of [`FrameStage::OWN`] counts as work as well.
    pub fn add(&mut self, stage: FrameStage, time: Duration) {
        let ms = time.as_secs_f32() * 1000.0;
        self.0[stage as usize] += ms;
        if FrameStage::OWN.contains(&stage) {
            self.0[FrameStage::Work as usize] += ms;
        }
    }

    /// Milliseconds.
    pub fn get(&self, stage: FrameStage) -> f32 {
        self.0[stage as usize]
    }
}

/// Measures the consecutive stages of a frame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stopwatch {
    times: FrameTimes,
    /// Processor time of the last lap.
    last: Duration,
}

impl Stopwatch {
    pub fn start() -> Self {
        Self { times: FrameTimes::default(), last: processor_time() }
    }

    /// Counts the time since the last lap for this stage.
    pub fn lap(&mut self, stage: FrameStage) {
        self.lap_at(stage, processor_time());
    }

    /// Counts the time from the last lap up to `now` for this stage. Processor time.
    pub fn lap_at(&mut self, stage: FrameStage, now: Duration) {
        self.times.add(stage, now.saturating_sub(self.last));
        self.last = self.last.max(now);
    }

    /// Counts this processor time of other threads.
    pub fn add_beside(&mut self, time: Duration) {
        self.times.add(FrameStage::Beside, time);
    }

    /// Moves this much of the time measured for `from` to `to`.
    pub fn reassign(&mut self, from: FrameStage, to: FrameStage, time: Duration) {
        let ms = (time.as_secs_f32() * 1000.0).min(self.times.get(from));
        self.times.0[from as usize] -= ms;
        self.times.0[to as usize] += ms;
    }

    pub fn times(&self) -> FrameTimes {
        self.times
    }
}

/// Number of recent frames that are kept.
pub const RECENT: usize = 300;
/// Most frames that are kept for the statistics at the end.
const MOST: usize = 100_000;

/// The last frames, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Recent {
    frames: VecDeque<FrameTimes>,
}

impl Recent {
    /// Adds a frame; the oldest one is dropped.
    pub fn push(&mut self, times: FrameTimes) {
        if self.frames.len() == RECENT {
            self.frames.pop_front();
        }
        self.frames.push_back(times);
    }

    /// Oldest first.
    pub fn frames(&self) -> impl ExactSizeIterator<Item = &FrameTimes> {
        self.frames.iter()
    }

    /// The percentile of a stage's times, for a `share` of 0 to 1. Milliseconds; `None` before the first
    /// frame.
    pub fn percentile(&self, stage: FrameStage, share: f32) -> Option<f32> {
        percentile(self.frames.iter(), stage, share)
    }
}

/// The times of every frame so far.
#[derive(Debug)]
pub struct Stats {
    started: Instant,
    /// Wall-clock time and processor time of the thread that draws.
    first_frame: Option<(Duration, Duration)>,
    frames: Vec<FrameTimes>,
}

impl Stats {
    pub fn new(started: Instant) -> Self {
        Self { started, first_frame: None, frames: Vec::new() }
    }

    /// Adds a frame that is on the screen.
    pub fn push(&mut self, times: FrameTimes) {
        self.first_frame.get_or_insert_with(|| (self.started.elapsed(), processor_time()));
        if self.frames.len() < MOST {
            self.frames.push(times);
        }
    }

    /// The percentile of a stage's times, for a `share` of 0 to 1. Milliseconds; `None` before the first
    /// frame.
    pub fn percentile(&self, stage: FrameStage, share: f32) -> Option<f32> {
        percentile(self.frames.iter(), stage, share)
    }
}

fn percentile<'a>(
    frames: impl Iterator<Item = &'a FrameTimes>,
    stage: FrameStage,
    share: f32,
) -> Option<f32> {
    let mut times: Vec<f32> = frames.map(|times| times.get(stage)).collect();
    let last = times.len().checked_sub(1)?;
    let index = ((share * times.len() as f32) as usize).min(last);
    Some(*times.select_nth_unstable_by(index, f32::total_cmp).1)
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (passed, worked) = self.first_frame.unwrap_or_default();
        let [passed, worked] = [passed, worked].map(|time| time.as_secs_f32() * 1000.0);
        let count = self.frames.len();
        writeln!(f, "first frame after {passed:.0} ms, {worked:.0} ms of processor time; {count} frames")?;
        writeln!(f, "{:<8}{:>9}{:>9}{:>9}{:>9}", "ms", "p50", "p90", "p99", "max")?;
        for stage in FrameStage::ALL {
            write!(f, "{:<8}", stage.name())?;
            for share in [0.5, 0.9, 0.99, 1.0] {
                write!(f, "{:>9.2}", self.percentile(stage, share).unwrap_or(0.0))?;
            }
            writeln!(f)?;
        }
        if let Some(peak) = peak_memory() {
            writeln!(f, "peak memory: {:.1} MiB", peak as f64 / f64::from(1 << 20))?;
        }
        writeln!(
            f,
            "work: processor time of the six stages above; beside: of steps on other threads; submit: of the driver's calls; show, frame: wall-clock time"
        )
    }
}

/// The most memory that the program had at a time; `None` where the system does not tell. Bytes.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|size| size * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(stage: FrameStage, ms: u64) -> FrameTimes {
        let mut times = FrameTimes::default();
        times.add(stage, Duration::from_millis(ms));
        times
    }

    #[test]
    fn percentiles_are_those_of_the_times_put_in() {
        let mut stats = Stats::new(Instant::now());
        assert_eq!(stats.percentile(FrameStage::Submit, 0.5), None);
        for ms in (1..=100).rev() {
            stats.push(frame(FrameStage::Submit, ms));
        }
        assert_eq!(stats.percentile(FrameStage::Submit, 0.5), Some(51.0));
        assert_eq!(stats.percentile(FrameStage::Submit, 1.0), Some(100.0));
        assert_eq!(stats.percentile(FrameStage::Step, 0.5), Some(0.0));
        let text = stats.to_string();
        assert!(
            text.lines().any(|l| l.split_whitespace().eq(["submit", "51.00", "91.00", "100.00", "100.00"])),
            "{text}"
        );
    }

    #[test]
    fn work_is_the_sum_of_what_the_program_does_itself() {
        let mut times = FrameTimes::default();
        for stage in FrameStage::ALL.into_iter().filter(|stage| *stage != FrameStage::Work) {
            times.add(stage, Duration::from_millis(2));
        }
        assert_eq!(times.get(FrameStage::Work), 12.0);
        assert_eq!(times.get(FrameStage::Frame), 2.0);
    }

    #[test]
    fn the_oldest_of_three_hundred_frames_goes() {
        let mut recent = Recent::default();
        assert_eq!(recent.percentile(FrameStage::Work, 0.99), None);
        for ms in 0..400 {
            recent.push(frame(FrameStage::Step, ms));
        }
        assert_eq!(recent.frames().len(), RECENT);
        assert_eq!(recent.percentile(FrameStage::Work, 0.0), Some(100.0));
        assert_eq!(recent.percentile(FrameStage::Work, 1.0), Some(399.0));
    }
}
