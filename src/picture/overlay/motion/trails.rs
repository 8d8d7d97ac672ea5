//! Trails: positions of the bodies' centres in the last frames.

use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Color, Dash, Item, Source, Stroke};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Scope, Swatch};
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;

fn stroke(color: Color) -> Stroke {
    Stroke::solid(1.5, color.alpha(0.65)).dashed(Dash::Dotted)
}

pub(in crate::picture::overlay) const INFO: LayerInfo =
    LayerInfo::new("Trails", "Past positions of the bodies' centres", sample, |_| {
        vec![LegendEntry::new("way of the centre up to now", sample)]
    })
    .scope(Scope::Frames);

fn sample(pen: &mut Pen, at: &Swatch) {
    let stroke = stroke(at.theme.body_dynamic);
    pen.list.push(Source::Frame, Item::Segments { lines: vec![[at.left, at.right]], stroke });
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let canvas = pen.canvas;
    for (index, places) in &picture.options.extras.trails {
        let color = picture.pair_color(*index).unwrap_or(picture.theme.body_dynamic);
        let screen: Vec<_> = places.iter().map(|place| picture.view.screen_from_world(*place)).collect();
        // A point within a pixel of the last one drawn is skipped.
        let mut points: Vec<glam::Vec2> = Vec::new();
        for (i, point) in screen.iter().enumerate() {
            let last = i + 1 == screen.len();
            if last || points.last().is_none_or(|drawn| drawn.distance_squared(*point) >= 1.0) {
                points.push(*point);
            }
        }
        let stroke = stroke(color);
        if points.len() >= 2 && canvas.holds(&points) {
            let item = Item::Path { points, closed: false, fill: None, stroke: Some(stroke) };
            pen.list.push(Source::Body(*index), item);
        } else {
            let ends = points.windows(2);
            let lines = ends.filter_map(|ends| match ends {
                [from, to] => clip_segment(*from, *to, &canvas),
                _ => None,
            });
            pen.list.segments(Source::Body(*index), lines, stroke);
        }
    }
}
