//! A world that is recorded by itself, and the last seconds of one.
#![allow(clippy::expect_used, clippy::unwrap_used)]

mod written;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::net::TcpListener;
use std::path::Path;

use collision_record::{
    Body, BodyState, Contact, Engine, EventKind, Frame, Header, LastSeconds, PlacedShape, Recorder, Settings,
    Shape, WorldRecorder,
};
use proptest::prelude::*;
use written::{Shared, read};

/// A recorder stands in what threads share, as a resource of an ECS does.
const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Recorder>();
    is_shared::<WorldRecorder<Adapter>>();
    is_shared::<LastSeconds>();
};

/// An engine of discs, of which each touches what the test says.
#[derive(Clone, Debug, Default)]
struct Discs {
    discs: Vec<Disc>,
    contacts: Vec<(u32, u32, Contact)>,
    events: Vec<(EventKind, u32, u32)>,
}

#[derive(Clone, Debug)]
struct Disc {
    key: u32,
    name: &'static str,
    x: f32,
    radius: f32,
}

struct Adapter;

impl Engine for Adapter {
    type Key = u32;
    type World<'w> = &'w Discs;

    fn settings(&self, _: &&Discs) -> Settings {
        Settings { header: Header::new("discs 1.0", Vec::new()), timestep: 0.5 }
    }

    fn bodies(&mut self, world: &&Discs) -> Vec<BodyState<u32>> {
        let state = |disc: &Disc| BodyState {
            key: disc.key,
            pose: [disc.x, 0.0, 0.0],
            velocity: None,
            stamp: u64::from(disc.radius.to_bits()),
        };
        world.discs.iter().map(state).collect()
    }

    fn describe(&mut self, world: &&Discs, key: u32) -> Body {
        let disc = world.discs.iter().find(|disc| disc.key == key).expect("it was named");
        Body::new(disc.name, vec![PlacedShape::new(Shape::Circle { radius: disc.radius })])
    }

    fn contacts(&mut self, world: &&Discs) -> Vec<(u32, u32, Contact)> {
        world.contacts.clone()
    }

    fn events(&mut self, world: &&Discs) -> Vec<(EventKind, u32, u32)> {
        world.events.clone()
    }
}

fn disc(key: u32, name: &'static str, x: f32) -> Disc {
    Disc { key, name, x, radius: 1.0 }
}

fn recorded(run: impl FnOnce(&mut WorldRecorder<Adapter>)) -> (Header, Vec<Frame>) {
    let out = Shared::default();
    let mut recorder = WorldRecorder::to_writer(out.clone(), Adapter);
    run(&mut recorder);
    out.read()
}

#[test]
fn bodies_come_and_go_by_themselves() {
    let (header, frames) = recorded(|recorder| {
        let mut world = Discs { discs: vec![disc(7, "ball", 0.0), disc(3, "ball", 1.0)], ..Discs::default() };
        recorder.step(&mut world, |_| ()).unwrap();
        world.discs.remove(0);
        world.discs.push(disc(8, "bullet", 2.0));
        world.contacts = vec![(8, 3, Contact { depth: Some(0.5), ..Contact::between(0, 1) })];
        world.events = vec![(EventKind::End, 7, 3), (EventKind::Begin, 3, 8), (EventKind::Begin, 3, 99)];
        recorder.log("a shot");
        recorder.step(&mut world, |_| ()).unwrap();
        world.discs.push(disc(9, "ball", 4.0));
        world.discs[0].radius = 2.0;
        (world.contacts, world.events) = (Vec::new(), Vec::new());
        recorder.step(&mut world, |_| ()).unwrap();
    });
    let names: Vec<&str> = header.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!((names, header.engine.as_str()), (vec!["ball", "ball 2"], "discs 1.0"));
    assert_eq!(frames[0].poses, [Some([0.0; 3]), Some([1.0, 0.0, 0.0])]);
    // The last events of a body name its place, so it is free from the next frame on.
    assert_eq!((&frames[1].remove, frames[1].add[0].index), (&vec![0], 2));
    assert_eq!(frames[1].poses, [None, Some([1.0, 0.0, 0.0]), Some([2.0, 0.0, 0.0])]);
    assert_eq!((frames[1].contacts[0].a, frames[1].contacts[0].b), (2, 1));
    let events: Vec<_> = frames[1].events.iter().map(|event| (event.kind, event.a, event.b)).collect();
    assert_eq!(events, [(EventKind::End, 0, 1), (EventKind::Begin, 1, 2)]);
    assert_eq!(frames[1].log, ["a shot"]);
    let added: Vec<_> = frames[2].add.iter().map(|added| (added.index, added.body.name.as_str())).collect();
    // A body whose shape changes keeps name and place; the name that is free again is taken as it is.
    assert_eq!(added, [(1, "ball 2"), (0, "ball")]);
    assert_eq!(frames.iter().map(|frame| frame.time).collect::<Vec<_>>(), [0.0, 0.5, 1.0]);
}

#[test]
fn bodies_of_one_name_have_the_first_numbers_that_are_free() {
    let (header, _) = recorded(|recorder| {
        let names = ["coin", "coin 3", "coin", "coin", "ball", "ball", "coin"];
        let discs = (0..).zip(names).map(|(key, name)| disc(key, name, 0.0)).collect();
        recorder.step(&mut Discs { discs, ..Discs::default() }, |_| ()).unwrap();
    });
    let names: Vec<&str> = header.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["coin", "coin 3", "coin 2", "coin 4", "ball", "ball 2", "coin 5"]);
}

/// Contacts stand beside the poses from before the step; of an engine that has them afterwards `after` alone is called.
#[test]
fn contacts_stand_beside_the_poses_that_they_were_found_on() {
    let moved = |world: &mut Discs| {
        world.discs[0].x += 1.0;
        world.contacts = vec![(1, 2, Contact { depth: Some(0.5), ..Contact::between(0, 1) })];
    };
    let world = Discs { discs: vec![disc(1, "a", 0.0), disc(2, "b", 1.5)], ..Discs::default() };
    let (_, before) = recorded(|recorder| {
        let mut world = world.clone();
        // Called twice, as by a game that leaves out a step.
        recorder.before(&world);
        world.discs[0].x = 0.25;
        recorder.step(&mut world, moved).unwrap();
    });
    let (_, after) = recorded(|recorder| {
        let mut world = world.clone();
        moved(&mut world);
        recorder.after(&world).unwrap();
    });
    assert_eq!((before[0].poses[0], after[0].poses[0]), (Some([0.25, 0.0, 0.0]), Some([1.0, 0.0, 0.0])));
    assert_eq!((before[0].contacts.len(), after[0].contacts.len()), (1, 1));
}

/// What no reader takes is left out and told, and the recording goes on.
#[test]
fn what_no_recording_can_have_is_left_out_and_told() {
    let (header, frames) = recorded(|recorder| {
        let mut world = Discs { discs: vec![disc(1, "a", 0.0), disc(2, "b", 1.0)], ..Discs::default() };
        world.discs[1].radius = -1.0;
        let bad = Contact {
            normal: Some([f32::NAN, 0.0]),
            depth: Some(0.5),
            shape_b: Some(7),
            points: vec![[0.0, f32::INFINITY], [1.0, 2.0]],
            impulses: vec![1.0, 2.0],
            impulse: Some(f32::NAN),
            ..Contact::between(0, 1)
        };
        let bare = Contact { normal: Some([0.0; 2]), ..Contact::between(0, 1) };
        world.discs.push(disc(3, "c", 0.0));
        world.contacts = vec![(1, 2, bad.clone()), (1, 3, bad), (1, 3, bare), (1, 1, Contact::default())];
        recorder.step(&mut world, |_| ()).unwrap();
        world.discs[0].x = f32::NAN;
        recorder.step(&mut world, |_| ()).unwrap();
        recorder.step(&mut world, |_| ()).unwrap();
        world.discs[1].radius = 1.0;
        recorder.step(&mut world, |_| ()).unwrap();
    });
    assert_eq!(header.bodies.len(), 2);
    let contact = Contact { depth: Some(0.5), points: vec![[1.0, 2.0]], ..Contact::between(0, 1) };
    assert_eq!(frames[0].contacts, [contact]);
    let logs: Vec<usize> = frames.iter().map(|frame| frame.log.len()).collect();
    assert_eq!(logs, [1, 1, 0, 0], "each is told once: {frames:?}");
    assert!(frames[0].log[0].contains("b is not recorded: shapes.shapes[0], radius"), "{:?}", frames[0].log);
    assert_eq!((frames[1].poses[0], frames[3].add[0].index), (None, 2));
}

/// A body whose new shapes are refused goes, rather than to stay with those that it had, and comes again with good ones.
#[test]
fn a_body_whose_shapes_become_none_that_a_recording_can_have_goes() {
    let (_, frames) = recorded(|recorder| {
        let mut world = Discs { discs: vec![disc(1, "a", 0.0), disc(2, "b", 1.0)], ..Discs::default() };
        for radius in [1.0, f32::NAN, f32::NAN, 2.0e6, 2.0] {
            world.discs[0].radius = radius;
            world.contacts = vec![(1, 2, Contact { depth: Some(0.5), ..Contact::between(0, 1) })];
            recorder.step(&mut world, |_| ()).unwrap();
        }
    });
    let removed: Vec<&[u32]> = frames.iter().map(|frame| frame.remove.as_slice()).collect();
    assert_eq!(removed, [&[][..], &[0], &[], &[], &[]]);
    let there: Vec<bool> = frames.iter().map(|frame| frame.poses[0].is_some()).collect();
    assert_eq!(there, [true, false, false, false, true]);
    assert_eq!(frames.iter().map(|frame| frame.contacts.len()).collect::<Vec<_>>(), [1, 0, 0, 0, 1]);
    assert_eq!(frames.iter().map(|frame| frame.log.len()).collect::<Vec<_>>(), [0, 1, 0, 1, 0]);
    assert!(frames[1].log[0].starts_with("a is not recorded: "), "{:?}", frames[1].log);
    assert_eq!((frames[4].add[0].index, frames[4].add[0].body.name.as_str()), (0, "a"));
}

#[test]
fn a_window_gets_header_and_frames() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut recorder = WorldRecorder::to_socket(listener.local_addr().unwrap(), Adapter).unwrap();
    let (mut stream, _) = listener.accept().unwrap();
    let mut world = Discs { discs: vec![disc(1, "a", 0.0)], ..Discs::default() };
    for _ in 0..5 {
        recorder.step(&mut world, |world| world.discs[0].x += 1.0).unwrap();
    }
    assert_eq!(recorder.dropped(), 0);
    drop(recorder);
    let mut text = String::new();
    std::io::Read::read_to_string(&mut stream, &mut text).unwrap();
    assert_eq!(read(&text).1.len(), 5);
}

#[test]
fn a_window_pauses_and_resumes_the_game_and_one_that_is_gone_pauses_nobody() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut recorder = WorldRecorder::to_socket(listener.local_addr().unwrap(), Adapter).unwrap();
    let (mut window, _) = listener.accept().unwrap();
    let mut world = Discs { discs: vec![disc(1, "a", 0.0)], ..Discs::default() };
    recorder.step(&mut world, |_| ()).unwrap();
    assert_eq!(recorder.pause(), None);
    let until = |recorder: &WorldRecorder<Adapter>, wanted: Option<(u64, &str)>| {
        let pause = || recorder.pause();
        while pause().as_ref().map(|pause| (pause.frame, pause.why.as_str())) != wanted {
            std::thread::yield_now();
        }
    };
    // Neither a line of a newer window nor one that comes in pieces is lost on the game.
    window.write_all(b"{\"speed\":2}\nno JSON\n{\"pause\":true,\"frame\":812,").unwrap();
    window.write_all("\"why\":\"ball – floor\"}\n".as_bytes()).unwrap();
    until(&recorder, Some((812, "ball – floor")));
    window.write_all(b"{\"resume\":true}\n").unwrap();
    until(&recorder, None);
    window.write_all(b"{\"pause\":true,\"frame\":813,\"why\":\"\"}\n").unwrap();
    until(&recorder, Some((813, "")));
    drop(window);
    until(&recorder, None);
}

/// Everything that a frame names, by the names of bodies.
fn named(header: &Header, frames: &[Frame]) -> Vec<(u64, BTreeMap<String, String>)> {
    let mut bodies: Vec<Option<Body>> = header.bodies.iter().cloned().map(Some).collect();
    let mut told = Vec::new();
    for (i, frame) in frames.iter().enumerate() {
        let before = bodies.clone();
        frame.remove.iter().for_each(|place| bodies[*place as usize] = None);
        for added in &frame.add {
            bodies.resize(bodies.len().max(added.index as usize + 1), None);
            bodies[added.index as usize] = Some(added.body.clone());
        }
        let name = |place: u32| {
            let body = bodies[place as usize].as_ref().or_else(|| before.get(place as usize)?.as_ref());
            body.expect("it is there").name.clone()
        };
        let mut all = BTreeMap::new();
        for (place, body) in bodies.iter().enumerate() {
            if let Some(body) = body {
                all.insert(body.name.clone(), format!("{body:?} at {:?}", frame.poses[place]));
            }
        }
        for contact in &frame.contacts {
            all.insert(
                format!("{} touches {}", name(contact.a), name(contact.b)),
                format!("{:?}", contact.depth),
            );
        }
        for event in frame.events.iter().filter(|_| i > 0) {
            all.insert(format!("{} and {}", name(event.a), name(event.b)), event.kind.to_string());
        }
        told.push((frame.frame, all));
    }
    told
}

proptest! {
    /// The last seconds are the end of what a file has, body by body, whichever bodies came and went before.
    #[test]
    fn the_last_seconds_are_the_end_of_the_recording(
        frames in proptest::collection::vec(proptest::collection::btree_set(0_u32..6, 0..5), 1..14),
        seconds in 0.0_f64..4.0,
    ) {
        let (out, last) = (Shared::default(), LastSeconds::new(seconds));
        let mut recorders =
            [WorldRecorder::to_writer(out.clone(), Adapter), WorldRecorder::to_memory(&last, Adapter)];
        let mut before = BTreeSet::new();
        for (i, keys) in frames.iter().enumerate() {
            let keys: Vec<u32> = keys.iter().copied().collect();
            let pairs = || keys.windows(2).map(|pair| (pair[0], pair[1]));
            let depth = Contact { depth: Some(i as f32), ..Contact::between(0, 1) };
            let gone = before.iter().zip(before.iter().skip(1)).map(|(a, b)| (EventKind::End, *a, *b));
            let mut world = Discs {
                discs: keys.iter().map(|key| disc(*key, "disc", *key as f32 + 0.1 * i as f32)).collect(),
                contacts: pairs().map(|(a, b)| (a, b, depth.clone())).collect(),
                events: gone.collect(),
            };
            for recorder in &mut recorders {
                recorder.step(&mut world, |_| ()).unwrap();
            }
            before = keys.iter().copied().collect();
        }
        let mut text = Vec::new();
        last.write_to(&mut text).unwrap();
        let (header, all) = out.read();
        let (last_header, kept) = read(&String::from_utf8(text).unwrap());
        let newest = all.last().unwrap().time;
        let expected = all.iter().filter(|frame| frame.time >= newest - seconds).count();
        prop_assert_eq!(kept.len(), expected);
        let told = named(&header, &all);
        let mut told = told[told.len() - expected..].to_vec();
        // Events of the first frame may be of bodies that its header does not have.
        told[0].1.retain(|key, _| !key.contains(" and "));
        prop_assert_eq!(named(&last_header, &kept), told);
    }
}

#[test]
fn memory_begins_anew_and_says_when_it_is_empty() {
    let last = LastSeconds::new(1.0);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bug.jsonl");
    assert!(last.save(&path).is_err() && !path.exists());
    let body = |name: &str| Body::new(name, vec![PlacedShape::new(Shape::Circle { radius: 1.0 })]);
    let header = Header::new("test", vec![body("a")]);
    let mut recorder = Recorder::to_memory(&last, &header).unwrap();
    recorder.write(&Frame::new(0, 0.0, vec![None])).unwrap();
    recorder.begin(&Header::new("next level", vec![body("b")])).unwrap();
    assert!(last.save(&path).is_err());
    recorder.write(&Frame::new(0, 0.0, vec![None])).unwrap();
    last.save(&path).unwrap();
    let (header, frames) = read(&std::fs::read_to_string(&path).unwrap());
    assert_eq!(
        (header.engine.as_str(), header.bodies[0].name.as_str(), frames.len()),
        ("next level", "b", 1)
    );
}

/// As the documentation has it: the game panics in a step, and its last seconds are there.
#[test]
fn a_panic_leaves_the_last_seconds() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bug.jsonl");
    let last = LastSeconds::new(10.0);
    let at_panic = (last.clone(), path.clone());
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() == Some("game") {
            let _ = at_panic.0.save(&at_panic.1);
        } else {
            told(panic);
        }
    }));
    let game = std::thread::Builder::new().name("game".to_owned()).spawn(move || {
        let mut recorder = WorldRecorder::to_memory(&last, Adapter);
        let mut world = Discs { discs: vec![disc(1, "a", 0.0)], ..Discs::default() };
        for frame in 0..4 {
            recorder.step(&mut world, |_| assert!(frame < 3, "the bug")).unwrap();
        }
    });
    assert!(game.unwrap().join().is_err());
    assert_eq!(frames_of(&path), 3);
}

fn frames_of(path: &Path) -> usize {
    read(&std::fs::read_to_string(path).unwrap()).1.len()
}
