//! Bodies that become one, and one that becomes several.

use super::AppState;
use crate::app::commands::change::Change;
use crate::app::messages::{Level, TrueUntil};
use crate::explain::stages::listed;
use crate::platform::plain;
use crate::scene::numbers::count;
use crate::scene::{Scene, SceneBody, SceneQuery, unlike};

impl AppState {
    /// The selected bodies become one, in the place and under the name of the first.
    pub(super) fn group(&mut self) {
        if self.selects_only_pieces() {
            return;
        }
        let count = self.scene().bodies.len() as u32;
        let selected: Vec<u32> =
            self.looking.selection().iter().copied().filter(|index| *index < count).collect();
        if selected.len() < 2 {
            return self.messages.push(Level::Info, "Select two bodies or more to group them.");
        }
        self.finish_gesture();
        let before = self.present();
        let bodies = self.seen().selected_bodies().into_iter();
        let bodies: Vec<SceneBody> =
            bodies.filter(|(index, _)| selected.contains(index)).map(|(_, body)| body).collect();
        if self.edit(&Change::Group(selected)) {
            let index = bodies.first().and_then(|first| self.scene().index_of(&first.name));
            self.looking.select(index.into_iter().collect());
            self.say_gone(&before, &bodies, "");
        }
        self.commit();
    }

    /// Each selected body of several shapes becomes a body for each of them, and these are selected.
    pub(super) fn ungroup(&mut self) {
        if self.looking.selection().is_empty() || self.selects_only_pieces() {
            return;
        }
        self.finish_gesture();
        let (selected, first_new) = (self.looking.selection().to_vec(), self.seen().next_index());
        if self.edit(&Change::Ungroup(selected)) {
            let new = first_new..self.scene().bodies.len() as u32;
            let kept = self.looking.selection().iter().copied();
            self.looking.select(kept.chain(new).collect());
        }
        self.commit();
    }

    /// Says what an edit that left less bodies did, and what went with them: lines of the scene before, and fields of the bodies
    /// that became one, in which they differ from the first.
    pub(super) fn say_gone(&mut self, before: &Scene, became_one: &[SceneBody], done: &str) {
        let mut gone = before.lines_gone(self.scene());
        // Names of bodies that became one are merged, and nothing is lost by that.
        let ignored = if became_one.is_empty() { ignored_gone(before, self.scene()) } else { 0 };
        if ignored > 0 {
            gone.push(format!("{} of a query", count(ignored, "ignored body", "ignored bodies")));
        }
        let mut fields: Vec<(&str, usize)> = Vec::new();
        if let Some((first, others)) = became_one.split_first() {
            for field in others.iter().flat_map(|other| unlike(other, first)) {
                match fields.iter_mut().find(|(known, _)| *known == field) {
                    Some((_, bodies)) => *bodies += 1,
                    None => fields.push((field, 1)),
                }
            }
        }
        let field_of = |(field, of): (&str, usize)| {
            let of = count(of, "body", "bodies");
            match field {
                "is" | "meets" => format!("masks ({field}) of {of}"),
                _ => format!("{field} of {of}"),
            }
        };
        gone.extend(fields.into_iter().map(field_of));
        // Tiles have names that nobody gave them, and what they became is told.
        if done.is_empty() {
            gone.extend(names_gone(became_one));
        }
        let gone = if gone.is_empty() { String::new() } else { format!("Gone: {}.", gone.join(", ")) };
        let said = [done, &gone].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
        if !said.is_empty() {
            self.messages.push_until(Level::Info, TrueUntil::Undo, said);
        }
    }
}

/// "the names turret, feeler and post": those of the bodies that became one, but for the first.
fn names_gone(became_one: &[SceneBody]) -> Option<String> {
    /// More are counted.
    const MOST: usize = 4;
    let (_, others) = became_one.split_first()?;
    let shown = if others.len() > MOST { MOST - 1 } else { others.len() };
    let mut names: Vec<String> =
        others.iter().take(shown).map(|other| plain::label(&other.name).into_owned()).collect();
    if others.len() > shown {
        names.push(format!("{} more", others.len() - shown));
    }
    let many = match names.len() {
        0 => return None,
        1 => "",
        _ => "s",
    };
    Some(format!("the name{many} {}", listed(&names)))
}

/// How many names less the queries that are still there ignore.
fn ignored_gone(before: &Scene, now: &Scene) -> usize {
    let lost = |query: &SceneQuery| {
        let kept = now.queries.iter().find(|kept| kept.name == query.name)?;
        Some(query.ignore.len().saturating_sub(kept.ignore.len()))
    };
    before.queries.iter().filter_map(lost).sum()
}
