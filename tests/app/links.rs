//! The scene as a link: copied, pasted, refused.

use collision_test::app::{Answer, Command, Effect, FileCommand, Leave, Modifiers, News, ViewCommand};
use collision_test::scene::link::Link;

use crate::hand::TestHand;

const JELLY: &str = r#"Scene(
    version: 1,
    gravity: (0, -9.81),
    bodies: [
        (name: "jelly", shape: Circle(radius: 0.5), position: (0, 0.75), motion: Dynamic(mass: 1)),
        (name: "floor, hard", shape: Rectangle(width: 8, height: 1), position: (0, -0.5)),
    ],
    listeners: [(name: "splash", body: "jelly", then: Burst(count: 4))],
)"#;

/// The link that Ctrl+L puts on the clipboard.
fn copied(hand: &mut TestHand) -> String {
    hand.effects.clear();
    hand.letter('L', Modifiers::CTRL);
    let link = hand.effects.iter().find_map(|effect| match effect {
        Effect::WriteClipboard(text) => Some(text.clone()),
        _ => None,
    });
    link.unwrap_or_else(|| panic!("{}", hand.last_message()))
}

fn paste(hand: &mut TestHand, text: &str) {
    hand.apply(Command::News(News::ClipboardRead(Ok(text.to_owned()))));
}

#[test]
fn a_copied_link_opens_scene_frame_and_pair() {
    let mut hand = TestHand::on(JELLY);
    hand.letter('L', Modifiers::CTRL);
    for _ in 0..20 {
        hand.key(collision_test::app::Key::Period);
    }
    assert_eq!((hand.state.run().frame(), hand.selected_pair()), (20, None), "the jelly is in pieces");
    hand.apply(Command::View(ViewCommand::SelectPair(Some((1, 3)))));
    let (link, scene) = (copied(&mut hand), hand.scene().clone());
    assert!(link.starts_with("https://example.org/#scene="), "{link}");
    assert!(link.ends_with("&frame=20&pair=floor,%20hard,jelly%2F2"), "{link}");
    let hash = hand.state.run().world().hash();

    let mut other = TestHand::new();
    paste(&mut other, &link);
    assert_eq!(*other.scene(), scene);
    assert_eq!(other.state.run().frame(), 20);
    assert_eq!(other.state.run().world().hash(), hash, "bit for bit");
    assert_eq!(other.state.looking().selected_pair(), Some((1, 3)));
    assert!(!other.state.files().document.is_dirty(), "the link has it");
    assert_eq!(other.state.files().document.path(), None, "saving asks where");
    assert_eq!(copied(&mut other), link);
}

#[test]
fn unsaved_work_is_asked_about_before_a_pasted_link_opens() {
    let mut hand = TestHand::on(JELLY);
    let link = copied(&mut hand);
    let mut other = TestHand::new();
    other.drag((0.0, 2.2), (0.0, 2.6));
    let mine = other.ron();
    paste(&mut other, &link);
    assert_eq!(other.ron(), mine);
    other.apply(Command::Answer(Answer::Cancel));
    assert_eq!(other.ron(), mine);
    paste(&mut other, &link);
    other.apply(Command::Answer(Answer::Discard));
    assert_eq!(other.ron(), hand.ron());
}

#[test]
fn a_broken_link_changes_nothing_and_says_why() {
    let mut hand = TestHand::on(JELLY);
    let link = copied(&mut hand);
    let before = hand.ron();
    paste(&mut hand, &link[..link.len() - 20]);
    assert_eq!(hand.ron(), before);
    let told = hand.last_message();
    assert!(told.starts_with("The link is damaged: the link may have been cut off"), "{told}");
    assert!(told.ends_with("base64url). Nothing was opened."), "{told}");
    assert_eq!(hand.state.files().document.path(), Some(hand.file().as_path()));
}

#[test]
fn a_pair_that_is_not_there_is_told_and_the_scene_opens() {
    let hand = TestHand::on(JELLY);
    let link = Link { pair: Some("jelly,moon".to_owned()), ..Link::to(hand.scene(), 0, None, hand.scene()) };
    let mut other = TestHand::new();
    other.apply(Command::File(FileCommand::Leave(Leave::OpenLink(Box::new(link)))));
    assert_eq!(other.ron(), hand.ron());
    assert!(
        other.last_message().starts_with("The link's pair: no body has the second name"),
        "{}",
        other.last_message()
    );
}

#[test]
fn after_an_edit_at_a_later_frame_the_link_opens_what_is_on_the_canvas() {
    let mut hand = TestHand::on(JELLY);
    for _ in 0..8 {
        hand.key(collision_test::app::Key::Period);
    }
    let at = hand.state.run().world().bodies()[0].pose().position;
    hand.drag((at.x, at.y), (at.x + 1.0, at.y + 0.5));
    for _ in 0..3 {
        hand.key(collision_test::app::Key::Period);
    }
    let link = copied(&mut hand);
    let mut other = TestHand::new();
    paste(&mut other, &link);
    assert_eq!(other.state.run().frame(), hand.state.run().frame());
    assert_eq!(other.state.run().world().hash(), hand.state.run().world().hash());
}

#[test]
fn a_link_gets_a_hundred_thousand_frames_at_most_and_says_so() {
    let hand = TestHand::on(JELLY);
    let mut far = Link::to(hand.scene(), 0, None, hand.scene());
    far.frame = 99_999_999;
    let mut other = TestHand::new();
    other.apply(Command::File(FileCommand::Leave(Leave::OpenLink(Box::new(far)))));
    let told = "The link asks for frame 99999999; it gets frame 100000, the last that a link may ask for.";
    assert_eq!(other.last_message(), told);
    assert!(other.state.run().frame() == 100_000 || other.state.run().seeking == Some(100_000));
}
