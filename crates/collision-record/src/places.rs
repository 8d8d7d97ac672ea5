//! Which bodies are there while a recording goes on.

use std::borrow::Cow;

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
        frame.check_among(&after, self)?;
        Ok(after)
    }

    fn change(&mut self, frame: &Frame) -> Result<(), RecordError> {
        for (i, index) in frame.remove.iter().enumerate() {
            if self.places.get_mut(*index as usize).and_then(Option::take).is_none() {
                return Err(refusal(&format!("remove[{i}]"), index, "the index of a body that is there"));
            }
        }
        for (i, added) in frame.add.iter().enumerate() {
            let (index, count) = (added.index as usize, self.places.len());
            if index > count {
                let allowed = format!("a place of those that there are, or the next, {count}");
                return Err(refusal(&format!("add[{i}].index"), index, &allowed));
            }
            let named =
                |place: &Option<Place>| place.as_ref().is_some_and(|place| place.name == added.body.name);
            let is_taken = self.places.iter().position(named).is_some_and(|place| place != index);
            if added.body.name.is_empty() || is_taken {
                let found = format!("{:?}", added.body.name);
                return Err(refusal(&format!("add[{i}].name"), found, "a name of its own"));
            }
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
