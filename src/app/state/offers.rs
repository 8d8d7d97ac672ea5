//! Stops and watched numbers that are offered for what is selected, and bookmarks.

use glam::Vec2;

use super::AppState;
use crate::app::commands::Panel;
use crate::app::commands::change::Change;
use crate::app::commands::list_edit::ListEdit;
use crate::app::commands::note::NoteEdit;
use crate::app::messages::Level;
use crate::platform::plain;
use crate::scene::watched::WatchedNumber;
use crate::scene::{ANY, Bookmark, QueryKind, SceneBody, SceneMotion, Stop, StopCondition, touch};

/// Share by which an offered depth is more than the present one, so that it does not hold yet.
const MORE: f32 = 1.5;

impl AppState {
    /// Names of the numbers of the selected pair and body, and of the scene.
    pub fn watchable(&self) -> Vec<String> {
        let name = |index: u32| self.scene().bodies.get(index as usize).map(|body| body.name.as_str());
        let pair = self.looking.selected_pair().and_then(|(a, b)| name(a).zip(name(b)));
        WatchedNumber::names(pair, self.looking.selection().first().and_then(|body| name(*body)))
    }

    pub(super) fn watch_selected(&mut self) {
        // With one body selected its pair is meant only if it was chosen.
        let one_body = self.looking.selection().len() == 1 && !self.looking.is_itself_chosen();
        let is_pair = self.looking.selected_pair().is_some() && !one_body;
        let wanted: &[&str] = if is_pair { &[".depth", ".distance"] } else { &[".speed"] };
        let is_wanted = |name: &String| wanted.iter().any(|what| name.ends_with(what));
        let mut watch = self.scene().watch.clone();
        let new: Vec<_> =
            self.watchable().into_iter().filter(is_wanted).filter(|name| !watch.contains(name)).collect();
        if !new.is_empty() {
            watch.extend(new);
            self.finish_gesture();
            self.edit(&Change::Note(NoteEdit::SetWatch(watch)));
            self.commit();
        }
        self.showing.panel = Panel::Plots;
    }

    pub(super) fn toggle_bookmark(&mut self) {
        let frame = self.run.frame();
        let known = self.scene().bookmarks.iter().position(|bookmark| bookmark.frame == frame);
        let edit = match known {
            Some(index) => NoteEdit::Bookmark(ListEdit::Remove(index)),
            None => NoteEdit::Bookmark(ListEdit::Add(Bookmark { frame, note: String::new() })),
        };
        self.finish_gesture();
        if self.edit(&Change::Note(edit)) {
            let text = if known.is_some() { "The bookmark is gone" } else { "Bookmark" };
            self.messages.push(Level::Info, format!("{text}: frame {frame}."));
        }
        self.commit();
    }

    /// Stops for the selected pair and body, or for any, each with its name in a menu.
    pub fn offered_stops(&self) -> Vec<(String, Stop)> {
        let name = |index: u32| self.named_scene().bodies.get(index as usize).map(|body| body.name.clone());
        let pair = self.looking.selected_pair();
        let names = pair.and_then(|(a, b)| name(a).zip(name(b)));
        let (a, b) = names.unwrap_or_else(|| (ANY.to_owned(), ANY.to_owned()));
        let who = match pair {
            Some((a, b)) => {
                let shown = |index| self.named_scene().shown_name(index);
                format!("{} – {}", shown(a), shown(b))
            }
            None => "any two".to_owned(),
        };
        let world = self.run.world();
        let depth = pair.and_then(|(a, b)| touch(world, a, b)).map_or(0.05, |(depth, _)| MORE * depth);
        let is_recording = self.files.document.is_recording();
        let mut offers: Vec<(String, StopCondition)> = Vec::new();
        let mut offer = |label: String, condition| offers.push((label, condition));
        offer(format!("{who} begin to touch"), StopCondition::Begin { a: a.clone(), b: b.clone() });
        offer(format!("{who} end to touch"), StopCondition::End { a: a.clone(), b: b.clone() });
        let deeper = StopCondition::Deeper { a: a.clone(), b: b.clone(), than: up(depth) };
        offer(format!("{who} are deeper than {} m", up(depth)), deeper);
        let turns = StopCondition::Turns { a: a.clone(), b: b.clone(), by: 30.0 };
        offer(format!("the normal of {who} turns by 30°"), turns);
        if !is_recording {
            offer(format!("{who} pass through each other"), StopCondition::Crosses { a, b });
        }
        for body in self.bodies_to_stop_at() {
            self.body_stops(body).into_iter().for_each(|(label, condition)| offer(label, condition));
        }
        if is_recording {
            offer("the other engine's contacts differ".to_owned(), StopCondition::Differs {});
        } else {
            if !self.scene().listeners.is_empty() {
                let listener = ANY.to_owned();
                offer("a listener takes a contact".to_owned(), StopCondition::Event { listener });
            }
            for query in self.scene().queries.iter().filter(|query| query.kind() != QueryKind::Closest) {
                let label = format!("query {} hits", plain::label(&query.name));
                offer(label, StopCondition::Hit { query: query.name.clone() });
            }
            if self.run.world().generators().any(|(_, link)| link.ends().is_some()) {
                let (a, b) = (ANY.to_owned(), ANY.to_owned());
                offer("what joins two opens by 1 cm".to_owned(), StopCondition::Opens { a, b, than: 0.01 });
            }
            offer("the energy rises by 5 %".to_owned(), StopCondition::Energy { gains: 0.05 });
            offer("an expectation fails".to_owned(), StopCondition::Fails {});
        }
        offer("a body is no longer finite".to_owned(), StopCondition::NotFinite {});
        offers.into_iter().map(|(label, condition)| (label, Stop::new(condition))).collect()
    }

    /// The selected body, and those of the selected pair that move; `None` stands for any body.
    fn bodies_to_stop_at(&self) -> Vec<Option<u32>> {
        let mut bodies: Vec<u32> = self.looking.selection().first().copied().into_iter().collect();
        let moves = |index: &u32| {
            let body = self.named_scene().bodies.get(*index as usize);
            body.is_some_and(|body| !matches!(body.motion, SceneMotion::Static {}))
        };
        let of_pair = self.looking.selected_pair().into_iter().flat_map(|(a, b)| [a, b]);
        for index in of_pair.filter(moves) {
            if !bodies.contains(&index) {
                bodies.push(index);
            }
        }
        if bodies.is_empty() { vec![None] } else { bodies.into_iter().map(Some).collect() }
    }

    /// The stops of one body, or of any.
    fn body_stops(&self, index: Option<u32>) -> Vec<(String, StopCondition)> {
        let scene = self.named_scene();
        let known = index.and_then(|index| self.run.world().body(index));
        let listed = index.and_then(|index| scene.bodies.get(index as usize));
        let body = listed.map_or_else(|| ANY.to_owned(), |body| body.name.clone());
        let one = index.map_or_else(|| "any body".into(), |index| scene.shown_name(index));
        let speed = known.map_or(0.0, |body| body.velocity().length());
        let place = known.map_or(Vec2::ZERO, |body| body.pose().position);
        let corner = |sign: f32| (place + Vec2::splat(sign * 10.0)).round();
        let than = up((MORE * speed).max(1.0));
        let mut stops = vec![
            (format!("{one} is faster than {than} m/s"), StopCondition::Faster { body: body.clone(), than }),
            (
                format!("{one} is outside of a box"),
                StopCondition::Outside { body: body.clone(), min: corner(-1.0), max: corner(1.0) },
            ),
        ];
        if self.files.document.is_recording() {
            return stops;
        }
        let moves = |body: &SceneBody| matches!(body.motion, SceneMotion::Mover { .. });
        let is_mover = match listed {
            Some(body) => moves(body),
            None => self.scene().bodies.iter().any(moves),
        };
        if is_mover {
            stops.push((format!("{one} stands on ground"), StopCondition::Grounded { body: body.clone() }));
            stops.push((format!("{one} is stuck"), StopCondition::Stuck { body: body.clone() }));
        }
        stops.push((format!("{one} meets a ghost contact"), StopCondition::Ghost { body, by: 5.0 }));
        stops
    }
}

/// The next thousandth.
fn up(value: f32) -> f32 {
    (value * 1000.0).ceil() / 1000.0
}
