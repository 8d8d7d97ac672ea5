//! The list of bodies, always in sight, with a filter.

use collide2d::ShapeKind;
use egui_macroquad::egui::{Align, Align2, FontId, Layout, RichText, Sense, TextEdit, Ui, vec2};

use super::places;
use super::row_list::{LINE, RowList};
use super::widgets::shortened;
use crate::app::{AppState, Command, KeyCombo, MotionKind, ORDER, SelectCommand, drawing_tool};
use crate::gui::style::{BAR, HEADING, Palette, ROW, SMALL};
use crate::platform::plain;
use crate::scene::SceneBody;

/// What the list remembers from pass to pass.
#[derive(Debug, Default)]
pub struct BodiesPanel {
    /// Only bodies with this in their name, shape or motion are listed.
    filter: String,
    pub list: RowList,
    /// The selection of the last pass: a new one is scrolled into sight.
    selection: Vec<u32>,
}

/// Width of the filter. Points.
const FILTER: f32 = 128.0;

impl BodiesPanel {
    /// Names and kinds; a click selects, with Shift or Ctrl it adds to the selection or removes from it.
    pub fn show(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let bodies = &state.scene().bodies;
        let top = ui.cursor().top();
        let width = ui.available_width() - BAR;
        ui.set_min_height(ui.available_height());
        let wanted = self.filter.trim().to_lowercase();
        let listed: Option<Vec<u32>> = (!wanted.is_empty()).then(|| {
            let fits = |(_, body): &(u32, &SceneBody)| {
                body.name.to_lowercase().contains(&wanted)
                    || body.shape.kind().name().contains(&wanted)
                    || kind(body).contains(&wanted)
            };
            (0..).zip(bodies).filter(fits).map(|(index, _)| index).collect()
        });
        let count = listed.as_ref().map_or(bodies.len(), Vec::len);
        ui.scope(|ui| {
            ui.set_max_width(width);
            self.head(ui, palette, count, bodies.len());
        });
        self.list.above = ui.cursor().top() - top;
        self.list.rows = bodies.len();
        if count == 0 {
            let text =
                if bodies.is_empty() { how_to_draw() } else { "No body passes the filter.".to_owned() };
            ui.label(RichText::new(text).color(palette.quiet));
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let of_row = |row: usize| listed.as_ref().map_or(Some(row as u32), |list| list.get(row).copied());
        let mut to = None;
        if self.selection != state.looking().selection() {
            self.selection = state.looking().selection().to_vec();
            let selected = self.selection.first().copied();
            to = (0..count).find(|row| selected.is_some() && of_row(*row) == selected);
        }
        self.list.show(ui, count, to, |ui, rows| {
            ui.set_max_width(width);
            for index in rows.filter_map(of_row) {
                if let Some(body) = bodies.get(index as usize) {
                    line(ui, state, palette, index, body, out);
                }
            }
        });
    }

    /// The heading, the filter, and how many of the bodies pass it.
    fn head(&mut self, ui: &mut Ui, palette: &Palette, count: usize, all: usize) {
        ui.horizontal(|ui| {
            ui.label(RichText::new("Bodies").color(palette.strong).size(HEADING));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let text = if count == all { all.to_string() } else { format!("{count} of {all}") };
                ui.label(RichText::new(text).color(palette.quiet).size(SMALL));
                let hint = RichText::new("filter: name, kind").color(palette.quiet).size(SMALL);
                let field = TextEdit::singleline(&mut self.filter).hint_text(hint);
                let field = field.vertical_align(Align::Center).desired_width(FILTER);
                let response = ui.add(field.min_size(vec2(FILTER, ROW)));
                places::name(&response, || "Filter of bodies".to_owned());
            });
        });
        ui.add_space(4.0);
    }
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

fn line(
    ui: &mut Ui,
    state: &AppState,
    palette: &Palette,
    index: u32,
    body: &SceneBody,
    out: &mut Vec<Command>,
) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    places::name(&response, || format!("Body {}", body.name));
    let selected = state.looking().selection().binary_search(&index).is_ok();
    if selected || response.hovered() || state.looking().hovered == Some(index) {
        let fill = if selected { palette.accent_faint } else { palette.hover };
        ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 4.0, fill);
    }
    let color = if selected { palette.strong } else { palette.text };
    let name = shortened(ui, &plain::label(&body.name), rect.width() - 80.0, color);
    ui.painter().galley(rect.left_center() - vec2(0.0, 0.5 * name.size().y), name, color);
    let is_gone = state.run().world().bodies().get(index as usize).is_some_and(collide2d::Body::is_removed);
    let kind = if is_gone { "gone".to_owned() } else { kind(body) };
    let font = FontId::proportional(SMALL);
    ui.painter().text(rect.right_center(), Align2::RIGHT_CENTER, kind, font, palette.quiet);
    if response.clicked() {
        let adds = ui.input(|input| input.modifiers.shift || input.modifiers.command);
        let select = if adds { SelectCommand::Toggle(index) } else { SelectCommand::Only(vec![index]) };
        out.push(Command::Select(select));
    }
}
