//! Grid lines and the axes of the world.

use glam::Vec2;

use super::pen::Pen;
use super::picture::Picture;
use crate::display::{Item, Source, Stroke};

/// Grid lines closer than this are thinned out. Pixels.
const CLOSEST: f32 = 14.0;

/// Lines at multiples of the grid step, or of 5, 10, 50 … steps where those would be too close.
pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    let Some(step) = picture.options.grid.filter(|step| step.is_finite() && *step > 0.0) else { return };
    let (view, theme) = (picture.view, picture.theme);
    let mut step = f64::from(step);
    for factor in [5.0, 2.0].into_iter().cycle().take(60) {
        if step * f64::from(view.scale) >= f64::from(CLOSEST) {
            break;
        }
        step *= factor;
    }
    let visible = view.visible();
    // In f64: far from the origin multiples of a small step are not representable.
    let multiples = |min: f32, max: f32| {
        let (first, last) = ((f64::from(min) / step).ceil(), (f64::from(max) / step).floor());
        let count = (last - first + 1.0).clamp(0.0, 4096.0) as u32;
        (0..count).map(move |i| ((first + f64::from(i)) * step) as f32).filter(|at| *at != 0.0)
    };
    let (min, max) = (pen.canvas.min, pen.canvas.max);
    let vertical = |x: f32| {
        let x = view.screen_from_world(Vec2::new(x, view.center.y)).x;
        [Vec2::new(x, min.y), Vec2::new(x, max.y)]
    };
    let horizontal = |y: f32| {
        let y = view.screen_from_world(Vec2::new(view.center.x, y)).y;
        [Vec2::new(min.x, y), Vec2::new(max.x, y)]
    };
    let mut lines: Vec<_> = multiples(visible.min.x, visible.max.x).map(vertical).collect();
    lines.extend(multiples(visible.min.y, visible.max.y).map(horizontal));
    pen.list.push(Source::Frame, Item::Segments { lines, stroke: Stroke::solid(1.0, theme.grid) });

    let shows = |min: f32, max: f32| min <= 0.0 && max >= 0.0;
    let mut lines = Vec::new();
    if shows(visible.min.x, visible.max.x) {
        lines.push(vertical(0.0));
    }
    if shows(visible.min.y, visible.max.y) {
        lines.push(horizontal(0.0));
    }
    pen.list.push(Source::Frame, Item::Segments { lines, stroke: Stroke::solid(1.0, theme.grid_axis) });
}
