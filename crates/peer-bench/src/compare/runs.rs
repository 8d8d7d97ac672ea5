//! Real runs of the peers as recordings, with the contacts that they found: `cargo run --release -p peer-bench --
//! record rapier FILE`.

use std::path::Path;
use std::process::ExitCode;

use clap::ValueEnum;
use collision_record::{Body, Contact, Frame, Header, PlacedShape, RecordError, Recorder, Shape};
use glam::Vec2;

use crate::crowd::{Exact, Thing};
use crate::form::{Form, Forms, Place};
use crate::machine;
use crate::peers::{Found, box2d, rapier};

const FRAME: f32 = 1.0 / 60.0;
const SUB_STEPS: i32 = 4;
const STEPS: u64 = 150;
/// Every fifth frame is recorded.
const EVERY: u64 = 5;
const GRAVITY: Vec2 = Vec2::new(0.0, -9.81);
const FALLING: usize = 12;

/// Whose run.
#[derive(Clone, Copy, ValueEnum)]
pub enum Peer {
    /// rapier2d's `PhysicsPipeline`.
    Rapier,
    /// Box2D's `b2World_Step`.
    Box2d,
}

enum Engine {
    Rapier(Box<rapier::World>),
    Box2d(box2d::World),
}

impl Engine {
    fn place(&self, index: usize) -> Exact {
        match self {
            Self::Rapier(world) => world.place(index),
            Self::Box2d(world) => world.place(index),
        }
    }

    fn step(&mut self) -> Vec<Found> {
        match self {
            Self::Rapier(world) => world.step_and_tell(),
            Self::Box2d(world) => world.step_and_tell(FRAME, SUB_STEPS),
        }
    }
}

/// Records a run of the pile that the seed makes.
pub fn record(peer: Peer, seed: u64, path: &Path) -> ExitCode {
    match write(peer, seed, path) {
        Ok(()) => {
            println!("recorded: {}", path.display());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

fn write(peer: Peer, seed: u64, path: &Path) -> Result<(), RecordError> {
    let things = things(seed);
    let (name, mut engine) = match peer {
        Peer::Rapier => {
            let world = rapier::World::new(&things, GRAVITY, FRAME);
            (format!("rapier2d {}", machine::version("rapier2d")), Engine::Rapier(Box::new(world)))
        }
        Peer::Box2d => {
            let world = box2d::World::new(&things, GRAVITY, true);
            let commit = &boxdd_sys::UPSTREAM_SHA[..10];
            (format!("Box2D {commit}, boxdd-sys {}", machine::version("boxdd-sys")), Engine::Box2d(world))
        }
    };
    let mut header = Header::new(name, things.iter().enumerate().map(|(i, thing)| body(i, thing)).collect());
    header.name = Some(format!("a pile in a trough, seed {seed}"));
    let mut recorder = Recorder::to_file(path, &header)?;
    for step in 0..STEPS {
        let places = (0..things.len()).map(|i| Some(pose(engine.place(i)))).collect();
        // Both engines find contacts at the start of a step, on the poses from before it.
        let found = engine.step();
        if step % EVERY == 0 {
            let mut frame = Frame::new(step, step as f64 / 60.0, places);
            frame.contacts = found.iter().map(contact).collect();
            recorder.write(&frame)?;
        }
    }
    Ok(())
}

/// A trough of three segments, and what falls into it.
fn things(seed: u64) -> Vec<Thing> {
    let wall = |start: Vec2, end: Vec2| {
        let middle = 0.5 * (start + end);
        Thing::fixed(Form::Wall(start - middle, end - middle), Place::new(middle, 0.0))
    };
    let mut things = vec![
        wall(Vec2::new(-3.0, 0.0), Vec2::new(3.0, 0.0)),
        wall(Vec2::new(-5.0, 4.0), Vec2::new(-3.0, 0.0)),
        wall(Vec2::new(3.0, 0.0), Vec2::new(5.0, 4.0)),
        Thing::fixed(Form::Rectangle(Vec2::new(0.8, 0.3)), Place::new(Vec2::new(0.2, 1.2), 25.0)),
    ];
    let mut forms = Forms(fastrand::Rng::with_seed(seed));
    for i in 0..FALLING {
        let form = match i % 3 {
            0 => forms.circle(),
            1 => forms.rectangle(),
            _ => forms.irregular_octagon(),
        };
        let column = (i % 4) as f32;
        let position = Vec2::new(-2.4 + 1.6 * column + forms.within(-0.1, 0.1), 3.0 + 1.7 * (i / 4) as f32);
        things.push(Thing::moving(form, Place::new(position, forms.degrees())));
    }
    things
}

fn body(index: usize, thing: &Thing) -> Body {
    let (word, shape) = match &thing.form {
        Form::Circle(radius) => ("ball", Shape::Circle { radius: *radius }),
        Form::Rectangle(half) => {
            ("crate", Shape::Rectangle { width: 2.0 * half.x, height: 2.0 * half.y, radius: 0.0 })
        }
        Form::Polygon(points) => (
            "stone",
            Shape::Polygon { points: points.iter().map(|&point| point.into()).collect(), radius: 0.0 },
        ),
        Form::Wall(start, end) => ("wall", Shape::Segment { start: (*start).into(), end: (*end).into() }),
        form @ (Form::Capsule { .. } | Form::Chain(_)) => unreachable!("no run has {form:?}"),
    };
    let body = Body::new(format!("{word} {index}"), vec![PlacedShape::new(shape)]);
    if thing.moves { body } else { body.fixed() }
}

fn pose(place: Exact) -> [f32; 3] {
    let [x, y] = place.position.to_array();
    [x as f32, y as f32, place.rotation.to_angle() as f32]
}

fn contact(found: &Found) -> Contact {
    Contact {
        normal: Some(found.normal.into()),
        depth: Some(found.depth),
        points: found.points.iter().map(|&point| point.into()).collect(),
        impulse: Some(found.impulse),
        ..Contact::between(found.a as u32, found.b as u32)
    }
}
