//! Watches stops over the frames of a run: which conditions are true in a frame, which became true there, and why.

mod cause;
mod watched_stop;

use std::cell::OnceCell;

use collide2d::{Body, Crossed, Energy, PairContact, World};

use crate::scene::query::ask::AskedQueries;
use crate::scene::watched;
use crate::scene::{ANY, BodyPart, NamedBody, Scene, Stop, StopKind};
pub use cause::StopCause;
use watched_stop::WatchedStop;

/// What stops see of a frame.
#[derive(Clone, Copy, Debug)]
pub struct StopFrame<'f> {
    /// Steps taken; of a recording the engine's number.
    pub number: u64,
    /// Seconds.
    pub time: f64,
    pub world: &'f World,
    /// Of a recording; what touches there is compared with the frame before. A world that was stepped knows its step's
    /// events.
    pub is_recorded: bool,
    /// The `expect` lines that do not hold in this frame: index and words.
    pub failures: &'f [(usize, String)],
    /// The differences of a recording in this frame, in words.
    pub differences: &'f [String],
    /// What passed through each other since the frame before.
    pub crossed: &'f [Crossed],
    /// What went into each other on one side, and has its shortest way out on the other since the frame before.
    pub came_through: &'f [(u32, u32)],
}

/// What a stop's field names.
#[derive(Clone, Debug, PartialEq)]
pub enum NamedBodies {
    Any,
    /// `None`: no body of the scene.
    One(Option<NamedBody>),
}

/// A stop whose condition is true in a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct StopSeen {
    /// Index among the stops that are watched.
    pub stop: usize,
    /// The condition was not true in the frame before.
    pub is_new: bool,
    pub cause: StopCause,
}

/// Stops that are watched from frame to frame.
#[derive(Clone, Debug)]
pub struct StopWatch {
    stops: Vec<WatchedStop>,
    /// The scene's, where a stop asks for one.
    queries: AskedQueries,
    energy: Option<Energy>,
    /// Of each body in the frame before, where a stop has a `when`. Metres per second.
    speeds: Vec<f32>,
}

impl StopFrame<'_> {
    /// The present frame of a world that was stepped.
    pub fn of_steps(world: &World) -> StopFrame<'_> {
        let time = world.time_of(world.frame());
        StopFrame {
            number: world.frame(),
            time,
            world,
            is_recorded: false,
            failures: &[],
            differences: &[],
            crossed: world.crossed(),
            came_through: &[],
        }
    }

    /// Whether begins and ends are told by the events of the step.
    fn has_events(&self) -> bool {
        !self.is_recorded && self.world.frame() > 0
    }
}

impl NamedBodies {
    /// The bodies of a scene that a valid field names.
    pub fn of(scene: &Scene, name: &str) -> Self {
        if name == ANY { Self::Any } else { Self::One(scene.named_body(name)) }
    }

    /// The one that is named, if it is there.
    fn one(&self, world: &World) -> Option<BodyPart> {
        match self {
            Self::Any => None,
            Self::One(named) => named.as_ref()?.find(world),
        }
    }

    /// The part of a body that is named.
    fn part(&self) -> Option<u32> {
        if let Self::One(Some(NamedBody::Part(_, part))) = self { Some(*part) } else { None }
    }

    /// It or one of its parts is named.
    pub fn has(&self, world: &World, body: u32) -> bool {
        self.meant(world, body).is_some()
    }

    /// What is meant where a body stands here, be it there or gone, as in the events of its last step; `None`: it is not named.
    fn meant(&self, world: &World, body: u32) -> Option<BodyPart> {
        match self {
            Self::Any => Some(body.into()),
            Self::One(named) => named.as_ref()?.place(world).filter(|one| one.body == body),
        }
    }

    /// Those that are there.
    fn bodies<'w>(&self, world: &'w World) -> Vec<(u32, &'w Body)> {
        let known = |index: u32| world.body(index).map(|body| (index, body));
        match self {
            Self::Any => (0..world.bodies().len() as u32).filter_map(known).collect(),
            Self::One(_) => self.one(world).and_then(|one| known(one.body)).into_iter().collect(),
        }
    }
}

impl StopWatch {
    /// Watches valid stops of a scene.
    pub fn of<'s>(scene: &Scene, stops: impl IntoIterator<Item = &'s Stop>) -> Self {
        let listener = |name: &str| (0..).zip(scene.listener_names()).find(|(_, known)| known == name);
        let mut watch = Self::with(
            stops,
            |name| NamedBodies::of(scene, name),
            |name| listener(name).map_or(u32::MAX, |(index, _)| index),
        );
        if watch.stops.iter().any(|watched| watched.kind() == StopKind::Hit) {
            watch.queries = AskedQueries::of(scene);
        }
        watch
    }

    /// Watches stops of which these functions find bodies and listeners by name.
    pub fn with<'s>(
        stops: impl IntoIterator<Item = &'s Stop>,
        bodies: impl Fn(&str) -> NamedBodies,
        listener: impl Fn(&str) -> u32,
    ) -> Self {
        let stops = stops.into_iter().map(|stop| WatchedStop::of(stop, &bodies, &listener)).collect();
        Self { stops, queries: AskedQueries::default(), energy: None, speeds: Vec::new() }
    }

    /// Whether a stop asks for `expect` lines that do not hold.
    pub fn asks_failures(&self) -> bool {
        self.stops.iter().any(|watched| watched.kind() == StopKind::Fails)
    }

    /// Whether a stop asks what passed through each other.
    pub fn asks_crossings(&self) -> bool {
        self.stops.iter().any(|watched| watched.kind() == StopKind::Crosses)
    }

    pub fn stop(&self, index: usize) -> Option<&Stop> {
        self.stops.get(index).map(|watched| &watched.stop)
    }

    /// Looks at the frame that follows the last one that was seen: the stops whose conditions are true in it, by index.
    pub fn see(&mut self, frame: &StopFrame<'_>) -> Vec<StopSeen> {
        let touching = OnceCell::new();
        let asks_energy = self.stops.iter().any(|watched| watched.kind() == StopKind::Energy);
        let energy = asks_energy.then(|| frame.world.energy());
        let change = self.energy.take().zip(energy);
        self.energy = energy;
        let Self { stops, queries, speeds, .. } = self;
        let seen = stops.iter_mut().enumerate().filter_map(|(stop, watched)| {
            let (is_new, cause) = watched.see(frame, &touching, change, queries, speeds)?;
            Some(StopSeen { stop, is_new, cause })
        });
        let seen = seen.collect();
        if self.stops.iter().any(|watched| watched.when.is_some()) {
            self.speeds.clear();
            self.speeds.extend(frame.world.bodies().iter().map(watched::speed));
        }
        seen
    }

    /// Why a stop is seen, in a sentence. `scene` has a body for each piece.
    pub fn sentence(&self, seen: &StopSeen, scene: &Scene) -> String {
        let Some(stop) = self.stop(seen.stop) else { return String::new() };
        let when = stop.when.as_ref().map(|when| format!(", when {when}")).unwrap_or_default();
        format!("{}{when}", seen.cause.words(&stop.condition, scene))
    }
}

/// Contacts of the present state, found once for all stops of a frame.
type LazyContacts = OnceCell<Vec<PairContact>>;
