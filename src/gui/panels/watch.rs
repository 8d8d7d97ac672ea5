//! Watched numbers: a line each with its value and a curve over the frames; the bookmarks and the inputs of frames;
//! numbers that vary.

use egui_macroquad::egui::{
    self, Align2, FontId, Pos2, Rangef, Rect, RichText, Sense, Shape, Stroke, Ui, pos2, vec2,
};

use super::places::{self, Named as _};
use super::shortened::shortened_name;
use super::widgets::{ListLine, text_field};
use super::{fields, heading};
use crate::app::{
    AppState, Change, Command, EditCommand, ListEdit, NoteEdit, TimeCommand, WatchedSeries, info,
};
use crate::gui::style::{NUMBERS, Palette, SMALL};
use crate::platform::{plain, sorting};
use crate::scene::Bookmark;
use crate::scene::numbers::short;

/// Width of a curve, and of the number before it. Points.
const CURVE: f32 = 120.0;
const VALUE: f32 = 66.0;
/// A click so near to the largest or smallest value goes to it. Points.
const NEAR: f32 = 7.0;

/// The list, with a menu that adds to it.
pub fn watched_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let watch = &state.scene().watch;
    heading(ui, palette, "Watch", "");
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let series = state.run().frames.log().watched.series();
        let names: Vec<&str> = series.iter().map(WatchedSeries::name).collect();
        for (index, series) in series.iter().enumerate() {
            line(ui, state, palette, (index, &names), series, out);
        }
    });
    ui.horizontal(|ui| {
        let menu = ui.menu_button(RichText::new("Watch…").size(SMALL), |ui| {
            for name in state.watchable().into_iter().filter(|name| !watch.contains(name)) {
                if ui.button(&name).clicked() {
                    out.push(NoteEdit::SetWatch([watch.as_slice(), &[name]].concat()).into());
                    ui.close_menu();
                }
            }
        });
        let tip = "Numbers of the selected pair and body and of the scene, over all frames";
        menu.response.named("Watch…").on_hover_text(tip);
        let command = Command::Edit(EditCommand::WatchSelected);
        if let Some(row) = info(&command).filter(|_| watch.is_empty()) {
            let key = row.shortcuts.first().map(|key| format!("{key}: the pair or body")).unwrap_or_default();
            ui.label(RichText::new(key).size(SMALL).color(palette.quiet));
        }
    });
}

fn line(
    ui: &mut Ui,
    state: &AppState,
    palette: &Palette,
    (index, names): (usize, &[&str]),
    series: &WatchedSeries,
    out: &mut Vec<Command>,
) {
    let name = series.name();
    let line = ListLine::show(ui, palette, Sense::click(), ["number", &format!("watched {index}")], false);
    places::name(&line.response, || format!("Watched {name}"));
    let rect = line.rect;
    let curve = Rect::from_min_max(pos2(rect.right() - CURVE, rect.top() + 3.0), rect.max - vec2(0.0, 3.0));
    places::name_rect(ui.ctx(), curve, || format!("Curve of {name}"));
    let log = &state.run().frames.log().watched;
    let now = log.place_of(state.run().frame()).and_then(|place| series.values.get(place).copied());
    let text = match now {
        Some(value) if value.is_finite() => short(value).replace('-', "−"),
        Some(_) => "gone".to_owned(),
        None => "…".to_owned(),
    };
    let font = FontId::monospace(NUMBERS);
    let at = pos2(curve.left() - 8.0, rect.center().y);
    ui.painter().text(at, Align2::RIGHT_CENTER, text, font, palette.text);
    let ends = [rect.left(), curve.left() - VALUE - 12.0];
    line.name(ui, &told_apart(ui, names, index, ends[1] - ends[0], palette), ends, palette.text);
    let spark = Spark::of(series, log.place_of(state.run().frame()), curve);
    spark.draw(ui, palette);
    if line.is_removed {
        let mut watch = state.scene().watch.clone();
        watch.retain(|known| known != name);
        out.push(NoteEdit::SetWatch(watch).into());
        return;
    }
    let place = line.response.hover_pos().and_then(|at| spark.place(at));
    let tip = place.and_then(|place| {
        let (frame, time) = *log.frames.get(place)?;
        Some(format!("\nframe {frame} · {time:.3} s: {}\nClick: go there", short(*series.values.get(place)?)))
    });
    let is_clicked = line.response.on_hover_text(format!("{name}{}", tip.unwrap_or_default())).clicked();
    if let Some((frame, _)) = place.and_then(|place| log.frames.get(place)).filter(|_| is_clicked) {
        out.push(Command::Time(TimeCommand::Seek(*frame)));
    }
}

/// The name of a line as far as it is shown: whole, with the quantity whole, or from where it differs from another that would
/// be cut alike.
fn told_apart(ui: &Ui, names: &[&str], index: usize, width: f32, palette: &Palette) -> String {
    /// Letters that are kept before the difference.
    const BEFORE: usize = 4;
    let of_width = |text: &str, width: f32| shortened_name(ui, text, width, palette.text);
    let cut = |name: &str| match name.rsplit_once('.') {
        Some((who, what)) => {
            let what = format!(".{what}");
            let room = width - of_width(&what, f32::INFINITY).size().x;
            format!("{}{what}", of_width(who, room).text())
        }
        None => of_width(name, width).text().to_owned(),
    };
    let name = names.get(index).copied().unwrap_or_default();
    let shown = cut(name);
    let alike =
        names.iter().enumerate().filter(|(i, other)| *i != index && **other != name && cut(other) == shown);
    let common = |other: &str| name.chars().zip(other.chars()).take_while(|(p, q)| p == q).count();
    match alike.map(|(_, other)| common(other)).max() {
        Some(common) if common > BEFORE => {
            format!("…{}", name.chars().skip(common - BEFORE).collect::<String>())
        }
        Some(_) | None => shown,
    }
}

/// A curve without axes.
struct Spark<'s> {
    values: &'s [f64],
    extremes: Option<[(usize, f64); 2]>,
    now: Option<usize>,
    rect: Rect,
}

impl<'s> Spark<'s> {
    fn of(series: &'s WatchedSeries, now: Option<usize>, rect: Rect) -> Self {
        Self { values: &series.values, extremes: series.extremes(), now, rect }
    }

    fn x(&self, place: usize) -> f32 {
        let last = self.values.len().saturating_sub(1).max(1);
        self.rect.left() + self.rect.width() * place as f32 / last as f32
    }

    fn y(&self, value: f64) -> f32 {
        let [(_, most), (_, least)] = self.extremes.unwrap_or([(0, 0.0); 2]);
        let share = if most > least { (value - least) / (most - least) } else { 0.5 };
        self.rect.bottom() - self.rect.height() * share as f32
    }

    /// The place of the frame under the pointer, or of the largest or smallest value near it.
    fn place(&self, at: Pos2) -> Option<usize> {
        if !self.rect.expand2(vec2(4.0, 6.0)).contains(at) || self.values.is_empty() {
            return None;
        }
        let near = |(place, _): &(usize, f64)| (self.x(*place) - at.x).abs() <= NEAR;
        if let Some((place, _)) = self.extremes.as_ref().and_then(|both| both.iter().find(|one| near(one))) {
            return Some(*place);
        }
        let share = ((at.x - self.rect.left()) / self.rect.width()).clamp(0.0, 1.0);
        Some((share * (self.values.len() - 1) as f32).round() as usize)
    }

    fn draw(&self, ui: &Ui, palette: &Palette) {
        let (painter, stroke) = (ui.painter(), Stroke::new(1.2, palette.text));
        painter.hline(self.rect.x_range(), self.rect.bottom(), Stroke::new(1.0, palette.line));
        // At most two points for each column: the largest and the smallest value there.
        let columns = self.rect.width() as usize;
        let each = self.values.len().div_ceil(columns.max(1)).max(1);
        let mut points: Vec<Pos2> = Vec::new();
        let flush = |points: &mut Vec<Pos2>| {
            painter.add(Shape::line(std::mem::take(points), stroke));
        };
        for (column, values) in self.values.chunks(each).enumerate() {
            let finite = values.iter().copied().filter(|value| value.is_finite());
            let Some((least, most)) = finite.fold(None, |ends: Option<(f64, f64)>, value| match ends {
                Some((least, most)) => Some((least.min(value), most.max(value))),
                None => Some((value, value)),
            }) else {
                flush(&mut points);
                continue;
            };
            let x = self.x(column * each);
            points.push(pos2(x, self.y(least)));
            if most > least {
                points.push(pos2(x, self.y(most)));
            }
        }
        flush(&mut points);
        if let Some(now) = self.now {
            let range = Rangef::new(self.rect.top() - 2.0, self.rect.bottom() + 2.0);
            painter.vline(self.x(now), range, Stroke::new(1.0, palette.accent));
        }
        if let Some([(place, value), _]) = self.extremes.filter(|[most, least]| most.1 > least.1) {
            painter.circle_filled(pos2(self.x(place), self.y(value)), 2.2, palette.warning);
        }
    }
}

/// A line for each input; a click goes to where it begins, a cross takes it away.
pub fn inputs_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let inputs = &state.scene().inputs;
    if inputs.is_empty() {
        return;
    }
    ui.add_space(12.0);
    heading(ui, palette, "Inputs", "");
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut in_order: Vec<_> = inputs.iter().enumerate().collect();
    sorting::sort_by_key(&mut in_order, |(_, input)| input.frames().0);
    for (index, input) in in_order {
        let (names, words) = (["input", &format!("input {index}")], input.words());
        let line = words_ui(ui, palette, Sense::click(), names, &words, input.body());
        let tip = format!("{words}\nClick: go to where it begins");
        if line.is_removed {
            out.push(Command::Edit(EditCommand::RemoveInput(index)));
        } else if line.response.on_hover_text(tip).clicked() {
            out.push(Command::Time(TimeCommand::Seek(input.frames().0)));
        }
    }
}

/// A line for each number that varies; a cross takes it away.
pub fn vary_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let lines = &state.scene().vary;
    if lines.is_empty() {
        return;
    }
    ui.add_space(12.0);
    heading(ui, palette, "Vary", "for hunt");
    ui.spacing_mut().item_spacing.y = 0.0;
    for (index, vary) in lines.iter().enumerate() {
        let (names, words) = (["number that varies", &format!("vary {index}")], vary.words());
        let line = words_ui(ui, palette, Sense::hover(), names, &words, &vary.body);
        if line.is_removed {
            out.push(NoteEdit::Vary(ListEdit::Remove(index)).into());
        }
        line.response.on_hover_text(format!("{words}: collision-test hunt runs the scene with each"));
    }
}

/// A line of words about a body.
fn words_ui(
    ui: &mut Ui,
    palette: &Palette,
    sense: Sense,
    names: [&str; 2],
    words: &str,
    body: &str,
) -> ListLine {
    let line = ListLine::show(ui, palette, sense, names, false);
    let ends = [line.rect.left(), line.rect.right()];
    line.about(ui, words, &plain::label(body), ends, palette.text);
    line
}

/// A line for each bookmark: a click goes to its frame, a field has its note.
pub fn bookmarks_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let bookmarks = &state.scene().bookmarks;
    if bookmarks.is_empty() {
        return;
    }
    ui.add_space(12.0);
    heading(ui, palette, "Bookmarks", "");
    for (index, bookmark) in bookmarks.iter().enumerate() {
        ui.horizontal(|ui| {
            let button = egui::Button::new(RichText::new(bookmark.frame.to_string()).monospace());
            let response = ui.add_sized(vec2(64.0, 22.0), button).on_hover_text("Go to this frame");
            if response.named(&format!("Bookmark {index}")).clicked() {
                out.push(Command::Time(TimeCommand::Seek(bookmark.frame)));
            }
            fields::begin_row(ui.ctx(), &format!("Note of bookmark {index}"));
            let frame = bookmark.frame;
            let field = vec2((ui.available_width() - 30.0).max(60.0), 22.0);
            ui.allocate_ui(field, |ui| {
                text_field(ui, ("bookmark", index, frame), &bookmark.note, |note| {
                    Change::Note(NoteEdit::Bookmark(ListEdit::Set(index, Bookmark { frame, note })))
                });
            });
            let remove = ui.small_button("×").on_hover_text("Remove this bookmark");
            if remove.named(&format!("Remove bookmark {index}")).clicked() {
                out.push(NoteEdit::Bookmark(ListEdit::Remove(index)).into());
            }
        });
    }
}
