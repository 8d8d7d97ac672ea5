//! Listeners, which take contacts from the solver.

use std::borrow::Cow;
use std::collections::HashMap;

use collide2d::{Listener, PairKind, Then};
use serde::Deserialize;

use super::fault::{At, BodyNames, Fault};
use super::file::{given_text, then};
use super::limit::Limit;
use super::random::RandomValues;
use super::{Scene, SceneShape};
use crate::platform::plain;

/// One line of `listeners`: the solver skips contacts that match it, and events say so.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename = "Listener", deny_unknown_fields)]
pub struct SceneListener {
    /// Shown in place of its number; `None`: "listener 2", counted from 1.
    #[serde(default, deserialize_with = "given_text")]
    pub name: Option<String>,
    /// Pair kind, as in "circle-wall", in either order; `None`: every kind.
    #[serde(default, deserialize_with = "given_text")]
    pub kind: Option<String>,
    /// Name of a body of the pair; `None`: every body.
    #[serde(default, deserialize_with = "given_text")]
    pub body: Option<String>,
    /// What becomes of that body.
    #[serde(default, deserialize_with = "then")]
    pub then: Then,
}

/// A [`Then`] without its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThenKind {
    Ignore,
    Remove,
    Burst,
}

impl ThenKind {
    /// Every kind, in the order in which the window lists them.
    pub const ALL: [Self; 3] = [Self::Ignore, Self::Remove, Self::Burst];

    pub fn of(then: Then) -> Self {
        match then {
            Then::Ignore => Self::Ignore,
            Then::Remove => Self::Remove,
            Then::Burst(_) => Self::Burst,
        }
    }

    /// One of this kind, for tests. It is valid where the values are.
    pub fn random(self, values: &mut dyn RandomValues) -> Then {
        match self {
            Self::Ignore => Then::Ignore,
            Self::Remove => Then::Remove,
            Self::Burst => Then::Burst(values.number(Limit::Pieces) as u32),
        }
    }
}

impl Scene {
    /// What each listener is called, in file order.
    pub fn listener_names(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..).zip(&self.listeners).map(|(index, listener)| listener.label(index))
    }
}

const A_TEXT: &str = "a text in double quotes, not empty";

impl SceneListener {
    /// Its name; of one without, "listener 1": its number, from 1.
    pub fn label(&self, index: u32) -> Cow<'_, str> {
        match &self.name {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(unnamed(index)),
        }
    }

    /// What it matches and does: "circle-polygon with gem", "every contact of gem, which bursts into 8".
    pub fn matches(&self) -> String {
        let matches = match (&self.kind, &self.body) {
            (Some(kind), Some(body)) => format!("{kind} with {body}"),
            (Some(kind), None) => kind.clone(),
            (None, Some(body)) => format!("every contact of {body}"),
            (None, None) => "every contact".to_owned(),
        };
        let then = match self.then {
            Then::Ignore => return matches,
            Then::Remove => "is removed".to_owned(),
            Then::Burst(count) => format!("bursts into {count}"),
        };
        match self.body.as_deref().filter(|_| self.kind.is_some()) {
            Some(body) => format!("{matches}; {body} {then}"),
            None => format!("{matches}, which {then}"),
        }
    }

    /// The world's listener, with the body's index instead of its name.
    pub fn to_listener(&self, indices: &HashMap<&str, u32>) -> Listener {
        Listener {
            kind: self.kind.as_deref().and_then(PairKind::from_name),
            body: self.body.as_deref().and_then(|name| indices.get(name).copied()),
            then: self.then,
        }
    }

    /// A listener that removes or bursts names its body; one that bursts has a number of pieces and a body with an
    /// area.
    pub(super) fn check(&self, at: &At<'_>, names: &BodyNames<'_>) -> Result<(), Fault> {
        if let Some(kind) = &self.kind {
            at.field("kind").require(PairKind::from_name(kind).is_some(), || plain::quoted(kind))?;
        }
        let body = match &self.body {
            Some(body) => names.body(at, "body", body)?,
            None => None,
        };
        if let Some(name) = &self.name {
            let field = at.field("name");
            if name.trim().is_empty() {
                return Err(Fault { allowed: Some(A_TEXT.to_owned()), ..field.fault(plain::quoted(name)) });
            }
            field.name_length(name)?;
            field.name_of_one(name)?;
        }
        let then = at.field("then");
        let found = match self.then {
            Then::Ignore => return Ok(()),
            Then::Remove => "Remove",
            Then::Burst(_) => "Burst(…)",
        };
        let Some(name) = &self.body else {
            return Err(Fault {
                because: Some("and no body is named that it does that to".to_owned()),
                allowed: Some("Ignore, or the name of a body in the field body".to_owned()),
                ..then.fault(found.to_owned())
            });
        };
        let Then::Burst(count) = self.then else { return Ok(()) };
        then.field("count").require(Limit::Pieces.holds(count), || count.to_string())?;
        if let Some(shape) = body.map(|body| &body.shape).filter(|shape| !shape.has_area()) {
            let what = match shape {
                SceneShape::Compound { .. } => "which is made of walls or chains alone",
                SceneShape::Chain { .. } => "which is a chain",
                _ => "which is a wall",
            };
            return Err(Fault {
                because: Some(format!("{what} and has no area to burst")),
                allowed: Some("the name of a body that is no wall or chain".to_owned()),
                ..at.field("body").fault(plain::quoted(name))
            });
        }
        Ok(())
    }
}

/// The label of a listener without a name.
pub fn unnamed(index: u32) -> String {
    format!("listener {}", u64::from(index) + 1)
}
