//! The contacts of another engine beside ours, computed on the same poses.

use std::collections::BTreeSet;
use std::f32::consts::FRAC_1_SQRT_2;
use std::ops::ControlFlow;

use collide2d::{Aabb, Body, Contact, Pose, Shape, Trace, World, collide, collide_observed, separation};
use glam::Vec2;

use super::{BodyKind, Recording, TheirContact};
use crate::elsewhere::differences::{SHARED, Told, angle, differences, from_points, share, world_points};
pub use crate::elsewhere::differences::{Tolerances, What};
use crate::scene::MAX_CANDIDATES;

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Frames compared.
    pub frames: usize,
    /// Pairs that touch in theirs, over all frames.
    pub theirs: usize,
    /// Pairs that touch in ours, over all frames.
    pub ours: usize,
    /// Contacts whose normals differ where two axes are equally good.
    pub ties: usize,
    /// Frames with more candidate pairs than [`MAX_CANDIDATES`]: those of the lowest keys, and the pairs that touch in
    /// theirs, are all that was compared.
    pub limited: usize,
    /// The worst first.
    pub differences: Vec<Difference>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    pub frame: u64,
    /// Recorded bodies, the lower index first.
    pub bodies: (u32, u32),
    pub what: What,
    /// The file has the normal the other way round.
    pub is_turned: bool,
    /// How many times the tolerance.
    pub times: f32,
}

/// Normals of pairs on which both agree, or both are right: theirs and ours, sorted by bodies.
type Normals = Vec<((u32, u32), (Vec2, Vec2))>;

/// Contacts of theirs that are compared at a time.
const AT_A_TIME: usize = 256;

/// Compares every frame; `tell` is called after each.
pub fn compare(
    recording: &Recording,
    tolerances: Tolerances,
    mut tell: impl FnMut(),
) -> Result<Comparison, String> {
    let every = recording.every_shape().map_err(|e| e.message)?;
    let mut comparing = Comparing::new(tolerances);
    while let Some(step) = comparing.step(recording, &every) {
        match step {
            CompareStep::Part => {}
            CompareStep::Frame { .. } => tell(),
        }
    }
    Ok(comparing.comparison)
}

/// A comparison that goes on step by step.
#[derive(Clone, Debug)]
pub struct Comparing {
    tolerances: Tolerances,
    comparison: Comparison,
    /// Index of the next frame, or of the one under way.
    next: usize,
    under_way: Option<UnderWay>,
    before: Normals,
    tested: TestedKinds,
}

/// The kinds of bodies of which the engine tells contacts somewhere in the recording.
#[derive(Clone, Debug, Default)]
struct TestedKinds {
    kinds: BTreeSet<[BodyKind; 2]>,
    /// Frames that are read.
    frames: usize,
}

impl TestedKinds {
    /// Reads the frames that were not there before.
    fn read(&mut self, recording: &Recording) {
        for index in self.frames..recording.frames().len() {
            let contacts = recording.their_contacts(index).filter(|contact| !contact.filtered);
            self.kinds.extend(
                contacts.filter_map(|contact| recording.rarely_tested(contact.bodies.0, contact.bodies.1)),
            );
        }
        self.frames = recording.frames().len();
    }

    /// Whether the engine would tell of a contact of these bodies.
    fn has(&self, recording: &Recording, (a, b): (u32, u32)) -> bool {
        recording.rarely_tested(a, b).is_none_or(|kinds| self.kinds.contains(&kinds))
    }
}

/// What a step of a comparison did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareStep {
    Part,
    Frame {
        number: u64,
        /// How many differences it has.
        differences: usize,
    },
}

#[derive(Clone, Debug)]
struct UnderWay {
    number: u64,
    /// A body for every recorded shape.
    world: World,
    /// `None` before they are detected.
    ours: Option<OurContacts>,
    /// Sorted by bodies.
    theirs: Vec<TheirContact>,
    /// Index of the next contact of theirs; all contacts of a pair are compared at a time.
    next: usize,
    ties: usize,
    normals: Normals,
    found: Vec<Difference>,
}

impl Comparing {
    /// Begins before the first frame.
    pub fn new(tolerances: Tolerances) -> Self {
        let (comparison, before) = (Comparison::default(), Normals::new());
        Self { tolerances, comparison, next: 0, under_way: None, before, tested: TestedKinds::default() }
    }

    /// What counts as the same.
    pub fn tolerances(&self) -> Tolerances {
        self.tolerances
    }

    /// What was found so far, the worst first.
    pub fn comparison(&self) -> &Comparison {
        &self.comparison
    }

    pub fn is_done(&self, recording: &Recording) -> bool {
        self.next >= recording.frames().len()
    }

    /// Frames compared, of those that the recording still has.
    pub fn done(&self) -> usize {
        self.next
    }

    /// Compares a part of the next frame, some milliseconds of a large one; `None` after the last one. `every` is
    /// [`Recording::every_shape`].
    pub fn step(&mut self, recording: &Recording, every: &World) -> Option<CompareStep> {
        let number = recording.frames().get(self.next)?.frame;
        let Some(mut frame) = self.under_way.take() else {
            self.tested.read(recording);
            let world = recording.world_at(every, self.next);
            let mut theirs: Vec<_> = recording.their_contacts(self.next).collect();
            theirs.sort_by_key(|contact| contact.bodies);
            let (normals, found) = (Normals::new(), Vec::new());
            let under_way = UnderWay { number, world, ours: None, theirs, next: 0, ties: 0, normals, found };
            self.under_way = Some(under_way);
            return Some(CompareStep::Part);
        };
        let Some(ours) = &frame.ours else {
            let ours = OurContacts::of(recording, &frame.world, &frame.theirs);
            self.comparison.limited += usize::from(ours.is_limited);
            frame.ours = Some(ours);
            self.under_way = Some(frame);
            return Some(CompareStep::Part);
        };
        let state = PairState { recording, world: &frame.world, tolerances: self.tolerances };
        let end = (frame.next + AT_A_TIME).min(frame.theirs.len());
        let mut what = Vec::new();
        while frame.next < end {
            let Some(bodies) = frame.theirs.get(frame.next).map(|contact| contact.bodies) else { break };
            let theirs = of_pair(&frame.theirs, bodies, |contact| contact.bodies);
            let ours = of_pair(&ours.told, bodies, |contact| contact.bodies);
            let before = of_pair(&self.before, bodies, |(bodies, _)| *bodies);
            let normals = before.first().map(|(_, normals)| *normals);
            let (ties, normals) = state.compare(theirs, ours, normals, &mut what);
            frame.next += theirs.len();
            frame.ties += ties;
            frame.normals.extend(normals.map(|normals| (bodies, normals)));
            let found =
                what.drain(..).filter_map(|(what, turned)| state.difference(number, bodies, what, turned));
            frame.found.extend(found);
        }
        if frame.next < frame.theirs.len() {
            self.under_way = Some(frame);
            return Some(CompareStep::Part);
        }
        let step = self.finish(&state, &frame, ours);
        self.before = frame.normals;
        if self.is_done(recording) {
            self.sort();
        }
        Some(step)
    }

    /// Adds a frame whose contacts are compared, and what is only in ours.
    fn finish(&mut self, state: &PairState, frame: &UnderWay, ours: &OurContacts) -> CompareStep {
        let known = self.comparison.differences.len();
        self.comparison.differences.extend_from_slice(&frame.found);
        self.comparison.ours += ours.told.chunk_by(|one, other| one.bodies == other.bodies).count();
        for pair in ours.alone.chunk_by(|one, other| one.0 == other.0) {
            self.comparison.ours += 1;
            let Some((bodies, _)) = pair.first() else { continue };
            if !self.tested.has(state.recording, *bodies) {
                continue;
            }
            let depth = pair.iter().map(|(_, depth)| *depth).fold(0.0, f32::max);
            let difference = state.difference(frame.number, *bodies, What::OnlyOurs { depth }, false);
            self.comparison.differences.extend(difference);
        }
        let pairs = frame.theirs.chunk_by(|one, other| one.bodies == other.bodies);
        self.comparison.theirs += pairs.filter(|pair| pair.iter().any(TheirContact::touches)).count();
        self.comparison.ties += frame.ties;
        self.comparison.frames += 1;
        self.next += 1;
        let differences = self.comparison.differences.len() - known;
        CompareStep::Frame { number: frame.number, differences }
    }

    /// Puts the worst first, the earlier first of those that are equally bad.
    pub fn sort(&mut self) {
        let differences = &mut self.comparison.differences;
        differences.sort_by(|a, b| b.times.total_cmp(&a.times).then(a.frame.cmp(&b.frame)));
    }

    /// Sorts, and drops all but the worst if there are more than twice as many.
    pub fn keep_worst(&mut self, most: usize) {
        self.sort();
        if self.comparison.differences.len() > 2 * most {
            self.comparison.differences.truncate(most);
        }
    }

    /// The recording has dropped its oldest frames, all before the frame `first`.
    pub fn forget(&mut self, dropped: usize, first: u64) {
        if self.next < dropped {
            self.before.clear();
            self.under_way = None;
        }
        self.next = self.next.saturating_sub(dropped);
        self.tested.frames = self.tested.frames.saturating_sub(dropped);
        self.comparison.differences.retain(|difference| difference.frame >= first);
    }
}

/// The items of a pair among items that are sorted by bodies.
fn of_pair<T>(sorted: &[T], bodies: (u32, u32), key: impl Fn(&T) -> (u32, u32)) -> &[T] {
    let start = sorted.partition_point(|item| key(item) < bodies);
    let rest = sorted.get(start..).unwrap_or_default();
    let count = rest.iter().take_while(|item| key(item) == bodies).count();
    rest.get(..count).unwrap_or_default()
}

impl OurContacts {
    fn of(recording: &Recording, world: &World, theirs: &[TheirContact]) -> Self {
        let body = |shape: u32| recording.body_of(shape).unwrap_or_default();
        let (mut told, mut alone) = (Vec::new(), Vec::new());
        let is_all = world.for_each_contact_of(MAX_CANDIDATES, |found| {
            let bodies = (body(found.a), body(found.b));
            if theirs.binary_search_by_key(&bodies, |contact| contact.bodies).is_ok() {
                told.push(OurContact { bodies, a: found.a, b: found.b, contact: found.contact });
            } else {
                alone.push((bodies, found.contact.depth));
            }
            ControlFlow::Continue(())
        });
        told.sort_by_key(|contact| contact.bodies);
        alone.sort_by_key(|(bodies, _)| *bodies);
        if !is_all {
            let pairs = theirs.chunk_by(|one, other| one.bodies == other.bodies);
            let pairs = pairs.filter_map(|pair| pair.first().map(|contact| contact.bodies));
            let untested = pairs.filter(|pair| of_pair(&told, *pair, |contact| contact.bodies).is_empty());
            let added: Vec<_> = untested.flat_map(|pair| contacts_of(recording, world, pair)).collect();
            told.extend(added);
            told.sort_by_key(|contact| contact.bodies);
        }
        Self { told, alone, is_limited: !is_all }
    }
}

/// The contacts of the shapes of two recorded bodies, shape by shape.
fn contacts_of(recording: &Recording, world: &World, bodies: (u32, u32)) -> Vec<OurContact> {
    let touch = |(a, b): (u32, u32)| {
        let (p, q) = (world.body(a)?, world.body(b)?);
        let contact = collide(p.shape(), p.pose(), q.shape(), q.pose())?;
        Some(OurContact { bodies, a, b, contact })
    };
    let pairs =
        recording.shapes_of(bodies.0).flat_map(|a| recording.shapes_of(bodies.1).map(move |b| (a, b)));
    pairs.filter_map(touch).collect()
}

#[derive(Clone, Debug)]
struct OurContacts {
    /// Of the bodies that their contacts name, sorted by bodies.
    told: Vec<OurContact>,
    /// Of other bodies, with their depths, sorted by bodies.
    alone: Vec<((u32, u32), f32)>,
    /// There may be more of these: of too many candidate pairs the first were tested.
    is_limited: bool,
}

/// A frame's poses.
struct PairState<'a> {
    recording: &'a Recording,
    /// A body for every recorded shape.
    world: &'a World,
    tolerances: Tolerances,
}

/// Our contact of two shapes, the first body's shape first.
#[derive(Clone, Debug)]
struct OurContact {
    /// Recorded bodies, the lower index first.
    bodies: (u32, u32),
    /// Indices of the recorded shapes.
    a: u32,
    b: u32,
    contact: Contact,
}

/// What an engine tells of two shapes, in one contact or in several: some tell a contact for each point.
#[derive(Clone, Debug)]
struct TheirManifold {
    /// With the points of all, and the deepest depth.
    contact: TheirContact,
    /// The points that were told with a depth of their own. World; metres.
    depths: Vec<(Vec2, f32)>,
}

impl TheirManifold {
    /// The contacts of a pair of bodies, those of the same shapes with one normal taken together.
    fn of(contacts: &[TheirContact]) -> Vec<Self> {
        let mut manifolds = Vec::<Self>::with_capacity(contacts.len());
        for contact in contacts.iter().filter(|contact| !contact.filtered) {
            let is_one = |other: &&mut Self| {
                let normals = other.contact.normal.zip(contact.normal);
                other.contact.shapes == contact.shapes
                    && normals.is_some_and(|(one, other)| angle(one, other) < SHARED)
            };
            let own = contact.depth.zip(contact.points.first().filter(|_| contact.points.len() == 1));
            let own = own.map(|(depth, point)| (*point, depth));
            match manifolds.iter_mut().find(is_one) {
                Some(manifold) => {
                    let depth = manifold.contact.depth.into_iter().chain(contact.depth).reduce(f32::max);
                    manifold.contact.depth = depth;
                    manifold.contact.points.extend(&contact.points);
                    manifold.depths.extend(own);
                }
                None => manifolds.push(Self { contact: contact.clone(), depths: own.into_iter().collect() }),
            }
        }
        manifolds
    }
}

impl PairState<'_> {
    /// Compares the contacts of a pair; `before`: its normals in the frame before. Returns the number of ties, and the
    /// normals of this frame. What is found says whether the file has its normal the other way round.
    fn compare(
        &self,
        theirs: &[TheirContact],
        ours: &[OurContact],
        before: Option<(Vec2, Vec2)>,
        found: &mut Vec<(What, bool)>,
    ) -> (usize, Option<(Vec2, Vec2)>) {
        let (mut ties, mut normals) = (0, None);
        let theirs = TheirManifold::of(theirs);
        for manifold in &theirs {
            let contact = &manifold.contact;
            let meant: Vec<&OurContact> = ours.iter().filter(|ours| self.is_meant(contact, ours)).collect();
            let of_contact = match nearest(contact, &meant) {
                Some(ours) => {
                    let (is_tie, mut of_contact) = self.differ(manifold, ours, &meant);
                    ties += usize::from(is_tie);
                    let has_normal = of_contact.iter().any(|what| matches!(what, What::Normal { .. }));
                    // Of several contacts of a pair nobody knows which was which in the frame before.
                    if let (Some(normal), [_], false) = (contact.normal, theirs.as_slice(), has_normal) {
                        let flip = before.filter(|(theirs, ours_before)| {
                            theirs.dot(normal) < 0.0 && ours_before.dot(ours.contact.normal) > FRAC_1_SQRT_2
                        });
                        of_contact.extend(flip.map(|(before, _)| What::Flip { before, theirs: normal }));
                        normals = Some((normal, ours.contact.normal));
                    }
                    of_contact
                }
                None if contact.touches() => {
                    let skin = self.skin(contact);
                    let depth = contact.depth.map(|depth| depth - skin);
                    let gap = self.gap(contact).map(|gap| if depth.is_none() { gap - skin } else { gap });
                    let what = gap.map(|gap| match depth {
                        Some(depth) if depth <= 0.0 => What::Gap { theirs: -depth, ours: gap },
                        _ => What::OnlyTheirs { depth, gap },
                    });
                    what.into_iter().collect()
                }
                None => Vec::new(),
            };
            found.extend(of_contact.into_iter().map(|what| (what, contact.is_turned)));
        }
        (ties, normals)
    }

    /// The distance at which the engine calls shapes touching that their contact names or may mean, the largest. Metres.
    fn skin(&self, theirs: &TheirContact) -> f32 {
        let of = |body: u32, told: Option<u32>| {
            let meant = self.recording.meant_shapes(body, told);
            meant.map(|shape| self.recording.skin(shape)).fold(0.0, f32::max)
        };
        of(theirs.bodies.0, theirs.shapes.0) + of(theirs.bodies.1, theirs.shapes.1)
    }

    /// What differs by more than the tolerance.
    fn difference(&self, frame: u64, bodies: (u32, u32), what: What, is_turned: bool) -> Option<Difference> {
        let times = what.times(self.tolerances);
        (times > 1.0).then_some(Difference { frame, bodies, what, is_turned, times })
    }

    /// Whether their contact names the shapes of ours, or may mean them.
    fn is_meant(&self, theirs: &TheirContact, ours: &OurContact) -> bool {
        self.recording.is_meant(ours.a, theirs.shapes.0) && self.recording.is_meant(ours.b, theirs.shapes.1)
    }

    /// What differs between two contacts, within the tolerances or not, and whether the normals are a tie. `meant`: our
    /// contacts that theirs may mean. A body is the union of its shapes: what is right of one of these is right.
    fn differ(&self, theirs: &TheirManifold, ours: &OurContact, meant: &[&OurContact]) -> (bool, Vec<What>) {
        let TheirManifold { contact: theirs, depths } = theirs;
        let skin = self.recording.skin(ours.a) + self.recording.skin(ours.b);
        let points_of = |ours: &OurContact| {
            let a = self.world.body(ours.a);
            a.map_or_else(Vec::new, |a| world_points(a.pose(), &ours.contact))
        };
        fn own<'p>(ours: &OurContact, points: &'p [Vec2]) -> Told<'p> {
            Told { normal: Some(ours.contact.normal), depth: Some(ours.contact.depth), points }
        }
        let points = points_of(ours);
        let depth = theirs.depth.map(|depth| depth - skin);
        let told = Told { normal: theirs.normal, depth, points: &theirs.points };
        let (mut is_tie, mut found) = (false, Vec::new());
        for mut what in differences(&told, &own(ours, &points)) {
            match &mut what {
                What::Normal { angle, .. } if *angle <= self.tolerances.tolerance => continue,
                What::Normal { theirs, .. } if meant.iter().any(|ours| self.is_tie(ours, *theirs)) => {
                    is_tie = true;
                    continue;
                }
                What::Point { theirs: point, distance } => {
                    let normal = theirs.normal;
                    let by_ours = meant.iter().flat_map(|ours| {
                        let from_points = from_points(*point, normal, &own(ours, &points_of(ours)));
                        from_points
                            .into_iter()
                            .chain(std::iter::once_with(|| self.off_surfaces(ours, *point)))
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
                What::Normal { .. }
                | What::OnlyTheirs { .. }
                | What::OnlyOurs { .. }
                | What::Flip { .. }
                | What::Gap { .. }
                | What::Depth { .. } => {}
            }
            found.push(what);
        }
        // The deepest is compared already.
        let others = depths.iter().filter(|(_, depth)| Some(*depth) < theirs.depth);
        found.extend(others.filter_map(|(point, depth)| {
            let theirs = depth - skin;
            let of_ours = meant.iter().filter_map(|ours| depth_at(*point, &ours.contact, &points_of(ours)));
            let ours = of_ours.min_by(|p, q| (p - theirs).abs().total_cmp(&(q - theirs).abs()))?;
            Some(What::Depth { theirs, ours })
        }));
        (is_tie, found)
    }

    /// How far a point is from the farther of the surfaces of two shapes. Where they overlap by no more than the margin,
    /// inside is as good as on the surface: engines tell such points of faces that are about to meet. Metres.
    fn off_surfaces(&self, ours: &OurContact, point: Vec2) -> f32 {
        let Some((a, b)) = self.bodies(ours.a, ours.b) else { return f32::INFINITY };
        let is_shallow = ours.contact.depth <= self.tolerances.margin;
        let off = |body: &Body| {
            let apart = apart(point, body);
            if is_shallow { apart.max(0.0) } else { apart.abs() }
        };
        off(a).max(off(b))
    }

    /// How far a point is from the farther of the surfaces of two bodies, if their contact leaves open which of their
    /// shapes it means; of others infinite. Metres.
    fn off_bodies(&self, theirs: &TheirContact, point: Vec2) -> f32 {
        if let (Some(_), Some(_)) = theirs.shapes {
            return f32::INFINITY;
        }
        let off = |body: u32, told: Option<u32>| {
            let meant = self.recording.meant_shapes(body, told).filter_map(|shape| self.world.body(shape));
            meant.map(|body| apart(point, body).abs()).fold(f32::INFINITY, f32::min)
        };
        off(theirs.bodies.0, theirs.shapes.0).max(off(theirs.bodies.1, theirs.shapes.1))
    }

    /// Whether their normal is that of another axis along which the shapes leave each other as well.
    fn is_tie(&self, ours: &OurContact, normal: Vec2) -> bool {
        let Some((a, b)) = self.bodies(ours.a, ours.b) else { return false };
        let mut trace = Trace::default();
        let _ = collide_observed(a.shape(), a.pose(), b.shape(), b.pose(), &mut trace);
        let Tolerances { tolerance, margin } = self.tolerances;
        let least = ours.contact.depth + tolerance + margin;
        trace.axes.iter().any(|axis| {
            // The way out of each side: of a along the direction, and against it.
            let ways =
                [(axis.direction, axis.b.max - axis.a.min), (-axis.direction, axis.a.max - axis.b.min)];
            ways.iter().any(|&(way, length)| (length as f32) <= least && angle(way, normal) <= tolerance)
        })
    }

    /// The distance of the shapes that their contact names or may mean; `None` where none of them is there. Shapes are
    /// farther apart than their boxes are along either axis, so that few of many pairs are tested.
    fn gap(&self, theirs: &TheirContact) -> Option<f32> {
        let of = |body: u32, told: Option<u32>| -> Vec<&Body> {
            let meant = self.recording.meant_shapes(body, told);
            meant.filter_map(|shape| self.world.body(shape)).collect()
        };
        let (ours, others) = (of(theirs.bodies.0, theirs.shapes.0), of(theirs.bodies.1, theirs.shapes.1));
        let around = others.iter().map(|body| body.aabb()).reduce(|all, one| all.union(&one))?;
        let least = |p: &Aabb, q: &Aabb| -p.overlap(q).min_element();
        let mut ours: Vec<_> = ours.into_iter().map(|a| (least(&a.aabb(), &around), a)).collect();
        ours.sort_by(|p, q| p.0.total_cmp(&q.0));
        let mut nearest = None::<f32>;
        for (far, a) in ours {
            let is_farther = |far: f32, nearest: Option<f32>| nearest.is_some_and(|nearest| far >= nearest);
            if is_farther(far, nearest) {
                break;
            }
            for b in &others {
                if !is_farther(least(&a.aabb(), &b.aabb()), nearest) {
                    let gap = separation(a.shape(), a.pose(), b.shape(), b.pose());
                    nearest = Some(nearest.map_or(gap, |nearest| nearest.min(gap)));
                }
            }
        }
        nearest
    }

    fn bodies(&self, a: u32, b: u32) -> Option<(&Body, &Body)> {
        Some((self.world.body(a)?, self.world.body(b)?))
    }
}

/// Of our contacts the one most like theirs.
fn nearest<'o>(theirs: &TheirContact, ours: &[&'o OurContact]) -> Option<&'o OurContact> {
    let unlike = |ours: &OurContact| {
        let turned = theirs.normal.map_or(0.0, |normal| 1.0 - normal.dot(ours.contact.normal));
        let deeper = theirs.depth.map_or(0.0, |depth| (depth - ours.contact.depth).abs());
        turned + deeper
    };
    ours.iter().copied().min_by(|one, other| unlike(one).total_cmp(&unlike(other)))
}

/// From a point to a shape; negative inside. Metres.
fn apart(point: Vec2, body: &Body) -> f32 {
    let Ok(dot) = Shape::circle(f32::MIN_POSITIVE) else { return f32::INFINITY };
    separation(&dot, &Pose::new(point, 0.0), body.shape(), body.pose())
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
