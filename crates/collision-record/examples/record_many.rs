//! Records many bodies, to measure what opens the recording:
//! `cargo run --release -p collision-record --example record_many -- /tmp/many.jsonl 2000 600`, then
//! `collision-test /tmp/many.jsonl --stats`.
//!
//! Discs, crates and hexagons fall into a box.

use std::ops::ControlFlow;
use std::path::PathBuf;

use collide2d::glam::Vec2;
use collide2d::{BodyDef, Contact, Motion, Pose, SolverKind, World, WorldSettings};
use collision_record::{Body, Frame, Header, PlacedShape, Recorder, Shape};

/// Bodies side by side.
const COLUMNS: usize = 50;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let path = arguments.next().map_or_else(|| "/tmp/many.jsonl".into(), PathBuf::from);
    let mut number = |default: usize| -> Result<usize, Box<dyn std::error::Error>> {
        Ok(arguments.next().map_or(Ok(default), |text| text.to_string_lossy().parse())?)
    };
    let (bodies, frames) = (number(2000)?, number(600)?);
    let settings =
        WorldSettings::default().with_gravity(Vec2::new(0.0, -9.81)).with_solver(SolverKind::Rigid);
    let (mut world, mut recorded) = (World::new(settings)?, Vec::new());
    let half = 0.5 * COLUMNS as f32 + 1.0;
    let walls = [([-half, 0.0], [half, 0.0]), ([-half, 0.0], [-half, 90.0]), ([half, 0.0], [half, 90.0])];
    for (i, (start, end)) in walls.into_iter().enumerate() {
        world.add(BodyDef::new(collide2d::Shape::wall(start.into(), end.into())?, Pose::default()))?;
        let segment = PlacedShape::new(Shape::Segment { start, end });
        recorded.push(Body::new(format!("wall {}", i + 1), vec![segment]).fixed());
    }
    for i in 0..bodies {
        let (column, row) = ((i % COLUMNS) as f32, (i / COLUMNS) as f32);
        let shift = if (i / COLUMNS).is_multiple_of(2) { 0.0 } else { 0.3 };
        let place = Vec2::new(column - half + 1.3 + shift, 1.0 + row);
        let (ours, theirs) = shapes(i)?;
        let def = BodyDef::new(ours, Pose::new(place, 7.0 * i as f32));
        world.add(def.with_motion(Motion::dynamic(1.0)))?;
        recorded.push(Body::new(format!("body {}", i + 1), vec![PlacedShape::new(theirs)]));
    }
    let mut recorder = Recorder::to_file(&path, &Header::new("collide2d, many bodies", recorded))?;
    let mut contacts = 0;
    for _ in 0..frames {
        let frame = frame(&world);
        contacts += frame.contacts.len();
        recorder.write(&frame)?;
        world.step();
    }
    let size = std::fs::metadata(&path)?.len() as f64 / f64::from(1 << 20);
    println!("recorded: {}, {size:.1} MiB, {contacts} contacts in all", path.display());
    Ok(())
}

fn shapes(i: usize) -> Result<(collide2d::Shape, Shape), collide2d::ShapeError> {
    Ok(match i % 3 {
        0 => (collide2d::Shape::circle(0.4)?, Shape::Circle { radius: 0.4 }),
        1 => (
            collide2d::Shape::rectangle(0.8, 0.6)?,
            Shape::Rectangle { width: 0.8, height: 0.6, radius: 0.0 },
        ),
        _ => {
            let corner = |k: u8| Vec2::from_angle(f32::from(k) * std::f32::consts::FRAC_PI_3) * 0.4;
            let corners: Vec<Vec2> = (0..6).map(corner).collect();
            let points = corners.iter().map(|corner| (*corner).into()).collect();
            (collide2d::Shape::polygon(&corners)?, Shape::Polygon { points, radius: 0.0 })
        }
    })
}

fn frame(world: &World) -> Frame {
    let pose = |pose: &Pose| [pose.position.x, pose.position.y, pose.rotation.degrees().to_radians()];
    let poses = world.bodies().iter().map(|body| Some(pose(body.pose()))).collect();
    let velocity = |body: &collide2d::Body| {
        let linear = body.velocity();
        Some([linear.x, linear.y, body.angular_velocity().to_radians()])
    };
    let mut frame = Frame::new(world.frame(), world.frame() as f64 / 60.0, poses);
    frame.velocities = Some(world.bodies().iter().map(velocity).collect());
    world.for_each_contact(|found| {
        let a = world.body(found.a).map(|body| *body.pose()).unwrap_or_default();
        let points = found.contact.points().iter();
        frame.contacts.push(collision_record::Contact {
            // Ours points from b to a; the header says a to b.
            normal: Some((-found.contact.normal).into()),
            depth: Some(found.contact.depth),
            points: points.map(|point| Contact::world_point(&a, point).into()).collect(),
            ..collision_record::Contact::between(found.a, found.b)
        });
        ControlFlow::Continue(())
    });
    frame
}
