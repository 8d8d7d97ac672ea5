//! The Minkowski difference of the selected pair, with the origin to drag: A follows.

use egui_macroquad::egui::{Label, Sense, Ui, vec2};
use glam::Vec2;

use super::axes::POINT_AT;
use super::heading;
use super::places;
use super::widgets::with_code;
use crate::app::{AppState, BodyEdit, Change, Command, EditCommand};
use crate::gui::style::{BAR, Palette, SMALL};
use crate::picture::backend::window;
use crate::picture::display::Rect;
use crate::scene::field::FieldValue;

/// Remembers where a drag of the origin began.
#[derive(Debug, Default)]
pub struct DifferencePanel {
    drag: Option<Drag>,
}

#[derive(Clone, Copy, Debug)]
struct Drag {
    /// Body A, and its position when the drag began. Metres.
    body: u32,
    position: Vec2,
    /// How far the pointer has gone since. Pixels.
    way: Vec2,
}

impl DifferencePanel {
    /// The difference, and what is seen in it.
    pub fn show(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let width = ui.available_width() - BAR;
        ui.scope(|ui| {
            ui.set_max_width(width);
            self.content(ui, state, palette, out);
        });
    }

    fn content(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        heading(ui, palette, "Minkowski difference", "A - B");
        let quiet = |text: &str| Label::new(with_code(text, SMALL, palette.quiet)).wrap();
        let room = ui.available_size();
        let size = vec2(room.x, (room.y - 84.0).clamp(96.0, 1.2 * room.x));
        let (area, response) = ui.allocate_exact_size(size, Sense::drag());
        places::name(&response, || "Minkowski difference".to_owned());
        let rect = Rect::at(Vec2::new(area.min.x, area.min.y), Vec2::new(area.width(), area.height()));
        let Some(view) = state.difference_view(rect) else {
            self.drag = None;
            ui.painter().rect_filled(area, 4.0, palette.hover.gamma_multiply(0.4));
            let why_not = state.why_no_pair();
            ui.add(quiet(why_not.as_ref().map_or(POINT_AT, |why_not| why_not.text.as_str())));
            return;
        };
        ui.painter().rect_filled(area, 4.0, window::egui_color(state.showing().theme.background));
        window::paint(&view.list, &ui.painter().with_clip_rect(area));
        ui.add(quiet(&view.sentence));
        ui.add(quiet("Every point of A less every point of B. Drag: the origin moves, and A the other way."));
        if state.files().document.is_recording() {
            return;
        }
        if response.drag_started() {
            let body =
                state.looking().selected_pair().and_then(|(a, _)| Some((a, state.run().world().body(a)?)));
            self.drag = body.map(|(body, a)| Drag { body, position: a.pose().position, way: Vec2::ZERO });
        }
        if let (true, Some(drag)) = (response.dragged(), &mut self.drag) {
            let way = response.drag_delta();
            drag.way += Vec2::new(way.x, way.y);
            let to = drag.position - state.showing().view().world_direction(drag.way) / view.scale;
            if way != vec2(0.0, 0.0) && to.is_finite() {
                for value in [FieldValue::X(to.x), FieldValue::Y(to.y)] {
                    let edit = BodyEdit::Set("position", value);
                    out.push(Command::Edit(EditCommand::Preview(Change::Body(vec![drag.body], edit))));
                }
            }
        }
        if response.drag_stopped() && self.drag.take().is_some() {
            out.push(Command::Edit(EditCommand::Commit));
        }
    }
}
