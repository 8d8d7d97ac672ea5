//! On which poses contacts of another engine are told: each its own, those after the push-out, those past each other's middle; and
//! the hull that an engine takes for a body of several parts.
#![allow(clippy::unwrap_used)]

use serde_json::{Value, json};

use crate::recordings::{file_of, run, said};

/// A recording of these bodies, with normals from a to b; the poses of the first body, those of others being (0, 0, 0), and the
/// contacts of each frame.
fn recording(bodies: &Value, frames: impl IntoIterator<Item = ([f64; 3], Value)>) -> String {
    let header = json!({
        "recording": 1, "engine": "my engine", "metres_per_unit": 1, "y": "up", "angle": "radians",
        "normal": "from a to b", "bodies": bodies
    });
    let others = bodies.as_array().unwrap().len() - 1;
    let frame = |(n, (pose, contacts)): (u32, ([f64; 3], Value))| {
        let poses: Vec<[f64; 3]> =
            std::iter::once(pose).chain(std::iter::repeat_n([0.0; 3], others)).collect();
        format!(
            "{}\n",
            json!({"frame": n, "time": f64::from(n) / 60.0, "poses": poses, "contacts": contacts})
        )
    };
    format!("{header}\n{}", (0..).zip(frames).map(frame).collect::<String>())
}

fn rectangle(name: &str, width: f64, height: f64) -> Value {
    json!({"name": name, "shapes": [{"rectangle": {"width": width, "height": height}}]})
}

fn fixed(mut body: Value) -> Value {
    body["static"] = true.into();
    body
}

fn contact(normal: [f64; 2], depth: f64) -> Value {
    json!({"a": 0, "b": 1, "normal": normal, "depth": depth})
}

/// `explain` of a pair in a frame, in words.
fn explained(lines: &str, frame: u64, pair: &str) -> String {
    let (_folder, path) = file_of(lines);
    let frame = frame.to_string();
    let (code, out, err) = run(&["explain", path.to_str().unwrap(), "--frame", &frame, "--pair", pair]);
    assert_eq!(code, 0, "{err}");
    out
}

/// Its sentences of what to look at.
fn look_at(lines: &str, frame: u64, pair: &str) -> String {
    let text = explained(lines, frame, pair);
    text.lines().filter(|line| line.starts_with("Look at")).collect::<Vec<_>>().join("\n")
}

/// A platformer finds the floor of a tile where it moved along y, and its wall where it moved along x: there the player of 1 m by
/// 2 m is 0.1 m deep along y, and the wall's contact has 0.9 m along x.
#[test]
fn each_contact_is_judged_on_its_own_poses() {
    let bodies = json!([rectangle("player", 1.0, 2.0), fixed(rectangle("tile", 4.0, 2.0))]);
    let mut below = contact([0.0, -1.0], 0.3);
    below["poses_at"] = json!({"0": [-1.8, 1.7, 0]});
    let mut beside = contact([1.0, 0.0], 0.9);
    beside["poses_at"] = json!({"0": [-1.6, 1.9, 0]});
    let both = recording(&bodies, [([-2.5, 2.0, 0.0], json!([below, beside]))]);
    let alone = recording(&bodies, [([-2.5, 2.0, 0.0], json!([beside]))]);
    let checks = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.contains("The Minkowski sum")).map(str::to_owned).collect()
    };
    let (text, single) = (explained(&both, 0, "player,tile"), explained(&alone, 0, "player,tile"));
    assert_eq!(checks(&text), checks(&single), "{text}");
    assert_eq!(checks(&text).len(), 2, "{text}");
    assert!(text.contains("has a depth of 0.1 m: ours is right") && !text.contains("neither"), "{text}");
    assert!(text.contains("shortest way out of 0.1 m, 90° from theirs; along theirs it is 0.9 m"), "{text}");
    assert!(text.contains("Ours, as the file would have it: normal (0, -1), depth 0.3 m"), "{text}");
    assert!(text.contains("Ours, as the file would have it: normal (0, -1), depth 0.1 m"), "{text}");

    let (_folder, path) = file_of(&both);
    let (_, json, _) = run(&[
        "explain",
        path.to_str().unwrap(),
        "--frame",
        "0",
        "--pair",
        "player,tile",
        "--format",
        "json",
    ]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["theirs"]["contacts"].as_array().unwrap().len(), 2, "{json:#}");
    assert_eq!(json["theirs"]["ours_within_step"].as_array().unwrap().len(), 1, "{json:#}");
}

/// A player on a floor whose surface is at y = 1, 1 m over its pose; so far over it in each frame, with a depth.
fn player(frames: impl IntoIterator<Item = (f64, f64)>) -> String {
    let bodies = json!([rectangle("player", 1.0, 2.0), fixed(rectangle("floor", 40.0, 2.0))]);
    let frame = |(gap, depth): (f64, f64)| ([0.0, 2.0 + gap, 0.0], json!([contact([0.0, -1.0], depth)]));
    recording(&bodies, frames.into_iter().map(frame))
}

const PUSHED_OUT: &str =
    "so they are those after the push-out; log the poses at which the contact was found, or `poses_at`.";

/// A resolver moves the player out by its normal times its depth, and the game writes the poses then; they are told as that by the
/// pair and all over the recording.
#[test]
fn poses_of_after_the_push_out_are_told() {
    let depths = [0.1, 0.05, 0.08, 0.03, 0.06, 0.1, 0.04, 0.09];
    let lines = player(depths.map(|depth| (0.0, depth)));
    assert!(
        look_at(&lines, 2, "player,floor").ends_with(PUSHED_OUT),
        "{}",
        look_at(&lines, 2, "player,floor")
    );
    let out = said(&lines);
    assert!(
        out.contains("all over: the contacts fit bodies put back by the normal times the depth"),
        "{out}"
    );
    assert!(
        out.contains("with the poses at which each contact was found (or `poses_at`), 0 rows are left"),
        "{out}"
    );

    // The same with y down, and with normals the other way round.
    let down = lines.replace(r#""y":"up""#, r#""y":"down""#);
    assert!(look_at(&down, 2, "player,floor").ends_with(PUSHED_OUT));
    let back = lines.replace("from a to b", "from b to a").replace("[0.0,-1.0]", "[0.0,1.0]");
    assert!(look_at(&back, 2, "player,floor").ends_with(PUSHED_OUT));
    // Of several contacts of one normal the deepest one moves.
    let manifold = depths.map(|depth| {
        let point = |x: f64| {
            let mut contact = contact([0.0, -1.0], depth);
            contact["points"] = json!([[x, 1.0]]);
            contact
        };
        ([0.0, 2.0, 0.0], json!([point(-0.5), point(0.5)]))
    });
    let bodies = json!([rectangle("player", 1.0, 2.0), fixed(rectangle("floor", 40.0, 2.0))]);
    assert!(look_at(&recording(&bodies, manifold), 2, "player,floor").ends_with(PUSHED_OUT));
}

/// Two balls that both move: each is pushed out by half, or one of them by all of it, which their points alone tell.
#[test]
fn of_two_that_move_either_may_be_pushed_out() {
    let ball = |name: &str| json!({"name": name, "shapes": [{"circle": {"radius": 0.5}}]});
    let bodies = json!([ball("one"), ball("other")]);
    for back in [0.5, 1.0, 0.0] {
        let frames = [0.2, 0.1, 0.15, 0.3, 0.25, 0.12, 0.4].map(|depth| {
            let mut told = contact([-1.0, 0.0], depth);
            // In the middle of the overlap, before it was pushed out: the other one's rim was at 0.5 - depth * (1 - back).
            let rim = 0.5 - depth * (1.0 - back);
            told["points"] = json!([[rim + 0.5 * depth, 0.0]]);
            ([1.0, 0.0, 0.0], json!([told]))
        });
        let lines = recording(&bodies, frames);
        let text = look_at(&lines, 3, "one,other");
        assert!(text.ends_with(PUSHED_OUT), "{back}: {text}");
        assert!(said(&lines).contains("put back by the normal times the depth"), "{back}: {}", said(&lines));
    }
}

/// What a skin explains as well is one: depths of 0.04 m less the gap, and depths that are all the same. One contact alone tells
/// nothing, and neither do contacts of which some fit by chance.
#[test]
fn a_skin_is_no_push_out() {
    let skin = player((0..12).map(|n| {
        let gap = 0.003 * f64::from(n);
        (gap, 0.04 - gap)
    }));
    let out = said(&skin);
    assert!(out.contains("all over: depths are 0.04 m more than ours") && !out.contains("put back"), "{out}");
    for frame in 0..9 {
        assert!(!look_at(&skin, frame, "player,floor").ends_with(PUSHED_OUT), "{frame}");
    }
    let alike = player([(0.0, 0.04); 12]);
    let out = said(&alike);
    assert!(out.contains("all over: depths are 0.04 m more than ours") && !out.contains("put back"), "{out}");
    let open = look_at(&alike, 5, "player,floor");
    assert!(!open.ends_with(PUSHED_OUT), "{open}");
    assert!(
        open.contains("\"skin\"") && open.contains("or poses that are those after the push-out"),
        "{open}"
    );

    let single = player([(0.3, -0.3), (0.0, 0.05)]);
    assert!(!look_at(&single, 1, "player,floor").ends_with(PUSHED_OUT));
    // In every third frame alone.
    let chance =
        player((0..12).map(|n| if n % 3 == 0 { (0.0, 0.1) } else { (-0.03 - 0.002 * f64::from(n), 0.1) }));
    assert!(
        !look_at(&chance, 3, "player,floor").ends_with(PUSHED_OUT),
        "{}",
        look_at(&chance, 3, "player,floor")
    );
    assert!(!said(&chance).contains("put back"), "{}", said(&chance));
}

/// An engine without decomposition fills the notch of an L: a ball of 0.5 m at (2.75, 2.75) is 0.146 m in its hull, and deeper in
/// each frame. The L is one of two boxes, or a concave polygon.
#[test]
fn a_hull_that_is_taken_for_a_body_of_several_parts_is_told() {
    let ball = json!({"name": "ball", "shapes": [{"circle": {"radius": 0.5}}]});
    let boxes = json!({"name": "L", "static": true, "shapes": [
        {"rectangle": {"width": 4, "height": 1}, "at": [2, 0.5]}, {"rectangle": {"width": 1, "height": 3}, "at": [0.5, 2.5]}]});
    let outline = json!({"name": "L", "static": true, "shapes": [
        {"polygon": {"points": [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]}}]});
    let normal = [-std::f64::consts::FRAC_1_SQRT_2; 2];
    let frames = |tell: fn(&mut Value)| {
        [2.75, 2.65, 2.55].map(|at: f64| {
            let depth = 0.5 - (2.0 * at - 5.0) * std::f64::consts::FRAC_1_SQRT_2;
            let mut told = contact(normal, depth);
            tell(&mut told);
            ([at, at, 0.0], json!([told]))
        })
    };
    let no_depth = |told: &mut Value| {
        told.as_object_mut().unwrap().remove("depth");
    };
    let no_normal = |told: &mut Value| {
        told.as_object_mut().unwrap().remove("normal");
    };
    for shape in [boxes, outline] {
        let bodies = json!([ball, shape]);
        for tell in [|_: &mut Value| {}, no_depth, no_normal] {
            for frame in 0..3 {
                let text = look_at(&recording(&bodies, frames(tell)), frame, "ball,L");
                assert!(text.starts_with("Look at whether it takes L for convex: the convex hull"), "{text}");
            }
        }
        // Another depth, and another normal, are none of the hull.
        let others: [fn(&mut Value); 2] =
            [|told| told["depth"] = 0.2.into(), |told| told["normal"] = json!([0, -1])];
        for other in others {
            let text = look_at(&recording(&bodies, frames(other)), 0, "ball,L");
            assert!(!text.contains("convex hull"), "{text}");
        }
    }
}

/// A ball of 0.2 m falls 0.9 m in a frame, past the middle of a floor of 1 m. An engine that swept it tells the way back up, of
/// 0.94 m, where ours leads on down; one whose normals are turned, or whose depth is none of the way, is told as that.
#[test]
fn a_way_back_past_the_middle_is_no_wrong_sign() {
    let bodies = json!([{"name": "ball", "shapes": [{"circle": {"radius": 0.2}}]}, fixed(rectangle("floor", 8.0, 1.0))]);
    let lines = |told: Value| {
        let frames = [([0.0, 0.75, 0.0], json!([])), ([0.0, -0.24, 0.0], json!([told]))];
        recording(&bodies, frames)
    };
    let kept = look_at(&lines(contact([0.0, -1.0], 0.94)), 1, "ball,floor");
    assert!(
        kept.starts_with("Look at how far the two move in a frame: theirs keeps the side on which they met, where the way back out is 0.94 m"),
        "{kept}"
    );
    assert_eq!(kept.lines().count(), 1, "{kept}");
    // Its depth is another one.
    let other = look_at(&lines(contact([0.0, -1.0], 0.8)), 1, "ball,floor");
    assert!(
        other.contains("keeps the side") && other.contains("Look at what its depth counts in"),
        "{other}"
    );
    // They were as deep before.
    let slow = recording(
        &bodies,
        [([0.0, -0.25, 0.0], json!([])), ([0.0, -0.24, 0.0], json!([contact([0.0, -1.0], 0.94)]))],
    );
    assert!(look_at(&slow, 1, "ball,floor").contains("Look at the sign of its normals"), "{slow}");
}
