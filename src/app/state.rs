//! The whole state of the editor: its rooms, and [`AppState::apply`], through which they change.
//!
//! [`AppState`] lends its rooms, whose fields are read directly: who has only `&` cannot write, and
//! [`AppState::apply`] alone has `&mut`. The files below this module carry out one group of commands each.

mod aabb_label;
mod arrange;
mod clipboard;
mod edit;
mod file;
mod groups;
#[cfg_attr(target_os = "unknown", path = "state/imported_in_page.rs")]
mod imported;
mod inputs;
mod link;
mod log;
mod looked_at;
mod menus;
mod merging;
mod offers;
mod one_float;
mod open;
mod outline;
mod picture;
mod pointer;
mod question;
mod reading;
mod recorded;
mod reducing;
mod refusal;
mod select;
mod sharing;
mod time;
mod tour;
mod undo;
mod view;
mod viewpoint;
mod why;

use std::path::Path;

use collide2d::World;

use crate::app::commands::command_table::info_of_key;
use crate::app::commands::{
    Answer, Command, EditCommand, Effect, Panel, ReduceMove, TimeCommand, ViewCommand,
};
use crate::app::derived::Derived;
use crate::app::files::document::Document;
use crate::app::files::preferences::{Preferences, PreferencesFile};
use crate::app::files::{Files, Settings};
use crate::app::hand::Hand;
use crate::app::hand::input::{Event, EventKind, Input, Key, Modifiers};
use crate::app::hand::tools::EditorView;
use crate::app::history::History;
use crate::app::looking::Looking;
use crate::app::looking::pairs;
use crate::app::messages::{Level, Messages};
use crate::app::run::{Run, Wanted};
use crate::app::showing::Showing;
use crate::picture::display::Rect;
use crate::picture::overlay::Layer;
use crate::scene::SceneError;

use open::Opened;

pub use question::{Question, QuestionRow};

/// A longer pause between two drawn frames counts as this long. Seconds.
const LONGEST_PAUSE: f32 = 0.25;

/// The editor. Read the rooms that it lends; change it through [`AppState::apply`] and
/// [`AppState::handle_input`].
#[derive(Debug)]
pub struct AppState {
    files: Files,
    history: History,
    run: Run,
    looking: Looking,
    showing: Showing,
    hand: Hand,
    derived: Derived,
    messages: Messages,
    /// Seconds since the start.
    clock: f64,
}

/// Told once in a run.
const FULL: &str = "A step is full: more contacts than the scene's max_contacts. Those without a place are held by nothing \
                    in that frame; the status bar counts them.";

impl AppState {
    /// Starts with the built-in scene.
    pub fn new(settings: Settings, canvas: Rect) -> Self {
        let built_in = Opened::of(Document::built_in());
        Self::starting(settings, canvas, |state| state.install_or_complain(built_in, &mut Vec::new()))
    }

    /// Starts with a scene file, a recording, or the scene that another program's file makes.
    pub fn open(path: &Path, settings: Settings, canvas: Rect) -> Result<Self, SceneError> {
        let opened = Opened::read(path)?;
        Ok(Self::starting(settings, canvas, |state| {
            state.files.add_recent(path);
            state.install(opened);
        }))
    }

    /// Starts as a person set the window up before, with what `show` shows.
    fn starting(settings: Settings, canvas: Rect, show: impl FnOnce(&mut Self)) -> Self {
        let (preferences, wrong) = PreferencesFile::open(settings.preferences.clone());
        let (mut showing, mut messages) = (Showing::new(canvas), Messages::default());
        showing.set_up(preferences.kept(), settings.light);
        if let Some(wrong) = wrong {
            messages.push(Level::Warning, wrong);
        }
        let mut state = Self {
            files: Files::new(settings, preferences),
            history: History::default(),
            run: Run::new(World::default()),
            looking: Looking::default(),
            showing,
            hand: Hand::new(canvas.center()),
            derived: Derived::default(),
            messages,
            clock: 0.0,
        };
        show(&mut state);
        if state.hides_shapes() {
            let text = "The shapes are switched off, as when the window was used last. 1 shows them.";
            state.messages.push(Level::Warning, text);
        }
        state.files.sweep();
        state.refresh();
        state
    }

    /// Whether the scene has bodies, of which the canvas shows no shapes because their layer is off.
    pub fn hides_shapes(&self) -> bool {
        !self.showing.layers.has(Layer::Shapes) && !self.run.shown().bodies().is_empty()
    }

    /// Carries out a command. The only place where the scene, the time, the view and the selection change.
    pub fn apply(&mut self, command: Command) -> Vec<Effect> {
        let mut effects = Vec::new();
        match command {
            Command::File(command) => self.apply_file(command, &mut effects),
            Command::Answer(answer) => self.apply_answer(answer, &mut effects),
            Command::News(news) => self.apply_news(news, &mut effects),
            Command::Edit(command) => self.apply_edit(command, &mut effects),
            Command::Select(command) => self.apply_select(command),
            Command::View(command) => self.apply_view(command, &mut effects),
            Command::Time(command) => self.apply_time(command, &mut effects),
            Command::Tool(tool) => {
                self.finish_gesture();
                if self.may_take(tool) {
                    self.hand.take(tool);
                }
            }
        }
        self.refresh();
        effects
    }

    /// Lets `dt` seconds pass: playing, messages.
    pub fn advance(&mut self, dt: f32) {
        self.tick(dt);
        self.refresh();
    }

    /// Handles one frame: the input on the canvas and the keys, then `dt` seconds pass.
    pub fn handle_input(&mut self, input: &Input) -> Vec<Effect> {
        let mut effects = Vec::new();
        if self.showing.view().canvas != input.canvas {
            effects.extend(self.apply(Command::View(ViewCommand::SetCanvas(input.canvas))));
        }
        for (i, event) in input.events.iter().enumerate() {
            let moved = |kind: &EventKind| matches!(kind, EventKind::Moved(_));
            // Of consecutive moves only the last one counts.
            if moved(&event.kind) && input.events.get(i + 1).is_some_and(|next| moved(&next.kind)) {
                continue;
            }
            if matches!(event.kind, EventKind::Moved(at) if at != self.hand.pointer) {
                self.looking.is_resting = false;
            }
            for command in self.commands_of(event) {
                effects.extend(self.apply(command));
            }
        }
        self.hand.follow(input);
        self.advance(input.dt);
        self.point();
        self.refresh();
        effects
    }

    /// The commands of an event. While a question is open only Esc counts.
    fn commands_of(&mut self, event: &Event) -> Vec<Command> {
        if self.files.asked.is_some() {
            let leaves = matches!(event.kind, EventKind::Key { key: Key::Escape, .. });
            return leaves.then_some(Command::Answer(Answer::Cancel)).into_iter().collect();
        }
        if let Some(commands) = self.drag_lens(event) {
            return commands;
        }
        let is_enter = matches!(event.kind, EventKind::Key { key: Key::Enter, .. });
        if is_enter && self.merge_draft().is_some() {
            return vec![Command::Edit(EditCommand::MergeTiles)];
        }
        if is_enter && self.hand.reduce.as_ref().is_some_and(|draft| !draft.is_searching()) {
            return vec![Command::Time(TimeCommand::Reduce(ReduceMove::Keep))];
        }
        let Self { files, run, looking, showing, hand, .. } = self;
        let seen = EditorView { scene: files.document.scene(), run, looking, showing };
        if let Some(commands) = hand.on_event(&seen, event) {
            return commands;
        }
        let EventKind::Key { key, repeat } = event.kind else { return Vec::new() };
        // A drag that Shift, Ctrl or Alt changes is cancelled with that key still down.
        let is_cancel = key == Key::Escape && hand.in_gesture();
        let modifiers = if is_cancel { Modifiers::default() } else { event.modifiers };
        let row = info_of_key(key, modifiers).filter(|row| !repeat || row.repeats);
        row.map(|row| row.command.clone()).into_iter().collect()
    }

    /// The part of the state that tools see.
    fn seen(&self) -> EditorView<'_> {
        EditorView {
            scene: self.files.document.scene(),
            run: &self.run,
            looking: &self.looking,
            showing: &self.showing,
        }
    }

    /// Brings derived state up to date. The order follows what reads what: what is wanted of the run before the run is
    /// read, the scene of a recording and the view's frame before any index is looked up in them, indices that are gone
    /// before the report is read of the selected pair, the report before a drag chooses the pair by it and before that
    /// pair is traced, and the layers of time, the tour and the preferences last, because they read all of it.
    fn refresh(&mut self) {
        self.run.want(self.wanted());
        if self.run.seeking.is_none() {
            self.messages.keep_of_frame(self.run.frame());
        }
        if self.derived.is_new_moment(&self.run) {
            self.files.bring_to(self.run.world());
        }
        self.follow_seen_body();
        let Self { files, run, looking, showing, hand, derived, messages, .. } = self;
        let (scene, revision) = (files.document.scene(), files.document.revision());
        run.kept.iter_mut().for_each(|kept| kept.pair_up(scene, revision));
        derived.check_expectations(scene, run);
        looking.keep_valid(run.world());
        // An edit may have made one shape of it.
        let parts_of = |body: u32| scene.bodies.get(body as usize).map(|body| body.shape.parts());
        if looking.entered().is_some_and(|body| parts_of(body).is_none_or(<[_]>::is_empty)) {
            looking.enter(None);
        }
        looking.is_on_no_pair =
            run.inside.as_ref().is_some_and(|inside| inside.recording.generator().is_some());
        if derived.read_report(&EditorView { scene, run, looking, showing }, revision) {
            if let Some(held) = hand.tools.gesture.held_body()
                && (held as usize) < run.world().bodies().len()
            {
                let pair = pairs::following(run.world(), &derived.report, looking.pinned_pair, held);
                looking.pinned_pair = pair;
            }
            if let Some(end) = run.frames.end() {
                messages.push(Level::Error, end.sentence(scene));
            }
            if run.world().waiting_contacts() > 0 && run.warned_full != Some(run.stamp.run) {
                run.warned_full = Some(run.stamp.run);
                messages.push(Level::Warning, FULL);
            }
        }
        let seen = EditorView { scene, run, looking, showing };
        let other_pair = derived.trace(&seen);
        derived.read_theirs(&seen);
        let asked = looking.asked_pair();
        derived.match_events(&seen);
        if other_pair {
            looking.highlighted_axis = None;
        }
        derived.read_past(run, showing, asked);
        derived.read_meeting(run, asked);
        derived.read_extras(run, showing, looking.selected_pair());
        self.keep_merge_draft_true();
        self.keep_reduce_draft_true();
        self.judge_tour();
        self.keep_preferences();
    }

    /// The readings that the shown panels and layers need.
    fn wanted(&self) -> Wanted {
        let (layers, panel) = (self.showing.layers, self.showing.panel);
        let plots = panel == Panel::Plots;
        let ahead = || {
            let end = self.run.time() + f64::from(self.showing.look_ahead.horizon);
            self.run.frames.frame_at(end).saturating_sub(self.run.frame())
        };
        Wanted {
            impulses: layers.has(Layer::Impulses),
            trail: if layers.has(Layer::Trails) { u64::from(self.showing.trail) } else { 0 },
            persist: self.showing.event_filter.persist && panel == Panel::Events,
            motion: plots,
            pair: if plots { self.looking.pinned_pair } else { None },
            ahead: if plots { ahead() } else { 0 },
            old_future: layers.has(Layer::OldFuture),
        }
    }

    /// Lets `dt` seconds pass.
    fn tick(&mut self, dt: f32) {
        let dt = if dt.is_finite() { dt.clamp(0.0, LONGEST_PAUSE) } else { 0.0 };
        self.clock += f64::from(dt);
        self.messages.tick(dt);
        self.showing.camera.tick(dt);
        if let Some(reason) = self.files.recovery.failure() {
            self.messages.push(Level::Warning, format!("Unsaved work is not kept: {reason}"));
        }
        // Time waits while a body is dragged.
        let waits = self.history.is_pending() || self.hand.tools.gesture.edits();
        let played = self.run.playing;
        self.pull_on();
        self.take_read_frames();
        self.run.tick(dt, waits);
        let met = self.meet_event();
        if played && !self.run.playing && !met && !self.announce_stop() {
            self.select_newest_pair();
        }
        self.reduce_on();
    }

    /// Keeps what a person set up for the next start. A figure keeps nothing.
    fn keep_preferences(&mut self) {
        if self.is_figure() {
            return;
        }
        let (folder, link_base) = self.files.kept();
        let now = Preferences { folder, link_base, ..self.showing.preferences() };
        let file = &mut self.files.preferences;
        file.keep(now, self.clock);
        if let Some(reason) = file.failure() {
            self.messages.push(Level::Warning, reason);
        }
    }
}
