//! The map of positions: where A, both rotations held, would touch B. Its outline is the Minkowski sum B ⊕ (−A)
//! around B, where A's position is. Each cell is coloured by the face whose axis decides there; where two cells meet,
//! two ways out are equally long. An arrow leads from A's position along the shortest way to the outline.

use collide2d::{Aabb, Body};
use glam::{DVec2, Vec2};

use crate::explain::minkowski::{self, OutlinePiece, Sum, SumPart};
use crate::picture::display::clip::{clip_polygon, clip_segment};
use crate::picture::display::{Color, Item, PLATE_PADDING, Source, Stroke};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Sample, Swatch};
use crate::picture::overlay::pen::{LabelStyle, Pen, SMALL};
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

/// Pieces of the outline shorter than this have no label. Pixels.
const SHORTEST_LABELLED: f32 = 64.0;
const MOST_LABELS: usize = 12;
/// Farthest that a drawn side is from its arc. Pixels.
const ARC_ERROR: f64 = 0.1;

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Map of positions",
    "Where A of the selected pair, as it is turned, would touch B: the Minkowski sum of B and -A",
    |pen, at| sample(pen, at, Deciding::Both),
    entries,
);

/// Which shapes have the deciding face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::picture::overlay) enum Deciding {
    A,
    B,
    Both,
    Corners,
}

impl Deciding {
    pub(in crate::picture::overlay) fn of(sum: &Sum, part: SumPart) -> Self {
        match part {
            SumPart::Corner(_) => Self::Corners,
            SumPart::Edge(edge) => match sum.edges().get(edge).map(|edge| (edge.a, edge.b)) {
                Some((Some(_), None)) => Self::A,
                Some((None, Some(_))) => Self::B,
                Some(_) | None => Self::Both,
            },
        }
    }

    pub(in crate::picture::overlay) fn color(self, theme: &Theme) -> Color {
        match self {
            Self::A => theme.pair_a,
            Self::B => theme.pair_b,
            Self::Both => theme.depth,
            Self::Corners => theme.text_quiet,
        }
    }
}

fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let Some((sum, _)) = of_pair(picture) else { return Vec::new() };
    let has = |deciding| sum.pieces().iter().any(|piece| Deciding::of(&sum, piece.part()) == deciding);
    let rows: [(Deciding, &str, &str, Sample); 4] = [
        (Deciding::A, "A touches B inside: a face of A decides", "map: A's face", |pen, at| {
            sample(pen, at, Deciding::A)
        }),
        (Deciding::B, "A touches B inside: a face of B decides", "map: B's face", |pen, at| {
            sample(pen, at, Deciding::B)
        }),
        (Deciding::Both, "the same: parallel faces of both", "map: both", |pen, at| {
            sample(pen, at, Deciding::Both)
        }),
        (Deciding::Corners, "the same: corners, ends, centres", "map: corners", |pen, at| {
            sample(pen, at, Deciding::Corners)
        }),
    ];
    let there = rows.into_iter().filter(|(deciding, ..)| has(*deciding));
    let mut entries: Vec<_> =
        there.map(|(_, text, brief, sample)| LegendEntry::new(text, sample).brief(brief)).collect();
    if !sum.cells().is_empty() {
        let tie: Sample = |pen, at| at.line(pen, seam(at.theme));
        entries.push(LegendEntry::new("two ways out are equally long", tie).brief("map: tie"));
    }
    entries
}

fn sample(pen: &mut Pen, at: &Swatch, deciding: Deciding) {
    let color = deciding.color(at.theme);
    let stroke = Some(Stroke::solid(2.0, color));
    at.square().draw(&mut pen.list, Source::Frame, &pen.canvas, Some(color.alpha(0.18)), stroke);
}

/// The line where two ways out are equally long.
pub(in crate::picture::overlay) fn seam(theme: &Theme) -> Stroke {
    Stroke::solid(1.0, theme.text_quiet.alpha(0.8))
}

/// The sum of the selected pair, and its bodies.
fn of_pair<'a>(picture: &Picture<'a>) -> Option<(Sum, [&'a Body; 2])> {
    let [a, b] = picture.selected_bodies()?;
    let is_there = |body: &Body| !body.is_removed() && body.pose().position.is_finite();
    if !is_there(a) || !is_there(b) {
        return None;
    }
    let sum = minkowski::sum(a.shape(), a.pose().rotation, b.shape(), b.pose().rotation)?;
    Some((sum, [a, b]))
}

/// The box around the map, in the frame of the picture; `None` where none is drawn.
pub(in crate::picture::overlay) fn bounds(picture: &Picture) -> Option<Aabb> {
    let (sum, [_, b]) = of_pair(picture)?;
    let frame = picture.frame();
    let center = frame.local_point(b.pose().position);
    let points = sum.pieces().into_iter().flat_map(|piece| piece.points(0.01 * sum.radius().max(1.0e-6)));
    Aabb::around(points.map(|point| center + frame.local_direction(point.as_vec2())))
}

/// Fills and seams, below the shapes.
pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let Some((sum, [a, b])) = of_pair(picture) else { return };
    let theme = picture.theme;
    let screen = |point: DVec2| to_screen(picture, b, point);
    let around = pen.canvas.grow(Vec2::splat(64.0));
    let fill = |pen: &mut Pen, points: Vec<Vec2>, part: SumPart| {
        let points = clip_polygon(&points, &around);
        if points.len() > 2 {
            let fill = Some(Deciding::of(&sum, part).color(theme).alpha(0.14));
            pen.list.push(Source::Frame, Item::Path { points, closed: true, fill, stroke: None });
        }
    };
    for (edge, points) in sum.cells() {
        fill(pen, points.into_iter().map(screen).collect(), SumPart::Edge(edge));
    }
    let pieces = sum.pieces();
    if sum.radius() > 0.0 {
        for piece in &pieces {
            let mut points = piece.points(error(picture));
            match (*piece, piece.part()) {
                (OutlinePiece::Arc { center, .. }, _) => points.push(center),
                (OutlinePiece::Line { ends: [from, to], .. }, SumPart::Edge(edge)) => {
                    let out = sum.edges().get(edge).map_or(DVec2::ZERO, |edge| edge.normal * sum.radius());
                    points.extend([to - out, from - out]);
                }
                (OutlinePiece::Line { .. }, SumPart::Corner(_)) => {}
            }
            fill(pen, points.into_iter().map(screen).collect(), piece.part());
        }
    }
    draw_seams(picture, pen, &sum, b);
    for piece in &pieces {
        let points: Vec<Vec2> = piece.points(error(picture)).into_iter().map(screen).collect();
        let sides = points.iter().zip(points.iter().skip(1));
        let lines = sides.filter_map(|(p, q)| clip_segment(*p, *q, &around));
        let stroke = Stroke::solid(2.0, Deciding::of(&sum, piece.part()).color(theme));
        pen.list.segments(Source::Frame, lines, stroke);
    }
    let at = minkowski::offset(a.pose(), b.pose());
    let nearest = sum.nearest(at);
    let (from, to) = (screen(at), screen(nearest.point));
    if around.contains(from) && around.contains(to) {
        let (stroke, head) = (Stroke::solid(2.0, theme.text), (from.distance(to) * 0.4).min(9.0));
        let dot = Item::Circle { center: from, radius: 3.5, fill: Some(theme.text), stroke: None };
        pen.push_all(Source::Frame, [Item::Arrow { from, to, stroke, head }, dot]);
    }
}

/// Where cells meet, and of a segment, whose sides have no cells, the segment itself.
fn draw_seams(picture: &Picture, pen: &mut Pen, sum: &Sum, b: &Body) {
    let screen = |point: DVec2| to_screen(picture, b, point);
    let mut seams = sum.seams();
    if let [first, second] = sum.corners() {
        seams.push([first.at, second.at]);
    }
    let lines = seams.into_iter().filter_map(|[p, q]| clip_segment(screen(p), screen(q), &pen.canvas));
    pen.list.segments(Source::Frame, lines, seam(picture.theme));
}

/// The features that made the pieces, where there is room.
pub(in crate::picture::overlay) fn draw_labels(picture: &Picture, pen: &mut Pen) {
    let Some((sum, [_, b])) = of_pair(picture) else { return };
    let mut drawn = 0;
    for (length, part, middle) in middles(&sum, error(picture), |point| to_screen(picture, b, point)) {
        if length < SHORTEST_LABELLED || drawn == MOST_LABELS {
            continue;
        }
        let out = (middle - to_screen(picture, b, sum.middle())).normalize_or(Vec2::NEG_Y);
        let color = Deciding::of(&sum, part).color(picture.theme);
        let style = LabelStyle::new(SMALL, color).plate(picture.theme.background.alpha(0.8));
        let text = sum.label(part);
        let extent = style.size_of(&text) + 2.0 * PLATE_PADDING;
        let beside = |gap: f32| middle + out * (gap + (out.abs() * extent * 0.5).element_sum());
        let places = [beside(5.0), beside(14.0), beside(26.0)];
        if let Some(center) = pen.space.place(extent, places) {
            pen.list.push(Source::Frame, style.at(center, text));
            drawn += 1;
        }
    }
}

/// The pieces of the outline on the screen: length in pixels, what made it, and its middle. `error` as for
/// [`Piece::points`].
pub(in crate::picture::overlay) fn middles(
    sum: &Sum,
    error: f64,
    screen: impl Fn(DVec2) -> Vec2,
) -> impl Iterator<Item = (f32, SumPart, Vec2)> {
    sum.pieces().into_iter().filter_map(move |piece| {
        let points: Vec<Vec2> = piece.points(error).into_iter().map(&screen).collect();
        let length = points.iter().zip(points.iter().skip(1)).map(|(p, q)| p.distance(*q)).sum();
        let middle = match points.as_slice() {
            [_, _, _, ..] => *points.get(points.len() / 2)?,
            [first, .., last] => first.midpoint(*last),
            [_] | [] => return None,
        };
        Some((length, piece.part(), middle))
    })
}

fn error(picture: &Picture) -> f64 {
    ARC_ERROR / f64::from(picture.view.scale)
}

/// A point from `b`'s position on the screen; exact far from the world's origin too.
fn to_screen(picture: &Picture, b: &Body, from_b: DVec2) -> Vec2 {
    let view = picture.view;
    view.screen_from_world(b.pose().position) + view.screen_direction(from_b.as_vec2()) * view.scale
}
