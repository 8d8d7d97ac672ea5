//! The limits of a scene, and the messages for values outside of them.

use std::collections::HashMap;

use collide2d::{MAX_BURST, MAX_EXTENT, MAX_ITERATIONS, MAX_POINTS, PairKind, ShapeError, ShapeKind, Then};
use glam::Vec2;

use super::locate::PathStep;
use super::shape::{Field, form};
use super::{Expectation, MIN_BURST, Scene, SceneBody, SceneListener, SceneMotion, SceneShape};
use super::{expectation, generator, pieces};
use crate::platform::plain;

/// Allowed timesteps. Seconds.
pub const TIMESTEP_RANGE: (f32, f32) = (0.0001, 0.1);
/// Longest time that a scene looks ahead. Seconds.
pub const MAX_AHEAD: f32 = 20.0;
/// Longest `about`. Characters.
pub const MAX_ABOUT: usize = 200;
/// Longest name of anything. Characters.
pub const MAX_NAME: usize = 1000;
/// Largest `max_contacts`; memory for them is allocated at once.
pub const MAX_CONTACTS_LIMIT: usize = 1_000_000;
/// Most candidate pairs that a step of a scene tests; 20 000 bodies at one spot have 200 million.
pub const MAX_CANDIDATES: usize = 2_000_000;
/// Most points of an outline.
pub const MAX_OUTLINE: usize = 4096;

/// An invalid value.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// Path from the scene to the value.
    pub path: Vec<PathStep>,
    /// The value, as written in a file.
    pub found: String,
    /// The problem, where `allowed` does not tell it.
    pub because: Option<String>,
    pub allowed: String,
}

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
        format!("{owner}: {} is {found}{because}; allowed: {}", field_label(&self.path), self.allowed)
    }
}

/// `body "ball"`, `body 3` for a body without a name, `expect 2` or `scene`.
pub fn owner_label(path: &[PathStep], body_name: Option<&str>) -> String {
    match (path, body_name) {
        ([PathStep::Field(list), PathStep::Index(_), ..], Some(name))
            if list == "bodies" && !name.is_empty() =>
        {
            format!("body {}", plain::quoted(name))
        }
        ([PathStep::Field(list), PathStep::Index(i), ..], _) if list == "bodies" => format!("body {i}"),
        ([PathStep::Field(list), PathStep::Index(i), ..], _) => format!("{list} {i}"),
        _ => "scene".to_owned(),
    }
}

/// [`owner_label`] of a body of the scene.
pub fn body_label(scene: &Scene, index: usize) -> String {
    let path = [PathStep::Field("bodies".into()), PathStep::Index(index)];
    owner_label(&path, scene.bodies.get(index).map(|b| b.name.as_str()))
}

/// The field that a path ends in: `radius`, `points[3]`.
pub fn field_label(path: &[PathStep]) -> String {
    let last = path.iter().rposition(|s| matches!(s, PathStep::Field(_))).unwrap_or(0);
    let mut label = String::new();
    for step in path.get(last..).unwrap_or_default() {
        match step {
            PathStep::Field(name) => label.push_str(name),
            PathStep::Index(i) => label.push_str(&format!("[{i}]")),
        }
    }
    label
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

/// "one, two or three".
pub(super) fn listed(words: &[&str], last: &str) -> String {
    let (end, start) = words.split_last().unwrap_or((&"", &[]));
    format!("{} {last} {end}", start.join(", "))
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
    At::root("gravity").vec2(scene.gravity, f32::is_finite)?;
    let (low, high) = TIMESTEP_RANGE;
    At::root("timestep").number(scene.timestep, |t| (low..=high).contains(&t))?;
    At::root("max_contacts")
        .require((1..=MAX_CONTACTS_LIMIT).contains(&scene.max_contacts), || scene.max_contacts.to_string())?;
    if let Some(iterations) = scene.iterations {
        let holds = (1..=MAX_ITERATIONS).contains(&iterations);
        At::root("iterations").require(holds, || iterations.to_string())?;
    }
    At::root("ahead").number(scene.ahead, |seconds| (0.0..=MAX_AHEAD).contains(&seconds))?;
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
    for (i, listener) in scene.listeners.iter().enumerate() {
        let at = listeners.index(i);
        if let Some(kind) = &listener.kind {
            at.field("kind").require(PairKind::from_name(kind).is_some(), || plain::quoted(kind))?;
        }
        if let Some(body) = &listener.body {
            body_index(&at, "body", body, &names)?;
        }
        check_reaction(&at, listener, scene, &names)?;
    }
    for (i, generator) in scene.generators.iter().enumerate() {
        let at = generators.index(i);
        if let Some(ends) = generator.ends() {
            let [a, b] = ends;
            body_index(&at, "a", a, &names)?;
            body_index(&at, "b", b, &names)?;
            check_two(&at, ends)?;
        }
        generator.check(&at)?;
    }
    for (i, expectation) in scene.expect.iter().enumerate() {
        check_expectation(&expect.index(i), expectation, scene, &names)?;
    }
    Ok(())
}

fn check_body(at: &At<'_>, body: &SceneBody) -> Result<(), Fault> {
    check_shape(&at.field("shape"), &body.shape)?;
    if let Some(outline) = &body.outline {
        check_points(&at.field("outline"), outline, MAX_OUTLINE)?;
    }
    at.field("position").vec2(body.position, in_extent)?;
    at.field("rotation").number(body.rotation, f32::is_finite)?;
    let motion = at.field("motion");
    match body.motion {
        SceneMotion::Static => {}
        SceneMotion::Kinematic { velocity, angular_velocity } => {
            motion.field("velocity").vec2(velocity, f32::is_finite)?;
            motion.field("angular_velocity").number(angular_velocity, f32::is_finite)?;
        }
        SceneMotion::Dynamic { mass, velocity, angular_velocity, acceleration, damping } => {
            // A subnormal mass has no finite inverse.
            motion.field("mass").number(mass, |m| m.is_normal() && m > 0.0)?;
            motion.field("velocity").vec2(velocity, f32::is_finite)?;
            motion.field("angular_velocity").number(angular_velocity, f32::is_finite)?;
            motion.field("acceleration").vec2(acceleration, f32::is_finite)?;
            motion.field("damping").number(damping, |d| (0.0..=1.0).contains(&d))?;
        }
    }
    at.field("restitution").number(body.restitution, |r| (0.0..=1.0).contains(&r))?;
    at.field("friction").number(body.friction, |f| f.is_finite() && f >= 0.0)
}

fn check_shape(at: &At<'_>, shape: &SceneShape) -> Result<(), Fault> {
    for (name, value) in shape.fields() {
        let at = at.field(name);
        match value {
            Field::Size(size) => at.number(size, |v| v > 0.0 && v <= MAX_EXTENT)?,
            Field::Point(point) => at.vec2(point, in_extent)?,
            Field::Points(points) => check_points(&at, points, MAX_POINTS)?,
        }
    }
    let Err(error) = shape.to_shape() else { return Ok(()) };
    let point = |i: usize| shape.points().get(i).map(|(_, point)| vec2_text(point)).unwrap_or_default();
    Err(match &error {
        ShapeError::NotConvex { point: i } => Fault {
            because: Some("where the outline is not convex".to_owned()),
            allowed: CONVEX.to_owned(),
            ..at.field("points").index(*i).fault(point(*i))
        },
        ShapeError::ZeroLength => Fault {
            because: Some(format!("where the {} starts", shape.kind().name())),
            allowed: format!("a point apart from start: a {} has a length", shape.kind().name()),
            ..at.field("end").fault(point(1))
        },
        ShapeError::HalfIsZero { what, found } => {
            Fault { allowed: HALF_IS_POSITIVE.to_owned(), ..at.field(what).fault(format!("{found:?}")) }
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
    points.try_for_each(|(i, point)| at.index(i).vec2(*point, in_extent))
}

/// A listener that removes or bursts names its body; one that bursts has a number of pieces and a body with an
/// area.
fn check_reaction(
    at: &At<'_>,
    listener: &SceneListener,
    scene: &Scene,
    names: &HashMap<&str, usize>,
) -> Result<(), Fault> {
    if let Some(name) = &listener.name {
        let field = at.field("name");
        let blank = || Fault { allowed: A_TEXT.to_owned(), ..field.fault(plain::quoted(name)) };
        if name.trim().is_empty() {
            return Err(blank());
        }
        field.name_length(name)?;
    }
    let then = at.field("then");
    let found = match listener.then {
        Then::Ignore => return Ok(()),
        Then::Remove => "Remove",
        Then::Burst(_) => "Burst(…)",
    };
    let Some(body) = &listener.body else {
        return Err(Fault {
            because: Some("and no body is named that it does that to".to_owned()),
            allowed: "Ignore, or the name of a body in the field body".to_owned(),
            ..then.fault(found.to_owned())
        });
    };
    let Then::Burst(count) = listener.then else { return Ok(()) };
    then.field("count").require(listener.count_is_allowed(), || count.to_string())?;
    let of = names.get(body.as_str()).and_then(|index| scene.bodies.get(*index));
    if of.is_some_and(|of| !of.shape.kind().has_inside()) {
        return Err(Fault {
            because: Some("which is a wall and has no area to burst".to_owned()),
            allowed: "the name of a body that is no wall".to_owned(),
            ..at.field("body").fault(plain::quoted(body))
        });
    }
    Ok(())
}

const A_TEXT: &str = "a text in double quotes, not empty";

/// Index of the body that a field names.
fn body_index(
    at: &At<'_>,
    field: &'static str,
    name: &str,
    names: &HashMap<&str, usize>,
) -> Result<usize, Fault> {
    names.get(name).copied().ok_or_else(|| Fault {
        because: Some(match nearest(name, names.keys().copied()) {
            Some(near) => format!("which no body is called; did you mean {}?", plain::quoted(near)),
            None => "which no body is called".to_owned(),
        }),
        ..at.field(field).fault(plain::quoted(name))
    })
}

/// Checks that the fields `a` and `b` name two bodies.
fn check_two(at: &At<'_>, [a, b]: [&str; 2]) -> Result<(), Fault> {
    if a == b {
        return Err(Fault {
            because: Some("which is a as well".to_owned()),
            allowed: "the name of another body".to_owned(),
            ..at.field("b").fault(plain::quoted(b))
        });
    }
    Ok(())
}

fn check_expectation(
    at: &At<'_>,
    expectation: &Expectation,
    scene: &Scene,
    names: &HashMap<&str, usize>,
) -> Result<(), Fault> {
    let (a, b) = expectation.names();
    // A piece is a circle, and no body of the scene.
    let index = |field, name: &str| match body_index(at, field, name, names) {
        Err(_) if scene.piece_called(name).is_some_and(|(of, _)| names.contains_key(of)) => Ok(None),
        index => index.map(Some),
    };
    let (first, second) = (index("a", a)?, index("b", b)?);
    check_two(at, [a, b])?;
    if first.zip(second).is_some_and(|(first, second)| !scene.can_touch(first, second)) {
        return Err(Fault {
            because: Some("a wall like a, and walls never collide with walls".to_owned()),
            allowed: "the name of a body that is no wall".to_owned(),
            ..at.field("b").fault(plain::quoted(b))
        });
    }
    expectation.check(at)
}

/// Longest word that is looked for among the known ones, since the time grows with the square of its length.
/// Characters.
const LONGEST_MISSPELT: usize = 64;
/// Most known words that a misspelt one is compared with.
const MOST_KNOWN: usize = 10_000;

/// The known word nearest to a misspelt one; `None` where none is similar.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = word.chars().count();
    if length > LONGEST_MISSPELT {
        return None;
    }
    let word = word.to_lowercase();
    let similar = |known: &'a str| {
        let known_length = known.chars().take(2 * LONGEST_MISSPELT).count();
        let allowed = known_length.max(3) / 3;
        let distance = || strsim::damerau_levenshtein(&word, &known.to_lowercase());
        (known_length.abs_diff(length) <= allowed).then(distance).filter(|distance| *distance <= allowed)
    };
    let known = known.into_iter().take(MOST_KNOWN);
    known.filter_map(|known| Some((similar(known)?, known))).min().map(|(_, known)| known)
}

fn in_extent(value: f32) -> bool {
    value.abs() <= MAX_EXTENT
}

pub(super) fn vec2_text(v: &Vec2) -> String {
    format!("({:?}, {:?})", v.x, v.y)
}

/// The path of the value under test, linked on the stack: it allocates nothing until there is a fault.
pub(super) struct At<'p> {
    parent: Option<&'p At<'p>>,
    step: PathStep,
}

impl At<'_> {
    fn root(field: &'static str) -> Self {
        At { parent: None, step: PathStep::Field(field.into()) }
    }

    pub(super) fn field<'p>(&'p self, name: &'static str) -> At<'p> {
        At { parent: Some(self), step: PathStep::Field(name.into()) }
    }

    fn index(&self, index: usize) -> At<'_> {
        At { parent: Some(self), step: PathStep::Index(index) }
    }

    fn path(&self) -> Vec<PathStep> {
        let mut path = self.parent.map(At::path).unwrap_or_default();
        path.push(self.step.clone());
        path
    }

    fn fault(&self, found: String) -> Fault {
        let path = self.path();
        let field = path.iter().rev().find_map(|s| match s {
            PathStep::Field(name) => Some(name.as_ref()),
            PathStep::Index(_) => None,
        });
        let allowed = field.and_then(allowed).unwrap_or_default();
        Fault { path, found, because: None, allowed }
    }

    pub(super) fn require(&self, good: bool, found: impl FnOnce() -> String) -> Result<(), Fault> {
        if good { Ok(()) } else { Err(self.fault(found())) }
    }

    pub(super) fn name_length(&self, name: &str) -> Result<(), Fault> {
        // A character is a byte at least.
        let length = if name.len() > MAX_NAME { name.chars().count() } else { 0 };
        if length <= MAX_NAME {
            return Ok(());
        }
        let allowed = format!("a text of at most {MAX_NAME} characters");
        Err(Fault { allowed, ..self.fault(format!("{length} characters long")) })
    }

    pub(super) fn number(&self, value: f32, good: impl Fn(f32) -> bool) -> Result<(), Fault> {
        self.require(good(value), || format!("{value:?}"))
    }

    pub(super) fn vec2(&self, value: Vec2, good: impl Fn(f32) -> bool) -> Result<(), Fault> {
        self.require(good(value.x) && good(value.y), || vec2_text(&value))
    }
}
