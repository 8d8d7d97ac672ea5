#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;

use super::*;
use crate::collide::collide_observed;
use crate::sat::axis::{AxisTest, SatObserver};

/// The least overlap along faces, as the observer is told.
struct LeastOverlap(f32);

impl SatObserver for LeastOverlap {
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
    let (mut random, mut found) = (fastrand::Rng::with_seed(7), 0);
    for (i, a) in shapes().iter().enumerate() {
        for b in shapes().iter().skip(if i == 1 { 2 } else { 0 }) {
            for _ in 0..400 {
                let mut pose = |shape: &Shape| {
                    let pose = Pose::new(Vec2::ZERO, 360.0 * random.f32());
                    let at = Vec2::new(random.f32(), random.f32()) * 2.2;
                    Pose { position: at - pose.rotation.rotate(shape.bounding_circle().center), ..pose }
                };
                let (pose_a, pose_b) = (pose(a), pose(b));
                let mut told = LeastOverlap(f32::INFINITY);
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

/// The gap along faces alone is never wider than the true one.
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
