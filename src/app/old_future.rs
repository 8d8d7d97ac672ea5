//! The run from before the last edit at a past frame, to compare with.

use collide2d::World;

use super::simulation::Simulation;
use super::state::AppState;
use crate::overlay::Layer;
use std::time::Duration;

/// Share of the memory for checkpoints that the old future gets: one of so many parts.
const SHARE: usize = 4;

/// The run from before an edit. Its frame `base` is frame 0 of the new one.
#[derive(Clone, Debug)]
pub struct OldFuture {
    simulation: Simulation,
    base: u64,
}

impl OldFuture {
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
}

impl AppState {
    /// The run from before the last edit at a past frame, until it is forgotten.
    pub fn old_future(&self) -> Option<&OldFuture> {
        self.old_future.as_ref()
    }

    /// Another run takes the place of the present one, which is kept if it had a future.
    pub(super) fn begin_new_run(&mut self, world: World) {
        let budget = self.checkpoint_budget;
        let old = self.replace_simulation(Simulation::new(world, budget));
        if old.last_frame() > old.frame() {
            let base = old.frame();
            self.old_future = Some(OldFuture { simulation: old.without_records(), base });
        }
        self.share_budget();
    }

    /// Another run takes the place of the present one, of which nothing is kept.
    pub(super) fn put_run(&mut self, simulation: Simulation) {
        self.replace_simulation(simulation);
        self.forget_old_future();
    }

    fn replace_simulation(&mut self, simulation: Simulation) -> Simulation {
        self.leave_step();
        self.seek_target = None;
        self.report_stale = true;
        self.event_matches.clear();
        self.looked_events.clear();
        self.expectations.forget();
        std::mem::replace(&mut self.simulation, simulation)
    }

    pub(super) fn forget_old_future(&mut self) {
        self.old_future = None;
        self.extras_stale = true;
        self.share_budget();
    }

    /// Splits the memory for checkpoints between the two runs.
    pub(super) fn share_budget(&mut self) {
        let budget = self.checkpoint_budget;
        let part = budget / SHARE;
        if let Some(old) = &mut self.old_future {
            old.simulation.set_budget(part);
            self.simulation.set_budget(budget - part);
        } else {
            self.simulation.set_budget(budget);
        }
    }

    /// Memory of both runs. Bytes.
    pub(super) fn memory(&self) -> usize {
        self.simulation.memory() + self.old_future.as_ref().map_or(0, |old| old.simulation.memory())
    }

    /// Brings the old future to the present frame while its layer shows it; whether it is there.
    pub(super) fn follow_old_future(&mut self, time: Duration) -> bool {
        if !self.layers.has(Layer::OldFuture) {
            return true;
        }
        let frame = self.simulation.frame();
        let Some(old) = &mut self.old_future else { return true };
        let frame = old.base.saturating_add(frame);
        if old.simulation.frame() == frame {
            return true;
        }
        self.extras_stale = true;
        old.simulation.seek_for(frame, time)
    }
}
