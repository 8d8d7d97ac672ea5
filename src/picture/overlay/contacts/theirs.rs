//! Contacts of another engine beside ours: diamonds, dashed arrows, and of the selected pair the depth.

use std::borrow::Cow;

use glam::Vec2;

use crate::picture::display::{Color, Dash, Item, Rect, Source, Stroke};
use crate::picture::overlay::contacts::depth::{around, push_leader};
use crate::picture::overlay::contacts::normals::LENGTH;
use crate::picture::overlay::extras::TheirMark;
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Scope, Swatch};
use crate::picture::overlay::pen::{LabelStyle, NORMAL, Pen};
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;
use crate::platform::plain;

/// Among more contacts only those that differ and those of the selected pair are drawn.
const CROWD: usize = 300;
/// Length of the selected pair's arrow: beyond the tip of ours. Pixels.
const LOOKED_LENGTH: f32 = 76.0;
/// Length of the arrow of a query's hit: beyond the tip of ours. Pixels.
const WAY_NORMAL: f32 = 46.0;
/// How much longer than ours the other arrows are.
const LONGER: f32 = 1.4;

/// Where a label may be, from its contact.
const WAYS: [Vec2; 8] = [
    Vec2::new(1.0, 1.0),
    Vec2::new(-1.0, 1.0),
    Vec2::new(1.0, -1.0),
    Vec2::new(-1.0, -1.0),
    Vec2::new(0.0, 1.0),
    Vec2::new(0.0, -1.0),
    Vec2::new(1.0, 0.0),
    Vec2::new(-1.0, 0.0),
];

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Their contacts",
    "In a recording: points, normals and depths as the other engine found them",
    |pen, at| sample(pen, at, MarkKind::Solid),
    entries,
)
.on()
.scope(Scope::Recording)
.in_render();

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkKind {
    /// The engine resolves it.
    Solid,
    /// It is reported alone.
    Sensor,
    /// The pair is left out on purpose.
    Filtered,
}

impl MarkKind {
    fn of(mark: &TheirMark) -> Self {
        match (mark.contact.filtered, mark.contact.sensor) {
            (true, _) => Self::Filtered,
            (false, true) => Self::Sensor,
            (false, false) => Self::Solid,
        }
    }
}

fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let theirs = &picture.options.extras.theirs;
    let has = |kind| theirs.marks.iter().any(|mark| MarkKind::of(mark) == kind);
    let engine = plain::label(&theirs.engine);
    let entry = |kind, sample| has(kind).then_some(sample);
    let solid = || {
        LegendEntry::new(format!("contact and normal of {engine}"), |pen, at| {
            sample(pen, at, MarkKind::Solid)
        })
    };
    let sensor = LegendEntry::new("its sensor", |pen, at| sample(pen, at, MarkKind::Sensor));
    let filtered = LegendEntry::new("pair that it leaves out", |pen, at| sample(pen, at, MarkKind::Filtered));
    let asked = LegendEntry::new(format!("answer of {engine} to a query"), |pen, at| {
        sample(pen, at, MarkKind::Solid)
    });
    let entries = [
        entry(MarkKind::Solid, solid().brief("theirs")),
        entry(MarkKind::Sensor, sensor),
        entry(MarkKind::Filtered, filtered.brief("left out")),
        (!theirs.ways.is_empty()).then_some(asked.brief("theirs of a query")),
    ];
    entries.into_iter().flatten().collect()
}

fn sample(pen: &mut Pen, at: &Swatch, kind: MarkKind) {
    let left = at.left + Vec2::new(6.0, 0.0);
    if kind == MarkKind::Solid {
        pen.list.push(Source::Frame, arrow(left, at.right - left, 1.75, at.theme.theirs));
    }
    pen.push_all(Source::Frame, diamond(left, 5.0, kind, at.theme));
}

pub(in crate::picture::overlay) fn arrow(from: Vec2, along: Vec2, width: f32, color: Color) -> Item {
    let head = (along.length() * 0.4).min(10.0);
    Item::Arrow { from, to: from + along, stroke: Stroke::solid(width, color).dashed(Dash::Dashed), head }
}

/// The marker of a contact point: a diamond, dotted for a sensor, crossed out where the pair is left out.
fn diamond(center: Vec2, size: f32, kind: MarkKind, theme: &Theme) -> Vec<Item> {
    let solid = Stroke::solid(1.75, theme.theirs);
    let stroke = if kind == MarkKind::Sensor { solid.dashed(Dash::Dotted) } else { solid };
    let points = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y].map(|way| center + way * size).to_vec();
    let outline = Item::Path { points, closed: true, fill: None, stroke: Some(stroke) };
    let across = |way: Vec2| [center - way * (0.5 * size), center + way * (0.5 * size)];
    let cross =
        Item::Segments { lines: vec![across(Vec2::ONE), across(Vec2::new(1.0, -1.0))], stroke: solid };
    std::iter::once(outline).chain((kind == MarkKind::Filtered).then_some(cross)).collect()
}

/// A mark with its points in the world.
type PlacedMark<'a> = (&'a TheirMark, Cow<'a, [Vec2]>);

/// The marks of the selected pair, or all others, that the picture shows.
fn shown<'a>(picture: &Picture<'a>, pen: &Pen, selected_pair: bool) -> Vec<PlacedMark<'a>> {
    let visible = pen.visible;
    let marks = picture.options.extras.theirs.marks.iter();
    marks
        .filter(|mark| (Some(mark.pair) == picture.options.selected_pair) == selected_pair)
        .map(|mark| (mark, places(picture, mark)))
        .filter(|(_, points)| points.iter().any(|point| visible.contains(*point)))
        .collect()
}

/// The points of a contact; where the engine tells none, those of ours, or the middle between the bodies.
fn places<'a>(picture: &Picture<'a>, mark: &'a TheirMark) -> Cow<'a, [Vec2]> {
    if !mark.contact.points.is_empty() {
        return Cow::Borrowed(&mark.contact.points);
    }
    let ours = picture.report.pair(mark.pair).and_then(|pair| pair.contact.as_ref());
    if let Some(contact) = ours {
        return contact.points.iter().map(|(point, _)| *point).collect();
    }
    let center = |index| picture.body(index).map(|body| body.bounding_circle().center);
    let middle = center(mark.pair.0).zip(center(mark.pair.1)).map(|(a, b)| a.midpoint(b));
    middle.into_iter().collect()
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let joint = |[a, at, b]: &[Vec2; 3]| {
        let [a, at, b] = [a, at, b].map(|point| picture.view.screen_from_world(*point));
        [[a, at], [at, b]]
    };
    let joints = &picture.options.extras.theirs.joints;
    if !joints.is_empty() {
        let stroke = Stroke::solid(1.25, picture.theme.theirs).dashed(Dash::Dotted);
        let lines = joints.iter().flat_map(joint).collect();
        pen.list.push(Source::Frame, Item::Segments { lines, stroke });
    }
    draw_ways(picture, pen);
    let others = shown(picture, pen, false);
    let (is_crowd, mut left_out) = (others.len() > CROWD, 0_usize);
    for (mark, points) in &others {
        if is_crowd && !mark.differs {
            left_out += 1;
            continue;
        }
        let radius = |index| picture.body(index).map_or(0.0, |body| body.bounding_circle().radius);
        let smaller = radius(mark.pair.0).min(radius(mark.pair.1)) * picture.view.scale;
        draw_mark(picture, pen, mark, points, (5.5, 1.75, smaller.clamp(LENGTH.0, LENGTH.1) * LONGER));
    }
    for (mark, points) in &shown(picture, pen, true) {
        draw_mark(picture, pen, mark, points, (8.0, 2.25, LOOKED_LENGTH));
    }
    if left_out > 0 {
        pen.notes.push(format!("{left_out} of their contacts that agree not shown"));
    }
}

/// Draws their answers to queries beside ours: the way to the hit, a diamond there and their normal.
fn draw_ways(picture: &Picture, pen: &mut Pen) {
    let theme = picture.theme;
    for way in &picture.options.extras.theirs.ways {
        let [from, to] =
            [way.from, way.hit.map_or(way.to, |(at, _)| at)].map(|p| picture.view.screen_from_world(p));
        let stroke = Stroke::solid(1.25, theme.theirs).dashed(Dash::Dotted);
        pen.list.push(Source::Frame, Item::Segments { lines: vec![[from, to]], stroke });
        let Some((_, normal)) = way.hit else { continue };
        if let Some(normal) = normal {
            let along = picture.view.screen_direction(normal) * WAY_NORMAL;
            pen.list.push(Source::Frame, arrow(to, along, 1.75, theme.theirs));
        }
        pen.push_all(Source::Frame, diamond(to, 8.0, MarkKind::Solid, theme));
    }
}

/// Draws the points of a contact, with diamonds of this size and arrows of this width and length. Pixels.
fn draw_mark(
    picture: &Picture,
    pen: &mut Pen,
    mark: &TheirMark,
    points: &[Vec2],
    (size, width, length): (f32, f32, f32),
) {
    let (kind, visible) = (MarkKind::of(mark), pen.visible);
    for point in points.iter().filter(|point| visible.contains(**point)) {
        let at = picture.view.screen_from_world(*point);
        pen.space.take(Rect::around(at, Vec2::splat(2.0 * size)));
        let source = Source::Pair(mark.pair.0, mark.pair.1);
        if let Some(normal) = mark.contact.normal.filter(|_| kind != MarkKind::Filtered) {
            let along = picture.view.screen_direction(normal) * length;
            pen.take_line(at, at + along);
            pen.list.push(source, arrow(at, along, width, picture.theme.theirs));
        }
        pen.push_all(source, diamond(at, size, kind, picture.theme));
    }
}

/// What the engine says of the selected pair: its depth, or that it leaves the pair out.
pub(in crate::picture::overlay) fn draw_labels(picture: &Picture, pen: &mut Pen) {
    for (mark, points) in shown(picture, pen, true) {
        let what = match (MarkKind::of(mark), mark.contact.depth) {
            (MarkKind::Filtered, _) => "left out".to_owned(),
            (MarkKind::Solid | MarkKind::Sensor, None) => continue,
            (MarkKind::Solid | MarkKind::Sensor, Some(depth)) if depth < 0.0 => {
                format!("gap {}", picture.unit().label(-depth))
            }
            (MarkKind::Solid | MarkKind::Sensor, Some(depth)) => picture.unit().label(depth),
        };
        let Some(point) = points.first() else { continue };
        let text = format!("theirs: {what}");
        let theme = picture.theme;
        let style = LabelStyle::new(NORMAL, theme.theirs).plate(theme.background.alpha(0.9));
        let size = style.size_of(&text) + Vec2::new(10.0, 6.0);
        let at = picture.view.screen_from_world(*point);
        let reach = 0.5 * size + Vec2::splat(12.0);
        let places =
            [1.0, 1.6, 2.4, 3.6, 5.0].into_iter().flat_map(|far| WAYS.map(|way| at + far * way * reach));
        let near = pen.space.place(size, places);
        let Some(center) = near.or_else(|| pen.space.place(size, around(at, &pen.canvas))) else { continue };
        let source = Source::Pair(mark.pair.0, mark.pair.1);
        push_leader(pen, source, at, &Rect::around(center, size), theme.theirs);
        pen.list.push(source, style.at(center, text));
    }
}
