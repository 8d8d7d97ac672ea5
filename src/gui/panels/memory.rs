//! Memory of the checkpoints: what they take, and their limit.

use egui_macroquad::egui::{self, Align2, FontId, Rect, RichText, Sense, Ui, vec2};

use crate::app::{AppState, Command, TimeCommand};
use crate::gui::style::{Palette, SMALL};

/// The limits to choose from. Bytes.
const BUDGETS: [usize; 5] = [1 << 20, 16 << 20, 64 << 20, 256 << 20, 1 << 30];

/// Taken and allowed memory in small print; a click offers other limits.
pub fn memory_ui(ui: &mut Ui, rect: Rect, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let (used, budget) = state.run().memory();
    let playback = state.run().frames.playback();
    if let Some(false) = playback.map(|playback| playback.goes_on) {
        return whole_ui(ui, rect, used, palette);
    }
    let response = ui.interact(rect, ui.id().with("memory"), Sense::click());
    response
        .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "Memory for going back"));
    if response.hovered() {
        ui.painter().rect_filled(rect.shrink2(vec2(2.0, 6.0)), 4.0, palette.hover);
    }
    let center = rect.center();
    for (y, text) in [(-7.0, size(used)), (7.0, format!("of {}", size(budget)))] {
        let font = FontId::proportional(SMALL);
        ui.painter().text(center + vec2(0.0, y), Align2::CENTER_CENTER, text, font, palette.quiet);
    }
    let id = ui.id().with("budgets");
    let tip = if playback.is_some() {
        "Memory of the recorded frames, and its limit.\nBeyond it the oldest are dropped. Click to change."
    } else {
        "Memory of the checkpoints, frames kept to go back to, and its limit.\nOther frames are computed again. Click to change."
    };
    let response = response.on_hover_text(tip);
    if response.clicked() {
        ui.memory_mut(|memory| memory.toggle_popup(id));
    }
    let close = egui::PopupCloseBehavior::CloseOnClick;
    egui::popup_above_or_below_widget(ui, id, &response, egui::AboveOrBelow::Above, close, |ui| {
        ui.set_min_width(150.0);
        ui.label(RichText::new("Memory for going back").size(SMALL).color(palette.quiet));
        for choice in BUDGETS {
            if ui.selectable_label(choice == budget, size(choice)).clicked() {
                out.push(Command::Time(TimeCommand::SetCheckpointBudget(choice)));
            }
        }
    });
}

/// The memory of a recording that is there as a whole.
fn whole_ui(ui: &mut Ui, rect: Rect, used: usize, palette: &Palette) {
    let response = ui.interact(rect, ui.id().with("memory"), Sense::hover());
    let font = FontId::proportional(SMALL);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, size(used), font, palette.quiet);
    response.on_hover_text("Memory of the recorded frames");
}

/// "640 kB", "12.3 MB", "1 GB", in powers of two.
fn size(bytes: usize) -> String {
    let (value, unit) = match bytes {
        0..0x10_0000 => (bytes as f64 / 1024.0, "kB"),
        0x10_0000..0x4000_0000 => (bytes as f64 / f64::from(1 << 20), "MB"),
        _ => (bytes as f64 / f64::from(1 << 30), "GB"),
    };
    if value < 10.0 && value.fract() > 0.05 {
        format!("{value:.1} {unit}")
    } else {
        format!("{value:.0} {unit}")
    }
}

#[cfg(test)]
mod tests {
    use super::size;

    #[test]
    fn sizes_read_as_a_person_writes_them() {
        for (bytes, text) in
            [(0, "0 kB"), (1536, "1.5 kB"), (640 << 10, "640 kB"), (64 << 20, "64 MB"), (1 << 30, "1 GB")]
        {
            assert_eq!(size(bytes), text);
        }
    }
}
