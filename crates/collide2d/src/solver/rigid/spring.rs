//! The soft contact: its resting depth, and the spring that pushes out of penetration.

/// Depth at which contacts come to rest, so that resting bodies keep touching. Metres.
pub(in crate::solver) const SLOP: f32 = 1.0e-3;
/// Highest push-out speed. Metres per second.
pub(super) const FASTEST_PUSH: f32 = 3.0;

/// A damped spring, solved implicitly over one sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spring {
    /// Fraction of the penetration to remove per second. 1/s.
    pub bias_rate: f32,
    pub mass_scale: f32,
    pub impulse_scale: f32,
}

impl Spring {
    /// A rigid constraint without push.
    pub const NONE: Self = Self { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };

    pub fn new(hertz: f32, damping: f32, h: f32) -> Self {
        let omega = std::f32::consts::TAU * hertz;
        let a1 = 2.0 * damping + h * omega;
        let a2 = h * omega * a1;
        let a3 = (1.0 + a2).recip();
        Self { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }
}
