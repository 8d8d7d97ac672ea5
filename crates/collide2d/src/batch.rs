//! The narrow phase of many pairs in one call.
//!
//! [`collide`](crate::collide) tests one pair, and reads both shapes from wherever they lie in memory. A world has
//! thousands of pairs a step, most of them of few kinds. Given all at once, pairs of one kind go through the
//! processor's SIMD lanes side by side, at a fraction of the time (`docs/performance.md` in the repository has
//! the figures). The contacts are those of `collide`, bit for bit. A loop of your own needs three things for it,
//! which [`World`](crate::World) uses in the same way:
//!
//! - [`BodyRecords`]: of each body what a lane reads, close together in memory. Whoever moves a body calls
//!   [`BodyRecords::set`].
//! - [`NarrowPhase`]: the memory between calls. The candidate pairs come from a broad phase, such as
//!   [`SweepAndPrune`](crate::SweepAndPrune), sorted by body. [`Bodies`] lends the shapes themselves, for pairs
//!   that no lane can test: those with a polygon or a capsule.
//! - [`Outcome`]: the contact of a pair or none, as the lanes write it. [`Outcome::touches`] is one comparison,
//!   [`Outcome::contact`] the contact as `collide` returns it.
//!
//! For a single call there is [`collide_many`](crate::collide_many).
//!
//! ```
//! use collide2d::batch::{BodyRecords, NarrowPhase, Outcome};
//! use collide2d::{PairKey, Pose, Shape};
//!
//! let shape = Shape::rectangle(1.0, 1.0)?;
//! let crates = [0.0, 0.9, 5.0].map(|x| (shape.clone(), Pose::at(x, 0.0)));
//! let records: BodyRecords = crates.iter().map(|(shape, pose)| (shape, pose)).collect();
//! let pairs = [PairKey::new(0, 1), PairKey::new(1, 2)];
//! let mut found = Vec::new();
//! NarrowPhase::default().collide(&records, &&crates[..], &pairs, &mut found);
//! assert_eq!(found.iter().map(Outcome::touches).collect::<Vec<_>>(), [true, false]);
//! # Ok::<(), collide2d::ShapeError>(())
//! ```

use std::fmt;

use crate::body::Body;
use crate::collide::collide;
use crate::contact::manifold::Contact;
use crate::contact::outcome::OneByOne;
pub use crate::contact::outcome::Outcome;
pub use crate::contact::record::BodyRecords;
use crate::kernels::Many;
use crate::pair::PairKey;
use crate::pose::Pose;
use crate::shape::Shape;

/// Shapes and poses of bodies by index.
pub trait Bodies {
    /// `None` where no body has the index.
    fn body(&self, index: u32) -> Option<(&Shape, &Pose)>;
}

impl Bodies for &[(Shape, Pose)] {
    fn body(&self, index: u32) -> Option<(&Shape, &Pose)> {
        self.get(index as usize).map(|(shape, pose)| (shape, pose))
    }
}

impl Bodies for &[Body] {
    fn body(&self, index: u32) -> Option<(&Shape, &Pose)> {
        self.get(index as usize).map(|body| (body.shape(), body.pose()))
    }
}

/// The contact of every pair, in the order of `pairs`, bit for bit that of [`collide`]. A pair with an index
/// that no body has is apart.
///
/// ```
/// use collide2d::{PairKey, Pose, Shape, collide, collide_many};
///
/// let ball = Shape::circle(1.0)?;
/// let bodies = [0.0, 1.5, 9.0].map(|x| (ball.clone(), Pose::at(x, 0.0)));
/// let contacts = collide_many(&bodies, &[PairKey::new(0, 1), PairKey::new(1, 2)]);
/// assert_eq!(contacts[0], collide(&bodies[0].0, &bodies[0].1, &bodies[1].0, &bodies[1].1));
/// assert_eq!(contacts[1], None);
/// # Ok::<(), collide2d::ShapeError>(())
/// ```
pub fn collide_many(bodies: &[(Shape, Pose)], pairs: &[PairKey]) -> Vec<Option<Contact>> {
    let records: BodyRecords = bodies.iter().map(|(shape, pose)| (shape, pose)).collect();
    let mut found = Vec::new();
    NarrowPhase::default().collide(&records, &bodies, pairs, &mut found);
    found.iter().map(Outcome::contact).collect()
}

/// [`collide_many`] for repeated calls: keeps its memory, reads records that the caller keeps, and writes
/// into the caller's memory.
#[derive(Default)]
pub struct NarrowPhase {
    kernels: Many,
}

impl NarrowPhase {
    /// Writes the outcome of each pair to `found`, in the order of `pairs`. `records` are those of `bodies`.
    /// Fastest with thousands of pairs in a call, sorted by body.
    pub fn collide(
        &mut self,
        records: &BodyRecords,
        bodies: &dyn Bodies,
        pairs: &[PairKey],
        found: &mut Vec<Outcome>,
    ) {
        found.resize(pairs.len(), Outcome::APART);
        self.kernels.collide(records, &ByIndex(bodies), pairs, found);
    }
}

impl fmt::Debug for NarrowPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NarrowPhase").finish_non_exhaustive()
    }
}

pub(crate) struct ByIndex<'b>(pub &'b dyn Bodies);

impl OneByOne for ByIndex<'_> {
    #[inline(never)]
    fn collide(&self, pair: PairKey) -> Outcome {
        match (self.0.body(pair.a()), self.0.body(pair.b())) {
            (Some((a, pose_a)), Some((b, pose_b))) => Outcome::from(collide(a, pose_a, b, pose_b)),
            _ => Outcome::APART,
        }
    }

    fn prefetch(&self, pair: PairKey) -> u32 {
        let of = |index| {
            self.0.body(index).map_or(0, |(shape, pose)| shape.prefetch() ^ pose.rotation.cos().to_bits())
        };
        of(pair.a()) ^ of(pair.b())
    }
}
