//! Icons made of lines, so that they are crisp at every scale and need no font.

use collide2d::ShapeKind;
use egui_macroquad::egui::{
    Color32, Painter, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2,
};
use glam::Vec2;

use crate::app::hand::tools::regular;
use crate::gui::style::{Palette, ROW};

/// What a button shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    Select,
    Shape(ShapeKind),
    /// A regular polygon of this many corners.
    Regular(u32),
    Ray,
    Measure,
    Pull,
    Play,
    Pause,
    StepForward,
    StepBack,
    Home,
    Snap,
    Fit,
    Theme,
    Help,
    Close,
    Copy,
    Down,
}

/// A square button with an icon; `on` shows it as chosen.
pub fn icon_button(
    ui: &mut Ui,
    palette: &Palette,
    icon: Icon,
    on: bool,
    enabled: bool,
    tip: &str,
) -> Response {
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ROW + 6.0, ROW + 4.0), sense);
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, enabled, on, tip));
    let color = match (enabled, on) {
        (false, _) => palette.quiet.gamma_multiply(0.5),
        (true, true) => palette.on_accent,
        (true, false) => palette.text,
    };
    let fill = match (on, response.hovered() && enabled) {
        (true, _) => palette.accent,
        (false, true) => palette.hover,
        (false, false) => Color32::TRANSPARENT,
    };
    ui.painter().rect_filled(rect, 4.0, fill);
    paint(ui.painter(), Rect::from_center_size(rect.center(), vec2(14.0, 14.0)), icon, color);
    response.on_hover_text(tip)
}

/// Draws an icon into a square.
pub fn paint(painter: &Painter, rect: Rect, icon: Icon, color: Color32) {
    let at = |x: f32, y: f32| pos2(rect.min.x + rect.width() * x, rect.min.y + rect.height() * y);
    let stroke = Stroke::new(1.4, color);
    let line = |points: &[Pos2]| {
        painter.add(Shape::line(points.to_vec(), stroke));
    };
    let outline = |points: &[Pos2]| {
        painter.add(Shape::closed_line(points.to_vec(), stroke));
    };
    let solid = |points: &[Pos2]| {
        painter.add(Shape::convex_polygon(points.to_vec(), color, Stroke::NONE));
    };
    match icon {
        Icon::Select => {
            let shaft = [at(0.36, 0.62), at(0.52, 1.0), at(0.68, 0.93), at(0.53, 0.57)];
            let [a, b, c, d] = shaft;
            outline(&[at(0.15, 0.0), at(0.15, 0.82), a, b, c, d, at(0.82, 0.55)]);
        }
        Icon::Shape(ShapeKind::Circle) => {
            painter.circle_stroke(rect.center(), rect.width() * 0.46, stroke);
        }
        Icon::Shape(ShapeKind::Capsule) => {
            // Half circles around two ends on the rising diagonal.
            let arc = |x: f32, y: f32, from: f32| {
                (0..=8_u8).map(move |i| {
                    let angle = std::f32::consts::PI * (from + f32::from(i) / 8.0);
                    at(x, y) + vec2(angle.cos(), angle.sin()) * (rect.width() * 0.27)
                })
            };
            outline(&arc(0.72, 0.28, -0.75).chain(arc(0.28, 0.72, 0.25)).collect::<Vec<_>>());
        }
        Icon::Shape(ShapeKind::Rectangle) => {
            outline(&[at(0.0, 0.18), at(1.0, 0.18), at(1.0, 0.82), at(0.0, 0.82)]);
        }
        Icon::Shape(ShapeKind::Chain | ShapeKind::Compound) => {
            let zigzag = [at(0.0, 0.7), at(0.35, 0.3), at(0.65, 0.7), at(1.0, 0.3)];
            zigzag.windows(2).for_each(line);
        }
        Icon::Shape(ShapeKind::Wall) => {
            line(&[at(0.05, 0.9), at(0.95, 0.1)]);
            painter.circle_filled(at(0.05, 0.9), 1.8, color);
            painter.circle_filled(at(0.95, 0.1), 1.8, color);
        }
        Icon::Shape(ShapeKind::Polygon) => {
            outline(&[at(0.5, 0.02), at(0.98, 0.38), at(0.8, 0.95), at(0.2, 0.95), at(0.02, 0.38)]);
        }
        Icon::Pull => {
            let zigzag = [(0.0, 1.0), (0.12, 0.72), (0.32, 0.8), (0.3, 0.5), (0.52, 0.58), (0.6, 0.4)];
            line(&zigzag.map(|(x, y)| at(x, y)));
            painter.circle_stroke(at(0.76, 0.24), 0.24 * rect.width(), stroke);
        }
        Icon::Regular(corners) => {
            // A triangle's middle lies below that of its bounds.
            let middle =
                if corners == 3 { rect.center() + vec2(0.0, rect.height() * 0.12) } else { rect.center() };
            let at = |corner: Vec2| middle + vec2(corner.x, -corner.y);
            let corners = regular::points(corners, rect.width() * 0.54);
            outline(&corners.into_iter().map(at).collect::<Vec<_>>());
        }
        Icon::Ray => {
            line(&[at(0.0, 0.75), at(0.8, 0.35)]);
            line(&[at(0.7, 0.05), at(0.95, 0.75)]);
            painter.circle_filled(at(0.0, 0.75), 1.8, color);
        }
        Icon::Measure => {
            line(&[at(0.05, 0.5), at(0.95, 0.5)]);
            line(&[at(0.05, 0.2), at(0.05, 0.8)]);
            line(&[at(0.95, 0.2), at(0.95, 0.8)]);
        }
        Icon::Play => solid(&[at(0.18, 0.05), at(0.95, 0.5), at(0.18, 0.95)]),
        Icon::Pause => {
            solid(&[at(0.15, 0.06), at(0.4, 0.06), at(0.4, 0.94), at(0.15, 0.94)]);
            solid(&[at(0.6, 0.06), at(0.85, 0.06), at(0.85, 0.94), at(0.6, 0.94)]);
        }
        Icon::StepForward => {
            solid(&[at(0.1, 0.12), at(0.65, 0.5), at(0.1, 0.88)]);
            solid(&[at(0.72, 0.12), at(0.9, 0.12), at(0.9, 0.88), at(0.72, 0.88)]);
        }
        Icon::StepBack => {
            solid(&[at(0.9, 0.12), at(0.9, 0.88), at(0.35, 0.5)]);
            solid(&[at(0.1, 0.12), at(0.28, 0.12), at(0.28, 0.88), at(0.1, 0.88)]);
        }
        Icon::Home => {
            solid(&[at(0.0, 0.12), at(0.14, 0.12), at(0.14, 0.88), at(0.0, 0.88)]);
            solid(&[at(0.58, 0.12), at(0.58, 0.88), at(0.18, 0.5)]);
            solid(&[at(1.0, 0.12), at(1.0, 0.88), at(0.6, 0.5)]);
        }
        Icon::Snap => {
            for (row, column) in (0..9_u8).map(|i| (i / 3, i % 3)) {
                let center = at(0.1 + 0.4 * f32::from(column), 0.1 + 0.4 * f32::from(row));
                painter.circle_filled(center, if (row, column) == (1, 1) { 3.0 } else { 1.2 }, color);
            }
        }
        Icon::Fit => {
            for (x, y) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
                let inward = |from: f32| from + (0.5 - from) * 0.62;
                line(&[at(inward(x), y), at(x, y), at(x, inward(y))]);
            }
            painter.circle_filled(rect.center(), 2.0, color);
        }
        Icon::Theme => {
            painter.circle_stroke(rect.center(), rect.width() * 0.44, stroke);
            let half = (0..=12_u8).map(|i| {
                let angle = std::f32::consts::PI * (f32::from(i) / 12.0 - 0.5);
                rect.center() + vec2(angle.cos(), angle.sin()) * (rect.width() * 0.44)
            });
            solid(&half.collect::<Vec<_>>());
        }
        Icon::Help => {
            let arc = (0..=10_u8).map(|i| {
                let angle = std::f32::consts::PI * (1.0 + 1.35 * f32::from(i) / 10.0);
                at(0.5, 0.28) + vec2(angle.cos(), angle.sin()) * (rect.width() * 0.26)
            });
            line(&arc.chain([at(0.5, 0.52), at(0.5, 0.68)]).collect::<Vec<_>>());
            painter.circle_filled(at(0.5, 0.92), 1.3, color);
        }
        Icon::Close => {
            line(&[at(0.15, 0.15), at(0.85, 0.85)]);
            line(&[at(0.85, 0.15), at(0.15, 0.85)]);
        }
        Icon::Copy => {
            outline(&[at(0.05, 0.3), at(0.65, 0.3), at(0.65, 1.0), at(0.05, 1.0)]);
            line(&[at(0.35, 0.14), at(0.35, 0.0), at(0.95, 0.0), at(0.95, 0.7), at(0.8, 0.7)]);
        }
        Icon::Down => line(&[at(0.1, 0.3), at(0.5, 0.7), at(0.9, 0.3)]),
    }
}
