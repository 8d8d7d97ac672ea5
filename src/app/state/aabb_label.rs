//! While the layer of AABBs is on: whether the pointer lies in a body's box, as the four comparisons of the test.

use collide2d::{Aabb, Body};
use glam::Vec2;

use super::AppState;
use crate::picture::display::{Align, Item, Rect, Stroke, text_size};
use crate::picture::overlay::Layer;

/// Size of the text, height of a line, and padding. Pixels.
const TEXT: f32 = 13.0;
const LINE: f32 = 18.0;
const PADDING: f32 = 8.0;
/// From the pointer to the label. Pixels.
const ASIDE: Vec2 = Vec2::new(20.0, 20.0);

struct BoxTest {
    text: String,
    holds: bool,
}

impl AppState {
    /// The body whose AABB the pointer is compared with: the selected one, else that of the smallest AABB around
    /// the point, else that of the nearest.
    fn compared_body(&self, point: Vec2) -> Option<u32> {
        let is_hidden = |index: &u32| self.looking.veils.hides(*index);
        if let [selected] = self.looking.selection() {
            return Some(*selected).filter(|index| !is_hidden(index));
        }
        let area = |bounds: &Aabb| bounds.size().x * bounds.size().y;
        let rank = |body: &Body| {
            let bounds = body.aabb();
            let apart = point.distance(point.clamp(bounds.min, bounds.max));
            (apart, area(&bounds))
        };
        let bodies = (0..).zip(self.run.shown().bodies());
        let bodies = bodies.filter(|(index, body)| !body.is_removed() && !is_hidden(index));
        let nearest = bodies
            .map(|(index, body)| (rank(body), index))
            .min_by(|((p, q), _), ((r, s), _)| p.total_cmp(r).then(q.total_cmp(s)));
        nearest.map(|(_, index)| index)
    }

    /// The four comparisons with their numbers, and whether all hold.
    fn comparisons(&self, point: Vec2, bounds: &Aabb) -> [BoxTest; 4] {
        let (Aabb { min, max }, unit) = (*bounds, self.unit());
        // Where y counts downwards, the upper side has the smaller y.
        let sign = unit.y_sign() as f32;
        let (low, high) = if sign < 0.0 { (-max.y, -min.y) } else { (min.y, max.y) };
        let compare = |symbols: &str, left: f32, right: f32| {
            let [l, r] = [left, right].map(|value| unit.label(value));
            let holds = left <= right;
            let verdict = if holds { "" } else { "   fails" };
            BoxTest { text: format!("{symbols}   {l} ≤ {r}{verdict}"), holds }
        };
        [
            compare("min.x ≤ x", min.x, point.x),
            compare("x ≤ max.x", point.x, max.x),
            compare("min.y ≤ y", low, sign * point.y),
            compare("y ≤ max.y", sign * point.y, high),
        ]
    }

    /// The label beside the pointer; empty while there is none.
    pub(super) fn aabb_label(&self) -> Vec<Item> {
        let shows = self.showing.layers.has(Layer::Aabbs) && self.hand.over_canvas && !self.hand.in_gesture();
        if !shows {
            return Vec::new();
        }
        let point = self.showing.view().world_from_screen(self.hand.pointer);
        let Some(index) = self.compared_body(point) else { return Vec::new() };
        let Some(body) = self.run.shown().bodies().get(index as usize) else { return Vec::new() };
        let theme = self.showing.theme;
        let comparisons = self.comparisons(point, &body.aabb());
        let fails = comparisons.iter().filter(|comparison| !comparison.holds).count();
        let verdict = match fails {
            0 => "all four hold: inside",
            1 => "one fails: outside",
            _ => "two fail: outside",
        };
        let name = self.named_scene().shown_name(index);
        // The sides of an AABB are along the world's axes, in whosever frame the canvas is.
        let place = if self.seen_body().is_some() { ", in the world" } else { "" };
        let mut lines = vec![(format!("AABB of {name}{place}"), theme.text_quiet, false)];
        lines.extend(
            comparisons
                .into_iter()
                .map(|BoxTest { text, holds }| (text, if holds { theme.text } else { theme.depth }, true)),
        );
        lines.push((verdict.to_owned(), if fails == 0 { theme.text } else { theme.depth }, false));

        let width = |(text, _, monospace): &(String, _, bool)| text_size(text, TEXT, *monospace).x;
        let width = lines.iter().map(width).fold(0.0, f32::max);
        let size = Vec2::new(width, LINE * lines.len() as f32) + 2.0 * PADDING;
        let canvas = self.showing.view().canvas;
        // On the side of the pointer that has room.
        let pointer = self.hand.pointer;
        let place = |at: f32, aside: f32, size: f32, min: f32, max: f32| {
            if at + aside + size <= max { at + aside } else { (at - aside - size).max(min) }
        };
        let corner = Vec2::new(
            place(pointer.x, ASIDE.x, size.x, canvas.min.x, canvas.max.x),
            place(pointer.y, ASIDE.y, size.y, canvas.min.y, canvas.max.y),
        );
        let plate = Rect::at(corner, size).corners().to_vec();
        let fill = Some(theme.background.alpha(0.95));
        let stroke = Some(Stroke::solid(1.0, theme.aabb));
        let mut items = vec![Item::Path { points: plate, closed: true, fill, stroke }];
        items.extend((0..).zip(lines).map(|(row, (text, color, monospace))| Item::Text {
            position: corner + PADDING + Vec2::new(0.0, LINE * (row as f32 + 0.5)),
            angle: 0.0,
            text,
            size: TEXT,
            color,
            align: (Align::Start, Align::Center),
            plate: None,
            monospace,
        }));
        items
    }
}
