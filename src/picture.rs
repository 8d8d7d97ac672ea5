//! From a report to a picture: view and theme, the layers of the overlay, which make a display list, and what writes it:
//! SVG, PNG, the window.

pub mod backend;
pub mod display;
pub mod frame;
pub mod framing;
pub mod overlay;
pub mod theme;
pub mod view;
