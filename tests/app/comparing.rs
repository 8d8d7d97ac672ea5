//! Runs that are kept to compare, and what is written to share.

use collide2d::World;
use collision_test::app::{
    Answer, BodyEdit, Change, Command, EditCommand, Effect, FileCommand, Key, Leave, News, ShareSource,
    TimeCommand,
};
use collision_test::picture::display::{Dash, Item};
use collision_test::scene::Scene;
use collision_test::scene::field::FieldValue;
use collision_test::scene::limit::Limit;

use crate::hand::TestHand;
use crate::timeline::{fresh, settle, time};

/// A ball that falls for 30 frames, and one that lies.
const FALLING: &str = r#"Scene(version: 1, gravity: (0.0, -10.0), solver: Rigid, bodies: [
    Body(name: "floor", shape: Rectangle(width: 20.0, height: 1.0), position: (0.0, -0.5)),
    Body(name: "lies", shape: Circle(radius: 0.5), position: (-4.0, 0.5), motion: Dynamic()),
    Body(name: "ball", shape: Circle(radius: 0.5), position: (0.0, 1.75), motion: Dynamic()),
])"#;

/// The first frame, up to this one, in which a body is elsewhere, and how far at the last the farthest is.
fn by_hand(one: &Scene, two: &Scene, last: u64) -> (Option<u64>, f32) {
    let place = |world: &World, index: usize| world.bodies()[index].pose().position;
    let (mut one, mut two) = (fresh(one, 0), fresh(two, 0));
    let mut first = None;
    loop {
        let apart = (0..3).map(|index| place(&one, index).distance(place(&two, index)));
        let differs = (0..3).any(|index| one.bodies()[index].pose() != two.bodies()[index].pose());
        if differs {
            first = first.or(Some(one.frame()));
        }
        if one.frame() == last {
            return (first, apart.fold(0.0, f32::max));
        }
        one.step();
        two.step();
    }
}

fn set(hand: &mut TestHand, name: &'static str, value: FieldValue) {
    let ball = hand.index("ball");
    hand.apply(Command::Edit(EditCommand::Do(Change::Body(vec![ball], BodyEdit::Set(name, value)))));
}

#[test]
fn a_kept_run_tells_the_first_frame_that_differs_and_how_far_it_is_away() {
    let mut hand = TestHand::on(FALLING);
    hand.apply(time(TimeCommand::Seek(40)));
    hand.apply(time(TimeCommand::KeepRun));
    settle(&mut hand);
    let kept = &hand.state.run().kept[0];
    assert_eq!((kept.first_difference(), kept.apart_at(40).unwrap().metres), (None, 0.0));
    assert!(kept.label.starts_with("run 1: Rigid"), "{}", kept.label);

    let before = hand.scene().clone();
    hand.apply(time(TimeCommand::Seek(0)));
    set(&mut hand, "restitution", FieldValue::Number(0.5));
    hand.apply(time(TimeCommand::Seek(40)));
    settle(&mut hand);
    let (first, metres) = by_hand(&before, hand.scene(), 40);
    assert!(first.is_some_and(|first| (20..40).contains(&first)) && metres > 0.01, "{first:?} {metres}");
    let kept = &hand.state.run().kept[0];
    let apart = kept.apart_at(40).unwrap();
    assert_eq!((kept.first_difference(), apart.metres, apart.body), (first, metres, 2));
    assert_eq!(kept.apart().count(), 41);
    // It is drawn: a dashed outline at the place of the other ball.
    let dashed = |hand: &TestHand| {
        let items = hand.state.picture().items.into_iter();
        let is_dashed = |item: &Item| matches!(item, Item::Circle { fill: None, stroke: Some(stroke), .. } if stroke.dash != Dash::Solid);
        items.filter(|(_, item)| is_dashed(item)).count()
    };
    hand.apply(time(TimeCommand::ClearOldFuture));
    assert_eq!(dashed(&hand), 1);

    // The change undone, the two are one again.
    hand.undo();
    hand.apply(time(TimeCommand::Seek(40)));
    settle(&mut hand);
    let kept = &hand.state.run().kept[0];
    assert_eq!((kept.first_difference(), kept.apart_at(40).unwrap().metres), (None, 0.0));
    assert_eq!(dashed(&hand), 0);
    hand.apply(time(TimeCommand::ForgetKept(0)));
    assert!(hand.state.run().kept.is_empty());
}

/// The first tile is not where the body of the tiles is: the chain was put there, and both runs differed from frame 0 on.
#[test]
fn a_run_that_is_kept_before_a_merge_differs_where_the_ghost_acts() {
    let mut hand = TestHand::on(include_str!("../../scenes/seams-of-tiles.ron"));
    hand.apply(time(TimeCommand::Seek(20)));
    hand.apply(time(TimeCommand::KeepRun));
    hand.apply(time(TimeCommand::Seek(0)));
    hand.select(&["tiles"]);
    let place = hand.body("tiles").position;
    hand.apply(Command::Edit(EditCommand::MergeTiles));
    hand.key(Key::Enter);
    assert_eq!(hand.body("tiles").position, place);
    hand.apply(time(TimeCommand::Seek(20)));
    settle(&mut hand);
    assert_eq!(hand.state.run().kept[0].first_difference(), Some(4));
}

/// Edited at frame 20 the run begins anew there: its frame 0 is the kept run's frame 20, whatever is undone and done again.
#[test]
fn a_kept_run_goes_on_from_the_frame_of_an_edit() {
    let mut hand = TestHand::on(FALLING);
    hand.apply(time(TimeCommand::Seek(50)));
    hand.apply(time(TimeCommand::KeepRun));
    hand.apply(time(TimeCommand::Seek(20)));
    set(&mut hand, "position", FieldValue::X(0.25));
    settle(&mut hand);
    for _ in 0..2 {
        hand.apply(time(TimeCommand::Seek(10)));
        settle(&mut hand);
        let kept = &hand.state.run().kept[0];
        assert_eq!(kept.first_difference(), Some(0));
        for frame in [0, 10] {
            let apart = kept.apart_at(frame).unwrap();
            assert!((apart.metres - 0.25).abs() < 1.0e-3 && apart.body == 2, "{frame}: {apart:?}");
        }
        hand.undo();
        hand.apply(time(TimeCommand::Seek(40)));
        settle(&mut hand);
        let kept = &hand.state.run().kept[0];
        assert_eq!((kept.first_difference(), kept.apart_at(40).unwrap().metres), (None, 0.0));
        hand.apply(Command::Edit(EditCommand::Redo));
        settle(&mut hand);
    }
    // Another scene is compared with none.
    hand.apply(Command::File(FileCommand::Leave(Leave::New)));
    hand.apply(Command::Answer(Answer::Discard));
    assert!(hand.state.run().kept.is_empty());
}

#[test]
fn what_is_shown_is_written_to_share_with_unsaved_work_and_the_range_that_is_repeated() {
    let mut hand = TestHand::on(FALLING);
    set(&mut hand, "restitution", FieldValue::Number(0.5));
    hand.apply(time(TimeCommand::Seek(30)));
    hand.apply(time(TimeCommand::SetRange(Some((10, 20)))));
    hand.apply(Command::File(FileCommand::ShareFilm));
    let Some(Effect::ShareDialog(_, name, title)) = hand.effects.pop() else { panic!("{:?}", hand.effects) };
    assert_eq!(name, "bench-frames-10-20.gif");
    assert!(title.starts_with("Frames 10 to 20 as a GIF of 1000 × 700, some 78"), "{title}");
    let path = hand.folder.path().join(name);
    hand.apply(Command::File(FileCommand::ShareTo(path.clone())));
    let Some(Effect::Share(job)) = hand.effects.pop() else { panic!("{:?}", hand.effects) };
    let ShareSource::Scene(text) = &job.source else { panic!("{job:?}") };
    assert_eq!(Scene::from_ron(text, "shared").unwrap(), *hand.scene());
    assert_eq!((job.frames, &job.output, job.is_report()), ((10, 20), &path, false));
    // A second one waits; the first is stopped.
    hand.apply(Command::File(FileCommand::ShareTo(path)));
    assert!(hand.last_message().starts_with("Another one is written"), "{}", hand.last_message());
    hand.apply(Command::File(FileCommand::StopSharing));
    assert_eq!(hand.effects.last(), Some(&Effect::StopSharing));
    assert!(hand.state.files().sharing.is_none());

    hand.key(Key::Comma);
    hand.apply(Command::File(FileCommand::ShareReport));
    assert!(
        matches!(hand.effects.last(), Some(Effect::ShareDialog(_, name, _)) if name == "bench-frame-29.html")
    );
    hand.apply(Command::File(FileCommand::ShareTo("page.html".into())));
    let Some(Effect::Share(job)) = hand.effects.last() else { panic!("{:?}", hand.effects) };
    assert_eq!((job.frames, job.is_report()), ((29, 29), true));
}

#[test]
fn five_values_of_a_field_are_compared_on_one_clock() {
    let mut hand = TestHand::on(FALLING);
    set(&mut hand, "restitution", FieldValue::Number(0.5));
    let before = hand.ron();
    let ball = hand.index("ball");
    let change =
        |value: f32| Change::Body(vec![ball], BodyEdit::Set("restitution", FieldValue::Number(value)));
    let values = Limit::Share.five(0.5);
    assert_eq!(values, [0.0, 0.25, 0.5, 0.75, 1.0]);
    let swept = values.iter().map(|value| (*value, change(*value))).collect();
    hand.apply(time(TimeCommand::KeepRun));
    hand.apply(Command::Edit(EditCommand::KeepSwept("restitution".to_owned(), swept)));
    assert!(
        hand.last_message().ends_with("The oldest 1 run before them had to go."),
        "{}",
        hand.last_message()
    );
    hand.apply(time(TimeCommand::Seek(60)));
    settle(&mut hand);
    let kept = &hand.state.run().kept;
    let labels: Vec<&str> = kept.iter().map(|kept| kept.label.as_str()).collect();
    assert_eq!(labels[0], "run 2: restitution 0");
    assert_eq!(labels[3], "run 5: restitution 0.75");
    for (value, kept) in values.iter().zip(kept) {
        let other = change(*value).applied_to(hand.scene()).unwrap();
        let (first, metres) = by_hand(hand.scene(), &other, 60);
        assert_eq!((kept.first_difference(), kept.apart_at(60).unwrap().metres), (first, metres), "{value}");
        assert_eq!(first.is_some(), *value != 0.5, "{value}");
    }
    // The scene is as it was.
    assert_eq!(hand.ron(), before);
    assert_eq!(Limit::NotNegative.five(0.0), [0.0, 0.25, 0.5, 0.75, 1.0]);
    assert_eq!(Limit::Iterations.five(1.0), [1.0, 2.0]);
    assert_eq!(Limit::Coordinate.five(-3.0), [-6.0, -4.5, -3.0, -1.5, 0.0]);
    assert_eq!(Limit::Share.five(0.3), [0.0, 0.3, 0.5, 0.75, 1.0]);
}

/// It was dropped without a word.
#[test]
fn quitting_asks_about_a_picture_that_is_being_written() {
    let mut hand = TestHand::on(FALLING);
    let file = |command| Command::File(command);
    let quit = || file(FileCommand::Leave(Leave::Quit));
    hand.apply(time(TimeCommand::Seek(30)));
    let path = hand.folder.path().join("falling.gif");
    hand.apply(file(FileCommand::ShareTo(path.clone())));
    hand.apply(Command::News(News::Drawn(3)));
    hand.apply(quit());
    let question = hand.state.question().unwrap();
    let labels: Vec<&str> = question.buttons.iter().map(|(label, _)| *label).collect();
    assert!(
        question.text.starts_with("Picture 4 of 31 of falling.gif is being written"),
        "{}",
        question.text
    );
    assert_eq!(labels, ["Wait", "Quit anyway"]);
    hand.apply(Command::Answer(Answer::Cancel));
    assert!(hand.state.files().sharing.is_some() && !hand.effects.contains(&Effect::Quit));
    // Once it is written there is nothing to ask.
    hand.apply(quit());
    hand.apply(Command::News(News::Shared(path.clone(), Ok(()))));
    assert_eq!(hand.state.question(), None);
    hand.apply(file(FileCommand::ShareTo(path)));
    hand.apply(quit());
    hand.apply(Command::Answer(Answer::Discard));
    assert!(hand.effects.contains(&Effect::Quit));
}
