//! The scene's generators (grounds, cables and rods) and joints, each with its numbers, and buttons that add one.

use collide2d::{MAX_EXTENT, SolverKind};
use egui_macroquad::egui::{Sense, Ui};

use super::field_rows::{FieldRows, note};
use super::places::Named as _;
use super::widgets::{ListLine, row, text_field};
use super::{heading, revealing};
use crate::app::{AppState, Change, Command, ListEdit, NewLink, SceneEdit, SceneItem};
use crate::gui::style::Palette;
use crate::scene::field::{Field, FieldValue, set_field};
use crate::scene::generator::GENERATOR_FIELDS;
use crate::scene::joint::JOINT_FIELDS;
use crate::scene::{SceneGenerator, SceneJoint};

/// How a list of the scene that holds bodies together is shown and edited.
struct LinkList<T: 'static> {
    heading: &'static str,
    /// "joint".
    name: &'static str,
    item: fn(u32) -> SceneItem,
    edit: fn(ListEdit<T>) -> SceneEdit,
    label: fn(&T, u32) -> String,
    /// The names of the two bodies.
    ends: fn(&T) -> Option<[&str; 2]>,
    ends_mut: fn(&mut T) -> Option<[&mut String; 2]>,
    fields: &'static [Field<T>],
}

const GENERATORS: LinkList<SceneGenerator> = LinkList {
    heading: "Generators",
    name: "generator",
    item: SceneItem::Generator,
    edit: SceneEdit::Generator,
    label: SceneGenerator::label,
    ends: SceneGenerator::ends,
    ends_mut: SceneGenerator::ends_mut,
    fields: &GENERATOR_FIELDS,
};

const JOINTS: LinkList<SceneJoint> = LinkList {
    heading: "Joints",
    name: "joint",
    item: SceneItem::Joint,
    edit: SceneEdit::Joint,
    label: SceneJoint::label,
    ends: |joint| Some(joint.ends()),
    ends_mut: |joint| Some(joint.ends_mut()),
    fields: &JOINT_FIELDS,
};

/// A heading, the buttons that add a generator, and each generator with its fields.
pub fn generators_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let add_ui = |ui: &mut Ui, out: &mut Vec<Command>| add_ui(ui, state, out);
    GENERATORS.show(ui, state, palette, &state.scene().generators, add_ui, out);
}

/// The same of joints.
pub fn joints_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let add_ui = |ui: &mut Ui, out: &mut Vec<Command>| {
        add_joint_ui(ui, state, out);
        let held = match state.scene().solver {
            SolverKind::Off => "Off holds nothing together",
            SolverKind::Linear => "Linear turns no body; Rigid does",
            SolverKind::Rigid => return,
        };
        if !state.scene().joints.is_empty() {
            note(ui, palette, held);
        }
    };
    JOINTS.show(ui, state, palette, &state.scene().joints, add_ui, out);
}

impl<T: Clone> LinkList<T> {
    fn show(
        &self,
        ui: &mut Ui,
        state: &AppState,
        palette: &Palette,
        all: &[T],
        add_ui: impl FnOnce(&mut Ui, &mut Vec<Command>),
        out: &mut Vec<Command>,
    ) {
        heading(ui, palette, self.heading, &count(all.len()));
        ui.horizontal(|ui| add_ui(ui, out));
        for (index, one) in all.iter().enumerate() {
            revealing::reveal_here(ui, (self.item)(index as u32));
            // What is typed belongs to this one.
            ui.push_id((self.name, index), |ui| {
                let label = (self.label)(one, index as u32);
                let line = ListLine::show(ui, palette, Sense::hover(), [self.name, &label], false);
                line.text(ui, &label, [line.rect.left(), line.rect.right()], palette.text);
                if line.is_removed {
                    out.push(self.change(ListEdit::Remove(index)).into());
                }
                self.fields_ui(ui, state, palette, index, one, out);
            });
        }
    }

    fn fields_ui(
        &self,
        ui: &mut Ui,
        state: &AppState,
        palette: &Palette,
        index: usize,
        one: &T,
        out: &mut Vec<Command>,
    ) {
        let ends = (self.ends)(one).into_iter().flatten();
        for (end, ((label, id), name)) in [("From", "a"), ("To", "b")].into_iter().zip(ends).enumerate() {
            row(ui, palette, label, |ui| {
                text_field(ui, id, name, |name| {
                    let mut one = one.clone();
                    if let Some(ends) = (self.ends_mut)(&mut one) {
                        *ends[end] = name;
                    }
                    self.change(ListEdit::Set(index, one))
                });
            });
        }
        let change = |name: &'static str, value: &FieldValue| {
            let mut one = one.clone();
            set_field(self.fields, &mut one, name, value);
            self.change(ListEdit::Set(index, one))
        };
        let typed = state.showing().kept.units.typed();
        let pixel = 1.0 / state.showing().view().scale.max(1.0e-6);
        let rows = FieldRows { pixel, ..FieldRows::of(palette, typed, one, &change) };
        rows.show(ui, self.fields, out);
    }

    fn change(&self, edit: ListEdit<T>) -> Change {
        Change::Scene((self.edit)(edit))
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
    let between = "between the two selected bodies, or else the first two, as far apart as they are";
    for (text, link) in [("+ Cable", NewLink::Cable), ("+ Rod", NewLink::Rod)] {
        let name = text.trim_start_matches("+ ").to_lowercase();
        link_button(ui, state, (text, link), &format!("Add a {name} {between}"), out);
    }
}

/// A button that puts a link between the two selected bodies, or else the first two.
fn link_button(
    ui: &mut Ui,
    state: &AppState,
    (text, link): (&str, NewLink),
    tip: &str,
    out: &mut Vec<Command>,
) {
    let added = state.new_link(link, state.looking().two().unwrap_or((0, 1)));
    let button = ui.add_enabled_ui(added.is_some(), |ui| ui.button(text)).inner.named(text);
    if button.on_hover_text(tip).clicked()
        && let Some(added) = added
    {
        out.push(edit(added));
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
    let tip = "Add a joint about which the two selected bodies turn, or else the first two, in the middle of where they meet. \
               The two do not collide with each other";
    link_button(ui, state, ("+ Revolute", NewLink::Revolute), tip, out);
}
