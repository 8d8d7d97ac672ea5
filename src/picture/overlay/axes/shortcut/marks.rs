//! What the layer draws of each shortcut.

use arrayvec::ArrayVec;
use collide2d::{AxisTest, Side, Trace};
use glam::{DVec2, Vec2};

use super::{right, wrong};
use crate::explain::classic_mistakes::{MistakeAnswer, ShortcutTest};
use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Color, Item, PLATE_PADDING, Rect, Source, Stroke};
use crate::picture::overlay::Layer;
use crate::picture::overlay::axes;
use crate::picture::overlay::outline::Outline;
use crate::picture::overlay::pen::{LabelStyle, Pen, SMALL};
use crate::picture::overlay::picture::Picture;
use crate::picture::overlay::space::Slab;
use crate::report::TraceReport;

/// Distance of the lines that fill an area. Pixels.
const HATCH: f32 = 10.0;

/// Where a circle's centre counts as touching: by the shortcut between two branches of a hyperbola around a point of
/// the other shape, by the right test in a disc. `around`: world; `sum`: radius of the disc, metres.
pub(super) fn circles(picture: &Picture, pen: &mut Pen, (a, b): (u32, u32), around: DVec2, sum: f32) {
    let center = picture.view.screen_from_world(around.as_vec2());
    let (theme, canvas) = (picture.theme, pen.canvas);
    let sum = sum * picture.view.scale;
    let half_width = |y: f32| sum.hypot(y - center.y);
    let row = |y: f32| {
        let half = Vec2::new(half_width(y), 0.0);
        let middle = Vec2::new(center.x, y);
        clip_segment(middle - half, middle + half, &canvas)
    };
    let rows = (canvas.size().y / HATCH).clamp(0.0, 1024.0) as u32;
    let rows = (0..=rows).filter_map(|i| row(canvas.min.y + i as f32 * HATCH)).collect();
    let source = Source::Pair(a, b);
    pen.list.push(source, Item::Segments { lines: rows, stroke: Stroke::solid(1.0, theme.wrong.alpha(0.2)) });
    for side in [-1.0, 1.0] {
        let steps = 96;
        let point = |i: u32| {
            let y = canvas.min.y + canvas.size().y * i as f32 / steps as f32;
            Vec2::new(center.x + side * half_width(y), y)
        };
        let points: Vec<Vec2> =
            (0..=steps).map(point).filter(|point| canvas.grow(Vec2::splat(8.0)).contains(*point)).collect();
        if points.len() > 1 {
            let stroke = Some(wrong(theme));
            pen.list.push(source, Item::Path { points, closed: false, fill: None, stroke });
        }
    }
    let disc = Outline::Round { center, radius: sum };
    disc.draw(&mut pen.list, source, &canvas, Some(theme.gap.alpha(0.12)), Some(right(theme)));
    // Down, up, and slantwise: to the sides the two areas end together.
    let ways = [2.0_f32, 6.0, 1.0, 3.0, 5.0, 7.0, 1.5, 2.5, 5.5, 6.5];
    let around = move |distance: f32| {
        ways.map(|eighth| center + Vec2::from_angle(eighth * std::f32::consts::FRAC_PI_4) * distance)
    };
    let outside = [24.0, 44.0, 70.0, 100.0].into_iter().flat_map(move |beyond| around(sum + beyond));
    let is_inside = move |at: &Vec2| (at.x - center.x).abs() + 60.0 < half_width(at.y);
    label(picture, pen, source, "shortcut: touching", theme.wrong, outside.filter(is_inside));
    let within = [16.0, 30.0, 46.0].into_iter().flat_map(move |before| around(sum - before));
    label(picture, pen, source, "right: touching", theme.gap, within);
}

/// The ways from one world point to another along x and y, with their symbols, and straight.
pub(super) fn legs(
    picture: &Picture,
    pen: &mut Pen,
    (a, b): (u32, u32),
    ends: [DVec2; 2],
    symbols: [&str; 2],
) {
    let [from, to] = ends.map(|at| picture.view.screen_from_world(at.as_vec2()));
    let corner = Vec2::new(to.x, from.y);
    let (theme, around) = (picture.theme, pen.canvas.grow(Vec2::splat(16.0)));
    let source = Source::Pair(a, b);
    for (ends, stroke) in [
        ([from, corner], Stroke::solid(1.5, theme.text)),
        ([corner, to], Stroke::solid(1.5, theme.text)),
        ([from, to], right(theme)),
    ] {
        if let Some(line) = clip_segment(ends[0], ends[1], &around) {
            pen.take_line(line[0], line[1]);
            pen.list.push(source, Item::Segments { lines: vec![line], stroke });
        }
    }
    let dot = |center: Vec2| Item::Circle {
        center,
        radius: 4.0,
        fill: Some(theme.text),
        stroke: Some(Stroke::solid(1.5, theme.background)),
    };
    pen.push_all(source, [dot(from), dot(to)]);
    let beside = |middle: Vec2, across: Vec2| [14.0, -14.0, 26.0, -26.0].map(|way| middle + across * way);
    label(picture, pen, source, symbols[0], theme.text, beside((from + corner) * 0.5, Vec2::Y));
    label(picture, pen, source, symbols[1], theme.text, beside((corner + to) * 0.5, Vec2::X));
}

/// The intervals on the wall's two axes; those on the axis that separates where the layer of axes does not show them.
pub(super) fn strips(
    picture: &Picture,
    pen: &mut Pen,
    (a, b): (u32, u32),
    axes: &[AxisTest; 2],
    separating: Option<AxisTest>,
    origin: DVec2,
) {
    let mut local = Trace::default();
    let left_out = separating.filter(|_| !picture.options.layers.has(Layer::Axes));
    local.axes.extend(axes.iter().copied().chain(left_out));
    let world = local.axes.iter().map(|test| {
        let from = origin.dot(test.direction.as_dvec2());
        (test.a.shifted(from).rounded(), test.b.shifted(from).rounded())
    });
    let trace = TraceReport {
        world: world.collect(),
        supports: Vec::new(),
        deciding: None,
        stops_at: None,
        contact: None,
        dropped: Vec::new(),
        leaves: None,
        met: ArrayVec::new(),
        local,
    };
    let names = ["across the wall", "along the wall", "the axis left out"];
    axes::draw_shortcut(picture, pen, Source::Pair(a, b), &trace, &names);
}

/// Where the circle is after the shortcut's push, and after the right one.
pub(super) fn pushes(
    picture: &Picture,
    pen: &mut Pen,
    (a, b): (u32, u32),
    circle: Side,
    test: &ShortcutTest,
) {
    let Some(body) = picture.body(if circle == Side::A { a } else { b }) else { return };
    let (theme, source) = (picture.theme, Source::Pair(a, b));
    let from = picture.view.screen_from_world(body.pose().position);
    for (answer, stroke, word) in
        [(test.answer, wrong(theme), "shortcut"), (test.right, right(theme), "right")]
    {
        let MistakeAnswer::Push(push) = answer else { continue };
        let mut pose = *body.pose();
        pose.position = (pose.position.as_dvec2() + push).as_vec2();
        let outline = picture.outline_at(body, &pose);
        outline.draw(&mut pen.list, source, &pen.canvas.clone(), None, Some(stroke));
        let along = picture.view.screen_direction(push.as_vec2()) * picture.view.scale;
        let to = from + along;
        pen.take_line(from, to);
        let head = (along.length() * 0.5).min(11.0);
        let arrow = Item::Arrow { from, to, stroke: Stroke::solid(2.5, stroke.color), head };
        pen.list.push(source, arrow);
        let text = format!("{word}: {}", picture.unit().label(push.length() as f32));
        let away = along.normalize_or(Vec2::NEG_Y);
        let ways = [away, away.perp(), -away.perp(), -away];
        let places = [16.0, 34.0, 54.0]
            .into_iter()
            .flat_map(move |distance| ways.map(|way| to + way * distance + Vec2::new(way.x * 40.0, 0.0)));
        label(picture, pen, source, &text, stroke.color, places);
    }
}

/// Both AABBs, and what they share.
pub(super) fn boxes(picture: &Picture, pen: &mut Pen, (a, b): (u32, u32)) {
    let (Some(body_a), Some(body_b)) = (picture.body(a), picture.body(b)) else { return };
    let (theme, source, canvas) = (picture.theme, Source::Pair(a, b), pen.canvas);
    let [of_a, of_b] = [body_a, body_b].map(|body| picture.screen_box(body));
    let closed = |rect: Rect| Outline::Closed(rect.corners().to_vec());
    closed(of_a.shared(&of_b)).draw(&mut pen.list, source, &canvas, Some(theme.wrong.alpha(0.18)), None);
    for rect in [of_a, of_b] {
        closed(rect).draw(&mut pen.list, source, &canvas, None, Some(wrong(theme)));
    }
}

pub(super) fn bounding_circles(picture: &Picture, pen: &mut Pen, (a, b): (u32, u32)) {
    for body in [a, b].into_iter().filter_map(|index| picture.body(index)) {
        let circle = body.bounding_circle();
        let center = picture.view.screen_from_world(circle.center);
        let outline = Outline::Round { center, radius: circle.radius * picture.view.scale };
        let fill = Some(picture.theme.wrong.alpha(0.1));
        outline.draw(
            &mut pen.list,
            Source::Pair(a, b),
            &pen.canvas.clone(),
            fill,
            Some(wrong(picture.theme)),
        );
    }
}

/// A label at the first free of these places; strips keep clear of it.
fn label(
    picture: &Picture,
    pen: &mut Pen,
    source: Source,
    text: &str,
    color: Color,
    places: impl IntoIterator<Item = Vec2>,
) {
    let style = LabelStyle::new(SMALL, color).plate(picture.theme.background.alpha(0.8));
    let size = style.size_of(text) + 2.0 * PLATE_PADDING;
    if let Some(center) = pen.space.place(size, places) {
        pen.space.take_slab(Slab::upright(&Rect::around(center, size)));
        pen.above(|pen| pen.list.push(source, style.at(center, text)));
    }
}
