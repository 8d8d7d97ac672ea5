//! The scene's generators: grounds, cables and rods, each with its numbers, and buttons that add one.

use collide2d::MAX_EXTENT;
use egui_macroquad::egui::{RichText, Sense, Ui};
use glam::Vec2;

use super::heading;
use super::places::Named as _;
use super::widgets::{ListLine, NumberField, number, row, text_field};
use crate::app::{AppState, Change, Command, EditCommand, SceneEdit};
use crate::gui::style::Palette;
use crate::scene::SceneGenerator;
use crate::scene::limit::Limit;

/// A heading, the buttons that add a generator, and each generator with its fields.
pub fn generators_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let generators = &state.scene().generators;
    let count = if generators.is_empty() { String::new() } else { generators.len().to_string() };
    heading(ui, palette, "Generators", &count);
    ui.horizontal(|ui| add_ui(ui, state, out));
    for (index, generator) in generators.iter().enumerate() {
        // What is typed belongs to this generator.
        ui.push_id(("generator", index), |ui| {
            title_ui(ui, palette, index, generator, out);
            fields_ui(ui, palette, state, index, generator, out);
        });
    }
}

fn edit(edit: SceneEdit) -> Command {
    Command::Edit(EditCommand::Do(Change::Scene(edit)))
}

fn add_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Command>) {
    let tip = "Add a ground under all bodies: solid below its line for every body that is not static";
    if ui.button("+ Ground").named("+ Ground").on_hover_text(tip).clicked() {
        out.push(edit(SceneEdit::AddGenerator(ground(state))));
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
            out.push(edit(SceneEdit::AddGenerator(make(ends))));
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
        out.push(edit(SceneEdit::RemoveGenerator(index)));
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
    let set = |generator| Change::Scene(SceneEdit::SetGenerator(index, generator));
    let pixel = 1.0 / state.showing().view().scale.max(1.0e-6);
    let metres = NumberField::new(Limit::Size, pixel).unit(" m");
    let share = NumberField::new(Limit::Share, 0.01);
    match generator.clone() {
        SceneGenerator::Ground { point, normal, restitution, friction } => {
            let ground = |point: Vec2, normal: Vec2, restitution: f32, friction: f32| {
                set(SceneGenerator::Ground { point, normal, restitution, friction })
            };
            row(ui, palette, "Point", |ui| {
                let how = NumberField::new(Limit::Coordinate, pixel).unit(" m");
                let (x, y) = (how.clone().prefix("x "), how.prefix("y "));
                let at = |point| ground(point, normal, restitution, friction);
                number(ui, &x, &[point.x], |x| at(Vec2::new(x, point.y)), out);
                number(ui, &y, &[point.y], |y| at(Vec2::new(point.x, y)), out);
            });
            row(ui, palette, "Normal", |ui| {
                let how = NumberField::new(Limit::Any, 0.01);
                let (x, y) = (how.clone().prefix("x "), how.prefix("y "));
                let along = |normal| ground(point, normal, restitution, friction);
                number(ui, &x, &[normal.x], |x| along(Vec2::new(x, normal.y)), out);
                number(ui, &y, &[normal.y], |y| along(Vec2::new(normal.x, y)), out);
            });
            row(ui, palette, "Restitution", |ui| {
                number(ui, &share, &[restitution], |value| ground(point, normal, value, friction), out);
            });
            row(ui, palette, "Friction", |ui| {
                let how = NumberField::new(Limit::NotNegative, 0.01);
                number(ui, &how, &[friction], |value| ground(point, normal, restitution, value), out);
            });
        }
        SceneGenerator::Cable { a, b, length, restitution } => {
            let cable = |a: &str, b: &str, length: f32, restitution: f32| {
                set(SceneGenerator::Cable { a: a.to_owned(), b: b.to_owned(), length, restitution })
            };
            row(ui, palette, "From", |ui| {
                text_field(ui, "a", &a, |name| cable(&name, &b, length, restitution));
            });
            row(ui, palette, "To", |ui| {
                text_field(ui, "b", &b, |name| cable(&a, &name, length, restitution));
            });
            row(ui, palette, "Length", |ui| {
                number(ui, &metres, &[length], |value| cable(&a, &b, value, restitution), out);
                ui.label(RichText::new("at most").color(palette.quiet));
            });
            row(ui, palette, "Restitution", |ui| {
                number(ui, &share, &[restitution], |value| cable(&a, &b, length, value), out);
            });
        }
        SceneGenerator::Rod { a, b, length } => {
            let rod = |a: &str, b: &str, length: f32| {
                set(SceneGenerator::Rod { a: a.to_owned(), b: b.to_owned(), length })
            };
            row(ui, palette, "From", |ui| text_field(ui, "a", &a, |name| rod(&name, &b, length)));
            row(ui, palette, "To", |ui| text_field(ui, "b", &b, |name| rod(&a, &name, length)));
            row(ui, palette, "Length", |ui| {
                number(ui, &metres, &[length], |value| rod(&a, &b, value), out);
                ui.label(RichText::new("exactly").color(palette.quiet));
            });
        }
    }
}
