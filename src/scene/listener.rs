//! Listeners, which take contacts from the solver.

use collide2d::{Listener, PairKind};

use super::Scene;

/// One line of `listeners`: the solver skips contacts that match it, and events say so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneListener {
    /// Pair kind, as in "circle-wall", in either order; `None`: every kind.
    pub kind: Option<String>,
    /// Name of a body of the pair; `None`: every body.
    pub body: Option<String>,
}

impl SceneListener {
    /// What it matches: "circle-polygon with gem", "every contact of gem", "every contact".
    pub fn matches(&self) -> String {
        match (&self.kind, &self.body) {
            (Some(kind), Some(body)) => format!("{kind} with {body}"),
            (Some(kind), None) => kind.clone(),
            (None, Some(body)) => format!("every contact of {body}"),
            (None, None) => "every contact".to_owned(),
        }
    }

    /// The world's listener, with the body's index instead of its name.
    pub fn to_listener(&self, scene: &Scene) -> Listener {
        Listener {
            kind: self.kind.as_deref().and_then(PairKind::from_name),
            body: self.body.as_deref().and_then(|name| scene.index_of(name)),
        }
    }
}
