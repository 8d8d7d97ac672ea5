//! Links, and what stands packed in them.

use arbitrary::{Result, Unstructured};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use collision_test::scene::link::Link;
use miniz_oxide::deflate::compress_to_vec;

use crate::text;

/// Bytes before the scene's text.
const HEAD: usize = 6;

/// Level of compression, the fastest.
const LEVEL: u8 = 1;

const FRAMES: [&str; 8] = ["0", "7", "100000", "100001", "99999999999", "18446744073709551616", "-1", ""];

/// A link opens a valid scene, and the same one from the link to that; or it is refused in a message of bounded
/// length, however much it inflates to.
pub fn link_text(data: &[u8]) {
    let (head, rest) = data.split_at(data.len().min(HEAD));
    let link = link(&mut Unstructured::new(head), rest).unwrap();
    match Link::read(&link) {
        Ok(read) => {
            read.scene.validate().unwrap();
            if let Ok(again) = read.text("https://example.org/") {
                assert_eq!(Link::read(&again).as_ref(), Ok(&read));
            }
        }
        Err(error) => assert!(error.len() < 4000, "{error:.1000}"),
    }
}

fn link(u: &mut Unstructured<'_>, rest: &[u8]) -> Result<String> {
    let kind = u.int_in_range(0..=15_u8)?;
    let frame = *u.choose(&FRAMES)?;
    if kind == 15 {
        return Ok(format!("#scene={}", String::from_utf8_lossy(rest)));
    }
    let mut text = text::text(rest);
    // One place of the text, again and again: 10 kB that inflate to many MB.
    if kind >= 12 {
        let at = usize::from(u.arbitrary::<u16>()?) % (text.len() + 1);
        let byte = text.get(at).copied().unwrap_or(b' ');
        let count = 1_usize << u.int_in_range(8..=24_u8)?;
        text.splice(at..at, std::iter::repeat_n(byte, count));
    }
    let mut packed = compress_to_vec(&text, LEVEL);
    if kind == 11 {
        packed.truncate(packed.len() / 2);
    }
    Ok(format!("#scene={}&frame={frame}&pair=ball,crate", URL_SAFE_NO_PAD.encode(packed)))
}
