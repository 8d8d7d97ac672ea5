//! Extreme numbers of a scene: nothing panics, and bodies of ordinary size stay correct.

use collide2d::{BodyDef, Motion, Pose, SolverKind, World, WorldSettings};
use proptest::prelude::*;

use crate::*;

fn magnitude(low: i32, high: i32) -> impl Strategy<Value = f32> {
    (low..high, 1.0_f32..10.0).prop_map(|(exponent, digit)| digit * 10.0_f32.powi(exponent))
}

fn signed(low: i32, high: i32) -> impl Strategy<Value = f32> {
    (magnitude(low, high), any::<bool>()).prop_map(|(size, minus)| if minus { -size } else { size })
}

fn body() -> impl Strategy<Value = BodyDef> {
    let shape = prop_oneof![
        magnitude(-6, 5).prop_map(ball),
        (magnitude(-6, 5), magnitude(-6, 5)).prop_map(|(w, h)| block(w, h)),
        (magnitude(-6, 5), signed(-6, 5))
            .prop_map(|(x, y)| Shape::wall(Vec2::new(-x, 0.0), Vec2::new(x, y)).unwrap()),
    ];
    let at = (signed(-3, 6), signed(-3, 6), -720.0_f32..720.0);
    let speed = (signed(-3, 12), signed(-3, 12), signed(-3, 12));
    (shape, at, speed, magnitude(-38, 38), 0..3_u8, 0.0_f32..=1.0).prop_map(
        |(shape, (x, y, degrees), (vx, vy, spin), mass, kind, share)| {
            let (velocity, angular_velocity) = (Vec2::new(vx, vy), spin);
            let motion = match kind {
                0 => Motion::Static,
                1 => Motion::Kinematic { velocity, angular_velocity },
                _ => Motion::Dynamic {
                    mass,
                    velocity,
                    angular_velocity,
                    acceleration: -velocity,
                    damping: share,
                },
            };
            let pose = Pose::new(Vec2::new(x.clamp(-1.0e6, 1.0e6), y.clamp(-1.0e6, 1.0e6)), degrees);
            BodyDef::new(shape, pose)
                .with_motion(motion)
                .with_restitution(share)
                .with_friction(1.0 / share.max(1.0e-30))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn no_scene_makes_a_step_panic(
        bodies in prop::collection::vec(body(), 2..12),
        timestep in magnitude(-4, -2),
        gravity in signed(-3, 30),
    ) {
        for solver in [SolverKind::Off, SolverKind::Linear, SolverKind::Rigid] {
            let settings = WorldSettings::default().with_gravity(Vec2::new(0.0, gravity)).with_timestep(timestep).with_solver(solver);
            let mut world = World::new(settings).unwrap();
            for body in &bodies {
                world.add(body.clone()).unwrap();
            }
            run(&mut world, 12);
            prop_assert_eq!(world.frame(), 12);
            let _ = (world.detect(), world.hash(), world.energy());
        }
    }
}

/// The lightest and the heaviest mass that a file may hold do not change the impact of ordinary bodies.
#[test]
fn masses_at_the_ends_of_the_range_stay_finite() {
    for solver in [SolverKind::Linear, SolverKind::Rigid] {
        for (light, heavy) in [(1.0e-38, 1.0), (1.0, 3.0e38), (1.0e-38, 3.0e38)] {
            let mut world = world(solver, GRAVITY);
            world.add(floor()).unwrap();
            for (i, mass) in [light, heavy, light].into_iter().enumerate() {
                world.add(moving(ball(0.5), 0.0, 0.6 + i as f32, mass, Vec2::ZERO)).unwrap();
            }
            run(&mut world, 120);
            for body in world.bodies() {
                assert!(body.pose().position.is_finite(), "{solver:?} {light} {heavy}: {:?}", body.pose());
            }
        }
    }
}
