//! The editor without a window: simulated input, and the scene that results.
#![allow(clippy::unwrap_used)]

mod anything;
mod documents;
mod editing;
mod hand;
mod inside;
mod looking;
mod pictures;
mod time;
mod timeline;
mod tools;
