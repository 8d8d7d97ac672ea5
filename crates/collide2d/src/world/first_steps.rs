//! Lengths of a world's first steps, given one by one.

use std::sync::Arc;

use crate::settings::{ValueError, positive};
use crate::stored::{Bytes, Stored};

/// Shared by all copies of a world.
#[derive(Clone, Debug, Default)]
pub(super) struct FirstSteps {
    /// Seconds.
    pub lengths: Arc<[f32]>,
    /// Time at the end of each. Seconds.
    ends: Arc<[f64]>,
}

impl FirstSteps {
    pub fn new(lengths: &[f32]) -> Result<Self, ValueError> {
        lengths.iter().try_for_each(|seconds| positive("timestep", *seconds))?;
        let mut time = 0.0;
        let ends = lengths.iter().map(|seconds| {
            time += f64::from(*seconds);
            time
        });
        Ok(Self { ends: ends.collect(), lengths: lengths.into() })
    }

    /// Length of the step from this frame to the next; `None`: it is not given. Seconds.
    pub fn length(&self, frame: u64) -> Option<f32> {
        usize::try_from(frame).ok().and_then(|frame| self.lengths.get(frame)).copied()
    }

    /// How many of the steps to this frame are given, and how long they take together.
    pub fn until(&self, frame: u64) -> (u64, f64) {
        let given = frame.min(self.ends.len() as u64);
        let last = given.checked_sub(1).and_then(|last| self.ends.get(last as usize));
        (given, last.copied().unwrap_or(0.0))
    }
}

impl Stored for FirstSteps {
    fn store(&self, to: &mut Vec<u8>) {
        self.lengths.to_vec().store(to);
    }

    fn load(from: &mut Bytes<'_>) -> Option<Self> {
        Self::new(&Vec::load(from)?).ok()
    }
}
