//! Listeners, which take contacts from the solver.

use std::collections::HashMap;

use collide2d::{Listener, MAX_BURST, PairKind, Then};

/// One line of `listeners`: the solver skips contacts that match it, and events say so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneListener {
    /// Shown in place of its number; `None`: "listener 2", counted from 1.
    pub name: Option<String>,
    /// Pair kind, as in "circle-wall", in either order; `None`: every kind.
    pub kind: Option<String>,
    /// Name of a body of the pair; `None`: every body.
    pub body: Option<String>,
    /// What becomes of that body.
    pub then: Then,
}

/// Least pieces of a body that bursts.
pub const MIN_BURST: u32 = 2;

impl SceneListener {
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
        let which = self.body.as_deref().filter(|_| self.kind.is_some()).unwrap_or("which");
        format!("{matches}; {which} {then}").replacen("; which", ", which", 1)
    }

    /// The world's listener, with the body's index instead of its name.
    pub fn to_listener(&self, indices: &HashMap<&str, u32>) -> Listener {
        Listener {
            kind: self.kind.as_deref().and_then(PairKind::from_name),
            body: self.body.as_deref().and_then(|name| indices.get(name).copied()),
            then: self.then,
        }
    }

    /// Whether its number of pieces is allowed.
    pub(super) fn count_is_allowed(&self) -> bool {
        match self.then {
            Then::Ignore | Then::Remove => true,
            Then::Burst(count) => (MIN_BURST..=MAX_BURST).contains(&count),
        }
    }
}
