//! The tools of regular polygons: a drag from the centre to a corner; ↑ and ↓ change the number of corners.

use collide2d::MAX_POINTS;
use glam::{DVec2, Vec2};

use super::new_body::new_body;
use super::transform::ANGLE_STEP;
use super::{Drawn, EditorView, Gesture, Tools};
use crate::app::commands::Command;
use crate::app::hand::input::{Key, Modifiers};
use crate::app::showing::grid::Grid;
use crate::scene::numbers::LengthUnit;
use crate::scene::{SceneBody, SceneShape};

impl Tools {
    /// What a key does to the polygon that is dragged out; `None`: a key that the tool does not use.
    pub(super) fn regular_key(
        &mut self,
        seen: &EditorView,
        key: Key,
        modifiers: Modifiers,
    ) -> Option<Vec<Command>> {
        let Gesture::Create { drawn: Drawn::Regular(corners), to, .. } = &mut self.gesture else {
            return None;
        };
        *corners = match key {
            Key::Up => (*corners + 1).min(MAX_POINTS as u32),
            Key::Down => (*corners - 1).max(3),
            _ => return None,
        };
        let to = *to;
        Some(self.create_moved(seen, to, modifiers))
    }
}

/// The polygon around `from` with a corner at the pointer, and its numbers as text; `None` while it has no size.
/// With Shift it is turned by a multiple of [`ANGLE_STEP`]; at 0° it stands on a side.
pub(super) fn dragged_out(
    corners: u32,
    [from, pointer]: [Vec2; 2],
    grid: Grid,
    modifiers: Modifiers,
    unit: LengthUnit,
) -> Option<(SceneBody, String)> {
    let (radius, toward) = if modifiers.shift {
        (grid.snap(from.distance(pointer)), pointer - from)
    } else {
        let corner = grid.snap_point(pointer);
        (from.distance(corner), corner - from)
    };
    let step = 360.0 / corners as f32;
    let turn = toward.to_angle().to_degrees() - first_corner(corners);
    let rotation = if modifiers.shift {
        (least_turn(turn, step) / ANGLE_STEP).round() * ANGLE_STEP
    } else {
        // A thousandth of a degree is far less than a pixel.
        (least_turn(turn, step) * 1000.0).round() / 1000.0
    };
    let shape = SceneShape::Polygon { points: points(corners, radius), radius: 0.0 };
    shape.to_shape().ok()?;
    // Not a negative zero.
    let turned = f64::from(rotation) * unit.y_sign() + 0.0;
    let text = format!("{corners} corners, r {}, {turned:.1}°", unit.short(radius));
    Some((SceneBody { rotation, ..new_body(shape, from) }, text))
}

/// The corners of a regular polygon around (0, 0) that stands on a side, counter-clockwise.
pub fn points(corners: u32, radius: f32) -> Vec<Vec2> {
    let step = std::f64::consts::TAU / f64::from(corners);
    let start = 0.5 * step - std::f64::consts::FRAC_PI_2;
    // What rounding leaves of a zero.
    let clean = |number: f64| if number.abs() < 1.0e-9 { 0.0 } else { number };
    let corner = |i| {
        let DVec2 { x, y } = DVec2::from_angle(start + step * f64::from(i));
        DVec2::new(clean(x), clean(y)) * f64::from(radius)
    };
    (0..corners).map(|i| corner(i).as_vec2()).collect()
}

/// Direction of the first of [`points`]. Degrees.
fn first_corner(corners: u32) -> f32 {
    180.0 / corners as f32 - 90.0
}

/// The turn nearest to 0 that looks the same. Degrees.
fn least_turn(turn: f32, step: f32) -> f32 {
    turn - (turn / step).round() * step
}
