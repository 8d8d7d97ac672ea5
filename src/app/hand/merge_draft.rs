//! Chains that the selected tiles would become.

use glam::Vec2;

/// Chains that are shown and not made yet.
#[derive(Clone, Debug, PartialEq)]
pub struct MergeDraft {
    /// The selected bodies, and the document's revision that they are of.
    pub(in crate::app) of: (Vec<u32>, u64),
    /// World.
    pub lines: Vec<Vec<Vec2>>,
    /// "8 tiles become 1 chain. …"
    pub text: String,
}
