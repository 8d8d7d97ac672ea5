//! Why a query finds what it finds: the boxes that it meets, then each shape, with the numbers that the query itself told.

use collide2d::{
    AxisSource, ClosestPoints, Exclusion, Feature, Leaf, QueryStep, Side, World, cast_ray_observed,
};
use glam::{DVec2, Vec2};

use super::formula::{Formula, FormulaValue, coordinate, length};
use super::text::StageText;
use super::words::{capital, feature_name, listed, name, one_or_many};
use crate::explain::query_mistakes::{QueryMistake, comes_from_behind};
use crate::scene::numbers::{LengthUnit, number, vec2};
use crate::scene::query::ask::{AskedOf, AskedQueries, PlacedQuery, QueryAnswer, QueryHit, QueryPoint};
use crate::scene::{Scene, SceneQuery, leaf_name};

/// Of the operations behind a fraction, as a multiple of the largest number.
const ERRORS: f64 = 1.0e-12;
/// Most bodies that have a stage of their own.
const MOST_BODIES: usize = 60;

/// The stages of a query in the world as it is: its boxes, each body that it looks at, and what it finds.
pub fn query_stages(scene: &Scene, world: &World, query: &SceneQuery) -> Vec<StageText> {
    let title = format!("Query {}", crate::platform::plain::label(&query.name));
    let Some(placed) = AskedQueries::with(scene, [query.clone()]).placed(query, world) else {
        let sentence = "A body that it names is gone or not met, so nothing is asked.".to_owned();
        return vec![StageText { title, sentence, ..StageText::default() }];
    };
    let mut steps = Vec::new();
    let answer = placed.ask_observed(world, &mut steps);
    let words =
        QueryWords { scene, world, placed: &placed, answer: &answer, unit: LengthUnit::of(world.bodies()) };
    let mut stages = Vec::new();
    if !matches!(placed.what, AskedOf::Closest(..)) {
        stages.push(words.boxes(&steps));
    }
    stages.extend(words.bodies(&steps).into_iter().take(MOST_BODIES));
    stages.push(words.outcome(title));
    stages.extend(words.mistakes(&steps));
    stages
}

struct QueryWords<'q> {
    scene: &'q Scene,
    world: &'q World,
    placed: &'q PlacedQuery,
    answer: &'q QueryAnswer,
    unit: LengthUnit,
}

impl QueryWords<'_> {
    fn name(&self, index: u32) -> String {
        name(self.scene, index)
    }

    /// A line for each shortcut whose answer differs; `None`: none does.
    fn mistakes(&self, steps: &[QueryStep]) -> Option<StageText> {
        let mistakes = QueryMistake::of_query(self.world, self.placed, self.answer, steps);
        let sentence = "Of the shortcuts that are taken for the query, these answer otherwise.".to_owned();
        let title = "Classic mistakes".to_owned();
        let line = |mistake: &QueryMistake| mistake.sentence(self.world, self.answer, |body| self.name(body));
        let details: Vec<String> = mistakes.iter().map(line).collect();
        (!details.is_empty()).then(|| StageText { title, sentence, details, ..StageText::default() })
    }

    /// "The ray", "the moving shape".
    fn subject(&self) -> &'static str {
        match self.placed.what {
            AskedOf::Ray(_) => "the ray",
            AskedOf::Cast(_) => "the moving shape",
            AskedOf::Closest(..) => "the pair",
            AskedOf::Point(_) => "the point",
            AskedOf::Overlap(..) => "the shape",
        }
    }

    /// A body's name with the part and segment that is meant.
    fn leaf_name(&self, index: u32, leaf: Leaf) -> String {
        leaf_name(&self.name(index), leaf)
    }

    /// Which bounding boxes are met in what order, and which are skipped.
    fn boxes(&self, steps: &[QueryStep]) -> StageText {
        let is_met = if let AskedOf::Point(_) = self.placed.what { "looked at" } else { "met" };
        let mut met: Vec<u32> = Vec::new();
        let mut details = Vec::new();
        let mut left_out = 0;
        for step in steps {
            match step {
                QueryStep::Body { body, fraction } => {
                    met.push(*body);
                    if matches!(self.placed.what, AskedOf::Ray(_) | AskedOf::Cast(_)) {
                        let fraction = number(*fraction);
                        details.push(format!(
                            "{}: its box is met at {fraction} at the earliest",
                            self.name(*body)
                        ));
                    }
                }
                QueryStep::LeftOut { body, by } => {
                    left_out += 1;
                    let why = match by {
                        Exclusion::Excluded => "the query leaves it out",
                        Exclusion::Sensor => "it is a sensor, which the query does not ask",
                        Exclusion::Masks => "its `is` and `meets` and the query's do not meet",
                        Exclusion::Unwanted => "the caller does not want it",
                    };
                    details.push(format!("{}: its box is {is_met}, and {why}", self.name(*body)));
                }
                QueryStep::Face { .. }
                | QueryStep::Disc { .. }
                | QueryStep::Axis { .. }
                | QueryStep::Start { .. } => {}
            }
        }
        let all = self.world.bodies().iter().filter(|body| !body.is_removed()).count();
        let skipped = all.saturating_sub(met.len() + left_out);
        let sentence = match self.placed.what {
            AskedOf::Point(at) if !met.is_empty() => self.boxes_of_point(at, &met, skipped),
            AskedOf::Ray(_)
            | AskedOf::Cast(_)
            | AskedOf::Closest(..)
            | AskedOf::Point(_)
            | AskedOf::Overlap(..) => self.boxes_met(&met, skipped),
        };
        let title = format!("Bounding boxes: {} {is_met}", one_or_many(met.len(), "is", "are"));
        StageText { title, sentence, details, ..StageText::default() }
    }

    fn boxes_met(&self, met: &[u32], skipped: usize) -> String {
        let subject = capital(self.subject());
        let why = match skipped {
            0 => "",
            1 => ", since its box is not met",
            _ => ", since their boxes are not met",
        };
        let skipped = format!("{} skipped{why}", one_or_many(skipped, "is", "are"));
        if met.is_empty() {
            return format!("{subject} meets no bounding box of a body that it asks; {skipped}.");
        }
        format!("{subject} meets the {}, in this order; {skipped}.", self.bounding_boxes(met))
    }

    /// Boxes that do not hold the point are looked at as well, while a border in them may be the nearest.
    fn boxes_of_point(&self, at: Vec2, met: &[u32], skipped: usize) -> String {
        let holds = |index: &u32| {
            let aabb = self.world.body(*index).map(|body| body.aabb());
            aabb.is_some_and(|aabb| aabb.contains(at))
        };
        let (holding, near): (Vec<u32>, Vec<u32>) = met.iter().partition(|index| holds(index));
        let inside = match holding[..] {
            [] => "no bounding box".to_owned(),
            _ => format!("the {}", self.bounding_boxes(&holding)),
        };
        let names: Vec<String> = near.iter().map(|body| self.name(*body)).collect();
        let near = match names.len() {
            0 => String::new(),
            1 => format!("; that of {} is near enough to be looked at", listed(&names)),
            _ => format!("; those of {} are near enough to be looked at, in this order", listed(&names)),
        };
        let why = match skipped {
            0 => "",
            1 => ", since its box is farther away than what is found",
            _ => ", since their boxes are farther away than what is found",
        };
        format!("The point is in {inside}{near}; {} skipped{why}.", one_or_many(skipped, "is", "are"))
    }

    /// "bounding boxes of crate and ball".
    fn bounding_boxes(&self, bodies: &[u32]) -> String {
        let names: Vec<String> = bodies.iter().map(|body| self.name(*body)).collect();
        format!("bounding {} of {}", if names.len() == 1 { "box" } else { "boxes" }, listed(&names))
    }

    /// A stage for each body that is looked at.
    fn bodies(&self, steps: &[QueryStep]) -> Vec<StageText> {
        let mut stages = Vec::new();
        let mut rest = steps;
        while let Some((first, after)) = rest.split_first() {
            rest = after;
            let QueryStep::Body { body, .. } = first else { continue };
            let own = rest
                .iter()
                .take_while(|step| !matches!(step, QueryStep::Body { .. } | QueryStep::LeftOut { .. }));
            let own: Vec<&QueryStep> = own.collect();
            rest = rest.get(own.len()..).unwrap_or_default();
            match &self.placed.what {
                AskedOf::Ray(_) => stages.push(self.ray(*body, &own)),
                AskedOf::Cast(_) => stages.push(self.cast(*body, &own)),
                AskedOf::Closest(..) | AskedOf::Point(_) | AskedOf::Overlap(..) => {}
            }
        }
        stages
    }

    fn hit(&self, body: u32) -> Option<&QueryHit> {
        if let QueryAnswer::Hits(hits) = self.answer {
            hits.iter().find(|hit| hit.body == body)
        } else {
            None
        }
    }

    /// Whether a body is of several shapes, or of several segments.
    fn is_composite(&self, body: u32) -> bool {
        self.world.body(body).is_some_and(|body| body.shape().kind().is_composite())
    }

    /// What the ray is told of the one leaf that it hits, and whether that has an inside.
    fn steps_at(&self, body: u32, leaf: Leaf) -> Option<(Vec<QueryStep>, bool)> {
        let AskedOf::Ray(ray) = &self.placed.what else { return None };
        let leaf = self.world.body(body)?.leaf(leaf)?;
        let mut steps = Vec::new();
        cast_ray_observed(leaf.shape, &leaf.pose, ray, true, &mut steps);
        Some((steps, leaf.shape.kind().has_inside()))
    }

    fn ray(&self, body: u32, steps: &[&QueryStep]) -> StageText {
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
                QueryStep::Disc { feature, radius, passes, fraction } => {
                    if crossed.nearest_pass.is_none_or(|(by, _)| passes - radius < by) {
                        crossed.nearest_pass = Some((passes - radius, *passes));
                    }
                    formulas.extend(self.half_chord(&feature_name(*feature), *radius, *passes, *fraction));
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
    fn half_chord(&self, about: &str, radius: f64, passes: f64, _: f64) -> Option<Formula> {
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

    fn cast(&self, body: u32, steps: &[&QueryStep]) -> StageText {
        let (unit, hit) = (self.unit, self.hit(body));
        let own = hit.map_or_else(|| self.name(body), |hit| self.leaf_name(body, hit.leaf));
        let mut formulas = Vec::new();
        let mut last: Option<(String, f64)> = None;
        let mut kept_open: Option<(String, f64, f64)> = None;
        let (mut start, mut along, mut widest) = ((0.0, 0.0), None, 0.0);
        for step in steps {
            match step {
                QueryStep::Start { depth, touches_up_to } => {
                    if f64::from(*depth) >= start.0 {
                        start = (f64::from(*depth), *touches_up_to);
                    }
                }
                QueryStep::Axis { test, closing } => {
                    let (gap, label) = (-f64::from(test.overlap), cast_axis(test.source, &own));
                    widest = gap.max(widest);
                    if gap.abs() <= start.1 && *closing <= 0.0 {
                        along = Some(label.clone());
                    }
                    if gap <= 0.0 {
                        continue;
                    }
                    if *closing < gap && kept_open.as_ref().is_none_or(|(_, open, _)| gap - closing > *open) {
                        kept_open = Some((label.clone(), gap - closing, gap));
                    }
                    if *closing > 0.0 {
                        let fraction = gap / closing;
                        if last.as_ref().is_none_or(|(_, latest)| fraction > *latest) {
                            last = Some((label.clone(), fraction));
                        }
                        formulas.extend(crossing(&label, gap, *closing, fraction, unit));
                    }
                }
                QueryStep::Body { .. }
                | QueryStep::LeftOut { .. }
                | QueryStep::Face { .. }
                | QueryStep::Disc { .. } => {}
            }
        }
        let AskedOf::Cast(cast) = &self.placed.what else { return StageText::default() };
        let turns = cast.turn() != 0.0;
        // The axes of several shapes are those of no one of them.
        let is_composite = cast.shape().kind().is_composite() || self.is_composite(body);
        let sentence = match hit {
            Some(QueryHit { depth: Some(depth), .. }) => format!(
                "It starts {} deep in {own}, more than the {} that count as a touch: a hit at 0, whatever the way.",
                unit.text(*depth),
                unit.text(start.1 as f32)
            ),
            Some(hit) => {
                let touch = format!(
                    "they first touch at {}, {} of {own}, with the normal {}",
                    number(hit.fraction),
                    feature_name(hit.feature),
                    vec2(hit.normal.unwrap_or_default())
                );
                match last.filter(|_| !is_composite) {
                    Some((label, last)) if !turns && (last - f64::from(hit.fraction)).abs() > 1.0e-3 => {
                        format!(
                            "Of the axes that keep the two apart at the start, {label} closes last; it turns on the way, and \
                         {touch}."
                        )
                    }
                    Some((label, _)) if !turns => format!(
                        "Of the axes that keep the two apart at the start, {label} closes last; {touch}."
                    ),
                    Some(_) | None => format!("On the way, {touch}."),
                }
            }
            None if is_composite => format!(
                "No part of the moving shape reaches a part of {own} on the way: it passes, or stops before {own}."
            ),
            None => match (along, kept_open) {
                (Some(label), _) if !turns && widest > start.1 => format!(
                    "The way runs along {label} without a gap, and does not close it: what only grazes {own} is no hit."
                ),
                (Some(label), _) if !turns => format!(
                    "The two only touch at the start, and the way does not close {label}: going away, or along, is no hit."
                ),
                (_, Some((label, open, gap))) if !turns => format!(
                    "At the end of the way a gap of {} is left along {label}, of {} at the start: it passes, or stops before {own}.",
                    unit.text(open as f32),
                    unit.text(gap as f32)
                ),
                (Some(_) | None, Some(_) | None) => {
                    format!("Each axis closes for a while, but not all at once: it passes {own}.")
                }
            },
        };
        let title = format!("{}: {}", self.name(body), if hit.is_some() { "hit" } else { "missed" });
        StageText { title, sentence, formulas, ..StageText::default() }
    }

    fn outcome(&self, title: String) -> StageText {
        let mut formulas = Vec::new();
        let sentence = match self.answer {
            QueryAnswer::Hits(hits) => match hits.as_slice() {
                [] => format!("{} meets nothing.", capital(self.subject())),
                [first, rest @ ..] => {
                    let more = if rest.is_empty() {
                        String::new()
                    } else {
                        format!("; {} more on the whole way", rest.len())
                    };
                    format!(
                        "{} first meets {}, at {}{more}.",
                        capital(self.subject()),
                        self.name(first.body),
                        number(first.fraction)
                    )
                }
            },
            QueryAnswer::Closest(found) => self.closest(found, &mut formulas),
            QueryAnswer::Points(points) => self.points(points),
            QueryAnswer::Bodies(bodies) if bodies.is_empty() => {
                "The shape is in contact with no body.".to_owned()
            }
            QueryAnswer::Bodies(bodies) => {
                let names: Vec<String> = bodies.iter().map(|body| self.name(*body)).collect();
                format!("The shape is in contact (deeper than 0) with {}.", listed(&names))
            }
            QueryAnswer::Nothing => "Nothing is asked.".to_owned(),
        };
        StageText { title, sentence, formulas, ..StageText::default() }
    }

    /// `D = √(Δx × Δx + Δy × Δy)` between the nearest points.
    fn closest(&self, found: &ClosestPoints, formulas: &mut Vec<Formula>) -> String {
        let unit = self.unit;
        let [a, b] = [("a", 0), ("b", 1)].map(|(of, side)| {
            format!("{} of {}", feature_name(found.features[side]), leaf_name(of, found.leaves[side]))
        });
        let between: DVec2 = found.points[1].as_dvec2() - found.points[0].as_dvec2();
        let along = |symbol, name, metres: f64| coordinate(symbol, name, unit, metres);
        let x = || along("Δx", "from a's point to b's, along x", between.x);
        let y = || along("Δy", "from a's point to b's, along y", between.y);
        let result = FormulaValue::length("D", "distance of the two points", unit, between.length());
        formulas.extend(Formula::new("", result, &(x() * x() + y() * y()).root(), 0.0));
        if found.distance < 0.0 {
            let depth = unit.text(-found.distance);
            format!("The two are in contact, {depth} deep: the points are those of the way out, {a} and {b}.")
        } else {
            format!("No two points of them are nearer than {}: {a} and {b}.", unit.text(found.distance))
        }
    }

    fn points(&self, points: &[QueryPoint]) -> String {
        match points {
            [] => "There is no body.".to_owned(),
            [first, ..] if !first.found.inside => {
                // A circle's border has no features.
                let at = match first.found.feature {
                    Feature::Center => String::new(),
                    feature @ (Feature::Face(_) | Feature::Vertex(_) | Feature::Start | Feature::End) => {
                        format!(" at {}", feature_name(feature))
                    }
                };
                format!(
                    "No body holds the point; the nearest is {}, whose border is {} away{at}.",
                    self.leaf_name(first.body, first.found.leaf),
                    self.unit.text(first.found.distance)
                )
            }
            holding => {
                let names: Vec<String> = holding.iter().map(|point| self.name(point.body)).collect();
                format!("The point is in {}.", listed(&names))
            }
        }
    }
}

/// "face 0 of the moving shape": the axis of a cast, whose `a` is what moves, and whose `b` is the body of this name.
fn cast_axis(source: AxisSource, own: &str) -> String {
    let of = |side: Side| match side {
        Side::A => "the moving shape",
        Side::B => own,
    };
    let across = |side: Side| match side {
        Side::A => own,
        Side::B => "the moving shape",
    };
    match source {
        AxisSource::Face(side, i) => format!("face {i} of {}", of(side)),
        AxisSource::Neighbour(side, end) => format!("the neighbour at {} of {}", feature_name(end), of(side)),
        AxisSource::Center(side, to) => {
            format!("the line from the centre of {} to {} of {}", of(side), feature_name(to), across(side))
        }
        AxisSource::End(side, from, to) => format!(
            "the line from {} of {} to {} of {}",
            feature_name(from),
            of(side),
            feature_name(to),
            across(side)
        ),
    }
}

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

/// `s = d / v`: where a way that comes nearer by `v` on the whole has come nearer by `d`.
fn crossing(about: &str, distance: f64, approach: f64, fraction: f64, unit: LengthUnit) -> Option<Formula> {
    if approach == 0.0 || distance == 0.0 {
        return None;
    }
    let d = length("d", "how far the start is before it", unit, distance);
    let v = length("v", "by how much the whole way comes nearer to it", unit, approach);
    let result = FormulaValue::new("s", "fraction of the way at which it is reached", "", fraction);
    Formula::new(about, result, &(d / v), (ERRORS * fraction.abs()) as f32)
}
