//! First touch of shapes that turn, against fine sampling.

use crate::common::{kind_pairs, shape};
use collide2d::{Pose, Shape, Turning, collide, first_touch, first_touch_rotating, separation};
use glam::{Vec2, vec2};
use proptest::prelude::*;

const HORIZON: f32 = 2.0;
const TOLERANCE: f32 = 1.0e-4;
/// From sample to sample. Seconds.
const STEP: f64 = 1.0e-3;

#[derive(Clone, Debug)]
struct Moving {
    shape: Shape,
    pose: Pose,
    motion: Turning,
}

impl Moving {
    /// The pose, computed independently: the centre moves straight, the shape rotates about it.
    fn at(&self, time: f64) -> Pose {
        let (start, turn) = (self.pose, f64::from(self.motion.angular_velocity) * time);
        let center = start.position.as_dvec2()
            + start.rotation.rotate(self.motion.center).as_dvec2()
            + self.motion.velocity.as_dvec2() * time;
        let degrees = f64::from(start.rotation.degrees()) + turn;
        let arm = glam::DVec2::from_angle(degrees.to_radians()).rotate(self.motion.center.as_dvec2());
        Pose::new((center - arm).as_vec2(), degrees as f32)
    }
}

fn touch(a: &Moving, b: &Moving) -> Option<collide2d::Impact> {
    first_touch_rotating(&a.shape, &a.pose, &a.motion, &b.shape, &b.pose, &b.motion, HORIZON, TOLERANCE)
}

fn depth(a: &Moving, b: &Moving, time: f64) -> f32 {
    collide(&a.shape, &a.at(time), &b.shape, &b.at(time)).map_or(0.0, |contact| contact.depth)
}

fn moving_pair() -> impl Strategy<Value = (Moving, Moving)> {
    let pose = || {
        (-3.0..3.0f32, -3.0..3.0f32, -400.0..400.0f32).prop_map(|(x, y, turn)| Pose::new(vec2(x, y), turn))
    };
    let turn = || prop_oneof![Just(0.0f32), -720.0..720.0f32];
    let center = || prop_oneof![Just(Vec2::ZERO), (-0.5..0.5f32, -0.5..0.5f32).prop_map(Vec2::from)];
    prop::sample::select(kind_pairs()).prop_flat_map(move |(a, b)| {
        let moving = (shape(a, 1.0), pose(), turn(), center());
        let other = (shape(b, 1.0), pose(), turn(), center());
        (moving, other, -1.5..1.5f32, -1.5..1.5f32, 0.0..8.0f32).prop_map(|(p, q, x, y, speed)| {
            let aim = q.1.position - p.1.position + vec2(x, y);
            let velocity = aim.normalize_or(Vec2::X) * speed;
            let [a, b] = [(p, velocity * 0.75), (q, velocity * -0.25)].map(
                |((shape, pose, angular_velocity, center), velocity)| Moving {
                    shape,
                    pose,
                    motion: Turning { velocity, angular_velocity, center },
                },
            );
            (a, b)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn agrees_with_fine_sampling((a, b) in moving_pair()) {
        prop_assume!(depth(&a, &b, 0.0) == 0.0);
        let found = touch(&a, &b);
        let until = found.map_or(f64::from(HORIZON), |impact| f64::from(impact.time));
        // Slides shallower than this may be passed over.
        let graze = 70.0 * TOLERANCE;
        for i in 0..(until / STEP) as u32 {
            let before = f64::from(i) * STEP;
            let depth = depth(&a, &b, before);
            prop_assert!(depth <= graze, "{depth} m deep at {before} s, found {found:?}");
        }
        if let Some(impact) = found {
            prop_assert!((0.0..=HORIZON).contains(&impact.time));
            let (pose_a, pose_b) = (a.at(until), b.at(until));
            let gap = separation(&a.shape, &pose_a, &b.shape, &pose_b);
            prop_assert!(gap.abs() <= 4.0 * TOLERANCE, "{gap} m apart at {impact:?}");
            let point = pose_a.position + impact.from_a;
            for (shape, pose) in [(&a.shape, &pose_a), (&b.shape, &pose_b)] {
                let away = shape.distance(pose, point);
                prop_assert!(away <= 10.0 * TOLERANCE, "{point} is {away} m from {shape:?}");
            }
            prop_assert!((impact.normal.length() - 1.0).abs() < 1.0e-5);
        }
    }

    #[test]
    fn without_a_turn_it_is_the_linear_sweep((mut a, mut b) in moving_pair()) {
        for moving in [&mut a, &mut b] {
            moving.motion.angular_velocity = 0.0;
        }
        let velocity = a.motion.velocity - b.motion.velocity;
        let linear = first_touch(&a.shape, &a.pose, &b.shape, &b.pose, velocity, HORIZON);
        // How deep the two get while they are in contact: a graze is no test.
        let deepest = (0..2000).map(|i| depth(&a, &b, f64::from(i) * STEP)).fold(0.0, f32::max);
        if let (Some(linear), true) = (linear, deepest > 0.01) {
            let found = touch(&a, &b);
            prop_assert!(found.is_some(), "{linear:?}");
            // Slow and flat approaches are as exact in place as fast and steep ones, not in time.
            let late = (found.unwrap().time - linear.time).abs() * -velocity.dot(linear.normal);
            prop_assert!(late <= 3.0 * TOLERANCE, "{found:?}, linear {linear:?}");
        }
    }
}

#[test]
fn a_bar_that_turns_meets_what_it_would_pass_without_turning() {
    let bar = Shape::rectangle(4.0, 0.2).unwrap();
    let ball = Shape::circle(0.5).unwrap();
    let (at, beside) = (Pose::default(), Pose::at(0.0, 1.5));
    let still = Turning::default();
    let turning = Turning { angular_velocity: 90.0, ..still };
    assert_eq!(first_touch_rotating(&bar, &at, &still, &ball, &beside, &still, 2.0, TOLERANCE), None);
    let impact = first_touch_rotating(&bar, &at, &turning, &ball, &beside, &still, 2.0, TOLERANCE).unwrap();
    // The bar's long face is 0.1 above its axis and the ball's centre 1.5 from the pivot: they touch where
    // the axis is asin(0.6 / 1.5) from the line to the ball.
    let angle = 90.0 - (0.6_f32 / 1.5).asin().to_degrees();
    assert!((impact.time - angle / 90.0).abs() < 1.0e-3, "{impact:?}");
    // b's surface faces the bar, which comes from the right.
    assert!(impact.normal.x > 0.9, "{impact:?}");
}

#[test]
fn far_from_the_origin_it_is_as_exact() {
    let bar = Shape::rectangle(4.0, 0.2).unwrap();
    let ball = Shape::circle(0.5).unwrap();
    let turning = Turning { angular_velocity: 90.0, ..Turning::default() };
    let at = |offset: f32| {
        let (at, beside) = (Pose::at(offset, offset), Pose::at(offset, offset + 1.5));
        let still = Turning::default();
        first_touch_rotating(&bar, &at, &turning, &ball, &beside, &still, 2.0, TOLERANCE).unwrap()
    };
    assert!((at(0.0).time - at(65_536.0).time).abs() < 1.0e-5);
}
