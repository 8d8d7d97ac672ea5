//! Chevrons along the surface of a conveyor, in the direction in which it carries. They are inside of the outline, and
//! outside of it where the body is too thin for them.

use glam::Vec2;

use crate::picture::display::clip::{clip_segment, edges};
use crate::picture::display::{Color, Rect, Source, Stroke};
use crate::picture::overlay::layer::Swatch;
use crate::picture::overlay::outline::{Outline, rounded_points};
use crate::picture::overlay::pen::Pen;

/// From chevron to chevron. Pixels.
const SPACING: f32 = 28.0;
/// Half the length of a chevron along the surface, and half its width. Pixels.
const HALF: Vec2 = Vec2::new(2.5, 4.0);
/// From the outline to a chevron inside of it. Pixels.
const INSIDE: f32 = 9.0;
/// From the outline to a chevron outside of it. Pixels.
const OUTSIDE: f32 = 7.0;
/// From a wall, which has ticks, to a chevron beside it. Pixels.
const BESIDE_WALL: f32 = 13.0;
/// From the middle of a chevron to another side of the body, at least. Pixels.
const CLEAR: f32 = 6.0;
/// A thinner body has its chevrons outside. Pixels.
const THIN: f32 = 2.0 * (INSIDE + HALF.y);
/// A shorter surface has none. Pixels.
const SHORTEST: f32 = 4.0 * HALF.x;
/// Edges that turn by less are one surface. Radians.
const SMOOTH: f32 = 0.6;
/// Most chevrons of a body.
const MOST: usize = 1024;

/// Draws the chevrons of a body of this outline. `speed`: that of its surface, along the outward normal turned by -90°.
pub(super) fn draw(pen: &mut Pen, source: Source, outline: &Outline, speed: f32, color: Color) {
    let mut marks = Vec::new();
    add(&mut marks, outline, &pen.canvas.grow(Vec2::splat(2.0 * BESIDE_WALL)));
    marks.truncate(MOST);
    let lines = marks.into_iter().flat_map(|(at, carries)| chevron(at, carries * speed.signum()));
    pen.list.segments(source, lines, Stroke::solid(1.75, color));
}

/// Draws two chevrons over a line.
pub(super) fn sample(pen: &mut Pen, at: &Swatch) {
    let color = at.theme.body_static;
    let surface = [at.left, at.right].map(|end| end + Vec2::Y * 6.0);
    pen.list.segments(Source::Frame, [surface], Stroke::solid(1.5, color));
    let middles = [at.center - Vec2::X * 6.0, at.center + Vec2::X * 6.0];
    let lines = middles.into_iter().flat_map(|middle| chevron(middle - Vec2::Y, Vec2::X));
    pen.list.segments(Source::Frame, lines, Stroke::solid(1.75, color));
}

fn chevron(at: Vec2, along: Vec2) -> [[Vec2; 2]; 2] {
    let (tip, back, across) = (at + along * HALF.x, at - along * HALF.x, along.perp() * HALF.y);
    [[back + across, tip], [tip, back - across]]
}

/// Adds the places of the chevrons and the directions in which a positive speed carries there.
fn add(marks: &mut Vec<(Vec2, Vec2)>, outline: &Outline, canvas: &Rect) {
    match outline {
        Outline::Round { center, radius } => add_round(marks, *center, *radius, canvas),
        Outline::Rounded { core, radius } => add_closed(marks, rounded_points(core, *radius, None), canvas),
        Outline::Closed(points) => add_closed(marks, points.clone(), canvas),
        Outline::Line(ends) => add_chain(marks, ends, false, canvas),
        Outline::Chain { points, one_sided } => add_chain(marks, points, *one_sided, canvas),
        Outline::Several(parts) => parts.iter().for_each(|part| add(marks, part, canvas)),
    }
}

fn add_round(marks: &mut Vec<(Vec2, Vec2)>, center: Vec2, radius: f32, canvas: &Rect) {
    use std::f32::consts::{PI, TAU};
    if TAU * radius < 3.0 * SHORTEST {
        return;
    }
    let count = (TAU * radius / SPACING).floor().max(3.0);
    let to_canvas = canvas.center() - center;
    // Of a disc far larger than the canvas only the arc toward it.
    let (middle, spread) = if canvas.size().length() < radius {
        (to_canvas.to_angle(), canvas.size().length() / radius)
    } else {
        (0.0, PI)
    };
    let step = TAU / count;
    let first = ((middle - spread) / step).ceil();
    let number = (2.0 * spread / step).min(count).clamp(0.0, MOST as f32) as u32;
    let out = if 2.0 * radius < THIN { OUTSIDE } else { -INSIDE };
    marks.extend((0..number).filter_map(|i| {
        let outward = Vec2::from_angle((first + i as f32) * step);
        let at = center + outward * (radius + out);
        canvas.contains(at).then_some((at, outward.perp()))
    }));
}

fn add_closed(marks: &mut Vec<(Vec2, Vec2)>, mut points: Vec<Vec2>, canvas: &Rect) {
    let Some(first) = points.first().copied() else { return };
    // The surface carries clockwise, which is the direction of a positive area where y points down.
    if edges(&points).map(|(from, to)| (from - first).perp_dot(to - first)).sum::<f32>() < 0.0 {
        points.reverse();
    }
    points.dedup();
    let n = points.len().max(1);
    let corner = |i: &usize| turns(points[(i + n - 1) % n], points[*i], points[(i + 1) % n]);
    let start = (0..n).find(corner).unwrap_or(0);
    points.rotate_left(start);
    points.extend(points.first().copied());
    let place = |at: Vec2, along: Vec2| {
        let inward = along.perp();
        let width = points.iter().map(|point| (*point - at).dot(inward)).fold(0.0, f32::max);
        at + inward * if width < THIN { -OUTSIDE } else { INSIDE }
    };
    // In a pointed corner they would lie on the other side.
    let is_clear = |at: Vec2| {
        let inward = |side: &[Vec2]| (side[1] - side[0]).perp().normalize_or_zero();
        points.windows(2).all(|side| inward(side).dot(at - side[0]) > CLEAR)
    };
    for (on_outline, along) in spread(&points, canvas) {
        let at = place(on_outline, along);
        if (at - on_outline).dot(along.perp()) < 0.0 || is_clear(at) {
            marks.push((at, along));
        }
    }
}

/// Both sides of a chain, or that on which it holds.
fn add_chain(marks: &mut Vec<(Vec2, Vec2)>, points: &[Vec2], one_sided: bool, canvas: &Rect) {
    for (at, along) in spread(points, canvas) {
        // The y axis of the screen points down, so that perp is to the right.
        marks.push((at + along.perp() * BESIDE_WALL, -along));
        if !one_sided {
            marks.push((at - along.perp() * BESIDE_WALL, along));
        }
    }
}

/// Whether the line has a corner at `at`.
fn turns(before: Vec2, at: Vec2, after: Vec2) -> bool {
    (at - before).angle_to(after - at).abs() > SMOOTH
}

/// Places at equal distances along each smooth piece of a line, where the canvas shows them, and the line's direction
/// there.
fn spread(points: &[Vec2], canvas: &Rect) -> Vec<(Vec2, Vec2)> {
    let mut places = Vec::new();
    let mut start = 0;
    for end in 1..points.len() {
        let goes_on = points.get(end + 1).is_some_and(|next| !turns(points[end - 1], points[end], *next));
        if goes_on {
            continue;
        }
        let piece = &points[start..=end];
        start = end;
        let lengths = piece.iter().zip(&piece[1..]).map(|(from, to)| from.distance(*to));
        let length: f32 = lengths.sum();
        if length < SHORTEST {
            continue;
        }
        let step = length / (length / SPACING).floor().max(1.0);
        let mut travelled = 0.0;
        for (from, to) in piece.iter().zip(&piece[1..]) {
            let (before, along) = (travelled, (*to - *from).normalize_or_zero());
            travelled += from.distance(*to);
            let Some([shown, shown_to]) = clip_segment(*from, *to, canvas) else { continue };
            let number = |at: Vec2| (before + from.distance(at)) / step - 0.5;
            let first = number(shown).ceil().max(0.0);
            let count = (number(shown_to) - first + 1.0).clamp(0.0, MOST as f32) as u32;
            places.extend(
                (0..count).map(|i| (*from + along * ((first + i as f32 + 0.5) * step - before), along)),
            );
        }
    }
    places
}
