//! What goes over frames without a window: watched numbers, inputs, animated pictures, and `check` for programs.
#![allow(clippy::unwrap_used)]

use std::process::Command;

use collision_test::app::run::frames::Frames;
use collision_test::app::run::simulation::{DEFAULT_BUDGET, Simulation};
use collision_test::scene::Scene;
use collision_test::scene::present::present_scene;
use glam::Vec2;
use serde_json::Value;

/// Exit code, standard output and standard error.
fn run(args: &[&str]) -> (i32, Vec<u8>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("DISPLAY");
    let output = command.args(args).output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(!errors.contains("panicked"), "{errors}");
    (output.status.code().unwrap(), output.stdout, errors)
}

fn good(args: &[&str]) -> String {
    let (code, out, errors) = run(args);
    assert_eq!((code, errors.as_str()), (0, ""), "{args:?}");
    String::from_utf8(out).unwrap()
}

fn scene(inputs: &str) -> Scene {
    let text = format!(
        "(version: 1, solver: Off, bodies: [
            (name: \"crate\", shape: Rectangle(width: 2, height: 1), motion: Dynamic(mass: 4)),
            (name: \"a, b\", shape: Circle(radius: 0.5), position: (1.2, 0)),
        ], watch: [\"crate.speed\", \"crate,a, b.depth\"], {inputs})"
    );
    Scene::from_ron(&text, "test").unwrap_or_else(|e| panic!("{e}"))
}

fn saved(scene: &Scene) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("scene.ron");
    scene.save(&file).unwrap();
    let file = file.to_str().unwrap().to_owned();
    (folder, file)
}

#[test]
fn watched_numbers_are_those_of_the_reports() {
    let (_folder, file) = saved(&scene("inputs: [Push(frame: 2, body: \"crate\", impulse: (-4.0, 0.0))]"));
    let csv = good(&["report", &file, "--frames", "1..5", "--format", "csv"]);
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("frame,time,crate.speed,\"crate,a, b.depth\""));
    for (frame, line) in (1..=5).zip(lines.by_ref()) {
        let report = good(&["report", &file, "--frame", &frame.to_string(), "--format", "json"]);
        let report: Value = serde_json::from_str(&report).unwrap();
        let number = |value: &Value| value.as_f64().unwrap() as f32;
        let velocity = &report["bodies"][0]["velocity"];
        let speed = number(&velocity[0]).hypot(number(&velocity[1]));
        let depth = report["pairs"].as_array().unwrap().first().map_or(0.0, |pair| number(&pair["depth"]));
        assert_eq!(line, format!("{frame},{:?},{speed:?},{depth:?}", number(&report["time"])));
    }
    assert_eq!(lines.next(), None);
    let named = ["--watch", "crate,a, b.distance,crate.x,energy", "--frames", "0..1"];
    let csv = good(&[&["report", &file, "--format", "csv"], &named[..]].concat());
    assert_eq!(
        csv,
        "frame,time,\"crate,a, b.distance\",crate.x,energy\n0,0.0,-0.29999995,0.0,0.0\n1,0.016666668,-0.29999995,0.0,0.0\n"
    );
    let json: Value =
        serde_json::from_str(&good(&[&["report", &file, "--format", "json"], &named[..]].concat())).unwrap();
    assert_eq!(json["watch"][0], "crate,a, b.distance");
    assert_eq!(json["frames"][1]["frame"], 1);
    assert!(good(&[&["report", &file], &named[..]].concat()).contains("crate.x"));
    let recording = good(&[
        "report",
        "scenes/recordings/collide2d.jsonl",
        "--watch",
        "time",
        "--frames",
        "0..9999",
        "--format",
        "csv",
    ]);
    assert!(recording.lines().count() > 3, "{recording}");
    for (args, why) in [
        (["--watch", "crate.sped", "--format", "csv"], "did you mean speed?"),
        (["--watch", "crat.speed", "--format", "csv"], "crat.speed"),
        (["--frames", "5..1", "--format", "csv"], "0..120"),
    ] {
        let (code, _, errors) = run(&[&["report", &file], &args[..]].concat());
        assert!(code == 2 && errors.contains(why), "{errors}");
    }
}

#[test]
fn a_push_is_its_impulse_by_the_mass() {
    let pushed = scene("inputs: [Push(frame: 10, body: \"crate\", impulse: (0.0, 6.0), at: (0.5, 0.0))]");
    let mut world = pushed.to_world().unwrap();
    for _ in 0..10 {
        world.step();
    }
    assert_eq!(world.body(0).unwrap().velocity().y, 0.0, "it acts in the step that leaves frame 10");
    world.step();
    let body = world.body(0).unwrap();
    assert_eq!(body.velocity().y, 1.5, "6 Ns / 4 kg");
    // r × J = 0.5 · 6 = 3, I = 4 · (2² + 1²) / 12 = 5/3.
    assert!((body.angular_velocity() - 1.8_f32.to_degrees()).abs() < 1.0e-3, "{}", body.angular_velocity());
}

/// A critically damped spring on a free mass: x(t) = X - X · (1 + w·t) · exp(-w·t), with w = √(k / m), of which an implicit
/// step of 1/60 s differs by little.
#[test]
fn a_pull_is_a_critically_damped_spring() {
    let pulled =
        scene("inputs: [Pull(frames: (0, 999), body: \"crate\", to: [(0, (3.0, 0.0))], stiffness: 16.0)]");
    let mut world = pulled.to_world().unwrap();
    let omega = (16.0_f64 / 4.0).sqrt();
    for frame in 1..=300 {
        world.step();
        let t = f64::from(frame) / 60.0;
        let exact = 3.0 - 3.0 * (1.0 + omega * t) * (-omega * t).exp();
        let x = f64::from(world.body(0).unwrap().pose().position.x);
        assert!((x - exact).abs() < 0.06, "frame {frame}: {x} for {exact}");
        assert!(x < 3.0, "it never goes past the target");
    }
    let stiff = scene(
        "inputs: [Pull(frames: (0, 9999), body: \"crate\", from: (1.0, 0.5), to: [(0, (3.0, 0.0)), (20, (9.0, 5.0))], stiffness: 1e9)]",
    );
    let mut world = stiff.to_world().unwrap();
    for _ in 0..200 {
        world.step();
    }
    let body = world.body(0).unwrap();
    let corner = body.pose().world_from_local(Vec2::new(1.0, 0.5));
    assert!(corner.distance(Vec2::new(9.0, 5.0)) < 0.1, "stable at every stiffness: {corner}");
}

#[test]
fn inputs_give_the_same_bits_after_going_back() {
    let inputs = "inputs: [Push(frame: 12, body: \"crate\", impulse: (3.0, 1.0), at: (1.0, 2.0)),
        Pull(frames: (20, 45), body: \"crate\", from: (0.2, 0.1), to: [(20, (3.0, 1.0)), (30, (0.0, 4.0))], stiffness: 5.0)]";
    let scene = scene(inputs);
    let hashes = |budget: usize| {
        let mut simulation = Simulation::new(scene.to_world().unwrap(), budget);
        let order = [60, 15, 0, 33, 12, 60, 44, 13];
        order.map(|frame| {
            simulation.seek(frame);
            simulation.world().hash()
        })
    };
    let (all, few) = (hashes(DEFAULT_BUDGET), hashes(0));
    assert_eq!(all, few);
    assert_eq!(all[0], all[5]);
    // A run that begins in the middle of it goes on as this one does.
    let mut world = scene.to_world().unwrap();
    for _ in 0..27 {
        world.step();
    }
    let later = present_scene(&scene, &world);
    assert_eq!(later.inputs.len(), 1);
    let mut again = later.to_world().unwrap();
    for _ in 0..33 {
        world.step();
        again.step();
    }
    let place = |world: &collide2d::World| world.body(0).unwrap().pose().position;
    assert!(place(&world).distance(place(&again)) < 1.0e-4, "{} {}", place(&world), place(&again));
}

#[test]
fn bodies_that_are_renamed_or_removed_take_their_lines_with_them() {
    let mut scene = scene(
        "stops: [Begin(a: \"crate\", b: \"*\"), NotFinite()], inputs: [Push(body: \"crate\", impulse: (1.0, 0.0))],
         expect: [Never(stop: Deeper(a: \"a, b\", b: \"crate\", than: 1.0), frames: (0, 1))]",
    );
    scene.rename_body(0, "box");
    let text = scene.to_ron();
    assert!(!text.contains("crate") && text.contains("box,a, b.depth"), "{text}");
    scene.validate().unwrap();
    scene.remove_bodies(|_, body| body.name == "box");
    scene.validate().unwrap();
    assert_eq!((scene.stops.len(), scene.inputs.len(), scene.watch.len(), scene.expect.len()), (1, 0, 0, 0));
}

#[test]
fn check_tells_programs_what_it_tells_people() {
    let folder = tempfile::tempdir().unwrap();
    let good_file = folder.path().join("good.ron");
    scene("expect: [Contact(a: \"crate\", b: \"a, b\"), Never(stop: Faster(body: \"crate\", than: 1.0), frames: (0, 3))]")
        .save(&good_file)
        .unwrap();
    scene("expect: [Contact(a: \"crate\", b: \"a, b\"), Separate(a: \"crate\", b: \"a, b\", frame: 2)]")
        .save(&folder.path().join("bad <&>.ron"))
        .unwrap();
    let path = folder.path().to_str().unwrap();
    let (code, json, errors) = run(&["check", path, "--format", "json"]);
    assert_eq!((code, errors.as_str()), (1, ""));
    let json: Value = serde_json::from_slice(&json).unwrap();
    assert_eq!(
        (&json["scenes"], &json["expectations"], &json["failures"]),
        (&2.into(), &4.into(), &1.into())
    );
    let failing = &json["files"][0]["expectations"][1];
    assert_eq!(
        (&failing["holds"], &failing["frame"], &failing["expected"]),
        (&false.into(), &2.into(), &"no contact".into())
    );
    assert!(failing["found"].as_str().unwrap().starts_with("contact, depth"), "{failing}");
    let (code, xml, _) = run(&["check", path, "--format", "junit"]);
    assert_eq!(code, 1);
    // Read again by another reader than the one that wrote it.
    let xml = String::from_utf8(xml).unwrap();
    let document = usvg::roxmltree::Document::parse(&xml).unwrap();
    let count = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!(
        (count("testsuite"), count("testcase"), count("failure"), count("error")),
        (2, 4, 1, 0),
        "{xml}"
    );
    std::fs::write(folder.path().join("none.ron"), "(").unwrap();
    let (code, xml, errors) = run(&["check", path, "--format", "junit"]);
    assert!(code == 2 && errors.contains("none.ron") && String::from_utf8(xml).unwrap().contains("<error"));
    assert_eq!(run(&["check", good_file.to_str().unwrap(), "--format", "junit"]).0, 0);
}

#[test]
fn frames_become_an_animated_picture_or_a_folder() {
    let (folder, file) = saved(&scene("inputs: [Push(body: \"crate\", impulse: (-40.0, 0.0))]"));
    let film = folder.path().join("film.gif");
    let film = film.to_str().unwrap();
    let sized = ["--size", "96x64", "--frames", "0..10"];
    good(&[&["render", &file, "--output", film, "--fps", "30"], &sized[..]].concat());
    let pictures = |film: &str| {
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(std::fs::File::open(film).unwrap()).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (96, 64));
        let mut pictures = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            pictures.push((frame.delay, frame.buffer.to_vec()));
        }
        pictures
    };
    let told = pictures(film);
    assert_eq!(told.len(), 11);
    assert_eq!(
        told.iter().map(|(delay, _)| u32::from(*delay)).sum::<u32>(),
        37,
        "11 pictures at 30 a second"
    );
    assert!(told.windows(2).all(|two| two[0].1 != two[1].1), "the crate moves from each to the next");
    good(&[&["render", &file, "--output", film, "--every", "5"], &sized[..]].concat());
    // As long as the run: 5 frames are 8.33 hundredths of a second.
    assert_eq!(pictures(film).iter().map(|(delay, _)| *delay).collect::<Vec<_>>(), [8, 9, 8]);
    let all = |args: &[&str]| {
        good(&[&["render", &file, "--output", film], args, &sized[..2]].concat());
        pictures(film).iter().map(|(delay, _)| u32::from(*delay)).sum::<u32>()
    };
    assert_eq!(all(&["--frames", "0..59", "--every", "2"]), 100);
    assert_eq!(all(&["--frames", "0..59"]), 120, "50 a second at most");
    // A recording whose frames are 0.05 s apart.
    let recording = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/recordings/collide2d.jsonl");
    good(&["render", recording, "--output", film, "--frames", "0..30", "--size", "96x64"]);
    let told = pictures(film);
    assert!(told.len() == 11 && told.iter().all(|(delay, _)| *delay == 5), "{:?}", told.len());
    let many = folder.path().join("pictures");
    good(&[&["render", &file, "--output", many.to_str().unwrap()], &sized[..]].concat());
    assert_eq!(std::fs::read_dir(&many).unwrap().count(), 11);
    assert!(many.join("frame-00010.png").exists());
    // Of a recording whose frames are 0, 3, 6, … every other one.
    let theirs = folder.path().join("theirs");
    let recording = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/recordings/collide2d.jsonl");
    good(&[
        "render",
        recording,
        "--output",
        theirs.to_str().unwrap(),
        "--every",
        "2",
        "--frames",
        "0..20",
        "--size",
        "96x64",
    ]);
    let mut names: Vec<_> =
        std::fs::read_dir(&theirs).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["frame-00000.png", "frame-00006.png", "frame-00012.png", "frame-00018.png"]);
    for (args, why) in [
        (vec!["--output", "film.png", "--frames", "0..3"], "must end in .gif"),
        (vec!["--output", "film.gif"], "--frames"),
        (vec!["--output", "film.gif", "--frames", "3..0"], "0..120"),
        (vec!["--output", "film.gif", "--frames", "0..3", "--fps", "0"], "1..=50"),
    ] {
        let (code, _, errors) = run(&[&["render", &file], &args[..]].concat());
        assert!(code == 2 && errors.contains(why), "{errors}");
    }
}

#[test]
fn a_report_to_share_is_one_page_that_needs_nothing_else() {
    let mut scene = scene("");
    scene.name = "A <script> & more".to_owned();
    let (_folder, file) = saved(&scene);
    let page = good(&["report", &file, "--format", "html"]);
    assert!(page.starts_with("<!doctype html>") && page.trim_end().ends_with("</html>"));
    for part in [
        "<svg",
        "A &lt;script&gt; &amp; more",
        "are in contact",
        "class=\"deciding\"",
        "#scene=",
        "Scene(",
        "collide2d ",
    ] {
        assert!(page.contains(part), "no {part}");
    }
    for part in ["<script", "http://", "https://", "<link", "@import", "url(h"] {
        let outside = page.replace("http://www.w3.org/", "");
        assert!(!outside.contains(part), "{part} in {page}");
    }
    // The pair that is asked for comes first, also one that is apart, and once.
    let corner = "scenes/circle-at-a-rectangles-corner.ron";
    let page = good(&["report", corner, "--format", "html", "--pair", "near miss,crate"]);
    let heads: Vec<&str> = page.split("<h2>").skip(1).filter_map(|rest| rest.split("</h2>").next()).collect();
    assert_eq!(heads[..2], ["Why near miss and crate do not touch", "Why ball and crate touch"]);
    let page = good(&["report", corner, "--format", "html", "--pair", "ball,crate"]);
    assert_eq!(page.matches("Why ball and crate touch").count(), 1);
    // Of two that masks keep apart it says why.
    let folder = tempfile::tempdir().unwrap();
    let masked = folder.path().join("masked.ron");
    let text = "(version: 1, bodies: [
        (name: \"player\", shape: Circle(radius: 1), motion: Dynamic(), is: [\"player\"], meets: [\"enemy\"]),
        (name: \"floor\", shape: Rectangle(width: 9, height: 1), is: [\"level\"]),
    ])";
    std::fs::write(&masked, text).unwrap();
    let page = good(&["report", masked.to_str().unwrap(), "--format", "html", "--pair", "player,floor"]);
    let (_, told) = page.split_once("<h2>Why player and floor do not touch</h2>").unwrap();
    assert!(told.split("</p>").next().unwrap().contains("Masks keep them apart"), "{told}");
    // As text it is the pair alone.
    let alone = good(&["report", corner, "--pair", "ball,crate"]);
    assert!(alone.contains("crate #") && !alone.contains("near miss #"), "{alone}");
    let until = good(&[
        "report",
        "scenes/a-ball-drops-and-rests.ron",
        "--until",
        "Begin(a: \"*\", b: \"*\")",
        "--format",
        "html",
    ]);
    assert!(until.contains("begin to touch"), "{until}");
}

/// What these options ask for was computed, and left out of the page without a word.
#[test]
fn a_page_has_the_tables_that_options_add_to_a_report() {
    let dropped = ["report", "scenes/a-ball-drops-and-rests.ron", "--frame", "60"];
    let page = |options: &[&str]| good(&[&dropped[..], &["--format", "html"], options].concat());
    let plain = page(&[]);
    for (options, title) in [
        (&["--events"][..], "EVENTS up to frame 60"),
        (&["--stages"], "STAGES of the step to frame 61"),
        (&["--impacts", "2", "--falling"], "IMPACTS AHEAD (falling)"),
        (&["--hash"], "HASHES"),
    ] {
        assert!(!plain.contains(title));
        let (page, report) = (page(options), good(&[&dropped[..], options].concat()));
        let table = page.split("<pre>").find(|part| part.contains(title)).expect(title);
        // Each line of the text report's table is there.
        let from = report.find(title).unwrap_or(0);
        for line in report[from..].lines().filter(|line| !line.is_empty()) {
            let line =
                line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
            assert!(table.contains(&line), "{options:?}: no {line}");
        }
    }
    for option in [&["--shortcuts"][..], &["--pairs", "all"], &["--second-opinion"]] {
        let (code, out, errors) = run(&[&dropped[..], &["--format", "html"], option].concat());
        let said = format!("{}: the page does not show it; allowed: --format text or json", option.join(" "));
        assert!(code == 0 && errors.contains(&said) && out == plain.as_bytes(), "{errors}");
    }
}
