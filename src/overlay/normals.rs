//! Contact normals: arrows from the contact. That of the selected pair points toward A, any other away from
//! the heavier body, of two equal masses toward the first; static and kinematic ones are infinitely heavy.

use glam::Vec2;

use super::layer::{LayerInfo, LegendEntry, Swatch};
use super::pen::{Crowding, Pen, not_shown};
use super::picture::Picture;
use crate::display::{Item, Source, Stroke};
use crate::theme::Theme;

/// The layer's arrow. `along`: screen direction times length.
pub(super) fn arrow(from: Vec2, along: Vec2, looked: bool, theme: &Theme) -> Item {
    let (width, head) = if looked { (2.5, 12.0) } else { (1.75, (along.length() * 0.45).min(8.0)) };
    Item::Arrow { from, to: from + along, stroke: Stroke::solid(width, theme.normal), head }
}

/// Length of an arrow at any zoom; smaller bodies have shorter ones. Pixels.
pub(super) const LENGTH: (f32, f32) = (13.0, 34.0);
/// Among more contacts labels may lie on arrows.
const KEPT_CLEAR: usize = 64;
/// Alpha of the arrow of a contact that waits for a place.
pub(super) const WAITING: f32 = 0.5;
/// Length of the selected pair's arrow. Pixels.
const LOOKED_LENGTH: f32 = 56.0;

pub(super) const INFO: LayerInfo = LayerInfo {
    label: "Normals",
    tooltip: "Unit vectors: of the selected pair toward A, else away from the heavier body, of equals toward the first",
    key: Some(4),
    on: true,
    legend,
    sample,
};

fn legend(picture: &Picture) -> Vec<LegendEntry> {
    let (mut of_pair, mut away, mut of_equals) = (false, picture.has_ground_contacts(), false);
    for pair in picture.report.pairs.iter().filter(|pair| pair.contact.is_some()) {
        if Some((pair.a, pair.b)) == picture.options.looked {
            of_pair = true;
        } else if mass(picture, pair.a) == mass(picture, pair.b) {
            of_equals = true;
        } else {
            away = true;
        }
    }
    let (text, brief) = match (of_pair, away, of_equals) {
        (false, false, false) => return Vec::new(),
        (true, false, false) => ("contact normal, toward A", "normal, toward A"),
        (true, true, false) => {
            ("contact normal: toward A, else off the heavier", "normal: toward A, else off the heavier")
        }
        (true, false, true) => {
            ("contact normal: toward A, else toward the first", "normal: toward A, else toward the first")
        }
        (true, true, true) => (
            "contact normal: toward A, else off the heavier, of equals toward the first",
            "normal: toward A, else off the heavier, of equals toward the first",
        ),
        (false, true, false) => {
            ("contact normal, away from what is fixed or heavier", "normal, off the heavier")
        }
        (false, false, true) => {
            ("contact normal, toward the first of two equals", "normal, toward the first")
        }
        (false, true, true) => (
            "contact normal, off the heavier, of equals toward the first",
            "normal, off the heavier, of equals toward the first",
        ),
    };
    vec![LegendEntry::new(text, sample).brief(brief)]
}

/// A body's mass; of one that is static or kinematic it is infinite.
fn mass(picture: &Picture, index: u32) -> f32 {
    picture.body(index).map_or(0.0, |body| body.mass())
}

/// The direction of the arrow of a normal that points toward `a`, world axes.
pub(super) fn direction(picture: &Picture, (a, b): (u32, u32), normal: Vec2, looked: bool) -> Vec2 {
    let a_is_heavier = !looked && mass(picture, a) > mass(picture, b);
    if a_is_heavier { -normal } else { normal }
}

fn sample(pen: &mut Pen, at: &Swatch) {
    pen.list.push(Source::Frame, arrow(at.left, at.right - at.left, false, at.theme));
}

pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    let (mut left_out, mut hidden) = (false, 0_usize);
    let has_room = pen.contacts(picture).count() <= KEPT_CLEAR;
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
        let waits = if pair.waiting_since.is_some() { WAITING } else { 1.0 };
        let normal = picture.theme.normal.alpha(crowding.alpha() * waits);
        let theme = Theme { normal, ..*picture.theme };
        let smaller = picture.smaller_radius(pair);
        let scale = picture.mark_scale(pair);
        let length = if looked { LOOKED_LENGTH } else { smaller.clamp(LENGTH.0, LENGTH.1) * scale };
        let along =
            picture.view.screen_direction(direction(picture, (pair.a, pair.b), contact.normal, looked))
                * length;
        for (position, _) in &contact.points {
            if pen.visible.contains(*position) {
                let from = picture.view.screen_from_world(*position);
                if looked || has_room {
                    pen.take_line(from, from + along);
                }
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
