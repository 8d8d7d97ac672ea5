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
