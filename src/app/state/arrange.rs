//! Commands of the Arrange menu.

use collide2d::{Body, Pose, QueryFilter, Shape, ShapeCast, closest_points, collide};
use glam::Vec2;

use super::AppState;
use crate::app::commands::change::{AnchorMove, Change, SceneEdit};
use crate::app::commands::list_edit::ListEdit;
use crate::app::commands::{Arrangement, NewLink, OrderMove};
use crate::app::hand::arrange;
use crate::app::looking::pairs::Pair;
use crate::app::messages::Level;
use crate::app::one_float::WorldAxis;
use crate::app::showing::grid::sum_points;
use crate::platform::plain;
use crate::scene::joint::without_noise;
use crate::scene::{SceneBody, SceneGenerator, SceneJoint, SceneMotion, pieces};

type Indexed = Vec<(u32, SceneBody)>;

impl AppState {
    pub(super) fn arrange(&mut self, command: Arrangement) {
        let of_pair =
            matches!(command, Arrangement::Separate | Arrangement::MakeTouch | Arrangement::Join(_));
        if !of_pair && self.selects_only_pieces() {
            return;
        }
        self.finish_gesture();
        let change = match command {
            Arrangement::Order(to) => self.in_order(to),
            Arrangement::Align(to) => self.moved_boxes(2, |boxes| arrange::aligned(boxes, to)),
            Arrangement::Distribute(axis) => self.moved_boxes(3, |boxes| arrange::distributed(boxes, axis)),
            Arrangement::Mirror(axis) => self.mirrored(axis),
            Arrangement::ChangeShape(kind) => {
                let bodies = self.seen().selected_bodies().into_iter();
                let shaped: Indexed =
                    bodies.filter_map(|(i, body)| Some((i, arrange::as_kind(&body, kind)?))).collect();
                let none = "Walls, chains and bodies of several shapes keep theirs; circles, capsules, rectangles and \
                            polygons become one another.";
                if self.looking.selection().is_empty() {
                    Err("Select a body to change its shape.".to_owned())
                } else if shaped.is_empty() {
                    Err(none.to_owned())
                } else {
                    Ok(Change::Reshape(shaped, AnchorMove::KeepPlace))
                }
            }
            Arrangement::Separate => self.placed_pair(false),
            Arrangement::MakeTouch => self.placed_pair(true),
            Arrangement::Drop => self.dropped(),
            Arrangement::Join(link) => self.joined(link),
        };
        match change {
            Ok(change) => {
                self.edit(&change);
                self.commit();
            }
            Err(text) => self.messages.push(Level::Info, text),
        }
    }

    fn in_order(&self, to: OrderMove) -> Result<Change, String> {
        if pieces::has_reacted(self.run.world()) {
            return Err("Bodies are gone in this frame. Go back to the start to change the order.".to_owned());
        }
        let count = self.scene().bodies.len();
        Ok(Change::Order(arrange::ordered(count, self.looking.selection(), to)))
    }

    fn joined(&self, link: NewLink) -> Result<Change, String> {
        let two = self.looking.two().ok_or("Select two bodies to join them.")?;
        let edit = self.new_link(link, two).ok_or("A piece of a body that burst is no part of the scene.")?;
        Ok(Change::Scene(edit))
    }

    /// The edit that puts a link between two bodies; `None`: one of them is gone, or a piece.
    pub(crate) fn new_link(&self, link: NewLink, (a, b): Pair) -> Option<SceneEdit> {
        let joined = [self.present_body(a)?, self.present_body(b)?];
        let apart = joined[0].position.distance(joined[1].position);
        let length = if apart.is_finite() && apart > 0.0 { apart } else { 1.0 };
        let [name_a, name_b] = joined.map(|body| body.name.clone());
        Some(match link {
            NewLink::Revolute => {
                let [at_a, at_b] = joint_anchors(self.run.world().body(a)?, self.run.world().body(b)?);
                let joint = SceneJoint { a: name_a, b: name_b, at_a, at_b, collide: false };
                SceneEdit::Joint(ListEdit::Add(joint))
            }
            NewLink::Rod => SceneEdit::Generator(ListEdit::Add(SceneGenerator::rod(name_a, name_b, length))),
            NewLink::Cable => {
                SceneEdit::Generator(ListEdit::Add(SceneGenerator::cable(name_a, name_b, length)))
            }
        })
    }

    /// The selected bodies moved as `moves` says of their boxes, along the axes of the canvas.
    fn moved_boxes(
        &self,
        least: usize,
        moves: impl FnOnce(&[collide2d::Aabb]) -> Vec<Vec2>,
    ) -> Result<Change, String> {
        let bodies = self.seen().selected_bodies();
        if bodies.len() < least {
            return Err(format!("Select {least} bodies or more."));
        }
        let frame = self.showing.camera.frame();
        let world = self.run.world();
        let boxes: Vec<_> = bodies
            .iter()
            .filter_map(|(index, _)| world.body(*index))
            .map(|body| frame.box_of(body))
            .collect();
        let moves = moves(&boxes).into_iter().map(|by| frame.world_direction(by));
        let moved = bodies.iter().zip(moves).map(|((index, body), by)| {
            let position = if by == Vec2::ZERO { body.position } else { sum_points(body.position, by) };
            (*index, SceneBody { position, ..body.clone() })
        });
        Ok(Change::SetBodies(moved.collect()))
    }

    fn mirrored(&self, axis: WorldAxis) -> Result<Change, String> {
        let bodies = self.seen().selected_bodies();
        let boxes = bodies.iter().filter_map(|(index, _)| self.run.world().body(*index)).map(Body::aabb);
        let all = boxes.reduce(|all, one| all.union(&one)).ok_or("Nothing is selected.")?;
        let middle = axis.of(all.center());
        let mirrored = bodies.iter().map(|(index, body)| (*index, arrange::mirrored(body, axis, middle)));
        Ok(Change::Reshape(mirrored.collect(), AnchorMove::Mirror(arrange::flip(axis))))
    }

    /// One of the selected pair where the two touch, or where they just do not.
    fn placed_pair(&self, touching: bool) -> Result<Change, String> {
        let (a, b) = self.looking.selected_pair().ok_or("No pair is selected.")?;
        if let Some(why) = self.held_together((a, b)) {
            return Err(why);
        }
        let (mover, other) = if self.moves_b(a, b) { (b, a) } else { (a, b) };
        let world = self.run.world();
        let bodies = world.body(mover).zip(world.body(other)).ok_or("The pair is gone.")?;
        let body = self.present_body(mover).ok_or("A piece of a body that burst is no part of the scene.")?;
        let (shape, other) = ((bodies.0.shape(), bodies.0.pose()), (bodies.1.shape(), bodies.1.pose()));
        let name = plain::label(&body.name).into_owned();
        if !touching && collide(shape.0, shape.1, other.0, other.1).is_none() {
            return Err("The two do not overlap.".to_owned());
        }
        let position = placed(shape, other, touching)
            .ok_or_else(|| format!("No place of {name} was found where the two just touch."))?;
        Ok(Change::SetBodies(vec![(mover, SceneBody { position, ..body.into_owned() })]))
    }

    /// Of a pair the one moves that is selected alone, else the first that is not static.
    fn moves_b(&self, a: u32, b: u32) -> bool {
        let is_static =
            |index: u32| self.present_body(index).is_none_or(|body| body.motion == SceneMotion::Static);
        match self.looking.selection() {
            [one] if *one == a => false,
            [one] if *one == b => true,
            _ => is_static(a) && !is_static(b),
        }
    }

    /// The selected bodies lower, as far as the first of them falls.
    fn dropped(&self) -> Result<Change, String> {
        let bodies = self.seen().selected_bodies();
        let world = self.run.world();
        let down = self.scene().gravity.try_normalize().unwrap_or(Vec2::NEG_Y);
        let selection = self.looking.selection();
        let there = world.bodies().iter().filter(|body| !body.is_removed()).map(Body::aabb);
        let reach = there.reduce(|all, one| all.union(&one)).map_or(1.0, |all| all.size().length());
        // Beyond everything.
        let way = down * (1.0 + 2.0 * reach);
        let mut nearest: Option<Drop> = None;
        for (index, _) in &bodies {
            let Some(body) = world.body(*index) else { continue };
            let filter = QueryFilter::default()
                .excluding(selection)
                .with_sensors(body.is_sensor())
                .with_masks(body.filter());
            let cast = ShapeCast::new(body.shape().clone(), *body.pose(), way).map_err(|e| e.to_string())?;
            if let Some(hit) = world.cast_shape(&cast, &filter) {
                let onto = DropOnto::Body(hit.body);
                let found = Drop { by: hit.found.fraction * way.length(), body: *index, onto };
                nearest = Some(found.least(nearest));
            }
            for generator in &self.scene().generators {
                let SceneGenerator::Ground { point, normal, .. } = generator else { continue };
                let normal = normal.normalize_or(Vec2::Y);
                let closing = -down.dot(normal);
                if closing > 1.0e-6 && !body.is_static() {
                    let lowest = body.shape().support(body.pose(), -normal);
                    let by = ((lowest - *point).dot(normal) / closing).max(0.0);
                    nearest = Some(Drop { by, body: *index, onto: DropOnto::Ground }.least(nearest));
                }
            }
        }
        let Drop { by, body, onto } = nearest.ok_or("Nothing is below what is selected.")?;
        if by <= 0.0 {
            return Err("It touches already.".to_owned());
        }
        let mut fall = down * by;
        if let DropOnto::Body(other) = onto
            && let Some((one, other)) = world.body(body).zip(world.body(other))
        {
            let landed = one.pose().position + fall;
            let unit = one.shape().aabb(one.pose()).size().min_element() * 1.0e-7;
            let (one, other) = ((one.shape(), one.pose()), (other.shape(), other.pose()));
            let touching = stepped_until(one, other, landed, down * unit, true);
            fall = touching.unwrap_or(landed) - one.1.position;
        }
        Ok(Change::SetBodies(shifted_exactly(&bodies, fall)))
    }
}

struct Drop {
    /// Metres.
    by: f32,
    body: u32,
    onto: DropOnto,
}

enum DropOnto {
    Body(u32),
    Ground,
}

impl Drop {
    fn least(self, other: Option<Self>) -> Self {
        match other {
            Some(other) if other.by <= self.by => other,
            Some(_) | None => self,
        }
    }
}

/// Where a shape touches another, or just does not, near the nearest such place; `None`: none was found. The way there
/// is that of the nearest points, again for shapes of several parts; then steps that double find the side that is wanted.
fn placed(a: (&Shape, &Pose), b: (&Shape, &Pose), touching: bool) -> Option<Vec2> {
    /// Ways until a shape of several parts is out.
    const WAYS: usize = 24;
    let size = a.0.aabb(a.1).size().min_element().max(1.0e-6);
    let mut position = a.1.position;
    // Toward A. Of shapes that are nearer to each other than coordinates tell, the direction is noise.
    let mut normal = None;
    for _ in 0..WAYS {
        let near = closest_points(a.0, &Pose { position, ..*a.1 }, b.0, b.1);
        let rounding = 4.0 * f32::EPSILON * position.abs().max_element();
        if normal.is_some() && near.distance.abs() <= rounding.max(1.0e-6 * size) {
            break;
        }
        let way = near.points[1] - near.points[0];
        if near.normal == Vec2::ZERO || !way.is_finite() {
            return None;
        }
        normal = Some(near.normal);
        position += way;
    }
    // Out along the normal, or in against it.
    let unit = (size * 1.0e-7).max(position.abs().max_element() * f32::EPSILON);
    stepped_until(a, b, position, normal? * if touching { -unit } else { unit }, touching)
}

/// The first place, by steps that double, where the shape touches the other, or does not.
fn stepped_until(
    a: (&Shape, &Pose),
    b: (&Shape, &Pose),
    from: Vec2,
    step: Vec2,
    touching: bool,
) -> Option<Vec2> {
    /// Doublings of the step.
    const STEPS: i32 = 14;
    let fits =
        |place: &Vec2| collide(a.0, &Pose { position: *place, ..*a.1 }, b.0, b.1).is_some() == touching;
    std::iter::once(from).chain((0..STEPS).map(|i| from + step * 2.0_f32.powi(i))).find(fits)
}

/// The bodies moved by `delta`, to the last bit.
fn shifted_exactly(bodies: &[(u32, SceneBody)], delta: Vec2) -> Indexed {
    let moved = |body: &SceneBody| SceneBody { position: body.position + delta, ..body.clone() };
    bodies.iter().map(|(index, body)| (*index, moved(body))).collect()
}

/// The middle of what the bounds of both have, or between them where they are apart. Local to each.
fn joint_anchors(a: &Body, b: &Body) -> [Vec2; 2] {
    let (bounds_a, bounds_b) = (a.aabb(), b.aabb());
    let at = 0.5 * (bounds_a.min.max(bounds_b.min) + bounds_a.max.min(bounds_b.max));
    let at = if at.is_finite() { at } else { a.pose().position };
    [a, b].map(|body| {
        let near = at.abs().max(body.pose().position.abs());
        without_noise(body.pose().local_from_world(at), near)
    })
}
