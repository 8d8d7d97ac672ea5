//! Writes a [`super::Scene`] as RON text, and to a file.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use collide2d::Then;
use glam::Vec2;

use super::field::{Field, FieldKind};
use super::fields::{
    AHEAD_FIELDS, MATERIAL_FIELDS, MIX_FIELDS, MOTION_FIELDS, POSE_FIELDS, RIGID_FIELDS, SETTING_FIELDS,
    STEP_FIELDS,
};
use super::shape::{PART_FIELDS, SHAPE_FIELDS, file_name};
use super::{
    Bookmark, Expectation, Scene, SceneBody, SceneError, SceneGenerator, SceneInput, SceneListener,
    SceneMotion, ScenePart, SceneQuery, SceneShape, Stop,
};
use crate::platform::{plain, safe_file};

/// Line width. Characters.
const WIDTH: usize = 110;

pub fn to_ron(scene: &Scene) -> String {
    let mut text = String::new();
    let items = fields(scene, &scene.bodies).0;
    RonNode::Group { open: "Scene(".into(), items, close: ")", layout: GroupLayout::Lines }
        .write(&mut text, 0, 1);
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
    fields.always("bodies", RonNode::lines(bodies.iter().map(body).collect()));
    fields.given("listeners", !scene.listeners.is_empty(), || {
        RonNode::lines(scene.listeners.iter().map(listener).collect())
    });
    fields.given("generators", !scene.generators.is_empty(), || {
        RonNode::lines(scene.generators.iter().map(SceneGenerator::to_value).collect())
    });
    fields.given("queries", !scene.queries.is_empty(), || {
        RonNode::lines(scene.queries.iter().map(SceneQuery::to_value).collect())
    });
    fields.walk(&AHEAD_FIELDS, scene);
    fields.given("expect", !scene.expect.is_empty(), || {
        RonNode::lines(scene.expect.iter().map(Expectation::to_value).collect())
    });
    fields.given("stops", !scene.stops.is_empty(), || {
        RonNode::lines(scene.stops.iter().map(Stop::to_value).collect())
    });
    fields.given("watch", !scene.watch.is_empty(), || {
        RonNode::filled(scene.watch.iter().map(|name| string(name)).collect())
    });
    fields.given("bookmarks", !scene.bookmarks.is_empty(), || {
        RonNode::lines(scene.bookmarks.iter().map(Bookmark::to_value).collect())
    });
    fields.given("inputs", !scene.inputs.is_empty(), || {
        RonNode::lines(scene.inputs.iter().map(SceneInput::to_value).collect())
    });
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

fn body(body: &SceneBody) -> RonNode {
    fields_of_body(body).into_group("Body(")
}

fn fields_of_body(body: &SceneBody) -> RonFields {
    let mut fields = RonFields::default();
    fields.always("name", string(&body.name));
    match &body.shape {
        SceneShape::Compound { parts } => {
            fields.always("shapes", RonNode::list(parts.iter().map(part).collect()));
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

fn points(points: &[Vec2]) -> RonNode {
    RonNode::filled(points.iter().map(|point| vec2(*point)).collect())
}

fn motion(motion: &SceneMotion) -> RonNode {
    let mut fields = RonFields::default();
    fields.walk(&MOTION_FIELDS, motion);
    match motion {
        SceneMotion::Static => RonNode::text("Static"),
        SceneMotion::Kinematic { .. } => fields.into_group("Kinematic("),
        SceneMotion::Dynamic { .. } => fields.into_group("Dynamic("),
    }
}

fn listener(listener: &SceneListener) -> RonNode {
    let mut fields = RonFields::default();
    for (name, value) in [("name", &listener.name), ("kind", &listener.kind), ("body", &listener.body)] {
        if let Some(value) = value {
            fields.always(name, string(value));
        }
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

fn same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits()
}

#[derive(Default)]
pub(super) struct RonFields(Vec<(Option<&'static str>, RonNode)>);

impl RonFields {
    pub(super) fn always(&mut self, name: &'static str, value: RonNode) {
        self.0.push((Some(name), value));
    }

    pub(super) fn given(&mut self, name: &'static str, differs: bool, value: impl FnOnce() -> RonNode) {
        if differs {
            self.always(name, value());
        }
    }

    pub(super) fn number(&mut self, name: &'static str, value: f32, default: f32) {
        self.given(name, !same(value, default), || number(value));
    }

    /// The fields of an owner that differ from their defaults.
    pub(super) fn walk<T>(&mut self, fields: &[Field<T>], owner: &T) {
        for Field { name, kind, .. } in fields {
            match kind {
                FieldKind::Number { default, place, .. } => {
                    if let Some(value) = (place.get)(owner) {
                        let differs = default.is_none_or(|default| !same(*value, default));
                        self.given(name, differs, || number(*value));
                    }
                }
                FieldKind::Vector { default, place, .. } => {
                    if let Some(value) = (place.get)(owner) {
                        let is = |v: Vec2| same(value.x, v.x) && same(value.y, v.y);
                        self.given(name, default.is_none_or(|default| !is(default)), || vec2(*value));
                    }
                }
                FieldKind::Points { place, .. } => {
                    if let Some(value) = (place.get)(owner) {
                        self.always(name, points(value));
                    }
                }
                FieldKind::Numbers { place, .. } => {
                    if let Some(value) = (place.get)(owner) {
                        self.given(name, !value.is_empty(), || {
                            RonNode::filled(value.iter().map(|n| number(*n)).collect())
                        });
                    }
                }
                FieldKind::Names { place, .. } => {
                    if let Some(Some(value)) = (place.get)(owner) {
                        self.always(name, RonNode::filled(value.iter().map(|name| string(name)).collect()));
                    }
                }
                FieldKind::Flag { default, place } => {
                    if let Some(value) = (place.get)(owner) {
                        self.given(name, value != default, || RonNode::Text(value.to_string()));
                    }
                }
                FieldKind::Count { default, get, .. } => {
                    if let Some(value) = get(owner) {
                        self.given(name, Some(value) != *default, || RonNode::Text(value.to_string()));
                    }
                }
                FieldKind::Choice { words, default, get, .. } => {
                    let index = get(owner);
                    let word = words.get(index).map_or("", |(word, _)| word);
                    self.given(name, index != *default, || RonNode::text(word));
                }
            }
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
        RonNode::Group { open: open.into(), items: self.0, close: ")", layout: GroupLayout::Fit }
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
    fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// A list of short values, as many in a line as fit.
    pub(super) fn filled(items: Vec<Self>) -> Self {
        let items = items.into_iter().map(|v| (None, v)).collect();
        Self::Group { open: "[".into(), items, close: "]", layout: GroupLayout::Fill }
    }

    fn lines(items: Vec<Self>) -> Self {
        let items = items.into_iter().map(|v| (None, v)).collect();
        Self::Group { open: "[".into(), items, close: "]", layout: GroupLayout::Lines }
    }

    /// On one line where it fits.
    pub(super) fn list(items: Vec<Self>) -> Self {
        let items = items.into_iter().map(|v| (None, v)).collect();
        Self::Group { open: "[".into(), items, close: "]", layout: GroupLayout::Fit }
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
        if items.is_empty()
            || *layout != GroupLayout::Lines && column + self.flat().chars().count() + after <= WIDTH
        {
            text.push_str(&self.flat());
            return;
        }
        text.push_str(open);
        let mut used = WIDTH;
        for (name, value) in items {
            let flat = if *layout == GroupLayout::Fill { value.flat() } else { String::new() };
            if *layout == GroupLayout::Fill && used + 2 + flat.len() <= WIDTH {
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
