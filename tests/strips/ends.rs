//! What a strip says of the ends of its intervals, over the shipped scenes: each end that the canvas has room for
//! is drawn where it is, each other one has its number, and each way out points the way.

use collision_test::picture::display::ItemPart;
use collision_test::picture::overlay::Picture;

use super::*;

/// The rim of the canvas that a plate and its padding need. Pixels.
const RIM: f32 = 14.0;

/// A strip as it is drawn.
struct Drawn<'a> {
    axis: usize,
    /// The axis on the screen.
    along: Vec2,
    /// The plate's corners.
    plate: Vec<Vec2>,
    items: Vec<&'a Item>,
    written: Vec<String>,
}

impl<'a> Drawn<'a> {
    fn all(items: &'a [(Provenance, Item)], view: &View, read: &PairReport) -> Vec<Self> {
        let trace = read.trace.as_ref().unwrap();
        let of = |(axis, paths): (usize, Vec<Vec<Vec2>>)| Self {
            axis,
            along: view.screen_direction(trace.local.axes[axis].direction),
            plate: paths[0].clone(),
            items: items.iter().filter(|(from, _)| is_axis(from, axis)).map(|(_, item)| item).collect(),
            written: texts(items, axis),
        };
        strips(items).into_iter().map(of).collect()
    }

    /// Whether a line across the axis stands at this place, in pixels along it.
    fn has_tick(&self, at: f32) -> bool {
        self.items.iter().any(|item| match item {
            Item::Segments { lines, stroke } if stroke.width == 1.5 => {
                lines.iter().any(|ends| ends.iter().all(|end| (end.dot(self.along) - at).abs() < 0.6))
            }
            _ => false,
        })
    }

    /// Whether the canvas has room for a place along the axis, at the distance of the plate.
    fn has_room(&self, at: f32) -> bool {
        let middle = self.plate.iter().sum::<Vec2>() / self.plate.len() as f32;
        let there = middle + self.along * (at - middle.dot(self.along));
        let across = self.along.perp();
        let half = self.plate.iter().map(|p| (*p - middle).dot(across)).fold(0.0, f32::max);
        let corners = [there + across * half, there - across * half];
        CANVAS.grow(Vec2::splat(-RIM)).holds(&corners)
    }
}

/// Draws every pair looked at of every shipped scene at some frames, as the window shows it and close.
fn each(mut check: impl FnMut(&str, &Still, &View, &PairReport, &[(Provenance, Item)])) {
    let frames =
        |(name, scene): (String, Scene)| [0, 40, 60].map(|frame| (name.clone(), scene.clone(), frame));
    for (name, scene, frame) in scenes().into_iter().flat_map(frames) {
        let mut still = Still::of(&scene, frame);
        for pair in still.touching().into_iter().take(10) {
            let read = still.select_pair(pair);
            let options =
                Options { layers: Layers::default(), selected_pair: Some(pair), ..Options::default() };
            let (scene, world, report, theme) = (&still.scene, &still.world, &still.report, &Theme::DARK);
            let whole = still.fitted();
            let picture = Picture { scene, world, report, view: &whole, theme, options: &options };
            for framing in [Framing::Moving, Framing::Pair] {
                let view = overlay::fit(&picture, framing, 71.0).unwrap();
                let items = overlay::draw(&Picture { view: &view, ..picture }).items;
                let case = format!("{name}, frame {frame}, pair {pair:?}, {} px/m", view.scale);
                check(&case, &still, &view, &read, &items);
            }
        }
    }
}

#[test]
fn an_end_that_the_canvas_has_room_for_is_drawn_and_each_other_one_has_its_number() {
    let (mut seen, mut numbered, mut cut_short, mut faults) = (0, 0, 0, Vec::new());
    each(|case, still, view, read, items| {
        let trace = read.trace.as_ref().unwrap();
        for strip in Drawn::all(items, view, read) {
            let (a, b) = trace.world[strip.axis];
            let origin = view.screen_from_world(Vec2::ZERO).dot(strip.along);
            for (letter, interval) in [("A", a), ("B", b)] {
                for (which, end) in [("from", interval.min), ("to", interval.max)] {
                    let place = origin + end * view.scale;
                    if strip.has_tick(place) {
                        seen += 1;
                        continue;
                    }
                    let length = still.metres(end);
                    let is_told = [format!("{letter} {length}"), format!("{letter} {which} {length}")]
                        .iter()
                        .any(|text| strip.written.contains(text));
                    numbered += usize::from(is_told);
                    if !is_told {
                        faults.push(format!("{case}, axis {}: no {letter} {length}", strip.axis));
                    }
                    cut_short += usize::from(strip.has_room(place));
                }
            }
        }
    });
    assert!(
        faults.is_empty(),
        "{} faults, such as\n{}",
        faults.len(),
        faults[..faults.len().min(9)].join("\n")
    );
    assert!(seen > 5000 && numbered > 100, "{seen} ends in sight, {numbered} numbers");
    // Where neither side of the shapes has room beside the strips already there.
    assert!(cut_short * 1000 < seen, "{cut_short} of {seen} ends are cut off although the canvas has room");
}

#[test]
fn every_way_out_has_an_arrowhead_and_the_deciding_one_goes_by_the_normal() {
    let (mut ways, mut deciding) = (0, 0);
    each(|case, _, view, read, items| {
        let trace = read.trace.as_ref().unwrap();
        for strip in Drawn::all(items, view, read) {
            if !strip.written.iter().any(|text| text.contains("way out")) {
                continue;
            }
            let [arrow, other] = [ItemPart::WayOut, ItemPart::OtherWay].map(|part| {
                let arrow = items.iter().find_map(|(from, item)| match item {
                    Item::Arrow { from: tail, to, head, .. }
                        if *head > 0.0 && is_axis(from, strip.axis) && from.part == Some(part) =>
                    {
                        Some(*to - *tail)
                    }
                    _ => None,
                });
                arrow.unwrap_or_else(|| panic!("{case}, axis {}: no arrow of {part:?}", strip.axis))
            });
            assert!(arrow.dot(other) < 0.0, "{case}: {arrow} and {other}");
            ways += 1;
            if trace.deciding == Some(strip.axis) {
                deciding += 1;
                let test = &trace.local.axes[strip.axis];
                let a_leaves = test.a.min >= test.b.min && test.a.max <= test.b.max;
                let normal = view.screen_direction(read.contact.as_ref().unwrap().normal);
                let expected = if a_leaves { normal } else { -normal };
                assert!(arrow.normalize().dot(expected) > 0.99, "{case}: {arrow} for {expected}");
            }
        }
    });
    assert!(ways > 200 && deciding > 10, "{ways} ways out, {deciding} of deciding axes");
}

#[test]
fn an_overlap_is_as_long_as_it_is_or_goes_on_with_an_arrow() {
    let mut whole = 0;
    each(|case, _, view, read, items| {
        let trace = read.trace.as_ref().unwrap();
        for strip in Drawn::all(items, view, read) {
            let test = &trace.local.axes[strip.axis];
            if !strip.written.iter().any(|text| text.contains("overlap")) {
                continue;
            }
            let depth = [Theme::DARK.depth, Theme::DARK.depth.alpha(0.4)];
            let bars = strip.items.iter().filter_map(|item| match item {
                Item::Path { points, fill: Some(fill), .. } if depth.contains(fill) => Some(points),
                _ => None,
            });
            let bars: Vec<_> = bars.collect();
            let along = bars[0].iter().map(|point| point.dot(strip.along));
            let length =
                along.clone().fold(f32::NEG_INFINITY, f32::max) - along.fold(f32::INFINITY, f32::min);
            let expected = (test.overlap * view.scale).max(2.0);
            if (length - expected).abs() < 1.0 {
                whole += 1;
            } else if bars[0].len() == 4 {
                assert!(
                    length < expected && bars.len() > 1,
                    "{case}, axis {}: {length} px for {expected}",
                    strip.axis
                );
            }
        }
    });
    assert!(whole > 800, "{whole} overlaps");
}

#[test]
fn where_the_bounding_circles_end_the_test_no_axis_is_said_to_separate() {
    let scene = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scenes/circle-at-a-rectangles-corner.ron");
    let mut still = Still::of(&Scene::load(&scene).unwrap(), 0);
    let pair = still.far_pair();
    let read = still.select_pair(pair);
    assert!(read.trace.as_ref().unwrap().local.early_out);
    let layers = Layers::default();
    let options = Options { layers, selected_pair: Some(pair), legend: true, ..Options::default() };
    let (scene, world, report, theme) = (&still.scene, &still.world, &still.report, &Theme::DARK);
    let picture = Picture { scene, world, report, view: &still.fitted(), theme, options: &options };
    let items = overlay::draw(&picture).items;
    let drawn = strips(&items);
    assert!(!drawn.is_empty());
    for &axis in drawn.keys() {
        let written = texts(&items, axis);
        assert!(written.iter().any(|text| text.ends_with("not reached")), "{written:?}");
        assert!(written.iter().all(|text| !text.contains("separates")), "{written:?}");
    }
    let row = |(Provenance { source, .. }, item): &(Provenance, Item)| {
        *source == Source::Frame && matches!(item, Item::Text { text, .. } if text == "bounding circle")
    };
    assert!(items.iter().any(row), "the circles are in the legend");
}
