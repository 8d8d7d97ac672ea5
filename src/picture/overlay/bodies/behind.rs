//! Outlines of complex bodies, drawn behind the shapes that collide: a line, and slanted lines inside it where
//! the shapes' hatching slants the other way. An outline need not be convex and may cross itself.

use std::rc::Rc;

use collide2d::Body;
use glam::{DVec2, Vec2};

use crate::picture::display::clip::{clip_line, clip_segment, edges};
use crate::picture::display::{Item, Rect, Source, Stroke};
use crate::picture::overlay::bodies::beyond::beyond;
use crate::picture::overlay::layer::{LegendEntry, Sample, Swatch};
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;
use crate::platform::sorting;

/// Distance between the slanted lines. Pixels.
const SPACING: f64 = 5.0;
/// Smaller outlines have a line alone. Pixels.
const PLAIN: f32 = 12.0;
/// Smaller outlines are not drawn. Pixels.
const SMALLEST: f32 = 2.5;
/// Most slanted lines on a canvas.
const MOST_LINES: f64 = 20_000.0;
/// An outline that crosses the slanted lines more often has none.
const MOST_CROSSINGS: usize = 20_000;
/// Lines farther outside of the canvas are cut. Pixels.
const REACH: f32 = 64.0;

fn stroke(theme: &Theme) -> Stroke {
    Stroke::solid(1.75, theme.outline)
}

fn hatch(theme: &Theme) -> Stroke {
    Stroke::solid(1.0, theme.outline.alpha(0.45))
}

/// The legend's row of outlines, where a body has one, and that of what reaches beyond its shape, where something does.
pub(in crate::picture::overlay) fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let bodies = picture.scene.bodies.iter().zip(picture.world.bodies());
    let outlined = bodies.filter_map(|(of_scene, body)| Some((of_scene.outline.as_ref()?, body)));
    let outlined: Vec<_> = outlined.collect();
    let is_beyond = outlined.iter().any(|(outline, body)| !beyond(body.shape(), outline).is_empty());
    let row = LegendEntry::new("outline, never collided with", sample).brief("outline");
    let name = "outline beyond its shape: what touches it there is no contact";
    let sample: Sample = |pen, at| at.line(pen, stroke_beyond(at.theme));
    let row_beyond = LegendEntry::new(name, sample).brief("outline beyond its shape");
    let rows = [(!outlined.is_empty(), row), (is_beyond, row_beyond)];
    rows.into_iter().filter_map(|(is_there, row)| is_there.then_some(row)).collect()
}

fn sample(pen: &mut Pen, at: &Swatch) {
    let ends =
        [(at.left.x, -6.0), (at.right.x, -6.0), (at.center.x, 1.0), (at.right.x, 6.0), (at.left.x, 6.0)];
    let points: Vec<Vec2> = ends.iter().map(|(x, y)| Vec2::new(*x, at.center.y + y)).collect();
    draw_line(pen, Source::Frame, &points, at.theme, at.left);
}

/// Draws the outline's line from `left`, as wide as a sample.
pub(in crate::picture::overlay) fn line_sample(pen: &mut Pen, source: Source, theme: &Theme, left: Vec2) {
    pen.list.segments(source, [[left, left + Vec2::new(22.0, 0.0)]], stroke(theme));
}

/// The bodies on the canvas that have an outline, each with its points on the screen.
pub(in crate::picture::overlay) fn outlines<'a>(
    picture: &Picture<'a>,
    pen: &Pen,
) -> impl Iterator<Item = (u32, &'a Body, Vec<Vec2>)> + use<'a> {
    let (scene, world, view) = (picture.scene, picture.world, picture.view);
    let (outlined, canvas) = (Rc::clone(&pen.outlined), pen.canvas);
    (0..outlined.len()).filter_map(move |i| {
        let index = outlined[i];
        let (of_scene, body) = (scene.bodies.get(index as usize)?, world.bodies().get(index as usize)?);
        let points = of_scene.outline.iter().flatten();
        let points: Vec<Vec2> = points.map(|point| view.screen_from_local(body.pose(), *point)).collect();
        Rect::of(&points).filter(|bounds| bounds.overlaps(&canvas))?;
        Some((index, body, points))
    })
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let phase = picture.view.screen_from_world(Vec2::ZERO);
    for (index, _, points) in outlines(picture, pen) {
        draw_line(pen, Source::Body(index), &points, picture.theme, phase);
    }
}

fn stroke_beyond(theme: &Theme) -> Stroke {
    Stroke::solid(3.0, theme.wrong)
}

/// Marks what of an outline reaches beyond its shape, over the shapes.
pub(in crate::picture::overlay) fn draw_beyond(picture: &Picture, pen: &mut Pen) {
    let around = pen.canvas.grow(Vec2::splat(REACH));
    for (index, body, points) in outlines(picture, pen) {
        let outline = picture.scene.bodies.get(index as usize).and_then(|body| body.outline.as_deref());
        let is_small = Rect::of(&points).is_none_or(|bounds| bounds.size().max_element() < PLAIN);
        let Some(outline) = outline.filter(|_| !is_small) else { continue };
        let screen = |local: DVec2| picture.view.screen_from_local(body.pose(), local.as_vec2());
        let parts = beyond(body.shape(), outline).into_iter();
        let lines = parts.filter_map(|[from, to]| clip_segment(screen(from), screen(to), &around));
        pen.list.segments(Source::Body(index), lines, stroke_beyond(picture.theme));
    }
}

fn draw_line(pen: &mut Pen, source: Source, points: &[Vec2], theme: &Theme, phase: Vec2) {
    let Some(bounds) = Rect::of(points) else { return };
    let extent = bounds.size().max_element();
    if extent < SMALLEST {
        return;
    }
    let lines = if extent < PLAIN { Vec::new() } else { hatching(points, &pen.canvas, phase) };
    pen.list.segments(source, lines, hatch(theme));
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
/// the world. Lines are counted from the first one on the canvas, by integers: far from the origin a float stands
/// still when 1 is added.
fn hatching(points: &[Vec2], canvas: &Rect, phase: Vec2) -> Vec<[Vec2; 2]> {
    let (across, along) = (DVec2::new(0.6, -0.8), DVec2::new(0.8, 0.6));
    let extent = |direction: DVec2| {
        let offsets = canvas.corners().map(|corner| corner.as_dvec2().dot(direction));
        (
            offsets.into_iter().fold(f64::INFINITY, f64::min),
            offsets.into_iter().fold(f64::NEG_INFINITY, f64::max),
        )
    };
    let (low, high) = extent(across);
    let first = low + (phase.as_dvec2().dot(across) - low).rem_euclid(SPACING);
    let count = ((high - first) / SPACING + 1.0).clamp(0.0, MOST_LINES) as usize;
    // The lines that an edge crosses. A corner on a line counts for one of its two edges.
    let crossed = |from: DVec2, to: DVec2| {
        let [from, to] = [from, to].map(|p| ((p.dot(across) - first) / SPACING).ceil().max(0.0) as usize);
        from.min(to).min(count)..from.max(to).min(count)
    };
    let edges = || edges(points).map(|(from, to)| (from.as_dvec2(), to.as_dvec2()));
    let crossings: usize = edges().map(|(from, to)| crossed(from, to).len()).sum();
    if crossings > MOST_CROSSINGS {
        return Vec::new();
    }
    let mut rows: Vec<Vec<f64>> = vec![Vec::new(); count];
    for (from, to) in edges() {
        let (start, end) = (from.dot(across), to.dot(across));
        for line in crossed(from, to) {
            let offset = first + line as f64 * SPACING;
            rows[line].push(from.lerp(to, (offset - start) / (end - start)).dot(along));
        }
    }
    let (left, right) = extent(along);
    let mut lines = Vec::new();
    for (line, row) in rows.iter_mut().enumerate() {
        sorting::sort_by(row, f64::total_cmp);
        let base = across * (first + line as f64 * SPACING);
        let point = |at: f64| (base + along * at.clamp(left, right)).as_vec2();
        let inside = row.as_chunks::<2>().0.iter().map(|[begin, end]| [point(*begin), point(*end)]);
        lines.extend(inside.filter_map(|[from, to]| clip_segment(from, to, canvas)));
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
        lines.iter().map(|[from, to]| from.distance(*to)).sum::<f32>() * SPACING as f32
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

    /// An f32 that is 2^24 or more stays the same when 1 is added: counting lines with it had no end.
    #[test]
    fn far_from_the_origin_as_much_is_filled() {
        let square = [(20.0, 20.0), (220.0, 20.0), (220.0, 120.0), (20.0, 120.0)].map(Vec2::from);
        for far in [1.0e4, 1.2e8, -8.0e8, 1.0e13, 1.0e30] {
            let lines = hatching(&square, &CANVAS, Vec2::new(far, -0.3 * far));
            let area = lines.iter().map(|[from, to]| from.distance(*to)).sum::<f32>() * SPACING as f32;
            assert!((area - 20_000.0).abs() < 0.05 * 20_000.0, "{area} with the origin at {far}");
        }
        let around = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|p| Vec2::from(p) * 1.0e13);
        let lines = hatching(&around, &CANVAS, Vec2::splat(1.0e13));
        assert!((50..200).contains(&lines.len()), "{} lines", lines.len());
        assert!(
            lines.iter().flatten().all(|p| CANVAS.grow(Vec2::ONE).holds(&[*p])),
            "they end at the canvas"
        );
    }
}
