//! The lines of a recording that come while the window shows it.

use std::time::Duration;

use super::FollowSource;
use super::waker::Waker;
use super::watch::FileWatch;
use crate::app::{AppState, Settings};
use crate::elsewhere::recording::{Arrival, GameAnswer, RecordListener, Tail};
use crate::picture::display::Rect;
use crate::platform::clock::Instant;
use crate::platform::plain;

/// Longest time in a drawn frame for reading a file.
const READ_TIME: Duration = Duration::from_millis(4);

/// Where the lines come from.
#[derive(Debug)]
pub enum Feed {
    /// A file to which they are added, and what tells that they were.
    File(Box<Tail>, FileWatch),
    Game(RecordListener),
}

impl Feed {
    /// Begins to follow; arrivals wake `waker`. `Err` says why that is not possible.
    pub fn start(follow: &FollowSource, waker: Waker) -> Result<Self, String> {
        match follow {
            FollowSource::File(path) => {
                let mut watch = FileWatch::new(waker);
                watch.watch_growing(path);
                Ok(Self::File(Box::new(Tail::new(path)), watch))
            }
            FollowSource::Game(address, origins) => {
                let listener = RecordListener::start(*address, origins.clone(), move || waker.wake());
                let refusal = |error| format!("--listen {address}: cannot listen there: {error}");
                listener.map(Self::Game).map_err(refusal)
            }
        }
    }

    /// The state that waits for what comes.
    pub fn waiting(&self, settings: Settings, canvas: Rect) -> AppState {
        match self {
            Self::Game(listener) => {
                AppState::waiting(&listener.address().to_string(), None, settings, canvas)
            }
            Self::File(tail, _) => {
                AppState::waiting(&plain::path(tail.path()), Some(tail.path()), settings, canvas)
            }
        }
    }

    /// Where a game can send to; `None` of a file.
    pub fn address(&self) -> Option<String> {
        match self {
            Self::File(..) => None,
            Self::Game(listener) => Some(listener.address().to_string()),
        }
    }

    /// A warning where others than this computer can send, too.
    pub fn warning(&self) -> Option<String> {
        let Self::Game(listener) = self else { return None };
        let address = listener.address();
        (!address.ip().is_loopback()).then(|| {
            format!(
                "--listen {address} is open to the network: every computer that reaches this one can send here. \
                 127.0.0.1:{} is open to this computer alone.",
                address.port()
            )
        })
    }

    /// What came since the last call.
    pub fn take(&mut self) -> Vec<Arrival> {
        match self {
            Self::File(tail, watch) => {
                if watch.changed() || tail.has_more() {
                    tail.read(READ_TIME)
                } else {
                    Vec::new()
                }
            }
            Self::Game(listener) => listener.take(),
        }
    }

    /// Tells the game; a file hears nothing.
    pub fn answer(&self, answer: &GameAnswer) {
        match self {
            Self::File(..) => {}
            Self::Game(listener) => listener.answer(answer.clone()),
        }
    }

    /// When to look again at the file.
    pub fn deadline(&self) -> Option<Instant> {
        match self {
            Self::File(_, watch) => watch.deadline(),
            Self::Game(_) => None,
        }
    }

    pub fn has_more(&self) -> bool {
        match self {
            Self::File(tail, _) => tail.has_more(),
            Self::Game(listener) => listener.has_more(),
        }
    }
}
