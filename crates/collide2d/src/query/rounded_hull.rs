//! A shape as the points within a radius of its corners' hull, in f64.

use glam::{DVec2, Vec2};

use crate::pose::Pose;
use crate::sat::axis::Feature;
use crate::sat::exact;
use crate::shape::Shape;

/// A direction is a face's normal within this. Radians.
const ALIGNED: f64 = 1.0e-6;

/// Part of a hull by its index: a face runs from the corner of its index to the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum HullPart {
    Face(usize),
    Corner(usize),
}

/// Corners counter-clockwise, of a segment both ends, of a circle its centre. Local space.
#[derive(Clone, Copy)]
pub(super) struct RoundedHull<'s> {
    pub shape: &'s Shape,
    corners: &'s [Vec2],
    pub radius: f64,
}

/// The nearest point of a shape's border.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnBorder {
    pub point: DVec2,
    /// Outward.
    pub normal: DVec2,
    /// Negative inside.
    pub distance: f64,
    pub part: HullPart,
}

/// Passes on the hull of a shape.
pub(super) fn with_hull<T>(shape: &Shape, then: impl FnOnce(&RoundedHull<'_>) -> T) -> T {
    let radius = exact::radius(shape);
    shape.with_hull_corners(|corners| then(&RoundedHull { shape, corners, radius }))
}

impl RoundedHull<'_> {
    pub fn count(&self) -> usize {
        self.corners.len()
    }

    pub fn corner(&self, i: usize) -> DVec2 {
        self.corners[i % self.count()].as_dvec2()
    }

    /// Its ends, without the radius.
    pub fn face(&self, i: usize) -> (DVec2, DVec2) {
        (self.corner(i), self.corner(i + 1))
    }

    /// Outward unit normal; of a circle any.
    pub fn normal(&self, face: usize) -> DVec2 {
        let (from, to) = self.face(face);
        (from - to).perp().normalize_or(DVec2::Y)
    }

    pub fn feature(&self, part: HullPart) -> Feature {
        match part {
            HullPart::Corner(i) => Feature::of_corner(self.shape, (i % self.count()) as u16),
            HullPart::Face(_) if self.count() == 2 => Feature::Face(0),
            HullPart::Face(i) => Feature::Face((i % self.count()) as u32),
        }
    }

    /// The least width over all directions; 0 of a wall. Metres.
    pub fn smaller_size(&self) -> f64 {
        let n = self.count();
        let width = |face: usize| {
            let (normal, from) = (self.normal(face), self.corner(face));
            (0..n).map(|i| normal.dot(from - self.corner(i))).fold(0.0, f64::max)
        };
        let core = if n < 3 { 0.0 } else { (0..n).map(width).fold(f64::INFINITY, f64::min) };
        core + 2.0 * self.radius
    }

    /// How deep the shape is entered before it is more than a touch. Metres.
    pub fn touch(&self) -> f64 {
        self.smaller_size() * f64::from(super::TOUCH_SHARE)
    }

    /// What of the hull lies farthest in a direction of length 1, local space.
    pub fn foremost(&self, direction: DVec2) -> HullPart {
        let n = self.count();
        let best = |of: &dyn Fn(usize) -> f64| {
            (0..n).fold((0, f64::NEG_INFINITY), |best, i| if of(i) > best.1 { (i, of(i)) } else { best })
        };
        if n > 1 {
            let (face, _) = best(&|i| self.normal(i).dot(direction));
            let normal = self.normal(face);
            if normal.dot(direction) > 0.0 && normal.perp_dot(direction).abs() <= ALIGNED {
                return HullPart::Face(face);
            }
        }
        HullPart::Corner(best(&|i| self.corner(i).dot(direction)).0)
    }

    /// The nearest point of the border; of equal ones the face or corner of the lower index. At a circle's centre it is
    /// the top, on a wall or a capsule's segment to the left of the direction from start to end.
    pub fn nearest_on_border(&self, p: DVec2) -> OnBorder {
        let on_border = |core: DVec2, normal: DVec2, away: f64, part| OnBorder {
            point: core + normal * self.radius,
            normal,
            distance: away - self.radius,
            part,
        };
        let n = self.count();
        let faces = if n == 2 { 1 } else { n };
        let mut nearest = (f64::INFINITY, DVec2::ZERO, HullPart::Corner(0));
        for face in 0..faces {
            let (from, to) = self.face(face);
            // A face that is not seen from `p` has no point nearer than all others.
            if n > 2 && (from - to).perp().dot(p - from) <= 0.0 {
                continue;
            }
            let (point, share) = nearest_on_segment(p, from, to);
            let squared = point.distance_squared(p);
            if squared < nearest.0 {
                let part = if share <= 0.0 {
                    HullPart::Corner(face)
                } else if share >= 1.0 {
                    HullPart::Corner((face + 1) % n)
                } else {
                    HullPart::Face(face)
                };
                nearest = (squared, point, part);
            }
        }
        if nearest.0 == f64::INFINITY {
            let outside = |face: usize| self.normal(face).dot(p - self.corner(face));
            let (face, most) = (0..n)
                .map(|face| (face, outside(face)))
                .fold((0, f64::NEG_INFINITY), |best, now| if now.1 > best.1 { now } else { best });
            let normal = self.normal(face);
            return on_border(p - normal * most, normal, most, HullPart::Face(face));
        }
        let (squared, core, part) = nearest;
        let away = squared.sqrt();
        let normal = match part {
            HullPart::Face(face) => {
                let normal = self.normal(face);
                if n == 2 && normal.dot(p - core) < 0.0 { -normal } else { normal }
            }
            HullPart::Corner(_) if away > 0.0 => (p - core) / away,
            HullPart::Corner(i) => self.normal_at_corner(i),
        };
        on_border(core, normal, away, part)
    }

    /// Between those of its faces; of a segment away from its other end.
    fn normal_at_corner(&self, i: usize) -> DVec2 {
        let n = self.count();
        let between = match n {
            1 => DVec2::Y,
            2 => self.corner(i) - self.corner(i + 1),
            _ => self.normal(i) + self.normal(i + n - 1),
        };
        between.normalize_or(DVec2::Y)
    }
}

/// The point of a segment that is nearest to `p`, and how far along it lies, 0 to 1; of a point 0.
pub(super) fn nearest_on_segment(p: DVec2, from: DVec2, to: DVec2) -> (DVec2, f64) {
    let edge = to - from;
    let along = ((p - from).dot(edge) / edge.length_squared().max(f64::MIN_POSITIVE)).clamp(0.0, 1.0);
    (if along == 1.0 { to } else { from + edge * along }, along)
}

/// The rotation as a unit vector.
pub(super) fn turn_of(pose: &Pose) -> DVec2 {
    DVec2::new(f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()))
}

/// A world vector in the frame whose x axis is `turn`.
pub(super) fn unturned(turn: DVec2, v: DVec2) -> DVec2 {
    DVec2::new(turn.x * v.x + turn.y * v.y, turn.x * v.y - turn.y * v.x)
}
