//! What a window that listens answers: a stop holds, so the game should pause; the person has seen enough, so it goes on.

use std::io::{BufRead, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;

/// Longest line of a window. Bytes.
const LONGEST: u64 = 1 << 16;

/// A window asks the game to pause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pause {
    /// The frame at which a stop holds.
    pub frame: u64,
    /// Which one, in a sentence.
    pub why: String,
}

/// What was asked last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answers(Arc<Mutex<Option<Pause>>>);

#[derive(Default, Deserialize)]
#[serde(default)]
struct Answer {
    pause: bool,
    resume: bool,
    frame: u64,
    why: String,
}

impl Answers {
    /// Those that a window sends, read beside the game until the window is gone.
    pub fn of(window: impl Read + Send + 'static) -> std::io::Result<Self> {
        let answers = Self::default();
        let heard = answers.clone();
        let reading = move || heard.read(BufReader::new(window));
        std::thread::Builder::new().name("collision-record answers".to_owned()).spawn(reading)?;
        Ok(answers)
    }

    /// The pause that is asked for.
    pub fn pause(&self) -> Option<Pause> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn read(&self, mut window: impl BufRead) {
        let mut line = Vec::new();
        while let Ok(size) = window.by_ref().take(LONGEST).read_until(b'\n', &mut line)
            && size > 0
            && line.ends_with(b"\n")
        {
            // A line that is none of these is of a newer window.
            match serde_json::from_slice(&line) {
                Ok(Answer { pause: true, frame, why, .. }) => self.set(Some(Pause { frame, why })),
                Ok(Answer { resume: true, .. }) => self.set(None),
                Ok(_) | Err(_) => {}
            }
            line.clear();
        }
        // A window that is gone pauses nobody.
        self.set(None);
    }

    fn set(&self, pause: Option<Pause>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = pause;
    }
}
