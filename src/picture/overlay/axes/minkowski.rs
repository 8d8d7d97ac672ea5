//! The Minkowski difference A ⊖ B as a picture of its own: every point of A less every point of B. The selected pair
//! touches where the origin lies inside, and the way from the origin to the nearest point of the outline is the
//! shortest way out: the contact's depth, against its normal.
//!
//! The difference stays where it is in the picture, so that the origin moves: by as much as A, the other way.

use glam::{DVec2, Vec2};

use crate::explain::minkowski::{self, Sum};
use crate::picture::display::clip::{clip_polygon, clip_segment};
use crate::picture::display::{DisplayList, Item, PLATE_PADDING, Rect, Source, Stroke};
use crate::picture::overlay::axes::map::{Deciding, middles, seam};
use crate::picture::overlay::pen::{LabelStyle, NORMAL, Pen, SMALL};
use crate::picture::overlay::picture::Picture;
use crate::picture::overlay::space::Space;
use crate::platform::sorting;

/// Share of the picture that the difference fills, so that an origin outside is in sight too.
const FILLED: f32 = 0.62;
/// Shorter pieces of the outline have no label. Pixels.
const SHORTEST_LABELLED: f32 = 40.0;
/// Farthest that a drawn side is from its arc. Pixels.
const ARC_ERROR: f64 = 0.1;

/// The picture, and what a drag in it needs.
#[derive(Clone, Debug, PartialEq)]
pub struct DifferenceView {
    pub list: DisplayList,
    /// Where the origin is. Pixels.
    pub origin: Vec2,
    /// Pixels per metre.
    pub scale: f32,
    /// What is seen, in a sentence.
    pub sentence: String,
}

/// Where the points of the difference lie in the picture. A point of the sum B ⊕ (−A), `s` from B's position, is
/// the point `at − s` of the difference, `at` being A's position from B's.
struct DifferencePlace {
    center: Vec2,
    middle: DVec2,
    scale: f32,
}

impl DifferencePlace {
    fn of(picture: &Picture, sum: &Sum, area: Rect) -> Option<Self> {
        let turned = |s: DVec2| picture.view.screen_direction(-s.as_vec2());
        let points = sum.pieces().into_iter().flat_map(|piece| piece.points(0.01 * sum.radius().max(1.0e-9)));
        let points: Vec<Vec2> = points.map(turned).collect();
        let first = *points.first()?;
        let (min, max) = points.iter().fold((first, first), |(min, max), p| (min.min(*p), max.max(*p)));
        let size = (max - min).max(Vec2::splat(f32::MIN_POSITIVE));
        let scale = (area.size() * FILLED / size).min_element();
        let middle = -picture.view.world_direction((min + max) * 0.5).as_dvec2();
        (scale.is_finite() && middle.is_finite()).then_some(Self { center: area.center(), middle, scale })
    }

    /// Pixels of a point of the sum.
    fn screen(&self, picture: &Picture, s: DVec2) -> Vec2 {
        self.center + picture.view.screen_direction((self.middle - s).as_vec2()) * self.scale
    }
}

/// The difference of the selected pair in `area`; `None`: no pair is selected.
pub fn difference(picture: &Picture, area: Rect) -> Option<DifferenceView> {
    let [body_a, body_b] = picture.selected_bodies()?;
    let is_there = !body_a.is_removed() && !body_b.is_removed();
    let [pose_a, pose_b] = [body_a.pose(), body_b.pose()];
    if !is_there || !pose_a.position.is_finite() || !pose_b.position.is_finite() {
        return None;
    }
    let sum = minkowski::sum(body_a.shape(), pose_a.rotation, body_b.shape(), pose_b.rotation)?;
    let place = DifferencePlace::of(picture, &sum, area)?;
    let mut pen = Pen::bare(picture, area);
    (pen.canvas, pen.space) = (area, Space::new(area));
    draw_outline(picture, &mut pen, &sum, &place);
    let at = minkowski::offset(pose_a, pose_b);
    let nearest = sum.nearest(at);
    let (origin, foot) = (place.screen(picture, at), place.screen(picture, nearest.point));
    draw_way(picture, &mut pen, [origin, foot], nearest.distance);
    draw_labels(picture, &mut pen, &sum, &place);
    let (length, label) = (picture.unit().text(nearest.distance.abs() as f32), sum.label(nearest.part));
    let sentence = if nearest.distance < 0.0 {
        format!("The origin is inside: they touch. The way out is {length} long, through {label}.")
    } else {
        format!("The origin is outside: they are {length} apart, and {label} is nearest.")
    };
    Some(DifferenceView { list: pen.list, origin, scale: place.scale, sentence })
}

fn draw_outline(picture: &Picture, pen: &mut Pen, sum: &Sum, place: &DifferencePlace) {
    let theme = picture.theme;
    let screen = |s: &DVec2| place.screen(picture, *s);
    let error = ARC_ERROR / f64::from(place.scale);
    let whole: Vec<Vec2> =
        sum.pieces().iter().flat_map(|piece| piece.points(error)).map(|s| screen(&s)).collect();
    let points = clip_polygon(&whole, &pen.canvas);
    if points.len() > 2 {
        let fill = Some(theme.text.alpha(0.06));
        pen.list.push(Source::Frame, Item::Path { points, closed: true, fill, stroke: None });
    }
    let seams = sum.seams();
    let lines = seams.iter().filter_map(|[p, q]| clip_segment(screen(p), screen(q), &pen.canvas));
    pen.list.segments(Source::Frame, lines, seam(theme));
    for piece in sum.pieces() {
        let points: Vec<Vec2> = piece.points(error).iter().map(screen).collect();
        let sides = points.iter().zip(points.iter().skip(1));
        let lines = sides.filter_map(|(p, q)| clip_segment(*p, *q, &pen.canvas));
        let stroke = Stroke::solid(2.0, Deciding::of(sum, piece.part()).color(theme));
        pen.list.segments(Source::Frame, lines, stroke);
    }
}

/// The origin, and the way to the nearest point of the outline with its length.
fn draw_way(picture: &Picture, pen: &mut Pen, [origin, foot]: [Vec2; 2], distance: f64) {
    let theme = picture.theme;
    let color = if distance < 0.0 { theme.depth } else { theme.gap };
    if let Some([from, to]) = clip_segment(origin, foot, &pen.canvas) {
        pen.list.segments(Source::Frame, [[from, to]], Stroke::solid(2.0, color));
        pen.take_line(from, to);
    }
    // An origin outside of the picture is drawn at its border.
    let inset = pen.canvas.grow(Vec2::splat(-8.0));
    let shown = origin.max(inset.min).min(inset.max);
    let cross = 7.0;
    let arms = [Vec2::X, Vec2::Y].map(|along| [shown - along * cross, shown + along * cross]);
    let stroke = Stroke::solid(2.0, theme.text);
    let ring =
        Item::Circle { center: shown, radius: 4.5, fill: Some(theme.background), stroke: Some(stroke) };
    pen.push_all(Source::Frame, [Item::Segments { lines: arms.to_vec(), stroke }, ring]);
    pen.space.take(Rect::around(shown, Vec2::splat(16.0)));
    let dot = Item::Circle { center: foot, radius: 3.5, fill: Some(color), stroke: None };
    if pen.canvas.contains(foot) {
        pen.list.push(Source::Frame, dot);
    }
    let style = LabelStyle::new(NORMAL, color).plate(theme.background.alpha(0.85));
    let what = if distance < 0.0 { "depth" } else { "gap" };
    let text = format!("{what} {}", picture.unit().label(distance.abs() as f32));
    let extent = style.size_of(&text) + 2.0 * PLATE_PADDING;
    let middle = shown.midpoint(foot.max(inset.min).min(inset.max));
    let across = (foot - origin).perp().normalize_or(Vec2::X);
    let beside = |side: f32| middle + across * side * (8.0 + (across.abs() * extent * 0.5).element_sum());
    let places = [1.0, -1.0, 2.0, -2.0, 3.0].map(beside);
    if let Some(center) = pen.space.place(extent, places) {
        pen.list.push(Source::Frame, style.at(center, text));
    }
    let style = LabelStyle::new(SMALL, theme.text).plate(theme.background.alpha(0.85));
    let extent = style.size_of("origin") + 2.0 * PLATE_PADDING;
    let around = (0..8).map(|i| {
        let direction = Vec2::from_angle(0.5 + i as f32 * std::f32::consts::FRAC_PI_4);
        shown + direction * (extent * 0.5 + 10.0)
    });
    if let Some(center) = pen.space.place(extent, around) {
        pen.list.push(Source::Frame, style.at(center, "origin"));
    }
}

/// The features that made the pieces, where there is room.
fn draw_labels(picture: &Picture, pen: &mut Pen, sum: &Sum, place: &DifferencePlace) {
    let error = ARC_ERROR / f64::from(place.scale);
    let pieces = middles(sum, error, |point| place.screen(picture, point));
    let mut pieces: Vec<_> = pieces.filter(|(length, ..)| *length >= SHORTEST_LABELLED).collect();
    sorting::sort_by(&mut pieces, |p, q| q.0.total_cmp(&p.0));
    for (_, part, middle) in pieces {
        let style = LabelStyle::new(SMALL, Deciding::of(sum, part).color(picture.theme));
        let style = style.plate(picture.theme.background.alpha(0.7));
        let text = sum.label(part);
        let extent = style.size_of(&text) + 2.0 * PLATE_PADDING;
        let out = (middle - place.center).normalize_or(Vec2::NEG_Y);
        let beside = |gap: f32| middle + out * (gap + (out.abs() * extent * 0.5).element_sum());
        if let Some(center) = pen.space.place(extent, [5.0, 14.0, -5.0, 26.0].map(beside)) {
            pen.list.push(Source::Frame, style.at(center, text));
        }
    }
}
