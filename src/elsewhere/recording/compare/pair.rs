//! The contacts of one pair of bodies: theirs, and ours on the same poses.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_1_SQRT_2;
use std::ops::ControlFlow;

use collide2d::{
    Aabb, Body, Contact, Leaf, LeafShape, PairContact, Pose, Shape, Trace, World, collide, collide_leaves,
    collide_observed, separation,
};
use glam::Vec2;

use super::passing::{FirstMet, PassingPairs, is_behind, passes};
use super::{Difference, Excused, Tolerances, What, of_pair};
use crate::elsewhere::differences::{SHARED, Told, WhyLeftOut, angle, differences, from_points, share};
use crate::elsewhere::recording::{Recording, TheirContact, is_meant};
use crate::scene::{MAX_CANDIDATES, PairParts, are_meant};

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

#[derive(Clone, Debug)]
pub(super) struct OurContacts {
    /// Of the bodies that their contacts name, sorted by bodies.
    pub told: Vec<OurContact>,
    /// Of other bodies, with their depths, sorted by bodies.
    pub alone: Vec<((u32, u32), f32)>,
    /// There may be more of these: of too many candidate pairs the first were tested.
    pub is_limited: bool,
}

/// Normals closer to each other than this are one that was told several times. Radians.
const SAME_NORMAL: f32 = 1.0e-5;

/// Most pairs of shapes that are apart and looked at for one contact.
const MOST_NEAR: usize = 64;

/// A frame's poses.
pub(super) struct PairState<'a> {
    pub recording: &'a Recording,
    pub world: &'a World,
    pub tolerances: Tolerances,
}

/// Why a normal that is not ours is right as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excuse {
    /// Two ways out are equally long.
    Tie,
    /// Ours is a ghost, and the outline allows theirs.
    Ghost,
}

/// What differs, and why another normal is right.
type Differing = (Option<Excuse>, Vec<What>);

/// What differs in the contacts of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundWhat {
    what: What,
    /// The file has the normal the other way round.
    is_turned: bool,
    parts: PairParts,
}

impl From<What> for FoundWhat {
    fn from(what: What) -> Self {
        Self { what, is_turned: false, parts: [None; 2] }
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
    from: Vec2,
    /// The shapes are apart, and touch with the first so much larger. Metres.
    inflated: f32,
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
    fn is_meant_by(&self, theirs: &TheirContact) -> bool {
        is_meant(self.leaves[0], theirs.shapes.0) && is_meant(self.leaves[1], theirs.shapes.1)
    }
}

/// What an engine tells of two shapes, in one contact or in several: some tell a contact for each point.
#[derive(Clone, Debug)]
struct TheirManifold<'t> {
    /// With the points of all, and the deepest depth.
    contact: TheirContact,
    /// The points that were told with a depth of their own. World; metres.
    depths: Vec<(Vec2, f32)>,
    /// The contacts that it is made of.
    told: Vec<&'t TheirContact>,
}

impl<'t> TheirManifold<'t> {
    /// The contacts of a pair of bodies, those that may mean the same shapes taken together if their normals are closer to each
    /// other than this (radians). What is taken together with a contact that leaves a shape open leaves it open, too.
    fn of(contacts: impl IntoIterator<Item = &'t TheirContact>, one_normal: f32) -> Vec<Self> {
        let mut manifolds = Vec::<Self>::new();
        let may_be = |one: Option<u32>, other: Option<u32>| one.zip(other).is_none_or(|(p, q)| p == q);
        for contact in contacts.into_iter().filter(|contact| !contact.filtered) {
            let own = contact.depth.zip(contact.points.first().filter(|_| contact.points.len() == 1));
            let own = own.map(|(depth, point)| (*point, depth));
            let is_one = |other: &&mut Self| {
                let ((a, b), (other_a, other_b)) = (contact.shapes, other.contact.shapes);
                may_be(a, other_a)
                    && may_be(b, other_b)
                    && match (other.contact.normal, contact.normal) {
                        (Some(one), Some(other)) => angle(one, other) < one_normal,
                        // Without normals, points that have a depth each.
                        (None, None) => own.is_some() && other.depths.len() == other.contact.points.len(),
                        (Some(_), None) | (None, Some(_)) => false,
                    }
            };
            match manifolds.iter_mut().find(is_one) {
                Some(manifold) => {
                    let (a, b) = contact.shapes;
                    manifold.contact.shapes.0.take_if(|_| a.is_none());
                    manifold.contact.shapes.1.take_if(|_| b.is_none());
                    let depth = manifold.contact.depth.into_iter().chain(contact.depth).reduce(f32::max);
                    manifold.contact.depth = depth;
                    manifold.contact.points.extend(&contact.points);
                    manifold.depths.extend(own);
                    manifold.told.push(contact);
                }
                None => manifolds.push(Self {
                    contact: contact.clone(),
                    depths: own.into_iter().collect(),
                    told: vec![contact],
                }),
            }
        }
        manifolds
    }
}

impl PairState<'_> {
    /// Compares the contacts of a pair; `before`: its normals in the frame before. Returns what is excused, and the normals of
    /// this frame. What is found says whether the file has its normal the other way round.
    pub fn compare(
        &self,
        theirs: &[TheirContact],
        ours: &[OurContact],
        before: Option<(Vec2, Vec2)>,
        found: &mut Vec<FoundWhat>,
    ) -> (Excused, Option<(Vec2, Vec2)>) {
        let (mut excused, mut normals) = (Excused::default(), None);
        let theirs = TheirManifold::of(theirs, SHARED);
        for manifold in &theirs {
            let contact = &manifold.contact;
            let meant: Vec<&OurContact> = ours.iter().filter(|ours| ours.is_meant_by(contact)).collect();
            let (excuse, mut of_contact) = self.differ_as_told(manifold, &meant);
            excused.count(excuse);
            let has_normal = of_contact.iter().any(|what| matches!(what, What::Normal { .. }));
            let like = nearest(contact, &meant, |ours| self.skin_of(ours));
            // Of several contacts of a pair nobody knows which was which in the frame before.
            if let (Some(ours), Some(normal), [_], false) =
                (like, contact.normal, theirs.as_slice(), has_normal)
            {
                // It may turn where the way before is no longer as short.
                let is_right = |normal: Vec2| {
                    angle(normal, ours.contact.normal) <= self.tolerances.tolerance
                        || meant.iter().any(|ours| self.other_way(ours, normal).is_some())
                };
                let flip = before.filter(|(theirs, ours_before)| {
                    theirs.dot(normal) < 0.0
                        && ours_before.dot(ours.contact.normal) > FRAC_1_SQRT_2
                        && is_right(*theirs)
                });
                of_contact.extend(flip.map(|(before, _)| What::Flip { before, theirs: normal }));
                normals = Some((normal, ours.contact.normal));
            }
            let (is_turned, parts) = (contact.is_turned, self.parts_of(contact.bodies, contact.shapes));
            found.extend(of_contact.into_iter().map(|what| FoundWhat { what, is_turned, parts }));
        }
        (excused, normals)
    }

    /// What differs between a manifold and ours, and why another normal is right, too. Contacts that leave their shapes open and
    /// have one normal may still be of several pairs of shapes: those that fit two that are apart are none of the manifold. Those of
    /// segments that meet at a small angle have nearly one normal. `meant`: our contacts that it may mean.
    fn differ_as_told(&self, manifold: &TheirManifold, meant: &[&OurContact]) -> Differing {
        let mut whole = self.differ_as_one(manifold, meant);
        if manifold.told.len() < 2 || self.worst(&whole) <= 1.0 {
            return whole;
        }
        let by_normal = TheirManifold::of(manifold.told.iter().copied(), SAME_NORMAL);
        if by_normal.len() > 1 {
            let split = self.differ_split(&by_normal, meant);
            if self.worst(&split) < self.worst(&whole) {
                whole = split;
            }
        }
        let fits_elsewhere = |contact: &&TheirContact| {
            let elsewhere = self.differ_elsewhere(contact, meant);
            elsewhere.is_some_and(|elsewhere| self.worst(&elsewhere) <= 1.0)
        };
        let (elsewhere, rest): (Vec<&TheirContact>, Vec<_>) =
            manifold.told.iter().copied().partition(fits_elsewhere);
        if elsewhere.is_empty() {
            return whole;
        }
        let split = self.differ_split(&TheirManifold::of(rest, SHARED), meant);
        if self.worst(&split) < self.worst(&whole) { split } else { whole }
    }

    /// What differs between several manifolds, each of two shapes, and ours.
    fn differ_split(&self, manifolds: &[TheirManifold], meant: &[&OurContact]) -> Differing {
        let mut split = (None, Vec::new());
        for manifold in manifolds {
            let (excuse, of_manifold) = self.differ_as_one(manifold, meant);
            split.0 = split.0.or(excuse);
            split.1.extend(of_manifold);
        }
        split
    }

    /// The same of a manifold of two shapes.
    fn differ_as_one(&self, manifold: &TheirManifold, meant: &[&OurContact]) -> Differing {
        let contact = &manifold.contact;
        let Some(ours) = nearest(contact, meant, |ours| self.skin_of(ours)) else {
            return self.differ_elsewhere(contact, meant).unwrap_or_else(|| {
                let [of_a, of_b] = self.sides(contact);
                self.differ_apart(contact, [&of_a, &of_b])
            });
        };
        let mut own = self.differ(manifold, ours, meant);
        if self.worst(&own) > 1.0
            && own.1.iter().any(|what| matches!(what, What::Normal { .. }))
            && let Some(allowed) = contact.normal.and_then(|normal| self.on_outline(meant, normal))
        {
            own = (Some(Excuse::Ghost), self.differ(manifold, &allowed, &[&allowed]).1);
        }
        if self.worst(&own) <= 1.0 {
            return own;
        }
        match self.differ_elsewhere(contact, meant) {
            Some(elsewhere) if self.worst(&own) > self.worst(&elsewhere).max(1.0) => elsewhere,
            Some(_) | None => own,
        }
    }

    /// [`PairState::differ_apart`] of a contact that leaves open which shapes of bodies of several it means, or which segments of a
    /// chain: with the two that it fits best, of those that are near enough and do not touch. `meant`: our contacts that it may mean.
    fn differ_elsewhere(&self, theirs: &TheirContact, meant: &[&OurContact]) -> Option<Differing> {
        let sides = self.sides(theirs);
        if sides.iter().all(|leaves| leaves.len() < 2) {
            return None;
        }
        let told_gap = theirs.depth.map_or(0.0, |depth| (-depth).max(0.0));
        let Tolerances { tolerance, margin } = self.tolerances;
        let reach = told_gap + self.skin(theirs.bodies, theirs.shapes) + tolerance + margin;
        let mut found = None::<Differing>;
        let mut tested = 0;
        let [of_a, of_b] = &sides;
        for a in of_a {
            let box_of_a = a.shape.aabb(&a.pose);
            for b in of_b {
                let is_near = || boxes_apart(&box_of_a, &b.shape.aabb(&b.pose)) <= reach;
                if meant.iter().any(|ours| ours.leaves == [a.leaf, b.leaf]) || !is_near() {
                    continue;
                }
                if tested >= MOST_NEAR {
                    return found;
                }
                tested += 1;
                let (of_a, of_b) = theirs.shapes;
                let shapes = (of_a.or(a.leaf.part()), of_b.or(b.leaf.part()));
                let named = TheirContact { shapes, ..theirs.clone() };
                let own = self.differ_apart(&named, [std::slice::from_ref(a), std::slice::from_ref(b)]);
                // It is of another segment only where it fits that.
                if self.worst(&own) > 1.0 && meant.iter().any(|ours| ours.is_meant_by(&named)) {
                    continue;
                }
                if found.as_ref().is_none_or(|known| self.worst(&own) < self.worst(known)) {
                    found = Some(own);
                }
            }
        }
        found
    }

    /// The shapes of both bodies that a contact may mean.
    fn sides(&self, theirs: &TheirContact) -> [Vec<LeafShape<'_>>; 2] {
        [(theirs.bodies.0, theirs.shapes.0), (theirs.bodies.1, theirs.shapes.1)]
            .map(|(body, told)| self.meant(body, told))
    }

    /// How many times the tolerance.
    fn worst(&self, (_, found): &Differing) -> f32 {
        found.iter().map(|what| what.times(self.tolerances)).fold(0.0, f32::max)
    }

    /// The parts of bodies of several shapes that a contact of theirs names.
    fn parts_of(&self, (a, b): (u32, u32), shapes: (Option<u32>, Option<u32>)) -> PairParts {
        [(a, shapes.0), (b, shapes.1)].map(|(body, told)| told.filter(|_| self.has_parts(body)))
    }

    fn has_parts(&self, body: u32) -> bool {
        self.world.body(body).is_some_and(|body| matches!(body.shape(), Shape::Compound(_)))
    }

    /// Of a pair whose contacts all name their shapes, those of ours that none of them names.
    pub fn untold(&self, theirs: &[TheirContact], ours: &[OurContact], found: &mut Vec<FoundWhat>) {
        let names = |body: u32, told: Option<u32>| told.is_some() || !self.has_parts(body);
        let names_all = |contact: &TheirContact| {
            names(contact.bodies.0, contact.shapes.0) && names(contact.bodies.1, contact.shapes.1)
        };
        let touches = theirs.iter().any(TheirContact::touches);
        if !touches || !theirs.iter().all(names_all) {
            return;
        }
        let untold = ours.iter().filter(|ours| !theirs.iter().any(|contact| ours.is_meant_by(contact)));
        let mut depths: BTreeMap<PairParts, f32> = BTreeMap::new();
        for ours in untold {
            let depth = depths.entry(ours.leaves.map(Leaf::part)).or_insert(0.0);
            *depth = depth.max(ours.depth());
        }
        let only = |(parts, depth)| FoundWhat { what: What::OnlyOurs { depth }, is_turned: false, parts };
        found.extend(depths.into_iter().map(only));
    }

    /// Why ours has no contact of shapes, though they overlap (of two that masks keep apart: nearly) or one is not there; `gap`:
    /// their distance.
    fn left_out(
        &self,
        theirs: &TheirContact,
        [of_a, of_b]: [&[LeafShape<'_>]; 2],
        gap: Option<f32>,
    ) -> Option<WhyLeftOut> {
        let bodies = theirs.bodies;
        let Some(gap) = gap else { return Some(WhyLeftOut::NotThere) };
        let Tolerances { tolerance, margin } = self.tolerances;
        if gap <= self.skin(bodies, theirs.shapes) + tolerance + margin && !meet(self.world, bodies) {
            return Some(WhyLeftOut::Masks);
        }
        if gap > 0.0 {
            return None;
        }
        let is_line = |leaf: &LeafShape<'_>| !leaf.shape.kind().has_inside();
        let are_lines = || of_a.iter().chain(of_b).all(is_line);
        let behind = || of_a.iter().any(|a| of_b.iter().any(|b| is_behind([a, b])));
        if are_lines() { Some(WhyLeftOut::Lines) } else { behind().then_some(WhyLeftOut::Behind) }
    }

    /// What differs between a contact of theirs and shapes of both that are apart, and why another normal is right, too: how far
    /// apart they are, and where theirs touches and ours nearly does also the normal and the points.
    fn differ_apart(&self, theirs: &TheirContact, sides: [&[LeafShape<'_>]; 2]) -> Differing {
        let gap = gap_between(sides, |_| true);
        let skin = self.skin(theirs.bodies, theirs.shapes);
        let depth = theirs.depth.map(|depth| depth - skin);
        let told_gap = theirs.depth.filter(|depth| *depth < 0.0).map(|depth| skin - depth);
        let left_out = self.left_out(theirs, sides, gap);
        if left_out.is_some() && theirs.touches() {
            // Within a skin they touch without a depth.
            let depth = depth.filter(|depth| *depth > 0.0);
            return (None, vec![What::OnlyTheirs { depth, gap: 0.0, left_out }]);
        }
        match (left_out, told_gap) {
            // Of segments that cross the distance is 0.
            (None | Some(WhyLeftOut::Lines), Some(told)) => {
                let ours = gap.map(|gap| self.gap_like(sides, told, gap));
                return (None, ours.map(|ours| What::Gap { theirs: told, ours }).into_iter().collect());
            }
            // Neither has a contact of them.
            (Some(_), _) => return (None, Vec::new()),
            (None, None) => {}
        }
        let Some(gap) = gap else { return (None, Vec::new()) };
        let what = match depth {
            Some(depth) if depth <= 0.0 => {
                What::Gap { theirs: -depth, ours: self.gap_like(sides, -depth, gap) }
            }
            Some(depth) => What::OnlyTheirs { depth: Some(depth), gap, left_out: None },
            None => What::OnlyTheirs { depth, gap: gap - skin, left_out: None },
        };
        let reach = skin + self.tolerances.tolerance + self.tolerances.margin;
        let near = if gap < reach { near(theirs.bodies, sides, reach) } else { Vec::new() };
        let meant: Vec<&OurContact> = near.iter().collect();
        // The gap says already what a depth would.
        let contact = TheirContact { depth: None, ..theirs.clone() };
        let manifold = TheirManifold { contact, depths: Vec::new(), told: Vec::new() };
        let differ =
            nearest(&manifold.contact, &meant, |_| 0.0).map(|ours| self.differ(&manifold, ours, &meant));
        let (excuse, others) = differ.unwrap_or_default();
        (excuse, std::iter::once(what).chain(others).collect())
    }

    /// The shapes of a recorded body that their contact may mean, where it is there; `told`: what it names.
    fn meant(&self, body: u32, told: Option<u32>) -> Vec<LeafShape<'_>> {
        let mut leaves = self.world.body(body).map_or_else(Vec::new, Body::leaves);
        leaves.retain(|leaf| is_meant(leaf.leaf, told));
        leaves
    }

    /// The distance at which the engine calls shapes touching that their contact names or may mean, the largest. Metres.
    pub fn skin(&self, bodies: (u32, u32), shapes: (Option<u32>, Option<u32>)) -> f32 {
        let of = |body: u32, told: Option<u32>| self.recording.skin_of(body, told);
        of(bodies.0, shapes.0) + of(bodies.1, shapes.1)
    }

    /// What differs by more than the tolerance.
    pub fn difference(
        &self,
        frame: u64,
        bodies: (u32, u32),
        FoundWhat { what, is_turned, parts }: FoundWhat,
    ) -> Option<Difference> {
        let times = what.times(self.tolerances);
        (times > 1.0).then_some(Difference { frame, bodies, parts, what, is_turned, times })
    }

    /// What differs between two contacts, within the tolerances or not, and why another normal is right, too. `meant`: our
    /// contacts that theirs may mean. A body is the union of its shapes: what is right of one of these is right.
    fn differ(&self, theirs: &TheirManifold, ours: &OurContact, meant: &[&OurContact]) -> Differing {
        let TheirManifold { contact: theirs, depths, told: _ } = theirs;
        let skin = self.skin_of(ours);
        let points = ours.points();
        let depth = theirs.depth.map(|depth| depth - skin);
        let told = Told { normal: theirs.normal, depth, points: &theirs.points };
        let (mut others, mut found) = (Vec::<OurContact>::new(), Vec::new());
        for mut what in differences(&told, &Told::of(ours.contact.normal, ours.contact.depth, &points)) {
            match &mut what {
                What::Normal { angle, .. } if *angle <= self.tolerances.tolerance => continue,
                What::Normal { theirs, .. } => {
                    others.extend(meant.iter().filter_map(|ours| self.other_way(ours, *theirs)));
                    if !others.is_empty() {
                        continue;
                    }
                }
                What::Point { theirs: point, distance } => {
                    let normal = theirs.normal;
                    let by_ours = meant.iter().copied().chain(&others).flat_map(|ours| {
                        let points = ours.points();
                        let own = Told::of(ours.contact.normal, ours.contact.depth, &points);
                        let from_points = from_points(*point, normal, &own);
                        from_points
                            .into_iter()
                            .chain(std::iter::once_with(|| self.off_surfaces(ours, *point)))
                            .chain(std::iter::once_with(|| self.off_tied_corners(ours, *point)))
                    });
                    let by_bodies = std::iter::once_with(|| self.off_bodies(theirs, *point));
                    // Each is asked only while the point is not right by those before it.
                    *distance = (*distance - skin).max(0.0);
                    for other in by_ours.chain(by_bodies) {
                        if *distance <= self.tolerances.tolerance {
                            break;
                        }
                        *distance = distance.min((other - skin).max(0.0));
                    }
                }
                What::OnlyTheirs { .. }
                | What::OnlyOurs { .. }
                | What::Flip { .. }
                | What::Gap { .. }
                | What::Depth { .. }
                | What::Event(_)
                | What::Query { .. } => {}
            }
            found.push(what);
        }
        // The deepest is compared already.
        let shallower = depths.iter().filter(|(_, depth)| Some(*depth) < theirs.depth);
        found.extend(shallower.filter_map(|(point, depth)| {
            let theirs = depth - skin;
            let of_ours = meant.iter().flat_map(|ours| {
                // Of a contact of one point either may be told.
                let of_contact = (ours.contact.points().len() == 1).then_some(ours.contact.depth);
                depth_at(*point, &ours.contact, &ours.points()).into_iter().chain(of_contact)
            });
            let ours = of_ours.min_by(|p, q| (p - theirs).abs().total_cmp(&(q - theirs).abs()))?;
            Some(What::Depth { theirs, ours })
        }));
        ((!others.is_empty()).then_some(Excuse::Tie), found)
    }

    /// The distance at which the engine calls the shapes of our contact touching. Metres.
    fn skin_of(&self, ours: &OurContact) -> f32 {
        self.recording.skin(ours.bodies.0, ours.leaves[0])
            + self.recording.skin(ours.bodies.1, ours.leaves[1])
    }

    /// How far a point is from the farther of the surfaces of two shapes. Where they overlap by no more than the margin,
    /// inside is as good as on the surface: engines tell such points of faces that are about to meet. Metres.
    fn off_surfaces(&self, ours: &OurContact, point: Vec2) -> f32 {
        let Some([a, b]) = self.leaves(ours) else { return f32::INFINITY };
        let is_shallow = ours.contact.depth - ours.inflated <= self.tolerances.margin;
        let off = |leaf: &LeafShape<'_>| {
            let apart = apart(point, leaf);
            if is_shallow { apart.max(0.0) } else { apart.abs() }
        };
        off(&a).max(off(&b))
    }

    /// How far a point is from the nearest corner beside the deepest one that is as deep in the other shape as another corner, on
    /// which a point of ours lies: either may be told. Metres.
    fn off_tied_corners(&self, ours: &OurContact, point: Vec2) -> f32 {
        let Some([a, b]) = self.leaves(ours) else { return f32::INFINITY };
        let (tolerance, points) = (self.tolerances.tolerance, ours.points());
        let off = |leaf: &LeafShape<'_>, other: &LeafShape<'_>, out: Vec2| {
            let surface = other.shape.support(&other.pose, out);
            let depth = |corner: Vec2| (surface - corner).dot(out);
            let corners = leaf.shape.corners().into_iter().map(|corner| leaf.pose.world_from_local(corner));
            let inside: Vec<Vec2> = corners.filter(|corner| apart(*corner, other) <= 0.0).collect();
            let is_ours =
                |corner: Vec2| points.iter().any(|own| (*own - corner).perp_dot(out).abs() <= tolerance);
            let is_tied = |corner: Vec2| {
                let is_even = |own: Vec2| (depth(own) - depth(corner)).abs() <= 0.1 * tolerance;
                inside.iter().any(|own| *own != corner && is_ours(*own) && is_even(*own))
            };
            let is_beside = |corner: Vec2| depth(corner) < ours.contact.depth - 0.1 * tolerance;
            let tied = inside.iter().filter(|corner| is_beside(**corner) && is_tied(**corner));
            tied.map(|corner| corner.distance(point)).fold(f32::INFINITY, f32::min)
        };
        off(&a, &b, ours.contact.normal).min(off(&b, &a, -ours.contact.normal))
    }

    /// How far a point is from the farther of the surfaces of two bodies, if their contact leaves open which of their
    /// shapes it means; of others infinite. Metres.
    fn off_bodies(&self, theirs: &TheirContact, point: Vec2) -> f32 {
        if let (Some(_), Some(_)) = theirs.shapes {
            return f32::INFINITY;
        }
        let off = |body: u32, told: Option<u32>| {
            let meant = self.meant(body, told);
            meant.iter().map(|leaf| apart(point, leaf).abs()).fold(f32::INFINITY, f32::min)
        };
        off(theirs.bodies.0, theirs.shapes.0).max(off(theirs.bodies.1, theirs.shapes.1))
    }

    /// Our contact along their normal, if the shapes leave each other that way as well, within the tolerance: a margin makes no
    /// two ways equally long.
    fn other_way(&self, ours: &OurContact, normal: Vec2) -> Option<OurContact> {
        let longest = ours.contact.depth - ours.inflated + self.tolerances.tolerance;
        let mut other = self.way_along(ours, normal, longest)?;
        other.contact.depth = ours.contact.depth;
        Some(other)
    }

    /// Our contact along their normal, if one of ours is a ghost and the outline of the static shapes allows theirs.
    fn on_outline(&self, meant: &[&OurContact], normal: Vec2) -> Option<OurContact> {
        let ghost = |ours: &OurContact| {
            let ((a, b), [leaf_a, leaf_b]) = (ours.bodies, ours.leaves);
            self.world.ghost_at(&PairContact { a, b, leaf_a, leaf_b, contact: ours.contact }, ours.from)
        };
        meant.iter().find_map(|ours| {
            // A normal away from the nearest allowed one is that of another side of the outline.
            ghost(ours).filter(|ghost| ghost.allowed.dot(normal) > 0.0)?;
            self.way_along(ours, normal, f32::INFINITY).filter(|along| ghost(along).is_none())
        })
    }

    /// Our contact along a normal, if that is no longer way out than `longest` and the shapes touch along it last. Metres.
    fn way_along(&self, ours: &OurContact, normal: Vec2, longest: f32) -> Option<OurContact> {
        let [a, b] = self.leaves(ours)?;
        let mut trace = Trace::default();
        let _ = collide_observed(a.shape, &a.pose, b.shape, &b.pose, &mut trace);
        let tolerance = self.tolerances.tolerance;
        let mut axes = trace.axes.iter().flat_map(|axis| {
            // The way out of each side: of a along the direction, and against it.
            [(axis.direction, axis.b.max - axis.a.min), (-axis.direction, axis.a.max - axis.b.min)]
        });
        let is_near = |way: Vec2, length: f32| length <= longest && angle(way, normal) <= tolerance;
        let of_axis = axes.find(|(way, length)| is_near(*way, *length as f32));
        let (way, length) = of_axis.map(|(way, length)| (way, length as f32)).unwrap_or_else(|| {
            let reach = |leaf: &LeafShape<'_>, way: Vec2| leaf.shape.support(&leaf.pose, way).dot(normal);
            (normal, reach(&b, normal) - reach(&a, -normal))
        });
        if length > longest {
            return None;
        }
        // What still touches once the first is nearly out.
        let pose = Pose { position: a.pose.position + way * (length - 0.1 * tolerance), ..a.pose };
        let touch =
            collide(a.shape, &pose, b.shape, &b.pose).filter(|touch| angle(touch.normal, way) <= tolerance);
        if of_axis.is_none() && touch.is_none() {
            return None;
        }
        let (mut contact, from) = touch.map_or((ours.contact, ours.from), |touch| (touch, a.pose.position));
        (contact.normal, contact.depth) = (way, length);
        Some(OurContact { contact, from, ..ours.clone() })
    }

    /// The distance of the shapes of two bodies that are named, or of all; `None` where none of them is there. Shapes are
    /// farther apart than their boxes are along either axis, so that few of many pairs are tested.
    pub fn gap(&self, bodies: (u32, u32), shapes: (Option<u32>, Option<u32>)) -> Option<f32> {
        self.gap_of(bodies, shapes, |_| true)
    }

    /// The same of those pairs of their shapes, by index, that `is_meant` takes.
    pub fn gap_of(
        &self,
        bodies: (u32, u32),
        shapes: (Option<u32>, Option<u32>),
        is_meant: impl Fn((u32, u32)) -> bool,
    ) -> Option<f32> {
        let [of_a, of_b] =
            [(bodies.0, shapes.0), (bodies.1, shapes.1)].map(|(body, told)| self.meant(body, told));
        gap_between([&of_a, &of_b], is_meant)
    }

    /// Of the distances of these shapes of both the one most like the gap that a contact tells; `least`: the least of them. Metres.
    fn gap_like(&self, [of_a, of_b]: [&[LeafShape<'_>]; 2], told: f32, least: f32) -> f32 {
        let mut like = least;
        let allowed = self.tolerances.tolerance + self.tolerances.margin;
        if told <= least + allowed {
            return like;
        }
        for of_a in of_a {
            let of_a_box = of_a.shape.aabb(&of_a.pose);
            for of_b in of_b {
                if boxes_apart(&of_a_box, &of_b.shape.aabb(&of_b.pose)) <= told + allowed {
                    let gap = separation(of_a.shape, &of_a.pose, of_b.shape, &of_b.pose);
                    like = if (gap - told).abs() < (like - told).abs() { gap } else { like };
                }
            }
        }
        like
    }

    fn leaves(&self, ours: &OurContact) -> Option<[LeafShape<'_>; 2]> {
        let [a, b] = [ours.bodies.0, ours.bodies.1].map(|body| self.world.body(body));
        Some([a?.leaf(ours.leaves[0])?, b?.leaf(ours.leaves[1])?])
    }
}

/// Our contacts of shapes of both that are apart, as they are with the first shape larger by `reach`; of many pairs of shapes the
/// first.
fn near(bodies: (u32, u32), [of_a, of_b]: [&[LeafShape<'_>]; 2], reach: f32) -> Vec<OurContact> {
    let mut near = Vec::new();
    for of_a in of_a {
        let rounding = inflated(of_a.shape, reach);
        for of_b in of_b {
            if near.len() >= MOST_NEAR {
                return near;
            }
            let [a, b] = [of_a, of_b].map(|leaf| leaf.shape.aabb(&leaf.pose));
            if boxes_apart(&a, &b) >= reach {
                continue;
            }
            let contacts =
                rounding.iter().filter_map(|part| collide(part, &of_a.pose, of_b.shape, &of_b.pose));
            let contact = contacts.reduce(deeper);
            near.extend(contact.map(|contact| OurContact {
                bodies,
                leaves: [of_a.leaf, of_b.leaf],
                contact,
                from: of_a.pose.position,
                inflated: reach,
            }));
        }
    }
    near
}

/// The distance of those pairs of shapes of both, by index, that `is_meant` takes; `None`: there are none. Shapes are farther
/// apart than their boxes are along either axis, so that few of many pairs are tested. Metres.
fn gap_between<'l, 'w>(
    [of_a, of_b]: [&'l [LeafShape<'w>]; 2],
    is_meant: impl Fn((u32, u32)) -> bool,
) -> Option<f32> {
    let number = |leaf: &LeafShape| leaf.leaf.part().unwrap_or(0);
    let boxed = |leaves: &'l [LeafShape<'w>]| leaves.iter().map(|leaf| (leaf.shape.aabb(&leaf.pose), leaf));
    let others: Vec<_> = boxed(of_b).collect();
    let around = others.iter().map(|(aabb, _)| *aabb).reduce(|all, one| all.union(&one))?;
    let mut ours: Vec<_> = boxed(of_a).map(|(aabb, a)| (boxes_apart(&aabb, &around), aabb, a)).collect();
    ours.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut nearest = None::<f32>;
    for (far, aabb, a) in ours {
        let is_farther = |far: f32, nearest: Option<f32>| nearest.is_some_and(|nearest| far >= nearest);
        if is_farther(far, nearest) {
            break;
        }
        for (other, b) in &others {
            if !is_farther(boxes_apart(&aabb, other), nearest) && is_meant((number(a), number(b))) {
                let gap = separation(a.shape, &a.pose, b.shape, &b.pose);
                nearest = Some(nearest.map_or(gap, |nearest| nearest.min(gap)));
            }
        }
    }
    nearest
}

/// How far apart two boxes are along the axis along which they are farther apart: no more than what is in them is. Metres;
/// negative: they overlap.
fn boxes_apart(one: &Aabb, other: &Aabb) -> f32 {
    -one.overlap(other).min_element()
}

/// Of our contacts the one most like theirs, whose depth has the skin of the shapes in it.
fn nearest<'o>(
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

/// What the shape of a leaf is with so much around it, seen from outside: a capsule along each side.
fn inflated(shape: &Shape, by: f32) -> Vec<Shape> {
    let radius = shape.radius() + by;
    let made = match shape.ends() {
        Some([start, end]) => vec![Shape::capsule(start, end, radius)],
        None if shape.kind().is_enclosed_by_faces() => {
            let corners = shape.corners();
            let sides = corners.iter().zip(corners.iter().cycle().skip(1));
            sides.map(|(&start, &end)| Shape::capsule(start, end, radius)).collect()
        }
        // Of leaves the only one without ends and corners is a circle.
        None => vec![Shape::circle(radius)],
    };
    made.into_iter().filter_map(Result::ok).collect()
}

/// The deeper of two contacts, and of two that share a corner the one with more points.
fn deeper(one: Contact, other: Contact) -> Contact {
    const SAME: f32 = 1.0e-5; // metres
    let more = other.points().len() > one.points().len();
    let by = if more { -SAME } else { SAME };
    if other.depth > one.depth + by { other } else { one }
}

/// From a point to a shape; negative inside. Metres.
fn apart(point: Vec2, leaf: &LeafShape<'_>) -> f32 {
    let Ok(dot) = Shape::circle(f32::MIN_POSITIVE) else { return f32::INFINITY };
    separation(&dot, &Pose::new(point, 0.0), leaf.shape, &leaf.pose)
}

/// Our depth at a point: between two points of a manifold it changes evenly. `points`: those of the contact, in the
/// world. Metres.
fn depth_at(point: Vec2, ours: &Contact, points: &[Vec2]) -> Option<f32> {
    match (ours.points(), points) {
        ([one, other], [from, to]) => {
            let share = share(point, *from, *to, *to - *from);
            Some(one.depth + (other.depth - one.depth) * share)
        }
        ([one], _) => Some(one.depth),
        _ => None,
    }
}
