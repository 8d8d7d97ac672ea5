//! The run from before the last edit at a past frame, for comparison with the present run.

use std::time::Duration;

use collide2d::World;

use crate::app::run::frames::Frames;
use crate::app::run::simulation::Simulation;

/// The run from before an edit. Its frame `base` is frame 0 of the present run.
#[derive(Clone, Debug)]
pub struct OldFuture {
    simulation: Simulation,
    /// The frame at which the edit was made.
    pub base: u64,
}

impl OldFuture {
    /// Takes over a run that was edited at its present frame.
    pub(in crate::app) fn of(simulation: Simulation) -> Self {
        Self { base: simulation.frame(), simulation: simulation.without_log() }
    }

    /// The last computed frame, in the frame numbers of the present run.
    pub fn last_frame(&self) -> u64 {
        self.simulation.last_frame().saturating_sub(self.base)
    }

    pub fn world(&self) -> &World {
        self.simulation.world()
    }

    /// The frame of its present state, in the frame numbers of the present run.
    pub fn frame(&self) -> u64 {
        self.simulation.frame().saturating_sub(self.base)
    }

    /// Memory of its checkpoints. Bytes.
    pub(in crate::app) fn memory(&self) -> usize {
        self.simulation.memory()
    }

    /// Sets the memory for its checkpoints. Bytes.
    pub(in crate::app) fn set_budget(&mut self, bytes: usize) {
        self.simulation.set_budget(bytes);
    }

    /// Goes toward `frame`, in the frame numbers of the present run, for as long as `time` allows.
    pub(in crate::app) fn seek_for(&mut self, frame: u64, time: Duration) {
        self.simulation.seek_for(self.base.saturating_add(frame), time);
    }
}
