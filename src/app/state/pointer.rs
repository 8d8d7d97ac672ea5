//! The pointer over the canvas: what is under it, what a click would do, and its shape.

use collide2d::ShapeKind;

use super::AppState;
use crate::app::commands::Tool;
use crate::app::hand::drawing::{ASK_TOOL, MEASURE_TOOL, drawing_tool, regular_tool};
use crate::app::hand::handles::{self, Cursor, ShapeHandle};
use crate::app::hand::tools::Gesture;
use crate::app::looking::pairs;
use crate::app::looking::picking;
use crate::scene::SceneShape;

impl AppState {
    /// Finds the body and the pair under the pointer.
    pub(super) fn point(&mut self) {
        let pointer = self.hand.pointer;
        let looks = self.hand.over_canvas && self.hand.tool == Tool::Select && !self.hand.in_gesture();
        if !looks || self.handle_at(pointer).is_some() {
            return self.looking.point_at(None, None);
        }
        let mut stack = picking::bodies_at(self.run.shown(), self.showing.view(), pointer);
        stack.retain(|body| !self.looking.veils.passes_over(*body));
        // Inside a step the stage's pair stays selected.
        let pair = match self.run.inside.as_ref() {
            Some(_) => None,
            None => {
                pairs::under_pointer(self.run.world(), &self.derived.report, self.looking.pinned_pair, &stack)
            }
        };
        self.looking.point_at(stack.first().copied(), pair);
    }

    /// One line about what the pointer can do here, for the status bar.
    pub fn hint(&self) -> String {
        let text = match (&self.hand.tools.gesture, self.hand.tool) {
            (Gesture::Move { .. }, _) => "Shift: along one axis · Ctrl: inverts snapping · Esc: cancel",
            (Gesture::Rotate { .. }, _) => "Shift: steps of 15° · Esc: cancel",
            (Gesture::Resize { handle, .. }, _) => match handle.part {
                handles::HandlePart::Shape(ShapeHandle::Sides(side))
                | handles::HandlePart::PartShape(_, ShapeHandle::Sides(side))
                    if side.x != 0.0 && side.y != 0.0 =>
                {
                    "Alt: both sides · Shift: same proportions · Esc: cancel"
                }
                handles::HandlePart::Shape(ShapeHandle::Sides(_))
                | handles::HandlePart::PartShape(_, ShapeHandle::Sides(_)) => "Alt: both sides · Esc: cancel",
                handles::HandlePart::Velocity => "Shift: steps of 15° · Ctrl: inverts snapping · Esc: cancel",
                handles::HandlePart::PartTurn(_) => "Shift: steps of 15° · Esc: cancel",
                handles::HandlePart::Rotation
                | handles::HandlePart::Part(_)
                | handles::HandlePart::Shape(
                    ShapeHandle::Radius | ShapeHandle::Point(_) | ShapeHandle::Middle(_),
                )
                | handles::HandlePart::PartShape(
                    _,
                    ShapeHandle::Radius | ShapeHandle::Point(_) | ShapeHandle::Middle(_),
                ) => "Ctrl: inverts snapping · Esc: cancel",
            },
            (Gesture::Pull { .. }, _) => "Pulls by a spring; the pull becomes an input of the scene",
            (Gesture::Push { .. }, _) => "Release: the arrow pushes in the next step · Esc: none",
            (Gesture::Box { .. }, _) => "Selects what lies inside",
            (Gesture::Pan { .. }, _) => "Pans",
            (_, Tool::Draw(kind)) => match self.hand.tools.clicked.len() {
                0 => drawing_tool(kind).hint,
                2.. if kind == ShapeKind::Chain => {
                    "Next point · Enter, double click: done · first point: closed · Delete: one back · Esc: none"
                }
                1 | 2 => "Click the next point · Delete: one point back · Esc: none",
                _ => "Click the next point · Enter or the first point: done · Delete: one back · Esc: none",
            },
            (_, Tool::Regular(corners)) => regular_tool(corners).hint,
            (_, Tool::Ask) => ASK_TOOL.hint,
            (_, Tool::Measure) => MEASURE_TOOL.hint,
            (_, Tool::Pull) => {
                "While time runs, drag: a spring pulls · while it stands, drag: an arrow pushes"
            }
            (_, Tool::Select) if self.run.playing && self.history.is_pending() => "Time waits while you edit",
            (_, Tool::Select) if !self.point_hint().is_empty() => self.point_hint(),
            (_, Tool::Select) => match self.looking.entered() {
                Some(body) => return self.inside_hint(body),
                None => return self.hover_hint(),
            },
        };
        text.to_owned()
    }

    /// What can be done with the point of a polygon or a chain under the pointer, or where one can be added; empty elsewhere.
    fn point_hint(&self) -> &'static str {
        let Some(handle) = self.handle_at(self.hand.pointer) else { return "" };
        let Some((part, of_shape)) = handle.of_shape() else { return "" };
        let body = self.looking.selection().first().and_then(|body| self.scene().bodies.get(*body as usize));
        let shape = body.and_then(|body| match part {
            Some(part) => body.shape.parts().get(part).map(|part| &part.shape),
            None => Some(&body.shape),
        });
        match (of_shape, shape.map(SceneShape::kind)) {
            (ShapeHandle::Point(_), Some(ShapeKind::Polygon | ShapeKind::Chain)) => {
                "Drag: moves the point · Alt + click: takes it away"
            }
            (ShapeHandle::Middle(_), Some(ShapeKind::Chain)) => "Drag or click: a new point",
            (ShapeHandle::Middle(_), _) => "Drag outward: a new point",
            _ => "",
        }
    }

    /// What can be done within a body of several shapes.
    fn inside_hint(&self, body: u32) -> String {
        let name = self.named_scene().shown_name(body);
        format!("Esc leaves {name} · crossed squares move its parts, round handles turn them, squares resize")
    }

    fn hover_hint(&self) -> String {
        match self.looking.hovered.map(|index| self.named_scene().shown_name(index)) {
            Some(name) => format!("{name} · drag: move · click: select, again: what lies below"),
            None if self.looking.selection().is_empty() => "Click or drag to select · F1: help".to_owned(),
            None => format!("{} selected", self.looking.selection().len()),
        }
    }

    /// Shape of the pointer over the canvas.
    pub fn cursor(&self) -> Cursor {
        match self.hand.tools.gesture {
            Gesture::Move { .. } | Gesture::Pan { .. } => return Cursor::Move,
            Gesture::Rotate { .. } => return Cursor::Pointing,
            Gesture::Resize { handle, .. } => return handles::cursor(&handle, self.showing.view()),
            Gesture::Box { .. } | Gesture::Pull { .. } | Gesture::Push { .. } => return Cursor::Crosshair,
            Gesture::None | Gesture::Press { .. } | Gesture::Create { .. } | Gesture::Ask { .. } => {}
        }
        if self.hand.tool != Tool::Select {
            return Cursor::Crosshair;
        }
        match self.handle_at(self.hand.pointer) {
            Some(handle) => handles::cursor(&handle, self.showing.view()),
            None if self.looking.hovered.is_some() => Cursor::Move,
            None => Cursor::Default,
        }
    }
}
