//! The time line, scrubbed by mouse, and the inside of a step.

use collision_test::picture::theme::Theme;
use glam::Vec2;

use crate::driver::{Program, SIZE, Screenshot, screen};
use crate::time::{FALLING, positions_in_the_window, reported_positions};

/// The time line as last announced: `timeline: MIN_X MAX_X Y FIRST LAST`.
struct AnnouncedTrack {
    from: f32,
    to: f32,
    y: f32,
    first: f32,
    last: f32,
}

impl AnnouncedTrack {
    fn of(program: &mut Program) -> Self {
        let text = match program.latest("timeline:") {
            Some(text) => text,
            None => program.wait_for("timeline:"),
        };
        let n: Vec<f32> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
        Self { from: n[0], to: n[1], y: n[2], first: n[3], last: n[4] }
    }

    fn at(&self, frame: u64) -> Vec2 {
        let share = (frame as f32 - self.first) / (self.last - self.first);
        Vec2::new(self.from + share * (self.to - self.from), self.y)
    }
}

fn wait_for_frame(program: &mut Program, frame: u64) {
    program.wait_until("frame:", |text| text == frame.to_string());
}

/// The part of the picture that shows the frame number and the time.
fn numbers(picture: &Screenshot) -> Vec<[u8; 3]> {
    let rows = SIZE.1 - 24..SIZE.1 - 2;
    rows.flat_map(|y| (4..190).map(move |x| (x, y))).map(|(x, y)| picture.at(x, y)).collect()
}

#[test]
fn a_picture_taken_while_playing_shows_one_frame_everywhere() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    // A chosen pair stays the same once playing ends.
    let view = program.view();
    program.click(view.screen_from_world(Vec2::new(0.3, 1.05)));
    // Below the messages.
    let (min, max) = (view.canvas.center(), view.canvas.max);
    let middle = |picture: &Screenshot| -> Vec<[u8; 3]> {
        let row = |y| (view.canvas.min.x as u32..max.x as u32).map(move |x| (x, y));
        (min.y as u32..max.y as u32).flat_map(row).map(|(x, y)| picture.at(x, y)).collect()
    };
    for _ in 0..2 {
        program.move_aside();
        program.input(&["key Home", "key space"]);
        program.wait_until("frame:", |text| text.parse::<u64>().unwrap() >= 20);
        let (path, playing) = program.screenshot();
        program.key("space");
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let frame: u64 =
            name.strip_prefix("scene-frame-").unwrap().split('-').next().unwrap().parse().unwrap();
        assert!(frame >= 20, "{name}");
        let line = AnnouncedTrack::of(&mut program);
        program.click(line.at(frame));
        wait_for_frame(&mut program, frame);
        program.move_aside();
        let (_, still) = program.screenshot();
        assert!(numbers(&playing) == numbers(&still), "{name}: frame and time");
        assert!(middle(&playing) == middle(&still), "{name}: the canvas");
    }
}

#[test]
fn a_drag_on_the_time_line_goes_to_its_frame_and_back_bit_for_bit() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    let line = AnnouncedTrack::of(&mut program);
    // No frame is computed yet: the seek takes several ticks.
    program.drag(line.at(3), line.at(83), None);
    wait_for_frame(&mut program, 83);
    let line = AnnouncedTrack::of(&mut program);
    program.drag(line.at(80), line.at(31), None);
    wait_for_frame(&mut program, 31);
    let (path, scrubbed) = program.screenshot();
    assert!(path.ends_with("screenshots/scene-frame-31.png"), "{path:?}");

    // The picture has the ball where that frame has it, and shows that number.
    let expected = reported_positions(&program, 31);
    let view = program.view();
    let top = |center: Vec2| view.screen_from_world(center + Vec2::new(0.0, 0.5));
    let outline = Theme::DARK.body_dynamic;
    assert!(scrubbed.count_near(top(expected[0]), 4.0, outline, 60) > 4);
    assert_eq!(scrubbed.count_near(top(Vec2::new(0.3, 1.05)), 4.0, outline, 60), 0);
    program.key("comma");
    wait_for_frame(&mut program, 30);
    let (_, before) = program.screenshot();
    program.key("period");
    wait_for_frame(&mut program, 31);
    let (_, stepped) = program.screenshot();
    assert!(numbers(&stepped) == numbers(&scrubbed), "the same number");
    assert!(numbers(&before) != numbers(&scrubbed), "another number");

    assert_eq!(positions_in_the_window(&mut program)[..2], expected[..2]);
}

#[test]
fn a_click_on_the_time_line_stops_play_and_page_up_goes_ten_frames_back() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    program.key("space");
    program.wait_for("playing:");
    program.wait_until("frame:", |text| text.parse::<u64>().is_ok_and(|frame| frame > 30));
    let line = AnnouncedTrack::of(&mut program);
    program.click(line.at(25));
    program.wait_for("paused:");
    // Time is paused wherever the seek is by now.
    program.key("Prior");
    wait_for_frame(&mut program, 15);
    let expected = reported_positions(&program, 15);
    assert_eq!(positions_in_the_window(&mut program)[..2], expected[..2]);
}

#[test]
fn a_step_gone_through_stage_by_stage_is_the_step() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    let line = AnnouncedTrack::of(&mut program);
    program.click(line.at(8));
    wait_for_frame(&mut program, 8);
    program.key("shift+period");
    let first = program.wait_for("stage:");
    let count: usize = first.strip_prefix("1/").unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(first.ends_with("Forces") && (4..60).contains(&count), "{first}");
    for stage in 2..=count {
        program.key("shift+period");
        program.wait_until("stage:", |text| text.starts_with(&format!("{stage}/{count} ")));
    }
    assert_eq!(program.latest("stage:").unwrap(), format!("{count}/{count} End of the step: frame 9"));
    // Inside a step, the screenshot has the number of the frame before the step, and that of the stage.
    let (path, _) = program.screenshot();
    assert!(path.ends_with(format!("screenshots/scene-frame-8-stage-{count}.png")), "{path:?}");
    program.key("shift+comma");
    program.wait_until("stage:", |text| text.starts_with(&format!("{}/{count} ", count - 1)));
    program.key("shift+period");
    program.key("shift+period");
    wait_for_frame(&mut program, 9);
    program.key("Escape");
    program.wait_until("stage:", |text| text == "none");
    let expected = reported_positions(&program, 9);
    assert_eq!(positions_in_the_window(&mut program)[..2], expected[..2]);
}

#[test]
fn the_banner_of_a_step_is_above_the_canvas_and_the_world_stays_where_it_was() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    let before = program.view();
    program.key("shift+period");
    program.wait_for("stage:");
    program.move_aside();
    let inside = program.view();
    assert!(inside.canvas.min.y > before.canvas.min.y + 20.0, "{:?}", inside.canvas);
    program.key("Escape");
    program.wait_until("stage:", |text| text == "none");
    program.move_aside();
    let after = program.view();
    assert_eq!(after.canvas.min, before.canvas.min);
    for world in [Vec2::ZERO, Vec2::new(3.0, 2.0)] {
        let place = before.screen_from_world(world);
        for view in [inside, after] {
            assert!(view.screen_from_world(world).distance(place) < 0.1, "{view:?} after {before:?}");
        }
    }
}

#[test]
fn a_click_on_an_event_goes_to_its_frame() {
    let Some(screen) = screen() else { return };
    let mut program = Program::open(&screen, FALLING, &[]);
    let line = AnnouncedTrack::of(&mut program);
    program.click(line.at(60));
    wait_for_frame(&mut program, 60);
    // This opens View > Event log by its tab at the side.
    program.press("Events");
    program.press("Event 0");
    let frame = program.wait_until("frame:", |text| text != "60");
    let frame: u64 = frame.parse().unwrap();
    // The ball's first touch of the floor, according to the report.
    let touches = |frame: u64| reported_positions(&program, frame)[0].y < 1.0;
    assert!(frame > 0 && frame < 60, "{frame}");
    assert!(touches(frame) || touches(frame - 1), "frame {frame}");
}
