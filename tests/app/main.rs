//! The editor without a window: a hand that presses, moves and releases, and the scene that comes of it.
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
