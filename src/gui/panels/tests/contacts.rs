//! The list of contacts.

use super::*;

#[test]
fn a_click_on_a_contact_looks_at_its_pair() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    assert!(desk.shows("0.250"));
    let row = desk.text("ball – crate");
    let commands = desk.click(row);
    assert!(commands.contains(&Command::View(ViewCommand::HoverPair(Some((0, 1))))), "{commands:?}");
    assert!(commands.contains(&Command::View(ViewCommand::SelectPair(Some((0, 1))))), "{commands:?}");
}

#[test]
fn the_pointer_on_a_contact_tells_where_its_point_lies() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let row = desk.text("ball – crate");
    desk.point(row);
    for _ in 0..20 {
        desk.pass(Vec::new());
    }
    assert!(desk.shows("The point lies on the surface of ball, where it reaches deepest into crate."));
}

#[test]
fn contacts_that_come_back_find_their_room_again() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    let before = desk.text("Contacts");
    let move_to = |y| Change::Body(vec![0], BodyEdit::Set("position", FieldValue::Y(y))).into();
    for y in [9.0, 1.75] {
        desk.state.apply(move_to(y));
        (0..3).for_each(|_| drop(desk.pass(Vec::new())));
        assert_eq!(desk.text("Contacts"), before, "{y}");
    }
}

/// Frame 4 of the shipped scene: the box meets a face that lies against the next tile.
#[test]
fn the_row_of_a_ghost_has_its_normal_which_is_what_is_wrong() {
    let scene = Scene::from_ron(include_str!("../../../../scenes/seams-of-tiles.ron"), "seams").unwrap();
    let mut desk = Desk::of(&scene, 1280.0, 1000.0);
    desk.state.apply(seek(4));
    (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    let (row, note) = (desk.text("on tiles – tiles/3"), desk.text("ghost 90°"));
    assert!((row.y - note.y).abs() < 2.0);
    let of_row = |clipped: &&ClippedShape| {
        matches!(&clipped.shape, Shape::Text(text)
        if (text.pos.y + text.galley.rect.center().y - row.y).abs() < 2.0)
    };
    let mut columns: Vec<Rect> = Vec::new();
    let mut texts = Vec::new();
    for clipped in desk.shapes.iter().filter(of_row) {
        let Shape::Text(text) = &clipped.shape else { continue };
        if text.pos.x >= row.x - 200.0 {
            columns.push(text.galley.rect.translate(text.pos.to_vec2()));
            texts.push(text.galley.text().to_owned());
        }
    }
    assert!(texts.iter().any(|text| text.trim() == "−1.00  0.00"), "{texts:?}");
    columns.sort_by(|p, q| p.left().total_cmp(&q.left()));
    assert!(columns.windows(2).all(|pair| pair[0].right() <= pair[1].left()), "{texts:?}: {columns:?}");
}
