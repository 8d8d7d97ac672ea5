//! The step after the present frame, computed on another thread while the present frame is drawn.

use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use collide2d::World;

use crate::app::spent::processor_time;
use crate::explain::stages::Impulses;

/// One frame forward; returns the impulses of the step where they are `observed`.
pub fn step(world: &mut World, observed: bool) -> Option<Impulses> {
    if observed {
        return Some(Impulses::of_step(world));
    }
    world.step();
    None
}

#[derive(Debug)]
pub struct Stepped {
    pub world: World,
    pub impulses: Option<Impulses>,
    /// Processor time.
    pub time: Duration,
}

/// At most one step, under way or done. Copies of a run begin without it.
#[derive(Debug, Default)]
pub struct NextStep {
    /// Its result is of this frame.
    frame: u64,
    thread: Option<JoinHandle<Stepped>>,
    /// Processor time of all steps that were taken.
    pub spent: Duration,
}

impl Clone for NextStep {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl NextStep {
    /// Whether a step to this frame can begin: it is not under way. A browser's page has one thread.
    pub fn can_begin(&self, frame: u64) -> bool {
        !cfg!(target_family = "wasm") && (self.thread.is_none() || self.frame != frame)
    }

    /// Begins the step from `before` on.
    pub fn begin(&mut self, before: Arc<World>, observed: bool) {
        let frame = before.frame() + 1;
        let work = move || {
            let begin = processor_time();
            let mut world = Arc::unwrap_or_clone(before);
            let impulses = step(&mut world, observed);
            Stepped { world, impulses, time: processor_time().saturating_sub(begin) }
        };
        self.frame = frame;
        self.thread = Builder::new().name("next step".to_owned()).spawn(work).ok();
    }

    /// The step to this frame, where it is the one that was begun; waits for its end.
    pub fn take(&mut self, frame: u64) -> Option<Stepped> {
        let stepped = self.thread.take().filter(|_| self.frame == frame)?.join().ok()?;
        self.spent += stepped.time;
        Some(stepped)
    }

    /// Drops the step, because it would be another one now.
    pub fn forget(&mut self) {
        self.thread = None;
    }
}
