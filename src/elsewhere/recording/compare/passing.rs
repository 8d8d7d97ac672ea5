//! What one-way bodies and one-sided chains let pass, from frame to frame: it is decided as two bodies first meet, and holds
//! until they are apart.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use collide2d::{Body, Leaf, LeafShape, Meeting, PairContact, PairKey, Shape, World, collide_leaves};

use crate::elsewhere::recording::Recording;
use crate::scene::{SceneShape, degrees_off_one_way};

/// The pairs with a one-way body or a one-sided chain that touch in a frame.
#[derive(Clone, Debug, Default)]
pub struct PassingPairs {
    /// Index of the frame that was looked at last.
    last: Option<usize>,
    met: BTreeMap<(u32, u32), FirstMet>,
}

/// What was decided as two bodies first met.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FirstMet {
    /// Index of the frame.
    pub index: usize,
    pub is_let_through: bool,
    /// One came from behind a one-sided chain, by its centroid, as Box2D judges it.
    pub is_behind: bool,
    /// The same by its position, as our worlds judge it.
    pub is_behind_for_us: bool,
    /// As [`degrees_off_one_way`].
    pub off: [f32; 2],
}

impl PassingPairs {
    /// Looks at the frame of this index, whose world this is. Pairs that are not known from the frame that was looked at last
    /// are followed back to where they met.
    pub fn follow(&mut self, recording: &Recording, index: usize, world: &World) {
        self.follow_within(recording, index, world, usize::MAX);
    }

    /// The same with at most so many tests of pairs in earlier frames: those that are left are judged where the way back ends.
    pub fn follow_within(&mut self, recording: &Recording, index: usize, world: &World, mut tests: usize) {
        let (before, last) = (std::mem::take(&mut self.met), self.last.replace(index));
        let touching = touching(world);
        let moving = OnceCell::new();
        let moving = || moving.get_or_init(|| recording.approaching_world(index, world));
        for (bodies, found) in touching {
            // It touched in all frames between.
            let is_known = |met: &&FirstMet| met.index <= index && last.is_some_and(|last| index <= last);
            let mut known = before.get(&bodies).filter(is_known).copied();
            let mut first = index;
            while known.is_none() && first > 0 {
                if last == Some(first - 1) {
                    known = before.get(&bodies).copied();
                    break;
                }
                if tests == 0 || !recording.overlap(world, bodies, first - 1) {
                    break;
                }
                (tests, first) = (tests - 1, first - 1);
            }
            let earlier = || if first < index { recording.first_met(bodies, first) } else { None };
            let met = known.or_else(earlier).unwrap_or_else(|| FirstMet::of(index, moving(), &found));
            self.met.insert(bodies, met);
        }
    }

    /// The frame of this index as [`Recording::world_at`], in which what tells no velocity moves as it did since the frame before,
    /// and whose contacts are judged by how their bodies met; looks at it as [`PassingPairs::follow_within`] does.
    pub fn world_at(&mut self, recording: &Recording, every: &World, index: usize, tests: usize) -> World {
        let mut world = recording.world_at(every, index);
        recording.approach(index, &mut world, 0..recording.body_count() as u32);
        self.follow_within(recording, index, &world, tests);
        world.set_meetings(self.meetings(Some));
        world
    }

    /// The recording has dropped so many of its oldest frames.
    pub fn forget(&mut self, dropped: usize) {
        self.last = self.last.and_then(|last| last.checked_sub(dropped));
        if self.last.is_none() {
            self.met.clear();
        }
        self.met.values_mut().for_each(|met| met.index = met.index.saturating_sub(dropped));
    }

    /// Two that touch as they first met; the lower index first.
    pub fn first_met(&self, bodies: (u32, u32)) -> Option<FirstMet> {
        self.met.get(&bodies).copied()
    }

    /// Whether a one-way body lets the other of two that touch through.
    pub(in crate::elsewhere::recording) fn lets_through(&self, bodies: (u32, u32)) -> bool {
        self.met.get(&bodies).is_some_and(|met| met.is_let_through)
    }

    /// The same for a world in which a recorded body is the one of this index.
    pub fn meetings(&self, index_of: impl Fn(u32) -> Option<u32>) -> Vec<Meeting> {
        let meeting = |(&(a, b), met): (&(u32, u32), &FirstMet)| {
            Some(Meeting {
                pair: PairKey::new(index_of(a)?, index_of(b)?),
                since: met.index as u64,
                is_let_through: met.is_let_through,
                is_behind: met.is_behind_for_us,
            })
        };
        self.met.iter().filter_map(meeting).collect()
    }
}

impl FirstMet {
    /// Whether one of the two came from behind a one-sided chain, whichever of its points tells the side.
    pub(super) fn is_behind(self) -> bool {
        self.is_behind && self.is_behind_for_us
    }

    /// The same by one of its points.
    pub(super) fn may_be_behind(self) -> bool {
        self.is_behind || self.is_behind_for_us
    }

    /// `moving`: the world of the frame, in which bodies move as they did since the one before.
    fn of(index: usize, moving: &World, (contact, is_behind): &(PairContact, bool)) -> Self {
        let (bodies, pair) = (moving.body(contact.a).zip(moving.body(contact.b)), contact.key());
        Self {
            index,
            is_let_through: moving.lets_through(contact),
            is_behind: *is_behind,
            is_behind_for_us: moving.is_pair(pair) && moving.contacts_of(pair).is_empty(),
            off: bodies.map_or([0.0; 2], |(a, b)| degrees_off_one_way([a, b], contact.contact.normal)),
        }
    }
}

impl Recording {
    /// Whether a body decides as it meets another what it lets pass.
    pub fn has_passing(&self) -> bool {
        let is_one_sided = |shape: &SceneShape| matches!(shape, SceneShape::Chain { one_sided: true, .. });
        self.bodies.iter().any(|body| {
            let parts = body.shape.parts().iter().map(|part| &part.shape);
            body.one_way.is_some() || parts.chain([&body.shape]).any(is_one_sided)
        })
    }

    /// Whether two bodies of a world overlap in the frame of this index.
    fn overlap(&self, world: &World, (a, b): (u32, u32), index: usize) -> bool {
        let placed = |body: u32| Some((world.body(body)?.shape(), self.pose_of(body, index)?));
        placed(a).zip(placed(b)).is_some_and(|((a, pose_a), (b, pose_b))| {
            a.aabb(&pose_a).overlaps(&b.aabb(&pose_b)) && !collide_leaves(a, &pose_a, b, &pose_b).is_empty()
        })
    }

    /// Two bodies that first meet in the frame of this index.
    fn first_met(&self, bodies: (u32, u32), index: usize) -> Option<FirstMet> {
        let moving = self.approaching_pair(index, bodies)?;
        Some(FirstMet::of(index, &moving, &deepest(&moving, (0, 1))?))
    }
}

fn decides(body: &Body) -> bool {
    body.one_way().is_some() || body.shape().is_one_sided()
}

/// All pairs with such a body that overlap: what a world tells leaves out what is behind a chain now.
fn touching(world: &World) -> BTreeMap<(u32, u32), (PairContact, bool)> {
    let mut touching = BTreeMap::new();
    let deciding = (0_u32..).zip(world.bodies()).filter(|(_, body)| decides(body) && !body.is_removed());
    for (own, body) in deciding {
        let bounds = body.aabb();
        for (other, _) in (0_u32..).zip(world.bodies()).filter(|(_, other)| other.aabb().overlaps(&bounds)) {
            let bodies = (own.min(other), own.max(other));
            if own != other && world.is_pair(PairKey::new(own, other)) && !touching.contains_key(&bodies) {
                touching.extend(deepest(world, bodies).map(|found| (bodies, found)));
            }
        }
    }
    touching
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
