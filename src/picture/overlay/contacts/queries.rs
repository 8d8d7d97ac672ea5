//! Queries of the scene: a ray with what it meets, a shape along its way, nearest points, a point, an overlap.

use collide2d::{Aabb, ClosestPoints, Pose, Ray, Shape, ShapeCast};
use glam::Vec2;

use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Color, Dash, Item, ItemPart, PLATE_PADDING, Rect, Source, Stroke};
use crate::picture::overlay::contacts::depth::{around, push_leader, small_bodies};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Sample, Swatch};
use crate::picture::overlay::outline::Outline;
use crate::picture::overlay::pen::{LabelStyle, Pen, SMALL, not_shown};
use crate::picture::overlay::picture::Picture;
use crate::platform::plain;
use crate::report::queries::QueryReport;
use crate::scene::QueryKind;
use crate::scene::query::ask::{AskedOf, PlacedQuery, QueryAnswer, QueryHit, QueryPoint};

/// Length of the arrow of a normal. Pixels.
const NORMAL: f32 = 30.0;
/// Ghosts of a shape along its way, ends not counted.
const GHOSTS: u16 = 5;
/// Radius of the marker of a hit. Pixels.
const HIT: f32 = 4.5;
const MOST_LABELS: usize = 24;
/// Places that are tried away from what a label is of: some 300 pixels on every side.
const MOST_PLACES: usize = 192;

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Queries",
    "The scene's rays, casts, nearest points, points and overlaps, and what they find",
    sample_ray,
    entries,
)
.on()
.in_render();

/// A row for each kind of query in the scene.
fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let cast: Sample = |pen, at| at.draw(pen, at.square(), dashed(at.theme.velocity));
    let point: Sample = |pen, at| pen.list.push(Source::Frame, cross(at.center, at.theme.velocity));
    let overlap: Sample = |pen, at| at.draw(pen, at.square(), dotted(at.theme.velocity));
    let row = |kind: QueryKind| match kind {
        QueryKind::Ray => LegendEntry::new("ray, dashed behind its first hit", sample_ray).brief("ray"),
        QueryKind::Cast => {
            LegendEntry::new("cast: start and way dashed, first touch solid", cast).brief("cast")
        }
        QueryKind::Closest => {
            LegendEntry::new("nearest points, distance", sample_closest).brief("nearest points")
        }
        QueryKind::Point => LegendEntry::new("point, and its nearest border", point).brief("point"),
        QueryKind::Overlap => LegendEntry::new("overlap", overlap),
    };
    let has = |kind: &QueryKind| picture.queries().any(|query| query.kind == *kind);
    QueryKind::ALL.into_iter().filter(has).map(row).collect()
}

fn sample_ray(pen: &mut Pen, at: &Swatch) {
    let solid = Item::Segments { lines: vec![[at.left, at.center]], stroke: solid(at.theme.velocity) };
    let rest = Item::Segments { lines: vec![[at.center, at.right]], stroke: dashed(at.theme.velocity) };
    pen.push_all(
        Source::Frame,
        [solid, rest, marker(at.center, true, at.theme.velocity, at.theme.background)],
    );
}

fn sample_closest(pen: &mut Pen, at: &Swatch) {
    let ends = [at.left + Vec2::X * 4.0, at.right - Vec2::X * 4.0];
    pen.push_all(Source::Frame, closest_items(ends, at.theme.gap));
}

fn solid(color: Color) -> Stroke {
    Stroke::solid(1.75, color)
}

fn dashed(color: Color) -> Stroke {
    Stroke::solid(1.25, color.alpha(0.8)).dashed(Dash::Dashed)
}

fn dotted(color: Color) -> Stroke {
    Stroke::solid(1.5, color.alpha(0.9)).dashed(Dash::Dotted)
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    for query in picture.queries() {
        let Some(placed) = &query.placed else { continue };
        for excluded in placed.excluded.iter().filter_map(|index| picture.body(*index)) {
            // What is left out is outlined, so that nobody wonders why it is passed.
            let outline = picture.outline(excluded);
            let stroke = dotted(picture.theme.text_quiet);
            outline.draw(&mut pen.list, Source::Frame, &pen.canvas, None, Some(stroke));
        }
        match (&placed.what, &query.answer) {
            (AskedOf::Ray(ray), QueryAnswer::Hits(hits)) => draw_ray(picture, pen, ray, hits),
            (AskedOf::Cast(cast), QueryAnswer::Hits(hits)) => draw_cast(picture, pen, cast, hits),
            (AskedOf::Closest(a, b), QueryAnswer::Closest(found)) => {
                draw_closest(picture, pen, Source::Pair(a.body.min(b.body), a.body.max(b.body)), found);
            }
            (AskedOf::Point(at), QueryAnswer::Points(points)) => draw_point(picture, pen, *at, points),
            (AskedOf::Overlap(shape, pose), QueryAnswer::Bodies(bodies)) => {
                draw_overlap(picture, pen, shape, pose, bodies);
            }
            (
                AskedOf::Ray(_)
                | AskedOf::Cast(_)
                | AskedOf::Closest(..)
                | AskedOf::Point(_)
                | AskedOf::Overlap(..),
                _,
            ) => {}
        }
    }
}

fn draw_ray(picture: &Picture, pen: &mut Pen, ray: &Ray, hits: &[QueryHit]) {
    let color = picture.theme.velocity;
    let screen = |fraction: f32| picture.view.screen_from_world(ray.at(fraction));
    let stop = hits.first().map_or(1.0, |hit| hit.fraction);
    line(pen, [screen(0.0), screen(stop)], solid(color));
    if hits.is_empty() {
        arrow(pen, [screen(0.9), screen(1.0)], solid(color));
    } else {
        line(pen, [screen(stop), screen(1.0)], dashed(color));
    }
    pen.push_all(Source::Frame, [ring(screen(0.0), 3.0, color)]);
    draw_hits(picture, pen, hits);
}

fn draw_cast(picture: &Picture, pen: &mut Pen, cast: &ShapeCast, hits: &[QueryHit]) {
    let color = picture.theme.velocity;
    let stop = hits.first().map_or(1.0, |hit| hit.fraction);
    let mut ghost = |fraction: f32, stroke: Stroke| {
        let outline = Outline::of(cast.shape(), &cast.pose_at(fraction), picture.view);
        outline.draw(&mut pen.list, Source::Frame, &pen.canvas, None, Some(stroke));
    };
    ghost(0.0, dashed(color));
    for i in 1..=GHOSTS {
        let fraction = stop * f32::from(i) / f32::from(GHOSTS + 1);
        ghost(fraction, Stroke::solid(1.0, color.alpha(0.3)));
    }
    ghost(stop, solid(color));
    if stop < 1.0 {
        ghost(1.0, Stroke { color: color.alpha(0.5), ..dotted(color) });
    }
    let screen = |fraction: f32| picture.view.screen_from_world(cast.pose_at(fraction).position);
    line(pen, [screen(0.0), screen(stop)], Stroke::solid(1.25, color.alpha(0.8)));
    if stop > 0.0 {
        arrow(pen, [screen(stop * 0.9), screen(stop)], Stroke::solid(1.25, color.alpha(0.8)));
    }
    draw_hits(picture, pen, hits);
}

/// The first hit with its normal, the others smaller.
fn draw_hits(picture: &Picture, pen: &mut Pen, hits: &[QueryHit]) {
    let theme = picture.theme;
    let visible = pen.visible;
    for (i, hit) in hits.iter().enumerate().filter(|(_, hit)| visible.contains(hit.point)).rev() {
        let at = picture.view.screen_from_world(hit.point);
        let source = Source::Body(hit.body);
        if let Some(normal) = hit.normal {
            let along = picture.view.screen_direction(normal) * if i == 0 { NORMAL } else { 0.5 * NORMAL };
            pen.take_line(at, at + along);
            let stroke = Stroke::solid(if i == 0 { 2.0 } else { 1.25 }, theme.normal);
            let item = Item::Arrow { from: at, to: at + along, stroke, head: if i == 0 { 9.0 } else { 6.0 } };
            pen.list.push(source.part(ItemPart::Normal { toward: hit.body }), item);
        }
        let fill = if i == 0 { theme.contact } else { theme.background };
        pen.list.push(source.part(ItemPart::Point), marker(at, i == 0, theme.contact, fill));
    }
}

fn draw_closest(picture: &Picture, pen: &mut Pen, source: Source, found: &ClosestPoints) {
    let ends = found.points.map(|point| picture.view.screen_from_world(point));
    let color = if found.distance < 0.0 { picture.theme.depth } else { picture.theme.gap };
    let is_far = ends[0].distance(ends[1]) > 1.0;
    let items = if is_far { closest_items(ends, color) } else { vec![ring(ends[0], HIT, color)] };
    items.into_iter().for_each(|item| pen.list.push(source.part(ItemPart::Distance), item));
}

fn draw_point(picture: &Picture, pen: &mut Pen, at: Vec2, points: &[QueryPoint]) {
    let (color, screen) = (picture.theme.velocity, picture.view.screen_from_world(at));
    for QueryPoint { found, .. } in points {
        let nearest = picture.view.screen_from_world(found.point);
        line(pen, [screen, nearest], dashed(color));
        pen.push_all(Source::Frame, [ring(nearest, 3.0, color)]);
    }
    pen.push_all(Source::Frame, [cross(screen, color)]);
}

fn draw_overlap(picture: &Picture, pen: &mut Pen, shape: &Shape, pose: &Pose, bodies: &[u32]) {
    let color = picture.theme.velocity;
    let outline = Outline::of(shape, pose, picture.view);
    outline.draw(&mut pen.list, Source::Frame, &pen.canvas, Some(color.alpha(0.08)), Some(dotted(color)));
    for index in bodies {
        let Some(body) = picture.body(*index) else { continue };
        let outline = picture.outline(body);
        outline.draw(&mut pen.list, Source::Body(*index), &pen.canvas, None, Some(solid(color)));
    }
}

/// What each query finds, beside it, where there is room.
pub(in crate::picture::overlay) fn draw_labels(picture: &Picture, pen: &mut Pen) {
    let style = LabelStyle::new(SMALL, picture.theme.text).plate(picture.theme.background.alpha(0.8));
    let (mut drawn, mut left_out) = (0, 0);
    let bodies = if picture.queries().next().is_some() { small_bodies(picture, pen) } else { Vec::new() };
    for query in picture.queries() {
        let Some(anchor) = anchor(query).filter(|anchor| pen.visible.contains(*anchor)) else { continue };
        let name = |index: u32| plain::label(picture.name(index)).into_owned();
        let brief = query.brief(name, |metres| picture.unit().label(metres));
        let text = format!("{}: {brief}", plain::label(&query.name));
        let size = style.size_of(&text) + 2.0 * PLATE_PADDING;
        let at = picture.view.screen_from_world(anchor);
        let (right, down) = (Vec2::X * (size.x * 0.5 + 12.0), Vec2::Y * (size.y * 0.5 + 12.0));
        let places = [-down, down, right, -right, right - down, -right - down, right + down, -right + down];
        let near = places.map(|offset| at + offset).into_iter();
        let is_off_bodies =
            |center: &Vec2| !bodies.iter().any(|body| body.overlaps(&Rect::around(*center, 0.5 * size)));
        let places = near.chain(around(at, &pen.canvas).take(MOST_PLACES).filter(is_off_bodies));
        match pen.space.place(size, places).filter(|_| drawn < MOST_LABELS) {
            Some(center) => {
                drawn += 1;
                let label = Rect::around(center, 0.5 * size);
                push_leader(pen, Source::Frame, at, &label, picture.theme.text_quiet);
                pen.list.push(Source::Frame.part(ItemPart::Label), style.at(center, text));
            }
            None => left_out += 1,
        }
    }
    if left_out > 0 {
        pen.notes.push(not_shown(left_out, "query result"));
    }
}

/// Where the label of a query belongs. World coordinates.
fn anchor(query: &QueryReport) -> Option<Vec2> {
    Some(match (&query.placed.as_ref()?.what, &query.answer) {
        (AskedOf::Ray(ray), answer) => answer.first().map_or_else(|| ray.at(0.5), |hit| hit.point),
        (AskedOf::Cast(cast), answer) => {
            answer.first().map_or_else(|| cast.pose_at(1.0).position, |hit| hit.point)
        }
        (AskedOf::Closest(..), QueryAnswer::Closest(found)) => found.points[0].midpoint(found.points[1]),
        (AskedOf::Closest(..), _) => return None,
        (AskedOf::Point(at), _) => *at,
        (AskedOf::Overlap(_, pose), _) => pose.position,
    })
}

/// The box of all queries that are placed, along the axes of a frame and in its coordinates; `None`: there are none.
pub(in crate::picture::overlay) fn bounds(picture: &Picture) -> Option<Aabb> {
    let frame = picture.frame();
    let bounds = |placed: &PlacedQuery| match &placed.what {
        AskedOf::Ray(ray) => Aabb::around([0.0, 1.0].map(|fraction| frame.local_point(ray.at(fraction)))),
        AskedOf::Cast(cast) => {
            let [start, end] =
                [0.0, 1.0].map(|fraction| frame.box_of_shape(cast.shape(), &cast.pose_at(fraction)));
            Some(start.union(&end))
        }
        AskedOf::Closest(..) => None,
        AskedOf::Point(at) => Aabb::around([frame.local_point(*at)]),
        AskedOf::Overlap(shape, pose) => Some(frame.box_of_shape(shape, pose)),
    };
    let placed = picture.queries().filter_map(|query| query.placed.as_ref());
    placed.filter_map(bounds).reduce(|all, one| all.union(&one))
}

fn line(pen: &mut Pen, ends: [Vec2; 2], stroke: Stroke) {
    if let Some(line) = clip_segment(ends[0], ends[1], &pen.canvas.grow(Vec2::splat(8.0))) {
        pen.take_line(line[0], line[1]);
        pen.list.push(Source::Frame, Item::Segments { lines: vec![line], stroke });
    }
}

fn arrow(pen: &mut Pen, ends: [Vec2; 2], stroke: Stroke) {
    if pen.canvas.grow(Vec2::splat(64.0)).contains(ends[1]) {
        let [from, to] = clip_segment(ends[0], ends[1], &pen.canvas.grow(Vec2::splat(64.0))).unwrap_or(ends);
        pen.list.push(Source::Frame, Item::Arrow { from, to, stroke, head: 8.0 });
    }
}

fn marker(center: Vec2, is_first: bool, line: Color, fill: Color) -> Item {
    let radius = if is_first { HIT } else { 0.7 * HIT };
    Item::Circle { center, radius, fill: Some(fill), stroke: Some(Stroke::solid(1.5, line)) }
}

fn ring(center: Vec2, radius: f32, color: Color) -> Item {
    Item::Circle { center, radius, fill: None, stroke: Some(Stroke::solid(1.5, color)) }
}

fn cross(at: Vec2, color: Color) -> Item {
    let arm = |v: Vec2| [at - v * 5.0, at + v * 5.0];
    Item::Segments { lines: vec![arm(Vec2::X), arm(Vec2::Y)], stroke: Stroke::solid(2.0, color) }
}

fn closest_items(ends: [Vec2; 2], color: Color) -> Vec<Item> {
    let dot = |center| Item::Circle { center, radius: 3.0, fill: Some(color), stroke: None };
    vec![Item::Segments { lines: vec![ends], stroke: solid(color) }, dot(ends[0]), dot(ends[1])]
}
