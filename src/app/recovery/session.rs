//! The recovery file of this run: `NAME.ron`, and beside it `NAME.lock`, which is locked as long as the
//! process lives.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::header::Header;
use crate::plain;
use crate::safe_file;
use crate::scene::Scene;

/// Writes this run's recovery file.
#[derive(Debug)]
pub struct Session {
    folder: PathBuf,
    /// Taken before the first write.
    lock: Option<Lock>,
}

#[derive(Debug)]
struct Lock {
    path: PathBuf,
    /// Unlocked by the system when it is closed, however the process ends.
    _file: File,
}

impl Session {
    /// Touches nothing yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, lock: None }
    }

    /// Writes and syncs the recovery file.
    pub fn write(&mut self, header: &Header, scene: &Scene) -> Result<(), String> {
        let named = |e: &dyn std::fmt::Display| format!("{}: {e}", plain::path(&self.folder));
        let text = header.line().map_err(|e| named(&e))? + &scene.to_ron();
        // A person may have emptied the folder.
        if !self.lock.as_ref().is_some_and(|lock| lock.path.exists()) {
            self.lock = Some(Lock::take(&self.folder).map_err(|e| named(&e))?);
        }
        match &self.lock {
            Some(lock) => {
                safe_file::write_private(&lock.recovery_file(), text.as_bytes()).map_err(|e| named(&e))
            }
            None => Ok(()),
        }
    }

    /// Removes the recovery file, because nothing is unsaved.
    pub fn remove(&self) {
        if let Some(lock) = &self.lock {
            let _ = fs::remove_file(lock.recovery_file());
        }
    }

    /// Leaves nothing behind but unsaved work.
    pub fn end(self) {
        if let Some(lock) = self.lock.filter(|lock| !lock.recovery_file().exists()) {
            let _ = fs::remove_file(&lock.path);
        }
    }
}

impl Lock {
    /// A new name in the folder, locked. The folder is made if missing, and is private.
    fn take(folder: &Path) -> io::Result<Self> {
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

    fn recovery_file(&self) -> PathBuf {
        self.path.with_extension("ron")
    }
}

/// Makes a folder that its owner alone can read.
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
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}
