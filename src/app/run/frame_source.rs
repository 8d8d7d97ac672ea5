//! What gives a run its frames: a simulation, or a recording of another engine.

use crate::app::run::frames::Frames;
use crate::app::run::playback::Playback;
use crate::app::run::simulation::Simulation;

/// Frames of which it can be asked what they are of.
pub trait FrameSource: Frames {
    /// The simulation; `None` of a recording.
    fn simulation(&mut self) -> Option<&mut Simulation> {
        None
    }

    /// The same, to keep it.
    fn into_simulation(self: Box<Self>) -> Option<Simulation> {
        None
    }

    /// The recording; `None` of a simulation.
    fn playback(&self) -> Option<&Playback> {
        None
    }

    /// The same, to change it.
    fn playback_mut(&mut self) -> Option<&mut Playback> {
        None
    }
}

impl FrameSource for Simulation {
    fn simulation(&mut self) -> Option<&mut Simulation> {
        Some(self)
    }

    fn into_simulation(self: Box<Self>) -> Option<Simulation> {
        Some(*self)
    }
}

impl FrameSource for Playback {
    fn playback(&self) -> Option<&Playback> {
        Some(self)
    }

    fn playback_mut(&mut self) -> Option<&mut Playback> {
        Some(self)
    }
}
