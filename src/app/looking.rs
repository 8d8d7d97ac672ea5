//! What the person has selected and points at: bodies, the selected pair, the highlighted axis.

pub mod contents;
pub mod pairs;
pub mod picking;
pub mod veils;

use collide2d::{Leaf, World};

use crate::app::looking::pairs::Pair;
use crate::app::looking::veils::Veils;

/// The selection, the selected pair, and what is under the pointer.
#[derive(Debug, Default)]
pub struct Looking {
    /// Ascending; all are indices of the world.
    selection: Vec<u32>,
    /// The one selected body whose parts are moved and turned by themselves.
    entered: Option<u32>,
    /// The pair selected by a click, Tab, …, whatever is under the pointer.
    pub pinned_pair: Option<Pair>,
    by_person: bool,
    /// The pair came with the bodies that were selected.
    came_with_bodies: bool,
    /// Which parts and segments of a pair a person chose; `None`: the deepest or nearest.
    pinned_leaves: Option<(Pair, [Leaf; 2])>,
    /// The pair under the pointer on the canvas.
    canvas_pair: Option<Pair>,
    /// The pointer rests since a pair was pinned: what it rests on is not selected.
    pub is_resting: bool,
    /// The pair whose row in a panel is under the pointer.
    pub row_pair: Option<Pair>,
    /// What is shown works on no pair, so that the pinned one is not selected.
    pub is_on_no_pair: bool,
    /// Body under the pointer.
    pub hovered: Option<u32>,
    /// Pairs whose cards stay, by the names of their bodies.
    pub cards: Vec<(String, String)>,
    /// What is hidden and locked.
    pub veils: Veils,
    /// Of the selected pair.
    pub highlighted_axis: Option<usize>,
}

impl Looking {
    /// Indices of the selected bodies, ascending; all are in the world.
    pub fn selection(&self) -> &[u32] {
        &self.selection
    }

    /// The selected pair, `a < b`: the pair under the pointer if there is one, else the pinned pair.
    pub fn selected_pair(&self) -> Option<Pair> {
        self.row_pair.or(self.canvas_pair).or(self.pinned_pair.filter(|_| !self.is_on_no_pair))
    }

    /// The chosen parts and segments of the selected pair.
    pub fn selected_leaves(&self) -> Option<[Leaf; 2]> {
        let (pair, leaves) = self.pinned_leaves?;
        (self.selected_pair() == Some(pair)).then_some(leaves)
    }

    /// The selected pair, or two selected bodies that are none.
    pub fn asked_pair(&self) -> Option<Pair> {
        let selected = match self.selection() {
            &[a, b] => Some((a.min(b), a.max(b))),
            _ => None,
        };
        self.selected_pair().or(selected)
    }

    /// The two selected bodies, or else the selected pair.
    pub fn two(&self) -> Option<Pair> {
        match self.selection() {
            &[a, b] => Some((a.min(b), a.max(b))),
            _ => self.selected_pair(),
        }
    }

    /// Selects these bodies alone. The caller chooses the pair.
    pub fn select(&mut self, bodies: Vec<u32>) {
        self.selection = bodies;
        self.selection.sort_unstable();
        self.selection.dedup();
        self.entered = self.entered.filter(|body| self.selection == [*body]);
    }

    /// [`Looking::entered`].
    pub fn enter(&mut self, body: Option<u32>) {
        self.entered = body.filter(|body| self.selection == [*body]);
    }

    /// The one selected body whose parts are moved and turned by themselves.
    pub fn entered(&self) -> Option<u32> {
        self.entered
    }

    /// Whether a person chose the pair.
    pub fn is_by_person(&self) -> bool {
        self.by_person && self.pinned_pair.is_some()
    }

    /// Whether a person chose the pair itself, not a body of it.
    pub fn is_itself_chosen(&self) -> bool {
        self.is_by_person() && !self.came_with_bodies
    }

    /// The same, because a person selected its bodies.
    pub fn pick(&mut self, pair: Option<Pair>) {
        (self.pinned_pair, self.by_person, self.pinned_leaves) = (pair, true, None);
        self.came_with_bodies = true;
    }

    /// Chooses a pair; the pair under the pointer counts again when the pointer moves.
    pub fn show(&mut self, pair: Option<Pair>) {
        (self.pinned_pair, self.canvas_pair, self.row_pair) = (pair, None, None);
        self.pinned_leaves = None;
        self.is_resting = true;
    }

    /// The same, because a person asks for the pair.
    pub fn select_pair(&mut self, pair: Option<Pair>) {
        self.show(pair);
        (self.by_person, self.came_with_bodies) = (true, false);
    }

    /// [`Looking::select_pair`], of these parts and segments.
    pub fn select_leaves(&mut self, pair: Pair, leaves: [Leaf; 2]) {
        self.select_pair(Some(pair));
        self.pinned_leaves = Some((pair, leaves));
    }

    /// Sets the body and the pair under the pointer on the canvas.
    pub fn point_at(&mut self, body: Option<u32>, pair: Option<Pair>) {
        (self.hovered, self.canvas_pair) = (body, pair.filter(|_| !self.is_resting));
    }

    /// Clears pinned and pointed-at pairs, because the scene is another one.
    pub fn let_go_of_pairs(&mut self) {
        *self = Self { selection: std::mem::take(&mut self.selection), ..Self::default() };
    }

    /// Drops bodies and pairs that the world does not have.
    pub fn keep_valid(&mut self, world: &World) {
        let is_there = |index: &u32| world.body(*index).is_some();
        self.selection.retain(is_there);
        self.entered = self.entered.filter(is_there);
        for pair in [&mut self.pinned_pair, &mut self.canvas_pair, &mut self.row_pair] {
            *pair = pair.and_then(|(a, b)| pairs::ordered(world, a, b));
        }
        self.hovered = self.hovered.filter(is_there);
    }
}
