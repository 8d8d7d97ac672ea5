//! The stages of a step.

use super::*;

/// Goes to the next stage, and shows it.
fn stage_forward(desk: &mut Desk) {
    desk.state.apply(Command::Time(TimeCommand::StageForward));
    desk.tick();
    desk.pass(Vec::new());
    desk.pass(Vec::new());
}

#[test]
fn a_click_on_a_stage_goes_to_it_and_its_words_are_shown() {
    let mut desk = Desk::of(&falling(), 1280.0, 720.0);
    desk.state.apply(seek(30));
    desk.state.apply(Command::Time(TimeCommand::StageForward));
    desk.pass(Vec::new());
    desk.pass(Vec::new());
    let count = desk.state.run().inside.as_ref().unwrap().count();
    assert!(desk.shows(&format!("inside frame 30 → 31 · stage 1 of {count}")));
    assert!(desk.shows("Gravity, acceleration and damping"));
    let last = desk.text("End of the step: frame 31");
    let command = Command::Time(TimeCommand::ToStage(count));
    assert_eq!(desk.click(last), std::slice::from_ref(&command));
    desk.state.apply(command);
    desk.pass(Vec::new());
    assert!(desk.shows("The step is done; this is frame 31."));
    desk.state.apply(Command::Select(SelectCommand::Cancel));
    desk.pass(Vec::new());
    assert!(!desk.shows("inside frame") && desk.shows("Contacts"), "back to the panel before");
}

#[test]
fn the_pointer_on_a_formula_names_its_symbols() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    (0..3).for_each(|_| stage_forward(&mut desk));
    let formula = desk.state.run().inside.as_ref().unwrap().text.formulas[0].clone();
    assert!(desk.shows(&formula.symbols) && desk.shows(&formula.numbers));
    let named = |desk: &Desk| formula.names.iter().all(|(s, name)| desk.shows(&format!("{s}  {name}")));
    assert!(!named(&desk));
    let numbers = desk.text(&formula.numbers);
    desk.point(numbers);
    desk.pass(Vec::new());
    assert!(named(&desk), "{formula:?}");
}

/// Inside a step the panels say what is not known yet, and that a static pair is left alone.
#[test]
fn panels_of_a_step_tell_what_is_tested_and_what_is_left_alone() {
    let mut scene = touching();
    scene.bodies[0].motion = SceneMotion::Static;
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    let mut forward = |expected: &[&str], other: &[&str]| {
        stage_forward(&mut desk);
        for words in expected {
            assert!(desk.shows(words), "{words}");
        }
        for words in other {
            assert!(!desk.shows(words), "{words}");
        }
    };
    forward(&["0 contacts so far", "still to come"], &["they touch"]);
    forward(&["0 contacts so far", "both bodies are static"], &["they touch"]);
    forward(&["1 contact so far", "they touch", "Both are static: the step leaves them alone."], &[]);
    forward(&["1 contact", "No contact begins, goes on or ends."], &["so far"]);
}

/// In a low window the table of axes gives way: the words have some lines, and six stages are in sight.
#[test]
fn in_a_low_window_words_and_stages_have_room() {
    let mut desk = Desk::of(&touching(), 900.0, 600.0);
    (0..3).for_each(|_| stage_forward(&mut desk));
    let list = desk.shapes.iter().find_map(|clipped| match &clipped.shape {
        Shape::Text(text) if text.galley.text() == "Forces" => Some(clipped.clip_rect),
        _ => None,
    });
    let list = list.unwrap();
    assert!(list.height() >= 6.0 * 20.0, "{list:?}");
    let words = layout::place(&mut desk, "Part stage words");
    assert!(words.height() >= 90.0 && words.bottom() < list.top(), "{words:?}, {list:?}");
}

/// The row of a pair had lost its second body and its verdict.
#[test]
fn a_stage_of_two_long_names_tells_both_and_its_verdict() {
    let names = ["ball", "crate"]
        .map(|name| format!("{name} with a very long name, which no panel could show as a whole"));
    let mut scene = falling();
    for (body, name) in scene.bodies.iter_mut().zip(&names) {
        body.name.clone_from(name);
    }
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    desk.state.apply(seek(30));
    stage_forward(&mut desk);
    let inside = desk.state.run().inside.as_ref().unwrap();
    let verdict = (0..inside.count()).find_map(|index| {
        inside.pair(index)?;
        let title = inside.title(index, desk.state.scene());
        title.rsplit_once(&names[1]).map(|(_, verdict)| verdict.to_owned())
    });
    let verdict = verdict.unwrap();
    assert!(verdict.len() > 5, "{verdict}");
    let row = desk.shapes.iter().find_map(|clipped| match &clipped.shape {
        Shape::Text(text) if text.galley.text().contains(" – ") && text.galley.text().ends_with(&verdict) => {
            Some(text.galley.text().to_owned())
        }
        _ => None,
    });
    let row = row.unwrap_or_else(|| panic!("{verdict:?} is not on show"));
    for end in ["ball", "crate"] {
        assert!(row.contains(end), "{row}");
    }
}
