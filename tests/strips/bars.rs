//! The drawn bars of A and B, worked out again from the report's numbers: at every zoom and size they overlap on the
//! canvas exactly where the intervals do, and leave exactly the gap free; nothing that is written stands there.

use collide2d::{AxisTest, Body, PairKey, PairKind};
use collision_test::picture::display::ItemPart;
use collision_test::picture::display::clip::clip_segment;
use collision_test::picture::framing;
use collision_test::report::is_containment;

use super::*;

/// Canvases of windows and of pictures. Pixels.
const SIZES: [(f32, f32); 4] = [(1280.0, 720.0), (920.0, 596.0), (640.0, 480.0), (1920.0, 1080.0)];
/// Zooms of each view.
const ZOOMS: usize = 18;
/// The padding of a strip's plate. Pixels.
const PAD: f32 = 5.0;

/// The cases that a run leaves out: it takes each `step`th.
struct Cases {
    step: usize,
    count: usize,
}

impl Cases {
    fn takes_next(&mut self) -> bool {
        self.count += 1;
        self.count.is_multiple_of(self.step)
    }
}

/// What a run has seen.
#[derive(Debug, Default)]
struct Seen {
    pictures: usize,
    overlaps: usize,
    gaps: usize,
    containments: usize,
    /// Overlaps and gaps of which the plate shows a part, although the canvas has room for more.
    cut: usize,
    faults: Vec<String>,
}

/// The touching pairs of a scene and some that are apart, nearest indices first.
fn pairs(still: &Still, most: usize) -> Vec<(u32, u32)> {
    let mut touching: Vec<_> = still.report.pairs.iter().map(|pair| (pair.a, pair.b)).collect();
    touching.dedup();
    let count = still.world.bodies().len() as u32;
    let apart = (0..count).flat_map(|a| (a + 1..count.min(a + 8)).map(move |b| (a, b)));
    let is_pair = |pair: &(u32, u32)| {
        let shape = |index: u32| still.world.body(index).map(|body| body.shape());
        let kinds = shape(pair.0).zip(shape(pair.1));
        // Pairs that masks leave out are not tested, and have no strips.
        !touching.contains(pair)
            && kinds.is_some_and(|(a, b)| PairKind::of(a, b).can_touch())
            && still.world.is_pair(PairKey::new(pair.0, pair.1))
    };
    let apart: Vec<_> = apart.filter(is_pair).take(most).collect();
    let step = touching.len() / most + 1;
    touching.iter().step_by(step).copied().chain(apart).collect()
}

/// Looks at every pair of every shipped scene in every view of every size that `cases` takes.
fn look(cases: &mut Cases, most_pairs: usize) -> Seen {
    let mut seen = Seen::default();
    for (name, scene) in scenes() {
        for frame in [0, 40] {
            let mut still = Still::of(&scene, frame);
            for pair in pairs(&still, most_pairs) {
                let mut read = None;
                for size in SIZES {
                    for framing in [Framing::Scene, Framing::Moving, Framing::Pair] {
                        for zoom in 0..ZOOMS {
                            if !cases.takes_next() {
                                continue;
                            }
                            let read = read.get_or_insert_with(|| still.select_pair(pair));
                            let case = format!("{name}@{frame} {pair:?} {size:?} {framing:?} zoom {zoom}");
                            look_once(&still, read, (size, framing, zoom), &case, &mut seen);
                        }
                    }
                }
            }
        }
    }
    seen
}

fn look_once(
    still: &Still,
    read: &PairReport,
    ((width, height), framing, zoom): ((f32, f32), Framing, usize),
    case: &str,
    seen: &mut Seen,
) {
    let pair = (read.a, read.b);
    let canvas = Rect { min: Vec2::ZERO, max: Vec2::new(width, height) };
    let layers = Layers::default();
    let options =
        Options { layers, selected_pair: Some(pair), legend: true, title: true, ..Options::default() };
    let (scene, world, report, theme) = (&still.scene, &still.world, &still.report, &Theme::DARK);
    let whole = View::fitted(None, canvas, 0.1 * height);
    let picture = Picture { scene, world, report, view: &whole, theme, options: &options };
    let Some(mut view) = overlay::fit(&picture, framing, 0.1 * height) else { return };
    let trace = read.trace.as_ref().unwrap();
    // Of compounds and chains the parts that are tested.
    let bodies = trace.bodies([pair.0, pair.1].map(|index| &world.bodies()[index as usize]));
    let focus = framing::focus(read, bodies);
    let Some(deciding) = trace.deciding else { return };
    let length = trace.local.axes[deciding].overlap.abs();
    // From a third of the fitted scale to where the overlap or gap is the canvas, if f32 numbers resolve it.
    let finest = 0.1 / (focus.abs().max_element().max(1.0e-3) * f32::EPSILON);
    let close = (0.9 * height / length.max(1.0e-6)).min(finest).max(view.scale);
    let factor = (3.0 * close / view.scale).powf(zoom as f32 / (ZOOMS - 1) as f32) / 3.0;
    view.zoom_at(view.screen_from_world(focus), factor);
    let items = overlay::draw(&Picture { view: &view, ..picture }).items;
    seen.pictures += 1;
    for axis in 0..trace.local.axes.len() {
        let of_axis: Vec<_> = items.iter().filter(|(from, _)| is_axis(from, axis)).collect();
        if !of_axis.is_empty() {
            let strip = DrawnStrip::of(&of_axis, &view, bodies[0], &trace.local.axes[axis]);
            strip.check(&items, seen, &format!("{case}, axis {axis}"));
        }
    }
}

/// A strip as it is drawn, in pixels along its axis.
struct DrawnStrip {
    plate: [f32; 2],
    /// The bars of A and B; `None`: out of sight.
    bars: [Option<[f32; 2]>; 2],
    /// The overlap or the gap, with its corners.
    between: Option<([f32; 2], [Vec2; 4])>,
    /// The intervals of A and B.
    expected: [[f32; 2]; 2],
    is_inside: bool,
    /// The canvas, along the line of the bars.
    canvas: [f32; 2],
}

impl DrawnStrip {
    fn of(items: &[&(Provenance, Item)], view: &View, a: &Body, test: &AxisTest) -> Self {
        let along = view.screen_direction(test.direction);
        let reach = |points: &[Vec2]| {
            let along = points.iter().map(|p| p.dot(along));
            [along.clone().fold(f32::INFINITY, f32::min), along.fold(f32::NEG_INFINITY, f32::max)]
        };
        let quad = |part: Option<ItemPart>| {
            items.iter().find_map(|(from, item)| match item {
                Item::Path { points, closed: true, fill: Some(_), .. } if points.len() == 4 => {
                    (from.part == part).then(|| points.clone())
                }
                _ => None,
            })
        };
        let lines = |part: ItemPart| {
            let lines = items.iter().filter(|(from, _)| from.part == Some(part));
            let lines = lines.filter_map(|(_, item)| match item {
                Item::Segments { lines, .. } => Some(lines.concat()),
                _ => None,
            });
            lines.collect::<Vec<_>>().concat()
        };
        let between = quad(Some(ItemPart::Overlap)).or_else(|| {
            // A gap's hatching is between two lines along it.
            Some(lines(ItemPart::Gap)).filter(|points| !points.is_empty())
        });
        // Measured from the middle of the canvas in f64.
        let position = a.pose().position.as_dvec2();
        let middle = (view.center.as_dvec2() - position).dot(test.direction.as_dvec2());
        let origin = f64::from(view.canvas.center().dot(along));
        let pixels = |at: f64| ((at - middle) * f64::from(view.scale) + origin) as f32;
        let plate = quad(None).expect("a strip has a plate");
        let center = plate.iter().sum::<Vec2>() / 4.0;
        let canvas = clip_segment(center - along * 1.0e4, center + along * 1.0e4, &view.canvas);
        Self {
            plate: reach(&plate),
            bars: [ItemPart::IntervalA, ItemPart::IntervalB].map(|part| quad(Some(part)).map(|q| reach(&q))),
            between: between.map(|points| (reach(&points), box_along(&points, along))),
            expected: [test.a, test.b].map(|interval| [pixels(interval.min), pixels(interval.max)]),
            is_inside: is_containment(test),
            canvas: reach(&canvas.unwrap_or([center; 2])),
        }
    }

    fn check(&self, items: &[(Provenance, Item)], seen: &mut Seen, case: &str) {
        let [a, b] = self.expected;
        let sight = [self.plate[0] + PAD, self.plate[1] - PAD];
        let common = [a[0].max(b[0]), a[1].min(b[1])];
        let (overlaps, range) = (common[0] < common[1], [common[0].min(common[1]), common[0].max(common[1])]);
        let shown = [range[0].max(sight[0]), range[1].min(sight[1])];
        if shown[0] >= shown[1] {
            return;
        }
        let is_near = |p: f32, q: f32| (p - q).abs() <= 1.05;
        let same = |p: [f32; 2], q: [f32; 2]| is_near(p[0], q[0]) && is_near(p[1], q[1]);
        let mut fault = |what: String| seen.faults.push(format!("{case}: {what}"));
        match self.bars {
            [Some(drawn_a), Some(drawn_b)] if overlaps => {
                let drawn = [drawn_a[0].max(drawn_b[0]), drawn_a[1].min(drawn_b[1])];
                if !same(drawn, shown) {
                    fault(format!("the bars share {drawn:?}, the intervals {shown:?}"));
                }
            }
            // One of them may be out of sight beside a gap.
            _ if !overlaps => {
                for (bar, interval) in self.bars.into_iter().zip([a, b]) {
                    let Some(bar) = bar else { continue };
                    let before = interval[1] <= range[0] + 0.5;
                    let (end, edge) = if before { (bar[1], range[0]) } else { (bar[0], range[1]) };
                    // A wall along its own normal keeps a bar of two pixels.
                    let end = if bar[1] - bar[0] < 2.05 { (bar[0] + bar[1]) * 0.5 } else { end };
                    if (sight[0]..=sight[1]).contains(&edge) && !is_near(end, edge) {
                        fault(format!("a bar {bar:?} of {interval:?} does not end at {edge}"));
                    }
                }
            }
            _ => fault(format!("a bar is missing: {:?} for {:?}", self.bars, self.expected)),
        }
        match &self.between {
            Some((drawn, corners)) => {
                if !same(*drawn, shown) {
                    fault(format!("{drawn:?} is drawn between them, not {shown:?}"));
                }
                for text in texts_on(items, corners) {
                    fault(format!("“{text}” stands on it"));
                }
            }
            None if self.is_inside => {}
            None => fault("nothing is drawn between them".to_owned()),
        }
        let room = [range[0].max(self.canvas[0] + 14.0), range[1].min(self.canvas[1] - 14.0)];
        seen.cut += usize::from(shown[0] > room[0] + 1.0 || shown[1] < room[1] - 1.0);
        match (self.is_inside, overlaps) {
            (true, _) => seen.containments += 1,
            (false, true) => seen.overlaps += 1,
            (false, false) => seen.gaps += 1,
        }
    }
}

/// The corners of the smallest rectangle along a direction around some points.
fn box_along(points: &[Vec2], along: Vec2) -> [Vec2; 4] {
    let local: Vec<Vec2> = points.iter().map(|p| Vec2::new(p.dot(along), p.dot(along.perp()))).collect();
    let back = |p: Vec2| along * p.x + along.perp() * p.y;
    Rect::of(&local).unwrap().corners().map(back)
}

/// The texts whose boxes reach into a rectangle by more than half a pixel.
fn texts_on(items: &[(Provenance, Item)], area: &[Vec2; 4]) -> Vec<String> {
    let mut found = Vec::new();
    for (_, item) in items {
        let Item::Text { position, angle, text, size, align, monospace, .. } = item else { continue };
        let turn = Vec2::from_angle(*angle);
        let corners = text_box(*position, text, *size, *align, *monospace).text.corners();
        let corners = corners.map(|corner| *position + turn.rotate(corner - *position));
        if common_depth(&corners, area) > 0.5 {
            found.push(text.clone());
        }
    }
    found
}

/// How far two rectangles reach into each other; negative: apart.
fn common_depth(p: &[Vec2; 4], q: &[Vec2; 4]) -> f32 {
    let axes = [p, q].into_iter().flat_map(|r| [r[1] - r[0], r[2] - r[1]]);
    let depth = |axis: Vec2| {
        let axis = axis.normalize_or_zero();
        let reach = |r: &[Vec2; 4]| {
            let along = r.map(|corner| corner.dot(axis));
            [
                along.into_iter().fold(f32::INFINITY, f32::min),
                along.into_iter().fold(f32::NEG_INFINITY, f32::max),
            ]
        };
        let ([p0, p1], [q0, q1]) = (reach(p), reach(q));
        p1.min(q1) - p0.max(q0)
    };
    axes.map(depth).fold(f32::INFINITY, f32::min)
}

fn hold(seen: &Seen, pictures: usize) {
    let some: Vec<_> = seen.faults.iter().step_by(seen.faults.len() / 15 + 1).cloned().collect();
    let Seen { overlaps, gaps, containments, cut, .. } = seen;
    let told = format!(
        "{} pictures, {overlaps} overlaps, {gaps} gaps, {containments} containments, {cut} of them cut",
        seen.pictures
    );
    println!("{told}");
    assert!(seen.faults.is_empty(), "{} faults in {told}, such as\n{}", seen.faults.len(), some.join("\n"));
    assert!(seen.pictures > pictures, "{told}");
    assert!(*overlaps > pictures / 2 && *gaps > pictures / 2 && *containments > pictures / 4, "{told}");
}

#[test]
fn bars_overlap_where_the_intervals_do_and_nothing_is_written_there() {
    hold(&look(&mut Cases { step: 29, count: 0 }, 8), 5_000);
}

/// Every view of every pair that [`pairs`] takes; some minutes in a release build.
#[test]
#[ignore = "takes minutes"]
fn bars_overlap_where_the_intervals_do_in_every_view() {
    hold(&look(&mut Cases { step: 1, count: 0 }, 24), 100_000);
}
