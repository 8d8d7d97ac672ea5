//! Steps of one representable number, and where touching begins.

use super::AppState;
use super::open::Opened;
use crate::app::commands::Effect;
use crate::app::commands::change::{BodyEdit, Change};
use crate::app::files::document::Document;
use crate::app::messages::Level;
use crate::app::one_float::{Nudge, TouchBegins, WorldAxis, bits, stepped, touch_begins};
use crate::app::relatives::relatives;
use crate::platform::plain;
use crate::scene::SceneBody;
use crate::scene::field::FieldValue;
use crate::scene::present::present_scene;

impl AppState {
    pub(super) fn nudge_by_one_number(&mut self, way: Nudge) {
        self.hand.last_way = Some(way);
        self.nudge(|bodies| {
            let moved =
                |body: &SceneBody| SceneBody { position: stepped(body.position, way), ..body.clone() };
            bodies.iter().map(|(index, body)| (*index, moved(body))).collect()
        });
    }

    /// The position of the only body selected, or of A of the selected pair, to the last bit.
    pub fn position_bits(&self) -> Option<String> {
        let index = match self.looking.selection() {
            [one] => *one,
            _ => self.looking.selected_pair()?.0,
        };
        let position = self.run.shown().body(index)?.pose().position;
        Some(format!("x {}  y {}", bits(position.x), bits(position.y)))
    }

    /// Opens the degenerate relatives of the selected pair.
    pub(super) fn open_relatives(&mut self, effects: &mut Vec<Effect>) {
        let Some((a, b)) = self.looking.selected_pair() else { return };
        let present = present_scene(self.named_scene(), self.run.world());
        let bodies = present.bodies.get(a as usize).zip(present.bodies.get(b as usize));
        match bodies.map(|(a, b)| relatives(a, b)) {
            Some(Ok(scene)) => self.install_or_complain(Opened::of(Document::unsaved(scene)), effects),
            Some(Err(text)) => self.messages.push(Level::Warning, text),
            None => {}
        }
    }

    pub(super) fn find_touch(&mut self) {
        let Some((a, b)) = self.looking.selected_pair() else { return };
        if let Some(why) = self.held_together((a, b)) {
            return self.messages.push(Level::Info, why);
        }
        self.finish_gesture();
        let found = self.run.world().body(a).zip(self.run.world().body(b)).map(|(body_a, body_b)| {
            let toward = body_b.pose().position - body_a.pose().position;
            let way = self.hand.last_way.unwrap_or_else(|| Nudge::along(toward));
            (way, touch_begins(body_a.shape(), body_a.pose(), body_b.shape(), body_b.pose(), way))
        });
        let Some((way, found)) = found else { return };
        let axis = way.axis.name();
        let Some(TouchBegins { apart, touching, .. }) = found else {
            let text = format!(
                "Along {axis} the two never begin to touch. Alt and an arrow choose another way for A to come."
            );
            self.messages.push(Level::Info, text);
            return;
        };
        let edit = match way.axis {
            WorldAxis::X => FieldValue::X(touching),
            WorldAxis::Y => FieldValue::Y(touching),
        };
        let edit = BodyEdit::Set("position", edit);
        if self.edit(&Change::Body(vec![a], edit)) {
            self.commit();
            let name = plain::label(self.named_scene().bodies.get(a as usize).map_or("A", |body| &body.name));
            let (apart, touching) = (bits(apart), bits(touching));
            let up = if way.axis == WorldAxis::Y && self.unit().y_sign() < 0.0 {
                " (y up, as in the file)"
            } else {
                ""
            };
            let text = format!(
                "{name} begins to touch between {axis} = {apart} m, apart, and {touching} m, where it is{up}."
            );
            self.messages.push(Level::Info, text);
        }
    }
}
