//! Where the named things of the window are, for programs that drive it ([`crate::gui::announce`]).

use egui_macroquad::egui::{Context, Id, Rect, Response};

/// Names and places of the last pass, while somebody asks for them.
#[derive(Clone, Debug, Default)]
struct Places {
    pass: u64,
    list: Vec<(String, Rect)>,
}

fn id() -> Id {
    Id::new("places")
}

/// Begins to write down names and places, in the next pass.
pub fn ask(context: &Context) {
    context.data_mut(|data| data.insert_temp(id(), Places::default()));
}

/// Takes the names and places of the last pass (points), and writes down no more.
pub fn take(context: &Context) -> Vec<(String, Rect)> {
    context.data_mut(|data| data.remove_temp::<Places>(id())).unwrap_or_default().list
}

/// Names a widget, as far as it is in sight.
pub trait Named {
    /// The same widget, with this name.
    fn named(self, name: &str) -> Self;
}

impl Named for Response {
    fn named(self, text: &str) -> Self {
        name(&self, || text.to_owned());
        self
    }
}

/// Names a widget, as far as it is in sight.
pub fn name(response: &Response, name: impl FnOnce() -> String) {
    name_rect(&response.ctx, response.interact_rect, name);
}

/// Names a part of the window.
pub fn name_rect(context: &Context, rect: Rect, name: impl FnOnce() -> String) {
    if rect.is_positive() && are_asked(context) {
        keep(context, rect, name());
    }
}

fn are_asked(context: &Context) -> bool {
    context.data(|data| data.get_temp::<Places>(id()).is_some())
}

fn keep(context: &Context, rect: Rect, name: String) {
    let pass = context.cumulative_pass_nr();
    context.data_mut(|data| {
        let places = data.get_temp_mut_or_default::<Places>(id());
        if std::mem::replace(&mut places.pass, pass) != pass {
            places.list.clear();
        }
        places.list.push((name, rect));
    });
}
