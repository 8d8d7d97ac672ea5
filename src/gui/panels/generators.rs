//! The scene's generators: grounds, cables and rods, each with its numbers, and buttons that add one.

use collide2d::MAX_EXTENT;
use egui_macroquad::egui::{Sense, Ui};

use super::field_rows::FieldRows;
use super::places::Named as _;
use super::widgets::{ListLine, row, text_field};
use super::{heading, revealing};
use crate::app::{AppState, Change, Command, ListEdit, SceneEdit, SceneItem};
use crate::gui::style::Palette;
use crate::scene::SceneGenerator;
use crate::scene::field::{FieldValue, set_field};
use crate::scene::generator::GENERATOR_FIELDS;

/// A heading, the buttons that add a generator, and each generator with its fields.
pub fn generators_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let generators = &state.scene().generators;
    let count = if generators.is_empty() { String::new() } else { generators.len().to_string() };
    heading(ui, palette, "Generators", &count);
    ui.horizontal(|ui| add_ui(ui, state, out));
    for (index, generator) in generators.iter().enumerate() {
        revealing::reveal_here(ui, SceneItem::Generator(index as u32));
        // What is typed belongs to this generator.
        ui.push_id(("generator", index), |ui| {
            title_ui(ui, palette, index, generator, out);
            fields_ui(ui, palette, state, index, generator, out);
        });
    }
}

fn edit(edit: SceneEdit) -> Command {
    Change::Scene(edit).into()
}

fn add_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Command>) {
    let tip = "Add a ground under all bodies: solid below its line for every body that is not static";
    if ui.button("+ Ground").named("+ Ground").on_hover_text(tip).clicked() {
        out.push(edit(SceneEdit::Generator(ListEdit::Add(ground(state)))));
    }
    let ends = ends(state);
    let between = "between the selected pair, or else the first two bodies, as far apart as they are";
    let cable = |(a, b, length)| SceneGenerator::Cable { a, b, length, restitution: 0.0 };
    let rod = |(a, b, length)| SceneGenerator::Rod { a, b, length };
    type Make = fn((String, String, f32)) -> SceneGenerator;
    for (text, make) in [("+ Cable", cable as Make), ("+ Rod", rod as Make)] {
        let button = ui.add_enabled_ui(ends.is_some(), |ui| ui.button(text)).inner.named(text);
        let name = text.trim_start_matches("+ ").to_lowercase();
        if button.on_hover_text(format!("Add a {name} {between}")).clicked()
            && let Some(ends) = ends.clone()
        {
            out.push(edit(SceneEdit::Generator(ListEdit::Add(make(ends)))));
        }
    }
}

/// A level ground at the lowest point of all bodies, through the origin where there are none.
fn ground(state: &AppState) -> SceneGenerator {
    let bodies = state.run().world().bodies().iter().filter(|body| !body.is_removed());
    let lowest = bodies.map(|body| body.aabb().min.y).filter(|y| y.abs() <= MAX_EXTENT).reduce(f32::min);
    let mut ground = SceneGenerator::GROUND;
    if let SceneGenerator::Ground { point, .. } = &mut ground {
        point.y = lowest.unwrap_or(0.0);
    }
    ground
}

/// The names of the selected pair, or of the first two bodies, and how far they are apart.
fn ends(state: &AppState) -> Option<(String, String, f32)> {
    let (a, b) = state.looking().selected_pair().unwrap_or((0, 1));
    let (a, b) = (state.present_body(a)?, state.present_body(b)?);
    let apart = a.position.distance(b.position);
    let length = if apart.is_finite() && apart > 0.0 { apart } else { 1.0 };
    Some((a.name.clone(), b.name.clone(), length))
}

/// "rod 0 between hook and bob", and a cross that removes it.
fn title_ui(
    ui: &mut Ui,
    palette: &Palette,
    index: usize,
    generator: &SceneGenerator,
    out: &mut Vec<Command>,
) {
    let label = generator.label(index as u32);
    let line = ListLine::show(ui, palette, Sense::hover(), ["generator", &label], false);
    line.text(ui, &label, [line.rect.left(), line.rect.right()], palette.text);
    if line.is_removed {
        out.push(edit(SceneEdit::Generator(ListEdit::Remove(index))));
    }
}

fn fields_ui(
    ui: &mut Ui,
    palette: &Palette,
    state: &AppState,
    index: usize,
    generator: &SceneGenerator,
    out: &mut Vec<Command>,
) {
    let set = |generator| Change::Scene(SceneEdit::Generator(ListEdit::Set(index, generator)));
    if let Some([a, b]) = generator.ends() {
        for (label, id, end, name) in [("From", "a", 0, a), ("To", "b", 1, b)] {
            row(ui, palette, label, |ui| {
                text_field(ui, id, name, |name| {
                    let mut generator = generator.clone();
                    if let Some(ends) = generator.ends_mut() {
                        *ends[end] = name;
                    }
                    set(generator)
                });
            });
        }
    }
    let change = |name: &'static str, value: &FieldValue| {
        let mut generator = generator.clone();
        set_field(&GENERATOR_FIELDS, &mut generator, name, value);
        set(generator)
    };
    let pixel = 1.0 / state.showing().view().scale.max(1.0e-6);
    let rows =
        FieldRows { pixel, ..FieldRows::of(palette, state.showing().kept.units.typed(), generator, &change) };
    rows.show(ui, &GENERATOR_FIELDS, out);
}
