//! GIF: pictures that follow each other and repeat.

use gif::{Encoder, Repeat};

use super::png::Raster;

/// How carefully colours are chosen, 1 to 30: the least is best.
const SPEED: i32 = 10;

/// An animated picture in the making.
pub struct Film {
    encoder: Encoder<Vec<u8>>,
}

impl Film {
    /// Without pictures yet. `Err`: a side is larger than the format allows. Pixels.
    pub fn new(width: u32, height: u32) -> Result<Self, String> {
        let side = |side: u32| {
            u16::try_from(side).map_err(|_| format!("a GIF is at most {} pixels wide and high", u16::MAX))
        };
        let named = |error: gif::EncodingError| error.to_string();
        let mut encoder = Encoder::new(Vec::new(), side(width)?, side(height)?, &[]).map_err(named)?;
        encoder.set_repeat(Repeat::Infinite).map_err(named)?;
        Ok(Self { encoder })
    }

    /// Adds a picture that is shown for so long. Hundredths of a second.
    pub fn add(&mut self, mut raster: Raster, delay: u16) -> Result<(), String> {
        let [width, height] =
            [raster.width, raster.height].map(|side| u16::try_from(side).unwrap_or(u16::MAX));
        let mut frame = gif::Frame::from_rgba_speed(width, height, &mut raster.rgba, SPEED);
        frame.delay = delay;
        self.encoder.write_frame(&frame).map_err(|error| error.to_string())
    }

    /// The file.
    pub fn bytes(self) -> Result<Vec<u8>, String> {
        self.encoder.into_inner().map_err(|error| error.to_string())
    }
}
