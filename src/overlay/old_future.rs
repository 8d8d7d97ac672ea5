//! The bodies as they were at this frame before the last edit.

use super::pen::Pen;
use super::picture::Picture;
use crate::display::{Dash, Source, Stroke};
use crate::theme::Theme;

/// The layer's line.
pub(super) fn stroke(theme: &Theme) -> Stroke {
    Stroke::solid(1.25, theme.text_quiet.alpha(0.6)).dashed(Dash::DashDot)
}

pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    let stroke = stroke(picture.theme);
    let (visible, canvas) = (pen.visible, pen.canvas);
    let bodies = &picture.options.extras.old_future;
    for (index, body) in (0..).zip(bodies.iter()) {
        let now = picture.world.bodies().get(index as usize);
        let same = now.is_some_and(|now| now.pose() == body.pose() && now.shape() == body.shape());
        if !same && body.aabb().overlaps(&visible) {
            picture.outline(body).draw(&mut pen.list, Source::Body(index), &canvas, None, Some(stroke));
        }
    }
}
