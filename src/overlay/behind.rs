//! Outlines of complex bodies, drawn behind the shapes that collide: a line, and slanted lines inside it where
//! the shapes' hatching slants the other way. An outline need not be convex and may cross itself.

use collide2d::Body;
use glam::Vec2;

use super::layer::{LegendEntry, Swatch};
use super::pen::Pen;
use super::picture::Picture;
use crate::display::clip::{clip_line, clip_segment, edges};
use crate::display::{Item, Rect, Source, Stroke};
use crate::theme::Theme;

/// Distance between the slanted lines. Pixels.
const SPACING: f32 = 5.0;
/// Smaller outlines have a line alone. Pixels.
const PLAIN: f32 = 12.0;
/// Smaller outlines are not drawn. Pixels.
const SMALLEST: f32 = 2.5;
/// An outline that crosses the slanted lines more often has none.
const MOST_CROSSINGS: f32 = 20_000.0;
/// Lines farther outside of the canvas are cut. Pixels.
const REACH: f32 = 64.0;

fn stroke(theme: &Theme) -> Stroke {
    Stroke::solid(1.75, theme.outline)
}

fn hatch(theme: &Theme) -> Stroke {
    Stroke::solid(1.0, theme.outline.alpha(0.45))
}

/// The legend's row, where a body has an outline.
pub(super) fn entry(picture: &Picture) -> Option<LegendEntry> {
    let is_there = picture.scene.bodies.iter().any(|body| body.outline.is_some());
    is_there.then(|| LegendEntry::new("outline, never collided with", sample).brief("outline"))
}

fn sample(pen: &mut Pen, at: &Swatch) {
    let ends =
        [(at.left.x, -6.0), (at.right.x, -6.0), (at.center.x, 1.0), (at.right.x, 6.0), (at.left.x, 6.0)];
    let points: Vec<Vec2> = ends.iter().map(|(x, y)| Vec2::new(*x, at.center.y + y)).collect();
    draw_line(pen, Source::Frame, &points, at.theme, at.left);
}

/// Draws the outline's line from `left`, as wide as a sample.
pub(super) fn line_sample(pen: &mut Pen, source: Source, theme: &Theme, left: Vec2) {
    let lines = vec![[left, left + Vec2::new(22.0, 0.0)]];
    pen.list.push(source, Item::Segments { lines, stroke: stroke(theme) });
}

/// The bodies on the canvas that have an outline, each with its points on the screen.
pub(super) fn outlines<'a>(
    picture: &Picture<'a>,
    canvas: Rect,
) -> impl Iterator<Item = (u32, &'a Body, Vec<Vec2>)> + use<'a> {
    let (bodies, view) = (picture.scene.bodies.iter().zip(picture.world.bodies()), picture.view);
    (0..).zip(bodies).filter_map(move |(index, (of_scene, body))| {
        let outline = of_scene.outline.as_ref().filter(|_| !body.is_removed())?;
        let points: Vec<Vec2> =
            outline.iter().map(|point| view.screen_from_local(body.pose(), *point)).collect();
        Rect::of(&points).filter(|bounds| bounds.overlaps(&canvas))?;
        Some((index, body, points))
    })
}

pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    let phase = picture.view.screen_from_world(Vec2::ZERO);
    for (index, _, points) in outlines(picture, pen.canvas) {
        draw_line(pen, Source::Body(index), &points, picture.theme, phase);
    }
}

fn draw_line(pen: &mut Pen, source: Source, points: &[Vec2], theme: &Theme, phase: Vec2) {
    let Some(bounds) = Rect::of(points) else { return };
    let extent = bounds.size().max_element();
    if extent < SMALLEST {
        return;
    }
    let lines = if extent < PLAIN { Vec::new() } else { hatching(points, &pen.canvas, phase) };
    if !lines.is_empty() {
        pen.list.push(source, Item::Segments { lines, stroke: hatch(theme) });
    }
    let around = pen.canvas.grow(Vec2::splat(REACH));
    let path = |points: Vec<Vec2>, closed: bool| Item::Path {
        points,
        closed,
        fill: None,
        stroke: Some(stroke(theme)),
    };
    if around.holds(points) {
        pen.list.push(source, path(points.to_vec(), true));
    } else {
        for part in clip_line(points, true, &around) {
            pen.list.push(source, path(part.points, false));
        }
    }
}

/// Slanted lines inside a closed line, by the even-odd rule: sorted along a slanted line, the crossings with the
/// closed one are by turns the begin and the end of an inside part. `phase` is a screen point that moves with
/// the world.
fn hatching(points: &[Vec2], canvas: &Rect, phase: Vec2) -> Vec<[Vec2; 2]> {
    let (across, along) = (Vec2::new(0.6, -0.8), Vec2::new(0.8, 0.6));
    let number = |point: Vec2| (point - phase).dot(across) / SPACING;
    let of_canvas = canvas.corners().map(number);
    let low = of_canvas.into_iter().fold(f32::INFINITY, f32::min).ceil();
    let high = of_canvas.into_iter().fold(f32::NEG_INFINITY, f32::max).floor();
    let reached = |from: Vec2, to: Vec2| {
        let (from, to) = (number(from), number(to));
        // A corner on a line counts for one of its two edges.
        (from.min(to).ceil().max(low), (from.max(to).ceil() - 1.0).min(high))
    };
    let count = high - low + 1.0;
    let crossings: f32 = edges(points).map(|(p, q)| reached(p, q)).map(|(a, b)| (b - a + 1.0).max(0.0)).sum();
    if !(1.0..=MOST_CROSSINGS).contains(&count) || crossings > MOST_CROSSINGS {
        return Vec::new();
    }
    let mut rows: Vec<Vec<f32>> = vec![Vec::new(); count as usize];
    for (from, to) in edges(points) {
        let (first, last) = reached(from, to);
        let (start, end) = (number(from), number(to));
        let mut line = first;
        while line <= last {
            let at = from.lerp(to, (line - start) / (end - start)).dot(along);
            if let Some(row) = rows.get_mut((line - low) as usize) {
                row.push(at);
            }
            line += 1.0;
        }
    }
    let origin = phase.dot(across);
    let mut lines = Vec::new();
    for (i, row) in rows.iter_mut().enumerate() {
        row.sort_by(f32::total_cmp);
        let base = across * (origin + (low + i as f32) * SPACING);
        let inside = row.as_chunks::<2>().0.iter();
        let parts = inside.map(|[begin, end]| [base + along * *begin, base + along * *end]);
        lines.extend(parts.filter_map(|[from, to]| clip_segment(from, to, canvas)));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANVAS: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(300.0, 200.0) };

    /// Length of the lines times their distance: the area that they fill.
    fn filled(points: &[(f32, f32)]) -> f32 {
        let points: Vec<Vec2> = points.iter().copied().map(Vec2::from).collect();
        let lines = hatching(&points, &CANVAS, Vec2::new(17.0, 3.0));
        lines.iter().map(|[from, to]| from.distance(*to)).sum::<f32>() * SPACING
    }

    #[test]
    fn the_inside_of_any_outline_is_filled_and_nothing_else() {
        let check = |points: &[(f32, f32)], area: f32| {
            let found = filled(points);
            assert!((found - area).abs() < 0.05 * area + 60.0, "{found} for {area}");
        };
        check(&[(20.0, 20.0), (220.0, 20.0), (220.0, 120.0), (20.0, 120.0)], 20_000.0);
        // An L.
        let corner = [(0.0, 0.0), (200.0, 0.0), (200.0, 50.0), (50.0, 50.0), (50.0, 200.0), (0.0, 200.0)];
        check(&corner, 17_500.0);
        // Two triangles, tip to tip.
        check(&[(0.0, 0.0), (200.0, 100.0), (200.0, 0.0), (0.0, 100.0)], 10_000.0);
        // The canvas cuts it.
        check(&[(-1.0e6, -1.0e6), (1.0e6, -1.0e6), (1.0e6, 1.0e6), (-1.0e6, 1.0e6)], 60_000.0);
        check(&[(50.0, 50.0), (50.0, 50.0), (50.0, 50.0)], 0.0);
    }
}
