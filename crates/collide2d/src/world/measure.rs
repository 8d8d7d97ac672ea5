//! What a person reads off a whole world: energy, momentum, a hash of the state.

use glam::DVec2;

use super::World;
use crate::body::{Body, Motion};
use crate::pair::PairKey;

/// Mechanical energy of the dynamic bodies. Joules.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// Of moving and turning.
    pub kinetic: f64,
    /// Of height against gravity and each body's own acceleration; zero at the world's origin.
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
    /// Kinetic and potential.
    pub fn total(self) -> f64 {
        self.kinetic + self.potential
    }
}

impl World {
    /// Mechanical energy of all dynamic bodies.
    pub fn energy(&self) -> Energy {
        let mut sum = Energy::default();
        for body in &self.bodies {
            let Motion::Dynamic { mass, acceleration, .. } = *body.motion() else { continue };
            let spin = f64::from(body.angular_velocity()).to_radians();
            let inertia = f64::from(body.shape().moment_of_inertia(mass));
            let pull = (self.settings.gravity + acceleration).as_dvec2();
            sum.kinetic +=
                0.5 * (f64::from(mass) * body.velocity().as_dvec2().length_squared() + inertia * spin * spin);
            sum.potential -= f64::from(mass) * pull.dot(body.center().as_dvec2());
        }
        sum
    }

    /// Momentum of all dynamic bodies.
    pub fn momentum(&self) -> Momentum {
        let mut sum = Momentum::default();
        for body in &self.bodies {
            let Motion::Dynamic { mass, .. } = *body.motion() else { continue };
            let linear = body.velocity().as_dvec2() * f64::from(mass);
            let spin = f64::from(body.angular_velocity()).to_radians();
            sum.linear += linear;
            sum.angular += body.center().as_dvec2().perp_dot(linear)
                + f64::from(body.shape().moment_of_inertia(mass)) * spin;
        }
        sum
    }

    /// Hash of everything that the next step starts from but shapes and settings: two runs of one scene agree as long as this does.
    /// FNV-1a, 64 bits, over the bits of the state.
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
        for known in &self.impulses {
            hash.add(known.pair.get());
            hash.add(u64::from(known.feature));
            hash.float(known.normal);
            hash.float(known.tangent);
        }
        hash.0
    }

    /// [`World::hash`] of one body alone; `None` where there is none of that index. Finds the body in which two runs differ.
    pub fn body_hash(&self, index: u32) -> Option<u64> {
        let mut hash = Fnv::new();
        hash.body(self.bodies.get(index as usize)?);
        Some(hash.0)
    }
}

/// Fowler, Noll and Vo's hash, variant 1a.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
    fn add(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    fn float(&mut self, value: f32) {
        self.add(u64::from(value.to_bits()));
    }
    fn body(&mut self, body: &Body) {
        for value in [
            body.pose().position.x,
            body.pose().position.y,
            body.velocity().x,
            body.velocity().y,
            body.angular_velocity(),
        ] {
            self.float(value);
        }
        self.add(body.angle().to_bits());
        if body.is_removed() {
            self.add(1);
        }
    }
}
