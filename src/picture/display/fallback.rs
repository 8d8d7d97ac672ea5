//! Fonts of the system for characters that the program's own fonts lack. Who draws decides on shaping and
//! direction.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::OnceLock;

use resvg::usvg::fontdb::{Database, FaceInfo, Style};
use skrifa::{FontRef, MetadataProvider as _};

use super::font;

/// Most fonts that are loaded for one text.
const MOST: usize = 6;

#[derive(Clone, Debug)]
pub struct FallbackFont {
    pub name: String,
    /// The file.
    pub data: Vec<u8>,
    /// Its place in a collection of fonts.
    pub index: u32,
}

/// The fonts of the system; the first call searches the disk for them.
pub fn system() -> &'static Database {
    static SYSTEM: OnceLock<Database> = OnceLock::new();
    SYSTEM.get_or_init(|| {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        fonts
    })
}

/// The characters of a text that the program's fonts lack.
pub fn lacking(text: &str) -> impl Iterator<Item = char> + '_ {
    text.chars().filter(|&c| !c.is_ascii() && !c.is_control() && !font::has(c))
}

/// Few fonts of the system that have as many of these characters as possible. Reads the fonts.
pub fn fonts_for(characters: &BTreeSet<char>) -> Vec<FallbackFont> {
    // Of equally many characters an upright font of ordinary weight counts.
    let plain = |face: &FaceInfo| {
        (face.style == Style::Normal, !face.monospaced, Reverse(face.weight.0.abs_diff(400)))
    };
    let mut faces: Vec<_> = system().faces().map(|face| (face, covered(face, characters))).collect();
    let mut fonts = Vec::new();
    while fonts.len() < MOST {
        let best = faces.iter().max_by_key(|(face, left)| (left.len(), plain(face)));
        let Some((face, found)) = best.filter(|(_, left)| !left.is_empty()).cloned() else { break };
        faces.iter_mut().for_each(|(_, left)| left.retain(|c| !found.contains(c)));
        let read = system().with_face_data(face.id, |data, index| (data.to_vec(), index));
        if let Some((data, index)) = read {
            fonts.push(FallbackFont { name: face.post_script_name.clone(), data, index });
        }
    }
    fonts
}

fn covered(face: &FaceInfo, characters: &BTreeSet<char>) -> BTreeSet<char> {
    let of = |data: &[u8], index| {
        let font = FontRef::from_index(data, index).ok()?;
        let map = font.charmap();
        Some(
            characters
                .iter()
                .copied()
                .filter(|&c| map.map(c).is_some_and(|glyph| glyph.to_u32() > 0))
                .collect(),
        )
    };
    system().with_face_data(face.id, of).flatten().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn latin_greek_and_arrows_need_no_other_font_but_hebrew_does() {
        assert_eq!(lacking("crate ÄÖÜß αβγ → 1 – 2").count(), 0);
        assert_eq!(lacking("a שלום").count(), 4);
    }

    #[test]
    fn a_font_is_found_for_what_any_font_of_the_system_has() {
        let hebrew: BTreeSet<char> = "שלום".chars().collect();
        let any = system().faces().any(|face| covered(face, &hebrew).len() == hebrew.len());
        let fonts = fonts_for(&hebrew);
        assert_eq!(!fonts.is_empty(), any);
        for font in fonts {
            assert!(FontRef::from_index(&font.data, font.index).is_ok(), "{}", font.name);
        }
    }
}
