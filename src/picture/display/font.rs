//! The program's fonts, which are egui's, and text metrics that are the same in every backend.

use std::sync::OnceLock;

use glam::Vec2;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::{GlyphMetrics, Metrics};
use skrifa::{FontRef, MetadataProvider};
use unicode_width::UnicodeWidthChar as _;

use super::rect::Rect;
use super::{Align, PLATE_PADDING};

pub const PROPORTIONAL: &[u8] = epaint_default_fonts::UBUNTU_LIGHT;
/// Font of columns of numbers: Hack.
pub const MONOSPACE: &[u8] = epaint_default_fonts::HACK_REGULAR;

/// The box of a text before it is rotated about its anchor. Pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TextBox {
    /// Left end of the baseline.
    pub baseline: Vec2,
    /// The text's advance width by the font's ascent and descent.
    pub text: Rect,
}

impl TextBox {
    pub fn plate(&self) -> Rect {
        self.text.grow(PLATE_PADDING)
    }
}

/// Width and height of one line. `size`: height of the font (em), pixels.
pub fn text_size(text: &str, size: f32, monospace: bool) -> Vec2 {
    let face = face(monospace);
    Vec2::new(face.width(text), face.ascent + face.descent) * size
}

/// The text in lines that fit, where its words allow it.
pub fn broken(text: &str, fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        let longer = lines.last().map(|line| format!("{line} {word}"));
        match (lines.last_mut(), longer.filter(|longer| fits(longer))) {
            (Some(line), Some(longer)) => *line = longer,
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// The box of a text with this anchor.
pub fn text_box(position: Vec2, text: &str, size: f32, align: (Align, Align), monospace: bool) -> TextBox {
    let extent = text_size(text, size, monospace);
    let offset = |align: Align| match align {
        Align::Start => 0.0,
        Align::Center => 0.5,
        Align::End => 1.0,
    };
    let min = position - extent * Vec2::new(offset(align.0), offset(align.1));
    let baseline = min + Vec2::new(0.0, face(monospace).ascent * size);
    TextBox { baseline, text: Rect::at(min, extent) }
}

/// Whether one of the program's fonts, that of symbols included, has the character.
pub fn has(c: char) -> bool {
    static SYMBOLS: OnceLock<FontFace> = OnceLock::new();
    let symbols = SYMBOLS.get_or_init(|| FontFace::new(epaint_default_fonts::NOTO_EMOJI_REGULAR));
    [face(false), face(true), symbols].iter().any(|face| face.has(c))
}

/// A font with its metrics. Lengths in em.
struct FontFace {
    ascent: f32,
    descent: f32,
    ascii: [f32; 128],
    font: Option<FontRef<'static>>,
}

/// Advance of a character that the font lacks. Em.
const UNKNOWN_ADVANCE: f32 = 0.6;
/// The same for a wide one, such as a Chinese one. Em.
const WIDE_ADVANCE: f32 = 1.0;

impl FontFace {
    fn new(data: &'static [u8]) -> Self {
        let font = FontRef::new(data).ok();
        let mut face = Self { ascent: 0.93, descent: 0.19, ascii: [UNKNOWN_ADVANCE; 128], font };
        if let Some(font) = &face.font {
            let metrics = Metrics::new(font, Size::new(1.0), LocationRef::default());
            (face.ascent, face.descent) = (metrics.ascent, -metrics.descent);
            let mut ascii = face.ascii;
            for (code, advance) in (0u8..).zip(&mut ascii) {
                *advance = face.advance(char::from(code));
            }
            face.ascii = ascii;
        }
        face
    }

    fn advance(&self, c: char) -> f32 {
        let advance = self.font.as_ref().and_then(|font| {
            let glyph = font.charmap().map(c)?;
            GlyphMetrics::new(font, Size::new(1.0), LocationRef::default()).advance_width(glyph)
        });
        advance.unwrap_or_else(|| match c.width() {
            Some(2) => WIDE_ADVANCE,
            _ => UNKNOWN_ADVANCE,
        })
    }

    fn has(&self, c: char) -> bool {
        self.font.as_ref().and_then(|font| font.charmap().map(c)).is_some_and(|glyph| glyph.to_u32() > 0)
    }

    fn width(&self, text: &str) -> f32 {
        text.chars().map(|c| self.ascii.get(c as usize).copied().unwrap_or_else(|| self.advance(c))).sum()
    }
}

fn face(monospace: bool) -> &'static FontFace {
    static FACES: OnceLock<[FontFace; 2]> = OnceLock::new();
    let [proportional, mono] = FACES.get_or_init(|| [FontFace::new(PROPORTIONAL), FontFace::new(MONOSPACE)]);
    if monospace { mono } else { proportional }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font_files() {
        // Hack is monospaced: 1233 of 2048 units a character (its hmtx table).
        for text in ["0.250 m", "iiiiiii", "WWWWWWW", "ÄÖÜäöüß"] {
            let width = text_size(text, 10.0, true).x;
            assert!((width - 7.0 * 10.0 * 1233.0 / 2048.0).abs() < 0.05, "{text}: {width}");
        }
        let (narrow, wide) = (text_size("ill", 12.0, false).x, text_size("WWW", 12.0, false).x);
        assert!(narrow * 2.5 < wide, "{narrow} {wide}");
    }

    #[test]
    fn the_anchor_lies_where_the_alignment_says() {
        let at = Vec2::new(100.0, 50.0);
        let centred = text_box(at, "A", 20.0, (Align::Center, Align::Center), false).text;
        assert!(centred.center().distance(at) < 1e-3);
        let corner = text_box(at, "A", 20.0, (Align::End, Align::End), false);
        assert_eq!(corner.text.max, at);
        assert!(corner.text.holds(&[corner.baseline]));
    }
}
