//! What is said of the place under the pointer.

use egui_macroquad::egui::{self, Align2, Area, Order, Pos2, RichText, Stroke, Ui, pos2};

use super::BAR;
use super::track::Track;
use crate::app::{AppState, ExpectationMark, phase_verb};
use crate::elsewhere::recording::compare::Difference;
use crate::gui::panels::widgets::mono;
use crate::gui::style::{Palette, SMALL};
use crate::platform::plain;
use crate::scene::{Bookmark, Expectation, SceneInput};

/// Most lines of one kind.
const MOST_LINES: usize = 6;

/// Shows frame and time under the pointer, and what happens there.
pub(super) fn about(ui: &Ui, state: &AppState, palette: &Palette, track: &Track, at: Pos2) {
    let hair = Stroke::new(1.0, palette.quiet.gamma_multiply(0.6));
    ui.painter().vline(at.x, track.rect.top() + 4.0..=track.rect.top() + BAR.max + 4.0, hair);
    let frame = track.nearest(at.x);
    // The tooltip is above the line, so that it does not cover it.
    let area = Area::new(ui.id().with("about")).order(Order::Tooltip).interactable(false);
    let place = area.pivot(Align2::CENTER_BOTTOM).fixed_pos(pos2(at.x, track.rect.top() - 4.0));
    place.show(ui.ctx(), |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(380.0);
            ui.spacing_mut().item_spacing.y = 2.0;
            let time = state.run().frames.time_of(frame);
            ui.label(mono(format!("frame {frame} · {time:.3} s"), palette.strong));
            for line in lines(state, track, at.x) {
                ui.label(RichText::new(line).size(SMALL + 1.0).color(palette.text));
            }
        });
    });
}

/// What happens at a place of the line, a line each.
fn lines(state: &AppState, track: &Track, x: f32) -> Vec<String> {
    let frame = track.nearest(x);
    let reach = (track.frame(x - 3.0).ceil() as u64).min(frame)..=(track.frame(x + 3.0) as u64).max(frame);
    let near = track.frame(x - 5.0)..=track.frame(x + 5.0);
    let is_near = |frame: u64| near.contains(&(frame as f64));
    let mut lines = Vec::new();
    if frame > state.run().frames.last_frame() && !state.files().document.is_recording() {
        lines.push("not computed yet: going there computes it".to_owned());
    }
    let events = state.events_between(reach.clone(), state.looking().selected_pair());
    add(&mut lines, events, " begin or end", |event| {
        format!("{} – {} {} at {}", event.names.0, event.names.1, phase_verb(event.phase), event.frame)
    });
    add(&mut lines, state.moments(reach.clone()).iter(), "", |moment| {
        format!("{}: {}", moment.frame, state.moment_words(moment))
    });
    if let Some(playback) = state.run().frames.playback() {
        let differences = playback.comparison().differences.iter();
        let recording = &playback.recording;
        let found = differences.filter(|difference| reach.contains(&difference.frame));
        add(&mut lines, found, " differences", |difference| {
            let Difference { frame, bodies, .. } = difference;
            let [a, b] = [bodies.0, bodies.1].map(|body| recording.body_name(body));
            format!("{frame}: {a} – {b}: {}", recording.sentence(difference))
        });
    }
    let bookmarks = state.scene().bookmarks.iter().filter(|bookmark| is_near(bookmark.frame));
    let note = |bookmark: &Bookmark| format!("bookmark {}: {}", bookmark.frame, plain::label(&bookmark.note));
    lines.extend(bookmarks.take(MOST_LINES).map(note));
    let is_done = |input: &&SceneInput| {
        let (first, last) = input.frames();
        *near.end() >= first as f64 && *near.start() <= last as f64
    };
    lines.extend(state.scene().inputs.iter().filter(is_done).take(MOST_LINES).map(SceneInput::words));
    let stops = state.run().frames.log().stops.marks().iter().filter(|mark| is_near(mark.frame));
    lines.extend(stops.take(MOST_LINES).map(|mark| format!("stop at {}: {}", mark.frame, mark.why)));
    let marks = state.derived().expectations.marks.iter().filter(|mark| is_near(mark.frame));
    let expectation = |mark: &ExpectationMark| Some(expected(state.scene().expect.get(mark.index)?, mark));
    lines.extend(marks.take(MOST_LINES).filter_map(expectation));
    lines
}

/// Adds a line for each of the first items, and one that counts the `more`.
fn add<T>(
    lines: &mut Vec<String>,
    mut items: impl Iterator<Item = T>,
    more: &str,
    line: impl Fn(T) -> String,
) {
    lines.extend(items.by_ref().take(MOST_LINES).map(line));
    let left = items.count();
    if left > 0 {
        lines.push(format!("and {left} more{more}"));
    }
}

/// "expect ball – crate to touch at 30: it does not: a gap of 0.1 …".
fn expected(expectation: &Expectation, mark: &ExpectationMark) -> String {
    let (names, what) = (expectation.names(" – "), expectation.words(|m| m.to_string()).verb);
    let holds = match (mark.holds, &mark.failure) {
        (Some(true), _) => "holds".to_owned(),
        (Some(false), Some(failure)) => format!("fails: {}", failure.found),
        (Some(false), None) => "fails".to_owned(),
        (None, _) => "not reached yet".to_owned(),
    };
    format!("expect {names} to {what} at {}: {holds}", mark.frame)
}
