//! The canvas in egui's window: where it is, and how its picture gets there.

use egui_macroquad::egui::{self, LayerId, pos2};
use glam::Vec2;
use macroquad::miniquad;

use super::backend;
use crate::app::ViewCommand;
use crate::picture::backend::window;
use crate::picture::backend::window::crowd::{self, Crowd};
use crate::picture::backend::window::graphics::Graphics;
use crate::picture::display::{DisplayList, Rect};

/// A canvas that changes by less than this in a window of the same size keeps its picture in place. Points.
const STILL: f32 = 96.0;
/// [`STILL`] of a small canvas. Share of its shorter side.
const STILL_SHARE: f32 = 0.3;

/// The canvas of an open window.
pub(super) struct Canvas {
    /// Where it is in the window. Points.
    pub rect: Rect,
    /// Size of the window when the canvas last changed. Points.
    window: egui::Vec2,
    /// Draws crowds, if the driver supports it.
    graphics: Option<Graphics>,
    crowd: Crowd,
}

impl Canvas {
    pub fn new(rect: Rect) -> Self {
        Self { rect, window: egui::Vec2::ZERO, graphics: Graphics::new(backend()), crowd: Crowd::default() }
    }

    /// Takes the room that the panels leave. Returns the command that tells the view, if the canvas is not
    /// where it was `before`. While the panels are `settling`, the view is fitted again.
    pub fn follow(&mut self, settling: bool, before: Rect, context: &egui::Context) -> Option<ViewCommand> {
        let now = canvas_of(context.available_rect());
        self.rect = now;
        if before == now {
            return None;
        }
        // Neither a legend that gains a line nor the banner of a step may move the scene under the pointer.
        let room = context.screen_rect().size();
        let shifts = [before.min - now.min, before.max - now.max].map(|shift| shift.abs().max_element());
        let change = shifts[0].max(shifts[1]);
        let same_room = std::mem::replace(&mut self.window, room) == room;
        let limit = STILL.min(STILL_SHARE * before.size().min_element());
        let still = !settling && same_room && change < limit && before.min.x == now.min.x;
        Some(if still { ViewCommand::MoveCanvas(now) } else { ViewCommand::SetCanvas(now) })
    }

    /// The picture below all panels: many shapes by GPU instancing, the rest by egui.
    pub fn paint(&mut self, picture: &DisplayList, context: &egui::Context) {
        let area = egui_rect(self.rect);
        self.crowd.clear();
        let drawn = if self.graphics.is_some() && picture.items.len() >= crowd::LEAST {
            self.crowd.take(picture, area, context.pixels_per_point())
        } else {
            0
        };
        let painter = context.layer_painter(LayerId::background()).with_clip_rect(area);
        window::paint_from(picture, drawn, &painter);
    }

    /// Submits the crowd to the graphics driver, below what egui draws.
    pub fn draw_crowd(&mut self, pixels_per_point: f32) {
        if let Some(graphics) = &mut self.graphics {
            let (clip, screen) = (egui_rect(self.rect), miniquad::window::screen_size());
            graphics.draw(backend(), self.crowd.instances(), clip, screen, pixels_per_point);
        }
    }
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

fn egui_rect(canvas: Rect) -> egui::Rect {
    egui::Rect::from_min_max(pos2(canvas.min.x, canvas.min.y), pos2(canvas.max.x, canvas.max.y))
}
