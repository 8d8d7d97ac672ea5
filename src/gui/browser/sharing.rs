//! A page runs no program beside itself: it writes no animated pictures and reports.

use super::desktop::Waker;
use crate::app::{News, ShareJob};

/// There is none.
#[derive(Debug)]
pub enum Sharing {}

impl Sharing {
    /// `Err` says so.
    pub fn start(_: ShareJob, _: Waker) -> Result<Self, String> {
        Err("a browser does not write it".to_owned())
    }

    pub fn take(&mut self) -> Option<News> {
        match *self {}
    }
}
