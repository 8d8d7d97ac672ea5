//! The letters A and B of the selected pair.

use collide2d::{Aabb, Body};
use glam::Vec2;

use crate::picture::display::{Color, Item, Rect, Source, Stroke};
use crate::picture::overlay::bodies::names::LONGEST;
use crate::picture::overlay::layer::{LegendEntry, Swatch};
use crate::picture::overlay::near::{holds, is_near};
use crate::picture::overlay::pen::{LARGE, LabelStyle, Pen};
use crate::picture::overlay::picture::Picture;
use crate::platform::plain;
use crate::platform::sorting;

/// Radius of a badge. Pixels.
const RADIUS: f32 = 12.0;

/// The pair's two rows of the legend: the letters with the bodies' names.
pub(super) fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let Some((a, b)) = picture.options.selected_pair else { return Vec::new() };
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
    let rim = Some(Stroke::solid(1.5, background));
    let disc = Item::Circle { center, radius: RADIUS * scale, fill: Some(color), stroke: rim };
    [disc, LabelStyle::new(LARGE * scale, background).at(center, letter)]
}

/// Draws each letter in its shape, on the side away from the other shape; beside shapes too small to hold it.
/// Letters, and labels drawn later, keep off the edges of both shapes.
pub(super) fn draw_letters(picture: &Picture, pen: &mut Pen) {
    let Some((a, b)) = picture.options.selected_pair else { return };
    let Some((body_a, body_b)) = picture.body(a).zip(picture.body(b)) else { return };
    for body in [body_a, body_b] {
        take_edges(picture, pen, body);
    }
    let others = Others::of(picture, pen);
    for (index, this, other, letter, color) in
        [(a, body_a, body_b, "A", picture.theme.pair_a), (b, body_b, body_a, "B", picture.theme.pair_b)]
    {
        if !this.aabb().overlaps(&pen.visible) {
            continue;
        }
        let sight = Sight::of(picture, pen, this, other);
        let Some(place) = place_letter(picture, pen, &sight, &others, this, other) else { continue };
        if let Some(at) = place.leads_to {
            let (lines, stroke) = (vec![[place.center, at]], Stroke::solid(1.5, color));
            pen.list.push(Source::Body(index), Item::Segments { lines, stroke });
        }
        let badge = badge(place.center, place.scale, letter, color, picture.theme.background);
        pen.push_all(Source::Body(index), badge);
    }
}

struct LetterPlace {
    center: Vec2,
    scale: f32,
    /// The point of its shape to which a line leads, where the letter is away from it.
    leads_to: Option<Vec2>,
}

/// The place of a letter: in its shape or beside it, off the other shape and hiding no body; else in what the two
/// shapes share; else away from its shape; else wherever there is room.
fn place_letter(
    picture: &Picture,
    pen: &mut Pen,
    sight: &Sight,
    others: &Others<'_>,
    this: &Body,
    other: &Body,
) -> Option<LetterPlace> {
    let size = Vec2::splat(RADIUS * 2.0 + 2.0);
    let inside = |pen: &mut Pen, scale: f32, clear_of: Option<&Body>, hides: bool| {
        // A square of the disc's area: its corners may reach into what is taken.
        let size = Vec2::splat(RADIUS * 1.7 * scale);
        let mut places = places_inside(picture, sight, this, clear_of, scale);
        places.retain(|at| hides || others.are_off(picture, *at));
        Some(LetterPlace { center: pen.space.place(size, places)?, scale, leads_to: None })
    };
    let is_on_other = |at: Vec2| holds(other, picture.view.world_from_screen(at));
    let off_other = |pen: &mut Pen, mut places: Vec<Vec2>, hides: bool| {
        places.retain(|at| !is_on_other(*at) && (hides || others.are_off(picture, *at)));
        pen.space.place(size, places)
    };
    let outside = |pen: &mut Pen, hides: bool| {
        let places = places_outside(picture, pen, this, other);
        Some(LetterPlace { center: off_other(pen, places, hides)?, scale: 1.0, leads_to: None })
    };
    let far = |pen: &mut Pen, hides: bool| {
        let edges = picture.outline(this).edges(&pen.canvas);
        let center = off_other(pen, places_far(sight, &edges), hides)?;
        Some(LetterPlace { center, scale: 1.0, leads_to: nearest(&edges, center) })
    };
    inside(pen, 1.0, Some(other), false)
        .or_else(|| inside(pen, 0.7, Some(other), false))
        .or_else(|| outside(pen, false))
        .or_else(|| inside(pen, 0.7, Some(other), true))
        .or_else(|| inside(pen, 0.7, None, false))
        .or_else(|| far(pen, false))
        .or_else(|| inside(pen, 0.7, None, true))
        .or_else(|| outside(pen, true))
        .or_else(|| far(pen, true))
}

/// Places for a letter away from its shape, those nearest to its side away from the other shape first.
fn places_far(sight: &Sight, edges: &[[Vec2; 2]]) -> Vec<Vec2> {
    /// Distance from ring to ring, and how many rings and places on each there are. Pixels.
    const STEP: f32 = 16.0;
    const RINGS: u32 = 24;
    const PLACES: u32 = 16;
    let Some(start) = nearest(edges, sight.shown + sight.away * 32.0) else { return Vec::new() };
    let turn = std::f32::consts::TAU / PLACES as f32;
    let ring = |ring: u32| {
        (0..PLACES).map(move |i| {
            let turned = (i.div_ceil(2) as f32) * if i % 2 == 0 { turn } else { -turn };
            start + sight.away.rotate(Vec2::from_angle(turned)) * (28.0 + ring as f32 * STEP)
        })
    };
    (0..RINGS).flat_map(ring).collect()
}

/// The point of these segments nearest to another one.
fn nearest(edges: &[[Vec2; 2]], at: Vec2) -> Option<Vec2> {
    let on = |[from, to]: &[Vec2; 2]| {
        let along = *to - *from;
        let share = ((at - *from).dot(along) / along.length_squared().max(1.0e-6)).clamp(0.0, 1.0);
        *from + along * share
    };
    let points = edges.iter().map(on);
    points.min_by(|p, q| p.distance_squared(at).total_cmp(&q.distance_squared(at)))
}

/// Takes the room of a body's outline.
fn take_edges(picture: &Picture, pen: &mut Pen, body: &Body) {
    for [from, to] in picture.outline(body).edges(&pen.canvas) {
        pen.take_line(from, to);
    }
}

/// The middles of what the canvas shows of the two bodies, and the direction from the other to this one.
struct Sight {
    canvas: Rect,
    shown: Vec2,
    other: Vec2,
    away: Vec2,
}

impl Sight {
    fn of(picture: &Picture, pen: &Pen, this: &Body, other: &Body) -> Self {
        let canvas = pen.canvas.grow(Vec2::splat(-RADIUS - 6.0));
        let middle = |body: &Body| {
            let rect = picture.screen_box(body);
            (rect.min.clamp(canvas.min, canvas.max) + rect.max.clamp(canvas.min, canvas.max)) * 0.5
        };
        let (shown, other) = (middle(this), middle(other));
        let away = (shown - other).try_normalize().unwrap_or(Vec2::NEG_X);
        Self { canvas, shown, other, away }
    }

    /// How far the body reaches from the middle of what is shown of it.
    fn reach(&self, picture: &Picture, this: &Body, direction: Vec2) -> f32 {
        (picture.support(this, picture.view.world_direction(direction)) - self.shown).dot(direction)
    }
}

/// Places for the letter at this scale inside of its shape, and outside of another one; best first.
fn places_inside(
    picture: &Picture,
    sight: &Sight,
    this: &Body,
    clear_of: Option<&Body>,
    scale: f32,
) -> Vec<Vec2> {
    if !this.shape().kind().has_inside() {
        return Vec::new();
    }
    let (shown, away) = (sight.shown, sight.away);
    let reach = |direction: Vec2| sight.reach(picture, this, direction);
    let holds = |screen: Vec2| {
        let world = picture.view.world_from_screen(screen);
        clear_of.is_none_or(|other| !holds(other, world)) && holds(this, world)
    };
    let room = |at: &Vec2| {
        (0..8).all(|i| {
            let ray = Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_4);
            holds(*at + ray * (RADIUS * scale + 3.0))
        })
    };
    let along = [0.35, 0.5, 0.2, 0.65, 0.0].map(|share| shown + away * (reach(away) * share));
    let around = [0.4, 0.6, 0.75].into_iter().flat_map(|share| {
        (0..16).map(move |i| (share, Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_8)))
    });
    let around = around.map(|(share, direction)| shown + direction * (reach(direction) * share));
    // Long shapes have room farther along the canvas.
    let rows = (1..12).flat_map(|x| (1..8).map(move |y| Vec2::new(x as f32 / 12.0, y as f32 / 8.0)));
    let rect = picture.screen_box(this).shared(&sight.canvas);
    let mut grid: Vec<Vec2> = rows.map(|share| rect.min + rect.size() * share).collect();
    sorting::sort_by(&mut grid, |p, q| {
        p.distance_squared(sight.other).total_cmp(&q.distance_squared(sight.other))
    });
    along.into_iter().chain(around).chain(grid).filter(room).collect()
}

/// The bodies beside the pair that a letter should not hide, with their boxes; of many bodies only some.
struct Others<'a>(Vec<(Aabb, &'a Body)>);

impl<'a> Others<'a> {
    fn of(picture: &Picture<'a>, pen: &Pen) -> Self {
        const MOST: usize = 64;
        let others = pen.visible_bodies(picture).filter(|(index, _)| picture.pair_color(*index).is_none());
        Self(others.take(MOST).map(|(_, body)| (body.aabb(), body)).collect())
    }

    /// Whether a letter at this place hides none of them.
    fn are_off(&self, picture: &Picture, at: Vec2) -> bool {
        let world = picture.view.world_from_screen(at);
        let reach = (RADIUS + 2.0) / picture.view.scale;
        let letter = Aabb { min: world - reach, max: world + reach };
        let mut near = self.0.iter().filter(|(aabb, _)| aabb.overlaps(&letter)).map(|(_, body)| *body);
        near.all(|body| !is_near(body, world, reach))
    }
}

/// Places for the letter beside its shape, best first.
fn places_outside(picture: &Picture, pen: &Pen, this: &Body, other: &Body) -> Vec<Vec2> {
    let sight = Sight::of(picture, pen, this, other);
    let Sight { canvas, shown, other: other_shown, away } = sight;
    let world_away = picture.view.world_direction(away);
    let reach = |direction: Vec2| sight.reach(picture, this, direction);
    let mut places = Vec::new();
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
    sorting::sort_by(&mut places, |p, q| p.distance_squared(other).total_cmp(&q.distance_squared(other)));
    places
}
