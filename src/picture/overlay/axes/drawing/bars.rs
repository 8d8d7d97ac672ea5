//! The bars of a strip: what is filled, hatched or an arrow along it.

use glam::Vec2;

use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Color, Item, Provenance, Stroke};
use crate::picture::overlay::axes::line::AxisLine;
use crate::picture::overlay::axes::place::SLACK;
use crate::picture::overlay::outline::Outline;
use crate::picture::overlay::pen::Pen;

/// From line to line of a gap's hatching. Pixels.
const HATCH: f32 = 5.0;
/// Length of an arrow where an interval goes on. Pixels.
const HEAD: f32 = 10.0;
/// A shorter interval has a bar of this length, to be seen. Pixels.
const SHORTEST: f32 = 2.0;

/// Draws along a strip.
pub struct Bars<'a, 'p> {
    pub line: &'a AxisLine,
    pub out: Vec2,
    pub inner: f32,
    pub pen: &'p mut Pen,
}

impl Bars<'_, '_> {
    pub fn point(&self, at: f32, row: f32) -> Vec2 {
        self.line.point(at, self.out * (self.inner + row))
    }

    fn quad(&self, [from, to]: [f32; 2], row: f32, thickness: f32) -> Vec<Vec2> {
        // An interval of length 0 (a wall along its own normal) keeps a visible bar.
        let middle = (from + to) * 0.5;
        let (from, to) = if to - from < SHORTEST {
            (middle - 0.5 * SHORTEST, middle + 0.5 * SHORTEST)
        } else {
            (from, to)
        };
        let half = thickness * 0.5;
        vec![
            self.point(from, row - half),
            self.point(to, row - half),
            self.point(to, row + half),
            self.point(from, row + half),
        ]
    }

    pub fn fill(&mut self, source: Provenance, interval: [f32; 2], row: f32, thickness: f32, color: Color) {
        let quad = Outline::Closed(self.quad(interval, row, thickness));
        quad.draw(&mut self.pen.list, source, &self.pen.canvas, Some(color), None);
    }

    /// Draws arrows where an interval goes on beyond the bars.
    pub fn arrows(
        &mut self,
        source: Provenance,
        interval: [f32; 2],
        shown: [f32; 2],
        row: f32,
        color: Color,
    ) {
        let half = self.line.bars().0 * 0.5 + 2.5;
        let head = part(interval, shown).map_or(HEAD, |[from, to]| HEAD.min(to - from));
        let goes_on = [interval[0] < shown[0] - SLACK, interval[1] > shown[1] + SLACK];
        for (goes_on, end, inward) in [(goes_on[0], shown[0], 1.0), (goes_on[1], shown[1], -1.0)] {
            if goes_on {
                let base = end + inward * head;
                let points =
                    vec![self.point(end, row), self.point(base, row - half), self.point(base, row + half)];
                let (fill, source) = (Some(color.alpha(1.0)), source.to_scale(false));
                self.pen.list.push(source, Item::Path { points, closed: true, fill, stroke: None });
            }
        }
    }

    /// Draws a way out as an arrow. Its head is where it leads to, or where it goes on out of sight.
    pub fn way(
        &mut self,
        source: Provenance,
        [from, to]: [f32; 2],
        [low, high]: [f32; 2],
        row: f32,
        color: Color,
    ) {
        let [mut from_shown, to_shown] = [from, to].map(|end| end.max(low).min(high));
        // Where little of it is in sight it shows at least which way it goes.
        if to_shown != to && (to_shown - from_shown).abs() < HEAD {
            from_shown = to_shown - HEAD.copysign(to - from);
        }
        let thickness = self.line.bars().1;
        let stroke = Stroke::solid(thickness * 0.3, color);
        let head = (thickness * 0.9).min((to_shown - from_shown).abs());
        let ends = [from_shown, to_shown].map(|end| self.point(end, row));
        let source = source.to_scale([from_shown, to_shown] == [from, to]);
        self.pen.list.push(source, Item::Arrow { from: ends[0], to: ends[1], stroke, head });
        let half = thickness * 0.35;
        if (low - SLACK..=high + SLACK).contains(&from) {
            let tick = [self.point(from, row - half), self.point(from, row + half)];
            self.pen.list.segments(source, [tick], Stroke::solid(1.25, color));
        }
    }

    pub fn hatch(
        &mut self,
        source: Provenance,
        [from, to]: [f32; 2],
        row: f32,
        thickness: f32,
        color: Color,
    ) {
        let half = thickness * 0.5;
        let count = ((to - from + thickness) / HATCH).clamp(0.0, 1024.0) as u32;
        let step = ((to - from + thickness) / 1024.0).max(HATCH);
        let slanted = |i: u32| {
            let start = from - thickness + (i as f32 + 0.5) * step;
            let (low, high) = ((from - start).max(0.0), (to - start).min(thickness));
            (low < high).then(|| {
                [self.point(start + low, row - half + low), self.point(start + high, row - half + high)]
            })
        };
        let mut lines: Vec<_> = (0..count).filter_map(slanted).collect();
        for edge in [row - half, row + half] {
            lines.push([self.point(from, edge), self.point(to, edge)]);
        }
        let around = self.pen.canvas.grow(Vec2::splat(16.0));
        let lines = lines.into_iter().filter_map(|[p, q]| clip_segment(p, q, &around)).collect();
        self.pen.list.push(source, Item::Segments { lines, stroke: Stroke::solid(1.25, color) });
    }
}

/// Whether the bars between `low` and `high` show an end.
pub fn in_sight(end: f32, [low, high]: [f32; 2]) -> bool {
    (low - SLACK..=high + SLACK).contains(&end)
}

/// Whether the bars between two ends show an interval from end to end, and no longer than it is.
pub fn is_whole(interval: [f32; 2], shown: [f32; 2]) -> bool {
    interval.into_iter().all(|end| in_sight(end, shown)) && interval[1] - interval[0] >= SHORTEST
}

/// The part of an interval between two ends.
pub fn part([from, to]: [f32; 2], [low, high]: [f32; 2]) -> Option<[f32; 2]> {
    let part = [from.max(low), to.min(high)];
    (part[0] <= part[1]).then_some(part)
}
