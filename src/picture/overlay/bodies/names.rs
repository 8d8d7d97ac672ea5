//! The bodies' names; no label overlaps another.

use glam::Vec2;

use crate::picture::display::{PLATE_PADDING, Rect, Source};
use crate::picture::overlay::layer::{LayerInfo, LegendEntry, Swatch};
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
    // A and B of the selected pair come first, so that their names find room.
    let (first, rest): (Vec<_>, Vec<_>) =
        pen.visible_bodies(picture).partition(|(index, _)| picture.pair_color(*index).is_some());
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
        match pen.space.place(size, beside_line.into_iter().chain(inside).chain(outside).chain(beyond)) {
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
