//! Which bodies are calm, and which of them hold each other: islands that may sleep.

use glam::Vec2;

use crate::body::Body;
use crate::island::Island;
use crate::settings::{SolverKind, WorldSettings};

/// An island falls asleep once every body of it was calm for so long, see [`World::islands`](crate::World::islands). Seconds.
pub const CALM_TIME: f32 = 0.5;
/// The points of a calm body are slower; under `Linear` it does not go as far as this speed leads in [`CALM_TIME`]. Metres per
/// second.
pub const CALM_SPEED: f32 = 0.05;

/// How long a body has stayed at a place, slow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Calm {
    /// Seconds.
    pub time: f32,
    center: Vec2,
    /// Degrees.
    pub angle: f64,
}

/// Memory of [`super::World::fall_asleep`], kept between steps.
#[derive(Debug, Default)]
pub(super) struct IslandSearch {
    /// Union-find: the parent of each body, toward the first body of its island, which is its own parent.
    parents: Vec<u32>,
    /// By body, then by the first body of an island: it keeps the island awake.
    pub is_restless: Vec<bool>,
    /// The bodies of the search before.
    searched: Vec<usize>,
}

impl Calm {
    /// Not followed yet: NaN is near no place.
    pub const UNSEEN: Self = Self { time: 0.0, center: Vec2::NAN, angle: 0.0 };

    /// Takes the body's state at the end of a step.
    pub fn follow(&mut self, body: &Body, settings: &WorldSettings) {
        let bounds = body.bounding_circle();
        let reach = bounds.center.distance(body.center()) + bounds.radius;
        let turned = (body.angle() - self.angle).abs().to_radians() as f32;
        let stays = body.center().distance(self.center) + turned * reach < CALM_SPEED * CALM_TIME;
        let speed = body.velocity().length() + body.angular_velocity().abs().to_radians() * reach;
        let is_slow = match settings.solver {
            SolverKind::Off | SolverKind::Rigid => speed < CALM_SPEED,
            // It leaves bodies of a stack a speed that the next step takes away.
            SolverKind::Linear => true,
        };
        if stays && is_slow {
            self.time += settings.timestep;
        } else {
            *self = Self { time: 0.0, center: body.center(), angle: body.angle() };
        }
    }
}

impl IslandSearch {
    /// Begins a search among so many bodies, of which no others than `searched` are joined.
    pub fn begin(&mut self, bodies: usize, searched: impl Iterator<Item = usize>) {
        for body in self.searched.drain(..) {
            (self.parents[body], self.is_restless[body]) = (body as u32, false);
        }
        self.parents.extend(self.parents.len() as u32..bodies as u32);
        self.is_restless.resize(bodies, false);
        self.searched.extend(searched);
    }

    pub fn first(&mut self, body: u32) -> u32 {
        let mut at = body;
        while self.parents[at as usize] != at {
            // Path halving.
            let next = self.parents[self.parents[at as usize] as usize];
            self.parents[at as usize] = next;
            at = next;
        }
        at
    }

    pub fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.first(a), self.first(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }

    /// The islands of which every body may sleep, sorted by their first body.
    pub fn islands(&mut self, bodies: &[Body], calm: &[Calm], frame: u64) -> Vec<Island> {
        for i in 0..self.searched.len() {
            let body = self.searched[i];
            let first = self.first(body as u32) as usize;
            let is_awake = bodies[body].is_movable() && calm[body].time < CALM_TIME;
            self.is_restless[first] |= is_awake || self.is_restless[body];
        }
        let mut islands: Vec<Island> = Vec::new();
        for i in 0..self.searched.len() {
            let body = self.searched[i] as u32;
            if !bodies[body as usize].is_movable() {
                continue;
            }
            let first = self.first(body);
            if self.is_restless[first as usize] {
                continue;
            }
            if first == body {
                islands.push(Island { since: frame, bodies: vec![body], neighbours: Vec::new() });
            } else if let Ok(at) = islands.binary_search_by_key(&first, |island| island.bodies[0]) {
                islands[at].bodies.push(body);
            }
        }
        islands
    }
}

stored!(Calm { time, center, angle });
