//! Our contacts on the poses of a recorded frame.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use collide2d::{Contact, Leaf, World, collide, collide_leaves};
use glam::Vec2;

use super::of_pair;
use super::passing::{FirstMet, PassingPairs, is_behind, passes};
use crate::elsewhere::recording::{TheirContact, is_meant};
use crate::scene::{MAX_CANDIDATES, PairParts, are_meant};

#[derive(Clone, Debug)]
pub(super) struct OurContacts {
    /// Of the bodies that their contacts name, sorted by bodies.
    pub told: Vec<OurContact>,
    /// Of other bodies, with their depths, sorted by bodies.
    pub alone: Vec<((u32, u32), f32)>,
    /// There may be more of these: of too many candidate pairs the first were tested.
    pub is_limited: bool,
}

impl OurContacts {
    pub fn of(world: &World, theirs: &[TheirContact], passing: &PassingPairs) -> Self {
        let (mut told, mut alone) = (Vec::new(), Vec::new());
        let is_all = world.for_each_contact_of(MAX_CANDIDATES, |found| {
            let (bodies, leaves) = ((found.a, found.b), [found.leaf_a, found.leaf_b]);
            let is_told = theirs.binary_search_by_key(&bodies, |contact| contact.bodies).is_ok();
            // What an engine tells of a one-sided chain is right by the side at first or now.
            let (now, first) = (passes(world, bodies, leaves), passing.first_met(bodies));
            let is_behind = if is_told {
                now && first.is_none_or(FirstMet::is_behind)
            } else {
                now || first.is_some_and(FirstMet::may_be_behind)
            };
            // An engine may tell what it lets through, and need not.
            if is_behind || !is_told && passing.lets_through(bodies) {
                return ControlFlow::Continue(());
            }
            if is_told {
                let from = world.body(found.a).map(|a| a.pose().position).unwrap_or_default();
                told.push(OurContact { bodies, leaves, contact: found.contact, from, inflated: 0.0 });
            } else {
                alone.push((bodies, found.contact.depth));
            }
            ControlFlow::Continue(())
        });
        told.sort_by_key(|contact| contact.bodies);
        alone.sort_by_key(|(bodies, _)| *bodies);
        let mut added = Vec::new();
        for pair in theirs.chunk_by(|one, other| one.bodies == other.bodies) {
            let Some(bodies) = pair.first().map(|contact| contact.bodies) else { continue };
            if !meet(world, bodies) {
                continue;
            }
            let is_none = of_pair(&told, bodies, |contact| contact.bodies).is_empty();
            if is_none && passing.first_met(bodies).is_some_and(|met| !met.is_behind()) {
                // It is held since it came from the other side.
                added.extend(contacts_whence(world, bodies));
            } else if !is_all && is_none {
                added.extend(contacts_of(world, bodies));
            } else {
                add_lone_segments(world, bodies, &mut added);
            }
        }
        if !added.is_empty() {
            told.extend(added);
            told.sort_by_key(|contact| contact.bodies);
        }
        Self { told, alone, is_limited: !is_all }
    }

    /// The deepest contact of each pair.
    pub fn depths(&self) -> BTreeMap<(u32, u32), f32> {
        let told = self.told.iter().map(|ours| (ours.bodies, ours.depth()));
        let mut depths = BTreeMap::new();
        for (bodies, depth) in told.chain(self.alone.iter().copied()) {
            let known = depths.entry(bodies).or_insert(depth);
            *known = known.max(depth);
        }
        depths
    }
}

/// Our contact of two shapes, the first body's shape first.
#[derive(Clone, Debug)]
pub(in crate::elsewhere::recording) struct OurContact {
    /// Recorded bodies, the lower index first.
    pub bodies: (u32, u32),
    /// Which of their shapes, of a chain which segment.
    pub leaves: [Leaf; 2],
    pub contact: Contact,
    /// Its points are measured from here. World.
    pub(super) from: Vec2,
    /// The shapes are apart, and touch with the first so much larger. Metres.
    pub(super) inflated: f32,
}

impl OurContact {
    /// Metres.
    pub fn depth(&self) -> f32 {
        self.contact.depth
    }

    /// World.
    pub fn points(&self) -> Vec<Vec2> {
        self.contact.points().iter().map(|point| self.from + point.from_a).collect()
    }

    /// Whether their contact names these shapes, or may mean them.
    pub(super) fn is_meant_by(&self, theirs: &TheirContact) -> bool {
        is_meant(self.leaves[0], theirs.shapes.0) && is_meant(self.leaves[1], theirs.shapes.1)
    }
}

/// Whether masks let two bodies meet.
pub(in crate::elsewhere::recording) fn meet(world: &World, (a, b): (u32, u32)) -> bool {
    world.body(a).zip(world.body(b)).is_none_or(|(a, b)| a.filter().lets_meet(b.filter()))
}

/// The contacts of the shapes of two bodies, shape by shape, whatever masks say.
pub(in crate::elsewhere::recording) fn contacts_of(world: &World, bodies: (u32, u32)) -> Vec<OurContact> {
    let mut contacts = contacts_whence(world, bodies);
    contacts.retain(|ours| !passes(world, bodies, ours.leaves));
    add_lone_segments(world, bodies, &mut contacts);
    contacts
}

/// The depth of the deepest of these, 0 where there is none. Metres.
pub(in crate::elsewhere::recording) fn depth_of(world: &World, bodies: (u32, u32)) -> f32 {
    contacts_of(world, bodies).iter().map(OurContact::depth).fold(0.0, f32::max)
}

/// The same with what comes from behind a one-sided chain, and without lone segments.
fn contacts_whence(world: &World, bodies: (u32, u32)) -> Vec<OurContact> {
    let Some((a, b)) = world.body(bodies.0).zip(world.body(bodies.1)) else { return Vec::new() };
    let from = a.pose().position;
    let ours = |(leaves, contact)| OurContact { bodies, leaves, contact, from, inflated: 0.0 };
    collide_leaves(a.shape(), a.pose(), b.shape(), b.pose()).into_iter().map(ours).collect()
}

/// Adds the contacts of each segment of a chain as if it had no neighbours: what an engine without chains finds is as good
/// as what a chain allows.
fn add_lone_segments(world: &World, bodies: (u32, u32), contacts: &mut Vec<OurContact>) {
    let Some((a, b)) = world.body(bodies.0).zip(world.body(bodies.1)) else { return };
    if [a, b].iter().all(|body| !body.shape().kind().is_composite()) {
        return;
    }
    let of_b = b.leaves_in(&a.aabb());
    for of_a in a.leaves_in(&b.aabb()) {
        for of_b in &of_b {
            if of_a.chain.is_none() && of_b.chain.is_none() || is_behind([&of_a, of_b]) {
                continue;
            }
            let contact = collide(of_a.shape, &of_a.pose, of_b.shape, &of_b.pose);
            contacts.extend(contact.map(|contact| OurContact {
                bodies,
                leaves: [of_a.leaf, of_b.leaf],
                contact,
                from: of_a.pose.position,
                inflated: 0.0,
            }));
        }
    }
}

/// Our contact of the first two bodies of a world, or of the parts of them that are meant: of several the one most like
/// `theirs`, or the deepest.
pub(in crate::elsewhere::recording) fn our_contact(
    world: &World,
    theirs: Option<&TheirContact>,
    parts: PairParts,
) -> Option<OurContact> {
    let mut ours = contacts_of(world, (0, 1));
    ours.retain(|ours| are_meant(ours.leaves, parts));
    let like = theirs.and_then(|theirs| {
        let meant: Vec<&OurContact> = ours.iter().filter(|ours| ours.is_meant_by(theirs)).collect();
        nearest(theirs, &meant, |_| 0.0)
    });
    let deepest = || ours.iter().max_by(|p, q| p.contact.depth.total_cmp(&q.contact.depth));
    like.or_else(deepest).cloned()
}

/// Of our contacts the one most like theirs, whose depth has the skin of the shapes in it.
pub(super) fn nearest<'o>(
    theirs: &TheirContact,
    ours: &[&'o OurContact],
    skin: impl Fn(&OurContact) -> f32,
) -> Option<&'o OurContact> {
    let unlike = |ours: &OurContact| {
        let turned = theirs.normal.map_or(0.0, |normal| 1.0 - normal.dot(ours.contact.normal));
        let deeper = theirs.depth.map_or(0.0, |depth| (depth - skin(ours) - ours.contact.depth).abs());
        turned + deeper
    };
    ours.iter().copied().min_by(|one, other| unlike(one).total_cmp(&unlike(other)))
}
