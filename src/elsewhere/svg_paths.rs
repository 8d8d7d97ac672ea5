//! SVG drawings as paths: read without their pictures, taken apart into lines, curves flattened.

use glam::DVec2;
use kurbo::{BezPath, PathEl, Point, Shape as _};
use usvg::roxmltree::{self, Document, ParsingOptions};
use usvg::tiny_skia_path::{self as tiny_skia, PathSegment};
use usvg::{ImageHrefResolver, Options, Tree};

use crate::scene::MAX_OUTLINE;

/// Most elements and texts of a drawing.
const MOST_NODES: u32 = 1_000_000;

/// Reads the text of a drawing, which may declare entities; the parser limits their depth.
pub fn document(text: &str) -> Result<Document<'_>, roxmltree::Error> {
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options)
}

/// The paths of a drawing, with its styles and references worked out.
pub fn tree(document: &Document<'_>) -> Result<Tree, String> {
    // A drawing may name other files as its pictures; none is opened.
    let no_images =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = Options { image_href_resolver: no_images, ..Options::default() };
    Tree::from_xmltree(document, &options).map_err(|e| e.to_string())
}

/// The lines of a path, each from one move to the next.
pub fn subpaths(path: &tiny_skia::Path) -> Vec<BezPath> {
    let point = |p: tiny_skia::Point| Point::new(f64::from(p.x), f64::from(p.y));
    let mut lines: Vec<BezPath> = Vec::new();
    for segment in path.segments() {
        if matches!(segment, PathSegment::MoveTo(_)) {
            lines.push(BezPath::new());
        }
        let Some(line) = lines.last_mut() else { continue };
        line.push(match segment {
            PathSegment::MoveTo(p) => PathEl::MoveTo(point(p)),
            PathSegment::LineTo(p) => PathEl::LineTo(point(p)),
            PathSegment::QuadTo(p, q) => PathEl::QuadTo(point(p), point(q)),
            PathSegment::CubicTo(p, q, r) => PathEl::CurveTo(point(p), point(q), point(r)),
            PathSegment::Close => PathEl::ClosePath,
        });
    }
    lines
}

/// The corners of a line, at most [`MAX_OUTLINE`]. They are at most `tolerance` from the curve, a share of the
/// larger side of the line's box, or as far as that many corners need.
pub fn flattened(line: &BezPath, tolerance: f64) -> Vec<DVec2> {
    // The box of the curves, not of their ends: a curve of this size is a few dozen corners at most, however far away
    // its control points are.
    let size = line.bounding_box().size().max_side();
    if !(size.is_finite() && size > 0.0) {
        return Vec::new();
    }
    let mut tolerance = size * tolerance;
    loop {
        let mut points: Vec<DVec2> = Vec::new();
        kurbo::flatten(line.iter(), tolerance, |element| {
            let Some(end) = element.end_point().map(|p| DVec2::new(p.x, p.y)) else { return };
            // Of points closer to each other than the tolerance the first stays. One point more than allowed is
            // enough to know that there are too many.
            let is_new = points.last().is_none_or(|last| last.distance(end) > tolerance);
            if is_new && points.len() <= MAX_OUTLINE + 1 {
                points.push(end);
            }
        });
        if points.len() > 3
            && points.first().zip(points.last()).is_some_and(|(p, q)| p.distance(*q) <= tolerance)
        {
            points.pop();
        }
        if points.len() <= MAX_OUTLINE {
            return points;
        }
        tolerance *= 2.0;
    }
}

/// The least and the greatest coordinates.
pub fn bounds(points: &[DVec2]) -> (DVec2, DVec2) {
    let nothing = (DVec2::INFINITY, DVec2::NEG_INFINITY);
    points.iter().fold(nothing, |(min, max), p| (min.min(*p), max.max(*p)))
}
