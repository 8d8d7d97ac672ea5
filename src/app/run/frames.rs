//! What gives a run its frames: a simulation, or a recording of another engine.

use std::time::Duration;

use collide2d::{Piece, World};

use crate::app::derived::frame_log::FrameLog;
use crate::app::run::playback::Playback;
use crate::app::run::simulation::Simulation;
use crate::explain::stages::Impulses;
use crate::report::not_finite::NotFinite;

/// The frames of a run.
#[derive(Debug)]
pub enum Frames {
    /// Computed step by step.
    Simulated(Box<Simulation>),
    Recorded(Box<Playback>),
}

impl Frames {
    /// The frames of a world's simulation; `budget` in bytes.
    pub fn of_world(world: World, budget: usize) -> Self {
        Self::Simulated(Box::new(Simulation::new(world, budget)))
    }

    /// The simulation; `None` of a recording.
    pub fn simulation(&mut self) -> Option<&mut Simulation> {
        match self {
            Self::Simulated(simulation) => Some(simulation),
            Self::Recorded(_) => None,
        }
    }
    /// The recording; `None` of a simulation.
    pub fn playback(&self) -> Option<&Playback> {
        match self {
            Self::Simulated(_) => None,
            Self::Recorded(playback) => Some(playback),
        }
    }
    /// The same, to change it.
    pub fn playback_mut(&mut self) -> Option<&mut Playback> {
        match self {
            Self::Simulated(_) => None,
            Self::Recorded(playback) => Some(playback),
        }
    }

    /// The present state.
    pub fn world(&self) -> &World {
        match self {
            Self::Simulated(simulation) => simulation.world(),
            Self::Recorded(playback) => playback.world(),
        }
    }
    /// The pieces of the latest computed frame; a recording has none.
    pub fn pieces(&self) -> &[Piece] {
        match self {
            Self::Simulated(simulation) => simulation.pieces(),
            Self::Recorded(_) => &[],
        }
    }
    pub fn frame(&self) -> u64 {
        match self {
            Self::Simulated(simulation) => simulation.frame(),
            Self::Recorded(playback) => playback.frame(),
        }
    }
    /// The first frame.
    pub fn first_frame(&self) -> u64 {
        match self {
            Self::Simulated(_) => 0,
            Self::Recorded(playback) => playback.first_frame(),
        }
    }
    /// The last frame that is known.
    pub fn last_frame(&self) -> u64 {
        match self {
            Self::Simulated(simulation) => simulation.last_frame(),
            Self::Recorded(playback) => playback.last_frame(),
        }
    }
    /// The time of a frame. Seconds.
    pub fn time_of(&self, frame: u64) -> f64 {
        match self {
            Self::Simulated(simulation) => frame as f64 * f64::from(simulation.world().settings().timestep),
            Self::Recorded(playback) => playback.time_of(frame),
        }
    }
    /// The frame that is so many frames later, or earlier.
    pub fn frame_after(&self, frames: i64) -> u64 {
        match self {
            Self::Simulated(simulation) => simulation.frame().saturating_add_signed(frames),
            Self::Recorded(playback) => playback.frame_after(frames),
        }
    }
    /// Why a run ends at the present frame; `None`: it goes on.
    pub fn end(&self) -> Option<&NotFinite> {
        match self {
            Self::Simulated(simulation) => simulation.end(),
            Self::Recorded(_) => None,
        }
    }
    /// Memory that the frames take. Bytes.
    pub fn memory(&self) -> usize {
        match self {
            Self::Simulated(simulation) => simulation.memory(),
            Self::Recorded(playback) => playback.memory().0,
        }
    }
    /// The readings.
    pub fn log(&self) -> &FrameLog {
        match self {
            Self::Simulated(simulation) => simulation.log(),
            Self::Recorded(playback) => playback.log(),
        }
    }
    /// The readings, to change what is read.
    pub fn log_mut(&mut self) -> &mut FrameLog {
        match self {
            Self::Simulated(simulation) => simulation.log_mut(),
            Self::Recorded(playback) => playback.log_mut(),
        }
    }
    /// The impulses of the step that led to the present frame, if they are watched.
    pub fn impulses(&mut self) -> Option<&Impulses> {
        self.simulation()?.impulses()
    }

    /// Goes toward `frame` for as long as `time` allows; returns whether it, or the end of the run, is reached.
    pub fn seek_for(&mut self, frame: u64, time: Duration) -> bool {
        match self {
            Self::Simulated(simulation) => simulation.seek_for(frame, time),
            Self::Recorded(playback) => {
                playback.seek(frame);
                true
            }
        }
    }
    /// Whether work waits for [`Frames::catch_up`]: readings up to `ahead` frames beyond the present one, or the
    /// comparison with a recording.
    pub fn is_behind(&self, ahead: u64) -> bool {
        match self {
            Self::Simulated(simulation) => simulation.is_behind(ahead),
            Self::Recorded(playback) => playback.is_behind(),
        }
    }
    /// Does that work for as long as `time` allows.
    pub fn catch_up(&mut self, ahead: u64, time: Duration) {
        match self {
            Self::Simulated(simulation) => {
                simulation.catch_up(ahead, time);
            }
            Self::Recorded(playback) => playback.catch_up(time),
        }
    }
}
