//! The window in a page: `shell` and the panels have their twins of desktop modules in this folder.
//!
//! There are no threads and no files. Frames come on demand: the page's script asks for one at each event, and the shell
//! for the next one or one at a time (`Desktop::wait`). Recovery writes between frames; a tab's lock (Web Locks) tells
//! whether its unsaved work belongs to an open page. The script reports fingers as a mouse. A panic covers the page with
//! its reason and the unsaved scene.

use crate::platform::page;

/// Opens the window in the page. Of the page's address `?announce` is read: the console gets the lines of
/// [`super::WindowOptions::announce`].
pub fn run() {
    let address = page::address();
    let before_link = address.split('#').next().unwrap_or_default();
    let announce = before_link.split(['?', '&']).any(|part| part == "announce");
    let options = super::WindowOptions { announce, ..Default::default() };
    if let Err(reason) = super::run(&options) {
        page::show_fault(&reason, "");
    }
}
