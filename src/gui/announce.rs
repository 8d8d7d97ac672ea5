//! Tells programs that drive the window what it shows: a line on standard output for every change.
//!
//! | line | when |
//! |---|---|
//! | `ready:` | once, when the window takes input |
//! | `view: CENTER_X CENTER_Y SCALE MIN_X MIN_Y MAX_X MAX_Y` | world point at the middle of the canvas, pixels a metre, the canvas in the window's pixels |
//! | `frame: N` | another frame is on show |
//! | `playing:` and `paused:` | time runs, or does not |
//! | `message: TEXT` | a message comes up |
//! | `question: TEXT` | a question comes up; `none` when it is answered |

use crate::app::AppState;
use crate::view::{Canvas, View};

/// Remembers what was told.
#[derive(Debug, Default)]
pub struct Announcer {
    view: Option<View>,
    frame: u64,
    playing: bool,
    newest_message: Option<u64>,
    question: Option<String>,
}

impl Announcer {
    /// The lines for what changed since the last call. `scale`: the window's pixels a point.
    pub fn changes(&mut self, state: &AppState, scale: f32) -> Vec<String> {
        let mut lines = Vec::new();
        if self.view != Some(*state.view()) {
            self.view = Some(*state.view());
            lines.push(view_line(state.view(), scale));
        }
        if std::mem::replace(&mut self.frame, state.frame()) != self.frame {
            lines.push(format!("frame: {}", self.frame));
        }
        if std::mem::replace(&mut self.playing, state.is_playing()) != self.playing {
            lines.push(if self.playing { "playing:" } else { "paused:" }.to_owned());
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
}

fn view_line(view: &View, scale: f32) -> String {
    let Canvas { min, max } = view.canvas;
    let (min, max) = (min * scale, max * scale);
    let View { center, scale: pixels, .. } = view;
    let pixels = pixels * scale;
    format!("view: {} {} {pixels} {} {} {} {}", center.x, center.y, min.x, min.y, max.x, max.y)
}

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" / ")
}

#[cfg(test)]
mod tests {
    use glam::Vec2;

    use super::*;
    use crate::app::{Command, Settings, TimeCommand};

    #[test]
    fn every_change_is_told_once() {
        let canvas = Canvas { min: Vec2::ZERO, max: Vec2::new(400.0, 300.0) };
        let mut state = AppState::new(Settings::default(), canvas);
        let mut announcer = Announcer::default();
        let first = announcer.changes(&state, 2.0);
        assert_eq!(first.len(), 1, "{first:?}");
        assert!(first.iter().all(|line| line.starts_with("view: ") && line.ends_with(" 0 0 800 600")));
        assert!(announcer.changes(&state, 2.0).is_empty());
        state.apply(Command::Time(TimeCommand::StepForward));
        assert_eq!(announcer.changes(&state, 2.0), ["frame: 1"]);
        state.apply(Command::Time(TimeCommand::TogglePlay));
        assert_eq!(announcer.changes(&state, 2.0), ["playing:"]);
        assert!(announcer.changes(&state, 2.0).is_empty());
    }
}
