//! A shortcut in formulas, the wrong test first, then the right one.

use collide2d::{AxisTest, Side};
use glam::DVec2;

use super::{Evidence, SharedKey, ShortcutTest, overlap};
use crate::explain::stages::formula::{FormulaValue, coordinate, length};
use crate::explain::stages::{Formula, longer_way};
use crate::scene::numbers::LengthUnit;

pub(super) fn formulas(test: &ShortcutTest, unit: LengthUnit, names: &[String; 2]) -> Vec<Formula> {
    let of_axis = |about: &str, axis: &AxisTest| of_axis(about, axis, test.origin, unit, names);
    let found = match &test.evidence {
        Evidence::Circles { offset, radii } => return of_circles(*offset, *radii, unit, names),
        Evidence::WallAxes { axes: [across, along], separating, .. } => {
            let right = separating.filter(|_| test.differs());
            vec![
                of_axis("across the wall", across),
                of_axis("along the wall", along),
                right.and_then(|axis| of_axis("the axis left out", &axis)),
            ]
        }
        Evidence::Faces { face, .. } => vec![of_axis("the face of least overlap", face)],
        Evidence::Corner { offset, radius, circle, .. } => {
            let name = match circle {
                Side::A => &names[0],
                Side::B => &names[1],
            };
            return of_corner(*offset, *radius, unit, name);
        }
        Evidence::Key(key) => return of_key(key),
        Evidence::Aabbs([x, y]) => {
            vec![of_axis("the AABBs along x", x), of_axis("the AABBs along y", y)]
        }
        Evidence::BoundingCircles { distance, radii } => vec![of_bounds(*distance, *radii, unit, names)],
    };
    found.into_iter().flatten().collect()
}

/// `q = Δx × Δx - Δy × Δy` against `S`, beside the right `Q = Δx × Δx + Δy × Δy`.
fn of_circles(
    offset: DVec2,
    [r_a, r_b]: [f32; 2],
    unit: LengthUnit,
    [name_a, name_b]: &[String; 2],
) -> Vec<Formula> {
    let way = |symbol, axis: &str, at: f64| {
        length(symbol, format!("distance of the centres along {axis}"), unit, at.abs())
    };
    let (x, y) = (|| way("Δx", "x", offset.x), || way("Δy", "y", offset.y));
    let radii = || {
        length("r_a", format!("radius of {name_a}"), unit, r_a)
            + length("r_b", format!("radius of {name_b}"), unit, r_b)
    };
    let (sum, per) = (f64::from(r_a) + f64::from(r_b), unit.per_metre() * unit.per_metre());
    let square = |symbol, meaning: &str, metres: f64| {
        FormulaValue::new(symbol, meaning, unit.square_name(), metres * per)
    };
    let (x2, y2) = (offset.x * offset.x, offset.y * offset.y);
    let wrong = square("q", "what the shortcut takes for the square of the distance", x2 - y2);
    let limit = square("S", "square of the sum of the radii: a smaller square touches", sum * sum);
    let right = square("Q", "square of the distance of the centres", x2 + y2);
    let formulas = [
        Formula::new("shortcut", wrong, &(x() * x() - y() * y()), 0.0),
        Formula::new("", limit, &(radii() * radii()), 0.0),
        Formula::new("right", right, &(x() * x() + y() * y()), 0.0),
    ];
    formulas.into_iter().flatten().collect()
}

/// `q = e_x × e_x - e_y × e_y` against `R²`, beside the right `Q = e_x × e_x + e_y × e_y`.
fn of_corner(offset: DVec2, radius: f32, unit: LengthUnit, name: &str) -> Vec<Formula> {
    let way = |symbol, axis: &str, at: f64| {
        length(symbol, format!("distance of the corner from the centre along {axis}"), unit, at.abs())
    };
    let (x, y) = (|| way("e_x", "x", offset.x), || way("e_y", "y", offset.y));
    let r = || length("r", format!("radius of {name}"), unit, radius);
    let per = unit.per_metre() * unit.per_metre();
    let square = |symbol, meaning: &str, metres: f64| {
        FormulaValue::new(symbol, meaning, unit.square_name(), metres * per)
    };
    let (x2, y2) = (offset.x * offset.x, offset.y * offset.y);
    let wrong = square("q", "what the shortcut takes for the square of the distance", x2 - y2);
    let limit = square("R²", "square of the radius: a smaller square touches", f64::from(radius).powi(2));
    let right = square("Q", "square of the distance of the corner from the centre", x2 + y2);
    let formulas = [
        Formula::new("shortcut", wrong, &(x() * x() - y() * y()), 0.0),
        Formula::new("", limit, &(r() * r()), 0.0),
        Formula::new("right", right, &(x() * x() + y() * y()), 0.0),
    ];
    formulas.into_iter().flatten().collect()
}

/// `o = a_max - b_min` of an axis that overlaps, `g = b_min - a_max` of one that separates.
fn of_axis(
    about: &str,
    axis: &AxisTest,
    origin: DVec2,
    unit: LengthUnit,
    [name_a, name_b]: &[String; 2],
) -> Option<Formula> {
    let from = origin.dot(axis.direction.as_dvec2());
    let end = |symbol, of: &str, which: &str, at: f64| {
        let name = format!("{which} end of {of}'s interval along the axis, from the world's origin");
        coordinate(symbol, name, unit, at + from)
    };
    let [upper, lower] = if axis.b.max - axis.a.min < axis.a.max - axis.b.min {
        [end("b_max", name_b, "upper", axis.b.max), end("a_min", name_a, "lower", axis.a.min)]
    } else {
        [end("a_max", name_a, "upper", axis.a.max), end("b_min", name_b, "lower", axis.b.min)]
    };
    let by = overlap(axis);
    if by > 0.0 {
        let meaning = match longer_way(axis) {
            None => "overlap of the intervals",
            Some(_) => "way out of one interval inside the other",
        };
        let result = FormulaValue::length("o", meaning, unit, by);
        Formula::new(about, result, &(upper - lower), 0.0)
    } else {
        Formula::new(
            about,
            FormulaValue::length("g", "gap between the intervals", unit, -by),
            &(lower - upper),
            0.0,
        )
    }
}

/// `o = R_a + R_b - D`.
fn of_bounds(
    distance: f64,
    [r_a, r_b]: [f32; 2],
    unit: LengthUnit,
    [name_a, name_b]: &[String; 2],
) -> Option<Formula> {
    let right = length("R_a", format!("radius of {name_a}'s bounding circle"), unit, r_a)
        + length("R_b", format!("radius of {name_b}'s bounding circle"), unit, r_b)
        - length("D", "distance of the centres of the bounding circles", unit, distance);
    let by = f64::from(r_a) + f64::from(r_b) - distance;
    let result = FormulaValue::length("o", "overlap of the bounding circles; negative: a gap", unit, by);
    Formula::new("", result, &right, 0.0)
}

/// `k = a XOR b`, of the pair and of the other one.
fn of_key(key: &SharedKey) -> Vec<Formula> {
    let of = |(a, b): (u32, u32), about: &str| Formula {
        about: about.to_owned(),
        symbols: "k = a XOR b".to_owned(),
        numbers: format!("{} = {a} XOR {b}", a ^ b),
        names: [("k", "the pair's key"), ("a", "index of the first body"), ("b", "index of the second body")]
            .map(|(symbol, name)| (symbol.to_owned(), name.to_owned()))
            .to_vec(),
        is_rounding: false,
    };
    std::iter::once(of(key.pair, "this pair")).chain(key.other.map(|other| of(other, "the other"))).collect()
}
