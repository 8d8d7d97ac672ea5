//! What a step of `Rigid` stops on its way.

use super::slide::Stopped;
use crate::pair::PairKey;

/// What `Rigid` stopped in a step, in the order in which it did, with the fraction of the step's motion.
#[derive(Debug, Default)]
pub(crate) struct Stops {
    /// Pairs that were stopped where they first touched.
    pub pairs: Vec<(PairKey, f32)>,
    /// Bodies that a sweep or a ground stopped: they moved until then as before, and then stood.
    pub bodies: Vec<(u32, f32)>,
    /// Those of them that it put back on their ways.
    pub put_back: Vec<(u32, f32)>,
    /// Bodies that an immovable obstacle stopped; one may be there several times.
    pub at_obstacles: Vec<Stopped>,
}

impl Stops {
    /// A sweep or a ground put the body back to this fraction of its way.
    pub fn put_back(&mut self, body: u32, share: f32) {
        self.bodies.push((body, share));
        self.put_back.push((body, share));
    }

    /// A step begins.
    pub fn clear(&mut self) {
        self.pairs.clear();
        self.bodies.clear();
        self.put_back.clear();
        self.at_obstacles.clear();
    }
}
