//! A scene through steps and report.

use std::time::Duration;

use arbitrary::Unstructured;
use collide2d::World;
use collision_test::app::run::frames::Frames;
use collision_test::app::run::simulation::Simulation;
use collision_test::explain::stages;
use collision_test::platform::plain::{self, PlainWriter};
use collision_test::report::check;
use collision_test::report::hashes::FrameHash;
use collision_test::report::not_finite::NotFinite;
use collision_test::report::{Report, ReportOptions, WhichAxes, WhichBodies, WhichPairs};
use collision_test::scene::Scene;

use crate::decode::{CHUNK, change};
use crate::scenes::shipped;

/// Steps that one input takes.
const MOST_STEPS: u64 = 40;

/// A shipped scene after edits of [`CHUNK`] bytes each: it steps the same twice, backward and observed, its
/// report is valid JSON and plain text, and says what the world holds.
pub fn scene_steps(data: &[u8]) {
    let (head, edits) = data.split_at(data.len().min(4));
    let u = &mut Unstructured::new(head);
    let mut scene = u.choose(shipped()).unwrap().scene.clone();
    let last = u.int_in_range(0..=MOST_STEPS).unwrap();
    let back = u.int_in_range(0..=last).unwrap();
    for chunk in edits.chunks(CHUNK) {
        if let Ok(edited) = change(&mut Unstructured::new(chunk)).unwrap().applied_to(&scene) {
            scene = edited;
        }
    }
    scene.validate().unwrap();
    let start = scene.to_world().unwrap();
    let hashes = stepped(&scene, start.clone(), last);
    seek(start, &hashes, back);
    check::check(&scene).unwrap();
}

/// Steps while the state is finite, with reports of the first and the last frame. Returns the hash of each
/// frame.
fn stepped(scene: &Scene, mut world: World, last: u64) -> Vec<FrameHash> {
    let mut hashes = vec![FrameHash::of(&world)];
    assert_report(scene, &world);
    while world.frame() < last && NotFinite::of(&world).is_none() {
        world.step();
        if NotFinite::of(&world).is_none() {
            hashes.push(FrameHash::of(&world));
            assert_contacts(&world);
        }
    }
    assert_report(scene, &world);
    hashes
}

/// A simulation without memory for checkpoints, with steps observed, comes to the same states.
fn seek(start: World, hashes: &[FrameHash], back: u64) {
    let last = hashes.len() as u64 - 1;
    let back = back.min(last);
    let mut simulation = Simulation::new(start, 0);
    simulation.watch_impulses(true);
    for frame in [last, back, last] {
        simulation.seek(frame);
        assert_eq!(FrameHash::of(simulation.world()), hashes[frame as usize], "frame {frame}");
        simulation.impulses();
    }
    assert_eq!(FrameHash::of(&simulation.world_at(back)), hashes[back as usize]);
    simulation.catch_up(0, Duration::from_secs(1));
}

fn assert_contacts(world: &World) {
    let bodies = world.bodies().len() as u32;
    for pair in world.contacts() {
        assert!(pair.a < pair.b && pair.b < bodies);
        let (normal, depth) = (pair.contact.normal, pair.contact.depth);
        assert!((normal.length() - 1.0).abs() < 1.0e-5 && depth > 0.0, "{pair:?}");
    }
}

fn assert_report(scene: &Scene, world: &World) {
    let options = ReportOptions {
        bodies: WhichBodies::Every,
        pairs: WhichPairs::All,
        without_static: false,
        axes: WhichAxes::Every,
        impacts: Some(1.0),
        rotating: world.frame().is_multiple_of(2),
        falling: true,
        motion: true,
        shortcuts: true,
        second_opinion: Some(1.0e-4),
    };
    let before = world.hash();
    let mut report = Report::of(scene, world, &options);
    report.not_finite = NotFinite::of(world);
    report.stages = Some(stages::stages(scene, world));
    assert_eq!(world.hash(), before);

    let mut json = Vec::new();
    report.write_json(&mut json).unwrap();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    let bodies = json["bodies"].as_array().unwrap();
    assert_eq!(bodies.len(), world.bodies().len());
    for (told, body) in bodies.iter().zip(world.bodies()) {
        if report.not_finite.is_none() {
            let [x, y] = [0, 1].map(|i| told["position"][i].as_f64().unwrap() as f32);
            let position = body.pose().position;
            assert_eq!([x, y].map(f32::to_bits), position.to_array().map(f32::to_bits), "{told}");
        }
    }
    let touching = json["pairs"].as_array().unwrap().iter().filter(|pair| pair["touching"] == true);
    assert_eq!(touching.count(), report.touching);

    let mut text = Vec::new();
    report.write_text(&mut PlainWriter(&mut text)).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(plain::text(&text), text);
}
