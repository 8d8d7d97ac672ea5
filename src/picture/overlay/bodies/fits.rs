//! What fits around the outline of a body: the smallest circle, the AABB, the smallest box, the convex hull, each
//! with its area and how much more that is than the outline's.

use std::ops::RangeInclusive;

use collide2d::Pose;
use glam::{DVec2, Vec2};

use crate::elsewhere::fitting::{self, area};
use crate::picture::display::{Dash, Item, Rect, Source, Stroke};
use crate::picture::overlay::bodies::behind;
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::outline::Outline;
use crate::picture::overlay::pen::{LabelStyle, Pen, SMALL, not_shown};
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;
use crate::scene::numbers::column;

/// Most bodies whose fits are drawn; a note counts the rest.
const MOST: usize = 24;
/// Smaller outlines have no fits. Pixels.
const SMALLEST: f32 = 16.0;
/// Height of a row of numbers. Pixels.
const ROW: f32 = 16.0;
/// Width of a row's sample, gap to the text included. Pixels.
const SAMPLE: f32 = 28.0;
/// Around the rows. Pixels.
const PADDING: f32 = 5.0;
/// From the outline to the rows. Pixels.
const GAP: f32 = 14.0;

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Fits of the outline",
    "Circle, boxes and hull around a body's outline, and how much each adds to its area",
    |pen, at| sample(pen, at, FitKind::Hull),
    entries,
);

fn entries(picture: &Picture) -> Vec<LegendEntry> {
    if picture.scene.bodies.iter().all(|body| body.outline.is_none()) {
        return Vec::new();
    }
    vec![
        LegendEntry::new("smallest circle", |pen, at| sample(pen, at, FitKind::Circle)),
        LegendEntry::new("AABB of the outline", |pen, at| sample(pen, at, FitKind::Aabb)),
        LegendEntry::new("best box", |pen, at| sample(pen, at, FitKind::Box)),
        LegendEntry::new("hull", |pen, at| sample(pen, at, FitKind::Hull)),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FitKind {
    Circle,
    Aabb,
    Box,
    Hull,
}

impl FitKind {
    const ALL: [Self; 4] = [Self::Circle, Self::Aabb, Self::Box, Self::Hull];

    fn name(self) -> &'static str {
        match self {
            Self::Circle => "circle",
            Self::Aabb => "AABB",
            Self::Box => "best box",
            Self::Hull => "hull",
        }
    }

    fn stroke(self, theme: &Theme) -> Stroke {
        match self {
            Self::Circle => Stroke::solid(1.5, theme.bounding).dashed(Dash::Dotted),
            Self::Aabb => Stroke::solid(1.25, theme.aabb).dashed(Dash::DashDot),
            Self::Box => Stroke::solid(1.5, theme.depth).dashed(Dash::Dashed),
            Self::Hull => Stroke::solid(1.25, theme.text),
        }
    }
}

fn sample(pen: &mut Pen, at: &Swatch, kind: FitKind) {
    let outline = match kind {
        FitKind::Circle => Outline::Round { center: at.center, radius: 8.0 },
        FitKind::Aabb => at.square(),
        FitKind::Box => turned(at.center, [(-11.0, 0.0), (5.0, -6.0), (11.0, 0.0), (-5.0, 6.0)]),
        FitKind::Hull => turned(at.center, [(-11.0, 4.0), (-4.0, -6.0), (9.0, -5.0), (11.0, 6.0)]),
    };
    at.draw(pen, outline, kind.stroke(at.theme));
}

fn turned(center: Vec2, corners: [(f32, f32); 4]) -> Outline {
    Outline::Closed(corners.map(|corner| center + Vec2::from(corner)).to_vec())
}

/// A shape around the outline: what it is, how it lies on the screen, its area in square metres.
struct FitShape {
    kind: FitKind,
    outline: Outline,
    area: f64,
}

fn shapes(picture: &Picture, pose: &Pose, points: &[DVec2]) -> [FitShape; 4] {
    let hull = fitting::hull(points);
    let screen = |local: &DVec2| picture.view.screen_from_local(pose, local.as_vec2());
    let closed = |corners: &[DVec2]| Outline::Closed(corners.iter().map(screen).collect());
    // The world's x axis in the body's frame.
    let right = DVec2::from_angle(-f64::from(pose.rotation.degrees()).to_radians());
    FitKind::ALL.map(|kind| match kind {
        FitKind::Circle => {
            let disc = fitting::smallest_circle(&hull);
            let radius = disc.radius as f32 * picture.view.scale;
            let outline = Outline::Round { center: screen(&disc.center), radius };
            FitShape { kind, outline, area: disc.area() }
        }
        FitKind::Aabb => {
            let found = fitting::box_along(&hull, right);
            FitShape { kind, outline: closed(&found.corners()), area: found.area() }
        }
        FitKind::Box => {
            let found = fitting::smallest_box(&hull);
            FitShape { kind, outline: closed(&found.corners()), area: found.area() }
        }
        FitKind::Hull => FitShape { kind, outline: closed(&hull), area: area(&hull) },
    })
}

/// A body's outline with what fits around it.
struct Fitted {
    index: u32,
    /// Of the circle and all in it, on the screen.
    bounds: Rect,
    /// Of the outline. Square metres.
    area: f64,
    shapes: [FitShape; 4],
}

/// The fits that are drawn, and how many are left out.
fn fitted(picture: &Picture, pen: &Pen) -> (Vec<Fitted>, usize) {
    let (mut all, mut left_out) = (Vec::new(), 0);
    for (index, body, on_screen) in behind::outlines(picture, pen) {
        let outline = picture.scene.bodies.get(index as usize).and_then(|body| body.outline.as_ref());
        let (Some(bounds), Some(outline)) = (Rect::of(&on_screen), outline) else { continue };
        if all.len() == MOST || bounds.size().max_element() < SMALLEST {
            left_out += 1;
            continue;
        }
        let points = fitting::exact(outline);
        let shapes = shapes(picture, body.pose(), &points);
        // The circle reaches farthest.
        let bounds = shapes.iter().fold(bounds, |bounds, shape| match shape.outline {
            Outline::Round { center, radius } => {
                Rect { min: bounds.min.min(center - radius), max: bounds.max.max(center + radius) }
            }
            Outline::Rounded { .. }
            | Outline::Closed(_)
            | Outline::Line(_)
            | Outline::Chain { .. }
            | Outline::Several(_) => bounds,
        });
        all.push(Fitted { index, bounds, area: area(&points), shapes });
    }
    (all, left_out)
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    for Fitted { index, shapes, .. } in fitted(picture, pen).0 {
        for FitShape { kind, outline, .. } in shapes {
            let stroke = kind.stroke(picture.theme);
            outline.draw(&mut pen.list, Source::Body(index), &pen.canvas, None, Some(stroke));
        }
    }
}

/// The areas in rows beside each outline, the outline's own first.
pub(in crate::picture::overlay) fn draw_labels(picture: &Picture, pen: &mut Pen) {
    let theme = picture.theme;
    let style = LabelStyle::new(SMALL, theme.text).left();
    let (all, mut left_out) = fitted(picture, pen);
    let every: Vec<(u32, Rect)> = all.iter().map(|fitted| (fitted.index, fitted.bounds)).collect();
    for Fitted { index, bounds, area, shapes } in all {
        let rows = shapes.iter().map(|shape| (shape.kind, row(picture, shape, area)));
        let rows: Vec<(FitKind, String)> = rows.collect();
        let own = format!("outline {}", areas(picture, area));
        let texts = rows.iter().map(|(_, text)| text).chain([&own]);
        let width = texts.map(|text| style.size_of(text).x).fold(0.0, f32::max);
        let size = Vec2::new(SAMPLE + width, ROW * 5.0) + 2.0 * PADDING;
        let (middle, aside) = (bounds.center(), 0.5 * (bounds.size() + size) + GAP);
        let (right, down) = (Vec2::new(aside.x, 0.0), Vec2::new(0.0, aside.y));
        let shifted = Vec2::new(0.5 * size.x, 0.0);
        let above = [middle - down, middle - down - shifted, middle - down + shifted];
        let around = above.into_iter().chain([middle + down, middle + right, middle - right]);
        // Over another outline the numbers would seem to be that one's; over their own they hide part of it.
        let is_free = |center: &Vec2| {
            let rows = Rect::around(*center, size);
            every.iter().all(|(other, bounds)| *other == index || !bounds.overlaps(&rows))
        };
        let inside = Vec2::new(0.0, 0.5 * (bounds.size().y - size.y));
        let around = around.filter(is_free).chain([middle + inside, middle - inside]);
        let Some(center) = pen.space.place(size, around) else {
            left_out += 1;
            continue;
        };
        let source = Source::Body(index);
        let plate = Item::Path {
            points: Rect::around(center, size).corners().to_vec(),
            closed: true,
            fill: Some(theme.background.alpha(0.85)),
            stroke: None,
        };
        pen.list.push(source, plate);
        let mut left = center - 0.5 * size + PADDING + Vec2::new(0.0, 0.5 * ROW);
        let text_at = |left: Vec2| left + Vec2::new(SAMPLE, 0.0);
        behind::line_sample(pen, source, theme, left);
        pen.list.push(source, style.at(text_at(left), own));
        for (kind, text) in rows {
            left.y += ROW;
            let lines = vec![[left, left + Vec2::new(SAMPLE - 6.0, 0.0)]];
            pen.list.push(source, Item::Segments { lines, stroke: kind.stroke(theme) });
            pen.list.push(source, style.at(text_at(left), text));
        }
    }
    if left_out > 0 {
        pen.notes.push(not_shown(left_out, "outline area"));
    }
}

/// "hull 3.14 m², 57 % more".
fn row(picture: &Picture, shape: &FitShape, own: f64) -> String {
    /// A larger share says nothing.
    const TOLD: RangeInclusive<f64> = 0.0..=1.0e5;
    let more = 100.0 * (shape.area / own - 1.0);
    let text = format!("{} {}", shape.kind.name(), areas(picture, shape.area));
    // The hull of a convex outline is smaller by rounding.
    let more = if more.abs() < 0.5 { 0.0 } else { more };
    if TOLD.contains(&more) { format!("{text}, {more:.0} % more") } else { text }
}

fn areas(picture: &Picture, square_metres: f64) -> String {
    let unit = picture.unit();
    format!("{} {}²", column(square_metres * unit.per_metre().powi(2)), unit.name())
}
