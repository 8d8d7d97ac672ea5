//! Texts that have no room: where letters are left out.

use std::sync::Arc;

use egui_macroquad::egui::text::{LayoutJob, TextWrapping};
use egui_macroquad::egui::{Color32, FontId, Galley, Ui};

use crate::gui::style::BODY;

/// One line of text, with an ellipsis if it does not fit.
pub fn shortened(ui: &Ui, text: &str, width: f32, color: Color32) -> Arc<Galley> {
    shortened_of(ui, text, BODY, width, color)
}

/// [`shortened`] in letters of another size.
pub fn shortened_of(ui: &Ui, text: &str, size: f32, width: f32, color: Color32) -> Arc<Galley> {
    let font = FontId::proportional(size);
    let mut job = LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = TextWrapping::truncate_at_width(width.max(1.0));
    ui.fonts(|fonts| fonts.layout_job(job))
}

/// A name in one line; what does not fit is left out of its middle, since names often differ at their ends.
pub fn shortened_name(ui: &Ui, name: &str, width: f32, color: Color32) -> Arc<Galley> {
    shortened_name_of(ui, name, BODY, width, color)
}

/// [`shortened_name`] in letters of another size.
pub fn shortened_name_of(ui: &Ui, name: &str, size: f32, width: f32, color: Color32) -> Arc<Galley> {
    shortened_names(ui, name, &[name], size, width, color)
}

/// One line of text with these names in it; what does not fit is left out of the middles of the names, or if that is not
/// enough, of the text.
pub fn shortened_text(ui: &Ui, text: &str, names: &[&str], width: f32, color: Color32) -> Arc<Galley> {
    let shown = shortened_names(ui, text, names, BODY, width, color);
    if shown.elided { shortened_name(ui, text, width, color) } else { shown }
}

/// The text with at most so many letters of each name that it fits, or elided.
fn shortened_names(
    ui: &Ui,
    text: &str,
    names: &[&str],
    size: f32,
    width: f32,
    color: Color32,
) -> Arc<Galley> {
    let whole = shortened_of(ui, text, size, width, color);
    if !whole.elided {
        return whole;
    }
    let with = |most: usize| {
        let (mut shown, mut rest) = (String::new(), text);
        for name in names {
            if let Some((before, after)) = rest.split_once(name) {
                shown = shown + before + &without_middle(name, most);
                rest = after;
            }
        }
        shortened_of(ui, &(shown + rest), size, width, color)
    };
    let (mut fits, mut too_many) = (0, names.iter().map(|name| name.chars().count()).max().unwrap_or(0));
    while too_many - fits > 1 {
        let middle = fits.midpoint(too_many);
        if with(middle).elided { too_many = middle } else { fits = middle }
    }
    if fits == 0 { whole } else { with(fits) }
}

/// A name of more letters than `most` with so many of its first and last ones.
fn without_middle(name: &str, most: usize) -> String {
    let letters: Vec<char> = name.chars().collect();
    if letters.len() <= most {
        return name.to_owned();
    }
    let (head, tail) = (most.div_ceil(2), most / 2);
    letters.iter().take(head).chain(&['…']).chain(letters.iter().skip(letters.len() - tail)).collect()
}
