//! Commands of the selection, and Esc.

use super::AppState;
use crate::app::commands::{SelectCommand, Tool};
use crate::app::looking::pairs;
use crate::app::messages::Level;

impl AppState {
    pub(super) fn apply_select(&mut self, command: SelectCommand) {
        let count = self.scene().bodies.len() as u32;
        let before = self.looking.selection().to_vec();
        let entered = if let SelectCommand::Enter(body) = command { Some(body) } else { None };
        let mut after = match command {
            SelectCommand::All => (0..count).collect(),
            SelectCommand::None => Vec::new(),
            SelectCommand::Only(bodies) => bodies,
            SelectCommand::Toggle(body) if before.contains(&body) => {
                before.iter().copied().filter(|b| *b != body).collect()
            }
            SelectCommand::Toggle(body) => [before.as_slice(), &[body]].concat(),
            SelectCommand::Add(bodies) => [before.as_slice(), &bodies].concat(),
            SelectCommand::Enter(body) => vec![body],
            SelectCommand::Cancel => return self.cancel(),
        };
        after.retain(|body| self.run.world().body(*body).is_some());
        self.looking.select(after);
        if entered.is_some() {
            self.looking.enter(entered);
        }
        let changed = self.looking.selection() != before;
        if changed {
            self.hand.last_nudge = None;
        }
        match *self.looking.selection() {
            [one] if changed => {
                self.looking.pick(pairs::of_body(self.run.world(), &self.derived.report, one))
            }
            [a, b] => {
                let pair = pairs::ordered(self.run.world(), a, b).or(self.looking.pinned_pair);
                self.looking.pick(pair);
            }
            _ => {}
        }
    }

    /// Undoes the innermost thing that Esc can undo.
    fn cancel(&mut self) {
        if self.hand.in_gesture() || self.history.is_pending() {
            self.revert();
        } else if let Some(target) = self.run.seeking {
            self.go_to(self.run.frame());
            let told = format!("Stopped at frame {} on the way to {target}.", self.run.frame());
            self.messages.push(Level::Info, told);
        } else if !self.hand.tools.polygon.is_empty() {
            self.hand.tools.drop_polygon();
        } else if self.showing.help_open {
            self.showing.help_open = !self.showing.help_open;
        } else if self.run.inside.as_ref().is_some() {
            self.leave_step();
        } else if self.hand.tool != Tool::Select {
            self.hand.take(Tool::Select);
        } else if self.looking.entered().is_some() {
            self.looking.enter(None);
        } else if !self.looking.selection().is_empty() {
            self.looking.select(Vec::new());
        } else {
            self.looking.pinned_pair = None;
        }
    }
}
