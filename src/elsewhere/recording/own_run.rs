//! A run of a scene of ours as a recording: metres, y up, degrees, normals from b to a, as ours point.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use collide2d::{Body, Contact, Filter, Generator, GeneratorKind, Shape, World};
use collision_record::{
    AngleUnit, Event, EventKind, Frame, Header, Joint, NormalDirection, PlacedShape, Query, QueryHit,
};

use crate::scene::query::ask::{AskedOf, AskedQueries, QueryAnswer};
use crate::scene::query::{QueryForm, SceneQuery};
use crate::scene::{Scene, SceneMotion};

/// The first line: the scene's bodies and the pieces that `end`, a world of it, has.
pub fn header(scene: &Scene, end: &World) -> Header {
    let named = scene.with_pieces(end.pieces());
    let bodies = named.bodies.iter().zip(end.bodies()).enumerate().map(|(index, (body, now))| {
        let is_piece = index >= scene.bodies.len();
        let motion = if is_piece { SceneMotion::dynamic(1.0) } else { body.motion };
        collision_record::Body {
            is_static: matches!(motion, SceneMotion::Static),
            is_kinematic: matches!(motion, SceneMotion::Kinematic { .. } | SceneMotion::Mover { .. }),
            is_sensor: body.sensor,
            is: body.is.clone(),
            meets: body.meets.clone(),
            one_way: body.one_way.map(Into::into),
            // A generator may hold a dynamic body as if it were fixed.
            mass: matches!(motion, SceneMotion::Dynamic { .. })
                .then(|| now.mass())
                .filter(|mass| mass.is_finite()),
            friction: Some(now.friction()),
            restitution: Some(now.restitution()),
            ..collision_record::Body::new(body.name.clone(), shapes(now.shape()))
        }
    });
    let mut header = Header::new(format!("collide2d {}", collide2d::VERSION), bodies.collect());
    header.name = Some(scene.name.clone()).filter(|name| !name.is_empty());
    header.gravity = Some(end.settings().gravity.into());
    (header.angle, header.normal) = (AngleUnit::Degrees, NormalDirection::FromBToA);
    header
}

/// The pairs of the frame that was written last, if there was one.
pub type TouchingPairs = Option<BTreeSet<(u32, u32)>>;

/// A frame, whose contacts are those on its poses; its events are what changed in them since the frame `before`. `bodies`:
/// how many the header has; `time`: seconds; `asked`: the scene's.
pub fn frame(
    world: &World,
    bodies: usize,
    time: f64,
    before: &mut TouchingPairs,
    asked: &AskedQueries,
) -> Frame {
    let is_there = |body: &&Body| {
        let pose = body.pose();
        !body.is_removed() && pose.position.is_finite() && pose.rotation.degrees().is_finite()
    };
    let there: Vec<Option<&Body>> =
        (0..bodies).map(|index| world.bodies().get(index).filter(is_there)).collect();
    let pose = |body: &&Body| {
        let position = body.pose().position;
        [position.x, position.y, body.pose().rotation.degrees()]
    };
    let velocity = |body: &&Body| {
        let velocity = body.velocity();
        let triple = [velocity.x, velocity.y, body.angular_velocity()];
        triple.iter().all(|n| n.is_finite()).then_some(triple)
    };
    let mut frame =
        Frame::new(world.frame(), time, there.iter().map(|body| body.as_ref().map(pose)).collect());
    frame.velocities = Some(there.iter().map(|body| body.as_ref().and_then(velocity)).collect());
    world.for_each_contact(|found| {
        if let (Some(Some(a)), Some(Some(b))) = (there.get(found.a as usize), there.get(found.b as usize)) {
            let points =
                found.contact.points().iter().map(|point| Contact::world_point(a.pose(), point).into());
            frame.contacts.push(collision_record::Contact {
                shape_a: found.leaf_a.part(),
                shape_b: found.leaf_b.part(),
                normal: Some(found.contact.normal.into()),
                depth: Some(found.contact.depth),
                points: points.collect(),
                sensor: a.is_sensor() || b.is_sensor(),
                ..collision_record::Contact::between(found.a, found.b)
            });
        }
        ControlFlow::Continue(())
    });
    let now = frame.contacts.iter().map(|contact| (contact.a, contact.b)).collect::<BTreeSet<_>>();
    if let Some(before) = before.replace(now.clone()) {
        let is_there = |body: u32| there.get(body as usize).copied().flatten();
        let event = |&(a, b): &(u32, u32), begins: bool| {
            let is_sensor = is_there(a)?.is_sensor() || is_there(b)?.is_sensor();
            let kind = match (begins, is_sensor) {
                (true, false) => EventKind::Begin,
                (true, true) => EventKind::Enter,
                (false, false) => EventKind::End,
                (false, true) => EventKind::Exit,
            };
            Some(Event { kind, a, b })
        };
        frame.events.extend(now.difference(&before).filter_map(|pair| event(pair, true)));
        frame.events.extend(before.difference(&now).filter_map(|pair| event(pair, false)));
    }
    for (_, generator) in world.generators().filter(|(_, one)| one.kind() == GeneratorKind::Revolute) {
        add_joint(generator, &there, &mut frame);
    }
    frame.queries = asked.queries().iter().filter_map(|query| recorded_query(asked, query, world)).collect();
    frame
}

/// Adds a joint where it holds, and that its two bodies are left out on purpose, if they are.
fn add_joint(joint: &Generator, there: &[Option<&Body>], frame: &mut Frame) {
    let Some(([a, b], [at, _])) = joint.ends().zip(joint.anchors()) else { return };
    let body = |index: u32| there.get(index as usize).copied().flatten();
    let (Some(holder), Some(_)) = (body(a), body(b)) else { return };
    let at = Some(holder.pose().world_from_local(at).into());
    frame.joints.push(Joint { kind: "revolute".to_owned(), a, b, at });
    if let Generator::Revolute(joint) = joint
        && !joint.collides()
    {
        let left_out = collision_record::Contact::between(a.min(b), a.max(b));
        frame.contacts.push(collision_record::Contact { filtered: true, ..left_out });
    }
}

/// A query of the scene and what it finds; `None`: its kind is none of a recording's, or it names a body that is gone.
fn recorded_query(asked: &AskedQueries, query: &SceneQuery, world: &World) -> Option<Query> {
    let placed = asked.placed(query, world)?;
    let answer = placed.ask(world);
    let hit = answer.first().map(|hit| QueryHit {
        body: hit.body,
        fraction: Some(hit.fraction),
        point: Some(hit.point.into()),
        normal: hit.normal.map(Into::into),
    });
    // What masks leave out is passed as well.
    let is_passed = |(index, body): (u32, &Body)| {
        let is_met = placed.masks == Filter::default() || placed.masks.lets_meet(body.filter());
        (!body.is_removed() && (!is_met || placed.excluded.contains(&index))).then_some(index)
    };
    let ignore = || (0..).zip(world.bodies()).filter_map(is_passed).collect();
    match (&placed.what, &query.form) {
        (AskedOf::Ray(ray), _) => {
            Some(Query::Ray { from: ray.origin().into(), to: ray.at(1.0).into(), ignore: ignore(), hit })
        }
        (AskedOf::Cast(cast), QueryForm::Cast { shape, turn, .. }) => {
            let (start, by) = (cast.pose(), cast.translation());
            // A body that is cast passes itself, as the last one.
            let body = placed.excluded.last().filter(|_| shape.is_none()).copied();
            let shape = match body {
                Some(_) => None,
                None => match &shapes(cast.shape())[..] {
                    [only] => Some(only.shape.clone()),
                    _ => return None,
                },
            };
            Some(Query::Cast {
                body,
                shape,
                from: start.position.into(),
                to: (start.position + by).into(),
                rotation: Some(start.rotation.degrees()),
                turn: *turn,
                ignore: ignore(),
                hit,
            })
        }
        (AskedOf::Closest(a, b), _) => {
            let QueryAnswer::Closest(found) = &answer else { return None };
            let points = Some(found.points.map(Into::into));
            // A recording's are of whole bodies.
            let is_whole = a.part.or(b.part).is_none();
            is_whole.then_some(Query::Closest { a: a.body, b: b.body, distance: found.distance, points })
        }
        (AskedOf::Cast(_) | AskedOf::Point(_) | AskedOf::Overlap(..), _) => None,
    }
}

/// A shape as a recording has it; a compound is several.
fn shapes(shape: &Shape) -> Vec<PlacedShape> {
    use collision_record::Shape as Recorded;
    let recorded = match shape {
        Shape::Circle(circle) => Recorded::Circle { radius: circle.radius() },
        Shape::Capsule(capsule) => Recorded::Capsule {
            start: capsule.start().into(),
            end: capsule.end().into(),
            radius: capsule.radius(),
        },
        Shape::Rectangle(rectangle) => {
            let [width, height] = (2.0 * rectangle.half_extents()).to_array();
            Recorded::Rectangle { width, height, radius: rectangle.radius() }
        }
        Shape::Polygon(polygon) => Recorded::Polygon {
            points: polygon.vertices().iter().map(|point| (*point).into()).collect(),
            radius: polygon.radius(),
        },
        Shape::Wall(wall) => Recorded::Segment { start: wall.start().into(), end: wall.end().into() },
        Shape::Chain(chain) => Recorded::Chain {
            points: chain.points().iter().map(|point| (*point).into()).collect(),
            closed: chain.is_closed(),
            one_sided: chain.is_one_sided(),
        },
        Shape::Compound(compound) => {
            let placed = compound.parts().iter().flat_map(|part| {
                let place = part.pose.position.into();
                let turned = part.pose.rotation.degrees();
                shapes(&part.shape).into_iter().map(move |shape| shape.placed(place, turned))
            });
            return placed.collect();
        }
    };
    vec![PlacedShape::new(recorded)]
}
