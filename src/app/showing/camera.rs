//! The view that moves with a frame of reference: the world's, or that of a body as it moves.

use collide2d::Rotation;
use glam::Vec2;

use crate::picture::frame::Frame;
use crate::picture::view::View;

/// How long the view takes from one frame to another. Seconds.
const TURN: f32 = 0.5;

/// A view at rest in a frame, and the way to it.
#[derive(Debug)]
pub struct Camera {
    /// What is shown, as a view of the world.
    view: View,
    frame: Frame,
    /// The view at rest, of coordinates of the frame.
    local: View,
    turning: Option<ViewLag>,
}

/// How far the shown view is behind the one at rest, in the frame.
#[derive(Clone, Copy, Debug)]
struct ViewLag {
    center: Vec2,
    degrees: f32,
    /// Natural logarithm of the scales' ratio.
    zoom: f32,
    /// Seconds since it began.
    passed: f32,
}

impl Camera {
    /// At rest in the world's frame.
    pub fn new(view: View) -> Self {
        Self { view, frame: Frame::WORLD, local: view, turning: None }
    }

    pub fn view(&self) -> &View {
        &self.view
    }

    /// The view at rest, of coordinates of the frame.
    pub fn local(&self) -> View {
        self.local
    }

    /// The frame that the view moves with.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Whether the view is still on its way to the one at rest.
    pub fn is_turning(&self) -> bool {
        self.turning.is_some()
    }

    /// The view at rest, as a view of the world.
    pub fn at_rest(&self) -> View {
        self.local.out_of(&self.frame)
    }

    /// Sets the view at rest; a turn under way goes on, to this one.
    pub fn show(&mut self, local: View) {
        self.local = local;
        self.compose();
    }

    /// The frame has moved, and the view with it.
    pub fn follow(&mut self, frame: Frame) {
        self.frame = frame;
        self.compose();
    }

    /// Turns from what is shown to a view in a frame.
    pub fn turn_to(&mut self, frame: Frame, local: View) {
        let from = self.view;
        (self.frame, self.local) = (frame, local);
        self.turning = Some(ViewLag {
            center: frame.local_point(from.center) - local.center,
            degrees: half_turn(from.rotation.degrees() - frame.rotation.degrees()),
            zoom: (from.scale / local.scale).ln(),
            passed: 0.0,
        });
        self.compose();
    }

    /// Goes to the world's frame at once.
    pub fn leave(&mut self) {
        *self = Self::new(View { rotation: Rotation::IDENTITY, ..self.view });
    }

    /// Lets `dt` seconds pass.
    pub fn tick(&mut self, dt: f32) {
        let Some(turning) = &mut self.turning else { return };
        turning.passed += dt;
        if turning.passed >= TURN {
            self.turning = None;
        }
        self.compose();
    }

    fn compose(&mut self) {
        let mut local = self.local;
        if let Some(ViewLag { center, degrees, zoom, passed }) = self.turning {
            let share = (passed / TURN).clamp(0.0, 1.0);
            // It begins and ends at rest.
            let left = 1.0 - share * share * (3.0 - 2.0 * share);
            local.center += center * left;
            local.rotation = Rotation::from_degrees(degrees * left);
            local.scale *= (zoom * left).exp();
        }
        self.view = local.out_of(&self.frame);
    }
}

/// The same angle in -180 < angle <= 180. Degrees.
fn half_turn(degrees: f32) -> f32 {
    let turn = degrees.rem_euclid(360.0);
    if turn > 180.0 { turn - 360.0 } else { turn }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::display::Rect;

    #[test]
    fn half_a_second_there_the_short_way_while_the_body_moves_and_back_to_the_very_view() {
        let canvas = Rect { min: Vec2::ZERO, max: Vec2::new(400.0, 300.0) };
        let start = View { center: Vec2::new(1.5, -0.5), scale: 50.0, rotation: Rotation::IDENTITY, canvas };
        let mut camera = Camera::new(start);
        let frame = |x: f32| Frame { origin: Vec2::new(x, 2.0), rotation: Rotation::from_degrees(350.0) };
        let local = View { center: Vec2::ZERO, scale: 40.0, ..start };
        camera.turn_to(frame(3.0), local);
        let near = |view: &View, other: &View| {
            view.center.distance(other.center) < 1.0e-5
                && (view.scale - other.scale).abs() < 1.0e-3
                && (view.rotation.sin() - other.rotation.sin()).abs() < 1.0e-6
        };
        assert!(near(camera.view(), &start), "{:?}", camera.view());
        let mut last = 0.0;
        for _ in 0..4 {
            camera.tick(0.1);
            let turned = camera.view().rotation.sin();
            assert!(turned < last && turned > (-10.0_f32).to_radians().sin(), "{turned} after {last}");
            last = turned;
        }
        camera.follow(frame(4.0));
        camera.tick(0.2);
        assert!(!camera.is_turning());
        assert_eq!((camera.view().center, camera.view().scale), (Vec2::new(4.0, 2.0), 40.0));
        assert_eq!(camera.view().rotation, Rotation::from_degrees(350.0));
        camera.turn_to(Frame::WORLD, start);
        camera.tick(1.0);
        assert_eq!(*camera.view(), start);
    }
}
