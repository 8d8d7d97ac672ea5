//! A page has no threads: a long recording is read at once.

use std::path::Path;

use super::Recording;
use super::live::Arrival;

/// What a thread reads: there is none.
#[derive(Debug)]
pub enum BackgroundReading {}

impl Recording {
    /// As [`Recording::load`].
    pub fn begin_loading(path: &Path) -> Result<(Self, Option<BackgroundReading>), String> {
        Ok((Self::load(path)?, None))
    }
}

impl BackgroundReading {
    pub fn take(&self) -> Option<Vec<Arrival>> {
        match *self {}
    }

    pub fn share(&self) -> f32 {
        match *self {}
    }

    pub fn size(&self) -> u64 {
        match *self {}
    }
}
