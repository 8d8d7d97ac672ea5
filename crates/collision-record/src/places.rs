//! Which bodies are there while a recording goes on.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::format::refusal;
use crate::{Frame, Header, RecordError};

/// The bodies that are there, by place: those of the header, as frames add and remove them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// `None`: the body was removed.
    places: Vec<Option<Place>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    name: String,
    /// How many.
    shapes: usize,
}

impl Places {
    /// Those of the header.
    pub fn of(header: &Header) -> Self {
        let place = |body: &crate::Body| Some(Place { name: body.name.clone(), shapes: body.shapes.len() });
        Self { places: header.bodies.iter().map(place).collect() }
    }

    /// How many places there are, those of removed bodies included.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// Whether its body was removed.
    pub fn is_free(&self, index: usize) -> bool {
        self.places.get(index).is_some_and(Option::is_none)
    }

    /// The number of shapes of the body there.
    pub(crate) fn shapes(&self, index: u32) -> Option<usize> {
        self.places.get(index as usize)?.as_ref().map(|place| place.shapes)
    }

    /// Those of a frame that follows. `Err` names what a reader would refuse of it.
    pub fn after(&self, frame: &Frame) -> Result<Cow<'_, Self>, RecordError> {
        let mut after = Cow::Borrowed(self);
        if frame.changes_bodies() {
            after.to_mut().change(frame)?;
        }
        frame.check_among(&after)?;
        Ok(after)
    }

    fn change(&mut self, frame: &Frame) -> Result<(), RecordError> {
        for (i, index) in frame.remove.iter().enumerate() {
            if self.places.get_mut(*index as usize).and_then(Option::take).is_none() {
                return Err(refusal(&format!("remove[{i}]"), index, "the index of a body that is there"));
            }
        }
        // Of the names that are added: where each is now.
        let names: HashSet<&str> = frame.add.iter().map(|added| added.body.name.as_str()).collect();
        let known = |place: &Option<Place>| names.get(place.as_ref()?.name.as_str()).copied();
        let places = self.places.iter().enumerate();
        let mut taken: HashMap<&str, usize> =
            places.filter_map(|(index, place)| Some((known(place)?, index))).collect();
        for (i, added) in frame.add.iter().enumerate() {
            let (index, count) = (added.index as usize, self.places.len());
            if index > count {
                let allowed = format!("a place of those that there are, or the next, {count}");
                return Err(refusal(&format!("add[{i}].index"), index, &allowed));
            }
            let name = added.body.name.as_str();
            let is_taken = taken.get(name).is_some_and(|place| *place != index);
            if name.is_empty() || is_taken {
                let found = format!("{name:?}");
                return Err(refusal(&format!("add[{i}].name"), found, "a name of its own"));
            }
            if let Some(before) = self.places.get(index).and_then(known) {
                taken.remove(before);
            }
            taken.insert(name, index);
            added.body.check_shapes(&format!("add[{i}]"))?;
            let place = Some(Place { name: added.body.name.clone(), shapes: added.body.shapes.len() });
            match self.places.get_mut(index) {
                Some(known) => *known = place,
                None => self.places.push(place),
            }
        }
        Ok(())
    }
}
