//! A TrueType font without its hints, which only a rasteriser that fits outlines to pixels reads, and without the
//! tables that egui's does not read. Outlines, widths and characters are the same. Its name tells that it was changed, as
//! the Ubuntu Font Licence 1.0 asks (2c: "derivative X" appended to the name).
//!
//! Format: "OpenType specification", version 1.9, chapters "OpenType font file", `glyf`, `loca`.

/// The tables that stay, in the order of their tags; `name` has the notices of copyright.
const KEPT: [&[u8; 4]; 10] =
    [b"OS/2", b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp", b"name", b"post"];
const HEADER: usize = 12;
const RECORD: usize = 16;
/// In `head`: the format of `loca`, 0 for u16 halves of offsets, 1 for u32.
const LOCA_FORMAT: usize = 50;
/// In `maxp`: the number of glyphs.
const GLYPHS: usize = 4;
/// `post` without the names of glyphs: its version, and its length.
const NAMELESS: (u32, usize) = (0x0003_0000, 32);
/// In a glyph: the first end of a contour. Before it come the number of contours and the bounds.
const CONTOUR_ENDS: usize = 10;
/// What is appended to the font's names, and to its PostScript name, which has no spaces.
const DERIVATIVE: (&str, &str) = (" derivative Collision Test", "-derivative-CollisionTest");
/// In `name`: the length of its header, and that of a record.
const NAMES: (usize, usize) = (6, 12);
/// In `name`, the strings that are names of the font: family, unique identifier, full name, typographic family; and the
/// PostScript name.
const OWN_NAMES: ([usize; 4], usize) = ([1, 3, 4, 16], 6);
/// Platforms whose strings are UTF-16; those of others are in a code of bytes that has ASCII.
const UTF16_PLATFORMS: [usize; 2] = [0, 3];

/// The font without hints; `None` if it is no TrueType font. Check sums are left at 0: nothing that draws them
/// reads them.
pub fn stripped(font: &[u8]) -> Option<Vec<u8>> {
    let (glyf, loca) = without_hints(font)?;
    let mut head = table(font, b"head")?.to_vec();
    head.get_mut(LOCA_FORMAT..LOCA_FORMAT + 2)?.copy_from_slice(&1_u16.to_be_bytes());
    let name = renamed(table(font, b"name")?)?;
    let mut post = table(font, b"post")?.get(..NAMELESS.1)?.to_vec();
    post[..4].copy_from_slice(&NAMELESS.0.to_be_bytes());
    let mut directory = font.get(..4)?.to_vec();
    // Of 10 tables: the greatest power of two below, 8 = 1 << 3, times 16; 3; the rest times 16.
    for number in [KEPT.len() as u16, 128, 3, 32] {
        directory.extend(number.to_be_bytes());
    }
    let mut data = Vec::new();
    for tag in KEPT {
        let content = match tag {
            b"glyf" => &glyf,
            b"loca" => &loca,
            b"head" => &head,
            b"name" => &name,
            b"post" => &post,
            _ => table(font, tag)?,
        };
        directory.extend(tag);
        for number in [0, HEADER + RECORD * KEPT.len() + data.len(), content.len()] {
            directory.extend((number as u32).to_be_bytes());
        }
        data.extend(content);
        data.resize(data.len().next_multiple_of(4), 0);
    }
    Some([directory, data].concat())
}

/// `glyf` without instructions, and `loca` with offsets of 32 bits.
fn without_hints(font: &[u8]) -> Option<(Vec<u8>, Vec<u8>)> {
    let (glyf, loca) = (table(font, b"glyf")?, table(font, b"loca")?);
    let is_long = u16_at(table(font, b"head")?, LOCA_FORMAT)? == 1;
    let offset = |i: usize| if is_long { u32_at(loca, 4 * i) } else { Some(2 * u16_at(loca, 2 * i)?) };
    let (mut glyphs, mut offsets) = (Vec::new(), 0_u32.to_be_bytes().to_vec());
    for i in 0..u16_at(table(font, b"maxp")?, GLYPHS)? {
        let glyph = glyf.get(offset(i)?..offset(i + 1)?)?;
        let contours = if glyph.is_empty() { 0 } else { u16_at(glyph, 0)? };
        // Composite glyphs have a negative number of contours, and nearly no instructions.
        if glyph.is_empty() || contours > i16::MAX as usize {
            glyphs.extend(glyph);
        } else {
            let count = CONTOUR_ENDS + 2 * contours;
            let instructions = u16_at(glyph, count)?;
            glyphs.extend(glyph.get(..count)?);
            glyphs.extend([0, 0]);
            glyphs.extend(glyph.get(count + 2 + instructions..)?);
        }
        glyphs.resize(glyphs.len().next_multiple_of(4), 0);
        offsets.extend((glyphs.len() as u32).to_be_bytes());
    }
    Some((glyphs, offsets))
}

/// `name`, in which each name of the font says that it is a derivative.
fn renamed(name: &[u8]) -> Option<Vec<u8>> {
    let (header, record) = NAMES;
    let (count, strings) = (u16_at(name, 2)?, u16_at(name, 4)?);
    // Format 0, without tags of languages.
    let mut records: Vec<u8> = [0, count, header + record * count].map(|n| (n as u16).to_be_bytes()).concat();
    let mut storage = Vec::new();
    for i in 0..count {
        let at = header + record * i;
        let [platform, encoding, language, id, length, offset] =
            [0, 2, 4, 6, 8, 10].map(|part| u16_at(name, at + part));
        let (platform, id, start) = (platform?, id?, strings + offset?);
        let mut string = name.get(start..start + length?)?.to_vec();
        let added = match id {
            id if OWN_NAMES.0.contains(&id) => DERIVATIVE.0,
            id if id == OWN_NAMES.1 => DERIVATIVE.1,
            _ => "",
        };
        if UTF16_PLATFORMS.contains(&platform) {
            string.extend(added.encode_utf16().flat_map(u16::to_be_bytes));
        } else {
            string.extend(added.bytes());
        }
        for number in [platform, encoding?, language?, id, string.len(), storage.len()] {
            records.extend(u16::try_from(number).ok()?.to_be_bytes());
        }
        storage.extend(string);
    }
    records.extend(storage);
    Some(records)
}

fn table<'f>(font: &'f [u8], tag: &[u8; 4]) -> Option<&'f [u8]> {
    (0..u16_at(font, 4)?).find_map(|i| {
        let record = font.get(HEADER + RECORD * i..HEADER + RECORD * (i + 1))?;
        let start = u32_at(record, 8)?;
        if record.starts_with(tag) { font.get(start..start + u32_at(record, 12)?) } else { None }
    })
}

fn u16_at(bytes: &[u8], at: usize) -> Option<usize> {
    let number = bytes.get(at..at + 2)?;
    Some(usize::from(u16::from_be_bytes(number.try_into().ok()?)))
}

fn u32_at(bytes: &[u8], at: usize) -> Option<usize> {
    let number = bytes.get(at..at + 4)?;
    Some(u32::from_be_bytes(number.try_into().ok()?) as usize)
}
