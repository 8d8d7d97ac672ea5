//! The impulses of one step, summed for each contact point.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use collide2d::{Body, ContactSource, Iteration, Stage, StepObserver, World};
use glam::Vec2;

/// The impulses of one step by contact point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Impulses {
    /// The frame after the step.
    pub frame: u64,
    /// Sorted by source, then point.
    pub points: Vec<PointImpulse>,
}

/// The impulses on `a` at one contact point over a whole step; those on `b` are the opposite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointImpulse {
    /// What the contact comes from, and its bodies.
    pub source: ContactSource,
    /// World position in the last iteration.
    pub position: Vec2,
    /// Unit vector on `b` toward `a`.
    pub normal: Vec2,
    /// Along the normal. Newton seconds.
    pub impulse: f32,
    /// Along the normal turned by -90°. Newton seconds.
    pub friction: f32,
}

impl Impulses {
    /// Steps `world` and sums the impulses.
    pub fn of_step(world: &mut World) -> Self {
        let mut sum = ImpulseSum::default();
        world.step_with(&mut sum);
        Self { frame: world.frame(), points: sum.0.into_values().collect() }
    }
}

impl PointImpulse {
    /// The impulses of one iteration.
    pub fn of(told: &Iteration) -> Self {
        Self {
            source: told.source,
            position: told.position,
            normal: told.normal,
            impulse: told.impulse,
            friction: told.friction_impulse,
        }
    }
}

#[derive(Default)]
struct ImpulseSum(BTreeMap<(ContactSource, u32), PointImpulse>);

impl StepObserver for ImpulseSum {
    fn stage(&mut self, stage: &Stage, _: &[Body]) {
        let Stage::Iteration(told) = stage else { return };
        let point = told.point;
        let told = PointImpulse::of(told);
        match self.0.entry((told.source, point)) {
            Entry::Vacant(place) => {
                place.insert(told);
            }
            Entry::Occupied(mut place) => {
                let sum = place.get_mut();
                sum.position = told.position;
                // A rod pushes along one normal and pulls along the opposite.
                let side = if told.normal.dot(sum.normal) < 0.0 { -1.0 } else { 1.0 };
                sum.impulse += side * told.impulse;
                sum.friction += side * told.friction;
            }
        }
    }
}
