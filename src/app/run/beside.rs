//! A second recording beside the one that is shown, on one clock: its bodies, and where the two differ.

use std::collections::HashMap;
use std::time::Duration;

use collide2d::{Body, World};

use crate::app::run::kept::elsewhere;
use crate::elsewhere::recording::against::{RunComparing, RunComparison};
use crate::elsewhere::recording::{Recording, TheirContact};
use crate::platform::clock::Instant;

/// What differs by less is the same. Metres, radians.
const TOLERANCE: f32 = 0.0;

/// The second recording.
#[derive(Debug)]
pub struct Beside {
    /// The name of its file.
    pub name: String,
    recording: Recording,
    every: World,
    comparing: RunComparing,
    /// What differs, once all frames are compared.
    pub comparison: Option<RunComparison>,
}

impl Beside {
    /// `Err`: its bodies make no world.
    pub fn new(name: String, recording: Recording, first: &Recording) -> Result<Self, String> {
        let every = recording.every_body().map_err(|error| error.message)?;
        let comparing = RunComparing::new(first, &recording, TOLERANCE);
        Ok(Self { name, recording, every, comparing, comparison: None })
    }

    /// Compares on, for as long as `time` allows.
    pub(in crate::app) fn catch_up(&mut self, first: &Recording, time: Duration) {
        let begin = Instant::now();
        while self.comparison.is_none() && begin.elapsed() < time {
            if !self.comparing.step(first, &self.recording) {
                self.comparison = Some(self.comparing.ended());
            }
        }
    }

    /// Its bodies in the frame of this index of the first, where they are not those of the first: each with the body on
    /// the canvas that is the same.
    pub fn bodies_at(&self, index: usize, shown: &World) -> Vec<(u32, Body)> {
        let Some(frame) = self.comparing.frame_of(index) else { return Vec::new() };
        let world = self.recording.world_at(&self.every, frame);
        elsewhere(shown, &world, self.comparing.bodies())
    }

    /// Its contacts in the frame of this index of the first, where the same bodies have none there with the same normal and
    /// points.
    pub fn contacts_at(&self, first: &Recording, index: usize) -> Vec<TheirContact> {
        let Some(frame) = self.comparing.frame_of(index) else { return Vec::new() };
        let in_first: HashMap<u32, u32> = self.comparing.bodies().map(|(one, other)| (other, one)).collect();
        let known: Vec<TheirContact> = first.their_contacts(index).collect();
        let is_known = |contact: &TheirContact| {
            let bodies = [contact.bodies.0, contact.bodies.1].map(|body| in_first.get(&body).copied());
            let [Some(a), Some(b)] = bodies else { return false };
            let normal = if a < b { contact.normal } else { contact.normal.map(|normal| -normal) };
            known.iter().any(|known| {
                known.bodies == (a.min(b), a.max(b))
                    && known.normal == normal
                    && known.points == contact.points
            })
        };
        self.recording.their_contacts(frame).filter(|contact| !is_known(contact)).collect()
    }
}
