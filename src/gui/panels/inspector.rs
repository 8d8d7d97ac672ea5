//! The numbers of the selected bodies, as they are at the present frame.

use std::borrow::Cow;

use egui_macroquad::egui::{self, Align2, ComboBox, FontId, RichText, Sense, Ui, vec2};
use glam::Vec2;

use super::heading;
use super::recorded::recorded_ui;
use super::scene_settings::scene_ui;
use super::widgets::{LABEL, NumberField, number, plain, row, text_field};
use crate::app::{AppState, BodyEdit, Change, Command, EditCommand, MotionKind};
use crate::gui::style::{Palette, SMALL};
use crate::scene::limit::Limit;
use crate::scene::{SceneBody, SceneMotion};

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
    let bodies = BodyFields { palette, chosen: &chosen, indices: &indices, start, pixel };
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
        ("Velocity", format!("{} m/s", two(body.velocity()))),
        ("Turning", format!("{} °/s", plain(f64::from(body.angular_velocity())))),
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
    let BodyFields { palette, chosen, .. } = *bodies;
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
        points(ui, palette, bodies, *index, body, out);
    }
    bodies.outline(ui, out);
    bodies.pose(ui, out);
    ui.add_space(4.0);
    bodies.motion(ui, out);
    ui.add_space(4.0);
    bodies.material(ui, first, out);
}

/// Height of a line below a row. Points.
const START: f32 = 13.0;

/// Velocity and angular velocity; `None` for a static body.
fn moving(body: &SceneBody) -> Option<(Vec2, f32)> {
    match body.motion {
        SceneMotion::Static => None,
        SceneMotion::Kinematic { velocity, angular_velocity }
        | SceneMotion::Dynamic { velocity, angular_velocity, .. } => Some((velocity, angular_velocity)),
    }
}

fn two(vector: Vec2) -> String {
    format!("x {}   y {}", plain(f64::from(vector.x)), plain(f64::from(vector.y)))
}

struct BodyFields<'a> {
    palette: &'a Palette,
    chosen: &'a [(u32, Cow<'a, SceneBody>)],
    indices: &'a [u32],
    /// The one body at frame 0.
    start: Option<&'a SceneBody>,
    /// Metres per pixel.
    pixel: f32,
}

impl BodyFields<'_> {
    /// A field for the bodies that have the value.
    fn field(
        &self,
        ui: &mut Ui,
        how: &NumberField,
        get: impl Fn(&SceneBody) -> Option<f32>,
        edit: impl Fn(f32) -> BodyEdit,
        out: &mut Vec<Command>,
    ) {
        let values: Vec<f32> = self.chosen.iter().filter_map(|(_, body)| get(body)).collect();
        number(ui, how, &values, |value| Change::Body(self.indices.to_vec(), edit(value)), out);
    }

    /// What a row showed at frame 0, where it shows something else now.
    fn start_of(&self, shown: impl Fn(&SceneBody) -> Option<String>) -> Option<String> {
        let [(_, now)] = self.chosen else { return None };
        let start = shown(self.start?)?;
        (shown(now)? != start).then(|| format!("start  {start}"))
    }

    /// A line for [`Self::start_of`] below a row that is full. It is there at every frame, so that no field
    /// moves.
    fn start_line(&self, ui: &mut Ui, shown: impl Fn(&SceneBody) -> Option<String>) {
        if !self.any(|body| moving(body).is_some()) {
            return;
        }
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), START), Sense::hover());
        if let Some(text) = self.start_of(shown) {
            let at = rect.left_center() + vec2(LABEL + ui.spacing().item_spacing.x, -1.0);
            let font = FontId::proportional(SMALL);
            ui.painter().text(at, Align2::LEFT_CENTER, text, font, self.palette.quiet);
        }
    }

    fn any(&self, has: impl Fn(&SceneBody) -> bool) -> bool {
        self.chosen.iter().any(|(_, body)| has(body))
    }

    fn length(&self) -> NumberField {
        NumberField::new(Limit::Coordinate, self.pixel).unit(" m")
    }

    fn size(&self) -> NumberField {
        NumberField::new(Limit::Size, self.pixel).unit(" m")
    }

    fn edit(&self, edit: BodyEdit, out: &mut Vec<Command>) {
        out.push(Command::Edit(EditCommand::Do(Change::Body(self.indices.to_vec(), edit))));
    }

    fn shape(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        let size = |name| move |body: &SceneBody| body.shape.size(name);
        if self.any(|body| size("radius")(body).is_some()) {
            row(ui, self.palette, "Radius", |ui| {
                self.field(ui, &self.size(), size("radius"), BodyEdit::Radius, out);
            });
        }
        if self.any(|body| size("width")(body).is_some()) {
            row(ui, self.palette, "Size", |ui| {
                self.field(ui, &self.size().prefix("w "), size("width"), BodyEdit::Width, out);
                self.field(ui, &self.size().prefix("h "), size("height"), BodyEdit::Height, out);
            });
        }
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
                out.push(Command::Edit(EditCommand::Do(change)));
            }
        });
    }

    fn pose(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        row(ui, self.palette, "Position", |ui| {
            self.field(ui, &self.length().prefix("x "), |b| Some(b.position.x), BodyEdit::PositionX, out);
            self.field(ui, &self.length().prefix("y "), |b| Some(b.position.y), BodyEdit::PositionY, out);
        });
        self.start_line(ui, |body| Some(two(body.position)));
        row(ui, self.palette, "Rotation", |ui| {
            self.field(
                ui,
                &NumberField::new(Limit::Any, 0.5).unit("°"),
                |b| Some(b.rotation),
                BodyEdit::Rotation,
                out,
            );
            let start = self.start_of(|body| Some(format!("{}°", plain(f64::from(body.rotation)))));
            note(ui, self.palette, &start.unwrap_or_default());
        });
    }

    fn motion(&self, ui: &mut Ui, out: &mut Vec<Command>) {
        let mut kinds = self.chosen.iter().map(|(_, body)| MotionKind::of(&body.motion));
        let first = kinds.next();
        let kind = first.filter(|first| kinds.all(|kind| kind == *first));
        row(ui, self.palette, "Motion", |ui| {
            let shown = kind.map_or("—", MotionKind::label);
            ComboBox::from_id_salt("motion").selected_text(shown).width(240.0).show_ui(ui, |ui| {
                for choice in MotionKind::ALL {
                    if ui.selectable_label(kind == Some(choice), choice.label()).clicked()
                        && kind != Some(choice)
                    {
                        self.edit(BodyEdit::MotionKind(choice), out);
                    }
                }
            });
        });
        let dynamic = |body: &SceneBody| match body.motion {
            SceneMotion::Dynamic { mass, acceleration, damping, .. } => Some((mass, acceleration, damping)),
            _ => None,
        };
        if self.any(|body| moving(body).is_some()) {
            row(ui, self.palette, "Velocity", |ui| {
                let how = NumberField::new(Limit::Any, 0.02).unit(" m/s");
                let (x, y) = (how.clone().prefix("x "), how.prefix("y "));
                self.field(ui, &x, |b| Some(moving(b)?.0.x), BodyEdit::VelocityX, out);
                self.field(ui, &y, |b| Some(moving(b)?.0.y), BodyEdit::VelocityY, out);
            });
            self.start_line(ui, |body| Some(two(moving(body)?.0)));
            row(ui, self.palette, "Turning", |ui| {
                let how = NumberField::new(Limit::Any, 0.5).unit(" °/s");
                self.field(ui, &how, |b| Some(moving(b)?.1), BodyEdit::AngularVelocity, out);
                let start = self.start_of(|body| Some(format!("{} °/s", plain(f64::from(moving(body)?.1)))));
                note(ui, self.palette, &start.unwrap_or_default());
            });
        }
        if self.any(|body| dynamic(body).is_some()) {
            row(ui, self.palette, "Acceleration", |ui| {
                let how = NumberField::new(Limit::Any, 0.02).unit(" m/s²");
                let (x, y) = (how.clone().prefix("x "), how.prefix("y "));
                self.field(ui, &x, |b| Some(dynamic(b)?.1.x), BodyEdit::AccelerationX, out);
                self.field(ui, &y, |b| Some(dynamic(b)?.1.y), BodyEdit::AccelerationY, out);
            });
            row(ui, self.palette, "Mass", |ui| {
                let how = NumberField::new(Limit::Positive, 0.02).unit(" kg");
                self.field(ui, &how, |b| Some(dynamic(b)?.0), BodyEdit::Mass, out);
            });
            row(ui, self.palette, "Damping", |ui| {
                let how = NumberField::new(Limit::Share, 0.005);
                self.field(ui, &how, |b| Some(dynamic(b)?.2), BodyEdit::Damping, out);
                note(ui, self.palette, "of velocity stays");
            });
        }
    }

    fn material(&self, ui: &mut Ui, first: &SceneBody, out: &mut Vec<Command>) {
        row(ui, self.palette, "Restitution", |ui| {
            let how = NumberField::new(Limit::Share, 0.005);
            self.field(ui, &how, |b| Some(b.restitution), BodyEdit::Restitution, out);
        });
        row(ui, self.palette, "Friction", |ui| {
            let how = NumberField::new(Limit::NotNegative, 0.005);
            self.field(ui, &how, |b| Some(b.friction), BodyEdit::Friction, out);
        });
        row(ui, self.palette, "Sensor", |ui| {
            let mut sensor = first.sensor;
            if ui.checkbox(&mut sensor, "").changed() {
                self.edit(BodyEdit::Sensor(sensor), out);
            }
            note(ui, self.palette, "contacts are only reported");
        });
    }
}

/// Vertices of a polygon or ends of a wall.
fn points(
    ui: &mut Ui,
    palette: &Palette,
    bodies: &BodyFields,
    index: u32,
    body: &SceneBody,
    out: &mut Vec<Command>,
) {
    let points = body.shape.points();
    let fields = |ui: &mut Ui, out: &mut Vec<Command>| {
        for (i, (label, point)) in points.iter().enumerate() {
            let change = |to: Vec2| Change::Body(vec![index], BodyEdit::Point(i, to));
            row(ui, palette, label, |ui| {
                let how = bodies.length();
                number(ui, &how.clone().prefix("x "), &[point.x], |x| change(Vec2::new(x, point.y)), out);
                number(ui, &how.prefix("y "), &[point.y], |y| change(Vec2::new(point.x, y)), out);
            });
        }
    };
    if points.len() > 3 {
        let title = RichText::new(format!("{} points", points.len())).color(palette.quiet);
        egui::CollapsingHeader::new(title).id_salt(("points", index)).show(ui, |ui| fields(ui, out));
    } else {
        fields(ui, out);
    }
}

/// A quiet note after a field.
pub fn note(ui: &mut Ui, palette: &Palette, text: &str) {
    ui.label(RichText::new(text).size(SMALL).color(palette.quiet));
}
