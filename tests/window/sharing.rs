//! Animated pictures and reports from the File menu, written by the program beside its window.

use collision_test::picture::backend::png::Raster;
use collision_test::scene::Scene;
use glam::Vec2;

use crate::driver::{Program, screen};

const FALLING: &str = r#"Scene(
    version: 1,
    name: "Falling",
    gravity: (0.0, -10.0),
    bodies: [
        Body(name: "ball", shape: Circle(radius: 1.0), position: (0.0, 1.75), motion: Dynamic()),
        Body(name: "crate", shape: Rectangle(width: 4.0, height: 2.0)),
    ],
)
"#;

/// The pictures of a GIF.
fn pictures(bytes: &[u8]) -> Vec<Raster> {
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let mut found = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let (width, height) = (u32::from(frame.width), u32::from(frame.height));
        found.push(Raster { width, height, rgba: frame.buffer.to_vec() });
    }
    found
}

#[test]
fn an_animated_picture_and_a_report_are_written_from_the_window() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    // Unsaved: the crate is moved.
    let view = program.view();
    let [from, to] = [Vec2::new(1.5, 0.5), Vec2::new(2.5, 0.5)].map(|at| view.screen_from_world(at));
    program.drag(from, to, None);
    for frame in 1..=4 {
        program.key("period");
        program.wait_until("frame:", |line| line == frame.to_string());
    }
    program.press("Menu File");
    program.press("Animated picture…");
    program.settle();
    program.key("Return");
    let path = program.wait_for("shared:");
    assert!(path.ends_with("scene-frames-0-4.gif"), "{path}");
    let pictures = pictures(&std::fs::read(program.path("scene-frames-0-4.gif")).unwrap());
    assert_eq!(pictures.len(), 5);
    assert!(pictures.windows(2).all(|two| two[0].rgba != two[1].rgba), "each frame is another picture");

    program.press("Menu File");
    program.press("Report…");
    program.settle();
    program.key("Return");
    let path = program.wait_for("shared:");
    assert!(path.ends_with("scene-frame-4.html"), "{path}");
    let page = std::fs::read_to_string(program.path("scene-frame-4.html")).unwrap();
    assert!(page.contains("<svg") && page.contains("Why ball and crate touch"), "{page:.400}");
    // The work that is not saved is in it.
    let (_, scene) = page.rsplit_once("<pre>").unwrap();
    let scene = scene.split("</pre>").next().unwrap().replace("&quot;", "\"").replace("&gt;", ">");
    let shared = Scene::from_ron(&scene, "shared").unwrap();
    assert!((shared.bodies[1].position.x - 1.0).abs() < 0.05, "{:?}", shared.bodies[1]);
    assert!(
        program.scene_text().contains("Rectangle(width: 4.0, height: 2.0)),"),
        "and the file is as it was"
    );
}
