#![doc = include_str!("../README.md")]

mod format;
mod recorder;

pub use format::{
    AngleUnit, Body, Contact, Frame, Header, NormalDirection, PlacedShape, Pose, Shape, VerticalAxis,
};
pub use recorder::{RecordError, Recorder};
