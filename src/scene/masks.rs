//! What the bodies of a scene are and meet, as the core's filters.

use std::collections::BTreeSet;

use collide2d::Filter;

use super::Scene;

/// Most names that the bodies of a scene are; those that nobody is count as one.
pub(super) const MAX_SORTS: usize = u32::BITS as usize;

/// Every name that some body is.
pub(super) fn sorts(scene: &Scene) -> BTreeSet<&str> {
    scene.bodies.iter().filter_map(|body| body.is.as_ref()).flatten().map(String::as_str).collect()
}

/// How many bits the masks of a scene take: one for each name that some body is, and one for all that nobody is.
pub(super) fn bits_taken(scene: &Scene) -> usize {
    let sorts = sorts(scene);
    let mut met = scene.bodies.iter().filter_map(|body| body.meets.as_ref()).flatten();
    sorts.len() + usize::from(met.any(|name| !sorts.contains(name.as_str())))
}

/// The filter of each body.
pub(super) fn filters(scene: &Scene) -> Vec<Filter> {
    let sorts: Vec<&str> = sorts(scene).into_iter().collect();
    let of_nobody = MAX_SORTS - 1;
    let bit = |name: &String| 1 << sorts.binary_search(&name.as_str()).unwrap_or(of_nobody).min(of_nobody);
    let bits = |names: &Option<Vec<String>>| {
        names.as_ref().map_or(u32::MAX, |names| names.iter().map(bit).fold(0, |all, bit: u32| all | bit))
    };
    scene.bodies.iter().map(|body| Filter { is: bits(&body.is), meets: bits(&body.meets) }).collect()
}
