//! The window's icon: two touching discs and their contact point.

use macroquad::miniquad::conf::Icon;

use crate::picture::display::Color;
use crate::picture::theme::Theme;

/// The icon in the three sizes that systems ask for.
pub fn icon() -> Icon {
    Icon {
        small: picture::<16, { 16 * 16 * 4 }>(),
        medium: picture::<32, { 32 * 32 * 4 }>(),
        big: picture::<64, { 64 * 64 * 4 }>(),
    }
}

/// RGBA rows of a square; the discs are in fractions of its side.
fn picture<const SIDE: usize, const BYTES: usize>() -> [u8; BYTES] {
    let Theme { pair_a, pair_b, contact, .. } = Theme::DARK;
    let discs = [((0.36, 0.38), 0.34, pair_a), ((0.66, 0.64), 0.32, pair_b), ((0.51, 0.52), 0.12, contact)];
    let mut bytes = [0; BYTES];
    for (i, pixel) in bytes.chunks_exact_mut(4).enumerate() {
        let at = |n: usize| (n as f32 + 0.5) / SIDE as f32;
        let (x, y) = (at(i % SIDE), at(i / SIDE));
        for ((cx, cy), radius, color) in discs {
            let inside = (radius - (x - cx).hypot(y - cy)) * SIDE as f32 + 0.5;
            blend(pixel, color, inside.clamp(0.0, 1.0));
        }
    }
    bytes
}

fn blend(pixel: &mut [u8], color: Color, share: f32) {
    let old = pixel.get(3).map_or(0.0, |alpha| f32::from(*alpha) / 255.0);
    let alpha = share + old * (1.0 - share);
    if alpha <= 0.0 {
        return;
    }
    for (channel, new) in pixel.iter_mut().zip([color.r, color.g, color.b]) {
        let mixed = (f32::from(new) * share + f32::from(*channel) * old * (1.0 - share)) / alpha;
        *channel = mixed.round() as u8;
    }
    if let Some(last) = pixel.get_mut(3) {
        *last = (alpha * 255.0).round() as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_icon_is_clear_at_its_corner_and_yellow_where_the_discs_touch() {
        let icon = icon();
        assert_eq!(icon.big[..4], [0; 4]);
        let middle = (33 * 64 + 32) * 4;
        let Color { r, g, b, .. } = Theme::DARK.contact;
        assert_eq!(icon.big[middle..middle + 4], [r, g, b, 255]);
    }
}
