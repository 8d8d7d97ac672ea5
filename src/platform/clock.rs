//! One source of time: the system's clock.

pub use std::time::Instant;

/// Time since the beginning of 1970, UTC; zero where the clock is set to before that.
pub fn since_1970() -> std::time::Duration {
    std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default()
}
