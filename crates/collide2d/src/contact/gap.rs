//! How far apart two shapes are along the face normals of both.

use glam::Vec2;

use super::frame::{inward, outward};
use super::lanes::{LANES, Lane, Lanes, least, less};
use super::pair::{Pair, Placement};
use crate::pose::Pose;
use crate::shape::Shape;

/// The face normal of either shape along which they overlap least, as the unit vector that points toward `a`, and that overlap; negative: the
/// gap. `None` without faces, and where the gap is wider than `limit` along one that was tried. Of a circle the corners' axes are left
/// out, so that the gap may be wider.
pub(crate) fn widest_gap(
    a: &Shape,
    pose_a: &Pose,
    b: &Shape,
    pose_b: &Pose,
    limit: f32,
) -> Option<(Vec2, f32)> {
    if matches!(a, Shape::Capsule(_)) || matches!(b, Shape::Capsule(_)) {
        return None;
    }
    let pair = Pair::new(a, pose_a, b, pose_b);
    let (p, q) = if pair.flipped { (b, a) } else { (a, b) };
    let (mut of_p, mut of_q) = ([Lanes::POINT], [Lanes::POINT]);
    let (p, radius_p) = faces(p, &mut of_p);
    let (q, radius_q) = faces(q, &mut of_q);
    let radius = radius_p + radius_q;
    let (gap_p, toward_q) = farthest(p, &pair.p, q, &pair.q, radius);
    if gap_p < -limit {
        return None;
    }
    let (gap_q, toward_p) = farthest(q, &pair.q, p, &pair.p, radius);
    let (normal, overlap) = if gap_p <= gap_q { (-toward_q, gap_p) } else { (toward_p, gap_q) };
    (-limit..f32::INFINITY).contains(&overlap).then(|| (pair.toward_a(normal), overlap))
}

/// The faces and corners of a shape, and its radius around them.
fn faces<'s>(shape: &'s Shape, made: &'s mut [Lanes; 1]) -> ((&'s [Lanes], usize), f32) {
    match shape {
        Shape::Circle(circle) => return ((made, 1), circle.radius()),
        Shape::Capsule(capsule) => return ((made, 1), capsule.radius()),
        Shape::Polygon(polygon) => return ((polygon.lanes(), polygon.corner_count()), 0.0),
        Shape::Rectangle(rectangle) => made[0] = Lanes::of_rectangle(rectangle),
        Shape::Wall(wall) => made[0] = Lanes::of_wall(wall),
    }
    let corners = if matches!(shape, Shape::Wall(_)) { 2 } else { 4 };
    ((made, corners), 0.0)
}

/// The least overlap along the shape's own faces, and the way that the other one leaves by it. World axes.
fn farthest(
    own: (&[Lanes], usize),
    at: &Placement,
    other: (&[Lanes], usize),
    other_at: &Placement,
    radius: f32,
) -> (f32, Vec2) {
    let turn = inward(at.rotation.x_axis(), other_at.rotation.x_axis());
    let offset = inward(at.rotation.x_axis(), other_at.offset - at.offset);
    let mut best = (f32::INFINITY, Vec2::ZERO);
    for lanes in own.0 {
        let (out, back) = lanes.ways_out(other.0, other.1, turn, offset);
        let (i, overlap) = least(&[out[0].min(back[0]), out[1].min(back[1])]);
        if overlap + radius < best.0 {
            let normal = lanes.normal(i);
            let leaves = if less(&back, &out) >> i & 1 == 1 { -normal } else { normal };
            best = (overlap + radius, leaves);
        }
    }
    (best.0, outward(at.rotation.x_axis(), best.1))
}

impl Lanes {
    /// From end to end of the face that looks most along the direction. Local space; `corners` in all.
    pub(crate) fn face_toward(&self, direction: Vec2, corners: usize) -> Vec2 {
        let (face, _) = self.facing(direction);
        self.corner(if face + 1 < corners { face + 1 } else { 0 }) - self.corner(face)
    }

    /// No faces, and the anchor for a corner.
    const POINT: Self = {
        const NONE: Lane = [0.0; LANES];
        let (min, max) = ([f32::NEG_INFINITY; LANES], [f32::INFINITY; LANES]);
        Self { x: NONE, y: NONE, normal_x: NONE, normal_y: NONE, min, max }
    };
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use std::ops::ControlFlow;

    use super::*;
    use crate::contact::collide_observed;
    use crate::sat::{AxisTest, SatObserver};

    /// The least overlap along faces, as the test tells it.
    struct Told(f32);

    impl SatObserver for Told {
        fn early_out(&mut self) -> ControlFlow<()> {
            ControlFlow::Continue(())
        }
        fn axis(&mut self, test: &AxisTest) -> ControlFlow<()> {
            self.0 = self.0.min(test.overlap);
            ControlFlow::Continue(())
        }
    }

    fn shapes() -> Vec<Shape> {
        let round = |n: usize, radius: f32| {
            let corner = |i: usize| Vec2::from_angle(i as f32 * std::f32::consts::TAU / n as f32) * radius;
            Shape::polygon(&(0..n).map(corner).collect::<Vec<_>>()).unwrap()
        };
        vec![
            Shape::rectangle(1.2, 0.7).unwrap(),
            Shape::wall(Vec2::new(-1.5, 0.2), Vec2::new(0.8, -0.1)).unwrap(),
            round(3, 0.8),
            round(8, 0.6),
            round(19, 0.7),
            Shape::polygon(&[[5.0, 5.0], [6.0, 5.2], [5.4, 6.1]].map(Vec2::from)).unwrap(),
        ]
    }

    #[test]
    fn it_is_the_widest_of_the_axes_told() {
        let (mut seed, mut found) = (7_u32, 0);
        let mut random = move || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / (1 << 24) as f32
        };
        for (i, a) in shapes().iter().enumerate() {
            for b in shapes().iter().skip(if i == 1 { 2 } else { 0 }) {
                for _ in 0..400 {
                    let mut pose = |shape: &Shape| {
                        let pose = Pose::new(Vec2::ZERO, 360.0 * random());
                        let at = Vec2::new(random(), random()) * 2.2;
                        Pose { position: at - pose.rotation.rotate(shape.bounding_circle().center), ..pose }
                    };
                    let (pose_a, pose_b) = (pose(a), pose(b));
                    let mut told = Told(f32::INFINITY);
                    collide_observed(a, &pose_a, b, &pose_b, &mut told);
                    let Some((normal, overlap)) = widest_gap(a, &pose_a, b, &pose_b, 0.1) else {
                        assert!(told.0 < -0.0999, "{a:?} {pose_a:?} {b:?} {pose_b:?}: {}", told.0);
                        continue;
                    };
                    assert!((overlap - told.0).abs() < 1.0e-5, "{overlap}, told {}", told.0);
                    let reach = |shape: &Shape, pose: &Pose, way: Vec2| shape.support(pose, way).dot(way);
                    let between = -reach(b, &pose_b, normal) - reach(a, &pose_a, -normal);
                    assert!((between + overlap).abs() < 1.0e-5, "toward a {between}, overlap {overlap}");
                    found += usize::from(overlap < 0.0);
                }
            }
        }
        assert!(found > 100, "{found} near");
    }

    /// Along faces alone, never wider than it is.
    #[test]
    fn a_circle_is_no_closer_than_its_faces_say() {
        let circle = Shape::circle(0.4).unwrap();
        for shape in shapes() {
            for i in 0..720 {
                let center = shape.bounding_circle().center;
                let pose = Pose::at(0.0, 0.0);
                let at = Pose { position: center + Vec2::from_angle(i as f32) * 1.3, ..pose };
                let exact = shape.distance(&pose, at.position) - 0.4;
                for (found, toward) in [
                    (widest_gap(&circle, &at, &shape, &pose, 9.0), 1.0),
                    (widest_gap(&shape, &pose, &circle, &at, 9.0), -1.0),
                ] {
                    let (normal, overlap) = found.unwrap();
                    assert!(-overlap <= exact + 1.0e-5, "{overlap} {exact}");
                    assert!(overlap > 0.0 || (at.position - center).dot(normal) * toward > 0.0);
                }
            }
        }
    }
}
