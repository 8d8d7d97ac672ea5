//! The last seconds of a game, written once something has gone wrong: the bug that just happened.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::recorder::line;
use crate::{Body, Frame, Header, RecordError};

/// The last seconds that a [`Recorder`](crate::Recorder) was given. Clones are the same memory, so that a key or a panic hook
/// has one:
///
/// ```
/// use collision_record::LastSeconds;
///
/// let last = LastSeconds::new(10.0);
/// let at_panic = last.clone();
/// let told = std::panic::take_hook();
/// std::panic::set_hook(Box::new(move |panic| {
///     // The game ends anyway: whether there was anything to write is for the hook that was there before to tell.
///     let _ = at_panic.save("bug.jsonl");
///     told(panic);
/// }));
/// // Recorder::to_memory(&last, &header), or WorldRecorder::to_memory(&last, engine)
/// ```
#[derive(Clone, Debug)]
pub struct LastSeconds {
    /// Seconds of the frames' time.
    seconds: f64,
    kept: Arc<Mutex<Kept>>,
}

#[derive(Debug, Default)]
struct Kept {
    /// Without bodies.
    header: Option<Header>,
    /// By place; those that were there before the first frame.
    bodies: Vec<Option<Body>>,
    frames: VecDeque<Arc<Frame>>,
}

impl LastSeconds {
    /// Keeps so many seconds, and always the last frame; NaN is 0.
    pub fn new(seconds: f64) -> Self {
        Self { seconds: seconds.max(0.0), kept: Arc::default() }
    }

    /// Writes them into a new file; one that is there is replaced. `Err` where no frame was recorded.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), RecordError> {
        // Before the file is touched.
        let lines = self.lines()?;
        let mut file = BufWriter::new(File::create(path)?);
        lines.iter().try_for_each(|line| file.write_all(line))?;
        Ok(file.flush()?)
    }

    /// The same into anything that takes bytes.
    pub fn write_to(&self, mut out: impl Write) -> Result<(), RecordError> {
        self.lines()?.iter().try_for_each(|line| out.write_all(line))?;
        Ok(out.flush()?)
    }

    pub(crate) fn begin(&self, header: &Header) {
        let bodies = header.bodies.iter().cloned().map(Some).collect();
        let header = Header { bodies: Vec::new(), ..header.clone() };
        *self.lock() = Kept { header: Some(header), bodies, frames: VecDeque::new() };
    }

    pub(crate) fn push(&self, frame: &Frame) {
        let frame = Arc::new(frame.clone());
        let mut kept = self.lock();
        let Kept { bodies, frames, .. } = &mut *kept;
        while let Some(first) = frames.front()
            && first.time < frame.time - self.seconds
        {
            change(bodies, first);
            frames.pop_front();
        }
        frames.push_back(frame);
    }

    /// The recording. Nothing is locked while lines are made: a frame that comes meanwhile does not wait.
    fn lines(&self) -> Result<Vec<Vec<u8>>, RecordError> {
        let (header, mut bodies, frames) = {
            let kept = self.lock();
            (kept.header.clone(), kept.bodies.clone(), kept.frames.clone())
        };
        let (Some(mut header), Some(first)) = (header, frames.front()) else {
            return Err(io::Error::new(io::ErrorKind::NotFound, "no frame is recorded yet").into());
        };
        change(&mut bodies, first);
        let mut places = Renumbering::default();
        for (place, body) in bodies.iter().enumerate() {
            if let Some(body) = body {
                places.take(place);
                header.bodies.push(body.clone());
            }
        }
        let mut lines = vec![line(&header)?];
        for (i, frame) in frames.iter().enumerate() {
            if i > 0 {
                frame.add.iter().for_each(|added| places.take(added.index as usize));
            }
            let mut frame = places.map(frame);
            if i == 0 {
                // Its bodies are those of the header; events of bodies that went in it name nobody.
                (frame.remove, frame.add) = (Vec::new(), Vec::new());
                let there = |place: u32| (place as usize) < header.bodies.len();
                frame.events.retain(|event| there(event.a) && there(event.b));
            }
            lines.push(line(&frame)?);
        }
        Ok(lines)
    }

    /// What a panic left behind is whole: a frame is put in once it is complete.
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bodies that are there once a frame has changed them.
fn change(bodies: &mut Vec<Option<Body>>, frame: &Frame) {
    for place in &frame.remove {
        if let Some(body) = bodies.get_mut(*place as usize) {
            *body = None;
        }
    }
    for added in &frame.add {
        let place = added.index as usize;
        if place >= bodies.len() {
            bodies.resize(place + 1, None);
        }
        bodies[place] = Some(added.body.clone());
    }
}

/// Places without those of bodies that went before the first frame: a header has no place without a body.
#[derive(Default)]
struct Renumbering {
    /// The old place of each new one.
    old: Vec<usize>,
    /// The new place of each old one.
    new: Vec<Option<u32>>,
}

impl Renumbering {
    /// Gives an old place a new one, which it keeps.
    fn take(&mut self, old: usize) {
        if old >= self.new.len() {
            self.new.resize(old + 1, None);
        }
        if self.new[old].is_none() {
            self.new[old] = Some(self.old.len() as u32);
            self.old.push(old);
        }
    }

    fn map(&self, frame: &Frame) -> Frame {
        // A place that no body has had since the first frame is named by events of that one alone.
        frame.map_places(&self.old, |place| {
            self.new.get(place as usize).copied().flatten().unwrap_or(u32::MAX)
        })
    }
}
