//! The recovery file of this run: `NAME.ron`, and beside it `NAME.lock`, which is locked as long as the
//! process lives.

use std::path::PathBuf;

use super::header::Header;
use crate::platform::disk::{self, Lock};
use crate::platform::plain;
use crate::platform::safe_file;
use crate::scene::Scene;

#[derive(Debug)]
pub struct Session {
    folder: PathBuf,
    /// Taken before the first write.
    lock: Option<Lock>,
}

impl Session {
    /// Touches nothing yet.
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, lock: None }
    }

    /// Writes and syncs the recovery file.
    pub fn write(&mut self, header: &Header, scene: &Scene) -> Result<(), String> {
        // A person cannot look into the storage of a page.
        let is_named = !cfg!(target_os = "unknown");
        let named = |e: &dyn std::fmt::Display| {
            if is_named { format!("{}: {e}", plain::path(&self.folder)) } else { e.to_string() }
        };
        let text = header.line().map_err(|e| named(&e))? + &scene.to_ron();
        // A person may have emptied the folder.
        if !self.lock.as_ref().is_some_and(|lock| disk::exists(lock.path()).unwrap_or_default()) {
            self.lock = Some(Lock::take(&self.folder).map_err(|e| named(&e))?);
        }
        match &self.lock {
            Some(lock) => {
                safe_file::write_private(&recovery_file(lock), text.as_bytes()).map_err(|e| named(&e))
            }
            None => Ok(()),
        }
    }

    /// Removes the recovery file, because nothing is unsaved.
    pub fn remove(&self) {
        if let Some(lock) = &self.lock {
            disk::remove(&recovery_file(lock));
        }
    }

    /// Leaves nothing behind but unsaved work.
    pub fn end(self) {
        if let Some(lock) = self.lock.filter(|lock| !disk::exists(&recovery_file(lock)).unwrap_or_default()) {
            disk::remove(lock.path());
        }
    }
}

fn recovery_file(lock: &Lock) -> PathBuf {
    lock.path().with_extension("ron")
}
