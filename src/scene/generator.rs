//! Generators: contacts that no two shapes make. Everything particular to a kind of generator in a file is
//! here: reading, writing, validating, and the world's generator.

use std::borrow::Cow;
use std::collections::HashMap;

use collide2d::Generator;
use glam::Vec2;
use serde::Deserialize;

use super::Scene;
use super::fault::{At, BodyNames, Fault, check_two, listed};
use super::field::{Field, place, randomize};
use super::file::{half, point};
use super::kinds::kinds;
use super::limit::Limit;
use super::random::RandomValues;
use super::write::{RonFields, RonNode, string};
use crate::platform::plain;

/// One line of `generators`, with the fields of the file.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SceneGenerator {
    /// Solid below its line for every body that is not static.
    Ground {
        /// A point of the line. Metres.
        #[serde(default, deserialize_with = "point")]
        point: Vec2,
        /// Out of the ground, of any length but 0.
        #[serde(default = "up", deserialize_with = "point")]
        normal: Vec2,
        /// 0 to 1.
        #[serde(default)]
        restitution: f32,
        /// >= 0.
        #[serde(default = "half")]
        friction: f32,
    },
    /// Two points of two bodies, by default their positions, are never farther apart than `length`.
    Cable {
        a: String,
        b: String,
        /// A point of `a`. Local, metres.
        #[serde(default, deserialize_with = "point")]
        at_a: Vec2,
        /// A point of `b`. Local, metres.
        #[serde(default, deserialize_with = "point")]
        at_b: Vec2,
        /// Metres, > 0.
        length: f32,
        /// 0 to 1.
        #[serde(default)]
        restitution: f32,
    },
    /// The same two are exactly `length` apart.
    Rod {
        a: String,
        b: String,
        /// A point of `a`. Local, metres.
        #[serde(default, deserialize_with = "point")]
        at_a: Vec2,
        /// A point of `b`. Local, metres.
        #[serde(default, deserialize_with = "point")]
        at_b: Vec2,
        /// Metres, > 0.
        length: f32,
    },
}

kinds!(SceneGenerator of SceneGeneratorKind: Ground Cable Rod);

/// Default normal of a ground.
const UP: Vec2 = Vec2::Y;

/// The fields of generators after the bodies that they name, in the order of the file.
pub static GENERATOR_FIELDS: [Field<SceneGenerator>; 7] = [
    Field::vector(
        "point",
        "Point",
        Limit::Coordinate,
        Some(Vec2::ZERO),
        place!(point in SceneGenerator::Ground),
    )
    .metres(),
    Field::vector("normal", "Normal", Limit::Direction, Some(UP), place!(normal in SceneGenerator::Ground))
        .unit("", 0.01),
    Field::vector(
        "at_a",
        "From at",
        Limit::Coordinate,
        Some(Vec2::ZERO),
        place!(at_a in SceneGenerator::Cable | SceneGenerator::Rod),
    )
    .metres()
    .tip("The point of the first body, in its own coordinates"),
    Field::vector(
        "at_b",
        "To at",
        Limit::Coordinate,
        Some(Vec2::ZERO),
        place!(at_b in SceneGenerator::Cable | SceneGenerator::Rod),
    )
    .metres()
    .tip("The point of the second body, in its own coordinates"),
    Field::number(
        "length",
        "Length",
        Limit::Size,
        None,
        place!(length in SceneGenerator::Cable | SceneGenerator::Rod),
    )
    .metres()
    .note(|generator| {
        Cow::Borrowed(match generator {
            SceneGenerator::Ground { .. } => "",
            SceneGenerator::Cable { .. } => "at most",
            SceneGenerator::Rod { .. } => "exactly",
        })
    }),
    Field::number(
        "restitution",
        "Restitution",
        Limit::Share,
        Some(0.0),
        place!(restitution in SceneGenerator::Ground | SceneGenerator::Cable),
    )
    .unit("", 0.01),
    Field::number(
        "friction",
        "Friction",
        Limit::NotNegative,
        Some(0.5),
        place!(friction in SceneGenerator::Ground),
    )
    .unit("", 0.01),
];

impl SceneGenerator {
    /// A ground through the origin with every field at its default.
    pub const GROUND: Self = Self::Ground { point: Vec2::ZERO, normal: UP, restitution: 0.0, friction: 0.5 };

    /// A cable between the positions of two bodies, without restitution.
    pub fn cable(a: impl Into<String>, b: impl Into<String>, length: f32) -> Self {
        let (a, b) = (a.into(), b.into());
        Self::Cable { a, b, at_a: Vec2::ZERO, at_b: Vec2::ZERO, length, restitution: 0.0 }
    }

    /// A rod between the positions of two bodies.
    pub fn rod(a: impl Into<String>, b: impl Into<String>, length: f32) -> Self {
        let (a, b) = (a.into(), b.into());
        Self::Rod { a, b, at_a: Vec2::ZERO, at_b: Vec2::ZERO, length }
    }

    /// One of this kind, for tests. It is valid where the values are.
    pub fn random(kind: SceneGeneratorKind, values: &mut dyn RandomValues) -> Self {
        let length = 1.0;
        let mut generator = match kind {
            SceneGeneratorKind::Ground => Self::GROUND,
            SceneGeneratorKind::Cable => {
                let [a, b] = values.pair();
                Self::cable(a, b, length)
            }
            SceneGeneratorKind::Rod => {
                let [a, b] = values.pair();
                Self::rod(a, b, length)
            }
        };
        randomize(&GENERATOR_FIELDS, &mut generator, values);
        generator
    }

    /// The names of the two bodies of a cable or rod.
    pub fn ends(&self) -> Option<[&str; 2]> {
        match self {
            Self::Ground { .. } => None,
            Self::Cable { a, b, .. } | Self::Rod { a, b, .. } => Some([a, b]),
        }
    }

    pub fn ends_mut(&mut self) -> Option<[&mut String; 2]> {
        match self {
            Self::Ground { .. } => None,
            Self::Cable { a, b, .. } | Self::Rod { a, b, .. } => Some([a, b]),
        }
    }

    /// The two bodies of a cable or rod by name, each with the point at which it ends there. Local, metres.
    pub fn anchors_mut(&mut self) -> Option<[(&str, &mut Vec2); 2]> {
        match self {
            Self::Ground { .. } => None,
            Self::Cable { a, b, at_a, at_b, .. } | Self::Rod { a, b, at_a, at_b, .. } => {
                Some([(a.as_str(), at_a), (b.as_str(), at_b)])
            }
        }
    }

    /// The world's generator, with the indices of the bodies; `None` where a value is not allowed.
    pub fn to_generator(&self, indices: &HashMap<&str, u32>) -> Option<Generator> {
        let body = |name: &str| indices.get(name).copied();
        match self {
            Self::Ground { point, normal, restitution, friction } => {
                Generator::ground(*point, *normal, *restitution, *friction).ok()
            }
            Self::Cable { a, b, at_a, at_b, length, restitution } => {
                let cable = Generator::cable(body(a)?, body(b)?, *length, *restitution).ok()?;
                cable.with_anchors([*at_a, *at_b]).ok()
            }
            Self::Rod { a, b, at_a, at_b, length } => {
                let rod = Generator::rod(body(a)?, body(b)?, *length).ok()?;
                rod.with_anchors([*at_a, *at_b]).ok()
            }
        }
    }

    /// "ground 0", "rod 2 between hook and bob": with its number in the scene.
    pub fn label(&self, index: u32) -> String {
        let ends = self.ends().map(|[a, b]| format!(" between {} and {}", plain::label(a), plain::label(b)));
        format!("{} {index}{}", self.kind().name().to_lowercase(), ends.unwrap_or_default())
    }

    /// The line that is written.
    pub(super) fn to_value(&self) -> RonNode {
        let mut fields = RonFields::default();
        if let Some([a, b]) = self.ends() {
            fields.always("a", string(a));
            fields.always("b", string(b));
        }
        fields.walk(&GENERATOR_FIELDS, self);
        fields.into_group(format!("{}(", self.kind().name()))
    }

    pub(super) fn check(&self, at: &At<'_>, names: &BodyNames<'_>) -> Result<(), Fault> {
        if let Some(ends) = self.ends() {
            let [a, b] = ends;
            names.body(at, "a", a)?;
            names.body(at, "b", b)?;
            check_two(at, names, ends)?;
        }
        GENERATOR_FIELDS.iter().try_for_each(|field| field.check(at, self))
    }
}

/// The label of a world's generator or joint, see [`Scene::joint_index`]; "generator 3" where there is none of that index.
pub fn generator_name(scene: &Scene, index: u32) -> String {
    let joint = || {
        let joint = scene.joint_index(index)?;
        Some(scene.joints.get(joint as usize)?.label(joint))
    };
    let generator = scene.generators.get(index as usize).map(|generator| generator.label(index));
    generator.or_else(joint).unwrap_or_else(|| format!("generator {index}"))
}

/// The syntax of a generator of this kind.
fn form(kind: SceneGeneratorKind) -> &'static str {
    match kind {
        SceneGeneratorKind::Ground => "Ground(…)",
        SceneGeneratorKind::Cable => "Cable(a: …, b: …, length: …)",
        SceneGeneratorKind::Rod => "Rod(a: …, b: …, length: …)",
    }
}

/// The values allowed in `generators`.
pub(super) fn allowed_list() -> String {
    format!("a list [{}, …]", SceneGeneratorKind::ALL.map(form).join(", "))
}

/// The values allowed as an element of `generators`.
pub(super) fn allowed_line() -> String {
    listed(&SceneGeneratorKind::ALL.map(form), "or")
}

fn up() -> Vec2 {
    UP
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds as `serde` lists them in an error.
    #[test]
    fn every_kind_is_listed_under_its_name() {
        let error = ron::from_str::<SceneGenerator>("Nothing()").map_err(|error| error.code);
        let Err(ron::Error::NoSuchEnumVariant { expected, .. }) = error else { panic!("{error:?}") };
        assert_eq!(expected, SceneGeneratorKind::ALL.map(SceneGeneratorKind::name));
    }
}
