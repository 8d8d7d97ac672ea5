//! What a scene's query finds in a world.

use std::collections::HashMap;

use collide2d::{
    CastHit, ClosestPoints, Feature, Filter, Leaf, OfBody, PointProjection, Pose, QueryFilter, QueryObserver,
    Ray, RayHit, Shape, ShapeCast, World,
};
use glam::Vec2;

use super::{QueryForm, SceneQuery};
use crate::scene::masks::MaskBits;
use crate::scene::{BodyPart, NamedBody, Scene, nearest_points};

/// Queries that are asked in the worlds of a scene, with all that their names mean.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct AskedQueries {
    queries: Vec<SceneQuery>,
    bodies: HashMap<String, NamedBody>,
    masks: MaskBits,
}

/// A query with its names looked up, at the present poses.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedQuery {
    pub what: AskedOf,
    pub excluded: Vec<u32>,
    /// What it is and meets.
    pub masks: Filter,
}

#[derive(Clone, Debug, PartialEq)]
pub enum AskedOf {
    Ray(Ray),
    Cast(ShapeCast),
    Closest(BodyPart, BodyPart),
    Point(Vec2),
    Overlap(Shape, Pose),
}

#[derive(Clone, Debug, PartialEq)]
pub enum QueryAnswer {
    /// Sorted by fraction, then by index.
    Hits(Vec<QueryHit>),
    /// Of two bodies.
    Closest(ClosestPoints),
    /// Those that hold the point, by index, or the nearest one.
    Points(Vec<QueryPoint>),
    /// By index.
    Bodies(Vec<u32>),
    /// A body that it names is gone or not met, or a number is out of range.
    Nothing,
}

/// A body that holds a point, or the nearest one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QueryPoint {
    pub body: u32,
    pub found: PointProjection,
    pub sensor: bool,
}

/// A body on the way of a ray or a shape.
#[derive(Clone, Debug, PartialEq)]
pub struct QueryHit {
    pub body: u32,
    /// Of the whole way, 0 to 1.
    pub fraction: f32,
    /// On the body's surface. World coordinates, metres.
    pub point: Vec2,
    /// On the body's surface, against the way; `None` where a ray starts inside.
    pub normal: Option<Vec2>,
    /// The body's.
    pub feature: Feature,
    /// Of the body.
    pub leaf: Leaf,
    /// Of the shape that is cast.
    pub own_feature: Option<Feature>,
    pub sensor: bool,
    pub starts_inside: bool,
    /// Of a cast that starts inside. Metres.
    pub depth: Option<f32>,
}

impl AskedQueries {
    pub fn of(scene: &Scene) -> Self {
        Self::with(scene, scene.queries.iter().cloned())
    }

    /// Queries that name bodies of a scene.
    pub fn with(scene: &Scene, queries: impl IntoIterator<Item = SceneQuery>) -> Self {
        let queries: Vec<SceneQuery> = queries.into_iter().collect();
        if queries.is_empty() {
            return Self::default();
        }
        let named = queries.iter().flat_map(|query| {
            let ignored = query.ignore.iter().map(String::as_str);
            query.bodies().into_iter().map(|(_, name)| name).chain(ignored)
        });
        let find = scene.named_bodies();
        let bodies = named.filter_map(|name| Some((name.to_owned(), find(name)?))).collect();
        Self { queries, bodies, masks: MaskBits::of(scene) }
    }

    /// In the order given.
    pub fn queries(&self) -> &[SceneQuery] {
        &self.queries
    }

    /// What the query of this name finds in a world as it is.
    pub fn ask(&self, name: &str, world: &World) -> QueryAnswer {
        let query = self.queries.iter().find(|query| query.name == name);
        let placed = query.and_then(|query| self.placed(query, world));
        placed.map_or(QueryAnswer::Nothing, |placed| placed.ask(world))
    }

    /// One of the queries at the world's present poses. `None` where a body that it names is gone, or a number is out of
    /// range.
    pub fn placed(&self, query: &SceneQuery, world: &World) -> Option<PlacedQuery> {
        let find_part = |name: &str| self.bodies.get(name)?.find(world);
        let find = |name: &str| find_part(name).map(|found| found.body);
        let masks = self.masks.filter(&query.is, &query.meets);
        let mut excluded: Vec<u32> = query.ignore.iter().filter_map(|name| find(name)).collect();
        let what = match &query.form {
            QueryForm::Ray { from, to, of } => {
                let mut ends = [*from, *to];
                if let Some(of) = of {
                    let index = find(of)?;
                    let pose = *world.body(index)?.pose();
                    ends = ends.map(|end| pose.world_from_local(end));
                    excluded.push(index);
                }
                AskedOf::Ray(Ray::between(ends[0], ends[1]).ok()?)
            }
            QueryForm::Cast {
                shape: Some(shape), from: Some(from), to: Some(to), rotation, turn, ..
            } => {
                let (shape, start) = (shape.to_shape().ok()?, Pose::new(*from, *rotation));
                AskedOf::Cast(ShapeCast::turning(shape, start, *to - *from, *turn).ok()?)
            }
            QueryForm::Cast { body, from, to, rotation, by, turn, .. } => {
                let index = find(body.as_ref()?)?;
                let body = world.body(index)?;
                excluded.push(index);
                let (start, by) = match from.zip(*to) {
                    Some((from, to)) => (Pose::new(from, *rotation), to - from),
                    None => (*body.pose(), (*by)?),
                };
                AskedOf::Cast(ShapeCast::turning(body.shape().clone(), start, by, *turn).ok()?)
            }
            QueryForm::Closest { a, b } => {
                let (a, b) = (find_part(a)?, find_part(b)?);
                let is_met = |index: u32| {
                    let filter = world.body(index)?.filter();
                    (masks == Filter::default() || masks.lets_meet(filter)).then_some(())
                };
                is_met(a.body).and(is_met(b.body))?;
                AskedOf::Closest(a, b)
            }
            QueryForm::Point { at } => AskedOf::Point(*at),
            QueryForm::Overlap { shape, at, rotation } => {
                AskedOf::Overlap(shape.to_shape().ok()?, Pose::new(*at, *rotation))
            }
        };
        Some(PlacedQuery { what, excluded, masks })
    }
}

impl PlacedQuery {
    pub fn ask(&self, world: &World) -> QueryAnswer {
        self.ask_observed(world, &mut ())
    }

    pub fn filter(&self) -> QueryFilter<'_> {
        QueryFilter::default().excluding(&self.excluded).with_masks(self.masks)
    }

    /// [`PlacedQuery::ask`]; the observer is told what it looks at.
    pub fn ask_observed<O: QueryObserver>(&self, world: &World, observer: &mut O) -> QueryAnswer {
        let filter = self.filter();
        match &self.what {
            AskedOf::Ray(ray) => {
                let hits = world.cast_ray_all_observed(ray, true, &filter, observer);
                QueryAnswer::Hits(hits.iter().filter_map(|hit| QueryHit::of_ray(world, hit)).collect())
            }
            AskedOf::Cast(cast) => {
                let hits = world.cast_shape_all_observed(cast, &filter, observer);
                QueryAnswer::Hits(hits.iter().filter_map(|hit| QueryHit::of_cast(world, hit)).collect())
            }
            AskedOf::Closest(a, b) => {
                nearest_points(world, *a, *b).map_or(QueryAnswer::Nothing, QueryAnswer::Closest)
            }
            AskedOf::Point(at) => {
                let found = world.project_point_observed(*at, &filter, observer);
                let point = |OfBody { body, found }: OfBody<PointProjection>| {
                    Some(QueryPoint { body, found, sensor: world.body(body)?.is_sensor() })
                };
                found.map_or(QueryAnswer::Nothing, |found| {
                    QueryAnswer::Points(found.into_iter().filter_map(point).collect())
                })
            }
            AskedOf::Overlap(shape, pose) => {
                let found = world.overlap_shape_observed(shape, pose, &filter, observer);
                found.map_or(QueryAnswer::Nothing, QueryAnswer::Bodies)
            }
        }
    }
}

impl QueryHit {
    fn of_ray(world: &World, hit: &OfBody<RayHit>) -> Option<Self> {
        let RayHit { fraction, point, normal, feature, leaf, starts_inside } = hit.found;
        Some(Self {
            body: hit.body,
            fraction,
            point,
            normal,
            feature,
            leaf,
            own_feature: None,
            sensor: world.body(hit.body)?.is_sensor(),
            starts_inside,
            depth: None,
        })
    }

    fn of_cast(world: &World, hit: &OfBody<CastHit>) -> Option<Self> {
        let CastHit { fraction, points, normal, features, leaves, starts_inside } = hit.found;
        Some(Self {
            body: hit.body,
            fraction,
            point: points[1],
            normal: Some(normal),
            feature: features[1],
            leaf: leaves[1],
            own_feature: Some(features[0]),
            sensor: world.body(hit.body)?.is_sensor(),
            starts_inside: starts_inside.is_some(),
            depth: starts_inside.map(|contact| contact.depth),
        })
    }
}

impl QueryAnswer {
    /// The bodies found, in order; of a point those that hold it.
    pub fn bodies(&self) -> Vec<u32> {
        match self {
            Self::Hits(hits) => hits.iter().map(|hit| hit.body).collect(),
            Self::Points(points) => {
                points.iter().filter(|found| found.found.inside).map(|found| found.body).collect()
            }
            Self::Bodies(bodies) => bodies.clone(),
            Self::Closest(_) | Self::Nothing => Vec::new(),
        }
    }

    /// The body that is hit first, on a way with the fraction; of a point or a shape the first that holds it.
    pub fn first_hit(&self) -> Option<(u32, Option<f32>)> {
        match self.first() {
            Some(hit) => Some((hit.body, Some(hit.fraction))),
            None => self.bodies().first().map(|body| (*body, None)),
        }
    }

    /// The first hit on a way.
    pub fn first(&self) -> Option<&QueryHit> {
        if let Self::Hits(hits) = self { hits.first() } else { None }
    }
}
