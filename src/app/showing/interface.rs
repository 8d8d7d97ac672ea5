//! How large panels and texts are.

/// The size that the system says, and those that can be chosen. Percent.
pub const FULL_PERCENT: u16 = 100;
pub const INTERFACE_RANGE: (u16, u16) = (75, 300);
/// Percent.
const STEP: u16 = 25;

/// A choice of the size of panels and texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InterfaceSize {
    Larger,
    Smaller,
    /// As the system says.
    Full,
}

impl InterfaceSize {
    /// What this choice makes of a size. Percent.
    pub fn of(self, percent: u16) -> u16 {
        let (least, most) = INTERFACE_RANGE;
        let size = match self {
            Self::Larger => (percent / STEP + 1) * STEP,
            Self::Smaller => (percent.div_ceil(STEP) - 1) * STEP,
            Self::Full => FULL_PERCENT,
        };
        size.clamp(least, most)
    }
}
