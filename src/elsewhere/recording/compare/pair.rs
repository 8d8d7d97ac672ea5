//! The contacts of one pair of bodies: theirs, and ours on the same poses.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_1_SQRT_2;

use collide2d::{Body, Leaf, LeafShape, World, separation};
use glam::Vec2;

use super::apart::{MOST_NEAR, boxes_apart, depth_at, gap_between, near, near_each_other};
use super::manifold::TheirManifold;
use super::ours::{OurContact, meet, nearest};
use super::passing::is_behind;
use super::{Difference, Excused, Tolerances, What};
use crate::elsewhere::differences::{SHARED, Told, WhyLeftOut, angle, differences, from_points};
use crate::elsewhere::recording::{Recording, TheirContact, is_meant};
use crate::scene::PairParts;

/// Normals closer to each other than this are one that was told several times. Radians.
const SAME_NORMAL: f32 = 1.0e-5;

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

    /// What differs between a manifold and ours, and why another normal is right, too. Contacts that leave their shapes open
    /// and have one normal may still be of several pairs of shapes: those that fit two that are apart are none of the manifold.
    /// Those of segments that meet at a small angle have nearly one normal. `meant`: our contacts that it may mean.
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

    /// [`PairState::differ_apart`] of a contact that leaves open which shapes of bodies of several it means, or which segments
    /// of a chain: with the two that it fits best, of those that are near enough and do not touch. `meant`: our contacts that
    /// it may mean.
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
        let [of_a, of_b] = near_each_other([&sides[0], &sides[1]], reach);
        for (box_of_a, a) in of_a {
            for &(box_of_b, b) in &of_b {
                let is_near = boxes_apart(&box_of_a, &box_of_b) <= reach;
                if !is_near || meant.iter().any(|ours| ours.leaves == [a.leaf, b.leaf]) {
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
        [(a, shapes.0), (b, shapes.1)].map(|(body, told)| told.filter(|_| self.recording.has_parts(body)))
    }

    /// Of a pair whose contacts all name their shapes, those of ours that none of them names.
    pub fn untold(&self, theirs: &[TheirContact], ours: &[OurContact], found: &mut Vec<FoundWhat>) {
        let names = |body: u32, told: Option<u32>| told.is_some() || !self.recording.has_parts(body);
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
            let depth = depths.entry(ours.leaves.map(Leaf::part_of_several)).or_insert(0.0);
            *depth = depth.max(ours.depth());
        }
        let only = |(parts, depth)| FoundWhat { what: What::OnlyOurs { depth }, is_turned: false, parts };
        found.extend(depths.into_iter().map(only));
    }

    /// Why ours has no contact of shapes, though they overlap (of two that masks keep apart: nearly) or one is not there;
    /// `gap`: their distance.
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
        let are_lines = || of_a.iter().chain(of_b).all(is_line);
        let behind = || of_a.iter().any(|a| of_b.iter().any(|b| is_behind([a, b])));
        if are_lines() { Some(WhyLeftOut::Lines) } else { behind().then_some(WhyLeftOut::Behind) }
    }

    /// What differs between a contact of theirs and shapes of both that are apart, and why another normal is right, too: how
    /// far apart they are, and where theirs touches and ours nearly does also the normal and the points.
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
    pub(super) fn meant(&self, body: u32, told: Option<u32>) -> Vec<LeafShape<'_>> {
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

    /// The distance of the shapes of two bodies that are named, or of all; `None` where none of them is there. Shapes are
    /// farther apart than their boxes are along either axis, so that few of many pairs are tested.
    pub fn gap(&self, bodies: (u32, u32), shapes: (Option<u32>, Option<u32>)) -> Option<f32> {
        self.gap_of(bodies, shapes, |_| true)
    }

    /// The same of those pairs of their shapes that `is_meant` takes.
    pub fn gap_of(
        &self,
        bodies: (u32, u32),
        shapes: (Option<u32>, Option<u32>),
        is_meant: impl Fn([&LeafShape<'_>; 2]) -> bool,
    ) -> Option<f32> {
        let [of_a, of_b] =
            [(bodies.0, shapes.0), (bodies.1, shapes.1)].map(|(body, told)| self.meant(body, told));
        gap_between([&of_a, &of_b], is_meant)
    }

    /// Of the distances of these shapes of both the one most like the gap that a contact tells; `least`: the least of them.
    /// Metres.
    fn gap_like(&self, sides: [&[LeafShape<'_>]; 2], told: f32, least: f32) -> f32 {
        let mut like = least;
        let allowed = self.tolerances.tolerance + self.tolerances.margin;
        if told <= least + allowed {
            return like;
        }
        let [all_of_a, all_of_b] = near_each_other(sides, told + allowed);
        for (box_of_a, of_a) in all_of_a {
            for (box_of_b, of_b) in &all_of_b {
                if boxes_apart(&box_of_a, box_of_b) <= told + allowed {
                    let gap = separation(of_a.shape, &of_a.pose, of_b.shape, &of_b.pose);
                    like = if (gap - told).abs() < (like - told).abs() { gap } else { like };
                }
            }
        }
        like
    }
}

/// Whether a leaf is a line: two of these are no pair of ours.
pub(super) fn is_line(leaf: &LeafShape<'_>) -> bool {
    !leaf.shape.kind().has_inside()
}
