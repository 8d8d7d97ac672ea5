//! What a recording tells of two bodies in a frame, as its file has it, beside ours.

mod pair_in_frame;

use collide2d::{Leaf, Pose, Shape, World, separation};
use collision_record::{Contact as FiledContact, Event, NormalDirection};
use glam::Vec2;

use self::pair_in_frame::PairInFrame;
use super::compare::{
    Comparing, Difference, FirstMet, MOST_LATE, OurContact, TestedKinds, Tolerances, What, our_contact,
};
use super::ghosts::TheirGhost;
use super::pushed_out::PushedOut;
use super::stored::PosesFound;
use super::systematic::reused::{FoundOn, found_before};
use super::{RecordedBounce, Recording, StoredFrame, TheirContact, pair_of, upright};
use crate::elsewhere::differences::WrongEvent;
use crate::scene::numbers::number;
use crate::scene::{FoundParts, PairParts, may_be_parts};

/// Two bodies in a frame of a recording.
#[derive(Clone, Debug)]
pub struct ToldPair {
    pub engine: String,
    /// "from a to b", as the header says.
    pub direction: &'static str,
    /// Whether normals go from the first of `bodies` to the second; `None`: the contacts name the two in either order.
    pub from_first: Option<bool>,
    /// Length of the file's unit. Metres.
    pub metres_per_unit: f32,
    /// Recorded bodies, the lower index first, and their names as `compare` prints them.
    pub bodies: (u32, u32),
    pub names: [String; 2],
    /// Their contacts as the file has them, but for those [`ToldPair::within_step`].
    pub told: Vec<FiledContact>,
    /// The normal of the deepest of these that tells one. World, toward the first of `bodies`.
    pub their_normal: Option<Vec2>,
    /// Those that were found on other poses than the first one, each beside ours on these.
    pub within_step: Vec<ToldPair>,
    /// Ours as the file would have it.
    pub ours: Option<FiledContact>,
    /// Ours touches, no deeper than what is no difference where the engine tells nothing.
    pub is_shallow: bool,
    /// What `compare` lists.
    pub differences: Vec<ToldDifference>,
    /// Their contacts that are ghosts, in words.
    pub ghosts: Vec<String>,
    /// The names of the bodies beside which these are ghosts.
    pub neighbours: Vec<String>,
    /// Ours is a ghost, and theirs is what the outline of the joined shapes allows.
    pub is_on_outline: bool,
    /// Why ours would hold nothing of the two where they overlap.
    pub not_held: Option<NotHeld>,
    /// It tells in the frame before that the two touch.
    pub is_told_before: bool,
    /// Where ours alone touches: the engine's number of the frame nearest to this one, an earlier one first, in which it
    /// tells that the two touch.
    pub told_in: Option<u64>,
    /// The same: how deep they are where it tells them, if that is why it lacks them elsewhere.
    pub told_depths: Option<ToldDepths>,
    /// The engine's word for a joint that holds the two, if it holds them where they are told to touch in no frame.
    pub joint: Option<String>,
    /// Whether each of the two is one-way.
    pub one_way: [bool; 2],
    /// One of the two at least is moved by what it meets.
    pub has_dynamic: bool,
    pub tolerances: Tolerances,
    /// The places of the two are too coarse to judge by: where, in words.
    pub far: Option<String>,
    pub fits: Option<OtherReading>,
    /// The two came through each other since the frame before: the normal with which they first touched. World, toward the first.
    pub came_in_by: Option<Vec2>,
    /// The engine calls the two touching at this distance. Metres.
    pub skin: f32,
    /// The shapes of the first and of the second, or the parts of them that are asked for.
    pub shapes: [Vec<ToldShape>; 2],
    /// The shapes of our contact; of bodies that are apart those that are nearest to each other.
    pub nearest: [Leaf; 2],
    /// How the two met and parted, where they touch or did in the frame before.
    pub bounce: Option<RecordedBounce>,
    /// Both are moved by what they meet.
    pub are_both_dynamic: bool,
    /// What is wrong with the told velocities of each of the two, as the end of a sentence about it.
    pub velocity_faults: [Option<String>; 2],
}

/// How deep two bodies are in ours in the frames around in which the engine tells that they touch. Metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ToldDepths {
    /// At most so deep, and deeper in each frame that lacks them.
    UpTo(f32),
    /// At least so deep, and shallower in each frame that lacks them.
    From(f32),
}

/// Frames before and after one that are looked at for how deep two bodies are told.
const AROUND: usize = 200;
/// Another frame's poses explain a row where what is off there is less than this share of what is off here, as a divisor: an
/// error that grows slowly is within the tolerance a frame before it shows, so that it fits the poses there by chance.
const FAR_CLOSER: f32 = 10.0;
/// Most other rows of the pair that are read on another frame's poses.
const MOST_OTHER_ROWS: usize = 12;
/// Fewest frames that tell two bodies, and fewest that lack them, where depth is said to be why.
const FEWEST_DEPTHS: usize = 2;

/// A row of `compare` with its sentence.
#[derive(Clone, Debug)]
pub struct ToldDifference {
    pub what: What,
    pub sentence: String,
    pub parts: PairParts,
}

/// A shape of a recorded body, where it is. Metres.
#[derive(Clone, Debug)]
pub struct ToldShape {
    pub leaf: Leaf,
    /// The contacts name it, or may mean it.
    pub is_meant: bool,
    pub shape: Shape,
    pub pose: Pose,
}

/// What the recording says that keeps two bodies from holding each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotHeld {
    Masks,
    /// A one-way body has let the other one through since they met.
    OneWay,
}

/// What makes a contact with differences one without.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum OtherReading {
    /// Its depths are distances.
    Negated,
    /// The poses of an earlier frame, since which it is told unchanged.
    Reused(FoundOn),
    /// The poses of this frame.
    FrameBefore,
    FrameAfter,
    /// The poses of this frame with what the contact moves moved back: they are those after the push-out.
    PushedOut,
    /// The same of several contacts whose depths are all alike, so that a skin is as likely.
    SkinOrPushedOut,
}

impl Recording {
    /// Two recorded bodies in the frame of this index, or those of their parts that are meant; `None`: one of them is not
    /// there. `every`: [`Recording::every_body`]; `met`: how the two first met, where they touch.
    pub fn told_pair(
        &self,
        every: &World,
        index: usize,
        (bodies, parts): FoundParts,
        met: Option<FirstMet>,
        tolerances: Tolerances,
    ) -> Option<ToldPair> {
        let mut found = self.frames.get(index)?.poses_found((bodies, parts)).into_iter();
        let told_on = |found: PosesFound| {
            self.told_on(every, &PairInFrame::of(self, index, (bodies, parts), found, tolerances)?, met)
        };
        let mut told = told_on(found.next().unwrap_or_default())?;
        told.within_step = found.filter_map(told_on).collect();
        let is_told = told.on_each_poses().flat_map(|told| &told.told).any(|contact| !contact.filtered);
        let differences: Vec<What> =
            told.on_each_poses().flat_map(|told| &told.differences).map(|one| one.what).collect();
        if is_told && !differences.is_empty() {
            told.fits = self.other_reading(index, bodies, &differences, tolerances);
        }
        Some(told)
    }

    /// What is told of a pair on the poses on which it is; `every`, `met`: as of [`Recording::told_pair`].
    fn told_on(&self, every: &World, pair: &PairInFrame<'_>, met: Option<FirstMet>) -> Option<ToldPair> {
        let PairInFrame { index, bodies, parts, tolerances, .. } = *pair;
        let not_held = pair.not_held(met);
        let (differences, is_on_outline) = pair.differences(every, not_held);
        let is_ours_alone = differences.iter().any(|one| matches!(one.what, What::OnlyOurs { .. }));
        let told_in = if is_ours_alone { self.told_nearest_to(index, bodies) } else { None };
        let joint = |index: usize| self.joint_of(index, bodies);
        let told = pair.filed();
        let shapes = [0, 1].map(|side| pair.shapes(side));
        let far = [bodies.0, bodies.1].into_iter().find_map(|body| self.far_body(index, body, tolerances));
        Some(ToldPair {
            engine: self.header.engine.clone(),
            direction: self.header.normal.name(),
            from_first: from_first(self.header.normal, &told),
            metres_per_unit: self.header.metres_per_unit,
            bodies,
            names: [self.body_name(bodies.0), self.body_name(bodies.1)],
            is_shallow: pair.is_shallow(),
            ours: pair.ours.as_ref().map(|ours| self.at_places(self.filed(bodies, told.first(), ours))),
            told: told.into_iter().map(|contact| self.at_places(contact)).collect(),
            their_normal: pair.their_normal(),
            within_step: Vec::new(),
            differences,
            ghosts: Vec::new(),
            neighbours: Vec::new(),
            is_on_outline,
            not_held,
            is_told_before: index.checked_sub(1).is_some_and(|before| self.tells_touch(before, bodies)),
            told_depths: told_in.and_then(|_| self.told_depths(index, (bodies, parts), tolerances)),
            told_in: told_in.and_then(|index| self.frames.get(index)).map(|frame| frame.frame),
            joint: joint(index).filter(|_| told_in.and_then(joint).is_none()).map(str::to_owned),
            one_way: pair.one_way(),
            has_dynamic: self.is_dynamic(bodies.0) || self.is_dynamic(bodies.1),
            are_both_dynamic: self.is_dynamic(bodies.0) && self.is_dynamic(bodies.1),
            bounce: RecordedBounce::of(self, index, (bodies, parts)),
            velocity_faults: [bodies.0, bodies.1].map(|body| self.velocity_fault_around(body, index)),
            tolerances,
            far: far.map(|far| far.sentence(self)),
            fits: None,
            came_in_by: None,
            skin: pair.skin(&shapes),
            nearest: pair.ours.as_ref().map(|ours| ours.leaves).or_else(|| nearest(&shapes))?,
            shapes,
        })
    }

    /// Two of its bodies alone in the frame of this index, which is their only one, where their contacts were found; with
    /// [`Recording::every_body`] of them.
    pub(super) fn pair_at(&self, index: usize, bodies: (u32, u32)) -> Option<(Self, World)> {
        let mut alone = self.of_pair(bodies);
        let every = alone.every_body().ok()?;
        alone.frames = vec![self.frames.get(index)?.of_pair_when_found(bodies)?];
        Some((alone, every))
    }

    /// What is wrong with the events of two bodies in the frame of this index, as `compare` lists it.
    pub fn event_faults(&self, index: usize, bodies: (u32, u32)) -> Vec<Difference> {
        let last = (index + 2 + MOST_LATE as usize).min(self.frames.len());
        let both = |frame: &StoredFrame| frame.pose(bodies.0).is_some() && frame.pose(bodies.1).is_some();
        let first = self.frames.iter().take(last).position(both);
        let Some((first, frame)) = first.zip(self.frames.get(index)) else { return Vec::new() };
        let is_given_again = |index: usize| {
            let (before, frame) = (index.checked_sub(1), self.frames.get(index));
            let before = before.and_then(|before| self.frames.get(before));
            let again = frame.map(|frame| frame.given_again(before)).unwrap_or_default();
            again.values().any(|body| [bodies.0, bodies.1].contains(body))
        };
        // What is there for the first time was apart before, and of what is given again nobody knows.
        let first = if is_given_again(first) { first } else { first.saturating_sub(1) };
        let frames = self.frames.get(first..last).unwrap_or_default();
        let is_of_pair = |event: &Event| pair_of(event) == bodies;
        let is_told = frames.iter().any(|frame| frame.events().iter().any(is_of_pair));
        // Of others all events may be due, if the engine tells them of two such bodies.
        if is_given_again(index) || !is_told && self.rarely_tested(bodies.0, bodies.1).is_none() {
            return Vec::new();
        }
        let tested = TestedKinds::of(self);
        if !is_told && tested.event_of(self, bodies).is_none() {
            return Vec::new();
        }
        let mut alone = self.of_pair(bodies);
        let Ok(every) = alone.every_body() else { return Vec::new() };
        alone.frames = frames.iter().map(|frame| frame.of_pair_with_events(bodies)).collect();
        let mut found = listed(&alone, &every, Comparing::knowing(tested, Tolerances::default()));
        let next = self.frames.get(index + 1).map(|next| next.given_again(Some(frame))).unwrap_or_default();
        let is_replaced = [bodies.0, bodies.1].iter().any(|body| next.contains_key(body));
        found.retain(|one| match one.what {
            What::Event(WrongEvent::Unended { .. }) => one.frame == frame.frame && !is_replaced,
            what => one.frame == frame.frame && matches!(what, What::Event(_)),
        });
        found
    }

    /// Index of the frame nearest to that of this index, an earlier one first, in which it tells that the two touch.
    fn told_nearest_to(&self, index: usize, bodies: (u32, u32)) -> Option<usize> {
        let mut all = (0..index).rev().chain(index + 1..self.frames.len());
        all.find(|&index| self.tells_touch(index, bodies))
    }

    /// Whether it tells in the frame of this index that the two touch.
    fn tells_touch(&self, index: usize, bodies: (u32, u32)) -> bool {
        let is_of_pair =
            |contact: TheirContact| contact.bodies == bodies && contact.touches() && !contact.filtered;
        self.their_contacts(index).any(is_of_pair)
    }

    /// How deep two bodies, or these parts of them, are where the engine tells them, if it lacks them by that alone.
    fn told_depths(
        &self,
        index: usize,
        (bodies, parts): FoundParts,
        tolerances: Tolerances,
    ) -> Option<ToldDepths> {
        let mut alone = self.of_pair(bodies);
        let every = alone.every_body().ok()?;
        let (mut told, mut lacking) = (Vec::new(), Vec::new());
        for frame in self.frames.iter().take(index + AROUND).skip(index.saturating_sub(AROUND)) {
            let Some((a, b)) = frame.pose(bodies.0).zip(frame.pose(bodies.1)) else { continue };
            alone.frames = vec![frame.of_pair(bodies, [a, b])];
            let Some(ours) = our_contact(&alone.world_at(&every, 0), None, parts) else { continue };
            let mut theirs: Vec<TheirContact> = alone.their_contacts(0).collect();
            theirs.retain(|theirs| may_be_parts(theirs.shapes.into(), parts));
            let (depth, is_filtered) = (ours.depth(), theirs.iter().any(|theirs| theirs.filtered));
            if theirs.iter().any(TheirContact::touches) {
                told.push(depth);
            } else if !is_filtered && (What::OnlyOurs { depth }).times(tolerances) > 1.0 {
                lacking.push(depth);
            }
        }
        if told.len().min(lacking.len()) < FEWEST_DEPTHS {
            return None;
        }
        let least = |depths: &[f32]| depths.iter().copied().fold(f32::INFINITY, f32::min);
        let most = |depths: &[f32]| depths.iter().copied().fold(0.0, f32::max);
        // Of a body that lies still, and is told only while it is awake, all depths are the same.
        let apart = 0.1 * tolerances.tolerance;
        if least(&lacking) > most(&told) + apart {
            Some(ToldDepths::UpTo(most(&told)))
        } else {
            (most(&lacking) + apart < least(&told)).then_some(ToldDepths::From(least(&told)))
        }
    }

    /// With the places of its bodies, as in the file.
    fn at_places(&self, contact: FiledContact) -> FiledContact {
        let poses_at = contact.poses_at.iter().map(|(body, pose)| (self.place_of(*body), *pose)).collect();
        FiledContact { a: self.place_of(contact.a), b: self.place_of(contact.b), poses_at, ..contact }
    }

    /// Whether the engine tells contacts of such two bodies: of two that do not move by themselves, and of a sensor, only
    /// where it tells one somewhere.
    pub(super) fn tells_such(&self, bodies: (u32, u32)) -> bool {
        self.rarely_tested(bodies.0, bodies.1).is_none() || TestedKinds::of(self).has(self, bodies)
    }

    /// The reading under which their contact agrees with ours. A wrong sign is tried before another frame's poses: there,
    /// shapes that are apart may match the gap by chance. Those of another frame have to fit far better than this one's, and
    /// the pair's other rows as well. `found`: the differences on this frame's poses.
    fn other_reading(
        &self,
        index: usize,
        bodies: (u32, u32),
        found: &[What],
        tolerances: Tolerances,
    ) -> Option<OtherReading> {
        let mut alone = ReadPair::of(self, bodies, tolerances)?;
        let mut negated = alone.on_poses_of(index, index)?;
        negated.scale_contacts(-1.0, 1.0);
        // What does not touch either way, or is left out, has no sign to tell.
        let is_deep = negated.contacts().any(|contact| contact.depth.is_some_and(|depth| depth > 0.0));
        if is_deep && alone.agrees(negated) {
            return Some(OtherReading::Negated);
        }
        let mut close = ReadPair { tolerances: far_closer(found, tolerances), ..alone.clone() };
        let mut others = None;
        let readings = [Self::reused, Self::frame_before, Self::frame_after, Self::pushed_out];
        readings.into_iter().find_map(|read| {
            let reading = read(self, index, &mut close)?;
            let others = others.get_or_insert_with(|| self.other_rows(index, &mut alone));
            let fitting = others.iter().filter(|&&other| read(self, other, &mut alone).is_some()).count();
            let is_it = 2 * fitting >= others.len();
            let or_skin = is_it && reading == OtherReading::PushedOut && !self.is_no_skin(&mut alone);
            let reading = if or_skin { OtherReading::SkinOrPushedOut } else { reading };
            // One contact alone tells neither.
            (is_it && (!or_skin || fitting > 0)).then_some(reading)
        })
    }

    fn reused(&self, index: usize, pair: &mut ReadPair<'_>) -> Option<OtherReading> {
        found_before(self, index, pair.bodies, pair.tolerances).map(OtherReading::Reused)
    }

    fn frame_before(&self, index: usize, pair: &mut ReadPair<'_>) -> Option<OtherReading> {
        let told = pair.on_poses_of(index, index.checked_sub(1)?)?;
        pair.agrees(told).then_some(OtherReading::FrameBefore)
    }

    fn frame_after(&self, index: usize, pair: &mut ReadPair<'_>) -> Option<OtherReading> {
        let told = pair.on_poses_of(index, index + 1)?;
        pair.agrees(told).then_some(OtherReading::FrameAfter)
    }

    fn pushed_out(&self, index: usize, pair: &mut ReadPair<'_>) -> Option<OtherReading> {
        let (told, normals) = (pair.on_poses_of(index, index)?, self.header.normal);
        let is_right = |moved: PushedOut| {
            let before = pair.alone.before_push_out(&told, moved, normals);
            pair.agrees(before)
        };
        PushedOut::ALL.into_iter().any(is_right).then_some(OtherReading::PushedOut)
    }

    /// Whether the shallowest and the deepest contact of the two fit poses of before their push-out, and are not as deep: of
    /// depths that are all alike a skin is as likely.
    fn is_no_skin(&self, pair: &mut ReadPair<'_>) -> bool {
        let deepest = |index: usize| {
            let is_of_pair = |contact: &TheirContact| contact.bodies == pair.bodies && contact.touches();
            let depths = self.their_contacts(index).filter(is_of_pair).filter_map(|contact| contact.depth);
            Some((index, depths.reduce(f32::max)?))
        };
        let all: Vec<(usize, f32)> = (0..self.frames.len()).filter_map(deepest).collect();
        let by_depth = |p: &&(usize, f32), q: &&(usize, f32)| p.1.total_cmp(&q.1);
        let Some((least, most)) = all.iter().min_by(by_depth).zip(all.iter().max_by(by_depth)) else {
            return false;
        };
        most.1 - least.1 > pair.tolerances.tolerance
            && [least.0, most.0].into_iter().all(|index| self.pushed_out(index, pair).is_some())
    }

    /// Indices of other frames around that tell the two and have a difference, some of them from all over. The first and the
    /// last frame have none on one side.
    fn other_rows(&self, index: usize, pair: &mut ReadPair<'_>) -> Vec<usize> {
        let last = self.frames.len().saturating_sub(1);
        let around = index.saturating_sub(AROUND).max(1)..(index + AROUND).min(last);
        let mut is_row = |other: usize| {
            let told = pair.on_poses_of(other, other);
            let told = told.filter(|told| told.contacts().any(|contact| !contact.filtered));
            told.is_some_and(|told| !pair.agrees(told))
        };
        let rows: Vec<usize> = around.filter(|&other| other != index && is_row(other)).collect();
        let stride = rows.len().div_ceil(MOST_OTHER_ROWS).max(1);
        rows.into_iter().step_by(stride).collect()
    }

    /// Our contact as the file would have it: with the bodies in the order of `like`, in its units and directions.
    fn filed(&self, bodies: (u32, u32), like: Option<&FiledContact>, ours: &OurContact) -> FiledContact {
        let is_ordered = like.is_none_or(|like| like.a < like.b);
        let is_turned = (self.header.normal == NormalDirection::FromBToA) != is_ordered;
        // Of a body of one shape none is named.
        let shapes = ours.leaves.map(Leaf::part_of_several);
        let [shape_a, shape_b] = if is_ordered { shapes } else { [shapes[1], shapes[0]] };
        let (a, b) = if is_ordered { bodies } else { (bodies.1, bodies.0) };
        let (unit, normal) = (self.header.metres_per_unit, ours.contact.normal);
        FiledContact {
            shape_a,
            shape_b,
            normal: Some(upright(&self.header, if is_turned { -normal } else { normal }).to_array()),
            depth: Some(
                (ours.depth() + self.skin(bodies.0, ours.leaves[0]) + self.skin(bodies.1, ours.leaves[1]))
                    / unit,
            ),
            points: ours
                .points()
                .into_iter()
                .map(|point| (upright(&self.header, point) / unit).to_array())
                .collect(),
            ..FiledContact::between(a, b)
        }
    }
}

/// Two recorded bodies alone, whose contacts are compared on one poses or another.
#[derive(Clone)]
struct ReadPair<'r> {
    recording: &'r Recording,
    bodies: (u32, u32),
    alone: Recording,
    /// [`Recording::every_body`] of them.
    both: World,
    tolerances: Tolerances,
}

impl<'r> ReadPair<'r> {
    fn of(recording: &'r Recording, bodies: (u32, u32), tolerances: Tolerances) -> Option<Self> {
        let alone = recording.of_pair(bodies);
        let both = alone.every_body().ok()?;
        Some(Self { recording, bodies, alone, both, tolerances })
    }

    /// What is told of the two in the frame of an index, on the poses of another one.
    fn on_poses_of(&self, index: usize, other: usize) -> Option<StoredFrame> {
        let other = self.recording.frames.get(other)?;
        let poses = [other.pose(self.bodies.0)?, other.pose(self.bodies.1)?];
        Some(self.recording.frames.get(index)?.of_pair(self.bodies, poses))
    }

    /// Whether there is no difference.
    fn agrees(&mut self, told: StoredFrame) -> bool {
        self.alone.frames = vec![told];
        differences(&self.alone, &self.both, self.tolerances).is_empty()
    }
}

/// Tolerances that what is off by so much meets by chance seldom. Normals show no more than the least: within a tolerance
/// two ways out may be equally long, and either normal is right.
fn far_closer(found: &[What], tolerances: Tolerances) -> Tolerances {
    let lengths = found.iter().filter(|what| !matches!(what, What::Normal { .. } | What::Flip { .. }));
    let least = lengths.map(|what| what.times(tolerances)).reduce(f32::min).unwrap_or(1.0);
    Tolerances { tolerance: tolerances.tolerance * (least / FAR_CLOSER).min(1.0), ..tolerances }
}

fn differences(recording: &Recording, every: &World, tolerances: Tolerances) -> Vec<Difference> {
    listed(recording, every, Comparing::new(tolerances))
}

fn listed(recording: &Recording, every: &World, mut comparing: Comparing) -> Vec<Difference> {
    while comparing.step(recording, every).is_some() {}
    comparing.end();
    comparing.comparison().differences.clone()
}

/// Whether these contacts have normals from the first of two bodies to the second; `None`: they name the two in either order.
fn from_first(normal: NormalDirection, told: &[FiledContact]) -> Option<bool> {
    let is_from_a = normal == NormalDirection::FromAToB;
    let goes_from_first = |contact: &FiledContact| (contact.a < contact.b) == is_from_a;
    let first = told.first().map_or(is_from_a, goes_from_first);
    told.iter().all(|contact| goes_from_first(contact) == first).then_some(first)
}

/// Of the shapes that are meant of two bodies those that are nearest to each other.
fn nearest([of_a, of_b]: &[Vec<ToldShape>; 2]) -> Option<[Leaf; 2]> {
    let pairs = of_a.iter().flat_map(|a| of_b.iter().map(move |b| (a, b)));
    let pairs = pairs.filter(|(a, b)| a.is_meant && b.is_meant);
    let gaps = pairs.map(|(a, b)| (separation(&a.shape, &a.pose, &b.shape, &b.pose), [a.leaf, b.leaf]));
    gaps.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, leaves)| leaves)
}

impl ToldPair {
    /// The pair with its first contacts, and with those [`ToldPair::within_step`], each on their poses.
    pub fn on_each_poses(&self) -> impl Iterator<Item = &Self> {
        std::iter::once(self).chain(&self.within_step)
    }

    /// With rows of `compare` that other frames decide, and their ghost contacts.
    pub fn with(
        mut self,
        recording: &Recording,
        events: impl IntoIterator<Item = Difference>,
        ghosts: &[TheirGhost],
    ) -> Self {
        self.differences.extend(events.into_iter().map(|one| ToldDifference {
            what: one.what,
            sentence: recording.sentence(&one),
            parts: one.parts,
        }));
        self.ghosts.extend(ghosts.iter().map(|ghost| ghost.sentence(recording)));
        let beside = ghosts.iter().filter_map(|ghost| recording.header.bodies.get(ghost.beside.0 as usize));
        self.neighbours.extend(beside.map(|body| body.name.clone()));
        self
    }

    /// The same of two that came through each other since the frame before, and first touched with this normal, toward the
    /// first.
    pub fn came_in_by(self, normal: Option<Vec2>) -> Self {
        Self { came_in_by: normal, ..self }
    }

    /// A length in metres in the file's unit, with the metres beside it where these differ.
    pub fn length(&self, filed: f32) -> String {
        if self.metres_per_unit == 1.0 {
            format!("{} m", number(filed))
        } else {
            format!("{} ({} m)", number(filed), number(filed * self.metres_per_unit))
        }
    }
}
