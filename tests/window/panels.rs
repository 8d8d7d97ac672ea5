//! Routing of keys, wheel, pointer and clipboard to panels or canvas.

use std::process::Command;
use std::time::{Duration, Instant};

use glam::Vec2;

use crate::driver::{Program, SIZE, Screen, Screenshot, screen};
use crate::time::FALLING;

/// Text fields of the scene's settings, which the side panel shows while nothing is selected.
const NAME: Vec2 = Vec2::new(1146.0, 120.0);
const GRAVITY_X: Vec2 = Vec2::new(1086.0, 146.0);
/// The handle of the speed slider in the bar at the top, at speed 1; the ends of the slider.
const SPEED: Vec2 = Vec2::new(757.0, 18.0);
const SPEED_ENDS: (f32, f32) = (699.0, 795.0);
/// A part of the bar without a widget.
const NOTHING: Vec2 = Vec2::new(900.0, 18.0);

/// Pixels of a part of a picture, row by row.
fn part(picture: &Screenshot, min: (u32, u32), max: (u32, u32)) -> Vec<[u8; 3]> {
    (min.1..max.1).flat_map(|y| (min.0..max.0).map(move |x| (x, y))).map(|(x, y)| picture.at(x, y)).collect()
}

/// A picture without the pointer over a widget. `top`: where the window begins on the screen.
fn look(program: &mut Program, top: f32) -> Screenshot {
    program.input(&[&move_to(NOTHING, top)]);
    program.screenshot().1
}

fn move_to(at: Vec2, top: f32) -> String {
    format!("mousemove {} {}", at.x, at.y + top)
}

#[test]
fn after_ctrl_a_the_digits_typed_replace_what_was_there() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    // Ctrl is released last: key by key, and as fast as keys can come, many in a frame.
    let slowly = ["key 5", "keydown ctrl", "key a", "keyup ctrl", "key 3", "key 7", "key Return"];
    let fast = ["key --delay 0 5 keydown ctrl key --delay 0 a keyup ctrl key --delay 0 4 8 Return"];
    for (keys, expected) in [(slowly.as_slice(), 37.0), (&fast, 48.0)] {
        program.click(GRAVITY_X);
        program.input(keys);
        program.save();
        assert_eq!(program.scene().gravity.x, expected, "{keys:?}");
    }
}

#[test]
fn letters_typed_into_a_field_reach_no_tool_and_the_other_way_round() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    let view = program.view();
    let corner = view.screen_from_world(Vec2::new(-4.0, 3.0));
    let drag = |program: &Program| program.drag(corner, corner + Vec2::new(40.0, 0.0), None);
    // C is the circle, a period a step, and Delete removes the selection.
    program.click(NAME);
    program.input(&["key --delay 0 c period x Delete", "key Return"]);
    drag(&program);
    program.save();
    assert_eq!((program.scene().name.as_str(), program.scene().bodies.len()), ("c.x", 3));
    assert_eq!(program.latest("frame:"), None);
    program.key("c");
    drag(&program);
    program.key("period");
    program.wait_until("frame:", |frame| frame == "1");
    program.key("Home");
    program.save();
    assert_eq!((program.scene().name.as_str(), program.scene().bodies.len()), ("c.x", 4));
}

#[test]
fn tab_and_shift_tab_never_move_into_a_panel() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    let bar = |program: &mut Program| part(&look(program, 0.0), (0, 0), (SIZE.0, 36));
    let before = bar(&mut program);
    for key in ["Tab", "shift+Tab"] {
        program.key(key);
        assert!(bar(&mut program) == before, "nothing in the bar has the focus after {key}");
    }
    // Tab goes through as many widgets as there are: in a text field the period would be text.
    for (key, frames) in [("Tab", 1..=30), ("shift+Tab", 31..=50)] {
        for frame in frames {
            program.input(&[&format!("key --delay 0 {key} period")]);
            program.wait_until("frame:", |text| text == frame.to_string());
        }
    }
}

/// How far a part of the picture moved up from one picture to the other: the only distances at which they
/// agree.
fn moved_up(before: &Screenshot, after: &Screenshot) -> Vec<u32> {
    let rows = |picture: &Screenshot, top: u32| part(picture, (930, top), (1180, top + 100));
    let stood = rows(before, 350);
    (0..=130).filter(|up| rows(after, 350 - up) == stood).collect()
}

#[test]
fn a_notch_of_the_wheel_scrolls_a_panel_by_forty_points() {
    let Some(screen) = screen() else { return };
    let bodies = (0..60)
        .map(|i| format!("(name: \"body {i}\", shape: Circle(radius: 0.4), position: ({i}.0, 0.0)),\n"));
    let mut program =
        Program::open(&screen, &format!("(version: 1, bodies: [\n{}])", bodies.collect::<String>()), &[]);
    let panel = move_to(Vec2::new(1100.0, 400.0), 0.0);
    let before = look(&mut program, 0.0);
    program.input(&[&panel, "click 5"]);
    std::thread::sleep(Duration::from_millis(400));
    let after = look(&mut program, 0.0);
    assert_eq!(moved_up(&before, &after), [40]);
    // With Shift the wheel scrolls sideways, where there is no room to scroll; without it, as before.
    program.input(&[&panel, "keydown shift", "click 5", "keyup shift"]);
    std::thread::sleep(Duration::from_millis(400));
    assert_eq!(moved_up(&after, &look(&mut program, 0.0)), [0]);
    program.input(&[&panel, "click 5"]);
    std::thread::sleep(Duration::from_millis(400));
    let down = look(&mut program, 0.0);
    assert_eq!(moved_up(&before, &down), [80]);
    program.input(&[&panel, "click --repeat 2 --delay 0 4"]);
    std::thread::sleep(Duration::from_millis(400));
    assert!(moved_up(&before, &look(&mut program, 0.0)) == [0]);
}

/// Whether the handle of the slider is at `x`, one of the places where it is searched.
fn handle_is_at(picture: &Screenshot, x: f32) -> bool {
    // Its middle has another colour than the line that it slides on and the bar.
    let color = |x: f32, y: f32| picture.at(x.round() as u32, y as u32);
    (color(x, 12.0) == color(x, 24.0)) && color(x, 12.0) != color(x, 4.0) && color(x, 12.0) == color(x, 18.0)
}

/// Moves the window down, so that there is room above it.
fn lower(program: &Program) -> f32 {
    program.input(&["search --class collision-test windowmove 0 200"]);
    200.0
}

#[test]
fn a_slider_dragged_out_of_the_window_and_let_go_there_is_let_go() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    let top = lower(&program);
    let at = |x: f32, y: f32| move_to(Vec2::new(x, y), top);
    assert!(handle_is_at(&look(&mut program, top), SPEED.x));
    program.input(&[
        &move_to(SPEED, top),
        "mousedown 1",
        &at(770.0, 18.0),
        &at(770.0, -60.0),
        &at(730.0, -80.0),
    ]);
    // The handle follows the pointer out there.
    program.input(&["mouseup 1"]);
    let left = look(&mut program, top);
    assert!(handle_is_at(&left, 730.0) && !handle_is_at(&left, SPEED.x));
    // After the release a passing pointer does not move the slider, and the next press is a press.
    program.input(&[&at(SPEED_ENDS.1 - 12.0, 18.0), &at(SPEED_ENDS.0 + 12.0, 18.0)]);
    let passed = look(&mut program, top);
    let slider = |picture: &Screenshot| part(picture, (690, 0), (860, 36));
    assert!(slider(&passed) == slider(&left));
    program.input(&[&at(780.0, 18.0), "mousedown 1", "mouseup 1"]);
    assert!(handle_is_at(&look(&mut program, top), 780.0));
}

#[test]
fn a_slider_dragged_out_of_the_window_and_in_again_follows_on() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    let top = lower(&program);
    let at = |x: f32, y: f32| move_to(Vec2::new(x, y), top);
    program.input(&[
        &move_to(SPEED, top),
        "mousedown 1",
        &at(770.0, 18.0),
        &at(770.0, -60.0),
        &at(730.0, 10.0),
    ]);
    program.input(&[&at(720.0, 18.0), "mouseup 1", &at(780.0, 18.0)]);
    assert!(handle_is_at(&look(&mut program, top), 720.0));
}

/// A second program that owns the clipboard, with the ball on it.
fn owner_of_the_clipboard(screen: &Screen) -> Program {
    let mut owner = Program::open(screen, FALLING, &[]);
    let ball = owner.view().screen_from_world(Vec2::new(0.3, 1.05));
    owner.click(ball);
    owner.key("ctrl+c");
    // The text is copied once the frame is done.
    std::thread::sleep(Duration::from_millis(200));
    owner
}

fn signal(program: &Program, name: &str) {
    let status = Command::new("kill").args([name, &program.child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// The longest time between two shown frames in the time `watched` from now.
fn longest_gap(program: &mut Program, watched: Duration) -> Duration {
    let began = Instant::now();
    let (mut last, mut longest) = (began, Duration::ZERO);
    while began.elapsed() < watched {
        program.wait_for("frame:");
        longest = longest.max(last.elapsed());
        last = Instant::now();
    }
    longest
}

#[test]
fn an_owner_of_the_clipboard_that_is_stopped_freezes_nothing() {
    let Some(screen) = screen() else { return };
    let owner = owner_of_the_clipboard(&screen);
    let mut program = Program::open(&screen, FALLING, &[]);
    program.click(NAME);
    program.key("ctrl+v");
    std::thread::sleep(Duration::from_millis(600));
    program.input(&["key x", "key Return"]);
    program.save();
    let name = program.scene().name;
    assert!(name.len() > 1 && name.ends_with('x'), "the owner's text, then what was typed: {name:?}");

    let canvas = program.view().screen_from_world(Vec2::new(-3.0, 3.0));
    program.click(canvas);
    program.key("space");
    program.wait_for("playing:");
    signal(&owner, "-STOP");
    for place in [NAME, canvas] {
        program.click(place);
        // The owner has seconds to answer. A loaded machine may miss a frame, but not at
        // every try.
        let smooth = (0..4).any(|_| {
            program.latest("frame:");
            program.key("ctrl+v");
            longest_gap(&mut program, Duration::from_millis(900)) < Duration::from_millis(300)
        });
        assert!(smooth, "frames go on while the clipboard is read for {place}");
    }
    program.click(NAME);
    program.input(&["key --delay 0 ctrl+a ctrl+v y", "key Return"]);
    program.save();
    assert_eq!(program.scene().name, "y", "keys go on too");
}
