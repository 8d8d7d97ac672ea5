#![doc = include_str!("../README.md")]

mod format;
mod frame;
mod places;
mod query;
mod recorder;

pub use format::{AngleUnit, Body, Header, NormalDirection, PlacedShape, Shape, VerticalAxis};
pub use frame::{AddedBody, Contact, Event, EventKind, Frame, Joint, Pose};
pub use places::Places;
pub use query::{Query, QueryHit};
pub use recorder::{RecordError, Recorder};
