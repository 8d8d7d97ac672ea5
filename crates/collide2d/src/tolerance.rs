//! What counts as the same: every tolerance of the collision test, with its unit and its reason.

/// Faces of a shape whose normals differ by less are parallel and share one axis. Radians. It covers the rounding of
/// corners only: leaving an axis out moves a result by at most this times the size of the shapes.
pub const PARALLEL: f32 = 2.0e-6;
/// [`PARALLEL`] for a face of one shape and a face of the other. It covers the rounding of sines, some four
/// steps of an f32, and no more: where a small shape is far out over a long face, its own axis would give
/// another overlap.
pub(crate) const PARALLEL_TO_OTHER: f32 = 4.0e-7;
/// Penetration depth that [`crate::SolverKind::Linear`] leaves, so that a resting contact persists and does not
/// flicker with rounding; of a rod it leaves none. Metres.
pub const LINEAR_SLOP: f32 = 1.0e-4;
/// Default of [`crate::RigidSettings::slowest_bounce`]. Metres per second.
pub const SLOWEST_BOUNCE: f32 = 0.2;
/// Bounding circles are apart where their distance squared exceeds the reach squared by this share: rounding
/// alone cannot reject shapes that the axes find touching.
pub(crate) const BOUNDING: f32 = 4.0e-6;
/// An overlap below this share of the pair's reach may be rounding alone: it is computed again in f64.
pub(crate) const TOUCHING: f32 = 8.0 * f32::EPSILON;
/// A circle's centre nearer to a corner than this share of its distance to the hull's anchor gives no axis:
/// the direction would be rounding alone.
pub(crate) const CORNER: f32 = 16.0 * f32::EPSILON;
/// [`CORNER`] of a distance that was computed again in f64, as a share of the sum of the radii: beside a
/// large hull, f32 places corners coarsely.
pub(crate) const CORNER_OF_RADIUS: f64 = 1.0e-3;
/// An overlap in f64 below this share of the pair's reach is no contact: the shapes only touch.
pub(crate) const TOUCHING_EXACTLY: f64 = 8.0 * f64::EPSILON;
/// Depths at the two ends of a touching stretch are equal if they differ by no more than this. Metres.
pub(crate) const EVEN: f32 = 2.0e-5;
/// [`EVEN`] for a stretch of this length: below a metre in proportion to it, so that small shapes are as
/// exact as large ones. Metres.
pub(crate) fn even(stretch: f32) -> f32 {
    EVEN * stretch.min(1.0)
}

/// Corners side by side within this share of the face's length count as `a`'s, so that a contact point keeps
/// its feature while rounding moves one corner past the other.
pub(crate) const SAME_CORNER: f32 = 1.0e-3;
/// The other shape's face becomes the reference face where its alignment with the normal (cosine) is better
/// by more than this. It matters only where rounding chose between equal axes.
pub(crate) const REFERENCE_BIAS: f32 = 1.0e-4;
/// Squares of lengths below this are measured in f64. Square metres.
pub(crate) const TINY: f32 = 1.0e-30;
