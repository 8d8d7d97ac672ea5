//! Bodies hidden and locked, marks of what is out of sight, tools that stay, copies by a drag.

use collide2d::ShapeKind;
use collision_test::app::{
    Arrangement, Change, Command, Direction, EditCommand, Key, Modifiers, OrderMove, SelectCommand, Stride,
    Tool, ViewCommand,
};
use collision_test::picture::display::{Item, Source};
use collision_test::picture::overlay::Layer;
use glam::Vec2;

use crate::hand::{SCENE, TestHand};

fn draws(hand: &TestHand, name: &str) -> bool {
    let index = hand.index(name);
    let names = |source: Source| match source {
        Source::Body(body) | Source::OnGround { body, .. } => body == index,
        Source::Pair(a, b) | Source::Axis { pair: (a, b), .. } => a == index || b == index,
        Source::Frame | Source::Generator(_) | Source::Lens | Source::Editor => false,
    };
    hand.state.picture().items.iter().any(|(from, _)| names(from.source))
}

#[test]
fn what_is_hidden_is_not_drawn_and_the_pointer_passes_it_over() {
    let mut hand = TestHand::new();
    hand.select(&["ball"]);
    assert!(draws(&hand, "ball"));
    let before = hand.ron();
    hand.apply(Command::Select(SelectCommand::ToggleHidden));
    assert!(!draws(&hand, "ball") && draws(&hand, "crate"));
    assert_eq!(hand.ron(), before, "the file does not know of it");
    hand.apply(Command::Select(SelectCommand::None));
    hand.click((0.0, 2.2));
    assert!(hand.state.looking().selection().is_empty());
    hand.apply(Command::Select(SelectCommand::All));
    assert!(!hand.state.looking().selection().contains(&hand.index("ball")));
    // It is found by its name, whatever happens to the list.
    hand.select(&["floor"]);
    hand.apply(Command::Edit(EditCommand::Arrange(Arrangement::Order(OrderMove::First))));
    assert!(!draws(&hand, "ball") && draws(&hand, "floor"));
    hand.apply(Change::Rename(hand.index("ball"), "marble".to_owned()).into());
    assert!(!draws(&hand, "marble"));
    hand.undo();
    hand.undo();
    assert!(!draws(&hand, "ball") && draws(&hand, "floor"));
    hand.apply(Command::Select(SelectCommand::ShowAll));
    assert!(draws(&hand, "ball"));
}

/// Neither its name nor numbers of its contacts, in the lens, at the edge, beside the pointer or in a note that counts what
/// found no room.
#[test]
fn nothing_is_written_of_what_is_hidden() {
    // So shallow that a lens shows it.
    let mut hand = TestHand::on(&SCENE.replace("position: (0.0, 1.75)", "position: (0.0, 1.9999)"));
    let texts = |hand: &TestHand| {
        let list = hand.state.picture();
        let texts = list.items.iter().filter_map(|(_, item)| match item {
            Item::Text { text, .. } => Some(text.clone()),
            _ => None,
        });
        texts.collect::<Vec<_>>()
    };
    let has = |hand: &TestHand, words: &str| texts(hand).iter().any(|text| text.contains(words));
    let has_lens =
        |hand: &TestHand| hand.state.picture().items.iter().any(|(from, _)| from.source == Source::Lens);
    for layer in [Layer::Names, Layer::Aabbs, Layer::BoundingCircles, Layer::Velocities] {
        hand.apply(Command::View(ViewCommand::ToggleLayer(layer)));
    }
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    hand.hover((0.0, 2.2));
    assert!(has(&hand, "ball") && has(&hand, "AABB of ball") && has(&hand, "depth") && has_lens(&hand));
    hand.apply(Command::Select(SelectCommand::Hide(vec![hand.index("ball")], true)));
    hand.hover((0.0, 2.2));
    assert!(!has_lens(&hand), "the lens shows a pair of which one is hidden");
    for words in ["ball", "depth", "not shown"] {
        assert!(!has(&hand, words), "{words:?} is in {:?}", texts(&hand));
    }
    // A room that its labels had is free for others; out of sight no mark leads to it.
    hand.select(&["ball"]);
    hand.apply(Command::View(ViewCommand::Pan(Vec2::new(3000.0, 0.0))));
    hand.wait(0.5);
    assert!(!has(&hand, "ball"), "{:?}", texts(&hand));
    hand.apply(Command::Select(SelectCommand::ShowAll));
    assert!(has(&hand, "ball"));
}

#[test]
fn what_is_locked_is_neither_moved_nor_removed_nor_picked() {
    let mut hand = TestHand::new();
    hand.select(&["crate"]);
    hand.apply(Command::Select(SelectCommand::ToggleLocked));
    let place = hand.body("crate").position;
    hand.select(&["crate", "gem"]);
    let gem = hand.body("gem").position;
    hand.apply(Command::Edit(EditCommand::Nudge(Direction::Left, Stride::Ten)));
    assert_eq!(hand.body("crate").position, place);
    assert_ne!(hand.body("gem").position, gem);
    hand.apply(Command::Select(SelectCommand::None));
    hand.drag((1.5, -0.5), (3.0, 3.0));
    assert_eq!(hand.body("crate").position, place);
    hand.select(&["crate", "gem"]);
    hand.apply(Command::Edit(EditCommand::Delete));
    let names: Vec<_> = hand.scene().bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["ball", "crate", "floor"]);
    assert!(hand.state.messages().iter().any(|message| message.text.contains("locked")));
    hand.apply(Command::Select(SelectCommand::UnlockAll));
    hand.select(&["crate"]);
    hand.apply(Command::Edit(EditCommand::Delete));
    assert_eq!(hand.scene().bodies.len(), 2);
}

#[test]
fn what_is_selected_and_out_of_sight_has_a_mark_at_the_edge_that_leads_to_it() {
    let mut hand = TestHand::new();
    hand.select(&["gem"]);
    let tells = |hand: &TestHand| {
        let list = hand.state.picture();
        list.items.iter().find_map(|(from, item)| match item {
            Item::Text { text, position, .. } if from.source == Source::Editor && text == "gem" => {
                Some(*position)
            }
            _ => None,
        })
    };
    assert_eq!(tells(&hand), None);
    hand.apply(Command::View(ViewCommand::Pan(Vec2::new(3000.0, 0.0))));
    let at = tells(&hand).unwrap();
    let canvas = hand.state.showing().view().canvas;
    assert!(at.x > canvas.max.x - 60.0, "{at}: the gem is to the right");
    let press = hand.state.showing().view().world_from_screen(Vec2::new(canvas.max.x - 18.0, at.y));
    hand.click((press.x, press.y));
    assert_eq!(tells(&hand), None);
    let view = hand.state.showing().view();
    assert!(view.canvas.contains(view.screen_from_world(hand.body("gem").position)));
    assert_eq!(hand.state.looking().selection(), [hand.index("gem")]);
}

#[test]
fn a_tool_that_is_kept_draws_again_and_again_until_esc() {
    let mut hand = TestHand::new();
    let circle = Tool::Draw(ShapeKind::Circle);
    hand.apply(Command::Tool(circle));
    hand.apply(Command::View(ViewCommand::ToggleKeepTool));
    hand.drag((-6.0, 4.0), (-5.5, 4.0));
    hand.drag((-3.0, 4.0), (-2.5, 4.0));
    assert_eq!((hand.scene().bodies.len(), hand.state.hand().tool), (6, circle));
    hand.key(Key::Escape);
    assert_eq!(hand.state.hand().tool, Tool::Select);
    hand.apply(Command::Tool(circle));
    hand.drag((3.0, 4.0), (3.5, 4.0));
    assert_eq!((hand.scene().bodies.len(), hand.state.hand().tool), (7, Tool::Select), "not kept");
}

#[test]
fn ctrl_and_a_drag_move_copies_in_one_undo_step() {
    let mut hand = TestHand::new();
    let before = hand.ron();
    let gem = hand.body("gem").clone();
    hand.with(Modifiers::CTRL, |hand| hand.drag((6.0, -0.5), (6.0, 3.5)));
    assert_eq!(hand.scene().bodies.len(), 5);
    assert_eq!(hand.body("gem"), &gem, "the one that was there stays");
    let copy = &hand.scene().bodies[4];
    assert!((copy.position - gem.position).distance(Vec2::new(0.0, 4.0)) < 0.02, "{}", copy.position);
    assert_eq!(copy.shape, gem.shape);
    assert_ne!(copy.name, gem.name);
    assert_eq!(hand.state.looking().selection(), [4]);
    hand.undo();
    assert_eq!(hand.ron(), before);
    // Escape takes the copies away.
    hand.with(Modifiers::CTRL, |hand| {
        hand.press((6.0, -0.5));
        hand.move_to((6.0, 2.0));
        hand.move_to((6.0, 3.0));
    });
    hand.key(Key::Escape);
    assert_eq!(hand.ron(), before);
}
