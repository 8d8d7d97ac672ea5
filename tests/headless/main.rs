//! Tests without a window and without golden files, in one program: it is linked once.

mod articles;
#[path = "../bodies/mod.rs"]
mod bodies;
mod bounded;
mod broken_files;
mod classic_mistakes;
mod cli_time;
mod events;
mod examples;
mod extremes;
mod frame;
mod ghosts;
mod imports;
mod levels;
mod links;
mod minkowski;
mod over_frames;
mod placed;
mod planted;
mod queries;
mod recorded_queries;
mod recordings;
mod records;
mod scenes;
mod second_opinion;
mod stages;
mod stops;
mod svg;
mod systematic;
mod their_side;
mod tile_layers;
mod two_recordings;
mod why;
mod why_not;
mod why_not_recorded;
mod words;
