//! Broken files, unsaved work, screenshots.

use collision_test::picture::display::Color;
use collision_test::picture::theme::Theme;
use glam::Vec2;

use crate::driver::{Program, TOUCHING, screen};

#[test]
fn a_screenshot_holds_the_contact_colour_where_the_contact_is_and_never_overwrites_one() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &["--screenshots", "pictures"]);
    let view = program.view();
    let (first, picture) = program.screenshot();
    assert_eq!(first, program.path("pictures/scene-frame-0.png"));
    // The disc's deepest point is (0, 0.75).
    let contact = view.screen_from_world(Vec2::new(0.0, 0.75));
    let colors = [Theme::DARK.contact, Theme::LIGHT.contact];
    let found = colors.map(|color| picture.count_near(contact, 8.0, color, 24)).into_iter().max().unwrap();
    assert!(found >= 9, "{found} pixels of the contact's colour around {contact}");
    // The far corner of the crate has no contact.
    let corner = view.screen_from_world(Vec2::new(-1.9, -0.9));
    assert_eq!(colors.map(|color| picture.count_near(corner, 4.0, color, 24)), [0, 0]);
    let (second, _) = program.screenshot();
    assert_ne!(first, second);
    assert!(first.is_file() && second.is_file());
}

#[test]
fn a_screenshot_does_not_show_the_message_of_the_one_before() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &["--screenshots", "pictures"]);
    program.move_aside();
    let (_, first) = program.screenshot();
    let message = program.place("Dismiss message");
    let (_, second) = program.screenshot();
    let (mut looked, mut differ) = (0, 0);
    for y in message.min.y as u32..message.max.y as u32 {
        for x in message.min.x as u32..message.max.x as u32 {
            looked += 1;
            differ += u32::from(first.at(x, y) != second.at(x, y));
        }
    }
    assert!(looked > 100 && differ == 0, "{differ} of {looked} pixels differ");
}

/// The runner goes 4.4 pixels a frame.
#[test]
fn a_screenshot_while_time_plays_is_of_the_frame_in_its_name() {
    const RUNNING: &str = r#"Scene(version: 1, bodies: [
        Body(name: "runner", shape: Rectangle(width: 0.5, height: 4.0), position: (-8.0, 0.0),
            motion: Dynamic(velocity: (12.0, 0.0))),
        Body(name: "left", shape: Circle(radius: 0.25), position: (-9.0, 4.0)),
        Body(name: "right", shape: Circle(radius: 0.25), position: (9.0, -4.0)),
    ])"#;
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, RUNNING, &["--screenshots", "pictures"]);
    let view = program.view();
    program.key("space");
    let (path, picture) = program.screenshot();
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    let frame: f32 = name.strip_prefix("scene-frame-").unwrap().parse().unwrap();
    let front = view.screen_from_world(Vec2::new(-8.0 + 12.0 * frame / 60.0 + 0.25, 1.5));
    // Where its outline ends on the right, in the row of pixels through that point; it may be shared by two pixels.
    let Theme { body_dynamic: Color { r, g, b, .. }, .. } = Theme::DARK;
    let is_outline = |x: &u32| {
        let pixel = picture.at(*x, front.y as u32);
        pixel.iter().zip([r, g, b]).all(|(is, want)| is.abs_diff(want) <= 100)
    };
    let found = (0..view.canvas.max.x as u32).rev().find(is_outline).map(|x| x as f32 + 0.5);
    assert!(found.is_some_and(|found| (found - front.x).abs() < 2.0), "{name}: {found:?}, not {}", front.x);
}

#[test]
fn a_folder_that_cannot_be_written_gives_a_message_and_the_window_goes_on() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &["--screenshots", "scene.ron/pictures"]);
    program.key("F12");
    let message = program.wait_for("message:");
    assert!(message.contains("scene.ron"), "{message}");
    program.key("period");
    program.wait_until("frame:", |frame| frame == "1");
    assert!(program.is_running());
}

#[test]
fn a_broken_file_on_the_command_line_is_refused_with_its_place() {
    let Some(screen) = screen() else { return };
    let folder = tempfile::tempdir().unwrap();
    let broken = "Scene(\n    version: 1,\n    bodies: [\n        Body(name: \"ball\", shape: Circle(radius: -1.0)),\n    ],\n)\n";
    std::fs::write(folder.path().join("broken.ron"), broken).unwrap();
    let mut program = Program::spawn(&screen, folder, &["broken.ron"]);
    assert_eq!(program.exit_code(), Some(2));
    let errors = program.errors();
    for part in ["broken.ron:4:", "ball", "radius", "-1"] {
        assert!(errors.contains(part), "{part:?} is not in {errors}");
    }
    assert!(!errors.contains("panicked"), "{errors}");
}

#[test]
fn a_file_that_breaks_on_disk_leaves_the_open_scene_as_it_was() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    std::fs::write(program.path("scene.ron"), "Scene(version: 1, bodies: [Body(name: \"x\")])").unwrap();
    let message = program.wait_until("message:", |text| text.contains("scene.ron"));
    assert!(message.contains("shape"), "{message}");
    // The broken file is not overwritten unasked: the second button does.
    program.key("ctrl+s");
    program.wait_until("question:", |text| text.contains("cannot read it"));
    program.key("Escape");
    program.wait_until("question:", |text| text == "none");
    assert!(program.scene_text().contains("name: \"x\""));
    program.key("period");
    program.wait_until("frame:", |frame| frame == "1");
}

#[test]
fn saving_over_what_another_program_wrote_asks_first_though_nobody_was_notified() {
    let Some(screen) = screen() else { return };
    let folder = tempfile::tempdir().unwrap();
    let [real, link] = ["real", "link"].map(|name| folder.path().join(name));
    std::fs::create_dir(&real).unwrap();
    std::fs::write(real.join("scene.ron"), TOUCHING).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(&real, &link).unwrap();
    let mut program = Program::spawn(&screen, folder, &["link/scene.ron"]);
    program.wait_for("ready:");
    // The folder that the program looked at is another one now.
    std::fs::remove_file(&link).unwrap();
    let theirs = TOUCHING.replace("radius: 1.0", "radius: 0.5");
    std::fs::create_dir(&link).unwrap();
    std::fs::write(link.join("scene.ron"), &theirs).unwrap();
    let from = program.view().screen_from_world(Vec2::new(-1.5, -0.5)).round();
    program.drag(from, from + Vec2::new(40.0, 0.0), None);
    program.key("ctrl+s");
    program.wait_until("question:", |text| text.contains("Saving would overwrite that"));
    assert_eq!(std::fs::read_to_string(link.join("scene.ron")).unwrap(), theirs);
    program.key("Escape");
    program.wait_until("question:", |text| text == "none");
    assert_eq!(std::fs::read_to_string(link.join("scene.ron")).unwrap(), theirs);
}

#[test]
fn a_deleted_file_makes_the_scene_unsaved_and_leaving_asks() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    std::fs::remove_file(program.path("scene.ron")).unwrap();
    program.wait_until("message:", |text| text.contains("Deleted on disk"));
    program.key("ctrl+q");
    program.wait_until("question:", |text| text.contains("nowhere but here"));
    // Enter saves it.
    program.key("Return");
    assert_eq!(program.exit_code(), Some(0));
    assert_eq!(program.scene().bodies.len(), 2);
}

#[cfg(unix)]
#[test]
fn a_scene_that_cannot_be_written_says_so_in_the_title() {
    use std::os::unix::fs::PermissionsExt as _;
    let Some(screen) = screen() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.ron");
    std::fs::write(&path, TOUCHING).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).unwrap();
    let mut program = Program::spawn(&screen, folder, &["scene.ron"]);
    program.wait_for("ready:");
    assert_eq!(program.title(), "scene [cannot be saved: the file is read-only] – Collision Test");
}

#[test]
fn leaving_with_unsaved_work_asks_first() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    let before = program.scene_text();
    let view = program.view();
    let from = view.screen_from_world(Vec2::new(-1.5, -0.5)).round();
    program.drag(from, from + Vec2::new(40.0, 0.0), None);
    program.key("ctrl+q");
    program.wait_for("question:");
    assert!(program.is_running());
    program.key("Escape");
    program.wait_until("question:", |text| text == "none");
    assert!(program.is_running(), "cancelled: the window stays");
    assert_eq!(program.scene_text(), before, "nothing was written");
    program.save();
    program.key("ctrl+q");
    assert_eq!(program.exit_code(), Some(0));
    assert_ne!(program.scene_text(), before);
}

#[test]
fn a_message_can_be_copied_and_pasted() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    program.save();
    program.press("Copy message");
    program.press("Name");
    program.input(&["key ctrl+v", "key Return"]);
    program.save();
    assert_eq!(program.scene().name, "Nothing to save: scene.ron is as in its file.");
}

/// Asks a window to close, as a window manager does.
#[cfg(target_os = "linux")]
pub fn ask_to_close(screen: &crate::driver::Screen) {
    use x11rb::connection::Connection as _;
    use x11rb::protocol::xproto::{ClientMessageEvent, ConnectionExt as _, EventMask};

    let found = std::process::Command::new("xdotool")
        .env("DISPLAY", &screen.display)
        .args(["search", "--class", "collision-test"])
        .output()
        .unwrap();
    let window = String::from_utf8(found.stdout).unwrap().trim().parse().unwrap();
    let (connection, _) = x11rb::connect(Some(&screen.display)).unwrap();
    let atom = |name: &[u8]| connection.intern_atom(false, name).unwrap().reply().unwrap().atom;
    let (protocols, close) = (atom(b"WM_PROTOCOLS"), atom(b"WM_DELETE_WINDOW"));
    let message = ClientMessageEvent::new(32, window, protocols, [close, 0, 0, 0, 0]);
    connection.send_event(false, window, EventMask::NO_EVENT, message).unwrap().check().unwrap();
    connection.flush().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn closing_the_window_with_unsaved_work_asks_first() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, TOUCHING, &[]);
    let from = program.view().screen_from_world(Vec2::new(-1.5, -0.5)).round();
    program.drag(from, from + Vec2::new(40.0, 0.0), None);
    ask_to_close(&screen);
    program.wait_for("question:");
    program.key("Escape");
    program.wait_until("question:", |text| text == "none");
    assert!(program.is_running(), "cancelled: the window stays");
    program.save();
    ask_to_close(&screen);
    assert_eq!(program.exit_code(), Some(0));
}
