//! Centres of mass, about which the bodies rotate.

use glam::Vec2;

use crate::picture::display::{Item, Rect, Source, Stroke};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

/// Pixels.
const RADIUS: f32 = 5.0;
/// Smaller bodies have no marker. Pixels.
const SMALLEST: f32 = 8.0;

/// The usual centre-of-mass marker: a disc of four quarters, two of them dark.
fn marker(center: Vec2, theme: &Theme) -> [Item; 3] {
    let quarter = |from: f32| {
        let rim = (0..=6)
            .map(|i| center + Vec2::from_angle(from + i as f32 * std::f32::consts::FRAC_PI_6 * 0.5) * RADIUS);
        let points = std::iter::once(center).chain(rim).collect();
        Item::Path { points, closed: true, fill: Some(theme.text), stroke: None }
    };
    let stroke = Some(Stroke::solid(1.25, theme.text));
    let disc = Item::Circle { center, radius: RADIUS, fill: Some(theme.background), stroke };
    [disc, quarter(0.0), quarter(std::f32::consts::PI)]
}

pub(in crate::picture::overlay) const INFO: LayerInfo =
    LayerInfo::new("Centres of mass", "Centres of mass, about which the bodies rotate", sample, |_| {
        vec![LegendEntry::new("centre of mass", sample)]
    });

fn sample(pen: &mut Pen, at: &Swatch) {
    pen.push_all(Source::Frame, marker(at.center, at.theme));
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    for (index, body) in pen.visible_bodies(picture) {
        if body.is_static() || body.bounding_circle().radius * 2.0 * picture.view.scale < SMALLEST {
            continue;
        }
        let center = picture.view.screen_from_world(body.center());
        pen.space.take(Rect::around(center, Vec2::splat(2.0 * RADIUS)));
        pen.push_all(Source::Body(index), marker(center, picture.theme));
    }
}
