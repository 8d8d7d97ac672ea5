//! Fields: what is typed into them, and when it counts.

use super::layout::place;
use super::*;
use crate::app::MotionKind;
use crate::app::commands::HandMove;
use crate::gui::panels::fields;
use crate::picture::theme::Theme;
use crate::scene::ScenePart;

fn crate_selected(scene: &Scene) -> Desk {
    let mut desk = Desk::of(scene, 1280.0, 720.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![1])));
    desk.pass(Vec::new());
    desk
}

/// The crate selected, and the field of its x.
fn crate_at_a_third() -> (Desk, Pos2) {
    let mut scene = touching();
    scene.bodies[1].position.x = 1.0 / 3.0;
    let desk = crate_selected(&scene);
    let field = desk.text("x 0.3333 m");
    (desk, field)
}

#[test]
fn a_number_typed_into_a_field_is_one_edit_of_all_that_is_selected() {
    let mut desk = crate_selected(&touching());
    let field = desk.text("x 0 m");
    desk.click(field);
    desk.pass(vec![Event::Text("3,25".to_owned())]);
    let commands = desk.key(Key::Enter);
    let edit = Change::Body(vec![1], BodyEdit::Set("position", FieldValue::X(3.25)));
    assert_eq!(commands, [edit.into()]);
}

#[test]
fn a_field_that_is_entered_and_left_changes_nothing() {
    let (mut desk, field) = crate_at_a_third();
    assert_eq!(desk.click(field), []);
    assert_eq!(desk.key(Key::Enter), []);
    assert_eq!(desk.pass(Vec::new()), []);
}

/// The number that a field showed, rounded, could not be typed: it was taken for what stood there already.
#[test]
fn the_rounded_number_that_a_field_shows_can_be_typed() {
    let (mut desk, field) = crate_at_a_third();
    desk.click(field);
    desk.pass(Vec::new());
    assert!(desk.shows("0.33333334"), "all digits while it is typed into");
    desk.pass(vec![Event::Text("0.3333".to_owned())]);
    assert_eq!(desk.key(Key::Enter), [x_of_crate(0.3333)]);
}

/// The crate selected, and what is typed into the field of its x.
fn typed(keys: &str) -> Desk {
    let mut desk = crate_selected(&touching());
    let field = desk.text("x 0 m");
    desk.click(field);
    assert_eq!(desk.pass(vec![Event::Text(keys.to_owned())]), []);
    desk
}

fn x_of_crate(x: f32) -> Command {
    Change::Body(vec![1], BodyEdit::Set("position", FieldValue::X(x))).into()
}

#[test]
fn what_is_typed_in_the_frame_of_a_click_elsewhere_is_not_lost() {
    let elsewhere = pos2(1000.0, 600.0);
    let mut desk = typed("1");
    desk.pass(vec![Event::PointerMoved(elsewhere)]);
    let commands = desk.pass(vec![Event::Text("2".to_owned()), button(elsewhere, true)]);
    assert_eq!(commands.first(), Some(&x_of_crate(12.0)), "{commands:?}");
}

#[test]
fn what_is_typed_comes_before_the_command_that_takes_the_focus() {
    let mut desk = typed("2");
    let undo = desk.text("Events");
    let commands = desk.click(undo);
    let tab = Command::View(ViewCommand::ShowPanel(Panel::Events));
    assert_eq!(commands, [x_of_crate(2.0), tab]);
}

#[test]
fn a_field_that_is_hidden_while_it_is_typed_into_is_applied_or_told() {
    let mut desk = typed("2");
    desk.state.apply(Command::View(ViewCommand::ShowPanel(Panel::Plots)));
    assert_eq!(desk.pass(Vec::new()), [x_of_crate(2.0)]);
    let mut desk = typed("2x");
    desk.size.x = 400.0;
    let commands = desk.pass(Vec::new());
    let Some(Command::View(ViewCommand::Warn(text))) = commands.last() else { panic!("{commands:?}") };
    assert!(text.starts_with("Position: \"2x\" was not applied. Not a number."), "{text}");
}

#[test]
fn a_point_on_a_line_with_its_neighbours_is_refused_at_its_field() {
    let gem = SceneShape::Polygon {
        points: vec![Vec2::new(0.0, 1.0), Vec2::new(-1.5, -1.25), Vec2::new(1.0, -1.0)],
        radius: 0.0,
    };
    let scene = Scene { bodies: vec![SceneBody::new("gem", gem)], ..Scene::default() };
    let mut desk = Desk::of(&scene, 1280.0, 1080.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
    desk.pass(Vec::new());
    let field = desk.text("x −1.5 m");
    desk.click(field);
    desk.pass(vec![Event::Text("1.125".to_owned())]);
    assert_eq!(desk.key(Key::Enter), []);
    desk.pass(Vec::new());
    assert!(desk.shows("The outline would not be convex.") && desk.shows("1.125"));
    desk.pass(vec![Event::Text("+9".to_owned())]);
    assert!(!desk.shows("The outline would not be convex."), "the text is another one");
    desk.key(Key::Escape);
    desk.pass(Vec::new());
    assert!(desk.shows("x −1.5 m"));
}

#[test]
fn escape_in_the_very_next_frame_takes_a_refused_text_back() {
    let mut desk = typed("2x");
    assert_eq!(desk.key(Key::Enter), []);
    // The shell asks for this with every Escape in a field.
    fields::leave(&desk.context, fields::FocusLoss::Revert);
    assert_eq!(desk.key(Key::Escape), []);
    desk.pass(Vec::new());
    assert!(!desk.shows("2x"));
}

#[test]
fn bodies_that_differ_show_a_dash() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.state.apply(Command::Select(SelectCommand::All));
    desk.pass(Vec::new());
    assert!(desk.shows("2 bodies"));
    assert!(desk.shows("y — m"));
    assert!(desk.shows("x 0 m"));
}

#[test]
fn the_inspector_tells_the_present_and_beside_it_the_start() {
    let mut scene = touching();
    let velocity = Vec2::new(0.0, 1.0);
    scene.bodies[0].motion = SceneMotion::Kinematic { velocity, angular_velocity: 0.0 };
    let index = 0;
    let mut desk = Desk::of(&scene, 1280.0, 1080.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![index as u32])));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let (place, start) = (desk.text("Restitution"), scene.bodies[index].position);
    desk.state.apply(Command::Time(TimeCommand::Seek(30)));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let now = desk.state.run().world().bodies()[index].pose().position;
    assert_ne!(now, start);
    let shown = |value: f32| widgets::plain(f64::from(value));
    assert!(desk.shows(&format!("y {} m", shown(now.y))), "{now}");
    assert!(desk.shows(&format!("start  x {}   y {}", shown(start.x), shown(start.y))));
    assert_eq!(desk.text("Restitution"), place);
    // An edit of one value leaves the others where they are.
    desk.state.apply(
        Change::Body(vec![index as u32], BodyEdit::Set("restitution", FieldValue::Number(0.5))).into(),
    );
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.shows(&format!("y {} m", shown(now.y))));
}

#[test]
fn parts_have_rows_of_their_own_and_one_way_is_switched_on() {
    let circle = |radius| ScenePart::new(SceneShape::Circle { radius });
    let parts = vec![circle(1.5), ScenePart { at: Vec2::new(0.0, 2.25), ..circle(0.5) }];
    let cart = SceneBody::new("cart", SceneShape::Compound { parts });
    let mut desk = Desk::of(&Scene { bodies: vec![cart], ..Scene::default() }, 1280.0, 1080.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
    desk.pass(Vec::new());
    assert!(desk.shows("Part 1: circle") && !desk.shows("y 2.25 m"));
    let header = desk.text("Part 2: circle");
    desk.click(header);
    (0..20).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.shows("y 2.25 m") && desk.shows("Density"));
    assert!(desk.shows("One-way") && !desk.shows("Held side"));
    desk.state.apply(Change::Body(vec![0], BodyEdit::OneWay(Some(Vec2::Y))).into());
    desk.pass(Vec::new());
    assert!(desk.shows("Held side"));
}

/// Rows of all would take most of a frame.
#[test]
fn of_thousands_of_parts_the_first_have_rows() {
    let parts = vec![ScenePart::new(SceneShape::Circle { radius: 0.5 }); 4096];
    let level = SceneBody::new("level", SceneShape::Compound { parts });
    let mut desk = Desk::of(&Scene { bodies: vec![level], ..Scene::default() }, 1280.0, 12_000.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    assert!(desk.shows("Part 256: circle") && desk.shows("3840 parts more"));
    assert!(!desk.shows("Part 257: circle"));
}

#[test]
fn names_of_masks_are_chosen_from_those_that_there_are() {
    let mut scene = touching();
    scene.bodies[0].is = Some(vec!["player".to_owned()]);
    let mut desk = Desk::of(&scene, 1280.0, 1400.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![1])));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    let open = place(&mut desk, "Names of meets").center();
    assert_eq!(desk.click(open), []);
    desk.pass(Vec::new());
    let name = desk.text("player");
    let asked = FieldValue::Names(Some(vec!["player".to_owned()]));
    let change = Change::Body(vec![1], BodyEdit::Set("meets", asked));
    assert_eq!(desk.click(name), [Command::Edit(EditCommand::Do(change))]);
}

#[test]
fn a_right_click_on_a_number_offers_runs_with_five_of_its_values() {
    let mut desk = crate_selected(&touching());
    let at = place(&mut desk, "Position x").center();
    let press = |pressed| Event::PointerButton {
        pos: at,
        button: PointerButton::Secondary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    desk.point(at);
    for events in [vec![press(true)], vec![press(false)], Vec::new(), Vec::new()] {
        assert_eq!(desk.pass(events), []);
    }
    let offer = desk.text("Compare runs with 0 m, 0.25 m, 0.5 m, 0.75 m, 1 m");
    let change = |value| Change::Body(vec![1], BodyEdit::Set("position", FieldValue::X(value)));
    let values = [0.0, 0.25, 0.5, 0.75, 1.0].map(|value| (value, change(value)));
    assert_eq!(
        desk.click(offer),
        [
            Command::Edit(EditCommand::KeepSwept("position x".to_owned(), values.to_vec())),
            Command::View(ViewCommand::ShowPanel(Panel::Plots)),
        ]
    );
}

#[test]
fn the_distance_of_the_grid_is_typed_in_the_status_bar() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let at = place(&mut desk, "Grid").center();
    desk.click(at);
    let mut commands = desk.pass(vec![Event::Text("0.32".to_owned())]);
    commands.extend(desk.key(Key::Enter));
    assert_eq!(commands, [Command::View(ViewCommand::SetGridStep(Some(0.32)))]);
}

#[test]
fn lengths_are_shown_and_typed_in_pixels_of_a_game_whose_y_counts_downwards() {
    let mut scene = touching();
    scene.bodies[0].rotation = 30.0;
    let mut desk = Desk::of(&scene, 1280.0, 1080.0);
    for command in [ViewCommand::WriteLengths(LengthChoice::Pixel), ViewCommand::ToggleYDown] {
        desk.state.apply(Command::View(command));
    }
    desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    // The ball of 1 m is at (0, 1.75) m, turned by 30° counter-clockwise.
    for text in ["32 px", "x 0 px", "y −56 px", "−30°", "depth px"] {
        assert!(desk.shows(text), "{text}");
    }
    let field = desk.text("y −56 px");
    desk.click(field);
    desk.pass(vec![Event::Text("-64".to_owned())]);
    let edit = Change::Body(vec![0], BodyEdit::Set("position", FieldValue::Y(2.0)));
    assert_eq!(desk.key(Key::Enter), [edit.into()]);
    let field = desk.text("32 px");
    desk.click(field);
    desk.pass(vec![Event::Text("0".to_owned())]);
    assert_eq!(desk.key(Key::Enter), []);
    desk.pass(Vec::new());
    assert!(desk.shows("Allowed: a number above 0, at most 32000000 px"));
    desk.pass(vec![Event::Text("+16 px".to_owned())]);
    let edit = Change::Body(vec![0], BodyEdit::Set("radius", FieldValue::Number(0.5)));
    assert_eq!(desk.key(Key::Enter), [edit.into()]);
}

/// A mover on a crate.
fn mover_selected() -> Desk {
    let mut scene = falling();
    let SceneMotion::Mover { velocity, up, step, snap, speed, jump, .. } = SceneMotion::mover() else {
        panic!("no mover")
    };
    scene.bodies[0].motion = SceneMotion::Mover { velocity, up, max_slope: 60.0, step, snap, speed, jump };
    scene.bodies[0].gravity_scale = 3.0;
    let mut desk = Desk::of(&scene, 1280.0, 1800.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    desk
}

/// It was negative, and what its own message allowed was refused.
#[test]
fn a_steepness_has_no_sign_where_y_counts_downwards() {
    let mut desk = mover_selected();
    desk.state.apply(Command::View(ViewCommand::ToggleYDown));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let field = desk.text("60°");
    desk.click(field);
    desk.pass(vec![Event::Text("50".to_owned())]);
    let edit = Change::Body(vec![0], BodyEdit::Set("max_slope", FieldValue::Number(50.0)));
    assert_eq!(desk.key(Key::Enter), [edit.into()]);
}

/// It fell three times as fast, and no field said why.
#[test]
fn a_mover_has_a_field_of_its_share_of_gravity() {
    let mut desk = mover_selected();
    let field = desk.text("3 ×");
    desk.click(field);
    desk.pass(vec![Event::Text("1".to_owned())]);
    let edit = Change::Body(vec![0], BodyEdit::Set("gravity_scale", FieldValue::Number(1.0)));
    assert_eq!(desk.key(Key::Enter), [edit.into()]);
}

/// It was a message, and what was typed was lost.
#[test]
fn a_direction_of_length_0_stays_in_its_field_with_what_is_allowed_below() {
    let mut desk = mover_selected();
    let field = desk.text("y 1");
    desk.click(field);
    desk.pass(vec![Event::Text("0".to_owned())]);
    assert_eq!(desk.key(Key::Enter), []);
    desk.pass(Vec::new());
    assert!(desk.shows("allowed: two finite numbers (x, y), not both 0"));
    desk.pass(vec![Event::Text("-1".to_owned())]);
    let edit = Change::Body(vec![0], BodyEdit::Set("up", FieldValue::Y(-1.0)));
    assert_eq!(desk.key(Key::Enter), [edit.into()]);
}

/// The others were lit while they held, and a jump could not be seen.
#[test]
fn jump_asks_for_a_jump_and_is_lit_and_takes_it_back() {
    let mut desk = mover_selected();
    let walk = |jump| {
        let walk = HandMove::Walk { body: 0, direction: None, jump: Some(jump) };
        Command::Time(TimeCommand::Hand(walk))
    };
    let lit = |desk: &Desk| {
        let at = desk.text("Jump");
        let fill = desk.context.style().visuals.selection.bg_fill;
        desk.shapes.iter().any(|clipped| {
            matches!(&clipped.shape, Shape::Rect(rect) if rect.fill == fill && rect.rect.contains(at))
        })
    };
    for jump in [true, false, true] {
        assert_eq!(lit(&desk), !jump);
        let at = desk.text("Jump");
        let commands = desk.click(at);
        assert_eq!(commands, [walk(jump)]);
        commands.into_iter().for_each(|command| drop(desk.state.apply(command)));
        desk.pass(Vec::new());
    }
    desk.state.apply(seek(1));
    desk.pass(Vec::new());
    assert!(!lit(&desk), "a jump is of one frame");
}

#[test]
fn how_many_pixels_a_metre_has_stands_in_the_view_menu() {
    let mut desk = Desk::of(&touching(), 1280.0, 1080.0);
    desk.state.apply(Command::View(ViewCommand::WriteLengths(LengthChoice::Pixel)));
    let menu = place(&mut desk, "Menu View").center();
    desk.click(menu);
    desk.pass(Vec::new());
    let at = place(&mut desk, "Pixels per metre").center();
    desk.click(at);
    let mut commands = desk.pass(vec![Event::Text("100".to_owned())]);
    commands.extend(desk.key(Key::Enter));
    assert_eq!(commands, [Command::View(ViewCommand::SetPixelsPerMetre(100.0))]);
}

/// Rows of a rectangle and of a circle with names to choose from: the note of the rounding and the buttons are whole.
#[test]
fn the_rows_of_the_inspector_end_within_the_window() {
    let mut scene = touching();
    for body in &mut scene.bodies {
        (body.is, body.meets) = (Some(vec!["player".to_owned()]), Some(vec!["level".to_owned()]));
    }
    for selected in [vec![0], vec![1], vec![0, 1]] {
        let mut desk = Desk::of(&scene, 1280.0, 1400.0);
        desk.state.apply(Command::Select(SelectCommand::Only(selected.clone())));
        for _ in 0..3 {
            desk.pass(Vec::new());
        }
        for clipped in &desk.shapes {
            let Shape::Text(text) = &clipped.shape else { continue };
            let (words, right) = (text.galley.text(), text.pos.x + text.galley.rect.right());
            let is_seen = text.pos.x < clipped.clip_rect.right();
            assert!(!is_seen || right <= 1280.0 - 4.0, "{selected:?}: {words:?} ends at {right}");
        }
        let [is, meets] = ["Names of is", "Names of meets"].map(|name| place(&mut desk, name));
        for button in [is, meets] {
            assert!(button.right() <= 1280.0 - 4.0 && button.width() > 34.0, "{selected:?}: {button}");
        }
    }
}

/// What was typed there changed the scene unseen.
#[test]
fn tab_scrolls_the_field_that_it_leads_to_into_sight() {
    let mut desk = Desk::of(&touching(), 1280.0, 480.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
    desk.pass(Vec::new());
    for step in 0..24 {
        fields::leave(&desk.context, fields::FocusLoss::Next);
        (0..12).for_each(|_| drop(desk.pass(Vec::new())));
        let id = desk.context.memory(|memory| memory.focused()).unwrap();
        let field = desk.context.read_response(id).unwrap();
        assert!(field.rect.height() - field.interact_rect.height() < 2.0, "step {step}: {field:?}");
    }
}

/// In a low window it stood below the fold.
#[test]
fn why_a_text_is_refused_is_scrolled_into_sight() {
    let mut refused = 0;
    for steps in 1..14 {
        let mut desk = Desk::of(&touching(), 1280.0, 480.0);
        desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
        desk.pass(Vec::new());
        for _ in 0..steps {
            fields::leave(&desk.context, fields::FocusLoss::Next);
            desk.pass(Vec::new());
        }
        desk.pass(vec![Event::Text("x".to_owned())]);
        desk.key(Key::Enter);
        (0..12).for_each(|_| drop(desk.pass(Vec::new())));
        if !fields::any_draft(&desk.context) {
            continue;
        }
        refused += 1;
        let is_explained = desk.shapes.iter().any(|clipped| match &clipped.shape {
            Shape::Text(text) => {
                text.galley.text().starts_with("Not a number")
                    && clipped.clip_rect.expand(2.0).contains_rect(text.visual_bounding_rect())
            }
            _ => false,
        });
        assert!(is_explained, "after {steps} steps");
    }
    assert!(refused > 5, "{refused}");
}

/// The field was inserted above its switch, which moved from under the pointer.
#[test]
fn the_switch_of_one_way_stays_where_it_is() {
    let mut desk = Desk::of(&touching(), 1280.0, 1080.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![1])));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let switch = desk.text("One-way");
    desk.state.apply(Change::Body(vec![1], BodyEdit::OneWay(Some(Vec2::Y))).into());
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    assert_eq!(desk.text("One-way"), switch);
    assert!(desk.text("Held side").y > switch.y);
}

#[test]
fn a_name_of_masks_that_is_typed_twice_counts_once() {
    let mut desk = Desk::of(&touching(), 1280.0, 1080.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![1])));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let field = place(&mut desk, "Is").center();
    desk.click(field);
    desk.select_all();
    desk.pass(vec![Event::Text("level, player, level".to_owned())]);
    let names = FieldValue::Names(Some(vec!["level".to_owned(), "player".to_owned()]));
    assert_eq!(desk.key(Key::Enter), [Change::Body(vec![1], BodyEdit::Set("is", names)).into()]);
}

/// An empty box had nearly the colour of the panel: 1.13 and 1.25 to 1.
#[test]
fn an_empty_box_to_tick_is_told_from_the_panel() {
    for theme in [Theme::DARK, Theme::LIGHT] {
        let mut desk = Desk::of(&touching(), 1280.0, 1080.0);
        if desk.state.showing().theme.dark != theme.dark {
            desk.state.apply(Command::View(ViewCommand::ToggleTheme));
            style::apply(&desk.context, &desk.state.showing().theme);
        }
        desk.state.apply(Command::Select(SelectCommand::Only(vec![1])));
        (0..3).for_each(|_| drop(desk.pass(Vec::new())));
        let line = desk.text("One-way").y;
        let panel = Palette::of(&desk.state.showing().theme).panel;
        let boxes = desk.shapes.iter().filter_map(|clipped| match &clipped.shape {
            Shape::Rect(rect) if rect.rect.width() <= 16.0 && rect.rect.y_range().contains(line) => {
                Some(contrast(rect.stroke.color, panel).max(contrast(rect.fill, panel)))
            }
            _ => None,
        });
        let most = boxes.fold(0.0, f32::max);
        assert!(most >= 3.0, "{most}");
    }
}

/// As WCAG computes it.
fn contrast(a: egui::Color32, b: egui::Color32) -> f32 {
    let luminance = |color: egui::Color32| {
        let [r, g, b, _] = egui::Rgba::from(color).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

#[test]
fn a_new_stop_shows_how_it_is_written() {
    let mut desk = Desk::of(&touching(), 1280.0, 2000.0);
    desk.state.apply(Command::Select(SelectCommand::Only(Vec::new())));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.shows("Deeper(a: \"ball\", b: \"*\", than: 0.05)"));
}

/// Tab went past the lists to choose from.
#[test]
fn tab_finds_a_list_to_choose_from_and_arrows_choose() {
    let mut desk = Desk::of(&touching(), 1280.0, 1080.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![1])));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let list = place(&mut desk, "Motion");
    let focused = |desk: &Desk| {
        let id = desk.context.memory(|memory| memory.focused())?;
        Some(desk.context.read_response(id)?.rect)
    };
    let steps = (0..40).find(|_| {
        fields::leave(&desk.context, fields::FocusLoss::Next);
        (0..3).for_each(|_| drop(desk.pass(Vec::new())));
        focused(&desk).is_some_and(|rect| rect.intersects(list.shrink(2.0)))
    });
    assert!(steps.is_some(), "Tab leads to it");
    let kind = |desk: &Desk| MotionKind::of(&desk.state.scene().bodies[1].motion);
    let before = kind(&desk);
    let at = MotionKind::ALL.iter().position(|kind| *kind == before).unwrap();
    let (key, next) = if at == 0 { (Key::ArrowDown, 1) } else { (Key::ArrowUp, at - 1) };
    let edit = BodyEdit::MotionKind(MotionKind::ALL[next]);
    assert_eq!(desk.key(key), [Change::Body(vec![1], edit).into()]);
    // It keeps the focus, and Space opens it.
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(focused(&desk).is_some_and(|rect| rect.intersects(list)));
    desk.key(Key::Space);
    desk.pass(Vec::new());
    assert!(MotionKind::ALL.iter().all(|kind| desk.shows(kind.label())));
}
