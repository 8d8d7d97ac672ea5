use super::*;
use crate::levels::levels;

/// The series of small angles, the exact values of larger ones, and both in one row.
#[test]
fn a_row_of_angles_turns_as_far_as_each() {
    let mut random = fastrand::Rng::with_seed(5);
    for i in 0..4000 {
        let largest = [0.001, 0.1, 0.2999, 0.6, 3.0][i % 5];
        let angles = [(); 8].map(|()| (2.0 * random.f32() - 1.0) * largest);
        for level in levels() {
            let (cosines_less_one, sines) = dispatch!(level, simd => {
                let (cos_less_one, sin) = turned(simd, f32x8::load_array(simd, angles));
                (cos_less_one.to_array(), sin.to_array())
            });
            for ((angle, cos_less_one), sin) in angles.into_iter().zip(cosines_less_one).zip(sines) {
                let (exact, cos) = f64::from(angle).sin_cos();
                let near = 3.0e-7 * angle.abs();
                assert!((f64::from(sin) - exact).abs() as f32 <= near, "sine of {angle}: {sin}");
                assert!(
                    (f64::from(cos_less_one) - (cos - 1.0)).abs() as f32 <= near,
                    "cosine of {angle}: {cos_less_one}"
                );
            }
        }
    }
}

/// A body that nothing moves is not visited in the next step, which would keep the mark for as long as it stands still.
#[test]
fn a_bounce_marks_what_moves_alone() {
    let masses = vec![Mass::INFINITE, Mass { inverse: 1.0, inverse_inertia: 1.0 }];
    let moving = vec![BodyStart::default(), BodyStart::default()];
    let mut bodies = RigidBodies { masses, moving, ..RigidBodies::default() };
    (0..2).for_each(|body| bodies.set_bounced(body));
    assert_eq!(bodies.moving.iter().map(|start| start.bounced).collect::<Vec<_>>(), [false, true]);
}
