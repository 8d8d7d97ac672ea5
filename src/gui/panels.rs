//! Everything around the canvas. Panels read the state and push commands; they change nothing themselves.

use egui_macroquad::egui::{self, CentralPanel, Context, Frame, Margin, SidePanel, TopBottomPanel, Ui, vec2};
use glam::Vec2;

use super::stats::Recent;
use super::style::{self, BAR, Palette};
use crate::app::{AppState, Command, Panel, SideSizes, ViewCommand};
use crate::picture::backend::window;
use crate::picture::display::Rect;
use dividers::{LaidOut, PanelPart, dividers_ui, shares};

pub mod ahead;
pub mod axes;
pub mod banner;
pub mod bar;
pub mod cards;
mod contacts;
pub mod contents;
pub mod context_menu;
pub mod dialogs;
pub mod differences;
mod dividers;
mod embedded;
pub mod events;
pub mod expectations;
mod field_rows;
pub mod fields;
#[cfg_attr(target_os = "unknown", path = "browser/files.rs")]
pub mod files;
pub mod frame_times;
mod game_log;
pub mod generators;
pub mod help;
pub mod icons;
pub mod inspector;
#[cfg_attr(target_os = "unknown", path = "browser/licences.rs")]
mod licences;
pub mod link_base;
pub mod listeners;
mod masks;
pub mod memory;
pub mod menu;
pub mod menu_keys;
mod merging;
pub mod messages;
pub mod minkowski;
pub mod palette;
pub mod places;
pub mod plots;
mod queries;
pub mod recorded;
mod reducing;
mod revealing;
mod row_list;
pub mod scene_settings;
pub mod scenes;
mod seeking;
mod sharing;
mod sheet;
mod shortened;
pub mod stages;
pub mod status;
mod stops;
#[cfg(test)]
mod tests;
pub mod timeline;
pub mod tour;
mod units;
mod watch;
pub mod why;
pub mod widgets;

/// Initial width of the side panel. Points.
const SIDE: f32 = 360.0;
/// A narrower window has a sheet below in the place of the side panel, and a bar that scrolls. Points.
const NARROW: f32 = 2.0 * SIDE;
/// A lower one as well, such as a phone held sideways: the parts of a side panel would have no room. Points.
const LOW: f32 = 440.0;
/// Above and below each part of the side panel. Points.
const MARGINS: f32 = 18.0;

/// Least height of the panel's own part. Points.
const LEAST_OWN: f32 = 90.0;

/// What the panels remember from frame to frame.
#[derive(Debug, Default)]
pub struct Panels {
    /// Frames per second, smoothed.
    pub frame_rate: f32,
    /// Times of the last frames.
    pub recent: Recent,
    /// The pointer in the world, while it is over the canvas.
    pub pointer: Option<Vec2>,
    pub(super) files: files::FileDialogs,
    pub(super) link_base: link_base::LinkBaseDialog,
    pub(super) scenes: scenes::ScenePicker,
    pub(super) palette: palette::CommandPalette,
    pub(super) licences: licences::LicenceTexts,
    sheet: sheet::Sheet,
    pub(super) context_menu: context_menu::ContextMenu,
    inspector: f32,
    /// Heights of the parts of the side panel in the last pass: its own, bodies, contacts, axes.
    heights: [f32; 4],
    axes: axes::AxesPanel,
    pub(super) contents: contents::ContentsPanel,
    contacts: contacts::ContactsPanel,
    events: events::EventsPanel,
    differences: differences::DifferencesPanel,
    minkowski: minkowski::DifferencePanel,
    stages: stages::StagesPanel,
    timeline: timeline::Timeline,
    /// Where the buttons of a figure are. Points.
    embedded: Option<[egui::Pos2; 3]>,
    /// Width and height of the legend.
    legend: (f32, f32),
}

impl Panels {
    /// Lays out all panels; the rest of the window is the canvas.
    pub fn show(&mut self, context: &Context, state: &AppState, out: &mut Vec<Command>) {
        let palette = Palette::of(&state.showing().theme);
        if state.showing().embedded.is_some() {
            self.embedded = Some(embedded::embedded_ui(context, state, palette, out));
        } else {
            self.around_canvas(context, state, palette, out);
        }
        frame_times::frame_times_ui(context, state, &self.recent, out);
        masks::masks_window(context, state, palette, out);
        cards::cards_ui(context, state, palette, out);
        merging::merging_ui(context, state, palette, out);
        reducing::reducing_ui(context, state, palette, out);
        seeking::seeking_ui(context, state, palette, out);
        sharing::sharing_ui(context, state, palette, out);
        messages::messages_ui(context, state, out);
        help::help_ui(context, state, out);
        self.files.show(context, palette, out);
        self.link_base.show(context, palette, out);
        self.scenes.show(context, state, palette, out);
        self.palette.show(context, state, palette, out);
        self.licences.show(context, palette);
        self.context_menu.show(context, state, palette, out);
        dialogs::question_ui(context, state, out);
        fields::settle(context, state, out);
    }

    /// The panels at the sides of the canvas.
    fn around_canvas(
        &mut self,
        context: &Context,
        state: &AppState,
        palette: &Palette,
        out: &mut Vec<Command>,
    ) {
        let surface = Frame::new().fill(palette.panel);
        let (room, height) = context.screen_rect().size().into();
        let has_side = room >= NARROW && height >= LOW;
        TopBottomPanel::top("bar")
            .frame(surface.inner_margin(Margin::symmetric(8, 6)))
            .show(context, |ui| bar::bar_ui(ui, state, !has_side, out));
        TopBottomPanel::bottom("status")
            .frame(surface.inner_margin(Margin::symmetric(12, 4)))
            .exact_height(26.0)
            .show(context, |ui| self.status_ui(ui, state, out));
        if !has_side {
            self.sheet_ui(context, state, palette, out);
        } else {
            let shown = SidePanel::right("side")
                .frame(surface)
                .default_width(state.showing().kept.side.width.unwrap_or(SIDE))
                .width_range(SIDE..=(room * 0.6).max(SIDE))
                .show(context, |ui| self.side_ui(ui, state, palette, out));
            let edge = context.read_response(egui::Id::new("side").with("__resize"));
            if edge.is_some_and(|edge| edge.drag_stopped()) {
                let width = Some(shown.response.rect.width().round());
                out.push(Command::View(ViewCommand::SizeSide(SideSizes {
                    width,
                    ..state.showing().kept.side
                })));
            }
        }
        tour::tour_ui(context, state, out);
        // In a low window the card of the tour leaves a strip of canvas otherwise.
        let has_room = height >= LOW || state.files().tour.is_none();
        // Below the legend, whose height changes: the time line stays under the pointer.
        if has_room {
            self.timeline_ui(context, state, palette, out);
        } else {
            self.timeline.hide();
        }
        if state.showing().kept.legend && has_room && (has_side || !self.sheet.is_open()) {
            self.legend_ui(context, state, palette);
        }
        let has_stages = if has_side {
            state.showing().panel == Panel::Stages
        } else {
            self.sheet.shows(state, Panel::Stages)
        };
        banner::banner_ui(context, state, !has_stages, out);
        banner::paused_ui(context, state, out);
    }

    fn status_ui(&self, ui: &mut Ui, state: &AppState, out: &mut Vec<Command>) {
        status::status_ui(
            ui,
            state,
            &status::StatusOfWindow {
                pointer: self.pointer,
                frame_rate: self.frame_rate,
                recent: &self.recent,
            },
            out,
        );
    }

    /// The time line, below the canvas and its legend; a window that is too small has none.
    fn timeline_ui(
        &mut self,
        context: &Context,
        state: &AppState,
        palette: &Palette,
        out: &mut Vec<Command>,
    ) {
        if context.available_rect().height() < 4.0 * timeline::HEIGHT {
            return self.timeline.hide();
        }
        TopBottomPanel::bottom("timeline")
            .frame(Frame::new().fill(palette.panel))
            .exact_height(timeline::HEIGHT)
            .show(context, |ui| self.timeline.show(ui, state, palette, out));
    }

    /// The track of the time line, while it is shown.
    pub fn timeline_track(&self) -> Option<timeline::Track> {
        self.timeline.track()
    }

    /// The legend of colours and line styles. It is below the canvas, because on it it would hide shapes.
    fn legend_ui(&mut self, context: &Context, state: &AppState, palette: &Palette) {
        let room = context.available_rect().shrink2(vec2(12.0, 0.0));
        let width = room.width().max(1.0);
        let (_, height) = state.legend(Rect::at(Vec2::ZERO, Vec2::new(width, 1.0)));
        if height > 0.4 * room.height() {
            return;
        }
        // The legend does not shrink, so that the canvas does not move when a pair is selected or deselected.
        let least = if self.legend.0 == width { self.legend.1 } else { 0.0 };
        self.legend = (width, height.max(least));
        let frame = Frame::new().fill(palette.panel).inner_margin(Margin::symmetric(12, 4));
        TopBottomPanel::bottom("legend").frame(frame).exact_height(self.legend.1 + 8.0).show(context, |ui| {
            let (left, top) = (ui.max_rect().min.x, ui.max_rect().min.y);
            let (list, _) = state.legend(Rect::at(Vec2::new(left, top), Vec2::new(width, height)));
            window::paint(&list, ui.painter());
        });
    }

    fn side_ui(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        // `MARGINS` in all.
        let section = Frame::new().inner_margin(Margin { left: 16, right: 6, top: 10, bottom: 8 });
        TopBottomPanel::top("tabs")
            .frame(Frame::new().inner_margin(Margin { left: 10, right: 6, top: 6, bottom: 0 }))
            .show_inside(ui, |ui| tabs_ui(ui, state, palette, out));
        if state.showing().panel == Panel::Plots {
            CentralPanel::default().frame(section).show_inside(ui, |ui| self.own_ui(ui, state, palette, out));
            return;
        }
        let before = self.wanted(state.showing().panel);
        let sizes = state.showing().kept.side;
        let set = [None, sizes.bodies, sizes.contacts, sizes.axes];
        let mut least = self.least(state.showing().panel);
        for (least, wanted) in least.iter_mut().zip(before) {
            *least = least.min(wanted);
        }
        // A row of the list stays under the pointer between the two clicks of a double click.
        if let Some(left) = self.contents.left_for_second_click(ui.ctx()) {
            ui.ctx().request_repaint_after_secs(left as f32);
        } else {
            self.heights = shares(ui.available_height(), before, set, least);
        }
        let heights = self.heights;
        let whole = |set: Option<f32>, height: f32, whole: &dyn Fn(f32) -> f32| {
            if set.is_some() { height } else { whole(height - MARGINS) + MARGINS }
        };
        let axes = whole(sizes.axes, heights[3], &|room| self.axes.of_whole_rows(room));
        let contacts = whole(sizes.contacts, heights[2], &|room| self.contacts.list.of_whole_rows(room));
        let bodies = whole(sizes.bodies, heights[1], &|room| self.contents.list.of_whole_rows(room));
        let mut lower = vec![];
        let laid_out = |i: usize, rect: egui::Rect| LaidOut { rect, least: least[i], wanted: before[i] };
        let part = |name: &'static str, height: f32| {
            TopBottomPanel::bottom(name).frame(section).exact_height(height)
        };
        let shown = part("axes", axes).show_inside(ui, |ui| self.axes.show(ui, state, palette, out));
        lower.push((PanelPart::Axes, laid_out(3, shown.response.rect)));
        if state.showing().panel == Panel::Scene {
            let shown =
                part("contacts", contacts).show_inside(ui, |ui| self.contacts.show(ui, state, palette, out));
            lower.push((PanelPart::Contacts, laid_out(2, shown.response.rect)));
            let shown =
                part("bodies", bodies).show_inside(ui, |ui| self.contents.show(ui, state, palette, out));
            lower.push((PanelPart::Bodies, laid_out(1, shown.response.rect)));
        }
        let own = CentralPanel::default().frame(section);
        let own = own.show_inside(ui, |ui| self.own_ui(ui, state, palette, out));
        dividers_ui(ui, state, palette, &lower, laid_out(0, own.response.rect), out);
        places::name_rect(ui.ctx(), own.response.rect, || "Part own".to_owned());
        for (part, LaidOut { rect, .. }) in &lower {
            places::name_rect(ui.ctx(), *rect, || format!("Part {}", part.name()));
        }
        if self.wanted(state.showing().panel) != before {
            ui.ctx().request_repaint();
        }
    }

    /// What the tab of the panel shows.
    fn own_ui(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        match state.showing().panel {
            Panel::Events => self.events.show(ui, state, palette, out),
            Panel::Stages => self.stages.show(ui, state, palette, out),
            Panel::Why => why::why_ui(ui, state, palette, out),
            Panel::Differences => self.differences.show(ui, state, palette, out),
            Panel::Minkowski => self.minkowski.show(ui, state, palette, out),
            Panel::Plots => plots::plots_ui(ui, state, palette, out),
            Panel::Scene => {
                // What is shown next begins at its top.
                let of = (state.files().document.path(), state.looking().selection());
                let area = egui::ScrollArea::vertical().id_salt(of).auto_shrink(false);
                let shown = area.show(ui, |ui| {
                    ui.set_max_width(ui.available_width() - BAR);
                    inspector::inspector_ui(ui, state, palette, out);
                });
                self.inspector = shown.content_size.y;
                let below = shown.content_size.y - shown.state.offset.y - shown.inner_rect.height();
                if below > 1.0 {
                    fade(ui, shown.inner_rect, palette);
                }
            }
        }
    }

    /// Heights at which the first line of each part is in sight: the panel's own, bodies, contacts, axes.
    fn least(&self, panel: Panel) -> [f32; 4] {
        let [bodies, contacts, axes] =
            [self.contents.list.least(), self.contacts.list.least(), self.axes.least()];
        let own = if panel == Panel::Stages { stages::LEAST } else { LEAST_OWN };
        [own, bodies + MARGINS, contacts + MARGINS, axes + MARGINS]
    }

    /// Heights at which nothing is cut: the panel's own part, bodies, contacts, axes.
    fn wanted(&self, panel: Panel) -> [f32; 4] {
        let (own, bodies, contacts) = match panel {
            Panel::Scene => {
                let [bodies, contacts] = [self.contents.list.wanted(), self.contacts.list.wanted()];
                (self.inspector + MARGINS, bodies + MARGINS, contacts + MARGINS)
            }
            Panel::Events
            | Panel::Stages
            | Panel::Plots
            | Panel::Differences
            | Panel::Why
            | Panel::Minkowski => (f32::INFINITY, 0.0, 0.0),
        };
        [own, bodies, contacts, self.axes.wanted() + MARGINS]
    }

    /// Whether a dialog or question blocks all other input.
    pub fn is_modal(&self, state: &AppState) -> bool {
        state.question().is_some()
            || self.files.is_open()
            || self.scenes.is_open()
            || self.palette.is_open()
            || self.licences.is_open()
            || self.link_base.is_open()
    }

    /// How many scenes the picker finds; `None`: it is not open.
    pub fn scenes_found(&self) -> Option<usize> {
        self.scenes.found()
    }

    /// Where the buttons of a figure are that play, reset and open, while they are shown. Points.
    pub fn embedded_buttons(&self, state: &AppState) -> Option<[egui::Pos2; 3]> {
        self.embedded.filter(|_| state.showing().embedded.is_some())
    }

    /// Middle of the first line of the list of differences, while it is shown. Points.
    pub fn first_difference(&self, state: &AppState) -> Option<egui::Pos2> {
        self.differences.first().filter(|_| state.showing().panel == Panel::Differences)
    }
}

/// Fades the lower end of a list that goes on, so that no row looks cut.
fn fade(ui: &Ui, list: egui::Rect, palette: &Palette) {
    const HEIGHT: f32 = 22.0;
    let top = list.bottom() - HEIGHT.min(list.height());
    let mut mesh = egui::Mesh::default();
    let clear = palette.panel.gamma_multiply(0.0);
    for (y, color) in [(top, clear), (list.bottom(), palette.panel)] {
        mesh.colored_vertex(egui::pos2(list.left(), y), color);
        mesh.colored_vertex(egui::pos2(list.right(), y), color);
    }
    mesh.add_triangle(0, 1, 2);
    mesh.add_triangle(1, 2, 3);
    ui.painter().add(mesh);
}

/// The tabs of the side panels, of which one is shown.
fn tabs_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        for panel in
            Panel::ALL.into_iter().filter(|panel| panel.is_for(state.files().document.is_recording()))
        {
            let on = state.showing().panel == panel;
            let response = tab_ui(ui, palette, tab_name(panel), on);
            let command = Command::View(ViewCommand::ShowPanel(panel));
            let tip = crate::app::info(&command).map_or("", |info| info.tooltip);
            if response.on_hover_text(tip).clicked() && !on {
                out.push(command);
            }
        }
    });
}

fn tab_ui(ui: &mut Ui, palette: &Palette, name: &str, on: bool) -> egui::Response {
    let color = if on { palette.strong } else { palette.quiet };
    let text = ui.painter().layout_no_wrap(name.to_owned(), egui::FontId::proportional(style::BODY), color);
    let (rect, response) = ui.allocate_exact_size(text.size() + vec2(16.0, 10.0), egui::Sense::click());
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, on, name));
    places::name(&response, || name.to_owned());
    if response.hovered() && !on {
        ui.painter().rect_filled(rect.shrink2(vec2(0.0, 2.0)), 4.0, palette.hover);
    }
    ui.painter().galley(rect.center() - 0.5 * text.size(), text, color);
    if on {
        let line = egui::Stroke::new(2.0, palette.accent);
        ui.painter().hline(rect.shrink2(vec2(6.0, 0.0)).x_range(), rect.bottom() - 1.0, line);
    }
    response
}

fn tab_name(panel: Panel) -> &'static str {
    match panel {
        Panel::Scene => "Scene",
        Panel::Events => "Events",
        Panel::Stages => "Stages",
        Panel::Plots => "Plots",
        Panel::Differences => "Differences",
        Panel::Why => "Why?",
        Panel::Minkowski => "Minkowski",
    }
}

/// The heading of a section, with a quiet note at the right.
fn heading(ui: &mut Ui, palette: &Palette, name: &str, quiet: &str) {
    ui.horizontal(|ui| {
        ui.label(egui::RichText::new(name).color(palette.strong).size(style::HEADING));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let width = ui.available_width();
            ui.label(shortened::shortened_name_of(ui, quiet, style::SMALL, width, palette.quiet));
        });
    });
    ui.add_space(4.0);
}
