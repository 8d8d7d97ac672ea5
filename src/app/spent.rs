//! How long the editor worked, in processor time of its thread, so that other programs do not count.

use std::time::Duration;

/// Processor time of the editor's work.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Steps of the world and their readings.
    pub step: Duration,
    /// Steps of the world on other threads.
    pub beside: Duration,
    /// Reading the world.
    pub report: Duration,
}

impl Spent {
    pub fn since(self, before: Self) -> Self {
        Self {
            step: self.step.saturating_sub(before.step),
            beside: self.beside.saturating_sub(before.beside),
            report: self.report.saturating_sub(before.report),
        }
    }
}

/// Processor time of this thread; wall-clock time where the system does not provide it.
pub fn processor_time() -> Duration {
    #[cfg(target_os = "linux")]
    {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or(0))
    }
    #[cfg(not(target_os = "linux"))]
    {
        static BEGIN: std::sync::OnceLock<crate::platform::clock::Instant> = std::sync::OnceLock::new();
        BEGIN.get_or_init(crate::platform::clock::Instant::now).elapsed()
    }
}
