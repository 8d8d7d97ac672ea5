//! The bodies at this frame as computed before the last edit.

use super::layer::{LayerInfo, LegendEntry, Swatch};
use super::pen::Pen;
use super::picture::Picture;
use crate::display::{Dash, Source, Stroke};
use crate::theme::Theme;

/// The layer's line.
fn stroke(theme: &Theme) -> Stroke {
    Stroke::solid(1.25, theme.text_quiet.alpha(0.6)).dashed(Dash::DashDot)
}

pub(super) const INFO: LayerInfo = LayerInfo {
    label: "Old future",
    tooltip: "After an edit at a past frame: the bodies as computed before it",
    key: None,
    on: true,
    legend: entries,
    sample,
};

fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let is_shown = !picture.options.extras.old_future.is_empty();
    is_shown.then(|| LegendEntry::new("here before the last edit", sample)).into_iter().collect()
}

fn sample(pen: &mut Pen, at: &Swatch) {
    at.draw(pen, at.square(), stroke(at.theme));
}

pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    let stroke = stroke(picture.theme);
    let (visible, canvas) = (pen.visible, pen.canvas);
    let bodies = &picture.options.extras.old_future;
    for (index, body) in (0..).zip(bodies.iter()) {
        let now = picture.world.bodies().get(index as usize);
        let same = now.is_some_and(|now| now.pose() == body.pose() && now.shape() == body.shape());
        if !same && !body.is_removed() && body.aabb().overlaps(&visible) {
            picture.outline(body).draw(&mut pen.list, Source::Body(index), &canvas, None, Some(stroke));
        }
    }
}
