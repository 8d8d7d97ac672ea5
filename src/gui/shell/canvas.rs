//! The canvas in egui's window: where it is, and how its picture gets there.

use egui_macroquad::egui::{self, LayerId, pos2};
use glam::Vec2;

use crate::app::ViewCommand;
use crate::picture::backend::window;
use crate::picture::backend::window::crowd::{self, Crowd};
use crate::picture::display::{DisplayList, Rect};

/// A canvas that changes by less than this in a window of the same size keeps its picture in place. Points.
const STILL: f32 = 96.0;

/// The present rectangle of the canvas, and the command that sets it if it changed. While the panels are
/// `settling`, what the view was fitted to is fitted again.
pub(super) fn move_canvas(
    settling: bool,
    canvas: &mut Rect,
    window: &mut egui::Vec2,
    before: Rect,
    context: &egui::Context,
) -> Option<ViewCommand> {
    *canvas = canvas_of(context.available_rect());
    if before == *canvas {
        return None;
    }
    // Neither a legend that gains a line nor the banner of a step may move the scene under the pointer.
    let room = context.screen_rect().size();
    let change = (before.size() - canvas.size()).abs().max_element();
    let same_room = std::mem::replace(window, room) == room;
    let still = !settling && same_room && change < STILL && before.min.x == canvas.min.x;
    Some(if still { ViewCommand::MoveCanvas(*canvas) } else { ViewCommand::SetCanvas(*canvas) })
}

/// The picture below all panels: many shapes by GPU instancing, the rest by egui.
pub(super) fn paint_canvas(
    picture: &DisplayList,
    has_graphics: bool,
    crowd: &mut Crowd,
    area: egui::Rect,
    context: &egui::Context,
) {
    crowd.clear();
    let drawn = if has_graphics && picture.items.len() >= crowd::LEAST {
        crowd.take(picture, area, context.pixels_per_point())
    } else {
        0
    };
    let painter = context.layer_painter(LayerId::background()).with_clip_rect(area);
    window::paint_from(picture, drawn, &painter);
}

fn canvas_of(rect: egui::Rect) -> Rect {
    let min = Vec2::new(rect.min.x, rect.min.y);
    let size = Vec2::new(rect.width(), rect.height());
    if min.is_finite() && size.is_finite() {
        Rect { min, max: min + size.max(Vec2::ONE) }
    } else {
        Rect { min: Vec2::ZERO, max: Vec2::ONE }
    }
}

pub(super) fn egui_rect(canvas: Rect) -> egui::Rect {
    egui::Rect::from_min_max(pos2(canvas.min.x, canvas.min.y), pos2(canvas.max.x, canvas.max.y))
}
