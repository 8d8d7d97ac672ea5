//! What is wrong all over a recording: what is said, what is not, and how many rows are left.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use crate::recordings::{file_of, run, said};

/// A recording of these bodies, in metres, with y up, radians and normals from a to b; poses and contacts of each frame.
fn recording(bodies: &Value, frames: impl IntoIterator<Item = (Value, Value)>) -> String {
    let header = json!({
        "recording": 1, "engine": "my engine", "metres_per_unit": 1, "y": "up", "angle": "radians",
        "normal": "from a to b", "bodies": bodies
    });
    let frame = |(n, (poses, contacts)): (u32, (Value, Value))| {
        let time = f64::from(n) / 60.0;
        format!("{}\n", json!({"frame": n, "time": time, "poses": poses, "contacts": contacts}))
    };
    format!("{header}\n{}", (0..).zip(frames).map(frame).collect::<String>())
}

fn y_down(lines: &str) -> String {
    lines.replace(r#""y":"up""#, r#""y":"down""#)
}

fn circle(name: &str, radius: f64) -> Value {
    json!({"name": name, "shapes": [{"circle": {"radius": radius}}]})
}

fn rectangle(name: &str, width: f64, height: f64) -> Value {
    json!({"name": name, "shapes": [{"rectangle": {"width": width, "height": height}}]})
}

fn fixed(mut body: Value) -> Value {
    body["static"] = true.into();
    body
}

fn floor() -> Value {
    fixed(json!({"name": "floor", "shapes": [{"segment": {"start": [-9, 0], "end": [9, 0]}}]}))
}

fn contact(normal: [f64; 2], depth: f64) -> Value {
    json!({"a": 0, "b": 1, "normal": normal, "depth": depth})
}

/// A ball of 0.5 m over the floor; `depths`: theirs less ours, frame by frame.
fn ball(depths: impl IntoIterator<Item = f64>) -> String {
    let frames = depths
        .into_iter()
        .map(|more| (json!([[0, 0.45, 0], [0, 0, 0]]), json!([contact([0.0, -1.0], 0.05 + more)])));
    recording(&json!([circle("ball", 0.5), floor()]), frames)
}

/// What is said all over, each with its outcome.
fn all_over(out: &str) -> Vec<(&str, &str)> {
    let lines: Vec<&str> = out.lines().collect();
    let errors = lines.windows(2).filter_map(|two| Some((two[0].strip_prefix("all over: ")?, two[1].trim())));
    errors.collect()
}

/// What is said of the recording is this, each with its outcome.
fn check(lines: &str, expected: &[(&str, &str)]) {
    let out = said(lines);
    let told = all_over(&out);
    assert_eq!(told.len(), expected.len(), "{out}");
    for ((sentence, outcome), (part, whole)) in told.iter().zip(expected) {
        assert!(sentence.contains(part) && outcome == whole, "{part}: {out}");
    }
}

/// All 9 normals of the ball that shakes are 35.7° off; a radius that is a diameter made a margin of half a metre, and
/// shapes in pixels over poses in metres one of 25.
#[test]
fn a_margin_is_no_cure_of_normals_sizes_and_scatter() {
    let (_, out, _) = run(&["compare", "scenes/recordings/ball-that-shakes.jsonl"]);
    assert!(out.contains("18 differences") && all_over(&out).is_empty(), "{out}");

    let diameter = (0..6).map(|n| {
        let depth = 0.010 + 0.001 * f64::from(n);
        (json!([[0, 0.5 - depth, 0], [0, 0, 0]]), json!([contact([0.0, -1.0], depth)]))
    });
    let out = said(&recording(&json!([circle("ball", 1.0), floor()]), diameter));
    assert!(!out.contains("--margin"), "{out}");

    let pixels = (0..6).map(|_| (json!([[0, 0.45, 0], [0, 0, 0]]), json!([contact([0.0, -1.0], 0.05)])));
    let out = said(&recording(&json!([circle("ball", 50.0), floor()]), pixels));
    assert!(out.contains("6 differences") && !out.contains("--margin"), "{out}");

    let scatter = (0..240).map(|n| 0.03 * f64::from(n * 89 % 240) / 240.0);
    let out = said(&ball(scatter));
    assert!(out.contains("159 differences") && all_over(&out).is_empty(), "{out}");
}

#[test]
fn a_margin_is_told_with_the_difference_that_there_is() {
    check(
        &ball([0.0195; 12]),
        &[("depths are 0.0195 m more than ours in 12 of 12", "with --margin 0.02, 0 rows are left")],
    );
}

/// The two ways out are 0.076 m and 0.2 m long.
#[test]
fn a_margin_makes_no_tie() {
    let bodies = json!([circle("ball", 0.5), fixed(rectangle("crate", 2.0, 2.0))]);
    let frame = (json!([[1.3, 1.3, 0], [0, 0, 0]]), json!([contact([0.0, -1.0], 0.2)]));
    let (_folder, path) = file_of(&recording(&bodies, [frame]));
    for margin in ["0", "0.13", "1"] {
        let (code, out, _) = run(&["compare", path.to_str().unwrap(), "--margin", margin]);
        assert!(code == 1 && out.contains("normals differ by 45°") && !out.contains("both normals"), "{out}");
    }
}

/// A crate of 2 m whose angles are written in turns is not in pixels; a player of 24 by 32 is, however few rows differ.
#[test]
fn pixels_are_told_by_sizes_and_no_rows_are_sold_for_them() {
    let poses = [
        (1.1085, 0.0278),
        (1.2101, 0.05),
        (1.2872, 0.0722),
        (1.3382, 0.0944),
        (1.3623, 0.1167),
        (1.3588, 0.1389),
    ];
    let turns =
        poses.map(|(y, angle)| (json!([[0, y, angle], [0, -0.5, 0]]), json!([contact([0.0, -1.0], 0.05)])));
    check(
        &recording(&json!([rectangle("crate", 2.0, 2.0), fixed(rectangle("floor", 20.0, 1.0))]), turns),
        &[],
    );

    let player = json!([rectangle("player", 24.0, 32.0), fixed(rectangle("floor", 320.0, 32.0))]);
    let frames = (0..12).map(|n| {
        let theirs = if n == 7 { 3.0 } else { 0.5 };
        (json!([[0, -31.5, 0], [0, 0, 0]]), json!([contact([0.0, 1.0], theirs)]))
    });
    let pixels = y_down(&recording(&player, frames));
    let outcome = "with \"metres_per_unit\": 0.01 and the tolerance of lengths scaled along, 1 row is left";
    check(&pixels, &[("a moving shape of middle size has a radius of 20 m: are these pixels?", outcome)]);
}

/// A ship of 24 by 32 metres falls as on earth, one of pixels a hundred times as fast.
#[test]
fn gravity_tells_large_shapes_from_pixels() {
    for (gravity, errors) in [(9.81, 0), (981.0, 1)] {
        let bodies = json!([circle("ship", 20.0), floor(), circle("falling", 20.0)]);
        let frames = (0..12).map(|n| {
            let fallen = 0.5 * gravity * f64::from(n * n) / 3600.0;
            (
                json!([[0, 19.5, 0], [0, 0, 0], [90, 900.0 - fallen, 0]]),
                json!([contact([0.0, -1.0], 3.0 + f64::from(n))]),
            )
        });
        let out = said(&recording(&bodies, frames));
        assert_eq!(all_over(&out).len(), errors, "{out}");
    }
}

/// A crate of 64 pixels on a ground of 800 under the gravity that an engine begins with falls a hundred times too slowly. Large
/// levels in metres have something small in them, sizes that are no whole numbers, or nothing as large as a screen.
#[test]
fn pixels_are_told_where_they_fall_as_on_earth() {
    let lines = |crate_: Value, ground: Value, others: &[Value], gravity: f64| {
        let bodies: Vec<Value> = [crate_, fixed(ground)].into_iter().chain(others.iter().cloned()).collect();
        let frames = (0..12).map(|n| {
            let fallen = 0.5 * gravity * f64::from(n * n) / 3600.0;
            let others = (0..others.len()).map(|place| json!([500.0 + 200.0 * place as f64, 0, 0]));
            let poses: Vec<Value> =
                [json!([0, 400.0 - fallen, 0]), json!([0, 0, 0])].into_iter().chain(others).collect();
            (json!(poses), json!([]))
        });
        recording(&json!(bodies), frames)
    };
    let (sprite, ground) = (rectangle("crate", 64.0, 64.0), rectangle("ground", 800.0, 50.0));
    for gravity in [9.81, 10.0] {
        check(
            &lines(sprite.clone(), ground.clone(), &[], gravity),
            &[(
                "has a radius of 45.255 m, every size is a whole number, and what touches nothing falls at",
                "with \"metres_per_unit\": 0.01 and the tolerance of lengths scaled along, 0 rows are left",
            )],
        );
    }
    let silent = [
        // On another planet, or another unit of gravity.
        lines(sprite.clone(), ground.clone(), &[], 20.0),
        lines(sprite.clone(), ground.clone(), &[circle("ball", 1.0)], 9.81),
        lines(sprite.clone(), ground.clone(), &[fixed(circle("post", 2.0))], 9.81),
        lines(sprite.clone(), rectangle("ground", 800.0, 50.5), &[], 9.81),
        lines(rectangle("crate", 63.5, 64.0), ground.clone(), &[], 9.81),
        lines(sprite, rectangle("ground", 150.0, 50.0), &[], 9.81),
        // A level of 800 m with crates of 2 m.
        lines(rectangle("crate", 2.0, 2.0), ground, &[], 9.81),
    ];
    for lines in silent {
        check(&lines, &[]);
    }
}

/// A ball falls upward, and the depths of another are 0.15 m or 0.05 m too large, of which only the latter is a skin.
#[test]
fn rows_that_are_left_are_those_of_the_cures_that_are_named() {
    let bodies = json!([circle("ball2", 0.5), floor(), circle("ball", 0.5)]);
    let falling = |depth: f64| {
        let frames = (0..12).map(|n| {
            let level = 5.5 - 4.905 * f64::from(n * n) / 3600.0;
            (json!([[3, 0.45, 0], [0, 0, 0], [0, level, 0]]), json!([contact([0.0, -1.0], depth)]))
        });
        y_down(&recording(&bodies, frames))
    };
    let mirrored = ("fall upward", "with \"y\": \"up\", 12 rows are left");
    check(&falling(0.2), &[mirrored]);
    check(&falling(0.1), &[("depths are 0.05 m more", "with --margin 0.05, 0 rows are left"), mirrored]);

    let frame = || (json!([[0, 0.45, 0], [0, 0, 0]]), json!([contact([0.0, 1.0], 0.08)]));
    let twice = recording(&json!([circle("ball", 0.5), floor()]), (0..12).map(|_| frame()));
    check(
        &twice,
        &[
            ("normals are the opposite of ours", "with \"normal\": \"from b to a\", 12 rows are left"),
            ("depths are 0.03 m more", "with \"normal\": \"from b to a\" and --margin 0.03, 0 rows are left"),
        ],
    );
}

/// The commonest mistakes of a recorder, in twelve frames of a crate of 2 m by 1 m on a floor, of a ball, and of a crate
/// that stands on a corner.
#[test]
fn shapes_and_poses_that_are_measured_otherwise_are_told() {
    let crates = |scale: f64, shift: f64| {
        let frames = (0..12).map(|n| {
            let x = 0.1 * f64::from(n);
            let (left, right) = ([x - 1.0, 0.0], [x + 1.0, 0.0]);
            let pose = |x: f64, y: f64, width: f64, height: f64| {
                json!([x - 0.5 * shift.abs() * width, y + 0.5 * shift * height, 0])
            };
            (
                json!([pose(x, 0.48, 2.0, 1.0), pose(0.0, -0.5, 20.0, 1.0)]),
                json!([{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.02, "points": [left, right]}]),
            )
        });
        let (small, large) =
            (rectangle("crate", 2.0 * scale, scale), rectangle("floor", 20.0 * scale, scale));
        recording(&json!([small, fixed(large)]), frames)
    };
    check(&crates(1.0, 0.0), &[]);
    let half = [("half extents?", "with width and height doubled, 0 rows are left")];
    check(&crates(0.5, 0.0), &half);
    let centres = "with poses at the centres of rectangles, 0 rows are left";
    check(&crates(1.0, 1.0), &[("a pose is the top left corner", centres)]);
    check(&crates(1.0, -1.0), &[("a pose is the lower left corner", centres)]);
    // With y down this is its mirror image.
    check(&y_down(&crates(1.0, -1.0)), &[("a pose is the top left corner", centres)]);

    let balls = (0..12).map(|n| {
        let depth = 0.01 + 0.001 * f64::from(n);
        (json!([[0, 0.5 - depth, 0], [0, 0, 0]]), json!([contact([0.0, -1.0], depth)]))
    });
    let balls = recording(&json!([circle("ball", 1.0), floor()]), balls);
    check(&balls, &[("are these diameters?", "with radius halved, 0 rows are left")]);

    let tilted = |sense: f64| {
        let frames = (0..12).map(|n| {
            let angle = 0.1 + 0.05 * f64::from(n);
            let (sin, cos) = angle.sin_cos();
            let corner = [sin - cos, -0.03];
            (
                json!([[0, sin + cos - 0.03, sense * angle], [0, 0, 0]]),
                json!([{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.03, "points": [corner]}]),
            )
        });
        recording(&json!([rectangle("crate", 2.0, 2.0), floor()]), frames)
    };
    check(&tilted(1.0), &[]);
    let outcome = "with angles negated, 0 rows are left";
    check(&tilted(-1.0), &[("y is up, so that angles are counter-clockwise", outcome)]);
    check(&y_down(&tilted(-1.0)), &[("y is down, so that angles are clockwise", outcome)]);
}

/// Two contacts that other sizes would mend are none of a whole recording, and neither are those that an engine does not
/// tell: no shape is smaller for it.
#[test]
fn other_sizes_are_told_of_several_contacts_alone() {
    let (sin, cos) = 0.3_f64.sin_cos();
    let points = [[sin - cos, -0.03]; 4];
    let frame = (
        json!([[0, sin + cos - 0.03, -0.3], [0, 0, 0]]),
        json!([{"a": 0, "b": 1, "normal": [0, -1], "depth": 0.03, "points": points}]),
    );
    let bodies = json!([rectangle("crate", 2.0, 2.0), floor()]);
    let out = said(&recording(&bodies, vec![frame.clone(); 2]));
    assert!(out.contains("8 differences") && all_over(&out).is_empty(), "{out}");
    assert_eq!(all_over(&said(&recording(&bodies, vec![frame; 3]))).len(), 1);
    let silent = (0..12).map(|_| (json!([[0, 0.9, 0], [0, 0, 0]]), json!([])));
    check(&recording(&json!([circle("ball", 1.0), floor()]), silent), &[]);
}

/// A ball's places fall down, as the header says. Velocities that point the other way are wrong by themselves.
#[test]
fn velocities_of_the_other_sign_are_no_other_axis() {
    let bodies = json!([circle("ball", 0.5), floor(), circle("falling", 0.5)]);
    let frames = (0..12).map(|n| {
        let level = 9.0 - 4.905 * f64::from(n * n) / 3600.0;
        (json!([[0, 0.45, 0], [0, 0, 0], [3, level, 0]]), json!([contact([0.0, -1.0], 0.05)]))
    });
    let lines = recording(&bodies, frames);
    let told = |sign: f64| {
        let mut number = -1.0;
        let with = |line: &str| {
            let mut line: Value = serde_json::from_str(line).unwrap();
            if line.get("frame").is_some() {
                number += 1.0;
                line["velocities"] = json!([[0, 0, 0], null, [0, sign * 9.81 * number / 60.0, 0]]);
            }
            line.to_string() + "\n"
        };
        said(&lines.lines().map(with).collect::<String>())
    };
    for sign in [-1.0, 1.0] {
        let out = told(sign);
        assert!(!out.contains("fall upward"), "{sign}: {out}");
    }
}

/// Balls that leave a plank one after the other, whose ends are never told: no angle, size or skin mends that.
#[test]
fn no_cure_of_the_poses_is_named_for_events() {
    let balls = 1..9_u32;
    let plank = fixed(rectangle("plank", 20.0, 2.0));
    let circles = balls.clone().map(|n| circle(&format!("ball {n}"), 0.5));
    let bodies: Value = std::iter::once(plank).chain(circles).collect();
    let frame = |frame: u32| {
        let touches = |n: u32| frame > 0 && frame < 3 + n;
        let at = |n: u32| json!([f64::from(n) * 2.0 - 9.0, if touches(n) { 1.45 } else { 3.0 }, 0]);
        let poses: Value = std::iter::once(json!([0, 0, 0])).chain(balls.clone().map(at)).collect();
        let contact = |n: u32| json!({"a": 0, "b": n, "normal": [0, 1], "depth": 0.05});
        let contacts: Value = balls.clone().filter(|n| touches(*n)).map(contact).collect();
        let begin = |n: u32| json!({"kind": "begin", "a": 0, "b": n});
        let events: Value = balls.clone().filter(|_| frame == 1).map(begin).collect();
        let line =
            json!({"frame": frame, "time": frame, "poses": poses, "contacts": contacts, "events": events});
        format!("{line}\n")
    };
    let lines = recording(&bodies, []) + &(0..14).map(frame).collect::<String>();
    let out = said(&lines);
    assert!(out.contains("8 differences") && all_over(&out).is_empty(), "{out}");
}

/// Circles of half the radius would be apart, and nothing of them compared.
#[test]
fn depths_that_are_distances_are_no_diameters() {
    let frames = (0..12).map(|n| {
        let depth = 0.02 + 0.002 * f64::from(n);
        (json!([[0, 0.5 - depth, 0], [0, 0, 0]]), json!([contact([0.0, -1.0], -depth)]))
    });
    check(
        &recording(&json!([circle("ball", 0.5), floor()]), frames),
        &[("12 of 12 depths are < 0, and their negatives fit", "with depths negated, 0 rows are left")],
    );
}

/// A ball of 0.5 m in a floor and in the side of a wall, in turn; `told`: its contact from the right normal and
/// depth and where it touches.
fn ball_in_a_corner(told: impl Fn([f64; 2], f64, [f64; 2]) -> Value) -> String {
    let bodies = json!([
        circle("ball", 0.5),
        fixed(rectangle("floor", 20.0, 1.0)),
        fixed(rectangle("wall", 1.0, 20.0))
    ]);
    let frames = (0..24).map(|n| {
        let (along, depth) = (2.0 + 0.1 * f64::from(n), 0.02 + 0.002 * f64::from(n));
        let (ball, mut contact) = if n % 2 == 0 {
            ([along, 0.5 - depth], told([0.0, -1.0], depth, [along, -0.5 * depth]))
        } else {
            ([-8.5 + depth, along], told([1.0, 0.0], depth, [-8.0 + 0.5 * depth, along]))
        };
        contact["a"] = 0.into();
        contact["b"] = (1 + n % 2).into();
        (json!([[ball[0], ball[1], 0.3 * f64::from(n)], [0, -0.5, 0], [-7.5, 0, 0]]), json!([contact]))
    });
    recording(&bodies, frames)
}

/// Normals of the floor alone may as well be the opposite.
#[test]
fn normals_of_another_y_axis_are_not_the_opposite() {
    let normals = |x: f64, y: f64| {
        ball_in_a_corner(
            move |normal, depth, _| json!({"normal": [x * normal[0], y * normal[1]], "depth": depth}),
        )
    };
    check(&normals(1.0, 1.0), &[]);
    let mirrored = (
        "12 of 24 normals are ours with the opposite y: their normals' y axis points the other way",
        "with the y of normals negated, 0 rows are left",
    );
    check(&normals(1.0, -1.0), &[mirrored]);
    check(&y_down(&normals(1.0, -1.0)), &[mirrored]);
    let opposite = ("are the opposite of ours", "with \"normal\": \"from b to a\", 0 rows are left");
    check(&normals(-1.0, -1.0), &[opposite]);
    let frames = (0..12).map(|_| (json!([[0, 0.45, 0], [0, 0, 0]]), json!([contact([0.0, 1.0], 0.05)])));
    check(&recording(&json!([circle("ball", 0.5), floor()]), frames), &[opposite]);
}

/// Depths in centimetres, points in pixels, and both in one unit; no factor of what scatters, or is the same all over.
#[test]
fn lengths_that_are_ours_times_one_number_are_told() {
    let scaled = |depths: f64, points: f64| {
        ball_in_a_corner(
            move |normal, depth, [x, y]| json!({"normal": normal, "depth": depths * depth, "points": [[points * x, points * y]]}),
        )
    };
    check(&scaled(1.0, 1.0), &[]);
    let rows = [
        (100.0, 1.0, "depths are ours times 100", "depths divided by 100"),
        (0.5, 1.0, "depths are ours times 0.5", "depths divided by 0.5"),
        (1.0, 32.0, "points are ours times 32", "points divided by 32"),
        (39.37, 39.37, "depths and points are ours times 39.4", "depths and points divided by 39.4"),
        (
            0.1,
            10.0,
            "depths are ours times 0.1, points are ours times 10",
            "depths divided by 0.1, points divided by 10",
        ),
    ];
    for (depths, points, sentence, cure) in rows {
        check(&scaled(depths, points), &[(sentence, &format!("with {cure}, 0 rows are left"))]);
    }
    let odd = ball_in_a_corner(|normal, depth, _| {
        let times = if (depth * 1000.0).round() % 8.0 < 4.0 { 3.0 } else { 5.0 };
        json!({"normal": normal, "depth": times * depth})
    });
    let out = said(&odd);
    assert!(!out.contains("times"), "{out}");
    let out = said(&ball([0.15; 12]));
    assert!(!out.contains("times"), "{out}");
}

/// Also where the two poses are turned, and where a body stands elsewhere than the origin.
#[test]
fn points_in_the_frame_of_a_body_are_told() {
    let local = |of: usize, degrees: bool| {
        let bodies = json!([circle("ball", 0.5), fixed(rectangle("floor", 20.0, 1.0))]);
        let frames = (0..12).map(|n| {
            let (x, angle) = (2.0 + 0.1 * f64::from(n), 0.1 + 0.3 * f64::from(n));
            let poses = [[x, 0.48, angle], [0.5, -0.5, std::f64::consts::PI]];
            let [of_x, of_y, of_angle] = poses[of];
            let (sin, cos) = of_angle.sin_cos();
            let (x, y) = (x - of_x, -0.01 - of_y);
            let mut contact = contact([0.0, -1.0], 0.02);
            contact["points"] = json!([[cos * x + sin * y, cos * y - sin * x]]);
            let unit = if degrees { 1.0_f64.to_degrees() } else { 1.0 };
            (json!(poses.map(|[x, y, angle]| [x, y, angle * unit])), json!([contact]))
        });
        let lines = recording(&bodies, frames);
        if degrees { lines.replace("radians", "degrees") } else { lines }
    };
    for degrees in [false, true] {
        for (of, name) in [(0, "a"), (1, "b")] {
            let sentence = format!("the points fit as places in the frame of {name}");
            let outcome = format!("with points taken from the frame of {name} to the world, 0 rows are left");
            check(&local(of, degrees), &[(&sentence, &outcome)]);
        }
    }
}

/// A capsule whose radius is one lies beside circles of which it is the diameter.
#[test]
fn diameters_of_circles_are_told_beside_capsules_of_right_radii() {
    let capsule = |radius: f64| json!({"name": "pill", "shapes": [{"capsule": {"start": [-1, 0], "end": [1, 0], "radius": radius}}]});
    let lines = |radius: f64| {
        let frames = (0..12).map(|n| {
            let depth = 0.01 + 0.001 * f64::from(n);
            let on_floor = |body: u32| json!({"a": body, "b": 2, "normal": [0, -1], "depth": depth});
            (json!([[-5, 0.5 - depth, 0], [5, 0.3 - depth, 0], [0, 0, 0]]), json!([on_floor(0), on_floor(1)]))
        });
        recording(&json!([circle("ball", 1.0), capsule(radius), floor()]), frames)
    };
    check(
        &lines(0.3),
        &[(
            "and capsules as they are: are these diameters?",
            "with radius of circles halved, 0 rows are left",
        )],
    );
    check(
        &lines(0.6),
        &[("circles of half the radius: are these diameters?", "with radius halved, 0 rows are left")],
    );
}

/// Nothing differs, since the tolerance of a metre's hundredth is one of a pixel: that it may be is told, and is no row.
#[test]
fn pixels_are_told_where_nothing_differs() {
    let player = json!([rectangle("player", 24.0, 32.0), fixed(rectangle("floor", 320.0, 32.0))]);
    let frames = (0..12).map(|_| (json!([[0, -31.5, 0], [0, 0, 0]]), json!([contact([0.0, 1.0], 0.5)])));
    let lines = y_down(&recording(&player, frames));
    let outcome = "with \"metres_per_unit\": 0.01 and the tolerance of lengths scaled along, 0 rows are left";
    check(&lines, &[("a moving shape of middle size has a radius of 20 m: are these pixels?", outcome)]);
    let (_folder, path) = file_of(&lines);
    let (code, out, _) = run(&["compare", path.to_str().unwrap()]);
    assert!(code == 0 && out.contains("no difference"), "{out}");
}

/// A crate of 2 m by 1 m is told in half extents, which on a floor looks like a pose at the top left corner, but for three
/// frames at a wall, of which none is among those that suspicions are tried on first.
#[test]
fn of_cures_that_are_as_good_on_some_frames_the_one_that_is_best_on_all_is_told() {
    let wall = fixed(json!({"name": "wall", "shapes": [{"segment": {"start": [-5, -1], "end": [-5, 9]}}]}));
    let frames = (0..48).map(|n| {
        let is_at_wall = [11, 21, 31].contains(&n);
        let x = if is_at_wall { -4.02 } else { 0.1 * f64::from(n) };
        let at_wall = json!({"a": 0, "b": 2, "normal": [-1, 0], "depth": 0.02});
        let contacts = [contact([0.0, -1.0], 0.02)].into_iter().chain(is_at_wall.then_some(at_wall));
        (json!([[x, 0.48, 0], [0, 0, 0], [0, 0, 0]]), contacts.collect())
    });
    check(
        &recording(&json!([rectangle("crate", 1.0, 0.5), floor(), wall]), frames),
        &[("half extents?", "with width and height doubled, 0 rows are left")],
    );
}

/// A triangle that is drawn from a corner, in an engine whose poses are the centre of mass, as matter-js's are; balls whose
/// poses are the top left corner of their box, as those of Phaser's arcade bodies are, and crates that turn about the
/// middle of theirs.
#[test]
fn shapes_that_are_shifted_in_their_body_are_told() {
    let corners = [[0.0, 0.0], [0.9, 0.0], [0.0, 0.6]];
    let frames = (0..12).map(|n| {
        let (sin, cos) = (0.1 + 0.1 * f64::from(n)).sin_cos();
        let turned =
            corners.map(|[x, y]| [x - 0.3, y - 0.2]).map(|[x, y]| [cos * x - sin * y, sin * x + cos * y]);
        let lowest = turned.into_iter().min_by(|p, q| p[1].total_cmp(&q[1])).unwrap();
        let mut contact = contact([0.0, -1.0], 0.02);
        contact["points"] = json!([[lowest[0], -0.02]]);
        (json!([[0, -0.02 - lowest[1], 0.1 + 0.1 * f64::from(n)], [0, 0, 0]]), json!([contact]))
    });
    let triangle = json!({"name": "triangle", "shapes": [{"polygon": {"points": corners}}]});
    check(
        &recording(&json!([triangle, floor()]), frames),
        &[(
            "that of triangle by (-0.3, -0.2): is a pose the centre of mass",
            "with shapes around their centre of mass, 0 rows are left",
        )],
    );

    let balls = (0..12).map(|n| {
        let x = 0.1 * f64::from(n) - 3.0;
        (json!([[x - 0.5, 0.98, 0], [0, 0, 0]]), json!([contact([0.0, -1.0], 0.02)]))
    });
    check(
        &recording(&json!([circle("ball", 0.5), floor()]), balls),
        &[(
            "poses of circles that are the top left corner",
            "with poses of circles at the middle of their box, 0 rows are left",
        )],
    );

    let crates = (0..12).map(|n| {
        let angle = 0.1 + 0.05 * f64::from(n);
        let (sin, cos) = angle.sin_cos();
        let mut contact = contact([0.0, -1.0], 0.03);
        contact["points"] = json!([[sin - cos, -0.03]]);
        (json!([[-1, sin + cos + 0.97, angle], [-10, 0, 0]]), json!([contact]))
    });
    check(
        &recording(&json!([rectangle("crate", 2.0, 2.0), fixed(rectangle("floor", 20.0, 1.0))]), crates),
        &[(
            "poses of all bodies that are the top left corner",
            "with poses of all bodies at the middle of their box, 0 rows are left",
        )],
    );
}

/// The test of one kind of shape with another is wrong and all others are right: rectangles with circles, in this order, tell
/// the opposite normal, or rectangles with rectangles half the depth.
#[test]
fn one_test_that_is_wrong_is_told_by_its_kinds_of_shapes() {
    let bodies = json!([
        fixed(rectangle("floor", 20.0, 1.0)),
        circle("ball", 0.5),
        rectangle("crate", 1.0, 1.0),
        circle("ball 2", 0.5)
    ]);
    let lines = |sign: i32, share: f64| {
        let frames = (0..12).map(|n| {
            let depth = 0.04 + 0.004 * f64::from(n);
            let level = 0.5 - depth;
            let contacts = json!([
                {"a": 0, "b": 1, "normal": [0, sign], "depth": depth},
                {"a": 2, "b": 0, "normal": [0, -1], "depth": share * depth},
                {"a": 3, "b": 0, "normal": [0, -1], "depth": depth}
            ]);
            (json!([[0, -0.5, 0], [-3, level, 0], [0, level, 0], [3, level, 0]]), contacts)
        });
        recording(&bodies, frames)
    };
    check(&lines(1, 1.0), &[]);
    check(
        &lines(-1, 1.0),
        &[(
            "12 of 12 normals of rectangle with circle, in this order, are the opposite of ours, and 0 of 24 others",
            "with normals of rectangle with circle negated, 0 rows are left",
        )],
    );
    let half = lines(1, 0.5);
    check(
        &half,
        &[(
            "depths of rectangle with rectangle are ours times 0.5, and those of other shapes are not",
            "with depths of rectangle with rectangle divided by 0.5, 0 rows are left",
        )],
    );
    let (_folder, path) = file_of(&half);
    let (_, out, _) = run(&["explain", path.to_str().unwrap(), "--frame", "3", "--pair", "crate,floor"]);
    assert!(out.contains("less than ours, half of ours"), "{out}");
}

/// Two lifts go up and down under crates, and what is written of one, or of both, is where they were in the frame before.
#[test]
fn poses_that_are_one_frame_late_are_told() {
    let lift = |name: &str| {
        let mut lift = rectangle(name, 2.0, 1.0);
        lift["kinematic"] = true.into();
        lift
    };
    let lines = |late: [f64; 2], speed: f64, is_even: bool| {
        let bodies = json!([
            rectangle("crate", 1.0, 1.0),
            lift("lift"),
            rectangle("crate 2", 1.0, 1.0),
            lift("lift 2")
        ]);
        let level = move |n: f64| if is_even { speed * n } else { (speed * n).sin() };
        let frames = (0..12).map(|n| {
            let n = f64::from(n);
            let lift = |late: f64| level(n - late);
            let contact = |a: u32| json!({"a": a, "b": a + 1, "normal": [0, -1], "depth": 0.02});
            (
                json!([
                    [0, level(n) + 0.98, 0],
                    [0, lift(late[0]), 0],
                    [9, 2.0 * level(n) + 0.98, 0],
                    [9, 2.0 * lift(late[1]), 0]
                ]),
                json!([contact(0), contact(2)]),
            )
        });
        recording(&bodies, frames)
    };
    for (speed, is_even) in [(0.06, true), (-0.06, true), (0.7, false)] {
        check(&lines([0.0, 0.0], speed, is_even), &[]);
        let of = |late: [f64; 2], who: &str| {
            let sentence = format!("the contacts fit the poses of {who} in the frame after");
            let outcome = format!("with poses of {who} of the frame after, 0 rows are left");
            check(&lines(late, speed, is_even), &[(&sentence, &outcome)]);
        };
        of([1.0, 0.0], "lift");
        of([0.0, 1.0], "lift 2");
        of([1.0, 1.0], "all kinematic bodies");
    }
}

/// An engine of upright boxes writes angles that it takes no notice of. Read as degrees they are nearly 0.
#[test]
fn bodies_that_are_not_turned_are_told() {
    let lines = |fastest: f64| {
        let frames = (0..12).map(|n| {
            let n = f64::from(n);
            let depth = 0.02 + 0.001 * n;
            let contact =
                json!({"a": 0, "b": 1, "normal": [0, -1], "depth": depth, "points": [[-0.5, 0], [0.5, 0]]});
            (json!([[0, 0.5 - depth, fastest * (n + 1.0)], [0, 0, 0]]), json!([contact]))
        });
        recording(&json!([rectangle("crate", 1.0, 1.0), floor()]), frames)
    };
    for fastest in [0.06, 0.3] {
        check(
            &lines(fastest),
            &[("does your engine leave their angles out?", "with angles of 0, 0 rows are left")],
        );
    }
    // A crate on its corner whose angles are degrees.
    let degrees = (0..12).map(|n| {
        let angle = 0.1 + 0.05 * f64::from(n);
        let (sin, cos) = angle.sin_cos();
        let contact =
            json!({"a": 0, "b": 1, "normal": [0, -1], "depth": 0.03, "points": [[sin - cos, -0.03]]});
        (json!([[0, sin + cos - 0.03, angle.to_degrees()], [0, 0, 0]]), json!([contact]))
    });
    let degrees = recording(&json!([rectangle("crate", 2.0, 2.0), floor()]), degrees);
    check(&degrees, &[("the header says radians", "with \"angle\": \"degrees\", 0 rows are left")]);
}

/// A crate of 2 m by 1 m is written as one of 1 m by 2 m, and the corners of a triangle with y up beside poses with y down.
#[test]
fn sides_that_are_swapped_and_shapes_that_are_not_flipped_are_told() {
    let crates = (0..12).map(|n| {
        let x = 0.1 * f64::from(n);
        let contact =
            json!({"a": 0, "b": 1, "normal": [0, -1], "depth": 0.02, "points": [[x - 1.0, 0], [x + 1.0, 0]]});
        (json!([[x, 0.48, 0], [0, -0.5, 0]]), json!([contact]))
    });
    check(
        &recording(&json!([rectangle("crate", 1.0, 2.0), fixed(rectangle("floor", 1.0, 20.0))]), crates),
        &[("width and height are swapped", "with width and height swapped, 0 rows are left")],
    );

    let corners = [[-0.3, -0.2], [0.6, -0.2], [-0.3, 0.4]];
    let triangles = |sign: f64| {
        let frames = (0..12).map(|n| {
            let (sin, cos) = (0.1 + 0.1 * f64::from(n)).sin_cos();
            let turned = corners.map(|[x, y]| [cos * x - sin * y, sin * x + cos * y]);
            let lowest = turned.into_iter().min_by(|p, q| p[1].total_cmp(&q[1])).unwrap();
            let mut contact = contact([0.0, -1.0], 0.02);
            contact["points"] = json!([[lowest[0], -0.02]]);
            (json!([[0, -0.02 - lowest[1], 0.1 + 0.1 * f64::from(n)], [0, 0, 0]]), json!([contact]))
        });
        let points = corners.map(|[x, y]| [x, sign * y]);
        recording(
            &json!([{"name": "triangle", "shapes": [{"polygon": {"points": points}}]}, floor()]),
            frames,
        )
    };
    check(&triangles(1.0), &[]);
    for lines in [triangles(-1.0), y_down(&triangles(-1.0))] {
        check(
            &lines,
            &[(
                "the contacts fit shapes with the opposite y",
                "with the y of shapes negated, 0 rows are left",
            )],
        );
    }
}

/// A crate goes along and up on a lift, and each contact is written beside the poses of the end of its step: it is as deep as
/// before, and found anew. The rows of a ball are too many for the poses of the frame before to mend half of them.
#[test]
fn what_moves_together_reuses_no_manifold() {
    let mut lift = rectangle("lift", 4.0, 1.0);
    lift["kinematic"] = true.into();
    let bodies =
        json!([rectangle("crate", 1.0, 1.0), lift, circle("ball", 1.0), fixed(rectangle("wall", 1.0, 9.0))]);
    let frames = (0..12).map(|n| {
        let (now, before) = (0.05 * f64::from(n), 0.05 * f64::from(n - 1));
        let mut on_lift = contact([0.0, -1.0], 0.02);
        on_lift["points"] = json!([[before - 0.5, before + 0.49], [before + 0.5, before + 0.49]]);
        let wrong = json!({"a": 2, "b": 3, "normal": [1, 0], "depth": 0.2 + 0.07 * f64::from(n * 5 % 7), "points": [[40, 9], [41, 9]]});
        (json!([[now, now + 0.98, 0], [now, now, 0], [48.6, 0, 0], [50, 0, 0]]), json!([on_lift, wrong]))
    });
    let lines = recording(&bodies, frames);
    let out = said(&lines);
    assert!(out.contains("60 differences") && all_over(&out).is_empty(), "{out}");
    let (_folder, path) = file_of(&lines);
    let (_, out, _) = run(&["explain", path.to_str().unwrap(), "--frame", "6", "--pair", "crate,lift"]);
    assert!(out.contains("right on those of the frame before"), "{out}");
}

/// One ball of four is 0.06 m too large in the file: that is no margin of the engine.
#[test]
fn one_body_of_the_wrong_size_is_named() {
    let bodies =
        json!([floor(), circle("odd", 0.56), circle("ball", 0.5), circle("far", 0.5), circle("end", 0.5)]);
    let told = |a: u32, b: u32, normal: [f64; 2], depth: f64| json!({"a": a, "b": b, "normal": normal, "depth": depth});
    let contacts = json!([
        told(0, 1, [0.0, 1.0], 0.01),
        told(0, 2, [0.0, 1.0], 0.01),
        told(1, 2, [1.0, 0.0], 0.02),
        told(0, 3, [0.0, 1.0], 0.01),
        told(0, 4, [0.0, 1.0], 0.01)
    ]);
    let poses = json!([[0, 0, 0], [0, 0.49, 0], [0.98, 0.49, 0], [3, 0.49, 0], [5, 0.49, 0]]);
    let lines = recording(&bodies, (0..12).map(|_| (poses.clone(), contacts.clone())));
    let told = "each of 24 rows is of odd, and none of 36 contacts of others has one";
    check(&lines, &[(told, "with odd left out, 0 rows are left")]);
}

/// A box came to rest 0.029 m higher than where its manifold was found, which is told unchanged since.
#[test]
fn a_manifold_that_is_used_again_is_no_margin() {
    let bodies = json!([rectangle("box", 2.0, 2.0), floor()]);
    let frame = |n: u32| {
        let y = if n == 0 { 0.97 } else { 0.999 };
        (json!([[0, y, 0], [0, 0, 0]]), json!([contact([0.0, -1.0], 0.03)]))
    };
    let lines = recording(&bodies, (0..20).map(frame));
    let told = "19 of 19 rows are contacts of the poses up to 19 frames before";
    check(&lines, &[(told, "with the poses of the frame that found each manifold, 0 rows are left")]);
}

/// Boxes that sleep, of which the engine tells nothing: as degrees their angles are nearly 0, and their corners touch less.
#[test]
fn contacts_that_are_not_told_show_no_degrees() {
    let bodies = json!([rectangle("box", 2.0, 2.0), floor()]);
    let frame = |n: u32| {
        let told = if n == 0 { json!([contact([0.0, -1.0], 0.0148)]) } else { json!([]) };
        (json!([[0, 1.005, 0.02], [0, 0, 0]]), told)
    };
    let out = said(&recording(&bodies, (0..20).map(frame)));
    assert!(out.contains("19 differences of 1 pair") || out.contains("19 only ours"), "{out}");
    assert!(!out.contains("all over"), "{out}");
}

/// A ball whose begin comes up to 0.02 m before it touches, and its end as far after it parts, as Box2D does; `more` are bodies and
/// their poses, and contacts of each frame.
fn early_begins(more: &[(Value, Value)], contacts: &Value) -> String {
    let mut bodies = vec![circle("ball", 0.5), floor()];
    bodies.extend(more.iter().map(|(body, _)| body.clone()));
    let way = [(0.6, ""), (0.519, "begin"), (0.499, ""), (0.519, ""), (0.6, "end")];
    let frames = (0..30).map(|n| {
        let mut poses = vec![json!([0, way[n % 5].0, 0]), json!([0, 0, 0])];
        poses.extend(more.iter().map(|(_, pose)| pose.clone()));
        (json!(poses), contacts.clone())
    });
    let with_event = |(n, line): (usize, &str)| {
        let kind = n.checked_sub(1).map_or("", |n| way[n % 5].1);
        let event = format!(r#""events":[{{"kind":"{kind}","a":0,"b":1}}],"frame""#);
        if kind.is_empty() { line.to_owned() } else { line.replacen("\"frame\"", &event, 1) }
    };
    let lines = recording(&json!(bodies), frames);
    let lines: Vec<String> = lines.lines().enumerate().map(with_event).collect();
    lines.join("\n")
}

#[test]
fn a_margin_of_events_is_told() {
    let told = "12 of 12 rows of events are of what is up to 0.019 m apart";
    let cure = "with --margin 0.019, 0 rows are left";
    check(&early_begins(&[], &json!([])), &[(told, cure)]);
}

/// Most of 42 rows are gaps that are told too small by 1.5 cm, which a margin hides as well: that of events is blamed for nothing.
#[test]
fn a_margin_of_events_is_not_blamed_where_most_rows_are_none() {
    let more = [(circle("one", 0.5), json!([5, 3, 0])), (circle("other", 0.5), json!([6.2, 3, 0]))];
    let gap = json!([{"a": 2, "b": 3, "normal": [1, 0], "depth": -0.185}]);
    let lines = early_begins(&more, &gap);
    let out = said(&lines);
    assert!(out.contains("42 differences of 2 pairs") && !out.contains("rows of events"), "{out}");
}

/// A ball of half a millimetre is lost in a tolerance of a centimetre: ours touches in each frame, and no row says so.
#[test]
fn shapes_that_are_lost_in_the_tolerance_are_told() {
    let lines = |radius: f64| {
        let frames = (0..3).map(|_| (json!([[0, 0.4 * radius, 0], [0, 0, 0]]), json!([])));
        said(&recording(&json!([circle("ball", radius), floor()]), frames))
    };
    let out = lines(0.0005);
    let told = "1 of 1 body that moves is at most 0.001 m across, and what differs by up to 0.01 m is no difference: is \
                \"metres_per_unit\": 1 right? --tolerance sets it\n";
    assert!(out.contains(told) && out.ends_with("no difference\n"), "{out}");
    let out = lines(0.5);
    assert!(!out.contains("across") && out.contains("3 differences"), "{out}");
}

/// Two boxes of which the engine tells every other frame alone, each contact within the tolerance.
#[test]
fn shallow_contacts_that_are_lacking_are_counted() {
    let bodies = json!([rectangle("box", 2.0, 2.0), floor()]);
    let frame = |n: u32| {
        let told = if n.is_multiple_of(2) { json!([contact([0.0, -1.0], 0.004)]) } else { json!([]) };
        (json!([[0, 0.996, 0], [0, 0, 0]]), told)
    };
    let out = said(&recording(&bodies, (0..20).map(frame)));
    let told =
        "ours touches in 10 more pairs over all frames, none deeper than the tolerance; theirs does not\n";
    assert!(out.contains(told) && out.ends_with("no difference\n"), "{out}");
}

/// A ball swings up and down over a floor, deep in it all the time; what is written of it is where it is drawn, a part of the
/// way from one step to the next.
#[test]
fn poses_that_are_interpolated_are_told() {
    let height = |n: f64| 0.25 + 0.2 * (0.4 * n).sin();
    // How much of the last step's way is drawn, and the step whose poses the contacts are of.
    let lines = |drawn: f64, step: f64| {
        let frames = (1..40).map(|n| {
            let n = f64::from(n);
            let at = |n: f64| [0.3 * n, height(n), 2.0 * n];
            let [before, now] = [at(n - 1.0), at(n)];
            let pose: Vec<f64> =
                before.iter().zip(now).map(|(before, now)| before + drawn * (now - before)).collect();
            let depth = 0.5 - height(n + step);
            (json!([pose, [0, 0, 0]]), json!([contact([0.0, -1.0], depth)]))
        });
        let floor =
            fixed(json!({"name": "floor", "shapes": [{"segment": {"start": [-99, 0], "end": [99, 0]}}]}));
        recording(&json!([circle("ball", 0.5), floor]), frames)
    };
    check(&lines(1.0, 0.0), &[]);
    for (drawn, step, way) in
        [(0.4, 0.0, "0.6 of the way to the frame after"), (0.4, -1.0, "0.4 of the way to the frame before")]
    {
        let sentence = format!("the contacts fit poses {way}: are these interpolated, as they are drawn?");
        check(&lines(drawn, step), &[(&sentence, &format!("with poses {way}, 0 rows are left"))]);
    }
}

/// Depths that count from a skin, as Box2D's, of boxes that are written by their half extents: neither cure alone leaves fewer
/// rows.
#[test]
fn other_measures_are_told_under_a_skin() {
    let lines = |skin: f64| {
        let frames = (0..40).map(|n| {
            let (x, deep) = (-6.0 + 0.3 * f64::from(n), 0.002 * f64::from(1 + n % 7));
            let points = json!([[x - 0.5, 0.0], [x + 0.5, 0.0]]);
            let told = json!({"a": 0, "b": 1, "normal": [0, -1], "depth": deep + skin, "points": points});
            (json!([[x, 0.5 - deep, 0], [0, 0, 0]]), json!([told]))
        });
        recording(&json!([rectangle("box", 0.5, 0.5), floor()]), frames)
    };
    let extents = "the contacts fit rectangles of twice the width and height: are these half extents?";
    check(&lines(0.0), &[(extents, "with width and height doubled, 0 rows are left")]);
    let skin = format!("{extents} And depths are 0.02 m more than ours in 40 of 40");
    check(&lines(0.02), &[(&skin, "with width and height doubled and --margin 0.02, 0 rows are left")]);
    // A skin alone is a margin, and no cure of both is told of what none mends.
    let scattered = |n: i32| 0.02 + 0.05 * f64::from(n * n % 5);
    assert_eq!(all_over(&said(&ball((0..40).map(scattered)))), []);
}

/// A box on the floor in whose test the axis is not turned: every second normal is the opposite of ours.
#[test]
fn normals_that_are_not_turned_are_told_of_their_kinds() {
    let frames = |opposite: fn(u32) -> bool| {
        (0..16).map(move |n| {
            let y = if opposite(n) { 1.0 } else { -1.0 };
            (json!([[0, 0.45, 0], [0, -0.5, 0]]), json!([contact([0.0, y], 0.05)]))
        })
    };
    let bodies = json!([rectangle("box", 1.0, 1.0), fixed(rectangle("ground", 9.0, 1.0))]);
    let told = "8 of 16 normals of rectangle with rectangle are the opposite of ours, and no one direction is right for all";
    let cure = "with each of these normals negated, 0 rows are left";
    let lines = recording(&bodies, frames(|n| n % 2 == 0));
    check(&lines, &[(told, cure)]);
    let (_folder, path) = file_of(&lines);
    let (_, out, _) = run(&["explain", path.to_str().unwrap(), "--frame", "0", "--pair", "box,ground"]);
    assert!(out.contains("Look at the whole recording: 8 of 16 normals"), "{out}");
    check(&recording(&bodies, frames(|n| n < 3)), &[]);
}

/// A ball moves at 3 m/s, and its frames are 1/60 s apart, written as 16.7; without velocities the time alone tells.
#[test]
fn times_in_milliseconds_are_told() {
    let lines = |unit: f64, velocity: Value| {
        let header = recording(&json!([circle("ball", 0.5), floor()]), []);
        let frames = (0..12).map(|n| {
            let time = f64::from(n) / 60.0;
            let frame = json!({"frame": n, "time": unit * time, "poses": [[3.0 * time, 9, 0], [0, 0, 0]],
                "velocities": [velocity, null], "contacts": []});
            format!("{frame}\n")
        });
        header + &frames.collect::<String>()
    };
    let cure = "with \"time\" in seconds, a thousandth of these, 0 rows are left";
    let told = "a frame lasts 16.667 s by its \"time\", a thousand times what ways and velocities say: are these milliseconds?";
    check(&lines(1000.0, json!([3, 0, 0])), &[(told, cure)]);
    check(
        &lines(1000.0, Value::Null),
        &[("a frame lasts 16.667 s by its \"time\": are these milliseconds?", cure)],
    );
    check(&lines(1.0, json!([3, 0, 0])), &[]);
    check(&lines(1.0, Value::Null), &[]);
}
