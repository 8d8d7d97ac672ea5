//! Velocity arrows: the displacement in a quarter of a second.

use glam::Vec2;

use crate::picture::display::{Item, Rect, Source, Stroke};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

/// An arrow is the body's displacement in this time. Seconds.
pub const WAY_OF: f32 = 0.25;
/// Shorter arrows are not drawn. Pixels.
const SHORTEST: f32 = 3.0;
/// Longer arrows are cut. Pixels.
const LONGEST: f32 = 4096.0;

/// The arrow has a ring at its tail, which tells it from a normal.
fn arrow(from: Vec2, to: Vec2, theme: &Theme) -> [Item; 2] {
    let stroke = Stroke::solid(1.75, theme.velocity);
    let head = (from.distance(to) * 0.5).min(9.0);
    let ring = Item::Circle { center: from, radius: 3.0, fill: Some(theme.background), stroke: Some(stroke) };
    [Item::Arrow { from, to, stroke, head }, ring]
}

pub(in crate::picture::overlay) const INFO: LayerInfo =
    LayerInfo::new("Velocities", "Velocity arrows", sample, |picture| {
        let may_move = picture.world.bodies().iter().any(|body| !body.is_static());
        may_move.then(|| LegendEntry::new("velocity: way of 0.25 s", sample)).into_iter().collect()
    })
    .key(9)
    .in_render();

fn sample(pen: &mut Pen, at: &Swatch) {
    pen.push_all(Source::Frame, arrow(at.left + Vec2::X * 3.0, at.right, at.theme));
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    for (index, body) in pen.visible_bodies(picture) {
        let along = picture.view.screen_direction(body.velocity()) * (WAY_OF * picture.view.scale);
        if along.length() < SHORTEST {
            continue;
        }
        // Of the point that moves so: a kinematic body turns about its position.
        let from = picture.view.screen_from_local(body.pose(), body.local_center());
        pen.space.take(Rect::around(from, Vec2::splat(8.0)));
        let arrow = arrow(from, from + along.clamp_length_max(LONGEST), picture.theme);
        pen.push_all(Source::Body(index), arrow);
    }
}
