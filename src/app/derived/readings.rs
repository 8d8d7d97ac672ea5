//! The `expect` lines, checked as their frames are computed.

use crate::app::run::Run;
use crate::report::check::{Expected, Failure};
use crate::scene::{Expectation, Scene};

/// An `expect` line on the time line.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectationMark {
    pub index: usize,
    /// The frame that it is for.
    pub frame: u64,
    /// Whether it holds; `None` until its frame is computed.
    pub holds: Option<bool>,
    /// What was found instead.
    pub failure: Option<Failure>,
}

/// The `expect` lines and their results.
#[derive(Debug, Default)]
pub struct Expectations {
    lines: Vec<Expectation>,
    expected: Expected,
    /// The `expect` lines in file order, each with whether it holds, once its frame is computed.
    pub marks: Vec<ExpectationMark>,
    /// The run in which they are checked.
    run: Option<u64>,
}

impl Expectations {
    /// Checks the lines whose frames are computed; starts over if the lines or the run changed.
    pub fn update(&mut self, scene: &Scene, run: &mut Run) {
        let number = Some(run.stamp.run);
        if self.run != number || self.lines != scene.expect {
            let mark = |(index, e): (usize, &Expectation)| ExpectationMark {
                index,
                frame: e.frame(),
                holds: None,
                failure: None,
            };
            let marks: Vec<_> = scene.expect.iter().enumerate().map(mark).collect();
            run.want_copies(marks.iter().map(|mark| mark.frame));
            *self = Self { lines: scene.expect.clone(), expected: Expected::of(scene), marks, run: number };
        }
        if let Some(playback) = run.frames.playback_mut() {
            return playback.watch(scene);
        }
        let log = run.frames.log_mut();
        log.stops.watch(scene);
        log.moments.watch(scene);
        log.watched.watch(scene);
        let decided = log.stops.take_decided();
        for world in log.take_copies() {
            self.mark(self.expected.check(scene, &world).collect());
        }
        self.mark(decided);
    }

    /// What became of lines, each with its index.
    fn mark(&mut self, decided: Vec<(usize, Option<Failure>)>) {
        for (index, failure) in decided {
            if let Some(mark) = self.marks.get_mut(index) {
                mark.frame = failure.as_ref().map_or(mark.frame, |failure| failure.frame);
                mark.holds = Some(failure.is_none());
                mark.failure = failure;
            }
        }
    }
}
