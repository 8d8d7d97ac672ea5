//! One source of time: the system's clock, in a browser the page's.

#[cfg(target_os = "unknown")]
pub use crate::browser::clock::{Instant, since_1970};
#[cfg(not(target_os = "unknown"))]
pub use std::time::Instant;

/// Time since the beginning of 1970, UTC; zero where the clock is set to before that.
#[cfg(not(target_os = "unknown"))]
pub fn since_1970() -> std::time::Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}
