//! What ends the sleep of a window in which nothing happens.

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Wakes a sleeping window, from any thread.
#[derive(Clone, Debug, Default)]
pub struct Waker(Arc<(Mutex<bool>, Condvar)>);

impl Waker {
    /// Makes the window draw a frame soon.
    pub fn wake(&self) {
        *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.0.1.notify_all();
    }

    /// Sleeps until woken, or at most this long; returns whether it was woken.
    pub fn wait(&self, most: Duration) -> bool {
        let woken = self.0.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (mut woken, _) =
            self.0.1.wait_timeout_while(woken, most, |woken| !*woken).unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut *woken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wake_that_came_before_the_wait_is_not_lost() {
        let waker = Waker::default();
        waker.wake();
        assert!(waker.wait(Duration::from_secs(60)));
        assert!(!waker.wait(Duration::from_millis(1)));
    }

    #[test]
    fn a_wake_from_another_thread_ends_the_wait() {
        let waker = Waker::default();
        let other = waker.clone();
        let thread = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(20));
            other.wake();
        });
        assert!(waker.wait(Duration::from_secs(60)));
        assert!(thread.join().is_ok());
    }
}
