//! The end from outside: a page that is hidden or left has unsaved work in the browser's storage.

use crate::app::Rescue;
use crate::platform::page;

/// From now on unsaved work is stored when the page is hidden, which may be its end.
pub fn rescue_at_hiding(rescue: Rescue) {
    page::at_hiding(move || {
        let _ = rescue.flush();
    });
}

/// From now on a panic covers the page with its reason and the text of the unsaved scene.
pub fn show_panics(rescue: Rescue) {
    std::panic::set_hook(Box::new(move |info| {
        page::show_fault(&info.to_string(), &rescue.text().unwrap_or_default());
    }));
}
