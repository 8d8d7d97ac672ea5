//! What a report says of a mover: what it stands on, and how the last step moved it.

use collide2d::{Motion, MoverGround, MoverMove, World};

use crate::scene::Scene;
use crate::scene::numbers::{LengthUnit, vec2};
use crate::scene::obstacle::{MoverStop, obstacle_name, surface_name};

#[derive(Clone, Debug, PartialEq)]
pub struct MoverReport {
    pub ground: Option<MoverGround>,
    /// `None`: no step has moved it, as in frame 0.
    pub moved: Option<MoverMove>,
    /// The name of its ground.
    on: Option<String>,
    /// What stopped it, and which surface that is.
    by: Option<String>,
}

impl MoverReport {
    /// `None`: the body is no mover, or is gone.
    pub(super) fn of(scene: &Scene, world: &World, index: u32) -> Option<Self> {
        if !matches!(world.body(index)?.motion(), Motion::Mover { .. }) {
            return None;
        }
        let ground = world.mover_ground(index);
        let moved = world.mover_move(index);
        let by = moved.and_then(|moved| MoverStop::of(moved, |_| true)).map(|MoverStop { hit, .. }| {
            format!("{} ({})", obstacle_name(scene, hit.obstacle), surface_name(hit.surface))
        });
        Some(Self {
            ground,
            on: ground.map(|ground| obstacle_name(scene, ground.obstacle).into_owned()),
            moved: moved.cloned(),
            by,
        })
    }

    /// "stands on floor, normal (0, 1); moved (0.02, 0) m: wanted (0.067, 0) m, walked (0.02, 0) m; met crate (wall)".
    pub(super) fn words(&self, unit: LengthUnit) -> String {
        let stands = match (&self.ground, &self.on) {
            (Some(ground), Some(on)) => format!("stands on {on}, normal {}", vec2(ground.normal)),
            _ => "in the air".to_owned(),
        };
        let Some(moved) = &self.moved else { return stands };
        let [whole, wanted, walked] = [moved.moved, moved.wanted, moved.walked].map(|way| unit.point(way));
        let met = self.by.as_ref().map(|by| format!("; met {by}")).unwrap_or_default();
        let stuck = if moved.stuck { "; stuck" } else { "" };
        format!("{stands}; moved {whole}: wanted {wanted}, walked {walked}{met}{stuck}")
    }
}
