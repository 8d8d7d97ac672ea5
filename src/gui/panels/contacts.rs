//! The contacts of the present frame.

use collide2d::{Leaf, trace_leaves};
use egui_macroquad::egui::{Align2, Color32, FontId, Pos2, Rect, RichText, Sense, Ui, pos2, vec2};

use super::heading;
use super::places;
use super::row_list::{LINE, RowList};
use super::shortened::{shortened, shortened_name};
use super::widgets::{fixed, fixed_wide};
use crate::app::{AppState, Command, ViewCommand};
use crate::explain::stages;
use crate::gui::style::{BAR, NUMBERS, Palette, SMALL};
use crate::report::PairReport;
use crate::scene::leaf_name;
use crate::scene::numbers::at_least;

/// What the list remembers from pass to pass.
#[derive(Debug, Default)]
pub struct ContactsPanel {
    hovered: Option<(u32, u32)>,
    /// It keeps room for the most rows that the run had so far, so that it does not shrink while somebody
    /// reads it.
    pub list: RowList,
    run: u64,
    /// The selected pair, and which parts of it, in the last pass: new ones are scrolled into sight.
    selected: (Option<(u32, u32)>, Option<[Leaf; 2]>),
}

/// Height of the names of the columns.
const HEAD: f32 = 18.0;
/// Right ends of the columns, from the right edge.
const CLOSING: f32 = 0.0;
const NORMAL: f32 = 70.0;
const DEPTH: f32 = 152.0;
/// Right end of the names.
const NAMES: f32 = 212.0;

impl ContactsPanel {
    /// Bodies, depth, normal, closing speed; a click selects it.
    pub fn show(&mut self, ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
        let touching: Vec<&PairReport> =
            state.derived().report.pairs.iter().filter(|pair| pair.contact.is_some()).collect();
        let width = ui.available_width() - BAR;
        let top = ui.cursor().top();
        let run = state.scene_stamp().0;
        let before = if self.run == run { self.list.rows } else { 0 };
        (self.run, self.list.rows) = (run, before.max(touching.len()));
        // A panel is as high as its content: without this it would stay small once nothing touched.
        ui.set_min_height(ui.available_height());
        ui.scope(|ui| {
            ui.set_max_width(width);
            heading(ui, palette, "Contacts", &counts(state));
            if !state.files().document.is_recording() {
                places_ui(ui, state, palette);
            }
        });
        if touching.is_empty() {
            self.list.above = ui.cursor().top() - top + HEAD;
            let text = match state.run().inside.as_ref() {
                Some(inside) if inside.is_before_events() => "The narrow phase has found no contact yet.",
                Some(_) | None if on_grounds(state) > 0 => {
                    "No two bodies touch; the canvas shows what a ground holds."
                }
                Some(_) => "Nothing touches at this stage.",
                None => "Nothing touches in this frame.",
            };
            ui.label(RichText::new(text).color(palette.quiet));
            self.hover(None, out);
            return;
        }
        ui.spacing_mut().item_spacing.y = 0.0;
        let (head, _) = ui.allocate_exact_size(vec2(width, HEAD), Sense::hover());
        let font = FontId::proportional(SMALL);
        let unit = state.unit().name();
        let (depth, closing) = (format!("depth {unit}"), format!("closing {unit}/s"));
        for (right, text) in [(CLOSING, closing.as_str()), (NORMAL, "normal, to a"), (DEPTH, depth.as_str())]
        {
            let at = pos2(head.right() - right, head.center().y);
            ui.painter().text(at, Align2::RIGHT_CENTER, text, font.clone(), palette.quiet);
        }
        ui.painter().text(head.left_center(), Align2::LEFT_CENTER, "a – b", font, palette.quiet);
        self.list.above = ui.cursor().top() - top;
        let left_out = state.derived().report.left_out();
        let rows = touching.len() + usize::from(left_out > 0);
        let mut hovered = None;
        let to = self.newly_selected(state, &touching);
        self.list.show(ui, rows, to, |ui, rows| {
            ui.set_max_width(width);
            for row in rows {
                match touching.get(row) {
                    Some(pair) => hovered = line(ui, state, palette, pair, out).or(hovered),
                    None => {
                        let text = match state.derived().report.at_least {
                            true => format!("and at least {left_out} more"),
                            false => format!("and {left_out} more, none deeper"),
                        };
                        ui.label(RichText::new(text).color(palette.quiet));
                    }
                }
            }
        });
        self.hover(hovered, out);
    }

    /// The row of the selected contact, where another one is selected than before.
    fn newly_selected(&mut self, state: &AppState, touching: &[&PairReport]) -> Option<usize> {
        let looking = state.looking();
        let selected = (looking.selected_pair(), looking.selected_leaves());
        if self.selected == selected {
            return None;
        }
        self.selected = selected;
        touching.iter().position(|pair| is_selected(state, pair))
    }

    /// Pushes only changes, because the canvas hovers pairs as well.
    fn hover(&mut self, hovered: Option<(u32, u32)>, out: &mut Vec<Command>) {
        if hovered != self.hovered {
            self.hovered = hovered;
            out.push(Command::View(ViewCommand::HoverPair(hovered)));
        }
    }
}

/// "7"; where places are short, with how many of them are used: "7 · 17 of 64 places".
fn counts(state: &AppState) -> String {
    let (touching, used, most) =
        (state.derived().report.touching, state.run().world().contacts().len(), state.scene().max_contacts);
    let is_short = used.saturating_mul(4) >= most || state.run().world().waiting_contacts() > 0;
    let grounds = match on_grounds(state) {
        0 => String::new(),
        count => format!(" · {count} with a ground"),
    };
    let places = if is_short { format!(" · {used} of {most} places") } else { String::new() };
    format!("{}{touching}{grounds}{places}", state.derived().report.at_least_word())
}

/// How many bodies a ground holds.
fn on_grounds(state: &AppState) -> usize {
    state.derived().report.on_grounds()
}

/// A bar of the places for contacts that the last step used: "17 of 64 places".
fn places_ui(ui: &mut Ui, state: &AppState, palette: &Palette) {
    let (used, most) = (state.run().world().contacts().len(), state.scene().max_contacts);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), PLACES), Sense::hover());
    let bar = Rect::from_center_size(rect.center(), vec2(rect.width(), 3.0));
    ui.painter().rect_filled(bar, 1.5, palette.hover);
    let share = (used as f32 / most.max(1) as f32).clamp(0.0, 1.0);
    let full = if used >= most { palette.warning } else { palette.accent };
    let fill = Rect::from_min_size(bar.min, vec2(bar.width() * share, bar.height()));
    ui.painter().rect_filled(fill, 1.5, full);
    let waiting = match state.run().world().waiting_contacts() {
        0 => "none waits".to_owned(),
        1 => "1 waits for a place".to_owned(),
        n => format!("{}{n} wait for a place", at_least(state.run().world().reached_max_candidates())),
    };
    response.on_hover_text(format!("{used} of {most} places for contacts used by the last step; {waiting}"));
}

/// Height of the bar of places. Points.
const PLACES: f32 = 7.0;

/// One contact; returns its pair if the pointer is on it.
fn line(
    ui: &mut Ui,
    state: &AppState,
    palette: &Palette,
    pair: &PairReport,
    out: &mut Vec<Command>,
) -> Option<(u32, u32)> {
    let contact = pair.contact.as_ref()?;
    let key = (pair.a, pair.b);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), LINE), Sense::click());
    places::name(&response, || {
        let [a, b] = names(state, pair);
        format!("Contact {a} – {b}")
    });
    let is_selected = is_selected(state, pair);
    if is_selected || response.hovered() {
        let fill = if is_selected { palette.accent_faint } else { palette.hover };
        ui.painter().rect_filled(rect.expand2(vec2(6.0, 0.0)), 4.0, fill);
    }
    let [name_a, name_b] = names(state, pair);
    let color = if is_selected { palette.strong } else { palette.text };
    let width = rect.width() - NAMES;
    let whole = shortened(ui, &format!("{name_a} – {name_b}"), width, color);
    let texts = if whole.elided {
        // The names are cut, and not the part or the segment that tells two contacts of them apart: "chain s1".
        let bodies = [pair.a, pair.b].map(|body| state.named_scene().shown_name(body));
        let [leaf_a, leaf_b] = pair.leaves.map(|leaf| leaf_name("", leaf).replace(" segment ", " s"));
        let [leaf_a, dash, leaf_b] = [&leaf_a, " – ", &leaf_b].map(|text| shortened(ui, text, width, color));
        let room = width - leaf_a.size().x - dash.size().x - leaf_b.size().x;
        let needed = shortened(ui, &bodies[1], room, color).size().x;
        let a = shortened_name(ui, &bodies[0], (0.5 * room).max(room - needed), color);
        let b = shortened_name(ui, &bodies[1], room - a.size().x, color);
        vec![a, leaf_a, dash, b, leaf_b]
    } else {
        vec![whole]
    };
    let mut left = rect.left();
    for text in texts {
        let size = text.size();
        ui.painter().galley(pos2(left, rect.center().y - 0.5 * size.y), text, color);
        left += size.x;
    }
    let at = |right: f32| pos2(rect.right() - right, rect.center().y);
    let unit = state.unit();
    numbers(ui, at(DEPTH), fixed_wide(unit.of_metres(contact.depth)), color);
    let is_rounding = pair.closing_speed.abs() <= pair.closing_rounding;
    let closing = if is_rounding { 0.0 } else { pair.closing_speed };
    let normal =
        || format!("{:>5} {:>5}", two(contact.normal.x), two(contact.normal.y * unit.y_sign() as f32));
    if let Some(since) = pair.waiting_since {
        let (text, font) = (format!("waiting since frame {since}"), FontId::proportional(SMALL));
        ui.painter().text(at(CLOSING), Align2::RIGHT_CENTER, text, font, palette.warning);
    } else if let Some(ghost) = &pair.ghost {
        // The normal is what is wrong with it.
        numbers(ui, at(NORMAL), normal(), palette.warning);
        let tenths = (10.0 * ghost.ghost.by).round() / 10.0;
        let (text, font) = (format!("ghost {tenths}°"), FontId::proportional(SMALL));
        ui.painter().text(at(CLOSING), Align2::RIGHT_CENTER, text, font, palette.warning);
    } else if pair.let_through {
        let font = FontId::proportional(SMALL);
        ui.painter().text(at(CLOSING), Align2::RIGHT_CENTER, "let through: one-way", font, palette.quiet);
    } else {
        numbers(ui, at(NORMAL), normal(), palette.quiet);
        if !lacks_closing(state, pair) {
            numbers(ui, at(CLOSING), fixed(unit.of_metres(closing)), palette.quiet);
        }
    }
    let speed = match closing {
        _ if state.run().lacks_velocities() => "No velocities are told.".to_owned(),
        _ if lacks_closing(state, pair) => "The velocity of one that moves is not told.".to_owned(),
        0.0 => "They neither close nor part.".to_owned(),
        c if c > 0.0 => format!("They close at {}/s.", unit.text(c)),
        c => format!("They part at {}/s.", unit.text(-c)),
    };
    let response = response.on_hover_ui(|ui| {
        let place = where_points_lie(state, pair).map(|place| format!("\n{place}")).unwrap_or_default();
        let passes = if pair.let_through { "\nOne-way: let through until they are apart." } else { "" };
        let off = pair.ghost.as_ref().map(|ghost| {
            let neighbour = leaf_name(&state.named_scene().shown_name(ghost.ghost.neighbour), ghost.ghost.leaf);
            format!("\nA ghost: its normal is {}, with {neighbour} beside it.", ghost.off())
        });
        let off = off.unwrap_or_default();
        let watched = [pair.a, pair.b].map(|index| state.named_scene().shown_name(index)).join(",");
        ui.label(format!(
            "a  {name_a}\nb  {name_b}\nThe normal is on b, toward a. {speed}{place}{off}{passes}\nTo watch (N): {watched}.depth"
        ));
    });
    if response.clicked() {
        let is_whole = pair.leaves == [Leaf::WHOLE; 2];
        out.push(Command::View(match is_whole {
            true => ViewCommand::SelectPair(Some(key)),
            false => ViewCommand::SelectContact(key, pair.leaves),
        }));
    }
    response.hovered().then_some(key)
}

/// Whether this is the contact of the selected pair that Why?, the axes and the strips tell of.
fn is_selected(state: &AppState, pair: &PairReport) -> bool {
    let key = (pair.a, pair.b);
    state.looking().selected_pair() == Some(key)
        && state.derived().report.pair(key).is_none_or(|selected| selected.leaves == pair.leaves)
}

/// Whether the recording does not tell how fast the two close.
fn lacks_closing(state: &AppState, pair: &PairReport) -> bool {
    let run = state.run();
    let is_static = |body: u32| run.world().body(body).is_some_and(collide2d::Body::is_static);
    run.lacks_velocities() || [pair.a, pair.b].iter().any(|b| run.lacks_velocity_of(*b) && !is_static(*b))
}

/// The names of a contact's two, with the part and the segment that touch.
pub(super) fn names(state: &AppState, pair: &PairReport) -> [String; 2] {
    let name = |index, leaf| leaf_name(&state.named_scene().shown_name(index), leaf);
    [name(pair.a, pair.leaves[0]), name(pair.b, pair.leaves[1])]
}

/// "The point lies on the surface of ball, where it reaches deepest into crate."
fn where_points_lie(state: &AppState, pair: &PairReport) -> Option<String> {
    let [a, b] = [state.run().world().body(pair.a)?, state.run().world().body(pair.b)?];
    let contact = trace_leaves(a.shape(), a.pose(), b.shape(), b.pose(), pair.leaves)?.contact?;
    let [a, b] = [a.with_leaf(pair.leaves[0])?, b.with_leaf(pair.leaves[1])?];
    let names = [pair.a, pair.b].map(|index| state.named_scene().shown_name(index));
    let place = stages::where_points_lie([&a, &b], &contact, [&names[0], &names[1]]);
    Some(format!("{}.", place.replacen("the", "The", 1)))
}

fn two(value: f32) -> String {
    let text = format!("{value:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text.replace('-', "−") }
}

fn numbers(ui: &Ui, right: Pos2, text: String, color: Color32) {
    ui.painter().text(right, Align2::RIGHT_CENTER, text, FontId::monospace(NUMBERS), color);
}
