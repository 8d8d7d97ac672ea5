//! A stripped font draws as the whole one.
#![allow(clippy::unwrap_used)]

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::DrawSettings;
use skrifa::outline::pen::SvgPen;
use skrifa::string::StringId;
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
fn a_changed_font_tells_so_in_its_names_and_keeps_its_notices() {
    let string =
        |font: &FontRef<'_>, id| font.localized_strings(id).english_or_first().map(|text| text.to_string());
    for (font, name, postscript) in [
        (epaint_default_fonts::UBUNTU_LIGHT, "Ubuntu Light", "Ubuntu-Light"),
        (epaint_default_fonts::HACK_REGULAR, "Hack Regular", "Hack-Regular"),
    ] {
        let stripped = strip::stripped(font).unwrap();
        let (whole, stripped) = (FontRef::new(font).unwrap(), FontRef::new(&stripped).unwrap());
        for id in [
            StringId::FAMILY_NAME,
            StringId::UNIQUE_ID,
            StringId::FULL_NAME,
            StringId::TYPOGRAPHIC_FAMILY_NAME,
        ] {
            let derived = string(&whole, id).map(|name| name + " derivative Collision Test");
            assert_eq!(string(&stripped, id), derived, "{name}: {id}");
        }
        assert_eq!(string(&whole, StringId::FULL_NAME).unwrap(), name);
        assert_eq!(
            string(&stripped, StringId::POSTSCRIPT_NAME).unwrap(),
            format!("{postscript}-derivative-CollisionTest")
        );
        for id in [StringId::COPYRIGHT_NOTICE, StringId::TRADEMARK, StringId::LICENSE_DESCRIPTION] {
            assert_eq!(string(&stripped, id), string(&whole, id), "{name}: {id}");
        }
        assert!(string(&stripped, StringId::COPYRIGHT_NOTICE).unwrap().starts_with("Copyright"));
    }
}

#[test]
fn a_font_that_was_cut_off_is_none() {
    let font = epaint_default_fonts::HACK_REGULAR;
    for end in (0..2000).step_by(7).chain((2000..font.len() / 2).step_by(997)) {
        assert!(strip::stripped(&font[..end]).is_none(), "{end}");
    }
}
