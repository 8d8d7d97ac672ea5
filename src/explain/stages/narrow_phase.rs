//! The text of the test of one pair.

use std::borrow::Cow;

use collide2d::{
    AxisTest, Body, Contact, ContactPoint, Leaf, LeafTrace, PairContact, PairKey, PairOutcome, Shape, World,
    nearest_leaves, trace_leaves,
};

use super::circles::circle_test;
use super::formula::{Expr, Formula, FormulaValue, ROUNDING, coordinate, length};
use super::text::StageText;
use super::words::{
    axis_source_label, dropped_words, longer_way, name, overlap_name, pair_in_heading, without_rounding,
};
use super::{StepRecord, boxes};
use crate::scene::numbers::{LengthUnit, vec2};
use crate::scene::{Scene, ghost_words, leaf_name};
use glam::Vec2;

pub(super) fn title(pair: PairKey, outcome: &PairOutcome, unit: LengthUnit, scene: &Scene) -> String {
    let what = match outcome {
        PairOutcome::EarlyOut => "early-out".to_owned(),
        PairOutcome::Separated => "apart".to_owned(),
        PairOutcome::Contact(contact) => format!("contact, {} deep", unit.text(contact.depth)),
        PairOutcome::Behind(_) => "let pass by a one-sided chain".to_owned(),
        PairOutcome::Waiting(contact) => {
            format!("contact, {} deep, has to wait", unit.text(contact.depth))
        }
    };
    format!("Narrow phase: {}: {what}", pair_in_heading(scene, pair))
}

pub(super) fn narrow_phase(
    pair: PairKey,
    outcome: &PairOutcome,
    left_alone: bool,
    recording: &StepRecord,
    scene: &Scene,
) -> StageText {
    let (world, unit) = (recording.world(), recording.unit);
    let (Some(a), Some(b)) = (world.bodies().get(pair.a() as usize), world.bodies().get(pair.b() as usize))
    else {
        return StageText::default();
    };
    let names = [name(scene, pair.a()), name(scene, pair.b())];
    let tested = TestedLeaves::of([a, b], &names);
    let mut text = match outcome {
        PairOutcome::EarlyOut => early_out(a, b, unit, &names),
        PairOutcome::Separated => separated(&tested, unit),
        PairOutcome::Contact(contact) => touching(&tested, contact, unit),
        PairOutcome::Behind(contact) => {
            let mut text = touching(&tested, contact, unit);
            text.sentence.push_str(
                " It is no contact: one of the two is a chain of one side, which does not hold what comes from the other \
                 side until the two are apart again.",
            );
            text
        }
        PairOutcome::Waiting(contact) => {
            let mut text = touching(&tested, contact, unit);
            text.sentence
                .push_str(" The frame has its most contacts already: this one waits for a later step.");
            text
        }
    };
    if left_alone {
        text.sentence.push_str(" Both are static: the step leaves them alone.");
    }
    if let PairOutcome::Contact(_) | PairOutcome::Waiting(_) = outcome {
        text.details.extend(ghosts(pair, world, scene));
    }
    text
}

/// "a ghost: the normal (-1, 0) is 90° off what the outline of tiles/3 and tiles/2 allows, (0, 1) is the nearest allowed", of
/// each contact of the pair that is one.
fn ghosts(pair: PairKey, world: &World, scene: &Scene) -> Vec<String> {
    let line = |contact: &PairContact| {
        let ghost = world.ghost(contact)?;
        let is_static = world.body(contact.b).is_some_and(Body::is_static);
        let (still, leaf) = if is_static { (contact.b, contact.leaf_b) } else { (contact.a, contact.leaf_a) };
        let shape = leaf_name(&name(scene, still), leaf);
        let neighbour = leaf_name(&name(scene, ghost.neighbour), ghost.leaf);
        Some(ghost_words(contact.contact.normal, ghost.by, [&shape, &neighbour], ghost.allowed))
    };
    world.contacts_of(pair).iter().filter_map(line).collect()
}

fn early_out(a: &Body, b: &Body, unit: LengthUnit, [name_a, name_b]: &[String; 2]) -> StageText {
    let (p, q) = (a.bounding_circle(), b.bounding_circle());
    let distance = p.center.as_dvec2().distance(q.center.as_dvec2());
    let gap = distance - f64::from(p.radius) - f64::from(q.radius);
    let right = length("D", "distance of the centres of the bounding circles", unit, distance)
        - length("R_a", format!("radius of {name_a}'s bounding circle"), unit, p.radius)
        - length("R_b", format!("radius of {name_b}'s bounding circle"), unit, q.radius);
    let gap = FormulaValue::length("g", "gap between the bounding circles", unit, gap);
    let formula = Formula::new("", gap, &right, 0.0);
    let apart = formula.as_ref().map_or("", Formula::result);
    // Pairs that may still meet in this step, and those that are tested beside it, may have AABBs apart.
    let between = -a.aabb().overlap(&b.aabb());
    let (boxes, axis) = if between.x >= between.y { (between.x, "x") } else { (between.y, "y") };
    let sentence = if boxes > 0.0 {
        format!(
            "Early-out: the AABBs of {name_a} and {name_b} are {} apart along {axis}, their bounding circles {apart}, \
             so no axis is tested.",
            unit.text(boxes)
        )
    } else {
        format!(
            "Early-out: the AABBs meet, but the bounding circles of {name_a} and {name_b} are {apart} apart, so no \
             axis is tested."
        )
    };
    let radii = [("R_a", a), ("R_b", b)].into_iter().zip([name_a, name_b]);
    let radii = radii.filter_map(|((symbol, body), name)| bounding_radius(symbol, body, unit, name));
    StageText { sentence, formulas: formula.into_iter().chain(radii).collect(), ..StageText::default() }
}

/// `R_b = √(h_w × h_w + h_h × h_h)` of a sharp rectangle.
fn bounding_radius(symbol: &'static str, body: &Body, unit: LengthUnit, name: &str) -> Option<Formula> {
    let Shape::Rectangle(rectangle) = body.shape() else { return None };
    if rectangle.radius() > 0.0 {
        return None;
    }
    let half = rectangle.half_extents();
    let width = || length("h_w", format!("half of {name}'s width"), unit, half.x);
    let height = || length("h_h", format!("half of {name}'s height"), unit, half.y);
    let right = (width() * width() + height() * height()).root();
    let radius = FormulaValue::length(
        symbol,
        format!("radius of {name}'s bounding circle, from the middle to a corner"),
        unit,
        body.bounding_circle().radius,
    );
    Formula::new("", radius, &right, 0.0)
}

/// What the narrow phase tests of a pair: of bodies of several leaves the pair of leaves that it tells.
struct TestedLeaves<'t> {
    bodies: [Cow<'t, Body>; 2],
    names: [String; 2],
    trace: LeafTrace,
    /// How many pairs of parts and segments are near each other; 0 of simple shapes.
    of: usize,
}

impl<'t> TestedLeaves<'t> {
    fn of([a, b]: [&'t Body; 2], names: &[String; 2]) -> Self {
        let trace = |leaves| trace_leaves(a.shape(), a.pose(), b.shape(), b.pose(), leaves);
        let whole = [Leaf::WHOLE; 2];
        let simple = || Self {
            bodies: [Cow::Borrowed(a), Cow::Borrowed(b)],
            names: names.clone(),
            trace: trace(whole).unwrap_or_default(),
            of: 0,
        };
        if [a, b].iter().all(|body| !body.shape().kind().is_composite()) {
            return simple();
        }
        let nearest = nearest_leaves(a.shape(), a.pose(), b.shape(), b.pose());
        let least = nearest.iter().min_by(|p, q| p.separation.total_cmp(&q.separation));
        let Some(leaves) = least.map(|nearest| nearest.leaves) else { return simple() };
        let bodies = a.with_leaf(leaves[0]).zip(b.with_leaf(leaves[1]));
        let Some(((of_a, of_b), trace)) = bodies.zip(trace(leaves)) else { return simple() };
        Self {
            bodies: [Cow::Owned(of_a), Cow::Owned(of_b)],
            names: [leaf_name(&names[0], leaves[0]), leaf_name(&names[1], leaves[1])],
            trace,
            of: nearest.len(),
        }
    }

    fn axis(&self) -> Option<AxisTest> {
        self.trace.trace.deciding().and_then(|index| self.trace.trace.axes.get(index)).copied()
    }

    /// The axes that the outline of a chain does not allow to decide.
    fn dropped(&self) -> impl Iterator<Item = String> + '_ {
        self.trace.dropped.iter().filter_map(|dropped| {
            let axis = self.trace.trace.axes.get(dropped.axis)?;
            Some(format!("dropped: {}: {}", axis_words(Some(axis)), dropped_words(dropped)))
        })
    }
}

/// "(1, 0) (a face 2)".
fn axis_words(axis: Option<&AxisTest>) -> String {
    axis.map(|axis| format!("{} ({})", vec2(axis.direction), axis_source_label(axis.source)))
        .unwrap_or_default()
}

fn touching(tested: &TestedLeaves<'_>, contact: &Contact, unit: LengthUnit) -> StageText {
    let (a, b, names) = (&*tested.bodies[0], &*tested.bodies[1], &tested.names);
    let (trace, axis) = (&tested.trace.trace, tested.axis());
    // A contact of leaves is measured from the leaf of a.
    let contact = tested.trace.contact.as_ref().filter(|_| tested.of > 0).unwrap_or(contact);
    let formula = axis.and_then(|axis| {
        let [upper, lower] = ends(&axis, a, unit, names);
        let depth = FormulaValue::length("d", "depth of the contact", unit, contact.depth);
        Formula::new("", depth, &(upper - lower), 0.0)
    });
    let depth = formula.as_ref().map_or("", Formula::result);
    let axes = match trace.axes.len() {
        1 => "the one axis".to_owned(),
        2 => "both axes".to_owned(),
        n => format!("all {n} axes"),
    };
    let [name_a, name_b] = names;
    let longer = axis.as_ref().and_then(longer_way);
    let least = match (trace.axes.len(), longer) {
        (1, None) => "the overlap",
        (_, None) => "the least overlap",
        (1, Some(_)) => "the way out",
        (_, Some(_)) => "the shortest way out",
    };
    let longer = longer.map_or_else(String::new, |way| {
        format!(" One interval is inside the other: the other way out is {}.", unit.text(way as f32))
    });
    let least = if tested.trace.dropped.is_empty() { least } else { "the least that the outline allows" };
    let deepest = if tested.of > 1 { "Deepest of the pairs of parts: " } else { "" };
    let sentence = format!(
        "{deepest}{name_a} and {name_b} overlap on {axes}; {least} is {depth} along {}: that is the depth.{longer}",
        axis_words(axis.as_ref())
    );
    let test = circle_test(a, b, unit, names);
    let of_boxes = boxes::details([a, b], &trace.axes, true, names);
    let details = points(a, b, contact, axis.as_ref(), unit, names);
    let unit_axis = axis.filter(|axis| axis.overlap != 0.0).map(|axis| length_of_axis(&axis, unit));
    let details = details.into_iter().chain(test.details).chain(of_boxes).chain(unit_axis);
    let details = details.chain(tested.dropped());
    StageText {
        sentence,
        formulas: formula.into_iter().chain(test.formulas).collect(),
        details: details.collect(),
        ..StageText::default()
    }
}

fn separated(tested: &TestedLeaves<'_>, unit: LengthUnit) -> StageText {
    let (a, b, names) = (&*tested.bodies[0], &*tested.bodies[1], &tested.names);
    let (trace, axis) = (&tested.trace.trace, tested.axis());
    let [name_a, name_b] = names;
    let gap = axis.map_or(0.0, |axis| -axis.overlap);
    let formula = axis.and_then(|axis| {
        let [upper, lower] = ends(&axis, a, unit, names);
        let gap = FormulaValue::length("g", "gap between the intervals", unit, gap);
        Formula::new("", gap, &(lower - upper), 0.0)
    });
    let axes = trace.axes.len();
    let tested = match trace.stops_at().map_or(axes, |last| last + 1) {
        _ if axes == 1 => "it is the only axis".to_owned(),
        tested if tested == axes => format!("it is the last of {axes} axes"),
        tested => format!("the test ends with it, the {} of {axes} axes", ordinal(tested)),
    };
    let by = match formula.as_ref().map_or("", Formula::result) {
        _ if gap == 0.0 => None,
        ROUNDING => Some(format!("is between them, with a gap of {ROUNDING}")),
        gap => Some(format!("separates them by {gap}")),
    };
    let sentence = match by {
        None => format!(
            "{name_a} and {name_b} touch without overlapping, which is no contact: their intervals meet on the axis \
             along {}; {tested}.",
            axis_words(axis.as_ref())
        ),
        Some(by) => {
            format!(
                "{name_a} and {name_b} are apart: the axis along {} {by}; {tested}.",
                axis_words(axis.as_ref())
            )
        }
    };
    let test = circle_test(a, b, unit, names);
    let of_boxes = boxes::details([a, b], &trace.axes, false, names);
    let unit_axis = axis.filter(|axis| axis.overlap != 0.0).map(|axis| length_of_axis(&axis, unit));
    StageText {
        sentence,
        formulas: formula.into_iter().chain(test.formulas).collect(),
        details: test.details.into_iter().chain(of_boxes).chain(unit_axis).collect(),
        ..StageText::default()
    }
}

/// What an axis of another length would tell of the same two shapes.
fn length_of_axis(axis: &AxisTest, unit: LengthUnit) -> String {
    let (direction, overlap) = (axis.direction, axis.overlap);
    let what = if overlap <= 0.0 { "gap" } else { overlap_name(axis) };
    format!(
        "the axis has a length of 1; along {}, twice as long, the same {what} of {} would be told as {}",
        vec2(direction * 2.0),
        unit.text(overlap.abs()),
        unit.text(2.0 * overlap.abs())
    )
}

/// "first", "second", "11th".
fn ordinal(n: usize) -> String {
    match n {
        1 => "first".to_owned(),
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        _ => {
            let end = match (n % 10, n % 100 / 10) {
                (1, tens) if tens != 1 => "st",
                (2, tens) if tens != 1 => "nd",
                (3, tens) if tens != 1 => "rd",
                _ => "th",
            };
            format!("{n}{end}")
        }
    }
}

/// The upper and the lower end of the intervals between which the overlap lies, or whose distance is the gap.
fn ends(axis: &AxisTest, a: &Body, unit: LengthUnit, [name_a, name_b]: &[String; 2]) -> [Expr; 2] {
    let origin = a.pose().position.as_dvec2().dot(axis.direction.as_dvec2());
    let end = |symbol, of: &str, which: &str, at: f64| {
        let name = format!("{which} end of {of}'s interval along the axis, from the world's origin");
        coordinate(symbol, name, unit, at + origin)
    };
    if axis.a_leaves_along {
        [end("b_max", name_b, "upper", axis.b.max), end("a_min", name_a, "lower", axis.a.min)]
    } else {
        [end("a_max", name_a, "upper", axis.a.max), end("b_min", name_b, "lower", axis.b.min)]
    }
}

/// The normal, the points with their place in both bodies and on their surfaces, and the support points.
fn points(
    a: &Body,
    b: &Body,
    contact: &Contact,
    axis: Option<&AxisTest>,
    unit: LengthUnit,
    [name_a, name_b]: &[String; 2],
) -> Vec<String> {
    let is_opposite = axis.is_some_and(|axis| !axis.a_leaves_along);
    let opposite = if is_opposite { ": the opposite of the axis" } else { "" };
    let normal = format!("normal {}, on b toward a{opposite}", vec2(contact.normal));
    let points = contact.points().iter().map(|point| {
        let at = Contact::world_point(a.pose(), point);
        let [of_a, of_b] = [a, b].map(|body| {
            let size = at.abs().max(body.pose().position.abs()).max_element();
            unit.point(without_rounding(body.pose().local_from_world(at), size))
        });
        let depth = unit.text(point.depth);
        format!("point at {}, {depth} deep; in {name_a}'s frame {of_a}, in {name_b}'s {of_b}", unit.point(at))
    });
    let why = where_points_lie([a, b], contact, [name_a, name_b]);
    let support = |body: &Body, name: &str, along: Vec2| {
        let farthest = unit.point(body.shape().support(body.pose(), along));
        format!("support point: along {} {name} reaches to {farthest}", vec2(along))
    };
    let supports = [support(a, name_a, -contact.normal), support(b, name_b, contact.normal)];
    std::iter::once(normal).chain(points).chain([why]).chain(supports).collect()
}

/// "the point lies on the surface of ball, where it reaches deepest into crate".
pub fn where_points_lie([a, b]: [&Body; 2], contact: &Contact, names: [&str; 2]) -> String {
    match contact.points() {
        [one] => format!("the point lies {}", surface(a, b, contact, one, names)),
        _ => "the points lie at both ends of what the two faces share".to_owned(),
    }
}

/// Where the one point of a contact lies, read off how far along the normal it and both surfaces are.
fn surface(
    a: &Body,
    b: &Body,
    contact: &Contact,
    point: &ContactPoint,
    [name_a, name_b]: [&str; 2],
) -> String {
    let at = Contact::world_point(a.pose(), point);
    let reach =
        |body: &Body, along: Vec2| (body.shape().support(body.pose(), along) - at).dot(contact.normal);
    // Below the point, and above it.
    let (of_a, of_b) = (reach(a, -contact.normal), reach(b, contact.normal));
    let near = 0.05 * contact.depth;
    match (of_a.abs() <= near, of_b.abs() <= near) {
        (true, _) => format!("on the surface of {name_a}, where it reaches deepest into {name_b}"),
        (_, true) => format!("on the surface of {name_b}, where it reaches deepest into {name_a}"),
        _ if (of_a + of_b).abs() <= near => "midway between the two surfaces, along the normal".to_owned(),
        _ => "between the two surfaces".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn ordinals_are_those_of_english() {
        let said: Vec<String> = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 111].map(ordinal).into();
        let expected =
            ["first", "second", "third", "4th", "11th", "12th", "13th", "21st", "22nd", "23rd", "111th"];
        assert_eq!(said, expected);
    }
}
