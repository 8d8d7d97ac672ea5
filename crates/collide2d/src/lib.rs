//! 2D collision detection that can be watched.
//!
//! Units are metres, seconds and kilograms; x points right, y points up, positive rotation is counter-clockwise.
//! A contact's **normal** is the unit vector on `b`'s surface that points toward `a`, and **depth** the length of the
//! shortest translation that separates the two: moving `a` by `normal * depth` just separates them.
//!
//! ```
//! use collide2d::{Pose, Shape, Trace, collide_observed};
//!
//! let ball = Shape::circle(1.0)?;
//! let crate_ = Shape::rectangle(4.0, 2.0)?;
//! let mut trace = Trace::default(); // `collide` does the same and tells no one
//! let contact = collide_observed(&ball, &Pose::at(0.0, 1.75), &crate_, &Pose::default(), &mut trace);
//! let contact = contact.expect("the ball stands 0.25 m deep in the crate");
//! assert_eq!((contact.normal.to_array(), contact.depth), ([0.0, 1.0], 0.25));
//! for axis in &trace.axes {
//!     println!("{:?} along {}: {:?} and {:?} overlap by {}", axis.source, axis.direction, axis.a, axis.b, axis.overlap);
//! }
//! # Ok::<(), collide2d::ShapeError>(())
//! ```

pub mod aabb;
pub mod broad_phase;
mod collide;
mod contact;
mod kernels;
#[cfg(test)]
mod levels;
pub mod pose;
mod sat;
pub mod shape;
pub mod solver;
mod sweep;
mod tolerance;
pub mod world;

pub use aabb::{Aabb, Interval};
pub use collide::{Bodies, NarrowPhase, Records, collide, collide_many, collide_observed};
pub use contact::manifold::{Contact, ContactPoint};
pub use contact::outcome::Outcome;
pub use pose::{Pose, Rotation};
pub use sat::axis::{AxisSource, AxisTest, Feature, SatObserver, Side, Trace};
pub use shape::{BoundingCircle, Capsule, Circle, Polygon, Rectangle, Shape, ShapeError, ShapeKind, Wall};
pub use sweep::{Impact, Turning, first_touch, first_touch_rotating, separation};
pub use world::{
    Body, BodyDef, BodyForces, ContactDecision, ContactEvent, Detector, Energy, Iteration, Listener,
    Momentum, Motion, PairContact, PairKey, PairKind, PairOutcome, Phase, ResolvedBy, SolverKind, Stage,
    StepObserver, Which, Work, World, WorldSettings,
};
