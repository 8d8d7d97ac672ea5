//! The bodies of a world that lie still, static or asleep, which a step does not visit while they stay as they are.

use std::mem;
use std::ops::Range;

use crate::aabb::Aabb;
use crate::body::Body;
use crate::broad_phase::box_tree::BoxTree;
use crate::broad_phase::grown;

/// Bodies at rest are set apart if they are at least so many, and so many times the others.
const FEWEST: usize = 64;
const TIMES: usize = 2;
/// Stretches begin and end at multiples of this, so that no row of SIMD lanes lies in two of them.
pub(crate) const ROW: usize = 8;

/// Counts the changes of a world's bodies: added, removed, lent out as `&mut`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BodyChanges {
    /// Changes of static bodies, of places that are used again, and of all bodies at once.
    pub fixed: u64,
    /// Other bodies that were removed, or added after the last one.
    pub others: u64,
}

/// Bodies that lie still set apart from those that may move, in memory kept between steps.
#[derive(Debug, Default)]
pub(crate) struct StillBodies {
    /// The world's counts when all bodies were visited last.
    changes: Option<BodyChanges>,
    /// Bodies of the last step.
    count: usize,
    is_new: bool,
    /// Ranges of body indices, ascending. A body outside of them is set apart, and is as the last step left
    /// it.
    stretches: Vec<Range<usize>>,
    /// Per body; empty: none is set apart.
    places: Vec<StillPlace>,
    /// How many are set apart.
    apart: usize,
    /// How many bodies lay still at the end of the last step and are not set apart.
    resting: usize,
    /// The boxes of bodies that were set apart, grown by the rounding of their coordinates. What has left its place is
    /// still in its tree.
    tree: BoxTree,
    /// The same of those that were set apart since `tree` was filled.
    recent_tree: BoxTree,
    recent: Vec<(Aabb, u32)>,
}

/// Where the box of a body is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum StillPlace {
    /// In no tree: the body is not set apart.
    #[default]
    Visited,
    InTree,
    InRecentTree,
}

impl StillBodies {
    /// Begins a step. Bodies are set apart that lie still and `lay_still` in the step before; those in `woken`, which
    /// it empties, no longer are.
    ///
    /// After a change of static bodies the step visits all. Other bodies that were added or removed are
    /// visited, until they are so many that all are.
    pub fn begin_step(
        &mut self,
        bodies: &[Body],
        changes: BodyChanges,
        woken: &mut Vec<u32>,
        lay_still: impl Fn(usize) -> bool,
    ) {
        let most = few_of(bodies) as u64;
        let is_as_before = self.changes.is_some_and(|before| {
            before.fixed == changes.fixed && changes.others.wrapping_sub(before.others) <= most
        });
        if !is_as_before {
            self.changes = Some(changes);
            self.forget(bodies.len());
            woken.clear();
            return;
        }
        self.grow(bodies.len());
        self.wake(woken);
        let is_worth_it = self.are_apart() && self.resting > 0 || Self::is_enough(self.resting, bodies.len());
        if mem::take(&mut self.is_new) || is_worth_it {
            self.set_apart(bodies, lay_still);
        }
    }

    /// Forgets what is known of the bodies, of which there are `count`: all are visited.
    pub fn forget(&mut self, count: usize) {
        (self.is_new, self.count) = (true, count);
        self.visit_all();
    }

    /// Visits the bodies that were added, up to `count` in all.
    pub fn grow(&mut self, count: usize) {
        if self.count < count {
            self.visit(self.count - self.count % ROW..count);
            self.count = count;
            if self.are_apart() {
                self.places.resize(count, StillPlace::Visited);
            }
        }
    }

    /// The bodies in `woken`, which it empties, are not set apart any more.
    pub fn wake(&mut self, woken: &mut Vec<u32>) {
        for index in woken.drain(..) {
            let index = index as usize;
            if self.is_apart(index) {
                self.places[index] = StillPlace::Visited;
                self.apart -= 1;
                let start = index - index % ROW;
                self.visit(start..self.count.min(start + ROW));
            }
        }
        // Trees of bodies that are not there are slower than none.
        if self.are_apart() && self.apart < (FEWEST / 2).max(self.count - self.apart) {
            self.visit_all();
        }
    }

    /// Ends a step. `resting`: how many bodies lie still that are not set apart.
    pub fn end_step(&mut self, resting: usize) {
        self.resting = resting;
    }

    fn visit_all(&mut self) {
        self.apart = 0;
        self.places.clear();
        self.recent.clear();
        self.stretches.clear();
        self.stretches.push(0..self.count);
    }

    /// Adds a stretch to those that are visited, and joins it with those that it meets.
    fn visit(&mut self, stretch: Range<usize>) {
        let first = self.stretches.partition_point(|other| other.end < stretch.start);
        let met = self.stretches[first..].iter().take_while(|other| other.start <= stretch.end).count();
        let met = first..first + met;
        let joined = self.stretches[met.clone()]
            .iter()
            .fold(stretch, |own, other| own.start.min(other.start)..own.end.max(other.end));
        self.stretches.splice(met, [joined]);
    }

    fn set_apart(&mut self, bodies: &[Body], lay_still: impl Fn(usize) -> bool) {
        self.resting = 0;
        let mut recent = mem::take(&mut self.recent);
        recent.retain(|&(_, index)| self.places[index as usize] == StillPlace::InRecentTree);
        let known = recent.len();
        let rests = |&i: &usize| bodies[i].lies_still() && lay_still(i);
        recent.extend(self.visited().filter(rests).map(|index| (box_of(&bodies[index]), index as u32)));
        let new = recent.len() - known;
        self.recent = recent;
        if new == 0 || !self.are_apart() && !Self::is_enough(new, bodies.len()) {
            self.recent.truncate(known);
            return;
        }
        self.apart += new;
        self.places.resize(bodies.len(), StillPlace::Visited);
        for &(_, index) in &self.recent[known..] {
            self.places[index as usize] = StillPlace::InRecentTree;
        }
        if self.recent.len() > few_of(bodies) {
            self.recent.clear();
            let apart =
                self.places.iter_mut().enumerate().filter(|(_, place)| **place != StillPlace::Visited);
            self.tree.fill(apart.map(|(index, place)| {
                *place = StillPlace::InTree;
                (box_of(&bodies[index]), index as u32)
            }));
        }
        self.recent_tree.fill_in_order(self.recent.iter().copied());
        for stretch in mem::take(&mut self.stretches) {
            for start in stretch.clone().step_by(ROW) {
                let row = start..stretch.end.min(start + ROW);
                if row.clone().any(|index| !self.is_apart(index)) {
                    self.visit(row);
                }
            }
        }
    }

    /// Whether so many bodies of a world are worth setting apart.
    fn is_enough(resting: usize, bodies: usize) -> bool {
        resting >= FEWEST.max(TIMES * bodies.saturating_sub(resting))
    }

    /// Nothing is known of any body from the step before.
    pub fn is_new(&self) -> bool {
        self.is_new
    }

    /// Ranges of indices, ascending, that contain the bodies that a step visits.
    pub fn stretches(&self) -> &[Range<usize>] {
        &self.stretches
    }

    /// The indices of the bodies that a step visits, ascending: those that are not set apart.
    pub fn visited(&self) -> impl Iterator<Item = usize> + '_ {
        self.stretches.iter().cloned().flatten().filter(|index| !self.is_apart(*index))
    }

    /// Whether any body is set apart.
    pub fn are_apart(&self) -> bool {
        !self.places.is_empty()
    }

    /// Whether a body is set apart: [`StillBodies::for_each_near`] finds it, if it was not removed.
    pub fn is_apart(&self, index: usize) -> bool {
        self.places.get(index).is_some_and(|place| *place != StillPlace::Visited)
    }

    /// Visits the bodies that are set apart and whose boxes overlap `area`, in no order.
    pub fn for_each_near(&self, area: &Aabb, mut visit: impl FnMut(u32)) {
        if !self.are_apart() {
            return;
        }
        for (tree, own) in [(&self.tree, StillPlace::InTree), (&self.recent_tree, StillPlace::InRecentTree)] {
            tree.for_each_overlapping(area, |index| {
                if self.places[index as usize] == own {
                    visit(index);
                }
            });
        }
    }
}

/// Most changes before the trees are filled anew.
fn few_of(bodies: &[Body]) -> usize {
    FEWEST + bodies.len().isqrt()
}

/// The box of a body, which overlaps nothing where the body was removed or a bound is NaN: that would hide its neighbours.
fn box_of(body: &Body) -> Aabb {
    let aabb = grown(&body.aabb(), 0.0);
    if body.is_removed() || aabb.min.is_nan() || aabb.max.is_nan() { Aabb::EMPTY } else { aabb }
}
