//! What the bodies of a scene are and meet, as the core's filters.

use std::collections::BTreeSet;

use collide2d::Filter;

use super::Scene;

/// Most names that the bodies of a scene are. The last bit is for all names that nobody is.
pub(super) const MAX_SORTS: usize = 31;

/// Every name that some body is.
pub(super) fn sorts(scene: &Scene) -> BTreeSet<&str> {
    scene.bodies.iter().filter_map(|body| body.is.as_ref()).flatten().map(String::as_str).collect()
}

/// The filter of each body.
pub(super) fn filters(scene: &Scene) -> Vec<Filter> {
    let sorts: Vec<&str> = sorts(scene).into_iter().collect();
    let bit =
        |name: &String| 1 << sorts.binary_search(&name.as_str()).map_or(MAX_SORTS, |at| at.min(MAX_SORTS));
    let bits = |names: &Option<Vec<String>>| {
        names.as_ref().map_or(u32::MAX, |names| names.iter().map(bit).fold(0, |all, bit: u32| all | bit))
    };
    scene.bodies.iter().map(|body| Filter { is: bits(&body.is), meets: bits(&body.meets) }).collect()
}
