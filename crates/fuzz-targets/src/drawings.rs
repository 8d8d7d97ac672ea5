//! Drawings (SVG), with numbers as large as they can be.

use std::fmt::Write as _;

use arbitrary::{Result, Unstructured};
use collision_test::elsewhere::import;
use collision_test::elsewhere::svg_outline::SvgOutline;
use collision_test::scene::MAX_OUTLINE;

use crate::decode::CHUNK;

/// Elements of one drawing.
const MOST_ELEMENTS: usize = 12;

/// Numbers at which f32, limits and the flattening of curves change.
const NUMBERS: [&str; 16] = [
    "0", "1", "5", "-7", "0.5", "100", "1e6", "-1e6", "1e9", "1e20", "-1e30", "1e38", "3.4e38", "1e39",
    "1e-30", "NaN",
];

/// A drawing of elements of [`CHUNK`] bytes each gives an outline of bounded size, and a valid scene; or it is
/// refused in a message of bounded length.
pub fn svg_file(data: &[u8]) {
    let mut text = "<svg xmlns=\"http://www.w3.org/2000/svg\">".to_owned();
    for chunk in data.chunks(CHUNK).take(MOST_ELEMENTS) {
        element(&mut text, &mut Unstructured::new(chunk)).unwrap();
    }
    text.push_str("</svg>");
    match SvgOutline::from_bytes(text.as_bytes()) {
        Ok(outline) => {
            let points = outline.sized(2.0);
            assert!(points.len() <= MAX_OUTLINE, "{} points of {text}", points.len());
            assert!(points.iter().all(|p| p.abs().max_element() <= 2.0), "{points:?} of {text}");
        }
        Err(error) => assert!(error.len() < 4000, "{error:.1000}"),
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("drawing.svg");
    std::fs::write(&path, &text).unwrap();
    match import::load(&path, 32.0, import::Tiles::Outlines) {
        Ok(imported) => imported.scene.validate().unwrap(),
        Err(error) => assert!(error.message.len() < 4000, "{error:.1000}"),
    }
}

fn element(text: &mut String, u: &mut Unstructured<'_>) -> Result<()> {
    let kind = u.int_in_range(0..=11_u8)?;
    let turned = u.ratio(1, 8)?;
    let attributes: &[&str] = match kind {
        8 => &["x", "y", "width", "height", "rx"],
        9 => &["cx", "cy", "r"],
        10 => &["cx", "cy", "rx", "ry"],
        _ => &[],
    };
    text.push_str(match kind {
        0..=7 => "<path d=\"",
        8 => "<rect ",
        9 => "<circle ",
        10 => "<ellipse ",
        _ => "<polygon points=\"",
    });
    for name in attributes {
        write!(text, "{name}=\"{}\" ", number(u)?).unwrap();
    }
    match kind {
        0..=7 => {
            write!(text, "M{} {}", number(u)?, number(u)?).unwrap();
            for _ in 0..3 {
                command(text, u)?;
            }
            text.push_str("Z\" ");
        }
        11 => {
            for _ in 0..4 {
                write!(text, "{},{} ", number(u)?, number(u)?).unwrap();
            }
            text.push_str("\" ");
        }
        _ => {}
    }
    if turned {
        write!(text, "transform=\"rotate(31) scale({})\"", number(u)?).unwrap();
    }
    text.push_str("/>");
    Ok(())
}

/// A command of a path, relative or absolute.
fn command(text: &mut String, u: &mut Unstructured<'_>) -> Result<()> {
    let (letter, numbers) =
        *u.choose(&[('l', 2), ('L', 2), ('c', 6), ('C', 6), ('q', 4), ('Q', 4), ('T', 2)])?;
    let arc = u.ratio(1, 8)?;
    text.push(if arc { 'A' } else { letter });
    if arc {
        write!(text, "{} {} 30 1 0 {} {}", number(u)?, number(u)?, number(u)?, number(u)?).unwrap();
        return Ok(());
    }
    for _ in 0..numbers {
        write!(text, "{} ", number(u)?).unwrap();
    }
    Ok(())
}

/// A number of one byte, half of the time a small one.
fn number(u: &mut Unstructured<'_>) -> Result<String> {
    let byte: u8 = u.arbitrary()?;
    Ok(match byte {
        0..=127 => (i16::from(byte) - 64).to_string(),
        _ => NUMBERS[usize::from(byte) % NUMBERS.len()].to_owned(),
    })
}
