//! What a scene's queries find, as text and as rows of JSON.

use std::io::{self, Write};

use collide2d::{ClosestPoints, World};
use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};

use super::Report;
use crate::explain::stages::feature_name;
use crate::platform::plain;
use crate::scene::numbers::{number, vec2};
use crate::scene::query::ask::{AskedQueries, PlacedQuery, QueryAnswer, QueryHit, QueryPoint};
use crate::scene::{QueryKind, SceneQuery};

/// A query and what it finds in a state.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryReport {
    pub name: String,
    pub kind: QueryKind,
    /// At the poses of this state; `None` where a body that it names is gone.
    pub placed: Option<PlacedQuery>,
    pub answer: QueryAnswer,
}

impl QueryReport {
    /// In the order asked.
    pub fn of(asked: &AskedQueries, world: &World) -> Vec<Self> {
        let read = |query: &SceneQuery| {
            let placed = asked.placed(query, world);
            let answer = placed.as_ref().map_or(QueryAnswer::Nothing, |placed| placed.ask(world));
            Self { name: query.name.clone(), kind: query.kind(), placed, answer }
        };
        asked.queries().iter().map(read).collect()
    }

    /// "crate at 0.4", "nothing", "0.5 m", "in crate, floor": what it finds first, in few words.
    pub fn brief(&self, name: impl Fn(u32) -> String, length: impl Fn(f32) -> String) -> String {
        match &self.answer {
            QueryAnswer::Hits(hits) => match hits.first() {
                Some(hit) if hit.starts_inside => format!("starts in {}", name(hit.body)),
                Some(hit) => format!("{} at {}", name(hit.body), number(hit.fraction)),
                None => "meets nothing".to_owned(),
            },
            QueryAnswer::Closest(ClosestPoints { distance, .. }) if *distance < 0.0 => {
                format!("{} deep", length(-distance))
            }
            QueryAnswer::Closest(ClosestPoints { distance, .. }) => length(*distance),
            QueryAnswer::Points(points) => match points.first() {
                Some(first) if first.found.inside => {
                    format!(
                        "in {}",
                        points.iter().map(|point| name(point.body)).collect::<Vec<_>>().join(", ")
                    )
                }
                Some(first) => format!("{} from {}", length(first.found.distance), name(first.body)),
                None => "no body is there".to_owned(),
            },
            QueryAnswer::Bodies(bodies) if bodies.is_empty() => "overlaps nothing".to_owned(),
            QueryAnswer::Bodies(bodies) => {
                bodies.iter().map(|body| name(*body)).collect::<Vec<_>>().join(", ")
            }
            QueryAnswer::Nothing => "a body that it names is gone".to_owned(),
        }
    }
}

impl Report {
    /// The section of the queries; nothing of a scene without.
    pub fn write_queries(&self, out: &mut impl Write) -> io::Result<()> {
        if self.queries.is_empty() {
            return Ok(());
        }
        writeln!(out, "\nQUERIES")?;
        let name = |index: u32| match self.bodies.get(index as usize) {
            Some(body) => format!("{} #{index}", plain::label(&body.name)),
            None => format!("#{index}"),
        };
        for query in &self.queries {
            let brief = query.brief(name, |metres| self.unit.text(metres));
            writeln!(out, "  {} ({}): {brief}", plain::label(&query.name), query.kind.name())?;
            match &query.answer {
                QueryAnswer::Hits(hits) => {
                    for hit in hits {
                        self.write_hit(out, hit, &name(hit.body))?;
                    }
                }
                QueryAnswer::Closest(ClosestPoints { points, features, .. }) => {
                    let [a, b] = points.map(|point| self.unit.point(point));
                    let [of_a, of_b] = features.map(feature_name);
                    writeln!(out, "    from {a} on a, {of_a}, to {b} on b, {of_b}")?;
                }
                QueryAnswer::Points(points) => {
                    for QueryPoint { body, found, sensor } in points {
                        let (distance, at) = (self.unit.text(found.distance), self.unit.point(found.point));
                        let (feature, sensor) =
                            (feature_name(found.feature), if *sensor { ", a sensor" } else { "" });
                        let body = name(*body);
                        writeln!(out, "    {body}: border {distance} away at {at}, {feature}{sensor}")?;
                    }
                }
                QueryAnswer::Bodies(_) | QueryAnswer::Nothing => {}
            }
        }
        Ok(())
    }

    fn write_hit(&self, out: &mut impl Write, hit: &QueryHit, name: &str) -> io::Result<()> {
        let QueryHit { fraction, point, normal, feature, sensor, depth, starts_inside, .. } = hit;
        let normal =
            normal.map_or_else(|| "no normal".to_owned(), |normal| format!("normal {}", vec2(normal)));
        let inside = match (depth, starts_inside) {
            (Some(depth), _) => format!(", starts {} deep", self.unit.text(*depth)),
            (None, true) => ", starts inside".to_owned(),
            (None, false) => String::new(),
        };
        let (at, fraction, feature) = (self.unit.point(*point), number(*fraction), feature_name(*feature));
        let sensor = if *sensor { ", a sensor" } else { "" };
        writeln!(out, "    {name}: fraction {fraction} at {at}, {normal}, {feature}{sensor}{inside}")
    }
}

impl Serialize for QueryReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("kind", self.kind.name())?;
        match (&self.answer, self.kind) {
            (QueryAnswer::Hits(hits), _) => {
                map.serialize_entry("hits", &hits.iter().map(HitRow::of).collect::<Vec<_>>())?;
            }
            (QueryAnswer::Closest(found), _) => {
                // Those that touch are 0 apart, not -0.
                map.serialize_entry("distance", &(found.distance + 0.0))?;
                map.serialize_entry("points", &found.points.map(|point| point.to_array()))?;
                map.serialize_entry("features", &found.features.map(feature_name))?;
            }
            (QueryAnswer::Points(points), _) => {
                map.serialize_entry("hits", &points.iter().map(PointHitRow::of).collect::<Vec<_>>())?;
            }
            (QueryAnswer::Bodies(bodies), _) => map.serialize_entry("bodies", bodies)?,
            (QueryAnswer::Nothing, QueryKind::Closest) => map.serialize_entry("distance", &None::<f32>)?,
            (QueryAnswer::Nothing, QueryKind::Overlap) => map.serialize_entry("bodies", &[0_u32; 0])?,
            (QueryAnswer::Nothing, QueryKind::Ray | QueryKind::Cast | QueryKind::Point) => {
                map.serialize_entry("hits", &[0_u32; 0])?;
            }
        }
        if self.answer == QueryAnswer::Nothing {
            map.serialize_entry("unanswered", &true)?;
        }
        map.end()
    }
}

#[derive(Serialize)]
struct HitRow {
    body: u32,
    fraction: f32,
    point: [f32; 2],
    normal: Option<[f32; 2]>,
    feature: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment: Option<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    sensor: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    starts_inside: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<f32>,
}

impl HitRow {
    fn of(hit: &QueryHit) -> Self {
        Self {
            body: hit.body,
            fraction: hit.fraction,
            point: hit.point.to_array(),
            normal: hit.normal.map(|normal| normal.to_array()),
            feature: feature_name(hit.feature),
            part: hit.leaf.part(),
            segment: hit.leaf.segment(),
            sensor: hit.sensor,
            starts_inside: hit.starts_inside,
            depth: hit.depth,
        }
    }
}

#[derive(Serialize)]
struct PointHitRow {
    body: u32,
    inside: bool,
    distance: f32,
    point: [f32; 2],
    feature: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    part: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment: Option<u32>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    sensor: bool,
}

impl PointHitRow {
    fn of(QueryPoint { body, found, sensor }: &QueryPoint) -> Self {
        Self {
            body: *body,
            inside: found.inside,
            distance: found.distance + 0.0,
            point: found.point.to_array(),
            feature: feature_name(found.feature),
            part: found.leaf.part(),
            segment: found.leaf.segment(),
            sensor: *sensor,
        }
    }
}
