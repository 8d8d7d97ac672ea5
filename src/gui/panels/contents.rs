//! What the scene has, always in sight, with a filter: bodies with their parts and masks, queries, generators, listeners,
//! expectations, stops. Only the rows in sight are laid out.

use std::collections::HashSet;

use collide2d::{Body, ShapeKind};
use egui_macroquad::egui::{
    Align, Align2, Area, Color32, Context, FontId, Frame, Label, Layout, Order, Painter, Rect, Response,
    RichText, Sense, Stroke, TextEdit, Ui, UiBuilder, pos2, vec2,
};

use super::row_list::{LINE, RowList};
use super::shortened::{shortened, shortened_name};
use super::widgets::text_field;
use super::{fields, places, revealing};
use crate::app::{
    AppState, Change, Command, ItemKind, KeyCombo, MotionKind, ORDER, SceneItem, SelectCommand, drawing_tool,
};
use crate::gui::style::{BAR, HEADING, Palette, ROW, SMALL};
use crate::platform::plain;
use crate::scene::SceneBody;

/// What the list remembers from pass to pass.
#[derive(Debug, Default)]
pub struct ContentsPanel {
    /// Only items with all of its words in their name, kind or state are listed.
    filter: String,
    pub list: RowList,
    /// The selection of the last pass: a new one is scrolled into sight.
    selection: Vec<u32>,
    /// The body that was clicked last: Shift selects from there.
    clicked: Option<u32>,
    /// When a click selected last. Seconds, as [`egui::InputState::time`](egui_macroquad::egui::InputState::time).
    clicked_at: Option<f64>,
    /// The body whose name is typed in its row, and whether its field had the focus.
    renamed: Option<(u32, bool)>,
}

/// Width of the filter. Points.
const FILTER: f32 = 168.0;
/// Width of the place of an icon. Points.
const ICON: f32 = 18.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContentsRow {
    Heading(ItemKind),
    Item(SceneItem),
    /// A part of the selected body.
    Part(u32, usize),
    /// What the selected body is and meets.
    Masks(u32),
}

/// What the filter asks of the present frame, read once a pass.
struct BodyStates<'a> {
    state: &'a AppState,
    touching: HashSet<u32>,
    ghosts: HashSet<u32>,
}

impl ContentsPanel {
    /// For how long a second click may still make a double click of the last one. Seconds.
    pub fn left_for_second_click(&self, context: &Context) -> Option<f64> {
        let longest = context.options(|options| options.input_options.max_double_click_delay);
        let left = self.clicked_at? + longest - context.input(|input| input.time);
        (left > 0.0).then_some(left)
    }

    /// Lets the name of this body be typed in its row.
    pub fn rename(&mut self, body: u32) {
        self.renamed = Some((body, false));
        self.filter.clear();
    }

    pub fn show(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let top = ui.cursor().top();
        let width = ui.available_width() - BAR;
        ui.set_min_height(ui.available_height());
        let (rows, count) = self.rows(state);
        let all = SceneItem::all(state.scene()).count();
        ui.scope(|ui| {
            ui.set_max_width(width);
            self.head(ui, state, palette, count, all);
        });
        self.list.above = ui.cursor().top() - top;
        // The rest is scrolled to: the scene's own lists show it in full.
        self.list.rows = state.scene().bodies.len();
        if rows.is_empty() {
            let text = if all == 0 { how_to_draw() } else { "Nothing passes the filter.".to_owned() };
            ui.label(RichText::new(text).size(SMALL).color(palette.quiet));
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let mut to = None;
        if self.selection != state.looking().selection() {
            self.selection = state.looking().selection().to_vec();
            to = self.selection.first().copied();
        }
        let to = self.renamed.map(|(body, _)| body).or(to);
        let to =
            to.and_then(|body| rows.iter().position(|row| *row == ContentsRow::Item(SceneItem::Body(body))));
        let mut list = std::mem::take(&mut self.list);
        list.show(ui, rows.len(), to, |ui, seen| {
            ui.set_max_width(width);
            for row in rows.get(seen).unwrap_or_default() {
                match *row {
                    ContentsRow::Heading(kind) => heading_ui(ui, palette, kind.heading()),
                    ContentsRow::Item(SceneItem::Body(index)) => {
                        if let Some(body) = state.scene().bodies.get(index as usize) {
                            self.body_ui(ui, state, palette, (index, body), &rows, out);
                        }
                    }
                    ContentsRow::Item(item) => item_ui(ui, state, palette, item, out),
                    ContentsRow::Part(body, part) => part_ui(ui, state, palette, (body, part), out),
                    ContentsRow::Masks(index) => {
                        if let Some(body) = state.scene().bodies.get(index as usize) {
                            quiet_ui(ui, palette, &masks(body));
                        }
                    }
                }
            }
        });
        self.list = list;
    }

    /// The rows that pass the filter, and how many items they are.
    fn rows(&self, state: &AppState) -> (Vec<ContentsRow>, usize) {
        let scene = state.scene();
        let words: Vec<String> = self.filter.split_whitespace().map(str::to_lowercase).collect();
        let states = BodyStates::of(state, !words.is_empty());
        let open = if let [one] = state.looking().selection() { Some(*one) } else { None };
        let (mut rows, mut count) = (Vec::new(), 0);
        let kinds = ItemKind::ALL.into_iter().filter(|kind| kind.count(scene) > 0);
        let has_several = kinds.clone().count() > 1;
        for kind in kinds {
            let begin = rows.len();
            if has_several && kind != ItemKind::Body {
                rows.push(ContentsRow::Heading(kind));
            }
            let first = rows.len();
            for index in 0..kind.count(scene) as u32 {
                let item = kind.item(index);
                if !words.is_empty() && !states.passes(item, &words) {
                    continue;
                }
                count += 1;
                rows.push(ContentsRow::Item(item));
                if let (SceneItem::Body(index), Some(body)) = (item, scene.bodies.get(index as usize))
                    && open == Some(index)
                {
                    rows.extend((0..body.shape.parts().len()).map(|part| ContentsRow::Part(index, part)));
                    if body.is.is_some() || body.meets.is_some() {
                        rows.push(ContentsRow::Masks(index));
                    }
                }
            }
            if rows.len() == first {
                rows.truncate(begin);
            }
        }
        (rows, count)
    }

    /// The heading, the filter, and how many of the items pass it.
    fn head(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, count: usize, all: usize) {
        let heading = if all == state.scene().bodies.len() { "Bodies" } else { "Contents" };
        ui.horizontal(|ui| {
            ui.label(RichText::new(heading).color(palette.strong).size(HEADING));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let text = if count == all { all.to_string() } else { format!("{count} of {all}") };
                ui.label(RichText::new(text).color(palette.quiet).size(SMALL));
                let hint = RichText::new("filter: name, kind, touching").color(palette.quiet).size(SMALL);
                let field = TextEdit::singleline(&mut self.filter).hint_text(hint);
                let field = field.vertical_align(Align::Center).desired_width(FILTER);
                let response = ui.add(field.min_size(vec2(FILTER, ROW)));
                places::name(&response, || "Filter of bodies".to_owned());
                let tip = "Words that all must be in the name, the kind or the state: touching, moving, asleep, ghost, \
                           sensor, hidden, locked, gone";
                response.on_hover_text(tip);
            });
        });
        ui.add_space(4.0);
    }

    fn body_ui(
        &mut self,
        ui: &mut Ui,
        state: &AppState,
        palette: &Palette,
        (index, body): (u32, &SceneBody),
        rows: &[ContentsRow],
        out: &mut Vec<Command>,
    ) {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
        places::name(&response, || format!("Body {}", body.name));
        if let Some((_, had_focus)) = self.renamed.filter(|(renamed, _)| *renamed == index) {
            self.rename_ui(ui, palette, rect, (index, body), had_focus);
            return;
        }
        let veils = &state.looking().veils;
        let (is_hidden, is_locked) = (veils.hides(index), veils.locks(index));
        let selected = state.looking().selection().binary_search(&index).is_ok();
        let is_near = response.hovered() || ui.rect_contains_pointer(rect);
        if selected || is_near || state.looking().hovered == Some(index) {
            let fill = if selected { palette.accent_faint } else { palette.hover };
            ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 4.0, fill);
        }
        let mut color = if selected { palette.strong } else { palette.text };
        if is_hidden {
            color = palette.quiet;
        }
        let name = shortened_name(ui, &plain::label(&body.name), rect.width() - 80.0 - 2.0 * ICON, color);
        ui.painter().galley(rect.left_center() - vec2(0.0, 0.5 * name.size().y), name, color);
        let is_gone = state.run().world().bodies().get(index as usize).is_some_and(Body::is_removed);
        let kind = if is_gone { "gone".to_owned() } else { kind(body) };
        let font = FontId::proportional(SMALL);
        let kind = ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, kind, font, palette.quiet);
        let mut taken = false;
        let right = (kind.left() - 6.0).min(rect.right() - 64.0);
        let icons = [
            (is_hidden, VeilIcon::Eye, SelectCommand::Hide(vec![index], !is_hidden)),
            (is_locked, VeilIcon::Lock, SelectCommand::Lock(vec![index], !is_locked)),
        ];
        for (i, (is_on, icon, command)) in icons.into_iter().enumerate() {
            let place = Rect::from_center_size(
                pos2(right - ICON * (i as f32 + 0.5), rect.center().y),
                vec2(ICON, LINE),
            );
            if !is_on && !is_near {
                continue;
            }
            let button = ui.interact(place, ui.id().with((icon, index)), Sense::click());
            places::name(&button, || format!("{} {}", icon.label(is_on), body.name));
            let color = if is_on || button.hovered() { palette.strong } else { palette.quiet };
            icon.paint(ui.painter(), place, is_on, color);
            if button.on_hover_text(icon.label(is_on)).clicked() {
                out.push(Command::Select(command));
                taken = true;
            }
        }
        if !taken {
            self.clicked_ui(ui, state, &response, index, rows, out);
        }
    }

    /// A click selects, Ctrl adds or removes, Shift selects what is listed from the last click to here; a double click
    /// renames.
    fn clicked_ui(
        &mut self,
        ui: &Ui,
        state: &AppState,
        response: &Response,
        index: u32,
        rows: &[ContentsRow],
        out: &mut Vec<Command>,
    ) {
        if !response.clicked() {
            return;
        }
        if response.double_clicked() && !state.files().document.is_recording() {
            // The rows of what was selected before may have gone from above the one that the first click met.
            self.renamed = Some((self.clicked.unwrap_or(index), false));
            return;
        }
        self.clicked_at = Some(ui.input(|input| input.time));
        let modifiers = ui.input(|input| input.modifiers);
        let place = |body: u32| rows.iter().position(|row| *row == ContentsRow::Item(SceneItem::Body(body)));
        let range =
            self.clicked.filter(|last| modifiers.shift && *last != index).and_then(place).zip(place(index));
        let select = match range {
            Some((from, to)) => {
                let listed = rows.get(from.min(to)..=from.max(to)).unwrap_or_default().iter();
                SelectCommand::Add(
                    listed
                        .filter_map(|row| {
                            if let ContentsRow::Item(SceneItem::Body(body)) = row {
                                Some(*body)
                            } else {
                                None
                            }
                        })
                        .collect(),
                )
            }
            None if modifiers.command || modifiers.shift => SelectCommand::Toggle(index),
            None => SelectCommand::Only(vec![index]),
        };
        self.clicked = Some(index);
        out.push(Command::Select(select));
    }

    /// The field stays while what is typed is refused, and what is allowed stands below it, over the next rows.
    fn rename_ui(
        &mut self,
        ui: &mut Ui,
        palette: &Palette,
        rect: Rect,
        (index, body): (u32, &SceneBody),
        had_focus: bool,
    ) {
        let mut row = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(("rename", index)));
        fields::begin_row(row.ctx(), "Name in the list");
        let id = row.make_persistent_id("name");
        if !had_focus {
            row.memory_mut(|memory| memory.request_focus(id));
        }
        text_field(&mut row, "name", &body.name, |name| Change::Rename(index, name));
        let has_focus = row.memory(|memory| memory.has_focus(id));
        let stays = has_focus || !had_focus || fields::holds_draft(row.ctx(), id);
        self.renamed = stays.then_some((index, true));
        let refused = fields::refused_in_row(row.ctx());
        if !refused.is_empty() {
            let area = Area::new(id.with("refused")).order(Order::Foreground).fixed_pos(rect.left_bottom());
            area.show(row.ctx(), |ui| {
                Frame::popup(ui.style()).show(ui, |ui| {
                    let text = RichText::new(refused.join("\n")).color(palette.warning).size(SMALL);
                    ui.add(Label::new(text).extend());
                });
            });
        }
    }
}

impl<'a> BodyStates<'a> {
    /// `wanted`: the filter asks for one of these states; else the sets stay empty.
    fn of(state: &'a AppState, wanted: bool) -> Self {
        let (mut touching, mut ghosts) = (HashSet::new(), HashSet::new());
        if wanted {
            for pair in &state.derived().report.pairs {
                if pair.contact.is_some() {
                    touching.extend([pair.a, pair.b]);
                }
                if pair.ghost.is_some() {
                    ghosts.extend([pair.a, pair.b]);
                }
            }
        }
        Self { state, touching, ghosts }
    }

    fn passes(&self, item: SceneItem, words: &[String]) -> bool {
        let label = item.label(self.state.scene()).to_lowercase();
        let SceneItem::Body(index) = item else {
            return words
                .iter()
                .all(|word| label.contains(word) || item.kind().name().contains(word.as_str()));
        };
        let Some(body) = self.state.scene().bodies.get(index as usize) else { return false };
        let has = |word: &str| {
            label.contains(word)
                || body.shape.kind().name().contains(word)
                || kind(body).contains(word)
                || self.words_of(index).any(|state| state.starts_with(word))
                || masks(body).to_lowercase().contains(word)
        };
        words.iter().all(|word| has(word))
    }

    /// What a body is in the present frame, in words.
    fn words_of(&self, index: u32) -> impl Iterator<Item = &'static str> {
        let body = self.state.run().world().bodies().get(index as usize);
        let is = |holds: fn(&Body) -> bool| body.is_some_and(holds);
        let moves = |body: &Body| {
            !body.is_removed() && (body.velocity() != glam::Vec2::ZERO || body.angular_velocity() != 0.0)
        };
        let veils = &self.state.looking().veils;
        [
            (self.touching.contains(&index), "touching"),
            (self.ghosts.contains(&index), "ghost"),
            (is(moves), "moving"),
            (is(Body::is_asleep), "asleep"),
            (is(Body::is_sensor), "sensor"),
            (is(Body::is_removed), "gone"),
            (veils.hides(index), "hidden"),
            (veils.locks(index), "locked"),
        ]
        .into_iter()
        .filter_map(|(holds, word)| holds.then_some(word))
    }
}

/// What hides and locks a body in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum VeilIcon {
    Eye,
    Lock,
}

impl VeilIcon {
    fn label(self, is_on: bool) -> &'static str {
        match (self, is_on) {
            (Self::Eye, false) => "Hide",
            (Self::Eye, true) => "Show",
            (Self::Lock, false) => "Lock",
            (Self::Lock, true) => "Unlock",
        }
    }

    fn paint(self, painter: &Painter, place: Rect, is_on: bool, color: Color32) {
        let (at, stroke) = (place.center(), Stroke::new(1.2, color));
        match self {
            Self::Eye => {
                let lid = |sign: f32| {
                    let x = (0..=8_u8).map(|i| f32::from(i) / 4.0 - 1.0);
                    x.map(|x| at + vec2(5.5 * x, sign * 3.5 * (1.0 - x * x))).collect::<Vec<_>>()
                };
                painter.line(lid(1.0), stroke);
                painter.line(lid(-1.0), stroke);
                if is_on {
                    painter.line_segment([at + vec2(-5.0, 4.5), at + vec2(5.0, -4.5)], stroke);
                } else {
                    painter.circle_filled(at, 1.6, color);
                }
            }
            Self::Lock => {
                let body = Rect::from_center_size(at + vec2(0.0, 2.0), vec2(8.0, 5.5));
                painter.rect_filled(body, 1.0, color);
                let open = if is_on { 0.0 } else { 2.5 };
                let shackle =
                    [(-2.6, -1.0), (-2.6, -3.4), (-1.3, -4.6), (1.3, -4.6), (2.6, -3.4), (2.6, -1.0 - open)];
                painter.line(shackle.map(|(x, y)| at + vec2(x, y)).to_vec(), stroke);
            }
        }
    }
}

/// "is player · meets level"; empty where the body has no masks.
fn masks(body: &SceneBody) -> String {
    let list = |what: &str, names: &Option<Vec<String>>| {
        let names = names.as_ref()?;
        Some(if names.is_empty() { format!("{what} nobody") } else { format!("{what} {}", names.join(", ")) })
    };
    [list("is", &body.is), list("meets", &body.meets)].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// "Draw one: C circle, …".
fn how_to_draw() -> String {
    let tool = |kind: ShapeKind| {
        let keys = drawing_tool(kind).keys.iter().map(KeyCombo::to_string).take(1);
        keys.chain([kind.name().to_owned()]).collect::<Vec<_>>().join(" ")
    };
    format!("Draw one: {}.", ORDER.map(tool).join(", "))
}

/// "static", "dynamic".
fn kind(body: &SceneBody) -> String {
    MotionKind::of(&body.motion).label().to_lowercase()
}

fn heading_ui(ui: &mut Ui, palette: &Palette, text: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::hover());
    let font = FontId::proportional(SMALL);
    ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, text, font, palette.accent);
}

fn quiet_ui(ui: &mut Ui, palette: &Palette, text: &str) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    let text = shortened(ui, &plain::label(text), rect.width() - 16.0, palette.quiet);
    ui.painter().galley(rect.left_center() + vec2(16.0, -0.5 * text.size().y), text, palette.quiet);
    response
}

/// A part of the selected body; a click enters the body, so that its parts can be dragged.
fn part_ui(
    ui: &mut Ui,
    state: &AppState,
    palette: &Palette,
    (index, part): (u32, usize),
    out: &mut Vec<Command>,
) {
    let parts = state.scene().bodies.get(index as usize).map_or(&[][..], |body| body.shape.parts());
    let Some(shown) = parts.get(part) else { return };
    let response = quiet_ui(ui, palette, &format!("{}: {}", part + 1, shown.shape.kind().name()));
    if response.on_hover_text("Click: move and turn its parts by themselves").clicked() {
        out.push(Command::Select(SelectCommand::Enter(index)));
    }
}

/// Anything but a body: a click goes there.
fn item_ui(ui: &mut Ui, state: &AppState, palette: &Palette, item: SceneItem, out: &mut Vec<Command>) {
    let label = item.label(state.scene());
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    places::name(&response, || format!("{} {label}", item.kind().name()));
    if response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 4.0, palette.hover);
    }
    let text = shortened(ui, &plain::label(&label), rect.width(), palette.text);
    ui.painter().galley(rect.left_center() - vec2(0.0, 0.5 * text.size().y), text, palette.text);
    if response.clicked() {
        revealing::reveal(ui.ctx(), item);
        out.push(Command::Select(SelectCommand::GoTo(item)));
    }
}
