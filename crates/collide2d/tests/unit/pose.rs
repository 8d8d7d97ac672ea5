use super::*;

#[test]
fn sine_and_cosine_are_those_of_the_angle() {
    let mut random = fastrand::Rng::with_seed(1);
    for i in 0..2_000_000 {
        let turns = [1.0, 0.01, 3.0, 4000.0][i % 4];
        let degrees = (random.f64() - 0.5) as f32 * 720.0 * turns;
        let rotation = Rotation::from_degrees(degrees);
        let (sin, cos) = (f64::from(degrees) % 360.0).to_radians().sin_cos();
        let near =
            |found: f32, exact: f64| (f64::from(found) - exact).abs() <= 6.0e-8 * exact.abs() + 1.0e-15;
        assert!(near(rotation.sin, sin) && near(rotation.cos, cos), "{degrees}: {rotation:?}");
    }
}

#[test]
fn quarter_turns_are_exact() {
    let bits = |degrees: f32| {
        let rotation = Rotation::from_degrees(degrees);
        [rotation.sin, rotation.cos].map(f32::to_bits)
    };
    for turns in [-40_000.0, -360.0, -1.0, 0.0, 1.0, 7.0, 23_301.0] {
        for (degrees, exact) in
            [(0.0, [0.0, 1.0]), (90.0, [1.0, 0.0]), (180.0, [0.0, -1.0]), (270.0, [-1.0, 0.0])]
        {
            assert_eq!(bits(turns * 360.0 + degrees), exact.map(f32::to_bits), "{turns} and {degrees}");
        }
    }
    assert_eq!(bits(-0.0), [0.0_f32, 1.0].map(f32::to_bits));
    assert_eq!(bits(-90.0), [-1.0_f32, 0.0].map(f32::to_bits));
    assert!(Rotation::from_degrees(f32::NAN).sin.is_nan());
    assert!(Rotation::from_degrees(f32::INFINITY).cos.is_nan());
    assert_eq!(
        Rotation::from_degrees(3.6e30),
        Rotation { degrees: 3.6e30, ..Rotation::from_degrees((3.6e30_f32 as f64 % 360.0) as f32) }
    );
}
