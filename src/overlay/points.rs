//! Contact points.

use glam::Vec2;

use super::layer::{LayerInfo, LegendEntry, Swatch};
use super::pen::Pen;
use super::picture::Picture;
use crate::display::{Item, Rect, Source, Stroke};
use crate::theme::Theme;

/// The marker of a contact with a ground.
pub(super) fn plain(center: Vec2, theme: &Theme) -> Item {
    marker(center, false, theme)
}

/// The marker of a contact point: a disc with a rim in the canvas's colour.
fn marker(center: Vec2, looked: bool, theme: &Theme) -> Item {
    sized(center, if looked { (5.0, 2.0) } else { (3.5, 1.5) }, theme)
}

fn sized(center: Vec2, (radius, rim): (f32, f32), theme: &Theme) -> Item {
    let stroke = Some(Stroke::solid(rim, theme.background));
    Item::Circle { center, radius, fill: Some(theme.contact), stroke }
}

pub(super) const INFO: LayerInfo = LayerInfo {
    label: "Contact points",
    tooltip: "Where the shapes touch",
    key: Some(3),
    on: true,
    legend: |_| vec![LegendEntry::new("contact point", sample).brief("contact")],
    sample,
};

fn sample(pen: &mut Pen, at: &Swatch) {
    pen.list.push(Source::Frame, marker(at.center, true, at.theme));
}

pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    for (pair, contact, looked) in pen.contacts(picture) {
        let scale = picture.mark_scale(pair);
        for (position, _) in &contact.points {
            if !pen.visible.contains(*position) {
                continue;
            }
            let center = picture.view.screen_from_world(*position);
            pen.space.take(Rect::around(center, Vec2::splat(if looked { 14.0 } else { 7.0 })));
            let marker = if looked {
                marker(center, true, picture.theme)
            } else {
                sized(center, (3.5 * scale, 1.5 * scale), picture.theme)
            };
            pen.list.push(Source::Pair(pair.a, pair.b), marker);
        }
    }
}
