//! Unsaved work, kept on the disk by a thread of its own while the program runs: at most [`INTERVAL`] and a
//! write behind the window, whatever the window does. The thread sleeps while nothing changes.
//!
//! Every process has its own recovery file; `left` reads those of earlier runs, `session` writes this run's.

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::document::Document;
use crate::scene::Scene;

mod header;
pub mod left;
mod session;

use header::Header;
use session::Session;

/// Shortest time between two writes.
pub const INTERVAL: Duration = Duration::from_secs(1);
/// Pause after a write that failed.
const RETRY: Duration = Duration::from_secs(5);
/// Longest wait for a write that somebody waits for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Keeps the unsaved work of this run; dropping it writes what is not written yet.
#[derive(Debug)]
pub struct Recovery {
    shared: Option<Arc<Shared>>,
    thread: Option<JoinHandle<()>>,
}

/// Gets the unsaved work onto the disk at once, from any thread.
#[derive(Clone, Debug)]
pub struct Rescue(Option<Arc<Shared>>);

/// A document as it is at one moment.
#[derive(Clone, Debug)]
struct Work {
    scene: Arc<Scene>,
    /// The scene as its file has it; `None` if the file is missing or damaged.
    saved: Option<Arc<Scene>>,
    header: Header,
    /// A copy is needed even if nothing is unsaved, because the file is about to be written in place.
    hold: bool,
}

#[derive(Debug, Default)]
struct Shared {
    desk: Mutex<Desk>,
    changed: Condvar,
}

/// What the window and the thread tell each other.
#[derive(Debug, Default)]
struct Desk {
    work: Option<Work>,
    /// Recovery files of earlier runs whose content is in `work`.
    replaced: Vec<PathBuf>,
    /// Counts what the window put on the desk, and what the thread has dealt with.
    put: u64,
    dealt: u64,
    /// Why the last write failed.
    failed: Option<String>,
    /// The window has been told of the failure.
    told: bool,
    /// Somebody waits.
    hurry: bool,
    /// Unsaved work is not kept, because a person said so.
    off: bool,
    end: bool,
}

impl Work {
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
    /// Starts the thread, which writes into `folder`; without a folder nothing is kept.
    pub fn start(folder: Option<PathBuf>, off: bool) -> Self {
        let Some(folder) = folder else { return Self { shared: None, thread: None } };
        let desk = Desk { off, ..Desk::default() };
        let shared = Arc::new(Shared { desk: Mutex::new(desk), changed: Condvar::new() });
        let session = Session::new(folder);
        let at_desk = Arc::clone(&shared);
        let thread = std::thread::Builder::new().name("recovery".to_owned());
        match thread.spawn(move || at_desk.work(session)) {
            Ok(thread) => Self { shared: Some(shared), thread: Some(thread) },
            Err(e) => {
                shared.desk().failed = Some(format!("no thread can be started: {e}"));
                Self { shared: Some(shared), thread: None }
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
            Some(shared) if !shared.desk().off => {
                self.put(document, true, None);
                shared.flush()
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Removes the recovery file, because the run ends with nothing to keep. Returns once it is gone.
    pub fn forget(&self) {
        if let Some(shared) = &self.shared {
            let mut desk = shared.desk();
            desk.work = None;
            desk.put += 1;
            drop(desk);
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
        self.shared.as_ref().is_some_and(|shared| !shared.desk().off)
    }

    /// Keeps unsaved work from now on, or removes what is kept.
    pub fn set_on(&self, on: bool) {
        if let Some(shared) = &self.shared {
            let mut desk = shared.desk();
            desk.off = !on;
            desk.put += 1;
            shared.changed.notify_all();
        }
    }

    /// Why unsaved work cannot be kept; told once.
    pub fn failure(&self) -> Option<String> {
        let mut desk = self.shared.as_ref()?.desk();
        if desk.told {
            return None;
        }
        desk.told = desk.failed.is_some();
        desk.failed.clone()
    }

    fn put(&self, document: &Document, hold: bool, replaced: Option<PathBuf>) {
        let Some(shared) = &self.shared else { return };
        let mut desk = shared.desk();
        desk.work = Some(Work::of(document, hold));
        desk.replaced.extend(replaced);
        desk.put += 1;
        shared.changed.notify_all();
    }
}

impl Drop for Recovery {
    fn drop(&mut self) {
        if let Some(shared) = &self.shared {
            shared.desk().end = true;
            shared.changed.notify_all();
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Rescue {
    /// Returns once everything is on the disk; `Err` says why it is not.
    pub fn flush(&self) -> Result<(), String> {
        self.0.as_ref().map_or(Ok(()), |shared| shared.flush())
    }
}

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns once the thread has dealt with what is on the desk.
    fn flush(&self) -> Result<(), String> {
        let mut desk = self.desk();
        let wanted = desk.put;
        desk.hurry = desk.dealt < wanted;
        self.changed.notify_all();
        let (desk, timeout) = self
            .changed
            .wait_timeout_while(desk, PATIENCE, |desk| desk.dealt < wanted)
            .unwrap_or_else(PoisonError::into_inner);
        match &desk.failed {
            Some(reason) => Err(reason.clone()),
            None if timeout.timed_out() => Err("the disk does not answer".to_owned()),
            None => Ok(()),
        }
    }

    /// The thread: deals with the latest document on the desk, at most once in [`INTERVAL`].
    fn work(&self, mut session: Session) {
        let mut last: Option<Instant> = None;
        let mut desk = self.desk();
        loop {
            desk = self
                .changed
                .wait_while(desk, |desk| desk.is_clear() && !desk.end)
                .unwrap_or_else(PoisonError::into_inner);
            let pause = if desk.failed.is_some() { RETRY } else { INTERVAL };
            let left = last.map(|at| (at + pause).saturating_duration_since(Instant::now()));
            (desk, _) = self
                .changed
                .wait_timeout_while(desk, left.unwrap_or_default(), |desk| !desk.hurry && !desk.end)
                .unwrap_or_else(PoisonError::into_inner);
            let ends = desk.end;
            if !desk.is_clear() {
                let (number, work, off) = (desk.put, desk.work.clone(), desk.off);
                let mut replaced = std::mem::take(&mut desk.replaced);
                desk.hurry = false;
                drop(desk);
                let outcome = deal_with(&mut session, work.as_ref(), off, &mut replaced);
                last = Some(Instant::now());
                desk = self.desk();
                desk.dealt = number;
                desk.replaced.append(&mut replaced);
                desk.told &= outcome.is_err();
                desk.failed = outcome.err();
                self.changed.notify_all();
            }
            if ends {
                break;
            }
        }
        drop(desk);
        session.end();
    }
}

impl Desk {
    /// Whether the thread has nothing to do.
    fn is_clear(&self) -> bool {
        self.put == self.dealt && self.failed.is_none()
    }
}

/// Writes what is needed, then removes what it replaces.
fn deal_with(
    session: &mut Session,
    work: Option<&Work>,
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
