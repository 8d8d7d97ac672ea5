//! The tour in the real window: all nine steps with mouse and keys; skipping, leaving, going on.

use std::rc::Rc;

use glam::Vec2;

use crate::driver::{Program, TOUCHING, screen, screen_of};

/// Waits until the card says that this step is open or done; gives what it tells.
fn told(program: &mut Program, place: &str) -> String {
    if let Some(line) = program.latest("tour:").filter(|line| line.starts_with(place)) {
        return line;
    }
    program.wait_until("tour:", |line| line.starts_with(place))
}

/// Drags from one place of the world to another.
fn drag(program: &mut Program, from: (f32, f32), to: (f32, f32)) {
    let view = program.view();
    program.drag(view.screen_from_world(from.into()), view.screen_from_world(to.into()), None);
}

/// Turns the bar of the third step by its round handle, from 35° to this angle. Degrees.
fn turn(program: &mut Program, degrees: f32) {
    let center = program.view().screen_from_world(Vec2::new(0.0, 1.5));
    let stalk = Vec2::new(0.0, -0.3 * program.view().scale - 28.0);
    // The screen's y points down.
    let at = |degrees: f32| center + Vec2::from_angle(-degrees.to_radians()).rotate(stalk);
    program.drag(at(35.0), at(degrees), None);
}

/// Takes this line of the Help menu.
fn tour_of_the_menu(program: &Program, line: &str) {
    program.press("Menu Help");
    program.press(line);
}

fn keys(program: &Program, key: &str, times: usize) {
    for _ in 0..times {
        program.key(key);
    }
}

/// Plays until this frame or a later one.
fn play_to(program: &mut Program, last: u64) {
    program.key("space");
    program.wait_until("frame:", |frame| frame.parse::<u64>().is_ok_and(|frame| frame >= last));
    program.key("space");
    program.wait_for("paused:");
}

#[test]
fn all_nine_steps_are_done_with_mouse_and_keys() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    assert_eq!(program.latest("tour:"), None, "nothing is shown on its own");
    program.key("shift+F1");
    let right: [fn(&mut Program); 9] = [
        |program| drag(program, (1.5, 0.4), (0.1, 0.4)),
        |program| drag(program, (1.8, 0.0), (0.5, 0.0)),
        |program| turn(program, 2.0),
        |program| drag(program, (0.3, 1.5), (1.9, 1.4)),
        |program| drag(program, (-1.0, 1.7), (0.1, 0.05)),
        |program| keys(program, "shift+period", 5),
        |program| {
            program.reveal("Mass");
            program.press("Mass");
            program.input(&["key ctrl+a", "key 3", "key Return"]);
            play_to(program, 45);
        },
        |program| {
            play_to(program, 40);
            program.key("Home");
            keys(program, "Next", 3);
            keys(program, "period", 3);
        },
        |program| drag(program, (0.0, -1.5), (0.0, 0.7)),
    ];
    let wrong: [Option<fn(&mut Program)>; 9] = [
        Some(|program| drag(program, (1.5, 0.4), (1.0, 2.0))),
        None,
        Some(|program| turn(program, 50.0)),
        None,
        Some(|program| drag(program, (-1.0, 1.7), (-1.5, 0.5))),
        Some(|program| keys(program, "shift+period", 2)),
        None,
        None,
        Some(|program| drag(program, (0.0, -1.5), (0.0, -0.3))),
    ];
    for ((number, right), wrong) in (1..).zip(right).zip(wrong) {
        let start = told(&mut program, &format!("{number} open"));
        if let Some(wrong) = wrong {
            wrong(&mut program);
            program.wait_until("tour:", |line| line != start);
            program.press("Tour Reset");
            let done = format!("{number} done");
            program.wait_until("tour:", |line| {
                assert!(!line.starts_with(&done), "after a wrong gesture: {line}");
                line == start
            });
        }
        right(&mut program);
        let done = told(&mut program, &format!("{number} done"));
        assert!(done.contains(char::is_numeric), "{done}");
        program.press(if number == 9 { "Tour Finish" } else { "Tour Next" });
    }
    program.wait_until("tour:", |line| line == "none");
    program.wait_until("message:", |text| text.starts_with("That was the tour"));
    assert!(program.title().contains("scene"), "{}", program.title());
}

#[test]
fn a_tour_that_was_left_goes_on_where_it_was_and_the_scene_is_back() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    // Unsaved work comes back, and its undo with it.
    let before = program.view();
    drag(&mut program, (0.0, 1.75), (0.5, 2.5));
    program.key("shift+F1");
    told(&mut program, "1 open");
    program.press("Tour Leave");
    program.wait_until("tour:", |line| line == "none");
    assert!(program.title().starts_with('*'), "{}", program.title());
    program.key("ctrl+z");
    tour_of_the_menu(&program, "Tour");
    told(&mut program, "1 open");
    assert!(program.view().canvas.min.y > before.canvas.min.y + 80.0, "the card takes room");
    program.press("Tour Skip");
    told(&mut program, "2 open");
    program.press("Tour Skip");
    told(&mut program, "3 open");
    program.press("Tour Back");
    told(&mut program, "2 open");
    program.press("Tour Leave");
    program.wait_until("tour:", |line| line == "none");
    assert!(program.title().starts_with("scene "), "{}", program.title());
    assert_eq!(program.view(), before);

    // Another run goes on with the second step.
    let folder = Rc::clone(&program.folder);
    drop(program);
    let mut program = Program::spawn(&screen, folder, &["scene.ron"]);
    program.wait_for("ready:");
    tour_of_the_menu(&program, "Continue the tour (step 2 of 9)");
    told(&mut program, "2 open");
    // The practice scene is nothing to be saved.
    drag(&mut program, (1.8, 0.0), (0.5, 0.0));
    told(&mut program, "2 done");
    program.key("ctrl+q");
    assert_eq!(program.exit_code(), Some(0));
}

/// At 860 by 420 the card, the legend and the time line left a strip of 90 pixels.
#[test]
fn in_a_low_window_the_tour_shows_its_shapes_whole() {
    let Some(screen) = screen_of((860, 420)) else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    program.key("shift+F1");
    told(&mut program, "1 ");
    program.settle();
    let view = program.view();
    assert!(view.canvas.size().y > 190.0, "{:?}", view.canvas);
    for (x, y) in [(-2.5, 1.0), (-2.5, -1.0), (2.25, 1.15)] {
        let at = view.screen_from_world(Vec2::new(x, y));
        assert!(view.canvas.contains(at), "({x}, {y}) is at {at}, out of {:?}", view.canvas);
    }
}
