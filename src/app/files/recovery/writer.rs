//! The thread that writes unsaved work, and how the window waits for it.

use std::sync::{Arc, Condvar, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::{INTERVAL, RETRY, RecoveryDesk, Session};
use crate::platform::clock::Instant;

/// Longest wait for a write that somebody waits for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Wakes the thread, and those who wait for it.
#[derive(Debug, Default)]
pub(super) struct Signal(Condvar);

#[derive(Debug)]
pub(super) struct Running(JoinHandle<()>);

impl Signal {
    /// There is something new on the desk.
    pub fn changed(&self) {
        self.0.notify_all();
    }
}

impl Running {
    /// Starts the thread; `Err` says why it cannot be started.
    pub fn start(shared: &Arc<RecoveryDesk>, session: Session) -> Result<Self, String> {
        let at_desk = Arc::clone(shared);
        let thread = std::thread::Builder::new().name("recovery".to_owned());
        let started = thread.spawn(move || at_desk.work(session));
        started.map(Self).map_err(|e| format!("no thread can be started: {e}"))
    }

    /// Returns once the thread has ended.
    pub fn join(self) {
        let _ = self.0.join();
    }
}

impl RecoveryDesk {
    /// Does nothing: the thread needs no frames.
    pub(super) fn frame(&self) {}

    pub(super) fn needs_frame(&self) -> bool {
        false
    }

    /// Returns once the thread has dealt with what is on the desk.
    pub(super) fn flush(&self) -> Result<(), String> {
        let mut pending = self.pending();
        let wanted = pending.put;
        pending.hurry = pending.dealt < wanted;
        self.signal.changed();
        let (pending, timeout) = self
            .signal
            .0
            .wait_timeout_while(pending, PATIENCE, |pending| pending.dealt < wanted)
            .unwrap_or_else(PoisonError::into_inner);
        match &pending.failed {
            Some(reason) => Err(reason.clone()),
            None if timeout.timed_out() => Err("the disk does not answer".to_owned()),
            None => Ok(()),
        }
    }

    /// The thread: deals with the latest document on the desk, at most once in [`INTERVAL`].
    fn work(&self, mut session: Session) {
        let mut last: Option<Instant> = None;
        let mut pending = self.pending();
        loop {
            pending = self
                .signal
                .0
                .wait_while(pending, |pending| pending.is_clear() && !pending.end)
                .unwrap_or_else(PoisonError::into_inner);
            let pause = if pending.failed.is_some() { RETRY } else { INTERVAL };
            let left = last.map(|at| (at + pause).saturating_duration_since(Instant::now()));
            (pending, _) = self
                .signal
                .0
                .wait_timeout_while(pending, left.unwrap_or_default(), |pending| {
                    !pending.hurry && !pending.end
                })
                .unwrap_or_else(PoisonError::into_inner);
            let ends = pending.end;
            if !pending.is_clear() {
                pending = self.deal(pending, &mut session);
                last = Some(Instant::now());
                self.signal.changed();
            }
            if ends {
                break;
            }
        }
        drop(pending);
        session.end();
    }
}
