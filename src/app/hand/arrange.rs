//! Bodies aligned, distributed, mirrored, and given another kind of shape: plain geometry.

use collide2d::{Aabb, Pose, Rotation, ShapeKind};
use glam::Vec2;

use crate::app::commands::{AlignTo, OrderMove};
use crate::app::one_float::WorldAxis;
use crate::platform::sorting;
use crate::scene::{SceneBody, SceneMotion, SceneShape};

/// Corners of a circle that becomes a polygon.
const ROUND: usize = 16;

/// How far each box moves so that all have one side or middle. Along the axes of the boxes.
pub fn aligned(boxes: &[Aabb], to: AlignTo) -> Vec<Vec2> {
    let Some(all) = boxes.iter().copied().reduce(|all, one| all.union(&one)) else { return Vec::new() };
    let by = |one: &Aabb| match to {
        AlignTo::Left => Vec2::new(all.min.x - one.min.x, 0.0),
        AlignTo::MiddleX => Vec2::new(all.center().x - one.center().x, 0.0),
        AlignTo::Right => Vec2::new(all.max.x - one.max.x, 0.0),
        AlignTo::Top => Vec2::new(0.0, all.max.y - one.max.y),
        AlignTo::MiddleY => Vec2::new(0.0, all.center().y - one.center().y),
        AlignTo::Bottom => Vec2::new(0.0, all.min.y - one.min.y),
    };
    boxes.iter().map(by).collect()
}

/// How far each box moves so that the gaps between neighbours are equal along the axis; the outermost stay.
pub fn distributed(boxes: &[Aabb], axis: WorldAxis) -> Vec<Vec2> {
    let mut order: Vec<usize> = (0..boxes.len()).collect();
    sorting::sort_by(&mut order, |p, q| axis.of(boxes[*p].center()).total_cmp(&axis.of(boxes[*q].center())));
    let mut moves = vec![Vec2::ZERO; boxes.len()];
    let (Some(first), Some(last)) = (order.first(), order.last()) else { return moves };
    let span = axis.of(boxes[*last].max) - axis.of(boxes[*first].min);
    let filled: f32 = boxes.iter().map(|one| axis.of(one.size())).sum();
    let gap = (span - filled) / (boxes.len().max(2) - 1) as f32;
    let mut at = axis.of(boxes[*first].max) + gap;
    for index in order.iter().skip(1).take(boxes.len().saturating_sub(2)) {
        moves[*index] = axis.set(Vec2::ZERO, at - axis.of(boxes[*index].min));
        at += axis.of(boxes[*index].size()) + gap;
    }
    moves
}

/// What a mirror along a world axis makes of coordinates: their factors.
pub fn flip(axis: WorldAxis) -> Vec2 {
    axis.set(Vec2::ONE, -1.0)
}

/// The body mirrored along a world axis about the place where that coordinate is `middle`.
pub fn mirrored(body: &SceneBody, axis: WorldAxis, middle: f32) -> SceneBody {
    // A mirrored rotation is the opposite one, of local points that are mirrored along the same axis.
    let flip = flip(axis);
    let position = axis.set(body.position, 2.0 * middle - axis.of(body.position));
    let mut motion = body.motion;
    match &mut motion {
        SceneMotion::Static => {}
        SceneMotion::Kinematic { velocity, angular_velocity } => {
            *velocity *= flip;
            *angular_velocity = -*angular_velocity;
        }
        SceneMotion::Dynamic { velocity, angular_velocity, acceleration, .. } => {
            *velocity *= flip;
            *acceleration *= flip;
            *angular_velocity = -*angular_velocity;
        }
        SceneMotion::Mover { velocity, up, .. } => {
            *velocity *= flip;
            *up *= flip;
        }
    }
    SceneBody {
        shape: mirrored_shape(&body.shape, flip),
        outline: body.outline.as_ref().map(|outline| flipped(outline, flip)),
        position,
        rotation: -body.rotation,
        motion,
        one_way: body.one_way.map(|direction| direction * flip),
        conveyor: -body.conveyor,
        ..body.clone()
    }
}

fn mirrored_shape(shape: &SceneShape, flip: Vec2) -> SceneShape {
    let mut shape = shape.clone();
    match &mut shape {
        SceneShape::Circle { .. } | SceneShape::Rectangle { .. } => {}
        SceneShape::Wall { start, end } | SceneShape::Capsule { start, end, .. } => {
            *start *= flip;
            *end *= flip;
        }
        // The side of a chain that is solid stays where it is seen: its direction turns round with the points.
        SceneShape::Polygon { points, .. } | SceneShape::Chain { points, .. } => {
            *points = flipped(points, flip)
        }
        SceneShape::Compound { .. } => {
            for part in shape.parts_mut() {
                part.at *= flip;
                part.turned = -part.turned;
                part.shape = mirrored_shape(&part.shape, flip);
            }
        }
    }
    shape
}

fn flipped(points: &[Vec2], flip: Vec2) -> Vec<Vec2> {
    points.iter().rev().map(|point| *point * flip).collect()
}

/// The indices of `count` bodies in their new order: the selected ones, ascending, moved.
pub fn ordered(count: usize, selected: &[u32], to: OrderMove) -> Vec<u32> {
    let mut order: Vec<u32> = (0..count as u32).collect();
    let is_selected = |index: &u32| selected.binary_search(index).is_ok();
    match to {
        OrderMove::First => sorting::sort_by_key(&mut order, |index| !is_selected(index)),
        OrderMove::Last => sorting::sort_by_key(&mut order, is_selected),
        OrderMove::Earlier => {
            for at in 1..order.len() {
                if is_selected(&order[at]) && !is_selected(&order[at - 1]) {
                    order.swap(at - 1, at);
                }
            }
        }
        OrderMove::Later => {
            for at in (1..order.len()).rev() {
                if is_selected(&order[at - 1]) && !is_selected(&order[at]) {
                    order.swap(at - 1, at);
                }
            }
        }
    }
    order
}

/// The body with a shape of another kind in the place of its box, which lies along a capsule, else along the body's
/// axes; `None`: its shape has no inside, or is of several parts, or of that kind already.
pub fn as_kind(body: &SceneBody, kind: ShapeKind) -> Option<SceneBody> {
    let has_inside = matches!(
        body.shape,
        SceneShape::Circle { .. }
            | SceneShape::Capsule { .. }
            | SceneShape::Rectangle { .. }
            | SceneShape::Polygon { .. }
    );
    if !has_inside || body.shape.kind() == kind {
        return None;
    }
    if kind == ShapeKind::Polygon {
        let (points, radius) = corners(&body.shape)?;
        return Some(SceneBody { shape: SceneShape::Polygon { points, radius }, ..body.clone() });
    }
    let (center, size, turned) = match &body.shape {
        SceneShape::Capsule { start, end, radius } => {
            let way = *end - *start;
            (start.midpoint(*end), Vec2::new(way.length() + 2.0 * radius, 2.0 * radius), way.to_angle())
        }
        shape => {
            let bounds = shape.to_shape().ok()?.aabb(&Pose::default());
            (bounds.center(), bounds.size(), 0.0)
        }
    };
    let (long, short) = (size.max_element(), size.min_element());
    let shape = match kind {
        ShapeKind::Circle => SceneShape::Circle { radius: 0.5 * short },
        ShapeKind::Rectangle => SceneShape::Rectangle { width: size.x, height: size.y, radius: 0.0 },
        ShapeKind::Capsule => {
            let radius = (0.5 * short).min(0.25 * long);
            let along = if size.x >= size.y { Vec2::X } else { Vec2::Y };
            let half = along * (0.5 * long - radius);
            SceneShape::Capsule { start: -half, end: half, radius }
        }
        ShapeKind::Polygon | ShapeKind::Wall | ShapeKind::Chain | ShapeKind::Compound => return None,
    };
    let rotation = body.rotation + turned.to_degrees();
    let position = if center == Vec2::ZERO { body.position } else { body.pose().world_from_local(center) };
    Some(SceneBody { shape, position, rotation, ..body.clone() })
}

/// Corners of a shape, counter-clockwise, and their radius.
fn corners(shape: &SceneShape) -> Option<(Vec<Vec2>, f32)> {
    let arc = |center: Vec2, radius: f32, from: f32, count: usize, step: f32| {
        (0..count).map(move |i| {
            center + Rotation::from_degrees(from + step * i as f32).rotate(Vec2::new(radius, 0.0))
        })
    };
    let step = 360.0 / ROUND as f32;
    match shape {
        SceneShape::Circle { radius } => {
            Some((arc(Vec2::ZERO, *radius, 0.5 * step, ROUND, step).collect(), 0.0))
        }
        SceneShape::Capsule { start, end, radius } => {
            let along = (*end - *start).to_angle().to_degrees();
            let half = ROUND / 2 + 1;
            let around_end = arc(*end, *radius, along - 90.0, half, step);
            Some((around_end.chain(arc(*start, *radius, along + 90.0, half, step)).collect(), 0.0))
        }
        SceneShape::Rectangle { width, height, radius } => {
            let half = 0.5 * Vec2::new(*width, *height);
            let signs = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            Some((signs.map(|(x, y)| half * Vec2::new(x, y)).to_vec(), *radius))
        }
        SceneShape::Polygon { .. }
        | SceneShape::Wall { .. }
        | SceneShape::Chain { .. }
        | SceneShape::Compound { .. } => None,
    }
}
