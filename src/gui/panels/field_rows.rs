//! Rows of the inspector, one for each label of a table of fields.

use std::collections::HashSet;

use egui_macroquad::egui::{Align2, ComboBox, FontId, Label, RichText, Sense, Ui, vec2};
use glam::Vec2;

use super::places::Named as _;
use super::widgets::{LABEL, NumberField, choice, list_field, number, row, tick_box, tip};
use crate::app::{Change, Command};
use crate::gui::style::{Palette, SMALL};
use crate::platform::plain::label;
use crate::platform::sorting;
use crate::scene::field::{Field, FieldKind, FieldValue};
use crate::scene::limit::Limit;
use crate::scene::numbers::LengthUnit;

/// The fields of those owners that have them; values that differ are shown as a dash.
pub struct FieldRows<'a, T> {
    pub palette: &'a Palette,
    pub owners: Vec<&'a T>,
    /// The one owner at frame 0.
    pub start: Option<&'a T>,
    /// Whether a line is kept free below each vector that moves, for its value at frame 0, so that no field
    /// shifts.
    pub has_start_lines: bool,
    /// Metres per pixel.
    pub pixel: f32,
    /// Names to choose from, in lists of names.
    pub names: &'a [&'a str],
    /// Unit in which lengths and places are shown and typed.
    pub unit: LengthUnit,
    /// The change that sets the field of this name.
    pub change: &'a dyn Fn(&'static str, &FieldValue) -> Change,
}

/// Height of a line below a row. Points.
const START: f32 = 13.0;
/// Texts of a list of names that is not given, and of an empty one.
const EVERYTHING: &str = "everything";
const NOBODY: &str = "nobody";
/// First value of a count that was just switched on.
const FIRST_COUNT: usize = 8;

impl<'a, T: 'static> FieldRows<'a, T> {
    /// The rows of one owner that nothing moves.
    pub fn of(
        palette: &'a Palette,
        unit: LengthUnit,
        owner: &'a T,
        change: &'a dyn Fn(&'static str, &FieldValue) -> Change,
    ) -> Self {
        Self {
            palette,
            owners: vec![owner],
            start: None,
            has_start_lines: false,
            pixel: 1.0,
            names: &[],
            unit,
            change,
        }
    }

    pub fn show<'f>(
        &self,
        ui: &mut Ui,
        fields: impl IntoIterator<Item = &'f Field<T>>,
        out: &mut Vec<Command>,
    ) {
        let fields: Vec<&Field<T>> = fields.into_iter().collect();
        let mut labels: Vec<&str> = Vec::new();
        for Field { label, .. } in &fields {
            if !label.is_empty() && !labels.contains(label) {
                labels.push(label);
            }
        }
        for label in labels {
            let in_row = |field: &&Field<T>| field.label == label && self.owners_of(field).next().is_some();
            let mut shown: Vec<&Field<T>> = fields.iter().copied().filter(in_row).collect();
            // The numbers beside a choice belong to it.
            sorting::sort_by_key(&mut shown, |field| !matches!(field.kind, FieldKind::Choice { .. }));
            if shown.is_empty() {
                continue;
            }
            row(ui, self.palette, label, |ui| {
                for field in &shown {
                    self.field(ui, field, out);
                }
            });
            for field in &shown {
                self.start_line(ui, field);
            }
        }
    }

    /// The owners that show the field.
    fn owners_of<'f>(&'f self, field: &'f Field<T>) -> impl Iterator<Item = &'f T> {
        self.owners.iter().copied().filter(|owner| field.is_of(owner) && (field.shown)(owner))
    }

    fn field(&self, ui: &mut Ui, field: &Field<T>, out: &mut Vec<Command>) {
        let Some(first) = self.owners_of(field).next() else { return };
        let change = |value: FieldValue| (self.change)(field.name, &value);
        let do_now = |value| Command::from(change(value));
        match &field.kind {
            FieldKind::Number { limit, place, .. } => {
                let values: Vec<f32> =
                    self.owners_of(field).filter_map(|owner| (place.get)(owner)).copied().collect();
                let how = self.how(field, *limit).scalar(field.unit, self.unit).prefix(field.prefix);
                number(ui, &how, &values, |value| change(FieldValue::Number(value)), out);
                if field.moves {
                    let text = |owner: &T| Some(how.text(*(place.get)(owner)?));
                    note(ui, self.palette, &self.start_of(text).unwrap_or_default());
                }
            }
            FieldKind::Vector { limit, place, .. } => {
                let values: Vec<Vec2> =
                    self.owners_of(field).filter_map(|owner| (place.get)(owner)).copied().collect();
                let [x, y] =
                    [|v: &Vec2| v.x, |v: &Vec2| v.y].map(|of| values.iter().map(of).collect::<Vec<_>>());
                let [of_x, of_y] = self.how(field, *limit).vector(field.unit, self.unit);
                number(ui, &of_x, &x, |x| change(FieldValue::X(x)), out);
                number(ui, &of_y, &y, |y| change(FieldValue::Y(y)), out);
            }
            FieldKind::Points { .. } => {}
            FieldKind::Numbers { limit, place, .. } => {
                let numbers = (place.get)(first).map_or(&[][..], Vec::as_slice);
                let how = self.how(field, *limit).scalar(field.unit, self.unit);
                let shown = ui.scope(|ui| {
                    list_field(ui, field.name, [&joined(numbers), ""], |text| {
                        let numbers = text.split([',', ';', ' ']).filter(|part| !part.trim().is_empty());
                        let numbers = numbers.map(|number| how.read(number)).collect::<Result<_, _>>()?;
                        Ok(change(FieldValue::Numbers(numbers)))
                    });
                });
                tip(shown.response, field.tip);
            }
            FieldKind::Names { place } => {
                let now = (place.get)(first).and_then(|names| names.as_deref());
                let shown = match now {
                    None => EVERYTHING.to_owned(),
                    Some([]) => NOBODY.to_owned(),
                    Some(names) => names.join(", "),
                };
                let choices = if self.names.is_empty() { 0.0 } else { choices_width(ui) };
                let response = ui.scope(|ui| {
                    ui.set_max_width(ui.available_width() - choices);
                    list_field(ui, field.name, [&shown, ""], |text| {
                        let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
                        let mut known = HashSet::new();
                        let names: Vec<String> =
                            names.filter(|name| known.insert(*name)).map(str::to_owned).collect();
                        let is_word = |name: &String| name == EVERYTHING || name == NOBODY;
                        Ok(change(FieldValue::Names(match names.as_slice() {
                            [] => None,
                            [only] if only == EVERYTHING => None,
                            [only] if only == NOBODY => Some(Vec::new()),
                            _ if names.iter().any(is_word) => {
                                return Err(format!("allowed: names, or {EVERYTHING}, or {NOBODY}"));
                            }
                            _ => Some(names),
                        })))
                    });
                });
                tip(response.response, field.tip);
                if let Some(names) = self.chosen_names(ui, field.name, now) {
                    out.push(do_now(FieldValue::Names(names)));
                }
            }
            FieldKind::Flag { place, .. } => {
                let mut is_set = (place.get)(first).copied().unwrap_or_default();
                let shown = tick_box(ui, self.palette, &mut is_set);
                if tip(shown, field.tip).changed() {
                    out.push(do_now(FieldValue::Flag(is_set)));
                }
            }
            FieldKind::Count { limit, without, get, .. } => {
                let count = get(first);
                if let Some(without) = without {
                    let mut is_given = count.is_some();
                    let shown = tick_box(ui, self.palette, &mut is_given);
                    if tip(shown, field.tip).changed() {
                        out.push(do_now(FieldValue::Count(is_given.then_some(FIRST_COUNT))));
                    }
                    if count.is_none() {
                        note(ui, self.palette, without);
                    }
                }
                if let Some(count) = count {
                    let how = self.how(field, *limit).scalar(field.unit, self.unit).prefix(field.prefix);
                    let change = |n: f32| change(FieldValue::Count(Some(n.round() as usize)));
                    let shown = ui.scope(|ui| number(ui, &how, &[count as f32], change, out));
                    tip(shown.response, field.tip);
                }
            }
            FieldKind::Choice { words, get, .. } => {
                let chosen = choice(ui, field.name, 92.0, Some(get(first)), words.iter().copied());
                out.extend(chosen.map(|index| do_now(FieldValue::Choice(index))));
            }
        }
        let words = (field.note)(first);
        if !words.is_empty() {
            note(ui, self.palette, &words);
        }
    }

    /// A list of the names that there are, those of `now` ticked; what a click makes of it.
    fn chosen_names(&self, ui: &mut Ui, id: &str, now: Option<&[String]>) -> Option<Option<Vec<String>>> {
        let mut chosen = None;
        if self.names.is_empty() {
            return None;
        }
        let list = ComboBox::from_id_salt((id, "names")).selected_text("").width(0.0).show_ui(ui, |ui| {
            if ui.selectable_label(now.is_none(), EVERYTHING).clicked() {
                chosen = Some(None);
            }
            if ui.selectable_label(now.is_some_and(<[String]>::is_empty), NOBODY).clicked() {
                chosen = Some(Some(Vec::new()));
            }
            ui.separator();
            for name in self.names {
                let mut names = now.unwrap_or_default().to_vec();
                let has = names.iter().position(|known| known == name);
                if ui.selectable_label(has.is_some(), &*label(name)).clicked() {
                    match has {
                        Some(at) => _ = names.remove(at),
                        None => names.push((*name).to_owned()),
                    }
                    chosen = Some(Some(names));
                }
            }
        });
        list.response
            .on_hover_text("Choose among the names that bodies are")
            .named(&format!("Names of {id}"));
        chosen
    }

    fn how(&self, field: &Field<T>, limit: Limit) -> NumberField {
        NumberField::new(limit, field.step.unwrap_or(self.pixel))
    }

    /// What a field showed at frame 0, where it shows something else now.
    fn start_of(&self, shown: impl Fn(&T) -> Option<String>) -> Option<String> {
        let [now] = self.owners[..] else { return None };
        let start = shown(self.start?)?;
        (shown(now)? != start).then(|| format!("start  {start}"))
    }

    /// A line for [`Self::start_of`] below a row that is full.
    fn start_line(&self, ui: &mut Ui, field: &Field<T>) {
        let FieldKind::Vector { place, limit, .. } = &field.kind else { return };
        if !field.moves || !self.has_start_lines {
            return;
        }
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), START), Sense::hover());
        let [x, y] = self.how(field, *limit).vector(field.unit, self.unit);
        let two = |vector: &Vec2| format!("x {}   y {}", x.plain(vector.x), y.plain(vector.y));
        if let Some(text) = self.start_of(|owner| Some(two((place.get)(owner)?))) {
            let at = rect.left_center() + vec2(LABEL + ui.spacing().item_spacing.x, -1.0);
            let font = FontId::proportional(SMALL);
            ui.painter().text(at, Align2::LEFT_CENTER, text, font, self.palette.quiet);
        }
    }
}

/// "0.016, 0.016, 0.1".
fn joined(numbers: &[f32]) -> String {
    numbers.iter().map(|number| number.to_string()).collect::<Vec<_>>().join(", ")
}

/// Room for the button that opens the names to choose from, and the space before it. Points.
fn choices_width(ui: &Ui) -> f32 {
    let spacing = ui.spacing();
    spacing.item_spacing.x + 2.0 * spacing.button_padding.x + spacing.icon_spacing + spacing.icon_width
}

/// A quiet note after a field, in several lines where the row has not the room.
pub fn note(ui: &mut Ui, palette: &Palette, text: &str) {
    ui.add(Label::new(RichText::new(text).size(SMALL).color(palette.quiet)).wrap());
}
