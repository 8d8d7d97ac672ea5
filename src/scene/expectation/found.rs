//! What a world has where something is expected, and whether it is that; what is found instead, in the words of `check`.

use collide2d::{Body, PairKey, World, trace_leaves};
use glam::Vec2;

use super::direction;
use crate::scene::find::{nearest_of, nearest_points, touch};
use crate::scene::named::BodyPart;
use crate::scene::query::ask::QueryAnswer;

/// What is asked of a contact or a hit, as far as it is given. Of a hit `amount` is the fraction, else the depth.
pub(super) struct WantedTouch {
    pub amount: Option<f32>,
    pub normal: Option<Vec2>,
    /// Of the amount, and radians for the angle between normals.
    pub tolerance: f32,
}

impl WantedTouch {
    fn is(&self, amount: f32, normal: Option<Vec2>) -> bool {
        let is_normal = |n| normal.is_some_and(|found| angle(found, n) <= f64::from(self.tolerance));
        is_within(amount, self.amount, self.tolerance) && self.normal.is_none_or(is_normal)
    }
}

/// Whether a number is the one expected, if one is.
fn is_within(found: f32, expected: Option<f32>, tolerance: f32) -> bool {
    expected.is_none_or(|e| (f64::from(found) - f64::from(e)).abs() <= f64::from(tolerance))
}

pub(super) fn contact(world: &World, [a, b]: [BodyPart; 2], wanted: &WantedTouch) -> Result<(), String> {
    let (depth, toward_a) = touch(world, a, b).ok_or_else(|| gap(world, a, b))?;
    if wanted.is(depth, Some(toward_a)) { Ok(()) } else { Err(contact_words(depth, toward_a)) }
}

pub(super) fn no_contact(world: &World, [a, b]: [BodyPart; 2]) -> Result<(), String> {
    touch(world, a, b).map_or(Ok(()), |(depth, normal)| Err(contact_words(depth, normal)))
}

/// A body among what a query finds: on a way the first of all, or `any` of them. `name` has a body's name, quoted.
pub(super) fn hit(
    answer: &QueryAnswer,
    (body, any): (u32, bool),
    wanted: &WantedTouch,
    name: impl Fn(u32) -> String,
) -> Result<(), String> {
    let is_found = || answer.bodies().contains(&body);
    let holds = if let QueryAnswer::Hits(hits) = answer {
        let mut asked = hits.iter().take(if any { usize::MAX } else { 1 });
        asked.any(|hit| hit.body == body && wanted.is(hit.fraction, hit.normal))
    } else if (wanted.amount, wanted.normal) != (None, None) && is_found() {
        let found = answer_words(answer, name);
        return Err(format!("{found}; such a query has no fraction and no normal"));
    } else {
        is_found()
    };
    if holds { Ok(()) } else { Err(answer_words(answer, name)) }
}

pub(super) fn no_hit(answer: &QueryAnswer, name: impl Fn(u32) -> String) -> Result<(), String> {
    let is_asked = *answer != QueryAnswer::Nothing;
    if is_asked && answer.first_hit().is_none() { Ok(()) } else { Err(answer_words(answer, name)) }
}

pub(super) fn distance(
    world: &World,
    [a, b]: [BodyPart; 2],
    expected: Option<f32>,
    tolerance: f32,
) -> Result<(), String> {
    let found = nearest_points(world, a, b).ok_or("a body that is gone")?.distance;
    if is_within(found, expected, tolerance) { Ok(()) } else { Err(format!("a distance of {found:?}")) }
}

fn contact_words(depth: f32, normal: Vec2) -> String {
    format!("contact, depth {depth:?}, normal {}", direction(normal))
}

/// What a query finds first, in the words of `check`; `name` has a body's name, quoted.
fn answer_words(answer: &QueryAnswer, name: impl Fn(u32) -> String) -> String {
    match answer {
        QueryAnswer::Hits(hits) => match hits.first() {
            None => "no hit".to_owned(),
            Some(hit) => {
                let normal = match hit.normal {
                    Some(normal) => format!("normal {}", direction(normal)),
                    None => "starting inside".to_owned(),
                };
                let more = if hits.len() > 1 {
                    format!("; {} more on the way", hits.len() - 1)
                } else {
                    String::new()
                };
                format!("{} at fraction {:?}, {normal}{more}", name(hit.body), hit.fraction)
            }
        },
        QueryAnswer::Points(_) | QueryAnswer::Bodies(_) => {
            let bodies: Vec<String> = answer.bodies().into_iter().map(name).collect();
            if bodies.is_empty() { "no body".to_owned() } else { bodies.join(", ") }
        }
        QueryAnswer::Closest(_) => "nothing to ask".to_owned(),
        QueryAnswer::Nothing => "nothing to ask: a body that it names is gone".to_owned(),
    }
}

fn gap(world: &World, a: BodyPart, b: BodyPart) -> String {
    let (a, b) = if a.body < b.body { (a, b) } else { (b, a) };
    let is_pair = a.body != b.body && world.is_pair(PairKey::new(a.body, b.body));
    let filters = [a, b].map(|of| world.body(of.body).map(Body::filter));
    if let [Some(p), Some(q)] = filters
        && !p.lets_meet(q)
    {
        return "no contact: masks keep them apart".to_owned();
    }
    let joint = world.joint_without_collision(PairKey::new(a.body, b.body));
    if a.body != b.body && joint.is_some() {
        return "no contact: a joint holds them, and they do not collide".to_owned();
    }
    let trace = || {
        let (body_a, body_b) = (world.body(a.body)?, world.body(b.body)?);
        let nearest = nearest_of(world, a, b)?;
        let traced =
            trace_leaves(body_a.shape(), body_a.pose(), body_b.shape(), body_b.pose(), nearest.leaves)?;
        Some(traced.trace)
    };
    let trace = if is_pair { trace() } else { None };
    match trace.and_then(|trace| trace.axes.get(trace.deciding()?).copied()) {
        Some(axis) if axis.overlap > 0.0 => {
            "no contact: they overlap, but a one-sided chain does not hold what came from behind".to_owned()
        }
        Some(axis) => {
            // An axis shows that they are apart; how far is another question, where a corner is nearest.
            let apart = nearest_points(world, a, b).filter(|nearest| nearest.distance > 0.0);
            let (gap, along) = match apart {
                Some(nearest) => (nearest.distance, nearest.points[0] - nearest.points[1]),
                None => (0.0, axis.direction),
            };
            // Divided, not multiplied by a rounded inverse: a unit vector as the report has it.
            let length = along.length();
            let along = if length.is_normal() { along / length } else { axis.direction };
            let along = if along.dot(axis.direction) < 0.0 { -along } else { along };
            format!("no contact: a gap of {gap:?} along {}", direction(along))
        }
        None => "no contact".to_owned(),
    }
}

/// Angle between two directions, 0 to π radians; accurate for small angles too.
fn angle(a: Vec2, b: Vec2) -> f64 {
    let (a, b) = (a.as_dvec2(), b.as_dvec2());
    a.perp_dot(b).abs().atan2(a.dot(b))
}
