//! Queries of a world: the tree of its boxes, then each shape that may be met. The tree is made by the first query after a
//! body may have moved, and kept until then; so a query's cost grows like what it meets, not like the number of bodies.

use glam::{DVec2, Vec2};

use super::cast::{CastHit, ShapeCast, cast_shape_observed};
use super::filter::QueryFilter;
use super::point::{PointProjection, project_point};
use super::ray::{Ray, RayHit, cast_ray_observed};
use super::{QueryObserver, QueryStep};
use crate::aabb::Aabb;
use crate::body::Body;
use crate::collide::collide;
use crate::pose::Pose;
use crate::settings::{FINITE, ValueError, check, finite};
use crate::shape::Shape;
use crate::world::World;

/// What a query found of one body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OfBody<T> {
    /// Its index.
    pub body: u32,
    /// What was found.
    pub found: T,
}

/// Which of the hits on a way are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HitsWanted {
    First,
    Any,
    All,
}

impl World {
    /// The first body that a ray meets; of hits at one fraction the body of the lowest index. As [`crate::cast_ray`] each.
    ///
    /// ```
    /// use collide2d::glam::Vec2;
    /// use collide2d::{BodyDef, Pose, QueryFilter, Ray, Shape, World};
    ///
    /// let mut world = World::default();
    /// for x in [8.0, 5.0] {
    ///     world.add(BodyDef::new(Shape::circle(1.0)?, Pose::at(x, 0.0)))?;
    /// }
    /// let sight = Ray::between(Vec2::ZERO, Vec2::new(10.0, 0.0))?;
    /// let hit = world.cast_ray(&sight, true, &QueryFilter::default()).expect("two balls are in the way");
    /// assert_eq!((hit.body, hit.found.fraction), (1, 0.4));
    /// let behind = world.cast_ray(&sight, true, &QueryFilter::default().excluding(&[1]));
    /// assert_eq!(behind.map(|hit| hit.body), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cast_ray(&self, ray: &Ray, solid: bool, filter: &QueryFilter<'_>) -> Option<OfBody<RayHit>> {
        self.cast_ray_observed(ray, solid, filter, &mut ())
    }

    /// [`World::cast_ray`]; the observer is told each box that is met before the first hit found so far, and what
    /// [`crate::cast_ray_observed`] tells of its shape.
    pub fn cast_ray_observed<O: QueryObserver>(
        &self,
        ray: &Ray,
        solid: bool,
        filter: &QueryFilter<'_>,
        observer: &mut O,
    ) -> Option<OfBody<RayHit>> {
        self.ray_hits(ray, solid, filter, HitsWanted::First, observer).pop()
    }

    /// Any body that a ray meets: the one found soonest, for whoever only asks whether the way is free.
    pub fn cast_ray_any(&self, ray: &Ray, solid: bool, filter: &QueryFilter<'_>) -> Option<OfBody<RayHit>> {
        self.ray_hits(ray, solid, filter, HitsWanted::Any, &mut ()).pop()
    }

    /// Every body that a ray meets, each by its first hit, sorted by fraction, then by index.
    pub fn cast_ray_all(&self, ray: &Ray, solid: bool, filter: &QueryFilter<'_>) -> Vec<OfBody<RayHit>> {
        self.cast_ray_all_observed(ray, solid, filter, &mut ())
    }

    /// [`World::cast_ray_all`]; the observer is told each box that is met.
    pub fn cast_ray_all_observed<O: QueryObserver>(
        &self,
        ray: &Ray,
        solid: bool,
        filter: &QueryFilter<'_>,
        observer: &mut O,
    ) -> Vec<OfBody<RayHit>> {
        self.ray_hits(ray, solid, filter, HitsWanted::All, observer)
    }

    fn ray_hits<O: QueryObserver>(
        &self,
        ray: &Ray,
        solid: bool,
        filter: &QueryFilter<'_>,
        wanted: HitsWanted,
        observer: &mut O,
    ) -> Vec<OfBody<RayHit>> {
        let swept = SweptBox::new(ray.origin().as_dvec2(), ray.way(), Vec2::ZERO);
        self.hits(&swept, filter, wanted, observer, |body, observer| {
            let hit = cast_ray_observed(body.shape(), body.pose(), ray, solid, observer)?;
            Some((hit.fraction, hit))
        })
    }

    /// The first body that a moving shape touches; of hits at one fraction the body of the lowest index. As
    /// [`crate::cast_shape`] each.
    pub fn cast_shape(&self, cast: &ShapeCast, filter: &QueryFilter<'_>) -> Option<OfBody<CastHit>> {
        self.cast_shape_observed(cast, filter, &mut ())
    }

    /// [`World::cast_shape`]; the observer is told each box that is met before the first hit found so far, and what
    /// [`crate::cast_shape_observed`] tells of its shape.
    pub fn cast_shape_observed<O: QueryObserver>(
        &self,
        cast: &ShapeCast,
        filter: &QueryFilter<'_>,
        observer: &mut O,
    ) -> Option<OfBody<CastHit>> {
        self.cast_hits(cast, filter, HitsWanted::First, observer).pop()
    }

    /// Any body that a moving shape touches.
    pub fn cast_shape_any(&self, cast: &ShapeCast, filter: &QueryFilter<'_>) -> Option<OfBody<CastHit>> {
        self.cast_hits(cast, filter, HitsWanted::Any, &mut ()).pop()
    }

    /// Every body that a moving shape touches, each as if the others were not there, sorted by fraction, then by index.
    pub fn cast_shape_all(&self, cast: &ShapeCast, filter: &QueryFilter<'_>) -> Vec<OfBody<CastHit>> {
        self.cast_shape_all_observed(cast, filter, &mut ())
    }

    /// [`World::cast_shape_all`]; the observer is told each box that is met.
    pub fn cast_shape_all_observed<O: QueryObserver>(
        &self,
        cast: &ShapeCast,
        filter: &QueryFilter<'_>,
        observer: &mut O,
    ) -> Vec<OfBody<CastHit>> {
        self.cast_hits(cast, filter, HitsWanted::All, observer)
    }

    fn cast_hits<O: QueryObserver>(
        &self,
        cast: &ShapeCast,
        filter: &QueryFilter<'_>,
        wanted: HitsWanted,
        observer: &mut O,
    ) -> Vec<OfBody<CastHit>> {
        let extent = if cast.turn() == 0.0 {
            cast.shape().extent(cast.pose().rotation)
        } else {
            let disc = cast.shape().bounding_circle();
            let reach = Vec2::splat((disc.center.length() + disc.radius) * (1.0 + 8.0 * f32::EPSILON));
            Aabb { min: -reach, max: reach }
        };
        let origin = cast.pose().position.as_dvec2() + extent.center().as_dvec2();
        let swept = SweptBox::new(origin, cast.translation().as_dvec2(), extent.size() * 0.5);
        self.hits(&swept, filter, wanted, observer, |body, observer| {
            let hit = cast_shape_observed(cast, body.shape(), body.pose(), observer)?;
            Some((hit.fraction, hit))
        })
    }

    /// `meet` has the fraction and the hit of a body.
    #[inline]
    fn hits<T, O: QueryObserver>(
        &self,
        swept: &SweptBox,
        filter: &QueryFilter<'_>,
        wanted: HitsWanted,
        observer: &mut O,
        mut meet: impl FnMut(&Body, &mut O) -> Option<(f32, T)>,
    ) -> Vec<OfBody<T>> {
        let mut hits: Vec<(f32, OfBody<T>)> = Vec::new();
        self.ask(
            |aabb| swept.away(aabb),
            filter,
            observer,
            |index, away, body, observer| {
                if O::OBSERVES {
                    observer.step(&QueryStep::Body { body: index, fraction: away / swept.length });
                }
                let Some((fraction, found)) = meet(body, observer) else { return swept.worth(&hits, wanted) };
                let hit = (fraction, OfBody { body: index, found });
                match (wanted, hits.first()) {
                    (HitsWanted::All, _) | (_, None) => hits.push(hit),
                    (HitsWanted::First | HitsWanted::Any, Some((before, of_body))) => {
                        if (fraction, index) < (*before, of_body.body) {
                            hits[0] = hit;
                        }
                    }
                }
                swept.worth(&hits, wanted)
            },
        );
        hits.sort_by(|(p, a), (q, b)| p.total_cmp(q).then(a.body.cmp(&b.body)));
        hits.into_iter().map(|(_, hit)| hit).collect()
    }

    /// Visits the bodies that the filter lets through, as [`crate::broad_phase::box_tree::BoxTree::walk`] does.
    #[inline]
    fn ask<O: QueryObserver>(
        &self,
        away: impl Fn(&Aabb) -> f32,
        filter: &QueryFilter<'_>,
        observer: &mut O,
        mut visit: impl FnMut(u32, f32, &Body, &mut O) -> f32,
    ) {
        let mut most = f32::MAX;
        self.tree().walk(away, |index, away| {
            let Some(body) = self.body(index) else { return most };
            match filter.leaves_out(index, body) {
                Some(by) => {
                    if O::OBSERVES {
                        observer.step(&QueryStep::LeftOut { body: index, by });
                    }
                }
                None => most = visit(index, away, body, observer),
            }
            most
        });
    }

    /// The bodies in contact with a shape (depth > 0), by index. Walls never are in contact with walls. Refuses a pose
    /// that is not finite.
    ///
    /// ```
    /// use collide2d::glam::Vec2;
    /// use collide2d::{BodyDef, Pose, QueryFilter, Shape, World};
    ///
    /// let mut world = World::default();
    /// for x in [0.0, 2.0, 9.0] {
    ///     world.add(BodyDef::new(Shape::circle(0.5)?, Pose::at(x, 0.0)))?;
    /// }
    /// let blast = world.overlap_shape(&Shape::circle(3.0)?, &Pose::at(1.0, 0.0), &QueryFilter::default())?;
    /// assert_eq!(blast, [0, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn overlap_shape(
        &self,
        shape: &Shape,
        pose: &Pose,
        filter: &QueryFilter<'_>,
    ) -> Result<Vec<u32>, ValueError> {
        self.overlap_shape_observed(shape, pose, filter, &mut ())
    }

    /// [`World::overlap_shape`]; the observer is told each box that is met.
    pub fn overlap_shape_observed<O: QueryObserver>(
        &self,
        shape: &Shape,
        pose: &Pose,
        filter: &QueryFilter<'_>,
        observer: &mut O,
    ) -> Result<Vec<u32>, ValueError> {
        finite(["position x", "position y"], pose.position)?;
        check(pose.rotation.degrees().is_finite(), "rotation", pose.rotation.degrees(), FINITE)?;
        let area = crate::broad_phase::grown(&shape.aabb(pose), 0.0);
        Ok(self.bodies_in(&area, filter, observer, |body| {
            collide(shape, pose, body.shape(), body.pose()).is_some()
        }))
    }

    /// The bodies whose bounding boxes meet an area, edges included, by index. Refuses NaN and infinity.
    pub fn overlap_aabb(&self, area: &Aabb, filter: &QueryFilter<'_>) -> Result<Vec<u32>, ValueError> {
        finite(["area's left", "area's bottom"], area.min)?;
        finite(["area's right", "area's top"], area.max)?;
        Ok(self.bodies_in(area, filter, &mut (), |body| body.aabb().overlaps(area)))
    }

    /// The bodies that hold a world point, borders included, by index. Refuses NaN and infinity.
    pub fn bodies_at(&self, point: Vec2, filter: &QueryFilter<'_>) -> Result<Vec<u32>, ValueError> {
        Ok(self.projections_at(point, filter, &mut ())?.iter().map(|found| found.body).collect())
    }

    /// The bodies that hold a world point, by index; where none does the nearest one, of equally near ones that of the
    /// lowest index; empty of a world without bodies. As [`crate::project_point`] each.
    pub fn project_point(
        &self,
        point: Vec2,
        filter: &QueryFilter<'_>,
    ) -> Result<Vec<OfBody<PointProjection>>, ValueError> {
        self.project_point_observed(point, filter, &mut ())
    }

    /// [`World::project_point`]; the observer is told each box that is met.
    pub fn project_point_observed<O: QueryObserver>(
        &self,
        point: Vec2,
        filter: &QueryFilter<'_>,
        observer: &mut O,
    ) -> Result<Vec<OfBody<PointProjection>>, ValueError> {
        let holding = self.projections_at(point, filter, observer)?;
        if !holding.is_empty() {
            return Ok(holding);
        }
        let away = |aabb: &Aabb| {
            let outside = (aabb.min - point).max(point - aabb.max).max(Vec2::ZERO);
            outside.length() * (1.0 - 4.0 * f32::EPSILON)
        };
        let mut nearest: Option<OfBody<PointProjection>> = None;
        self.ask(away, filter, observer, |index, _, body, observer| {
            if O::OBSERVES {
                observer.step(&QueryStep::Body { body: index, fraction: 0.0 });
            }
            if let Ok(found) = project_point(body.shape(), body.pose(), point)
                && nearest.is_none_or(|before| (found.distance, index) < (before.found.distance, before.body))
            {
                nearest = Some(OfBody { body: index, found });
            }
            nearest.map_or(f32::MAX, |nearest| nearest.found.distance * (1.0 + 4.0 * f32::EPSILON))
        });
        Ok(nearest.into_iter().collect())
    }

    fn projections_at<O: QueryObserver>(
        &self,
        point: Vec2,
        filter: &QueryFilter<'_>,
        observer: &mut O,
    ) -> Result<Vec<OfBody<PointProjection>>, ValueError> {
        finite(["point x", "point y"], point)?;
        let mut found = Vec::new();
        let area = Aabb { min: point, max: point };
        let at =
            |body: &Body| project_point(body.shape(), body.pose(), point).ok().filter(|found| found.inside);
        for index in self.bodies_in(&area, filter, observer, |body| at(body).is_some()) {
            let projection = self.body(index).and_then(at);
            found.extend(projection.map(|found| OfBody { body: index, found }));
        }
        Ok(found)
    }

    /// The bodies that meet an area and the condition, by index.
    fn bodies_in<O: QueryObserver>(
        &self,
        area: &Aabb,
        filter: &QueryFilter<'_>,
        observer: &mut O,
        holds: impl Fn(&Body) -> bool,
    ) -> Vec<u32> {
        let mut found = Vec::new();
        let away = |aabb: &Aabb| if aabb.overlaps(area) { 0.0 } else { f32::INFINITY };
        self.ask(away, filter, observer, |index, _, body, observer| {
            if O::OBSERVES {
                observer.step(&QueryStep::Body { body: index, fraction: 0.0 });
            }
            if holds(body) {
                found.push(index);
            }
            f32::MAX
        });
        found.sort_unstable();
        found
    }
}

/// A box on its way; of a ray a point. In f32, with room for rounding.
struct SweptBox {
    /// Its middle at the start.
    origin: Vec2,
    half: Vec2,
    /// A unit vector; of a way of length 0 zero.
    direction: Vec2,
    /// Metres, > 0.
    length: f32,
    /// Around the middle's way.
    bounds: Aabb,
}

impl SweptBox {
    fn new(origin: DVec2, way: DVec2, half: Vec2) -> Self {
        let (from, to) = (origin.as_vec2(), (origin + way).as_vec2());
        let rounding = from.abs().max(to.abs()) * (2.0 * f32::EPSILON);
        let half = half * (1.0 + 4.0 * f32::EPSILON) + if half == Vec2::ZERO { Vec2::ZERO } else { rounding };
        Self {
            origin: from,
            half,
            direction: way.normalize_or_zero().as_vec2(),
            length: (way.length() as f32).max(f32::MIN_POSITIVE),
            bounds: Aabb { min: from.min(to) - rounding - half, max: from.max(to) + rounding + half },
        }
    }

    /// How far along the way the box is met at the earliest, in metres; infinite where it is not met: the boxes around the
    /// way are apart, or an axis across the way separates (as `b2AABB_RayCast` of Box2D has it).
    #[inline(always)]
    fn away(&self, aabb: &Aabb) -> f32 {
        let Self { origin, half, direction, bounds, .. } = self;
        let half = (aabb.max - aabb.min) * 0.5 + *half;
        let middle = (aabb.min + aabb.max) * 0.5 - *origin;
        let (x, y) = (direction.y * middle.x, direction.x * middle.y);
        let across = direction.y.abs() * half.x + direction.x.abs() * half.y;
        let slack = (x.abs() + y.abs() + across) * (4.0 * f32::EPSILON);
        let meets = aabb.overlaps(bounds) & ((x - y).abs() <= across + slack);
        let (x, y) = (direction.x * middle.x, direction.y * middle.y);
        let reach = direction.x.abs() * half.x + direction.y.abs() * half.y;
        let slack = (x.abs() + y.abs() + reach) * (4.0 * f32::EPSILON);
        let along = (x + y) - reach - slack;
        if meets { if along > 0.0 { along } else { 0.0 } } else { f32::INFINITY }
    }

    /// How far along the way it is worth looking on.
    #[inline]
    fn worth<T>(&self, hits: &[(f32, OfBody<T>)], wanted: HitsWanted) -> f32 {
        match (wanted, hits.first()) {
            (HitsWanted::All, _) | (_, None) => f32::MAX,
            (HitsWanted::First, Some((fraction, _))) => fraction * self.length * (1.0 + 4.0 * f32::EPSILON),
            (HitsWanted::Any, Some(_)) => -1.0,
        }
    }
}
