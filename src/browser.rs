//! The program in a browser: what a page does in the place of an operating system.
//!
//! [`page`] has the functions of the page's script. [`disk`], [`regular_file`] and [`safe_file`] have the
//! interface of the modules of the same names elsewhere. A file is a text in the page's storage; writing it
//! downloads it as well.

pub mod clock;
pub mod disk;
pub mod page;
pub mod regular_file;
pub mod safe_file;
