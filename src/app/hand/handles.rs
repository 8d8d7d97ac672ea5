//! The handles of the selection: their places on the screen, and which one is under the pointer.

use collide2d::{Aabb, Pose, Shape, World};
use glam::Vec2;

use crate::app::looking::picking;
use crate::picture::frame::Frame;
use crate::picture::overlay::WAY_OF;
use crate::picture::view::View;
use crate::scene::{Scene, ScenePart, SceneShape};

/// Half the side of a square handle, and the radius of the round one. Pixels.
pub const HALF_SIZE: f32 = 4.5;
/// Distance of the round handle from the shape. Pixels.
const STALK: f32 = 28.0;
/// A handle is hit within this distance. Pixels.
const REACH: f32 = 9.0;
/// How much larger handles are for a finger.
pub const FOR_A_FINGER: f32 = 2.2;
/// Sides shorter than this on the screen have no handle at their middle. Pixels.
const MIN_SIDE: f32 = 44.0;
/// A body smaller than this on the screen has the round handle alone: square ones would hide it. Pixels.
const SMALL: f32 = 36.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum HandlePart {
    Rotation,
    Shape(ShapeHandle),
    /// The velocity: the tip of its arrow.
    Velocity,
    /// The place of this part of a body of several shapes.
    Part(usize),
    /// The rotation of this part.
    PartTurn(usize),
    PartShape(usize, ShapeHandle),
}

/// What a handle changes of a shape. Sides and corners are named by their local direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShapeHandle {
    Radius,
    /// Sides of a rectangle: each coordinate of the direction is -1, 0 or 1; a corner has two that are not 0.
    Sides(Vec2),
    /// One of [`SceneShape::points`]: a point of a polygon, or an end (0: start, 1: end).
    Point(usize),
    /// The middle of the side of a polygon or a chain that begins at this point, where a new point can be pulled out.
    Middle(usize),
}

/// A handle on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handle {
    pub part: HandlePart,
    /// Position. World.
    pub world: Vec2,
    /// Position. Pixels.
    pub screen: Vec2,
    /// The foot of the stalk, for the round handle. Pixels.
    pub foot: Option<Vec2>,
    /// Direction of its drag, world axes; `None` where it moves freely.
    pub pull: Option<Vec2>,
}

impl Handle {
    /// What it changes of the shape, and of which part; `None`: something else than a shape.
    pub fn of_shape(&self) -> Option<(Option<usize>, ShapeHandle)> {
        match self.part {
            HandlePart::Shape(handle) => Some((None, handle)),
            HandlePart::PartShape(part, handle) => Some((Some(part), handle)),
            HandlePart::Rotation | HandlePart::Velocity | HandlePart::Part(_) | HandlePart::PartTurn(_) => {
                None
            }
        }
    }

    /// Whether a new point is pulled out there.
    pub fn is_middle(&self) -> bool {
        matches!(self.of_shape(), Some((_, ShapeHandle::Middle(_))))
    }
}

/// Shape of the pointer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Cursor {
    /// An arrow.
    #[default]
    Default,
    /// A cross, to set points with.
    Crosshair,
    Move,
    /// A hand, for the rotation handle.
    Pointing,
    ResizeHorizontal,
    ResizeVertical,
    /// A corner, lower left to upper right.
    ResizeNeSw,
    /// A corner, upper left to lower right.
    ResizeNwSe,
}

/// The point that a body rotates about in the editor: the centroid of its shape. World.
pub fn center_of(world: &World, index: u32) -> Option<Vec2> {
    let body = world.bodies().get(index as usize)?;
    Some(body.pose().world_from_local(body.shape().centroid()))
}

/// The point that the selection rotates about: the body's centroid, or the centre of the box around several
/// bodies.
pub fn pivot(world: &World, selection: &[u32]) -> Option<Vec2> {
    match selection {
        [one] => center_of(world, *one),
        _ => picking::bounds(world, &Frame::WORLD, selection.iter().copied()).map(|b| b.center()),
    }
}

/// The handles of the selection, in order of priority. `growth`: how much larger they are than their size.
pub fn handles(scene: &Scene, world: &World, view: &View, selection: &[u32], growth: f32) -> Vec<Handle> {
    // Pieces of bodies that burst are not in the scene.
    if !selection.iter().any(|index| (*index as usize) < scene.bodies.len()) {
        return Vec::new();
    }
    let mut list: Vec<Handle> = rotation(world, view, selection).into_iter().collect();
    let [index] = selection else { return list };
    let (Some(body), Some(state)) = (scene.bodies.get(*index as usize), world.bodies().get(*index as usize))
    else {
        return list;
    };
    let size = picking::bounds(world, &Frame::WORLD, [*index]).map_or(0.0, |b| b.size().max_element());
    if size * view.scale < SMALL * growth {
        return list;
    }
    list.extend(of_shape(&body.shape, state.pose(), view, HandlePart::Shape));
    list
}

/// The handles of a shape at a pose; `part` says whose shape it is.
fn of_shape(
    shape: &SceneShape,
    pose: &Pose,
    view: &View,
    part: impl Fn(ShapeHandle) -> HandlePart,
) -> Vec<Handle> {
    let mut list = Vec::new();
    let mut push = |handle, local: Vec2, pull: Option<Vec2>| {
        let world = pose.world_from_local(local);
        let pull = pull.map(|direction| pose.rotation.rotate(direction));
        let screen = view.screen_from_world(world);
        list.push(Handle { part: part(handle), world, screen, foot: None, pull });
    };
    match shape {
        SceneShape::Circle { radius } => {
            for direction in [Vec2::X, Vec2::NEG_X, Vec2::NEG_Y, Vec2::Y] {
                push(ShapeHandle::Radius, direction * *radius, Some(direction));
            }
        }
        SceneShape::Capsule { start, end, radius } => {
            push(ShapeHandle::Point(0), *start, None);
            push(ShapeHandle::Point(1), *end, None);
            let side = (*end - *start).normalize_or(Vec2::X).perp();
            for direction in [side, -side] {
                push(ShapeHandle::Radius, start.midpoint(*end) + direction * *radius, Some(direction));
            }
        }
        SceneShape::Rectangle { width, height, radius } => {
            let half = Vec2::new(*width, *height) * 0.5;
            for corner in [Vec2::ONE, Vec2::new(-1.0, 1.0), Vec2::NEG_ONE, Vec2::new(1.0, -1.0)] {
                push(ShapeHandle::Sides(corner), corner * half, Some(corner));
            }
            if *radius > 0.0 {
                let out = Vec2::ONE.normalize();
                push(ShapeHandle::Radius, half + out * *radius, Some(out));
            }
            let room = (half * 2.0 * view.scale).cmpge(Vec2::splat(MIN_SIDE));
            for side in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y] {
                let along_y = side.x != 0.0;
                if if along_y { room.y } else { room.x } {
                    push(ShapeHandle::Sides(side), side * half, Some(side));
                }
            }
        }
        SceneShape::Polygon { points, .. } | SceneShape::Chain { points, .. } => {
            for (i, point) in points.iter().enumerate() {
                push(ShapeHandle::Point(i), *point, None);
            }
            let is_open = matches!(shape, SceneShape::Chain { closed: false, .. });
            let ends = points.iter().cycle().skip(1);
            let sides = points.iter().zip(ends).take(points.len() - usize::from(is_open));
            for (i, (start, end)) in sides.enumerate() {
                if start.distance(*end) * view.scale >= MIN_SIDE {
                    push(ShapeHandle::Middle(i), start.midpoint(*end), None);
                }
            }
        }
        SceneShape::Wall { start, end } => {
            push(ShapeHandle::Point(0), *start, None);
            push(ShapeHandle::Point(1), *end, None);
        }
        SceneShape::Compound { .. } => {}
    }
    list
}

/// The handles of the parts of a body of several shapes: one at each part's place, a round one that turns it, and those of
/// its shape where it is large enough on the screen.
pub fn of_parts(scene: &Scene, world: &World, view: &View, index: u32, growth: f32) -> Vec<Handle> {
    let body = scene.bodies.get(index as usize).zip(world.body(index));
    let Some((body, state)) = body else { return Vec::new() };
    let parts = body.shape.parts().iter().enumerate();
    let of_part = |(i, part): (usize, &ScenePart)| {
        let pose = part.pose().within(state.pose());
        let shape = part.shape.to_shape().ok();
        let center = shape.as_ref().map_or(Vec2::ZERO, Shape::centroid);
        let world = pose.world_from_local(center);
        let up = pose.rotation.rotate(Vec2::Y);
        let screen = view.screen_from_world(world);
        let place = Handle { part: HandlePart::Part(i), world, screen, foot: None, pull: None };
        // The round handle keeps off those at the top of the shape.
        let top = shape.as_ref().map_or(0.0, |shape| (shape.support(&pose, up) - world).dot(up)) * view.scale;
        let apart = 2.0 * HALF_SIZE * growth + 4.0;
        let stalk = if (top - STALK).abs() < apart { top + apart } else { STALK };
        let world = world + up * (stalk / view.scale);
        let turn =
            Handle { part: HandlePart::PartTurn(i), world, screen: view.screen_from_world(world), ..place };
        let shown = shape.map_or(0.0, |shape| 2.0 * shape.bounding_circle().radius) * view.scale;
        let mut handles = vec![place, Handle { foot: Some(screen), ..turn }];
        if shown >= SMALL * growth {
            handles.extend(of_shape(&part.shape, &pose, view, |handle| HandlePart::PartShape(i, handle)));
        }
        handles
    };
    parts.flat_map(of_part).collect()
}

/// The handle of a moving body's velocity: the tip of its arrow, or, of a slower body, a place beside its centre from
/// which an arrow can be pulled.
pub fn velocity(world: &World, view: &View, index: u32) -> Option<Handle> {
    /// Least distance from the centre, so that the body can be grabbed there. Pixels.
    const LEAST: f32 = 30.0;
    let body = world.bodies().get(index as usize).filter(|body| !body.is_static() && !body.is_removed())?;
    let center = center_of(world, index)?;
    let way = body.velocity() * WAY_OF;
    let direction = way.try_normalize().unwrap_or(Vec2::X);
    let world_point = center + direction * way.length().max(LEAST / view.scale);
    let (screen, foot) = (view.screen_from_world(world_point), view.screen_from_world(center));
    let is_pulled_out = way.length() * view.scale < LEAST;
    let foot = is_pulled_out.then_some(foot);
    world_point.is_finite().then_some(Handle {
        part: HandlePart::Velocity,
        world: world_point,
        screen,
        foot,
        pull: None,
    })
}

/// The handle under the pointer, where handles are `growth` times their size.
pub fn handle_at(list: &[Handle], screen: Vec2, growth: f32) -> Option<Handle> {
    // A circle has four handles for its radius, and a tip lies on one of them all the same.
    let far = |h: &Handle| {
        h.screen.distance(screen) - if h.part == HandlePart::Velocity { 0.5 * REACH } else { 0.0 }
    };
    list.iter()
        .filter(|h| h.screen.distance(screen) <= growth * REACH)
        .min_by(|p, q| far(p).total_cmp(&far(q)))
        .copied()
}

/// The pointer's shape over a handle: the arrows follow the direction of the drag.
pub fn cursor(handle: &Handle, view: &View) -> Cursor {
    if matches!(handle.part, HandlePart::Rotation | HandlePart::PartTurn(_)) {
        return Cursor::Pointing;
    }
    if handle.is_middle() {
        return Cursor::Crosshair;
    }
    let Some(direction) = handle.pull else { return Cursor::Move };
    // Eighths of a turn; opposite directions have the same arrows.
    let direction = view.frame().local_direction(direction);
    let eighth = (direction.to_angle() / std::f32::consts::FRAC_PI_4).round() as i32;
    match eighth.rem_euclid(4) {
        0 => Cursor::ResizeHorizontal,
        1 => Cursor::ResizeNeSw,
        2 => Cursor::ResizeVertical,
        _ => Cursor::ResizeNwSe,
    }
}

/// The box around a selection of several bodies, which their handle turns: level on the screen. Its corners in order, world.
pub fn box_of_group(world: &World, view: &View, selection: &[u32]) -> Option<[Vec2; 4]> {
    if selection.len() < 2 {
        return None;
    }
    let level = level(view);
    let Aabb { min, max } = picking::bounds(world, &level, selection.iter().copied())?;
    let corners = [min, Vec2::new(max.x, min.y), max, Vec2::new(min.x, max.y)];
    Some(corners.map(|corner| level.world_point(corner)))
}

/// The frame whose axes are level on the screen.
fn level(view: &View) -> Frame {
    Frame { origin: Vec2::ZERO, rotation: view.rotation }
}

fn rotation(world: &World, view: &View, selection: &[u32]) -> Option<Handle> {
    let (foot, up) = match selection {
        [index] => {
            let body = world.bodies().get(*index as usize)?;
            let up = body.pose().rotation.rotate(Vec2::Y);
            let center = center_of(world, *index)?;
            (center + up * (body.shape().support(body.pose(), up) - center).dot(up), up)
        }
        _ => {
            let [.., upper_right, upper_left] = box_of_group(world, view, selection)?;
            (upper_left.midpoint(upper_right), level(view).world_direction(Vec2::Y))
        }
    };
    let world_point = foot + up * (STALK / view.scale);
    Some(Handle {
        part: HandlePart::Rotation,
        world: world_point,
        screen: view.screen_from_world(world_point),
        foot: Some(view.screen_from_world(foot)),
        pull: None,
    })
}
