//! The sentences of a pair that is apart.

use glam::Vec2;

use super::sentences::Writer;
use super::touching::came_through;
use super::{Quantity, Read, Sentence, Topic};
use crate::report::EndedAt;

/// A distance that is this share longer than the widest gap is given beside it.
const CORNERS: f64 = 1.0e-4;

pub(super) fn sentences(read: &Read<'_>) -> Vec<Sentence> {
    let mut all: Vec<Sentence> = verdict(read).into_iter().collect();
    all.extend(read.kept_off.map(|kept| kept.sentence()));
    all.extend(read.came_through.map(|through| came_through(through, read)));
    all.push(early_outs(read));
    if let Some(separating) = read.trace.stops_at {
        all.extend(separation(read, separating));
        all.extend(the_others(read));
        all.extend(widest(read, separating));
    }
    all
}

fn gap(read: &Read<'_>, index: usize) -> Option<f64> {
    read.axis(index).map(|axis| -f64::from(axis.overlap) + 0.0)
}

fn verdict(read: &Read<'_>) -> Option<Sentence> {
    let sentence = Writer::new(Topic::Verdict).both_names();
    if read.trace.contact.is_some() {
        let words = " overlap, and are in no contact: one of the two is a chain of one side, which lets pass what comes from \
                     the other side until the two are apart again.";
        return Some(sentence.words(words).end());
    }
    let widest = read.widest_gap()?;
    let gap = gap(read, widest)?;
    Some(if read.trace.stops_at.is_none() {
        sentence.words(" are apart.").end()
    } else if gap == 0.0 {
        sentence.words(" touch without overlapping, which is no contact.").end()
    } else {
        let sentence =
            sentence.words(" are ").length(Quantity::Distance, f64::from(read.distance)).words(" apart");
        // From corner to corner no axis of a face shows the whole distance.
        let is_longer = f64::from(read.distance) > gap * (1.0 + CORNERS);
        let sentence = if is_longer {
            let sentence = sentence.words(", from corner to corner: the widest gap on an axis is ");
            sentence.length(Quantity::Gap(widest), gap)
        } else {
            sentence
        };
        sentence.words(".").end()
    })
}

fn early_outs(read: &Read<'_>) -> Sentence {
    let sentence = Writer::new(Topic::EarlyOuts);
    match read.ended_at() {
        Some(EndedAt::Aabbs) => {
            // By their rounding boxes may be farther apart than what is in them.
            let most = if read.distance > 0.0 { read.distance } else { f32::INFINITY };
            let gap = (-read.aabbs[0].overlap(&read.aabbs[1])).min(Vec2::splat(most));
            let sentence = sentence.words("A world asks no further than the AABBs (upright boxes around the shapes), which are ");
            let sentence = if gap.x >= gap.y {
                sentence.length(Quantity::AabbGapX, gap.x).words(" apart in x")
            } else {
                sentence.length(Quantity::AabbGapY, gap.y).words(" apart in y")
            };
            sentence.words(". The axes of the separating-axis test tell more.").end()
        }
        Some(EndedAt::BoundingCircles) => sentence
            .words(
                "Their AABBs (upright boxes around the shapes) overlap, but their bounding circles do not meet, which \
                 ends the test of the pair. The axes of the separating-axis test tell more.",
            )
            .end(),
        Some(EndedAt::Axis(_)) | None => sentence
            .words(
                "Their AABBs (upright boxes around the shapes) overlap and their bounding circles meet, so the \
                 separating-axis test tried its axes.",
            )
            .end(),
    }
}

fn separation(read: &Read<'_>, separating: usize) -> Option<Sentence> {
    let axis = read.axis(separating)?;
    let (gap, count) = (gap(read, separating)?, read.trace.local.axes.len());
    let sentence = Writer::new(Topic::Axes).words("Along ");
    let sentence = sentence.direction(Quantity::Direction(separating), axis.direction).words(", ");
    let sentence = sentence.source(read, separating);
    let sentence = if gap == 0.0 {
        sentence.words(", their intervals meet end to end without overlapping")
    } else {
        sentence.words(", a gap of ").length(Quantity::Gap(separating), gap).words(" separates them")
    };
    if count == 1 {
        return Some(sentence.words("; no other axis is needed.").end());
    }
    let sentence = sentence.words("; it is axis ").count(Quantity::PlaceOf(separating), separating + 1);
    let sentence = sentence.words(" of ").count(Quantity::Axes, count);
    Some(sentence.words(", and the test stops there, because one such axis proves it.").end())
}

/// On how many axes they overlap, which proves nothing.
fn the_others(read: &Read<'_>) -> Option<Sentence> {
    let overlapping = read.trace.local.axes.iter().filter(|axis| axis.overlap > 0.0).count();
    if overlapping == 0 {
        return None;
    }
    let sentence = Writer::new(Topic::Axes).words("That they overlap on ");
    let sentence = sentence.count(Quantity::AxesThatOverlap, overlapping).words(" of the ");
    let count = read.trace.local.axes.len();
    Some(sentence.count(Quantity::Axes, count).words(" axes makes no contact: every one is needed.").end())
}

/// The widest gap, where the test stopped at another one.
fn widest(read: &Read<'_>, separating: usize) -> Option<Sentence> {
    let widest = read.widest_gap().filter(|widest| *widest != separating)?;
    let axis = read.axis(widest)?;
    let sentence =
        Writer::new(Topic::Axes).words("The widest gap, ").length(Quantity::Gap(widest), gap(read, widest)?);
    let sentence =
        sentence.words(", is along ").direction(Quantity::Direction(widest), axis.direction).words(", ");
    Some(sentence.source(read, widest).words(": they are at least that far apart.").end())
}
