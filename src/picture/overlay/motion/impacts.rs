//! Predicted first contacts (time of impact): both shapes at that time, the paths of their centres, point,
//! normal and time.

use glam::Vec2;

use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Color, Dash, Item, PLATE_PADDING, Source, Stroke};
use crate::picture::overlay::extras::ImpactGhost;
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Scope, Swatch};
use crate::picture::overlay::pen::{LabelStyle, Pen, SMALL, not_shown};
use crate::picture::overlay::picture::Picture;
use crate::report::impacts::Course;
use crate::scene::numbers::{number, padded};

const MOST_LABELS: usize = 24;
/// Length of the arrow of the normal. Pixels.
const NORMAL: f32 = 30.0;

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Impacts ahead",
    "Predicted first contacts at the present velocities, gravity left out",
    sample,
    entries,
)
.scope(Scope::Steps);

fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let is = |course| picture.options.extras.courses.contains(&course);
    let text = match (is(Course::Turning), is(Course::Falling), is(Course::Straight)) {
        (true, false, _) => "first touch ahead, turning as now",
        (true, true, _) => "first touch ahead, turning as now; on a thick path, falling",
        (false, true, false) => "first touch ahead, falling",
        (false, true, true) => "first touch ahead, straight on; on a thick path, falling",
        (false, false, _) => "first touch ahead, without turning",
    };
    vec![LegendEntry::new(text, sample)]
}

fn sample(pen: &mut Pen, at: &Swatch) {
    at.draw(pen, at.square(), stroke(at.theme.body_dynamic));
}

fn stroke(color: Color) -> Stroke {
    Stroke::solid(1.25, color.alpha(0.65)).dashed(Dash::Dashed)
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let canvas = pen.canvas;
    for impact in &picture.options.extras.impacts {
        let pair = [impact.pair.0, impact.pair.1];
        for ((index, pose), way) in pair.into_iter().zip(impact.poses).zip(&impact.ways) {
            let Some(now) = picture.body(index) else { continue };
            if *now.pose() == pose {
                continue;
            }
            let color = picture.pair_color(index).unwrap_or(picture.theme.body_dynamic);
            let outline = picture.outline_at(now, &pose);
            outline.draw(&mut pen.list, Source::Body(index), &canvas, None, Some(stroke(color)));
            let way: Vec<Vec2> = way.iter().map(|at| picture.view.screen_from_world(*at)).collect();
            let lines = way.windows(2).filter_map(|ends| match ends {
                [from, to] => clip_segment(*from, *to, &canvas),
                _ => None,
            });
            let width = if impact.course == Course::Falling { 2.5 } else { 1.25 };
            let stroke = Stroke::solid(width, color.alpha(0.65)).dashed(Dash::Dotted);
            pen.list.segments(Source::Body(index), lines, stroke);
        }
        let source = Source::Pair(pair[0], pair[1]);
        if pen.visible.contains(impact.point) {
            let (at, theme) = (picture.view.screen_from_world(impact.point), picture.theme);
            let along = picture.view.screen_direction(impact.normal) * NORMAL;
            let normal = Stroke::solid(1.5, theme.normal.alpha(0.75)).dashed(Dash::Dashed);
            pen.list.push(source, Item::Arrow { from: at, to: at + along, stroke: normal, head: 8.0 });
            let corners = [Vec2::X, Vec2::Y, Vec2::NEG_X, Vec2::NEG_Y];
            pen.list.push(
                source,
                Item::Path {
                    points: corners.map(|corner| at + corner * 5.0).to_vec(),
                    closed: true,
                    fill: Some(theme.background),
                    stroke: Some(Stroke::solid(1.5, theme.contact)),
                },
            );
        }
    }
}

/// Draws the times where there is room.
pub(in crate::picture::overlay) fn draw_labels(picture: &Picture, pen: &mut Pen) {
    let style = LabelStyle::new(SMALL, picture.theme.text).plate(picture.theme.background.alpha(0.8));
    let (mut drawn, mut left_out) = (0, 0);
    for impact in picture.options.extras.impacts.iter().filter(|i| pen.visible.contains(i.point)) {
        let text = label(impact);
        let size = style.size_of(&text) + 2.0 * PLATE_PADDING;
        let at = picture.view.screen_from_world(impact.point);
        let (right, down) = (Vec2::X * (size.x * 0.5 + 10.0), Vec2::Y * (size.y * 0.5 + 10.0));
        let places = [right, -right, down, -down, right + down, right - down, -right + down, -right - down];
        let place = pen.space.place(size, places.map(|offset| at + offset)).filter(|_| drawn < MOST_LABELS);
        match place {
            Some(center) => {
                drawn += 1;
                let source = Source::Pair(impact.pair.0, impact.pair.1);
                pen.list.push(source, style.at(center, text));
            }
            None => left_out += 1,
        }
    }
    if left_out > 0 {
        pen.notes.push(not_shown(left_out, "impact time"));
    }
    let extras = &picture.options.extras;
    if let Some(horizon) = extras.horizon.filter(|_| extras.impacts.is_empty()) {
        pen.notes.push(format!("no first touch within {} s", number(horizon)));
    }
}

/// "in 0.410 s", with digits that tell apart what is soon.
fn label(impact: &ImpactGhost) -> String {
    let how = match impact.course {
        Course::Straight => "",
        Course::Turning => ", turning",
        Course::Falling => ", falling",
    };
    format!("in {} s{how}", padded(f64::from(impact.time)))
}
