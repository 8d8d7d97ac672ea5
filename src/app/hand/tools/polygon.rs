//! The polygon tool: clicks set points; Enter, a double click or a click on the first point closes it.

use glam::Vec2;

use super::new_body::new_body;
use super::{EditorView, Readout, Tools};
use crate::app::commands::change::Change;
use crate::app::commands::{Command, SelectCommand, Tool};
use crate::app::hand::input::{Key, Modifiers};
use crate::app::showing::grid::sum_points;
use crate::scene::SceneShape;

/// A click is on a point within this distance. Pixels.
const ON_POINT: f32 = 8.0;

impl Tools {
    pub(super) fn polygon_clicked(
        &mut self,
        seen: &EditorView,
        at: Vec2,
        modifiers: Modifiers,
    ) -> Vec<Command> {
        let on = |point: Option<&Vec2>| {
            point.is_some_and(|p| seen.view().screen_from_world(*p).distance(at) <= ON_POINT)
        };
        if on(self.polygon.first()) || on(self.polygon.last()) {
            return if self.polygon.len() >= 3 { self.close(seen) } else { Vec::new() };
        }
        let point = seen.place(at, modifiers);
        if stays_convex(&self.polygon, point) {
            self.polygon.push(point);
            self.readout = None;
        } else {
            self.readout = Some(Readout { text: "must stay convex".to_owned(), refused: true });
        }
        Vec::new()
    }

    /// What a key does to the polygon in progress; `None`: a key that the tool does not use.
    pub(super) fn polygon_key(
        &mut self,
        seen: &EditorView,
        key: Key,
        modifiers: Modifiers,
    ) -> Option<Vec<Command>> {
        match (key, modifiers) {
            _ if self.polygon.is_empty() => None,
            (Key::Enter, _) if self.polygon.len() >= 3 => Some(self.close(seen)),
            (Key::Enter, _) => Some(Vec::new()),
            (Key::Delete, Modifiers::NONE) | (Key::Letter('Z'), Modifiers::CTRL) => {
                self.polygon.pop();
                self.readout = None;
                Some(Vec::new())
            }
            _ => None,
        }
    }

    fn close(&mut self, seen: &EditorView) -> Vec<Command> {
        let points = std::mem::take(&mut self.polygon);
        self.readout = None;
        let shape = SceneShape::Polygon { points: points.clone(), radius: 0.0 };
        let Ok(valid) = shape.to_shape() else { return Vec::new() };
        let position = seen.resolution().snap_point(valid.centroid());
        let local = points.iter().map(|p| sum_points(*p, -position)).collect();
        let body = new_body(SceneShape::Polygon { points: local, radius: 0.0 }, position);
        let mut commands = vec![Change::AddBodies(vec![body]).into()];
        if !self.keeps {
            commands.push(Command::Tool(Tool::Select));
        }
        commands.push(Command::Select(SelectCommand::Only(vec![seen.next_index()])));
        commands
    }
}

/// Whether the points with one more are convex so far. Consecutive points of a convex polygon are convex
/// themselves.
pub fn stays_convex(points: &[Vec2], next: Vec2) -> bool {
    let mut points = points.to_vec();
    points.push(next);
    match points.as_slice() {
        [_] => true,
        [a, b] => a != b,
        _ => SceneShape::Polygon { points, radius: 0.0 }.to_shape().is_ok(),
    }
}
