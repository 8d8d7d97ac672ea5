//! Shapes that look like pixels. Another unit scales every difference and mends none, so sizes and gravity tell it alone.

use std::ops::RangeInclusive;

use collide2d::Body;
use collision_record::{PlacedShape, Shape};

use super::{FEWEST, Systematic, falling, median};
use crate::elsewhere::recording::{BodyKind, Recording};
use crate::scene::numbers::number;

/// Moving shapes of middle size of more than this radius may be in pixels. Metres.
const LARGE: f32 = 5.0;
/// Bodies that fall more slowly are in metres, however large, but for those that keep the gravity of the earth. Metres per second squared.
const FAST: f32 = 30.0;
/// Gravity as engines have it before anybody sets it. Metres per second squared.
const ON_EARTH: RangeInclusive<f32> = 9.5..=10.5;
/// Where that is kept with pixels, every shape has this radius at least, and one a width of a screen. Metres.
const SPRITE: f32 = 8.0;
const SCREEN: f32 = 200.0;

/// Moving shapes are as large as if they were in pixels. `rows`: the recording's differences, of which a unit mends none; with
/// none at all the tolerance may be one of pixels.
pub(super) fn error(recording: &Recording, rows: usize) -> Option<Systematic> {
    let size = middle_size(recording).filter(|size| *size > LARGE)?;
    let falls: Vec<f32> = falling::falls(recording).into_iter().map(f32::abs).collect();
    let fall = median(&falls).filter(|fall| falls.len() >= FEWEST && *fall < FAST);
    let shape = format!("a moving shape of middle size has a radius of {} m", number(size));
    let sentence = match fall {
        None => format!("{shape}: are these pixels?"),
        Some(fall) if ON_EARTH.contains(&fall) && all_look_like_pixels(recording) => format!(
            "{shape}, every size is a whole number, and what touches nothing falls at {} m/s² as on earth: are these pixels? As \
             such they fall a hundred times too slowly",
            number((10.0 * fall).round() / 10.0)
        ),
        Some(_) => return None,
    };
    let unit = number(0.01 * recording.header.metres_per_unit);
    let cure = format!("\"metres_per_unit\": {unit} and the tolerance of lengths scaled along");
    Some(Systematic { sentence, cure, left: rows, is_of_normals: false })
}

/// Radius of a moving shape of middle size. Metres.
fn middle_size(recording: &Recording) -> Option<f32> {
    median(&radii(recording, |kind| kind != BodyKind::Static))
}

/// Of the shapes of some bodies. Metres.
fn radii(recording: &Recording, is_of: impl Fn(BodyKind) -> bool) -> Vec<f32> {
    let Ok(every) = recording.every_body() else { return Vec::new() };
    let bodies = (0..).zip(every.bodies()).filter(|(body, _)| is_of(recording.kind(*body)));
    let shapes = bodies.flat_map(|(_, body): (u32, &Body)| body.leaves());
    shapes.map(|leaf| leaf.shape.bounding_circle().radius).collect()
}

/// Whether no shape is small, one is as large as a screen, and the file has each size as a whole number: a level in metres has
/// other things in it, also where it and what moves in it is large.
fn all_look_like_pixels(recording: &Recording) -> bool {
    let radii = radii(recording, |_| true);
    let mut shapes = recording.header.bodies.iter().flat_map(|body| &body.shapes);
    radii.iter().all(|radius| *radius >= SPRITE)
        && radii.iter().any(|radius| 2.0 * radius >= SCREEN)
        && shapes.all(is_whole)
}

/// Whether the sizes of a shape are whole numbers, in the file's unit.
fn is_whole(placed: &PlacedShape) -> bool {
    let lengths = match &placed.shape {
        Shape::Circle { radius } => vec![*radius],
        Shape::Rectangle { width, height, radius } => vec![*width, *height, *radius],
        Shape::Segment { start, end } => [*start, *end].concat(),
        Shape::Capsule { start, end, radius } => [&[*start, *end].concat()[..], &[*radius]].concat(),
        Shape::Polygon { points, radius } => [&points.concat()[..], &[*radius]].concat(),
        Shape::Chain { points, .. } => points.concat(),
        Shape::HalfPlane { .. } => Vec::new(),
    };
    lengths.iter().all(|length| length.fract() == 0.0)
}
