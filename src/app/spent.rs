//! How long the editor worked, in processor time of its thread: other programs are not charged to it.

use std::time::Duration;

/// Work since it was asked for last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Steps of the world, and what is kept of them.
    pub step: Duration,
    /// Reading the world.
    pub report: Duration,
}

impl Spent {
    /// What of the work came after `before`.
    pub fn since(self, before: Self) -> Self {
        Self {
            step: self.step.saturating_sub(before.step),
            report: self.report.saturating_sub(before.report),
        }
    }
}

/// Processor time of this thread; where the system does not tell, time that passes.
pub fn processor_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
    }
    #[cfg(not(target_os = "linux"))]
    {
        static BEGIN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        BEGIN.get_or_init(std::time::Instant::now).elapsed()
    }
}
