//! The matrix of masks.

use super::*;
use crate::scene::masks::made_to_meet;

/// A ball that is a player, and a crate that is an enemy.
fn masked() -> Scene {
    let mut scene = touching();
    for (body, name) in scene.bodies.iter_mut().zip(["player", "enemy"]) {
        body.is = Some(vec![name.to_owned()]);
    }
    scene
}

/// The level text with these words in the window of the masks, which is drawn after the panels.
fn level(desk: &Desk, words: &str) -> Rect {
    let found = desk.shapes.iter().rev().find_map(|clipped| match &clipped.shape {
        Shape::Text(text) if text.galley.text() == words && text.angle == 0.0 => {
            Some(text.visual_bounding_rect().intersect(clipped.clip_rect))
        }
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{words:?} is not on show"))
}

#[test]
fn the_view_menu_opens_the_matrix_whatever_is_selected_and_a_cell_is_one_edit() {
    for (width, height) in [(1280.0, 720.0), (900.0, 600.0)] {
        let mut desk = Desk::of(&masked(), width, height);
        desk.state.apply(Command::Select(SelectCommand::Only(vec![0])));
        desk.pass(Vec::new());
        let view = desk.text("View");
        desk.click(view);
        let entry = desk.text("Masks: who meets whom");
        let commands = desk.click(entry);
        assert_eq!(commands, [Command::View(ViewCommand::ToggleMasks)]);
        commands.into_iter().for_each(|command| _ = desk.state.apply(command));
        (0..3).for_each(|_| _ = desk.pass(Vec::new()));
        let row = level(&desk, "enemy");
        assert!(row.height() > 10.0 && row.max.y < height && row.max.x < width, "{row} at {width}");
        // The first cell of the first row is that of the last name.
        let edit = Change::SetBodies(made_to_meet(desk.state.scene(), "enemy", "player", false));
        let cell = row.right_center() + vec2(8.0 + 11.0, 0.0);
        assert_eq!(desk.click(cell), [edit.into()], "{width}");
    }
}

#[test]
fn without_names_the_window_says_where_to_write_them() {
    let mut desk = Desk::of(&touching(), 900.0, 600.0);
    desk.state.apply(Command::View(ViewCommand::ToggleMasks));
    (0..2).for_each(|_| _ = desk.pass(Vec::new()));
    assert!(desk.shows("No body has a name of masks yet"));
}
