//! The select tool: clicks, boxes, and the drags that move, rotate and resize.

use glam::Vec2;

use super::magnet::{self, Guide};
use super::transform::{self, How};
use super::{DRAG_THRESHOLD, EditorView, Gesture, GestureTarget, MovedBodies, Readout, Tools};
use crate::app::commands::change::{AnchorMove, BodyEdit, Change};
use crate::app::commands::{Command, EditCommand, SelectCommand, ViewCommand};
use crate::app::hand::handles::{self, Handle, HandlePart, ShapeHandle};
use crate::app::hand::input::Modifiers;
use crate::app::looking::contents::SceneItem;
use crate::app::looking::picking;
use crate::app::showing::grid::{Grid, sum_points};
use crate::scene::SceneBody;

impl Tools {
    pub(super) fn select_pressed(
        &mut self,
        seen: &EditorView,
        at: Vec2,
        modifiers: Modifiers,
    ) -> Vec<Command> {
        if let Some(handle) = seen.handle_at(at) {
            self.gesture = Gesture::Press { at, on: GestureTarget::Handle(handle) };
            return Vec::new();
        }
        if let Some(mark) = seen.edge_mark_at(at) {
            self.gesture = Gesture::Press { at, on: GestureTarget::EdgeMark };
            let shows_several = seen.looking.selection().len() > 1;
            let item = SceneItem::Body(mark.body);
            return vec![if shows_several {
                Command::View(ViewCommand::FitSelection)
            } else {
                Command::Select(SelectCommand::GoTo(item))
            }];
        }
        let stack = seen.bodies_at(at);
        let dug_out = self.dug_out(at, &stack, seen.looking.selection());
        let Some(body) = dug_out.or(stack.first().copied()) else {
            self.gesture = Gesture::Press { at, on: GestureTarget::Empty };
            return Vec::new();
        };
        let selected = seen.looking.selection().contains(&body);
        self.gesture = Gesture::Press { at, on: GestureTarget::Body(body, selected) };
        match (selected, modifiers.shift) {
            (true, _) => Vec::new(),
            (false, true) => vec![Command::Select(SelectCommand::Add(vec![body]))],
            (false, false) => vec![Command::Select(SelectCommand::Only(vec![body]))],
        }
    }

    /// The commands of a press that was released without a drag.
    pub(super) fn select_clicked(
        &mut self,
        seen: &EditorView,
        at: Vec2,
        on: &GestureTarget,
        modifiers: Modifiers,
    ) -> Option<Command> {
        let again = self.last_click.take().filter(|(place, _)| place.distance(at) <= DRAG_THRESHOLD + 1.0);
        match *on {
            GestureTarget::Handle(handle) => handle_clicked(seen, &handle, modifiers),
            GestureTarget::EdgeMark => None,
            GestureTarget::Empty => (!modifiers.shift).then_some(Command::Select(SelectCommand::None)),
            GestureTarget::Body(body, was_selected) if modifiers.shift => {
                was_selected.then_some(Command::Select(SelectCommand::Toggle(body)))
            }
            GestureTarget::Body(body, was_selected) => {
                let mut picked = body;
                let has_parts = |body: u32| {
                    seen.scene.bodies.get(body as usize).is_some_and(|body| !body.shape.parts().is_empty())
                };
                let is_again = was_selected && again.is_some_and(|(_, last)| last == body);
                if is_again && has_parts(body) && seen.looking.entered() != Some(body) {
                    self.last_click = Some((at, body));
                    return Some(Command::Select(SelectCommand::Enter(body)));
                }
                if is_again {
                    let stack = seen.bodies_at(at);
                    let place = stack.iter().position(|b| *b == body);
                    let below = place.and_then(|i| stack.get((i + 1) % stack.len()));
                    picked = below.copied().unwrap_or(body);
                }
                self.last_click = Some((at, picked));
                Some(Command::Select(SelectCommand::Only(vec![picked])))
            }
        }
    }

    /// The body that repeated clicks at this place have reached below others: a drag that begins there takes
    /// it.
    fn dug_out(&self, at: Vec2, stack: &[u32], selection: &[u32]) -> Option<u32> {
        let (place, body) = self.last_click?;
        let here = place.distance(at) <= DRAG_THRESHOLD + 1.0;
        (here && stack.contains(&body) && selection.contains(&body)).then_some(body)
    }

    pub(super) fn select_moved(&mut self, seen: &EditorView, to: Vec2, modifiers: Modifiers) -> Vec<Command> {
        if let Gesture::Press { at, on } = &self.gesture {
            if at.distance(to) < DRAG_THRESHOLD {
                return Vec::new();
            }
            self.gesture = begin_drag(seen, *at, on, modifiers);
            self.last_click = None;
        }
        let pointer = seen.view().world_from_screen(to);
        // Ctrl has asked for the copies already.
        let copies = matches!(self.gesture, Gesture::Move { moves, .. } if moves != MovedBodies::Selected);
        let how = How {
            grid: seen.snapping(Modifiers { ctrl: modifiers.ctrl && !copies, ..modifiers }),
            resolution: seen.resolution(),
            frame: *seen.frame(),
            shift: modifiers.shift,
            alt: modifiers.alt,
            unit: seen.unit(),
        };
        let mut refused = false;
        let (edited, text) = match &mut self.gesture {
            Gesture::Box { from, to, kept } => {
                *to = pointer;
                let mut inside = kept.clone();
                let found = picking::bodies_in(seen.world(), seen.view(), [*from, pointer]).into_iter();
                inside.extend(found.filter(|body| !seen.looking.veils.passes_over(*body)));
                return vec![Command::Select(SelectCommand::Only(inside))];
            }
            Gesture::Move { from, grabbed, bodies, moves, .. } if *moves == MovedBodies::CopiesToCome => {
                let (copies, _) = transform::moved(bodies, *grabbed, pointer - *from, &how);
                let copies: Vec<SceneBody> = copies.into_iter().map(|(_, body)| body).collect();
                let links = seen.links_between(&copies);
                let before = *grabbed;
                for ((index, _), new) in bodies.iter_mut().zip(seen.next_index()..) {
                    if *index == before {
                        *grabbed = new;
                    }
                    *index = new;
                }
                *moves = MovedBodies::Copies;
                let selected = bodies.iter().map(|(index, _)| *index).collect();
                return vec![
                    Command::Edit(EditCommand::Preview(Change::AddLinkedBodies(copies, links))),
                    Command::Select(SelectCommand::Only(selected)),
                ];
            }
            Gesture::Move { from, grabbed, bodies, moves, guides } => {
                if *moves == MovedBodies::Copies {
                    // They have the names that the scene gave them.
                    for (index, body) in bodies.iter_mut() {
                        if let Some(named) = seen.scene.bodies.get(*index as usize) {
                            body.name.clone_from(&named.name);
                        }
                    }
                }
                let (mut moved, mut stands) = transform::moved(bodies, *grabbed, pointer - *from, &how);
                *guides = how.grid.map(|_| Guide::Grid(stands)).into_iter().collect();
                if seen.showing.kept.magnet && how.grid.is_none() && !how.shift {
                    let attraction = magnet::attraction(seen, &moved, *grabbed);
                    // Numbers as short as a thousandth of what a drag gives otherwise.
                    let grid = Grid::resolution(1.0e3 * seen.view().scale, seen.unit());
                    let by = sum_points(grid.snap_point(stands + attraction.by), -stands);
                    moved = transform::shifted(&moved, by);
                    stands = sum_points(stands, by);
                    *guides = attraction.guides;
                }
                (moved, how.unit.short_point(stands))
            }
            Gesture::Rotate { from, pivot, bodies } => {
                let (turned, degrees) = transform::rotated(bodies, *pivot, *from, pointer, &how);
                (turned, how.unit.short_angle(degrees))
            }
            Gesture::Resize { from, handle, index, body } => {
                let target = handle.world + (pointer - *from);
                let resized = transform::resized(body, handle.part, target, &how);
                refused = resized.refused;
                (vec![(*index, resized.body)], resized.text)
            }
            Gesture::None
            | Gesture::Pan { .. }
            | Gesture::Press { .. }
            | Gesture::Pull { .. }
            | Gesture::Push { .. }
            | Gesture::Create { .. }
            | Gesture::Ask { .. } => {
                return Vec::new();
            }
        };
        self.readout = Some(Readout { text, refused });
        let change = if matches!(self.gesture, Gesture::Resize { .. }) {
            Change::Reshape(edited, AnchorMove::KeepPlace)
        } else {
            Change::SetBodies(edited)
        };
        vec![Command::Edit(EditCommand::Preview(change))]
    }
}

/// A click in the middle of a side of a polygon or a chain adds a point there; with Alt one on a point takes it away.
fn handle_clicked(seen: &EditorView, handle: &Handle, modifiers: Modifiers) -> Option<Command> {
    let (part, handle) = handle.of_shape()?;
    let edit = match handle {
        ShapeHandle::Middle(side) => BodyEdit::AddPoint(side),
        ShapeHandle::Point(index) if modifiers.alt => BodyEdit::RemovePoint(index),
        ShapeHandle::Point(_) | ShapeHandle::Radius | ShapeHandle::Sides(_) => return None,
    };
    let edit = match part {
        Some(part) => BodyEdit::Part(part, Box::new(edit)),
        None => edit,
    };
    Some(Change::Body(seen.looking.selection().to_vec(), edit).into())
}

fn begin_drag(seen: &EditorView, at: Vec2, on: &GestureTarget, modifiers: Modifiers) -> Gesture {
    let from = seen.view().world_from_screen(at);
    let bodies = seen.selected_bodies();
    match *on {
        GestureTarget::Empty => {
            let kept = if modifiers.shift { seen.looking.selection().to_vec() } else { Vec::new() };
            Gesture::Box { from, to: from, kept }
        }
        GestureTarget::EdgeMark => Gesture::None,
        GestureTarget::Body(grabbed, _) => {
            let moves = if modifiers.ctrl { MovedBodies::CopiesToCome } else { MovedBodies::Selected };
            Gesture::Move { from, grabbed, bodies, moves, guides: Vec::new() }
        }
        GestureTarget::Handle(handle) if handle.part == HandlePart::Rotation => {
            let pivot = handles::pivot(seen.world(), seen.looking.selection()).unwrap_or(from);
            Gesture::Rotate { from, pivot, bodies }
        }
        GestureTarget::Handle(handle) => match bodies.into_iter().next() {
            Some((index, body)) => Gesture::Resize { from, handle, index, body: Box::new(body) },
            None => Gesture::None,
        },
    }
}
