//! The picker of shipped scenes: a search, and a card with picture, name and sentence for each scene found.
//! The search keeps the focus; arrow keys choose a card, Enter opens it.

use std::sync::Arc;

use egui_macroquad::egui::{
    self, Align, Align2, Context, FontId, Frame, Galley, Id, InputState, Key, Layout, Modal, Modifiers, Rect,
    RichText, ScrollArea, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, WidgetType, vec2,
};

use crate::app::{AppState, Command, FileCommand, Leave};
use crate::gui::panels::places;
use crate::gui::panels::widgets::search_field;
use crate::gui::style::{BAR, BODY, Palette, ROW, SMALL};
use crate::picture::backend::window::egui_color;
use crate::platform::plain;
use crate::scene::shipped::{self, ShippedScene};

mod grid;
mod pictures;

use grid::{CardGrid, CardStep, card_width};
use pictures::ScenePictures;

/// Most room that the picker takes. Points.
const MOST: Vec2 = vec2(1480.0, 1040.0);
/// Space between the picker and the edge of the window, on both sides together. Points.
const EDGE: Vec2 = vec2(64.0, 56.0);
/// Margin inside of the picker. Points.
const MARGIN: f32 = 16.0;
/// Room for the number of scenes, and for what the keys do. Points.
const COUNT: f32 = 84.0;
const KEYS: f32 = 260.0;
/// Height of a picture, in widths.
const PICTURE: f32 = 0.56;
/// Margin around the text of a card, and between its name and its sentence. Points.
const TEXT: (f32, f32) = (10.0, 4.0);

/// The picker, open or not.
#[derive(Debug, Default)]
pub struct ScenePicker {
    open: Option<OpenPicker>,
    pictures: ScenePictures,
}

#[derive(Debug)]
struct OpenPicker {
    search: String,
    found: Vec<&'static ShippedScene>,
    /// Index of the chosen card among those found.
    chosen: usize,
    /// The chosen card is to be brought into sight.
    scrolls: bool,
    /// Height of what is seen of the cards. Points.
    seen: f32,
    /// Width of the cards, and the height of the tallest text at that width. Points.
    texts: (f32, f32),
}

impl ScenePicker {
    /// Opens the picker with every scene.
    pub fn open(&mut self) {
        self.open = Some(OpenPicker {
            search: String::new(),
            found: shipped::all().iter().collect(),
            chosen: 0,
            scrolls: true,
            seen: 0.0,
            texts: (0.0, 0.0),
        });
    }

    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// How many scenes the search finds; `None`: the picker is not open.
    pub fn found(&self) -> Option<usize> {
        self.open.as_ref().map(|open| open.found.len())
    }

    /// Draws the picker, and pushes the command for the picked scene. It waits while a question is open.
    pub fn show(&mut self, context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let Some(open) = self.open.as_mut().filter(|_| state.question().is_none()) else { return };
        let room = (context.screen_rect().size() - EDGE).min(MOST).max(vec2(120.0, 120.0));
        let pictures = &mut self.pictures;
        let modal = Modal::new(Id::new("scenes"))
            .frame(Frame::popup(&context.style()).inner_margin(MARGIN))
            .show(context, |ui| {
                ui.set_min_size(room - vec2(2.0 * MARGIN, 2.0 * MARGIN));
                ui.set_max_size(room - vec2(2.0 * MARGIN, 2.0 * MARGIN));
                open.show(ui, state, palette, pictures)
            });
        places::name(&modal.response, || "Scenes".to_owned());
        if modal.should_close() || modal.inner.is_some() {
            self.open = None;
        }
        out.extend(
            modal.inner.map(|shipped| Command::File(FileCommand::Leave(Leave::OpenShipped(shipped.stem())))),
        );
    }
}

impl OpenPicker {
    fn show(
        &mut self,
        ui: &mut Ui,
        state: &AppState,
        palette: &Palette,
        pictures: &mut ScenePictures,
    ) -> Option<&'static ShippedScene> {
        let room = ui.available_width() - BAR - 4.0;
        let width = card_width(room);
        let picture = vec2(width - 2.0, ((width - 2.0) * PICTURE).round());
        if self.texts.0 != width {
            self.texts = (width, tallest_text(ui, palette, width));
        }
        let card_height = picture.y + 2.0 + self.texts.1 + 2.0 * TEXT.0;
        let mut grid = CardGrid::new(&self.found, room, card_height);
        let page = grid.rows_in(self.seen);
        let (steps, enter) = ui.input_mut(|input| (steps(input, page), pressed(input, Key::Enter)));
        for step in steps {
            self.chosen = grid.step(self.chosen, step);
            self.scrolls = true;
        }
        if self.head_ui(ui, palette) {
            self.found = shipped::all().iter().filter(|shipped| shipped.matches(&self.search)).collect();
            (self.chosen, self.scrolls) = (0, true);
            grid = CardGrid::new(&self.found, room, card_height);
        }
        ui.add_space(8.0);
        if self.found.is_empty() {
            ui.add_space(48.0);
            ui.vertical_centered(|ui| {
                ui.label(RichText::new("No scene has all these words.").color(palette.text));
            });
            return None;
        }
        pictures.begin(picture);
        let mut picked = enter.then_some(self.chosen);
        let mut unfinished = false;
        let area =
            ScrollArea::vertical().id_salt("cards").auto_shrink(false).show_viewport(ui, |ui, seen| {
                let (whole, _) = ui.allocate_exact_size(vec2(room, grid.height()), Sense::hover());
                let origin = whole.min.to_vec2();
                for (group, rect) in grid.headings(room) {
                    let at = rect.translate(origin).left_bottom() - vec2(0.0, 10.0);
                    let font = FontId::proportional(BODY);
                    ui.painter().text(at, Align2::LEFT_BOTTOM, group.label(), font, palette.strong);
                }
                for (index, rect) in grid.cards(seen.top(), seen.bottom()) {
                    let Some(shipped) = self.found.get(index) else { continue };
                    let card = Card { shipped, rect: rect.translate(origin), chosen: index == self.chosen };
                    let mesh = pictures.get(shipped, &state.showing().theme, ui.ctx().pixels_per_point());
                    unfinished |= mesh.is_none();
                    if card.show(ui, palette, egui_color(state.showing().theme.background), picture, mesh) {
                        picked = Some(index);
                    }
                }
                if std::mem::take(&mut self.scrolls)
                    && let Some(rect) = grid.surroundings(self.chosen)
                {
                    ui.scroll_to_rect_animation(
                        rect.translate(origin).expand2(vec2(0.0, 4.0)),
                        None,
                        egui::style::ScrollAnimation::none(),
                    );
                }
            });
        self.seen = area.inner_rect.height();
        if unfinished {
            ui.ctx().request_repaint();
        }
        self.found.get(picked?).copied()
    }

    /// Title, search, and how many scenes are found; returns whether the search changed.
    fn head_ui(&mut self, ui: &mut Ui, palette: &Palette) -> bool {
        let mut changed = false;
        ui.allocate_ui_with_layout(
            vec2(ui.available_width(), ROW + 8.0),
            Layout::left_to_right(Align::Center),
            |ui| {
                ui.label(RichText::new("Scenes").size(16.0).color(palette.strong));
                ui.add_space(12.0);
                let room = (ui.available_width() - COUNT).max(COUNT);
                let (hint, width) = ("Search: capsule, friction, rigid …", 320.0_f32.min(room));
                changed = search_field(ui, &mut self.search, "search for scenes", hint, width);
                ui.add_space(4.0);
                let (found, all) = (self.found.len(), shipped::all().len());
                let count = if found == all { format!("{all} scenes") } else { format!("{found} of {all}") };
                ui.label(RichText::new(count).color(palette.quiet));
                if ui.available_width() >= KEYS {
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        let keys = "arrow keys choose · Enter opens · Esc closes";
                        ui.label(RichText::new(keys).size(SMALL).color(palette.quiet));
                    });
                }
            },
        );
        changed
    }
}

/// A card and where it is.
struct Card<'a> {
    shipped: &'a ShippedScene,
    rect: Rect,
    chosen: bool,
}

impl Card<'_> {
    /// Draws the card; returns whether it was clicked. It takes no focus, which stays with the search.
    fn show(
        &self,
        ui: &Ui,
        palette: &Palette,
        background: egui::Color32,
        size: Vec2,
        mesh: Option<Arc<egui::Mesh>>,
    ) -> bool {
        let (rect, name) = (self.rect, plain::label(&self.shipped.scene().name));
        let response = ui.interact(rect, Id::new(("scene", self.shipped.stem())), Sense::CLICK);
        response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, self.chosen, &*name));
        let painter = ui.painter();
        let fill = if self.chosen {
            palette.accent_faint
        } else if response.hovered() {
            palette.hover
        } else {
            palette.panel
        };
        painter.rect_filled(rect, 4.0, fill);
        let picture = Rect::from_min_size(rect.min + vec2(1.0, 1.0), size);
        painter.rect_filled(picture, egui::CornerRadius { nw: 3, ne: 3, sw: 0, se: 0 }, background);
        if let Some(mut mesh) = mesh {
            Arc::make_mut(&mut mesh).translate(picture.min.to_vec2());
            painter.with_clip_rect(picture.intersect(painter.clip_rect())).add(Shape::Mesh(mesh));
        }
        let [name, about] = texts(ui, palette, self.shipped, rect.width());
        let at = picture.left_bottom() + vec2(TEXT.0 - 1.0, TEXT.0);
        let below = at + vec2(0.0, name.size().y + TEXT.1);
        painter.galley(at, name, palette.strong);
        painter.galley(below, about, palette.text);
        let border =
            if self.chosen { Stroke::new(2.0, palette.accent) } else { Stroke::new(1.0, palette.line) };
        painter.rect_stroke(rect, 4.0, border, StrokeKind::Inside);
        response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
    }
}

/// Name and sentence for a card of this width.
fn texts(ui: &Ui, palette: &Palette, shipped: &ShippedScene, width: f32) -> [Arc<Galley>; 2] {
    let room = width - 2.0 * TEXT.0;
    let lay_out = |text: &str, size: f32, color| {
        ui.painter().layout(plain::label(text).into_owned(), FontId::proportional(size), color, room)
    };
    let scene = shipped.scene();
    [lay_out(&scene.name, BODY, palette.strong), lay_out(&scene.about, SMALL + 0.5, palette.text)]
}

/// Height of the tallest name and sentence, so that all cards have one height.
fn tallest_text(ui: &Ui, palette: &Palette, width: f32) -> f32 {
    let height = |shipped: &ShippedScene| {
        let [name, about] = texts(ui, palette, shipped, width);
        name.size().y + TEXT.1 + about.size().y
    };
    shipped::all().iter().map(height).fold(0.0, f32::max).ceil()
}

/// The keys that choose another card; the search does not see them.
fn steps(input: &mut InputState, page: isize) -> Vec<CardStep> {
    let keys = [
        (Key::ArrowRight, CardStep::Next),
        (Key::ArrowLeft, CardStep::Previous),
        (Key::ArrowDown, CardStep::Rows(1)),
        (Key::ArrowUp, CardStep::Rows(-1)),
        (Key::PageDown, CardStep::Rows(page)),
        (Key::PageUp, CardStep::Rows(-page)),
    ];
    let mut steps: Vec<CardStep> =
        keys.into_iter().filter_map(|(key, step)| pressed(input, key).then_some(step)).collect();
    if input.consume_key(Modifiers::SHIFT, Key::Tab) {
        steps.push(CardStep::Previous);
    } else if pressed(input, Key::Tab) {
        steps.push(CardStep::Next);
    }
    steps
}

/// Whether the key was pressed, which nothing else sees then.
pub(super) fn pressed(input: &mut InputState, key: Key) -> bool {
    input.consume_key(Modifiers::NONE, key)
}
