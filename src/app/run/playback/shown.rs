//! What is shown of the present frame: what the engine tells in it, the second recording, ways and ages.

use std::collections::BTreeSet;

use collide2d::{Body, Pose};
use collision_record::Event;
use glam::Vec2;

use super::Playback;
use crate::app::derived::frame_log::{EventMark, MOST_TRAILS};
use crate::app::looking::pairs::Pair;
use crate::app::run::frames::Frames;
use crate::elsewhere::recording::compare::{Difference, What};
use crate::elsewhere::recording::{StoredFrame, TheirContact};
use crate::explain::their_query::TheirAnswer;
use crate::explain::their_side::TheirSide;
use crate::picture::overlay::{Age, ContactAge, TheirMark, Theirs};
use crate::report::why::{CameThrough, PairPast};
use crate::scene::{PairParts, touch};

impl Playback {
    /// The bodies of the second recording that are elsewhere in this frame, with those that are the same.
    pub fn bodies_beside(&self) -> Vec<(u32, Body)> {
        #[cfg(not(target_os = "unknown"))]
        if let Some(beside) = &self.beside {
            return beside.bodies_at(self.index, &self.world);
        }
        Vec::new()
    }

    /// The contacts of the second recording in this frame that this one has not.
    pub fn contacts_beside(&self) -> Vec<TheirContact> {
        #[cfg(not(target_os = "unknown"))]
        if let Some(beside) = &self.beside {
            return beside.contacts_at(&self.recording, self.index);
        }
        Vec::new()
    }

    /// Of each recorded body that moves the positions in so many frames before the present one and in that, oldest first.
    pub fn trails(&self, length: usize) -> Vec<(u32, Vec<Vec2>)> {
        self.recording.ways(self.index.saturating_sub(length)..=self.index, MOST_TRAILS)
    }

    /// Where two bodies were in the frame before; those that did not move are left out.
    pub fn before(&self, pair: Pair) -> Vec<(u32, Pose)> {
        let pose = |body: u32| {
            let before = self.recording.pose_of(body, self.index.checked_sub(1)?)?;
            (self.recording.pose_of(body, self.index)? != before).then_some((body, before))
        };
        [pair.0, pair.1].into_iter().filter_map(pose).collect()
    }

    /// Which of our contacts are those of the frame before as well. `touching`: the pairs of the present one.
    pub fn ages(&self, touching: impl Iterator<Item = (Pair, f32)>) -> Vec<ContactAge> {
        let mut passing = self.passing.clone();
        let before = self.index.checked_sub(1).map(|before| self.judged(&mut passing, before));
        let was_there = |(a, b): Pair| before.as_ref().is_some_and(|before| touch(before, a, b).is_some());
        let age = |(pair, _)| ContactAge { pair, age: if was_there(pair) { Age::Lasting } else { Age::New } };
        touching.map(age).collect()
    }

    /// The frame nearest to the present one, after or before it, in which the pair begins or ceases to touch.
    pub fn change_of(&self, pair: Pair, is_forward: bool) -> Option<u64> {
        let mut passing = self.passing.clone();
        let mut touches = |index: usize| touch(&self.judged(&mut passing, index), pair.0, pair.1).is_some();
        let changed = if is_forward {
            let now = touches(self.index);
            (self.index + 1..=self.last_index()).find(|index| touches(*index) != now)
        } else {
            let last = self.index.saturating_sub(1);
            let before = touches(last);
            (0..last).rev().find(|index| touches(*index) != before).map(|index| index + 1)
        };
        changed.map(|index| self.number(index))
    }

    /// What the engine answered to the query of this name in the present frame.
    pub fn their_answer(&self, query: &str) -> Option<TheirAnswer> {
        TheirAnswer::of((&self.recording, &self.every), self.index, query)
    }

    /// What the engine tells of a pair in the present frame; `None`: one of the two is not there.
    pub fn their_side(&self, pair: Pair) -> Option<TheirSide> {
        let (meant, met) = ((pair, [None; 2]), self.passing.first_met(pair));
        let told = self.recording.told_pair(&self.every, self.index, meant, met, self.tolerances())?;
        let frame = self.frame();
        let is_here = |one: &&Difference| (one.frame, one.bodies) == (frame, pair);
        let events = self.comparison().differences.iter().filter(is_here);
        let events = events.filter(|one| matches!(one.what, What::Event(_))).cloned();
        let ghosts = self.recording.ghosts_of(&self.every, self.index, pair);
        let through = CameThrough::in_frame(&self.recording, &self.every, self.index, self.teleport(), pair);
        let told = told.came_in_by(through.map(|through| through.first_normal));
        Some(TheirSide::of(&told.with(&self.recording, events, &ghosts)))
    }

    /// What led two bodies, or these parts of them, to the present frame.
    pub fn past(&self, pair: Pair, parts: PairParts) -> PairPast {
        let met = self.passing.first_met(pair);
        PairPast::recorded((&self.recording, &self.every), self.index, (pair, parts), met, self.teleport())
    }

    /// What the engine found in the present frame.
    pub fn theirs(&self) -> Theirs {
        let frame = self.frame();
        let differences = self.comparison().differences.iter();
        let differing: BTreeSet<_> =
            differences.filter(|found| found.frame == frame).map(|found| found.bodies).collect();
        let mark = |contact: TheirContact| TheirMark {
            pair: contact.bodies,
            differs: differing.contains(&contact.bodies),
            contact,
        };
        Theirs {
            engine: self.recording.engine().to_owned(),
            marks: self.recording.their_contacts(self.index).map(mark).collect(),
            joints: self.recording.their_joints(self.index),
            ways: self.recording.their_ways(self.index),
        }
    }

    /// The frames with events of theirs, ascending: those of a pair, or all.
    pub fn event_marks(&self, pair: Option<Pair>) -> Vec<EventMark> {
        let is_asked = |event: &&Event| {
            let (a, b) = (event.a, event.b);
            pair.is_none_or(|pair| pair == (a, b) || pair == (b, a))
        };
        let mark = |frame: &StoredFrame| {
            let begins = frame.events().iter().filter(is_asked).filter(|event| event.kind.begins()).count();
            let all = frame.events().iter().filter(is_asked).count();
            let (begins, ends) = (begins as u32, (all - begins) as u32);
            (all > 0).then_some(EventMark { frame: frame.frame, begins, ends })
        };
        self.recording.frames().iter().filter_map(mark).collect()
    }
}
