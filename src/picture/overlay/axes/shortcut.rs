//! Shortcuts: what a classic wrong test answers for the selected pair, drawn beside the right one where the two
//! differ, with the words on the canvas; the pairs of the frame that share a key; and what is taken for a ray or a cast.

use crate::explain::classic_mistakes::{self, Evidence, PairKeys, Shortcut, ShortcutTest};
use crate::picture::display::{Dash, Stroke};
use crate::picture::overlay::Layer;
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Sample};
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::theme::Theme;
use crate::report::PairReport;

mod caption;
mod keys;
mod marks;
mod queries;

pub(in crate::picture::overlay) use caption::reserve;

/// The line of what is wrong: dashed.
fn wrong(theme: &Theme) -> Stroke {
    Stroke::solid(1.75, theme.wrong).dashed(Dash::Dashed)
}

/// The line of what is right beside it: unbroken.
fn right(theme: &Theme) -> Stroke {
    Stroke::solid(1.75, theme.gap)
}

pub(in crate::picture::overlay) const INFO: LayerInfo = LayerInfo::new(
    "Shortcut",
    "What a classic wrong test answers for the selected pair and the queries, beside the right one; \
     pairs that share a key",
    SAMPLE,
    entries,
);

const SAMPLE: Sample = |pen, at| at.line(pen, wrong(at.theme));

fn entries(picture: &Picture) -> Vec<LegendEntry> {
    let right_sample: Sample = |pen, at| at.line(pen, right(at.theme));
    let drawn = ShownTests::of(picture).drawn().map(ShortcutTest::shortcut);
    let right = match drawn {
        Some(Shortcut::SquaresSubtracted | Shortcut::FacesOnly | Shortcut::CornerSubtracted) => true,
        Some(
            Shortcut::WallAxesOnly | Shortcut::XorKey | Shortcut::AabbsOnly | Shortcut::BoundingCirclesOnly,
        )
        | None => false,
    };
    let keys = keys::shared(picture).next().is_some();
    let is_wrong = drawn.is_some() || queries::mistakes(picture).next().is_some();
    let entries = [
        (is_wrong, LegendEntry::new("shortcut: wrong here", SAMPLE)),
        (right, LegendEntry::new("the right test beside it", right_sample).brief("the right test")),
        (keys, LegendEntry::new("pairs that share the key a XOR b", keys::sample).brief("shared key")),
    ];
    entries.into_iter().filter_map(|(is_there, entry)| is_there.then_some(entry)).collect()
}

/// The shortcuts of the selected pair.
struct ShownTests {
    tests: Vec<ShortcutTest>,
}

impl ShownTests {
    fn of(picture: &Picture) -> Self {
        let tests = picture.options.selected_pair.and_then(|pair| {
            let touching = picture.report.pairs.iter().filter(|pair| pair.contact.is_some());
            let keys = PairKeys::of(touching.map(|pair| (pair.a, pair.b)));
            let [a, b] = picture.selected_bodies()?;
            if picture.selected_pair().is_some_and(PairReport::is_of_chain) {
                return None;
            }
            Some(classic_mistakes::of_pair(a, b, keys.of_pair(pair)))
        });
        Self { tests: tests.unwrap_or_default() }
    }

    /// Those that are wrong here, the most particular first.
    fn wrong(&self) -> impl Iterator<Item = &ShortcutTest> {
        self.tests.iter().filter(|test| test.differs())
    }

    /// The one that is drawn. Keys are drawn for all pairs.
    fn drawn(&self) -> Option<&ShortcutTest> {
        let is_key = |test: &&ShortcutTest| test.shortcut() == Shortcut::XorKey;
        self.wrong().find(|test| !is_key(test))
    }

    /// The one that the caption is about.
    fn described(&self) -> Option<&ShortcutTest> {
        self.wrong().next()
    }
}

/// Areas, under the shapes.
pub(in crate::picture::overlay) fn draw_areas(picture: &Picture, pen: &mut Pen) {
    let (Some(pair), shown) = (picture.options.selected_pair, ShownTests::of(picture)) else { return };
    let Some(test) = shown.drawn() else { return };
    match &test.evidence {
        Evidence::Circles { offset, radii: [a, b] } => {
            marks::circles(picture, pen, pair, test.origin() - *offset, a + b);
        }
        Evidence::Corner { corner, radius, .. } => marks::circles(picture, pen, pair, *corner, *radius),
        Evidence::Aabbs(_) => marks::boxes(picture, pen, pair),
        Evidence::BoundingCircles { .. } => marks::bounding_circles(picture, pen, pair),
        Evidence::WallAxes { .. } | Evidence::Faces { .. } | Evidence::Key(_) => {}
    }
}

/// Lines, over the shapes.
pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    if let (Some(pair), shown) = (picture.options.selected_pair, ShownTests::of(picture))
        && let Some(test) = shown.drawn()
    {
        match &test.evidence {
            Evidence::Circles { offset, .. } => {
                marks::legs(picture, pen, pair, [test.origin() - *offset, test.origin()], ["Δx", "Δy"]);
            }
            Evidence::Corner { corner, offset, .. } => {
                marks::legs(picture, pen, pair, [*corner, *corner + *offset], ["e_x", "e_y"]);
            }
            Evidence::WallAxes { axes, separating, .. } => {
                marks::strips(picture, pen, pair, axes, *separating, test.origin());
            }
            Evidence::Faces { circle, .. } => marks::pushes(picture, pen, pair, *circle, test),
            Evidence::Aabbs(_) | Evidence::BoundingCircles { .. } | Evidence::Key(_) => {}
        }
    }
    keys::draw(picture, pen);
    queries::draw(picture, pen);
}

fn is_on(picture: &Picture) -> bool {
    picture.options.layers.has(Layer::Shortcut)
}
