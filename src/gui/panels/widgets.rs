//! Fields with labels, and columns of numbers.

use std::ops::RangeInclusive;

use egui_macroquad::egui::{
    self, Align, Color32, DragValue, FontId, Galley, Layout, RichText, TextEdit, Ui, vec2,
};

use crate::app::{Change, Command, EditCommand};
use crate::gui::style::{BODY, NUMBERS, Palette, ROW};

/// Width of a field's label. Points.
const LABEL: f32 = 84.0;

/// A field after its label.
pub fn row<R>(ui: &mut Ui, palette: &Palette, label: &str, fields: impl FnOnce(&mut Ui) -> R) -> R {
    ui.horizontal(|ui| {
        ui.allocate_ui_with_layout(vec2(LABEL, ROW), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(LABEL);
            ui.label(RichText::new(label).color(palette.quiet).size(BODY));
        });
        fields(ui)
    })
    .inner
}

/// Settings of a number field.
#[derive(Clone, Debug)]
pub struct NumberField {
    /// Allowed range.
    pub range: RangeInclusive<f32>,
    /// Change per pixel of dragging.
    pub speed: f32,
    /// Text after the number.
    pub unit: &'static str,
    /// Text before the number: "x ", "y ".
    pub prefix: &'static str,
}

impl NumberField {
    /// Any number that a scene may hold, without a unit.
    pub fn any(speed: f32) -> Self {
        Self { range: -1.0e6..=1.0e6, speed, unit: "", prefix: "" }
    }
    /// Adds a unit.
    pub fn unit(self, unit: &'static str) -> Self {
        Self { unit, ..self }
    }
    /// Adds text before the number.
    pub fn prefix(self, prefix: &'static str) -> Self {
        Self { prefix, ..self }
    }
    /// Restricts the range.
    pub fn range(self, range: RangeInclusive<f32>) -> Self {
        Self { range, ..self }
    }
}

/// A number to drag or to type. Values that differ are shown as a dash; entering a number sets them all.
/// Dragging previews the change and makes one undo point at the end.
pub fn number(
    ui: &mut Ui,
    how: &NumberField,
    values: &[f32],
    change: impl Fn(f32) -> Change,
    out: &mut Vec<Command>,
) {
    let Some(&first) = values.first() else { return };
    let mixed = values.iter().any(|value| *value != first);
    let mut value = first;
    let field = DragValue::new(&mut value)
        .range(how.range.clone())
        .speed(how.speed)
        .suffix(how.unit)
        .prefix(how.prefix)
        .update_while_editing(false)
        .custom_formatter(|value, _| if mixed { "—".to_owned() } else { plain(value) })
        .custom_parser(parse);
    // Two fields in a row are as wide as one wide field.
    let response = ui.add_sized(vec2(116.0, ROW), field);
    // A field that gets the focus and loses it returns its rounded text: no change.
    let untouched = !mixed && plain(f64::from(value)) == plain(f64::from(first));
    if response.changed() && !untouched && value.is_finite() {
        let edit = if response.dragged() { EditCommand::Preview } else { EditCommand::Do };
        out.push(Command::Edit(edit(change(value))));
    }
    if response.drag_stopped() {
        out.push(Command::Edit(EditCommand::Commit));
    }
}

/// A text field; returns the text when it is complete and differs from `now`.
pub fn text_field(ui: &mut Ui, id: impl std::hash::Hash, now: &str) -> Option<String> {
    let id = ui.make_persistent_id(id);
    let draft = ui.data_mut(|data| data.get_temp::<String>(id));
    let mut draft = draft.unwrap_or_else(|| now.to_owned());
    let width = ui.available_width();
    let field = TextEdit::singleline(&mut draft).id(id.with("field")).vertical_align(Align::Center);
    let response = ui.add(field.min_size(vec2(width, ROW)).desired_width(width));
    if response.lost_focus() {
        ui.data_mut(|data| data.remove_temp::<String>(id));
        let cancelled = ui.input(|input| input.key_pressed(egui::Key::Escape));
        return (!cancelled && draft != now).then_some(draft);
    }
    // The focus is read here, because the closure below locks the context.
    let focused = response.has_focus();
    ui.data_mut(|data| {
        if focused {
            data.insert_temp(id, draft);
        } else {
            data.remove_temp::<String>(id);
        }
    });
    None
}

/// Parses a number as a person writes it: "1.5", "12 m", "−3", "1/60".
fn parse(text: &str) -> Option<f64> {
    let unit = |c: char| c.is_alphabetic() || "°/²%·".contains(c);
    let text = text.trim().trim_end_matches(unit).replace(['−', '–'], "-").replace(',', ".");
    let text = text.trim().trim_start_matches(|c: char| c.is_alphabetic()).trim();
    match text.split_once('/') {
        Some((numerator, denominator)) => {
            let ratio = numerator.trim().parse::<f64>().ok()? / denominator.trim().parse::<f64>().ok()?;
            ratio.is_finite().then_some(ratio)
        }
        None => text.parse().ok(),
    }
}

/// Up to four decimals, without trailing zeros.
fn plain(value: f64) -> String {
    let small = value != 0.0 && value.abs() < 0.001;
    let text = if small { format!("{value:.7}") } else { format!("{value:.4}") };
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

/// For columns: three decimals, fewer for large numbers.
pub fn fixed(value: f32) -> String {
    let size = value.abs();
    let text = match () {
        () if !value.is_finite() => "—".to_owned(),
        () if size < 0.0005 => "0.000".to_owned(),
        () if size < 1000.0 => format!("{value:.3}"),
        () if size < 100_000.0 => format!("{value:.1}"),
        () => format!("{value:.2e}"),
    };
    text.replace('-', "−")
}

/// Monospaced text in a colour.
pub fn mono(text: impl Into<String>, color: Color32) -> RichText {
    RichText::new(text).monospace().size(NUMBERS).color(color)
}

/// One line of text, with an ellipsis if it does not fit.
pub fn shortened(ui: &Ui, text: &str, width: f32, color: Color32) -> std::sync::Arc<Galley> {
    let font = FontId::proportional(BODY);
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(width.max(1.0));
    ui.fonts(|fonts| fonts.layout_job(job))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let rows = [
            ("1.5", Some(1.5)),
            (" −3 m", Some(-3.0)),
            ("2,25 m/s", Some(2.25)),
            ("x 4 m", Some(4.0)),
            ("45°", Some(45.0)),
            ("1/4", Some(0.25)),
            ("1e-3", Some(0.001)),
            ("1/0", None),
            ("—", None),
            ("x", None),
            ("", None),
        ];
        for (text, expected) in rows {
            assert_eq!(parse(text), expected, "{text:?}");
        }
    }

    #[test]
    fn columns_stay_narrow() {
        let rows = [
            (0.25, "0.250"),
            (-0.0001, "0.000"),
            (-12.3456, "−12.346"),
            (123_456.0, "1.23e5"),
            (f32::NAN, "—"),
        ];
        for (value, text) in rows {
            assert_eq!(fixed(value), text);
        }
    }
}
