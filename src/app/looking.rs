//! What the person has selected and points at: bodies, the pair whose test is on the canvas, an axis of it.

use collide2d::World;

use super::pairs::{self, Pair};

/// The selection, the selected pair, and what is under the pointer.
#[derive(Debug, Default)]
pub struct Looking {
    /// Ascending, all of them in the scene.
    selection: Vec<u32>,
    /// The pair chosen by a click, Tab, …
    chosen: Option<Pair>,
    /// The pair under the pointer on the canvas.
    canvas_pair: Option<Pair>,
    /// The pair whose row in a panel is under the pointer.
    row_pair: Option<Pair>,
    hovered: Option<u32>,
    lit_axis: Option<usize>,
}

impl Looking {
    /// Indices of the selected bodies, ascending, all of them in the scene.
    pub fn selection(&self) -> &[u32] {
        &self.selection
    }
    /// The pair whose test is shown, `a < b`: the one under the pointer for the moment, else the chosen one.
    pub fn looked(&self) -> Option<Pair> {
        self.row_pair.or(self.canvas_pair).or(self.chosen)
    }
    /// The chosen pair, whatever the pointer is on.
    pub fn chosen(&self) -> Option<Pair> {
        self.chosen
    }
    /// Body under the pointer.
    pub fn hovered(&self) -> Option<u32> {
        self.hovered
    }
    /// The axis of the pair that is lit up.
    pub fn lit_axis(&self) -> Option<usize> {
        self.lit_axis
    }

    /// Selects these bodies alone. The caller says which pair goes with them.
    pub fn select(&mut self, bodies: Vec<u32>) {
        self.selection = bodies;
        self.selection.sort_unstable();
        self.selection.dedup();
    }
    /// Chooses a pair and leaves alone what is under the pointer.
    pub fn choose(&mut self, pair: Option<Pair>) {
        self.chosen = pair;
    }
    /// Chooses a pair; what is under the pointer counts again when the pointer moves.
    pub fn look_at(&mut self, pair: Option<Pair>) {
        (self.chosen, self.canvas_pair, self.row_pair) = (pair, None, None);
    }
    /// The pointer is on the row of this pair, or on none.
    pub fn point_at_row(&mut self, pair: Option<Pair>) {
        self.row_pair = pair;
    }
    /// The pointer is on this body of the canvas and on this pair, or on none.
    pub fn point_at(&mut self, body: Option<u32>, pair: Option<Pair>) {
        (self.hovered, self.canvas_pair) = (body, pair);
    }
    /// Lights an axis up, or none.
    pub fn light(&mut self, axis: Option<usize>) {
        self.lit_axis = axis;
    }
    /// Another scene: no pair is chosen, and nothing is under the pointer until it moves.
    pub fn let_go_of_pairs(&mut self) {
        *self = Self { selection: std::mem::take(&mut self.selection), ..Self::default() };
    }

    /// Lets go of bodies and pairs that the world does not have.
    pub fn keep_valid(&mut self, world: &World) {
        let count = world.bodies().len() as u32;
        self.selection.retain(|index| *index < count);
        for pair in [&mut self.chosen, &mut self.canvas_pair, &mut self.row_pair] {
            *pair = pair.and_then(|(a, b)| pairs::ordered(world, a, b));
        }
        self.hovered = self.hovered.filter(|index| *index < count);
    }
}
