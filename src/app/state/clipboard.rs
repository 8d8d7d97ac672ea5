//! Bodies as text on the clipboard, and bodies from it.

use std::borrow::Cow;

use glam::Vec2;

use super::AppState;
use super::why::says_more_than_bodies;
use crate::app::commands::Effect;
use crate::app::commands::change::Change;
use crate::app::hand::CLIPBOARD_LIMIT;
use crate::app::hand::tools::transform::shifted;
use crate::app::messages::Level;
use crate::scene::link::Link;
use crate::scene::{Scene, SceneBody, SceneLinks};

impl AppState {
    /// Copies the selected bodies as a scene, with the cables, rods and joints between them; returns whether it did.
    pub(super) fn copy(&mut self, effects: &mut Vec<Effect>) -> bool {
        let bodies = self.selected_bodies();
        if self.selects_only_pieces() || bodies.is_empty() {
            return false;
        }
        let count = bodies.len();
        let SceneLinks { generators, joints } = self.seen().links_between(&bodies);
        let text = Scene { bodies, generators, joints, ..Scene::default() }.to_ron();
        self.put_on_clipboard(text, effects, |size| format!("{count} bodies are {size}. Select fewer."))
    }

    /// Puts text on the clipboard, or says why it is not copied, given how large it is; returns whether it was.
    pub(super) fn put_on_clipboard(
        &mut self,
        text: String,
        effects: &mut Vec<Effect>,
        too_long: impl FnOnce(&str) -> String,
    ) -> bool {
        if text.len() > CLIPBOARD_LIMIT {
            let (size, limit) = (text.len() as f64 / 1.0e6, CLIPBOARD_LIMIT / 1_000_000);
            let why = too_long(&format!("{size:.1} MB as text, and the clipboard takes {limit} MB"));
            self.messages.push(Level::Warning, format!("Not copied: {why}"));
            return false;
        }
        effects.push(Effect::WriteClipboard(text.clone()));
        self.hand.copied(text);
        true
    }

    pub(super) fn paste_text(&mut self, text: &Result<String, String>, effects: &mut Vec<Effect>) {
        let text = match text {
            Ok(text) => text,
            Err(why) => return self.messages.push(Level::Warning, why.as_str()),
        };
        if Link::is_meant(text) {
            return self.follow_link(text, effects);
        }
        let Some(ron) = as_scene(text) else {
            let text = "The clipboard holds no bodies (a scene in RON).";
            return self.messages.push(Level::Info, text);
        };
        match Scene::from_ron(&ron, "clipboard") {
            Ok(scene) if scene.bodies.is_empty() => {
                self.messages.push(Level::Info, "The clipboard holds no bodies.");
            }
            Ok(scene) if says_more_than_bodies(&scene) => self.paste_scene(scene, text),
            Ok(scene) => {
                let times = self.hand.pasted(text);
                let links = scene.own_links();
                self.add_copies(scene.bodies, links, times as f32);
            }
            Err(error) => self.messages.push(Level::Warning, error.message),
        }
    }

    /// Adds bodies and the links between them this many grid steps to the right and down, and selects them.
    pub(super) fn add_copies(&mut self, bodies: Vec<SceneBody>, links: SceneLinks, steps: f32) {
        if bodies.is_empty() {
            return;
        }
        self.finish_gesture();
        let copies = self.aside(bodies, steps);
        let first = self.seen().next_index();
        let end = first + copies.len() as u32;
        if self.edit(&Change::AddLinkedBodies(copies, links)) {
            self.looking.select((first..end).collect());
        }
        self.commit();
    }

    /// The bodies this many grid steps to the right and down.
    pub(super) fn aside(&self, bodies: Vec<SceneBody>, steps: f32) -> Vec<SceneBody> {
        let offset = Vec2::new(1.0, -1.0) * self.showing.grid().step() * steps;
        let numbered: Vec<(u32, SceneBody)> = (0..).zip(bodies).collect();
        shifted(&numbered, offset).into_iter().map(|(_, body)| body).collect()
    }
}

/// A text that is meant as a scene, or as bodies of one: `Body(…)`, several of them, or a list of them, as a scene. `None`: it is
/// something else.
fn as_scene(text: &str) -> Option<Cow<'_, str>> {
    let bare = text.trim_start_matches('\u{feff}').lines().map(str::trim);
    let start: String = bare.filter(|line| !line.is_empty() && !line.starts_with("//")).take(2).collect();
    let is = |text: &str, name: &str| {
        text.strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('('))
    };
    let names_a_field = || ["version", "bodies"].iter().any(|field| text.contains(field));
    if is(&start, "Scene") || start.starts_with('(') && names_a_field() {
        return Some(Cow::Borrowed(text));
    }
    // A comment may be its last line.
    if is(&start, "Body") {
        return Some(Cow::Owned(format!("Scene(version: 1, bodies: [{text}\n])")));
    }
    let list = start.strip_prefix('[')?;
    is(list.trim_start(), "Body").then(|| Cow::Owned(format!("Scene(version: 1, bodies: {text}\n)")))
}
