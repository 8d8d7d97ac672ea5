//! The list of watched numbers.

use super::*;
use crate::app::{ListEdit, NoteEdit};

/// Names that differ in their middle were cut there and read the same.
#[test]
fn two_long_watched_names_do_not_read_the_same() {
    let names = [1, 2, 11].map(|n| format!("crate of the tower at the left {n} from below, of oak"));
    let mut scene = falling();
    for name in &names {
        let body = SceneBody::new(name.clone(), SceneShape::Circle { radius: 0.1 });
        scene.bodies.push(SceneBody { position: Vec2::new(9.0 + scene.bodies.len() as f32, 0.0), ..body });
    }
    scene.watch = names.iter().map(|name| format!("{name}.speed")).collect();
    let mut desk = Desk::of(&scene, 1280.0, 1200.0);
    desk.state.apply(Command::View(ViewCommand::ShowPanel(Panel::Plots)));
    for _ in 0..5 {
        desk.tick();
        desk.pass(Vec::new());
    }
    let rows = names.iter().map(|name| layout::place(&mut desk, &format!("Watched {name}.speed")));
    let rows: Vec<Rect> = rows.collect();
    let shown: Vec<String> = rows
        .iter()
        .map(|row| {
            let words = desk.shapes.iter().filter_map(|clipped| match &clipped.shape {
                Shape::Text(text) if row.contains(text.pos + vec2(1.0, 4.0)) => {
                    Some((text.pos.x, text.galley.text()))
                }
                _ => None,
            });
            words.min_by(|one, other| one.0.total_cmp(&other.0)).unwrap().1.to_owned()
        })
        .collect();
    for (i, one) in shown.iter().enumerate() {
        assert!(!shown[i + 1..].contains(one), "{shown:?}");
        assert!(one.ends_with(".speed"), "the quantity is whole: {shown:?}");
    }
}

#[test]
fn numbers_that_vary_are_listed_and_taken_away() {
    let line = |field: &str| crate::scene::Vary {
        body: "ball".to_owned(),
        field: field.to_owned(),
        from: -30.0,
        to: 0.0,
        steps: 31,
    };
    let scene = Scene { vary: vec![line("velocity.x"), line("velocity.y")], ..falling() };
    let mut desk = Desk::of(&scene, 1280.0, 2400.0);
    desk.pass(Vec::new());
    assert!(desk.shows("ball.velocity.y from"));
    let cross = layout::place(&mut desk, "Remove vary 1").center();
    let taken: Command = NoteEdit::Vary(ListEdit::Remove(1)).into();
    assert_eq!(desk.click(cross), std::slice::from_ref(&taken));
    desk.state.apply(taken);
    assert_eq!(desk.state.scene().vary, [line("velocity.x")]);
}

/// A name that has no room in a line, before what the line says of it.
fn long_named() -> (Scene, String) {
    let name = "The very long name of a hero whose name is longer than any panel could show it".to_owned();
    let mut scene = falling();
    (scene.bodies[0].motion, scene.bodies[0].name) = (SceneMotion::mover(), name.clone());
    (scene, name)
}

/// All lines of one body read the same.
#[test]
fn lines_about_a_long_name_tell_frame_and_field() {
    let (mut scene, name) = long_named();
    let input = |frame: u64, direction: f32| crate::scene::SceneInput::Input {
        frame,
        body: name.clone(),
        direction,
        jump: false,
    };
    let vary = |field: &str| crate::scene::Vary {
        body: name.clone(),
        field: field.to_owned(),
        from: 1.0,
        to: 2.0,
        steps: 31,
    };
    scene.inputs = vec![input(9, -1.0), input(130, 0.0), input(37, 1.0)];
    scene.vary = vec![vary("max_slope"), vary("speed")];
    let mut desk = Desk::of(&scene, 1280.0, 2400.0);
    desk.pass(Vec::new());
    let row = |words: &str| desk.text_ending(words).unwrap_or_else(|| panic!("{words}")).y;
    let rows =
        ["walks left from frame 9 on", "walks right from frame 37 on", "stands from frame 130 on"].map(row);
    assert!(rows.is_sorted(), "in the order of their frames: {rows:?}");
    for words in [".max_slope from 1 to 2 in 31 steps", ".speed from 1 to 2 in 31 steps"] {
        row(words);
    }
    let at = desk.text_ending("walks right from frame 37 on").unwrap();
    desk.point(at);
    (0..20).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.shows(&format!("{name} walks right from frame 37 on\nClick")), "the tooltip has it whole");
    assert_eq!(desk.click(at), [seek(37)]);
    let cross = layout::place(&mut desk, "Remove input 2").center();
    assert_eq!(desk.click(cross), [Command::Edit(EditCommand::RemoveInput(2))]);
}
