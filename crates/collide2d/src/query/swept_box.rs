//! The box of a ray or a cast on its way: which boxes it meets, and when.

use glam::{BVec2, DVec2, Vec2, Vec4};

use super::cast::ShapeCast;
use super::ray::Ray;
use crate::aabb::Aabb;
use crate::aabb::eight_boxes::FourBoxes;

/// A box on its way; of a ray a point. In f32, with room for rounding.
pub struct SweptBox {
    /// Whether the way goes in the negative direction of each axis.
    goes_back: BVec2,
    /// Along each axis, the way has gone `nearer side - near` metres when a box is met, and
    /// `farther side - far` when it is left.
    near: Vec2,
    far: Vec2,
    /// Share of the way for each metre along each axis: the inverse of the way.
    pace: Vec2,
}

impl SweptBox {
    pub fn of_ray(ray: &Ray) -> Self {
        Self::new(ray.origin().as_dvec2(), ray.way(), Vec2::ZERO)
    }

    pub fn of_cast(cast: &ShapeCast) -> Self {
        let extent = if cast.turn() == 0.0 {
            cast.shape().extent(cast.pose().rotation)
        } else {
            let disc = cast.shape().bounding_circle();
            let reach = Vec2::splat((disc.center.length() + disc.radius) * (1.0 + 8.0 * f32::EPSILON));
            Aabb { min: -reach, max: reach }
        };
        let origin = cast.pose().position.as_dvec2() + extent.center().as_dvec2();
        Self::new(origin, cast.translation().as_dvec2(), extent.size() * 0.5)
    }

    fn new(origin: DVec2, way: DVec2, half: Vec2) -> Self {
        // Along an axis on which the way does not move, what is met at all is left beyond the way's end.
        const FASTEST: f32 = 1.0e30;
        const LEAST: f32 = 2.0 / FASTEST;
        // Without negative zeros.
        let way = way + DVec2::ZERO;
        let (from, to) = (origin.as_vec2(), (origin + way).as_vec2());
        let room = from.abs().max(to.abs()) * (4.0 * f32::EPSILON) + LEAST;
        let half = half * (1.0 + 4.0 * f32::EPSILON) + room;
        let goes_back = way.cmplt(DVec2::ZERO);
        let ahead = Vec2::select(goes_back, -half, half);
        let pace = way.recip().as_vec2().clamp(Vec2::splat(-FASTEST), Vec2::splat(FASTEST));
        Self { goes_back, near: from + ahead, far: from - ahead, pace }
    }

    /// The share of the way at which each box is met at the earliest; infinite where it is not met: it is left along one
    /// axis before it is reached along the other (the slabs of Kay and Kajiya, 1986).
    #[inline(always)]
    pub fn away(&self, boxes: &FourBoxes) -> Vec4 {
        let Self { goes_back, near, far, pace } = self;
        let FourBoxes { min_x, min_y, max_x, max_y } = *boxes;
        let (near_x, far_x) = if goes_back.x { (max_x, min_x) } else { (min_x, max_x) };
        let (near_y, far_y) = if goes_back.y { (max_y, min_y) } else { (min_y, max_y) };
        let reached = ((near_x - near.x) * pace.x).max((near_y - near.y) * pace.y).max(Vec4::ZERO);
        let left = ((far_x - far.x) * pace.x).min((far_y - far.y) * pace.y).min(Vec4::ONE);
        let reached = reached * (1.0 - 8.0 * f32::EPSILON);
        Vec4::select(reached.cmple(left), reached, Vec4::INFINITY)
    }
}
