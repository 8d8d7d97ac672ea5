//! How a person sets the window up: what comes back at the next start, menus by keyboard, sizes, small screens.

use std::rc::Rc;

use collision_test::scene::SceneMotion;
use glam::Vec2;

use crate::driver::{Program, Screen, TOUCHING, screen, screen_of};

/// Opens the scene again in the same folder.
fn again(screen: &Screen, program: Program, args: &[&str]) -> Program {
    let folder = Rc::clone(&program.folder);
    drop(program);
    let mut program = Program::spawn(screen, folder, &[&["scene.ron"], args].concat());
    program.wait_for("ready:");
    program
}

fn quit(program: &mut Program) {
    program.key("ctrl+q");
    assert_eq!(program.exit_code(), Some(0));
}

/// Whether the window is dark: the colour of its bar.
fn is_dark(program: &mut Program) -> bool {
    let at = program.aside();
    let (_, picture) = program.screenshot();
    picture.at(at.x as u32, at.y as u32).iter().all(|channel| *channel < 128)
}

#[test]
fn what_was_set_up_comes_back_and_no_settings_starts_without_it() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    assert!(is_dark(&mut program));
    let before = program.place("Part own");
    // Light, with snapping; the side panel 100 pixels wider, the list of bodies higher.
    program.input(&["key t", "key g"]);
    let edge = Vec2::new(before.min.x, before.center().y).round();
    program.drag(edge, edge - Vec2::new(100.0, 0.0), None);
    let line = program.place("Line above bodies").center().round();
    program.drag(line, line - Vec2::new(0.0, 60.0), None);
    let parts = |program: &Program| ["Part own", "Part bodies"].map(|part| program.place(part));
    let after = parts(&program);
    assert!((after[0].size().x - before.size().x - 100.0).abs() < 8.0, "{after:?} {before:?}");
    quit(&mut program);
    let settings = program.path("config/collision-test/settings.ron");
    let text = std::fs::read_to_string(&settings).unwrap();
    assert!(text.contains("theme: Light") && text.contains("snap: true"), "{text}");

    let mut program = again(&screen, program, &[]);
    assert!(!is_dark(&mut program));
    for (now, then) in parts(&program).into_iter().zip(after) {
        assert!((now.size() - then.size()).abs().max_element() < 4.0, "{now:?}, and was {then:?}");
    }
    quit(&mut program);
    let mut program = again(&screen, program, &["--no-settings"]);
    assert!(is_dark(&mut program) && program.place("Part own") == before);
    program.key("g");
    quit(&mut program);
    assert_eq!(std::fs::read_to_string(&settings).unwrap(), text);

    // A broken file is told, and stays as it is.
    let broken = text.replace("Light", "Lite");
    std::fs::write(&settings, &broken).unwrap();
    let mut program = again(&screen, program, &[]);
    let told = program.latest("message:").unwrap();
    assert!(told.contains("settings.ron:2:") && told.contains("Lite"), "{told}");
    assert!(is_dark(&mut program));
    program.key("g");
    quit(&mut program);
    assert_eq!(std::fs::read_to_string(&settings).unwrap(), broken);
}

#[test]
fn menus_are_opened_and_used_by_keyboard_alone() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    program.move_aside();
    let has = |program: &Program, name: &str| program.places(name).len();
    assert_eq!(has(&program, "Save as…"), 0);
    program.key("F10");
    assert_eq!(has(&program, "Save as…"), 1);
    program.key("Escape");
    assert_eq!(has(&program, "Save as…"), 0);
    // A tap of Alt; Alt with another key is that key's.
    program.input(&["key alt"]);
    assert_eq!(has(&program, "Save as…"), 1);
    program.input(&["key alt"]);
    assert_eq!(has(&program, "Save as…"), 0);
    program.input(&["key alt+m"]);
    assert_eq!((has(&program, "Save as…"), has(&program, "Minkowski difference")), (0, 1));
    // Time > the line after the first: a frame forward, by arrow keys that reach neither canvas nor time line.
    let view = program.view();
    program.input(&["key F10", "key Right", "key Right", "key Right", "key Right"]);
    assert_eq!(has(&program, "One frame forward"), 1, "the menu Time");
    program.input(&["key Left", "key Left", "key Left", "key Left", "key Down", "key Escape"]);
    // Keys as fast as they come: the fifth menu, its second line that is not grey.
    program.input(&["key --delay 0 F10 Right Right Right Right Down Return"]);
    program.wait_until("frame:", |frame| frame == "1");
    assert_eq!(program.view(), view);
    program.key("Home");
    program.save();
    assert_eq!(program.scene_text().matches("name:").count(), 2, "nothing was nudged or deleted");
    // From a field, what is typed is applied first.
    program.key("Escape");
    program.press("Scene");
    program.press("Name");
    program.input(&["type moon", "key F10", "key Escape"]);
    program.save();
    assert_eq!(program.scene().name, "moon");
}

#[test]
fn a_path_pasted_into_the_dialog_opens_its_file() {
    let Some(screen) = screen() else { return };
    let program = Program::open(&screen, TOUCHING, &[]);
    let other = program.path("other scene.ron");
    std::fs::write(&other, TOUCHING.replace("version: 1,", "version: 1, name: \"Other\",")).unwrap();
    // The path is copied from a field.
    program.press("Name");
    let path = other.display().to_string();
    let typed: Vec<String> = path.split(' ').map(|word| format!("type -- {word}")).collect();
    program.input(&[&typed[0], "key space", &typed[1], "key ctrl+a", "key ctrl+c", "key Escape"]);
    program.key("ctrl+o");
    program.key("ctrl+v");
    assert!(program.title().starts_with("Other (other scene)"), "{}", program.title());
    // It is among the recent files now.
    program.press("Menu File");
    program.press("scene.ron");
    assert!(program.title().starts_with("scene "), "{}", program.title());
}

#[test]
fn on_a_screen_of_800_by_600_the_window_is_as_large_and_all_of_it_is_in_sight() {
    let Some(screen) = screen_of((800, 600)) else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    let (_, picture) = program.screenshot();
    assert_eq!((picture.width, picture.height), (800, 600));
    for name in [
        "Menu Help",
        "Button Help",
        "Speed",
        "Button Play or pause",
        "Filter of bodies",
        "Contact ball – crate",
    ] {
        let place = program.place(name);
        assert!(
            place.min.min_element() >= 0.0 && place.max.x <= 800.0 && place.max.y <= 600.0,
            "{name}: {place:?}"
        );
    }
}

#[test]
fn the_tip_of_a_velocity_arrow_is_pulled_with_the_mouse() {
    const BALL: &str = r#"(version: 1, bodies: [
        (name: "ball", shape: Circle(radius: 1.0), motion: Dynamic(velocity: (4.0, 0.0))),
        (name: "far", shape: Circle(radius: 1.0), position: (6.0, 4.0)),
    ])"#;
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BALL, &[]);
    let view = program.view();
    program.click(view.screen_from_world(Vec2::new(0.0, -0.5)).round());
    program.key("9");
    // A quarter of a second of 4 m/s.
    let tip = view.screen_from_world(Vec2::new(1.0, 0.0)).round();
    program.drag(tip, tip + Vec2::new(-30.0, -60.0), None);
    program.save();
    let ball = program.scene().bodies[0].clone();
    let SceneMotion::Dynamic { velocity, .. } = ball.motion else { panic!("{ball:?}") };
    let expected = Vec2::new(4.0, 0.0) + 4.0 * Vec2::new(-30.0, 60.0) / view.scale;
    assert!(velocity.distance(expected) < 8.0 / view.scale, "{velocity}, not {expected}");
    assert_eq!(ball.position, Vec2::ZERO);
    program.key("ctrl+z");
    program.save();
    assert_eq!(program.scene(), collision_test::scene::Scene::from_ron(BALL, "ball").unwrap());
}

#[test]
fn a_link_without_an_address_is_told_and_the_address_is_asked_for_and_remembered() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    program.key("ctrl+l");
    program.wait_until("message:", |text| text.starts_with("Copied without the address of a page"));
    program.press("Menu File");
    program.press("Address for links…");
    program.input(&["type https://example.org/ct/", "key Return"]);
    program.key("ctrl+l");
    program.wait_until("link:", |link| link.starts_with("https://example.org/ct/#scene="));
    quit(&mut program);
    let mut program = again(&screen, program, &[]);
    program.key("ctrl+l");
    program.wait_until("link:", |link| link.starts_with("https://example.org/ct/#scene="));
}

#[test]
fn larger_panels_come_back_and_a_click_hits_what_is_seen() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    let of_system = program.place("Speed");
    // A sign that is typed with Shift on this keyboard.
    program.input(&["key ctrl+plus", "key ctrl+plus"]);
    let larger = program.place("Speed");
    assert!((larger.size() - 1.5 * of_system.size()).abs().max_element() < 3.0, "{larger:?} {of_system:?}");
    let top_of_ball = program.view().screen_from_world(Vec2::new(0.0, 2.5));
    program.click(top_of_ball);
    program.key("Delete");
    program.save();
    assert_eq!(program.scene().bodies.iter().map(|body| &body.name).collect::<Vec<_>>(), ["crate"]);
    quit(&mut program);

    let mut program = again(&screen, program, &["--no-settings"]);
    assert_eq!(program.place("Speed").size(), of_system.size());
    quit(&mut program);
    let mut program = again(&screen, program, &[]);
    assert!((program.place("Speed").size() - larger.size()).abs().max_element() < 3.0);
    program.key("ctrl+0");
    assert_eq!(program.place("Speed").size(), of_system.size());
    quit(&mut program);
}
