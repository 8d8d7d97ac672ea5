//! What a person looks at, kept while the document is loaded again.

use crate::app::looking::Looking;
use crate::app::looking::pairs::Pair;
use crate::app::looking::veils::VeiledNames;
use crate::scene::Scene;

/// What a person looks at, while the file is loaded again. Bodies are found again by their names. Where the
/// number of bodies is the same, a name that is gone was changed, and the index counts.
pub(super) struct LookedAt {
    bodies: usize,
    selection: Vec<(u32, String)>,
    pair: Option<[(u32, String); 2]>,
    veils: Option<VeiledNames>,
    cards: Vec<(String, String)>,
}

impl LookedAt {
    pub(super) fn of(looking: &Looking, scene: &Scene) -> Self {
        let named = |index: u32| Some((index, scene.bodies.get(index as usize)?.name.clone()));
        Self {
            bodies: scene.bodies.len(),
            selection: looking.selection().iter().filter_map(|index| named(*index)).collect(),
            pair: looking.pinned_pair.and_then(|(a, b)| Some([named(a)?, named(b)?])),
            veils: looking.veils.names(scene),
            cards: looking.cards.clone(),
        }
    }

    /// Where these bodies are in another scene; those that are not there are left out.
    fn found<'b>(&self, bodies: impl IntoIterator<Item = &'b (u32, String)>, scene: &Scene) -> Vec<u32> {
        let indices = scene.indices();
        let renamed = |index: u32| (scene.bodies.len() == self.bodies).then_some(index);
        let find = |(index, name): &(u32, String)| indices.get(name.as_str()).copied().or(renamed(*index));
        bodies.into_iter().filter_map(find).collect()
    }

    /// The selected pair in another scene, if both bodies are there.
    pub(super) fn pair_in(&self, scene: &Scene) -> Option<Pair> {
        let [a, b] = self.found(self.pair.as_ref()?, scene)[..] else { return None };
        Some((a.min(b), a.max(b)))
    }

    /// Looks at the same in the new scene, without what is gone.
    pub(super) fn look_again(self, looking: &mut Looking, scene: &Scene) {
        looking.select(self.found(&self.selection, scene));
        if let Some(pair) = self.pair_in(scene) {
            looking.pinned_pair = Some(pair);
        }
        looking.veils.follow(self.veils, scene);
        looking.cards = self.cards;
    }
}
