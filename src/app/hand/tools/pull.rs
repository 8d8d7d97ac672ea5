//! The tool that pulls bodies while time runs, and pushes them by an arrow while it stands.

use glam::Vec2;

use super::{DRAG_THRESHOLD, EditorView, Gesture, Readout, Tools};
use crate::app::commands::{Command, HandMove, SelectCommand, TimeCommand};
use crate::app::looking::picking;

fn hand(to: HandMove) -> Command {
    Command::Time(TimeCommand::Hand(to))
}

impl Tools {
    pub(super) fn pull_pressed(&mut self, seen: &EditorView, at: Vec2) -> Vec<Command> {
        let Some(&body) = picking::bodies_at(seen.world(), seen.view(), at).first() else {
            return vec![Command::Select(SelectCommand::None)];
        };
        let world = seen.view().world_from_screen(at);
        let select = Command::Select(SelectCommand::Only(vec![body]));
        if seen.run.playing && !seen.run.backwards {
            let local = seen.world().body(body).map(|body| body.pose().local_from_world(world));
            self.gesture = Gesture::Pull { body, from: local.unwrap_or_default(), to: world };
            return vec![select, hand(HandMove::Grab { body, at: world })];
        }
        self.gesture = Gesture::Push { body, from: world, to: world };
        vec![select]
    }

    pub(super) fn pull_moved(&mut self, seen: &EditorView, screen: Vec2) -> Vec<Command> {
        let world = seen.view().world_from_screen(screen);
        match &mut self.gesture {
            Gesture::Pull { to, .. } => {
                *to = world;
                vec![hand(HandMove::To(world))]
            }
            Gesture::Push { from, to, .. } => {
                *to = world;
                let speed = seen.unit().short(2.0 * from.distance(world));
                let text = format!("push: {speed}/s at the centre");
                self.readout = Some(Readout { text, refused: false });
                Vec::new()
            }
            _ => Vec::new(),
        }
    }
}

/// The push of an arrow from a point of a body; none of a click.
pub fn pushed(seen: &EditorView, body: u32, from: Vec2, to: Vec2) -> Option<Command> {
    let pixels = seen.view().scale * from.distance(to);
    (pixels >= DRAG_THRESHOLD).then(|| hand(HandMove::Push { body, at: from, by: to - from }))
}

pub fn released() -> Command {
    hand(HandMove::Release)
}
