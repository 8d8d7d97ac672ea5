//! Announces what the window shows to programs that drive it: a line on standard output for every change.
//!
//! | line | when |
//! |---|---|
//! | `ready:` | once, when the window takes input |
//! | `view: CENTER_X CENTER_Y SCALE MIN_X MIN_Y MAX_X MAX_Y` | world point at the middle of the canvas, pixels a metre, the canvas in the window's pixels; in a body's frame also ` DEGREES`, its rotation |
//! | `frame: N` | another frame is shown |
//! | `computing: N` | frame N takes long to compute; `none` once it is there, or is given up |
//! | `playing:` and `paused:` | time runs, or does not |
//! | `stage: K/N TITLE` | inside a step, another stage is shown; `stage: none` outside |
//! | `timeline: MIN_X MAX_X Y FIRST LAST` | the time line in the window's pixels, and the frames at its ends |
//! | `tour: N open TEXT` and `tour: N done TEXT` | step N of the tour, and what its card tells; `tour: none` outside |
//! | `message: TEXT` | a message appears |
//! | `question: TEXT` | a question appears; `none` when it is answered |
//! | `differences: N X Y` | all frames of a recording are compared: how many differences, and the first one's line in the window's pixels |
//! | `figure: PLAY_X PLAY_Y RESET_X RESET_Y OPEN_X OPEN_Y` | the buttons of a figure, in the window's pixels |
//! | `scenes: N` | the picker of scenes is open and finds this many; `none` when it closes |
//! | `place: MIN_X MIN_Y MAX_X MAX_Y NAME` | once for each named thing in sight, in the window's pixels, when the key Scroll Lock is pressed |
//! | `settled: N` | after them, once the window shows what all input before that key led to; N counts these keys |

use egui_macroquad::egui;
use glam::Vec2;

use crate::app::AppState;
use crate::gui::panels::timeline::Track;
use crate::picture::display::Rect;
use crate::picture::view::View;

/// The state as last announced.
#[derive(Debug, Default)]
pub struct Announcer {
    view: Option<View>,
    frame: u64,
    seeking: Option<u64>,
    playing: bool,
    stage: Option<String>,
    tour: Option<String>,
    track: Option<Track>,
    newest_message: Option<u64>,
    question: Option<String>,
    scenes: Option<usize>,
    differences: Option<(usize, Vec2)>,
    figure: Option<[Vec2; 3]>,
}

impl Announcer {
    /// The lines for what changed since the last call. `track`: the time line; `scale`: pixels of the window
    /// per point.
    pub fn changes(&mut self, state: &AppState, track: Option<Track>, scale: f32) -> Vec<String> {
        let mut lines = Vec::new();
        // On the way from one frame to another only the end counts.
        if self.view != Some(*state.showing().view()) && !state.showing().camera.is_turning() {
            self.view = Some(*state.showing().view());
            lines.push(view_line(state.showing().view(), scale));
        }
        if let Some(track) = track.filter(|track| self.track != Some(*track)) {
            self.track = Some(track);
            lines.push(track_line(&track, scale));
        }
        if std::mem::replace(&mut self.frame, state.run().frame()) != self.frame {
            lines.push(format!("frame: {}", self.frame));
        }
        if std::mem::replace(&mut self.seeking, state.run().seeking) != self.seeking {
            let target = self.seeking.map_or_else(|| "none".to_owned(), |frame| frame.to_string());
            lines.push(format!("computing: {target}"));
        }
        if std::mem::replace(&mut self.playing, state.run().playing) != self.playing {
            lines.push(if self.playing { "playing:" } else { "paused:" }.to_owned());
        }
        let stage = stage_line(state);
        if stage != self.stage {
            lines.push(format!("stage: {}", stage.as_deref().unwrap_or("none")));
            self.stage = stage;
        }
        let tour = tour_line(state);
        if tour != self.tour {
            lines.push(format!("tour: {}", tour.as_deref().unwrap_or("none")));
            self.tour = tour;
        }
        for message in state.messages() {
            if self.newest_message.is_none_or(|newest| message.id > newest) {
                self.newest_message = Some(message.id);
                lines.push(format!("message: {}", one_line(&message.text)));
            }
        }
        let question = state.question().map(|question| one_line(&question.text));
        if question != self.question {
            lines.push(format!("question: {}", question.as_deref().unwrap_or("none")));
            self.question = question;
        }
        lines
    }

    /// The line for a change of how many differences there are, once all frames are compared. `first`: the middle of
    /// the first one's line. Pixels.
    pub fn differences(&mut self, state: &AppState, first: Option<Vec2>) -> Option<String> {
        let playback = state.run().frames.playback().filter(|playback| playback.is_compared());
        let now = playback.map(|playback| (playback.found(), first.unwrap_or_default()));
        let before = std::mem::replace(&mut self.differences, now);
        let (count, at) = now.filter(|_| before != now)?;
        Some(format!("differences: {count} {} {}", at.x, at.y))
    }

    /// The line for a change of where a figure's buttons are. Pixels.
    pub fn figure(&mut self, buttons: Option<[Vec2; 3]>) -> Option<String> {
        let before = std::mem::replace(&mut self.figure, buttons);
        let places = buttons.filter(|_| before != buttons)?.map(|at| format!("{} {}", at.x, at.y));
        Some(format!("figure: {}", places.join(" ")))
    }

    /// The line for a change of how many scenes the picker finds; `None`: it is not open.
    pub fn scenes(&mut self, found: Option<usize>) -> Option<String> {
        let before = std::mem::replace(&mut self.scenes, found);
        let count = found.map_or_else(|| "none".to_owned(), |found| found.to_string());
        (before != found).then(|| format!("scenes: {count}"))
    }
}

/// The lines for the places of the named things in the window. Points; `scale`: pixels of the window per point.
pub fn place_lines(places: &[(String, egui::Rect)], scale: f32) -> impl Iterator<Item = String> {
    places.iter().map(move |(name, place)| {
        let egui::Rect { min, max } = *place * scale;
        format!("place: {} {} {} {} {}", min.x, min.y, max.x, max.y, one_line(name))
    })
}

fn view_line(view: &View, scale: f32) -> String {
    let Rect { min, max } = view.canvas;
    let (min, max) = (min * scale, max * scale);
    let View { center, scale: pixels, .. } = view;
    let pixels = pixels * scale;
    let turned = match view.rotation.degrees() {
        0.0 => String::new(),
        degrees => format!(" {degrees}"),
    };
    format!("view: {} {} {pixels} {} {} {} {}{turned}", center.x, center.y, min.x, min.y, max.x, max.y)
}

fn track_line(track: &Track, scale: f32) -> String {
    let Track { rect, first, last } = track;
    let (min, max, y) = (rect.left() * scale, rect.right() * scale, rect.center().y * scale);
    format!("timeline: {min} {max} {y} {first} {last}")
}

fn stage_line(state: &AppState) -> Option<String> {
    let inside = state.run().inside.as_ref()?;
    Some(format!("{}/{} {}", inside.index() + 1, inside.count(), one_line(&inside.text.title)))
}

fn tour_line(state: &AppState) -> Option<String> {
    let tour = state.files().tour.as_ref()?;
    let progress = if tour.is_reached() { "done" } else { "open" };
    Some(format!("{} {progress} {}", tour.index() + 1, one_line(&tour.verdict())))
}

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" / ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::{Command, Settings, TimeCommand};

    #[test]
    fn every_change_is_announced_once() {
        let canvas = Rect { min: Vec2::ZERO, max: Vec2::new(400.0, 300.0) };
        let mut state = AppState::new(Settings::default(), canvas);
        let mut announcer = Announcer::default();
        let first = announcer.changes(&state, None, 2.0);
        assert_eq!(first.len(), 1, "{first:?}");
        assert!(first.iter().all(|line| line.starts_with("view: ") && line.ends_with(" 0 0 800 600")));
        assert!(announcer.changes(&state, None, 2.0).is_empty());
        state.apply(Command::Time(TimeCommand::StepForward));
        assert_eq!(announcer.changes(&state, None, 2.0), ["frame: 1"]);
        state.apply(Command::Time(TimeCommand::TogglePlay));
        assert_eq!(announcer.changes(&state, None, 2.0), ["playing:"]);
        assert!(announcer.changes(&state, None, 2.0).is_empty());
        state.apply(Command::Time(TimeCommand::StageForward));
        let lines = announcer.changes(&state, None, 2.0);
        assert_eq!(lines[0], "paused:");
        assert!(lines[1].starts_with("stage: 1/") && lines[1].ends_with(" Forces"), "{lines:?}");
        state.apply(Command::Time(TimeCommand::LeaveStep));
        assert_eq!(announcer.changes(&state, None, 2.0), ["stage: none"]);
    }
}
