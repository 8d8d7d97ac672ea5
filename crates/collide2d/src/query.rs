//! Questions to shapes and to a world: rays, moving shapes, nearest points, overlaps.
//!
//! Each has an observed form, which is the same code: it tells a [`QueryObserver`] what it looks at. Everything is computed
//! relative to one shape, in f64, and rounded once.

pub(crate) mod cast;
pub(crate) mod closest;
pub(crate) mod filter;
pub(crate) mod point;
pub(crate) mod ray;
mod rounded_hull;
pub(crate) mod swept_box;

use glam::{DVec2, Vec2};

use crate::sat::axis::{AxisTest, Feature};

/// What a query looked at, in order. Fractions are of the whole way, 0 to 1 on it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum QueryStep {
    /// The bounding box of a body, which is met at this fraction at the earliest; of a query without a way 0. The steps that
    /// follow are this body's.
    Body {
        /// Its index.
        body: u32,
        /// At the earliest.
        fraction: f32,
    },
    /// A body whose bounding box is met and which the filter leaves out.
    LeftOut {
        /// Its index.
        body: u32,
        /// Why.
        by: Exclusion,
    },
    /// A ray and the line of a face: where it crosses, into the face's half-plane or out of it. Of a shape without round
    /// parts the last way in and the first way out decide.
    Face {
        /// The face.
        feature: Feature,
        /// Of the start before the face, negative behind it. Metres.
        distance: f64,
        /// By how much the ray comes nearer to the face's line on its whole way, negative where it goes away. Metres.
        approach: f64,
        /// Where it crosses the face's line, also beyond the way; infinite or NaN where it runs along it.
        fraction: f64,
    },
    /// A ray and a disc: the round end of a capsule, a round corner, or a circle.
    Disc {
        /// The corner, end or centre that the disc is around.
        feature: Feature,
        /// The disc's. Metres.
        radius: f64,
        /// How far from the disc's centre the ray's line passes. Metres.
        passes: f64,
        /// Where the ray's line is nearest to the centre, also beyond the way.
        fraction: f64,
    },
    /// A moving shape and an axis of the pair, as at the start: how wide the gap is (or the overlap), and how much of it the
    /// whole way closes.
    Axis {
        /// The axis, measured at the start.
        test: AxisTest,
        /// By how much the translation shortens the gap. Metres.
        closing: f64,
    },
    /// A moving shape at its start: how deep it is in the other shape, and how far the start counts as a touch.
    Start {
        /// Metres; 0 where the shapes are apart or only touch.
        depth: f32,
        /// Metres.
        touches_up_to: f64,
    },
}

/// Why a query's filter leaves a body out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exclusion {
    /// It is one of [`QueryFilter::excluded`](crate::QueryFilter::excluded).
    Excluded,
    /// It is a sensor, and the query asks for none.
    Sensor,
    /// Its masks and the query's do not meet.
    Masks,
    /// The caller's own function says so.
    Unwanted,
}

/// Observer of what a query looks at, in order. `()` costs nothing.
pub trait QueryObserver {
    /// Whether the observer is called. `false` skips the work done for it alone; the answer is the same.
    const OBSERVES: bool = true;

    /// The query looked at this.
    fn step(&mut self, step: &QueryStep);
}

impl QueryObserver for () {
    const OBSERVES: bool = false;

    fn step(&mut self, _: &QueryStep) {}
}

impl QueryObserver for Vec<QueryStep> {
    fn step(&mut self, step: &QueryStep) {
        self.push(*step);
    }
}

/// How deep a shape is entered before it is more than a touch, as a share of its smaller size.
pub const TOUCH_SHARE: f32 = 1.0e-5;

/// A unit vector without negative zeros, rounded to f32.
fn rounded(direction: DVec2) -> Vec2 {
    direction.as_vec2() + Vec2::ZERO
}
