//! The page's clock, with the interface of the standard library's.

use std::ops::{Add, Sub};
use std::time::Duration;

use super::page;

/// A moment, as the time since the page began to load. It never goes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(Duration);

impl Instant {
    pub fn now() -> Self {
        Self(page::since_load())
    }

    /// Time since an earlier moment; zero since a later one.
    pub fn duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// Time since an earlier moment; zero since a later one.
    pub fn saturating_duration_since(self, earlier: Self) -> Duration {
        self.duration_since(earlier)
    }

    pub fn elapsed(self) -> Duration {
        Self::now().duration_since(self)
    }
}

impl Add<Duration> for Instant {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self(self.0.saturating_add(time))
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Self) -> Duration {
        self.duration_since(earlier)
    }
}

/// Time since the beginning of 1970, UTC.
pub fn since_1970() -> Duration {
    page::since_1970()
}
