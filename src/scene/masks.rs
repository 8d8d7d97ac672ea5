//! What the bodies and the queries of a scene are and meet, as the core's filters.

use std::collections::BTreeSet;

use collide2d::Filter;

use super::Scene;

/// Most names that the bodies and queries of a scene are; those that nobody is count as one.
pub(super) const MAX_SORTS: usize = u32::BITS as usize;

/// Of a body or a query: what it is, and what it meets.
type IsAndMeets<'s> = (&'s Option<Vec<String>>, &'s Option<Vec<String>>);

fn named(scene: &Scene) -> impl Iterator<Item = IsAndMeets<'_>> {
    let bodies = scene.bodies.iter().map(|body| (&body.is, &body.meets));
    bodies.chain(scene.queries.iter().map(|query| (&query.is, &query.meets)))
}

/// How many bits the masks of a scene take: one for each name that somebody is, and one for all that nobody is.
pub(super) fn bits_taken(scene: &Scene) -> usize {
    let MaskBits { sorts } = MaskBits::of(scene);
    let mut met = named(scene).filter_map(|(_, meets)| meets.as_ref()).flatten();
    sorts.len() + usize::from(met.any(|name| !sorts.contains(name)))
}

/// The bits of the names in a scene's masks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MaskBits {
    /// Every name that some body or query is.
    sorts: BTreeSet<String>,
}

impl MaskBits {
    pub fn of(scene: &Scene) -> Self {
        Self { sorts: named(scene).filter_map(|(is, _)| is.as_ref()).flatten().cloned().collect() }
    }

    pub fn filter(&self, is: &Option<Vec<String>>, meets: &Option<Vec<String>>) -> Filter {
        let of_nobody = MAX_SORTS - 1;
        let bit = |name: &String| {
            let place = self.sorts.iter().position(|known| known == name);
            1 << place.unwrap_or(of_nobody).min(of_nobody)
        };
        let bits = |names: &Option<Vec<String>>| {
            names.as_ref().map_or(u32::MAX, |names| names.iter().map(bit).fold(0, |all, bit: u32| all | bit))
        };
        Filter { is: bits(is), meets: bits(meets) }
    }
}
