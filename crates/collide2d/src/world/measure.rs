//! Energy, momentum and hash of a whole world.

use glam::{DVec2, Vec2};

use super::World;
use crate::body::{Body, Motion};
use crate::generator::ContactSource;
use crate::pair::PairKey;

/// Mechanical energy of the dynamic bodies. Joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of translation and rotation.
    pub kinetic: f64,
    /// In gravity and each body's own acceleration; zero at the world's origin.
    pub potential: f64,
}

/// Momentum of the dynamic bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Momentum {
    /// Newton seconds.
    pub linear: DVec2,
    /// About the world's origin, counter-clockwise. Newton metre seconds.
    pub angular: f64,
}

impl Energy {
    /// Kinetic plus potential.
    pub fn total(self) -> f64 {
        self.kinetic + self.potential
    }
}

impl Body {
    /// Mechanical energy in this gravity (metres per second squared) and the body's own acceleration, the
    /// potential part zero at the world's origin; `None` unless dynamic.
    pub fn energy(&self, gravity: Vec2) -> Option<Energy> {
        let Motion::Dynamic { mass, .. } = *self.motion() else { return None };
        let (spin, spun) = self.spin(mass);
        let pull = self.acceleration(gravity).as_dvec2();
        Some(Energy {
            kinetic: 0.5 * (f64::from(mass) * self.velocity().as_dvec2().length_squared() + spun * spin),
            potential: 0.0 - f64::from(mass) * pull.dot(self.center().as_dvec2()),
        })
    }

    /// Momentum; `None` unless dynamic.
    pub fn momentum(&self) -> Option<Momentum> {
        let Motion::Dynamic { mass, .. } = *self.motion() else { return None };
        let linear = self.velocity().as_dvec2() * f64::from(mass);
        let (_, spun) = self.spin(mass);
        Some(Momentum { linear, angular: self.center().as_dvec2().perp_dot(linear) + spun })
    }

    /// Radians per second, and the angular momentum about the centre of mass. A moment of inertia may be beyond what a float
    /// holds: at rest that is no momentum.
    fn spin(&self, mass: f32) -> (f64, f64) {
        let spin = f64::from(self.angular_velocity()).to_radians();
        let inertia = f64::from(self.shape().moment_of_inertia(mass));
        (spin, if spin == 0.0 { 0.0 } else { inertia * spin })
    }
}

impl World {
    /// Mechanical energy of all dynamic bodies.
    pub fn energy(&self) -> Energy {
        let mut sum = Energy::default();
        for energy in self.bodies.iter().filter_map(|body| body.energy(self.settings.gravity)) {
            sum.kinetic += energy.kinetic;
            sum.potential += energy.potential;
        }
        sum
    }

    /// Momentum of all dynamic bodies.
    pub fn momentum(&self) -> Momentum {
        let mut sum = Momentum::default();
        for momentum in self.bodies.iter().filter_map(Body::momentum) {
            sum.linear += momentum.linear;
            sum.angular += momentum.angular;
        }
        sum
    }

    /// Hash of the state that the next step starts from, without shapes and settings: FNV-1a, 64 bits. Two runs of one
    /// scene, of which bodies, settings and listeners were set in the same steps, are in equal states where their hashes
    /// are equal. Where they were not, the hash does not tell since when contacts wait for a place ([`World::waiting`]),
    /// where calm bodies came to rest, on which it depends when they sleep, and what cables and rods among those that sleep
    /// gave them last.
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv::new();
        hash.add(self.frame);
        for body in &self.bodies {
            hash.body(body);
        }
        for touching in &self.touching {
            hash.add(touching.pair.get());
            hash.add(touching.since);
        }
        hash.add(self.resume.map_or(0, PairKey::get));
        for known in &self.impulses.points {
            hash.add(known.pair.get());
            hash.add(u64::from(known.feature));
            hash.float(known.normal);
            hash.float(known.tangent);
            if known.leaves != 0 {
                hash.add(u64::from(known.leaves));
            }
        }
        for known in &self.impulses.links {
            hash.add(u64::from(known.generator));
            hash.float(known.impulse);
        }
        for pair in self.passing.let_through.iter().chain(&self.passing.behind) {
            hash.add(pair.get());
        }
        if let Some(next) = self.next_generated {
            hash.source(next);
        }
        // How many wait decides how many contacts of pairs have a place.
        for waiting in &self.waiting_generated {
            hash.source(*waiting);
        }
        self.sleep_state().for_each(|number| hash.add(number));
        self.places.state().for_each(|number| hash.add(u64::from(number)));
        hash.0
    }

    /// [`World::hash`] of one body, to find where two runs differ; `None` if there is none of that index.
    pub fn body_hash(&self, index: u32) -> Option<u64> {
        let mut hash = Fnv::new();
        hash.body(self.bodies.get(index as usize)?);
        Some(hash.0)
    }
}

/// Fowler, Noll and Vo's hash, variant 1a.
pub(super) struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    pub fn of(bytes: &[u8]) -> u64 {
        let mut hash = Self::new();
        hash.bytes(bytes);
        hash.0
    }

    fn float(&mut self, value: f32) {
        self.add(u64::from(value.to_bits()));
    }

    fn source(&mut self, source: ContactSource) {
        match source {
            ContactSource::Pair(pair) => self.add(pair.get()),
            ContactSource::Generated { generator, a, b } => {
                [generator, a, b.unwrap_or(a)].into_iter().for_each(|index| self.add(u64::from(index)));
            }
        }
    }

    fn body(&mut self, body: &Body) {
        let (at, velocity) = (body.pose().position, body.velocity());
        for value in [at.x, at.y, velocity.x, velocity.y, body.angular_velocity()] {
            self.float(value);
        }
        self.add(body.angle().to_bits());
        if body.is_removed() {
            self.add(1);
        }
    }
}
