//! What classic shortcuts would answer to a ray or a cast, where that is not what is right.

use collide2d::{QueryStep, Ray, World};

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
    pub fn sentence(&self, answer: &QueryAnswer, name: impl Fn(u32) -> String) -> String {
        let right = match answer.first() {
            Some(hit) => format!("it hits {} at {}", name(hit.body), number(hit.fraction)),
            None => "it meets nothing".to_owned(),
        };
        let found = self.found.map(|(body, fraction)| (name(body), number(fraction)));
        let would_find = found.as_ref().map_or("nothing".to_owned(), |(body, at)| format!("{body} at {at}"));
        match self.shortcut {
            QueryShortcut::BoundingBox => {
                let (body, at) = found.unwrap_or_default();
                format!(
                    "The bounding box of {body} taken for the shape would be hit at {at}; the ray misses the shape."
                )
            }
            QueryShortcut::Steps => format!(
                "A loop that tests {STEPS} steps along the ray would find {would_find}, for it passes over what is thin; {right}."
            ),
            QueryShortcut::Origin => format!(
                "A ray of the shape's origin, taken for the shape, would meet {would_find}; {right}, since the shape reaches \
                 beyond it."
            ),
        }
    }
}
