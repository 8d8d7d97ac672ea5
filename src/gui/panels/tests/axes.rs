//! The table of axes.

use super::*;

#[test]
fn the_pointer_on_an_axis_lights_it_up_until_it_leaves() {
    let mut desk = Desk::of(&touching(), 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.pass(Vec::new());
    let row = desk.text("b face 1");
    let lit = desk.point(row);
    let index = desk.state.derived().report.pairs[0]
        .trace
        .as_ref()
        .unwrap()
        .local
        .axes
        .iter()
        .position(|axis| axis_source_label(axis.source) == "b face 1");
    assert_eq!(lit, [Command::View(ViewCommand::HighlightAxis(index))]);
    assert_eq!(desk.point(pos2(300.0, 300.0)), [Command::View(ViewCommand::HighlightAxis(None))]);
}

#[test]
fn where_the_test_stops_is_marked() {
    let mut scene = touching();
    scene.bodies[0].position = Vec2::new(3.05, 0.0);
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.pass(Vec::new());
    assert!(desk.shows("they are apart"));
    assert!(desk.shows("the test stops here"));
}

#[test]
fn the_deciding_row_is_in_sight() {
    // Two 20-gons of which the eleventh axis decides.
    let gon = |x: f32, y: f32, degrees: f32| {
        let points: Vec<Vec2> =
            (0..20).map(|i| Vec2::from_angle(std::f32::consts::TAU * i as f32 / 20.0)).collect();
        let mut body = SceneBody::new("gon", SceneShape::Polygon { points, radius: 0.0 });
        (body.position, body.rotation) = (Vec2::new(x, y), degrees);
        body
    };
    let mut scene = Scene { bodies: vec![gon(0.0, 0.0, 0.0), gon(1.9, 0.0, 7.0)], ..Scene::default() };
    scene.bodies[1].name = "other".to_owned();
    let mut decides_late = false;
    for degrees in (0..180).step_by(10) {
        let at = Vec2::from_angle((degrees as f32).to_radians()) * 1.9;
        scene.bodies[1].position = at;
        let mut desk = Desk::of(&scene, 1280.0, 720.0);
        desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
        desk.wait(0.1);
        (0..4).for_each(|_| drop(desk.pass(Vec::new())));
        let trace = desk.state.derived().report.pairs[0].trace.clone().unwrap();
        let deciding = trace.deciding.unwrap();
        decides_late |= deciding > 8;
        let row = desk.text(&axis_source_label(trace.local.axes[deciding].source));
        assert!(row.y < 690.0 && row.y > 400.0, "{degrees}: axis {deciding} at {row}");
    }
    assert!(decides_late);
}

#[test]
fn after_an_early_out_no_axis_decides() {
    let circle = |name: &str, x: f32| {
        let mut body = SceneBody::new(name, SceneShape::Circle { radius: 1.0 });
        body.position = Vec2::new(x, 0.0);
        body
    };
    let scene = Scene { bodies: vec![circle("one", 0.0), circle("other", 2.5)], ..Scene::default() };
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.wait(0.1);
    (0..4).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.state.derived().report.pairs[0].trace.as_ref().unwrap().local.early_out);
    let said = "Not reached, because the bounding circles do not meet. This axis would separate the two.";
    assert!(desk.shows(said));
    assert!(!desk.shows("This axis separates the two. Its negative overlap is the gap."));
}

/// Its middle is 14.9 mm above a one-sided floor, on the side that it does not hold: 0.4851 m up and 0.5149 m down.
#[test]
fn what_a_one_sided_chain_lets_pass_is_neither_apart_nor_decided() {
    let text = "(version: 1, bodies: [
        (name: \"floor\", shape: Chain(points: [(-3, 0), (3, 0)], one_sided: true)),
        (name: \"ball\", shape: Circle(radius: 0.5), position: (0, 0.0149), motion: Dynamic()),
    ])";
    let mut desk = Desk::of(&Scene::from_ron(text, "behind").unwrap(), 1280.0, 720.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.wait(0.1);
    (0..4).for_each(|_| drop(desk.pass(Vec::new())));
    assert!(desk.shows("let pass: one-sided") && !desk.shows("they are apart"));
    let said =
        "They overlap, and the one-sided chain lets the other body pass: no axis gives a normal or a depth.";
    assert!(desk.shows(said));
    assert!(!desk.shows("The only axis") && !desk.shows("gives the normal and the depth"));
    let trace = desk.state.derived().report.pair((0, 1)).unwrap().trace.clone().unwrap();
    assert_eq!(trace.deciding, None);
    let directions: Vec<Vec2> = trace.local.axes.iter().map(|axis| axis.direction).collect();
    assert_eq!(directions, [Vec2::Y, Vec2::NEG_Y], "one row a way");
    // Only the dropped one has a longer way.
    assert!(desk.shows("or 0.5149") && !desk.shows("or 0.4851"), "{:?}", trace.local.axes);
}

/// The box is 1/256 m deep in the first segment along x and 1/128 m along y: its way out along x leads into the second one.
#[test]
fn a_dropped_axis_says_why_where_the_pointer_is() {
    let text = "(version: 1, bodies: [
        (name: \"floor\", shape: Chain(points: [(-3, 0), (0, 0), (3, 0)])),
        (name: \"box\", shape: Rectangle(width: 1, height: 1), position: (0.49609375, 0.4921875), motion: Dynamic()),
    ])";
    let mut desk = Desk::of(&Scene::from_ron(text, "dropped").unwrap(), 1280.0, 1000.0);
    desk.state.apply(Command::View(ViewCommand::SelectPair(Some((0, 1)))));
    desk.pass(Vec::new());
    let (row, note) = (desk.text("b face 2"), desk.text("dropped"));
    assert!((note.y - row.y).abs() < 20.0, "{note} is not in the row at {row}");
    for command in desk.point(row) {
        desk.state.apply(command);
    }
    desk.pass(Vec::new());
    let told = desk.shapes.iter().filter_map(|clipped| match &clipped.shape {
        Shape::Text(text) if text.galley.text().contains("The outline") => Some(text.galley.text()),
        _ => None,
    });
    let told: Vec<&str> = told.collect();
    let why = "the corner belongs to segment 1 as well: normals between (0, 1) and (0, 1) are allowed";
    assert_eq!(told, [format!("The outline of the chain does not allow this way: {why}.")]);
}

/// It asked to point at shapes that touch, which no pointing could make a pair.
#[test]
fn a_pair_that_masks_leave_out_is_told_as_that_without_backticks() {
    let mut scene = touching();
    scene.bodies[0].meets = Some(Vec::new());
    let mut desk = Desk::of(&scene, 1280.0, 720.0);
    desk.state.apply(Command::Select(SelectCommand::Only(vec![0, 1])));
    for panel in [Panel::Scene, Panel::Why, Panel::Minkowski] {
        desk.state.apply(Command::View(ViewCommand::ShowPanel(panel)));
        (0..2).for_each(|_| _ = desk.pass(Vec::new()));
        assert!(desk.shows("Masks keep them apart"), "{panel:?}");
        assert!(!desk.shows("`") && !desk.shows("Point at touching"), "{panel:?}");
    }
}
