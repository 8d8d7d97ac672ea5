//! The differences of two bodies that are asked for, or of parts of them.

use collide2d::{Body, Leaf, separation};

use super::{Comparison, Difference, Tolerances, What, contacts_of};
use crate::elsewhere::recording::Recording;
use crate::scene::{FoundParts, PairParts, are_meant, may_be_parts};

impl Comparison {
    /// Leaves the differences of two bodies, or of these parts of them. A contact that leaves its shapes open is one of the
    /// parts that touch in ours, or of those that are nearest to each other; events and queries are of whole bodies.
    pub fn keep_pair(&mut self, recording: &Recording, pair: FoundParts, tolerances: Tolerances) {
        let asked = |one: Difference| {
            let parts = recording.asked_parts(one.bodies, pair)?;
            one.of_parts(recording, parts, tolerances)
        };
        self.differences = std::mem::take(&mut self.differences).into_iter().filter_map(asked).collect();
    }
}

impl Difference {
    /// The same of these parts alone; `None`: it is of others.
    fn of_parts(self, recording: &Recording, parts: PairParts, tolerances: Tolerances) -> Option<Self> {
        if !may_be_parts(self.parts, parts) {
            return None;
        }
        let is_told = self.parts.iter().zip(parts).all(|(told, asked)| told.is_some() || asked.is_none());
        if is_told || matches!(self.what, What::Event(_) | What::Query { .. }) {
            return Some(self);
        }
        let Some(found) = ours_alone(recording, &self) else { return Some(self) };
        let ours = found.touching.iter().filter(|(leaves, _)| are_meant(*leaves, parts));
        let depth = ours.map(|(_, depth)| *depth).reduce(f32::max);
        if let What::OnlyOurs { .. } = self.what {
            let what = What::OnlyOurs { depth: depth? };
            let times = what.times(tolerances);
            return (times > 1.0).then_some(Self { what, times, parts, ..self });
        }
        let is_nearest =
            || found.touching.is_empty() && found.nearest.is_some_and(|leaves| are_meant(leaves, parts));
        (depth.is_some() || is_nearest()).then_some(self)
    }
}

/// What ours has of the two bodies of a difference in its frame.
struct OursAlone {
    /// With their depths. Metres.
    touching: Vec<([Leaf; 2], f32)>,
    /// The leaves that are nearest to each other, of those that the difference may mean.
    nearest: Option<[Leaf; 2]>,
}

fn ours_alone(recording: &Recording, one: &Difference) -> Option<OursAlone> {
    let index = recording.index_of(one.frame).ok()?;
    let (alone, every) = recording.pair_at(index, one.bodies)?;
    let world = alone.world_at(&every, 0);
    let contacts = contacts_of(&world, (0, 1)).into_iter().map(|ours| (ours.leaves, ours.depth()));
    let leaves = |body: u32| world.body(body).map_or_else(Vec::new, Body::leaves);
    let (of_a, of_b) = (leaves(0), leaves(1));
    let pairs = of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a, b)));
    let gaps = pairs.map(|(a, b)| ([a.leaf, b.leaf], separation(a.shape, &a.pose, b.shape, &b.pose)));
    let nearest = gaps.filter(|(leaves, _)| are_meant(*leaves, one.parts)).min_by(|p, q| p.1.total_cmp(&q.1));
    Some(OursAlone {
        touching: contacts.filter(|(leaves, _)| are_meant(*leaves, one.parts)).collect(),
        nearest: nearest.map(|(leaves, _)| leaves),
    })
}
