//! The limits of a scene, and the messages for values outside of them.

use std::collections::HashMap;

use collide2d::{MAX_BURST, MAX_EXTENT, MAX_POINTS, ShapeKind};

use super::fault::{At, BodyNames, Fault, field_label, listed, owner_label};
use super::field::Field;
use super::fields::{
    AHEAD_FIELDS, MATERIAL_FIELDS, MIX_FIELDS, MOTION_FIELDS, POSE_FIELDS, RIGID_FIELDS, SETTING_FIELDS,
    STEP_FIELDS,
};
use super::generator::GENERATOR_FIELDS;
use super::joint::JOINT_FIELDS;
use super::limit::MIN_BURST;
use super::locate::PathStep;
use super::shape::{
    MAX_CHAIN_POINTS, MAX_PARTS, PART_FIELDS, SHAPE_FIELDS, WRITTEN_KINDS, check_shapes, form,
};
use super::{Scene, SceneBody};
use super::{bookmark, expectation, generator, input, joint, masks, pieces, query, stop, vary, watched};
use crate::platform::plain;

/// Longest `about`. Characters.
pub const MAX_ABOUT: usize = 200;
/// Most candidate pairs that a step of a scene tests; 20 000 bodies at one spot have 200 million.
pub const MAX_CANDIDATES: usize = 2_000_000;
/// Most points of an outline.
pub const MAX_OUTLINE: usize = 4096;

impl Fault {
    /// `body "ball": radius is -1.0; allowed: …`
    pub fn message(&self, scene: &Scene) -> String {
        let name = match self.path.as_slice() {
            [PathStep::Field(list), PathStep::Index(i), ..] if list == "bodies" => {
                scene.bodies.get(*i).map(|b| b.name.as_str())
            }
            _ => None,
        };
        self.message_with(name, &self.found)
    }

    /// [`Fault::message`] with the body's name and the value as written.
    pub fn message_with(&self, body_name: Option<&str>, found: &str) -> String {
        let owner = owner_label(&self.path, body_name);
        let because = self.because.as_ref().map(|b| format!(", {b}")).unwrap_or_default();
        let allowed = self.allowed.clone().or_else(|| allowed_at(&self.path)).unwrap_or_default();
        format!("{owner}: {} is {found}{because}; allowed: {allowed}", field_label(&self.path))
    }
}

/// The values allowed at the end of a path, as the documentation words them; `None` for an unknown field.
pub fn allowed_at(path: &[PathStep]) -> Option<String> {
    let mut names = path.iter().rev().filter_map(|step| match step {
        PathStep::Field(name) => Some(name.as_ref()),
        PathStep::Index(_) => None,
    });
    let (field, parent) = (names.next()?, names.next());
    // Bodies and queries have fields of the same names.
    match parent {
        None if field == "name" => Some("a text in double quotes".to_owned()),
        Some("listeners") if field == "name" => Some("a text in double quotes, not empty".to_owned()),
        Some("queries") if field == "name" => {
            Some("a text in double quotes, not empty, that no other query has".to_owned())
        }
        Some("mix") => of_row(&MIX_FIELDS, field),
        Some("shapes") => of_row(&PART_FIELDS, field).or_else(|| allowed(field)),
        Some("inputs") => input::allowed(field).or_else(|| allowed(field)),
        Some("vary") => vary::allowed(field).or_else(|| allowed(field)),
        Some("stops" | "stop") => stop::allowed(field).or_else(|| allowed(field)),
        Some(_) | None => allowed(field),
    }
}

/// [`allowed_at`] of a field of this name, wherever it stands.
pub fn allowed(field: &str) -> Option<String> {
    Some(match field {
        "version" => "1".to_owned(),
        "name" => "a text in double quotes, not empty or blank, that no other body has".to_owned(),
        "about" => format!("one sentence in double quotes, at most {MAX_ABOUT} characters"),
        "rigid" => {
            "(substeps: …, warm_starting: …, continuous: …, speculative: …, smooth_seams: …, slowest_bounce: …)"
                .to_owned()
        }
        "mix" => "(restitution: …, friction: …)".to_owned(),
        "bodies" => "a list [Body(…), …]".to_owned(),
        "generators" => generator::allowed_list(),
        "joints" => joint::allowed_list(),
        "listeners" => "a list [Listener(name: …, kind: …, body: …, then: …), …]".to_owned(),
        "then" => "Ignore, Remove or Burst(count: …)".to_owned(),
        "count" => format!("a whole number from {MIN_BURST} to {MAX_BURST}"),
        "kind" => {
            let kinds = listed(&ShapeKind::ALL.map(ShapeKind::name), "and");
            format!(
                "two of {kinds} with a hyphen between them, in double quotes; not two that are lines (wall, chain)"
            )
        }
        "shape" => listed(&WRITTEN_KINDS.map(form).each_ref().map(String::as_str), "or"),
        "shapes" => {
            format!("a list of 1 to {MAX_PARTS} parts [Part(shape: …, at: …, turned: …, density: …), …]")
        }
        "points" => {
            let each = format!("each number from -{MAX_EXTENT} to {MAX_EXTENT}");
            format!(
                "a list of points (x, y), {each}: 3 to {MAX_POINTS} of a polygon, 2 to {MAX_CHAIN_POINTS} of a chain"
            )
        }
        "motion" => "Static, Kinematic(…), Dynamic(…) or Mover(…)".to_owned(),
        "a" | "b" | "body" => "the name of a body, in double quotes".to_owned(),
        other => {
            return allowed_in_row(other)
                .or_else(|| query::allowed(other))
                .or_else(|| expectation::allowed(other))
                .or_else(|| stop::allowed(other))
                .or_else(|| watched::allowed(other))
                .or_else(|| bookmark::allowed(other))
                .or_else(|| input::allowed(other))
                .or_else(|| vary::allowed(other));
        }
    })
}

/// The values allowed in the field of this name, as its row has them.
fn allowed_in_row(name: &str) -> Option<String> {
    of_row(&SETTING_FIELDS, name)
        .or_else(|| of_row(&STEP_FIELDS, name))
        .or_else(|| of_row(&RIGID_FIELDS, name))
        .or_else(|| of_row(&AHEAD_FIELDS, name))
        .or_else(|| of_row(&POSE_FIELDS, name))
        .or_else(|| of_row(&MATERIAL_FIELDS, name))
        .or_else(|| of_row(&MOTION_FIELDS, name))
        .or_else(|| of_row(&SHAPE_FIELDS, name))
        .or_else(|| of_row(&GENERATOR_FIELDS, name))
        .or_else(|| of_row(&JOINT_FIELDS, name))
}

fn of_row<T>(fields: &[Field<T>], name: &str) -> Option<String> {
    fields.iter().find(|field| field.name == name).map(Field::allowed)
}

/// The first invalid value of the scene, in file order.
pub fn find_fault(scene: &Scene) -> Option<Fault> {
    check(scene).err()
}

fn check(scene: &Scene) -> Result<(), Fault> {
    let root = At::ROOT;
    root.field("name").name_length(&scene.name)?;
    let length = scene.about.chars().count();
    root.field("about").require(length <= MAX_ABOUT, || format!("{length} characters long"))?;
    let mut settings = SETTING_FIELDS.iter().chain(&STEP_FIELDS).chain(&AHEAD_FIELDS);
    settings.try_for_each(|field| field.check(&root, scene))?;
    let (rigid, mix) = (root.field("rigid"), root.field("mix"));
    RIGID_FIELDS.iter().try_for_each(|field| field.check(&rigid, &scene.rigid))?;
    MIX_FIELDS.iter().try_for_each(|field| field.check(&mix, &scene.mix))?;
    let sorts = masks::bits_taken(scene);
    let mut names: HashMap<&str, usize> = HashMap::with_capacity(scene.bodies.len());
    let most_pieces = scene.most_pieces();
    each("bodies", &scene.bodies, |at, body| {
        let name = at.field("name");
        if pieces::is_of(&body.name, &most_pieces) {
            return Err(Fault {
                because: Some("which is the name of a piece that a listener makes".to_owned()),
                ..name.fault(plain::quoted(&body.name))
            });
        }
        name.require(!body.name.trim().is_empty(), || plain::quoted(&body.name))?;
        name.name_length(&body.name)?;
        name.name_of_one(&body.name)?;
        if let Some(first) = names.insert(&body.name, names.len()) {
            return Err(Fault {
                because: Some(format!("which body {first} has already")),
                ..name.fault(plain::quoted(&body.name))
            });
        }
        check_body(at, body)?;
        check_sorts(at, &body.is, sorts)
    })?;
    let names = BodyNames { scene, indices: names };
    each("listeners", &scene.listeners, |at, listener| listener.check(at, &names))?;
    each("generators", &scene.generators, |at, generator| generator.check(at, &names))?;
    each("joints", &scene.joints, |at, joint| joint.check(at, &names))?;
    let mut others = HashMap::with_capacity(scene.queries.len());
    each("queries", &scene.queries, |at, query| {
        query.check(at, &names, &mut others)?;
        check_sorts(at, &query.is, sorts)
    })?;
    each("expect", &scene.expect, |at, expectation| expectation.check(at, &names))?;
    each("stops", &scene.stops, |at, stop| stop.check(at, &names))?;
    watched::check(&root.field("watch"), &names)?;
    each("bookmarks", &scene.bookmarks, |at, bookmark| bookmark.check(at))?;
    each("inputs", &scene.inputs, |at, input| input.check(at, &names))?;
    vary::check(&root.field("vary"), &scene.vary, &names)
}

/// Checks each line of a list of the scene.
fn each<'s, T>(
    list: &'static str,
    lines: &'s [T],
    mut check: impl FnMut(&At<'_>, &'s T) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let list = At::ROOT.field(list);
    lines.iter().enumerate().try_for_each(|(i, line)| check(&list.index(i), line))
}

/// `sorts`: as [`masks::bits_taken`].
fn check_sorts(at: &At<'_>, is: &Option<Vec<String>>, sorts: usize) -> Result<(), Fault> {
    match is.iter().flatten().next() {
        Some(name) if sorts > masks::MAX_SORTS => Err(Fault {
            because: Some(format!("and all bodies and queries together are and meet {sorts} sorts")),
            allowed: Some(format!("at most {} names in all", masks::MAX_SORTS)),
            ..at.field("is").index(0).fault(plain::quoted(name))
        }),
        Some(_) | None => Ok(()),
    }
}

fn check_body(at: &At<'_>, body: &SceneBody) -> Result<(), Fault> {
    check_shapes(at, &body.shape)?;
    POSE_FIELDS.iter().try_for_each(|field| field.check(at, body))?;
    let motion = at.field("motion");
    MOTION_FIELDS.iter().try_for_each(|field| field.check(&motion, &body.motion))?;
    MATERIAL_FIELDS.iter().try_for_each(|field| field.check(at, body))
}
