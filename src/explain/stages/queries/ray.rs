//! Why a ray hits a body, or misses it.

use collide2d::{Feature, Leaf, QueryStep, cast_ray_observed};

use super::{QueryWords, crossing};
use crate::explain::query_mistakes::comes_from_behind;
use crate::explain::stages::formula::{Formula, FormulaValue, length};
use crate::explain::stages::text::StageText;
use crate::explain::stages::words::{capital, feature_name};
use crate::scene::numbers::number;
use crate::scene::query::ask::AskedOf;

/// A face and the fraction of the way, or the metres, at which something is true of it.
type FaceMark = (Feature, f64);

/// What a ray's lines say of a shape.
#[derive(Default)]
struct RayCrossings {
    last_in: Option<FaceMark>,
    first_out: Option<FaceMark>,
    /// A face along which the ray runs outside of it, and how far outside.
    beside: Option<FaceMark>,
    /// Of the disc that is passed nearest: how far outside of it, and from its centre.
    nearest_pass: Option<(f64, f64)>,
}

impl QueryWords<'_> {
    pub(super) fn ray(&self, body: u32, steps: &[&QueryStep]) -> StageText {
        let (unit, hit, is_composite) = (self.unit, self.hit(body), self.is_composite(body));
        // The faces of several shapes are those of no one of them.
        let of_leaf =
            hit.filter(|_| is_composite).and_then(|hit| Some((hit.leaf, self.steps_at(body, hit.leaf)?)));
        let own = of_leaf.as_ref().map_or_else(|| self.name(body), |(leaf, _)| self.leaf_name(body, *leaf));
        let (steps, has_inside): (Vec<&QueryStep>, bool) = match &of_leaf {
            Some((_, (steps, has_inside))) => (steps.iter().collect(), *has_inside),
            None => {
                let has_inside = self.world.body(body).is_some_and(|body| body.shape().kind().has_inside());
                (steps.to_vec(), has_inside)
            }
        };
        let is_round = steps.iter().any(|step| matches!(step, QueryStep::Disc { .. }));
        let mut formulas = Vec::new();
        let mut crossed = RayCrossings::default();
        for step in steps {
            match step {
                QueryStep::Face { feature, distance, approach, fraction } => {
                    if *approach > 0.0 && crossed.last_in.is_none_or(|(_, latest)| *fraction > latest) {
                        crossed.last_in = Some((*feature, *fraction));
                    }
                    if *approach < 0.0 && crossed.first_out.is_none_or(|(_, earliest)| *fraction < earliest) {
                        crossed.first_out = Some((*feature, *fraction));
                    }
                    if *approach == 0.0 && *distance > 0.0 {
                        crossed.beside = Some((*feature, *distance));
                    }
                    formulas.extend(crossing(&feature_name(*feature), *distance, *approach, *fraction, unit));
                }
                QueryStep::Disc { feature, radius, passes, .. } => {
                    if crossed.nearest_pass.is_none_or(|(by, _)| passes - radius < by) {
                        crossed.nearest_pass = Some((passes - radius, *passes));
                    }
                    formulas.extend(self.half_chord(&feature_name(*feature), *radius, *passes));
                }
                QueryStep::Body { .. }
                | QueryStep::LeftOut { .. }
                | QueryStep::Axis { .. }
                | QueryStep::Start { .. } => {}
            }
        }
        let at = |(feature, fraction): FaceMark| {
            format!("{} at {}", feature_name(feature), number(fraction as f32))
        };
        let sentence = match hit {
            Some(hit) if hit.starts_inside => {
                let nearest = match hit.feature {
                    // A circle's border has no features.
                    Feature::Center => String::new(),
                    feature @ (Feature::Face(_) | Feature::Vertex(_) | Feature::Start | Feature::End) => {
                        format!("; of its border {} is nearest to the start", feature_name(feature))
                    }
                };
                format!("The ray starts inside of {own}, so it hits it at 0{nearest}.")
            }
            Some(hit) if is_round || !has_inside => {
                let what = if has_inside {
                    "the first of its faces and discs that the ray enters"
                } else {
                    "what the ray meets of it"
                };
                format!(
                    "{} is {what}: it hits {own} at {}.",
                    capital(&feature_name(hit.feature)),
                    number(hit.fraction)
                )
            }
            Some(hit) => match (crossed.last_in, crossed.first_out) {
                (Some(last_in), Some(first_out)) if last_in.1 > 0.0 => format!(
                    "The ray is in {own} once it is behind every face: the last way in is {}, before the first way out, {}. So it hits {own} at {}.",
                    at(last_in),
                    at(first_out),
                    number(hit.fraction)
                ),
                _ => format!(
                    "The ray starts on the border of {own}, at {}, and goes in: it hits it at {}.",
                    feature_name(hit.feature),
                    number(hit.fraction)
                ),
            },
            None if self.comes_from_behind(body) => format!(
                "The ray comes from behind {own}, whose one-sided chain holds on its right-hand side alone: it passes."
            ),
            None if is_composite => format!("The ray meets no part of {own} on its way, so it misses."),
            None => self.why_a_ray_misses(&own, is_round, &crossed, &at),
        };
        let title = format!("{}: {}", self.name(body), if hit.is_some() { "hit" } else { "missed" });
        StageText { title, sentence, formulas, ..StageText::default() }
    }

    /// What the ray is told of the one leaf that it hits, and whether that has an inside.
    fn steps_at(&self, body: u32, leaf: Leaf) -> Option<(Vec<QueryStep>, bool)> {
        let AskedOf::Ray(ray) = &self.placed.what else { return None };
        let leaf = self.world.body(body)?.leaf(leaf)?;
        let mut steps = Vec::new();
        cast_ray_observed(leaf.shape, &leaf.pose, ray, true, &mut steps);
        Some((steps, leaf.shape.kind().has_inside()))
    }

    fn comes_from_behind(&self, body: u32) -> bool {
        matches!(&self.placed.what, AskedOf::Ray(ray) if comes_from_behind(self.world, body, ray))
    }

    fn why_a_ray_misses(
        &self,
        own: &str,
        is_round: bool,
        crossed: &RayCrossings,
        at: &dyn Fn(FaceMark) -> String,
    ) -> String {
        let RayCrossings { last_in, first_out, beside, nearest_pass } = *crossed;
        let unit = self.unit;
        if let (true, Some((by, passes))) = (is_round, nearest_pass) {
            return if by >= 0.0 {
                let (passes, by) = (unit.text(passes as f32), unit.text(by as f32));
                format!(
                    "The ray's line passes the nearest centre at {passes}, so it misses {own} by {by} there."
                )
            } else {
                format!(
                    "The ray's line would enter {own}, but not on its way: it ends before, starts behind, or starts on the border and goes away or along."
                )
            };
        }
        if let Some((feature, distance)) = beside {
            let distance = unit.text(distance as f32);
            return format!(
                "The ray runs along {} of {own}, {distance} outside of it, so it never is behind it: it misses.",
                feature_name(feature)
            );
        }
        match (last_in, first_out) {
            (Some(last_in), Some(first_out)) if last_in.1 > first_out.1 => format!(
                "The last way in, {}, comes after the first way out, {}: the ray never is behind every face of {own} at once, so it passes.",
                at(last_in),
                at(first_out)
            ),
            (Some(last_in), _) if last_in.1 > 1.0 => {
                format!(
                    "The last way in is {}, beyond the ray's end, which is at 1: it ends before {own}.",
                    at(last_in)
                )
            }
            (_, Some(first_out)) if first_out.1 <= 1.0e-3 => format!(
                "The first way out is {}, at the start or behind it: the ray goes away from {own}, or starts on its border and goes out or along.",
                at(first_out)
            ),
            (Some(_) | None, Some(_) | None) => {
                format!("The ray crosses the line of {own} beyond its ends, or runs along it, so it misses.")
            }
        }
    }

    /// `h = √(r × r - p × p)`: half of the chord that a disc cuts out of the ray's line.
    fn half_chord(&self, about: &str, radius: f64, passes: f64) -> Option<Formula> {
        if radius <= 0.0 || passes >= radius {
            return None;
        }
        let of = |symbol: &'static str, name: &str, metres: f64| length(symbol, name, self.unit, metres);
        let r = || of("r", "radius of the disc", radius);
        let p = || of("p", "how far from its centre the ray's line passes", passes);
        let half = (radius - passes).sqrt() * (radius + passes).sqrt();
        let result = FormulaValue::length("h", "half of the chord in the disc", self.unit, half);
        Formula::new(about, result, &(r() * r() - p() * p()).root(), 0.0)
    }
}
