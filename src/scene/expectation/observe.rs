//! What expectations find in a world.

use collide2d::{Body, PairKey, World, trace_leaves};
use glam::Vec2;

use super::{Expectation, direction};
use crate::scene::find::{nearest_of, nearest_points, touch};
use crate::scene::named::BodyPart;
use crate::scene::query::ask::{AskedQueries, QueryAnswer};

impl Expectation {
    /// Whether it holds in a world at its frame, in which `find` knows bodies and parts by name, `name` has a body's name in
    /// quotes, and `queries` are asked. The error says what is found instead. What asks for a range of frames holds here.
    pub fn observe(
        &self,
        world: &World,
        queries: &AskedQueries,
        find: impl Fn(&str) -> Result<BodyPart, String>,
        name: impl Fn(u32) -> String,
    ) -> Result<(), String> {
        match self {
            Self::Contact { a, b, depth, normal, tolerance, .. } => {
                let (a, b) = (find(a)?, find(b)?);
                let (found, toward_a) = touch(world, a, b).ok_or_else(|| gap(world, a, b))?;
                let tolerance = f64::from(*tolerance);
                let is_deep = depth.is_none_or(|d| (f64::from(found) - f64::from(d)).abs() <= tolerance);
                let holds = is_deep && normal.is_none_or(|n| angle(toward_a, n) <= tolerance);
                if holds { Ok(()) } else { Err(contact_words(found, toward_a)) }
            }
            Self::Separate { a, b, .. } => match touch(world, find(a)?, find(b)?) {
                Some((depth, normal)) => Err(contact_words(depth, normal)),
                None => Ok(()),
            },
            Self::Hit { query, body, fraction, normal, tolerance, any, .. } => {
                let (body, answer, tolerance) =
                    (find(body)?.body, queries.ask(query, world), f64::from(*tolerance));
                let QueryAnswer::Hits(hits) = &answer else {
                    let found = answer_words(&answer, name);
                    return match answer.bodies().contains(&body) {
                        true if fraction.is_none() && normal.is_none() => Ok(()),
                        true => Err(format!("{found}; such a query has no fraction and no normal")),
                        false => Err(found),
                    };
                };
                let is_there = |found: f32| {
                    fraction.is_none_or(|f| (f64::from(found) - f64::from(f)).abs() <= tolerance)
                };
                let is_faced = |found: Option<Vec2>| {
                    normal.is_none_or(|n| found.is_some_and(|found| angle(found, n) <= tolerance))
                };
                let mut asked = hits.iter().take(if *any { usize::MAX } else { 1 });
                let holds =
                    asked.any(|hit| hit.body == body && is_there(hit.fraction) && is_faced(hit.normal));
                if holds { Ok(()) } else { Err(answer_words(&answer, name)) }
            }
            Self::Miss { query, .. } => {
                let answer = queries.ask(query, world);
                let is_asked = answer != QueryAnswer::Nothing;
                if is_asked && answer.first_hit().is_none() {
                    Ok(())
                } else {
                    Err(answer_words(&answer, name))
                }
            }
            Self::Distance { a, b, distance, tolerance, .. } => {
                let (a, b) = (find(a)?, find(b)?);
                let found = nearest_points(world, a, b).ok_or("a body that is gone")?.distance;
                let off = |expected: f32| (f64::from(found) - f64::from(expected)).abs();
                let holds = distance.is_none_or(|expected| off(expected) <= f64::from(*tolerance));
                if holds { Ok(()) } else { Err(format!("a distance of {found:?}")) }
            }
            Self::Never { .. } | Self::Soon { .. } => Ok(()),
        }
    }
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
            let along = along.normalize_or(axis.direction);
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
