//! Items as triangles. epaint's own tessellator has circles of at most 128 sides, which shows on large ones,
//! and does not clip lines to the screen before it dashes them.

use std::sync::Arc;

use egui_macroquad::egui::epaint::{Mesh, Vertex, WHITE_UV};
use egui_macroquad::egui::{self, Color32, Shape, pos2};
use glam::Vec2;

use super::dashes::dashes;
use super::{bounds, egui_color};
use crate::display::clip::{clip_line, clip_polygon};
use crate::display::{Color, Dash, Rect, Stroke};

/// Greatest distance between a circle and its polygon. Pixels.
const CIRCLE_TOLERANCE: f32 = 0.08;
/// The same for `rough`. Pixels.
const ROUGH_TOLERANCE: f32 = 0.2;
/// Most sides of a circle.
const MOST_SIDES: f32 = 4096.0;

/// Turns items into triangles.
pub(super) struct Tessellator {
    pub(super) bounds: Rect,
    /// Width of the anti-aliased edge: one pixel, in points.
    feather: f32,
    /// Fewer triangles, for lists of many small shapes.
    pub(super) rough: bool,
    /// Directions of the last circle's corners, reused where the next one has as many sides.
    unit_circle: Vec<Vec2>,
    mesh: Mesh,
    shapes: Vec<Shape>,
}

impl Tessellator {
    pub(super) fn new(clip: egui::Rect, feather: f32) -> Self {
        Self {
            bounds: bounds(clip),
            feather,
            rough: false,
            unit_circle: Vec::new(),
            mesh: Mesh::default(),
            shapes: Vec::new(),
        }
    }

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
        let inside = self.bounds.holds_rect(&extent);
        if let Some(fill) = fill.filter(|_| closed) {
            let covered = self.covers_edge(stroke);
            if inside {
                self.fill(points, fill, covered);
            } else {
                self.fill(&clip_polygon(points, &self.bounds), fill, covered);
            }
        }
        let Some(stroke) = stroke else { return };
        let pattern = stroke.dash.pattern(stroke.width);
        if inside && pattern.is_empty() {
            self.stroke(points, closed, stroke);
            return;
        }
        for run in clip_line(points, closed, &self.bounds) {
            if pattern.is_empty() {
                self.stroke(&run.points, false, stroke);
            } else {
                dashes(&run, pattern, |dash| match (stroke.dash, dash) {
                    (Dash::Dotted, [dot, ..]) => {
                        self.circle(*dot, stroke.width * 0.5, Some(stroke.color), None)
                    }
                    _ => self.stroke(dash, false, stroke),
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
        let tolerance = if self.rough { ROUGH_TOLERANCE } else { CIRCLE_TOLERANCE };
        let half_angle = (1.0 - tolerance / radius.max(2.0 * tolerance)).acos();
        let sides = (std::f32::consts::PI / half_angle.max(1.0e-4)).ceil().clamp(8.0, MOST_SIDES) as usize;
        if self.unit_circle.len() != sides {
            let step = Vec2::from_angle(std::f32::consts::TAU / sides as f32);
            self.unit_circle =
                std::iter::successors(Some(Vec2::X), |arm| Some(step.rotate(*arm))).take(sides).collect();
        }
        let solid = stroke.is_none_or(|stroke| stroke.dash == Dash::Solid);
        if !(solid && self.bounds.holds_rect(&extent)) {
            let points: Vec<Vec2> = self.unit_circle.iter().map(|arm| center + *arm * radius).collect();
            return self.path(&points, true, fill, stroke);
        }
        // Rings need no joins.
        if let Some(fill) = fill.filter(|fill| fill.a > 0) {
            let color = egui_color(fill);
            if self.covers_edge(stroke) {
                self.rings(center, &[(radius, color)], true);
            } else {
                let half = 0.5 * self.feather;
                let inner = (radius - half).max(0.0);
                self.rings(center, &[(inner, color), (radius + half, Color32::TRANSPARENT)], true);
            }
        }
        if let Some(profile) = stroke.and_then(|stroke| self.profile(stroke)) {
            let rings: Vec<(f32, Color32)> =
                profile.iter().map(|(offset, color)| ((radius + offset).max(0.0), *color)).collect();
            self.rings(center, &rings, false);
        }
    }

    /// Concentric circles with colours interpolated between them, the innermost one filled or not.
    fn rings(&mut self, center: Vec2, rings: &[(f32, Color32)], filled: bool) {
        let unit = std::mem::take(&mut self.unit_circle);
        let first = self.mesh.vertices.len() as u32;
        for arm in &unit {
            for (radius, color) in rings {
                self.vertex(center + *arm * *radius, *color);
            }
        }
        let (sides, width) = (unit.len() as u32, rings.len() as u32);
        self.strips(first, sides, width, true);
        if filled {
            self.fan(first, sides, width);
        }
        self.unit_circle = unit;
    }

    pub(super) fn text(&mut self, shape: Shape) {
        self.flush_mesh();
        self.shapes.push(shape);
    }

    /// Whether the outline hides the edge of the fill, so that the fill needs no feathering.
    fn covers_edge(&self, stroke: Option<Stroke>) -> bool {
        stroke.is_some_and(|s| s.dash == Dash::Solid && s.color.a == 255 && s.width >= self.feather)
    }

    /// A convex polygon whose edge fades over one pixel, unless the outline covers it.
    fn fill(&mut self, points: &[Vec2], color: Color, covered: bool) {
        if points.len() < 3 || color.a == 0 {
            return;
        }
        let color = egui_color(color);
        let first = self.mesh.vertices.len() as u32;
        let count = points.len() as u32;
        if covered {
            for &point in points {
                self.vertex(point, color);
            }
            return self.fan(first, count, 1);
        }
        let area: f32 = neighbours(points).map(|(_, at, next)| at.perp_dot(next)).sum();
        let outward = if area > 0.0 { -1.0 } else { 1.0 };
        for (before, at, next) in neighbours(points) {
            let offset = join((at - before).normalize_or_zero(), (next - at).normalize_or_zero())
                .clamp_length_max(4.0)
                * (outward * 0.5 * self.feather);
            self.vertex(at - offset, color);
            self.vertex(at + offset, Color32::TRANSPARENT);
        }
        self.strips(first, count, 2, true);
        self.fan(first, count, 2);
    }

    /// A line with joins whose edges fade over one pixel.
    fn stroke(&mut self, points: &[Vec2], closed: bool, stroke: Stroke) {
        let Some(profile) = self.profile(stroke).filter(|_| points.len() >= 2) else { return };
        let first = self.mesh.vertices.len() as u32;
        let half = 0.5 * self.feather;
        for (i, (before, at, next)) in neighbours(points).enumerate() {
            let arriving = (at - before).normalize_or_zero();
            let leaving = (next - at).normalize_or_zero();
            if !closed && i == 0 {
                self.section(at - leaving * half, leaving.perp(), &profile, true);
                self.section(at + leaving * half, leaving.perp(), &profile, false);
            } else if !closed && i + 1 == points.len() {
                self.section(at - arriving * half, arriving.perp(), &profile, false);
                self.section(at + arriving * half, arriving.perp(), &profile, true);
            } else if arriving.dot(leaving) < -0.3 {
                // A sharp corner is bevelled, because its miter would be long.
                let middle = (arriving.perp() + leaving.perp()).normalize_or(arriving);
                for across in [arriving.perp(), middle, leaving.perp()] {
                    self.section(at, across, &profile, false);
                }
            } else {
                self.section(at, join(arriving, leaving), &profile, false);
            }
        }
        let width = profile.len() as u32;
        let sections = (self.mesh.vertices.len() as u32 - first) / width;
        self.strips(first, sections, width, closed);
    }

    /// The colours across a line with their distances from its middle. A line thinner than a pixel is
    /// fainter.
    fn profile(&self, stroke: Stroke) -> Option<Vec<(f32, Color32)>> {
        let Stroke { width, color, .. } = stroke;
        if color.a == 0 || width.is_nan() || width <= 0.0 {
            return None;
        }
        let clear = Color32::TRANSPARENT;
        let full = egui_color(color).gamma_multiply((width / self.feather).min(1.0));
        let core = (width - self.feather) * 0.5;
        let soft = core + self.feather;
        Some(if core <= 0.0 {
            vec![(-self.feather, clear), (0.0, full), (self.feather, clear)]
        } else if self.rough && width <= 2.0 * self.feather {
            vec![(-width, clear), (0.0, full), (width, clear)]
        } else {
            vec![(-soft, clear), (-core, full), (core, full), (soft, clear)]
        })
    }

    /// Adds the vertices across a line at one point.
    fn section(&mut self, at: Vec2, across: Vec2, profile: &[(f32, Color32)], faded: bool) {
        for (offset, color) in profile {
            self.vertex(at + across * *offset, if faded { Color32::TRANSPARENT } else { *color });
        }
    }

    /// Triangles between neighbouring sections of `width` vertices each.
    fn strips(&mut self, first: u32, sections: u32, width: u32, closed: bool) {
        let between = if closed { sections } else { sections.saturating_sub(1) };
        for i in 0..between {
            let (from, to) = (first + width * i, first + width * ((i + 1) % sections));
            for k in 0..width - 1 {
                let (a, b, c, d) = (from + k, from + k + 1, to + k, to + k + 1);
                self.mesh.indices.extend_from_slice(&[a, b, c, b, c, d]);
            }
        }
    }

    /// Triangles over the first vertex of every section.
    fn fan(&mut self, first: u32, sections: u32, width: u32) {
        for i in 1..sections.saturating_sub(1) {
            self.mesh.indices.extend_from_slice(&[first, first + width * i, first + width * (i + 1)]);
        }
    }

    fn vertex(&mut self, at: Vec2, color: Color32) {
        self.mesh.vertices.push(Vertex { pos: pos2(at.x, at.y), uv: WHITE_UV, color });
    }

    fn flush_mesh(&mut self) {
        if !self.mesh.is_empty() {
            self.shapes.push(Shape::Mesh(Arc::new(std::mem::take(&mut self.mesh))));
        }
    }

    /// Meshes and texts, in order.
    pub(super) fn finish(mut self) -> Vec<Shape> {
        self.flush_mesh();
        self.shapes
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

/// The miter vector at a corner of a line of half width 1.
fn join(arriving: Vec2, leaving: Vec2) -> Vec2 {
    let middle = (arriving.perp() + leaving.perp()) * 0.5;
    let length_squared = middle.length_squared();
    if length_squared > 1.0e-4 { middle / length_squared } else { arriving.perp() }
}
