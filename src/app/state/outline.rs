//! Outlines of bodies: fitted shapes, and outlines read from drawings.

use std::path::Path;

use collide2d::{Body, Pose};

use super::AppState;
use crate::app::commands::change::Change;
use crate::app::hand::tools::new_body::new_body;
use crate::app::messages::Level;
use crate::elsewhere::fitting::{self, Fit};
use crate::elsewhere::svg_outline::SvgOutline;
use crate::platform::plain;
use crate::scene::{SceneBody, SceneShape};

/// Larger side of the outline of a new body. Metres.
const NEW_SIZE: f32 = 2.0;

impl AppState {
    /// Whether a selected body has an outline.
    pub(super) fn has_outline(&self) -> bool {
        let bodies = &self.scene().bodies;
        let mut selected = self.looking.selection().iter().filter_map(|&index| bodies.get(index as usize));
        selected.any(|body| body.outline.is_some())
    }

    /// The selected bodies with an outline get the shape that fits it.
    pub(super) fn fit_outline(&mut self, fit: Fit) {
        if self.selects_only_pieces() {
            return;
        }
        self.finish_gesture();
        let mut fitted = Vec::new();
        for (index, body) in self.seen().selected_bodies() {
            let Some(outline) = &body.outline else { continue };
            if fitting::hull(&fitting::exact(outline)).len() < 3 {
                let name = plain::label(&body.name);
                let text = format!("The outline of {name} lies on one line: no shape can be fitted to it.");
                return self.messages.push(Level::Warning, text);
            }
            fitted.extend(fitting::fitted(&body, fit).map(|body| (index, body)));
        }
        if fitted.is_empty() {
            return self.messages.push(Level::Info, "No selected body has an outline.");
        }
        self.edit(&Change::SetBodies(fitted));
        self.commit();
    }

    /// The selected bodies get the largest path of a drawing as their outline, as large as the shape of the first
    /// and around their positions. Without a selection a new body gets it, with its hull as the shape.
    pub(super) fn take_outline(&mut self, path: &Path) {
        if self.selects_only_pieces() {
            return;
        }
        self.finish_gesture();
        let outline = match SvgOutline::load(path) {
            Ok(outline) => outline,
            Err(text) => return self.messages.push(Level::Error, text),
        };
        let count = self.scene().bodies.len() as u32;
        let selected: Vec<u32> =
            self.looking.selection().iter().copied().filter(|index| *index < count).collect();
        let points = match selected.first() {
            Some(&first) => {
                let shape = self.run.world().body(first).map(Body::shape);
                let size = shape.map_or(NEW_SIZE, |shape| shape.aabb(&Pose::default()).size().max_element());
                let points = outline.sized(size);
                let count = points.len();
                self.edit(&Change::Outline(selected, Some(points))).then_some(count)
            }
            None => {
                let points = outline.sized(NEW_SIZE);
                let count = points.len();
                let shape = SceneShape::Polygon { points: fitting::hull_polygon(&points), radius: 0.0 };
                let position = self.seen().resolution().snap_point(self.showing.view().center);
                let body = SceneBody { outline: Some(points), ..new_body(shape, position) };
                let index = self.seen().next_index();
                let added = self.edit(&Change::AddBodies(vec![body]));
                if added {
                    self.looking.select(vec![index]);
                }
                added.then_some(count)
            }
        };
        self.commit();
        let Some(points) = points else { return };
        let of = match outline.lines {
            1 => "its only path".to_owned(),
            lines => format!("the largest of its {lines} paths"),
        };
        let text = format!("Outline of {points} points from {}: {of}.", plain::path(path));
        self.messages.push(Level::Info, text);
    }
}
