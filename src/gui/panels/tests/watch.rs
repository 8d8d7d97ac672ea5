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
