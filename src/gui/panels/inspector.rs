//! The numbers of the selected bodies, as they are at the present frame.

use std::borrow::Cow;

use egui_macroquad::egui::{self, RichText, Ui};
use glam::Vec2;

use super::field_rows::{FieldRows, note};
use super::heading;
use super::recorded::recorded_ui;
use super::scene_settings::scene_ui;
use super::widgets::{NumberField, choice, number, plain, row, section, text_field, tick_box};
use crate::app::commands::{HandMove, TimeCommand};
use crate::app::{AppState, BodyEdit, Change, Command, MotionKind, PanelSection};
use crate::gui::style::Palette;
use crate::scene::field::{Field, FieldValue};
use crate::scene::fields::{MATERIAL_FIELDS, MOTION_FIELDS, POSE_FIELDS};
use crate::scene::limit::Limit;
use crate::scene::masks::sorts;
use crate::scene::numbers::{LengthUnit, count};
use crate::scene::shape::{PART_FIELDS, SHAPE_FIELDS};
use crate::scene::{SceneBody, SceneInput, SceneMotion, ScenePart, SceneShape};

/// Most parts of a body that have rows here; the list of bodies has all.
const MOST_PARTS: usize = 256;

/// Name, shape, pose, motion and material of the selected bodies; the scene's own settings if nothing is
/// selected.
pub fn inspector_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    if state.files().document.is_recording() {
        return recorded_ui(ui, state, palette, out);
    }
    let chosen: Vec<(u32, Cow<'_, SceneBody>)> = state
        .looking()
        .selection()
        .iter()
        .filter_map(|&index| Some((index, state.present_body(index)?)))
        .collect();
    let Some((index, first)) = chosen.first() else {
        return match state.looking().selection() {
            [] => scene_ui(ui, state, palette, out),
            [piece, ..] => piece_ui(ui, state, palette, *piece),
        };
    };
    let indices: Vec<u32> = chosen.iter().map(|(index, _)| *index).collect();
    let pixel = 1.0 / state.showing().view().scale.max(1.0e-6);
    let start = if chosen.len() == 1 { state.scene().bodies.get(*index as usize) } else { None };
    let names = sorts(state.scene()).into_iter().collect();
    let bodies = BodyFields {
        palette,
        chosen: &chosen,
        indices: &indices,
        start,
        pixel,
        names,
        unit: state.showing().kept.units.typed(),
        has_points_open: state.showing().is_open(PanelSection::Points),
    };
    // What is typed belongs to these bodies, whatever is selected next.
    ui.push_id(&indices, |ui| bodies_ui(ui, state, &bodies, (*index, first), out));
}

/// A piece of a body that burst, which is no part of the scene: nothing of it can be edited.
fn piece_ui(ui: &mut Ui, state: &AppState, palette: &Palette, index: u32) {
    let Some(body) = state.run().world().body(index) else { return };
    let unit = state.unit();
    heading(ui, palette, "Piece", &state.named_scene().shown_name(index));
    note(ui, palette, "made by a listener; not in the scene");
    let rows = [
        ("Radius", unit.text(body.bounding_circle().radius)),
        ("Mass", format!("{} kg", plain(f64::from(body.mass())))),
        ("Position", unit.point(body.pose().position)),
        ("Velocity", format!("{}/s", unit.short_point(body.velocity()))),
        ("Turning", format!("{}/s", unit.short_angle(body.angular_velocity()))),
    ];
    for (label, text) in rows {
        row(ui, palette, label, |ui| ui.label(RichText::new(text).color(palette.text)));
    }
}

fn bodies_ui(
    ui: &mut Ui,
    state: &AppState,
    bodies: &BodyFields,
    (index, first): (u32, &SceneBody),
    out: &mut Vec<Command>,
) {
    let BodyFields { palette, chosen, .. } = bodies;
    let when = match state.run().frame() {
        0 => String::new(),
        frame => format!(" · frame {frame}, where an edit starts anew"),
    };
    if chosen.len() == 1 {
        heading(ui, palette, "Body", &format!("{}{when}", first.shape.kind().name()));
        row(ui, palette, "Name", |ui| {
            text_field(ui, ("name", index), &first.name, |name| Change::Rename(index, name));
        });
    } else {
        heading(ui, palette, &format!("{} bodies", chosen.len()), &format!("a dash: they differ{when}"));
    }
    bodies.shape(ui, out);
    if let [(index, body)] = chosen {
        points(ui, bodies, &body.shape, &|edit| Change::Body(vec![*index], edit), out);
        let parts = body.shape.parts();
        for (i, part) in parts.iter().enumerate().take(MOST_PARTS) {
            part_ui(ui, bodies, *index, (i, part), out);
        }
        if parts.len() > MOST_PARTS {
            let more = count(parts.len() - MOST_PARTS, "part more", "parts more");
            ui.label(RichText::new(more).color(palette.quiet));
        }
    }
    bodies.outline(ui, out);
    bodies.own(ui, &POSE_FIELDS, out);
    ui.add_space(4.0);
    bodies.motion(ui, out);
    if let ([_], SceneMotion::Mover { .. }) = (&chosen[..], first.motion) {
        walk_ui(ui, state, palette, (index, &first.name), out);
    }
    ui.add_space(4.0);
    // The switch stands above the field that it shows, so that it stays under the pointer.
    let (held_side, others): (Vec<_>, Vec<_>) =
        MATERIAL_FIELDS.iter().partition(|field| field.name == "one_way");
    bodies.own(ui, others, out);
    bodies.one_way(ui, out);
    bodies.own(ui, held_side, out);
}

struct BodyFields<'a> {
    palette: &'a Palette,
    chosen: &'a [(u32, Cow<'a, SceneBody>)],
    indices: &'a [u32],
    /// The one body at frame 0.
    start: Option<&'a SceneBody>,
    /// Metres per pixel.
    pixel: f32,
    /// What the scene's bodies are.
    names: Vec<&'a str>,
    unit: LengthUnit,
    /// The points of a polygon or a chain are not folded.
    has_points_open: bool,
}

impl BodyFields<'_> {
    /// The rows of a part of the bodies.
    fn rows<'b, T>(
        &'b self,
        of: impl Fn(&'b SceneBody) -> &'b T,
        change: &'b dyn Fn(&'static str, &FieldValue) -> Change,
    ) -> FieldRows<'b, T> {
        FieldRows {
            palette: self.palette,
            owners: self.chosen.iter().map(|(_, body)| of(body)).collect(),
            start: self.start.map(&of),
            has_start_lines: self.chosen.iter().any(|(_, body)| body.motion != SceneMotion::Static),
            pixel: self.pixel,
            names: &self.names,
            unit: self.unit,
            change,
        }
    }

    fn change(&self, edit: BodyEdit) -> Change {
        Change::Body(self.indices.to_vec(), edit)
    }

    fn set(&self, name: &'static str, value: &FieldValue) -> Change {
        self.change(BodyEdit::Set(name, value.clone()))
    }

    fn own<'f>(
        &self,
        ui: &mut Ui,
        fields: impl IntoIterator<Item = &'f Field<SceneBody>>,
        out: &mut Vec<Command>,
    ) {
        self.rows(|body| body, &|name, value| self.set(name, value)).show(ui, fields, out);
    }

    fn shape(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        self.rows(|body| &body.shape, &|name, value| self.set(name, value)).show(ui, &SHAPE_FIELDS, out);
    }

    /// The outline's points and a button that removes it, where a body has one.
    fn outline(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        let mut counts = self.chosen.iter().filter_map(|(_, body)| Some(body.outline.as_ref()?.len()));
        let Some(first) = counts.next() else { return };
        let text = match counts.count() {
            0 => format!("{first} points"),
            others => format!("{} outlines", others + 1),
        };
        row(ui, self.palette, "Outline", |ui| {
            ui.label(RichText::new(text).color(self.palette.text));
            let tip = "Remove the outline; the shape stays";
            if ui.button("Remove").on_hover_text(tip).clicked() {
                let change = Change::Outline(self.indices.to_vec(), None);
                out.push(change.into());
            }
        });
    }

    /// Whether it is one-way; the direction has a row of its own.
    fn one_way(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        let mut is_one_way = self.chosen.iter().any(|(_, body)| body.one_way.is_some());
        row(ui, self.palette, "One-way", |ui| {
            if tick_box(ui, self.palette, &mut is_one_way).changed() {
                let edit = BodyEdit::OneWay(is_one_way.then_some(Vec2::Y));
                out.push(self.change(edit).into());
            }
            note(ui, self.palette, "lets through what comes from other sides");
        });
    }

    fn motion(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        let mut kinds = self.chosen.iter().map(|(_, body)| MotionKind::of(&body.motion));
        let first = kinds.next();
        let kind = first.filter(|first| kinds.all(|kind| kind == *first));
        row(ui, self.palette, "Motion", |ui| {
            let now = kind.and_then(|kind| MotionKind::ALL.iter().position(|other| *other == kind));
            let words = MotionKind::ALL.iter().map(|kind| (kind.label(), ""));
            if let Some(kind) = choice(ui, "motion", 240.0, now, words).and_then(|at| MotionKind::ALL.get(at))
            {
                out.push(self.change(BodyEdit::MotionKind(*kind)).into());
            }
        });
        self.rows(|body| &body.motion, &|name, value| self.set(name, value)).show(ui, &MOTION_FIELDS, out);
    }
}

/// Buttons that tell a mover how it goes on; what it is told now is lit.
fn walk_ui(
    ui: &mut Ui,
    state: &AppState,
    palette: &Palette,
    (body, name): (u32, &str),
    out: &mut Vec<Command>,
) {
    let frame = state.run().frame();
    let told = state.scene().told(name, frame);
    let walks = told.map_or(0.0, SceneInput::direction);
    let jumps = told.is_some_and(|line| line.jumps_at(frame));
    row(ui, palette, "From now on", |ui| {
        for (label, direction) in [("Left", -1.0), ("Stop", 0.0), ("Right", 1.0)] {
            let button = ui.selectable_label(walks == direction, label);
            if button
                .on_hover_text("Walks so from this frame on: a line of the inputs. Time may run")
                .clicked()
            {
                let walk = HandMove::Walk { body, direction: Some(direction), jump: None };
                out.push(Command::Time(TimeCommand::Hand(walk)));
            }
        }
        let tip = "Jumps in this frame, if it stands on ground; again: does not";
        if ui.selectable_label(jumps, "Jump").on_hover_text(tip).clicked() {
            let walk = HandMove::Walk { body, direction: None, jump: Some(!jumps) };
            out.push(Command::Time(TimeCommand::Hand(walk)));
        }
    });
}

/// The shape of a part, its place and its share of the mass.
fn part_ui(
    ui: &mut Ui,
    bodies: &BodyFields,
    index: u32,
    (i, part): (usize, &ScenePart),
    out: &mut Vec<Command>,
) {
    let change = |edit| Change::Body(vec![index], BodyEdit::Part(i, Box::new(edit)));
    let set = |name, value: &FieldValue| change(BodyEdit::Set(name, value.clone()));
    let title = RichText::new(format!("Part {}: {}", i + 1, part.shape.kind().name()));
    let title = title.color(bodies.palette.quiet);
    egui::CollapsingHeader::new(title).id_salt(("part", index, i)).show(ui, |ui| {
        let rows = FieldRows {
            pixel: bodies.pixel,
            ..FieldRows::of(bodies.palette, bodies.unit, &part.shape, &set)
        };
        rows.show(ui, &SHAPE_FIELDS, out);
        ui.push_id(("part", i), |ui| points(ui, bodies, &part.shape, &change, out));
        let rows =
            FieldRows { pixel: bodies.pixel, ..FieldRows::of(bodies.palette, bodies.unit, part, &set) };
        rows.show(ui, &PART_FIELDS, out);
    });
}

/// Points of a polygon or a chain, or ends of a wall.
fn points(
    ui: &mut Ui,
    bodies: &BodyFields,
    shape: &SceneShape,
    change: &dyn Fn(BodyEdit) -> Change,
    out: &mut Vec<Command>,
) {
    /// Of longer chains the first points have rows.
    const MOST: usize = 256;
    let palette = bodies.palette;
    let points = shape.points();
    let fields = |ui: &mut Ui, out: &mut Vec<Command>| {
        for (i, (label, point)) in points.iter().enumerate().take(MOST) {
            let change = |to: Vec2| change(BodyEdit::Point(i, to));
            row(ui, palette, label, |ui| {
                let [x, y] = NumberField::new(Limit::Coordinate, bodies.pixel).vector(" m", bodies.unit);
                number(ui, &x, &[point.x], |x| change(Vec2::new(x, point.y)), out);
                number(ui, &y, &[point.y], |y| change(Vec2::new(point.x, y)), out);
            });
        }
    };
    if points.len() > 3 {
        let title = RichText::new(format!("{} points", points.len())).color(palette.quiet);
        section(ui, PanelSection::Points, bodies.has_points_open, title, out, fields);
    } else {
        fields(ui, out);
    }
}
