//! Clips segments, polylines and convex polygons to a rectangle of pixels.

use glam::Vec2;

use super::rect::Rect;

/// A part of a polyline inside the rectangle.
#[derive(Clone, Debug, PartialEq)]
pub struct ClippedLine {
    /// Its corners.
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
        let mut kept = Vec::with_capacity(points.len() + 1);
        for (from, to) in edges(&points) {
            let (beyond, next) = (from.dot(outward) - limit, to.dot(outward) - limit);
            if beyond <= 0.0 {
                kept.push(from);
            }
            if (beyond <= 0.0) != (next <= 0.0) {
                kept.push(from.lerp(to, beyond / (beyond - next)));
            }
        }
        points = kept;
    }
    points
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
