//! The few things that the program asks of the disk besides reading ([`crate::platform::regular_file`]) and writing
//! ([`crate::platform::safe_file`]) documents. In a browser `platform::page::disk` does them.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::platform::safe_file;

/// Whether there is such a file; an error where that is not known.
pub fn exists(path: &Path) -> io::Result<bool> {
    path.try_exists()
}

/// The text of a file, if it can be read.
pub fn read_text(path: &Path) -> Option<String> {
    fs::read_to_string(path).ok()
}

/// Writes a small file whole; makes its folder.
pub fn write_text(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    safe_file::write(path, text.as_bytes())
}

/// Writes a file that is not there yet; an existing one is an error.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::options().write(true).create_new(true).open(path)?;
    file.write_all(bytes).inspect_err(|_| {
        // The file is new and incomplete.
        let _ = fs::remove_file(path);
    })
}

/// Removes a file, if it is there.
pub fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

/// The paths in a folder; none where it cannot be read.
pub fn list(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).collect()
}

/// Whether two paths, which may be relative, links or other names, name one file.
pub fn is_same(a: &Path, b: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let file = |path: &Path| fs::metadata(path).ok().map(|found| (found.dev(), found.ino()));
        a == b || file(a).is_some_and(|a| file(b) == Some(a))
    }
    #[cfg(not(unix))]
    {
        let canonical = |path: &Path| path.canonicalize().ok();
        a == b || canonical(a).is_some_and(|a| canonical(b) == Some(a))
    }
}

/// Whether this user owns a file or folder, and it is no link to another one.
pub fn is_own(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| !found.is_symlink() && belongs_to_user(&found))
}

/// How long ago a file was written, where that is known.
pub fn age(path: &Path) -> Option<Duration> {
    fs::metadata(path).ok()?.modified().ok()?.elapsed().ok()
}

#[cfg(target_os = "linux")]
fn belongs_to_user(found: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::uid(found) == rustix::process::geteuid().as_raw()
}

#[cfg(not(target_os = "linux"))]
fn belongs_to_user(_: &fs::Metadata) -> bool {
    true
}

/// Makes a folder and those above it.
pub fn make_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
}

/// A document is no longer among the recent ones; its file stays.
pub fn forget(_: &Path) {}

/// How much of its room the program uses; `None`: nobody limits it.
pub fn room() -> Option<String> {
    None
}

/// Runs on another thread what nobody waits for, because a folder may be slow. Left out where there is no
/// other thread.
pub fn in_background(work: impl FnOnce() + Send + 'static) {
    let _ = std::thread::Builder::new().name("sweep".to_owned()).spawn(work);
}

/// A file that belongs to a living process.
#[derive(Debug)]
pub struct Lock {
    path: PathBuf,
    /// Unlocked by the system when it is closed, however the process ends.
    _file: File,
}

impl Lock {
    /// A file with a new name in the folder, locked. The folder is made if missing, and is private.
    pub fn take(folder: &Path) -> io::Result<Self> {
        make_private(folder)?;
        loop {
            let prefix = format!("{}-", std::process::id());
            let named =
                tempfile::Builder::new().prefix(&prefix).suffix(".lock").rand_bytes(8).tempfile_in(folder)?;
            let (file, path) = named.keep().map_err(|e| e.error)?;
            match file.try_lock() {
                Ok(()) if path.exists() => return Ok(Self { path, _file: file }),
                // Another window tidied the folder between creation and lock.
                Ok(()) | Err(TryLockError::WouldBlock) => {}
                Err(TryLockError::Error(e)) => {
                    let _ = fs::remove_file(&path);
                    return Err(e);
                }
            }
        }
    }

    /// The lock of a dead process, held by this one until it is dropped.
    pub fn of_dead(path: &Path) -> Option<Self> {
        let file = File::options().write(true).open(path).ok()?;
        file.try_lock().is_ok().then(|| Self { path: path.to_owned(), _file: file })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Makes a folder that its owner alone can read. What another user has put in its place is refused.
fn make_private(folder: &Path) -> io::Result<()> {
    if let Some(above) = folder.parent() {
        fs::create_dir_all(above)?;
    }
    #[cfg_attr(not(unix), expect(unused_mut))]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    match builder.create(folder) {
        Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
        made => return made,
    }
    let found = fs::symlink_metadata(folder)?;
    if found.is_symlink() {
        return Err(io::Error::other("is a symbolic link; allowed: a folder"));
    }
    if !belongs_to_user(&found) {
        return Err(io::Error::other("belongs to another user"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}
