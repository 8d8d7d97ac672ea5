//! Fits a view, with room for the strips of the selected pair.

use collide2d::{Aabb, Body};
use glam::Vec2;

use crate::picture::display::Rect;
use crate::picture::framing::{self, Framing};
use crate::picture::overlay::axes::AxisStrips;
use crate::picture::overlay::axes::map;
use crate::picture::overlay::contacts::queries;
use crate::picture::overlay::pen::Pen;
use crate::picture::overlay::picture::Picture;
use crate::picture::overlay::{Layer, reserve};
use crate::picture::view::View;

/// Each scale that is tried is this share of the one before.
const SHRINK: f32 = 0.93;
/// How many scales are tried: for a pair that is most of what is shown, and else, where the scene is to stay large.
/// Strips that fit at none of them are cut or lie over the shapes.
const TRIED: (i32, i32) = (9, 5);

/// Beside the legend the scene is at least this share as large as with the legend over it.
const LEAST_BESIDE: f32 = 0.7;
/// Queries are shown as far beyond the bodies as these reach, times so much: a ray may be as good as endless.
const BEYOND: f32 = 2.0;
/// Among more bodies the legend lies over some.
const MOST_BESIDE: usize = 64;

/// What a view leaves free, the most important first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct FreeSpace {
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
    let frame = picture.frame();
    let bounds_of =
        |framing| framing::bounds(framing, &frame, picture.world.bodies(), picture.selected_pair());
    let bounds = bounds_of(framing)?;
    let map =
        (picture.options.layers.has(Layer::Map) && framing != Framing::Contact).then(|| map::bounds(picture));
    let bounds = map.flatten().map_or(bounds, |map| bounds.union(&map));
    let shows_queries = picture.options.layers.has(Layer::Queries) && framing == Framing::Scene;
    let queries = if shows_queries { queries::bounds(picture) } else { None };
    let bounds = queries.map_or(bounds, |queries| {
        let room = framing::grown(&bounds, BEYOND * bounds.size().max_element());
        let queries = Aabb { min: queries.min.max(room.min), max: queries.max.min(room.max) };
        bounds.union(&queries)
    });
    let fitted = |room: Rect| {
        let local = match framing {
            Framing::Scene | Framing::Moving => View::fitted(Some(bounds), room, margin),
            Framing::Pair | Framing::Contact => View::close(bounds, room, margin),
        };
        local.out_of(&frame)
    };
    if framing == Framing::Contact {
        // Around a contact strips are cut at every scale.
        return Some(fitted(canvas));
    }
    let pair = bounds_of(Framing::Pair);
    let is_most = pair.is_some_and(|pair| 2.0 * pair.size().max_element() > bounds.size().max_element());
    let tried = if is_most { TRIED.0 } else { TRIED.1 };
    let whole = fitted(canvas);
    let mut best: Option<(FreeSpace, View)> = None;
    let mut try_room = |room: Rect| {
        let view = fitted(room);
        for scale in (0..tried).map(|i| view.scale * SHRINK.powi(i)) {
            if room != canvas && scale < LEAST_BESIDE * whole.scale {
                break;
            }
            let view = widened(View { scale, ..view }, canvas);
            let (free, is_all) = free(&Picture { view: &view, ..*picture });
            if best.is_none_or(|(most, best)| free > most || free == most && view.scale > best.scale) {
                best = Some((free, view));
            }
            if is_all {
                return true;
            }
        }
        false
    };
    if !try_room(canvas) && picture.world.bodies().len() <= MOST_BESIDE {
        for room in rooms_beside_legend(&Picture { view: &whole, ..*picture }) {
            try_room(room);
        }
    }
    best.map(|(_, view)| view)
}

/// The view with the whole canvas around its own, which shows what it showed.
fn widened(view: View, canvas: Rect) -> View {
    let aside = view.world_direction(view.canvas.center() - canvas.center());
    View { center: view.center - aside / view.scale, canvas, ..view }
}

/// What is left of the canvas on each side of a legend in a corner; empty where there is no legend.
fn rooms_beside_legend(picture: &Picture) -> Vec<Rect> {
    let canvas = picture.view.canvas;
    let legend = reserve(picture, &mut Pen::new(picture)).legend_rect();
    let rooms = legend.into_iter().flat_map(|legend| {
        let (x, y) = (Vec2::new(legend.size().x, 0.0), Vec2::new(0.0, legend.size().y));
        let [from_left, from_top] = [x, y].map(|by| Rect { min: canvas.min + by, ..canvas });
        let [from_right, from_bottom] = [x, y].map(|by| Rect { max: canvas.max - by, ..canvas });
        [from_left, from_right, from_top, from_bottom]
    });
    rooms.filter(|room| room.size().min_element() > 0.0).collect()
}

/// What a picture leaves free, and whether that is everything.
fn free(picture: &Picture) -> (FreeSpace, bool) {
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
    let free = FreeSpace {
        pair: of_pair.is_empty(),
        strips: strips.whole,
        bodies: others.is_empty() && of_pair.is_empty(),
    };
    (free, free.bodies && strips.whole == strips.wanted)
}
