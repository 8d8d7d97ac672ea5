//! Shapes that look like pixels. Another unit scales every difference and mends none, so sizes and gravity tell it alone.

use collide2d::Body;

use super::{FEWEST, Systematic, falling, median};
use crate::elsewhere::recording::{BodyKind, Recording};
use crate::scene::numbers::number;

/// Moving shapes of middle size of more than this radius may be in pixels. Metres.
const LARGE: f32 = 5.0;
/// Bodies that fall more slowly are in metres, however large. Metres per second squared.
const FAST: f32 = 30.0;

/// Moving shapes are as large as if they were in pixels. `rows`: the recording's differences, of which a unit mends none; with
/// none at all the tolerance may be one of pixels.
pub(super) fn error(recording: &Recording, rows: usize) -> Option<Systematic> {
    let size = middle_size(recording).filter(|size| *size > LARGE)?;
    let falls: Vec<f32> = falling::falls(recording).into_iter().map(f32::abs).collect();
    if falls.len() >= FEWEST && median(&falls).is_some_and(|fall| fall < FAST) {
        return None;
    }
    let sentence =
        format!("a moving shape of middle size has a radius of {} m: are these pixels?", number(size));
    let unit = number(0.01 * recording.header.metres_per_unit);
    let cure = format!("\"metres_per_unit\": {unit} and the tolerance of lengths scaled along");
    Some(Systematic { sentence, cure, left: rows, is_of_normals: false })
}

/// Radius of a moving shape of middle size. Metres.
fn middle_size(recording: &Recording) -> Option<f32> {
    let every = recording.every_body().ok()?;
    let moving = (0..).zip(every.bodies()).filter(|(body, _)| recording.kind(*body) != BodyKind::Static);
    let shapes = moving.flat_map(|(_, body): (u32, &Body)| body.leaves());
    let radii: Vec<f32> = shapes.map(|leaf| leaf.shape.bounding_circle().radius).collect();
    median(&radii)
}
