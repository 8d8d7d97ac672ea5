//! Bounding circles.

use collide2d::Body;

use crate::picture::display::{Dash, Source, Stroke};
use crate::picture::overlay::Layer;
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::outline::Outline;
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

fn stroke(theme: &Theme) -> Stroke {
    Stroke::solid(1.25, theme.bounding).dashed(Dash::Dotted)
}

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Bounding circles",
    "Bounding circles, which are tested first (early-out)",
    sample,
    |_| vec![LegendEntry::new("bounding circle", sample)],
)
.key(8)
.in_render();

fn sample(pen: &mut Pen, at: &Swatch) {
    at.draw(pen, Outline::Round { center: at.center, radius: 8.0 }, stroke(at.theme));
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    for (index, body) in pen.visible_bodies(picture) {
        draw_one(picture, pen, index, body);
    }
}

/// The row of the legend where only the selected pair has its circles, because they end its test early.
pub(in crate::picture::overlay) fn entries_of_pair(picture: &Picture) -> Option<LegendEntry> {
    let on = |layer| picture.options.layers.has(layer);
    let ends_test = picture.selected_trace().is_some_and(|(.., trace)| trace.local.early_out);
    let is_drawn = on(Layer::Axes) && !on(Layer::BoundingCircles) && ends_test;
    is_drawn.then(|| LegendEntry::new("bounding circle", sample))
}

/// Draws the bounding circles of the selected pair where they end its test early: of a chain or several shapes that of what
/// is tested.
pub(in crate::picture::overlay) fn draw_pair(picture: &Picture, pen: &mut Pen) {
    let Some((a, b)) = picture.options.selected_pair.filter(|_| pen.circles_decide) else { return };
    for (index, body) in [a, b].into_iter().zip(picture.selected_bodies().into_iter().flatten()) {
        draw_one(picture, pen, index, body);
    }
}

fn draw_one(picture: &Picture, pen: &mut Pen, index: u32, body: &Body) {
    let circle = body.bounding_circle();
    let center = picture.view.screen_from_world(circle.center);
    let outline = Outline::Round { center, radius: circle.radius * picture.view.scale };
    let stroke = Some(stroke(picture.theme));
    outline.draw(&mut pen.list, Source::Body(index), &pen.canvas, None, stroke);
}
