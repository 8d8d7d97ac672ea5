use std::path::Path;

use collision_test::app::{
    AppState, Command, Direction, EditCommand, EventKind, Key, Modifiers, News, SceneItem, SelectCommand,
    Settings, Stride, TimeCommand, ViewCommand,
};
use collision_test::picture::display::{Item, Provenance, Rect, Source};
use collision_test::picture::overlay::Layer;
use collision_test::report::PairReport;
use glam::Vec2;

use crate::hand::{TestHand, assert_near, canvas};

#[test]
fn tab_goes_through_the_touching_pairs_and_back() {
    let mut hand = TestHand::new();
    assert_eq!(hand.selected_pair(), Some(("ball", "crate")));
    hand.key(Key::Tab);
    assert_eq!(hand.selected_pair(), Some(("crate", "floor")));
    hand.key(Key::Tab);
    hand.with(Modifiers::SHIFT, |hand| hand.key(Key::Tab));
    assert_eq!(hand.selected_pair(), Some(("crate", "floor")));
}

#[test]
fn tab_goes_on_while_the_pointer_rests_on_a_body() {
    let mut hand = TestHand::new();
    hand.hover((6.0, -0.5));
    assert_eq!(hand.selected_pair(), Some(("gem", "floor")), "the pair under the pointer");
    let at = hand.screen((6.0, -0.5));
    let mut seen = Vec::new();
    for _ in 0..2 {
        hand.frame_of(&[EventKind::Key { key: Key::Tab, repeat: false }], at, 0.016);
        hand.frame_of(&[], at, 0.016);
        seen.push(hand.state.looking().selected_pair());
        assert_eq!(hand.state.looking().selected_pair(), hand.state.looking().pinned_pair);
    }
    assert_ne!(seen[0], seen[1]);
    hand.hover((6.1, -0.5));
    assert_eq!(hand.selected_pair(), Some(("gem", "floor")), "the pointer has moved");
}

#[test]
fn the_report_has_the_axes_of_the_selected_pair_and_of_no_other() {
    let mut hand = TestHand::new();
    hand.select(&["ball", "gem"]);
    for pair in &hand.state.derived().report.pairs {
        assert_eq!(pair.trace.is_some(), Some((pair.a, pair.b)) == hand.state.looking().selected_pair());
    }
    assert_eq!(hand.selected_pair(), Some(("ball", "gem")));
    assert!(hand.state.derived().report.pairs.iter().any(|p| p.trace.is_some() && p.contact.is_none()));
}

#[test]
fn a_click_looks_at_the_deepest_pair_or_the_nearest_neighbour() {
    let mut hand = TestHand::new();
    hand.click((-1.5, 0.5));
    assert_eq!(hand.selected_pair(), Some(("ball", "crate")), "depth 0.25 is more than the floor's 0.1");
    hand.click((6.0, -0.5));
    assert_eq!(hand.selected_pair(), Some(("gem", "floor")));
    // The clicked body is apart from all others; the box of "near" is the nearest.
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "far", shape: Circle(radius: 1.0), position: (-9.0, 0.0)),
            (name: "near", shape: Circle(radius: 1.0), position: (0.0, 0.0)),
            (name: "one", shape: Circle(radius: 1.0), position: (4.0, 0.0)),
        ])"#,
    );
    assert_eq!(hand.selected_pair(), None);
    hand.click((4.0, 0.0));
    assert_eq!(hand.selected_pair(), Some(("near", "one")));
    hand.key(Key::Escape);
    hand.key(Key::Escape);
    assert_eq!(hand.selected_pair(), None);
}

#[test]
fn two_selected_bodies_are_the_selected_pair_even_if_they_are_apart() {
    let mut hand = TestHand::new();
    hand.click((6.0, -0.5));
    hand.with(Modifiers::SHIFT, |hand| hand.click((0.0, 2.4)));
    assert_eq!(hand.selected_pair(), Some(("ball", "gem")));
}

#[test]
fn the_pointer_looks_at_a_pair_for_the_moment_and_a_click_keeps_it() {
    let mut hand = TestHand::new();
    hand.select(&["ball", "gem"]);
    // Where the ball and the crate overlap.
    hand.hover((0.0, 0.85));
    assert_eq!(hand.selected_pair(), Some(("ball", "crate")));
    hand.hover((-5.0, 3.0));
    assert_eq!(hand.selected_pair(), Some(("ball", "gem")));
    hand.click((0.05, 0.85));
    hand.hover((-5.0, 3.0));
    assert_eq!(hand.selected_pair(), Some(("ball", "crate")));
    hand.apply(Command::View(ViewCommand::HoverPair(Some((3, 1)))));
    assert_eq!(hand.selected_pair(), Some(("crate", "floor")));
    hand.apply(Command::View(ViewCommand::HoverPair(None)));
    assert_eq!(hand.selected_pair(), Some(("ball", "crate")));
}

#[test]
fn a_dragged_body_is_followed_from_pair_to_pair() {
    let mut hand = TestHand::new();
    hand.press((0.1, 2.2));
    hand.move_to((0.3, 3.5));
    assert_eq!(hand.selected_pair(), Some(("ball", "crate")), "apart now, and still selected");
    hand.move_to((6.1, 1.6));
    assert_eq!(hand.selected_pair(), Some(("ball", "gem")));
    assert!(hand.state.derived().report.pairs.iter().any(|p| p.trace.is_some() && p.contact.is_some()));
    hand.release((6.1, 1.6));
    assert_eq!(hand.selected_pair(), Some(("ball", "gem")));
}

#[test]
fn two_walls_are_no_pair() {
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "one", shape: Wall(start: (-1.0, 0.0), end: (1.0, 0.0))),
            (name: "other", shape: Wall(start: (0.0, -1.0), end: (0.0, 1.0))),
        ])"#,
    );
    hand.apply(Command::Select(SelectCommand::All));
    assert_eq!(hand.selected_pair(), None);
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    assert_eq!(hand.selected_pair(), None);
}

#[test]
fn keys_1_to_9_switch_the_layers() {
    let mut hand = TestHand::new();
    let keyed: Vec<_> = Layer::ALL.iter().filter_map(|layer| Some((layer, layer.info().key?))).collect();
    assert!((1..=9).all(|digit| keyed.iter().filter(|(_, key)| *key == digit).count() == 1), "{keyed:?}");
    for (layer, key) in keyed {
        let before = hand.state.showing().layers.has(*layer);
        hand.key(Key::Digit(key));
        assert_ne!(hand.state.showing().layers.has(*layer), before, "{layer:?}");
    }
}

#[test]
fn the_selection_and_its_handles_are_drawn_over_the_overlay() {
    let mut hand = TestHand::new();
    let editor = |hand: &TestHand| {
        hand.state.picture().items.iter().filter(|(from, _)| from.source == Source::Editor).count()
    };
    assert_eq!(editor(&hand), 0);
    hand.select(&["crate"]);
    // The items are outline, stalk, round handle, four corners, four sides (two of them, too short here, are
    // left out).
    let items = editor(&hand);
    assert!((9..=11).contains(&items), "{items}");
    let picture = hand.state.picture();
    assert!(picture.items.iter().any(|(from, _)| from.source != Source::Editor), "no overlay");
    assert_eq!(picture.items.last().unwrap().0.source, Source::Editor);
}

#[test]
fn a_panel_that_grows_beside_the_canvas_moves_nothing_on_it() {
    let mut hand = TestHand::new();
    let before = *hand.state.showing().view();
    let lower = Rect { max: before.canvas.max - Vec2::new(0.0, 21.0), ..before.canvas };
    hand.apply(Command::View(ViewCommand::MoveCanvas(lower)));
    let after = *hand.state.showing().view();
    assert_eq!((after.canvas, after.scale), (lower, before.scale));
    for world in [Vec2::ZERO, Vec2::new(-8.0, 2.75)] {
        let moved = after.screen_from_world(world) - before.screen_from_world(world);
        assert!(moved.length() < 1.0e-3, "{moved}");
    }
}

#[test]
fn of_a_pile_the_deepest_contacts_are_read_and_any_pair_can_be_looked_at() {
    let bodies: String = (0..150)
        .map(|i| {
            let x = f64::from(i) * 1.0e-3;
            format!("(name: \"c{i}\", shape: Circle(radius: 1), position: ({x}, 0)),\n")
        })
        .collect();
    let mut hand = TestHand::on(&format!("(version: 1, bodies: [\n{bodies}])"));
    let report = &hand.state.derived().report;
    assert_eq!((report.touching, report.pairs.len()), (150 * 149 / 2, 4096));
    assert_eq!(report.left_out(), 150 * 149 / 2 - 4096);
    let depth = |pair: &PairReport| pair.contact.as_ref().unwrap().depth;
    let least = report.pairs.iter().map(depth).fold(f32::INFINITY, f32::min);
    assert!((least - 1.968).abs() < 0.002, "{least}: those of neighbours up to 32 apart");
    // The pair with the least depth is not listed; looked at, it has its contact and its axes.
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 149)))));
    let report = &hand.state.derived().report;
    assert_eq!(report.pairs.len(), 4097);
    let pair = report.pairs.iter().find(|pair| (pair.a, pair.b) == (0, 149)).unwrap();
    assert!((depth(pair) - 1.851).abs() < 1.0e-4);
    assert!(pair.trace.is_some());
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    assert_eq!(hand.state.derived().report.pairs.len(), 4096);
}

/// Two crates on a ground of 80 m, 60 m from each other, a millimetre deep in it.
const FAR_APART: &str = r#"(version: 1, bodies: [
    (name: "ground", shape: Rectangle(width: 80.0, height: 1.0), position: (0.0, -0.5)),
    (name: "left", shape: Rectangle(width: 0.5, height: 0.5), position: (-30.0, 0.249), motion: Dynamic()),
    (name: "right", shape: Rectangle(width: 0.5, height: 0.5), position: (30.0, 0.249), motion: Dynamic()),
], expect: [
    Contact(a: "ground", b: "left"),
])"#;

/// Where the selected pair touches, in pixels, from the report.
fn contact_on_screen(hand: &TestHand) -> Vec2 {
    let selected_pair = hand.state.looking().selected_pair().unwrap();
    let pair =
        hand.state.derived().report.pairs.iter().find(|pair| (pair.a, pair.b) == selected_pair).unwrap();
    let points = &pair.contact.as_ref().unwrap().points;
    let middle = points.iter().map(|(point, _)| *point).sum::<Vec2>() / points.len() as f32;
    hand.state.showing().view().screen_from_world(middle)
}

fn view(command: ViewCommand) -> Command {
    Command::View(command)
}

#[test]
fn what_is_chosen_is_brought_into_sight_at_the_same_zoom_and_only_if_it_is_not() {
    let mut hand = TestHand::on(FAR_APART);
    hand.key(Key::Letter('F'));
    assert_eq!(hand.selected_pair(), Some(("ground", "left")));
    let whole = *hand.state.showing().view();
    // Both are in sight: nothing moves.
    hand.key(Key::Tab);
    assert_eq!((hand.selected_pair(), *hand.state.showing().view()), (Some(("ground", "right")), whole));
    let at = contact_on_screen(&hand);
    hand.apply(view(ViewCommand::Zoom(at, 12.0)));
    let close = *hand.state.showing().view();
    type Choose = fn(&mut TestHand);
    let choose: [(&str, Choose); 4] = [
        ("Tab", |hand| hand.key(Key::Tab)),
        ("a row", |hand| hand.apply(view(ViewCommand::SelectPair(Some((0, 1)))))),
        ("an event", |hand| {
            hand.apply(Command::Time(TimeCommand::GoToEvent { frame: 0, pair: (0, 1) }));
        }),
        ("a stage", |hand| hand.apply(view(ViewCommand::SelectPair(Some((1, 0)))))),
    ];
    for (name, choose) in choose {
        assert!(hand.state.showing().view().canvas.contains(contact_on_screen(&hand)), "before {name}");
        choose(&mut hand);
        assert_eq!(hand.selected_pair(), Some(("ground", "left")), "{name}");
        let (seen, center) = (contact_on_screen(&hand), hand.state.showing().view().canvas.center());
        assert!(seen.distance(center) < 1.0, "{name}: {seen} is not in the middle");
        assert_eq!(hand.state.showing().view().scale, close.scale, "{name}");
        hand.apply(view(ViewCommand::SelectPair(Some((0, 2)))));
    }
}

/// A mover never touches; the middle of what the two boxes share is far from where they are near each other.
#[test]
fn z_twice_shows_the_nearest_points_of_a_pair_that_is_apart() {
    let mut hand = TestHand::on(
        r#"Scene(version: 1, bodies: [
        Body(name: "hero", shape: Capsule(start: (0.0, 0.4), end: (0.0, 1.2), radius: 0.4), position: (0.095, 0.005), motion: Mover()),
        Body(name: "box", shape: Rectangle(width: 1.0, height: 0.4), position: (1.0, 0.2)),
    ])"#,
    );
    hand.apply(view(ViewCommand::SelectPair(Some((0, 1)))));
    hand.key(Key::Letter('Z'));
    hand.key(Key::Letter('Z'));
    let view = *hand.state.showing().view();
    // The round foot about (0.095, 0.405) is 5 mm from the corner at (0.5, 0.4).
    assert_near(view.center, (0.4975, 0.4), 0.0005);
    let [hero, corner] = [0.495, 0.5].map(|x| view.screen_from_world(Vec2::new(x, 0.4)));
    assert!((50.0..500.0).contains(&hero.distance(corner)), "{hero} {corner}");
}

#[test]
fn z_fits_the_pair_then_its_contact_then_shows_what_was_there() {
    let mut hand = TestHand::on(FAR_APART);
    hand.key(Key::Letter('F'));
    hand.key(Key::Letter('F'));
    hand.apply(view(ViewCommand::Pan(Vec2::new(30.0, -12.0))));
    let before = *hand.state.showing().view();
    hand.key(Key::Letter('Z'));
    let pair = *hand.state.showing().view();
    // Of the ground, 80 m wide, only the part around the crate of half a metre is fitted.
    let crate_width = 0.5 * pair.scale;
    let canvas = pair.canvas.size();
    assert!((0.2..0.8).contains(&(crate_width / canvas.min_element())), "{crate_width} of {canvas}");
    assert!(pair.canvas.contains(contact_on_screen(&hand)));
    hand.key(Key::Letter('Z'));
    let contact = *hand.state.showing().view();
    let depth = 0.001 * contact.scale;
    assert!((0.1..0.5).contains(&(depth / canvas.min_element())), "{depth} pixels of depth");
    hand.key(Key::Letter('Z'));
    assert_eq!(*hand.state.showing().view(), before);
    // A view that the person moved on the way is kept, and the next look begins with the pair.
    hand.key(Key::Letter('Z'));
    hand.apply(view(ViewCommand::Pan(Vec2::new(5.0, 5.0))));
    let moved = *hand.state.showing().view();
    hand.key(Key::Letter('Z'));
    assert_eq!(hand.state.showing().view().scale, pair.scale);
    hand.key(Key::Letter('Z'));
    hand.key(Key::Letter('Z'));
    assert_eq!(*hand.state.showing().view(), moved);
}

#[test]
fn without_a_pair_z_does_nothing_and_apart_it_shows_the_gap() {
    let mut hand = TestHand::on(FAR_APART);
    hand.apply(view(ViewCommand::SelectPair(None)));
    let before = *hand.state.showing().view();
    hand.key(Key::Letter('Z'));
    assert_eq!(*hand.state.showing().view(), before);
    let mut hand = TestHand::new();
    hand.select(&["ball", "gem"]);
    hand.key(Key::Letter('Z'));
    hand.key(Key::Letter('Z'));
    let pair = hand.state.derived().report.pairs.iter().find(|pair| (pair.a, pair.b) == (0, 2)).unwrap();
    let trace = pair.trace.as_ref().unwrap();
    let gap = -trace.local.axes[trace.deciding.unwrap()].overlap * hand.state.showing().view().scale;
    assert!(
        (0.1..0.5).contains(&(gap / hand.state.showing().view().canvas.size().min_element())),
        "{gap} pixels"
    );
}

#[test]
fn f_shows_what_moves_with_the_ground_cut_off_and_again_everything() {
    let mut hand = TestHand::on(&FAR_APART.replace("30.0", "2.0"));
    let (start, canvas) = (*hand.state.showing().view(), hand.state.showing().view().canvas);
    assert!((start.center - Vec2::new(0.0, 0.249)).length() < 1.0e-4, "{}", start.center);
    assert!(4.5 * start.scale < canvas.size().x && 12.0 * start.scale > canvas.size().x, "{}", start.scale);
    hand.key(Key::Letter('F'));
    let all = *hand.state.showing().view();
    assert!(80.0 * all.scale < canvas.size().x && 160.0 * all.scale > canvas.size().x, "{}", all.scale);
    assert_eq!(all.center, Vec2::new(0.0, 0.5 * (0.499 - 1.0)));
    hand.key(Key::Letter('F'));
    assert_eq!(*hand.state.showing().view(), start);
    // A view that was moved is fitted to what moves first.
    hand.apply(view(ViewCommand::Pan(Vec2::new(5.0, 5.0))));
    hand.key(Key::Letter('F'));
    assert_eq!(*hand.state.showing().view(), start);
}

/// The circle of the lens on the canvas, and the picture.
fn lens(hand: &TestHand) -> Option<(Vec2, f32)> {
    hand.state.picture().items.iter().find_map(|(Provenance { source, .. }, item)| match item {
        Item::Circle { center, radius, fill: Some(_), .. } if *source == Source::Lens && *radius > 50.0 => {
            Some((*center, *radius))
        }
        _ => None,
    })
}

#[test]
fn the_lens_is_not_below_a_message() {
    let mut hand = TestHand::on(&FAR_APART.replace("30.0", "2.0"));
    let (_, radius) = lens(&hand).unwrap();
    let message = Rect { min: canvas().min + 16.0, max: canvas().min + Vec2::new(560.0, 190.0) };
    let mut moved = 0;
    for target in [(120.0, 140.0), (120.0, 400.0), (400.0, 300.0), (600.0, 140.0), (300.0, 420.0)] {
        let at = contact_on_screen(&hand);
        hand.apply(view(ViewCommand::Pan(canvas().min + Vec2::from(target) - at)));
        let before = lens(&hand).unwrap().0;
        hand.apply(Command::News(News::ClipboardRead(Err("word ".repeat(150)))));
        let after = lens(&hand).unwrap().0;
        assert!(!message.grow(Vec2::splat(radius * 0.9)).contains(after), "{target:?}: {after}");
        moved += usize::from(message.grow(Vec2::splat(radius * 0.9)).contains(before));
        while let Some(message) = hand.state.messages().first().map(|message| message.id) {
            hand.apply(view(ViewCommand::DismissMessage(message)));
        }
    }
    assert!(moved > 0, "it was in the way");
}

#[test]
fn where_the_depth_is_less_than_three_pixels_a_lens_shows_it_and_can_be_moved_pinned_and_turned_off() {
    let mut hand = TestHand::on(&FAR_APART.replace("30.0", "2.0"));
    let depth = |hand: &TestHand| {
        let selected_pair = hand.state.looking().selected_pair().unwrap();
        let pair =
            hand.state.derived().report.pairs.iter().find(|pair| (pair.a, pair.b) == selected_pair).unwrap();
        pair.contact.as_ref().unwrap().depth
    };
    assert!(depth(&hand) * hand.state.showing().view().scale < 3.0);
    let (center, radius) = lens(&hand).expect("a lens");
    let contact = contact_on_screen(&hand);
    assert!(center.distance(contact) > radius, "the lens hides the contact");
    assert!(canvas().grow(Vec2::splat(-radius)).contains(center), "{center}");
    // It follows the pointer, and what lies below it stays as it is.
    let to = canvas().min + 150.0;
    let world = |hand: &TestHand, at: Vec2| hand.state.showing().view().world_from_screen(at + 10.0).into();
    hand.drag(world(&hand, center), world(&hand, to));
    assert!(lens(&hand).unwrap().0.distance(to) < 0.5, "{:?} for {to}", lens(&hand));
    assert!(hand.state.looking().selection().is_empty() && !hand.state.files().document.is_dirty());
    // Close to the contact the canvas shows the depth itself.
    let at = contact_on_screen(&hand);
    hand.apply(view(ViewCommand::Zoom(at, 15.0)));
    hand.apply(view(ViewCommand::Zoom(at, 15.0)));
    assert!(depth(&hand) * hand.state.showing().view().scale > 3.0);
    assert_eq!(lens(&hand), None);
    hand.apply(view(ViewCommand::PinLens));
    assert!(lens(&hand).is_some());
    hand.apply(view(ViewCommand::ToggleLayer(Layer::Lens)));
    assert_eq!(lens(&hand), None);
}

/// Two balls that fall on a floor one after the other, and a sensor that the second meets later.
const FALLING: &str = r#"(version: 1, gravity: (0.0, -10.0), bodies: [
    (name: "low", shape: Circle(radius: 0.5), position: (-3.0, 1.0), motion: Dynamic()),
    (name: "high", shape: Circle(radius: 0.5), position: (3.0, 1.5), motion: Dynamic()),
    (name: "floor", shape: Rectangle(width: 20.0, height: 1.0), position: (0.0, -0.5)),
    (name: "zone", shape: Rectangle(width: 1.0, height: 0.2), position: (3.0, 0.1), sensor: true),
])"#;

/// Plays for this many frames, and pauses.
fn play(hand: &mut TestHand, frames: u32) {
    hand.key(Key::Space);
    for _ in 0..frames {
        hand.wait(1.0 / 60.0);
    }
    assert!(hand.state.run().playing);
    hand.key(Key::Space);
    assert!(!hand.state.run().playing);
}

#[test]
fn once_playing_ends_the_newest_contact_is_looked_at_unless_a_person_chose_a_pair() {
    let mut hand = TestHand::on(FALLING);
    assert_eq!(hand.selected_pair(), None);
    // √(2 · 0.5 / 10) s are 19 frames, √(2 · 1 / 10) s are 27.
    play(&mut hand, 23);
    assert_eq!(hand.selected_pair(), Some(("low", "floor")));
    play(&mut hand, 20);
    assert_eq!(hand.selected_pair(), Some(("high", "floor")), "newer; a sensor does not count");
    hand.key(Key::Home);
    // A person chooses: the pair stays.
    hand.click((-3.0, 1.0));
    hand.with(Modifiers::SHIFT, |hand| hand.click((3.0, 1.5)));
    assert_eq!(hand.selected_pair(), Some(("low", "high")));
    play(&mut hand, 43);
    assert_eq!(hand.selected_pair(), Some(("low", "high")));
    // Until the choice is taken back.
    hand.key(Key::Escape);
    hand.key(Key::Escape);
    assert_eq!(hand.selected_pair(), None);
    play(&mut hand, 5);
    assert!(hand.selected_pair().is_some());
}

#[test]
fn two_boxes_that_face_each_other_corner_to_corner_show_their_distance() {
    // 3 m apart in x and 4 m in y.
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "one", shape: Rectangle(width: 2.0, height: 2.0)),
            (name: "other", shape: Rectangle(width: 2.0, height: 2.0), position: (5.0, 6.0)),
        ])"#,
    );
    hand.select(&["one", "other"]);
    let picture = hand.state.picture();
    let texts = picture.items.iter().filter_map(|(_, item)| match item {
        Item::Text { text, .. } => Some(text.as_str()),
        _ => None,
    });
    assert!(texts.clone().any(|text| text == "distance 5.000 m"), "{:?}", texts.collect::<Vec<_>>());
    // Its line goes from corner to corner.
    let ends = [(1.0, 1.0), (4.0, 5.0)].map(|corner| hand.screen(corner));
    let is_line = |lines: &Vec<[Vec2; 2]>| {
        lines.iter().any(|line| {
            let fits = |p: Vec2, q: Vec2| p.distance(ends[0]) < 0.1 && q.distance(ends[1]) < 0.1;
            fits(line[0], line[1]) || fits(line[1], line[0])
        })
    };
    assert!(
        picture.items.iter().any(|(_, item)| matches!(item, Item::Segments { lines, .. } if is_line(lines)))
    );
    drop(picture);
    let why = hand.state.explanation().unwrap().paragraph();
    assert!(
        why.starts_with(
            "one and other are 5 m apart, from corner to corner: the widest gap on an axis is 4 m."
        ),
        "{why}"
    );
}

/// At the start, after a click on a body and during a drag no pair with a sensor is selected.
#[test]
fn a_sensor_is_never_selected_by_itself() {
    let mut with_sensors = 0;
    for shipped in collision_test::scene::shipped::all() {
        let scene = shipped.scene();
        if scene.bodies.len() > 100 || !scene.bodies.iter().any(|body| body.sensor) {
            continue;
        }
        with_sensors += 1;
        let mut hand = TestHand::on(&scene.to_ron());
        let has_sensor = |hand: &TestHand| {
            let bodies = hand.state.run().world().bodies();
            hand.state
                .looking()
                .pinned_pair
                .is_some_and(|(a, b)| [a, b].iter().any(|i| bodies[*i as usize].is_sensor()))
        };
        assert!(!has_sensor(&hand), "{}: {:?}", scene.name, hand.state.looking().pinned_pair);
        for body in (0..scene.bodies.len() as u32).filter(|body| !scene.bodies[*body as usize].sensor) {
            hand.apply(Command::Select(SelectCommand::None));
            hand.apply(Command::Select(SelectCommand::Only(vec![body])));
            assert!(
                !has_sensor(&hand),
                "{}: a click on {body} selects {:?}",
                scene.name,
                hand.state.looking().pinned_pair
            );
        }
    }
    assert!(with_sensors > 4, "{with_sensors}");
}

/// Each layer draws something of its own in a shipped scene, or in the recording: behind an edit at a frame whose
/// future was computed, with the selected pair.
#[test]
fn each_layer_draws_something_of_its_own() {
    let recording = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/recordings/collide2d.jsonl");
    let mut of_recording = TestHand::new();
    of_recording.state = AppState::open(&recording, Settings::default(), canvas()).unwrap();
    let of_scenes = collision_test::scene::shipped::all().iter().map(|shipped| {
        let mut hand = TestHand::on(&shipped.scene().to_ron());
        hand.apply(Command::Time(TimeCommand::Seek(12)));
        hand.apply(Command::Time(TimeCommand::Seek(8)));
        hand.apply(Command::Select(SelectCommand::Only(vec![0])));
        hand.apply(Command::Edit(EditCommand::Nudge(Direction::Up, Stride::One)));
        hand.apply(Command::Time(TimeCommand::Jump(3)));
        hand
    });
    // Of the shipped scene the edit lifts the mover off its ground.
    let standing = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "hero", shape: Circle(radius: 0.5), position: (0, 0.5), motion: Mover()),
            (name: "floor", shape: Wall(start: (-5, 0), end: (5, 0))),
        ])"#,
    );
    let mut left: Vec<Layer> = Layer::ALL.to_vec();
    for mut hand in [of_recording, standing].into_iter().chain(of_scenes) {
        for layer in
            Layer::ALL.iter().filter(|layer| hand.state.showing().layers.has(**layer)).collect::<Vec<_>>()
        {
            hand.apply(Command::View(ViewCommand::ToggleLayer(*layer)));
        }
        left.retain(|layer| {
            let mut drawn = || {
                hand.apply(Command::View(ViewCommand::ToggleLayer(*layer)));
                crate::timeline::settle(&mut hand);
                hand.state.picture().items.iter().filter(|(from, _)| from.layer == layer.name()).count()
            };
            drawn() <= drawn()
        });
        if left.is_empty() {
            return;
        }
    }
    panic!("{left:?} draw nothing");
}

#[test]
fn going_to_what_the_scene_has_selects_it_and_brings_it_into_sight() {
    let scene = crate::hand::SCENE.replace(
        "    expect: [",
        "    generators: [Cable(a: \"ball\", b: \"gem\", length: 9.0)],\n    \
         queries: [Ray(name: \"far\", from: (400.0, 0.0), to: (401.0, 0.0))],\n    expect: [",
    );
    let mut hand = TestHand::on(&scene);
    let sees = |hand: &TestHand, at: Vec2| {
        let view = hand.state.showing().view();
        view.canvas.contains(view.screen_from_world(at))
    };
    hand.apply(Command::View(ViewCommand::Pan(Vec2::new(3000.0, 0.0))));
    assert!(!sees(&hand, Vec2::new(6.0, -0.33)));
    hand.apply(Command::Select(SelectCommand::GoTo(SceneItem::Body(2))));
    assert_eq!(hand.state.looking().selection(), [hand.index("gem")]);
    assert!(sees(&hand, Vec2::new(6.0, -0.33)));
    hand.apply(Command::Select(SelectCommand::GoTo(SceneItem::Query(0))));
    assert!(sees(&hand, Vec2::new(400.0, 0.0)) && hand.state.looking().selection().is_empty());
    hand.apply(Command::Select(SelectCommand::GoTo(SceneItem::Generator(0))));
    assert_eq!(hand.selected_pair(), Some(("ball", "gem")));
    hand.apply(Command::Select(SelectCommand::GoTo(SceneItem::Expectation(0))));
    assert_eq!(hand.selected_pair(), Some(("ball", "crate")));
}

/// Nothing happened: there is no contact to look at.
#[test]
fn two_that_a_joint_holds_are_fitted_and_then_it_is_told_why_there_is_no_contact() {
    let mut hand = TestHand::on(
        r#"(version: 1, bodies: [
            (name: "arm", shape: Rectangle(width: 2.0, height: 0.4)),
            (name: "bar", shape: Rectangle(width: 2.0, height: 0.2), position: (1.5, 0.0), motion: Dynamic()),
            (name: "far", shape: Circle(radius: 1.0), position: (60.0, 40.0), motion: Dynamic()),
        ], joints: [Revolute(a: "arm", b: "bar", at_a: (0.75, 0.0), at_b: (-0.75, 0.0))])"#,
    );
    let (before, view) = (hand.state.messages().len(), *hand.state.showing().view());
    hand.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    hand.letter('Z', Modifiers::NONE);
    let close = *hand.state.showing().view();
    let shown = [(-1.0, -0.2), (2.5, 0.2)].map(|corner| close.screen_from_world(corner.into()));
    assert!(shown.into_iter().all(|corner| canvas().contains(corner)), "{shown:?}");
    assert!(close.scale > 5.0 * view.scale, "{close:?}");
    assert_eq!(hand.state.messages().len(), before, "it is done, and nothing is to be told");
    hand.letter('Z', Modifiers::NONE);
    assert_eq!(*hand.state.showing().view(), view);
    let told = "Joint 0 between arm and bar joins them, and what it joins does not collide with each other (`collide: false`).";
    assert_eq!(hand.last_message(), told);
}
