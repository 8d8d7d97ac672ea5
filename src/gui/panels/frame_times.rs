//! Times of the last frames as stacked areas, stage by stage: a small window over the canvas.

use egui_macroquad::egui::{
    self, Align2, Color32, Context, Grid, Label, Rangef, RichText, Sense, TextStyle, TextWrapMode, Ui, Vec2b,
    vec2,
};
use egui_plot::{AxisHints, HLine, Line, LineStyle, Plot, PlotBounds, PlotPoint, PlotUi, Text};

use super::widgets::{canvas_window, mono};
use crate::app::{AppState, Command, ViewCommand};
use crate::gui::stats::{FrameStage, FrameTimes, RECENT, Recent};
use crate::gui::style::{Palette, SMALL};
use crate::picture::backend::window::egui_color;
use crate::picture::theme::Theme;

/// A frame at 60 frames per second. Milliseconds.
const SIXTIETH: f64 = 1000.0 / 60.0;
/// Initial size of the plot.
const SIZE: egui::Vec2 = vec2(408.0, 128.0);
const STACK: [FrameStage; 7] = [
    FrameStage::Step,
    FrameStage::Report,
    FrameStage::Overlay,
    FrameStage::Panels,
    FrameStage::Mesh,
    FrameStage::Input,
    FrameStage::Submit,
];

/// The window, while it is open.
pub fn frame_times_ui(context: &Context, state: &AppState, recent: &Recent, out: &mut Vec<Command>) {
    if !state.showing().frame_times_shown {
        return;
    }
    let palette = Palette::of(&state.showing().theme);
    let mut open = true;
    canvas_window(context, palette, "Frame times", context.screen_rect()).open(&mut open).show(
        context,
        |ui| {
            ui.set_width(SIZE.x.min((context.screen_rect().width() - 48.0).max(80.0)));
            key(ui, &state.showing().theme, palette, recent);
            plot(ui, &state.showing().theme, palette, recent);
        },
    );
    if !open {
        out.push(Command::View(ViewCommand::ToggleFrameTimes));
    }
}

/// Percentiles of every stage, for the tooltip of the status bar.
pub fn table_ui(ui: &mut Ui, palette: &Palette, recent: &Recent) {
    ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
    let text = format!("The last {} frames, ms; click for the plot", recent.frames().len());
    ui.add(Label::new(RichText::new(text).size(SMALL).color(palette.quiet)));
    Grid::new("percentiles").num_columns(4).spacing(vec2(14.0, 1.0)).show(ui, |ui| {
        for head in ["", "p50", "p90", "p99"] {
            ui.label(mono(head, palette.quiet));
        }
        ui.end_row();
        for stage in FrameStage::ALL {
            let color = if stage == FrameStage::Work { palette.strong } else { palette.text };
            ui.label(RichText::new(stage.name()).size(SMALL + 1.0).color(color));
            for share in [0.5, 0.9, 0.99] {
                ui.label(mono(milliseconds(recent.percentile(stage, share)), color));
            }
            ui.end_row();
        }
    });
}

/// "4.21", with the same width for any time below a second.
pub fn milliseconds(time: Option<f32>) -> String {
    match time {
        None => "     —".to_owned(),
        Some(time) if time < 100.0 => format!("{time:>6.2}"),
        Some(time) => format!("{time:>6.0}"),
    }
}

/// The key: each stage with its colour and its median.
fn key(ui: &mut Ui, theme: &Theme, palette: &Palette, recent: &Recent) {
    Grid::new("key").num_columns(4).spacing(vec2(18.0, 1.0)).show(ui, |ui| {
        let shown = STACK.into_iter().chain([FrameStage::Frame]);
        for (i, stage) in shown.enumerate() {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 5.0;
                let (rect, _) = ui.allocate_exact_size(vec2(9.0, 9.0), Sense::hover());
                if stage == FrameStage::Frame {
                    ui.painter().hline(rect.x_range(), rect.center().y, (1.5, palette.strong));
                } else {
                    ui.painter().rect_filled(rect, 2.0, color(theme, stage));
                }
                ui.label(RichText::new(stage.name()).size(SMALL).color(palette.quiet));
                let median = milliseconds(recent.percentile(stage, 0.5));
                ui.label(mono(median.trim_start(), palette.text).size(SMALL));
            });
            if i % 4 == 3 {
                ui.end_row();
            }
        }
    });
    ui.add_space(4.0);
}

fn plot(ui: &mut Ui, theme: &Theme, palette: &Palette, recent: &Recent) {
    let frames: Vec<FrameTimes> = recent.frames().copied().collect();
    let top = top(recent);
    let plotted = frames.clone();
    // Numbers and grid have the quiet colour of the other plots.
    ui.visuals_mut().override_text_color = Some(palette.quiet);
    ui.style_mut().text_styles.insert(TextStyle::Body, egui::FontId::proportional(SMALL));
    let quiet = |text: &str| RichText::new(text).size(SMALL).color(palette.quiet);
    let y_axis = AxisHints::new_y().label(quiet("ms")).label_spacing(Rangef::new(18.0, 32.0));
    Plot::new("frame times")
        .height(SIZE.y)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_axes(Vec2b::new(false, true))
        .show_grid(Vec2b::new(false, true))
        .show_x(false)
        .show_y(false)
        .custom_y_axes(vec![y_axis])
        .label_formatter(move |_, at| about(&plotted, at))
        .show(ui, |ui| {
            ui.set_plot_bounds(PlotBounds::from_min_max([1.0 - RECENT as f64, 0.0], [0.0, top]));
            areas(ui, theme, &frames);
            let line = HLine::new(SIXTIETH).color(palette.accent).width(1.0).name("16.7 ms");
            ui.hline(line.style(LineStyle::Dashed { length: 6.0 }));
            let place = PlotPoint::new(1.0 - RECENT as f64, SIXTIETH);
            let text = RichText::new(" 16.7 ms: 60 frames a second").size(SMALL).color(palette.quiet);
            ui.text(Text::new(place, text).anchor(Align2::LEFT_BOTTOM).allow_hover(false));
            let whole = frames.iter().map(|times| f64::from(times.get(FrameStage::Frame)));
            ui.line(Line::new(against_age(whole)).color(palette.strong).width(1.0).name("frame"));
        });
}

/// Top of the plot: above a sixtieth of a second and above 97 % of the frames. Milliseconds.
fn top(recent: &Recent) -> f64 {
    let most = |stage| f64::from(recent.percentile(stage, 0.97).unwrap_or(0.0));
    (1.15 * (most(FrameStage::Work) + most(FrameStage::Submit))).clamp(1.25 * SIXTIETH, 1000.0)
}

/// The areas from the highest down, so that each covers the lower part of the one before.
fn areas(ui: &mut PlotUi, theme: &Theme, frames: &[FrameTimes]) {
    for count in (1..=STACK.len()).rev() {
        let Some((&stage, _)) = STACK.get(..count).and_then(<[FrameStage]>::split_last) else { continue };
        let sum = |times: &FrameTimes| STACK[..count].iter().map(|stage| f64::from(times.get(*stage))).sum();
        let line = Line::new(against_age(frames.iter().map(sum)));
        ui.line(line.color(color(theme, stage)).fill(0.0).fill_alpha(1.0).width(0.5).name(stage.name()));
    }
}

/// Points with the last frame at 0 and earlier ones to the left.
fn against_age(values: impl ExactSizeIterator<Item = f64>) -> Vec<[f64; 2]> {
    let last = values.len() as f64 - 1.0;
    values.enumerate().map(|(i, value)| [i as f64 - last, value]).collect()
}

/// Every stage of the frame under the pointer, as text.
fn about(frames: &[FrameTimes], at: &PlotPoint) -> String {
    let age = (-at.x).round().max(0.0) as usize;
    let Some(times) = frames.len().checked_sub(age + 1).and_then(|i| frames.get(i)) else {
        return String::new();
    };
    let row = |stage: &FrameStage| format!("{:<8}{}", stage.name(), milliseconds(Some(times.get(*stage))));
    FrameStage::ALL.iter().map(row).collect::<Vec<_>>().join("\n")
}

fn color(theme: &Theme, stage: FrameStage) -> Color32 {
    let index = STACK.iter().position(|known| *known == stage).unwrap_or(0);
    egui_color(theme.stages[index])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_slow_frame_does_not_flatten_the_others() {
        let mut recent = Recent::default();
        assert_eq!(top(&recent), 1.25 * SIXTIETH);
        let frame = |ms| {
            let mut times = FrameTimes::default();
            times.add(FrameStage::Step, std::time::Duration::from_millis(ms));
            times
        };
        recent.push(frame(900));
        for _ in 0..100 {
            recent.push(frame(5));
        }
        assert_eq!(top(&recent), 1.25 * SIXTIETH);
    }

    #[test]
    fn the_pointer_tells_the_frame_that_it_is_on() {
        let frames: Vec<FrameTimes> = (1..=3)
            .map(|ms| {
                let mut times = FrameTimes::default();
                times.add(FrameStage::Mesh, std::time::Duration::from_millis(ms));
                times
            })
            .collect();
        assert!(about(&frames, &PlotPoint::new(0.2, 1.0)).contains("mesh      3.00"));
        assert!(about(&frames, &PlotPoint::new(-1.9, 1.0)).contains("mesh      1.00"));
        assert_eq!(about(&frames, &PlotPoint::new(-3.0, 1.0)), "");
        assert_eq!(about(&[], &PlotPoint::new(0.0, 0.0)), "");
    }
}
