//! The fields of a body, its motion, and the scene, a row each, in the order of the file.

use std::borrow::Cow;

use collide2d::{Mix, MixRule, RigidSettings, SLOWEST_BOUNCE, SolverKind};
use glam::Vec2;

use super::field::{
    Field, FieldKind, FieldPlace, FieldValue, OwnedField, place, randomize, set_field, visit,
};
use super::limit::{Limit, MAX_TIMESTEPS};
use super::random::RandomValues;
use super::shape::{PART_FIELDS, SHAPE_FIELDS};
use super::{MAX_OUTLINE, Scene, SceneBody, SceneMotion, SceneShape};

/// Fields of a body before its motion.
pub static POSE_FIELDS: [Field<SceneBody>; 3] = [
    Field::new(
        "outline",
        "",
        FieldKind::Points {
            least: 3,
            most: MAX_OUTLINE,
            place: FieldPlace {
                get: |body: &SceneBody| body.outline.as_ref(),
                get_mut: |body: &mut SceneBody| body.outline.as_mut(),
            },
        },
    ),
    Field::vector("position", "Position", Limit::Coordinate, Some(Vec2::ZERO), place!(SceneBody.position))
        .metres()
        .moves(),
    Field::number("rotation", "Rotation", Limit::Any, Some(0.0), place!(SceneBody.rotation))
        .unit("°", 0.5)
        .moves(),
];

/// Fields within a body's motion.
pub static MOTION_FIELDS: [Field<SceneMotion>; 11] = [
    Field::number("mass", "Mass", Limit::Positive, Some(1.0), place!(mass in SceneMotion::Dynamic))
        .unit(" kg", 0.02),
    Field::vector(
        "velocity",
        "Velocity",
        Limit::Any,
        Some(Vec2::ZERO),
        place!(velocity in SceneMotion::Kinematic | SceneMotion::Dynamic | SceneMotion::Mover),
    )
    .unit(" m/s", 0.02)
    .moves(),
    Field::number(
        "angular_velocity",
        "Turning",
        Limit::Any,
        Some(0.0),
        place!(angular_velocity in SceneMotion::Kinematic | SceneMotion::Dynamic),
    )
    .unit(" °/s", 0.5)
    .moves(),
    Field::vector(
        "acceleration",
        "Acceleration",
        Limit::Any,
        Some(Vec2::ZERO),
        place!(acceleration in SceneMotion::Dynamic),
    )
    .unit(" m/s²", 0.02),
    Field::number("damping", "Damping", Limit::Share, Some(1.0), place!(damping in SceneMotion::Dynamic))
        .note(|_| Cow::Borrowed("of velocity stays")),
    Field::vector("up", "Up", Limit::Direction, Some(Vec2::Y), place!(up in SceneMotion::Mover))
        .tip("Away from the ground. Of gravity only the share along it acts"),
    Field::number(
        "max_slope",
        "Slopes to",
        Limit::Slope,
        Some(45.0),
        place!(max_slope in SceneMotion::Mover),
    )
    .unit("°", 0.5)
    .tip("The steepest ground that it walks on; what is steeper is a wall"),
    Field::number("step", "Steps to", Limit::Rounding, Some(0.25), place!(step in SceneMotion::Mover))
        .metres()
        .tip("The highest step that it climbs"),
    Field::number("snap", "Snaps to", Limit::Rounding, Some(0.25), place!(snap in SceneMotion::Mover))
        .metres()
        .tip("How far below it ground that falls away still holds it"),
    Field::number("speed", "Walks at", Limit::NotNegative, Some(4.0), place!(speed in SceneMotion::Mover))
        .unit(" m/s", 0.02)
        .tip("Along the ground, as an input says: a move of 1 is so fast to the right of its up"),
    Field::number("jump", "Jumps at", Limit::NotNegative, Some(6.0), place!(jump in SceneMotion::Mover))
        .unit(" m/s", 0.02)
        .tip("Along its up, as a jump begins"),
];

/// Fields of a body after its motion.
pub static MATERIAL_FIELDS: [Field<SceneBody>; 10] = [
    Field::number("restitution", "Restitution", Limit::Share, Some(0.0), place!(SceneBody.restitution)),
    Field::number("friction", "Friction", Limit::NotNegative, Some(0.5), place!(SceneBody.friction))
        .note(|_| Cow::Borrowed("under Rigid")),
    Field::flag("sensor", "Sensor", false, place!(SceneBody.sensor))
        .note(|_| Cow::Borrowed("contacts are only reported")),
    Field::flag("bullet", "Bullet", false, place!(SceneBody.bullet))
        .note(|_| Cow::Borrowed("Rigid sweeps it against everything"))
        .shown(is_dynamic),
    Field::new("is", "Is", FieldKind::Names { place: place!(SceneBody.is) })
        .tip("Names of what the body is: player, enemy. Or: everything, nobody"),
    Field::new("meets", "Meets", FieldKind::Names { place: place!(SceneBody.meets) })
        .tip("Two bodies meet where each one meets what the other is. Names, or: everything, nobody"),
    Field::vector(
        "one_way",
        "Held side",
        Limit::Direction,
        None,
        FieldPlace {
            get: |body: &SceneBody| body.one_way.as_ref(),
            get_mut: |body: &mut SceneBody| body.one_way.as_mut(),
        },
    )
    .tip("The local direction out of the body on whose side it holds what comes against it; from elsewhere others pass"),
    Field::flag("fixed_rotation", "Fixed angle", false, place!(SceneBody.fixed_rotation))
        .note(|_| Cow::Borrowed("contacts never turn it"))
        .shown(is_dynamic),
    Field::number("gravity_scale", "Gravity", Limit::Any, Some(1.0), place!(SceneBody.gravity_scale))
        .unit(" ×", 0.005)
        .note(|_| Cow::Borrowed("the scene's"))
        .shown(falls),
    Field::number("conveyor", "Conveyor", Limit::Any, Some(0.0), place!(SceneBody.conveyor))
        .unit(" m/s", 0.02)
        .note(|_| Cow::Borrowed("of its surface, under Rigid")),
];

fn is_dynamic(body: &SceneBody) -> bool {
    matches!(body.motion, SceneMotion::Dynamic { .. })
}

/// Whether gravity acts on it.
fn falls(body: &SceneBody) -> bool {
    matches!(body.motion, SceneMotion::Dynamic { .. } | SceneMotion::Mover { .. })
}

/// Settings of the scene that stand before its bodies.
pub static SETTING_FIELDS: [Field<Scene>; 5] = [
    Field::vector("gravity", "Gravity", Limit::Any, Some(Vec2::ZERO), place!(Scene.gravity))
        .unit(" m/s²", 0.05),
    Field::number("timestep", "Time step", Limit::Timestep, Some(1.0 / 60.0), place!(Scene.timestep))
        .unit(" s", 0.0001)
        .note(|scene| format!("{:.0} frames a second", 1.0 / scene.timestep).into()),
    // Solver and contact limit share one row, because `expect` lines need the height of a low window.
    Field::new(
        "max_contacts",
        "Solver",
        FieldKind::Count {
            limit: Limit::Contacts,
            default: Some(4096),
            without: None,
            get: |scene: &Scene| Some(scene.max_contacts),
            set: |scene: &mut Scene, most| scene.max_contacts = most.unwrap_or(scene.max_contacts),
        },
    )
    .prefix("≤")
    .unit(" contacts", 1.0)
    .tip("Contacts that are handled in one frame at most; the rest wait for the next"),
    Field::new(
        "iterations",
        "Iterations",
        FieldKind::Count {
            limit: Limit::Iterations,
            default: None,
            without: Some("at most twice the contacts"),
            get: |scene: &Scene| scene.iterations.map(|most| most as usize),
            set: |scene: &mut Scene, most| {
                scene.iterations = most.map(|most| u32::try_from(most).unwrap_or(u32::MAX));
            },
        },
    )
    .unit(" a frame", 0.1)
    .tip("Limits how often Linear resolves a contact in one frame; what is left waits for the next")
    .shown(|scene| scene.solver == SolverKind::Linear),
    Field::new(
        "solver",
        "Solver",
        FieldKind::Choice {
            words: &[
                ("Off", "Bodies move, contacts are only found"),
                ("Linear", "Positions and impulses along the normal"),
                ("Rigid", "With rotation and friction"),
            ],
            default: SolverKind::Linear as usize,
            get: |scene: &Scene| scene.solver as usize,
            set: |scene: &mut Scene, index| {
                let all = [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid];
                scene.solver = all.get(index).copied().unwrap_or(scene.solver);
            },
        },
    ),
];

/// Settings of the scene's steps, which stand after its solver, followed by [`RIGID_FIELDS`] and [`MIX_FIELDS`].
pub static STEP_FIELDS: [Field<Scene>; 2] = [
    Field::new(
        "timesteps",
        "First steps",
        FieldKind::Numbers { limit: Limit::Timestep, most: MAX_TIMESTEPS, place: place!(Scene.timesteps) },
    )
    .unit(" s", 0.0001)
    .tip("Lengths of the first steps, as of a game that dropped frames: 0.016, 0.016, 0.1. Later ones take the time step"),
    Field::flag("sleep", "Sleep", false, place!(Scene.sleep))
        .note(|_| Cow::Borrowed("what rests is left out"))
        .tip("Bodies that came to rest together are left out of the steps until something wakes them"),
];

/// Fields within `rigid`.
pub static RIGID_FIELDS: [Field<RigidSettings>; 6] = [
    Field::new(
        "substeps",
        "Sub-steps",
        FieldKind::Count {
            limit: Limit::Substeps,
            default: None,
            without: Some("as many as the time step needs"),
            get: |rigid: &RigidSettings| rigid.substeps.map(|count| count as usize),
            set: |rigid: &mut RigidSettings, count| {
                rigid.substeps = count.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
            },
        },
    )
    .unit(" a step", 0.1)
    .tip("Rigid moves bodies and solves its contacts so often in a step"),
    Field::flag("warm_starting", "Warm start", true, place!(RigidSettings.warm_starting))
        .note(|_| Cow::Borrowed("begins with the last impulses")),
    Field::flag("continuous", "Continuous", true, place!(RigidSettings.continuous))
        .note(|_| Cow::Borrowed("stops what would tunnel")),
    Field::flag("speculative", "Speculative", true, place!(RigidSettings.speculative))
        .note(|_| Cow::Borrowed("acts before shapes overlap")),
    Field::flag("smooth_seams", "Smooth seams", true, place!(RigidSettings.smooth_seams))
        .note(|_| Cow::Borrowed("no ghosts between tiles")),
    Field::number(
        "slowest_bounce",
        "Slowest bounce",
        Limit::NotNegative,
        Some(SLOWEST_BOUNCE),
        place!(RigidSettings.slowest_bounce),
    )
    .unit(" m/s", 0.01)
    .tip("What closes no faster does not bounce, whatever its restitution; in Box2D and planck 1 m/s"),
];

/// Fields within `mix`.
pub static MIX_FIELDS: [Field<Mix>; 2] = [
    Field::new(
        "restitution",
        "Restitution",
        FieldKind::Choice {
            words: &RULES,
            default: MixRule::Larger as usize,
            get: |mix: &Mix| mix.restitution as usize,
            set: |mix: &mut Mix, index| mix.restitution = rule(index).unwrap_or(mix.restitution),
        },
    )
    .note(|_| Cow::Borrowed("of a pair's two")),
    Field::new(
        "friction",
        "Friction",
        FieldKind::Choice {
            words: &RULES,
            default: MixRule::Root as usize,
            get: |mix: &Mix| mix.friction as usize,
            set: |mix: &mut Mix, index| mix.friction = rule(index).unwrap_or(mix.friction),
        },
    )
    .note(|_| Cow::Borrowed("of a pair's two")),
];

/// In the order of [`MixRule`].
const RULES: [(&str, &str); 5] = [
    ("Larger", "The larger of the two bodies'"),
    ("Smaller", "The smaller of the two bodies'"),
    ("Average", "Half of their sum"),
    ("Product", "The one times the other"),
    ("Root", "The square root of their product"),
];

fn rule(index: usize) -> Option<MixRule> {
    use MixRule::{Average, Larger, Product, Root, Smaller};
    [Larger, Smaller, Average, Product, Root].get(index).copied()
}

/// How far ahead the scene looks, which stands after its generators.
pub static AHEAD_FIELDS: [Field<Scene>; 1] =
    [Field::number("ahead", "Look ahead", Limit::Ahead, Some(0.0), place!(Scene.ahead))
        .unit(" s", 0.02)
        .tip("Seconds in which the scene shows the impacts that come, as it is opened; 0 shows none")];

impl SceneBody {
    /// Sets the field of this name, where the body has it.
    pub fn set_field(&mut self, name: &str, value: &FieldValue) {
        set_field(&POSE_FIELDS, self, name, value);
        set_field(&MATERIAL_FIELDS, self, name, value);
        set_field(&SHAPE_FIELDS, &mut self.shape, name, value);
        set_field(&MOTION_FIELDS, &mut self.motion, name, value);
    }

    /// Gives every field but name, shape, outline and the kind of motion a random value.
    pub fn randomize(&mut self, values: &mut dyn RandomValues) {
        randomize(&POSE_FIELDS, self, values);
        randomize(&MOTION_FIELDS, &mut self.motion, values);
        randomize(&MATERIAL_FIELDS, self, values);
    }

    /// Makes each -0.0 of it 0.0.
    pub fn drop_zero_signs(&mut self) {
        self.for_each_field(&mut |field| field.for_each_number(&mut |number| *number += 0.0));
    }

    /// Calls `each` with every field of the body, its shapes and its motion.
    pub fn for_each_field(&mut self, each: &mut dyn FnMut(&mut dyn OwnedField)) {
        visit(&POSE_FIELDS, self, each);
        self.shape.for_each_field(each);
        visit(&MOTION_FIELDS, &mut self.motion, each);
        visit(&MATERIAL_FIELDS, self, each);
    }
}

impl SceneShape {
    /// Calls `each` with every field of the shape, or of its parts.
    pub fn for_each_field(&mut self, each: &mut dyn FnMut(&mut dyn OwnedField)) {
        visit(&SHAPE_FIELDS, self, each);
        for part in self.parts_mut() {
            part.shape.for_each_field(each);
            visit(&PART_FIELDS, part, each);
        }
    }
}

impl Scene {
    /// Sets the setting of this name.
    pub fn set_field(&mut self, name: &str, value: &FieldValue) {
        set_field(&SETTING_FIELDS, self, name, value);
        set_field(&STEP_FIELDS, self, name, value);
        set_field(&RIGID_FIELDS, &mut self.rigid, name, value);
        set_field(&MIX_FIELDS, &mut self.mix, name, value);
        set_field(&AHEAD_FIELDS, self, name, value);
    }

    /// Gives every setting a random value.
    pub fn randomize(&mut self, values: &mut dyn RandomValues) {
        randomize(&SETTING_FIELDS, self, values);
        randomize(&STEP_FIELDS, self, values);
        randomize(&RIGID_FIELDS, &mut self.rigid, values);
        randomize(&MIX_FIELDS, &mut self.mix, values);
        randomize(&AHEAD_FIELDS, self, values);
    }
}
