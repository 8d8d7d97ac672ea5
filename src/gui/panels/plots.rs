//! Plots over time: the distance of the selected pair, energy and momentum of the scene. A click goes to a
//! frame.

use egui_macroquad::egui::{
    self, CollapsingHeader, Color32, FontId, Label, Pos2, Rangef, RichText, ScrollArea, Sense, Shape, Stroke,
    TextStyle, Ui, pos2, vec2,
};
use egui_plot::{
    AxisHints, GridInput, HLine, Line, LineStyle, MarkerShape, Plot, PlotPoint, PlotUi, Points, VLine,
    uniform_grid_spacer,
};

use super::ahead::ahead_ui;
use super::places::Named as _;
use super::shortened::{shortened_name, shortened_of};
use super::watch::watched_ui;
use super::widgets::{self, ListLine, mono};
use crate::app::{AppState, Command, EnergyPlot, PanelSection, SeparationPlot, TimeCommand, WatchedSeries};
use crate::gui::style::{BAR, Palette, SMALL};
use crate::picture::backend::window::egui_color;
use crate::picture::overlay::kept_stroke;
use crate::scene::numbers::{padded, short};

const LEAST: f32 = 112.0;
/// Room for the name and the key of a plot.
const HEAD: f32 = 84.0;
/// Room for what folds a plot, before its name. Points.
const TRIANGLE: f32 = 30.0;
/// Room for a number after a caption. Points.
const NUMBER: f32 = 110.0;

#[derive(Clone, Copy, Debug, PartialEq)]
enum LineLook {
    Solid(f32),
    Dashed,
    Dotted,
    Dots,
    Diamond,
}

/// A line with its name in the key.
struct Series<'a> {
    name: &'a str,
    color: Color32,
    look: LineLook,
    points: Vec<[f64; 2]>,
}

pub fn plots_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let width = ui.available_width() - BAR;
    let height = ((ui.available_height() - 96.0) / 3.0 - HEAD).clamp(LEAST, 360.0);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.set_max_width(width);
        let plots = Plots { state, palette, height };
        watched_ui(ui, state, palette, out);
        ui.add_space(6.0);
        for series in state.run().frames.log().watched.series() {
            let title = shortened_name(ui, series.name(), width - TRIANGLE, palette.strong);
            let title = RichText::new(title.text()).color(palette.strong);
            let header = CollapsingHeader::new(title).id_salt(series.name());
            header.show_unindented(ui, |ui| plots.watched(ui, series, out));
            ui.add_space(6.0);
        }
        plots.kept(ui, out);
        plots.section(ui, PanelSection::Distance, out, |ui, out| plots.separation(ui, out));
        // Of a recording nobody tells the masses.
        if state.files().document.is_recording() {
            return;
        }
        let Some(energy) = state.energy_plot() else { return };
        plots.section(ui, PanelSection::Energy, out, |ui, out| plots.energy(ui, &energy, out));
        plots.section(ui, PanelSection::Momentum, out, |ui, out| plots.momentum(ui, &energy, out));
        plots.section(ui, PanelSection::AngularMomentum, out, |ui, out| plots.angular(ui, &energy, out));
    });
}

struct Plots<'a> {
    state: &'a AppState,
    palette: &'a Palette,
    height: f32,
}

impl Plots<'_> {
    /// A section that stays folded or open at the next start.
    fn section(
        &self,
        ui: &mut Ui,
        section: PanelSection,
        out: &mut Vec<Command>,
        content: impl FnOnce(&mut Ui, &mut Vec<Command>),
    ) {
        let title = RichText::new(section.title()).color(self.palette.strong);
        widgets::section(ui, section, self.state.showing().is_open(section), title, out, content);
        ui.add_space(6.0);
    }

    fn watched(&self, ui: &mut Ui, series: &WatchedSeries, out: &mut Vec<Command>) {
        let frames = &self.state.run().frames.log().watched.frames;
        let points = frames.iter().zip(&series.values).map(|((_, time), value)| [*time, *value]);
        let line = Series {
            name: series.name(),
            color: self.palette.strong,
            look: LineLook::Solid(1.8),
            points: points.filter(|point| point[1].is_finite()).collect(),
        };
        self.plot(ui, series.name(), "", self.state.run().time(), [line], out);
    }

    /// Each kept run: the first frame that differs, how far its bodies are apart now, and over time.
    fn kept(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        let run = self.state.run();
        if run.kept.is_empty() {
            return;
        }
        self.section(ui, PanelSection::KeptRuns, out, |ui, out| {
            let (frame, unit) = (run.frame(), self.state.unit());
            let theme = &self.state.showing().theme;
            let color = |index: usize| egui_color(kept_stroke(theme, index).color);
            for (index, kept) in run.kept.iter().enumerate() {
                let line = ListLine::show(ui, self.palette, Sense::hover(), ["kept run", &kept.label], false);
                line.text(ui, &kept.label, [line.rect.left(), line.rect.right()], color(index));
                if line.is_removed {
                    out.push(Command::Time(TimeCommand::ForgetKept(index)));
                }
                let mut text = match kept.first_difference() {
                    Some(first) => format!("first differs at frame {first}"),
                    None => "the same so far".to_owned(),
                };
                if let Some(apart) = kept.apart_at(frame).filter(|apart| apart.metres > 0.0) {
                    let name = self.state.named_scene().shown_name(apart.body);
                    text.push_str(&format!("; now {} apart ({name})", unit.text(apart.metres)));
                }
                let shown = ui.label(RichText::new(text).size(SMALL).color(self.palette.quiet));
                if let Some(first) = kept.first_difference() {
                    let shown = shown.interact(Sense::click()).on_hover_text("Click: go there");
                    if shown.named(&format!("First of {}", kept.label)).clicked() {
                        out.push(Command::Time(TimeCommand::Seek(first)));
                    }
                }
            }
            let series = run.kept.iter().enumerate().map(|(index, kept)| Series {
                name: &kept.label,
                color: color(index),
                look: LineLook::Solid(1.8),
                points: kept
                    .apart()
                    .map(|(at, apart)| [run.frames.time_of(at), f64::from(apart.metres)])
                    .collect(),
            });
            self.plot(ui, "apart", "largest distance, m", run.time(), series, out);
        });
    }

    fn separation(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        let Some(plot) = self.state.separation_plot() else {
            let text = "Look at a pair: click a contact, select two shapes, or press Tab.";
            ui.add(Label::new(RichText::new(text).color(self.palette.quiet)).wrap());
            return;
        };
        let SeparationPlot { pair, now, past, predicted, sweep, acted, impact } = plot;
        let theme = self.state.showing().theme;
        let name = |index: u32| self.state.named_scene().shown_name(index);
        let is_recording = self.state.files().document.is_recording();
        let [acted_name, ahead_name] =
            if is_recording { ["their contact", "later"] } else { ["solver acted", "predicted"] };
        let value = past.last().map(|point| point[1]);
        self.caption(
            ui,
            &format!("{} – {}", name(pair.0), name(pair.1)),
            value.map(|v| format!("{} m", padded(v))),
        );
        let strong = self.palette.strong;
        let impact: Vec<[f64; 2]> = impact.map(|time| [time, 0.0]).into_iter().collect();
        let series = [
            // The dots are drawn below the line that they belong to.
            Series {
                name: acted_name,
                color: egui_color(theme.impulse),
                look: LineLook::Dots,
                points: acted,
            },
            Series { name: "past", color: strong, look: LineLook::Solid(1.8), points: past },
            Series { name: ahead_name, color: strong, look: LineLook::Dashed, points: predicted },
            Series {
                name: "straight on",
                color: egui_color(theme.normal),
                look: LineLook::Dotted,
                points: sweep,
            },
            Series {
                name: "impact",
                color: egui_color(theme.depth),
                look: LineLook::Diamond,
                points: impact,
            },
        ];
        self.plot(ui, "separation", "distance, m", now, series, out);
        if !is_recording {
            ahead_ui(ui, self.state, self.palette, out);
        }
    }

    fn energy(&self, ui: &mut Ui, plot: &EnergyPlot, out: &mut Vec<Command>) {
        let run = self.state.run();
        let total = value_at(&plot.total, plot.now);
        let first = plot.total.first().filter(|first| first[0] == 0.0).map(|first| first[1]);
        let before =
            run.frame().checked_sub(1).and_then(|frame| value_at(&plot.total, run.frames.time_of(frame)));
        let gained =
            |from: Option<f64>| total.zip(from).map(|(now, from)| format!("{} J", signed(now - from)));
        self.caption(ui, "of the whole scene, since frame 0", gained(first));
        self.caption(ui, "by contacts and damping in the last step", gained(before));
        let theme = self.state.showing().theme;
        let series = [
            Series {
                name: "total",
                color: self.palette.strong,
                look: LineLook::Solid(2.0),
                points: plot.total.clone(),
            },
            Series {
                name: "kinetic",
                color: egui_color(theme.pair_a),
                look: LineLook::Solid(1.4),
                points: plot.kinetic.clone(),
            },
            Series {
                name: "potential",
                color: egui_color(theme.pair_b),
                look: LineLook::Dashed,
                points: plot.potential.clone(),
            },
        ];
        self.plot(ui, "energy", "energy, J", plot.now, series, out);
    }

    fn momentum(&self, ui: &mut Ui, plot: &EnergyPlot, out: &mut Vec<Command>) {
        let theme = self.state.showing().theme;
        let series = [
            Series {
                name: "along x",
                color: egui_color(theme.pair_a),
                look: LineLook::Solid(1.6),
                points: plot.momentum_x.clone(),
            },
            Series {
                name: "along y",
                color: egui_color(theme.pair_b),
                look: LineLook::Dashed,
                points: plot.momentum_y.clone(),
            },
        ];
        self.plot(ui, "momentum", "momentum, N·s", plot.now, series, out);
    }

    fn angular(&self, ui: &mut Ui, plot: &EnergyPlot, out: &mut Vec<Command>) {
        let color = egui_color(self.state.showing().theme.normal);
        let points = plot.angular.clone();
        let series = [Series { name: "about the origin", color, look: LineLook::Solid(1.6), points }];
        self.plot(ui, "angular", "N·m·s", plot.now, series, out);
    }

    fn caption(&self, ui: &mut Ui, text: &str, quiet: Option<String>) {
        let room = if quiet.is_some() { NUMBER } else { 0.0 };
        ui.horizontal(|ui| {
            ui.scope(|ui| {
                ui.set_max_width((ui.available_width() - room).max(0.0));
                let text = RichText::new(text).size(SMALL).color(self.palette.quiet);
                ui.add(Label::new(text).truncate());
            });
            if let Some(quiet) = quiet {
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.label(mono(quiet, self.palette.text));
                });
            }
        });
    }

    /// The key, then the lines against time, with the present frame.
    fn plot<'s>(
        &self,
        ui: &mut Ui,
        id: &str,
        unit: &str,
        now: f64,
        series: impl IntoIterator<Item = Series<'s>>,
        out: &mut Vec<Command>,
    ) {
        /// Least width of a plot, so that one of a single frame does not have that in its middle, with times before the first
        /// one beside it. Frames.
        const LEAST_FRAMES: f64 = 30.0;
        let series: Vec<Series> = series.into_iter().collect();
        key(ui, self.palette, &series, now);
        let times = series.iter().flat_map(|series| &series.points).map(|point| point[0]);
        let first = times.fold(now, f64::min);
        let least = first + LEAST_FRAMES * f64::from(self.state.scene().timestep);
        let frame = |time: f64| self.state.run().frames.frame_at(time);
        let palette = self.palette;
        ui.scope(|ui| {
            // Numbers and grid have this quiet colour.
            ui.visuals_mut().override_text_color = Some(palette.quiet);
            ui.style_mut().text_styles.insert(TextStyle::Body, FontId::proportional(SMALL));
            let quiet = |text: &str| RichText::new(text).size(SMALL).color(palette.quiet);
            let y_axis =
                AxisHints::new_y().label(quiet(unit)).label_spacing(Rangef::new(10.0, ROOM_OF_NUMBER));
            let y_axis = y_axis.formatter(|mark, _| number_of_mark(mark.value, mark.step_size));
            let x_axis = AxisHints::new_x().label(quiet("time, s")).label_spacing(Rangef::new(36.0, 60.0));
            let plot = Plot::new(id)
                .height(self.height)
                .allow_drag(false)
                .allow_zoom(false)
                .allow_scroll(false)
                .allow_boxed_zoom(false)
                .custom_x_axes(vec![x_axis])
                .custom_y_axes(vec![y_axis])
                .y_grid_spacer(uniform_grid_spacer(steps_of_numbers))
                .include_x(first)
                .include_x(least)
                .include_y(0.0)
                .set_margin_fraction(vec2(0.02, 0.08))
                .label_formatter(move |name, at| label(name, at, frame(at.x)));
            let shown = plot.show(ui, |ui| {
                ui.hline(HLine::new(0.0).color(palette.quiet.gamma_multiply(0.7)).width(1.0));
                ui.vline(VLine::new(now).color(palette.accent).width(1.5));
                for series in series {
                    draw(ui, series);
                }
                ui.pointer_coordinate()
            });
            if shown.response.clicked()
                && let Some(at) = shown.inner
            {
                out.push(Command::Time(TimeCommand::Seek(frame(at.x))));
            }
        });
    }
}

/// Least distance between two numbers of the y axis. Points.
const ROOM_OF_NUMBER: f32 = 16.0;

/// Steps of 1, 2 or 5 times a power of ten, so that also a low plot has two numbers: those of 10 and 100 alone may all lie
/// beyond it.
pub(super) fn steps_of_numbers(input: GridInput) -> [f64; 3] {
    /// What `base_step_size` is on the screen. Points.
    const BASE: f32 = 8.0;
    let least = input.base_step_size * f64::from(ROOM_OF_NUMBER / BASE);
    let power = 10.0_f64.powf(least.log10().floor());
    let step = [1.0, 2.0, 5.0].map(|n| n * power).into_iter().find(|step| *step >= least);
    let step = step.unwrap_or(10.0 * power);
    [step, 10.0 * step, 100.0 * step]
}

/// The number of a mark of the y axis with as many decimals as its step has: with those of the nearest power of ten, as
/// egui_plot has it, steps of 0.05 had marks at 0, -0.1 and -0.1.
pub(super) fn number_of_mark(value: f64, step: f64) -> String {
    /// Decimals and digits before the point for which there is room.
    const MOST: i32 = 6;
    let power = |number: f64| (number.abs().log10() + 1.0e-9).floor() as i32;
    // Rounding noise beside the steps.
    if value.abs() < 0.5 * step {
        return "0".to_owned();
    }
    let text = if power(step) < -MOST || power(value) > MOST {
        format!("{value:.*e}", (power(value) - power(step)).max(0) as usize)
    } else {
        format!("{value:.*}", (-power(step)).max(0) as usize)
    };
    text.replace('-', "−")
}

fn draw(ui: &mut PlotUi, series: Series) {
    let Series { name, color, look, points } = series;
    if points.is_empty() {
        return;
    }
    let dots = |shape, radius| {
        Points::new(points.clone()).name(name).color(color).shape(shape).radius(radius).filled(true)
    };
    let line =
        |width: f32, style| Line::new(points.clone()).name(name).color(color).width(width).style(style);
    match look {
        LineLook::Solid(width) => ui.line(line(width, LineStyle::Solid)),
        LineLook::Dashed => ui.line(line(1.4, LineStyle::Dashed { length: 5.0 })),
        LineLook::Dotted => ui.line(line(1.4, LineStyle::Dotted { spacing: 5.0 })),
        LineLook::Dots => ui.points(dots(MarkerShape::Circle, 2.8)),
        LineLook::Diamond => ui.points(dots(MarkerShape::Diamond, 5.0)),
    }
}

fn label(name: &str, at: &PlotPoint, frame: u64) -> String {
    let name = if name.is_empty() { String::new() } else { format!("{name}: {}\n", padded(at.y)) };
    format!("{name}{:.3} s, frame {frame}", at.x)
}

/// The value of a line at a time: that of its last point until then.
fn value_at(points: &[[f64; 2]], time: f64) -> Option<f64> {
    points.iter().rev().find(|point| point[0] <= time + 1.0e-9).map(|point| point[1])
}

/// The key: names and styles of the lines, with their values now. A name stays with its line and its value.
fn key(ui: &mut Ui, palette: &Palette, series: &[Series], now: f64) {
    /// Width of a line's sample, and the gaps after it and between the names. Points.
    const SAMPLE: f32 = 16.0;
    const GAP: f32 = 5.0;
    let row = ui.available_width();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(12.0, 2.0);
        for series in series.iter().filter(|series| !series.points.is_empty()) {
            let is_line = !matches!(series.look, LineLook::Dots | LineLook::Diamond);
            let value = value_at(&series.points, now).filter(|_| is_line);
            let value = value.map_or_else(String::new, |value| short(value).replace('-', "−"));
            let layout = |text: String, font, color| ui.painter().layout_no_wrap(text, font, color);
            let value = layout(value, FontId::monospace(SMALL), palette.text);
            let room = row - SAMPLE - 2.0 * GAP - value.size().x;
            let name = shortened_of(ui, series.name, SMALL, room, palette.quiet);
            let width = SAMPLE + GAP + name.size().x + GAP + value.size().x;
            let (rect, _) = ui.allocate_exact_size(vec2(width, name.size().y), Sense::hover());
            sample(ui, egui::Rect::from_min_size(rect.min, vec2(SAMPLE, rect.height())), series);
            let beside = |x: f32, height: f32| pos2(rect.left() + x, rect.center().y - 0.5 * height);
            let at = beside(SAMPLE + GAP, name.size().y);
            let after = beside(width - value.size().x, value.size().y);
            ui.painter().galley(at, name, palette.quiet);
            ui.painter().galley(after, value, palette.text);
        }
    });
}

/// A piece of a line as the plot draws it.
fn sample(ui: &Ui, rect: egui::Rect, series: &Series) {
    let (at, stroke) = (rect.center(), Stroke::new(1.6, series.color));
    let ends: [Pos2; 2] = [rect.left_center(), rect.right_center()];
    match series.look {
        LineLook::Solid(_) => {
            ui.painter().line_segment(ends, stroke);
        }
        LineLook::Dashed => ui.painter().extend(Shape::dashed_line(&ends, stroke, 4.0, 2.5)),
        LineLook::Dotted => ui.painter().extend(Shape::dotted_line(&ends, series.color, 4.0, 1.0)),
        LineLook::Dots => {
            ui.painter().circle_filled(at, 2.5, series.color);
        }
        LineLook::Diamond => {
            let corners = [vec2(0.0, -4.5), vec2(4.5, 0.0), vec2(0.0, 4.5), vec2(-4.5, 0.0)];
            let corners = corners.map(|corner| at + corner).to_vec();
            ui.painter().add(Shape::convex_polygon(corners, series.color, Stroke::NONE));
        }
    }
}

/// "+0.12", "−3.4e-5".
fn signed(value: f64) -> String {
    let size = value.abs();
    let text = if size != 0.0 && !(0.001..100_000.0).contains(&size) {
        format!("{value:+.1e}")
    } else {
        format!("{value:+.3}")
    };
    text.replace('-', "−")
}
