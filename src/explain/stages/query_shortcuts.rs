//! What classic shortcuts would answer to a ray or a cast, beside the right answer.

use collide2d::{QueryFilter, QueryStep, Ray, World};

use super::text::StageText;
use super::words::name;
use crate::scene::Scene;
use crate::scene::numbers::number;
use crate::scene::query::ask::{AskedOf, PlacedQuery, QueryAnswer};

/// Points that a loop tests along a ray.
const POINTS: u16 = 10;

/// One line for each shortcut whose answer differs; `None`: none does.
pub(super) fn shortcuts(
    scene: &Scene,
    world: &World,
    placed: &PlacedQuery,
    answer: &QueryAnswer,
    steps: &[QueryStep],
) -> Option<StageText> {
    let filter = QueryFilter::default().excluding(&placed.excluded).with_masks(placed.masks);
    let called = |body: u32| name(scene, body);
    let right = match answer.first() {
        Some(hit) => format!("it hits {} at {}", called(hit.body), number(hit.fraction)),
        None => "it meets nothing".to_owned(),
    };
    let first = answer.first().map(|hit| hit.body);
    let mut details = Vec::new();
    match &placed.what {
        AskedOf::Ray(ray) => {
            let hits = answer.bodies();
            for step in steps {
                if let QueryStep::Body { body, fraction } = step
                    && !hits.contains(body)
                {
                    details.push(format!(
                        "The bounding box of {} taken for the shape would be hit at {}; the ray misses the shape.",
                        called(*body),
                        number(*fraction)
                    ));
                }
            }
            let found = (0..=POINTS).find_map(|i| {
                let fraction = f32::from(i) / f32::from(POINTS);
                let bodies = world.bodies_at(ray.at(fraction), &filter).ok()?;
                Some((*bodies.first()?, fraction))
            });
            if found.map(|(body, _)| body) != first {
                let found = found.map_or("nothing".to_owned(), |(body, fraction)| {
                    format!("{} at {}", called(body), number(fraction))
                });
                details.push(format!(
                    "A loop that tests {POINTS} steps along the ray would find {found}, for it passes over what is thin; {right}."
                ));
            }
        }
        AskedOf::Cast(cast) => {
            let [from, to] = [0.0, 1.0].map(|fraction| cast.pose_at(fraction).position);
            let ray = Ray::between(from, to).ok()?;
            let centre = world.cast_ray(&ray, true, &filter);
            if centre.map(|hit| hit.body) != first
                || centre.zip(answer.first()).is_some_and(|(c, hit)| c.found.fraction > hit.fraction)
            {
                let found = centre.map_or("nothing".to_owned(), |hit| {
                    format!("{} at {}", called(hit.body), number(hit.found.fraction))
                });
                details.push(format!(
                    "A ray of the shape's origin, taken for the shape, would meet {found}; {right}, since the shape reaches beyond it."
                ));
            }
        }
        AskedOf::Closest(..) | AskedOf::Point(_) | AskedOf::Overlap(..) => {}
    }
    let sentence = "Of the shortcuts that are taken for the query, these answer otherwise.".to_owned();
    let title = "Classic mistakes".to_owned();
    (!details.is_empty()).then(|| StageText { title, sentence, details, ..StageText::default() })
}
