//! What the game asked the other engine in a frame, in our conventions: metres, y up, degrees.

use std::collections::BTreeMap;

use collide2d::{Pose, Shape};
use collision_record::{PlacedShape, Query, QueryHit};
use glam::Vec2;

use super::filed_shapes::recorded_shape;
use super::{RecordedMoment, Recording, StoredFrame, degrees};
use crate::scene::SceneShape;
use crate::scene::numbers::{self, number};
use crate::scene::query::{QueryForm, SceneQuery};

/// A query of theirs. Bodies are recorded bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct TheirQuery {
    /// Bodies that it passes, the one that is cast among them.
    pub ignored: Vec<u32>,
    pub asked: TheirAsked,
}

/// What they asked, and the answer.
#[derive(Clone, Debug, PartialEq)]
pub enum TheirAsked {
    /// World.
    Ray { from: Vec2, to: Vec2, hit: Option<TheirHit> },
    /// The shape's pose at the start, its way, and its turn over it. Degrees.
    Cast { shape: Shape, of: CastOf, start: Pose, by: Vec2, turn: f32, hit: Option<TheirHit> },
    /// Metres; the points are on the first and on the second.
    Closest { bodies: (u32, u32), distance: f32, points: Option<[Vec2; 2]> },
}

/// What is cast, as a scene tells it.
#[derive(Clone, Debug, PartialEq)]
pub enum CastOf {
    /// A shape around the origin.
    Shape(SceneShape),
    /// A recorded body, whose shapes are several, or not around its origin.
    Body(u32),
}

/// The body that they hit first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TheirHit {
    pub body: u32,
    /// Of the way.
    pub fraction: Option<f32>,
    /// World.
    pub point: Option<Vec2>,
    /// Unit vector out of the body, or zero, as engines tell it of a way that begins in the body.
    pub normal: Option<Vec2>,
}

/// A query of theirs for the picture: its ways and where it ends. World.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TheirWay {
    pub from: Vec2,
    pub to: Vec2,
    /// Where they hit, and the normal there.
    pub hit: Option<(Vec2, Option<Vec2>)>,
}

/// What decides in an engine whether a ray hits the shape that it begins in, by how a word of the engine's name begins.
const RAYS_FROM_INSIDE: [(&str, &str); 10] = [
    ("rapier", RAPIER_SOLID),
    ("parry", RAPIER_SOLID),
    ("avian", RAPIER_SOLID),
    ("godot", "`hit_from_inside` of the ray's parameters decides it"),
    ("unity", "`Physics2D.queriesStartInColliders` decides it"),
    ("nez", "`Physics.RaycastsStartInColliders` decides it"),
    ("box2d", BOX2D_PASSES),
    ("planck", BOX2D_PASSES),
    ("forge2d", BOX2D_PASSES),
    ("defold", BOX2D_PASSES),
];
const RAPIER_SOLID: &str = "`solid` of the cast decides it";
const BOX2D_PASSES: &str =
    "a ray of Box2D passes the shape that it begins in, without a switch: ask what holds the start as well";

impl TheirAsked {
    fn kind(&self) -> &'static str {
        match self {
            Self::Ray { .. } => "ray",
            Self::Cast { .. } => "cast",
            Self::Closest { .. } => "closest",
        }
    }

    /// "ray 0": what the scene of the frame calls the query of this index.
    fn name(&self, index: usize) -> String {
        format!("{} {index}", self.kind())
    }

    /// As a scene asks it; `name`: of a recorded body.
    fn form(&self, name: impl Fn(u32) -> Option<String>) -> Option<QueryForm> {
        Some(match self {
            Self::Ray { from, to, .. } => QueryForm::Ray { from: *from, to: *to, of: None },
            Self::Cast { of, start, by, turn, .. } => {
                let (shape, body) = match of {
                    CastOf::Shape(shape) => (Some(shape.clone()), None),
                    CastOf::Body(body) => (None, Some(name(*body)?)),
                };
                QueryForm::Cast {
                    shape,
                    from: Some(start.position),
                    to: Some(start.position + *by),
                    rotation: start.rotation.degrees(),
                    body,
                    by: None,
                    turn: *turn,
                }
            }
            Self::Closest { bodies: (a, b), .. } => QueryForm::Closest { a: name(*a)?, b: name(*b)? },
        })
    }

    pub fn hit(&self) -> Option<TheirHit> {
        match self {
            Self::Ray { hit, .. } | Self::Cast { hit, .. } => *hit,
            Self::Closest { .. } => None,
        }
    }

    /// Of the way that a ray or a shape goes. Metres.
    pub fn length(&self) -> f32 {
        match self {
            Self::Ray { from, to, .. } => from.distance(*to),
            Self::Cast { by, .. } => by.length(),
            Self::Closest { .. } => 0.0,
        }
    }

    /// `None`: they tell no points.
    fn way(&self) -> Option<TheirWay> {
        let of = |from: Vec2, to: Vec2, hit: &Option<TheirHit>| {
            let at = |hit: &TheirHit| {
                let along = hit.fraction.map(|fraction| from + (to - from) * fraction);
                Some((hit.point.or(along)?, hit.normal.filter(|normal| *normal != Vec2::ZERO)))
            };
            TheirWay { from, to, hit: hit.as_ref().and_then(at) }
        };
        match self {
            Self::Ray { from, to, hit } => Some(of(*from, *to, hit)),
            Self::Cast { start, by, hit, .. } => Some(of(start.position, start.position + *by, hit)),
            Self::Closest { points, .. } => points.map(|[from, to]| TheirWay { from, to, hit: None }),
        }
    }
}

impl Recording {
    /// What the game asked in the frame of this index, in its order; `None`: a shape is none of ours.
    pub fn their_queries(&self, index: usize) -> Vec<Option<TheirQuery>> {
        let Some(frame) = self.frames.get(index) else { return Vec::new() };
        frame.queries().iter().map(|query| self.their_query(frame, query)).collect()
    }

    /// What the game asked in the frame of this index, as ours is to find it among the bodies of [`Recording::scene`].
    pub fn our_queries(&self, index: usize) -> Vec<SceneQuery> {
        let has_queries = self.frames.get(index).is_some_and(|frame| !frame.queries().is_empty());
        if has_queries { self.moment(index).scene.queries } else { Vec::new() }
    }

    /// What the engine answered in the frame of this index, in words, by the name that ours has in [`RecordedMoment::scene`].
    /// Normals are as the file has them.
    pub fn their_answers(&self, index: usize) -> Vec<(String, String)> {
        let answer = |asked: &TheirAsked| match (asked, asked.hit()) {
            (TheirAsked::Closest { distance, .. }, _) => format!("{} m apart", number(*distance)),
            (TheirAsked::Ray { .. } | TheirAsked::Cast { .. }, None) => "hits nothing".to_owned(),
            (TheirAsked::Ray { .. } | TheirAsked::Cast { .. }, Some(hit)) => {
                let at = hit.fraction.map(|fraction| format!(" at {}", number(fraction)));
                let normal =
                    hit.normal.map(|normal| format!(", normal {}", numbers::vec2(self.upright(normal))));
                let [at, normal] = [at, normal].map(Option::unwrap_or_default);
                format!("hits {}{at}{normal}", self.body_name(hit.body))
            }
        };
        let queries = self.their_queries(index).into_iter().enumerate();
        queries
            .filter_map(|(i, query)| query.map(|query| (query.asked.name(i), answer(&query.asked))))
            .collect()
    }

    /// The name that ours has of the query of this number in the frame of this index.
    pub fn query_name(&self, index: usize, query: u32) -> Option<String> {
        let asked = self.their_queries(index).into_iter().nth(query as usize)??.asked;
        Some(asked.name(query as usize))
    }

    /// Why it is no difference that theirs has no hit of the recorded body in which the way of the query of this number begins.
    pub fn why_passed_at_start(&self, index: usize, query: u32, body: u32) -> Option<String> {
        let asked = self.their_queries(index).into_iter().nth(query as usize)??.asked;
        let (kind, name) = (asked.kind(), self.body_name(body));
        let engine = self.header.engine.to_lowercase();
        let is_named =
            |start: &str| engine.split(|c: char| !c.is_alphanumeric()).any(|word| word.starts_with(start));
        let switch = RAYS_FROM_INSIDE.iter().find(|(start, _)| kind == "ray" && is_named(start));
        let switch = switch.map_or_else(String::new, |(_, switch)| format!("; here {switch}"));
        Some(format!(
            "the {kind} begins inside of {name}, which ours hits at 0 and theirs passes: engines decide that either way{switch}"
        ))
    }

    /// The recorded body that each ray and cast of theirs hits in the frame of this index, by the name that ours has.
    pub fn their_first_hits(&self, index: usize) -> BTreeMap<String, Option<u32>> {
        let Some(frame) = self.frames.get(index) else { return BTreeMap::new() };
        let first_hit = |(i, query): (usize, &Query)| match query {
            Query::Ray { hit, .. } | Query::Cast { hit, .. } => {
                Some((format!("{} {i}", query.kind()), hit.as_ref().map(|hit| hit.body)))
            }
            Query::Closest { .. } => None,
        };
        frame.queries().iter().enumerate().filter_map(first_hit).collect()
    }

    /// Their ways in the frame of this index.
    pub fn their_ways(&self, index: usize) -> Vec<TheirWay> {
        self.their_queries(index).iter().flatten().filter_map(|query| query.asked.way()).collect()
    }

    fn their_query(&self, frame: &StoredFrame, query: &Query) -> Option<TheirQuery> {
        let hit = |hit: &QueryHit| TheirHit {
            body: hit.body,
            fraction: hit.fraction,
            point: hit.point.map(|point| self.metres(point.into())),
            normal: hit.normal.map(|normal| self.upright(normal.into()).normalize_or_zero()),
        };
        let at = |point: &[f32; 2]| self.metres((*point).into());
        Some(match query {
            Query::Ray { from, to, ignore, hit: found } => TheirQuery {
                ignored: ignore.clone(),
                asked: TheirAsked::Ray { from: at(from), to: at(to), hit: found.as_ref().map(hit) },
            },
            Query::Cast { body, shape, from, to, rotation, turn, ignore, hit: found } => {
                let own = body.and_then(|body| frame.pose(body)).map_or(0.0, |[.., angle]| angle);
                let rotation = degrees(&self.header, rotation.unwrap_or(own));
                let (from, to) = (at(from), at(to));
                let (shape, of, turned) = self.cast_shape(*body, shape.as_ref())?;
                TheirQuery {
                    ignored: ignore.iter().copied().chain(*body).collect(),
                    asked: TheirAsked::Cast {
                        shape,
                        of,
                        start: Pose::new(from, rotation + turned),
                        by: to - from,
                        turn: degrees(&self.header, *turn),
                        hit: found.as_ref().map(hit),
                    },
                }
            }
            Query::Closest { a, b, distance, points } => TheirQuery {
                ignored: Vec::new(),
                asked: TheirAsked::Closest {
                    bodies: (*a, *b),
                    distance: distance * self.header.metres_per_unit,
                    points: points.map(|points| points.map(|point| at(&point))),
                },
            },
        })
    }

    /// The shape of a cast as one around the origin of the body, and how far it is turned in that. Degrees.
    fn cast_shape(
        &self,
        body: Option<u32>,
        shape: Option<&collision_record::Shape>,
    ) -> Option<(Shape, CastOf, f32)> {
        match (body, shape) {
            (Some(body), _) => {
                let own = &self.bodies.get(body as usize)?.shape;
                let of = if own.parts().is_empty() { CastOf::Shape(own.clone()) } else { CastOf::Body(body) };
                Some((own.to_shape().ok()?, of, 0.0))
            }
            (None, Some(shape)) => {
                // A half-plane is turned.
                let filed = PlacedShape::new(shape.clone());
                let (shape, place) = recorded_shape(&self.header, &filed).ok()?;
                Some((shape.to_shape().ok()?, CastOf::Shape(shape), place.rotation.degrees()))
            }
            (None, None) => None,
        }
    }
}

impl RecordedMoment {
    /// Adds what the game asked in this frame to the scene, as ours is to find it: "ray 0", "cast 1".
    pub(super) fn ask(&mut self, queries: &[Option<TheirQuery>]) {
        let name = |recorded: u32| {
            let body = self.scene.bodies.get(self.body_of(recorded)? as usize)?;
            Some(body.name.clone())
        };
        let asked = queries.iter().enumerate().filter_map(|(i, query)| {
            let query = query.as_ref()?;
            Some(SceneQuery {
                name: query.asked.name(i),
                form: query.asked.form(name)?,
                ignore: query.ignored.iter().filter_map(|body| name(*body)).collect(),
                is: None,
                meets: None,
            })
        });
        self.scene.queries = asked.collect();
    }
}
