//! Why a moving shape hits a body, or misses it.

use collide2d::{AxisSource, QueryStep, Side};

use super::{QueryWords, crossing};
use crate::explain::stages::text::StageText;
use crate::explain::stages::words::feature_name;
use crate::scene::numbers::{number, vec2};
use crate::scene::query::ask::{AskedOf, QueryHit};

impl QueryWords<'_> {
    pub(super) fn cast(&self, body: u32, steps: &[&QueryStep]) -> StageText {
        let (unit, hit) = (self.unit, self.hit(body));
        let own = hit.map_or_else(|| self.name(body), |hit| self.leaf_name(body, hit.leaf));
        let mut formulas = Vec::new();
        let mut last: Option<(String, f64)> = None;
        let mut kept_open: Option<(String, f64, f64)> = None;
        let (mut start, mut along, mut widest) = ((0.0, 0.0), None, 0.0);
        for step in steps {
            match step {
                QueryStep::Start { depth, touches_up_to } => {
                    if f64::from(*depth) >= start.0 {
                        start = (f64::from(*depth), *touches_up_to);
                    }
                }
                QueryStep::Axis { test, closing } => {
                    let (gap, label) = (-f64::from(test.overlap), cast_axis(test.source, &own));
                    widest = gap.max(widest);
                    if gap.abs() <= start.1 && *closing <= 0.0 {
                        along = Some(label.clone());
                    }
                    if gap <= 0.0 {
                        continue;
                    }
                    if *closing < gap && kept_open.as_ref().is_none_or(|(_, open, _)| gap - closing > *open) {
                        kept_open = Some((label.clone(), gap - closing, gap));
                    }
                    if *closing > 0.0 {
                        let fraction = gap / closing;
                        if last.as_ref().is_none_or(|(_, latest)| fraction > *latest) {
                            last = Some((label.clone(), fraction));
                        }
                        formulas.extend(crossing(&label, gap, *closing, fraction, unit));
                    }
                }
                QueryStep::Body { .. }
                | QueryStep::LeftOut { .. }
                | QueryStep::Face { .. }
                | QueryStep::Disc { .. } => {}
            }
        }
        let AskedOf::Cast(cast) = &self.placed.what else { return StageText::default() };
        let turns = cast.turn() != 0.0;
        // The axes of several shapes are those of no one of them.
        let is_composite = cast.shape().kind().is_composite() || self.is_composite(body);
        let sentence = match hit {
            Some(QueryHit { depth: Some(depth), .. }) => format!(
                "It starts {} deep in {own}, more than the {} that count as a touch: a hit at 0, whatever the way.",
                unit.text(*depth),
                unit.text(start.1 as f32)
            ),
            Some(hit) => {
                let touch = format!(
                    "they first touch at {}, {} of {own}, with the normal {}",
                    number(hit.fraction),
                    feature_name(hit.feature),
                    vec2(hit.normal.unwrap_or_default())
                );
                match last.filter(|_| !is_composite) {
                    Some((label, last)) if !turns && (last - f64::from(hit.fraction)).abs() > 1.0e-3 => {
                        format!(
                            "Of the axes that keep the two apart at the start, {label} closes last; it turns on the way, and \
                         {touch}."
                        )
                    }
                    Some((label, _)) if !turns => format!(
                        "Of the axes that keep the two apart at the start, {label} closes last; {touch}."
                    ),
                    Some(_) | None => format!("On the way, {touch}."),
                }
            }
            None if is_composite => format!(
                "No part of the moving shape reaches a part of {own} on the way: it passes, or stops before {own}."
            ),
            None => match (along, kept_open) {
                (Some(label), _) if !turns && widest > start.1 => format!(
                    "The way runs along {label} without a gap, and does not close it: what only grazes {own} is no hit."
                ),
                (Some(label), _) if !turns => format!(
                    "The two only touch at the start, and the way does not close {label}: going away, or along, is no hit."
                ),
                (_, Some((label, open, gap))) if !turns => format!(
                    "At the end of the way a gap of {} is left along {label}, of {} at the start: it passes, or stops before {own}.",
                    unit.text(open as f32),
                    unit.text(gap as f32)
                ),
                (Some(_) | None, Some(_) | None) => {
                    format!("Each axis closes for a while, but not all at once: it passes {own}.")
                }
            },
        };
        let title = format!("{}: {}", self.name(body), if hit.is_some() { "hit" } else { "missed" });
        StageText { title, sentence, formulas, ..StageText::default() }
    }
}

/// "face 0 of the moving shape": the axis of a cast, whose `a` is what moves, and whose `b` is the body of this name.
fn cast_axis(source: AxisSource, own: &str) -> String {
    let of = |side: Side| match side {
        Side::A => "the moving shape",
        Side::B => own,
    };
    let across = |side: Side| match side {
        Side::A => own,
        Side::B => "the moving shape",
    };
    match source {
        AxisSource::Face(side, i) => format!("face {i} of {}", of(side)),
        AxisSource::Neighbour(side, end) => format!("the neighbour at {} of {}", feature_name(end), of(side)),
        AxisSource::Center(side, to) => {
            format!("the line from the centre of {} to {} of {}", of(side), feature_name(to), across(side))
        }
        AxisSource::End(side, from, to) => format!(
            "the line from {} of {} to {} of {}",
            feature_name(from),
            of(side),
            feature_name(to),
            across(side)
        ),
    }
}
