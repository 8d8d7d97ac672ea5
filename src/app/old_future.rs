//! The run from before the last edit at a past frame, to compare with.

use std::time::Duration;

use collide2d::World;

use super::simulation::Simulation;

/// The run from before an edit. Its frame `base` is frame 0 of the new one.
#[derive(Clone, Debug)]
pub struct OldFuture {
    simulation: Simulation,
    base: u64,
}

impl OldFuture {
    /// Of a run that was edited at its present frame.
    pub(super) fn of(simulation: Simulation) -> Self {
        Self { base: simulation.frame(), simulation: simulation.without_log() }
    }

    /// The frame at which the edit was made.
    pub fn base(&self) -> u64 {
        self.base
    }
    /// The last frame that had been computed, counted as the new run counts.
    pub fn last_frame(&self) -> u64 {
        self.simulation.last_frame().saturating_sub(self.base)
    }
    /// Its state now.
    pub fn world(&self) -> &World {
        self.simulation.world()
    }
    /// The frame of its state, counted as the new run counts.
    pub fn frame(&self) -> u64 {
        self.simulation.frame().saturating_sub(self.base)
    }
    /// Memory of its checkpoints. Bytes.
    pub(super) fn memory(&self) -> usize {
        self.simulation.memory()
    }
    /// Sets the memory that its checkpoints may take. Bytes.
    pub(super) fn set_budget(&mut self, bytes: usize) {
        self.simulation.set_budget(bytes);
    }
    /// Toward `frame`, counted as the new run counts, for as long as `time` allows.
    pub(super) fn seek_for(&mut self, frame: u64, time: Duration) {
        self.simulation.seek_for(self.base.saturating_add(frame), time);
    }
}
