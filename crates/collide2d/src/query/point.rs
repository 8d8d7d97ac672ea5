//! The nearest point of a shape's border.

use glam::Vec2;

use super::rounded;
use super::rounded_hull::{RoundedHull, turn_of, unturned, with_hull};
use crate::pose::Pose;
use crate::sat::axis::Feature;
use crate::settings::{ValueError, finite};
use crate::shape::Shape;
use crate::shape::leaf::Leaf;

/// Where a point is nearest to a shape's border.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointProjection {
    /// On the border, nearest to the point asked for. World coordinates, metres.
    pub point: Vec2,
    /// Outward unit normal of the border there. World axes.
    pub normal: Vec2,
    /// From the point asked for to the border, negative inside. Metres.
    pub distance: f32,
    /// The point asked for is in the shape or on its border; of a wall, on the segment within rounding.
    pub inside: bool,
    /// The face or corner that is nearest, of several the first; of a circle [`Feature::Center`].
    pub feature: Feature,
    /// The part or segment that is nearest.
    pub leaf: Leaf,
}

/// The point of the shape's border that is nearest to a world point. Refuses NaN and infinity.
///
/// Ties: in the middle of several faces the first is nearest, at a circle's centre its top, on a wall its left side.
///
/// ```
/// use collide2d::glam::Vec2;
/// use collide2d::{Feature, Pose, Shape, project_point};
///
/// let crate_ = Shape::rectangle(4.0, 2.0)?;
/// let found = project_point(&crate_, &Pose::default(), Vec2::new(0.0, 0.75))?;
/// assert_eq!((found.point, found.distance, found.inside), (Vec2::new(0.0, 1.0), -0.25, true));
/// assert_eq!(found.feature, Feature::Face(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn project_point(shape: &Shape, pose: &Pose, point: Vec2) -> Result<PointProjection, ValueError> {
    finite(["point x", "point y"], point)?;
    let mut nearest: Option<PointProjection> = None;
    if shape.is_composite() {
        shape.for_each_leaf(pose, None, &mut |leaf| {
            let found = with_hull(leaf.shape, |hull| projected(hull, &leaf.pose, point));
            if nearest.is_none_or(|nearest| found.distance < nearest.distance) {
                nearest = Some(PointProjection { leaf: leaf.leaf, ..found });
            }
        });
    }
    if let Some(nearest) = nearest {
        return Ok(nearest);
    }
    Ok(with_hull(shape, |hull| projected(hull, pose, point)))
}

fn projected(hull: &RoundedHull<'_>, pose: &Pose, point: Vec2) -> PointProjection {
    let turn = turn_of(pose);
    let position = pose.position.as_dvec2();
    let local = unturned(turn, point.as_dvec2() - position);
    let nearest = hull.nearest_on_border(local);
    let is_on_wall = !hull.shape.kind().has_inside() && hull.shape.contains(pose, point);
    let distance = if is_on_wall { 0.0 } else { nearest.distance };
    PointProjection {
        point: (position + turn.rotate(nearest.point)).as_vec2(),
        normal: rounded(turn.rotate(nearest.normal).normalize_or(glam::DVec2::Y)),
        distance: distance as f32,
        inside: distance <= 0.0,
        feature: hull.feature(nearest.part),
        leaf: Leaf::WHOLE,
    }
}
