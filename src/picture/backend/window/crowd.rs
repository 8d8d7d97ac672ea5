//! GPU instancing, 40 bytes a shape, for crowds (display lists of many shapes); as triangles a shape takes
//! hundreds of bytes.
//!
//! Each instance is a disc, a box, an arrow or a triangle in its own frame (x along `axis` from `center`);
//! lines are boxes. The fragment shader computes a pixel's coverage from the distance to the edge, so that
//! edges fade over one pixel as those of epaint do. A test compares a crowd in the window with the PNG backend, pixel
//! by pixel.

use egui_macroquad::egui::{self, Color32};
use glam::Vec2;

use super::clipped::neighbours;
use super::dashes::dashes;
use super::{bounds, egui_color};
use crate::picture::display::clip::clip_line;
use crate::picture::display::{Color, Dash, DisplayList, Item, Rect, Stroke, arrow_head};

/// Display lists with fewer items are drawn as shapes of epaint, which is as fast for them.
pub const LEAST: usize = 1500;
/// Sides of a dashed circle.
const SIDES: usize = 32;

/// The shape of an instance; the shader reads the number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InstanceKind {
    /// Radius `shape[0]`.
    Disc = 0,
    /// Half the width is the length of `axis`, half the height `shape[0]`.
    Box = 1,
    /// From −`axis` to `axis`; half the width of the shaft is `shape[0]`, the length of the head `shape[3]`.
    Arrow = 2,
    /// Corners at `center`, at `axis` and at (`shape[0]`, `shape[3]`) in the instance's frame.
    Triangle = 3,
}

/// One instance, as the vertex shader reads it. Points; premultiplied colours.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Instance {
    /// Origin of the frame.
    pub center: [f32; 2],
    pub axis: [f32; 2],
    /// Size, by kind; half the width of the outline; the kind; second size, by kind.
    pub shape: [f32; 4],
    /// Inside.
    pub fill: [u8; 4],
    /// The outline.
    pub line: [u8; 4],
}

/// The instances of a display list, up to its first text.
#[derive(Debug, Default)]
pub struct Crowd {
    instances: Vec<Instance>,
    /// Width of a pixel. Points.
    pixel: f32,
}

impl Crowd {
    /// The instances, in the order of the list.
    pub fn instances(&self) -> &[Instance] {
        &self.instances
    }

    pub fn clear(&mut self) {
        self.instances.clear();
    }

    /// Makes instances of the items before the first text, and returns the number of those items. Items
    /// outside of `clip` are left out.
    pub fn take(&mut self, list: &DisplayList, clip: egui::Rect, pixels_per_point: f32) -> usize {
        self.instances.clear();
        self.pixel = 1.0 / pixels_per_point;
        let bounds = bounds(clip);
        for (index, (_, item)) in list.items.iter().enumerate() {
            match item {
                Item::Text { .. } => return index,
                Item::Circle { center, radius, fill, stroke } => {
                    self.circle(&bounds, *center, *radius, *fill, *stroke);
                }
                Item::Segments { lines, stroke } => {
                    for line in lines {
                        self.path(&bounds, line, false, None, Some(*stroke));
                    }
                }
                Item::Arrow { from, to, stroke, head } => {
                    self.arrow(&bounds, *from, *to, *head, *stroke);
                }
                Item::Path { points, closed, fill, stroke } => {
                    self.path(&bounds, points, *closed, *fill, *stroke);
                }
            }
        }
        list.items.len()
    }

    fn push(
        &mut self,
        kind: InstanceKind,
        center: Vec2,
        axis: Vec2,
        [x, y]: [f32; 2],
        fill: Color32,
        line: LineStyle,
    ) {
        self.instances.push(Instance {
            center: center.to_array(),
            axis: axis.to_array(),
            shape: [x, line.half, kind as u8 as f32, y],
            fill: fill.to_array(),
            line: line.color.to_array(),
        });
    }

    fn circle(
        &mut self,
        bounds: &Rect,
        center: Vec2,
        radius: f32,
        fill: Option<Color>,
        stroke: Option<Stroke>,
    ) {
        let drawable = center.is_finite() && radius.is_finite() && radius >= 0.0;
        if !drawable || !Rect::around(center, Vec2::splat(2.0 * radius)).overlaps(bounds) {
            return;
        }
        if stroke.is_some_and(|stroke| stroke.dash != Dash::Solid) {
            let arm = |i: usize| Vec2::from_angle(std::f32::consts::TAU * i as f32 / SIDES as f32);
            let points: Vec<Vec2> = (0..SIDES).map(|i| center + arm(i) * radius).collect();
            self.circle(bounds, center, radius, fill, None);
            return self.path(bounds, &points, true, None, stroke);
        }
        let fill = fill.map_or(Color32::TRANSPARENT, egui_color);
        let line = self.line(stroke);
        self.push(InstanceKind::Disc, center, Vec2::X * radius, [radius, 0.0], fill, line);
    }

    fn arrow(&mut self, bounds: &Rect, from: Vec2, to: Vec2, head: f32, stroke: Stroke) {
        let Some([neck, left, right]) = arrow_head(from, to, head) else { return };
        if stroke.dash != Dash::Solid {
            self.path(bounds, &[from, neck], false, None, Some(stroke));
            return self.triangle(to, left, right, egui_color(stroke.color));
        }
        let line = self.line(Some(stroke));
        let (middle, axis) = ((from + to) * 0.5, (to - from) * 0.5);
        self.push(InstanceKind::Arrow, middle, axis, [line.half, head], line.color, LineStyle::default());
    }

    fn path(
        &mut self,
        bounds: &Rect,
        points: &[Vec2],
        closed: bool,
        fill: Option<Color>,
        stroke: Option<Stroke>,
    ) {
        let Some(extent) = Rect::of(points) else { return };
        if points.len() < 2 || !extent.overlaps(bounds) {
            return;
        }
        let fill = fill.filter(|fill| closed && fill.a > 0);
        let solid = stroke.is_none_or(|stroke| stroke.dash == Dash::Solid);
        if let (&[a, b, c, d], true, true) = (points, closed, solid)
            && let Some((axis, height)) = rectangle([a, b, c, d])
        {
            let fill = fill.map_or(Color32::TRANSPARENT, egui_color);
            let line = self.line(stroke);
            return self.push(InstanceKind::Box, (a + c) * 0.5, axis, [height, 0.0], fill, line);
        }
        if let (Some(fill), Some((&first, rest))) = (fill, points.split_first()) {
            for pair in rest.windows(2) {
                self.triangle(first, pair[0], pair[1], egui_color(fill));
            }
        }
        let Some(stroke) = stroke else { return };
        if solid {
            return self.outline(points, closed, stroke);
        }
        for run in clip_line(points, closed, bounds) {
            dashes(&run, stroke.dash.pattern(stroke.width), |dash| match (stroke.dash, dash) {
                (Dash::Dotted, [dot, ..]) => {
                    let radius = stroke.width * 0.5;
                    let color = egui_color(stroke.color);
                    self.push(
                        InstanceKind::Disc,
                        *dot,
                        Vec2::X * radius,
                        [radius, 0.0],
                        color,
                        LineStyle::default(),
                    );
                }
                _ => self.outline(dash, false, stroke),
            });
        }
    }

    fn triangle(&mut self, a: Vec2, b: Vec2, c: Vec2, color: Color32) {
        let axis = b - a;
        let Some(along) = axis.try_normalize() else { return };
        let corner = [(c - a).dot(along), along.perp_dot(c - a)];
        self.push(InstanceKind::Triangle, a, axis, corner, color, LineStyle::default());
    }

    /// Boxes from corner to corner, extended to the outer corners of the joins.
    fn outline(&mut self, points: &[Vec2], closed: bool, stroke: Stroke) {
        if points.len() < 2 {
            return;
        }
        let line = self.line(Some(stroke));
        let mut side = |from: Vec2, to: Vec2, longer: [f32; 2]| {
            let Some(along) = (to - from).try_normalize() else { return };
            let (from, to) = (from - along * longer[0], to + along * longer[1]);
            let axis = (to - from) * 0.5;
            self.push(
                InstanceKind::Box,
                from + axis,
                axis,
                [line.half, 0.0],
                line.color,
                LineStyle::default(),
            );
        };
        if let (&[from, to], false) = (points, closed) {
            return side(from, to, [0.0; 2]);
        }
        let longer: Vec<f32> = neighbours(points)
            .map(|(before, at, next)| {
                let (arriving, leaving) =
                    ((at - before).normalize_or_zero(), (next - at).normalize_or_zero());
                let (cos, sin) = (arriving.dot(leaving), arriving.perp_dot(leaving).abs());
                line.half * (sin / (1.0 + cos).max(0.1)).min(2.0)
            })
            .collect();
        let last = points.len() - 1;
        for i in 0..if closed { points.len() } else { last } {
            let next = if i == last { 0 } else { i + 1 };
            let free = |at: usize| !closed && (at == 0 || at == last);
            let reach = [i, next].map(|at| if free(at) { 0.0 } else { longer[at] });
            side(points[i], points[next], reach);
        }
    }

    /// A line thinner than a pixel is drawn one pixel wide and fainter.
    fn line(&self, stroke: Option<Stroke>) -> LineStyle {
        let Some(Stroke { width, color, .. }) = stroke.filter(|s| s.width > 0.0 && s.color.a > 0) else {
            return LineStyle::default();
        };
        let faint = (width / self.pixel).min(1.0);
        LineStyle { half: 0.5 * width.max(self.pixel), color: egui_color(color).gamma_multiply(faint) }
    }
}

#[derive(Clone, Copy, Debug)]
struct LineStyle {
    half: f32,
    color: Color32,
}

impl Default for LineStyle {
    fn default() -> Self {
        Self { half: 0.0, color: Color32::TRANSPARENT }
    }
}

/// Half the first side and half the length of the second, if the corners form a rectangle within a hundredth
/// of a pixel.
fn rectangle([a, b, c, d]: [Vec2; 4]) -> Option<(Vec2, f32)> {
    const NEAR: f32 = 0.01;
    let (along, across) = (b - a, d - a);
    let (length, height) = (along.length(), across.length());
    let square = along.dot(across).abs() <= NEAR * length.max(height);
    (length > 0.0 && square && (c - b - across).abs().max_element() <= NEAR)
        .then_some((along * 0.5, height * 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::display::{Align, Source};

    const RED: Color = Color::rgb(255, 0, 0);

    fn taken(items: Vec<Item>) -> (usize, Vec<Instance>) {
        let mut list = DisplayList::default();
        for item in items {
            list.push(Source::Frame, item);
        }
        let mut crowd = Crowd::default();
        let clip = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(200.0, 100.0));
        let count = crowd.take(&list, clip, 1.0);
        (count, crowd.instances)
    }

    fn closed(points: &[(f32, f32)], stroke: Option<Stroke>) -> Item {
        let points = points.iter().copied().map(Vec2::from).collect();
        Item::Path { points, closed: true, fill: Some(RED), stroke }
    }

    fn kinds(instances: &[Instance]) -> Vec<u8> {
        instances.iter().map(|instance| instance.shape[2] as u8).collect()
    }

    #[test]
    fn a_turned_rectangle_is_one_box() {
        let (along, across) = (Vec2::new(0.6, 0.8) * 30.0, Vec2::new(-0.8, 0.6) * 10.0);
        let middle = Vec2::new(100.0, 50.0);
        let corners = [-along - across, along - across, along + across, across - along];
        let corners = corners.map(|corner| (middle + corner).into());
        let (_, instances) = taken(vec![closed(&corners, Some(Stroke::solid(3.0, RED)))]);
        assert_eq!(kinds(&instances), [InstanceKind::Box as u8]);
        let instance = instances[0];
        assert!(Vec2::from(instance.center).distance(middle) < 1.0e-3);
        assert!(Vec2::from(instance.axis).distance(along) < 1.0e-3);
        assert!((instance.shape[0] - 10.0).abs() < 1.0e-3 && instance.shape[1] == 1.5, "{instance:?}");
    }

    #[test]
    fn other_polygons_are_triangles_that_cover_them_and_a_line_for_every_side() {
        let kite = [(50.0, 10.0), (70.0, 40.0), (50.0, 90.0), (30.0, 40.0)];
        let (_, instances) = taken(vec![closed(&kite, Some(Stroke::solid(2.0, RED)))]);
        assert_eq!(kinds(&instances), [3, 3, 1, 1, 1, 1]);
        let covered: f32 =
            instances[..2].iter().map(|r| Vec2::from(r.axis).length() * r.shape[3].abs() * 0.5).sum();
        assert!((covered - 0.5 * 40.0 * 80.0).abs() < 0.1, "{covered}");
        // The line on the right of the tip reaches beyond it by as much as its outer edge does.
        let top = Vec2::from(instances[2].center) - Vec2::from(instances[2].axis);
        let slope = Vec2::new(20.0, 30.0).normalize();
        let beyond = (Vec2::new(50.0, 10.0) - top).dot(slope);
        // Two outer edges that are 1 away from the sides meet above the tip, at x = 50.
        assert!((beyond - slope.y / slope.x).abs() < 1.0e-3, "{beyond}");
    }

    #[test]
    fn what_follows_the_first_text_is_left_to_epaint() {
        let disc = || Item::Circle { center: Vec2::splat(50.0), radius: 4.0, fill: Some(RED), stroke: None };
        let text = Item::Text {
            position: Vec2::splat(50.0),
            angle: 0.0,
            text: "A".to_owned(),
            size: 12.0,
            color: RED,
            align: (Align::Center, Align::Center),
            plate: None,
            monospace: false,
        };
        let (count, instances) = taken(vec![disc(), disc(), text, disc()]);
        assert_eq!((count, instances.len()), (2, 2));
    }

    #[test]
    fn dashes_dots_and_thin_lines_are_those_of_the_other_path() {
        let line = |width: f32, dash: Dash| Item::Segments {
            lines: vec![[Vec2::new(-1.0e6, 50.0), Vec2::new(1.0e6, 50.0)]],
            stroke: Stroke::solid(width, RED).dashed(dash),
        };
        let (_, instances) = taken(vec![line(2.0, Dash::Dashed)]);
        // 264 pixels with the margin in steps of 15.
        assert!((16..=20).contains(&instances.len()), "{}", instances.len());
        assert!(instances.iter().all(|r| Vec2::from(r.axis).length() <= 4.51), "{instances:?}");
        let (_, instances) = taken(vec![line(2.0, Dash::Dotted)]);
        assert!(kinds(&instances).iter().all(|kind| *kind == InstanceKind::Disc as u8));
        let (_, instances) = taken(vec![line(0.5, Dash::Solid)]);
        assert_eq!((instances[0].shape[0], instances[0].fill), (0.5, [128, 0, 0, 128]));
    }

    #[test]
    fn nothing_is_made_of_what_is_off_the_screen_or_no_number() {
        let circle =
            |x: f32| Item::Circle { center: Vec2::new(x, 5.0), radius: 4.0, fill: None, stroke: None };
        let path = closed(&[(f32::NAN, 0.0), (5.0, 5.0), (0.0, 5.0)], None);
        let (count, instances) = taken(vec![circle(f32::NAN), circle(f32::INFINITY), circle(900.0), path]);
        assert_eq!((count, instances.len()), (4, 0));
    }
}
