use collide2d::{Pose, collide};
use collision_test::app::{
    BodyEdit, Change, Command, Direction, EditCommand, Effect, Key, ListEdit, Modifiers, MotionKind, News,
    NoteEdit, SceneEdit, SelectCommand, Stride, TimeCommand, command_for, table,
};
use collision_test::picture::display::Source;
use collision_test::scene::field::{Field, FieldKind, FieldValue};
use collision_test::scene::fields::{
    AHEAD_FIELDS, MATERIAL_FIELDS, MIX_FIELDS, MOTION_FIELDS, POSE_FIELDS, RIGID_FIELDS, SETTING_FIELDS,
    STEP_FIELDS,
};
use collision_test::scene::limit::Limit;
use collision_test::scene::shape::SHAPE_FIELDS;
use collision_test::scene::{
    Expectation, Scene, SceneGenerator, SceneJoint, SceneListener, SceneMotion, SceneShape,
};
use glam::Vec2;

use crate::hand::{SCENE, TestHand, assert_near};

fn edit(change: Change) -> Command {
    Command::Edit(EditCommand::Do(change))
}

fn body_edit(index: u32, edit_of: BodyEdit) -> Command {
    edit(Change::Body(vec![index], edit_of))
}

/// An edit of each value of these fields that the owner has, which changes it; and one that its limit refuses.
fn field_edits<T>(fields: &[Field<T>], owner: &T) -> Vec<(&'static str, FieldValue, Option<FieldValue>)> {
    let numbers = |limit: Limit, now: f32| {
        let good = [0.75, 0.0625, 4.0].into_iter().find(|value| limit.holds(*value) && *value != now);
        let bad = [-1.0, 2.0, 2.0e6, f32::NAN].into_iter().find(|value| !limit.holds(*value));
        (good.unwrap(), bad.unwrap())
    };
    let mut edits = Vec::new();
    for Field { name, kind, .. } in fields {
        match kind {
            FieldKind::Number { limit, place, .. } => {
                let Some(now) = (place.get)(owner) else { continue };
                let (good, bad) = numbers(*limit, *now);
                edits.push((*name, FieldValue::Number(good), Some(FieldValue::Number(bad))));
            }
            FieldKind::Vector { limit, place, .. } => {
                let Some(now) = (place.get)(owner) else { continue };
                let (good, bad) = numbers(*limit, now.x);
                edits.push((*name, FieldValue::X(good), Some(FieldValue::X(bad))));
                let (good, bad) = numbers(*limit, now.y);
                edits.push((*name, FieldValue::Y(good), Some(FieldValue::Y(bad))));
            }
            FieldKind::Points { .. } => {}
            FieldKind::Numbers { limit, .. } => {
                let (good, bad) = numbers(*limit, 0.0);
                let list = |last| FieldValue::Numbers(vec![good, last]);
                edits.push((*name, list(good), Some(list(bad))));
            }
            FieldKind::Names { .. } => {
                let names = |name: &str| FieldValue::Names(Some(vec![name.to_owned()]));
                edits.push((*name, names("player"), Some(names(" "))));
            }
            FieldKind::Flag { place, .. } => {
                let Some(now) = (place.get)(owner) else { continue };
                edits.push((*name, FieldValue::Flag(!now), None));
            }
            FieldKind::Count { .. } => {
                edits.push((*name, FieldValue::Count(Some(3)), Some(FieldValue::Count(Some(0)))));
            }
            FieldKind::Choice { words, get, .. } => {
                edits.push((*name, FieldValue::Choice((get(owner) + 1) % words.len()), None));
            }
        }
    }
    edits
}

#[test]
fn each_value_is_set_undone_and_refused_beyond_its_limit() {
    let mut hand = TestHand::new();
    hand.apply(body_edit(1, BodyEdit::MotionKind(MotionKind::Kinematic)));
    let scene = hand.scene().clone();
    let mut edits = Vec::new();
    for (i, body) in scene.bodies.iter().enumerate() {
        let mut of_body = field_edits(&POSE_FIELDS, body);
        of_body.extend(field_edits(&SHAPE_FIELDS, &body.shape));
        of_body.extend(field_edits(&MOTION_FIELDS, &body.motion));
        of_body.extend(field_edits(&MATERIAL_FIELDS, body));
        edits.extend(of_body.into_iter().map(|(name, good, bad)| {
            let edit = |value| body_edit(i as u32, BodyEdit::Set(name, value));
            (name, edit(good), bad.map(edit))
        }));
    }
    let mut of_scene = field_edits(&SETTING_FIELDS, &scene);
    of_scene.extend(field_edits(&STEP_FIELDS, &scene));
    of_scene.extend(field_edits(&AHEAD_FIELDS, &scene));
    of_scene.extend(field_edits(&RIGID_FIELDS, &scene.rigid));
    of_scene.extend(field_edits(&MIX_FIELDS, &scene.mix));
    edits.extend(of_scene.into_iter().map(|(name, good, bad)| {
        let set = |value| edit(Change::Scene(SceneEdit::Set(name, value)));
        (name, set(good), bad.map(set))
    }));
    assert!(edits.len() > 40, "{}", edits.len());
    let before = hand.ron();
    for (name, good, bad) in edits {
        hand.apply(good.clone());
        assert_ne!(hand.ron(), before, "{good:?} changed nothing");
        hand.undo();
        assert_eq!(hand.ron(), before, "{good:?}");
        if let Some(bad) = bad {
            hand.apply(bad.clone());
            assert_eq!(hand.ron(), before, "{bad:?}");
            let message = hand.last_message();
            assert!(message.contains(name) && message.contains("; allowed: "), "{bad:?}: {message}");
        }
    }
}

#[test]
fn undo_brings_back_the_bytes_of_every_edit() {
    let edits = [
        body_edit(0, BodyEdit::Set("position", FieldValue::X(3.0))),
        body_edit(2, BodyEdit::Point(0, Vec2::new(0.1, 1.3))),
        body_edit(1, BodyEdit::MotionKind(MotionKind::Dynamic)),
        edit(Change::Rename(1, "chest".to_owned())),
        edit(Change::Scene(SceneEdit::Set("timestep", FieldValue::Number(0.01)))),
        edit(Change::Expectation(ListEdit::Remove(0))),
        edit(Change::RemoveBodies(vec![0, 2])),
    ];
    let mut hand = TestHand::new();
    let mut states = vec![hand.ron()];
    for command in edits {
        hand.apply(command.clone());
        let now = hand.ron();
        assert!(!states.contains(&now), "{command:?} changed nothing");
        states.push(now);
    }
    let last = states.pop().unwrap();
    for before in states.iter().rev() {
        hand.undo();
        assert_eq!(hand.ron(), *before);
    }
    assert!(!hand.state.files().document.is_dirty());
    for _ in 0..states.len() {
        hand.redo();
    }
    assert_eq!(hand.ron(), last);
}

#[test]
fn a_value_that_is_not_allowed_becomes_a_message_and_changes_nothing() {
    for command in [
        body_edit(2, BodyEdit::Point(0, Vec2::new(0.0, -1.0))),
        edit(Change::Rename(0, "crate".to_owned())),
        edit(Change::Rename(0, String::new())),
    ] {
        let mut hand = TestHand::new();
        let before = hand.ron();
        hand.apply(command.clone());
        assert_eq!(hand.ron(), before, "{command:?}");
        assert!(!hand.last_message().is_empty());
        assert!(!hand.state.is_enabled(&Command::Edit(EditCommand::Undo)), "{command:?}");
    }
}

#[test]
fn the_previews_of_a_slider_are_one_undo_point() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    for radius in [1.1, 1.2, 1.3] {
        hand.apply(Command::Edit(EditCommand::Preview(Change::Body(
            vec![0],
            BodyEdit::Set("radius", FieldValue::Number(radius)),
        ))));
    }
    hand.apply(Command::Edit(EditCommand::Commit));
    assert_eq!(hand.body("ball").shape, SceneShape::Circle { radius: 1.3 });
    hand.undo();
    assert_eq!(hand.ron(), before);
}

#[test]
fn an_edit_after_a_slider_left_held_is_a_second_undo_point() {
    let mut hand = TestHand::new();
    hand.apply(Command::Edit(EditCommand::Preview(Change::Body(
        vec![0],
        BodyEdit::Set("radius", FieldValue::Number(1.2)),
    ))));
    hand.apply(body_edit(0, BodyEdit::Set("friction", FieldValue::Number(0.9))));
    hand.undo();
    assert_eq!(hand.body("ball").shape, SceneShape::Circle { radius: 1.2 });
    hand.undo();
    assert_eq!(hand.body("ball").shape, SceneShape::Circle { radius: 1.0 });
}

/// The ball was selected again, and the axes of two others stood in the panel.
#[test]
fn undo_brings_the_pair_back_that_goes_with_the_selection() {
    let body = |name: &str, x: f32| {
        format!("Body(name: \"{name}\", position: ({x}, 0.0), shape: Circle(radius: 1.0))")
    };
    let bodies = [body("ball", -9.0), body("next", -7.5), body("one", 0.0), body("other", 1.5)].join(", ");
    let mut hand = TestHand::on(&format!("(version: 1, bodies: [{bodies}])"));
    hand.select(&["ball"]);
    assert_eq!(hand.selected_pair(), Some(("ball", "next")));
    hand.key(Key::Delete);
    hand.select(&["one"]);
    assert_eq!(hand.selected_pair(), Some(("one", "other")));
    hand.undo();
    assert_eq!(hand.selected_pair(), Some(("ball", "next")));
}

#[test]
fn a_new_edit_forgets_what_was_undone() {
    let mut hand = TestHand::new();
    hand.apply(body_edit(0, BodyEdit::Set("radius", FieldValue::Number(1.2))));
    hand.undo();
    hand.apply(body_edit(0, BodyEdit::Set("radius", FieldValue::Number(1.4))));
    hand.redo();
    assert_eq!(hand.body("ball").shape, SceneShape::Circle { radius: 1.4 });
    hand.undo();
    assert!(!hand.state.files().document.is_dirty());
}

#[test]
fn undo_in_the_middle_of_a_drag_takes_the_drag_back() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    hand.press((0.1, 2.2));
    hand.move_to((3.0, 3.0));
    hand.undo();
    hand.move_to((4.0, 3.0));
    hand.release((4.0, 3.0));
    assert_eq!(hand.ron(), before);
}

#[test]
fn deleting_takes_the_expectations_that_name_the_body_and_undo_brings_them_back() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    hand.select(&["ball"]);
    hand.key(Key::Delete);
    assert_eq!(hand.scene().bodies.len(), 3);
    assert_eq!(hand.scene().expect.len(), 1, "{:?}", hand.scene().expect);
    assert!(hand.state.looking().selection().is_empty());
    hand.undo();
    assert_eq!(hand.ron(), before);
    assert_eq!(hand.state.looking().selection(), [0]);
}

#[test]
fn the_selected_pair_stays_the_same_two_bodies_when_another_goes() {
    let mut hand = TestHand::new();
    hand.select(&["crate", "gem"]);
    assert_eq!(hand.selected_pair(), Some(("crate", "gem")));
    hand.apply(edit(Change::RemoveBodies(vec![0])));
    assert_eq!(hand.selected_pair(), Some(("crate", "gem")));
    hand.undo();
    assert_eq!(hand.selected_pair(), Some(("crate", "gem")));
    hand.apply(edit(Change::RemoveBodies(vec![1])));
    assert!(hand.selected_pair().is_none_or(|pair| pair != ("crate", "gem")));
}

#[test]
fn expectations_follow_a_new_name() {
    let mut hand = TestHand::new();
    hand.apply(edit(Change::Rename(1, "chest".to_owned())));
    let names: Vec<_> = hand.scene().expect.iter().map(|line| line.names(" – ")).collect();
    assert_eq!(names, ["ball – chest", "chest – gem"]);
}

#[test]
fn copies_get_names_of_their_own_and_stand_one_step_aside() {
    let mut hand = TestHand::new();
    let step = hand.state.showing().grid().step();
    hand.select(&["crate", "gem"]);
    hand.letter('C', Modifiers::CTRL);
    let text = hand.effects.iter().find_map(|effect| match effect {
        Effect::WriteClipboard(text) => Some(text.clone()),
        _ => None,
    });
    hand.letter('V', Modifiers::CTRL);
    hand.letter('V', Modifiers::CTRL);
    assert_near(hand.body("crate 2").position, (step, -step), 1.0e-6);
    assert_near(hand.body("crate 3").position, (2.0 * step, -2.0 * step), 1.0e-6);
    assert_eq!(hand.state.looking().selection(), [6, 7]);
    hand.letter('D', Modifiers::CTRL);
    assert_near(hand.body("crate 4").position, (3.0 * step, -3.0 * step), 1.0e-6);
    for count in [8, 6, 4] {
        hand.undo();
        assert_eq!(hand.scene().bodies.len(), count);
    }
    // The text is a scene, which another window can paste.
    let mut other = TestHand::new();
    other.letter('V', Modifiers::CTRL);
    assert!(other.effects.contains(&Effect::ReadClipboard));
    other.apply(Command::News(News::ClipboardRead(Ok(text.unwrap()))));
    assert_eq!(other.body("gem 2").shape, other.body("gem").shape);
    other.apply(Command::News(News::ClipboardRead(Ok("no scene".to_owned()))));
    assert_eq!(other.scene().bodies.len(), 6);
}

#[test]
fn bodies_that_are_too_long_as_text_are_neither_copied_nor_cut_and_nothing_is_lost() {
    let name = |i: u32| format!("{i}{}", "x".repeat(990));
    let bodies: String =
        (0..9700).map(|i| format!("(name: \"{}\", shape: Circle(radius: 0.4)),\n", name(i))).collect();
    let mut hand = TestHand::on(&format!("(version: 1, bodies: [\n{bodies}])"));
    hand.apply(Command::Select(SelectCommand::All));
    for command in [EditCommand::Copy, EditCommand::Cut] {
        hand.apply(Command::Edit(command));
        let told = hand.state.messages().last().unwrap().text.clone();
        assert!(told.starts_with("Not copied: 9700 bodies are ") && told.contains("takes 8 MB"), "{told}");
        assert_eq!((hand.effects.len(), hand.scene().bodies.len()), (0, 9700));
    }
}

#[test]
fn what_another_program_copied_last_is_pasted_not_what_was_copied_here() {
    let mut hand = TestHand::new();
    hand.select(&["crate"]);
    hand.letter('C', Modifiers::CTRL);
    let text = "(version: 1, bodies: [(name: \"theirs\", shape: Circle(radius: 1.0))])";
    for names in [["theirs", "theirs 2"], ["theirs 3", "theirs 4"]] {
        for name in names {
            hand.apply(Command::News(News::ClipboardRead(Ok(text.to_owned()))));
            assert_eq!(hand.scene().bodies.last().unwrap().name, name);
        }
    }
    let step = hand.state.showing().grid().step();
    assert_near(hand.body("theirs 4").position, (4.0 * step, -4.0 * step), 1.0e-6);
    hand.apply(Command::News(News::ClipboardRead(Err("No answer.".to_owned()))));
    assert_eq!(hand.state.messages().last().unwrap().text, "No answer.");
}

#[test]
fn arrows_nudge_by_a_grid_step_and_a_row_of_them_is_one_undo_point() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    let step = hand.state.showing().grid().step();
    hand.select(&["gem"]);
    hand.key(Key::Right);
    hand.key(Key::Up);
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::Right));
    assert_near(hand.body("gem").position, (6.0 + 11.0 * step, step), 1.0e-5);
    hand.undo();
    assert_eq!(hand.ron(), before);
    hand.apply(Command::Edit(EditCommand::Nudge(Direction::Left, Stride::One)));
    hand.wait(0.25);
    for _ in 0..4 {
        hand.wait(0.25);
    }
    hand.apply(Command::Edit(EditCommand::Nudge(Direction::Left, Stride::One)));
    hand.undo();
    assert_near(hand.body("gem").position, (6.0 - step, 0.0), 1.0e-5);
}

#[test]
fn alt_and_an_arrow_go_to_the_next_number_and_back() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    hand.select(&["gem"]);
    let start = hand.body("gem").position;
    for (key, expected) in [
        (Key::Right, (start.x.next_up(), start.y)),
        (Key::Left, (start.x, start.y)),
        (Key::Left, (start.x.next_down(), start.y)),
        (Key::Up, (start.x.next_down(), start.y.next_up())),
    ] {
        hand.with(Modifiers::ALT, |hand| hand.key(key));
        let found = hand.body("gem").position;
        assert_eq!(
            (found.x.to_bits(), found.y.to_bits()),
            (expected.0.to_bits(), expected.1.to_bits()),
            "{key:?}"
        );
    }
    let told = hand.state.position_bits().unwrap();
    let x = start.x.next_down();
    assert!(told.contains(&format!("x {x} ({:08x})", x.to_bits())), "{told}");
    hand.undo();
    assert_eq!(hand.ron(), before, "a row of them is one undo point");
}

/// Whether two bodies of the hand's scene touch with the first at another place.
fn touches_at(hand: &TestHand, (a, b): (u32, u32), x: f32) -> bool {
    let (a, b) = (hand.state.run().world().body(a).unwrap(), hand.state.run().world().body(b).unwrap());
    let moved = Pose { position: Vec2::new(x, a.pose().position.y), ..*a.pose() };
    collide(a.shape(), &moved, b.shape(), b.pose()).is_some()
}

#[test]
fn touch_begins_between_two_neighbouring_numbers_and_a_goes_there() {
    let mut hand = TestHand::new();
    let pair = hand.state.derived().report.pairs.first().map(|pair| (pair.a, pair.b)).unwrap();
    hand.apply(Command::View(collision_test::app::ViewCommand::SelectPair(Some(pair))));
    let name = hand.scene().bodies[pair.0 as usize].name.clone();
    hand.select(&[&name]);
    for (arrow, outward) in [(Key::Right, -1.0), (Key::Left, 1.0)] {
        hand.apply(Command::View(collision_test::app::ViewCommand::SelectPair(Some(pair))));
        let before = hand.ron();
        hand.with(Modifiers::ALT, |hand| hand.key(arrow));
        hand.undo();
        hand.apply(Command::View(collision_test::app::ViewCommand::SelectPair(Some(pair))));
        hand.apply(Command::Edit(EditCommand::FindTouch));
        let x = hand.body(&name).position.x;
        assert!(touches_at(&hand, pair, x), "{x}");
        let neighbour = if outward < 0.0 { x.next_down() } else { x.next_up() };
        assert!(!touches_at(&hand, pair, neighbour), "{x} is not where it begins");
        let told = hand.state.messages().last().unwrap().text.clone();
        assert!(told.contains(&format!("({:08x})", x.to_bits())), "{told}");
        assert!(told.contains(&format!("({:08x})", neighbour.to_bits())), "{told}");
        hand.undo();
        assert_eq!(hand.ron(), before, "one undo point");
    }
}

#[test]
fn touch_that_never_begins_is_said_so() {
    let mut hand = TestHand::new();
    let pair = hand.state.derived().report.pairs.first().map(|pair| (pair.a, pair.b)).unwrap();
    let name = hand.scene().bodies[pair.0 as usize].name.clone();
    let up = BodyEdit::Set("position", FieldValue::Y(5000.0));
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(vec![pair.0], up))));
    hand.select(&[&name]);
    hand.with(Modifiers::ALT, |hand| hand.key(Key::Right));
    hand.apply(Command::View(collision_test::app::ViewCommand::SelectPair(Some(pair))));
    let before = hand.ron();
    hand.apply(Command::Edit(EditCommand::FindTouch));
    assert!(hand.state.messages().last().unwrap().text.contains("never begin to touch"));
    assert_eq!(hand.ron(), before);
}

#[test]
fn what_is_seen_becomes_an_expectation_that_holds() {
    let mut hand = TestHand::new();
    for _ in 0..3 {
        hand.key(Key::Period);
    }
    let contact = hand.state.derived().report.pairs.first().and_then(|p| p.contact.clone()).unwrap();
    let (a, b) = (hand.state.derived().report.pairs[0].a, hand.state.derived().report.pairs[0].b);
    hand.apply(Command::View(collision_test::app::ViewCommand::SelectPair(Some((a, b)))));
    hand.apply(Command::Edit(EditCommand::ExpectSelectedPair));
    assert_eq!(hand.state.run().frame(), 3, "an expectation must not move time");
    let Some(Expectation::Contact { frame: 3, depth: Some(depth), .. }) = hand.scene().expect.last() else {
        panic!("{:?}", hand.scene().expect.last());
    };
    assert!((*depth - contact.depth).abs() <= 0.000_051, "{depth} {}", contact.depth);
    hand.select(&["ball", "gem"]);
    hand.apply(Command::Edit(EditCommand::ExpectSelectedPair));
    assert!(matches!(hand.scene().expect.last(), Some(Expectation::Separate { frame: 3, .. })));
    hand.undo();
    hand.undo();
    assert_eq!((hand.scene().expect.len(), hand.state.run().frame()), (2, 3));
}

/// A depth of 0.25000012 was written, and a normal of (-0.00000004371139, 1.0).
#[test]
fn an_expectation_that_is_added_has_no_rounding_noise_and_holds() {
    let turned = SCENE.replace("position: (0.0, 1.75)", "position: (0.0, 1.7499999)").replace(
        "Rectangle(width: 4.0, height: 2.0)",
        "Rectangle(width: 2.0, height: 4.0), rotation: 90.00001",
    );
    let mut hand = TestHand::on(&turned.replace("depth: 0.25", "tolerance: 0.01"));
    hand.select(&["ball", "crate"]);
    hand.apply(Command::Edit(EditCommand::ExpectSelectedPair));
    let added = hand.scene().expect.last().cloned();
    let Some(Expectation::Contact { depth: Some(depth), normal: Some(normal), .. }) = added else {
        panic!("{added:?}");
    };
    assert_eq!((depth, normal), (0.25, Vec2::Y));
    assert!(collision_test::report::check::check(hand.scene()).unwrap().failures.is_empty());
}

#[test]
fn a_motion_of_another_kind_keeps_the_velocity() {
    let mut hand = TestHand::new();
    hand.apply(body_edit(0, BodyEdit::MotionKind(MotionKind::Kinematic)));
    assert!(
        matches!(hand.body("ball").motion, SceneMotion::Kinematic { velocity, .. } if velocity == Vec2::X)
    );
    hand.apply(body_edit(0, BodyEdit::Set("velocity", FieldValue::Y(-2.0))));
    hand.apply(body_edit(0, BodyEdit::Set("mass", FieldValue::Number(5.0))));
    assert_eq!(
        hand.body("ball").motion,
        SceneMotion::Kinematic { velocity: Vec2::new(1.0, -2.0), angular_velocity: 0.0 }
    );
    hand.apply(body_edit(0, BodyEdit::MotionKind(MotionKind::Mover)));
    let mover = SceneMotion::mover().with_velocity(Vec2::new(1.0, -2.0));
    assert_eq!(hand.body("ball").motion, mover);
    hand.apply(body_edit(0, BodyEdit::Set("max_slope", FieldValue::Number(30.0))));
    hand.apply(body_edit(0, BodyEdit::MotionKind(MotionKind::Mover)));
    assert!(matches!(hand.body("ball").motion, SceneMotion::Mover { max_slope: 30.0, .. }));
    hand.apply(body_edit(0, BodyEdit::MotionKind(MotionKind::Static)));
    assert_eq!(hand.body("ball").motion, SceneMotion::Static);
}

#[test]
fn indices_that_are_gone_break_nothing() {
    let mut hand = TestHand::new();
    for command in [
        body_edit(99, BodyEdit::Set("position", FieldValue::X(1.0))),
        edit(Change::RemoveBodies(vec![99])),
        edit(Change::Rename(99, "x".to_owned())),
        edit(Change::Expectation(ListEdit::Remove(99))),
        edit(Change::SetBodies(vec![(99, hand.body("ball").clone())])),
        Command::Select(SelectCommand::Only(vec![99, 1])),
        Command::View(collision_test::app::ViewCommand::SelectPair(Some((1, 99)))),
        Command::View(collision_test::app::ViewCommand::HoverPair(Some((99, 1)))),
        Command::View(collision_test::app::ViewCommand::HighlightAxis(Some(99))),
        Command::Edit(EditCommand::Undo),
    ] {
        hand.apply(command);
        hand.state.picture();
    }
    assert_eq!(hand.state.looking().selection(), [1]);
}

#[test]
fn each_key_has_one_command_and_each_row_of_the_contract_is_there() {
    let mut seen = Vec::new();
    for entry in table() {
        for shortcut in entry.shortcuts {
            assert!(!seen.contains(shortcut), "{shortcut} twice");
            assert_eq!(command_for(shortcut.key, shortcut.modifiers), Some(&entry.command));
            seen.push(*shortcut);
        }
    }
    let shown: Vec<String> = seen.iter().map(ToString::to_string).collect();
    let contract = "V C B W P Space . , Home ← → ↑ ↓ Shift+← Shift+→ Shift+↑ Shift+↓ Ctrl+N Ctrl+O Ctrl+S \
        Ctrl+Shift+S Ctrl+Z Ctrl+Shift+Z Ctrl+C Ctrl+V Ctrl+D Delete Ctrl+A Esc Tab Shift+Tab \
        1 2 3 4 5 6 7 8 9 G F F1 F12";
    for key in contract.split_whitespace() {
        assert!(shown.iter().any(|s| s == key), "{key} does nothing");
    }
}

/// README and manual name some keys; the table of commands has them all.
#[test]
fn each_key_of_the_manual_has_a_command() {
    let shown: Vec<String> = table().flat_map(|row| row.shortcuts).map(ToString::to_string).collect();
    let is_key = |text: &str| {
        let key = text.rsplit_once('+').map_or(text, |(_, key)| key);
        let one = key.chars().count() == 1;
        one || shown.iter().any(|s| s == key)
            || key.strip_prefix('F').is_some_and(|n| n.parse::<u8>().is_ok())
    };
    let pages = [
        include_str!("../../README.md"),
        include_str!("../../docs/manual/window.md"),
        include_str!("../../docs/manual/editing.md"),
        include_str!("../../docs/manual/debugging.md"),
        include_str!("../../docs/manual/scenes.md"),
        include_str!("../../docs/manual/headless.md"),
        include_str!("../../docs/manual/recordings.md"),
        include_str!("../../docs/manual/browser.md"),
    ];
    let prose = pages.iter().flat_map(|page| page.split("```").step_by(2)).flat_map(str::lines);
    let quoted = prose.flat_map(|line| line.split('`').skip(1).step_by(2));
    let keys: Vec<&str> = quoted.filter(|text| is_key(text)).collect();
    for key in &keys {
        assert!(shown.iter().any(|s| s == key), "{key} does nothing");
    }
    assert!(["V", "Space", ".", "Ctrl+E", "F1"].iter().all(|key| keys.contains(key)), "{keys:?}");
}

#[test]
fn listeners_follow_the_names_of_their_bodies() {
    let mut hand = TestHand::new();
    let listener = |body: &str| SceneListener { body: Some(body.to_owned()), ..SceneListener::default() };
    let listeners = vec![listener("crate"), listener("gem"), SceneListener::default()];
    hand.apply(edit(Change::Scene(SceneEdit::Listeners(listeners))));
    assert_eq!(hand.state.run().world().listeners().len(), 3);
    hand.apply(edit(Change::Rename(1, "chest".to_owned())));
    assert_eq!(hand.scene().listeners[0], listener("chest"));
    hand.select(&["gem"]);
    hand.key(Key::Delete);
    assert_eq!(hand.scene().listeners, [listener("chest"), SceneListener::default()]);
    assert_eq!(hand.state.run().world().listeners()[0].body, Some(1));
    // An unknown body is refused.
    hand.apply(edit(Change::Scene(SceneEdit::Listeners(vec![listener("gem")]))));
    assert!(hand.last_message().contains("gem"), "{}", hand.last_message());
    assert_eq!(hand.scene().listeners.len(), 2);
}

#[test]
fn cables_and_rods_are_copied_with_both_of_their_ends() {
    let mut hand = TestHand::new();
    let rod = |a: &str, b: &str| SceneGenerator::rod(a, b, 2.0);
    let add = |generator| edit(Change::Scene(SceneEdit::Generator(ListEdit::Add(generator))));
    for generator in [SceneGenerator::GROUND, rod("ball", "crate"), rod("gem", "crate")] {
        hand.apply(add(generator));
    }
    let before = hand.scene().generators.clone();
    hand.select(&["ball", "crate"]);
    hand.apply(Command::Edit(EditCommand::Duplicate));
    assert_eq!(hand.scene().generators[3..], [rod("ball 2", "crate 2")]);
    hand.apply(Command::Edit(EditCommand::Undo));
    assert_eq!(hand.scene().generators, before, "one undo point");

    hand.select(&["ball", "crate"]);
    hand.letter('X', Modifiers::CTRL);
    assert_eq!(hand.scene().generators, [SceneGenerator::GROUND]);
    let copied = hand.effects.iter().rev().find_map(|effect| match effect {
        Effect::WriteClipboard(text) => Some(text.clone()),
        _ => None,
    });
    let text = copied.unwrap();
    hand.apply(Command::News(News::ClipboardRead(Ok(text.clone()))));
    assert_eq!(hand.scene().generators[1..], [rod("ball", "crate")]);
    hand.apply(Command::News(News::ClipboardRead(Ok(text))));
    assert_eq!(hand.scene().generators[2..], [rod("ball 2", "crate 2")]);
    assert_eq!(hand.state.run().world().generators().count(), 3);

    // One end alone takes no rod along.
    hand.select(&["ball"]);
    hand.apply(Command::Edit(EditCommand::Duplicate));
    assert_eq!(hand.scene().generators.len(), 3);
}

/// A joint goes with its bodies: copied with both of them, renamed and removed with one, taken back whole.
#[test]
fn joints_go_with_their_bodies() {
    let mut hand = TestHand::new();
    let joint = |a: &str, b: &str| SceneJoint {
        a: a.to_owned(),
        b: b.to_owned(),
        at_b: Vec2::new(0.25, -0.0),
        ..SceneJoint::default()
    };
    let edited = |change| edit(Change::Scene(SceneEdit::Joint(change)));
    hand.apply(edit(Change::Scene(SceneEdit::Generator(ListEdit::Add(SceneGenerator::GROUND)))));
    hand.apply(edited(ListEdit::Add(joint("ball", "crate"))));
    assert_eq!(hand.state.run().world().generators().count(), 2);
    hand.select(&["ball", "crate"]);
    hand.apply(Command::Edit(EditCommand::Duplicate));
    assert_eq!(hand.scene().joints[1..], [joint("ball 2", "crate 2")]);
    hand.apply(Command::Edit(EditCommand::Undo));
    hand.apply(edit(Change::Rename(1, "chest".to_owned())));
    assert_eq!(hand.scene().joints, [joint("ball", "chest")]);
    hand.select(&["ball", "chest"]);
    hand.letter('X', Modifiers::CTRL);
    assert!(hand.scene().joints.is_empty() && hand.state.run().world().generators().count() == 1);
    let copied = hand.effects.iter().rev().find_map(|effect| match effect {
        Effect::WriteClipboard(text) => Some(text.clone()),
        _ => None,
    });
    hand.apply(Command::News(News::ClipboardRead(Ok(copied.unwrap()))));
    assert_eq!(hand.scene().joints, [joint("ball", "chest")]);
    hand.apply(edited(ListEdit::Set(0, joint("ball", "ball"))));
    assert!(hand.last_message().contains("ball"), "{}", hand.last_message());
    hand.apply(edited(ListEdit::Set(0, SceneJoint { collide: true, ..joint("ball", "chest") })));
    assert!(hand.scene().joints[0].at_b.y.is_sign_positive(), "no -0 is typed");
    hand.select(&["ball"]);
    hand.key(Key::Delete);
    assert!(hand.scene().joints.is_empty());
    hand.apply(Command::Edit(EditCommand::Undo));
    assert!(hand.scene().joints[0].collide);
}

/// The first part takes the name, and the place of its own for its position: the joint was as far open as that is away.
#[test]
fn a_body_that_comes_apart_keeps_the_places_of_its_links() {
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "cart", shapes: [
                Part(shape: Rectangle(width: 2.0, height: 1.0), at: (1.5, 0.5), turned: 40.0), Part(shape: Circle(radius: 0.5)),
            ], position: (2.0, 1.0), rotation: 15.0),
            (name: "wheel", shape: Circle(radius: 0.5), position: (3.0, 1.0), motion: Dynamic()),
        ], joints: [Revolute(a: "cart", b: "wheel", at_a: (1.1, -0.2))])"#,
    );
    let before = hand.link_ends();
    hand.select(&["cart"]);
    hand.apply(Command::Edit(EditCommand::Ungroup));
    assert_eq!(hand.scene().bodies.len(), 3);
    for ((name, was), (_, is)) in before.iter().zip(hand.link_ends()) {
        assert!(is.distance(*was) < 2.0e-6, "{name}: {was} became {is}");
    }
}

#[test]
fn generators_follow_the_names_of_their_bodies() {
    let mut hand = TestHand::new();
    let rod = |a: &str, b: &str| SceneGenerator::rod(a, b, 2.0);
    let add = |generator| edit(Change::Scene(SceneEdit::Generator(ListEdit::Add(generator))));
    hand.apply(add(SceneGenerator::GROUND));
    hand.apply(add(rod("ball", "crate")));
    hand.apply(add(rod("gem", "crate")));
    assert_eq!(hand.state.run().world().generators().count(), 3);
    hand.apply(edit(Change::Rename(1, "chest".to_owned())));
    assert_eq!(hand.scene().generators[1..], [rod("ball", "chest"), rod("gem", "chest")]);
    hand.select(&["gem"]);
    hand.key(Key::Delete);
    assert_eq!(hand.scene().generators, [SceneGenerator::GROUND, rod("ball", "chest")]);
    assert_eq!(hand.state.run().world().generators().count(), 2);
    hand.apply(edit(Change::Scene(SceneEdit::Generator(ListEdit::Set(1, rod("ball", "ball"))))));
    assert!(hand.last_message().contains("ball"), "{}", hand.last_message());
    hand.apply(edit(Change::Scene(SceneEdit::Generator(ListEdit::Remove(0)))));
    assert_eq!(hand.scene().generators, [rod("ball", "chest")]);
    for _ in 0..6 {
        hand.apply(Command::Edit(EditCommand::Undo));
    }
    assert!(hand.scene().generators.is_empty());
    for _ in 0..6 {
        hand.apply(Command::Edit(EditCommand::Redo));
    }
    assert_eq!(hand.scene().generators, [rod("ball", "chest")]);
}

const JELLY: &str = "(version: 1, gravity: (0.0, -10.0), bodies: [
    (name: \"jelly\", shape: Rectangle(width: 2.0, height: 1.0), position: (0.0, 0.49), motion: Dynamic(mass: 4.0)),
    (name: \"floor\", shape: Rectangle(width: 8.0, height: 1.0), position: (0.0, -0.5)),
    (name: \"ball\", shape: Circle(radius: 0.5), position: (3.0, 4.0), motion: Dynamic()),
], listeners: [(body: \"jelly\", then: Burst(count: 4))], expect: [
    Separate(a: \"jelly\", b: \"ball\"), Separate(a: \"jelly/2\", b: \"ball\", frame: 9),
])";

/// Every way to edit, tried on a piece, which is not in the scene: nothing changes and nothing panics.
#[test]
fn a_piece_is_selected_and_not_edited() {
    let mut hand = TestHand::on(JELLY);
    hand.apply(Command::Time(TimeCommand::Seek(4)));
    let scene = hand.state.scene().clone();
    let piece = 4;
    assert_eq!(hand.state.named_scene().shown_name(piece), "jelly/2");
    assert!(hand.state.scene().bodies.get(piece as usize).is_none());
    let at = hand.state.run().world().bodies()[piece as usize].pose().position;
    hand.click(at.into());
    assert_eq!(hand.state.looking().selection(), [piece]);
    hand.drag(at.into(), (at + Vec2::new(1.0, 0.5)).into());
    let edits = [
        EditCommand::Copy,
        EditCommand::Cut,
        EditCommand::Duplicate,
        EditCommand::Delete,
        EditCommand::Nudge(Direction::Left, Stride::Ten),
        EditCommand::Do(Change::Rename(piece, "mine".to_owned())),
        EditCommand::Do(Change::RemoveBodies(vec![piece])),
        EditCommand::Do(Change::Body(vec![piece], BodyEdit::Set("radius", FieldValue::Number(9.0)))),
        EditCommand::Do(Change::SetBodies(vec![(piece, scene.bodies[2].clone())])),
    ];
    for edit in edits {
        hand.apply(Command::Select(SelectCommand::Only(vec![piece])));
        hand.apply(Command::Edit(edit.clone()));
        assert_eq!((hand.state.scene(), hand.state.run().frame()), (&scene, 4), "{edit:?}");
    }
    // What is gone cannot be selected, and what is not there yet either.
    hand.apply(Command::Select(SelectCommand::Only(vec![0, 2])));
    assert_eq!(hand.state.looking().selection(), [2]);
    hand.apply(Command::Select(SelectCommand::All));
    assert_eq!(hand.state.looking().selection(), [1, 2]);
    hand.apply(Command::Select(SelectCommand::Only(vec![piece])));
    hand.apply(Command::Time(TimeCommand::Seek(0)));
    assert_eq!((hand.state.looking().selection().len(), hand.state.run().world().bodies().len()), (0, 3));
    hand.apply(Command::Select(SelectCommand::Only(vec![0])));
    assert_eq!(hand.state.looking().selection(), [0]);
}

/// An edit after the burst makes the present the new frame 0: the pieces are bodies, the jelly and what named
/// it are gone; a drag goes on with the body that it began on. Undo brings the moment back.
#[test]
fn an_edit_after_a_burst_keeps_what_there_is() {
    let mut hand = TestHand::on(JELLY);
    hand.apply(Command::Time(TimeCommand::Seek(4)));
    let before = hand.state.run().world().hash();
    let ball = hand.state.run().world().bodies()[2].pose().position;
    hand.drag(ball.into(), (ball + Vec2::new(1.0, 0.0)).into());
    let scene = hand.state.scene();
    let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["floor", "ball", "jelly/1", "jelly/2", "jelly/3", "jelly/4"]);
    assert!(scene.bodies[1].position.x > ball.x + 0.1, "{:?}", scene.bodies[1]);
    assert!(scene.listeners.is_empty());
    let frames: Vec<u64> = scene.expect.iter().map(Expectation::frame).collect();
    assert_eq!(frames, [5], "that of the piece, which is a body");
    assert_eq!((hand.state.run().frame(), hand.state.looking().selection()), (0, &[1][..]));
    assert!(scene.validate().is_ok());
    hand.apply(Command::Edit(EditCommand::Undo));
    assert_eq!((hand.state.run().frame(), hand.state.run().world().hash()), (4, before));
    assert_eq!(hand.state.scene().bodies.len(), 3);
}

/// A rod to the jelly is drawn until it bursts, not after, and again in front of it; stages go through the burst both
/// ways. The edit after it takes the rod along and leaves the ground.
#[test]
fn a_rod_goes_with_the_body_that_bursts() {
    let generators = "generators: [Rod(a: \"ball\", b: \"jelly\", length: 4.6), Ground(point: (0.0, -9.0)), \
                      Cable(a: \"ball\", b: \"floor\", length: 9.0)], expect: [";
    let mut hand = TestHand::on(&JELLY.replace("expect: [", generators));
    let is_drawn = |hand: &TestHand, index: u32| {
        hand.state.picture().items.iter().any(|(from, _)| from.source == Source::Generator(index))
    };
    let seek = |hand: &mut TestHand, frame| hand.apply(Command::Time(TimeCommand::Seek(frame)));
    assert!(is_drawn(&hand, 0) && is_drawn(&hand, 2));
    seek(&mut hand, 4);
    assert!(!is_drawn(&hand, 0) && is_drawn(&hand, 2), "gone with the jelly");
    let jelly_is_gone = |hand: &TestHand| hand.state.run().world().bodies()[0].is_removed();
    while jelly_is_gone(&hand) {
        hand.apply(Command::Time(TimeCommand::StepBack));
    }
    assert!(is_drawn(&hand, 0), "{}", hand.state.run().frame());
    let burst = hand.state.run().frame();
    for (way, end) in [(TimeCommand::StageForward, burst + 2), (TimeCommand::StageBack, burst)] {
        let mut stages = 0;
        while hand.state.run().frame() != end {
            hand.apply(Command::Time(way));
            assert!(hand.state.run().inside.as_ref().is_none_or(|inside| !inside.text.sentence.is_empty()));
            hand.state.picture();
            stages += 1;
            assert!(stages < 2000, "{way:?}");
        }
    }
    seek(&mut hand, burst + 3);
    hand.apply(edit(Change::Scene(SceneEdit::Set("gravity", FieldValue::X(1.0)))));
    let kinds: Vec<_> = hand.scene().generators.iter().map(|generator| generator.ends()).collect();
    assert_eq!(kinds, [None, Some(["ball", "floor"])]);
    assert_eq!(hand.state.run().world().generators().count(), 2);
    assert!(hand.scene().validate().is_ok() && hand.scene().index_of("jelly/4").is_some());
    hand.apply(Command::Edit(EditCommand::Undo));
    seek(&mut hand, 0);
    assert!(is_drawn(&hand, 0));
}

#[test]
fn names_of_pieces_follow_their_body() {
    let scene = Scene::from_ron(JELLY, "jelly").unwrap();
    let renamed = Change::Rename(0, "gel".to_owned()).applied_to(&scene).unwrap();
    let lines: Vec<_> = renamed.expect.iter().map(|line| line.bodies()[0].1).collect();
    assert_eq!(lines, ["gel", "gel/2"]);
    let removed = Change::RemoveBodies(vec![0]).applied_to(&scene).unwrap();
    assert!(removed.expect.is_empty() && removed.listeners.is_empty());
}

#[test]
fn a_copy_of_the_longest_name_fits_as_well() {
    let long = "x".repeat(1000);
    let mut hand =
        TestHand::on(&format!("(version: 1, bodies: [(name: \"{long}\", shape: Circle(radius: 1))])"));
    hand.apply(Command::Select(SelectCommand::All));
    for count in 2..5 {
        hand.apply(Command::Edit(EditCommand::Duplicate));
        assert_eq!(hand.scene().bodies.len(), count, "{}", hand.last_message());
        let name = &hand.scene().bodies[count - 1].name;
        assert!(name.ends_with(&format!(" {count}")) && name.len() < 1000, "{}", name.len());
    }
    hand.apply(Command::Edit(EditCommand::Do(Change::Rename(0, "y".repeat(1001)))));
    assert!(hand.last_message().contains("1001 characters long"), "{}", hand.last_message());
    assert_eq!(hand.scene().bodies[0].name, long);
}

/// What undo took back was still told.
#[test]
fn what_an_edit_told_of_goes_with_its_undo() {
    let told = |hand: &TestHand, words: &str| hand.state.messages().iter().any(|m| m.text.contains(words));
    let mut hand = TestHand::new();
    hand.select(&["ball"]);
    hand.key(Key::Delete);
    assert!(told(&hand, "Gone: 1 expectation."), "{:?}", hand.state.messages());
    hand.undo();
    assert!(!told(&hand, "Gone:"), "{:?}", hand.state.messages());
    hand.apply(Command::Time(TimeCommand::Seek(5)));
    hand.wait(0.0);
    hand.select(&["ball"]);
    hand.key(Key::Delete);
    assert!(told(&hand, "is the new start"), "{:?}", hand.state.messages());
    hand.undo();
    assert!(!told(&hand, "is the new start"), "{:?}", hand.state.messages());
}

/// Going by names alone, undo did not find the pair of a body that it renamed or brought back.
#[test]
fn undo_and_redo_keep_the_pair_of_a_body_that_is_renamed_or_deleted() {
    let mut hand = TestHand::new();
    let pair = hand.state.looking().selected_pair();
    assert_eq!(hand.selected_pair(), Some(("ball", "crate")));
    hand.apply(Change::Rename(0, "egg".to_owned()).into());
    for _ in 0..2 {
        hand.undo();
        assert_eq!((hand.state.looking().selected_pair(), &*hand.scene().bodies[0].name), (pair, "ball"));
        hand.redo();
        assert_eq!((hand.state.looking().selected_pair(), &*hand.scene().bodies[0].name), (pair, "egg"));
    }
    hand.select(&["crate"]);
    hand.apply(Command::View(collision_test::app::ViewCommand::SelectPair(pair)));
    hand.key(Key::Delete);
    assert_ne!(hand.selected_pair(), Some(("egg", "crate")));
    hand.undo();
    assert_eq!(hand.selected_pair(), Some(("egg", "crate")));
    assert_eq!(hand.state.looking().selection(), [1]);
}

/// Its stops became those of every body, and no other name brought them back.
#[test]
fn no_body_is_named_as_any_body_is() {
    let mut hand = TestHand::new();
    let stop = hand.scene().read_stop("Faster(body: \"ball\", than: 3.0)").unwrap();
    hand.apply(NoteEdit::Stop(ListEdit::Add(stop)).into());
    let before = hand.ron();
    hand.apply(edit(Change::Rename(0, "*".to_owned())));
    assert_eq!(hand.ron(), before);
    let told = hand.last_message();
    assert!(told.contains("name is \"*\", which is any of them in the stops"), "{told}");
    let text = "(version: 1, bodies: [(name: \"*\", shape: Circle(radius: 1.0))])";
    let error = Scene::from_ron(text, "file").unwrap_err().message;
    assert!(error.contains("which is any of them"), "{error}");
}

/// Each move of the pointer left a message, with another number.
#[test]
fn a_drag_beyond_the_limits_is_refused_in_one_message_which_goes_as_it_comes_back() {
    let mut hand = TestHand::new();
    let shown = |hand: &TestHand| hand.state.messages().len();
    let before = shown(&hand);
    let to = |x: f32| BodyEdit::Set("position", FieldValue::X(x));
    for x in [1.5e6, 1.6e6, 1.7e6] {
        hand.apply(Command::Edit(EditCommand::Preview(Change::Body(vec![0], to(x)))));
        assert!(hand.last_message().contains("position"), "{}", hand.last_message());
        assert_eq!(shown(&hand), before + 1);
    }
    hand.apply(Command::Edit(EditCommand::Preview(Change::Body(vec![0], to(5.0)))));
    assert_eq!(shown(&hand), before);
}

/// A body was named that nobody touched, as if it had been edited.
#[test]
fn an_edit_at_a_frame_that_no_scene_can_begin_with_says_so() {
    let mut hand = TestHand::on(
        "(version: 1, bodies: [
            (name: \"far\", shape: Circle(radius: 1), position: (999999, 0), motion: Dynamic(velocity: (1000, 0))),
            (name: \"here\", shape: Circle(radius: 1)),
        ])",
    );
    hand.apply(Command::Time(TimeCommand::Seek(30)));
    hand.apply(body_edit(1, BodyEdit::Set("position", FieldValue::X(2.0))));
    let told = "This frame cannot become the new start: far is beyond 1000000 m.";
    assert_eq!(hand.last_message(), told);
    assert_eq!(hand.state.run().frame(), 30);
}

/// All of it was "no bodies".
#[test]
fn a_pasted_scene_with_an_error_is_told_its_place_and_bare_bodies_are_taken() {
    let mut hand = TestHand::on("(version: 1)");
    let mut paste = |text: &str| {
        hand.apply(Command::News(News::ClipboardRead(Ok(text.to_owned()))));
        (hand.scene().bodies.len(), hand.state.messages().last().map(|m| m.text.clone()).unwrap_or_default())
    };
    let body = "Body(name: \"a\", shape: Circle(radius: 1.0))";
    assert_eq!(paste(body).0, 1);
    assert_eq!(
        paste(&format!("// two\n[\n  {body},\n  Body (name: \"b\", shape: Circle(radius: 2.0)),\n] // end"))
            .0,
        3
    );
    assert_eq!(paste(&format!("{body},\n{body}").replacen("\"a\"", "\"c\"", 1)).0, 5);
    for wrong in [
        "Scene(\n  version: 1,\n  bodies: [Body(name: \"a\", shape: Circle(radius: -1.0))])",
        "(version: 1, bodies: [(name: 3)])",
        "Body(name: \"a\", shape: Cirle(radius: 1.0))",
    ] {
        let (count, told) = paste(wrong);
        assert!(count == 5 && told.starts_with("clipboard:"), "{wrong}: {told}");
    }
    for other in ["", "Body of a mail (one)", "[1, 2]", "(see above)", "words"] {
        let (count, told) = paste(other);
        assert!(count == 5 && told.starts_with("The clipboard holds no bodies"), "{other}: {told}");
    }
}

/// The second Ctrl+E added the same line again.
#[test]
fn what_is_expected_already_is_not_expected_twice() {
    let mut hand = TestHand::new();
    hand.apply(Command::View(collision_test::app::ViewCommand::SelectPair(Some((0, 1)))));
    let before = hand.scene().expect.clone();
    hand.letter('E', Modifiers::CTRL);
    let once = hand.scene().expect.clone();
    assert_eq!(once.len(), before.len() + 1);
    hand.letter('E', Modifiers::CTRL);
    assert_eq!(hand.scene().expect, once);
    assert!(hand.last_message().contains("already"), "{}", hand.last_message());
    hand.undo();
    assert_eq!(hand.scene().expect, before, "the second one left nothing to undo");
}

/// The message was one of the file format, about the first line alone, and nothing changed.
#[test]
fn a_mover_that_becomes_something_else_loses_the_lines_that_only_a_mover_may_have() {
    let mut hand = TestHand::on(
        r#"Scene(version: 1, gravity: (0.0, -9.81), bodies: [
        Body(name: "hero", shape: Rectangle(width: 0.6, height: 1.6), position: (0.0, 0.8), motion: Mover()),
        Body(name: "other", shape: Rectangle(width: 0.6, height: 1.6), position: (9.0, 0.8), motion: Mover()),
        Body(name: "floor", shape: Wall(start: (-90.0, 0.0), end: (90.0, 0.0))),
    ],
    expect: [Separate(a: "hero", b: "floor"), Never(stop: Stuck(body: "hero"), frames: (0, 300))],
    stops: [Grounded(body: "hero"), Stuck(body: "hero"), Stuck(body: "other"), Faster(body: "hero", than: 9.0)],
    inputs: [
        Input(body: "hero", move: 1.0), Input(body: "other", move: 1.0), Input(frame: 20, body: "hero", move: -1.0),
        Input(frame: 40, body: "hero"),
    ],
    vary: [
        Vary(body: "hero", field: "jump", from: 1.0, to: 2.0, steps: 3),
        Vary(body: "hero", field: "velocity.x", from: 1.0, to: 2.0, steps: 3),
    ])"#,
    );
    let before = hand.ron();
    let hero = hand.index("hero");
    let kind = |kind| Change::Body(vec![hero], BodyEdit::MotionKind(kind));
    hand.apply(Command::Edit(EditCommand::Do(kind(MotionKind::Kinematic))));
    assert_eq!(MotionKind::of(&hand.body("hero").motion), MotionKind::Kinematic);
    assert_eq!(hand.last_message(), "Gone: 1 expectation, 2 stops, 3 inputs, 1 varied number.");
    let counts = |hand: &TestHand| {
        let Scene { expect, stops, inputs, vary, .. } = hand.scene();
        [expect.len(), stops.len(), inputs.len(), vary.len()]
    };
    assert_eq!(counts(&hand), [1, 2, 1, 1]);
    hand.undo();
    assert_eq!(hand.ron(), before);
    // What any body that moves may have stays.
    hand.apply(Command::Edit(EditCommand::Do(kind(MotionKind::Static))));
    assert_eq!(counts(&hand), [1, 2, 1, 0]);
}
