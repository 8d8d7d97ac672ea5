//! What a drawn shape is at first.

use glam::Vec2;

use crate::app::hand::drawing::drawing_tool;
use crate::scene::{SceneBody, SceneMotion, SceneShape};

/// A new body: walls are static, other shapes dynamic with a density of 1 kg/m².
pub(in crate::app) fn new_body(shape: SceneShape, position: Vec2) -> SceneBody {
    let name = drawing_tool(shape.kind()).body;
    let area = shape.to_shape().map_or(0.0, |s| s.area());
    let motion = if area > 0.0 {
        SceneMotion::Dynamic {
            mass: three_digits(area),
            velocity: Vec2::ZERO,
            angular_velocity: 0.0,
            acceleration: Vec2::ZERO,
            damping: 1.0,
        }
    } else {
        SceneMotion::Static
    };
    SceneBody { position, motion, ..SceneBody::new(name, shape) }
}

fn three_digits(value: f32) -> f32 {
    format!("{value:.2e}").parse().unwrap_or(value)
}
