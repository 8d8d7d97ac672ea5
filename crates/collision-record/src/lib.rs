#![doc = include_str!("../README.md")]

mod format;
mod frame;
mod memory;
mod metric;
mod pause;
mod places;
mod query;
#[cfg(feature = "rapier2d")]
pub mod rapier2d;
mod recorder;
mod whole;
mod world;

pub use format::{AngleUnit, Body, Header, NormalDirection, PlacedShape, Shape, VerticalAxis};
pub use frame::{AddedBody, Contact, Event, EventKind, Frame, Joint, Pose};
pub use memory::LastSeconds;
pub use pause::Pause;
pub use places::Places;
pub use query::{Query, QueryHit};
pub use recorder::{RecordError, Recorder};
pub use world::{BodyState, Engine, Settings, WorldRecorder};
