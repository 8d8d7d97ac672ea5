//! Frame times: their plot, the status bar, the menu.

use super::*;

/// Milliseconds of a frame: step, then show.
fn frame_times(step: u64, show: u64) -> FrameTimes {
    let mut times = FrameTimes::default();
    for (stage, ms) in [(FrameStage::Step, step), (FrameStage::Show, show), (FrameStage::Frame, step + show)]
    {
        times.add(stage, std::time::Duration::from_millis(ms));
    }
    times
}

#[test]
fn frame_times_show_at_every_size_in_both_themes_with_and_without_frames() {
    for (width, height) in [(1.0, 1.0), (200.0, 150.0), (640.0, 480.0), (1280.0, 720.0), (1920.0, 1080.0)] {
        for frames in [0, 1, 2, 300] {
            let mut desk = Desk::of(&touching(), width, height);
            let canvas = desk.context.available_rect();
            desk.state.apply(Command::View(ViewCommand::ToggleFrameTimes));
            for i in 0..frames {
                desk.panels.recent.push(frame_times(i % 7, 900 * (i % 2)));
            }
            for _ in 0..3 {
                desk.state.apply(Command::View(ViewCommand::ToggleTheme));
                desk.pass(Vec::new());
            }
            assert!(desk.shows("Frame times"), "{width} × {height}");
            assert_eq!(desk.context.available_rect(), canvas, "the canvas stays as large as it was");
            for clipped in desk.context.tessellate(desk.shapes.clone(), 1.0) {
                let Primitive::Mesh(mesh) = clipped.primitive else { continue };
                assert!(
                    mesh.vertices.iter().all(|v| v.pos.is_finite()),
                    "{width} × {height}, {frames} frames"
                );
            }
        }
    }
}

#[test]
fn the_status_bar_tells_what_frames_cost_and_leads_to_their_plot() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    assert!(!desk.shows(" ms") && !desk.shows("Frame times"));
    for _ in 0..99 {
        desk.panels.recent.push(frame_times(4, 20));
    }
    desk.panels.recent.push(frame_times(9, 20));
    desk.pass(Vec::new());
    let at = desk.text("4.0 / 9.0 ms");
    desk.point(at);
    for _ in 0..8 {
        desk.pass(Vec::new());
    }
    assert!(desk.shows("p99"), "the tip has every stage");
    let commands = desk.click(at);
    assert_eq!(commands, [Command::View(ViewCommand::ToggleFrameTimes)]);
    for command in commands {
        desk.state.apply(command);
    }
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    for words in ["Frame times", "step", "report", "overlay", "panels", "mesh", "input", "submit", "frame"] {
        assert!(desk.shows(words), "{words}");
    }
}

#[test]
fn frame_times_have_a_key_and_a_line_in_the_view_menu() {
    let command = Command::View(ViewCommand::ToggleFrameTimes);
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    assert_eq!(crate::app::command_for(crate::app::Key::F(3), crate::app::Modifiers::NONE), Some(&command));
    assert_eq!(desk.state.is_checked(&command), Some(false));
    let at = desk.text("View");
    desk.click(at);
    let at = desk.text("Frame times");
    assert_eq!(desk.click(at), std::slice::from_ref(&command));
    desk.state.apply(command.clone());
    assert_eq!(desk.state.is_checked(&command), Some(true));
}
