//! The list of contacts.

use super::*;
use crate::report::PairReport;

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

/// The box meets two tiles of one body: the ghost is with the shallower one.
#[test]
fn a_row_and_a_line_of_events_select_the_contact_of_their_parts() {
    let scene = Scene::from_ron(include_str!("../../../../scenes/seams-of-tiles.ron"), "seams").unwrap();
    let mut desk = Desk::of(&scene, 1280.0, 1000.0);
    let pass = |desk: &mut Desk| {
        desk.tick();
        (0..3).for_each(|_| drop(desk.pass(Vec::new())));
    };
    desk.state.apply(seek(4));
    pass(&mut desk);
    let ghost = |pair: &&PairReport| pair.contact.is_some() && pair.ghost.is_some();
    let ghost = desk.state.derived().report.pairs.iter().find(ghost).unwrap().clone();
    let (key, leaves) = ((ghost.a, ghost.b), ghost.leaves);
    let show = |desk: &mut Desk, panel: Panel| {
        desk.state.apply(Command::View(ViewCommand::ShowPanel(panel)));
        pass(desk);
    };
    let looked_at = |desk: &Desk| desk.state.derived().report.pair(key).unwrap().leaves;
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some(key))));
    show(&mut desk, Panel::Why);
    let deepest = looked_at(&desk);
    assert_ne!(deepest, leaves, "the deepest is no ghost");
    assert!(desk.shows("B  tiles/2") && desk.shows("on tiles and tiles/2 are in contact"));

    // The row selects its own part, which Why? and the table then tell of.
    show(&mut desk, Panel::Scene);
    let row = desk.text("on tiles – tiles/3");
    let asked = desk.click(row);
    let select = Command::View(ViewCommand::SelectContact(key, leaves));
    assert!(asked.contains(&select), "{asked:?}");
    asked.into_iter().for_each(|command| drop(desk.state.apply(command)));
    show(&mut desk, Panel::Why);
    assert_eq!(looked_at(&desk), leaves);
    assert!(desk.shows("B  tiles/3") && desk.shows("on tiles and tiles/3 are in contact"));
    assert!(desk.shows("The contact of on tiles and tiles/3 is a ghost: its normal (-1, 0) is 90° off"));
    show(&mut desk, Panel::Scene);
    let other = desk.text("on tiles – tiles/2");
    let asked = desk.click(other);
    asked.into_iter().for_each(|command| drop(desk.state.apply(command)));
    pass(&mut desk);
    assert_eq!(looked_at(&desk), deepest);

    // So does the line of Events, and who selects the pair has the deepest again.
    show(&mut desk, Panel::Events);
    let line = desk.text("4  ghost contact of on tiles and tiles/3, beside tiles/2: 90° off");
    let asked = desk.click(line);
    assert!(asked.contains(&seek(4)) && asked.contains(&select), "{asked:?}");
    asked.into_iter().for_each(|command| drop(desk.state.apply(command)));
    pass(&mut desk);
    assert_eq!(looked_at(&desk), leaves);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some(key))));
    pass(&mut desk);
    assert_eq!(looked_at(&desk), deepest);
}

/// With nothing selected it took every contact without a word.
#[test]
fn a_new_listener_that_takes_every_contact_says_so_and_is_open() {
    let mut desk = Desk::of(&falling(), 1280.0, 1400.0);
    let add = layout::place(&mut desk, "Add listener").center();
    let commands = desk.click(add);
    let warns = |command: &Command| match command {
        Command::View(ViewCommand::Warn(text)) => text.contains("every contact"),
        _ => false,
    };
    assert!(commands.iter().any(warns), "{commands:?}");
    commands.into_iter().for_each(|command| _ = desk.state.apply(command));
    assert_eq!(desk.state.scene().listeners.len(), 1);
    // What it takes can be chosen at once.
    desk.pass(Vec::new());
    assert!(layout::shows(&mut desk, "Choice body"));
}
