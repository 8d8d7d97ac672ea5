//! A stripped font draws as the whole one.
#![allow(clippy::unwrap_used)]

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::DrawSettings;
use skrifa::outline::pen::SvgPen;
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

#[path = "../strip.rs"]
mod strip;

#[test]
fn outlines_widths_and_characters_stay_and_hints_go() {
    for font in [epaint_default_fonts::HACK_REGULAR, epaint_default_fonts::UBUNTU_LIGHT] {
        let stripped = strip::stripped(font).unwrap();
        assert!(stripped.len() * 10 < font.len() * 6, "{} of {}", stripped.len(), font.len());
        let (whole, stripped) = (FontRef::new(font).unwrap(), FontRef::new(&stripped).unwrap());
        let (size, location) = (Size::unscaled(), LocationRef::default());
        assert_eq!(whole.metrics(size, location), stripped.metrics(size, location));
        assert!(whole.charmap().mappings().eq(stripped.charmap().mappings()));
        let count = whole.metrics(size, location).glyph_count;
        assert!(count > 1000, "{count}");
        for glyph in (0..u32::from(count)).map(GlyphId::new) {
            let [own, kept] = [&whole, &stripped].map(|font| {
                let mut pen = SvgPen::new();
                let settings = DrawSettings::unhinted(size, location);
                font.outline_glyphs().get(glyph).unwrap().draw(settings, &mut pen).unwrap();
                (pen.to_string(), font.glyph_metrics(size, location).advance_width(glyph))
            });
            assert_eq!(own, kept, "{glyph}");
        }
    }
}

#[test]
fn a_font_that_was_cut_off_is_none() {
    let font = epaint_default_fonts::HACK_REGULAR;
    for end in (0..2000).step_by(7).chain((2000..font.len() / 2).step_by(997)) {
        assert!(strip::stripped(&font[..end]).is_none(), "{end}");
    }
}
