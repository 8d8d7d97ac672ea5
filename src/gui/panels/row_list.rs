//! A list of rows of one height below a head. Only whole rows are shown: half a row looks like a fault.

use std::ops::Range;

use egui_macroquad::egui::{ScrollArea, Ui};

use super::widgets::offset_to;

/// Height of a row. Points.
pub const LINE: f32 = 20.0;

/// What the list remembers from pass to pass.
#[derive(Debug, Default)]
pub struct RowList {
    /// Height of what is above the rows.
    pub above: f32,
    /// Rows at which nothing is cut.
    pub rows: usize,
    /// The rows in sight in the last pass: the offset of the first, and their height.
    offset: f32,
    height: f32,
    /// The row that was scrolled to last.
    last: Option<usize>,
}

impl RowList {
    /// Height at which every row is in sight.
    pub fn wanted(&self) -> f32 {
        self.above + LINE * self.rows.max(1) as f32
    }

    /// Height at which the first row is in sight.
    pub fn least(&self) -> f32 {
        self.above + LINE
    }

    /// The greatest height, at most `room`, at which no row is cut.
    pub fn of_whole_rows(&self, room: f32) -> f32 {
        room - (room - self.above).rem_euclid(LINE)
    }

    /// Shows `count` rows; where the row `to` is out of sight, it is scrolled to, and again where the list became lower.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        count: usize,
        to: Option<usize>,
        add: impl FnOnce(&mut Ui, Range<usize>),
    ) {
        ui.visuals_mut().clip_rect_margin = 0.0;
        let height = ((ui.available_height() / LINE).floor() * LINE).max(LINE);
        let mut area = ScrollArea::vertical().min_scrolled_height(LINE).max_height(height).auto_shrink(false);
        let again = self.last.filter(|row| height + 1.0 < self.height && *row < count);
        self.last = to.or(self.last);
        if let Some(offset) = to.or(again).and_then(|row| offset_to(row, LINE, self.offset, height)) {
            area = area.vertical_scroll_offset((offset / LINE).ceil() * LINE);
        }
        let shown = area.show_rows(ui, LINE, count, add);
        (self.offset, self.height) = (shown.state.offset.y, shown.inner_rect.height());
    }
}
