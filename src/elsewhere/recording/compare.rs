//! The contacts of another engine beside ours, computed on the same poses.

use std::collections::HashSet;

use collide2d::World;
use glam::Vec2;

pub use self::comparison::{Comparison, Difference, Excused, PairRows, SilentPair};
pub(super) use self::events::MOST_LATE;
use self::events::{EventFault, EventWatch};
use self::frame_events::FrameEvents;
use self::ours::OurContacts;
pub(super) use self::ours::{OurContact, contacts_of, depth_of, meet, our_contact};
use self::pair::{FoundWhat, PairState};
pub(super) use self::passing::is_behind;
pub use self::passing::{FirstMet, PassingPairs};
pub use self::tested::TestedKinds;
use super::queries::TheirQuery;
use super::{BodyKind, Recording, StoredFrame, TheirContact};
use crate::elsewhere::differences::WrongEvent;
pub use crate::elsewhere::differences::{Tolerances, What};
use crate::scene::{FoundParts, may_be_parts};

mod also_right;
mod apart;
mod asked;
mod comparison;
mod events;
mod frame_events;
mod manifold;
mod ours;
mod pair;
mod passing;
mod queries;
mod tested;

/// Normals of pairs on which both agree, or both are right: theirs and ours, sorted by bodies.
type Normals = Vec<((u32, u32), (Vec2, Vec2))>;

/// Contacts of theirs that are compared at a time.
const AT_A_TIME: usize = 256;

/// The differences of two bodies, or of these parts of them, in the frame of this index, if the outline of the static shapes
/// around them allows a normal of theirs where ours is a ghost. `every`: [`Recording::every_body`].
pub(super) fn on_outline(
    recording: &Recording,
    every: &World,
    index: usize,
    (bodies, parts): FoundParts,
    tolerances: Tolerances,
) -> Option<Vec<Difference>> {
    let is_asked =
        |theirs: &TheirContact| theirs.bodies == bodies && may_be_parts(theirs.shapes.into(), parts);
    let theirs: Vec<_> = recording.their_contacts(index).filter(is_asked).collect();
    let is_static = |body: u32| recording.kind(body) == BodyKind::Static;
    if theirs.is_empty() || is_static(bodies.0) == is_static(bodies.1) {
        return None;
    }
    let world = recording.world_at(every, index);
    let state = PairState { recording, world: &world, tolerances };
    let (ours, mut found) = (contacts_of(&world, bodies), Vec::new());
    let (excused, _) = state.compare(&theirs, &ours, None, &mut found);
    state.untold(&theirs, &ours, &mut found);
    let frame = recording.frames().get(index)?.frame;
    let differences = found.into_iter().filter_map(|what| state.difference(frame, bodies, what));
    (excused.ghosts > 0).then(|| differences.collect())
}

/// What is wrong in the queries of the frame of this index. `every`: [`Recording::every_body`].
pub fn wrong_queries(recording: &Recording, every: &World, index: usize) -> Vec<Difference> {
    let world = recording.world_at(every, index);
    let state = PairState { recording, world: &world, tolerances: Tolerances::default() };
    let frame = recording.frames().get(index).map_or(0, |frame| frame.frame);
    let (_, wrong) = queries::wrong(&state, index);
    wrong.into_iter().filter_map(|(bodies, what)| state.difference(frame, bodies, what.into())).collect()
}

/// The recorded body in which the way of the query of this number, in the frame of this index, begins and that ours hits there, if
/// theirs has no hit of it. `every`: [`Recording::every_body`].
pub fn passed_at_start(recording: &Recording, every: &World, index: usize, query: u32) -> Option<u32> {
    let world = recording.world_at(every, index);
    let state = PairState { recording, world: &world, tolerances: Tolerances::default() };
    let asked = recording.their_queries(index).into_iter().nth(query as usize)??;
    queries::passed_at_start(&state, &asked)
}

/// Whether an answer of theirs is right of the bodies of a world, which are recorded ones.
pub fn is_right(recording: &Recording, world: &World, query: &TheirQuery) -> bool {
    let state = PairState { recording, world, tolerances: Tolerances::default() };
    queries::of_query(&state, query).is_none()
}

/// Compares every frame; `passed` is called after each.
pub fn compare(
    recording: &Recording,
    tolerances: Tolerances,
    mut passed: impl FnMut(),
) -> Result<Comparison, String> {
    let every = recording.every_body().map_err(|e| e.message)?;
    let mut comparing = Comparing::new(tolerances);
    while let Some(step) = comparing.step(recording, &every) {
        match step {
            CompareStep::Part => {}
            CompareStep::Frame { .. } => passed(),
        }
    }
    comparing.end();
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
    events: EventWatch,
    passing: PassingPairs,
    /// How many differences were left when the least were dropped last.
    kept: usize,
}

/// What a step of a comparison did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompareStep {
    Part,
    Frame { number: u64, differences: usize },
}

#[derive(Clone, Debug)]
struct UnderWay {
    number: u64,
    world: World,
    /// `None` before they are detected.
    ours: Option<OurContacts>,
    /// Sorted by bodies.
    theirs: Vec<TheirContact>,
    /// Index of the next contact of theirs; all contacts of a pair are compared at a time.
    next: usize,
    excused: Excused,
    normals: Normals,
    found: Vec<Difference>,
}

impl Comparing {
    /// Begins before the first frame.
    pub fn new(tolerances: Tolerances) -> Self {
        let (comparison, before) = (Comparison::default(), Normals::new());
        let (tested, events) = (TestedKinds::default(), EventWatch::default());
        let passing = PassingPairs::default();
        Self { tolerances, comparison, next: 0, under_way: None, before, tested, events, passing, kept: 0 }
    }

    /// The same of a part of a recording, of whose engine more is known.
    pub(super) fn knowing(tested: TestedKinds, tolerances: Tolerances) -> Self {
        Self { tested: tested.for_part(), ..Self::new(tolerances) }
    }

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
    /// [`Recording::every_body`].
    pub fn step(&mut self, recording: &Recording, every: &World) -> Option<CompareStep> {
        let number = recording.frames().get(self.next)?.frame;
        let Some(mut frame) = self.under_way.take() else {
            self.tested.read(recording);
            if recording.frames().get(self.next).is_some_and(StoredFrame::follows_gap) {
                // As at the beginning: of what touched before nobody knows.
                (self.before, self.events) = (Normals::new(), EventWatch::default());
            }
            let world = recording.world_at(every, self.next);
            let mut theirs: Vec<_> = recording.their_contacts(self.next).collect();
            theirs.sort_by_key(|contact| contact.bodies);
            let (normals, found) = (Normals::new(), Vec::new());
            let excused = Excused::default();
            let under_way = UnderWay { number, world, ours: None, theirs, next: 0, excused, normals, found };
            self.under_way = Some(under_way);
            return Some(CompareStep::Part);
        };
        let Some(ours) = &frame.ours else {
            self.passing.follow(recording, self.next, &frame.world);
            let ours = OurContacts::of(&frame.world, &frame.theirs, &self.passing);
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
            let (excused, normals) = if theirs.iter().any(TheirContact::has_poses) {
                (within_step(recording, self.next, self.tolerances, theirs, &mut what), None)
            } else {
                let told = state.compare(theirs, ours, normals, &mut what);
                state.untold(theirs, ours, &mut what);
                told
            };
            frame.next += theirs.len();
            frame.excused.add(excused);
            frame.normals.extend(normals.map(|normals| (bodies, normals)));
            frame.found.extend(what.drain(..).filter_map(|what| state.difference(number, bodies, what)));
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
            let Some((bodies, _)) = pair.first() else { continue };
            // No step tests two static bodies, and an engine that tells nothing of such does not either.
            let are_static =
                [bodies.0, bodies.1].iter().all(|body| state.recording.kind(*body) == BodyKind::Static);
            if are_static && !self.tested.has(state.recording, *bodies) {
                continue;
            }
            self.comparison.ours += 1;
            let depth = pair.iter().map(|(_, depth)| *depth).fold(0.0, f32::max);
            if !self.tested.has(state.recording, *bodies) {
                if depth > self.tolerances.tolerance + self.tolerances.margin {
                    self.see_silent(state.recording, frame.number, *bodies);
                }
                continue;
            }
            let difference = state.difference(frame.number, *bodies, What::OnlyOurs { depth }.into());
            let is_shallow = difference.is_none() && depth > 0.1 * self.tolerances.tolerance;
            self.comparison.shallow += usize::from(is_shallow);
            self.comparison.differences.extend(difference);
        }
        let (asked, wrong) = queries::wrong(state, self.next);
        let difference = |(bodies, what): queries::Wrong| state.difference(frame.number, bodies, what.into());
        let before = self.comparison.differences.len();
        self.comparison.differences.extend(wrong.into_iter().filter_map(difference));
        self.comparison.queries += asked;
        self.comparison.wrong_queries += self.comparison.differences.len() - before;
        if self.tested.has_events {
            let faults = self.see_events(state, frame, ours);
            self.add_faults(faults);
        }
        for pair in frame.theirs.chunk_by(|one, other| one.bodies == other.bodies) {
            let touches = pair.iter().any(TheirContact::touches);
            let bodies = pair.first().map_or((0, 0), |contact| contact.bodies);
            let is_ours = || !of_pair(&ours.told, bodies, |contact| contact.bodies).is_empty();
            self.comparison.theirs += usize::from(touches);
            self.comparison.compared += usize::from(touches || is_ours());
        }
        self.comparison.excused.add(frame.excused);
        self.comparison.frames += 1;
        self.next += 1;
        let differences = self.comparison.differences.len() - known;
        CompareStep::Frame { number: frame.number, differences }
    }

    /// Notes two bodies that touch in ours, if nothing is ever told of two such.
    fn see_silent(&mut self, recording: &Recording, number: u64, bodies: (u32, u32)) {
        let (tested, compared) = (&self.tested, self.comparison.frames);
        let silent = &mut self.comparison.silent;
        silent.retain(|one| !tested.tells(&one.kinds));
        let Some(kinds) = tested.silent(recording, bodies) else { return };
        match silent.iter_mut().find(|one| one.kinds == kinds) {
            None => silent.push(SilentPair { kinds, bodies, frames: [number; 2], compared }),
            Some(one) if one.bodies == bodies && one.compared + 1 == compared => {
                (one.frames[1], one.compared) = (number, compared);
            }
            Some(_) => {}
        }
    }

    /// Their events of the next frame beside ours.
    fn see_events(&mut self, state: &PairState, under_way: &UnderWay, ours: &OurContacts) -> Vec<EventFault> {
        let (index, theirs) = (self.next, under_way.theirs.as_slice());
        let Some(frame) = state.recording.frames().get(index) else { return Vec::new() };
        let before = index.checked_sub(1).and_then(|index| state.recording.frames().get(index));
        let (tested, passing, depths) = (&self.tested, &self.passing, ours.depths());
        let seen = FrameEvents { state, tested, passing, theirs, depths, index, frame, before };
        self.events.give_again(&seen);
        let mut faults = self.events.see(&seen);
        // Engines with speculative contacts report a begin one frame before the poses show it.
        for (at, bodies, what) in &mut faults {
            if let What::Event(WrongEvent::False { kind, gap }) = *what
                && *at == frame.frame
                && kind.begins()
                && seen.touches_next(*bodies)
            {
                *what = What::Event(WrongEvent::Ahead { kind, gap });
            }
        }
        faults
    }

    /// No frame comes after those that were compared: what was due is missing. Returns the frame of each such event.
    pub fn end(&mut self) -> Vec<u64> {
        let missing = self.events.end(|going| self.tested.tells_ends(going));
        let frames = missing.iter().map(|(frame, ..)| *frame).collect();
        if !missing.is_empty() {
            self.add_faults(missing);
            self.sort();
        }
        frames
    }

    fn add_faults(&mut self, faults: Vec<EventFault>) {
        let tolerances = self.tolerances;
        self.comparison.differences.extend(faults.into_iter().map(|(frame, bodies, what)| {
            let times = what.times(tolerances);
            Difference { frame, bodies, parts: [None; 2], what, is_turned: false, times }
        }));
    }

    /// Puts the worst first, the earlier first of those that are equally bad.
    pub fn sort(&mut self) {
        let differences = &mut self.comparison.differences;
        differences.sort_by(|a, b| b.times.total_cmp(&a.times).then(a.frame.cmp(&b.frame)));
    }

    /// Sorts, and drops all but the worst if there are more than twice as many. The first and the worst of a pair stay, of
    /// as many pairs again.
    pub fn keep_worst(&mut self, most: usize) {
        self.sort();
        if self.comparison.differences.len() <= 2 * most.max(self.kept) {
            return;
        }
        let pairs = self.comparison.by_pair();
        let firsts: HashSet<(u64, (u32, u32))> =
            pairs.iter().take(most).filter_map(PairRows::first).map(|one| (one.frame, one.bodies)).collect();
        let (mut index, mut seen) = (0, HashSet::new());
        self.comparison.differences.retain(|one| {
            let is_worst = seen.len() < most && seen.insert(one.bodies);
            index += 1;
            index <= most || is_worst || firsts.contains(&(one.frame, one.bodies))
        });
        self.kept = self.comparison.differences.len();
    }

    /// The recording has dropped its oldest frames, all before the frame `first`.
    pub fn forget(&mut self, dropped: usize, first: u64) {
        if self.next < dropped {
            self.before.clear();
            self.under_way = None;
        }
        self.passing.forget(dropped);
        self.next = self.next.saturating_sub(dropped);
        self.tested.forget(dropped);
        self.events.forget(dropped);
        self.comparison.differences.retain(|difference| difference.frame >= first);
    }
}

/// Compares the contacts of a pair of which some tell the poses that they were found on, each on its own; returns
/// what is excused.
fn within_step(
    recording: &Recording,
    index: usize,
    tolerances: Tolerances,
    theirs: &[TheirContact],
    what: &mut Vec<FoundWhat>,
) -> Excused {
    let mut excused = Excused::default();
    let Some(bodies) = theirs.first().map(|contact| contact.bodies) else { return excused };
    let alone = recording.of_pair(bodies);
    let Ok(every) = alone.every_body() else { return excused };
    for (place, contact) in theirs.iter().enumerate() {
        let is_there = |other: &&TheirContact| other.poses_at == contact.poses_at;
        if theirs.get(..place).unwrap_or_default().iter().any(|other| is_there(&other)) {
            continue;
        }
        let Some(world) = recording.pair_world(index, &alone, &every, contact) else { continue };
        let together = theirs.iter().filter(is_there);
        let renamed = together.map(|contact| TheirContact { bodies: (0, 1), ..contact.clone() });
        let theirs: Vec<TheirContact> = renamed.collect();
        let state = PairState { recording: &alone, world: &world, tolerances };
        let ours = if meet(&world, (0, 1)) { contacts_of(&world, (0, 1)) } else { Vec::new() };
        excused.add(state.compare(&theirs, &ours, None, what).0);
    }
    excused
}

/// The items of a pair among items that are sorted by bodies.
fn of_pair<T>(sorted: &[T], bodies: (u32, u32), key: impl Fn(&T) -> (u32, u32)) -> &[T] {
    let start = sorted.partition_point(|item| key(item) < bodies);
    let rest = sorted.get(start..).unwrap_or_default();
    let count = rest.iter().take_while(|item| key(item) == bodies).count();
    rest.get(..count).unwrap_or_default()
}
