//! What parry2d says of the selected pair, where it differs: its points, its normal and its depth. Where the two
//! agree, or both are right, nothing is drawn.

use glam::Vec2;

use crate::explain::second_opinion::{Agreement, Opinion, ParryAnswer};
use crate::picture::display::{Dash, Item, PLATE_PADDING, Rect, Source, Stroke};
use crate::picture::overlay::contacts::depth::{around, push_leader};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::pen::{LabelStyle, NORMAL, Pen};
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;

/// Length of the arrow. Pixels.
const LENGTH: f32 = 56.0;

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Second opinion",
    "Points, normal and depth of the selected pair by parry2d, where it differs from ours",
    sample,
    |picture| {
        let entry = LegendEntry::new("parry2d, where it differs", sample).brief("parry2d");
        differing(picture).map(|_| entry).into_iter().collect()
    },
)
.on()
.in_render();

fn sample(pen: &mut Pen, at: &Swatch) {
    let from = at.left + Vec2::X * 4.0;
    pen.push_all(Source::Frame, [arrow(from, at.right, at.theme), ring(from, at.theme)]);
}

fn ring(center: Vec2, theme: &Theme) -> Item {
    Item::Circle { center, radius: 6.0, fill: None, stroke: Some(Stroke::solid(2.0, theme.outline)) }
}

fn arrow(from: Vec2, to: Vec2, theme: &Theme) -> Item {
    Item::Arrow { from, to, stroke: Stroke::solid(2.0, theme.outline).dashed(Dash::Dashed), head: 9.0 }
}

/// The opinion on the selected pair, where it differs.
fn differing<'a>(picture: &'a Picture) -> Option<&'a Opinion> {
    let opinion = picture.options.extras.second_opinion.as_ref();
    opinion.filter(|opinion| opinion.verdict == Agreement::Differ)
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    if let (Some(opinion), Some(pair)) = (differing(picture), picture.options.selected_pair) {
        draw_opinion(picture, pen, pair, opinion);
    }
}

fn draw_opinion(picture: &Picture, pen: &mut Pen, (a, b): (u32, u32), opinion: &Opinion) {
    let (source, theme, view) = (Source::Pair(a, b), picture.theme, picture.view);
    let screen = |points: &[Vec2]| -> Vec<Vec2> {
        points.iter().map(|point| view.screen_from_world(*point)).collect()
    };
    let (points, toward) = match &opinion.theirs {
        ParryAnswer::Touching(claim) => (screen(&claim.points), view.screen_direction(claim.normal)),
        ParryAnswer::Apart { .. } => (Vec::new(), Vec2::ZERO),
    };
    for at in &points {
        pen.list.push(source, ring(*at, theme));
        pen.list.push(source, arrow(*at, *at + toward * LENGTH, theme));
        pen.take_line(*at, *at + toward * LENGTH);
    }
    let ours = opinion.ours.claim().map_or_else(Vec::new, |claim| screen(&claim.points));
    for at in &ours {
        pen.space.take(Rect::around(*at, Vec2::splat(10.0)));
    }
    let middles = [a, b].map(|index| picture.body(index).map(|body| picture.screen_box(body).center()));
    let between = middles[0].zip(middles[1]).map(|(p, q)| p.midpoint(q));
    let Some(at) = points.first().or(ours.first()).copied().or(between) else { return };
    let style = LabelStyle::new(NORMAL, theme.outline).plate(theme.background.alpha(0.55));
    let text = opinion.label(picture.unit());
    let extent = style.size_of(&text) + 2.0 * PLATE_PADDING;
    // Without an arrow the label would lie on the point.
    let tip = (toward != Vec2::ZERO).then(|| at + toward * (LENGTH + 0.5 * extent.y + 6.0));
    let beside = (0..16).map(|i| {
        let direction = Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_8);
        at + direction * (extent * 0.5 + 14.0 + 6.0 * (i / 8) as f32)
    });
    let places = tip.into_iter().chain(beside).chain(around(at, &pen.canvas));
    // Where nothing is free, ring and arrow are all that is seen.
    let Some(center) = pen.space.place(extent, places) else { return };
    push_leader(pen, source, at, &Rect::around(center, extent), theme.outline);
    pen.list.push(source, style.at(center, text));
}
