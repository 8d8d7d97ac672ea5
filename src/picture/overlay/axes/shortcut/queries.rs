//! What classic shortcuts answer to the scene's rays and casts, where that is wrong.

use glam::Vec2;

use super::wrong;
use crate::explain::query_mistakes::{QueryMistake, QueryShortcut};
use crate::picture::display::clip::clip_segment;
use crate::picture::display::{Item, Source, Stroke};
use crate::picture::overlay::outline::Outline;
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::report::queries::QueryReport;

/// Most marks that are drawn.
const MOST: usize = 64;
/// Half the width of a cross, and the radius of a tested point. Pixels.
const CROSS: f32 = 6.0;
const POINT: f32 = 2.5;

/// The mistakes of every query, with their query.
pub(super) fn mistakes<'p>(picture: &'p Picture) -> impl Iterator<Item = (&'p QueryReport, QueryMistake)> {
    let of_query = |query: &'p QueryReport| {
        let mistakes = query.placed.as_ref().map(|placed| {
            let mut steps = Vec::new();
            placed.ask_observed(picture.world, &mut steps);
            QueryMistake::of_query(picture.world, placed, &query.answer, &steps)
        });
        mistakes.unwrap_or_default().into_iter().map(move |mistake| (query, mistake))
    };
    picture.queries().flat_map(of_query).take(MOST)
}

pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    let (stroke, view) = (wrong(picture.theme), picture.view);
    for (_, QueryMistake { shortcut, ray, found }) in mistakes(picture) {
        let screen = |fraction: f32| view.screen_from_world(ray.at(fraction));
        let end = found.map_or(1.0, |(_, fraction)| fraction);
        match shortcut {
            QueryShortcut::BoundingBox => {
                if let Some(body) = found.and_then(|(body, _)| picture.body(body)) {
                    let corners = Outline::Closed(picture.box_corners(body.aabb()));
                    corners.draw(&mut pen.list, Source::Frame, &pen.canvas, None, Some(stroke));
                }
            }
            QueryShortcut::Steps => {
                let tested = QueryMistake::steps().take_while(|fraction| *fraction <= end).map(screen);
                let fill = Some(picture.theme.wrong);
                let point = |center| Item::Circle { center, radius: POINT, fill, stroke: None };
                pen.push_all(Source::Frame, tested.map(point).collect::<Vec<_>>());
            }
            QueryShortcut::Origin => {
                let around = pen.canvas.grow(Vec2::splat(8.0));
                if let Some(line) = clip_segment(screen(0.0), screen(end), &around) {
                    pen.list.push(Source::Frame, Item::Segments { lines: vec![line], stroke });
                }
            }
        }
        if let Some((body, fraction)) = found {
            let at = screen(fraction);
            let arm = |way: Vec2| [at - way * CROSS, at + way * CROSS];
            let lines = vec![arm(Vec2::ONE), arm(Vec2::new(1.0, -1.0))];
            let stroke = Stroke::solid(2.0, picture.theme.wrong);
            pen.list.push(Source::Body(body), Item::Segments { lines, stroke });
        }
    }
}
