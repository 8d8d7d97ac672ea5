//! Of which kinds of bodies a recorded engine tells contacts and events: of the others it tests none.

use std::collections::{BTreeMap, BTreeSet};

use collision_record::EventKind;

use crate::elsewhere::recording::{BodyKind, Recording, StoredFrame};

/// The kinds of two bodies that part because one goes, and which of them goes: some engines tell the end of it, some tell it of
/// certain kinds, and some never do. Sorted.
pub(super) type Going = [(BodyKind, bool); 2];

/// The kinds of bodies of which the engine tells contacts somewhere in the recording.
#[derive(Clone, Debug, Default)]
pub struct TestedKinds {
    kinds: BTreeSet<[BodyKind; 2]>,
    /// Those of which it tells events, with one that begins.
    of_events: BTreeMap<[BodyKind; 2], EventKind>,
    /// The shapes of two bodies of which one is a sensor, where others of the two hold each other.
    felt: BTreeMap<(u32, u32), FeltShapes>,
    /// Two bodies, one of several shapes, with a contact that no sensor felt.
    held: BTreeSet<(u32, u32)>,
    /// How bodies went of which it told the end of what they touched.
    ended: BTreeSet<Going>,
    /// Frames that tell events.
    pub(super) has_events: bool,
    /// Frames that are read.
    frames: usize,
}

/// What contacts tell of two bodies of which none is a sensor as a whole.
#[derive(Clone, Debug, Default)]
pub(super) struct FeltShapes {
    /// Indices of shapes, one of which is a sensor.
    pub shapes: BTreeSet<(u32, u32)>,
    /// Which shapes of a body of several a sensor is among is not told.
    pub is_open: bool,
}

impl TestedKinds {
    /// Reads the frames that were not there before.
    pub fn read(&mut self, recording: &Recording) {
        let new = recording.frames().get(self.frames..).unwrap_or_default();
        self.has_events |= new.iter().any(|frame| !frame.events().is_empty());
        for event in new.iter().flat_map(StoredFrame::events).filter(|event| event.kind.begins()) {
            let kinds = recording.rarely_tested(event.a, event.b);
            self.of_events.extend(kinds.map(|kinds| (kinds, event.kind)));
        }
        for index in self.frames..recording.frames().len() {
            self.read_ends(recording, index);
            for contact in recording.their_contacts(index).filter(|contact| !contact.filtered) {
                let (a, b) = contact.bodies;
                self.kinds.extend(recording.rarely_tested(a, b));
                let is_of_shapes = [a, b].iter().all(|body| recording.kind(*body) != BodyKind::Sensor);
                if contact.sensor && is_of_shapes {
                    let is_open = |body: u32, told: Option<u32>| told.is_none() && recording.has_parts(body);
                    let (p, q) = contact.shapes;
                    let felt = self.felt.entry((a, b)).or_default();
                    felt.is_open |= is_open(a, p) || is_open(b, q);
                    felt.shapes.insert((p.unwrap_or_default(), q.unwrap_or_default()));
                } else if is_of_shapes && [a, b].iter().any(|body| recording.has_parts(*body)) {
                    self.held.insert((a, b));
                }
            }
        }
        self.frames = recording.frames().len();
    }

    /// Notes how bodies went of which this frame tells the end.
    fn read_ends(&mut self, recording: &Recording, index: usize) {
        let frames = recording.frames();
        let before = index.checked_sub(1).and_then(|before| frames.get(before));
        let Some((before, frame)) = before.zip(frames.get(index)) else { return };
        for event in frame.events().iter().filter(|event| !event.kind.begins()) {
            let bodies = [event.a, event.b];
            if bodies.iter().all(|body| before.pose(*body).is_some()) {
                self.ended.extend(going_of(recording, before, frame, bodies));
            }
        }
    }

    /// Whether it tells the end of two that touch and part so.
    pub(super) fn tells_ends(&self, going: Going) -> bool {
        self.ended.contains(&going)
    }

    /// So many of the oldest frames were dropped; the kinds that they told stay known.
    pub fn forget(&mut self, dropped: usize) {
        self.frames = self.frames.saturating_sub(dropped);
    }

    /// What is known of the engine, for a part of its recording, whose bodies have other numbers.
    pub(super) fn for_part(self) -> Self {
        Self { frames: 0, felt: BTreeMap::new(), held: BTreeSet::new(), ..self }
    }

    /// Those of a whole recording.
    pub fn of(recording: &Recording) -> Self {
        let mut kinds = Self::default();
        kinds.read(recording);
        kinds
    }

    /// Whether the engine would tell of a contact of these bodies.
    pub fn has(&self, recording: &Recording, (a, b): (u32, u32)) -> bool {
        recording.rarely_tested(a, b).is_none_or(|kinds| self.kinds.contains(&kinds))
    }

    /// The event that such two bodies begin with, if it tells events of them and never contacts.
    pub(in crate::elsewhere::recording) fn event_of(
        &self,
        recording: &Recording,
        (a, b): (u32, u32),
    ) -> Option<EventKind> {
        let kinds = recording.rarely_tested(a, b).filter(|kinds| !self.kinds.contains(kinds))?;
        self.of_events.get(&kinds).copied()
    }

    /// The shapes of two bodies of which one is a sensor, if others of the two hold each other.
    pub(super) fn felt_shapes(&self, bodies: (u32, u32)) -> Option<&FeltShapes> {
        self.felt.get(&bodies).filter(|_| self.held.contains(&bodies))
    }

    /// The kinds of a sensor and a body that moves, if it tells nothing of two such. That it tells nothing of two that do not
    /// move by themselves is common.
    pub(super) fn silent(&self, recording: &Recording, (a, b): (u32, u32)) -> Option<[BodyKind; 2]> {
        let kinds = recording.rarely_tested(a, b)?;
        let is_felt = matches!(kinds, [BodyKind::Kinematic | BodyKind::Moved, BodyKind::Sensor]);
        (is_felt && !self.tells(&kinds)).then_some(kinds)
    }

    pub(super) fn tells(&self, kinds: &[BodyKind; 2]) -> bool {
        self.kinds.contains(kinds) || self.of_events.contains_key(kinds)
    }
}

/// How two bodies part of which one is not there in a frame any more; `None`: its shapes are given again.
pub(super) fn going_of(
    recording: &Recording,
    before: &StoredFrame,
    frame: &StoredFrame,
    bodies: [u32; 2],
) -> Option<Going> {
    let mut going = bodies.map(|body| (recording.kind(body), frame.pose(body).is_none()));
    going.sort_unstable();
    let again = frame.given_again(Some(before));
    let goes = going.iter().any(|(_, is_gone)| *is_gone);
    (goes && !bodies.iter().any(|body| again.contains_key(body))).then_some(going)
}
