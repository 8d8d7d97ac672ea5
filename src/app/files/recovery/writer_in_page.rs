//! Unsaved work in a browser: written between two frames, because there are no threads.

use std::sync::{Arc, Mutex, PoisonError};

use super::{INTERVAL, RETRY, RecoveryDesk, Session};
use crate::platform::clock::Instant;

/// What writes, and when it wrote last.
#[derive(Debug, Default)]
pub(super) struct Signal(Mutex<Option<(Session, Option<Instant>)>>);

/// Nothing runs between the frames.
#[derive(Debug)]
pub(super) struct Running(Arc<RecoveryDesk>);

impl Signal {
    /// The next frame looks at the desk.
    pub fn changed(&self) {}
}

impl Running {
    pub fn start(shared: &Arc<RecoveryDesk>, session: Session) -> Result<Self, String> {
        *shared.signal.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((session, None));
        Ok(Self(Arc::clone(shared)))
    }

    /// Leaves nothing behind but unsaved work.
    pub fn join(self) {
        let writer = self.0.signal.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((session, _)) = writer {
            session.end();
        }
    }
}

impl RecoveryDesk {
    /// Deals with what is on the desk, at most once in [`INTERVAL`].
    pub(super) fn frame(&self) {
        let pending = self.pending();
        if pending.is_clear() {
            return;
        }
        let pause = if pending.failed.is_some() { RETRY } else { INTERVAL };
        drop(pending);
        self.write(|last| last.is_none_or(|at| at.elapsed() >= pause));
    }

    /// Whether something on the desk waits for [`RecoveryDesk::frame`].
    pub(super) fn needs_frame(&self) -> bool {
        !self.pending().is_clear()
    }

    /// Deals with what is on the desk; `Err` says why unsaved work is not kept.
    pub(super) fn flush(&self) -> Result<(), String> {
        if !self.pending().is_clear() {
            self.write(|_| true);
        }
        self.pending().failed.clone().map_or(Ok(()), Err)
    }

    /// Writes if it is `due`, which is asked of the time of the last write.
    fn write(&self, due: impl FnOnce(Option<Instant>) -> bool) {
        let mut writer = self.signal.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((session, last)) = &mut *writer
            && due(*last)
        {
            drop(self.deal(self.pending(), session));
            *last = Some(Instant::now());
        }
    }
}
