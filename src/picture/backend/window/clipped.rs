//! Items as epaint's shapes, which epaint tessellates with anti-aliased edges. Items are clipped before: lines
//! may be millions of pixels long at a high zoom, and epaint dashes them before it clips.

use egui_macroquad::egui::epaint::{PathShape, PathStroke};
use egui_macroquad::egui::{self, Color32, Pos2, Shape, pos2};
use glam::Vec2;

use super::dashes::dashes;
use super::{bounds, egui_color};
use crate::picture::display::clip::{clip_line, clip_polygon};
use crate::picture::display::{Color, Dash, Rect, Stroke};

/// Greatest distance between a circle and its polygon. Pixels.
const CIRCLE_TOLERANCE: f32 = 0.08;
/// Radius up to which epaint's own circles are as close as [`CIRCLE_TOLERANCE`]; they have at most 128 sides.
/// Pixels.
const EPAINT_RADIUS: f32 = 256.0;
const MOST_SIDES: f32 = 4096.0;

/// The shapes of the items on a canvas, in order.
pub(super) struct ClippedShapes {
    pub(super) bounds: Rect,
    shapes: Vec<Shape>,
}

impl ClippedShapes {
    pub(super) fn new(clip: egui::Rect) -> Self {
        Self { bounds: bounds(clip), shapes: Vec::new() }
    }

    /// A convex polygon, or a line.
    pub(super) fn path(
        &mut self,
        points: &[Vec2],
        closed: bool,
        fill: Option<Color>,
        stroke: Option<Stroke>,
    ) {
        let Some(extent) = Rect::of(points) else { return };
        if points.len() < 2 || !extent.overlaps(&self.bounds) {
            return;
        }
        let fill = fill.filter(|_| closed);
        let pattern = stroke.map_or(&[][..], |stroke| stroke.dash.pattern(stroke.width));
        if pattern.is_empty() && self.bounds.holds_rect(&extent) {
            return self.push(points, closed, fill, stroke);
        }
        if fill.is_some() {
            self.push(&clip_polygon(points, &self.bounds), true, fill, None);
        }
        let Some(stroke) = stroke else { return };
        for run in clip_line(points, closed, &self.bounds) {
            if pattern.is_empty() {
                self.push(&run.points, false, None, Some(stroke));
            } else {
                dashes(&run, pattern, |dash| match (stroke.dash, dash) {
                    (Dash::Dotted, [dot, ..]) => {
                        self.circle(*dot, stroke.width * 0.5, Some(stroke.color), None)
                    }
                    _ => self.push(dash, false, None, Some(stroke)),
                });
            }
        }
    }

    pub(super) fn circle(&mut self, center: Vec2, radius: f32, fill: Option<Color>, stroke: Option<Stroke>) {
        let extent = Rect::around(center, Vec2::splat(2.0 * radius));
        let drawable = center.is_finite() && radius.is_finite() && radius >= 0.0;
        if !drawable || !extent.overlaps(&self.bounds) {
            return;
        }
        // epaint strokes the outside of its circles, and here lines lie on their outline.
        if let (None, Some(fill)) = (stroke, fill)
            && radius <= EPAINT_RADIUS
        {
            let center = pos2(center.x, center.y);
            return self.shapes.push(Shape::circle_filled(center, radius, egui_color(fill)));
        }
        let half_angle = (1.0 - CIRCLE_TOLERANCE / radius.max(2.0 * CIRCLE_TOLERANCE)).acos();
        let sides = (std::f32::consts::PI / half_angle.max(1.0e-4)).ceil().clamp(8.0, MOST_SIDES) as usize;
        let step = Vec2::from_angle(std::f32::consts::TAU / sides as f32);
        let arms = std::iter::successors(Some(Vec2::X), |arm| Some(step.rotate(*arm))).take(sides);
        let points: Vec<Vec2> = arms.map(|arm| center + arm * radius).collect();
        self.path(&points, true, fill, stroke);
    }

    pub(super) fn text(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }

    pub(super) fn finish(self) -> Vec<Shape> {
        self.shapes
    }

    fn push(&mut self, points: &[Vec2], closed: bool, fill: Option<Color>, stroke: Option<Stroke>) {
        let stroke = stroke.filter(|stroke| stroke.width > 0.0);
        let points: Vec<Pos2> = points.iter().map(|point| pos2(point.x, point.y)).collect();
        self.shapes.push(Shape::Path(PathShape {
            points,
            closed,
            fill: fill.map_or(Color32::TRANSPARENT, egui_color),
            stroke: stroke.map_or(PathStroke::NONE, |s| PathStroke::new(s.width, egui_color(s.color))),
        }));
    }
}

/// A convex polygon with arcs for corners.
pub(super) fn rounded(corners: &[Vec2], radius: f32) -> Vec<Vec2> {
    neighbours(corners)
        .flat_map(|(before, at, next)| {
            let (back, forth) = (before - at, next - at);
            let radius = radius.min(back.length() * 0.5).min(forth.length() * 0.5);
            let (start, end) =
                (at + back.normalize_or_zero() * radius, at + forth.normalize_or_zero() * radius);
            (0..4).map(move |i| {
                let t = i as f32 / 3.0;
                start.lerp(at, t).lerp(at.lerp(end, t), t)
            })
        })
        .collect()
}

/// Each point with its neighbours in the closed polygon: before, at, next.
pub(super) fn neighbours(points: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2, Vec2)> + '_ {
    let n = points.len();
    points.iter().enumerate().map(move |(i, &at)| (points[(i + n - 1) % n], at, points[(i + 1) % n]))
}
