//! Grid lines and the axes of the world, or of the frame in which the picture is.

use collide2d::{Aabb, Rotation};
use glam::Vec2;

use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Item, Rect, Source, Stroke};
use crate::picture::frame::Frame;
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::view::View;

/// Grid lines closer than this are thinned out. Pixels.
const CLOSEST: f32 = 14.0;

/// Lines at multiples of the grid step, or of 5, 10, 50 … steps where those would be too close.
pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    let Some(step) = picture.options.grid.filter(|step| step.is_finite() && *step > 0.0) else { return };
    let (view, theme) = (picture.view, picture.theme);
    let mut step = f64::from(step);
    for factor in [5.0, 2.0].into_iter().cycle().take(60) {
        if step * f64::from(view.scale) >= f64::from(CLOSEST) {
            break;
        }
        step *= factor;
    }
    let grid = GridLines::of(picture.frame(), view, &pen.canvas);
    let (across, up) = (grid.multiples(0, step), grid.multiples(1, step));
    let mut lines: Vec<_> = across.filter_map(|x| grid.vertical(x)).collect();
    lines.extend(up.filter_map(|y| grid.horizontal(y)));
    pen.list.push(Source::Frame, Item::Segments { lines, stroke: Stroke::solid(1.0, theme.grid) });

    let shows = |axis: usize| grid.visible.min[axis] <= 0.0 && grid.visible.max[axis] >= 0.0;
    let lines =
        [shows(0).then(|| grid.vertical(0.0)).flatten(), shows(1).then(|| grid.horizontal(0.0)).flatten()];
    let lines = lines.into_iter().flatten().collect();
    pen.list.push(Source::Frame, Item::Segments { lines, stroke: Stroke::solid(1.0, theme.grid_axis) });
}

/// The lines of a frame's grid on the canvas.
struct GridLines<'a> {
    frame: Frame,
    view: &'a View,
    canvas: &'a Rect,
    /// Around what the canvas shows, in coordinates of the frame.
    visible: Aabb,
    /// The frame's axes are level on the screen; while the view turns they are not.
    is_level: bool,
}

impl<'a> GridLines<'a> {
    fn of(frame: Frame, view: &'a View, canvas: &'a Rect) -> Self {
        let turned = Rotation::from_degrees(view.rotation.degrees() - frame.rotation.degrees());
        let local = View { center: frame.local_point(view.center), rotation: turned, ..*view };
        Self { frame, view, canvas, visible: local.visible(), is_level: view.rotation == frame.rotation }
    }

    /// Multiples of `step` in sight along an axis (0: x, 1: y), but 0. In f64: far from the origin multiples of a
    /// small step are not representable.
    fn multiples(&self, axis: usize, step: f64) -> impl Iterator<Item = f32> + use<> {
        let (min, max) = (f64::from(self.visible.min[axis]), f64::from(self.visible.max[axis]));
        let (first, last) = ((min / step).ceil(), (max / step).floor());
        let count = (last - first + 1.0).clamp(0.0, 4096.0) as u32;
        (0..count).map(move |i| ((first + f64::from(i)) * step) as f32).filter(|at| *at != 0.0)
    }

    fn vertical(&self, x: f32) -> Option<[Vec2; 2]> {
        let Rect { min, max } = *self.canvas;
        if self.is_level {
            let x = self.on_screen(Vec2::new(x, self.visible.center().y)).x;
            return Some([Vec2::new(x, min.y), Vec2::new(x, max.y)]);
        }
        self.line(Vec2::new(x, self.visible.min.y), Vec2::new(x, self.visible.max.y))
    }

    fn horizontal(&self, y: f32) -> Option<[Vec2; 2]> {
        let Rect { min, max } = *self.canvas;
        if self.is_level {
            let y = self.on_screen(Vec2::new(self.visible.center().x, y)).y;
            return Some([Vec2::new(min.x, y), Vec2::new(max.x, y)]);
        }
        self.line(Vec2::new(self.visible.min.x, y), Vec2::new(self.visible.max.x, y))
    }

    fn line(&self, from: Vec2, to: Vec2) -> Option<[Vec2; 2]> {
        clip_segment(self.on_screen(from), self.on_screen(to), self.canvas)
    }

    fn on_screen(&self, local: Vec2) -> Vec2 {
        self.view.screen_from_world(self.frame.world_point(local))
    }
}
