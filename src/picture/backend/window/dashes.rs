//! Lines cut into dashes.

use glam::Vec2;

use crate::picture::display::clip::ClippedLine;

/// Calls `draw` with the points of each stroke of the pattern.
pub fn dashes(run: &ClippedLine, pattern: &[f32], mut draw: impl FnMut(&[Vec2])) {
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
