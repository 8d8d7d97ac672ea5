//! Random input in any order: the scene stays valid, nothing panics, and undo leads back to the saved bytes.

use collision_test::app::{
    BodyEdit, Change, Command, EditCommand, EventKind, Key, Modifiers, MotionKind, PointerButton,
    SelectCommand, TimeCommand, ViewCommand, table,
};
use glam::Vec2;
use proptest::prelude::*;

use crate::hand::TestHand;

#[derive(Clone, Debug)]
enum Act {
    Event(EventKind, Modifiers),
    Command(Command),
    Wait(f32),
}

fn point() -> impl Strategy<Value = Vec2> {
    // The canvas and a little around it, mostly where the bodies are.
    prop_oneof![
        (50.0..1150.0_f32, 0.0..800.0_f32).prop_map(Vec2::from),
        (300.0..900.0_f32, 300.0..500.0_f32).prop_map(Vec2::from),
    ]
}

fn modifiers() -> impl Strategy<Value = Modifiers> {
    prop_oneof![
        6 => Just(Modifiers::NONE),
        1 => Just(Modifiers::SHIFT),
        1 => Just(Modifiers::ALT),
        1 => Just(Modifiers::CTRL),
    ]
}

fn event() -> impl Strategy<Value = EventKind> {
    let button = prop_oneof![4 => Just(PointerButton::Left), 1 => Just(PointerButton::Right)];
    prop_oneof![
        4 => (button.clone(), point()).prop_map(|(b, p)| EventKind::Pressed(b, p)),
        4 => (button, point()).prop_map(|(b, p)| EventKind::Released(b, p)),
        8 => point().prop_map(EventKind::Moved),
        1 => (-1.0..1.0_f32, point()).prop_map(|(sign, p)| EventKind::Wheel(sign, p)),
        1 => Just(EventKind::FocusLost),
        2 => prop_oneof![Just(Key::Enter), Just(Key::Escape), Just(Key::Delete)]
            .prop_map(|key| EventKind::Key { key, repeat: false }),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    let named: Vec<Command> = table()
        .map(|entry| entry.command.clone())
        .filter(|command| !matches!(command, Command::File(_)))
        .collect();
    let edit = prop_oneof![
        (-3.0..3.0_f32).prop_map(BodyEdit::PositionX),
        (-400.0..400.0_f32).prop_map(BodyEdit::Rotation),
        (-1.0..3.0_f32).prop_map(BodyEdit::Radius),
        (-1.0..3.0_f32).prop_map(BodyEdit::Height),
        (0..4_usize, -2.0..2.0_f32, -2.0..2.0_f32).prop_map(|(i, x, y)| BodyEdit::Point(i, Vec2::new(x, y))),
        prop::sample::select(MotionKind::ALL.to_vec()).prop_map(BodyEdit::MotionKind),
        any::<f32>().prop_map(BodyEdit::VelocityY),
    ];
    let change = prop_oneof![
        3 => (0..6_u32, edit).prop_map(|(i, edit)| Change::Body(vec![i], edit)),
        1 => prop::collection::vec(0..6_u32, 1..3).prop_map(Change::RemoveBodies),
        1 => (0..6_u32, "[a-c]{0,2}").prop_map(|(i, name)| Change::Rename(i, name)),
    ];
    prop_oneof![
        6 => prop::sample::select(named),
        2 => change.clone().prop_map(|c| Command::Edit(EditCommand::Do(c))),
        2 => change.prop_map(|c| Command::Edit(EditCommand::Preview(c))),
        1 => (0..40_u64).prop_map(|frame| Command::Time(TimeCommand::Seek(frame))),
        1 => (0..6_u32, 0..6_u32).prop_map(|pair| Command::View(ViewCommand::LookAt(Some(pair)))),
        1 => prop::collection::vec(0..6_u32, 0..4)
            .prop_map(|bodies| Command::Select(SelectCommand::Only(bodies))),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        6 => (event(), modifiers()).prop_map(|(event, modifiers)| Act::Event(event, modifiers)),
        4 => command().prop_map(Act::Command),
        1 => (0.0..0.3_f32).prop_map(Act::Wait),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn leaves_a_valid_scene_and_a_way_back(acts in prop::collection::vec(act(), 1..60)) {
        let mut hand = TestHand::new();
        let saved = hand.ron();
        for act in acts {
            match act {
                Act::Event(kind, modifiers) => {
                    let pointer = match kind {
                        EventKind::Pressed(_, at) | EventKind::Released(_, at) | EventKind::Moved(at) => at,
                        _ => hand.screen((0.0, 0.0)),
                    };
                    hand.with(modifiers, |hand| hand.frame_of(&[kind], pointer, 0.016));
                }
                Act::Command(command) => hand.apply(command),
                Act::Wait(seconds) => hand.wait(seconds),
            }
            let state = &hand.state;
            prop_assert!(state.scene().validate().is_ok(), "{:?}", state.scene().validate());
            prop_assert_eq!(state.world().bodies().len(), state.scene().bodies.len());
            let count = state.scene().bodies.len() as u32;
            prop_assert!(state.selection().iter().all(|i| *i < count));
            prop_assert!(state.selection().is_sorted());
            prop_assert!(state.looked().is_none_or(|(a, b)| a < b && b < count));
            prop_assert_eq!(state.report().frame, state.frame());
            prop_assert_eq!(state.report().bodies.len(), state.scene().bodies.len());
            state.picture();
            state.hint();
            state.cursor();
        }
        let undo = Command::Edit(EditCommand::Undo);
        while hand.state.is_enabled(&undo) {
            hand.apply(undo.clone());
        }
        prop_assert_eq!(hand.ron(), saved.clone());
        let redo = Command::Edit(EditCommand::Redo);
        while hand.state.is_enabled(&redo) {
            hand.apply(redo.clone());
        }
        while hand.state.is_enabled(&undo) {
            hand.apply(undo.clone());
        }
        prop_assert_eq!(hand.ron(), saved);
    }
}
