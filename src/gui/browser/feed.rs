//! A page follows no recording: it cannot listen, and a file that was dropped does not grow.

use crate::elsewhere::recording::{Arrival, GameAnswer};
use crate::platform::clock::Instant;

/// There is none.
#[derive(Debug)]
pub enum Feed {}

impl Feed {
    /// Where a game can send to.
    pub fn address(&self) -> Option<String> {
        match *self {}
    }

    /// What came since the last call.
    pub fn take(&mut self) -> Vec<Arrival> {
        match *self {}
    }

    pub fn answer(&self, _: &GameAnswer) {
        match *self {}
    }

    pub fn deadline(&self) -> Option<Instant> {
        match *self {}
    }

    pub fn has_more(&self) -> bool {
        match *self {}
    }
}
