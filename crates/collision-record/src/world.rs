//! Records a world by itself: which bodies come and go, their poses, contacts and events.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::fmt;
use std::hash::Hash;
use std::io::Write;
use std::net::ToSocketAddrs;
use std::path::Path;

use crate::recorder::Target;
use crate::{
    AddedBody, Body, Contact, Event, EventKind, Frame, Header, Joint, LastSeconds, Pause, Pose, RecordError,
    Recorder,
};

/// What a [`WorldRecorder`] asks of an engine. `rapier2d::Rapier2d` is one (feature `rapier2d`).
pub trait Engine {
    /// Names a body. One that comes has none that another one had shortly before: a handle with its generation.
    type Key: Copy + Eq + Hash;

    /// What is read of the engine, for instance `&'w World`.
    type World<'w>;

    /// Units, directions and the length of a step.
    fn settings(&self, world: &Self::World<'_>) -> Settings;

    /// The bodies that are there, each with its pose.
    fn bodies(&mut self, world: &Self::World<'_>) -> Vec<BodyState<Self::Key>>;

    /// Name and shapes of one of them. Asked once a body, and again where its `stamp` changes; a name that is taken gets
    /// a number.
    fn describe(&mut self, world: &Self::World<'_>, key: Self::Key) -> Body;

    /// The contacts that the last step found, and its two bodies. In the contact, body 0 is the first one and 1 the second:
    /// `(ball, floor, Contact { depth: Some(0.1), ..Contact::between(0, 1) })`.
    fn contacts(&mut self, world: &Self::World<'_>) -> Vec<(Self::Key, Self::Key, Contact)>;

    /// The events that the engine sent since they were asked for.
    fn events(&mut self, world: &Self::World<'_>) -> Vec<(EventKind, Self::Key, Self::Key)>;

    /// The joints, where the bodies are, and the two of each. In the joint, body 0 is the first one and 1 the second. Of two
    /// that it keeps from touching, [`Engine::contacts`] tells one that is `filtered`.
    fn joints(&mut self, _world: &Self::World<'_>) -> Vec<(Self::Key, Self::Key, Joint)> {
        Vec::new()
    }
}

/// What holds for all bodies of an engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Engine, units and directions; its bodies are not looked at.
    pub header: Header,
    /// Seconds, >= 0. The length of the step that comes, or was.
    pub timestep: f64,
}

/// A body of an engine, as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState<K> {
    /// Names it.
    pub key: K,
    /// As in a frame.
    pub pose: Pose,
    /// As in a frame.
    pub velocity: Option<[f32; 3]>,
    /// Another number where its description is another one: a hash of what that is made from. Always 0 if it never changes.
    pub stamp: u64,
}

/// Records the world of an [`Engine`], a frame a step.
///
/// Poses and contacts must belong together. Engines that find their contacts at the start of a step (rapier, Box2D, avian)
/// have found them on the poses from before it: [`step`](Self::step) takes those, runs the engine's step, and takes the
/// contacts. Where the step cannot be run by a closure, call [`before`](Self::before) and [`after`](Self::after) around it;
/// of an engine whose contacts are found on the poses after a step, `after` alone.
///
/// The game goes on whatever becomes of the recording: ignore the `Result` if you like. What no recording can have is left
/// out, and a line of the log tells: a body whose shapes a reader would refuse, a pose that is not finite.
pub struct WorldRecorder<E: Engine> {
    engine: E,
    name: Option<String>,
    output: Output,
    places: Vec<Option<Place<E::Key>>>,
    indices: HashMap<E::Key, u32>,
    /// The stamps of those that a reader would refuse.
    refused: HashMap<E::Key, u64>,
    begun: Option<Begun<E::Key>>,
    frame: u64,
    time: f64,
    events: Vec<(EventKind, E::Key, E::Key)>,
    log: Vec<String>,
}

enum Output {
    /// The header is written with the first frame, which knows the bodies.
    Waiting(Target),
    Open(Recorder),
    /// The first frame could not be written.
    Failed,
}

/// A body that is there.
struct Place<K> {
    key: K,
    name: String,
    stamp: u64,
    /// How many.
    shapes: usize,
    /// Its pose was finite in the last frame.
    is_finite: bool,
}

/// What was there before a step.
struct Begun<K> {
    states: Vec<BodyState<K>>,
    /// Those that are new, or whose stamp is.
    described: HashMap<K, Body>,
    joints: Vec<(K, K, Joint)>,
}

impl<E: Engine> WorldRecorder<E> {
    /// A new file; one that is there is replaced.
    pub fn to_file(path: impl AsRef<Path>, engine: E) -> Result<Self, RecordError> {
        Ok(Self::new(Target::file(path)?, engine))
    }

    /// Anything that takes bytes. It is flushed after each line.
    pub fn to_writer(writer: impl Write + Send + Sync + 'static, engine: E) -> Self {
        Self::new(Target::Writer(Box::new(writer)), engine)
    }

    /// A window started with `--listen`, for instance at `127.0.0.1:7878`. Waits at most a second for the connection, and
    /// never afterwards: what the window has no time to read is dropped and counted.
    pub fn to_socket(address: impl ToSocketAddrs, engine: E) -> Result<Self, RecordError> {
        Ok(Self::new(Target::socket(address)?, engine))
    }

    /// Memory, which is written when it is asked for: the bug that just happened.
    pub fn to_memory(memory: &LastSeconds, engine: E) -> Self {
        Self::new(Target::Memory(memory.clone()), engine)
    }

    fn new(target: Target, engine: E) -> Self {
        Self {
            engine,
            name: None,
            output: Output::Waiting(target),
            places: Vec::new(),
            indices: HashMap::new(),
            refused: HashMap::new(),
            begun: None,
            frame: 0,
            time: 0.0,
            events: Vec::new(),
            log: Vec::new(),
        }
    }

    /// What is recorded, for the header.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: Some(name.into()), ..self }
    }

    /// Runs a step of the world and records it: `recorder.step(&mut world, PhysicsWorld::step)`.
    pub fn step<W>(&mut self, world: &mut W, step: impl FnOnce(&mut W)) -> Result<(), RecordError>
    where
        for<'w> &'w W: Into<E::World<'w>>,
    {
        self.before(&*world);
        step(world);
        self.after(&*world)
    }

    /// Takes the bodies and their poses, on which the step that comes finds its contacts.
    pub fn before<'w>(&mut self, world: impl Into<E::World<'w>>) {
        self.begin(&world.into());
    }

    /// Takes the contacts and events of the step that was, and writes the frame.
    pub fn after<'w>(&mut self, world: impl Into<E::World<'w>>) -> Result<(), RecordError> {
        let world = world.into();
        if self.begun.is_none() {
            self.begin(&world);
        }
        let Some(mut begun) = self.begun.take() else { return Ok(()) };
        let joints = std::mem::take(&mut begun.joints);
        let Settings { header, timestep } = self.engine.settings(&world);
        let mut frame = Frame { frame: self.frame, time: self.time, ..Frame::default() };
        let gone = self.change_bodies(begun, header.metres_per_unit, &mut frame);
        frame.joints = joints.into_iter().filter_map(|joint| self.joint(joint)).collect();
        let contacts = self.engine.contacts(&world);
        frame.contacts = contacts.into_iter().filter_map(|contact| self.contact(contact)).collect();
        self.events.extend(self.engine.events(&world));
        let index = |key| self.indices.get(&key).or_else(|| gone.get(&key)).copied();
        let event = |(kind, a, b)| Some(Event { kind, a: index(a)?, b: index(b)? });
        frame.events = self.events.drain(..).filter_map(event).filter(|event| event.a != event.b).collect();
        frame.log = std::mem::take(&mut self.log);
        self.frame += 1;
        if timestep.is_finite() && timestep > 0.0 {
            self.time += timestep;
        }
        self.write(header, frame)
    }

    /// An event that the engine sent, and that its [`Engine::events`] does not tell. It stands in the next frame.
    pub fn event(&mut self, kind: EventKind, a: E::Key, b: E::Key) {
        self.events.push((kind, a, b));
    }

    /// What the game has to say of the next frame.
    pub fn log(&mut self, text: impl Into<String>) {
        self.log.push(text.into());
    }

    /// As [`Recorder::pause`].
    pub fn pause(&self) -> Option<Pause> {
        match &self.output {
            Output::Open(recorder) => recorder.pause(),
            Output::Waiting(_) | Output::Failed => None,
        }
    }

    /// How many frames a slow window cost; 0 for files and memory.
    pub fn dropped(&self) -> u64 {
        match &self.output {
            Output::Open(recorder) => recorder.dropped(),
            Output::Waiting(_) | Output::Failed => 0,
        }
    }

    /// The engine, for its own settings.
    pub fn engine_mut(&mut self) -> &mut E {
        &mut self.engine
    }

    fn begin(&mut self, world: &E::World<'_>) {
        let states = self.engine.bodies(world);
        let mut described = HashMap::new();
        for state in &states {
            let place = self.indices.get(&state.key).and_then(|index| self.places.get(*index as usize));
            let known = place.and_then(Option::as_ref).map(|place| place.stamp);
            if known != Some(state.stamp) && self.refused.get(&state.key) != Some(&state.stamp) {
                described.insert(state.key, self.engine.describe(world, state.key));
            }
        }
        let joints = self.engine.joints(world);
        self.begun = Some(Begun { states, described, joints });
    }

    /// Gives bodies that come a place, and tells those that go, whose places are returned: events may still name them.
    /// `unit`: in metres.
    fn change_bodies(&mut self, begun: Begun<E::Key>, unit: f32, frame: &mut Frame) -> HashMap<E::Key, u32> {
        let Begun { states, mut described, joints: _ } = begun;
        let mut there: HashSet<E::Key> = states.iter().map(|state| state.key).collect();
        self.refused.retain(|key, _| there.contains(key));
        // One that was there goes, rather than to stay with the shapes that it had.
        for state in &states {
            let Some(body) = described.get(&state.key) else { continue };
            let checked = body.check_shapes("shapes").and_then(|()| body.check_metric("shapes", unit));
            let Err(error) = checked else { continue };
            let known = self.indices.get(&state.key).and_then(|index| self.places[*index as usize].as_ref());
            let name = known.map_or(&body.name, |place| &place.name);
            self.log.push(format!("{} is not recorded: {error}", name.chars().take(100).collect::<String>()));
            self.refused.insert(state.key, state.stamp);
            described.remove(&state.key);
            there.remove(&state.key);
        }
        // The place of a body that goes in this frame is free from the next one on.
        let mut free: VecDeque<usize> =
            (0..self.places.len()).filter(|&i| self.places[i].is_none()).collect();
        let mut gone = HashMap::new();
        for (index, place) in self.places.iter_mut().enumerate() {
            if let Some(key) = place.as_ref().map(|place| place.key).filter(|key| !there.contains(key)) {
                *place = None;
                self.indices.remove(&key);
                gone.insert(key, index as u32);
                frame.remove.push(index as u32);
            }
        }
        let named = self.places.iter().flatten().filter(|_| !described.is_empty());
        let mut names: HashSet<String> = named.map(|place| place.name.clone()).collect();
        let mut next = HashMap::new();
        for state in &states {
            let Some(mut body) = described.remove(&state.key) else { continue };
            let known = self.indices.get(&state.key).copied();
            match known.and_then(|index| self.places[index as usize].as_ref()) {
                Some(place) => body.name.clone_from(&place.name),
                None => body.name = unused(body.name, &names, &mut next),
            }
            let index = known.map_or_else(|| free.pop_front().unwrap_or(self.places.len()), |i| i as usize);
            if index == self.places.len() {
                self.places.push(None);
            }
            names.insert(body.name.clone());
            self.indices.insert(state.key, index as u32);
            self.places[index] = Some(Place {
                key: state.key,
                name: body.name.clone(),
                stamp: state.stamp,
                shapes: body.shapes.len(),
                is_finite: true,
            });
            frame.add.push(AddedBody { index: index as u32, body });
        }
        self.fill_poses(&states, frame);
        gone
    }

    fn fill_poses(&mut self, states: &[BodyState<E::Key>], frame: &mut Frame) {
        let is_finite = |numbers: &[f32; 3]| numbers.iter().all(|number| number.is_finite());
        frame.poses = vec![None; self.places.len()];
        let mut velocities = vec![None; self.places.len()];
        for state in states {
            let Some(index) = self.indices.get(&state.key).map(|index| *index as usize) else { continue };
            let Some(place) = &mut self.places[index] else { continue };
            let was_finite = std::mem::replace(&mut place.is_finite, is_finite(&state.pose));
            if place.is_finite {
                frame.poses[index] = Some(state.pose);
                velocities[index] = state.velocity.filter(is_finite);
            } else if was_finite {
                self.log.push(format!("{}: its pose is not finite: {:?}", place.name, state.pose));
            }
        }
        frame.velocities = velocities.iter().any(Option::is_some).then_some(velocities);
    }

    /// With the places of its bodies, without a place that is not finite.
    fn joint(&self, (a, b, joint): (E::Key, E::Key, Joint)) -> Option<Joint> {
        let (a, b) = (*self.indices.get(&a)?, *self.indices.get(&b)?);
        let at = joint.at.filter(|at| at.iter().all(|number| number.is_finite()));
        (a != b).then_some(Joint { a, b, at, ..joint })
    }

    /// With the places of its bodies, without what is not finite.
    fn contact(&self, (a, b, contact): (E::Key, E::Key, Contact)) -> Option<Contact> {
        let indices = [*self.indices.get(&a)?, *self.indices.get(&b)?];
        let shape = |side: usize, shape: Option<u32>| {
            let place = self.places[indices[side] as usize].as_ref();
            shape.filter(|shape| place.is_some_and(|place| (*shape as usize) < place.shapes))
        };
        let is_vector = |vector: &[f32; 2]| vector.iter().all(|number| number.is_finite());
        let is_pose = |pose: &Pose| pose.iter().all(|number| number.is_finite());
        let poses_at: BTreeMap<u32, Pose> = contact
            .poses_at
            .iter()
            .filter_map(|(side, pose)| Some((*indices.get(*side as usize)?, *pose)))
            .filter(|(_, pose)| is_pose(pose))
            .collect();
        let has_impulses = contact.impulses.len() == contact.points.len()
            && contact.points.iter().all(is_vector)
            && contact.impulses.iter().all(|impulse| impulse.is_finite());
        let contact = Contact {
            a: indices[0],
            b: indices[1],
            shape_a: shape(0, contact.shape_a),
            shape_b: shape(1, contact.shape_b),
            normal: contact.normal.filter(|normal| is_vector(normal) && *normal != [0.0; 2]),
            depth: contact.depth.filter(|depth| depth.is_finite()),
            points: contact.points.into_iter().filter(is_vector).collect(),
            impulse: contact.impulse.filter(|impulse| impulse.is_finite()),
            impulses: if has_impulses { contact.impulses } else { Vec::new() },
            poses_at,
            ..contact
        };
        let is_bare = contact.normal.is_none() && contact.depth.is_none() && contact.points.is_empty();
        let is_told = !is_bare || contact.sensor || contact.filtered;
        (contact.a != contact.b && is_told).then_some(contact)
    }

    fn write(&mut self, header: Header, mut frame: Frame) -> Result<(), RecordError> {
        if let Output::Waiting(_) = self.output
            && let Output::Waiting(target) = std::mem::replace(&mut self.output, Output::Failed)
        {
            let bodies = frame.add.drain(..).map(|added| added.body).collect();
            let name = self.name.clone().or(header.name);
            self.output = Output::Open(Recorder::new(target, &Header { name, bodies, ..header })?);
        }
        match &mut self.output {
            Output::Open(recorder) => recorder.write(&frame),
            Output::Waiting(_) | Output::Failed => {
                Err(std::io::Error::from(std::io::ErrorKind::BrokenPipe).into())
            }
        }
    }
}

impl<E: Engine> fmt::Debug for WorldRecorder<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let bodies = self.indices.len();
        f.debug_struct("WorldRecorder")
            .field("frame", &self.frame)
            .field("bodies", &bodies)
            .finish_non_exhaustive()
    }
}

/// The name, or with a number where it is taken. `next`: the number to try next after a name.
fn unused(name: String, names: &HashSet<String>, next: &mut HashMap<String, u64>) -> String {
    let name = if name.is_empty() { "body".to_owned() } else { name };
    if !names.contains(&name) {
        return name;
    }
    let next = next.entry(name.clone()).or_insert(2);
    loop {
        let numbered = format!("{name} {next}");
        *next += 1;
        if !names.contains(&numbered) {
            return numbered;
        }
    }
}
