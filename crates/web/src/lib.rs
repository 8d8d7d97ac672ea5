//! Builds Collision Test for the browser, a folder that any static host can serve, and serves it here.

pub mod build;
pub mod serve;
