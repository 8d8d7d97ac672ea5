//! Inside a step: the bodies that the stage moved, where they were before it; of a recording two that crossed, where they were
//! in the frame before.

use collide2d::Pose;

use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Color, Dash, Source, Stroke};
use crate::picture::overlay::Extras;
use crate::picture::overlay::layer::{LegendEntry, Swatch};
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

const MOST: usize = 500;
/// A shorter way is not drawn. Pixels.
const SHORTEST_WAY: f32 = 2.0;

fn stroke(color: Color) -> Stroke {
    Stroke::solid(1.0, color.alpha(0.7)).dashed(Dash::Dashed)
}

/// Draws their outlines there, and the ways of their centres.
pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let canvas = pen.canvas;
    for (index, before) in picture.options.extras.previous.iter().take(MOST) {
        let Some(body) = picture.body(*index).filter(|body| !body.is_removed()) else { continue };
        let source = Source::Body(*index);
        let stroke = stroke(picture.pair_color(*index).unwrap_or(picture.theme.body_dynamic));
        picture.outline_at(body, before).draw(&mut pen.list, source, &canvas, None, Some(stroke));
        let center = |pose: &Pose| picture.view.screen_from_local(pose, body.shape().centroid());
        let (from, to) = (center(before), center(body.pose()));
        if from.distance(to) >= SHORTEST_WAY {
            pen.list.segments(source, clip_segment(from, to, &canvas), stroke);
        }
    }
}

pub(in crate::picture::overlay) fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let Extras { previous, is_frame_before, .. } = &*picture.options.extras;
    let words = if *is_frame_before { "in the frame before" } else { "before this stage" };
    (!previous.is_empty()).then(|| LegendEntry::new(words, sample)).into_iter().collect()
}

fn sample(pen: &mut Pen, at: &Swatch) {
    let Theme { body_dynamic, .. } = *at.theme;
    at.draw(pen, at.square(), stroke(body_dynamic));
}
