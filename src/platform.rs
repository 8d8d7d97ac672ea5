//! Files, clock, and text of others, safely.
//!
//! `target_os = "unknown"` is the browser (wasm32-unknown-unknown): there the folder `page` has a twin of each module
//! that needs an operating system; [`interface`] has what both offer. A file is a text in the page's storage; writing it
//! downloads it as well. `page` has the functions of the page's script.

#[cfg_attr(target_os = "unknown", path = "platform/page/clock.rs")]
pub mod clock;
#[cfg_attr(target_os = "unknown", path = "platform/page/disk.rs")]
pub mod disk;
mod interface;
#[cfg(not(target_os = "unknown"))]
pub mod licences;
pub mod named;
#[cfg(target_os = "unknown")]
pub mod page;
pub mod plain;
#[cfg_attr(target_os = "unknown", path = "platform/page/regular_file.rs")]
pub mod regular_file;
#[cfg_attr(target_os = "unknown", path = "platform/page/safe_file.rs")]
pub mod safe_file;
pub mod sorting;
