//! The strips of the separating-axis test on the canvas, over the shipped scenes: what they show is worked
//! out again from the report's own numbers.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use collide2d::{AxisSource, Part, Pose, Shape, Side, World};
use collision_test::picture::display::{Color, Item, Provenance, Rect, Source, text_box};
use collision_test::picture::framing::Framing;
use collision_test::picture::overlay::{self, Extras, Layer, Layers, Options, Picture};
use collision_test::picture::theme::Theme;
use collision_test::picture::view::View;
use collision_test::report::{PairReport, Report, ReportOptions, WhichAxes, WhichPairs};
use collision_test::scene::Scene;
use collision_test::scene::numbers::LengthUnit;
use glam::Vec2;

#[path = "strips/bars.rs"]
mod bars;
#[path = "strips/ends.rs"]
mod ends;
#[path = "strips/marks.rs"]
mod marks;

/// The canvas of a window of 1280 by 720 with its panels as they are at the start.
const CANVAS: Rect = Rect { min: Vec2::new(0.0, 38.0), max: Vec2::new(920.0, 634.0) };

/// The shipped scenes with their names.
fn scenes() -> Vec<(String, Scene)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = paths.filter(|path| path.is_file()).collect();
    paths.sort();
    let name = |path: &PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
    paths.iter().map(|path| (name(path), Scene::load(path).unwrap())).collect()
}

/// A scene at frame 0, with a report of its touching pairs.
struct Still {
    scene: Scene,
    world: World,
    report: Report,
}

impl Still {
    /// A length in metres as the canvas writes it.
    fn metres(&self, length: f32) -> String {
        LengthUnit::of(self.world.bodies()).label(length)
    }

    fn of(scene: &Scene, frame: u32) -> Self {
        let mut world = scene.to_world().unwrap();
        (0..frame).for_each(|_| world.step());
        let options =
            ReportOptions { axes: WhichAxes::None, pairs: WhichPairs::Touching, ..Default::default() };
        Self { scene: scene.clone(), report: Report::of(scene, &world, &options), world }
    }

    /// The touching pairs; past the start some fifty of them.
    fn touching(&self) -> Vec<(u32, u32)> {
        let mut pairs: Vec<_> = self.report.pairs.iter().map(|pair| (pair.a, pair.b)).collect();
        pairs.dedup();
        let step = if self.report.frame == 0 { 1 } else { pairs.len() / 50 + 1 };
        pairs.into_iter().step_by(step).collect()
    }

    /// A pair whose bounding circles do not meet.
    fn far_pair(&self) -> (u32, u32) {
        let bodies = self.world.bodies();
        let circle = |i: usize| bodies[i].bounding_circle();
        let far = |a: usize, b: usize| {
            circle(a).center.distance(circle(b).center) > circle(a).radius + circle(b).radius
        };
        let mut pairs = (0..bodies.len()).flat_map(|a| (a + 1..bodies.len()).map(move |b| (a, b)));
        let (a, b) = pairs.find(|&(a, b)| far(a, b)).unwrap();
        (a as u32, b as u32)
    }

    /// Of several entries of a pair the traced one, whose strips are drawn.
    fn select_pair(&mut self, pair: (u32, u32)) -> PairReport {
        self.report.trace(&self.world, Some(pair));
        self.report.entries(pair).iter().find(|entry| entry.trace.is_some()).unwrap().clone()
    }

    fn draw(&self, view: &View, pair: (u32, u32), layers: &[Layer]) -> Vec<(Provenance, Item)> {
        self.draw_lit(view, pair, layers, None)
    }

    fn draw_lit(
        &self,
        view: &View,
        pair: (u32, u32),
        layers: &[Layer],
        highlighted_axis: Option<usize>,
    ) -> Vec<(Provenance, Item)> {
        let layers: Layers = layers.iter().copied().collect();
        let options = Options { layers, selected_pair: Some(pair), highlighted_axis, ..Options::default() };
        let (scene, world, report, theme) = (&self.scene, &self.world, &self.report, &Theme::DARK);
        overlay::draw(&Picture { scene, world, report, view, theme, options: &options }).items
    }

    fn fitted(&self) -> View {
        let bounds = self.world.bodies().iter().map(|body| body.aabb()).reduce(|a, b| a.union(&b));
        View::fitted(bounds, CANVAS, 70.0)
    }
}

/// From the whole scene to a contact whose depth is most of the canvas: about the contact where it is, and
/// with the contact in the middle.
fn zooms(whole: &View, contact: Vec2, depth: f32) -> Vec<View> {
    let close = (0.8 * CANVAS.size().min_element() / depth).clamp(whole.scale, 1.0e5);
    let steps = 8;
    let factor = |i: i32| (close / whole.scale).powf(i as f32 / steps as f32);
    let in_place = (0..=steps).map(|i| {
        let mut view = *whole;
        view.zoom_at(whole.screen_from_world(contact), factor(i));
        view
    });
    let in_the_middle =
        (0..=steps).map(|i| View { center: contact, scale: whole.scale * factor(i), ..*whole });
    in_place.chain(in_the_middle).collect()
}

/// The strips in a picture: the filled paths of each axis, each as its corners, its plate first.
fn strips(items: &[(Provenance, Item)]) -> BTreeMap<usize, Vec<Vec<Vec2>>> {
    let mut strips: BTreeMap<usize, Vec<Vec<Vec2>>> = BTreeMap::new();
    for (from, item) in items {
        if let (Source::Axis { axis, .. }, Item::Path { points, closed: true, fill: Some(_), .. }) =
            (from.source, item)
        {
            strips.entry(axis).or_default().push(points.clone());
        }
    }
    strips
}

/// Whether an item shows this axis.
fn is_axis(from: &Provenance, axis: usize) -> bool {
    matches!(from.source, Source::Axis { axis: shown, .. } if shown == axis)
}

fn texts(items: &[(Provenance, Item)], axis: usize) -> Vec<String> {
    let text = |(from, item): &(Provenance, Item)| match item {
        Item::Text { text, .. } if is_axis(from, axis) => Some(text.clone()),
        _ => None,
    };
    items.iter().filter_map(text).collect()
}

#[test]
fn at_every_zoom_the_deciding_axis_and_at_least_three_have_their_strips() {
    let (mut pictures, mut cut, mut left_out, mut faults) = (0, 0, 0, Vec::new());
    let frames =
        |(name, scene): (String, Scene)| [0, 40, 120].map(|frame| (name.clone(), scene.clone(), frame));
    for (name, scene, frame) in scenes().into_iter().flat_map(frames) {
        let mut still = Still::of(&scene, frame);
        let whole = still.fitted();
        for pair in still.touching() {
            let read = still.select_pair(pair);
            let (contact, trace) = (read.contact.unwrap(), read.trace.unwrap());
            let at = contact.points.iter().map(|(p, _)| *p).sum::<Vec2>() / contact.points.len() as f32;
            let deciding = trace.deciding.unwrap();
            for view in zooms(&whole, at, contact.depth) {
                pictures += 1;
                let case = format!("{name}, frame {frame}, pair {pair:?}, {} px/m about {at}", view.scale);
                let items = still.draw(&view, pair, &[Layer::Axes]);
                let strips = strips(&items);
                let mut untold = Vec::new();
                let mut hold = |holds: bool, what: String| {
                    if !holds {
                        faults.push(format!("{case}: {what}"));
                    }
                };
                hold(strips.contains_key(&deciding), "no strip of the deciding axis".to_owned());
                let count = trace.local.axes.len();
                hold(strips.len() >= count.min(3), format!("{} of {count} axes", strips.len()));
                for (&axis, paths) in &strips {
                    let direction = view.screen_direction(trace.local.axes[axis].direction);
                    let focus = view.screen_from_world(at).dot(direction);
                    let ends = |points: &[Vec2]| {
                        let along = points.iter().map(|p| p.dot(direction));
                        [along.clone().fold(f32::INFINITY, f32::min), along.fold(f32::NEG_INFINITY, f32::max)]
                    };
                    let plate = &paths[0];
                    assert!(
                        plate.iter().all(|p| CANVAS.grow(Vec2::splat(0.5)).holds(&[*p])),
                        "{case}: {plate:?}"
                    );
                    let [low, high] = ends(plate);
                    assert!(
                        low - 1.0 <= focus && focus <= high + 1.0,
                        "{case}: axis {axis} not at the contact"
                    );
                    // An end beyond the plate has its number, unless the contact is where that would be.
                    let (a, b) = trace.world[axis];
                    let origin = view.screen_from_world(Vec2::ZERO).dot(direction);
                    let written = texts(&items, axis);
                    for (letter, interval) in [("A", a), ("B", b)] {
                        for end in [interval.min, interval.max] {
                            let place = origin + end * view.scale;
                            let number = format!("{letter} {}", still.metres(end));
                            let beside =
                                ["from", "to"].map(|which| format!("{letter} {which} {}", still.metres(end)));
                            let is_cut = (place < low - 1.0 && focus > low + 120.0)
                                || (place > high + 1.0 && focus < high - 120.0);
                            if is_cut {
                                cut += 1;
                                let is_told = written.contains(&number)
                                    || beside.iter().any(|number| written.contains(number));
                                if !is_told {
                                    untold.push(format!("{number} not in {written:?}"));
                                }
                            }
                        }
                    }
                }
                if untold.len() > numbers_left_out(&items) {
                    faults.push(format!("{case}: {}", untold.join(", ")));
                }
                left_out += untold.len();
            }
        }
    }
    let some = faults.iter().step_by(faults.len() / 12 + 1).cloned().collect::<Vec<_>>().join("\n");
    assert!(faults.is_empty(), "{} faults, such as\n{some}", faults.len());
    assert!(pictures > 4000 && cut > 8000, "{pictures} pictures, {cut} ends out of sight");
    assert!(left_out * 10_000 < cut, "{left_out} of {cut} ends out of sight have no number");
}

/// How many ends the picture says to have no number for want of room.
fn numbers_left_out(items: &[(Provenance, Item)]) -> usize {
    let notes = items.iter().filter_map(|(_, item)| match item {
        Item::Text { text, .. } => {
            text.split("   ·   ").find(|note| note.starts_with("no room for the number"))
        }
        _ => None,
    });
    let counts = notes.flat_map(|note| note.split_whitespace().find_map(|word| word.parse::<usize>().ok()));
    counts.sum()
}

/// Points on a body's outline, some four pixels from each other, that the canvas shows.
fn outline(world: &World, body: u32, view: &View) -> Vec<Vec2> {
    let body = &world.bodies()[body as usize];
    outline_of(body.shape(), body.pose(), view)
}

/// A compound has the outlines of its parts.
fn outline_of(shape: &Shape, pose: &Pose, view: &View) -> Vec<Vec2> {
    if let Shape::Compound(compound) = shape {
        let part = |part: &Part| outline_of(&part.shape, &part.pose.within(pose), view);
        return compound.parts().iter().flat_map(part).collect();
    }
    // The corners of a rounded shape are those of its core.
    let corners: Vec<Vec2> = if shape.radius() > 0.0 {
        let ray = |i: u32| shape.support(pose, Vec2::from_angle(std::f32::consts::TAU * i as f32 / 400.0));
        (0..400).map(|i| view.screen_from_world(ray(i))).collect()
    } else {
        shape.corners().iter().map(|corner| view.screen_from_local(pose, *corner)).collect()
    };
    // No side leads from the last point of an open chain to the first.
    let is_open = matches!(shape, Shape::Chain(chain) if !chain.is_closed());
    let next = corners.iter().cycle().skip(1).take(corners.len() - usize::from(is_open));
    let side = |(from, to): (&Vec2, &Vec2)| {
        let (from, to) = (*from, *to);
        let count = (from.distance(to) / 4.0).ceil().clamp(1.0, 4000.0) as u32;
        (0..count).map(move |i| from.lerp(to, i as f32 / count as f32))
    };
    corners.iter().zip(next).flat_map(side).filter(|point| CANVAS.contains(*point)).collect()
}

fn holds(corners: &[Vec2], point: Vec2) -> bool {
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let turns: Vec<f32> = sides.map(|(from, to)| (*to - *from).perp_dot(point - *from)).collect();
    turns.iter().all(|turn| *turn > 0.0) || turns.iter().all(|turn| *turn < 0.0)
}

/// How opaque a strip, a label or a badge is at this point.
fn cover(item: &Item, point: Vec2) -> f32 {
    let alpha = |color: &Color| f32::from(color.a) / 255.0;
    match item {
        Item::Path { points, closed: true, fill: Some(fill), .. } if holds(points, point) => alpha(fill),
        Item::Circle { center, radius, fill: Some(fill), .. } if center.distance(point) < *radius => {
            alpha(fill)
        }
        Item::Text { position, angle, text, size, align, plate, monospace, .. } => {
            let turned = *position + Vec2::from_angle(-angle).rotate(point - *position);
            let rect = text_box(*position, text, *size, *align, *monospace);
            match plate {
                Some(plate) if rect.plate().contains(turned) => alpha(plate),
                None if rect.text.contains(turned) => 0.5,
                _ => 0.0,
            }
        }
        _ => 0.0,
    }
}

/// Scenes in which a strip lies over a part of the pair's compound. Open: strips keep off the two parts that are
/// tested, and do not know of the compound's others.
const OVER_OTHER_PARTS: [&str; 2] = ["level-ball-in-a-v", "level-hammer"];

#[test]
fn strips_labels_and_letters_hide_no_outline_of_the_pair_and_next_to_nothing_of_others() {
    let mut faults = Vec::new();
    let (mut pair_points, mut other_points, mut hidden_others) = (0, 0, 0);
    for (name, scene) in scenes() {
        let mut still = Still::of(&scene, 0);
        let layers = Layers::default();
        for pair in still.touching().into_iter().take(12) {
            still.select_pair(pair);
            let options = Options { layers, selected_pair: Some(pair), ..Options::default() };
            let (scene, world, report, theme) = (&still.scene, &still.world, &still.report, &Theme::DARK);
            let whole = still.fitted();
            let picture = Picture { scene, world, report, view: &whole, theme, options: &options };
            let views = [Framing::Scene, Framing::Moving, Framing::Pair];
            for view in views.map(|framing| overlay::fit(&picture, framing, 71.0).unwrap()) {
                let items = overlay::draw(&Picture { view: &view, ..picture }).items;
                let (mut hidden, mut count, mut culprit) = ([0, 0], [0, 0], [None, None]);
                for body in 0..world.bodies().len() as u32 {
                    // What is drawn over its outline, after it was drawn last; shapes and contacts may be.
                    let is_note = |item: &Item| match item {
                        Item::Text { .. } => true,
                        Item::Circle { radius, .. } => [12.0, 12.0 * 0.7].contains(radius),
                        Item::Path { .. } | Item::Segments { .. } | Item::Arrow { .. } => false,
                    };
                    let last = items
                        .iter()
                        .rposition(|(Provenance { source, .. }, item)| {
                            *source == Source::Body(body) && !is_note(item)
                        })
                        .unwrap_or(0);
                    let over =
                        items[last..].iter().filter(|(Provenance { source, .. }, item)| match source {
                            Source::Body(_) | Source::Pair(..) => is_note(item),
                            // In a crowd there is no room for the lens, which can be moved and turned off.
                            Source::Lens => world.bodies().len() <= 64,
                            Source::Axis { .. }
                            | Source::Generator(_)
                            | Source::OnGround { .. }
                            | Source::Frame
                            | Source::Editor => true,
                        });
                    let over: Vec<_> = over.collect();
                    let of_pair = usize::from(body != pair.0 && body != pair.1);
                    for point in outline(world, body, &view) {
                        let through: f32 = over.iter().map(|(_, item)| 1.0 - cover(item, point)).product();
                        count[of_pair] += 1;
                        if through < 0.4 {
                            hidden[of_pair] += 1;
                            let most = |p: &&&(Provenance, Item), q: &&&(Provenance, Item)| {
                                cover(&p.1, point).total_cmp(&cover(&q.1, point))
                            };
                            let text = |item: &Item| {
                                if let Item::Text { text, .. } = item { text.clone() } else { String::new() }
                            };
                            culprit[of_pair] = over
                                .iter()
                                .max_by(most)
                                .map(|(Provenance { source, .. }, item)| (*source, text(item)));
                        }
                    }
                }
                pair_points += count[0];
                // In a crowd labels lie over bodies, and are to be read all the same.
                if world.bodies().len() <= 64 {
                    other_points += count[1];
                    hidden_others += hidden[1];
                }
                let share = hidden[1] as f32 / count[1].max(1) as f32;
                // A label can be read wherever it lies, so a piece of another body's outline may be under it. Of the
                // pair's own a strip may cross a corner.
                let allowed =
                    if OVER_OTHER_PARTS.contains(&name.as_str()) { count[0] / 20 } else { count[0] / 500 };
                if hidden[0] > allowed || share > 0.1 {
                    let (a, b) = pair;
                    faults.push(format!(
                        "{name}, {a} and {b}, {} px/m: {hidden:?} of {count:?}, by {culprit:?}",
                        view.scale
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    assert!(pair_points > 20_000 && other_points > 20_000, "{pair_points} and {other_points} points");
    assert!(hidden_others * 100 < other_points, "{hidden_others} of {other_points}");
}

#[test]
fn an_interval_inside_another_has_its_way_out_and_no_overlap() {
    let scene = Scene::from_ron(
        r#"(version: 1, bodies: [
            (name: "needle", shape: Rectangle(width: 2.0, height: 0.2), position: (14.0, 0.0)),
            (name: "vault", shape: Rectangle(width: 8.0, height: 6.0), position: (14.0, 0.0)),
        ])"#,
        "vault",
    )
    .unwrap();
    let mut still = Still::of(&scene, 0);
    let trace = still.select_pair((0, 1)).trace.unwrap();
    let items = still.draw(&still.fitted(), (0, 1), &[Layer::Axes]);
    for (axis, test) in trace.local.axes.iter().enumerate() {
        // The needle [13, 15] is 5 m from either end of the vault [10, 18], and shares 2 m with it.
        let (a, b) = trace.world[axis];
        let way = (a.max - b.min).min(b.max - a.min);
        assert!(way > a.max.min(b.max) - a.min.max(b.min) && (way - test.overlap).abs() < 1.0e-6);
        let written = texts(&items, axis);
        let told =
            |what: &str| written.iter().any(|text| text.contains(&format!("{what} {}", still.metres(way))));
        assert!(told("way out") && !told("overlap"), "{written:?}");
        let arrow = items.iter().find_map(|(source, item)| match item {
            Item::Arrow { from, to, .. } if is_axis(source, axis) => Some(from.distance(*to)),
            _ => None,
        });
        assert!((arrow.unwrap() - way * still.fitted().scale).abs() < 0.5, "{arrow:?}");
    }
}

#[test]
fn a_highlighted_axis_shows_the_other_shape_where_it_has_just_left() {
    let scene = Scene::from_ron(
        r#"(version: 1, bodies: [
            (name: "one", shape: Rectangle(width: 2.0, height: 2.0)),
            (name: "other", shape: Rectangle(width: 2.0, height: 2.0), position: (-1.5, 0.3), rotation: 10.0),
        ])"#,
        "two",
    )
    .unwrap();
    let mut still = Still::of(&scene, 0);
    let trace = still.select_pair((0, 1)).trace.unwrap();
    let fitted = still.fitted();
    let view = View { scale: 0.4 * fitted.scale, ..fitted };
    for (axis, test) in trace.local.axes.iter().enumerate() {
        let AxisSource::Face(side, _) = test.source else { panic!("{test:?}") };
        let other = if side == Side::A { &still.world.bodies()[1] } else { &still.world.bodies()[0] };
        let moved = |corner: &Vec2| {
            let there = other.pose().world_from_local(*corner) + test.direction * test.overlap;
            view.screen_from_world(there)
        };
        let expected: Vec<Vec2> = other.shape().corners().iter().map(moved).collect();
        let shown = |lit: Option<usize>| {
            let items = still.draw_lit(&view, (0, 1), &[Layer::Axes], lit);
            items.iter().any(|(from, item)| match item {
                Item::Path { points, closed: true, fill: None, .. } => {
                    is_axis(from, axis)
                        && points.len() == 4
                        && points.iter().zip(&expected).all(|(p, q)| p.distance(*q) < 0.05)
                }
                _ => false,
            })
        };
        assert!(shown(Some(axis)) && !shown(None), "axis {axis}: {expected:?}");
    }
}

#[test]
fn arrows_of_normals_point_toward_the_first_of_a_pair_as_the_report_has_it() {
    let mut arrows = [0, 0];
    for (name, scene) in scenes() {
        let mut still = Still::of(&scene, 40);
        let Some(&selected_pair) = still.touching().first() else { continue };
        still.select_pair(selected_pair);
        let view = still.fitted();
        for (Provenance { source, .. }, item) in still.draw(&view, selected_pair, &[Layer::Normals]) {
            let (Source::Pair(a, b), Item::Arrow { from, to, .. }) = (source, item) else { continue };
            // Of several entries the one with a contact point there.
            let mut contacts = still.report.entries((a, b)).iter().filter_map(|entry| entry.contact.as_ref());
            let is_told = contacts.any(|contact| {
                let toward_a = view.screen_direction(contact.normal);
                let is_there = |point: Vec2| view.screen_from_world(point).distance(from) < 0.01;
                contact.points.iter().any(|(point, _)| is_there(*point))
                    && (to - from).normalize().dot(toward_a) > 0.99
            });
            assert!(is_told, "{name}: {a} and {b}");
            arrows[usize::from((a, b) == selected_pair)] += 1;
        }
    }
    assert!(arrows[0] > 100 && arrows[1] > 20, "{arrows:?}");
}
