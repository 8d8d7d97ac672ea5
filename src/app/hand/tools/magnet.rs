//! What a dragged body snaps to at others: a corner at a corner, a middle at a middle, borders that just touch, and sides and
//! middles that are level.

use collide2d::{Aabb, Body, Pose, Shape, closest_points};
use glam::Vec2;

use super::EditorView;
use crate::app::one_float::WorldAxis;
use crate::picture::framing::grown;
use crate::scene::SceneBody;

/// How near is near. Pixels.
const REACH: f32 = 8.0;
/// Others that are looked at.
const MOST: usize = 300;
/// A normal that is this near to an axis leaves the way along the other one open.
const ALONG: f32 = 1.0e-3;

/// Why a dragged body is where it is, drawn while it is dragged. World.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Guide {
    /// On this point of the grid.
    Grid(Vec2),
    /// Corners or middles meet here.
    Meet(Vec2),
    /// The two just touch here.
    Touch(Vec2),
    /// From the body to another one that is level with it.
    Level([Vec2; 2]),
}

/// How far a body is drawn, and by what.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attraction {
    pub by: Vec2,
    pub guides: Vec<Guide>,
}

/// What attracts the grabbed one of these bodies, sorted by index; the others are carried along.
pub fn attraction(seen: &EditorView<'_>, moved: &[(u32, SceneBody)], grabbed: u32) -> Attraction {
    let held = moved.iter().find(|(index, _)| *index == grabbed);
    let Some((shape, pose)) = held.and_then(|(_, body)| Some((body.shape.to_shape().ok()?, body.pose())))
    else {
        return Attraction::default();
    };
    let reach = REACH / seen.view().scale;
    let canvas = seen.view().visible();
    let is_other = |index: u32, body: &Body| {
        moved.binary_search_by_key(&index, |(moved, _)| *moved).is_err()
            && !seen.looking.veils.passes_over(index)
            && body.aabb().overlaps(&canvas)
    };
    let bodies = (0..).zip(seen.world().bodies()).filter(|(index, body)| is_other(*index, body));
    let others: Vec<&Body> = bodies.map(|(_, body)| body).take(MOST).collect();
    corners_meet(&shape, &pose, &others, reach)
        .or_else(|| just_touches(&shape, &pose, &others, reach))
        .unwrap_or_else(|| {
            let mut all = Attraction::default();
            for axis in [WorldAxis::X, WorldAxis::Y] {
                all.add(level(&shape.aabb(&pose), &others, axis, reach));
            }
            all
        })
}

impl Attraction {
    fn add(&mut self, other: Option<Self>) {
        let Some(other) = other else { return };
        self.by += other.by;
        self.guides.extend(other.guides);
    }
}

/// The corners of a shape, and its middle.
fn points(shape: &Shape, pose: &Pose) -> (Vec<Vec2>, Vec2) {
    let corners = shape.corners().into_iter().map(|corner| pose.world_from_local(corner)).collect();
    (corners, pose.world_from_local(shape.centroid()))
}

fn corners_meet(shape: &Shape, pose: &Pose, others: &[&Body], reach: f32) -> Option<Attraction> {
    let (corners, middle) = points(shape, pose);
    let mut nearest: Option<(f32, Vec2, Vec2)> = None;
    let mut try_pair = |own: Vec2, other: Vec2| {
        let away = own.distance(other);
        if away <= reach && nearest.is_none_or(|(least, ..)| away < least) {
            nearest = Some((away, other - own, other));
        }
    };
    let near = shape.aabb(pose);
    for body in others.iter().filter(|body| grown(&near, reach).overlaps(&body.aabb())) {
        let (others, other_middle) = points(body.shape(), body.pose());
        for other in others {
            corners.iter().for_each(|own| try_pair(*own, other));
        }
        try_pair(middle, other_middle);
    }
    nearest.map(|(_, by, at)| Attraction { by, guides: vec![Guide::Meet(at)] })
}

/// Toward the nearest border, or out of it; along it to where the two are level.
fn just_touches(shape: &Shape, pose: &Pose, others: &[&Body], reach: f32) -> Option<Attraction> {
    let near = grown(&shape.aabb(pose), reach);
    let gaps = others.iter().filter(|body| near.overlaps(&body.aabb())).map(|body| {
        let gap = closest_points(shape, pose, body.shape(), body.pose());
        (gap, *body)
    });
    let within = gaps.filter(|(gap, _)| gap.distance.abs() <= reach);
    let (gap, body) = within.min_by(|(p, _), (q, _)| p.distance.abs().total_cmp(&q.distance.abs()))?;
    let away = gap.normal;
    let mut found = Attraction { by: -away * gap.distance, guides: vec![Guide::Touch(gap.points[1])] };
    let open = match (away.x.abs() <= ALONG, away.y.abs() <= ALONG) {
        (true, _) => Some(WorldAxis::X),
        (_, true) => Some(WorldAxis::Y),
        _ => None,
    };
    found.add(open.and_then(|axis| level(&shape.aabb(pose), &[body], axis, reach)));
    Some(found)
}

/// Along an axis to where a side or the middle of the box is level with one of another box.
fn level(own: &Aabb, others: &[&Body], axis: WorldAxis, reach: f32) -> Option<Attraction> {
    let sides = |of: &Aabb| [of.min, of.max].map(|end| axis.of(end));
    let mut nearest: Option<(f32, f32, Aabb)> = None;
    for body in others {
        let other = body.aabb();
        let mut try_line = |own: f32, line: f32| {
            let by = line - own;
            if by.abs() <= reach && nearest.as_ref().is_none_or(|(least, ..)| by.abs() < least.abs()) {
                nearest = Some((by, line, other));
            }
        };
        // A middle is level with a middle, a side with any side.
        for own in sides(own) {
            sides(&other).into_iter().for_each(|line| try_line(own, line));
        }
        try_line(axis.of(own.center()), axis.of(other.center()));
    }
    let (by, line, other) = nearest?;
    // Over both boxes.
    let both = own.union(&other);
    let ends = [both.min, both.max].map(|end| axis.set(end, line));
    Some(Attraction { by: axis.set(Vec2::ZERO, by), guides: vec![Guide::Level(ends)] })
}
