//! Contact normals: arrows from the contact, on B's surface, toward A.

use glam::Vec2;

use super::layer::{LayerInfo, LegendEntry, Swatch};
use super::pen::{Crowding, Pen, not_shown};
use super::picture::Picture;
use crate::display::{Item, Source, Stroke};
use crate::theme::Theme;

/// The layer's arrow. `along`: screen direction times length.
fn arrow(from: Vec2, along: Vec2, looked: bool, theme: &Theme) -> Item {
    let (width, head) = if looked { (2.5, 12.0) } else { (1.75, (along.length() * 0.45).min(8.0)) };
    Item::Arrow { from, to: from + along, stroke: Stroke::solid(width, theme.normal), head }
}

/// Length of an arrow at any zoom; smaller bodies have shorter ones. Pixels.
const LENGTH: (f32, f32) = (13.0, 34.0);
/// Length of the selected pair's arrow. Pixels.
const LOOKED_LENGTH: f32 = 56.0;

pub(super) const INFO: LayerInfo = LayerInfo {
    label: "Normals",
    tooltip: "Unit vectors on b toward a",
    key: Some(4),
    on: true,
    legend: |_| vec![LegendEntry::new("contact normal, toward A", sample).brief("normal on B, toward A")],
    sample,
};

fn sample(pen: &mut Pen, at: &Swatch) {
    pen.list.push(Source::Frame, arrow(at.left, at.right - at.left, false, at.theme));
}

pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    let (mut left_out, mut hidden) = (false, 0_usize);
    for (pair, contact, looked) in pen.contacts(picture) {
        if picture.is_tiny(pair, looked) {
            left_out = true;
            continue;
        }
        let crowding = pen.crowding(pair);
        if crowding == Crowding::Hidden {
            hidden += contact.points.len();
            continue;
        }
        let theme = Theme { normal: picture.theme.normal.alpha(crowding.alpha()), ..*picture.theme };
        let smaller = picture.smaller_radius(pair);
        let scale = picture.mark_scale(pair);
        let length = if looked { LOOKED_LENGTH } else { smaller.clamp(LENGTH.0, LENGTH.1) * scale };
        let along = picture.view.screen_direction(contact.normal) * length;
        for (position, _) in &contact.points {
            if pen.visible.contains(*position) {
                let from = picture.view.screen_from_world(*position);
                pen.list.push(Source::Pair(pair.a, pair.b), arrow(from, along, looked, &theme));
            }
        }
    }
    if hidden > 0 {
        pen.notes.push(not_shown(hidden, "normal"));
    }
    if left_out {
        pen.notes.push("normals and depths of bodies of a few pixels not shown".to_owned());
    }
}
