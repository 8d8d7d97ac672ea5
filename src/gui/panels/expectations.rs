//! The scene's `expect` lines: whether each holds, a button to add one for the selected pair, menus to add one that asks
//! for a stop's condition, whose line a click unfolds to edit it, and a cross to remove each.

use egui_macroquad::egui::{self, Color32, Id, Painter, Pos2, Sense, Shape, Stroke, Ui, vec2};

use super::heading;
use super::shortened::shortened;
use super::stops::{field_ui, offers_ui};
use super::widgets::{ListLine, NumberField, asks, fixed, number, row, with_code};
use super::{places, revealing};
use crate::app::{
    AppState, Change, Command, EditCommand, ExpectationMark, ListEdit, SceneItem, SelectCommand, TimeCommand,
    ViewCommand,
};
use crate::gui::style::{BODY, Palette};
use crate::picture::backend::window::egui_color;
use crate::scene::limit::Limit;
use crate::scene::numbers::count;
use crate::scene::{Expectation, ExpectationKind, Stop};

/// The lines with their results; a click goes to the frame and selects the pair.
pub fn expectations_ui(ui: &mut Ui, state: &AppState, palette: &Palette, out: &mut Vec<Command>) {
    let lines = &state.scene().expect;
    heading(ui, palette, "Expectations", &summary(&state.derived().expectations.marks));
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (index, expectation) in lines.iter().enumerate() {
            line(ui, state, palette, index, expectation, out);
        }
    });
    match state.looking().selected_pair() {
        Some((a, b)) => {
            let name = |i: u32| state.named_scene().shown_name(i);
            let text = format!("Expect {} – {} as now", name(a), name(b));
            let text = shortened(ui, &text, ui.available_width() - 24.0, palette.text);
            let command = Command::Edit(EditCommand::ExpectSelectedPair);
            asks(ui.button(text), command, out);
        }
        None if lines.is_empty() => {
            let text = "Look at a pair, then Ctrl+E: `check` holds the scene to it.";
            ui.add(egui::Label::new(with_code(text, BODY, palette.quiet)).wrap());
        }
        None => {}
    }
    ui.horizontal(|ui| {
        let offers = || {
            let offers = state.offered_stops().into_iter();
            offers.filter(|(_, stop)| stop.condition.kind().is_expected()).collect()
        };
        for kind in ExpectationKind::ALL {
            let Some(tip) = kind.asks() else { continue };
            let name = format!("Expect {}…", kind.name().to_lowercase());
            let line = offers_ui(ui, offers(), [&name, tip]).and_then(|stop| kind.asking(stop, FRAMES));
            if let Some(line) = line {
                out.push(Change::Expectation(ListEdit::Add(line)).into());
                ui.data_mut(|data| data.insert_temp(unfolded(), lines.len()));
            }
        }
    });
}

/// Up to which frame a new line asks for a stop's condition: ten seconds at the default timestep.
const FRAMES: u64 = 600;

/// The line that is unfolded, if any.
fn unfolded() -> Id {
    Id::new("unfolded expectation")
}

/// The stop whose condition a line asks for, as the stops have it, and its frames.
fn asked_ui(
    ui: &mut Ui,
    palette: &Palette,
    (index, expectation): (usize, &Expectation),
    stop: &Stop,
    out: &mut Vec<Command>,
) {
    let name = format!("Stop of expectation {index}");
    field_ui(ui, palette, &name, &stop.text(), |text| Change::ReadAsked(index, text));
    let frame = |prefix| NumberField::new(Limit::Frame, 1.0).prefix(prefix);
    let set = |first: f32, last: f32| {
        let line = expectation.stop_in_frames((first as u64, last as u64));
        Change::Expectation(ListEdit::Set(index, line.unwrap_or_else(|| expectation.clone())))
    };
    let (first, last) = expectation.asked().map_or((0, 0), |(frames, _)| frames.into_inner());
    let (first, last) = (first as f32, last as f32);
    let has_first = set(1.0, last) != set(0.0, last);
    row(ui, palette, "Frames", |ui| {
        // What is dragged or typed takes the other one along.
        if has_first {
            number(ui, &frame("from "), &[first], |first| set(first, last.max(first)), out);
        }
        number(ui, &frame("to "), &[last], |last| set(first.min(last), last), out);
    });
}

/// How many lines hold, fail and are unknown yet.
fn summary(marks: &[ExpectationMark]) -> String {
    let marked = |holds| marks.iter().filter(|mark| mark.holds == holds).count();
    let said = [
        (marked(Some(false)), ["fails", "fail"]),
        (marked(Some(true)), ["holds", "hold"]),
        (marked(None), ["not reached yet"; 2]),
    ];
    let said = said.iter().filter(|(n, _)| *n > 0);
    let said: Vec<_> = said.map(|(n, [one, many])| count(*n, one, many)).collect();
    said.join(" · ")
}

fn line(
    ui: &mut Ui,
    state: &AppState,
    palette: &Palette,
    index: usize,
    expectation: &Expectation,
    out: &mut Vec<Command>,
) {
    revealing::reveal_here(ui, SceneItem::Expectation(index as u32));
    let mark = state.derived().expectations.marks.iter().find(|mark| mark.index == index);
    let what = ["expectation", &format!("expectation {index}")];
    let asked = expectation.asked();
    let is_unfolded = asked.is_some() && ui.data(|data| data.get_temp::<usize>(unfolded())) == Some(index);
    let line = ListLine::show(ui, palette, Sense::click(), what, is_unfolded);
    let rect = line.rect;
    places::name(&line.response, || format!("Expectation {index}"));
    let holds = mark.and_then(|mark| mark.holds);
    sign(ui.painter(), rect.left_center() + vec2(6.0, 0.0), holds, state, palette);
    let words = expectation.words(|depth| fixed(state.unit().of_metres(depth)));
    let right = line.note(ui, palette, format!("{} · frame {}", words.short, expectation.frame()));
    let names = expectation.names(" – ");
    line.text(ui, &names, [rect.left() + 20.0, right], palette.text);
    if line.is_removed {
        out.push(Change::Expectation(ListEdit::Remove(index)).into());
    } else if line.response.on_hover_text(tooltip(expectation, mark)).clicked() {
        out.push(Command::Time(TimeCommand::Seek(expectation.frame())));
        out.extend(select(state, expectation));
        ui.data_mut(|data| data.insert_temp(unfolded(), if is_unfolded { usize::MAX } else { index }));
    }
    if let Some((_, stop)) = asked.filter(|_| is_unfolded) {
        asked_ui(ui, palette, (index, expectation), stop, out);
    }
}

/// Selects its bodies: two of them as a pair. `None` where one is no body of the scene.
fn select(state: &AppState, expectation: &Expectation) -> Option<Command> {
    let indices: Option<Vec<u32>> =
        expectation.bodies().into_iter().map(|(_, name)| state.scene().index_of_named(name)).collect();
    let mut indices = indices?;
    indices.sort_unstable();
    Some(match indices.as_slice() {
        [a, b] => Command::View(ViewCommand::SelectPair(Some((*a, *b)))),
        _ => Command::Select(SelectCommand::Only(indices)),
    })
}

/// The line in full, and what was found.
fn tooltip(expectation: &Expectation, mark: Option<&ExpectationMark>) -> String {
    let bodies: String =
        expectation.bodies().into_iter().map(|(field, name)| format!("{field}  {name}\n")).collect();
    let what = match expectation.bodies().len() {
        2 => "the pair",
        1 => "the body",
        _ => "the scene",
    };
    let found = match mark {
        Some(ExpectationMark { failure: Some(failure), .. }) => {
            format!("Fails. Expected: {}\nFound: {}", failure.expected, failure.found)
        }
        Some(ExpectationMark { holds: Some(true), .. }) => "Holds.".to_owned(),
        _ => "Not known before its frame is reached.".to_owned(),
    };
    let also = if expectation.asked().is_some() { "; its stop and its frames below" } else { "" };
    format!("{bodies}{found}\nClick: go to frame {} and look at {what}{also}.", expectation.frame())
}

/// A check, a cross, or a ring for an unknown result, here and on the time line.
pub(super) fn sign(painter: &Painter, at: Pos2, holds: Option<bool>, state: &AppState, palette: &Palette) {
    let line = |points: &[(f32, f32)], color: Color32| {
        let points = points.iter().map(|(x, y)| at + vec2(*x, *y)).collect();
        painter.add(Shape::line(points, Stroke::new(1.8, color)));
    };
    match holds {
        Some(true) => {
            line(&[(-4.0, 0.0), (-1.0, 3.0), (4.0, -3.5)], egui_color(state.showing().theme.normal));
        }
        Some(false) => {
            line(&[(-3.5, -3.5), (3.5, 3.5)], palette.error);
            line(&[(-3.5, 3.5), (3.5, -3.5)], palette.error);
        }
        None => {
            painter.circle_stroke(at, 2.5, Stroke::new(1.2, palette.quiet));
        }
    }
}
