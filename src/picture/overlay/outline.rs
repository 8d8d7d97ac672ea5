//! A body's outline on the screen, clipped to the canvas where it is much larger, so that no backend gets a
//! line of a million pixels.

use collide2d::{Aabb, Part, Pose, Shape};
use glam::Vec2;

use crate::picture::display::clip::{clip_polygon, clip_segment, edges};
use crate::picture::display::{Color, DisplayList, Item, Provenance, Rect, Stroke};
use crate::picture::view::View;
use crate::platform::sorting;

/// A body's outline on the screen. Pixels.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// A circle.
    Round { center: Vec2, radius: f32 },
    /// Every point within a radius of a core.
    Rounded {
        /// The corners of a convex polygon in either winding, or the ends of a segment.
        core: Vec<Vec2>,
        radius: f32,
    },
    /// A convex polygon.
    Closed(Vec<Vec2>),
    /// A segment.
    Line([Vec2; 2]),
    /// Segments end to end. `one_sided`: it holds only what is on its right-hand side, going along.
    Chain { points: Vec<Vec2>, one_sided: bool },
    /// Of several shapes.
    Several(Vec<Self>),
}

/// Farthest that an outline reaches beyond the canvas. Pixels.
const REACH: f32 = 256.0;
/// Farthest that a side of a rounded shape, drawn as a polygon, is from its arc. Pixels.
const ARC_ERROR: f32 = 0.1;
/// Circles with a larger radius are drawn as the arc that the canvas shows. Pixels.
const LARGE_RADIUS: f32 = 8192.0;

impl Outline {
    /// The outline of a shape in this pose.
    pub fn of(shape: &Shape, pose: &Pose, view: &View) -> Self {
        let screen = |local: &Vec2| view.screen_from_local(pose, *local);
        match shape {
            Shape::Circle(circle) => Self::Round {
                center: view.screen_from_world(pose.position),
                radius: circle.radius() * view.scale,
            },
            Shape::Capsule(capsule) => Self::Rounded {
                core: vec![screen(&capsule.start()), screen(&capsule.end())],
                radius: capsule.radius() * view.scale,
            },
            Shape::Rectangle(_) | Shape::Polygon(_) => {
                let (core, radius) = (shape.corners().iter().map(screen).collect(), shape.radius());
                if radius > 0.0 {
                    Self::Rounded { core, radius: radius * view.scale }
                } else {
                    Self::Closed(core)
                }
            }
            Shape::Wall(wall) => Self::Line([screen(&wall.start()), screen(&wall.end())]),
            Shape::Chain(chain) => {
                let again = chain.points().iter().take(usize::from(chain.is_closed()));
                let points = chain.points().iter().chain(again).map(screen).collect();
                Self::Chain { points, one_sided: chain.is_one_sided() }
            }
            Shape::Compound(compound) => {
                // A level may have thousands of parts, few of which are seen.
                let (seen, margin) = (view.visible(), Vec2::splat(2.0 * REACH / view.scale));
                let seen = Aabb { min: seen.min - margin, max: seen.max + margin };
                let part = |part: &Part| {
                    let pose = part.pose.within(pose);
                    part.shape.aabb(&pose).overlaps(&seen).then(|| Self::of(&part.shape, &pose, view))
                };
                Self::Several(compound.parts().iter().filter_map(part).collect())
            }
        }
    }

    /// The outline offset outward by `margin`; sharp corners are cut at three times that.
    pub fn grown(&self, margin: f32, stroke: Stroke) -> Vec<Item> {
        let points = match self {
            Self::Round { center, radius } => {
                let (center, radius) = (*center, radius + margin);
                return vec![Item::Circle { center, radius, fill: None, stroke: Some(stroke) }];
            }
            Self::Chain { points, .. } => {
                let lines = points.iter().zip(points.iter().skip(1)).map(|(from, to)| [*from, *to]).collect();
                let width = stroke.width + 2.0 * margin;
                let stroke = Stroke { width, color: stroke.color.alpha(0.35), ..stroke };
                return vec![Item::Segments { lines, stroke }];
            }
            Self::Several(parts) => {
                return parts.iter().flat_map(|part| part.grown(margin, stroke)).collect();
            }
            Self::Rounded { core, radius } => rounded_points(core, radius + margin, None),
            Self::Closed(points) => grown(points, margin),
            Self::Line([start, end]) => {
                let along = (*end - *start).normalize_or(Vec2::X) * margin;
                let across = along.perp();
                vec![
                    *start - along + across,
                    *start - along - across,
                    *end + along - across,
                    *end + along + across,
                ]
            }
        };
        vec![Item::Path { points, closed: true, fill: None, stroke: Some(stroke) }]
    }

    /// Adds the outline to the list, clipped to `canvas` where it is far larger.
    pub fn draw(
        self,
        list: &mut DisplayList,
        source: impl Into<Provenance>,
        canvas: &Rect,
        fill: Option<Color>,
        stroke: Option<Stroke>,
    ) {
        let source = source.into();
        let canvas = canvas.grow(Vec2::splat(REACH));
        match self {
            Self::Round { center, radius } if radius <= LARGE_RADIUS => {
                list.push(source, Item::Circle { center, radius, fill, stroke });
            }
            Self::Round { center, radius } => {
                let points = large_circle(center, radius, &canvas);
                draw_closed(list, source, &canvas, points, fill, stroke);
            }
            Self::Rounded { core, radius } => {
                let points = rounded_points(&core, radius, Some(&canvas));
                draw_closed(list, source, &canvas, points, fill, stroke);
            }
            Self::Closed(points) => draw_closed(list, source, &canvas, points, fill, stroke),
            Self::Line([from, to]) => {
                if let (Some(stroke), Some(line)) = (stroke, clip_segment(from, to, &canvas)) {
                    list.push(source, Item::Segments { lines: vec![line], stroke });
                }
            }
            Self::Chain { .. } => {
                let lines = self.edges(&canvas);
                if let Some(stroke) = stroke.filter(|_| !lines.is_empty()) {
                    list.push(source, Item::Segments { lines, stroke });
                }
            }
            Self::Several(parts) => {
                let inner = canvas.grow(Vec2::splat(-REACH));
                parts.into_iter().for_each(|part| part.draw(list, source, &inner, fill, stroke));
            }
        }
    }

    /// The segments of the line around it that are on `canvas`.
    pub fn edges(&self, canvas: &Rect) -> Vec<[Vec2; 2]> {
        let within = |points: &[Vec2]| -> Vec<[Vec2; 2]> {
            edges(points).filter_map(|(from, to)| clip_segment(from, to, canvas)).collect()
        };
        match self {
            Self::Round { center, radius } if *radius <= LARGE_RADIUS => {
                within(&circle_points(*center, *radius, 128))
            }
            Self::Round { center, radius } => within(&large_circle(*center, *radius, canvas)),
            Self::Rounded { core, radius } => within(&rounded_points(core, *radius, Some(canvas))),
            Self::Closed(points) => within(points),
            Self::Line([from, to]) => clip_segment(*from, *to, canvas).into_iter().collect(),
            Self::Chain { points, .. } => {
                let segments = points.iter().zip(points.iter().skip(1));
                segments.filter_map(|(from, to)| clip_segment(*from, *to, canvas)).collect()
            }
            Self::Several(parts) => parts.iter().flat_map(|part| part.edges(canvas)).collect(),
        }
    }

    /// The corners of the area, clipped to `canvas`; none for segments and for several shapes.
    pub fn area(&self, canvas: &Rect) -> Vec<Vec2> {
        match self {
            Self::Round { center, radius } => clip_polygon(&circle_points(*center, *radius, 48), canvas),
            Self::Rounded { core, radius } => {
                clip_polygon(&rounded_points(core, *radius, Some(canvas)), canvas)
            }
            Self::Closed(points) => clip_polygon(points, canvas),
            Self::Line(_) | Self::Chain { .. } | Self::Several(_) => Vec::new(),
        }
    }
}

fn draw_closed(
    list: &mut DisplayList,
    source: Provenance,
    canvas: &Rect,
    points: Vec<Vec2>,
    fill: Option<Color>,
    stroke: Option<Stroke>,
) {
    if canvas.holds(&points) {
        list.push(source, Item::Path { points, closed: true, fill, stroke });
        return;
    }
    if let Some(stroke) = stroke {
        let lines: Vec<_> = edges(&points).filter_map(|(from, to)| clip_segment(from, to, canvas)).collect();
        list.push(source, Item::Segments { lines, stroke });
    }
    if fill.is_some() {
        let points = clip_polygon(&points, canvas);
        if points.len() > 2 {
            list.push(source, Item::Path { points, closed: true, fill, stroke: None });
        }
    }
}

/// A convex polygon with every side offset outward by `margin`; sharp corners are cut at three times that.
fn grown(corners: &[Vec2], margin: f32) -> Vec<Vec2> {
    let count = corners.len();
    let at = |i: usize| corners.get(i % count).copied().unwrap_or_default();
    let winding: f32 = (0..count).map(|i| at(i).perp_dot(at(i + 1))).sum::<f32>().signum();
    let outward = |i: usize| (at(i) - at(i + 1)).perp().normalize_or_zero() * winding;
    (0..count)
        .map(|i| {
            let (before, after) = (outward(i + count - 1), outward(i));
            let miter = (before + after).normalize_or(after);
            at(i) + miter * (margin / miter.dot(after).max(1.0 / 3.0))
        })
        .collect()
}

fn circle_points(center: Vec2, radius: f32, count: u32) -> Vec<Vec2> {
    (0..count)
        .map(|i| center + Vec2::from_angle(std::f32::consts::TAU * i as f32 / count as f32) * radius)
        .collect()
}

/// The outline of a rounded shape as a polygon; no side is farther than [`ARC_ERROR`] from its arc. Where that
/// would take too many sides, the arcs are that fine only where `canvas` shows them.
pub(super) fn rounded_points(core: &[Vec2], radius: f32, canvas: Option<&Rect>) -> Vec<Vec2> {
    use std::f32::consts::{FRAC_PI_2, PI};
    /// Sides of a half circle.
    const MOST: f32 = 256.0;
    // A chord over an angle is off by radius * (1 - cos(angle / 2)), nearly radius * angle² / 8.
    let wanted = PI / (8.0 * ARC_ERROR / radius.max(ARC_ERROR)).sqrt();
    let most = wanted.ceil().clamp(4.0, MOST);
    let n = core.len();
    // With the arcs, which turn from x to y.
    let winding: f32 = (0..n).map(|i| core[i].perp_dot(core[(i + 1) % n])).sum();
    let corner = |i: usize| core[if winding < 0.0 { n - 1 - i % n } else { i % n }];
    let way = |i: usize| (corner(i + 1) - corner(i)).normalize_or(Vec2::X);
    let arc = |i: usize| {
        let (center, into, out) = (corner(i), way(i + n - 1), way(i));
        let (outward, half) = if n == 2 {
            (into, FRAC_PI_2)
        } else {
            ((into - out).normalize_or(into), 0.5 * into.angle_to(out).max(0.0))
        };
        let count = (most * (half / FRAC_PI_2)).ceil().max(1.0) as i32;
        let at = |i: i32| 2.0 * half * i as f32 / count as f32 - half;
        let mut angles: Vec<f32> = (0..=count).map(at).collect();
        if let Some(canvas) = canvas.filter(|_| wanted > MOST) {
            let middle = outward.angle_to(canvas.center() - center);
            let spread = canvas.size().length() / radius;
            let fine = (-64..=64).map(|i| middle + spread * i as f32 / 64.0);
            angles.extend(fine.filter(|angle| angle.abs() < half));
            sorting::sort_by(&mut angles, f32::total_cmp);
        }
        angles.into_iter().map(move |angle| center + outward.rotate(Vec2::from_angle(angle)) * radius)
    };
    // A segment's end comes first.
    (1..=n).flat_map(arc).collect()
}

/// The part of a large disc toward the canvas: the visible arc, closed through the centre.
fn large_circle(center: Vec2, radius: f32, canvas: &Rect) -> Vec<Vec2> {
    let middle = canvas.center() - center;
    let half = canvas.size().length() * 0.5;
    if middle.length() <= half * 2.0 {
        // The centre is near and the rim far away: the canvas lies in the disc.
        return circle_points(center, radius, 64);
    }
    let spread = (half / middle.length()).asin().max(half / radius);
    let toward = middle.normalize();
    const STEPS: i32 = 64;
    let mut points: Vec<_> = (-STEPS..=STEPS)
        .map(|i| center + toward.rotate(Vec2::from_angle(spread * i as f32 / STEPS as f32)) * radius)
        .collect();
    points.push(center);
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::display::Source;

    const CANVAS: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(100.0, 50.0) };

    #[test]
    fn the_rim_of_a_disc_of_a_million_pixels_is_where_it_should_be() {
        let (center, radius) = (Vec2::new(50.0, 1.0e6 + 30.0), 1.0e6);
        let mut list = DisplayList::default();
        let fill = Some(Color::rgb(0, 0, 0));
        Outline::Round { center, radius }.draw(&mut list, Source::Frame, &CANVAS, fill, None);
        let [(_, Item::Path { points, .. })] = &list.items[..] else { panic!("{list:?}") };
        assert!(points.iter().all(|p| p.abs().max_element() < 1000.0), "{points:?}");
        let top = points.iter().map(|p| p.y).fold(f32::INFINITY, f32::min);
        assert!((top - 30.0).abs() < 0.5, "{top}");
    }

    #[test]
    fn a_polygon_grows_on_every_side_whatever_its_winding() {
        let square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0)].map(Vec2::from);
        let expected = [(-2.0, -2.0), (12.0, -2.0), (12.0, 12.0), (-2.0, 12.0)].map(Vec2::from);
        let turned: Vec<Vec2> = square.iter().rev().copied().collect();
        for (corners, expected) in [
            (square.to_vec(), expected.to_vec()),
            (turned, expected.iter().rev().copied().collect::<Vec<_>>()),
        ] {
            for (found, expected) in grown(&corners, 2.0).into_iter().zip(expected) {
                assert!(found.distance(expected) < 1.0e-4, "{found} for {expected}");
            }
        }
    }

    /// On every side of the core, whatever its winding, at the radius from it.
    #[test]
    fn a_rounded_outline_goes_around_its_core() {
        let square = [(40.0, 10.0), (60.0, 10.0), (60.0, 40.0), (40.0, 40.0)].map(Vec2::from);
        let turned: Vec<Vec2> = square.iter().rev().copied().collect();
        for core in [square.to_vec(), turned] {
            let points = rounded_points(&core, 5.0, Some(&CANVAS));
            for point in &points {
                let nearest = point.clamp(square[0], square[2]);
                assert!((point.distance(nearest) - 5.0).abs() < 1.0e-4, "{point}");
            }
            let area: f32 = edges(&points).map(|(p, q)| 0.5 * p.perp_dot(q)).sum();
            let round = 600.0 + 5.0 * 100.0 + std::f32::consts::PI * 25.0;
            assert!(area < round && area > round - 0.1 * 31.5, "{area} of {round}");
        }
    }

    #[test]
    fn a_capsules_outline_is_nowhere_a_pixel_off_where_it_is_seen() {
        let off = |point: Vec2, [start, end]: [Vec2; 2], radius: f32| {
            let (along, from) = (end - start, point - start);
            let share = (from.dot(along) / along.length_squared()).clamp(0.0, 1.0);
            (from - along * share).length() - radius
        };
        for radius in [0.5, 3.0, 40.0, 900.0, 6000.0, 1.0e5] {
            // Its lower side crosses the canvas, at the left with the end of the segment.
            let ends = [Vec2::new(40.0, 25.0 - radius), Vec2::new(300.0, -60.0 - radius)];
            let points = rounded_points(&ends, radius, Some(&CANVAS));
            let mut turns =
                edges(&points).zip(edges(&points).skip(1)).map(|((p, q), (_, r))| (q - p).perp_dot(r - q));
            // Points of larger ones lie so close together that rounding bends the outline.
            assert!(radius > 5000.0 || turns.all(|turn| turn >= -1.0e-3), "convex at {radius}");
            for (from, to) in edges(&points).filter(|(from, to)| clip_segment(*from, *to, &CANVAS).is_some())
            {
                for i in 0..=16 {
                    let found = off(from.lerp(to, i as f32 / 16.0), ends, radius);
                    let rounding = 4.0e-7 * radius + 2.0e-5;
                    assert!(found <= rounding && found >= -0.11 - rounding, "{found} at {radius}");
                }
            }
        }
    }
}
