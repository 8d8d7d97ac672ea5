//! Queries of a world: the tree of its boxes, then each shape that may be met. The tree is made by the first query after a
//! body may have moved, and kept until then; so a query's cost grows like what it meets, not like the number of bodies.

use glam::{Vec2, Vec4};

use super::World;
use crate::aabb::Aabb;
use crate::aabb::eight_boxes::FourBoxes;
use crate::body::Body;
use crate::broad_phase::box_tree::overlapping;
use crate::collide::least_overlap;
use crate::collide::leaves::for_each_pair;
use crate::pose::Pose;
use crate::query::cast::{CastHit, ShapeCast, cast_shape_observed};
use crate::query::filter::QueryFilter;
use crate::query::point::project_point;
use crate::query::ray::{Ray, RayHit, cast_ray_observed};
use crate::query::swept_box::SweptBox;
use crate::query::{QueryObserver, QueryStep};
use crate::sat::boxes::BoxPair;
use crate::sat::search::{PairAxes, Shapes};
use crate::settings::{FINITE, ValueError, check, finite};
use crate::shape::Shape;

mod project;

/// What a query found of one body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OfBody<T> {
    /// Its index.
    pub body: u32,
    /// What was found.
    pub found: T,
}

/// Which hit on a way is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum HitWanted {
    First,
    Any,
}

impl World {
    /// The first body that a ray meets, each tested as by [`crate::cast_ray`]; of hits at one fraction the
    /// body of the lowest index.
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
        self.one_hit(&SweptBox::of_ray(ray), filter, HitWanted::First, observer, met_by_ray(ray, solid))
    }

    /// Any body that a ray meets: the one found soonest, for whoever only asks whether the way is free.
    pub fn cast_ray_any(&self, ray: &Ray, solid: bool, filter: &QueryFilter<'_>) -> Option<OfBody<RayHit>> {
        self.one_hit(&SweptBox::of_ray(ray), filter, HitWanted::Any, &mut (), met_by_ray(ray, solid))
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
        self.all_hits(&SweptBox::of_ray(ray), filter, observer, met_by_ray(ray, solid))
    }

    /// The first body that a moving shape touches, each tested as by [`crate::cast_shape`]; of hits at one
    /// fraction the body of the lowest index.
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
        self.one_hit(&SweptBox::of_cast(cast), filter, HitWanted::First, observer, met_by_cast(cast))
    }

    /// Any body that a moving shape touches.
    pub fn cast_shape_any(&self, cast: &ShapeCast, filter: &QueryFilter<'_>) -> Option<OfBody<CastHit>> {
        self.one_hit(&SweptBox::of_cast(cast), filter, HitWanted::Any, &mut (), met_by_cast(cast))
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
        self.all_hits(&SweptBox::of_cast(cast), filter, observer, met_by_cast(cast))
    }

    /// `meet` has the fraction and the hit of a body.
    #[inline]
    fn one_hit<T, O: QueryObserver>(
        &self,
        swept: &SweptBox,
        filter: &QueryFilter<'_>,
        wanted: HitWanted,
        observer: &mut O,
        mut meet: impl FnMut(&Body, &mut O) -> Option<(f32, T)>,
    ) -> Option<OfBody<T>> {
        let mut first: Option<(f32, OfBody<T>)> = None;
        let mut most = f32::MAX;
        self.ask_along(swept, filter, observer, |index, body, observer| {
            if let Some((fraction, found)) = meet(body, observer)
                && first.as_ref().is_none_or(|(before, of)| (fraction, index) < (*before, of.body))
            {
                most = match wanted {
                    HitWanted::First => fraction,
                    HitWanted::Any => -1.0,
                };
                first = Some((fraction, OfBody { body: index, found }));
            }
            most
        });
        first.map(|(_, hit)| hit)
    }

    /// Sorted by fraction, then by index. `meet` has the fraction and the hit of a body.
    #[inline]
    fn all_hits<T, O: QueryObserver>(
        &self,
        swept: &SweptBox,
        filter: &QueryFilter<'_>,
        observer: &mut O,
        mut meet: impl FnMut(&Body, &mut O) -> Option<(f32, T)>,
    ) -> Vec<OfBody<T>> {
        let mut hits: Vec<(f32, OfBody<T>)> = Vec::new();
        self.ask_along(swept, filter, observer, |index, body, observer| {
            if let Some((fraction, found)) = meet(body, observer) {
                make_room(&mut hits);
                hits.push((fraction, OfBody { body: index, found }));
            }
            f32::MAX
        });
        hits.sort_by(|(p, a), (q, b)| p.total_cmp(q).then(a.body.cmp(&b.body)));
        hits.into_iter().map(|(_, hit)| hit).collect()
    }

    /// Visits the bodies whose boxes are met on a way, as [`World::ask`] does.
    #[inline]
    fn ask_along<O: QueryObserver>(
        &self,
        swept: &SweptBox,
        filter: &QueryFilter<'_>,
        observer: &mut O,
        mut visit: impl FnMut(u32, &Body, &mut O) -> f32,
    ) {
        let away = |boxes: &FourBoxes| swept.away(boxes);
        self.ask(away, filter, observer, |index, away, body, observer| {
            if O::OBSERVES {
                observer.step(&QueryStep::Body { body: index, fraction: away });
            }
            visit(index, body, observer)
        });
    }

    /// Visits the bodies that the filter lets through, as [`crate::broad_phase::box_tree::BoxTree::walk`] does.
    #[inline]
    fn ask<O: QueryObserver>(
        &self,
        away: impl Fn(&FourBoxes) -> Vec4,
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

    /// The bodies in contact with a shape (depth > 0), by index. Walls never are in contact with walls, nor is a one-sided
    /// chain with a shape whose position is not on the side from which it holds. Refuses a pose that is not finite.
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
        let is_one_sided = shape.is_one_sided();
        Ok(self.bodies_in(&area, filter, observer, |body| {
            let (other, place) = (body.shape(), body.pose());
            if is_one_sided || other.is_one_sided() {
                return touch_on_held_sides(shape, pose, other, place);
            }
            let shapes = Shapes { a: shape, pose_a: pose, b: other, pose_b: place };
            overlap_for_sure(shapes) || least_overlap(shape, pose, other, place).is_some()
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
        finite(["point x", "point y"], point)?;
        let area = Aabb { min: point, max: point };
        let holds =
            |body: &Body| project_point(body.shape(), body.pose(), point).is_ok_and(|found| found.inside);
        Ok(self.bodies_in(&area, filter, &mut (), holds))
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
        self.ask(overlapping(area), filter, observer, |index, _, body, observer| {
            if O::OBSERVES {
                observer.step(&QueryStep::Body { body: index, fraction: 0.0 });
            }
            if holds(body) {
                make_room(&mut found);
                found.push(index);
            }
            f32::MAX
        });
        found.sort_unstable();
        found
    }
}

/// The fraction and the hit of a body that a ray meets.
fn met_by_ray<O: QueryObserver>(
    ray: &Ray,
    solid: bool,
) -> impl FnMut(&Body, &mut O) -> Option<(f32, RayHit)> {
    move |body, observer| {
        let hit = cast_ray_observed(body.shape(), body.pose(), ray, solid, observer)?;
        Some((hit.fraction, hit))
    }
}

/// The fraction and the hit of a body that a moving shape touches.
fn met_by_cast<O: QueryObserver>(cast: &ShapeCast) -> impl FnMut(&Body, &mut O) -> Option<(f32, CastHit)> {
    move |body, observer| {
        let hit = cast_shape_observed(cast, body.shape(), body.pose(), observer)?;
        Some((hit.fraction, hit))
    }
}

/// Whether two sharp rectangles overlap by more than rounding on every axis, so that no contact needs to be
/// made. `false` for other shapes.
fn overlap_for_sure(shapes: Shapes<'_>) -> bool {
    BoxPair::of_rectangles(shapes).is_some_and(|pair| {
        let (_, reach) = pair.bounds();
        pair.overlaps().least::<false>() > 1.0e-4 * reach
    })
}

/// Whether two shapes, one of which has a one-sided chain, are in contact on a side from which the chain holds.
#[cold]
fn touch_on_held_sides(a: &Shape, pose_a: &Pose, b: &Shape, pose_b: &Pose) -> bool {
    let mut touch = false;
    for_each_pair(a, pose_a, b, pose_b, 0.0, &mut |pair| {
        touch = touch || pair.collide().is_some() && !pair.is_behind();
    });
    touch
}

/// Makes room at the first hit for as many as a query has as a rule.
fn make_room<T>(hits: &mut Vec<T>) {
    if hits.is_empty() {
        hits.reserve(16);
    }
}
