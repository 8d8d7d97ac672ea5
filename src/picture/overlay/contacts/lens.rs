//! The lens: the contact of the selected pair in a round inset with a scale of its own, where the depth is
//! too small to be seen at the scale of the canvas.

use glam::Vec2;

use crate::picture::display::clip::clip_to_circle;
use crate::picture::display::{Item, Rect, Source, Stroke};
use crate::picture::overlay::bodies::shapes;
use crate::picture::overlay::contacts::{depth, normals, points};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::pen::{Pen, not_shown};
use crate::picture::overlay::picture::{Options, Picture};
use crate::picture::overlay::space::Slab;
use crate::picture::overlay::{axes, legend};
use crate::picture::view::View;

/// A circle on the screen. Pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LensCircle {
    pub center: Vec2,
    pub radius: f32,
}

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Lens",
    "The contact of the selected pair, enlarged where its depth is less than 3 pixels",
    sample,
    |picture| {
        let entry = LegendEntry::new("lens: the contact at a scale of its own", sample).brief("lens");
        contact(picture).map(|_| entry).into_iter().collect()
    },
)
.on();

/// Radius of the lens. Pixels.
const RADIUS: f32 = 92.0;
/// The depth in the lens. Pixels.
const DEPTH: f32 = 30.0;
/// From this depth on the canvas shows enough. Pixels.
const SHALLOW: f32 = 3.0;
/// Greatest scale of the lens. Pixels per metre.
const MOST_SCALE: f32 = 1.0e9;

fn sample(pen: &mut Pen, at: &Swatch) {
    let stroke = Some(Stroke::solid(1.5, at.theme.text_quiet));
    pen.list.push(Source::Frame, Item::Circle { center: at.center, radius: 8.0, fill: None, stroke });
    let line = [at.center - Vec2::X * 5.0, at.center + Vec2::X * 5.0];
    pen.list.segments(Source::Frame, [line], Stroke::solid(2.0, at.theme.depth));
}

/// The deepest point of the selected pair and its depth in metres, where the lens shows it.
fn contact(picture: &Picture) -> Option<(Vec2, f32)> {
    let contact = picture.selected_pair()?.contact.as_ref()?;
    let (at, _) = contact.deepest()?;
    let is_shallow = contact.depth * picture.view.scale < SHALLOW;
    let in_sight = picture.view.canvas.contains(picture.view.screen_from_world(at));
    let has_room = picture.view.canvas.size().min_element() > 2.5 * RADIUS;
    let is_wanted = picture.options.lens.pinned || in_sight && is_shallow;
    let shown = has_room && is_wanted && enlarges(picture, contact.depth);
    shown.then_some((at, contact.depth))
}

/// Scale of the lens at a contact of this depth. Pixels per metre.
fn scale_of(depth: f32) -> f32 {
    (DEPTH / depth).min(MOST_SCALE)
}

/// Whether the lens shows a contact of this depth larger than the canvas does.
fn enlarges(picture: &Picture, depth: f32) -> bool {
    depth > 0.0 && scale_of(depth) > picture.view.scale
}

/// Where the lens is; `None`: the pair needs none.
pub(in crate::picture::overlay) fn circle(picture: &Picture, pen: &Pen) -> Option<LensCircle> {
    let (at, _) = contact(picture)?;
    place(picture, pen, picture.view.screen_from_world(at))
}

/// Draws the lens, and takes its room.
pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let Some((world, deep)) = contact(picture) else {
        let contact = picture.selected_pair().and_then(|pair| pair.contact.as_ref());
        let is_small =
            contact.is_some_and(|contact| contact.depth > 0.0 && !enlarges(picture, contact.depth));
        if picture.options.lens.pinned && is_small {
            pen.notes.push("lens not shown: the contact is larger without it".to_owned());
        }
        return;
    };
    let at = picture.view.screen_from_world(world);
    let Some(LensCircle { center, radius }) = place(picture, pen, at) else {
        return pen.notes.push(not_shown(1, "lens"));
    };
    let around = Rect::around(center, Vec2::splat(2.0 * radius));
    pen.space.take_slab(Slab::upright(&around.grow(Vec2::splat(4.0))));
    let theme = picture.theme;
    let stroke = Stroke::solid(1.25, theme.text_quiet);
    if picture.view.canvas.contains(at) {
        let toward = (center - at).normalize_or(Vec2::X);
        let ring = 7.0;
        let line = [at + toward * ring, center - toward * radius];
        pen.list
            .push(Source::Lens, Item::Circle { center: at, radius: ring, fill: None, stroke: Some(stroke) });
        if center.distance(at) > radius + ring {
            pen.list.push(Source::Lens, Item::Segments { lines: vec![line], stroke });
        }
    }
    pen.list.push(Source::Lens, Item::Circle { center, radius, fill: Some(theme.background), stroke: None });
    let view = View { center: world, scale: scale_of(deep), canvas: around, ..*picture.view };
    let options = Options { extras: Default::default(), grid: None, ..picture.options.clone() };
    let inner = Picture { view: &view, options: &options, ..*picture };
    pen.push_all(Source::Lens, clip_to_circle(contents(&inner, radius), center, radius));
    let stroke = Some(Stroke::solid(2.0, theme.text_quiet));
    pen.list.push(Source::Lens, Item::Circle { center, radius, fill: None, stroke });
}

/// What the lens shows, not yet clipped to it.
fn contents(picture: &Picture, radius: f32) -> impl Iterator<Item = Item> {
    let mut pen = Pen::new(picture);
    pen.look(picture);
    let middle = picture.view.canvas.center();
    // Labels stay within a square inside of the circle.
    pen.space.canvas = Rect::around(middle, Vec2::new(1.7, 1.1) * radius);
    shapes::draw(picture, &mut pen);
    depth::draw(picture, &mut pen);
    axes::draw_end(picture, &mut pen, radius);
    normals::draw(picture, &mut pen);
    points::draw(picture, &mut pen);
    let right = middle + Vec2::new(0.0, 0.84 * radius);
    legend::draw_scale_bar(picture, &mut pen, right);
    pen.list.items.into_iter().map(|(_, item)| item)
}

/// The place that hides least around the contact, or where it was moved to; `None`: it would hide a strip everywhere.
fn place(picture: &Picture, pen: &Pen, contact: Vec2) -> Option<LensCircle> {
    let room = picture.view.canvas.grow(Vec2::splat(-RADIUS - 6.0));
    let clamped = |center: Vec2| center.max(room.min).min(room.max.max(room.min));
    if let Some(at) = picture.options.lens.at {
        return Some(LensCircle { center: clamped(picture.view.canvas.center() + at), radius: RADIUS });
    }
    let edges = edges(picture, pen);
    let is_pinned = picture.options.lens.pinned;
    let cost = |center: &Vec2| {
        let slab = Slab::upright(&Rect::around(*center, Vec2::splat(2.0 * RADIUS)));
        let strips = pen.space.slabs().iter().filter(|taken| taken.overlaps(&slab)).count();
        if strips > 0 && !is_pinned {
            return f32::INFINITY;
        }
        let is_hidden = |(at, _): &&(Vec2, f32)| at.distance_squared(*center) < RADIUS * RADIUS;
        let hidden: f32 = edges.iter().filter(is_hidden).map(|(_, weight)| weight).sum();
        let on_contact = if center.distance(contact) < RADIUS + 40.0 { 20_000.0 } else { 0.0 };
        let is_covered = picture
            .options
            .covered
            .is_some_and(|covered| covered.grow(Vec2::splat(RADIUS)).contains(*center));
        let covered = if is_covered { 20_000.0 } else { 0.0 };
        on_contact + covered + 5000.0 * strips as f32 + hidden + 0.4 * center.distance(contact)
    };
    let around = |distance: f32| {
        (0..24).map(move |i| {
            contact + Vec2::from_angle((i as f32 - 3.0) * std::f32::consts::PI / 12.0) * distance
        })
    };
    let centers = [50.0, 100.0, 170.0, 260.0].into_iter().flat_map(|gap| around(RADIUS + gap));
    let corners = room.corners().into_iter();
    let best = centers
        .map(clamped)
        .chain(corners)
        .map(|center| (cost(&center), center))
        .reduce(|best, next| if next.0 < best.0 { next } else { best });
    let (_, center) = best.filter(|(cost, _)| cost.is_finite())?;
    Some(LensCircle { center: clamped(center), radius: RADIUS })
}

/// Points on the edges of the visible bodies, each with the cost of hiding it.
fn edges(picture: &Picture, pen: &Pen) -> Vec<(Vec2, f32)> {
    /// Bodies beyond this number are not kept clear of.
    const MOST: usize = 64;
    /// Distance from point to point. Pixels.
    const STEP: f32 = 12.0;
    let mut points = Vec::new();
    let (a, b) = picture.options.selected_pair.unwrap_or_default();
    let pair = [a, b].into_iter().filter_map(|index| Some((picture.body(index)?, 30.0)));
    let others = pen.visible_bodies(picture).filter(|(index, _)| picture.pair_color(*index).is_none());
    for (body, weight) in pair.chain(others.take(MOST).map(|(_, body)| (body, 8.0))) {
        let mut left = 0.0;
        for [from, to] in picture.outline(body).edges(&pen.canvas) {
            let length = from.distance(to);
            while left < length {
                points.push((from.lerp(to, left / length), weight));
                left += STEP;
            }
            left -= length;
        }
    }
    points
}
