//! Rays: where they enter a shape.

use glam::{DVec2, Vec2};

use self::local::LocalRay;
use self::parts::cast_at_parts;
use super::rounded_hull::{HullPart, turn_of, unturned, with_hull};
use super::{QueryObserver, TOUCH_SHARE, rounded};
use crate::pose::Pose;
use crate::sat::axis::Feature;
use crate::settings::{ValueError, check, finite};
use crate::shape::Shape;
use crate::shape::leaf::{Leaf, LeafShape};

mod local;
mod parts;

/// A way is along a segment within this angle. Radians.
const STRAIGHT: f64 = 1.0e-6;

/// A ray of finite length: its origin, and the way to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    origin: Vec2,
    way: DVec2,
}

/// Where a ray meets a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Of the ray's whole way, 0 to 1.
    pub fraction: f32,
    /// World coordinates, metres.
    pub point: Vec2,
    /// Unit vector on the shape's surface that points against the way. `None` where the ray starts inside and is stopped
    /// there. World axes.
    pub normal: Option<Vec2>,
    /// The face or corner met; where the ray starts inside, the one nearest to the start. Of a circle
    /// [`Feature::Center`].
    pub feature: Feature,
    /// The part or segment that is met.
    pub leaf: Leaf,
    /// The ray starts deeper in the shape than [`TOUCH_SHARE`](crate::TOUCH_SHARE) of its smaller size.
    pub starts_inside: bool,
}

impl Ray {
    /// `direction` of any length but 0; the ray is `max` of these lengths long. Refuses NaN, infinity and a length of 0.
    pub fn new(origin: Vec2, direction: Vec2, max: f32) -> Result<Self, ValueError> {
        finite(["ray origin x", "ray origin y"], origin)?;
        finite(["ray direction x", "ray direction y"], direction)?;
        check(max > 0.0 && max.is_finite(), "ray length", max, "a finite number greater than 0")?;
        Self::of_way(origin, direction.as_dvec2() * f64::from(max))
    }

    /// From one world point to another, which must differ. Refuses NaN and infinity.
    pub fn between(from: Vec2, to: Vec2) -> Result<Self, ValueError> {
        finite(["ray start x", "ray start y"], from)?;
        finite(["ray end x", "ray end y"], to)?;
        Self::of_way(from, to.as_dvec2() - from.as_dvec2())
    }

    fn of_way(origin: Vec2, way: DVec2) -> Result<Self, ValueError> {
        check(way != DVec2::ZERO, "ray length", 0.0, "a number greater than 0")?;
        Ok(Self { origin, way })
    }

    /// World coordinates, metres.
    pub fn origin(&self) -> Vec2 {
        self.origin
    }

    /// From the origin to the ray's end. Metres.
    pub fn way(&self) -> DVec2 {
        self.way
    }

    /// World point at a fraction of the way.
    pub fn at(&self, fraction: f32) -> Vec2 {
        (self.origin.as_dvec2() + self.way * f64::from(fraction)).as_vec2()
    }
}

/// Where a ray first meets a shape; `None` where it passes, only touches a round part, or starts on the border and does not
/// go in. A ray along a face from outside enters where it reaches the shape, as one through a corner does. Along a wall it
/// meets the end that is ahead; along a chain's segments no joint of theirs.
///
/// A ray that starts inside is stopped there if the shape is `solid`, at fraction 0; else it meets the border on its way
/// out, with the normal turned inward.
///
/// ```
/// use collide2d::glam::Vec2;
/// use collide2d::{Feature, Pose, Ray, Shape, cast_ray};
///
/// let crate_ = Shape::rectangle(2.0, 2.0)?;
/// let sight = Ray::between(Vec2::new(0.0, 0.5), Vec2::new(10.0, 0.5))?;
/// let hit = cast_ray(&crate_, &Pose::at(5.0, 0.0), &sight, true).expect("the crate is in the way");
/// assert_eq!((hit.fraction, hit.point, hit.normal), (0.4, Vec2::new(4.0, 0.5), Some(Vec2::NEG_X)));
/// assert_eq!(hit.feature, Feature::Face(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn cast_ray(shape: &Shape, pose: &Pose, ray: &Ray, solid: bool) -> Option<RayHit> {
    cast_ray_observed(shape, pose, ray, solid, &mut ())
}

/// [`cast_ray`]; the observer is told every face and disc.
#[inline]
pub fn cast_ray_observed<O: QueryObserver>(
    shape: &Shape,
    pose: &Pose,
    ray: &Ray,
    solid: bool,
    observer: &mut O,
) -> Option<RayHit> {
    if let Shape::Compound(compound) = shape
        && compound.parts().len() > 1
    {
        return cast_at_parts(shape, pose, ray, solid, observer);
    }
    if shape.is_composite() {
        let mut first: Option<RayHit> = None;
        shape.for_each_leaf(pose, None, &mut |leaf| {
            if let Some(hit) = hit_of_leaf(leaf, ray, solid, observer)
                && first.is_none_or(|first| hit.fraction < first.fraction)
            {
                first = Some(hit);
            }
        });
        return first;
    }
    let turn = turn_of(pose);
    let local = LocalRay {
        origin: unturned(turn, ray.origin.as_dvec2() - pose.position.as_dvec2()),
        way: unturned(turn, ray.way),
    };
    let found = match shape {
        Shape::Rectangle(rectangle) if is_sharp(shape) => {
            let half = rectangle.half_extents().as_dvec2();
            let faces =
                [(DVec2::X, half.x), (DVec2::Y, half.y), (DVec2::NEG_X, half.x), (DVec2::NEG_Y, half.y)];
            let touch = 2.0 * half.min_element() * f64::from(TOUCH_SHARE);
            local.of_half_planes(faces.into_iter(), touch, || touch, solid, observer)
        }
        _ => with_hull(shape, |hull| local.of_hull(hull, solid, observer)),
    }?;
    let feature = match shape {
        Shape::Rectangle(_) if is_sharp(shape) => match found.part {
            HullPart::Face(face) => Feature::Face(face as u32),
            HullPart::Corner(corner) => Feature::Vertex(corner as u32),
        },
        _ => with_hull(shape, |hull| hull.feature(found.part)),
    };
    Some(RayHit {
        fraction: found.fraction as f32,
        point: (ray.origin.as_dvec2() + ray.way * found.fraction).as_vec2(),
        normal: found.normal.map(|normal| rounded(turn.rotate(normal).normalize_or_zero())),
        feature,
        leaf: Leaf::WHOLE,
        starts_inside: found.starts_inside,
    })
}

/// [`cast_ray`] at each leaf of a shape alone, in their order; what a chain lets through is no hit.
pub fn cast_ray_at_leaves(shape: &Shape, pose: &Pose, ray: &Ray, solid: bool) -> Vec<RayHit> {
    let mut hits = Vec::new();
    shape.for_each_leaf(pose, None, &mut |leaf| hits.extend(hit_of_leaf(leaf, ray, solid, &mut ())));
    hits
}

fn hit_of_leaf<O: QueryObserver>(
    leaf: &LeafShape<'_>,
    ray: &Ray,
    solid: bool,
    observer: &mut O,
) -> Option<RayHit> {
    let hit = cast_ray_observed(leaf.shape, &leaf.pose, ray, solid, observer)?;
    let is_passed = hit.normal.is_some_and(|normal| leaf.is_passed_along(-normal))
        || continues_at(leaf, hit.feature, ray.way);
    (!is_passed).then_some(RayHit { leaf: leaf.leaf, ..hit })
}

/// Whether a chain goes straight on from this end of its segment, seen along `way` (world axes): then the end
/// is no hit.
fn continues_at(leaf: &LeafShape<'_>, end: Feature, way: DVec2) -> bool {
    let Some((chain, segment)) = leaf.chain else { return false };
    let n = chain.segments().len();
    let neighbour = match end {
        Feature::Start if segment > 0 || chain.is_closed() => (segment + n - 1) % n,
        Feature::End if segment + 1 < n || chain.is_closed() => (segment + 1) % n,
        Feature::Start | Feature::End | Feature::Face(_) | Feature::Vertex(_) | Feature::Center => {
            return false;
        }
    };
    let normal = leaf.pose.rotation.rotate(chain.normal(neighbour)).as_dvec2();
    normal.dot(way).abs() <= STRAIGHT * way.length()
}

fn is_sharp(shape: &Shape) -> bool {
    crate::sat::exact::radius(shape) == 0.0
}
