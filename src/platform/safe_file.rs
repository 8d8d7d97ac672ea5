//! Files written whole: a file is always the old one or the new one, keeps its owner and mode, and is at no
//! moment readable by others than before.
//!
//! A temporary file beside the file takes its name once it is synced. Where that is not possible the file is
//! written in place, see [`Target::is_in_place`]. A temporary file is locked while its writer lives, so that
//! [`sweep`] removes what interrupted writers left, and nothing else.

use std::fs::{self, File, TryLockError};
use std::io::{self, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::NamedTempFile;

use crate::platform::plain;

/// Names of temporary files begin and end with these.
const PREFIX: &str = ".collision-test-";
const SUFFIX: &str = ".tmp";
/// Age from which a temporary file counts as left behind on a file system without locks.
const ABANDONED: Duration = Duration::from_secs(60 * 60);

/// A place to write to, with everything ready that can fail before the first byte is written.
#[derive(Debug)]
pub struct Target {
    /// Links followed.
    path: PathBuf,
    way: SaveWay,
}

#[derive(Debug)]
enum SaveWay {
    /// A temporary file that takes the name.
    Beside(NamedTempFile),
    /// The file itself, which a power cut alone leaves half-written.
    InPlace(File),
}

/// Writes a file whole; see [`Target::of`] for the errors.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Target::of(path)?.write(bytes)
}

/// Writes a file whole that its owner alone can read.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let way = SaveWay::Beside(temporary(folder_of(path), 0o600)?);
    Target { path: path.to_owned(), way }.write(bytes)
}

impl Target {
    /// Prepares to write to `path`; changes nothing that is there. A symbolic link's target is written. Errors:
    /// what is there is no regular file or read-only, or neither it nor its folder can be written.
    pub fn of(path: &Path) -> io::Result<Self> {
        let path = follow_links(path)?;
        let Some(old) = existing(&path)? else {
            // The mode of a new file, less the umask.
            let way = SaveWay::Beside(temporary(folder_of(&path), 0o666)?);
            return Ok(Self { path, way });
        };
        let beside = if has_other_names(&old) {
            None
        } else {
            match temporary(folder_of(&path), 0o600) {
                Ok(file) => dressed_as(&path, &old, file),
                Err(e) if is_refusal(&e) => None,
                Err(e) => return Err(e),
            }
        };
        let way = match beside {
            Some(file) => SaveWay::Beside(file),
            None => SaveWay::InPlace(File::options().write(true).open(&path)?),
        };
        Ok(Self { path, way })
    }

    /// Whether the file itself is written, because it has other names (hard links), its folder cannot be
    /// written, or a new file would get another owner or other access rights.
    pub fn is_in_place(&self) -> bool {
        matches!(self.way, SaveWay::InPlace(_))
    }

    pub fn write(self, bytes: &[u8]) -> io::Result<()> {
        match self.way {
            SaveWay::Beside(mut file) => {
                file.write_all(bytes)?;
                file.as_file().sync_all()?;
                file.persist(&self.path).map_err(|e| e.error)?;
                sync_folder(folder_of(&self.path));
                Ok(())
            }
            SaveWay::InPlace(mut file) => {
                let old = fs::read(&self.path);
                let copy = copy_aside(&self.path, bytes)?;
                overwrite(&mut file, bytes).map_err(|error| {
                    match old.and_then(|old| overwrite(&mut file, &old)) {
                        Ok(()) => error,
                        Err(_) => kept_aside(copy, &error),
                    }
                })
            }
        }
    }
}

/// Writes what a file that is written in place will hold as a file of its own, whole: beside it, which shows that the disk has
/// room, or where that folder takes none in the system's folder for temporary files. `None`: that takes none either.
fn copy_aside(path: &Path, bytes: &[u8]) -> io::Result<Option<NamedTempFile>> {
    let whole = |mut file: NamedTempFile| {
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    };
    match temporary(folder_of(path), 0o600) {
        Ok(file) => whole(file).map(Some),
        Err(e) if is_refusal(&e) => Ok(temporary(&std::env::temp_dir(), 0o600).and_then(whole).ok()),
        Err(e) => Err(e),
    }
}

/// Makes a file hold these bytes.
fn overwrite(file: &mut File, bytes: &[u8]) -> io::Result<()> {
    file.rewind()?;
    file.write_all(bytes)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

/// The error about a file that is half-written, which says where all of it is.
fn kept_aside(copy: Option<NamedTempFile>, error: &io::Error) -> io::Error {
    let half = format!("{error}, and it is half-written");
    let kept = copy.and_then(|copy| {
        let name = copy.path().with_extension("kept");
        copy.persist(&name).ok().map(|_| name)
    });
    let what = match kept {
        Some(name) => format!("{half}; the whole of it is in {}", plain::path(&name)),
        None => half,
    };
    io::Error::new(error.kind(), what)
}

/// Why a file cannot be written, in a few words; `None` where it probably can. Changes nothing.
pub fn obstacle(path: &Path) -> Option<String> {
    let path = match follow_links(path) {
        Ok(path) => path,
        Err(e) => return Some(e.to_string()),
    };
    let old = match existing(&path) {
        Ok(old) => old,
        Err(e) => return Some(e.to_string()),
    };
    let folder = folder_of(&path);
    if (old.is_some() && may_write(&path)) || (folder.is_dir() && may_write(folder)) {
        return None;
    }
    Some(
        if old.is_some() { "the file is read-only" } else { "its folder is missing or read-only" }.to_owned(),
    )
}

/// Removes the temporary files that interrupted writers left in a folder.
pub fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|n| n.starts_with(PREFIX) && n.ends_with(SUFFIX));
        // The type is that of the entry: a link is no file.
        if is_ours && entry.file_type().is_ok_and(|t| t.is_file()) {
            remove_abandoned(&entry.path());
        }
    }
}

/// Removes a file unless its writer may live.
fn remove_abandoned(path: &Path) {
    let Ok(file) = File::options().write(true).open(path) else { return };
    let abandoned = match file.try_lock() {
        Ok(()) => true,
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => {
            let age = file.metadata().and_then(|m| m.modified()).ok().and_then(|at| at.elapsed().ok());
            age.is_some_and(|age| age > ABANDONED)
        }
    };
    if abandoned {
        let _ = fs::remove_file(path);
    }
}

/// A new temporary file, locked. `mode` is that of Unix, less the umask.
fn temporary(folder: &Path, mode: u32) -> io::Result<NamedTempFile> {
    // The error names the folder, not the temporary file.
    let in_folder = |what: &dyn std::fmt::Display| format!("the folder {}: {what}", plain::path(folder));
    if !folder.is_dir() {
        return Err(io::Error::new(io::ErrorKind::NotFound, in_folder(&"it does not exist")));
    }
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(mode));
    }
    #[cfg(not(unix))]
    let _ = mode;
    loop {
        let file = builder.tempfile_in(folder).map_err(|e| io::Error::new(e.kind(), in_folder(&e.kind())))?;
        match file.as_file().try_lock() {
            Ok(()) if file.path().exists() => return Ok(file),
            // The file system has no locks; the file's age protects it.
            Err(TryLockError::Error(_)) => return Ok(file),
            // Another window swept the folder between creation and lock.
            Ok(()) | Err(TryLockError::WouldBlock) => {}
        }
    }
}

/// The old file's metadata, if there is an old file; refuses what cannot be a scene.
fn existing(path: &Path) -> io::Result<Option<fs::Metadata>> {
    let old = match fs::metadata(path) {
        Ok(old) => old,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(e) => return Err(e),
    };
    if !old.is_file() {
        return Err(io::Error::other("it is no ordinary file"));
    }
    if old.permissions().readonly() {
        return Err(io::Error::other("the file is read-only"));
    }
    Ok(Some(old))
}

fn is_refusal(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
}

#[cfg(unix)]
fn has_other_names(old: &fs::Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(old) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &fs::Metadata) -> bool {
    false
}

/// The new file with owner, access list and mode of the old one; `None` where it cannot get them.
#[cfg(unix)]
fn dressed_as(path: &Path, old: &fs::Metadata, file: NamedTempFile) -> Option<NamedTempFile> {
    use std::os::unix::fs::{MetadataExt as _, fchown};

    let new = file.as_file().metadata().ok()?;
    if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
        fchown(file.as_file(), Some(old.uid()), Some(old.gid())).ok()?;
    }
    copy_access_list(path, file.as_file())?;
    file.as_file().set_permissions(old.permissions()).ok()?;
    Some(file)
}

#[cfg(not(unix))]
fn dressed_as(_: &Path, old: &fs::Metadata, file: NamedTempFile) -> Option<NamedTempFile> {
    file.as_file().set_permissions(old.permissions()).ok()?;
    Some(file)
}

/// Copies the POSIX access control list, without which the mode of the group would mean another group.
#[cfg(target_os = "linux")]
fn copy_access_list(path: &Path, file: &File) -> Option<()> {
    use rustix::fs::{XattrFlags, fsetxattr, getxattr};
    use rustix::io::Errno;

    const NAME: &str = "system.posix_acl_access";
    let mut list = vec![0_u8; 64 * 1024];
    match getxattr(path, NAME, &mut list[..]) {
        Ok(length) => fsetxattr(file, NAME, list.get(..length)?, XattrFlags::empty()).ok(),
        Err(Errno::NODATA | Errno::NOTSUP) => Some(()),
        Err(_) => None,
    }
}

#[cfg(all(unix, not(target_os = "linux")))]
fn copy_access_list(_: &Path, _: &File) -> Option<()> {
    Some(())
}

/// Whether this process may write a file, or make one in a folder.
#[cfg(target_os = "linux")]
fn may_write(path: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(path, Access::WRITE_OK).is_ok()
}

#[cfg(not(target_os = "linux"))]
fn may_write(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|m| m.is_dir() || !m.permissions().readonly())
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs a folder, so that a rename survives a power cut; not every file system supports it.
fn sync_folder(folder: &Path) {
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|f| f.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}

fn follow_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..40 {
        if !fs::symlink_metadata(&path).is_ok_and(|m| m.is_symlink()) {
            return Ok(path);
        }
        let target = fs::read_link(&path)?;
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    Err(io::Error::other("too many links"))
}

#[cfg(test)]
mod tests;
