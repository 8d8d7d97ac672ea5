//! SVG drawings: what is filled, or is a closed line, is solid; an open line that is only stroked is walls. The
//! width of strokes, clips and masks are left aside, and so are markers, which are told.

use std::collections::HashSet;

use glam::{DAffine2, DMat2, DVec2};
use kurbo::{BezPath, ParamCurve as _, PathEl, PathSeg, Shape as _};
use usvg::roxmltree::{Document, Node as Element};
use usvg::{FillRule, Group, Node, Path, Transform};

use super::convex::{InsideRule, MOST_CORNERS};
use super::form::Form;
use super::taking::{Label, MOST_POINTS, Material, ShapePart, Taking};
use super::{GRAVITY, Refusal, metres_from_pixels, xml};
use crate::elsewhere::svg_paths;
use crate::platform::plain;
use crate::scene::numbers::count;
use crate::scene::{Scene, SceneMotion};

/// How far the corners of a flattened curve may be from it, as a share of the path's larger side.
const TOLERANCE: f64 = 0.002;
/// How far a path's points may be from an ellipse that it is taken as, as a share of its size. The curves that
/// stand for circles are some 0.0003 off.
const ROUND: f64 = 0.001;
/// Properties that CSS may have too, but that are read as attributes alone.
const PLACES: [&str; 10] = ["x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "d"];
/// Transforms that CSS alone has.
const CSS_TRANSFORMS: [&str; 3] = ["translate", "rotate", "scale"];
/// Elements whose style moves what they hold or draw.
const HOLDERS: [&str; 6] = ["g", "svg", "use", "a", "switch", "symbol"];
/// What counts as a right angle and as the same point, as a share of a rectangle's size.
const SQUARE: f64 = 1.0e-5;

pub fn read(text: &str, pixels_per_metre: f64) -> Result<Taking, Refusal> {
    let document = xml::parse(text)?;
    let mut uses = HashSet::new();
    for element in document.descendants().filter(|element| element.tag_name().name() == "use") {
        uses.insert(svg_paths::id_of(element));
    }
    let no_svg = |e: String| Refusal::new(format!("is no SVG that can be read: {}", plain::label(&e)));
    let tree = svg_paths::tree(&document).map_err(no_svg)?;
    let mut reader = SvgReader {
        taking: Taking::new(Scene { gravity: GRAVITY, ..Scene::default() }),
        to_metres: metres_from_pixels(pixels_per_metre),
        paths: 0,
        curved: 0,
        corners: 0,
        drawn: HashSet::new(),
        uses,
    };
    reader.group(tree.root(), "")?;
    reader.note_rest(&document);
    Ok(reader.taking)
}

struct SvgReader {
    taking: Taking,
    to_metres: DAffine2,
    /// Paths met, which number those without an id.
    paths: usize,
    /// Paths with curves that were flattened.
    curved: usize,
    /// Corners of the lines of all paths.
    corners: usize,
    /// Ids of what the drawing shows.
    drawn: HashSet<String>,
    /// Ids of the elements `use`.
    uses: HashSet<String>,
}

/// A closed or open line of a path.
struct PathLine {
    curves: BezPath,
    is_closed: bool,
}

impl SvgReader {
    /// Takes what a group has. `name` is the id of the `use` that draws it, whose copies have no ids. The parser refuses
    /// groups nested too deep.
    fn group(&mut self, group: &Group, name: &str) -> Result<(), Refusal> {
        for node in group.children() {
            match node {
                Node::Group(group) => {
                    self.drawn.insert(group.id().to_owned());
                    let is_use = self.uses.contains(group.id());
                    self.group(group, if is_use { svg_paths::own_id(group.id()) } else { name })?;
                }
                Node::Path(path) if path.is_visible() => {
                    self.drawn.insert(path.id().to_owned());
                    let id = svg_paths::own_id(path.id());
                    self.path(path, if id.is_empty() { name } else { id })?;
                }
                // Pictures and texts are told from the document, where they have their names.
                Node::Path(_) | Node::Image(_) | Node::Text(_) => {}
            }
        }
        Ok(())
    }

    fn path(&mut self, path: &Path, name: &str) -> Result<(), Refusal> {
        self.paths += 1;
        let label = Label::new(name, format!("path {}", self.paths));
        let too_many = || {
            Refusal::new(format!(
                "has too many points, the last of them in {label}; allowed: up to {MOST_POINTS}"
            ))
        };
        if path.data().len() > MOST_POINTS {
            return Err(too_many());
        }
        let lines = svg_paths::subpaths(path.data()).into_iter().map(|curves| {
            let is_filled = path.fill().is_some() && !(path.stroke().is_some() && is_straight(&curves));
            let is_closed = is_filled || curves.elements().last() == Some(&PathEl::ClosePath);
            PathLine { curves, is_closed }
        });
        let (closed, open): (Vec<PathLine>, Vec<PathLine>) = lines.partition(|line| line.is_closed);
        let is_filled_alone = path.stroke().is_none() && open.is_empty() && !closed.is_empty();
        if is_filled_alone && closed.iter().all(|line| is_straight(&line.curves)) {
            let why = "it has no stroke, and what is straight has nothing inside to be filled";
            self.taking.leave_out(&label.to_string(), why);
            return Ok(());
        }
        let to_world = self.to_metres * affine(path.abs_transform());
        let mut forms = Vec::new();
        if let Some(fill) = path.fill() {
            forms.extend(self.area(&closed, fill.rule()));
        } else {
            forms.extend(
                closed.iter().filter_map(|line| self.area(std::slice::from_ref(line), FillRule::NonZero)),
            );
        }
        forms.extend(open.iter().map(|line| {
            let (points, middle) = centred(self.corners(line));
            (Form::Line(points), middle)
        }));
        if self.corners > MOST_POINTS {
            return Err(too_many());
        }
        let material = Material::of(SceneMotion::Static);
        let parts =
            forms.into_iter().map(|(form, place)| ShapePart { form, to_world: to_world * place, material });
        self.taking.take(&label, &parts.collect::<Vec<_>>())
    }

    /// What lines enclose together, around its middle.
    fn area(&mut self, lines: &[PathLine], rule: FillRule) -> Option<(Form, DAffine2)> {
        if let [line] = lines
            && let Some(found) = rectangle(&line.curves).or_else(|| ellipse(&line.curves))
        {
            return Some(found);
        }
        let lines: Vec<Vec<DVec2>> = lines.iter().map(|line| self.corners(line)).collect();
        let (min, max) = svg_paths::bounds(&lines.concat());
        let middle = min.midpoint(max);
        let around = |line: Vec<DVec2>| line.into_iter().map(|p| p - middle).collect();
        let inside = match rule {
            FillRule::NonZero => InsideRule::NonZero,
            FillRule::EvenOdd => InsideRule::EvenOdd,
        };
        // It is not where there are no corners.
        middle.is_finite().then(|| {
            let lines = lines.into_iter().map(around).collect();
            (Form::Area(lines, inside), DAffine2::from_translation(middle))
        })
    }

    /// A line's corners: its own where it is straight from one to the next, else those of the flattened curves. None
    /// once the drawing has too many.
    fn corners(&mut self, line: &PathLine) -> Vec<DVec2> {
        if self.corners > MOST_POINTS {
            return Vec::new();
        }
        let elements = line.curves.elements();
        let is_curve = |element: &PathEl| matches!(element, PathEl::QuadTo(..) | PathEl::CurveTo(..));
        let has_curves = elements.iter().any(is_curve);
        self.curved += usize::from(has_curves);
        let corners = if !has_curves && elements.len() <= MOST_CORNERS {
            elements.iter().filter_map(PathEl::end_point).map(point).collect()
        } else {
            svg_paths::flattened(&line.curves, TOLERANCE)
        };
        self.corners += corners.len();
        corners
    }

    /// Notes the elements that became no body.
    fn note_rest(&mut self, document: &Document<'_>) {
        if self.curved > 0 {
            let share = 100.0 * TOLERANCE;
            let lines = count(self.curved, "line has", "lines have");
            let what = format!("{lines} curves, flattened to within {share} % of the line's larger side");
            self.taking.change(what);
        }
        let (mut pictures, mut texts) = (0, 0);
        for element in document.descendants().filter(Element::is_element) {
            let id = element.attribute("id").unwrap_or_default();
            let kind = element.tag_name().name();
            if HOLDERS.contains(&kind) {
                for why in unread(element.attribute("style").unwrap_or_default()) {
                    self.taking.leave_out(&Label::new(id, kind).to_string(), &why);
                }
            }
            match kind {
                "image" if !is_definition(element) => {
                    pictures += 1;
                    let label = Label::new(id, format!("image {pictures}")).to_string();
                    self.taking.leave_out(&label, "a picture has no shape");
                }
                "text" if !is_definition(element) => {
                    texts += 1;
                    let label = Label::new(id, format!("text {texts}")).to_string();
                    self.taking.leave_out(&label, "a text has no shape; converted to paths it has");
                }
                kind @ "foreignObject" if !is_definition(element) => {
                    let label = Label::new(id, kind).to_string();
                    self.taking.leave_out(&label, "what it holds is no drawing");
                }
                kind @ "marker" => {
                    let why = "what lines carry at their corners is not taken";
                    self.taking.leave_out(&Label::new(id, kind).to_string(), why);
                }
                kind @ "style" => {
                    for why in unread(element.text().unwrap_or_default()) {
                        self.taking.leave_out(&Label::new(id, kind).to_string(), &why);
                    }
                }
                kind @ "use"
                    if !is_definition(element) && !self.drawn.contains(&svg_paths::id_of(element)) =>
                {
                    let label = Label::new(id, kind).to_string();
                    self.taking.leave_out(&label, "what it refers to is not in the drawing, or is hidden");
                }
                kind if svg_paths::SHAPES.contains(&kind) && !is_definition(element) => {
                    self.note_shape(element, &Label::new(id, kind));
                }
                _ => {}
            }
        }
    }

    /// Notes a shape that is not drawn, or not as its style says.
    fn note_shape(&mut self, element: Element<'_, '_>, label: &Label) {
        let mut reasons = unread(element.attribute("style").unwrap_or_default());
        let is_drawn = self.drawn.contains(&svg_paths::id_of(element));
        if !is_drawn && reasons.is_empty() {
            let wrong = element.attributes().find(|attribute| {
                PLACES.contains(&attribute.name())
                    && attribute.name() != "d"
                    && attribute.value().parse::<svgtypes::Length>().is_err()
            });
            reasons.push(match wrong {
                Some(attribute) => format!(
                    "its {} is {}; allowed: a number with or without a unit",
                    attribute.name(),
                    plain::quoted(attribute.value())
                ),
                None => {
                    "it draws nothing: it has no size, is hidden, or has neither fill nor stroke".to_owned()
                }
            });
        }
        for why in reasons {
            self.taking.leave_out(&label.to_string(), &why);
        }
    }
}

/// Whether an element is only drawn where another refers to it.
fn is_definition(element: Element<'_, '_>) -> bool {
    let kinds = ["defs", "symbol", "clipPath", "mask", "pattern", "marker"];
    element.ancestors().any(|ancestor| kinds.contains(&ancestor.tag_name().name()))
}

/// What of styles is not read, a sentence each: `style` is an attribute, or a whole sheet.
fn unread(style: &str) -> Vec<String> {
    let declarations = style.split([';', '{', '}']).filter_map(|declaration| declaration.split_once(':'));
    let declarations = declarations.map(|(name, value)| (name.trim(), value.trim()));
    let is_declared = |place: &&&str| declarations.clone().any(|(name, _)| name == **place);
    let places: Vec<&str> = PLACES.iter().filter(is_declared).copied().collect();
    let mut all = Vec::new();
    if let [_, rest @ ..] = &places[..] {
        let are = if rest.is_empty() { "is" } else { "are" };
        all.push(format!("its {} in CSS {are} not read; allowed: attributes", places.join(", ")));
    }
    for (name, value) in declarations.filter(|(_, value)| *value != "none") {
        let found = plain::quoted(value);
        if name == "transform" && value.parse::<svgtypes::Transform>().is_err() {
            all.push(format!("its transform in CSS is {found}; allowed: numbers without units"));
        } else if CSS_TRANSFORMS.contains(&name) {
            all.push(format!("its {name} in CSS is {found}; allowed: the attribute transform"));
        }
    }
    all
}

/// Whether all of a line's points lie on one straight line: it encloses nothing that could be filled.
fn is_straight(line: &BezPath) -> bool {
    let mut corners = Vec::with_capacity(line.elements().len());
    for element in line.elements() {
        match element {
            PathEl::MoveTo(p) | PathEl::LineTo(p) => corners.push(point(*p)),
            PathEl::ClosePath => {}
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => return false,
        }
    }
    let Some(&start) = corners.first() else { return true };
    let far = |p: &&DVec2, q: &&DVec2| p.distance_squared(start).total_cmp(&q.distance_squared(start));
    let along = corners.iter().max_by(far).map_or(DVec2::ZERO, |end| *end - start);
    let beside = SQUARE * along.length_squared();
    corners.iter().all(|p| along.perp_dot(*p - start).abs() <= beside)
}

/// The rectangle that a closed line of four straight sides is, and its place.
fn rectangle(line: &BezPath) -> Option<(Form, DAffine2)> {
    let mut corners = Vec::with_capacity(5);
    for element in line.elements() {
        match element {
            PathEl::MoveTo(p) | PathEl::LineTo(p) if corners.len() < 5 => corners.push(point(*p)),
            PathEl::ClosePath => {}
            PathEl::MoveTo(_) | PathEl::LineTo(_) | PathEl::QuadTo(..) | PathEl::CurveTo(..) => return None,
        }
    }
    let (min, max) = svg_paths::bounds(&corners);
    let near = |p: DVec2, q: DVec2| p.distance(q) <= SQUARE * (max - min).max_element();
    if let [first, .., last] = corners.as_slice()
        && corners.len() == 5
        && near(*first, *last)
    {
        corners.pop();
    }
    let [a, b, c, d] = corners.try_into().ok()?;
    let (side, other) = (b - a, d - a);
    let is_right = side.dot(other).abs() <= SQUARE * side.length() * other.length();
    if !near(a + c, b + d) || !is_right {
        return None;
    }
    // Its width is the side that lies more along the x axis.
    let (width, height) = if side.x.abs() >= other.x.abs() { (side, other) } else { (other, side) };
    let along = (if width.x < 0.0 { -width } else { width }).try_normalize()?;
    let turned = DMat2::from_cols(along, along.perp());
    let half = 0.5 * DVec2::new(width.length(), height.length());
    Some((Form::Rectangle(half), DAffine2::from_mat2_translation(turned, a.midpoint(c))))
}

/// The ellipse along the axes that a closed line of curves is, and its place.
fn ellipse(line: &BezPath) -> Option<(Form, DAffine2)> {
    let curves: Vec<PathSeg> = line.segments().collect();
    let around = line.bounding_box();
    // The side that closes the line is as long as rounding has it.
    let least = SQUARE * around.width().max(around.height());
    let is_curve = |part: &PathSeg| !matches!(part, PathSeg::Line(side) if side.length() > least);
    if !(4..=16).contains(&curves.len()) || !curves.iter().all(is_curve) {
        return None;
    }
    let (middle, half) = (point(around.center()), 0.5 * DVec2::new(around.width(), around.height()));
    if half.min_element() <= 0.0 {
        return None;
    }
    let is_on = |p: DVec2| (((p - middle) / half).length() - 1.0).abs() <= ROUND;
    let is_round = |part: &PathSeg| (1..=8).all(|i| is_on(point(part.eval(f64::from(i) / 8.0))));
    curves.iter().all(is_round).then(|| (Form::Ellipse(half), DAffine2::from_translation(middle)))
}

/// The points around the middle of their box, and the way back.
fn centred(points: Vec<DVec2>) -> (Vec<DVec2>, DAffine2) {
    let (min, max) = svg_paths::bounds(&points);
    let middle = if points.is_empty() { DVec2::ZERO } else { min.midpoint(max) };
    (points.into_iter().map(|p| p - middle).collect(), DAffine2::from_translation(middle))
}

fn point(p: kurbo::Point) -> DVec2 {
    DVec2::new(p.x, p.y)
}

fn affine(transform: Transform) -> DAffine2 {
    let Transform { sx, ky, kx, sy, tx, ty } = transform;
    DAffine2::from_cols_array(&[sx, ky, kx, sy, tx, ty].map(f64::from))
}
