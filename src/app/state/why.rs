//! The selected pair explained, copied, pasted back, and drawn into a file.

use std::collections::HashSet;
use std::path::Path;

use collide2d::{Body, PairKey, QueryFilter};
use glam::Vec2;

use super::AppState;
use super::picture::{options, picture};
use crate::app::commands::change::{self, Change};
use crate::app::commands::{Effect, FileCommand, PairText, SelectCommand};
use crate::app::looking::pairs::Pair;
use crate::app::messages::Level;
use crate::explain::their_side::TheirSide;
use crate::picture::backend::{png, svg};
use crate::picture::display::{DisplayList, Rect};
use crate::picture::overlay::{self, Picture};
use crate::picture::view::View;
use crate::platform::{plain, safe_file};
use crate::report::check::check;
use crate::report::why::take_away::SeenAt;
use crate::report::why::{Explanation, PairPast, WhyNot, held_together};
use crate::scene::Scene;
use crate::scene::numbers::count;

impl AppState {
    /// Why the selected pair touches, or does not; `None`: no pair is selected, or its test is still to come.
    pub fn explanation(&self) -> Option<Explanation> {
        let pair = self.derived.report.pair(self.looking.selected_pair()?)?;
        let past = self.past((pair.a, pair.b));
        let explanation =
            Explanation::of_pair_after(self.scene(), self.run.shown(), pair, &past, self.unit())?;
        let explanation = explanation.with_ghosts_beside(self.scene(), self.run.shown(), pair, [None; 2]);
        Some(explanation.beside(self.their_side((pair.a, pair.b))))
    }

    /// Why two selected bodies that are no pair do not affect each other.
    pub fn why_no_pair(&self) -> Option<WhyNot> {
        let pair = self.looking.asked_pair()?;
        let (world, past) = (self.run.shown(), self.past(pair));
        let scene = self.scene().with_pieces(world.pieces());
        WhyNot::of(&scene, world, (pair, [None; 2]), None, &past, self.unit())
    }

    /// The sentence that a joint holds two bodies together which do not collide; `None`: none does.
    pub(super) fn held_together(&self, (a, b): Pair) -> Option<String> {
        held_together(self.named_scene(), self.run.shown(), PairKey::new(a, b))
    }

    /// What led two bodies to the state on the canvas.
    fn past(&self, pair: Pair) -> PairPast {
        let past = self.derived.past(pair).cloned().unwrap_or_default();
        PairPast { met: self.derived.met(pair).copied(), ..past }
    }

    /// What the other engine tells of a pair of a recording.
    fn their_side(&self, pair: Pair) -> Option<TheirSide> {
        let playback = self.run.frames.playback()?;
        self.derived.theirs(pair).cloned().unwrap_or_else(|| playback.their_side(pair))
    }

    pub(super) fn copy_pair(&mut self, text: PairText, effects: &mut Vec<Effect>) {
        let Some(pair) = self.looking.selected_pair() else {
            return self.messages.push(Level::Info, "No pair is selected.");
        };
        let (past, theirs) = (self.past(pair), self.their_side(pair));
        let seen = SeenAt {
            scene: self.scene(),
            world: self.run.shown(),
            pair,
            parts: [None; 2],
            frame: self.run.frame(),
            past: &past,
            theirs: theirs.as_ref(),
            file: self.files.document.path().filter(|_| !self.files.document.is_dirty()),
        };
        let (made, what) = match text {
            PairText::Scene => {
                let what = "a scene: Ctrl+V brings the pair back, in an empty scene as it is here";
                (seen.ron(), what.to_owned())
            }
            PairText::RustTest => (seen.rust_test(), "a Rust test".to_owned()),
            PairText::Markdown => (seen.markdown(), "Markdown".to_owned()),
            #[cfg(not(target_os = "unknown"))]
            PairText::Program(engine) => (seen.program(engine), format!("a program of {}", engine.name())),
        };
        let too_long = |_: &str| "the names are too long for the clipboard.".to_owned();
        match made {
            Ok(made) => {
                if self.put_on_clipboard(made, effects, too_long) {
                    self.messages.push(Level::Info, format!("Copied as {what}."));
                }
            }
            Err(why) => self.messages.push(Level::Warning, format!("Not copied: {why}.")),
        }
    }

    /// Pastes a scene that says more than its bodies. A scene without bodies becomes the pasted one. Others get its
    /// bodies where they are, or aside where that place is taken, with the `expect` lines of frame 0 that hold.
    pub(super) fn paste_scene(&mut self, pasted: Scene, text: &str) {
        self.finish_gesture();
        let steps = self.hand.pasted(text) as f32;
        let takes_all = change::is_blank(self.scene());
        let mut added = pasted.clone();
        if !takes_all {
            if self.is_taken(&pasted) {
                added.bodies = self.aside(added.bodies, steps);
            }
            added.expect.retain(|line| line.frame() == 0);
            let mut alone = Scene { expect: std::mem::take(&mut added.expect), ..added_bodies(&added) };
            alone.keep_valid_lines();
            if let Ok(checked) = check(&alone) {
                let failed: HashSet<usize> = checked.failures.iter().map(|failure| failure.line).collect();
                let lines = alone.expect.into_iter().enumerate();
                added.expect = lines.filter(|(i, _)| !failed.contains(i)).map(|(_, line)| line).collect();
            }
        }
        let stays = if takes_all { String::new() } else { stays_behind(&pasted, &added) };
        let first = self.seen().next_index();
        let end = first + added.bodies.len() as u32;
        if self.edit(&Change::AddScene(Box::new(added))) {
            self.looking.select((first..end).collect());
            if end == first + 2 {
                self.looking.pinned_pair = Some((first, first + 1));
            }
            if !stays.is_empty() {
                let text =
                    format!("Pasted without {stays}: in an empty scene (File > New) all of it is pasted.");
                self.messages.push(Level::Info, text);
            }
        }
        self.commit();
    }

    /// Whether a body of the pasted scene would lie on one that is here.
    fn is_taken(&self, pasted: &Scene) -> bool {
        let present = self.present();
        let (Ok(here), Ok(there)) = (added_bodies(&present).to_world(), added_bodies(pasted).to_world())
        else {
            return true;
        };
        let filter = QueryFilter::default();
        let meets =
            |body: &Body| here.overlap_aabb(&body.aabb(), &filter).map_or(true, |met| !met.is_empty());
        there.bodies().iter().any(meets)
    }

    /// Opens the menu of the canvas: the body under the pointer is selected, and its pair stays looked at.
    pub(super) fn open_menu(&mut self, at: Vec2, effects: &mut Vec<Effect>) {
        let (pair, body) = (self.looking.selected_pair(), self.looking.hovered);
        if let Some(body) = body.filter(|body| !self.looking.selection().contains(body)) {
            self.apply_select(SelectCommand::Only(vec![body]));
        }
        if pair.is_some() {
            self.looking.select_pair(pair);
        }
        effects.push(Effect::ContextMenu(at));
    }

    /// Draws the canvas into a file; where it cannot be written the dialog comes again with the name that was typed.
    pub(super) fn save_canvas(&mut self, path: &Path, effects: &mut Vec<Effect>) {
        match self.write_canvas(path) {
            Ok(()) => {
                self.messages.push(Level::Info, format!("Picture: {}", plain::path(path)));
                effects.push(Effect::Print(format!("picture: {}", plain::whole_path(path))));
            }
            Err(why) => {
                self.messages.push(Level::Error, format!("No picture {}: {why}", plain::path(path)));
                self.ask_where_instead(&FileCommand::SaveCanvasTo(path.to_owned()), effects);
            }
        }
    }

    /// The canvas without panels and handles, its left upper corner at 0.
    pub(super) fn canvas_alone(&self) -> DisplayList {
        let size = self.showing.view().canvas.size();
        let view = View { canvas: Rect::at(Vec2::ZERO, size), ..*self.showing.view() };
        let legend = self.showing.kept.legend;
        let options = overlay::Options { title: true, legend, ..options(self) };
        let mut list = overlay::draw(&Picture { view: &view, ..picture(self, &options) });
        self.hide(&mut list);
        list
    }

    fn write_canvas(&self, path: &Path) -> Result<(), String> {
        let (list, size) = (self.canvas_alone(), self.showing.view().canvas.size());
        let background = self.showing.theme.background;
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        let bytes = match ending.as_deref() {
            Some("svg") => svg::svg(&list, size, background).into_bytes(),
            Some("png") => png::bytes(&list, size, background)?,
            _ => return Err("the name must end in .svg or .png".to_owned()),
        };
        safe_file::write(path, &bytes).map_err(|error| error.to_string())
    }
}

/// Whether a scene has more to paste than bodies with their cables, rods and joints.
pub(super) fn says_more_than_bodies(scene: &Scene) -> bool {
    let links = scene.generators.iter().all(|generator| generator.ends().is_some());
    let (generators, joints) = (scene.generators.clone(), scene.joints.clone());
    let bare = Scene { generators, joints, ..added_bodies(scene) };
    !links || bare != *scene
}

/// The bodies of a scene, alone.
fn added_bodies(scene: &Scene) -> Scene {
    Scene { bodies: scene.bodies.clone(), ..Scene::default() }
}

/// What of a pasted scene is not added: "its settings, 2 of 3 `expect` lines".
fn stays_behind(pasted: &Scene, added: &Scene) -> String {
    let default = Scene::default();
    let mut parts = Vec::new();
    if !pasted.steps_as(&default) {
        parts.push("its settings (gravity, solver and the like)".to_owned());
    }
    if !pasted.listeners.is_empty() {
        parts.push("its listeners".to_owned());
    }
    if pasted.generators.iter().any(|generator| generator.ends().is_none()) {
        parts.push("its grounds".to_owned());
    }
    let (lines, kept) = (pasted.expect.len(), added.expect.len());
    if kept < lines {
        parts.push(format!("{} of {lines} `expect` lines", lines - kept));
    }
    let never_added = [
        (pasted.queries.len(), "query", "queries"),
        (pasted.stops.len(), "stop", "stops"),
        (pasted.watch.len(), "watched number", "watched numbers"),
        (pasted.bookmarks.len(), "bookmark", "bookmarks"),
        (pasted.inputs.len(), "input", "inputs"),
        (pasted.vary.len(), "varied number", "varied numbers"),
    ];
    let lines = never_added.into_iter().filter(|(lines, ..)| *lines > 0);
    parts.extend(lines.map(|(lines, one, many)| count(lines, one, many)));
    parts.join(", ")
}
