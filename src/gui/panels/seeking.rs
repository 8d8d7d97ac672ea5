//! The progress of a frame that takes long to compute, with the way out.

use egui_macroquad::egui::{
    self, Align2, Area, Context, Frame, Id, Margin, Order, ProgressBar, RichText, Ui, pos2,
};

use super::icons::{Icon, icon_button};
use super::places::Named as _;
use crate::app::{AppState, Command, TimeCommand};
use crate::gui::style::{Palette, SMALL};

/// Width of the bar. Points.
const WIDTH: f32 = 160.0;
/// From a plate to the bottom of the canvas. Points.
const ABOVE_EDGE: f32 = 16.0;
/// Between two plates. Points.
const BETWEEN: f32 = 8.0;

/// Shows "computing frame 1204 of 100000", a bar, and a button that stops it, at the bottom of the canvas.
pub fn seeking_ui(context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let Some(target) = state.run().seeking else { return };
    let frame = state.run().frame();
    let share = frame as f32 / target.max(1) as f32;
    let text = format!("computing frame {frame} of {target}");
    if progress_ui(context, palette, "seeking", &text, share, "Stop here  (Esc)", Some("Esc")) {
        out.push(Command::Time(TimeCommand::Seek(frame)));
    }
}

/// Shows a row of widgets on a plate at the bottom of the canvas, above those that are there already. `id` tells several that
/// are shown at once apart.
pub fn plate_at_bottom<R>(
    context: &Context,
    palette: &Palette,
    id: &str,
    row: impl FnOnce(&mut Ui) -> R,
) -> R {
    let canvas = context.available_rect();
    let plate = Frame::new()
        .fill(palette.raised)
        .stroke(egui::Stroke::new(1.0, palette.line))
        .corner_radius(6.0)
        .inner_margin(Margin::symmetric(12, 6));
    let area = Area::new(Id::new(id)).order(Order::Middle).pivot(Align2::CENTER_BOTTOM);
    let (below, pass) = (Id::new("the plate below"), context.cumulative_pass_nr());
    let free = context.data(|data| data.get_temp::<(u64, f32)>(below)).filter(|(of, _)| *of == pass);
    let bottom = free.map_or(canvas.bottom() - ABOVE_EDGE, |(_, top)| top - BETWEEN);
    let area = area.fixed_pos(pos2(canvas.center().x, bottom));
    let shown = area.show(context, |ui| plate.show(ui, |ui| ui.horizontal(row).inner).inner);
    context.data_mut(|data| data.insert_temp(below, (pass, shown.response.rect.top())));
    shown.inner
}

/// A button with its key beside it; returns whether it was clicked.
pub fn keyed_button(ui: &mut Ui, palette: &Palette, [label, key]: [&str; 2], name: &str) -> bool {
    let button = ui.button(label).named(name);
    ui.label(RichText::new(key).size(SMALL).color(palette.quiet));
    button.clicked()
}

/// Shows a text, a bar, and a button with its key beside it; returns whether the button was clicked. `id` as of
/// [`plate_at_bottom`].
pub fn progress_ui(
    context: &Context,
    palette: &Palette,
    id: &str,
    text: &str,
    share: f32,
    tooltip: &str,
    key: Option<&str>,
) -> bool {
    plate_at_bottom(context, palette, id, |ui| {
        ui.label(RichText::new(text).color(palette.strong));
        let bar = ProgressBar::new(share).desired_width(WIDTH).desired_height(6.0);
        ui.add(bar.fill(palette.accent));
        let stop = icon_button(ui, palette, Icon::Close, false, true, tooltip).named(&format!("Stop {id}"));
        if let Some(key) = key {
            ui.label(RichText::new(key).size(SMALL).color(palette.quiet));
        }
        stop.clicked()
    })
}
