//! Routing of keys, wheel, pointer and clipboard to panels or canvas.

use std::process::Command;

use glam::Vec2;

use collision_test::picture::display::Rect;

use crate::driver::{Program, SIZE, Screen, Screenshot, screen};
use crate::time::FALLING;

/// Pixels of a part of a picture, row by row.
fn part(picture: &Screenshot, min: (u32, u32), max: (u32, u32)) -> Vec<[u8; 3]> {
    (min.1..max.1).flat_map(|y| (min.0..max.0).map(move |x| (x, y))).map(|(x, y)| picture.at(x, y)).collect()
}

/// A picture without the pointer over a widget. `top`: where the window begins on the screen.
fn look(program: &mut Program, top: f32) -> Screenshot {
    program.input(&[&move_to(program.aside(), top)]);
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
        program.press("Gravity x");
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
    program.press("Name");
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

/// How far the line that is 82 points below a place moved up from one picture to the other: the only distances at which they
/// agree.
fn moved_up((left, top): (u32, u32), before: &Screenshot, after: &Screenshot) -> Vec<u32> {
    let rows = |picture: &Screenshot, y: u32| part(picture, (left, y), (left + 200, y + 16));
    let stood = rows(before, top + 82);
    (0..=82).filter(|up| rows(after, top + 82 - up) == stood).collect()
}

#[test]
fn a_notch_of_the_wheel_scrolls_a_panel_by_forty_points() {
    let Some(screen) = screen() else { return };
    let bodies = (0..60)
        .map(|i| format!("(name: \"body {i}\", shape: Circle(radius: 0.4), position: ({i}.0, 0.0)),\n"));
    let mut program =
        Program::open(&screen, &format!("(version: 1, bodies: [\n{}])", bodies.collect::<String>()), &[]);
    let bodies = program.place("Part bodies");
    // Below the heading, where the pointer leaves no row lit.
    let panel = move_to(bodies.center(), 0.0);
    let rows = (bodies.min.x as u32 + 16, bodies.min.y as u32 + 50);
    let before = look(&mut program, 0.0);
    program.input(&[&panel, "click 5"]);
    let after = look(&mut program, 0.0);
    assert_eq!(moved_up(rows, &before, &after), [40]);
    // With Shift the wheel scrolls sideways, where there is no room to scroll; without it, as before.
    program.input(&[&panel, "keydown shift", "click 5", "keyup shift"]);
    assert_eq!(moved_up(rows, &after, &look(&mut program, 0.0)), [0]);
    program.input(&[&panel, "click 5"]);
    let down = look(&mut program, 0.0);
    assert_eq!(moved_up(rows, &before, &down), [80]);
    program.input(&[&panel, "click --repeat 2 --delay 0 4"]);
    assert!(moved_up(rows, &before, &look(&mut program, 0.0)) == [0]);
}

/// The row of the slider in the bar, from end to end. Its number is beside it.
fn slider(program: &Program) -> Rect {
    let Rect { min, max } = program.place("Speed");
    Rect { min, max: Vec2::new(min.x + SLIDER, max.y) }
}

/// Width of the line that the slider's handle slides on. Points.
const SLIDER: f32 = 96.0;

/// Whether the handle of the slider is at `x`, one of the places where it is searched.
fn handle_is_at(picture: &Screenshot, x: f32) -> bool {
    // Its middle has another colour than the line that it slides on and the bar.
    let color = |x: f32, y: f32| picture.at(x.round() as u32, y as u32);
    (color(x, 12.0) == color(x, 24.0)) && color(x, 12.0) != color(x, 4.0) && color(x, 12.0) == color(x, 18.0)
}

/// Moves the window down, so that there is room above it. Keys go to it wherever the pointer is.
fn lower(program: &Program) -> f32 {
    program.input(&["search --class collision-test windowmove 0 200 windowfocus"]);
    200.0
}

#[test]
fn a_slider_dragged_out_of_the_window_and_let_go_there_is_let_go() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    let slider = slider(&program);
    let (middle, y) = (slider.center(), slider.center().y);
    let top = lower(&program);
    let at = |x: f32, y: f32| move_to(Vec2::new(middle.x + x, y), top);
    // Speed 1 is a little right of the middle.
    let speed_1 =
        (0..20).find(|x| handle_is_at(&look(&mut program, top), middle.x + *x as f32)).unwrap() as f32;
    program.input(&[&at(speed_1, y), "mousedown 1", &at(22.0, y), &at(22.0, -60.0), &at(-18.0, -80.0)]);
    // The handle follows the pointer out there.
    program.input(&["mouseup 1"]);
    let left = look(&mut program, top);
    assert!(handle_is_at(&left, middle.x - 18.0) && !handle_is_at(&left, middle.x + speed_1));
    // After the release a passing pointer does not move the slider, and the next press is a press.
    program.input(&[&at(36.0, y), &at(-36.0, y)]);
    let passed = look(&mut program, top);
    let (from, to) = (slider.min.x as u32, slider.max.x as u32 + 60);
    let shown = |picture: &Screenshot| part(picture, (from, 0), (to, 36));
    assert!(shown(&passed) == shown(&left));
    program.input(&[&at(32.0, y), "mousedown 1", "mouseup 1"]);
    assert!(handle_is_at(&look(&mut program, top), middle.x + 32.0));
}

#[test]
fn a_slider_dragged_out_of_the_window_and_in_again_follows_on() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    let slider = slider(&program);
    let (middle, y) = (slider.center(), slider.center().y);
    let top = lower(&program);
    let at = |x: f32, y: f32| move_to(Vec2::new(middle.x + x, y), top);
    let speed_1 =
        (0..20).find(|x| handle_is_at(&look(&mut program, top), middle.x + *x as f32)).unwrap() as f32;
    program.input(&[&at(speed_1, y), "mousedown 1", &at(22.0, y), &at(22.0, -60.0), &at(-18.0, y - 8.0)]);
    program.input(&[&at(-28.0, y), "mouseup 1", &at(32.0, y)]);
    assert!(handle_is_at(&look(&mut program, top), middle.x - 28.0));
}

/// A second program that owns the clipboard, with the ball on it.
fn owner_of_the_clipboard(screen: &Screen) -> Program {
    let mut owner = Program::open(screen, FALLING, &[]);
    let ball = owner.view().screen_from_world(Vec2::new(0.3, 1.05));
    owner.click(ball);
    owner.key("ctrl+c");
    owner
}

fn signal(program: &Program, name: &str) {
    let status = Command::new("kill").args([name, &program.child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

#[test]
fn an_owner_of_the_clipboard_that_is_stopped_freezes_nothing() {
    let Some(screen) = screen() else { return };
    let owner = owner_of_the_clipboard(&screen);
    let mut program = Program::open(&screen, FALLING, &[]);
    program.press("Name");
    // The owner's text has several lines: a word tells that the first one came. On a loaded machine an owner may be late.
    let comes = (0..20).any(|_| {
        program.key("ctrl+v");
        let told = program.wait_for("message:");
        program.dismiss_messages();
        program.press("Name");
        told.starts_with("Pasted: the first line alone")
    });
    assert!(comes);
    program.key("End");
    program.input(&["key x", "key Return"]);
    program.save();
    let name = program.scene().name;
    assert!(name.len() > 1 && name.ends_with('x'), "the owner's text, then what was typed: {name:?}");

    let canvas = program.view().screen_from_world(Vec2::new(-3.0, 3.0));
    program.click(canvas);
    program.key("space");
    program.wait_for("playing:");
    signal(&owner, "-STOP");
    let field = program.place("Name").center().round();
    for place in [field, canvas] {
        // A message that is still shown is not told again.
        program.dismiss_messages();
        program.click(place);
        // The owner has seconds to answer, in which frames go on.
        program.skip();
        program.xdotool("key ctrl+v");
        let mut frames = 0;
        let told = program.wait_for_line(|line| {
            frames += u32::from(line.starts_with("frame:"));
            line.starts_with("message:")
        });
        assert!(told.contains("does not answer"), "{told}");
        assert!(frames > 5, "{frames} frames while the clipboard is read for {place}");
    }
    program.press("Name");
    program.input(&["key --delay 0 ctrl+a ctrl+v y", "key Return"]);
    program.save();
    assert_eq!(program.scene().name, "y", "keys go on too");
}
