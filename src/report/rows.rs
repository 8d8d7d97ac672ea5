//! The rows of a report that are not pairs: bodies, reactions, generated contacts, impacts.

use collide2d::{Aabb, Body, Energy, GeneratedContact, Momentum, Reaction, ReactionOutcome, World};
use glam::Vec2;
use serde::Serialize;

use super::json;
use super::movers::MoverReport;
use crate::explain::stages::listener_label;
use crate::scene::shape::file_name;
use crate::scene::{Scene, generator_name};

#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BodyReport {
    pub index: u32,
    pub name: String,
    /// Shape kind: "Circle", "Rectangle", …
    pub shape: &'static str,
    /// Metres.
    #[serde(serialize_with = "json::xy")]
    pub position: Vec2,
    /// Degrees.
    pub rotation: f32,
    /// `None`: a recording tells none. Metres per second.
    #[serde(serialize_with = "json::xy")]
    pub velocity: Option<Vec2>,
    /// As that. Degrees per second.
    pub angular_velocity: Option<f32>,
    /// World AABB.
    #[serde(serialize_with = "json::aabb")]
    pub aabb: Aabb,
    /// It is gone: it is in no pair.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub removed: bool,
    /// Its island sleeps.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub asleep: bool,
    /// Position before the last step; `None` at frame 0, where the body was not there, or where
    /// [`super::Report::set_previous`] was not called. Metres.
    #[serde(serialize_with = "json::xy", skip_serializing_if = "Option::is_none")]
    pub previous_position: Option<Vec2>,
    /// `None` where not requested, or unless dynamic.
    #[serde(serialize_with = "json::momentum", skip_serializing_if = "Option::is_none")]
    pub momentum: Option<Momentum>,
    /// `None` where not requested, or unless dynamic.
    #[serde(serialize_with = "json::energy", skip_serializing_if = "Option::is_none")]
    pub energy: Option<Energy>,
    /// `None`: it is no mover.
    #[serde(serialize_with = "json::mover", skip_serializing_if = "Option::is_none")]
    pub mover: Option<MoverReport>,
}

/// What a listener did to its body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReactionReport {
    /// The listener's name, or "listener 1".
    pub listener: String,
    /// Index of the first body of the pair whose contact it took.
    pub a: u32,
    /// Index of the second.
    pub b: u32,
    pub body: u32,
    /// "removed", "burst" or "kept".
    #[serde(rename = "then")]
    pub outcome: &'static str,
    /// Index of the first piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_piece: Option<u32>,
    /// Number of pieces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pieces: Option<u32>,
}

impl ReactionReport {
    pub(super) fn of(scene: &Scene, reaction: &Reaction) -> Self {
        let (outcome, first_piece, pieces) = match reaction.outcome {
            ReactionOutcome::Removed => ("removed", None, None),
            ReactionOutcome::Burst { first, count } => ("burst", Some(first), Some(count)),
            ReactionOutcome::Kept => ("kept", None, None),
        };
        let (a, b) = (reaction.pair.a(), reaction.pair.b());
        let listener = listener_label(scene, reaction.listener);
        Self { listener, a, b, body: reaction.body, outcome, first_piece, pieces }
    }
}

/// A contact that a generator makes of the state.
#[derive(Clone, Debug, PartialEq)]
pub struct GeneratedReport {
    /// The generator's kind, as in the file.
    pub kind: &'static str,
    /// "rod 0 between hook and bob".
    pub name: String,
    /// Generator, bodies, normal and depth.
    pub made: GeneratedContact,
}

impl GeneratedReport {
    pub(super) fn of(scene: &Scene, world: &World, made: GeneratedContact) -> Option<Self> {
        let kind = world.generator(made.generator)?.kind().name();
        Some(Self { kind, name: generator_name(scene, made.generator), made })
    }
}

/// A predicted first contact (time of impact), `a < b`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ImpactReport {
    /// Index of the first body.
    pub a: u32,
    /// Index of the second body.
    pub b: u32,
    /// Seconds from now.
    pub time: f32,
    /// World position.
    #[serde(serialize_with = "json::xy")]
    pub point: Vec2,
    #[serde(serialize_with = "json::xy")]
    pub normal: Vec2,
}

impl BodyReport {
    pub(super) fn read(&mut self, scene: &Scene, index: u32, body: &Body) {
        self.index = index;
        match scene.bodies.get(index as usize) {
            Some(named) => self.name.clone_from(&named.name),
            None => self.name.clear(),
        }
        self.shape = file_name(body.shape().kind());
        self.position = body.pose().position;
        self.rotation = body.pose().rotation.degrees();
        self.velocity = Some(body.velocity());
        self.angular_velocity = Some(body.angular_velocity());
        self.aabb = body.aabb();
        self.removed = body.is_removed();
        self.asleep = body.is_asleep();
        self.previous_position = None;
    }
}
