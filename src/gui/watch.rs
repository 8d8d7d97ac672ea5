//! Reports changes of the open file by other programs.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};

use super::waker::Waker;
use crate::platform::clock::Instant;

/// Editors write in several steps: after this long without another change the file counts as complete.
const SETTLED: Duration = Duration::from_millis(150);
/// A file that is missing for so long is deleted; until then it may be about to be replaced (saved by
/// renaming).
const DELETED: Duration = Duration::from_millis(1000);
/// So often a file that grows is looked at where it cannot be watched.
const AGAIN: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub struct FileWatch {
    waker: Waker,
    watched: Option<Watched>,
    /// A file that grows and cannot be watched, for its folder is not there yet, and when to look at it.
    sought: Option<(PathBuf, Instant)>,
}

#[derive(Debug)]
struct Watched {
    path: PathBuf,
    stamp: Option<(SystemTime, u64)>,
    events: Receiver<()>,
    /// Time of the last event.
    touched: Option<Instant>,
    /// The file was missing when it was last looked at.
    is_missing: bool,
    /// A change is reported at once.
    grows: bool,
    /// Ends the watch when dropped.
    _watcher: RecommendedWatcher,
}

impl FileWatch {
    /// Watches nothing yet; changes wake `waker`.
    pub fn new(waker: Waker) -> Self {
        Self { waker, watched: None, sought: None }
    }

    /// Watches this file alone from now on; its present state counts as known. Does nothing where watching is
    /// not possible.
    pub fn watch(&mut self, path: Option<&Path>) {
        self.watched = path.and_then(|path| Watched::start(path, self.waker.clone()));
        self.sought = None;
    }

    /// Watches this file alone, to which lines are added: each change is reported at once, and as long as watching is not
    /// possible every quarter of a second counts as one.
    pub fn watch_growing(&mut self, path: &Path) {
        let watched = Watched::start(path, self.waker.clone());
        self.sought = watched.is_none().then(|| (path.to_owned(), Instant::now() + AGAIN));
        self.watched = watched.map(|watched| Watched { grows: true, ..watched });
    }

    /// Whether another program changed or deleted the file since the last call. Must be called every frame.
    pub fn changed(&mut self) -> bool {
        if let Some((path, _)) = self.sought.take_if(|(_, at)| *at <= Instant::now()) {
            self.watch_growing(&path);
            return true;
        }
        let Some(watched) = &mut self.watched else { return false };
        if watched.events.try_iter().count() > 0 {
            if watched.grows {
                return true;
            }
            watched.touched = Some(Instant::now());
        }
        let Some(touched) = watched.touched.filter(|at| at.elapsed() >= SETTLED) else { return false };
        let stamp = stamp(&watched.path);
        watched.is_missing = stamp.is_none();
        if watched.is_missing && touched.elapsed() < DELETED {
            return false;
        }
        watched.touched = None;
        std::mem::replace(&mut watched.stamp, stamp) != stamp
    }

    /// When to call again, while an event settles or a file is sought.
    pub fn deadline(&self) -> Option<Instant> {
        let sought = self.sought.as_ref().map(|(_, at)| *at);
        let settles =
            |watched: &Watched| Some(watched.touched? + if watched.is_missing { DELETED } else { SETTLED });
        sought.or_else(|| self.watched.as_ref().and_then(settles))
    }
}

impl Watched {
    /// The folder is watched, because programs that save by renaming replace the file. Of a symbolic link it is
    /// the folder of its target.
    fn start(path: &Path, waker: Waker) -> Option<Self> {
        let path = std::fs::canonicalize(path).or_else(|_| std::path::absolute(path)).ok()?;
        let name = path.file_name()?.to_owned();
        let (send, events) = channel();
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            let concerns = |event: &notify::Event| {
                !event.kind.is_access() && event.paths.iter().any(|p| p.file_name() == Some(&name))
            };
            if event.is_ok_and(|event| concerns(&event)) && send.send(()).is_ok() {
                waker.wake();
            }
        })
        .ok()?;
        watcher.watch(path.parent()?, RecursiveMode::NonRecursive).ok()?;
        Some(Self {
            stamp: stamp(&path),
            path,
            events,
            touched: None,
            is_missing: false,
            grows: false,
            _watcher: watcher,
        })
    }
}

fn stamp(path: &Path) -> Option<(SystemTime, u64)> {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.modified().ok()?, metadata.len()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn soon(watch: &mut FileWatch) -> bool {
        let end = Instant::now() + Duration::from_secs(10);
        while Instant::now() < end {
            if watch.changed() {
                return true;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        false
    }

    #[test]
    fn a_change_by_others_is_reported_once_and_a_file_beside_it_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("scene.ron");
        std::fs::write(&file, "one").unwrap();
        let waker = Waker::default();
        let mut watch = FileWatch::new(waker.clone());
        watch.watch(Some(&file));
        std::fs::write(folder.path().join("other.ron"), "beside").unwrap();
        assert!(!waker.wait(Duration::from_millis(400)), "woken by another file");

        // Editors save like this: a new file takes the old one's name.
        std::fs::write(folder.path().join("scene.ron.new"), "other").unwrap();
        std::fs::rename(folder.path().join("scene.ron.new"), &file).unwrap();
        assert!(waker.wait(Duration::from_secs(10)));
        assert!(soon(&mut watch));
        std::thread::sleep(2 * SETTLED);
        assert!(!watch.changed(), "reported twice");
    }

    #[test]
    fn a_file_that_is_deleted_is_reported_once_it_stays_away() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("scene.ron");
        std::fs::write(&file, "one").unwrap();
        let waker = Waker::default();
        let mut watch = FileWatch::new(waker.clone());
        watch.watch(Some(&file));
        std::fs::remove_file(&file).unwrap();
        assert!(waker.wait(Duration::from_secs(10)));
        assert!(soon(&mut watch));
        std::thread::sleep(2 * SETTLED);
        assert!(!watch.changed(), "reported twice");
        std::fs::write(&file, "one").unwrap();
        assert!(soon(&mut watch), "it came back");
        watch.watch(Some(Path::new("/no/such/folder/scene.ron")));
        assert!(!watch.changed() && watch.deadline().is_none());
    }

    /// A game makes the folder of its recordings when it begins.
    #[test]
    fn a_growing_file_is_found_once_its_folder_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("run/1/game.jsonl");
        let mut watch = FileWatch::new(Waker::default());
        watch.watch_growing(&file);
        assert!(watch.deadline().is_some() && watch.watched.is_none());
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        assert!(soon(&mut watch) && watch.watched.is_some());
        assert!(!watch.changed() && watch.deadline().is_none(), "it is watched now");
        std::fs::write(&file, "one").unwrap();
        assert!(soon(&mut watch));
    }
}
