//! The scene as it grows object by object: unique names, and limits.

use std::collections::{HashMap, HashSet};

use collide2d::Pose;
use glam::Vec2;

use super::form::Form;
use super::{Imported, LeftOut, Refusal};
use crate::platform::plain;
use crate::scene::group::grouped_around;
use crate::scene::numbers::count;
use crate::scene::shape::MAX_PARTS;
use crate::scene::{ANY, Scene, SceneBody, SceneMotion, SceneShape};

/// Most bodies that a file may make.
pub const MOST_BODIES: usize = 100_000;
/// Most points that a file may have, and that the polygons made of them may have.
pub const MOST_POINTS: usize = 1_000_000;
/// Longest name that is kept. Characters.
const LONGEST_NAME: usize = 100;
/// Most objects that a refusal lists.
const MOST_LISTED: usize = 20;

/// Most objects left out for one reason, or called otherwise, that are named.
const MOST_NAMED: usize = 3;

/// An object of the file: its name, which may be empty, and what it is called without: "object 7".
#[derive(Clone, Debug)]
pub struct Label {
    pub name: String,
    pub number: String,
}

#[derive(Clone, Debug)]
pub struct ShapePart {
    pub form: Form,
    /// To metres, y up.
    pub to_world: glam::DAffine2,
    pub material: Material,
}

/// Everything of a body but name, shape and pose.
#[derive(Clone, Copy, Debug)]
pub struct Material {
    /// A dynamic body's mass is replaced by what `mass` says.
    pub motion: SceneMotion,
    pub mass: GivenMass,
    pub restitution: f32,
    pub friction: f32,
    pub sensor: bool,
    pub bullet: bool,
    pub fixed_rotation: bool,
    /// It holds what comes from above alone.
    pub one_way: bool,
    pub gravity_scale: f32,
}

#[derive(Clone, Copy, Debug)]
pub enum GivenMass {
    /// Kilograms.
    Of(f32),
    /// Kilograms per square metre.
    Density(f32),
}

#[derive(Debug)]
pub struct Taking {
    pub scene: Scene,
    changed: Vec<String>,
    left_out: Vec<LeftOut>,
    names: Names,
    /// What each object is called whose name was taken.
    renamed: Vec<String>,
    /// Points read so far, and points of the shapes made of them.
    read: usize,
    points: usize,
}

/// Refuses a file that has more points than it may.
pub fn within_points(points: usize) -> Result<(), Refusal> {
    if points <= MOST_POINTS {
        return Ok(());
    }
    Err(Refusal::new(format!("has too many points; allowed: up to {MOST_POINTS}")))
}

impl Taking {
    pub fn new(scene: Scene) -> Self {
        let (changed, left_out, names) = (Vec::new(), Vec::new(), Names::default());
        Self { scene, changed, left_out, names, renamed: Vec::new(), read: 0, points: 0 }
    }

    /// Takes an object as one body; as several, `NAME.1` …, where its shapes are not all sensors or all solid, where those of
    /// one that stays where it is have other materials, and beyond [`MAX_PARTS`] shapes.
    pub fn take(&mut self, label: &Label, parts: &[ShapePart]) -> Result<(), Refusal> {
        self.take_around(None, label, parts)
    }

    /// The same around a position with a rotation of its own (metres, degrees), about which the bodies turn.
    pub fn take_around(
        &mut self,
        origin: Option<(Vec2, f32)>,
        label: &Label,
        parts: &[ShapePart],
    ) -> Result<(), Refusal> {
        let (taken, masses) = self.bodies_of(label, parts)?;
        let is_dynamic = |body: &&SceneBody| matches!(body.motion, SceneMotion::Dynamic { .. });
        let mut materials = taken.iter().filter(is_dynamic).map(|body| (body.friction, body.restitution));
        if let Some(first) = materials.next()
            && materials.any(|other| other != first)
        {
            self.change(format!(
                "{label} has the friction and restitution of its first shape, its other ones had others"
            ));
        }
        self.push(label, whole_bodies(origin, taken, &masses));
        Ok(())
    }

    /// The shapes as bodies without names, and what tells their masses; within the limits of a file.
    pub fn bodies_of(
        &mut self,
        label: &Label,
        parts: &[ShapePart],
    ) -> Result<(Vec<SceneBody>, Vec<GivenMass>), Refusal> {
        self.read += parts.iter().map(|part| part.form.points()).sum::<usize>();
        within_points(self.read)?;
        let (mut taken, mut masses) = (Vec::new(), Vec::new());
        for part in parts {
            match part.form.placed(&part.to_world) {
                Ok(placed) => {
                    if let Some(how) = &placed.changed {
                        self.changed.push(format!("{label} {how}"));
                    }
                    if placed.lost > 0 {
                        self.leave_out(&label.to_string(), &too_thin(placed.lost));
                    }
                    masses.resize(masses.len() + placed.shapes.len(), part.material.mass);
                    taken.extend(placed.shapes.into_iter().map(|shape| SceneBody {
                        position: placed.position,
                        rotation: placed.rotation,
                        motion: part.material.motion_of(&shape),
                        restitution: part.material.restitution,
                        friction: part.material.friction,
                        sensor: part.material.sensor,
                        bullet: part.material.bullet,
                        fixed_rotation: part.material.fixed_rotation,
                        one_way: part.material.one_way.then_some(upward(placed.rotation)),
                        gravity_scale: part.material.gravity_scale,
                        ..SceneBody::new(String::new(), shape)
                    }));
                }
                Err(why) => self.leave_out(&label.to_string(), &format!("it {why}")),
            }
        }
        self.points += taken.iter().map(|body| body.shape.points().len()).sum::<usize>();
        if self.scene.bodies.len() + taken.len() > MOST_BODIES || self.points > MOST_POINTS {
            return Err(Refusal::new(format!(
                "makes too many bodies; allowed: up to {MOST_BODIES} bodies, with {MOST_POINTS} points together"
            )));
        }
        if self.left_out.len() > MOST_BODIES {
            let what = format!("has too many objects that cannot be taken; allowed: up to {MOST_BODIES}");
            return Err(Refusal::new(what));
        }
        Ok((taken, masses))
    }

    /// Adds the bodies of an object.
    pub fn push(&mut self, label: &Label, taken: Vec<SceneBody>) {
        if taken.is_empty() {
            return;
        }
        let wanted = if label.name.trim().is_empty() { &label.number } else { &label.name };
        let name = self.names.unique(wanted);
        // A long name is cut.
        if !wanted.starts_with(&name) {
            self.renamed.push(format!("{label} is called {}", plain::quoted(&name)));
        }
        let count = taken.len();
        if count > 1 && taken.iter().any(|body| matches!(body.motion, SceneMotion::Dynamic { .. })) {
            self.changed.push(format!("{label} is {count} bodies, which nothing holds together"));
        }
        for (i, body) in taken.into_iter().enumerate() {
            // "NAME/1" is the name of a piece that a body bursts into.
            let name =
                if count == 1 { name.clone() } else { self.names.unique(&format!("{name}.{}", i + 1)) };
            self.scene.bodies.push(SceneBody { name, ..body });
        }
    }

    pub fn leave_out(&mut self, what: &str, why: &str) {
        self.left_out.push(LeftOut { what: what.to_owned(), why: why.to_owned() });
    }

    /// Notes what was taken as something else.
    pub fn change(&mut self, what: String) {
        self.changed.push(what);
    }

    /// The scene, if it has a body.
    pub fn finished(self) -> Result<Imported, Refusal> {
        let Self { scene, mut changed, left_out, renamed, .. } = self;
        changed.extend(renamed_once(&renamed));
        let left_out = told_once(left_out);
        if scene.bodies.is_empty() {
            let mut what =
                "holds nothing that can be taken; allowed: a file with at least one shape".to_owned();
            let lines = left_out.iter().take(MOST_LISTED).map(|line| format!("\n  left out: {line}"));
            what.extend(lines);
            if left_out.len() > MOST_LISTED {
                what.push_str(&format!("\n  and {} more", left_out.len() - MOST_LISTED));
            }
            return Err(Refusal::new(what));
        }
        Ok(Imported { scene, pixels_per_metre: None, has_tiles: false, changed, left_out })
    }
}

/// One line of each object, which counts it; of more than [`MOST_NAMED`] with one reason, one line that names the first.
fn told_once(left_out: Vec<LeftOut>) -> Vec<LeftOut> {
    // The objects of each reason, in the order of the first, and how many of each.
    let mut reasons: Vec<(String, Vec<(String, usize)>)> = Vec::new();
    let mut known: HashMap<String, usize> = HashMap::new();
    let mut counted: HashMap<(usize, String), usize> = HashMap::new();
    for LeftOut { what, why } in left_out {
        let reason = *known.entry(why.clone()).or_insert(reasons.len());
        if reason == reasons.len() {
            reasons.push((why, Vec::new()));
        }
        let objects = &mut reasons[reason].1;
        let index = *counted.entry((reason, what.clone())).or_insert(objects.len());
        match objects.get_mut(index) {
            Some((_, count)) => *count += 1,
            None => objects.push((what, 1)),
        }
    }
    let lines = reasons.into_iter().flat_map(|(why, objects)| {
        let others = objects.len().saturating_sub(MOST_NAMED);
        let named = objects.into_iter().take(MOST_NAMED).map(|(what, count)| match count {
            1 => what,
            count => format!("{what} ({count} times)"),
        });
        let mut named: Vec<String> = named.collect();
        if others > 0 {
            named = vec![format!("{} and {}", named.join(", "), count(others, "other", "others"))];
        }
        named.into_iter().map(move |what| LeftOut { what, why: why.clone() })
    });
    lines.collect()
}

/// One line of each object; of more than [`MOST_NAMED`] one line that names the first.
fn renamed_once(renamed: &[String]) -> Vec<String> {
    let Some((first, others)) = renamed.split_at_checked(MOST_NAMED).filter(|(_, others)| !others.is_empty())
    else {
        return renamed.iter().map(|one| format!("{one}: its name is taken")).collect();
    };
    let others = count(others.len(), "other has a number", "others have a number");
    vec![format!("{}, and {others} behind the name likewise: their names are taken", first.join(", "))]
}

/// Bodies of one shape as few bodies of several.
fn whole_bodies(origin: Option<(Vec2, f32)>, taken: Vec<SceneBody>, masses: &[GivenMass]) -> Vec<SceneBody> {
    // Those with the same are of one body. 0 and -0 are the same.
    let kind = |body: &SceneBody| {
        let is_dynamic = matches!(body.motion, SceneMotion::Dynamic { .. });
        let material = [body.restitution, body.friction].map(|number| (number + 0.0).to_bits());
        (body.sensor, (!is_dynamic).then_some(material))
    };
    let mut groups: Vec<Vec<(SceneBody, GivenMass)>> = Vec::new();
    // The group of each kind that is not full.
    let mut open = HashMap::new();
    for one in taken.into_iter().zip(masses.iter().copied()) {
        let index = open.entry(kind(&one.0)).or_insert(groups.len());
        if groups.get(*index).is_none_or(|group| group.len() >= MAX_PARTS) {
            *index = groups.len();
            groups.push(Vec::new());
        }
        groups[*index].push(one);
    }
    groups.into_iter().filter_map(|group| whole_body(origin, group)).collect()
}

/// The body of all the shapes around `origin`, else around the first one, whose mass is the one given, or the sum of areas
/// times densities.
fn whole_body(origin: Option<(Vec2, f32)>, group: Vec<(SceneBody, GivenMass)>) -> Option<SceneBody> {
    let (bodies, masses): (Vec<SceneBody>, Vec<GivenMass>) = group.into_iter().unzip();
    let first = bodies.first()?;
    let own = (first.position, first.rotation);
    let origin = origin.unwrap_or(own);
    if bodies.len() == 1 && origin == own {
        return bodies.into_iter().next();
    }
    let mut whole = grouped_around(origin.0, origin.1, &bodies)?;
    for (part, given) in whole.shape.parts_mut().iter_mut().zip(&masses) {
        part.density = match given {
            GivenMass::Density(density) if density.is_normal() && *density > 0.0 => *density,
            GivenMass::Density(_) | GivenMass::Of(_) => 1.0,
        };
    }
    let weighed = bodies.iter().zip(&masses).map(|(body, given)| match given {
        GivenMass::Density(density) => density * body.shape.to_shape().map_or(0.0, |shape| shape.area()),
        GivenMass::Of(_) => 0.0,
    });
    let weighed: f32 = weighed.sum();
    if let SceneMotion::Dynamic { mass, .. } = &mut whole.motion {
        *mass = match masses.first() {
            Some(GivenMass::Of(given)) if given.is_normal() && *given > 0.0 => *given,
            _ if weighed.is_normal() && weighed > 0.0 => weighed,
            // Lines, and shapes without a density, weigh nothing.
            _ => 1.0,
        };
    }
    Some(whole)
}

fn too_thin(count: usize) -> String {
    match count {
        1 => "a piece of it is too thin for a shape".to_owned(),
        count => format!("{count} pieces of it are too thin for shapes"),
    }
}

impl Label {
    pub fn new(name: impl Into<String>, number: impl Into<String>) -> Self {
        Self { name: name.into(), number: number.into() }
    }
}

/// `object 7 "crate"`.
impl std::fmt::Display for Label {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.number)?;
        if self.name.is_empty() { Ok(()) } else { write!(f, " {}", plain::quoted(&self.name)) }
    }
}

/// Up, in the frame of a body that is turned so. `rotation`: degrees.
fn upward(rotation: f32) -> Vec2 {
    Pose::new(Vec2::ZERO, rotation).rotation.unrotate(Vec2::Y)
}

impl Material {
    /// A body at rest as the scene's defaults have it.
    pub fn of(motion: SceneMotion) -> Self {
        Self {
            motion,
            mass: GivenMass::Of(1.0),
            restitution: 0.0,
            friction: 0.5,
            sensor: false,
            bullet: false,
            fixed_rotation: false,
            one_way: false,
            gravity_scale: 1.0,
        }
    }

    fn motion_of(&self, shape: &SceneShape) -> SceneMotion {
        let mut motion = self.motion;
        if let SceneMotion::Dynamic { mass, .. } = &mut motion {
            *mass = match self.mass {
                GivenMass::Of(mass) => mass,
                GivenMass::Density(density) => density * shape.to_shape().map_or(0.0, |shape| shape.area()),
            };
            // A wall has no area.
            if !(mass.is_finite() && *mass > 0.0) {
                *mass = 1.0;
            }
        }
        motion
    }
}

/// Names of bodies. Each is given once.
#[derive(Debug, Default)]
struct Names {
    given: HashSet<String>,
    /// The number to try next after a name.
    next: HashMap<String, u64>,
}

impl Names {
    /// `wanted`, or with the first free number after it: "crate", "crate 2".
    fn unique(&mut self, wanted: &str) -> String {
        let wanted: String = wanted.chars().take(LONGEST_NAME).collect();
        // `*` is no name of one body.
        if wanted != ANY && self.given.insert(wanted.clone()) {
            return wanted;
        }
        let next = self.next.entry(wanted.clone()).or_insert(2);
        loop {
            let name = format!("{wanted} {next}");
            *next += 1;
            if self.given.insert(name.clone()) {
                return name;
            }
        }
    }
}
