//! Fits a view, with room for the strips of the selected pair.

use collide2d::Body;

use super::axes::AxisStrips;
use super::pen::Pen;
use super::picture::Picture;
use super::{Layer, reserve};
use crate::framing::{self, Framing};
use crate::view::View;

/// Each scale that is tried is this share of the one before.
const SHRINK: f32 = 0.93;
/// How many scales are tried: for a pair that is most of what is shown, and else, where the scene is to stay large.
/// Strips that fit at none of them are cut or lie over the shapes.
const TRIED: (i32, i32) = (9, 5);

/// What a view leaves free, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Free {
    /// The legend lies over neither shape of the pair.
    pair: bool,
    /// How many strips lie beside the shapes, all of them on the canvas.
    strips: usize,
    /// The legend lies over no body.
    bodies: bool,
}

/// The view of the picture's canvas that shows what `framing` says, at least `margin` pixels from the edge.
/// Of the scales that are not much smaller than the largest it has the one at which most strips of the selected
/// pair lie beside both shapes, all of them on the canvas. `None`: there is nothing to show, or the scene is
/// empty.
pub fn fit(picture: &Picture, framing: Framing, margin: f32) -> Option<View> {
    let canvas = picture.view.canvas;
    let bounds = framing::bounds(framing, picture.world.bodies(), picture.looked_pair())?;
    let view = match framing {
        Framing::Scene | Framing::Moving => View::fitted(Some(bounds), canvas, margin),
        Framing::Pair => View::close(bounds, canvas, margin),
        // Around a contact strips are cut at every scale.
        Framing::Contact => return Some(View::close(bounds, canvas, margin)),
    };
    let pair = framing::bounds(Framing::Pair, picture.world.bodies(), picture.looked_pair());
    let is_most = pair.is_some_and(|pair| 2.0 * pair.size().max_element() > bounds.size().max_element());
    let tried = if is_most { TRIED.0 } else { TRIED.1 };
    let views = (0..tried).map(|i| View { scale: view.scale * SHRINK.powi(i), ..view });
    let mut best: Option<(Free, View)> = None;
    for view in views {
        let (free, is_all) = free(&Picture { view: &view, ..*picture });
        if best.is_none_or(|(most, _)| free > most) {
            best = Some((free, view));
        }
        if is_all {
            break;
        }
    }
    best.map(|(_, view)| view)
}

/// What a picture leaves free, and whether that is everything.
fn free(picture: &Picture) -> (Free, bool) {
    let mut pen = Pen::new(picture);
    pen.look(picture);
    let places = reserve(picture, &mut pen);
    let shows_strips = picture.options.layers.has(Layer::Axes);
    let strips = if shows_strips { AxisStrips::plan(picture, &mut pen) } else { AxisStrips::default() };
    let is_hidden =
        |body: &Body| places.legend_rect().is_some_and(|rect| rect.overlaps(&picture.screen_box(body)));
    let hidden = pen.visible_bodies(picture).filter(|(_, body)| is_hidden(body));
    let (of_pair, others): (Vec<_>, Vec<_>) =
        hidden.partition(|(index, _)| picture.pair_color(*index).is_some());
    let free = Free {
        pair: of_pair.is_empty(),
        strips: strips.whole,
        bodies: others.is_empty() && of_pair.is_empty(),
    };
    (free, free.bodies && strips.whole == strips.wanted)
}
