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

/// Opens the window in the page. Of the page's address `?announce` is read: the console gets the lines of
/// [`crate::gui::WindowOptions::announce`].
#[cfg(feature = "window")]
pub fn run() {
    let address = page::address();
    let before_link = address.split('#').next().unwrap_or_default();
    let announce = before_link.split(['?', '&']).any(|part| part == "announce");
    let options = crate::gui::WindowOptions { announce, ..Default::default() };
    if let Err(reason) = crate::gui::run(&options) {
        page::show_fault(&reason, "");
    }
}

/// A page without a window has nothing to do.
#[cfg(not(feature = "window"))]
pub fn run() {}
