//! Moving, rotating and resizing: always from the bodies before the gesture, so that errors do not
//! accumulate.

use collide2d::{Rotation, Shape};
use glam::Vec2;

use crate::app::hand::handles::{HandlePart, ShapeHandle};
use crate::app::showing::grid::{Grid, sum, sum_points};
use crate::picture::frame::Frame;
use crate::picture::overlay::WAY_OF;
use crate::scene::numbers::LengthUnit;
use crate::scene::{SceneBody, ScenePart, SceneShape};

/// With Shift, angles snap to multiples of this. Degrees.
pub const ANGLE_STEP: f32 = 15.0;

/// How a drag is interpreted.
#[derive(Clone, Copy, Debug)]
pub struct How {
    pub grid: Option<Grid>,
    /// Grid of the finest numbers that a drag gives.
    pub resolution: Grid,
    /// The frame in which the canvas is seen: its grid is shown, and its axes are level.
    pub frame: Frame,
    pub shift: bool,
    pub alt: bool,
    /// What the numbers beside the pointer are written in.
    pub unit: LengthUnit,
}

#[derive(Clone, Debug)]
pub struct Resized {
    pub body: SceneBody,
    /// Its size as text, to show beside the pointer.
    pub text: String,
    /// The pointer asks for more than is allowed; the body is as close to it as allowed.
    pub refused: bool,
}

impl How {
    fn snap(&self, value: f32) -> f32 {
        self.grid.unwrap_or(self.resolution).snap(value)
    }

    fn snap_point(&self, world: Vec2) -> Vec2 {
        match self.grid {
            Some(grid) => grid.snap_in(&self.frame, world),
            None => self.resolution.snap_point(world),
        }
    }

    fn snap_size(&self, value: f32) -> f32 {
        self.snap(value).max(self.grid.unwrap_or(self.resolution).step())
    }
}

/// The bodies moved by `delta`. With a grid the grabbed body's anchor snaps to it and the others keep their
/// distance; with Shift the drag keeps to the axis of its larger component. Also returns the anchor: a wall's
/// start, else the position.
pub fn moved(
    bodies: &[(u32, SceneBody)],
    grabbed: u32,
    delta: Vec2,
    how: &How,
) -> (Vec<(u32, SceneBody)>, Vec2) {
    let anchor = bodies
        .iter()
        .find(|(i, _)| *i == grabbed)
        .or(bodies.first())
        .map_or(Vec2::ZERO, |(_, body)| anchor(body));
    // Along the axes of the frame, which are level on the screen.
    let mut delta = how.frame.local_direction(delta);
    if how.shift {
        if delta.x.abs() >= delta.y.abs() {
            delta.y = 0.0;
        } else {
            delta.x = 0.0;
        }
    }
    let delta = match how.grid {
        Some(grid) => {
            let kept =
                Vec2::new(f32::from(delta.x != 0.0 || !how.shift), f32::from(delta.y != 0.0 || !how.shift));
            let anchor = how.frame.local_point(anchor);
            sum_points(grid.snap_point(anchor + delta), -anchor) * kept
        }
        None => how.resolution.snap_point(delta),
    };
    let delta = how.frame.world_direction(delta);
    (shifted(bodies, delta), sum_points(anchor, delta))
}

/// The bodies moved by exactly `delta`, without snapping.
pub fn shifted(bodies: &[(u32, SceneBody)], delta: Vec2) -> Vec<(u32, SceneBody)> {
    bodies
        .iter()
        .map(|(index, body)| {
            (*index, SceneBody { position: sum_points(body.position, delta), ..body.clone() })
        })
        .collect()
}

/// The bodies rotated about `pivot` as the pointer goes from `from` to `to`; with Shift in steps of
/// [`ANGLE_STEP`] (a single body: to multiples of it). Also returns the angle to show: the body's, or the one
/// by which several were rotated. Degrees.
pub fn rotated(
    bodies: &[(u32, SceneBody)],
    pivot: Vec2,
    from: Vec2,
    to: Vec2,
    how: &How,
) -> (Vec<(u32, SceneBody)>, f32) {
    let (before, after) = (from - pivot, to - pivot);
    let swept =
        if before == Vec2::ZERO || after == Vec2::ZERO { 0.0 } else { before.angle_to(after).to_degrees() };
    let start = if let [(_, body)] = bodies { body.rotation } else { 0.0 };
    let step = if how.shift { ANGLE_STEP } else { 0.1 };
    // Tenths are computed as a whole number over ten, so that they are written with one decimal.
    let target = half_turn(if how.shift {
        ((start + swept) / step).round() * step
    } else {
        ((start + swept) * 10.0).round() / 10.0
    });
    let target = if swept == 0.0 { start } else { target };
    let by = sum(target, -start);
    let turned = bodies
        .iter()
        .map(|(index, body)| {
            let rotation = if bodies.len() == 1 { target } else { half_turn(sum(body.rotation, by)) };
            (*index, turned(body, pivot, rotation, by))
        })
        .collect();
    (turned, target)
}

/// `body` with another rotation, rotated about `pivot` by `by` degrees.
fn turned(body: &SceneBody, pivot: Vec2, rotation: f32, by: f32) -> SceneBody {
    let arm = body.position - pivot;
    // A body that rotates about its own position keeps that bit for bit.
    let position = if by == 0.0 || arm.length() <= 1.0e-6 * body.position.length().max(1.0) {
        body.position
    } else {
        pivot + Rotation::from_degrees(by).rotate(arm)
    };
    SceneBody { rotation, position, ..body.clone() }
}

/// The body with the handle's part at `target` (world). Rectangles keep the opposite side in place, with Alt
/// their centre, with Shift at a corner their proportions. Segments centred at the position stay centred. A
/// polygon's point stops where the polygon would become concave.
pub fn resized(body: &SceneBody, part: HandlePart, target: Vec2, how: &How) -> Resized {
    match part {
        HandlePart::Velocity => pulled(body, target, how),
        HandlePart::Part(i) | HandlePart::PartTurn(i) => part_moved(body, i, part, target, how),
        HandlePart::PartShape(i, handle) => part_resized(body, i, handle, target, how),
        HandlePart::Shape(handle) => with_handle_at(body, handle, target, how),
        HandlePart::Rotation => Resized { body: body.clone(), text: String::new(), refused: false },
    }
}

/// The body with a handle of its shape at `target`.
fn with_handle_at(body: &SceneBody, part: ShapeHandle, target: Vec2, how: &How) -> Resized {
    let pose = body.pose();
    let mut new = body.clone();
    let mut refused = false;
    let text;
    match (&mut new.shape, part) {
        (SceneShape::Circle { radius }, ShapeHandle::Radius) => {
            *radius = how.snap_size(target.distance(body.position));
            text = format!("r {}", how.unit.short(*radius));
        }
        (SceneShape::Rectangle { width, height, .. }, ShapeHandle::Sides(sides)) => {
            let old = Vec2::new(*width, *height);
            let local = pose.local_from_world(target);
            let size = new_size(old, sides, local, how);
            (*width, *height) = (size.x, size.y);
            text = how.unit.short_size(size);
            if !how.alt {
                let shift = pose.rotation.rotate(sum_points(size, -old) * 0.5 * sides);
                new.position = sum_points(body.position, shift);
            }
        }
        (SceneShape::Rectangle { width, height, radius }, ShapeHandle::Radius) => {
            let corner = Vec2::new(*width, *height) * 0.5;
            let beyond = (pose.local_from_world(target) - corner).dot(Vec2::ONE.normalize());
            *radius = how.snap_size(beyond.max(0.0));
            text = format!("r {}", how.unit.short(*radius));
        }
        (SceneShape::Capsule { start, end, radius }, ShapeHandle::Radius) => {
            let across = (*end - *start).normalize_or(Vec2::X).perp();
            *radius = how.snap_size(across.dot(pose.local_from_world(target) - *start).abs());
            text = format!("r {}", how.unit.short(*radius));
        }
        (SceneShape::Wall { start, end } | SceneShape::Capsule { start, end, .. }, ShapeHandle::Point(i)) => {
            let point = pose.local_from_world(how.snap_point(target));
            let point = clean(body, point, how);
            let other = if i == 0 { *end } else { *start };
            let centred = *start == -*end;
            if point == other {
                refused = true;
            } else if i == 0 {
                *start = point;
            } else {
                *end = point;
            }
            text = how.unit.short(start.distance(*end));
            if centred && !refused {
                let middle = sum_points(*start, *end) * 0.5;
                *end = sum_points(*end, -middle);
                *start = -*end;
                new.position = sum_points(body.position, pose.rotation.rotate(middle));
            }
        }
        (SceneShape::Polygon { points, .. }, ShapeHandle::Point(i)) => {
            let wanted = clean(body, pose.local_from_world(how.snap_point(target)), how);
            let point = move_corner(points, i, wanted);
            refused = point != wanted;
            text = if refused {
                "must stay convex".to_owned()
            } else {
                how.unit.short_point(pose.world_from_local(point))
            };
        }
        (SceneShape::Chain { points, closed, one_sided }, ShapeHandle::Point(i)) => {
            let point = clean(body, pose.local_from_world(how.snap_point(target)), how);
            let before = points.get(i).copied().unwrap_or(point);
            if let Some(slot) = points.get_mut(i) {
                *slot = point;
            }
            refused = Shape::chain(points, *closed, *one_sided).is_err();
            if refused && let Some(slot) = points.get_mut(i) {
                *slot = before;
            }
            let stands = pose.world_from_local(if refused { before } else { point });
            text = how.unit.short_point(stands);
        }
        (shape, ShapeHandle::Middle(i)) => {
            let point = clean(body, pose.local_from_world(how.snap_point(target)), how);
            shape.add_point(i, Some(point));
            let refusal = shape.refused_points();
            refused = refusal.is_some();
            if refused {
                shape.clone_from(&body.shape);
            }
            text = refusal.unwrap_or_else(|| how.unit.short_point(pose.world_from_local(point)));
        }
        _ => text = String::new(),
    }
    Resized { body: new, text, refused }
}

/// Moves a corner of a polygon toward a place, as far as it stays convex; returns where it is.
fn move_corner(points: &mut [Vec2], i: usize, wanted: Vec2) -> Vec2 {
    let before = points.get(i).copied().unwrap_or(wanted);
    let allowed = |point: Vec2| {
        let mut moved = points.to_vec();
        if let Some(slot) = moved.get_mut(i) {
            *slot = point;
        }
        SceneShape::Polygon { points: moved, radius: 0.0 }.to_shape().is_ok()
    };
    let point = farthest_allowed(before, wanted, allowed);
    if let Some(slot) = points.get_mut(i) {
        *slot = point;
    }
    point
}

/// The body with a handle of a part's shape at `target` (world): the part is resized as a body of its own would be.
fn part_resized(body: &SceneBody, index: usize, handle: ShapeHandle, target: Vec2, how: &How) -> Resized {
    let mut new = body.clone();
    let Some(part) = new.shape.parts_mut().get_mut(index) else {
        return Resized { body: new, text: String::new(), refused: false };
    };
    let alone = SceneBody {
        position: body.pose().world_from_local(part.at),
        rotation: sum(body.rotation, part.turned),
        ..SceneBody::new(body.name.clone(), part.shape.clone())
    };
    let Resized { body: resized, text, refused } = with_handle_at(&alone, handle, target, how);
    part.shape = resized.shape;
    if resized.position != alone.position {
        part.at = clean(body, body.pose().local_from_world(resized.position), how);
    }
    Resized { body: new, text, refused }
}

/// The body with one of its parts elsewhere, its middle at `target` (world), or turned so that its round handle is there:
/// with Shift in steps of [`ANGLE_STEP`].
fn part_moved(body: &SceneBody, index: usize, part: HandlePart, target: Vec2, how: &How) -> Resized {
    let (pose, mut new) = (body.pose(), body.clone());
    let mut text = String::new();
    if let Some(moved) = new.shape.parts_mut().get_mut(index) {
        let center = moved.shape.to_shape().map_or(Vec2::ZERO, |shape| shape.centroid());
        // Where the middle is, seen from the part's place.
        let arm = |part: &ScenePart| part.pose().rotation.rotate(center);
        if part == HandlePart::Part(index) {
            let arm = arm(moved);
            let place = how.snap_point(target - pose.rotation.rotate(arm));
            moved.at = clean(body, pose.local_from_world(place), how);
            text = how.unit.short_point(moved.at);
        } else {
            let before = moved.at + arm(moved);
            let way = pose.local_from_world(target) - before;
            let step = if how.shift { ANGLE_STEP } else { 0.1 };
            // The handle is above the part.
            let angle = way.to_angle().to_degrees() - 90.0;
            moved.turned = half_turn((angle / step).round() * step);
            // It turns about its middle.
            if center != Vec2::ZERO {
                moved.at = sum_points(before, -arm(moved));
            }
            text = how.unit.short_angle(moved.turned);
        }
    }
    Resized { body: new, text, refused: false }
}

/// The body with the tip of its velocity's arrow at `target` (world): on the grid, in metres per second; with Shift in
/// a direction that is a multiple of [`ANGLE_STEP`]; near the centre 0.
fn pulled(body: &SceneBody, target: Vec2, how: &How) -> Resized {
    let center = body.shape.to_shape().map_or(Vec2::ZERO, |shape| shape.centroid());
    let mut way = how.frame.local_direction(target - body.pose().world_from_local(center));
    if how.shift {
        let angle = (way.to_angle().to_degrees() / ANGLE_STEP).round() * ANGLE_STEP;
        let direction = Rotation::from_degrees(angle).rotate(Vec2::X);
        way = direction * way.dot(direction);
    }
    let velocity = how.grid.unwrap_or(how.resolution).snap_point(way / WAY_OF);
    let velocity = how.frame.world_direction(velocity);
    let mut new = body.clone();
    new.motion = new.motion.with_velocity(velocity);
    Resized { body: new, text: format!("{}/s", how.unit.short_point(velocity)), refused: false }
}

fn new_size(old: Vec2, sides: Vec2, local: Vec2, how: &How) -> Vec2 {
    let along = |old: f32, side: f32, local: f32| {
        if side == 0.0 {
            return old;
        }
        let reach = local * side;
        how.snap_size(if how.alt { 2.0 * reach } else { reach + old * 0.5 })
    };
    let size = Vec2::new(along(old.x, sides.x, local.x), along(old.y, sides.y, local.y));
    if !how.shift || sides.x == 0.0 || sides.y == 0.0 {
        return size;
    }
    let ratio = (size / old).max_element();
    if ratio == size.x / old.x {
        Vec2::new(size.x, how.resolution.snap(old.y * ratio).max(how.resolution.step()))
    } else {
        Vec2::new(how.resolution.snap(old.x * ratio).max(how.resolution.step()), size.y)
    }
}

/// Local points of a body that is not rotated, with as few decimals as their world points have.
fn clean(body: &SceneBody, local: Vec2, how: &How) -> Vec2 {
    if body.rotation == 0.0 && how.grid.is_some() && how.frame == Frame::WORLD {
        let world = how.grid.unwrap_or(how.resolution).snap_point(local + body.position);
        sum_points(world, -body.position)
    } else {
        how.resolution.snap_point(local)
    }
}

/// The last allowed point on the segment from `from`, which is allowed, to `to`. The allowed points of a
/// convex polygon's vertex form a convex set, so bisection finds it.
fn farthest_allowed(from: Vec2, to: Vec2, allowed: impl Fn(Vec2) -> bool) -> Vec2 {
    if allowed(to) {
        return to;
    }
    let (mut good, mut bad) = (0.0_f32, 1.0_f32);
    for _ in 0..12 {
        let middle = (good + bad) * 0.5;
        if allowed(from.lerp(to, middle)) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    from.lerp(to, good)
}

fn anchor(body: &SceneBody) -> Vec2 {
    match body.shape {
        SceneShape::Wall { start, .. } => body.pose().world_from_local(start),
        _ => body.position,
    }
}

/// The same angle in -180 < angle <= 180.
fn half_turn(degrees: f32) -> f32 {
    let turn = degrees.rem_euclid(360.0);
    if turn > 180.0 { sum(turn, -360.0) } else { turn }
}
