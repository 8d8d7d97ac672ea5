//! Inputs by hand: a body is pulled by a spring while time runs, and pushed by an arrow while it stands; a mover is told how
//! it walks. Each becomes an input of the scene with its frame, and one undo point.

use glam::Vec2;

use super::AppState;
use crate::app::commands::HandMove;
use crate::app::hand::pull_act::PullAct;
use crate::app::history::Snapshot;
use crate::app::messages::Level;
use crate::scene::{Scene, SceneBody, SceneInput, SceneMotion};

/// A pull brings its body along within about a tenth of a second: stiffness per kilogram. 1/s².
const STIFFNESS: f32 = 100.0;
/// An arrow of one metre makes a body so much faster. 1/s.
const PUSH: f32 = 2.0;

impl AppState {
    pub(super) fn apply_hand(&mut self, to: HandMove) {
        match to {
            HandMove::Grab { body, at } => self.grab(body, at),
            HandMove::To(at) => {
                if self.hand.pull.is_some() {
                    self.hand.pull_to = at;
                }
            }
            HandMove::Release => self.let_go(),
            HandMove::Push { body, at, by } => self.push_body(body, at, by),
            HandMove::Walk { body, direction, jump } => self.tell_mover(body, direction, jump),
        }
    }

    /// The mass of a body that forces move; a message says why it is none.
    fn mass_of(&mut self, body: u32) -> Option<(String, f32)> {
        let found = self.scene().bodies.get(body as usize).map(|body| (body.name.clone(), body.motion));
        match found {
            Some((name, SceneMotion::Dynamic { mass, .. })) => Some((name, mass)),
            Some(_) | None => {
                let name = self.named_scene().shown_name(body).into_owned();
                let text = format!("Only what is dynamic is pulled or pushed; {name} is not.");
                self.messages.push(Level::Info, text);
                None
            }
        }
    }

    /// Begins to pull a body at a point; what was computed beyond this frame is computed again.
    fn grab(&mut self, body: u32, at: Vec2) {
        let Some((name, mass)) = self.mass_of(body) else { return };
        let Some(pose) = self.run.world().body(body).map(|body| *body.pose()) else { return };
        let before = self.snapshot();
        let first = self.run.frame();
        self.run.cut_future();
        let stiffness = STIFFNESS * mass;
        let from = pose.local_from_world(at);
        self.hand.pull_to = at;
        self.hand.pull = Some(PullAct { before, first, body: name, from, to: vec![(first, at)], stiffness });
    }

    /// Brings the pull that goes on to the pointer, before the steps of this tick.
    pub(super) fn pull_on(&mut self) {
        let frame = self.run.frame();
        let Some(act) = &mut self.hand.pull else { return };
        if frame < act.first || !self.run.playing {
            // Time was moved by something else.
            return self.let_go();
        }
        act.follow(frame, self.hand.pull_to);
        let input = act.input(u64::MAX);
        let mut inputs = self.scene().inputs.clone();
        input.insert(&mut inputs);
        self.set_world_inputs(inputs);
    }

    /// Ends the pull; it becomes an input of the scene.
    fn let_go(&mut self) {
        let Some(act) = self.hand.pull.take() else { return };
        let frame = self.run.frame();
        let mut scene = self.scene().clone();
        if frame > act.first {
            act.input(frame - 1).insert(&mut scene.inputs);
        }
        self.keep_inputs(act.before, scene);
    }

    fn push_body(&mut self, body: u32, at: Vec2, by: Vec2) {
        let Some((name, mass)) = self.mass_of(body) else { return };
        let before = self.snapshot();
        let mut scene = self.scene().clone();
        let frame = self.run.frame();
        let push = SceneInput::Push { frame, body: name, impulse: by * mass * PUSH, at: Some(at) };
        push.insert(&mut scene.inputs);
        self.run.cut_future();
        self.keep_inputs(before, scene);
    }

    /// A mover is told how it walks from the present frame on, and whether it jumps in it: one line a frame.
    fn tell_mover(&mut self, body: u32, direction: Option<f32>, jump: Option<bool>) {
        let Some(SceneBody { name, .. }) = self.scene().bodies.get(body as usize) else { return };
        let (name, frame) = (name.clone(), self.run.frame());
        let told = self.scene().told(&name, frame);
        let jump = jump.unwrap_or_else(|| told.is_some_and(|line| line.jumps_at(frame)));
        let now = told.map_or(0.0, SceneInput::direction);
        let before = self.snapshot();
        let mut scene = self.scene().clone();
        scene.inputs.retain(|input| {
            !matches!(input, SceneInput::Input { frame: from, body, .. } if *from == frame && *body == name)
        });
        // Of a jump that is taken back nothing stays, if the mover goes on as before.
        let says_something =
            jump || direction.is_some() || scene.told(&name, frame).map_or(0.0, SceneInput::direction) != now;
        if says_something {
            let direction = direction.unwrap_or(now);
            SceneInput::Input { frame, body: name, direction, jump }.insert(&mut scene.inputs);
        }
        self.run.cut_future();
        self.keep_inputs(before, scene);
    }

    /// The inputs of this scene become those of the document and of the run, which goes on; one undo point.
    fn keep_inputs(&mut self, before: Snapshot, scene: Scene) {
        let made = scene.validate();
        if let Err(error) = &made {
            self.messages.push(Level::Warning, error.message.clone());
        }
        let scene = if made.is_ok() { scene } else { self.scene().clone() };
        self.set_world_inputs(scene.inputs.clone());
        if scene != *self.scene() {
            self.history.begin(before);
            self.files.set_scene(scene);
            self.commit();
        }
    }

    fn set_world_inputs(&mut self, inputs: Vec<SceneInput>) {
        let indices = self.scene().indices();
        let inputs = inputs.iter().filter_map(|input| input.to_input(&indices)).collect();
        if let Some(simulation) = self.run.frames.simulation() {
            simulation.set_inputs(inputs);
        }
    }

    /// Takes an input away; the run is computed again up to this frame.
    pub(super) fn remove_input(&mut self, index: usize) {
        self.finish_gesture();
        let mut scene = self.scene().clone();
        if index >= scene.inputs.len() {
            return;
        }
        scene.inputs.remove(index);
        let Ok(start) = scene.to_world() else { return };
        let (before, frame) = (self.snapshot(), self.run.frame());
        self.history.begin(before);
        self.leave_step();
        self.run.restore(start, None);
        self.files.set_scene(scene);
        self.commit();
        self.run.seek(frame);
    }
}
