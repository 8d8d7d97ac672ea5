//! Scenes that are huge or crowded: the window opens on them and answers.

use collision_test::picture::display::Rect;
use collision_test::picture::display::fallback::fonts_for;
use std::fmt::Write as _;

use crate::driver::{Program, screen, skip};

/// Resident memory of the program at most so far. KiB.
#[cfg(target_os = "linux")]
fn peak_memory(program: &Program) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", program.child.id())).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn two_thousand_circles_at_one_spot_open_in_little_memory() {
    let Some(screen) = screen() else { return };
    let mut scene = "(version: 1, bodies: [\n".to_owned();
    for i in 0..2000 {
        writeln!(scene, "(name: \"c{i}\", shape: Circle(radius: 0.5), motion: Dynamic()),").unwrap();
    }
    let mut program = Program::open(&screen, &(scene + "])"), &[]);
    let (_, shown) = program.screenshot();
    assert_eq!((shown.width, shown.height), (1280, 720));
    let peak = peak_memory(&program);
    assert!(peak < 300 << 10, "{peak} KiB");
}

#[test]
fn a_scene_with_a_very_long_name_is_shown() {
    let Some(screen) = screen() else { return };
    let long = "x".repeat(1000);
    let body = format!("(name: \"{long}\", shape: Circle(radius: 1))");
    let mut program =
        Program::open(&screen, &format!("(version: 1, name: \"{long}\", bodies: [{body}])"), &[]);
    let (_, shown) = program.screenshot();
    assert_eq!((shown.width, shown.height), (1280, 720));
}

/// Without a font both letters are the same empty box.
#[test]
fn names_in_other_scripts_are_drawn_in_fonts_of_the_system() {
    let Some(screen) = screen() else { return };
    if fonts_for(&"של".chars().collect()).is_empty() {
        return skip("no font of the system has Hebrew");
    }
    let shown = |name: &str| {
        let body = format!("(name: \"{name}\", shape: Rectangle(width: 4, height: 2))");
        let mut program = Program::open(&screen, &format!("(version: 1, bodies: [{body}])"), &[]);
        program.move_aside();
        program.key("2");
        let (picture, Rect { min, max }) = (program.screenshot().1, program.view().canvas);
        // The status bar tells times, which differ from run to run.
        let rows = min.y as u32..max.y as u32;
        let at = |y| (min.x as u32..max.x as u32).map(move |x| (x, y));
        rows.flat_map(at).map(|(x, y)| picture.at(x, y)).collect::<Vec<_>>()
    };
    assert!(shown("ש") != shown("ל"), "both letters are drawn as the same box");
}

#[cfg(target_os = "linux")]
#[test]
fn twenty_thousand_circles_at_one_spot_open_step_and_are_selected_in_little_memory() {
    let Some(screen) = screen() else { return };
    let mut scene = "(version: 1, bodies: [\n".to_owned();
    for i in 0..20_000 {
        writeln!(scene, "(name: \"c{i}\", shape: Circle(radius: 1), motion: Dynamic()),").unwrap();
    }
    let mut program = Program::open(&screen, &(scene + "])"), &[]);
    let center = program.view().canvas.center();
    program.input(&[&format!("mousemove {} {}", center.x, center.y), "key period"]);
    program.wait_until("frame:", |frame| frame == "1");
    program.input(&["key ctrl+a", "key 7", "key shift+period"]);
    program.wait_until("stage:", |stage| stage.contains("Forces"));
    program.input(&["key shift+period"]);
    program.wait_until("stage:", |stage| stage.contains("Broad phase: 2000000 pairs to test"));
    program.input(&["key Escape"]);
    program.wait_until("stage:", |stage| stage == "none");
    let peak = peak_memory(&program);
    assert!(peak < 300 << 10, "{peak} KiB");
}

/// It never became ready: the hatching had no end.
#[cfg(target_os = "linux")]
#[test]
fn an_outline_far_from_the_origin_is_shown_in_little_memory() {
    let Some(screen) = screen() else { return };
    let outline = "outline: [(-2, -1), (2, -1), (2, 1), (0, 0.4), (-2, 1)]";
    let scene = format!(
        "(version: 1, bodies: [(name: \"far\", shape: Circle(radius: 1), {outline}, position: (1e6, 0))])"
    );
    let mut program = Program::open(&screen, &scene, &[]);
    let (_, shown) = program.screenshot();
    assert_eq!((shown.width, shown.height), (1280, 720));
    let peak = peak_memory(&program);
    assert!(peak < 300 << 10, "{peak} KiB");
}
