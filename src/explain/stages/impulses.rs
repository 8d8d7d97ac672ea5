//! The impulses of one step, summed for each contact point.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use collide2d::{Body, ContactSource, Iteration, Stage, StepObserver, World};
use glam::{DVec2, Vec2};

use super::StepRecord;
use super::words::{count, name, without_rounding};
use crate::scene::Scene;
use crate::scene::numbers::{number, vec2};

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

/// "heavy: impulses of 2 contacts come to (-2.25, 0) N·s, and its velocity changes by (-0.75, 0) m/s": of each body
/// that an iteration pushed. A body that contacts do not move takes none.
pub(super) fn sums(recording: &StepRecord, scene: &Scene) -> Vec<String> {
    let mut of_bodies: BTreeMap<u32, (DVec2, BTreeSet<ContactSource>)> = BTreeMap::new();
    for recorded in &recording.stages {
        let Stage::Iteration(told) = &recorded.stage else { continue };
        if told.impulse == 0.0 && told.friction_impulse == 0.0 {
            continue;
        }
        let (normal, friction) = (told.normal.as_dvec2(), f64::from(told.friction_impulse));
        let on_a = normal * f64::from(told.impulse) - normal.perp() * friction;
        for (index, side) in [Some(told.source.a()), told.source.b()].into_iter().flatten().zip([1.0, -1.0]) {
            let of_body = of_bodies.entry(index).or_default();
            of_body.0 += on_a * side;
            of_body.1.insert(told.source);
        }
    }
    let line = |(index, (sum, sources)): (u32, (DVec2, BTreeSet<ContactSource>))| {
        let body = recording.world.body(index).filter(|body| body.inverse_mass() > 0.0)?;
        // What cancels leaves the rounding of single impulses.
        let size = recording.largest_impulse.unwrap_or_default();
        let sum = without_rounding(sum.as_vec2(), 16.0 * size);
        let change = without_rounding(sum * body.inverse_mass(), 0.0);
        Some(format!(
            "{}: the impulses of {} come to {} N·s; over its mass of {} kg that is a change of velocity by {} m/s",
            name(scene, index),
            count(sources.len(), "contact", "contacts"),
            vec2(sum),
            number(body.inverse_mass().recip()),
            vec2(change)
        ))
    };
    of_bodies.into_iter().filter_map(line).collect()
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
