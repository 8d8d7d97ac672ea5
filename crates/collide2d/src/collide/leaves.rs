//! Pairs of leaves: the contacts of shapes that have several.

use glam::Vec2;

use super::{LeastOverlap, least_overlap, outline};
use crate::aabb::Aabb;
use crate::contact::manifold::Contact;
use crate::pose::Pose;
use crate::shape::Shape;
use crate::shape::leaf::{Leaf, LeafShape, grown};

/// The margin of [`for_each_pair`] that leaves out no pair.
pub(crate) const EVERYWHERE: f32 = 0.25 * f32::MAX;

/// A leaf of each of two shapes, with their poses in one frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LeafPair<'s> {
    pub a: LeafShape<'s>,
    pub b: LeafShape<'s>,
    /// From the position of `a`'s whole shape to that of its leaf, world axes.
    pub origin: Vec2,
    /// The positions of the whole shapes.
    pub position_a: Vec2,
    pub position_b: Vec2,
}

impl<'s> LeafPair<'s> {
    /// Two simple shapes.
    #[inline]
    pub fn simple(a: &'s Shape, pose_a: &Pose, b: &'s Shape, pose_b: &Pose) -> Self {
        let leaf = |shape, pose: &Pose| LeafShape { leaf: Leaf::WHOLE, shape, pose: *pose, chain: None };
        let (position_a, position_b) = (pose_a.position, pose_b.position);
        Self { a: leaf(a, pose_a), b: leaf(b, pose_b), origin: Vec2::ZERO, position_a, position_b }
    }

    /// Two leaves of shapes at these positions. What is measured from `a` is measured from its leaf.
    pub fn of_leaves(a: &LeafShape<'s>, b: &LeafShape<'s>, [position_a, position_b]: [Vec2; 2]) -> Self {
        Self { a: *a, b: *b, origin: Vec2::ZERO, position_a, position_b }
    }

    /// Which leaves.
    pub fn leaves(&self) -> [Leaf; 2] {
        [self.a.leaf, self.b.leaf]
    }

    /// Whether one of them is a segment of a one-sided chain.
    pub fn is_one_sided(&self) -> bool {
        self.a.one_sided_chain().or(self.b.one_sided_chain()).is_some()
    }

    /// Whether the other shape's position is not on the right-hand side of a one-sided chain.
    pub fn is_behind(&self) -> bool {
        let behind = |own: &LeafShape<'_>, position: Vec2| {
            own.one_sided_chain()
                .is_some_and(|chain| !chain.has_on_its_right(own.pose.local_from_world(position)))
        };
        behind(&self.a, self.position_b) || behind(&self.b, self.position_a)
    }

    /// Whether the contact is with the far side of what a one-sided chain encloses: it would move the other shape's position,
    /// which is on the chain's right-hand side, through the chain. The contact's points are measured from `a`'s whole shape.
    pub fn faces_away(&self, contact: &Contact) -> bool {
        let Some(point) = contact.points().first() else { return false };
        let at = self.position_a + point.from_a;
        let is_beyond = |own: &LeafShape<'_>, position: Vec2, out: Vec2| {
            let Some(chain) = own.one_sided_chain() else { return false };
            let local = |way: f32| own.pose.local_from_world(position + out * way);
            // The point is midway between the surfaces.
            (position - at).dot(out) < 0.5 * point.depth
                && chain.has_on_its_right(local(0.0))
                && chain.is_crossed(local(0.0), local(contact.depth))
        };
        is_beyond(&self.a, self.position_b, -contact.normal)
            || is_beyond(&self.b, self.position_a, contact.normal)
    }

    /// Whether the outline of a chain allows a contact with this normal, as of a [`Contact`].
    pub fn allows(&self, normal: Vec2) -> bool {
        outline::allows(&self.a, &self.b, normal)
    }

    /// Their contact, its points measured from the position of `a`'s whole shape.
    pub fn collide(&self) -> Option<Contact> {
        self.collide_with_a_at(&self.a.pose)
    }

    /// Whether the contact may be deeper than `depth` (metres), judged by one axis; half of `depth` allows
    /// for rounding.
    pub fn may_be_deeper(&self, depth: f32) -> bool {
        outline::most_depth(&self.a, &self.b).is_none_or(|most| most > 0.5 * f64::from(depth))
    }

    /// [`LeafPair::collide`] with `a`'s leaf elsewhere; points are measured from that position less the origin.
    pub fn collide_with_a_at(&self, pose: &Pose) -> Option<Contact> {
        let Self { a, b, origin, .. } = self;
        let mut contact = super::collide(a.shape, pose, b.shape, &b.pose)?;
        if a.chain.is_some() || b.chain.is_some() {
            contact = outline::allowed(&LeafShape { pose: *pose, ..*a }, b, contact)?;
        }
        if *origin != Vec2::ZERO {
            contact.shift(*origin);
        }
        Some(contact)
    }
}

/// One pair of leaves, with poses as [`for_each_pair`] has them; of two simple shapes in the world.
pub(crate) fn pair_of<'s>(
    a: &'s Shape,
    pose_a: &Pose,
    b: &'s Shape,
    pose_b: &Pose,
    [leaf_a, leaf_b]: [Leaf; 2],
) -> Option<LeafPair<'s>> {
    if [leaf_a, leaf_b] == [Leaf::WHOLE; 2] {
        return Some(LeafPair::simple(a, pose_a, b, pose_b));
    }
    let at_a = Pose { position: Vec2::ZERO, ..*pose_a };
    let at_b = Pose { position: pose_b.position - pose_a.position, ..*pose_b };
    let (a, b) = (a.leaf(leaf_a, &at_a)?, b.leaf(leaf_b, &at_b)?);
    let (position_a, position_b) = (at_a.position, at_b.position);
    Some(LeafPair { a, b, origin: a.pose.position, position_a, position_b })
}

/// Visits the pairs of leaves whose boxes, grown by `margin` together, meet: in the order of `a`'s leaves, then `b`'s.
/// Poses are measured from `a`'s position.
pub(crate) fn for_each_pair<'s>(
    a: &'s Shape,
    pose_a: &Pose,
    b: &'s Shape,
    pose_b: &Pose,
    margin: f32,
    visit: &mut dyn FnMut(&LeafPair<'s>),
) {
    let at_a = Pose { position: Vec2::ZERO, ..*pose_a };
    let at_b = Pose { position: pose_b.position - pose_a.position, ..*pose_b };
    let around = |aabb: Aabb| {
        let aabb = grown(&aabb);
        Aabb { min: aabb.min - margin, max: aabb.max + margin }
    };
    // Boxes take long, and a simple shape is one leaf wherever it is.
    let near_b = a.is_composite().then(|| around(b.aabb(&at_b)));
    a.for_each_leaf(&at_a, near_b.as_ref(), &mut |leaf_a| {
        let near_a = b.is_composite().then(|| around(leaf_a.shape.aabb(&leaf_a.pose)));
        b.for_each_leaf(&at_b, near_a.as_ref(), &mut |leaf_b| {
            visit(&LeafPair {
                a: *leaf_a,
                b: *leaf_b,
                origin: leaf_a.pose.position,
                position_a: at_a.position,
                position_b: at_b.position,
            });
        });
    });
}

/// The contacts of all leaves of two shapes, in the order of `a`'s leaves, then `b`'s; of two simple shapes
/// at most one. Each is as [`collide`] finds it, with points measured from `pose_a`. Contacts behind a
/// one-sided chain are included.
///
/// [`collide`]: crate::collide()
pub fn collide_leaves(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Vec<([Leaf; 2], Contact)> {
    let mut contacts = Vec::new();
    for_each_pair(a, pose_a, b, pose_b, 0.0, &mut |pair| {
        contacts.extend(pair.collide().map(|contact| (pair.leaves(), contact)));
    });
    contacts
}

/// The deepest contact of two shapes of which one has several leaves; of equal depth the first.
#[cold]
pub(super) fn deepest(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Option<Contact> {
    deepest_of(a, pose_a, b, pose_b, |_, _| true)
}

/// [`least_overlap`] without the far sides of one-sided chains, see [`LeafPair::faces_away`].
#[inline]
pub(crate) fn least_held_overlap(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> Option<LeastOverlap> {
    if a.is_one_sided() || b.is_one_sided() {
        let held = |pair: &LeafPair<'_>, contact: &Contact| !pair.faces_away(contact);
        deepest_of(a, pose_a, b, pose_b, held).map(LeastOverlap::from)
    } else {
        least_overlap(a, pose_a, b, pose_b)
    }
}

#[cold]
fn deepest_of(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    counts: impl Fn(&LeafPair<'_>, &Contact) -> bool,
) -> Option<Contact> {
    let mut deepest: Option<Contact> = None;
    for_each_pair(a, pose_a, b, pose_b, 0.0, &mut |pair| {
        if let Some(contact) = pair.collide()
            && deepest.is_none_or(|deepest| contact.depth > deepest.depth)
            && counts(pair, &contact)
        {
            deepest = Some(contact);
        }
    });
    deepest
}
