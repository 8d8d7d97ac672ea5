//! Rays: where they enter a shape.
//!
//! A shape without round parts is where half-planes meet: a ray is in it from the last way in to the first way out (Cyrus
//! and Beck, "Generalized two- and three-dimensional clipping", 1978; of a rectangle the slabs of Kay and Kajiya, 1986). A
//! round one is entered through the first of its faces and discs.

use glam::{DVec2, Vec2};

use super::point::project_point;
use super::rounded_hull::{HullPart, RoundedHull, turn_of, unturned, with_hull};
use super::{QueryObserver, QueryStep, TOUCH_SHARE, rounded};
use crate::aabb::Aabb;
use crate::ghost::ALLOWED;
use crate::ghost::joined::{JoinedShapes, OutlineShape, Sector, goes_in, off};
use crate::pose::Pose;
use crate::sat::axis::Feature;
use crate::settings::{ValueError, check, finite};
use crate::shape::Shape;
use crate::shape::leaf::{Leaf, LeafShape};

/// A way is along a segment within this angle. Radians.
const STRAIGHT: f64 = 1.0e-6;
/// Rounding of f64, as a share of the numbers that it comes of: within it a way meets a corner, runs along a face, touches a
/// disc or ends on the border.
const ROUNDING: f64 = 1.0e-12;

/// A ray of a length: from its origin all its way.
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

/// The first hit of a compound's parts that is one of their joined outline. A ray that begins on the borders of several parts
/// begins inside where they surround the place, and else goes in or not as their outline does there. A part's hit with a
/// normal that the outline does not allow is none where the ray goes along the outline; where it goes in, it has the nearest
/// normal that is allowed.
#[cold]
fn cast_at_parts<O: QueryObserver>(
    shape: &Shape,
    pose: &Pose,
    ray: &Ray,
    solid: bool,
    observer: &mut O,
) -> Option<RayHit> {
    let mut hits = Vec::new();
    shape.for_each_leaf(pose, None, &mut |leaf| hits.extend(hit_of_leaf(leaf, ray, solid, observer)));
    if solid
        && !hits.iter().any(|hit| hit.starts_inside)
        && let Some(start) = start_on_borders(shape, pose, ray)
    {
        match start {
            StartOnBorders::Meets(hit) => return Some(hit),
            // Nothing is met where it starts.
            StartOnBorders::GoesOut => hits.retain(|hit| hit.fraction > 0.0),
        }
    }
    hits.sort_by(|p, q| p.fraction.total_cmp(&q.fraction));
    hits.into_iter().find_map(|hit| {
        let Some(normal) = hit.normal.filter(|_| solid || hit.fraction > 0.0 && !hit.starts_inside) else {
            return Some(hit);
        };
        let place = ray.origin.as_dvec2() + ray.way * f64::from(hit.fraction);
        let Some(free) = joined_at(shape, pose, place, Some(hit.leaf)) else { return Some(hit) };
        match off(&free, normal.as_dvec2()) {
            // No side is free in a crack between two parts, which the ray may have come through.
            None => Some(hit),
            Some((by, _)) if by < ALLOWED => Some(hit),
            Some((_, allowed)) if goes_in(&free, ray.way, STRAIGHT) => {
                Some(RayHit { normal: Some(rounded(allowed)), ..hit })
            }
            Some(_) => None,
        }
    })
}

/// What becomes of a ray that starts on the borders of several parts.
enum StartOnBorders {
    Meets(RayHit),
    GoesOut,
}

/// `None`: it does not start on the borders of several parts.
fn start_on_borders(shape: &Shape, pose: &Pose, ray: &Ray) -> Option<StartOnBorders> {
    let start = ray.origin.as_dvec2();
    let free = joined_at(shape, pose, start, None)?;
    let meets = |normal: Option<DVec2>| {
        let nearest = project_point(shape, pose, ray.origin).ok()?;
        Some(StartOnBorders::Meets(RayHit {
            fraction: 0.0,
            point: ray.origin,
            normal: normal.map(rounded),
            feature: nearest.feature,
            leaf: nearest.leaf,
            starts_inside: normal.is_none(),
        }))
    };
    match off(&free, -ray.way) {
        None => meets(None),
        Some((_, allowed)) if goes_in(&free, ray.way, STRAIGHT) => meets(Some(allowed)),
        Some(_) => Some(StartOnBorders::GoesOut),
    }
}

/// The free sides of the joined parts at a place; `None` where fewer than two parts with an inside reach it, or not the one
/// asked for.
fn joined_at(shape: &Shape, pose: &Pose, place: DVec2, of: Option<Leaf>) -> Option<Vec<Sector>> {
    let mut parts = JoinedShapes { shapes: Vec::new() };
    let reach = |part: &OutlineShape<'_>| part.reach(place) as f32;
    let room = match of {
        Some(leaf) => {
            let leaf = shape.leaf(leaf, pose)?;
            if !leaf.shape.kind().has_inside() {
                return None;
            }
            reach(&OutlineShape::new(0, &leaf, DVec2::ZERO))
        }
        None => 2.0 * shape.bounding_circle().radius * TOUCH_SHARE,
    };
    let around = Aabb { min: place.as_vec2() - room, max: place.as_vec2() + room };
    shape.for_each_leaf(pose, Some(&around), &mut |leaf| {
        let is_at = || of.is_some() || is_on_border(leaf, place);
        if leaf.shape.kind().has_inside() && is_at() {
            parts.shapes.push(OutlineShape::new(0, leaf, DVec2::ZERO));
        }
    });
    let of = match of {
        Some(leaf) => parts.shapes.iter().position(|part| part.leaf == leaf)?,
        None => 0,
    };
    (parts.shapes.len() > 1).then(|| parts.free(place, of, None))
}

/// Whether a place is no more than a touch away from the border.
fn is_on_border(leaf: &LeafShape<'_>, place: DVec2) -> bool {
    let local = unturned(turn_of(&leaf.pose), place - leaf.pose.position.as_dvec2());
    with_hull(leaf.shape, |hull| hull.nearest_on_border(local).distance.abs() <= hull.touch())
}

/// Whether a chain goes straight on from this end of its segment, seen along `way` (world axes): then the end is none.
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

/// A ray in a shape's local space.
#[derive(Clone, Copy)]
struct LocalRay {
    origin: DVec2,
    way: DVec2,
}

#[derive(Clone, Copy)]
struct RayEntry {
    fraction: f64,
    /// Outward unit normal; on the way out inward.
    normal: Option<DVec2>,
    part: HullPart,
    starts_inside: bool,
}

impl RayEntry {
    fn new(fraction: f64, normal: DVec2, part: HullPart) -> Self {
        Self { fraction, normal: Some(normal), part, starts_inside: false }
    }
}

impl LocalRay {
    fn of_hull<O: QueryObserver>(
        &self,
        hull: &RoundedHull<'_>,
        solid: bool,
        observer: &mut O,
    ) -> Option<RayEntry> {
        match hull.count() {
            2 if hull.radius == 0.0 => self.of_wall(hull, observer),
            1 | 2 => self.of_round(hull, solid, observer),
            _ if hull.radius > 0.0 => self.of_round(hull, solid, observer),
            n => {
                let faces = (0..n).map(|face| {
                    let normal = hull.normal(face);
                    (normal, normal.dot(hull.corner(face)))
                });
                let size = 2.0 * hull.shape.bounding_circle().radius;
                self.of_half_planes(faces, f64::from(size * TOUCH_SHARE), || hull.touch(), solid, observer)
            }
        }
    }

    /// Faces as outward unit normals and distances of their lines from the local origin. `touch`: how deep a start is
    /// only on the border, computed where that may matter.
    #[inline(always)]
    fn of_half_planes<O: QueryObserver>(
        &self,
        faces: impl Iterator<Item = (DVec2, f64)> + Clone,
        touch_at_most: f64,
        touch: impl FnOnce() -> f64,
        solid: bool,
        observer: &mut O,
    ) -> Option<RayEntry> {
        let RayPassage { enter, exit, outermost } = self.through(faces.clone(), 0.0, observer);
        let (nearest, outside) = outermost;
        if outside <= touch_at_most {
            let touch = touch();
            if outside < -touch {
                return Self::started_inside(nearest, exit, solid);
            }
            if outside <= touch {
                let goes_in = faces.clone().all(|(normal, offset)| {
                    (normal.dot(self.origin) - offset).abs() > touch || normal.dot(self.way) < 0.0
                });
                return goes_in.then(|| self.through(faces, touch, &mut ()).enter).flatten();
            }
        }
        let enter = enter?;
        let late = exit.fraction + ROUNDING * enter.fraction.abs().max(1.0);
        let is_met = enter.fraction <= late && (0.0..=1.0 + ROUNDING).contains(&enter.fraction);
        is_met.then_some(RayEntry { fraction: enter.fraction.min(1.0), ..enter })
    }

    /// The last way in and the first way out. Faces of which the start is within `touch` are entered at once.
    #[inline(always)]
    fn through<O: QueryObserver>(
        &self,
        faces: impl Iterator<Item = (DVec2, f64)>,
        touch: f64,
        observer: &mut O,
    ) -> RayPassage {
        let mut passage = RayPassage {
            enter: None,
            exit: RayEntry::new(f64::INFINITY, DVec2::ZERO, HullPart::Face(0)),
            outermost: (HullPart::Face(0), f64::NEG_INFINITY),
        };
        let mut steepest = 0.0;
        let along = ROUNDING * self.way.abs().element_sum();
        for (face, (normal, offset)) in faces.enumerate() {
            let (distance, speed) = (normal.dot(self.origin) - offset, normal.dot(self.way));
            let part = HullPart::Face(face);
            if distance > passage.outermost.1 {
                passage.outermost = (part, distance);
            }
            let distance = if distance.abs() <= touch { 0.0 } else { distance };
            let fraction = distance / -speed;
            if O::OBSERVES {
                let feature = Feature::Face(face as u32);
                observer.step(&QueryStep::Face { feature, distance, approach: -speed, fraction });
            }
            if speed < -along {
                let latest = passage.enter.map_or(f64::NEG_INFINITY, |enter| enter.fraction);
                // Of faces entered together the one that the way meets more squarely.
                if fraction > latest || (fraction == latest && speed < steepest) {
                    steepest = speed;
                    passage.enter = Some(RayEntry::new(fraction, normal, part));
                }
            } else if speed > along {
                if fraction < passage.exit.fraction {
                    passage.exit = RayEntry::new(fraction, -normal, part);
                }
            } else if distance > ROUNDING * (self.origin.abs().element_sum() + offset.abs()) {
                passage.exit = RayEntry::new(f64::NEG_INFINITY, -normal, part);
            }
        }
        passage
    }

    fn started_inside(nearest: HullPart, exit: RayEntry, solid: bool) -> Option<RayEntry> {
        if solid {
            Some(RayEntry { fraction: 0.0, normal: None, part: nearest, starts_inside: true })
        } else {
            (exit.fraction <= 1.0).then_some(RayEntry { starts_inside: true, ..exit })
        }
    }

    /// A wall has no inside: its sides are met by what crosses them, its ends by what runs along it.
    fn of_wall<O: QueryObserver>(&self, hull: &RoundedHull<'_>, observer: &mut O) -> Option<RayEntry> {
        let (from, to) = hull.face(0);
        let edge = to - from;
        let across = self.way.perp_dot(edge);
        let squared = self.way.length_squared();
        let coordinate = from.abs().max(to.abs()).max_element();
        let rounding = 2.0 * f64::from(f32::EPSILON) * coordinate;
        let normal = hull.normal(0);
        let (distance, speed) = (normal.dot(self.origin - from), normal.dot(self.way));
        let fraction = (from - self.origin).perp_dot(edge) / across;
        if O::OBSERVES {
            let side = if distance < 0.0 { -1.0 } else { 1.0 };
            observer.step(&QueryStep::Face {
                feature: Feature::Face(0),
                distance: distance.abs(),
                approach: -speed * side,
                fraction,
            });
        }
        let aside = |end: DVec2| self.way.perp_dot(end - self.origin).abs() <= rounding * squared.sqrt();
        if aside(from) && aside(to) {
            let along = |end: DVec2| self.way.dot(end - self.origin) / squared;
            let (first, second) = (along(from), along(to));
            let (near, far, corner) = if first <= second { (first, second, 0) } else { (second, first, 1) };
            let starts_on_it = near * squared.sqrt() <= rounding && far >= 0.0;
            let is_met = !starts_on_it && (0.0..=1.0).contains(&near);
            return is_met.then(|| RayEntry::new(near, -self.way / squared.sqrt(), HullPart::Corner(corner)));
        }
        let along = (from - self.origin).perp_dot(self.way) / across;
        let starts_on_it = distance.abs() <= rounding;
        let is_met =
            across != 0.0 && !starts_on_it && (0.0..=1.0).contains(&along) && (0.0..=1.0).contains(&fraction);
        is_met.then(|| RayEntry::new(fraction, if speed > 0.0 { -normal } else { normal }, HullPart::Face(0)))
    }

    /// Circles, capsules and round corners.
    fn of_round<O: QueryObserver>(
        &self,
        hull: &RoundedHull<'_>,
        solid: bool,
        observer: &mut O,
    ) -> Option<RayEntry> {
        let start = hull.nearest_on_border(self.origin);
        let touch = hull.touch();
        let first = self.enter_round(hull, observer);
        if start.distance < -touch {
            if solid {
                return Self::started_inside(start.part, RayEntry::new(0.0, DVec2::ZERO, start.part), solid);
            }
            // The way out is the way in of the ray that comes back from beyond the shape.
            let reach = (0..hull.count()).map(|i| hull.corner(i).distance(self.origin)).fold(0.0, f64::max);
            let beyond = 2.0 * (reach + hull.radius) / self.way.length();
            let back = Self { origin: self.origin + self.way * beyond, way: -self.way * beyond };
            let exit = back.enter_round(hull, &mut ())?;
            let exit = RayEntry {
                fraction: (1.0 - exit.fraction) * beyond,
                normal: exit.normal.map(|normal| -normal),
                ..exit
            };
            return Self::started_inside(start.part, exit, solid);
        }
        if start.distance <= touch {
            let goes_in = start.normal.dot(self.way) < 0.0;
            return goes_in.then(|| RayEntry::new(0.0, start.normal, start.part));
        }
        let ends_within = |entry: &RayEntry| entry.fraction <= 1.0 + ROUNDING;
        first.filter(ends_within).map(|entry| RayEntry { fraction: entry.fraction.min(1.0), ..entry })
    }

    /// The first face or disc entered from outside, also beyond the way.
    fn enter_round<O: QueryObserver>(&self, hull: &RoundedHull<'_>, observer: &mut O) -> Option<RayEntry> {
        let mut first: Option<RayEntry> = None;
        let mut keep = |entry: Option<RayEntry>| {
            if let Some(entry) = entry
                && first.is_none_or(|first| entry.fraction < first.fraction)
            {
                first = Some(entry);
            }
        };
        let n = hull.count();
        if n > 1 {
            (0..n).for_each(|face| keep(self.enter_round_face(hull, face, observer)));
        }
        (0..n).for_each(|corner| keep(self.enter_disc(hull, corner, observer)));
        first
    }

    fn enter_round_face<O: QueryObserver>(
        &self,
        hull: &RoundedHull<'_>,
        face: usize,
        observer: &mut O,
    ) -> Option<RayEntry> {
        let (from, to) = hull.face(face);
        let normal = hull.normal(face);
        let (distance, approach) = (normal.dot(self.origin - from) - hull.radius, -normal.dot(self.way));
        let fraction = distance / approach;
        if O::OBSERVES {
            let feature = hull.feature(HullPart::Face(face));
            observer.step(&QueryStep::Face { feature, distance, approach, fraction });
        }
        if distance < 0.0 || approach <= 0.0 {
            return None;
        }
        let (at, edge) = (self.origin + self.way * fraction - from, to - from);
        let is_on_face = at.dot(edge) >= 0.0 && at.dot(edge) <= edge.length_squared();
        is_on_face.then(|| RayEntry::new(fraction, normal, HullPart::Face(face)))
    }

    fn enter_disc<O: QueryObserver>(
        &self,
        hull: &RoundedHull<'_>,
        corner: usize,
        observer: &mut O,
    ) -> Option<RayEntry> {
        let length = self.way.length();
        let direction = self.way / length;
        let from = self.origin - hull.corner(corner);
        let (passes, ahead) = (direction.perp_dot(from), -direction.dot(from));
        if O::OBSERVES {
            let (radius, fraction) = (hull.radius, ahead / length);
            let feature = hull.feature(HullPart::Corner(corner));
            observer.step(&QueryStep::Disc { feature, radius, passes: passes.abs(), fraction });
        }
        // Half of the chord, without the loss of digits of a small disc far away.
        let half_squared = (hull.radius - passes) * (hull.radius + passes);
        let along = ahead - half_squared.max(0.0).sqrt();
        let rounding = ROUNDING * hull.radius * (hull.radius + from.abs().element_sum());
        let is_met = half_squared > rounding && along >= 0.0;
        is_met.then(|| {
            let normal = (from + direction * along).normalize_or(-direction);
            RayEntry::new(along / length, normal, HullPart::Corner(corner))
        })
    }
}

/// Where a ray is within half-planes.
struct RayPassage {
    enter: Option<RayEntry>,
    exit: RayEntry,
    /// The face of which the start is farthest outside, and by how much.
    outermost: (HullPart, f64),
}
