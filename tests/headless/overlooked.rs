//! What a recording shows that no row of `compare` is about: masks the wrong way round, what is held though it was let through,
//! what goes through a sensor in one frame, a last line within which the file ends.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use crate::recordings::{file_of, run};

/// A recording of these bodies with these poses and contacts, 60 frames a second.
fn lines(bodies: &Value, frames: impl IntoIterator<Item = (Value, Value)>) -> String {
    let header = json!({"recording": 1, "engine": "e", "metres_per_unit": 1, "y": "up", "angle": "radians",
        "normal": "from a to b", "bodies": bodies});
    let frame = |(n, (poses, contacts)): (usize, (Value, Value))| {
        json!({"frame": n, "time": n as f64 / 60.0, "poses": poses, "contacts": contacts}).to_string()
    };
    let frames = frames.into_iter().enumerate().map(frame);
    std::iter::once(header.to_string()).chain(frames).map(|line| line + "\n").collect()
}

fn shape(width: f64, height: f64) -> Value {
    json!([{"rectangle": {"width": width, "height": height}}])
}

/// What `compare` prints, with these options as well, and its exit code.
fn compared(lines: &str, more: &[&str]) -> (i32, String) {
    let (_folder, path) = file_of(lines);
    let (code, out, err) = run(&[&["compare", path.to_str().unwrap()], more].concat());
    assert_eq!(err, "");
    (code, out)
}

/// A player falls by 0.1 m a frame through a floor 1 m thick, whose masks are those of the player changed round.
fn falls(floor: &Value, player: &Value) -> String {
    let body = |name: &str, is_static: bool, masks: &Value, shapes: Value| {
        let mut body = json!({"name": name, "static": is_static, "shapes": shapes});
        body.as_object_mut().unwrap().extend(masks.as_object().unwrap().clone());
        body
    };
    let bodies =
        json!([body("floor", true, floor, shape(8.0, 1.0)), body("player", false, player, shape(1.0, 1.0))]);
    lines(&bodies, (0..40).map(|n| (json!([[0, 0, 0], [0, 2.0 - 0.1 * f64::from(n), 0]]), json!([]))))
}

#[test]
fn masks_the_wrong_way_round_are_told() {
    let wrong =
        falls(&json!({"is": ["level"], "meets": ["level"]}), &json!({"is": ["player"], "meets": ["level"]}));
    let told = "floor and player overlap in frames 11 to 29, up to 1 m deep, and masks alone keep them apart: floor does not \
                meet player\n";
    for more in [&[][..], &["--between"]] {
        let (code, out) = compared(&wrong, more);
        assert!(code == 0 && out.contains(told), "{out}");
    }
    let (code, out) = compared(&wrong, &["--format", "json"]);
    let json: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, json["hints"][0].as_str().unwrap()), (0, told.trim_end()));
    // A name that nobody is, on both sides.
    let nobody =
        falls(&json!({"is": ["level"], "meets": ["hero"]}), &json!({"is": ["player"], "meets": ["hero"]}));
    let (_, out) = compared(&nobody, &[]);
    let told = "neither meets what the other is; nobody is \"hero\", which floor and player meet\n";
    assert!(out.contains(told), "{out}");
    // Without masks the engine lacks the contact; with the right ones and what never overlaps nothing is told.
    let (code, out) = compared(&falls(&json!({}), &json!({})), &[]);
    assert!(code == 1 && !out.contains("masks"), "{out}");
    assert!(!compared(&wrong.replace("[[0,0,0]", "[[50,0,0]"), &[]).1.contains("masks"));
}

/// Pieces that lie in each other, of one kind, are told once; of many kinds the deepest.
#[test]
fn of_masks_that_leave_out_many_a_few_are_told() {
    let piece = |n: usize, kind: &str| json!({"name": format!("piece {n}"), "is": [kind], "meets": ["floor"], "shapes": shape(1.0, 1.0)});
    let poses: Vec<Value> = (0..12).map(|n| json!([0.01 * f64::from(n), 0, 0])).collect();
    let told = |kind: fn(usize) -> String| {
        let bodies: Vec<Value> = (0..12).map(|n| piece(n, &kind(n))).collect();
        let out = compared(&lines(&json!(bodies), [(json!(poses), json!([]))]), &[]).1;
        (out.matches("masks alone keep them apart").count(), out)
    };
    let (one, out) = told(|_| "piece".to_owned());
    assert!(one == 1 && !out.contains("more pair"), "{out}");
    let (several, out) = told(|n| format!("piece {n}"));
    assert!(
        several == 3 && out.contains("and 63 more pairs of masks keep overlapping bodies apart\n"),
        "{out}"
    );
}

/// A player jumps up into a platform, the contact is turned off while it rises and on again once it falls.
#[test]
fn a_body_held_half_way_through_is_told() {
    let platform = |one_way: bool| {
        let mut body = json!({"name": "platform", "static": true, "shapes": shape(4.0, 0.2)});
        if one_way {
            body["one_way"] = json!([0, 1]);
        }
        json!([body, {"name": "player", "shapes": shape(0.6, 1.0)}])
    };
    let heights = [-0.8, -0.7, -0.5, -0.3, -0.12, -0.12, -0.12];
    let frames = |impulse: Option<f64>, held: usize| {
        heights.into_iter().enumerate().map(move |(n, y)| {
            let mut contact = json!({"a": 0, "b": 1, "normal": [0, -1], "depth": y + 0.6});
            if n < held {
                contact["filtered"] = json!(true);
            } else if let Some(impulse) = impulse {
                contact["impulse"] = json!(impulse);
            }
            let contacts = if y + 0.6 > 0.0 { json!([contact]) } else { json!([]) };
            (json!([[0, 0, 0], [0, y, 0]]), contacts)
        })
    };
    let held =
        |one_way: bool, impulse: Option<f64>| compared(&lines(&platform(one_way), frames(impulse, 5)), &[]);
    let turned_on = "frame 5: platform and player are held 0.48 m deep in each other: up to frame 4 the engine left the contact \
                     out on purpose (\"filtered\"), and the two have not parted since\n";
    let (_, out) = held(false, None);
    assert!(out.contains(turned_on), "{out}");
    let pressed = "frame 5: platform and player are held 0.48 m deep in each other by an impulse of 3, which the one-way body lets \
                   through; so in 1 more frame\n";
    let (code, out) = held(true, Some(3.0));
    assert!(code == 0 && out.contains(pressed), "{out}");
    let (_, out) = held(true, Some(0.0));
    assert!(out.contains(turned_on) && !out.contains("impulse"), "{out}");
    // What is left out all the time, and what is held all the time.
    for held in [0, 9] {
        let out = compared(&lines(&platform(false), frames(None, held)), &[]).1;
        assert!(!out.contains("are held"), "{out}");
    }
}

/// A slime falls inside of a ledge that let it in from below, and a contact without an impulse shoots it out. One that falls on,
/// lands on something else, or jumps where the contact was told before, is not held.
#[test]
fn a_body_that_velocities_alone_show_as_held_is_told() {
    let bodies = json!([
        {"name": "ledge", "static": true, "one_way": [0, 1], "shapes": shape(4.0, 1.0)},
        {"name": "slime", "shapes": shape(0.4, 0.4)},
        {"name": "crate", "static": true, "shapes": shape(0.4, 0.4)}
    ]);
    let told = |speeds: [f64; 6], told: [bool; 6], on_crate: bool| {
        let heights = [-0.9, -0.5, -0.1, -0.12, -0.14, -0.16];
        let mut lines = lines(
            &bodies,
            heights.into_iter().zip(told).map(|(y, told)| {
                let held = json!({"a": 0, "b": 1, "normal": [0, 1], "depth": 0.7 - y});
                let crate_ = json!({"a": 1, "b": 2, "normal": [0, -1], "depth": 0.001});
                let contacts = [told.then_some(held), (told && on_crate).then_some(crate_)];
                let contacts: Vec<Value> = contacts.into_iter().flatten().collect();
                (json!([[0, 0, 0], [0, y, 0], [0, y - 0.399, 0]]), json!(contacts))
            }),
        );
        for (n, speed) in speeds.into_iter().enumerate() {
            let frame = format!("\"frame\":{n},");
            let with = format!("{frame}\"velocities\":[null,[0,{speed},0],null],");
            assert!(lines.contains(&frame), "{lines}");
            lines = lines.replacen(&frame, &with, 1);
        }
        compared(&lines, &[]).1
    };
    let shot = [5.0, 4.0, 0.5, -0.5, 20.0, 19.0];
    let once = [false, false, false, true, false, false];
    let out = told(shot, once, false);
    let held = "frame 3: ledge and slime are held 0.58 m deep in each other by a contact with which the velocity along the way out turns \
                from -0.5 to 20 m/s, which the one-way body lets through\n";
    assert!(out.contains(held), "{out}");
    let others = [
        told([5.0, 4.0, 0.5, -0.5, -1.0, -2.0], once, false),
        told(shot, once, true),
        told(shot, [false, true, true, true, false, false], false),
    ];
    for out in others {
        assert!(!out.contains("are held"), "{out}");
    }
}

/// A shot crosses a thin gate between two frames, and another one a gate that is no sensor.
#[test]
fn what_goes_through_a_sensor_in_one_frame_is_told() {
    let gate = |is_sensor: bool| {
        json!([{"name": "gate", "static": true, "sensor": is_sensor, "shapes": shape(0.1, 4.0)},
            {"name": "shot", "shapes": [{"circle": {"radius": 0.1}}]}])
    };
    let frames = || (0..8).map(|n| (json!([[3.5, 0, 0], [n, 0, 0]]), json!([])));
    let of_sensor = lines(&gate(true), frames());
    let (code, out) = compared(&of_sensor, &[]);
    let told = "1 time something went through a sensor between frames, first before frame 4 gate and shot, and nothing is ever \
                told of two such bodies: --between tells more\n";
    assert!(code == 0 && out.ends_with(told), "{out}");
    let (code, out) = compared(&of_sensor, &["--between"]);
    assert!(code == 0 && out.ends_with("no other crossing\n"), "{out}");
    let (_folder, path) = file_of(&of_sensor);
    let (_, out, err) = run(&["explain", path.to_str().unwrap(), "--frame", "4", "--pair", "gate,shot"]);
    assert!(out.contains("gate and shot moved too far between the frame before and this one"), "{out}{err}");
    let (_, out) = compared(&lines(&gate(false), frames()), &[]);
    assert!(out.contains("1 time two went through each other") && !out.contains("sensor"), "{out}");
}

/// A player whom the game moves stands in a sensor that never moves: engines test no such pair.
#[test]
fn two_of_which_none_is_dynamic_are_said_to_be() {
    let text = |kinematic: bool| {
        let bodies = json!([{"name": "gate", "static": true, "sensor": true, "shapes": shape(1.0, 1.0)},
            {"name": "player", "kinematic": kinematic, "shapes": shape(1.0, 1.0)}]);
        let (_folder, path) = file_of(&lines(&bodies, [(json!([[0, 0, 0], [0.5, 0, 0]]), json!([]))]));
        run(&["explain", path.to_str().unwrap(), "--frame", "0", "--pair", "gate,player"]).1
    };
    let look_at = "Look at the types of the two bodies: neither is dynamic";
    assert!(text(true).contains(look_at), "{}", text(true));
    assert!(!text(false).contains(look_at), "{}", text(false));
}

/// The last line of a game that crashed is left out and told; every other line that cannot be read is an error.
#[test]
fn a_last_line_within_which_the_file_ends_is_left_out() {
    let bodies = json!([{"name": "ball", "shapes": [{"circle": {"radius": 0.5}}]}]);
    let whole = lines(&bodies, (0..4).map(|n| (json!([[n, 0, 0]]), json!([]))));
    let of = |text: &str| {
        let (_folder, path) = file_of(text);
        let (code, out, err) = run(&["compare", path.to_str().unwrap()]);
        let reported = run(&["report", path.to_str().unwrap(), "--frame", "2"]);
        assert_eq!((reported.0, &reported.2), (if code == 2 { 2 } else { 0 }, &err));
        (code, out, err.split_once(", ").map_or(err.clone(), |(_, what)| what.to_owned()))
    };
    let told = "line 5: cut short, for the file ends within it: it is left out\n";
    for cut in [2, 12, 40, 50] {
        let (code, out, err) = of(&whole[..whole.len() - cut]);
        assert_eq!((code, err.as_str()), (0, told), "{cut}");
        assert!(out.starts_with("3 frames, e: "), "{out}");
    }
    // Its end alone may be missing; a line in between, one that is no JSON, one with an end, and the header are errors.
    assert_eq!(of(whole.trim_end()).2, "");
    let second = whole.find("{\"contacts\"").unwrap();
    let broken = [
        format!("{}\n{}", &whole[..second + 20], &whole[second..]),
        format!("{whole}not JSON"),
        format!("{}\n", &whole[..whole.len() - 12]),
        whole[..30].to_owned(),
    ];
    for (text, line) in broken.iter().zip([2, 6, 5, 1]) {
        let (code, _, err) = of(text);
        assert!(code == 2 && err.starts_with(&format!("line {line}: column ")), "{err}");
    }
}

/// What other programs and languages write is named where it makes a line no JSON.
#[test]
fn likely_slips_of_a_line_are_named() {
    let bodies = json!([{"name": "ball", "shapes": [{"circle": {"radius": 0.5}}]}]);
    let whole = lines(&bodies, [(json!([[0.5, 0.25, 0]]), json!([]))]);
    let utf_16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain(whole.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let list = format!("[{}]\n", whole.trim_end().replace('\n', ",\n"));
    let cases = [
        (utf_16, "line 1: column 1: found UTF-16; allowed: UTF-8"),
        (list.into_bytes(), "line 1: column "),
        (whole.replace("[0.5,0.25,", "[0,5,0,25,").into_bytes(), "a decimal comma? allowed: a point, 0.5"),
        (
            whole.replace("\"time\":0.0", "\"time\":0,0166").into_bytes(),
            "a decimal comma? allowed: a point, 0.5",
        ),
        (
            whole.replace("\"time\":0.0", "\"time\":NaN").into_bytes(),
            "found NaN or infinity; allowed: a number",
        ),
        (whole.replace("[0.5,0.25,", "[0.5;0.25,").into_bytes(), "expected `,` or `]`"),
        (
            format!("{}\n{{\"frame\": 0, \"ti\n", whole.lines().next().unwrap()).into_bytes(),
            "line 2: column 17: the line ends within a string; allowed: one whole object a line",
        ),
    ];
    for (text, told) in cases {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lines.jsonl");
        std::fs::write(&path, text).unwrap();
        let (code, _, err) = run(&["compare", path.to_str().unwrap()]);
        assert!(code == 2 && err.contains(told), "{told}: {err}");
        assert_eq!(
            err.contains("found a list; allowed: one object a line"),
            told == "line 1: column ",
            "{err}"
        );
    }
}

/// A player lands on two flush tiles, and the engine tells a ghost at their seam. Of one body a solver of ours uses it as well; of
/// two it knows the seam, and where they are apart nothing acts.
#[test]
fn a_ghost_is_taken_away_with_its_neighbour_and_acts() {
    let player = json!({"name": "player", "shapes": shape(0.6, 1.0)});
    let tile = |name: &str| json!({"name": name, "static": true, "shapes": shape(1.0, 1.0)});
    let of_one = json!([{"name": "tiles", "static": true, "shapes": [
        {"rectangle": {"width": 1, "height": 1}}, {"rectangle": {"width": 1, "height": 1}, "at": [1, 0]}]}, player]);
    let of_two = json!([tile("left"), tile("right"), player]);
    let ron = |bodies: &Value, [x, y]: [f64; 2], contact: Value, pair: &str| {
        let poses = |x: f64, y: f64| match bodies.as_array().unwrap().len() {
            2 => json!([[0, 0, 0], [x, y, 0]]),
            _ => json!([[0, 0, 0], [1, 0, 0], [x, y, 0]]),
        };
        let frames = [(poses(x - 0.0833, y + 0.1), json!([])), (poses(x, y), json!([contact]))];
        let (folder, path) = file_of(&lines(bodies, frames));
        let path = path.to_str().unwrap();
        let (_, listed, _) = run(&["compare", path, "--ghosts"]);
        assert!(listed.ends_with("1 ghost contact\n"), "{listed}");
        let (code, out, err) = run(&["explain", path, "--frame", "1", "--pair", pair, "--format", "ron"]);
        assert_eq!(code, 0, "{err}");
        let scene = folder.path().join("ghost.ron");
        std::fs::write(&scene, &out).unwrap();
        (folder, scene.to_str().unwrap().to_owned(), out)
    };
    let contact = |b: u32, depth: f64| {
        json!({"a": b - 1, "b": b, "shape_a": u32::from(b == 1), "normal": [-1, 0], "depth": depth, "impulse": 1,
            "points": [[0.5, 0.5], [0.5, 0.47]]})
    };
    let (folder, scene, out) = ron(&of_one, [0.2333, 0.9282], contact(1, 0.0333), "tiles/2,player");
    let asks = "Soon(stop: Ghost(body: \"player\"), before: 1)";
    assert!(!out.contains("solver: Off") && out.contains(asks), "{out}");
    assert_eq!(run(&["check", &scene]).0, 0, "{out}");
    let smaller = folder.path().join("smaller.ron");
    let smaller = smaller.to_str().unwrap();
    let (code, told, err) = run(&["reduce", &scene, "--keep", "Ghost(body: \"player\")", "-o", smaller]);
    assert!(code == 0 && told.contains("reduced: "), "{told}{err}");
    // They overlap by 33 mm, and are 1 mm apart.
    for (x, y, depth, is_touching) in [(0.2333, 0.9282, 0.0333, true), (0.199, 0.99, 0.0, false)] {
        let (_folder, scene, out) = ron(&of_two, [x, y], contact(2, depth), "right,player");
        assert!(out.contains("name: \"left\"") && out.contains("solver: Off"), "{out}");
        assert_eq!(out.contains("Contact(a: \"right\", b: \"player\", depth: "), is_touching, "{out}");
        assert!(!out.contains("normal:") && run(&["check", &scene]).0 == 0, "{out}");
        let (code, told, _) = run(&["report", &scene, "--until", "Ghost(body: \"player\")", "--within", "3"]);
        assert!(code == 1 && told.contains("with `solver: Off` no contact ever acts"), "{told}");
    }
}
