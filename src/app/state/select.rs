//! Commands of the selection, and Esc.

use super::AppState;
use crate::app::commands::{HandMove, ReduceMove, SelectCommand, Tool};
use crate::app::looking::contents::SceneItem;
use crate::app::looking::{pairs, picking};
use crate::app::messages::Level;
use crate::scene::{Expectation, SceneQuery};

impl AppState {
    pub(super) fn apply_select(&mut self, command: SelectCommand) {
        let count = self.scene().bodies.len() as u32;
        let before = self.looking.selection().to_vec();
        let entered = if let SelectCommand::Enter(body) = command { Some(body) } else { None };
        let mut after = match command {
            SelectCommand::All => (0..count).filter(|body| !self.looking.veils.passes_over(*body)).collect(),
            SelectCommand::None => Vec::new(),
            SelectCommand::Only(bodies) => bodies,
            SelectCommand::Toggle(body) if before.contains(&body) => {
                before.iter().copied().filter(|b| *b != body).collect()
            }
            SelectCommand::Toggle(body) => [before.as_slice(), &[body]].concat(),
            SelectCommand::Add(bodies) => [before.as_slice(), &bodies].concat(),
            SelectCommand::Enter(body) => vec![body],
            SelectCommand::Hide(bodies, hide) => return self.looking.veils.hide(&bodies, hide),
            SelectCommand::Lock(bodies, lock) => return self.looking.veils.lock(&bodies, lock),
            SelectCommand::ToggleHidden => {
                let hide = !before.iter().all(|body| self.looking.veils.hides(*body));
                return self.looking.veils.hide(&before, hide);
            }
            SelectCommand::ToggleLocked => {
                let lock = !before.iter().all(|body| self.looking.veils.locks(*body));
                return self.looking.veils.lock(&before, lock);
            }
            SelectCommand::ShowAll => return self.looking.veils.show_all(),
            SelectCommand::UnlockAll => return self.looking.veils.unlock_all(),
            SelectCommand::GoTo(item) => return self.go_to_item(item),
            SelectCommand::PinCard => return self.pin_card(),
            SelectCommand::RemoveCard(index) => {
                if index < self.looking.cards.len() {
                    self.looking.cards.remove(index);
                }
                return;
            }
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

    /// Pins the card of the selected pair, or takes it away.
    fn pin_card(&mut self) {
        /// They lie side by side.
        const MOST: usize = 4;
        let Some((a, b)) = self.looking.selected_pair() else { return };
        let scene = self.named_scene();
        let name = |index: u32| scene.bodies.get(index as usize).map(|body| body.name.clone());
        let Some(card) = name(a).zip(name(b)) else { return };
        let cards = &mut self.looking.cards;
        match cards.iter().position(|known| *known == card) {
            Some(index) => _ = cards.remove(index),
            None if cards.len() < MOST => cards.push(card),
            None => self.messages.push(Level::Info, "Four cards are pinned; close one first."),
        }
    }

    /// Selects a body; of anything else that the scene has, what it is about: two bodies as a pair, with no body
    /// selected, so that the inspector shows the scene. An expectation is gone to at its frame.
    fn go_to_item(&mut self, item: SceneItem) {
        let scene = self.scene();
        if let SceneItem::Body(body) = item {
            self.apply_select(SelectCommand::Only(vec![body]));
            self.bring_bodies_into_sight(&[body]);
            return;
        }
        let bodies = item.bodies(scene);
        let place = match item {
            SceneItem::Query(index) => scene.queries.get(index as usize).and_then(SceneQuery::place),
            SceneItem::Body(_)
            | SceneItem::Generator(_)
            | SceneItem::Joint(_)
            | SceneItem::Listener(_)
            | SceneItem::Expectation(_)
            | SceneItem::Stop(_) => None,
        };
        if let SceneItem::Expectation(index) = item
            && let Some(frame) = scene.expect.get(index as usize).map(Expectation::frame)
        {
            self.go_to(frame);
        }
        self.apply_select(SelectCommand::None);
        match *bodies.as_slice() {
            [a, b] => self.select_pair(Some((a, b))),
            _ => self.bring_bodies_into_sight(&bodies),
        }
        if let Some(place) = place {
            self.showing.bring_into_sight(place);
        }
    }

    /// Moves the view to the middle of these bodies where the canvas does not show it.
    fn bring_bodies_into_sight(&mut self, bodies: &[u32]) {
        let frame = self.showing.camera.frame();
        if let Some(bounds) = picking::bounds(self.run.world(), frame, bodies.iter().copied()) {
            let middle = frame.world_point(bounds.center());
            self.showing.bring_into_sight(middle);
        }
    }

    /// Undoes the innermost thing that Esc can undo.
    fn cancel(&mut self) {
        if self.hand.pull.is_some() {
            self.hand.tools.stop();
            self.apply_hand(HandMove::Release);
        } else if self.hand.in_gesture() || self.history.is_pending() {
            self.revert();
        } else if let Some(target) = self.run.seeking {
            self.go_to(self.run.frame());
            let text = format!("Stopped at frame {} on the way to {target}.", self.run.frame());
            self.messages.push(Level::Info, text);
        } else if self.hand.tools.drop_clicked() || self.hand.tools.drop_draft() {
        } else if self.merge_draft().is_some() {
            self.hand.merge = None;
        } else if let Some(draft) = &self.hand.reduce {
            let to = if draft.is_searching() { ReduceMove::Stop } else { ReduceMove::Leave };
            self.apply_reduce(to);
        } else if self.showing.help_open {
            self.showing.help_open = !self.showing.help_open;
        } else if self.run.inside.is_some() {
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
