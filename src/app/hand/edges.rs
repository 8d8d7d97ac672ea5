//! Marks at the canvas' edge that point to what is selected and out of sight.

use glam::Vec2;

use super::tools::EditorView;
use crate::app::looking::picking;
use crate::platform::plain;

/// Of more bodies out of sight one mark tells the number.
const MOST: usize = 6;
/// Of more selected bodies none are marked.
const MANY: usize = 500;
/// Distance from the edge. Pixels.
const MARGIN: f32 = 18.0;
/// A press this near is on the mark. Pixels.
const REACH: f32 = 12.0;

#[derive(Clone, Debug, PartialEq)]
pub struct EdgeMark {
    /// Pixels.
    pub at: Vec2,
    /// Unit vector on the screen.
    pub toward: Vec2,
    pub label: String,
    /// The body that is gone to; the first of several.
    pub body: u32,
}

impl EditorView<'_> {
    pub fn edge_marks(&self) -> Vec<EdgeMark> {
        let selection = self.looking.selection();
        if selection.len() > MANY {
            return Vec::new();
        }
        let (view, canvas) = (self.view(), self.view().canvas);
        let frame = view.frame();
        let out: Vec<(u32, Vec2)> = selection
            .iter()
            .filter(|body| !self.looking.veils.hides(**body))
            .filter_map(|body| {
                let bounds = picking::bounds(self.world(), &frame, [*body])?;
                let corners =
                    [bounds.min, bounds.max].map(|at| view.screen_from_world(frame.world_point(at)));
                let (min, max) = (corners[0].min(corners[1]), corners[0].max(corners[1]));
                let is_out = max.cmplt(canvas.min).any() || min.cmpgt(canvas.max).any();
                is_out.then(|| (*body, min.midpoint(max)))
            })
            .filter(|(_, at)| at.is_finite())
            .collect();
        let inner = canvas.grow(Vec2::splat(-MARGIN));
        let half = 0.5 * inner.size();
        if half.min_element() <= 0.0 {
            return Vec::new();
        }
        let mark = |body: u32, at: Vec2, label: String| {
            let way = at - canvas.center();
            // As far as the nearer side.
            let share = (half / way.abs().max(Vec2::splat(1.0e-3))).min_element().min(1.0);
            EdgeMark { at: canvas.center() + way * share, toward: way.normalize_or(Vec2::X), label, body }
        };
        match out.as_slice() {
            [] => Vec::new(),
            [(first, _), ..] if out.len() > MOST => {
                let middle = out.iter().map(|(_, at)| *at).sum::<Vec2>() / out.len() as f32;
                vec![mark(*first, middle, format!("{} selected", out.len()))]
            }
            few => {
                let name = |body: u32| self.scene.shown_name(body).into_owned();
                few.iter()
                    .map(|(body, at)| mark(*body, *at, plain::label(&name(*body)).into_owned()))
                    .collect()
            }
        }
    }

    /// The mark under a screen point.
    pub fn edge_mark_at(&self, screen: Vec2) -> Option<EdgeMark> {
        self.edge_marks().into_iter().find(|mark| mark.at.distance(screen) <= REACH)
    }
}
