//! The help: every key and what the mouse does, from the table of commands, and the pages of the manual.

pub(super) mod manual;

use egui_macroquad::egui::{Align2, Context, Id, Response, RichText, ScrollArea, Ui, Window, vec2};

use crate::app::{AppState, Command, MOUSE_HELP, Menu, ViewCommand, table};
use crate::gui::style::{Palette, SMALL};

use manual::{PAGES, page_of, page_ui};

const LINE: f32 = 19.0;
/// Widest that a page of the manual is. Points.
const WIDEST: f32 = 820.0;

/// What the help shows. It is kept while the program runs.
#[derive(Clone, Copy, Default)]
struct Place {
    /// A page of the manual; without one the keys.
    page: Option<usize>,
    /// The heading to scroll to.
    anchor: Option<&'static str>,
}

/// The help, while it is open.
pub fn help_ui(context: &Context, state: &AppState, out: &mut Vec<Command>) {
    if !state.showing().help_open {
        #[cfg(not(target_os = "unknown"))]
        manual::pictures::forget(context);
        return;
    }
    let palette = Palette::of(&state.showing().theme);
    let screen = context.screen_rect();
    let mut open = true;
    let kept = Id::new("place in the help");
    let mut place = context.data(|data| data.get_temp::<Place>(kept)).unwrap_or_default();
    Window::new(RichText::new("Help").color(palette.strong))
        .open(&mut open)
        .collapsible(false)
        .resizable(false)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(context, |ui| {
            let width = 960.0_f32.min((screen.width() - 64.0).max(80.0));
            ui.set_width(width);
            ui.horizontal_wrapped(|ui| {
                let titles = [(None, "Keys and mouse")].into_iter();
                for (page, title) in
                    titles.chain(PAGES.iter().enumerate().map(|(i, page)| (Some(i), page.title)))
                {
                    if ui.selectable_label(place.page == page, title).clicked() {
                        place = Place { page, anchor: None };
                    }
                }
            });
            ui.separator();
            // A page stands in a column of its own, as wide as is good to read.
            let height = (screen.height() - 190.0).max(80.0);
            let area =
                ScrollArea::vertical().id_salt(place.page).min_scrolled_height(height).max_height(height);
            area.auto_shrink([false, place.page.is_none()]).show(ui, |ui| {
                match place.page.and_then(|i| PAGES.get(i)) {
                    None => keys_ui(ui, palette, width),
                    Some(page) => {
                        ui.set_width(WIDEST.min(ui.available_width() - 16.0));
                        let link = page_ui(ui, palette, page, place.anchor.take());
                        match link.map(|link| (link, page_of(link))) {
                            Some((_, Some((page, anchor)))) => place = Place { page: Some(page), anchor },
                            Some((address, None)) => context.copy_text(address.to_owned()),
                            None => {}
                        }
                    }
                }
            });
        });
    context.data_mut(|data| data.insert_temp(kept, place));
    if !open {
        out.push(Command::View(ViewCommand::ToggleHelp));
    }
}

/// Every key, and what the mouse does.
fn keys_ui(ui: &mut Ui, palette: &Palette, width: f32) {
    ui.spacing_mut().item_spacing.y = 1.0;
    ui.spacing_mut().interact_size.y = LINE;
    ui.columns(if width > 800.0 { 3 } else { 1 }, |columns| {
        let last = columns.len() - 1;
        let sections: [&[(&str, Menu)]; 3] = [
            &[("Tools", Menu::Tools), ("Time", Menu::Time), ("Move", Menu::None)],
            &[("Edit", Menu::Edit), ("File", Menu::File), ("First steps", Menu::Help)],
            &[("Layers", Menu::Layers), ("View", Menu::View)],
        ];
        for (i, sections) in sections.into_iter().enumerate() {
            let Some(column) = columns.get_mut(i.min(last)) else { continue };
            for (name, menu) in sections {
                section(column, palette, name, *menu);
            }
        }
    });
    title(ui, palette, "Mouse");
    for (input, effect) in MOUSE_HELP {
        line(ui, palette, 220.0, input, effect);
    }
}

fn section(ui: &mut Ui, palette: &Palette, name: &str, menu: Menu) {
    title(ui, palette, name);
    for entry in table().filter(|entry| entry.menu == menu && !entry.shortcuts.is_empty()) {
        let keys: Vec<String> = entry.shortcuts.iter().map(ToString::to_string).collect();
        line(ui, palette, 124.0, &keys.join("  "), entry.label).on_hover_text(entry.tooltip);
    }
    ui.add_space(8.0);
}

fn title(ui: &mut Ui, palette: &Palette, name: &str) {
    ui.label(RichText::new(name).size(SMALL).color(palette.accent));
}

fn line(ui: &mut Ui, palette: &Palette, room: f32, keys: &str, what: &str) -> Response {
    ui.horizontal(|ui| {
        ui.allocate_ui(vec2(room, LINE), |ui| {
            ui.set_min_width(room);
            ui.label(RichText::new(keys).color(palette.strong));
        });
        ui.label(RichText::new(what).color(palette.text));
    })
    .response
}
