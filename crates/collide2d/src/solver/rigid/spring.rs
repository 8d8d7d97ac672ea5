//! The soft contact: how deep it rests, and the spring that pushes out what is deeper.

/// Depth at which contacts come to rest. Metres. Within it a contact is kept and pushes nothing, so that what lies still goes on
/// touching.
pub(in crate::solver) const SLOP: f32 = 1.0e-3;
/// Fastest push out of a penetration. Metres per second.
pub(super) const FASTEST_PUSH: f32 = 3.0;

/// A damped spring, solved implicitly over one sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spring {
    /// Share of the error that is aimed to be gone after a second. 1/s.
    pub bias_rate: f32,
    pub mass_scale: f32,
    pub impulse_scale: f32,
}

impl Spring {
    /// It neither pushes nor gives back.
    pub const NONE: Self = Self { bias_rate: 0.0, mass_scale: 1.0, impulse_scale: 0.0 };

    pub fn new(hertz: f32, damping: f32, h: f32) -> Self {
        let omega = std::f32::consts::TAU * hertz;
        let a1 = 2.0 * damping + h * omega;
        let a2 = h * omega * a1;
        let a3 = (1.0 + a2).recip();
        Self { bias_rate: omega / a1, mass_scale: a2 * a3, impulse_scale: a3 }
    }
}
