//! Where the cards of the picker are: rows of cards below the headings of their groups.

use egui_macroquad::egui::{Rect, Vec2, pos2, vec2};

use crate::scene::shipped::{SceneGroup, ShippedScene};

/// Space between cards. Points.
const GAP: f32 = 12.0;
/// Least width of a card. Points.
const LEAST: f32 = 236.0;
/// Height of a heading. Points.
const HEADING: f32 = 34.0;

/// A step from the chosen card to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardStep {
    Next,
    Previous,
    /// This many rows down, or up where it is negative.
    Rows(isize),
}

/// The cards of the scenes found. Places in points, from the upper left corner of the first heading.
#[derive(Clone, Debug)]
pub struct CardGrid {
    card: Vec2,
    rows: Vec<Row>,
    headings: Vec<(SceneGroup, f32)>,
    height: f32,
}

/// Cards beside each other.
#[derive(Clone, Copy, Debug)]
struct Row {
    /// Index of the first card, and the number of cards.
    first: usize,
    count: usize,
    top: f32,
    /// The heading above it, or its own top.
    above: f32,
}

/// Width of a card where there is this much room.
pub fn card_width(room: f32) -> f32 {
    let columns = columns(room) as f32;
    ((room - GAP * (columns - 1.0)) / columns).floor().max(1.0)
}

fn columns(room: f32) -> usize {
    (((room + GAP) / (LEAST + GAP)) as usize).max(1)
}

impl CardGrid {
    /// Cards of this height for the scenes, which stand group by group.
    pub fn new(found: &[&ShippedScene], room: f32, card_height: f32) -> Self {
        let card = vec2(card_width(room), card_height);
        let (mut rows, mut headings, mut top, mut first) = (Vec::new(), Vec::new(), 0.0, 0);
        for scenes in found.chunk_by(|a, b| a.group() == b.group()) {
            headings.extend(scenes.first().map(|shipped| (shipped.group(), top)));
            let mut above = top;
            top += HEADING;
            for row in scenes.chunks(columns(room)) {
                rows.push(Row { first, count: row.len(), top, above });
                first += row.len();
                top += card_height + GAP;
                above = top;
            }
        }
        Self { card, rows, headings, height: (top - GAP).max(0.0) }
    }

    pub fn height(&self) -> f32 {
        self.height
    }

    pub fn headings(&self, room: f32) -> impl Iterator<Item = (SceneGroup, Rect)> {
        let size = vec2(room, HEADING);
        self.headings.iter().map(move |&(group, top)| (group, Rect::from_min_size(pos2(0.0, top), size)))
    }

    /// Each card's index with its rectangle, between these heights.
    pub fn cards(&self, from: f32, to: f32) -> impl Iterator<Item = (usize, Rect)> {
        let is_seen = move |row: &&Row| row.top < to && row.top + self.card.y > from;
        self.rows.iter().filter(is_seen).flat_map(|row| {
            (0..row.count).map(|column| {
                let left = column as f32 * (self.card.x + GAP);
                (row.first + column, Rect::from_min_size(pos2(left, row.top), self.card))
            })
        })
    }

    /// What must be in sight for a card to be seen: the card, and the heading right above its row.
    pub fn surroundings(&self, index: usize) -> Option<Rect> {
        let row = self.rows.get(self.row_of(index)?)?;
        Some(Rect::from_min_max(pos2(0.0, row.above), pos2(self.card.x, row.top + self.card.y)))
    }

    /// How many whole rows there are room for in this height, at least one.
    pub fn rows_in(&self, height: f32) -> isize {
        ((height / (self.card.y + GAP)) as isize).max(1)
    }

    /// The card to which a step leads from this one.
    pub fn step(&self, from: usize, step: CardStep) -> usize {
        let last = self.rows.last().map_or(0, |row| row.first + row.count - 1);
        match step {
            CardStep::Next => (from + 1).min(last),
            CardStep::Previous => from.saturating_sub(1),
            CardStep::Rows(by) => {
                let Some(at) = self.row_of(from) else { return 0 };
                let to = at.saturating_add_signed(by).min(self.rows.len() - 1);
                let (row, goal) = (self.rows[at], self.rows[to]);
                goal.first + (from - row.first).min(goal.count - 1)
            }
        }
    }

    fn row_of(&self, index: usize) -> Option<usize> {
        self.rows.iter().position(|row| (row.first..row.first + row.count).contains(&index))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::scene::shipped;

    fn grid(room: f32) -> (CardGrid, Vec<&'static ShippedScene>) {
        let found: Vec<_> = shipped::all().iter().collect();
        (CardGrid::new(&found, room, 200.0), found)
    }

    #[test]
    fn every_card_is_inside_of_the_room_and_covers_no_other() {
        for room in [100.0, 500.0, 1168.0, 1440.0] {
            let (grid, found) = grid(room);
            let cards: Vec<(usize, Rect)> = grid.cards(0.0, f32::INFINITY).collect();
            assert!(cards.iter().map(|(index, _)| *index).eq(0..found.len()), "{room}");
            for (i, (_, rect)) in cards.iter().enumerate() {
                assert!(rect.right() <= room + 0.5 && rect.bottom() <= grid.height() + 0.5, "{room}: {rect}");
                let covers = cards[i + 1..].iter().any(|(_, other)| rect.shrink(0.5).intersects(*other));
                let hides = grid.headings(room).any(|(_, heading)| rect.shrink(0.5).intersects(heading));
                assert!(!covers && !hides, "{room}: {rect}");
            }
        }
    }

    #[test]
    fn steps_stay_in_the_grid_and_keep_their_column_where_there_is_one() {
        let (grid, found) = grid(1000.0);
        let last = found.len() - 1;
        assert_eq!([grid.step(0, CardStep::Previous), grid.step(last, CardStep::Next)], [0, last]);
        assert_eq!(grid.step(0, CardStep::Rows(1000)), grid.rows.last().unwrap().first);
        assert_eq!(grid.step(2, CardStep::Rows(-1000)), 2);
        let lefts: Vec<f32> = grid.cards(0.0, f32::INFINITY).map(|(_, rect)| rect.left()).collect();
        for (from, left) in lefts.iter().enumerate() {
            let down = grid.step(from, CardStep::Rows(1));
            assert!(down >= from && lefts[down] <= *left, "{from} to {down}");
            let up = grid.step(from, CardStep::Rows(-1));
            assert!(up <= from && lefts[up] <= *left, "{from} to {up}");
        }
    }

    #[test]
    fn nothing_found_has_no_cards() {
        let grid = CardGrid::new(&[], 800.0, 200.0);
        assert_eq!((grid.height(), grid.cards(0.0, 1.0e9).count(), grid.surroundings(0)), (0.0, 0, None));
        assert_eq!(grid.step(0, CardStep::Rows(1)), 0);
    }
}
