//! The editor without a window: a simulated hand presses, moves and releases, and the tests look at the
//! scene.
#![allow(clippy::unwrap_used)]

mod arranging;
mod comparing;
mod crowds;
mod documents;
mod editing;
mod frame;
mod hand;
mod holding;
mod imports;
mod inside;
mod levels;
mod links;
mod listening;
mod looking;
mod numbers;
mod outlines;
mod page_keys;
mod pictures;
mod points;
mod preferences;
mod queries;
mod recordings;
mod recovery;
mod reducing;
mod relatives;
mod saving;
mod shipped;
mod stops;
mod time;
mod timeline;
mod tools;
mod tour;
mod why;
