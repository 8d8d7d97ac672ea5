//! Normal and friction impulses of the last step. The longest arrow has the same length at every zoom.
//! Impulses are drawn as they act on `a`, or on `b` where `a` cannot move.

use collide2d::ContactSource;
use glam::Vec2;

use super::layer::{LayerInfo, LegendEntry, Sample, Swatch};
use super::pen::Pen;
use super::picture::Picture;
use crate::display::{Dash, Item, Source, Stroke};
use crate::stages::PointImpulse;
use crate::theme::Theme;

/// Length of the longest arrow. Pixels.
const LONGEST: f32 = 90.0;
/// Shorter ones are not drawn. Pixels.
const SHORTEST: f32 = 3.0;

/// The arrow of an impulse; friction is dashed.
fn arrow(from: Vec2, to: Vec2, friction: bool, theme: &Theme) -> Item {
    let stroke = Stroke::solid(if friction { 2.0 } else { 3.0 }, theme.impulse);
    let stroke = if friction { stroke.dashed(Dash::Dashed) } else { stroke };
    Item::Arrow { from, to, stroke, head: (from.distance(to) * 0.5).min(10.0) }
}

pub(super) const INFO: LayerInfo = LayerInfo {
    label: "Impulses",
    tooltip: "Impulses and friction of the last step",
    key: None,
    on: false,
    legend: entries,
    sample,
};

fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let normal = match largest(&picture.options.extras.impulses) {
        Some(largest) => format!("impulse of the last step, longest {largest:.3} N·s"),
        None => "impulse of the last step".to_owned(),
    };
    let friction: Sample = |pen, at| pen.list.push(Source::Frame, arrow(at.left, at.right, true, at.theme));
    vec![
        LegendEntry::new(normal, sample),
        LegendEntry::new("impulse of friction", friction).brief("friction"),
    ]
}

fn sample(pen: &mut Pen, at: &Swatch) {
    pen.list.push(Source::Frame, arrow(at.left, at.right, false, at.theme));
}

fn largest(impulses: &[PointImpulse]) -> Option<f32> {
    let sizes = impulses.iter().flat_map(|point| [point.impulse.abs(), point.friction.abs()]);
    sizes.reduce(f32::max).filter(|largest| *largest > 0.0 && largest.is_finite())
}

pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    let impulses = &picture.options.extras.impulses;
    let Some(largest) = largest(impulses) else { return };
    for point in impulses.iter().filter(|point| pen.visible.contains(point.position)) {
        let from = picture.view.screen_from_world(point.position);
        let on_b = picture.body(point.source.a()).is_some_and(|a| a.inverse_mass() == 0.0);
        let normal = if on_b { -point.normal } else { point.normal };
        let tangent = Vec2::new(normal.y, -normal.x);
        for (direction, size, friction) in [(tangent, point.friction, true), (normal, point.impulse, false)] {
            let along = picture.view.screen_direction(direction) * (size / largest * LONGEST);
            if along.length() >= SHORTEST {
                let source = match point.source {
                    ContactSource::Pair(pair) => Source::Pair(pair.a(), pair.b()),
                    ContactSource::Generated { generator, .. } => Source::Generator(generator),
                };
                pen.list.push(source, arrow(from, from + along, friction, picture.theme));
            }
        }
    }
}
