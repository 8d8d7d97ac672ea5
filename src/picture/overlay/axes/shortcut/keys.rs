//! Pairs of the frame that share the key a XOR b.

use glam::Vec2;

use super::wrong;
use crate::explain::classic_mistakes::{PairKeys, SharedKey};
use crate::picture::display::clip::clip_segment;
use crate::picture::display::{PLATE_PADDING, Source};
use crate::picture::overlay::layer::Swatch;
use crate::picture::overlay::pen::{LabelStyle, Pen, SMALL, not_shown};
use crate::picture::overlay::picture::Picture;
use crate::report::PairReport;

/// Most keys that are written. A note counts the rest.
const MOST: usize = 40;

/// The touching pairs whose key another one has too.
pub(super) fn shared<'a>(picture: &Picture<'a>) -> impl Iterator<Item = (&'a PairReport, SharedKey)> {
    let pairs = &picture.report.pairs;
    let touching = || pairs.iter().filter(|pair| pair.contact.is_some());
    let keys = PairKeys::of(touching().map(|pair| (pair.a, pair.b)));
    let found = touching().filter_map(move |pair| Some((pair, keys.of_pair((pair.a, pair.b))?)));
    found.filter(|(_, key)| key.other.is_some())
}

/// The keys at the contacts, and a line from each contact that is lost to the one that takes its place.
pub(super) fn draw(picture: &Picture, pen: &mut Pen) {
    let theme = picture.theme;
    let in_sight = |pair: &PairReport, pen: &Pen| {
        let point = middle(pair)?;
        pen.visible.contains(point).then(|| picture.view.screen_from_world(point))
    };
    let seen: Vec<_> =
        shared(picture).filter_map(|(pair, key)| Some((pair, key, in_sight(pair, pen)?))).collect();
    for (pair, key, at) in seen.iter().take(MOST) {
        let other = key.other.and_then(|other| picture.report.pair(other)).and_then(middle);
        let Some(other) = other.filter(|_| !key.is_kept) else { continue };
        let to = picture.view.screen_from_world(other);
        let line = clip_segment(*at, to, &pen.canvas);
        pen.list.segments(Source::Pair(pair.a, pair.b), line, wrong(theme));
    }
    if seen.len() > MOST {
        pen.notes.push(not_shown(seen.len() - MOST, "shared key"));
    }
    pen.above(|pen| {
        for (pair, SharedKey { pair: (a, b), key, is_kept, .. }, at) in seen.into_iter().take(MOST) {
            let lost = if is_kept { "" } else { ": lost" };
            let text = format!("{key} = {a} XOR {b}{lost}");
            let color = if is_kept { theme.text } else { theme.wrong };
            let style = LabelStyle::new(SMALL, color).plate(theme.background.alpha(0.85));
            let size = style.size_of(&text) + 2.0 * PLATE_PADDING;
            // Below the contact, then above it: the normal and the depth are beside it.
            let eighths = [2, 3, 1, 6, 5, 7, 4, 0];
            let around = [30.0, 44.0, 62.0, 84.0].into_iter().flat_map(|distance| {
                eighths.map(|i| at + Vec2::from_angle(i as f32 * std::f32::consts::FRAC_PI_4) * distance)
            });
            let beside = around.map(|center| center + (center - at).signum() * Vec2::new(size.x * 0.4, 0.0));
            if let Some(center) = pen.space.place(size, beside) {
                pen.list.push(Source::Pair(pair.a, pair.b), style.at(center, text));
            }
        }
    });
}

/// The middle of a pair's contact points.
fn middle(pair: &PairReport) -> Option<Vec2> {
    let points = &pair.contact.as_ref()?.points;
    let sum: Vec2 = points.iter().map(|(point, _)| *point).sum();
    (!points.is_empty()).then(|| sum / points.len() as f32)
}

pub(super) fn sample(pen: &mut Pen, at: &Swatch) {
    let style = LabelStyle::new(SMALL, at.theme.wrong);
    pen.list.push(Source::Frame, style.at(at.center, "a^b"));
}
