//! A page is not told of changes of files. Saving compares all the same, so that nothing that another page of
//! the program saved is overwritten unasked.

use std::path::Path;

use super::desktop::Waker;
use crate::platform::clock::Instant;

#[derive(Debug)]
pub struct FileWatch;

impl FileWatch {
    pub fn new(_: Waker) -> Self {
        Self
    }

    /// Does nothing.
    pub fn watch(&mut self, _: Option<&Path>) {}

    /// Never.
    pub fn changed(&mut self) -> bool {
        false
    }

    /// Never.
    pub fn deadline(&self) -> Option<Instant> {
        None
    }
}
