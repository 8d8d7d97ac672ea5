//! Outlines read from SVG files: the largest line of the drawing, curves flattened, y up.

use std::path::Path;

use glam::{DVec2, Vec2};
use kurbo::Affine;
use usvg::{Group, Node};

use crate::elsewhere::fitting::area;
use crate::elsewhere::svg_paths::{bounds, document, flattened, subpaths, tree};
use crate::platform::{plain, regular_file};

/// Size limit of a file. Bytes.
const MAX_FILE_SIZE: u64 = 8 << 20;
/// How far the points may be from the curve, as a share of the outline's larger side.
const TOLERANCE: f64 = 0.0005;

/// An outline, and of how many lines it is the largest.
#[derive(Clone, Debug, PartialEq)]
pub struct SvgOutline {
    points: Vec<DVec2>,
    /// Lines of the drawing that enclose an area.
    pub lines: usize,
}

impl SvgOutline {
    /// Reads a file; the error is a sentence that names it.
    pub fn load(path: &Path) -> Result<Self, String> {
        let bytes = regular_file::read(path, MAX_FILE_SIZE);
        let read = bytes.and_then(|bytes| Self::from_bytes(&bytes));
        read.map_err(|what| format!("{}: {what}", plain::path(path)))
    }

    /// Reads the content of a file: of all its lines, each closed if it is not, the one around the largest area.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let no_svg = |e: String| format!("is no SVG that can be read: {}", plain::label(&e));
        let text = std::str::from_utf8(bytes).map_err(|e| no_svg(e.to_string()))?;
        let tree =
            document(text).map_err(|e| e.to_string()).and_then(|document| tree(&document)).map_err(no_svg)?;
        let mut largest = Self { points: Vec::new(), lines: 0 };
        largest.compare(tree.root(), &mut 0.0);
        if largest.lines == 0 {
            return Err("has no path around an area; allowed: an SVG with at least one".to_owned());
        }
        Ok(largest)
    }

    /// Takes the largest of its own line and those of all visible paths, in pixels of the drawing. `largest`: its area.
    fn compare(&mut self, group: &Group, largest: &mut f64) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.compare(group, largest),
                Node::Path(path) if path.is_visible() => {
                    let Some(data) = path.data().clone().transform(path.abs_transform()) else { continue };
                    for line in subpaths(&data) {
                        let points = flattened(&(Affine::FLIP_Y * line), TOLERANCE);
                        let area = area(&points);
                        if points.len() >= 3 && area > 0.0 {
                            self.lines += 1;
                            if area >= *largest {
                                (self.points, *largest) = (points, area);
                            }
                        }
                    }
                }
                Node::Path(_) | Node::Image(_) | Node::Text(_) => {}
            }
        }
    }

    /// The outline around (0, 0), its larger side this long. Metres, rounded to a thousandth of the power of ten
    /// below that side.
    pub fn sized(&self, larger_side: f32) -> Vec<Vec2> {
        let (min, max) = bounds(&self.points);
        let (middle, scale) = (min.midpoint(max), f64::from(larger_side) / (max - min).max_element());
        let grain = 10.0_f64.powf(f64::from(larger_side).log10().floor() - 3.0);
        let rounded = |p: &DVec2| ((*p - middle) * scale / grain).round() * grain;
        let mut points: Vec<Vec2> = self.points.iter().map(|p| rounded(p).as_vec2()).collect();
        points.dedup();
        points
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::scene::MAX_OUTLINE;

    fn read(content: &str) -> Result<SvgOutline, String> {
        let head = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">"#;
        SvgOutline::from_bytes(format!("{head}{content}</svg>").as_bytes())
    }

    #[test]
    fn the_largest_line_is_taken_with_y_up_around_the_origin() {
        let small = r#"<path d="M 80 80 h 5 v 5 z"/>"#;
        // An arrow that points up: in the drawing its tip has the least y.
        let arrow = r#"<g transform="translate(10 0)"><path d="M 20 0 L 40 40 L 20 30 L 0 40 z"/></g>"#;
        let found = read(&format!("{small}{arrow}")).unwrap();
        assert_eq!(found.lines, 2);
        let expected = [(0.0, 1.0), (1.0, -1.0), (0.0, -0.5), (-1.0, -1.0)].map(Vec2::from);
        assert_eq!(found.sized(2.0), expected);
        assert_eq!(found.sized(4.0), expected.map(|p| 2.0 * p));
    }

    #[test]
    fn curves_are_flattened_within_the_tolerance() {
        let points = read(r#"<circle cx="50" cy="50" r="40"/>"#).unwrap().sized(2.0);
        assert!((20..200).contains(&points.len()), "{}", points.len());
        assert!(points.iter().all(|p| (p.length() - 1.0).abs() < 0.003), "{points:?}");
    }

    #[test]
    fn a_line_of_too_many_points_keeps_its_form_with_fewer() {
        let zigzag: String = (0..20_000).map(|i| format!("L {} {} ", i, 10 + i % 2)).collect();
        let points = read(&format!(r#"<path d="M 0 90 {zigzag} L 20000 90 z"/>"#)).unwrap().sized(2.0);
        assert!(points.len() <= MAX_OUTLINE && points.len() > 100, "{}", points.len());
        assert!(points.iter().any(|p| p.x > 0.98) && points.iter().any(|p| p.x < -0.98));
    }

    #[test]
    fn what_is_no_svg_or_has_no_path_is_said() {
        let nested = format!("{}<path d=\"M 0 0 h 9 v 9 z\"/>{}", "<g>".repeat(5000), "</g>".repeat(5000));
        for (content, word) in [
            ("", "no path"),
            (r#"<path d="M 0 0 L 100 100"/>"#, "no path"),
            (r#"<path d="M 0 0 h 9 v 9 z" fill="none"/>"#, "no path"),
            (r#"<image href="/dev/zero" width="9" height="9"/>"#, "no path"),
            // Half a million curves, of which the parser would take minutes.
            (r#"<path d="M 0 0 A 1e33 1e33 30 1 0 5 5 Z"/>"#, "are too large or too many"),
            ("<path", "no SVG"),
            (nested.as_str(), "no SVG"),
        ] {
            let error = read(content).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
        for bytes in [&b""[..], b"\xff\xfe", b"PNG", b"<html/>", &[0x1f, 0x8b, 0, 0]] {
            assert!(SvgOutline::from_bytes(bytes).unwrap_err().contains("no SVG"));
        }
    }
}
