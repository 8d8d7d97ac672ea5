//! A wall tested on its own two axes.

use collide2d::{AxisSource, AxisTest, Body, Interval, ShapeKind, Side};
use glam::DVec2;

use super::{Evidence, ShortcutTest, Tested, overlap};

/// Across the wall and along it; only for pairs with a wall. It misses no contact: the axes of the other shape
/// that it leaves out can only separate.
pub(super) fn test(tested: &Tested) -> Option<ShortcutTest> {
    let [a, b] = tested.bodies;
    let is_wall = |body: &Body| body.shape().kind() == ShapeKind::Wall;
    let (wall, side) = if is_wall(a) { (a, Side::A) } else { (b, Side::B) };
    let ends = corners(wall, tested.origin());
    let ([start, end], true) = (ends.as_slice(), is_wall(wall)) else { return None };
    let along = (*end - *start).try_normalize()?;
    let axes = [along.perp(), along].map(|direction| axis(tested, side, direction));
    let least = overlap(&axes[0]).min(overlap(&axes[1]));
    let extent = |axis: &AxisTest| {
        [axis.a.min, axis.a.max, axis.b.min, axis.b.max]
            .into_iter()
            .fold(0.0, |most: f64, end| most.max(end.abs()))
    };
    let size = extent(&axes[0]).max(extent(&axes[1]));
    let separates = |axis: &&AxisTest| axis.overlap <= 0.0;
    let deciding = tested.trace.deciding().and_then(|index| tested.trace.axes.get(index));
    let separating = deciding.filter(separates).copied();
    Some(tested.touching(least, size, Evidence::WallAxes { wall: side, axes, separating }))
}

/// An axis of the wall. `direction`: a unit vector.
fn axis(tested: &Tested, wall: Side, direction: DVec2) -> AxisTest {
    let [a, b] = tested.bodies.map(|body| interval(body, tested.origin(), direction));
    AxisTest {
        source: AxisSource::Face(wall, 0),
        direction: direction.as_vec2(),
        a,
        b,
        overlap: a.overlap(b) as f32,
        a_leaves_along: a.max - b.min < b.max - a.min,
    }
}

/// A body's interval along a direction, measured from `origin`.
fn interval(body: &Body, origin: DVec2, direction: DVec2) -> Interval<f64> {
    let radius = f64::from(body.shape().radius());
    let ends = corners(body, origin).into_iter().map(|corner| corner.dot(direction));
    let all = (f64::INFINITY, f64::NEG_INFINITY);
    let (min, max) = ends.fold(all, |(min, max), at| (min.min(at), max.max(at)));
    Interval { min: min - radius, max: max + radius }
}

/// The points of a body's core, measured from `origin`, world axes.
fn corners(body: &Body, origin: DVec2) -> Vec<DVec2> {
    let pose = body.pose();
    let (cos, sin) = (f64::from(pose.rotation.cos()), f64::from(pose.rotation.sin()));
    let from = pose.position.as_dvec2() - origin;
    let placed = |at: glam::Vec2| {
        let at = at.as_dvec2();
        from + DVec2::new(at.x * cos - at.y * sin, at.x * sin + at.y * cos)
    };
    body.shape().core_points().into_iter().map(placed).collect()
}
