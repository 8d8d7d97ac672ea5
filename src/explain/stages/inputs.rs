//! What inputs did to bodies before a step.

use std::collections::BTreeMap;

use collide2d::{BodyForces, WalkOrder, World, WorldInput};
use glam::Vec2;

use super::words::{listed, name};
use super::{BodyChange, StepRecord};
use crate::scene::Scene;
use crate::scene::numbers::{number, vec2};

/// The pushes and pulls on one body.
#[derive(Default)]
struct InputsOfBody {
    /// Newton seconds.
    pushes: Vec<Vec2>,
    pulls: usize,
}

/// "hero is told by its input of frame 30: move 1, jump"; `None`: nothing tells this mover.
pub(super) fn told_words(world: &World, index: u32, scene: &Scene) -> Option<String> {
    let WalkOrder { frame, direction, jump } = world.walk_order(index)?;
    let jump = if jump { ", jump" } else { "" };
    Some(format!(
        "{} is told by its input of frame {frame}: move {}{jump}",
        name(scene, index),
        number(direction)
    ))
}

/// "push on box: (4.47, 0) N·s; velocity from (0, 0) to (4.47, 0) m/s": a line for each body that an input acts on.
pub(super) fn lines(
    forces: &[BodyForces],
    changes: &[BodyChange],
    recording: &StepRecord,
    scene: &Scene,
) -> Vec<String> {
    let (world, mut of_bodies) = (recording.world(), BTreeMap::<u32, InputsOfBody>::new());
    for input in world.inputs() {
        let of_body = of_bodies.entry(input.body());
        match input {
            WorldInput::Push { frame, impulse, .. } if *frame == world.frame() => {
                of_body.or_default().pushes.push(*impulse);
            }
            WorldInput::Pull(pull) if pull.target(world.frame()).is_some() => of_body.or_default().pulls += 1,
            // The stage of the movers tells what these do.
            WorldInput::Push { .. } | WorldInput::Pull(_) | WorldInput::Walk { .. } => {}
        }
    }
    let line = |(index, InputsOfBody { pushes, pulls }): (u32, InputsOfBody)| {
        let forces = forces.iter().find(|forces| forces.body == index)?;
        let body = world.bodies().get(index as usize).filter(|body| body.inverse_mass() > 0.0)?;
        let after = forces.velocity_before;
        let change = changes.iter().find(|change| change.body == index);
        let (before, spin) = change.map_or((after, [0.0; 2]), |change| {
            (change.before.velocity, [change.before.angular_velocity, change.after.angular_velocity])
        });
        // What the pushes do not give is the pull's.
        let pull = (after - before) * body.mass() - pushes.iter().sum::<Vec2>();
        let on = name(scene, index);
        let pulled = match pulls {
            0 => None,
            1 => Some(format!("pull on {on}: {} N·s", vec2(pull))),
            n => Some(format!("{n} pulls on {on}: {} N·s", vec2(pull))),
        };
        let pushed = pushes.iter().map(|impulse| format!("push on {on}: {} N·s", vec2(*impulse)));
        let acted: Vec<String> = pushed.chain(pulled).collect();
        let turned = if spin[0] == spin[1] {
            String::new()
        } else {
            format!(", turning from {} to {} °/s", number(spin[0]), number(spin[1]))
        };
        let (from, to) = (vec2(before), vec2(after));
        Some(format!("{}; velocity from {from} to {to} m/s{turned}", listed(&acted)))
    };
    of_bodies.into_iter().filter_map(line).collect()
}
