//! Axis-aligned bounding boxes. In a body's frame they are turned, because they are along the world's axes.

use collide2d::Aabb;

use crate::picture::display::{Dash, Source, Stroke};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::outline::Outline;
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

fn stroke(theme: &Theme) -> Stroke {
    Stroke::solid(1.0, theme.aabb).dashed(Dash::DashDot)
}

/// The line of a candidate pair's box.
fn candidate_stroke(theme: &Theme) -> Stroke {
    Stroke::solid(1.25, theme.aabb)
}

/// Alpha of the overlap of two boxes.
const FILL: f32 = 0.3;
/// Most pairs whose overlap is filled.
const MOST_FILLED: usize = 500;

/// AABBs of the broad phase's candidate pairs and their overlaps, drawn whether the layer is on or off.
pub(in crate::picture::overlay) fn draw_broad_phase(picture: &Picture, pen: &mut Pen) {
    let pairs = &picture.options.extras.broad_phase;
    let fill = picture.theme.aabb.alpha(FILL);
    for (a, b) in pairs.iter().take(MOST_FILLED) {
        let boxes = [a, b].map(|index| picture.body(*index).map(|body| body.aabb()));
        let [Some(a_box), Some(b_box)] = boxes else { continue };
        let shared = Aabb { min: a_box.min.max(b_box.min), max: a_box.max.min(b_box.max) };
        if shared.min.cmple(shared.max).all() {
            let outline = Outline::Closed(picture.box_corners(shared));
            outline.draw(&mut pen.list, Source::Pair(*a, *b), &pen.canvas, Some(fill), None);
        }
    }
    let mut are_candidates = vec![false; picture.world.bodies().len()];
    for index in pairs.iter().flat_map(|(a, b)| [*a, *b]) {
        if let Some(is_candidate) = are_candidates.get_mut(index as usize) {
            *is_candidate = true;
        }
    }
    let shown = pen.visible_bodies(picture);
    for (index, body) in shown.filter(|(index, _)| are_candidates.get(*index as usize) == Some(&true)) {
        let corners = picture.box_corners(body.aabb());
        let stroke = Some(candidate_stroke(picture.theme));
        Outline::Closed(corners).draw(&mut pen.list, Source::Body(index), &pen.canvas, None, stroke);
    }
}

/// Rows of the legend for what [`draw_broad_phase`] draws.
pub(in crate::picture::overlay) fn entries_of_broad_phase(picture: &Picture) -> Vec<LegendEntry> {
    if picture.options.extras.broad_phase.is_empty() {
        return Vec::new();
    }
    let aabb = LegendEntry::new("AABB of a candidate pair", |pen, at| {
        at.draw(pen, at.square(), candidate_stroke(at.theme));
    });
    let shared = LegendEntry::new("where two AABBs overlap", |pen, at| {
        let fill = Some(at.theme.aabb.alpha(FILL));
        at.square().draw(&mut pen.list, Source::Frame, &pen.canvas, fill, None);
    });
    vec![aabb.brief("candidate AABB"), shared.brief("overlap of AABBs")]
}

pub(in crate::picture::overlay) const INFO: LayerInfo =
    LayerInfo::new("AABBs", "Axis-aligned bounding boxes", sample, |_| {
        vec![LegendEntry::new("AABB", sample)]
    })
    .key(7)
    .in_render();

fn sample(pen: &mut Pen, at: &Swatch) {
    at.draw(pen, at.square(), stroke(at.theme));
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    for (index, body) in pen.visible_bodies(picture) {
        let corners = picture.box_corners(body.aabb());
        let stroke = Some(stroke(picture.theme));
        Outline::Closed(corners).draw(&mut pen.list, Source::Body(index), &pen.canvas, None, stroke);
    }
}
