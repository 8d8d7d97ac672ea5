//! Candidate pairs and touching pairs of a state.

use glam::Vec2;

use super::World;
use super::body::Body;
use super::pair::{PairContact, PairKey};
use crate::aabb::Aabb;
use crate::broad_phase::SweepAndPrune;
use crate::contact::collide;
use crate::shape::Shape;

/// Which pairs to look at. Wall with wall never is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// All but static with static, as a step does.
    Moving,
    /// All.
    All,
}

/// Finds touching pairs, in memory kept between calls.
#[derive(Debug, Default)]
pub struct Detector {
    broad_phase: SweepAndPrune,
    boxes: Vec<Aabb>,
    pairs: Vec<PairKey>,
    contacts: Vec<PairContact>,
}

impl Detector {
    /// Every touching pair of the present state, sorted by `a`, then `b`. Sensors are among them.
    pub fn detect(&mut self, world: &World, which: Which) -> &[PairContact] {
        self.candidates(world.bodies(), which, 0.0);
        self.contacts.clear();
        for &pair in &self.pairs {
            let (a, b) = (&world.bodies[pair.a() as usize], &world.bodies[pair.b() as usize]);
            if let Some(contact) = collide(a.shape(), a.pose(), b.shape(), b.pose()) {
                self.contacts.push(PairContact { a: pair.a(), b: pair.b(), contact });
            }
        }
        &self.contacts
    }

    /// Every pair whose AABBs are no more than `margin` metres apart along x and along y, sorted.
    pub fn candidates(&mut self, bodies: &[Body], which: Which, margin: f32) -> &[PairKey] {
        self.boxes.clear();
        self.boxes.extend(bodies.iter().map(|body| grown(body.aabb(), 0.5 * margin)));
        let wanted = |i: u32, j: u32| {
            let (a, b) = (&bodies[i as usize], &bodies[j as usize]);
            let walls = matches!(a.shape(), Shape::Wall(_)) && matches!(b.shape(), Shape::Wall(_));
            !walls && (which == Which::All || !(a.is_static() && b.is_static()))
        };
        self.broad_phase.pairs(&self.boxes, wanted, &mut self.pairs);
        &self.pairs
    }
}

/// The box, larger by a margin and by what rounding in world coordinates may have taken: a pair is tested relative to one of its bodies,
/// and no pair that touches there may be missed here.
fn grown(aabb: &Aabb, margin: f32) -> Aabb {
    let reach = aabb.min.abs().max(aabb.max.abs());
    let margin: Vec2 = reach * (2.0 * f32::EPSILON) + margin;
    Aabb { min: aabb.min - margin, max: aabb.max + margin }
}
