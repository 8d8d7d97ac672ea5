//! Functions that the platform's library may round in its own way: here they give the same bits everywhere, in f64 by
//! `libm`, rounded to f32.

use glam::{DVec2, Vec2};

/// `base` to the power of `exponent`.
pub(crate) fn powf(base: f32, exponent: f32) -> f32 {
    libm::pow(f64::from(base), f64::from(exponent)) as f32
}

/// Sine and cosine of radians.
pub(crate) fn sin_cos(angle: f32) -> (f32, f32) {
    let (sin, cos) = libm::sincos(f64::from(angle));
    (sin as f32, cos as f32)
}

/// The unit vector at an angle in radians, counter-clockwise from x.
pub(crate) fn direction(angle: f32) -> Vec2 {
    let (sin, cos) = sin_cos(angle);
    Vec2::new(cos, sin)
}

/// Angle from one vector to another, -π to π.
pub(crate) fn angle_between(from: DVec2, to: DVec2) -> f64 {
    libm::atan2(from.perp_dot(to), from.dot(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The platform here rounds as `libm` does, but for a last digit now and then.
    #[test]
    fn the_values_are_those_of_the_standard_library() {
        let mut rng = fastrand::Rng::with_seed(7);
        let (mut other, mut most) = (0, 0);
        let mut compare = |found: f32, expected: f32| {
            let apart = found.to_bits().abs_diff(expected.to_bits());
            other += usize::from(apart > 0);
            most = most.max(apart);
        };
        for _ in 0..100_000 {
            let (share, angle) = (rng.f32(), 200.0 * (rng.f32() - 0.5));
            compare(powf(share, 1.0 / 60.0), share.powf(1.0 / 60.0));
            compare(sin_cos(angle).0, angle.sin());
            compare(sin_cos(angle).1, angle.cos());
        }
        println!("{other} of 300 000 differ");
        assert!(most <= 1 && other < 3000, "{other} differ, by up to {most} digits");
    }
}
