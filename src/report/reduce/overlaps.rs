//! What overlaps in the first frame.

use std::collections::HashMap;

use collide2d::World;

use crate::scene::Scene;

/// A depth may grow by this much when numbers are rounded. Metres.
const MORE_THAN_ROUNDING: f32 = 1.0e-4;

/// Depths of the contacts in frame 0 by the names of their bodies, and whether a cable, a rod or a joint made them. Metres.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlaps(HashMap<([String; 2], bool), f32>);

impl Overlaps {
    /// `world` is at frame 0. A contact with a ground has one name alone.
    pub fn of(scene: &Scene, world: &World) -> Self {
        let name =
            |body: u32| scene.bodies.get(body as usize).map_or(String::new(), |body| body.name.clone());
        let found = world.detect_all();
        let touching = found.iter().map(|pair| (pair.a, Some(pair.b), false, pair.contact.depth));
        let generated = world.generated().into_iter();
        let generated = generated.map(|made| (made.a, made.b, made.b.is_some(), made.contact.depth));
        let mut depths = HashMap::new();
        for (a, b, is_link, depth) in touching.chain(generated) {
            let deepest = depths.entry(([name(a), b.map_or(String::new(), name)], is_link)).or_insert(0.0);
            *deepest = depth.max(*deepest);
        }
        Self(depths)
    }

    /// Whether nothing here is deeper than there: what overlaps from the start does otherwise than what comes to overlap.
    pub fn are_within(&self, larger: &Self) -> bool {
        let known = |pair| larger.0.get(pair).copied().unwrap_or(0.0);
        self.0.iter().all(|(pair, depth)| *depth <= known(pair) + MORE_THAN_ROUNDING)
    }
}
