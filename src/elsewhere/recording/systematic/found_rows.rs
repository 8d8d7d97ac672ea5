//! What errors of a whole recording show in: the rows of a comparison, by kind.

use std::collections::HashSet;

use collision_record::NormalDirection;
use glam::Vec2;

use super::reused::RowPlace;
use crate::elsewhere::differences::{SHARED, WrongEvent, angle};
use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::compare::{Comparison, Difference, What};

/// Most of a margin within which events are told. Metres: Box2D's is 0.02.
const MOST_EVENT_GAP: f32 = 0.05;

/// Two just touch where they are apart, or overlap, by less than this share of what their contact is off, as a divisor.
const JUST: f32 = 10.0;

/// What a comparison found, as far as errors of the whole recording show in it.
#[derive(Clone, Debug, Default)]
pub struct FoundRows {
    pub frames: usize,
    pub rows: usize,
    /// Rows of events, for which no cure but a margin is tried.
    pub events: usize,
    /// How far two are apart at most where an event of theirs begins; of a size that a margin may have. Metres.
    pub event_gap: f32,
    /// Pairs of theirs that could have a row, over all frames.
    pub compared: usize,
    /// The bodies of normals that are the opposite of ours, in the order of the file.
    pub opposite: Vec<(u32, u32)>,
    /// Normals that are ours with the opposite y.
    pub mirrored: usize,
    /// How much deeper theirs are than ours. Metres.
    pub depths: Vec<(RowPlace, f32)>,
    /// The same of those that ours has just touch, as after a push-out. Metres.
    pub pushed_out: Vec<f32>,
    /// Of two bodies that touch in both: how deep theirs and ours are. Metres.
    pub both_deep: Vec<((u32, u32), [f32; 2])>,
    /// Where points lie apart from ours.
    pub points: Vec<RowPlace>,
    /// Where normals differ.
    pub normals: HashSet<RowPlace>,
    /// Of each row about a contact of theirs.
    pub places: Vec<RowPlace>,
}

/// Averages over frames: a cure may leave out a frame at an end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerFrame {
    /// Differences but for those of events.
    pub rows: f64,
    /// Pairs of theirs that could have one.
    pub compared: f64,
}

impl FoundRows {
    /// `rows`: the number of differences, of which the comparison may hold the worst alone.
    pub fn of(recording: &Recording, comparison: &Comparison, rows: usize) -> Self {
        let filed = |one: &Difference| {
            let (a, b) = one.bodies;
            let is_swapped = one.is_turned == (recording.header.normal == NormalDirection::FromBToA);
            if is_swapped { (b, a) } else { (a, b) }
        };
        let Comparison { frames, compared, .. } = *comparison;
        let mut found = Self { frames, rows, compared, ..Self::default() };
        for one in &comparison.differences {
            let place = (one.frame, one.bodies);
            let of_theirs = match one.what {
                What::Normal { angle: turned, theirs, ours } => {
                    found.opposite.extend((turned > 3.0).then(|| filed(one)));
                    found.mirrored += usize::from(angle(Vec2::new(theirs.x, -theirs.y), ours) < SHARED);
                    found.normals.insert(place);
                    true
                }
                What::Depth { theirs, ours } => {
                    found.depths.push((place, theirs - ours));
                    let just_touch = theirs > 0.0 && JUST * ours.abs() <= theirs - ours;
                    found.pushed_out.extend(just_touch.then_some(theirs - ours));
                    found.both_deep.push((one.bodies, [theirs, ours]));
                    true
                }
                What::OnlyTheirs { depth, gap, left_out: None } => {
                    found.depths.push((place, depth.unwrap_or_default() + gap));
                    let deep = depth.filter(|depth| *depth > 0.0 && JUST * gap <= depth + gap);
                    found.pushed_out.extend(deep.map(|depth| depth + gap));
                    true
                }
                What::Event(wrong) => {
                    found.events += 1;
                    if let WrongEvent::False { gap, .. } | WrongEvent::Ahead { gap, .. } = wrong
                        && gap <= MOST_EVENT_GAP
                    {
                        found.event_gap = found.event_gap.max(gap);
                    }
                    false
                }
                What::OnlyOurs { .. } | What::Query { .. } => false,
                What::Point { .. } => {
                    found.points.push(place);
                    true
                }
                // No skin explains a contact of two that are no pair.
                What::OnlyTheirs { left_out: Some(_), .. } | What::Flip { .. } | What::Gap { .. } => true,
            };
            found.places.extend(of_theirs.then_some(place));
        }
        found
    }

    /// Contacts of theirs that have a difference.
    pub fn contacts(&self) -> usize {
        self.places.iter().collect::<HashSet<_>>().len()
    }

    /// `None`: no frame was compared.
    pub fn rate(&self) -> Option<PerFrame> {
        let of_frame = |count: usize| count as f64 / self.frames as f64;
        let rate = || PerFrame { rows: of_frame(self.curable()), compared: of_frame(self.compared) };
        (self.frames > 0).then(rate)
    }

    /// Differences that another header, other shapes or poses might mend: events are told of the engine's own.
    pub fn curable(&self) -> usize {
        self.rows.saturating_sub(self.events)
    }
}
