//! What a view can be fitted to: the scene, the bodies that move, a pair, its contact.

use collide2d::{Aabb, Body, closest_points};
use glam::Vec2;

use crate::picture::frame::Frame;
use crate::report::{ContactReport, PairReport};

/// What a view is fitted to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Framing {
    /// Every body.
    #[default]
    Scene,
    /// The bodies that are not static, where static ones reach more than four times as far; else every body.
    Moving,
    /// The selected pair; of a body more than four times as large as the other, the part around the contact.
    Pair,
    /// Its contact, so that the depth is seen; of a pair that is apart its nearest points, and the gap between them.
    Contact,
}

impl Framing {
    /// The word of `render --fit`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Scene => "scene",
            Self::Moving => "moving",
            Self::Pair => "pair",
            Self::Contact => "contact",
        }
    }
}

/// A body counts as far larger than another from this ratio on.
const FAR: f32 = 4.0;

/// A body that alone moves is shown with this many times its size on every side, so that it is seen where it is.
const ALONE: f32 = 2.0;
/// The same for several bodies, of their size together.
const BESIDE: f32 = 0.25;

/// The box that a framing shows, for these bodies and the selected pair, along the axes of `frame` and in its
/// coordinates; `None` where there is nothing to show.
pub fn bounds(framing: Framing, frame: &Frame, bodies: &[Body], pair: Option<&PairReport>) -> Option<Aabb> {
    let all = || around(frame, bodies.iter());
    match framing {
        Framing::Scene => all(),
        Framing::Moving => moving(frame, bodies).or_else(all),
        Framing::Pair => of_pair(frame, pair?, bodies),
        Framing::Contact => of_contact(frame, pair?, bodies),
    }
}

/// The box of the bodies that move, with the ground that is near them on every side; `None` where static bodies
/// reach little farther.
fn moving(frame: &Frame, bodies: &[Body]) -> Option<Aabb> {
    let all = around(frame, bodies.iter())?;
    let others = around(frame, bodies.iter().filter(|body| !body.is_static()))?;
    if extent(&all) <= FAR * extent(&others) {
        return None;
    }
    let gap = |fixed: &Body| (-others.overlap(&frame.box_of(fixed))).max(Vec2::ZERO).length();
    let ground = bodies.iter().filter(|body| body.is_static()).map(gap).fold(f32::INFINITY, f32::min);
    let is_alone = bodies.iter().filter(|body| !body.is_static() && !body.is_removed()).count() == 1;
    let least = if is_alone { ALONE } else { BESIDE };
    Some(grown(&others, ground.min(FAR * extent(&others)).max(least * extent(&others))))
}

fn around<'a>(frame: &Frame, bodies: impl Iterator<Item = &'a Body>) -> Option<Aabb> {
    bodies.filter(|body| !body.is_removed()).map(|body| frame.box_of(body)).reduce(|all, one| all.union(&one))
}

fn extent(bounds: &Aabb) -> f32 {
    bounds.size().max_element()
}

pub fn grown(bounds: &Aabb, by: f32) -> Aabb {
    Aabb { min: bounds.min - by, max: bounds.max + by }
}

fn of_pair(frame: &Frame, pair: &PairReport, bodies: &[Body]) -> Option<Aabb> {
    let both @ [a, b] = [bodies.get(pair.a as usize)?, bodies.get(pair.b as usize)?];
    let (one, other) = (frame.box_of(a), frame.box_of(b));
    let (small, large) = if extent(&one) <= extent(&other) { (one, other) } else { (other, one) };
    if extent(&large) <= FAR * extent(&small) {
        return Some(one.union(&other));
    }
    let focus = frame.local_point(focus(pair, both));
    let near = grown(&small.union(&Aabb { min: focus, max: focus }), 0.5 * extent(&small));
    let part = Aabb { min: large.min.max(near.min), max: large.max.min(near.max) };
    Some(if part.min.cmple(part.max).all() { small.union(&part) } else { near })
}

fn of_contact(frame: &Frame, pair: &PairReport, bodies: &[Body]) -> Option<Aabb> {
    /// Half of the box's width, in depths of the contact.
    const AROUND: f32 = 2.0;
    let [a, b] = [bodies.get(pair.a as usize)?, bodies.get(pair.b as usize)?];
    let (at, length) = match pair.contact.as_ref().and_then(ContactReport::deepest) {
        Some(point) => point,
        None => {
            let nearest = closest_points(a.shape(), a.pose(), b.shape(), b.pose());
            let [on_a, on_b] = nearest.points;
            (0.5 * (on_a + on_b), nearest.distance.abs())
        }
    };
    let at = frame.local_point(at);
    // Lengths below the spacing of f32 at that place cannot be seen at any scale.
    let least = at.abs().max_element().max(1.0e-3) * f32::EPSILON * 8.0;
    Some(grown(&Aabb { min: at, max: at }, AROUND * length.max(least)))
}

/// The world point that a pair is about: between its contact points, or else between the shapes where they
/// are nearest along the deciding axis.
pub fn focus(pair: &PairReport, [a, b]: [&Body; 2]) -> Vec2 {
    if let Some(contact) = &pair.contact
        && !contact.points.is_empty()
    {
        return contact.points.iter().map(|(position, _)| *position).sum::<Vec2>()
            / contact.points.len() as f32;
    }
    let deciding = pair.trace.as_ref().and_then(|trace| trace.local.axes.get(trace.deciding?));
    let between = b.bounding_circle().center - a.bounding_circle().center;
    let normal = deciding.map_or(between.normalize_or(Vec2::X), |test| test.direction);
    middle(a, b, normal) + middle(a, b, normal.perp())
}

/// The vector along `direction` to the middle of what the two intervals share, or of the gap between them.
fn middle(a: &Body, b: &Body, direction: Vec2) -> Vec2 {
    let ends = |body: &Body| {
        [-direction, direction].map(|along| body.shape().support(body.pose(), along).dot(direction))
    };
    let ([a_min, a_max], [b_min, b_max]) = (ends(a), ends(b));
    direction * ((a_min.max(b_min) + a_max.min(b_max)) * 0.5)
}
