//! Occupied room on the canvas, so that no label overlaps another.

use glam::Vec2;

use crate::picture::display::Rect;

/// An oriented rectangle. Pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slab {
    pub center: Vec2,
    /// Unit vector along the first of `half`.
    pub along: Vec2,
    /// Half the extent along `along`, and across.
    pub half: Vec2,
}

impl Slab {
    /// Along the screen's axes.
    pub fn upright(rect: &Rect) -> Self {
        Self { center: rect.center(), along: Vec2::X, half: rect.size() * 0.5 }
    }

    /// The corners in order around it.
    pub fn corners(&self) -> [Vec2; 4] {
        let (x, y) = (self.along * self.half.x, self.along.perp() * self.half.y);
        [self.center - x - y, self.center + x - y, self.center + x + y, self.center - x + y]
    }

    /// Whether the two share an area.
    pub fn overlaps(&self, other: &Self) -> bool {
        let between = other.center - self.center;
        let reach = |slab: &Self, axis: Vec2| {
            slab.half.x * slab.along.dot(axis).abs() + slab.half.y * slab.along.perp().dot(axis).abs()
        };
        [self.along, self.along.perp(), other.along, other.along.perp()]
            .into_iter()
            .all(|axis| between.dot(axis).abs() < reach(self, axis) + reach(other, axis))
    }
}

/// Cell size of the grid of labels. Pixels.
const CELL: f32 = 64.0;

/// Occupied room on the canvas. Labels are in a grid, so that each lookup reads a few cells.
#[derive(Clone, Debug)]
pub struct Space {
    /// Labels lie within this.
    pub canvas: Rect,
    slabs: Vec<Slab>,
    cells: Vec<Vec<Rect>>,
    columns: usize,
    rows: usize,
}

impl Space {
    /// An empty canvas.
    pub fn new(canvas: Rect) -> Self {
        let count = |length: f32| (length / CELL).clamp(0.0, 1000.0) as usize + 1;
        let (columns, rows) = (count(canvas.size().x), count(canvas.size().y));
        Self { canvas, slabs: Vec::new(), cells: vec![Vec::new(); columns * rows], columns, rows }
    }

    /// Whether the rectangle is on the canvas and overlaps nothing.
    pub fn is_free(&self, rect: &Rect) -> bool {
        self.is_off_slabs(rect)
            && self.cells_of(rect).all(|i| self.cells[i].iter().all(|taken| !taken.overlaps(rect)))
    }

    /// Whether the rectangle is on the canvas and overlaps no large one.
    pub fn is_off_slabs(&self, rect: &Rect) -> bool {
        self.canvas.holds_rect(rect) && self.slabs.iter().all(|slab| !slab.overlaps(&Slab::upright(rect)))
    }

    /// The large rectangles that are occupied.
    pub fn slabs(&self) -> &[Slab] {
        &self.slabs
    }

    /// Occupies a small rectangle: a label, a marker.
    pub fn take(&mut self, rect: Rect) {
        for i in self.cells_of(&rect) {
            self.cells[i].push(rect);
        }
    }

    /// Occupies a large rectangle: a strip, the legend. There are few of them.
    pub fn take_slab(&mut self, slab: Slab) {
        self.slabs.push(slab);
    }

    /// Frees the large rectangles that were occupied last.
    pub fn give_back(&mut self, count: usize) {
        self.slabs.truncate(self.slabs.len().saturating_sub(count));
    }

    /// Occupies the first free place for something of `size` around one of `centers`; `None` where all are
    /// taken.
    pub fn place(&mut self, size: Vec2, centers: impl IntoIterator<Item = Vec2>) -> Option<Vec2> {
        let center = centers.into_iter().find(|center| self.is_free(&Rect::around(*center, size)))?;
        self.take(Rect::around(center, size));
        Some(center)
    }

    fn cells_of(&self, rect: &Rect) -> impl Iterator<Item = usize> + use<> {
        // Float to integer saturates, so that what reaches beyond the canvas counts in its border cells.
        let (min, max) = ((rect.min - self.canvas.min) / CELL, (rect.max - self.canvas.min) / CELL);
        let columns = (min.x as usize).min(self.columns - 1)..=(max.x as usize).min(self.columns - 1);
        let rows = (min.y as usize).min(self.rows - 1)..=(max.y as usize).min(self.rows - 1);
        let width = self.columns;
        rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_is_not_given_again() {
        let mut space = Space::new(Rect::at(Vec2::ZERO, Vec2::new(200.0, 100.0)));
        let size = Vec2::new(40.0, 20.0);
        let spots = [Vec2::new(100.0, 50.0), Vec2::new(110.0, 50.0), Vec2::new(150.0, 50.0)];
        assert_eq!(space.place(size, spots), Some(spots[0]));
        assert_eq!(space.place(size, spots), Some(spots[2]));
        assert_eq!(space.place(size, spots), None);
        assert_eq!(space.place(size, [Vec2::new(10.0, 10.0)]), None, "half off the canvas");
        space.take_slab(Slab {
            center: Vec2::new(40.0, 40.0),
            along: Vec2::new(0.6, 0.8),
            half: Vec2::new(30.0, 4.0),
        });
        assert_eq!(space.place(size, [Vec2::new(40.0, 40.0)]), None);
        // The corner between the slanted slab's box and the slab itself is free.
        assert_eq!(space.place(Vec2::splat(8.0), [Vec2::new(52.0, 20.0)]), Some(Vec2::new(52.0, 20.0)));
    }
}
