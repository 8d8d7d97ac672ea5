//! The watched numbers of a run, read off its frames from the first one on.

use collide2d::World;

use crate::elsewhere::recording::Recording;
use crate::elsewhere::recording::compare::PassingPairs;
use crate::scene::Scene;
use crate::scene::watched::WatchedNumber;

/// Most frames of energy, momentum, distance and watched numbers that are kept, from frame 0, and of a recording that goes on:
/// some 70 minutes at 60 Hz. About 25 MB.
pub const MOST_FRAMES: usize = 1 << 18;

/// A watched number over the frames.
#[derive(Clone, Debug)]
pub struct WatchedSeries {
    number: WatchedNumber,
    /// By frame; NaN where what it is of is gone.
    pub values: Vec<f64>,
}

/// It takes the frame that follows the last one, and no other.
#[derive(Clone, Debug, Default)]
pub struct WatchLog {
    names: Vec<String>,
    series: Vec<WatchedSeries>,
    /// Number and time of each frame that is read.
    pub frames: Vec<(u64, f64)>,
    /// What the frames of a recording that are read let pass.
    passing: PassingPairs,
}

impl WatchedSeries {
    /// As in the file.
    pub fn name(&self) -> &str {
        &self.number.name
    }

    /// Its largest and its smallest finite value, each with its place among the frames; of several the first.
    pub fn extremes(&self) -> Option<[(usize, f64); 2]> {
        let finite = || self.values.iter().copied().enumerate().filter(|(_, value)| value.is_finite());
        let largest = finite().reduce(|best, one| if one.1 > best.1 { one } else { best })?;
        let smallest = finite().reduce(|best, one| if one.1 < best.1 { one } else { best })?;
        Some([largest, smallest])
    }
}

impl WatchLog {
    /// Reads these numbers; starts over if they changed.
    pub fn watch(&mut self, scene: &Scene) {
        if self.names != scene.watch {
            let numbers = scene.watch.iter().filter_map(|name| WatchedNumber::named(scene, name).ok());
            let series = numbers.map(|number| WatchedSeries { number, values: Vec::new() }).collect();
            *self = Self { names: scene.watch.clone(), series, ..Self::default() };
        }
    }

    /// The watched numbers in the order of the scene.
    pub fn series(&self) -> &[WatchedSeries] {
        &self.series
    }

    /// Index of the next frame that is needed; `None`: none.
    pub fn due(&self) -> Option<u64> {
        (!self.series.is_empty() && self.frames.len() < MOST_FRAMES).then_some(self.frames.len() as u64)
    }

    /// Reads the world if its frame is the next one.
    pub fn take(&mut self, world: &World) {
        if self.due() == Some(world.frame()) {
            self.read(world, (world.frame(), world.time_of(world.frame())), WatchedNumber::value);
        }
    }

    /// Reads the next frame of a recording.
    pub fn take_recorded(&mut self, recording: &Recording, every: &World) {
        if let Some(frame) = recording.frames().get(self.frames.len()) {
            let index = self.frames.len();
            let world = self.passing.world_at(recording, every, index, usize::MAX);
            self.read(&world, (frame.frame, frame.time), |number, world, time| {
                number.value_recorded(world, time, |body| recording.knows_velocity_of(body, index))
            });
        }
    }

    fn read(
        &mut self,
        world: &World,
        (frame, time): (u64, f64),
        value: impl Fn(&WatchedNumber, &World, f64) -> Option<f64>,
    ) {
        self.frames.push((frame, time));
        for series in &mut self.series {
            series.values.push(value(&series.number, world, time).unwrap_or(f64::NAN));
        }
    }

    /// The recording has dropped so many of its oldest frames.
    pub fn forget(&mut self, dropped: usize) {
        let dropped = dropped.min(self.frames.len());
        self.frames.drain(..dropped);
        self.passing.forget(dropped);
        self.series.iter_mut().for_each(|series| drop(series.values.drain(..dropped)));
    }

    /// The place of the last frame that is read up to this one.
    pub fn place_of(&self, frame: u64) -> Option<usize> {
        self.frames.partition_point(|(known, _)| *known <= frame).checked_sub(1)
    }
}
