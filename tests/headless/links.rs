//! `collision-test link`.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::process::{Command, Output};

use collision_test::scene::Scene;
use collision_test::scene::link::Link;

fn link(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_collision-test")).arg("link").args(args).output().unwrap()
}

#[test]
fn the_printed_link_opens_the_scene_at_frame_and_pair() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/pair-circle-rectangle.ron");
    let scene = Scene::load(path.as_ref()).unwrap();
    let [a, b] = [0, 1].map(|i: usize| scene.bodies[i].name.clone());
    let pair = format!("{b},{a}");
    let out =
        link(&[path, "--frame", "12", "--pair", &pair, "--base", "https://example.org/x#old", "--embed"]);
    let text = String::from_utf8(out.stdout).unwrap();
    assert!(out.status.success() && text.starts_with("https://example.org/x#scene="), "{text}");
    let read = Link::read(text.trim_end()).unwrap();
    assert_eq!(read, Link { scene, frame: 12, pair: Some(format!("{a},{b}")), embed: true });
}

#[test]
fn what_cannot_be_a_link_is_refused_with_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.ron");
    let body = |i: u32| {
        let name = i.wrapping_mul(2_654_435_761);
        format!("(name: \"{name:x}\", shape: Circle(radius: 1.{name}))")
    };
    let bodies: Vec<String> = (0..5000).map(body).collect();
    std::fs::write(&path, format!("Scene(version: 1, bodies: [{}])", bodies.join(","))).unwrap();
    let path = path.to_str().unwrap();
    for (args, said) in [
        (&[path][..], "the scene is too large for a link: it would have"),
        (
            &["scenes/built-in.ron", "--pair", "mars,sun"],
            "--pair mars,sun: no body has the first name or index",
        ),
        (&["nowhere.ron"], "nowhere.ron"),
    ] {
        let out = link(args);
        let error = String::from_utf8(out.stderr).unwrap();
        assert_eq!((out.status.code(), error.contains(said)), (Some(2), true), "{error}");
        assert!(out.stdout.is_empty());
    }
}

#[test]
fn a_broken_link_on_the_command_line_is_refused_before_a_window_opens() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_collision-test"));
    let out = program.env_remove("DISPLAY").arg("https://example.org/#scene=!x").output().unwrap();
    let error = String::from_utf8(out.stderr).unwrap();
    assert_eq!(out.status.code(), Some(2));
    if cfg!(feature = "window") {
        assert!(error.starts_with("collision-test: the link is damaged: "), "{error}");
        assert!(error.contains("(the link's scene: Invalid symbol 33, offset 0; "), "{error}");
    }
}

/// What `cargo run -p web` serves, and where the links of `docs/articles.md` lead.
const SERVED: &str = "http://127.0.0.1:8080/";

/// Each scene that the page of the ideas names is a link, as `link` prints it, but for those that are too large;
/// `UPDATE_LINKS=1` writes them. A link is labelled `NAME@FRAME` or `NAME@A,B`.
#[test]
fn each_scene_of_the_page_of_the_ideas_is_a_link() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/articles.md");
    let page = std::fs::read_to_string(path).unwrap();
    let printed = |name: &str, option: &[&str]| {
        let scene = format!("{}/scenes/{name}.ron", env!("CARGO_MANIFEST_DIR"));
        link(&[&[&scene, "--base", SERVED], option].concat())
    };
    let mut links = BTreeMap::new();
    for row in page.lines().filter(|line| line.starts_with("| ") && line.matches('|').count() == 6) {
        let mut cells = row.split('|').skip(2);
        let (scenes, stage) = (cells.next().unwrap(), cells.next().unwrap());
        for part in scenes.split_inclusive('`').skip(1).step_by(2) {
            let name = part.trim_end_matches('`');
            let (_, after) = scenes.split_once(&format!("`{name}`")).unwrap();
            let Some(label) = after.strip_prefix("][").and_then(|after| after.split(']').next()) else {
                let error = String::from_utf8(printed(name, &[]).stderr).unwrap();
                assert!(error.contains("too large for a link"), "{name} is no link: {error}");
                continue;
            };
            let (of, place) = label.split_once('@').unwrap();
            assert_eq!(of, name);
            let frame = place.parse::<u64>().is_ok();
            let stated = stage.trim_start().starts_with(|c: char| c.is_ascii_digit());
            assert!(!frame || !stated || stage.contains(place), "{label} in {row}");
            links.entry(label).or_insert_with(|| {
                let out = printed(name, &[if frame { "--frame" } else { "--pair" }, place]);
                String::from_utf8(out.stdout).unwrap()
            });
        }
    }
    assert!(links.len() > 30, "{}", links.len());
    let text = page.split("\n\n[").next().unwrap().trim_end();
    let written: String = links.iter().map(|(label, link)| format!("[{label}]: {link}")).collect();
    let written = format!("{text}\n\n{written}");
    if std::env::var_os("UPDATE_LINKS").is_some() {
        std::fs::write(path, &written).unwrap();
    }
    assert!(std::fs::read_to_string(path).unwrap() == written, "a scene has changed: UPDATE_LINKS=1");
}
