//! What classic shortcuts would answer to a ray or a cast, where that is not what is right.

use collide2d::{Part, QueryStep, Ray, Shape, World, cast_ray};

use crate::scene::numbers::number;
use crate::scene::query::ask::{AskedOf, PlacedQuery, QueryAnswer};

/// Steps of a loop along a ray.
const STEPS: u16 = 10;

/// A shortcut and its wrong answer.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryMistake {
    pub shortcut: QueryShortcut,
    /// The way that it looks along.
    pub ray: Ray,
    /// The body that it finds, and at which fraction of the way.
    pub found: Option<(u32, f32)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueryShortcut {
    /// A body's bounding box is taken for its shape.
    BoundingBox,
    /// Points along a ray are tested, one after the other.
    Steps,
    /// A ray of the moving shape's origin is taken for the shape.
    Origin,
}

/// Whether a ray passes a body for the sole reason that it comes from behind the body's one-sided chain.
pub fn comes_from_behind(world: &World, body: u32, ray: &Ray) -> bool {
    let Some(body) = world.body(body) else { return false };
    let meets = |shape: &Shape| cast_ray(shape, body.pose(), ray, true).is_some();
    !meets(body.shape()) && held_from_both_sides(body.shape()).is_some_and(|shape| meets(&shape))
}

/// The same shape with its one-sided chains held from both sides; `None`: it has none.
fn held_from_both_sides(shape: &Shape) -> Option<Shape> {
    match shape {
        Shape::Chain(chain) if chain.is_one_sided() => {
            Shape::chain(chain.points(), chain.is_closed(), false).ok()
        }
        Shape::Compound(compound) if shape.is_one_sided() => {
            let held = |part: &Part| match held_from_both_sides(&part.shape) {
                Some(shape) => Part { shape, ..part.clone() },
                None => part.clone(),
            };
            Shape::compound(compound.parts().iter().map(held).collect()).ok()
        }
        Shape::Circle(_)
        | Shape::Capsule(_)
        | Shape::Rectangle(_)
        | Shape::Polygon(_)
        | Shape::Wall(_)
        | Shape::Chain(_)
        | Shape::Compound(_) => None,
    }
}

impl QueryMistake {
    /// Those of a query. `steps`: what its observer was told; bounding boxes come from there.
    pub fn of_query(
        world: &World,
        placed: &PlacedQuery,
        answer: &QueryAnswer,
        steps: &[QueryStep],
    ) -> Vec<Self> {
        let filter = placed.filter();
        let first = answer.first().map(|hit| (hit.body, hit.fraction));
        match &placed.what {
            AskedOf::Ray(ray) => {
                let mistake = |shortcut, found| Self { shortcut, ray: *ray, found };
                let hits = answer.bodies();
                let passed = steps.iter().filter_map(|step| match step {
                    QueryStep::Body { body, fraction } if !hits.contains(body) => Some((*body, *fraction)),
                    _ => None,
                });
                let boxes = passed.map(|found| mistake(QueryShortcut::BoundingBox, Some(found)));
                let found = Self::steps().find_map(|fraction| {
                    let bodies = world.bodies_at(ray.at(fraction), &filter).ok()?;
                    Some((*bodies.first()?, fraction))
                });
                let is_other = found.map(|(body, _)| body) != first.map(|(body, _)| body);
                boxes.chain(is_other.then(|| mistake(QueryShortcut::Steps, found))).collect()
            }
            AskedOf::Cast(cast) => {
                let [from, to] = [0.0, 1.0].map(|fraction| cast.pose_at(fraction).position);
                let Ok(ray) = Ray::between(from, to) else { return Vec::new() };
                let found = world.cast_ray(&ray, true, &filter).map(|hit| (hit.body, hit.found.fraction));
                let is_right = match (found, first) {
                    (Some((body, fraction)), Some((right, at))) => body == right && fraction <= at,
                    (found, first) => found == first,
                };
                let mistake = Self { shortcut: QueryShortcut::Origin, ray, found };
                (!is_right).then_some(mistake).into_iter().collect()
            }
            AskedOf::Closest(..) | AskedOf::Point(_) | AskedOf::Overlap(..) => Vec::new(),
        }
    }

    /// The fractions of the way at which a loop tests a point.
    pub fn steps() -> impl Iterator<Item = f32> {
        (0..=STEPS).map(|step| f32::from(step) / f32::from(STEPS))
    }

    /// "A ray of the shape's origin, taken for the shape, would meet nothing; it hits crate at 0.4, since …" `answer`: the
    /// right one.
    pub fn sentence(&self, world: &World, answer: &QueryAnswer, name: impl Fn(u32) -> String) -> String {
        let right = match answer.first() {
            Some(hit) => format!("it hits {} at {}", name(hit.body), number(hit.fraction)),
            None => "it meets nothing".to_owned(),
        };
        let found = self.found.map(|(body, fraction)| (name(body), number(fraction)));
        let would_find = found.as_ref().map_or("nothing".to_owned(), |(body, at)| format!("{body} at {at}"));
        match self.shortcut {
            QueryShortcut::BoundingBox => {
                let is_behind = self.found.is_some_and(|(body, _)| comes_from_behind(world, body, &self.ray));
                let why = if is_behind {
                    "the ray comes from behind its one-sided chain, which lets it pass"
                } else {
                    "the ray misses the shape"
                };
                let (body, at) = found.unwrap_or_default();
                format!("The bounding box of {body} taken for the shape would be hit at {at}; {why}.")
            }
            QueryShortcut::Steps => format!(
                "A loop that tests {STEPS} steps along the ray would find {would_find}, for it passes over what is thin; {right}."
            ),
            QueryShortcut::Origin => {
                let sooner =
                    answer.first().is_some_and(|hit| self.found.is_none_or(|(_, at)| hit.fraction <= at));
                let why = if sooner { "reaches beyond it" } else { "does not lie around it" };
                format!(
                    "A ray of the shape's origin, taken for the shape, would meet {would_find}; {right}, since the shape {why}."
                )
            }
        }
    }
}
