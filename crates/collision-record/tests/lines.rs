//! What is written, read back, and refused.

use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use collision_record::{
    AddedBody, Body, Contact, Event, EventKind, Frame, Header, Joint, PlacedShape, Places, RecordError,
    Recorder, Shape,
};
use proptest::prelude::*;

/// The lines that the format's description shows.
const HEADER: &str = r#"{"recording": 1, "name": "level 3, frame 812", "engine": "rapier2d 0.36.1", "metres_per_unit": 1.0,
 "y": "up", "angle": "radians", "normal": "from a to b",
 "bodies": [ {"name": "ball", "shapes": [ {"circle": {"radius": 0.5}} ]},
             {"name": "crate", "static": false, "shapes": [ {"rectangle": {"width": 2.0, "height": 1.0}, "at": [0.0, 0.5], "turned": 0.0} ]},
             {"name": "ground", "static": true, "shapes": [ {"segment": {"start": [-10, 0], "end": [10, 0]}},
              {"polygon": {"points": [[0,0],[1,0],[0,1]]}}, {"capsule": {"start": [0,0], "end": [1,0], "radius": 0.2}},
              {"chain": {"points": [[0,0],[1,0],[1,2]], "closed": true}}, {"half_plane": {"normal": [0, 1]}} ]} ] }"#;
const FRAME: &str = r#"{"frame": 0, "time": 0.0, "poses": [[0.0, 1.4, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]],
 "velocities": [[0.0, -2.0, 0.0], null, null], "seed": 7,
 "contacts": [ {"a": 0, "b": 1, "normal": [0.0, -1.0], "depth": 0.1, "points": [[0.0, 0.95]], "impulse": 0.2} ] }"#;

fn header() -> Header {
    serde_json::from_str(HEADER).expect("the example is read")
}

fn frame() -> Frame {
    serde_json::from_str(FRAME).expect("the example is read")
}

#[test]
fn the_examples_of_the_format_are_read_and_written_again() {
    let (header, frame) = (header(), frame());
    header.check().expect("the header is valid");
    frame.check(&header).expect("the frame is valid");
    assert_eq!(header.bodies[2].shapes.len(), 5);
    assert!(header.bodies[2].is_static && !header.bodies[1].is_static);
    assert_eq!(header.bodies[1].shapes[0].at, [0.0, 0.5]);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    Recorder::to_file(&path, &header).expect("a file").write(&frame).expect("a line");
    let text = std::fs::read_to_string(&path).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(serde_json::from_str::<Header>(lines[0]).expect("read"), header);
    assert_eq!(serde_json::from_str::<Frame>(lines[1]).expect("read"), frame);
    assert!(
        !lines[0].contains("turned") && !lines[0].contains("false"),
        "defaults are left out: {}",
        lines[0]
    );
}

/// The place that the message names, and what breaks it.
type Fault<T> = (&'static str, fn(&mut T));

/// Each row breaks one thing; the message names the place.
#[test]
fn what_no_reader_takes_is_refused_with_its_place() {
    let headers: [Fault<Header>; 8] = [
        ("recording", |h| h.recording = 2),
        ("metres_per_unit", |h| h.metres_per_unit = 0.0),
        ("bodies[1].name", |h| h.bodies[1].name = "ball".to_owned()),
        ("bodies[0].shapes", |h| h.bodies[0].shapes.clear()),
        ("bodies[0].shapes[0], radius", |h| h.bodies[0].shapes[0].shape = Shape::Circle { radius: -1.0 }),
        ("bodies[0].shapes[0], at", |h| h.bodies[0].shapes[0].at = [f32::NAN, 0.0]),
        ("bodies[2].shapes[1].points", |h| {
            h.bodies[2].shapes[1].shape = Shape::Polygon { points: vec![[0.0; 2]; 2], radius: 0.0 }
        }),
        ("bodies[0].shapes[0].end", |h| {
            h.bodies[0].shapes[0].shape = Shape::Segment { start: [1.0, 2.0], end: [1.0, 2.0] }
        }),
    ];
    for (place, breaks) in headers {
        let mut header = header();
        breaks(&mut header);
        assert_place(header.check(), place);
    }
    let frames: [Fault<Frame>; 20] = [
        ("time", |f| f.time = f64::INFINITY),
        ("poses", |f| f.poses.truncate(2)),
        ("poses[1], x, y, angle", |f| f.poses[1] = Some([0.0, f32::NAN, 0.0])),
        ("velocities", |f| f.velocities = Some(Vec::new())),
        ("contacts[0].b", |f| f.contacts[0].b = 3),
        ("contacts[0].shape_b", |f| f.contacts[0].shape_b = Some(1)),
        ("contacts[0]", |f| f.contacts[0].b = 0),
        ("contacts[0]", |f| f.contacts[0] = Contact::between(0, 1)),
        ("contacts[0].normal", |f| f.contacts[0].normal = Some([0.0; 2])),
        ("contacts[0], depth", |f| f.contacts[0].depth = Some(f32::NAN)),
        ("contacts[0].impulses", |f| f.contacts[0].impulses = vec![1.0; 2]),
        ("contacts[0].poses_at", |f| _ = f.contacts[0].poses_at.insert(2, [0.0; 3])),
        ("remove[1]", |f| f.remove = vec![1, 1]),
        ("poses[2]", |f| f.remove = vec![2]),
        ("contacts[0].b", |f| (f.remove, f.poses[1]) = (vec![1], None)),
        ("add[0].index", |f| f.add = vec![bullet(4, "bullet")]),
        ("add[0].name", |f| f.add = vec![bullet(0, "crate")]),
        ("add[0].shapes", |f| f.add = vec![AddedBody { index: 0, body: Body::new("ball", Vec::new()) }]),
        ("events[0].b", |f| f.events = vec![Event { kind: EventKind::Begin, a: 0, b: 3 }]),
        ("joints[0]", |f| f.joints = vec![Joint { kind: "weld".to_owned(), a: 1, b: 1, at: None }]),
    ];
    for (place, breaks) in frames {
        let mut frame = frame();
        breaks(&mut frame);
        assert_place(frame.check(&header()), place);
    }
}

fn bullet(index: u32, name: &str) -> AddedBody {
    AddedBody { index, body: Body::new(name, vec![disc()]) }
}

/// A gun's bullets take the places of those that are gone: a frame has as many poses as bodies were there at once.
#[test]
fn bodies_come_and_go() {
    let mut places = Places::of(&header());
    let mut frame = Frame::new(0, 0.0, vec![None; 4]);
    frame.add.push(bullet(3, "bullet"));
    let mut see =
        |frame: &Frame| places.after(frame).map(std::borrow::Cow::into_owned).map(|after| places = after);
    see(&frame).expect("a bullet comes");
    let mut next = Frame::new(1, 0.1, vec![None; 4]);
    (next.remove, next.add) = (vec![3], vec![bullet(3, "bullet")]);
    next.events.push(Event { kind: EventKind::End, a: 0, b: 3 });
    see(&next).expect("another one, at its place");
    let mut last = Frame::new(2, 0.2, vec![None; 4]);
    last.remove = vec![3];
    last.events.push(Event { kind: EventKind::End, a: 0, b: 3 });
    see(&last).expect("the event is of the frame before");
    last.remove.clear();
    see(&last).expect("the event comes late");
    last.events.clear();
    last.contacts.push(Contact { depth: Some(0.1), ..Contact::between(0, 3) });
    assert_place(see(&last), "contacts[0].b");
}

/// A language without integers, or one that divides to get a number, writes 1.0.
#[test]
fn a_whole_number_may_be_written_with_a_fraction_of_zero() {
    let line = r#"{"frame": 3.0, "time": 0, "remove": [2.0], "add": [{"index": 2.0, "name": "bullet", "shapes": [{"circle": {"radius": 1}}]}],
     "poses": [null, null, null], "contacts": [{"a": 0.0, "b": 1.0, "shape_a": 0.0, "shape_b": 0.0, "depth": 1}],
     "events": [{"kind": "begin", "a": 0.0, "b": 1e0}], "joints": [{"kind": "weld", "a": 0.0, "b": 2.0}],
     "queries": [{"kind": "ray", "from": [0, 0], "to": [1, 0], "ignore": [0.0], "hit": {"body": 1.0}},
                 {"kind": "cast", "body": 0.0, "from": [0, 0], "to": [1, 0], "hit": null},
                 {"kind": "closest", "a": 0.0, "b": 1.0, "distance": 0}]}"#;
    let read: Frame = serde_json::from_str(line).expect("read");
    let whole: Frame =
        serde_json::from_str(&line.replace(".0", "").replace("1e0", "1")).expect("whole numbers");
    assert_eq!(read, whole);
    assert_eq!((read.frame, read.contacts[0].b, read.contacts[0].shape_a), (3, 1, Some(0)));
    let first = HEADER.replace("\"recording\": 1", "\"recording\": 1.0");
    assert_eq!(serde_json::from_str::<Header>(&first).expect("read"), header());
}

/// Each row has a number that is no index, and what is said of it.
#[test]
fn a_number_with_a_fraction_is_refused_as_before() {
    let rows = [
        (
            "\"frame\": 0",
            "\"frame\": 0.5",
            "invalid type: floating point `0.5`, expected a whole number, 0 or more",
        ),
        ("\"frame\": 0", "\"frame\": -1", "invalid value: integer `-1`, expected a whole number, 0 or more"),
        (
            "\"frame\": 0",
            "\"frame\": -1.0",
            "invalid type: floating point `-1.0`, expected a whole number, 0 or more",
        ),
        (
            "\"frame\": 0",
            "\"frame\": 1e300",
            "invalid type: floating point `1e+300`, expected a whole number, 0 or more",
        ),
        (
            "\"frame\": 0",
            "\"frame\": \"0\"",
            "invalid type: string \"0\", expected a whole number, 0 or more",
        ),
        ("\"frame\": 0", "\"frame\": null", "invalid type: null, expected a whole number, 0 or more"),
        (
            "\"a\": 0",
            "\"a\": 4294967296",
            "invalid value: integer `4294967296`, expected a whole number, 0 or more",
        ),
        (
            "\"a\": 0",
            "\"a\": 4294967296.0",
            "invalid type: floating point `4294967296.0`, expected a whole number, 0 or more",
        ),
        (
            "\"a\": 0",
            "\"a\": 0.25",
            "invalid type: floating point `0.25`, expected a whole number, 0 or more",
        ),
        (
            "\"a\": 0",
            "\"a\": 0, \"shape_a\": 0.25",
            "invalid type: floating point `0.25`, expected a whole number, 0 or more",
        ),
    ];
    for (from, to, said) in rows {
        let error = serde_json::from_str::<Frame>(&FRAME.replacen(from, to, 1)).expect_err(to).to_string();
        assert!(error.starts_with(said), "{to}: {error}");
    }
}

/// A line of many bodies is read in time that grows with their number: four times as many take at most eight times as long.
#[test]
fn many_bodies_that_come_in_one_line_are_checked_one_after_the_other() {
    let seconds = |count: u32| {
        let mut frame = Frame::new(0, 0.0, vec![None; 3 + count as usize]);
        frame.add = (0..count).map(|n| bullet(3 + n, &format!("bullet {n}"))).collect();
        let places = Places::of(&header());
        let once = || {
            let started = Instant::now();
            places.after(&frame).expect("they come");
            started.elapsed().as_secs_f64()
        };
        (0..5).map(|_| once()).fold(f64::INFINITY, f64::min)
    };
    // 16 times as many; each beside all others they would take 256 times as long. Other work makes either longer.
    let (few, many) = (seconds(1_000), seconds(16_000));
    assert!(many < 80.0 * few, "1000 take {few} s, 16000 {many} s");
}

/// A name is free once its body goes, or has another one at its place; not while it is there.
#[test]
fn a_name_that_is_given_up_may_be_taken() {
    let after = |remove: Vec<u32>, add: Vec<AddedBody>, places: usize| {
        let mut frame = Frame::new(0, 0.0, vec![None; places]);
        (frame.remove, frame.add) = (remove, add);
        Places::of(&header()).after(&frame).map(drop)
    };
    after(vec![1], vec![bullet(3, "crate")], 4).expect("the crate went");
    after(vec![], vec![bullet(1, "box"), bullet(3, "crate")], 4).expect("it is a box now");
    after(vec![], vec![bullet(1, "crate")], 3).expect("its shapes are given again");
    assert_place(after(vec![], vec![bullet(3, "crate"), bullet(1, "box")], 4), "add[0].name");
    assert_place(after(vec![], vec![bullet(3, "new"), bullet(4, "new")], 5), "add[1].name");
    assert_place(after(vec![], vec![bullet(1, "box"), bullet(3, "box")], 4), "add[1].name");
}

/// A window that does not read costs frames, but none by which bodies come and go, nor a header.
#[test]
fn bodies_that_come_are_never_dropped() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let many = Header::new("test", (0..500).map(|i| Body::new(format!("{i}"), vec![disc()])).collect());
    let mut recorder =
        Recorder::to_socket(listener.local_addr().expect("its address"), &many).expect("connected");
    let (stream, _) = listener.accept().expect("accepted");
    let poses = |count: usize| vec![Some([0.123_456_79, 1.0e-7, 3.0]); count];
    let mut number = 0;
    while recorder.dropped() == 0 && number < 100_000 {
        recorder.write(&Frame::new(number, number as f64, poses(500))).expect("accepted or dropped");
        number += 1;
    }
    let added = Frame { add: vec![bullet(500, "bullet")], ..Frame::new(number, number as f64, poses(501)) };
    recorder.write(&added).expect("kept");
    recorder.begin(&Header::new("next level", Vec::new())).expect("kept");
    let reader = std::thread::spawn(move || {
        let lines = BufReader::new(stream).lines().map(|line| line.expect("text"));
        lines.filter(|line| line.contains("bullet") || line.contains("next level")).count()
    });
    drop(recorder);
    assert_eq!(reader.join().expect("read"), 2);
}

/// The next frame has the events and the log of those that were dropped, so none is missing or told twice.
#[test]
fn events_of_dropped_frames_stand_in_the_next_one() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let many = Header::new("test", (0..500).map(|i| Body::new(format!("{i}"), vec![disc()])).collect());
    let mut recorder =
        Recorder::to_socket(listener.local_addr().expect("its address"), &many).expect("connected");
    let (stream, _) = listener.accept().expect("accepted");
    let mut number = 0;
    let mut next = |count: usize| {
        let mut frame =
            Frame::new(number, number as f64, vec![Some([0.123_456_79, 1.0e-7, number as f32]); count]);
        let kind = if number % 2 == 0 { EventKind::Begin } else { EventKind::End };
        frame.events.push(Event { kind, a: 0, b: 1 });
        frame.log.push(number.to_string());
        number += 1;
        frame
    };
    while recorder.dropped() < 5 {
        recorder.write(&next(500)).expect("accepted or dropped");
    }
    recorder.write(&Frame { add: vec![bullet(500, "bullet")], ..next(501) }).expect("kept");
    let reader = std::thread::spawn(move || {
        let lines = BufReader::new(stream).lines().skip(1).map(|line| line.expect("text"));
        lines.map(|line| serde_json::from_str::<Frame>(&line).expect("a frame")).collect::<Vec<_>>()
    });
    drop(recorder);
    let frames = reader.join().expect("read");
    let log: Vec<String> = frames.iter().flat_map(|frame| frame.log.clone()).collect();
    assert_eq!(log, (0..number).map(|n| n.to_string()).collect::<Vec<_>>());
    let events: Vec<EventKind> =
        frames.iter().flat_map(|frame| &frame.events).map(|event| event.kind).collect();
    assert!(
        events.chunks(2).all(|pair| pair[0] == EventKind::Begin && pair.get(1) != Some(&EventKind::Begin))
    );
    assert_eq!((events.len() as u64, frames.len() as u64), (number, number - 5));
}

/// A second, of a name with several addresses as well.
#[test]
fn connecting_to_several_addresses_takes_one_second() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("its address");
    // They fill its queue, so that the next ones are not answered; where they are refused, nothing waits.
    let connect = || TcpStream::connect_timeout(&address, Duration::from_millis(200));
    let others: Vec<TcpStream> = std::iter::from_fn(|| connect().ok()).take(5000).collect();
    let begin = Instant::now();
    let recorder = Recorder::to_socket(&[address; 4][..], &header());
    assert!(begin.elapsed() < Duration::from_millis(2500), "{:?}", begin.elapsed());
    assert!(recorder.is_err() || others.len() == 5000);
}

/// What a reader refuses in metres: each row breaks one thing, of a header and of a body that comes.
#[test]
fn what_no_reader_takes_in_metres_is_not_written() {
    let shape = |body: &mut Body, shape: Shape| body.shapes[0] = PlacedShape::new(shape);
    let polygon = |points: &[[f32; 2]]| Shape::Polygon { points: points.to_vec(), radius: 0.0 };
    type Broken<'a> = (&'a str, Box<dyn Fn(&mut Body)>);
    let rows: [Broken<'_>; 12] = [
        (".name", Box::new(|body| body.name = "a".repeat(1001))),
        (".one_way", Box::new(|body| body.one_way = Some([0.0; 2]))),
        (".shapes[0], at", Box::new(|body| body.shapes[0].at = [0.0, -1.1e8])),
        (".shapes[0], radius", Box::new(move |body| shape(body, Shape::Circle { radius: 1.1e8 }))),
        (".shapes[0], radius", Box::new(move |body| shape(body, Shape::Circle { radius: 1.0e-44 }))),
        (
            ".shapes[0], width and height",
            Box::new(move |body| {
                shape(body, Shape::Rectangle { width: 1.0, height: 2.0e8, radius: 0.0 });
            }),
        ),
        (
            ".shapes[0], start and end",
            Box::new(move |body| shape(body, Shape::Segment { start: [0.0; 2], end: [1.0e-44, 0.0] })),
        ),
        (
            ".shapes[0].points[3]",
            Box::new(move |body| {
                shape(body, polygon(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [1.0, 0.5]]));
            }),
        ),
        (
            ".shapes[0].points[1]",
            Box::new(move |body| shape(body, polygon(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [1.0, 1.0]]))),
        ),
        (
            ".shapes[0], points",
            Box::new(move |body| shape(body, polygon(&[[0.0, 0.0], [2.0e8, 0.0], [2.0, 2.0]]))),
        ),
        (
            ".shapes[0], points",
            Box::new(move |body| {
                let points = vec![[0.0, 0.0], [0.0, 3.0e8]];
                shape(body, Shape::Chain { points, closed: false, one_sided: false });
            }),
        ),
        (
            ".shapes[0], radius",
            Box::new(move |body| {
                shape(body, Shape::Capsule { start: [0.0; 2], end: [1.0, 0.0], radius: f32::MAX });
            }),
        ),
    ];
    // Centimetres.
    let header = Header { metres_per_unit: 0.01, ..header() };
    for (place, breaks) in rows {
        let mut broken = header.clone();
        breaks(&mut broken.bodies[0]);
        let refused = Recorder::to_writer(std::io::sink(), &broken);
        assert_place(refused.map(|_| ()), &format!("bodies[0]{place}"));
        let mut recorder = Recorder::to_writer(std::io::sink(), &header).expect("as it is");
        let mut comes = bullet(3, "bullet");
        breaks(&mut comes.body);
        let frame = Frame { add: vec![comes], ..Frame::new(0, 0.0, vec![None; 4]) };
        assert_place(recorder.write(&frame), &format!("add[0]{place}"));
    }
}

fn assert_place(result: Result<(), RecordError>, expected: &str) {
    match result {
        Err(RecordError::Refused { place, .. }) => assert_eq!(place, expected),
        other => panic!("{expected}: {other:?}"),
    }
}

#[test]
fn a_refused_frame_writes_nothing_and_the_recording_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.jsonl");
    let mut recorder = Recorder::to_file(&path, &header()).expect("a file");
    recorder.write(&frame()).expect("frame 0");
    assert!(matches!(recorder.write(&frame()), Err(RecordError::OutOfOrder { last: 0, found: 0 })));
    let poses = vec![Some([f32::NAN; 3]), None, None];
    assert!(matches!(recorder.write(&Frame::new(1, 0.1, poses)), Err(RecordError::Refused { .. })));
    recorder.write(&Frame::new(2, 0.2, vec![None; 3])).expect("frame 2");
    assert_eq!(std::fs::read_to_string(&path).expect("text").lines().count(), 3);
}

#[test]
fn a_socket_gets_the_lines_in_order() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let mut recorder =
        Recorder::to_socket(listener.local_addr().expect("its address"), &header()).expect("connected");
    let (stream, _) = listener.accept().expect("accepted");
    for n in 0..50 {
        recorder.write(&Frame { frame: n, ..frame() }).expect("sent");
    }
    assert_eq!(recorder.dropped(), 0);
    drop(recorder);
    let lines: Vec<String> = BufReader::new(stream).lines().map(|line| line.expect("text")).collect();
    let frames: Vec<u64> =
        lines[1..].iter().map(|line| serde_json::from_str::<Frame>(line).expect("a frame").frame).collect();
    assert_eq!(frames, (0..50).collect::<Vec<_>>());
}

/// A window that does not read costs frames, and never the game's time: every write returns at once, so far
/// more frames than the connection's buffers hold are written, and counted.
#[test]
fn a_window_that_does_not_read_costs_frames() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let many = Header::new("test", (0..500).map(|i| Body::new(format!("{i}"), vec![disc()])).collect());
    let mut recorder =
        Recorder::to_socket(listener.local_addr().expect("its address"), &many).expect("connected");
    let (stream, _) = listener.accept().expect("accepted");
    let poses = vec![Some([0.123_456_79, 1.0e-7, 3.0]); 500];
    let mut written = 0;
    while recorder.dropped() == 0 && written < 100_000 {
        match recorder.write(&Frame::new(written, written as f64, poses.clone())) {
            Ok(()) => written += 1,
            Err(error) => panic!("after {written}: {error}"),
        }
    }
    assert!(recorder.dropped() > 0, "{written} frames are more than any buffer holds");
    drop(stream);
}

fn disc() -> PlacedShape {
    PlacedShape::new(Shape::Circle { radius: 1.0 })
}

proptest! {
    /// The core, which a reader builds its shapes with, is the second truth: its outlines are ours, in any unit.
    #[test]
    fn outlines_are_refused_where_the_core_refuses_them(
        points in proptest::collection::vec((-4_i8..5, -4_i8..5), 3..7),
        off in -1.0e-6_f32..1.0e-6,
        far in -1000.0_f32..1000.0,
        unit in prop_oneof![Just(1.0_f32), Just(0.01), Just(1.0e-3)],
    ) {
        let place = |(i, &(x, y)): (usize, &(i8, i8))| [f32::from(x) + far + off * i as f32, f32::from(y)];
        let points: Vec<[f32; 2]> = points.iter().enumerate().map(place).collect();
        let metres: Vec<_> = points.iter().map(|&[x, y]| collide2d::glam::Vec2::new(x * unit, y * unit)).collect();
        let body = Body::new("gem", vec![PlacedShape::new(Shape::Polygon { points, radius: 0.0 })]);
        let header = Header { metres_per_unit: unit, ..Header::new("test", vec![body]) };
        let ours = Recorder::to_writer(std::io::sink(), &header);
        prop_assert_eq!(ours.is_ok(), collide2d::Shape::polygon(&metres).is_ok(), "{:?}", ours.err());
    }

    #[test]
    fn every_float_is_read_back_bit_for_bit(bits in proptest::collection::vec(any::<u32>(), 12)) {
        let number = |i: usize| Some(f32::from_bits(bits[i])).filter(|n| n.is_finite()).unwrap_or(0.5);
        let contact = Contact {
            normal: Some([number(0), 1.0]),
            depth: Some(number(1)),
            points: vec![[number(2), number(3)]],
            impulse: Some(number(4)),
            ..Contact::between(1, 0)
        };
        let pose = Some([number(5), number(6), number(7)]);
        let frame = Frame { contacts: vec![contact], ..Frame::new(3, f64::from(number(8)), vec![pose, None]) };
        let body = Body::new("a \"name\"\n", vec![disc().placed([number(9), number(10)], number(11))]);
        let text = serde_json::to_string(&frame).expect("written");
        prop_assert_eq!(serde_json::from_str::<Frame>(&text).expect("read"), frame);
        let text = serde_json::to_string(&body).expect("written");
        prop_assert_eq!(serde_json::from_str::<Body>(&text).expect("read"), body);
    }
}

/// What `docs/recording.schema.json` says of a line.
fn schema() -> impl Fn(&serde_json::Value) -> Result<(), String> {
    let text = include_str!("../../../docs/recording.schema.json");
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    let schema = serde_json::from_str(text).expect("the schema is JSON");
    compiler.add_resource("recording.schema.json", schema).expect("the schema is added");
    let index = compiler.compile("recording.schema.json", &mut schemas).expect("the schema is one");
    move |line| schemas.validate(line, index).map_err(|error| error.to_string())
}

#[test]
fn the_schema_takes_every_line_that_ships_and_the_format_describes() {
    let check = schema();
    for line in [HEADER, FRAME] {
        check(&serde_json::from_str(line).expect("JSON")).expect("the format's own example");
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenes/recordings");
    let files = std::fs::read_dir(folder).expect("the folder").map(|file| file.expect("a file").path());
    let (mut recordings, mut lines) = (0, 0);
    for file in files.filter(|file| file.extension().is_some_and(|ending| ending == "jsonl")) {
        recordings += 1;
        for line in std::fs::read_to_string(&file).expect("text").lines() {
            lines += 1;
            check(&serde_json::from_str(line).expect("JSON")).unwrap_or_else(|error| {
                panic!("{}: {error}: {}", file.display(), &line[..line.len().min(200)])
            });
        }
    }
    assert!(recordings >= 4 && lines > 100, "{recordings} recordings, {lines} lines");
    // What this crate writes with every field set, and with none.
    let mut every = frame();
    every.contacts[0] = Contact {
        shape_a: Some(0),
        shape_b: Some(0),
        sensor: true,
        filtered: true,
        reused: true,
        ..every.contacts[0].clone()
    };
    every.contacts.push(Contact { filtered: true, ..Contact::between(0, 2) });
    every.contacts[0].impulses = vec![0.5];
    every.contacts[0].poses_at.insert(1, [0.0, 1.0, 2.0]);
    (every.remove, every.add) = (vec![2], vec![bullet(2, "bullet")]);
    every.events.push(Event { kind: EventKind::Enter, a: 0, b: 2 });
    every.log.push("jump pressed".to_owned());
    every.joints.push(Joint { kind: "revolute".to_owned(), a: 0, b: 1, at: Some([0.0, 1.0]) });
    let text = serde_json::to_string(&every).expect("JSON");
    assert_eq!(serde_json::from_str::<Frame>(&text).expect("read"), every);
    check(&serde_json::to_value(&every).expect("JSON")).expect("every field");
    check(&serde_json::to_value(Frame::new(0, 0.0, vec![None])).expect("JSON")).expect("no field");
}

#[test]
fn the_schema_refuses_what_no_reader_takes() {
    let check = schema();
    let faults: [(&str, &str, &str); 16] = [
        (HEADER, r#""recording": 1"#, r#""recording": 2"#),
        (HEADER, r#""engine": "rapier2d 0.36.1", "#, ""),
        (HEADER, r#""metres_per_unit": 1.0"#, r#""metres_per_unit": 0.0"#),
        (HEADER, r#""y": "up""#, r#""y": "left""#),
        (HEADER, r#""angle": "radians""#, r#""angle": "turns""#),
        (HEADER, r#""normal": "from a to b""#, r#""normal": "outward""#),
        (HEADER, r#""name": "ball""#, r#""name": """#),
        (HEADER, r#"[ {"circle": {"radius": 0.5}} ]"#, "[]"),
        (HEADER, r#""radius": 0.5"#, r#""radius": -0.5"#),
        (HEADER, r#"{"circle": {"radius": 0.5}}"#, r#"{"blob": {"radius": 0.5}}"#),
        (HEADER, "[[0,0],[1,0],[0,1]]", "[[0,0],[1,0]]"),
        (FRAME, r#""frame": 0, "#, ""),
        (FRAME, r#""frame": 0"#, r#""frame": -1"#),
        (FRAME, "[0.0, 1.4, 0.0]", "[0.0, 1.4]"),
        (FRAME, r#""a": 0, "#, ""),
        (FRAME, r#""normal": [0.0, -1.0], "depth": 0.1, "points": [[0.0, 0.95]], "#, ""),
    ];
    for (line, found, broken) in faults {
        assert_eq!(line.matches(found).count(), 1, "{found}");
        let broken = line.replace(found, broken);
        let value = serde_json::from_str(&broken).expect("JSON");
        assert!(check(&value).is_err(), "the schema takes {broken}");
    }
}
