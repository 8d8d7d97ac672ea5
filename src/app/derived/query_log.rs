//! Where queries begin and cease to hit, read off the frames as they are computed; of a recording what its engine answered.

use std::collections::BTreeMap;

use collide2d::World;

use crate::elsewhere::recording::Recording;
use crate::platform::plain;
use crate::scene::query::ask::{AskedQueries, PlacedQuery};
use crate::scene::{QueryKind, Scene};

/// Most frames at which queries change that are kept.
const MOST_MARKS: usize = 100_000;

/// A query whose first hit is not the body that it was in the frame before. The bodies are recorded bodies in a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryMark {
    pub frame: u64,
    pub query: String,
    /// The body that it hit in the frame before.
    pub before: Option<u32>,
    /// The body that it hits now.
    pub now: Option<u32>,
}

/// It takes the frame that follows the last one, and no other.
#[derive(Clone, Debug, Default)]
pub struct QueryLog {
    asked: AskedQueries,
    /// The next frame to read; of a recording its index.
    next: u64,
    /// What each query hits in the last frame that is read, by name.
    last: BTreeMap<String, Option<u32>>,
    /// Ascending.
    marks: Vec<QueryMark>,
}

impl QueryMark {
    /// "beam begins to hit gate".
    pub fn words(&self, name: impl Fn(u32) -> String) -> String {
        let query = plain::label(&self.query);
        match (self.before, self.now) {
            (None, Some(now)) => format!("{query} begins to hit {}", name(now)),
            (Some(before), Some(now)) => format!("{query} hits {}, before it {}", name(now), name(before)),
            (Some(before), None) => format!("{query} ceases to hit {}", name(before)),
            (None, None) => query.into_owned(),
        }
    }
}

impl QueryLog {
    /// Asks the scene's queries; starts over if they changed.
    pub fn watch(&mut self, scene: &Scene) {
        if self.asked.queries() != scene.queries {
            *self = Self { asked: AskedQueries::of(scene), ..Self::default() };
        }
    }

    /// The next frame that is needed; `None`: none.
    pub fn due(&self) -> Option<u64> {
        let hits = self.asked.queries().iter().any(|query| query.kind() != QueryKind::Closest);
        (hits && self.has_room()).then_some(self.next)
    }

    /// Reads the world if its frame is the next one.
    pub fn take(&mut self, world: &World) {
        if self.due() != Some(world.frame()) {
            return;
        }
        let first_hit = |placed: &PlacedQuery| placed.ask(world).first_hit();
        let hits = self.asked.queries().iter().map(|query| {
            let hit = self.asked.placed(query, world).as_ref().and_then(first_hit);
            (query.name.clone(), hit.map(|(body, _)| body))
        });
        self.read(world.frame(), hits.collect());
    }

    /// Reads the next frame of a recording.
    pub fn take_recorded(&mut self, recording: &Recording) {
        let Some(index) = self.due_recorded(recording) else { return };
        let Some(frame) = recording.frames().get(index) else { return };
        self.read(frame.frame, recording.their_first_hits(index));
    }

    /// Index of the next frame of a recording to read; `None`: all are read.
    pub fn due_recorded(&self, recording: &Recording) -> Option<usize> {
        let next = usize::try_from(self.next).ok()?;
        (next < recording.frames().len() && self.has_room()).then_some(next)
    }

    fn has_room(&self) -> bool {
        self.marks.len() < MOST_MARKS
    }

    fn read(&mut self, frame: u64, hits: BTreeMap<String, Option<u32>>) {
        for (query, &now) in &hits {
            // A query that was not asked in the frame before neither begins nor ceases to hit.
            let before = self.last.get(query).copied().unwrap_or(now);
            if before != now {
                self.marks.push(QueryMark { frame, query: query.clone(), before, now });
            }
        }
        self.last = hits;
        self.next += 1;
    }

    /// The recording has dropped so many of its oldest frames, all before the frame `first`.
    pub fn forget(&mut self, dropped: usize, first: u64) {
        self.next = self.next.saturating_sub(dropped as u64);
        self.marks.retain(|mark| mark.frame >= first);
    }

    /// Where queries begin and cease to hit, in the frames that are read.
    pub fn marks(&self) -> &[QueryMark] {
        &self.marks
    }
}
