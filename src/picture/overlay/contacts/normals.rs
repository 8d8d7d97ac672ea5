//! Contact normals: arrows from the contact, on the second body toward the first, which is A of the selected pair.

use glam::Vec2;

use crate::picture::display::{Item, ItemPart, Source, Stroke};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::pen::{Crowding, Pen, VisibleContact, not_shown};
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;
use crate::report::PairReport;

/// The layer's arrow. `along`: screen direction times length.
pub(in crate::picture::overlay) fn arrow(
    from: Vec2,
    along: Vec2,
    selected_pair: bool,
    theme: &Theme,
) -> Item {
    let (width, head) = if selected_pair { (2.5, 12.0) } else { (1.75, (along.length() * 0.45).min(8.0)) };
    Item::Arrow { from, to: from + along, stroke: Stroke::solid(width, theme.normal), head }
}

/// Length of an arrow at any zoom; smaller bodies have shorter ones. Pixels.
pub(in crate::picture::overlay) const LENGTH: (f32, f32) = (13.0, 34.0);
/// Among more contacts labels may lie on arrows.
const KEPT_CLEAR: usize = 64;
/// Alpha of the arrow of a contact that waits for a place.
pub(in crate::picture::overlay) const WAITING: f32 = 0.5;
/// Length of the selected pair's arrow. Pixels.
const LOOKED_LENGTH: f32 = 56.0;

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Normals",
    "Unit vectors on the second body of a pair, toward the first: of the selected pair toward A",
    sample,
    legend,
)
.key(4)
.on()
.in_render();

fn legend(picture: &Picture) -> Vec<LegendEntry> {
    let touching = || picture.report.pairs.iter().filter(|pair| pair.contact.is_some());
    let is_selected = |pair: &&PairReport| Some((pair.a, pair.b)) == picture.options.selected_pair;
    let of_pair = touching().any(|pair| is_selected(&pair));
    let of_others = touching().any(|pair| !is_selected(&pair));
    let (text, brief) = match (of_pair, of_others, picture.has_ground_contacts()) {
        (false, false, false) => return Vec::new(),
        (false, false, true) => ("contact normal, off the ground", "normal, off the ground"),
        (false, true, _) => {
            ("contact normal, toward the first of the two", "normal, toward the first of the two")
        }
        (true, false, false) => ("contact normal, toward A", "normal, toward A"),
        (true, true, _) | (true, _, true) => {
            ("contact normal: toward A, else toward the first", "normal: toward A, else toward the first")
        }
    };
    vec![LegendEntry::new(text, sample).brief(brief)]
}

fn sample(pen: &mut Pen, at: &Swatch) {
    pen.list.push(Source::Frame, arrow(at.left, at.right - at.left, false, at.theme));
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let (mut left_out, mut hidden) = (false, 0_usize);
    let has_room = pen.contacts(picture).count() <= KEPT_CLEAR;
    for visible in pen.contacts(picture) {
        let VisibleContact { pair, contact, is_selected, radius } = visible;
        if visible.is_tiny() {
            left_out = true;
            continue;
        }
        let crowding = pen.crowding(pair);
        if crowding == Crowding::Hidden {
            hidden += contact.points.len();
            continue;
        }
        let waits = if pair.waiting_since.is_some() { WAITING } else { 1.0 };
        let normal = picture.theme.normal.alpha(crowding.alpha() * waits);
        let theme = Theme { normal, ..*picture.theme };
        let scale = visible.mark_scale();
        let length = if is_selected { LOOKED_LENGTH } else { radius.clamp(LENGTH.0, LENGTH.1) * scale };
        let along = picture.view.screen_direction(contact.normal) * length;
        for (position, _) in &contact.points {
            if pen.visible.contains(*position) {
                let from = picture.view.screen_from_world(*position);
                if is_selected || has_room {
                    pen.take_line(from, from + along);
                }
                let part = ItemPart::Normal { toward: pair.a };
                let arrow = arrow(from, along, is_selected, &theme);
                pen.list.push(Source::Pair(pair.a, pair.b).part(part), arrow);
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
