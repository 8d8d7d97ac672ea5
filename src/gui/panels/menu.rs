//! Menus, made from the table of commands.

use egui_macroquad::egui::menu::{BarState, MenuRoot};
use egui_macroquad::egui::{
    self, Color32, FontId, Frame, Response, RichText, Sense, Shape, Stroke, Ui, vec2,
};
use glam::Vec2;

use super::ahead::{ahead_ui, trail_ui};
use super::icons::{self, Icon};
use super::shortened::shortened;
use super::units::{size_ui, units_ui};
use super::{menu_keys, places};
use crate::app::{AppState, Command, CommandInfo, FileCommand, Leave, Menu, ViewCommand, here, info, table};
use crate::gui::style::{Palette, ROW, SMALL};
use crate::picture::backend::window;
use crate::picture::overlay::Layer;
use crate::platform::{disk, plain};

const WIDTH: f32 = 264.0;
/// Height of a line in a menu.
const LINE: f32 = 24.0;

pub fn menus_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    menu_keys::begin(ui.ctx(), MENUS.len());
    // By the size that it had in a larger window, a menu would be put over the bar.
    let size = ui.ctx().screen_rect().size();
    ui.push_id([size.x as u32, size.y as u32], |ui| {
        for (index, (name, content)) in MENUS.iter().enumerate() {
            let wide = if *name == "View" { view_width(ui) } else { WIDTH };
            menu(ui, index, name, wide, |ui| content(ui, state, palette, out));
        }
    });
}

type MenuUi = fn(&mut Ui, &AppState, &Palette, &mut Vec<Command>);

const MENUS: [(&str, MenuUi); 6] = [
    ("File", |ui, state, palette, out| items(ui, state, palette, Menu::File, out)),
    ("Edit", |ui, state, palette, out| items(ui, state, palette, Menu::Edit, out)),
    ("View", view_menu),
    ("Arrange", |ui, state, palette, out| items(ui, state, palette, Menu::Arrange, out)),
    ("Time", |ui, state, palette, out| items(ui, state, palette, Menu::Time, out)),
    ("Help", help_menu),
];

fn help_menu(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    // Outside of the tour its steps would only be grey lines.
    let is_of_use = |row: &&CommandInfo| state.files().tour.is_some() || state.is_enabled(&row.command);
    for info in table().filter(|info| info.menu == Menu::Help).filter(is_of_use) {
        item(ui, state, palette, info, out);
    }
    ui.separator();
    for command in [ViewCommand::ToggleHelp, ViewCommand::ToggleLegend, ViewCommand::ShowLicences] {
        if let Some(info) = info(&Command::View(command)) {
            item(ui, state, palette, info, out);
        }
    }
}

/// Width of the View menu: two columns where there is room.
fn view_width(ui: &Ui) -> f32 {
    let is_wide = ui.ctx().screen_rect().width() > 2.0 * WIDTH + 96.0;
    if is_wide { 2.0 * WIDTH + 16.0 } else { WIDTH }
}

/// Layers and their settings, then the rest, beside them where there is room.
fn view_menu(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let layers = |ui: &mut Ui, out: &mut Vec<Command>| {
        items(ui, state, palette, Menu::Layers, out);
        ui.separator();
        for (content, layer) in [(trail_ui as MenuUi, Layer::Trails), (ahead_ui, Layer::Impacts)] {
            ui.add_enabled_ui(state.showing().layers.has(layer), |ui| {
                ui.horizontal(|ui| {
                    ui.add_space(24.0);
                    content(ui, state, palette, out);
                });
            });
        }
        ui.horizontal(|ui| {
            ui.add_space(24.0);
            units_ui(ui, state, palette, out);
        });
        ui.horizontal(|ui| {
            ui.add_space(24.0);
            size_ui(ui, state, palette, out);
        });
    };
    if ui.available_width() > WIDTH {
        ui.spacing_mut().item_spacing.x = 16.0;
        ui.columns_const(|[left, right]| {
            left.spacing_mut().item_spacing.x = 6.0;
            layers(left, out);
            items(right, state, palette, Menu::View, out);
        });
    } else {
        layers(ui, out);
        ui.separator();
        items(ui, state, palette, Menu::View, out);
    }
}

/// A menu behind its name; what is higher than the window scrolls.
fn menu(ui: &mut Ui, index: usize, name: &str, width: f32, content: impl FnOnce(&mut Ui)) {
    let context = ui.ctx().clone();
    let bar_id = ui.id();
    let mut bar = BarState::load(&context, bar_id);
    let is_open =
        |bar: &BarState, response: &Response| bar.as_ref().is_some_and(|root| root.id == response.id);
    let mut button = egui::Button::new(name);
    if menu_keys::opened(&context) == Some(index) {
        button = button.fill(ui.visuals().widgets.open.weak_bg_fill);
    }
    let response = ui.add(button);
    places::name(&response, || format!("Menu {name}"));
    match menu_keys::wanted(&context, index) {
        Some(true) => {
            let below = vec2(-Frame::menu(ui.style()).total_margin().left, ui.spacing().menu_spacing);
            **bar = Some(MenuRoot::new(response.rect.left_bottom() + below, response.id));
        }
        Some(false) if is_open(&bar, &response) => **bar = None,
        Some(false) | None => {}
    }
    let show = |ui: &mut Ui| {
        menu_keys::enter(ui.ctx());
        ui.set_width(width);
        ui.spacing_mut().item_spacing.y = 0.0;
        let height = (ui.ctx().screen_rect().height() - 56.0).max(LINE);
        egui::ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, content);
    };
    // While a line is marked by the keyboard, a pointer that rests on a name opens nothing.
    let pressed = context.input(|input| input.pointer.any_pressed());
    if menu_keys::has_mark(&context) && !pressed {
        bar.show(&response, show);
    } else {
        bar.bar_menu(&response, show);
    }
    menu_keys::leave(&context, index, is_open(&bar, &response));
    bar.store(&context, bar_id);
}

fn items(ui: &mut Ui, state: &AppState, palette: &Palette, menu: Menu, out: &mut Vec<Command>) {
    for info in table().filter(|info| info.menu == menu) {
        item(ui, state, palette, info, out);
        if info.command == Command::File(FileCommand::Open) {
            recent(ui, state, palette, out);
        }
        if info.ends_group {
            ui.separator();
        }
    }
}

pub(super) fn item(
    ui: &mut Ui,
    state: &AppState,
    palette: &Palette,
    info: &CommandInfo,
    out: &mut Vec<Command>,
) {
    let label = state.label_now(&info.command);
    let shown = MenuEntry {
        label: label.as_deref().unwrap_or(info.label),
        key: &info.shortcuts.first().map(ToString::to_string).unwrap_or_default(),
        checked: state.is_checked(&info.command) == Some(true),
        enabled: state.is_enabled(&info.command),
    };
    let (response, taken) = entry(ui, palette, &shown);
    if let Command::View(ViewCommand::ToggleLayer(layer)) = info.command {
        let left = response.rect.right_center() - vec2(64.0, 0.0);
        window::paint(&state.layer_sample(layer, Vec2::new(left.x, left.y)), ui.painter());
    }
    response.on_hover_text(info.tooltip);
    if taken {
        out.push(info.command.clone());
        // The menu stays open after a layer, because layers are switched several at a time.
        if !matches!(info.command, Command::View(ViewCommand::ToggleLayer(_))) {
            ui.close_menu();
        }
    }
}

/// A line with a label alone; returns whether it was taken.
pub(super) fn line(ui: &mut Ui, palette: &Palette, label: &str) -> bool {
    let (response, taken) = entry(ui, palette, &MenuEntry::plain(label));
    response.on_hover_text(label);
    taken
}

/// A line of a menu: mark, label, key.
struct MenuEntry<'a> {
    label: &'a str,
    key: &'a str,
    checked: bool,
    enabled: bool,
}

impl<'a> MenuEntry<'a> {
    fn plain(label: &'a str) -> Self {
        Self { label, key: "", checked: false, enabled: true }
    }
}

/// Draws the line; returns as well whether it was clicked, or Enter pressed on it.
fn entry(ui: &mut Ui, palette: &Palette, shown: &MenuEntry) -> (Response, bool) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, shown.enabled, shown.label));
    places::name(&response, || shown.label.to_owned());
    let marked = menu_keys::line(ui.ctx(), shown.enabled);
    if marked.is_new {
        ui.scroll_to_rect(rect, None);
    }
    let hovered = response.hovered() && shown.enabled && !menu_keys::has_mark(ui.ctx());
    if hovered || marked.is_marked {
        ui.painter().rect_filled(rect, 4.0, palette.hover);
    }
    let color = if shown.enabled { palette.text } else { palette.quiet.gamma_multiply(0.6) };
    let left = rect.left_center();
    if shown.checked {
        let mark = [vec2(6.0, 0.0), vec2(9.5, 4.0), vec2(16.0, -4.5)].map(|offset| left + offset);
        ui.painter().add(Shape::line(mark.to_vec(), Stroke::new(1.6, palette.accent)));
    }
    let key = FontId::proportional(SMALL);
    let key_color = if shown.enabled { palette.quiet } else { color };
    let key = ui.painter().layout_no_wrap(shown.key.to_owned(), key, key_color);
    let right = rect.right_center() - vec2(8.0, 0.0);
    let text = shortened(ui, shown.label, rect.width() - 40.0 - key.size().x, color);
    ui.painter().galley(left + vec2(24.0, -0.5 * text.size().y), text, color);
    ui.painter().galley(right - vec2(key.size().x, 0.5 * key.size().y), key, key_color);
    let taken = (response.clicked() && shown.enabled) || marked.is_taken;
    (response, taken)
}

fn recent(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    if state.files().storage.recent().is_empty() {
        return;
    }
    let room = disk::room().map(|room| format!(" · {room} used")).unwrap_or_default();
    caption(ui, palette, &format!("Open recent{room}"));
    for path in state.files().storage.recent() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let folder = path.parent().map(|folder| folder.display().to_string()).unwrap_or_default();
        let (response, taken) =
            entry(ui, palette, &MenuEntry { key: &ending(&folder), ..MenuEntry::plain(&name) });
        response.on_hover_text(path.display().to_string());
        if taken {
            out.push(Command::File(FileCommand::Leave(Leave::OpenPath(path.clone()))));
            ui.close_menu();
        }
    }
    let (_, taken) = entry(ui, palette, &MenuEntry::plain("Forget recent files"));
    if taken {
        out.push(Command::File(FileCommand::ClearRecent));
        ui.close_menu();
    }
    ui.separator();
}

/// The end of a folder's path: "…/projects/scenes".
fn ending(folder: &str) -> String {
    const MOST: usize = 18;
    let count = folder.chars().count();
    if count <= MOST {
        return plain::text(folder).into_owned();
    }
    let end: String = folder.chars().skip(count - MOST).collect();
    let whole = end.find(std::path::MAIN_SEPARATOR).and_then(|at| end.get(at..)).unwrap_or(&end);
    format!("…{}", plain::text(whole))
}

fn caption(ui: &mut Ui, palette: &Palette, text: &str) {
    ui.horizontal(|ui| {
        ui.add_space(24.0);
        ui.label(RichText::new(text).size(SMALL).color(palette.quiet));
    });
}

/// The scenes of the scenes folder, behind one button with the name of the open one.
pub fn scenes_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let name = plain::label(if state.scene().name.is_empty() { "Scenes" } else { &state.scene().name });
    let room = (ui.available_width() - 40.0).clamp(40.0, 240.0);
    let title = shortened(ui, &name, room, Color32::PLACEHOLDER);
    let size = title.size() + vec2(36.0, 0.0);
    let button = egui::Button::new("").min_size(vec2(size.x, ROW));
    let response = egui::menu::menu_custom_button(ui, button, |ui| {
        ui.set_width(WIDTH + 80.0);
        ui.spacing_mut().item_spacing.y = 0.0;
        let files = state.files().scene_files();
        if files.is_empty() {
            let text = here("No scenes in ", "Scenes that you open or save are kept here.");
            let text = format!("{text}{}", state.files().settings.scenes.display());
            ui.label(RichText::new(text).color(palette.quiet));
        }
        let height = (ui.ctx().screen_rect().height() - 120.0).max(LINE);
        egui::ScrollArea::vertical().max_height(height).show_rows(ui, LINE, files.len(), |ui, rows| {
            for path in files.get(rows).unwrap_or_default() {
                let name = path.file_stem().unwrap_or_default().to_string_lossy().replace('-', " ");
                let checked =
                    state.files().document.path().is_some_and(|open| open.file_name() == path.file_name());
                let (_, taken) = entry(ui, palette, &MenuEntry { checked, ..MenuEntry::plain(&name) });
                if taken {
                    out.push(Command::File(FileCommand::Leave(Leave::OpenPath(path.clone()))));
                    ui.close_menu();
                }
            }
        });
    });
    let rect = response.response.rect;
    let at = rect.left_center() + vec2(10.0, -0.5 * title.size().y);
    ui.painter().galley(at, title, palette.text);
    let mark = egui::Rect::from_center_size(rect.right_center() - vec2(13.0, 0.0), vec2(8.0, 8.0));
    icons::paint(ui.painter(), mark, Icon::Down, palette.quiet);
}
