//! Recordings of other engines: read, reported, drawn, and compared with our own contacts.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use collision_record::{
    AngleUnit, Contact, Frame, Header, NormalDirection, PlacedShape, Recorder, Shape, VerticalAxis,
};
use collision_test::elsewhere::recording::Recording;
use collision_test::elsewhere::recording::compare::What;
use serde_json::Value;
use tempfile::TempDir;

const OWN: &str = "scenes/recordings/collide2d.jsonl";

/// Exit code, standard output and standard error.
pub fn run(args: &[&str]) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR"))).env_remove("DISPLAY");
    let output = command.args(args).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked"), "{err}");
    (output.status.code().unwrap(), out, err)
}

/// The differences that `compare` lists.
pub fn differences(path: &Path, args: &[&str]) -> Vec<Value> {
    let (code, out, err) = run(&[&["compare", path.to_str().unwrap(), "--format", "json"], args].concat());
    let found: Value = serde_json::from_str(&out).unwrap_or_else(|e| panic!("{e}: {out}{err}"));
    let found = found["differences"].as_array().unwrap().clone();
    assert_eq!(code, i32::from(!found.is_empty()), "{err}");
    found
}

/// A recording that a test may change.
pub struct Lines {
    pub header: Header,
    pub frames: Vec<Frame>,
    folder: TempDir,
}

impl Lines {
    pub fn own() -> Self {
        Self::of(OWN)
    }

    pub fn of(shipped: &str) -> Self {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(shipped)).unwrap();
        let (header, frames) = text.split_once('\n').unwrap();
        let frames = frames.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        Self { header: serde_json::from_str(header).unwrap(), frames, folder: tempfile::tempdir().unwrap() }
    }

    pub fn write(&self) -> PathBuf {
        let path = self.folder.path().join("changed.jsonl");
        let mut recorder = Recorder::to_file(&path, &self.header).unwrap();
        self.frames.iter().for_each(|frame| recorder.write(frame).unwrap());
        path
    }

    /// The contact of these bodies, in either order, in the frame of this number.
    pub fn contact(&mut self, number: u64, a: u32, b: u32) -> &mut Contact {
        let contacts = &mut self.frames.iter_mut().find(|frame| frame.frame == number).unwrap().contacts;
        contacts.iter_mut().find(|contact| [(a, b), (b, a)].contains(&(contact.a, contact.b))).unwrap()
    }
}

#[test]
fn our_own_run_has_no_difference() {
    let (code, out, err) = run(&["compare", OWN, "--tolerance", "1e-5"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(out, "31 frames, collide2d 0.1.0: 198 touching pairs of theirs, 198 of ours\nno difference\n");
}

/// Each row puts one fault into one contact, which is the only difference found.
#[test]
fn a_fault_put_in_on_purpose_is_found_in_its_frame_and_pair() {
    /// What is found, and what is put in.
    type Fault = (&'static str, fn(&mut Contact));
    let faults: [Fault; 5] = [
        ("normal", |contact| {
            let [x, y] = contact.normal.unwrap();
            let (sin, cos) = 1.0_f32.to_radians().sin_cos();
            contact.normal = Some([x * cos - y * sin, x * sin + y * cos]);
        }),
        ("normal", |contact| contact.normal = contact.normal.map(|[x, y]| [-x, -y])),
        ("depth", |contact| contact.depth = contact.depth.map(|depth| depth * 1.01)),
        ("point", |contact| contact.points[0][0] += 0.3),
        ("only ours", |contact| contact.depth = Some(-0.001)),
    ];
    for (what, put_in) in faults {
        let mut lines = Lines::own();
        put_in(lines.contact(39, 6, 9));
        if what == "only ours" {
            let frame = lines.frames.iter_mut().find(|frame| frame.frame == 39).unwrap();
            frame.contacts.retain(|contact| contact.depth > Some(0.0));
        }
        let found = differences(&lines.write(), &["--tolerance", "1e-4"]);
        let [found] = found.as_slice() else { panic!("{what}: {found:#?}") };
        assert_eq!(found["what"], what, "{found:#}");
        assert_eq!(
            (&found["frame"], &found["a"], &found["b"]),
            (&39.into(), &6.into(), &9.into()),
            "{found:#}"
        );
    }
    let mut lines = Lines::own();
    let contact = Contact { depth: Some(0.02), ..Contact::between(6, 0) };
    lines.frames[1].contacts.push(contact);
    let path = lines.write();
    let (code, out, _) = run(&["compare", path.to_str().unwrap()]);
    assert_eq!(code, 1);
    assert!(
        out.contains("frame 3, floor and ball 1: theirs touches, 0.02 m deep; ours is 1.788 m apart"),
        "{out}"
    );
}

/// What users of matter-js reported (liabru/matter-js#753) is found where it begins, and nothing else is.
#[test]
fn the_player_who_walks_on_in_the_air_is_found() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/matter-cliff.jsonl");
    let found = differences(&path, &[]);
    assert!(
        found.iter().all(|one| one["what"] == "only theirs" && one["a"] == 0 && one["b"] == 2),
        "{found:#?}"
    );
    let mut frames: Vec<u64> = found.iter().map(|one| one["frame"].as_u64().unwrap()).collect();
    frames.sort_unstable();
    assert_eq!(frames, (70..120).collect::<Vec<_>>(), "from the edge to the end");
}

/// In a run of every engine that ships a turned normal, a halved depth and a dropped contact are each found on the
/// right frame, and add nothing else.
#[test]
fn a_fault_put_into_the_run_of_another_engine_is_found() {
    /// File, frame, bodies, and options of `compare`.
    type Row = (&'static str, u64, (u32, u32), &'static [&'static str]);
    let key =
        |one: &Value| (one["frame"].as_u64(), one["a"].as_u64(), one["b"].as_u64(), one["what"].to_string());
    let rows: [Row; 3] = [
        ("scenes/recordings/rapier.jsonl", 45, (4, 8), &["--margin", "0.01"]),
        ("scenes/recordings/box2d.jsonl", 45, (4, 8), &["--margin", "0.01"]),
        ("scenes/recordings/matter-cliff.jsonl", 4, (0, 2), &["--tolerance", "0.001"]),
    ];
    for (shipped, frame, (a, b), args) in rows {
        let before: Vec<_> = differences(&Lines::of(shipped).write(), args).iter().map(key).collect();
        assert!(
            !before
                .iter()
                .any(|one| one.0 == Some(frame) && one.1 == Some(a.into()) && one.2 == Some(b.into())),
            "{shipped}"
        );
        for what in ["normal", "depth", "only ours"] {
            let mut lines = Lines::of(shipped);
            let contact = lines.contact(frame, a, b);
            match what {
                "normal" => {
                    let [x, y] = contact.normal.unwrap();
                    let (sin, cos) = 3.0_f32.to_radians().sin_cos();
                    contact.normal = Some([x * cos - y * sin, x * sin + y * cos]);
                }
                "depth" => contact.depth = contact.depth.map(|depth| 0.5 * depth),
                _ => {
                    let contacts =
                        &mut lines.frames.iter_mut().find(|one| one.frame == frame).unwrap().contacts;
                    contacts.retain(|contact| {
                        (contact.a, contact.b) != (a, b) && (contact.b, contact.a) != (a, b)
                    });
                }
            }
            let after = differences(&lines.write(), args);
            let new: Vec<_> = after.iter().map(key).filter(|one| !before.contains(one)).collect();
            let expected = (Some(frame), Some(a.into()), Some(b.into()), format!("{what:?}"));
            assert_eq!(new, [expected], "{shipped}");
            assert_eq!(after.len(), before.len() + 1, "{shipped}");
        }
    }
}

/// A crate stands on one of its corners by less than the margin: a point at the other corner is none of a fault, one
/// above the floor is.
#[test]
fn a_point_of_faces_about_to_meet_is_no_difference_within_the_margin() {
    let floor = vec![PlacedShape::new(Shape::Segment { start: [-5.0, 0.0], end: [5.0, 0.0] })];
    let square = vec![PlacedShape::new(Shape::Rectangle { width: 2.0, height: 2.0, radius: 0.0 })];
    let bodies = vec![
        collision_record::Body::new("crate", square),
        collision_record::Body::new("floor", floor).fixed(),
    ];
    let points = |other: [f32; 2]| {
        let contact = Contact {
            normal: Some([0.0, -1.0]),
            depth: Some(0.001),
            points: vec![[-1.0, 0.0], other],
            ..Contact::between(0, 1)
        };
        let poses = vec![Some([0.0, 1.001, 0.002]), Some([0.0; 3])];
        let frames = vec![Frame { contacts: vec![contact], ..Frame::new(0, 0.0, poses) }];
        Lines { header: Header::new("test", bodies.clone()), frames, ..Lines::own() }
    };
    let told = |other: [f32; 2], args: &[&str]| {
        let found = differences(&points(other).write(), args);
        found.iter().filter(|one| one["what"] == "point").count()
    };
    let fine = ["--tolerance", "0.0025"];
    assert_eq!(told([1.0, 0.0], &fine), 1, "without a margin");
    assert_eq!(told([1.0, 0.0], &[&fine[..], &["--margin", "0.005"]].concat()), 0);
    assert_eq!(told([1.0, 0.1], &["--margin", "0.005"]), 1, "above the floor, in the crate");
    assert_eq!(told([1.0, 0.0], &[]), 0, "both surfaces are within the tolerance of it");
}

/// A margin of the other engine is no difference.
#[test]
fn a_margin_is_allowed_for() {
    let mut lines = Lines::own();
    for contact in lines.frames.iter_mut().flat_map(|frame| &mut frame.contacts) {
        contact.depth = contact.depth.map(|depth| depth + 0.005);
    }
    let path = lines.write();
    assert!(differences(&path, &["--tolerance", "1e-4"]).len() > 100);
    assert!(differences(&path, &["--tolerance", "1e-4", "--margin", "0.005"]).is_empty());
}

/// The same run in centimetres, with y down, degrees and normals from b to a.
#[test]
fn units_and_conventions_are_converted() {
    let mut lines = Lines::own();
    let cm = |[x, y]: [f32; 2]| [x * 100.0, -y * 100.0];
    lines.header.metres_per_unit = 0.01;
    lines.header.y = VerticalAxis::Down;
    lines.header.angle = AngleUnit::Degrees;
    lines.header.normal = NormalDirection::FromBToA;
    for placed in lines.header.bodies.iter_mut().flat_map(|body| &mut body.shapes) {
        match &mut placed.shape {
            Shape::Circle { radius } => *radius *= 100.0,
            Shape::Rectangle { width, height, .. } => (*width, *height) = (*width * 100.0, *height * 100.0),
            Shape::Segment { start, end } => (*start, *end) = (cm(*start), cm(*end)),
            Shape::Capsule { start, end, radius } => {
                (*start, *end, *radius) = (cm(*start), cm(*end), *radius * 100.0);
            }
            Shape::Polygon { points, .. } | Shape::Chain { points, .. } => {
                points.iter_mut().for_each(|point| *point = cm(*point));
            }
            Shape::HalfPlane { normal } => normal[1] = -normal[1],
        }
    }
    for frame in &mut lines.frames {
        for [x, y, angle] in frame.poses.iter_mut().flatten() {
            ([*x, *y], *angle) = (cm([*x, *y]), -angle.to_degrees());
        }
        for contact in &mut frame.contacts {
            contact.normal = contact.normal.map(|[x, y]| [-x, y]);
            contact.depth = contact.depth.map(|depth| depth * 100.0);
            contact.points.iter_mut().for_each(|point| *point = cm(*point));
        }
    }
    let path = lines.write();
    assert_eq!(differences(&path, &["--tolerance", "1e-4"]), Vec::<Value>::new());
    lines.header.normal = NormalDirection::FromAToB;
    assert!(differences(&lines.write(), &["--tolerance", "1e-4"]).len() > 150, "the flag turns every normal");
}

/// Two boxes at one place: four ways out are equally long, so each of their normals is right, and one that
/// turns back from frame to frame is told.
#[test]
fn a_tie_is_no_difference_and_a_normal_that_turns_back_is() {
    let square = || vec![PlacedShape::new(Shape::Rectangle { width: 2.0, height: 2.0, radius: 0.0 })];
    let bodies = vec![collision_record::Body::new("a", square()), collision_record::Body::new("b", square())];
    let mut lines = Lines { header: Header::new("test", bodies), frames: Vec::new(), ..Lines::own() };
    for (n, normal) in [(0, [0.0, 1.0]), (1, [0.0, 1.0]), (2, [0.0, -1.0]), (3, [0.0, -1.0])] {
        let contact = Contact { normal: Some(normal), depth: Some(2.0), ..Contact::between(0, 1) };
        let poses = vec![Some([1.0, 2.0, 0.0]); 2];
        lines.frames.push(Frame { contacts: vec![contact], ..Frame::new(n, n as f64, poses) });
    }
    let found = differences(&lines.write(), &[]);
    let [found] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((&found["what"], &found["frame"]), (&"flip".into(), &2.into()));
}

/// The shapes of one body are its parts; a contact may name its shapes; bodies may be gone.
#[test]
fn bodies_of_several_shapes_are_one() {
    let disc = |x: f32| PlacedShape::new(Shape::Circle { radius: 1.0 }).placed([x, 0.0], 0.0);
    let bodies = vec![
        collision_record::Body::new("dumb-bell", vec![disc(-0.9), disc(0.9)]),
        collision_record::Body::new("ball", vec![disc(0.0)]),
    ];
    let mut lines = Lines { header: Header::new("test", bodies), frames: Vec::new(), ..Lines::own() };
    let (normal, depth) = (Some([1.0, 0.0]), Some(0.1));
    let contact = Contact { shape_a: Some(1), normal, depth, ..Contact::between(0, 1) };
    // Turned by half a turn, its second disc is on the left.
    let poses = vec![Some([0.0, 0.0, 0.0]), Some([2.8, 0.0, 0.0])];
    lines.frames.push(Frame { contacts: vec![contact.clone()], ..Frame::new(7, 0.0, poses) });
    let poses = vec![Some([0.0, 0.0, std::f32::consts::PI]), Some([2.8, 0.0, 0.0])];
    lines.frames.push(Frame { contacts: vec![contact], ..Frame::new(8, 0.0, poses) });
    lines.frames.push(Frame::new(9, 0.0, vec![Some([0.0; 3]), None]));
    let path = lines.write();
    let found = differences(&path, &["--tolerance", "1e-4"]);
    let [found, untold] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((&found["what"], &found["frame"]), (&"only theirs".into(), &8.into()), "{found:#}");
    assert_eq!((&untold["what"], &untold["shape_a"]), (&"only ours".into(), &0.into()), "{untold:#}");

    let report = |frame: &str| -> Value {
        let (code, out, err) = run(&["report", path.to_str().unwrap(), "--frame", frame, "--format", "json"]);
        assert_eq!(code, 0, "{err}");
        serde_json::from_str(&out).unwrap()
    };
    let seen = report("7");
    let names: Vec<_> = seen["bodies"].as_array().unwrap().iter().map(|body| body["name"].clone()).collect();
    assert_eq!(names, ["dumb-bell", "ball"]);
    assert_eq!(seen["frame"], 7);
    let pairs = seen["pairs"].as_array().unwrap();
    let touching: Vec<_> = pairs.iter().filter(|pair| pair["touching"] == true).collect();
    let [pair] = touching[..] else { panic!("the two discs overlap, and are one body: {pairs:#?}") };
    assert_eq!((&pair["a"], &pair["part_a"], &pair["b"]), (&0.into(), &1.into(), &1.into()));
    assert_eq!(pair["part_b"], Value::Null, "{pair:#}");
    assert_eq!(report("9")["bodies"].as_array().unwrap().len(), 1, "the ball is gone");
    let explain = |pair: &str| run(&["explain", path.to_str().unwrap(), "--frame", "7", "--pair", pair]);
    // Each part by its own name, in either order; the body alone means the part that touches.
    for (pair, start) in [
        ("dumb-bell,ball", "dumb-bell/2 and ball are in contact"),
        ("ball,dumb-bell/2", "dumb-bell/2 and ball are in contact"),
        ("dumb-bell/1,ball", "dumb-bell/1 and ball are 1.7 m apart"),
    ] {
        let (code, out, err) = explain(pair);
        assert!(code == 0 && out.starts_with(start), "{pair}: {out}{err}");
    }
    let (code, _, err) = explain("dumb-bell/1,dumb-bell/2");
    assert!(code == 2 && err.contains("a pair is two bodies"), "{err}");
    let picture = path.with_extension("svg");
    let (code, _, err) =
        run(&["render", path.to_str().unwrap(), "--frame", "7", "-o", picture.to_str().unwrap()]);
    assert_eq!(code, 0, "{err}");
    assert!(std::fs::read_to_string(picture).unwrap().contains(">dumb-bell<"));
}

/// A body that burst out of its level, a ray without an end and a long line of the log cost what they are, not the recording.
#[test]
fn what_is_out_of_reach_is_left_out_and_told() {
    let far = |frame: u32, pose: &str| {
        format!(
            "{{\"frame\":{frame},\"time\":{frame},\"poses\":[{pose},[0,0,0]],\"contacts\":[{{\"a\":0,\"b\":1,\"depth\":0.5}}]}}"
        )
    };
    let text = [
        r#"{"recording":1,"engine":"e","metres_per_unit":0.5,"y":"up","angle":"radians","normal":"from a to b","bodies":[{"name":"a","shapes":[{"circle":{"radius":1}}]},{"name":"b","static":true,"shapes":[{"circle":{"radius":1}}]}]}"#.to_owned(),
        far(0, "[0,1.5,0]"),
        far(1, "[0,3e6,0]"),
        far(2, "[1e39,0,1e39]"),
        far(3, "[0,1.5,0]"),
        format!(
            r#"{{"frame":4,"time":4,"poses":[[0,1.5,0],[0,0,0]],"log":["{}","short"],"contacts":[{{"a":0,"b":1,"depth":0.5,"poses_at":{{"0":[0,5e6,0]}}}}],"queries":[{{"kind":"ray","from":[0,0],"to":[1e30,0],"hit":null}}]}}"#,
            "x".repeat(2000)
        ),
    ]
    .join("\n");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("far.jsonl");
    std::fs::write(&path, text).unwrap();
    let (code, out, err) = run(&["compare", path.to_str().unwrap()]);
    assert_eq!((code, err.as_str()), (1, ""), "{out}");
    for told in [
        "line 3: poses[0] is beyond 1000000 m, at (0, 1500000) m, so a is absent",
        "line 4: poses[0] is not whole, so a is absent",
        "line 6: queries[0] reaches beyond 1000000 m, at (5e29, 0) m, and is left out",
        "line 6: contacts[0].poses_at is beyond 1000000 m, at (0, 2500000) m, and left out",
        "line 6: log[0] has 2000 characters; the first 1000 are kept",
    ] {
        assert!(out.contains(told), "{told}: {out}");
    }
    let recording = Recording::load(&path).unwrap();
    assert_eq!(recording.frames()[4].log(), ["x".repeat(1000), "short".to_owned()]);
}

/// Each row is a broken recording, and what its message says.
#[test]
fn broken_recordings_are_told_with_their_line() {
    let header = r#"{"recording":1,"engine":"e","metres_per_unit":1,"y":"up","angle":"radians","normal":"from a to b","bodies":[{"name":"a","shapes":[{"circle":{"radius":1}}]}]}"#;
    let line = |changed: (&str, &str)| header.replace(changed.0, changed.1);
    let frame = |keys: &str| format!("{header}\n{{\"frame\":0,\"time\":0,{keys}\"poses\":[[0,0,0]]}}");
    let coming = |index: usize, keys: &str| {
        let body =
            format!(r#"{{"index":{index},"name":"b{index}",{keys},"shapes":[{{"circle":{{"radius":1}}}}]}}"#);
        let poses = vec!["null"; index + 1].join(",");
        let frame = index - 1;
        format!("\n{{\"frame\":{frame},\"time\":{frame},\"add\":[{body}],\"poses\":[{poses}]}}")
    };
    let many = (1..34).map(|index| coming(index, &format!(r#""is":["n{index}"]"#)));
    let rows: Vec<(String, &str)> = vec![
        (String::new(), "line 1: found nothing; allowed: the header"),
        ("[]".to_owned(), "line 1: column "),
        (line(("\"engine\":\"e\",", "")), "missing field `engine`"),
        (line(("up", "sideways\u{1b}")), "line 1: column "),
        (line((":1,\"engine", ":2,\"engine")), "recording: found 2; allowed: version 1"),
        (
            line(("{\"circle\"", "{\"segment\":{\"start\":[0,0],\"end\":[1,0]},\"circle\"")),
            "a shape has one kind; found \"",
        ),
        (
            format!("{header}\n{{\"frame\":0,\"time\":0,\"poses\":[]}}"),
            "line 2: poses: found 0; allowed: one per body, 1",
        ),
        (
            format!(
                "{header}\n\n{{\"frame\":3,\"time\":0,\"poses\":[null]}}\n{{\"frame\":3,\"time\":0,\"poses\":[null]}}"
            ),
            "line 4: found frame 3 at 0 s after frame 3 at 0 s; allowed: frames in order",
        ),
        (format!("{header}\n{{\"frame\":0\n"), "line 2: column "),
        (frame(r#""remove":[1],"#), "line 2: remove[0]: found 1; allowed: the index of a body that is there"),
        (
            frame(r#""remove":[0],"#),
            "line 2: poses[0]: found a pose; allowed: null, for its body was removed",
        ),
        (
            frame(r#""add":[{"index":4294967295,"name":"b","shapes":[]}],"#),
            "line 2: add[0].index: found 4294967295",
        ),
        (frame(r#""add":[{"index":1,"name":"a","shapes":[]}],"#), "line 2: add[0].name: found \"a\""),
        (
            frame(
                r#""add":[{"index":1,"name":"b","shapes":[{"circle":{"radius":1e30}}]}],"poses":[null,null],"#,
            ),
            "line 2: column ",
        ),
        (
            format!("{header}{}", coming(1, r#""one_way":[0,0]"#)),
            "line 2: add: body \"b1\": one_way is (0.0, 0.0); allowed:",
        ),
        (
            format!("{header}{}", many.collect::<String>()),
            "line 34: add: all bodies together are and meet 33 sorts; allowed: at most 32 names in all",
        ),
        (
            frame(r#""events":[{"kind":"begin","a":0,"b":9}],"#),
            "line 2: events[0].b: found 9; allowed: an index",
        ),
        (frame(r#""events":[{"kind":"hit","a":0,"b":9}],"#), "line 2: column "),
        (frame(r#""joints":[{"kind":"weld","a":0,"b":0}],"#), "line 2: joints[0]: found body 0 twice"),
    ];
    let folder = tempfile::tempdir().unwrap();
    for (text, message) in rows {
        let path = folder.path().join("broken.jsonl");
        std::fs::write(&path, &text).unwrap();
        for command in ["compare", "report"] {
            let (code, out, err) = run(&[command, path.to_str().unwrap()]);
            assert_eq!((code, out.as_str()), (2, ""), "{text}");
            assert!(err.contains("broken.jsonl, ") && err.contains(message), "{message}: {err}");
            assert!(!err.contains('\u{1b}'), "{err:?}");
        }
    }
    for (args, message) in [
        (
            ["report", OWN, "--frame", "91"].as_slice(),
            "--frame: found 91; allowed: the recording's frames, 0 to 90",
        ),
        (&["report", OWN, "--events"], "--events: a recording has the other engine's steps"),
        (&["compare", OWN, "--tolerance", "-1"], "a finite number >= 0 is needed"),
        (&["compare", "none.jsonl"], "none.jsonl: cannot be read"),
        (&["compare", "scenes"], "scenes: is a folder"),
    ] {
        let (code, _, err) = run(args);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(message), "{message}: {err}");
    }
}

/// Time that grows with the square of their number would be minutes here.
#[test]
fn a_hundred_thousand_bodies_are_read_compared_and_reported() {
    const COUNT: u32 = 100_000;
    let circle = || vec![PlacedShape::new(Shape::Circle { radius: 0.5 })];
    let bodies = (0..COUNT)
        .map(|i| collision_record::Body::new(format!("a body with a name that is long {i}"), circle()));
    let header = Header::new("x", bodies.collect());
    let poses = (0..COUNT).map(|i| Some([1.5 * (i % 300) as f32, 1.5 * (i / 300) as f32, 0.0])).collect();
    let frames = vec![Frame::new(0, 0.0, poses)];
    let path = Lines { header, frames, folder: tempfile::tempdir().unwrap() };
    let path = path.write();
    assert!(differences(&path, &[]).is_empty());
    let (code, out, err) = run(&["report", path.to_str().unwrap(), "--format", "json"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out.matches("\"shape\": \"Circle\"").count(), COUNT as usize);
}

/// Each contact was looked for among all, for each pair of shapes of its bodies.
#[test]
fn a_contact_between_bodies_of_thousands_of_shapes_is_found_at_once() {
    const COUNT: u32 = 3000;
    let circle = Shape::Circle { radius: 0.5 };
    let shapes = |out: f32| -> Vec<PlacedShape> {
        let at = |i: u32| [1.0e-4 * i as f32 * out, 0.0];
        (0..COUNT).map(|i| PlacedShape::new(circle.clone()).placed(at(i), 0.0)).collect()
    };
    let header = Header::new(
        "x",
        vec![
            collision_record::Body::new("left", shapes(-1.0)),
            collision_record::Body::new("right", shapes(1.0)),
            collision_record::Body::new("far", vec![PlacedShape::new(circle.clone())]),
        ],
    );
    let contacts = (0..50).map(|_| Contact { depth: Some(0.1), ..Contact::between(0, 1) }).collect();
    let poses = vec![Some([0.0; 3]), Some([2.0, 0.0, 0.0]), Some([50.0, 0.0, 0.0])];
    let lines = Lines {
        header,
        frames: vec![Frame { contacts, ..Frame::new(0, 0.0, poses) }],
        folder: tempfile::tempdir().unwrap(),
    };
    let found = differences(&lines.write(), &[]);
    assert_eq!(found.len(), 50);
    for difference in &found {
        assert_eq!(difference["what"], "only theirs");
        let gap = difference["ours"]["gap"].as_f64().unwrap();
        assert!((gap - 1.0).abs() < 1.0e-6, "{gap}: the nearest two, not the first");
    }
}

/// A header of bodies named by letters, and frames of the same poses.
pub fn scene(bodies: &str, poses: &str, contacts: &[&str]) -> String {
    let header = r#"{"recording": 1, "engine": "e", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from a to b", "bodies""#;
    let frame = |(n, contacts): (usize, &&str)| {
        format!("{{\"frame\": {n}, \"time\": {n}, \"poses\": [{poses}], \"contacts\": [{contacts}]}}\n")
    };
    format!("{header}: [{bodies}]}}\n{}", contacts.iter().enumerate().map(frame).collect::<String>())
}

/// A file of these lines, and the folder that it is in.
pub fn file_of(lines: &str) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lines.jsonl");
    std::fs::write(&path, lines).unwrap();
    (folder, path)
}

/// What the program reads of files and libraries. Bytes.
#[cfg(target_os = "linux")]
fn bytes_read(args: &[&str]) -> u64 {
    use std::io::Read as _;
    let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    let mut child = command.args(args).stdout(std::process::Stdio::piped()).spawn().unwrap();
    child.stdout.take().unwrap().read_to_string(&mut String::new()).unwrap();
    // Once it ended its counts stay until it is waited for.
    let status = format!("/proc/{}/stat", child.id());
    while !std::fs::read_to_string(&status).unwrap().contains(") Z ") {
        std::thread::yield_now();
    }
    let counts = std::fs::read_to_string(format!("/proc/{}/io", child.id())).unwrap();
    assert!(child.wait().unwrap().success());
    counts.lines().find_map(|line| line.strip_prefix("rchar: ")).unwrap().parse().unwrap()
}

/// Notes of a game make the file 1 MB long, beside which what else the program reads is little.
#[cfg(target_os = "linux")]
#[test]
fn a_recording_is_read_once_for_a_report() {
    let mut lines = Lines::own();
    for frame in &mut lines.frames {
        frame.log = vec!["n".repeat(1000); 34];
    }
    let path = lines.write();
    let size = std::fs::metadata(&path).unwrap().len();
    let file = path.to_str().unwrap();
    for more in [
        &["--format", "html"][..],
        &["--format", "html", "--until", "Deeper(a: \"*\", b: \"*\", than: 0)"],
        &["--watch", "time", "--frames", "0..2", "--format", "csv"],
    ] {
        let read = bytes_read(&[&["report", file], more].concat());
        assert!(read >= size && read < size + size / 2, "{more:?}: {read} of {size} bytes");
    }
}

/// A header alone: there is nothing in which the two could differ.
/// The list of who is where is new in each frame in which a body comes or goes, and counts in the room for a game's frames.
#[test]
fn a_frame_in_which_a_body_goes_takes_the_memory_of_its_places() {
    let body = |n: u32| format!(r#"{{"name": "coin {n}", "shapes": [{{"circle": {{"radius": 0.1}}}}]}}"#);
    let bodies: Vec<String> = (0..1000).map(body).collect();
    let frame = |n: u32, keys: &str, gone: u32| {
        let pose = |body: u32| if body < gone { "null".to_owned() } else { format!("[{body}, 0, 0]") };
        let poses: Vec<String> = (0..1000).map(pose).collect();
        format!(r#"{{"frame": {n}, "time": {n}, {keys} "poses": [{}], "contacts": []}}"#, poses.join(","))
    };
    let frames = [frame(0, "", 0), frame(1, r#""remove": [0],"#, 1), frame(2, "", 1)];
    let header = r#"{"recording": 1, "engine": "e", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from a to b""#;
    let lines = format!("{header}, \"bodies\": [{}]}}\n{}\n", bodies.join(","), frames.join("\n"));
    let (_folder, path) = file_of(&lines);
    let recording = Recording::load(&path).unwrap();
    let [first, second, third] = [0, 1, 2].map(|index| recording.frames()[index].memory());
    assert_eq!(first, third);
    assert!(second - first > 15_000, "{first}, {second}");
}

#[test]
fn a_recording_without_frames_is_not_compared() {
    let mut lines = Lines::own();
    lines.frames.clear();
    let path = lines.write();
    let empty = path.to_str().unwrap();
    for args in [&[empty][..], &[empty, "--ghosts"], &[empty, "--between"], &[empty, OWN], &[OWN, empty]] {
        let (code, out, err) = run(&[&["compare"], args].concat());
        assert_eq!((code, out.as_str()), (2, ""), "{args:?}");
        assert!(err.contains("changed.jsonl: the recording has no frames"), "{err}");
    }
}

/// What `compare` lists of these lines: kinds with their frames.
fn kinds(lines: &str, args: &[&str]) -> Vec<(String, u64)> {
    let kind = |one: &Value| (one["what"].as_str().unwrap().to_owned(), one["frame"].as_u64().unwrap());
    let (_folder, path) = file_of(lines);
    differences(&path, args).iter().map(kind).collect()
}

/// What `compare` says of these lines.
pub fn said(lines: &str) -> String {
    let (_folder, path) = file_of(lines);
    run(&["compare", path.to_str().unwrap()]).1
}

const BOX: &str = r#"{"name": "a", "shapes": [{"rectangle": {"width": 2, "height": 2}}]}"#;
const FLOOR: &str =
    r#"{"name": "b", "static": true, "shapes": [{"segment": {"start": [-5, 0], "end": [5, 0]}}]}"#;

/// One frame of two bodies.
fn pair_of_bodies(bodies: [&str; 2], pose: [f64; 3], contacts: &str) -> String {
    let [a, b] = bodies;
    let [x, y, angle] = pose;
    format!(
        r#"{{"recording": 1, "engine": "e", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from b to a", "bodies": [{a}, {b}]}}
{{"frame": 0, "time": 0, "poses": [[{x}, {y}, {angle}], [0, 0, 0]], "contacts": [{contacts}]}}
"#
    )
}

fn kinds_of(lines: &str) -> Vec<String> {
    let (_folder, path) = file_of(lines);
    differences(&path, &[]).iter().map(|row| row["what"].as_str().unwrap().to_owned()).collect()
}

/// The floor has no skin, the post 0.02 m of it: a contact that names no shape has the skin of the two that it is of.
#[test]
fn a_contact_that_names_no_shapes_has_the_skin_of_those_that_it_is_of() {
    let level = r#"{"name": "level", "static": true, "shapes": [{"rectangle": {"width": 20, "height": 2}, "at": [0, -1]}, {"rectangle": {"width": 2, "height": 10}, "at": [6, 0], "skin": 0.1}]}"#;
    let ball = r#"{"name": "ball", "shapes": [{"circle": {"radius": 1}}]}"#;
    let told =
        |normal: &str, depth: f64| format!(r#"{{"a": 0, "b": 1, "normal": {normal}, "depth": {depth}}}"#);
    let is = |pose: [f64; 3], contacts: &[String], expected: &[&str]| {
        assert_eq!(
            kinds_of(&pair_of_bodies([ball, level], pose, &contacts.join(","))),
            expected,
            "{contacts:?}"
        );
    };
    let (floor, post) = ("[0, 1]", "[-1, 0]");
    is([0.0, 0.95, 0.0], &[told(floor, 0.05)], &[]);
    is([0.0, 0.95, 0.0], &[told(floor, 0.15)], &["depth"]);
    // Above the floor, and beside the post.
    is([0.0, 1.05, 0.0], &[told(floor, -0.05)], &[]);
    is([4.05, 3.0, 0.0], &[told(post, 0.15)], &[]);
    is([3.95, 3.0, 0.0], &[told(post, 0.05)], &[]);
    is([3.95, 3.0, 0.0], &[told(post, 0.02)], &["gap"]);
    // In the floor, and in the skin of the post alone.
    is([3.95, 0.95, 0.0], &[told(floor, 0.05), told(post, 0.05)], &[]);
}

/// Of shapes that are apart the distance is compared; of several that a contact may mean, that of those that it fits.
#[test]
fn a_gap_that_is_told_is_compared_with_the_distance() {
    let ball = r#"{"name": "ball", "shapes": [{"circle": {"radius": 1}}]}"#;
    let level = |skin: f64| {
        format!(
            r#"{{"name": "level", "static": true, "shapes": [{{"rectangle": {{"width": 20, "height": 2}}, "at": [0, -1], "skin": {skin}}}, {{"rectangle": {{"width": 2, "height": 10}}, "at": [6, 0], "skin": {skin}}}]}}"#
        )
    };
    let chain =
        r#"{"name": "chain", "static": true, "shapes": [{"chain": {"points": [[-9, 0], [5, 0], [5, 9]]}}]}"#;
    let told = |depth: f64| format!(r#"{{"a": 0, "b": 1, "normal": [0, 1], "depth": {depth}}}"#);
    let is = |level: &str, contacts: &[String], expected: &[&str]| {
        let lines = pair_of_bodies([ball, level], [2.0, 1.3, 0.0], &contacts.join(","));
        assert_eq!(kinds_of(&lines), expected, "{contacts:?}");
    };
    let (bare, with_skin) = (level(0.0), level(0.05));
    is(FLOOR, &[told(-0.3)], &[]);
    is(FLOOR, &[told(-0.295)], &[]);
    is(FLOOR, &[told(-0.2)], &["gap"]);
    is(FLOOR, &[told(-0.4)], &["gap"]);
    is(&bare, &[told(-0.3)], &[]);
    is(&bare, &[told(-0.2)], &["gap"]);
    // The post is 2 m away.
    is(&bare, &[told(-0.3), told(-2.0).replace("[0, 1]", "[-1, 0]")], &[]);
    is(&bare, &[told(-0.3), told(-1.0).replace("[0, 1]", "[-1, 0]")], &["gap"]);
    is(&with_skin, &[told(-0.25)], &[]);
    is(&with_skin, &[told(-0.3)], &["gap"]);
    is(chain, &[told(-0.3), told(-2.0).replace("[0, 1]", "[-1, 0]")], &[]);
    is(chain, &[told(-0.3), told(-1.0).replace("[0, 1]", "[-1, 0]")], &["gap"]);
    let out = said(&pair_of_bodies([ball, FLOOR], [2.0, 1.3, 0.0], &told(-0.2)));
    assert!(out.contains("theirs is 0.2 m apart, ours 0.3 m"), "{out}");
    // Masks keep what overlaps from being a contact of either.
    let ghost = ball.replace("}]", "}], \"meets\": []");
    assert!(kinds_of(&pair_of_bodies([&ghost, FLOOR], [2.0, 0.5, 0.0], &told(-0.2))).is_empty());
}

/// Two discs with one centre leave each other whichever way; of a ball in the middle of a plank up is as good as down, and
/// so is a point on the other face.
#[test]
fn of_ways_out_that_are_equally_long_any_is_right() {
    let disc = r#"{"name": "disc", "shapes": [{"circle": {"radius": 1}}]}"#;
    let coin = r#"{"name": "coin", "shapes": [{"circle": {"radius": 0.5}}]}"#;
    let plank = r#"{"name": "plank", "shapes": [{"polygon": {"points": [[-3, -0.2], [3, -0.2], [3, 0.2], [-3, 0.2]]}}]}"#;
    let told = |normal: [f64; 2], depth: f64, point: [f64; 2]| {
        format!(r#"{{"a": 0, "b": 1, "normal": {normal:?}, "depth": {depth}, "points": [{point:?}]}}"#)
    };
    for [x, y] in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.6, -0.8]] {
        for off in [0.0, 1.0e-6, 1.0e-3] {
            for share in [-0.5, 0.0, 1.0] {
                let contact = told([x, y], 1.5, [share * x, share * y]);
                assert_eq!(
                    kinds_of(&pair_of_bodies([disc, coin], [0.0, off, 0.0], &contact)),
                    [""; 0],
                    "{contact}, {off}"
                );
            }
        }
        let contact = told([x, y], 1.5, [2.0 * x, 2.0 * y]);
        assert_eq!(
            kinds_of(&pair_of_bodies([disc, coin], [0.0, 0.0, 0.0], &contact)),
            ["point"],
            "{contact}"
        );
    }
    // A way out that is not as short is none of them.
    let contact = told([1.0, 0.0], 1.5, [0.5, 0.0]);
    assert_eq!(kinds_of(&pair_of_bodies([disc, coin], [0.0, 0.3, 0.0], &contact))[0], "normal");
    for up in [1.0, -1.0] {
        for point in [-0.5, -0.2, 0.0, 0.2] {
            let contact = told([0.0, up], 0.7, [0.0, up * point]);
            let lines = pair_of_bodies([coin, plank], [0.0, 0.0, 0.0], &contact);
            assert_eq!(kinds_of(&lines), [""; 0], "{contact}");
        }
        let contact = told([0.0, up], 0.7, [1.0, up * 0.2]);
        assert_eq!(
            kinds_of(&pair_of_bodies([coin, plank], [0.0, 0.0, 0.0], &contact)),
            ["point"],
            "{contact}"
        );
    }
}

/// A ball that sinks through a plank: the way up is as short as the way down within the tolerance, and then it is not.
#[test]
fn a_normal_turns_back_where_the_way_before_is_longer() {
    let coin = r#"{"name": "coin", "shapes": [{"circle": {"radius": 0.4}}]}"#;
    let plank = r#"{"name": "plank", "shapes": [{"rectangle": {"width": 6, "height": 0.4}}]}"#;
    let frames = [(0.02, 1, 0.58), (0.001, 1, 0.599), (-0.001, 1, 0.601), (-0.01, -1, 0.59)];
    let told = |up: i32, depth: f64| format!(r#"{{"a": 0, "b": 1, "normal": [0, {up}], "depth": {depth}}}"#);
    let lines = (0..).zip(frames).map(|(n, (y, up, depth))| {
        let lines = pair_of_bodies([coin, plank], [0.0, y, 0.0], &told(up, depth));
        let frame = lines.lines().last().unwrap().replace("\"frame\": 0", &format!("\"frame\": {n}"));
        if n == 0 { lines.trim_end().to_owned() } else { frame }
    });
    assert_eq!(kinds_of(&lines.collect::<Vec<_>>().join("\n")), [""; 0]);
}

/// A tilted crate whose two corners have a depth each; nothing tells the normal.
#[test]
fn points_with_depths_and_without_normals_are_one_manifold() {
    let tilt = 0.05_f64;
    let corner = |x: f64| {
        let y = x * tilt.sin() - tilt.cos() + 0.9;
        format!(r#"{{"a": 0, "b": 1, "depth": {}, "points": [[{}, {y}]]}}"#, -y, x * tilt.cos() + tilt.sin())
    };
    let told = [corner(1.0), corner(-1.0)];
    let is = |contacts: &[&str], expected: &[&str]| {
        let lines = pair_of_bodies([BOX, FLOOR], [0.0, 0.9, tilt], &contacts.join(","));
        assert_eq!(kinds_of(&lines), expected, "{contacts:?}");
    };
    is(&[&told[0], &told[1]], &[]);
    is(&[&told[1], &told[0]], &[]);
    let wrong = told[0].replace("\"depth\": 0.04", "\"depth\": 0.09");
    is(&[&wrong, &told[1]], &["depth"]);
}

#[test]
fn a_body_is_the_union_of_its_shapes() {
    let halves = r#"{"name": "b", "static": true, "shapes": [{"segment": {"start": [-5, 0], "end": [0, 0]}}, {"segment": {"start": [0, 0], "end": [5, 0]}}]}"#;
    let lines = |point: f32| {
        let contact = format!(
            r#"{{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.005, "points": [[-1, -0.005], [{point}, -0.005]]}}"#
        );
        scene(&format!("{BOX}, {halves}"), "[0, 0.995, 0], [0, 0, 0]", &[&contact])
    };
    assert_eq!(kinds(&lines(1.0), &["--tolerance", "0.001"]), []);
    assert_eq!(kinds(&lines(1.5), &["--tolerance", "0.001"]), [("point".to_owned(), 0)]);
}

#[test]
fn bodies_that_do_not_move_by_themselves_are_a_pair_where_the_engine_tells_such() {
    let body = r#"{"name": "a", "KIND": true, "shapes": [{"rectangle": {"width": 2, "height": 2}}]}"#;
    let contact = r#"{"a": 0, "b": 1, "depth": 0.5}"#;
    let poses = "[0, 0.5, 0], [0, 0, 0]";
    for kind in ["static", "kinematic", "sensor"] {
        let bodies = format!("{}, {FLOOR}", body.replace("KIND", kind));
        assert_eq!(kinds(&scene(&bodies, poses, &["", ""]), &[]), [], "{kind}");
        let told = kinds(&scene(&bodies, poses, &["", contact]), &[]);
        assert_eq!(told, [("only ours".to_owned(), 0)], "{kind}: told in frame 1 alone");
    }
    let moved = format!("{BOX}, {FLOOR}");
    assert_eq!(kinds(&scene(&moved, poses, &[""]), &[]), [("only ours".to_owned(), 0)]);
}

/// Some engines tell a contact for each point, each with its depth.
#[test]
fn contacts_of_one_pair_are_taken_together() {
    let (sin, cos) = 0.01_f32.sin_cos();
    let corner = |side: f32| (side * cos + sin, 0.98 + side * sin - cos);
    let contact = |side: f32, more: f32| {
        let (x, y) = corner(side);
        format!(r#"{{"a": 0, "b": 1, "normal": [0, -1], "depth": {}, "points": [[{x}, {y}]]}}"#, more - y)
    };
    let lines = |more| {
        let contacts = format!("{}, {}", contact(-1.0, 0.0), contact(1.0, more));
        scene(&format!("{BOX}, {FLOOR}"), "[0, 0.98, 0.01], [0, 0, 0]", &[&contacts])
    };
    assert!(corner(1.0).1 < -0.005 && corner(-1.0).1 < -0.005, "both are in the floor");
    assert_eq!(kinds(&lines(0.0), &["--tolerance", "0.001"]), []);
    let shallower = kinds(&lines(-0.002), &["--tolerance", "0.001"]);
    assert_eq!(shallower, [("depth".to_owned(), 0)], "the shallower one");
}

#[test]
fn the_tolerance_of_points_is_metres_from_the_surfaces() {
    let ball = r#"{"name": "a", "shapes": [{"circle": {"radius": 50}}]}"#;
    let lines = |x: f32| {
        let contact =
            format!(r#"{{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.004, "points": [[{x}, 0]]}}"#);
        scene(&format!("{ball}, {FLOOR}"), "[0, 49.996, 0], [0, 0, 0]", &[&contact])
    };
    assert_eq!(kinds(&lines(0.6), &[]), []);
    assert_eq!(kinds(&lines(2.0), &[]), [("point".to_owned(), 0)]);
}

/// A body stands on a tip between two corners that are as deep as each other: matter-js tells the one, ours the other.
#[test]
fn of_two_corners_that_are_as_deep_either_may_be_told() {
    let tip = r#"{"name": "a", "shapes": [{"polygon": {"points": [[0, -1], [1, -0.9], [1, 1], [-1, 1], [-1, -0.9]]}}]}"#;
    let ground = r#"{"name": "b", "static": true, "shapes": [{"rectangle": {"width": 9, "height": 2}, "at": [0, -1]}]}"#;
    for (corner, rows) in [([1.0, -0.02], 0), ([-1.0, -0.02], 0), ([2.0, -0.02], 1)] {
        let contact = format!(
            r#"{{"a": 0, "b": 1, "normal": [0, 1], "depth": 0.12, "points": [[0, -0.12], [{}, {}]]}}"#,
            corner[0], corner[1]
        );
        let found = kinds_of(&pair_of_bodies([tip, ground], [0.0, 0.88, 0.0], &contact));
        assert_eq!(found, vec!["point"; rows], "{corner:?}");
    }
}

#[test]
fn normals_are_shown_as_the_file_has_them() {
    let contact = r#"{"a": 1, "b": 0, "normal": [1, 0], "depth": 0.005, "points": [[0, 0]]}"#;
    let lines = scene(&format!("{BOX}, {FLOOR}"), "[0, 0.995, 0], [0, 0, 0]", &[contact]);
    let out = said(&lines);
    let expected = "normals differ by 90°: theirs (1, 0), ours (0, 1), both from b to a as in the file";
    assert!(out.contains(expected), "{out}");
    let down = lines.replace(r#""y": "up""#, r#""y": "down""#).replace("[0, 0.995, 0]", "[0, -0.995, 0]");
    let out = said(&down);
    assert!(out.contains("theirs (1, 0), ours (0, -1), both from b to a"), "{out}");
}

/// A ball that touches a chain from above, and from below; theirs tells of no contact.
#[test]
fn a_one_sided_chain_holds_on_its_right_hand_side_alone() {
    let of = |shape: &str, sides: &str, y: f32, vertical: &str| {
        let body = format!(r#"{{"name": "a", "shapes": [{shape}]}}"#);
        let points = format!(r#""points": [[5, 0], [0, 0], [-5, 0]]{sides}"#);
        let chain = format!(r#"{{"name": "b", "static": true, "shapes": [{{"chain": {{{points}}}}}]}}"#);
        let lines = scene(&format!("{body}, {chain}"), &format!("[1, {y}, 0], [0, 0, 0]"), &[""]);
        let lines = lines.replace("\"up\"", vertical);
        let found = !kinds(&lines, &[]).is_empty();
        let (_folder, path) = file_of(&lines);
        for stop in [r#"Begin(a: "a", b: "b")"#, r#"Deeper(a: "*", b: "*", than: 0.0)"#] {
            let (code, ..) = run(&["report", path.to_str().unwrap(), "--until", stop]);
            assert_eq!(code, i32::from(!found), "{stop} {sides} {y}");
        }
        found
    };
    let found = |sides: &str, y, vertical: &str| of(r#"{"circle": {"radius": 1}}"#, sides, y, vertical);
    // From right to left, (dy, -dx) is (0, 1): up, or on a screen down.
    for vertical in ["\"up\"", "\"down\""] {
        let one_sided = r#", "one_sided": true"#;
        assert_eq!([0.9, -0.9].map(|y| found(one_sided, y, vertical)), [true, false], "{vertical}");
        assert_eq!([0.9, -0.9].map(|y| found("", y, vertical)), [true, true], "{vertical}");
    }
    // A box above its body's place, which is behind: ours has no contact, and that of an engine which counts its centroid,
    // as Box2D does, is right.
    let raised = r#"{"polygon": {"points": [[-1, 0.8], [1, 0.8], [1, 2.8], [-1, 2.8]]}}"#;
    assert!(!of(raised, r#", "one_sided": true"#, -0.9, "\"up\""));
    let body = format!(r#"{{"name": "a", "shapes": [{raised}]}}"#);
    let chain = r#"{"name": "b", "static": true, "shapes": [{"chain": {"points": [[5, 0], [0, 0], [-5, 0]], "one_sided": true}}]}"#;
    let told = |normal: &str| {
        let contact =
            format!(r#"{{"a": 0, "b": 1, "normal": {normal}, "depth": 0.1, "points": [[1, -0.1]]}}"#);
        kinds(&scene(&format!("{body}, {chain}"), "[1, -0.9, 0], [0, 0, 0]", &[&contact]), &[])
    };
    assert_eq!(told("[0, -1]"), []);
    assert_eq!(told("[0, 1]"), [("normal".to_owned(), 0)]);
}

/// A box across a corner of a chain, and a ball on a slope: theirs is told of the chain as one shape.
#[test]
fn chains_and_half_planes() {
    let chain = r#"{"name": "b", "static": true, "shapes": [{"chain": {"points": [[-5, 0], [0, 0], [5, 0], [5, 9]]}}]}"#;
    let lines = |x: f32| {
        let contact = format!(
            r#"{{"a": 0, "b": 1, "shape_b": 0, "normal": [0, -1], "depth": 0.005, "points": [[-1, -0.005], [{x}, -0.005]]}}"#
        );
        scene(&format!("{BOX}, {chain}"), "[0, 0.995, 0], [0, 0, 0]", &[&contact])
    };
    let fine = ["--tolerance", "0.001"];
    assert_eq!(kinds(&lines(1.0), &fine), []);
    assert_eq!(kinds(&lines(1.5), &fine), [("point".to_owned(), 0)]);
    let closed = |open: bool| {
        let chain = r#"{"name": "b", "static": true, "shapes": [{"chain": {"points": [[-9, 0], [9, 0], [0, 9]], "closed": true}}]}"#;
        let chain = if open { chain.replace(", \"closed\": true", "") } else { chain.to_owned() };
        let ball = r#"{"name": "a", "shapes": [{"circle": {"radius": 1}}]}"#;
        kinds(&scene(&format!("{ball}, {chain}"), "[-4.5, 4.5, 0], [0, 0, 0]", &[""]), &[])
    };
    assert_eq!((closed(false), closed(true)), (vec![("only ours".to_owned(), 0)], vec![]));
    let plane =
        r#"{"name": "b", "static": true, "shapes": [{"half_plane": {"normal": [3, 4]}, "at": [0, 1]}]}"#;
    let ball = r#"{"name": "a", "shapes": [{"circle": {"radius": 1}}]}"#;
    // 0.9 m above the border, along its normal (0.6, 0.8).
    let at = |y: &str, sign: f32| {
        let contact = format!(
            r#"{{"a": 0, "b": 1, "normal": [-0.6, {}], "depth": 0.1, "points": [[0, {sign}]]}}"#,
            -0.8 * sign
        );
        let poses = format!("[0.54, {}, 0], [0, 0, 0]", sign * 1.72);
        let plane = plane
            .replace("[3, 4]", &format!("[3, {}]", 4.0 * sign))
            .replace("[0, 1]", &format!("[0, {sign}]"));
        kinds(
            &scene(&format!("{ball}, {plane}"), &poses, &[&contact]).replace("\"up\"", &format!("{y:?}")),
            &fine,
        )
    };
    assert_eq!((at("up", 1.0), at("down", -1.0)), (vec![], vec![]));
}

/// Why a ball in a sensor has no effect on it, in the first line.
#[test]
fn a_recorded_sensor_is_told_as_the_reason() {
    let zone = r#"{"name": "b", "static": true, "sensor": true, "shapes": [{"rectangle": {"width": 4, "height": 4}}]}"#;
    let contact = r#"{"a": 0, "b": 1, "sensor": true}"#;
    let (_folder, path) = file_of(&scene(&format!("{BOX}, {zone}"), "[0, 0, 0], [1, 0, 0]", &[contact]));
    let (code, out, err) = run(&["explain", path.to_str().unwrap(), "--pair", "a,b"]);
    assert!(code == 0 && out.starts_with("b is a sensor: its contacts are reported"), "{out}{err}");
}

/// A box that slides over a chain whose segments an engine takes for walls of their own: it stops at the second one's start.
/// A contact with a wall is no difference, whatever a chain allows; at a seam it is a ghost.
#[test]
fn ghosts_at_the_seams_of_a_chain_are_told() {
    let chain = r#"{"name": "b", "static": true, "shapes": [{"circle": {"radius": 0.1}, "at": [0, -9]},
        {"chain": {"points": [[-5, 0], [0, 0], [5, 0], [5, 9]]}}]}"#;
    let contact = r#"{"a": 0, "b": 1, "shape_b": 1, "normal": [1, 0], "depth": 0.001, "points": [[0, 0]]}"#;
    let lines = |x: f32, contact: &str| {
        scene(
            &format!("{BOX}, {}", chain.replace('\n', "")),
            &format!("[{x}, 0.995, 0], [0, 0, 0]"),
            &[contact],
        )
    };
    let ghosts = |lines: &str| {
        let (_folder, path) = file_of(lines);
        let (_, out, err) = run(&["compare", path.to_str().unwrap(), "--ghosts"]);
        assert_eq!(err, "");
        out
    };
    let out = ghosts(&lines(-0.999, contact));
    let told =
        "a ghost: the normal (1, 0) is 90° off what the outline of b/2 segment 1 and b/2 segment 0 allows";
    assert!(out.contains(told), "{out}");
    // The box has sunk in by a centimetre, as it does before it catches.
    let out = ghosts(&lines(-0.999, &contact.replace("[[0, 0]]", "[[0.0005, -0.01]]")));
    assert!(out.contains(told), "{out}");
    // A wall at the end is none.
    let at_the_end = contact.replace("[[0, 0]]", "[[5, 1]]");
    let out = ghosts(&lines(4.001, &at_the_end));
    assert!(out.contains("no ghost contact"), "{out}");
}

/// A level of thousands of shapes in one body, as many engines have them.
#[test]
fn a_body_may_have_thousands_of_shapes() {
    let tile = |i: usize| {
        PlacedShape::new(Shape::Rectangle { width: 1.0, height: 1.0, radius: 0.0 })
            .placed([i as f32, -0.5], 0.0)
    };
    let mut level = collision_record::Body::new("level", (0..5_000).map(tile).collect());
    level.is_static = true;
    let ball = collision_record::Body::new("ball", vec![PlacedShape::new(Shape::Circle { radius: 0.5 })]);
    let bodies = vec![level, ball];
    let mut lines = Lines { header: Header::new("test", bodies), frames: Vec::new(), ..Lines::own() };
    let contact = Contact {
        shape_a: Some(4_321),
        normal: Some([0.0, 1.0]),
        depth: Some(0.1),
        ..Contact::between(0, 1)
    };
    lines.header.normal = NormalDirection::FromAToB;
    for frame in 0..20 {
        let poses = vec![Some([0.0; 3]), Some([4_321.0, 0.4, 0.0])];
        lines
            .frames
            .push(Frame { contacts: vec![contact.clone()], ..Frame::new(frame, frame as f64, poses) });
    }
    lines.frames[7].contacts[0].shape_a = Some(4_320);
    let path = lines.write();
    // The tile that it tells is not touched, and the one that is touched it does not tell.
    let found = differences(&path, &[]);
    let told: Vec<_> =
        found.iter().map(|one| (one["what"].as_str().unwrap(), &one["frame"], &one["shape_a"])).collect();
    let seven = Value::from(7);
    assert_eq!(told, [("only theirs", &seven, &4_320.into()), ("only ours", &seven, &4_321.into())]);
}

/// A level of several shapes, whose wall the engine misses while it tells the floor; and what it tells of it.
#[test]
fn a_contact_of_one_shape_does_not_hide_another() {
    let block = |width: f32, height: f32, at: [f32; 2]| {
        PlacedShape::new(Shape::Rectangle { width, height, radius: 0.0 }).placed(at, 0.0)
    };
    let mut level = collision_record::Body::new(
        "level",
        vec![block(10.0, 1.0, [0.0, -0.5]), block(1.0, 4.0, [3.0, 2.0])],
    );
    level.is_static = true;
    let player = collision_record::Body::new("player", vec![PlacedShape::new(Shape::Circle { radius: 0.5 })]);
    let mut header = Header::new("test", vec![player, level]);
    header.normal = NormalDirection::FromAToB;
    let frame = |number: u64| {
        let x = 1.0 + 0.25 * number as f32;
        let contact = Contact {
            shape_a: Some(0),
            shape_b: Some(0),
            normal: Some([0.0, -1.0]),
            depth: Some(0.01),
            ..Contact::between(0, 1)
        };
        let poses = vec![Some([x, 0.49, 0.0]), Some([0.0; 3])];
        Frame { contacts: vec![contact], ..Frame::new(number, number as f64, poses) }
    };
    let mut lines =
        Lines { header, frames: (0..12).map(frame).collect(), folder: tempfile::tempdir().unwrap() };
    let path = lines.write();
    let found = differences(&path, &[]);
    // The wall is from 2.5 m to 3.5 m.
    let frames: BTreeSet<_> = found.iter().map(|one| one["frame"].as_u64().unwrap()).collect();
    assert_eq!(frames, (5..12).collect());
    assert!(found.iter().all(|one| one["what"] == "only ours" && one["shape_b"] == 1), "{found:#?}");
    let file = path.to_str().unwrap();
    for (pair, count) in [("player,level/2", 7), ("level/1,player", 0), ("player,level", 7)] {
        assert_eq!(differences(&path, &["--pair", pair]).len(), count, "{pair}");
    }
    let (_, out, _) = run(&["compare", file]);
    assert!(out.contains("frame 6, player and level/2: ours touches, 0.5 m deep; theirs does not"), "{out}");
    let (_, out, _) = run(&["explain", file, "--frame", "6", "--pair", "player,level/2"]);
    assert!(out.contains("test tells no contact of the two") && out.contains("theirs does not"), "{out}");
    let (_, out, _) = run(&["explain", file, "--frame", "6", "--pair", "player,level/1"]);
    assert!(out.contains("Theirs and ours are the same"), "{out}");
    // An engine that names no shapes tells of the bodies.
    lines.frames.iter_mut().for_each(|frame| frame.contacts[0].shape_b = None);
    assert_eq!(differences(&lines.write(), &[]).len(), 0);
}

/// What is told of two that ours leaves out is a difference with its reason: masks, segments, a body that is not there.
#[test]
fn a_contact_that_ours_leaves_out_is_told_with_the_reason() {
    let floor = PlacedShape::new(Shape::Segment { start: [-9.0, 0.0], end: [9.0, 0.0] });
    let ball = PlacedShape::new(Shape::Circle { radius: 0.5 });
    let names = |name: &str| Some(vec![name.to_owned()]);
    let reason = |shape: PlacedShape, masks: bool, pose: Option<[f32; 3]>| {
        let mut floor = collision_record::Body::new("floor", vec![floor.clone()]);
        floor.is_static = true;
        let mut other = collision_record::Body::new("ball", vec![shape]);
        if masks {
            (floor.is, other.meets) = (names("w"), names("y"));
        }
        let mut header = Header::new("test", vec![other, floor]);
        header.normal = NormalDirection::FromAToB;
        let contact = Contact { normal: Some([0.0, -1.0]), depth: Some(0.1), ..Contact::between(0, 1) };
        let frame = Frame { contacts: vec![contact], ..Frame::new(15, 0.0, vec![pose, Some([0.0; 3])]) };
        let lines = Lines { header, frames: vec![frame], folder: tempfile::tempdir().unwrap() };
        let found = differences(&lines.write(), &[]);
        let [found] = found.as_slice() else { panic!("{found:#?}") };
        assert_eq!((&found["what"], &found["theirs"]["depth"]), (&"only theirs".into(), &0.1.into()));
        let file = lines.write();
        let explained = run(&["explain", file.to_str().unwrap(), "--frame", "15", "--pair", "ball,floor"]).1;
        let args =
            ["explain", file.to_str().unwrap(), "--frame", "15", "--pair", "ball,floor", "--format", "json"];
        (found["ours"]["left_out"].clone(), explained, run(&args).1)
    };
    let here = Some([0.0, 0.4, 0.0]);
    let (masks, told, json) = reason(ball.clone(), true, here);
    assert_eq!(masks, "masks");
    assert!(
        told.starts_with("Masks keep them apart") && told.contains("test tells normal (0, -1)"),
        "{told}"
    );
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["frame"], &json["theirs"]["engine"]), (&15.into(), &"test".into()));
    let upright = PlacedShape::new(Shape::Segment { start: [0.0, -1.0], end: [0.0, 1.0] });
    assert_eq!(reason(upright, false, here).0, "lines");
    assert_eq!(reason(ball, false, None).0, "not there");
}

/// Whatever its depth: an engine that rests two that masks keep apart 5 mm deep is as wrong. No skin, margin or sign of all
/// depths is made of such contacts, and one that tells a gap, or that it only touches, holds nothing.
#[test]
fn a_contact_that_ours_leaves_out_is_a_row_however_shallow() {
    let ball =
        |more: &str| format!(r#"{{"name": "ball", {more} "shapes": [{{"circle": {{"radius": 0.5}}}}]}}"#);
    let floor = r#"{"name": "floor", "static": true, "is": ["w"], "shapes": [{"rectangle": {"width": 9, "height": 1}}]}"#;
    let chain = r#"{"name": "floor", "static": true, "shapes": [{"chain": {"points": [[-3, 0], [3, 0]], "one_sided": true}}]}"#;
    let line = |name: &str| {
        format!(r#"{{"name": "{name}", "shapes": [{{"segment": {{"start": [-1, 0], "end": [1, 0]}}}}]}}"#)
    };
    let cases = [
        ("masks", format!("{}, {floor}", ball(r#""meets": ["y"],"#)), "[0, 0.995, 0], [0, 0, 0]"),
        // Its shapes are 5 mm apart, as those of an engine that has its own margin rest.
        ("masks", format!("{}, {floor}", ball(r#""meets": ["y"],"#)), "[0, 1.005, 0], [0, 0, 0]"),
        ("behind", format!("{}, {chain}", ball("")), "[0, 0.495, 0], [0, 0, 0]"),
        ("lines", format!("{}, {}", line("ball"), line("floor")), "[0, 0, 1.5], [0, 0, 0]"),
        (
            "not there",
            format!("{}, {}", ball(""), floor.replace(r#""static": true, "#, "")),
            "[0, 0, 0], null",
        ),
    ];
    for (reason, bodies, poses) in cases {
        let told = |depth: &str, more: &str| {
            let contact = format!(r#"{{"a": 0, "b": 1, "normal": [0, -1]{depth}{more}}}"#);
            scene(&bodies, poses, &[contact.as_str(); 9])
        };
        let lines = told(r#", "depth": 0.005"#, "");
        let (_folder, path) = file_of(&lines);
        for args in [&[][..], &["--margin", "0.1"]] {
            let found = differences(&path, args);
            let reasons: Vec<&Value> = found.iter().map(|row| &row["ours"]["left_out"]).collect();
            assert_eq!(reasons, [&Value::from(reason); 9], "{reason}, {args:?}: {found:#?}");
        }
        let text = said(&told(r#", "depth": 0.04"#, ""));
        assert!(text.contains("9 differences") && !text.contains("all over"), "{text}");
        if reason != "not there" {
            let why = run(&["explain", path.to_str().unwrap(), "--frame", "3", "--pair", "ball,floor"]).1;
            assert!(why.contains("Theirs touches, 0.005 m deep; in ours "), "{why}");
            assert!(!why.contains("are the same"), "{why}");
        }
        for gap in [r#", "depth": 0"#, r#", "depth": -0.004"#] {
            assert_eq!(kinds(&told(gap, ""), &[]), [], "{reason}, {gap}");
        }
        if reason == "masks" {
            let at = r#", "poses_at": {"0": [0, 0.99, 0]}"#;
            assert_eq!(kinds(&told(r#", "depth": 0.01"#, at), &[]).len(), 9, "{reason}");
        }
    }
}

/// A chain that goes to the left holds above it. A ball that came from above and sinks stays held, and one that came from
/// below is not, wherever its middle is now.
#[test]
fn a_one_sided_chain_holds_what_first_came_from_its_right() {
    let chain = PlacedShape::new(Shape::Chain {
        points: vec![[5.0, 0.0], [-5.0, 0.0]],
        closed: false,
        one_sided: true,
    });
    let mut floor = collision_record::Body::new("floor", vec![chain]);
    floor.is_static = true;
    let ball = collision_record::Body::new("ball", vec![PlacedShape::new(Shape::Circle { radius: 0.5 })]);
    let mut header = Header::new("test", vec![ball, floor]);
    header.normal = NormalDirection::FromAToB;
    let run = |start: f32, step: f32, is_told: bool| {
        let frame = |number: u64| {
            let y = start + step * number as f32;
            let contact =
                Contact { normal: Some([0.0, -1.0]), depth: Some(0.5 - y), ..Contact::between(0, 1) };
            let contacts = if is_told && y.abs() < 0.5 { vec![contact] } else { Vec::new() };
            Frame {
                contacts,
                ..Frame::new(number, number as f64 / 60.0, vec![Some([0.0, y, 0.0]), Some([0.0; 3])])
            }
        };
        let frames = (0..18).map(frame).collect();
        differences(
            &Lines { header: header.clone(), frames, folder: tempfile::tempdir().unwrap() }.write(),
            &[],
        )
    };
    assert_eq!(run(0.52, -0.05, true), [] as [Value; 0], "it sinks, and is held");
    assert_eq!(run(-0.52, 0.05, false), [] as [Value; 0], "it rises through");
    assert!(!run(-0.52, 0.05, true).is_empty() && !run(0.52, -0.05, false).is_empty());
}

/// NaN in a depth, as JavaScript writes it, is said; the frame in which a pair that ends first began has no event.
#[test]
fn numbers_that_are_none_and_a_begin_that_never_came_are_told() {
    let lines = Lines::own();
    let text = std::fs::read_to_string(lines.write()).unwrap();
    let (before, depth) = text.split_once("\"depth\":").unwrap();
    let after = depth.trim_start_matches(|c: char| !",}".contains(c));
    let path = lines.folder.path().join("nan.jsonl");
    for nan in ["null", "NaN"] {
        std::fs::write(&path, format!("{before}\"depth\":{nan}{after}")).unwrap();
        let (_, out, _) = run(&["compare", path.to_str().unwrap()]);
        assert!(out.contains("contacts[0].depth is not whole, and left out"), "{nan}: {out}");
    }
    let disc =
        |name: &str| collision_record::Body::new(name, vec![PlacedShape::new(Shape::Circle { radius: 0.5 })]);
    let mut header = Header::new("test", vec![disc("a"), disc("b")]);
    header.normal = NormalDirection::FromAToB;
    let frame = |number: u64| {
        let touches = (10..200).contains(&number);
        let x = if touches { 0.8 } else { 1.5 };
        let contact = Contact { normal: Some([1.0, 0.0]), depth: Some(0.2), ..Contact::between(0, 1) };
        let contacts = if touches { vec![contact] } else { Vec::new() };
        let end = collision_record::Event { kind: collision_record::EventKind::End, a: 0, b: 1 };
        let events = if number == 200 { vec![end] } else { Vec::new() };
        Frame {
            contacts,
            events,
            ..Frame::new(number, number as f64, vec![Some([0.0; 3]), Some([x, 0.0, 0.0])])
        }
    };
    let lines = Lines { header, frames: (0..300).map(frame).collect(), folder: tempfile::tempdir().unwrap() };
    let found = differences(&lines.write(), &[]);
    let [found] = found.as_slice() else { panic!("{found:#?}") };
    assert_eq!((&found["what"], &found["frame"]), (&"missing event".into(), &10.into()));
}

#[test]
fn rounded_shapes_and_skins() {
    let rounded = r#"{"name": "a", "shapes": [{"rectangle": {"width": 2, "height": 2, "radius": 0.1}}]}"#;
    let lines = |body: &str, y: f32, depth: f32| {
        let contact = format!(
            r#"{{"a": 0, "b": 1, "normal": [0, -1], "depth": {depth}, "points": [[1, 0], [-1, 0]]}}"#
        );
        scene(&format!("{body}, {FLOOR}"), &format!("[0, {y}, 0], [0, 0, 0]"), &[&contact])
    };
    let fine = ["--tolerance", "0.001"];
    assert_eq!(kinds(&lines(rounded, 1.095, 0.005), &fine), []);
    assert_eq!(kinds(&lines(rounded, 0.95, 0.15), &fine), [], "the core touches, too");
    assert_eq!(kinds(&lines(rounded, 1.095, 0.008), &fine), [("depth".to_owned(), 0)]);
    assert_eq!(kinds(&lines(BOX, 1.095, 0.005), &fine)[0].0, "only theirs");
    let skin = r#"{"name": "a", "shapes": [{"rectangle": {"width": 2, "height": 2}, "skin": 0.02}]}"#;
    assert_eq!(kinds(&lines(skin, 1.01, 0.01), &fine), [], "it is 0.01 m apart");
    assert_eq!(kinds(&lines(skin, 0.99, 0.03), &fine), []);
    assert_eq!(kinds(&lines(skin, 0.99, 0.01), &fine), [("depth".to_owned(), 0)]);
}

/// An error of the whole recording is said once, on top, with what is left when it is mended.
#[test]
fn errors_of_a_whole_recording_are_found_and_tried_out() {
    type Spoil = (&'static str, &'static str, fn(&mut Lines));
    let spoils: [Spoil; 4] = [
        ("normals are the opposite of ours", "\"normal\": \"from b to a\"", |lines| {
            let contacts = lines.frames.iter_mut().flat_map(|frame| &mut frame.contacts);
            contacts.for_each(|contact| contact.normal = contact.normal.map(|[x, y]| [-x, -y]));
        }),
        ("depths are 0.0195 m more than ours", "--margin 0.02", |lines| {
            let contacts = lines.frames.iter_mut().flat_map(|frame| &mut frame.contacts);
            contacts.for_each(|contact| contact.depth = contact.depth.map(|depth| depth + 0.0195));
        }),
        ("the header says degrees", "\"angle\": \"radians\"", |lines| {
            lines.header.angle = AngleUnit::Degrees
        }),
        (
            "the contacts fit the poses of the frame after",
            "the poses that the contacts were found on",
            |lines| {
                let mut poses: Vec<_> = lines.frames.iter().map(|frame| frame.poses.clone()).collect();
                poses.rotate_right(1);
                lines.frames.iter_mut().zip(poses).for_each(|(frame, poses)| frame.poses = poses);
            },
        ),
    ];
    for (sentence, cure, spoil) in spoils {
        let mut lines = Lines::own();
        spoil(&mut lines);
        let (_, out, _) = run(&["compare", lines.write().to_str().unwrap(), "--tolerance", "1e-3"]);
        let told: Vec<&str> =
            out.lines().skip_while(|line| !line.starts_with("all over: ")).take(2).collect();
        let [first, second] = told.as_slice() else { panic!("{sentence}: {out}") };
        assert!(first.contains(sentence), "{out}");
        assert!(second.contains(&format!("with {cure}, ")) && second.ends_with(" left"), "{out}");
    }
    let (_, out, _) = run(&["compare", "scenes/recordings/matter-cliff.jsonl"]);
    assert!(!out.contains("all over"), "{out}");
}

/// Of many bodies a cure is tried on some first; what it leaves is counted on all.
#[test]
fn errors_of_a_whole_recording_are_found_among_thousands_of_bodies() {
    const PAIRS: u32 = 3_000;
    let all = |part: &dyn Fn(u32) -> String| (0..PAIRS).map(part).collect::<Vec<_>>().join(", ");
    let body = |name: String| format!(r#"{{"name": "{name}", "shapes": [{{"circle": {{"radius": 1}}}}]}}"#);
    let bodies = all(&|i| format!("{}, {}", body(format!("left {i}")), body(format!("right {i}"))));
    let poses = all(&|i| format!("[{0}, 0, 0], [{0}, 1.5, 0]", 5 * i));
    // Their normals point down in all but the last hundred, whose depths are wrong besides.
    let contacts = all(&|i| {
        let (normal, depth) = if i < PAIRS - 100 { (-1, 0.5) } else { (1, 0.9) };
        format!(r#"{{"a": {}, "b": {}, "normal": [0, {normal}], "depth": {depth}}}"#, 2 * i, 2 * i + 1)
    });
    let out = said(&scene(&bodies, &poses, &[&contacts, &contacts]));
    assert!(out.contains("all over: 5800 of 6000 normals are the opposite of ours"), "{out:.600}");
    // With the header turned these hundred are wrong in two ways, in each frame.
    assert!(out.contains("with \"normal\": \"from b to a\", 400 rows are left"), "{out:.600}");
}

/// The poses of the frame before leave out the first frame, and those of the frame after the last: with its differences
/// less to compare is no cure.
#[test]
fn fewer_frames_are_no_cure() {
    let body = |i: u32| {
        let at = 3.0 * f64::from(i);
        format!(
            r#"{{"name": "{i}", "shapes": [{{"circle": {{"radius": 1}}}}]}}, {{"name": "post {i}", "static": true, "shapes": [{{"circle": {{"radius": 1}}, "at": [{at}, 0]}}]}}"#
        )
    };
    let pose = |i: u32| format!("[{}, 1.5, 0], [0, 0, 0]", 3.0 * f64::from(i));
    let contact = |i: u32| {
        format!(r#"{{"a": {}, "b": {}, "normal": [0, -1], "depth": {}}}"#, 2 * i, 2 * i + 1, f64::from(i + 1))
    };
    let all = |part: &dyn Fn(u32) -> String| (0..8).map(part).collect::<Vec<_>>().join(", ");
    let contacts = all(&contact);
    for frames in [1, 2, 3] {
        let out = said(&scene(&all(&body), &all(&pose), &vec![contacts.as_str(); frames]));
        assert!(out.contains(&format!("{} differences of 8 pairs", 8 * frames)), "{out}");
        assert!(!out.contains("all over"), "{frames} frames: {out}");
    }
}

#[test]
fn numbers_that_are_none_are_told_and_the_rest_goes_on() {
    let contact = r#"{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.005, "points": [[0, 0]]}"#;
    let bodies = format!("{BOX}, {FLOOR}");
    let lines = scene(&bodies, "[0, 0.995, 0], [0, 0, 0]", &[contact, contact, contact]);
    let pose = |(line, pose): (&str, &str)| {
        if pose.is_empty() { line.to_owned() } else { line.replace("[0, 0.995, 0]", pose) }
    };
    let broken: Vec<String> = lines.lines().zip(["", "[0, NaN, 0]", "[0, null, 0]", ""]).map(pose).collect();
    let out = said(&broken.join("\n"));
    for line in [2, 3] {
        assert!(out.contains(&format!("line {line}: poses[0] is not whole, so a is absent")), "{out}");
    }
    assert!(out.starts_with("3 frames"), "{out}");
    let bare = contact.replace("0.005", "-Infinity");
    assert_eq!(kinds(&scene(&bodies, "[0, 0.995, 0], [0, 0, 0]", &[&bare]), &[]), [], "no depth is told");
    let text = lines.replace("\"engine\": \"e\"", "\"engine\": \"NaN \\\" NaN\"").replace("0.005", "NaN");
    assert!(said(&text).contains("NaN \" NaN"), "texts stay: {}", said(&text));
}

/// By pair, each with its number, where it begins and where it is worst; none vanishes.
#[test]
fn differences_are_listed_by_pair() {
    let mut lines = Lines::own();
    for frame in &mut lines.frames {
        frame.contacts.iter_mut().for_each(|contact| contact.depth = contact.depth.map(|depth| depth + 0.5));
    }
    let path = lines.write();
    let all = differences(&path, &[]);
    let pair = |one: &Value| (one["a"].as_u64().unwrap(), one["b"].as_u64().unwrap());
    let mut pairs: Vec<_> = all.iter().map(pair).collect();
    pairs.sort_unstable();
    pairs.dedup();
    assert!(pairs.len() > 5 && all.len() > 150, "{} of {} pairs", all.len(), pairs.len());
    let (_, out, _) = run(&["compare", path.to_str().unwrap()]);
    for (a, b) in &pairs {
        let [a, b] = [a, b].map(|body| &lines.header.bodies[*body as usize].name);
        assert!(out.contains(&format!("{a} and {b}: ")), "{out}");
    }
    let first = differences(&path, &["--first"]);
    assert_eq!(first.len(), pairs.len());
    for one in &first {
        let frames = all.iter().filter(|other| pair(other) == pair(one)).map(|other| other["frame"].as_u64());
        assert_eq!(one["frame"].as_u64(), frames.min().unwrap());
    }
    let (a, b) = pairs[2];
    let one = differences(&path, &["--pair", &format!("{b},{a}"), "--kind", "depth"]);
    assert!(
        !one.is_empty() && one.iter().all(|one| pair(one) == (a, b) && one["what"] == "depth"),
        "{one:#?}"
    );
    let (code, _, err) = run(&["compare", path.to_str().unwrap(), "--pair", "floor,nobody"]);
    assert_eq!(
        (code, err.contains("no body has the second name or index; the bodies are \"floor\"")),
        (2, true),
        "{err}"
    );
    let (code, _, err) = run(&["compare", path.to_str().unwrap(), "--kind", "colour"]);
    assert_eq!((code, err.contains("only theirs")), (2, true), "{err}");
}

/// The lines of a recording of `recorders/tests`.
pub fn recorded(engine: &str, scene: &str) -> Lines {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recorders/tests/recordings");
    let packed = std::fs::read(folder.join(format!("{engine}-{scene}.jsonl.gz"))).unwrap();
    // Behind a header of ten bytes and the name, where there is one, deflated lines.
    let name =
        if packed[3] & 8 == 0 { 0 } else { packed[10..].iter().position(|byte| *byte == 0).unwrap() + 1 };
    let text = miniz_oxide::inflate::decompress_to_vec(&packed[10 + name..]).unwrap();
    let text = String::from_utf8(text).unwrap();
    let (header, frames) = text.split_once('\n').unwrap();
    let frames = frames.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    Lines { header: serde_json::from_str(header).unwrap(), frames, folder: tempfile::tempdir().unwrap() }
}

pub const ENGINES: [&str; 6] = ["pymunk", "phaser-box2d", "planck", "matter", "p2", "rapier"];
pub const RECORDED: [&str; 5] = ["tiles", "pile", "compound", "sensor", "rounded"];

/// The rows of each engine in each scene as the table of `docs/your-engine.md` has them: "12 point", "2 only theirs".
fn table() -> std::collections::BTreeMap<(String, String), BTreeSet<String>> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/your-engine.md"));
    let page = page.unwrap();
    let (_, section) = page.split_once("## What is listed of six engines").unwrap();
    let rows = section.lines().filter(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split('|').map(str::trim).collect()).collect();
    let mut table = std::collections::BTreeMap::new();
    for row in &rows[2..] {
        let engine = ENGINES.into_iter().find(|engine| row[1].starts_with(engine)).unwrap();
        for (scene, cell) in rows[0][2..].iter().zip(&row[2..]).filter(|(_, cell)| !cell.is_empty()) {
            let counts = cell.split(':').next().unwrap().split(", ").filter(|count| *count != "–");
            let counts = counts.map(|count| {
                let (number, kind) = count.split_once(' ').unwrap();
                let kind = What::NAMES
                    .into_iter()
                    .find(|name| kind.trim_end_matches('s') == name.trim_end_matches('s'));
                format!("{number} {}", kind.unwrap_or_else(|| panic!("{count}")))
            });
            table.insert((engine.to_owned(), (*scene).to_owned()), counts.collect());
        }
    }
    table
}

/// Which shapes of a body a contact is of may be left out: of planck's dumbbell one end lies on each half of a floor within the
/// skins, so that contacts with one normal are of two pairs of shapes.
#[test]
fn contacts_without_their_shapes_are_no_more_wrong_than_with_them() {
    let without = |engine: &str, scene: &str| {
        let mut lines = recorded(engine, scene);
        for contact in lines.frames.iter_mut().flat_map(|frame| &mut frame.contacts) {
            (contact.shape_a, contact.shape_b) = (None, None);
        }
        lines
    };
    assert_eq!(differences(&without("planck", "compound").write(), &[]), Vec::<Value>::new());
    for (engine, scene) in ENGINES.into_iter().flat_map(|engine| RECORDED.map(|scene| (engine, scene))) {
        let told = differences(&recorded(engine, scene).write(), &[]).len();
        let open = differences(&without(engine, scene).write(), &[]).len();
        assert!(open <= told, "{engine}-{scene}: {open} rows without shapes, {told} with them");
    }
    // A fault is found in them all the same.
    let mut lines = without("planck", "compound");
    let contact = lines.contact(48, 0, 2);
    contact.depth = contact.depth.map(|depth| depth + 0.05);
    let found = differences(&lines.write(), &[]);
    assert!(!found.is_empty() && found.iter().all(|one| one["frame"] == 48), "{found:#?}");
}

/// Six engines that we did not write: what is listed is explained, row by row, in `recorders/tests/README.md`.
#[test]
fn no_row_about_six_engines_is_untrue() {
    let table = table();
    assert_eq!(table.len(), ENGINES.len() * RECORDED.len());
    for engine in ENGINES {
        for scene in RECORDED {
            let mut counts = std::collections::BTreeMap::<String, usize>::new();
            for one in differences(&recorded(engine, scene).write(), &[]) {
                *counts.entry(one["what"].as_str().unwrap().to_owned()).or_default() += 1;
            }
            let counts: BTreeSet<String> =
                counts.iter().map(|(what, count)| format!("{count} {what}")).collect();
            assert_eq!(counts, table[&(engine.to_owned(), scene.to_owned())], "{engine}-{scene}");
        }
    }
}

/// Two discs that overlap by 9.5 mm, which a one-way one holds, and of which the engine tells nothing.
#[test]
fn bodies_that_do_not_meet_are_no_pair_of_ours() {
    let disc = |name: &str| {
        let shapes = vec![PlacedShape::new(Shape::Circle { radius: 1.0 })];
        collision_record::Body::new(name, shapes)
    };
    let recording = |is: Option<Vec<String>>, meets: Option<Vec<String>>| {
        let bodies = vec![
            collision_record::Body { is, ..disc("ghost") },
            collision_record::Body { meets, one_way: Some([-1.0, 0.0]), ..disc("guard") },
        ];
        let frames = vec![Frame::new(0, 0.0, vec![Some([0.0; 3]), Some([1.9905, 0.0, 0.0])])];
        Lines { header: Header::new("test 1", bodies), frames, folder: tempfile::tempdir().unwrap() }
    };
    let names = |name: &str| Some(vec![name.to_owned()]);
    let told = |lines: &Lines| differences(&lines.write(), &["--tolerance", "1e-3"]).len();
    assert_eq!(told(&recording(None, None)), 1);
    assert_eq!(told(&recording(names("spirit"), None)), 1);
    assert_eq!(told(&recording(names("spirit"), names("spirit"))), 1);
    assert_eq!(told(&recording(names("spirit"), names("player"))), 0);
    let lines = recording(names("spirit"), names("player"));
    let scene = Recording::load(&lines.write()).unwrap().moment(0).scene;
    assert_eq!(
        (scene.bodies[0].is.clone(), scene.bodies[1].one_way),
        (names("spirit"), Some(glam::Vec2::NEG_X))
    );
    // Our recorder would not write it.
    let path = lines.write();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace(r#""one_way":[-1.0,0.0]"#, r#""one_way":[0,0]"#)).unwrap();
    let error = Recording::load(&path).unwrap_err().to_string();
    assert!(error.contains("line 1") && error.contains("one_way is (0.0, 0.0)"), "{error}");
}

/// The world of a frame in which a body is not there has other indices than the recording.
#[test]
fn watched_numbers_are_those_of_the_bodies_that_they_name() {
    let body = |name: &str| format!(r#"{{"name": "{name}", "shapes": [{{"circle": {{"radius": 1}}}}]}}"#);
    let header = format!(
        r#"{{"recording":1,"engine":"e","metres_per_unit":1,"y":"up","angle":"radians","normal":"from a to b","bodies":[{}]}}"#,
        ["a", "b", "c"].map(body).join(",")
    );
    let frame = |number: u32, poses: &str, more: &str| {
        format!("{{\"frame\":{number},\"time\":{number},\"poses\":{poses}{more}}}")
    };
    let lines = [
        header,
        frame(0, "[[0,1,0],[0,5,0],[4,5,0]]", ""),
        frame(1, "[null,[0,6,0],[3,6,0]]", r#","velocities":[null,[0,2,0],null]"#),
    ];
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("absent.jsonl");
    std::fs::write(&path, lines.join("\n")).unwrap();
    let path = path.to_str().unwrap();
    let watch = [
        "report",
        path,
        "--watch",
        "a.y,b.y,c.y,b,c.distance,b.speed",
        "--frames",
        "0..1",
        "--format",
        "csv",
    ];
    let (code, out, err) = run(&watch);
    assert_eq!((code, err.as_str()), (0, ""));
    let rows: Vec<&str> = out.lines().skip(1).collect();
    // Where no velocities are told, the speed is that of the way, in the first frame of the way that follows.
    assert_eq!(rows, ["0,0.0,1.0,5.0,5.0,2.0,1.0", "1,1.0,,6.0,6.0,1.0,2.0"]);
    let still = [&lines[0], &lines[1]].map(String::as_str).join("\n");
    std::fs::write(path, still).unwrap();
    let (code, _, err) = run(&["report", path, "--until", "Faster(body: \"a\", than: 1)"]);
    assert!(code == 2 && err.contains("this recording tells no velocities"), "{err}");
    let (code, _, err) = run(&["report", path, "--until", "Opens(a: \"a\", b: \"b\", than: 0.1)"]);
    assert!(code == 2 && err.contains("a recording does not tell where joints hold its bodies"), "{err}");
}

/// A pair that the engine leaves out on purpose is no difference, in `explain` as in `compare`.
#[test]
fn a_filtered_contact_is_judged_by_nobody() {
    let contact = r#"{"a": 0, "b": 1, "filtered": true}"#;
    let lines = scene(&format!("{BOX}, {FLOOR}"), "[0, 0.9, 0], [0, 0, 0]", &[contact]);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("filtered.jsonl");
    std::fs::write(&path, lines).unwrap();
    let path = path.to_str().unwrap();
    assert_eq!(run(&["compare", path]).0, 0);
    let (_, out, _) = run(&["explain", path, "--pair", "0,1"]);
    assert!(!out.contains("ours is right") && out.contains("so nothing is compared"), "{out}");
}

/// A point that is none takes its impulse with it, an impulse that is none the others of its contact; the body at a place is
/// the one that came there.
#[test]
fn what_is_not_whole_takes_no_more_with_it_than_it_must() {
    let contact = r#"{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.005, "points": [[-1, -0.005], [1, -0.005]], "impulses": [1, 2]}"#;
    let bodies = format!("{BOX}, {FLOOR}");
    let lines = scene(&bodies, "[0, 0.995, 0], [0, 0, 0]", &[contact, contact]);
    for (from, to, fields) in
        [("[1, -0.005]", "[NaN, 0]", &["points", "impulses"][..]), ("[1, 2]", "[null, 2]", &["impulses"])]
    {
        let out = said(&lines.replace(from, to));
        for field in fields {
            let words = format!("line 2: contacts[0].{field} is not whole, and left out");
            assert!(out.contains(&words), "{out}");
        }
        assert!(out.starts_with("2 frames"), "{out}");
    }
    let come = format!(
        "{}\n{}",
        r#"{"frame": 2, "time": 2, "remove": [0], "add": [{"index": 0, "name": "guest", "shapes": [{"circle": {"radius": 1}}]}], "poses": [[NaN, 0, 0], [0, 0, 0]]}"#,
        r#"{"frame": 3, "time": 3, "poses": [[0, NaN, 0], [0, 0, 0]]}"#
    );
    let out = said(&format!("{}\n{come}", lines.trim_end()));
    for line in [4, 5] {
        assert!(out.contains(&format!("line {line}: poses[0] is not whole, so guest is absent")), "{out}");
    }
}

/// Frames may have any number that a u64 holds.
#[test]
fn frames_of_the_largest_numbers_are_reported_and_explained() {
    let contact = r#"{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.1}"#;
    let bodies = format!("{BOX}, {FLOOR}");
    let lines = scene(&bodies, "[0, 0.85, 0], [0, 0, 0]", &[contact, contact]);
    let text = lines.replace("\"frame\": 1", &format!("\"frame\": {}", u64::MAX));
    let (first, last) = text.rsplit_once("0.85").unwrap();
    let text = format!("{first}0.95{last}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.jsonl");
    std::fs::write(&path, text).unwrap();
    let (file, last) = (path.to_str().unwrap(), u64::MAX.to_string());
    for args in [
        vec!["report", file, "--frame", &last, "--format", "html"],
        vec!["explain", file, "--frame", &last, "--pair", "a,b"],
        vec!["compare", file],
    ] {
        let (code, out, err) = run(&args);
        let words = if args[0] == "explain" { "9223372036854775808 frames before" } else { &last };
        assert!(code < 2 && out.contains(words), "{args:?}: {out}{err}");
    }
}

/// A ground of two slabs, of which contacts name none: a pair with a part had the rows of the other part, too.
#[test]
fn rows_of_a_part_are_those_of_no_other_part() {
    let slab = |x: i32| format!(r#"{{"rectangle": {{"width": 2, "height": 1}}, "at": [{x}, 0]}}"#);
    let header = format!(
        r#"{{"recording": 1, "engine": "e", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from a to b", "bodies": [{{"name": "ground", "static": true, "shapes": [{}, {}]}}, {{"name": "ball", "shapes": [{{"circle": {{"radius": 0.5}}}}]}}]}}"#,
        slab(-3),
        slab(3)
    );
    let frame = |(n, (x, contact)): (usize, (f64, &str))| {
        format!(
            r#"{{"frame": {n}, "time": {n}, "poses": [[0, 0, 0], [{x}, 0.9, 0]], "contacts": [{contact}]}}"#
        )
    };
    let deep = r#"{"a": 0, "b": 1, "normal": [0, 1], "depth": 0.3}"#;
    let states = [(-3.0, ""), (3.0, ""), (-3.0, deep), (3.0, deep), (-1.0, deep), (1.0, deep)];
    let frames: Vec<String> = states.into_iter().enumerate().map(frame).collect();
    let (_folder, path) = file_of(&format!("{header}\n{}\n", frames.join("\n")));
    for (pair, expected) in [("ground/1,ball", [0, 2, 4]), ("ball,ground/2", [1, 3, 5])] {
        let mut frames: Vec<u64> =
            differences(&path, &["--pair", pair]).iter().map(|row| row["frame"].as_u64().unwrap()).collect();
        frames.sort_unstable();
        assert_eq!(frames, expected, "{pair}");
    }
    assert_eq!(differences(&path, &["--pair", "ground,ball"]).len(), 6);
    let (_, out, _) =
        run(&["compare", path.to_str().unwrap(), "--pair", "ground/2,ball", "--kind", "only ours"]);
    assert!(out.contains("frame 1, ground/2 and ball: ours touches, 0.1 m deep; theirs does not"), "{out}");
}
