//! Rays in a shape's local space: where they enter it, and where they leave it.
//!
//! A shape without round parts is where half-planes meet: a ray is in it from the last way in to the first way out (Cyrus
//! and Beck, "Generalized two- and three-dimensional clipping", 1978; of a rectangle the slabs of Kay and Kajiya, 1986). A
//! round one is entered through the first of its faces and discs.

use glam::DVec2;

use crate::query::rounded_hull::{HullPart, RoundedHull};
use crate::query::{QueryObserver, QueryStep, TOUCH_SHARE};
use crate::sat::axis::Feature;

/// Rounding of f64, as a share of the numbers that it comes of: within it a way meets a corner, runs along a face, touches a
/// disc or ends on the border.
const ROUNDING: f64 = 1.0e-12;

/// A ray in a shape's local space.
#[derive(Clone, Copy)]
pub struct LocalRay {
    pub origin: DVec2,
    pub way: DVec2,
}

/// Where a ray meets a shape.
#[derive(Clone, Copy)]
pub struct RayEntry {
    pub fraction: f64,
    /// Outward unit normal; on the way out inward.
    pub normal: Option<DVec2>,
    pub part: HullPart,
    pub starts_inside: bool,
}

impl RayEntry {
    fn new(fraction: f64, normal: DVec2, part: HullPart) -> Self {
        Self { fraction, normal: Some(normal), part, starts_inside: false }
    }

    /// Of a ray that is stopped where it starts, inside.
    fn at_start(nearest: HullPart) -> Self {
        Self { fraction: 0.0, normal: None, part: nearest, starts_inside: true }
    }

    /// This way out as the hit of a ray that starts inside; `None` where the ray ends before it.
    fn as_way_out(self) -> Option<Self> {
        (self.fraction <= 1.0).then_some(Self { starts_inside: true, ..self })
    }
}

/// Where a ray is within half-planes.
struct RayPassage {
    enter: Option<RayEntry>,
    exit: RayEntry,
    /// The face of which the start is farthest outside, and by how much.
    outermost: (HullPart, f64),
}

impl LocalRay {
    pub fn of_hull<O: QueryObserver>(
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
    pub fn of_half_planes<O: QueryObserver>(
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
                return if solid { Some(RayEntry::at_start(nearest)) } else { exit.as_way_out() };
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
                return Some(RayEntry::at_start(start.part));
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
            return exit.as_way_out();
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
