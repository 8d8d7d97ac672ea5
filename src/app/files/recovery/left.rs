//! Unsaved work that earlier runs left.
//!
//! A recovery file belongs to a living process while its lock file is locked. A free lock file: its process
//! is dead, and nobody has decided about the work. No lock file: somebody has seen it in the list, and it
//! stays until it is restored or discarded.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::header::Header;
use crate::app::files::document::Document;
use crate::app::files::on_disk::is_gone;
use crate::platform::disk::{self, Lock};
use crate::platform::{plain, safe_file};
use crate::scene::numbers::count;
use crate::scene::{Scene, SceneDifference, SceneError, read};

/// Size from which scenes are not compared while a list waits for it. Bytes.
const LARGE: usize = 4 << 20;

/// Unsaved work of an earlier run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leftover {
    file: PathBuf,
    document: Option<PathBuf>,
    scene: String,
    /// `None`: nobody knows.
    age: Option<Duration>,
    difference: String,
    is_new: bool,
}

impl Leftover {
    /// The recovery file, which identifies it.
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// The file that was worked on; `None` for a scene without one.
    pub fn document(&self) -> Option<&Path> {
        self.document.as_deref()
    }

    /// Name of the scene; may be empty, and is not known of a large one.
    pub fn scene(&self) -> &str {
        &self.scene
    }

    /// "12 minutes ago".
    pub fn age(&self) -> String {
        let Some(age) = self.age else { return "at an unknown time".to_owned() };
        let minutes = (age.as_secs() / 60) as usize;
        match minutes {
            0 => "just now".to_owned(),
            1..60 => count(minutes, "minute ago", "minutes ago"),
            60..1440 => count(minutes / 60, "hour ago", "hours ago"),
            _ => count(minutes / 1440, "day ago", "days ago"),
        }
    }

    /// How it differs from what the disk holds at this moment.
    pub fn difference(&self) -> &str {
        &self.difference
    }

    /// Whether nobody has seen it in the list yet.
    pub fn is_new(&self) -> bool {
        self.is_new
    }
}

/// The unsaved work in a folder, the latest first. Unsaved work that the disk holds as well is removed; what another user
/// has put there is passed over.
pub fn list(folder: &Path) -> Vec<Leftover> {
    if !disk::is_own(folder) {
        return Vec::new();
    }
    let is_work = |path: &PathBuf| path.extension() == Some(OsStr::new("ron")) && disk::is_own(path);
    let files = disk::list(folder).into_iter().filter(is_work);
    let mut found: Vec<Leftover> = files.filter_map(entry).collect();
    let key = |left: &Leftover| (left.age.unwrap_or(Duration::MAX), left.file.clone());
    found.sort_by_cached_key(key);
    found
}

/// Marks work as seen in the list, so that later starts do not offer it again.
pub fn mark_seen(left: &Leftover) {
    if let Some(_lock) = dead_lock(&left.file) {
        disk::remove(&left.file.with_extension("lock"));
    }
}

/// The document of a recovery file, with the unsaved work.
pub fn restore(file: &Path) -> Result<Document, SceneError> {
    let bytes = read::read_bytes(file)?;
    let scene = read::from_bytes(&bytes, &plain::path(file))?;
    Ok(document(scene, &header_of(&bytes)))
}

/// Removes a recovery file of a run that has ended.
pub fn remove(file: &Path) {
    if is_left(file) {
        disk::remove(file);
        disk::remove(&file.with_extension("lock"));
    }
}

/// Removes what interrupted runs left in the folder besides unsaved work.
pub fn tidy(folder: &Path) {
    if !disk::is_own(folder) {
        return;
    }
    safe_file::sweep(folder);
    for path in disk::list(folder) {
        let is_lock = path.extension() == Some(OsStr::new("lock"));
        let file = path.with_extension("ron");
        // A lock is held for a moment, in which its file seems to belong to a running program: so none is taken
        // of a file that is there.
        if is_lock
            && !exists(&file)
            && let Some(_lock) = dead_lock(&file)
            && !exists(&file)
        {
            disk::remove(&path);
        }
    }
}

fn entry(file: PathBuf) -> Option<Leftover> {
    let is_new = dead_lock(&file).is_some();
    if !is_new && !is_left(&file) {
        return None;
    }
    let bytes = match read::read_bytes(&file) {
        Ok(bytes) => bytes,
        Err(error) => {
            let (difference, age) = (error.message, disk::age(&file));
            let scene = String::new();
            return Some(Leftover { file, document: None, scene, age, difference, is_new });
        }
    };
    let header = header_of(&bytes);
    let mut name = String::new();
    let difference = if bytes.len() > LARGE {
        format!("{} MB, not compared", bytes.len() >> 20)
    } else {
        match read::from_bytes(&bytes, &plain::path(&file)) {
            Ok(scene) => {
                name.clone_from(&scene.name);
                match difference(&document(scene, &header)) {
                    Some(difference) => difference,
                    None => {
                        remove(&file);
                        return None;
                    }
                }
            }
            Err(error) => error.message,
        }
    };
    let age = header.age().or_else(|| disk::age(&file));
    Some(Leftover { file, document: header.document(), scene: name, age, difference, is_new })
}

/// How the document differs from its file; `None` where it does not.
fn difference(document: &Document) -> Option<String> {
    let size = count(document.scene().bodies.len(), "body", "bodies");
    match (document.path(), document.saved()) {
        (None, _) => Some(format!("never saved, {size}")),
        (Some(path), None) if is_gone(path) => Some(format!("its file is missing, {size}")),
        (Some(_), None) => Some(format!("its file cannot be read, {size}")),
        (Some(_), Some(saved)) => {
            let difference = SceneDifference::between(&saved, document.scene());
            (!difference.is_empty()).then(|| difference.summary())
        }
    }
}

fn document(scene: Scene, header: &Header) -> Document {
    Document::restored(scene, header.document(), header.known())
}

fn header_of(bytes: &[u8]) -> Header {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    Header::parse(&String::from_utf8_lossy(first)).unwrap_or_default()
}

/// Whether no living process owns this recovery file.
fn is_left(file: &Path) -> bool {
    is_gone(&file.with_extension("lock")) || dead_lock(file).is_some()
}

/// The lock of a dead process, held by this one until it is dropped.
fn dead_lock(file: &Path) -> Option<Lock> {
    Lock::of_dead(&file.with_extension("lock"))
}

fn exists(file: &Path) -> bool {
    disk::exists(file).unwrap_or_default()
}
