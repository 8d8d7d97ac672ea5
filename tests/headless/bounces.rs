//! What recordings tell of speeds: how two bodies met and parted, and velocities that the ways contradict.
#![allow(clippy::unwrap_used)]

use crate::recordings::{file_of, run, said};

/// A ball of radius 0.5 on its way along y over a floor whose top is at 0, a frame each 0.1 s. `contact`: whether one is told where
/// the ball is no higher than 0.5 and not below the floor.
fn recording(engine: &str, ys: &[f64], velocity: impl Fn(usize) -> Option<f64>) -> String {
    let mut lines = vec![format!(
        r#"{{"recording":1,"engine":"{engine}","metres_per_unit":1,"y":"up","angle":"radians","normal":"from a to b","bodies":[{{"name":"ball","shapes":[{{"circle":{{"radius":0.5}}}}]}},{{"name":"floor","static":true,"shapes":[{{"rectangle":{{"width":9,"height":1}},"at":[0,-0.5]}}]}}]}}"#
    )];
    for (frame, y) in ys.iter().enumerate() {
        let depth = 0.5 - y;
        let contact = format!(r#"{{"a":0,"b":1,"normal":[0,-1],"depth":{depth}}}"#);
        let contact = if depth > 0.0 && *y > -1.5 { contact } else { String::new() };
        let told = velocity(frame).map(|v| format!(r#""velocities":[[0,{v},0],null],"#)).unwrap_or_default();
        let time = 0.1 * frame as f64;
        lines.push(format!(
            r#"{{"frame":{frame},"time":{time},"poses":[[0,{y},0],[0,0,0]],{told}"contacts":[{contact}]}}"#
        ));
    }
    lines.join("\n") + "\n"
}

/// The exit code and what is printed of a command on a recording.
fn of(recording: &str, command: &str, more: &[&str]) -> (i32, String) {
    let (_folder, path) = file_of(recording);
    let args: Vec<&str> = [command, path.to_str().unwrap()].into_iter().chain(more.iter().copied()).collect();
    let (code, out, _) = run(&args);
    (code, out)
}

fn explained(recording: &str, frame: &str) -> String {
    of(recording, "explain", &["--pair", "ball,floor", "--frame", frame]).1
}

/// Where the ball is frame by frame that goes down at a speed to a place, and up at another one. Metres, metres per second.
fn there_and_back(from: f64, down: f64, to: f64, up: f64) -> Vec<f64> {
    let falls = (0..).map(|i| from - 0.1 * down * f64::from(i)).take_while(|y| *y > to);
    let rises = (0..6).map(|i| to + 0.1 * up * f64::from(i));
    falls.chain(rises).collect()
}

#[test]
fn a_recorded_bounce_is_told_with_both_speeds() {
    // 1.65, 1.25, 0.85, 0.45, then up.
    let half = recording("game", &there_and_back(1.65, 4.0, 0.45, 2.0), |_| None);
    for frame in ["3", "4"] {
        let told = explained(&half, frame);
        let words = "By their ways they met in frame 3 at 4 m/s along the normal and touched until frame 3, then parted at 2 m/s: 0.5 of \
                     it came back.";
        assert!(told.contains(words), "{told}");
        assert!(
            !told.contains("Look at what adds speed") && !told.contains("least speed that bounces"),
            "{told}"
        );
    }
    assert!(!explained(&half, "6").contains("By their ways"), "{}", explained(&half, "6"));
    let more = explained(&recording("game", &there_and_back(1.65, 4.0, 0.45, 5.0), |_| None), "3");
    assert!(more.contains("1.25 of it came back") && more.contains("Look at what adds speed"), "{more}");
    let (_, json) = of(&half, "explain", &["--pair", "ball,floor", "--frame", "3", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let bounce = &json["theirs"]["bounce"];
    assert_eq!((bounce["met"].as_u64(), bounce["parted"].as_u64()), (Some(3), Some(3)), "{bounce}");
    assert!((bounce["closing"].as_f64().unwrap() - 4.0).abs() < 1.0e-4, "{bounce}");
}

/// The restitutions of both told by an engine.
fn told(engine: &str, ys: &[f64], [ball, floor]: [f64; 2]) -> String {
    recording(engine, ys, |_| None)
        .replacen(r#""name":"ball","#, &format!(r#""name":"ball","restitution":{ball},"#), 1)
        .replacen(r#""name":"floor","#, &format!(r#""name":"floor","restitution":{floor},"#), 1)
}

/// Half of the speed comes back.
#[test]
fn what_came_back_is_held_beside_the_restitutions_that_are_told() {
    let ys = there_and_back(1.65, 4.0, 0.45, 2.0);
    let explained = |engine: &str, both| explained(&told(engine, &ys, both), "3");
    let (less, more) = (
        "for less came back than their restitutions give",
        "for more came back than their restitutions give",
    );
    // (engine, told, how they are mixed, what is said of it)
    for (engine, both, mixed, hint) in [
        ("planck 1.4.3", [0.5, 0.25], "planck takes the larger one unless it is told otherwise: 0.5.", None),
        (
            "planck 1.4.3",
            [0.0, 0.8],
            "planck takes the larger one unless it is told otherwise: 0.8.",
            Some(less),
        ),
        (
            "planck 1.4.3",
            [0.1, 0.0],
            "planck takes the larger one unless it is told otherwise: 0.1.",
            Some(more),
        ),
        ("rapier2d 0.36", [1.0, 0.0], "rapier takes the average unless it is told otherwise: 0.5.", None),
        ("pymunk 7.2", [1.0, 0.8], "pymunk takes the product unless it is told otherwise: 0.8.", Some(less)),
        ("my engine", [1.0, 0.8], "(floor).", None),
        ("my engine", [0.0, 0.0], "(floor).", Some(more)),
    ] {
        let told = explained(engine, both);
        assert!(told.contains("Their restitutions are told to be ") && told.contains(mixed), "{told}");
        for words in [less, more] {
            assert_eq!(told.contains(words), hint == Some(words), "{engine} {both:?}: {told}");
        }
    }
}

/// A game that stops what it should bounce; and one whose recording ends as the two have met.
#[test]
fn what_stays_where_it_should_bounce_is_told_once_it_has_stayed() {
    let less = "for less came back than their restitutions give";
    let stays: Vec<f64> = [2.45, 1.45].into_iter().chain([0.45; 8]).collect();
    for (frames, is_less) in [(10, true), (4, false)] {
        let stays = explained(&told("planck 1.4.3", &stays[..frames], [0.5, 0.5]), "2");
        assert_eq!(stays.contains(less), is_less, "{stays}");
    }
}

#[test]
fn what_is_told_not_to_bounce_needs_no_cure() {
    let stays: Vec<f64> = [0.67, 0.6, 0.53, 0.46].into_iter().chain([0.46; 8]).collect();
    let planck = |both| explained(&told("planck 1.4.3", &stays, both), "5");
    assert!(planck([0.0, 0.3]).contains("velocityThreshold"), "{}", planck([0.0, 0.3]));
    assert!(!planck([0.0, 0.0]).contains("velocityThreshold"), "{}", planck([0.0, 0.0]));
}

#[test]
fn numbers_of_bodies_that_cannot_be_are_refused_with_their_place() {
    let good = recording("game", &[0.45], |_| None);
    let with = |key: &str, value: &str| {
        let changed = good.replacen(r#""name":"ball","#, &format!(r#""name":"ball","{key}":{value},"#), 1);
        let (_folder, path) = file_of(&changed);
        let (code, _, err) = run(&["compare", path.to_str().unwrap()]);
        (code, err)
    };
    for (key, value) in [("restitution", "-1"), ("friction", "-0.5"), ("mass", "-2")] {
        let (code, err) = with(key, value);
        assert!(code == 2 && err.contains(&format!("bodies[0], {key}: found {value}")), "{code} {err}");
    }
    for (key, value) in [("restitution", "1.5"), ("friction", "0"), ("mass", "0"), ("mass", "null")] {
        assert_ne!(with(key, value).0, 2, "{key} {value}: {}", with(key, value).1);
    }
}

#[test]
fn nothing_that_came_back_names_the_least_speed_that_bounces() {
    let stays: Vec<f64> = [0.67, 0.6, 0.53, 0.46].into_iter().chain([0.46; 8]).collect();
    let planck = explained(&recording("planck 1.4.3", &stays, |_| None), "5");
    assert!(planck.contains("they met in frame 3 at 0.7 m/s along the normal and touch since"), "{planck}");
    assert!(
        planck.contains("planck's `Settings.velocityThreshold`, 1 a second unless it is set"),
        "{planck}"
    );
    let fast: Vec<f64> = [2.45, 1.45, 0.45].into_iter().chain([0.45; 8]).collect();
    let fast = explained(&recording("planck 1.4.3", &fast, |_| None), "4");
    assert!(fast.contains("nothing of it came back") && !fast.contains("velocityThreshold"), "{fast}");
}

#[test]
fn a_speed_that_turns_in_each_frame_of_an_overlap_is_told() {
    let mut glued = vec![1.2, 0.8, 0.4];
    glued.extend([0.1, 0.4, 0.1, 0.4, 0.1, 0.4, 0.1]);
    let told = explained(&recording("breakout", &glued, |_| None), "5");
    assert!(told.contains("the speed along the normal turned 6 times in one touch"), "{told}");
}

/// An engine that moves bodies out of an overlap within a frame adds nothing to their speed.
#[test]
fn a_push_out_of_the_overlap_is_no_speed() {
    // It is pushed out by 0.3 m as it parts at 2 m/s.
    let ys = [1.65, 1.25, 0.85, 0.45, 0.95, 1.15, 1.35, 1.55];
    let velocity = |frame: usize| Some(if frame <= 3 { -4.0 } else { 2.0 });
    for told in [recording("game", &ys, |_| None), recording("game", &ys, velocity)] {
        let told = explained(&told, "3");
        let words = "met in frame 3 at 4 m/s along the normal and touched until frame 3, then parted at 2 m/s: 0.5 of it came back.";
        assert!(told.contains(words) && !told.contains("adds speed"), "{told}");
    }
    // What is told has not had the step's gravity: 5 m/s are 4 and the 1 m/s of a step.
    let falls = recording("game", &ys, |frame| Some(if frame <= 3 { -4.0 } else { 2.5 }));
    let falls = falls.replacen(r#""bodies":"#, r#""gravity":[0,-10],"bodies":"#, 1);
    let told = explained(&falls, "3");
    // By the ways alone: 2.2 m/s, of which a step and a half of gravity took 0.3 m/s on the free way.
    let slowly = recording("game", &[1.65, 1.25, 0.85, 0.45, 0.97, 1.16, 1.33, 1.48], |_| None);
    let slowly = slowly.replacen(r#""bodies":"#, r#""gravity":[0,-2],"bodies":"#, 1);
    let by_ways = explained(&slowly, "3");
    assert!(by_ways.contains("then parted at 2.2 m/s"), "{by_ways}");
    assert!(told.contains("at 5 m/s along the normal") && told.contains("0.5 of it came back"), "{told}");
}

/// A jump after a rest.
#[test]
fn what_parts_after_a_rest_does_not_bounce() {
    let mut ys = vec![1.65, 1.25, 0.85];
    ys.extend([0.45; 30]);
    ys.extend([0.95, 1.45, 1.95]);
    let told = explained(&recording("game", &ys, |_| None), "10");
    let words = "touched until frame 32, then parted at 5 m/s, for another reason than how they met.";
    assert!(told.contains(words), "{told}");
    assert!(!told.contains("came back") && !told.contains("adds speed"), "{told}");
}

/// Nothing of its speed ever turned.
#[test]
fn what_goes_through_is_not_said_to_bounce() {
    let ys: Vec<f64> = (0..12).map(|i| 1.65 - 0.4 * f64::from(i)).collect();
    let game = told("planck 1.4.3", &ys, [0.0, 0.0]);
    for frame in ["3", "5", "6"] {
        let told = explained(&game, frame);
        let words = "By their ways they met in frame 3 at 4 m/s along the normal and touched until frame 7, then parted on the other side \
                     at 4 m/s: they went through each other.";
        assert!(told.contains(words), "{told}");
        assert!(told.contains("Look at what is done with the contacts that it tells"), "{told}");
        for bounces in ["came back", "restitution", "adds speed"] {
            assert!(!told.contains(bounces), "{bounces}: {told}");
        }
    }
    // It touches as it is told to, and a comparison names it all the same.
    let words = "ball and floor touch in frame 6, so that is no crossing between two frames: they went in on one side";
    assert!(said(&game).contains(words), "{}", said(&game));
    let stays = said(&told("planck 1.4.3", &there_and_back(1.65, 4.0, 0.45, 2.0), [0.0, 0.0]));
    assert!(!stays.contains("went in on one side"), "{stays}");
    let left_out = game.replace(r#""normal":[0,-1],"depth""#, r#""filtered":true,"normal":[0,-1],"depth""#);
    assert_ne!(left_out, game);
    assert!(!said(&left_out).contains("went in on one side"), "{}", said(&left_out));
    let told = explained(&left_out, "6");
    assert!(told.contains("on purpose") && !told.contains("past the middle"), "{told}");
    let one_way = game.replacen(r#""name":"floor","#, r#""name":"floor","one_way":[0,-1],"#, 1);
    assert!(!said(&one_way).contains("went in on one side"), "{}", said(&one_way));
}

#[test]
fn velocities_that_the_ways_contradict_are_told() {
    // 5 m/s down.
    let ways: Vec<f64> = (0..20).map(|i| 20.0 - 0.5 * f64::from(i)).collect();
    let compared = |velocity: Option<f64>| said(&recording("game", &ways, |_| velocity));
    for right in [None, Some(-5.0), Some(-5.2)] {
        assert!(!compared(right).contains("told to"), "{right:?}: {}", compared(right));
    }
    let by_frame = compared(Some(-0.5));
    let words = "ball moves 10 times as fast as it is told to: velocities are told by frame, and the format has them by second";
    assert!(by_frame.contains(words), "{by_frame}");
    let mirrored = compared(Some(5.0));
    assert!(mirrored.contains("ball is told to move the other way along y"), "{mirrored}");
    let stands = compared(Some(0.0));
    assert!(stands.contains("ball is told to stand, and moves at about 5 m/s"), "{stands}");
    let pressed: Vec<f64> = vec![0.45; 20];
    let pressed = recording("matter-js 0.20.0", &pressed, |_| Some(-0.9));
    let told = explained(&pressed, "12");
    assert!(
        told.contains(
            "Look at the velocities that it tells: ball is told to move at about 0.9 m/s, and stands"
        ),
        "{told}"
    );
}

/// Recorders tell velocities where a body begins, and the ways tell the rest.
#[test]
fn speeds_are_those_of_the_ways_where_none_are_told() {
    let ys = [3.0, 2.5, 1.5, 1.5];
    for told in [None, Some(0.0)] {
        let game = recording("game", &ys, |frame| told.filter(|_| frame == 0));
        let (code, text) = of(&game, "report", &["--until", "Faster(body: \"ball\", than: 8)"]);
        assert!(code == 0 && text.contains("holds at frame 2"), "{text}");
        let (_, text) = of(&game, "report", &["--until", "Faster(body: \"ball\", than: 11)"]);
        assert!(text.contains("holds in no frame"), "{text}");
        let names = "ball.speed,ball.velocity.y,ball.kinetic,ball.momentum.y,ball.potential";
        let (_, csv) = of(&game, "report", &["--watch", names, "--frames", "1..3", "--format", "csv"]);
        let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|line| line.split(',').collect()).collect();
        for (row, expected) in rows.iter().zip([5.0, 10.0, 0.0]) {
            let number = |column: usize| row[column].parse::<f64>().unwrap();
            assert!((number(2) - expected).abs() < 1.0e-4 && (number(3) + expected).abs() < 1.0e-4, "{csv}");
            assert_eq!(row[4..], ["", "", ""], "nobody tells the masses: {csv}");
        }
    }
    let (_, html) = of(&recording("game", &ys, |_| None), "report", &["--frame", "2", "--format", "html"]);
    assert!(html.contains("touching pairs") && !html.contains("energy, J"), "{html}");
}
