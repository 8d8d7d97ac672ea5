//! The bodies at this frame as computed before the last edit.

use collide2d::Body;

use crate::picture::display::{Dash, Source, Stroke};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Scope, Swatch};
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

const MOST: usize = 2000;

/// The layer's line.
fn stroke(theme: &Theme) -> Stroke {
    Stroke::solid(1.25, theme.text_quiet.alpha(0.6)).dashed(Dash::DashDot)
}

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo {
    label: "Old future",
    tooltip: "After an edit at a past frame: the bodies as computed before it",
    key: None,
    on: true,
    scope: Scope::Steps,
    in_render: false,
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

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let stroke = stroke(picture.theme);
    let (visible, canvas) = (pen.visible, pen.canvas);
    let bodies = (0..).zip(&picture.options.extras.old_future);
    let is_shown = |(index, body): &(u32, &Body)| {
        let now = picture.world.bodies().get(*index as usize);
        let same = now.is_some_and(|now| now.pose() == body.pose() && now.shape() == body.shape());
        !same && !body.is_removed() && body.aabb().overlaps(&visible)
    };
    let mut shown = bodies.filter(is_shown);
    for (index, body) in shown.by_ref().take(MOST) {
        picture.outline(body).draw(&mut pen.list, Source::Body(index), &canvas, None, Some(stroke));
    }
    let left_out = shown.count();
    if left_out > 0 {
        let bodies = if left_out == 1 { "body" } else { "bodies" };
        pen.notes.push(format!("{left_out} {bodies} of the old future not shown"));
    }
}
