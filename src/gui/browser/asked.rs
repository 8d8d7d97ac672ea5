//! What the page's script asks between two frames.

use std::rc::Rc;

use egui_macroquad::egui::{Id, TextEdit, pos2};
use glam::Vec2;

use super::Shell;
use super::running::ShellCell;
use crate::app::{Key, table};
use crate::gui::panels::fields;
use crate::platform::page::{self, PageQuestion};

/// The script's number of Ctrl.
const CTRL: f32 = 2.0;

/// Answers the script's questions of the window from now on. Within a frame the answer is no.
pub fn answer_questions(running: &ShellCell) {
    let running = Rc::downgrade(running);
    page::at_questions(move |question, numbers| {
        let Some(running) = running.upgrade() else { return false };
        let Ok(running) = running.try_borrow() else { return false };
        running.as_ref().is_some_and(|shell| shell.answer(question, numbers))
    });
}

impl Shell {
    fn answer(&self, question: PageQuestion, (x, y): (f32, f32)) -> bool {
        let at = self.points(x, y);
        let is_window = self.panels.is_modal(&self.state) || self.state.showing().help_open;
        match question {
            PageQuestion::Scrolls if self.state.showing().embedded.is_some() => is_window,
            PageQuestion::Scrolls => !self.on_canvas(at),
            PageQuestion::Grips if !self.on_canvas(at) => {
                is_window || !self.state.showing().embedded.is_some()
            }
            PageQuestion::Grips => self.state.grips(at),
            PageQuestion::IsField => self.is_field_at(at),
            PageQuestion::TakesTab => {
                self.egui.caret().is_some()
                    || fields::is_on_tab_stop(self.egui.context())
                    || self.panels.is_modal(&self.state)
            }
            PageQuestion::TakesArrows => {
                self.egui.caret().is_some() || is_window || !self.state.looking().selection().is_empty()
            }
            PageQuestion::IsCommand => is_command(Key::Letter(char::from(x as u8)), y == CTRL),
        }
    }

    /// Whether a text field is there, as of the last frame.
    fn is_field_at(&self, at: Vec2) -> bool {
        let (context, at) = (self.egui.context(), pos2(at.x, at.y));
        let Some(layer) = context.layer_id_at(at) else { return false };
        let below: Vec<Id> = context.viewport(|viewport| {
            let widgets = viewport.prev_pass.widgets.get_layer(layer);
            widgets.filter(|widget| widget.interact_rect.contains(at)).map(|widget| widget.id).collect()
        });
        let is_text = |id| fields::is_field(context, id) || TextEdit::load_state(context, id).is_some();
        below.into_iter().any(is_text)
    }
}

/// Whether a command has this key with Ctrl, or else with Alt, whatever else is held.
fn is_command(key: Key, with_ctrl: bool) -> bool {
    table()
        .flat_map(|row| row.shortcuts)
        .any(|combo| combo.key == key && if with_ctrl { combo.modifiers.ctrl } else { combo.modifiers.alt })
}
