//! What the pointer does on the canvas: events become commands.
//!
//! The tools remember only the gesture under way; the scene changes through commands alone. While a gesture
//! edits the scene, time waits.

pub mod ask;
pub mod clicked;
pub mod create;
pub mod magnet;
pub mod new_body;
mod pull;
pub mod regular;
pub mod select;
pub mod transform;

use std::collections::HashSet;

use collide2d::{ShapeKind, World};
use glam::Vec2;

use ask::{AskDrag, QueryDraft};
use magnet::Guide;

use crate::app::commands::{Command, EditCommand, Tool, ViewCommand};
use crate::app::hand::handles::{self, Handle};
use crate::app::hand::input::{Event, EventKind, Modifiers, PointerButton};
use crate::app::looking::{Looking, picking};
use crate::app::run::Run;
use crate::app::showing::Showing;
use crate::app::showing::grid::Grid;
use crate::picture::frame::Frame;
use crate::picture::overlay::Layer;
use crate::picture::view::View;
use crate::scene::numbers::LengthUnit;
use crate::scene::present::present_scene;
use crate::scene::{Scene, SceneBody, SceneLinks, pieces};

/// Distance of the pointer from its press at which a drag begins. Pixels.
pub const DRAG_THRESHOLD: f32 = 3.0;

/// The part of the editor's state that tools and the derived readings see.
#[derive(Clone, Copy, Debug)]
pub struct EditorView<'a> {
    /// The scene at frame 0.
    pub scene: &'a Scene,
    pub run: &'a Run,
    /// The selection.
    pub looking: &'a Looking,
    /// The view and the grid.
    pub showing: &'a Showing,
}

/// What the tools are doing on the canvas.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    /// The gesture of the button that is down.
    pub gesture: Gesture,
    /// Points of the polygon or chain in progress. World.
    pub clicked: Vec<Vec2>,
    /// What is asked and is no query of the scene.
    pub draft: Option<QueryDraft>,
    /// Place of the last click, and the body that it selected of those there.
    last_click: Option<(Vec2, u32)>,
    /// A tool that draws stays in use after a shape.
    pub keeps: bool,
    /// The gesture's number beside the pointer.
    pub readout: Option<Readout>,
}

/// A number beside the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Readout {
    /// "45.0°", "2.00 × 1.50 m".
    pub text: String,
    /// The gesture asks for a value that is not allowed, and stays at the last allowed one.
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
        button: PointerButton,
        /// Position of the press. Pixels.
        from: Vec2,
        /// Last position of the pointer. Pixels.
        last: Vec2,
    },
    /// Left button, not yet moved.
    Press {
        /// Position of the press. Pixels.
        at: Vec2,
        on: GestureTarget,
    },
    Move {
        /// Position of the press. World.
        from: Vec2,
        /// The body under the pointer, whose position snaps to the grid.
        grabbed: u32,
        bodies: Vec<(u32, SceneBody)>,
        moves: MovedBodies,
        /// What the grabbed body is snapped to.
        guides: Vec<Guide>,
    },
    Rotate {
        /// Position of the press. World.
        from: Vec2,
        /// Point that they rotate about. World.
        pivot: Vec2,
        bodies: Vec<(u32, SceneBody)>,
    },
    Resize {
        /// Position of the press. World.
        from: Vec2,
        handle: Handle,
        index: u32,
        body: Box<SceneBody>,
    },
    /// A spring pulls a body.
    Pull {
        body: u32,
        /// The point of the body, local.
        from: Vec2,
        /// Position of the pointer. World.
        to: Vec2,
    },
    /// An arrow that will push a body.
    Push {
        body: u32,
        /// World.
        from: Vec2,
        to: Vec2,
    },
    Box {
        /// Position of the press. World.
        from: Vec2,
        /// Position of the pointer. World.
        to: Vec2,
        /// The bodies that were selected before and stay so.
        kept: Vec<u32>,
    },
    /// A new body is dragged out.
    Create {
        drawn: Drawn,
        /// Position of the press, on the grid if snapping is on. World.
        from: Vec2,
        /// Last position of the pointer. Pixels.
        to: Vec2,
        /// Its index, once it is in the scene.
        index: Option<u32>,
    },
    /// Something is asked or measured.
    Ask {
        /// Position of the press. Pixels.
        at: Vec2,
        drag: AskDrag,
        /// What was asked before, which Esc brings back.
        before: Option<QueryDraft>,
    },
}

/// What a drag on a body moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovedBodies {
    Selected,
    /// Copies of what is selected, which are not in the scene yet.
    CopiesToCome,
    Copies,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    Shape(ShapeKind),
    /// A regular polygon of this many corners.
    Regular(u32),
}

/// What a press went down on.
#[derive(Clone, Debug, PartialEq)]
pub enum GestureTarget {
    /// No handle and no body.
    Empty,
    Handle(Handle),
    /// A mark at the edge, which has led to what it points at.
    EdgeMark,
    /// A body, and whether it was selected before the press.
    Body(u32, bool),
}

impl Gesture {
    /// Whether the gesture edits the scene, so that time waits.
    pub fn edits(&self) -> bool {
        let of_query = AskDrag::is_of_scene;
        matches!(self, Self::Move { .. } | Self::Rotate { .. } | Self::Resize { .. } | Self::Create { .. })
            || matches!(self, Self::Ask { drag, .. } if of_query(drag))
    }

    /// The body that the gesture edits; of several moved together, the grabbed one.
    pub fn held_body(&self) -> Option<u32> {
        match self {
            Self::Move { grabbed, .. } => Some(*grabbed),
            Self::Resize { index, .. } => Some(*index),
            Self::Create { index, .. } => *index,
            Self::Rotate { bodies, .. } => match bodies.as_slice() {
                [(index, _)] => Some(*index),
                _ => None,
            },
            Self::None
            | Self::Pan { .. }
            | Self::Press { .. }
            | Self::Pull { .. }
            | Self::Push { .. }
            | Self::Box { .. }
            | Self::Ask { .. } => None,
        }
    }

    /// Two opposite corners of a box selection, whose sides are level on the screen. World.
    pub fn area(&self) -> Option<[Vec2; 2]> {
        let Self::Box { from, to, .. } = self else { return None };
        Some([*from, *to])
    }
}

impl EditorView<'_> {
    /// The present state of the world.
    pub fn world(&self) -> &World {
        self.run.world()
    }

    /// The transform from world to screen.
    pub fn view(&self) -> &View {
        self.showing.view()
    }

    /// The bodies at a screen point that the pointer does not pass over, in order of priority.
    pub fn bodies_at(&self, at: Vec2) -> Vec<u32> {
        let mut stack = picking::bodies_at(self.world(), self.view(), at);
        stack.retain(|body| !self.looking.veils.passes_over(*body));
        stack
    }

    /// The selected bodies in their present state, at any frame, without those that are locked.
    pub fn selected_bodies(&self) -> Vec<(u32, SceneBody)> {
        let present = present_scene(self.scene, self.world());
        let body = |&index: &u32| Some((index, present.bodies.get(index as usize)?.clone()));
        let selected = self.looking.selection().iter().filter(|index| !self.looking.veils.locks(**index));
        selected.filter_map(body).collect()
    }

    /// The cables, rods and joints of which both ends are among these bodies.
    pub fn links_between(&self, bodies: &[SceneBody]) -> SceneLinks {
        let names: HashSet<&str> = bodies.iter().map(|body| body.name.as_str()).collect();
        let are_among = |ends: [&str; 2]| ends.iter().all(|end| names.contains(end));
        let generators = self.scene.generators.iter().filter(|one| one.ends().is_some_and(are_among));
        let joints = self.scene.joints.iter().filter(|one| are_among(one.ends()));
        SceneLinks { generators: generators.cloned().collect(), joints: joints.cloned().collect() }
    }

    /// The index that a new body gets: an edit of a frame in which bodies are gone leaves them out.
    pub fn next_index(&self) -> u32 {
        (self.scene.bodies.len() - pieces::gone(self.scene, self.world()).len()) as u32
    }

    /// The handles of the selection; empty inside a step and in a recording, which cannot be edited.
    pub fn handles(&self) -> Vec<Handle> {
        if self.run.inside.is_some() || self.run.frames.playback().is_some() {
            return Vec::new();
        }
        let (selection, growth) = (self.looking.selection(), self.showing.handle_growth());
        if selection.iter().any(|body| self.looking.veils.passes_over(*body)) {
            return Vec::new();
        }
        if let Some(entered) = self.looking.entered() {
            return handles::of_parts(self.scene, self.world(), self.view(), entered, growth);
        }
        let mut list = handles::handles(self.scene, self.world(), self.view(), selection, growth);
        if let [index] = *selection
            && !list.is_empty()
            && self.showing.layers.has(Layer::Velocities)
        {
            list.extend(handles::velocity(self.world(), self.view(), index));
        }
        list
    }

    /// The handle under a screen point.
    pub fn handle_at(&self, screen: Vec2) -> Option<Handle> {
        handles::handle_at(&self.handles(), screen, self.showing.handle_growth())
    }

    /// The grid to snap to; Ctrl inverts snapping.
    pub fn snapping(&self, modifiers: Modifiers) -> Option<Grid> {
        (self.showing.kept.snap != modifiers.ctrl).then(|| self.showing.grid())
    }

    /// What numbers beside the pointer are written in.
    pub fn unit(&self) -> LengthUnit {
        self.showing.kept.units.typed()
    }

    /// The frame in which the canvas is seen, whose grid is shown.
    pub fn frame(&self) -> &Frame {
        self.showing.camera.frame()
    }

    /// The grid of the finest numbers that a drag gives: a tenth of a pixel.
    pub fn resolution(&self) -> Grid {
        Grid::resolution(self.view().scale, self.unit())
    }

    /// The world point under a screen point: on the grid if snapping is on, else rounded to a tenth of a
    /// pixel.
    pub fn place(&self, screen: Vec2, modifiers: Modifiers) -> Vec2 {
        let world = self.view().world_from_screen(screen);
        match self.snapping(modifiers) {
            Some(grid) => grid.snap_in(self.frame(), world),
            None => self.resolution().snap_point(world),
        }
    }
}

impl Tools {
    /// Drops the polygon or chain in progress; returns whether there was one.
    pub fn drop_clicked(&mut self) -> bool {
        let any = !self.clicked.is_empty();
        if any {
            self.clicked.clear();
            self.readout = None;
        }
        any
    }

    /// Bodies are gone from the scene: the gesture's bodies have other indices. `gone` is ascending.
    pub fn renumber(&mut self, gone: &[u32]) {
        let shift = |index: &mut u32| *index -= gone.partition_point(|gone| gone < index) as u32;
        match &mut self.gesture {
            Gesture::None | Gesture::Pan { .. } | Gesture::Press { .. } | Gesture::Ask { .. } => {}
            Gesture::Box { kept, .. } => kept.iter_mut().for_each(shift),
            // Copies have got their indices after the others were gone.
            Gesture::Move { moves: MovedBodies::Copies, .. } => {}
            Gesture::Move { grabbed, bodies, .. } => {
                shift(grabbed);
                bodies.iter_mut().for_each(|(index, _)| shift(index));
            }
            Gesture::Rotate { bodies, .. } => bodies.iter_mut().for_each(|(index, _)| shift(index)),
            // A new body has got its index after the others were gone.
            Gesture::Create { .. } => {}
            Gesture::Resize { index, .. } => shift(index),
            Gesture::Pull { body, .. } | Gesture::Push { body, .. } => shift(body),
        }
    }

    /// Drops what is asked and not kept; returns whether there was something.
    pub fn drop_draft(&mut self) -> bool {
        self.readout = None;
        self.draft.take().is_some()
    }

    /// Brings back what was asked before the gesture, as far as the scene does not hold it.
    pub fn revert_draft(&mut self) {
        if let Gesture::Ask { before, .. } = &mut self.gesture {
            self.draft = before.take();
        }
    }

    pub fn stop(&mut self) {
        self.gesture = Gesture::None;
        self.readout = None;
    }

    /// Turns one event into commands; `None`: a key that the tool does not use.
    pub fn on_event(&mut self, tool: Tool, seen: &EditorView, event: &Event) -> Option<Vec<Command>> {
        let modifiers = event.modifiers;
        Some(match event.kind {
            EventKind::Moved(to) => self.on_moved(seen, to, modifiers),
            EventKind::Pressed(PointerButton::Left, at) => self.on_left_pressed(tool, seen, at, modifiers),
            EventKind::Pressed(button, at) => {
                if matches!(self.gesture, Gesture::None) {
                    self.gesture = Gesture::Pan { button, from: at, last: at };
                }
                Vec::new()
            }
            EventKind::Released(PointerButton::Left, at) => self.on_left_released(seen, at, modifiers),
            EventKind::Released(button, at) => {
                let mut commands = self.on_moved(seen, at, modifiers);
                let Gesture::Pan { button: held, from, .. } = self.gesture else { return Some(Vec::new()) };
                if held != button {
                    return Some(Vec::new());
                }
                self.stop();
                let is_click = button == PointerButton::Right && from.distance(at) < DRAG_THRESHOLD;
                if is_click && !self.drop_clicked() {
                    commands.push(Command::View(ViewCommand::OpenMenu(at)));
                }
                commands
            }
            EventKind::Wheel(notches, at) if notches != 0.0 => {
                vec![Command::View(ViewCommand::Zoom(at, notches.clamp(-1.0, 1.0)))]
            }
            EventKind::Wheel(..) => Vec::new(),
            EventKind::Key { key, .. } => {
                let commands = self.regular_key(seen, key, modifiers);
                let commands = commands.or_else(|| self.clicked_key(tool, seen, key, modifiers));
                return commands.or_else(|| self.ask_key(key, modifiers));
            }
            EventKind::FocusLost => {
                self.stop();
                vec![pull::released(), Command::Edit(EditCommand::Commit)]
            }
        })
    }

    fn on_left_pressed(
        &mut self,
        tool: Tool,
        seen: &EditorView,
        at: Vec2,
        modifiers: Modifiers,
    ) -> Vec<Command> {
        if !matches!(self.gesture, Gesture::None) {
            return Vec::new();
        }
        match tool {
            Tool::Select => self.select_pressed(seen, at, modifiers),
            Tool::Draw(kind) if clicked::is_clicked(kind) => self.point_clicked(kind, seen, at, modifiers),
            Tool::Draw(kind) => self.begin(Drawn::Shape(kind), seen.place(at, modifiers), at),
            Tool::Pull => self.pull_pressed(seen, at),
            Tool::Regular(corners) => self.begin(Drawn::Regular(corners), seen.place(at, modifiers), at),
            Tool::Ask => self.ask_pressed(seen, at, modifiers),
            Tool::Measure => self.measure_pressed(seen, at, modifiers),
        }
    }

    fn begin(&mut self, drawn: Drawn, from: Vec2, to: Vec2) -> Vec<Command> {
        self.gesture = Gesture::Create { drawn, from, to, index: None };
        Vec::new()
    }

    fn on_moved(&mut self, seen: &EditorView, to: Vec2, modifiers: Modifiers) -> Vec<Command> {
        match &mut self.gesture {
            Gesture::None => Vec::new(),
            Gesture::Pan { last, .. } => {
                let delta = to - *last;
                *last = to;
                if delta == Vec2::ZERO { Vec::new() } else { vec![Command::View(ViewCommand::Pan(delta))] }
            }
            Gesture::Create { .. } => self.create_moved(seen, to, modifiers),
            Gesture::Ask { .. } => self.ask_moved(seen, to, modifiers),
            Gesture::Pull { .. } | Gesture::Push { .. } => self.pull_moved(seen, to),
            Gesture::Press { .. }
            | Gesture::Move { .. }
            | Gesture::Rotate { .. }
            | Gesture::Resize { .. }
            | Gesture::Box { .. } => self.select_moved(seen, to, modifiers),
        }
    }

    fn on_left_released(&mut self, seen: &EditorView, at: Vec2, modifiers: Modifiers) -> Vec<Command> {
        if matches!(self.gesture, Gesture::None | Gesture::Pan { .. }) {
            return Vec::new();
        }
        let mut commands = self.on_moved(seen, at, modifiers);
        match std::mem::take(&mut self.gesture) {
            Gesture::Press { at, on } => commands.extend(self.select_clicked(seen, at, &on, modifiers)),
            Gesture::Create { index, .. } => commands.extend(create::finished(index, self.keeps)),
            Gesture::Pull { .. } => commands.push(pull::released()),
            Gesture::Push { body, from, to } => commands.extend(pull::pushed(seen, body, from, to)),
            Gesture::Ask { drag, .. } if !drag.is_of_scene() => {}
            Gesture::Ask { .. } | Gesture::Move { .. } | Gesture::Rotate { .. } | Gesture::Resize { .. } => {
                commands.push(Command::Edit(EditCommand::Commit));
            }
            Gesture::None | Gesture::Pan { .. } | Gesture::Box { .. } => {}
        }
        self.stop();
        commands
    }
}
