//! What of a line or polygon is on the screen, and lines cut into dashes.

use glam::Vec2;

use super::neighbours;

/// A rectangle along the screen's axes. Pixels.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Upper left corner.
    pub min: Vec2,
    /// Lower right corner.
    pub max: Vec2,
}

/// A part of a line that is on the screen, and how far along the line it starts.
pub struct Run {
    /// Its corners.
    pub points: Vec<Vec2>,
    /// Pixels from the start of the line.
    pub start: f32,
}

/// Cuts a line into the strokes of its pattern.
pub fn dashes(run: &Run, pattern: &[f32], mut draw: impl FnMut(&[Vec2])) {
    let period: f32 = pattern.iter().sum();
    if period.is_nan() || period <= 0.0 {
        return;
    }
    let mut index = 0;
    let mut left = run.start.rem_euclid(period);
    while left >= pattern[index] {
        left -= pattern[index];
        index = (index + 1) % pattern.len();
    }
    let mut left = pattern[index] - left;
    let mut dash: Vec<Vec2> = Vec::new();
    for pair in run.points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let length = from.distance(to);
        let direction = (to - from).normalize_or_zero();
        let mut along = 0.0;
        let on = |index: usize| index.is_multiple_of(2);
        if on(index) && dash.is_empty() {
            dash.push(from);
        }
        while along + left < length {
            along += left;
            if on(index) {
                dash.push(from + direction * along);
                draw(&dash);
                dash.clear();
            } else {
                dash.push(from + direction * along);
            }
            index = (index + 1) % pattern.len();
            left = pattern[index];
        }
        left -= length - along;
        if on(index) {
            dash.push(to);
        }
    }
    draw(&dash);
}

impl Bounds {
    /// A square of this half width.
    pub fn around(center: Vec2, reach: f32) -> Self {
        Self { min: center - reach, max: center + reach }
    }

    /// `None` without points, and where a coordinate is not a number.
    pub fn of(points: &[Vec2]) -> Option<Self> {
        let first = *points.first()?;
        let mut bounds = Self { min: first, max: first };
        for &point in points {
            if !point.is_finite() {
                return None;
            }
            bounds.min = bounds.min.min(point);
            bounds.max = bounds.max.max(point);
        }
        Some(bounds)
    }

    /// Whether they share a point.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Whether the other lies inside.
    pub fn holds(&self, other: &Self) -> bool {
        self.min.cmple(other.min).all() && other.max.cmple(self.max).all()
    }

    /// Sutherland and Hodgman: the part of a convex polygon inside, side by side.
    pub fn cut_polygon(&self, points: &[Vec2]) -> Vec<Vec2> {
        let sides: [(Vec2, f32); 4] = [
            (Vec2::X, self.min.x),
            (Vec2::NEG_X, -self.max.x),
            (Vec2::Y, self.min.y),
            (Vec2::NEG_Y, -self.max.y),
        ];
        let mut kept = points.to_vec();
        for (inward, limit) in sides {
            let height = |p: Vec2| p.dot(inward) - limit;
            let mut next = Vec::with_capacity(kept.len() + 2);
            for (_, from, to) in neighbours(&kept) {
                let (from_height, to_height) = (height(from), height(to));
                if from_height >= 0.0 {
                    next.push(from);
                }
                if (from_height >= 0.0) != (to_height >= 0.0) {
                    next.push(from + (to - from) * (from_height / (from_height - to_height)));
                }
            }
            kept = next;
        }
        kept
    }

    /// The parts of a line inside (Liang and Barsky, segment by segment), corners kept where both neighbours are.
    pub fn cut_line(&self, points: &[Vec2], closed: bool) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        let mut travelled = 0.0;
        let mut joined = false;
        let closing = closed.then(|| (points[points.len() - 1], points[0]));
        for (from, to) in points.windows(2).map(|pair| (pair[0], pair[1])).chain(closing) {
            let length = from.distance(to);
            if let Some((enter, leave)) = self.cut_segment(from, to) {
                let end = from + (to - from) * leave;
                match runs.last_mut() {
                    Some(run) if joined && enter == 0.0 => run.points.push(end),
                    _ => runs.push(Run {
                        points: vec![from + (to - from) * enter, end],
                        start: travelled + enter * length,
                    }),
                }
                joined = leave == 1.0;
            } else {
                joined = false;
            }
            travelled += length;
        }
        runs
    }

    fn cut_segment(&self, from: Vec2, to: Vec2) -> Option<(f32, f32)> {
        let step = to - from;
        let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
        for (step, low, high) in [
            (step.x, self.min.x - from.x, self.max.x - from.x),
            (step.y, self.min.y - from.y, self.max.y - from.y),
        ] {
            if step == 0.0 {
                if low > 0.0 || high < 0.0 {
                    return None;
                }
            } else {
                let (a, b) = (low / step, high / step);
                enter = enter.max(a.min(b));
                leave = leave.min(a.max(b));
            }
        }
        (enter < leave).then_some((enter, leave))
    }
}
