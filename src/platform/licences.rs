//! What the program carries, with the text of each licence. `cargo run -p licences` writes the file; a page has it
//! beside it, and not in the program.

use std::sync::OnceLock;

use miniz_oxide::inflate::decompress_to_vec;

pub fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let bytes =
            decompress_to_vec(include_bytes!(concat!(env!("OUT_DIR"), "/licences"))).unwrap_or_default();
        String::from_utf8(bytes).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_embedded_text_is_the_file() {
        assert!(super::text() == include_str!("../../licences.txt"));
        for part in
            ["UBUNTU FONT LICENCE Version 1.0", "SIL OPEN FONT LICENSE Version 1.1", "BITSTREAM VERA LICENSE"]
        {
            assert!(super::text().contains(part), "{part}");
        }
    }
}
