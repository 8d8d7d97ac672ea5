//! The letters A and B of the selected pair.

use collide2d::Body;
use glam::Vec2;

use super::layer::{LegendEntry, Swatch};
use super::names::LONGEST;
use super::pen::{LARGE, LabelStyle, Pen};
use super::picture::Picture;
use crate::display::{Color, Item, Rect, Source};
use crate::plain;

/// Radius of a badge. Pixels.
const RADIUS: f32 = 12.0;

/// The pair's two rows of the legend: the letters with the bodies' names.
pub(super) fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let Some((a, b)) = picture.options.looked else { return Vec::new() };
    let name = |index| plain::shortened(picture.name(index), LONGEST).into_owned();
    vec![
        LegendEntry::new(name(a), |pen, at| sample(pen, at, "A", at.theme.pair_a)),
        LegendEntry::new(name(b), |pen, at| sample(pen, at, "B", at.theme.pair_b)),
    ]
}

fn sample(pen: &mut Pen, at: &Swatch, letter: &str, color: Color) {
    pen.push_all(Source::Frame, badge(at.center, 0.75, letter, color, at.theme.background));
}

/// A disc with a letter in the canvas's colour.
fn badge(center: Vec2, scale: f32, letter: &str, color: Color, background: Color) -> [Item; 2] {
    let rim = Some(crate::display::Stroke::solid(1.5, background));
    let disc = Item::Circle { center, radius: RADIUS * scale, fill: Some(color), stroke: rim };
    [disc, LabelStyle::new(LARGE * scale, background).at(center, letter)]
}

/// Draws each letter in its shape, on the side away from the other shape; beside shapes too small to hold it.
pub(super) fn draw_letters(picture: &Picture, pen: &mut Pen) {
    let Some((a, b)) = picture.options.looked else { return };
    let Some((body_a, body_b)) = picture.body(a).zip(picture.body(b)) else { return };
    for (index, this, other, letter, color) in
        [(a, body_a, body_b, "A", picture.theme.pair_a), (b, body_b, body_a, "B", picture.theme.pair_b)]
    {
        if !this.aabb().overlaps(&pen.visible) {
            continue;
        }
        let size = Vec2::splat(RADIUS * 2.0 + 2.0);
        if let Some(center) = pen.space.place(size, places(picture, pen, this, other)) {
            let badge = badge(center, 1.0, letter, color, picture.theme.background);
            pen.push_all(Source::Body(index), badge);
        }
    }
}

/// Places for the letter, best first.
fn places(picture: &Picture, pen: &Pen, this: &Body, other: &Body) -> Vec<Vec2> {
    let canvas = pen.canvas.grow(Vec2::splat(-RADIUS - 6.0));
    let clamped = |rect: Rect| Rect {
        min: rect.min.clamp(canvas.min, canvas.max),
        max: rect.max.clamp(canvas.min, canvas.max),
    };
    let shown = clamped(picture.screen_box(this)).center();
    let other_shown = clamped(picture.screen_box(other)).center();
    let away = (shown - other_shown).try_normalize().unwrap_or(Vec2::NEG_X);
    let world_away = picture.view.screen_direction(away);
    let reach = |direction: Vec2| {
        let world = picture.view.screen_direction(direction);
        (picture.support(this, world) - shown).dot(direction)
    };
    let holds = |screen: Vec2| {
        let world = picture.view.world_from_screen(screen);
        this.shape().contains(this.pose(), world) && !other.shape().contains(other.pose(), world)
    };
    let mut places = Vec::new();
    if this.shape().kind().has_inside() {
        let room = |at: Vec2| {
            (0..8).all(|i| {
                holds(at + Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_4) * (RADIUS + 3.0))
            })
        };
        let far = reach(away);
        places.extend(
            [0.35, 0.5, 0.2, 0.65, 0.0]
                .map(|share| shown + away * (far * share))
                .into_iter()
                .filter(|p| room(*p)),
        );
        // Places inside, around the middle.
        for share in [0.4, 0.6] {
            places.extend(
                (0..12).map(|i| Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_6)).filter_map(|d| {
                    let at = shown + d * (reach(d) * share);
                    room(at).then_some(at)
                }),
            );
        }
    }
    // Places beside a wall, rather than at its ends.
    if let Some([from, to]) = picture.wall(this) {
        let across = (to - from).perp().normalize_or_zero() * (RADIUS + 10.0);
        let across = if across.dot(away) < 0.0 { -across } else { across };
        let (from, to) =
            if from.distance(other_shown) > to.distance(other_shown) { (from, to) } else { (to, from) };
        for share in [0.15, 0.3, 0.5, 0.7, 0.85] {
            places.extend([from.lerp(to, share) + across, from.lerp(to, share) - across]);
        }
    }
    // Places outside.
    let tip = picture.support(this, world_away);
    places.push(tip + away * (RADIUS + 6.0));
    let hides = picture.screen_box(other).grow(Vec2::splat(RADIUS + 4.0));
    let beside = beside_faces(picture, this, other_shown).into_iter();
    places.extend(beside.filter(|p| p.cmplt(hides.min).any() || p.cmpgt(hides.max).any()));
    // Places all round a shape without faces.
    if this.shape().corners().is_empty() {
        for distance in [RADIUS + 8.0, RADIUS + 22.0] {
            places.extend(
                (0..16)
                    .map(|i| Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_8))
                    .map(|d| shown + d * (reach(d).min(canvas.size().length()) + distance)),
            );
        }
    }
    places
}

/// Places along the outside of a shape's faces, those near `other` first: the letter of a long floor belongs
/// where the other shape is.
fn beside_faces(picture: &Picture, this: &Body, other: Vec2) -> Vec<Vec2> {
    let corners: Vec<Vec2> = this
        .shape()
        .corners()
        .into_iter()
        .map(|local| picture.view.screen_from_local(this.pose(), local))
        .collect();
    let middle = corners.iter().sum::<Vec2>() / corners.len().max(1) as f32;
    let next = corners.iter().cycle().skip(1);
    let mut places: Vec<Vec2> = corners
        .iter()
        .zip(next)
        .flat_map(|(&from, &to)| {
            let across = (to - from).perp().normalize_or_zero();
            let out = if across.dot(from - middle) < 0.0 { -across } else { across };
            [0.04, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.96]
                .map(|share| from.lerp(to, share) + out * (RADIUS + 8.0))
        })
        .collect();
    places.sort_by(|p, q| p.distance_squared(other).total_cmp(&q.distance_squared(other)));
    places
}
