//! What a person goes to is scrolled into sight where the inspector shows it.

use egui_macroquad::egui::{Align, Context, Id, Ui};

use crate::app::SceneItem;

/// Passes until an item that no panel shows is forgotten.
const PATIENCE: u64 = 8;

#[derive(Clone, Copy)]
struct Revealed {
    item: SceneItem,
    until: u64,
}

fn id() -> Id {
    Id::new("what is to be revealed")
}

/// Asks for an item to be scrolled into sight.
pub fn reveal(context: &Context, item: SceneItem) {
    let until = context.cumulative_pass_nr() + PATIENCE;
    context.data_mut(|data| data.insert_temp(id(), Revealed { item, until }));
}

/// The next widget is that of this item: it is scrolled into sight if that was asked for.
pub fn reveal_here(ui: &Ui, item: SceneItem) {
    let asked = ui.data(|data| data.get_temp::<Revealed>(id()));
    if asked.is_some_and(|asked| asked.item == item && asked.until >= ui.ctx().cumulative_pass_nr()) {
        ui.scroll_to_cursor(Some(Align::Center));
        ui.data_mut(|data| data.remove::<Revealed>(id()));
    }
}
