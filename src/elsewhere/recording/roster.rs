//! Which recorded body is at which place of a frame. Each body that comes is a recorded body of its own, for good, and so is
//! one whose shapes change; places are used again.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use collision_record::{AddedBody, Body};

use super::{RecordedBody, Recording, StoredFrame};
use crate::scene::masks::MAX_SORTS;
use crate::scene::{FoundParts, PairParts, Scene, SceneBody, SceneShape};

/// The recorded bodies of a frame's places. A frame without one has the header's bodies in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Roster {
    /// By place; `None`: the body was removed.
    bodies: Vec<Option<u32>>,
    /// With their places, sorted by body.
    places: Vec<(u32, u32)>,
}

/// The names that are taken, once bodies came.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct TakenNames {
    /// By the name in the file: the first body of this name, and how many there are.
    filed: HashMap<String, (u32, u32)>,
    taken: HashSet<String>,
    /// By recorded body: the first one of the same name in the file.
    first: Vec<u32>,
}

/// The names that the bodies of one line give, counted.
#[derive(Default)]
struct ComingNames {
    /// By the name in the file: how many have it.
    filed: HashMap<String, u32>,
    taken: HashSet<String>,
}

/// The names in the masks of all recorded bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct MaskNames {
    is: BTreeSet<String>,
    meets: BTreeSet<String>,
}

impl MaskNames {
    /// How many bits the masks take with those of `coming`, as in a scene.
    fn bits_with(&self, coming: &Self) -> usize {
        let is_somebody = |name: &String| self.is.contains(name) || coming.is.contains(name);
        let is_nobody_met = self.meets.iter().chain(&coming.meets).any(|name| !is_somebody(name));
        self.is.union(&coming.is).count() + usize::from(is_nobody_met)
    }

    pub(super) fn add(&mut self, body: &Body) {
        self.is.extend(body.is.iter().flatten().cloned());
        self.meets.extend(body.meets.iter().flatten().cloned());
    }
}

/// Bodies that come and go, checked.
pub(super) struct RosterChange {
    /// That come, with the places and the names that they have in the file.
    bodies: Vec<(Body, u32, String)>,
    recorded: Vec<RecordedBody>,
    pub roster: Option<Arc<Roster>>,
}

impl Roster {
    pub fn body_at(roster: Option<&Arc<Self>>, place: u32) -> Option<u32> {
        match roster {
            None => Some(place),
            Some(roster) => roster.bodies.get(place as usize).copied().flatten(),
        }
    }

    /// Bytes.
    pub fn memory(&self) -> usize {
        size_of_val(&*self.bodies) + size_of_val(&*self.places)
    }

    pub fn place_of(roster: Option<&Arc<Self>>, body: u32) -> Option<u32> {
        match roster {
            None => Some(body),
            Some(roster) => {
                let at = roster.places.binary_search_by_key(&body, |(body, _)| *body).ok()?;
                roster.places.get(at).map(|(_, place)| *place)
            }
        }
    }
}

impl TakenNames {
    fn of(recording: &Recording) -> Self {
        let bodies = (0..).zip(&recording.header.bodies);
        Self {
            filed: bodies.map(|(index, body)| (body.name.clone(), (index, 1))).collect(),
            taken: recording.header.bodies.iter().map(|body| body.name.clone()).collect(),
            first: (0..recording.body_count() as u32).collect(),
        }
    }

    /// The name of a body that comes: that of the file, or "bullet (2)" for the second of this name, with the next number that
    /// is free. `coming`: the names of the bodies that come with it, before it.
    fn next(&self, filed: &str, coming: &mut ComingNames) -> String {
        let more = coming.filed.entry(filed.to_owned()).or_default();
        let count = self.filed.get(filed).map_or(0, |(_, count)| *count) + *more;
        *more += 1;
        let numbered = (count.max(1) + 1..).map(|number| format!("{filed} ({number})"));
        let is_free = |name: &String| !self.taken.contains(name) && !coming.taken.contains(name);
        let mut names = (count == 0).then(|| filed.to_owned()).into_iter().chain(numbered);
        let name = names.find(is_free).unwrap_or_default();
        coming.taken.insert(name.clone());
        name
    }
}

impl Recording {
    /// What these bodies that go and come make of it, or why they are none.
    pub(super) fn change(&mut self, remove: &[u32], add: &[AddedBody]) -> Result<RosterChange, String> {
        let mut change =
            RosterChange { bodies: Vec::new(), recorded: Vec::new(), roster: self.roster.clone() };
        if remove.is_empty() && add.is_empty() {
            return Ok(change);
        }
        if self.names.is_none() {
            self.names = Some(Box::new(TakenNames::of(self)));
        }
        let mut places = match self.roster.as_ref() {
            Some(roster) => roster.bodies.clone(),
            None => (0..self.body_count() as u32).map(Some).collect(),
        };
        for index in remove {
            if let Some(place) = places.get_mut(*index as usize) {
                *place = None;
            }
        }
        let mut coming = ComingNames::default();
        for (i, added) in add.iter().enumerate() {
            let body = (self.body_count() + i) as u32;
            let filed = &added.body.name;
            let names = self.names.as_ref();
            let name = names.map_or_else(|| filed.clone(), |names| names.next(filed, &mut coming));
            let named = Body { name, ..added.body.clone() };
            let recorded = self.recorded_body(&named, &format!("add[{i}]"))?;
            change.recorded.push(recorded);
            change.bodies.push((named, added.index, filed.clone()));
            match places.get_mut(added.index as usize) {
                Some(place) => *place = Some(body),
                None => places.push(Some(body)),
            }
        }
        let coming =
            change.bodies.iter().zip(&change.recorded).map(|((body, ..), recorded)| (body, recorded));
        self.check_masks(coming).map_err(|what| format!("add: {what}"))?;
        let there = (0..).zip(&places).filter_map(|(place, body)| Some(((*body)?, place)));
        let mut by_body: Vec<(u32, u32)> = there.collect();
        by_body.sort_unstable();
        change.roster = Some(Arc::new(Roster { bodies: places, places: by_body }));
        Ok(change)
    }

    /// The bodies come and go.
    pub(super) fn apply(&mut self, change: RosterChange) {
        if self.places_of.is_empty() && !change.bodies.is_empty() {
            self.places_of = (0..self.body_count() as u32).collect();
        }
        for ((body, place, filed), recorded) in change.bodies.into_iter().zip(change.recorded) {
            let index = self.body_count() as u32;
            if let Some(names) = &mut self.names {
                let (first, count) = names.filed.entry(filed).or_insert((index, 0));
                *count += 1;
                names.first.push(*first);
                names.taken.insert(body.name.clone());
            }
            self.places_of.push(place);
            self.mask_names.add(&body);
            self.bodies.push(recorded);
            self.header.bodies.push(body);
        }
        self.roster = change.roster;
    }

    /// Refuses names and directions of bodies that come which no scene may have.
    pub(super) fn check_masks<'b>(
        &self,
        coming: impl Iterator<Item = (&'b Body, &'b RecordedBody)>,
    ) -> Result<(), String> {
        let is_told = |body: &Body| body.is.is_some() || body.meets.is_some() || body.one_way.is_some();
        let (mut scene, mut names) = (Scene::default(), MaskNames::default());
        for (told, own) in coming.filter(|(told, _)| is_told(told)) {
            names.add(told);
            // A scene may have fewer shapes.
            let shape = SceneShape::Circle { radius: 1.0 };
            let (is, meets, one_way) = (told.is.clone(), told.meets.clone(), own.one_way);
            scene.bodies.push(SceneBody {
                is,
                meets,
                one_way,
                ..SceneBody::new(self.name_in_scene(told), shape)
            });
        }
        scene.validate().map_err(|error| error.message)?;
        match self.mask_names.bits_with(&names) {
            bits if bits > MAX_SORTS => Err(format!(
                "all bodies together are and meet {bits} sorts; allowed: at most {MAX_SORTS} names in all"
            )),
            _ => Ok(()),
        }
    }

    /// Takes the bodies of a frame that another reader checked.
    pub(super) fn admit(&mut self, frame: &StoredFrame) {
        let Some(rare) = frame.rare().filter(|rare| rare.known as usize == self.body_count()) else { return };
        if let Ok(change) = self.change(&rare.remove, &rare.add) {
            self.apply(change);
        }
    }

    /// A change's body, or one that is known.
    pub(super) fn body_with<'s>(&'s self, change: &'s RosterChange, body: u32) -> Option<&'s RecordedBody> {
        match (body as usize).checked_sub(self.body_count()) {
            Some(new) => change.recorded.get(new),
            None => self.bodies.get(body as usize),
        }
    }

    /// The place of a recorded body in the file, while it was there.
    pub fn place_of(&self, body: u32) -> u32 {
        self.places_of.get(body as usize).copied().unwrap_or(body)
    }

    /// The body that is at a place of the file, or was there last.
    pub(super) fn last_at(&self, place: u32) -> u32 {
        let last = self.places_of.iter().rposition(|of| *of == place);
        last.map_or(place, |body| body as u32)
    }

    /// The parts that are asked for of these two bodies, in their order; `None`: they are not the pair that is asked for, and
    /// have not the same names in the file.
    pub fn asked_parts(&self, bodies: (u32, u32), (pair, parts): FoundParts) -> Option<PairParts> {
        let is = |one: u32, asked: u32| one == asked || self.first_of_name(one) == asked;
        let [a, b] = parts;
        if is(bodies.0, pair.0) && is(bodies.1, pair.1) {
            Some([a, b])
        } else {
            (is(bodies.0, pair.1) && is(bodies.1, pair.0)).then_some([b, a])
        }
    }

    /// The first recorded body that has this one's name in the file.
    pub fn first_of_name(&self, body: u32) -> u32 {
        let first = self.names.as_ref().and_then(|names| names.first.get(body as usize).copied());
        first.unwrap_or(body)
    }
}
