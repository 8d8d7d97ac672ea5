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
    /// Bodies that an immovable obstacle stopped; one may be there several times.
    pub at_obstacles: Vec<Stopped>,
}

impl Stops {
    /// A step begins.
    pub fn clear(&mut self) {
        self.pairs.clear();
        self.bodies.clear();
        self.at_obstacles.clear();
    }
}
