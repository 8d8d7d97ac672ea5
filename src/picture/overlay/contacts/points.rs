//! Contact points.

use glam::Vec2;

use crate::picture::display::{Item, ItemPart, Rect, Source, Stroke};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Scope, Swatch};
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

/// The marker of a contact with a ground.
pub(in crate::picture::overlay) fn plain(center: Vec2, waits: bool, theme: &Theme) -> Item {
    let form = if waits { ring } else { sized };
    form(center, (3.5, 1.5), theme)
}

/// The marker of a contact point: a disc with a rim in the canvas's colour.
fn sized(center: Vec2, (radius, rim): (f32, f32), theme: &Theme) -> Item {
    let stroke = Some(Stroke::solid(rim, theme.background));
    Item::Circle { center, radius, fill: Some(theme.contact), stroke }
}

/// The marker of a contact that waits for a place: a ring.
fn ring(center: Vec2, (radius, rim): (f32, f32), theme: &Theme) -> Item {
    let stroke = Some(Stroke::solid(rim, theme.contact));
    Item::Circle { center, radius, fill: Some(theme.background), stroke }
}

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo {
    label: "Contact points",
    tooltip: "Where the shapes touch",
    key: Some(3),
    on: true,
    scope: Scope::Frame,
    in_render: true,
    legend,
    sample,
};

fn legend(picture: &Picture) -> Vec<LegendEntry> {
    let point = LegendEntry::new("contact point", sample).brief("contact");
    let waits = picture.report.pairs.iter().any(|pair| pair.waiting_since.is_some())
        || picture
            .report
            .generated
            .iter()
            .any(|generated| generated.made.b.is_none() && generated.made.waiting);
    let waiting = LegendEntry::new("contact that waits for a place", waiting_sample).brief("waiting");
    let point = picture.has_contacts().then_some(point);
    point.into_iter().chain(waits.then_some(waiting)).collect()
}

fn waiting_sample(pen: &mut Pen, at: &Swatch) {
    pen.list.push(Source::Frame, ring(at.center, (5.0, 2.0), at.theme));
}

fn sample(pen: &mut Pen, at: &Swatch) {
    pen.list.push(Source::Frame, sized(at.center, (5.0, 2.0), at.theme));
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    for (pair, contact, selected_pair) in pen.contacts(picture) {
        let scale = picture.mark_scale(pair);
        for (position, _) in &contact.points {
            if !pen.visible.contains(*position) {
                continue;
            }
            let center = picture.view.screen_from_world(*position);
            pen.space.take(Rect::around(center, Vec2::splat(if selected_pair { 14.0 } else { 7.0 })));
            let size = if selected_pair { (5.0, 2.0) } else { (3.5 * scale, 1.5 * scale) };
            let form = if pair.waiting_since.is_some() { ring } else { sized };
            let marker = form(center, size, picture.theme);
            pen.list.push(Source::Pair(pair.a, pair.b).part(ItemPart::Point), marker);
        }
    }
}
