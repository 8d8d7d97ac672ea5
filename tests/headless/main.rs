//! Tests without a window and without golden files, in one program: it is linked once.

mod articles;
#[path = "../bodies/mod.rs"]
mod bodies;
mod bounded;
mod broken_files;
mod classic_mistakes;
mod cli_time;
mod extremes;
mod frame;
mod imports;
mod links;
mod minkowski;
mod over_frames;
mod placed;
mod queries;
mod recordings;
mod scenes;
mod second_opinion;
mod stages;
mod stops;
mod svg;
mod why;
mod words;
