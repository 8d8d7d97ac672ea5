//! Text fields: what is typed is applied, refused in words, or taken back; it is never lost.

use collision_test::gui::style::Palette;
use collision_test::picture::theme::Theme;
use collision_test::scene::{Scene, SceneShape};
use glam::Vec2;

use crate::driver::{Program, Screenshot, screen};
#[cfg(target_os = "linux")]
use crate::files::ask_to_close;

const BODIES: &str = r#"Scene(
    version: 1,
    bodies: [
        Body(name: "ball", shape: Circle(radius: 1.0), position: (-3.0, 0.0)),
        Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0), position: (3.0, 0.0)),
        Body(name: "wall", shape: Wall(start: (-4.0, 4.0), end: (4.0, 4.0))),
    ],
)
"#;

/// Fields of the body that is selected: its name, then its size.
const NAME: &str = "Name";
const WIDTH: &str = "Size w";
const HEIGHT: &str = "Size h";

fn on_canvas(program: &mut Program, x: f32, y: f32) -> Vec2 {
    program.view().screen_from_world(Vec2::new(x, y)).round()
}

/// Selects the crate by a click on it.
fn select_crate(program: &mut Program) {
    let crate_ = on_canvas(program, 3.0, 0.0);
    program.click(crate_);
}

fn crate_size(scene: &Scene) -> (f32, f32) {
    match scene.bodies[1].shape {
        SceneShape::Rectangle { width, height, .. } => (width, height),
        ref other => panic!("{other:?}"),
    }
}

/// Number of pixels in the colour of warnings just below the name, and below the size.
fn warned(program: &mut Program) -> [usize; 2] {
    let warning = Palette::of(&Theme::DARK).warning;
    let color =
        collision_test::picture::display::Color { r: warning.r(), g: warning.g(), b: warning.b(), a: 255 };
    let below = [NAME, WIDTH].map(|field| program.place(field));
    let (_, picture) = program.screenshot();
    below.map(|field| {
        let at = |i: usize| Vec2::new(field.min.x + 24.0 * i as f32, field.max.y + 15.0);
        (0..6).map(|i| picture.count_near(at(i), 6.0, color, 40)).sum()
    })
}

#[test]
fn a_click_on_the_canvas_applies_what_is_typed() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    let (ball, nothing) = (on_canvas(&mut program, -3.0, 0.0), on_canvas(&mut program, 0.0, 2.5));
    // The click selects another body, or none: the fields of the crate go.
    for (clicked, name, width) in [(nothing, "chest", 3.0), (ball, "trunk", 2.5)] {
        select_crate(&mut program);
        program.press(NAME);
        program.input(&["key ctrl+a", &format!("type {name}")]);
        program.click(clicked);
        select_crate(&mut program);
        program.press(WIDTH);
        program.input(&[&format!("type {width}")]);
        program.click(clicked);
        program.save();
        let scene = program.scene();
        assert_eq!((scene.bodies[1].name.as_str(), crate_size(&scene).0), (name, width));
    }
}

/// The window is in pixels with y downwards, the file in metres with y upwards.
#[test]
fn pixels_are_typed_and_metres_saved() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    program.key("alt+u");
    program.key("alt+i");
    select_crate(&mut program);
    for (field, typed) in [(WIDTH, "160"), ("Position y", "-32")] {
        program.press(field);
        program.input(&[&format!("type -- {typed}"), "key Return"]);
    }
    program.save();
    let scene = program.scene();
    assert_eq!((crate_size(&scene).0, scene.bodies[1].position), (5.0, Vec2::new(3.0, 1.0)));
}

#[test]
fn the_key_of_a_command_applies_what_is_typed_then_acts() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    select_crate(&mut program);
    // Key by key, and all in one frame.
    for keys in [&["type 3", "key ctrl+s"] as &[&str], &["key --delay 0 5 ctrl+s"]] {
        program.press(WIDTH);
        program.input(keys);
        program.wait_for("saved:");
        let typed = if keys.len() == 2 { 3.0 } else { 5.0 };
        assert_eq!(crate_size(&program.scene()).0, typed, "{keys:?}");
    }
    // F1 shows the help, which covers the canvas.
    let (_, before) = program.screenshot();
    program.press(WIDTH);
    program.input(&["type 6", "key F1"]);
    let (_, help) = program.screenshot();
    let middle = |picture: &Screenshot| (300..600).map(|x| picture.at(x, 200)).collect::<Vec<_>>();
    assert!(middle(&before) != middle(&help), "the help is on show");
    program.input(&["key F1"]);
    program.save();
    assert_eq!(crate_size(&program.scene()).0, 6.0);
    // Undo is the field's own while something is typed, and the scene's before.
    program.press(WIDTH);
    program.input(&["key ctrl+z"]);
    program.save();
    assert_eq!(crate_size(&program.scene()).0, 5.0);
}

#[test]
fn tab_selects_what_the_next_field_holds() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    select_crate(&mut program);
    let slowly = ["key 3", "key Tab", "key 7", "key Return"];
    for (keys, expected) in [
        (&slowly as &[&str], (3.0, 7.0)),
        (&["key --delay 0 5 Tab 6 Return"], (5.0, 6.0)),
        (&["key --delay 0 Tab 2 shift+Tab 9 Tab Tab Tab shift+Tab shift+Tab 4 Return"], (9.0, 4.0)),
    ] {
        program.press(WIDTH);
        program.input(keys);
        program.save();
        assert_eq!(crate_size(&program.scene()), expected, "{keys:?}");
    }
    // A click and keys, in one frame.
    let width = program.place(WIDTH).center().round();
    let click = format!("mousemove {} {} click 1 key --delay 0 8 Return", width.x, width.y);
    program.move_aside();
    program.input(&[&click]);
    program.save();
    assert_eq!(crate_size(&program.scene()), (8.0, 4.0));
}

#[test]
fn numbers_are_sums_too() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    select_crate(&mut program);
    for (typed, expected) in
        [("1.5+0.2", 1.7_f32), ("-0.2+pi/4", (std::f64::consts::FRAC_PI_4 - 0.2) as f32), ("1/4", 0.25)]
    {
        program.press(WIDTH);
        program.input(&[&format!("type -- {typed}"), "key Return"]);
        program.save();
        assert_eq!(crate_size(&program.scene()).0, expected, "{typed}");
    }
}

#[test]
fn what_is_refused_stays_in_its_field_with_what_is_allowed_below() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    select_crate(&mut program);
    assert_eq!(warned(&mut program), [0, 0]);
    for typed in ["abc", "0", "-1", "1e9"] {
        program.press(WIDTH);
        program.input(&[&format!("type -- {typed}"), "key Return"]);
        assert!(warned(&mut program)[1] > 20, "{typed} is refused at the field");
        // The text is still there to be mended: it gets a sum behind it.
        program.input(&["key End", "type +2", "key Return"]);
        let mended = typed.parse::<f32>().ok().map(|value| value + 2.0).filter(|value| *value <= 1.0e6);
        if mended.is_none() {
            program.key("Escape");
        }
        assert_eq!(warned(&mut program), [0, 0], "{typed}");
        program.save();
        assert_eq!(crate_size(&program.scene()).0, mended.unwrap_or(4.0), "{typed}");
        if mended.is_some() {
            program.key("ctrl+z");
            program.save();
        }
    }
    let told = program.latest("message:").unwrap();
    // The last save finds the scene as it is in its file; whether its message has come yet is a matter of frames.
    let is_other = ["Saved", "Screenshot", "Nothing to save"].iter().any(|begin| told.starts_with(begin));
    assert!(is_other, "no message says it again: {told}");
}

#[test]
fn a_name_that_is_taken_is_told_at_the_field() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    select_crate(&mut program);
    program.press(NAME);
    program.input(&["key ctrl+a", "type ball", "key Return"]);
    assert!(warned(&mut program)[0] > 20, "told below the name");
    let told = program.wait_for("message:");
    assert!(told.starts_with("Screenshot"), "no message says it again: {told}");
    program.input(&["type oon", "key Return"]);
    program.save();
    assert_eq!(program.scene().bodies[1].name, "balloon");
}

#[test]
fn escape_takes_back_what_is_typed() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    let before = std::fs::read(program.save()).unwrap();
    select_crate(&mut program);
    for (field, keys) in [(NAME, "key --delay 0 x Escape"), (WIDTH, "key --delay 0 9 Escape")] {
        program.press(field);
        program.input(&[keys]);
        program.press(field);
        program.input(&["type 8", "key Escape"]);
    }
    // The selection is still there: Escape was the field's.
    program.press(HEIGHT);
    program.input(&["key Escape"]);
    program.save();
    assert_eq!(std::fs::read(program.path("scene.ron")).unwrap(), before);
    program.key("Delete");
    program.save();
    assert_eq!(program.scene().bodies.len(), 2);
}

/// The drag went on with the next motion.
#[test]
fn escape_ends_the_drag_of_a_number() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    let before = std::fs::read(program.save()).unwrap();
    select_crate(&mut program);
    let field = program.place(WIDTH).center();
    let to = |by: f32| format!("mousemove {} {}", (field.x + by).round(), field.y.round());
    program.input(&[&to(0.0), "mousedown 1", &to(20.0), &to(60.0), "mouseup 1"]);
    program.save();
    assert!(crate_size(&program.scene()).0 > 4.0, "it is dragged");
    program.key("ctrl+z");
    program.input(&[
        &to(0.0),
        "mousedown 1",
        &to(20.0),
        &to(60.0),
        "key Escape",
        &to(90.0),
        &to(120.0),
        "mouseup 1",
    ]);
    program.save();
    assert_eq!(std::fs::read(program.path("scene.ron")).unwrap(), before);
}

#[test]
fn a_refused_text_whose_field_goes_is_told() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    select_crate(&mut program);
    program.press(WIDTH);
    program.input(&["type abc"]);
    let ball = on_canvas(&mut program, -3.0, 0.0);
    program.click(ball);
    let told = program.wait_until("message:", |text| !text.starts_with("Screenshot"));
    assert!(
        told.starts_with("Size: \"abc\" was not applied.") && told.contains("Allowed: a number above 0"),
        "{told}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn closing_the_window_applies_what_is_typed_or_says_that_it_cannot() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    select_crate(&mut program);
    program.press(WIDTH);
    program.input(&["type abc"]);
    ask_to_close(&screen);
    let told = program.wait_for("message:");
    assert!(told.starts_with("Not closed:"), "{told}");
    // The same where it was refused before.
    program.press(WIDTH);
    program.input(&["key ctrl+a", "type xyz", "key Tab", "key Escape"]);
    ask_to_close(&screen);
    program.settle();
    assert!(program.is_running());
    program.press(WIDTH);
    program.input(&["key ctrl+a", "type 3"]);
    ask_to_close(&screen);
    // What is typed is unsaved work now.
    program.wait_for("question:");
    program.key("Return");
    assert_eq!(program.exit_code(), Some(0));
    assert_eq!(crate_size(&program.scene()).0, 3.0);
}

#[test]
fn undo_by_the_menu_takes_back_what_was_just_typed_and_redo_brings_it() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    select_crate(&mut program);
    program.press(WIDTH);
    program.input(&["type 3"]);
    program.press("Menu Edit");
    program.press("Undo");
    program.save();
    assert_eq!(crate_size(&program.scene()).0, 4.0);
    program.key("ctrl+shift+z");
    program.save();
    assert_eq!(crate_size(&program.scene()).0, 3.0);
}

/// What lies behind the list stays as it is.
#[test]
fn keys_are_not_for_the_canvas_while_a_list_of_choices_is_open() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, BODIES, &[]);
    let before = program.scene();
    select_crate(&mut program);
    program.reveal("Motion");
    program.press("Motion");
    program.input(&["key Down", "key Right", "key Delete", "key Escape"]);
    program.press("Motion");
    program.key("Escape");
    program.save();
    assert_eq!(program.scene(), before);
    program.key("Right");
    program.save();
    assert_ne!(program.scene(), before, "closed, they are the canvas' again");
}
