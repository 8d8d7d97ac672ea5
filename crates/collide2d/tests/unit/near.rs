#![allow(clippy::unwrap_used)]

use std::f32::consts::FRAC_PI_3;

use super::*;
use crate::body::{BodyDef, Motion};
use crate::shape::Shape;

const DT: f32 = 1.0 / 60.0;

fn body(shape: Shape, x: f32, y: f32, degrees_per_second: f32) -> Body {
    let motion = Motion::dynamic(1.0).with_angular_velocity(degrees_per_second);
    Body::new(BodyDef::new(shape, Pose::at(x, y)).with_motion(motion))
}

fn pair<'b>(a: &'b Body, b: &'b Body) -> LeafPair<'b> {
    LeafPair::simple(a.shape(), a.pose(), b.shape(), b.pose())
}

fn approach_of(a: &Body, b: &Body) -> Option<Displaced> {
    approach(&pair(a, b), [a, b], &WorldSettings::default().with_timestep(DT))
}

fn block(width: f32, height: f32) -> Shape {
    Shape::rectangle(width, height).unwrap()
}

/// The ends of a long rod and the corners of a small tile move by their rotation alone: the margin is what
/// both can close, of either body and in either order.
#[test]
fn a_turning_body_reaches_farther() {
    let margin_of = |long: f32, spin_a: f32, spin_b: f32| {
        let a = body(block(long, 0.6), 0.0, 0.0, spin_a);
        let b = body(block(long, 0.6), 9.0, 0.0, spin_b);
        margin(&pair(&a, &b), [&a, &b], DT)
    };
    for long in [0.8, 6.0] {
        let radius = 0.5 * f32::hypot(long, 0.6);
        // The rim moves by a millimetre a step.
        let spin = (0.001 / DT / radius).to_degrees();
        let still = margin_of(long, 0.0, 0.0);
        assert!((still - NEAR_AT_REST).abs() < 1.0e-6);
        for (spins, rims) in
            [([spin, 0.0], 1.0), ([0.0, -spin], 1.0), ([spin, spin], 2.0), ([spin, -spin], 2.0)]
        {
            let found = margin_of(long, spins[0], spins[1]);
            // Twice the speed, and a rim counts twice its own: it may leave along any direction.
            let expected = NEAR_AT_REST + 4.0 * 0.001 * rims;
            assert!((found - expected).abs() < 1.0e-5, "{long} m, {spins:?}: {found} for {expected}");
        }
        assert_eq!(margin_of(long, 1.0e5, 0.0), NEAR.min(NEAR_SHARE * radius));
    }
}

/// Round shapes from all around a block, a capsule and another ball, 3 mm away: the touch to come is found
/// wherever the axis stands in the order of tests, with its gap and its normal.
#[test]
fn round_shapes_are_seen_coming_from_every_side() {
    let ball = Shape::circle(0.5).unwrap();
    let pill = Shape::capsule(Vec2::new(-0.6, 0.0), Vec2::new(0.6, 0.0), 0.4).unwrap();
    let hexagon: Vec<_> = (0..6).map(|i| Vec2::from_angle(i as f32 * FRAC_PI_3)).collect();
    let gap = 0.003;
    for other in [ball.clone(), pill.clone(), block(2.0, 1.0), Shape::polygon(&hexagon).unwrap()] {
        let at = body(other, 3.0, -2.0, 0.0);
        for coming in [&ball, &pill] {
            for i in 0..48 {
                let way = Vec2::from_angle(i as f32 * 0.130_9);
                let apart = |distance: f32| {
                    let place = at.pose().position + way * distance;
                    let body = body(coming.clone(), place.x, place.y, 0.0);
                    (crate::sweep::separation(body.shape(), body.pose(), at.shape(), at.pose()), body)
                };
                let (mut low, mut high) = (0.0, 5.0);
                for _ in 0..40 {
                    let middle = 0.5 * (low + high);
                    if apart(middle).0 < gap { low = middle } else { high = middle }
                }
                let found = approach_of(&apart(high).1, &at).unwrap();
                let depth = found.depth(found.contact.depth);
                assert!((depth + gap).abs() < 1.0e-4, "{coming:?} from {way}: {depth}");
                assert!(found.contact.normal.dot(way) > 0.2, "{coming:?} from {way}");
                assert_eq!(approach_of(&apart(high + 0.1).1, &at), None);
            }
        }
    }
}
