//! A recorded frame in memory: less than half of its line's bytes.

use std::collections::BTreeMap;
use std::sync::Arc;

use collision_record::{AddedBody, AngleUnit, Contact, Event, Frame, Joint, Pose, Query};
use glam::Vec2;

use super::roster::Roster;
use super::{pair_of, turned_by};
use crate::scene::{FoundParts, may_be_parts};

/// Stands for a shape that the engine does not name.
const NO_SHAPE: u32 = u32::MAX;
/// Stands for a body that is not there, and for a number that is not told.
const NOTHING: f32 = f32::NAN;

#[derive(Clone, Debug, PartialEq)]
pub struct StoredFrame {
    /// The engine's number.
    pub frame: u64,
    /// Seconds.
    pub time: f64,
    /// One per place, in the header's units.
    poses: Box<[Pose]>,
    /// One per place, or empty where none is told.
    velocities: Box<[[f32; 3]]>,
    contacts: Box<[StoredContact]>,
    /// The points of all contacts.
    points: Box<[[f32; 2]]>,
    /// The bodies of the places; `None`: those of the header, in order.
    roster: Option<Arc<Roster>>,
    rare: Option<Box<Rare>>,
}

/// What most frames do not have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Rare {
    /// How many recorded bodies there were before this frame.
    pub known: u32,
    pub remove: Vec<u32>,
    pub add: Vec<AddedBody>,
    /// Of recorded bodies.
    pub events: Vec<Event>,
    pub log: Vec<String>,
    /// Of recorded bodies.
    pub joints: Vec<Joint>,
    /// Of recorded bodies.
    pub queries: Vec<Query>,
    /// By index of a contact, of those that tell them.
    details: BTreeMap<u32, ContactDetails>,
    /// Frames of the game that came before it are lost.
    follows_gap: bool,
}

/// What most contacts do not have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ContactDetails {
    pub impulses: Vec<f32>,
    /// By recorded body.
    pub poses_at: Vec<(u32, Pose)>,
}

/// A contact without its points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct StoredContact {
    a: u32,
    b: u32,
    shape_a: u32,
    shape_b: u32,
    normal: [f32; 2],
    depth: f32,
    impulse: f32,
    /// End of its points; they begin where those of the contact before end.
    points: u32,
    sensor: bool,
    filtered: bool,
    reused: bool,
}

/// A contact as it was written, in the header's units and conventions.
pub(super) struct ToldContact<'a> {
    pub bodies: (u32, u32),
    pub shapes: (Option<u32>, Option<u32>),
    pub normal: Option<[f32; 2]>,
    pub depth: Option<f32>,
    pub points: &'a [[f32; 2]],
    pub impulse: Option<f32>,
    pub details: Option<&'a ContactDetails>,
    pub sensor: bool,
    pub filtered: bool,
    pub reused: bool,
}

/// Where the two bodies of a contact were when it was found, the lower index first, as far as the file tells.
pub(super) type PosesFound = [Option<Pose>; 2];

impl ToldContact<'_> {
    /// Where a recorded body of it was when it was found, if the file tells it.
    pub fn pose_at(&self, body: u32) -> Option<Pose> {
        let poses = &self.details?.poses_at;
        poses.iter().find(|(of, _)| *of == body).map(|(_, pose)| *pose)
    }

    /// Whether it is of these two bodies, the lower index first.
    pub fn is_of(&self, bodies: (u32, u32)) -> bool {
        let (a, b) = self.bodies;
        (a.min(b), a.max(b)) == bodies
    }

    /// The same of these parts of them, or of ones that it does not name.
    pub fn may_be_of(&self, (bodies, parts): FoundParts) -> bool {
        let ((a, b), (shape_a, shape_b)) = (self.bodies, self.shapes);
        let shapes = if a < b { [shape_a, shape_b] } else { [shape_b, shape_a] };
        self.is_of(bodies) && may_be_parts(shapes, parts)
    }

    pub fn poses_found(&self) -> PosesFound {
        let (a, b) = self.bodies;
        [a.min(b), a.max(b)].map(|body| self.pose_at(body))
    }

    /// As in the file, but for the indices, which are those of recorded bodies.
    pub fn filed(&self) -> Contact {
        let ((a, b), (shape_a, shape_b)) = (self.bodies, self.shapes);
        Contact {
            a,
            b,
            shape_a,
            shape_b,
            normal: self.normal,
            depth: self.depth,
            points: self.points.to_vec(),
            impulse: self.impulse,
            impulses: self.details.map(|details| details.impulses.clone()).unwrap_or_default(),
            poses_at: self
                .details
                .map(|details| details.poses_at.iter().copied().collect())
                .unwrap_or_default(),
            sensor: self.sensor,
            filtered: self.filtered,
            reused: self.reused,
        }
    }
}

impl StoredFrame {
    /// The frame of a line that was checked. `before`: the roster before it, after which `known` recorded bodies were known;
    /// `roster`: its own; `last_at`: the body that was at a place last.
    pub(super) fn of(
        frame: &Frame,
        before: Option<&Arc<Roster>>,
        roster: Option<&Arc<Roster>>,
        known: u32,
        last_at: impl Fn(u32) -> u32,
    ) -> Self {
        let triple = |triple: &Option<[f32; 3]>| triple.unwrap_or([NOTHING; 3]);
        let body = |place: u32| Roster::body_at(roster, place).or_else(|| Roster::body_at(before, place));
        let body = |place: u32| body(place).unwrap_or_else(|| last_at(place));
        let mut points = Vec::with_capacity(frame.contacts.iter().map(|contact| contact.points.len()).sum());
        let mut details = BTreeMap::new();
        let contacts = (0..).zip(&frame.contacts).map(|(index, contact)| {
            points.extend_from_slice(&contact.points);
            if !(contact.impulses.is_empty() && contact.poses_at.is_empty()) {
                let poses_at = contact.poses_at.iter().map(|(place, pose)| (body(*place), *pose)).collect();
                details.insert(index, ContactDetails { impulses: contact.impulses.clone(), poses_at });
            }
            StoredContact {
                a: body(contact.a),
                b: body(contact.b),
                shape_a: contact.shape_a.unwrap_or(NO_SHAPE),
                shape_b: contact.shape_b.unwrap_or(NO_SHAPE),
                normal: contact.normal.unwrap_or([NOTHING; 2]),
                depth: contact.depth.unwrap_or(NOTHING),
                impulse: contact.impulse.unwrap_or(NOTHING),
                points: points.len() as u32,
                sensor: contact.sensor,
                filtered: contact.filtered,
                reused: contact.reused,
            }
        });
        let contacts = contacts.collect();
        let rare = Rare {
            known,
            remove: frame.remove.clone(),
            add: frame.add.clone(),
            events: frame
                .events
                .iter()
                .map(|event| {
                    // What ends where a body goes and another one comes is of the one that was there.
                    let is_gone = |place: u32| !event.kind.begins() && frame.remove.contains(&place);
                    let gone = |place: u32| Roster::body_at(before, place).filter(|_| is_gone(place));
                    let of = |place: u32| gone(place).unwrap_or_else(|| body(place));
                    Event { a: of(event.a), b: of(event.b), ..*event }
                })
                .collect(),
            log: frame.log.clone(),
            joints: frame.joints.iter().map(|j| Joint { a: body(j.a), b: body(j.b), ..j.clone() }).collect(),
            queries: frame.queries.iter().map(|query| query.map_bodies(body)).collect(),
            details,
            follows_gap: frame.follows_gap,
        };
        let is_plain = rare == Rare { known, ..Rare::default() };
        Self {
            frame: frame.frame,
            time: frame.time,
            poses: frame.poses.iter().map(triple).collect(),
            velocities: frame.velocities.iter().flatten().map(triple).collect(),
            contacts,
            points: points.into_boxed_slice(),
            roster: roster.cloned(),
            rare: (!is_plain).then(|| Box::new(rare)),
        }
    }

    /// What few frames have; `None`: it has nothing of it.
    pub(super) fn rare(&self) -> Option<&Rare> {
        self.rare.as_deref()
    }

    pub fn changes_bodies(&self) -> bool {
        self.rare().is_some_and(|rare| !(rare.add.is_empty() && rare.remove.is_empty()))
    }

    /// The frames of the game before this one are lost.
    pub fn follow_gap(&mut self) {
        let known = self.rare().map_or(0, |rare| rare.known);
        self.rare.get_or_insert_with(|| Box::new(Rare { known, ..Rare::default() })).follows_gap = true;
    }

    /// Whether frames before this one are lost: what happened since the one that is kept nobody knows.
    pub fn follows_gap(&self) -> bool {
        self.rare().is_some_and(|rare| rare.follows_gap)
    }

    /// What the engine told the game, of recorded bodies.
    pub fn events(&self) -> &[Event] {
        self.rare().map_or(&[], |rare| &rare.events)
    }

    /// What the game has to say.
    pub fn log(&self) -> &[String] {
        self.rare().map_or(&[], |rare| &rare.log)
    }

    /// In the file's unit, of recorded bodies.
    pub(super) fn joints(&self) -> &[Joint] {
        self.rare().map_or(&[], |rare| &rare.joints)
    }

    /// In the file's unit, of recorded bodies.
    pub(super) fn queries(&self) -> &[Query] {
        self.rare().map_or(&[], |rare| &rare.queries)
    }

    /// Its contacts on the poses of another frame.
    pub(super) fn with_poses_of(&self, other: &Self) -> Self {
        Self {
            poses: other.poses.clone(),
            velocities: other.velocities.clone(),
            roster: other.roster.clone(),
            ..self.clone()
        }
    }

    /// What it tells of two bodies, which become 0 and 1, on these poses.
    pub(super) fn of_pair(&self, (a, b): (u32, u32), poses: [Pose; 2]) -> Self {
        self.renumbered(|_| true, number_in((a, b)), Box::new(poses))
    }

    /// On which poses it tells that its contacts of two bodies, or of these parts of them, were found, in order, each once.
    pub(super) fn poses_found(&self, asked: FoundParts) -> Vec<PosesFound> {
        let mut all = Vec::new();
        for contact in self.contacts().filter(|contact| contact.may_be_of(asked)) {
            let found = contact.poses_found();
            if !all.contains(&found) {
                all.push(found);
            }
        }
        all
    }

    /// What it tells of two bodies, which become 0 and 1, of the contacts that were found on these poses, on which the two are;
    /// `None`: one of them is not there.
    pub(super) fn of_pair_found_on(&self, bodies: (u32, u32), found: PosesFound) -> Option<Self> {
        let at = |side: usize, body: u32| found[side].or_else(|| self.pose(body));
        let poses = [at(0, bodies.0)?, at(1, bodies.1)?];
        let kept: Vec<bool> = self.contacts().map(|contact| contact.poses_found() == found).collect();
        let is_kept = |contact: u32| kept.get(contact as usize) == Some(&true);
        Some(self.renumbered(is_kept, number_in(bodies), Box::new(poses)))
    }

    /// The same where its first contact of the two that tells so was found; `None`: one of them is not there.
    pub(super) fn of_pair_when_found(&self, bodies: (u32, u32)) -> Option<Self> {
        let at = |body: u32| {
            let mut contacts = self.contacts().filter(|contact| contact.is_of(bodies));
            contacts.find_map(|contact| contact.pose_at(body)).or_else(|| self.pose(body))
        };
        Some(self.of_pair(bodies, [at(bodies.0)?, at(bodies.1)?]))
    }

    /// What it tells of some bodies, ascending, which become 0 and so on.
    pub(super) fn of_bodies(&self, bodies: &[u32]) -> Self {
        let place = |body: u32| bodies.binary_search(&body).ok().map(|place| place as u32);
        let poses = bodies.iter().map(|body| self.pose(*body).unwrap_or([NOTHING; 3])).collect();
        self.renumbered(|_| true, place, poses)
    }

    /// Its contacts of bodies that have a new number, on these poses; `is_kept`: by index.
    fn renumbered(
        &self,
        is_kept: impl Fn(u32) -> bool,
        place: impl Fn(u32) -> Option<u32>,
        poses: Box<[Pose]>,
    ) -> Self {
        let (mut contacts, mut points, mut details) = (Vec::new(), Vec::new(), BTreeMap::new());
        let starts = std::iter::once(0).chain(self.contacts.iter().map(|contact| contact.points));
        for ((index, contact), start) in (0..).zip(&self.contacts).zip(starts) {
            let Some((a, b)) = place(contact.a).zip(place(contact.b)).filter(|_| is_kept(index)) else {
                continue;
            };
            points.extend_from_slice(
                self.points.get(start as usize..contact.points as usize).unwrap_or_default(),
            );
            if let Some(known) = self.details(index) {
                let poses_at = known.poses_at.iter().filter_map(|(body, pose)| Some((place(*body)?, *pose)));
                let told = ContactDetails { poses_at: poses_at.collect(), ..known.clone() };
                details.insert(contacts.len() as u32, told);
            }
            contacts.push(StoredContact { a, b, points: points.len() as u32, ..*contact });
        }
        Self {
            frame: self.frame,
            time: self.time,
            poses,
            velocities: Box::default(),
            contacts: contacts.into_boxed_slice(),
            points: points.into_boxed_slice(),
            roster: None,
            rare: (!details.is_empty()).then(|| Box::new(Rare { details, ..Rare::default() })),
        }
    }

    /// [`StoredFrame::of_bodies`] of two with their events.
    pub(super) fn of_pair_with_events(&self, (a, b): (u32, u32)) -> Self {
        let mut alone = self.of_bodies(&[a, b]);
        let number = |body: u32| u32::from(body == b);
        let of_pair = |event: &&Event| pair_of(event) == (a, b);
        let events = self.events().iter().filter(of_pair);
        let renumbered = events.map(|event| Event { a: number(event.a), b: number(event.b), ..*event });
        alone.rare.get_or_insert_default().events = renumbered.collect();
        alone
    }

    /// The same on other poses.
    pub(super) fn with_poses(&self, poses: &[Pose]) -> Self {
        Self { poses: poses.into(), ..self.clone() }
    }

    /// Says of a contact, by index, where bodies of it were when it was found.
    pub(super) fn set_poses_found(&mut self, contact: u32, poses_at: Vec<(u32, Pose)>) {
        let details = &mut self.rare.get_or_insert_default().details;
        details.entry(contact).or_default().poses_at = poses_at;
    }

    /// Turns the normals and moves the points of all contacts.
    pub(super) fn map_contacts(&mut self, normal: impl Fn(Vec2) -> Vec2, point: impl Fn(Vec2) -> Vec2) {
        for contact in &mut self.contacts {
            contact.normal = normal(contact.normal.into()).into();
        }
        for place in &mut self.points {
            *place = point((*place).into()).into();
        }
    }

    /// Multiplies the depths and the points of all contacts.
    pub(super) fn scale_contacts(&mut self, depths: f32, points: f32) {
        self.contacts.iter_mut().for_each(|contact| contact.depth *= depths);
        self.points.iter_mut().for_each(|point| *point = point.map(|number| number * points));
    }

    /// Multiplies the normals and depths of the contacts of some bodies, which are in the order of the file.
    pub(super) fn scale_some(&mut self, are_of: impl Fn((u32, u32)) -> bool, normals: f32, depths: f32) {
        for contact in self.contacts.iter_mut().filter(|contact| are_of((contact.a, contact.b))) {
            contact.normal = contact.normal.map(|number| number * normals);
            contact.depth *= depths;
        }
    }

    /// Takes the points of all contacts from the frame of a body of each to the world; `of`: which body.
    pub(super) fn take_points_from(&mut self, of: impl Fn(&ToldContact) -> u32, unit: AngleUnit) {
        let in_world = |contact: ToldContact<'_>| -> Vec<[f32; 2]> {
            let [x, y, angle] = self.pose(of(&contact)).unwrap_or_default();
            let turn = turned_by(unit, angle);
            let point = |point: &[f32; 2]| (Vec2::new(x, y) + turn.rotate((*point).into())).to_array();
            contact.points.iter().map(point).collect()
        };
        self.points = self.contacts().flat_map(in_world).collect();
    }

    /// Bodies whose shapes this frame replaces: the old recorded body, and the one that stands for it from here on. `before`:
    /// the frame before.
    pub(super) fn given_again(&self, before: Option<&Self>) -> BTreeMap<u32, u32> {
        let (Some(rare), Some(before)) = (self.rare(), before) else { return BTreeMap::new() };
        let places = rare.add.iter().map(|added| added.index).filter(|place| !rare.remove.contains(place));
        let bodies = places.filter_map(|place| {
            let old =
                Roster::body_at(before.roster.as_ref(), place).filter(|old| before.pose(*old).is_some());
            old.zip(Roster::body_at(self.roster.as_ref(), place))
        });
        bodies.collect()
    }

    /// Whether both tell as many contacts, of the same depths.
    pub(super) fn tells_the_depths_of(&self, other: &Self) -> bool {
        let depths = |frame: &Self| -> Vec<u32> {
            let told = frame.contacts.iter().filter(|contact| !contact.filtered);
            told.map(|contact| contact.depth.to_bits()).collect()
        };
        depths(self) == depths(other)
    }

    /// x, y and the angle of a body; `None`: it is not there.
    pub(super) fn pose(&self, body: u32) -> Option<Pose> {
        there(self.poses.get(Roster::place_of(self.roster.as_ref(), body)? as usize))
    }

    /// How many bodies are there.
    pub fn body_count(&self) -> usize {
        self.poses.iter().filter(|pose| there(Some(pose)).is_some()).count()
    }

    fn details(&self, contact: u32) -> Option<&ContactDetails> {
        self.rare()?.details.get(&contact)
    }

    /// Whether any velocity is told.
    pub fn tells_velocities(&self) -> bool {
        !self.velocities.is_empty()
    }

    /// Whether the velocity of a recorded body is told: of one that is `null`, the world's is 0 and means nothing.
    pub fn tells_velocity_of(&self, body: u32) -> bool {
        self.velocity(body).is_some()
    }

    /// Its linear and angular velocity, where told.
    pub(super) fn velocity(&self, body: u32) -> Option<[f32; 3]> {
        there(self.velocities.get(Roster::place_of(self.roster.as_ref(), body)? as usize))
    }

    /// The contacts as they were written.
    pub(super) fn contacts(&self) -> impl Iterator<Item = ToldContact<'_>> {
        let starts = std::iter::once(0).chain(self.contacts.iter().map(|contact| contact.points));
        (0..).zip(&self.contacts).zip(starts).map(|((index, contact), start)| {
            let shape = |shape: u32| (shape != NO_SHAPE).then_some(shape);
            let number = |number: f32| (!number.is_nan()).then_some(number);
            let points = self.points.get(start as usize..contact.points as usize).unwrap_or_default();
            ToldContact {
                bodies: (contact.a, contact.b),
                shapes: (shape(contact.shape_a), shape(contact.shape_b)),
                normal: (!contact.normal[0].is_nan()).then_some(contact.normal),
                depth: number(contact.depth),
                points,
                impulse: number(contact.impulse),
                details: self.details(index),
                sensor: contact.sensor,
                filtered: contact.filtered,
                reused: contact.reused,
            }
        })
    }

    #[cfg(not(target_os = "unknown"))]
    pub(super) fn place_of(&self, body: u32) -> Option<u32> {
        Roster::place_of(self.roster.as_ref(), body)
    }

    #[cfg(not(target_os = "unknown"))]
    pub(super) fn body_at(&self, place: u32) -> Option<u32> {
        Roster::body_at(self.roster.as_ref(), place)
    }

    /// As a line has them.
    #[cfg(not(target_os = "unknown"))]
    pub(super) fn filed_poses(&self) -> Vec<Option<Pose>> {
        self.poses.iter().map(|pose| there(Some(pose))).collect()
    }

    /// As a line has them.
    #[cfg(not(target_os = "unknown"))]
    pub(super) fn filed_velocities(&self) -> Option<Vec<Option<[f32; 3]>>> {
        let told = self.velocities.iter().map(|velocity| there(Some(velocity)));
        self.tells_velocities().then(|| told.collect())
    }

    /// Memory that it takes. Bytes.
    pub fn memory(&self) -> usize {
        size_of::<Self>()
            + size_of_val(&*self.poses)
            + size_of_val(&*self.velocities)
            + size_of_val(&*self.contacts)
            + size_of_val(&*self.points)
            + self.rare().map_or(0, Rare::memory)
            + self.own_roster().map_or(0, Roster::memory)
    }

    /// Its roster, if bodies came or went in it: other frames share that of one before.
    fn own_roster(&self) -> Option<&Roster> {
        let has_changed = self.rare().is_some_and(|rare| !rare.add.is_empty() || !rare.remove.is_empty());
        self.roster.as_deref().filter(|_| has_changed)
    }
}

impl Rare {
    /// About. Bytes.
    fn memory(&self) -> usize {
        let shapes = |added: &AddedBody| size_of_val(added) + size_of_val(&*added.body.shapes);
        size_of::<Self>()
            + self.add.iter().map(shapes).sum::<usize>()
            + size_of_val(&*self.events)
            + self.log.iter().map(|line| size_of::<String>() + line.len()).sum::<usize>()
            + size_of_val(&*self.joints)
            + size_of_val(&*self.queries)
            + self.details.len() * 2 * size_of::<ContactDetails>()
    }
}

fn there(triple: Option<&[f32; 3]>) -> Option<[f32; 3]> {
    triple.copied().filter(|[x, ..]| !x.is_nan())
}

/// 0 of the first of two bodies, 1 of the second.
fn number_in((a, b): (u32, u32)) -> impl Fn(u32) -> Option<u32> {
    move |body| if body == a { Some(0) } else { (body == b).then_some(1) }
}
