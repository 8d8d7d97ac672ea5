//! In a narrow or low window (a phone) the panels are a sheet from below: a row of tabs, of which a tap opens and closes one.

use egui_macroquad::egui::scroll_area::ScrollBarVisibility;
use egui_macroquad::egui::{Context, Frame, Margin, ScrollArea, TopBottomPanel, Ui};

use super::{Panels, tab_name, tab_ui};
use crate::app::{AppState, Command, Panel, ViewCommand};
use crate::gui::style::Palette;

/// Height of the tabs, which fingers touch. Points.
const TABS: f32 = 38.0;
/// Share of the window's height that an open sheet takes at first.
const SHARE: f32 = 0.42;
/// Lowest open sheet. Points.
const LEAST: f32 = 120.0;

#[derive(Debug, Default)]
pub struct Sheet {
    open: Option<Section>,
    /// The panel of the last pass: where a command shows another, the sheet opens.
    panel: Option<Panel>,
}

/// A tab. The one panel beside a wide canvas is several tabs here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    /// The panel of the state.
    Own,
    Bodies,
    Contacts,
    Axes,
}

impl Sheet {
    /// Whether this panel is in sight.
    pub fn shows(&self, state: &AppState, panel: Panel) -> bool {
        self.open == Some(Section::Own) && state.showing().panel == panel
    }

    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }
}

impl Panels {
    /// The tabs, and above the status bar what is open of them.
    pub(super) fn sheet_ui(
        &mut self,
        context: &Context,
        state: &AppState,
        palette: &Palette,
        out: &mut Vec<Command>,
    ) {
        let before = self.sheet.panel.replace(state.showing().panel);
        let is_other = before.is_some_and(|before| before != state.showing().panel);
        if is_other {
            self.sheet.open = Some(Section::Own);
        }
        let surface = Frame::new().fill(palette.panel);
        if let Some(section) = self.sheet.open {
            let height = context.available_rect().height();
            TopBottomPanel::bottom("sheet")
                .frame(surface.inner_margin(Margin { left: 16, right: 6, top: 8, bottom: 6 }))
                .resizable(true)
                .default_height(height * SHARE)
                .height_range(LEAST.min(height * SHARE)..=(height - TABS - LEAST).max(LEAST))
                .show(context, |ui| {
                    ui.set_min_height(ui.available_height());
                    match section {
                        Section::Own => self.own_ui(ui, state, palette, out),
                        Section::Bodies => self.contents.show(ui, state, palette, out),
                        Section::Contacts => self.contacts.show(ui, state, palette, out),
                        Section::Axes => self.axes.show(ui, state, palette, out),
                    }
                });
        }
        TopBottomPanel::bottom("tabs").frame(surface).exact_height(TABS).show(context, |ui| {
            let row = ScrollArea::horizontal().scroll_bar_visibility(ScrollBarVisibility::AlwaysHidden);
            row.show(ui, |ui| {
                ui.horizontal_centered(|ui| {
                    ui.spacing_mut().item_spacing.x = 2.0;
                    ui.add_space(6.0);
                    self.tabs(ui, state, palette, is_other, out);
                });
            });
        });
    }

    fn tabs(
        &mut self,
        ui: &mut Ui,
        state: &AppState,
        palette: &Palette,
        scrolls: bool,
        out: &mut Vec<Command>,
    ) {
        let mut tab = |name: &str, section: Section, panel: Option<Panel>| {
            let on =
                self.sheet.open == Some(section) && panel.is_none_or(|panel| panel == state.showing().panel);
            let tab = tab_ui(ui, palette, name, on);
            if on && scrolls {
                tab.scroll_to_me(None);
            }
            if !tab.clicked() {
                return;
            }
            self.sheet.open = (!on).then_some(section);
            if let Some(panel) = panel.filter(|panel| *panel != state.showing().panel) {
                out.push(Command::View(ViewCommand::ShowPanel(panel)));
            }
        };
        for panel in
            Panel::ALL.into_iter().filter(|panel| panel.is_for(state.files().document.is_recording()))
        {
            tab(tab_name(panel), Section::Own, Some(panel));
            if panel == Panel::Scene {
                tab("Bodies", Section::Bodies, None);
                tab("Contacts", Section::Contacts, None);
                tab("Axes", Section::Axes, None);
            }
        }
    }
}
