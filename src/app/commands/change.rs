//! Edits of a scene. An edit either gives a valid scene, or is refused and leaves the scene unchanged.

use std::collections::{HashMap, HashSet};

use collide2d::SolverKind;
use glam::Vec2;

use crate::scene::{
    Expectation, MAX_NAME, Scene, SceneBody, SceneGenerator, SceneListener, SceneMotion, SceneShape,
};

/// One edit of a scene. Indices are those of [`Scene::bodies`].
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Replaces these bodies (names included).
    SetBodies(Vec<(u32, SceneBody)>),
    /// Appends bodies; a name that is taken gets a number.
    AddBodies(Vec<SceneBody>),
    /// [`Change::AddBodies`] with the cables and rods between them, which name them as they are in this list.
    AddLinkedBodies(Vec<SceneBody>, Vec<SceneGenerator>),
    /// Appends the bodies of another scene with their cables, rods and `expect` lines. A scene without bodies and
    /// rules becomes the other one as a whole.
    AddScene(Box<Scene>),
    /// Removes bodies, and the `expect` lines, listeners and generators that name them.
    RemoveBodies(Vec<u32>),
    /// Sets one value of these bodies.
    Body(Vec<u32>, BodyEdit),
    /// Sets the outline of these bodies, local coordinates, or removes it.
    Outline(Vec<u32>, Option<Vec<Vec2>>),
    /// Renames a body; `expect` lines, listeners and generators follow.
    Rename(u32, String),
    /// Sets one value of the scene itself.
    Scene(SceneEdit),
    /// Appends an `expect` line.
    AddExpectation(Expectation),
    /// Replaces this `expect` line.
    SetExpectation(usize, Expectation),
    RemoveExpectation(usize),
    /// Removes every `expect` line.
    ClearExpectations,
}

/// One value of a body. A body whose shape or motion does not have the value is left unchanged.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyEdit {
    /// Metres.
    PositionX(f32),
    /// Metres.
    PositionY(f32),
    /// Degrees.
    Rotation(f32),
    /// Shapes with a radius. Metres.
    Radius(f32),
    /// Rectangles. Metres.
    Width(f32),
    /// Rectangles. Metres.
    Height(f32),
    /// Point of a polygon (0, 1, …) or end of a wall (0: start, 1: end). Metres, local.
    Point(usize, Vec2),
    /// The motion as a whole.
    Motion(SceneMotion),
    /// The kind of motion; velocities are kept where both kinds have them.
    MotionKind(MotionKind),
    /// Dynamic bodies. Kilograms.
    Mass(f32),
    /// Moving bodies. Metres per second.
    VelocityX(f32),
    /// Moving bodies. Metres per second.
    VelocityY(f32),
    /// Moving bodies. Degrees per second.
    AngularVelocity(f32),
    /// Dynamic bodies. Metres per second squared.
    AccelerationX(f32),
    /// Dynamic bodies. Metres per second squared.
    AccelerationY(f32),
    /// Dynamic bodies, 0 to 1.
    Damping(f32),
    /// 0 to 1.
    Restitution(f32),
    /// >= 0.
    Friction(f32),
    /// Whether contacts are reported but not resolved.
    Sensor(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotionKind {
    /// Never moves.
    Static,
    /// Moves at its set velocity, whatever it touches.
    Kinematic,
    /// Moved by forces and contacts.
    Dynamic,
}

/// One value of the scene itself.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneEdit {
    /// Shown in the title.
    Name(String),
    /// One sentence, shown in the picker of scenes.
    About(String),
    /// Metres per second squared.
    GravityX(f32),
    /// Metres per second squared.
    GravityY(f32),
    /// Seconds.
    Timestep(f32),
    /// Contacts handled in one frame.
    MaxContacts(usize),
    /// Most iterations of `Linear` in one frame; `None`: twice the contacts.
    Iterations(Option<u32>),
    /// What a step does about contacts.
    Solver(SolverKind),
    /// What takes contacts from the solver.
    Listeners(Vec<SceneListener>),
    AddGenerator(SceneGenerator),
    SetGenerator(usize, SceneGenerator),
    RemoveGenerator(usize),
}

impl MotionKind {
    /// Every kind, in the order of menus.
    pub const ALL: [Self; 3] = [Self::Static, Self::Kinematic, Self::Dynamic];

    pub fn of(motion: &SceneMotion) -> Self {
        match motion {
            SceneMotion::Static => Self::Static,
            SceneMotion::Kinematic { .. } => Self::Kinematic,
            SceneMotion::Dynamic { .. } => Self::Dynamic,
        }
    }

    /// The name that menus show.
    pub fn label(self) -> &'static str {
        match self {
            Self::Static => "Static",
            Self::Kinematic => "Kinematic",
            Self::Dynamic => "Dynamic",
        }
    }

    /// `motion` as this kind: what both kinds have is kept, the rest takes the file format's defaults.
    pub fn convert(self, motion: &SceneMotion) -> SceneMotion {
        let (velocity, angular_velocity) = match *motion {
            SceneMotion::Static => (Vec2::ZERO, 0.0),
            SceneMotion::Kinematic { velocity, angular_velocity }
            | SceneMotion::Dynamic { velocity, angular_velocity, .. } => (velocity, angular_velocity),
        };
        match (self, motion) {
            (Self::Static, _) => SceneMotion::Static,
            (Self::Kinematic, _) => SceneMotion::Kinematic { velocity, angular_velocity },
            (Self::Dynamic, SceneMotion::Dynamic { .. }) => *motion,
            (Self::Dynamic, _) => SceneMotion::Dynamic {
                mass: 1.0,
                velocity,
                angular_velocity,
                acceleration: Vec2::ZERO,
                damping: 1.0,
            },
        }
    }
}

impl Change {
    /// Whether the change alters the world; names, texts, outlines and `expect` lines do not.
    pub fn touches_world(&self) -> bool {
        match self {
            Self::SetBodies(_)
            | Self::AddBodies(_)
            | Self::AddLinkedBodies(..)
            | Self::AddScene(_)
            | Self::RemoveBodies(_)
            | Self::Body(..) => true,
            Self::Scene(edit) => !matches!(edit, SceneEdit::Name(_) | SceneEdit::About(_)),
            Self::Outline(..)
            | Self::Rename(..)
            | Self::AddExpectation(_)
            | Self::SetExpectation(..)
            | Self::RemoveExpectation(_)
            | Self::ClearExpectations => false,
        }
    }

    /// The scene with the change applied. `Err` is a sentence for the person that says what is not allowed.
    pub fn applied_to(&self, scene: &Scene) -> Result<Scene, String> {
        let mut scene = scene.clone();
        match self {
            Self::SetBodies(bodies) => {
                for (index, body) in bodies {
                    if let Some(slot) = scene.bodies.get_mut(*index as usize) {
                        *slot = body.clone();
                        drop_zero_signs(slot);
                    }
                }
            }
            Self::AddBodies(bodies) => {
                let first = scene.bodies.len();
                add_bodies(&mut scene, bodies, &[], &[]);
                scene.bodies.iter_mut().skip(first).for_each(drop_zero_signs);
            }
            Self::AddLinkedBodies(bodies, links) => add_bodies(&mut scene, bodies, links, &[]),
            Self::AddScene(added) if is_blank(&scene) => {
                let name = if added.name.is_empty() { scene.name } else { added.name.clone() };
                scene = Scene { name, ..Scene::clone(added) };
            }
            Self::AddScene(added) => {
                let links = added.generators.iter().filter(|generator| generator.ends().is_some());
                let links: Vec<_> = links.cloned().collect();
                add_bodies(&mut scene, &added.bodies, &links, &added.expect);
            }
            Self::RemoveBodies(indices) => {
                scene.remove_bodies(|i, _| indices.iter().any(|&k| k as usize == i));
            }
            Self::Body(indices, edit) => {
                for &index in indices {
                    if let Some(body) = scene.bodies.get_mut(index as usize) {
                        edit.apply(body);
                        drop_zero_signs(body);
                    }
                }
            }
            Self::Outline(indices, outline) => {
                for &index in indices {
                    if let Some(body) = scene.bodies.get_mut(index as usize) {
                        body.outline.clone_from(outline);
                    }
                }
            }
            Self::Rename(index, name) => scene.rename_body(*index, name),
            Self::Scene(edit) => edit.apply(&mut scene),
            Self::AddExpectation(expectation) => scene.expect.push(expectation.clone()),
            Self::SetExpectation(index, expectation) => {
                if let Some(slot) = scene.expect.get_mut(*index) {
                    *slot = expectation.clone();
                }
            }
            Self::RemoveExpectation(index) => {
                if *index < scene.expect.len() {
                    scene.expect.remove(*index);
                }
            }
            Self::ClearExpectations => scene.expect.clear(),
        }
        scene.validate().map_err(|e| e.message)?;
        Ok(scene)
    }
}

impl BodyEdit {
    pub(in crate::app) fn apply(&self, body: &mut SceneBody) {
        match *self {
            Self::PositionX(x) => body.position.x = x,
            Self::PositionY(y) => body.position.y = y,
            Self::Rotation(degrees) => body.rotation = degrees,
            Self::Radius(value) => set(body.shape.size_mut("radius"), value),
            Self::Width(value) => set(body.shape.size_mut("width"), value),
            Self::Height(value) => set(body.shape.size_mut("height"), value),
            Self::Point(index, value) => set(body.shape.point_mut(index), value),
            Self::Motion(motion) => body.motion = motion,
            Self::MotionKind(kind) => body.motion = kind.convert(&body.motion),
            Self::Sensor(sensor) => body.sensor = sensor,
            Self::Restitution(value) => body.restitution = value,
            Self::Friction(value) => body.friction = value,
            Self::VelocityX(x) => set(velocities(body).map(|(velocity, _)| &mut velocity.x), x),
            Self::VelocityY(y) => set(velocities(body).map(|(velocity, _)| &mut velocity.y), y),
            Self::AngularVelocity(value) => set(velocities(body).map(|(_, angular)| angular), value),
            Self::Mass(value) => set(dynamics(body).map(|(mass, ..)| mass), value),
            Self::AccelerationX(x) => set(dynamics(body).map(|(_, acceleration, _)| &mut acceleration.x), x),
            Self::AccelerationY(y) => set(dynamics(body).map(|(_, acceleration, _)| &mut acceleration.y), y),
            Self::Damping(value) => set(dynamics(body).map(|(.., damping)| damping), value),
        }
    }
}

/// Velocity and angular velocity of a body that moves.
fn velocities(body: &mut SceneBody) -> Option<(&mut Vec2, &mut f32)> {
    match &mut body.motion {
        SceneMotion::Static => None,
        SceneMotion::Kinematic { velocity, angular_velocity }
        | SceneMotion::Dynamic { velocity, angular_velocity, .. } => Some((velocity, angular_velocity)),
    }
}

/// Mass, acceleration and damping of a body that contacts move.
fn dynamics(body: &mut SceneBody) -> Option<(&mut f32, &mut Vec2, &mut f32)> {
    match &mut body.motion {
        SceneMotion::Static | SceneMotion::Kinematic { .. } => None,
        SceneMotion::Dynamic { mass, acceleration, damping, .. } => Some((mass, acceleration, damping)),
    }
}

/// Makes each -0.0 of an edited body 0.0, as a person would write it. What was read from a file or pasted keeps its
/// bits.
fn drop_zero_signs(body: &mut SceneBody) {
    let SceneBody { shape, outline, position, rotation, motion, .. } = body;
    let points: Vec<&mut Vec2> = match shape {
        SceneShape::Circle { .. } | SceneShape::Rectangle { .. } => Vec::new(),
        SceneShape::Capsule { start, end, .. } | SceneShape::Wall { start, end } => vec![start, end],
        SceneShape::Polygon { points } => points.iter_mut().collect(),
    };
    for point in points.into_iter().chain(outline.iter_mut().flatten()).chain([position]) {
        *point += 0.0;
    }
    *rotation += 0.0;
    match motion {
        SceneMotion::Static => {}
        SceneMotion::Kinematic { velocity, angular_velocity } => {
            (*velocity, *angular_velocity) = (*velocity + 0.0, *angular_velocity + 0.0);
        }
        SceneMotion::Dynamic { velocity, angular_velocity, acceleration, .. } => {
            (*velocity, *acceleration) = (*velocity + 0.0, *acceleration + 0.0);
            *angular_velocity += 0.0;
        }
    }
}

/// Does nothing where the body does not have the value.
fn set<T>(place: Option<&mut T>, value: T) {
    if let Some(place) = place {
        *place = value;
    }
}

impl SceneEdit {
    fn apply(&self, scene: &mut Scene) {
        match self {
            Self::Name(name) => scene.name.clone_from(name),
            Self::About(about) => scene.about.clone_from(about),
            Self::GravityX(x) => scene.gravity.x = *x + 0.0,
            Self::GravityY(y) => scene.gravity.y = *y + 0.0,
            Self::Timestep(seconds) => scene.timestep = *seconds,
            Self::MaxContacts(count) => scene.max_contacts = *count,
            Self::Iterations(most) => scene.iterations = *most,
            Self::Solver(solver) => scene.solver = *solver,
            Self::Listeners(listeners) => scene.listeners.clone_from(listeners),
            Self::AddGenerator(generator) => scene.generators.push(generator.clone()),
            Self::SetGenerator(index, generator) => {
                let mut generator = generator.clone();
                if let SceneGenerator::Ground { point, normal, .. } = &mut generator {
                    (*point, *normal) = (*point + 0.0, *normal + 0.0);
                }
                set(scene.generators.get_mut(*index), generator);
            }
            Self::RemoveGenerator(index) => {
                if *index < scene.generators.len() {
                    scene.generators.remove(*index);
                }
            }
        }
    }
}

/// Whether a scene holds no bodies, and no rules for bodies to come.
pub fn is_blank(scene: &Scene) -> bool {
    scene.bodies.is_empty() && scene.listeners.is_empty() && scene.generators.is_empty()
}

/// Appends bodies under free names, then the links between them and their `expect` lines, which follow the names.
fn add_bodies(scene: &mut Scene, bodies: &[SceneBody], links: &[SceneGenerator], expect: &[Expectation]) {
    let mut names: HashMap<&str, String> = HashMap::new();
    let mut taken: HashSet<String> = scene.bodies.iter().map(|body| body.name.clone()).collect();
    for body in bodies {
        let name = free_of(&body.name, |name| taken.contains(name));
        taken.insert(name.clone());
        names.insert(&body.name, name.clone());
        scene.bodies.push(SceneBody { name, ..body.clone() });
    }
    for mut link in links.iter().cloned() {
        for end in link.ends_mut().into_iter().flatten() {
            if let Some(name) = names.get(end.as_str()) {
                end.clone_from(name);
            }
        }
        scene.generators.push(link);
    }
    for mut line in expect.iter().cloned() {
        for (_, end) in line.bodies_mut() {
            if let Some(name) = names.get(end.as_str()) {
                end.clone_from(name);
            }
        }
        scene.expect.push(line);
    }
}

/// `wanted`, or with the first free number after it: "crate", "crate 2", "crate 3".
pub fn free_name(scene: &Scene, wanted: &str) -> String {
    free_of(wanted, |name| scene.bodies.iter().any(|b| b.name == name))
}

fn free_of(wanted: &str, taken: impl Fn(&str) -> bool) -> String {
    /// Digits of the largest number, and the space before it.
    const ROOM: usize = 21;
    if !wanted.is_empty() && !taken(wanted) {
        return wanted.to_owned();
    }
    let stem = match wanted.rsplit_once(' ') {
        Some((stem, number)) if !stem.is_empty() && number.parse::<u32>().is_ok() => stem,
        _ if wanted.is_empty() => "body",
        _ => wanted,
    };
    let stem = match stem.char_indices().nth(MAX_NAME - ROOM) {
        Some((end, _)) => &stem[..end],
        None => stem,
    };
    (2_u64..).map(|n| format!("{stem} {n}")).find(|name| !taken(name)).unwrap_or_default()
}
