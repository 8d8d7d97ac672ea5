//! What a file holds, read first and then shown.

use std::path::Path;

use collide2d::World;
use glam::Vec2;

use super::{AppState, imported};
use crate::app::commands::{Effect, Tool};
use crate::app::derived::ahead::LookAhead;
use crate::app::files::DocumentOrigin;
use crate::app::files::document::Document;
use crate::app::files::on_disk::is_gone;
use crate::app::hand::tools::Tools;
use crate::app::looking::pairs;
use crate::app::messages::Level;
use crate::app::run::playback::Playback;
use crate::elsewhere::is_importable;
use crate::elsewhere::recording::{self, Recording};
use crate::picture::framing::Framing;
use crate::platform::plain;
use crate::scene::SceneError;

/// A document with the run that shows it.
pub(super) struct Opened {
    pub document: Document,
    pub origin: DocumentOrigin,
    pub begins: Begins,
    /// How the document was made, for a message.
    pub message: Option<(Level, String)>,
}

/// The run of a document.
pub(super) enum Begins {
    Scene(Box<World>),
    Recording(Box<Playback>),
}

impl Opened {
    /// Reads a scene file, a recording, or the scene that another program's file makes.
    pub fn read(path: &Path) -> Result<Self, SceneError> {
        if recording::is_recording(path) {
            Self::recording(path)
        } else if is_importable(path) {
            let (document, message) = imported::read(path)?;
            Ok(Self { message: Some(message), ..Self::of(document)? })
        } else {
            Self::of(Document::open(path)?)
        }
    }

    pub fn recording(path: &Path) -> Result<Self, SceneError> {
        let (recording, reading) =
            Recording::begin_loading(path).map_err(|message| SceneError { message })?;
        let cut_short = recording.cut_short().map(str::to_owned);
        let missing: Vec<String> = recording.missing().into_iter().chain(cut_short).collect();
        let message = || {
            let text = format!("Not all of {} can be taken:\n- {}", plain::path(path), missing.join("\n- "));
            (Level::Warning, text)
        };
        let message = (!missing.is_empty()).then(message);
        let playback = Playback::new(recording, false)?.reading_on(reading);
        Ok(Self { message, ..Self::playing(playback, Some(path)) })
    }

    /// `path`: where the recording comes from.
    pub fn playing(playback: Playback, path: Option<&Path>) -> Self {
        let document = Document::recording(playback.recording.scene(), path.map(Path::to_owned));
        Self::with_run(document, Begins::Recording(Box::new(playback)))
    }

    /// A document with its world at frame 0.
    pub fn of(document: Document) -> Result<Self, SceneError> {
        let begins = Begins::Scene(Box::new(document.scene().to_world()?));
        Ok(Self::with_run(document, begins))
    }

    fn with_run(document: Document, begins: Begins) -> Self {
        Self { document, origin: DocumentOrigin::Opened, begins, message: None }
    }
}

impl AppState {
    /// Shows what was read of a file, which becomes the most recent one, or a message why it cannot be read.
    pub(super) fn show_file(
        &mut self,
        path: &Path,
        read: Result<Opened, SceneError>,
        effects: &mut Vec<Effect>,
    ) {
        if read.is_ok() {
            self.files.add_recent(path);
        } else if is_gone(path) {
            self.files.storage.forget(path);
        }
        self.install_or_complain(read, effects);
    }

    /// Shows another document, or a message why it cannot be read.
    pub(super) fn install_or_complain(
        &mut self,
        opened: Result<Opened, SceneError>,
        effects: &mut Vec<Effect>,
    ) {
        match opened {
            Ok(opened) => {
                self.install(opened);
                self.watch_document(effects);
            }
            Err(error) => self.messages.push(Level::Error, error.message),
        }
    }

    pub(super) fn watch_document(&self, effects: &mut Vec<Effect>) {
        effects.push(Effect::Watch(self.files.document.path().map(Path::to_owned)));
    }

    /// Shows another document at its first frame, fitted to the canvas, with nothing selected but its first touching
    /// pair.
    pub(super) fn install(&mut self, opened: Opened) {
        let Opened { document, origin, begins, message } = opened;
        let before = &self.files.document;
        let is_next_run =
            before.is_recording() && document.is_recording() && before.path() == document.path();
        let asked = is_next_run.then(|| before.scene().clone());
        self.files.install(document, origin);
        if let Some(asked) = asked {
            self.ask_again(&asked);
        }
        match self.files.tour.as_ref() {
            Some(tour) => self.showing.lend_layers(tour.step().layers()),
            None => self.showing.return_layers(),
        }
        let scene = self.files.document.scene();
        if scene.ahead > 0.0 && self.files.tour.is_none() {
            let falling = scene.gravity != Vec2::ZERO;
            self.showing.show_ahead(LookAhead { horizon: scene.ahead, all: true, rotating: false, falling });
        }
        self.start_is_saved();
        self.history.clear();
        self.hand.tools = Tools::default();
        self.hand.reduce = None;
        if self.files.document.is_recording() {
            self.hand.take(Tool::Select);
        }
        self.showing.keep_panel(self.files.document.is_recording());
        self.begin_run(begins);
        self.looking.select(Vec::new());
        self.refresh();
        self.fit(Framing::Moving);
        if let Some((level, text)) = message {
            self.messages.push(level, text);
        }
    }

    /// Begins another run and selects its first touching pair.
    pub(super) fn begin_run(&mut self, begins: Begins) {
        self.leave_step();
        match begins {
            Begins::Scene(world) => self.run.begin_other_scene(*world),
            Begins::Recording(playback) => self.run.begin_recording(*playback),
        }
        self.looking.let_go_of_pairs();
        self.showing.leave_frame();
        self.refresh();
        self.looking.pinned_pair = pairs::first(self.run.world(), &self.derived.report);
    }
}
