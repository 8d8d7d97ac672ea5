//! Joints: what holds points of two bodies together. Reading, writing, validating, and the world's generator.

use std::collections::HashMap;

use collide2d::Generator;
use glam::Vec2;
use serde::Deserialize;

use super::fault::{At, BodyNames, Fault, check_two};
use super::field::{Field, place, randomize};
use super::file::point;
use super::generator::SceneGenerator;
use super::limit::Limit;
use super::random::RandomValues;
use super::write::{RonFields, RonNode, string};
use crate::platform::plain;

/// One line of `joints`, with the fields of the file: a point of one body stays at a point of another, about which the two
/// turn.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(rename = "Revolute", deny_unknown_fields)]
pub struct SceneJoint {
    pub a: String,
    pub b: String,
    /// A point of `a`. Local, metres.
    #[serde(default, deserialize_with = "point")]
    pub at_a: Vec2,
    /// A point of `b`. Local, metres.
    #[serde(default, deserialize_with = "point")]
    pub at_b: Vec2,
    /// Whether the two collide with each other.
    #[serde(default)]
    pub collide: bool,
}

/// Cables, rods and joints between bodies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SceneLinks {
    pub generators: Vec<SceneGenerator>,
    pub joints: Vec<SceneJoint>,
}

/// The fields of joints after the bodies that they name, in the order of the file.
pub static JOINT_FIELDS: [Field<SceneJoint>; 3] = [
    Field::vector("at_a", "From at", Limit::Coordinate, Some(Vec2::ZERO), place!(SceneJoint.at_a))
        .metres()
        .tip("The point of the first body, in its own coordinates"),
    Field::vector("at_b", "To at", Limit::Coordinate, Some(Vec2::ZERO), place!(SceneJoint.at_b))
        .metres()
        .tip("The point of the second body, in its own coordinates"),
    Field::flag("collide", "Collide", false, place!(SceneJoint.collide))
        .tip("Whether the two bodies collide with each other"),
];

impl SceneJoint {
    /// One for tests. It is valid where the values are.
    pub fn random(values: &mut dyn RandomValues) -> Self {
        let [a, b] = values.pair();
        let mut joint = Self { a, b, ..Self::default() };
        randomize(&JOINT_FIELDS, &mut joint, values);
        joint
    }

    /// The names of its two bodies.
    pub fn ends(&self) -> [&str; 2] {
        [&self.a, &self.b]
    }

    pub fn ends_mut(&mut self) -> [&mut String; 2] {
        [&mut self.a, &mut self.b]
    }

    /// Its two bodies by name, each with the point at which it ends there. Local, metres.
    pub fn anchors_mut(&mut self) -> [(&str, &mut Vec2); 2] {
        [(&self.a, &mut self.at_a), (&self.b, &mut self.at_b)]
    }

    /// The world's generator, with the indices of the bodies; `None` where a value is not allowed.
    pub fn to_generator(&self, indices: &HashMap<&str, u32>) -> Option<Generator> {
        let [a, b] = self.ends().map(|name| indices.get(name).copied());
        Generator::revolute(a?, b?, self.collide).ok()?.with_anchors([self.at_a, self.at_b]).ok()
    }

    /// "joint 0 between arm and body": with its number among the joints.
    pub fn label(&self, index: u32) -> String {
        let [a, b] = self.ends().map(plain::label);
        format!("joint {index} between {a} and {b}")
    }

    /// The line that is written.
    pub(super) fn to_value(&self) -> RonNode {
        let mut fields = RonFields::default();
        let [a, b] = self.ends();
        fields.always("a", string(a));
        fields.always("b", string(b));
        fields.walk(&JOINT_FIELDS, self);
        fields.into_group("Revolute(")
    }

    pub(super) fn check(&self, at: &At<'_>, names: &BodyNames<'_>) -> Result<(), Fault> {
        let ends = self.ends();
        let [a, b] = ends;
        names.body(at, "a", a)?;
        names.body(at, "b", b)?;
        check_two(at, names, ends)?;
        JOINT_FIELDS.iter().try_for_each(|field| field.check(at, self))
    }
}

/// A point of a body, without the rounding noise of where it is: in millionths of a metre, or far from the origin in the least
/// power of ten that `f32` tells apart there. `near`: a place or places of the world that it was computed from. Local, metres.
pub fn without_noise(local: Vec2, near: Vec2) -> Vec2 {
    /// Metres.
    const FINEST: f64 = 1.0e-6;
    let noise = f64::from(near.abs().max_element()) * f64::from(f32::EPSILON);
    let decimals = -(noise.max(FINEST).log10() - 1.0e-9).ceil();
    let scale = 10.0_f64.powf(decimals);
    let rounded = |value: f32| ((f64::from(value) * scale).round() / scale + 0.0) as f32;
    Vec2::new(rounded(local.x), rounded(local.y))
}

/// The values allowed as an element of `joints`.
pub(super) const LINE: &str = "Revolute(a: …, b: …, at_a: …, at_b: …, collide: …)";

/// The values allowed in `joints`.
pub(super) fn allowed_list() -> String {
    format!("a list [{LINE}, …]")
}
