//! Cards of pinned pairs: depth, normal and every axis with its intervals, live, side by side; where the cards say different
//! things the line is marked.

use egui_macroquad::egui::{self, Context, Grid, Id, Order, RichText, Vec2, Window, pos2, vec2};

use super::places;
use super::widgets::{fixed, mono};
use crate::app::{AppState, Command, SelectCommand};
use crate::gui::style::{BODY, Palette, SMALL};
use crate::platform::plain;
use crate::report::{PairReport, WhichAxes, axis_source_label};

/// Most axes of a card.
const MOST_AXES: usize = 12;
/// Distance of the first card from the canvas' edges, and the size that a card is assumed to have before it
/// is drawn. Points.
const MARGIN: f32 = 16.0;
const ROOM: Vec2 = vec2(420.0, 220.0);
/// Offset from one card to the next where they overlap, so that each title stays in sight. Points.
const CASCADE: Vec2 = vec2(16.0, 34.0);

/// A line of a card: its label and its value.
type CardLine = (String, String);

/// A window for each pinned pair; the first ones lie at the lower left of the canvas, and can be moved.
pub fn cards_ui(context: &Context, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let cards = &state.looking().cards;
    let lines: Vec<Vec<CardLine>> = cards.iter().map(|card| card_lines(state, card)).collect();
    let canvas = context.available_rect();
    // Two side by side, the next two above them. Where there is no room for that, each lies below the title
    // of the one before.
    let is_wide = canvas.width() >= 2.0 * (ROOM.x + MARGIN);
    let rows = if is_wide { cards.len().div_ceil(2) } else { cards.len() };
    let fits = ROOM.y * rows as f32 + MARGIN <= canvas.height();
    let place = |index: usize| {
        if !fits {
            return canvas.left_top() + Vec2::splat(MARGIN) + CASCADE * index as f32;
        }
        let (column, row) = if is_wide { (index % 2, index / 2) } else { (0, index) };
        let (column, row) = (column as f32, (row + 1) as f32);
        pos2(canvas.left() + MARGIN + 0.5 * column * canvas.width(), canvas.bottom() - MARGIN - ROOM.y * row)
    };
    for (index, ((a, b), card)) in cards.iter().zip(&lines).enumerate() {
        let title = format!("{} – {}", plain::label(a), plain::label(b));
        let mut is_open = true;
        let shown = Window::new(RichText::new(&title).size(BODY).color(palette.strong))
            .id(Id::new(("card", a, b)))
            .default_pos(place(index))
            .default_size(ROOM)
            .constrain_to(canvas)
            .order(Order::Middle)
            .collapsible(false)
            .resizable(false)
            .frame(egui::Frame::window(&context.style()).inner_margin(10))
            .open(&mut is_open)
            .show(context, |ui| {
                Grid::new("card").num_columns(2).spacing(vec2(12.0, 2.0)).show(ui, |ui| {
                    for (of, says) in card {
                        let differs = lines.iter().any(|other| {
                            other.iter().find(|(name, _)| name == of).is_none_or(|(_, other)| other != says)
                        });
                        let color = if differs { palette.warning } else { palette.text };
                        ui.label(RichText::new(of).size(SMALL).color(palette.quiet));
                        ui.label(mono(says.clone(), color));
                        ui.end_row();
                    }
                });
            });
        if let Some(shown) = shown {
            places::name(&shown.response, || format!("Card {title}"));
        }
        if !is_open {
            out.push(Command::Select(SelectCommand::RemoveCard(index)));
        }
    }
}

fn card_lines(state: &AppState, (a, b): &(String, String)) -> Vec<CardLine> {
    let scene = state.named_scene();
    let world = state.run().shown();
    let unit = state.unit();
    let pair = scene.index_of(a).zip(scene.index_of(b));
    let Some(pair) = pair.and_then(|(a, b)| PairReport::of_pair(world, a, b, WhichAxes::Every)) else {
        return vec![("pair".to_owned(), "is not tested".to_owned())];
    };
    let mut lines = Vec::new();
    let mut line = |of: &str, says: String| lines.push((of.to_owned(), says));
    match &pair.contact {
        Some(contact) => {
            line("depth", unit.label(contact.depth));
            line("normal", unit.direction(contact.normal));
            line("points", contact.points.len().to_string());
        }
        None => line("contact", "none".to_owned()),
    }
    if let Some(ghost) = &pair.ghost {
        line("ghost", ghost.off());
    }
    let Some(trace) = pair.trace.as_deref() else { return lines };
    let length = |metres: f32| fixed(f64::from(metres) * unit.per_metre());
    for (index, (axis, (of_a, of_b))) in trace.local.axes.iter().zip(&trace.world).enumerate().take(MOST_AXES)
    {
        let decides = if trace.deciding == Some(index) { " ●" } else { "" };
        let says = format!(
            "[{}, {}] [{}, {}] {}{decides}",
            length(of_a.min),
            length(of_a.max),
            length(of_b.min),
            length(of_b.max),
            length(axis.overlap)
        );
        line(&axis_source_label(axis.source), says);
    }
    lines
}
