//! GIF: pictures that follow each other and repeat.

use std::collections::HashMap;

use gif::{Encoder, Repeat};

use super::png::Raster;
use crate::picture::display::Color;

/// Most colours of a picture, as the format has it.
const MOST: usize = 256;
/// Of a picture with more colours, so many are exact, the frequent ones: fills and lines are among them, and do not change
/// from picture to picture. The others are blends along edges.
const EXACT: usize = 192;

/// An animated picture in the making.
pub struct Film {
    encoder: Encoder<Vec<u8>>,
    /// Exact in every picture, however rare.
    kept: Vec<Rgb>,
}

type Rgb = [u8; 3];

/// A colour, and how many pixels have it.
type Counted = (Rgb, u32);

impl Film {
    /// Without pictures yet; `kept`: colours that stay exact. `Err`: a side is larger than the format allows. Pixels.
    pub fn new(width: u32, height: u32, kept: &[Color]) -> Result<Self, String> {
        let side = |side: u32| {
            u16::try_from(side).map_err(|_| format!("a GIF is at most {} pixels wide and high", u16::MAX))
        };
        let named = |error: gif::EncodingError| error.to_string();
        let mut encoder = Encoder::new(Vec::new(), side(width)?, side(height)?, &[]).map_err(named)?;
        encoder.set_repeat(Repeat::Infinite).map_err(named)?;
        Ok(Self { encoder, kept: kept.iter().map(|color| [color.r, color.g, color.b]).collect() })
    }

    /// Adds a picture that is shown for so long. Hundredths of a second.
    pub fn add(&mut self, raster: &Raster, delay: u16) -> Result<(), String> {
        let [width, height] =
            [raster.width, raster.height].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        let (palette, pixels) = indexed(&raster.rgba, &self.kept);
        let mut frame = gif::Frame::from_palette_pixels(width, height, pixels, palette.concat(), None);
        frame.delay = delay;
        self.encoder.write_frame(&frame).map_err(|error| error.to_string())
    }

    /// The file.
    pub fn bytes(self) -> Result<Vec<u8>, String> {
        self.encoder.into_inner().map_err(|error| error.to_string())
    }
}

/// A palette, and each pixel's place in it.
fn indexed(rgba: &[u8], kept: &[Rgb]) -> (Vec<Rgb>, Vec<u8>) {
    let (colors, pixels) = counted(rgba);
    let (palette, places) = if colors.len() <= MOST {
        (colors.iter().map(|(color, _)| *color).collect(), (0..=u8::MAX).take(colors.len()).collect())
    } else {
        let palette = palette(&colors, kept);
        let places: Vec<u8> = colors.iter().map(|(color, _)| nearest(&palette, *color)).collect();
        (palette, places)
    };
    let place = |color: u32| places.get(color as usize).copied().unwrap_or_default();
    (palette, pixels.into_iter().map(place).collect())
}

/// The colours in the order in which they are met, and each pixel's place among them.
fn counted(rgba: &[u8]) -> (Vec<Counted>, Vec<u32>) {
    let mut colors: Vec<Counted> = Vec::new();
    let mut places: HashMap<Rgb, u32> = HashMap::new();
    let mut pixels = Vec::with_capacity(rgba.len() / 4);
    // Most pixels have the colour of the one before.
    let mut last: Option<(Rgb, u32)> = None;
    for pixel in rgba.chunks_exact(4) {
        let &[r, g, b, _] = pixel else { continue };
        let color = [r, g, b];
        let place = match last {
            Some((before, place)) if before == color => place,
            Some(_) | None => *places.entry(color).or_insert_with(|| {
                colors.push((color, 0));
                (colors.len() - 1) as u32
            }),
        };
        if let Some((_, count)) = colors.get_mut(place as usize) {
            *count += 1;
        }
        last = Some((color, place));
        pixels.push(place);
    }
    (colors, pixels)
}

/// The kept colours that the picture has and its most frequent ones, then averages of the rest.
fn palette(colors: &[Counted], kept: &[Rgb]) -> Vec<Rgb> {
    let mut ranked = colors.to_vec();
    ranked.sort_by_cached_key(|(color, count)| (!kept.contains(color), std::cmp::Reverse(*count), *color));
    let mut rest = ranked.split_off(EXACT.min(ranked.len()));
    let mut palette: Vec<Rgb> = ranked.into_iter().map(|(color, _)| color).collect();
    add_averages(&mut rest, MOST - palette.len(), &mut palette);
    palette
}

/// Adds at most so many colours that stand for these: the median cut (P. Heckbert, Color Image Quantization for Frame Buffer
/// Display, 1982), which halves the pixels along the channel in which their colours differ most.
fn add_averages(colors: &mut [Counted], most: usize, palette: &mut Vec<Rgb>) {
    let pixels: u64 = colors.iter().map(|(_, count)| u64::from(*count)).sum();
    if most < 2 || colors.len() < 2 {
        if pixels > 0 {
            let sum = |channel: usize| -> u64 {
                colors.iter().map(|(color, count)| u64::from(color[channel]) * u64::from(*count)).sum()
            };
            palette.push([0, 1, 2].map(|channel| ((sum(channel) + pixels / 2) / pixels) as u8));
        }
        return;
    }
    let range = |channel: usize| {
        let values = || colors.iter().map(|(color, _)| color[channel]);
        values().max().unwrap_or_default() - values().min().unwrap_or_default()
    };
    let widest = [0, 1, 2].into_iter().max_by_key(|channel| range(*channel)).unwrap_or_default();
    colors.sort_by_key(|(color, _)| (color[widest], *color));
    let (mut before, mut at) = (0, 0);
    while at + 1 < colors.len() && (at == 0 || 2 * before < pixels) {
        before += u64::from(colors[at].1);
        at += 1;
    }
    let (lower, upper) = colors.split_at_mut(at);
    add_averages(lower, most / 2, palette);
    add_averages(upper, most - most / 2, palette);
}

/// The place of the colour of a palette that is nearest to this one.
fn nearest(palette: &[Rgb], color: Rgb) -> u8 {
    let apart = |other: &Rgb| -> u32 {
        other.iter().zip(color).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
    };
    (0..=u8::MAX).zip(palette).min_by_key(|(_, other)| apart(other)).map_or(0, |(place, _)| place)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// A picture with so many blends, each of some pixels, and a rare dot of one colour.
    fn raster(blends: u32, shift: u32, dot: Rgb) -> Raster {
        let (width, height) = (200, 200);
        let mut rgba = Vec::new();
        for pixel in 0..width * height {
            let blend = (pixel * 7 + shift) % blends.max(1);
            let [r, g, b] = match pixel {
                0..4 => dot,
                4..20_000 => [0x16, 0x18, 0x1d],
                _ => [(blend % 256) as u8, (blend / 16) as u8, (blend / 4 % 256) as u8],
            };
            rgba.extend([r, g, b, 255]);
        }
        Raster { width, height, rgba }
    }

    fn shown(film: Film) -> Vec<Vec<u8>> {
        let bytes = film.bytes().unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&*bytes).unwrap();
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames.push(frame.buffer.to_vec());
        }
        frames
    }

    /// The colours of points, normals and depths were those of a sample of the pixels, another one in each picture.
    #[test]
    fn kept_and_frequent_colours_are_exact_in_every_picture_and_all_of_few_are() {
        let dot = [0xf0, 0xe4, 0x42];
        let pictures = [raster(3000, 0, dot), raster(3000, 5, dot), raster(200, 0, dot)];
        let mut film = Film::new(200, 200, &[Color::rgb(dot[0], dot[1], dot[2])]).unwrap();
        pictures.iter().for_each(|picture| film.add(picture, 2).unwrap());
        let frames = shown(film);
        for (frame, picture) in frames.iter().zip(&pictures) {
            assert_eq!(frame[..4 * 20_000], picture.rgba[..4 * 20_000]);
            let worst = frame.iter().zip(&picture.rgba).map(|(one, other)| one.abs_diff(*other)).max();
            assert!(worst <= Some(48), "{worst:?}");
        }
        assert_eq!((frames.len(), &frames[2]), (3, &pictures[2].rgba));
    }
}
