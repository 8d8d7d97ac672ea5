//! Touching tiles become chains: first the outline is shown, with the ghost contacts that end, then it is done.

use collide2d::Body;

use super::AppState;
use crate::app::commands::change::Change;
use crate::app::hand::merge_draft::{GhostsOfRun, MergeDraft};
use crate::scene::SceneBody;
use crate::scene::merge::{chains_of, outlines};
use crate::scene::numbers::count;

impl AppState {
    /// Shows the outlines of the selected static bodies; where they are shown already, the bodies become chains along them.
    pub(super) fn merge_tiles(&mut self) {
        if self.selects_only_pieces() {
            return;
        }
        self.finish_gesture();
        if self.merge_draft().is_some() {
            return self.keep_merged();
        }
        let is_tile = |index: &u32| self.run.world().body(*index).is_some_and(Body::is_static);
        if !self.looking.selection().iter().any(is_tile)
            && let Some(tiles) = self.tiles_of_ghost()
        {
            self.looking.select(tiles);
        }
        let (selected, revision) = self.selected_tiles();
        match chains_of(self.scene(), &selected) {
            Ok(chains) => {
                let tiles = selected.iter().filter_map(|index| self.scene().bodies.get(*index as usize));
                let tiles = tiles.map(|body| body.shape.parts().len().max(1)).sum();
                let (tiles, made) = (count(tiles, "tile", "tiles"), count(chains.len(), "chain", "chains"));
                let mut draft = MergeDraft {
                    of: (selected, revision),
                    lines: outlines(&chains),
                    made: format!("{tiles} → {made}."),
                    ghosts: GhostsOfRun::new(self.scene()),
                    text: String::new(),
                };
                draft.say(self.run.frame());
                self.hand.merge = Some(draft);
            }
            // The edit says why it is refused.
            Err(_) => _ = self.edit(&Change::MergeTiles(selected)),
        }
    }

    /// The tiles of the ghost that is looked at: the two at its seam, and those that touch them or one another in a row. A
    /// chain has one friction: of those with another one none is among them.
    fn tiles_of_ghost(&self) -> Option<Vec<u32>> {
        /// Of boxes that count as touching. Metres.
        const GAP: f32 = 1.0e-4;
        let (a, b) = self.looking.selected_pair()?;
        let neighbour = self.derived.report.ghost_of((a, b))?.ghost.neighbour;
        let (scene, world) = (self.scene(), self.run.world());
        let is_static = |index: u32| world.body(index).is_some_and(Body::is_static);
        let still = [a, b].into_iter().find(|index| is_static(*index))?;
        let mut tiles = vec![still];
        let mut others: Vec<u32> = (0..scene.bodies.len() as u32).filter(|index| is_static(*index)).collect();
        // The neighbour is one of the seam, however their boxes lie.
        tiles.extend((neighbour != still && is_static(neighbour)).then_some(neighbour));
        others.retain(|index| !tiles.contains(index));
        let boxes = |index: u32| world.body(index).map(Body::aabb);
        let mut next = 0;
        while let Some(tile) = tiles.get(next).copied() {
            next += 1;
            let (near, far): (Vec<u32>, Vec<u32>) = others.into_iter().partition(|other| {
                let touch =
                    boxes(tile).zip(boxes(*other)).is_some_and(|(p, q)| p.overlap(&q).min_element() >= -GAP);
                touch && chains_of(scene, &[still, *other]).is_ok()
            });
            tiles.extend(near);
            others = far;
        }
        Some(tiles)
    }

    /// Updates what the draft says: how many ghost contacts it ends up to the present frame.
    pub(super) fn keep_merge_draft_true(&mut self) {
        let frame = self.run.frame();
        if self.merge_draft().is_some()
            && let Some(draft) = &mut self.hand.merge
        {
            draft.say(frame);
        }
    }

    /// The chains that are shown and not made yet. They are gone once the selection or the scene changes.
    pub fn merge_draft(&self) -> Option<&MergeDraft> {
        self.hand.merge.as_ref().filter(|draft| draft.of == self.selected_tiles())
    }

    fn selected_tiles(&self) -> (Vec<u32>, u64) {
        let bodies = self.scene().bodies.len() as u32;
        let selected = self.looking.selection().iter().copied().filter(|index| *index < bodies);
        (selected.collect(), self.files.document.revision())
    }

    fn keep_merged(&mut self) {
        self.hand.merge = None;
        let ((selected, _), before) = (self.selected_tiles(), self.present());
        let tiles = selected.iter().filter_map(|index| before.bodies.get(*index as usize).cloned());
        let mut tiles: Vec<SceneBody> = tiles.collect();
        let merged = tiles.len();
        if self.edit(&Change::MergeTiles(selected)) {
            let index = tiles.first().and_then(|first| self.scene().index_of(&first.name));
            self.looking.select(index.into_iter().collect());
            let chains = (self.scene().bodies.len() + merged).saturating_sub(before.bodies.len());
            let (bodies, chains) = (count(merged, "body", "bodies"), count(chains, "chain", "chains"));
            // The chain has the first one's fields, without its outline.
            if let Some(first) = tiles.first().cloned() {
                tiles.insert(0, SceneBody { outline: None, ..first });
            }
            self.say_gone(&before, &tiles, &format!("{bodies} became {chains}."));
        }
        self.commit();
    }
}
