//! Why a query finds what it finds: the boxes that it meets, then each shape, with the numbers that the query itself told.

use collide2d::{ClosestPoints, Exclusion, Feature, Leaf, QueryStep, World};
use glam::{DVec2, Vec2};

use super::formula::{Formula, FormulaValue, coordinate, length};
use super::text::StageText;
use super::words::{capital, feature_name, listed, name, one_or_many};
use crate::explain::query_mistakes::QueryMistake;
use crate::scene::numbers::{LengthUnit, number};
use crate::scene::query::ask::{AskedOf, AskedQueries, PlacedQuery, QueryAnswer, QueryHit, QueryPoint};
use crate::scene::{Scene, SceneQuery, leaf_name};

mod cast;
mod ray;

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
