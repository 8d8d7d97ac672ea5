//! Records a run of `collide2d`: `cargo run -p collision-record --example record_collide2d -- game.jsonl`.
//!
//! A pile falls on a floor between two posts. Each frame has the poses and the contacts found on exactly these
//! poses: an engine that finds contacts at the start of a step must record the poses from before the step.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use collide2d::glam::Vec2;
use collide2d::{
    BodyDef, Contact, Motion, Pose, RigidSettings, Shape, ShapeError, SolverKind, World, WorldSettings,
};
use collision_record::{Body, Frame, Header, PlacedShape, RecordError, Recorder};

/// Steps of 1/60 s.
const STEPS: u64 = 90;
/// Every third frame is recorded.
const EVERY: u64 = 3;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args_os().nth(1).map_or_else(|| "game.jsonl".into(), PathBuf::from);
    record(&path)?;
    println!("recorded: {}", path.display());
    Ok(())
}

/// Writes the recording.
pub fn record(path: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let shapes = shapes();
    let mut world = world(&shapes)?;
    let mut recorder = Recorder::to_file(path, &header(&shapes))?;
    while world.frame() <= STEPS {
        if world.frame().is_multiple_of(EVERY) {
            write(&mut recorder, &world)?;
        }
        world.step();
    }
    Ok(())
}

/// A frame of the world.
fn write(recorder: &mut Recorder, world: &World) -> Result<(), RecordError> {
    let pose = |pose: &Pose| [pose.position.x, pose.position.y, pose.rotation.degrees().to_radians()];
    let poses = world.bodies().iter().map(|body| Some(pose(body.pose()))).collect();
    let mut frame = Frame::new(world.frame(), world.frame() as f64 / 60.0, poses);
    world.for_each_contact(|found| {
        let Contact { normal, depth, .. } = found.contact;
        let a = world.body(found.a).map(|body| *body.pose()).unwrap_or_default();
        frame.contacts.push(collision_record::Contact {
            // Ours points from b to a; the header says a to b.
            normal: Some((-normal).into()),
            depth: Some(depth),
            points: found
                .contact
                .points()
                .iter()
                .map(|point| Contact::world_point(&a, point).into())
                .collect(),
            ..collision_record::Contact::between(found.a, found.b)
        });
        ControlFlow::Continue(())
    });
    recorder.write(&frame)
}

fn header(shapes: &[(&str, collision_record::Shape, Vec2, bool)]) -> Header {
    let bodies = shapes.iter().map(|(name, shape, _, is_static)| {
        let body = Body::new(*name, vec![PlacedShape::new(shape.clone())]);
        if *is_static { body.fixed() } else { body }
    });
    let mut header = Header::new(concat!("collide2d ", env!("CARGO_PKG_VERSION")), bodies.collect());
    header.name = Some("a pile between two posts".to_owned());
    header
}

/// Name, shape, position, static.
fn shapes() -> Vec<(&'static str, collision_record::Shape, Vec2, bool)> {
    use collision_record::Shape::{Capsule, Circle, Polygon, Rectangle, Segment};
    let ball = || Circle { radius: 0.4 };
    let crate_ = || Rectangle { width: 1.0, height: 0.7, radius: 0.0 };
    let gem = || Polygon {
        points: vec![[0.0, 0.6], [-0.5, 0.1], [-0.3, -0.4], [0.3, -0.4], [0.5, 0.1]],
        radius: 0.0,
    };
    let pill = || Capsule { start: [-0.4, 0.0], end: [0.4, 0.0], radius: 0.25 };
    vec![
        ("floor", Segment { start: [-4.0, 0.0], end: [4.0, 0.0] }, Vec2::ZERO, true),
        ("left post", Rectangle { width: 0.4, height: 3.0, radius: 0.0 }, Vec2::new(-2.2, 1.5), true),
        ("right post", Rectangle { width: 0.4, height: 3.0, radius: 0.0 }, Vec2::new(2.2, 1.5), true),
        ("crate 1", crate_(), Vec2::new(-0.9, 0.8), false),
        ("crate 2", crate_(), Vec2::new(0.6, 1.0), false),
        ("gem", gem(), Vec2::new(-0.2, 1.9), false),
        ("ball 1", ball(), Vec2::new(-1.2, 2.2), false),
        ("pill", pill(), Vec2::new(0.9, 2.4), false),
        ("ball 2", ball(), Vec2::new(0.1, 3.1), false),
        ("crate 3", crate_(), Vec2::new(-0.7, 3.6), false),
    ]
}

fn world(
    shapes: &[(&str, collision_record::Shape, Vec2, bool)],
) -> Result<World, Box<dyn std::error::Error>> {
    // Landings stay as deep as a step makes them: the recording is to have contacts of every depth.
    let rigid = RigidSettings { continuous: false, ..RigidSettings::default() };
    let settings = WorldSettings::default()
        .with_gravity(Vec2::new(0.0, -9.81))
        .with_solver(SolverKind::Rigid)
        .with_rigid(rigid);
    let mut world = World::new(settings)?;
    for (_, shape, position, is_static) in shapes {
        let def = BodyDef::new(ours(shape)?, Pose::new(*position, 0.0));
        world.add(if *is_static { def } else { def.with_motion(Motion::dynamic(1.0)) })?;
    }
    Ok(world)
}

fn ours(shape: &collision_record::Shape) -> Result<Shape, ShapeError> {
    use collision_record::Shape::{Capsule, Chain, Circle, HalfPlane, Polygon, Rectangle, Segment};
    match shape {
        Circle { radius } => Shape::circle(*radius),
        Rectangle { width, height, .. } => Shape::rectangle(*width, *height),
        Segment { start, end } => Shape::wall((*start).into(), (*end).into()),
        Capsule { start, end, radius } => Shape::capsule((*start).into(), (*end).into(), *radius),
        Polygon { points, .. } => {
            let points: Vec<Vec2> = points.iter().map(|&point| point.into()).collect();
            Shape::polygon(&points)
        }
        Chain { .. } | HalfPlane { .. } => unreachable!("the pile has none"),
    }
}
