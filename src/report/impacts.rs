//! Predicted impacts (time of impact) from the present velocities.

use collide2d::{
    Aabb, Body, Impact, PairKey, Pose, ShapeKind, SweepAndPrune, Turning, World, collide, first_touch,
    first_touch_rotating,
};
use glam::{DVec2, Vec2};

use super::ImpactReport;
use super::pair::can_touch;

/// How near to a touch the rotating sweep comes, and how far the chords of a parabola are from it. Of the smaller body's
/// radius, and of a metre where it is larger.
const ACCURACY: f32 = 1.0e-4;
/// The same at least, of that radius: rounding.
const LEAST_ACCURACY: f32 = 1.0e-6;
/// The same of a parabola at least, of the larger body's radius, so that a speck takes no more than some 1e5 chords along
/// a floor.
const LEAST_SAGITTA: f32 = 1.0e-10;
/// Chords of the second pass for one of the first.
const FINER: u32 = 64;
/// From this count on `number + 1.0` rounds to `number`.
const LAST_CHORD: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;

/// How bodies move in a prediction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Course {
    /// At their present velocity, without rotation.
    #[default]
    Straight,
    /// At their present velocity and angular velocity.
    Turning,
    /// With the acceleration that gravity and their own give them, without rotation; no damping.
    Falling,
}

/// First contact of one pair within `horizon` seconds, if it does not touch now.
pub fn impact(world: &World, a: u32, b: u32, horizon: f32, course: Course) -> Option<ImpactReport> {
    let (a, b) = (a.min(b), a.max(b));
    let (body_a, body_b) = (world.body(a)?, world.body(b)?);
    let (time, there, impact) = match course {
        Course::Straight => at_velocity([body_a, body_b], horizon),
        Course::Turning => turning([body_a, body_b], horizon),
        Course::Falling => falling(world, [body_a, body_b], horizon),
    }?;
    let point = (there + impact.from_a.as_dvec2()).as_vec2();
    // A computed zero has no sign.
    Some(ImpactReport {
        a,
        b,
        time: time + 0.0,
        point: point + Vec2::ZERO,
        normal: impact.normal + Vec2::ZERO,
    })
}

/// When two bodies touch, where `a` is then, and the touch.
type TouchAhead = (f32, DVec2, Impact);

fn at_velocity([a, b]: [&Body; 2], horizon: f32) -> Option<TouchAhead> {
    let velocity = a.velocity() - b.velocity();
    let impact = first_touch(a.shape(), a.pose(), b.shape(), b.pose(), velocity, horizon)?;
    Some((impact.time, straight(a).pose_after(a.pose(), impact.time).position.as_dvec2(), impact))
}

/// Of bodies of which neither turns it is exact.
fn turning([a, b]: [&Body; 2], horizon: f32) -> Option<TouchAhead> {
    if a.angular_velocity() == 0.0 && b.angular_velocity() == 0.0 {
        return at_velocity([a, b], horizon);
    }
    let (motion, other) = (Turning::of(a), Turning::of(b));
    let accuracy = accuracy(radii([a, b])[0]);
    let impact =
        first_touch_rotating(a.shape(), a.pose(), &motion, b.shape(), b.pose(), &other, horizon, accuracy)?;
    Some((impact.time, motion.pose_after(a.pose(), impact.time).position.as_dvec2(), impact))
}

fn accuracy(smaller_radius: f32) -> f32 {
    (ACCURACY * smaller_radius.min(1.0)).max(LEAST_ACCURACY * smaller_radius)
}

/// Of the bounding circles, the smaller one first. Metres.
fn radii(bodies: [&Body; 2]) -> [f32; 2] {
    let [a, b] = bodies.map(|body| body.bounding_circle().radius);
    [a.min(b), a.max(b)]
}

/// How far a body moves in some seconds: v·t + ½·a·t².
pub fn fallen(velocity: Vec2, acceleration: Vec2, time: f64) -> DVec2 {
    velocity.as_dvec2() * time + acceleration.as_dvec2() * (0.5 * time * time)
}

/// The first contact of two bodies on their parabolas. Relative to one another they move on one parabola, which is swept
/// chord by chord, and where a chord touches by finer ones; chords on which their boxes stay apart are passed over. Those
/// that are left are few however long the horizon is: a body that accelerates leaves the other's box.
fn falling(world: &World, [a, b]: [&Body; 2], horizon: f32) -> Option<TouchAhead> {
    let gravity = world.settings().gravity;
    let (pull_a, pull_b) = (a.acceleration(gravity), b.acceleration(gravity));
    let kinds = [a, b].map(|body| body.shape().kind());
    let holds_all = !kinds.contains(&ShapeKind::Chain);
    let is_in_contact = || collide(a.shape(), a.pose(), b.shape(), b.pose()).is_some();
    if kinds == [ShapeKind::Wall; 2] || holds_all && is_in_contact() {
        return None;
    }
    let fall = Fall { a, b, velocity: a.velocity() - b.velocity(), pull: pull_a - pull_b, holds_all };
    // A chord of `d` seconds is at most a·d²/8 from the parabola.
    let (pull, end) = (fall.pull.as_dvec2().length(), f64::from(horizon));
    let [smaller, larger] = radii([a, b]);
    let sagitta = f64::from(accuracy(smaller).max(LEAST_SAGITTA * larger));
    let chord = if pull > 0.0 && pull.is_finite() { (8.0 * sagitta / pull).sqrt().min(end) } else { end };
    let mut number = 0.0;
    while number * chord < end && number < LAST_CHORD {
        let from = number * chord;
        // The last of them is swept: the boxes are rounded.
        let passed = (fall.time_apart(from) / chord).floor() - 1.0;
        if passed >= 1.0 {
            number += passed;
            continue;
        }
        let to = (from + chord).min(end);
        if fall.sweep(from, to).is_some() {
            let (first, last) = ((from - chord).max(0.0), (to + chord).min(end));
            let fine = (last - first) / f64::from(3 * FINER);
            let mut parts = 0..3 * FINER;
            let found =
                parts.find_map(|i| fall.sweep(first + fine * f64::from(i), first + fine * f64::from(i + 1)));
            if let Some((time, impact)) = found {
                let there = a.pose().position.as_dvec2() + fallen(a.velocity(), pull_a, time);
                return Some((time as f32, there, impact));
            }
        }
        number += 1.0;
    }
    None
}

/// How one body moves relative to another on a parabola.
struct Fall<'w> {
    a: &'w Body,
    b: &'w Body,
    /// Of `a` relative to `b`.
    velocity: Vec2,
    pull: Vec2,
    /// Neither is a chain, which may let the other through.
    holds_all: bool,
}

impl Fall<'_> {
    /// The first touch along the chord between two times.
    fn sweep(&self, from: f64, to: f64) -> Option<(f64, Impact)> {
        let Self { a, b, .. } = *self;
        let way = |time: f64| fallen(self.velocity, self.pull, time);
        // Measured from `b`, so that shapes far from the origin are as exact as near it.
        let start = a.pose().position.as_dvec2() - b.pose().position.as_dvec2();
        let pose_a = Pose { position: (start + way(from)).as_vec2(), ..*a.pose() };
        let pose_b = Pose { position: Vec2::ZERO, ..*b.pose() };
        let (velocity, time) = (((way(to) - way(from)) / (to - from)).as_vec2(), (to - from) as f32);
        if let Some(impact) = first_touch(a.shape(), &pose_a, b.shape(), &pose_b, velocity, time) {
            return Some((from + f64::from(impact.time), impact));
        }
        // Rounding can hide a touch at the very end of a chord from it: the next one begins in contact.
        if from == 0.0 || !self.holds_all {
            return None;
        }
        let contact = collide(a.shape(), &pose_a, b.shape(), &pose_b)?;
        Some((from, Impact { time: 0.0, from_a: contact.middle(), normal: contact.normal }))
    }

    /// Seconds after `time` in which their boxes stay apart; 0 where they are not.
    fn time_apart(&self, time: f64) -> f64 {
        let (a, b) = (self.a.aabb(), self.b.aabb());
        let way = fallen(self.velocity, self.pull, time);
        let (past, before) =
            (a.min.as_dvec2() + way - b.max.as_dvec2(), b.min.as_dvec2() - a.max.as_dvec2() - way);
        let gap = past.max(before).max(DVec2::ZERO).length();
        if gap == 0.0 {
            return 0.0;
        }
        // v·t + ½·a·t² = gap
        let pull = self.pull.as_dvec2();
        let speed = (self.velocity.as_dvec2() + pull * time).length();
        2.0 * gap / (speed + (speed * speed + 2.0 * pull.length() * gap).sqrt())
    }
}

pub fn straight(body: &Body) -> Turning {
    Turning { angular_velocity: 0.0, ..Turning::of(body) }
}

/// First contacts of all pairs that do not touch now, sorted by pair. Pairs whose swept AABBs do not overlap
/// are skipped.
pub fn impacts(world: &World, horizon: f32, course: Course) -> Vec<ImpactReport> {
    let (bodies, rotating) = (world.bodies(), course == Course::Turning);
    let pull = |body: &Body| {
        if course == Course::Falling { body.acceleration(world.settings().gravity) } else { Vec2::ZERO }
    };
    let swept = |body: &Body| {
        let mut now = body.aabb();
        if rotating && body.angular_velocity() != 0.0 {
            // The AABB of the body at any rotation.
            let (disc, center) = (body.bounding_circle(), body.center());
            let reach = Vec2::splat(disc.center.distance(center) + disc.radius);
            now = now.union(&Aabb { min: center - reach, max: center + reach });
        }
        let (velocity, pull) = (body.velocity(), pull(body));
        // The end of the way, and where a parabola turns along x and along y.
        let (turns, end) = ([-velocity.x / pull.x, -velocity.y / pull.y].map(f64::from), f64::from(horizon));
        let times = turns.into_iter().filter(|time| (0.0..end).contains(time));
        let all = times.chain([end]).fold(now, |all, time| {
            let way = fallen(velocity, pull, time).as_vec2();
            all.union(&Aabb { min: now.min + way, max: now.max + way })
        });
        // A margin, so that rounding does not hide a pair that just touches.
        let margin = all.min.abs().max(all.max.abs()) * (4.0 * f32::EPSILON);
        Aabb { min: all.min - margin, max: all.max + margin }
    };
    let boxes: Vec<Aabb> = bodies.iter().map(swept).collect();
    let moves = |i: u32| {
        let turns = |body: &Body| rotating && body.angular_velocity() != 0.0;
        bodies
            .get(i as usize)
            .is_some_and(|body| body.velocity() != Vec2::ZERO || pull(body) != Vec2::ZERO || turns(body))
    };
    let mut candidates = Vec::new();
    SweepAndPrune::default().pairs(
        &boxes,
        |a, b| {
            (moves(a) || moves(b))
                && can_touch(world, a, b)
                && world.contacts_of(PairKey::new(a, b)).is_empty()
        },
        &mut candidates,
    );
    let first = |pair: &PairKey| impact(world, pair.a(), pair.b(), horizon, course);
    candidates.iter().filter_map(first).collect()
}
