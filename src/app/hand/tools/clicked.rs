//! The tools of polygons and chains: clicks set points; Enter or a double click ends the shape, and so does a click on the
//! first point, which closes a chain.

use collide2d::ShapeKind;
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
    pub(super) fn point_clicked(
        &mut self,
        kind: ShapeKind,
        seen: &EditorView,
        at: Vec2,
        modifiers: Modifiers,
    ) -> Vec<Command> {
        let on_first = self.is_on_first(seen, at);
        if on_first || is_on(self.clicked.last(), seen, at) {
            return self.end_shape(kind, on_first, seen);
        }
        let point = seen.place(at, modifiers);
        let refusal = refusal(kind, &self.clicked, point);
        if refusal.is_none() {
            self.clicked.push(point);
        }
        self.readout = refusal.map(|text| Readout { text, refused: true });
        Vec::new()
    }

    /// Whether a click would be on the first point of the shape in progress, and end it.
    pub fn is_on_first(&self, seen: &EditorView, at: Vec2) -> bool {
        is_on(self.clicked.first(), seen, at)
    }

    /// What a key does to the shape in progress; `None`: a key that the tool does not use.
    pub(super) fn clicked_key(
        &mut self,
        tool: Tool,
        seen: &EditorView,
        key: Key,
        modifiers: Modifiers,
    ) -> Option<Vec<Command>> {
        match (key, modifiers, tool) {
            _ if self.clicked.is_empty() => None,
            (Key::Enter, _, Tool::Draw(kind)) => Some(self.end_shape(kind, false, seen)),
            (Key::Delete, Modifiers::NONE, _) | (Key::Letter('Z'), Modifiers::CTRL, _) => {
                self.clicked.pop();
                self.readout = None;
                Some(Vec::new())
            }
            _ => None,
        }
    }

    /// Adds the shape to the scene; nothing while it has too few points.
    fn end_shape(&mut self, kind: ShapeKind, closed: bool, seen: &EditorView) -> Vec<Command> {
        let Ok(valid) = shape(kind, self.clicked.clone(), closed).to_shape() else { return Vec::new() };
        let position = position(seen, &self.clicked, valid.centroid());
        let local = self.clicked.drain(..).map(|point| sum_points(point, -position)).collect();
        self.readout = None;
        let body = new_body(shape(kind, local, closed), position);
        let mut commands = vec![Change::AddBodies(vec![body]).into()];
        if !self.keeps {
            commands.push(Command::Tool(Tool::Select));
        }
        commands.push(Command::Select(SelectCommand::Only(vec![seen.next_index()])));
        commands
    }
}

/// The position of a body around these points, near their centroid. Of points on the grid it is one from which they are where
/// they were set, to the bit, so that no seam opens where two shapes share a line of it.
fn position(seen: &EditorView, points: &[Vec2], centroid: Vec2) -> Vec2 {
    let near = seen.resolution().snap_point(centroid);
    let Some(grid) = seen.snapping(Modifiers::NONE) else { return near };
    let is_exact =
        |position: &Vec2| points.iter().all(|point| *position + sum_points(*point, -*position) == *point);
    let halves = (0..8).rev().map(|power| {
        let step = 0.5_f32.powi(power);
        (centroid / step).round() * step
    });
    let candidates = [grid.snap_point(centroid), near].into_iter().chain(halves);
    candidates.chain(points.first().copied()).chain([Vec2::ZERO]).find(is_exact).unwrap_or(near)
}

/// Whether the points of this kind are set by clicks.
pub fn is_clicked(kind: ShapeKind) -> bool {
    matches!(kind, ShapeKind::Polygon | ShapeKind::Chain)
}

/// Why the points may not have this one more, in few words. Consecutive points of a convex polygon are convex themselves.
pub fn refusal(kind: ShapeKind, points: &[Vec2], next: Vec2) -> Option<String> {
    let points = [points, &[next]].concat();
    match points.len() {
        1 => None,
        // Two points are no polygon yet.
        2 => shape(ShapeKind::Chain, points, false).refused_points(),
        _ => shape(kind, points, false).refused_points(),
    }
}

fn is_on(point: Option<&Vec2>, seen: &EditorView, at: Vec2) -> bool {
    point.is_some_and(|point| seen.view().screen_from_world(*point).distance(at) <= ON_POINT)
}

fn shape(kind: ShapeKind, points: Vec<Vec2>, closed: bool) -> SceneShape {
    if kind == ShapeKind::Chain {
        SceneShape::Chain { points, closed, one_sided: false }
    } else {
        SceneShape::Polygon { points, radius: 0.0 }
    }
}
