//! Normal and friction impulses of the last step, or of a stage inside a step. The longest arrow has the same
//! length at every zoom. Those of a step are drawn as they act on `a`, or on `b` where `a` cannot move; that of
//! a stage as it acts on `a`, which its sentence and formulas are about.

use collide2d::ContactSource;
use glam::Vec2;

use crate::explain::stages::PointImpulse;
use crate::picture::display::{Dash, Item, Source, Stroke};
use crate::picture::overlay::bodies::names::LONGEST as LONGEST_NAME;
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Sample, Scope, Swatch};
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;
use crate::platform::plain;

/// Length of the longest arrow. Pixels.
const LONGEST: f32 = 90.0;
/// Shorter ones are not drawn. Pixels.
const SHORTEST: f32 = 1.0;

/// The arrow of an impulse; friction is dashed.
fn arrow(from: Vec2, to: Vec2, friction: bool, theme: &Theme) -> Item {
    let stroke = Stroke::solid(if friction { 2.0 } else { 3.0 }, theme.impulse);
    let stroke = if friction { stroke.dashed(Dash::Dashed) } else { stroke };
    Item::Arrow { from, to, stroke, head: (from.distance(to) * 0.5).min(10.0) }
}

pub(in crate::picture::overlay) const INFO: LayerInfo =
    LayerInfo::new("Impulses", "Impulses and friction of the last step", sample, entries).scope(Scope::Steps);

fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let extras = &picture.options.extras;
    let friction: Sample = |pen, at| pen.list.push(Source::Frame, arrow(at.left, at.right, true, at.theme));
    let friction = LegendEntry::new("impulse of friction", friction).brief("friction");
    let Some(largest) = extras.largest_of_step else {
        let normal = match largest(&extras.impulses) {
            Some(largest) => format!("impulse of the last step, longest {largest:.3} N·s"),
            None => "impulse of the last step".to_owned(),
        };
        return vec![LegendEntry::new(normal, sample), friction];
    };
    let drawn = |size: fn(&PointImpulse) -> f32| {
        extras.impulses.iter().find(|point| length(size(point), largest) >= SHORTEST)
    };
    let normal = drawn(|point| point.impulse).map(|point| {
        let on = plain::shortened(picture.name(point.source.a()), LONGEST_NAME);
        LegendEntry::new(format!("impulse on {on}, longest of the step {largest:.3} N·s"), sample)
    });
    normal.into_iter().chain(drawn(|point| point.friction).map(|_| friction)).collect()
}

/// Length of an arrow, where the longest one is for an impulse of `largest`. Pixels.
fn length(size: f32, largest: f32) -> f32 {
    size.abs() / largest * LONGEST
}

fn sample(pen: &mut Pen, at: &Swatch) {
    pen.list.push(Source::Frame, arrow(at.left, at.right, false, at.theme));
}

fn largest(impulses: &[PointImpulse]) -> Option<f32> {
    let sizes = impulses.iter().flat_map(|point| [point.impulse.abs(), point.friction.abs()]);
    sizes.reduce(f32::max).filter(|largest| *largest > 0.0 && largest.is_finite())
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let extras = &picture.options.extras;
    let impulses = &extras.impulses;
    let Some(largest) = extras.largest_of_step.or_else(|| largest(impulses)) else { return };
    for point in impulses {
        if !pen.visible.contains(point.position) {
            continue;
        }
        let from = picture.view.screen_from_world(point.position);
        let of_stage = extras.largest_of_step.is_some();
        let on_b = !of_stage && picture.body(point.source.a()).is_some_and(|a| a.inverse_mass() == 0.0);
        let normal = if on_b { -point.normal } else { point.normal };
        let tangent = Vec2::new(normal.y, -normal.x);
        for (direction, size, friction) in [(tangent, point.friction, true), (normal, point.impulse, false)] {
            let along = picture.view.screen_direction(direction) * length(size, largest).copysign(size);
            if along.length() >= SHORTEST {
                let source = match point.source {
                    ContactSource::Pair(pair) => Source::Pair(pair.a(), pair.b()),
                    ContactSource::Generated { generator, .. } => Source::Generator(generator),
                };
                pen.take_line(from, from + along);
                pen.list.push(source, arrow(from, from + along, friction, picture.theme));
            }
        }
    }
}
