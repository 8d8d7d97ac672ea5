use super::*;

fn motion(damping: f32) -> Motion {
    Motion::Dynamic {
        mass: 2.0,
        velocity: Vec2::ZERO,
        angular_velocity: 0.0,
        acceleration: Vec2::ZERO,
        damping,
    }
}

/// Thrown down at 3 m/s and 5 m/s at the end: after half of the way v² = (9 + 25) / 2.
#[test]
fn a_free_flight_keeps_its_energy() {
    let found = velocity_at(&motion(1.0), Vec2::new(0.0, -3.0), Vec2::new(0.0, -5.0), 0.5);
    assert!(found.distance(Vec2::new(0.0, -17.0_f32.sqrt())) < 1.0e-6, "{found}");
}

/// Damping takes energy on the way: the velocity is between those of the start and the end.
#[test]
fn a_damped_flight_and_a_moved_body_change_speed_evenly() {
    let (start, end) = (Vec2::new(8.0, 0.0), Vec2::new(4.0, 0.0));
    let moved = Motion::Kinematic { velocity: start, angular_velocity: 0.0 };
    for motion in [motion(0.5), moved] {
        assert_eq!(velocity_at(&motion, start, end, 0.25), Vec2::new(7.0, 0.0));
    }
}

/// Halfway between up and down there is no direction.
#[test]
fn at_the_turning_point_the_velocity_is_zero() {
    let up = Vec2::new(0.0, 2.0);
    assert_eq!(velocity_at(&motion(1.0), up, -up, 0.5), Vec2::ZERO);
}
