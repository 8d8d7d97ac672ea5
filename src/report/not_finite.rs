//! The end of a run: numbers too large for an f32 turn a body's state into infinity or NaN, and no later frame
//! means anything.

use collide2d::{Body, Motion, World};
use serde::Serialize;

use crate::scene::Scene;

/// The first body of a world whose state is not finite.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct NotFinite {
    /// Steps taken.
    pub frame: u64,
    pub body: u32,
    /// What is not finite: "position", "rotation", "velocity" or "angular velocity".
    pub what: &'static str,
    /// The other body of a contact in the step that led here; `None`: the body touched nothing.
    pub touched: Option<u32>,
}

impl NotFinite {
    /// `None` where the state of every body is finite.
    pub fn of(world: &World) -> Option<Self> {
        let (body, what) = (0..).zip(world.bodies()).find_map(|(index, body)| Some((index, wrong(body)?)))?;
        let of_body = world.contacts().iter().find(|contact| contact.a == body || contact.b == body);
        let touched = of_body.map(|contact| if contact.a == body { contact.b } else { contact.a });
        Some(Self { frame: world.frame(), body, what, touched })
    }

    /// [`NotFinite::sentence`] beside what is told of a frame, which may be a later one.
    pub fn sentence_at(&self, frame: u64, scene: &Scene) -> String {
        let sentence = self.sentence(scene);
        if frame <= self.frame {
            return sentence;
        }
        format!("frame {frame} is after the end of the run, and its numbers mean nothing: {sentence}")
    }

    /// Frame, body, what is wrong, and the numbers that led to it.
    pub fn sentence(&self, scene: &Scene) -> String {
        let name = |index| format!("\"{}\"", scene.shown_name(index));
        let cause = match self.touched {
            Some(other) => {
                let (own, others) = (numbers(scene, self.body), numbers(scene, other));
                format!("in that step it touched {} ({own} against {others})", name(other))
            }
            None => format!(
                "in that step it touched nothing ({}, gravity ({:?}, {:?}))",
                numbers(scene, self.body),
                scene.gravity.x,
                scene.gravity.y
            ),
        };
        let Self { frame, what, .. } = self;
        format!(
            "the run ends at frame {frame}: the {what} of body {} is no longer finite; {cause}",
            name(self.body)
        )
    }
}

fn wrong(body: &Body) -> Option<&'static str> {
    if !body.pose().position.is_finite() {
        return Some("position");
    }
    if !body.pose().rotation.cos().is_finite() || !body.pose().rotation.sin().is_finite() {
        return Some("rotation");
    }
    if !body.velocity().is_finite() {
        return Some("velocity");
    }
    (!body.angular_velocity().is_finite()).then_some("angular velocity")
}

/// The numbers of a body that a solver multiplies.
fn numbers(scene: &Scene, index: u32) -> String {
    let Some(body) = scene.bodies.get(index as usize) else { return "?".to_owned() };
    match body.motion {
        Motion::Static => format!("static, friction {:?}", body.friction),
        Motion::Kinematic { velocity, .. } => {
            format!("kinematic, velocity ({:?}, {:?}), friction {:?}", velocity.x, velocity.y, body.friction)
        }
        Motion::Mover { velocity, speed, jump, .. } => format!(
            "mover, velocity ({:?}, {:?}), speed {speed:?}, jump {jump:?}, gravity scale {:?}",
            velocity.x, velocity.y, body.gravity_scale
        ),
        Motion::Dynamic { mass, velocity, acceleration, .. } => format!(
            "mass {mass:?}, velocity ({:?}, {:?}), acceleration ({:?}, {:?}), friction {:?}",
            velocity.x, velocity.y, acceleration.x, acceleration.y, body.friction
        ),
    }
}
