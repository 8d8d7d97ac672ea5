//! What a connection brings to the window: a full mailbox drops frames, never a header, and never makes a game wait.

use std::sync::mpsc::{SyncSender, TrySendError};
use std::time::{Duration, Instant};

use super::super::live::Arrival;
use crate::platform::plain;
use crate::scene::numbers::count;

/// Least time between two sentences about what was not read.
const BETWEEN_POSTS: Duration = Duration::from_millis(500);

/// What waits for the window. Nothing waits for room in it.
pub struct Mailbox {
    send: SyncSender<Arrival>,
    wake: Box<dyn Fn() + Send>,
    /// Frames for which there was no room.
    dropped: u64,
    /// Sentences that came too soon after another.
    unsent: u64,
    posted_at: Option<Instant>,
    /// The window takes nothing any longer.
    pub is_closed: bool,
}

impl Mailbox {
    pub fn new(send: SyncSender<Arrival>, wake: impl Fn() + Send + 'static) -> Self {
        Self { send, wake: Box::new(wake), dropped: 0, unsent: 0, posted_at: None, is_closed: false }
    }

    pub fn put(&mut self, arrival: Arrival) {
        match arrival {
            Arrival::Message(text) | Arrival::Skipped(text) => self.post(plain::text(&text).into_owned()),
            Arrival::Begins(recording) => self.wait_for_room(Arrival::Begins(recording)),
            // Without the bodies that come and go no later frame is one.
            Arrival::Frame(frame) if frame.changes_bodies() => self.wait_for_room(Arrival::Frame(frame)),
            frame @ Arrival::Frame(_) => self.dropped += u64::from(!self.try_put(frame)),
        }
    }

    /// Headers, and frames by which bodies come and go, must not get lost: the window takes what waits within a frame. The
    /// game does not wait meanwhile, because they fit into the system's buffers.
    fn wait_for_room(&mut self, arrival: Arrival) {
        self.is_closed |= self.send.send(arrival).is_err();
        (self.wake)();
    }

    fn try_put(&mut self, arrival: Arrival) -> bool {
        let outcome = self.send.try_send(arrival);
        self.is_closed |= matches!(outcome, Err(TrySendError::Disconnected(_)));
        (self.wake)();
        outcome.is_ok()
    }

    /// Posts a sentence, unless one was posted just now.
    pub fn post(&mut self, text: String) {
        if self.posted_at.is_some_and(|at| at.elapsed() < BETWEEN_POSTS) {
            self.unsent += 1;
        } else {
            self.posted_at = Some(Instant::now());
            self.unsent += u64::from(!self.try_put(Arrival::Message(text)));
        }
    }

    /// Posts how much was dropped, and how many sentences were left out.
    pub fn post_late(&mut self) {
        let is_soon = self.posted_at.is_some_and(|at| at.elapsed() < BETWEEN_POSTS);
        if is_soon || (self.dropped == 0 && self.unsent == 0) {
            return;
        }
        let mut parts = Vec::new();
        if self.dropped > 0 {
            let frames = count(self.dropped as usize, "frame was", "frames were");
            parts.push(format!("{frames} dropped: they came faster than they can be shown"));
        }
        if self.unsent > 0 {
            let messages = count(self.unsent as usize, "more message is", "more messages are");
            parts.push(format!("{messages} left out"));
        }
        if self.try_put(Arrival::Message(format!("{}.", parts.join("; ")))) {
            (self.dropped, self.unsent) = (0, 0);
            self.posted_at = Some(Instant::now());
        }
    }
}
