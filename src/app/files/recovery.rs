//! Unsaved work, kept on the disk while the program runs: at most [`INTERVAL`] and a write behind the window.
//!
//! `writer` is a thread of its own, which writes whatever the window does and sleeps while nothing changes; in a browser, which
//! has no threads here, it writes between two frames. Every process has its own recovery file; `left` reads those of earlier
//! runs, `session` writes this run's.

use std::fmt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::app::files::document::Document;
use crate::scene::Scene;

mod header;
pub mod left;
mod session;
#[cfg_attr(target_os = "unknown", path = "recovery/writer_in_page.rs")]
mod writer;

use header::Header;
use session::Session;
use writer::{Running, Signal};

/// Shortest time between two writes.
pub const INTERVAL: Duration = Duration::from_secs(1);
/// Pause after a write that failed.
const RETRY: Duration = Duration::from_secs(5);

/// Keeps the unsaved work of this run; dropping it writes what is not written yet.
#[derive(Debug)]
pub struct Recovery {
    shared: Option<Arc<RecoveryDesk>>,
    writer: Option<Running>,
}

/// Gets the unsaved work onto the disk at once, from any thread.
#[derive(Clone, Debug)]
pub struct Rescue(Option<Arc<RecoveryDesk>>);

/// Called from the writer when it fails, and when it does no longer.
struct Wake(Box<dyn Fn() + Send>);

/// A document as it is at one moment.
#[derive(Clone, Debug)]
struct UnsavedWork {
    scene: Arc<Scene>,
    /// The scene as its file has it; `None` where [`Document::is_gone`] holds.
    saved: Option<Arc<Scene>>,
    header: Header,
    /// A copy is needed even if nothing is unsaved, because the file is about to be written in place.
    hold: bool,
}

#[derive(Debug, Default)]
struct RecoveryDesk {
    pending: Mutex<PendingWork>,
    signal: Signal,
    wake: Mutex<Option<Wake>>,
}

/// What the window and the writer tell each other.
#[derive(Debug, Default)]
struct PendingWork {
    work: Option<UnsavedWork>,
    /// Recovery files of earlier runs whose content is in `work`.
    replaced: Vec<PathBuf>,
    /// Counts what the window put on the desk, and what the writer has dealt with.
    put: u64,
    dealt: u64,
    /// Why the last write failed.
    failed: Option<String>,
    /// The window knows of the failure.
    reported: bool,
    /// Somebody waits.
    hurry: bool,
    /// Unsaved work is not kept, because a person said so.
    off: bool,
    end: bool,
}

impl UnsavedWork {
    fn of(document: &Document, hold: bool) -> Self {
        let header = Header::of(document.path(), document.known());
        Self { scene: document.shared_scene(), saved: document.saved(), header, hold }
    }

    fn is_needed(&self) -> bool {
        let is_saved = |saved: &Arc<Scene>| Arc::ptr_eq(saved, &self.scene) || *saved == self.scene;
        self.hold || !self.saved.as_ref().is_some_and(is_saved)
    }
}

impl Recovery {
    /// Starts the writer, which writes into `folder`; without a folder nothing is kept.
    pub fn start(folder: Option<PathBuf>, off: bool) -> Self {
        let Some(folder) = folder else { return Self { shared: None, writer: None } };
        let pending = PendingWork { off, ..PendingWork::default() };
        let shared = Arc::new(RecoveryDesk { pending: Mutex::new(pending), ..RecoveryDesk::default() });
        match Running::start(&shared, Session::new(folder)) {
            Ok(writer) => Self { shared: Some(shared), writer: Some(writer) },
            Err(reason) => {
                shared.pending().failed = Some(reason);
                Self { shared: Some(shared), writer: None }
            }
        }
    }

    /// Takes the document as it is; its recovery file goes if nothing is unsaved.
    pub fn keep(&self, document: &Document) {
        self.put(document, false, None);
    }

    /// Like [`Recovery::keep`], for work from this recovery file of an earlier run. That file goes once the
    /// work is in this run's own, synced, or is no longer unsaved.
    pub fn keep_instead_of(&self, document: &Document, left: PathBuf) {
        self.put(document, false, Some(left));
    }

    /// Returns once a copy of the document is synced; `Err` says why it is not. Does nothing where nothing is
    /// kept.
    pub fn hold(&self, document: &Document) -> Result<(), String> {
        match &self.shared {
            Some(shared) if !shared.pending().off => {
                self.put(document, true, None);
                shared.flush()
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Removes the recovery file, because the run ends with nothing to keep. Returns once it is gone.
    pub fn forget(&self) {
        if let Some(shared) = &self.shared {
            let mut pending = shared.pending();
            pending.work = None;
            pending.put += 1;
            drop(pending);
            let _ = shared.flush();
        }
    }

    /// Returns once everything is on the disk.
    pub fn flush(&self) -> Result<(), String> {
        self.rescue().flush()
    }

    /// The handle for other threads.
    pub fn rescue(&self) -> Rescue {
        Rescue(self.shared.clone())
    }

    /// Whether unsaved work is kept.
    pub fn is_on(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| !shared.pending().off)
    }

    /// Keeps unsaved work from now on, or removes what is kept.
    pub fn set_on(&self, on: bool) {
        if let Some(shared) = &self.shared {
            let mut pending = shared.pending();
            pending.off = !on;
            pending.put += 1;
            shared.signal.changed();
        }
    }

    /// Whether a frame is needed soon, because only frames write.
    pub fn needs_frame(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.needs_frame())
    }

    /// Why unsaved work cannot be kept; told once. Called in every frame.
    pub fn failure(&self) -> Option<String> {
        let shared = self.shared.as_ref()?;
        shared.frame();
        let mut pending = shared.pending();
        if pending.reported {
            return None;
        }
        pending.reported = pending.failed.is_some();
        pending.failed.clone()
    }

    /// Whether unsaved work cannot be kept.
    pub fn fails(&self) -> bool {
        self.shared.as_ref().is_some_and(|shared| shared.pending().failed.is_some())
    }

    fn put(&self, document: &Document, hold: bool, replaced: Option<PathBuf>) {
        let Some(shared) = &self.shared else { return };
        let mut pending = shared.pending();
        pending.work = Some(UnsavedWork::of(document, hold));
        pending.replaced.extend(replaced);
        pending.put += 1;
        shared.signal.changed();
    }
}

impl Drop for Recovery {
    fn drop(&mut self) {
        if let Some(shared) = &self.shared {
            shared.pending().end = true;
            shared.signal.changed();
        }
        if let Some(writer) = self.writer.take() {
            writer.join();
        }
    }
}

impl Rescue {
    /// Returns once everything is on the disk; `Err` says why it is not.
    pub fn flush(&self) -> Result<(), String> {
        self.0.as_ref().map_or(Ok(()), |shared| shared.flush())
    }

    /// Calls `wake` when unsaved work cannot be kept, and when it can again: a window that sleeps has to tell it.
    pub fn wake_with(&self, wake: impl Fn() + Send + 'static) {
        if let Some(shared) = &self.0 {
            *shared.wake.lock().unwrap_or_else(PoisonError::into_inner) = Some(Wake(Box::new(wake)));
        }
    }

    /// The text of the unsaved scene; `None` where nothing is unsaved, or it is in use at this moment.
    pub fn text(&self) -> Option<String> {
        let pending = self.0.as_ref()?.pending.try_lock().ok()?;
        pending.work.as_ref().filter(|work| work.is_needed()).map(|work| work.scene.to_ron())
    }
}

impl RecoveryDesk {
    fn pending(&self) -> MutexGuard<'_, PendingWork> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Deals with what is pending on this desk.
    fn deal<'a>(
        &'a self,
        mut pending: MutexGuard<'a, PendingWork>,
        session: &mut Session,
    ) -> MutexGuard<'a, PendingWork> {
        let (number, work, off) = (pending.put, pending.work.clone(), pending.off);
        let mut replaced = std::mem::take(&mut pending.replaced);
        pending.hurry = false;
        drop(pending);
        let outcome = deal_with(session, work.as_ref(), off, &mut replaced);
        pending = self.pending();
        pending.dealt = number;
        pending.replaced.append(&mut replaced);
        pending.reported &= outcome.is_err();
        let changes = pending.failed.is_some() != outcome.is_err();
        pending.failed = outcome.err();
        if changes && let Some(wake) = &*self.wake.lock().unwrap_or_else(PoisonError::into_inner) {
            (wake.0)();
        }
        pending
    }
}

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wake")
    }
}

impl PendingWork {
    /// Whether the writer has nothing to do.
    fn is_clear(&self) -> bool {
        self.put == self.dealt && self.failed.is_none()
    }
}

/// Writes what is needed, then removes what it replaces.
fn deal_with(
    session: &mut Session,
    work: Option<&UnsavedWork>,
    off: bool,
    replaced: &mut Vec<PathBuf>,
) -> Result<(), String> {
    match work.filter(|work| work.is_needed()) {
        Some(work) if !off => session.write(&work.header, &work.scene)?,
        // A recovery file of an earlier run stays, because this run has none.
        Some(_) => {
            session.remove();
            return Ok(());
        }
        None => session.remove(),
    }
    for left in replaced.drain(..) {
        left::remove(&left);
    }
    Ok(())
}
