//! The static bodies of a world, which a step does not visit while they stay as they are.

use std::ops::Range;

use crate::body::Body;
use crate::broad_phase::box_tree::BoxTree;
use crate::broad_phase::grown;

/// Fewer static bodies are not set apart, nor are those that are fewer than this many times the others.
const FEWEST: usize = 64;
const TIMES: usize = 2;
/// Stretches begin and end at multiples of this, so that SIMD lanes are theirs as a whole.
pub(crate) const ROW: usize = 8;

/// Static bodies set apart from those that may move, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct FixedBodies {
    /// How often static bodies had changed when this was made.
    changes: Option<u64>,
    is_new: bool,
    is_apart: bool,
    /// Of indices, ascending: what is in none of them is static and as the last step left it.
    stretches: Vec<Range<usize>>,
    /// The boxes of the static bodies that are there, grown by the rounding of their coordinates.
    tree: BoxTree,
}

impl FixedBodies {
    /// Begins a step. `changes` counts how often a static body was added, removed or lent out. They are set apart in the
    /// second of two steps between which none was.
    pub fn begin_step(&mut self, bodies: &[Body], changes: u64) {
        if self.changes != Some(changes) {
            self.changes = Some(changes);
            self.forget(bodies.len());
        } else if self.is_new {
            self.is_new = false;
            self.set_apart(bodies);
        }
    }

    /// No body is known any more.
    pub fn forget(&mut self, count: usize) {
        (self.is_new, self.is_apart) = (true, false);
        self.stretches.clear();
        self.stretches.push(0..count);
    }

    fn set_apart(&mut self, bodies: &[Body]) {
        let fixed = bodies.iter().filter(|body| body.is_static()).count();
        if fixed < FEWEST.max(TIMES * (bodies.len() - fixed)) {
            return;
        }
        self.is_apart = true;
        self.stretches.clear();
        for (index, _) in bodies.iter().enumerate().filter(|(_, body)| !body.is_static()) {
            let start = index - index % ROW;
            let end = bodies.len().min(start + ROW);
            match self.stretches.last_mut() {
                Some(last) if start <= last.end => last.end = end,
                _ => self.stretches.push(start..end),
            }
        }
        let there = (0..).zip(bodies).filter(|(_, body)| body.is_static() && !body.is_removed());
        let boxes = there.map(|(index, body)| (grown(&body.aabb(), 0.0), index));
        self.tree.fill(boxes.filter(|(aabb, _)| !aabb.min.is_nan() && !aabb.max.is_nan()));
    }

    /// Nothing is known of any body from the step before.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// The bodies that a step visits, as ranges of indices, ascending: all that are not static, and some that are.
    pub fn stretches(&self) -> &[Range<usize>] {
        &self.stretches
    }

    /// The indices of [`FixedBodies::stretches`].
    pub fn visited(&self) -> impl Iterator<Item = usize> + '_ {
        self.stretches.iter().cloned().flatten()
    }

    /// All static bodies that are there, by their boxes; `None` where a step visits them all.
    pub fn tree(&self) -> Option<&BoxTree> {
        self.is_apart.then_some(&self.tree)
    }
}
