//! Their queries beside ours, asked on the same poses.
//!
//! Ours is asked several times, moved and lengthened within the tolerance: a ray that grazes a corner hits it or not. Engines
//! differ in whether what a way begins in is hit, and whether sensors are; either is right.

use collide2d::{
    Body, Pose, QueryFilter, Ray, Shape, ShapeCast, World, cast_ray, cast_ray_at_leaves,
    cast_shape_at_leaves, closest_points,
};
use glam::Vec2;

use super::{PairState, What};
use crate::elsewhere::differences::{WrongQuery, angle};
use crate::elsewhere::recording::queries::{TheirAsked, TheirHit, TheirQuery};
use crate::elsewhere::recording::{BodyKind, Recording};

/// A body on the way in ours.
#[derive(Clone, Copy, Debug)]
struct OurHit {
    /// Recorded.
    body: u32,
    /// Of the way that they asked.
    fraction: f32,
    /// World.
    point: Vec2,
    normal: Option<Vec2>,
    is_inside: bool,
    /// How far along the way it is from where the way meets the same face that was not moved aside, at most. Metres.
    slack: f32,
}

/// A way, and how long it is for whatever moves along it.
#[derive(Clone, Copy, Debug)]
struct AskedWay {
    /// World.
    from: Vec2,
    to: Vec2,
    /// Metres.
    size: f32,
    /// Metres.
    within: f32,
    /// Radians.
    angle: f32,
    /// Of the shape that moves along it, whose face may meet a face. Metres.
    extent: f32,
}

/// What is wrong, and the bodies that it is about.
pub(super) type Wrong = ((u32, u32), What);

/// How many queries the frame of this index has that can be asked, and what is wrong in them.
pub(super) fn wrong(state: &PairState, index: usize) -> (usize, Vec<Wrong>) {
    let queries = state.recording.their_queries(index);
    let asked = queries.iter().flatten().count();
    let wrong = |(query, theirs): (u32, Option<TheirQuery>)| {
        let (bodies, wrong) = of_query(state, &theirs?)?;
        Some((bodies, What::Query { query, wrong }))
    };
    (asked, (0..).zip(queries).filter_map(wrong).collect())
}

/// The recorded body in which the way of a query begins and that ours hits there, if theirs has no hit of it.
pub(super) fn passed_at_start(state: &PairState, query: &TheirQuery) -> Option<u32> {
    let hits = hits(state.world, query, (0.0, 0.0), query.asked.length());
    let is_passed = |body: u32| query.asked.hit().is_none_or(|hit| hit.body != body);
    hits.iter().find(|ours| ours.is_inside).map(|ours| ours.body).filter(|body| is_passed(*body))
}

/// What is wrong in an answer.
pub(super) fn of_query(state: &PairState, query: &TheirQuery) -> Option<((u32, u32), WrongQuery)> {
    let within = state.tolerances.tolerance + state.tolerances.margin;
    let (from, to, size, hit) = match &query.asked {
        TheirAsked::Ray { from, to, hit } => (*from, *to, from.distance(*to), hit),
        TheirAsked::Cast { shape, start, by, turn, hit, .. } => {
            let size = by.length() + turn.to_radians().abs() * shape.bounding_circle().radius;
            (start.position, start.position + *by, size, hit)
        }
        TheirAsked::Closest { bodies, distance, points } => {
            let ours = nearest(state.world, *bodies)?;
            let wrong = if (distance - ours).abs() > within {
                WrongQuery::Distance { theirs: *distance, ours }
            } else {
                // Of bodies that overlap engines tell points of many kinds.
                let points = points.filter(|_| ours > within)?;
                let off = off_nearest(state.world, *bodies, points, ours);
                (off > within).then_some(WrongQuery::NearestPoints { theirs: points, off })?
            };
            return Some(((bodies.0.min(bodies.1), bodies.0.max(bodies.1)), wrong));
        }
    };
    let extent = match &query.asked {
        TheirAsked::Cast { shape, .. } => 2.0 * shape.bounding_circle().radius,
        TheirAsked::Ray { .. } | TheirAsked::Closest { .. } => 0.0,
    };
    let way = AskedWay { from, to, size, within, angle: state.tolerances.tolerance, extent };
    let (mut first, mut normals) = (None, Vec::new());
    for aside in [0.0, within, -within] {
        for longer in [0.0, within, -within] {
            let hits = hits(state.world, query, (aside, longer), size);
            if way.agrees(state.recording, hit.as_ref(), &hits) {
                return None;
            }
            let met = hits.iter().filter(|ours| hit.is_some_and(|hit| way.is_met(&hit, ours)));
            normals.extend(met.filter_map(|ours| ours.normal));
            first.get_or_insert(hits);
        }
    }
    let ours = first.as_ref().and_then(|hits| {
        let starts_in = |body: u32| hit.is_none_or(|hit| hit.body != body);
        let seen = |ours: &&OurHit| !(ours.is_inside && starts_in(ours.body));
        let is_sensor = |ours: &&OurHit| state.recording.kind(ours.body) == BodyKind::Sensor;
        let is_meant = |ours: &&OurHit| !is_sensor(ours) || hit.is_some_and(|hit| hit.body == ours.body);
        hits.iter().find(|ours| seen(ours) && is_meant(ours)).copied()
    });
    // Of several that are hit at once theirs is as good: what is wrong is how it is hit.
    let is_tied = |one: &&OurHit| {
        let nearest = ours.map_or(f32::NEG_INFINITY, |ours| ours.fraction);
        hit.is_some_and(|hit| hit.body == one.body)
            && !one.is_inside
            && (one.fraction - nearest).abs() * size <= within
    };
    let tied = first.iter().flatten().find(is_tied).copied();
    let pair = |a: u32, b: u32| (a.min(b), a.max(b));
    match (hit, tied.or(ours)) {
        (None, None) => None,
        (None, Some(ours)) => {
            let wrong = WrongQuery::Missed { ours: ours.body, fraction: ours.fraction };
            Some((pair(ours.body, ours.body), wrong))
        }
        (Some(hit), None) => {
            let wrong = WrongQuery::OnlyTheirs { theirs: hit.body, fraction: hit.fraction };
            Some((pair(hit.body, hit.body), wrong))
        }
        (Some(hit), Some(ours)) if hit.body != ours.body => {
            let fractions = (hit.fraction, ours.fraction);
            let wrong = WrongQuery::Body { theirs: hit.body, ours: ours.body, fractions };
            Some((pair(hit.body, ours.body), wrong))
        }
        (Some(hit), Some(ours)) => {
            let mut wrong = way.wrong(hit, &ours);
            if let WrongQuery::Normal { theirs, .. } = wrong
                && way.is_between(theirs, &normals)
            {
                return None;
            }
            if let WrongQuery::Fraction { theirs, is_exit, .. } = &mut wrong {
                *is_exit = ours.is_inside && leaves_at(state.world, query, hit.body, *theirs, &way);
            }
            Some((pair(hit.body, hit.body), wrong))
        }
    }
}

impl AskedWay {
    /// Whether they may have found what ours did.
    fn agrees(&self, recording: &Recording, theirs: Option<&TheirHit>, hits: &[OurHit]) -> bool {
        [false, true].into_iter().any(|skips_sensors| {
            [false, true].into_iter().any(|skips_inside| {
                let is_seen = |ours: &&OurHit| {
                    let is_sensor = recording.kind(ours.body) == BodyKind::Sensor;
                    !(skips_sensors && is_sensor || skips_inside && ours.is_inside)
                };
                let mut seen = hits.iter().filter(is_seen).peekable();
                let nearest = seen.peek().map(|ours| ours.fraction);
                match (theirs, nearest) {
                    (None, nearest) => nearest.is_none(),
                    (Some(_), None) => false,
                    (Some(theirs), Some(nearest)) => {
                        let as_near =
                            seen.take_while(|ours| (ours.fraction - nearest) * self.size <= self.within);
                        as_near.into_iter().any(|ours| self.is_same(theirs, ours))
                    }
                }
            })
        })
    }

    fn is_same(&self, theirs: &TheirHit, ours: &OurHit) -> bool {
        self.is_met(theirs, ours) && self.is_normal(theirs, ours)
    }

    /// Whether both are the same place of the same body.
    fn is_met(&self, theirs: &TheirHit, ours: &OurHit) -> bool {
        theirs.body == ours.body && self.is_as_far(theirs, ours) && self.is_at(theirs, ours)
    }

    fn is_as_far(&self, theirs: &TheirHit, ours: &OurHit) -> bool {
        theirs.fraction.is_none_or(|fraction| self.is_near(fraction, ours.fraction, ours.slack))
    }

    /// Whether a normal is one of a corner: between those of two faces, both of which a way meets that is moved a little.
    fn is_between(&self, normal: Vec2, faces: &[Vec2]) -> bool {
        let is_of = |one: Vec2, other: Vec2| {
            angle(one, normal) + angle(normal, other) <= angle(one, other) + self.angle
        };
        normal != Vec2::ZERO
            && faces.iter().enumerate().any(|(i, one)| faces[..i].iter().any(|other| is_of(*one, *other)))
    }

    /// Of what a way begins in any point of the way may be told.
    fn is_at(&self, theirs: &TheirHit, ours: &OurHit) -> bool {
        let within = self.within.max(self.size * 1.0e-5) + self.extent + ours.slack;
        theirs.point.is_none_or(|point| {
            let own = if ours.is_inside { self.nearest(point) } else { ours.point };
            point.distance(own) <= within
        })
    }

    /// The point of the way that is nearest to this one.
    fn nearest(&self, point: Vec2) -> Vec2 {
        let way = self.to - self.from;
        let along = (point - self.from).dot(way) / way.length_squared();
        self.from + way * if along.is_finite() { along.clamp(0.0, 1.0) } else { 0.0 }
    }

    fn is_near(&self, theirs: f32, ours: f32, slack: f32) -> bool {
        // Theirs is rounded to the fraction's own digits.
        (theirs - ours).abs() * self.size <= self.within.max(self.size * 1.0e-5) + slack
    }

    fn is_normal(&self, theirs: &TheirHit, ours: &OurHit) -> bool {
        let normals = theirs.normal.zip(ours.normal).filter(|_| !ours.is_inside);
        normals.is_none_or(|(normal, own)| match normal {
            // As of a way that begins inside, from which it is rounded away.
            Vec2::ZERO => self.is_near(0.0, ours.fraction, ours.slack),
            normal => angle(normal, own) <= self.angle,
        })
    }

    /// What differs where both hit the same body.
    fn wrong(&self, theirs: &TheirHit, ours: &OurHit) -> WrongQuery {
        let normals = theirs.normal.zip(ours.normal);
        match (theirs.fraction, normals) {
            (Some(fraction), _) if !self.is_as_far(theirs, ours) => {
                WrongQuery::Fraction { theirs: fraction, ours: ours.fraction, way: self.size, is_exit: false }
            }
            (_, Some((normal, own))) if !self.is_normal(theirs, ours) => {
                WrongQuery::Normal { theirs: normal, ours: own }
            }
            _ if !self.is_at(theirs, ours) => {
                WrongQuery::Point { theirs: theirs.point.unwrap_or(ours.point), ours: ours.point }
            }
            (_, Some((theirs, normal))) => WrongQuery::Normal { theirs, ours: normal },
            // Within the tolerance one way at a time, and not together.
            (fraction, None) => WrongQuery::Fraction {
                theirs: fraction.unwrap_or_default(),
                ours: ours.fraction,
                way: self.size,
                is_exit: false,
            },
        }
    }
}

/// Whether a ray leaves a shape of the body at this fraction: where the opposite ray meets it.
fn leaves_at(world: &World, query: &TheirQuery, body: u32, fraction: f32, way: &AskedWay) -> bool {
    let TheirAsked::Ray { from, to, .. } = &query.asked else { return false };
    let Ok(back) = Ray::between(*to, *from) else { return false };
    let leaves = world.body(body).map_or_else(Vec::new, Body::leaves);
    let mut met = leaves.iter().filter_map(|leaf| cast_ray(leaf.shape, &leaf.pose, &back, true));
    met.any(|hit| !hit.starts_inside && way.is_near(1.0 - hit.fraction, fraction, 0.0))
}

/// What is on the way in ours, the nearest first, shape by shape: engines differ in what a way finds after the shape that it
/// begins in. `aside`, `longer`: how far the way is moved and lengthened;
/// metres.
fn hits(world: &World, query: &TheirQuery, (aside, longer): (f32, f32), size: f32) -> Vec<OurHit> {
    let filter = QueryFilter::default().excluding(&query.ignored);
    let moved = |by: Vec2| {
        let along = by.normalize_or_zero();
        (along.perp() * aside, by + along * longer)
    };
    // A face that stands aslant is met earlier or later.
    let slack = |by: Vec2, normal: Option<Vec2>| {
        let slope = normal.map_or(0.0, |normal| normal.perp_dot(by).abs() / normal.dot(by).abs());
        if slope.is_finite() { aside.abs() * slope } else { 0.0 }
    };
    // The fraction of the way that they asked.
    let stretched = |fraction: f32| if size > 0.0 { fraction * (size + longer) / size } else { fraction };
    let mut hits: Vec<OurHit> = match &query.asked {
        TheirAsked::Ray { from, to, .. } => {
            let (off, by) = moved(*to - *from);
            let Ok(ray) = Ray::between(*from + off, *from + off + by) else { return Vec::new() };
            let found = world.cast_ray_all(&ray, true, &filter).into_iter();
            let of_body = |index: u32, body: &Body| {
                let hits = cast_ray_at_leaves(body.shape(), body.pose(), &ray, true).into_iter();
                let ours = hits.map(|hit| OurHit {
                    body: index,
                    fraction: hit.fraction,
                    point: hit.point,
                    normal: hit.normal,
                    is_inside: hit.starts_inside,
                    slack: slack(by, hit.normal),
                });
                ours.collect::<Vec<_>>()
            };
            found.filter_map(|hit| Some(of_body(hit.body, world.body(hit.body)?))).flatten().collect()
        }
        TheirAsked::Cast { shape, start, by, turn, .. } => {
            let (off, by) = moved(*by);
            let start = Pose::new(start.position + off, start.rotation.degrees());
            let Ok(cast) = ShapeCast::turning(shape.clone(), start, by, *turn) else { return Vec::new() };
            let found = world.cast_shape_all(&cast, &filter).into_iter();
            let of_body = |index: u32, body: &Body| {
                let hits = cast_shape_at_leaves(&cast, body.shape(), body.pose()).into_iter();
                let ours = hits.map(|hit| OurHit {
                    body: index,
                    fraction: hit.fraction,
                    point: hit.points[1],
                    normal: Some(hit.normal),
                    is_inside: hit.starts_inside.is_some(),
                    slack: slack(by, Some(hit.normal)),
                });
                ours.collect::<Vec<_>>()
            };
            found.filter_map(|hit| Some(of_body(hit.body, world.body(hit.body)?))).flatten().collect()
        }
        TheirAsked::Closest { .. } => Vec::new(),
    };
    hits.iter_mut().for_each(|hit| hit.fraction = stretched(hit.fraction));
    hits.sort_by(|p, q| p.fraction.total_cmp(&q.fraction).then(p.body.cmp(&q.body)));
    hits
}

/// The distance of two bodies; negative where they overlap. Metres.
fn nearest(world: &World, (a, b): (u32, u32)) -> Option<f32> {
    let (a, b) = world.body(a).zip(world.body(b))?;
    Some(closest_points(a.shape(), a.pose(), b.shape(), b.pose()).distance)
}

/// How far two points are from being nearest points of two bodies that are `distance` apart: from the surface of each, and
/// from each other. Metres.
fn off_nearest(world: &World, (a, b): (u32, u32), [on_a, on_b]: [Vec2; 2], distance: f32) -> f32 {
    let off = |body: u32, point: Vec2| {
        let (Some(body), Ok(dot)) = (world.body(body), Shape::circle(f32::MIN_POSITIVE)) else { return 0.0 };
        closest_points(&dot, &Pose::new(point, 0.0), body.shape(), body.pose()).distance.abs()
    };
    off(a, on_a).max(off(b, on_b)).max((on_a.distance(on_b) - distance).abs())
}
