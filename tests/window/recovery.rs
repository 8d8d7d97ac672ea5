//! Unsaved work in the real window: what is left of it when the program ends from outside.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

use collision_test::scene::Scene;
use glam::Vec2;

use crate::driver::{Program, Screen, TOUCHING, screen};

fn recovery_files(program: &Program, extension: &str) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(program.path("data/collision-test/recovery")) else { return Vec::new() };
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|e| e == extension)).collect()
}

/// Drags the crate to the right; returns where it is then, within a pixel.
fn drag_crate(program: &mut Program) -> f32 {
    let view = program.view();
    let from = view.screen_from_world(Vec2::new(-1.5, -0.5)).round();
    program.drag(from, from + Vec2::new(60.0, 0.0), None);
    60.0 / view.scale
}

fn has_crate_at(scene: &Scene, x: f32) -> bool {
    scene.bodies.iter().any(|body| body.name == "crate" && (body.position.x - x).abs() < 0.02)
}

fn kept(program: &Program, x: f32) -> bool {
    let loaded = recovery_files(program, "ron").into_iter().filter_map(|path| Scene::load(&path).ok());
    loaded.into_iter().any(|scene| has_crate_at(&scene, x))
}

/// Whether the program ignores the signal of this number, as far as the system tells.
fn is_ignored(program: &Program, number: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", program.child.id())).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.is_some_and(|mask| u64::from_str_radix(mask.trim(), 16).unwrap() & (1 << (number - 1)) != 0)
}

/// Waits until it holds, and returns how long that took.
#[track_caller]
fn eventually(what: &str, holds: impl Fn() -> bool) -> Duration {
    let began = Instant::now();
    while !holds() {
        assert!(began.elapsed() < Duration::from_secs(60), "never: {what}");
        std::thread::sleep(Duration::from_millis(10));
    }
    began.elapsed()
}

/// Opens the scene once more in the same folder, and waits for its first frame.
fn again(screen: &Screen, program: &Program, args: &[&str]) -> Program {
    let mut next = Program::spawn(screen, Rc::clone(&program.folder), &[&["scene.ron"], args].concat());
    next.wait_for("ready:");
    next
}

#[test]
fn an_edit_is_on_the_disk_with_hands_off_and_an_idle_window_does_nothing_for_it() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    assert_eq!(recovery_files(&program, "ron"), Vec::<PathBuf>::new());
    let x = drag_crate(&mut program);
    let took = eventually("the edit is on the disk", || kept(&program, x));
    println!("on the disk {took:?} after the drag");
    #[cfg(target_os = "linux")]
    {
        // The thread that writes is not even woken while nothing changes.
        let woken = || {
            let tasks = fs::read_dir(format!("/proc/{}/task", program.child.id())).unwrap();
            let folders = tasks.map(|task| task.unwrap().path());
            let mut of_recovery = folders
                .filter(|task| fs::read_to_string(task.join("comm")).is_ok_and(|name| name == "recovery\n"));
            let status = fs::read_to_string(of_recovery.next().unwrap().join("status")).unwrap();
            status
                .lines()
                .filter(|line| line.contains("ctxt_switches"))
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        eventually("the thread rests for three seconds", || {
            let before = woken();
            std::thread::sleep(Duration::from_secs(3));
            woken() == before
        });
    }
    program.save();
    eventually("saved, so not kept", || recovery_files(&program, "ron").is_empty());
    program.key("ctrl+q");
    assert_eq!(program.exit_code(), Some(0));
    assert_eq!(recovery_files(&program, "lock"), Vec::<PathBuf>::new());
}

#[test]
fn without_recovery_nothing_is_kept() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &["--no-recovery"]);
    drag_crate(&mut program);
    std::thread::sleep(Duration::from_secs(3));
    assert!(!program.path("data/collision-test/recovery").exists());
}

#[test]
fn a_signal_ends_the_program_at_once_and_the_edit_is_on_the_disk() {
    let Some(screen) = screen() else { return };
    for (number, signal) in [(15, "TERM"), (2, "INT"), (1, "HUP"), (3, "QUIT"), (9, "KILL")] {
        let mut program = Program::open(&screen, TOUCHING, &[]);
        let x = drag_crate(&mut program);
        if signal == "KILL" {
            eventually("the edit is on the disk", || kept(&program, x));
        }
        program.signal(signal);
        if is_ignored(&program, number) {
            // The tests run under `nohup` or in the background of a script, which ignore it.
            std::thread::sleep(Duration::from_secs(1));
            assert_eq!(program.child.try_wait().unwrap(), None, "{signal} stays ignored");
            continue;
        }
        assert_eq!(program.exit_code(), None, "ended by the signal itself");
        assert!(kept(&program, x), "{signal}");
        assert_eq!(program.scene_text(), TOUCHING);
    }
}

#[test]
fn a_lost_display_loses_no_edit() {
    let Some(lost) = screen() else { return };
    let mut program = Program::open(&lost, TOUCHING, &[]);
    let x = drag_crate(&mut program);
    eventually("the edit is on the disk", || kept(&program, x));
    drop(lost);
    assert_ne!(program.exit_code(), Some(0));
    assert!(kept(&program, x));
}

#[test]
fn what_a_killed_window_left_is_offered_once_restored_and_saved() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    let x = drag_crate(&mut program);
    eventually("the edit is on the disk", || kept(&program, x));
    program.signal("KILL");
    program.exit_code();

    // A start without a display offers nothing.
    let blind = Command::new(env!("CARGO_BIN_EXE_collision-test"))
        .arg("scene.ron")
        .current_dir(program.folder.path())
        .env_remove("DISPLAY")
        .env("XDG_DATA_HOME", program.path("data"))
        .stderr(Stdio::null())
        .status();
    assert_eq!(blind.unwrap().code(), Some(2));
    let mut second = again(&screen, &program, &[]);
    assert_eq!(second.latest("question:").as_deref(), Some("Earlier runs left unsaved work."));
    second.press("Restore");
    second.wait_until("question:", |text| text == "none");
    let own = format!("/{}-", second.child.id());
    let is_own = |path: &PathBuf| path.to_string_lossy().contains(&own);
    eventually("its own copy replaces the old one", || {
        let files = [recovery_files(&second, "ron"), recovery_files(&second, "lock")];
        files.iter().all(|files| files.len() == 1 && files.iter().all(is_own))
    });
    assert!(kept(&second, x));
    assert_eq!(second.title(), "*scene – Collision Test");

    // A third window leaves the second's work alone.
    let mut third = again(&screen, &program, &[]);
    assert_eq!(third.latest("question:"), None);
    third.key("ctrl+q");
    assert_eq!(third.exit_code(), Some(0));
    assert!(kept(&second, x));

    second.save();
    assert!(has_crate_at(&second.scene(), x));
    eventually("saved, so not kept", || recovery_files(&second, "ron").is_empty());
}

#[test]
fn twenty_kills_during_saves_leave_the_old_file_or_the_new_one() {
    kills_during_saves(20, Way::Beside);
}

#[ignore = "takes minutes"]
#[test]
fn two_hundred_kills_during_saves_leave_the_old_file_or_the_new_one() {
    kills_during_saves(200, Way::Beside);
}

/// A file with two names is written in place: what an interrupted write leaves of it is in the recovery file.
#[test]
fn kills_while_a_file_is_written_in_place_leave_a_whole_scene() {
    kills_during_saves(6, Way::InPlace);
}

/// How the scene's file is written.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Beside,
    InPlace,
}

/// Moves a body by one grid step and saves, over and over, until the program is killed in the middle.
fn kills_during_saves(kills: u32, way: Way) {
    let Some(screen) = screen() else { return };
    let ball = |i: u32| {
        let (x, y) = (f64::from(i % 50) * 0.25 - 6.0, f64::from(i / 50) * 0.25 + 4.0);
        format!("Body(name: \"{i}\", shape: Circle(radius: 0.1), position: ({x:?}, {y:?})),\n")
    };
    let many: String = (0..1500).map(ball).collect();
    let scene = TOUCHING.replace("    ],\n", &format!("{many}],\n"));
    let folder = Rc::new(tempfile::tempdir().unwrap());
    let file = folder.path().join("scene.ron");
    fs::write(&file, &scene).unwrap();
    if way == Way::InPlace {
        fs::hard_link(&file, folder.path().join("other.ron")).unwrap();
    }
    let (mut left, mut in_save, mut random) = (0, 0, fastrand::Rng::with_seed(9));
    for kill in 0..kills {
        let mut program = Program::spawn(&screen, Rc::clone(&folder), &["scene.ron"]);
        program.wait_for("ready:");
        eventually("the leftovers of the last kill are gone", || temporaries(&program) == 0);
        if program.latest("question:").is_some_and(|text| text != "none") {
            program.key("Escape");
            program.wait_until("question:", |text| text == "none");
        }
        let before = crate_x(&program.scene());
        let at = point_of_crate(&mut program);
        program.click(at);
        let (direction, keys) =
            if kill % 2 == 0 { (1.0, "Right ctrl+s ".repeat(40)) } else { (-1.0, "Left ctrl+s ".repeat(40)) };
        let mut typing = Command::new("xdotool")
            .env("DISPLAY", &screen.display)
            .args(["key", "--delay", "4"])
            .args(keys.split_whitespace())
            .spawn()
            .unwrap();
        program.wait_for("saved:");
        if kill % 4 == 0 {
            std::thread::sleep(Duration::from_micros(random.u64(0..60_000)));
        } else {
            // In the middle of a write.
            let began = Instant::now();
            while temporaries(&program) == 0 && began.elapsed() < Duration::from_secs(1) {}
        }
        program.signal("KILL");
        assert_eq!(program.exit_code(), None);
        typing.wait().unwrap();
        let found = temporaries(&program);
        left += found;
        in_save += u32::from(found > 0);
        // A whole scene, no older than the first save that was announced.
        let is_newer = |path: &PathBuf| {
            let scene = Scene::load(path).unwrap();
            assert_eq!(scene.bodies.len(), 1502, "kill {kill}");
            (crate_x(&scene) - before) * direction > 0.0
        };
        let kept = recovery_files(&program, "ron");
        let newer = kept.iter().find(|path| is_newer(path));
        if way == Way::InPlace && Scene::load(&file).is_err() {
            fs::copy(newer.unwrap(), &file).unwrap();
        }
        assert!(is_newer(&file), "kill {kill}");
    }
    let mut last = Program::spawn(&screen, Rc::clone(&folder), &["scene.ron"]);
    last.wait_for("ready:");
    eventually("nothing is left", || temporaries(&last) == 0);
    println!("{kills} kills: {in_save} during a write, {left} temporary files, all swept");
}

/// How many temporary files are beside the scene and among the recovery files.
fn temporaries(program: &Program) -> usize {
    let beside = fs::read_dir(program.folder.path()).unwrap().map(|entry| entry.unwrap().path());
    let beside = beside.filter(|path| path.extension().is_some_and(|e| e == "tmp")).count();
    beside + recovery_files(program, "tmp").len()
}

fn crate_x(scene: &Scene) -> f32 {
    scene.bodies.iter().find(|body| body.name == "crate").unwrap().position.x
}

/// A point of the crate alone.
fn point_of_crate(program: &mut Program) -> Vec2 {
    let crate_at = crate_x(&program.scene());
    program.view().screen_from_world(Vec2::new(crate_at - 1.5, -0.5))
}

/// No file can grow, as on a full disk; the title keeps saying it.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_though_the_window_sleeps() {
    let Some(screen) = screen() else { return };
    let folder = Rc::new(tempfile::tempdir().unwrap());
    fs::write(folder.path().join("scene.ron"), TOUCHING).unwrap();
    let mut program = Program::spawn_on_full_disk(&screen, folder, &["scene.ron"]);
    program.wait_for("ready:");
    drag_crate(&mut program);
    program.wait_until("message:", |text| text.starts_with("Unsaved work is not kept: "));
    eventually("the title says so", || program.title().contains("[unsaved work is not kept]"));
    assert!(program.is_running());
}
