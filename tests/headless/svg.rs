//! What an SVG says of its items, read as another program would: layers, bodies, pairs, axes and parts, each at the
//! place that the report gives it.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;

use collide2d::World;
use collision_test::picture::backend::svg::svg;
use collision_test::picture::display::Rect;
use collision_test::picture::framing::Framing;
use collision_test::picture::overlay::{self, Layer, Layers, Options, Picture};
use collision_test::picture::theme::Theme;
use collision_test::picture::view::View;
use collision_test::report::{Report, ReportOptions, WhichAxes};
use collision_test::scene::Scene;
use collision_test::scene::shipped;
use glam::{DVec2, Vec2};
use usvg::roxmltree::{Document, Node};

const SIZE: Vec2 = Vec2::new(1280.0, 720.0);
/// An SVG has two decimals.
const ROUNDING: f64 = 0.011;

/// A picture of a scene with what it was made of.
struct Drawn {
    world: World,
    report: Report,
    view: View,
    selected_pair: Option<(u32, u32)>,
    text: String,
}

fn drawn(scene: &Scene, frame: u32) -> Drawn {
    let mut world = scene.to_world().unwrap();
    (0..frame).for_each(|_| world.step());
    let options = ReportOptions { axes: WhichAxes::None, ..Default::default() };
    let mut report = Report::of(scene, &world, &options);
    let selected_pair = report.pairs.get(report.pairs.len() / 3).map(|pair| (pair.a, pair.b));
    report.trace(&world, selected_pair);
    let canvas = Rect { min: Vec2::ZERO, max: SIZE };
    let options = Options {
        layers: Layers::in_render(),
        selected_pair,
        legend: true,
        title: true,
        grid: Some(1.0),
        ..Options::default()
    };
    let (view, theme) = (View::fitted(None, canvas, 72.0), Theme::DARK);
    let scene = &*scene.with_pieces(world.pieces());
    let picture =
        Picture { scene, world: &world, report: &report, view: &view, theme: &theme, options: &options };
    let framing = if selected_pair.is_some() { Framing::Pair } else { Framing::Scene };
    let view = overlay::fit(&picture, framing, 72.0).unwrap();
    let list = overlay::draw(&Picture { view: &view, ..picture });
    let text = svg(&list, SIZE, theme.background);
    Drawn { world, report, view, selected_pair, text }
}

fn each(mut check: impl FnMut(&str, &Drawn, &Document)) {
    for shipped in shipped::all().iter().filter(|shipped| shipped.scene().bodies.len() < 300) {
        for frame in [0, 40] {
            let drawn = drawn(shipped.scene(), frame);
            let document = Document::parse(&drawn.text).unwrap();
            check(&format!("{}@{frame}", shipped.scene().name), &drawn, &document);
        }
    }
}

fn groups<'a>(document: &'a Document, layer: &str, part: &str) -> Vec<Node<'a, 'a>> {
    let class = format!("layer-{layer}");
    let is = |node: &Node| {
        node.attribute("class") == Some(&class)
            && (part.is_empty() || node.attribute("data-part") == Some(part))
    };
    document.root_element().children().filter(|node| is(node)).collect()
}

fn pair_of(node: &Node) -> Option<(u32, u32)> {
    let (a, b) = node.attribute("data-pair")?.split_once(',')?;
    Some((a.parse().unwrap(), b.parse().unwrap()))
}

fn number(node: &Node, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// The points of a path, a polygon or a polyline.
fn points(node: &Node) -> Vec<DVec2> {
    let text = node.attribute("points").or(node.attribute("d")).unwrap();
    let numbers = text.split(|c: char| "ML, ".contains(c)).filter(|part| !part.is_empty());
    let numbers: Vec<f64> = numbers.map(|part| part.parse().unwrap()).collect();
    numbers.chunks(2).map(|pair| DVec2::new(pair[0], pair[1])).collect()
}

fn elements<'a>(group: Node<'a, 'a>) -> impl Iterator<Item = Node<'a, 'a>> {
    group.children().filter(Node::is_element)
}

/// In a picture as wide as the legend the scale bar found no room lower right, and was drawn over the legend lower left.
#[test]
fn the_scale_bar_is_beside_or_above_the_legend() {
    let folder = tempfile::tempdir().unwrap();
    let (scene, picture) = (folder.path().join("scene.ron"), folder.path().join("picture.svg"));
    let text = "(version: 1, bodies: [
        (name: \"small\", shape: Circle(radius: 0.5), motion: Dynamic()),
        (name: \"crate\", shape: Rectangle(width: 4.0, height: 2.0)),
    ])";
    std::fs::write(&scene, text).unwrap();
    let mut above = 0;
    for size in ["280x900", "320x900", "375x812", "400x900", "440x900", "500x900", "640x480", "1280x720"] {
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_collision-test"))
            .args(["render", scene.to_str().unwrap(), "--size", size, "--output", picture.to_str().unwrap()])
            .status();
        assert!(status.unwrap().success());
        let text = std::fs::read_to_string(&picture).unwrap();
        let document = Document::parse(&text).unwrap();
        let legend = || groups(&document, "legend", "").into_iter().flat_map(elements);
        let box_of = |node: Node| {
            let points = points(&node);
            let least = points.iter().fold(DVec2::INFINITY, |least, point| least.min(*point));
            (least, points.iter().fold(DVec2::NEG_INFINITY, |most, point| most.max(*point)))
        };
        let plate = legend().find(|node| node.attribute("fill-opacity") == Some("0.92")).map(box_of);
        let (from, to) = legend().filter(|node| node.has_tag_name("path")).last().map(box_of).unwrap();
        // The length stands above the bar.
        let from = from - DVec2::new(0.0, 18.0);
        assert!(from.x >= 0.0 && from.y >= 0.0, "{size}");
        let Some((min, max)) = plate else { continue };
        let overlap = from.x < max.x && to.x > min.x && from.y < max.y && to.y > min.y;
        assert!(!overlap, "{size}: the bar from {from} to {to} lies on the legend from {min} to {max}");
        above += u32::from(to.y < min.y);
    }
    assert!(above > 0, "no picture is narrow enough");
}

#[test]
fn everything_is_in_a_group_of_a_layer_and_says_what_it_shows() {
    let layers = Layer::ALL.iter().map(|layer| layer.name());
    let others = ["grid", "letters", "legend", "previous", "editor"];
    let known: BTreeSet<String> = layers.chain(others).map(|name| format!("layer-{name}")).collect();
    let mut parts = BTreeSet::new();
    each(|case, drawn, document| {
        let mut children = elements(document.root_element());
        assert!(children.next().unwrap().has_tag_name("rect"), "{case}: the background");
        for group in children {
            let class = group.attribute("class").unwrap_or_else(|| panic!("{case}: {group:?}"));
            assert!(group.has_tag_name("g") && known.contains(class), "{case}: {class}");
            let bodies = drawn.world.bodies().len() as u32;
            for name in ["data-body", "data-toward"] {
                let index = group.attribute(name).map(|index| index.parse::<u32>().unwrap());
                assert!(index.is_none_or(|index| index < bodies), "{case}: {name} {index:?}");
            }
            if let Some((a, b)) = pair_of(&group) {
                assert!(a < b && b < bodies, "{case}: {a}, {b}");
            }
            if let Some(part) = group.attribute("data-part") {
                parts.insert(format!("{class} {part}"));
            }
        }
    });
    // The pair of each picture touches.
    let expected = [
        "layer-axes interval-a",
        "layer-axes interval-b",
        "layer-axes label",
        "layer-axes other-way",
        "layer-axes overlap",
        "layer-axes thread",
        "layer-axes way-out",
        "layer-depth depth",
        "layer-depth extension",
        "layer-depth label",
        "layer-movers label",
        "layer-movers normal",
        "layer-normals normal",
        "layer-points point",
        "layer-queries distance",
        "layer-queries label",
        "layer-queries normal",
        "layer-queries point",
    ];
    let expected: BTreeSet<String> = expected.map(str::to_owned).into();
    assert_eq!(parts, expected);
}

#[test]
fn bodies_points_normals_and_depths_are_where_the_report_has_them() {
    let (mut bodies, mut points_seen, mut normals, mut depths, mut grounds) = (0, 0, 0, 0, 0);
    each(|case, drawn, document| {
        let Drawn { world, report, view, .. } = drawn;
        // A normal and a depth are looked up by pair, which has one contact.
        if report.pairs.iter().any(|pair| report.entries((pair.a, pair.b)).len() > 1) {
            return;
        }
        let screen = |world: Vec2| view.screen_from_world(world).as_dvec2();
        let contact = |pair| report.pair(pair).and_then(|pair| pair.contact.as_ref());
        let ground = |group: &Node| {
            let generator: u32 = group.attribute("data-generator")?.parse().unwrap();
            let body: u32 = group.attribute("data-body").unwrap().parse().unwrap();
            let made = report.generated.iter().map(|generated| &generated.made);
            let mut made = made.filter(|made| made.generator == generator && made.b.is_none());
            Some(made.find(|made| made.a == body).unwrap().contact)
        };
        let shown: BTreeSet<u32> =
            groups(document, "shapes", "").iter().map(|g| number(g, "data-body") as u32).collect();
        for (index, body) in (0..).zip(world.bodies()).filter(|(_, body)| !body.is_removed()) {
            let aabb = body.aabb();
            let is_in_sight = aabb.overlaps(&view.visible());
            // Of bodies that lie under others the note tells.
            if is_in_sight && !drawn.text.contains("under others not shown") {
                assert!(shown.contains(&index), "{case}: body {index}");
                bodies += 1;
            }
        }
        for group in groups(document, "points", "point") {
            for circle in elements(group) {
                let at = DVec2::new(number(&circle, "cx"), number(&circle, "cy"));
                let places: Vec<DVec2> = match pair_of(&group) {
                    Some(pair) => {
                        let contacts = report.entries(pair).iter().filter_map(|pair| pair.contact.as_ref());
                        contacts.flat_map(|contact| &contact.points).map(|(p, _)| screen(*p)).collect()
                    }
                    None => {
                        grounds += 1;
                        let body = number(&group, "data-body") as usize;
                        let position = world.bodies()[body].pose().position;
                        let contact = ground(&group).unwrap();
                        contact.points().iter().map(|point| screen(position + point.from_a)).collect()
                    }
                };
                assert!(
                    places.iter().any(|place| place.distance(at) < 2.0 * ROUNDING),
                    "{case}: {at} in {places:?}"
                );
                points_seen += 1;
            }
        }
        for group in groups(document, "normals", "normal") {
            let toward = number(&group, "data-toward") as u32;
            let (normal, first) = match pair_of(&group) {
                Some(pair) => (contact(pair).unwrap().normal, pair.0),
                None => (ground(&group).unwrap().normal, number(&group, "data-body") as u32),
            };
            assert_eq!(toward, first, "{case}: normals point toward the first body");
            let expected = view.screen_direction(normal).as_dvec2();
            for head in elements(group).filter(|node| node.has_tag_name("polygon")) {
                let corners = points(&head);
                let along = corners[0] - (corners[1] + corners[2]) * 0.5;
                assert!(along.normalize().dot(expected) > 0.99, "{case}: {along} for {expected}");
                normals += 1;
            }
        }
        for group in groups(document, "depth", "depth") {
            let depth = match pair_of(&group) {
                Some(pair) => vec![contact(pair).unwrap().depth],
                None => ground(&group).unwrap().points().iter().map(|point| point.depth).collect(),
            };
            for line in elements(group) {
                let ends = points(&line);
                assert_eq!(ends.len(), 2, "{case}: the measured line alone");
                let length = ends[0].distance(ends[1]);
                let is_depth = |depth: &f32| (f64::from(depth * view.scale) - length).abs() < 1.0;
                let is_to_scale = group.attribute("data-to-scale") != Some("false");
                assert!(!is_to_scale || depth.iter().any(is_depth), "{case}: {length} px for {depth:?}");
                depths += usize::from(is_to_scale);
            }
        }
    });
    assert!(
        bodies > 300 && points_seen > 300 && normals > 300 && depths > 100 && grounds > 3,
        "{bodies} bodies, {points_seen} points, {normals} normals, {depths} depths, {grounds} of grounds"
    );
}

#[test]
fn strips_say_their_axis_and_parts_and_the_intervals_are_where_the_report_has_them() {
    let (mut strips, mut intervals, mut cut) = (0, 0, 0);
    each(|case, drawn, document| {
        let Drawn { world, report, view, selected_pair, .. } = drawn;
        let Some(selected_pair) = *selected_pair else { return };
        let trace = report.pair(selected_pair).unwrap().trace.as_ref().unwrap();
        let axes: BTreeSet<usize> =
            groups(document, "axes", "").iter().map(|group| number(group, "data-axis") as usize).collect();
        for axis in axes {
            strips += 1;
            let test = &trace.local.axes[axis];
            let of_axis = |part: &str| -> Vec<Node> {
                let groups = groups(document, "axes", part).into_iter();
                groups.filter(|group| number(group, "data-axis") as usize == axis).collect()
            };
            let along = view.screen_direction(test.direction).as_dvec2();
            let [of_a, _] = report.pair(selected_pair).unwrap().bodies(world).unwrap();
            let position = of_a.pose().position.as_dvec2();
            let middle = (view.center.as_dvec2() - position).dot(test.direction.as_dvec2());
            let origin = view.canvas.center().as_dvec2().dot(along);
            let pixels = |at: f64| (at - middle) * f64::from(view.scale) + origin;
            for (part, interval) in [("interval-a", test.a), ("interval-b", test.b)] {
                for group in of_axis(part) {
                    assert_eq!(pair_of(&group), Some(selected_pair), "{case}");
                    let corners: Vec<DVec2> = elements(group).flat_map(|node| points(&node)).collect();
                    let places = corners.iter().map(|corner| corner.dot(along));
                    let (least, most) =
                        places.fold((f64::MAX, f64::MIN), |(p, q), at| (p.min(at), q.max(at)));
                    let (from, to) = (pixels(interval.min), pixels(interval.max));
                    assert!(
                        least >= from - 1.1 && most <= to + 1.1,
                        "{case}: {part} {least} to {most}, not {from} to {to}"
                    );
                    intervals += 1;
                    // A bar has four corners, the head of an arrow three.
                    let filled = elements(group).filter(|node| node.attribute("fill").is_some());
                    let filled: Vec<_> = filled.map(|node| points(&node)).collect();
                    let is_to_scale = group.attribute("data-to-scale") != Some("false");
                    // That says that the interval goes on.
                    let has_head = filled.iter().any(|corners| corners.len() == 3);
                    assert!(!(has_head && is_to_scale), "{case}: {part} goes on");
                    for bar in filled.into_iter().filter(|bar| bar.len() == 4) {
                        let places = bar.iter().map(|corner| corner.dot(along));
                        let (least, most) =
                            places.fold((f64::MAX, f64::MIN), |(p, q), at| (p.min(at), q.max(at)));
                        let is_whole =
                            (least - from).abs() < 1.1 && (most - to).abs() < 1.1 && to - from >= 2.0;
                        assert_eq!(is_to_scale, is_whole, "{case}: {part} {least} to {most}, {from} to {to}");
                        cut += usize::from(!is_to_scale);
                    }
                }
            }
            let contained = !of_axis("way-out").is_empty();
            assert_eq!(contained, collision_test::report::is_containment(test), "{case}, axis {axis}");
            assert_eq!(contained, !of_axis("other-way").is_empty(), "{case}, axis {axis}");
            assert!(
                of_axis("label")
                    .iter()
                    .flat_map(|group| elements(*group))
                    .any(|node| node.has_tag_name("text"))
            );
        }
    });
    assert!(
        strips > 150 && intervals > 300 && cut > 10,
        "{strips} strips, {intervals} intervals, {cut} bars cut"
    );
}
