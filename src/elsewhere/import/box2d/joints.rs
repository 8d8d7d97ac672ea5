//! Joints of a Box2D world: a revolute one is a scene's joint, a distance one a rod, a rope a cable.

use collide2d::{MAX_EXTENT, Pose};
use glam::{DAffine2, Vec2};
use serde::Deserialize;

use super::numbers::{Number, Vector};
use super::text;
use crate::elsewhere::import::taking::{Label, Taking};
use crate::platform::plain;
use crate::scene::{SceneBody, SceneGenerator, SceneJoint};

/// A joint as it is written. Angles and springs are not taken, and told.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RubeJoint {
    name: Option<String>,
    #[serde(rename = "type", default, deserialize_with = "text")]
    kind: Option<String>,
    /// Index among the bodies of the file.
    #[serde(default)]
    body_a: Number,
    #[serde(default)]
    body_b: Number,
    /// Local to the body.
    #[serde(default)]
    anchor_a: Vector,
    #[serde(default)]
    anchor_b: Vector,
    #[serde(default)]
    collide_connected: bool,
    /// Of a distance joint.
    #[serde(default)]
    length: Number,
    /// Of a rope.
    #[serde(default)]
    max_length: Number,
    /// Of a distance joint that is a spring. Hertz.
    #[serde(default)]
    frequency: Number,
    #[serde(default)]
    enable_limit: bool,
    #[serde(default)]
    enable_motor: bool,
}

/// What a body of the file became.
pub(super) struct TakenBody {
    /// Of the body in the file: to metres.
    pub place: DAffine2,
    /// Index of the body of the scene that joints hold; `None`: it has no shape that could be held.
    pub index: Option<usize>,
}

impl TakenBody {
    /// `taken`: the bodies from `first` on. Of several, joints hold the first that is solid.
    pub fn of(place: DAffine2, first: usize, taken: &[SceneBody]) -> Self {
        let solid = taken.iter().position(|body| !body.sensor);
        Self { place, index: solid.map(|index| first + index) }
    }
}

impl RubeJoint {
    pub fn take(&self, index: usize, bodies: &[TakenBody], taking: &mut Taking) {
        let label = Label::new(self.name.clone().unwrap_or_default(), format!("joint {index}")).to_string();
        let kind = self.kind.as_deref().unwrap_or_default();
        if !["revolute", "distance", "rope"].contains(&kind) {
            return taking.leave_out(&label, &format!("a scene has no {} joint", plain::label(kind)));
        }
        let ends = [(self.body_a, self.anchor_a), (self.body_b, self.anchor_b)];
        let [Some((a, at_a)), Some((b, at_b))] = ends.map(|(body, at)| end(body, at, bodies, taking)) else {
            return taking.leave_out(&label, "a body that it holds is not taken");
        };
        if a == b {
            return taking.leave_out(&label, "it holds one body at both ends");
        }
        if kind == "revolute" {
            for (is_on, what) in [(self.enable_limit, "limits"), (self.enable_motor, "motor")] {
                if is_on {
                    taking.leave_out(&format!("the {what} of {label}"), "a scene's joints turn freely");
                }
            }
            return taking.scene.joints.push(SceneJoint {
                a,
                b,
                at_a,
                at_b,
                collide: self.collide_connected,
            });
        }
        let length = if kind == "rope" { self.max_length.0 } else { self.length.0 };
        if !(length > 0.0 && length <= f64::from(MAX_EXTENT)) {
            return taking
                .leave_out(&label, &format!("its length is {length}; allowed: above 0, up to {MAX_EXTENT}"));
        }
        let length = length as f32;
        if kind == "distance" && self.frequency.0 > 0.0 {
            taking.change(format!("{label} is a spring in Box2D, and a rod"));
        }
        if !self.collide_connected {
            taking.change(format!("the bodies of {label} do not collide in Box2D, and may collide"));
        }
        taking.scene.generators.push(if kind == "rope" {
            SceneGenerator::Cable { a, b, at_a, at_b, length, restitution: 0.0 }
        } else {
            SceneGenerator::Rod { a, b, at_a, at_b, length }
        });
    }
}

/// The name of the scene's body, and the point of it.
fn end(body: Number, at: Vector, bodies: &[TakenBody], taking: &Taking) -> Option<(String, Vec2)> {
    let TakenBody { place, index } = bodies.get(body.0 as usize)?;
    let taken = taking.scene.bodies.get((*index)?)?;
    let world = place.transform_point2(at.0);
    let offset = (world - taken.position.as_dvec2()).as_vec2();
    let local = Pose::new(Vec2::ZERO, taken.rotation).local_from_world(offset);
    (local.abs().max_element() <= MAX_EXTENT).then(|| (taken.name.clone(), local))
}
