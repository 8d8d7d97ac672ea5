//! The limits of a scene, and the messages for values outside of them.

use std::collections::HashMap;

use collide2d::{MAX_BURST, MAX_EXTENT, MAX_ITERATIONS, MAX_POINTS, ShapeError, ShapeKind};
use glam::Vec2;

use super::fault::{At, BodyNames, Fault, field_label, listed, owner_label, vec2_text};
use super::limit::{Limit, MAX_AHEAD, MAX_CONTACTS_LIMIT, MIN_BURST, TIMESTEP_RANGE};
use super::locate::PathStep;
use super::shape::{Field, form};
use super::{Scene, SceneBody, SceneMotion, SceneShape};
use super::{expectation, generator, pieces};
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
        let field = self.path.iter().rev().find_map(|step| match step {
            PathStep::Field(name) => Some(name.as_ref()),
            PathStep::Index(_) => None,
        });
        let allowed = self.allowed.clone().or_else(|| allowed(field?)).unwrap_or_default();
        format!("{owner}: {} is {found}{because}; allowed: {allowed}", field_label(&self.path))
    }
}

/// The values allowed in a field, as the documentation words them; `None` for an unknown field.
pub fn allowed(field: &str) -> Option<String> {
    let max = MAX_EXTENT;
    Some(match field {
        "version" => "1".to_owned(),
        "name" => "a text in double quotes, not empty, that no other body has".to_owned(),
        "about" => format!("one sentence in double quotes, at most {MAX_ABOUT} characters"),
        "gravity" | "velocity" | "acceleration" => "two finite numbers (x, y)".to_owned(),
        "timestep" => format!("seconds from {} to {}", TIMESTEP_RANGE.0, TIMESTEP_RANGE.1),
        "max_contacts" => format!("a whole number from 1 to {MAX_CONTACTS_LIMIT}"),
        "iterations" => format!("a whole number from 1 to {MAX_ITERATIONS}"),
        "solver" => "Off, Linear or Rigid".to_owned(),
        "ahead" => format!("seconds from 0 to {MAX_AHEAD}"),
        "bodies" => "a list [Body(…), …]".to_owned(),
        "listeners" => "a list [Listener(name: …, kind: …, body: …, then: …), …]".to_owned(),
        "then" => "Ignore, Remove or Burst(count: …)".to_owned(),
        "count" => format!("a whole number from {MIN_BURST} to {MAX_BURST}"),
        "kind" => {
            let kinds = listed(&ShapeKind::ALL.map(ShapeKind::name), "and");
            format!("two of {kinds} with a hyphen between them, in double quotes; not wall-wall")
        }
        "shape" => listed(&ShapeKind::ALL.map(form), "or"),
        "motion" => "Static, Kinematic(…) or Dynamic(…)".to_owned(),
        "position" | "start" | "end" => format!("two numbers (x, y), each from -{max} to {max}"),
        "points" => format!("a list of 3 to {MAX_POINTS} points (x, y), each number from -{max} to {max}"),
        "outline" => format!("a list of 3 to {MAX_OUTLINE} points (x, y), each number from -{max} to {max}"),
        "rotation" => "degrees, a finite number".to_owned(),
        "angular_velocity" => "degrees per second, a finite number".to_owned(),
        "radius" | "width" | "height" => format!("a number > 0, at most {max}"),
        "mass" => "a finite number > 0".to_owned(),
        "damping" | "restitution" => "a number from 0.0 to 1.0".to_owned(),
        "friction" => "a finite number >= 0".to_owned(),
        "sensor" => "true or false".to_owned(),
        "a" | "b" | "body" => "the name of a body, in double quotes".to_owned(),
        other => return generator::allowed(other).or_else(|| expectation::allowed(other)),
    })
}

/// The core crate's error about a shape, in words.
pub fn shape_problem(error: &ShapeError) -> String {
    match error {
        ShapeError::OutOfRange { what, found } => {
            format!("{what} is {found:?}; allowed: a finite number up to {MAX_EXTENT}")
        }
        ShapeError::NotPositive { what, found } => format!("{what} is {found:?}; allowed: a number > 0"),
        ShapeError::HalfIsZero { what, found } => format!("{what} is {found:?}; allowed: {HALF_IS_POSITIVE}"),
        ShapeError::PointCount(n) => format!("points has {n}; allowed: 3 to {MAX_POINTS}"),
        ShapeError::NotConvex { point } => format!("points[{point}] is not convex; allowed: {CONVEX}"),
        ShapeError::ZeroLength => "end is where start is; allowed: a point apart from start".to_owned(),
        other => other.to_string(),
    }
}

const HALF_IS_POSITIVE: &str = "a number of which the half is > 0";
const CONVEX: &str =
    "a convex outline, in either winding, that never crosses itself, no three neighbours on one line";

/// The first invalid value of the scene, in file order.
pub fn find_fault(scene: &Scene) -> Option<Fault> {
    check(scene).err()
}

fn check(scene: &Scene) -> Result<(), Fault> {
    At::root("name").name_length(&scene.name)?;
    let length = scene.about.chars().count();
    At::root("about").require(length <= MAX_ABOUT, || format!("{length} characters long"))?;
    At::root("gravity").vec2(scene.gravity, Limit::Any)?;
    At::root("timestep").number(scene.timestep, Limit::Timestep)?;
    At::root("max_contacts")
        .require((1..=MAX_CONTACTS_LIMIT).contains(&scene.max_contacts), || scene.max_contacts.to_string())?;
    if let Some(iterations) = scene.iterations {
        let holds = (1..=MAX_ITERATIONS).contains(&iterations);
        At::root("iterations").require(holds, || iterations.to_string())?;
    }
    At::root("ahead").number(scene.ahead, Limit::Ahead)?;
    let mut names: HashMap<&str, usize> = HashMap::with_capacity(scene.bodies.len());
    let (bodies, listeners) = (At::root("bodies"), At::root("listeners"));
    let (generators, expect) = (At::root("generators"), At::root("expect"));
    let most_pieces = scene.most_pieces();
    for (i, body) in scene.bodies.iter().enumerate() {
        let at = bodies.index(i);
        let name = at.field("name");
        if pieces::is_of(&body.name, &most_pieces) {
            return Err(Fault {
                because: Some("which is the name of a piece that a listener makes".to_owned()),
                ..name.fault(plain::quoted(&body.name))
            });
        }
        name.require(!body.name.trim().is_empty(), || plain::quoted(&body.name))?;
        name.name_length(&body.name)?;
        if let Some(first) = names.insert(&body.name, i) {
            return Err(Fault {
                because: Some(format!("which body {first} has already")),
                ..name.fault(plain::quoted(&body.name))
            });
        }
        check_body(&at, body)?;
    }
    let names = BodyNames { scene, indices: names };
    for (i, listener) in scene.listeners.iter().enumerate() {
        listener.check(&listeners.index(i), &names)?;
    }
    for (i, generator) in scene.generators.iter().enumerate() {
        generator.check(&generators.index(i), &names)?;
    }
    for (i, expectation) in scene.expect.iter().enumerate() {
        expectation.check(&expect.index(i), &names)?;
    }
    Ok(())
}

fn check_body(at: &At<'_>, body: &SceneBody) -> Result<(), Fault> {
    check_shape(&at.field("shape"), &body.shape)?;
    if let Some(outline) = &body.outline {
        check_points(&at.field("outline"), outline, MAX_OUTLINE)?;
    }
    at.field("position").vec2(body.position, Limit::Coordinate)?;
    at.field("rotation").number(body.rotation, Limit::Any)?;
    let motion = at.field("motion");
    match body.motion {
        SceneMotion::Static => {}
        SceneMotion::Kinematic { velocity, angular_velocity } => {
            motion.field("velocity").vec2(velocity, Limit::Any)?;
            motion.field("angular_velocity").number(angular_velocity, Limit::Any)?;
        }
        SceneMotion::Dynamic { mass, velocity, angular_velocity, acceleration, damping } => {
            motion.field("mass").number(mass, Limit::Positive)?;
            motion.field("velocity").vec2(velocity, Limit::Any)?;
            motion.field("angular_velocity").number(angular_velocity, Limit::Any)?;
            motion.field("acceleration").vec2(acceleration, Limit::Any)?;
            motion.field("damping").number(damping, Limit::Share)?;
        }
    }
    at.field("restitution").number(body.restitution, Limit::Share)?;
    at.field("friction").number(body.friction, Limit::NotNegative)
}

fn check_shape(at: &At<'_>, shape: &SceneShape) -> Result<(), Fault> {
    for (name, value) in shape.fields() {
        let at = at.field(name);
        match value {
            Field::Size(size) => at.number(size, Limit::Size)?,
            Field::Point(point) => at.vec2(point, Limit::Coordinate)?,
            Field::Points(points) => check_points(&at, points, MAX_POINTS)?,
        }
    }
    let Err(error) = shape.to_shape() else { return Ok(()) };
    let point = |i: usize| shape.points().get(i).map(|(_, point)| vec2_text(point)).unwrap_or_default();
    Err(match &error {
        ShapeError::NotConvex { point: i } => Fault {
            because: Some("where the outline is not convex".to_owned()),
            allowed: Some(CONVEX.to_owned()),
            ..at.field("points").index(*i).fault(point(*i))
        },
        ShapeError::ZeroLength => Fault {
            because: Some(format!("where the {} starts", shape.kind().name())),
            allowed: Some(format!("a point apart from start: a {} has a length", shape.kind().name())),
            ..at.field("end").fault(point(1))
        },
        ShapeError::HalfIsZero { what, found } => {
            Fault { allowed: Some(HALF_IS_POSITIVE.to_owned()), ..at.field(what).fault(format!("{found:?}")) }
        }
        // Every other error is found above, field by field.
        _ => Fault {
            because: Some(format!("of which {}", shape_problem(&error))),
            ..at.fault("a shape".to_owned())
        },
    })
}

fn check_points(at: &At<'_>, points: &[Vec2], most: usize) -> Result<(), Fault> {
    at.require((3..=most).contains(&points.len()), || format!("a list of {}", points.len()))?;
    let mut points = points.iter().enumerate();
    points.try_for_each(|(i, point)| at.index(i).vec2(*point, Limit::Coordinate))
}
