//! Axis-aligned bounding boxes.

use super::clip::Outline;
use super::{Pen, Picture};
use crate::display::{Dash, Source, Stroke};
use crate::theme::Theme;

/// The layer's line.
pub(super) fn stroke(theme: &Theme) -> Stroke {
    Stroke::solid(1.0, theme.aabb).dashed(Dash::DashDot)
}

pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    for (index, body) in picture.visible_bodies(pen) {
        let corners = picture.screen_box(body).corners().to_vec();
        let stroke = Some(stroke(picture.theme));
        Outline::Closed(corners).draw(&mut pen.list, Source::Body(index), &pen.canvas, None, stroke);
    }
}
