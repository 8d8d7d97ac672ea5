//! The time line.

use egui::epaint::ColorMode;

use super::*;
use crate::gui::panels::timeline;

#[test]
fn the_head_of_the_time_line_follows_the_pointer_both_ways() {
    let mut desk = Desk::of(&falling(), 1280.0, 720.0);
    let track = desk.panels.timeline_track().unwrap();
    let at = |frame: f64| pos2(track.x(frame), track.rect.center().y);
    desk.point(at(20.0));
    assert_eq!(desk.pass(vec![button(at(20.0), true)]), [seek(20)]);
    desk.state.apply(seek(20));
    assert_eq!(desk.pass(vec![Event::PointerMoved(at(90.0))]), [seek(90)]);
    desk.state.apply(seek(90));
    assert_eq!(desk.pass(Vec::new()), [], "it is there");
    assert_eq!(desk.pass(vec![Event::PointerMoved(at(7.0))]), [seek(7)]);
    desk.state.apply(seek(7));
    // A drag past the end stays at the last frame.
    let beyond = pos2(track.rect.right() + 300.0, 300.0);
    assert_eq!(desk.pass(vec![Event::PointerMoved(beyond)]), [seek(track.last as u64)]);
    desk.state.apply(seek(50));
    desk.pass(vec![button(beyond, false)]);
    assert_eq!(desk.pass(vec![Event::PointerMoved(at(30.0))]), [], "let go");
}

#[test]
fn the_wheel_zooms_the_time_line_where_the_pointer_is() {
    let mut desk = Desk::of(&falling(), 1280.0, 720.0);
    desk.state.apply(seek(1000));
    desk.pass(Vec::new());
    let whole = desk.panels.timeline_track().unwrap();
    assert!(whole.first == 0.0 && whole.last >= 1000.0, "{whole:?}");
    let at = pos2(whole.x(900.0), whole.rect.center().y);
    desk.point(at);
    let wheel = Event::MouseWheel {
        unit: egui::MouseWheelUnit::Line,
        delta: vec2(0.0, 1.0),
        modifiers: Modifiers::NONE,
    };
    for _ in 0..3 {
        desk.pass(vec![wheel.clone()]);
    }
    let near = desk.panels.timeline_track().unwrap();
    assert!(near.last - near.first < 0.6 * whole.last, "{near:?}");
    assert_eq!(near.nearest(at.x), 900);
    // The head always stays visible.
    desk.state.apply(seek(10));
    desk.pass(Vec::new());
    let back = desk.panels.timeline_track().unwrap();
    assert!((back.first..back.last).contains(&10.0), "{back:?}");
}

#[test]
fn a_legend_with_a_row_more_leaves_the_time_line_where_it_is() {
    let mut scene = touching();
    scene.bodies[0].position.y = 9.0;
    let mut desk = Desk::of(&scene, 640.0, 720.0);
    let (canvas, before) = (desk.context.available_rect(), desk.panels.timeline_track());
    desk.state.apply(Change::Body(vec![0], BodyEdit::Set("position", FieldValue::Y(1.75))).into());
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.context.available_rect().height() < canvas.height() - 10.0, "the legend grew");
    let track = |track: Option<timeline::Track>| track.map(|track| format!("{track:?}"));
    assert_eq!(track(desk.panels.timeline_track()), track(before));
}

#[test]
fn shift_and_a_drag_mark_the_range_that_is_repeated_and_a_click_forgets_it() {
    let mut desk = Desk::of(&falling(), 1280.0, 720.0);
    let track = desk.panels.timeline_track().unwrap();
    let at = |frame: f64| pos2(track.x(frame), track.rect.center().y);
    let range = |range| Command::Time(TimeCommand::SetRange(range));
    let shift = Modifiers::SHIFT;
    desk.point(at(40.0));
    let press = |at, pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: shift,
    };
    assert_eq!(desk.pass_holding(shift, vec![press(at(40.0), true)]), []);
    for to in [60.0_f64, 20.0] {
        let expected = range(Some((to.min(40.0) as u64, to.max(40.0) as u64)));
        assert_eq!(
            desk.pass_holding(shift, vec![Event::PointerMoved(at(to))]),
            std::slice::from_ref(&expected)
        );
        desk.state.apply(expected);
    }
    assert_eq!(desk.pass_holding(shift, vec![press(at(20.0), false)]), []);
    desk.point(at(90.0));
    desk.pass_holding(shift, vec![press(at(90.0), true)]);
    assert_eq!(desk.pass_holding(shift, vec![press(at(90.0), false)]), [range(None)]);
}

#[test]
fn a_click_on_a_flag_goes_to_its_bookmark_and_one_on_a_curves_peak_to_the_peak() {
    let scene = Scene {
        bookmarks: vec![crate::scene::Bookmark { frame: 50, note: "here".to_owned() }],
        watch: vec!["ball.y".to_owned()],
        ..falling()
    };
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    let track = desk.panels.timeline_track().unwrap();
    let flag = pos2(track.x(50.0) + 5.0, track.rect.top() + 7.0);
    assert!(desk.click(flag).contains(&seek(50)));
    desk.state.apply(seek(60));
    desk.state.apply(seek(20));
    (0..10).for_each(|_| desk.tick());
    desk.state.apply(Command::View(ViewCommand::ShowPanel(Panel::Plots)));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    super::super::places::ask(&desk.context);
    desk.pass(Vec::new());
    let places = super::super::places::take(&desk.context);
    let (_, curve) = places.into_iter().find(|(name, _)| name == "Curve of ball.y").unwrap();
    let series = &desk.state.run().frames.log().watched.series()[0];
    assert_eq!((series.name(), series.values.len()), ("ball.y", 61));
    let [(highest, _), (lowest, _)] = series.extremes().unwrap();
    for place in [highest, lowest] {
        let near = curve.left() + curve.width() * place as f32 / 60.0 + if place > 30 { -4.0 } else { 4.0 };
        assert_eq!(desk.click(pos2(near, curve.center().y)), [seek(place as u64)]);
    }
    let between = curve.left() + curve.width() / 4.0;
    assert_eq!(desk.click(pos2(between, curve.center().y)), [seek(15)], "between them");
}

/// With a single frame its line would stand in the middle, with times before the first frame beside it.
#[test]
fn at_frame_0_a_plot_begins_with_the_first_frame() {
    let mut desk = Desk::of(&falling(), 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::ShowPanel(Panel::Plots)));
    for _ in 0..3 {
        desk.tick();
        desk.pass(Vec::new());
    }
    let accent = Palette::of(&desk.state.showing().theme).accent;
    let is_accent = |color: &ColorMode| matches!(color, ColorMode::Solid(color) if *color == accent);
    let lines = desk.shapes.iter().filter_map(|clipped| match &clipped.shape {
        Shape::Path(path) if is_accent(&path.stroke.color) && path.visual_bounding_rect().height() > 40.0 => {
            Some((path.points.first()?.x - clipped.clip_rect.left()) / clipped.clip_rect.width())
        }
        Shape::LineSegment { points: [from, to], stroke }
            if stroke.color == accent && (from.y - to.y).abs() > 40.0 =>
        {
            Some((from.x - clipped.clip_rect.left()) / clipped.clip_rect.width())
        }
        _ => None,
    });
    let lines: Vec<f32> = lines.collect();
    assert!(!lines.is_empty() && lines.iter().all(|share| *share < 0.1), "{lines:?}");
}

/// With steps of powers of ten alone most low plots had a single number, 0.
#[test]
fn a_low_plot_has_two_numbers_at_least() {
    let height = 60.0;
    for span in (-20..20).map(|power| 1.7_f64.powi(power)) {
        let input = egui_plot::GridInput { bounds: (0.0, span), base_step_size: span / height * 8.0 };
        let apart = super::super::plots::steps_of_numbers(input)[0] / span * height;
        assert!((16.0..=40.1).contains(&apart), "of a span of {span} they are {apart} points apart");
    }
}

/// Both the cross above the line and the line in the list lead to the frame with its pair.
#[test]
fn a_click_on_a_cross_and_one_on_its_line_go_to_the_crossing() {
    let mut text = String::from(
        r#"{"recording": 1, "engine": "some engine 2", "metres_per_unit": 1, "y": "up", "angle": "radians", "normal": "from a to b", "bodies": [{"name": "wall", "static": true, "shapes": [{"rectangle": {"width": 0.1, "height": 4}}]}, {"name": "shot", "shapes": [{"circle": {"radius": 0.08}}]}]}"#,
    );
    for frame in 0..7 {
        let (time, x) = (f64::from(frame) / 60.0, 1.55 + 0.55 * f64::from(frame));
        text += &format!(
            "\n{{\"frame\": {frame}, \"time\": {time}, \"poses\": [[4, 0, 0], [{x}, 0, 0]], \"contacts\": []}}"
        );
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shot.jsonl");
    std::fs::write(&path, text).unwrap();
    let mut desk = Desk::new(open(&path), 1280.0, 1600.0);
    while desk.state.run().is_working() {
        desk.tick();
    }
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let to = Command::Time(TimeCommand::GoToCrossing { frame: 5, pair: (0, 1) });
    let track = desk.panels.timeline_track().unwrap();
    let cross = pos2(track.x(5.0) + 2.0, track.rect.top() + 19.0);
    assert!(desk.click(cross).contains(&to));
    // On the bar a click goes to the frame alone.
    let bar = pos2(track.x(5.0), track.rect.top() + 25.0);
    assert!(desk.click(bar).iter().all(|command| *command == seek(5)));
    // So does the line of the list.
    desk.state.apply(Command::View(ViewCommand::ShowPanel(Panel::Scene)));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let line = desk.shapes.iter().find_map(|clipped| match &clipped.shape {
        Shape::Text(text) if text.galley.text().starts_with("5  wall and shot cross") => {
            Some(text.pos + text.galley.rect.left_center().to_vec2() + vec2(5.0, 0.0))
        }
        _ => None,
    });
    assert_eq!(desk.click(line.unwrap()), [to]);
}

/// Marks at 0, -0.05 and -0.1 were numbered 0, -0.1 and -0.1.
#[test]
fn numbers_of_an_axis_are_those_of_their_marks() {
    let rows: [(f64, f64, &str); 12] = [
        (-0.05, 0.05, "−0.05"),
        (-0.1, 0.05, "−0.10"),
        (3.0 * 0.05 - 0.15, 0.05, "0"),
        (0.2, 0.2, "0.2"),
        (0.1, 0.1, "0.1"),
        (1.5, 0.5, "1.5"),
        (20.0, 5.0, "20"),
        (0.0025, 0.000_5, "0.0025"),
        (2.0e-8, 5.0e-9, "2.0e−8"),
        (25_000_000.0, 5_000_000.0, "2.5e7"),
        (500_000.0, 100_000.0, "500000"),
        (-0.0, 0.5, "0"),
    ];
    for (value, step, text) in rows {
        assert_eq!(super::super::plots::number_of_mark(value, step), text);
    }
}
