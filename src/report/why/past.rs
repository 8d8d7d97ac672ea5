//! What a state alone does not tell of two bodies: how they came to it, and of a recording what its engine says of them.

use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::compare::FirstMet;

/// What led two bodies to a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairPast {
    /// Of a recording.
    pub recorded: Option<RecordedPast>,
}

/// What a recording tells of two bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordedPast {
    /// The engine's number of the frame in which they first met, and what was decided then by a one-way body or a one-sided
    /// chain, of two that touch.
    pub met: Option<(u64, FirstMet)>,
}

impl PairPast {
    /// Two recorded bodies in a frame. `met`: of two that touch.
    pub fn recorded(recording: &Recording, met: Option<FirstMet>) -> Self {
        let frame = |index: usize| recording.frames().get(index);
        Self {
            recorded: Some(RecordedPast { met: met.and_then(|met| Some((frame(met.index)?.frame, met))) }),
        }
    }
}
