//! What one-way bodies and one-sided chains let pass, from frame to frame: it is decided as two bodies first meet, and holds
//! until they are apart.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use collide2d::{Body, Leaf, LeafShape, PairContact, PairKey, Shape, World, collide_leaves};

use crate::elsewhere::recording::Recording;

/// The pairs with a one-way body or a one-sided chain that touch.
#[derive(Clone, Debug, Default)]
pub(super) struct PassingPairs {
    met: BTreeMap<(u32, u32), Met>,
}

/// What was decided as two bodies first met.
#[derive(Clone, Copy, Debug)]
struct Met {
    is_let_through: bool,
    is_behind: bool,
}

impl PassingPairs {
    /// Looks at the frame of this index, which follows the last one.
    pub fn follow(&mut self, recording: &Recording, index: usize, world: &World) {
        let decides = |body: &Body| body.one_way().is_some() || body.shape().is_one_sided();
        if !world.bodies().iter().any(decides) {
            return self.met.clear();
        }
        // All that overlap: what a world tells leaves out what is behind a chain now.
        let mut touching: BTreeMap<(u32, u32), (PairContact, bool)> = BTreeMap::new();
        let deciding = (0_u32..).zip(world.bodies()).filter(|(_, body)| decides(body) && !body.is_removed());
        for (own, body) in deciding {
            let bounds = body.aabb();
            for (other, _) in
                (0_u32..).zip(world.bodies()).filter(|(_, other)| other.aabb().overlaps(&bounds))
            {
                let bodies = (own.min(other), own.max(other));
                if own != other && world.is_pair(PairKey::new(own, other)) && !touching.contains_key(&bodies)
                {
                    touching.extend(deepest(world, bodies).map(|found| (bodies, found)));
                }
            }
        }
        let before = std::mem::take(&mut self.met);
        let moving = OnceCell::new();
        let moving = || moving.get_or_init(|| recording.approaching_world(index, world));
        let met = touching.into_iter().map(|(bodies, (contact, is_behind))| {
            let new = || Met { is_let_through: moving().lets_through(&contact), is_behind };
            (bodies, before.get(&bodies).copied().unwrap_or_else(new))
        });
        self.met = met.collect();
    }

    /// Whether a one-way body lets the other of two that touch through.
    pub fn lets_through(&self, bodies: (u32, u32)) -> bool {
        self.met.get(&bodies).is_some_and(|met| met.is_let_through)
    }

    /// Whether one of two that touch came from behind a one-sided chain; `None`: they do not touch.
    pub fn is_behind(&self, bodies: (u32, u32)) -> Option<bool> {
        self.met.get(&bodies).map(|met| met.is_behind)
    }
}

/// The deepest contact of two bodies, and whether each of theirs is from behind a one-sided chain.
fn deepest(world: &World, bodies: (u32, u32)) -> Option<(PairContact, bool)> {
    let (a, b) = world.body(bodies.0).zip(world.body(bodies.1))?;
    let found = collide_leaves(a.shape(), a.pose(), b.shape(), b.pose()).into_iter();
    let contacts = found.map(|([leaf_a, leaf_b], contact)| {
        let is_behind = passes(world, bodies, [leaf_a, leaf_b]);
        (PairContact { a: bodies.0, b: bodies.1, leaf_a, leaf_b, contact }, is_behind)
    });
    contacts.reduce(|p, q| {
        let deeper = if q.0.contact.depth > p.0.contact.depth { q.0 } else { p.0 };
        (deeper, p.1 && q.1)
    })
}

/// [`is_behind`] of the leaves of a contact of two bodies.
pub(super) fn passes(world: &World, bodies: (u32, u32), leaves: [Leaf; 2]) -> bool {
    let leaf = |body: u32, leaf: Leaf| world.body(body)?.leaf(leaf);
    leaves.iter().any(|leaf| leaf.segment().is_some())
        && leaf(bodies.0, leaves[0]).zip(leaf(bodies.1, leaves[1])).is_some_and(|(a, b)| is_behind([&a, &b]))
}

/// Whether one of two leaves is a segment of a one-sided chain, and the other one's centroid is behind it: Box2D tests no
/// such two.
pub(in crate::elsewhere::recording) fn is_behind([a, b]: [&LeafShape<'_>; 2]) -> bool {
    let is_behind = |own: &LeafShape<'_>, other: &LeafShape<'_>| {
        let (true, Shape::Wall(wall)) = (own.chain.is_some_and(|(chain, _)| chain.is_one_sided()), own.shape)
        else {
            return false;
        };
        let centroid = other.pose.world_from_local(other.shape.centroid());
        let place = own.pose.local_from_world(centroid);
        (wall.end() - wall.start()).perp_dot(place - wall.start()) > 0.0
    };
    is_behind(a, b) || is_behind(b, a)
}
