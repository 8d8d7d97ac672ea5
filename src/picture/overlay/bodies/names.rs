//! The bodies' names; no label overlaps another.

use glam::Vec2;

use crate::picture::display::{PLATE_PADDING, Source};
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
        let (right, down) = (Vec2::X * (size.x * 0.5 + 5.0), Vec2::Y * (size.y * 0.5 + 4.0));
        let (half_width, half_height) = (Vec2::X * shown.size().x * 0.5, Vec2::Y * shown.size().y * 0.5);
        let around = [
            middle + half_height + down,
            middle - half_height - down,
            middle + half_width + right,
            middle - half_width - right,
        ];
        let fits_inside = size.cmplt(shown.size() * 0.8).all() && body.shape().kind().has_inside();
        let inside = [middle, middle + half_height * 0.55, middle - half_height * 0.55];
        let inside = inside.into_iter().filter(|_| fits_inside);
        match pen.space.place(size, inside.chain(around)) {
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
