//! Why an edit is not allowed, in words for the field that asks for it.

use std::borrow::Cow;

use collide2d::ShapeError;

use super::AppState;
use crate::app::commands::change::Change;
use crate::app::commands::note::NoteEdit;
use crate::scene::SceneShape;
use crate::scene::shape::shape_problem;

impl AppState {
    /// What forbids the change, beyond the limits of a single number. `None`: nothing that its field can mend.
    pub fn refusal(&self, change: &Change) -> Option<String> {
        self.refusal_in_own_words(change).or_else(|| {
            // Lines of a recording are no part of a scene.
            if matches!(change, Change::Note(_)) {
                return None;
            }
            let base =
                if change.touches_world() { Cow::Owned(self.present()) } else { Cow::Borrowed(self.scene()) };
            let told = change.applied_to(&base).err().filter(|_| base.validate().is_ok());
            told.map(|text| if matches!(change, Change::ReadAsked(..)) { text } else { as_typed(&text) })
        })
    }

    fn refusal_in_own_words(&self, change: &Change) -> Option<String> {
        let bodies = &self.scene().bodies;
        match change {
            Change::Rename(_, name) if name.trim().is_empty() => Some("A body needs a name.".to_owned()),
            Change::Rename(index, name) => {
                let mut others = (0..).zip(bodies).filter(|(other, _)| other != index);
                let taken = others.any(|(_, body)| body.name == *name);
                taken.then(|| "Another body has this name.".to_owned())
            }
            Change::Body(indices, edit) => indices.iter().find_map(|&index| {
                let mut body = bodies.get(index as usize)?.clone();
                edit.apply(&mut body);
                body.shape.to_shape().err().map(|error| words(&body.shape, &error))
            }),
            Change::Note(NoteEdit::ReadStop(_, text)) if !text.trim().is_empty() => {
                self.read_stop(text).err()
            }
            _ => None,
        }
    }
}

/// Without what a file asks for around a name and a field does not.
fn as_typed(text: &str) -> String {
    text.replace(", in double quotes", "")
}

fn words(shape: &SceneShape, error: &ShapeError) -> String {
    match error {
        ShapeError::NotConvex { .. } => {
            "The outline would not be convex. Allowed: one that turns one way, no three points on a line."
                .to_owned()
        }
        ShapeError::ZeroLength => "Both ends would be at one point.".to_owned(),
        other => shape_problem(shape, other),
    }
}
