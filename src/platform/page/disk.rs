//! Files of a page: texts in the storage that the browser keeps for it, and in memory what has no room there.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::page;

/// What the names of stored texts begin with, because a host may serve other pages beside this one.
const PREFIX: &str = "collision-test/";
/// Largest document that is stored. Bytes.
const LARGEST: usize = 1 << 20;
/// Why nothing is stored where a person, or the browser by itself, forbids it.
const NOTHING_STORED: &str =
    "this browser stores nothing for the page (its cookies and site data are blocked)";
/// What browsers store for a page. Characters.
const ROOM: usize = 5 << 20;

thread_local! {
    /// Documents of this run that are not stored.
    static MEMORY: RefCell<BTreeMap<PathBuf, Vec<u8>>> = const { RefCell::new(BTreeMap::new()) };
    static COMPLAINT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Whether there is such a file.
pub fn exists(path: &Path) -> io::Result<bool> {
    Ok(read(path).is_some())
}

pub fn read(path: &Path) -> Option<Vec<u8>> {
    let stored = page::get(&name_of(path)).map(String::into_bytes);
    stored.or_else(|| MEMORY.with_borrow(|memory| memory.get(path).cloned()))
}

pub fn read_text(path: &Path) -> Option<String> {
    page::get(&name_of(path))
}

/// Stores a text; an error says that there is no room, and how much there is.
pub fn write_text(path: &Path, text: &str) -> io::Result<()> {
    if page::put(&name_of(path), text) {
        return Ok(());
    }
    if !page::stores() {
        return Err(io::Error::other(NOTHING_STORED));
    }
    let what = format!(
        "the browser has no room for {} kB: it stores {} for this page; ",
        text.len().div_ceil(1000),
        size()
    );
    Err(io::Error::other(what + "File > Forget recent files makes room"))
}

/// Keeps a document that was opened or downloaded. Where it cannot be stored, it is kept for this run, and
/// [`take_complaint`] says why.
pub fn keep(path: &Path, bytes: &[u8]) {
    let in_memory = || MEMORY.with_borrow_mut(|memory| memory.insert(path.to_owned(), bytes.to_vec()));
    let Ok(text) = std::str::from_utf8(bytes) else {
        in_memory();
        return;
    };
    let refusal = if bytes.len() > LARGEST {
        format!("it has {} kB; allowed: up to {} kB", bytes.len() / 1000, LARGEST / 1000)
    } else {
        match write_text(path, text) {
            Ok(()) => {
                MEMORY.with_borrow_mut(|memory| memory.remove(path));
                return;
            }
            Err(error) => error.to_string(),
        }
    };
    in_memory();
    page::remove(&name_of(path));
    let complaint =
        format!("{} is not kept for the next visit: {refusal}.", crate::platform::plain::path(path));
    COMPLAINT.with_borrow_mut(|kept| *kept = Some(complaint));
}

/// Why a document could not be stored; told once.
pub fn take_complaint() -> Option<String> {
    COMPLAINT.with_borrow_mut(Option::take)
}

/// Frees the room of a document that is no longer among the recent ones. This run still has it.
pub fn forget(path: &Path) {
    if let Some(bytes) = read(path) {
        MEMORY.with_borrow_mut(|memory| memory.insert(path.to_owned(), bytes));
    }
    remove(path);
}

/// Downloads a file, and keeps a scene so that it can be opened again.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let name = path.file_name().unwrap_or(OsStr::new("download"));
    page::download(&name.to_string_lossy(), bytes);
    if path.extension() == Some(OsStr::new("ron")) {
        keep(path, bytes);
    }
    Ok(())
}

pub fn remove(path: &Path) {
    page::remove(&name_of(path));
}

/// The stored files of a folder.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let names = page::names();
    let paths = names.iter().filter_map(|name| name.strip_prefix(PREFIX)).map(PathBuf::from);
    paths.filter(|path| path.parent() == Some(folder)).collect()
}

/// Whether two paths name one file.
pub fn is_same(a: &Path, b: &Path) -> bool {
    a == b
}

/// Whether this user owns a file: nobody else has one here.
pub fn is_own(_: &Path) -> bool {
    true
}

/// How long ago a file was written: nobody knows.
pub fn age(_: &Path) -> Option<Duration> {
    None
}

/// Makes a folder; there is nothing to do.
pub fn make_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// How much is stored, of how much: "12 of about 5000 kB".
pub fn room() -> Option<String> {
    Some(size())
}

fn size() -> String {
    let lengths = |name: String| name.len() + page::get(&name).map_or(0, |text| text.len());
    let used: usize = page::names().into_iter().map(lengths).sum();
    format!("{} of about {} kB", used.div_ceil(1000), ROOM / 1000)
}

/// Does at once what nobody waits for.
pub fn in_background(work: impl FnOnce() + Send + 'static) {
    work();
}

/// A file that belongs to the page of a run, as long as that page is open.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
}

impl Lock {
    /// The file of this run in the folder.
    pub fn take(folder: &Path) -> io::Result<Self> {
        let path = folder.join(page::run()).with_extension("lock");
        write_text(&path, "")?;
        Ok(Self { path })
    }

    /// The lock of a run whose page is closed.
    pub fn of_dead(path: &Path) -> Option<Self> {
        let run = path.file_stem().and_then(OsStr::to_str)?;
        let is_dead = run != page::run() && !page::is_open(run) && read_text(path).is_some();
        is_dead.then(|| Self { path: path.to_owned() })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

fn name_of(path: &Path) -> String {
    format!("{PREFIX}{}", path.display())
}
