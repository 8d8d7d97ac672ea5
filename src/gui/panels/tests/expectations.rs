//! The list of expectations.

use super::*;
use crate::app::ListEdit;

#[test]
fn an_expectation_that_fails_is_a_cross_in_the_colour_of_errors() {
    let crosses = |apart: bool| {
        let (a, b) = ("ball".to_owned(), "crate".to_owned());
        let mut scene = falling();
        scene.expect = vec![if apart {
            Expectation::Separate { a, b, frame: 40 }
        } else {
            Expectation::Contact { a, b, frame: 40, depth: None, normal: None, tolerance: 0.001 }
        }];
        let mut desk = Desk::of(&scene, 1280.0, 720.0);
        assert_eq!(desk.errors(), 0, "not reached");
        desk.state.apply(seek(60));
        desk.pass(Vec::new());
        desk.errors()
    };
    // Two strokes on the time line, two in the list of expectations.
    assert_eq!((crosses(true), crosses(false)), (4, 0));
}

#[test]
fn expectations_are_listed_added_and_taken_away() {
    let expect = |depth: f32| Expectation::Contact {
        a: "ball".to_owned(),
        b: "crate".to_owned(),
        frame: 0,
        depth: Some(depth),
        normal: None,
        tolerance: 0.001,
    };
    let scene = Scene { expect: vec![expect(0.25), expect(0.75)], ..touching() };
    let mut desk = Desk::of(&scene, 1280.0, 1080.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.wait(0.1);
    desk.pass(Vec::new());
    assert!(desk.shows("1 fails · 1 holds"));
    let add = desk.text("Expect ball – crate as now");
    assert_eq!(desk.click(add), [Command::Edit(EditCommand::ExpectSelectedPair)]);
    let second = desk.text("depth 0.750 · frame 0");
    let commands = desk.click(second);
    assert!(commands.contains(&Command::Time(TimeCommand::Seek(0))), "{commands:?}");
    assert!(commands.contains(&Command::View(ViewCommand::SelectPair(Some((0, 1))))), "{commands:?}");
    // The cross is at the end of the row.
    let cross = pos2(desk.size.x - 6.0 - style::BAR - 10.0, second.y);
    assert_eq!(desk.click(cross), [Change::Expectation(ListEdit::Remove(1)).into()]);
}

/// The menus are those of the stops, without the ones that no expectation can ask for; the line that was added is unfolded.
#[test]
fn an_expectation_of_a_stop_is_added_and_its_stop_and_frames_are_edited() {
    let mut desk = Desk::of(&touching(), 1280.0, 1080.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.pass(Vec::new());
    let menu = desk.text("Expect never…");
    desk.click(menu);
    assert!(desk.shows("ball meets a ghost contact") && !desk.shows("an expectation fails"));
    let offer = desk.text("the normal of ball – crate turns by 30°");
    let commands = desk.click(offer);
    let turns = desk.state.scene().read_stop("Turns(a: \"ball\", b: \"crate\", by: 30.0)").unwrap();
    let never = |first, last| Expectation::Never { stop: turns.clone(), frames: (first, last) };
    assert_eq!(commands, [Change::Expectation(ListEdit::Add(never(0, 600))).into()]);
    commands.into_iter().for_each(|command| _ = desk.state.apply(command));
    desk.pass(Vec::new());
    assert!(desk.shows("never Turns · frame 600"));

    let typed = |desk: &mut Desk, field: &str, text: &str| {
        let at = desk.text(field);
        desk.click(at);
        desk.select_all();
        desk.pass(vec![Event::Text(text.to_owned())]);
        let commands = desk.key(Key::Enter);
        commands.iter().for_each(|command| _ = desk.state.apply(command.clone()));
        desk.pass(Vec::new());
        commands
    };
    let set = |line| -> Command { Change::Expectation(ListEdit::Set(0, line)).into() };
    assert_eq!(typed(&mut desk, "to 600", "90"), [set(never(0, 90))]);
    // What is typed takes the other frame along.
    assert_eq!(typed(&mut desk, "from 0", "120"), [set(never(120, 120))]);
    let text = "NotFinite()";
    let read = Change::ReadAsked(0, text.to_owned());
    assert_eq!(typed(&mut desk, &turns.text(), text), [read.into()]);
    assert!(desk.shows("never NotFinite · frame 120"));
    // Again, the line folds.
    let line = desk.text("never NotFinite · frame 120");
    desk.click(line);
    desk.pass(Vec::new());
    assert!(!desk.shows("from 120"));
}
