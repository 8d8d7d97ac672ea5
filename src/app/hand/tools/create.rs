//! The tools that drag out shapes.

use collide2d::ShapeKind;
use glam::Vec2;

use super::new_body::new_body;
use super::transform::ANGLE_STEP;
use super::{DRAG_THRESHOLD, Drawn, EditorView, Gesture, Readout, Tools, regular};
use crate::app::commands::change::Change;
use crate::app::commands::{Command, EditCommand, SelectCommand, Tool};
use crate::app::hand::input::Modifiers;
use crate::app::showing::grid::{Grid, sum_points};
use crate::picture::frame::Frame;
use crate::scene::numbers::LengthUnit;
use crate::scene::{SceneBody, SceneShape};

/// Radius of a new capsule as a fraction of half its segment.
const CAPSULE_RADIUS: f32 = 0.5;

impl Tools {
    pub(super) fn create_moved(&mut self, seen: &EditorView, to: Vec2, modifiers: Modifiers) -> Vec<Command> {
        let Gesture::Create { drawn, from, to: last, index } = &mut self.gesture else { return Vec::new() };
        *last = to;
        let far = seen.view().screen_from_world(*from).distance(to) >= DRAG_THRESHOLD;
        if index.is_none() && !far {
            return Vec::new();
        }
        let grid = seen.snapping(modifiers).unwrap_or(seen.resolution());
        let pointer = seen.view().world_from_screen(to);
        let frame = seen.frame();
        let [start, end] = [*from, pointer].map(|point| frame.local_point(point));
        let dragged = match *drawn {
            Drawn::Shape(kind) => dragged_out(kind, [start, end], grid, modifiers, seen.unit()),
            Drawn::Regular(corners) => {
                regular::dragged_out(corners, [start, end], grid, modifiers, seen.unit())
            }
        };
        let Some((body, text)) = dragged else { return Vec::new() };
        let body = placed(body, frame);
        let change = match *index {
            None => {
                *index = Some(seen.next_index());
                Change::AddBodies(vec![body])
            }
            Some(i) => {
                let name = seen.scene.bodies.get(i as usize).map_or(body.name, |b| b.name.clone());
                Change::SetBodies(vec![(i, SceneBody { name, ..body })])
            }
        };
        self.readout = Some(Readout { text, refused: false });
        vec![Command::Edit(EditCommand::Preview(change))]
    }
}

/// The commands at the end of a creating drag.
pub(super) fn finished(index: Option<u32>, keeps_tool: bool) -> Vec<Command> {
    index.map_or_else(Vec::new, |index| {
        let mut commands = vec![Command::Edit(EditCommand::Commit)];
        if !keeps_tool {
            commands.push(Command::Tool(Tool::Select));
        }
        commands.push(Command::Select(SelectCommand::Only(vec![index])));
        commands
    })
}

/// The body between the press and the pointer, and its size as text; `None` while it has no size.
fn dragged_out(
    kind: ShapeKind,
    [from, pointer]: [Vec2; 2],
    grid: Grid,
    modifiers: Modifiers,
    unit: LengthUnit,
) -> Option<(SceneBody, String)> {
    match kind {
        ShapeKind::Circle => {
            let radius = grid.snap(from.distance(pointer));
            let body = new_body(SceneShape::Circle { radius }, from);
            (radius > 0.0).then(|| (body, format!("r {}", unit.short(radius))))
        }
        ShapeKind::Rectangle => {
            let mut reach = sum_points(grid.snap_point(pointer), -from);
            if modifiers.shift {
                reach = Vec2::splat(reach.abs().max_element()) * reach.signum();
            }
            let size = reach.abs() * if modifiers.alt { 2.0 } else { 1.0 };
            let center = if modifiers.alt { from } else { sum_points(from, reach * 0.5) };
            let shape = SceneShape::Rectangle { width: size.x, height: size.y, radius: 0.0 };
            let text = unit.short_size(size);
            (size.min_element() > 0.0).then(|| (new_body(shape, center), text))
        }
        ShapeKind::Capsule => {
            let end = end_of_segment(from, pointer, grid, modifiers);
            let half = sum_points(end, -from) * 0.5;
            let radius = grid.snap(half.length() * CAPSULE_RADIUS).max(grid.step());
            let shape = SceneShape::Capsule { start: -half, end: half, radius };
            let text = format!("{}, r {}", unit.short(from.distance(end)), unit.short(radius));
            (from != end).then(|| (new_body(shape, sum_points(from, half)), text))
        }
        ShapeKind::Wall | ShapeKind::Compound => {
            let end = end_of_segment(from, pointer, grid, modifiers);
            let half = sum_points(end, -from) * 0.5;
            let shape = SceneShape::Wall { start: -half, end: half };
            let text = unit.short(from.distance(end));
            (from != end).then(|| (new_body(shape, sum_points(from, half)), text))
        }
        // Their points are clicked.
        ShapeKind::Polygon | ShapeKind::Chain => None,
    }
}

/// A body that is level in a frame, in the world.
fn placed(body: SceneBody, frame: &Frame) -> SceneBody {
    if *frame == Frame::WORLD {
        return body;
    }
    let position = frame.world_point(body.position);
    let rotation = match body.shape {
        SceneShape::Circle { .. } => body.rotation,
        _ => body.rotation + frame.rotation.degrees(),
    };
    SceneBody { position, rotation, ..body }
}

/// End of a segment from `from` to the pointer: on the grid; with Shift in a direction that is a multiple of
/// [`ANGLE_STEP`].
fn end_of_segment(from: Vec2, pointer: Vec2, grid: Grid, modifiers: Modifiers) -> Vec2 {
    if !modifiers.shift {
        return grid.snap_point(pointer);
    }
    let angle = (pointer - from).to_angle().to_degrees();
    let angle = (angle / ANGLE_STEP).round() * ANGLE_STEP;
    let direction = collide2d::Rotation::from_degrees(angle).rotate(Vec2::X);
    grid.snap_point(from + direction * (pointer - from).dot(direction))
}
