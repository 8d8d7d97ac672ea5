//! Large bodies under many others cannot be seen, and are not drawn: thousands in one place would otherwise
//! fill each pixel thousands of times.

use collide2d::Body;
use glam::Vec2;

use crate::picture::display::Rect;
use crate::picture::overlay::picture::Picture;

/// Cells that the canvas is divided into, across and down.
const CELLS: [usize; 2] = [24, 14];
/// Large bodies that are drawn over one another in a cell. Through so many fills nothing below can be seen.
const MOST: u8 = 48;

/// The bodies that are drawn, ascending. `bodies` are ascending too: a later one is drawn over an earlier one.
/// A body larger than a cell is left out if [`MOST`] later ones as large reach each cell that it reaches.
pub(super) fn uncovered(picture: &Picture, mut bodies: Vec<u32>) -> Vec<u32> {
    let cells = Cells::of(picture);
    let is_large = |body: &Body| {
        body.shape().kind().has_inside() && (body.aabb().size() * picture.view.scale).cmpge(cells.size).all()
    };
    let large = |index: u32| picture.body(index).filter(|body| is_large(body));
    if bodies.iter().filter(|&&index| large(index).is_some()).count() <= usize::from(MOST) {
        return bodies;
    }
    let mut layers = [[0_u8; CELLS[0]]; CELLS[1]];
    let mut is_drawn = |index: u32| {
        let Some(body) = large(index) else { return true };
        let selected_pair = picture.options.selected_pair.is_some_and(|(a, b)| a == index || b == index);
        // Of a pile most cells are full soon: whether a body reaches them is hardly ever asked.
        let (full, free): (Vec<_>, Vec<_>) =
            cells.around(picture, body).partition(|[x, y]| layers[*y][*x] >= MOST);
        let is_reached = |cell: &&[usize; 2]| cells.is_near(picture, body, **cell);
        let mut drawn = selected_pair;
        for [x, y] in free.iter().filter(is_reached) {
            layers[*y][*x] += 1;
            drawn = true;
        }
        drawn || !full.iter().any(|cell| is_reached(&cell))
    };
    let mut drawn: Vec<bool> = bodies.iter().rev().map(|&index| is_drawn(index)).collect();
    bodies.retain(|_| drawn.pop().unwrap_or(true));
    bodies
}

struct Cells {
    canvas: Rect,
    /// Of a cell. Pixels.
    size: Vec2,
}

impl Cells {
    fn of(picture: &Picture) -> Self {
        let canvas = picture.view.canvas;
        Self { canvas, size: canvas.size() / Vec2::new(CELLS[0] as f32, CELLS[1] as f32) }
    }

    /// The cells of the canvas that a body's box overlaps.
    fn around(&self, picture: &Picture, body: &Body) -> impl Iterator<Item = [usize; 2]> + use<> {
        let rect = picture.screen_box(body);
        let (from, to) = ((rect.min - self.canvas.min) / self.size, (rect.max - self.canvas.min) / self.size);
        let span =
            |from: f32, to: f32, count: usize| from.max(0.0) as usize..((to + 1.0) as usize).min(count);
        let (across, down) = (span(from.x, to.x, CELLS[0]), span(from.y, to.y, CELLS[1]));
        down.flat_map(move |y| across.clone().map(move |x| [x, y]))
    }

    /// Whether a body reaches a cell, to within half a cell.
    fn is_near(&self, picture: &Picture, body: &Body, [x, y]: [usize; 2]) -> bool {
        let near = 0.5 * self.size.length() / picture.view.scale;
        let center = self.canvas.min + (Vec2::new(x as f32, y as f32) + 0.5) * self.size;
        body.shape().distance(body.pose(), picture.view.world_from_screen(center)) <= near
    }
}
