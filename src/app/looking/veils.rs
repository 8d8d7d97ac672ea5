//! Bodies that a person hid or locked, for this session: the scene does not know of it.

use std::collections::BTreeSet;

use crate::scene::Scene;

/// Hidden and locked bodies. Both are passed over by the pointer, and what is locked is not moved or removed.
#[derive(Clone, Debug, Default)]
pub struct Veils {
    hidden: BTreeSet<u32>,
    locked: BTreeSet<u32>,
}

/// Veils by name and index, while the scene is replaced.
#[derive(Debug)]
pub struct VeiledNames {
    bodies: usize,
    hidden: Vec<(u32, String)>,
    locked: Vec<(u32, String)>,
}

impl Veils {
    pub fn hides(&self, body: u32) -> bool {
        self.hidden.contains(&body)
    }

    /// The hidden bodies, ascending.
    pub fn hidden(&self) -> impl Iterator<Item = u32> {
        self.hidden.iter().copied()
    }

    pub fn locks(&self, body: u32) -> bool {
        self.locked.contains(&body)
    }

    /// Whether the pointer passes it over.
    pub fn passes_over(&self, body: u32) -> bool {
        self.hides(body) || self.locks(body)
    }

    pub fn hides_any(&self) -> bool {
        !self.hidden.is_empty()
    }

    pub fn locks_any(&self) -> bool {
        !self.locked.is_empty()
    }

    pub fn hide(&mut self, bodies: &[u32], hide: bool) {
        set(&mut self.hidden, bodies, hide);
    }

    pub fn lock(&mut self, bodies: &[u32], lock: bool) {
        set(&mut self.locked, bodies, lock);
    }

    pub fn show_all(&mut self) {
        self.hidden.clear();
    }

    pub fn unlock_all(&mut self) {
        self.locked.clear();
    }

    /// What is hidden and locked in the scene, to be found again in the next one; `None`: nothing is.
    pub fn names(&self, scene: &Scene) -> Option<VeiledNames> {
        let named = |bodies: &BTreeSet<u32>| {
            let name = |index: &u32| Some((*index, scene.bodies.get(*index as usize)?.name.clone()));
            bodies.iter().filter_map(name).collect()
        };
        let is_any = self.hides_any() || self.locks_any();
        is_any.then(|| VeiledNames {
            bodies: scene.bodies.len(),
            hidden: named(&self.hidden),
            locked: named(&self.locked),
        })
    }

    /// The same bodies in another scene: by their names; where as many bodies are there, one without its name was renamed.
    pub fn follow(&mut self, names: Option<VeiledNames>, scene: &Scene) {
        let Some(VeiledNames { bodies, hidden, locked }) = names else { return };
        let indices = scene.indices();
        let found = |named: Vec<(u32, String)>| {
            let renamed = |index: u32| (scene.bodies.len() == bodies).then_some(index);
            let find = |(index, name): (u32, String)| indices.get(name.as_str()).copied().or(renamed(index));
            named.into_iter().filter_map(find).collect()
        };
        (self.hidden, self.locked) = (found(hidden), found(locked));
    }
}

fn set(of: &mut BTreeSet<u32>, bodies: &[u32], on: bool) {
    for body in bodies {
        if on {
            of.insert(*body);
        } else {
            of.remove(body);
        }
    }
}
