//! Clips segments, polylines and convex polygons to a rectangle of pixels.

use glam::Vec2;

use super::rect::Rect;
use super::{Color, Item, Stroke};

/// A part of a polyline inside the rectangle.
#[derive(Clone, Debug, PartialEq)]
pub struct ClippedLine {
    pub points: Vec<Vec2>,
    /// Pixels from the start of the line.
    pub start: f32,
}

/// The part of the segment in `rect`.
pub fn clip_segment(from: Vec2, to: Vec2, rect: &Rect) -> Option<[Vec2; 2]> {
    let (enter, leave) = clip_range(from, to, rect)?;
    let along = to - from;
    Some([from + along * enter, from + along * leave])
}

/// The parts of a polyline in `rect`.
pub fn clip_line(points: &[Vec2], closed: bool, rect: &Rect) -> Vec<ClippedLine> {
    let mut runs: Vec<ClippedLine> = Vec::new();
    let mut travelled = 0.0;
    let mut joined = false;
    let closing = points.last().copied().zip(points.first().copied()).filter(|_| closed);
    for (from, to) in points.windows(2).map(|pair| (pair[0], pair[1])).chain(closing) {
        let length = from.distance(to);
        if let Some((enter, leave)) = clip_range(from, to, rect) {
            let end = from + (to - from) * leave;
            match runs.last_mut() {
                Some(run) if joined && enter == 0.0 => run.points.push(end),
                _ => runs.push(ClippedLine {
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

/// The part of the convex polygon in `rect`; Sutherland–Hodgman clipping.
pub fn clip_polygon(points: &[Vec2], rect: &Rect) -> Vec<Vec2> {
    let sides = [
        (Vec2::NEG_X, -rect.min.x),
        (Vec2::X, rect.max.x),
        (Vec2::NEG_Y, -rect.min.y),
        (Vec2::Y, rect.max.y),
    ];
    let mut points = points.to_vec();
    for (outward, limit) in sides {
        points = cut(&points, outward, limit);
    }
    points
}

/// The part of the polygon at `p · outward <= limit`.
pub fn cut(points: &[Vec2], outward: Vec2, limit: f32) -> Vec<Vec2> {
    let mut kept = Vec::with_capacity(points.len() + 1);
    for (from, to) in edges(points) {
        let (beyond, next) = (from.dot(outward) - limit, to.dot(outward) - limit);
        if beyond <= 0.0 {
            kept.push(from);
        }
        if (beyond <= 0.0) != (next <= 0.0) {
            kept.push(from.lerp(to, beyond / (beyond - next)));
        }
    }
    kept
}

/// The chord of the convex polygon on the line of points `p` with `p · across = offset`.
pub fn chord(points: &[Vec2], across: Vec2, offset: f32) -> Option<[Vec2; 2]> {
    let mut crossings = edges(points).filter_map(|(from, to)| {
        let (d, e) = (from.dot(across) - offset, to.dot(across) - offset);
        ((d <= 0.0) != (e <= 0.0)).then(|| from.lerp(to, d / (d - e)))
    });
    Some([crossings.next()?, crossings.next()?])
}

/// Each corner with the next.
pub fn edges(points: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    points.iter().copied().zip(points.iter().copied().cycle().skip(1))
}

/// The parameters, 0 to 1, at which the segment enters and leaves `rect`; Liang–Barsky clipping.
fn clip_range(from: Vec2, to: Vec2, rect: &Rect) -> Option<(f32, f32)> {
    let along = to - from;
    let (mut enter, mut leave) = (0.0_f32, 1.0_f32);
    for (step, start, min, max) in
        [(along.x, from.x, rect.min.x, rect.max.x), (along.y, from.y, rect.min.y, rect.max.y)]
    {
        if step == 0.0 {
            if start < min || start > max {
                return None;
            }
        } else {
            let (one, other) = ((min - start) / step, (max - start) / step);
            enter = enter.max(one.min(other));
            leave = leave.min(one.max(other));
        }
    }
    (enter < leave).then_some((enter, leave))
}

/// What of a picture is in a circle: lines and areas are cut at it, arrows and texts kept where they lie in it.
pub fn clip_to_circle(items: impl IntoIterator<Item = Item>, center: Vec2, radius: f32) -> Vec<Item> {
    let mut kept = Vec::new();
    for item in items {
        let mut push = |item| kept.push(item);
        match item {
            Item::Path { points, closed, fill, stroke } => {
                path_in_circle(&points, closed, fill, stroke, center, radius).into_iter().for_each(push);
            }
            Item::Circle { center: middle, radius: own, .. } if middle.distance(center) + own <= radius => {
                push(item);
            }
            Item::Circle { center: middle, radius: own, fill, stroke } => {
                const SIDES: u16 = 512;
                let turn = std::f32::consts::TAU / f32::from(SIDES);
                let corner = |i: u16| middle + Vec2::from_angle(turn * f32::from(i)) * own;
                let points: Vec<Vec2> = (0..SIDES).map(corner).collect();
                path_in_circle(&points, true, fill, stroke, center, radius).into_iter().for_each(push);
            }
            Item::Segments { lines, stroke } => {
                let lines: Vec<_> =
                    lines.into_iter().filter_map(|[p, q]| segment_in_circle(p, q, center, radius)).collect();
                if !lines.is_empty() {
                    push(Item::Segments { lines, stroke });
                }
            }
            Item::Arrow { from, to, .. } if from.distance(center).max(to.distance(center)) <= radius => {
                push(item);
            }
            Item::Arrow { from, to, stroke, .. } => {
                if let Some(line) = segment_in_circle(from, to, center, radius) {
                    push(Item::Segments { lines: vec![line], stroke });
                }
            }
            Item::Text { position, .. } => {
                if position.distance(center) <= radius {
                    push(item);
                }
            }
        }
    }
    kept
}

fn path_in_circle(
    points: &[Vec2],
    closed: bool,
    fill: Option<Color>,
    stroke: Option<Stroke>,
    center: Vec2,
    radius: f32,
) -> Vec<Item> {
    let mut items = Vec::new();
    if fill.is_some() && closed {
        let points = polygon_in_circle(points, center, radius);
        if points.len() > 2 {
            items.push(Item::Path { points, closed: true, fill, stroke: None });
        }
    }
    if let Some(stroke) = stroke {
        let open = if closed { points.len() } else { points.len().saturating_sub(1) };
        let lines: Vec<_> =
            edges(points).take(open).filter_map(|(p, q)| segment_in_circle(p, q, center, radius)).collect();
        if !lines.is_empty() {
            items.push(Item::Segments { lines, stroke });
        }
    }
    items
}

/// The part of the convex polygon in the circle, which has sides of some pixels.
fn polygon_in_circle(points: &[Vec2], center: Vec2, radius: f32) -> Vec<Vec2> {
    const SIDES: u16 = 72;
    let mut points = points.to_vec();
    for i in 0..SIDES {
        let outward = Vec2::from_angle(std::f32::consts::TAU * f32::from(i) / f32::from(SIDES));
        let limit = center.dot(outward) + radius * (std::f32::consts::PI / f32::from(SIDES)).cos();
        points = cut(&points, outward, limit);
    }
    points
}

fn segment_in_circle(from: Vec2, to: Vec2, center: Vec2, radius: f32) -> Option<[Vec2; 2]> {
    let along = (to - from).try_normalize()?;
    let middle = (center - from).dot(along);
    let half = (radius * radius - (from + along * middle).distance_squared(center)).sqrt();
    // NaN where the line misses the circle.
    let (enter, leave) = ((middle - half).max(0.0), (middle + half).min(from.distance(to)));
    (half > 0.0 && enter < leave).then(|| [from + along * enter, from + along * leave])
}

#[cfg(test)]
mod tests {
    use super::*;

    const CANVAS: Rect = Rect { min: Vec2::ZERO, max: Vec2::new(100.0, 50.0) };

    #[test]
    fn segments_and_polygons_end_at_the_canvas() {
        let line = clip_segment(Vec2::new(-1e6, 25.0), Vec2::new(1e6, 25.0), &CANVAS);
        assert_eq!(line, Some([Vec2::new(0.0, 25.0), Vec2::new(100.0, 25.0)]));
        assert_eq!(clip_segment(Vec2::new(-5.0, 60.0), Vec2::new(500.0, 60.0), &CANVAS), None);
        let diamond =
            [Vec2::new(50.0, -1e4), Vec2::new(1e4, 25.0), Vec2::new(50.0, 1e4), Vec2::new(-1e4, 25.0)];
        let mut cut = clip_polygon(&diamond, &CANVAS);
        cut.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
        let corners = [Vec2::ZERO, Vec2::new(0.0, 50.0), Vec2::new(100.0, 0.0), Vec2::new(100.0, 50.0)];
        assert_eq!(cut.len(), 4);
        assert!(cut.iter().zip(corners).all(|(p, q)| p.distance(q) < 0.01), "{cut:?}");
    }

    #[test]
    fn in_a_circle_lines_and_areas_end_at_its_rim() {
        let (center, radius) = (Vec2::new(50.0, 50.0), 20.0);
        let stroke = Stroke::solid(1.0, Color::rgb(0, 0, 0));
        let half_plane = [(50.0, -500.0), (900.0, -500.0), (900.0, 900.0), (50.0, 900.0)].map(Vec2::from);
        let path = Item::Path {
            points: half_plane.to_vec(),
            closed: true,
            fill: Some(stroke.color),
            stroke: Some(stroke),
        };
        let found = clip_to_circle([path], center, radius);
        let [Item::Path { points, .. }, Item::Segments { lines, .. }] = &found[..] else {
            panic!("{found:?}");
        };
        assert!(points.iter().all(|p| p.distance(center) < 20.01 && p.x > 49.99), "{points:?}");
        let reach = points.iter().map(|p| p.x).fold(0.0, f32::max);
        assert!((reach - 70.0).abs() < 0.1, "{reach}");
        assert!(lines.len() == 1 && (lines[0][0].distance(lines[0][1]) - 40.0).abs() < 1.0e-3, "{lines:?}");
    }

    #[test]
    fn a_line_that_leaves_and_comes_back_is_two_runs_that_know_where_they_start() {
        let line =
            [Vec2::new(50.0, 10.0), Vec2::new(150.0, 10.0), Vec2::new(150.0, 40.0), Vec2::new(50.0, 40.0)];
        let runs = clip_line(&line, false, &CANVAS);
        let found: Vec<_> = runs.iter().map(|run| (run.points.clone(), run.start)).collect();
        let (out, back) = ([line[0], Vec2::new(100.0, 10.0)], [Vec2::new(100.0, 40.0), line[3]]);
        assert_eq!(found, [(out.to_vec(), 0.0), (back.to_vec(), 180.0)]);
        // In the closed line, the side between the ends belongs to the second part.
        let closed = clip_line(&line, true, &CANVAS);
        assert_eq!(closed.iter().map(|run| run.points.len()).collect::<Vec<_>>(), [2, 3]);
    }
}
