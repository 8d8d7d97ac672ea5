//! Bounding circles.

use super::clip::Outline;
use super::{Pen, Picture};
use crate::display::{Dash, Source, Stroke};
use crate::theme::Theme;

/// The layer's line.
pub(super) fn stroke(theme: &Theme) -> Stroke {
    Stroke::solid(1.25, theme.bounding).dashed(Dash::Dotted)
}

pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    for (index, body) in picture.visible_bodies(pen) {
        let circle = body.bounding_circle();
        let center = picture.view.screen_from_world(circle.center);
        let outline = Outline::Round { center, radius: circle.radius * picture.view.scale };
        let stroke = Some(stroke(picture.theme));
        outline.draw(&mut pen.list, Source::Body(index), &pen.canvas, None, stroke);
    }
}
