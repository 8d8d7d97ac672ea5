//! Listeners: standing orders that take contacts from the solver.

use collide2d::{Listener, PairKind};

use super::Scene;

/// One line of `listeners`: the solver leaves contacts that fit it, events say so.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneListener {
    /// Pairs of this kind, as in "circle-wall", whichever comes first; every kind where `None`.
    pub kind: Option<String>,
    /// Pairs with the body of this name; every body where `None`.
    pub body: Option<String>,
}

impl SceneListener {
    /// The listener of the world, the body by its index in the scene.
    pub fn to_listener(&self, scene: &Scene) -> Listener {
        Listener {
            kind: self.kind.as_deref().and_then(PairKind::from_name),
            body: self.body.as_deref().and_then(|name| scene.index_of(name)),
        }
    }
}
