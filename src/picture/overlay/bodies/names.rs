//! The bodies' names; no label overlaps another, and none lies on a body that it does not name.

use collide2d::Body;
use glam::Vec2;

use crate::picture::display::{PLATE_PADDING, Rect, Source};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
use crate::picture::overlay::near::{holds, is_near};
use crate::picture::overlay::pen::{LabelStyle, Pen, SMALL, not_shown};
use crate::picture::overlay::picture::Picture;
use crate::platform::plain;

/// Most names in one picture. A note counts the rest.
const MOST: usize = 200;
/// Most names for which room is searched; among many bodies the search costs more than the drawing.
const MOST_TRIED: usize = 600;
pub(in crate::picture::overlay) const LONGEST: usize = 24;
/// Smaller bodies have no name. Pixels.
const SMALLEST: f32 = 4.0;
/// Most bodies that names keep off; among more of them no name stands for one body anyway.
const MOST_OTHERS: usize = 200;
/// How much farther from a body names are where handles are in the way. Pixels.
const BEYOND: f32 = 12.0;

pub(in crate::picture::overlay) const INFO: LayerInfo =
    LayerInfo::new("Names", "Names of the bodies", sample, |_| vec![LegendEntry::new("name", sample)])
        .key(2)
        .in_render();

fn sample(pen: &mut Pen, at: &Swatch) {
    pen.list.push(Source::Frame, LabelStyle::new(SMALL, at.theme.text).at(at.center, "abc"));
}

pub(in crate::picture::overlay) fn draw(picture: &Picture, pen: &mut Pen) {
    let style = LabelStyle::new(SMALL, picture.theme.text).plate(picture.theme.background.alpha(0.7));
    let (mut drawn, mut tried, mut left_out) = (0_usize, 0_usize, 0_usize);
    let under = BodiesUnder::of(picture, pen);
    // A and B of the selected pair come first, so that their names find room.
    let is_of_pair = |index: u32| picture.pair_color(index).is_some();
    let (first, rest): (Vec<_>, Vec<_>) =
        pen.visible_bodies(picture).partition(|(index, _)| is_of_pair(*index));
    for (index, body) in first.into_iter().chain(rest) {
        let extent = body.bounding_circle().radius * 2.0 * picture.view.scale;
        let name = picture.name(index);
        if drawn == MOST || tried == MOST_TRIED || extent < SMALLEST || name.is_empty() {
            left_out += usize::from(!name.is_empty());
            continue;
        }
        tried += 1;
        let text = plain::shortened(name, LONGEST);
        let size = style.size_of(&text) + 2.0 * PLATE_PADDING;
        let bounds = picture.screen_box(body);
        let shown = bounds.shared(&pen.canvas);
        let middle = shown.center();
        let beside_line = if body.shape().kind().has_inside() {
            Vec::new()
        } else {
            beside(&picture.outline(body).edges(&pen.canvas), size)
        };
        let half_height = Vec2::Y * shown.size().y * 0.5;
        let outside = around(&shown, size, 0.0);
        // Beyond the handles of a selected body, which are at its sides and corners.
        let beyond = around(&shown, size, BEYOND).filter(|_| !picture.options.handles.is_empty());
        let fits_inside = size.cmplt(shown.size() * 0.8).all() && body.shape().kind().has_inside();
        let inside = [middle, middle + half_height * 0.55, middle - half_height * 0.55];
        let inside = inside.into_iter().filter(|_| fits_inside);
        let places: Vec<Vec2> = beside_line.into_iter().chain(inside).chain(outside).chain(beyond).collect();
        let off_others =
            places.iter().copied().filter(|center| !under.hold(picture, (index, body), *center, size));
        let center = pen.space.place(size, off_others);
        match center.or_else(|| pen.space.place(size, places).filter(|_| is_of_pair(index))) {
            Some(center) => {
                drawn += 1;
                pen.list.push(Source::Body(index), style.at(center, text));
            }
            None => left_out += 1,
        }
    }
    if left_out > 0 {
        pen.notes.push(not_shown(left_out, "name"));
    }
}

/// The visible bodies with their boxes on the screen; none where they are many.
struct BodiesUnder<'a>(Vec<(u32, Rect, &'a Body)>);

impl<'a> BodiesUnder<'a> {
    fn of(picture: &Picture<'a>, pen: &Pen) -> Self {
        let bodies = pen.visible_bodies(picture);
        let boxed = bodies.map(|(index, body)| (index, picture.screen_box(body), body));
        let found: Vec<_> = boxed.take(MOST_OTHERS + 1).collect();
        Self(if found.len() > MOST_OTHERS { Vec::new() } else { found })
    }

    /// Whether a name at this place lies on another body than the one that it names, but for one that holds this too.
    fn hold(&self, picture: &Picture, (index, body): (u32, &Body), center: Vec2, size: Vec2) -> bool {
        /// Of the height of a name, from its middle line.
        const REACH: f32 = 0.3;
        let name = Rect::around(center, size);
        let reach = REACH * size.y / picture.view.scale;
        let along = [-0.35, 0.0, 0.35].map(|share| center + Vec2::X * size.x * share);
        let along = along.map(|at| picture.view.world_from_screen(at));
        let mut there = self.0.iter().filter(|(other, bounds, _)| *other != index && bounds.overlaps(&name));
        there.any(|(_, _, other)| {
            along.iter().any(|at| is_near(other, *at, reach)) && !holds(other, body.bounding_circle().center)
        })
    }
}

/// Places of a name of this size around a body's box, so many pixels farther than the nearest ones.
fn around(shown: &Rect, size: Vec2, farther: f32) -> impl Iterator<Item = Vec2> + use<> {
    let (middle, reach) = (shown.center(), (shown.size() + size) * 0.5 + Vec2::new(5.0, 4.0) + farther);
    [Vec2::Y, Vec2::NEG_Y, Vec2::X, Vec2::NEG_X].into_iter().map(move |to| middle + to * reach)
}

/// Places of a name of this size beside the longest of these lines, below it first. The middle of the box around a slanted
/// line may be far from it, on another body.
fn beside(lines: &[[Vec2; 2]], size: Vec2) -> Vec<Vec2> {
    /// From the line to the name. Pixels.
    const GAP: f32 = 4.0;
    let length = |[from, to]: &&[Vec2; 2]| from.distance_squared(*to);
    let Some([from, to]) = lines.iter().max_by(|p, q| length(p).total_cmp(&length(q))) else {
        return Vec::new();
    };
    let across = (to - from).perp().normalize_or(Vec2::Y);
    let down = if across.y < 0.0 { -across } else { across };
    let aside = down * (GAP + (down * size * 0.5).abs().element_sum());
    let shares = [0.5, 0.3, 0.7, 0.12, 0.88];
    shares
        .into_iter()
        .flat_map(|share| [1.0, -1.0].map(|side| from.lerp(*to, share) + aside * side))
        .collect()
}
