//! Writes a [`super::Scene`] as RON text, and to a file.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use collide2d::Then;
use glam::Vec2;

use self::GroupLayout::{Fill, Fit, Lines};
use super::field::{Field, FieldKind};
use super::fields::{
    AHEAD_FIELDS, MATERIAL_FIELDS, MIX_FIELDS, MOTION_FIELDS, POSE_FIELDS, RIGID_FIELDS, SETTING_FIELDS,
    STEP_FIELDS,
};
use super::shape::{PART_FIELDS, SHAPE_FIELDS, file_name};
use super::{
    Bookmark, Expectation, Scene, SceneBody, SceneError, SceneGenerator, SceneInput, SceneJoint,
    SceneListener, SceneMotion, ScenePart, SceneQuery, SceneShape, Stop, Vary,
};
use crate::platform::{plain, safe_file};

/// Line width. Characters.
const WIDTH: usize = 110;

pub fn to_ron(scene: &Scene) -> String {
    let mut text = String::new();
    let items = fields(scene, &scene.bodies).0;
    RonNode::Group { open: "Scene(".into(), items, close: ")", layout: Lines }.write(&mut text, 0, 1);
    text.push('\n');
    text
}

/// The fields of the scene, with these bodies.
fn fields(scene: &Scene, bodies: &[SceneBody]) -> RonFields {
    let mut fields = RonFields::default();
    fields.always("version", RonNode::text("1"));
    fields.given("name", !scene.name.is_empty(), || string(&scene.name));
    fields.given("about", !scene.about.is_empty(), || string(&scene.about));
    fields.walk(&SETTING_FIELDS, scene);
    fields.walk(&STEP_FIELDS, scene);
    fields.group("rigid", &RIGID_FIELDS, &scene.rigid);
    fields.group("mix", &MIX_FIELDS, &scene.mix);
    fields.always("bodies", list(Lines, bodies, body));
    fields.list("listeners", Lines, &scene.listeners, listener);
    fields.list("generators", Lines, &scene.generators, SceneGenerator::to_value);
    fields.list("joints", Lines, &scene.joints, SceneJoint::to_value);
    fields.list("queries", Lines, &scene.queries, SceneQuery::to_value);
    fields.walk(&AHEAD_FIELDS, scene);
    fields.list("expect", Lines, &scene.expect, Expectation::to_value);
    fields.list("stops", Lines, &scene.stops, Stop::to_value);
    fields.list("watch", Fill, &scene.watch, |name| string(name));
    fields.list("bookmarks", Lines, &scene.bookmarks, Bookmark::to_value);
    fields.list("inputs", Lines, &scene.inputs, SceneInput::to_value);
    fields.list("vary", Lines, &scene.vary, Vary::to_value);
    fields
}

pub fn save(scene: &Scene, path: &Path) -> Result<(), SceneError> {
    scene.validate()?;
    safe_file::write(path, to_ron(scene).as_bytes()).map_err(|e| cannot_be_saved(path, &e))
}

/// The error of a file that could not be written.
pub(crate) fn cannot_be_saved(path: &Path, error: &io::Error) -> SceneError {
    SceneError { message: format!("{}: cannot be saved: {error}", plain::path(path)) }
}

/// Every field of the scene but its bodies that differs from its default, each with its text on one line.
pub(super) fn scene_fields(scene: &Scene) -> Vec<(&'static str, String)> {
    fields(scene, &[]).into_texts()
}

/// Every field of the body that differs from its default, each with its text on one line.
pub(super) fn body_fields(body: &SceneBody) -> Vec<(&'static str, String)> {
    fields_of_body(body).into_texts()
}

/// Every field of the motion that differs from its default, each with its text on one line.
pub(super) fn motion_fields(motion: &SceneMotion) -> Vec<(&'static str, String)> {
    fields_of_motion(motion).into_texts()
}

fn body(body: &SceneBody) -> RonNode {
    fields_of_body(body).into_group("Body(")
}

fn fields_of_body(body: &SceneBody) -> RonFields {
    let mut fields = RonFields::default();
    fields.always("name", string(&body.name));
    match &body.shape {
        SceneShape::Compound { parts } => {
            fields.always("shapes", list(Fit, parts, part));
        }
        shape => fields.always("shape", shape_node(shape)),
    }
    fields.walk(&POSE_FIELDS, body);
    fields.given("motion", body.motion != SceneMotion::Static, || motion(&body.motion));
    fields.walk(&MATERIAL_FIELDS, body);
    fields
}

fn part(part: &ScenePart) -> RonNode {
    let mut fields = RonFields::default();
    fields.always("shape", shape_node(&part.shape));
    fields.walk(&PART_FIELDS, part);
    fields.into_group("Part(")
}

pub(super) fn shape_node(shape: &SceneShape) -> RonNode {
    let mut fields = RonFields::default();
    fields.walk(&SHAPE_FIELDS, shape);
    fields.into_group(format!("{}(", file_name(shape.kind())))
}

fn fields_of_motion(motion: &SceneMotion) -> RonFields {
    let mut fields = RonFields::default();
    fields.walk(&MOTION_FIELDS, motion);
    fields
}

pub(super) fn motion(motion: &SceneMotion) -> RonNode {
    let fields = fields_of_motion(motion);
    match motion {
        SceneMotion::Static => RonNode::text("Static"),
        SceneMotion::Kinematic { .. } => fields.into_group("Kinematic("),
        SceneMotion::Dynamic { .. } => fields.into_group("Dynamic("),
        SceneMotion::Mover { .. } => fields.into_group("Mover("),
    }
}

fn listener(listener: &SceneListener) -> RonNode {
    let mut fields = RonFields::default();
    for (name, value) in [("name", &listener.name), ("kind", &listener.kind), ("body", &listener.body)] {
        fields.maybe(name, value.as_deref().map(string));
    }
    match listener.then {
        Then::Ignore => {}
        Then::Remove => fields.always("then", RonNode::text("Remove")),
        Then::Burst(count) => fields.always("then", RonNode::Text(format!("Burst(count: {count})"))),
    }
    fields.into_group("Listener(")
}

/// The fewest digits that read back as the same f32.
pub(super) fn number(value: f32) -> RonNode {
    RonNode::Text(format!("{value:?}"))
}

pub(super) fn vec2(v: Vec2) -> RonNode {
    RonNode::Text(format!("({:?}, {:?})", v.x, v.y))
}

pub(super) fn string(text: &str) -> RonNode {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '\'' => quoted.push(c),
            _ => quoted.extend(c.escape_debug()),
        }
    }
    quoted.push('"');
    RonNode::Text(quoted)
}

pub(super) fn list<T>(layout: GroupLayout, items: &[T], node: impl Fn(&T) -> RonNode) -> RonNode {
    let items = items.iter().map(|item| (None, node(item))).collect();
    RonNode::Group { open: "[".into(), items, close: "]", layout }
}

fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits()
}

#[derive(Default)]
pub(super) struct RonFields(Vec<(Option<&'static str>, RonNode)>);

impl RonFields {
    pub(super) fn always(&mut self, name: &'static str, value: RonNode) {
        self.0.push((Some(name), value));
    }

    pub(super) fn maybe(&mut self, name: &'static str, value: Option<RonNode>) {
        value.into_iter().for_each(|value| self.always(name, value));
    }

    pub(super) fn given(&mut self, name: &'static str, differs: bool, value: impl FnOnce() -> RonNode) {
        self.maybe(name, differs.then(value));
    }

    pub(super) fn number(&mut self, name: &'static str, value: f32, default: f32) {
        self.given(name, !same(value, default), || number(value));
    }

    /// A list that is not empty.
    pub(super) fn list<T>(
        &mut self,
        name: &'static str,
        layout: GroupLayout,
        items: &[T],
        node: impl Fn(&T) -> RonNode,
    ) {
        self.given(name, !items.is_empty(), || list(layout, items, node));
    }

    /// The fields of an owner that differ from their defaults.
    pub(super) fn walk<T>(&mut self, fields: &[Field<T>], owner: &T) {
        for Field { name, kind, .. } in fields.iter().filter(|field| !field.is_default(owner)) {
            let value = match kind {
                FieldKind::Number { place, .. } => (place.get)(owner).map(|n| number(*n)),
                FieldKind::Vector { place, .. } => (place.get)(owner).map(|v| vec2(*v)),
                FieldKind::Points { place, .. } => {
                    (place.get)(owner).map(|points| list(Fill, points, |point| vec2(*point)))
                }
                FieldKind::Numbers { place, .. } => {
                    (place.get)(owner).map(|numbers| list(Fill, numbers, |n| number(*n)))
                }
                FieldKind::Names { place, .. } => {
                    let names = (place.get)(owner).and_then(Option::as_ref);
                    names.map(|names| list(Fill, names, |name| string(name)))
                }
                FieldKind::Flag { place, .. } => (place.get)(owner).map(RonNode::text),
                FieldKind::Count { get, .. } => get(owner).map(RonNode::text),
                FieldKind::Choice { words, get, .. } => {
                    words.get(get(owner)).map(|(word, _)| RonNode::text(word))
                }
            };
            self.maybe(name, value);
        }
    }

    /// A field that holds those of `owner` that differ from their defaults.
    fn group<T>(&mut self, name: &'static str, fields: &[Field<T>], owner: &T) {
        let mut within = Self::default();
        within.walk(fields, owner);
        if !within.0.is_empty() {
            self.always(name, within.into_group("("));
        }
    }

    fn into_texts(self) -> Vec<(&'static str, String)> {
        self.0.into_iter().filter_map(|(name, value)| Some((name?, value.flat()))).collect()
    }

    pub(super) fn into_group(self, open: impl Into<Cow<'static, str>>) -> RonNode {
        RonNode::Group { open: open.into(), items: self.0, close: ")", layout: Fit }
    }
}

/// A RON value before layout.
pub(super) enum RonNode {
    Text(String),
    Group {
        open: Cow<'static, str>,
        items: Vec<(Option<&'static str>, RonNode)>,
        close: &'static str,
        layout: GroupLayout,
    },
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum GroupLayout {
    /// All on one line where they fit, else one per line.
    Fit,
    /// As many per line as fit.
    Fill,
    /// One per line.
    Lines,
}

impl RonNode {
    pub(super) fn text(value: impl ToString) -> Self {
        Self::Text(value.to_string())
    }

    /// Appends the value at `indent`; `after` is what must follow it on its last line.
    fn write(&self, text: &mut String, indent: usize, after: usize) {
        let Self::Group { open, items, close, layout } = self else {
            if let Self::Text(t) = self {
                text.push_str(t);
            }
            return;
        };
        let column = text.chars().rev().take_while(|c| *c != '\n').count();
        if items.is_empty() || *layout != Lines && column + self.flat().chars().count() + after <= WIDTH {
            text.push_str(&self.flat());
            return;
        }
        text.push_str(open);
        let mut used = WIDTH;
        for (name, value) in items {
            let flat = if *layout == Fill { value.flat() } else { String::new() };
            if *layout == Fill && used + 2 + flat.len() <= WIDTH {
                text.push(' ');
                used += 1;
            } else {
                text.push('\n');
                text.push_str(&" ".repeat(indent + 4));
                used = indent + 4;
            }
            if let Some(name) = name {
                text.push_str(name);
                text.push_str(": ");
            }
            value.write(text, indent + 4, 1);
            text.push(',');
            used += flat.len() + 1;
        }
        text.push('\n');
        text.push_str(&" ".repeat(indent));
        text.push_str(close);
    }

    /// The value on one line.
    pub(super) fn flat(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Group { open, items, close, .. } => {
                let items: Vec<String> = items
                    .iter()
                    .map(|(name, value)| match name {
                        Some(name) => format!("{name}: {}", value.flat()),
                        None => value.flat(),
                    })
                    .collect();
                format!("{open}{}{close}", items.join(", "))
            }
        }
    }
}
