//! The mapping between world and screen.

use collide2d::{Aabb, Pose};
use glam::Vec2;

use crate::display::Rect;

/// Maps world metres (y up) to screen pixels (y down) and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// World point at the centre of the canvas.
    pub center: Vec2,
    /// Pixels per metre, > 0.
    pub scale: f32,
    /// The part of the screen that shows the world.
    pub canvas: Rect,
}

/// Least and greatest pixels per metre.
pub const SCALE_RANGE: (f32, f32) = (1.0e-4, 1.0e6);

impl View {
    /// The view in which `bounds` fills the canvas less `margin` pixels on each side, centre on centre.
    pub fn fitted(bounds: Option<Aabb>, canvas: Rect, margin: f32) -> Self {
        let bounds = bounds.unwrap_or(Aabb { min: Vec2::splat(-5.0), max: Vec2::splat(5.0) });
        let room = (canvas.size() - 2.0 * margin).max(Vec2::splat(16.0));
        let scale = (room / bounds.size().max(Vec2::splat(1.0e-6))).min_element();
        Self { center: bounds.center(), scale: scale.clamp(SCALE_RANGE.0, 2000.0), canvas }
    }

    /// [`View::fitted`] at any scale of [`SCALE_RANGE`], for a part of the scene.
    pub fn close(bounds: Aabb, canvas: Rect, margin: f32) -> Self {
        let room = (canvas.size() - 2.0 * margin).max(Vec2::splat(16.0));
        let scale = (room / bounds.size().max(Vec2::splat(1.0e-9))).min_element();
        Self { center: bounds.center(), scale: scale.clamp(SCALE_RANGE.0, SCALE_RANGE.1), canvas }
    }

    /// World point to pixels.
    pub fn screen_from_world(&self, world: Vec2) -> Vec2 {
        self.canvas.center() + self.screen_direction(world - self.center) * self.scale
    }

    /// Local point of a body to pixels; exact far from the world's origin too, where f32 world coordinates
    /// are coarse.
    pub fn screen_from_local(&self, pose: &Pose, local: Vec2) -> Vec2 {
        let from_position = self.screen_direction(pose.rotation.rotate(local)) * self.scale;
        self.screen_from_world(pose.position) + from_position
    }

    /// Pixels to world point.
    pub fn world_from_screen(&self, screen: Vec2) -> Vec2 {
        self.center + self.screen_direction(screen - self.canvas.center()) / self.scale
    }

    /// World direction to screen direction, and back: y flips, the length stays.
    pub fn screen_direction(&self, direction: Vec2) -> Vec2 {
        Vec2::new(direction.x, -direction.y)
    }

    /// Multiplies the scale by `factor`; the world point under `screen` stays under it.
    pub fn zoom_at(&mut self, screen: Vec2, factor: f32) {
        let fixed = self.world_from_screen(screen);
        self.scale = (self.scale * factor).clamp(SCALE_RANGE.0, SCALE_RANGE.1);
        self.center += fixed - self.world_from_screen(screen);
    }

    /// The part of the world that the canvas shows.
    pub fn visible(&self) -> Aabb {
        let half = self.canvas.size() * 0.5 / self.scale;
        Aabb { min: self.center - half, max: self.center + half }
    }
}
