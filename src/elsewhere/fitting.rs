//! Simple shapes around the outline of a body: the smallest circle, the smallest box, the upright box, the
//! convex hull. Computed in f64.

use collide2d::{MAX_POINTS, Shape, ShapeError};
use glam::{DVec2, Vec2, Vec2Swizzles as _};

use crate::platform::sorting;
use crate::scene::{SceneBody, SceneShape};

/// A kind of shape that is fitted to an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fit {
    /// The smallest enclosing circle.
    Circle,
    /// The enclosing rectangle of least area, in any direction.
    Box,
    /// The enclosing rectangle along the body's own axes.
    UprightBox,
    Hull,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc {
    pub center: DVec2,
    /// Metres.
    pub radius: f64,
}

/// A rectangle in any direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TurnedBox {
    pub center: DVec2,
    /// Unit vector along its width.
    pub along: DVec2,
    /// Half of width and height. Metres.
    pub half: DVec2,
}

impl Disc {
    /// Square metres.
    pub fn area(&self) -> f64 {
        std::f64::consts::PI * self.radius * self.radius
    }
}

impl TurnedBox {
    /// Square metres.
    pub fn area(&self) -> f64 {
        4.0 * self.half.x * self.half.y
    }

    /// Counter-clockwise.
    pub fn corners(&self) -> [DVec2; 4] {
        let (x, y) = (self.along * self.half.x, self.along.perp() * self.half.y);
        [-x - y, x - y, x + y, y - x].map(|corner| self.center + corner)
    }
}

/// The area within a closed line, by the shoelace formula. Where the line crosses itself, what lies to the right
/// of it counts as negative. Square metres, >= 0.
pub fn area(points: &[DVec2]) -> f64 {
    let Some(&first) = points.first() else { return 0.0 };
    let next = points.iter().skip(1).chain([&first]);
    let doubled: f64 = points.iter().zip(next).map(|(p, q)| (*p - first).perp_dot(*q - first)).sum();
    0.5 * doubled.abs()
}

/// The convex hull, counter-clockwise, no three of its points on one line. Sorts the points by x and walks them
/// twice, below and above; a point at which the walk does not turn left goes. (A. M. Andrew, "Another efficient
/// algorithm for convex hulls in two dimensions", 1979.)
pub fn hull(points: &[DVec2]) -> Vec<DVec2> {
    let mut sorted = points.to_vec();
    sorting::sort_by(&mut sorted, |p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let half = |points: &mut dyn Iterator<Item = DVec2>| {
        let mut chain: Vec<DVec2> = Vec::new();
        for point in points {
            while let [.., before, last] = chain.as_slice()
                && (*last - *before).perp_dot(point - *last) <= 0.0
            {
                chain.pop();
            }
            chain.push(point);
        }
        // It is the first point of the other half.
        chain.pop();
        chain
    };
    let mut hull = half(&mut sorted.iter().copied());
    hull.extend(half(&mut sorted.iter().rev().copied()));
    hull
}

/// The smallest circle around the points.
pub fn smallest_circle(points: &[DVec2]) -> Disc {
    // Neighbours on the outline would make it grow by little each time.
    let mut order: Vec<usize> = (0..points.len()).collect();
    sorting::sort_by_key(&mut order, |i| (*i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let points: Vec<DVec2> = order.into_iter().filter_map(|i| points.get(i).copied()).collect();
    let (center, _) = collide2d::smallest_circle(&points);
    let radius = points.iter().map(|p| p.distance(center)).fold(0.0, f64::max);
    Disc { center, radius }
}

/// The rectangle of least area around a convex hull: one of its sides lies on a side of the hull (H. Freeman and
/// R. Shapira, 1975). Three calipers, at the farthest points ahead, across and behind, turn with the sides
/// (G. Toussaint, "Solving geometric problems with the rotating calipers", 1983).
pub fn smallest_box(hull: &[DVec2]) -> TurnedBox {
    let n = hull.len();
    let mut best = box_along(hull, DVec2::X);
    if n < 3 {
        return hull.last().zip(hull.first()).map_or(best, |(last, first)| {
            (*last - *first).try_normalize().map_or(best, |along| box_along(hull, along))
        });
    }
    let at = |i: usize| hull[i % n];
    let (mut ahead, mut across, mut behind) = (1, 1, 1);
    for i in 0..n {
        let Some(along) = (at(i + 1) - at(i)).try_normalize() else { continue };
        let advance = |from: usize, direction: DVec2| {
            let farther = |j: &usize| (at(j + 1) - at(*j)).dot(direction) > 0.0;
            (from..from + n).find(|j| !farther(j)).unwrap_or(from)
        };
        ahead = advance(ahead.max(i + 1), along);
        across = advance(across.max(ahead), along.perp());
        behind = advance(behind.max(across), -along);
        let (low, high) = (at(behind).dot(along), at(ahead).dot(along));
        let (bottom, top) = (at(i).dot(along.perp()), at(across).dot(along.perp()));
        let half = 0.5 * DVec2::new(high - low, top - bottom);
        let found = TurnedBox {
            center: along * (0.5 * (low + high)) + along.perp() * (0.5 * (bottom + top)),
            along,
            half,
        };
        if found.area() < best.area() {
            best = found;
        }
    }
    best
}

/// The rectangle around the points whose width is along a unit vector.
pub fn box_along(points: &[DVec2], along: DVec2) -> TurnedBox {
    let reach = |direction: DVec2| {
        let all = points.iter().map(|p| p.dot(direction));
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)))
    };
    let ((left, right), (bottom, top)) = (reach(along), reach(along.perp()));
    TurnedBox {
        center: along * (0.5 * (left + right)) + along.perp() * (0.5 * (bottom + top)),
        along,
        half: 0.5 * DVec2::new(right - left, top - bottom),
    }
}

/// A convex polygon of at most `most` points around a hull: the side goes whose neighbours, made longer until
/// they meet, add least area, again and again.
pub fn reduced(mut hull: Vec<DVec2>, most: usize) -> Vec<DVec2> {
    let meeting = |hull: &[DVec2], i: usize| {
        let n = hull.len();
        let [a, b, c, d] = [i + n - 1, i, i + 1, i + 2].map(|i| hull[i % n]);
        let (into, out) = (b - a, d - c);
        let turn = into.perp_dot(out);
        let corner = b + into * ((c - b).perp_dot(out) / turn);
        let added = 0.5 * (corner - b).perp_dot(c - b).abs();
        // Sides that turn by half a circle or more never meet.
        if turn > 0.0 && corner.is_finite() { (added, corner) } else { (f64::INFINITY, b) }
    };
    let mut costs: Vec<(f64, DVec2)> = (0..hull.len()).map(|i| meeting(&hull, i)).collect();
    while hull.len() > most.max(3) {
        let least = (0..costs.len()).min_by(|i, j| costs[*i].0.total_cmp(&costs[*j].0));
        let Some(i) = least.filter(|i| costs[*i].0.is_finite()) else { break };
        let corner = costs[i].1;
        hull[i] = corner;
        let gone = (i + 1) % hull.len();
        hull.remove(gone);
        costs.remove(gone);
        let (n, here) = (hull.len(), if gone < i { i - 1 } else { i });
        for near in [here + n - 2, here + n - 1, here, here + 1] {
            costs[near % n] = meeting(&hull, near % n);
        }
    }
    hull
}

/// The polygon around the outline that the file format allows: at most [`MAX_POINTS`], no three neighbours on one
/// line within rounding.
pub fn hull_polygon(outline: &[Vec2]) -> Vec<Vec2> {
    let hull = reduced(hull(&exact(outline)), MAX_POINTS);
    let mut points: Vec<Vec2> = hull.iter().map(|p| p.as_vec2()).collect();
    while points.len() > 3 {
        match Shape::polygon(&points) {
            Err(ShapeError::NotConvex { point, .. }) if point < points.len() => {
                points.remove(point);
            }
            Ok(_) | Err(_) => break,
        }
    }
    points
}

/// The body with the fitted shape, at the same place in the world. A circle or a rectangle is around its body's
/// position, so the body moves, and turns for a box; its outline stays where it was, to within rounding. `None`
/// for a body without an outline.
pub fn fitted(body: &SceneBody, fit: Fit) -> Option<SceneBody> {
    let outline = body.outline.as_deref()?;
    let points = exact(outline);
    let (shape, center, along) = match fit {
        Fit::Circle => {
            let disc = smallest_circle(&hull(&points));
            (SceneShape::Circle { radius: rounded_up(disc.radius) }, disc.center, DVec2::X)
        }
        Fit::Box => {
            let found = least_turned(smallest_box(&hull(&points)));
            (rectangle(&found), found.center, found.along)
        }
        Fit::UprightBox => {
            let found = box_along(&points, DVec2::X);
            (rectangle(&found), found.center, found.along)
        }
        Fit::Hull => {
            let shape = SceneShape::Polygon { points: hull_polygon(outline), radius: 0.0 };
            return Some(SceneBody { shape, ..body.clone() });
        }
    };
    let (before, turn) = (turned_by(body.rotation), along.to_angle().to_degrees());
    let position = (body.position.as_dvec2() + before.rotate(center)).as_vec2();
    let rotation = (f64::from(body.rotation) + turn) as f32;
    let after = turned_by(rotation);
    // From the numbers as rounded, so that the outline stays where it is.
    let offset = body.position.as_dvec2() - position.as_dvec2();
    let same_turn = rotation == body.rotation;
    let moved = |point: &DVec2| {
        let local = if same_turn {
            *point + unturned(before, offset)
        } else {
            unturned(after, before.rotate(*point) + offset)
        };
        local.as_vec2()
    };
    let outline = Some(points.iter().map(moved).collect());
    Some(SceneBody { shape, outline, position, rotation, ..body.clone() })
}

/// The points in f64.
pub fn exact(points: &[Vec2]) -> Vec<DVec2> {
    points.iter().map(|p| p.as_dvec2()).collect()
}

fn rectangle(found: &TurnedBox) -> SceneShape {
    SceneShape::Rectangle {
        width: rounded_up(2.0 * found.half.x),
        height: rounded_up(2.0 * found.half.y),
        radius: 0.0,
    }
}

/// The same rectangle, its width within 45° of the x axis.
fn least_turned(found: TurnedBox) -> TurnedBox {
    let TurnedBox { along, half, .. } = found;
    let (along, half) =
        if along.x.abs() >= along.y.abs() { (along, half) } else { (along.perp(), half.yx()) };
    TurnedBox { along: if along.x < 0.0 { -along } else { along }, half, ..found }
}

/// The least f32 that is not smaller.
fn rounded_up(value: f64) -> f32 {
    let near = value as f32;
    if f64::from(near) < value { near.next_up() } else { near }
}

fn turned_by(degrees: f32) -> DVec2 {
    DVec2::from_angle(f64::from(degrees).to_radians())
}

fn unturned(turn: DVec2, vector: DVec2) -> DVec2 {
    DVec2::new(turn.x, -turn.y).rotate(vector)
}

#[cfg(test)]
mod tests;
