//! SVG drawings as paths: read without their pictures, taken apart into lines, curves flattened.

use std::collections::BTreeMap;
use std::ops::Range;

use glam::DVec2;
use kurbo::{BezPath, PathEl, Point, Shape as _};
use svgtypes::{Length, PathParser, PathSegment as Command};
use usvg::roxmltree::{self, Attribute, Document, Node, ParsingOptions};
use usvg::tiny_skia_path::{self as tiny_skia, PathSegment};
use usvg::{ImageHrefResolver, Options, Tree};

use crate::platform::plain;
use crate::scene::MAX_OUTLINE;

/// Most elements and texts of a document.
pub const MOST_NODES: u32 = 1_000_000;

/// Most elements in one another that the parser reads.
const MOST_NESTED: u32 = 1024;

/// Most curves that the arcs of a drawing may be taken apart into: of radius 1e38 one arc would be millions.
const MOST_CURVES: f64 = 1.0e6;

const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// Reads the text of a drawing, or of another document in XML, which may declare entities; the parser limits their depth.
pub fn document(text: &str) -> Result<Document<'_>, roxmltree::Error> {
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options)
}

/// The paths of a drawing, with its styles and references worked out, but without masks, clips, filters and markers; an
/// element without an id has the one that [`id_of`] gives.
pub fn tree(document: &Document<'_>) -> Result<Tree, String> {
    check_arcs(document)?;
    let text = flat_text(document);
    let flat = self::document(&text).map_err(|e| e.to_string())?;
    // A drawing may name other files as its pictures; none is opened.
    let no_images =
        ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let options = Options { image_href_resolver: no_images, ..Options::default() };
    Tree::from_xmltree(&flat, &options).map_err(|error| match error {
        usvg::Error::ElementsLimitReached
        | usvg::Error::ParsingFailed(roxmltree::Error::NodesLimitReached) => format!(
            "it has too many elements, with those that its uses copy; allowed: up to {MOST_NODES} elements, {MOST_NESTED} in one another"
        ),
        error => error.to_string(),
    })
}

/// The text of a drawing in which nothing is left that usvg would expand and this program does not use: nested masks and
/// the like would be exponentially many shapes. A mask, clip or marker becomes a `defs`, so that what stands in it can be
/// referred to; a pattern too, after a gradient of its id, so that what it fills is filled; a filter does nothing.
fn flat_text(document: &Document<'_>) -> String {
    let text = document.input_text();
    // What replaces a range of the text, by its start and its end. An entity is replaced once.
    let mut edits: BTreeMap<(usize, usize), String> = BTreeMap::new();
    let is_svg = |node: &Node<'_, '_>| {
        node.is_element() && node.tag_name().namespace().is_none_or(|namespace| namespace == NAMESPACE)
    };
    for node in document.root_element().descendants().skip(1).filter(is_svg) {
        let range = node.range();
        let tag = start_tag(text, &range);
        let prefix = tag.split_once(':').map_or(String::new(), |(prefix, _)| format!("{prefix}:"));
        let name = range.start + 1..range.start + 1 + tag.len();
        let id = id_attribute(node);
        let own_id = id.map_or("", |id| &text[id.range()]);
        // An entity is quoted too, but not by the marks that its own attributes have.
        let quote = || text[range.clone()].chars().find(|c| matches!(c, '"' | '\''));
        match node.tag_name().name() {
            "filter" => {
                let Some(quote) = quote() else { continue };
                // A filter without any effect would hide what has it.
                let nothing = format!(
                    r#"<filter xmlns="{NAMESPACE}" {own_id} filterUnits="userSpaceOnUse" x="0" y="0" width="1" height="1"><feOffset/></filter>"#
                );
                let nothing = nothing.replace('"', &quote.to_string());
                edits.insert((range.start, range.end), nothing);
            }
            kind @ ("mask" | "clipPath" | "marker" | "pattern") => {
                let Some(quote) = quote() else { continue };
                if kind == "pattern" {
                    let solid =
                        format!(r#"<linearGradient xmlns="{NAMESPACE}" {own_id}><stop/></linearGradient>"#);
                    let solid = solid.replace('"', &quote.to_string());
                    edits.insert((range.start, range.start), solid);
                }
                edits.insert((name.start, name.end), format!("{prefix}defs"));
                if let Some(id) = id {
                    edits.insert((id.range().start, id.range().end), String::new());
                }
                let whole = &text[range.clone()];
                if let Some(end) = whole.rfind("</").filter(|_| !whole.ends_with("/>")) {
                    let end = range.start + end + 2;
                    edits.insert((end, end + tag.len()), format!("{prefix}defs"));
                }
            }
            kind if id.is_none() && (SHAPES.contains(&kind) || kind == "use") => {
                let Some(quote) = quote() else { continue };
                edits.insert((name.end, name.end), format!(" id={quote}{}{quote}", id_of(node)));
            }
            _ => {}
        }
    }
    let (mut flat, mut from) = (String::with_capacity(text.len()), 0);
    for ((start, end), new) in edits {
        // What stands in a filter is replaced with it.
        if start >= from {
            flat.push_str(&text[from..start]);
            flat.push_str(&new);
            from = end;
        }
    }
    flat.push_str(&text[from..]);
    flat
}

/// The name that an element's start tag begins with, with its prefix.
fn start_tag<'t>(text: &'t str, range: &Range<usize>) -> &'t str {
    let tag = &text[range.start + 1..range.end];
    tag.find(|c: char| c.is_whitespace() || c == '/' || c == '>').map_or(tag, |end| &tag[..end])
}

/// Elements that are shapes.
pub const SHAPES: [&str; 7] = ["rect", "circle", "ellipse", "line", "polyline", "polygon", "path"];

/// What the ids begin with that [`tree`] gives to elements without one.
const GIVEN: &str = "collision-test element ";

/// The id of an element in the [`tree`].
pub fn id_of(node: Node<'_, '_>) -> String {
    let own = id_attribute(node).map(|id| id.value().to_owned());
    own.unwrap_or_else(|| format!("{GIVEN}{}", node.range().start))
}

fn id_attribute<'a, 'i>(node: Node<'a, 'i>) -> Option<Attribute<'a, 'i>> {
    node.attributes().find(|attribute| attribute.name() == "id" && attribute.namespace().is_none())
}

/// An id of the [`tree`] as the drawing has it; empty of an element without one.
#[cfg(not(target_os = "unknown"))]
pub fn own_id(id: &str) -> &str {
    if id.starts_with(GIVEN) { "" } else { id }
}

/// Refuses a drawing whose arcs are too large or too many, before they are taken apart.
fn check_arcs(document: &Document<'_>) -> Result<(), String> {
    let mut count = 0.0;
    for (index, node) in document.descendants().filter(Node::is_element).enumerate() {
        let radius =
            |name: &str| node.attribute(name)?.parse().ok().map(|length: Length| length.number.abs());
        count += match node.tag_name().name() {
            "path" => node.attribute("d").map_or(0.0, curves_of_arcs),
            "circle" | "ellipse" | "rect" => {
                curves_of(["r", "rx", "ry"].into_iter().filter_map(radius).fold(0.0, f64::max))
            }
            _ => 0.0,
        };
        if count.is_nan() || count > MOST_CURVES {
            let (tag, id) = (node.tag_name().name(), node.attribute("id").map(plain::quoted));
            let name = id.unwrap_or_else(|| format!("(element {})", index + 1));
            return Err(format!(
                "the arcs up to {tag} {name} are too large or too many; allowed: what {MOST_CURVES} curves can draw"
            ));
        }
    }
    Ok(())
}

/// Into how many curves usvg takes an ellipse of this radius, a tenth of a pixel off at most. Pixels.
fn curves_of(radius: f64) -> f64 {
    (12.0 * radius).powf(1.0 / 6.0).max(4.0).ceil()
}

/// The same of all arcs of a path's data.
fn curves_of_arcs(data: &str) -> f64 {
    // How far the data reaches, at most, and the sum of curves.
    let (mut reach, mut count) = (0.0_f64, 0.0);
    for command in PathParser::from(data).map_while(Result::ok) {
        let (abs, numbers) = match command {
            Command::MoveTo { abs, x, y }
            | Command::LineTo { abs, x, y }
            | Command::SmoothQuadratic { abs, x, y }
            | Command::CurveTo { abs, x, y, .. }
            | Command::SmoothCurveTo { abs, x, y, .. }
            | Command::Quadratic { abs, x, y, .. }
            | Command::EllipticalArc { abs, x, y, .. } => (abs, x.abs() + y.abs()),
            Command::HorizontalLineTo { abs, x } => (abs, x.abs()),
            Command::VerticalLineTo { abs, y } => (abs, y.abs()),
            Command::ClosePath { .. } => (true, 0.0),
        };
        let before = reach;
        reach = if abs { reach.max(numbers) } else { reach + numbers };
        if let Command::EllipticalArc { rx, ry, .. } = command {
            // Radii that are too small for the distance grow, both by the same factor.
            let (small, large) = (rx.abs().min(ry.abs()), rx.abs().max(ry.abs()));
            if small > 0.0 {
                let curves = curves_of(large * ((before + reach) / small).max(1.0));
                // The parser takes the curves of an arc off the front of a list: in the square of their number.
                count += curves * (curves / 100.0).max(1.0);
            }
        }
    }
    count
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
