//! The fields of a body, its motion, and the scene, a row each, in the order of the file.

use std::borrow::Cow;

use collide2d::SolverKind;
use glam::Vec2;

use super::field::{Field, FieldKind, FieldPlace, FieldValue, place, randomize, set_field};
use super::limit::Limit;
use super::random::RandomValues;
use super::shape::SHAPE_FIELDS;
use super::{MAX_OUTLINE, Scene, SceneBody, SceneMotion};

/// Fields of a body before its motion.
pub static POSE_FIELDS: [Field<SceneBody>; 3] = [
    Field::new(
        "outline",
        "",
        FieldKind::Points {
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
pub static MOTION_FIELDS: [Field<SceneMotion>; 5] = [
    Field::number("mass", "Mass", Limit::Positive, Some(1.0), place!(mass in SceneMotion::Dynamic))
        .unit(" kg", 0.02),
    Field::vector(
        "velocity",
        "Velocity",
        Limit::Any,
        Some(Vec2::ZERO),
        place!(velocity in SceneMotion::Kinematic | SceneMotion::Dynamic),
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
];

/// Fields of a body after its motion.
pub static MATERIAL_FIELDS: [Field<SceneBody>; 3] = [
    Field::number("restitution", "Restitution", Limit::Share, Some(0.0), place!(SceneBody.restitution)),
    Field::number("friction", "Friction", Limit::NotNegative, Some(0.5), place!(SceneBody.friction)),
    Field::flag("sensor", "Sensor", false, place!(SceneBody.sensor))
        .note(|_| Cow::Borrowed("contacts are only reported")),
];

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

/// How far ahead the scene looks, which stands after its generators.
pub static AHEAD_FIELDS: [Field<Scene>; 1] =
    [Field::number("ahead", "", Limit::Ahead, Some(0.0), place!(Scene.ahead)).unit(" s", 0.02)];

impl SceneBody {
    /// Sets the field of this name, where the body has it.
    pub fn set_field(&mut self, name: &str, value: FieldValue) {
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
        POSE_FIELDS.iter().chain(&MATERIAL_FIELDS).for_each(|field| field.drop_zero_signs(self));
        SHAPE_FIELDS.iter().for_each(|field| field.drop_zero_signs(&mut self.shape));
        MOTION_FIELDS.iter().for_each(|field| field.drop_zero_signs(&mut self.motion));
    }
}

impl Scene {
    /// Sets the setting of this name.
    pub fn set_field(&mut self, name: &str, value: FieldValue) {
        set_field(&SETTING_FIELDS, self, name, value);
        set_field(&AHEAD_FIELDS, self, name, value);
    }

    /// Gives every setting a random value.
    pub fn randomize(&mut self, values: &mut dyn RandomValues) {
        randomize(&SETTING_FIELDS, self, values);
        randomize(&AHEAD_FIELDS, self, values);
    }
}
