//! The mapping between world and screen.

use collide2d::{Aabb, Body, Pose, Rotation};
use glam::Vec2;

use crate::picture::display::Rect;
use crate::picture::frame::Frame;

/// Maps world metres (y up) to screen pixels (y down) and back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// World point at the centre of the canvas.
    pub center: Vec2,
    /// Pixels per metre, > 0.
    pub scale: f32,
    /// Rotation of the world direction that points right on the screen.
    pub rotation: Rotation,
    /// The part of the screen that shows the world.
    pub canvas: Rect,
}

/// Least and greatest pixels per metre.
pub const SCALE_RANGE: (f32, f32) = (1.0e-4, 1.0e7);
/// Most pixels per metre of a fitted view: a millimetre fills the canvas.
const MOST_FITTED: f32 = 1.0e6;

impl View {
    /// The view in which `bounds` fills the canvas less `margin` pixels on each side, centre on centre.
    pub fn fitted(bounds: Option<Aabb>, canvas: Rect, margin: f32) -> Self {
        let bounds = bounds.unwrap_or(Aabb { min: Vec2::splat(-5.0), max: Vec2::splat(5.0) });
        let room = (canvas.size() - 2.0 * margin).max(Vec2::splat(16.0));
        let scale = (room / bounds.size().max(Vec2::splat(1.0e-6))).min_element();
        let scale = scale.clamp(SCALE_RANGE.0, MOST_FITTED);
        Self { center: bounds.center(), scale, rotation: Rotation::IDENTITY, canvas }
    }

    /// [`View::fitted`] at any scale of [`SCALE_RANGE`], for a part of the scene.
    pub fn close(bounds: Aabb, canvas: Rect, margin: f32) -> Self {
        let room = (canvas.size() - 2.0 * margin).max(Vec2::splat(16.0));
        let scale = (room / bounds.size().max(Vec2::splat(1.0e-9))).min_element();
        let scale = scale.clamp(SCALE_RANGE.0, SCALE_RANGE.1);
        Self { center: bounds.center(), scale, rotation: Rotation::IDENTITY, canvas }
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
        self.center + self.world_direction(screen - self.canvas.center()) / self.scale
    }

    /// World direction to screen direction: it turns back and y flips, the length stays.
    pub fn screen_direction(&self, direction: Vec2) -> Vec2 {
        let Vec2 { x, y } = self.rotation.unrotate(direction);
        Vec2::new(x, -y)
    }

    /// Screen direction to world direction, of the same length.
    pub fn world_direction(&self, screen: Vec2) -> Vec2 {
        self.rotation.rotate(Vec2::new(screen.x, -screen.y))
    }

    /// The frame whose origin is at the middle of the canvas, and whose axes are level on the screen.
    pub fn frame(&self) -> Frame {
        Frame { origin: self.center, rotation: self.rotation }
    }

    /// This view of coordinates of a frame as a view of the world.
    pub fn out_of(self, frame: &Frame) -> Self {
        let rotation = if self.rotation == Rotation::IDENTITY {
            frame.rotation
        } else {
            Rotation::from_degrees(frame.rotation.degrees() + self.rotation.degrees())
        };
        Self { center: frame.world_point(self.center), rotation, ..self }
    }

    /// This view of the world as a view of coordinates of a frame, whose axes are level in it.
    pub fn within(self, frame: &Frame) -> Self {
        Self { center: frame.local_point(self.center), rotation: Rotation::IDENTITY, ..self }
    }

    /// Multiplies the scale by `factor`; the world point under `screen` stays under it.
    pub fn zoom_at(&mut self, screen: Vec2, factor: f32) {
        let fixed = self.world_from_screen(screen);
        self.scale = (self.scale * factor).clamp(SCALE_RANGE.0, SCALE_RANGE.1);
        self.center += fixed - self.world_from_screen(screen);
    }

    /// The box of a body on the screen. Pixels.
    pub fn screen_box(&self, body: &Body) -> Rect {
        if self.rotation == Rotation::IDENTITY {
            let Aabb { min, max } = body.aabb();
            let (one, other) = (self.screen_from_world(min), self.screen_from_world(max));
            return Rect { min: one.min(other), max: one.max(other) };
        }
        let Aabb { min, max } = self.frame().box_of(body);
        let on_screen = |x: f32, y: f32| self.canvas.center() + Vec2::new(x, -y) * self.scale;
        Rect { min: on_screen(min.x, max.y), max: on_screen(max.x, min.y) }
    }

    /// The smallest box of the world around what the canvas shows.
    pub fn visible(&self) -> Aabb {
        let half = self.canvas.size() * 0.5 / self.scale;
        let (cos, sin) = (self.rotation.cos().abs(), self.rotation.sin().abs());
        let half = Vec2::new(half.x * cos + half.y * sin, half.x * sin + half.y * cos);
        Aabb { min: self.center - half, max: self.center + half }
    }
}
