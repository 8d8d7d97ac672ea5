//! The status bar: frame and time, pointer, grid, counts.

use std::cell::Cell;

use egui_macroquad::egui::{self, Align, Color32, DragValue, Layout, RichText, Ui};
use glam::Vec2;

use super::frame_times::table_ui;
use super::places::Named as _;
use super::widgets::{fixed, mono};
use crate::app::{AppState, Command, Inside, Tool, ViewCommand};
use crate::gui::stats::{FrameStage, Recent};
use crate::gui::style::{Palette, SMALL};
use crate::picture::overlay::Layer;
use crate::platform::plain;
use crate::scene::numbers::{at_least, count, number_64};

/// What the window knows and the state does not.
#[derive(Clone, Copy, Debug)]
pub struct StatusOfWindow<'a> {
    /// The pointer in the world, while it is over the canvas.
    pub pointer: Option<Vec2>,
    /// Frames per second, smoothed.
    pub frame_rate: f32,
    /// Times of the last frames.
    pub recent: &'a Recent,
}

/// With the decimals that tell places apart that are as far as this from each other.
fn decimals(value: f64, apart: f64) -> String {
    let most = (-apart.log10()).ceil().clamp(0.0, 9.0) as usize;
    let text = format!("{value:.most$}");
    let is_zero = text.parse::<f64>().is_ok_and(|shown| shown == 0.0);
    let text = if is_zero { text.trim_start_matches('-') } else { text.as_str() };
    text.replace('-', "−")
}

/// A coordinate of the pointer. So far in that four digits do not tell one place from the next, it has as many decimals as a
/// pixel needs, and never an exponent: on the way over an axis it would be another text at each pixel.
fn place(value: f64, pixel: f64) -> String {
    let text = fixed(value);
    if value.abs() > 1.0e4 * pixel {
        decimals(value, pixel)
    } else if text.contains('e') {
        decimals(value, pixel.min(1.0e-3))
    } else {
        text
    }
}

/// The distance of the grid's lines; typed, or as the zoom has it.
fn grid_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let (showing, unit) = (state.showing(), state.unit());
    let name = if showing.kept.snap { "snap" } else { "grid" };
    let now = showing.kept.grid_step;
    let shown = showing.grid().step();
    let mut step = f64::from(now.unwrap_or(0.0));
    let text = move |typed: f64, _| {
        let step = if typed > 0.0 { typed as f32 } else { shown };
        format!("{name} {}", unit.text(step))
    };
    let refused = Cell::new(None);
    let read = |text: &str| {
        let number = text.trim_start_matches(name).trim().trim_end_matches(unit.name()).trim();
        let metres = number.parse::<f64>().ok().filter(|number| *number >= 0.0);
        refused.set(metres.is_none().then(|| text.to_owned()));
        metres.map(|number| number / unit.per_metre())
    };
    let field = DragValue::new(&mut step).range(0.0..=1.0e4).speed(0.0).max_decimals(6);
    let shown = ui.scope(|ui| {
        // Until the pointer is on it, it is a text like its neighbours.
        let widgets = &mut ui.visuals_mut().widgets;
        widgets.inactive.weak_bg_fill = Color32::TRANSPARENT;
        widgets.inactive.fg_stroke.color = palette.quiet;
        ui.add(field.custom_formatter(text).custom_parser(read)).named("Grid")
    });
    let field =
        shown.inner.on_hover_text("Distance of the grid's lines. Click to type one; 0: as the zoom has it.");
    if let Some(found) = refused.take().filter(|_| field.lost_focus()) {
        let allowed = format!("a number of {}, 0 or more", unit.name());
        let text = format!("The grid stays: found {:?}; allowed: {allowed}.", plain::label(&found));
        out.push(Command::View(ViewCommand::Warn(text)));
    }
    let asked = (step > 0.0).then_some(step as f32);
    if asked != now {
        out.push(Command::View(ViewCommand::SetGridStep(asked)));
    }
}

/// Below this there is no room for a hint beside the grid and the counts. Points.
const WIDTH_OF_REST: f32 = 560.0;

/// Frame and time always visible; the hint for the pointer; counts and the work of a frame at the right.
pub fn status_ui(ui: &mut Ui, state: &AppState, shown: &StatusOfWindow, out: &mut Vec<Command>) {
    let StatusOfWindow { pointer, frame_rate, recent } = *shown;
    let (palette, unit) = (Palette::of(&state.showing().theme), state.unit());
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 16.0;
        let slot = |ui: &mut Ui, width: f32, text: String, tip: &str| {
            let response = ui.label(mono(text, palette.strong)).on_hover_text(tip);
            ui.add_space((width - response.rect.width() - 16.0).max(0.0));
        };
        let frame = state.run().frame();
        if state.run().inside.is_some() {
            slot(ui, 104.0, state.step_label(), "Inside the step between these frames");
        } else {
            let tip = if state.files().document.is_recording() { "The engine's frame" } else { "Steps taken" };
            slot(ui, 104.0, format!("frame {frame}"), tip);
        }
        let tip = if state.files().document.is_recording() { "Recorded time" } else { "Simulated time" };
        slot(ui, 88.0, format!("{:.3} s", state.run().time()), tip);
        let reading = state.run().frames.playback().and_then(|playback| playback.reading.as_ref());
        if let Some(reading) = reading {
            let (percent, megabytes) = (100.0 * reading.share(), reading.size() as f64 / 1.0e6);
            let tip = "The frames that are read already can be seen, stepped through and compared";
            ui.label(mono(format!("reading: {percent:.0} % of {megabytes:.0} MB"), palette.strong)).on_hover_text(tip);
        }
        let bits = state.hand().modifiers.alt.then(|| state.position_bits()).flatten();
        if let Some(bits) = bits {
            let tip = "Position of what is selected, to the last bit (hexadecimal)";
            ui.label(mono(bits, palette.strong)).on_hover_text(tip);
        } else if let Some(at) = pointer {
            let local = state.showing().camera.frame().local_point(at);
            let pixel = unit.of_metres(1.0 / state.showing().view().scale);
            let [x, y] = unit.of_place(local).map(|value| place(value, pixel));
            let text = format!("x {x:>7}  y {y:>7} {}", unit.name());
            let tip = state.in_whose_frame().unwrap_or_else(|| "in the world".to_owned());
            ui.label(mono(text, palette.quiet)).on_hover_text(format!("The pointer {tip}"));
        }
        let quiet = |text: String| RichText::new(text).size(SMALL + 1.0).color(palette.quiet);
        // Without its hint nobody finds how a tool ends: in a narrow window it stands in place of the rest.
        let is_working = state.hand().tool != Tool::Select || state.hand().in_gesture();
        if is_working && ui.available_width() < WIDTH_OF_REST {
            ui.add(egui::Label::new(quiet(state.hint())).truncate());
            return;
        }
        // A narrow window has room only for the first of these.
        if ui.available_width() < 340.0 {
            return;
        }
        grid_ui(ui, state, palette, out);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // An idle window draws nothing.
            let drawing = state.run().moves() || state.hand().in_gesture();
            let rate = match state.run().seeking {
                Some(_) => "computing".to_owned(),
                None if drawing => format!("{:.0} fps", frame_rate.min(999.0)),
                None if reading.is_some() => "reading".to_owned(),
                None if state.run().awaits_frames() => "waiting".to_owned(),
                None => "idle".to_owned(),
            };
            ui.label(quiet(rate).color(palette.quiet.gamma_multiply(0.7)));
            work_ui(ui, palette, recent, out);
            let zoom = pixels(f64::from(state.showing().view().scale) / unit.per_metre());
            let zoom = if unit.name() == "px" { format!("{zoom} ×") } else { format!("{zoom} px/{}", unit.name()) };
            ui.label(quiet(zoom)).on_hover_text("Zoom");
            let waiting = state.run().world().waiting_contacts();
            if waiting > 0 {
                let tip = "More contacts than the scene allows in one frame: these wait for the next";
                let bound = at_least(state.run().world().reached_max_candidates());
                let text = quiet(format!("{bound}{} waiting", count(waiting, "contact", "contacts")))
                    .color(palette.warning);
                ui.label(text).on_hover_text(tip);
            }
            if let Some(effort) = state.run().world().resolver().filter(|effort| effort.left > 0) {
                let tip = format!(
                    "Linear stopped after the {} iterations that it may use in a frame: these contacts still overlap, \
                     or their bodies still approach",
                    effort.limit
                );
                let text = quiet(format!("{} unresolved", count(effort.left as usize, "contact", "contacts")))
                    .color(palette.warning);
                ui.label(text).on_hover_text(tip);
            }
            let touching = state.derived().report.touching + state.derived().report.on_grounds();
            let there = state.run().shown().bodies().iter().filter(|body| !body.is_removed()).count();
            let bodies = count(there, "body", "bodies");
            let yet = if state.run().inside.as_ref().is_some_and(Inside::is_before_events) { " so far" } else { "" };
            let bound = state.derived().report.at_least_word();
            let contacts = count(touching, "contact", "contacts");
            ui.label(quiet(format!("{bodies} · {bound}{contacts}{yet}")));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                if state.hides_shapes() {
                    hidden_shapes_ui(ui, palette, out);
                }
                // A word or less helps nobody.
                if ui.available_width() > 120.0 {
                    ui.add(egui::Label::new(quiet(state.hint())).truncate());
                }
            });
        });
    });
}

/// Says why the canvas is empty; a click shows the shapes.
fn hidden_shapes_ui(ui: &mut Ui, palette: &Palette, out: &mut Vec<Command>) {
    let text = RichText::new("shapes are off").size(SMALL + 1.0).color(palette.warning);
    let label = egui::Label::new(text).selectable(false).sense(egui::Sense::click());
    let response =
        ui.add(label).named("Shapes are off").on_hover_text("Click, or press 1, to show the shapes");
    if response.clicked() {
        out.push(Command::View(ViewCommand::ToggleLayer(Layer::Shapes)));
    }
}

/// Median and 99th percentile of the program's own work; a click shows the plot.
fn work_ui(ui: &mut Ui, palette: &Palette, recent: &Recent, out: &mut Vec<Command>) {
    let percentile = |share| recent.percentile(FrameStage::Work, share);
    let Some((half, most)) = percentile(0.5).zip(percentile(0.99)) else { return };
    let text = mono(format!("{half:.1} / {most:.1} ms"), palette.quiet);
    let label = egui::Label::new(text).selectable(false).sense(egui::Sense::click());
    let response = ui.add(label).on_hover_ui(|ui| table_ui(ui, palette, recent));
    if response.clicked() {
        out.push(Command::View(ViewCommand::ToggleFrameTimes));
    }
}

/// Whole pixels; fewer than 10 with their digits.
fn pixels(count: f64) -> String {
    if count < 10.0 { number_64(count) } else { format!("{count:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_have_the_decimals_that_a_pixel_needs() {
        assert_eq!(decimals(2.759_123_4, 1.0e-5), "2.75912");
        assert_eq!(decimals(-0.509_876_54, 1.0e-7), "−0.5098765");
        assert_eq!(decimals(12_345.6, 1.0), "12346");
    }

    /// On the way over an axis they were "−4.44e−16" and "9.99e−5".
    #[test]
    fn a_place_of_the_pointer_has_no_exponent() {
        for (value, pixel, text) in [
            (4.44e-16, 0.01, "0.000"),
            (9.99e-5, 0.01, "0.000"),
            (-9.99e-5, 1.0e-6, "−0.000100"),
            (0.25, 0.01, "0.250"),
            (-4.0e-16, 0.01, "0.000"),
        ] {
            assert_eq!(place(value, pixel), text);
        }
    }
}
