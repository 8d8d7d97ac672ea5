//! PNG: pictures drawn without a display, and the encoder, which screenshots use too.

use std::path::Path;

use glam::Vec2;

use crate::picture::display::{Color, DisplayList};

#[cfg(not(target_os = "unknown"))]
mod rasterize;

#[cfg(not(target_os = "unknown"))]
pub use rasterize::{rasterize, rasterize_svg};

/// Pixels, 8-bit RGBA with straight alpha, top row first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    /// Pixels in a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Four bytes a pixel.
    pub rgba: Vec<u8>,
}

/// In a browser pictures of the canvas are SVG alone; see `rasterize.rs` for elsewhere.
#[cfg(target_os = "unknown")]
pub fn rasterize(_: &DisplayList, _: Vec2, _: Color) -> Result<Raster, String> {
    Err("in a browser the name must end in .svg".to_owned())
}

/// The picture as a PNG file.
pub fn bytes(list: &DisplayList, size: Vec2, background: Color) -> Result<Vec<u8>, String> {
    let Raster { width, height, rgba } = rasterize(list, size, background)?;
    encode(width, height, &rgba)
}

/// The pixels as a PNG file. `rgba`: as [`Raster::rgba`].
pub fn encode(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(|e| e.to_string())?;
    writer.write_image_data(rgba).map_err(|e| e.to_string())?;
    writer.finish().map_err(|e| e.to_string())?;
    Ok(bytes)
}

/// The pixels of a PNG file of 8-bit colours.
#[cfg(not(target_os = "unknown"))]
pub fn decode(bytes: &[u8]) -> Result<Raster, String> {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let mut rgba = vec![0; reader.output_buffer_size().ok_or("its size is not known")?];
    let frame = reader.next_frame(&mut rgba).map_err(|error| error.to_string())?;
    if frame.color_type != png::ColorType::Rgba {
        return Err(format!("its colours are {:?}; allowed: RGB", frame.color_type));
    }
    Ok(Raster { width: frame.width, height: frame.height, rgba })
}

/// Writes 8-bit RGBA rows, top row first, to a new file; an existing one is an error. `Err` is a message for
/// the user.
pub fn write_png(path: &Path, width: u32, height: u32, rgba: &[u8]) -> Result<(), String> {
    let named = |error: &dyn std::fmt::Display| format!("{}: {error}", crate::platform::plain::path(path));
    let bytes = encode(width, height, rgba).map_err(|e| named(&e))?;
    crate::platform::disk::write_new(path, &bytes).map_err(|e| named(&e))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_file_that_stands_there_is_not_overwritten_and_bad_folders_are_messages() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("shot.png");
        write_png(&path, 2, 1, &[255, 0, 0, 255, 0, 0, 255, 255]).unwrap();
        let first = std::fs::read(&path).unwrap();
        let message = write_png(&path, 1, 1, &[0; 4]).unwrap_err();
        assert!(message.contains("shot.png"), "{message}");
        assert_eq!(std::fs::read(&path).unwrap(), first);
        assert!(write_png(&folder.path().join("missing/shot.png"), 1, 1, &[0; 4]).is_err());
        let wrong_length = folder.path().join("short.png");
        assert!(write_png(&wrong_length, 2, 2, &[0; 4]).is_err());
        assert!(!wrong_length.exists());
    }
}
