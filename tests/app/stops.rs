//! Stops in the editor: playing stops where one holds, the keys go there and back, undo takes them away.

use collision_test::app::{Change, Command, EditCommand, Key, Modifiers, TimeCommand};

use crate::hand::TestHand;

/// A ball that falls through a wall that does not hold it: 0.05 m deep from frame 44 on, through at 51.
const FALLING: &str = "(version: 1, gravity: (0, -9.81), solver: Off, bodies: [
    (name: \"ball\", shape: Circle(radius: 0.5), position: (0, 3), motion: Dynamic()),
    (name: \"floor\", shape: Wall(start: (-5, 0), end: (5, 0))),
], expect: [
    Never(stop: Deeper(a: \"ball\", b: \"floor\", than: 0.05), frames: (0, 60)),
    Soon(stop: Begin(a: \"ball\", b: \"floor\"), before: 60),
], stops: [
    Deeper(a: \"ball\", b: \"floor\", than: 0.05),
    End(a: \"*\", b: \"floor\"),
    Faster(body: \"ball\", than: 1.0, muted: true),
])";

fn frame(hand: &TestHand) -> u64 {
    hand.state.run().frame()
}

/// Lets time pass until playing stops by itself.
fn wait_for_stop(hand: &mut TestHand) {
    for _ in 0..400 {
        if !hand.state.run().playing {
            return;
        }
        hand.wait(0.05);
    }
    panic!("it plays on, at frame {}", frame(hand));
}

#[test]
fn playing_stops_where_a_stop_holds_and_the_keys_go_there_and_back() {
    let mut hand = TestHand::on(FALLING);
    hand.key(Key::Space);
    wait_for_stop(&mut hand);
    assert_eq!(frame(&hand), 44);
    assert_eq!(
        hand.last_message(),
        "Stopped at frame 44: ball and floor are 0.1378 m deep, more than 0.05 m."
    );
    assert_eq!(hand.selected_pair(), Some(("ball", "floor")));
    hand.key(Key::F(8));
    wait_for_stop(&mut hand);
    assert_eq!(frame(&hand), 51, "the muted one at 7 does not stop it");
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::F(8)));
    assert_eq!((frame(&hand), hand.state.run().playing), (44, false));
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::F(8)));
    assert_eq!((frame(&hand), hand.last_message()), (44, "No stop holds before this frame."));
    hand.key(Key::F(8));
    assert_eq!(frame(&hand), 51, "it is known by now");
    let holds: Vec<_> =
        hand.state.derived().expectations.marks.iter().map(|mark| (mark.frame, mark.holds)).collect();
    assert_eq!(holds, [(44, Some(false)), (60, Some(true))]);
}

#[test]
fn stops_are_edited_as_everything_else_and_read_from_the_first_frame_on() {
    let mut hand = TestHand::on(FALLING);
    hand.apply(Command::Time(TimeCommand::Seek(60)));
    for _ in 0..20 {
        hand.wait(0.01);
    }
    let frames = |hand: &TestHand| -> Vec<u64> {
        hand.state.run().frames.log().stops.marks().iter().map(|mark| mark.frame).collect()
    };
    assert_eq!(frames(&hand), [44, 51]);
    let text = "Begin(a: \"ball\", b: \"*\")".to_owned();
    hand.apply(Command::Edit(EditCommand::Do(Change::ReadStop(text))));
    for _ in 0..20 {
        hand.wait(0.01);
    }
    assert_eq!(frames(&hand), [43, 44, 51]);
    assert_eq!((hand.scene().stops.len(), frame(&hand)), (4, 60));
    hand.undo();
    assert_eq!(hand.scene().stops.len(), 3);
    hand.apply(Command::Edit(EditCommand::Do(Change::ReadStop("Begin(a: \"bal\", b: \"*\")".to_owned()))));
    assert_eq!(hand.scene().stops.len(), 3);
    assert!(hand.last_message().contains("did you mean \"ball\"?"), "{}", hand.last_message());
    hand.apply(Command::Edit(EditCommand::Do(Change::RemoveStop(0))));
    for _ in 0..20 {
        hand.wait(0.01);
    }
    assert_eq!(frames(&hand), [51]);
}
