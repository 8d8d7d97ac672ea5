//! 2D collision detection that tells an observer every step.
//!
//! Units are metres, seconds and kilograms; x points right, y points up, rotation is counter-clockwise.
//! A contact's **normal** is the unit vector on `b`'s surface that points toward `a`, its **depth** the
//! penetration depth: moving `a` by `normal * depth` just separates the shapes.
//!
//! ```
//! use collide2d::{Pose, Shape, Trace, collide_observed};
//!
//! let ball = Shape::circle(1.0)?;
//! let crate_ = Shape::rectangle(4.0, 2.0)?;
//! let mut trace = Trace::default(); // `collide` does the same without an observer
//! let contact = collide_observed(&ball, &Pose::at(0.0, 1.75), &crate_, &Pose::default(), &mut trace);
//! let contact = contact.expect("the ball is 0.25 m deep in the crate");
//! assert_eq!((contact.normal.to_array(), contact.depth), ([0.0, 1.0], 0.25));
//! for axis in &trace.axes {
//!     println!("{:?} along {} overlaps by {}", axis.source, axis.direction, axis.overlap);
//! }
//! # Ok::<(), collide2d::ShapeError>(())
//! ```

/// The example of the crate's README, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

#[macro_use]
mod stored;

mod aabb;
pub mod batch;
mod body;
mod broad_phase;
mod collide;
mod contact;
mod crossing;
mod decide;
mod event;
mod filter;
mod generator;
mod ghost;
mod handle;
mod input;
mod island;
mod joined;
#[cfg(feature = "kernels")]
mod kernels;
#[cfg(not(feature = "kernels"))]
#[path = "kernels_none.rs"]
mod kernels;
#[cfg(test)]
#[path = "../tests/unit/levels.rs"]
mod levels;
mod math;
mod mover;
mod observe;
mod pair;
mod pose;
mod query;
mod sat;
mod settings;
mod shape;
mod solver;
mod still;
mod sweep;
mod tolerance;
mod world;

pub use glam;

/// The version of this crate.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

pub use aabb::{Aabb, Interval};
pub use batch::collide_many;
pub use body::{Body, BodyDef, Motion};
pub use broad_phase::SweepAndPrune;
pub use collide::leaf_trace::{DroppedAxis, LeafTrace, trace_leaves};
pub use collide::leaves::collide_leaves;
pub use collide::{collide, collide_observed};
pub use contact::manifold::{Contact, ContactPoint};
pub use crossing::{Crossing, crossing, crossing_and_touch};
pub use decide::{OneWayRule, is_held_along, one_way_rules};
pub use event::{
    ContactEvent, Listener, Meeting, PairContact, Phase, Piece, Reaction, ReactionOutcome, ResolvedBy, Then,
    Touch,
};
pub use filter::Filter;
pub use generator::{
    Cable, ContactSource, GeneratedContact, Generator, GeneratorError, GeneratorKind, GeneratorOutcome,
    Ground, Revolute, Rod,
};
pub use ghost::Ghost;
pub use ghost::merge::merged_outlines;
pub use handle::{BodyHandle, BodyRef};
pub use input::{Pull, WorldInput};
pub use island::{Island, WakeCause, Waking};
pub use joined::GHOST_FROM;
pub use mover::{
    MoverCast, MoverGround, MoverHit, MoverMove, MoverObstacle, MoverPurpose, MoverSurface, WalkOrder,
};
pub use observe::{
    BodyForces, ContactDecision, Iteration, PairOutcome, ResolverEffort, Stage, StepObserver, Unresolved,
    Work,
};
pub use pair::{PairKey, PairKind};
pub use pose::{Pose, Rotation};
pub use query::cast::{CastHit, ShapeCast, cast_shape, cast_shape_at_leaves, cast_shape_observed};
pub use query::closest::{ClosestPoints, closest_points};
pub use query::filter::{QueryFilter, WantsBody};
pub use query::point::{PointProjection, project_point};
pub use query::ray::{Ray, RayHit, cast_ray, cast_ray_at_leaves, cast_ray_observed};
pub use query::{Exclusion, QueryObserver, QueryStep, TOUCH_SHARE};
pub use sat::axis::{AxisSource, AxisTest, Feature, SatObserver, Side, Trace};
pub use settings::{
    MAX_ITERATIONS, MAX_SUBSTEPS, Mix, MixRule, RigidSettings, SolverKind, ValueError, WorldSettings,
};
pub use shape::{
    BoundingCircle, Capsule, Chain, Circle, Compound, LINE_THICKNESS, Leaf, LeafShape, MAX_EXTENT,
    MAX_POINTS, Part, Polygon, Rectangle, Shape, ShapeError, ShapeKind, Wall, smallest_circle,
};
pub use sweep::{
    Impact, NearestLeaves, Turning, first_touch, first_touch_rotating, nearest_leaves, separation,
};
pub use tolerance::{LINEAR_SLOP, PARALLEL, SLOWEST_BOUNCE};
pub use world::calm::{CALM_SPEED, CALM_TIME};
pub use world::crossed::Crossed;
pub use world::deepest::{DeepestContacts, DeepestSearch};
pub use world::measure::{Energy, Momentum};
pub use world::pair_counts::PairCounts;
pub use world::queries::OfBody;
pub use world::react::{MAX_BURST, MAX_PIECES};
pub use world::snapshot::SnapshotError;
pub use world::used::UsedContact;
pub use world::{WaitingContact, World};
