//! The bodies at this frame as computed before the last edit, those of kept runs, and of a second recording its bodies and
//! contacts.

use collide2d::Body;
use glam::Vec2;

use crate::picture::display::{Dash, Item, Source, Stroke};
use crate::picture::overlay::contacts::theirs::arrow;
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Sample, Scope, Swatch};
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

const MOST: usize = 2000;
/// Radius of the ring at a contact of a second recording, and length of its normal. Pixels.
const RING: f32 = 4.0;
const ARROW: f32 = 22.0;

/// The line of the kept run of this index: each of five has a colour and a pattern of its own.
pub fn kept_stroke(theme: &Theme, index: usize) -> Stroke {
    let (color, dash) = match index % 5 {
        0 => (theme.impulse, Dash::Dashed),
        1 => (theme.normal, Dash::DashDot),
        2 => (theme.velocity, Dash::Dotted),
        3 => (theme.theirs, Dash::Dashed),
        _ => (theme.depth, Dash::DashDot),
    };
    Stroke::solid(1.5, color).dashed(dash)
}

fn stroke(theme: &Theme) -> Stroke {
    Stroke::solid(1.25, theme.text_quiet.alpha(0.6)).dashed(Dash::DashDot)
}

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Old future",
    "After an edit at a past frame the bodies as computed before it; and those of runs kept to compare",
    sample,
    entries,
)
.on()
.scope(Scope::Frames);

fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let extras = &picture.options.extras;
    let old = (!extras.old_future.is_empty()).then(|| LegendEntry::new("here before the last edit", sample));
    let is_kept = extras.kept.iter().any(|bodies| !bodies.is_empty());
    let kept: Sample = |pen, at| at.draw(pen, at.square(), kept_stroke(at.theme, 0));
    let kept = is_kept.then(|| LegendEntry::new("here in another run", kept));
    let second: Sample = |pen, at| draw_contact(pen, Source::Frame, at.left, at.right - at.left, at.theme);
    let second =
        (!extras.second.is_empty()).then(|| LegendEntry::new("contact of the second recording", second));
    old.into_iter().chain(kept).chain(second).collect()
}

/// A ring at a point of a contact, and its normal.
fn draw_contact(pen: &mut Pen, source: Source, at: Vec2, along: Vec2, theme: &Theme) {
    let color = kept_stroke(theme, 0).color;
    pen.list.push(source, arrow(at, along, 1.5, color));
    let stroke = Some(Stroke::solid(1.5, color));
    pen.list.push(source, Item::Circle { center: at, radius: RING, fill: None, stroke });
}

/// The contacts of a second recording that the first has not.
fn draw_second(picture: &Picture, pen: &mut Pen) {
    let visible = pen.visible;
    for contact in picture.options.extras.second.iter().take(MOST) {
        for point in contact.points.iter().filter(|point| visible.contains(**point)) {
            let along =
                contact.normal.map_or(Vec2::ZERO, |normal| picture.view.screen_direction(normal) * ARROW);
            draw_contact(pen, Source::Frame, picture.view.screen_from_world(*point), along, picture.theme);
        }
    }
}

fn sample(pen: &mut Pen, at: &Swatch) {
    at.draw(pen, at.square(), stroke(at.theme));
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let stroke = stroke(picture.theme);
    let (visible, canvas) = (pen.visible, pen.canvas);
    for (run, bodies) in picture.options.extras.kept.iter().enumerate() {
        let stroke = kept_stroke(picture.theme, run);
        for (index, body) in bodies.iter().filter(|(_, body)| body.aabb().overlaps(&visible)).take(MOST) {
            picture.outline(body).draw(&mut pen.list, Source::Body(*index), &canvas, None, Some(stroke));
        }
    }
    draw_second(picture, pen);
    let bodies = (0..).zip(&picture.options.extras.old_future);
    let is_shown = |(index, body): &(u32, &Body)| {
        let now = picture.world.bodies().get(*index as usize);
        let same = now.is_some_and(|now| now.pose() == body.pose() && now.shape() == body.shape());
        !same && !body.is_removed() && body.aabb().overlaps(&visible)
    };
    let mut shown = bodies.filter(is_shown);
    for (index, body) in shown.by_ref().take(MOST) {
        picture.outline(body).draw(&mut pen.list, Source::Body(index), &canvas, None, Some(stroke));
    }
    let left_out = shown.count();
    if left_out > 0 {
        let bodies = if left_out == 1 { "body" } else { "bodies" };
        pen.notes.push(format!("{left_out} {bodies} of the old future not shown"));
    }
}
