//! Horizontal strips of the plane, and the boxes that overlap each.

use std::mem;

use super::row::{Listed, StripRow};
use crate::aabb::Aabb;

/// Height of a strip as a multiple of the median box's.
const HEIGHT: f64 = 1.5;
/// Boxes sampled for their heights and positions.
const SAMPLE: usize = 127;
/// One in this many of the sample lies in the highest strip, and one in this many in the lowest.
const OUTLIERS: usize = 64;
/// Most strips that a box is listed in, on average.
const LISTED: usize = 4;

/// Horizontal strips of one height; the lowest and the highest are infinite. Each lists the boxes that
/// overlap it, in the order that their left edges had in the last call.
#[derive(Debug, Default)]
pub(super) struct Strips {
    /// The division that suits the boxes; `division` is coarser where the lists would get too long.
    suitable: Division,
    division: Division,
    spans: Vec<Span>,
    /// The lists, one after the other; `ends` has the end of each.
    listed: Vec<u32>,
    ends: Vec<u32>,
    next_listed: Vec<u32>,
    /// Strip and box, for each box that entered a strip since the last call.
    newcomers: Vec<(u32, u32)>,
    /// Of the sample.
    heights: Vec<f64>,
    centers: Vec<f64>,
}

/// Maps y to a strip: every y has one, and the map is monotonic.
#[derive(Clone, Copy, Debug, Default)]
struct Division {
    bottom: f32,
    /// Strips per metre.
    density: f32,
    highest: u32,
}

/// First and last strip of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Span {
    first: u32,
    last: u32,
}

impl Strips {
    /// Updates the lists for boxes that moved, or rebuilds them.
    pub fn follow(&mut self, boxes: &[Aabb]) {
        let suitable = self.suitable_division(boxes);
        let same = self.spans.len() == boxes.len() && self.suitable.is_like(suitable);
        if !same || !self.note_newcomers(boxes) {
            self.suitable = suitable;
            self.divide(boxes);
        }
        self.newcomers.sort_unstable();
    }

    /// Returns whether the lists stay short enough.
    fn note_newcomers(&mut self, boxes: &[Aabb]) -> bool {
        self.newcomers.clear();
        let (mut listed, most) = (0, most_listed(boxes));
        for (i, (span, aabb)) in self.spans.iter_mut().zip(boxes).enumerate() {
            let before = mem::replace(span, self.division.span(aabb));
            if *span != before {
                let new = (span.first..=span.last).filter(|strip| !before.contains(*strip));
                self.newcomers.extend(new.map(|strip| (strip, i as u32)));
            }
            listed += span.len();
            if listed > most {
                return false;
            }
        }
        true
    }

    /// Divides the plane and rebuilds the lists, unsorted.
    fn divide(&mut self, boxes: &[Aabb]) {
        self.newcomers.clear();
        self.division = self.suitable;
        loop {
            self.spans.clear();
            self.spans.extend(boxes.iter().map(|aabb| self.division.span(aabb)));
            if self.spans.iter().map(|span| span.len()).sum::<usize>() <= most_listed(boxes) {
                break;
            }
            self.division.highest /= 2;
            self.division.density *= 0.5;
        }
        let ends = &mut self.ends;
        ends.clear();
        ends.reserve(boxes.len() + 1);
        ends.resize(self.division.highest as usize + 1, 0);
        let strips = |span: &Span| span.first as usize..=span.last as usize;
        self.spans.iter().flat_map(strips).for_each(|strip| ends[strip] += 1);
        let mut sum = 0;
        for end in ends.iter_mut() {
            (*end, sum) = (sum, sum + *end);
        }
        self.listed.clear();
        self.listed.reserve(most_listed(boxes));
        self.listed.resize(sum as usize, 0);
        for (i, span) in self.spans.iter().enumerate() {
            for strip in strips(span) {
                self.listed[ends[strip] as usize] = i as u32;
                ends[strip] += 1;
            }
        }
        // Small changes then allocate nothing.
        self.next_listed.clear();
        self.next_listed.reserve(most_listed(boxes));
        self.newcomers.reserve(boxes.len());
    }

    /// The median box overlaps two or three strips; almost all boxes lie within the finite ones.
    fn suitable_division(&mut self, boxes: &[Aabb]) -> Division {
        let Self { heights, centers, .. } = self;
        let count = boxes.iter().filter(|aabb| !aabb.is_empty()).count();
        let step = count.div_ceil(SAMPLE).max(1);
        let boxes = boxes.iter().filter(|aabb| !aabb.is_empty());
        let sample = boxes.step_by(step).map(|aabb| (f64::from(aabb.min.y), f64::from(aabb.max.y)));
        let finite = sample.filter(|(min, max)| min.is_finite() && max.is_finite());
        heights.clear();
        centers.clear();
        for (min, max) in finite {
            heights.push(max - min);
            centers.push(min.midpoint(max));
        }
        heights.sort_unstable_by(f64::total_cmp);
        centers.sort_unstable_by(f64::total_cmp);
        let Some(last) = centers.len().checked_sub(1) else { return Division::default() };
        let outliers = last / OUTLIERS;
        let (bottom, range) = (centers[outliers], centers[last - outliers] - centers[outliers]);
        let lowest = (range / count as f64).max(f64::from(f32::MIN_POSITIVE));
        let height = (HEIGHT * heights[last / 2]).max(lowest);
        Division {
            bottom: bottom as f32,
            density: height.recip().min(f64::from(f32::MAX)) as f32,
            highest: ((range / height) as u32).min(count as u32),
        }
    }

    /// Fills `row` with each strip in turn and passes it to `visit`.
    #[inline]
    pub fn for_each(&mut self, boxes: &[Aabb], row: &mut StripRow, mut visit: impl FnMut(&StripRow)) {
        self.next_listed.clear();
        let mut start = 0;
        let mut newcomers = &self.newcomers[..];
        for (strip, end) in self.ends.iter_mut().enumerate() {
            let new = newcomers.iter().take_while(|(s, _)| *s as usize == strip).count();
            let (here, rest) = newcomers.split_at(new);
            newcomers = rest;
            let stayed = &self.listed[start..*end as usize];
            start = *end as usize;
            let division = self.division;
            let indices = stayed.iter().chain(here.iter().map(|(_, index)| index));
            let listed = indices.filter_map(|&index| {
                let aabb = boxes[index as usize];
                let span = division.span(&aabb);
                let late = if span.first == strip as u32 { 0.0 } else { 1.0 };
                span.contains(strip as u32).then_some(Listed { aabb, index, late })
            });
            row.fill(stayed.len() + here.len(), listed);
            visit(row);
            self.next_listed.extend(row.indices());
            *end = self.next_listed.len() as u32;
        }
        mem::swap(&mut self.listed, &mut self.next_listed);
    }
}

impl Division {
    /// Whether the lists of one would be about as long as those of the other.
    fn is_like(self, other: Self) -> bool {
        let alike = |p: f32, q: f32| p <= 2.0 * q && q <= 2.0 * p;
        let strips_apart = (self.bottom - other.bottom) * self.density;
        let (own, others) = (self.highest as f32 + 2.0, other.highest as f32 + 2.0);
        alike(self.density, other.density) && alike(own, others) && 4.0 * strips_apart.abs() <= own
    }

    #[inline]
    pub fn span(self, aabb: &Aabb) -> Span {
        if aabb.is_empty() {
            return Span::NONE;
        }
        let first = self.strip(aabb.min.y);
        Span { first, last: self.strip(aabb.max.y).max(first) }
    }

    #[inline]
    fn strip(self, y: f32) -> u32 {
        (((y - self.bottom) * self.density) as u32).min(self.highest)
    }
}

impl Span {
    /// Of an empty box.
    const NONE: Self = Self { first: 1, last: 0 };

    #[inline]
    fn len(self) -> usize {
        (self.last + 1 - self.first) as usize
    }

    #[inline]
    pub fn contains(self, strip: u32) -> bool {
        self.first <= strip && strip <= self.last
    }
}

fn most_listed(boxes: &[Aabb]) -> usize {
    LISTED * boxes.len() + SAMPLE
}

#[cfg(test)]
#[path = "../../tests/unit/strips.rs"]
mod tests;
