//! What the classic tests of a circle compute: the distance of two centres against the sum of the radii, and a
//! circle's centre in the frame of a rectangle.

use collide2d::{Body, Shape};
use glam::DVec2;

use super::formula::{Expr, Formula, FormulaValue, coordinate, length, value};
use super::words::without_rounding;
use crate::scene::numbers::{LengthUnit, number};

/// What is said besides the axes of the test.
#[derive(Debug, Default)]
pub(super) struct CircleTest {
    pub formulas: Vec<Formula>,
    pub details: Vec<String>,
}

/// The test of two circles, or of a circle and a sharp rectangle; nothing for other kinds.
pub(super) fn circle_test(a: &Body, b: &Body, unit: LengthUnit, names: &[String; 2]) -> CircleTest {
    match (a.shape(), b.shape()) {
        (Shape::Circle(p), Shape::Circle(q)) => two_circles([a, b], [p.radius(), q.radius()], unit, names),
        (Shape::Circle(circle), Shape::Rectangle(rectangle)) if rectangle.radius() == 0.0 => {
            let half = rectangle.half_extents().as_dvec2();
            circle_and_rectangle([a, b], circle.radius(), half, unit, [&names[0], &names[1]])
        }
        (Shape::Rectangle(rectangle), Shape::Circle(circle)) if rectangle.radius() == 0.0 => {
            let half = rectangle.half_extents().as_dvec2();
            circle_and_rectangle([b, a], circle.radius(), half, unit, [&names[1], &names[0]])
        }
        _ => CircleTest::default(),
    }
}

/// `D = √(Δx × Δx + Δy × Δy)` against `s = r_a + r_b`.
fn two_circles(
    [a, b]: [&Body; 2],
    [r_a, r_b]: [f32; 2],
    unit: LengthUnit,
    [name_a, name_b]: &[String; 2],
) -> CircleTest {
    let offset = a.pose().position.as_dvec2() - b.pose().position.as_dvec2();
    let along = |symbol, axis: &str, at: f64| {
        length(symbol, format!("way from {name_b}'s centre to {name_a}'s along {axis}"), unit, at)
    };
    let square = |symbol, axis: &str, at: f64| along(symbol, axis, at) * along(symbol, axis, at);
    let right = (square("Δx", "x", offset.x) + square("Δy", "y", offset.y)).root();
    let distance = FormulaValue::length("D", "distance of the centres", unit, offset.length());
    let sum = f64::from(r_a) + f64::from(r_b);
    let radii = length("r_a", format!("radius of {name_a}"), unit, r_a)
        + length("r_b", format!("radius of {name_b}"), unit, r_b);
    let of_radii = FormulaValue::length("s", "sum of the radii: nearer centres overlap", unit, sum);
    let formulas = [Formula::new("", distance, &right, 0.0), Formula::new("", of_radii, &radii, 0.0)];
    CircleTest { formulas: formulas.into_iter().flatten().collect(), details: Vec::new() }
}

/// The circle's centre in the rectangle's frame, the rectangle's point nearest to it, and the square of their
/// distance against the square of the radius.
fn circle_and_rectangle(
    [circle, rectangle]: [&Body; 2],
    radius: f32,
    half: DVec2,
    unit: LengthUnit,
    [name, of]: [&str; 2],
) -> CircleTest {
    let (rotation, offset) =
        (rectangle.pose().rotation, circle.pose().position.as_dvec2() - rectangle.pose().position.as_dvec2());
    let (cos, sin) = (f64::from(rotation.cos()), f64::from(rotation.sin()));
    let local = DVec2::new(offset.x * cos + offset.y * sin, offset.y * cos - offset.x * sin);
    let size = circle.pose().position.abs().max(rectangle.pose().position.abs()).max_element();
    let rounding = 4.0 * f32::EPSILON * size;
    let nearest = local.clamp(-half, half);
    let point = |at: DVec2| unit.point(without_rounding(at.as_vec2(), size));
    let mut test = CircleTest::default();
    if sin != 0.0 {
        test.formulas.extend(into_frame(offset, [cos, sin], local, rounding, unit, of));
    }
    test.details.push(format!("in {of}'s own frame the centre of {name} is at {}", point(local)));
    if sin != 0.0 {
        test.details.extend(turned_back(offset, [cos, sin], local, rotation.degrees(), unit, [name, of]));
    }
    test.details.extend(between_borders(without_rounding(local.as_vec2(), size).as_dvec2(), half, unit));
    if nearest == local {
        let ways = [half.x - local.x, half.y - local.y, half.x + local.x, half.y + local.y];
        let faces: Vec<String> = ways
            .iter()
            .enumerate()
            .map(|(face, way)| format!("face {face} {}", unit.text(*way as f32)))
            .collect();
        test.details.push(format!(
            "the centre is inside of {of}: no point is nearest, so the least way to a face decides: {}",
            faces.join(", ")
        ));
        return test;
    }
    test.details.push(format!(
        "the point of {of} nearest to it is {}: {}",
        point(nearest),
        case(local, half)
    ));
    let apart = local - nearest;
    let way = |symbol, axis: &str, at: f64| {
        length(
            symbol,
            format!("way from the nearest point to the centre along {axis}, in {of}'s frame"),
            unit,
            at,
        )
    };
    let square = |symbol, axis: &str, at: f64| way(symbol, axis, at) * way(symbol, axis, at);
    let (area, per) = (unit.square_name(), unit.per_metre() * unit.per_metre());
    let right = square("e_x", "x", apart.x) + square("e_y", "y", apart.y);
    let found = FormulaValue::new("D²", "square of the distance", area, apart.length_squared() * per);
    test.formulas.extend(Formula::new("", found, &right, 0.0));
    let of_radius = || length("r", format!("radius of {name}"), unit, radius);
    let limit = FormulaValue::new(
        "R²",
        "square of the radius: a nearer point overlaps",
        area,
        f64::from(radius) * f64::from(radius) * per,
    );
    test.formulas.extend(Formula::new("", limit, &(of_radius() * of_radius()), 0.0));
    test
}

/// `p_x = Δx × cos + Δy × sin`, `p_y = Δy × cos - Δx × sin`: turned back by the rectangle's rotation. `rounding`: of
/// the two positions. Metres.
fn into_frame(
    offset: DVec2,
    [cos, sin]: [f64; 2],
    local: DVec2,
    rounding: f32,
    unit: LengthUnit,
    of: &str,
) -> impl Iterator<Item = Formula> {
    let way = |symbol, axis: &str, at: f64| {
        coordinate(symbol, format!("way from {of}'s middle to the circle's centre along {axis}"), unit, at)
    };
    let (x, y) = (|| way("Δx", "x", offset.x), || way("Δy", "y", offset.y));
    let cosine = || value("cos", format!("cosine of {of}'s rotation"), "", cos);
    let sine = || value("sin", format!("sine of {of}'s rotation"), "", sin);
    let result = |symbol, axis: &str, at: f64| {
        FormulaValue::length(symbol, format!("the circle's centre along {axis} in {of}'s frame"), unit, at)
    };
    let along: [(FormulaValue, Expr); 2] = [
        (result("p_x", "x", local.x), x() * cosine() + y() * sine()),
        (result("p_y", "y", local.y), y() * cosine() - x() * sine()),
    ];
    let noise = rounding * unit.per_metre() as f32;
    along.into_iter().filter_map(move |(result, right)| Formula::new("", result, &right, noise))
}

/// What turning into the rectangle's frame is besides the two products: the inverse of its rotation, and a
/// difference of angles.
fn turned_back(
    offset: DVec2,
    [cos, sin]: [f64; 2],
    local: DVec2,
    degrees: f32,
    unit: LengthUnit,
    [name, of]: [&str; 2],
) -> [String; 2] {
    let one = |x: f64| number(x as f32);
    let matrix = format!(
        "the rows ({}, {}) and ({}, {}) are the transpose of {of}'s rotation, which is its inverse; {name} is round, so \
         only its centre is turned",
        one(cos),
        one(sin),
        one(-sin),
        one(cos)
    );
    let angle = offset.y.atan2(offset.x).to_degrees();
    let long = |metres: f64| unit.text(metres as f32);
    let polar = format!(
        "in polar form: φ = atan2(Δy, Δx) = {}°, and {} from the middle; less {of}'s {}° it is {} × (cos {}°, sin {}°) = \
         {}",
        one(angle),
        long(offset.length()),
        number(degrees),
        long(offset.length()),
        one(angle - f64::from(degrees)),
        one(angle - f64::from(degrees)),
        unit.point(local.as_vec2())
    );
    [matrix, polar]
}

/// The four comparisons of a centre with the borders in the rectangle's frame, and both coordinates clamped.
fn between_borders(local: DVec2, half: DVec2, unit: LengthUnit) -> [String; 2] {
    let long = |metres: f64| unit.text(metres as f32);
    let compared = |axis: &str, at: f64, half: f64| {
        let holds = |holds: bool| if holds { "holds" } else { "fails" };
        format!(
            "-h_{axis} ≤ p_{axis}: {} ≤ {} {}; p_{axis} ≤ h_{axis}: {} ≤ {} {}",
            long(-half),
            long(at),
            holds(-half <= at),
            long(at),
            long(half),
            holds(at <= half)
        )
    };
    let clamped = |axis: &str, at: f64, half: f64| {
        let (low, high) = (long(-half), long(half));
        format!("q_{axis} = min(max({}, {low}), {high}) = {}", long(at), long(at.clamp(-half, half)))
    };
    let [x, y] = [("x", local.x, half.x), ("y", local.y, half.y)]
        .map(|(axis, at, half)| (compared(axis, at, half), clamped(axis, at, half)));
    [
        format!("between the borders? {}; {}", x.0, y.0),
        format!("clamped to them, x and y each by itself: {}; {}", x.1, y.1),
    ]
}

/// Which part of the rectangle is nearest to a centre outside of it.
fn case(local: DVec2, half: DVec2) -> &'static str {
    let beyond = [local.x > half.x, local.y > half.y, local.x < -half.x, local.y < -half.y];
    match beyond {
        [true, false, false, false] => "on face 0 (+x)",
        [false, true, false, false] => "on face 1 (+y)",
        [false, false, true, false] => "on face 2 (-x)",
        [false, false, false, true] => "on face 3 (-y)",
        _ => "a corner",
    }
}
