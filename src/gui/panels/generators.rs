//! The scene's generators (grounds, cables and rods) and joints, each with its numbers, and buttons that add one.

use collide2d::MAX_EXTENT;
use egui_macroquad::egui::{Sense, Ui};

use super::field_rows::FieldRows;
use super::places::Named as _;
use super::widgets::{ListLine, row, text_field};
use super::{heading, revealing};
use crate::app::{AppState, Change, Command, ListEdit, SceneEdit, SceneItem};
use crate::gui::style::Palette;
use crate::scene::field::{Field, FieldValue, set_field};
use crate::scene::generator::GENERATOR_FIELDS;
use crate::scene::joint::JOINT_FIELDS;
use crate::scene::{SceneGenerator, SceneJoint};

/// A heading, the buttons that add a generator, and each generator with its fields.
pub fn generators_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let generators = &state.scene().generators;
    heading(ui, palette, "Generators", &count(generators.len()));
    ui.horizontal(|ui| add_ui(ui, state, out));
    for (index, generator) in generators.iter().enumerate() {
        revealing::reveal_here(ui, SceneItem::Generator(index as u32));
        // What is typed belongs to this generator.
        ui.push_id(("generator", index), |ui| {
            let remove = edit(SceneEdit::Generator(ListEdit::Remove(index)));
            title_ui(ui, palette, ["generator", &generator.label(index as u32)], remove, out);
            fields_ui(ui, palette, state, index, generator, out);
        });
    }
}

/// The same of joints.
pub fn joints_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let joints = &state.scene().joints;
    heading(ui, palette, "Joints", &count(joints.len()));
    ui.horizontal(|ui| add_joint_ui(ui, state, out));
    for (index, joint) in joints.iter().enumerate() {
        revealing::reveal_here(ui, SceneItem::Joint(index as u32));
        ui.push_id(("joint", index), |ui| {
            let remove = edit(SceneEdit::Joint(ListEdit::Remove(index)));
            title_ui(ui, palette, ["joint", &joint.label(index as u32)], remove, out);
            joint_ui(ui, palette, state, index, joint, out);
        });
    }
}

fn count(count: usize) -> String {
    if count == 0 { String::new() } else { count.to_string() }
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
    let cable = |(a, b, length): (String, String, f32)| SceneGenerator::cable(a, b, length);
    let rod = |(a, b, length): (String, String, f32)| SceneGenerator::rod(a, b, length);
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

/// The button that adds a joint.
fn add_joint_ui(ui: &mut Ui, state: &AppState, out: &mut Vec<Command>) {
    let joint = new_joint(state);
    let button = ui.add_enabled_ui(joint.is_some(), |ui| ui.button("+ Revolute")).inner.named("+ Revolute");
    let tip = "Add a joint about which the selected pair turns, or else the first two bodies, in the middle of where they meet. \
               The two do not collide with each other";
    if button.on_hover_text(tip).clicked()
        && let Some(joint) = joint
    {
        out.push(edit(SceneEdit::Joint(ListEdit::Add(joint))));
    }
}

/// Of the selected pair, or else of the first two bodies.
fn new_joint(state: &AppState) -> Option<SceneJoint> {
    let world = state.run().world();
    let (a, b) = state.looking().selected_pair().unwrap_or((0, 1));
    let names = [state.present_body(a)?, state.present_body(b)?].map(|body| body.name.clone());
    let (body_a, body_b) = (world.body(a)?, world.body(b)?);
    let (bounds_a, bounds_b) = (body_a.aabb(), body_b.aabb());
    // The middle of what both bounds have, or between them where they are apart.
    let at = 0.5 * (bounds_a.min.max(bounds_b.min) + bounds_a.max.min(bounds_b.max));
    let at = if at.is_finite() { at } else { body_a.pose().position };
    let [a, b] = names;
    let [at_a, at_b] = [body_a, body_b].map(|body| body.pose().local_from_world(at));
    Some(SceneJoint { a, b, at_a, at_b, collide: false })
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
    [what, label]: [&str; 2],
    remove: Command,
    out: &mut Vec<Command>,
) {
    let line = ListLine::show(ui, palette, Sense::hover(), [what, label], false);
    line.text(ui, label, [line.rect.left(), line.rect.right()], palette.text);
    if line.is_removed {
        out.push(remove);
    }
}

/// The names of the two bodies. `set`: the edit that gives one of them another name.
fn ends_ui(ui: &mut Ui, palette: &Palette, ends: [&str; 2], set: impl Fn(usize, String) -> Change) {
    for (end, (label, id)) in [("From", "a"), ("To", "b")].into_iter().enumerate() {
        row(ui, palette, label, |ui| text_field(ui, id, ends[end], |name| set(end, name)));
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
    if let Some(ends) = generator.ends() {
        ends_ui(ui, palette, ends, |end, name| {
            let mut generator = generator.clone();
            if let Some(ends) = generator.ends_mut() {
                *ends[end] = name;
            }
            set(generator)
        });
    }
    let change = |name: &'static str, value: &FieldValue| {
        let mut generator = generator.clone();
        set_field(&GENERATOR_FIELDS, &mut generator, name, value);
        set(generator)
    };
    rows_ui(ui, palette, state, generator, &change, &GENERATOR_FIELDS, out);
}

fn joint_ui(
    ui: &mut Ui,
    palette: &Palette,
    state: &AppState,
    index: usize,
    joint: &SceneJoint,
    out: &mut Vec<Command>,
) {
    let set = |joint| Change::Scene(SceneEdit::Joint(ListEdit::Set(index, joint)));
    ends_ui(ui, palette, joint.ends(), |end, name| {
        let mut joint = joint.clone();
        *joint.ends_mut()[end] = name;
        set(joint)
    });
    let change = |name: &'static str, value: &FieldValue| {
        let mut joint = joint.clone();
        set_field(&JOINT_FIELDS, &mut joint, name, value);
        set(joint)
    };
    rows_ui(ui, palette, state, joint, &change, &JOINT_FIELDS, out);
}

fn rows_ui<T>(
    ui: &mut Ui,
    palette: &Palette,
    state: &AppState,
    owner: &T,
    change: &dyn Fn(&'static str, &FieldValue) -> Change,
    fields: &'static [Field<T>],
    out: &mut Vec<Command>,
) {
    let pixel = 1.0 / state.showing().view().scale.max(1.0e-6);
    let rows =
        FieldRows { pixel, ..FieldRows::of(palette, state.showing().kept.units.typed(), owner, change) };
    rows.show(ui, fields, out);
}
