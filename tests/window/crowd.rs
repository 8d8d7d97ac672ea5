//! So many shapes that they are drawn by GPU instancing: the same picture as that of fewer.

use collision_test::app::{AppState, Command, Settings, ViewCommand};
use collision_test::picture::backend::png::rasterize;
use collision_test::picture::backend::window::crowd;
use collision_test::picture::display::Rect;
use glam::Vec2;

use crate::driver::{Program, screen};

/// Nine hundred bodies of every kind of shape and motion, many of which touch.
fn scene() -> String {
    let octagon = "Polygon(points: [(0.5, 0.2), (0.2, 0.5), (-0.2, 0.5), (-0.5, 0.2), (-0.5, -0.2), (-0.2, -0.5), \
                   (0.2, -0.5), (0.5, -0.2)])";
    let shapes = [
        "Circle(radius: 0.6)",
        "Rectangle(width: 1.2, height: 0.8)",
        octagon,
        "Wall(start: (-0.6, 0.0), end: (0.6, 0.1))",
        "Capsule(start: (-0.4, 0.0), end: (0.3, 0.1), radius: 0.3)",
    ];
    let motions = ["motion: Dynamic(),", "", "motion: Kinematic(),", "sensor: true,"];
    let bodies = (0..900).map(|i| {
        let (x, y, turn) = (i % 40, i / 40, i * 17 % 360);
        let (shape, motion) = (shapes[i * 7 % 11 % shapes.len()], motions[i * 5 % 13 % 4]);
        format!("(name: \"b{i}\", shape: {shape}, position: ({x}.0, {y}.0), rotation: {turn}.0, {motion}),\n")
    });
    format!("(version: 1, bodies: [\n{}])", bodies.collect::<String>())
}

#[test]
fn a_crowd_in_the_window_is_the_picture_that_the_other_backend_draws() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, &scene(), &[]);
    program.move_aside();
    let (_, shown) = program.screenshot();
    let view = program.view();

    let mut state = AppState::open(&program.path("scene.ron"), Settings::default(), view.canvas).unwrap();
    state.apply(Command::View(ViewCommand::Fit));
    assert!((state.showing().view().scale - view.scale).abs() < 1.0e-3 * view.scale);
    let list = state.picture();
    assert!(list.items.len() > crowd::LEAST, "{} items are no crowd", list.items.len());
    let size = Vec2::new(shown.width as f32, shown.height as f32);
    let expected = rasterize(&list, size, state.showing().theme.background).unwrap();

    let Rect { min, max } = view.canvas;
    let (mut off, mut far, mut drawn, mut count) = (0_u64, 0_u64, 0_u64, 0_u64);
    for y in min.y as u32 + 1..max.y as u32 - 1 {
        for x in min.x as u32 + 1..max.x as u32 - 1 {
            let at = ((y * shown.width + x) * 4) as usize;
            let pixel = &expected.rgba[at..at + 3];
            let apart = shown.at(x, y).iter().zip(pixel).map(|(p, q)| p.abs_diff(*q)).max().unwrap();
            off += u64::from(apart);
            far += u64::from(apart > 64);
            drawn += u64::from(pixel.iter().any(|channel| *channel > 0x60));
            count += 1;
        }
    }
    assert!(drawn * 20 > count, "there is something to compare");
    assert!(off < 4 * count && far * 100 < count, "mean {} of 255, {far} of {count} far off", off / count);
}
