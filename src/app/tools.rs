//! What the pointer does on the canvas: each event becomes commands.
//!
//! The tools remember the gesture under way and nothing else; the scene changes through the commands alone. While a gesture
//! edits the scene time waits, and goes on at its end.

pub mod create;
pub mod polygon;
pub mod select;
pub mod transform;

use collide2d::{Aabb, ShapeKind};
use glam::Vec2;

use super::commands::{Command, EditCommand, Tool, ViewCommand};
use super::grid::Grid;
use super::handles::Handle;
use super::input::{Event, EventKind, Key, Modifiers, PointerButton};
use super::state::AppState;
use crate::scene::SceneBody;

/// The pointer moved so far before a press becomes a drag. Pixels.
pub const DRAG_THRESHOLD: f32 = 3.0;

/// What is under way on the canvas.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    /// The gesture of the button that is down.
    pub gesture: Gesture,
    /// Points of the polygon in progress. World.
    pub polygon: Vec<Vec2>,
    /// Where the last click was, and which body it took from the pile there.
    pub last_click: Option<(Vec2, u32)>,
    /// The number that the gesture is about, beside the pointer.
    pub readout: Option<Readout>,
}

/// A number beside the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Readout {
    /// "45.0°", "2.00 × 1.50 m".
    pub text: String,
    /// The gesture asks for something that is not allowed, and stays at the last value that is.
    pub refused: bool,
}

/// The gesture of the button that is down.
#[derive(Clone, Debug, Default)]
pub enum Gesture {
    /// No button is down.
    #[default]
    None,
    /// Right or middle button.
    Pan {
        /// The button.
        button: PointerButton,
        /// Where the pointer was. Pixels.
        last: Vec2,
    },
    /// Left button, not yet moved.
    Press {
        /// Where it went down. Pixels.
        at: Vec2,
        /// What it went down on.
        on: Target,
    },
    /// Bodies follow the pointer.
    Move {
        /// Where the button went down. World.
        from: Vec2,
        /// The body under the pointer, whose position goes to the grid.
        grabbed: u32,
        /// The bodies as they were.
        bodies: Vec<(u32, SceneBody)>,
        /// Guides: the x and y that the grabbed body stands on, if it was snapped. World.
        snapped: Option<Vec2>,
    },
    /// Bodies turn.
    Rotate {
        /// Where the button went down. World.
        from: Vec2,
        /// What they turn about. World.
        pivot: Vec2,
        /// The bodies as they were.
        bodies: Vec<(u32, SceneBody)>,
    },
    /// A body changes its size.
    Resize {
        /// Where the button went down. World.
        from: Vec2,
        /// The handle as it was.
        handle: Handle,
        /// Index of the body.
        index: u32,
        /// The body as it was.
        body: SceneBody,
    },
    /// A box selects.
    Box {
        /// Where the button went down. World.
        from: Vec2,
        /// Where the pointer is. World.
        to: Vec2,
        /// What was selected and stays so.
        kept: Vec<u32>,
    },
    /// A new body is dragged out.
    Create {
        /// Which kind.
        kind: ShapeKind,
        /// Where the button went down, on the grid if that is on. World.
        from: Vec2,
        /// Its index, once it is in the scene.
        index: Option<u32>,
    },
}

/// What a press went down on.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// Nothing.
    Empty,
    /// A handle of the selection.
    Handle(Handle),
    /// A body, and whether it was selected before the press.
    Body(u32, bool),
}

impl Gesture {
    /// Whether the gesture edits the scene, so that time waits.
    pub fn edits(&self) -> bool {
        matches!(self, Self::Move { .. } | Self::Rotate { .. } | Self::Resize { .. } | Self::Create { .. })
    }

    /// The body that a drag holds.
    pub fn held_body(&self) -> Option<u32> {
        match self {
            Self::Move { grabbed, .. } => Some(*grabbed),
            Self::Resize { index, .. } => Some(*index),
            Self::Create { index, .. } => *index,
            Self::Rotate { bodies, .. } => match bodies.as_slice() {
                [(index, _)] => Some(*index),
                _ => None,
            },
            _ => None,
        }
    }

    /// The box of a box selection. World.
    pub fn area(&self) -> Option<Aabb> {
        match self {
            Self::Box { from, to, .. } => Aabb::around([*from, *to]),
            _ => None,
        }
    }
}

impl Tools {
    /// The gesture is over, whatever it was.
    pub fn stop(&mut self) {
        self.gesture = Gesture::None;
        self.readout = None;
    }

    /// Turns one event into commands.
    pub fn on_event(&mut self, state: &AppState, event: &Event) -> Vec<Command> {
        match event.kind {
            EventKind::Moved(to) => self.on_moved(state, to, event.modifiers),
            EventKind::Pressed(PointerButton::Left, at) => self.on_left_pressed(state, at, event.modifiers),
            EventKind::Pressed(button, at) => {
                if matches!(self.gesture, Gesture::None) {
                    self.gesture = Gesture::Pan { button, last: at };
                }
                Vec::new()
            }
            EventKind::Released(PointerButton::Left, at) => self.on_left_released(state, at, event.modifiers),
            EventKind::Released(button, at) => {
                let commands = self.on_moved(state, at, event.modifiers);
                if matches!(self.gesture, Gesture::Pan { button: held, .. } if held == button) {
                    self.stop();
                    return commands;
                }
                Vec::new()
            }
            EventKind::Wheel(sign, at) if sign != 0.0 => {
                vec![Command::View(ViewCommand::Zoom(at, sign.signum()))]
            }
            EventKind::Wheel(..) => Vec::new(),
            EventKind::Key { key, repeat } => self.on_key(state, key, repeat, event.modifiers),
            EventKind::FocusLost => {
                self.stop();
                vec![Command::Edit(EditCommand::Commit)]
            }
        }
    }

    fn on_left_pressed(&mut self, state: &AppState, at: Vec2, modifiers: Modifiers) -> Vec<Command> {
        if !matches!(self.gesture, Gesture::None) {
            return Vec::new();
        }
        match state.tool() {
            Tool::Select => self.select_pressed(state, at, modifiers),
            Tool::Draw(ShapeKind::Polygon) => self.polygon_clicked(state, at, modifiers),
            Tool::Draw(kind) => {
                let from = snapping(state, modifiers).map_or_else(
                    || rounded(state, state.view().world_from_screen(at)),
                    |grid| grid.snap_point(state.view().world_from_screen(at)),
                );
                self.gesture = Gesture::Create { kind, from, index: None };
                Vec::new()
            }
        }
    }

    fn on_moved(&mut self, state: &AppState, to: Vec2, modifiers: Modifiers) -> Vec<Command> {
        match &mut self.gesture {
            Gesture::None => Vec::new(),
            Gesture::Pan { last, .. } => {
                let delta = to - *last;
                *last = to;
                if delta == Vec2::ZERO { Vec::new() } else { vec![Command::View(ViewCommand::Pan(delta))] }
            }
            Gesture::Create { .. } => self.create_moved(state, to, modifiers),
            _ => self.select_moved(state, to, modifiers),
        }
    }

    fn on_left_released(&mut self, state: &AppState, at: Vec2, modifiers: Modifiers) -> Vec<Command> {
        let mut commands = match &self.gesture {
            Gesture::None | Gesture::Pan { .. } => return Vec::new(),
            _ => self.on_moved(state, at, modifiers),
        };
        match std::mem::take(&mut self.gesture) {
            Gesture::Press { at, on } => commands.extend(self.select_clicked(state, at, &on, modifiers)),
            Gesture::Create { index, .. } => commands.extend(create::finished(index)),
            Gesture::Box { .. } => {}
            _ => commands.push(Command::Edit(EditCommand::Commit)),
        }
        self.stop();
        commands
    }

    fn on_key(&mut self, state: &AppState, key: Key, repeat: bool, modifiers: Modifiers) -> Vec<Command> {
        if !self.polygon.is_empty()
            && let Some(commands) = self.polygon_key(state, key, modifiers)
        {
            return commands;
        }
        super::command_table::info_of_key(key, modifiers)
            .filter(|row| !repeat || row.repeats)
            .map(|row| row.command.clone())
            .into_iter()
            .collect()
    }
}

/// The grid to snap to now; Ctrl turns snapping around.
pub fn snapping(state: &AppState, modifiers: Modifiers) -> Option<Grid> {
    (state.snap() != modifiers.ctrl).then(|| state.grid())
}

/// The point, no finer than a tenth of a pixel.
pub fn rounded(state: &AppState, point: Vec2) -> Vec2 {
    Grid::resolution(state.view().scale).snap_point(point)
}
