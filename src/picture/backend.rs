//! Backends draw a [`crate::picture::display::DisplayList`] as SVG, as PNG on the CPU, or in the window. They import
//! `display` only.

#[cfg(not(target_os = "unknown"))]
pub mod film;
pub mod png;
pub mod svg;
#[cfg(feature = "window")]
pub mod window;
