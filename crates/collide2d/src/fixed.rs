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

/// How often the bodies of a world were added, removed and lent out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BodyChanges {
    /// Static bodies, and all bodies at once.
    pub fixed: u64,
    /// Others, where they are added after the last body.
    pub others: u64,
}

/// Static bodies set apart from those that may move, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct FixedBodies {
    /// Those that there were when this was made.
    changes: Option<BodyChanges>,
    /// Bodies of the last step.
    count: usize,
    is_new: bool,
    is_apart: bool,
    /// Of indices, ascending: what is in none of them is static and as the last step left it.
    stretches: Vec<Range<usize>>,
    /// The boxes of the static bodies that are there, grown by the rounding of their coordinates.
    tree: BoxTree,
}

impl FixedBodies {
    /// Begins a step. Static bodies are set apart in the second of two steps between which none changed. Others that were
    /// added since are visited, and those that were removed as well, until they are so many that all are looked at again.
    pub fn begin_step(&mut self, bodies: &[Body], changes: BodyChanges) {
        let most = (FEWEST + bodies.len().isqrt()) as u64;
        let is_as_before = self.changes.is_some_and(|before| {
            before.fixed == changes.fixed && changes.others.wrapping_sub(before.others) <= most
        });
        if !is_as_before {
            self.changes = Some(changes);
            self.forget(bodies.len());
        } else if self.is_new {
            self.forget(bodies.len());
            self.is_new = false;
            self.set_apart(bodies);
        } else if self.count < bodies.len() {
            self.add(self.count - self.count % ROW..bodies.len());
        }
        self.count = bodies.len();
    }

    fn add(&mut self, stretch: Range<usize>) {
        match self.stretches.last_mut() {
            Some(last) if stretch.start <= last.end => last.end = stretch.end,
            _ => self.stretches.push(stretch),
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
            self.add(start..bodies.len().min(start + ROW));
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
