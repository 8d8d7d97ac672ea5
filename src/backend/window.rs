//! The picture in the window: one feathered mesh, texts between in the order of the list; of a crowd, what is below the first text
//! is drawn by the graphics card from records ([`crowd`], [`graphics`]). Units are egui's points.
//!
//! Edges are smoothed by a strip one pixel wide that fades out, so that no multisampling is needed. What lies far outside of
//! the clip is cut before it becomes triangles: lines may be millions of pixels long at a high zoom.

use std::sync::Arc;

use egui_macroquad::egui::epaint::{Mesh, TextShape, Vertex, WHITE_UV};
use egui_macroquad::egui::{self, Color32, FontFamily, FontId, Painter, Shape, pos2};
use glam::Vec2;

use crate::display::clip::{clip_line, clip_polygon};
use crate::display::{Color, Dash, DisplayList, Item, Rect, Stroke, arrow_head, text_box};

pub mod crowd;
mod dashes;
pub mod graphics;

use dashes::dashes;

/// Greatest distance between a circle and its polygon. Pixels.
const CIRCLE_TOLERANCE: f32 = 0.08;
/// The same in a crowd, where shapes are small and many.
const ROUGH_TOLERANCE: f32 = 0.2;
/// From so many items on it is a crowd.
const CROWD: usize = 4000;
/// Sides of the largest circles.
const MOST_SIDES: f32 = 4096.0;
/// Vertices of one draw call; the indices on the GPU have 16 bits.
const MOST_VERTICES: usize = 48_000;

/// A colour as egui wants it: multiplied by its alpha as it stands, so that it blends as in the other backends. (egui's own
/// conversion multiplies in linear light, which turns faint colours bright.)
pub fn egui_color(color: Color) -> Color32 {
    let multiplied = |channel: u8| ((u16::from(channel) * u16::from(color.a) + 127) / 255) as u8;
    Color32::from_rgba_premultiplied(multiplied(color.r), multiplied(color.g), multiplied(color.b), color.a)
}

/// Draws the picture, cut to the clip of `painter`.
pub fn paint(list: &DisplayList, painter: &Painter) {
    paint_from(list, 0, painter);
}

/// Draws what comes after the first items of a picture, which something else drew ([`crowd`]).
pub fn paint_from(list: &DisplayList, first: usize, painter: &Painter) {
    let clip = painter.clip_rect();
    if !clip.is_positive() || !clip.is_finite() {
        return;
    }
    let mut pen = Pen::new(clip, 1.0 / painter.pixels_per_point());
    let items = list.items.get(first..).unwrap_or_default();
    pen.rough = items.len() > CROWD;
    for (_, item) in items {
        match item {
            Item::Path { points, closed, fill, stroke } => pen.path(points, *closed, *fill, *stroke),
            Item::Circle { center, radius, fill, stroke } => pen.circle(*center, *radius, *fill, *stroke),
            Item::Segments { lines, stroke } => {
                for line in lines {
                    pen.path(line, false, None, Some(*stroke));
                }
            }
            Item::Arrow { from, to, stroke, head } => {
                if let Some([neck, left, right]) = arrow_head(*from, *to, *head) {
                    pen.path(&[*from, neck], false, None, Some(*stroke));
                    pen.path(&[*to, left, right], true, Some(stroke.color), None);
                }
            }
            Item::Text { position, angle, text, size, color, align, plate, monospace } => {
                if !position.is_finite() || !angle.is_finite() || !size.is_finite() {
                    continue;
                }
                let place = text_box(*position, text, *size, *align, *monospace);
                let turned = |point: Vec2| *position + Vec2::from_angle(*angle).rotate(point - *position);
                let reach = Vec2::splat(2.0 * place.text.size().length());
                if !pen.bounds.overlaps(&Rect::around(turned(place.text.center()), reach)) {
                    continue;
                }
                if let Some(plate) = plate {
                    let corners = place.plate().corners().map(turned);
                    pen.path(&rounded(&corners, 3.0), true, Some(*plate), None);
                }
                let family = if *monospace { FontFamily::Monospace } else { FontFamily::Proportional };
                let galley =
                    painter.layout_no_wrap(text.clone(), FontId::new(*size, family), egui_color(*color));
                // The fonts are the same, but egui rounds its glyphs to pixels: centre on centre.
                let center = place.text.center();
                let corner = turned(center - Vec2::new(galley.size().x, galley.size().y) * 0.5);
                let mut shape = TextShape::new(pos2(corner.x, corner.y), galley, Color32::PLACEHOLDER);
                shape.angle = *angle;
                pen.text(Shape::Text(shape));
            }
        }
    }
    for (index, shapes) in pen.finish().into_iter().enumerate() {
        // Another clip starts another draw call.
        let apart = if index % 2 == 0 { 0.0 } else { 1.0e-3 };
        painter.with_clip_rect(clip.shrink(apart)).extend(shapes);
    }
}

/// What lies outside is cut: wider than the clip by the widest line.
fn bounds(clip: egui::Rect) -> Rect {
    const MARGIN: Vec2 = Vec2::splat(32.0);
    Rect { min: Vec2::new(clip.min.x, clip.min.y), max: Vec2::new(clip.max.x, clip.max.y) }.grow(MARGIN)
}

/// A convex polygon with arcs for corners.
fn rounded(corners: &[Vec2], radius: f32) -> Vec<Vec2> {
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

/// Turns items into triangles.
struct Pen {
    bounds: Rect,
    /// Width of the fading edge: one pixel, in points.
    feather: f32,
    /// Fewer triangles.
    rough: bool,
    /// Directions of the last circle's corners; the next one is often as large.
    unit_circle: Vec<Vec2>,
    mesh: Mesh,
    shapes: Vec<Shape>,
    vertices: usize,
    chunks: Vec<Vec<Shape>>,
}

impl Pen {
    fn new(clip: egui::Rect, feather: f32) -> Self {
        Self {
            bounds: bounds(clip),
            feather,
            rough: false,
            unit_circle: Vec::new(),
            mesh: Mesh::default(),
            shapes: Vec::new(),
            vertices: 0,
            chunks: Vec::new(),
        }
    }

    fn path(&mut self, points: &[Vec2], closed: bool, fill: Option<Color>, stroke: Option<Stroke>) {
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

    fn circle(&mut self, center: Vec2, radius: f32, fill: Option<Color>, stroke: Option<Stroke>) {
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

    /// Concentric circles with the colours run together between them, the innermost one filled or not.
    fn rings(&mut self, center: Vec2, rings: &[(f32, Color32)], filled: bool) {
        let unit = std::mem::take(&mut self.unit_circle);
        self.room_for(unit.len() * rings.len());
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

    fn text(&mut self, shape: Shape) {
        self.flush_mesh();
        self.vertices += 4 * 32;
        self.shapes.push(shape);
    }

    /// Whether a line hides the edge of what it surrounds, so that the edge need not fade.
    fn covers_edge(&self, stroke: Option<Stroke>) -> bool {
        stroke.is_some_and(|s| s.dash == Dash::Solid && s.color.a == 255 && s.width >= self.feather)
    }

    /// A convex polygon whose edge fades over one pixel, unless something covers it.
    fn fill(&mut self, points: &[Vec2], color: Color, covered: bool) {
        if points.len() < 3 || color.a == 0 {
            return;
        }
        self.room_for(2 * points.len());
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
        self.room_for(3 * profile.len() * points.len());
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
                // A sharp corner: bevelled, because its miter would be long.
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

    /// The colours across a line and how far they lie from its middle. Thinner than a pixel, it fades as a whole.
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

    /// The vertices across a line at one place.
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

    fn room_for(&mut self, vertices: usize) {
        if self.vertices + self.mesh.vertices.len() + vertices > MOST_VERTICES {
            self.flush_mesh();
            self.chunks.push(std::mem::take(&mut self.shapes));
            self.vertices = 0;
        }
    }

    fn flush_mesh(&mut self) {
        if !self.mesh.is_empty() {
            self.vertices += self.mesh.vertices.len();
            self.shapes.push(Shape::Mesh(Arc::new(std::mem::take(&mut self.mesh))));
        }
    }

    fn finish(mut self) -> Vec<Vec<Shape>> {
        self.flush_mesh();
        self.chunks.push(self.shapes);
        self.chunks
    }
}

/// Each point with the one before and the one after it, around.
fn neighbours(points: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2, Vec2)> + '_ {
    let n = points.len();
    points.iter().enumerate().map(move |(i, &at)| (points[(i + n - 1) % n], at, points[(i + 1) % n]))
}

/// The vector from a corner to the miter of a line of half width 1.
fn join(arriving: Vec2, leaving: Vec2) -> Vec2 {
    let middle = (arriving.perp() + leaving.perp()) * 0.5;
    let length_squared = middle.length_squared();
    if length_squared > 1.0e-4 { middle / length_squared } else { arriving.perp() }
}

#[cfg(test)]
mod tests {
    use egui_macroquad::egui::{Pos2, vec2};

    use super::*;
    use crate::display::{Dash, Source};

    const RED: Color = Color::rgb(255, 0, 0);

    fn drawn(item: Item) -> Vec<Mesh> {
        let context = egui::Context::default();
        let mut list = DisplayList::default();
        list.push(Source::Frame, item);
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, vec2(200.0, 100.0))),
            ..Default::default()
        };
        let output = context.run(input, |context| {
            paint(&list, &context.layer_painter(egui::LayerId::background()));
        });
        context
            .tessellate(output.shapes, output.pixels_per_point)
            .into_iter()
            .filter_map(|primitive| match primitive.primitive {
                egui::epaint::Primitive::Mesh(mesh) => Some(mesh),
                egui::epaint::Primitive::Callback(_) => None,
            })
            .collect()
    }

    /// Area covered by full colour, in square pixels.
    fn area(meshes: &[Mesh]) -> f32 {
        let full = |mesh: &Mesh, i: u32| mesh.vertices[i as usize].color == Color32::RED;
        meshes
            .iter()
            .flat_map(|mesh| {
                mesh.triangles().filter(|t| t.iter().all(|&i| full(mesh, i))).map(move |t| (mesh, t))
            })
            .map(|(mesh, t)| {
                let [a, b, c] = t.map(|i| mesh.vertices[i as usize].pos);
                0.5 * ((b - a).x * (c - a).y - (b - a).y * (c - a).x).abs()
            })
            .sum()
    }

    #[test]
    fn a_filled_circle_covers_its_area_less_half_the_fading_edge() {
        let meshes = drawn(Item::Circle {
            center: Vec2::new(100.0, 50.0),
            radius: 40.0,
            fill: Some(RED),
            stroke: None,
        });
        let expected = std::f32::consts::PI * 39.5 * 39.5;
        assert!((area(&meshes) - expected).abs() < 0.01 * expected, "{} is not {expected}", area(&meshes));
    }

    #[test]
    fn a_stroked_square_has_whole_corners() {
        let points =
            vec![Vec2::new(20.0, 20.0), Vec2::new(80.0, 20.0), Vec2::new(80.0, 80.0), Vec2::new(20.0, 80.0)];
        let stroke = Some(Stroke::solid(5.0, RED));
        let meshes = drawn(Item::Path { points, closed: true, fill: None, stroke });
        // Lines of full width 4 (5 less the fading edge) around a square of 60.
        assert!((area(&meshes) - (64.0 * 64.0 - 56.0 * 56.0)).abs() < 0.5, "{}", area(&meshes));
    }

    #[test]
    fn a_dashed_line_a_million_pixels_long_is_cut_to_the_screen() {
        let points = vec![Vec2::new(-1.0e6, 50.0), Vec2::new(1.0e6, 50.0)];
        let stroke = Some(Stroke::solid(2.0, RED).dashed(Dash::Dashed));
        let meshes = drawn(Item::Path { points, closed: false, fill: None, stroke });
        let vertices: usize = meshes.iter().map(|mesh| mesh.vertices.len()).sum();
        assert!((100..1000).contains(&vertices), "{vertices} vertices");
        let covered = area(&meshes);
        // 264 pixels with the margin, one pixel of full width, four in seven of them drawn.
        assert!((120.0..170.0).contains(&covered), "{covered}");
    }

    #[test]
    fn a_polygon_around_the_whole_screen_fills_it() {
        let points = vec![Vec2::new(-1.0e6, -1.0e6), Vec2::new(2.0e6, -1.0e6), Vec2::new(-1.0e6, 2.0e6)];
        let meshes = drawn(Item::Path { points, closed: true, fill: Some(RED), stroke: None });
        assert!(area(&meshes) >= 200.0 * 100.0, "{}", area(&meshes));
    }

    #[test]
    fn faint_colors_blend_as_in_the_other_backends() {
        let faint = egui_color(Color { r: 0, g: 114, b: 178, a: 51 });
        assert_eq!(faint.to_array(), [0, 23, 36, 51]);
    }

    #[test]
    fn numbers_that_are_none_draw_nothing() {
        for bad in [f32::NAN, f32::INFINITY] {
            let at = Vec2::new(bad, 5.0);
            let stroke = Some(Stroke::solid(2.0, RED));
            let path = Item::Path { points: vec![at, Vec2::ZERO], closed: false, fill: None, stroke };
            assert_eq!(area(&drawn(path)), 0.0);
            let circle = Item::Circle { center: Vec2::ONE, radius: bad, fill: Some(RED), stroke };
            assert_eq!(area(&drawn(circle)), 0.0);
        }
    }

    #[test]
    fn ten_thousand_circles_come_in_chunks_that_16_bits_can_index() {
        let context = egui::Context::default();
        let mut list = DisplayList::default();
        for i in 0..10_000 {
            list.push(
                Source::Body(i),
                Item::Circle {
                    center: Vec2::new(i as f32 % 200.0, i as f32 / 100.0),
                    radius: 4.0,
                    fill: Some(RED),
                    stroke: Some(Stroke::solid(1.5, RED)),
                },
            );
        }
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(Pos2::ZERO, vec2(200.0, 100.0))),
            ..Default::default()
        };
        let output = context.run(input, |context| {
            paint(&list, &context.layer_painter(egui::LayerId::background()));
        });
        let primitives = context.tessellate(output.shapes, 1.0);
        assert!(primitives.len() > 4, "{}", primitives.len());
        for primitive in primitives {
            if let egui::epaint::Primitive::Mesh(mesh) = primitive.primitive {
                assert!(mesh.vertices.len() < 65_536, "{}", mesh.vertices.len());
            }
        }
    }
}
